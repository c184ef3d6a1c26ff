//! Fully legal move generation from the tables.
//!
//! One walk over the men serves lists, counts and tests: what happens to each legal move is the
//! business of a [`Sink`].

use super::Position;
use super::attack::{Change, Shield, Verdict};
use super::moves::{Move, Tag};
use super::state::{Cell, MenSet, State, slots};
use crate::game::{Castle, Extra, Game, Guarded, GuardedTag, KindId, Purpose, Targets};
use crate::geometry::Square;

/// Which moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// Every legal move.
    All,
    /// Captures and promotions.
    Noisy,
    /// The rest.
    Quiet,
}

/// What becomes of the moves found.
pub(super) trait Sink {
    /// Takes a legal move.
    fn push(&mut self, m: Move);
    /// Whether more moves are wanted.
    fn done(&self) -> bool {
        false
    }
}

impl Sink for Vec<Move> {
    #[inline]
    fn push(&mut self, m: Move) {
        Vec::push(self, m);
    }
}

/// Counts moves.
pub(super) struct Count(pub(super) u64);

impl Sink for Count {
    #[inline]
    fn push(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Asks whether there is any move.
struct Any(bool);

impl Sink for Any {
    fn push(&mut self, _: Move) {
        self.0 = true;
    }
    fn done(&self) -> bool {
        self.0
    }
}

/// Asks whether a certain move is among them.
struct Find(Move, bool);

impl Sink for Find {
    #[inline]
    fn push(&mut self, m: Move) {
        self.1 |= m == self.0;
    }
}

impl Position {
    /// Appends the legal moves of a kind to `out`.
    pub fn legal_moves(&self, kind: MoveKind, out: &mut Vec<Move>) {
        match kind {
            MoveKind::All => Generator::<Vec<Move>, true, true>::run(&self.state, &self.game, out),
            MoveKind::Noisy => Generator::<Vec<Move>, true, false>::run(&self.state, &self.game, out),
            MoveKind::Quiet => Generator::<Vec<Move>, false, true>::run(&self.state, &self.game, out),
        }
    }

    /// Whether a move from elsewhere (a table) is legal here.
    pub fn is_legal(&self, m: Move) -> bool {
        let cell = self.state.board[m.from().index()];
        if m == Move::NONE || !cell.is(self.state.side) {
            return false;
        }
        let mut find = Find(m, false);
        Generator::<Find, true, true>::run_for(&self.state, &self.game, &mut find, 1 << cell.slot());
        find.1
    }

    /// Whether the side to move has any legal move.
    pub fn has_legal_move(&self) -> bool {
        let mut any = Any(false);
        Generator::<Any, true, true>::run(&self.state, &self.game, &mut any);
        any.0
    }

    /// How many legal moves there are.
    pub fn count_legal_moves(&self) -> u64 {
        let mut count = Count(0);
        Generator::<Count, true, true>::run(&self.state, &self.game, &mut count);
        count.0
    }
}

/// The squares a man has already been found to reach, where its moves overlap.
#[derive(Default)]
struct Visited([u64; 4]);

impl Visited {
    /// Notes a square; `false` if it was known.
    fn insert(&mut self, square: u8) -> bool {
        let (word, bit) = (&mut self.0[square as usize >> 6], 1 << (square & 63));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

/// One run over the men of the side to move. `NOISY` and `QUIET` choose what is wanted.
pub(super) struct Generator<'a, S: Sink, const NOISY: bool, const QUIET: bool> {
    state: &'a State,
    game: &'a Game,
    shield: Shield,
    sink: &'a mut S,
}

/// The man whose moves are generated.
#[derive(Clone, Copy)]
struct Mover {
    slot: usize,
    kind: KindId,
    from: Square,
    /// Whether no test at all is needed.
    free: bool,
    royal: bool,
    promotes: bool,
}

impl<'a, S: Sink, const NOISY: bool, const QUIET: bool> Generator<'a, S, NOISY, QUIET> {
    pub(super) fn run(state: &'a State, game: &'a Game, sink: &'a mut S) {
        Self::run_for(state, game, sink, u64::MAX);
    }

    /// The moves of the men in `only`.
    fn run_for(state: &'a State, game: &'a Game, sink: &'a mut S, only: MenSet) {
        let shield = Shield::new(state, game);
        let mut generator = Generator::<S, NOISY, QUIET> { state, game, shield, sink };
        let mut men = state.side_men[state.side.index()] & only;
        if generator.shield.checkers > 1 && state.royals_of(state.side).count_ones() == 1 && game.lines.all_plain {
            men &= state.royals; // a double check is answered by the royal alone
        }
        let idle = generator.shield.is_idle();
        for slot in slots(men) {
            generator.man(slot, idle);
            if generator.sink.done() {
                return;
            }
        }
        if QUIET && generator.shield.checkers == 0 {
            for (index, castle) in game.castles.iter().enumerate() {
                if state.rights >> index & 1 != 0 && castle.color == state.side {
                    generator.castle(index, castle, only);
                }
            }
        }
    }

    #[inline]
    fn man(&mut self, slot: usize, idle: bool) {
        let (game, state) = (self.game, self.state);
        let entry = game.moves.entry(state.row_of[slot] as usize);
        let extra = game.moves.extra(entry);
        let royal = state.royals >> slot & 1 != 0;
        let mover = Mover {
            slot,
            kind: state.kind_of[slot],
            from: state.square_of[slot],
            free: idle && !royal,
            royal,
            promotes: extra.is_some_and(|extra| extra.promotes),
        };
        if entry.overlap {
            return self.overlapping(mover);
        }
        let (leaps, rays) = game.moves.both(entry);
        for &to in leaps {
            self.both(mover, to);
        }
        for ray in rays {
            for &to in ray {
                let cell = state.board[to as usize];
                if cell.is_empty() {
                    if QUIET || mover.promotes {
                        self.quiet(mover, to);
                    }
                    continue;
                }
                if NOISY && cell.is(!state.side) {
                    self.emit(mover, to, Tag::Normal);
                }
                break;
            }
        }
        if let Some(extra) = extra {
            self.extra(mover, extra);
        }
    }

    /// Moves by purpose, by condition, and in passing.
    #[inline]
    fn extra(&mut self, mover: Mover, extra: &Extra) {
        let (game, state) = (self.game, self.state);
        if NOISY && state.passing != 0 {
            self.en_passant(mover, &mut |_| true);
        }
        if QUIET || mover.promotes {
            let (leaps, rays) = game.moves.quiet(extra);
            for &to in leaps {
                if state.board[to as usize].is_empty() {
                    self.quiet(mover, to);
                }
            }
            for ray in rays {
                for &to in ray.iter().take_while(|&&to| state.board[to as usize].is_empty()) {
                    self.quiet(mover, to);
                }
            }
        }
        if NOISY {
            let (leaps, rays) = game.moves.capture(extra);
            for &to in leaps {
                if state.board[to as usize].is(!state.side) {
                    self.emit(mover, to, Tag::Normal);
                }
            }
            for ray in rays {
                if let Some(&to) = ray.iter().find(|&&to| !state.board[to as usize].is_empty())
                    && state.board[to as usize].is(!state.side)
                {
                    self.emit(mover, to, Tag::Normal);
                }
            }
        }
        for guarded in game.moves.guarded(extra) {
            self.guarded(mover, guarded);
        }
    }

    /// A leap to a square that may be empty or an enemy's.
    #[inline]
    fn both(&mut self, mover: Mover, to: u8) {
        let cell = self.state.board[to as usize];
        if cell.is_empty() {
            if QUIET || mover.promotes {
                self.quiet(mover, to);
            }
        } else if NOISY && cell.is(!self.state.side) {
            self.emit(mover, to, Tag::Normal);
        }
    }

    /// A move to an empty square: noisy only if it promotes.
    #[inline]
    fn quiet(&mut self, mover: Mover, to: u8) {
        if NOISY && QUIET || (mover.promotes && self.game.promotion(mover.kind, Square(to)).is_some()) == NOISY {
            self.emit(mover, to, Tag::Normal);
        }
    }

    fn guarded(&mut self, mover: Mover, guarded: &Guarded) {
        let cell = self.state.board[guarded.to as usize];
        let wanted = if cell.is_empty() {
            guarded.quiet && (QUIET || mover.promotes)
        } else {
            NOISY && guarded.capture && cell.is(!self.state.side)
        };
        if !wanted || !self.path_open(&guarded.path) {
            return;
        }
        let tag = match guarded.tag {
            GuardedTag::Normal => Tag::Normal,
            GuardedTag::Unchecked if self.shield.checkers > 0 => return,
            GuardedTag::Unchecked => Tag::Normal,
            GuardedTag::DoubleStep(index) => Tag::DoubleStep(index),
            GuardedTag::KeepsClock if cell.is_empty() => Tag::KeepsClock,
            GuardedTag::KeepsClock => Tag::Normal,
        };
        let promotes = mover.promotes && self.game.promotion(mover.kind, Square(guarded.to)).is_some();
        if !cell.is_empty() || NOISY && QUIET || promotes == NOISY {
            self.emit(mover, guarded.to, tag);
        }
    }

    fn path_open(&self, path: &crate::game::Path) -> bool {
        self.game.lines.path_open(path, self.state.rights, |s| self.state.board[s as usize] != Cell::EMPTY)
    }

    /// Captures of a pawn that has just passed.
    #[cold]
    fn en_passant(&mut self, mover: Mover, new: &mut dyn FnMut(u8) -> bool) {
        let step = &self.game.double_steps[self.state.passing as usize - 1];
        for &square in &step.passed {
            let captures = &self.game.passing[self.state.side.index()][square.index()];
            for capture in captures.iter().filter(|c| c.from == mover.from && c.kind == mover.kind) {
                if !self.state.board[square.index()].is_empty() || !self.path_open(&capture.path) {
                    continue;
                }
                let victim = self.state.board[step.to.index()];
                let change = Change { emptied: [mover.from, step.to], filled: [square; 2], taken: 1 << victim.slot() };
                if new(square.0) && self.safe(mover, square, &change) {
                    self.sink.push(Move::new(mover.from.0, square.0, Tag::EnPassant));
                }
            }
        }
    }

    /// The moves of a man that can reach a square in two ways: each square once, and a pawn that
    /// can capture in passing does.
    #[cold]
    fn overlapping(&mut self, mover: Mover) {
        let (game, state) = (self.game, self.state);
        let entry = game.moves.entry(state.row_of[mover.slot] as usize);
        let extra = game.moves.extra(entry);
        let mut visited = Visited::default();
        if state.passing != 0 && extra.is_some() {
            if NOISY {
                self.en_passant(mover, &mut |to| visited.insert(to));
            } else {
                // Only to know which squares are taken.
                let shield = Shield::new(state, game);
                let mut unused = Any(false);
                let mut other = Generator::<Any, true, true> { state, game, shield, sink: &mut unused };
                other.en_passant(mover, &mut |to| visited.insert(to));
            }
        }
        self.unseen(mover, game.moves.both(entry), Purpose::Both, &mut visited);
        let Some(extra) = extra else { return };
        self.unseen(mover, game.moves.quiet(extra), Purpose::Quiet, &mut visited);
        self.unseen(mover, game.moves.capture(extra), Purpose::Capture, &mut visited);
        for guarded in game.moves.guarded(extra) {
            let cell = state.board[guarded.to as usize];
            let possible = if cell.is_empty() { guarded.quiet } else { guarded.capture && cell.is(!state.side) };
            let checked = guarded.tag == GuardedTag::Unchecked && self.shield.checkers > 0;
            if possible && !checked && self.path_open(&guarded.path) && visited.insert(guarded.to) {
                self.guarded(mover, guarded);
            }
        }
    }

    /// Leaps and rays of one purpose to squares not yet visited.
    fn unseen(&mut self, mover: Mover, (leaps, rays): Targets<'_>, purpose: Purpose, visited: &mut Visited) {
        let (quiet, capture) = (purpose != Purpose::Capture, purpose != Purpose::Quiet);
        for ray in leaps.chunks(1).chain(rays) {
            for &to in ray {
                let cell = self.state.board[to as usize];
                let possible = if cell.is_empty() { quiet } else { capture && cell.is(!self.state.side) };
                if possible && visited.insert(to) {
                    if cell.is_empty() {
                        self.quiet(mover, to);
                    } else if NOISY {
                        self.emit(mover, to, Tag::Normal);
                    }
                }
                if !cell.is_empty() {
                    break;
                }
            }
        }
    }

    /// Hands on a pseudo-legal move if it is legal, once for each promotion.
    #[inline]
    fn emit(&mut self, mover: Mover, to: u8, tag: Tag) {
        let target = Square(to);
        if !mover.free && !self.legal(mover, target) {
            return;
        }
        if mover.promotes
            && let Some(set) = self.game.promotion(mover.kind, target)
        {
            for &kind in &set.targets {
                self.sink.push(Move::new(mover.from.0, to, Tag::Promotion(kind)));
            }
            if set.forced && !set.targets.is_empty() {
                return;
            }
        }
        self.sink.push(Move::new(mover.from.0, to, tag));
    }

    /// Whether an ordinary move is legal.
    #[inline]
    fn legal(&self, mover: Mover, to: Square) -> bool {
        let verdict = if mover.royal { Verdict::Test } else { self.shield.verdict(self.game, mover.slot, mover.from, to) };
        match verdict {
            Verdict::Legal => true,
            Verdict::Illegal => false,
            Verdict::Test => {
                let victim = self.state.board[to.index()];
                let taken = if victim.is_empty() { 0 } else { 1 << victim.slot() };
                self.safe(mover, to, &Change { emptied: [mover.from; 2], filled: [to; 2], taken })
            }
        }
    }

    /// Whether no royal of the side to move would be attacked after a change.
    fn safe(&self, mover: Mover, to: Square, change: &Change) -> bool {
        let state = self.state;
        slots(state.royals_of(state.side)).all(|royal| {
            let square = if royal == mover.slot { to } else { state.square_of[royal] };
            !state.attacked_after(self.game, square, !state.side, change)
        })
    }

    #[cold]
    fn castle(&mut self, index: usize, castle: &Castle, only: MenSet) {
        let state = self.state;
        let (king, partner) = (state.board[castle.king.0.index()], state.board[castle.partner.0.index()]);
        if only >> king.slot() & 1 == 0
            || castle.empty.iter().any(|s| !state.board[s.index()].is_empty())
            || castle.passes().any(|s| state.attacked(self.game, s, !state.side))
        {
            return;
        }
        let change = Change { emptied: [castle.king.0, castle.partner.0], filled: [castle.king.1, castle.partner.1], taken: 0 };
        let slot = king.slot();
        let mover = Mover { slot, kind: state.kind_of[slot], from: castle.king.0, free: false, royal: true, promotes: false };
        if !partner.is_empty() && self.safe(mover, castle.king.1, &change) {
            self.sink.push(Move::new(castle.king.0.0, castle.king.1.0, Tag::Castle(index as u8)));
        }
    }
}
