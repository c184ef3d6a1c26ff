//! XBoard's table of pieces: the slot of each piece, and the text of the table.

use super::hand_slots;
use super::scheme::{Holdings, KING, KingScheme, SEEMING_KING, Scheme, definition, hides_changes, is_king};
use super::slots::{Pictures, Placed, Sizes};
use crate::rules::betza::{Leg, Reach};
use crate::rules::game::{Castle, Game, Kind, KindId};
use crate::rules::geometry::Color;
use crate::rules::letter::Letter;

/// The slot of Knights.
const KNIGHT: usize = 1;
/// The slot of Bishops.
const BISHOP: usize = 2;
/// A slot with the bishop's picture and no rule.
const SEEMING_BISHOP: usize = 46;
/// A slot with a knight's picture and no rule.
const SEEMING_KNIGHT: usize = 12;
/// Slots of other pieces that cannot mate alone, and of one that XBoard never offers at promotion.
const WEAK: &[usize] = &[5, 6, 9, 21];
/// The slot of pieces with which kings castle.
const CORNER: usize = 3;
/// The slot of the default promotion piece.
const STRONGEST: usize = 4;
/// Slots for kings that must not be in the slot of WinBoard's own, the best picture first: a helmet, a
/// miter, a crowned tower, a queen.
const ROYAL: [usize; 4] = [10, 13, 14, 15];
/// The slots of pieces by the role they fill, where the GUI has few pictures.
const BY_ROLE: [(char, usize); 5] = [('N', SEEMING_KNIGHT), ('N', 16), ('B', 13), ('B', 17), ('R', 14)];
/// Slots without special rules, distinct pictures first.
const PLAIN_SLOTS: &[usize] = &[
    8, 7, 12, 20, 53, 28, 25, 16, 11, 13, 14, 23, 24, 26, 29, 32, 15, 22, 27, 30, 31, 33, 34, 35, 36, 37, 38,
    39, 40, 41, 42, 43, 44, 45, 47, 48, 49, 52, 54, 57, 58,
];

/// Slots with the picture of an animal that is the name of a leap, and how far that leaps.
const LEAPERS: [(usize, (u8, u8)); 2] = [(24, (1, 3)), (23, (2, 3))];

/// Assigns a slot to each kind of both sides: the author's choice, or else one that fits its role in
/// the game. Different pieces get different pictures if there are enough.
pub fn place(game: &Game, scheme: Scheme, pictures: Pictures) -> Option<[Vec<Placed<'_>>; 2]> {
    if let Some(holdings) = scheme.holdings {
        return hand_slots::place(game, (scheme, pictures), holdings);
    }
    let mut sides: [Vec<Placed>; 2] = [Vec::new(), Vec::new()];
    let mut without: Vec<(KindId, &Kind)> = Vec::new();
    // Pieces of the army choose before those that come only by promotion.
    let (own, foreign): (Vec<_>, Vec<_>) =
        (0..).map(KindId).zip(&game.kinds).partition(|(_, kind)| !kind.foreign);
    for (id, kind) in own.into_iter().chain(foreign) {
        let side = of_mut(&mut sides, kind.color);
        let free = |slot: &usize| side.iter().all(|(taken, _)| taken != slot);
        let pawn = kind.pawn.then(|| scheme.pawn_slots(pictures).map(|(slot, _)| slot).find(free));
        match pawn.unwrap_or_else(|| wanted(game, kind, scheme, pictures).filter(free)) {
            Some(slot) => side.push((slot, kind)),
            None => without.push((id, kind)),
        }
    }
    // The strongest choose first, because XBoard proposes the piece of the lowest slot at promotions.
    let by_role =
        |role: Letter| pictures == Pictures::WinBoard && BY_ROLE.iter().any(|(other, _)| role == *other);
    without.sort_by_key(|(_, kind)| (kind.role != 'Q', !is_king(game, kind), !by_role(kind.role)));
    for (id, kind) in without {
        let slot = free_slot(game, id, kind, (scheme, pictures), &sides)?;
        of_mut(&mut sides, kind.color).push((slot, kind));
    }
    for side in &mut sides {
        side.sort_by_key(|&(slot, _)| slot);
    }
    Some(sides)
}

fn of_mut<T>([white, black]: &mut [T; 2], color: Color) -> &mut T {
    if color == Color::White { white } else { black }
}

/// The slot that a kind must have, or that its author wants.
fn wanted(game: &Game, kind: &Kind, scheme: Scheme, pictures: Pictures) -> Option<usize> {
    if is_king(game, kind) {
        return Some(scheme.king_slot()).filter(|&slot| pictures.sizes(slot) == Sizes::All);
    }
    let becomes =
        |pawn: &Kind| pawn.color == kind.color && pawn.strongest.is_some_and(|id| game.kind(id) == kind);
    if let Some(slot) = scheme.promoted_slot().filter(|_| game.kinds.iter().any(becomes)) {
        return Some(slot);
    }
    let slot = match usize::from(kind.xboard_slot?) {
        KING => Some(SEEMING_KING),
        slot if slot > KING || slot == 0 || slot == scheme.king_slot() => None,
        slot if is_of_pawns(slot, scheme, pictures) => None,
        KNIGHT if counts_as_too_weak(game, KNIGHT, kind) => Some(SEEMING_KNIGHT),
        BISHOP if counts_as_too_weak(game, BISHOP, kind) => Some(SEEMING_BISHOP),
        slot => (!counts_as_too_weak(game, slot, kind)).then_some(slot),
    };
    slot.filter(|&slot| pictures == Pictures::XBoard || slot <= STRONGEST)
}

/// Whether a slot belongs to pawns, or to their promoted forms.
fn is_of_pawns(slot: usize, scheme: Scheme, pictures: Pictures) -> bool {
    scheme.pawn_slots(pictures).any(|(pawn, promoted)| pawn == slot || promoted == Some(slot))
}

/// A slot for a kind whose author wants none. It is the slot of the same piece on the other side, the
/// queen's or the rook's if the kind has their role in the game, or else any slot above the queen's,
/// because XBoard proposes the piece of the lowest slot at promotions. Pawns and kings get none here:
/// in another slot XBoard would not recognize them. A piece that only looks like a king may look like
/// any other.
fn free_slot(
    game: &Game,
    id: KindId,
    kind: &Kind,
    (scheme, pictures): (Scheme, Pictures),
    sides: &[Vec<Placed<'_>>; 2],
) -> Option<usize> {
    if is_king(game, kind) && scheme.kings != KingScheme::Seeming || kind.pawn {
        return None;
    }
    let [white, black] = sides;
    let (own, others) = if kind.color == Color::White { (white, black) } else { (black, white) };
    let moves = |kind: &Kind| definition(game, kind).map(|piece| &piece.movement);
    let like = others.iter().find(|(_, other)| other.role == kind.role && moves(other) == moves(kind));
    let castles = game.castles.iter().any(|castle| castle.partner_kind == id);
    let by_part = [(kind.role == 'Q').then_some(STRONGEST), castles.then_some(CORNER)];
    let parts = like.map(|(slot, _)| *slot).into_iter().chain(by_part.into_iter().flatten());
    let royal = ROYAL.into_iter().filter(|_| is_king(game, kind));
    let by_role = BY_ROLE.into_iter().filter(|(role, _)| kind.role == *role).map(|(_, slot)| slot);
    let mut plain = PLAIN_SLOTS.to_vec();
    if kind.role == 'Q' {
        plain.sort_unstable();
    }
    let free = |slot: &usize| {
        !is_of_pawns(*slot, scheme, pictures)
            && own.iter().all(|(taken, _)| taken != slot)
            && own.iter().all(|(queen, other)| other.role != 'Q' || queen < slot || *slot < STRONGEST)
    };
    let own_alike = |slot: usize| own.iter().any(|&(taken, _)| pictures.are_alike(taken, slot));
    let other_alike = |slot: usize| {
        let mut others = others.iter().filter(|(_, other)| moves(other) != moves(kind));
        others.any(|&(taken, _)| pictures.are_alike(taken, slot))
    };
    match pictures {
        Pictures::XBoard => {
            let candidates: Vec<usize> = parts.chain(leapers(game, kind)).chain(plain).filter(free).collect();
            let fresh = |&&slot: &&usize| !own_alike(slot) && !other_alike(slot);
            candidates.iter().find(fresh).or(candidates.first()).copied()
        }
        // WinBoard requests promotions only by the slots of the queen and the rook.
        Pictures::WinBoard => {
            parts.clone().filter(free).find(|&slot| pictures.sizes(slot) == Sizes::All).or_else(|| {
                // Visibility counts first, then that the pieces of a side differ, then which pieces
                // meet.
                let faults = |&slot: &usize| {
                    (scheme.seen_at(pictures.sizes(slot)), own_alike(slot), other_alike(slot))
                };
                parts.chain(royal).chain(by_role).chain(plain).filter(free).min_by_key(faults)
            })
        }
    }
}

/// The slots with the pictures of a piece's leaps: a camel's, a zebra's.
fn leapers(game: &Game, kind: &Kind) -> impl Iterator<Item = usize> {
    let legs = definition(game, kind).map_or(&[][..], |piece| &piece.movement.legs);
    let leaps = move |(short, long): (u8, u8)| {
        let mut steps = legs.iter().filter(|leg| !leg.is_path()).flat_map(|leg| &leg.steps);
        steps.any(|step| {
            let (right, forward) = (step.right.unsigned_abs(), step.forward.unsigned_abs());
            (right.min(forward), right.max(forward)) == (short, long)
        })
    };
    LEAPERS.into_iter().filter(move |(_, leap)| leaps(*leap)).map(|(slot, _)| slot)
}

/// The sizes at which every kind has a picture, including promotion pieces.
pub fn sizes(sides: &[Vec<Placed<'_>>; 2], scheme: Scheme, pictures: Pictures) -> Sizes {
    let taken = sides.iter().flatten().map(|&(slot, _)| slot);
    let promoted = scheme
        .pawn_slots(pictures)
        .filter(|(pawn, _)| sides.iter().flatten().any(|(slot, kind)| slot == pawn && kind.pawn))
        .filter_map(|(_, promoted)| promoted);
    let sizes = taken.chain(promoted).map(|slot| scheme.seen_at(pictures.sizes(slot)));
    sizes.max().unwrap_or(Sizes::All)
}

/// The letters of the rights that XBoard does not write in a FEN. It writes those of castling with partners
/// in the slot of rooks, and none of pieces that have first moves of their own.
pub fn unsaid_rights(game: &Game, sides: &[Vec<Placed<'_>>; 2]) -> Vec<char> {
    let is_said = |castle: &&Castle| {
        let mut placed = sides.iter().flatten();
        placed.any(|&(slot, kind)| slot == CORNER && game.kind(castle.partner_kind) == kind)
    };
    let castles = game.castles.iter().filter(|castle| !is_said(castle)).map(|castle| castle.letter);
    castles.chain(game.own_first_moves().map(|(letter, ..)| letter)).collect()
}

/// Whether XBoard would call a game drawn for insufficient material, only because a kind has this slot.
/// Its knights, bishops, elephants and the like have such slots.
fn counts_as_too_weak(game: &Game, slot: usize, kind: &Kind) -> bool {
    // A piece that looks like a knight may be a queen by now.
    let draws = game.def.rules.material_draw && !hides_changes(&game.def);
    let movement = definition(game, kind).map(|piece| &piece.movement);
    let goes_as =
        |wanted: &dyn Fn(&Leg) -> bool| movement.is_some_and(|movement| movement.legs.iter().all(wanted));
    let on_knight = |leg: &Leg| {
        !leg.is_path()
            && leg.reach == Reach::Steps(1)
            && leg.steps.iter().all(|step| step.right.abs() + step.forward.abs() == 3)
    };
    let on_bishop = |leg: &Leg| {
        !leg.is_path()
            && leg.steps.len() == 1
            && leg.steps.iter().all(|step| (step.right.abs(), step.forward.abs()) == (1, 1))
    };
    match slot {
        KNIGHT => !draws || !goes_as(&on_knight),
        BISHOP => !draws || !goes_as(&on_bishop),
        slot => WEAK.contains(&slot),
    }
}

/// The table: the names of each side by slot, the king's last. If a piece in the slot of rooks or
/// queens has another letter, it gets theirs as a second name, because XBoard requests promotions by
/// those letters.
pub fn write(game: &Game, sides: &[Vec<Placed<'_>>; 2], scheme: Scheme, pictures: Pictures) -> String {
    let promoted = |side: &[Placed], slot: usize| {
        let (pawn, _) = scheme.pawn_slots(pictures).find(|&(_, promoted)| promoted == Some(slot))?;
        side.iter().find(|(taken, kind)| *taken == pawn && kind.pawn).map(|(_, kind)| kind.sign())
    };
    let used = sides.iter().flatten().map(|&(slot, _)| slot).filter(|&slot| slot < KING);
    let sign = |side: &[Placed], slot| scheme.holdings.and_then(|_| hand_slots::sign(game, side, slot));
    let comes_later = |side: &Vec<Placed>, slot| promoted(side, slot).is_some() || sign(side, slot).is_some();
    let needed = (0..KING).filter(|&slot| sides.iter().any(|side| comes_later(side, slot)));
    // At least twelve entries in all, by XBoard's rule.
    let last = used.chain(needed).max().unwrap_or(0).max(STRONGEST);
    let mut table = String::new();
    for (color, side) in Color::ALL.into_iter().zip(sides) {
        let at = |slot: usize| side.iter().find(|(taken, _)| *taken == slot).map(|(_, kind)| *kind);
        for slot in (0..=last).chain([KING]) {
            let Some(kind) = at(slot) else {
                match promoted(side, slot) {
                    Some(pawn) => table.extend(["^", &pawn]),
                    None => table.push(sign(side, slot).unwrap_or('.')),
                }
                continue;
            };
            table += &kind.sign();
            let orthodox = match slot {
                _ if scheme.holdings == Some(Holdings::Signed) => continue,
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
