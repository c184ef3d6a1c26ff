//! Narrow Chess.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod solver;

use std::sync::Arc;

use fibnif::game::{Game, compile};
use fibnif::geometry::Color;
use fibnif::variant::Catalog;
use solver::{Share, Solver};

fn game(variant: &str) -> Arc<Game> {
    compile(&Catalog::builtin().resolve(variant).unwrap()).unwrap()
}

fn share(men: &str) -> Share {
    Solver::new(game("narrow")).mirrored().share(men, Color::White, |_| true)
}

#[test]
fn a_dragon_wins_only_by_stalemate() {
    let t = std::time::Instant::now();
    for men in ["KDk", "KRk", "KQk", "Kk"] {
        let s = share(men);
        println!("{men} {s:?} {} {:?}", s.percent(), t.elapsed());
    }
}
