//! Sums over all pieces, updated from one evaluation to the next.
//!
//! The positions a search evaluates differ in a few pieces, and a piece keeps its slot: only pieces that
//! differ from the last position are added or subtracted. The result depends on the position alone.

use super::pawns::PlacedPawn;
use super::targets::Squares;
use super::values::Values;
use super::weights::Tapered;
use crate::engine::convert::nearest_i16;
use crate::rules::game::{Game, KindId, MAX_PIECES};
use crate::rules::geometry::{Color, Narrow, Square};
use crate::rules::position::{PieceSet, Position};

/// What a piece type adds on a square, in as few bytes as possible: this is the hot table.
#[derive(Clone, Copy, Debug)]
struct Contribution {
    /// Value and piece-square value, for White.
    mg: i16,
    eg: i16,
    /// Non-pawn material in centipawns.
    non_pawn: i16,
    color: Color,
    class: Class,
    kind: KindId,
}

/// Properties of a piece type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Plain,
    Pawn,
    /// Bound to the dark squares.
    Dark,
    /// Bound to the light squares.
    Light,
    /// Rides along files.
    FileRider,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct SideTotals {
    /// The square of its king, if it has exactly one.
    pub king: Option<Square>,
    /// Non-pawn material in centipawns.
    pub pieces: i32,
    /// The number of pawns.
    pub pawns: i32,
    /// Centipawns of color-bound pieces on each color.
    pub bound: [i32; 2],
}

/// The sums of the last position.
#[derive(Debug)]
pub(super) struct Accumulator<const W: usize> {
    /// By kind and square.
    contributions: Vec<Contribution>,
    /// The slots and piece-squares that are in the sums.
    places: Vec<PlacedPawn>,
    alive: PieceSet,
    piece_squares: [u16; MAX_PIECES],
    placed: Tapered,
    sides: [SideTotals; 2],
    /// By side: the king's type, if other pieces are royal too.
    leading: [Option<KindId>; 2],
    /// The slots of pieces that ride along files.
    file_riders: PieceSet,
    /// The slots of pieces other than pawns and kings.
    pieces: PieceSet,
    pawns: PieceSet,
    /// By side: the slots of its pieces.
    of_side: [PieceSet; 2],
    /// By side: the squares of its pieces.
    squares: [Squares<W>; 2],
}

impl<const W: usize> Accumulator<W> {
    /// The accumulator of the empty board. `non_pawn` is by piece type.
    pub(super) fn new(game: &Game, values: &Values, non_pawn: &[i32]) -> Accumulator<W> {
        let shape = &game.shape;
        let contribution = |(piece_square, placed): (usize, &Tapered)| {
            let (id, square) =
                (piece_square / shape.cell_count(), Square((piece_square % shape.cell_count()).narrow()));
            let kind = &game.kinds[id];
            let class = match kind {
                _ if values.kings.iter().flatten().any(|king| king.index() == id) => Class::Plain,
                kind if kind.pawn => Class::Pawn,
                kind if kind.color_bound && shape.is_dark(square) => Class::Dark,
                kind if kind.color_bound => Class::Light,
                _ if values.file_rider[id] => Class::FileRider,
                _ => Class::Plain,
            };
            Contribution {
                mg: nearest_i16(placed.mg),
                eg: nearest_i16(placed.eg),
                non_pawn: nearest_i16(non_pawn[id]),
                color: kind.color,
                class,
                kind: KindId(id.narrow()),
            }
        };
        let place = |piece_square: usize| {
            let square = Square((piece_square % shape.cell_count()).narrow());
            let rank = shape.rank_for(square, game.kinds[piece_square / shape.cell_count()].color);
            PlacedPawn {
                file: shape.file(square),
                rank,
                square: square.0,
                piece_square: piece_square.narrow(),
            }
        };
        Accumulator {
            contributions: values.placed.iter().enumerate().map(contribution).collect(),
            places: (0..values.placed.len()).map(place).collect(),
            alive: PieceSet::EMPTY,
            piece_squares: [0; MAX_PIECES],
            placed: Tapered::default(),
            sides: [SideTotals::default(); 2],
            leading: Color::ALL.map(|color| {
                let royals = game.kinds.iter().filter(|kind| kind.royal && kind.color == color).count();
                values.kings[color.index()].filter(|_| royals > 1)
            }),
            file_riders: PieceSet::EMPTY,
            pieces: PieceSet::EMPTY,
            pawns: PieceSet::EMPTY,
            of_side: [PieceSet::EMPTY; 2],
            squares: [Squares::NONE; 2],
        }
    }

    /// The sum of values and piece-square values, for White.
    pub(super) fn placed(&self) -> Tapered {
        self.placed
    }

    pub(super) fn side(&self, color: Color) -> &SideTotals {
        &self.sides[color.index()]
    }

    /// The side and file of each piece that rides along files.
    pub(super) fn file_riders(&self) -> impl Iterator<Item = (Color, u8)> + '_ {
        self.file_riders.iter().map(|slot| {
            let piece_square = self.piece_squares[slot] as usize;
            (self.contributions[piece_square].color, self.places[piece_square].file)
        })
    }

    /// The side and square of each piece other than pawns and kings.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (Color, Square)> + '_ {
        self.pieces.iter().map(|slot| {
            let piece_square = self.piece_squares[slot] as usize;
            (self.contributions[piece_square].color, Square(self.places[piece_square].square))
        })
    }

    /// The side and square of each pawn.
    pub(super) fn pawns(&self) -> impl Iterator<Item = (Color, PlacedPawn)> + '_ {
        self.pawns.iter().map(|slot| {
            let piece_square = self.piece_squares[slot] as usize;
            (self.contributions[piece_square].color, self.places[piece_square])
        })
    }

    /// The piece-squares of a side's pieces other than pawns.
    #[inline]
    pub(super) fn piece_squares_without_pawns(&self, color: Color) -> impl Iterator<Item = usize> + '_ {
        (self.of_side[color.index()] & !self.pawns).iter().map(|slot| usize::from(self.piece_squares[slot]))
    }

    #[inline]
    pub(super) fn kind(&self, piece_square: usize) -> usize {
        self.contributions[piece_square].kind.index()
    }

    #[inline]
    pub(super) fn place(&self, piece_square: usize) -> PlacedPawn {
        self.places[piece_square]
    }

    /// The squares of a side's pieces.
    #[inline]
    pub(super) fn squares(&self, color: Color) -> Squares<W> {
        self.squares[color.index()]
    }

    #[inline]
    pub(super) fn occupied(&self) -> Squares<W> {
        self.squares[0] | self.squares[1]
    }

    /// Updates the sums for a position. Pieces on a closed square color do not count.
    #[inline(always)]
    pub(super) fn update(&mut self, pos: &Position, values: &Values) {
        let (alive, piece_squares) = (pos.board().in_play(), pos.board().piece_squares());
        let changed = changed((self.alive, &self.piece_squares), (alive, piece_squares));
        let before = self.alive;
        for slot in changed {
            if before.contains(slot) {
                self.enter(slot, self.piece_squares[slot], -1);
            }
            self.piece_squares[slot] = piece_squares[slot];
            if alive.contains(slot) {
                self.enter(slot, piece_squares[slot], 1);
            }
        }
        self.alive = alive;
        for color in Color::ALL {
            let king = pos
                .board()
                .royal_square(color)
                .filter(|_| values.kings[color.index()].is_some())
                .or_else(|| self.leading[color.index()].and_then(|kind| only(pos, kind)));
            self.sides[color.index()].king = king;
        }
    }

    /// Adds (`sign` 1) or subtracts (-1) a piece.
    #[inline(always)]
    fn enter(&mut self, slot: usize, piece_square: u16, sign: i32) {
        let contribution = self.contributions[piece_square as usize];
        self.placed +=
            Tapered { mg: sign * i32::from(contribution.mg), eg: sign * i32::from(contribution.eg) };
        let non_pawn = sign * i32::from(contribution.non_pawn);
        let side = &mut self.sides[contribution.color.index()];
        side.pieces += non_pawn;
        self.pieces ^= PieceSet::of_if(slot, contribution.non_pawn > 0);
        match contribution.class {
            Class::Plain => {}
            Class::FileRider => self.file_riders.toggle(slot),
            Class::Pawn => {
                side.pawns += sign;
                self.pawns.toggle(slot);
            }
            Class::Dark => side.bound[0] += non_pawn,
            Class::Light => side.bound[1] += non_pawn,
        }
        self.of_side[contribution.color.index()].toggle(slot);
        let place = self.places[usize::from(piece_square)];
        self.squares[contribution.color.index()] ^= Squares::only(place.square);
    }
}

/// The square of the only piece of a type.
fn only(pos: &Position, kind: KindId) -> Option<Square> {
    let mut pieces = pos.pieces(pos.game().kind(kind).color).filter(|piece| piece.0 == kind);
    pieces.next().filter(|_| pos.count(kind) == 1).map(|(_, square)| square)
}

/// The pieces of a position: which slots are taken, and the piece-square of the piece in each.
pub(super) type SlotRows<'a> = (PieceSet, &'a [u16; MAX_PIECES]);

/// Slots compared at once.
const AT_ONCE: usize = 16;

/// The slots whose pieces came, went or changed their piece-square.
#[inline(always)]
pub(super) fn changed((before, old): SlotRows, (now, new): SlotRows) -> PieceSet {
    // Few games fill more than half of the slots.
    let used = (before | now).span();
    let pairs = new.as_chunks::<AT_ONCE>().0.iter().zip(old.as_chunks::<AT_ONCE>().0);
    let mut changed = before ^ now;
    for (i, (new, old)) in pairs.enumerate().take(used.div_ceil(AT_ONCE)) {
        // Each number becomes a bit, without a branch.
        let bits: u16 =
            std::array::from_fn::<u16, AT_ONCE, _>(|j| u16::from(new[j] != old[j]) << j).iter().sum();
        changed.insert_all(AT_ONCE * i, bits);
    }
    changed
}
