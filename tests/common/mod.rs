//! Shared helpers: games, positions and moves by their text here, larger helpers in modules. No test
//! needs all of it.

#![allow(dead_code, reason = "each test takes what it needs")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "the naive models count in plain integers, which boards keep small"
)]

pub mod alike;
pub mod counts;
pub mod crossed;
pub mod fake_worker;
pub mod files;
pub mod invented;
pub mod naive;
pub mod program;
#[cfg(unix)]
pub mod pty;
pub mod referee;
pub mod selections;
pub mod solver;
pub mod webdriver;

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fibnif::engine::search::{Limits, SearchResult, Searcher};
use fibnif::rules::game::{Game, compile};
use fibnif::rules::geometry::Color;
use fibnif::rules::position::{Move, MoveKind, Position, Reason};
use fibnif::rules::variant::{Catalog, VariantDef};

/// A file or folder of `tests/data`.
pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// The definition of a shipped variant.
pub fn definition(variant: &str) -> VariantDef {
    Catalog::builtin().resolve(variant).unwrap_or_else(|error| panic!("{variant}: {error}"))
}

/// A definition, compiled.
pub fn compiled(def: &VariantDef) -> Arc<Game> {
    compile(def).unwrap_or_else(|error| panic!("{}: {error}", def.id))
}

/// A shipped variant, compiled.
pub fn game(variant: &str) -> Arc<Game> {
    compiled(&definition(variant))
}

/// A position of a shipped variant.
pub fn position(variant: &str, fen: &str) -> Position {
    Position::from_fen(game(variant), fen).unwrap_or_else(|error| panic!("{variant} `{fen}`: {error}"))
}

/// The legal moves, in the generator's order.
pub fn legal(position: &Position) -> Vec<Move> {
    legal_of(position, MoveKind::All)
}

/// The legal moves of a kind.
pub fn legal_of(position: &Position, kind: MoveKind) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(kind, &mut moves);
    moves
}

/// The legal moves as texts.
pub fn moves(position: &Position) -> BTreeSet<String> {
    legal(position).into_iter().map(|m| position.move_text(m)).collect()
}

/// The moves of the piece on that square, without it.
pub fn moves_from(position: &Position, square: &str) -> BTreeSet<String> {
    moves(position).into_iter().filter_map(|text| text.strip_prefix(square).map(str::to_owned)).collect()
}

/// A set of texts.
pub fn set<const N: usize>(texts: [&str; N]) -> BTreeSet<String> {
    texts.map(str::to_owned).into()
}

/// Plays moves separated by spaces. Each is unmade once: the position must be as before, and consistent
/// after it.
pub fn play(position: &mut Position, texts: &str) {
    for text in texts.split(' ') {
        let (fen, key) = (position.fen(), position.key());
        let played = position.parse_move(text).unwrap_or_else(|error| panic!("`{fen}` {text}: {error}"));
        position.make(played);
        position.unmake();
        assert_eq!((position.fen(), position.key()), (fen.clone(), key), "after taking back {text}");
        position.make(played);
        position.validate().unwrap_or_else(|fault| panic!("`{fen}` {text}: {fault}"));
    }
}

/// The position after these moves.
pub fn after(mut position: Position, texts: &str) -> Position {
    play(&mut position, texts);
    position
}

/// The winner of a finished game, and the reason.
pub fn end(position: &Position) -> Option<(Option<Color>, Reason)> {
    position.outcome().map(|outcome| (outcome.winner, outcome.reason))
}

/// The result of the engine with this number of nodes, and the text of its move.
pub fn best(position: &Position, nodes: u64) -> (String, SearchResult) {
    let mut searcher = Searcher::new(position.game(), 1);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let best = searcher.run(&mut position.clone(), &limits, &AtomicBool::new(false), &mut |_| ());
    (position.move_text(best.best_move.unwrap()), best)
}

/// An error that names what differs from the expectation.
#[allow(clippy::needless_pass_by_value, reason = "found values are mostly fresh")]
pub fn same<T: PartialEq + Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found:?}, not {expected:?}")) }
}
