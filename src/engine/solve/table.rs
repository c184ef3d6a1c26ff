//! The table of one ending, computed backwards from the final positions.
//!
//! 1. Captures and promotions lead into finished tables, so their results are known at once. The legal moves
//!    within the table are counted when the first of them is known to lose: in most positions none ever is.
//! 2. Level by level, a position lost in n plies makes every predecessor won in n + 1. A position won in
//!    n plies removes a move from every predecessor, and one without remaining moves is lost.
//! 3. Everything undecided is drawn.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use super::board::{EndingBoard, Paths, QuietOrigin, Transition};
use super::index::{Index, PieceSquares, Placement};
use super::material::{MOST_PIECES, Material};
use crate::rules::game::{Game, KindId};
use crate::rules::geometry::{Color, Narrow};

/// The result of a position for the side to move with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// It wins in this many plies.
    Won(u16),
    /// Neither side can win.
    Drawn,
    /// It loses in this many plies.
    Lost(u16),
}

impl Value {
    /// The result one ply earlier, for the other side.
    ///
    /// ```
    /// use fibnif::engine::solve::Value;
    ///
    /// assert_eq!(Value::Lost(0).before(), Value::Won(1), "mate in one");
    /// assert_eq!(Value::Drawn.before(), Value::Drawn);
    /// ```
    pub fn before(self) -> Value {
        match self {
            Value::Won(plies) => Value::Lost(plies + 1),
            Value::Drawn => Value::Drawn,
            Value::Lost(plies) => Value::Won(plies + 1),
        }
    }

    /// A number for comparison: greater is better for the side to move, so early wins and late losses come
    /// first.
    pub fn rank(self) -> i32 {
        match self {
            Value::Won(plies) => 0x1_0000 - i32::from(plies),
            Value::Drawn => 0,
            Value::Lost(plies) => i32::from(plies) - 0x1_0000,
        }
    }
}

/// An entry of a table while it is computed.
///
/// An undecided position holds the number of its moves that are not yet known to lose. If a move that leaves
/// the table (a capture or promotion) does not lose, the position is marked as safe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tally(pub(super) u16);

const WON: u16 = 0x8000;
const LOST: u16 = 0x4000;
const SAFE: u16 = 0x2000;
/// In place of the number of moves within the table.
const UNCOUNTED: u16 = SAFE - 1;
/// The most plies that fit in a cell.
const MOST_PLIES: u16 = 0x3ffe;

impl Tally {
    /// Not a legal position.
    pub(super) const INVALID: Tally = Tally(0xffff);

    #[inline]
    pub(super) fn won(plies: u16) -> Tally {
        Tally(WON | plies.min(MOST_PLIES))
    }

    #[inline]
    pub(super) fn lost(plies: u16) -> Tally {
        Tally(LOST | plies.min(MOST_PLIES))
    }

    /// An undecided position with this many moves within the table.
    #[inline]
    pub(super) fn open(moves: u16, safe: bool) -> Tally {
        Tally(moves.min(UNCOUNTED - 1) | if safe { SAFE } else { 0 })
    }

    /// An undecided position whose moves within the table are still to be counted.
    #[inline]
    pub(super) fn uncounted(safe: bool) -> Tally {
        Tally(UNCOUNTED | if safe { SAFE } else { 0 })
    }

    #[inline]
    pub(super) fn is_uncounted(self) -> bool {
        self.is_undecided() && self.moves() == UNCOUNTED
    }

    /// Whether a move that leaves the table does not lose.
    #[inline]
    pub(super) fn is_safe(self) -> bool {
        self.0 & SAFE != 0
    }

    #[inline]
    pub(super) fn is_undecided(self) -> bool {
        self.0 < LOST
    }

    /// Whether all moves are known to lose.
    #[inline]
    pub(super) fn has_nothing_left(self) -> bool {
        self.0 == 0
    }

    /// The number of moves within the table that are not known to lose.
    #[inline]
    pub(super) fn moves(self) -> u16 {
        self.0 & (SAFE - 1)
    }

    /// The result; `None` if the position is not legal. A position that is still undecided in the end is
    /// drawn.
    #[inline]
    pub(super) fn value(self) -> Option<Value> {
        match self {
            Tally::INVALID => None,
            Tally(code) if code >= WON => Some(Value::Won(code & !WON)),
            Tally(code) if code >= LOST => Some(Value::Lost(code & !LOST)),
            Tally(_) => Some(Value::Drawn),
        }
    }
}

/// The number of positions that a thread takes at a time.
const CHUNK: usize = 1 << 11;
/// The number of positions that share marks of the levels at which any of them is decided.
const GROUP: usize = 1 << 7;
/// How many times longer than the work a pause is when others need the processor: a search whose clock counts
/// all threads should lose little of its time.
const REST: u32 = 6;

/// The progress of a solver, for other threads.
#[derive(Debug, Default)]
pub struct Progress {
    /// Set to give up the table in the making.
    pub stop: AtomicBool,
    /// Set while the processor is needed elsewhere: then the solver pauses for longer than it works.
    pub gentle: AtomicBool,
    /// Set for work that does not pause even then.
    pub urgent: AtomicBool,
    /// Positions examined so far. Each table examines all its positions once for every ply of its longest
    /// result.
    pub done: AtomicU64,
    /// Positions of all tables that are to be made.
    pub all: AtomicU64,
    /// Positions of those that are made, and the share that is done of the one in the making.
    pub made: AtomicU64,
}

impl Progress {
    /// The share of the work that is done, in thousandths. It is an estimate: how often a table has to be
    /// looked through shows only at its end.
    pub fn share(&self) -> u64 {
        let (made, all) = (self.made.load(Ordering::Relaxed), self.all.load(Ordering::Relaxed));
        (made.saturating_mul(1000) / all.max(1)).min(1000)
    }
}

/// The results of all positions of an ending.
#[derive(Debug)]
pub struct EndgameTable {
    pub(super) material: Material,
    pub(super) index: Index,
    tallies: Vec<AtomicU16>,
}

/// The table to which some moves lead.
#[derive(Debug)]
pub(super) struct Exit {
    pub(super) piece: u8,
    pub(super) becomes: Option<KindId>,
    pub(super) victim: Option<u8>,
    pub(super) table: Arc<EndgameTable>,
    /// By piece of that table: its index in this one.
    pub(super) order: Vec<u8>,
}

pub(super) struct TableInput<'a> {
    pub(super) game: &'a Game,
    pub(super) material: &'a Material,
    pub(super) paths: &'a Paths<'a>,
    pub(super) exits: &'a [Exit],
    /// By piece and square: whether it can be there.
    pub(super) allowed: &'a [Vec<bool>],
    /// Whether the rules call every position with this material drawn.
    pub(super) drawn: bool,
    pub(super) threads: usize,
    pub(super) progress: &'a Progress,
}

impl EndgameTable {
    /// The material.
    pub fn material(&self) -> &Material {
        &self.material
    }

    pub(super) fn bytes(&self) -> u64 {
        2 * self.index.len() as u64
    }

    /// The result of a position; `None` if it is not legal.
    pub(crate) fn value(&self, placement: &Placement) -> Option<Value> {
        self.tally(self.index.number(placement)?).value()
    }

    pub(super) fn tally(&self, number: usize) -> Tally {
        Tally(self.tallies[number].load(Ordering::Relaxed))
    }

    /// Every position with its result, in the order of their numbers.
    pub(crate) fn positions(&self) -> impl Iterator<Item = (Placement, Value)> + '_ {
        let decided = |number| Some((number, self.tally(number).value()?));
        let numbers = (0..self.tallies.len()).filter_map(decided);
        numbers.map(|(number, value)| (self.index.placement(number), value))
    }

    /// How many positions of a board one is for.
    pub(crate) fn weight(&self, placement: &Placement) -> u64 {
        self.index.weight(placement)
    }

    /// Computes a table; `None` if it was stopped.
    pub(super) fn new(index: Index, input: &TableInput) -> Option<EndgameTable> {
        let tallies = (0..index.len()).map(|_| AtomicU16::new(Tally::INVALID.0)).collect();
        let table = EndgameTable { material: *input.material, index, tallies };
        let decided = (0..table.index.len().div_ceil(GROUP)).map(|_| AtomicU64::new(0)).collect();
        let retro = Retro { table: &table, input, deepest: AtomicU16::new(0), decided };
        retro.over_all(|boards, numbers| numbers.for_each(|number| retro.begin(&mut boards.here, number)));
        let before = input.progress.made.load(Ordering::Relaxed);
        let mut level = 0;
        while !input.drawn && level <= retro.deepest.load(Ordering::Relaxed) {
            retro.over_all(|boards, numbers| retro.spread_all(boards, numbers, level));
            level += 1;
            // The passes that are known to be needed, and one before and after them.
            let passes = u64::from(retro.deepest.load(Ordering::Relaxed)) + 3;
            let done = (table.bytes() / 2).saturating_mul(u64::from(level) + 1) / passes;
            input.progress.made.fetch_max(before + done, Ordering::Relaxed);
        }
        input.progress.made.store(before + table.bytes() / 2, Ordering::Relaxed);
        (!input.progress.stop.load(Ordering::Relaxed)).then_some(table)
    }
}

struct Boards<'a> {
    /// For the position that is examined.
    here: EndingBoard<'a>,
    /// For its predecessors.
    there: EndingBoard<'a>,
}

/// The result of a position for its predecessors: plies to the end, and whether the side to move wins.
#[derive(Clone, Copy)]
struct News {
    level: u16,
    won: bool,
}

/// A table under construction.
struct Retro<'a> {
    table: &'a EndgameTable,
    input: &'a TableInput<'a>,
    /// The longest result so far, in plies.
    deepest: AtomicU16,
    /// By group: a bit for each level, modulo 64, at which any of its positions is decided.
    decided: Vec<AtomicU64>,
}

impl Retro<'_> {
    /// Runs a function for all numbers in portions, on all threads.
    fn over_all(&self, each: impl Fn(&mut Boards, Range<usize>) + Sync) {
        let len = self.table.tallies.len();
        let next = AtomicUsize::new(0);
        let progress = self.input.progress;
        let work = || {
            let board = EndingBoard::new(self.input.game, self.input.material.kinds());
            let mut boards = Boards { here: board.clone(), there: board };
            loop {
                let start = next.fetch_add(CHUNK, Ordering::Relaxed);
                if start >= len || progress.stop.load(Ordering::Relaxed) {
                    return;
                }
                let end = len.min(start + CHUNK);
                let began = Instant::now();
                each(&mut boards, start..end);
                progress.done.fetch_add((end - start) as u64, Ordering::Relaxed);
                if progress.gentle.load(Ordering::Relaxed) && !progress.urgent.load(Ordering::Relaxed) {
                    thread::sleep(began.elapsed() * REST);
                }
            }
        };
        let helpers = self.input.threads.min(len.div_ceil(CHUNK)).saturating_sub(1);
        thread::scope(|scope| {
            for _ in 0..helpers {
                // If the system refuses a thread, the others do its part.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
    }

    fn set(&self, number: usize, tally: Tally, plies: Option<u16>) {
        if let Some(plies) = plies {
            self.mark(number, plies);
        }
        self.table.tallies[number].store(tally.0, Ordering::Relaxed);
    }

    /// Notes that a position is decided in so many plies.
    fn mark(&self, number: usize, plies: u16) {
        self.deepest.fetch_max(plies, Ordering::Relaxed);
        self.decided[number / GROUP].fetch_or(1 << (plies % 64), Ordering::Relaxed);
    }

    /// Transition 1: what the moves of a position itself decide.
    fn begin(&self, board: &mut EndingBoard, number: usize) {
        let placement = self.table.index.placement(number);
        if !self.stands(board, &placement) {
            return;
        }
        let side = placement.side;
        if self.input.drawn {
            return self.set(number, Tally::open(0, true), None);
        }
        let (mut safe, mut any) = (false, false);
        let mut quickest: Option<u16> = None;
        let mut slowest = 0;
        self.each_exit(board, &placement, |outside| {
            any |= outside.is_some();
            match outside {
                None => {}
                Some(Value::Won(plies)) => slowest = slowest.max(plies + 1),
                Some(Value::Drawn) => safe = true,
                Some(Value::Lost(plies)) => {
                    safe = true;
                    quickest = Some(quickest.map_or(plies + 1, |known| known.min(plies + 1)));
                }
            }
        });
        let (tally, plies) = match quickest {
            Some(plies) => (Tally::won(plies), Some(plies)),
            None if board.can_stay(side) => (Tally::uncounted(safe), None),
            None if !any => self.without_moves(board, side),
            None if !safe => (Tally::lost(slowest), Some(slowest)),
            None => (Tally::open(0, true), None),
        };
        self.set(number, tally, plies);
    }

    /// Sets up a position; `false` if it is not legal.
    fn stands(&self, board: &mut EndingBoard, placement: &Placement) -> bool {
        let index = &self.table.index;
        let squares = &placement.squares[..self.input.material.len()];
        let allowed =
            squares.iter().zip(self.input.allowed).all(|(&square, allowed)| allowed[usize::from(square)]);
        if !allowed
            || index.symmetry.representatives.binary_search(&squares[0]).is_err()
            || !board.set(squares)
            || board.in_check(!placement.side)
        {
            return false;
        }
        let Some(double) = placement.double else { return true };
        let step = &self.input.game.double_steps[usize::from(double)];
        step.passed.iter().chain([&step.from]).all(|square| board.is_empty(square.0))
            && index.number(placement).is_some_and(|number| index.placement(number) == *placement)
            && board.can_be_taken_en_passant(double)
    }

    /// Calls a function with the result of every legal move that leaves the table, for the side to move after
    /// it, and with `None` for some of the others.
    fn each_exit(&self, board: &mut EndingBoard, placement: &Placement, mut show: impl FnMut(Option<Value>)) {
        let side = placement.side;
        let mut visit = |board: &mut EndingBoard, step: Transition| {
            show(step.is_exit().then(|| self.outside(board.squares(), side, step)));
        };
        board.moves::<true>(side, &mut visit);
        if let Some(double) = placement.double {
            board.en_passant(double, &mut visit);
        }
    }

    /// The result of a move that leaves the table, for the side to move after it.
    fn outside(&self, squares: &[u8], side: Color, step: Transition) -> Value {
        let fits =
            |exit: &&Exit| (exit.piece, exit.becomes, exit.victim) == (step.piece, step.becomes, step.victim);
        let Some(exit) = self.input.exits.iter().find(fits) else { return Value::Drawn };
        let mut there: PieceSquares = [0; MOST_PIECES];
        for (square, &piece) in there.iter_mut().zip(&exit.order) {
            *square = squares[usize::from(piece)];
        }
        let placement = Placement { side: !side, squares: there, double: None };
        exit.table.value(&placement).unwrap_or(Value::Drawn)
    }

    /// The result of a position without a legal move.
    fn without_moves(&self, board: &EndingBoard, side: Color) -> (Tally, Option<u16>) {
        let rules = &self.input.game.def.rules;
        let count = |color| (0..board.len()).filter(|&piece| board.color(piece) == color).count().narrow();
        let winner = if board.in_check(side) {
            Some(rules.mate.winner(side))
        } else {
            rules.no_moves.winner(side, Color::ALL.map(count))
        };
        match winner {
            None => (Tally::open(0, true), None),
            Some(winner) if winner == side => (Tally::won(0), Some(0)),
            Some(_) => (Tally::lost(0), Some(0)),
        }
    }

    /// Transition 2 for those of some numbers that are decided at a level.
    fn spread_all(&self, boards: &mut Boards, numbers: Range<usize>, level: u16) {
        let (won, lost) = (Tally::won(level), Tally::lost(level));
        let is_marked =
            |group: &usize| self.decided[group / GROUP].load(Ordering::Relaxed) >> (level % 64) & 1 != 0;
        for group in numbers.clone().step_by(GROUP).filter(is_marked) {
            for number in group..(group + GROUP).min(numbers.end) {
                let tally = self.table.tally(number);
                if tally == won || tally == lost {
                    self.spread(boards, number, News { level, won: tally == won });
                }
            }
        }
    }

    /// Transition 2: passes the result of a position on to its predecessors.
    fn spread(&self, boards: &mut Boards, number: usize, news: News) {
        let index = &self.table.index;
        let placement = index.placement(number);
        let Boards { here: board, there } = boards;
        board.set(&placement.squares[..self.input.material.len()]);
        let mover = !placement.side;
        let mut known = Vec::new();
        for piece in 0..board.len() {
            if board.color(piece) != mover {
                continue;
            }
            let at = placement.squares[piece];
            board.remove(piece);
            let mut last = None;
            for origin in self.input.paths.origins(board.kind(piece), at) {
                if last == Some(origin.from)
                    || !board.is_empty(origin.from)
                    || !self.input.paths.is_open(origin, board.classes())
                    || !self.came_by(board, &placement, piece, origin)
                {
                    continue;
                }
                last = Some(origin.from);
                if piece > 0 && !index.any_en_passant() {
                    self.tell(there, index.before(number, piece, (origin.from, at)), news);
                    continue;
                }
                let mut before = Placement { side: mover, double: None, ..placement };
                before.squares[piece] = origin.from;
                if piece == 0 {
                    self.tell_views(there, (&before, &placement), number, &mut known, news);
                } else {
                    self.tell_all(there, &before, news);
                }
            }
            board.place(piece, at);
        }
    }

    /// Whether a position can have arisen by a move from that square, with the piece removed: it is one after
    /// a double step that can be answered en passant if and only if the move was that step.
    fn came_by(
        &self,
        board: &mut EndingBoard,
        placement: &Placement,
        piece: usize,
        origin: &QuietOrigin,
    ) -> bool {
        if origin.unchecked {
            board.place(piece, origin.from);
            let checked = board.in_check(!placement.side);
            board.remove(piece);
            if checked {
                return false;
            }
        }
        match (placement.double, origin.double) {
            (None, Some(double)) => {
                if !self.table.index.any_en_passant() {
                    return true;
                }
                board.place(piece, placement.squares[piece]);
                let may = !board.can_be_taken_en_passant(double);
                board.remove(piece);
                may
            }
            (Some(just), Some(double)) => {
                let step = &self.input.game.double_steps[usize::from(just)];
                just == double && step.to.0 == placement.squares[piece]
            }
            (None, None) => true,
            (Some(_), None) => false,
        }
    }

    /// A move of the first piece, whose square decides the view of a position: every view of the move that
    /// begins at a representative and ends in this position. `known` are those already done.
    fn tell_views(
        &self,
        there: &mut EndingBoard,
        (before, after): (&Placement, &Placement),
        number: usize,
        known: &mut Vec<(usize, u8)>,
        news: News,
    ) {
        let index = &self.table.index;
        let only = |square| index.symmetry.is_only(square);
        if only(before.squares[0]) && only(after.squares[0]) && !index.any_en_passant() {
            // With a single view at both ends nothing is done twice.
            if let Some(origin) = index.number(before) {
                self.tell(there, origin, news);
            }
            return;
        }
        for view in index.symmetry.views(before.squares[0]) {
            let (from, to) = (index.seen(before, view), index.seen(after, view));
            let Some(origin) = index.number(&from) else { continue };
            let edge = (origin, to.squares[0]);
            if index.number(&to) != Some(number) || known.contains(&edge) {
                continue;
            }
            known.push(edge);
            self.tell_all(there, &from, news);
        }
    }

    /// Passes a result on to a position, and to the same one after each double step that may have led to it.
    fn tell_all(&self, there: &mut EndingBoard, before: &Placement, news: News) {
        let index = &self.table.index;
        let mut tell = |placement: &Placement| {
            if let Some(number) = index.number(placement) {
                self.tell(there, number, news);
            }
        };
        tell(before);
        if index.any_en_passant() {
            let doubles: Vec<u8> = index.doubles_before(before).collect();
            for double in doubles {
                tell(&Placement { double: Some(double), ..*before });
            }
        }
    }

    /// Notes that a move of a position leads to a decided one.
    fn tell(&self, there: &mut EndingBoard, number: usize, News { level, won }: News) {
        let cell = &self.table.tallies[number];
        let mut now = cell.load(Ordering::Relaxed);
        loop {
            let tally = match Tally(now) {
                tally if won && tally.is_uncounted() => self.count(there, number, tally.is_safe()),
                tally => tally,
            };
            let next = match tally.value() {
                None | Some(Value::Lost(_)) => return,
                Some(Value::Won(plies)) if won || plies <= level + 1 => return,
                Some(Value::Drawn) if won => {
                    let left = Tally(tally.0 - 1);
                    if tally.moves() == 0 {
                        debug_assert!(false, "more moves are taken from a position than it has");
                        return;
                    }
                    if left.has_nothing_left() {
                        Tally::lost(self.loss(there, number, level + 1))
                    } else {
                        left
                    }
                }
                Some(Value::Won(_) | Value::Drawn) => Tally::won(level + 1),
            };
            match cell.compare_exchange_weak(now, next.0, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => {
                    if let Some(Value::Won(plies) | Value::Lost(plies)) =
                        next.value().filter(|_| !next.is_undecided())
                    {
                        self.mark(number, plies);
                    }
                    return;
                }
                Err(other) => now = other,
            }
        }
    }

    /// What [`Tally::uncounted`] stands for.
    fn count(&self, there: &mut EndingBoard, number: usize, safe: bool) -> Tally {
        let placement = self.table.index.placement(number);
        there.set(&placement.squares[..self.input.material.len()]);
        let mut moves = 0;
        there.moves::<false>(placement.side, &mut |_, step: Transition| moves += u16::from(!step.is_exit()));
        Tally::open(moves, safe)
    }

    /// The plies in which a position is lost whose moves within the table lose in at most `within`: a move
    /// that leaves the table may last longer.
    fn loss(&self, there: &mut EndingBoard, number: usize, within: u16) -> u16 {
        let placement = self.table.index.placement(number);
        there.set(&placement.squares[..self.input.material.len()]);
        let mut plies = within;
        self.each_exit(there, &placement, |outside| {
            if let Some(Value::Won(later)) = outside {
                plies = plies.max(later + 1);
            }
        });
        plies
    }
}
