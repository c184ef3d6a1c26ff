//! The program itself as a player, in the thread of the game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::player::{Player, PlayerScore, RefereedGame, Response, Thought, Trouble};
use crate::base::network::Network;
use crate::base::platform::clocks;
use crate::engine::eval::Weights;
use crate::engine::search::{Limits, Score, Searcher};
use crate::rules::geometry::Color;
use crate::session::control::SideClock;
use crate::session::{Lateness, Margins, Settings, accepts_draw};

/// The time reserved per move besides the search, for a busy machine.
const OVERHEAD: Duration = Duration::from_millis(10);

/// A player of our own.
pub struct Local {
    settings: Settings,
    weights: Option<Weights>,
    network: Option<Arc<Network>>,
    searcher: Option<Searcher>,
    /// How late its moves are. With `cpu_clock` this does not count, as the wait is not charged.
    lateness: Lateness,
    cpu_clock: bool,
    stop: Arc<AtomicBool>,
}

impl Local {
    /// A player whose searches end when `stop` is set. With `cpu_clock` it is charged the processor time of
    /// its thread.
    pub fn new(settings: Settings, cpu_clock: bool, stop: Arc<AtomicBool>) -> Local {
        Local {
            settings,
            weights: None,
            network: None,
            searcher: None,
            lateness: Lateness::default(),
            cpu_clock,
            stop,
        }
    }

    /// The same with other evaluation weights.
    #[must_use]
    pub fn weighing(self, weights: Option<Weights>) -> Local {
        Local { weights, ..self }
    }

    /// The same with another net.
    #[must_use]
    pub fn with_network(self, network: Option<Arc<Network>>) -> Local {
        Local { network, ..self }
    }
}

impl Player for Local {
    fn begin(&mut self, board: &RefereedGame, _: Color, _: &[SideClock; 2]) -> Result<(), Trouble> {
        let game = board.position.game();
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
        Ok(())
    }

    fn think(&mut self, board: &RefereedGame, clocks: &[SideClock; 2]) -> Result<Thought, Trouble> {
        let Some(searcher) = &mut self.searcher else {
            return Err(Trouble::Unable("the game has not begun".to_string()));
        };
        let own = &clocks[board.position.side().index()];
        let started = Instant::now();
        let cpu = clocks::of_thread().filter(|_| self.cpu_clock);
        let clock = own.clock();
        let margins = if self.cpu_clock {
            Margins { overhead: OVERHEAD, reserve: Duration::ZERO }
        } else {
            self.lateness.margins(&clock, OVERHEAD)
        };
        let limits = Limits {
            clock,
            overhead: margins.overhead,
            reserve: margins.reserve,
            started: Some(started),
            nodes: own.control.nodes,
            depth: own.control.depth,
            tablebases: self.settings.tablebases(),
            learned: self.settings.learned,
            ..Limits::default()
        };
        // The same game with the same seed makes the same mistakes.
        let limits = self.settings.skill().limits(limits, board.position.key());
        let mut position = board.position.clone();
        let best = searcher.run(&mut position, &limits, &self.stop, &mut |_| {});
        if self.stop.load(std::sync::atomic::Ordering::Relaxed) {
            return Err(Trouble::Stopped);
        }
        let wall = started.elapsed();
        self.lateness.note_search(&limits, wall, best.stall);
        let elapsed =
            cpu.zip(clocks::of_thread()).map_or(wall, |(before, after)| after.saturating_sub(before));
        let is_offered = board.offered == Some(!board.position.side());
        let accepts = is_offered && accepts_draw(&board.position, board.moves.len(), Some(best.score));
        let answer = best.best_move.map_or(Response::Resign, Response::Move);
        Ok(Thought {
            answer: if accepts { Response::Accept } else { answer },
            elapsed,
            evaluation: Some(evaluation(best.score)),
            depth: best.depth,
            nodes: best.nodes,
            offers_draw: false,
            claim: None,
        })
    }

    fn end(&mut self, _: &str, _: &str) {}
}

fn evaluation(score: Score) -> PlayerScore {
    match score.mate_in() {
        Some(moves) if moves > 0 => PlayerScore::Mate(moves),
        Some(moves) => PlayerScore::Mate(moves.min(-1)),
        None => PlayerScore::Centipawns(score.0),
    }
}
