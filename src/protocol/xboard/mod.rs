//! What XBoard is told about a game, and how it then writes moves and positions.
//!
//! XBoard 4.9.1 learns a game from one `setup` line with the table of pieces and the starting position,
//! and one `piece` line for each kind whose moves it would not guess. [`brief`] says what to send and
//! what XBoard knows then. [`menu`] says which games are offered to it under which names. A session
//! over CECP sends the lines; nothing here knows the protocol.
//!
//! `names` has the names of XBoard's own games, `scheme` chooses among its built-in rules, `slots` has
//! the pictures, `table` assigns one to each piece, `notation` prints moves in its dialect, and
//! `announce` puts everything together.

/// The maximum length of a line to a GUI in bytes, without its end. WinBoard 4.9.1 closes an engine
/// that sends a line of 4,096 bytes or more; XBoard has room for 8,191.
pub const LONGEST_LINE: usize = 4000;

mod announce;
mod dialect;
mod hand_slots;
pub mod menu;
mod names;
pub mod notation;
mod piece_moves;
mod saved;
mod scheme;
mod slots;
mod table;
mod view;

pub use announce::{Briefing, GuiKind, Knowledge, PieceLine, brief, pieces_tag, unshowable};
pub use dialect::{Dialect, PASS, Passing, Promoted, castle_of};
pub use names::taken_for;
pub use saved::{TRANSLATOR, translate, variant_of};
pub use slots::{Pictures, Sizes, is_for_pawns};
