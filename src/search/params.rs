//! The search parameters: margins in centipawns, depths in plies.
//!
//! Where a parameter has been tried in a match, its comment gives the games and the error of 95 %. All others
//! are untuned: values within the range that other engines use. `benches/SEARCH.md` keeps what was tried and
//! left out. Parameters that matches may change are listed once, with their range and the step in which
//! `fibnif lab spsa` tries other values.

use std::ops::RangeInclusive;

use super::convert::unsigned;

/// The last iteration of a search without a limit of its own.
pub const MAX_DEPTH: i32 = 100;
/// Nodes that the first iteration may take even if fewer are allowed.
pub const PATIENCE: u64 = 8000;
/// The first iteration with a window.
pub const ASPIRATION_DEPTH: i32 = 5;
/// The least depth of a null move.
pub const NULL_DEPTH: i32 = 3;
/// Moves in the starting position for which the number of late moves is meant.
pub const LATE_BRANCHING: i32 = 20;
/// Plies of the quiescence search in which a choice between captures that must be made is followed.
pub const FORCED_PLIES: usize = 3;
/// The least depth at which late moves are reduced.
pub const LMR_DEPTH: i32 = 2;

/// A search parameter that matches may change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Number {
    /// Its name.
    pub name: &'static str,
    /// Its default.
    pub usual: i32,
    /// Its least and its greatest value.
    pub range: RangeInclusive<i32>,
    /// How far from the current value another one is tried.
    pub step: i32,
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $usual:literal, $least:literal..=$most:literal, $step:literal;)*) => {
        /// The search parameters that matches may change.
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
            /// All of them, always in the same order.
            pub const NUMBERS: &[Number] = &[$(
                Number { name: stringify!($name), usual: $usual, range: $least..=$most, step: $step },
            )*];

            /// Parameters with these values, in the same order. A missing one has its default, and each is
            /// kept within its range.
            pub fn of(values: &[i32]) -> Params {
                let mut values = values.iter();
                Params { $($name: values.next().map_or($usual, |&value| value.clamp($least, $most)),)* }
            }

            /// All values, in the same order.
            pub fn values(&self) -> Vec<i32> {
                vec![$(self.$name,)*]
            }
        }
    };
}

params! {
    /// First half-width of the window around the last iteration's score.
    aspiration = 16, 4..=80, 4;

    /// Razoring: up to this depth, a node is left to the quiescence search if its evaluation is this far
    /// below alpha (per ply).
    razor_depth = 3, 0..=8, 1;
    /// See `razor_depth`.
    razor = 260, 60..=800, 40;

    /// Reverse futility: up to this depth, an evaluation this far above beta (per ply) is.
    reverse_depth = 8, 0..=16, 1;
    /// See `reverse_depth`.
    reverse = 75, 20..=200, 10;

    /// Null move: base reduction, plies of depth per ply more, margin per ply more and the most plies that
    /// adds.
    null_base = 3, 1..=8, 1;
    /// See `null_base`.
    null_per_depth = 4, 1..=12, 1;
    /// See `null_base`.
    null_per_margin = 200, 40..=800, 30;
    /// See `null_base`.
    null_margin_most = 3, 0..=8, 1;
    /// A null move's success is verified by a search from this depth on.
    null_verify = 10, 4..=100, 2;
    /// Non-pawn material in centipawns below which a null move is always verified, for fear of zugzwang.
    null_force = 600, 0..=3000, 150;

    /// Internal iterative reduction: least depth of a node without a table move.
    iir_depth = 4, 2..=12, 1;

    /// Singular extension: the least depth, how many plies shallower the table's result may be, and how far
    /// below it (per ply) all other moves must stay.
    singular_depth = 8, 4..=20, 1;
    /// See `singular_depth`.
    singular_shallower = 3, 0..=6, 1;
    /// See `singular_depth`.
    singular = 2, 0..=10, 1;
    /// Double extension: how much further below all other moves must stay, outside the principal variation.
    /// Tried in one match with `swing` and `fail_low`.
    double = 20, 0..=200, 5;

    /// Late move pruning: up to this depth.
    late_depth = 8, 0..=20, 1;
    /// The most quiet moves tried where the starting position has [`LATE_BRANCHING`] moves, in sixteenths,
    /// and what the square of the depth adds. Where the evaluation does not improve, it is `late_worse`
    /// eighths of that.
    ///
    /// Tried in one match, with histories of quiet moves by whether the piece is attacked, against 48 and 16,
    /// and half of that: 600 games at 3,000 nodes a move over chess and four pairings of armies gave +75 Elo
    /// (49 to 101); 36 at 0.5+0.005 seconds gave 73.6 % (60 to 87). Alone, in 300 games over chess and all
    /// armies, +31 (-2 to 66).
    late_base = 90, 0..=400, 16;
    /// See `late_base`.
    late_per_depth = 24, 4..=100, 4;
    /// See `late_base`.
    late_worse = 5, 1..=8, 1;

    /// Futility pruning of quiet moves, up to this reduced depth: the margin, and what a ply adds.
    futility_depth = 7, 0..=16, 1;
    /// See `futility_depth`.
    futility_base = 90, 0..=400, 15;
    /// See `futility_depth`.
    futility_per_depth = 80, 10..=300, 10;

    /// History pruning of quiet moves: up to this reduced depth, if the history is this far below zero per
    /// ply.
    ///
    history_depth = 4, 0..=12, 1;
    /// See `history_depth`.
    history_low = 2800, 400..=10000, 400;

    /// Exchange pruning, up to this depth: centipawns that a quiet move may lose per ply squared, and a
    /// capture per ply.
    see_depth = 8, 0..=20, 1;
    /// See `see_depth`.
    see_quiet = 22, 2..=100, 4;
    /// See `see_depth`.
    see_noisy = 90, 10..=300, 12;

    /// Quiescence: a capture is not tried if even with this margin it cannot reach alpha.
    delta = 180, 30..=600, 25;

    /// How much the history of a quiet move gains when the move improves the evaluation: points per
    /// centipawn, and the most points. Tried in one match with `double`, `fail_low`, reductions of good
    /// captures and the history of captures in the quiescence search: 600 games at 4,000 nodes a move over
    /// chess and four others against none of them gave +47 Elo (21 to 73). Alone, in 507 pairs of games with
    /// chance mixtures, +42 (14 to 70).
    swing = 2, 0..=10, 1;
    /// See `swing`.
    swing_most = 600, 0..=2000, 80;
    /// How much the history of a quiet move gains when the node after it fails low: points per ply of the
    /// node, and the most points. Tried in one match with `swing`.
    fail_low = 80, 0..=300, 12;
    /// See `fail_low`.
    fail_low_most = 900, 0..=3000, 100;

    /// Late move reductions in 1024ths of a ply, see [`Reductions`]: the base, and the factor of the product
    /// of the logarithms. Against a sum that was rounded to whole plies term by term, 80 games at 8,000 nodes
    /// a move over chess, two pairings of armies and five other games gave +38 =10 -32 (+26 Elo, +- 72). The
    /// terms below are one ply each as before, and untuned.
    lmr_base = 614, -512..=2048, 120;
    /// See `lmr_base`.
    lmr_factor = 465, 200..=1000, 40;
    /// History points per ply less.
    lmr_history = 7000, 1500..=30000, 900;
    /// More where a beta cutoff is expected.
    lmr_cut = 1024, 0..=3072, 200;
    /// More where the evaluation does not improve.
    lmr_worse = 1024, 0..=2048, 200;
    /// Less in the principal variation.
    lmr_pv = 1024, 0..=2048, 200;
    /// Less for captures and promotions.
    lmr_noisy = 1024, 0..=2048, 200;
    /// Less, besides, for those that lose nothing.
    lmr_good = 1024, 0..=2048, 200;
    /// Less for a check, and for any other move that must be answered.
    lmr_urgent = 1024, 0..=2048, 200;
    /// Less for killers.
    lmr_killer = 1024, 0..=2048, 200;
}

/// A text that is no list of search parameters.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ParamsError {
    /// A line without a name and a value.
    #[error("line {line}: expected the name of a search parameter and its value, found `{found}`")]
    Line {
        /// From 1.
        line: usize,
        /// The line.
        found: String,
    },
    /// An unknown name.
    #[error("line {line}: the search has no parameter `{name}`: expected one of {}", names())]
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
        /// The parameter.
        number: Number,
        /// Its value.
        found: f64,
    },
}

fn names() -> String {
    Params::NUMBERS.iter().map(|number| number.name).collect::<Vec<_>>().join(", ")
}

impl Params {
    /// Reads lines of a name and a value each, as `fibnif lab spsa` writes them. A parameter that is not
    /// named has its default; lines that begin with `#` are comments.
    ///
    /// # Errors
    /// If a line cannot be read, or a value is out of its range.
    pub fn read(text: &str) -> Result<Params, ParamsError> {
        let mut values = Params::default().values();
        for (index, value) in Params::read_exactly(text)? {
            values[index] = nearest(value);
        }
        Ok(Params::of(&values))
    }

    /// The same without rounding: places in [`Params::NUMBERS`], and values.
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

    /// The most quiet moves tried at a depth where the starting position has `branching` moves.
    pub(super) fn late_moves(&self, depth: i32, improving: bool, branching: i32) -> i32 {
        let sixteenths = (self.late_base + self.late_per_depth * depth * depth)
            * branching.max(LATE_BRANCHING)
            / LATE_BRANCHING;
        if improving { sixteenths / 16 } else { sixteenths * self.late_worse / 128 }
    }
}

/// A value, rounded.
#[allow(clippy::cast_possible_truncation, reason = "values are within their ranges")]
fn nearest(value: f64) -> i32 {
    value.round() as i32
}

/// `round(64 * ln(n))`, written out so that the search is the same on every machine.
const LN: [i32; 64] = [
    0, 0, 44, 70, 89, 103, 115, 125, 133, 141, 147, 153, 159, 164, 169, 173, 177, 181, 185, 188, 192, 195,
    198, 201, 203, 206, 209, 211, 213, 216, 218, 220, 222, 224, 226, 228, 229, 231, 233, 234, 236, 238, 239,
    241, 242, 244, 245, 246, 248, 249, 250, 252, 253, 254, 255, 256, 258, 259, 260, 261, 262, 263, 264, 265,
];

/// How much late moves are reduced by, in 1024ths of a ply, by depth and number of the move.
#[derive(Debug)]
pub(super) struct Reductions(Box<[[i16; 64]; 64]>);

/// A ply in the unit of reductions.
pub(super) const PLY: i32 = 1024;

impl Reductions {
    /// `lmr_base + ln(depth) * ln(number) * lmr_factor`.
    pub(super) fn new(params: &Params) -> Reductions {
        let parts = |depth: i32, number: i32| {
            let parts = params.lmr_base + depth * number / 64 * params.lmr_factor / 64;
            i16::try_from(parts).unwrap_or(i16::MAX)
        };
        Reductions(Box::new(LN.map(|depth| LN.map(|number| parts(depth, number)))))
    }

    /// What a move is reduced by, in 1024ths of a ply.
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
        assert!(reductions.of(1, 1) < PLY);
        assert!(reductions.of(6, 3) >= PLY);
        assert!(reductions.of(20, 30) > reductions.of(20, 10));
        assert!(reductions.of(20, 30) > reductions.of(8, 30));
        assert!(reductions.of(100, 200) < 9 * PLY);
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
            "line 2: expected the name of a search parameter and its value, found `razor`"
        );
        assert!(
            fault("rasor 300")
                .starts_with("line 1: the search has no parameter `rasor`: expected one of asp")
        );
        assert_eq!(fault("razor 9999"), "line 1: expected `razor` from 60 to 800, found 9999");
        assert_eq!(fault("razor NaN"), "line 1: expected `razor` from 60 to 800, found NaN");
    }
}
