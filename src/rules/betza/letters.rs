//! Which letters are allowed where: one table for all forms of a move.
//!
//! If Betza's text, XBoard and other programs read a combination differently, or none of them defines
//! it, it is an error: a refusal is better than a silent misreading.

use std::ops::Range;

use super::ast::Modifier::{
    self, Capture, Circular, Crooked, Cylinder, EnPassant, Grasshopper, Halfling, Hop, Initial, Jump, Kings,
    Lame, Lend, Own, Quiet, Tame, Toggle, Unload,
};
use super::ast::{Direction, Prefix};
use super::path::{Form, Path, PathLeg, purpose_of};
use super::{BetzaError, in_backticks};

/// A letter of a move, and where it is.
#[derive(Clone, Copy)]
struct LegPosition<'p> {
    path: &'p Path<'p>,
    /// The leg; none for the letters before a bracket.
    index: Option<usize>,
    prefix: &'p Prefix,
    /// The modifiers before this one.
    earlier: &'p [(Modifier, Range<usize>)],
}

/// A letter that is refused in some positions.
struct RefusedLetter {
    /// The letters, a bit for each.
    letters: u32,
    applies: fn(LegPosition<'_>) -> bool,
    expected: &'static str,
    found: Found,
}

/// What an error says it has found.
enum Found {
    Letter,
    /// Atom and range of the leg.
    Unit,
    /// The letter with another of the same leg.
    With(&'static [Modifier]),
    Said(&'static str),
}

const fn refuse(
    letters: &'static [Modifier],
    applies: fn(LegPosition<'_>) -> bool,
    expected: &'static str,
) -> RefusedLetter {
    let (mut bits, mut at) = (0, 0);
    while at < letters.len() {
        bits |= 1 << letters[at] as u32;
        at += 1;
    }
    RefusedLetter { letters: bits, applies, expected, found: Found::Letter }
}

impl RefusedLetter {
    const fn found(self, said: &'static str) -> RefusedLetter {
        RefusedLetter { found: Found::Said(said), ..self }
    }

    const fn found_with(self, others: &'static [Modifier]) -> RefusedLetter {
        RefusedLetter { found: Found::With(others), ..self }
    }

    const fn found_unit(self) -> RefusedLetter {
        RefusedLetter { found: Found::Unit, ..self }
    }
}

/// The letters that say what a leg passes.
const OBSTACLES: &[Modifier] = &[Lame, Jump, Hop, Grasshopper];
/// The letters that cannot be beside `x`, which says what a leg ends on.
const MODES: &[Modifier] = &[Quiet, Capture, Own, EnPassant, Kings, Tame, Hop, Grasshopper, Toggle];
/// The letters that a leg can have only if it is the whole move.
const OF_SINGLE_LEGS: &[Modifier] = &[Halfling, Crooked, Circular, Jump, EnPassant];
/// The letters that no leg in brackets has.
const NOT_IN_BRACKETS: &[Modifier] = &[Halfling, Crooked, Circular, Jump, EnPassant, Kings, Toggle, Unload];
/// The letters that are not about a bracket as a whole.
const OF_LEGS: &[Modifier] = &[
    Unload,
    EnPassant,
    Kings,
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
];

/// The table. The first line that applies is the error.
#[expect(clippy::redundant_closure_for_method_calls, reason = "a method is not a function of every lifetime")]
const REFUSALS: &[RefusedLetter] = &[
    // A move that passes from one piece to another.
    refuse(&[Lend], |at| at.is_outside(), "`x` in the bracket, on one of its legs").found("`x` before it"),
    refuse(&[Lend], |at| at.index != at.path.lender(), "one `x`: a move passes from one piece to one other"),
    refuse(
        &[Lend],
        |at| at.may_end_before_loan(),
        "`-` behind the legs up to `x`, and other moves apart: `F[F-xR]`",
    )
    .found("`?`"),
    refuse(
        &[Initial],
        |at| at.path.lender().is_some() && (at.is_outside() || at.is_first()),
        "`x` without `i`: whose first move is meant is not said",
    ),
    refuse(&[Unload], |at| at.path.lender().is_some(), "one of `x` and `u`"),
    refuse(MODES, |at| at.has(Lend), "`x` as the only mode of its leg, and other moves apart: `mNxaN`"),
    refuse(
        &[Capture, Own],
        |at| at.index.is_some_and(|index| at.path.lender().is_some_and(|lender| index < lender)),
        "a path to the piece with `x` that takes nobody",
    ),
    refuse(
        &[Quiet, Capture, Own],
        |at| at.is_outside() && at.path.lender().is_some() && at.path.lent_behind().is_none(),
        "no mode beside `x` at the end, for what is borrowed has its own",
    ),
    // What no leg of a form has.
    refuse(OF_LEGS, |at| at.is_outside(), "a direction, `i`, `m`, `c` or `d` before a bracket"),
    refuse(OF_SINGLE_LEGS, |at| at.is(Form::Chain), "a modifier that paths have (i u m c d t p g o y n k)"),
    refuse(
        NOT_IN_BRACKETS,
        |at| at.is(Form::Bracket),
        "a modifier that legs in brackets have (m c d t p g o n)",
    ),
    // What it captures.
    refuse(&[Kings], |at| !at.is_last(), "`k` on the last leg"),
    refuse(
        &[Quiet, Own, EnPassant],
        |at| at.is(Form::Single) && at.has(Kings),
        "`k` without `m`, `d` and `e`: it takes Kings and does nothing else",
    )
    .found("both"),
    refuse(
        &[Kings],
        |at| at.has(Quiet) || at.has(Own),
        "`k` without `m` and `d`: it takes Kings and does nothing else",
    ),
    refuse(
        &[Tame],
        |at| at.is_last() && at.prefix.hops(),
        "`t` without `p` and `g` at the end of a move: programs read them differently",
    )
    .found("both"),
    refuse(
        &[Tame],
        |at| at.can_end() && !at.prefix.hops() && !purpose_of(at.prefix).capture,
        "`t` with a move that captures, which it may not do to Kings",
    )
    .found("one that does not"),
    refuse(&[Tame], |at| at.is_last() && at.has(Kings), "one of `k` and `t`").found("both"),
    refuse(
        &[Tame],
        |at| at.is(Form::Bracket) && !at.is_last() && (at.can_end() || !at.prefix.hops()),
        "`t` with `p`, or on the last leg",
    ),
    refuse(&[Tame], |at| !at.is_last() && !at.prefix.hops(), "`t` with `p` or `g`, or on the last leg"),
    // Where the captured piece is put.
    refuse(&[Unload], |at| at.index != at.path.unloader(), "one `u`: a piece is put down on one square")
        .found("a second `u`"),
    refuse(
        &[Unload],
        |at| [EnPassant, Kings].into_iter().any(|letter| at.path.legs_with(letter).next().is_some()),
        "`u` without `e` and `k`",
    )
    .found("both"),
    refuse(&[Unload], |at| at.path.takers().next().is_none(), "`u` in a move that takes a piece")
        .found("one that takes none"),
    refuse(
        &[Unload],
        |at| at.path.takers().nth(1).is_some() && at.path.legs_with(Unload).nth(1).is_none(),
        "`u` in a move that takes one piece: which of several is put down is not defined",
    )
    .found("one that may take more"),
    refuse(
        &[Unload],
        |at| at.path.takers().last() < at.index,
        "`u` on the leg that takes a piece, or before it: programs differ about one behind",
    )
    .found("one behind it"),
    refuse(
        &[Unload],
        |at| at.leg_before().is_some_and(|leg| leg.prefix.hops()),
        "`u` where a leg begins on an empty square",
    )
    .found("one where a piece may stand"),
    // How it goes.
    refuse(&[Toggle], |at| at.is_last(), "`y` before another leg (`yafsF`)"),
    refuse(&[Hop], |at| !at.is(Form::Single) && at.has(Grasshopper), "one of `p` and `g`"),
    refuse(
        &[Hop, Grasshopper],
        |at| at.is(Form::Bracket) && !at.is_last() && at.can_end(),
        "`-` behind the leg: where the move goes on over a piece it cannot end",
    ),
    refuse(
        &[Lame],
        |at| !at.leg().is_some_and(PathLeg::is_lame),
        "a leap whose path is defined (D, N, A, H, G) behind `n`, or the path in brackets, like `[W-F-F]`",
    )
    .found_unit(),
    refuse(
        OBSTACLES,
        |at| at.is_last() && at.earlier.iter().any(|(letter, _)| OBSTACLES.contains(letter)),
        "one of `n`, `j`, `p` and `g`",
    )
    .found_with(OBSTACLES),
    refuse(
        OBSTACLES,
        |at| at.is(Form::Single) && (at.has(Circular) || at.has(Crooked) && !at.has(Lame)),
        "a straight move",
    )
    .found_with(&[Crooked, Circular]),
    refuse(
        &[Jump],
        |at| !at.leg().is_some_and(PathLeg::is_jump),
        "a D, A or N leap, or a W or F slider, behind `j`",
    )
    .found_unit(),
    refuse(
        &[Initial],
        |at| at.is(Form::Bracket) && at.is_first(),
        "`i` before the bracket, for it is about the whole move",
    ),
    refuse(
        &[Initial],
        |at| at.is_last() && !at.is_first() && at.prefix.hops(),
        "`i` without `p` and `g`, which leave it open where the line ends",
    ),
    refuse(&[Halfling], |at| at.has(Cylinder), "a board with edges, to count the steps to")
        .found_with(&[Cylinder]),
    refuse(&[Crooked], |at| at.has(Circular), "one of `z` and `q`").found("both"),
    refuse(&[Crooked], |at| at.leg().is_none_or(|leg| leg.leaps().len() != 1), "`zR` or `zB`, or both")
        .found_unit(),
    refuse(&[Crooked], |at| at.leg().is_some_and(PathLeg::is_leap), "two steps or more behind `z`")
        .found("a single leap"),
    refuse(&[Circular], |at| at.has(Halfling) || at.has(Crooked), "`q` without `hh` and `z`").found("both"),
    refuse(
        &[Circular],
        |at| !at.leg().is_some_and(|leg| leg.is_oblique() && !leg.is_leap()),
        "a rider with an oblique leap (NN, CC, ZZ) behind `q`",
    )
    .found_unit(),
];

impl Path<'_> {
    /// Checks that each letter is allowed where it is.
    pub(super) fn check_letters(&self) -> Result<(), BetzaError> {
        if self.form == Form::Bracket {
            self.check_modifiers(None, self.outer)?;
        }
        for (index, leg) in self.legs.iter().enumerate() {
            self.check_modifiers(Some(index), leg.prefix)?;
            leg.check_directions(self.form, index == 0)?;
        }
        Ok(())
    }

    fn check_modifiers(&self, index: Option<usize>, prefix: &Prefix) -> Result<(), BetzaError> {
        for (number, (modifier, span)) in prefix.modifiers.iter().enumerate() {
            let at = LegPosition { path: self, index, prefix, earlier: &prefix.modifiers[..number] };
            let bit = 1 << *modifier as u32;
            let refusal = REFUSALS.iter().find(|row| row.letters & bit != 0 && (row.applies)(at));
            let Some(RefusedLetter { expected, found, .. }) = refusal else { continue };
            let letter = in_backticks(modifier.text());
            let other = |others: &[Modifier]| {
                let is_other = |other: &Modifier| other != modifier && others.contains(other);
                prefix.modifiers.iter().map(|(other, _)| *other).find(is_other)
            };
            let found = match found {
                Found::Letter => letter,
                Found::Unit => at.leg().map_or(letter, PathLeg::written),
                Found::With(others) => match other(others) {
                    Some(other) => format!("{letter} with {}", in_backticks(other.text())),
                    None => letter,
                },
                Found::Said(said) => (*said).to_owned(),
            };
            return BetzaError::refuse(self.text, span.clone(), *expected, found);
        }
        Ok(())
    }
}

impl PathLeg<'_> {
    fn check_directions(&self, form: Form, is_first: bool) -> Result<(), BetzaError> {
        let letters = &self.prefix.directions;
        let all = self.prefix.direction_span(0, letters.len());
        let is_absolute = |letter: &Direction| match letter {
            Direction::Half => true,
            Direction::Other | Direction::Same => form == Form::Bracket,
            _ => false,
        };
        if let Some(at) = letters.iter().position(is_absolute).filter(|_| !is_first) {
            let expected = "`f`, `b`, `l`, `r`, `v` or `s`, counted from the leg before";
            return BetzaError::refuse(
                self.text,
                self.prefix.direction_span(at, at + 1),
                expected,
                in_backticks(letters[at].letter()),
            );
        }
        if self.prefix.has(Crooked) && !letters.is_empty() {
            return BetzaError::refuse(
                self.text,
                all,
                "a crooked move in all directions",
                "direction letters",
            );
        }
        if form != Form::Single && is_first && self.is_royal() && !letters.is_empty() {
            let expected =
                "W, F, R or B for a leg in some directions: programs read those of K and Q differently";
            return BetzaError::refuse(self.text, all, expected, self.written());
        }
        Ok(())
    }
}

impl<'p> LegPosition<'p> {
    fn is(self, form: Form) -> bool {
        self.path.form == form
    }

    fn is_outside(self) -> bool {
        self.index.is_none()
    }

    fn is_first(self) -> bool {
        self.index == Some(0)
    }

    fn is_last(self) -> bool {
        self.index.is_some_and(|index| index + 1 == self.path.legs.len())
    }

    fn leg(self) -> Option<&'p PathLeg<'p>> {
        self.path.legs.get(self.index?)
    }

    fn leg_before(self) -> Option<&'p PathLeg<'p>> {
        self.path.legs.get(self.index?.checked_sub(1)?)
    }

    /// Whether the move can end after the leg.
    fn can_end(self) -> bool {
        self.leg().is_some_and(|leg| leg.may_end)
    }

    /// Whether the move can end before another piece makes it, or on the way to the piece that lends its
    /// moves.
    fn may_end_before_loan(self) -> bool {
        let (Some(index), Some((_, before))) = (self.index, self.path.legs.split_last()) else {
            return false;
        };
        before.iter().take(index + 1).any(|leg| leg.may_end)
    }

    /// Whether another letter is on the same leg.
    fn has(self, letter: Modifier) -> bool {
        self.prefix.has(letter)
    }
}
