//! The program over UCI: what a GUI needs, and that no line whatever stops it or makes it hang.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

/// How long an answer may take on a slow machine.
const PATIENCE: Duration = Duration::from_secs(120);

struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fibnif"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || output.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok()));
        let input = child.stdin.take().unwrap();
        let mut engine = Engine { child, input, lines };
        engine.send("uci");
        engine
    }

    fn send(&mut self, line: &str) {
        self.input.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// The lines up to one that begins so, that one included.
    fn until(&mut self, start: &str) -> Vec<String> {
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

    fn best(&mut self) -> String {
        self.until("bestmove").pop().unwrap()
    }

    fn quit(mut self) {
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
        // Nothing that changes games or searches for long, or it is a test of patience.
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
    input.extend(b"\nstop\nsetoption name UCI_Chess960 value false\nsetoption name UCI_Variant value chess\nposition startpos\nisready\nd\n");
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
