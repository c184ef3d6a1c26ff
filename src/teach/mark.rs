//! The marks on one square of a drawing: what can be done there, and the conditions on the pieces on the
//! way.

use crate::rules::betza::walk::{Need, Trip};
use crate::rules::betza::{Leg, Obstacle};

/// How the pieces on the way affect a leg when it reaches a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Not at all.
    Direct,
    /// They stop it.
    Open,
    /// It needs exactly one.
    Over,
    /// It needs one just before the square.
    Behind,
    /// It needs them on every square.
    Leaping,
    /// It needs enemies, and captures them.
    Taking,
}

impl Way {
    const MARKED: [Way; 5] = [Way::Open, Way::Over, Way::Behind, Way::Leaping, Way::Taking];

    fn of(leg: &Leg, trip: &Trip) -> Way {
        let asks = |wanted| trip.needs.iter().any(|&(_, need)| need == wanted);
        match leg.obstacle {
            _ if asks(Need::Victim) || asks(Need::OwnVictim) => Way::Taking,
            Obstacle::Jump => Way::Leaping,
            Obstacle::Grasshopper if !leg.is_path() => Way::Behind,
            _ if asks(Need::Piece) || asks(Need::Friend) || asks(Need::Hurdle) => Way::Over,
            _ if asks(Need::Empty) => Way::Open,
            _ => Way::Direct,
        }
    }

    const fn mark(self) -> char {
        match self {
            Way::Direct => ' ',
            Way::Open => '-',
            Way::Over => '^',
            Way::Behind => '*',
            Way::Leaping => '!',
            Way::Taking => '&',
        }
    }
}

/// The ways to do one thing on one square, a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Ways(u8);

impl Ways {
    fn add(&mut self, way: Way) {
        self.0 |= 1 << way as u8;
    }

    pub(super) fn any(self) -> bool {
        self.0 != 0
    }

    pub(super) fn has(self, way: Way) -> bool {
        self.0 & 1 << way as u8 != 0
    }

    /// The mark of the only way, or a plus sign for several. A way without conditions has no mark.
    pub(super) fn mark(self) -> char {
        if self.has(Way::Direct) {
            return Way::Direct.mark();
        }
        let mut ways = Way::MARKED.into_iter().filter(|&way| self.has(way));
        match (ways.next(), ways.next()) {
            (Some(_), Some(_)) => '+',
            (Some(way), None) => way.mark(),
            (None, _) => ' ',
        }
    }
}

/// What a piece can do on a square.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Powers {
    pub(super) quiet: Ways,
    pub(super) capture: Ways,
    en_passant: bool,
}

impl Powers {
    fn add(&mut self, leg: &Leg, trip: &Trip, way: Way) {
        if trip.quiet {
            self.quiet.add(way);
        }
        if trip.capture {
            self.capture.add(way);
        }
        self.en_passant |= leg.purpose.en_passant;
    }

    pub(super) fn letter(self) -> Option<char> {
        match (self.quiet.any(), self.capture.any(), self.en_passant) {
            (true, true, _) => Some('x'),
            (true, false, _) => Some('m'),
            (false, true, _) => Some('c'),
            (false, false, true) => Some('e'),
            (false, false, false) => None,
        }
    }
}

/// The contents of one square.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Mark {
    /// What the piece can always do.
    pub(super) later: Powers,
    /// What it can do while it has not moved.
    pub(super) first: Powers,
    /// Whether an oblique leap passes it.
    pub(super) passed: bool,
}

/// What a piece does on a square, for a picture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mode {
    /// Moves or captures.
    Both,
    /// Only moves.
    Quiet,
    /// Only captures.
    Capture,
    /// Only captures en passant.
    EnPassant,
}

/// One thing to draw on a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Sign {
    /// What is done.
    pub mode: Mode,
    /// Whether it applies only before the piece has moved.
    pub at_first: bool,
    /// The sign of its condition on the pieces on the way, as in a legend; a space for none.
    pub way: char,
}

impl Mark {
    pub(super) fn add(&mut self, leg: &Leg, trip: &Trip) {
        let way = Way::of(leg, trip);
        self.first.add(leg, trip, way);
        if !leg.initial {
            self.later.add(leg, trip, way);
        }
    }

    /// What it can do here, or what it can do here only before it has moved.
    pub(super) fn powers(self) -> Powers {
        if self.later.letter().is_some() { self.later } else { self.first }
    }

    pub(super) fn letter(self) -> char {
        let first = self.first.letter().map(|letter| letter.to_ascii_uppercase());
        self.later.letter().or(first).unwrap_or(if self.passed { '.' } else { ' ' })
    }

    /// The mark in letters: the way of moving on the left, of capturing on the right.
    pub(super) fn cell(self) -> String {
        let Powers { quiet, capture, .. } = self.powers();
        let [left, right] = match (quiet.any(), capture.any()) {
            (true, false) => [quiet; 2],
            (false, true) => [capture; 2],
            _ => [quiet, capture],
        };
        format!("{}{}{}", left.mark(), self.letter(), right.mark())
    }

    /// What to draw: moves and captures separately if their conditions differ, moves first.
    pub fn signs(self) -> Vec<Sign> {
        let Powers { quiet, capture, en_passant } = self.powers();
        let at_first = self.later.letter().is_none();
        let sign = |mode: Mode, ways: Ways| Sign { mode, at_first, way: ways.mark() };
        match (quiet.any(), capture.any()) {
            (true, true) if quiet.mark() == capture.mark() => vec![sign(Mode::Both, quiet)],
            (true, true) => vec![sign(Mode::Quiet, quiet), sign(Mode::Capture, capture)],
            (true, false) => vec![sign(Mode::Quiet, quiet)],
            (false, true) => vec![sign(Mode::Capture, capture)],
            (false, false) if en_passant => vec![sign(Mode::EnPassant, Ways::default())],
            (false, false) => Vec::new(),
        }
    }

    /// Whether a leap passes the square and nothing else is done on it.
    pub fn is_passed(self) -> bool {
        self.passed && self.signs().is_empty()
    }
}
