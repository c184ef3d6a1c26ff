//! The game itself: carries out commands, listens to the engine, reports what happened. It never blocks.

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

pub use advice::MOMENT;
pub use annotations::Room;
pub use state::{Autosave, Figures, Note, Seats, Session, Start, Talk};
pub use words::{line_of, moves_of, score_for_white};
