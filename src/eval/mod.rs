//! Static evaluation: values, tables and mobility derived from the moves.
//!
//! Nothing here knows a piece of chess. A man's value and what each square is worth to it come
//! from its moves (`values`); terms on pawns and Kings use only "promotes" and "royal". All
//! arithmetic that reaches a score is integral, so every machine evaluates alike.

mod params;
mod terms;
mod values;

use crate::game::{Game, Kind, KindId, MAX_MEN};
use crate::geometry::{Color, Shape, Square};
use crate::position::Position;

use params::{
    DANGER, DANGER_FORCE, DANGER_MOST, MOP_UP, OPEN_FILE, PAIR_SHARE, PASSED_BLOCKED, PASSED_KINGS, TEMPO, THIN_LEAD, THIN_SHARE,
};
use terms::{Pawn, Pawns, Tapered, passed};
use values::Values;

/// Pawn structures remembered: a power of two.
const PAWN_ENTRIES: usize = 4096;

/// Evaluates the positions of one game.
#[derive(Debug)]
pub struct Evaluator {
    shape: Shape,
    values: Values,
    /// By kind and square.
    cells: Vec<Cell>,
    /// By kind.
    force: Vec<i32>,
    /// The kinds that promote, by side.
    pawn_kinds: [Vec<KindId>; 2],
    /// File and rank, by square.
    squares: Vec<(u8, u8)>,
    /// What all men but pawns and Kings are worth at the start.
    whole_phase: i32,
    pawns: Vec<Pawns>,
    /// Scratch for [`Pawns::new`].
    pawn_list: [Vec<Pawn>; 2],
}

/// What a man of a kind adds on a square, in as few bytes as possible: this is the hot table.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    /// Value and place, as White sees it.
    mg: i16,
    eg: i16,
    /// Centipawns; nothing for pawns and Kings.
    force: u16,
    trait_: Trait,
}

/// What needs a second look about a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Trait {
    #[default]
    None,
    /// Bound to the dark squares.
    Dark,
    /// Bound to the light squares.
    Light,
    /// Rides along files.
    FileRider,
}

/// What a side has, gathered in one walk over its men.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    king: Option<Square>,
    /// Centipawns without pawns and Kings.
    pieces: i32,
    pawns: u32,
    /// Centipawns of color-bound men on each color.
    bound: [i32; 2],
    /// Its men are those of the list from here on ...
    begin: usize,
    /// ... to here.
    end: usize,
}

impl Evaluator {
    /// Works out the tables of a game.
    pub fn new(game: &Game) -> Evaluator {
        let values = Values::new(game);
        let shape = game.shape.clone();
        let force = |(kind, &value): (&Kind, &i32)| if kind.royal || kind.pawn { 0 } else { value };
        let force: Vec<i32> = game.kinds.iter().zip(&values.exchange).map(force).collect();
        let cell = |(row, placed): (usize, &Tapered)| {
            let (kind, square) = (row / shape.len(), Square((row % shape.len()) as u8));
            let trait_ = match (force[kind], game.kinds[kind].color_bound, values.file_rider[kind]) {
                (0, ..) | (_, false, false) => Trait::None,
                (_, true, _) if shape.is_dark(square) => Trait::Dark,
                (_, true, _) => Trait::Light,
                (_, _, true) => Trait::FileRider,
            };
            Cell { mg: placed.mg as i16, eg: placed.eg as i16, force: force[kind] as u16, trait_ }
        };
        let cells = values.placed.iter().enumerate().map(cell).collect();
        let pawns_of = |color| game.kind_ids().filter(|&kind| game.kind(kind).pawn && game.kind(kind).color == color).collect();
        Evaluator {
            cells,
            pawn_kinds: Color::ALL.map(pawns_of),
            squares: (0..shape.len() as u8).map(|s| (shape.file(Square(s)), shape.rank(Square(s)))).collect(),
            whole_phase: game.array.iter().map(|(_, kind)| force[kind.index()]).sum::<i32>().max(1),
            pawns: vec![Pawns::default(); PAWN_ENTRIES],
            pawn_list: [Vec::with_capacity(MAX_MEN), Vec::with_capacity(MAX_MEN)],
            force,
            shape,
            values,
        }
    }

    /// What men are worth in exchanges, in centipawns, by kind; Kings more than all the rest.
    pub fn values(&self) -> &[i32] {
        &self.values.exchange
    }

    /// What a kind adds to a side's force in centipawns: nothing for pawns and Kings.
    pub fn force(&self, kind: KindId) -> i32 {
        self.force[kind.index()]
    }

    /// What a position is worth to the side to move, in centipawns.
    pub fn evaluate(&mut self, pos: &Position) -> i32 {
        let entry = self.pawn_entry(pos);
        let pawns = &self.pawns[entry];
        let mut score = pawns.score;
        let mut rows = [0u32; MAX_MEN];
        let mut sides = [Side::default(); 2];
        for color in Color::ALL {
            let begin = sides[0].end;
            let side = &mut sides[color.index()];
            side.begin = begin;
            side.king = pos.royal_square(color);
            side.pawns = self.pawn_kinds[color.index()].iter().map(|&kind| pos.count(kind)).sum();
            score += self.count_men(pos, color, side, &mut rows, pawns);
            score += Tapered::both(side.bound[0].min(side.bound[1]) * PAIR_SHARE / 100).seen_from(color);
        }
        for color in Color::ALL {
            let enemy = &sides[(!color).index()];
            if let Some(king) = sides[color.index()].king {
                score += self.shelter(color, king, pawns).seen_from(color);
                if enemy.pieces * DANGER_FORCE >= self.whole_phase {
                    score += self.danger(king, &rows[enemy.begin..enemy.end]).seen_from(color);
                }
            }
            score += self.passers(pos, color, sides.map(|side| side.king), pawns).seen_from(color);
        }
        let phase = (sides[0].pieces + sides[1].pieces).min(self.whole_phase);
        let white = self.conclude(score.at(phase, self.whole_phase), &sides);
        TEMPO + if pos.side() == Color::White { white } else { -white }
    }

    /// Walks over a side's men: notes what it has, and lists where they stand in the tables. Returns
    /// what they are worth in their places, as White sees it.
    #[inline]
    fn count_men(&self, pos: &Position, color: Color, side: &mut Side, rows: &mut [u32; MAX_MEN], pawns: &Pawns) -> Tapered {
        let mut score = Tapered::default();
        let mut end = side.begin;
        for (kind, square) in pos.men(color) {
            let row = kind.index() * self.squares.len() + square.index();
            let cell = self.cells[row];
            rows[end % MAX_MEN] = row as u32;
            end += 1;
            score += Tapered { mg: i32::from(cell.mg), eg: i32::from(cell.eg) };
            side.pieces += i32::from(cell.force);
            match cell.trait_ {
                Trait::None => {}
                Trait::Dark => side.bound[0] += i32::from(cell.force),
                Trait::Light => side.bound[1] += i32::from(cell.force),
                Trait::FileRider => score += self.on_file(square, color, pawns),
            }
        }
        side.end = end.min(MAX_MEN);
        score
    }

    /// What an open file is worth to a man that rides along it, as White sees it.
    fn on_file(&self, square: Square, color: Color, pawns: &Pawns) -> Tapered {
        let (file, _) = self.squares[square.index()];
        if pawns.on_file(color, file) {
            return Tapered::default();
        }
        OPEN_FILE[usize::from(pawns.on_file(!color, file))].seen_from(color)
    }

    /// The place of this position's pawns in the table, judged if they are new.
    fn pawn_entry(&mut self, pos: &Position) -> usize {
        let key = pos.pawn_key();
        let entry = key as usize % PAWN_ENTRIES;
        if !self.pawns[entry].is_for(key) {
            for color in Color::ALL {
                let list = &mut self.pawn_list[color.index()];
                list.clear();
                let men = pos.men(color).filter(|(kind, _)| self.pawn_kinds[color.index()].contains(kind));
                let shape = &self.shape;
                list.extend(men.map(|(_, s)| Pawn { file: shape.file(s), rank: shape.rank_for(s, color), square: s.0 }));
            }
            self.pawns[entry] = Pawns::new(key, &self.pawn_list, self.shape.ranks());
        }
        entry
    }

    /// The rank of a square as a side counts.
    #[inline]
    fn rank_for(&self, square: Square, color: Color) -> u8 {
        let (_, rank) = self.squares[square.index()];
        if color == Color::White { rank } else { self.shape.ranks() - 1 - rank }
    }

    fn shelter(&self, color: Color, king: Square, pawns: &Pawns) -> Tapered {
        pawns.shelter(color, self.squares[king.index()].0, self.rank_for(king, color), self.shape.files())
    }

    /// What the enemy men aiming at a King's neighborhood cost it.
    fn danger(&self, king: Square, enemies: &[u32]) -> Tapered {
        let danger = &self.values.danger[king.index() * self.cells.len()..][..self.cells.len()];
        let units: i32 = enemies.iter().map(|&row| i32::from(danger[row as usize])).sum();
        let units = units.min(DANGER_MOST);
        Tapered::mg(-units * units / DANGER)
    }

    /// What a side's passed pawns are worth.
    fn passers(&self, pos: &Position, color: Color, kings: [Option<Square>; 2], pawns: &Pawns) -> Tapered {
        let one = |&square: &u8| {
            let square = Square(square);
            let steps = self.shape.ranks() - 1 - self.rank_for(square, color);
            let mut score = passed(steps);
            let files = usize::from(self.shape.files());
            let ahead = if color == Color::White { square.index() + files } else { square.index().wrapping_sub(files) };
            if ahead < self.squares.len() && pos.kind_at(Square(ahead as u8)).is_some() {
                score = score.percent(Tapered::both(PASSED_BLOCKED));
            }
            if let [Some(ours), Some(theirs)] = [kings[color.index()], kings[(!color).index()]] {
                let distances = [self.distance(theirs, square), self.distance(ours, square)];
                score += Tapered::eg((distances[0] * PASSED_KINGS[0] + distances[1] * PASSED_KINGS[1]) / i32::from(steps.max(1)));
            }
            score
        };
        pawns.passers(color).iter().map(one).sum()
    }

    /// King's steps between two squares.
    fn distance(&self, a: Square, b: Square) -> i32 {
        let (a, b) = (self.squares[a.index()], self.squares[b.index()]);
        i32::from(a.0.abs_diff(b.0).max(a.1.abs_diff(b.1)))
    }

    /// Corrects White's score where little is left: a bare King is hunted, and a small lead
    /// without pawns hardly wins.
    fn conclude(&self, white: i32, sides: &[Side; 2]) -> i32 {
        let strong = usize::from(white < 0);
        let (strong, weak) = (&sides[strong], &sides[1 - strong]);
        if strong.pawns > 0 && weak.pieces + weak.pawns as i32 > 0 {
            return white;
        }
        let mut size = white.abs();
        if weak.pieces == 0
            && weak.pawns == 0
            && let (Some(ours), Some(theirs)) = (strong.king, weak.king)
        {
            size += (i32::from(self.shape.ranks().max(self.shape.files())) - self.distance(ours, theirs)) * MOP_UP;
        }
        if strong.pawns == 0 && strong.pieces - weak.pieces <= THIN_LEAD {
            size = size * THIN_SHARE / 100;
        }
        size * white.signum()
    }
}
