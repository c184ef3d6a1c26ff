//! Pieces in hand: to whose hand captured pieces go, what is in hand at the start, and where it may be
//! dropped.

use super::board::read_squares;
use super::error::VariantError;
use super::keys::{given, table, words};
use super::pieces::{Draft, PieceDef, PromotionTarget, SideDef};
use super::tree::{Node, TomlValue, Tree};
use crate::rules::geometry::{Color, Shape, Square};
use crate::rules::letter::Letter;

/// The mark of a piece that reverts when it is captured: `Q~` is a queen that was a pawn.
pub const FALLEN_MARK: char = '~';

words! {
    /// To whose hand captured pieces go.
    pub enum Captured {
        /// The hand of the capturing side, as its own pieces of the same role.
        Captor = "captor",
        /// The hand of the side that lost them.
        Owner = "owner",
        /// None: they leave the game.
        Nobody = "nobody",
        /// The hand of a partner at another board. The partner's captures are in hand here.
        Elsewhere = "elsewhere",
    }

    /// When a side drops pieces.
    pub enum Dropping {
        /// Instead of a move, at any time.
        Optional = "optional",
        /// As long as any piece is in hand, during which the side may not move.
        Forced = "forced",
        /// With the first move of a piece that has not moved, on the square which that piece leaves: a
        /// gate. When castling, the other piece's square is possible as well.
        Gates = "gates",
        /// Both instead of a move and by gates.
        AlsoByGates = "also-by-gates",
    }
}

table! {
    /// Pieces in hand, in a game that has any. The stock has for each side, White first, indexes into its
    /// pieces, once for each piece.
    pub struct HandsDef: HANDS, with (&[SideDef; 2], &Shape);

    /// Whose hand captured pieces go to: `"captor"` (the default: the side that captured them, as its
    /// own pieces of the same role), `"owner"`, `"nobody"`, or `"elsewhere"` (a partner's at another
    /// board, whose captures are in hand here: FENs tell them).
    captured: Captured;
    /// The pieces that each side has in hand at the start, as roles: `"KQRRBBNN"`. Or a table:
    stock: [Vec<usize>; 2], by |node, (sides, _)| stock(node, sides), holds Either(&[Text, Table(&STOCK)]);
    /// `"optional"` (the default: a drop is a move), `"forced"` (a side that has pieces in hand must
    /// drop one), `"gates"` (a piece enters on the square that a piece leaves with its first move) or
    /// `"also-by-gates"` (it is dropped or enters so).
    drops: Dropping;
    /// Where the gates are, as White sees them. The default is every square on which a piece starts and
    /// one from the hand may enter.
    gates: Option<[Vec<Square>; 2]>, by gates, holds Texts;
}

table! {
    struct Stock: STOCK, with [SideDef; 2];

    /// White's pieces in hand.
    white: Vec<usize>, by |node, sides| read_stock(node, &sides[0], Color::White), holds Text;
    /// Black's pieces in hand.
    black: Vec<usize>, by |node, sides| read_stock(node, &sides[1], Color::Black), holds Text;
}

/// Reads the table; `None` if the file has none, or says that there are no hands.
pub(super) fn read_hands(
    game: &Tree,
    sides: &[SideDef; 2],
    shape: &Shape,
) -> Result<Option<HandsDef>, VariantError> {
    let Some(table) = game.table("hands")? else { return Ok(None) };
    let hands = HandsDef::read(table, &(sides, shape))?;
    if let Some(node) = table.get("gates").filter(|_| !hands.drops.is_by_gates()) {
        return Err(node.error("this needs `drops = \"gates\"` or `\"also-by-gates\"`"));
    }
    let entered = (hands.drops.is_by_gates_alone() && hands.captured.is_kept()).then_some(table.get("drops"));
    if let Some(node) = entered.flatten() {
        return Err(node.error(
            "no captured piece enters by gates alone: write `captured = \"nobody\"`, or here \
                        `\"also-by-gates\"`",
        ));
    }
    let empty = !hands.captured.is_kept() && hands.stock.iter().all(Vec::is_empty);
    Ok((!empty).then_some(hands))
}

/// `gates = "a1:h1"`: for both sides.
fn gates(
    node: &Node,
    (_, shape): &(&[SideDef; 2], &Shape),
) -> Result<Option<[Vec<Square>; 2]>, VariantError> {
    let of = |color| read_squares(node, shape, color);
    Ok(Some([of(Color::White)?, of(Color::Black)?]))
}

/// `stock = "QRRBBNNK"`, or `{ white = "..", black = ".." }`: one letter for each piece.
fn stock(node: &Node, sides: &[SideDef; 2]) -> Result<[Vec<usize>; 2], VariantError> {
    let mut both = Tree::of("white", node.clone());
    both.push("black", node.clone());
    let table = if let TomlValue::Table(table) = &node.value { table } else { &both };
    Stock::read(table, sides).map(|Stock { white, black }| [white, black])
}

fn read_stock(node: &Node, side: &SideDef, color: Color) -> Result<Vec<usize>, VariantError> {
    let piece = |role: Letter| {
        side.pieces.iter().position(|piece| piece.role == role).ok_or_else(|| {
            let known: String = side.pieces.iter().map(|piece| piece.role).collect();
            node.error(format!("expected roles of {color} ({known}), found `{role}`"))
        })
    };
    Letter::all(node.text()?).map(piece).collect()
}

/// If promoted pieces revert, replaces each promotion target by a piece with the same moves that
/// returns to a hand as its original.
pub(super) fn add_fallen(sides: &mut [SideDef; 2], drafts: &[Vec<Draft>; 2]) -> Result<(), VariantError> {
    for color in Color::ALL {
        let side = &mut sides[color.index()];
        for (pawn, draft) in drafts[color.index()].iter().enumerate() {
            let Some(node) = draft.promotes.filter(|node| falls_back(node)) else { continue };
            let Some(role) = side.pieces.get(pawn).map(|piece| piece.role) else { continue };
            let Some(mut promotion) = side.pieces.get_mut(pawn).and_then(|piece| piece.promotion.take())
            else {
                continue;
            };
            if draft.piece.mark.is_some() {
                return Err(node.error("pieces that are told apart by where they start cannot fall back"));
            }
            for target in promotion.targets.iter_mut().filter(|target| target.from_side == color) {
                *target = fallen(side, target, role);
            }
            if let Some(piece) = side.pieces.get_mut(pawn) {
                piece.promotion = Some(promotion);
            }
        }
    }
    Ok(())
}

fn falls_back(node: &Node) -> bool {
    let TomlValue::Table(table) = &node.value else { return false };
    table.get("falls_back").is_some_and(|node| node.flag().unwrap_or(false))
}

/// The piece for a target that reverts to a role.
fn fallen(side: &mut SideDef, target: &PromotionTarget, role: Letter) -> PromotionTarget {
    let twin = side.pieces.get(target.piece).map(|piece| PieceDef {
        mark: Some(FALLEN_MARK),
        in_hand: Some(role),
        ..piece.clone()
    });
    let Some(twin) = twin else { return target.clone() };
    let known = side.pieces.iter().position(|piece| *piece == twin);
    let piece = known.unwrap_or_else(|| {
        side.pieces.push(twin);
        side.pieces.len() - 1
    });
    PromotionTarget { piece, ..target.clone() }
}
