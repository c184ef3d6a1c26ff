//! Variant and army files: their meaning, and errors with their places.

#[path = "../common/mod.rs"]
mod common;

mod augmenters;
mod errors;
mod exported;
mod fuzz;
mod import;
mod schema;
mod shipped;
mod user_files;
