//! What XBoard, WinBoard and cutechess rely on: the rules of `data/rules_of_guis.txt`, each tried in a
//! process of its own.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use super::faults::{Live, PATIENCE};
use crate::common::{data, legal, position};
use fibnif::rules::position::Position;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn every_rule_is_kept() {
    let text = fs::read_to_string(data("rules_of_guis.txt")).unwrap().replace("\r\n", "\n");
    let rules: Vec<&str> = text.split("\n\n").skip(1).collect();
    assert!(rules.len() > 40, "{} rules", rules.len());
    let (some, others) = rules.split_at(rules.len() / 2);
    thread::scope(|scope| {
        for half in [some, others] {
            scope.spawn(|| half.iter().for_each(|rule| Gui::try_rule(rule)));
        }
    });
}

struct Gui<'a> {
    live: Live,
    position: Position,
    rule: &'a str,
    never: Vec<&'a str>,
    pings: u32,
}

impl<'a> Gui<'a> {
    fn try_rule(rule: &'a str) {
        let mut gui = Gui {
            live: Live::start(),
            position: position("chess", START),
            rule,
            never: Vec::new(),
            pings: 0,
        };
        let lines: Vec<&str> = rule.lines().filter(|line| !line.starts_with('#')).collect();
        if !lines.contains(&"bare") {
            gui.open();
        }
        for line in lines {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            gui.act(word, rest);
        }
    }

    /// Reads the features and accepts them, then begins a game.
    fn open(&mut self) {
        self.live.say("xboard\nprotover 2");
        let mut features = String::new();
        while !features.contains(" done=1") {
            let line = self.line();
            let feature = line.strip_prefix("feature ").unwrap_or_else(|| panic!("{line}: {}", self.rule));
            // cutechess reads an unquoted value up to the first letter that is none of a word.
            let (unquoted, quoted) = feature.split_once('"').unwrap_or((feature, "\""));
            assert!(
                quoted.ends_with('"') && unquoted.chars().all(|c| c.is_alphanumeric() || "= ".contains(c))
            );
            self.live.say(&format!("accepted {}", unquoted.split('=').next().unwrap()));
            features.extend([" ", feature]);
        }
        assert!(
            [" ping=1", " setboard=1", " usermove=1", " sigint=0"].iter().all(|own| features.contains(own))
        );
        self.live.say("new\nlevel 40 5 0\npost\neasy");
        self.act("ping", "");
    }

    fn act(&mut self, word: &str, rest: &'a str) {
        match word {
            "bare" | "interrupt" if !cfg!(unix) || word == "bare" => {}
            "never" => self.never = rest.split(" | ").collect(),
            ">" => {
                if rest == "new" {
                    self.position = position("chess", START);
                }
                self.live.say(rest);
            }
            "play" => rest.split(' ').for_each(|text| self.play(text)),
            "back" => {
                (0..if rest == "undo" { 1 } else { 2 }).for_each(|_| self.position.unmake());
                self.live.say(rest);
            }
            "board" => {
                self.position = position("chess", rest);
                self.live.say(&format!("setboard {rest}"));
            }
            "expect" => self.expect(rest),
            "without" => {
                let until = Instant::now() + Duration::from_millis(300);
                while let Some(line) = self.live.line(until) {
                    assert!(!is(rest, &line), "{line}: {}", self.rule);
                    self.forbid(&line);
                }
            }
            "ping" => {
                self.pings += 1;
                self.live.say(&format!("ping {}", self.pings));
                self.expect(&format!("pong {}", self.pings));
            }
            "wait" => thread::sleep(Duration::from_millis(50)),
            "close" => self.live.input = None,
            "ends" => {
                let until = Instant::now() + PATIENCE;
                while self.live.child.try_wait().unwrap().is_none() {
                    assert!(Instant::now() < until, "{}", self.rule);
                    thread::sleep(Duration::from_millis(5));
                }
            }
            "interrupt" => {
                let id = self.live.child.id().to_string();
                assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
            }
            "game" => self.random_game(rest.parse().unwrap()),
            _ => panic!("{word} is no action: {}", self.rule),
        }
    }

    fn line(&mut self) -> String {
        self.live.line(Instant::now() + PATIENCE).unwrap_or_else(|| panic!("no answer: {}", self.rule))
    }

    /// Skips lines until one of this kind.
    fn expect(&mut self, wanted: &str) {
        loop {
            let line = self.line();
            let found = is(wanted, &line);
            if !found {
                self.forbid(&line);
            }
            if let Some(text) = line.strip_prefix("move ") {
                let m =
                    self.position.parse_move(text).unwrap_or_else(|error| panic!("{error}: {}", self.rule));
                self.position.make(m);
            }
            if found {
                return;
            }
        }
    }

    fn forbid(&self, line: &str) {
        assert!(!self.never.iter().any(|never| is(never, line)), "{line}: {}", self.rule);
    }

    fn play(&mut self, text: &str) {
        let m = self.position.parse_move(text).unwrap();
        self.position.make(m);
        self.live.say(&format!("usermove {text}"));
    }

    /// Plays random moves, the same every time, each of which must be answered.
    fn random_game(&mut self, moves: u32) {
        let mut state: u64 = 0x5EED;
        for _ in 0..moves {
            let choices = legal(&self.position);
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let Some(m) = choices.get((state >> 33) as usize % choices.len().max(1)) else { return };
            self.play(&self.position.move_text(*m));
            if self.position.outcome().is_some() {
                return;
            }
            self.expect("move");
        }
    }
}

/// Whether a line is of a kind: `thinking`, `result`, a text that it has in it (`*text`), or its beginning.
fn is(kind: &str, line: &str) -> bool {
    match kind {
        "thinking" => line.split_whitespace().take(4).filter(|word| word.parse::<i64>().is_ok()).count() == 4,
        "result" => ["1-0", "0-1", "1/2-1/2", "resign"].iter().any(|result| line.starts_with(result)),
        _ => kind.strip_prefix('*').map_or(line.starts_with(kind), |part| line.contains(part)),
    }
}
