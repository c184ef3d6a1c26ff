//! What every front end plays with: the record of the game, the settings, and the search that runs for it, known
//! by its number, so that the late words of one that was given up change nothing. A front end translates what is
//! asked of it into a [`Task`], and what is [`Heard`] into its own words.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::Xoshiro256PlusPlus;

use super::host::SearchHost;
use super::lateness::{Lateness, Margins};
use super::record::Record;
use super::settings::Settings;
use super::skill::Skill;
use super::variety::{self, Candidates};
use crate::engine::{Message, SearchId};
use crate::game::Game;
use crate::geometry::Color;
use crate::position::{Move, Position};
use crate::search::{Bound, Clock, Limits, Report, Score, SearchResult, budget};

/// How many moves in a row must look lost before the engine resigns.
const HOPELESS_MOVES: u32 = 3;
/// How far behind the engine must be, in centipawns, to take a draw in the opening.
const GLAD_OF_A_DRAW: Score = Score(-25);
/// After so many plies, not being ahead is enough.
const DRAWISH_FROM: usize = 20;

/// A seed that nobody can foresee.
pub fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// The engine's move.
    Move,
    /// A hint for the opponent.
    Hint,
    /// What the position is worth.
    Worth,
    /// The engine's move after the one it expects: kept until that is played.
    Ponder,
    /// What there is to be said of the position: kept until somebody asks for it.
    Analysis,
    /// What a position of the game was worth: its moves are judged one after the other.
    Review,
}

/// The search whose words count.
#[derive(Debug)]
struct Search {
    id: SearchId,
    task: Task,
    side: Color,
    began: Instant,
    /// What it may spend.
    limits: Limits,
    /// The last iteration reported, and positions visited until then.
    progress: (u32, u64),
    /// The ply of the opponent before it, where that is only expected: a move, or a pass.
    expected: Option<Move>,
    /// Whether what it finds is kept.
    held: bool,
    /// What it has found, while that is kept.
    found: Option<SearchResult>,
}

/// What the engine has found of a position, best line first.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// The position.
    pub position: Position,
    /// The lines of the last iteration.
    pub lines: Candidates,
}

/// What a search has ended with.
#[derive(Clone, Debug)]
pub struct Found {
    /// What it was for.
    pub task: Task,
    /// How long it took, by the clock of the game.
    pub elapsed: Duration,
    /// The result; if it was for a move, that is to be played.
    pub best: SearchResult,
    /// The line of that move, if it is not the best one: games are to differ.
    pub varied: Option<Report>,
}

/// What a message of the engine means.
#[derive(Debug)]
pub enum Heard {
    /// Nothing: nobody waits for it any more, or not yet.
    Nothing,
    /// The engine is ready for a game.
    Ready,
    /// A line of the search that runs.
    Line(Task, Report),
    /// The search has ended.
    Found(Found),
}

/// A game, and the engine at work on it.
#[derive(Debug)]
pub struct Core {
    /// The game.
    pub record: Record,
    /// The settings.
    pub settings: Settings,
    search: Option<Search>,
    last_id: SearchId,
    /// The preparation that is under way.
    preparing: Option<SearchId>,
    thinking: Option<Thinking>,
    /// The answer that the last search for a move expected.
    hint: Option<Move>,
    /// What it thought of its move.
    score: Option<Score>,
    hopeless_moves: u32,
    lateness: Lateness,
    /// What the clock of a side should show at its next move, if nothing is lost on the way.
    counted: Option<(Color, Duration)>,
    /// What makes games different, and weak play err.
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
            lateness: Lateness::default(),
            counted: None,
            dice: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }

    /// Sets the seed of the dice.
    pub fn set_seed(&mut self, seed: u64) {
        self.dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    /// Another game, or another place in it.
    pub fn begin(&mut self, record: Record) {
        self.record = record;
        self.forget();
    }

    /// What was thought of the game no longer holds.
    pub fn forget(&mut self) {
        (self.thinking, self.hint, self.score, self.hopeless_moves) = (None, None, None, 0);
    }

    /// Has the engine get ready for a game from its beginning.
    pub fn prepare(&mut self, game: &Arc<Game>, host: &mut dyn SearchHost) {
        self.last_id += 1;
        self.preparing = Some(self.last_id);
        self.counted = None;
        host.prepare(self.last_id, game.clone());
    }

    /// Whether the engine is not ready yet.
    pub fn is_preparing(&self) -> bool {
        self.preparing.is_some()
    }

    /// Nobody waits any more for the engine to get ready.
    pub fn forget_preparing(&mut self) {
        self.preparing = None;
    }

    /// What is being searched for.
    pub fn task(&self) -> Option<Task> {
        self.running().map(|search| search.task)
    }

    fn running(&self) -> Option<&Search> {
        self.search.as_ref().filter(|search| search.found.is_none())
    }

    /// Whether nothing is searched for, and nothing kept that was found.
    pub fn is_idle(&self) -> bool {
        self.search.is_none()
    }

    /// Whether the engine thinks on the opponent's time, or has found what it wanted already.
    pub fn is_pondering(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.task == Task::Ponder)
    }

    /// The last iteration reported, positions visited until then, and the time since the search began.
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

    /// The answer that the engine expected to its last move.
    pub fn hint(&self) -> Option<Move> {
        self.hint
    }

    /// What a search may spend that is granted so much.
    pub fn limits(&mut self, task: Task, granted: Limits) -> Limits {
        let Settings { tablebases, learned, overhead, nodes, .. } = self.settings;
        let limits = Limits { tablebases, learned, ..granted };
        if !matches!(task, Task::Move | Task::Ponder) {
            return limits;
        }
        if task == Task::Move {
            self.note_way(&limits.clock);
        }
        let Margins { overhead, reserve } = self.lateness.margins(&limits.clock, overhead);
        let nodes = [limits.nodes, (nodes > 0).then_some(nodes)].into_iter().flatten().min();
        let limits = Limits { overhead, reserve, nodes, ..limits };
        let lines = if task == Task::Move { limits.lines.max(self.choices(&limits)) } else { limits.lines };
        let skill = self.settings.skill();
        let seed = if skill < Skill::FULL { self.dice.next_u64() } else { 0 };
        skill.limits(Limits { lines, ..limits }, seed)
    }

    /// How many moves to choose from: several in the opening of a game played by time, so that games
    /// differ. A search of so many positions or plies is to be the same each time, and a position that
    /// was set up asks for the best move.
    fn choices(&self, limits: &Limits) -> usize {
        let by_time = limits.nodes.is_none() && limits.depth.is_none();
        let start = self.record.start();
        let whole = || start.key() == Position::start(start.game().clone()).key();
        let lines = variety::lines(self.record.len(), self.settings.variety);
        if by_time && lines > 1 && whole() { lines } else { 1 }
    }

    /// Starts a search of the position of the record, of what is granted.
    pub fn start(&mut self, task: Task, granted: Limits, now: Instant, host: &mut dyn SearchHost) {
        let limits = self.limits(task, granted);
        self.run(task, self.record.position().clone(), limits, now, host);
    }

    /// Starts to think on the opponent's time about the position behind an expected ply, unless the engine is to
    /// be weak: one that counts positions would spend its own, and a weak player would see more than it should.
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
        self.thinking = Some(Thinking { position: position.clone(), lines: Candidates::default() });
        host.start(self.last_id, position, limits);
    }

    /// Gives up the search.
    pub fn give_up(&mut self, host: &mut dyn SearchHost) {
        if self.search.take().is_some_and(|search| search.found.is_none()) {
            host.stop();
        }
    }

    /// Whether the engine thinks about the position behind this ply of the opponent.
    pub fn expects(&self, ply: Option<Move>) -> bool {
        self.search.as_ref().is_some_and(|search| search.task == Task::Ponder && search.expected == ply)
    }

    /// The move that is expected of the opponent, while the engine thinks about what follows it.
    pub fn expected(&self) -> Option<Move> {
        self.search.as_ref().filter(|search| search.task == Task::Ponder)?.expected
    }

    /// The expected ply was made, and the engine's clock runs: the search is for its move now, which it may have
    /// found already.
    pub fn hit(&mut self, clock: Clock, now: Instant) -> Option<Found> {
        self.note_way(&clock);
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

    /// What the search finds is not to be kept any longer; what it has found already.
    pub fn release(&mut self, now: Instant) -> Option<Found> {
        let search = self.search.as_mut()?;
        search.held = false;
        let best = search.found.take()?;
        let search = self.search.take()?;
        Some(self.conclude(&search, best, now))
    }

    /// Hears a message of the engine.
    pub fn hear(&mut self, message: Message, now: Instant) -> Heard {
        match message {
            Message::Ready(id) => {
                self.preparing.take_if(|preparing| *preparing == id);
                Heard::Ready
            }
            Message::Report(id, report) => {
                let Some(search) = self.search.as_mut().filter(|search| search.id == id) else {
                    return Heard::Nothing;
                };
                search.progress = (report.depth, report.nodes);
                if let Some(thinking) = &mut self.thinking
                    && report.bound == Bound::Exact
                    && !report.pv.is_empty()
                {
                    thinking.lines.note(report.clone());
                }
                Heard::Line(search.task, report)
            }
            Message::Done(id, best) => match self.search.take_if(|search| search.id == id) {
                None => Heard::Nothing,
                Some(search) if search.held => {
                    self.search = Some(Search { found: Some(best), ..search });
                    Heard::Nothing
                }
                Some(search) => Heard::Found(self.conclude(&search, best, now)),
            },
        }
    }

    /// A search has ended. If it was for a move, that is chosen, and how late it comes out is learned.
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

    /// The line to play instead of the best, if games are to differ.
    fn vary(&mut self, best: Move, search: &Search) -> Option<Report> {
        let (ply, variety) = (self.record.len(), self.settings.variety);
        if search.limits.lines <= 1 || variety::lines(ply, variety) <= 1 {
            return None;
        }
        let roll = self.dice.next_u64();
        let Thinking { position, lines } = self.thinking.as_ref()?;
        let line = lines.choose(best, ply, variety, roll)?;
        let legal = line.pv.first().is_some_and(|&m| position.is_legal(m));
        (line.rank > 1 && legal).then(|| line.clone())
    }

    /// The clock is told: what is missing of what was counted has been lost on the way.
    fn note_way(&mut self, clock: &Clock) {
        if let Clock::Running { remaining, .. } = *clock
            && let Some((side, counted)) = self.counted.take()
            && side == self.record.position().side()
        {
            self.lateness.note_way(counted, remaining);
        }
    }

    fn note_delay(&mut self, search: &Search, elapsed: Duration, stall: Duration) {
        let Limits { clock, overhead, reserve, .. } = search.limits;
        if let Some(budget) = budget(&clock.keeping(reserve), overhead) {
            self.lateness.note(elapsed.saturating_sub(budget.hard), stall);
        }
        if let Clock::Running { remaining, increment, .. } = clock {
            self.counted = Some((search.side, remaining.saturating_sub(elapsed) + increment));
        }
    }

    /// Whether the engine resigns: it may, and its last moves looked lost.
    pub fn resigns(&self) -> bool {
        self.settings.resign && self.hopeless_moves >= HOPELESS_MOVES
    }

    /// Whether the engine takes a draw: one that is due, or that is better than its game.
    pub fn takes_draw(&self) -> bool {
        let position = self.record.position();
        let due = position.outcome().is_some_and(|outcome| outcome.winner.is_none()) || position.is_stale();
        let enough = if self.record.len() < DRAWISH_FROM { GLAD_OF_A_DRAW } else { Score::DRAW };
        due || self.score.is_some_and(|score| score <= enough)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::compile;
    use crate::variant::Catalog;

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
        assert!(matches!(core.hear(done(1), now + Duration::from_millis(20)), Heard::Found(_)));
        let before = core.limits(Task::Ponder, clock(490)).reserve;
        assert_eq!(core.limits(Task::Ponder, clock(410)).reserve, before);
        let after = core.limits(Task::Move, clock(410)).reserve;
        assert!(after > before, "80 ms were lost between the engine and the clock: {after:?}");
    }

    #[test]
    fn what_was_given_up_is_not_heard_and_what_is_kept_waits() {
        let (mut core, now) = (core(), Instant::now());
        core.start(Task::Move, Limits::default(), now, &mut Idle);
        core.give_up(&mut Idle);
        core.start(Task::Ponder, clock(500), now, &mut Idle);
        assert!(matches!(core.hear(done(1), now), Heard::Nothing) && core.task() == Some(Task::Ponder));
        assert!(matches!(core.hear(done(2), now), Heard::Nothing) && core.is_pondering());
        let found = core.hit(Clock::Unlimited, now);
        assert!(found.is_some_and(|found| found.task == Task::Move) && core.is_idle());
        core.start(Task::Analysis, Limits::default(), now, &mut Idle);
        assert!(core.release(now).is_none());
        assert!(matches!(core.hear(done(3), now), Heard::Found(_)));
    }
}
