//! The limits of a search, its reports while it runs, its result, and scores: centipawns, and wins counted in
//! turns from the root. A turn is a ply, or two in games of double turns.

use std::fmt;
use std::ops::{Add, Neg, Sub};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::engine::convert::signed;
use crate::rules::geometry::Color;
use crate::rules::position::{Margin, Move, Position};

/// A time control with a clock for each side (CECP's `level`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Moves to be made in each session; `None` for the whole game.
    pub moves: Option<u32>,
    /// Time for a session.
    pub base: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

impl Level {
    /// The clock of a side that has made `played` moves and has `remaining` left: the base if that is not
    /// known.
    pub fn clock(&self, played: u32, remaining: Option<Duration>) -> Clock {
        Clock::Running {
            remaining: remaining.unwrap_or(self.base),
            increment: self.increment,
            moves_to_go: self.moves.filter(|&moves| moves > 0).map(|moves| moves - played % moves),
        }
    }

    /// The time left after the side's move number `played`, which took `elapsed` of `remaining`.
    pub fn after(&self, played: u32, remaining: Duration, elapsed: Duration) -> Duration {
        let left = remaining.saturating_sub(elapsed) + self.increment;
        let refilled = self.moves.is_some_and(|moves| played.is_multiple_of(moves.max(1)));
        if refilled { left + self.base } else { left }
    }
}

/// A time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// A clock for the whole game or a session.
    Level(Level),
    /// The time for each move (CECP's `st`).
    PerMove(Duration),
}

/// The time of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Clock {
    /// Think until told to stop.
    #[default]
    Unlimited,
    /// The time for this move (CECP's `st`).
    PerMove(Duration),
    /// A running clock.
    Running {
        /// The time left.
        remaining: Duration,
        /// The time added after each move.
        increment: Duration,
        /// Moves until time for a session is added, this one included; `None` if never.
        moves_to_go: Option<u32>,
    },
}

impl Clock {
    /// The clock without `reserve`, for a search that should leave it. A quarter of the time left may always
    /// be used: with less than the reserve a side moves fast, until increments have filled the clock again.
    pub fn keeping(self, reserve: Duration) -> Clock {
        match self {
            Clock::Running { remaining, increment, moves_to_go } => {
                let remaining = remaining.saturating_sub(reserve).max(remaining / 4);
                Clock::Running { remaining, increment, moves_to_go }
            }
            Clock::Unlimited | Clock::PerMove(_) => self,
        }
    }
}

/// When a search must stop, and what it considers. With the default (analysis) it stops by itself only at the
/// greatest depth there is.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The time of the side to move.
    pub clock: Clock,
    /// Time that each move loses outside the program, reserved on the clock.
    pub overhead: Duration,
    /// Time to keep on a running clock, for a machine that stalls.
    pub reserve: Duration,
    /// Moves that the side to move has made, or the number after which it would have as large a share of a
    /// clock on 64 squares: see [`HEAD_START`](super::HEAD_START).
    pub played: u32,
    /// When the clock started; `None` for when the search starts.
    pub started: Option<Instant>,
    /// The last iteration, in plies.
    pub depth: Option<u32>,
    /// The most nodes. Several threads together may exceed it by what they visit in a millisecond.
    pub nodes: Option<u64>,
    /// Stop when a mate in at most so many moves is proved.
    pub mate: Option<u32>,
    /// The only moves to consider at the root; empty for all. Illegal moves are ignored.
    pub moves: Vec<Move>,
    /// Moves not to consider at the root.
    pub excluded: Vec<Move>,
    /// How many lines to find, each with another root move; 0 counts as 1. All of them are reported after
    /// every iteration, the best last.
    pub lines: usize,
    /// Which endings are solved.
    pub tablebases: Tablebases,
    /// Given for a search on the opponent's time: `clock` and `started` are ignored, and there is no limit of
    /// time until a clock is handed over.
    pub ponder: Option<Arc<Ponder>>,
    /// Whether a net corrects or replaces the evaluation.
    pub learned: Learned,
    /// Deliberate errors, for weaker play.
    pub blur: Option<Blur>,
}

impl Limits {
    /// Whether time is a limit.
    pub fn has_clock(&self) -> bool {
        self.clock != Clock::Unlimited || self.ponder.is_some()
    }
}

/// Which endings are solved during the game, for the search to look up. The default is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tablebases {
    /// The most pieces of such an ending; 0 for none.
    pub pieces: usize,
    /// The most memory for the tables of a game, in MiB.
    pub memory: u64,
}

/// Whether a net corrects or replaces the evaluation, in games that have one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Learned {
    /// The hand-made evaluation alone.
    Off,
    /// Corrected by the net.
    #[default]
    On,
}

/// Hands a clock to a search that runs on the opponent's time, from another thread.
#[derive(Debug, Default)]
pub struct Ponder(OnceLock<(Clock, Instant)>);

impl Ponder {
    /// The opponent has played the expected move, and `clock` runs since `at`. The search continues as if it
    /// had been an ordinary one from its start. It may end at once, as time spent pondering counts. Only the
    /// first call has an effect.
    pub fn hit(&self, clock: Clock, at: Instant) {
        self.0.get_or_init(|| (clock, at));
    }

    /// The clock that was handed over, and since when it runs.
    pub fn clock(&self) -> Option<(Clock, Instant)> {
        self.0.get().copied()
    }
}

/// What an iteration has found. The line that is played is that of the last report of the best line which is
/// exact or with which the search was stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The place of this line among those asked for, from 1 for the best. The best of an iteration comes
    /// last.
    pub rank: usize,
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The greatest depth reached, in plies.
    pub seldepth: u32,
    /// What the root is worth to the side to move.
    pub score: Score,
    /// Whether `score` is exact.
    pub bound: Bound,
    /// Nodes visited so far.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How much of the table the search has filled, in permille.
    pub fullness: u32,
    /// The best line; empty only if the root has no legal move.
    pub pv: Vec<Move>,
}

/// How a score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is exact.
    Exact,
    /// The true score is at least as high (fail high).
    Lower,
    /// The true score is at most as high (fail low).
    Upper,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play; `None` only if there is none that is legal and that [`Limits`] allow.
    pub best_move: Option<Move>,
    /// The move expected after it, legal then: a hint, or a move to ponder on. In games of double turns it
    /// may be the same side's.
    pub ponder: Option<Move>,
    /// What the root is worth to the side to move.
    pub score: Score,
    /// The last finished iteration; 0 if none was.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The longest time between two checks of the clock. If it is more than a few milliseconds, the machine
    /// was busy elsewhere.
    pub stall: Duration,
}

/// Whether the search is selective.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pruning {
    /// With reductions, extensions, pruning and a quiescence search.
    #[default]
    Selective,
    /// Every move to the full depth, with the evaluation at the leaves: the score of minimax, for tests.
    Exhaustive,
}

/// The greatest number of plies from the root.
pub const MAX_PLY: usize = 128;

/// What a position is worth to the side to move: centipawns, or a win in a number of turns. A full win is
/// worth more than a half win (0.75-0.25), and that more than any evaluation.
///
/// ```
/// use fibnif::engine::search::Score;
///
/// assert_eq!((Score(34).to_string(), Score(34).mate_in()), ("+0.34".to_string(), None));
/// assert_eq!((Score::mates(5).to_string(), Score::mates(5).mate_in()), ("#3".to_string(), Some(3)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(pub i32);

impl Score {
    /// A draw, or an equal position.
    pub const DRAW: Score = Score(0);
    /// Mate on the board, for the winner.
    pub const MATE: Score = Score(30_000);
    /// The same after half of the game has been drawn.
    pub const HALF_MATE: Score = Score(20_000);
    /// Greater than every score.
    pub const INFINITE: Score = Score(31_000);
    /// The largest score that is no mate.
    pub const MAX_EVAL: Score = Score(Score::HALF_MATE.0 - signed(MAX_PLY) - 1);

    /// The side to move is mated `turn` turns from the root.
    pub const fn mated(turn: usize) -> Score {
        Score(signed(turn) - Score::MATE.0)
    }

    /// The side to move mates `turn` turns from the root.
    pub const fn mates(turn: usize) -> Score {
        Score(Score::MATE.0 - signed(turn))
    }

    /// The side to move has lost, fully or half the game, `turn` turns from the root.
    pub const fn lost(turn: usize, margin: Margin) -> Score {
        match margin {
            Margin::Full => Score::mated(turn),
            Margin::Half => Score(signed(turn) - Score::HALF_MATE.0),
        }
    }

    /// How much is won, if the score is a forced win.
    pub const fn margin(self) -> Option<Margin> {
        match self.0.abs() {
            size if size <= Score::MAX_EVAL.0 => None,
            size if size <= Score::HALF_MATE.0 => Some(Margin::Half),
            _ => Some(Margin::Full),
        }
    }

    /// Whether the score is a forced win for either side.
    pub const fn is_mate(self) -> bool {
        self.0.abs() > Score::MAX_EVAL.0
    }

    /// Moves until mate, as people count them: `Some(3)` if the side to move mates with its
    /// third move, `Some(-2)` if it is mated by the other side's second move or loses with its own
    /// second move, `Some(0)` if it is mated on the board, `None` for anything but a mate.
    pub const fn mate_in(self) -> Option<i32> {
        let mate = match self.margin() {
            None => return None,
            Some(Margin::Half) => Score::HALF_MATE.0,
            Some(Margin::Full) => Score::MATE.0,
        };
        Some(if self.0 > 0 { (mate - self.0 + 1) / 2 } else { -((mate + self.0 + 1) / 2) })
    }
}

impl Score {
    /// This score of the side to move, from White's point of view.
    pub fn for_white(self, side: Color) -> Score {
        if side == Color::White { self } else { -self }
    }

    /// The same as text. Moves to mate are counted as the side to move counts them.
    pub fn text_for_white(self, side: Color) -> String {
        let text = self.for_white(side).to_string();
        match self.mate_in().zip(text.split_once('#')) {
            Some((moves, (half, _))) if side == Color::Black => format!("{half}#{}", -moves),
            _ => text,
        }
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    fn add(self, centipawns: i32) -> Score {
        Score(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    fn sub(self, centipawns: i32) -> Score {
        Score(self.0 - centipawns)
    }
}

impl fmt::Display for Score {
    /// `+0.34`, `#5`, `#-2`; `½#5` if it is half a win.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_in() {
            Some(moves) => {
                write!(f, "{}#{moves}", if self.margin() == Some(Margin::Half) { "½" } else { "" })
            }
            None => write!(
                f,
                "{}{}.{:02}",
                if self.0 < 0 { '-' } else { '+' },
                self.0.abs() / 100,
                self.0.abs() % 100
            ),
        }
    }
}

/// How much a search is weakened in a human way: evaluation noise grows with the distance from the root, and
/// moves are overlooked. Which moves depends on the move alone, so that a threat is seen in all lines or in
/// none. A recapture is never overlooked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blur {
    /// The most centipawns by which a position two plies from the root is misjudged.
    pub noise: u16,
    /// How many moves in a thousand are overlooked.
    pub blind: u16,
    /// The seed of the errors.
    pub seed: u64,
}

/// The errors of a search that has begun.
#[derive(Clone, Copy, Debug)]
pub(super) struct Errors {
    blur: Blur,
    /// The ply of the root in the game.
    root: usize,
}

/// Plies from the root at which the noise is that of [`Blur`]. At the root it is half of that.
const NOMINAL: i32 = 2;
/// The greatest noise, in halves of the nominal one.
const MOST: i32 = 6;

impl Errors {
    pub(super) fn new(blur: Blur, root: &Position) -> Errors {
        Errors { blur, root: root.ply() }
    }

    fn distance(&self, pos: &Position) -> i32 {
        i32::try_from(pos.ply().saturating_sub(self.root)).unwrap_or(i32::MAX)
    }

    /// The error of the evaluation of a position, in centipawns.
    pub(super) fn noise(&self, pos: &Position) -> i32 {
        let far = self.distance(pos).min(NOMINAL * (MOST - 1)) + NOMINAL;
        let most = i64::from(self.blur.noise) * i64::from(far) / i64::from(2 * NOMINAL);
        let dice = mix(self.blur.seed ^ pos.key());
        // The sum of two dice, so that large errors are rarer than small ones.
        let die = |bits: u64| (bits & 0xFFFF).cast_signed() - 0x7FFF;
        let sum = die(dice) + die(dice >> 16);
        i32::try_from(sum * most / i64::from(u16::MAX)).unwrap_or(0)
    }

    pub(super) fn misses(&self, pos: &Position, m: Move) -> bool {
        let recaptures = pos.last_move().is_some_and(|last| last.to() == m.to());
        if self.blur.blind == 0 || recaptures || self.distance(pos) == 0 {
            return false;
        }
        let dice = mix(self.blur.seed ^ u64::from(m.from().0) << 8 ^ u64::from(m.to().0));
        dice % 1000 < u64::from(self.blur.blind)
    }
}

/// A hash of a number: every bit of it matters.
fn mix(mut number: u64) -> u64 {
    number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::position::MoveKind;
    use crate::rules::variant::Catalog;

    fn start() -> Position {
        Position::start(compile(&Catalog::builtin().resolve("chess").unwrap()).unwrap())
    }

    fn errors(noise: u16, blind: u16, seed: u64, root: &Position) -> Errors {
        Errors::new(Blur { noise, blind, seed }, root)
    }

    #[test]
    fn noise_is_bounded_grows_with_the_distance_and_has_no_bias() {
        let root = start();
        let at = |pos: &Position| (0..4000).map(|seed| errors(100, 0, seed, &root).noise(pos)).collect();
        let near: Vec<i32> = at(&root);
        let mut far = root.clone();
        for text in ["e2e4", "e7e5", "g1f3", "b8c6"] {
            far.make(far.parse_move(text).unwrap());
        }
        let far: Vec<i32> = at(&far);
        assert!(near.iter().all(|noise| noise.abs() <= 50) && far.iter().all(|noise| noise.abs() <= 150));
        let spread = |all: &[i32]| all.iter().map(|noise| noise.abs()).sum::<i32>();
        assert!(spread(&far) > 2 * spread(&near));
        assert!(far.iter().sum::<i32>().abs() < 4000 * 5);
    }

    #[test]
    fn as_many_moves_are_overlooked_as_asked_for_and_never_a_recapture() {
        let root = start();
        let mut pos = root.clone();
        pos.make(pos.parse_move("e2e4").unwrap());
        let mut moves = Vec::new();
        pos.legal_moves(MoveKind::All, &mut moves);
        let missed = |pos: &Position, blind: u16| {
            let seeds = (0..500u64).map(|seed| errors(0, blind, seed * 7919, &root));
            seeds.map(|errors| moves.iter().filter(|&&m| errors.misses(pos, m)).count()).sum::<usize>()
        };
        let share = missed(&pos, 200) * 1000 / (500 * moves.len());
        assert!((180..220).contains(&share), "{share}");
        assert_eq!((missed(&pos, 0), missed(&root, 1000)), (0, 0));
        for text in ["d7d5", "e4d5"] {
            pos.make(pos.parse_move(text).unwrap());
        }
        let back = pos.parse_move("d8d5").unwrap();
        assert!((0..500).all(|seed| !errors(0, 1000, seed, &root).misses(&pos, back)));
    }
}
