//! Moves in the words of GUIs: how they match legal moves, and what is special about them.

use crate::protocol::xboard::scheme::{definition, left};
use crate::rules::game::{Castle, Game, KindId};
use crate::rules::geometry::{Offset, Square};
use crate::rules::letter::Letter;
use crate::rules::position::{Move, MoveKind, Position, SquareColors, pick};
use crate::rules::variant::{PROMOTED_MARK, PromotionDef};

/// The parts of a move's text: from, to, and the rest.
pub(super) type Parts<'a> = (Square, Square, &'a str);

/// Whether a move swaps two pieces and is the only one to that square. XBoard knows it only by its
/// squares.
pub(super) fn is_plain_swap(position: &Position, m: Move) -> bool {
    if m.put_down(position.game()) != Some(m.from()) || !m.victims(position.game()).is_empty() {
        return false;
    }
    let mut moves = Vec::new();
    position.legal_moves(MoveKind::All, &mut moves);
    pick(position, &moves, m.from(), m.to(), None) == Some(m)
}

/// Whether a piece promotes without moving.
pub(super) fn is_in_place(position: &Position, m: Move) -> bool {
    m.from() == m.to() && m.promotion(position.game()).is_some()
}

/// Whether a move ends on the last rank of the side to move.
pub(super) fn is_last_rank(position: &Position, m: Move) -> bool {
    left(&position.game().shape, position.side(), m.to()) == 0
}

/// The record of a castling move.
pub fn castle_of(game: &Game, m: Move) -> Option<&Castle> {
    let same = |castle: &&Castle| castle.king == (m.from(), m.to());
    game.castles.iter().filter(|_| m.is_castling(game)).find(same)
}

/// Whether a promotion takes the place of a move, so that it is made by moves of the new piece.
pub(super) fn promotes_by_other_moves(position: &Position, m: Move) -> bool {
    let mover = position.mover(m).map(|kind| position.game().kind(kind));
    let promotion = mover.and_then(|kind| definition(position.game(), kind)?.promotion.as_ref());
    m.promotion(position.game()).is_some() && promotion.is_some_and(|promotion| promotion.instead)
}

/// Whether a move, whatever follows in its turn, draws a half of the game in which the opponent is in
/// check. Nobody moves there again, so a GUI that does not know such draws considers every move of the
/// opponent illegal.
pub(super) fn leaves_seeming_check(position: &Position, m: Move) -> bool {
    if position.rest_of_turn().colors.is_none() {
        return false;
    }
    let mut after = position.clone();
    after.make(m);
    let draws = |after: &Position| after.closed_colors() != position.closed_colors() && seems_in_check(after);
    if after.side() != position.side() {
        return draws(&after);
    }
    let mut others = Vec::new();
    after.legal_moves(MoveKind::All, &mut others);
    !others.is_empty()
        && others.iter().all(|&other| {
            after.make(other);
            let drawn = draws(&after);
            after.unmake();
            drawn
        })
}

/// Whether a king of the side to move is attacked on squares that are closed. That does not matter, but a
/// program that does not know about closing considers it a check.
fn seems_in_check(position: &Position) -> bool {
    has_attacked_royal(position, position.closed_colors())
}

/// Whether a move is made on the squares of one color while a royal of its side is in check on the others.
/// The other half of the turn may answer the check, or this one may mate.
pub(super) fn postpones_check(position: &Position, m: Move) -> bool {
    let Some(mut others) = position.rest_of_turn().colors else { return false };
    others.remove(position.game().shape.color_of(m.from()));
    has_attacked_royal(position, others)
}

/// Whether a royal of the side to move is attacked on squares of these colors.
fn has_attacked_royal(position: &Position, colors: SquareColors) -> bool {
    let (game, side) = (position.game(), position.side());
    position.pieces(side).any(|(kind, square)| {
        colors.contains(game.shape.color_of(square))
            && game.kind(kind).royal
            && position.board().is_attacked(square, !side)
    })
}

/// The square of the piece that an en passant move captures.
pub fn passing_victim(position: &Position, m: Move) -> Option<Square> {
    position.captured(m).map(|victim| victim.square).filter(|&square| square != m.to())
}

/// Whether a pawn enters the promotion zone without promoting: because it declines, or because it has
/// nothing to promote to.
pub(super) fn declines_promotion(position: &Position, m: Move) -> bool {
    let game = position.game();
    let promotion = position
        .mover(m)
        .map(|kind| game.kind(kind))
        .and_then(|kind| if kind.pawn { kind.piece_of(&game.def).promotion.as_ref() } else { None });
    let promotes = |promotion: &PromotionDef| {
        promotion.squares.iter().chain(promotion.optional_squares()).any(|&square| square == m.to())
    };
    m.promotion(position.game()).is_none() && promotion.is_some_and(promotes)
}

/// The default promotion: the most valuable piece that a pawn may become.
pub fn strongest(game: &Game, pawn: Option<KindId>) -> Option<KindId> {
    game.kind(pawn?).strongest
}

/// A move of one leg.
pub(super) fn read_plain(position: &Position, moves: &[Move], (from, to, behind): Parts) -> Option<Move> {
    let mut letters = Letter::all(behind);
    let letter = letters.next().map(Letter::lower);
    if letters.next().is_some() {
        return None;
    }
    let exact = pick(position, moves, from, to, letter);
    exact.or_else(|| read_promotion(position, moves, (from, to), letter))
}

/// A promotion whose letter is missing, in the other case, or that of an orthodox piece. GUIs that
/// offer queen, rook, bishop and knight for any army send those letters, and mean the pieces in their
/// places.
pub(super) fn read_promotion(
    position: &Position,
    moves: &[Move],
    (from, to): (Square, Square),
    letter: Option<Letter>,
) -> Option<Move> {
    let game = position.game();
    let promotions = || {
        moves.iter().filter(|m| (m.from(), m.to()) == (from, to) && m.promotion(position.game()).is_some())
    };
    let becomes = |kind: KindId| promotions().find(|m| m.promotion(position.game()) == Some(kind)).copied();
    let pawn = game.kind(position.kind_at(from)?);
    // The strongest available piece.
    let strongest = || pawn.strongest.into_iter().chain(pawn.promotes_to.iter().copied()).find_map(becomes);
    match letter {
        // Where promotion is written by a sign, a move without it is a different move.
        None if strongest().is_some_and(|m| {
            m.promotion_letter(position.game()).is_some_and(|letter| letter == PROMOTED_MARK)
        }) =>
        {
            None
        }
        None => strongest(),
        Some(letter) if letter == PROMOTED_MARK => strongest(),
        Some(letter) => {
            let role = |m: &&Move| {
                m.promotion(position.game()).is_some_and(|kind| game.kind(kind).role.eq_ignore_case(letter))
            };
            let by_role = promotions().find(role).copied();
            by_role.or_else(|| strongest().filter(|_| letter == 'q'))
        }
    }
}

/// A move of two legs: an en passant capture, or king and partner.
pub(super) fn read_legs(position: &Position, moves: &[Move], first: Parts, second: Parts) -> Option<Move> {
    if !first.2.is_empty() || !second.2.is_empty() {
        return None;
    }
    let (king, partner) = ((first.0, first.1), (second.0, second.1));
    moves.iter().copied().find(|&m| match castle_of(position.game(), m) {
        Some(castle) => castle.king == king && castle.partner == partner,
        None => {
            (m.from(), m.to()) == (king.0, partner.1)
                && king.1 == partner.0
                && passing_victim(position, m) == Some(king.1)
        }
    })
}

/// A swap of two pieces, whose first leg stays on `at`.
pub(super) fn read_swap(position: &Position, moves: &[Move], at: Square, second: Parts) -> Option<Move> {
    let game = position.game();
    let is_it = |m: &&Move| {
        (m.from(), m.to(), m.put_down(game)) == (at, second.1, Some(at))
            && m.victims(game).is_empty()
            && Letter::all(second.2).eq(m.promotion_letter(game))
    };
    moves.iter().find(is_it).copied().filter(|_| second.0 == at)
}

/// A promotion in place: a move to another square and back. XBoard passes Black's on as a move that stays,
/// followed by another piece's.
pub(super) fn read_in_place(position: &Position, moves: &[Move], whole: Parts) -> Option<Move> {
    moves.iter().copied().find(|&m| (m.from(), m.to()) == (whole.0, whole.1) && is_in_place(position, m))
}

/// A move of two legs as XBoard passes it on when it finds a piece of the same side on the middle
/// square, or no piece there in a move of Black's. It takes the move for castling: the whole move comes
/// first, then the piece in the middle, which goes beside it.
pub(super) fn read_relayed(
    position: &Position,
    moves: &[Move],
    whole: Parts,
    between: Parts,
) -> Option<Move> {
    let shape = &position.game().shape;
    let beside = if shape.file(whole.0) > shape.file(between.0) { 1 } else { -1 };
    let goes_beside = shape.step(whole.1, Offset::new(beside, 0), false) == Some(between.1);
    moves.iter().copied().find(|&m| {
        goes_beside
            && (m.from(), m.to()) == (whole.0, whole.1)
            && m.on_the_way(position.game()).eq([between.0])
    })
}
