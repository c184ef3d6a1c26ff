//! The slots of XBoard's table in games with pieces in hand, or that promote by a sign.
//!
//! XBoard counts the piece types in hand by their slots. A promoted form has the slot eleven above that
//! of its original, written with `+` or `~` in the table.

use super::scheme::{Holdings, PawnScheme, SEEMING_KING, Scheme, is_king, left};
use super::slots::{Pictures, Placed};
use crate::rules::game::{Game, Kind, KindId};
use crate::rules::geometry::{Color, Square};
use crate::rules::variant::{FALLEN_MARK, PROMOTED_MARK};

/// The slots that may have a promoted form.
const PROMOTABLE: usize = 11;
/// The slots by the role of a piece. Captured pieces keep their slot when they change sides.
const BY_ROLE: [(char, usize); 5] = [('P', 0), ('N', 1), ('B', 2), ('R', 3), ('Q', 4)];
/// The other slots with a promoted form, those with special rules last. Such rules do not apply to
/// drops.
const OTHERS: [usize; 11] = [7, 8, 10, 5, 6, 9, 4, 3, 2, 1, 0];
/// The slot of pawns.
const PAWNS: usize = 0;
/// The slots beyond the promoted forms.
const BEYOND: std::ops::Range<usize> = 22..SEEMING_KING;
/// In Shogi: the slots of pieces that promote, and those of pieces that do not. The promoted form of slot 7
/// would be in a slot of pawns.
const SIGNED: [usize; 5] = [2, 3, 5, 6, 8];
const UNSIGNED: [usize; 4] = [FIRST_UNSIGNED, 10, 7, 8];
/// In Shogi, pieces from this slot on do not promote.
const FIRST_UNSIGNED: usize = 9;

/// Whether a kind is shown as the promoted form of another, by a sign beside its letter.
pub fn is_form(kind: &Kind) -> bool {
    matches!(kind.mark, Some(FALLEN_MARK | PROMOTED_MARK))
}

/// Assigns a slot to each kind of both sides that is not a promoted form.
pub fn place(
    game: &Game,
    (scheme, pictures): (Scheme, Pictures),
    holdings: Holdings,
) -> Option<[Vec<Placed<'_>>; 2]> {
    let mut sides: [Vec<Placed>; 2] = [Vec::new(), Vec::new()];
    let (own, foreign): (Vec<_>, Vec<_>) = game.kinds.iter().partition(|kind| !kind.foreign);
    for kind in own.into_iter().chain(foreign).filter(|kind| !is_form(kind)) {
        let [white, black] = &mut sides;
        let (side, others) = if kind.color == Color::White { (white, black) } else { (black, white) };
        let free = |slot: &usize| side.iter().all(|(taken, _)| taken != slot);
        let like = others.iter().find(|(_, other)| other.role == kind.role).map(|(slot, _)| *slot);
        let wished = kind.xboard_slot.map(usize::from).filter(|&slot| slot < PROMOTABLE);
        let slots: Vec<usize> = if is_king(game, kind) {
            vec![scheme.king_slot()]
        } else if kind.pawn && scheme.pawns == PawnScheme::Plain {
            scheme.pawn_slots(pictures).map(|(slot, _)| slot).collect()
        } else if holdings == Holdings::Signed {
            like.into_iter().chain(signed(game, kind)).chain(BEYOND).collect()
        } else {
            let by_role = BY_ROLE.into_iter().filter(|(role, _)| kind.role == *role).map(|(_, slot)| slot);
            let slots = like.into_iter().chain(by_role).chain(wished).chain(OTHERS).chain(BEYOND);
            // What is in the slot of pawns promotes on the last rank.
            slots.filter(|&slot| slot != PAWNS || kind.pawn).collect()
        };
        let slot = slots.into_iter().find(free)?;
        side.push((slot, kind));
    }
    for side in &mut sides {
        side.sort_by_key(|&(slot, _)| slot);
    }
    Some(sides)
}

/// The slots of Shogi for a kind, the best ones first: those whose rules it has.
fn signed(game: &Game, kind: &Kind) -> Vec<usize> {
    if !game.kinds.iter().any(|form| is_form_of(form, kind)) {
        return UNSIGNED.to_vec();
    }
    let id = game.kind_ids().find(|&id| game.kind(id) == kind);
    let special = [0, 4, 1].into_iter().filter(|&slot| id.is_some_and(|id| fits(game, id, slot)));
    special.chain(SIGNED).collect()
}

fn is_form_of(form: &Kind, kind: &Kind) -> bool {
    is_form(form) && form.letter == kind.letter && form.color == kind.color && kind.mark.is_none()
}

/// Whether a kind is dropped like Shogi's pieces in a slot: at most one pawn on a file, which may not give
/// mate, and no piece where it could never move. Where nothing is dropped, whether it promotes like them.
fn fits(game: &Game, id: KindId, slot: usize) -> bool {
    let kind = game.kind(id);
    let Some(hands) = &game.hands else { return promotes_as(game, kind, slot) };
    let rule = hands.rule(id);
    let allows = |square| Holdings::Signed.allows(slot, &game.shape, kind.color, square);
    let same = game.shape.squares().all(|square| rule.allowed.get(square.index()) == Some(&allows(square)));
    let pawn = slot == PAWNS;
    // XBoard permits mate by a dropped pawn of Shogi, but judges it a loss.
    same && rule.per_file == pawn.then_some(0) && (!pawn || rule.mate.is_forbidden())
}

/// The sign of a promoted form in a slot, in the table of a side.
pub fn sign(game: &Game, side: &[Placed], slot: usize) -> Option<char> {
    let (_, base) = side.iter().find(|(taken, _)| *taken + PROMOTABLE == slot && *taken < PROMOTABLE)?;
    game.kinds.iter().find(|form| is_form_of(form, base))?.mark
}

/// The number of piece types for which XBoard needs room in the holdings of a side. It counts the slots that
/// White's pieces have up to that of a piece, also for Black's.
pub fn size(game: &Game, sides: &[Vec<Placed>; 2], (scheme, pictures): (Scheme, Pictures)) -> usize {
    let (Some(hands), [white, _]) = (&game.hands, sides) else { return 0 };
    let held = |kind: &Kind| hands.kinds.iter().flatten().any(|&id| game.kind(id) == kind);
    let slots = sides.iter().flatten().filter(|(_, kind)| held(kind)).map(|&(slot, _)| slot);
    slots.max().map_or(0, |slot| {
        let promoted = scheme.pawn_slots(pictures).filter(|(pawn, promoted)| {
            promoted.is_some_and(|promoted| promoted < slot)
                && white.iter().any(|(taken, kind)| taken == pawn && kind.pawn)
        });
        white.iter().filter(|(taken, _)| *taken < slot).count() + promoted.count() + 1
    })
}

/// The drops that XBoard considers illegal: kind and square.
pub fn refused_drops(game: &Game, sides: &[Vec<Placed>; 2], holdings: Holdings) -> Vec<(KindId, Square)> {
    let mut drops = Vec::new();
    for (id, slot) in droppable(game, sides) {
        let squares = game.hands.iter().flat_map(|hands| &hands.rule(id).squares).copied();
        let color = game.kind(id).color;
        let refused = squares.filter(|&square| !holdings.allows(slot, &game.shape, color, square));
        drops.extend(refused.map(|square| (id, square)));
    }
    drops
}

/// The kinds that promote and stand in slots without a promoted form, as far as the table has any.
pub fn refused_promotions(game: &Game, sides: &[Vec<Placed>; 2]) -> Vec<KindId> {
    let is_refused = |id: &KindId| {
        let mut placed = sides.iter().flatten();
        let slot = placed.find(|(_, kind)| *kind == game.kind(*id)).map(|(slot, _)| *slot);
        let promotes = game.kind(*id).piece_of(&game.def).promotion.is_some();
        promotes && slot.is_some_and(|slot| slot >= PROMOTABLE)
    };
    game.kind_ids().filter(is_refused).collect()
}

/// The kinds that may be in hand, with their slots.
fn droppable<'a>(game: &'a Game, sides: &'a [Vec<Placed>; 2]) -> impl Iterator<Item = (KindId, usize)> + 'a {
    let kinds = game.hands.iter().flat_map(|hands| hands.kinds.iter().flatten().copied());
    let slot = |id: KindId| {
        let mut placed = sides.iter().flatten();
        placed.find(|(_, kind)| *kind == game.kind(id)).map(|(slot, _)| (id, *slot))
    };
    kinds.filter_map(slot)
}

/// Whether XBoard knows all drops and promotions of the game, but for mate by a dropped pawn.
pub fn knows(game: &Game, sides: &[Vec<Placed>; 2], holdings: Holdings) -> bool {
    let mut placed = sides.iter().flatten();
    let promotions =
        holdings != Holdings::Signed || placed.all(|&(slot, kind)| promotes_as(game, kind, slot));
    let Some(hands) = &game.hands else { return promotions };
    let def = game.def.hands.as_ref();
    let shown = def.is_some_and(|def| !def.captured.returns() && !def.drops.is_forced());
    let drops = |(id, slot): (KindId, usize)| {
        let (rule, color) = (hands.rule(id), game.kind(id).color);
        let per_file = (holdings == Holdings::Signed && slot == 0).then_some(0);
        let allows = |square| holdings.allows(slot, &game.shape, color, square);
        let mut squares = game.shape.squares();
        rule.per_file == per_file
            && !rule.colors.must_differ()
            && !rule.check.is_forbidden()
            && squares.all(|square| rule.allowed.get(square.index()) == Some(&allows(square)))
    };
    promotions && shown && !hands.drops_promoted() && droppable(game, sides).all(drops)
}

/// Whether a piece promotes as Shogi's pieces in a slot do.
fn promotes_as(game: &Game, kind: &Kind, slot: usize) -> bool {
    let shape = &game.shape;
    let Some(promotion) = &kind.piece_of(&game.def).promotion else { return slot >= FIRST_UNSIGNED };
    let zone = shape.ranks() / 3 + u8::from(shape.ranks() == 8);
    let forced_ranks = match slot {
        0 | 4 => 1,
        1 => 2,
        _ => 0,
    };
    let on_last = |square: Square, ranks: u8| left(shape, kind.color, square) < ranks;
    let forced = |square: &Square| promotion.forced && promotion.squares.contains(square);
    let offered = |square: &Square| promotion.squares.contains(square) || promotion.optional.contains(square);
    shape.squares().all(|square| {
        let in_zone = on_last(square, zone);
        forced(&square) == on_last(square, forced_ranks)
            && offered(&square) == in_zone
            && (slot == 0 || promotion.leaving.contains(&square) == in_zone)
    })
}
