//! Moves, ends and positions of every kind of game.

#[path = "../common/mod.rs"]
mod common;

mod augmented_half;
mod chess;
#[cfg(feature = "large")]
mod chu;
mod colorboundmost;
mod combined;
mod counting;
mod crossed;
mod cwda;
mod ends;
mod faults;
mod fens;
mod forced;
mod games;
mod gates;
mod generators;
mod greener;
mod hexagons;
mod janggi;
mod kings;
mod letters;
mod loans;
mod narrow;
mod nearly;
mod passes;
mod perft;
mod refused;
mod repetition;
mod series;
mod told;
mod turned;
mod walls;
