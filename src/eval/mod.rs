//! Static evaluation: values, tables and mobility derived from the moves.
//!
//! Nothing here knows a piece of chess. A man's value and what each square is worth to it come
//! from its moves ([`values`]); terms on pawns and Kings use only "promotes" and "royal". All
//! arithmetic that reaches a score is integral, so every machine evaluates alike.

mod params;
mod terms;
mod values;

use crate::game::{Game, KindId, MAX_MEN};
use crate::geometry::{Color, Shape, Square};
use crate::position::Position;

use params::{DANGER, DANGER_MOST, MOP_UP, OPEN_FILE, PAIR_SHARE, PASSED_BLOCKED, PASSED_KINGS, TEMPO, THIN_LEAD, THIN_SHARE};
use terms::{Pawn, Pawns, Tapered, passed};
use values::Values;

/// Pawn structures remembered: a power of two.
const PAWN_ENTRIES: usize = 4096;

/// Evaluates the positions of one game.
#[derive(Debug)]
pub struct Evaluator {
    shape: Shape,
    values: Values,
    kinds: Vec<KindTraits>,
    /// Which color a square has (0 or 1), its file and its rank, by square.
    squares: Vec<SquareTraits>,
    /// What all men but pawns and Kings are worth at the start.
    whole_phase: i32,
    pawns: Vec<Pawns>,
    /// Scratch for [`Pawns::new`].
    pawn_list: [Vec<Pawn>; 2],
}

/// What the evaluation asks of a kind.
#[derive(Clone, Copy, Debug)]
struct KindTraits {
    /// Pawn, King or neither.
    role: Role,
    /// Centipawns, nothing for pawns and Kings.
    phase: i32,
    color_bound: bool,
    file_rider: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Pawn,
    Royal,
    Other,
}

#[derive(Clone, Copy, Debug)]
struct SquareTraits {
    file: u8,
    rank: u8,
    shade: u8,
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
}

impl Evaluator {
    /// Works out the tables of a game.
    pub fn new(game: &Game) -> Evaluator {
        let values = Values::new(game);
        let traits = |(i, kind): (usize, &crate::game::Kind)| {
            let role = match (kind.royal, kind.pawn) {
                (true, _) => Role::Royal,
                (false, true) => Role::Pawn,
                (false, false) => Role::Other,
            };
            let phase = if role == Role::Other { values.exchange[i] } else { 0 };
            KindTraits { role, phase, color_bound: kind.color_bound && role == Role::Other, file_rider: values.file_rider[i] }
        };
        let kinds: Vec<KindTraits> = game.kinds.iter().enumerate().map(traits).collect();
        let whole_phase = game.array.iter().map(|(_, kind)| kinds[kind.index()].phase).sum::<i32>().max(1);
        let shape = game.shape.clone();
        let square = |s: Square| SquareTraits { file: shape.file(s), rank: shape.rank(s), shade: u8::from(shape.is_dark(s)) };
        let squares = (0..shape.len() as u8).map(|s| square(Square(s))).collect();
        Evaluator {
            shape,
            values,
            kinds,
            squares,
            whole_phase,
            pawns: vec![Pawns::default(); PAWN_ENTRIES],
            pawn_list: [Vec::with_capacity(MAX_MEN), Vec::with_capacity(MAX_MEN)],
        }
    }

    /// What men are worth in exchanges, in centipawns, by kind; Kings more than all the rest.
    pub fn values(&self) -> &[i32] {
        &self.values.exchange
    }

    /// What a kind adds to a side's force in centipawns: nothing for pawns and Kings.
    pub fn force(&self, kind: KindId) -> i32 {
        self.kinds[kind.index()].phase
    }

    /// What a position is worth to the side to move, in centipawns.
    pub fn evaluate(&mut self, pos: &Position) -> i32 {
        let entry = self.pawn_entry(pos);
        let pawns = &self.pawns[entry];
        let mut score = pawns.score;
        let mut rows = [0u32; MAX_MEN];
        let mut ends = [0usize; 3];
        let mut sides = [Side::default(); 2];
        for color in Color::ALL {
            let mut end = ends[color.index()];
            for (kind, square) in pos.men(color) {
                let row = kind.index() * self.squares.len() + square.index();
                score += self.values.placed[row] + self.count_man(kind, square, color, &mut sides[color.index()], pawns);
                rows[end] = row as u32;
                end += 1;
            }
            ends[color.index() + 1] = end;
        }
        for color in Color::ALL {
            let side = sides[color.index()];
            score += Tapered::both(side.bound[0].min(side.bound[1]) * PAIR_SHARE / 100).seen_from(color);
            if let Some(king) = side.king {
                let enemies = &rows[ends[(!color).index()]..ends[(!color).index() + 1]];
                score += (self.shelter(color, king, pawns) + self.danger(king, enemies)).seen_from(color);
            }
            score += self.passers(pos, color, sides.map(|side| side.king), pawns).seen_from(color);
        }
        let phase = (sides[0].pieces + sides[1].pieces).min(self.whole_phase);
        let white = self.conclude(score.at(phase, self.whole_phase), &sides);
        TEMPO + if pos.side() == Color::White { white } else { -white }
    }

    /// Adds a man to what its side has; returns, as White sees it, what is special about its place.
    #[inline]
    fn count_man(&self, kind: KindId, square: Square, color: Color, side: &mut Side, pawns: &Pawns) -> Tapered {
        let traits = self.kinds[kind.index()];
        match traits.role {
            Role::Pawn => side.pawns += 1,
            Role::Royal => side.king = Some(square),
            Role::Other => side.pieces += traits.phase,
        }
        let place = self.squares[square.index()];
        if traits.color_bound {
            side.bound[place.shade as usize] += traits.phase;
        }
        if traits.file_rider && traits.role == Role::Other && !pawns.on_file(color, place.file) {
            return OPEN_FILE[usize::from(pawns.on_file(!color, place.file))].seen_from(color);
        }
        Tapered::default()
    }

    /// The place of this position's pawns in the table, judged if they are new.
    fn pawn_entry(&mut self, pos: &Position) -> usize {
        let key = pos.pawn_key();
        let entry = key as usize % PAWN_ENTRIES;
        if !self.pawns[entry].is_for(key) {
            for color in Color::ALL {
                let list = &mut self.pawn_list[color.index()];
                list.clear();
                let men = pos.men(color).filter(|(kind, _)| self.kinds[kind.index()].role == Role::Pawn);
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
        let rank = self.squares[square.index()].rank;
        if color == Color::White { rank } else { self.shape.ranks() - 1 - rank }
    }

    fn shelter(&self, color: Color, king: Square, pawns: &Pawns) -> Tapered {
        pawns.shelter(color, self.squares[king.index()].file, self.rank_for(king, color), self.shape.files())
    }

    /// What the enemy men aiming at a King's neighborhood cost it.
    fn danger(&self, king: Square, enemies: &[u32]) -> Tapered {
        let squares = self.squares.len();
        let units: i32 = enemies.iter().map(|&row| i32::from(self.values.danger[row as usize * squares + king.index()])).sum();
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
        i32::from(a.file.abs_diff(b.file).max(a.rank.abs_diff(b.rank)))
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
        if weak.pieces == 0 && weak.pawns == 0 {
            if let (Some(ours), Some(theirs)) = (strong.king, weak.king) {
                size += (i32::from(self.shape.ranks().max(self.shape.files())) - self.distance(ours, theirs)) * MOP_UP;
            }
        }
        if strong.pawns == 0 && strong.pieces - weak.pieces <= THIN_LEAD {
            size = size * THIN_SHARE / 100;
        }
        size * white.signum()
    }
}
