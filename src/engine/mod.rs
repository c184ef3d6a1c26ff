//! What is good: the value of a position and the best move in it. Nothing here asks who plays, or prints.
//!
//! | module | what it does |
//! |---|---|
//! | [`eval`] | static evaluation, derived from the moves |
//! | [`solve`] | endings solved for any pieces |
//! | [`search`] | alpha-beta search |

mod convert;
pub mod eval;
pub mod search;
pub mod solve;
