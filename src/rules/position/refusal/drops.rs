//! Why a piece cannot be dropped.

use super::Refusal;
use crate::rules::game::{DropRule, Game, KindId};
use crate::rules::geometry::Square;
use crate::rules::position::moves::Move;
use crate::rules::position::state::Placed;
use crate::rules::position::{MoveKind, Position};
use crate::rules::variant::{DropColors, DropMate, Dropping};

/// Why a drop is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DropFault {
    /// Nothing is ever in hand, or it is not dropped as a move.
    Never,
    /// No piece with this letter is in hand. The letters are those of the pieces in hand.
    NotInHand(Option<KindId>, String),
    /// Pieces are dropped as long as there are any in hand.
    Due(String),
    /// A piece is there.
    Occupied(Placed),
    /// It is never dropped there. It may be on these squares.
    Where(KindId, Square, Vec<Square>),
    /// Too many of its type are on the file already.
    File(KindId, Square),
    /// One of its type is on a square of the same color, or would find no square later.
    Color(KindId, Square),
    /// It would be checkmate.
    Mate(KindId),
}

impl Position {
    /// Why the drop of a text, `P@e4`, is not legal; `None` if the text is not a drop.
    pub(super) fn why_no_drop(&self, text: &str) -> Option<Refusal> {
        let (piece, square) = text.split_once('@')?;
        let game = &self.game;
        let square = game.shape.parse_square(square)?;
        let own = |&id: &KindId| game.kind(id).color == self.side();
        let called = |&id: &KindId| {
            let kind = game.kind(id);
            kind.letter.to_string().eq_ignore_ascii_case(piece) || piece.is_empty() && kind.pawn
        };
        let kinds = game.hands.iter().flat_map(|hands| hands.kinds.iter().flatten().copied());
        let kind = kinds.filter(own).find(called);
        Some(self.why_not_dropped(kind, square))
    }

    /// Why a piece of a kind, if there is one, cannot be dropped on a square.
    fn why_not_dropped(&self, kind: Option<KindId>, square: Square) -> Refusal {
        let game = &self.game;
        let dropping = game.hands.as_ref().filter(|hands| hands.dropping != Dropping::Gates);
        let Some(hands) = dropping else { return Refusal::Drop(DropFault::Never) };
        let Some(kind) = kind.filter(|&kind| self.in_hand().count(kind) > 0) else {
            return Refusal::Drop(DropFault::NotInHand(kind, self.letters_in_hand()));
        };
        let rule = hands.rule(kind);
        if let Some(there) = self.kind_at(square) {
            return Refusal::Drop(DropFault::Occupied(Placed { kind: there, square }));
        }
        if rule.allowed.get(square.index()) != Some(&true) {
            return Refusal::Drop(DropFault::Where(kind, square, rule.squares.clone()));
        }
        if let Some(fault) = self.crowded(game, rule, kind, square) {
            return Refusal::Drop(fault);
        }
        let m = Move::drop(kind, square);
        let field = self.state.field(game, square, crate::rules::position::HalfOrder::Free);
        if let Some(refusal) = self.exposure(m, Placed { kind, square }, field) {
            return refusal;
        }
        let mates = rule.mate == DropMate::Forbidden && self.state.mates(game, m);
        if mates { Refusal::Drop(DropFault::Mate(kind)) } else { Refusal::Forbidden }
    }

    /// The pieces elsewhere that keep a piece from a square.
    fn crowded(&self, game: &Game, rule: &DropRule, kind: KindId, square: Square) -> Option<DropFault> {
        let shape = &game.shape;
        let on_file = self
            .men(self.side())
            .filter(|&(other, at)| other == kind && shape.file(at) == shape.file(square));
        if rule.per_file.is_some_and(|most| on_file.count() > usize::from(most)) {
            return Some(DropFault::File(kind, square));
        }
        let is_free = self.legal_drops().any(|m| m.to() == square && m.dropped() == Some(kind));
        (rule.colors == DropColors::Different && !is_free).then_some(DropFault::Color(kind, square))
    }

    fn legal_drops(&self) -> impl Iterator<Item = Move> {
        let mut moves = Vec::new();
        self.legal_moves(MoveKind::All, &mut moves);
        moves.into_iter().filter(|m| m.dropped().is_some())
    }

    /// Why a piece may not move while there are others to drop.
    pub(super) fn must_drop_first(&self) -> Option<Refusal> {
        let hands = self.game.hands.as_ref().filter(|hands| self.state.must_drop(hands));
        hands.map(|_| Refusal::Drop(DropFault::Due(self.letters_in_hand())))
    }

    /// The hand of the side to move, by letters.
    fn letters_in_hand(&self) -> String {
        let letter = |kind: KindId| self.game.kind(kind).letter.to_ascii_uppercase();
        self.in_hand()
            .of(self.side())
            .flat_map(|(kind, count)| std::iter::repeat_n(letter(kind), usize::from(count)))
            .collect()
    }
}
