//! Games that are over, over UCI: a score and no move, as Stockfish and Fairy-Stockfish answer.

use crate::uci::Engine;

/// The score and the move in a position: the last `score` and the `bestmove`.
fn verdict(engine: &mut Engine, go: &str) -> (Vec<String>, String) {
    engine.send(go);
    let mut heard = engine.until("bestmove");
    let best = heard.pop().unwrap();
    (heard.into_iter().filter(|line| line.contains(" score ")).collect(), best)
}

#[test]
fn a_game_that_is_over_has_a_score_and_no_move() {
    // Variant, position, and whether the game is drawn; all but the marked ones as Fairy-Stockfish answers.
    for (variant, position, drawn) in [
        ("kingofthehill", "8/7k/8/8/8/3K4/8/8 w - - 0 1 moves d3d4", false),
        ("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1 moves a1a8", false),
        ("5check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1 moves a1a8", false),
        ("racingkings", "8/K6k/8/8/8/8/8/8 w - - 0 1 moves a7a8 h7h8", true),
        ("racingkings", "8/K7/8/8/7k/8/8/8 w - - 0 1 moves a7a8", false),
        ("racingkings", "8/7k/8/8/8/8/8/K7 b - - 0 1 moves h7h8", false),
        ("extinction", "rnbqkbnr/ppp1pppp/8/3p4/6Q1/4P3/PPPP1PPP/RNB1KBNR b KQkq - 1 2 moves c8g4", false),
        ("kinglet", "4k3/p7/8/8/3n4/8/2P5/4K3 b - - 0 1 moves d4c2", false),
        ("dobutsu", "1l1/1G1/3/1L1[-] w - - 0 1 moves b3b4", false),
        ("atomic", "rnbqkbnr/ppp1pppp/8/3N4/8/8/PPPP1PPP/R1BQKBNR w KQkq - 0 4 moves d5e7", false),
        ("antichess", "8/8/8/8/8/8/p7/1N6 b - - 0 1 moves a2b1q", false),
        ("horde", "4k3/8/8/8/8/8/1r6/1P6 b - - 0 1 moves b2b1", false),
        ("chess", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", false),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", true),
        ("losalamos", "3k2/3Q2/3K2/6/6/6 b - - 0 1", false),
        ("shogi", "4k4/4G4/4G4/9/9/9/9/9/4K4[] b - - 0 1", false),
        ("minishogi", "2k2/2G2/2G2/5/2K2[] b - - 0 1", false),
        ("makruk", "7R/6Mk/5S2/7P/Pp6/8/2mnr3/K7 b - 0 0 129", false),
        ("shatranj", "8/8/8/4k3/8/8/4R3/4K3 w - - 0 1", false),
    ] {
        let mut engine = Engine::start();
        engine.until("uciok");
        engine.send(&format!("setoption name UCI_Variant value {variant}\nposition fen {position}"));
        let expected = format!("info depth 0 score {}", if drawn { "cp 0" } else { "mate 0" });
        for go in ["go depth 3", "go movetime 100000", "go nodes 5", "go wtime 1000 btime 1000", "go mate 2"]
        {
            let answer = verdict(&mut engine, go);
            assert_eq!(
                answer,
                (vec![expected.clone()], "bestmove (none)".to_string()),
                "{variant} {position}"
            );
        }
        // The answer to a search without end waits for `stop`.
        for (go, end) in [("go infinite", "stop"), ("go ponder", "stop"), ("go ponder", "ponderhit")] {
            engine.send(&format!("{go}\nisready"));
            let heard = engine.until("readyok");
            assert!(heard.contains(&expected) && !heard.iter().any(|line| line.starts_with("bestmove")));
            engine.send(end);
            assert_eq!(engine.until("bestmove"), ["bestmove (none)"], "{variant} {go} {end}");
        }
        // The next game goes on.
        engine.send("position startpos\ngo depth 1");
        assert!(!engine.best().contains('('), "{variant}");
        engine.quit();
    }
}

#[test]
fn draws_that_are_claimed_are_played_on() {
    let mut engine = Engine::start();
    engine.until("uciok");
    for position in [
        "fen 8/8/8/8/8/3K4/8/3k4 w - - 0 1",
        "fen 8/8/8/8/8/3K4/r7/3k4 w - - 120 1",
        "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
    ] {
        engine.send(&format!("position {position}"));
        let (scores, best) = verdict(&mut engine, "go depth 2");
        assert!(!best.contains('(') && !scores.is_empty(), "{position}: {best}");
    }
    engine.quit();
}

#[test]
fn the_result_is_in_words() {
    let mut engine = Engine::start();
    engine.send(
        "setoption name UCI_Variant value antichess\nposition fen 8/8/8/8/8/8/8/1k6 w - - 0 1\ngo depth 1",
    );
    let heard = engine.until("bestmove");
    assert!(
        heard.contains(&"info string the game is over: stalemate, White has won".to_string()),
        "{heard:?}"
    );
    engine.quit();
}

#[test]
fn a_search_for_a_mate_ends_where_the_side_is_being_mated() {
    let mut engine = Engine::start();
    engine.until("uciok");
    for (position, mate) in [
        // The only move leads to mate in one; then a rook's mate that takes longer.
        ("k7/8/1K6/8/8/8/8/6R1 b - - 0 1", "mate -1"),
        ("7k/8/5K2/8/8/8/8/R7 b - - 0 1", "mate -"),
    ] {
        engine.send(&format!("position fen {position}"));
        let (scores, best) = verdict(&mut engine, "go mate 3");
        assert!(scores.last().unwrap().contains(mate), "{scores:?}");
        assert!(!best.contains('('), "{best}");
    }
    engine.quit();
}

#[test]
fn a_move_that_loses_at_once_is_a_mate_in_minus_one() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("mate-wins");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("suicidal.toml");
    std::fs::write(&file, "extends = \"chess\"\ntitle = \"Suicidal\"\nrules.mate = \"wins\"\n").unwrap();
    let mut command = crate::common::program::piped();
    command.arg("--variants").arg(&folder);
    let said = crate::common::program::tell(
        &mut command,
        "uci\nsetoption name UCI_Variant value suicidal\n\
         position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1\ngo depth 3 searchmoves a1a8\nquit\n",
    );
    let last = said.lines().rfind(|line| line.contains(" score ")).unwrap();
    assert!(last.contains("score mate -1 "), "{said}");
}

#[test]
fn chances_are_shown_if_the_gui_wants_them() {
    let mut engine = Engine::start();
    assert!(engine.until("uciok").contains(&"option name UCI_ShowWDL type check default false".to_string()));
    engine.send("position startpos");
    let (scores, _) = verdict(&mut engine, "go depth 2");
    assert!(scores.iter().all(|line| !line.contains(" wdl ")), "{scores:?}");
    engine.send("setoption name UCI_ShowWDL value true");
    for (position, go, sure) in [
        ("startpos", "go depth 3", None),
        ("fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "go depth 3", Some("wdl 1000 0 0")),
        ("fen k7/8/1K6/8/8/8/8/6R1 b - - 0 1", "go depth 3", Some("wdl 0 0 1000")),
        ("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 1", Some("wdl 0 1000 0")),
        ("fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "go depth 1", Some("wdl 0 0 1000")),
    ] {
        engine.send(&format!("position {position}"));
        let (scores, _) = verdict(&mut engine, go);
        let line = scores.last().unwrap();
        assert!(sure.is_none_or(|sure| line.contains(sure)), "{line}");
        let shares = line.split(" wdl ").nth(1).unwrap().split(' ').take(3);
        assert_eq!(shares.map(|share| share.parse::<u32>().unwrap()).sum::<u32>(), 1000, "{line}");
    }
    engine.quit();
}

#[test]
fn positions_of_shogi_programs_and_of_makruk_are_understood() {
    let rows = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    let mut engine = Engine::start();
    engine.until("uciok");
    for (variant, position, fen) in [
        ("shogi", format!("sfen {rows} w - 2 moves"), "LNSGKGSNL[-] b - - 0 1"),
        ("shogi", format!("fen {rows} b - 1 moves g3g4"), "LNSGKGSNL[-] b - - 1 1"),
        ("shogi", format!("fen {rows}[-] w - 2"), "LNSGKGSNL[-] w - - 0 2"),
        ("shogi", format!("fen {rows}[-] w 32"), "LNSGKGSNL[-] w - - 0 32"),
        ("makruk", "fen 4k3/8/8/8/8/8/4n3/R3K3 w - - 0 1 moves e1e2".to_string(), "R7 b - 32 6 1"),
    ] {
        engine.send(&format!("setoption name UCI_Variant value {variant}\nposition {position}\nd"));
        let told = engine.until(&format!("info string {variant} ")).pop().unwrap();
        assert!(told.replace("[]", "[-]").ends_with(fen), "{position}: {told}");
    }
    engine.quit();
}
