//! Plays the sessions in `tests/data/transcripts/` and compares every reply.
//!
//! A line of a transcript is one of
//! * `> LINE`: the GUI sends it;
//! * `< LINE`: the engine replies; `*` stands for any text, a lone `...` for any number of lines;
//! * `! report [MOVE] [SCORE] [RANK]`, `! done [MOVE] [SCORE] [ANSWER]`: a result of the running search
//!   (without a move, the first legal one);
//! * `! late`: a search abandoned before the running one ends only now;
//! * `! busy`: from now on preparing for a game takes time; `! ready`: it has ended;
//! * `! stopped`, `! clock TEXT`, `! limits TEXT`, `! position FEN`, `! hash N`, `! threads N`:
//!   requests to the worker;
//! * `! eof`: the GUI disappears;
//! * `# ...`: a comment.
//!
//! Between two events the engine says exactly what the transcript says.

use std::fs;
use std::ops::ControlFlow;
use std::time::Instant;

use crate::common::data;
use crate::common::fake_worker::{Asked, FakeWorker};
use fibnif::engine::search::Score;
use fibnif::protocol::cecp::{CecpSession, Event};
use fibnif::rules::variant::Catalog;
use fibnif::session::engine::Message;

#[test]
fn transcripts_replay() {
    let folder = data("transcripts");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        replay(&file.file_name().unwrap().to_string_lossy(), &fs::read_to_string(&file).unwrap());
    }
}

fn replay(name: &str, transcript: &str) {
    let mut session = CecpSession::new(Catalog::builtin()).unwrap();
    let mut worker = FakeWorker::default();
    // No time passes, because a session's measurement of delays must not depend on the load of the
    // machine.
    let now = Instant::now();
    let mut said: Vec<String> = Vec::new();
    let mut expected: Vec<&str> = Vec::new();
    let mut since = 1;
    let (mut ended, mut busy) = (false, false);
    for (number, line) in transcript.lines().enumerate().chain([(transcript.lines().count(), "#")]) {
        let (kind, text) = line.split_at(line.len().min(1));
        let text = text.strip_prefix(' ').unwrap_or(text);
        if kind == "<" {
            expected.push(text);
            continue;
        }
        if kind == "#" && number < transcript.lines().count() || kind.is_empty() {
            continue;
        }
        assert!(
            matches(&expected, &said),
            "{name}:{since}: expected\n  {}\nbut heard\n  {}",
            expected.join("\n  "),
            said.join("\n  ")
        );
        expected.clear();
        said.clear();
        since = number + 1;
        let event = match kind {
            "!" if text == "busy" => {
                busy = true;
                continue;
            }
            ">" => Event::Line(text.to_string()),
            "!" => match direct(text, &mut worker, &format!("{name}:{since}")) {
                Some(event) => event,
                None => continue,
            },
            "#" => break,
            _ => panic!("{name}:{since}: not a line of a transcript: {line}"),
        };
        assert!(!ended, "{name}:{since}: the session has ended");
        let mut replies = Vec::new();
        ended = session.handle(event, now, &mut worker, &mut replies) == ControlFlow::Break(());
        while let Some(id) = worker.preparing.pop_if(|_| !busy) {
            let _ = session.handle(Event::Search(Message::Ready(id)), now, &mut worker, &mut replies);
        }
        said.extend(
            replies
                .iter()
                .flat_map(|reply| reply.to_string().split('\n').map(str::to_string).collect::<Vec<_>>()),
        );
    }
}

/// Carries out a line that begins with `!`.
fn direct(text: &str, worker: &mut FakeWorker, place: &str) -> Option<Event> {
    let mut words = text.split_whitespace();
    let (word, first, second) = (words.next(), words.next(), words.next());
    let found = || match first.and_then(|word| word.parse().ok()) {
        Some(score) => (None, Score(score)),
        None => (first, Score(second.map_or(12, |score| score.parse().unwrap()))),
    };
    let running = || worker.asked.last().unwrap_or_else(|| panic!("{place}: no search was started"));
    match word {
        Some("eof") => Some(Event::Eof),
        Some("ready") => {
            let id = worker.preparing.pop().unwrap_or_else(|| panic!("{place}: nothing was prepared"));
            Some(Event::Search(Message::Ready(id)))
        }
        Some("report") => {
            Some(Event::Search(Asked::ranked(running().report(found().0, found().1), words.next())))
        }
        Some("done") => {
            Some(Event::Search(running().expecting(running().done(found().0, found().1), words.next())))
        }
        Some("late") => {
            let late = worker
                .asked
                .iter()
                .rev()
                .find(|asked| asked.stopped)
                .unwrap_or_else(|| panic!("{place}: none was given up"));
            Some(Event::Search(late.done(None, Score::DRAW)))
        }
        Some("stopped") => {
            assert!(running().stopped, "{place}: the search was not stopped");
            None
        }
        Some("clock") => {
            let limits = &running().limits;
            let asked = format!("{:?} depth {:?} overhead {:?}", limits.clock, limits.depth, limits.overhead);
            assert_eq!(asked, text.trim_start_matches("clock "), "{place}");
            None
        }
        Some("limits") => {
            let asked = running();
            let names: Vec<_> = asked.limits.excluded.iter().map(|&m| asked.position.move_text(m)).collect();
            let ponder = asked
                .limits
                .ponder
                .as_ref()
                .map_or("", |ponder| if ponder.clock().is_some() { " hit" } else { " ponder" });
            let said = format!(
                "lines {} nodes {:?} without [{}]{ponder}",
                asked.limits.lines,
                asked.limits.nodes,
                names.join(" ")
            );
            assert_eq!(said, text.trim_start_matches("limits "), "{place}");
            None
        }
        Some("position") => {
            assert_eq!(running().position.fen(), text.trim_start_matches("position "), "{place}");
            None
        }
        Some("hash") => {
            assert_eq!(worker.hash.map(|hash| hash.to_string()).as_deref(), first, "{place}");
            None
        }
        Some("threads") => {
            assert_eq!(worker.threads.map(|threads| threads.to_string()).as_deref(), first, "{place}");
            None
        }
        _ => panic!("{place}: unknown direction {text}"),
    }
}

/// Whether the actual output is the expected output.
fn matches(expected: &[&str], said: &[String]) -> bool {
    match (expected, said) {
        ([], []) => true,
        (["...", rest @ ..], _) => (0..=said.len()).any(|skipped| matches(rest, &said[skipped..])),
        ([line, rest @ ..], [heard, others @ ..]) => glob(line, heard) && matches(rest, others),
        _ => false,
    }
}

/// Whether a text fits a pattern in which `*` stands for anything.
fn glob(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((before, after)) => text.strip_prefix(before).is_some_and(|rest| {
            let ends = rest.char_indices().map(|(end, _)| end).chain([rest.len()]);
            ends.into_iter().any(|end| glob(after, &rest[end..]))
        }),
    }
}
