//! Scores: centipawns, and mates counted in plies from the root.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The deepest ply a search reaches.
pub const MAX_PLY: usize = 128;

/// What a position is worth to the side to move: centipawns, or a mate in so many plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(pub i32);

impl Score {
    /// Nobody is better.
    pub const DRAW: Score = Score(0);
    /// Mate on the board, from the winner's side.
    pub const MATE: Score = Score(30_000);
    /// Greater than every score.
    pub const INFINITE: Score = Score(31_000);
    /// The largest score that is no mate.
    pub const MAX_EVAL: Score = Score(Score::MATE.0 - MAX_PLY as i32 - 1);

    /// The side to move is mated `ply` plies from the root.
    pub const fn mated(ply: usize) -> Score {
        Score(ply as i32 - Score::MATE.0)
    }

    /// The side to move mates `ply` plies from the root.
    pub const fn mates(ply: usize) -> Score {
        Score(Score::MATE.0 - ply as i32)
    }

    /// Whether somebody is mated by force.
    pub const fn is_mate(self) -> bool {
        self.0.abs() > Score::MAX_EVAL.0
    }

    /// Moves until the mate, as people count them: `Some(3)` if the side to move mates with its
    /// third move, `Some(-2)` if it is mated by the other side's second move, `Some(0)` if it is
    /// mated on the board, `None` for anything but a mate.
    pub const fn mate_in(self) -> Option<i32> {
        if self.0 > Score::MAX_EVAL.0 {
            Some((Score::MATE.0 - self.0 + 1) / 2)
        } else if self.0 < -Score::MAX_EVAL.0 {
            Some(-((Score::MATE.0 + self.0) / 2))
        } else {
            None
        }
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
    /// `+0.34`, `#5`, `#-2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_in() {
            Some(moves) => write!(f, "#{moves}"),
            None => write!(f, "{}{}.{:02}", if self.0 < 0 { '-' } else { '+' }, self.0.abs() / 100, self.0.abs() % 100),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves_as_people_do() {
        assert_eq!(Score::mates(1).mate_in(), Some(1));
        assert_eq!(Score::mates(5).mate_in(), Some(3));
        assert_eq!(Score::mated(0).mate_in(), Some(0));
        assert_eq!(Score::mated(2).mate_in(), Some(-1));
        assert_eq!(Score::mated(4).mate_in(), Some(-2));
        assert_eq!(Score::MAX_EVAL.mate_in(), None);
        assert!(Score::mates(MAX_PLY).is_mate());
    }

    #[test]
    fn scores_read_as_people_write_them() {
        assert_eq!(Score(-7).to_string(), "-0.07");
        assert_eq!(Score(134).to_string(), "+1.34");
        assert_eq!(Score::mated(4).to_string(), "#-2");
    }
}
