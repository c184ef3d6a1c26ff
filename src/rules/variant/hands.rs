//! Reads the `hands` of a variant file, and where its pieces may be dropped.

use super::def::{PieceDef, PromotionTarget, SideDef};
use super::error::VariantError;
use super::hand_law::{Captured, Dropping, DropsDef, FALLEN_MARK, HandsDef};
use super::pieces::Draft;
use super::tree::{Node, TomlValue, Tree};
use super::zones::read_squares;
use crate::rules::geometry::{Color, Shape};

/// Reads the table; `None` if the file has none, or says that there are no hands.
pub(super) fn read_hands(game: &Tree, sides: &[SideDef; 2]) -> Result<Option<HandsDef>, VariantError> {
    let Some(table) = game.table("hands")? else { return Ok(None) };
    let captured = table.word("captured")?;
    let drops = table.word("drops")?;
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
        per_file: table
            .get("per_file")
            .map(|node| node.number(0..=u8::MAX, "pieces on a file"))
            .transpose()?,
        mate: table.word("mate")?,
        colors: table.word("colors")?,
    })
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
