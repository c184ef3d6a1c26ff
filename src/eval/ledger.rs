//! Sums over all men, kept from one evaluation to the next.
//!
//! The positions a search evaluates differ in a few men, and a man keeps its slot: comparing the
//! slots with those of the last position finds what changed, and only that is added or taken off.
//! The sums do not depend on the path that led to them.

use super::terms::{Pawn, Tapered};
use super::values::Values;
use crate::game::{Game, KindId, MAX_MEN};
use crate::geometry::{Color, Square};
use crate::position::Position;

/// What a man of a kind adds on a square, in as few bytes as possible: this is the hot table.
#[derive(Clone, Copy, Debug)]
struct Cell {
    /// Value and place, as White sees it.
    mg: i16,
    eg: i16,
    /// Centipawns; nothing for pawns and Kings.
    force: u16,
    color: Color,
    sort: Sort,
}

/// What else is counted of a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
    Plain,
    Pawn,
    /// Bound to the dark squares.
    Dark,
    /// Bound to the light squares.
    Light,
    /// Rides along files.
    FileRider,
}

/// What a side has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Side {
    /// Where its King is, if it has exactly one.
    pub king: Option<Square>,
    /// Centipawns without pawns and Kings.
    pub pieces: i32,
    /// How many pawns.
    pub pawns: i32,
    /// Centipawns of color-bound men on each color.
    pub bound: [i32; 2],
    /// Units of danger to its King.
    pub danger: i32,
}

/// The sums of the last position looked at.
#[derive(Debug)]
pub(super) struct Ledger {
    /// By kind and square.
    cells: Vec<Cell>,
    /// Where the men of the cells stand.
    places: Vec<Pawn>,
    alive: u64,
    rows: [u16; MAX_MEN],
    placed: Tapered,
    sides: [Side; 2],
    /// By side: the King's kind, where other men are royal besides.
    crowned: [Option<KindId>; 2],
    /// The slots of men that ride along files.
    file_riders: u64,
    /// The slots of men that are no pawns and no Kings.
    pieces: u64,
    /// The slots of pawns.
    pawns: u64,
}

impl Ledger {
    /// The ledger of the empty board. `force` is by kind.
    pub(super) fn new(game: &Game, values: &Values, force: &[i32]) -> Ledger {
        let shape = &game.shape;
        let cell = |(row, placed): (usize, &Tapered)| {
            let (id, square) = (row / shape.len(), Square((row % shape.len()) as u8));
            let kind = &game.kinds[id];
            let sort = match kind {
                _ if values.is_king(KindId(id as u8)) => Sort::Plain,
                kind if kind.pawn => Sort::Pawn,
                kind if kind.color_bound && shape.is_dark(square) => Sort::Dark,
                kind if kind.color_bound => Sort::Light,
                _ if values.file_rider[id] => Sort::FileRider,
                _ => Sort::Plain,
            };
            Cell {
                mg: placed.mg as i16,
                eg: placed.eg as i16,
                force: force[id] as u16,
                color: kind.color,
                sort,
            }
        };
        let place = |row: usize| {
            let square = Square((row % shape.len()) as u8);
            let rank = shape.rank_for(square, game.kinds[row / shape.len()].color);
            Pawn { file: shape.file(square), rank, square: square.0, row: row as u16 }
        };
        Ledger {
            cells: values.placed.iter().enumerate().map(cell).collect(),
            places: (0..values.placed.len()).map(place).collect(),
            alive: 0,
            rows: [0; MAX_MEN],
            placed: Tapered::default(),
            sides: [Side::default(); 2],
            crowned: Color::ALL.map(|color| {
                let royals = game.kinds.iter().filter(|kind| kind.royal && kind.color == color).count();
                values.kings[color.index()].filter(|_| royals > 1)
            }),
            file_riders: 0,
            pieces: 0,
            pawns: 0,
        }
    }

    /// The values and places of all men, as White sees them.
    pub(super) fn placed(&self) -> Tapered {
        self.placed
    }

    /// What a side has.
    pub(super) fn side(&self, color: Color) -> &Side {
        &self.sides[color.index()]
    }

    /// Side and file of each man that rides along files.
    pub(super) fn file_riders(&self) -> impl Iterator<Item = (Color, u8)> + '_ {
        slots(self.file_riders).map(|slot| {
            let row = self.rows[slot] as usize;
            (self.cells[row].color, self.places[row].file)
        })
    }

    /// Side and square of each man that is no pawn and no King.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (Color, Square)> + '_ {
        slots(self.pieces).map(|slot| {
            let row = self.rows[slot] as usize;
            (self.cells[row].color, Square(self.places[row].square))
        })
    }

    /// Side and place of each pawn.
    pub(super) fn pawns(&self) -> impl Iterator<Item = (Color, Pawn)> + '_ {
        slots(self.pawns).map(|slot| {
            let row = self.rows[slot] as usize;
            (self.cells[row].color, self.places[row])
        })
    }

    /// Brings the sums up to date with a position. Men where nobody moves any more do not count.
    pub(super) fn update(&mut self, pos: &Position, values: &Values) {
        let (alive, (_, rows)) = (pos.slots_in_play(), pos.slots());
        let mut changed = alive ^ self.alive;
        for (i, (new, old)) in rows.as_chunks::<4>().0.iter().zip(self.rows.as_chunks::<4>().0).enumerate() {
            if new != old {
                for j in 0..4 {
                    changed |= u64::from(new[j] != old[j]) << (4 * i + j);
                }
            }
        }
        let before = self.alive;
        for slot in slots(changed) {
            if before >> slot & 1 != 0 {
                self.enter(slot, self.rows[slot], -1, values);
            }
            self.rows[slot] = rows[slot];
            if alive >> slot & 1 != 0 {
                self.enter(slot, rows[slot], 1, values);
            }
        }
        self.alive = alive;
        for color in Color::ALL {
            let king = pos
                .royal_square(color)
                .filter(|_| values.kings[color.index()].is_some())
                .or_else(|| self.crowned[color.index()].and_then(|kind| only(pos, kind)));
            if king != self.sides[color.index()].king {
                self.sides[color.index()].king = king;
                self.sides[color.index()].danger = self.danger_to(color, values);
            }
        }
    }

    /// Adds (`sign` 1) or takes off (-1) a man.
    #[inline]
    fn enter(&mut self, slot: usize, row: u16, sign: i32, values: &Values) {
        let cell = self.cells[row as usize];
        self.placed += Tapered { mg: sign * i32::from(cell.mg), eg: sign * i32::from(cell.eg) };
        let force = sign * i32::from(cell.force);
        let side = &mut self.sides[cell.color.index()];
        side.pieces += force;
        let bit = 1 << slot;
        self.pieces ^= if cell.force > 0 { bit } else { 0 };
        match cell.sort {
            Sort::Plain => {}
            Sort::FileRider => self.file_riders ^= bit,
            Sort::Pawn => {
                side.pawns += sign;
                self.pawns ^= bit;
            }
            Sort::Dark => side.bound[0] += force,
            Sort::Light => side.bound[1] += force,
        }
        let enemy = &mut self.sides[(!cell.color).index()];
        if let Some(king) = enemy.king {
            enemy.danger += sign * i32::from(values.danger[king.index() * self.cells.len() + row as usize]);
        }
    }

    /// What all enemies of a side add to the danger of its King.
    fn danger_to(&self, color: Color, values: &Values) -> i32 {
        let Some(king) = self.sides[color.index()].king else { return 0 };
        let danger = &values.danger[king.index() * self.cells.len()..][..self.cells.len()];
        let enemies = slots(self.alive)
            .map(|slot| self.rows[slot] as usize)
            .filter(|&row| self.cells[row].color != color);
        enemies.map(|row| i32::from(danger[row])).sum()
    }
}

/// Where the only man of a kind stands.
fn only(pos: &Position, kind: KindId) -> Option<Square> {
    let mut men = pos.men(pos.game().kind(kind).color).filter(|man| man.0 == kind);
    men.next().filter(|_| pos.count(kind) == 1).map(|(_, square)| square)
}

/// The slots of a set.
fn slots(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let slot = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (slot < MAX_MEN).then_some(slot)
    })
}
