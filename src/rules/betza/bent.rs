//! Moves of several legs: a first line, then at each `a` a turn and another line.
//!
//! They are read as by XBoard 4.9.1's move generator, which is the reference for them:
//! * all legs have the atom's leap and range; `y` (over an empty square) and `g` (over a piece) between
//!   two legs turn a slider into a leaper and a leaper into a slider from there on, but only on that
//!   square: beside them `m`, `p` and `c` keep the range (according to Muller; XBoard itself then makes
//!   no difference);
//! * directions of further legs are relative to the leg before, in eighths of a circle for every atom:
//!   `f` is straight on, `fr` half right, `fs` half right or half left; a leap turned by an eighth is
//!   diagonal where it was orthogonal (`afsW` is the Xiangqi Horse);
//! * without directions a further leg of W, F and the like continues in all their directions except
//!   back, and one of K or Q in all eight except back;
//! * the square between two legs must be empty (`m`, the default), occupied (`p`, `g`: hopped over;
//!   with `t` only by a piece of its own side), or hold an enemy or a piece of its own side, which is
//!   captured (`c`, `d`) and stays in the way until the end of the move;
//! * the square the piece starts from counts as empty.
//!
//! H.G. Muller's pages add `z` and `q` in place of a sideways letter: to the other and to the same side
//! as the last bend, to either side if there was none. An oblique leap turned by an eighth is the next
//! one on the circle of eight, as on those pages; XBoard reads it that way by accident.
//!
//! Anything that the programs read differently, or only by accident, is an error: directions of K and Q
//! on the first leg, oblique leaps without directions, `hh`, `j` and `e`.

use super::ast::{Atom, Direction, LeapShape, Modifier, Prefix, Span};
use super::letters::{Form, Place};
use super::resolve::{FERZ, Resolver, WAZIR, quoted};
use super::steps::is_vertical;
use super::walk::count_lines;
use super::{Bend, BetzaError, Leg, Obstacle, Reach, Turns, Via};
use crate::rules::geometry::{Color, Shape, Step};

/// The maximum number of ways that a path may take. Each line that may end anywhere, except the last
/// one, has [`ENDS`] of them. For a path that could take more, only those that fit on a usual board
/// count.
pub(super) const MOST_WAYS: usize = 16_384;
/// The number of possible ends of a line on usual boards.
pub(super) const ENDS: usize = 8;

/// All turns except back: those of a continuing king.
pub(super) const ONWARD: Turns = Turns(0xEF);
/// Straight on and to both sides: those of a continuing wazir.
const SQUARE: Turns = Turns(0x45);

impl Resolver<'_> {
    /// The paths of a move of several legs, one for each first step.
    pub(super) fn bent(&self) -> Result<Vec<Leg>, BetzaError> {
        let first = &self.part.first;
        self.refuse_parts_of_a_queen("W and F apart for a path in some directions")?;
        for (index, prefix) in self.prefixes().enumerate() {
            let is_last = index == self.part.further.len();
            let place = Place { form: Form::Path, is_first: index == 0, is_last, may_end: is_last };
            self.check_letters(prefix, place)?;
        }
        let unload = self.unload()?;
        let starts = self.directions()?;
        let mut legs = Vec::new();
        let mut ways: usize = 0;
        for hands in self.hands()? {
            for bends in self.bends(&hands)? {
                let turns = bends.iter().map(|bend| bend.turns.eighths().count());
                let reaches = std::iter::once(self.reach()).chain(bends.iter().map(|bend| bend.reach));
                let ends =
                    reaches.take(bends.len()).map(|reach| if reach == Reach::Steps(1) { 1 } else { ENDS });
                ways = ways.saturating_add(turns.chain(ends).fold(starts.len(), usize::saturating_mul));
                legs.extend(starts.iter().map(|&step| Leg { unload, ..self.path(step, &bends) }));
            }
        }
        if ways <= MOST_WAYS || fit_on_a_board(&legs) {
            return Ok(legs);
        }
        let span = first.span.start..self.part.span.end;
        let expected = format!("a path of at most {MOST_WAYS} ways");
        self.refuse(span, expected, format!("{ways} ways"))
    }

    fn path(&self, step: Step, bends: &[Bend]) -> Leg {
        Leg {
            steps: vec![step],
            reach: self.reach(),
            halfling: false,
            obstacle: line_obstacle(&self.part.first, false),
            purpose: self.purpose(),
            initial: self.part.first.has(Modifier::Initial),
            cylinder: self.part.first.has(Modifier::Cylinder),
            kings: self.last().has(Modifier::Kings),
            tame: self.last().has(Modifier::Tame),
            unload: None,
            bends: bends.to_vec(),
        }
    }

    /// Refuses a king or queen that moves in some directions only.
    pub(super) fn refuse_parts_of_a_queen(&self, expected: &str) -> Result<(), BetzaError> {
        let first = &self.part.first;
        if !matches!(self.part.atom, Atom::King | Atom::Queen) || first.directions.is_empty() {
            return Ok(());
        }
        let span = first.direction_span(0, first.directions.len());
        let expected = format!("{expected}: programs read those of K and Q differently");
        self.refuse(span, expected, quoted(self.part.atom))
    }

    /// The modifiers of the last leg.
    fn last(&self) -> &Prefix {
        self.part.further.last().unwrap_or(&self.part.first)
    }

    pub(super) fn prefixes(&self) -> impl Iterator<Item = &Prefix> {
        std::iter::once(&self.part.first).chain(&self.part.further)
    }

    /// The directions of the further legs. If `z` or `q` refers to the side of a bend that goes to
    /// either side, there is one list for each side.
    fn hands(&self) -> Result<Vec<Vec<Vec<Direction>>>, BetzaError> {
        let written: Vec<Vec<Direction>> =
            self.part.further.iter().map(|prefix| prefix.directions.clone()).collect();
        let is_relative = |letter: &Direction| matches!(letter, Direction::Other | Direction::Same);
        if !written.iter().flatten().any(is_relative) {
            return Ok(vec![written]);
        }
        let right = self.one_hand(Direction::Right)?;
        let left = self.one_hand(Direction::Left)?;
        Ok(if right == left { vec![right] } else { vec![right, left] })
    }

    /// The directions if the first bend that may go to either side goes to `hand`.
    fn one_hand(&self, hand: Direction) -> Result<Vec<Vec<Direction>>, BetzaError> {
        let mut last: Option<Direction> = None;
        let mut legs = Vec::new();
        let relative = |prefix: &Prefix| {
            prefix.directions.iter().any(|letter| matches!(letter, Direction::Other | Direction::Same))
        };
        let to_come = |from: usize| self.part.further.iter().skip(from).any(relative);
        for (number, prefix) in self.part.further.iter().enumerate() {
            // A side needs to be chosen only if a `z` or `q` follows.
            let matters = to_come(number);
            let mut letters = Vec::new();
            for (at, &letter) in prefix.directions.iter().enumerate() {
                let span = prefix.direction_span(at, at + 1);
                letters.push(match (letter, last) {
                    (Direction::Sideways, None) if matters => hand,
                    (Direction::Sideways, Some(_)) if to_come(number + 1) => {
                        return self.refuse(
                            span,
                            "`l`, `r`, `z` or `q` between a bend and a `z` or `q`",
                            "`s`",
                        );
                    }
                    (Direction::Same | Direction::Other, None) => hand,
                    (Direction::Same, Some(side)) => side,
                    (Direction::Other, Some(Direction::Left)) => Direction::Right,
                    (Direction::Other, Some(_)) => Direction::Left,
                    _ => letter,
                });
            }
            if to_come(number + 1) {
                last = self.side(prefix, &letters)?.or(last);
            }
            legs.push(letters);
        }
        Ok(legs)
    }

    /// The side to which a leg before a `z` or `q` bends; `None` if it does not bend.
    fn side(&self, prefix: &Prefix, letters: &[Direction]) -> Result<Option<Direction>, BetzaError> {
        let turns = self.turns(prefix, letters)?;
        let sides = turns.eighths().map(|eighth| match eighth {
            1..=3 => Some(Direction::Right),
            5..=7 => Some(Direction::Left),
            _ => None,
        });
        let mut sides: Vec<Option<Direction>> = sides.collect();
        sides.dedup();
        if let [side] = sides[..] {
            return Ok(side);
        }
        let span = if prefix.span.is_empty() { self.part.span.clone() } else { prefix.span.clone() };
        self.refuse(span, "a leg that bends to one side before `z` and `q`", "one that may go to others")
    }

    /// The legs after the first line: a list for each way in which leapers become sliders and back.
    fn bends(&self, directions: &[Vec<Direction>]) -> Result<Vec<Vec<Bend>>, BetzaError> {
        let mut lists = vec![(Vec::new(), self.is_long())];
        let before = self.prefixes();
        for (index, ((before, prefix), letters)) in before.zip(&self.part.further).zip(directions).enumerate()
        {
            let mut longer = Vec::new();
            for (list, long) in lists {
                let last = list.last().map_or(self.reach(), |bend: &Bend| bend.reach);
                let reaches = list.iter().map(|bend| bend.reach).chain([self.reach()]);
                let slides = reaches.into_iter().any(|reach| reach != Reach::Steps(1));
                for (via, toggles) in vias(before) {
                    let reach = match (toggles, long) {
                        (false, _) => last,
                        (true, false) => Reach::Edge,
                        (true, true) => Reach::Steps(1),
                    };
                    let obstacle = line_obstacle(prefix, index + 1 == self.part.further.len());
                    self.check_line(prefix, obstacle, reach, slides)?;
                    let another = self.lent_behind == Some(index) && letters.is_empty();
                    let bend = Bend {
                        via,
                        turns: if another && self.is_oblique() {
                            ONWARD
                        } else {
                            self.turns(prefix, letters)?
                        },
                        stride: None,
                        reach,
                        obstacle,
                        cylinder: prefix.has(Modifier::Cylinder),
                        as_far: prefix.has(Modifier::Initial),
                    };
                    longer.push(([list.as_slice(), &[bend]].concat(), long != toggles));
                }
            }
            if longer.len() > MOST_WAYS {
                let span = self.part.first.span.start..self.part.span.end;
                let expected = format!("a path of at most {MOST_WAYS} ways");
                return self.refuse(span, expected, format!("{} ways", longer.len()));
            }
            lists = longer;
        }
        Ok(lists.into_iter().map(|(list, _)| list).collect())
    }

    /// Whether its leap is oblique.
    pub(super) fn is_oblique(&self) -> bool {
        self.leaps().first().is_some_and(|leap| leap.shape() == LeapShape::Oblique)
    }

    /// Whether `y` and `g` turn it into a leaper. W, F and K become R, B and Q, whatever the range.
    fn is_long(&self) -> bool {
        let letters = matches!(self.leaps(), [WAZIR | FERZ] | [_, _]);
        match self.part.atom {
            Atom::Rook | Atom::Bishop | Atom::Queen => true,
            Atom::Leaper(..) | Atom::King if letters => false,
            _ => self.reach() != Reach::Steps(1),
        }
    }

    /// Whether a further leg is a line, as its letters require. `slides` describes the legs before it.
    fn check_line(
        &self,
        prefix: &Prefix,
        obstacle: Obstacle,
        reach: Reach,
        slides: bool,
    ) -> Result<(), BetzaError> {
        let needs_line = [
            (Modifier::Hop, "a line to hop on"),
            (Modifier::Grasshopper, "a line to hop on"),
            (Modifier::Initial, "a line"),
        ];
        for (letter, expected) in needs_line {
            let Some(span) = prefix.modifier(letter) else { continue };
            let matters = letter == Modifier::Initial || obstacle != Obstacle::Free;
            if matters && reach == Reach::Steps(1) {
                return self.refuse(span, expected, "a single leap");
            }
            if letter == Modifier::Initial && !slides {
                return self.refuse(span, "a line before it, which this is to be as long as", "none");
            }
        }
        Ok(())
    }

    /// The turns named by the letters of a further leg.
    pub(super) fn turns(&self, prefix: &Prefix, letters: &[Direction]) -> Result<Turns, BetzaError> {
        let [_, ..] = self.leaps() else {
            return self.refuse(
                self.part.span.clone(),
                "a leap, not castling, behind `a`",
                quoted(self.part.atom),
            );
        };
        let oblique = self.is_oblique();
        if letters.is_empty() && !oblique {
            let all_around = matches!(self.part.atom, Atom::King | Atom::Queen);
            return Ok(if all_around { ONWARD } else { SQUARE });
        }
        let mut turns = 0;
        let mut rest = letters;
        let mut at = 0;
        while let [first, tail @ ..] = rest {
            let named = match tail {
                [second, ..] if is_vertical(*first) != is_vertical(*second) => {
                    if matches!(first, Direction::Vertical | Direction::Sideways) {
                        let expected = "`f`, `b`, `l` or `r` before the letter it meets";
                        return self.refuse(
                            prefix.direction_span(at, at + 1),
                            expected,
                            quoted(first.letter()),
                        );
                    }
                    rest = &tail[1..];
                    at += 2;
                    wide(*first) & wide(*second)
                }
                [second, ..] if first == second => {
                    let span = prefix.direction_span(at + 1, at + 2);
                    return self.refuse(span, "each direction once", quoted(second.letter()));
                }
                _ => {
                    rest = tail;
                    at += 1;
                    narrow(*first)
                }
            };
            if turns & named != 0 {
                return self.refuse(
                    prefix.direction_span(at - 1, at),
                    "each direction once",
                    "one of them again",
                );
            }
            turns |= named;
        }
        if oblique && turns == 0 {
            let span: Span =
                if prefix.span.is_empty() { self.part.span.clone() } else { prefix.span.clone() };
            let expected =
                "a direction for an oblique leap that goes on: where it turns without one is not defined";
            return self.refuse(span, expected, quoted(self.part.atom));
        }
        Ok(Turns(turns))
    }
}

/// Whether paths have few ways on a usual board because most of them leave it.
fn fit_on_a_board(legs: &[Leg]) -> bool {
    let mut left = 4 * MOST_WAYS;
    Shape::rectangle(8, 8).is_some_and(|board| {
        legs.iter().all(|leg| {
            board.squares().all(|from| {
                let lines = count_lines(leg, &board, Color::White, from, left.min(MOST_WAYS));
                left = left.saturating_sub(lines.unwrap_or(left));
                lines.is_some()
            })
        })
    })
}

/// The condition on the end of a leg other than the last: where the range stays the same, and where it
/// changes.
pub(super) fn vias(prefix: &Prefix) -> impl Iterator<Item = (Via, bool)> {
    let [toggles, quiet, capture, own, passes, springs, tests] = [
        Modifier::Toggle,
        Modifier::Quiet,
        Modifier::Capture,
        Modifier::Own,
        Modifier::Hop,
        Modifier::Grasshopper,
        Modifier::Tame,
    ]
    .map(|letter| prefix.has(letter));
    let unsaid = !(toggles || capture || own || passes || springs);
    let plain = Via {
        empty: quiet || unsaid,
        hop: passes && !tests,
        hop_own: passes && tests,
        capture,
        capture_own: own,
    };
    let toggled = Via { empty: toggles, hop: springs && !tests, hop_own: springs && tests, ..Via::default() };
    [(plain, false), (toggled, true)].into_iter().filter(|(via, _)| *via != Via::default())
}

/// The conditions of a leg on the squares on its way. Before another leg, `p` and `g` apply to its end
/// instead.
pub(super) fn line_obstacle(prefix: &Prefix, is_last: bool) -> Obstacle {
    let has = |letter| prefix.has(letter);
    match is_last {
        _ if has(Modifier::Lame) => Obstacle::Lame,
        true if has(Modifier::Hop) => Obstacle::Hop,
        true if has(Modifier::Grasshopper) => Obstacle::Grasshopper,
        _ => Obstacle::Free,
    }
}

/// The turns exactly in this direction.
fn narrow(letter: Direction) -> u8 {
    match letter {
        Direction::Forward => 0x01,
        Direction::Right => 0x04,
        Direction::Back => 0x10,
        Direction::Left => 0x40,
        Direction::Vertical => 0x11,
        Direction::Sideways => 0x44,
        Direction::Half | Direction::Other | Direction::Same => 0,
    }
}

/// The turns with a component in this direction.
fn wide(letter: Direction) -> u8 {
    match letter {
        Direction::Forward => 0x83,
        Direction::Right => 0x0E,
        Direction::Back => 0x38,
        Direction::Left => 0xE0,
        Direction::Vertical => 0xBB,
        Direction::Sideways => 0xEE,
        Direction::Half | Direction::Other | Direction::Same => 0,
    }
}
