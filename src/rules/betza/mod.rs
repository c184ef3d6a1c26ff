//! Betza notation: text -> [`Ast`] -> [`Movement`].
//!
//! The dialect is Ralph Betza's notation of 1996 with those extensions by H.G. Muller that have one
//! meaning in every program: ranges, `n`, `j`, `i`, `e`, `o` and `O`, moves of several legs as XBoard
//! 4.9.1 reads them, and in brackets as Muller writes them; and Betza's own `z` (crooked), `q`
//! (circular) and `hh` (halfling). Anything unknown, or with different meanings in different programs,
//! is an error that points at the place. Nothing here knows a game, the other pieces or a GUI, and only
//! [`walk`] is given a board.
//!
//! ```
//! use fibnif::rules::betza::Movement;
//!
//! let horse = Movement::read("FbbNffN")?;
//! assert_eq!(horse.legs.len(), 8);
//! let error = Movement::read("FbX").unwrap_err();
//! assert_eq!(error.span(), 2..3);
//! # Ok::<(), fibnif::rules::betza::BetzaError>(())
//! ```
//!
//! # The notation
//!

#![doc = include_str!("notation.md")]

pub mod ast;
mod directions;
mod letters;
mod parse;
mod path;
mod standard;
pub mod walk;

pub use ast::Ast;
pub use parse::parse;
pub use path::{resolve, resolve_on};
pub use standard::{standard, standard_names};

use std::ops::Range;

use crate::base::text::picture;
use crate::rules::geometry::{Lattice, Offset};

/// The moves of a piece, as its owner sees them, independent of a board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Movement {
    /// One leg per direction.
    pub legs: Vec<Leg>,
    /// Castling moves (`O`).
    pub castles: Vec<CastleLeg>,
    /// Moves that it lends to other pieces of its side, and those it borrows from them (`x`).
    pub loans: Vec<Loan>,
}

impl Movement {
    /// Reads a line of notation and derives its moves: [`parse`] followed by [`resolve`].
    ///
    /// # Errors
    /// The first place of `text` that is not in the dialect.
    ///
    /// ```
    /// use fibnif::rules::betza::Movement;
    ///
    /// let knight = Movement::read("N")?;
    /// assert_eq!(knight.legs.len(), 8);
    /// assert!(Movement::read("RB")?.is_same_as("Q"));
    /// assert!(Movement::read("N?").is_err());
    /// # Ok::<(), fibnif::rules::betza::BetzaError>(())
    /// ```
    pub fn read(text: &str) -> Result<Movement, BetzaError> {
        Movement::read_on(text, Lattice::Squares)
    }

    /// The same for a board of any lattice.
    ///
    /// # Errors
    /// The first place of `text` that is not in the dialect, or has no meaning on the lattice.
    pub fn read_on(text: &str, lattice: Lattice) -> Result<Movement, BetzaError> {
        resolve_on(&parse(text)?, lattice)
    }

    /// The moves of all `parts` together, without duplicates. This is the way to add moves to a piece:
    /// texts side by side can mean something else (`F` and `F` are not `FF`).
    pub fn join(parts: &[Movement]) -> Movement {
        let mut whole = Movement::default();
        for part in parts {
            part.legs.iter().for_each(|leg| push_new(&mut whole.legs, leg.clone()));
            part.castles.iter().for_each(|&castle| push_new(&mut whole.castles, castle));
            part.loans.iter().for_each(|loan| push_new(&mut whole.loans, loan.clone()));
        }
        whole
    }

    /// Whether another movement has the same moves, without castling.
    pub fn goes_as(&self, other: &Movement) -> bool {
        let same_legs =
            self.legs.len() == other.legs.len() && self.legs.iter().all(|leg| other.legs.contains(leg));
        let same_loans =
            self.loans.len() == other.loans.len() && self.loans.iter().all(|loan| other.loans.contains(loan));
        same_legs && same_loans
    }

    /// Whether it has the moves of a line of notation, in any spelling, without castling.
    pub fn is_same_as(&self, notation: &str) -> bool {
        self.is_same_on(notation, Lattice::Squares)
    }

    /// The same on a board of any lattice.
    pub fn is_same_on(&self, notation: &str, lattice: Lattice) -> bool {
        Movement::read_on(notation, lattice).is_ok_and(|movement| self.goes_as(&movement))
    }
}

/// Appends the moves that are missing.
pub(crate) fn push_new<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// One way to move: a line of steps in one direction, and its purpose on each square.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "letters of the notation that do not depend on each other")]
pub struct Leg {
    /// The steps, used in turn and again from the first: one for straight lines, two for crooked ones.
    pub steps: Vec<Offset>,
    /// How far the line goes.
    pub reach: Reach,
    /// `hh`: at most half (rounded up) of the steps that an empty board would allow.
    pub halfling: bool,
    /// The conditions on the squares on the way.
    pub obstacle: Obstacle,
    /// What it may do on the squares that the line reaches.
    pub purpose: Purpose,
    /// `i`: only while the piece has not moved.
    pub initial: bool,
    /// `o`: the left and right edges of the board are joined.
    pub cylinder: bool,
    /// `k`: it may capture only royal pieces. As these are never actually captured, it gives check and
    /// does nothing else.
    pub kings: bool,
    /// `t`: it may not capture royal pieces, so it gives no check.
    pub tame: bool,
    /// `u`: the piece that the move captures is put where this line begins, counted from 0.
    pub unload: Option<u8>,
    /// How a path continues after this line. The last square of the line is the first where the path
    /// may bend. Obstacle and reach above apply to this line alone, the purpose to the last line.
    pub bends: Vec<Bend>,
}

/// A move that passes from one piece of a side to another (`x`).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Loan {
    /// The path. For lent moves, the first lines lead to the piece that makes the rest of them, which
    /// starts from that piece's square. For borrowed moves, it ends on the piece that has them.
    pub leg: Leg,
    /// The line, counted from 0, after which the other piece continues; none if the moves are borrowed.
    pub lent_behind: Option<u8>,
}

impl Loan {
    /// The lent moves, as moves of the piece that makes them; none if they are borrowed.
    pub fn lent(&self) -> Vec<Leg> {
        let Some(last) = self.lent_behind.map(usize::from) else { return Vec::new() };
        let mut steps = self.leg.steps.clone();
        let mut legs = Vec::new();
        for (index, bend) in self.leg.bends.iter().enumerate().take(last + 1) {
            let onward: Vec<Offset> = steps.iter().flat_map(|&step| bend.onward(step)).collect();
            if index == last {
                let rest = self.leg.bends.get(last + 1..).unwrap_or_default();
                let leg = |step| Leg {
                    steps: vec![step],
                    reach: bend.reach,
                    obstacle: bend.obstacle,
                    cylinder: bend.cylinder,
                    bends: rest.to_vec(),
                    ..self.leg.clone()
                };
                for &step in &onward {
                    push_new(&mut legs, leg(step));
                }
            }
            steps = onward;
        }
        legs
    }
}

/// A place where a path may turn, and the line after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bend {
    /// The condition on the square where the line before ends.
    pub via: Via,
    /// The directions in which the path may continue.
    pub angles: Angles,
    /// The length of the leaps of the line after it, if it changes.
    pub stride: Option<i8>,
    /// How far.
    pub reach: Reach,
    /// The conditions on the squares on the way.
    pub obstacle: Obstacle,
    /// `o`: the left and right edges of the board are joined.
    pub cylinder: bool,
    /// `i`: it has exactly as many steps as the last line before it with a variable number.
    pub as_far: bool,
}

impl Bend {
    /// The leaps by which a path that came by `step` may continue.
    pub fn onward(&self, step: Offset) -> impl Iterator<Item = Offset> {
        self.angles.of(step, self.stride)
    }
}

/// The conditions on the square between two lines of a path. At least one is set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "letters of the notation that do not depend on each other")]
pub struct Via {
    /// `m`: empty.
    pub empty: bool,
    /// `p`: any piece, which is hopped over.
    pub hop: bool,
    /// `tp`: a piece of its own side, which is hopped over.
    pub hop_own: bool,
    /// `c`: an enemy, which is captured.
    pub capture: bool,
    /// `d`: a piece of its own side, which is captured.
    pub capture_own: bool,
}

impl Via {
    /// The union of two conditions.
    #[must_use]
    pub fn or(self, other: Via) -> Via {
        Via {
            empty: self.empty || other.empty,
            hop: self.hop || other.hop,
            hop_own: self.hop_own || other.hop_own,
            capture: self.capture || other.capture,
            capture_own: self.capture_own || other.capture_own,
        }
    }
}

/// Angles to the right, in eighths of a circle: bit `n` for `n` eighths. An odd number of eighths
/// changes an orthogonal leap into a diagonal one, and vice versa.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Angles(pub u8);

impl Angles {
    /// The eighths, ascending.
    pub fn eighths(self) -> impl Iterator<Item = u8> {
        (0..8).filter(move |eighth| self.0 >> eighth & 1 != 0)
    }

    /// Each of them by itself.
    pub(crate) fn each(self) -> impl Iterator<Item = Angles> {
        self.eighths().map(|eighth| Angles(1 << eighth))
    }

    /// A leap rotated by each of them, with this length. An oblique leap followed by a straight one is
    /// straightened first.
    pub fn of(self, step: Offset, stride: Option<i8>) -> impl Iterator<Item = Offset> {
        let straightens = stride.is_some() && !step.is_straight();
        let rotated = self.eighths().filter_map(move |eighths| {
            if straightens { step.straightened(eighths) } else { step.rotated(eighths) }
        });
        rotated.filter_map(move |step| stride.map_or(Some(step), |stride| step.of_length(stride)))
    }
}

impl Leg {
    /// Whether it is a path of several lines.
    pub fn is_path(&self) -> bool {
        !self.bends.is_empty()
    }
}

/// The length of a line, in steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reach {
    /// At most this number of steps; 1 is a leap.
    Steps(u8),
    /// To the edge of the board.
    Edge,
}

/// The conditions on the squares on the way. In any case, the squares on which a line lands before its
/// last must be empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Obstacle {
    /// No further condition: leaps jump.
    Free,
    /// `n`: the squares each leap passes ([`Lattice::between`]) must be empty as well.
    Lame,
    /// `j` on a leaper: the squares each leap passes must all be occupied.
    Jump,
    /// `j` on a W or F slider: the first square is passed whatever is on it, and counts.
    SkipFirst,
    /// `p`: exactly one piece is passed, then the line continues.
    Hop,
    /// `g`: the line lands directly behind the first piece on it.
    Grasshopper,
}

/// What a leg may do on its target square. At least one is set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "letters of the notation that do not depend on each other")]
pub struct Purpose {
    /// Move to an empty square.
    pub quiet: bool,
    /// Capture.
    pub capture: bool,
    /// `d`: capture a piece of its own side, but never a royal one.
    pub own: bool,
    /// Capture en passant.
    pub en_passant: bool,
}

/// A castling move of the notation: the king moves `squares` squares to `wing`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CastleLeg {
    /// Left or right as the mover sees it.
    pub wing: Wing,
    /// The number of squares the king moves.
    pub squares: u8,
    /// `i`: only while the King has not moved.
    pub initial: bool,
}

/// A side of the board as the mover sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wing {
    /// The mover's left.
    Left,
    /// The mover's right.
    Right,
}

/// Why a line of notation was refused. Printed, it is a message, the line and a caret under the fault.
/// [`BetzaError::message`] and [`BetzaError::span`] give the parts to callers that show the line in a
/// file of their own.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}\n{}", self.message(), picture(&self.text, self.span()))]
pub struct BetzaError {
    text: String,
    span: Range<usize>,
    expected: String,
    found: String,
}

impl BetzaError {
    /// A fault at the bytes `span` of `text`, which must lie on character borders.
    fn new(
        text: &str,
        span: Range<usize>,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> BetzaError {
        BetzaError { text: text.to_owned(), span, expected: expected.into(), found: found.into() }
    }

    /// The same, as a result.
    fn refuse<T>(
        text: &str,
        span: Range<usize>,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Result<T, BetzaError> {
        Err(BetzaError::new(text, span, expected, found))
    }

    /// The whole line.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The range of the faulty bytes. If something is missing at the end, it is empty and after the
    /// last byte.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// What was expected.
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// What was found.
    pub fn found(&self) -> &str {
        &self.found
    }

    /// The fault in one line, without the place.
    pub fn message(&self) -> String {
        format!("expected {}, found {}", self.expected, self.found)
    }
}

/// A part of a line in a message.
fn in_backticks(text: impl std::fmt::Display) -> String {
    format!("`{text}`")
}
