//! What pieces become, in sentences: promotions, pieces that change type when they move, and limits on the
//! number of a type.

use super::pieces::{Whose, label};
use super::words::{joined, spoken, with_article};
use crate::rules::variant::{
    PieceDef, PromotionDef, PromotionTarget, SideDef, Supply, Transforming, VariantDef, marked,
};

pub(super) fn promotions(def: &VariantDef, whose: Whose) -> Vec<String> {
    let side = &def.sides[whose.color().index()];
    let mut lines: Vec<String> = Vec::new();
    for piece in &side.pieces {
        let Some(promotion) = &piece.promotion else { continue };
        let owner = match whose {
            Whose::Both => with_article(&called(side, piece)),
            Whose::Side(color) => format!("{} of {color}", with_article(&called(side, piece))),
        };
        let verb = if promotion.forced { "must promote to" } else { "may promote to" };
        let squares = whose.region(&def.shape, &promotion.squares);
        let targets: Vec<String> = targets(def, whose, promotion);
        let (may, supply) = (whose.region(&def.shape, &promotion.optional), promotion.supply);
        let may = if promotion.optional.is_empty() {
            String::new()
        } else {
            format!(" On {may} promotion is optional.")
        };
        let leaving = leaving(def, whose, promotion);
        let supply = match supply {
            Supply::Unlimited => "",
            Supply::OfFile => " It becomes what starts on the file; where that is none of these, the first.",
            Supply::Captured => {
                " It can become only a piece that has been captured. Without one it cannot move there."
            }
        };
        let targets = joined(&targets, "or");
        let line = if promotion.instead {
            format!(
                "Promotion: instead of moving, {owner} on {squares} may become {}: on its square, or with a move \
                 of the new piece to an empty one. A side's last one may do so anywhere.{supply}",
                with_article(&targets)
            )
        } else if promotion.squares.is_empty() {
            format!("Promotion: {owner} may promote to {targets}.{may}{leaving}{supply}")
        } else {
            format!("Promotion: {owner} that reaches {squares} {verb} {targets}.{may}{leaving}{supply}")
        };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// The moves that promote a piece by where they begin.
fn leaving(def: &VariantDef, whose: Whose, promotion: &PromotionDef) -> String {
    let PromotionDef { leaving, entering, optional, forced, .. } = promotion;
    let leaves = || {
        let verb = if *forced && optional.is_empty() { "also promotes" } else { "may also promote" };
        let squares = whose.region(&def.shape, leaving);
        format!(" It {verb} by any move that begins on {squares}.")
    };
    let enters = || {
        let squares = whose.region(&def.shape, entering);
        let also = if promotion.squares.is_empty() { "" } else { "also " };
        format!(
            " It may {also}do so when it moves to {squares} from elsewhere, and when it captures from there, but \
             not by other moves from there."
        )
    };
    let leaves = (!leaving.is_empty()).then(leaves).unwrap_or_default();
    leaves + &(!entering.is_empty()).then(enters).unwrap_or_default()
}

/// Pieces that change type when they move, and limits on the number of a type.
pub(super) fn turnings(def: &VariantDef, whose: Whose) -> Vec<String> {
    let side = &def.sides[whose.color().index()];
    let of = match whose {
        Whose::Both => String::new(),
        Whose::Side(color) => format!(" of {color}"),
    };
    let turning = |piece: &PieceDef| {
        let becomes = piece.becomes.as_ref()?;
        let verb = match becomes.when {
            Transforming::Moves => "moves",
            Transforming::Captures => "captures",
        };
        let everywhere = becomes.squares.len() == def.shape.cells().count();
        let to = || format!(" to {}", whose.region(&def.shape, &becomes.squares));
        let on = if everywhere { String::new() } else { to() };
        let but = if piece.promotion.is_some() { ", unless it promotes" } else { "" };
        let (old, new) = (called(side, piece), called(side, &side.pieces[becomes.piece]));
        Some(format!(
            "{}{of} becomes {} when it {verb}{on}{but}.",
            capital(&with_article(&old)),
            with_article(&new)
        ))
    };
    let limit = |piece: &PieceDef| {
        let most = piece.most?;
        let (name, side) =
            (called(side, piece), if of.is_empty() { "A side".to_owned() } else { of[4..].to_owned() });
        let pieces = if most == 1 { "piece" } else { "pieces" };
        Some(format!(
            "{side} may have at most {most} {pieces} of the type {name}. While it has that many, no piece \
             becomes one."
        ))
    };
    side.pieces.iter().filter_map(turning).chain(side.pieces.iter().filter_map(limit)).collect()
}

/// The text with a capital first letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// A piece's name, with its letter if another piece has the same name.
fn called(side: &SideDef, piece: &PieceDef) -> String {
    let namesakes = side.pieces.iter().filter(|other| other.name == piece.name).count();
    if namesakes > 1 { format!("{} {}", piece.name, label(piece)) } else { spoken(&piece.name) }
}

/// The pieces that a pawn can become, with their letters.
fn targets(def: &VariantDef, whose: Whose, promotion: &PromotionDef) -> Vec<String> {
    let target = |target: &PromotionTarget| {
        let piece = &def.sides[target.from_side.index()].pieces[target.piece];
        let owner = if target.from_side == whose.color() { "" } else { "the enemy's " };
        let letter = marked(target.letter, piece.mark);
        // Some names end in a note in parentheses, and so does the letter.
        let name = spoken(piece.name.split(" (").next().unwrap_or_default());
        format!("{owner}{name} ({letter})")
    };
    promotion.targets.iter().map(target).collect()
}
