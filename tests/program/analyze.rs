//! `analyze`: positions, games and suites.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use crate::common::program::{complains, fibnif, file, prints, talk};

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
    let said = prints([
        OsStr::new("analyze"),
        "--pgn".as_ref(),
        pgn.as_os_str(),
        "--depth".as_ref(),
        "5".as_ref(),
        "--annotated".as_ref(),
        annotated.as_os_str(),
    ]);
    // Existing comments stay, and the program's own marks are recognized as such.
    let text = fs::read_to_string(annotated).unwrap();
    let [game] = &fibnif::rules::pgn::read(&text)[..] else { panic!("{text}") };
    assert!(
        text.starts_with("[White \"Fool\"]\n\n1. f3! {bold} 1... e5 2. g4?? (2. e4 Nc6) {#-1} (2. "),
        "{text}"
    );
    assert_eq!((game.moves.len(), game.result.as_str()), (4, "0-1"), "{text}");
    assert!(said.contains("2. g4??") && said.contains("better: 2. "), "{said}");
    assert!(said.contains("White: 1 blunder") && said.contains("Black: no mistakes; "), "{said}");
    assert!(!said.contains("Qh4#?") && said.contains(" -5 |"), "{said}");
}

#[test]
fn a_bad_game_or_position_is_left_out_and_the_rest_analyzed() {
    let games = b"[White \"J\xf6rg\"]\n\n1. e4 {\xe9} e5 \xb1 2. Nf3N 1-0 {good}\n\n1. e4 e5\n2. Ke3 *\n\n\
                  [Variant \"nonesuch\"]\n\n*\n\n1. d4 (1. c4\n\n1. d4 *\n";
    let suite = "\u{feff}# suite\n6k1/5ppp/8/8/8/8/5PPP/3R2K1 w k - sm Rd8#; bm Rd8#, Rd7; \
                 id \"a;b\";\nx bm e4;\n\
                 6k1/8/8/8/8/8/8/R5K1 w - -\n6k1/8/8/8/8/8/8/R5K1 w - - 0 1 bm Zz1;\n";
    let path = file("analyze", "bad.pgn", "");
    fs::write(&path, games).unwrap();
    let marked = path.with_file_name("bad-marked.pgn");
    let args = ["--depth", "1", "--pgn", path.to_str().unwrap(), "--annotated", marked.to_str().unwrap()];
    let bad_games = [
        ":6: illegal move `Ke3`: the king on e1 does not move to e3",
        ":8: unknown variant",
        ":12: the variation that begins here is not closed: expected `)`",
        ": 3 of 5 games left out\n",
    ];
    let bad_lines = [
        ":2: note: FEN, castling (`k`): ",
        ":3: FEN, ",
        ":4: expected a best move",
        ":5: ",
        ": 3 of 4 positions left out\n",
    ];
    let suite = file("analyze", "bad.epd", suite);
    let epd = ["chess", "--depth", "4", "--epd", suite.to_str().unwrap()];
    for (args, faults, told) in [
        (&args[..], &bad_games[..], &["Jörg - ?", "1. d4"][..]),
        (&epd, &bad_lines, &["solved  a;b", "solved 1 of 1"]),
    ] {
        let output = fibnif([&["analyze"], args].concat());
        let (out, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(1), "{said}");
        for (said, fault) in said.split_inclusive('\n').zip(faults) {
            assert!(said.contains(fault) && said.starts_with("fibnif: "), "{said}{fault}");
        }
        assert!(
            said.lines().count() == faults.len() && told.iter().all(|text| out.contains(text)),
            "{said}{out}"
        );
    }
    let text = fs::read_to_string(marked).unwrap();
    assert!(text.starts_with("[White \"Jörg\"]\n\n1. e4 {é} 1... e5 $16 2. Nf3 $146 {good}"), "{text}");
    // A result that only the tag tells is that of the annotated game.
    let bare = file("analyze", "bare.pgn", "[Result \"1-0\"]\n\n1. e4 e5\n\n[Result \"½-½\"]\n\n");
    let marked = bare.with_file_name("bare-marked.pgn");
    let args = ["--depth", "1", "--pgn", bare.to_str().unwrap(), "--annotated", marked.to_str().unwrap()];
    assert!(fibnif([&["analyze"], &args[..]].concat()).status.success());
    assert!(fibnif(["referee", "--pgn", marked.to_str().unwrap()]).status.success());
    let text = fs::read_to_string(marked).unwrap();
    assert!(text.contains("e5 1-0\n") && text.contains("[Result \"1/2-1/2\"]\n\n1/2-1/2"), "{text}");
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
}

#[test]
fn a_suite_may_ask_for_a_mate_alone() {
    let suite = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - dm 1; id \"back rank\";\n\
                 k7/8/2K5/8/8/8/8/1Q6 w - - dm 2;\n\
                 6k1/5ppp/8/8/8/8/5PPP/4K3 w - - dm 3; id \"none\";\n";
    let said = talk(["analyze", "chess", "--depth", "6", "--epd", "-"], suite);
    assert!(said.contains("solved  back rank") && said.contains("solved  line 2"), "{said}");
    assert!(said.contains("missed  none") && said.contains("expected mate in 3"), "{said}");
    assert!(said.ends_with("solved 2 of 3\n"), "{said}");
    let bad = file("suite", "dm.epd", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - dm x;\n");
    let output = fibnif(["analyze", "chess", "--epd", bad.to_str().unwrap()]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("`dm x`: expected the number of moves to mate"));
}

#[test]
fn games_come_from_standard_input_and_an_empty_fen_is_none() {
    let games = "[Variant \"chess\"]\n[FEN \"\"]\n\n1. e4 e5 *\n";
    let said = talk(["referee", "--pgn", "-"], games);
    assert!(said.contains("\"ok\":true") && said.contains("\"plies\":2"), "{said}");
    let said = talk(["analyze", "--depth", "1", "--pgn", "-"], games);
    assert!(said.contains("1. e4") && said.contains("e5"), "{said}");
}
