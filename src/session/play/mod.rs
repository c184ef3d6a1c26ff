//! A game between a person and the engine: carries out what is typed or clicked, listens to the engine, and
//! reports what happened. It knows no screen and never blocks. The terminal and the browser show it.

mod about;
mod actions;
mod advice;
mod choose;
mod clocks;
mod complete;
mod course;
mod ending;
mod files;
mod keep;
mod keeper;
mod line;
mod obey;
mod picture;
mod players;
mod shelf;
mod start;
mod state;
mod tell;
mod text;
mod turn;
mod voice;
mod words;

use crate::rules::pgn::Written;
use crate::rules::variant::Catalog;
use crate::session::Selected;

pub use about::{in_hand, turn};
pub use actions::{Action, Key, List, Page, TABLE, of_key, read};
pub use advice::MOMENT;
pub use clocks::{Clocks, shown};
pub use course::WrittenPly;
pub use keeper::SavedGame;
pub use picture::{Chosen, Marks, Picture};
pub use start::{FrontEnd, Sides, Start};
pub use state::Session;
pub use voice::Note;
pub use words::line_of;

/// How written games of other programs are read, from the module that knows those programs.
#[derive(Clone, Copy)]
pub struct Translator {
    /// The variant of a written game, as a text form.
    pub variant_of: fn(&Catalog, &Written) -> String,
    /// Makes a written game of this name readable that a program has saved in a form of its own.
    pub translate: fn(&Selected, &str, &mut Written),
}
