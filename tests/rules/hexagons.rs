//! Hexagonal chess on a board aslant: a file is a file, and the ranks to the right of the middle are one step
//! higher for each file, so that every line of hexagons is a line of squares.

use crate::common::files::Files;
use fibnif::rules::position::{Position, perft, playable};
use fibnif::rules::variant::Catalog;

/// Gliński's chess.
const GLINSKI: &str = r#"
title = "Glinski's Hexagonal Chess"
start = "*****bknrp1/****qb2p2/***n1b1p3/**r3p4/*ppppp5/11/5PPPPP*/4P3R**/3P1B1N***/2P2BK****/1PRNQB***** w - - 0 1"

[pieces]
P = { betza = ["mfW", "celW", "cefrF", "imfnD"], promotes = { to = "own", squares = "a6 b7 c8 d9 e10 f11:k11" } }
N = { betza = ["rfC", "frC", "lbC", "blC", "rfZ", "frZ", "lbZ", "blZ", "rbN", "brN", "lfN", "flN"] }
B = { betza = ["rfNN", "frNN", "lbNN", "blNN", "flB", "brB"] }
R = { betza = ["R", "frB", "blB"] }
Q = { betza = ["R", "frB", "blB", "rfNN", "frNN", "lbNN", "blNN", "flB", "brB"] }
K = { betza = ["W", "frF", "blF", "rfN", "frN", "lbN", "blN", "flF", "brF"], royal = "check" }
"#;

#[test]
fn hexagons_are_squares_aslant() {
    let files = Files::new("hexagons", &[("glinski.toml", GLINSKI)]);
    let mut catalog = Catalog::default();
    catalog.add_path(&files.0).unwrap();
    let start = Position::start(playable(&catalog.resolve("glinski").unwrap()).unwrap());
    for (plies, nodes) in [(1, 51), (2, 2_586), (3, 137_858)] {
        assert_eq!(perft(&start, plies), nodes, "{plies}");
    }
}
