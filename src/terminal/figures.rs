//! Pieces as letters or as chess symbols.

use crate::rules::game::Kind;
use crate::rules::geometry::Color;
use crate::rules::variant::FALLEN_MARK;

/// The pieces of chess with White's and Black's symbols.
const CHESS: [(&str, [char; 2]); 6] = [
    ("King", ['♔', '♚']),
    ("Queen", ['♕', '♛']),
    ("Rook", ['♖', '♜']),
    ("Bishop", ['♗', '♝']),
    ("Knight", ['♘', '♞']),
    ("Pawn", ['♙', '♟']),
];

/// How a piece is shown. Only the pieces of chess have symbols; the others keep their letters. Where symbols are
/// `colored`, both sides have the same.
pub fn sign(unicode: bool, kind: &Kind, colored: bool) -> String {
    let figure = CHESS.iter().find(|(name, _)| *name == kind.name).filter(|_| unicode);
    match figure {
        Some((_, [white, black])) => {
            // The filled symbols are easier to see in any color.
            let shown = if !colored && kind.color == Color::White { white } else { black };
            // A piece in hand that was promoted returns as another piece.
            let mark = kind.mark.filter(|&mark| mark == FALLEN_MARK);
            [Some(*shown), mark].into_iter().flatten().collect()
        }
        None => kind.sign(),
    }
}
