//! How a game starts: who plays, where, and what.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::rules::game::Game;
use crate::rules::geometry::Color;
use crate::rules::position::{Position, Setup, Shuffler};
use crate::session::{Error, Given, OfGame, Roster, random_seed};

/// Where a game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FrontEnd {
    /// In a terminal.
    #[default]
    Terminal,
    Browser,
}

impl FrontEnd {
    pub const ALL: [FrontEnd; 2] = [FrontEnd::Terminal, FrontEnd::Browser];

    /// The event of games played there, as their files name it.
    pub fn event(self) -> &'static str {
        match self {
            FrontEnd::Terminal => "Fibnif in a terminal",
            FrontEnd::Browser => "Fibnif in a browser",
        }
    }
}

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    Person,
    Engine,
}

/// Who plays each side, White first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sides(pub [Seat; 2]);

impl Sides {
    /// The person plays White.
    pub const WHITE: Sides = Sides([Seat::Person, Seat::Engine]);
    const BLACK: Sides = Sides([Seat::Engine, Seat::Person]);
    /// You play both sides.
    pub const BOTH: Sides = Sides([Seat::Person, Seat::Person]);
    /// The engine plays both sides.
    pub const NONE: Sides = Sides([Seat::Engine, Seat::Engine]);

    pub fn read(name: &str) -> Option<Sides> {
        Sides::from_str(name, true).ok()
    }

    pub(super) fn names() -> Vec<String> {
        Sides::value_variants().iter().map(Sides::to_string).collect()
    }

    /// The name of these sides: the person's side.
    pub fn name(self) -> &'static str {
        self.named().0
    }

    /// The names and their meanings.
    fn named(self) -> (&'static str, &'static str) {
        match self {
            Sides::WHITE => ("white", "You play White"),
            Sides::BLACK => ("black", "You play Black"),
            Sides::BOTH => ("both", "You play both sides"),
            Sides::NONE => ("none", "The engine plays both sides"),
        }
    }

    /// Who plays a side.
    pub fn of(self, side: Color) -> Seat {
        let Sides([white, black]) = self;
        if side == Color::White { white } else { black }
    }

    /// With sides switched.
    #[must_use]
    pub fn swapped(self) -> Sides {
        let Sides([white, black]) = self;
        Sides([black, white])
    }

    /// Whether the engine plays.
    pub fn has_engine(self) -> bool {
        Color::ALL.into_iter().any(|side| self.of(side) == Seat::Engine)
    }

    /// The person's side, if the person plays exactly one.
    pub fn person(self) -> Option<Color> {
        let mut persons = Color::ALL.into_iter().filter(|&side| self.of(side) == Seat::Person);
        persons.next().filter(|_| persons.next().is_none())
    }
}

impl Default for Sides {
    fn default() -> Sides {
        Sides::WHITE
    }
}

impl ValueEnum for Sides {
    fn value_variants<'a>() -> &'a [Sides] {
        &[Sides::WHITE, Sides::BLACK, Sides::BOTH, Sides::NONE]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = self.named();
        Some(PossibleValue::new(name).help(help))
    }
}

impl fmt::Display for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How to start.
#[derive(Clone, Debug, Default, Args)]
pub struct Start {
    /// The front end.
    #[arg(skip)]
    pub front_end: FrontEnd,
    /// Whether games are saved in the user's library after each move.
    #[arg(skip)]
    pub autosave: bool,
    /// The variant, such as `cwda:clobberers/nutters`; chess by default
    pub variant: Option<String>,
    /// Your side
    #[arg(long = "side", value_name = "SIDE", value_enum, default_value_t)]
    pub sides: Sides,
    /// The settings of the engine.
    #[command(flatten)]
    pub settings: Given<OfGame>,
    /// Clocks for both sides: `5+3` is five minutes plus three seconds per move, `1:30+1` starts with a
    /// minute and a half; or `move 2`, the engine's seconds per move
    #[arg(long, value_name = "TIME")]
    pub clock: Option<String>,
    /// Start from this position
    #[arg(long, conflicts_with = "pgn")]
    pub fen: Option<String>,
    /// Open a file of games, to step through or continue
    #[arg(long, value_name = "FILE", conflicts_with = "variant")]
    pub pgn: Option<PathBuf>,
}

impl Start {
    /// The name of the variant, the position, and in words why some choices were not possible, and what of
    /// the FEN is left out.
    pub(super) fn position(
        &self,
        roster: &mut Roster,
    ) -> Result<(String, Position, [Vec<String>; 2]), Error> {
        let asked = self.variant.as_deref().unwrap_or(USUAL);
        // A position that is given has its own pieces.
        let name = if self.fen.is_none() { roster.suggested(asked) } else { asked.to_string() };
        let selected = roster.select(&name)?;
        let complaint = selected.complaint.into_iter().collect();
        let (position, notes) = match self.fen.as_deref() {
            Some(fen) => Setup::with_notes(selected.game, Some(fen))?,
            None => (first_position(&selected.game), Vec::new()),
        };
        Ok((name, position, [complaint, notes]))
    }
}

/// The position with which a person's game begins: the start, or one that is drawn if pieces are shuffled.
pub(super) fn first_position(game: &Arc<Game>) -> Position {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(random_seed());
    let drawn = Shuffler::new(game).and_then(|shuffler| shuffler.start(|below| dice.random_range(0..below)));
    drawn.map_or_else(|| Position::start(Arc::clone(game)), |(_, position)| position)
}

/// The default variant.
pub(super) const USUAL: &str = "chess";
