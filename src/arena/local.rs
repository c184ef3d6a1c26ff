//! The program itself as a player, in the thread of the game.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::player::{Player, PlayerError, PlayerScore, RefereedGame, Response, Thought};
use crate::base::platform::clocks;
use crate::base::trained::TrainedNet;
use crate::engine::eval::Weights;
use crate::engine::eval::net::misfit;
use crate::engine::search::{Limits, Score, Searcher};
use crate::rules::game::Game;
use crate::rules::geometry::Color;
use crate::rules::position::Position;
use crate::session::SideClock;
use crate::session::engine::{Message, SearchId};
use crate::session::{Core, Found, Record, SearchEvent, SearchHost, Settings, Task, random_seed};

/// A player of our own.
pub struct Local {
    core: Option<Core>,
    settings: Settings,
    weights: Option<Weights>,
    network: Option<Arc<TrainedNet>>,
    searcher: Option<Searcher>,
    /// Whether it is charged the processor time of its thread. Then a late answer costs nothing, as the wait
    /// is not charged.
    cpu_clock: bool,
    stop: Arc<AtomicBool>,
}

impl Local {
    /// A player whose searches end when `stop` is set. With `cpu_clock` it is charged the processor time of
    /// its thread.
    pub fn new(settings: Settings, cpu_clock: bool, stop: Arc<AtomicBool>) -> Local {
        Local { core: None, settings, weights: None, network: None, searcher: None, cpu_clock, stop }
    }

    /// The same with other evaluation weights.
    #[must_use]
    pub fn weighing(self, weights: Option<Weights>) -> Local {
        Local { weights, ..self }
    }

    /// The same with another net.
    #[must_use]
    pub fn with_network(self, network: Option<Arc<TrainedNet>>) -> Local {
        Local { network, ..self }
    }
}

impl Player for Local {
    fn begin(&mut self, board: &RefereedGame, _: Color, _: &[SideClock; 2]) -> Result<(), PlayerError> {
        let game = board.position.game();
        if let Some(reason) = self.network.as_ref().and_then(|net| misfit(game, net)) {
            return Err(PlayerError::Unable(format!("its net {reason}")));
        }
        let mut searcher = match self.searcher.take() {
            Some(searcher) if Arc::ptr_eq(searcher.game(), game) => searcher,
            Some(searcher) => searcher.turn_to(game),
            None => Searcher::new(game, self.settings.memory),
        };
        searcher.set_threads(self.settings.threads);
        searcher.clear();
        if let Some(weights) = &self.weights {
            searcher.set_weights(weights);
        }
        if self.network.is_some() {
            searcher.set_network(self.network.clone());
        }
        self.searcher = Some(searcher);
        let start = board.start.clone();
        match &mut self.core {
            Some(core) => core.begin(Record::new(start)),
            None => self.core = Some(Core::new(self.settings.clone(), start, random_seed())),
        }
        Ok(())
    }

    fn think(&mut self, board: &RefereedGame, clocks: &[SideClock; 2]) -> Result<Thought, PlayerError> {
        let (Some(searcher), Some(core)) = (&mut self.searcher, &mut self.core) else {
            return Err(PlayerError::Unable("the game has not begun".to_string()));
        };
        let own = &clocks[board.position.side().index()];
        let started = Instant::now();
        let cpu = clocks::of_thread().filter(|_| self.cpu_clock);
        let known = core.record.len();
        board.moves.iter().skip(known).for_each(|&(_, m)| core.record.play(m));
        if self.settings.variety == 0 {
            // The same game with the same seed makes the same mistakes.
            core.set_seed(board.position.key());
        }
        let granted = Limits {
            clock: own.clock(),
            started: Some(started),
            nodes: own.limit.nodes,
            depth: own.limit.depth,
            ..Limits::default()
        };
        let mut limits = core.limits(Task::Move, granted);
        if self.cpu_clock {
            (limits.overhead, limits.reserve) = (self.settings.overhead, Duration::ZERO);
        }
        let mut order = Order::default();
        core.run(Task::Move, board.position.clone(), limits, started, &mut order);
        let Some(found) = order.carry_out(searcher, core, &self.stop) else {
            return Err(PlayerError::Stopped);
        };
        let wall = started.elapsed();
        let elapsed =
            cpu.zip(clocks::of_thread()).map_or(wall, |(before, after)| after.saturating_sub(before));
        let is_offered = board.offered == Some(!board.position.side());
        let answer = match found.best.best_move {
            _ if is_offered && core.takes_draw() => Response::Accept,
            Some(m) if !core.resigns() => Response::Move(m),
            _ => Response::Resign,
        };
        Ok(Thought {
            answer,
            elapsed,
            evaluation: Some(evaluation(found.best.score)),
            depth: found.best.depth,
            nodes: found.best.nodes,
            offers_draw: false,
            claim: None,
        })
    }

    fn end(&mut self, _: &str, _: &str) {}
}

/// The search that the core orders, carried out in this thread.
#[derive(Default)]
struct Order(Option<(SearchId, Position, Limits)>);

impl Order {
    /// Searches, and hands every message to the core. Returns what was found, unless the match is stopped.
    fn carry_out(self, searcher: &mut Searcher, core: &mut Core, stop: &AtomicBool) -> Option<Found> {
        let (id, mut position, limits) = self.0?;
        let best = searcher.run(&mut position, &limits, stop, &mut |report| {
            core.on_message(Message::Report(id, report.clone()), Instant::now());
        });
        match core.on_message(Message::Done(id, best), Instant::now()) {
            SearchEvent::Found(found) if !stop.load(Ordering::Relaxed) => Some(found),
            _ => None,
        }
    }
}

impl SearchHost for Order {
    fn start(&mut self, id: SearchId, position: Position, limits: Limits) {
        self.0 = Some((id, position, limits));
    }

    fn stop(&mut self) {}

    fn set_hash(&mut self, mebibytes: usize) -> usize {
        mebibytes
    }

    fn set_threads(&mut self, _: usize) {}

    fn prepare(&mut self, _: SearchId, _: Arc<Game>) {}
}

fn evaluation(score: Score) -> PlayerScore {
    match score.mate_in() {
        Some(moves) if moves > 0 => PlayerScore::Mate(moves),
        Some(moves) => PlayerScore::Mate(moves.min(-1)),
        None => PlayerScore::Centipawns(score.0),
    }
}
