//! `analyze`: positions, games and suites.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use crate::common::program::{complains, file, prints};

#[test]
fn analyze_tells_the_best_lines_for_people_and_for_scripts() {
    let mate = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    let said = prints(["analyze", "chess", "--fen", mate, "--depth", "4", "--lines", "2"]);
    let lines: Vec<&str> = said.lines().filter(|line| line.contains("depth")).collect();
    assert!(lines[0].contains("#1") && lines[0].ends_with("1. Rd8#") && lines.len() == 2, "{said}");
    let said = prints(["analyze", "narrow", "--nodes", "2000", "--json", "--lines", "2"]);
    let value: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(value["lines"].as_array().unwrap().len(), 2, "{said}");
    assert!(value["lines"][0]["cp"].is_number() && value["side"] == "White", "{said}");
    let over = prints(["analyze", "chess", "--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]);
    assert!(over.contains("stalemate, a draw"), "{over}");
    assert!(complains(2, ["analyze", "chess", "--fen", "x"]).contains("FEN"));
}

#[test]
fn analyze_marks_the_bad_moves_of_a_game_and_draws_its_course() {
    let pgn =
        file("analyze", "fool.pgn", "[White \"Fool\"]\n\n1. f3! {bold} e5 2. g4 (2. e4 Nc6) Qh4# 0-1\n");
    let annotated = pgn.with_file_name("marked.pgn");
    let chart = pgn.with_file_name("fool.svg");
    let said = prints([
        OsStr::new("analyze"),
        "--pgn".as_ref(),
        pgn.as_os_str(),
        "--depth".as_ref(),
        "5".as_ref(),
        "--chart".as_ref(),
        chart.as_os_str(),
        "--annotated".as_ref(),
        annotated.as_os_str(),
    ]);
    // Existing comments stay, and the program's own marks are recognized as such.
    let text = fs::read_to_string(annotated).unwrap();
    let [game] = &fibnif::pgn::read(&text)[..] else { panic!("{text}") };
    assert!(
        text.starts_with("[White \"Fool\"]\n\n1. f3! {bold} 1... e5 2. g4?? (2. e4 Nc6) {#-1} (2. "),
        "{text}"
    );
    assert_eq!((game.moves.len(), game.result.as_str()), (4, "0-1"), "{text}");
    assert!(said.contains("2. g4??") && said.contains("better: 2. "), "{said}");
    assert!(said.contains("White: 1 blunder, ") && said.contains("Black: no mistakes; "), "{said}");
    assert!(!said.contains("Qh4#?") && said.contains(" -5 |"), "{said}");
    assert!(fs::read_to_string(chart).unwrap().starts_with("<svg"));
    let wrong = file("analyze", "wrong.pgn", "1. e4 e5\n2. Ke3 *\n");
    let fault = complains(2, [OsStr::new("analyze"), "--pgn".as_ref(), wrong.as_os_str()]);
    assert!(fault.contains("wrong.pgn:2: illegal move `Ke3`: the king on e1 does not move to e3"), "{fault}");
}

#[test]
fn analyze_counts_the_solved_positions_of_a_suite() {
    let suite = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"back rank\";\n\
                 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - am Rd8#; id \"not that\";\n";
    let path = file("suite", "two.epd", suite);
    let args = |path: &Path| {
        ["analyze", "chess", "--depth", "4", "--epd"]
            .map(OsStr::new)
            .into_iter()
            .chain([path.as_os_str()])
            .map(OsStr::to_owned)
            .collect::<Vec<_>>()
    };
    let said = prints(args(&path));
    assert!(said.contains("solved  back rank") && said.contains("missed  not that"), "{said}");
    assert!(said.ends_with("solved 1 of 2\n"), "{said}");
    for (line, reason) in
        [("8/8/8/8/8/8/8/8 w - -", "operations"), ("6k1/8/8/8/8/8/8/R5K1 w - - bm Zz1;", "Zz1")]
    {
        let fault = complains(2, args(&file("suite", "bad.epd", line)));
        assert!(fault.contains("bad.epd:1: ") && fault.contains(reason), "{fault}");
    }
}
