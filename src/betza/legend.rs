//! What the marks of a drawing mean.

use std::fmt;

/// A line of a legend, in their order: what a mark means, or what no mark says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Note {
    /// `x`
    Moves,
    /// `m`
    Quiet,
    /// `c`
    Captures,
    /// `e`
    EnPassant,
    /// Capitals.
    AtFirst,
    /// What it can do at first on squares it can always reach.
    MoreAtFirst,
    /// `-`
    Open,
    /// `^`
    Over,
    /// `*`
    Behind,
    /// `!`
    Leaping,
    /// `&`
    Taking,
    /// `+`
    Several,
    /// `.`
    Passed,
    /// The two sides of a letter.
    Sides,
    /// `j` on a line.
    SkipFirst,
    /// `z`
    Crooked,
    /// `q`
    Circular,
    /// `a`
    Bends,
    /// `hh`
    Halfling,
    /// `o`
    Cylinder,
    /// Lines longer than the drawing.
    Further,
    /// Lines longer than the drawing that do not go to the edge.
    AtMost(u8),
    /// Captures from where it stands.
    Rifle,
    /// Moves that end where they began.
    Pass,
    /// En passant besides.
    AlsoEnPassant,
    /// `k`
    AlsoKings,
    /// `O`
    AlsoCastles,
}

impl Note {
    /// Whether it is said of one piece, and would be wrong of others beside it.
    pub(super) fn is_of_one(self) -> bool {
        matches!(
            self,
            Note::MoreAtFirst
                | Note::Rifle
                | Note::Pass
                | Note::AtMost(_)
                | Note::AlsoEnPassant
                | Note::AlsoCastles
        )
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Note::Moves => "x  moves or captures",
            Note::Quiet => "m  moves only",
            Note::Captures => "c  captures only",
            Note::EnPassant => "e  captures en passant only",
            Note::AtFirst => "capitals: only while it has not moved",
            Note::MoreAtFirst => "while it has not moved it can do more on some of these squares",
            Note::Open => "-  the squares on the way must be empty",
            Note::Over => "^  over exactly one man on the way; all else on the way must be empty",
            Note::Behind => "*  only directly behind the first man on the way, which must be there",
            Note::Leaping => "!  only over men: every square that the leap passes must be occupied",
            Note::Taking => "&  takes an enemy on the way, who must stand there",
            Note::Several => "+  in more than one of these ways",
            Note::Passed => ".  a leap goes past this square: what stands there matters to it",
            Note::Sides => "left of the letter: the way to move; right: the way to capture",
            Note::SkipFirst => {
                "j in the notation: a line begins on its second square, whatever stands on the first"
            }
            Note::Crooked => "z in the notation: a line turns after every step, by turns to either side",
            Note::Circular => "q in the notation: a line that goes on around a circle of leaps, either way",
            Note::Bends => "a in the notation: a path goes on from there, and may turn",
            Note::Halfling => "hh in the notation: at most half the way to the edge of the board, rounded up",
            Note::Cylinder => "o in the notation: the left and right edges of the board are joined",
            Note::Further => "lines that reach the edge of the drawing go on to the edge of the board",
            Note::AtMost(steps) => {
                return write!(f, "lines go on beyond the drawing, for at most {steps} steps");
            }
            Note::Rifle => "also takes men on the way and ends where it began",
            Note::Pass => "also passes the turn, if there is room to go and come back",
            Note::AlsoEnPassant => "also captures en passant",
            Note::AlsoKings => "k in the notation: on some lines it attacks royals alone",
            Note::AlsoCastles => "also castles",
        })
    }
}
