//! The constants of the evaluation. Weights of terms are in centipawns, prices of moves in pawns.
//!
//! A constant that was tried in a match has the result in its comment. All others are untuned.

use super::tapered::Tapered;

const fn t(mg: i32, eg: i32) -> Tapered {
    Tapered { mg, eg }
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
