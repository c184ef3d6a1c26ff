//! Variant and army files: what they resolve to, and what is refused, where.

#[path = "../common/mod.rs"]
mod common;

mod augmenters;
mod errors;
mod fuzz;
mod shipped;
mod user_files;
