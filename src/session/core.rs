//! The common core of all front ends: the record of the game, the settings, and the running search, which
//! is known by its number so that late messages of an abandoned search are ignored. A front end turns
//! requests into a [`Task`], and translates what is [`SearchEvent`].

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::Xoshiro256PlusPlus;

use super::host::SearchHost;
use super::latency::{Latency, Margins};
use super::record::Record;
use super::settings::{Effect, Setting, SettingError, Settings};
use super::skill::Skill;
use super::variety::{self, Candidates};
use crate::engine::search::{Bound, Clock, HEAD_START, Limits, Report, Score, SearchResult};
use crate::rules::game::Game;
use crate::rules::geometry::Color;
use crate::rules::position::{Move, Position};
use crate::session::engine::{Message, SearchId};

/// How many consecutive moves must look lost before the engine resigns.
const HOPELESS_MOVES: u32 = 3;
/// How far behind the engine must be, in centipawns, to accept a draw in the opening.
const GLAD_OF_A_DRAW: Score = Score(-25);
/// After this many plies the engine accepts a draw unless it is ahead.
const DRAWISH_FROM: usize = 20;

/// An unpredictable seed.
pub fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// The engine's move.
    Move,
    /// A hint for the opponent.
    Hint,
    /// An evaluation of the position.
    Worth,
    /// The engine's move after an expected one: kept until that is played.
    Ponder,
    /// The analysis of the position: kept until it is requested.
    Analysis,
}

/// The search whose messages count.
#[derive(Debug)]
struct Search {
    id: SearchId,
    task: Task,
    side: Color,
    began: Instant,
    limits: Limits,
    /// The last reported iteration, and the nodes until then.
    progress: (u32, u64),
    /// The opponent's ply before it, if that is only expected: a move or a pass.
    expected: Option<Move>,
    /// Whether its result is kept for later.
    held: bool,
    /// The kept result.
    found: Option<SearchResult>,
}

/// The engine's findings about a position, best line first.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// What for.
    pub task: Task,
    /// The position.
    pub position: Position,
    /// The lines of the last iteration.
    pub lines: Candidates,
}

/// The end of a search.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its purpose.
    pub task: Task,
    /// The time it took, by the clock of the game.
    pub elapsed: Duration,
    /// The result. If the search was for a move, this move must be played.
    pub best: SearchResult,
    /// The line of that move, if variety has replaced the best one.
    pub varied: Option<Report>,
}

/// The meaning of an engine message.
#[derive(Debug)]
pub enum SearchEvent {
    /// Nothing, since its receiver no longer waits for it, or not yet.
    Nothing,
    /// The engine is ready for a game.
    Ready,
    /// A line of the running search.
    Line(Task, Report),
    /// The search has ended.
    Found(Found),
}

/// A game, and the engine working on it.
#[derive(Debug)]
pub struct Core {
    /// The game.
    pub record: Record,
    /// The settings.
    pub settings: Settings,
    search: Option<Search>,
    last_id: SearchId,
    /// The preparation in progress.
    preparing: Option<SearchId>,
    thinking: Option<Thinking>,
    /// The reply that the last search for a move expected.
    hint: Option<Move>,
    /// The engine's score of its last move.
    score: Option<Score>,
    hopeless_moves: u32,
    latency: Latency,
    /// The expected reading of a side's clock at its next move, if no time is lost.
    counted: Option<(Color, Duration)>,
    /// The source of variety, and of mistakes in weak play.
    dice: Xoshiro256PlusPlus,
}

impl Core {
    /// The start of a game.
    pub fn new(settings: Settings, position: Position, seed: u64) -> Core {
        Core {
            record: Record::new(position),
            settings,
            search: None,
            last_id: 0,
            preparing: None,
            thinking: None,
            hint: None,
            score: None,
            hopeless_moves: 0,
            latency: Latency::default(),
            counted: None,
            dice: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }

    /// Sets the seed of the random numbers.
    pub fn set_seed(&mut self, seed: u64) {
        self.dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    /// Changes a setting, and has the engine follow it. Returns the MiB granted, if fewer than were asked
    /// for.
    ///
    /// # Errors
    /// If the value is not possible; then nothing changes.
    pub fn change(
        &mut self,
        setting: &Setting,
        value: &str,
        host: &mut dyn SearchHost,
    ) -> Result<Option<usize>, SettingError> {
        setting.store(&mut self.settings, value)?;
        match setting.effect {
            Effect::Memory => {
                let granted = host.set_hash(self.settings.memory);
                return Ok(Some(granted).filter(|&granted| granted < self.settings.memory));
            }
            Effect::Threads => host.set_threads(self.settings.threads),
            Effect::Clear => self.prepare(&Arc::clone(self.record.position().game()), host),
            // Who plays which side is known elsewhere.
            Effect::Ponder | Effect::None => {}
        }
        Ok(None)
    }

    /// Another game, or another position in it.
    pub fn begin(&mut self, record: Record) {
        (self.record, self.counted) = (record, None);
        self.forget();
    }

    /// Discards what was thought of the game.
    pub fn forget(&mut self) {
        (self.thinking, self.hint, self.score, self.hopeless_moves) = (None, None, None, 0);
    }

    /// Has the engine prepare for a new game.
    pub fn prepare(&mut self, game: &Arc<Game>, host: &mut dyn SearchHost) {
        self.last_id += 1;
        self.preparing = Some(self.last_id);
        self.counted = None;
        host.prepare(self.last_id, game.clone());
    }

    /// Whether the engine is still preparing.
    pub fn is_preparing(&self) -> bool {
        self.preparing.is_some()
    }

    /// Stops waiting for the engine's preparation.
    pub fn forget_preparing(&mut self) {
        self.preparing = None;
    }

    /// The purpose of the running search.
    pub fn task(&self) -> Option<Task> {
        self.running().map(|search| search.task)
    }

    fn running(&self) -> Option<&Search> {
        self.search.as_ref().filter(|search| search.found.is_none())
    }

    /// Whether no search is running and no result is kept.
    pub fn is_idle(&self) -> bool {
        self.search.is_none()
    }

    /// Whether the engine is pondering, or has already found its ponder result.
    pub fn is_pondering(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.task == Task::Ponder)
    }

    /// The last reported iteration, the nodes until then, and the time since the search started.
    pub fn progress(&self, now: Instant) -> Option<(u32, u64, Duration)> {
        let search = self.running()?;
        Some((search.progress.0, search.progress.1, now.saturating_duration_since(search.began)))
    }

    /// What the last search has found so far.
    pub fn thinking(&self) -> Option<&Thinking> {
        self.thinking.as_ref()
    }

    /// The lines it has found, best first.
    pub fn lines(&self) -> &[Report] {
        self.thinking.as_ref().map_or(&[], |thinking| thinking.lines.all())
    }

    /// The reply that the engine expected to its last move.
    pub fn hint(&self) -> Option<Move> {
        self.hint
    }

    /// The limits of a search with this allowance.
    pub fn limits(&mut self, task: Task, granted: Limits) -> Limits {
        let Settings { learned, overhead, nodes, .. } = self.settings;
        let limits = Limits { tablebases: self.settings.tablebases(), learned, ..granted };
        if !matches!(task, Task::Move | Task::Ponder) {
            return limits;
        }
        if task == Task::Move {
            self.note_transit(&limits.clock);
        }
        let Margins { overhead, reserve } = self.latency.margins(&limits.clock, overhead);
        let nodes = [limits.nodes, (nodes > 0).then_some(nodes)].into_iter().flatten().min();
        let played = played(self.record.position());
        let limits = Limits { overhead, reserve, played, nodes, ..limits };
        let lines = if task == Task::Move { limits.lines.max(self.choices(&limits)) } else { limits.lines };
        let skill = self.settings.skill();
        let seed = if skill < Skill::FULL { self.dice.next_u64() } else { 0 };
        skill.limits(Limits { lines, ..limits }, seed)
    }

    /// How many moves variety chooses from: several in the opening of a timed game. A search with a node or
    /// depth limit must be reproducible, and a position that was set up asks for the best move.
    fn choices(&self, limits: &Limits) -> usize {
        let by_time = limits.nodes.is_none() && limits.depth.is_none();
        let start = self.record.start();
        let whole = || start.key() == Position::start(start.game().clone()).key();
        let lines = variety::lines(self.record.len(), self.settings.variety);
        if by_time && lines > 1 && whole() { lines } else { 1 }
    }

    /// Starts a search of the current position with an allowance.
    pub fn start(&mut self, task: Task, granted: Limits, now: Instant, host: &mut dyn SearchHost) {
        let limits = self.limits(task, granted);
        self.run(task, self.record.position().clone(), limits, now, host);
    }

    /// Starts to ponder on the position after an expected ply, unless the engine must be weak: a level
    /// limited by nodes would spend its own nodes, and a weak player would see too much.
    pub fn ponder(&mut self, ply: Option<Move>, granted: Limits, now: Instant, host: &mut dyn SearchHost) {
        let limits = self.limits(Task::Ponder, granted);
        let position = self.record.position();
        if self.settings.skill() == Skill::FULL && limits.nodes.is_none() && position.outcome().is_none() {
            self.run(Task::Ponder, position.clone(), limits, now, host);
            self.search.iter_mut().for_each(|search| search.expected = ply);
        }
    }

    /// Starts a search with these limits.
    pub fn run(
        &mut self,
        task: Task,
        position: Position,
        limits: Limits,
        now: Instant,
        host: &mut dyn SearchHost,
    ) {
        self.last_id += 1;
        let ponder = (task == Task::Ponder).then(Arc::default);
        let limits = Limits { ponder, ..limits };
        self.search = Some(Search {
            id: self.last_id,
            task,
            side: position.side(),
            began: limits.started.unwrap_or(now),
            limits: limits.clone(),
            progress: (0, 0),
            expected: None,
            held: matches!(task, Task::Ponder | Task::Analysis),
            found: None,
        });
        self.thinking = Some(Thinking { task, position: position.clone(), lines: Candidates::default() });
        host.start(self.last_id, position, limits);
    }

    /// Abandons the search.
    pub fn give_up(&mut self, host: &mut dyn SearchHost) {
        if self.search.take().is_some_and(|search| search.found.is_none()) {
            host.stop();
        }
    }

    /// Whether the engine is pondering on the position after this ply of the opponent.
    pub fn expects(&self, ply: Option<Move>) -> bool {
        self.search.as_ref().is_some_and(|search| search.task == Task::Ponder && search.expected == ply)
    }

    /// The expected move of the opponent, while the engine ponders.
    pub fn expected(&self) -> Option<Move> {
        self.search.as_ref().filter(|search| search.task == Task::Ponder)?.expected
    }

    /// The expected ply was played, and the engine's clock is running: the search is now for its move,
    /// which it may already have found.
    pub fn hit(&mut self, clock: Clock, now: Instant) -> Option<Found> {
        self.note_transit(&clock);
        let mut search = self.search.take_if(|search| search.task == Task::Ponder)?;
        (search.task, search.held, search.began, search.limits.clock) = (Task::Move, false, now, clock);
        if let Some(best) = search.found.take() {
            return Some(self.conclude(&search, best, now));
        }
        if let Some(ponder) = &search.limits.ponder {
            ponder.hit(clock, now);
        }
        self.search = Some(search);
        None
    }

    /// Stops keeping the result of the search, and returns what it has already found.
    pub fn release(&mut self, now: Instant) -> Option<Found> {
        let search = self.search.as_mut()?;
        search.held = false;
        let best = search.found.take()?;
        let search = self.search.take()?;
        Some(self.conclude(&search, best, now))
    }

    /// Handles a message from the engine.
    pub fn on_message(&mut self, message: Message, now: Instant) -> SearchEvent {
        match message {
            Message::Ready(id) => {
                self.preparing.take_if(|preparing| *preparing == id);
                SearchEvent::Ready
            }
            Message::Report(id, report) => {
                let Some(search) = self.search.as_mut().filter(|search| search.id == id) else {
                    return SearchEvent::Nothing;
                };
                search.progress = (report.depth, report.nodes);
                if let Some(thinking) = &mut self.thinking
                    && report.bound == Bound::Exact
                    && !report.pv.is_empty()
                {
                    thinking.lines.note(report.clone());
                }
                SearchEvent::Line(search.task, report)
            }
            Message::Done(id, best) => match self.search.take_if(|search| search.id == id) {
                None => SearchEvent::Nothing,
                Some(search) if search.held => {
                    self.search = Some(Search { found: Some(best), ..search });
                    SearchEvent::Nothing
                }
                Some(search) => SearchEvent::Found(self.conclude(&search, best, now)),
            },
        }
    }

    /// Handles the end of a search. If it was for a move, the move is chosen, and its latency is learned.
    fn conclude(&mut self, search: &Search, best: SearchResult, now: Instant) -> Found {
        let elapsed = now.saturating_duration_since(search.began);
        let mut found = Found { task: search.task, elapsed, best, varied: None };
        let Some(m) = found.best.best_move.filter(|_| search.task == Task::Move) else { return found };
        self.note_delay(search, elapsed, found.best.stall);
        if let Some(line) = self.vary(m, search) {
            let (best_move, ponder) = (line.pv.first().copied(), line.pv.get(1).copied());
            found.best = SearchResult { best_move, ponder, score: line.score, ..found.best };
            found.varied = Some(line);
        }
        (self.hint, self.score) = (found.best.ponder, Some(found.best.score));
        let is_lost = found.best.score < -self.settings.resign_threshold;
        self.hopeless_moves = if is_lost { self.hopeless_moves + 1 } else { 0 };
        found
    }

    /// The line to play instead of the best, for variety.
    fn vary(&mut self, best: Move, search: &Search) -> Option<Report> {
        let (ply, variety) = (self.record.len(), self.settings.variety);
        if search.limits.lines <= 1 || variety::lines(ply, variety) <= 1 {
            return None;
        }
        let roll = self.dice.next_u64();
        let Thinking { position, lines, .. } = self.thinking.as_ref()?;
        let line = lines.choose(best, ply, variety, roll)?;
        let legal = line.pv.first().is_some_and(|&m| position.is_legal(m));
        (line.rank > 1 && legal).then(|| line.clone())
    }

    /// The GUI has sent the clock. The difference from our count has been lost on the way.
    fn note_transit(&mut self, clock: &Clock) {
        if let Clock::Running { remaining, .. } = *clock
            && let Some((side, counted)) = self.counted.take()
            && side == self.record.position().side()
        {
            self.latency.note_transit(counted, remaining);
        }
    }

    fn note_delay(&mut self, search: &Search, elapsed: Duration, stall: Duration) {
        self.latency.note_search(&search.limits, elapsed, stall);
        if let Clock::Running { remaining, increment, .. } = search.limits.clock {
            self.counted = Some((search.side, remaining.saturating_sub(elapsed) + increment));
        }
    }

    /// Whether the engine resigns: if allowed, and if its last moves looked lost.
    pub fn resigns(&self) -> bool {
        self.settings.resign && self.hopeless_moves >= HOPELESS_MOVES
    }

    /// Whether the engine accepts a draw: one that is due, or one that is better than its position.
    pub fn takes_draw(&self) -> bool {
        accepts_draw(self.record.position(), self.record.len(), self.score)
    }
}

/// The moves that a side has made, as on 64 squares: on a small board a game ends sooner, so that its moves
/// get larger shares of the clock.
fn played(position: &Position) -> u32 {
    let squares = u32::try_from(position.game().shape.squares().count()).unwrap_or(u32::MAX);
    let shares = (position.move_number() - 1).saturating_add(HEAD_START).saturating_mul(64);
    (shares / squares.max(1)).saturating_sub(HEAD_START)
}

/// Whether the engine accepts a draw after so many plies: one that is due, or one that is better than its
/// position by its last score.
fn accepts_draw(position: &Position, plies: usize, score: Option<Score>) -> bool {
    let due =
        position.outcome().is_some_and(|outcome| outcome.winner.is_none()) || position.counters().are_stale();
    let enough = if plies < DRAWISH_FROM { GLAD_OF_A_DRAW } else { Score::DRAW };
    due || score.is_some_and(|score| score <= enough)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::variant::Catalog;

    /// A worker that does nothing.
    struct Idle;

    impl SearchHost for Idle {
        fn start(&mut self, _: SearchId, _: Position, _: Limits) {}
        fn stop(&mut self) {}
        fn set_hash(&mut self, mebibytes: usize) -> usize {
            mebibytes
        }
        fn set_threads(&mut self, _: usize) {}
        fn prepare(&mut self, _: SearchId, _: Arc<Game>) {}
    }

    fn core() -> Core {
        let game = compile(&Catalog::builtin().resolve("chess").unwrap()).unwrap();
        Core::new(Settings::default(), Position::start(game), 0)
    }

    fn done(id: SearchId) -> Message {
        let best_move = core().record.position().parse_move("e2e4").ok();
        let (time, stall) = (Duration::ZERO, Duration::ZERO);
        let best = SearchResult { best_move, ponder: None, score: Score(0), depth: 1, nodes: 1, time, stall };
        Message::Done(id, best)
    }

    fn clock(millis: u64) -> Limits {
        let (remaining, increment) = (Duration::from_millis(millis), Duration::from_millis(10));
        Limits { clock: Clock::Running { remaining, increment, moves_to_go: None }, ..Limits::default() }
    }

    #[test]
    fn time_lost_on_the_way_is_noticed_when_the_clock_is_told() {
        let (mut core, now) = (core(), Instant::now());
        core.start(Task::Move, clock(500), now, &mut Idle);
        assert!(matches!(core.on_message(done(1), now + Duration::from_millis(20)), SearchEvent::Found(_)));
        let before = core.limits(Task::Ponder, clock(490)).reserve;
        assert_eq!(core.limits(Task::Ponder, clock(410)).reserve, before);
        let after = core.limits(Task::Move, clock(410)).reserve;
        assert!(after > before, "80 ms were lost between the engine and the clock: {after:?}");
    }

    #[test]
    fn moves_count_more_for_the_clock_on_a_small_board() {
        let played_on = |name: &str, number: u32| {
            let game = compile(&Catalog::builtin().resolve(name).unwrap()).unwrap();
            let fen = Position::start(game.clone()).fen();
            let fen = format!("{} {number}", fen.rsplit_once(' ').unwrap().0);
            let mut core = Core::new(Settings::default(), Position::from_fen(game, &fen).unwrap(), 0);
            core.limits(Task::Move, clock(500)).played
        };
        let found = [("chess", 1), ("chess", 21), ("minishogi", 26), ("grand", 26)]
            .map(|(name, n)| played_on(name, n));
        assert_eq!(found, [0, 20, 71, 14]);
    }

    #[test]
    fn what_was_given_up_is_not_heard_and_what_is_kept_waits() {
        let (mut core, now) = (core(), Instant::now());
        core.start(Task::Move, Limits::default(), now, &mut Idle);
        core.give_up(&mut Idle);
        core.start(Task::Ponder, clock(500), now, &mut Idle);
        assert!(
            matches!(core.on_message(done(1), now), SearchEvent::Nothing)
                && core.task() == Some(Task::Ponder)
        );
        assert!(matches!(core.on_message(done(2), now), SearchEvent::Nothing) && core.is_pondering());
        let found = core.hit(Clock::Unlimited, now);
        assert!(found.is_some_and(|found| found.task == Task::Move) && core.is_idle());
        core.start(Task::Analysis, Limits::default(), now, &mut Idle);
        assert!(core.release(now).is_none());
        assert!(matches!(core.on_message(done(3), now), SearchEvent::Found(_)));
    }
}
