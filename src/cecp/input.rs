//! Moves and positions as GUIs write them, and back. It accepts more than the rules' own texts:
//! the GUI's numbering of ranks, promotion to `q` where the strongest man has another letter, a
//! start array whose castling rights the GUI has lost. It never accepts what is not legal.

use std::sync::Arc;

use crate::game::Game;
use crate::geometry::{Shape, Square};
use crate::position::{FenError, Move, MoveKind, Position};

/// On boards of exactly ten ranks GUIs count the ranks from 0, so that each is one digit.
fn ranks_from_zero(shape: &Shape) -> bool {
    shape.ranks() == 10
}

/// The text of a legal move for the GUI.
pub fn write_move(position: &Position, m: Move) -> String {
    let text = position.move_text(m);
    if ranks_from_zero(&position.game().shape) { shift_ranks(&text, |rank| rank.checked_sub(1)) } else { text }
}

/// The legal move a text stands for, if any.
pub fn read_move(position: &mut Position, text: &str) -> Option<Move> {
    let game = Arc::clone(position.game());
    let text = if ranks_from_zero(&game.shape) { shift_ranks(text, |rank| rank.checked_add(1)) } else { text.to_string() };
    match position.parse_move(&text) {
        Ok(m) => Some(m),
        Err(_) => read_promotion(position, &game, &text),
    }
}

/// A promotion whose letter is missing, in the other case, or that of an orthodox man: GUIs that
/// offer Queen, Rook, Bishop and Knight whatever the army send those letters, and mean the men
/// that stand in for them.
fn read_promotion(position: &mut Position, game: &Game, text: &str) -> Option<Move> {
    let (from, rest) = game.shape.read_square(text)?;
    let (to, rest) = game.shape.read_square(rest)?;
    let mut letters = rest.strip_prefix('=').unwrap_or(rest).chars();
    let (letter, None) = (letters.next(), letters.next()) else { return None };
    let choices = promotions(position, from, to);
    let Some(letter) = letter.map(|letter| letter.to_ascii_uppercase()) else {
        let order = &game.kinds.get(position.kind_at(from)?.index())?.promotes_to;
        return order.iter().find_map(|&kind| choices.iter().find(|m| m.promotion() == Some(kind))).copied();
    };
    let with = |of: fn(&crate::game::Kind) -> char| {
        let kind = |m: &Move| m.promotion().and_then(|kind| game.kinds.get(kind.index()));
        choices.iter().find(|m| kind(m).is_some_and(|kind| of(kind).to_ascii_uppercase() == letter)).copied()
    };
    with(|kind| kind.letter).or_else(|| with(|kind| kind.role))
}

/// The legal promotions from one square to another.
fn promotions(position: &mut Position, from: Square, to: Square) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(MoveKind::All, &mut moves);
    moves.retain(|m| m.from() == from && m.to() == to && m.promotion().is_some());
    moves
}

/// Every number in a move's text replaced. Castlings written with zeros have no ranks.
fn shift_ranks(text: &str, shift: fn(u32) -> Option<u32>) -> String {
    let mut shifted = String::with_capacity(text.len() + 2);
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()).filter(|_| !text.starts_with("0-0")) {
        let (before, number) = rest.split_at(start);
        let (digits, after) = number.split_at(number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len()));
        shifted.push_str(before);
        match digits.parse().ok().and_then(shift) {
            Some(rank) => shifted.push_str(&rank.to_string()),
            None => shifted.push_str(digits),
        }
        rest = after;
    }
    shifted + rest
}

/// The position a GUI's FEN stands for.
///
/// # Errors
/// What [`Position::from_fen`] says.
pub fn read_fen(game: &Arc<Game>, fen: &str) -> Result<Position, FenError> {
    let start = Position::start(Arc::clone(game)).fen();
    let mut fields: Vec<&str> = fen.split_whitespace().collect();
    let mut expected = start.split_whitespace();
    // A GUI that does not know the corner men writes `-` for the castling rights even at the
    // start of the game.
    if fields.first().copied() == expected.next()
        && let (Some(rights @ &mut "-"), Some(all)) = (fields.get_mut(2), expected.nth(1))
    {
        *rights = all;
    }
    Position::from_fen(Arc::clone(game), &fields.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_move_by_one_on_ten_ranks() {
        assert_eq!(shift_ranks("a10b9q", |rank| rank.checked_sub(1)), "a9b8q");
        assert_eq!(shift_ranks("a0b9", |rank| rank.checked_add(1)), "a1b10");
        assert_eq!(shift_ranks("0-0-0", |rank| rank.checked_add(1)), "0-0-0");
        assert_eq!(shift_ranks("a99999999999b1", |rank| rank.checked_add(1)), "a99999999999b2");
    }
}
