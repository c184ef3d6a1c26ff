//! The meanings of the marks in a drawing.

use std::fmt;

/// A note of a legend, in this order: the meaning of a mark, or a fact that no mark shows.
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
    /// More that a piece can do on some squares before it has moved.
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
    /// Lines longer than the drawing that do not reach the edge of the board.
    AtMost(u8),
    /// Captures without moving.
    Rifle,
    /// Moves that end where they started.
    Pass,
    /// En passant captures in addition to others.
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
    /// Whether it is about one piece, and would be wrong for others beside it.
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
    /// The mark that it explains, if any.
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

    const fn words(self) -> &'static str {
        match self {
            LegendNote::Moves => "moves or captures",
            LegendNote::Quiet => "moves only",
            LegendNote::Captures => "captures only",
            LegendNote::EnPassant => "captures en passant only",
            LegendNote::AtFirst => "capitals: only while it has not moved",
            LegendNote::MoreAtFirst => "while it has not moved it can do more on some of these squares",
            LegendNote::Open => "the squares on the way must be empty",
            LegendNote::Over => {
                "over exactly one piece on the way; all other squares on the way must be empty"
            }
            LegendNote::Behind => "only directly behind the first piece on the way, which is required",
            LegendNote::Leaping => "only over pieces: every square that the leap passes must be occupied",
            LegendNote::Taking => "captures an enemy piece on the way, which is required",
            LegendNote::Several => "in more than one of these ways",
            LegendNote::Passed => "a leap passes this square and depends on the piece there",
            LegendNote::Sides => "left of the letter: the way to move; right: the way to capture",
            LegendNote::SkipFirst => {
                "j in the notation: a line skips its first square, which may be occupied"
            }
            LegendNote::Crooked => {
                "z in the notation: a line turns after every step, alternately left and right"
            }
            LegendNote::Circular => {
                "q in the notation: a line that follows a circle of leaps in either direction"
            }
            LegendNote::Bends => "a or [ ] in the notation: a path continues from there, and may turn",
            LegendNote::Halfling => {
                "hh in the notation: at most halfway to the edge of the board, rounded up"
            }
            LegendNote::Cylinder => "o in the notation: the left and right edges of the board are joined",
            LegendNote::Further => {
                "lines that reach the edge of the drawing continue to the edge of the board"
            }
            LegendNote::AtMost(_) => "lines continue beyond the drawing, for at most",
            LegendNote::Rifle => "also captures pieces on the way and ends where it started",
            LegendNote::Pass => "can also pass, if there is room to move out and back",
            LegendNote::AlsoEnPassant => "also captures en passant",
            LegendNote::AlsoKings => "k in the notation: on some lines it attacks only royal pieces",
            LegendNote::Tame => "t in the notation: some lines cannot capture royal pieces and give no check",
            LegendNote::Own => "d in the notation: it can capture pieces of its own side, except royal ones",
            LegendNote::Unload => {
                "u in the notation: on some lines the captured piece goes to the start of a leg"
            }
            LegendNote::OverOwn => "t in the notation: it continues only over pieces of its own side",
            LegendNote::Lends => "x in the notation: it also lends moves to pieces of its own side",
            LegendNote::Borrows => {
                "x in the notation: it also borrows the moves of nearby pieces of its own side"
            }
            LegendNote::AlsoCastles => "also castles",
        }
    }

    /// The text for a picture, in which shapes replace letters; `None` if a picture shows it without words.
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
