//! Scores: centipawns, and wins counted in turns from the root. A turn is a ply, or two in games of double
//! turns.

use std::fmt;
use std::ops::{Add, Neg, Sub};

use super::convert::signed;
use crate::position::Margin;

/// The greatest number of plies from the root.
pub const MAX_PLY: usize = 128;

/// What a position is worth to the side to move: centipawns, or a win in a number of turns. A full win is
/// worth more than a half win (0.75-0.25), and that more than any evaluation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(pub i32);

impl Score {
    /// A draw, or an equal position.
    pub const DRAW: Score = Score(0);
    /// Mate on the board, for the winner.
    pub const MATE: Score = Score(30_000);
    /// The same after half of the game has been drawn.
    pub const HALF_MATE: Score = Score(20_000);
    /// Greater than every score.
    pub const INFINITE: Score = Score(31_000);
    /// The largest score that is no mate.
    pub const MAX_EVAL: Score = Score(Score::HALF_MATE.0 - signed(MAX_PLY) - 1);

    /// The side to move is mated `turn` turns from the root.
    pub const fn mated(turn: usize) -> Score {
        Score(signed(turn) - Score::MATE.0)
    }

    /// The side to move mates `turn` turns from the root.
    pub const fn mates(turn: usize) -> Score {
        Score(Score::MATE.0 - signed(turn))
    }

    /// The side to move has lost, fully or half the game, `turn` turns from the root.
    pub const fn lost(turn: usize, margin: Margin) -> Score {
        match margin {
            Margin::Full => Score::mated(turn),
            Margin::Half => Score(signed(turn) - Score::HALF_MATE.0),
        }
    }

    /// How much is won, if the score is a forced win.
    pub const fn margin(self) -> Option<Margin> {
        match self.0.abs() {
            size if size <= Score::MAX_EVAL.0 => None,
            size if size <= Score::HALF_MATE.0 => Some(Margin::Half),
            _ => Some(Margin::Full),
        }
    }

    /// Whether the score is a forced win for either side.
    pub const fn is_mate(self) -> bool {
        self.0.abs() > Score::MAX_EVAL.0
    }

    /// Moves until mate, as people count them: `Some(3)` if the side to move mates with its
    /// third move, `Some(-2)` if it is mated by the other side's second move, `Some(0)` if it is
    /// mated on the board, `None` for anything but a mate.
    pub const fn mate_in(self) -> Option<i32> {
        let mate = match self.margin() {
            None => return None,
            Some(Margin::Half) => Score::HALF_MATE.0,
            Some(Margin::Full) => Score::MATE.0,
        };
        Some(if self.0 > 0 { (mate - self.0 + 1) / 2 } else { -((mate + self.0) / 2) })
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    fn add(self, centipawns: i32) -> Score {
        Score(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    fn sub(self, centipawns: i32) -> Score {
        Score(self.0 - centipawns)
    }
}

impl fmt::Display for Score {
    /// `+0.34`, `#5`, `#-2`; `½#5` if it is half a win.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_in() {
            Some(moves) => {
                write!(f, "{}#{moves}", if self.margin() == Some(Margin::Half) { "½" } else { "" })
            }
            None => write!(
                f,
                "{}{}.{:02}",
                if self.0 < 0 { '-' } else { '+' },
                self.0.abs() / 100,
                self.0.abs() % 100
            ),
        }
    }
}
