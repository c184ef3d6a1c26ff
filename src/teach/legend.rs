//! What the marks of a drawing mean.

use std::fmt;

/// A line of a legend, in their order: what a mark means, or what no mark says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum LegendNote {
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
    /// `t` at the end of a move.
    Tame,
    /// `d`
    Own,
    /// `u`
    Unload,
    /// `tp`, `tg`
    OverOwn,
    /// `x` on a leg with another behind it.
    Lends,
    /// `x` on the last leg.
    Borrows,
    /// `O`
    AlsoCastles,
}

impl LegendNote {
    /// Whether it is said of one piece, and would be wrong of others beside it.
    pub fn is_of_one(self) -> bool {
        matches!(
            self,
            LegendNote::MoreAtFirst
                | LegendNote::Rifle
                | LegendNote::Pass
                | LegendNote::AtMost(_)
                | LegendNote::AlsoEnPassant
                | LegendNote::Lends
                | LegendNote::Borrows
                | LegendNote::AlsoCastles
        )
    }
}

impl LegendNote {
    /// The mark that is explained, if it is one.
    pub const fn sign(self) -> Option<char> {
        Some(match self {
            LegendNote::Moves => 'x',
            LegendNote::Quiet => 'm',
            LegendNote::Captures => 'c',
            LegendNote::EnPassant => 'e',
            LegendNote::Open => '-',
            LegendNote::Over => '^',
            LegendNote::Behind => '*',
            LegendNote::Leaping => '!',
            LegendNote::Taking => '&',
            LegendNote::Several => '+',
            LegendNote::Passed => '.',
            _ => return None,
        })
    }

    /// What is to be said.
    const fn words(self) -> &'static str {
        match self {
            LegendNote::Moves => "moves or captures",
            LegendNote::Quiet => "moves only",
            LegendNote::Captures => "captures only",
            LegendNote::EnPassant => "captures en passant only",
            LegendNote::AtFirst => "capitals: only while it has not moved",
            LegendNote::MoreAtFirst => "while it has not moved it can do more on some of these squares",
            LegendNote::Open => "the squares on the way must be empty",
            LegendNote::Over => "over exactly one piece on the way; all else on the way must be empty",
            LegendNote::Behind => "only directly behind the first piece on the way, which must be there",
            LegendNote::Leaping => "only over pieces: every square that the leap passes must be occupied",
            LegendNote::Taking => "takes an enemy on the way, who must stand there",
            LegendNote::Several => "in more than one of these ways",
            LegendNote::Passed => "a leap goes past this square: what stands there matters to it",
            LegendNote::Sides => "left of the letter: the way to move; right: the way to capture",
            LegendNote::SkipFirst => {
                "j in the notation: a line begins on its second square, whatever stands on the first"
            }
            LegendNote::Crooked => {
                "z in the notation: a line turns after every step, by turns to either side"
            }
            LegendNote::Circular => {
                "q in the notation: a line that goes on around a circle of leaps, either way"
            }
            LegendNote::Bends => "a or [ ] in the notation: a path goes on from there, and may turn",
            LegendNote::Halfling => {
                "hh in the notation: at most half the way to the edge of the board, rounded up"
            }
            LegendNote::Cylinder => "o in the notation: the left and right edges of the board are joined",
            LegendNote::Further => "lines that reach the edge of the drawing go on to the edge of the board",
            LegendNote::AtMost(_) => "lines go on beyond the drawing, for at most",
            LegendNote::Rifle => "also takes pieces on the way and ends where it began",
            LegendNote::Pass => "also passes the turn, if there is room to go and come back",
            LegendNote::AlsoEnPassant => "also captures en passant",
            LegendNote::AlsoKings => "k in the notation: on some lines it attacks royals alone",
            LegendNote::Tame => "t in the notation: on some lines it may not take royals, and gives no check",
            LegendNote::Own => "d in the notation: it may take pieces of its own side there, royals excepted",
            LegendNote::Unload => "u in the notation: on some lines it puts whom it takes where a leg began",
            LegendNote::OverOwn => "t in the notation: it goes on over pieces of its own side only",
            LegendNote::Lends => "x in the notation: it also lends moves to pieces of its own side",
            LegendNote::Borrows => "x in the notation: it also moves as pieces of its own side near it do",
            LegendNote::AlsoCastles => "also castles",
        }
    }

    /// The same for a picture, in which shapes stand in place of letters; `None` where a picture shows it
    /// without words.
    pub fn in_a_picture(self) -> Option<String> {
        match self {
            LegendNote::AtFirst => Some("only while it has not moved".to_owned()),
            LegendNote::Sides => None,
            LegendNote::AtMost(steps) => Some(format!("{} {steps} steps", self.words())),
            _ => Some(self.words().to_owned()),
        }
    }
}

impl fmt::Display for LegendNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(sign) = self.sign() {
            write!(f, "{sign}  ")?;
        }
        f.write_str(self.words())?;
        if let LegendNote::AtMost(steps) = self { write!(f, " {steps} steps") } else { Ok(()) }
    }
}
