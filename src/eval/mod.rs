//! Static evaluation: values, tables and mobility derived from the moves.
//!
//! Nothing here knows a piece of chess. A man's value and what each square is worth to it come
//! from its moves (`values`); terms on pawns and Kings use only "promotes" and "royal". All
//! arithmetic that reaches a score is integral, so every machine evaluates alike.

mod ledger;
mod params;
mod terms;
mod values;

use crate::game::{Game, Kind, KindId, MAX_MEN};
use crate::geometry::{Color, Shape, Square};
use crate::position::Position;

use ledger::Ledger;
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
    ledger: Ledger,
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

impl Evaluator {
    /// Works out the tables of a game.
    pub fn new(game: &Game) -> Evaluator {
        let values = Values::new(game);
        let shape = game.shape.clone();
        let force = |(kind, &value): (&Kind, &i32)| if kind.royal || kind.pawn { 0 } else { value };
        let force: Vec<i32> = game.kinds.iter().zip(&values.exchange).map(force).collect();
        let pawns_of = |color| game.kind_ids().filter(|&kind| game.kind(kind).pawn && game.kind(kind).color == color).collect();
        Evaluator {
            ledger: Ledger::new(game, &values, &force),
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
        self.ledger.update(pos, &self.values);
        let entry = self.pawn_entry(pos);
        let (pawns, ledger) = (&self.pawns[entry], &self.ledger);
        let mut score = pawns.score + ledger.placed() + self.open_files(pawns);
        for color in Color::ALL {
            let side = ledger.side(color);
            let mut own = Tapered::both(side.bound[0].min(side.bound[1]) * PAIR_SHARE / 100);
            if let Some(king) = side.king {
                own += self.shelter(color, king, pawns);
                if ledger.side(!color).pieces * DANGER_FORCE >= self.whole_phase {
                    let units = side.danger.min(DANGER_MOST);
                    own += Tapered::mg(-units * units / DANGER);
                }
            }
            own += self.passers(pos, color, pawns);
            score += own.seen_from(color);
        }
        let phase = (ledger.side(Color::White).pieces + ledger.side(Color::Black).pieces).min(self.whole_phase);
        let white = self.conclude(score.at(phase, self.whole_phase));
        TEMPO + if pos.side() == Color::White { white } else { -white }
    }

    /// What open files are worth to the men that ride along them, as White sees it.
    fn open_files(&self, pawns: &Pawns) -> Tapered {
        let mut score = Tapered::default();
        for (color, file) in self.ledger.file_riders() {
            if !pawns.on_file(color, file) {
                score += OPEN_FILE[usize::from(pawns.on_file(!color, file))].seen_from(color);
            }
        }
        score
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

    /// What a side's passed pawns are worth.
    fn passers(&self, pos: &Position, color: Color, pawns: &Pawns) -> Tapered {
        let one = |&square: &u8| {
            let square = Square(square);
            let steps = self.shape.ranks() - 1 - self.rank_for(square, color);
            let mut score = passed(steps);
            let files = usize::from(self.shape.files());
            let ahead = if color == Color::White { square.index() + files } else { square.index().wrapping_sub(files) };
            if ahead < self.squares.len() && pos.kind_at(Square(ahead as u8)).is_some() {
                score = score.percent(Tapered::both(PASSED_BLOCKED));
            }
            if let [Some(ours), Some(theirs)] = [color, !color].map(|color| self.ledger.side(color).king) {
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
    fn conclude(&self, white: i32) -> i32 {
        let strong = if white < 0 { Color::Black } else { Color::White };
        let (strong, weak) = (self.ledger.side(strong), self.ledger.side(!strong));
        if strong.pawns > 0 && weak.pieces + weak.pawns > 0 {
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
