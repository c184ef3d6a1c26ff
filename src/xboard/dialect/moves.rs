//! Moves in the words of GUIs: what is found for them among the legal ones, and what is special of them.

use crate::game::{Castle, Game, KindId};
use crate::geometry::{Square, Step};
use crate::position::{Move, MoveKind, Position};
use crate::variant::PROMOTED_MARK;

/// A move's text taken apart: from, to, and what stands behind.
pub(super) type Parts<'a> = (Square, Square, &'a str);

/// Whether a move changes places with a piece and is the only one that goes there: XBoard knows it by its
/// squares, and no other way.
pub(super) fn is_plain_swap(position: &Position, m: Move) -> bool {
    if position.put_down(m) != Some(m.from()) || !position.victims(m).is_empty() {
        return false;
    }
    let mut moves = Vec::new();
    position.legal_moves(MoveKind::All, &mut moves);
    position.pick(&moves, m.from(), m.to(), None) == Some(m)
}

/// The record of a castling move.
pub fn castle_of(game: &Game, m: Move) -> Option<&Castle> {
    let same = |castle: &&Castle| castle.king == (m.from(), m.to());
    game.castles.iter().filter(|_| m.is_castling()).find(same)
}

/// Whether a move, whatever follows in its turn, draws a half of the game in which the opponent is in
/// check. Nobody moves there again, so a GUI that does not know of such draws takes every move of the
/// opponent's for illegal.
pub(super) fn leaves_seeming_check(position: &Position, m: Move) -> bool {
    if position.owed().is_none() {
        return false;
    }
    let mut after = position.clone();
    after.make(m);
    let draws = |after: &Position| after.closed() != position.closed() && after.seems_in_check();
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

/// Where the piece stands that a move captures in passing.
pub fn passing_victim(position: &Position, m: Move) -> Option<Square> {
    position.captured_on(m).filter(|&square| square != m.to())
}

/// What a pawn usually becomes: the most valuable piece it may become.
pub fn strongest(game: &Game, pawn: Option<KindId>) -> Option<KindId> {
    game.kind(pawn?).strongest
}

/// A move of one leg.
pub(super) fn read_plain(position: &Position, moves: &[Move], (from, to, behind): Parts) -> Option<Move> {
    let mut letters = behind.chars();
    let letter = letters.next().map(|letter| letter.to_ascii_lowercase());
    if letters.next().is_some() {
        return None;
    }
    let exact = position.pick(moves, from, to, letter);
    exact.or_else(|| read_promotion(position, moves, (from, to), letter))
}

/// A promotion whose letter is missing, in the other case, or that of an orthodox piece: GUIs that
/// offer Queen, Rook, Bishop and Knight whatever the army send those letters, and mean the pieces
/// that stand in for them.
pub(super) fn read_promotion(
    position: &Position,
    moves: &[Move],
    (from, to): (Square, Square),
    letter: Option<char>,
) -> Option<Move> {
    let game = position.game();
    let promotions = || moves.iter().filter(|m| (m.from(), m.to()) == (from, to) && m.promotion().is_some());
    let becomes = |kind: KindId| promotions().find(|m| m.promotion() == Some(kind)).copied();
    let pawn = game.kind(position.kind_at(from)?);
    // The strongest there is a piece of.
    let strongest = || pawn.strongest.into_iter().chain(pawn.promotes_to.iter().copied()).find_map(becomes);
    match letter {
        // Where it promotes by a sign, a move without it is another one.
        None if strongest().is_some_and(|m| position.promotion_letter(m) == Some(PROMOTED_MARK)) => None,
        None | Some('+') => strongest(),
        Some(letter) => {
            let role = |m: &&Move| {
                m.promotion().is_some_and(|kind| game.kind(kind).role.eq_ignore_ascii_case(&letter))
            };
            let by_role = promotions().find(role).copied();
            by_role.or_else(|| strongest().filter(|_| letter == 'q'))
        }
    }
}

/// A move of two legs: a capture in passing, or King and partner.
pub(super) fn read_legs(position: &Position, moves: &[Move], first: Parts, second: Parts) -> Option<Move> {
    if !first.2.is_empty() || !second.2.is_empty() {
        return None;
    }
    let (man, partner) = ((first.0, first.1), (second.0, second.1));
    moves.iter().copied().find(|&m| match castle_of(position.game(), m) {
        Some(castle) => castle.king == man && castle.partner == partner,
        None => {
            (m.from(), m.to()) == (man.0, partner.1)
                && man.1 == partner.0
                && passing_victim(position, m) == Some(man.1)
        }
    })
}

/// A move of two legs as XBoard passes it on when it finds a piece of the same side between them, or none in a move
/// of Black's. It takes it for castling: first comes the whole move, then the piece between, which goes beside it.
pub(super) fn read_relayed(
    position: &Position,
    moves: &[Move],
    whole: Parts,
    between: Parts,
) -> Option<Move> {
    let shape = &position.game().shape;
    let beside = if shape.file(whole.0) > shape.file(between.0) { 1 } else { -1 };
    let goes_beside = shape.step(whole.1, Step::new(beside, 0), false) == Some(between.1);
    moves.iter().copied().find(|&m| {
        goes_beside && (m.from(), m.to()) == (whole.0, whole.1) && position.on_the_way(m).eq([between.0])
    })
}
