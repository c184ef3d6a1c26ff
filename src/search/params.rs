//! The numbers of the search: margins in centipawns, depths in plies.
//!
//! Each says what a match gave when another value was last tried, with its games and the error of 95 %.
//! Where it says that it is untested, the number is a guess within what other engines use.
//!
//! Tried and left out, for no match has proven it (3,000 to 4,000 nodes a move; Elo with the error of 95 %):
//! - reductions by 1.15 and futility margins by 1.3 times as large, the table's bound as the score to stand
//!   on in the quiescence search, reverse futility a third of the way to beta: 420 games, +4 (-26 to +35);
//! - histories by the move four plies before and by the pawns: 180 games, +4 (-40 to +48);
//! - deeper or shallower by hindsight, `ProbCut`, more negative extensions, a ply more or less after a
//!   reduced search: 180 games, +2 (-45 to +49).
//! - 7.5 + 2 d^2 late moves, singular extensions from depth 6, reverse futility 55 less where the evaluation
//!   improves, quiet moves that may lose 14 d^2, histories pruned below -4,000, reductions by 0.6 plies more
//!   where the table's move is noisy: 280 games, +4 (-37 to +45), though at 1,500 nodes each seemed to gain;
//! - the last of these with smaller margins of futility (68), of exchanges (16 d^2) and for good captures,
//!   and swings of 1.25 points a centipawn: 2,500 nodes, 560 games, +17 (-9 to +43).
//!
//! Measured together, each of 66 to 78 numbers at one of two values by chance in both games of a pair, over
//! chess and all armies. At 2,000 nodes, 316 pairs (error of 95 %: 26): reductions by 0.8 plies less where
//! the table knows a principal variation -27, twice the largest correction -40, standing pat halfway to beta
//! -22, corrections by where men other than pawns stand -4. At 1,500 nodes, 768 pairs (error of 95 %: 16):
//! three plies for the most singular moves -19, reductions for want of a table move in all nodes -19,
//! `ProbCut` -16, quiet evasions pruned -10, a ply more after a reduced search -10, histories by the move
//! four plies before -5, corrections by the last two moves +5, a ply more by hindsight +1, rewards by cutoffs
//! of the table 0, cutoffs of the children counted -3.

use super::convert::unsigned;

/// The last iteration of a search without a limit of its own.
pub const MAX_DEPTH: i32 = 100;
/// Nodes the first iteration may take even if fewer are allowed. Untested.
pub const PATIENCE: u64 = 8000;

/// First half-width of the window around the last iteration's score. Untested.
pub const ASPIRATION: i32 = 16;
/// The first iteration with a window. Untested.
pub const ASPIRATION_DEPTH: i32 = 5;

/// Razoring: up to this depth, an evaluation this far below alpha (per ply) leaves it to the
/// quiescence search. Untested.
pub const RAZOR_DEPTH: i32 = 3;
/// See [`RAZOR_DEPTH`]. Untested.
pub const RAZOR: i32 = 260;

/// Reverse futility: up to this depth, an evaluation this far above beta (per ply) stands. Untested.
pub const REVERSE_DEPTH: i32 = 8;
/// See [`REVERSE_DEPTH`]. Untested.
pub const REVERSE: i32 = 75;

/// Null move: least depth; base reduction, depth per ply more, margin per ply more and the most
/// plies that adds. Untested.
pub const NULL_DEPTH: i32 = 3;
/// See [`NULL_DEPTH`]. Untested.
pub const NULL_BASE: i32 = 3;
/// See [`NULL_DEPTH`]. Untested.
pub const NULL_PER_DEPTH: i32 = 4;
/// See [`NULL_DEPTH`]. Untested.
pub const NULL_PER_MARGIN: i32 = 200;
/// See [`NULL_DEPTH`]. Untested.
pub const NULL_MARGIN_MOST: i32 = 3;
/// A null move's success is verified by a search from this depth on. Untested.
pub const NULL_VERIFY: i32 = 10;
/// Centipawns of men besides pawns and Kings below which zugzwang is feared. Untested.
pub const NULL_FORCE: i32 = 600;

/// Internal iterative reduction: least depth of a node without a table move. Untested.
pub const IIR_DEPTH: i32 = 4;

/// Singular extension: least depth, how shallower the table's result may be, and how far below it
/// (per ply) all other moves must stay. Untested.
pub const SINGULAR_DEPTH: i32 = 8;
/// See [`SINGULAR_DEPTH`]. Untested.
pub const SINGULAR_SHALLOWER: i32 = 3;
/// See [`SINGULAR_DEPTH`]. Untested.
pub const SINGULAR: i32 = 2;
/// Double extension: how much further below all other moves must stay, outside the principal variation.
/// Tried in one match with [`SWING`] and [`FAIL_LOW`].
pub const DOUBLE: i32 = 20;

/// Late move pruning: up to this depth. Untested.
pub const LATE_DEPTH: i32 = 8;
/// Moves of the start position at which the count of [`late_moves`] holds. Untested.
pub const LATE_BRANCHING: i32 = 20;

/// Futility pruning of quiet moves: up to this reduced depth, base and per ply. Untested.
pub const FUTILITY_DEPTH: i32 = 7;
/// See [`FUTILITY_DEPTH`]. Untested.
pub const FUTILITY: [i32; 2] = [90, 80];

/// History pruning of quiet moves: up to this reduced depth, histories this low per ply. Untested.
pub const HISTORY_DEPTH: i32 = 4;
/// See [`HISTORY_DEPTH`]. Untested.
pub const HISTORY_LOW: i32 = -2800;

/// Exchange pruning: up to this depth, a quiet move may lose so much per ply squared, a capture so
/// much per ply. Untested.
pub const SEE_DEPTH: i32 = 8;
/// See [`SEE_DEPTH`]. Untested.
pub const SEE_QUIET: i32 = -22;
/// See [`SEE_DEPTH`]. Untested.
pub const SEE_NOISY: i32 = -90;

/// Quiescence: a capture that cannot reach alpha less this is not tried. Untested.
pub const DELTA: i32 = 180;

/// Quiescence: so many plies deep no choice between captures that must be made is followed. Untested.
pub const FORCED_PLIES: usize = 3;

/// The history of a quiet move learns from how the evaluation changes by it: points per centipawn, and the
/// most points. Tried in one match with [`DOUBLE`], [`FAIL_LOW`], reductions of good captures and the
/// history of captures in the quiescence search: 600 games at 4,000 nodes a move over chess and four others
/// against none of them gave +47 Elo (21 to 73). Alone, in 507 pairs of games with chance mixtures, +42
/// (14 to 70).
pub const SWING: i32 = 2;
/// See [`SWING`].
pub const SWING_MOST: i32 = 600;
/// The quiet move after which a node fails low was good: points per ply of the node, and the most points.
/// Tried in one match with [`SWING`].
pub const FAIL_LOW: i32 = 80;
/// See [`FAIL_LOW`].
pub const FAIL_LOW_MOST: i32 = 900;

/// Late move reductions: least depth, and history points per ply less. Untested.
pub const LMR_DEPTH: i32 = 2;
/// See [`LMR_DEPTH`]. Untested.
pub const LMR_HISTORY: i32 = 7000;

/// `round(64 * ln(n))`, written out so that every machine reduces alike.
const LN: [i32; 64] = [
    0, 0, 44, 70, 89, 103, 115, 125, 133, 141, 147, 153, 159, 164, 169, 173, 177, 181, 185, 188, 192, 195,
    198, 201, 203, 206, 209, 211, 213, 216, 218, 220, 222, 224, 226, 228, 229, 231, 233, 234, 236, 238, 239,
    241, 242, 244, 245, 246, 248, 249, 250, 252, 253, 254, 255, 256, 258, 259, 260, 261, 262, 263, 264, 265,
];

/// Plies a quiet move that comes so late loses: 0.6 + ln(depth) ln(number) / 2.2. Untested.
pub fn reduction(depth: i32, number: i32) -> i32 {
    let ln = |n: i32| LN[unsigned(n).min(63)];
    (64 * 64 * 6 / 10 + ln(depth) * ln(number) * 10 / 22) / (64 * 64)
}

/// Quiet moves tried at most at a depth where the start position has `branching` moves: 5.6 and 1.5 times
/// the square of the depth, five eighths of that where the evaluation does not improve.
///
/// Tried in one match with histories of quiet moves by whether the man is attacked where it stands, against
/// 3 and 1 times the square of the depth, and half of that: 600 games at 3,000 nodes a move over chess and
/// four pairings of armies gave +75 Elo (49 to 101); 36 at 0.5+0.005 seconds gave 73.6 % (60 to 87). Alone,
/// in 300 games over chess and all armies, +31 (-2 to 66).
pub fn late_moves(depth: i32, improving: bool, branching: i32) -> i32 {
    let sixteenths = (90 + 24 * depth * depth) * branching.max(LATE_BRANCHING) / LATE_BRANCHING;
    if improving { sixteenths / 16 } else { sixteenths * 5 / 128 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_and_deeper_moves_are_reduced_more() {
        assert_eq!(reduction(1, 1), 0);
        assert!(reduction(6, 3) >= 1);
        assert!(reduction(20, 30) > reduction(20, 10) && reduction(20, 30) > reduction(8, 30));
        assert!(reduction(100, 200) < 9);
    }
}
