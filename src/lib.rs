//! Fibnif: a chess-variant engine that plays from Betza notation.

pub mod betza;
pub mod cecp;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod game;
pub mod geometry;
pub mod position;
pub mod search;
pub mod tools;
pub mod variant;
