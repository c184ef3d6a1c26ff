//! A game on a board that a GUI can show: squares under the names of that board, FENs in its rows.
//!
//! Narrow Chess has twenty ranks, which is too many for XBoard; folded once, it fits. The game itself
//! does not know about the view: names are converted on the way in and on the way out.

use crate::rules::geometry::{Shape, Square, read_rows, write_rows};
use crate::rules::variant::ViewDef;

/// A board other than the game's own, and which of its squares shows which square of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    shape: Shape,
    own: Shape,
    /// Indexed by the game's squares; `None` for holes.
    shown: Vec<Option<Square>>,
    xboard: Option<String>,
}

impl View {
    /// The view of a board of `own` shape.
    pub fn new(def: &ViewDef, own: &Shape) -> View {
        View {
            shape: def.shape.clone(),
            own: own.clone(),
            shown: def.shown.clone(),
            xboard: def.xboard.clone(),
        }
    }

    /// The board as it is shown.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The moves of every piece on this board, as XBoard is told.
    pub fn xboard(&self) -> Option<&str> {
        self.xboard.as_deref()
    }

    /// The square that shows a square of the game.
    pub fn show(&self, square: Square) -> Option<Square> {
        self.shown.get(square.index()).copied().flatten()
    }

    /// The square of the game that a square shows.
    pub fn find(&self, shown: Square) -> Option<Square> {
        self.own.squares().find(|&square| self.show(square) == Some(shown))
    }

    /// A FEN of the game, on this board.
    pub fn show_fen(&self, fen: &str) -> Option<String> {
        refold(fen, &self.own, &self.shape, |shown| self.find(shown))
    }

    /// A FEN of this board, on the game's own.
    pub fn find_fen(&self, fen: &str) -> Option<String> {
        refold(fen, &self.shape, &self.own, |square| self.show(square))
    }
}

/// A FEN on another board: each square of `to` holds what `source` of it held. The fields after the
/// pieces name no squares in any game that is shown through a view.
fn refold(fen: &str, from: &Shape, to: &Shape, source: impl Fn(Square) -> Option<Square>) -> Option<String> {
    // Pieces in hand have no square.
    let end = fen.find(['[', ' ']).unwrap_or(fen.len());
    let (board, rest) = (fen.get(..end)?, fen.get(end..)?);
    let pieces = read_rows(board, from).ok()?;
    let on = |square: Square| pieces.iter().find(|piece| piece.0 == square).map(|piece| piece.1);
    let rows = write_rows(to, |square| source(square).and_then(on));
    Some((rows + rest).trim_end().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two files and six ranks, folded in the middle to three files and five ranks.
    fn folded() -> View {
        let own = Shape::rectangle(2, 6).unwrap();
        let mut shape = Shape::rectangle(3, 5).unwrap();
        (0..3).for_each(|file| shape.punch(Square(6 + file)));
        let at = |name: &str| shape.parse_square(name);
        let path = ["a1", "a2", "b1", "b2", "c1", "c2", "c5", "c4", "b5", "b4", "a5", "a4"];
        View { shown: path.iter().map(|name| at(name)).collect(), shape, own, xboard: None }
    }

    #[test]
    fn positions_fold_and_unfold() {
        let view = folded();
        let fen = "qk/pp/2/1P'/P1/KQ w - - 0 1";
        let shown = view.show_fen(fen).unwrap();
        assert_eq!(shown, "qp1/kp1/***/Q1P'/KP1 w - - 0 1");
        assert_eq!(view.find_fen(&shown).unwrap(), fen);
        for bad in ["qp1/kp1/***/Q1P/KP w - -", "qp1/kp1/*P*/Q1P/KP1 w", "qp1", "9999999999/3/3/3/3", ""] {
            assert_eq!(view.find_fen(bad), None, "{bad}");
        }
    }
}
