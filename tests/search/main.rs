//! Search, evaluation and learning.

#[path = "../common/mod.rs"]
mod common;

mod clock;
mod engine;
mod evaluation;
mod learning;
mod net;
mod searcher;
mod signature;
