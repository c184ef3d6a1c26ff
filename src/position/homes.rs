//! Castling where king and partner may start anywhere on their rank (Fischer Random Chess). The
//! castling field of a FEN identifies them, and the game is compiled for their squares.

use std::sync::Arc;

use super::error::{FenError, FenFault};
use super::state::{State, slots};
use crate::game::{Game, KindId, compile};
use crate::geometry::{Color, Square};
use crate::variant::Places;

/// The pieces that castle for a side: the king and its partners, on the a-side and on the other.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Home {
    king: Square,
    partners: [Option<Square>; 2],
}

/// The game in which the pieces of the castling field `text` are at home: `game` itself, unless their
/// home squares differ there.
pub(super) fn at_home(game: Arc<Game>, state: &State, text: &str) -> Result<Arc<Game>, FenError> {
    let Some(role) = game.rules.shuffled_partner else { return Ok(game) };
    let homes =
        [read(&game, state, text, role, Color::White)?, read(&game, state, text, role, Color::Black)?];
    let known = |home: &Option<Home>, color: Color| {
        home.is_none_or(|home| {
            let has = |(wing, square): (usize, Square)| {
                let mut castles = game
                    .castles
                    .iter()
                    .filter(|castle| castle.color == color && castle.is_a_side() == (wing == 0));
                castles.any(|castle| castle.king.0 == home.king && castle.partner.0 == square)
            };
            (0..).zip(home.partners).filter_map(|(wing, square)| Some((wing, square?))).all(has)
        })
    };
    if Color::ALL.into_iter().all(|color| known(&homes[color.index()], color)) {
        return Ok(game);
    }
    let mut def = game.def.clone();
    for (color, home) in Color::ALL.into_iter().zip(homes) {
        let Some(home) = home else { continue };
        let pieces = &def.sides[color.index()].pieces;
        let (king, partner) = (king_kind(&game, color), pieces.iter().position(|piece| piece.role == role));
        let king = king.map(|kind| game.kind(kind).piece.1);
        let rank = def.shape.rank(home.king);
        let row = |man: &(Square, Color, usize)| man.1 == color && def.shape.rank(man.0) == rank;
        let mut stay: Vec<_> = def.array.iter().copied().filter(|man| !row(man)).collect();
        let mut rest: Vec<usize> = def.array.iter().filter(|man| row(man)).map(|man| man.2).collect();
        let mut placed: Vec<(Square, usize)> = king.map(|king| (home.king, king)).into_iter().collect();
        placed.extend(home.partners.into_iter().flatten().filter_map(|square| Some((square, partner?))));
        for (_, piece) in &placed {
            if let Some(index) = rest.iter().position(|other| other == piece) {
                rest.remove(index);
            }
        }
        // Partners without a right must not be farther out than those with one.
        let free = def
            .shape
            .squares()
            .filter(|&square| def.shape.rank(square) == rank && placed.iter().all(|man| man.0 != square));
        let others = rest.into_iter().filter(|&piece| Some(piece) != partner);
        placed.extend(free.zip(others).collect::<Vec<_>>());
        stay.extend(placed.into_iter().map(|(square, piece)| (square, color, piece)));
        def.array = stay;
    }
    // The file says nothing of this position.
    def.places = Places::default();
    compile(&def).map_err(|fault| FenError::new(text, FenFault::Compile(fault.to_string())))
}

/// The castling kind of a side, wherever it starts.
fn king_kind(game: &Game, color: Color) -> Option<KindId> {
    game.castles.iter().find(|castle| castle.color == color).map(|castle| castle.king_kind)
}

/// The castling pieces of `color` according to the letters: `K` and `Q` are the outermost partners, and
/// a file letter is the piece there.
fn read(game: &Game, state: &State, text: &str, role: char, color: Color) -> Result<Option<Home>, FenError> {
    let mut partners = [None; 2];
    let is_king = |&slot: &usize| Some(state.kind_of[slot]) == king_kind(game, color);
    let mut kings = slots(state.side_men[color.index()]).filter(is_king);
    let king = match (kings.next(), kings.next()) {
        (Some(slot), None) => Some(state.square_of[slot]),
        _ => None,
    };
    for letter in text.chars().filter(|letter| color.case(*letter) == *letter && letter.is_ascii_alphabetic())
    {
        let no_man = || FenError::new(text, FenFault::RightOffRank(letter));
        let king = king.ok_or_else(no_man)?;
        let shape = &game.shape;
        let is_partner = |square: &Square| {
            let kind = state.kind_at(*square).map(|kind| game.kind(kind));
            kind.is_some_and(|kind| kind.color == color && kind.role == role)
                && shape.rank(*square) == shape.rank(king)
        };
        let mut row = shape.squares().filter(is_partner);
        let file =
            u8::try_from(letter.to_ascii_lowercase()).map_or(u8::MAX, |letter| letter.wrapping_sub(b'a'));
        let square = match letter.to_ascii_lowercase() {
            'k' => row.filter(|&square| square > king).last(),
            'q' => row.find(|&square| square < king),
            _ => row.find(|&square| shape.file(square) == file),
        };
        let square = square.ok_or_else(no_man)?;
        partners[usize::from(square > king)] = Some(square);
    }
    Ok(king.filter(|_| partners != [None; 2]).map(|king| Home { king, partners }))
}

/// Whether king and partner may start anywhere on their rank.
pub(super) fn is_shuffled(game: &Game) -> bool {
    game.rules.shuffled_partner.is_some()
}

/// The letter of a right: the record's, or that of the partner's file if another piece of its kind is
/// farther out.
pub(super) fn right_letter(game: &Game, state: &State, index: usize) -> char {
    let castle = &game.castles[index];
    let outside = |square: Square| {
        let beyond = if castle.is_a_side() { square < castle.partner.0 } else { square > castle.partner.0 };
        beyond && game.shape.rank(square) == game.shape.rank(castle.partner.0)
    };
    let hidden = || {
        game.shape
            .squares()
            .any(|square| outside(square) && state.kind_at(square) == Some(castle.partner_kind))
    };
    if is_shuffled(game) && hidden() {
        castle.color.case(char::from(b'a' + game.shape.file(castle.partner.0)))
    } else {
        castle.letter
    }
}
