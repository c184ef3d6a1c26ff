//! Files that combine every word of variant files with every other are refused, or played as the naive
//! generator plays them.

use std::collections::BTreeSet;

use super::generators::Comparison;
use crate::common::crossed::{Crossed, PAIRS, combine, cross};
use crate::common::files::Files;
use fibnif::rules::position::playable;
use fibnif::rules::variant::{Catalog, Key, Keys, VARIANT, VariantError};

/// Keys that no file of these has, and why.
const NOT_DRAWN: [(&str, &str); 11] = [
    ("pieces.NAME.name", "a text for people"),
    ("pieces.NAME.aliases", "the same"),
    ("pieces.NAME.letters", "letters are compared in the shipped armies"),
    ("pieces.NAME.value", "it is the evaluation's"),
    ("pieces.NAME.findings", "a text for people"),
    ("pieces.NAME.xboard", "for XBoard"),
    ("rules.castling.homes", "pieces are dropped before the game in `placement`, which is shipped"),
    ("rules.repetition.chase", "chases are tested against another program"),
    ("rules.shuffle.colors", "which order a game starts with is no rule of play"),
    ("rules.shuffle.apart", "the same"),
    ("rules.shuffle.never", "the same"),
];

/// What became of the files of some seeds.
#[derive(Default)]
pub struct Tally {
    refused: u32,
    played: u32,
    pub differences: Vec<String>,
}

/// Plays files with their seeds.
pub fn play(files: impl Iterator<Item = (u64, Crossed)>, games: u64, plies: u32) -> Tally {
    let mut tally = Tally::default();
    for (seed, crossed) in files {
        if std::env::var("FILES").is_ok() {
            eprintln!("# seed {seed}: {:?}\n{}", crossed.words, crossed.file);
        }
        let files = Files::new("crossed", &[("crossed.toml", &crossed.file)]);
        let read = || {
            let mut catalog = Catalog::default();
            catalog.add_path(&files.0)?;
            let def = catalog.resolve("crossed")?;
            Ok::<_, VariantError>((playable(&def)?, def))
        };
        match read() {
            Err(error) => {
                tally.refused += 1;
                if std::env::var("REFUSED").is_ok() {
                    eprintln!("seed {seed} {:?}: {}", crossed.words, error.brief());
                }
            }
            Ok((game, def)) => {
                tally.played += 1;
                let played = std::panic::catch_unwind(|| Comparison { game, naive: def }.run(games, plies));
                let played = played.unwrap_or_else(|panic| {
                    let text = panic.downcast_ref::<String>().map_or("", String::as_str);
                    Err(format!("panic: {text}"))
                });
                if let Err(difference) = played {
                    let told = format!("seed {seed} {:?}: {difference}", crossed.words);
                    eprintln!("{told}");
                    tally.differences.push(told);
                }
            }
        }
    }
    eprintln!("{} played, {} refused, {} differences", tally.played, tally.refused, tally.differences.len());
    tally
}

/// The files of seeds.
fn of_seeds(seeds: std::ops::Range<u64>) -> impl Iterator<Item = (u64, Crossed)> {
    seeds.map(|seed| (seed, cross(seed)))
}

/// A number that the environment may set.
fn number(name: &str, usual: u32) -> u32 {
    std::env::var(name).map_or(usual, |number| number.parse().unwrap())
}

#[test]
fn crossed_files_are_played_as_the_naive_generator_plays_them() {
    let tally = play(of_seeds(0..80), 1, 14);
    assert_eq!(tally.differences, Vec::<String>::new());
    assert!(tally.played > 2 * tally.refused, "{} played, {} refused", tally.played, tally.refused);
}

/// Files that were once played wrongly.
const ONCE_WRONG: [(&[&str], u64); 10] = [
    // A king that is captured, where another is left, faces none any more.
    (&["royals last", "ends.facing"], 372),
    // A king that begins to count keeps the right to let a piece enter where it stands.
    (&["royals by place", "gates"], 1607),
    // A pawn that captures without leaving keeps its double step for the next turn.
    (&["turn series", "captor stays", "castling O", "no king"], 1932),
    // A move that is a double step and another one as well is the other.
    (&["in.en_passant", "no king", "letters"], 1845),
    (&["pass", "ends.bare", "path", "letters"], 1896),
    // Where captures are forced, the wall of a turn is none.
    (&["walls", "capture"], 502),
    // The right of an unmoved pawn is not that of the piece behind it.
    (&["mate by pieces", "castling O", "gates"], 30149),
    // A rook that castles need not open a gate.
    (&["turn series", "castling shuffled", "gates and drops"], 30301),
    // Of two kings one may be left in check, after a series of moves as well.
    (&["turn series", "drops.mate", "changes_side", "royals not-all"], 30092),
    // A piece does not enter where that alone answers a check by the mover, which has changed sides.
    (&["changes_side", "ends.bare", "gates and drops"], 30393),
];

#[test]
fn crossed_files_that_were_played_wrongly_are_played_rightly() {
    let files = ONCE_WRONG.iter().map(|&(words, seed)| (seed, combine(words, seed)));
    let tally = play(files, 4, 30);
    assert_eq!((tally.differences, tally.refused), (Vec::<String>::new(), 0));
}

/// All keys of a table, with those below them.
fn keys_of(keys: &'static [Key], prefix: &str, found: &mut BTreeSet<String>) {
    for key in keys {
        let path = format!("{prefix}{}", key.name);
        let below = format!("{path}{}.", key.below.label());
        if !NOT_DRAWN.iter().any(|(key, _)| *key == path) {
            if !matches!(key.below, Keys::Short(..) | Keys::Table(_)) {
                found.insert(path);
            }
            keys_of(key.below.keys(), &below, found);
        }
    }
}

/// All keys that a file has, as [`keys_of`] writes them.
fn keys_in(table: &toml::Table, keys: &Keys, prefix: &str, found: &mut BTreeSet<String>) {
    for (key, value) in table {
        let (path, below) = if let Keys::Named(below) | Keys::Roles(below) = keys {
            (prefix.trim_end_matches('.').to_owned() + ".NAME", *below)
        } else {
            let Some(known) = keys.keys().iter().find(|known| known.name == key.as_str()) else { continue };
            (format!("{prefix}{key}"), &known.below)
        };
        let tables = match value {
            toml::Value::Table(table) => vec![table],
            toml::Value::Array(items) => items.iter().filter_map(toml::Value::as_table).collect(),
            _ => Vec::new(),
        };
        for table in tables {
            keys_in(table, below, &format!("{path}."), found);
        }
        found.insert(path);
    }
}

#[test]
fn crossed_files_have_every_key_of_pieces_zones_rules_and_hands() {
    let (mut wanted, mut found) = (BTreeSet::new(), BTreeSet::new());
    for key in VARIANT.iter().filter(|key| ["pieces", "zone", "rules", "hands"].contains(&key.name)) {
        keys_of(key.below.keys(), &format!("{}{}.", key.name, key.below.label()), &mut wanted);
    }
    for seed in 0..PAIRS {
        let table: toml::Table = cross(seed).file.parse().unwrap();
        keys_in(&table, &Keys::Table(&VARIANT), "", &mut found);
    }
    let missing: Vec<&String> = wanted.difference(&found).collect();
    assert_eq!(missing, Vec::<&String>::new());
}

/// `SEEDS=178..400` narrows it down, and `WORD=walls` to files with that word.
#[test]
#[ignore = "an hour"]
fn very_many_crossed_files_are_played_as_the_naive_generator_plays_them() {
    let range = std::env::var("SEEDS").unwrap_or(format!("0..{}", 2 * PAIRS));
    let (first, end) = range.split_once("..").expect("SEEDS is a range as 178..400");
    let seeds = first.parse().unwrap()..end.parse().unwrap();
    let word = std::env::var("WORD").ok();
    let has = |crossed: &Crossed| word.as_ref().is_none_or(|word| crossed.words.iter().any(|w| w == word));
    let files = of_seeds(seeds).filter(|(_, crossed)| has(crossed));
    let tally = play(files, number("GAMES", 2).into(), number("PLIES", 30));
    assert_eq!(tally.differences, Vec::<String>::new());
}
