//! Games with pieces in hand, as XBoard is told about them.
//!
//! XBoard 4.9.1 shows the pieces in hand beside the board, in *holdings*. It updates them by itself, by
//! the rules of the parent variant.

use crate::rules::geometry::{Color, Shape, Square};
use crate::rules::variant::{Captured, Dropping, HandsDef, PROMOTED_MARK, VariantDef};

/// The rules by which XBoard updates the holdings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holdings {
    /// Captured pieces change sides.
    Captured,
    /// They do, and many promote by a sign within a zone.
    Signed,
    /// Nothing is added, and any dropped piece is assumed to be there.
    Stock,
    /// Nothing is added, and pieces enter as others leave the back rank.
    Gates,
}

impl Holdings {
    /// The rules nearest to those of a game with pieces in hand.
    pub fn of(def: &VariantDef) -> Option<Holdings> {
        let HandsDef { captured, drops, .. } = def.hands.as_ref()?;
        let mut pieces = def.sides.iter().flat_map(|side| &side.pieces);
        let signed = pieces.any(|piece| piece.mark == Some(PROMOTED_MARK));
        match captured {
            _ if *drops == Dropping::Gates => enter_from_the_back(def).then_some(Holdings::Gates),
            Captured::Captor if signed => Some(Holdings::Signed),
            Captured::Captor => Some(Holdings::Captured),
            Captured::Owner | Captured::Nobody | Captured::Elsewhere => Some(Holdings::Stock),
        }
    }

    /// The built-in rules on which to base a game.
    pub fn parent(self) -> &'static str {
        match self {
            Holdings::Captured => "crazyhouse",
            Holdings::Signed => "shogi",
            Holdings::Stock => "bughouse",
            Holdings::Gates => "seirawan",
        }
    }

    /// The squares on which XBoard lets a piece in a slot be dropped.
    pub fn allows(self, slot: usize, shape: &Shape, color: Color, square: Square) -> bool {
        let left = left(shape, color, square);
        match (self, slot) {
            (Holdings::Signed, 0 | 4) => left > 0,
            (Holdings::Signed, 1) => left > 1,
            (Holdings::Signed, _) => true,
            (Holdings::Gates, _) => left + 1 == shape.ranks(),
            (_, 0) => left > 0 && left + 1 < shape.ranks(),
            _ => true,
        }
    }
}

/// Whether pieces in hand enter nowhere but on the back rank.
fn enter_from_the_back(def: &VariantDef) -> bool {
    let stock = Color::ALL.into_iter().zip(&def.sides).zip(def.hands.iter().flat_map(|hands| &hands.stock));
    stock.into_iter().all(|((color, side), stock)| {
        stock.iter().filter_map(|&piece| side.pieces.get(piece)).all(|piece| {
            let is_back = |&square: &Square| left(&def.shape, color, square) + 1 == def.shape.ranks();
            piece.drops.as_ref().is_some_and(|drops| drops.squares.iter().all(is_back))
        })
    })
}

/// The number of ranks in front of a piece on a square.
pub fn left(shape: &Shape, color: Color, square: Square) -> u8 {
    let rank = shape.rank(square);
    if color == Color::White { shape.ranks() - 1 - rank } else { rank }
}

/// Whether XBoard must not see a king in a game. If a king may be dropped, XBoard considers its side
/// mated before the drop. If XBoard does not know what is in hand, it does not know which drops answer
/// a check.
pub fn hides_king(def: &VariantDef) -> bool {
    let Some(hands) = &def.hands else { return false };
    let royal = |color: Color| {
        let side = def.sides.get(color.index());
        move |&piece: &usize| side.and_then(|side| side.pieces.get(piece)).is_some_and(|piece| piece.royal)
    };
    let stock = Color::ALL.into_iter().zip(&hands.stock);
    hands.captured == Captured::Owner
        || stock.into_iter().any(|(color, stock)| stock.iter().any(royal(color)))
}
