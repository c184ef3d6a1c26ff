//! The `hands` of a variant file: which pieces a side has in hand, and where it may drop them.

use std::fmt;

use super::def::{PieceDef, PromotionTarget, SideDef};
use super::error::VariantError;
use super::pieces::Draft;
use super::rules::one_of;
use super::tree::{Node, TomlValue, Tree};
use super::zones::read_squares;
use crate::geometry::{Color, Shape, Square};

/// Pieces in hand, in a game that has any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandsDef {
    /// Whose hand captured pieces go to.
    pub captured: Captured,
    /// By side, White first: what it has in hand at the start, as indexes into its pieces, once for each.
    pub stock: [Vec<usize>; 2],
    /// When pieces are dropped.
    pub drops: Dropping,
}

/// Whose hand captured pieces go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Captured {
    /// The hand of the side that captured them, as its own pieces of the same role.
    Captor,
    /// The hand of the side that lost them.
    Owner,
    /// None: they are out of the game.
    Nobody,
}

/// When a side drops pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dropping {
    /// Instead of a move, whenever it likes.
    Optional,
    /// As long as it has any in hand, and then it may not move.
    Forced,
    /// With the first move of a piece that has not moved, on the square which that piece leaves: a gate.
    /// In castling also on the square of the other piece.
    Gates,
}

/// Where a piece in hand may be dropped, if not on every empty square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DropsDef {
    /// The squares, in board coordinates of its side.
    pub squares: Vec<Square>,
    /// The most of its type that may stand on a file when one more is dropped there; `None` for no limit.
    pub per_file: Option<u8>,
    /// Whether a drop may be checkmate.
    pub mate: DropMate,
    /// Whether a second one may stand on squares of the same color.
    pub colors: DropColors,
}

impl DropsDef {
    /// Every empty square of a board.
    pub fn anywhere(shape: &Shape) -> DropsDef {
        DropsDef {
            squares: shape.squares().collect(),
            per_file: None,
            mate: DropMate::Allowed,
            colors: DropColors::Any,
        }
    }
}

/// Whether a drop may be checkmate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropMate {
    /// Yes.
    Allowed,
    /// No.
    Forbidden,
}

/// On which square colors several pieces of a type are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropColors {
    /// On any.
    Any,
    /// A piece is not dropped on the color of another of its side's pieces of that type.
    Different,
}

impl fmt::Display for Captured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Captured::Captor => "captor",
            Captured::Owner => "owner",
            Captured::Nobody => "nobody",
        })
    }
}

/// Reads the table; `None` where the file says nothing, or that there are no hands.
pub(super) fn read_hands(game: &Tree, sides: &[SideDef; 2]) -> Result<Option<HandsDef>, VariantError> {
    let Some(table) = game.table("hands")? else { return Ok(None) };
    let captured = one_of(
        table,
        "captured",
        &[("captor", Captured::Captor), ("owner", Captured::Owner), ("nobody", Captured::Nobody)],
    )?;
    let drops = one_of(
        table,
        "drops",
        &[("optional", Dropping::Optional), ("forced", Dropping::Forced), ("gates", Dropping::Gates)],
    )?;
    let stock = match table.get("stock") {
        None => [Vec::new(), Vec::new()],
        Some(node) => {
            [read_stock(node, &sides[0], Color::White)?, read_stock(node, &sides[1], Color::Black)?]
        }
    };
    let entered = (drops == Dropping::Gates && captured != Captured::Nobody).then_some(table.get("drops"));
    if let Some(node) = entered.flatten() {
        return Err(
            node.error("pieces enter by gates from the start only: this needs `captured = \"nobody\"`")
        );
    }
    let hands = HandsDef { captured, stock, drops };
    let empty = hands.captured == Captured::Nobody && hands.stock.iter().all(Vec::is_empty);
    Ok((!empty).then_some(hands))
}

/// `stock = "QRRBBNNK"`, or `{ white = "..", black = ".." }`: one letter for each piece.
fn read_stock(node: &Node, side: &SideDef, color: Color) -> Result<Vec<usize>, VariantError> {
    let node = match &node.value {
        TomlValue::Table(table) => match table.get(if color == Color::White { "white" } else { "black" }) {
            Some(node) => node,
            None => return Ok(Vec::new()),
        },
        _ => node,
    };
    let piece = |role: char| {
        side.pieces.iter().position(|piece| piece.role == role).ok_or_else(|| {
            let known: String = side.pieces.iter().map(|piece| piece.role).collect();
            node.error(format!("expected roles of {color} ({known}), found `{role}`"))
        })
    };
    node.text()?.chars().map(piece).collect()
}

/// `drops = "a2:h7"`, or a table with `squares`, `per_file`, `mate` and `colors`.
pub(super) fn read_drops(node: &Node, color: Color, shape: &Shape) -> Result<DropsDef, VariantError> {
    let anywhere = DropsDef::anywhere(shape);
    let TomlValue::Table(table) = &node.value else {
        return Ok(DropsDef { squares: read_squares(node, shape, color)?, ..anywhere });
    };
    Ok(DropsDef {
        squares: match table.get("squares") {
            None => anywhere.squares,
            Some(node) => read_squares(node, shape, color)?,
        },
        per_file: table.get("per_file").map(Node::number).transpose()?,
        mate: one_of(table, "mate", &[("allowed", DropMate::Allowed), ("forbidden", DropMate::Forbidden)])?,
        colors: one_of(table, "colors", &[("any", DropColors::Any), ("different", DropColors::Different)])?,
    })
}

/// The sign of a piece that falls back when it is captured: `Q~` is a queen that was a pawn.
pub const FALLEN_MARK: char = '~';
/// The sign of a promoted form, which is written before its letter: `+R`.
pub const PROMOTED_MARK: char = '+';

/// Where a promotion says that a promoted piece falls back, puts a piece of the same moves in the place of
/// each target, which returns to a hand as what was promoted.
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

/// The piece that a target is when it falls back to a role.
fn fallen(side: &mut SideDef, target: &PromotionTarget, role: char) -> PromotionTarget {
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
