//! Greener Chess.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[allow(dead_code, reason = "what other variants need")]
mod solver;

use solver::{Solver, game};

#[test]
fn explore() {
    for king in ["none", "Crab", "Barc", "A", "D"] {
        let t = std::time::Instant::now();
        let v = Solver::new(game(&format!("greener:fide;king={king}"))).solve("8/8/8/8/8/4K3/R7/4k3 b - - 0 1");
        println!("{king} {v:?} {:?}", t.elapsed());
        let v = Solver::new(game(&format!("greener:fide;king={king}"))).solve("k7/8/KP6/8/8/8/8/8 w - - 0 1");
        println!("{king} {v:?} {:?}", t.elapsed());
    }
}
