//! What XBoard is told of the games with different armies, for every pairing.

mod common;

use std::time::Instant;

use common::fake_worker::FakeWorker;
use fibnif::cecp::{Event, Session};
use fibnif::variant::Catalog;

const ARMIES: [&str; 4] = ["fide", "clobberers", "nutters", "rookies"];

/// What makes XBoard take a line of an engine for something else: a failed start, a result, an
/// offer.
const FORBIDDEN: &[&str] = &[
    "not found",
    "No such file",
    "Permission denied",
    "can't alloc",
    "unknown host",
    "No remote directory",
    "Draw",
    "draw",
    "offer",
    "resign",
    "checkmate",
];

fn ask(line: &str) -> Vec<String> {
    let mut session = Session::new(Catalog::builtin()).unwrap();
    let mut replies = Vec::new();
    let _ = session.handle(
        Event::Line(line.to_string()),
        Instant::now(),
        &mut FakeWorker::default(),
        &mut replies,
    );
    replies.iter().map(ToString::to_string).collect()
}

fn pairings() -> impl Iterator<Item = (&'static str, &'static str)> {
    ARMIES.into_iter().flat_map(|white| ARMIES.map(|black| (white, black)))
}

/// The slots of one half of a table and what stands in them, nicknames aside.
fn entries(table: &str) -> Vec<char> {
    let mut entries = Vec::new();
    let mut letters = table.chars();
    while let Some(letter) = letters.next() {
        if letter == '=' {
            letters.next();
        } else {
            entries.push(letter);
        }
    }
    entries
}

#[test]
fn every_pairing_has_a_table_of_xboards_shape() {
    for (white, black) in pairings() {
        let lines = ask(&format!("variant cwda-{white}-{black}"));
        println!("{}", lines.join("\n"));
        let setup = lines.first().unwrap().strip_prefix("setup (").unwrap();
        let (table, rest) = setup.split_once(") ").unwrap();
        assert!(table.len() < 500 && !table.contains(' '), "{table}");
        let entries = entries(table);
        assert!(entries.len().is_multiple_of(2) && (12..=132).contains(&entries.len()), "{table}");
        let (whites, blacks) = entries.split_at(entries.len() / 2);
        for (half, king, pawn) in [(whites, 'K', 'P'), (blacks, 'k', 'p')] {
            assert_eq!((half.last(), half.first()), (Some(&king), Some(&pawn)), "{table}");
            let letters: Vec<_> = half.iter().filter(|&&letter| letter != '.').collect();
            assert_eq!(letters.len(), 6, "{table}");
            assert!(
                letters.iter().all(|&&letter| half.iter().filter(|&&other| other == letter).count() == 1),
                "{table}"
            );
            // Rules of XBoard's own that fit none of these pieces: pawns, weak men.
            for slot in [5, 6, 9, 17, 18, 19, 21] {
                assert!(
                    half.get(slot).is_none_or(|&letter| letter == '.' || slot + 1 == half.len()),
                    "slot {slot} in {table}"
                );
            }
        }
        let fen = rest.strip_prefix("8x8+0_fairy ").unwrap();
        assert!(fen.ends_with(" w KQkq - 0 1"), "{fen}");
        // Corner men in slot 3, so that XBoard keeps the castling rights.
        assert_eq!(fen.chars().next(), blacks.get(3).copied());
        assert_eq!(fen.rsplit('/').next().and_then(|row| row.chars().next()), whites.get(3).copied());
    }
}

#[test]
fn every_man_but_the_pawn_is_described() {
    for (white, black) in pairings() {
        let lines = ask(&format!("variant cwda-{white}-{black}"));
        assert_eq!(lines.len(), 11, "{lines:?}");
        for line in &lines[1..] {
            let (letter, moves) = line.strip_prefix("piece ").unwrap().split_once(' ').unwrap();
            assert!(letter.len() == 1 && !moves.is_empty() && !moves.contains(' '), "{line}");
        }
    }
}

#[test]
fn colorbound_corners_castle_three_squares_on_the_a_side() {
    let lines = ask("variant cwda-clobberers-fide");
    assert!(lines.contains(&"piece K KirO2ilO3".to_string()), "{lines:?}");
    assert!(lines.contains(&"piece k KisO2".to_string()), "{lines:?}");
    let lines = ask("variant cwda-rookies-clobberers");
    assert!(lines.contains(&"piece K KisO2".to_string()), "{lines:?}");
    assert!(lines.contains(&"piece k KilO2irO3".to_string()), "{lines:?}");
}

#[test]
fn partners_that_stand_in_no_corner_are_found() {
    let lines = ask("variant gustav3");
    assert!(lines.contains(&"piece K KisjO2".to_string()), "{lines:?}");
}

/// Other rules of XBoard's would call it a draw when a side has no move.
#[test]
fn where_whoever_cannot_move_wins_xboard_plays_by_rules_that_say_so() {
    let lines = ask("variant antichess");
    assert!(lines[0].contains(" 8x8+0_giveaway "), "{lines:?}");
}

#[test]
fn no_announcement_has_words_xboard_takes_for_something_else() {
    for (white, black) in pairings() {
        for line in ask(&format!("variant cwda-{white}-{black}")) {
            assert!(FORBIDDEN.iter().all(|word| !line.contains(word)), "{line}");
        }
    }
}

#[test]
fn no_variant_name_is_taken_for_one_of_xboards() {
    const WITHIN: &[&str] = &[
        "wildcastle",
        "nocastle",
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
        "frc",
        "960",
    ];
    let features = ask("protover 2").into_iter().find(|line| line.starts_with("feature variants")).unwrap();
    let names = features.split('"').nth(1).unwrap();
    for name in names.split(',') {
        assert!(name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'), "{name}");
        if name.contains('-') {
            assert!(WITHIN.iter().all(|word| !name.contains(word)), "{name}");
        }
    }
    assert_eq!(names.split(',').next(), Some("normal"));
    for (white, black) in pairings() {
        assert!(names.split(',').any(|name| name == format!("cwda-{white}-{black}")), "{names}");
    }
}

#[test]
fn ordinary_chess_needs_no_announcement() {
    assert!(ask("variant normal").is_empty());
    assert!(ask("variant standard").is_empty());
    assert!(ask("variant fairy").first().unwrap().starts_with("setup "));
}

#[test]
fn promotion_to_either_army_shows_the_foreign_men() {
    let lines = ask("variant cwda:clobberers/nutters;promotion=both");
    println!("{}", lines.join("\n"));
    assert_eq!(lines.len(), 1 + 2 * 9, "{lines:?}");
}
