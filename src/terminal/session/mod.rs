//! The game itself: obeys commands, hears the engine, says what happened. It waits for nobody.

mod advice;
mod choose;
mod files;
mod obey;
mod setup;
mod state;
mod tell;
mod turn;
mod words;

pub use state::{Figures, Note, Seats, Session, Start};
pub use words::{line_of, moves_of, score_for_white};
