//! What is legal: from notation and variant files to positions and their moves. What a move is worth is said
//! in [`crate::engine`].
//!
//! | module | what it does |
//! |---|---|
//! | [`geometry`] | squares, colors, offsets, board shapes |
//! | [`letter`] | the letters of pieces |
//! | [`betza`] | notation to syntax tree to moves |
//! | [`variant`] | files, armies, choices, and the definition they merge to |
//! | [`game`] | the compiled form: tables, castling, promotion, hash keys |
//! | [`position`] | pieces on squares: legal moves, make and unmake, FEN, results |
//! | [`pgn`] | moves and games as people write them |
//! | [`export`] | variants in the forms of other programs |

pub mod betza;
pub mod export;
pub mod game;
pub mod geometry;
pub mod letter;
pub mod pgn;
pub mod position;
pub mod variant;
