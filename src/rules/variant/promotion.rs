//! Promotion: what pawns may become, and the letters of the new pieces.

use crate::rules::geometry::{Color, Shape, Square};

use super::error::VariantError;
use super::keys::{given, keys};
use super::side::Draft;
use super::side::{BecomesDef, PieceDef, PromotionDef, PromotionTarget, Supply, Turning};
use super::tree::{Node, TomlValue};
use super::zones::read_squares;

keys! {
    pub(super) static PROMOTION {
        /// `"own"`, `"both"` or a list of roles.
        to;
        /// The squares on which it promotes.
        squares;
        /// `false`: it may decline to promote.
        forced;
        /// More squares, on which it may decline.
        optional;
        /// `true`: only to piece types of which one has been captured.
        captured;
        /// `true`: only to the piece type that starts on the file. Where that is none of them, to the
        /// first.
        by_file;
        /// `true`: it promotes instead of moving, from one of the squares, or as the last of its type on
        /// its side from anywhere: where it is, or with a move of the new piece that captures nothing. The
        /// new piece may neither attack an enemy piece nor give check by that. As in Sittuyin.
        instead;
        /// Squares from which every move promotes, wherever it ends: as on the `optional` squares if there
        /// are any, else as on `squares`.
        leaving;
        /// `true`: once captured, what it promoted to is in hand as what it was. It is marked in a FEN:
        /// `Q~`.
        falls_back;
        /// For White, if the sides differ: any of the above.
        white;
        /// For Black, likewise.
        black;
    }

    pub(super) static BECOMES {
        /// The role it changes to.
        to;
        /// `"moves"` or `"captures"`.
        when;
        /// The squares on which it changes.
        squares;
    }
}

/// `promotes = "own"`, `"both"`, `["Q", "R"]`, `{ white = [..], black = [..] }`, or a table with `to`,
/// `squares`, `forced`, `optional` and `captured`. The new piece keeps the pawn's `origin`. Pieces of the
/// `enemy` roles are not its own.
pub(super) fn read_promotion(
    node: &Node,
    color: Color,
    origin: usize,
    drafts: &[Vec<Draft>; 2],
    enemy: &[char],
    shape: &Shape,
) -> Result<PromotionDef, VariantError> {
    let (to, squares, forced) = match &node.value {
        TomlValue::Table(table) if table.get("white").is_some() || table.get("black").is_some() => {
            (table.get(if color == Color::White { "white" } else { "black" }), None, true)
        }
        TomlValue::Table(table) => (
            table.get("to"),
            table.get("squares"),
            table.get("forced").map(Node::flag).transpose()?.unwrap_or(true),
        ),
        _ => (Some(node), None, true),
    };
    let Some(to) = to else {
        return Err(node.error("expected what it promotes to: `to = ..`"));
    };
    let squares = match squares {
        Some(node) => read_squares(node, shape, color)?,
        None => {
            shape.squares().filter(|&square| shape.rank_for(square, color) + 1 == shape.ranks()).collect()
        }
    };
    let table = match &node.value {
        TomlValue::Table(table) => Some(table),
        _ => None,
    };
    let optional = table
        .and_then(|table| table.get("optional"))
        .map_or(Ok(Vec::new()), |node| read_squares(node, shape, color))?;
    let leaving = table
        .and_then(|table| table.get("leaving"))
        .map_or(Ok(Vec::new()), |node| read_squares(node, shape, color))?;
    // The caller that knows the targets asks for its value.
    table.and_then(|table| table.get("falls_back")).map_or(Ok(false), Node::flag)?;
    let captured =
        table.and_then(|table| table.get("captured")).map(Node::flag).transpose()?.unwrap_or(false);
    let by_file = table.and_then(|table| table.get("by_file")).map(Node::flag).transpose()?.unwrap_or(false);
    let supply = match (captured, by_file) {
        (true, true) => return Err(node.error("promotion is to captured pieces or by the file, not both")),
        (true, false) => Supply::Captured,
        (false, true) => Supply::OfFile,
        (false, false) => Supply::Unlimited,
    };
    let instead = table.and_then(|table| table.get("instead")).map(Node::flag).transpose()?.unwrap_or(false);
    let own = &drafts[color.index()];
    let eligible = |draft: &Draft| {
        let plain = !draft.piece.royal && draft.promotes.is_none() && draft.promoted.is_none();
        plain && draft.origin == origin
    };
    let target = |piece: usize| PromotionTarget { from_side: color, piece, letter: own[piece].piece.letter };
    let own_army = || (0..own.len()).filter(|&piece| eligible(&own[piece])).map(target);
    let targets = match &to.value {
        TomlValue::Text(text) if text == "own" => {
            own_army().filter(|target| !enemy.contains(&own[target.piece].piece.role)).collect()
        }
        TomlValue::Text(text) if text == "both" => {
            let mut targets: Vec<_> = own_army().collect();
            let mut taken: Vec<char> = own.iter().map(|draft| draft.piece.letter).collect();
            for (piece, foreign) in
                drafts[(!color).index()].iter().enumerate().filter(|(_, draft)| eligible(draft))
            {
                if own.iter().any(|draft| eligible(draft) && same_moves(&draft.piece, &foreign.piece)) {
                    continue;
                }
                let letter = free_letter(&foreign.letters, &taken)
                    .ok_or_else(|| to.error("no letter is left for the other army's pieces"))?;
                taken.push(letter);
                targets.push(PromotionTarget { from_side: !color, piece, letter });
            }
            targets
        }
        TomlValue::List(roles) => {
            roles.iter().map(|role| find_role(role, own, origin).map(target)).collect::<Result<_, _>>()?
        }
        _ => return Err(to.expected("`own`, `both` or a list of roles")),
    };
    if targets.is_empty() {
        return Err(to.error("there is nothing to promote to"));
    }
    Ok(PromotionDef { squares, targets, forced, optional, leaving, supply, instead })
}

/// `becomes = "B"`, or a table with `to`, `when` and `squares`.
pub(super) fn read_becomes(
    node: &Node,
    color: Color,
    origin: usize,
    own: &[Draft],
    shape: &Shape,
) -> Result<BecomesDef, VariantError> {
    let all: Vec<Square> = shape.cells().collect();
    let TomlValue::Table(table) = &node.value else {
        let piece = find_role(node, own, origin)?;
        return Ok(BecomesDef { piece, when: Turning::Moves, squares: all });
    };
    let Some(to) = table.get("to") else {
        return Err(node.error("expected what it turns into: `to = ..`"));
    };
    Ok(BecomesDef {
        piece: find_role(to, own, origin)?,
        when: table.word("when")?,
        squares: table.get("squares").map_or(Ok(all), |node| read_squares(node, shape, color))?,
    })
}

/// The piece a list of promotions names.
fn find_role(role: &Node, own: &[Draft], origin: usize) -> Result<usize, VariantError> {
    let text = role.text()?;
    own.iter().position(|draft| draft.piece.role.to_string() == text && draft.origin == origin).ok_or_else(
        || {
            let mut known: Vec<_> = own.iter().map(|draft| draft.piece.role.to_string()).collect();
            known.dedup();
            role.error(format!("expected one of {}, found `{text}`", known.join(" ")))
        },
    )
}

/// The first of `letters` that is free, or else the first free letter of the alphabet.
fn free_letter(letters: &[char], taken: &[char]) -> Option<char> {
    letters.iter().copied().chain('A'..='Z').find(|letter| !taken.contains(letter))
}

/// Whether two pieces are the same, whatever their names and the spelling of their moves.
fn same_moves(a: &PieceDef, b: &PieceDef) -> bool {
    a.movements().into_iter().zip(b.movements()).all(|(a, b)| a.goes_as(b))
        && (&a.within, &a.loans) == (&b.within, &b.loans)
        && a.zones.len() == b.zones.len()
        && a.zones.iter().zip(&b.zones).all(|(a, b)| a.movement.goes_as(&b.movement))
}
