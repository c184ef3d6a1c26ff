//! The board as the player sees it, and the marks on its squares; without colors or letters.

use crate::rules::game::{Game, KindId};
use crate::rules::geometry::{Shape, Square};
use crate::rules::position::{Move, Position};
use crate::teach::Layout;

/// The piece that is about to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chosen {
    /// The piece on a square.
    On(Square),
    /// A piece in hand.
    InHand(KindId),
}

impl Chosen {
    /// Whether a move of a game is one of its moves.
    pub fn makes(self, game: &Game, m: Move) -> bool {
        match (self, m.held(game)) {
            (Chosen::On(square), None) => m.from() == square,
            (Chosen::InHand(kind), Some(held)) => kind == held,
            _ => false,
        }
    }
}

/// The marks of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "independent facts")]
pub struct Marks {
    /// The last move started or ended here.
    pub last: bool,
    /// A king in check is here.
    pub check: bool,
    /// The selected piece can move here.
    pub goes: bool,
    /// The selected piece can capture here.
    pub captures: bool,
    /// The sides whose pieces have more moves here, as bits.
    pub zone: u8,
    /// It belongs to a closed half of the board.
    pub closed: bool,
    /// It is a wall.
    pub wall: bool,
    /// The next move may begin on its color, where colors have moves of their own.
    pub due: bool,
}

/// Everything visible of a position, by square.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The layout of the board.
    pub layout: Layout,
    marks: Vec<Marks>,
}

impl Picture {
    /// The picture of a position, perhaps with a selected piece.
    pub fn new(position: &Position, flipped: bool, chosen: Option<Chosen>) -> Picture {
        let game = position.game();
        let shape = &game.shape;
        let mut picture = Picture {
            layout: Layout::new(shape, flipped),
            marks: vec![Marks::default(); shape.cell_count()],
        };
        let (zones, colors) = (game.def.strengthened(), position.rest_of_turn().colors);
        for square in shape.squares() {
            let closed = position.is_closed(square);
            let due = colors.is_some_and(|colors| colors.contains(shape.color_of(square)));
            let zone = zones.get(square.index()).copied().unwrap_or_default();
            picture.mark(square, |marks| (marks.closed, marks.due, marks.zone) = (closed, due, zone));
        }
        for square in position.walls() {
            picture.mark(square, |marks| marks.wall = true);
        }
        if let Some(last) = position.last_move() {
            picture.mark(last.from(), |marks| marks.last = true);
            picture.mark(last.to(), |marks| marks.last = true);
        }
        if position.in_check() {
            let kings: Vec<Square> = position
                .pieces(position.side())
                .filter(|&(kind, square)| game.kind(kind).royal && !position.is_closed(square))
                .map(|(_, square)| square)
                .collect();
            for square in kings {
                picture.mark(square, |marks| marks.check = true);
            }
        }
        if let Some(chosen) = chosen {
            for m in position.moves().into_iter().filter(|&m| chosen.makes(position.game(), m)) {
                let captures = position.captured(m).is_some();
                picture
                    .mark(m.to(), |marks| if captures { marks.captures = true } else { marks.goes = true });
            }
        }
        picture
    }

    fn mark(&mut self, square: Square, set: impl FnOnce(&mut Marks)) {
        if let Some(marks) = self.marks.get_mut(square.index()) {
            set(marks);
        }
    }

    pub fn marks(&self, square: Square) -> Marks {
        self.marks.get(square.index()).copied().unwrap_or_default()
    }

    /// Whether a fence separates a row from the next: the moves of the pieces change all along it.
    pub fn has_fence_below(&self, shape: &Shape, row: u8) -> bool {
        let mut across = (0..self.layout.columns()).filter_map(|column| {
            let above = self.layout.square(shape, column, row)?;
            let below = self.layout.square(shape, column, row + 1)?;
            Some(self.marks(above).zone != self.marks(below).zone)
        });
        across.next().is_some_and(|first| first && across.all(|changes| changes))
    }

    /// The same for a column and the next.
    pub fn has_fence_right(&self, shape: &Shape, column: u8) -> bool {
        let mut along = (0..self.layout.rows()).filter_map(|row| {
            let left = self.layout.square(shape, column, row)?;
            let right = self.layout.square(shape, column + 1, row)?;
            Some(self.marks(left).zone != self.marks(right).zone)
        });
        along.next().is_some_and(|first| first && along.all(|changes| changes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::variant::Catalog;
    use crate::teach::Label;

    fn position(variant: &str) -> Position {
        Position::start(compile(&Catalog::builtin().resolve(variant).unwrap()).unwrap())
    }

    #[test]
    fn every_square_is_where_it_is_looked_for() {
        for variant in ["chess", "narrow", "grand", "courier", "glinski"] {
            let position = position(variant);
            let shape = &position.game().shape;
            for flipped in [false, true] {
                let layout = Layout::new(shape, flipped);
                for square in shape.squares() {
                    let (column, row) = layout.place(shape, square);
                    assert_eq!(layout.square(shape, column, row), Some(square), "{variant}");
                    let labels = layout.labels(shape);
                    let texts_where = |fits: &dyn Fn(&Label) -> bool| -> Vec<String> {
                        labels.iter().filter(|label| fits(label)).map(|label| label.text.clone()).collect()
                    };
                    let below = texts_where(&|label| label.below && label.column == column);
                    let left = texts_where(&|label| !label.below && label.row == row);
                    let name =
                        if layout.is_lying() { [left, below] } else { [below, left] }.concat().concat();
                    // The ranks of hexagons bend.
                    let is_named = if layout.tall() > 1 {
                        shape.name(square).starts_with(&name[..1])
                    } else {
                        shape.name(square) == name
                    };
                    assert!(is_named, "{variant} {}: {name}", shape.name(square));
                }
            }
        }
        let narrow = position("narrow");
        let layout = Layout::new(&narrow.game().shape, false);
        assert_eq!((layout.columns(), layout.rows()), (20, 2));
    }

    #[test]
    fn the_fence_of_greener_chess_is_in_the_middle() {
        let position = position("greener");
        let picture = Picture::new(&position, false, None);
        let shape = &position.game().shape;
        let fences: Vec<u8> = (0..8).filter(|&row| picture.has_fence_below(shape, row)).collect();
        assert_eq!(fences, [3]);
        let chess = super::tests::position("chess");
        let picture = Picture::new(&chess, false, None);
        assert!((0..8).all(|row| !picture.has_fence_below(&chess.game().shape, row)));
    }

    #[test]
    fn a_chosen_man_shows_where_it_goes_and_captures() {
        let mut position = position("chess");
        for text in ["e2e4", "d7d5"] {
            position.make(position.parse_move(text).unwrap());
        }
        let shape = position.game().shape.clone();
        let at = |name: &str| shape.parse_square(name).unwrap();
        let picture = Picture::new(&position, false, Some(Chosen::On(at("e4"))));
        assert!(picture.marks(at("e5")).goes && !picture.marks(at("e5")).captures);
        assert!(picture.marks(at("d5")).captures && picture.marks(at("d5")).last);
    }

    #[test]
    fn a_piece_in_hand_shows_where_it_is_dropped() {
        let start = position("crazyhouse");
        let fen = "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1";
        let position = Position::from_fen(start.game().clone(), fen).unwrap();
        let shape = position.game().shape.clone();
        let at = |name: &str| shape.parse_square(name).unwrap();
        let (pawn, _) = position.in_hand().of(position.side()).next().unwrap();
        let picture = Picture::new(&position, false, Some(Chosen::InHand(pawn)));
        assert!(picture.marks(at("e4")).goes && !picture.marks(at("e8")).goes);
        // An empty square has no piece to move, though a drop starts and ends there.
        assert!(!Picture::new(&position, false, Some(Chosen::On(at("e4")))).marks(at("e4")).goes);
    }
}
