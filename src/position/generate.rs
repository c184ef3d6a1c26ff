//! Fully legal move generation from the tables.
//!
//! One walk over the men serves lists, counts and tests: what happens to each legal move is the
//! business of a [`Sink`].

use super::Position;
use super::attack::{Change, Shield, Verdict};
use super::moves::{Move, Tag};
use super::state::{Cell, MenSet, State, lowest, slots};
use crate::game::{CAPTURE, Castle, Entry, Game, Guarded, KindId, Link, QUIET, Special, When};
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
    /// Whether only the number of moves matters, so that they need not be built.
    const COUNTS: bool = false;
    /// Takes so many legal moves at once.
    fn count(&mut self, _: u64) {}
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
    const COUNTS: bool = true;
    #[inline]
    fn count(&mut self, moves: u64) {
        self.0 += moves;
    }
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
        let field = self.state.field(&self.game, m.from());
        let mut find = Find(m, false);
        Generator::<Find, true, true>::run_for(&self.state, &self.game, &mut find, field & 1 << cell.slot(), field);
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

/// Whether the side to move has a legal move by one of `men`, which are all the men that matter to
/// each other.
pub(super) fn has_move_among(state: &State, game: &Game, men: MenSet) -> bool {
    let mut any = Any(false);
    Generator::<Any, true, true>::run_for(state, game, &mut any, men, men);
    any.0
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

/// One run over the men of the side to move. `NOISY` and `QUIETS` choose what is wanted.
pub(super) struct Generator<'a, S: Sink, const NOISY: bool, const QUIETS: bool> {
    state: &'a State,
    game: &'a Game,
    shield: Shield,
    /// What may be done on a square, by what stands there ([`Cell::class`]).
    when: [When; 4],
    /// The royals of the side to move that its moves could expose.
    royals: MenSet,
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
}

impl<'a, S: Sink, const NOISY: bool, const QUIETS: bool> Generator<'a, S, NOISY, QUIETS> {
    pub(super) fn run(state: &'a State, game: &'a Game, sink: &'a mut S) {
        match &state.turn {
            None => Self::run_for(state, game, sink, u64::MAX, u64::MAX),
            Some(turn) => {
                for complex in state.to_move(game, turn).iter() {
                    let men = turn.men(complex);
                    Generator::<S, NOISY, QUIETS>::run_for(state, game, sink, men, men);
                    if sink.done() {
                        return;
                    }
                }
            }
        }
    }

    fn new(state: &'a State, game: &'a Game, sink: &'a mut S, field: MenSet) -> Self {
        let mut when = [0; 4];
        when[Cell::EMPTY.class()] = QUIET;
        when[Cell::new(!state.side, 0).class()] = CAPTURE;
        let royals = state.royals_of(state.side) & field;
        Generator { state, game, shield: Shield::new(state, game, royals), when, royals, sink }
    }

    /// The moves of the men in `only`, which with all men that matter to them make up `field`.
    fn run_for(state: &'a State, game: &'a Game, sink: &'a mut S, only: MenSet, field: MenSet) {
        let mut generator = Self::new(state, game, sink, field);
        let mut men = state.side_men[state.side.index()] & only;
        if generator.shield.checkers > 1 && generator.royals.count_ones() == 1 && game.lines.all_plain {
            men &= state.royals; // a double check is answered by the royal alone
        }
        let idle = generator.shield.is_idle();
        while men != 0 {
            generator.man(lowest(men), idle);
            if generator.sink.done() {
                return;
            }
            men &= men - 1;
        }
        if QUIETS && generator.shield.checkers == 0 && state.rights != 0 {
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
        let royal = state.royals >> slot & 1 != 0;
        let mover = Mover { slot, kind: state.kind_of[slot], from: state.square_of[slot], free: idle && !royal, royal };
        if entry.overlap {
            return self.overlapping(mover, entry);
        }
        let links = game.moves.links(entry);
        let mut next = 0;
        if S::COUNTS && mover.free && entry.countable {
            let mut moves = 0;
            while let Some(link) = links.get(next) {
                let cell = state.board[link.to as usize];
                moves += u64::from(self.wanted(link, cell));
                next += if cell.is_empty() { 1 } else { link.skip as usize };
            }
            self.sink.count(moves);
        } else {
            while let Some(link) = links.get(next) {
                let cell = state.board[link.to as usize];
                if self.wanted(link, cell) {
                    self.emit(mover, link);
                }
                next += if cell.is_empty() { 1 } else { link.skip as usize };
            }
        }
        if entry.special {
            self.special(mover, entry);
        }
    }

    /// Whether a link may be followed to its end with `cell` there, and that is what is asked for.
    /// A quiet promotion counts as noisy.
    #[inline]
    fn wanted(&self, link: &Link, cell: Cell) -> bool {
        let possible = link.when & self.when[cell.class()] != 0;
        match (NOISY, QUIETS) {
            (true, true) => possible,
            (noisy, _) => possible && (!cell.is_empty() || self.promotes(link)) == noisy,
        }
    }

    #[inline]
    fn promotes(&self, link: &Link) -> bool {
        link.special != 0 && matches!(self.game.moves.special(link), Some(Special::Promotion(_)))
    }

    /// Captures in passing and moves by condition.
    fn special(&mut self, mover: Mover, entry: &Entry) {
        if NOISY && self.state.passing != [0; 2] {
            self.en_passant(mover, &mut |_| true);
        }
        for guarded in self.game.moves.guarded(entry) {
            self.guarded(mover, guarded);
        }
    }

    #[inline]
    fn guarded(&mut self, mover: Mover, guarded: &Guarded) {
        let cell = self.state.board[guarded.link.to as usize];
        if self.wanted(&guarded.link, cell) && self.path_open(&guarded.path) {
            self.emit(mover, &guarded.link);
        }
    }

    fn path_open(&self, path: &crate::game::Path) -> bool {
        self.game.lines.path_open(path, self.state.rights, |s| self.state.board[s as usize] != Cell::EMPTY)
    }

    /// Captures of a pawn that has just passed.
    #[cold]
    fn en_passant(&mut self, mover: Mover, new: &mut dyn FnMut(u8) -> bool) {
        let part = self.state.part(self.game, mover.from);
        let step = self.state.double_step(self.game, part).filter(|step| step.color != self.state.side);
        let Some(step) = step else { return };
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
    fn overlapping(&mut self, mover: Mover, entry: &Entry) {
        let (game, state) = (self.game, self.state);
        let mut visited = Visited::default();
        if state.passing != [0; 2] && entry.special {
            if NOISY {
                self.en_passant(mover, &mut |to| visited.insert(to));
            } else {
                // Only to know which squares are taken.
                let mut unused = Any(false);
                Generator::<Any, true, true>::new(state, game, &mut unused, u64::MAX).en_passant(mover, &mut |to| visited.insert(to));
            }
        }
        // A move that both a pawn's zone and its own powers allow is an ordinary one: it resets the clock.
        for keeps_clock in [false, true] {
            let links = game.moves.links(entry);
            let mut next = 0;
            while let Some(link) = links.get(next) {
                let cell = state.board[link.to as usize];
                if self.wanted(link, cell) && self.in_season(link, keeps_clock) && visited.insert(link.to) {
                    self.emit(mover, link);
                }
                next += if cell.is_empty() { 1 } else { link.skip as usize };
            }
            for guarded in game.moves.guarded(entry) {
                let link = &guarded.link;
                let possible = self.wanted(link, state.board[link.to as usize]) && self.in_season(link, keeps_clock);
                if possible && self.path_open(&guarded.path) && visited.insert(link.to) {
                    self.emit(mover, link);
                }
            }
        }
    }

    /// Whether a move is not barred by a check, and keeps the clock or not as asked.
    fn in_season(&self, link: &Link, keeps_clock: bool) -> bool {
        let special = self.game.moves.special(link);
        let barred = self.shield.checkers > 0 && special == Some(Special::Unchecked);
        !barred && (special == Some(Special::KeepsClock)) == keeps_clock
    }

    /// Hands on a pseudo-legal move if it is legal.
    #[inline]
    fn emit(&mut self, mover: Mover, link: &Link) {
        if mover.free || self.legal(mover, Square(link.to)) {
            match self.game.moves.special(link) {
                None => self.sink.push(Move::new(mover.from.0, link.to, Tag::Normal)),
                Some(special) => self.special_move(mover, link, special),
            }
        }
    }

    /// A legal move with something special about it: once for each promotion.
    fn special_move(&mut self, mover: Mover, link: &Link, special: Special) {
        let (from, to) = (mover.from.0, link.to);
        let quiet = self.state.board[to as usize].is_empty();
        let tag = match special {
            Special::Unchecked if self.shield.checkers > 0 => return,
            Special::DoubleStep(index) if quiet => Tag::DoubleStep(index),
            Special::KeepsClock if quiet => Tag::KeepsClock,
            Special::Unchecked | Special::DoubleStep(_) | Special::KeepsClock => Tag::Normal,
            Special::Promotion(index) => {
                let set = &self.game.promotions[index as usize];
                for &kind in &set.targets {
                    self.sink.push(Move::new(from, to, Tag::Promotion(kind)));
                }
                if set.forced && !set.targets.is_empty() {
                    return;
                }
                Tag::Normal
            }
        };
        self.sink.push(Move::new(from, to, tag));
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
        slots(self.royals).all(|royal| {
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
            || castle.passed.iter().any(|&s| state.attacked(self.game, s, !state.side))
        {
            return;
        }
        let change = Change { emptied: [castle.king.0, castle.partner.0], filled: [castle.king.1, castle.partner.1], taken: 0 };
        let slot = king.slot();
        let mover = Mover { slot, kind: state.kind_of[slot], from: castle.king.0, free: false, royal: true };
        if !partner.is_empty() && self.safe(mover, castle.king.1, &change) {
            self.sink.push(Move::new(castle.king.0.0, castle.king.1.0, Tag::Castle(index as u8)));
        }
    }
}
