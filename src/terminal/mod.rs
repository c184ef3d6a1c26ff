//! A game between a person and the engine in a terminal.
//!
//! [`crate::session::play`] is the game and carries out actions. Two front ends show it: one prints and reads
//! lines (`plain`), the other draws the whole screen (`screen`).

pub mod learn;
mod plain;
mod screen;

use std::io::{self, IsTerminal, Write};

use clap::Args;

use crate::commands::{Command, Context, Error, ExitStatus};
use crate::protocol::xboard::TRANSLATOR;
use crate::rules::game::Kind;
use crate::rules::geometry::Color;
use crate::rules::variant::FALLEN_MARK;
use crate::session::library::Library;
use crate::session::play::{Session, Start};

/// The arguments of `play`.
#[derive(Clone, Debug, Args)]
pub struct PlayArgs {
    #[command(flatten)]
    start: Start,
    /// Play line by line instead of on the full screen, for screen readers and scripts
    #[arg(long)]
    plain: bool,
}

/// Whether standard input and output are a terminal that can be drawn on.
fn has_screen() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdout().is_terminal() && io::stdin().is_terminal() && !is_dumb
}

impl Command for PlayArgs {
    const EXAMPLES: &'static [&'static str] = &[
        "fibnif play cwda:clobberers/nutters --clock 5+3",
        "fibnif play",
        "fibnif play narrow --side black --level 4",
        "printf 'e4\\nquit\\n' | fibnif play chess --level 1 --plain",
    ];

    fn run(&self, context: &mut Context) -> Result<ExitStatus, Error> {
        // A script on a pipe must not touch the saved games of its user.
        let start = Start { autosave: io::stdin().is_terminal(), ..self.start.clone() };
        let session = Session::new(context.catalog.clone(), Library::of_user(), &start, TRANSLATOR)?;
        if self.plain || !has_screen() {
            plain::run(session)?;
        } else {
            screen::run(session)?;
        }
        Ok(ExitStatus::Success)
    }
}

/// Prints a game that could not be saved before the program ends, so that it is not lost.
fn tell_unsaved(session: &Session, out: &mut impl Write) -> io::Result<()> {
    match session.keeper.unsaved() {
        Some(reason) => writeln!(out, "This game could not be saved: {reason}\n\n{}", session.game_text()),
        None => Ok(()),
    }
}

/// The pieces of chess with White's and Black's symbols.
const CHESS: [(&str, [char; 2]); 6] = [
    ("King", ['♔', '♚']),
    ("Queen", ['♕', '♛']),
    ("Rook", ['♖', '♜']),
    ("Bishop", ['♗', '♝']),
    ("Knight", ['♘', '♞']),
    ("Pawn", ['♙', '♟']),
];

/// How a piece is shown. Only the pieces of chess have symbols; the others keep their letters. Where symbols
/// are `colored`, both sides have the same.
fn sign(unicode: bool, kind: &Kind, colored: bool) -> String {
    let figure = CHESS.iter().find(|(name, _)| *name == kind.name).filter(|_| unicode);
    match figure {
        Some((_, [white, black])) => {
            // The filled symbols are easier to see in any color.
            let shown = if !colored && kind.color == Color::White { white } else { black };
            // A piece in hand that was promoted returns as another piece.
            let mark = kind.mark.filter(|&mark| mark == FALLEN_MARK);
            [Some(*shown), mark].into_iter().flatten().collect()
        }
        None => kind.sign(),
    }
}
