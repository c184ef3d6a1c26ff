//! Castling where king and partner may start anywhere on their rank (Fischer Random Chess). The
//! castling field of a FEN identifies them, and the game is compiled for their squares. A FEN of another
//! game may have such rights too, because many programs write positions of Chess960 as chess. The letters of
//! all rights are here, too.

use std::sync::Arc;

use super::error::{FenError, FenFault};
use super::state::State;
use crate::rules::game::{Castle, FirstMoveRight, Game, Hands, KindId, rehomed};
use crate::rules::geometry::{Color, Square};
use crate::rules::letter::Letter;
use crate::rules::variant::{Castling, Partner, Places};

/// The pieces that castle for a side: the king and its partners, on the a-side and on the other.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Home {
    king: Square,
    partners: [Option<Square>; 2],
}

/// The game in which the pieces of the castling field `text` are at home: `game` itself, unless their
/// home squares differ there.
pub(super) fn at_home(game: Arc<Game>, state: &State, text: &str) -> Result<Arc<Game>, FenError> {
    if has_gates(&game) {
        return at_gates(game, state, text);
    }
    let Some(role) = game.def.rules.castling.shuffled_partner().or_else(|| partner_role(&game)) else {
        return Ok(game);
    };
    let homes = Color::ALL.map(|color| read(&game, state, text, role, color));
    // A file letter is a right of a shuffled game, even if the pieces have not been shuffled.
    let by_file =
        |letter| names_file(&game, letter) && game.castles.iter().all(|castle| castle.letter != letter);
    let shuffled = game.def.rules.castling.is_shuffled()
        || homes.iter().any(Option::is_some) && text.chars().any(by_file);
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
    if shuffled == game.def.rules.castling.is_shuffled()
        && Color::ALL.into_iter().all(|color| known(&homes[color.index()], color))
    {
        return Ok(game);
    }
    let placed = |color: Color| {
        let Some(home) = homes[color.index()] else { return Vec::new() };
        let partner = game.def.sides[color.index()].pieces.iter().position(|piece| piece.role == role);
        let king = king_kind(&game, color).map(|kind| (home.king, game.kind(kind).piece.1));
        let partners = home.partners.into_iter().flatten().filter_map(|square| Some((square, partner?)));
        king.into_iter().chain(partners).collect()
    };
    rearranged(&game, role, Color::ALL.map(placed), text)
}

/// The game in which these pieces of each side start on these squares of its first rank, and the others that
/// start there beside them. Those of a role castle.
fn rearranged(
    game: &Arc<Game>,
    role: Letter,
    sides: [Vec<(Square, usize)>; 2],
    text: &str,
) -> Result<Arc<Game>, FenError> {
    let mut def = game.def.clone();
    if let Castling::Corner { partner, .. } = &mut def.rules.castling {
        *partner = Partner::Shuffled(role);
    }
    for (color, mut placed) in Color::ALL.into_iter().zip(sides) {
        let Some(rank) = placed.first().map(|piece| def.shape.rank(piece.0)) else { continue };
        let partner = def.sides[color.index()].pieces.iter().position(|piece| piece.role == role);
        let row = |piece: &(Square, Color, usize)| piece.1 == color && def.shape.rank(piece.0) == rank;
        let mut stay: Vec<_> = def.array.iter().copied().filter(|piece| !row(piece)).collect();
        let mut rest: Vec<usize> = def.array.iter().filter(|piece| row(piece)).map(|piece| piece.2).collect();
        for (_, piece) in &placed {
            if let Some(index) = rest.iter().position(|other| other == piece) {
                rest.remove(index);
            }
        }
        // Partners without a right must not be farther out than those with one.
        let free = def
            .shape
            .squares()
            .filter(|&square| def.shape.rank(square) == rank && placed.iter().all(|piece| piece.0 != square));
        let others = rest.into_iter().filter(|&piece| Some(piece) != partner);
        placed.extend(free.zip(others).collect::<Vec<_>>());
        stay.extend(placed.into_iter().map(|(square, piece)| (square, color, piece)));
        def.array = stay;
    }
    // The file says nothing of this position.
    def.places = Places::default();
    rehomed(game, def).map_err(|fault| FenError::new(text, FenFault::Compile(fault.to_string())))
}

/// Whether pieces in hand enter where others leave: then the letter of a file is the piece there, which has
/// not moved.
fn has_gates(game: &Game) -> bool {
    game.first_moves.iter().any(|right| right.gate)
}

/// Whether the letter of a partner's file is a right to castle. In a game with gates it is, if the side has
/// nothing to enter now or later, or if the king has not moved either and no right has another name.
pub(super) fn castles_by_file(game: &Game, state: &State, text: &str, color: Color) -> bool {
    if !has_gates(game) {
        return game.def.rules.castling.is_shuffled();
    }
    let own = game.kinds.iter().zip(&state.hands).filter(|(kind, _)| kind.color == color);
    let is_king = |square: &Square| state.kind_at(*square) == king_kind(game, color);
    let is_named = || {
        let shape = &game.shape;
        shape.squares().filter(is_king).any(|king| {
            let letter = color.case(shape.file_letter(king));
            text.match_indices(letter)
                .any(|(at, _)| names_on(game, shape.rank(king), letter, &text[at + 1..]))
        })
    };
    let refills = game.hands.as_ref().is_some_and(Hands::may_refill);
    !refills && own.map(|(_, count)| u32::from(*count)).sum::<u32>() == 0
        || is_named() && !['k', 'q'].iter().any(|&right| text.contains(color.case(right)))
}

/// As [`at_home`], for a game with gates: the pieces with a right are at home if they are where pieces of
/// their kind start. If not, they must be pieces that a shuffle could have put there.
fn at_gates(game: Arc<Game>, state: &State, text: &str) -> Result<Arc<Game>, FenError> {
    let mut partners = game.castles.iter().map(|castle| game.kind(castle.partner_kind).role);
    let Some(role) = partners.next().filter(|role| partners.all(|other| other == *role)) else {
        return Ok(game);
    };
    let named = Color::ALL.map(|color| named_at_gates(&game, state, text, role, color));
    let is_known = |&square: &Square| {
        let mut rights = game.first_moves.iter();
        let is_there = |kind| state.kind_at(square).is_some_and(|there| game.is_same_piece(there, kind));
        let mut castles = game.castles.iter().filter(|castle| stand_at_home(state, castle));
        rights.any(|right| right.square == square && is_there(right.kind))
            || castles.any(|castle| castle.needs(square))
    };
    let is_shuffle = |color: Color| {
        let own = |kind: KindId| game.kind(kind).color == color;
        let mut starts: Vec<KindId> =
            game.first_moves.iter().map(|right| right.kind).filter(|&kind| own(kind)).collect();
        named[color.index()].iter().filter_map(|&square| state.kind_at(square)).all(|kind| {
            let place = starts.iter().position(|&start| start == kind);
            place.map(|place| starts.swap_remove(place)).is_some()
        })
    };
    if named.iter().flatten().all(is_known) || !Color::ALL.into_iter().all(is_shuffle) {
        return Ok(game);
    }
    let piece = |square: Square| Some((square, game.kind(state.kind_at(square)?).piece.1));
    let placed = named.map(|squares| squares.into_iter().filter_map(piece).collect());
    rearranged(&game, role, placed, text)
}

/// The pieces of a side's first rank that a castling field names in a game with gates. `K` and `Q` are the
/// king and the outermost partner, the letter of a file is the piece there. Rights of other ranks name none.
fn named_at_gates(game: &Game, state: &State, text: &str, role: Letter, color: Color) -> Vec<Square> {
    let shape = &game.shape;
    let own = |square: &Square| state.kind_at(*square).filter(|&kind| game.kind(kind).color == color);
    let mut gates =
        game.first_moves.iter().filter(|right| right.gate && game.kind(right.kind).color == color);
    let Some(rank) = gates.next().map(|right| shape.rank(right.square)) else { return Vec::new() };
    let row: Vec<Square> = shape.squares().filter(|&square| shape.rank(square) == rank).collect();
    let row: Vec<Square> = row.into_iter().filter(|square| own(square).is_some()).collect();
    let king = row.iter().copied().find(|square| own(square) == king_kind(game, color));
    let partner = |a_side: bool| {
        let king = king?;
        let is_partner = |square: &&Square| own(square).is_some_and(|kind| game.kind(kind).role == role);
        let mut beside = row.iter().filter(|&&square| (square < king) == a_side).filter(is_partner);
        if a_side { beside.next() } else { beside.next_back() }.copied()
    };
    let by_file = castles_by_file(game, state, text, color);
    let mut named: Vec<Square> = Vec::new();
    for (at, letter) in text.match_indices(|c: char| c.is_ascii_alphabetic() && color.case(c) == c) {
        let behind = &text[at + 1..];
        let is_wing = !behind.starts_with(|c: char| c.is_ascii_digit())
            && ["k", "q"].contains(&letter.to_ascii_lowercase().as_str());
        if !is_wing && !letter.chars().any(|letter| names_on(game, rank, letter, behind)) {
            continue;
        }
        let found = match letter.to_ascii_lowercase().as_str() {
            side @ ("k" | "q") if is_wing => partner(side == "q").into_iter().chain(king).collect(),
            file => {
                let on_file =
                    |square: &&Square| file.starts_with(shape.file_letter(**square).to_ascii_lowercase());
                let piece = row.iter().find(on_file).copied();
                piece.into_iter().chain(king.filter(|_| by_file)).collect::<Vec<Square>>()
            }
        };
        named.extend(found.into_iter().filter(|square| !named.contains(square)).collect::<Vec<_>>());
    }
    named
}

/// Whether the letter of a file and what is behind it mean a piece on this rank: with that rank, or without
/// one if the letter alone is not the right of a piece on another rank.
fn names_on(game: &Game, rank: u8, letter: char, behind: &str) -> bool {
    let digits: String = behind.chars().take_while(char::is_ascii_digit).collect();
    let is_elsewhere = |right: &FirstMoveRight| {
        game.shape.rank(right.square) != rank && means_right(game, right, letter, "")
    };
    match digits.as_str() {
        "" => !game.first_moves.iter().any(is_elsewhere),
        digits => digits == (rank + 1).to_string(),
    }
}

/// The role of the pieces that castle with the kings, if it is one role in a game where a FEN may give them
/// other squares: file letters must not mean anything else in it.
fn partner_role(game: &Game) -> Option<Letter> {
    let mut roles = game.castles.iter().map(|castle| game.kind(castle.partner_kind).role);
    let role = roles.next()?;
    let fits = matches!(game.def.rules.castling, Castling::Corner { .. }) && game.first_moves.is_empty();
    (fits && roles.all(|other| other == role)).then_some(role)
}

/// Whether a letter of the castling field, in either case, is that of a file.
pub(super) fn names_file(game: &Game, letter: char) -> bool {
    let file = u32::from(letter.to_ascii_lowercase()).checked_sub(u32::from('a'));
    file.is_some_and(|file| file < game.shape.files().into())
}

/// Whether king and partner of a castling move are on their squares.
pub(super) fn stand_at_home(state: &State, castle: &Castle) -> bool {
    let stands = |square: Square, kind: KindId| state.kind_at(square) == Some(kind);
    stands(castle.king.0, castle.king_kind) && stands(castle.partner.0, castle.partner_kind)
}

/// The castling kind of a side, wherever it starts.
fn king_kind(game: &Game, color: Color) -> Option<KindId> {
    game.castles.iter().find(|castle| castle.color == color).map(|castle| castle.king_kind)
}

/// The castling pieces of `color` according to the letters: `K` and `Q` are the outermost partners, and
/// a file letter is the piece there. Letters without pieces are passed over.
fn read(game: &Game, state: &State, text: &str, role: Letter, color: Color) -> Option<Home> {
    let mut partners = [None; 2];
    let is_king = |&slot: &usize| Some(state.kind_of[slot]) == king_kind(game, color);
    let mut kings = state.side_pieces[color.index()].iter().filter(is_king);
    let king = match (kings.next(), kings.next()) {
        (Some(slot), None) => state.square_of[slot],
        _ => return None,
    };
    let own_rank =
        |castle: &Castle| castle.color == color && game.shape.rank(castle.king.0) == game.shape.rank(king);
    if !game.def.rules.castling.is_shuffled() && !game.castles.iter().any(own_rank) {
        return None;
    }
    let own = |letter: &char| color.case(*letter) == *letter && letter.is_ascii_alphabetic();
    // A letter with a rank is the right of an unmoved piece.
    let behind = text.chars().skip(1).chain([' ']);
    let alone = text.chars().zip(behind).filter(|(_, next)| !next.is_ascii_digit()).map(|(letter, _)| letter);
    for letter in alone.filter(own) {
        let shape = &game.shape;
        let is_partner = |square: &Square| {
            let kind = state.kind_at(*square).map(|kind| game.kind(kind));
            kind.is_some_and(|kind| kind.color == color && kind.role == role)
                && shape.rank(*square) == shape.rank(king)
        };
        let mut row = shape.squares().filter(is_partner);
        let file =
            u8::try_from(letter.to_ascii_lowercase()).map_or(u8::MAX, |letter| letter.wrapping_sub(b'a'));
        let known =
            game.castles.iter().find(|castle| castle.letter == letter && stand_at_home(state, castle));
        let square = match letter.to_ascii_lowercase() {
            _ if !game.def.rules.castling.is_shuffled() && known.is_some() => {
                known.map(|castle| castle.partner.0)
            }
            'k' => row.filter(|&square| square > king).last(),
            'q' => row.find(|&square| square < king),
            _ => row.find(|&square| shape.file(square) == file),
        };
        if let Some(square) = square {
            partners[usize::from(square > king)] = Some(square);
        }
    }
    (partners != [None; 2]).then_some(Home { king, partners })
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
    if game.def.rules.castling.is_shuffled() && hidden() {
        castle.color.case(game.shape.file_letter(castle.partner.0))
    } else {
        castle.letter
    }
}

/// The letters of all rights of a game.
pub(super) fn known_rights(game: &Game) -> String {
    let castles = game.castles.iter().map(|castle| castle.letter.to_string());
    let mut known: Vec<String> =
        castles.chain(game.first_moves.iter().map(|right| right_text(game, right))).collect();
    known.dedup();
    known.concat()
}

/// The right of an unmoved piece: its letter, and its rank if others of its side on that file have one
/// too, or if a letter alone is a right to castle.
pub(super) fn right_text(game: &Game, right: &FirstMoveRight) -> String {
    let letter = right_letter_of_piece(game, right);
    let needs_rank = game.def.rules.castling.is_shuffled() || !is_only_right(game, letter);
    let rank = needs_rank.then(|| (game.shape.rank(right.square) + 1).to_string());
    format!("{letter}{}", rank.unwrap_or_default())
}

/// Whether a letter and perhaps a rank mean the right of an unmoved piece.
pub(super) fn means_right(game: &Game, right: &FirstMoveRight, letter: char, rank: &str) -> bool {
    let at = (game.shape.rank(right.square) + 1).to_string();
    let fits = if rank.is_empty() { is_only_right(game, letter) } else { rank == at };
    fits && right_letter_of_piece(game, right) == letter
}

/// Whether only one unmoved piece has a right with a letter.
fn is_only_right(game: &Game, letter: char) -> bool {
    game.first_moves.iter().filter(|right| right_letter_of_piece(game, right) == letter).count() == 1
}

/// The letter for the right of an unmoved piece: its file, in its side's case.
fn right_letter_of_piece(game: &Game, right: &FirstMoveRight) -> char {
    game.kind(right.kind).color.case(game.shape.file_letter(right.square))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::rules::game::compile;
    use crate::rules::position::Position;
    use crate::rules::variant::Catalog;

    #[test]
    fn a_game_with_other_homes_is_what_their_definition_compiles_to() {
        for (variant, fen) in [
            ("fischerandom", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"),
            ("chess", "rkr5/pppppppp/8/8/8/8/PPPPPPPP/1R2K2R w BHac - 0 1"),
            ("caparandom", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RN1KQABCNR w KQkq - 0 1"),
        ] {
            let game = compile(&Catalog::builtin().resolve(variant).unwrap()).unwrap();
            let position = Position::from_fen(Arc::clone(&game), fen).unwrap();
            assert!(!Arc::ptr_eq(position.game(), &game), "{variant} {fen}");
            let compiled = compile(&position.game().def).unwrap();
            assert_eq!(format!("{:?}", position.game()), format!("{compiled:?}"), "{variant} {fen}");
        }
    }
}
