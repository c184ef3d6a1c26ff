//! The search visits the same nodes on every machine, and a change of their number shows in the
//! difference of `tests/data/signature.txt`.
//!
//! A change that intends to alter the search (or the evaluation) writes the file anew with `UPDATE=1
//! cargo test --test search signature::` and reports its gain.

use std::fmt::Write;
use std::fs;

use crate::common::data;
use fibnif::commands::bench;
use fibnif::rules::variant::Catalog;

/// Deep enough to use every part of the search, and done in seconds with all checks on.
const DEPTH: u32 = 7;

#[test]
fn the_bench_visits_the_nodes_of_the_signature() {
    let mut text = format!("# Nodes of `fibnif bench --depth {DEPTH}`. See tests/search/signature.rs.\n");
    let mut total = 0;
    for count in bench::counts(&Catalog::builtin(), DEPTH).unwrap() {
        writeln!(text, "{} {}", count.variant, count.nodes).unwrap();
        total += count.nodes;
    }
    writeln!(text, "total {total}").unwrap();
    let path = data("signature.txt");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    assert_eq!(text, expected, "the search has changed; if it was meant to, run with UPDATE=1");
}
