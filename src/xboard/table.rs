//! XBoard's table of pieces: which man has which slot, and the text that says so.

use super::scheme::{KING, SEEMING_KING, Scheme, is_king};
use crate::betza::{Leg, Reach};
use crate::game::{Game, Kind, KindId};
use crate::geometry::Color;

/// The slot of Knights.
const KNIGHT: usize = 1;
/// The slot of Bishops.
const BISHOP: usize = 2;
/// A slot with the Bishop's picture and no rule.
const SEEMING_BISHOP: usize = 46;
/// A slot with a Knight's picture and no rule.
const SEEMING_KNIGHT: usize = 12;
/// Slots of other men that cannot mate alone, and of one that XBoard never offers at promotion.
const WEAK: &[usize] = &[5, 6, 9, 21];
/// The slot of men that Kings castle with.
const CORNER: usize = 3;
/// The slot of the man one usually promotes to.
const STRONGEST: usize = 4;
/// Slots without rules of their own, distinct pictures first.
const PLAIN_SLOTS: &[usize] = &[
    8, 7, 12, 20, 53, 28, 25, 16, 11, 13, 14, 23, 24, 26, 29, 32, 15, 22, 27, 30, 31, 33, 34, 35, 36, 37, 38,
    39, 40, 41, 42, 43, 44, 45, 47, 48, 49, 52, 54, 57, 58,
];

/// A kind and the slot it is shown in.
pub type Placed<'a> = (usize, &'a Kind);

/// Gives each kind of a side a slot: as its author wants, else by its part in the game.
pub fn place(game: &Game, color: Color, scheme: Scheme) -> Option<Vec<Placed<'_>>> {
    let kinds: Vec<(KindId, &Kind)> =
        (0..).map(KindId).zip(&game.kinds).filter(|(_, kind)| kind.color == color).collect();
    let mut placed: Vec<Placed> = Vec::with_capacity(kinds.len());
    // Own men choose before those that come by promotion only.
    let (own, foreign): (Vec<_>, Vec<_>) = kinds.iter().copied().partition(|(_, kind)| !kind.foreign);
    let mut without = Vec::new();
    for (id, kind) in own.into_iter().chain(foreign) {
        let free = |slot: &usize| placed.iter().all(|(taken, _)| taken != slot);
        let pawn = kind.pawn.then(|| scheme.pawn_slots().map(|(slot, _)| slot).find(free));
        match pawn.unwrap_or_else(|| wanted(game, id, kind, scheme).filter(free)) {
            Some(slot) => placed.push((slot, kind)),
            None => without.push(kind),
        }
    }
    for kind in without {
        // Elsewhere a pawn has nothing to become, and a King no crown.
        let special =
            |slot: usize| scheme.pawn_slots().any(|(pawn, promoted)| pawn == slot || promoted == Some(slot));
        let slots =
            PLAIN_SLOTS.iter().copied().filter(|&slot| !is_king(game, kind) && !kind.pawn && !special(slot));
        let free = slots.into_iter().find(|slot| placed.iter().all(|(taken, _)| taken != slot))?;
        placed.push((free, kind));
    }
    placed.sort_by_key(|&(slot, _)| slot);
    Some(placed)
}

/// The slot a kind should have if it is free.
fn wanted(game: &Game, id: KindId, kind: &Kind, scheme: Scheme) -> Option<usize> {
    let castles = game.castles.iter().any(|castle| castle.partner_kind == id);
    let pawns =
        |slot: usize| scheme.pawn_slots().any(|(pawn, promoted)| pawn == slot || promoted == Some(slot));
    let reserved = |slot: usize| slot >= KING || slot == 0 || slot == scheme.king_slot() || pawns(slot);
    if is_king(game, kind) {
        Some(scheme.king_slot())
    } else if castles {
        Some(CORNER)
    } else if let Some(slot) = kind.xboard_slot.map(usize::from) {
        match slot {
            KING => Some(SEEMING_KING),
            _ if reserved(slot) => None,
            KNIGHT if counts_as_too_weak(game, slot, kind) => Some(SEEMING_KNIGHT),
            BISHOP if counts_as_too_weak(game, slot, kind) => Some(SEEMING_BISHOP),
            _ => (!counts_as_too_weak(game, slot, kind)).then_some(slot),
        }
    } else {
        (kind.role == 'Q').then_some(STRONGEST)
    }
}

/// Whether XBoard would call a game drawn for lack of men strong enough to mate, only because a
/// kind has this slot: there stand its Knights, Bishops, Elephants and the like.
fn counts_as_too_weak(game: &Game, slot: usize, kind: &Kind) -> bool {
    let movement = game
        .def
        .sides
        .get(kind.piece.0.index())
        .and_then(|side| side.pieces.get(kind.piece.1))
        .map(|piece| &piece.movement);
    let goes_as =
        |wanted: &dyn Fn(&Leg) -> bool| movement.is_some_and(|movement| movement.legs.iter().all(wanted));
    let on_knight = |leg: &Leg| {
        leg.reach == Reach::Steps(1)
            && leg.steps.iter().all(|step| step.right.abs() + step.forward.abs() == 3)
    };
    let on_bishop = |leg: &Leg| {
        leg.steps.len() == 1 && leg.steps.iter().all(|step| (step.right.abs(), step.forward.abs()) == (1, 1))
    };
    match slot {
        KNIGHT => !game.def.rules.material_draw || !goes_as(&on_knight),
        BISHOP => !game.def.rules.material_draw || !goes_as(&on_bishop),
        slot => WEAK.contains(&slot),
    }
}

/// A kind's name in XBoard: its letter, and the mark behind it.
pub fn name(kind: &Kind) -> String {
    kind.mark.into_iter().fold(kind.letter.to_string(), |name, mark| name + &mark.to_string())
}

/// The table: for each side the names by slot, the King's last. Where the corner man or the
/// strongest has another letter than Rook and Queen, it gets theirs as a second name: XBoard asks
/// for promotions by those.
pub fn write(sides: &[Vec<Placed<'_>>; 2], scheme: Scheme) -> String {
    let promoted = |side: &[Placed], slot: usize| {
        let (pawn, _) = scheme.pawn_slots().find(|&(_, promoted)| promoted == Some(slot))?;
        side.iter().find(|(taken, _)| *taken == pawn).map(|(_, kind)| name(kind))
    };
    let used = sides.iter().flatten().map(|&(slot, _)| slot).filter(|&slot| slot < KING);
    let needed = (0..KING).filter(|&slot| sides.iter().any(|side| promoted(side, slot).is_some()));
    // At least twelve entries in all, by XBoard's rule.
    let last = used.chain(needed).max().unwrap_or(0).max(STRONGEST);
    let mut table = String::new();
    for (color, side) in Color::ALL.into_iter().zip(sides) {
        let at = |slot: usize| side.iter().find(|(taken, _)| *taken == slot).map(|(_, kind)| *kind);
        for slot in (0..=last).chain([KING]) {
            let Some(kind) = at(slot) else {
                match promoted(side, slot) {
                    Some(pawn) => table.extend(["^", &pawn]),
                    None => table.push('.'),
                }
                continue;
            };
            table += &name(kind);
            let orthodox = match slot {
                CORNER => color.case('R'),
                STRONGEST => color.case('Q'),
                _ => continue,
            };
            if !side.iter().any(|(_, kind)| kind.letter == orthodox) {
                table.push('=');
                table.push(orthodox);
            }
        }
    }
    table
}
