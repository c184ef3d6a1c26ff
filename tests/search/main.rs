//! Search, evaluation and learning.

#[path = "../common/mod.rs"]
mod common;

mod engine;
mod evaluation;
mod learning;
mod searcher;
mod signature;
