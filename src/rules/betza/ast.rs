//! The written form of a piece: moves, each with modifiers, an atom and a range.
//!
//! An [`Ast`] is what [`parse`](super::parse) accepts: well formed, but not yet checked for meaning
//! (which is the task of [`resolve`](super::resolve)). Its `Display` is canonical: the same modifiers
//! in the same order, and text that parses to the same moves.

use std::fmt;
use std::ops::Range;

use super::Reach;
use crate::rules::geometry::{Lattice, Offset};

/// A parsed line of notation.
///
/// ```
/// let ast = fibnif::rules::betza::parse("mfWcfFR0")?;
/// assert_eq!(ast.to_string(), "fmWfcFR");
/// # Ok::<(), fibnif::rules::betza::BetzaError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ast {
    /// The line as it was written, for error messages.
    pub(crate) text: String,
    pub(crate) moves: Vec<Term>,
}

/// One move: the letters before it, and what follows them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Term {
    /// The letters of the move, or of the first leg of a chain.
    pub prefix: Prefix,
    pub syntax: Syntax,
    /// Atom and range, or the bracket.
    pub span: Range<usize>,
}

/// The forms in which a move is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Syntax {
    /// `W3`: one leg.
    Single(Unit),
    /// `afsW`, `(az)F`: legs that share an atom.
    Chain(Chain),
    /// `[F?R]`, `t[FR]`: legs that each have an atom.
    Bracket(Vec<Link>),
    /// `O2`: castling, the king moving this number of squares.
    Castling(u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unit {
    pub atom: Atom,
    pub range: Reach,
}

/// The legs after the first of a move with `a`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Chain {
    /// The letters of each, after its `a`.
    pub further: Vec<Prefix>,
    /// Those in parentheses, which may be repeated any number of times or left out.
    pub group: Option<Range<usize>>,
    pub unit: Unit,
}

/// A leg of a bracket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Link {
    pub prefix: Prefix,
    pub unit: Unit,
    /// Atom and range.
    pub span: Range<usize>,
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
    pub modifiers: Vec<(Modifier, Range<usize>)>,
    /// The range of all its letters. If there are none, the empty range where they would be.
    pub span: Range<usize>,
}

impl Prefix {
    /// The place of a modifier, if present.
    pub fn modifier(&self, wanted: Modifier) -> Option<Range<usize>> {
        self.modifiers.iter().find(|(modifier, _)| *modifier == wanted).map(|(_, span)| span.clone())
    }

    pub fn has(&self, wanted: Modifier) -> bool {
        self.modifiers.iter().any(|(modifier, _)| *modifier == wanted)
    }

    /// Whether a leg hops over a piece.
    pub fn hops(&self) -> bool {
        self.has(Modifier::Hop) || self.has(Modifier::Grasshopper)
    }

    /// The range of the direction letters from index `first` up to `end`.
    pub fn direction_span(&self, first: usize, end: usize) -> Range<usize> {
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
    /// The atom of all its legs and its range, if they share one.
    pub fn unit(&self) -> Option<Unit> {
        match &self.syntax {
            Syntax::Single(unit) | Syntax::Chain(Chain { unit, .. }) => Some(*unit),
            Syntax::Bracket(_) | Syntax::Castling(_) => None,
        }
    }

    /// The letters of its legs after an `a`.
    pub fn further(&self) -> &[Prefix] {
        if let Syntax::Chain(chain) = &self.syntax { &chain.further } else { &[] }
    }

    fn is_bare(&self, atom: Atom) -> bool {
        self.prefix.span.is_empty() && matches!(self.syntax, Syntax::Single(unit) if unit.atom == atom)
    }
}

impl Unit {
    /// The atom with the shortest spelling of the range. A range that is usually left out is written
    /// before `crowded`: another move with the same atom, which would otherwise be read as one doubled
    /// atom.
    fn write(self, f: &mut fmt::Formatter<'_>, crowded: bool) -> fmt::Result {
        let Unit { atom, range } = self;
        match (atom, range) {
            (Atom::Leaper(letter, _), Reach::Edge) => write!(f, "{letter}{letter}"),
            _ if range == atom.usual_range() && !crowded => write!(f, "{atom}"),
            (_, Reach::Edge) => write!(f, "{atom}0"),
            (_, Reach::Steps(steps)) => write!(f, "{atom}{steps}"),
        }
    }
}

impl Chain {
    /// The further legs with those in parentheses repeated this number of times.
    pub fn repeated(&self, times: usize) -> impl Iterator<Item = &Prefix> + Clone {
        let group = self.group.clone().unwrap_or(self.further.len()..self.further.len());
        let legs = |range: Range<usize>| self.further.get(range).unwrap_or_default().iter();
        let repeated = std::iter::repeat_n(legs(group.clone()), times).flatten();
        legs(0..group.start).chain(repeated).chain(legs(group.end..self.further.len()))
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |edge: fn(&Range<usize>) -> usize| self.group.as_ref().map(edge);
        for (index, leg) in self.further.iter().enumerate() {
            f.write_str(if at(|group| group.start) == Some(index) { "(a" } else { "a" })?;
            leg.write(f)?;
            f.write_str(if at(|group| group.end) == Some(index + 1) { ")" } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.prefix.write(f)?;
        self.unit.write(f, false)
    }
}

impl fmt::Display for Ast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, term) in self.moves.iter().enumerate() {
            let crowded = |unit: &Unit| self.moves.get(index + 1).is_some_and(|next| next.is_bare(unit.atom));
            term.prefix.write(f)?;
            match &term.syntax {
                Syntax::Single(unit) => unit.write(f, crowded(unit))?,
                Syntax::Chain(chain) => {
                    chain.write(f)?;
                    chain.unit.write(f, crowded(&chain.unit))?;
                }
                Syntax::Bracket(links) => {
                    for (number, link) in links.iter().enumerate() {
                        let mark = match number.checked_sub(1).and_then(|before| links.get(before)) {
                            None => '[',
                            Some(before) if before.may_end => '?',
                            Some(_) => '-',
                        };
                        write!(f, "{mark}{link}")?;
                    }
                    f.write_str("]")?;
                }
                Syntax::Castling(squares) => write!(f, "O{squares}")?,
            }
        }
        Ok(())
    }
}

/// Defines an enum of letters, each value with what is written for it.
macro_rules! letters {
    (
        $(#[$about:meta])*
        enum $name:ident, $written:ident: $type:ty {
            $($(#[doc = $doc:literal])* $value:ident = $letter:literal,)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
        pub(crate) enum $name { $($(#[doc = $doc])* $value,)* }

        impl $name {
            pub const ALL: [$name; [$($letter),*].len()] = [$($name::$value),*];

            pub const fn $written(self) -> $type {
                match self { $($name::$value => $letter,)* }
            }
        }
    };
}

letters! {
    /// A direction letter.
    enum Direction, letter: char {
        Forward = 'f',
        Back = 'b',
        Left = 'l',
        Right = 'r',
        Vertical = 'v',
        Sideways = 's',
        /// Half of the moves, or a chiral quartet.
        Half = 'h',
        /// On a further leg: a bend to the other side than the last one.
        Other = 'z',
        /// On a further leg: a bend to the same side as the last one.
        Same = 'q',
    }
}

letters! {
    /// A modifier that is not a direction, in canonical order.
    enum Modifier, text: &'static str {
        Initial = "i",
        Unload = "u",
        Quiet = "m",
        Capture = "c",
        Own = "d",
        EnPassant = "e",
        Kings = "k",
        Lend = "x",
        Tame = "t",
        Hop = "p",
        Grasshopper = "g",
        Cylinder = "o",
        Toggle = "y",
        Lame = "n",
        Jump = "j",
        Halfling = "hh",
        Crooked = "z",
        Circular = "q",
    }
}

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
            _ => return None,
        };
        Some(Atom::Leaper(letter, Leap { short, long }))
    }

    /// The range that is left out in writing.
    pub const fn usual_range(self) -> Reach {
        match self {
            Atom::Leaper(..) | Atom::Vector(_) | Atom::King => Reach::Steps(1),
            Atom::Rook | Atom::Bishop | Atom::Queen => Reach::Edge,
        }
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
        }
    }
}

/// A leap by its two components, the shorter first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leap {
    pub short: i8,
    pub long: i8,
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

    /// Whether it may go in the direction of a step: the same leap if it is oblique.
    pub(super) fn leads(self, step: Offset) -> bool {
        let (right, forward) = (step.right.abs(), step.forward.abs());
        match self.shape() {
            LeapShape::Orthogonal => right == 0 || forward == 0,
            LeapShape::Diagonal => right == forward,
            LeapShape::Oblique => (right.min(forward), right.max(forward)) == (self.short, self.long),
        }
    }

    /// The eight steps of an oblique leap, clockwise.
    pub(super) fn circle(self) -> Vec<Offset> {
        let Leap { short, long } = self;
        let quarter = [(short, long), (long, short)];
        let turned = |times: usize| {
            quarter.map(|(right, forward)| {
                (0..times).fold(Offset::new(right, forward), |step, _| Offset::new(step.forward, -step.right))
            })
        };
        (0..4).flat_map(turned).collect()
    }

    /// Its steps: see [`Lattice::leaps`].
    pub(super) fn steps(self, lattice: Lattice) -> Vec<Offset> {
        lattice.leaps(self.short, self.long)
    }
}
