//! The program over UCI: everything a GUI needs, and that no line stops it or makes it hang.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use crate::common::program::piped;
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

/// The time limit for an answer on a slow machine.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    pub fn start() -> Engine {
        Engine::opened_by(&["uci"])
    }

    /// The program after these first lines.
    fn opened_by(lines: &[&str]) -> Engine {
        let mut child = piped().spawn().unwrap();
        let (sender, heard) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || output.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok()));
        let input = child.stdin.take().unwrap();
        let mut engine = Engine { child, input, lines: heard };
        for line in lines {
            engine.send(line);
        }
        engine
    }

    pub fn send(&mut self, line: &str) {
        self.input.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// The lines up to and including the first one with this beginning.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line =
                self.lines.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("{error}: {heard:#?}"));
            let found = line.starts_with(start);
            heard.push(line);
            if found {
                return heard;
            }
        }
    }

    pub fn best(&mut self) -> String {
        self.until("bestmove").pop().unwrap()
    }

    pub fn quit(mut self) {
        self.send("quit");
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn the_handshake_names_options_and_variants() {
    let mut engine = Engine::start();
    let heard = engine.until("uciok");
    for option in [
        "Hash type spin",
        "Threads type spin",
        "MultiPV type spin",
        "UCI_Chess960 type check",
        "White army (cwda",
    ] {
        assert!(
            heard.iter().any(|line| line.starts_with(&format!("option name {option}"))),
            "{option}: {heard:#?}"
        );
    }
    let variants = heard.iter().find(|line| line.contains("UCI_Variant")).unwrap();
    assert!(
        variants.contains(" var cwda-clobberers-nutters") && !variants.contains(" var colorboundmost"),
        "{variants}"
    );
    engine.send("isready");
    engine.until("readyok");
    engine.quit();
}

#[test]
fn limits_are_kept_and_lines_are_shown() {
    let mut engine = Engine::start();
    engine.until("uciok");
    engine.send("setoption name MultiPV value 3");
    engine.send("position startpos moves e2e4");
    engine.send("go depth 3");
    let heard = engine.until("bestmove");
    for number in 1..=3 {
        assert!(
            heard
                .iter()
                .any(|line| line.contains(" depth 3 ") && line.contains(&format!("multipv {number} "))),
            "{heard:#?}"
        );
    }
    engine.send("setoption name MultiPV value 1");
    engine.send("go searchmoves a7a6 depth 2");
    assert!(engine.best().starts_with("bestmove a7a6"));
    // A mate in one, by a search for a mate.
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    engine.send("go mate 1");
    assert!(engine.best().starts_with("bestmove d1d8"));
    // Stalemate.
    engine.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    engine.send("go depth 1");
    assert_eq!(engine.best(), "bestmove (none)");
    engine.quit();
}

#[test]
fn a_search_without_end_waits_for_stop_and_pondering_for_the_hit() {
    let mut engine = Engine::start();
    engine.until("uciok");
    engine.send("position startpos");
    engine.send("go infinite");
    engine.until("info depth");
    engine.send("isready");
    assert!(engine.until("readyok").iter().all(|line| !line.starts_with("bestmove")));
    engine.send("stop");
    engine.best();
    // Even a search that has nothing to think about waits.
    engine.send("position fen 7k/8/8/8/8/8/5q2/7K w - - 0 1");
    engine.send("go ponder wtime 1000 btime 1000");
    engine.send("isready");
    assert!(engine.until("readyok").iter().all(|line| !line.starts_with("bestmove")));
    engine.send("ponderhit");
    engine.best();
    engine.quit();
}

#[test]
fn shuffled_men_castle_by_taking_their_partner() {
    let mut engine = Engine::start();
    engine.until("uciok");
    engine.send("setoption name UCI_Chess960 value true");
    engine.send("position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9");
    engine.send("go depth 1");
    assert!(engine.best().starts_with("bestmove "));
    engine.send("position fen 4k3/8/8/8/8/8/8/R4K1R w HA - 0 1 moves f1h1");
    engine.send("d");
    assert!(
        engine.until("info string fischerandom").pop().unwrap().contains(" b - - "),
        "castling ends both rights"
    );
    engine.quit();
}

#[test]
fn a_shuffled_game_is_chosen_by_its_name_elsewhere() {
    let mut engine = Engine::start();
    engine.until("uciok");
    engine.send("setoption name UCI_Variant value crazyhouse960");
    engine.send("d");
    assert!(engine.until("info string crazyhouse").pop().unwrap().contains("crazyhouse;start=960"));
    engine.quit();
}

#[test]
fn armies_are_chosen_by_options() {
    let mut engine = Engine::start();
    engine.until("uciok");
    engine.send("setoption name UCI_Variant value cwda");
    engine.send("setoption name White army value nutters");
    engine.send("d");
    let shown = engine.until("info string cwda").pop().unwrap();
    assert!(shown.contains("cwda:nutters/fide"), "{shown}");
    engine.send("position startpos moves b1d3");
    engine.send("go nodes 100");
    engine.best();
    engine.quit();
}

/// The program's answers to lines sent in one burst, with its input closed after them.
fn answers(lines: &[&str]) -> Vec<String> {
    let mut engine = Engine::opened_by(lines);
    drop(engine.input);
    let heard = engine.lines.iter().collect();
    assert!(engine.child.wait().unwrap().success());
    heard
}

fn count(heard: &[String], start: &str) -> usize {
    heard.iter().filter(|line| line.starts_with(start)).count()
}

#[test]
fn commands_between_stop_and_bestmove_are_obeyed() {
    let mut engine = Engine::start();
    engine.until("uciok");
    for round in 0..20 {
        engine.send("position startpos\ngo infinite");
        if round % 2 == 0 {
            engine.until("info depth");
        }
        engine.send("stop\nposition fen 7k/8/8/8/8/8/8/K2Q4 w - - 0 1 moves d1d7\ngo depth 1\nisready");
        engine.best();
        let heard = engine.until("bestmove");
        assert!(heard.last().unwrap().starts_with("bestmove h8g8"), "{heard:?}");
        // The program is ready while the second search runs, too, so that this may come first.
        if !heard.iter().any(|line| line == "readyok") {
            engine.until("readyok");
        }
    }
    engine.quit();
}

#[test]
fn every_go_is_answered_once_whatever_comes_when() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut lines = vec!["uci", "setoption name Hash value 1"];
    let mut asked = 0;
    for _ in 0..600 {
        let line = match dice.random_range(0..14) {
            0 => "go depth 1",
            1 => "go nodes 50",
            2 => "go infinite",
            3 => "go ponder wtime 1000 btime 1000",
            4 => "go movetime 1",
            5 => "go",
            6 => "go mate 1",
            7 | 8 => "stop",
            9 => "ponderhit",
            10 => "position startpos moves e2e4",
            11 => "position startpos",
            12 => "isready",
            _ => "setoption name MultiPV value 2",
        };
        asked += usize::from(line.starts_with("go"));
        lines.push(line);
    }
    let ready = lines.iter().filter(|line| **line == "isready").count();
    for last in ["quit", "stop", "isready"] {
        let mut lines = lines.clone();
        lines.push(last);
        let heard = answers(&lines);
        assert_eq!(count(&heard, "bestmove"), asked, "{last}");
        assert_eq!(count(&heard, "readyok"), ready + usize::from(last == "isready"), "{last}");
    }
}

#[test]
fn ready_comes_behind_the_move_of_a_stopped_search_and_before_that_of_another() {
    let mut engine = Engine::start();
    engine.until("uciok");
    for _ in 0..20 {
        engine.send("go infinite\nstop\nisready");
        let heard = engine.until("readyok");
        assert_eq!(count(&heard, "bestmove"), 1, "{heard:#?}");
    }
    engine.send("go infinite\nisready");
    assert_eq!(count(&engine.until("readyok"), "bestmove"), 0);
    engine.send("stop");
    engine.best();
    // Everything before it that takes time is waited for.
    engine.send("setoption name UCI_Variant value cwda-nutters-rookies\nucinewgame\nisready");
    engine.until("readyok");
    engine.send("d");
    engine.until("info string cwda:nutters/rookies");
    engine.quit();
}

#[test]
fn the_last_line_shown_begins_with_the_move() {
    let mut engine = Engine::start();
    engine.until("uciok");
    for lines in [1, 3] {
        engine.send(&format!("setoption name MultiPV value {lines}"));
        for nodes in (200..9000).step_by(220) {
            engine.send("ucinewgame");
            engine.send(
                "position fen r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4 moves g1f3",
            );
            engine.send(&format!("go nodes {nodes}"));
            let heard = engine.until("bestmove");
            let shown = heard.iter().rfind(|line| line.contains(" multipv 1 ")).unwrap();
            let first = shown.split(" pv ").nth(1).and_then(|pv| pv.split(' ').next()).unwrap();
            let best = heard.last().unwrap().split(' ').nth(1).unwrap();
            assert_eq!(first, best, "{nodes}: {heard:#?}");
        }
    }
    engine.quit();
}

#[test]
fn lines_of_one_iteration_are_told_from_the_best_on() {
    let mut engine = Engine::start();
    engine.until("uciok");
    engine.send("setoption name MultiPV value 4\nposition startpos\ngo depth 6");
    let heard = engine.until("bestmove");
    let ranks: Vec<&str> =
        heard.iter().filter_map(|line| line.split(" multipv ").nth(1)?.split(' ').next()).collect();
    assert!(ranks.len() >= 24 && ranks.chunks(4).all(|four| four == ["1", "2", "3", "4"]), "{heard:#?}");
    assert!(heard.iter().any(|line| line.contains(" hashfull ")), "{heard:#?}");
    engine.send("setoption name Clear Hash\nisready");
    assert_eq!(engine.until("readyok").len(), 1);
    engine.quit();
}

#[test]
fn the_first_line_that_belongs_to_a_protocol_decides_which() {
    for before in ["", "hello", "# a comment", "\u{feff}", "what is this?"] {
        let heard = answers(&[before, "uci", "isready", "quit"]);
        assert_eq!((count(&heard, "uciok"), count(&heard, "readyok")), (1, 1), "{before}: {heard:#?}");
        let heard = answers(&[before, "xboard", "protover 2", "ping 7", "quit"]);
        assert_eq!(
            (count(&heard, "feature done=1"), count(&heard, "pong 7")),
            (1, 1),
            "{before}: {heard:#?}"
        );
    }
    // A command of either protocol starts it.
    assert_eq!(count(&answers(&["isready", "uci", "quit"]), "uciok"), 1);
    assert_eq!(count(&answers(&["position startpos", "go depth 1", "quit"]), "bestmove"), 1);
    assert_eq!(count(&answers(&["ping 3", "uci", "quit"]), "Error (unknown command): uci"), 1);
}

#[test]
fn a_hundred_thousand_hostile_lines_do_no_harm() {
    const WORDS: &[&str] = &[
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "a1a9",
        "setoption",
        "name",
        "Hash",
        "value",
        "0",
        "-1",
        "99999999999999999999",
        "UCI_Variant",
        "chess",
        "cwda-clobberers-nutters",
        "narrow",
        "colorboundmost",
        "UCI_Chess960",
        "true",
        "stop",
        "ponderhit",
        "isready",
        "ucinewgame",
        "\u{0}",
        "8/8/8/8/8/8/8/8",
        "w",
        "-",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "KQkq",
        "Threads",
        "Move Overhead",
        "debug",
        "register",
        "xboard",
        "new",
        "usermove",
        "MultiPV",
        "500",
        "nan",
        "\u{fffd}",
        "go",
        "depth",
        "1",
        "searchmoves",
        "wtime",
        "movetime",
        "White army",
        "nutters",
    ];
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut engine = Engine::start();
    engine.until("uciok");
    let mut input = Vec::new();
    for number in 0..100_000u32 {
        // No commands that change games or search for long, because the test would take too long.
        let count = dice.random_range(0..8);
        let mut line: Vec<&str> = (0..count).map(|_| WORDS[dice.random_range(0..WORDS.len())]).collect();
        if number % 500 == 0 {
            line = vec!["go", "depth", "1"];
        }
        if line.first() == Some(&"go") && number % 500 != 0 {
            line[0] = "stop";
        }
        if line.contains(&"Hash") || line.first() == Some(&"ucinewgame") && number % 97 != 0 {
            line.clear();
        }
        input.extend(line.join(" ").as_bytes());
        input.push(b'\n');
    }
    input.extend([0xff, 0xfe, b'\n']);
    input.extend(vec![b'x'; 1 << 17]);
    input.extend(
        b"\nstop\nsetoption name UCI_Chess960 value false\nsetoption name UCI_Variant value \
                   chess\nposition startpos\nisready\nd\n",
    );
    let mut pipe = engine.input;
    let (sender, done) = channel();
    thread::spawn(move || {
        pipe.write_all(&input).unwrap();
        sender.send(pipe).unwrap();
    });
    let mut last = String::new();
    while !last.starts_with("info string chess rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq") {
        last = engine.lines.recv_timeout(PATIENCE).expect("it hangs or has ended");
    }
    engine.input = done.recv_timeout(PATIENCE).unwrap();
    engine.send("go depth 2");
    engine.best();
    engine.quit();
}

#[test]
fn a_refused_position_has_no_move() {
    let mut engine = Engine::start();
    engine.send("position startpos\ngo infinite\nposition fen 8/8 w - - 0 1\ngo depth 1");
    assert!(!engine.best().contains("0000"), "the first search had a position");
    let heard = engine.until("bestmove");
    assert_eq!(heard.last().unwrap(), "bestmove 0000");
    assert!(heard.iter().any(|line| line.starts_with("info string no position to search: FEN, pieces")));
    engine.send("position nonsense\ngo movetime 10");
    assert_eq!(engine.best(), "bestmove 0000");
    engine.send("position startpos moves e2e4 e7e5 zzz\ngo depth 1");
    let heard = engine.until("bestmove");
    assert_eq!(heard.last().unwrap(), "bestmove 0000");
    assert!(heard.iter().any(|line| line.contains("illegal move `zzz`")), "{heard:?}");
    engine.send("position startpos moves e2e4\ngo depth 1");
    assert!(!engine.best().contains("0000"));
}

#[test]
fn rights_of_chess960_are_understood_in_chess_and_impossible_ones_left_out() {
    let mut engine = Engine::start();
    engine.send("position fen r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1 moves c1e1\nd");
    let told = engine.until("info string chess").pop().unwrap();
    assert_eq!(told, "info string chess r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R4RKQ b kq - 1 1");
    engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w KQkq e6 0 1\nd");
    let heard = engine.until("info string chess");
    assert_eq!(heard.last().unwrap(), "info string chess 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(heard.iter().filter(|line| line.ends_with("this is ignored")).count(), 2, "{heard:#?}");
}
