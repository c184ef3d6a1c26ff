//! The search parameters: margins in centipawns, depths in plies.
//!
//! Where a parameter has been tried in a match, its comment gives the games and the error of 95 %. All others
//! are untuned: values within the range that other engines use. `benches/SEARCH.md` keeps what was tried and
//! left out.

use crate::engine::convert::unsigned;

/// The last iteration of a search without a limit of its own.
pub const MAX_DEPTH: i32 = 100;
/// Nodes that the first iteration may take even if fewer are allowed.
pub const PATIENCE: u64 = 8000;

/// The first iteration with an aspiration window.
pub const ASPIRATION_DEPTH: i32 = 5;
/// First half-width of the window around the last iteration's score.
pub const ASPIRATION: i32 = 16;

/// Razoring: the greatest depth.
pub const RAZOR_DEPTH: i32 = 3;
/// Razoring: how far below alpha the evaluation must be, per ply.
pub const RAZOR: i32 = 260;

/// Reverse futility: the greatest depth.
pub const REVERSE_DEPTH: i32 = 8;
/// Reverse futility: how far above beta the evaluation must be, per ply.
pub const REVERSE: i32 = 75;

/// Null move: the least depth.
pub const NULL_DEPTH: i32 = 3;
/// Null move: the base reduction, in plies.
pub const NULL_BASE: i32 = 3;
/// Null move: plies of depth for which the reduction grows by one.
pub const NULL_PER_DEPTH: i32 = 4;
/// Null move: centipawns above beta for which the reduction grows by one.
pub const NULL_PER_MARGIN: i32 = 200;
/// Null move: the most plies that the margin adds to the reduction.
pub const NULL_MARGIN_MOST: i32 = 3;
/// Null move: the least depth at which its success is verified.
pub const NULL_VERIFY: i32 = 10;
/// Null move: non-pawn material in centipawns below which its success is always verified, because of
/// zugzwang.
pub const NULL_FORCE: i32 = 600;

/// Internal iterative reduction: the least depth of a node without a table move.
pub const IIR_DEPTH: i32 = 4;

/// Singular extension: the least depth.
pub const SINGULAR_DEPTH: i32 = 8;
/// Singular extension: how many plies shallower the table's result may be.
pub const SINGULAR_SHALLOWER: i32 = 3;
/// Singular extension: how far below the table's score all other moves must stay, per ply.
pub const SINGULAR: i32 = 2;
/// Double extension: how much further below all other moves must stay, outside the principal variation. Tried
/// in one match with [`SWING`] and [`FAIL_LOW`].
pub const DOUBLE: i32 = 20;

/// Late move pruning: the greatest depth.
pub const LATE_DEPTH: i32 = 8;
/// Late move pruning: moves in the starting position for which the number of moves is meant.
pub const LATE_BRANCHING: i32 = 20;
/// Late move pruning: the most quiet moves tried where the starting position has [`LATE_BRANCHING`] moves, in
/// sixteenths.
///
/// Tried in one match, with [`LATE_PER_DEPTH`] and histories of quiet moves by whether the piece is attacked,
/// against 48 and 16, and half of that: 600 games at 3,000 nodes a move over chess and four pairings of
/// armies gave +75 Elo (49 to 101); 36 at 0.5+0.005 seconds gave 73.6 % (60 to 87). Alone, in 300 games over
/// chess and all armies, +31 (-2 to 66).
pub const LATE_BASE: i32 = 90;
/// Late move pruning: what the square of the depth adds, in sixteenths of a move. See [`LATE_BASE`].
pub const LATE_PER_DEPTH: i32 = 24;
/// Late move pruning: the share of these moves that is tried where the evaluation does not improve, in
/// eighths.
pub const LATE_WORSE: i32 = 5;

/// Futility pruning of quiet moves: the greatest reduced depth.
pub const FUTILITY_DEPTH: i32 = 7;
/// Futility pruning: the margin at depth 0.
pub const FUTILITY_BASE: i32 = 90;
/// Futility pruning: what a ply adds to the margin.
pub const FUTILITY_PER_DEPTH: i32 = 80;

/// History pruning of quiet moves: the greatest reduced depth.
pub const HISTORY_DEPTH: i32 = 4;
/// History pruning: how far below zero the history must be, per ply.
pub const HISTORY_LOW: i32 = 2800;

/// Exchange pruning: the greatest depth.
pub const SEE_DEPTH: i32 = 8;
/// Exchange pruning: centipawns that a quiet move may lose, per ply squared.
pub const SEE_QUIET: i32 = 22;
/// Exchange pruning: centipawns that a capture may lose, per ply.
pub const SEE_NOISY: i32 = 90;

/// Quiescence: a capture is not tried if even with this margin it cannot reach alpha.
pub const DELTA: i32 = 180;
/// Quiescence: plies in which a choice between forced captures is followed.
pub const FORCED_PLIES: usize = 3;

/// How many history points a quiet move gains per centipawn by which it improves the evaluation.
///
/// Tried in one match with [`DOUBLE`], [`FAIL_LOW`], reductions of good captures and the history of captures
/// in the quiescence search: 600 games at 4,000 nodes a move over chess and four others against none of them
/// gave +47 Elo (21 to 73). Alone, in 507 pairs of games with chance mixtures, +42 (14 to 70).
pub const SWING: i32 = 2;
/// The most points that [`SWING`] gives.
pub const SWING_MOST: i32 = 600;
/// How many history points a quiet move gains when the node after it fails low, per ply of the node. Tried in
/// one match with [`SWING`].
pub const FAIL_LOW: i32 = 80;
/// The most points that [`FAIL_LOW`] gives.
pub const FAIL_LOW_MOST: i32 = 900;

/// Late move reductions: a ply in their unit.
pub const PLY: i32 = 1024;
/// Late move reductions: the least depth.
pub const LMR_DEPTH: i32 = 2;
/// Late move reductions: the base, in 1024ths of a ply, as all terms below.
///
/// Against a sum that was rounded to whole plies term by term, 80 games at 8,000 nodes a move over chess, two
/// pairings of armies and five other games gave +38 =10 -32 (+26 Elo, +- 72). The terms below are one ply
/// each as before, and untuned.
pub const LMR_BASE: i32 = 614;
/// Late move reductions: the factor of the product of the logarithms.
pub const LMR_FACTOR: i32 = 465;
/// Late move reductions: history points for one ply less.
pub const LMR_HISTORY: i32 = 7000;
/// Late move reductions: more where a beta cutoff is expected.
pub const LMR_CUT: i32 = 1024;
/// Late move reductions: more where the evaluation does not improve.
pub const LMR_WORSE: i32 = 1024;
/// Late move reductions: less in the principal variation.
pub const LMR_PV: i32 = 1024;
/// Late move reductions: less for captures and promotions.
pub const LMR_NOISY: i32 = 1024;
/// Late move reductions: less, besides, for those that lose nothing.
pub const LMR_GOOD: i32 = 1024;
/// Late move reductions: less for a check, and for any other move that must be answered.
pub const LMR_URGENT: i32 = 1024;
/// Late move reductions: less for killers.
pub const LMR_KILLER: i32 = 1024;

/// Returns the most quiet moves tried at a depth where the starting position has `branching` moves.
pub(super) fn late_moves(depth: i32, improving: bool, branching: i32) -> i32 {
    let sixteenths =
        (LATE_BASE + LATE_PER_DEPTH * depth * depth) * branching.max(LATE_BRANCHING) / LATE_BRANCHING;
    if improving { sixteenths / 16 } else { sixteenths * LATE_WORSE / 128 }
}

/// Returns the reduction of the `number`th move of a node, in 1024ths of a ply:
/// `LMR_BASE + ln(depth) * ln(number) * LMR_FACTOR`.
#[inline]
pub(super) fn reduction(depth: i32, number: i32) -> i32 {
    let ln = |n: i32| LN[unsigned(n).min(LN.len() - 1)];
    LMR_BASE + ln(depth) * ln(number) / 64 * LMR_FACTOR / 64
}

/// `round(64 * ln(n))`, written out so that the search is the same on every machine.
const LN: [i32; 64] = [
    0, 0, 44, 70, 89, 103, 115, 125, 133, 141, 147, 153, 159, 164, 169, 173, 177, 181, 185, 188, 192, 195,
    198, 201, 203, 206, 209, 211, 213, 216, 218, 220, 222, 224, 226, 228, 229, 231, 233, 234, 236, 238, 239,
    241, 242, 244, 245, 246, 248, 249, 250, 252, 253, 254, 255, 256, 258, 259, 260, 261, 262, 263, 264, 265,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_and_deeper_moves_are_reduced_more() {
        assert!(reduction(1, 1) < PLY);
        assert!(reduction(6, 3) >= PLY);
        assert!(reduction(20, 30) > reduction(20, 10));
        assert!(reduction(20, 30) > reduction(8, 30));
        assert!(reduction(100, 200) < 9 * PLY);
    }
}
