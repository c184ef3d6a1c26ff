//! The game itself: obeys commands, hears the engine, says what happened. It waits for nobody.

mod advice;
mod annotate;
mod annotating;
mod annotations;
mod choose;
mod complete;
mod files;
mod keep;
mod list;
mod obey;
mod places;
mod setup;
mod state;
mod tell;
mod text;
mod turn;
mod words;

pub use annotations::Room;
pub use state::{Autosave, Figures, Note, Seats, Session, Start, Talk, level};
pub use words::{line_of, moves_of, score_for_white};
