//! Static evaluation: values, tables and mobility derived from the moves.
//!
//! Nothing here knows a piece of chess. A man's value and what each square is worth to it come
//! from its moves (`values`); terms on pawns and Kings use only "promotes" and "royal". All
//! arithmetic that reaches a score is integral, so every machine evaluates alike.

mod burden;
mod ledger;
mod params;
mod terms;
mod values;

use crate::game::{Game, KindId, MAX_MEN};
use crate::geometry::{Color, Shape, Square};
use crate::position::Position;

use burden::Burden;
use ledger::Ledger;
use params::{
    COUNT_HALF, DANGER, DANGER_FORCE, DANGER_MOST, HUNT_NEAR, HUNT_RIM, LAST, MOP_UP, OPEN_FILE, PAIR_SHARE,
    PAWN_ATTACK, TEMPO, THIN_LEAD, THIN_SHARE,
};
use terms::{Pawn, Pawns, Tapered, blocked, checks, distance};
use values::Values;

/// Pawn structures remembered: a power of two.
const PAWN_ENTRIES: usize = 4096;
/// Makes the squares of both Kings part of a pawn structure's hash.
const KING_KEYS: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F];
/// The same of closed complexes.
const CLOSED_KEY: u64 = 0xA076_1D64_78BD_642F;

/// Evaluates the positions of one game.
#[derive(Debug)]
pub struct Evaluator {
    shape: Shape,
    values: Values,
    /// Takes the place of all else where men are a burden.
    burden: Option<Burden>,
    ledger: Ledger,
    /// By kind.
    force: Vec<i32>,
    /// What all men but pawns and Kings are worth at the start.
    whole_phase: i32,
    /// Whether endings must be won in time.
    timed: bool,
    /// By side: the kinds of men it must not lose, and how many it must keep.
    losses: [Vec<(Vec<KindId>, i32)>; 2],
    /// Whether mate is how a game is won.
    by_mate: bool,
    pawns: Vec<Pawns>,
    /// Scratch for [`Pawns::new`].
    pawn_list: [Vec<Pawn>; 2],
}

impl Evaluator {
    /// Works out the tables of a game.
    pub fn new(game: &Game) -> Evaluator {
        let values = Values::new(game);
        let shape = game.shape.clone();
        let force = |kind: KindId| {
            if values.is_king(kind) || game.kind(kind).pawn { 0 } else { values.natural[kind.index()] }
        };
        let force: Vec<i32> = game.kind_ids().map(force).collect();
        Evaluator {
            ledger: Ledger::new(game, &values, &force),
            whole_phase: game.array.iter().map(|(_, kind)| force[kind.index()]).sum::<i32>().max(1),
            timed: game.counting().is_some(),
            pawns: vec![Pawns::default(); PAWN_ENTRIES],
            pawn_list: [Vec::with_capacity(MAX_MEN), Vec::with_capacity(MAX_MEN)],
            losses: Color::ALL.map(|color| {
                let least = game.ends.iter().flat_map(|ends| &ends.least[color.index()]);
                let fatal = least.filter(|least| least.is_fatal());
                fatal.map(|least| (least.kinds.clone(), i32::from(least.men))).collect()
            }),
            by_mate: game
                .ends
                .as_ref()
                .is_none_or(|ends| ends.arrival.is_none() && ends.least.iter().all(Vec::is_empty)),
            burden: game.men_are_a_burden().then(|| Burden::new(game)),
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
        if let Some(burden) = &self.burden {
            return burden.evaluate(pos);
        }
        self.ledger.update(pos, &self.values);
        let entry = self.pawn_entry(pos);
        let (pawns, ledger) = (&self.pawns[entry], &self.ledger);
        let mut score =
            pawns.score + ledger.placed() + self.open_files(pawns) + Tapered::both(self.pawn_attacks(pawns));
        for color in Color::ALL {
            let side = ledger.side(color);
            let mut own = Tapered::both(side.bound[0].min(side.bound[1]) * PAIR_SHARE / 100);
            if ledger.side(!color).pieces * DANGER_FORCE >= self.whole_phase {
                let units = side.danger.min(DANGER_MOST);
                own += Tapered::mg(-units * units / DANGER);
            }
            let stopped =
                pawns.passers(color).iter().filter(|passer| pos.kind_at(Square(passer.ahead)).is_some());
            own += stopped.map(|passer| blocked(passer.steps)).sum();
            own += Tapered::both(self.losses(pos, color));
            score += own.seen_from(color);
        }
        let phase =
            (ledger.side(Color::White).pieces + ledger.side(Color::Black).pieces).min(self.whole_phase);
        let mut white = self.conclude(score.at(phase, self.whole_phase));
        if !pos.closed().is_empty() {
            // There is only half a win to be had.
            white /= 2;
        }
        if let Some(left) = pos.plies_left() {
            // The less time there is, the less likely is the win.
            white = white * i32::from(left) / (i32::from(left) + COUNT_HALF);
        }
        white += checks(pos);
        TEMPO + if pos.side() == Color::White { white } else { -white }
    }

    /// What it costs a side that few are left of the men it must not lose.
    fn losses(&self, pos: &Position, color: Color) -> i32 {
        let cost = |(kinds, least): &(Vec<KindId>, i32)| {
            let left = kinds.iter().map(|&kind| pos.count(kind) as i32).sum::<i32>() - least + 1;
            -LAST / (left * left).max(1)
        };
        self.losses[color.index()].iter().map(cost).sum()
    }

    /// What it costs that men are attacked by pawns, as White sees it.
    fn pawn_attacks(&self, pawns: &Pawns) -> i32 {
        let cost = |(color, square): (Color, Square)| match color {
            Color::White => -pawns.attacked(Color::Black, square),
            Color::Black => pawns.attacked(Color::White, square),
        };
        self.ledger.pieces().map(cost).sum::<i32>() * PAWN_ATTACK
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

    /// The place of this position's pawns and Kings in the table, judged if they are new.
    fn pawn_entry(&mut self, pos: &Position) -> usize {
        let kings = Color::ALL.map(|color| self.ledger.side(color).king);
        let place = |king: Option<Square>| king.map_or(0, |square| u64::from(square.0) + 1);
        let kings_key =
            place(kings[0]).wrapping_mul(KING_KEYS[0]) ^ place(kings[1]).wrapping_mul(KING_KEYS[1]);
        // Pawns of a closed complex do not count.
        let key = pos.pawn_key() ^ kings_key ^ (pos.closed().index() as u64).wrapping_mul(CLOSED_KEY);
        let entry = (key >> 32) as usize % PAWN_ENTRIES;
        if !self.pawns[entry].is_for(key) {
            self.judge_pawns(pos.game(), kings, key, entry);
        }
        entry
    }

    #[cold]
    fn judge_pawns(&mut self, game: &Game, kings: [Option<Square>; 2], key: u64, entry: usize) {
        self.pawn_list.iter_mut().for_each(Vec::clear);
        for (color, pawn) in self.ledger.pawns() {
            self.pawn_list[color.index()].push(pawn);
        }
        self.pawns[entry] = Pawns::new(key, &self.pawn_list, kings, self.values.hordes, game);
    }

    /// What it is worth that a bare King is far from the center and near the men that hunt it.
    fn hunt(&self, hunter: Color, king: Square) -> i32 {
        let shape = &self.shape;
        let off = |at: u8, of: u8| (2 * i32::from(at) + 1 - i32::from(of)).abs() / 2;
        let rim = off(shape.file(king), shape.files()) + off(shape.rank(king), shape.ranks());
        let hunters = self.ledger.pieces().filter(|(color, _)| *color == hunter);
        rim * HUNT_RIM - hunters.map(|(_, square)| distance(shape, square, king)).sum::<i32>() * HUNT_NEAR
    }

    /// Corrects White's score where little is left: a bare King is hunted, and a small lead
    /// without pawns hardly wins.
    fn conclude(&self, white: i32) -> i32 {
        let winner = if white < 0 { Color::Black } else { Color::White };
        let (strong, weak) = (self.ledger.side(winner), self.ledger.side(!winner));
        if strong.pawns > 0 && weak.pieces + weak.pawns > 0 {
            return white;
        }
        let mut size = white.abs();
        if weak.pieces == 0
            && weak.pawns == 0
            && let (Some(ours), Some(theirs)) = (strong.king, weak.king)
        {
            size += (i32::from(self.shape.ranks().max(self.shape.files()))
                - distance(&self.shape, ours, theirs))
                * MOP_UP;
            if self.timed {
                return (size + self.hunt(winner, theirs)) * white.signum();
            }
        }
        if self.by_mate && strong.pawns == 0 && strong.pieces - weak.pieces <= THIN_LEAD {
            size = size * THIN_SHARE / 100;
        }
        size * white.signum()
    }
}
