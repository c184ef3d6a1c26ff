//! The weights of the positional terms, which matches and the tuner may change.
//!
//! One list holds the name, meaning and value of each. The tuner sees all of them as one list of numbers.
//!
//! [`Tapered`], the unit of every term, is a weight for the middlegame and one for the endgame. Constants
//! behind the list are not tuned; one that was tried in a match has the result in its comment.
//!
//! `benches/LEARNING.md` says how they were fitted and what matches gave. No weight has been tried alone.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};

use crate::rules::game::Game;
use crate::rules::geometry::Color;
use crate::rules::variant::WeightsChoice;

/// Fitted to the games that `betza.net` was trained on.
const BETZA: &str = include_str!("betza.weights");

/// The value of a weight: one or more numbers.
pub(super) trait Numbers {
    /// Calls `visit` for each number, with the name of its weight.
    fn each(&mut self, name: &'static str, visit: &mut dyn FnMut(&'static str, &mut i32));
}

impl Numbers for i32 {
    fn each(&mut self, name: &'static str, visit: &mut dyn FnMut(&'static str, &mut i32)) {
        visit(name, self);
    }
}

impl Numbers for Tapered {
    fn each(&mut self, name: &'static str, visit: &mut dyn FnMut(&'static str, &mut i32)) {
        visit(name, &mut self.mg);
        visit(name, &mut self.eg);
    }
}

impl<T: Numbers, const N: usize> Numbers for [T; N] {
    fn each(&mut self, name: &'static str, visit: &mut dyn FnMut(&'static str, &mut i32)) {
        for element in self {
            element.each(name, visit);
        }
    }
}

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $kind:ty = $value:expr;)*) => {
        /// The weights, in centipawns unless another unit is given.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Weights {
            $($(#[$doc])* pub(super) $name: $kind,)*
        }

        impl Default for Weights {
            fn default() -> Weights {
                Weights { $($name: $value,)* }
            }
        }

        impl Weights {
            /// Calls a function for every number with the name of its weight, always in the same order.
            pub fn each(&mut self, visit: &mut dyn FnMut(&'static str, &mut i32)) {
                $(self.$name.each(stringify!($name), visit);)*
            }
        }
    };
}

const fn t(mg: i32, eg: i32) -> Tapered {
    Tapered { mg, eg }
}

weights! {
    /// Mobility: per safe square beyond the average for such pieces, for a piece worth a knight. For stronger
    /// pieces it is less, by the square root of their value.
    mobility: Tapered = t(46, 72);
    /// The average mobility of a piece, in per cent of that on a crowded board.
    mobility_usual: i32 = -18;
    /// A piece with no safe square to move to, one, or two.
    mobility_low: [Tapered; 3] = [t(-4, -32), t(-3, -12), t(-3, -5)];

    /// Freedom: by safe squares as multiples of a half of the average on a crowded board, from none to three
    /// times the average, for a piece worth a knight. For others by the fourth root of their value.
    freedom: [Tapered; 7] = [t(26, -5), t(28, 14), t(18, 16), t(4, 1), t(-22, -29), t(-5, -12), t(-2, -4)];

    /// Piece attacked by one of about its value.
    threat_by_equal: Tapered = t(29, 26);
    /// Piece that the king attacks and nobody defends.
    threat_by_king: Tapered = t(11, 9);
    /// Piece that a pawn attacks after a safe step.
    threat_by_push: Tapered = t(18, 13);
    /// Piece attacked by a pawn.
    threat_by_pawn: Tapered = t(75, 27);
    /// Piece attacked by one that is worth less: always, and per hundred of what is between them.
    threat_by_lesser: [Tapered; 2] = [t(62, 30), t(6, -3)];
    /// Piece that is attacked and not defended.
    hanging: Tapered = t(37, 27);
    /// Pawn that is attacked and not defended.
    hanging_pawn: Tapered = t(14, 51);
    /// Piece that is attacked and defended, but attacked once more than defended.
    weak: Tapered = t(48, 19);
    /// More than one piece of these at once.
    threats_several: Tapered = t(28, 31);
    /// Square both sides attack that this side's pawns do not guard.
    restricted: Tapered = t(6, 3);

    /// Danger to the king: per enemy piece that attacks its zone, times their number.
    danger_attacker: i32 = 11;
    /// Danger: per attack on a square of the zone.
    danger_hit: i32 = 19;
    /// Danger: per square of the zone that is attacked and guarded by the king at most.
    danger_weak: i32 = 36;
    /// Danger: a piece that can give check where it is safe, and where it is not.
    danger_check: [i32; 2] = [343, 129];
    /// Danger: a second safe square to give check from.
    danger_checks: i32 = 109;
    /// Danger: by the squares the king can flee to: none, one, two.
    danger_flight: [i32; 3] = [150, 91, 31];
    /// Danger: hundredths of the worth of the pawn shelter.
    danger_shelter: i32 = -512;
    /// Danger: where the enemy has no piece worth this much or more (in pawns): per pawn that is missing.
    danger_strongest: i32 = -22;
    /// Danger: a piece that alone blocks a line attack on the king.
    danger_screen: i32 = 115;
    /// Danger: sixteenths, by the square of the attacks on the king's flank.
    danger_flank: i32 = 6;
    /// Danger: square of the flank that is guarded.
    danger_guard: i32 = -6;
    /// Danger: sixteenths of the enemy's lead in the worth of mobility.
    danger_mobility: i32 = -5;
    /// Danger that is always there.
    danger_base: i32 = -26;

    /// Piece worth less than a rook, well advanced, where no pawn can drive it away: guarded by a pawn, or
    /// not.
    outpost: [Tapered; 2] = [t(36, 0), t(31, -15)];
    /// Piece that never leaves its color: per own pawn on that color.
    bound_pawn: Tapered = t(-2, -8);
    /// Piece behind a pawn of its own.
    behind_pawn: Tapered = t(2, 1);

    /// Pawn guarded by a pawn, and pawn beside a pawn: by ranks advanced beyond the first, up to five.
    guarded: [Tapered; 6] = [t(5, 2), t(14, 8), t(11, 1), t(14, 12), t(43, 33), t(71, 14)];
    phalanx: [Tapered; 6] = [t(5, 4), t(3, 1), t(7, 11), t(24, 15), t(31, 23), t(36, 145)];
    /// Pawn that no pawn can guard any more and that cannot advance safely; on an open file worse.
    backward: [Tapered; 2] = [t(-3, -11), t(-14, -9)];
    /// Passed pawn that may move ahead: by what the enemy attacks before it (nothing, not the next square,
    /// the next square), per cent of its value.
    passed_path: [i32; 3] = [96, 15, -22];
    /// Passed pawn whose next square is guarded: per cent of its value.
    passed_guarded: i32 = 44;
    /// Passed pawn with a piece in its way, an enemy or a friend: per cent of its value.
    passed_blocked: [i32; 2] = [-49, 17];

    /// Pawn without a friend on the files beside it.
    isolated: Tapered = t(-8, -7);
    /// Pawn with a friend ahead of it on its file.
    doubled: Tapered = t(-5, -26);
    /// Passed pawn: by its steps to promotion (the last for all more).
    passed: [Tapered; 7] = [t(90, 170), t(144, 192), t(31, 127), t(-3, 69), t(-14, 29), t(-13, 8), t(-5, 5)];
    /// Passed pawn, endgame: per square the enemy king is further from it, and ours nearer.
    passed_kings: [i32; 2] = [43, -24];
    /// King, middlegame: by the ranks from it to its pawn on its own file or beside it (the last for
    /// more, and for none).
    shelter: [i32; 4] = [-2, 5, -6, -15];
    /// King, middlegame: by the ranks to the next enemy pawn on its file or beside it, if it is free to go
    /// ahead.
    storm: [i32; 5] = [22, 11, -2, -3, 0];
    /// The same where a pawn is in its way.
    storm_blocked: [i32; 5] = [10, 0, -17, 1, 7];
    /// Piece worth less than a rook, per step from its king.
    king_far: Tapered = t(1, -5);
    /// Piece that rides along files, on one without pawns, and without pawns of its own.
    open_file: [Tapered; 2] = [t(20, 41), t(11, 28)];
    /// Per cent of the smaller value that pieces bound to unlike colors are worth together.
    pair_share: i32 = 10;
    /// Pawn, beyond its share of its value.
    pawn: Tapered = t(-14, -4);
    /// Per cent of the non-pawn material, in addition to it.
    men: Tapered = t(-18, 6);

    /// Endgame: the weight of an advantage in per cent; the next four are added to it.
    win: i32 = 63;
    /// For each pawn of the stronger side.
    win_pawn: i32 = 6;
    /// For each passed pawn of either side.
    win_passed: i32 = 6;
    /// With pawns on one flank only.
    win_one_flank: i32 = -4;
    /// With bishops of opposite colors and nothing else.
    win_opposite: i32 = -28;
    /// Endgame: a bonus of the side with the advantage for winning chances; the next seven are added to it.
    play: i32 = 64;
    /// For each pawn.
    play_pawn: i32 = -2;
    /// For each passed pawn.
    play_passed: i32 = -17;
    /// With pawns on both flanks.
    play_flanks: i32 = 12;
    /// For each file between the kings, and each rank that White's is ahead.
    play_outflanking: i32 = 1;
    /// With a king in the other's half.
    play_inside: i32 = 6;
    /// With pawns only.
    play_pawns_only: i32 = 64;
    /// With pawns on one flank, where Black's king is in front of White's.
    play_stuck: i32 = -4;
    /// The part of `play` that does not apply in the middlegame.
    play_middlegame: i32 = 51;
    /// Safe square behind or among the own pawns in the middle of the board.
    space: Tapered = t(5, -9);
    /// The bonus for the side to move.
    tempo: Tapered = t(20, 14);
}

/// A text that is no list of weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: expected `{expected}` and {count} numbers, found `{found}`")]
pub struct WeightsError {
    line: usize,
    expected: &'static str,
    count: usize,
    found: String,
}

impl Weights {
    /// The weights that the file of a game asks for.
    pub fn of(game: &Game) -> Weights {
        Weights::chosen(game.def.weights)
    }

    /// The weights that a variant file may ask for.
    pub fn chosen(choice: WeightsChoice) -> Weights {
        match choice {
            WeightsChoice::Usual => Weights::default(),
            WeightsChoice::Betza => Weights::read(BETZA).unwrap_or_default(),
        }
    }

    /// All numbers, in the order of [`Weights::each`].
    pub fn numbers(&self) -> Vec<(&'static str, i32)> {
        let mut numbers = Vec::new();
        self.clone().each(&mut |name, number| numbers.push((name, *number)));
        numbers
    }

    /// The weights with other numbers, in the same order; missing ones keep their values.
    #[must_use]
    pub fn with(&self, numbers: &[i32]) -> Weights {
        let (mut weights, mut numbers) = (self.clone(), numbers.iter());
        weights.each(&mut |_, number| *number = numbers.next().copied().unwrap_or(*number));
        weights
    }

    /// A line for each weight: its name and its numbers.
    pub fn to_text(&self) -> String {
        let lines = self.numbers();
        let line = |of_one: &[(&str, i32)]| {
            let numbers: Vec<String> = of_one.iter().map(|(_, number)| number.to_string()).collect();
            format!("{} {}\n", of_one[0].0, numbers.join(" "))
        };
        lines.chunk_by(|a, b| a.0 == b.0).map(line).collect()
    }

    /// Reads the text that [`Weights::to_text`] writes.
    ///
    /// # Errors
    /// If a line is not the expected one.
    pub fn read(text: &str) -> Result<Weights, WeightsError> {
        let usual = Weights::default();
        let mut lines = text.lines().enumerate();
        let mut numbers = Vec::new();
        for due in usual.numbers().chunk_by(|a, b| a.0 == b.0) {
            let (line, found) = lines.next().unwrap_or((numbers.len(), ""));
            let mut words = found.split_whitespace();
            let name = words.next();
            let read: Vec<i32> = words.map_while(|word| word.parse().ok()).collect();
            if name != Some(due[0].0) || read.len() != due.len() {
                let (expected, count, found) = (due[0].0, due.len(), found.to_string());
                return Err(WeightsError { line: line + 1, expected, count, found });
            }
            numbers.extend(read);
        }
        Ok(usual.with(&numbers))
    }
}

/// The weight of a forward move.
pub const FORWARD: f64 = 1.4;
/// The weight of a straight leap over one or more squares: unlike a knight's, it stays on the same lines.
pub const STRAIGHT_LEAP: f64 = 0.8;
/// The weight of a move over a hurdle, besides the probability of the hurdle: such an attack is hard to
/// parry. Fitted to the Cannons of Xiangqi and Janggi.
pub const HOP: f64 = 1.15;
/// The weight of a move that can only capture.
pub const CAPTURE_ONLY: f64 = 2.0 / 3.0;
/// The weight of a move that cannot capture.
pub const QUIET_ONLY: f64 = 1.0 / 3.0;
/// Pawns per unit of crowded mobility, and per its square. With the constants above fitted to the sixteen
/// pieces of the four armies of Chess with Different Armies (mean error a quarter of a pawn).
pub const VALUE_FIT: [f64; 2] = [0.416, 0.0133];
/// The factor for the value of a piece that never leaves one square color.
pub const BOUND: f64 = 0.95;
/// The part of the value of its best promotion that a pawn is worth in addition.
pub const PROMOTION: f64 = 0.02;
/// The value of a royal piece in exchanges. In the material balance it does not count.
pub const ROYAL: i32 = 20_000;

/// The part of its value that a pawn counts, in per cent.
pub const PAWN_SHARE: Tapered = t(85, 115);

/// Centipawns per unit of mobility above the average, for a piece worth [`MOBILITY_VALUE`].
pub const MOBILITY: Tapered = t(8, 6);
/// The piece value for which [`MOBILITY`] is meant: the square matters less to stronger pieces.
pub const MOBILITY_VALUE: f64 = 325.0;
/// The weight of a reached square on the edge, and what is added in the center.
pub const REACH_WEIGHT: [f64; 2] = [0.6, 0.8];

/// King, middlegame: by distance from the nearest side edge (the last for all further in).
pub const KING_FILE: [i32; 4] = [20, 25, 0, -5];
/// King, middlegame: per rank advanced, up to [`KING_RANKS`].
pub const KING_RANK: i32 = -22;
/// The number of ranks after which [`KING_RANK`] does not grow.
pub const KING_RANKS: i32 = 4;
/// King, endgame: from the corner to the center.
pub const KING_CENTER: i32 = 60;

/// Pawn, middlegame: per file of distance from the edge beyond the first and per rank advanced.
pub const PAWN_CENTER: i32 = 3;
/// Pawn, middlegame: on a center file where it started.
pub const PAWN_ASLEEP: i32 = -12;
/// Pawn, endgame: per rank advanced.
pub const PAWN_ADVANCE: i32 = 4;

/// A piece that wins on certain squares, by its distance in moves (the last for all greater distances).
pub const GOAL: [Tapered; 8] =
    [t(0, 0), t(90, 90), t(65, 65), t(45, 45), t(30, 30), t(18, 18), t(8, 8), t(0, 0)];
/// The factor of [`GOAL`] where kings race and checks are forbidden.
pub const RACE: i32 = 4;
/// A pawn of a side without a king against a side with one: base, and per rank.
pub const HORDE: [Tapered; 2] = [t(20, 20), t(8, 12)];
/// The same for each file: per pawn on it, and less the more there are on both files beside it.
pub const HORDE_FILE: i32 = -45;
/// The penalty for few pieces of a type that must not be lost: it is divided by the square of how many may
/// still go, plus one.
pub const LAST: i32 = 300;
/// The bonus for the side to move.
pub const TEMPO: i32 = 14;

/// A piece in hand, in per cent of its value.
pub const HAND: Tapered = t(105, 105);
/// A piece in hand that enters only where another leaves, in per cent of its value. Untuned: less than on
/// the board, so that it enters.
pub const HAND_AT_GATE: Tapered = t(80, 80);
/// Each piece that may be dropped on each empty square beside the enemy's king.
pub const HAND_NEAR_KING: Tapered = t(2, 2);

/// Endgame against a bare king: per square that the kings are nearer.
pub const MOP_UP: i32 = 8;
/// The same where a piece is bound to one square color: per file and rank that the bare king is nearer to
/// a corner of that color. At 0.1 seconds a move, without tables, bishop and knight won 6 of 6 games with
/// 100, 150 and 400, 1 of 4 with 20, and 0 of 4 with 45.
pub const MOP_UP_CORNER: i32 = 100;
/// The same where it must be mated in time: per square its king is away from the center.
pub const HUNT_RIM: i32 = 15;
/// The same: per square between it and the enemy pieces.
pub const HUNT_NEAR: i32 = 3;
/// Losing games: a piece other than a pawn or king, and per square that it reaches.
pub const LOSING: Tapered = t(-130, 350);
/// See [`LOSING`].
pub const LOSING_REACH: Tapered = t(-8, -25);
/// The same, a pawn.
pub const LOSING_PAWN: Tapered = t(-100, -150);
/// The same, each tenth of the root of a side's moves to empty squares.
pub const LOSING_FREE: Tapered = t(3, 2);
/// The same, each capture of a side.
pub const LOSING_CAPTURE: Tapered = t(-25, -10);
/// Ten times the square root of a number of moves: ten moves to choose from are not ten times as good as one.
pub const LOSING_ROOTS: [i32; 64] = [
    0, 10, 14, 17, 20, 22, 24, 26, 28, 30, 32, 33, 35, 36, 37, 39, 40, 41, 42, 44, 45, 46, 47, 48, 49, 50,
    51, 52, 53, 54, 55, 56, 57, 57, 58, 59, 60, 61, 62, 62, 63, 64, 65, 66, 66, 67, 68, 69, 69, 70, 71, 71,
    72, 73, 73, 74, 75, 75, 76, 77, 77, 78, 79, 79,
];
/// The greatest lead without pawns that hardly wins.
pub const THIN_LEAD: i32 = 400;
/// The weight of such a lead, in per cent.
pub const THIN_SHARE: i32 = 25;

/// The plies left by a count of moves for which an advantage is worth half.
pub const COUNT_HALF: i32 = 16;
/// Where checks are counted: the bonus for a side that needs one more; it is divided by the square of the
/// number needed.
pub const CHECKS: i32 = 600;

/// A weight in the middlegame and in the endgame, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tapered {
    /// With all pieces on the board.
    pub mg: i32,
    /// With pawns and kings only.
    pub eg: i32,
}

impl Tapered {
    /// The same weight in both.
    pub(super) const fn both(value: i32) -> Tapered {
        Tapered { mg: value, eg: value }
    }

    /// A weight of the middlegame alone.
    pub(super) const fn mg(mg: i32) -> Tapered {
        Tapered { mg, eg: 0 }
    }

    /// A multiple of the weight.
    pub(super) const fn times(self, count: i32) -> Tapered {
        Tapered { mg: self.mg * count, eg: self.eg * count }
    }

    /// A part of the weight, in per cent.
    pub(super) const fn percent(self, share: Tapered) -> Tapered {
        Tapered { mg: self.mg * share.mg / 100, eg: self.eg * share.eg / 100 }
    }

    /// A weight of `color`, for White.
    pub(super) fn seen_from(self, color: Color) -> Tapered {
        match color {
            Color::White => self,
            Color::Black => -self,
        }
    }

    /// The weighted mean: `phase` of `whole` is the share of the middlegame.
    pub(super) const fn at(self, phase: i32, whole: i32) -> i32 {
        (self.mg * phase + self.eg * (whole - phase)) / whole
    }
}

impl Add for Tapered {
    type Output = Tapered;
    fn add(self, other: Tapered) -> Tapered {
        Tapered { mg: self.mg + other.mg, eg: self.eg + other.eg }
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    fn sub(self, other: Tapered) -> Tapered {
        self + -other
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    fn neg(self) -> Tapered {
        Tapered { mg: -self.mg, eg: -self.eg }
    }
}

impl Sum for Tapered {
    fn sum<I: Iterator<Item = Tapered>>(terms: I) -> Tapered {
        terms.fold(Tapered::default(), Add::add)
    }
}
