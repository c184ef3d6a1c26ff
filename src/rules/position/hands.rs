//! Pieces in hand: the content of each hand, drops, and pieces that enter where another leaves its square for
//! the first time.

use super::Position;
use super::effect::Effect;
use super::generate::{CountUpTo, Generator, Sink};
use super::homes::stand_at_home;
use super::legal::generate;
use super::moves::Move;
use super::sets::PieceSet;
use super::state::{Cell, PieceChange, State};
use crate::rules::game::{DropRule, Game, Gates, Hands, KindId, KindSet, MoveEffect};
use crate::rules::geometry::{Color, Square};
use crate::rules::variant::Permission;

impl PieceChange {
    /// What a change adds to a hand, or removes from one. A captured piece goes to a hand, and a
    /// dropped one comes from there.
    pub(super) fn to_hand(self, game: &Game) -> Option<(KindId, i8)> {
        let hands = game.hands.as_ref()?;
        match (self.before, self.after) {
            (Some(at), None) => hands.caught(at.kind).map(|kind| (kind, 1)),
            (None, Some(at)) => Some((hands.held_as(at.kind), -1)),
            _ => None,
        }
    }
}

impl State {
    /// Adds a captured piece of a kind to its hand, in the key too.
    #[inline(never)]
    pub(super) fn add_to_hand(&mut self, game: &Game, hands: &Hands, captured: KindId) {
        if let Some(kind) = hands.caught(captured) {
            self.change_hand(game, kind, 1);
        }
    }

    /// Removes it again when the capture is undone. The key is restored as a whole.
    #[inline(never)]
    pub(super) fn take_from_hand(&mut self, hands: &Hands, captured: KindId) {
        if let Some(kind) = hands.caught(captured) {
            self.hands[kind.index()] -= 1;
        }
    }

    /// Adds pieces to a hand, or removes them.
    pub(super) fn change_hand(&mut self, game: &Game, kind: KindId, by: i8) {
        let held = &mut self.hands[kind.index()];
        self.now.key ^= game.zobrist.hand(kind, *held);
        *held = held.saturating_add_signed(by);
        self.now.key ^= game.zobrist.hand(kind, *held);
    }

    pub(super) fn hands_key(&self, game: &Game) -> u64 {
        if game.hands.is_none() {
            return 0;
        }
        game.kind_ids().fold(0, |key, kind| key ^ game.zobrist.hand(kind, self.hands[kind.index()]))
    }

    /// The castling rights for which king or partner are not at home, as bits.
    pub(super) fn absent_castles(&self, game: &Game) -> u32 {
        let absent = game.castles.iter().enumerate().filter(|(_, castle)| !stand_at_home(self, castle));
        absent.fold(0, |rights, (bit, _)| rights | 1 << bit)
    }

    /// Gives castling rights to pieces that were dropped at home, once all are on the board.
    pub(super) fn regain_castling(&mut self, game: &Game) {
        let empty = |hands: &Hands| Color::ALL.into_iter().all(|color| !self.has_in_hand(hands, color));
        if game.def.rules.castling_homes.is_empty() || !game.hands.as_ref().is_some_and(empty) {
            return;
        }
        let all = game.castling_rights();
        let mut new: u32 = !self.absent_castles(game) & all & !self.now.rights;
        self.now.rights |= new;
        while new != 0 {
            self.now.key ^= game.zobrist.right[new.trailing_zeros() as usize & 31];
            new &= new - 1;
        }
    }

    /// The cell of a piece that a side drops; an empty one if there is no room for more pieces.
    pub(super) fn new_cell(&self, game: &Game, color: Color) -> Cell {
        self.free_slot(game, color).map_or(Cell::EMPTY, |slot| Cell::new(color, slot))
    }

    /// Whether the side to move must drop a piece.
    pub(super) fn must_drop(&self, hands: &Hands) -> bool {
        hands.dropping.is_forced() && self.has_in_hand(hands, self.side)
    }

    /// The pieces in hand of which the side to move must drop one, because their rule says so and it can;
    /// `None` if it is free.
    #[inline]
    pub(super) fn due_drops(&self, game: &Game, hands: &Hands) -> Option<KindSet> {
        if hands.forces_drops { self.find_due_drops(game, hands) } else { None }
    }

    #[cold]
    fn find_due_drops(&self, game: &Game, hands: &Hands) -> Option<KindSet> {
        let is_due = |kind: &KindId| hands.rule(*kind).forced && self.hands[kind.index()] > 0;
        let due: KindSet = hands.kinds[self.side.index()].iter().copied().filter(is_due).collect();
        let mut any = CountUpTo::<1>(0);
        if !due.is_empty() {
            Generator::<_, true, true>::run_drops(self, game, &mut any, hands, due);
        }
        any.done().then_some(due)
    }

    /// Whether a side has a piece in hand, or may get one from elsewhere.
    pub(super) fn has_any_in_hand(&self, hands: &Hands) -> bool {
        hands.from_elsewhere || Color::ALL.into_iter().any(|color| self.has_in_hand(hands, color))
    }

    fn has_in_hand(&self, hands: &Hands, color: Color) -> bool {
        hands.kinds[color.index()].iter().any(|kind| self.hands[kind.index()] > 0)
    }

    /// Whether the pieces elsewhere on the board permit a drop on a square.
    fn has_place(&self, game: &Game, rule: &DropRule, kind: KindId, square: Square) -> bool {
        let like = |shares: &dyn Fn(Square) -> bool| {
            let pieces = self.side_pieces[game.kind(kind).color.index()].iter();
            pieces.filter(|&slot| self.kind_of[slot] == kind && shares(self.square_of[slot])).count()
        };
        let shape = &game.shape;
        let crowded = |most: u8| like(&|other| shape.file(other) == shape.file(square)) > usize::from(most);
        let alike = || like(&|other| shape.shade(other) == shape.shade(square)) > 0;
        !(rule.per_file.is_some_and(crowded) || rule.colors.must_differ() && alike())
    }

    /// Whether a drop leaves a square for each piece in hand that needs another color than its
    /// counterpart.
    fn leaves_room(&self, game: &Game, hands: &Hands, dropped: KindId, square: Square) -> bool {
        let shape = &game.shape;
        let from = hands.held_as(dropped);
        let has_room = |&kind: &KindId| {
            let held = self.hands[kind.index()] - u8::from(kind == from);
            let taken = |color: u8| {
                let on = |square: Square| shape.shade(square) == color;
                let pieces = self.side_pieces[self.side.index()].iter();
                kind == dropped && on(square)
                    || pieces.into_iter().any(|slot| self.kind_of[slot] == kind && on(self.square_of[slot]))
            };
            let free = |color: u8| {
                hands.rule(kind).squares.iter().any(|&other| {
                    let empty = other != square && self.board[other.index()].is_empty();
                    empty && shape.shade(other) == color
                })
            };
            let colors = (0..shape.lattice().colors()).filter(|&color| !taken(color) && free(color)).count();
            colors >= usize::from(held)
        };
        let mut kinds = hands.kinds[self.side.index()].iter();
        kinds.all(|kind| !hands.rule(*kind).colors.must_differ() || has_room(kind))
    }

    pub(super) fn may_drop(&self, game: &Game, kind: KindId, square: Square) -> bool {
        let Some(hands) = game.hands.as_ref().filter(|hands| !hands.dropping.is_by_gates_alone()) else {
            return false;
        };
        let rule = hands.rule(kind);
        let possible = self.hands[hands.held_as(kind).index()] > 0
            && game.kind(kind).color == self.side
            && self.board[square.index()].is_empty()
            && rule.allowed.get(square.index()) == Some(&true)
            && self.has_place(game, rule, kind, square)
            && self.leaves_room(game, hands, kind, square)
            && self.free_slot(game, self.side).is_some();
        possible && {
            let m = Move::drop(kind, square);
            let royal = game.is_royal(kind);
            !(self.exposes(game, m, royal) || self.is_check_forbidden(game, rule, m))
        }
    }

    /// Whether a drop is the check or the checkmate that its rule forbids.
    fn is_check_forbidden(&self, game: &Game, rule: &DropRule, m: Move) -> bool {
        match (rule.check, rule.mate) {
            (Permission::Allowed, Permission::Allowed) => false,
            (Permission::Allowed, Permission::Forbidden) => self.mates(game, m),
            (Permission::Forbidden, _) => self.gives_check(game, m),
        }
    }

    /// Whether a drop leaves a royal of its side attacked, or drops one on an attacked square.
    fn exposes(&self, game: &Game, m: Move, royal: bool) -> bool {
        let effect = self.effect(game, m);
        let exposed = self.in_check_after(game, self.side, self.royals_of(self.side), &effect);
        self.exposes_with(game, exposed, Some(m.to()).filter(|_| royal), &effect)
    }

    /// Whether a move leaves a royal of its side attacked, given whether it does so with those on the board
    /// before, and the square of a new one.
    fn exposes_with(&self, game: &Game, exposed: bool, new: Option<Square>, effect: &Effect) -> bool {
        // Where squares decide which royal counts, it is among the others.
        let Some(new) = new.filter(|_| game.leading_royal().is_none()) else { return exposed };
        let attacked = || self.attacked_after(game, new, !self.side, effect);
        if !game.expendable_royals[self.side.index()] {
            return exposed || attacked();
        }
        let alone = self.royals_of(self.side).is_empty();
        let spare = !alone && (game.def.rules.royals.only_last_counts() || !exposed);
        !spare && attacked()
    }

    /// Whether a move from the generator is checkmate.
    #[cold]
    pub(super) fn mates(&self, game: &Game, m: Move) -> bool {
        if !self.gives_check(game, m) {
            return false;
        }
        let mut after = self.board_alone();
        after.make(game, m);
        let mut any = CountUpTo::<1>(0);
        generate::<_, true, true>(&after, game, &mut any);
        !any.done()
    }
}

impl<S: Sink, const NOISY: bool, const QUIETS: bool> Generator<'_, S, NOISY, QUIETS> {
    #[inline(never)]
    pub(super) fn moves_with_hands(&mut self, hands: &Hands) {
        let due = self.state.due_drops(self.game, hands);
        if due.is_some() || self.state.must_drop(hands) {
            // The checks are found with the moves of the pieces: none are generated here.
            self.moves_of(PieceSet::EMPTY);
        } else {
            self.moves_of(PieceSet::ALL);
        }
        if QUIETS && !self.sink.done() {
            self.drops(hands, due);
        }
    }

    /// The drops of the side to move, of `due` pieces alone if there are any. They count as quiet.
    #[inline(never)]
    pub(super) fn drops(&mut self, hands: &Hands, due: Option<KindSet>) {
        let (state, game) = (self.state, self.game);
        if hands.dropping.is_by_gates_alone() || state.free_slot(game, state.side).is_none() {
            return;
        }
        let mask = self.checks.drop_mask(game);
        for &kind in &hands.droppable[state.side.index()] {
            let held = hands.held_as(kind);
            if state.hands[held.index()] == 0 || due.is_some_and(|due| !due.contains(held)) {
                continue;
            }
            let (rule, royal) = (hands.rule(kind), game.is_royal(kind));
            let crowns = royal || game.leading_royal().is_some_and(|leading| leading.concerns(kind));
            for &square in &rule.squares {
                if !state.board[square.index()].is_empty()
                    || !crowns && !mask.within.contains(square.0)
                    || rule.looks_around() && !state.has_place(game, rule, kind, square)
                    || hands.reserves_colors && !state.leaves_room(game, hands, kind, square)
                {
                    continue;
                }
                let m = Move::drop(kind, square);
                if (crowns || mask.test.contains(square.0)) && state.exposes(game, m, royal)
                    || state.is_check_forbidden(game, rule, m)
                {
                    continue;
                }
                self.sink.push(m);
            }
            if self.sink.done() {
                return;
            }
        }
    }
}

/// The pieces in hand of a position.
#[derive(Clone, Copy)]
pub struct InHand<'a>(&'a Position);

impl Position {
    /// The pieces in hand.
    #[inline]
    pub fn in_hand(&self) -> InHand<'_> {
        InHand(self)
    }
}

impl<'a> InHand<'a> {
    /// The hand of a side: each kind with its number, in the order of the file.
    pub fn of(self, color: Color) -> impl Iterator<Item = (KindId, u8)> + 'a {
        let kinds = self.0.game.hands.iter().flat_map(move |hands| &hands.kinds[color.index()]);
        kinds.map(move |&kind| (kind, self.0.state.hands[kind.index()])).filter(|(_, count)| *count > 0)
    }

    /// The pieces of which the side to move must drop one before it moves; none if it is free.
    pub fn due(self) -> Vec<KindId> {
        let Position { state, game } = self.0;
        let Some(hands) = &game.hands else { return Vec::new() };
        let due = state.due_drops(game, hands);
        let is_due = |kind: KindId| due.map_or_else(|| state.must_drop(hands), |due| due.contains(kind));
        self.of(state.side).map(|(kind, _)| kind).filter(|&kind| is_due(kind)).collect()
    }

    /// The number of pieces of a kind.
    #[inline]
    pub fn count(self, kind: KindId) -> u32 {
        u32::from(self.0.state.hands[kind.index()])
    }

    /// The number of pieces of a side that may still let one in; `None` in games without gates.
    pub fn open_gates(self, color: Color) -> Option<u32> {
        let (_, gates) = with_gates(&self.0.game)?;
        Some((self.0.state.now.rights & gates.all[color.index()]).count_ones())
    }
}

impl State {
    /// Ends the rights of a side's pieces to let others in, once none is in hand.
    pub(super) fn close_gates(&mut self, game: &Game) {
        let Some((hands, gates)) = with_gates(game) else { return };
        for color in Color::ALL {
            let is_empty = hands.kinds[color.index()].iter().all(|kind| self.hands[kind.index()] == 0);
            if is_empty && !hands.may_refill() {
                self.keep_rights(game, !gates.rights[color.index()]);
            }
        }
    }
}

impl<S: Sink, const NOISY: bool, const QUIETS: bool> Generator<'_, S, NOISY, QUIETS> {
    /// Whether the piece that enters by a move is in hand, and the pieces that leave have not moved before.
    /// The move must be legal without it: a piece cannot enter to answer a check.
    #[cold]
    pub(super) fn may_enter(&self, m: Move, effect: &MoveEffect) -> bool {
        let (state, game) = (self.state, self.game);
        let (Some(entering), Some((_, gates))) = (effect.enters, with_gates(game)) else { return false };
        let open = |square| gates.is_open(square, state.now.rights);
        // A piece to leap over may expose a king.
        let royal = game.is_royal(entering.kind) || game.leading_royal().is_some();
        let safe = || {
            !royal && game.rays.all_plain || {
                let effect = state.effect(game, m);
                let new = Some(entering.square).filter(|_| game.is_royal(entering.kind));
                !state.exposes_with(game, !self.safe(&effect), new, &effect)
            }
        };
        state.hands[entering.kind.index()] > 0 && open(m.from()) && open(entering.square) && safe()
    }
}

#[inline]
fn with_gates(game: &Game) -> Option<(&Hands, &Gates)> {
    let hands = game.hands.as_ref()?;
    Some((hands, hands.gates.as_ref()?))
}
