//! Direction letters: which of an atom's leaps they name on a first leg, and which turns on a further
//! one.
//!
//! Directions of further legs are relative to the leg before, in eighths of a circle for every atom: `f`
//! is straight on, `fr` half right, `fs` half right or half left. A leap turned by an eighth is diagonal
//! where it was orthogonal (`afsW` is the Xiangqi Horse).
//! * After `a`, a leg of W, F and the like without directions continues in all their directions except
//!   back, and one of K or Q in all eight except back. An oblique leap without directions is an error.
//!   Turned by an eighth, it is the next one on the circle of eight, as on H.G. Muller's pages; XBoard
//!   reads it that way by accident.
//! * Muller's pages add `z` and `q` in place of a sideways letter: to the other and to the same side as
//!   the last bend, to either side if there was none.
//! * In a bracket, a leg without directions continues outward: straight on if its atom can, and
//!   otherwise by the smallest turn to either side; after an oblique leap that is the one orthogonal, or
//!   the one diagonal, next to it (`[N?B]`).
//! * After an `x`, a leg of K, Q or an oblique atom without directions continues in all of them except
//!   back. One of W, F and the like would continue like a king in the Interactive Diagram, whereas
//!   elsewhere it turns by right angles (as in XBoard): that is an error.

use std::borrow::Cow;
use std::ops::Range;

use super::ast::{Direction, Leap, LeapShape, Modifier};
use super::path::{FERZ, Path, PathLeg, Route, WAZIR};
use super::{Angles, BetzaError, Wing, in_backticks, push_new};
use crate::rules::geometry::{Lattice, Offset};

/// All turns except back: those of a continuing king.
const ONWARD: Angles = Angles(0xEF);
/// Straight on and to both sides: those of a continuing wazir.
const SQUARE: Angles = Angles(0x45);

impl PathLeg<'_> {
    /// The lines of a first leg that begin with a step: the steps of each, used in turn.
    pub(super) fn lines(&self, step: Offset) -> impl Iterator<Item = Vec<Offset>> {
        let lines = match self.leaps() {
            [_] if self.prefix.has(Modifier::Crooked) => crooked(step).map(Some),
            [leap] if self.prefix.has(Modifier::Circular) => circular(&leap.circle(), step).map(Some),
            _ => [Some(vec![step]), None],
        };
        lines.into_iter().flatten()
    }

    /// The first steps.
    pub(super) fn steps(&self) -> Result<Vec<Offset>, BetzaError> {
        match self.leaps() {
            leaps if self.directions.is_empty() => {
                Ok(leaps.iter().flat_map(|leap| leap.steps(self.lattice)).collect())
            }
            [leap] => self.select(&leap.steps(self.lattice), &self.tokens(leap.shape())?),
            _ => self.royal_steps(),
        }
    }

    /// What the letters name on leaps of a shape.
    pub(super) fn tokens(&self, shape: LeapShape) -> Result<Vec<(Token, Range<usize>)>, BetzaError> {
        match (self.lattice, shape) {
            (_, LeapShape::Oblique) => self.oblique_tokens(),
            (Lattice::Squares, LeapShape::Orthogonal) => self.orthogonal_tokens(),
            (Lattice::Squares, LeapShape::Diagonal) => self.diagonal_tokens(),
            (Lattice::Hexagons, _) => self.hexagon_tokens(),
        }
    }

    /// The steps that any of the tokens names. Two tokens with the same steps are a mistake.
    pub(super) fn select(
        &self,
        steps: &[Offset],
        tokens: &[(Token, Range<usize>)],
    ) -> Result<Vec<Offset>, BetzaError> {
        // A set of steps has a bit for each.
        let mut sets: Vec<u32> = Vec::with_capacity(tokens.len());
        for (token, span) in tokens {
            let named = |&step| u32::from(token.names(step, self.lattice));
            let set = steps.iter().rev().map(named).fold(0, |set, named| set << 1 | named);
            if sets.contains(&set) {
                return BetzaError::refuse(
                    self.text,
                    span.clone(),
                    "each direction once",
                    format!("`{}` again", &self.text[span.clone()]),
                );
            }
            sets.push(set);
        }
        let named = sets.iter().fold(0, |named, set| named | set);
        Ok((0..).zip(steps).filter(|&(bit, _)| named >> bit & 1 != 0).map(|(_, &step)| step).collect())
    }

    /// Each letter including an `h` after it, which changes nothing on these atoms.
    fn letters(&self) -> Result<Vec<(Direction, Range<usize>)>, BetzaError> {
        let mut letters: Vec<(Direction, Range<usize>)> = Vec::new();
        for (index, &direction) in self.prefix.directions.iter().enumerate() {
            let span = self.prefix.direction_span(index, index + 1);
            match (direction, letters.last_mut()) {
                (Direction::Half, Some((_, before))) => before.end = span.end,
                (Direction::Half, None) => {
                    return BetzaError::refuse(
                        self.text,
                        span,
                        "an oblique atom (N, C, Z) for `hl` or `hr`",
                        self.written(),
                    );
                }
                _ => letters.push((direction, span)),
            }
        }
        Ok(letters)
    }

    /// On orthogonal atoms, letters are combined.
    fn orthogonal_tokens(&self) -> Result<Vec<(Token, Range<usize>)>, BetzaError> {
        Ok(self.letters()?.into_iter().map(|(letter, span)| (Token::Towards(letter), span)).collect())
    }

    /// On diagonal atoms, two neighboring letters at a right angle intersect; others are combined.
    fn diagonal_tokens(&self) -> Result<Vec<(Token, Range<usize>)>, BetzaError> {
        let letters = self.letters()?;
        let mut tokens = Vec::new();
        let mut rest = letters.as_slice();
        while let [(first, span), tail @ ..] = rest {
            rest = tail;
            match tail {
                [(second, next), tail @ ..] if is_vertical(*first) != is_vertical(*second) => {
                    let span = span.start..next.end;
                    if span.len() > 2 {
                        return BetzaError::refuse(
                            self.text,
                            span,
                            "two directions that meet, without `h`",
                            "`h`, which leaves it open whether they do",
                        );
                    }
                    tokens.push((Token::Corner(*first, *second), span));
                    rest = tail;
                }
                [(second, next), ..] if first == second => {
                    return BetzaError::refuse(
                        self.text,
                        next.clone(),
                        "a doubled letter on oblique atoms (N, C, Z) only",
                        in_backticks(second.letter()),
                    );
                }
                _ => tokens.push((Token::Towards(*first), span.clone())),
            }
        }
        Ok(tokens)
    }

    /// On oblique atoms the letters are read singly and in pairs, the longest reading first.
    fn oblique_tokens(&self) -> Result<Vec<(Token, Range<usize>)>, BetzaError> {
        use Direction::{Half, Left, Right, Sideways, Vertical};
        let directions = &self.prefix.directions;
        let mut tokens = Vec::new();
        let mut at = 0;
        while let Some(&first) = directions.get(at) {
            let (token, length) = match (first, directions.get(at + 1).copied()) {
                (Half, Some(Left)) => (Token::Chiral(Wing::Left), 2),
                (Half, Some(Right)) => (Token::Chiral(Wing::Right), 2),
                (Half, _) => {
                    return BetzaError::refuse(
                        self.text,
                        self.prefix.direction_span(at, at + 1),
                        "`h` behind one direction, or `hl` or `hr`",
                        "`h` behind a pair",
                    );
                }
                (Vertical | Sideways, Some(Half)) => (Token::Along(first), 2),
                (_, Some(Half)) => (Token::Towards(first), 2),
                (_, Some(second)) if first == second => (Token::Along(first), 2),
                (Vertical, Some(Sideways)) | (Sideways, Some(Vertical)) => (Token::Along(first), 1),
                (_, Some(second)) if is_vertical(first) != is_vertical(second) => {
                    (Token::Pair(first, second), 2)
                }
                _ => (Token::Along(first), 1),
            };
            tokens.push((token, self.prefix.direction_span(at, at + length)));
            at += length;
        }
        Ok(tokens)
    }

    /// On straight leaps across hexagons, none of which goes only to the side or only diagonally, letters are
    /// read as on oblique atoms: a letter names the leaps that go furthest that way, and a pair those that go
    /// both ways.
    fn hexagon_tokens(&self) -> Result<Vec<(Token, Range<usize>)>, BetzaError> {
        let tokens = self.oblique_tokens()?.into_iter().map(|(token, span)| match token {
            Token::Chiral(_) => BetzaError::refuse(
                self.text,
                span,
                "an oblique atom (N, C, Z) for `hl` or `hr`",
                self.written(),
            ),
            Token::Pair(first, second) => Ok((Token::Corner(first, second), span)),
            Token::Along(letter) if span.len() > 1 => BetzaError::refuse(
                self.text,
                span,
                "a doubled letter on oblique atoms (N, C, Z) only",
                in_backticks(letter.letter()),
            ),
            token => Ok((token, span)),
        });
        tokens.collect()
    }

    /// King and queen: the letters are a set. The W part has the directions in the set, and the F part
    /// the diagonals that no letter of the set excludes.
    fn royal_steps(&self) -> Result<Vec<Offset>, BetzaError> {
        use Direction::{Back, Forward, Left, Right, Sideways, Vertical};
        let letters = self.letters()?;
        let mut set = Vec::new();
        for (index, (letter, span)) in letters.iter().enumerate() {
            if letters[..index].iter().any(|(earlier, _)| earlier == letter) {
                return BetzaError::refuse(
                    self.text,
                    span.clone(),
                    "each direction once on K and Q",
                    format!("a second `{}`", letter.letter()),
                );
            }
            match letter {
                Vertical => [Forward, Back].into_iter().for_each(|one| push_new(&mut set, one)),
                Sideways => [Left, Right].into_iter().for_each(|one| push_new(&mut set, one)),
                one => push_new(&mut set, *one),
            }
        }
        let vertical: Vec<_> = set.iter().copied().filter(|&letter| is_vertical(letter)).collect();
        let sideways: Vec<_> = set.iter().copied().filter(|&letter| !is_vertical(letter)).collect();
        let meets = match self.lattice {
            Lattice::Squares => (vertical.len(), sideways.len()) == (1, 1),
            Lattice::Hexagons => !vertical.is_empty() && !sideways.is_empty(),
        };
        if meets {
            let span = self.prefix.direction_span(0, self.prefix.directions.len());
            return BetzaError::refuse(
                self.text,
                span,
                "W, F, R or B for a corner: K and Q with it mean different things to different programs",
                self.written(),
            );
        }
        if self.lattice == Lattice::Hexagons {
            let tokens = self.hexagon_tokens()?;
            let steps_of = |leap: &Leap| self.select(&leap.steps(self.lattice), &tokens);
            return Ok(self.leaps().iter().map(steps_of).collect::<Result<Vec<_>, _>>()?.concat());
        }
        let points = |letter: &Direction, step| points(*letter, self.lattice.bearing(step));
        let wazir = WAZIR.steps(self.lattice);
        let wazir = wazir.into_iter().filter(|&step| set.iter().any(|letter| points(letter, step)));
        let allows = |letters: &[Direction], step| {
            letters.is_empty() || letters.iter().any(|letter| points(letter, step))
        };
        let ferz = FERZ
            .steps(self.lattice)
            .into_iter()
            .filter(|&step| allows(&vertical, step) && allows(&sideways, step));
        Ok(wazir.chain(ferz).collect())
    }

    /// The turns of a leg after `a`. `lent` says that another piece makes it.
    pub(super) fn angles_of_chain(&self, lent: bool) -> Result<Angles, BetzaError> {
        if !self.directions.is_empty() {
            return self.angles();
        }
        match (self.is_royal(), self.is_oblique()) {
            (true, _) => Ok(ONWARD),
            (_, true) if lent => Ok(ONWARD),
            (_, true) => {
                let expected = "a direction for an oblique leap that goes on: where it turns without one is \
                                not defined";
                BetzaError::refuse(self.text, self.own_span(), expected, self.written())
            }
            _ if lent => {
                let expected =
                    "directions behind `x`, or brackets (`[xW-W]`): without any programs would differ";
                BetzaError::refuse(self.text, self.span.clone(), expected, self.written())
            }
            _ => Ok(SQUARE),
        }
    }

    /// The turns by which a leg of a bracket may continue from a leap. `lent` says that another piece
    /// makes it.
    pub(super) fn angles_from(&self, step: Offset, lent: bool) -> Result<Angles, BetzaError> {
        let leads = |eighth| {
            let rotated = step.rotated(eighth);
            rotated.is_some_and(|step| self.leaps().iter().any(|&leap| leap.leads(step)))
        };
        if self.directions.is_empty() && lent {
            let angles = ONWARD
                .eighths()
                .filter(|&eighth| leads(eighth))
                .fold(0, |angles, eighth| angles | 1 << eighth);
            if angles != 0 {
                return Ok(Angles(angles));
            }
            let expected = "a leap that can be counted from the one before: the same, or both straight";
            return BetzaError::refuse(self.text, self.span.clone(), expected, self.written());
        }
        let goes = |eighth: u8| (step.is_straight() || eighth.is_multiple_of(4)) && leads(eighth);
        if self.directions.is_empty() {
            if let ([leap], false) = (self.leaps(), step.is_straight())
                && leap.shape() != LeapShape::Oblique
            {
                return Ok(outward(step, leap.shape()));
            }
            let mut outward = [0x01, 0x82, 0x44, 0x28, 0x10].map(Angles).into_iter();
            let expected = "the same leap again, or one straight leap (`[N?B]`), behind an oblique one: where \
                            else it would turn is not defined";
            return match outward.find(|angles| angles.eighths().all(goes)) {
                Some(angles) => Ok(angles),
                None => BetzaError::refuse(self.text, self.span.clone(), expected, self.written()),
            };
        }
        let angles = self.angles()?;
        if angles.eighths().all(goes) {
            return Ok(angles);
        }
        let span = self.prefix.direction_span(0, self.directions.len());
        let found = format!("`{}`, where {} has no step", &self.text[span.clone()], self.written());
        BetzaError::refuse(
            self.text,
            span,
            "directions in which the leg can go, counted from the leg before",
            found,
        )
    }

    /// The turns named by the letters of a further leg.
    fn angles(&self) -> Result<Angles, BetzaError> {
        let mut angles = 0;
        let mut rest = &*self.directions;
        let mut at = 0;
        while let [first, tail @ ..] = rest {
            let named = match tail {
                [second, ..] if is_vertical(*first) != is_vertical(*second) => {
                    if matches!(first, Direction::Vertical | Direction::Sideways) {
                        let expected = "`f`, `b`, `l` or `r` before the letter it meets";
                        let span = self.prefix.direction_span(at, at + 1);
                        return BetzaError::refuse(self.text, span, expected, in_backticks(first.letter()));
                    }
                    rest = &tail[1..];
                    at += 2;
                    angles_toward(*first) & angles_toward(*second)
                }
                [second, ..] if first == second => {
                    let span = self.prefix.direction_span(at + 1, at + 2);
                    return BetzaError::refuse(
                        self.text,
                        span,
                        "each direction once",
                        in_backticks(second.letter()),
                    );
                }
                _ => {
                    rest = tail;
                    at += 1;
                    angles_exactly(*first)
                }
            };
            if angles & named != 0 {
                let span = self.prefix.direction_span(at - 1, at);
                return BetzaError::refuse(self.text, span, "each direction once", "one of them again");
            }
            angles |= named;
        }
        Ok(Angles(angles))
    }

    /// The span of its letters, or of the atom if it has none.
    fn own_span(&self) -> Range<usize> {
        if self.prefix.span.is_empty() { self.span.clone() } else { self.prefix.span.clone() }
    }
}

impl<'a> Path<'a> {
    /// The path without `z` and `q`, if it has any. If they refer to the side of a bend that goes to either
    /// side, there is one for each side.
    pub(super) fn chiralities(&self) -> Result<Vec<Path<'a>>, BetzaError> {
        if !self.legs.iter().skip(1).any(PathLeg::is_relative) {
            return Ok(Vec::new());
        }
        let (right, left) = (self.with_chirality(Direction::Right)?, self.with_chirality(Direction::Left)?);
        let same = right.legs.iter().zip(&left.legs).all(|(right, left)| right.directions == left.directions);
        Ok(if same { vec![right] } else { vec![right, left] })
    }

    /// The path if the first bend that may go to either side goes to `side`.
    fn with_chirality(&self, side: Direction) -> Result<Path<'a>, BetzaError> {
        let mut path = self.clone();
        let mut last: Option<Direction> = None;
        let to_come = |from: usize| self.legs.iter().skip(from).any(PathLeg::is_relative);
        for (number, leg) in path.legs.iter_mut().enumerate().skip(1) {
            // A side needs to be chosen only if a `z` or `q` follows.
            let matters = to_come(number);
            let mut letters = Vec::new();
            for (at, &letter) in leg.directions.iter().enumerate() {
                letters.push(match (letter, last) {
                    (Direction::Sideways, None) if matters => side,
                    (Direction::Sideways, Some(_)) if to_come(number + 1) => {
                        let expected = "`l`, `r`, `z` or `q` between a bend and a `z` or `q`";
                        return BetzaError::refuse(
                            self.text,
                            leg.prefix.direction_span(at, at + 1),
                            expected,
                            "`s`",
                        );
                    }
                    (Direction::Same | Direction::Other, None) => side,
                    (Direction::Same, Some(last)) => last,
                    (Direction::Other, Some(Direction::Left)) => Direction::Right,
                    (Direction::Other, Some(_)) => Direction::Left,
                    _ => letter,
                });
            }
            leg.directions = Cow::Owned(letters);
            if to_come(number + 1) {
                last = leg.side()?.or(last);
            }
        }
        Ok(path)
    }
}

impl Path<'_> {
    /// The routes named by the directions before the bracket.
    pub(super) fn directed(&self, routes: Vec<Route>) -> Result<Vec<Route>, BetzaError> {
        let span = self.outer.direction_span(0, self.outer.directions.len());
        let Some(first) = self.legs.first() else { return Ok(routes) };
        if !first.prefix.directions.is_empty() {
            let expected = "directions of the whole way or of its first leg";
            return BetzaError::refuse(self.text, span, expected, "both");
        }
        // Each way by itself, with the leap that it amounts to.
        let single = |route: &Route| {
            let one = |angles| {
                let mut way = route.clone();
                if let Some(bend) = way.bends.last_mut() {
                    bend.angles = angles;
                }
                way
            };
            let angles = route.bends.last().map(|bend| bend.angles.each());
            angles.into_iter().flatten().map(one).collect::<Vec<_>>()
        };
        let routes: Vec<Route> = routes.iter().flat_map(single).collect();
        let wholes: Option<Vec<Offset>> = routes.iter().map(|route| self.whole(route)).collect();
        let straight = !routes.iter().any(Route::is_bent);
        let oblique = |step: &Offset| !step.is_straight();
        let alike = |wholes: &[Offset]| {
            let shape = |step: &Offset| (oblique(step), step.right != 0 && step.forward != 0);
            wholes.iter().all(|step| shape(step) == shape(&wholes[0]))
        };
        let Some(wholes) = wholes.filter(|wholes| alike(wholes) && (straight || wholes.iter().all(oblique)))
        else {
            let expected = "a bracket whose ways are all like one leap, for directions before it";
            return BetzaError::refuse(
                self.text,
                span,
                expected,
                in_backticks(&self.text[self.span.clone()]),
            );
        };
        let shape = match wholes.first() {
            Some(step) if oblique(step) => LeapShape::Oblique,
            Some(step) if step.right != 0 && step.forward != 0 => LeapShape::Diagonal,
            _ => LeapShape::Orthogonal,
        };
        // The bracket is read as one leg.
        let bracket = PathLeg { prefix: self.outer, span: self.span.clone(), ..first.clone() };
        let tokens = bracket.tokens(shape)?;
        let mut kinds: Vec<Offset> = Vec::new();
        for &step in &wholes {
            push_new(&mut kinds, step);
        }
        let named = bracket.select(&kinds, &tokens)?;
        let routes = routes.into_iter().zip(&wholes);
        Ok(routes.filter(|(_, whole)| named.contains(whole)).map(|(route, _)| route).collect())
    }

    /// The leap of at most two squares by one that a route is like; `None` if that depends on the lengths
    /// of its slides, or if it turns back.
    fn whole(&self, route: &Route) -> Option<Offset> {
        if route.bends.iter().any(|bend| bend.angles.0 & 0x38 != 0) {
            return None;
        }
        let short = self.sum(route, 2)?;
        (short == self.sum(route, 40)?).then_some(short)
    }

    /// The total leap of a route if its slides have this number of steps.
    fn sum(&self, route: &Route, slide: i32) -> Option<Offset> {
        let mut step = route.start;
        let (mut right, mut forward) = (0, 0);
        for (index, leg) in self.legs.iter().enumerate() {
            if let Some(bend) = index.checked_sub(1).and_then(|bend| route.bends.get(bend)) {
                step = bend.onward(step).next()?;
            }
            let times = if leg.is_leap() { 1 } else { slide };
            right += i32::from(step.right) * times;
            forward += i32::from(step.forward) * times;
        }
        let size = |part: i32, other: i32| {
            let size: i8 = if part.abs() > other.abs() && other != 0 { 2 } else { 1 };
            if part < 0 { -size } else { size * i8::from(part > 0) }
        };
        Some(Offset::new(size(right, forward), size(forward, right)))
    }
}

impl PathLeg<'_> {
    /// Whether its directions depend on the last bend.
    fn is_relative(&self) -> bool {
        self.prefix.directions.iter().any(|letter| matches!(letter, Direction::Other | Direction::Same))
    }

    /// The side to which a leg before a `z` or `q` bends; `None` if it does not bend.
    fn side(&self) -> Result<Option<Direction>, BetzaError> {
        let sides = self.angles_of_chain(false)?.eighths().map(|eighth| match eighth {
            1..=3 => Some(Direction::Right),
            5..=7 => Some(Direction::Left),
            _ => None,
        });
        let mut sides: Vec<Option<Direction>> = sides.collect();
        sides.dedup();
        if let [side] = sides[..] {
            return Ok(side);
        }
        BetzaError::refuse(
            self.text,
            self.own_span(),
            "a leg that bends to one side before `z` and `q`",
            "one that may go to others",
        )
    }
}

/// The crooked lines that begin with a step: a turn to the right after each step, or one to the left.
fn crooked(step: Offset) -> [Vec<Offset>; 2] {
    let right = Offset::new(step.forward, -step.right);
    let left = Offset::new(-step.forward, step.right);
    [vec![step, right], vec![step, left]]
}

/// The circular lines that begin with a step: from each leap to the next one on the circle of eight.
fn circular(circle: &[Offset], step: Offset) -> [Vec<Offset>; 2] {
    let start = circle.iter().position(|&other| other == step).unwrap_or(0);
    let right = (0..8).map(|n| circle[(start + n) % 8]).collect();
    let left = (0..8).map(|n| circle[(start + 8 - n) % 8]).collect();
    [right, left]
}

/// The steps of one leap that one or two direction letters name.
pub(super) enum Token {
    /// Every step with a component in this direction.
    Towards(Direction),
    /// The steps that go furthest in this direction: the narrow ones of an oblique leap for `f`, the wide
    /// ones for `l`.
    Along(Direction),
    /// The steps with components in both directions.
    Corner(Direction, Direction),
    /// The steps of an oblique leap with components in both directions. The second letter gives the
    /// long component. `v` and `s` leave their own direction open and take the long component when
    /// paired: `fs`, `sf` are wide.
    Pair(Direction, Direction),
    /// The four steps of an oblique leap with the same handedness.
    Chiral(Wing),
}

impl Token {
    fn names(&self, step: Offset, lattice: Lattice) -> bool {
        let points = |letter| points(letter, lattice.bearing(step));
        let goes_furthest = |letter| {
            let (is, most) = (lattice.bearing(step), lattice.furthest(step));
            if is_vertical(letter) { is.1.abs() == most.1 } else { is.0.abs() == most.0 }
        };
        match *self {
            Token::Towards(letter) => points(letter),
            Token::Along(letter) => points(letter) && goes_furthest(letter),
            Token::Corner(first, second) => points(first) && points(second),
            Token::Pair(first, second) => {
                let long =
                    if matches!(first, Direction::Vertical | Direction::Sideways) { first } else { second };
                points(first) && points(second) && goes_furthest(long)
            }
            Token::Chiral(wing) => lattice.turns_right(step) == (wing == Wing::Right),
        }
    }
}

fn is_vertical(letter: Direction) -> bool {
    matches!(letter, Direction::Forward | Direction::Back | Direction::Vertical)
}

/// Whether a step with a bearing has a component in the letter's direction.
fn points(letter: Direction, (right, forward): (i16, i16)) -> bool {
    match letter {
        Direction::Forward => forward > 0,
        Direction::Back => forward < 0,
        Direction::Left => right < 0,
        Direction::Right => right > 0,
        Direction::Vertical => forward != 0,
        Direction::Sideways => right != 0,
        Direction::Half | Direction::Other | Direction::Same => true,
    }
}

/// The turns exactly in this direction.
fn angles_exactly(letter: Direction) -> u8 {
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
fn angles_toward(letter: Direction) -> u8 {
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

/// The turn from an oblique leap to the nearest straight direction of a shape, counted as
/// [`Offset::straightened`] does.
fn outward(step: Offset, shape: LeapShape) -> Angles {
    let way = match shape {
        LeapShape::Diagonal => Offset::new(step.right.signum(), step.forward.signum()),
        _ => step.straightened(0).unwrap_or(step),
    };
    let eighth = (0..8_u8).find(|&eighth| step.straightened(eighth) == Some(way)).unwrap_or(0);
    Angles(1 << eighth)
}
