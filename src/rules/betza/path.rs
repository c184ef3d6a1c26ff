//! Moves as paths: one leg, or several with a turn between two of them, however they are written.
//!
//! Legs after `a` are read as by XBoard 4.9.1's move generator, which is the reference for them:
//! * all legs have the atom's leap and range; `y` (over an empty square) and `g` (over a piece) between
//!   two legs turn a slider into a leaper and a leaper into a slider from there on, but only on that
//!   square: beside them `m`, `p` and `c` keep the range (according to Muller; XBoard itself then makes
//!   no difference);
//! * the square between two legs must be empty (`m`, the default), occupied (`p`, `g`: hopped over;
//!   with `t` only by a piece of its own side), or hold an enemy or a piece of its own side, which is
//!   captured (`c`, `d`) and stays in the way until the end of the move;
//! * the square the piece starts from counts as empty.
//!
//! Legs in parentheses may be repeated any number of times or left out. H.G. Muller introduced them in
//! 2021 in his Interactive Diagram: `x(y)zA` is `xzA`, `xyzA`, `xyyzA` and so on. His example is `(az)N`,
//! the Quintessence; `(az)F` is the Crooked Bishop.
//!
//! Brackets are Muller's as well, who prefers them to `a`. `t[FR]` is Ralph Betza's notation for `[F?R]`.
//! * after `-` the move must continue, and after `?` it may also end;
//! * at its end, a leg moves and captures unless it says otherwise; where it continues, the square must
//!   be empty unless the leg gives another condition (`m`, `p`, `c`). `g` is read as `p` there, because
//!   the next leg has its own atom;
//! * directions before the bracket apply to the whole way, which counts as an oblique leap if it turns:
//!   `v[F?R]` is the Ship. Inside, before the first leg, they are refused if the two meanings would
//!   differ.
//!
//! `u` is Muller's "unload" of 2020, in his Interactive Diagram and in XBoard after 4.9.1: `ucR` swaps
//! places with an enemy, `udR` with a piece of its own side, and `afudQ` leaves the piece on the square
//! before the last leg. With several pieces to put down, several squares, or an occupied square, these
//! programs disagree, and it is an error.
//!
//! `x` is Muller's, too (May and June 2020). He calls the two forms *induction* and *borrowing*
//! (chessvariants.com, comments 39251 of 2020-05-31 and 48597):
//! * on a leg that is not the last, `x` means that the leg ends on a friendly piece, and that this
//!   piece makes the following legs: the knight of Knight-Relay Chess is `mNxaN` (comment 39372), in
//!   brackets `[xN-N]`;
//! * on the last leg it is the other way round: the piece may make the moves of the friendly piece on
//!   which the leg ends, from its own square. The king of Odin's Rune Chess is `xK` (comment 39271).
//!
//! As in the Diagram, any piece on that square receives the moves, even kings and pawns. Lent moves are
//! not lent on, and nothing is borrowed from a piece of the same type. XBoard does not read `x`, and it
//! has no other meaning. Anything that the Diagram reads only by accident is an error: pieces captured
//! before the `x`, a second `x`, `i` and `u` beside it, and other modes on its leg. (Muller has
//! considered `c` for lending to enemies.)

use std::borrow::Cow;
use std::ops::Range;

use super::ast::{Ast, Atom, Chain, Direction, Leap, LeapShape, Modifier, Prefix, Syntax, Term, Unit};
use super::walk::count_lines;
use super::{
    Angles, Bend, BetzaError, CastleLeg, Leg, Loan, Movement, Obstacle, Purpose, Reach, Via, Wing,
    in_backticks, push_new,
};
use crate::rules::geometry::{Color, Lattice, Offset, Shape};

/// The leaps of W and F, which make up sliders.
pub(super) const WAZIR: Leap = Leap { short: 0, long: 1 };
pub(super) const FERZ: Leap = Leap { short: 1, long: 1 };

/// The maximum number of legs in a path with repeated legs: more than the lines of any usual board.
const MOST_REPEATED: usize = 32;
/// The maximum number of legs in a bracket.
const MOST_LEGS: usize = 64;
/// The maximum number of ways that a path may take. Each line that may end anywhere, except the last
/// one, has [`ENDS`] of them. For legs after `a` that could take more, only the ways that fit on a usual
/// board count.
const MOST_WAYS: usize = 16_384;
/// The number of possible ends of a line on usual boards.
const ENDS: usize = 8;

/// Derives the moves on a board of squares.
///
/// # Errors
/// The first combination of modifiers, directions and atom that has no single meaning.
pub fn resolve(ast: &Ast) -> Result<Movement, BetzaError> {
    resolve_on(ast, Lattice::Squares)
}

/// Derives the moves on a board of any lattice.
///
/// # Errors
/// As [`resolve`], and what has no meaning on the lattice.
pub fn resolve_on(ast: &Ast, lattice: Lattice) -> Result<Movement, BetzaError> {
    let mut movement = Movement::default();
    for term in &ast.moves {
        check_lattice(&ast.text, term, lattice)?;
        if let Syntax::Castling(squares) = term.syntax {
            for wing in wings(&ast.text, term)? {
                let initial = term.prefix.has(Modifier::Initial);
                push_new(&mut movement.castles, CastleLeg { wing, squares, initial });
            }
        }
        for path in Path::all_of(&ast.text, term, lattice)? {
            let lent_behind = path.lent_behind().and_then(|index| u8::try_from(index).ok());
            for leg in path.resolve()? {
                match path.lender() {
                    None => push_new(&mut movement.legs, leg),
                    Some(_) => push_new(&mut movement.loans, Loan { leg, lent_behind }),
                }
            }
        }
    }
    Ok(movement)
}

/// Refuses what is defined on squares only: turns by quarters and eighths of a circle, castling along a rank,
/// and edges that are joined.
fn check_lattice(text: &str, term: &Term, lattice: Lattice) -> Result<(), BetzaError> {
    if lattice == Lattice::Squares {
        return Ok(());
    }
    let mut turns = [Modifier::Crooked, Modifier::Circular, Modifier::Cylinder].into_iter();
    if let Some(span) = turns.find_map(|letter| term.prefix.modifier(letter)) {
        let found = in_backticks(&text[span.clone()]);
        return BetzaError::refuse(text, span, "moves along straight lines on hexagons", found);
    }
    if let Syntax::Single(_) = term.syntax {
        return Ok(());
    }
    let (expected, span) = match term.syntax {
        Syntax::Castling(_) => ("no castling on hexagons", term.span.clone()),
        _ => ("moves of one leg on hexagons", term.prefix.span.start..term.span.end),
    };
    let found = in_backticks(&text[span.clone()]);
    BetzaError::refuse(text, span, expected, found)
}

/// The sides to which a king castles.
fn wings(text: &str, term: &Term) -> Result<Vec<Wing>, BetzaError> {
    let prefix = &term.prefix;
    if let Some((modifier, span)) =
        prefix.modifiers.iter().find(|(modifier, _)| *modifier != Modifier::Initial)
    {
        return BetzaError::refuse(
            text,
            span.clone(),
            "`i`, `l`, `r` or `s` before castling (a partner that is not at the edge is a rule of the game)",
            in_backticks(modifier.text()),
        );
    }
    let mut wings = Vec::new();
    for (index, &direction) in prefix.directions.iter().enumerate() {
        let span = prefix.direction_span(index, index + 1);
        let named: &[Wing] = match direction {
            Direction::Left => &[Wing::Left],
            Direction::Right => &[Wing::Right],
            Direction::Sideways => &[Wing::Left, Wing::Right],
            _ => {
                return BetzaError::refuse(
                    text,
                    span,
                    "castling to the left, right or both sides",
                    in_backticks(direction.letter()),
                );
            }
        };
        if prefix.directions[..index].contains(&direction) {
            return BetzaError::refuse(
                text,
                span,
                "each side once",
                format!("a second `{}`", direction.letter()),
            );
        }
        for &wing in named {
            push_new(&mut wings, wing);
        }
    }
    Ok(if wings.is_empty() { vec![Wing::Left, Wing::Right] } else { wings })
}

/// How the legs of a path are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Single,
    /// After `a`, or before the first of them: all legs have one atom.
    Chain,
    /// In a bracket, with an atom of its own.
    Bracket,
}

/// A move as the legs of which it consists.
#[derive(Clone)]
pub(super) struct Path<'a> {
    pub text: &'a str,
    pub form: Form,
    /// The letters about the whole move: those before the bracket, or else those of the first leg.
    pub outer: &'a Prefix,
    pub legs: Vec<PathLeg<'a>>,
    /// The atom and its range, or the bracket.
    pub span: Range<usize>,
}

#[derive(Clone)]
pub(super) struct PathLeg<'a> {
    pub text: &'a str,
    pub lattice: Lattice,
    pub prefix: &'a Prefix,
    /// The direction letters. Those of a further leg are without `z` and `q` when turns are read.
    pub directions: Cow<'a, [Direction]>,
    pub unit: Unit,
    /// Atom and range.
    pub span: Range<usize>,
    /// Whether the move may end after it.
    pub may_end: bool,
}

/// One way through a path: its turns.
#[derive(Clone)]
pub(super) struct Route {
    /// The first step, or one of several equivalent ones.
    pub start: Offset,
    /// How many first lines it has, and the first of them.
    starts: Range<usize>,
    pub bends: Vec<Bend>,
    /// The last leap, or one of several equivalent ones.
    step: Offset,
    /// Whether `y` and `g` turn the next leg into a leaper.
    is_long: bool,
}

impl Route {
    /// Whether it is more than one straight line.
    pub fn is_bent(&self) -> bool {
        let leaves = !self.start.is_straight() && self.step.is_straight();
        leaves || self.bends.iter().any(|bend| bend.angles.0 & !0x11 != 0)
    }
}

impl<'a> Path<'a> {
    /// The paths of a move: several if legs in parentheses are repeated, none for castling.
    pub(super) fn all_of(
        text: &'a str,
        term: &'a Term,
        lattice: Lattice,
    ) -> Result<Vec<Path<'a>>, BetzaError> {
        let path = |form, legs| Path { text, form, outer: &term.prefix, legs, span: term.span.clone() };
        let leg = |prefix: &'a Prefix, unit, span: &Range<usize>, may_end| {
            let (directions, span) = (Cow::Borrowed(prefix.directions.as_slice()), span.clone());
            PathLeg { text, lattice, prefix, directions, unit, span, may_end }
        };
        let chain = |chain: &'a Chain, times| {
            let further = chain.repeated(times).map(Some);
            let form = if further.clone().next().is_none() { Form::Single } else { Form::Chain };
            let next = further.clone().chain([None]);
            let legs = std::iter::once(&term.prefix).chain(further.flatten()).zip(next);
            path(
                form,
                legs.map(|(prefix, next)| leg(prefix, chain.unit, &term.span, next.is_none())).collect(),
            )
        };
        Ok(match &term.syntax {
            Syntax::Castling(_) => Vec::new(),
            Syntax::Single(unit) => {
                vec![path(Form::Single, vec![leg(&term.prefix, *unit, &term.span, true)])]
            }
            Syntax::Chain(legs @ Chain { further, group, .. }) => {
                let lends = further.iter().chain([&term.prefix]).find_map(|leg| leg.modifier(Modifier::Lend));
                match (group, lends) {
                    (None, _) => vec![chain(legs, 1)],
                    (Some(_), Some(span)) => {
                        return Err(BetzaError::new(text, span, "`x` in a path without parentheses", "both"));
                    }
                    (Some(group), None) => {
                        let others = further.len() - group.len() + 1;
                        let most = MOST_REPEATED.saturating_sub(others) / group.len().max(1);
                        (0..=most).map(|times| chain(legs, times)).collect()
                    }
                }
            }
            Syntax::Bracket(links) => {
                let legs = links.iter().map(|link| leg(&link.prefix, link.unit, &link.span, link.may_end));
                vec![path(Form::Bracket, legs.collect())]
            }
        })
    }

    /// The legs of the move as a piece makes them: a path to each place where the move may end.
    pub(super) fn resolve(&self) -> Result<Vec<Leg>, BetzaError> {
        let Some(first) = self.legs.first() else { return Ok(Vec::new()) };
        if self.form == Form::Bracket && self.legs.len() > MOST_LEGS {
            let (expected, found) = (format!("at most {MOST_LEGS} legs"), self.legs.len().to_string());
            return BetzaError::refuse(self.text, self.span.clone(), expected, found);
        }
        self.check_letters()?;
        let starts = first.steps()?;
        let chiralities = self.chiralities()?;
        let mut routes = if chiralities.is_empty() { self.routes(&starts)? } else { Vec::new() };
        for path in chiralities {
            routes.extend(path.routes(&starts)?);
        }
        let ways = routes.iter().fold(0, |ways: usize, route| ways.saturating_add(self.count_ways(route)));
        if ways > MOST_WAYS && self.form == Form::Bracket {
            return self.refuse_ways(ways);
        }
        if self.form == Form::Bracket && !self.outer.directions.is_empty() {
            routes = self.directed(routes)?;
        }
        let mut legs = Vec::with_capacity(starts.len());
        for last in (0..self.legs.len()).filter(|&index| self.legs[index].may_end) {
            let leg = self.leg_to(last);
            for route in &routes {
                for &step in &starts[route.starts.clone()] {
                    let bends = &route.bends[..last];
                    legs.extend(first.lines(step).map(|steps| Leg {
                        steps,
                        bends: bends.to_vec(),
                        ..leg.clone()
                    }));
                }
            }
        }
        if ways > MOST_WAYS && !fit_on_a_board(&legs) {
            return self.refuse_ways(ways);
        }
        Ok(legs)
    }

    /// The number of ways of a route. Those to the end of a bracket are counted once.
    fn count_ways(&self, route: &Route) -> usize {
        let counted = route.bends.len() - usize::from(self.form == Form::Bracket);
        let angles = route.bends.iter().take(counted).map(|bend| bend.angles.eighths().count());
        let reaches = self.legs.first().map(|leg| leg.unit.range).into_iter();
        let reaches = reaches.chain(route.bends.iter().map(|bend| bend.reach)).take(route.bends.len());
        let ends = reaches.map(|reach| if reach == Reach::Steps(1) { 1 } else { ENDS });
        angles.chain(ends).fold(route.starts.len(), usize::saturating_mul)
    }

    fn refuse_ways<T>(&self, ways: usize) -> Result<T, BetzaError> {
        let (kind, span) = match self.form {
            Form::Bracket => ("bracket", self.span.clone()),
            _ => ("path", self.outer.span.start..self.span.end),
        };
        BetzaError::refuse(
            self.text,
            span,
            format!("a {kind} of at most {MOST_WAYS} ways"),
            format!("{ways} ways"),
        )
    }

    /// A path up to a leg after which it may end, without its steps and turns.
    fn leg_to(&self, last: usize) -> Leg {
        let (first, end) = (&self.legs[0], self.legs[last].prefix);
        let modes = [Modifier::Quiet, Modifier::Capture, Modifier::Own, Modifier::Lend];
        let says = self.form != Form::Bracket || modes.into_iter().any(|letter| end.has(letter));
        Leg {
            steps: Vec::new(),
            reach: first.unit.range,
            // Half of one step, rounded up, is that step.
            halfling: first.prefix.has(Modifier::Halfling) && !first.is_leap(),
            obstacle: first.obstacle(self.legs.len() == 1),
            purpose: purpose_of(if says { end } else { self.outer }),
            initial: self.outer.has(Modifier::Initial),
            cylinder: first.prefix.has(Modifier::Cylinder),
            kings: end.has(Modifier::Kings),
            tame: end.has(Modifier::Tame),
            unload: self.unloader().and_then(|index| u8::try_from(index).ok()),
            bends: Vec::new(),
        }
    }

    /// Every route. Of a bracket, each first step is a route, and so is each turn but those to the last
    /// leg.
    fn routes(&self, starts: &[Offset]) -> Result<Vec<Route>, BetzaError> {
        let Some((first, further)) = self.legs.split_first() else { return Ok(Vec::new()) };
        self.check_line(0, first.unit.range, false)?;
        let route = |range: Range<usize>| {
            let start = starts.get(range.start).copied().unwrap_or(Offset::new(0, 0));
            Route { start, starts: range, bends: Vec::new(), step: start, is_long: first.is_long() }
        };
        let mut routes: Vec<Route> = match self.form {
            Form::Bracket => (0..starts.len()).map(|index| route(index..index + 1)).collect(),
            _ => vec![route(0..starts.len())],
        };
        for index in 0..further.len() {
            let mut longer = Vec::new();
            for route in &routes {
                self.continue_on(index + 1, route, &mut longer)?;
            }
            if longer.len() > MOST_WAYS {
                return self.refuse_ways(longer.len());
            }
            routes = longer;
        }
        let letters = &first.prefix.directions;
        let alone = matches!(letters[..], [_]) && first.leaps().iter().all(|leap| leap.short == 0);
        if self.form == Form::Bracket && !letters.is_empty() && !alone && routes.iter().any(Route::is_bent) {
            let span = first.prefix.direction_span(0, letters.len());
            let expected = "directions before the bracket, for the whole way turns";
            return BetzaError::refuse(self.text, span, expected, "directions of its first leg");
        }
        Ok(routes)
    }

    /// The ways in which a route can continue with a further leg.
    fn continue_on(&self, index: usize, route: &Route, longer: &mut Vec<Route>) -> Result<(), BetzaError> {
        let (before, leg) = (&self.legs[index - 1], &self.legs[index]);
        let is_last = index + 1 == self.legs.len();
        let lent = self.lent_behind() == Some(index - 1);
        let mut reaches = route.bends.iter().map(|bend| bend.reach).chain([self.legs[0].unit.range]);
        let slides = reaches.any(|reach| reach != Reach::Steps(1));
        let obstacle = leg.obstacle(is_last);
        let [cylinder, as_far] = [Modifier::Cylinder, Modifier::Initial].map(|letter| leg.prefix.has(letter));
        for (via, toggles) in self.vias(before.prefix) {
            let reach = match (self.form, toggles, route.is_long) {
                (Form::Bracket, ..) => leg.unit.range,
                (_, true, false) => Reach::Edge,
                (_, true, true) => Reach::Steps(1),
                _ => route.bends.last().map_or(leg.unit.range, |bend| bend.reach),
            };
            self.check_line(index, reach, slides)?;
            let (angles, stride) = match self.form {
                Form::Bracket => (leg.angles_from(route.step, lent)?, leg.stride_from(route.step)),
                _ => (leg.angles_of_chain(lent)?, None),
            };
            let sets: Vec<Angles> = match self.form {
                Form::Bracket if !is_last => angles.each().collect(),
                _ => vec![angles],
            };
            for angles in sets {
                let bend = Bend { via, angles, stride, reach, obstacle, cylinder, as_far };
                longer.push(Route {
                    starts: route.starts.clone(),
                    bends: route.bends.iter().copied().chain([bend]).collect(),
                    step: bend.onward(route.step).next().unwrap_or(route.step),
                    is_long: route.is_long != toggles,
                    start: route.start,
                });
            }
        }
        Ok(())
    }

    /// Whether a leg is a line, as its letters require. `slides` says whether a leg before it is one.
    fn check_line(&self, index: usize, reach: Reach, slides: bool) -> Result<(), BetzaError> {
        if reach != Reach::Steps(1) && (slides || index == 0) {
            return Ok(());
        }
        let leg = &self.legs[index];
        let hop = [Modifier::Hop, Modifier::Grasshopper, Modifier::Lend].into_iter();
        let mut hop = hop.filter(|&letter| letter != Modifier::Lend || self.lent_behind().is_some());
        let hop = hop.find_map(|letter| leg.prefix.modifier(letter));
        let as_far = leg.prefix.modifier(Modifier::Initial).filter(|_| index > 0);
        match (leg.obstacle(index + 1 == self.legs.len()), hop, as_far) {
            (Obstacle::Hop | Obstacle::Grasshopper, Some(span), _) if reach == Reach::Steps(1) => {
                BetzaError::refuse(self.text, span, "a slider or rider behind `p` and `g`", "a single leap")
            }
            (Obstacle::Lame, Some(span), _)
                if reach == Reach::Steps(1) && self.form == Form::Chain && index > 0 =>
            {
                BetzaError::refuse(self.text, span, "a line to hop on", "a single leap")
            }
            (_, _, Some(span)) if reach == Reach::Steps(1) => {
                BetzaError::refuse(self.text, span, "a line to go as far on", "a single leap")
            }
            (_, _, Some(span)) => BetzaError::refuse(
                self.text,
                span,
                "a line before it, which this is to be as long as",
                "none",
            ),
            _ => Ok(()),
        }
    }

    /// The conditions on the end of a leg other than the last, and whether each changes the range. In a
    /// bracket, where no letter does, they are one.
    fn vias(&self, prefix: &Prefix) -> Vec<(Via, bool)> {
        let vias = vias(prefix).into_iter().filter(|(via, _)| *via != Via::default());
        match self.form {
            Form::Bracket => vec![(vias.fold(Via::default(), |all, (via, _)| all.or(via)), false)],
            _ => vias.collect(),
        }
    }

    /// The leg that ends on a piece of its own side (`x`), which makes the rest of the move or lends its
    /// moves.
    pub(super) fn lender(&self) -> Option<usize> {
        self.legs_with(Modifier::Lend).next()
    }

    /// The leg after which another piece continues.
    pub(super) fn lent_behind(&self) -> Option<usize> {
        self.lender().filter(|&index| index + 1 < self.legs.len())
    }

    /// The leg at whose beginning the captured piece is put (`u`).
    pub(super) fn unloader(&self) -> Option<usize> {
        self.legs_with(Modifier::Unload).next()
    }

    pub(super) fn legs_with(&self, letter: Modifier) -> impl Iterator<Item = usize> {
        (0..self.legs.len()).filter(move |&index| self.legs[index].prefix.has(letter))
    }

    /// The legs that can capture.
    pub(super) fn takers(&self) -> impl Iterator<Item = usize> {
        (0..self.legs.len()).filter(|&index| {
            let prefix = self.legs[index].prefix;
            let purpose = purpose_of(prefix);
            let ends = index + 1 == self.legs.len();
            prefix.has(Modifier::Capture) || purpose.own || ends && purpose.capture
        })
    }
}

impl PathLeg<'_> {
    pub(super) fn leaps(&self) -> &[Leap] {
        match &self.unit.atom {
            Atom::Leaper(_, leap) | Atom::Vector(leap) => std::slice::from_ref(leap),
            Atom::Rook => &[WAZIR],
            Atom::Bishop => &[FERZ],
            Atom::Queen | Atom::King => &[WAZIR, FERZ],
        }
    }

    /// Whether it has a single step.
    pub(super) fn is_leap(&self) -> bool {
        self.unit.range == Reach::Steps(1)
    }

    pub(super) fn is_royal(&self) -> bool {
        matches!(self.unit.atom, Atom::King | Atom::Queen)
    }

    pub(super) fn is_oblique(&self) -> bool {
        self.leaps().iter().any(|leap| leap.shape() == LeapShape::Oblique)
    }

    /// Whether the squares that its leaps pass are known (`n`).
    pub(super) fn is_lame(&self) -> bool {
        let passes = |leap: &Leap| {
            Offset::new(leap.short, leap.long).between().is_some_and(|squares| !squares.is_empty())
        };
        self.leaps().iter().all(passes)
    }

    /// Whether `j` is defined for it: on D, A and N, and on lines of W and F.
    pub(super) fn is_jump(&self) -> bool {
        let slides = self.leaps().iter().all(|&leap| leap == WAZIR || leap == FERZ);
        let jumps = self.leaps().iter().all(|leap| matches!((leap.short, leap.long), (0..=2, 2)));
        if self.is_leap() { jumps } else { slides }
    }

    /// Whether `y` and `g` turn it into a leaper. W, F and K become R, B and Q, whatever the range.
    fn is_long(&self) -> bool {
        let letters = matches!(self.leaps(), [WAZIR | FERZ] | [_, _]);
        match self.unit.atom {
            Atom::Rook | Atom::Bishop | Atom::Queen => true,
            Atom::Leaper(..) | Atom::King if letters => false,
            _ => !self.is_leap(),
        }
    }

    /// The conditions on the squares on its way. Before another leg, `p` and `g` apply to its end instead.
    fn obstacle(&self, is_last: bool) -> Obstacle {
        let has = |letter| self.prefix.has(letter);
        match is_last {
            _ if has(Modifier::Lame) => Obstacle::Lame,
            true if has(Modifier::Hop) => Obstacle::Hop,
            true if has(Modifier::Grasshopper) => Obstacle::Grasshopper,
            true if has(Modifier::Jump) && self.is_leap() => Obstacle::Jump,
            true if has(Modifier::Jump) => Obstacle::SkipFirst,
            _ => Obstacle::Free,
        }
    }

    /// The length of its leaps if that changes after a leap.
    fn stride_from(&self, step: Offset) -> Option<i8> {
        let length = step.right.abs().max(step.forward.abs());
        let straight = !self.is_oblique();
        let reached = self.leaps().first().map(|leap| leap.long);
        reached.filter(|&long| if step.is_straight() { long != length } else { straight })
    }

    /// Atom and range in a message.
    pub(super) fn written(&self) -> String {
        in_backticks(&self.text[self.span.clone()])
    }
}

/// The purpose given by the letters of a last leg.
pub(super) fn purpose_of(prefix: &Prefix) -> Purpose {
    let [quiet, capture, own, en_passant] =
        [Modifier::Quiet, Modifier::Capture, Modifier::Own, Modifier::EnPassant]
            .map(|letter| prefix.has(letter));
    if prefix.has(Modifier::Kings) {
        return Purpose { capture: true, ..Purpose::default() };
    }
    let own = own || prefix.has(Modifier::Lend);
    let is_default = !(quiet || capture || own || en_passant);
    Purpose { quiet: quiet || is_default, capture: capture || is_default, own, en_passant }
}

/// The conditions on the end of a leg other than the last: where the range stays the same, and where it
/// changes.
fn vias(prefix: &Prefix) -> [(Via, bool); 2] {
    let [toggles, quiet, capture, own, passes, springs, tests, lends] = [
        Modifier::Toggle,
        Modifier::Quiet,
        Modifier::Capture,
        Modifier::Own,
        Modifier::Hop,
        Modifier::Grasshopper,
        Modifier::Tame,
        Modifier::Lend,
    ]
    .map(|letter| prefix.has(letter));
    let is_default = !(toggles || capture || own || passes || springs || lends);
    let plain = Via {
        empty: quiet || is_default,
        hop: passes && !tests,
        hop_own: passes && tests || lends,
        capture,
        capture_own: own,
    };
    let toggled = Via { empty: toggles, hop: springs && !tests, hop_own: springs && tests, ..Via::default() };
    [(plain, false), (toggled, true)]
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
