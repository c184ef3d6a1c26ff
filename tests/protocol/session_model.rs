//! The table of states against a model of it: random commands go to a session and to a small model of
//! the protocol, and after each the two must agree on the output (pongs, moves, refusals), on the
//! running search and its purpose, and on the position.
//!
//! The model knows only orthodox chess and no clock. It takes over whatever the protocol leaves to the
//! engine: whether there is something to think about on the opponent's time, and what is said about a
//! finished game. Arbitrary input of a GUI is tested in `session_fuzz`.

use std::time::Instant;

use crate::common::fake_worker::FakeWorker;
use crate::common::legal;
use fibnif::engine::search::{Clock, Score};
use fibnif::protocol::cecp::{CecpSession, Event, Reply};
use fibnif::rules::game::compile;
use fibnif::rules::geometry::Color;
use fibnif::rules::position::{Move, Position};
use fibnif::rules::variant::Catalog;
use fibnif::session::engine::Message;
use proptest::prelude::*;

/// Commands without moves; the important ones occur twice.
const COMMANDS: &str = "new|force|go|go|playother|white|black|undo|remove|?|?|hint|draw|result * \
                        {x}|analyze|analyze|exit|.\
    |pause|resume|hard|hard|easy|post|nopost|exclude all|include all|time 1000|otim \
    1000|bk|computer|option MultiPV=2\
    |memory 2|foo|usermove a1a8|variant nosuch|setboard 8/8/8";

/// Positions: castling and promotion, a mate in one, a stalemate in one, the fifty-move rule about to
/// apply, mate, bare Kings.
const POSITIONS: &[&str] = &[
    "r3k2r/1P6/8/8/8/8/1p6/R3K2R w KQkq - 0 1",
    "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1",
    "k7/8/2K5/8/8/8/8/1Q6 w - - 0 1",
    "7k/8/6K1/8/8/8/8/R7 w - - 98 80",
    "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1",
    "7k/8/8/8/8/8/8/K7 w - - 0 1",
];

#[derive(Clone, Debug)]
enum Step {
    Command(&'static str),
    Ping,
    Position(&'static str),
    /// A legal move, chosen by the number.
    Legal(usize),
    /// The move that the engine expects, if any.
    Expected,
    /// Excludes a move or includes it again.
    Exclude(bool, usize),
    /// The search ends, with or without an expected reply.
    Done(bool),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        10 => prop::sample::select(COMMANDS.split('|').collect::<Vec<_>>()).prop_map(Step::Command),
        3 => Just(Step::Ping),
        1 => prop::sample::select(POSITIONS).prop_map(Step::Position),
        6 => (0usize..1000).prop_map(Step::Legal),
        3 => Just(Step::Expected),
        1 => (any::<bool>(), 0usize..1000).prop_map(|(out, choice)| Step::Exclude(out, choice)),
        6 => any::<bool>().prop_map(Step::Done),
    ]
}

/// The side the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Nobody,
    Side(Color),
    Analyst,
}

/// The current search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Activity {
    Idle,
    Move,
    Hint,
    Analysis,
    /// After the expected move.
    Ponder(Move),
}

/// The possible results of a step.
#[derive(PartialEq, Debug)]
enum Next {
    /// This and nothing else.
    Exactly(Activity),
    /// This, or pondering.
    OrPonder(Activity),
    /// A search, or none: for a hint, if none is known; for a move in a game that is over by the rules.
    OrNothing(Activity),
}

/// The output after a step.
#[derive(Default, PartialEq, Debug)]
struct Said {
    pongs: Vec<usize>,
    moves: Vec<String>,
    illegal: usize,
    /// Lines that begin with `Error`.
    errors: usize,
}

/// The model.
struct Model {
    /// The game, the present position last.
    line: Vec<Position>,
    role: Role,
    activity: Activity,
    /// A move found on the opponent's time, and the one it answers.
    found: Option<(Move, Move)>,
    paused: Activity,
    ponders: bool,
    excluded: Vec<Move>,
    pings: Vec<usize>,
    /// Whether the last position was refused.
    refused: bool,
}

fn after(position: &Position, m: Move) -> Position {
    let mut after = position.clone();
    after.make(m);
    after
}

impl Model {
    fn new(start: Position) -> Model {
        Model {
            line: vec![start],
            role: Role::Side(Color::Black),
            activity: Activity::Idle,
            found: None,
            paused: Activity::Idle,
            ponders: false,
            excluded: Vec::new(),
            pings: Vec::new(),
            refused: false,
        }
    }

    fn position(&self) -> &Position {
        self.line.last().unwrap()
    }

    /// Abandons any search.
    fn stop(&mut self) {
        (self.activity, self.paused, self.found) = (Activity::Idle, Activity::Idle, None);
    }

    /// The analysis of the present position, if it is one and there is something to look at.
    fn look(&self) -> Activity {
        let moves = legal(self.position()).into_iter().any(|m| !self.excluded.contains(&m));
        if self.role == Role::Analyst && moves && !self.refused { Activity::Analysis } else { Activity::Idle }
    }

    fn set(&mut self, position: Position) -> Next {
        self.stop();
        self.excluded.clear();
        self.refused = false;
        self.line = vec![position];
        Next::Exactly(self.look())
    }

    fn take_back(&mut self, plies: usize, said: &mut Said) -> Next {
        if self.line.len() <= plies {
            said.errors += 1;
            return Next::Exactly(self.activity);
        }
        self.stop();
        self.excluded.clear();
        self.line.truncate(self.line.len() - plies);
        Next::Exactly(self.look())
    }

    /// The engine's turn, if it plays the side to move.
    fn turn(&self) -> Next {
        match self.role {
            Role::Side(side) if side == self.position().side() && self.position().outcome().is_some() => {
                Next::OrNothing(Activity::Move)
            }
            Role::Side(side) if side == self.position().side() => Next::Exactly(Activity::Move),
            _ => Next::Exactly(self.look()),
        }
    }

    /// Plays a move of the engine's.
    fn engine_plays(&mut self, m: Move, said: &mut Said) -> Next {
        said.moves.push(self.position().move_text(m));
        self.stop();
        self.excluded.clear();
        self.line.push(after(self.position(), m));
        Next::OrPonder(Activity::Idle)
    }

    fn user_move(&mut self, m: Move, said: &mut Said) -> Next {
        if self.activity == Activity::Move || self.refused {
            said.illegal += 1;
            return Next::Exactly(self.activity);
        }
        let found = self.found.filter(|&(expected, _)| expected == m);
        self.stop();
        self.excluded.clear();
        self.line.push(after(self.position(), m));
        match found {
            Some((_, reply)) => self.engine_plays(reply, said),
            None => self.turn(),
        }
    }

    fn obey(&mut self, command: &str, said: &mut Said) -> Next {
        let side = self.position().side();
        match command {
            "setboard 8/8/8" => {
                self.stop();
                self.excluded.clear();
                self.refused = true;
            }
            "go" | "undo" | "remove" | "hint" | "exclude all" | "include all" if self.refused => {
                said.errors += 1;
            }
            "new" => {
                if self.role != Role::Analyst {
                    self.role = Role::Side(Color::Black);
                }
                let start = Position::start(self.position().game().clone());
                return self.set(start);
            }
            "force" | "result * {x}" => {
                self.stop();
                self.role = Role::Nobody;
            }
            "exit" if self.role == Role::Analyst && self.activity != Activity::Move => {
                self.stop();
                self.role = Role::Nobody;
            }
            "exit" | "foo" | "variant nosuch" => said.errors += 1,
            "go" if self.activity == Activity::Move => {}
            "go" => {
                self.stop();
                self.role = Role::Side(side);
                return self.turn();
            }
            "white" | "black" if (command == "white") != (side == Color::White) => said.errors += 1,
            "playother" | "white" | "black" => {
                self.stop();
                self.role = Role::Side(!side);
            }
            "undo" => return self.take_back(1, said),
            "remove" => return self.take_back(2, said),
            "analyze" => {
                self.stop();
                self.role = Role::Analyst;
                return Next::Exactly(self.look());
            }
            "usermove a1a8" => {
                match legal(self.position()).into_iter().find(|&m| self.position().move_text(m) == "a1a8") {
                    Some(m) => return self.user_move(m, said),
                    None => said.illegal += 1,
                }
            }
            "pause" if self.activity == Activity::Hint => {}
            "pause" if self.activity != Activity::Idle => {
                let paused = self.activity;
                self.stop();
                self.paused = paused;
            }
            "resume" => {
                let paused = std::mem::replace(&mut self.paused, Activity::Idle);
                return match paused {
                    Activity::Idle => Next::Exactly(self.activity),
                    Activity::Ponder(_) => Next::OrPonder(Activity::Idle),
                    Activity::Move => self.turn(),
                    _ => Next::Exactly(self.look()),
                };
            }
            "hard" => {
                self.ponders = true;
                return Next::OrPonder(self.activity);
            }
            "easy" => {
                self.ponders = false;
                if matches!(self.activity, Activity::Ponder(_)) || self.found.is_some() {
                    self.stop();
                }
            }
            "exclude all" | "include all" => {
                let moves = legal(self.position());
                said.errors += usize::from(moves.is_empty());
                self.excluded = if command == "exclude all" { moves } else { Vec::new() };
                return self.looks_again();
            }
            "option MultiPV=2" | "memory 2" => return self.looks_again(),
            "." if self.role != Role::Analyst => {
                said.errors += usize::from(matches!(self.activity, Activity::Idle | Activity::Hint));
            }
            "hint" if self.activity == Activity::Idle && self.role != Role::Analyst => {
                return Next::OrNothing(Activity::Hint);
            }
            _ => {}
        }
        Next::Exactly(self.activity)
    }

    /// An analysis starts anew with the change, even if it was paused.
    fn looks_again(&mut self) -> Next {
        if self.role != Role::Analyst || self.activity == Activity::Move {
            return Next::Exactly(self.activity);
        }
        self.stop();
        Next::Exactly(self.look())
    }
}

/// A session, its worker, and the model.
struct Trial {
    session: CecpSession,
    worker: FakeWorker,
    model: Model,
    /// Whether the running search has been told to end.
    hastened: bool,
    pings: usize,
}

impl Trial {
    fn new() -> Trial {
        let game = compile(&Catalog::builtin().resolve("chess").unwrap()).unwrap();
        let session = CecpSession::new(Catalog::builtin()).unwrap();
        Trial {
            session,
            worker: FakeWorker::default(),
            model: Model::new(Position::start(game)),
            hastened: false,
            pings: 0,
        }
    }

    fn handle(&mut self, event: Event) -> Vec<Reply> {
        let mut replies = Vec::new();
        let _ = self.session.handle(event, Instant::now(), &mut self.worker, &mut replies);
        while let Some(id) = self.worker.preparing.pop() {
            let _ = self.session.handle(
                Event::Search(Message::Ready(id)),
                Instant::now(),
                &mut self.worker,
                &mut replies,
            );
        }
        replies
    }

    /// The worker's activity, from its last request.
    fn activity(&self) -> Activity {
        let Some(asked) = self.worker.asked.last().filter(|asked| !asked.stopped || self.hastened) else {
            return Activity::Idle;
        };
        let present = self.model.position();
        let Some(ponder) = asked.limits.ponder.as_ref().filter(|ponder| ponder.clock().is_none()) else {
            assert_eq!(asked.position.fen(), present.fen(), "another position is searched");
            return match asked.limits.clock {
                Clock::Unlimited => Activity::Analysis,
                Clock::PerMove(_) => Activity::Hint,
                Clock::Running { .. } => Activity::Move,
            };
        };
        assert!(ponder.clock().is_none());
        let expected = legal(present).into_iter().find(|&m| after(present, m).fen() == asked.position.fen());
        Activity::Ponder(
            expected.unwrap_or_else(|| panic!("thinks about {} in {}", asked.position.fen(), present.fen())),
        )
    }

    fn play(&mut self, step: &Step) {
        let mut said = Said::default();
        let (event, next) = match step {
            Step::Command(command) => {
                if *command == "?" && self.model.activity == Activity::Move {
                    self.hastened = true;
                }
                (Event::Line((*command).to_string()), self.model.obey(command, &mut said))
            }
            Step::Ping => {
                self.pings += 1;
                self.model.pings.push(self.pings);
                (Event::Line(format!("ping {}", self.pings)), Next::Exactly(self.model.activity))
            }
            Step::Position(fen) => {
                let position = Position::from_fen(self.model.position().game().clone(), fen).unwrap();
                (Event::Line(format!("setboard {fen}")), self.model.set(position))
            }
            Step::Legal(_) | Step::Expected => {
                let moves = legal(self.model.position());
                let m = match (step, self.model.activity, self.model.found) {
                    (Step::Legal(choice), ..) if !moves.is_empty() => moves[choice % moves.len()],
                    (Step::Expected, Activity::Ponder(m), _) | (Step::Expected, _, Some((m, _))) => m,
                    _ => return,
                };
                let text = self.model.position().move_text(m);
                (Event::Line(format!("usermove {text}")), self.model.user_move(m, &mut said))
            }
            Step::Exclude(..) if self.model.refused => return,
            Step::Exclude(out, choice) => {
                let moves = legal(self.model.position());
                let Some(&m) = moves.get(choice % moves.len().max(1)) else { return };
                self.model.excluded.retain(|&excluded| excluded != m);
                self.model.excluded.extend(Some(m).filter(|_| *out));
                let line = format!(
                    "{} {}",
                    if *out { "exclude" } else { "include" },
                    self.model.position().move_text(m)
                );
                (Event::Line(line), self.model.looks_again())
            }
            Step::Done(answers) => {
                if self.model.activity == Activity::Idle {
                    return;
                }
                let (message, next) = self.finish(*answers, &mut said);
                (Event::Search(message), next)
            }
        };
        let replies = self.handle(event);
        self.hastened &= matches!(next, Next::Exactly(Activity::Move) | Next::OrPonder(Activity::Move));
        self.model.activity = self.agree(&next, step);
        if self.model.activity != Activity::Move {
            said.pongs = std::mem::take(&mut self.model.pings);
        }
        assert_eq!(heard(&replies), said, "after {step:?}: {replies:?}");
        let hinted = replies.iter().any(|reply| matches!(reply, Reply::Hint(_)));
        let over = self.model.position().outcome().is_some();
        assert!(
            over || !replies.iter().any(|reply| matches!(reply, Reply::Result { .. })),
            "a result in the middle of the game"
        );
        assert!(
            over || next != Next::OrNothing(Activity::Hint)
                || hinted != (self.model.activity == Activity::Hint),
            "no hint"
        );
        assert!(
            !over || !legal(self.model.position()).is_empty() || self.model.activity == Activity::Idle,
            "a search without moves"
        );
    }

    /// The running search ends.
    fn finish(&mut self, answers: bool, said: &mut Said) -> (Message, Next) {
        let asked = self.worker.asked.last_mut().unwrap();
        let answer = asked.answer().filter(|_| answers);
        let message = asked.expecting(asked.done(None, Score(5)), answer.as_deref());
        let best = asked.choose(None).unwrap();
        asked.stopped = true;
        self.hastened = false;
        let next = match self.model.activity {
            Activity::Move => {
                let next = self.model.engine_plays(best, said);
                // An expected reply is pondered if the user wants that and it does not end the game.
                let expected = answer.and_then(|text| self.model.position().parse_move(&text).ok());
                let ends = |m: Move| {
                    self.model.position().outcome().is_some()
                        || after(self.model.position(), m).outcome().is_some()
                };
                match expected.filter(|&m| self.model.ponders && !ends(m)) {
                    Some(m) if matches!(self.model.role, Role::Side(_)) => Next::Exactly(Activity::Ponder(m)),
                    _ => next,
                }
            }
            Activity::Ponder(expected) => {
                self.model.found = Some((expected, best));
                Next::Exactly(Activity::Idle)
            }
            Activity::Hint => Next::OrPonder(Activity::Idle),
            Activity::Analysis | Activity::Idle => Next::Exactly(Activity::Idle),
        };
        (message, next)
    }

    /// The worker's activity, if it is possible after the step.
    fn agree(&self, next: &Next, step: &Step) -> Activity {
        let seen = self.activity();
        let opponents = self.model.role == Role::Side(!self.model.position().side());
        let fits = match *next {
            Next::Exactly(activity) => seen == activity,
            Next::OrPonder(activity) => {
                seen == activity || matches!(seen, Activity::Ponder(_)) && self.model.ponders && opponents
            }
            Next::OrNothing(activity) => seen == activity || seen == Activity::Idle,
        };
        assert!(fits, "{seen:?} after {step:?}, expected {next:?} in {}", self.model.position().fen());
        seen
    }
}

/// The output, as far as the model knows it.
fn heard(replies: &[Reply]) -> Said {
    let mut said = Said::default();
    for reply in replies {
        match reply {
            Reply::Pong(number) => said.pongs.push(number.parse().unwrap()),
            Reply::Move(text) => {
                assert!(said.pongs.is_empty(), "a pong before the move");
                said.moves.push(text.clone());
            }
            Reply::IllegalMove(_) => said.illegal += 1,
            Reply::UnknownCommand(_) | Reply::BadArgument { .. } | Reply::Refused { .. } => said.errors += 1,
            _ => {}
        }
    }
    said
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn the_session_does_what_the_model_does(steps in prop::collection::vec(step(), 1..80)) {
        let mut trial = Trial::new();
        for step in &steps {
            trial.play(step);
        }
    }
}
