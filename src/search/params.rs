//! The numbers of the search: margins in centipawns, depths in plies.
//!
//! Each says what a match gave when another value was last tried, with its games and the error of 95 %.
//! Where it says that it is untested, the number is a guess within what other engines use. What matches may
//! change is listed once, with its least and its most value and the step in which `fibnif spsa` tries others.
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
//! - trees that grow more slowly. In chess against Fairy-Stockfish without a net the program scores 57 % at
//!   4,000 nodes a move, 32 % at 16,000 and 22 % at 64,000 (100, 80 and 40 games), and from the first to the
//!   second gets 2.5 plies deeper, the other 3.1. At 16,000 nodes in chess, 160 games each: null moves
//!   reduced by 4 plies and a third of the depth and verified from 14 plies on -6 (-45 to +32); reductions
//!   by 0.8 and ln(depth) ln(number) / 1.9 plies +11 (-33 to +55); less room in the pruning of quiet moves
//!   +7 (-31 to +44). Reductions by a ply more, 120 games in chess and FIDE-Nutters: -12 (-57 to +33). At
//!   60,000 nodes, reductions by 0.6 plies more, and by half a ply where a cutoff is expected, with such
//!   null moves and checks extended below six plies only: 1.7 plies deeper, 0 (-49 to +49) in 43 games.
//! - quiet checks spared history pruning, and pruned by exchanges only where a capture would be: 12,000
//!   nodes, chess and FIDE-Nutters, 139 games, +2 (-47 to +52); spared late move pruning, too, and reduced a
//!   ply less: 262 games, +11 (-27 to +48);
//! - what `fibnif spsa` had found after 146 of 300 pairs at 8,000 nodes, of reductions in parts of a ply,
//!   null moves and the extension of checks (histories by 4,300 instead of 7,000 points a ply, null moves
//!   reduced by 4.2 plies and 0.3 a ply): 91 games, -50 (-112 to +9). So few pairs find nothing but chance.
//!
//! What pruning costs, in chess: the mean square error of the share of the points that the score of a
//! search promises, on 1,000 calm positions as Stockfish 15.1 judges them 14 plies deep, in
//! hundred-thousandths. From 1,000 to 10,000 and 100,000 nodes it falls from 1,638 to 905 and 704,
//! Fairy-Stockfish's from 1,673 to 746 and 399 (500 positions), at the same depths: so it gains more by
//! each ply. At 30,000 nodes (833 against 516) none of this changes it by more than its error of about 50:
//! no razoring, no singular extensions, no futility, no reverse futility, no pruning by exchanges, checks
//! in the quiescence search, more quiet evasions there, reductions by 0.4 plies more; without late move
//! pruning it is 32 (+- 39) less. With the weights of the evaluation before these it was 1,075.
//!
//! With the net of chess the error is no longer larger than Fairy-Stockfish's: on 993 other positions,
//! judged 13 plies deep, 296 against 332 at 20,000 nodes, on 400 of them 552 against 609 at 3,000 and 236
//! against 255 at 90,000. All the same it scores 47 % at 16,000 nodes a move (64 games) and 23 % at
//! 100,000 (24 games). In these 24 games, as Stockfish judges them after 25,000 nodes, a move gives away
//! 0.0130 of a point, one of Fairy-Stockfish 0.0100; few of them are blunders (0.15 or more: 3 against
//! 5), most lose 0.03 to 0.15 (214 against 154), with 15 men or more on the board.
//!
//! But from the same positions both choose alike. In 1,880 positions of games of its own, each searched with
//! an empty table, the moves of both lose 0.0113 and 0.0127 of a point at 16,000 nodes and 0.0076 and 0.0078
//! at 100,000 (Stockfish after 40,000; differences +- 0.0017 and 0.0011). In the 2,444 positions of those 24
//! games, at 50,000 nodes, it is 0.0138 and 0.0135 with an empty table and 0.0132 and 0.0120 with that of
//! the moves before (+- 0.0013); the table makes the search 0.6 plies deeper, Fairy-Stockfish's 0.8. Where
//! the two choose otherwise and the program moves a Bishop, it loses 0.0253 and the other 0.0149 (169
//! positions): the largest of seven differences by the man that moves, so it may be chance.
//!
//! Measured together, each of 66 to 78 numbers at one of two values by chance in both games of a pair, over
//! chess and all armies. At 2,000 nodes, 316 pairs (error of 95 %: 26): reductions by 0.8 plies less where
//! the table knows a principal variation -27, twice the largest correction -40, standing pat halfway to beta
//! -22, corrections by where men other than pawns stand -4. At 1,500 nodes, 768 pairs (error of 95 %: 16):
//! three plies for the most singular moves -19, reductions for want of a table move in all nodes -19,
//! `ProbCut` -16, quiet evasions pruned -10, a ply more after a reduced search -10, histories by the move
//! four plies before -5, corrections by the last two moves +5, a ply more by hindsight +1, rewards by cutoffs
//! of the table 0, cutoffs of the children counted -3.

use std::ops::RangeInclusive;

use super::convert::unsigned;

/// The last iteration of a search without a limit of its own.
pub const MAX_DEPTH: i32 = 100;
/// Nodes the first iteration may take even if fewer are allowed. Untested.
pub const PATIENCE: u64 = 8000;
/// The first iteration with a window. Untested.
pub const ASPIRATION_DEPTH: i32 = 5;
/// The least depth of a null move. Untested.
pub const NULL_DEPTH: i32 = 3;
/// Moves of the start position at which the count of late moves holds. Untested.
pub const LATE_BRANCHING: i32 = 20;
/// Quiescence: so many plies deep no choice between captures that must be made is followed. Untested.
pub const FORCED_PLIES: usize = 3;
/// The least depth at which late moves are reduced. Untested.
pub const LMR_DEPTH: i32 = 2;

/// What there is to know of a number that matches may change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Number {
    /// What it is called.
    pub name: &'static str,
    /// What it is unless somebody changes it.
    pub usual: i32,
    /// From the least to the most it may be.
    pub range: RangeInclusive<i32>,
    /// How far away from it another value is tried.
    pub step: i32,
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $usual:literal, $least:literal..=$most:literal, $step:literal;)*) => {
        /// The numbers that matches may change.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[$doc])* pub(super) $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Params {
                Params { $($name: $usual,)* }
            }
        }

        impl Params {
            /// What there is to know of each, always in the same order.
            pub const NUMBERS: &[Number] = &[$(
                Number { name: stringify!($name), usual: $usual, range: $least..=$most, step: $step },
            )*];

            /// Other numbers, in the same order; those that are missing are as usual, and each is
            /// within its range.
            pub fn of(values: &[i32]) -> Params {
                let mut values = values.iter();
                Params { $($name: values.next().map_or($usual, |&value| value.clamp($least, $most)),)* }
            }

            /// All of them, in the same order.
            pub fn values(&self) -> Vec<i32> {
                vec![$(self.$name,)*]
            }
        }
    };
}

params! {
    /// First half-width of the window around the last iteration's score. Untested.
    aspiration = 16, 4..=80, 4;

    /// Razoring: up to this depth, an evaluation this far below alpha (per ply) leaves it to the
    /// quiescence search. Untested.
    razor_depth = 3, 0..=8, 1;
    /// See `razor_depth`. Untested.
    razor = 260, 60..=800, 40;

    /// Reverse futility: up to this depth, an evaluation this far above beta (per ply) stands. Untested.
    reverse_depth = 8, 0..=16, 1;
    /// See `reverse_depth`. Untested.
    reverse = 75, 20..=200, 10;

    /// Null move: base reduction, plies of depth per ply more, margin per ply more and the most plies that
    /// adds. Untested.
    null_base = 3, 1..=8, 1;
    /// See `null_base`. Untested.
    null_per_depth = 4, 1..=12, 1;
    /// See `null_base`. Untested.
    null_per_margin = 200, 40..=800, 30;
    /// See `null_base`. Untested.
    null_margin_most = 3, 0..=8, 1;
    /// A null move's success is verified by a search from this depth on. Untested.
    null_verify = 10, 4..=100, 2;
    /// Centipawns of men besides pawns and Kings below which zugzwang is feared. Untested.
    null_force = 600, 0..=3000, 150;

    /// Internal iterative reduction: least depth of a node without a table move. Untested.
    iir_depth = 4, 2..=12, 1;

    /// Singular extension: least depth, how shallower the table's result may be, and how far below it
    /// (per ply) all other moves must stay. Untested.
    singular_depth = 8, 4..=20, 1;
    /// See `singular_depth`. Untested.
    singular_shallower = 3, 0..=6, 1;
    /// See `singular_depth`. Untested.
    singular = 2, 0..=10, 1;
    /// Double extension: how much further below all other moves must stay, outside the principal variation.
    /// Tried in one match with `swing` and `fail_low`.
    double = 20, 0..=200, 5;

    /// Late move pruning: up to this depth. Untested.
    late_depth = 8, 0..=20, 1;
    /// Quiet moves tried at most where the start position has [`LATE_BRANCHING`] moves: sixteenths of one,
    /// and what the square of the depth adds; and the part of that, in eighths, where the evaluation does
    /// not improve.
    ///
    /// Tried in one match with histories of quiet moves by whether the man is attacked where it stands,
    /// against 48 and 16, and half of that: 600 games at 3,000 nodes a move over chess and four pairings of
    /// armies gave +75 Elo (49 to 101); 36 at 0.5+0.005 seconds gave 73.6 % (60 to 87). Alone, in 300 games
    /// over chess and all armies, +31 (-2 to 66).
    late_base = 90, 0..=400, 16;
    /// See `late_base`.
    late_per_depth = 24, 4..=100, 4;
    /// See `late_base`.
    late_worse = 5, 1..=8, 1;

    /// Futility pruning of quiet moves: up to this reduced depth, base and per ply. Untested.
    futility_depth = 7, 0..=16, 1;
    /// See `futility_depth`. Untested.
    futility_base = 90, 0..=400, 15;
    /// See `futility_depth`. Untested.
    futility_per_depth = 80, 10..=300, 10;

    /// History pruning of quiet moves: up to this reduced depth, histories this far below zero per ply.
    /// Untested.
    history_depth = 4, 0..=12, 1;
    /// See `history_depth`. Untested.
    history_low = 2800, 400..=10000, 400;

    /// Exchange pruning: up to this depth, a quiet move may lose so much per ply squared, a capture so
    /// much per ply. Untested.
    see_depth = 8, 0..=20, 1;
    /// See `see_depth`. Untested.
    see_quiet = 22, 2..=100, 4;
    /// See `see_depth`. Untested.
    see_noisy = 90, 10..=300, 12;

    /// Quiescence: a capture that cannot reach alpha less this is not tried. Untested.
    delta = 180, 30..=600, 25;

    /// The history of a quiet move learns from how the evaluation changes by it: points per centipawn, and
    /// the most points. Tried in one match with `double`, `fail_low`, reductions of good captures and the
    /// history of captures in the quiescence search: 600 games at 4,000 nodes a move over chess and four
    /// others against none of them gave +47 Elo (21 to 73). Alone, in 507 pairs of games with chance
    /// mixtures, +42 (14 to 70).
    swing = 2, 0..=10, 1;
    /// See `swing`.
    swing_most = 600, 0..=2000, 80;
    /// The quiet move after which a node fails low was good: points per ply of the node, and the most points.
    /// Tried in one match with `swing`.
    fail_low = 80, 0..=300, 12;
    /// See `fail_low`.
    fail_low_most = 900, 0..=3000, 100;

    /// Late move reductions, see [`Reductions`]: tenths of a ply that any move is reduced by, and by how many
    /// tenths the product of the logarithms is divided. Untested.
    lmr_base = 6, 0..=20, 1;
    /// See `lmr_base`. Untested.
    lmr_divisor = 22, 10..=50, 2;
    /// History points per ply less. Untested.
    lmr_history = 7000, 1500..=30000, 700;
}

/// A text that does not say what numbers there are.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ParamsError {
    /// A line that is none.
    #[error("line {line}: expected the name of a number of the search and its value, found `{found}`")]
    Line {
        /// From 1.
        line: usize,
        /// What is there instead.
        found: String,
    },
    /// A name that is none.
    #[error("line {line}: the search has no number `{name}`: expected one of {}", names())]
    Name {
        /// From 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// A value that is too small or too large.
    #[error(
        "line {line}: expected `{name}` from {} to {}, found {found}",
        number.range.start(), number.range.end(), name = number.name
    )]
    Range {
        /// From 1.
        line: usize,
        /// Which number.
        number: Number,
        /// Its value.
        found: f64,
    },
}

fn names() -> String {
    Params::NUMBERS.iter().map(|number| number.name).collect::<Vec<_>>().join(", ")
}

impl Params {
    /// Reads lines of a name and a value each, as `fibnif spsa` writes them; what is not named is as usual,
    /// and what follows a `#` says nothing.
    ///
    /// # Errors
    /// If a line is none, or a value is out of its range.
    pub fn read(text: &str) -> Result<Params, ParamsError> {
        let mut values = Params::default().values();
        for (index, value) in Params::read_exactly(text)? {
            values[index] = nearest(value);
        }
        Ok(Params::of(&values))
    }

    /// The same with the parts of values, each with the place of its number in [`Params::NUMBERS`].
    ///
    /// # Errors
    /// As above.
    pub fn read_exactly(text: &str) -> Result<Vec<(usize, f64)>, ParamsError> {
        let lines = text.lines().enumerate().map(|(line, text)| (line + 1, text));
        let said = lines.filter(|(_, text)| !text.trim_start().starts_with('#') && !text.trim().is_empty());
        said.map(|(line, text)| {
            let fault = || ParamsError::Line { line, found: text.to_string() };
            let (name, value) = text.trim().split_once(char::is_whitespace).ok_or_else(fault)?;
            let found: f64 = value.trim().parse().map_err(|_| fault())?;
            let index = Params::NUMBERS.iter().position(|number| number.name == name);
            let index = index.ok_or_else(|| ParamsError::Name { line, name: name.to_string() })?;
            let number = &Params::NUMBERS[index];
            let range = f64::from(*number.range.start())..=f64::from(*number.range.end());
            if range.contains(&found) {
                Ok((index, found))
            } else {
                Err(ParamsError::Range { line, number: number.clone(), found })
            }
        })
        .collect()
    }

    /// Quiet moves tried at most at a depth where the start position has `branching` moves.
    pub(super) fn late_moves(&self, depth: i32, improving: bool, branching: i32) -> i32 {
        let sixteenths = (self.late_base + self.late_per_depth * depth * depth)
            * branching.max(LATE_BRANCHING)
            / LATE_BRANCHING;
        if improving { sixteenths / 16 } else { sixteenths * self.late_worse / 128 }
    }
}

/// A value as it is played with.
#[allow(clippy::cast_possible_truncation, reason = "values are within their ranges")]
fn nearest(value: f64) -> i32 {
    value.round() as i32
}

/// `round(64 * ln(n))`, written out so that every machine reduces alike.
const LN: [i32; 64] = [
    0, 0, 44, 70, 89, 103, 115, 125, 133, 141, 147, 153, 159, 164, 169, 173, 177, 181, 185, 188, 192, 195,
    198, 201, 203, 206, 209, 211, 213, 216, 218, 220, 222, 224, 226, 228, 229, 231, 233, 234, 236, 238, 239,
    241, 242, 244, 245, 246, 248, 249, 250, 252, 253, 254, 255, 256, 258, 259, 260, 261, 262, 263, 264, 265,
];

/// Plies that moves lose that come late, by the depth and the number of the move.
#[derive(Debug)]
pub(super) struct Reductions(Box<[[i8; 64]; 64]>);

impl Reductions {
    /// `lmr_base` and `ln(depth) ln(number)` by `lmr_divisor`.
    pub(super) fn new(params: &Params) -> Reductions {
        let plies = |depth: i32, number: i32| {
            let product = depth * number * 10 / params.lmr_divisor;
            i8::try_from((64 * 64 * params.lmr_base / 10 + product) / (64 * 64)).unwrap_or(i8::MAX)
        };
        Reductions(Box::new(LN.map(|depth| LN.map(|number| plies(depth, number)))))
    }

    /// Plies that a move loses.
    #[inline]
    pub(super) fn of(&self, depth: i32, number: i32) -> i32 {
        i32::from(self.0[unsigned(depth).min(63)][unsigned(number).min(63)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_and_deeper_moves_are_reduced_more() {
        let reductions = Reductions::new(&Params::default());
        assert_eq!(reductions.of(1, 1), 0);
        assert!(reductions.of(6, 3) >= 1);
        assert!(reductions.of(20, 30) > reductions.of(20, 10));
        assert!(reductions.of(20, 30) > reductions.of(8, 30));
        assert!(reductions.of(100, 200) < 9);
    }

    #[test]
    fn usual_numbers_lie_within_their_ranges_and_every_range_has_room_for_a_step() {
        for number in Params::NUMBERS {
            assert!(number.range.contains(&number.usual), "{}", number.name);
            assert!(number.step > 0 && number.range.end() - number.range.start() >= 2 * number.step);
        }
        assert_eq!(Params::of(&[]), Params::default());
        assert_eq!(Params::of(&Params::default().values()), Params::default());
    }

    #[test]
    fn values_are_read_by_their_names_and_what_is_wrong_is_said() {
        let read = Params::read("# of a match\nrazor 301.6\n\nlate_base 80 \n").unwrap();
        assert_eq!(read, Params { razor: 302, late_base: 80, ..Params::default() });
        let fault = |text: &str| Params::read(text).unwrap_err().to_string();
        assert_eq!(
            fault("razor 300\nrazor"),
            "line 2: expected the name of a number of the search and its value, found `razor`"
        );
        assert!(
            fault("rasor 300").starts_with("line 1: the search has no number `rasor`: expected one of asp")
        );
        assert_eq!(fault("razor 9999"), "line 1: expected `razor` from 60 to 800, found 9999");
        assert_eq!(fault("razor NaN"), "line 1: expected `razor` from 60 to 800, found NaN");
    }
}
