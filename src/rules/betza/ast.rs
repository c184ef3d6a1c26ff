//! The written form of a piece: moves, each with modifiers, an atom and a range.
//!
//! An [`Ast`] is what [`parse`](super::parse) accepts: well formed, but not yet checked for meaning
//! (which is the task of [`resolve`](super::resolve)). Its `Display` is canonical: the same modifiers
//! in the same order, and text that parses to the same moves.

use std::fmt;
use std::ops::Range;

/// A range of bytes in the line of notation.
pub type Span = Range<usize>;

/// A parsed line of notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ast {
    /// The line as it was written, for error messages.
    pub(crate) text: String,
    pub(crate) moves: Vec<Term>,
}

/// One atom with all its modifiers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Term {
    /// The modifiers of the move, or of the first leg of a path.
    pub first: Prefix,
    /// The modifiers of each further leg of a path, after an `a`.
    pub further: Vec<Prefix>,
    /// The further legs in parentheses, which may be repeated any number of times or left out.
    pub group: Option<Range<usize>>,
    pub atom: Atom,
    pub range: Limit,
    /// The legs of a bracket.
    pub chain: Vec<Link>,
    /// Atom and range, or the bracket.
    pub span: Span,
}

/// A leg of a bracket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Link {
    /// The leg, as if it stood alone.
    pub term: Term,
    /// Whether the move may end after it.
    pub may_end: bool,
}

/// The lower-case letters of a move, or of one leg of a path.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Prefix {
    /// The direction letters in written order. They are adjacent in the text.
    pub directions: Vec<Direction>,
    /// The place of the first direction letter.
    pub directions_at: usize,
    pub modifiers: Vec<(Modifier, Span)>,
    /// The range of all its letters. If there are none, the empty range where they would be.
    pub span: Span,
}

impl Prefix {
    /// The place of a modifier, if present.
    pub fn modifier(&self, wanted: Modifier) -> Option<Span> {
        self.modifiers.iter().find(|(modifier, _)| *modifier == wanted).map(|(_, span)| span.clone())
    }

    /// Whether a modifier is present.
    pub fn has(&self, wanted: Modifier) -> bool {
        self.modifier(wanted).is_some()
    }

    /// Whether a leg hops over a piece.
    pub fn hops(&self) -> bool {
        self.has(Modifier::Hop) || self.has(Modifier::Grasshopper)
    }

    /// The range of the direction letters from index `first` up to `end`.
    pub fn direction_span(&self, first: usize, end: usize) -> Span {
        self.directions_at + first..self.directions_at + end
    }

    /// The letters in canonical order: `i` before the directions, the others after them, as XBoard
    /// requires.
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut modifiers: Vec<Modifier> = self.modifiers.iter().map(|&(modifier, _)| modifier).collect();
        modifiers.sort_unstable();
        let behind = usize::from(modifiers.first() == Some(&Modifier::Initial));
        modifiers[..behind].iter().try_for_each(|modifier| f.write_str(modifier.text()))?;
        self.directions.iter().try_for_each(|direction| write!(f, "{}", direction.letter()))?;
        modifiers[behind..].iter().try_for_each(|modifier| f.write_str(modifier.text()))
    }
}

impl Term {
    fn is_bare(&self) -> bool {
        self.first.span.is_empty() && self.further.is_empty()
    }

    /// The shortest spelling of the range with the atom's own letters. A range that is usually left out
    /// is written before `crowded`: another move with the same atom, which would otherwise be read as
    /// one doubled atom.
    fn range_text(&self, crowded: bool) -> String {
        let usual = match self.atom {
            Atom::Chain => return String::new(),
            Atom::Leaper(..) | Atom::Vector(_) | Atom::King => Limit::UpTo(1),
            Atom::Rook | Atom::Bishop | Atom::Queen | Atom::Castle => Limit::Unlimited,
        };
        match (self.atom, self.range) {
            (Atom::Leaper(letter, _), Limit::Unlimited) => letter.to_string(),
            (_, range) if range == usual && !crowded => String::new(),
            (_, Limit::Unlimited) => "0".to_owned(),
            (_, Limit::UpTo(steps)) => steps.to_string(),
        }
    }
}

/// A direction letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    Forward,
    Back,
    Left,
    Right,
    Vertical,
    Sideways,
    /// `h`: half of the moves, or a chiral quartet.
    Half,
    /// `z` on a further leg: a bend to the other side than the last one.
    Other,
    /// `q` on a further leg: a bend to the same side as the last one.
    Same,
}

impl Direction {
    pub const ALL: [Direction; 9] = [
        Direction::Forward,
        Direction::Back,
        Direction::Left,
        Direction::Right,
        Direction::Vertical,
        Direction::Sideways,
        Direction::Half,
        Direction::Other,
        Direction::Same,
    ];

    pub const fn letter(self) -> char {
        match self {
            Direction::Forward => 'f',
            Direction::Back => 'b',
            Direction::Left => 'l',
            Direction::Right => 'r',
            Direction::Vertical => 'v',
            Direction::Sideways => 's',
            Direction::Half => 'h',
            Direction::Other => 'z',
            Direction::Same => 'q',
        }
    }
}

/// A modifier that is not a direction, in canonical order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(crate) enum Modifier {
    Initial,
    Unload,
    Quiet,
    Capture,
    Own,
    EnPassant,
    Kings,
    Lend,
    Tame,
    Hop,
    Grasshopper,
    Cylinder,
    Toggle,
    Lame,
    Jump,
    Halfling,
    Crooked,
    Circular,
}

impl Modifier {
    pub const ALL: [Modifier; 18] = [
        Modifier::Initial,
        Modifier::Unload,
        Modifier::Quiet,
        Modifier::Capture,
        Modifier::Own,
        Modifier::EnPassant,
        Modifier::Kings,
        Modifier::Lend,
        Modifier::Tame,
        Modifier::Hop,
        Modifier::Grasshopper,
        Modifier::Cylinder,
        Modifier::Toggle,
        Modifier::Lame,
        Modifier::Jump,
        Modifier::Halfling,
        Modifier::Crooked,
        Modifier::Circular,
    ];

    pub const fn text(self) -> &'static str {
        match self {
            Modifier::Initial => "i",
            Modifier::Unload => "u",
            Modifier::Quiet => "m",
            Modifier::Capture => "c",
            Modifier::Own => "d",
            Modifier::EnPassant => "e",
            Modifier::Kings => "k",
            Modifier::Lend => "x",
            Modifier::Tame => "t",
            Modifier::Hop => "p",
            Modifier::Grasshopper => "g",
            Modifier::Cylinder => "o",
            Modifier::Lame => "n",
            Modifier::Jump => "j",
            Modifier::Halfling => "hh",
            Modifier::Crooked => "z",
            Modifier::Circular => "q",
            Modifier::Toggle => "y",
        }
    }
}

/// The atom of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Atom {
    /// A letter that names one leap.
    Leaper(char, Leap),
    /// A leap written out, `(4,1)`.
    Vector(Leap),
    Rook,
    Bishop,
    Queen,
    King,
    /// `O`.
    Castle,
    /// Legs in brackets.
    Chain,
}

impl Atom {
    pub const fn from_letter(letter: char) -> Option<Atom> {
        let (short, long) = match letter {
            'W' => (0, 1),
            'F' => (1, 1),
            'D' => (0, 2),
            'N' => (1, 2),
            'A' => (2, 2),
            'H' => (0, 3),
            'C' | 'L' => (1, 3),
            'Z' | 'J' => (2, 3),
            'G' => (3, 3),
            'R' => return Some(Atom::Rook),
            'B' => return Some(Atom::Bishop),
            'Q' => return Some(Atom::Queen),
            'K' => return Some(Atom::King),
            'O' => return Some(Atom::Castle),
            _ => return None,
        };
        Some(Atom::Leaper(letter, Leap { short, long }))
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Atom::Leaper(letter, _) => write!(f, "{letter}"),
            Atom::Vector(Leap { short, long }) => write!(f, "({short},{long})"),
            Atom::Rook => f.write_str("R"),
            Atom::Bishop => f.write_str("B"),
            Atom::Queen => f.write_str("Q"),
            Atom::King => f.write_str("K"),
            Atom::Castle => f.write_str("O"),
            Atom::Chain => f.write_str("[]"),
        }
    }
}

/// A leap by its two components, the shorter first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leap {
    pub short: i8,
    pub long: i8,
}

/// How many times the atom may be repeated. For castling, how many squares the king moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Limit {
    UpTo(u8),
    Unlimited,
}

impl fmt::Display for Ast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.moves.iter().enumerate() {
            part.first.write(f)?;
            for (number, link) in part.chain.iter().enumerate() {
                f.write_str(if number == 0 { "[" } else { "" })?;
                link.term.first.write(f)?;
                let behind = match link.may_end {
                    _ if number + 1 == part.chain.len() => "]",
                    true => "?",
                    false => "-",
                };
                write!(f, "{}{}{behind}", link.term.atom, link.term.range_text(false))?;
            }
            if part.atom == Atom::Chain {
                continue;
            }
            for (index, leg) in part.further.iter().enumerate() {
                let at = |edge: fn(&Range<usize>) -> usize| part.group.as_ref().map(edge);
                f.write_str(if at(|group| group.start) == Some(index) { "(a" } else { "a" })?;
                leg.write(f)?;
                f.write_str(if at(|group| group.end) == Some(index + 1) { ")" } else { "" })?;
            }
            let crowded =
                self.moves.get(index + 1).is_some_and(|next| next.is_bare() && next.atom == part.atom);
            write!(f, "{}{}", part.atom, part.range_text(crowded))?;
        }
        Ok(())
    }
}

/// The geometry of a leap, which decides how direction letters are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LeapShape {
    Orthogonal,
    Diagonal,
    Oblique,
}

impl Leap {
    pub(crate) fn shape(self) -> LeapShape {
        match self {
            Leap { short: 0, .. } => LeapShape::Orthogonal,
            Leap { short, long } if short == long => LeapShape::Diagonal,
            _ => LeapShape::Oblique,
        }
    }
}
