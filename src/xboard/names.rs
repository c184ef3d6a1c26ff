//! The games XBoard has rules of its own for, by its names for them.
//!
//! These names are XBoard's, and facts about XBoard: they decide what it must be told, never how a
//! game is played.

/// XBoard's own games, and the names by which the protocol means chess.
const OWN: &[&str] = &[
    "normal",
    "standard",
    "chess",
    "nocastle",
    "wildcastle",
    "fischerandom",
    "bughouse",
    "crazyhouse",
    "losers",
    "suicide",
    "giveaway",
    "twokings",
    "kriegspiel",
    "atomic",
    "3check",
    "shatranj",
    "xiangqi",
    "shogi",
    "courier",
    "gothic",
    "capablanca",
    "knightmate",
    "cylinder",
    "falcon",
    "caparandom",
    "janus",
    "super",
    "great",
    "makruk",
    "seirawan",
    "grand",
    "spartan",
    "asean",
    "lion",
    "elven",
    "chu",
];

/// Whether XBoard needs to be told nothing of a game of this name.
pub fn is_own(name: &str) -> bool {
    OWN.contains(&name)
}
