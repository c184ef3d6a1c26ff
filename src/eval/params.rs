//! The numbers of the evaluation. Weights of terms are centipawns; prices of moves are pawns.
//!
//! A number that was tried in a match says what it gave; all others are untested since they were set.

use super::tapered::Tapered;

const fn t(mg: i32, eg: i32) -> Tapered {
    Tapered { mg, eg }
}

/// How likely a square is empty on a crowded board: the price of every square that must be clear
/// (Ralph Betza's crowded-board mobility).
pub const CLEAR: f64 = 0.69;
/// What a forward move counts compared with the others.
pub const FORWARD: f64 = 1.4;
/// What a straight leap over one or more squares counts: unlike a Knight's, it comes back to the
/// same lines.
pub const STRAIGHT_LEAP: f64 = 0.8;
/// What a move over a hurdle counts beyond the chance that it is there: an attack from behind men is hard to
/// parry. Fitted on the Cannons of Xiangqi and Janggi.
pub const HOP: f64 = 1.15;
/// What a move that only captures counts.
pub const CAPTURE_ONLY: f64 = 2.0 / 3.0;
/// What a move that cannot capture counts.
pub const QUIET_ONLY: f64 = 1.0 / 3.0;
/// Pawns per unit of crowded mobility, and per its square. With the constants above fitted on the
/// sixteen pieces of the four armies of Chess with Different Armies (mean error a quarter of a pawn).
pub const VALUE_FIT: [f64; 2] = [0.416, 0.0133];
/// What the value of a man is multiplied by that never leaves the squares of one color.
pub const BOUND: f64 = 0.95;
/// Part of its best promotion that a pawn is worth besides.
pub const PROMOTION: f64 = 0.02;
/// Centipawns of a royal man in exchanges; in the material balance it counts nothing.
pub const ROYAL: i32 = 20_000;

/// Per cent of its value a pawn counts.
pub const PAWN_SHARE: Tapered = t(85, 115);

/// Centipawns per unit of mobility above the average, for a man worth [`MOBILITY_VALUE`].
pub const MOBILITY: Tapered = t(8, 6);
/// The value at which [`MOBILITY`] holds: stronger men care less where they stand.
pub const MOBILITY_VALUE: f64 = 325.0;
/// What a reached square counts on the rim and, added to it, in the center.
pub const REACH_WEIGHT: [f64; 2] = [0.6, 0.8];

/// King, middlegame: by distance from the nearest side edge (the last for all further in).
pub const KING_FILE: [i32; 4] = [20, 25, 0, -5];
/// King, middlegame: per rank left behind, up to [`KING_RANKS`] ranks.
pub const KING_RANK: i32 = -22;
/// Ranks after which a King is no worse off.
pub const KING_RANKS: i32 = 4;
/// King, endgame: from the corner to the center.
pub const KING_CENTER: i32 = 60;

/// Pawn, middlegame: per file of distance from the edge beyond the first and per rank advanced.
pub const PAWN_CENTER: i32 = 3;
/// Pawn, middlegame: on a center file where it started.
pub const PAWN_ASLEEP: i32 = -12;
/// Pawn, endgame: per rank advanced.
pub const PAWN_ADVANCE: i32 = 4;

/// Man that wins on certain squares, by the moves from there (the last for all more).
pub const GOAL: [Tapered; 8] =
    [t(0, 0), t(90, 90), t(65, 65), t(45, 45), t(30, 30), t(18, 18), t(8, 8), t(0, 0)];
/// What [`GOAL`] is multiplied by where Kings race for it and nobody gives check.
pub const RACE: i32 = 4;
/// Pawn of a side without a King, against one that has a King: always, and per rank.
pub const HORDE: [Tapered; 2] = [t(20, 20), t(8, 12)];
/// The same for each file: per pawn on it, and less the more there are on both files beside it.
pub const HORDE_FILE: i32 = -45;
/// Men that must not be lost: this is divided by the square of those there are, counted from the last that
/// may go.
pub const LAST: i32 = 300;
/// The right to move.
pub const TEMPO: i32 = 14;

/// Endgame: per square nearer of the Kings when the weaker side has a bare King.
pub const MOP_UP: i32 = 8;
/// The same where it must be mated in time: per square its King is away from the center.
pub const HUNT_RIM: i32 = 15;
/// And per square its hunters are away from it.
pub const HUNT_NEAR: i32 = 3;
/// Where men are a burden: any man but a pawn or a King, and for each square it reaches.
pub const LOSING: Tapered = t(-130, 350);
/// See [`LOSING`].
pub const LOSING_REACH: Tapered = t(-8, -25);
/// The same, a pawn.
pub const LOSING_PAWN: Tapered = t(-100, -150);
/// The same, each tenth of the root of a side's moves to empty squares.
pub const LOSING_FREE: Tapered = t(3, 2);
/// The same, each capture of a side.
pub const LOSING_CAPTURE: Tapered = t(-25, -10);
/// Ten times the root of a number of moves: a choice of ten is not ten times as good as one move.
pub const LOSING_ROOTS: [i32; 64] = [
    0, 10, 14, 17, 20, 22, 24, 26, 28, 30, 32, 33, 35, 36, 37, 39, 40, 41, 42, 44, 45, 46, 47, 48, 49, 50,
    51, 52, 53, 54, 55, 56, 57, 57, 58, 59, 60, 61, 62, 62, 63, 64, 65, 66, 66, 67, 68, 69, 69, 70, 71, 71,
    72, 73, 73, 74, 75, 75, 76, 77, 77, 78, 79, 79,
];
/// A lead without pawns of at most this much hardly wins.
pub const THIN_LEAD: i32 = 400;
/// What such a lead counts, in per cent.
pub const THIN_SHARE: i32 = 25;

/// Plies left by a count of moves at which an advantage is worth half.
pub const COUNT_HALF: i32 = 16;
/// Where checks are counted: what it is worth to have but one to give; with more, it is divided by the
/// square of their number.
pub const CHECKS: i32 = 600;
