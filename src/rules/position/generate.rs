//! Fully legal move generation from the tables, for the pieces of a turn or of half a turn.
//!
//! One walk over the pieces serves lists, counts and tests: a [`Sink`] decides what happens to each
//! legal move.

use super::attack::{Current, is_check};
use super::checks::{CheckInfo, MoveMask};
use super::effect::Effect;
use super::moves::Move;
use super::sets::{PieceSet, bits};
use super::state::{SquareSet, State};
use crate::rules::game::{
    Castle, Condition, EffectId, EnPassant, Entry, Flights, Game, Hands, KindId, KindSet, MoveEffect,
    PackedGuard, PackedTarget,
};
use crate::rules::geometry::Square;

/// A receiver for generated moves.
pub(super) trait Sink {
    fn push(&mut self, m: Move);
    /// Whether more moves are wanted.
    fn done(&self) -> bool {
        false
    }
    /// Whether only the number of moves matters, so that they need not be built.
    const COUNTS: bool = false;
    /// Takes this many legal moves at once.
    fn count(&mut self, _: u64) {}
}

impl Sink for Vec<Move> {
    #[inline]
    fn push(&mut self, m: Move) {
        Vec::push(self, m);
    }
}

pub(super) struct Counter(pub(super) u64);

impl Sink for Counter {
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

/// Counts moves until there are `N`: whether there is any, or more than one.
pub(super) struct CountUpTo<const N: u8>(pub(super) u8);

impl<const N: u8> Sink for CountUpTo<N> {
    fn push(&mut self, _: Move) {
        self.0 = self.0.saturating_add(1);
    }
    fn done(&self) -> bool {
        self.0 >= N
    }
}

/// Tests whether a certain move is among them.
pub(super) struct Find(pub(super) Move, pub(super) bool);

impl Sink for Find {
    #[inline]
    fn push(&mut self, m: Move) {
        self.1 |= m == self.0;
    }
}

/// Whether the side to move has a legal move by one of `pieces`, which are all the pieces that affect each
/// other.
pub(super) fn has_move_among(state: &State, game: &Game, pieces: PieceSet) -> bool {
    let mut any = CountUpTo::<1>(0);
    Generator::<_, true, true>::run_for(state, game, &mut any, pieces, pieces);
    any.done()
}

/// One run over the pieces of the side to move. `NOISY` and `QUIETS` select the moves.
pub(super) struct Generator<'a, S: Sink, const NOISY: bool, const QUIETS: bool> {
    pub(super) state: &'a State,
    pub(super) game: &'a Game,
    pub(super) checks: CheckInfo,
    /// Own pieces in a position to capture en passant.
    capturers: PieceSet,
    /// The royals of the side to move that its moves could expose.
    pub(super) royals: PieceSet,
    /// Whether every capture is tested, because captors explode, and rays decide about the other moves.
    pub(super) blasts: bool,
    pub(super) sink: &'a mut S,
}

/// The sorts of moves of a piece that can reach a square in two ways: those that keep the clock or not, and
/// that expose the piece to capture en passant or not.
const SORTS: usize = 4;

/// The piece whose moves are being generated.
#[derive(Clone, Copy)]
pub(super) struct Mover {
    pub(super) slot: usize,
    pub(super) kind: KindId,
    pub(super) from: Square,
}

/// The moves of a piece so far, by what distinguishes their names.
#[derive(Default)]
pub(super) struct Named {
    /// The targets of moves without a letter.
    squares: SquareSet,
    /// The others: target, promotion piece and the piece that enters.
    lettered: Vec<(u8, Option<KindId>, Option<KindId>)>,
}

impl Named {
    /// Adds a move; `false` if there is one of that name.
    pub(super) fn insert(&mut self, to: u8, effect: &MoveEffect) -> bool {
        let name = (to, effect.promotion(), effect.enters.map(|entering| entering.kind));
        if let (_, None, None) = name {
            return self.squares.insert(to);
        }
        let new = !self.lettered.contains(&name);
        self.lettered.extend(Some(name).filter(|_| new));
        new
    }
}

/// What makes an ordinary move of a piece legal.
pub(super) enum Legality {
    /// Every move is legal, because no check or pin affects it.
    Known,
    /// The squares that checks and pins leave.
    Masked(MoveMask),
    /// Each move is tested: no royal may be attacked on the board after it.
    Tested,
}

impl<'a, S: Sink, const NOISY: bool, const QUIETS: bool> Generator<'a, S, NOISY, QUIETS> {
    #[inline]
    fn new(state: &'a State, game: &'a Game, sink: &'a mut S, field: PieceSet) -> Self {
        let capturers = match state.now.usable {
            0 => PieceSet::EMPTY,
            _ => en_passant_capturers(state, game),
        };
        let royals = state.royals_of(state.side) & field;
        let blasts = royals.len() == 1 && game.tests_captures_only(state.side);
        Generator { state, game, checks: CheckInfo::NONE, capturers, royals, blasts, sink }
    }

    /// All moves, including drops.
    pub(super) fn run(state: &'a State, game: &'a Game, sink: &'a mut S) {
        let mut generator = Self::new(state, game, sink, PieceSet::ALL);
        match &game.hands {
            None => generator.moves_of(PieceSet::ALL),
            Some(hands) => generator.moves_with_hands(hands),
        }
    }

    /// The drops of `due` pieces alone.
    pub(super) fn run_drops(state: &'a State, game: &'a Game, sink: &'a mut S, hands: &Hands, due: KindSet) {
        let mut generator = Self::new(state, game, sink, PieceSet::ALL);
        // The checks are found with the moves of the pieces.
        generator.moves_of(PieceSet::EMPTY);
        generator.drops(hands, Some(due));
    }

    /// The moves of the pieces in `only`, which together with all pieces that affect them make up
    /// `field`.
    #[inline]
    pub(super) fn run_for(
        state: &'a State,
        game: &'a Game,
        sink: &'a mut S,
        only: PieceSet,
        field: PieceSet,
    ) {
        Self::new(state, game, sink, field).moves_of(only);
    }

    #[inline]
    pub(super) fn moves_of(&mut self, only: PieceSet) {
        let generator = self;
        let (state, game) = (generator.state, generator.game);
        let royals = generator.royals;
        // The flight squares of its only royal are settled together with the rays to it.
        let (royal, flights) = generator.flights(royals & only);
        let may_castle = royals.meets(only) || game.threats.castles_freely();
        let (castles, mut castling) = if QUIETS && may_castle { generator.castles(only) } else { (0, 0) };
        if royals.len() != 1 || game.tests_every_move(state.side) {
            castling = 0;
        }
        if generator.blasts {
            let shielded = |royal| state.is_shielded(game, state.square_of[royal], !state.side);
            if !royals.lowest().is_some_and(shielded) {
                generator.checks.find(state, game, royals, 0);
            }
        } else if game.tests_every_move(state.side) {
            let attacked = |royal: usize| state.attacked(game, state.square_of[royal], !state.side);
            generator.checks.test_every_move(is_check(game, state.side, royals, attacked));
        } else {
            generator.checks.find(state, game, royals, flights | castling);
        }

        let mut pieces = state.side_pieces[state.side.index()] & only;
        let alone = game.rays.all_plain && !game.moves.has_multi_captures();
        let doubly = generator.checks.checkers > 1 && royals.len() == 1;
        if doubly && alone && !generator.blasts && generator.checks.are_apart(game) {
            pieces &= royals; // a double check is answered by the royal alone, if no explosion removes both
        }
        let free = generator.checks.unconcerned() & !royals & !generator.capturers;
        let simple = royal & !generator.capturers;
        while !pieces.is_empty() {
            let slot = pieces.take_lowest();
            if free.contains(slot) {
                generator.unpinned(slot);
            } else if simple.contains(slot) {
                generator.royal(slot, flights);
            } else {
                generator.restrained(slot);
            }
            if generator.sink.done() {
                return;
            }
        }
        if generator.checks.checkers == 0 {
            bits(castles).for_each(|index| generator.castle(index, castling));
        }
    }

    /// The only royal, if it is in `royals` and its moves are simple enough to be settled at once; and
    /// the stops that it could reach if nothing were attacked.
    #[inline]
    fn flights(&self, royals: PieceSet) -> (PieceSet, Flights) {
        let state = self.state;
        let tested = self.game.tests_every_move(state.side);
        let Some(slot) = royals.lowest().filter(|_| royals == self.royals && royals.len() == 1 && !tested)
        else {
            return (PieceSet::EMPTY, 0);
        };
        let entry = self.game.moves.entry(usize::from(state.piece_square_of[slot]));
        let stops = self.game.moves.stops(entry);
        if entry.overlap
            || stops.len() > self.game.threats.flight_squares(state.side, state.square_of[slot]).len()
        {
            return (PieceSet::EMPTY, 0);
        }
        let mut flights = 0;
        for (index, stop, class) in PackedTarget::reached(stops, |square| state.class_of(square)) {
            flights |= Flights::from(self.wanted(stop, class)) << index;
        }
        (royals, flights)
    }

    /// The moves of the only royal: the `flights` that are not attacked.
    #[inline]
    fn royal(&mut self, slot: usize, flights: Flights) {
        let mover = self.mover(slot);
        let entry = self.game.moves.entry(usize::from(self.state.piece_square_of[slot]));
        let safe = flights & !self.checks.attacked;
        if S::COUNTS && entry.countable {
            self.sink.count(u64::from(safe.count_ones()));
        } else {
            let stops = self.game.moves.stops(entry);
            bits(safe.into()).for_each(|index| self.emit(mover, &stops[index], &Legality::Known));
        }
        if !entry.simple {
            self.conditional(mover, entry, &Legality::Tested);
            self.multi_captures(mover);
        }
    }

    /// The moves of a piece whose moves need no test.
    #[inline]
    fn unpinned(&mut self, slot: usize) {
        let (game, state) = (self.game, self.state);
        let entry = game.moves.entry(usize::from(state.piece_square_of[slot]));
        if !entry.simple {
            return self.piece(slot, entry, &Legality::Known);
        }
        let stops = game.moves.stops(entry);
        let reached = PackedTarget::reached(stops, |square| state.class_of(square));
        if S::COUNTS && entry.countable && !self.blasts {
            let wanted = reached.map(|(_, stop, class)| u64::from(self.wanted(stop, class)));
            let moves = wanted.sum();
            return self.sink.count(moves);
        }
        let from = state.square_of[slot];
        for (_, stop, class) in reached {
            if self.wanted(stop, class) {
                if stop.is_ordinary() {
                    self.sink.push(Move::new(from.0, stop.to, EffectId::ORDINARY));
                } else {
                    self.moves_on_terms(self.mover(slot), *stop, &Legality::Known, None);
                }
            }
        }
    }

    /// The moves of a piece that a check or a pin may affect.
    #[inline(never)]
    fn restrained(&mut self, slot: usize) {
        let entry = self.game.moves.entry(usize::from(self.state.piece_square_of[slot]));
        let legality = if self.state.royals.contains(slot) {
            Legality::Tested
        } else {
            Legality::Masked(self.checks.move_mask(self.game, slot, self.state.square_of[slot]))
        };
        self.piece(slot, entry, &legality);
    }

    #[inline]
    fn mover(&self, slot: usize) -> Mover {
        let state = self.state;
        Mover { slot, kind: state.kind_of[slot], from: state.square_of[slot] }
    }

    /// The moves of a piece of any kind.
    #[inline(never)]
    fn piece(&mut self, slot: usize, entry: &Entry, legality: &Legality) {
        let (game, state) = (self.game, self.state);
        let mover = self.mover(slot);
        if entry.overlap {
            return self.overlapping(mover, entry, legality);
        }
        for (_, stop, class) in
            PackedTarget::reached(game.moves.stops(entry), |square| state.class_of(square))
        {
            if self.wanted(stop, class) {
                self.emit(mover, stop, legality);
            }
        }
        if NOISY && self.capturers.contains(slot) {
            self.en_passant(mover, &mut Named::default());
        }
        self.conditional(mover, entry, legality);
        self.multi_captures(mover);
    }

    /// Whether a move may end on a stop, given the class of its square, and is of the requested sort. A
    /// quiet promotion counts as noisy.
    #[inline]
    fn wanted(&self, stop: &PackedTarget, class: usize) -> bool {
        let possible = stop.allows(class);
        match (NOISY, QUIETS) {
            (true, true) => possible,
            (noisy, _) => possible && (class != 0 || self.promotes(stop)) == noisy,
        }
    }

    #[inline]
    fn promotes(&self, stop: &PackedTarget) -> bool {
        !stop.is_ordinary() && self.game.moves.terms(*stop).is_some_and(|terms| terms.promotes)
    }

    fn conditional(&mut self, mover: Mover, entry: &Entry, legality: &Legality) {
        for conditional in self.game.moves.conditional(entry) {
            let class = self.state.class_of(conditional.stop.to);
            if self.wanted(&conditional.stop, class) && self.guard_open(&conditional.guard) {
                self.emit(mover, &conditional.stop, legality);
            }
        }
    }

    pub(super) fn guard_open(&self, guard: &PackedGuard) -> bool {
        self.game.rays.guard_open(guard, self.state.now.rights, Current(self.state))
    }

    /// The moves of a piece that can reach a square in two ways: each move of one name once, by en passant
    /// if that is possible.
    #[cold]
    fn overlapping(&mut self, mover: Mover, entry: &Entry, legality: &Legality) {
        let (game, state) = (self.game, self.state);
        let mut named = Named::default();
        if self.capturers.contains(mover.slot) {
            if NOISY {
                self.en_passant(mover, &mut named);
            } else {
                // Only to find the squares of captures.
                let mut unused = Counter(0);
                let mut captures = Generator::<_, true, true>::new(state, game, &mut unused, PieceSet::ALL);
                captures.checks.checkers = self.checks.checkers;
                captures.en_passant(mover, &mut named);
            }
        }
        // A move that both a pawn's zone and its own moves allow is an ordinary one: it resets the clock. One
        // that is a double step and another move as well is the other, which cannot be captured en passant.
        // Ordinary moves come first; while they are found, it is seen which other sorts there are.
        let mut sorts = 1;
        for sort in 0..SORTS {
            if sorts >> sort & 1 == 0 {
                continue;
            }
            for (_, stop, class) in
                PackedTarget::reached(game.moves.stops(entry), |square| state.class_of(square))
            {
                if self.wanted(stop, class) && self.is_due(mover, *stop, class, sort, &mut sorts) {
                    self.emit_named(mover, *stop, legality, &mut named);
                }
            }
            for conditional in game.moves.conditional(entry) {
                let stop = &conditional.stop;
                let class = state.class_of(stop.to);
                let possible = self.wanted(stop, class) && self.is_due(mover, *stop, class, sort, &mut sorts);
                if possible && self.guard_open(&conditional.guard) {
                    self.emit_named(mover, *stop, legality, &mut named);
                }
            }
        }
        self.multi_captures(mover);
    }

    /// Whether to emit this stop in the pass for moves of one sort: that keep the clock or not, and that
    /// expose the piece to capture en passant or not. Notes the stop's own sort.
    fn is_due(&self, mover: Mover, stop: PackedTarget, class: usize, sort: usize, sorts: &mut usize) -> bool {
        let Some(terms) = self.game.moves.terms(stop) else { return sort == 0 };
        let first = terms.effects(class != 0).first().map(|&id| self.game.effects.get(id));
        let of =
            |effect: &MoveEffect| 2 * usize::from(effect.keeps_clock) + usize::from(effect.exposes.is_some());
        let own = first.map_or(0, of);
        *sorts |= 1 << own;
        sort == own && self.meets(mover, terms.condition)
    }

    /// Passes on the legal moves to a stop that have a new name.
    fn emit_named(&mut self, mover: Mover, stop: PackedTarget, legality: &Legality, named: &mut Named) {
        if stop.is_ordinary() {
            if named.squares.insert(stop.to) {
                self.emit(mover, &stop, legality);
            }
        } else {
            self.moves_on_terms(mover, stop, legality, Some(named));
        }
    }

    /// Passes on the legal moves to a stop.
    #[inline]
    fn emit(&mut self, mover: Mover, stop: &PackedTarget, legality: &Legality) {
        if !stop.is_ordinary() {
            self.moves_on_terms(mover, *stop, legality, None);
        } else if self.legal(mover, Square(stop.to), legality) {
            self.sink.push(Move::new(mover.from.0, stop.to, EffectId::ORDINARY));
        }
    }

    /// Whether an ordinary move is legal.
    #[inline]
    fn legal(&self, mover: Mover, to: Square, legality: &Legality) -> bool {
        match legality {
            Legality::Known => true,
            Legality::Masked(move_mask) => {
                move_mask.within.contains(to.0) && (!move_mask.test.contains(to.0) || self.tested(mover, to))
            }
            Legality::Tested => self.tested(mover, to),
        }
    }

    /// Whether an ordinary move leaves no royal of its side attacked.
    fn tested(&self, mover: Mover, to: Square) -> bool {
        self.safe(&Effect::Plain(self.state.plain_move(mover.from, to)))
    }

    /// Whether no royal of the side to move would be attacked after a move.
    pub(super) fn safe(&self, effect: &Effect) -> bool {
        !self.state.in_check_after(self.game, self.state.side, self.royals, effect)
    }

    /// The castling records of kings in `only` that only checks could forbid, as bits, and the flight
    /// squares that decide it.
    #[inline]
    fn castles(&self, only: PieceSet) -> (u32, Flights) {
        let (game, state) = (self.game, self.state);
        let (mut ready, mut flights) = (0, 0);
        for index in bits(state.now.rights & game.threats.castles_of(state.side)) {
            let castle = &game.castles[index];
            if castle.empty.iter().all(|s| state.board[s.index()].is_empty())
                && only.contains(state.board[castle.king.0.index()].slot())
            {
                ready |= 1 << index;
                flights |= game.threats.castling(index);
            }
        }
        (ready, flights)
    }

    /// A castling move that only attacks could forbid. `known` says which flight squares are attacked.
    fn castle(&mut self, index: usize, known: Flights) {
        let castle = &self.game.castles[index];
        let m = Move::castling(castle, index);
        let flights = self.game.threats.castling(index) & known;
        if (flights != 0 && flights & self.checks.attacked == 0) || self.castle_safe(castle, m) {
            for &id in &self.game.castling[index] {
                let m = Move::new(m.from().0, m.to().0, id);
                if self.is_possible(m, Condition::NONE, self.game.effects.get(id)) {
                    self.sink.push(m);
                }
            }
        }
    }

    /// Whether the king neither passes nor reaches an attacked square.
    #[cold]
    fn castle_safe(&self, castle: &Castle, m: Move) -> bool {
        let (state, game, enemy) = (self.state, self.game, !self.state.side);
        let effect = state.effect(game, m);
        // On each square it passes, the king is no longer at home, where it could shield that square.
        let passes = |&square: &Square| {
            let passing = Effect::Plain(state.plain_move(castle.king.0, square));
            !state.attacked_after(game, square, enemy, &passing)
        };
        // A side that may leave a king attacked still cannot castle out of an attack or into one.
        let attacked = || {
            state.attacked(game, castle.king.0, enemy)
                || state.attacked_after(game, castle.king.1, enemy, &effect)
        };
        let spared = game.expendable_royals[state.side.index()] && !castle.safe.is_empty();
        castle.passed.iter().all(passes) && self.safe(&effect) && !(spared && attacked())
    }
}

/// The pieces of the side to move that are in a position to capture en passant.
#[inline(never)]
fn en_passant_capturers(state: &State, game: &Game) -> PieceSet {
    let captures =
        state.double_steps(game).filter(|step| step.color != state.side).flat_map(|step| &step.captures);
    let slot_of = |capture: &EnPassant| {
        let cell = state.board[capture.from.index()];
        (cell.is(state.side) && state.kind_of[cell.slot()] == capture.kind).then(|| cell.slot())
    };
    captures.filter_map(slot_of).collect()
}
