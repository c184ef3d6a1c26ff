//! The moves of one piece as XBoard is told them.

use super::LONGEST_LINE;
use super::notation::{XBoardText, to_xboard_with};
use super::scheme::{self, KingScheme, PawnScheme, Scheme, hides_changes};
use crate::rules::betza::{Angles, Bend, Leg, Loan, Movement, Obstacle, Purpose, Via};
use crate::rules::game::{Castle, Game};
use crate::rules::geometry::{Color, Offset, Square};
use crate::rules::variant::{PieceDef, VariantDef};

/// The longest moves of a piece that fit into a line.
const LONGEST_MOVES: usize = LONGEST_LINE - 100;

/// A piece's moves in XBoard's dialect without castling, which the castling records describe more
/// exactly.
pub(super) fn describe(
    def: &VariantDef,
    color: Color,
    piece: &PieceDef,
    scheme: Scheme,
) -> Option<XBoardText> {
    // A move that waits for a capture already gives check before.
    let mut always = [piece.movement.legs.as_slice(), &piece.after_capture.legs].concat();
    let mut sometimes: Vec<Leg> = piece.unchecked.legs.clone();
    sometimes.extend(piece.spacious.legs.iter().cloned());
    sometimes.extend(piece.zones.iter().flat_map(|zone| zone.movement.legs.iter().cloned()));
    sometimes.extend(loans(def, color, piece));
    let spares = !(piece.never_hops.is_empty() && piece.never_captures.is_empty());
    if piece.within.is_some() || spares {
        // The piece does not leave its squares and gives no check beyond them, nor over others that it
        // spares.
        sometimes.append(&mut always);
    }
    if hides_changes(def) {
        // XBoard still shows the same piece after it has become any of these.
        for form in forms(def, color, piece) {
            always.extend(form.movements().into_iter().flat_map(|movement| movement.legs.iter().cloned()));
            always.extend(form.zones.iter().flat_map(|zone| zone.movement.legs.iter().cloned()));
        }
        sometimes.extend(always.iter().filter(|leg| leg.purpose.en_passant).map(quiet));
        sometimes.append(&mut always);
    } else if piece.promotion.is_some() && scheme.passes_in_two_legs() {
        // For XBoard, the second leg of an en passant capture is a quiet move.
        sometimes.extend(always.iter().filter(|leg| leg.purpose.en_passant && !leg.purpose.quiet).map(quiet));
        for leg in &mut always {
            leg.purpose.en_passant = false;
        }
        always.retain(|leg| leg.purpose.quiet || leg.purpose.capture);
    }
    if let Some(promotion) = piece.promotion.as_ref().filter(|promotion| promotion.instead)
        && scheme.pawns == PawnScheme::Plain
    {
        let forms = promotion.targets.iter().filter_map(|to| pieces_of(def, to.from_side).nth(to.piece));
        sometimes.extend(forms.flat_map(movements).flat_map(|movement| &movement.legs).map(quiet));
    }
    if def.rules.captor.stays() {
        sometimes.extend(always.iter().filter_map(shot));
        always = always.iter().filter(|leg| leg.purpose.quiet).map(quiet).collect();
    }
    let movement = |legs| Movement { legs, ..Movement::default() };
    let mut text = to_xboard_with(&movement(always), &movement(sometimes), &def.shape)?;
    if piece.royal && scheme.kings == KingScheme::Strolling {
        text.text += scheme::stroll(piece)?;
    }
    Some(text).filter(|text| text.text.len() <= LONGEST_MOVES)
}

/// Everything that a piece may have become while XBoard still shows its first form.
fn forms<'a>(def: &'a VariantDef, color: Color, piece: &'a PieceDef) -> Vec<&'a PieceDef> {
    let mut forms = vec![piece];
    let mut next = 0;
    while let Some(form) = forms.get(next).copied() {
        let promoted = form.promotion.iter().flat_map(|promotion| &promotion.targets);
        let promoted = promoted.filter_map(|target| pieces_of(def, target.from_side).nth(target.piece));
        let turned = form.becomes.iter().filter_map(|becoming| pieces_of(def, color).nth(becoming.piece));
        for other in promoted.chain(turned) {
            if !forms.contains(&other) {
                forms.push(other);
            }
        }
        next += 1;
    }
    forms
}

fn pieces_of(def: &VariantDef, color: Color) -> impl Iterator<Item = &PieceDef> {
    def.sides.get(color.index()).into_iter().flat_map(|side| &side.pieces)
}

/// All moves of a piece, including those of zones.
pub(super) fn movements(piece: &PieceDef) -> impl Iterator<Item = &Movement> {
    piece.movements().into_iter().chain(piece.zones.iter().map(|zone| &zone.movement))
}

/// The moves that other pieces of its side may lend a piece, as moves of its own.
fn loans(def: &VariantDef, color: Color, piece: &PieceDef) -> Vec<Leg> {
    if piece.loans.as_ref().is_some_and(Vec::is_empty) {
        return Vec::new();
    }
    let borrows =
        movements(piece).flat_map(|movement| &movement.loans).any(|loan| loan.lent_behind.is_none());
    let mut legs = Vec::new();
    for movement in pieces_of(def, color).flat_map(movements) {
        legs.extend(movement.loans.iter().flat_map(Loan::lent));
        legs.extend(movement.legs.iter().filter(|_| borrows).cloned());
    }
    legs
}

/// A capture by a piece that stays, as a move to the victim and back. XBoard knows no way back of oblique
/// leaps, paths and moves over other pieces.
fn shot(leg: &Leg) -> Option<Leg> {
    let is_straight = leg.steps.len() == 1 && leg.steps.iter().all(|step| step.is_straight());
    let is_free = leg.obstacle == Obstacle::Free && !leg.is_path() && !leg.cylinder;
    let back = Bend {
        via: Via { capture: true, ..Via::default() },
        angles: Angles(1 << 4),
        stride: None,
        reach: leg.reach,
        obstacle: Obstacle::Free,
        cylinder: false,
        as_far: false,
    };
    (leg.purpose.capture && is_straight && is_free).then(|| Leg { bends: vec![back], ..quiet(leg) })
}

fn quiet(leg: &Leg) -> Leg {
    Leg { purpose: Purpose { quiet: true, ..Purpose::default() }, ..leg.clone() }
}

/// A king's castling moves: `isO2`, or `irO2ilO3` where the wings differ. Right and left are the
/// owner's. Each part needs its own `i`, and each square beyond the partner adds a `j`.
pub(super) fn castling(game: &Game, color: Color) -> String {
    let shape = &game.shape;
    let part = |castle: &Castle| {
        let towards = if castle.partner.0 > castle.king.0 { 1 } else { -1 };
        let wing = if (towards > 0) == (castle.color == Color::White) { 'r' } else { 'l' };
        let further = |&square: &Square| shape.step(square, Offset::new(towards, 0), false);
        let behind = std::iter::successors(Some(castle.partner.0), further).count() - 1;
        (
            wing,
            format!(
                "{}O{}",
                "j".repeat(behind),
                shape.file(castle.king.0).abs_diff(shape.file(castle.king.1))
            ),
        )
    };
    let parts: Vec<(char, String)> =
        game.castles.iter().filter(|castle| castle.color == color).map(part).collect();
    match parts.as_slice() {
        [(one, near), (other, far)] if one != other && near == far => format!("is{near}"),
        parts => parts.iter().fold(String::new(), |text, (wing, how)| text + &format!("i{wing}{how}")),
    }
}
