//! The FENs of GUIs, completed with what they cannot express.

use std::sync::Arc;

use super::moves::strongest;
use crate::rules::game::{Castle, Game};
use crate::rules::geometry::tokens;
use crate::rules::position::Position;
use crate::rules::variant::PROMOTED_MARK;

/// `+P` replaced with the letter of the piece that a promoted pawn is.
pub(super) fn strongest_for_plus(game: &Game, board: &str) -> String {
    let mut replaced = String::with_capacity(board.len());
    for (_, sign) in tokens(board) {
        let pawn = sign.strip_prefix(PROMOTED_MARK).filter(|_| game.kind_of_sign(sign).is_none());
        match strongest(game, pawn.and_then(|pawn| game.kind_of_sign(pawn))) {
            Some(kind) => replaced += &game.kind(kind).sign(),
            None => replaced += sign,
        }
    }
    replaced
}

/// Completes a FEN with what the GUI has not understood. It writes its own letters for kings with an
/// initial move, writes `-` for the castling rights of corner pieces it does not know, and leaves out
/// fields it has never heard of. The last two are known if the pieces are on their first squares.
pub(super) fn complete(fen: &str, game: &Arc<Game>) -> String {
    let mut fields: Vec<&str> = fen.split_whitespace().collect();
    // If it knows no en passant, it leaves out that field, and the castling field if it knows no
    // castling.
    let left_out = match fields.as_slice() {
        [_, _, clock, number] if is_number(clock) && is_number(number) => 2..4,
        [_, _, _, clock, number] if is_number(clock) && is_number(number) => 3..4,
        _ => 0..0,
    };
    for at in left_out {
        fields.insert(at, "-");
    }
    let start: String;
    if fields.first().is_some_and(|board| *board == game.array_rows()) {
        start = Position::start(Arc::clone(game)).fen();
        let expected: Vec<&str> = start.split_whitespace().collect();
        if fields.get(1).is_none_or(|side| expected.get(1) == Some(side)) {
            if let (Some(rights), Some(all)) = (fields.get_mut(2), expected.get(2)) {
                // It does not know rights to initial moves either.
                let lacks_initial_moves =
                    all.strip_prefix(*rights).is_some_and(|rest| !rest.contains(['K', 'Q', 'k', 'q']));
                if lacks_initial_moves || *rights == "-" {
                    *rights = all;
                }
            }
            // The number of the move is last where cutechess writes Shogi. A FEN without the checks to be
            // given has none to leave out.
            let whole = fields.len() < 5 && fields.iter().skip(2).any(|field| is_number(field));
            let known = expected.iter().filter(|field| !field.contains('+')).skip(fields.len());
            if !whole && !fields.iter().any(|field| field.contains('+')) {
                fields.extend(known);
            }
        }
    }
    if let Some(rights) = fields.get_mut(2)
        && game.castles.is_empty()
        && game.first_moves.is_empty()
        && !game.def.rules.castling.is_shuffled()
        && !is_number(rights)
    {
        *rights = "-";
    }
    fields.join(" ")
}

fn is_number(field: &str) -> bool {
    field.bytes().all(|byte| byte.is_ascii_digit())
}

/// A FEN with the rights that the GUI cannot write.
pub(super) fn with_rights(unsaid: &[char], game: &Arc<Game>, fen: String) -> String {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let Some(said) = fields.get(2).map(|rights| rights.replace('-', "")) else { return fen };
    if unsaid.is_empty() {
        return fen;
    }
    fields.truncate(2);
    fields.extend(["-", "-", "0", "1"]);
    let Ok(position) = Position::from_fen(Arc::clone(game), &fields.join(" ")) else { return fen };
    let mut rights = said.clone();
    for castle in game.castles.iter().filter(|castle| unsaid.contains(&castle.letter)) {
        if is_at_home(&position, castle) && !said.contains(castle.letter) {
            rights.push(castle.letter);
        }
    }
    for (letter, square, kind) in game.own_first_moves() {
        if unsaid.contains(&letter) && position.kind_at(square) == Some(kind) && !said.contains(letter) {
            rights.push(letter);
        }
    }
    let mut fields: Vec<&str> = fen.split(' ').collect();
    if let Some(field) = fields.get_mut(2).filter(|_| !rights.is_empty()) {
        *field = &rights;
    }
    fields.join(" ")
}

/// A FEN without the castling rights for which the pieces are not at home.
pub(super) fn without_rights_to_nothing(game: &Arc<Game>, fen: String) -> String {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let Some(said) = fields.get(2).map(|rights| (*rights).to_owned()) else { return fen };
    fields.truncate(2);
    fields.extend(["-", "-", "0", "1"]);
    let Ok(position) = Position::from_fen(Arc::clone(game), &fields.join(" ")) else { return fen };
    let at_home = |letter: &char| {
        let castle = game.castles.iter().find(|castle| castle.letter == *letter);
        castle.is_none_or(|castle| is_at_home(&position, castle))
    };
    let rights: String = said.chars().filter(at_home).collect();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    if let Some(field) = fields.get_mut(2) {
        *field = if rights.is_empty() { "-" } else { &rights };
    }
    fields.join(" ")
}

/// Whether the king and its partner are where they castle from.
fn is_at_home(position: &Position, castle: &Castle) -> bool {
    position.kind_at(castle.king.0) == Some(castle.king_kind)
        && position.kind_at(castle.partner.0) == Some(castle.partner_kind)
}
