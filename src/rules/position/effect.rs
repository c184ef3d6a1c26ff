//! The effect of a move on the pieces: which one moves, which leave the board, and which move where and
//! become what.
//!
//! [`State::effect`] is the only place besides generation and text that looks into a move. It applies the
//! move's template ([`MoveEffect`]) to the board. Attack, legality, exchanges, checks, restrictions and
//! `make` use the [`Effect`].

use super::moves::Move;
use super::sets::PieceSet;
use super::state::{Cell, PieceChange, Placed, State, Undo};
use crate::rules::game::{Game, KindId, LeadingRoyal, MOST_CHANGED, MoveEffect, SideEffects};
use crate::rules::geometry::{Color, Square};
use crate::rules::variant::Captor;

/// One piece that moves to a square and captures the piece there. It may become another piece type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PlainMove {
    pub(super) mover: Cell,
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) kind: KindId,
    /// The piece afterwards.
    pub(super) becomes: KindId,
    /// The captured piece, or an empty cell.
    pub(super) captured: Cell,
    /// The piece type captured; meaningless if there is none.
    pub(super) captured_kind: KindId,
}

impl PlainMove {
    #[inline]
    pub(super) fn mover(self) -> PieceChange {
        let before = Some(Placed { kind: self.kind, square: self.from });
        let after = Some(Placed { kind: self.becomes, square: self.to });
        PieceChange { cell: self.mover, cell_after: self.mover, before, after }
    }

    /// The kind of the arriving piece.
    #[inline]
    pub(super) fn arrival(self) -> (Color, Placed) {
        (self.mover.color(), Placed { kind: self.becomes, square: self.to })
    }

    #[inline]
    fn victim(self) -> Option<PieceChange> {
        let before = Some(Placed { kind: self.captured_kind, square: self.to });
        let cell = self.captured;
        (!cell.is_empty()).then_some(PieceChange { cell, cell_after: cell, before, after: None })
    }
}

/// The effect of a move on more pieces than the mover and its victim on the target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Several {
    mover: PieceChange,
    /// The other pieces: those on the way in order, then the one on the target.
    others: [PieceChange; MOST_CHANGED],
    length: u8,
    /// Where the mover turns into a wall.
    wall: Option<Square>,
}

impl Several {
    pub(super) fn new(mover: PieceChange) -> Several {
        let cell = Cell::EMPTY;
        let nothing = PieceChange { cell, cell_after: cell, before: None, after: None };
        Several { mover, others: [nothing; MOST_CHANGED], length: 0, wall: None }
    }

    pub(super) fn push(&mut self, change: PieceChange) {
        debug_assert!(usize::from(self.length) < MOST_CHANGED, "a move changes at most eleven pieces");
        if let Some(place) = self.others.get_mut(usize::from(self.length)) {
            *place = change;
            self.length += 1;
        }
    }

    /// Changes the type that a piece has afterwards, if the move changes the piece.
    fn transform(&mut self, slot: usize, kind: KindId) -> bool {
        let others = &mut self.others[..usize::from(self.length)];
        let mut changes = others.iter_mut().chain([&mut self.mover]);
        let after = changes.find(|change| change.slot() == slot).and_then(|change| change.after.as_mut());
        after.map(|after| after.kind = kind).is_some()
    }

    fn others(&self) -> &[PieceChange] {
        &self.others[..usize::from(self.length)]
    }
}

/// The effect of a move on the pieces.
#[derive(Clone, Copy, Debug)]
pub(super) enum Effect {
    /// One piece moves, and captures at most the piece on its target.
    Plain(PlainMove),
    /// Any other move: castling, captures beside the target, pieces that are shifted or enter.
    Several(Several),
}

impl Effect {
    /// The change of each piece: pieces on the way in order, then the one on the target, last the
    /// mover.
    #[inline]
    pub(super) fn changes(&self) -> impl Iterator<Item = PieceChange> {
        let (victim, others, mover) = match self {
            Effect::Plain(step) => (step.victim(), [].as_slice(), step.mover()),
            Effect::Several(several) => (None, several.others(), several.mover),
        };
        others.iter().copied().chain(victim).chain([mover])
    }

    /// The moving piece. Castling is a move of the king.
    #[inline]
    pub(super) fn mover(&self) -> PieceChange {
        match self {
            Effect::Plain(step) => step.mover(),
            Effect::Several(several) => several.mover,
        }
    }

    /// Calls a function with each change. For a step this is cheaper than [`Effect::changes`].
    #[inline]
    pub(super) fn each(&self, mut visit: impl FnMut(PieceChange)) {
        match self {
            Effect::Plain(step) => {
                step.victim().into_iter().for_each(&mut visit);
                visit(step.mover());
            }
            Effect::Several(_) => self.changes().for_each(visit),
        }
    }

    /// The pieces that leave the board, with the squares they were on.
    #[inline]
    pub(super) fn victims(&self) -> impl Iterator<Item = (Cell, Placed)> {
        let leaves = |change: &PieceChange| change.after.is_none();
        self.changes().filter(leaves).filter_map(|change| Some((change.cell, change.before?)))
    }

    /// The pieces that move to a square, with their kinds on arrival.
    #[inline]
    pub(super) fn arrivals(&self) -> impl Iterator<Item = (Color, Placed)> {
        self.changes().filter_map(|change| Some((change.cell_after.color(), change.after?)))
    }

    /// The piece besides the mover that goes to another square, if there is one: a piece that is shifted,
    /// or the partner in castling.
    pub(super) fn shifted(&self) -> Option<PieceChange> {
        match self {
            Effect::Plain(_) => None,
            Effect::Several(several) => {
                let stands = |at: Option<Placed>| at.map(|at| at.square);
                let shifts = |other: &PieceChange| {
                    other.before.is_some()
                        && other.after.is_some()
                        && stands(other.before) != stands(other.after)
                };
                several.others().iter().copied().find(shifts)
            }
        }
    }

    /// The captured piece. Of several enemies that leave the board it is the last, which is the one on
    /// the target if there is one.
    #[inline]
    pub(super) fn captured(&self) -> Option<Placed> {
        match self {
            Effect::Plain(step) => step.victim().and_then(|victim| victim.before),
            Effect::Several(several) => {
                let enemy = |victim: &(Cell, Placed)| victim.0.is(!several.mover.color());
                self.victims().filter(enemy).last().map(|victim| victim.1)
            }
        }
    }

    /// Whether an enemy leaves the board.
    #[inline]
    pub(super) fn captures(&self) -> bool {
        self.captured().is_some()
    }

    /// Whether any piece except the mover leaves the board, even one of the mover's own side.
    #[inline]
    pub(super) fn has_victims(&self) -> bool {
        match self {
            Effect::Plain(step) => !step.captured.is_empty(),
            Effect::Several(several) => several.others().iter().any(|change| change.after.is_none()),
        }
    }

    /// The slots of the pieces that leave their squares, whether they stay on the board or not.
    #[inline]
    pub(super) fn leaving(&self) -> PieceSet {
        match self {
            Effect::Plain(step) => {
                let victim = PieceSet::of_if(step.captured.slot(), !step.captured.is_empty());
                PieceSet::of(step.mover.slot()) | victim
            }
            Effect::Several(_) => self.changes().map(|change| change.slot()).collect(),
        }
    }

    /// The slots of the pieces that leave the board.
    pub(super) fn removed(&self) -> PieceSet {
        self.victims().map(|(cell, _)| cell.slot()).collect()
    }

    /// Where the mover turns into a wall, if it does.
    #[inline]
    pub(super) fn wall(&self) -> Option<Square> {
        match self {
            Effect::Plain(_) => None,
            Effect::Several(several) => several.wall,
        }
    }

    /// The new square of the piece in a slot, if it moves.
    #[inline]
    pub(super) fn target_of(&self, slot: usize) -> Option<Square> {
        match self {
            Effect::Plain(step) => (step.mover.slot() == slot).then_some(step.to),
            Effect::Several(_) => {
                self.changes().find(|change| change.slot() == slot)?.after.map(|at| at.square)
            }
        }
    }

    /// Whether two moves change the same pieces in the same way and leave the same wall. The order is
    /// ignored.
    pub(super) fn same_changes(&self, other: &Effect) -> bool {
        let has = |change| other.changes().any(|same| same == change);
        let alike = self.changes().count() == other.changes().count() && self.changes().all(has);
        alike && self.wall() == other.wall()
    }
}

impl State {
    /// The effect of a move that is about to be made.
    #[inline]
    pub(super) fn effect(&self, game: &Game, m: Move) -> Effect {
        if m.is_ordinary() {
            Effect::Plain(self.plain_move(m.from(), m.to()))
        } else {
            self.special_effect(game, m)
        }
    }

    /// The pieces that a capture removes by an explosion; `None` for any other move, and where more happens
    /// than that.
    #[inline]
    pub(super) fn blast(&self, game: &Game, m: Move) -> Option<impl Iterator<Item = Cell>> {
        let side_effects = game.explosions().filter(|_| !m.is_ordinary())?;
        let template = m.effect(game);
        let captured = self.board[m.to().index()];
        let plain = template.captor.explodes()
            && !template.en_passant
            && template.victims.is_empty()
            && template.put.is_none()
            && template.enters.is_none()
            && !template.stays
            && captured.is(!self.side);
        let mover = self.board[m.from().index()];
        let beside = side_effects.beside[m.to().index()].iter().filter(move |&&square| square != m.from());
        let beside = beside.map(|square| self.board[square.index()]);
        let beside = beside.filter(|cell| cell.is_piece() && !side_effects.spares(self.kind_of[cell.slot()]));
        plain.then(|| beside.chain([captured, mover]))
    }

    /// The effect of a piece moving to a square and capturing the piece there.
    #[inline]
    pub(super) fn plain_move(&self, from: Square, to: Square) -> PlainMove {
        let (mover, captured) = (self.board[from.index()], self.board[to.index()]);
        let (kind, captured_kind) = (self.kind_of[mover.slot()], self.kind_of[captured.slot()]);
        PlainMove { mover, from, to, kind, becomes: kind, captured, captured_kind }
    }

    #[inline(never)]
    fn special_effect(&self, game: &Game, m: Move) -> Effect {
        if m.is_wall() {
            return Effect::Several(Several::new(PieceChange::of_wall()));
        }
        let (template, step) = (m.effect(game), self.plain_move(m.from(), m.to()));
        if template.is_step() {
            return Effect::Plain(PlainMove { becomes: template.becomes.unwrap_or(step.kind), ..step });
        }
        self.several(game, template, step)
    }

    /// The effect of a move on several pieces: each part of its template in turn.
    #[inline(never)]
    fn several(&self, game: &Game, template: &MoveEffect, step: PlainMove) -> Effect {
        if let Some(kind) = template.drops {
            let drop = Several::new(self.entrance(game, Placed { kind, square: step.to }));
            return match game.leading_royal().filter(|leading| leading.concerns(kind)) {
                Some(leading) => self.with_leading(game, leading, drop),
                None => Effect::Several(drop),
            };
        }
        let passed =
            template.en_passant.then(|| self.en_passant_victim(game, step.mover.color(), step.to)).flatten();
        let wall = Some(step.to).filter(|_| template.captor.petrifies());
        let mut several = Several { wall, ..Several::new(Self::mover_after(template, step)) };
        if let (true, Some(side_effects)) = (template.blasts, &game.side_effects) {
            for &square in &side_effects.beside[step.to.index()] {
                let cell = self.board[square.index()];
                let spared = || side_effects.spares(self.kind_of[cell.slot()]);
                let victim = passed == Some(square) || template.victims.contains(&square);
                if square != step.from && !victim && cell.is_piece() && !spared() {
                    several.push(self.change(square, None));
                }
            }
        }
        for &square in &template.victims {
            several.push(self.change(square, template.put));
        }
        let partner = template.castle.of(&game.castles).map(|castle| castle.partner);
        if let Some((from, to)) = partner {
            several.push(self.change(from, Some(to)));
        } else if !step.captured.is_empty() && !template.stays {
            several.push(self.change(step.to, template.put));
        }
        if let Some(passed) = passed {
            several.push(self.change(passed, None));
        }
        if let Some(entering) = template.enters {
            several.push(self.entrance(game, Placed { kind: entering.kind, square: entering.square }));
        }
        let crowns = |leading: &&LeadingRoyal| {
            template.crowns || template.enters.is_some_and(|entering| leading.concerns(entering.kind))
        };
        match game.leading_royal().filter(crowns) {
            Some(leading) => self.with_leading(game, leading, several),
            None => Effect::Several(several),
        }
    }

    /// What a move makes of the piece that moves.
    fn mover_after(template: &MoveEffect, step: PlainMove) -> PieceChange {
        let cell = step.mover;
        let before = Some(Placed { kind: step.kind, square: step.from });
        let square = match template.captor {
            Captor::Moves => Some(step.to),
            Captor::Stays => Some(step.from),
            Captor::Explodes | Captor::Petrifies => None,
        };
        let kind = template.defects.or(template.becomes).unwrap_or(step.kind);
        let after = square.map(|square| Placed { kind, square });
        let defects = template.defects.is_some();
        let cell_after = if defects { Cell::of_slot(!cell.color(), cell.slot()) } else { cell };
        PieceChange { cell, cell_after, before, after }
    }

    /// The effect of a piece of the side to move entering from its hand.
    fn entrance(&self, game: &Game, at: Placed) -> PieceChange {
        let cell = self.new_cell(game, self.side);
        PieceChange { cell, cell_after: cell, before: None, after: Some(at) }
    }

    /// The effect of the piece on a square moving to another, or leaving the board.
    pub(super) fn change(&self, from: Square, to: Option<Square>) -> PieceChange {
        let cell = self.board[from.index()];
        let kind = self.kind_of[cell.slot()];
        let at = |square| Placed { kind, square };
        PieceChange { cell, cell_after: cell, before: Some(at(from)), after: to.map(at) }
    }

    pub(super) fn last_changes(&self) -> impl Iterator<Item = PieceChange> {
        let changes = |undo: &&Undo| undo.played != Move::NONE && !undo.played.is_wall();
        let undo = self.history.last().filter(changes);
        let logged = undo.map_or(0, |undo| usize::from(undo.more));
        let step = undo.filter(|_| logged == 0).map(|undo| {
            let (from, to) = (undo.played.from(), undo.played.to());
            let Undo { captured, captured_kind, mover_kind: kind, .. } = *undo;
            let mover = self.board[to.index()];
            PlainMove { mover, from, to, kind, becomes: kind, captured, captured_kind }
        });
        let step = step.into_iter().flat_map(|step| step.victim().into_iter().chain([step.mover()]));
        step.chain(self.log[self.log.len().saturating_sub(logged)..].iter().copied())
    }
}

// Royal pieces that count by their squares, and royal pieces near an explosion.

impl State {
    /// Those of the pieces `among` that count by their squares, or might.
    fn kings(&self, leading: &LeadingRoyal, color: Color, among: PieceSet) -> impl Iterator<Item = usize> {
        (self.side_pieces[color.index()] & among).iter().filter(|&slot| leading.concerns(self.kind_of[slot]))
    }

    /// A side's royal pieces after a move that count by their squares, or might: slot, type and square.
    fn kings_after(
        &self,
        leading: &LeadingRoyal,
        color: Color,
        effect: &Effect,
    ) -> impl Iterator<Item = (usize, Placed)> {
        let staying = (self.side_pieces[color.index()] & !effect.leaving()).iter();
        let staying =
            staying.map(|slot| (slot, Placed { kind: self.kind_of[slot], square: self.square_of[slot] }));
        let arriving = effect.changes().filter(move |change| change.cell_after.is(color));
        let arriving = arriving.filter_map(|change| Some((change.slot(), change.after?)));
        staying.chain(arriving).filter(|(_, at)| leading.concerns(at.kind))
    }

    /// A move after which another royal piece of its side may count.
    fn with_leading(&self, game: &Game, leading: &LeadingRoyal, several: Several) -> Effect {
        let (effect, color, mut crowned) = (Effect::Several(several), self.side, several);
        let kings = || self.kings_after(leading, color, &effect);
        let first = kings().min_by_key(|(_, at)| leading.order(&game.shape, color, at.square));
        for (slot, at) in kings() {
            let kind = leading.kind(color, Some(slot) == first.map(|king| king.0));
            if at.kind != kind && !crowned.transform(slot, kind) {
                let cell = Cell::of_slot(color, slot);
                let after = Some(Placed { kind, square: at.square });
                crowned.push(PieceChange { cell, cell_after: cell, before: Some(at), after });
            }
        }
        Effect::Several(crowned)
    }

    /// The royal piece of a side that counts after a move, if squares decide that.
    pub(super) fn leading_after(
        &self,
        game: &Game,
        leading: &LeadingRoyal,
        color: Color,
        effect: &Effect,
    ) -> Option<Square> {
        let squares = self.kings_after(leading, color, effect).map(|(_, at)| at.square);
        squares.min_by_key(|&square| leading.order(&game.shape, color, square))
    }

    /// Gives the royal pieces their kinds by their squares, because a FEN has one letter for all of
    /// them.
    pub(super) fn settle_crown(&mut self, game: &Game) {
        let Some(leading) = game.leading_royal() else { return };
        for color in Color::ALL {
            let kings: Vec<usize> = self.kings(leading, color, PieceSet::ALL).collect();
            let order = |slot: &usize| leading.order(&game.shape, color, self.square_of[*slot]);
            let first = kings.iter().copied().min_by_key(order);
            for slot in kings {
                let (cell, square) = (Cell::of_slot(color, slot), self.square_of[slot]);
                self.transform(game, cell, square, leading.kind(color, Some(slot) == first));
            }
        }
    }

    /// Whether a side cannot capture on a square because its own royal would explode with the captor.
    #[inline]
    pub(super) fn is_shielded(&self, game: &Game, square: Square, by: Color) -> bool {
        game.explosions().is_some_and(|side_effects| {
            let explodes = |slot| {
                side_effects.touch(square, self.square_of[slot]) && !self.is_spared(side_effects, slot)
            };
            self.royals_of(by).iter().any(explodes)
        })
    }

    /// The same after a move.
    pub(super) fn is_shielded_after(
        &self,
        side_effects: &SideEffects,
        square: Square,
        by: Color,
        effect: &Effect,
    ) -> bool {
        let stands = |slot: usize| effect.target_of(slot).unwrap_or(self.square_of[slot]);
        let explodes = |slot| side_effects.touch(square, stands(slot)) && !self.is_spared(side_effects, slot);
        side_effects.captor.explodes() && self.royals_of(by).iter().any(explodes)
    }

    fn is_spared(&self, side_effects: &SideEffects, slot: usize) -> bool {
        side_effects.spares(self.kind_of[slot])
    }

    /// The royals of both sides that a move explodes: those of a side, and those of the other.
    pub(super) fn exploded(&self, game: &Game, effect: &Effect, color: Color) -> [PieceSet; 2] {
        let gone = if game.explosions().is_some() { effect.removed() } else { PieceSet::EMPTY };
        [gone & self.royals_of(color), gone & self.royals_of(!color)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::{MAX_PIECES, compile};
    use crate::rules::position::{MoveKind, Position};
    use crate::rules::variant::Catalog;

    /// By slot, the kind and square of each piece.
    fn pieces(position: &Position) -> Vec<Option<Placed>> {
        let mut pieces = vec![None; MAX_PIECES];
        let all = position.board().all();
        for (slot, piece) in all.iter().zip(position.board().pieces(all)) {
            pieces[slot] = Some(piece);
        }
        pieces
    }

    #[test]
    fn changes_are_what_a_move_did_and_are_taken_back() {
        let castling = "r3k2r/pPp5/8/3pP3/8/8/PPP3p1/R3K2R w KQkq d6 0 1";
        for (variant, fen) in [
            ("chess", Some(castling)),
            ("cwda:clobberers/nutters;promotion=both", None),
            ("fischerandom", Some("1r1k3r/pPp5/8/3pP3/8/8/PPP3p1/1R1K3R w KQkq d6 0 1")),
            ("colorboundmost", None),
            ("berolina", None),
        ] {
            let game = compile(&Catalog::builtin().resolve(variant).unwrap()).unwrap();
            let start = fen.map_or_else(
                || Position::start(game.clone()),
                |fen| Position::from_fen(game.clone(), fen).unwrap(),
            );
            assert_eq!(start.last_changes().count(), 0);
            let mut seed = 1u64;
            for _ in 0..40 {
                let mut position = start.clone();
                let mut moves = Vec::new();
                for _ in 0..60 {
                    moves.clear();
                    position.legal_moves(MoveKind::All, &mut moves);
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let Some(&m) = moves.get((seed >> 33) as usize % moves.len().max(1)) else { break };
                    let (before, fen) = (pieces(&position), position.fen());
                    position.make(m);
                    let mut replayed = before.clone();
                    for change in position.last_changes() {
                        assert_eq!(replayed[change.slot()], change.before, "{fen}: {m:?}");
                        replayed[change.slot()] = change.after;
                    }
                    assert_eq!(replayed, pieces(&position), "{variant} {fen}: {m:?}");
                    assert_eq!(position.validate(), Ok(()), "{variant} {fen}: {m:?}");
                    position.unmake();
                    assert_eq!((pieces(&position), position.fen()), (before, fen), "{variant}: {m:?}");
                    assert_eq!(position.validate(), Ok(()), "{variant}: {m:?} taken back");
                    position.make(m);
                }
            }
        }
    }
}
