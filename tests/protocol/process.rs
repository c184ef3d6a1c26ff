//! The program as a GUI sees it: a process on two pipes. Whatever the input, it ends with it, in time,
//! with exit code 0 and without a panic.

use std::io::{Read, Write};
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use crate::common::program::{piped, until};
use rand::{Rng, RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

/// The time limit for an ended session to stop, on a slow machine with every check on.
const PATIENCE: Duration = Duration::from_secs(30);

/// Feeds `input` to a session, closes the pipe, and returns what was printed.
fn session(input: &[u8]) -> String {
    session_within(input, PATIENCE)
}

/// The same with another time limit for the session to stop.
fn session_within(input: &[u8], patience: Duration) -> String {
    let mut child = piped().stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let (mut stdout, mut stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let (sender, receiver) = mpsc::channel();
    let reader = thread::spawn(move || {
        let mut text = Vec::new();
        stdout.read_to_end(&mut text).unwrap();
        sender.send(()).unwrap();
        text
    });
    let errors = thread::spawn(move || {
        let mut text = Vec::new();
        stderr.read_to_end(&mut text).unwrap();
        text
    });
    // A `quit` in the input ends the program early, so that the rest has no reader.
    let _ = stdin.write_all(input);
    drop(stdin);
    let shown = String::from_utf8_lossy(input);
    if receiver.recv_timeout(patience).is_err() {
        child.kill().unwrap();
        panic!("still running after the end of its input:\n{shown}");
    }
    let status = child.wait().unwrap();
    let errors = String::from_utf8_lossy(&errors.join().unwrap()).into_owned();
    assert!(status.success(), "{status} after:\n{shown}\nstandard error:\n{errors}");
    assert!(!errors.contains("panicked"), "{errors}\nafter:\n{shown}");
    String::from_utf8(reader.join().unwrap()).unwrap()
}

#[test]
fn the_end_of_input_ends_every_state() {
    let states: &[(&str, &str)] = &[
        ("fresh", ""),
        ("greeted", "xboard\nprotover 2\n"),
        ("features answered", "xboard\nprotover 2\naccepted setboard\nrejected usermove\n"),
        ("new game", "xboard\nprotover 2\nnew\n"),
        ("force", "xboard\nprotover 2\nnew\nforce\nusermove e2e4\n"),
        ("waiting for the user", "xboard\nprotover 2\nnew\nlevel 40 5 0\n"),
        ("thinking on a clock", "xboard\nprotover 2\nnew\nlevel 0 60 0\npost\ngo\n"),
        ("thinking without end", "xboard\nprotover 2\nnew\nst 100000\ngo\n"),
        ("thinking on several threads", "xboard\nprotover 2\ncores 3\nnew\nst 100000\ngo\n"),
        (
            "analyzing with a big table",
            "xboard\nprotover 2\nmemory 1024\ncores 2\nnew\nanalyze\nping 1\ncores 1\n",
        ),
        ("thinking on an answer", "xboard\nprotover 2\nnew\nst 1000\nusermove e2e4\n"),
        ("told to move now", "xboard\nprotover 2\nnew\nst 1000\ngo\n?\n"),
        ("pinged while thinking", "xboard\nprotover 2\nnew\nst 1000\ngo\nping 7\n"),
        ("analyzing", "xboard\nprotover 2\nnew\nanalyze\n"),
        ("analyzing after moves", "xboard\nprotover 2\nnew\nanalyze\nusermove e2e4\nundo\n.\n"),
        ("pondering", "xboard\nprotover 2\nnew\nhard\nst 1\ngo\n"),
        (
            "game over",
            "xboard\nprotover 2\nnew\nforce\nusermove f2f3\nusermove e7e5\nusermove g2g4\nusermove \
             d8h4\ngo\n",
        ),
        ("after the result", "xboard\nprotover 2\nnew\nst 1000\ngo\nresult 1-0 {White mates}\n"),
        ("another variant", "xboard\nprotover 2\nvariant cwda-clobberers-nutters\nst 1000\ngo\n"),
        ("set up", "xboard\nprotover 2\nnew\nforce\nsetboard 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\ngo\n"),
        ("half a command", "xboard\nprotover 2\nnew\nusermove e2"),
        ("half a line while thinking", "xboard\nnew\nst 1000\ngo\nusermo"),
        ("a line without a name", "\n\n \n\t\n"),
        ("quit", "xboard\nprotover 2\nnew\nst 1000\ngo\nquit\n"),
    ];
    for (name, script) in states {
        println!("{name}");
        session(script.as_bytes());
    }
}

#[test]
fn random_bytes_end_with_their_input() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(0xF1B_41F);
    for length in [1, 10, 100, 1_000, 10_000, 100_000] {
        let mut noise = vec![0; length];
        random.fill_bytes(&mut noise);
        session(&noise);
        let printable: Vec<u8> =
            noise.iter().map(|b| if b.is_multiple_of(16) { b'\n' } else { b' ' + b % 95 }).collect();
        session(&printable);
    }
    session(&b"x".repeat(1 << 20));
    session(&b"9".repeat(1 << 16));
}

/// Words of the protocol and others.
const WORDS: &[&str] = &[
    "xboard",
    "protover",
    "accepted",
    "rejected",
    "new",
    "variant",
    "force",
    "go",
    "playother",
    "level",
    "st",
    "sd",
    "time",
    "otim",
    "usermove",
    "?",
    "ping",
    "result",
    "setboard",
    "hint",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    "exit",
    ".",
    "name",
    "rating",
    "computer",
    "option",
    "memory",
    "cores",
    "white",
    "black",
    "draw",
    "bk",
    "random",
    "e2e4",
    "e7e5",
    "e1g1",
    "e7e8q",
    "O-O",
    "cwda",
    "normal",
    "fairy/Clobberers-Nutters",
    "cwda-fide-rookies",
    "2",
    "40",
    "-1",
    "0",
    "0.01",
    "5:30",
    "99999999999999999999",
    "1e309",
    "nan",
    "hash=1",
    "{White mates}",
    "1-0",
    "\u{fffd}",
    "é",
    "=",
    "/",
    "8/8/8/8/8/8/8/8",
    "w",
    "KQkq",
];

/// A line of some of those words.
fn random_line(random: &mut impl RngExt) -> String {
    let words = (0..random.random_range(1..=4)).map(|_| WORDS[random.random_range(0..WORDS.len())]);
    words.fold(String::new(), |line, word| line + word + " ") + "\n"
}

#[test]
fn broken_commands_are_answered_and_survived() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    for _ in 0..20 {
        let mut script = "xboard\nprotover 2\n".to_owned();
        script.extend((0..300).map(|_| random_line(&mut random)));
        session(script.as_bytes());
    }
}

/// Longer than a daily test: `cargo test --release --test protocol process:: -- --ignored`. Searches
/// run all the time; every ping is answered, in order.
#[test]
#[ignore = "takes minutes"]
fn a_million_lines_lose_no_ping() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut number = 0;
    for _ in 0..100 {
        let mut script = "xboard\nprotover 2\nmemory 1\n".to_owned();
        let first = number;
        while number < first + 2_000 {
            script.extend((0..4).map(|_| random_line(&mut random)).filter(|line| !line.starts_with("ping ")));
            number += 1;
            script += "ping x";
            script += &number.to_string();
            script.push('\n');
        }
        script.push_str("\nforce\n");
        // Thousands of lines may still be waiting when the input ends.
        let said = session_within(script.as_bytes(), 20 * PATIENCE);
        let pongs = said.lines().filter_map(|line| line.strip_prefix("pong x"));
        assert!(pongs.eq((first + 1..=number).map(|n| n.to_string())), "pongs out of order");
    }
}

#[test]
fn impossible_positions_are_refused_and_the_session_goes_on() {
    let fens = [
        "",
        "8",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "9/8/8/8/8/8/8/8 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "xnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "kkkkkkkk/8/8/8/8/8/8/KKKKKKKK w - - 0 1",
        "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -7 99999999999",
        "qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ w - - 0 1",
        "999999999999999999999/8/8/8/8/8/8/8 w - - 0 1",
        "r\u{fffd}/8/8/8/8/8/8/8 w - - 0 1",
    ];
    let tries = fens
        .iter()
        .enumerate()
        .map(|(number, fen)| format!("setboard {fen}\nping {number}\nst 0.01\ngo\nforce\n"));
    let script =
        format!("xboard\nprotover 2\nnew\nforce\n{}new\nst 0.01\ngo\nping 1000\n", tries.collect::<String>());
    let replies = session(script.as_bytes());
    for number in 0..fens.len() {
        assert!(replies.lines().any(|line| line == format!("pong {number}")), "no pong {number}:\n{replies}");
    }
    assert!(
        replies.lines().any(|line| line.starts_with("tellusererror") || line.starts_with("Error")),
        "{replies}"
    );
}

#[test]
fn moves_out_of_turn_are_illegal_moves() {
    let replies = session(
        b"xboard\nprotover 2\nnew\nforce\nusermove e7e5\nusermove e2e5\nusermove a1a1\nusermove \
                  e2e4\nusermove d2d4\nping 1\n",
    );
    for bad in ["e7e5", "e2e5", "a1a1", "d2d4"] {
        assert!(
            replies.lines().any(|line| line == format!("Illegal move: {bad}")),
            "{bad} passed:\n{replies}"
        );
    }
    assert!(!replies.contains("Illegal move: e2e4"), "{replies}");
}

#[test]
fn the_log_holds_every_line_in_and_out_with_its_time() {
    let path = std::env::temp_dir().join(format!("fibnif-log-{}.txt", std::process::id()));
    let mut child = piped().arg("--log").arg(&path).spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"xboard\nprotover 2\nnew\nsd 1\nusermove e2e4\nnonsense\nping 1\nquit\n")
        .unwrap();
    let mut said = String::new();
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(child.wait().unwrap().success());
    let log = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let mut last = 0.0;
    let mut entries = Vec::new();
    for line in log.lines() {
        let (time, entry) = line.trim_start().split_once(' ').unwrap();
        let time: f64 = time.parse().unwrap_or_else(|_| panic!("no time in {line}"));
        // Two threads write: entries from the same time may be in either order.
        assert!(time + 0.01 >= last, "time runs backward at {line}");
        last = time;
        entries.push(entry);
    }
    for sent in ["> protover 2", "> usermove e2e4", "> nonsense", "> ping 1", "> quit"] {
        assert!(entries.contains(&sent), "{sent} is missing in:\n{log}");
    }
    for line in said.lines() {
        assert!(entries.contains(&format!("< {line}").as_str()), "{line} is missing in:\n{log}");
    }
}

#[test]
fn games_begin_when_they_are_needed_and_pings_do_not_wait_for_them() {
    let said = until([""; 0], "ping 1\nnew\nvariant knightmate\nping 2\nst 0.1\nusermove e1f3\n", "move ");
    let said: Vec<&str> = said.iter().map(|line| line.split(' ').next().unwrap_or_default()).collect();
    assert_eq!(said, ["pong", "pong", "move"]);
    let said = until([""; 0], "new\nping 1\nst 0.1\nusermove b1c3\n", "move ");
    assert_eq!(said.first().map(String::as_str), Some("pong 1"));
}

#[test]
fn the_pong_of_a_ping_before_the_order_to_move_comes_before_the_move() {
    let said = until([""; 0], "xboard\nnew\nst 0.2\nping 1\ngo\nping 2\n", "pong 2");
    let kinds: Vec<&str> = said.iter().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(kinds, ["pong", "move", "pong"], "{said:?}");
}

#[test]
fn a_line_beyond_measure_is_one_line() {
    // Wherever the line is cut, what follows is a command.
    let long = "x".repeat(1 << 16) + &"usermove e7e5 ".repeat(10_000);
    let replies = session(format!("xboard\nnew\nforce\n{long}\nusermove e2e4\nping 1\n").as_bytes());
    let lines: Vec<&str> = replies.lines().collect();
    assert_eq!(lines.len(), 2, "{} lines", lines.len());
    assert!(lines[0].starts_with("Error (line too long): xxx") && lines[0].len() < 200, "{}", lines[0]);
    assert_eq!(lines[1], "pong 1");
}

#[test]
fn who_sends_without_reading_finds_the_pipe_full() {
    const LINES: usize = 16 << 20;
    let mut child = piped().spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let sent = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&sent);
    let sender = thread::spawn(move || {
        let block = ".\n".repeat(1024);
        while count.load(Ordering::Relaxed) < LINES && stdin.write_all(block.as_bytes()).is_ok() {
            count.fetch_add(block.len(), Ordering::Relaxed);
        }
    });
    // Until nothing more is read, or everything was.
    let mut before = usize::MAX;
    while before != sent.load(Ordering::Relaxed) && sent.load(Ordering::Relaxed) < LINES {
        before = sent.load(Ordering::Relaxed);
        thread::sleep(Duration::from_millis(1500));
    }
    let taken = sent.load(Ordering::Relaxed);
    child.kill().unwrap();
    child.wait().unwrap();
    sender.join().unwrap();
    assert!(taken < LINES / 4, "{taken} bytes were taken in while nobody read the answers");
}

#[test]
fn more_memory_than_there_is_is_cut_to_what_there_is() {
    let replies = session(b"xboard\nmemory 4000000\nnew\nmemory 4000000\nping 1\n");
    let words: Vec<&str> = replies.lines().filter(|line| line.starts_with("telluser ")).collect();
    assert_eq!(words.len(), 1, "{replies}");
    assert!(words[0].contains("4000000"), "{}", words[0]);
    assert!(!session(b"xboard\nmemory 16\nping 1\n").contains("telluser"));
}
