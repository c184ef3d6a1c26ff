//! Pieces as letters or as figures.

use super::session::Figures;
use crate::game::Kind;
use crate::geometry::Color;
use crate::variant::FALLEN_MARK;

/// Whether colors tell the sides apart, or the signs themselves must.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// Colors tell them apart.
    Color,
    /// There are none.
    None,
}

/// The pieces of chess, White's figure and Black's.
const CHESS: [(&str, [char; 2]); 6] = [
    ("King", ['♔', '♚']),
    ("Queen", ['♕', '♛']),
    ("Rook", ['♖', '♜']),
    ("Bishop", ['♗', '♝']),
    ("Knight", ['♘', '♞']),
    ("Pawn", ['♙', '♟']),
];

/// How a piece is shown: figures exist for the pieces of chess only, the others keep their letters.
pub fn sign(figures: Figures, kind: &Kind, ink: Ink) -> String {
    let figure = CHESS.iter().find(|(name, _)| *name == kind.name).filter(|_| figures == Figures::Unicode);
    match figure {
        Some((_, [white, black])) => {
            // The filled ones are the easier to see in any color.
            let shown = if ink == Ink::None && kind.color == Color::White { white } else { black };
            // In hand it will be another piece.
            let mark = kind.mark.filter(|&mark| mark == FALLEN_MARK);
            [Some(*shown), mark].into_iter().flatten().collect()
        }
        None => kind.sign(),
    }
}
