//! Sessions with random commands: no panic, one pong for each ping and none too early, no unrequested
//! move, no output of abandoned searches, and an end when the input ends.

use std::ops::ControlFlow;
use std::time::Instant;

use crate::common::fake_worker::FakeWorker;
use fibnif::engine::search::Score;
use fibnif::protocol::cecp::{CecpSession, Event, Reply};
use fibnif::rules::position::MoveKind;
use fibnif::rules::variant::Catalog;
use fibnif::session::engine::Message;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// Lines that a GUI may send, sensible or not.
const LINES: &[&str] = &[
    "xboard",
    "protover 2",
    "accepted usermove",
    "rejected draw",
    "new",
    "variant cwda",
    "variant cwda-nutters-rookies",
    "variant nosuch",
    "variant colorboundmost",
    "variant narrow-folded",
    "variant greener",
    "accepted highlight",
    "lift e2",
    "lift c1",
    "put e4",
    "lift",
    "usermove d2e3",
    "usermove e4f3,f3g2",
    "usermove f1h1",
    "option White rook augmenter=W",
    "option White queen augmenter=W",
    "variant normal",
    "force",
    "go",
    "playother",
    "white",
    "black",
    "usermove e2e4",
    "usermove e7e5",
    "e2e4",
    "usermove a1a9",
    "usermove @@@@",
    "usermove e1g1",
    "usermove O-O-O",
    "setboard 4k3/P7/8/8/8/8/8/4K2R w K - 0 1",
    "setboard 7k/5Q2/8/8/8/8/8/K7 b - - 99 1",
    "setboard 8/8/8",
    "level 40 5 0",
    "level 0 0 0.1",
    "st 0",
    "st 1.5",
    "sd 3",
    "sd 0",
    "time 100",
    "time -5",
    "otim 7",
    "post",
    "nopost",
    "hard",
    "easy",
    "undo",
    "remove",
    "hint",
    "bk",
    "?",
    "result 1-0 {White mates}",
    "result * {stop}",
    "draw",
    "computer",
    "name Someone",
    "random",
    "rating 1 2",
    "memory 1",
    "memory x",
    "option White army=nutters",
    "option Promotion=both",
    "option Resign=1",
    "option Nothing",
    "level",
    "analyze",
    "exit",
    ".",
    "pause",
    "resume",
    "exclude all",
    "exclude e2e4",
    "include all",
    "include g1f3",
    "nps 100",
    "nps -1",
    "cores 2",
    "setscore 1 2",
    "hover e4",
    "option MultiPV=3",
    "option Variety=50",
    "option Nodes per move=10",
    "option GUI tests legality=0",
    "",
];

/// A step of a random session.
#[derive(Clone, Debug)]
enum Step {
    Line(String),
    Ping,
    /// A legal move, chosen by the number.
    Legal(usize),
    Report,
    Done(i32),
    /// The end of some search, perhaps an abandoned one.
    AnyDone(usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => (0..LINES.len()).prop_map(|i| Step::Line(LINES[i].to_string())),
        1 => "[ -~]{0,40}".prop_map(Step::Line),
        1 => "\\PC{0,20}".prop_map(Step::Line),
        1 => ("(usermove|setboard|level|option|variant|ping|memory|st|sd|time) ?", "[ \
            -~]{0,60}").prop_map(|(word, rest)| Step::Line(word + &rest)),
        3 => Just(Step::Ping),
        8 => (0usize..1000).prop_map(Step::Legal),
        2 => Just(Step::Report),
        6 => (-2000i32..2000).prop_map(Step::Done),
        1 => (0usize..1000).prop_map(Step::AnyDone),
    ]
}

/// The test's own knowledge of a session.
struct Watch {
    session: CecpSession,
    worker: FakeWorker,
    pings: Vec<String>,
    force: bool,
    /// Whether `?` has stopped a search whose move is pending.
    hastened: bool,
    pings_sent: usize,
}

impl Watch {
    fn new() -> Watch {
        let session = CecpSession::new(Catalog::builtin()).unwrap();
        Watch {
            session,
            worker: FakeWorker::default(),
            pings: Vec::new(),
            force: false,
            hastened: false,
            pings_sent: 0,
        }
    }

    /// Whether a search for a move is running, as far as the worker knows.
    fn searching(&self) -> bool {
        self.worker.asked.last().is_some_and(|asked| !asked.stopped)
    }

    fn handle(&mut self, event: Event) -> Vec<Reply> {
        let mut replies = Vec::new();
        let flow = self.session.handle(event, Instant::now(), &mut self.worker, &mut replies);
        assert_eq!(flow, ControlFlow::Continue(()));
        while let Some(id) = self.worker.preparing.pop() {
            let _ = self.session.handle(
                Event::Search(Message::Ready(id)),
                Instant::now(),
                &mut self.worker,
                &mut replies,
            );
        }
        for reply in &replies {
            if let Reply::Pong(number) = reply {
                assert_eq!(Some(number), self.pings.first(), "a pong out of order");
                self.pings.remove(0);
            }
        }
        replies
    }

    fn play(&mut self, step: &Step) {
        match step {
            Step::Line(line) => self.line(line),
            Step::Ping => {
                self.pings_sent += 1;
                let number = self.pings_sent.to_string();
                self.pings.push(number.clone());
                let searching = self.searching() || self.hastened;
                self.handle(Event::Line(format!("ping {number}")));
                assert!(self.pings.is_empty() || searching, "no pong");
            }
            Step::Legal(choice) => {
                let Some(asked) = self.worker.asked.last() else { return self.line("usermove g1f3") };
                let mut moves = Vec::new();
                asked.position.legal_moves(MoveKind::All, &mut moves);
                let Some(&m) = moves.get(choice % moves.len().max(1)) else { return };
                let text = asked.position.move_text(m);
                self.line(&format!("usermove {text}"));
            }
            Step::Report => {
                if let Some(message) = self.worker.asked.last().map(|asked| asked.report(None, Score(5))) {
                    self.handle(Event::Search(message));
                }
            }
            Step::Done(score) => {
                let Some(asked) = self.worker.asked.last() else { return };
                let answer = asked.answer();
                let (message, given_up) =
                    (asked.expecting(asked.done(None, Score(*score)), answer.as_deref()), asked.stopped);
                self.worker.asked.last_mut().unwrap().stopped = true;
                self.hastened = false;
                let replies = self.handle(Event::Search(message));
                if self.force {
                    assert!(
                        replies.iter().all(|reply| !matches!(reply, Reply::Move(_))),
                        "a move in force mode"
                    );
                }
                // `?` stops a search whose move is needed; everything else abandons it.
                let moves = replies.iter().filter(|reply| matches!(reply, Reply::Move(_))).count();
                assert!(moves <= 1 && (given_up || self.pings.is_empty()));
            }
            Step::AnyDone(choice) => {
                let count = self.worker.asked.len();
                let Some(asked) = self.worker.asked.get(choice % count.max(1)) else { return };
                if choice % count + 1 < count {
                    let message = asked.done(None, Score::DRAW);
                    assert!(self.handle(Event::Search(message)).is_empty(), "a search given up was heard");
                }
            }
        }
    }

    fn line(&mut self, line: &str) {
        // The session's own end and pings are checked elsewhere.
        let word = line.split_whitespace().next().unwrap_or_default();
        if matches!(word, "quit" | "ping") {
            return;
        }
        self.hastened |= word == "?" && self.searching();
        let replies = self.handle(Event::Line(line.to_string()));
        let searched = |reply: &Reply| matches!(reply, Reply::Move(text) if text != "@@@@");
        let pondered = self.worker.asked.last().is_some_and(|asked| asked.limits.ponder.is_some());
        assert!(pondered || !replies.iter().any(searched), "a move without a search");
        match word {
            "force" | "result" | "analyze" => self.force = true,
            "new" | "go" | "playother" => self.force = false,
            "white" | "black" if !replies.iter().any(|reply| matches!(reply, Reply::Refused { .. })) => {
                self.force = false;
            }
            _ => {}
        }
        if self.force {
            assert!(
                !matches!(word, "force" | "result") || !self.searching(),
                "a search goes on in force mode"
            );
        }
        for reply in replies {
            let text = reply.to_string();
            assert!(!text.starts_with("Illegal") || text.starts_with("Illegal move: "), "{text}");
            // The lines of the book window, which begin with a blank, are one reply.
            assert!(text.starts_with(' ') || !text.trim_end_matches('\n').contains('\n'), "{text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn random_sessions_keep_the_protocol(steps in prop::collection::vec(step(), 1..60)) {
        let mut watch = Watch::new();
        for step in &steps {
            watch.play(step);
        }
        watch.line("force");
        prop_assert!(watch.pings.is_empty(), "pings without pong: {:?}", watch.pings);
        let mut replies = Vec::new();
        let flow = watch.session.handle(Event::Eof, Instant::now(), &mut watch.worker, &mut replies);
        prop_assert_eq!(flow, ControlFlow::Break(()));
        prop_assert!(!watch.searching());
    }

    #[test]
    fn the_input_may_end_at_any_time(steps in prop::collection::vec(step(), 0..20)) {
        let mut watch = Watch::new();
        for step in &steps {
            watch.play(step);
        }
        let mut replies = Vec::new();
        let flow = watch.session.handle(Event::Eof, Instant::now(), &mut watch.worker, &mut replies);
        prop_assert_eq!(flow, ControlFlow::Break(()));
        prop_assert!(watch.worker.asked.last().is_none_or(|asked| asked.stopped));
    }
}

/// Longer than a daily test: `cargo test --release --test protocol session_fuzz:: -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn a_million_lines_keep_the_protocol() {
    let mut runner = TestRunner::deterministic();
    for session in 0..500 {
        let mut watch = Watch::new();
        let steps: Vec<Step> = (0..2000).map(|_| step().new_tree(&mut runner).unwrap().current()).collect();
        for step in &steps {
            watch.play(step);
        }
        watch.line("force");
        assert!(watch.pings.is_empty(), "session {session}: pings without pong: {:?}", watch.pings);
    }
}

#[test]
fn quit_ends_every_state() {
    for before in [&["new"][..], &["force"], &["go"], &["go", "?"], &["force", "result 1-0 {x}"], &["hint"]] {
        let mut watch = Watch::new();
        for line in before {
            watch.line(line);
        }
        let mut replies = Vec::new();
        let flow =
            watch.session.handle(Event::Line("quit".into()), Instant::now(), &mut watch.worker, &mut replies);
        assert_eq!(flow, ControlFlow::Break(()), "{before:?}");
        assert!(!watch.searching());
    }
}
