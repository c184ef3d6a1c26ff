//! Perft counts from other programs (`data/perft/*.perft`), against the compiled game and the naive
//! generator.

use std::collections::HashMap;
use std::fs;
use std::sync::Arc;

use crate::common::naive::Naive;
use crate::common::{compiled, data, definition, position};
use fibnif::rules::game::Game;
use fibnif::rules::position::{Position, perft, perft_making};

/// One line of a `.perft` file.
struct Line {
    variant: String,
    fen: String,
    /// Counts for 1, 2, .. plies, as far as they were published.
    counts: Vec<Option<u64>>,
}

impl Line {
    fn read(text: &str) -> Line {
        let fields: Vec<&str> = text.split('|').map(str::trim).collect();
        let [variant, fen, counts, _name] = fields[..] else { panic!("four fields expected: {text}") };
        let counts = counts.split(' ').map(|count| (count != ".").then(|| count.parse().unwrap())).collect();
        Line { variant: variant.to_owned(), fen: fen.to_owned(), counts }
    }

    /// The depths whose counts are in the range, with those counts.
    fn depths(&self, range: &std::ops::Range<u64>) -> impl Iterator<Item = (u32, u64)> {
        let known = (1..).zip(&self.counts).filter_map(|(depth, count)| Some((depth, (*count)?)));
        known.filter(|(_, count)| range.contains(count))
    }
}

/// Every line of the files in `data/perft/`.
fn lines() -> Vec<Line> {
    let folder = data("perft");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "perft"));
    files.sort();
    let texts: Vec<String> = files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    texts.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with('#')).map(Line::read).collect()
}

fn naive_perft(position: &Naive, depth: u32) -> u64 {
    let successors = position.successors();
    if depth <= 1 {
        return successors.len() as u64;
    }
    successors.values().map(|after| naive_perft(after, depth - 1)).sum()
}

/// Counts every line to the deepest depth whose expected count is in the range. Returns the
/// differences.
fn wrong_counts(range: std::ops::Range<u64>, count: impl Fn(&mut Position, u32) -> u64) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut games: HashMap<String, Arc<Game>> = HashMap::new();
    let lines = lines();
    assert!(!lines.is_empty());
    for line in lines {
        let Some((depth, expected)) = line.depths(&range).last() else { continue };
        let game = games.entry(line.variant.clone()).or_insert_with(|| compiled(&definition(&line.variant)));
        let mut position = Position::from_fen(game.clone(), &line.fen)
            .unwrap_or_else(|error| panic!("{}: {error}", line.fen));
        let found = count(&mut position, depth);
        if found != expected {
            wrong.push(format!("{} `{}` depth {depth}: {found}, not {expected}", line.variant, line.fen));
        }
    }
    wrong
}

fn compiled_count(position: &mut Position, depth: u32) -> u64 {
    let fen = position.fen();
    // Whether or not the last ply is made.
    for depth in 1..=depth {
        let count = perft(position, depth);
        if count > 30_000 {
            break;
        }
        assert_eq!(perft_making(position, depth), count, "{fen}");
    }
    let count = perft(position, depth);
    assert_eq!(position.fen(), fen, "the position is as before");
    count
}

/// The count of the naive generator, which continues after a goal is reached or pieces are lost.
fn naive_count(position: &mut Position, depth: u32) -> u64 {
    let rules = &position.game().def.rules;
    // Where explosions spare the piece that captures, it still finds too many moves.
    if !rules.ends.is_empty() && position.game().def.hands.is_some() || !rules.immune.is_empty() {
        return perft(position, depth);
    }
    // With shuffled pieces, the definition is made for the FEN and its rights are written anew.
    naive_perft(&Naive::from_fen(&position.game().def, &position.fen()), depth)
}

#[test]
fn sequences_are_as_many_as_other_programs_count() {
    assert_eq!(wrong_counts(0..300_000, compiled_count), Vec::<String>::new());
}

#[test]
#[ignore = "some minutes"]
fn long_sequences_are_as_many_as_other_programs_count() {
    assert_eq!(wrong_counts(300_000..u64::MAX, compiled_count), Vec::<String>::new());
}

/// Nothing is counted after a special end of the game: a goal reached, pieces lost, checks given. The
/// numbers are Fairy-Stockfish's.
#[test]
fn nothing_is_counted_after_the_end_of_a_game() {
    for (variant, fen, counts) in [
        ("kingofthehill", "8/3k4/8/8/4p3/4K3/8/R7 w - - 0 1", [20, 135, 2595, 15199]),
        ("losers", "7k/6p1/8/5N2/8/8/1P6/K7 w - - 0 1", [1, 0, 0, 0]),
        ("losers", "k7/8/8/8/8/8/r1P5/7K w - - 0 1", [5, 35, 80, 1082]),
        ("codrus", "8/8/8/3k4/4P3/8/1r6/K7 w - - 0 1", [2, 1, 8, 64]),
        (
            "3check",
            "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1+3 0 1",
            [31, 861, 27053, 780_582],
        ),
        ("kinglet", "4k3/2p5/8/1P6/8/8/8/4K3 b - - 0 1", [7, 44, 334, 2542]),
        ("racingkings", "8/1K4k1/8/8/8/8/r7/7R w - - 0 1", [17, 302, 4078, 70929]),
        ("extinction", "4k3/8/8/3q4/4P3/8/8/3QK3 w - - 0 1", [0; 4]),
    ] {
        let position = position(variant, fen);
        for (depth, count) in (1..).zip(counts).filter(|(_, count)| *count < 100_000) {
            assert_eq!(perft(&position, depth), count, "{variant} {fen} {depth}");
            assert_eq!(perft_making(&position, depth), count, "{variant} {fen} {depth}");
        }
    }
}

#[test]
fn the_naive_generator_counts_the_same() {
    assert_eq!(wrong_counts(0..1_500, naive_count), Vec::<String>::new());
}

#[test]
#[ignore = "some minutes"]
fn the_naive_generator_counts_the_same_further_on() {
    assert_eq!(wrong_counts(1_500..100_000, naive_count), Vec::<String>::new());
}
