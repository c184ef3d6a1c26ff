//! The command line of a game in the terminal.

use std::path::PathBuf;

use clap::builder::RangedI64ValueParser;
use clap::{Args, ValueEnum};

use crate::play::Skill;
use crate::play::host::Resources;
use crate::terminal::{Face, Room, Seats, Start, Wishes};

/// Whose side is whose.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum SideArgument {
    /// You play White
    White,
    /// You play Black
    Black,
    /// You play both sides
    Both,
    /// The engine plays both sides
    None,
}

impl SideArgument {
    /// Who sits where.
    pub(super) fn seats(self) -> Seats {
        let name = match self {
            SideArgument::White => "white",
            SideArgument::Black => "black",
            SideArgument::Both => "both",
            SideArgument::None => "none",
        };
        Seats::read(name).unwrap_or(Seats::NAMES[0].1)
    }
}

/// What reads the number of a level.
pub(super) fn level() -> RangedI64ValueParser<i32> {
    clap::value_parser!(i32).range(1..=i64::from(Skill::FULL.number()))
}

/// The arguments of `play`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  fibnif play\n  fibnif play cwda:clobberers/nutters --side black --level 4\n  \
                        fibnif play narrow --clock 5+3\n  printf 'e4\\nquit\\n' | fibnif play chess --level 1 --plain"
)]
pub(super) struct GameArgs {
    /// The variant, e.g. `cwda:clobberers/nutters`; chess if none is given
    variant: Option<String>,
    /// Your side
    #[arg(long, value_enum, default_value_t = SideArgument::White)]
    side: SideArgument,
    /// How strong the engine is, from 1 for somebody who has just learned the moves to 14 for full strength;
    /// by default the level of your last game, or 3
    #[arg(long, value_parser = level())]
    level: Option<i32>,
    /// Clocks for both sides: minutes and the seconds that each move adds, `5+3`; `1:30+1` begins with a
    /// minute and a half; or `move 2`, the engine's seconds for a move
    #[arg(long, value_name = "TIME")]
    clock: Option<String>,
    /// The position to begin with, if not the start
    #[arg(long, conflicts_with = "pgn")]
    fen: Option<String>,
    /// A file of games, to step through and to play on from
    #[arg(long, value_name = "FILE", conflicts_with = "variant")]
    pgn: Option<PathBuf>,
    /// Line by line instead of a full screen: for screen readers and scripts
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    resources: Resources,
}

impl GameArgs {
    /// How to play.
    pub(super) fn wishes(&self) -> Wishes {
        Wishes {
            start: Start {
                room: Room::Terminal,
                variant: self.variant.clone(),
                fen: self.fen.clone(),
                pgn: self.pgn.clone(),
                seats: self.side.seats(),
                level: self.level,
                clock: self.clock.clone(),
            },
            face: if self.plain { Face::Plain } else { Face::Screen },
            resources: self.resources,
        }
    }
}
