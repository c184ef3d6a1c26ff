//! Which of an atom's leaps are named by its direction letters.

use super::ast::{Direction, Leap, LeapShape, Span};
use super::resolve::{FERZ, Resolver, WAZIR, quoted};
use super::{BetzaError, Wing, push_new};
use crate::rules::geometry::Step;

impl Resolver<'_> {
    /// The steps of a straight move.
    pub(super) fn directions(&self) -> Result<Vec<Step>, BetzaError> {
        match self.leaps() {
            _ if self.part.first.directions.is_empty() => {
                Ok(self.leaps().iter().flat_map(|leap| leap.steps()).collect())
            }
            [leap] => {
                let tokens = match leap.shape() {
                    LeapShape::Orthogonal => self.orthogonal_tokens()?,
                    LeapShape::Diagonal => self.diagonal_tokens()?,
                    LeapShape::Oblique => self.oblique_tokens()?,
                };
                self.select(&leap.steps(), &tokens)
            }
            _ => self.royal_steps(),
        }
    }

    /// The steps that any of the tokens names. Two tokens with the same steps are a mistake.
    pub(super) fn select(&self, steps: &[Step], tokens: &[(Token, Span)]) -> Result<Vec<Step>, BetzaError> {
        let mut sets: Vec<Vec<Step>> = Vec::new();
        for (token, span) in tokens {
            let set: Vec<Step> = steps.iter().copied().filter(|&step| token.names(step)).collect();
            if sets.contains(&set) {
                return self.refuse(
                    span.clone(),
                    "each direction once",
                    format!("`{}` again", &self.text[span.clone()]),
                );
            }
            sets.push(set);
        }
        Ok(steps.iter().copied().filter(|step| sets.iter().any(|set| set.contains(step))).collect())
    }

    /// Each letter including an `h` after it, which changes nothing on these atoms.
    fn letters(&self) -> Result<Vec<(Direction, Span)>, BetzaError> {
        let mut letters: Vec<(Direction, Span)> = Vec::new();
        for (index, &direction) in self.part.first.directions.iter().enumerate() {
            let span = self.part.first.direction_span(index, index + 1);
            match (direction, letters.last_mut()) {
                (Direction::Half, Some((_, before))) => before.end = span.end,
                (Direction::Half, None) => {
                    return self.refuse(
                        span,
                        "an oblique atom (N, C, Z) for `hl` or `hr`",
                        quoted(self.part.atom),
                    );
                }
                _ => letters.push((direction, span)),
            }
        }
        Ok(letters)
    }

    /// On orthogonal atoms, letters are combined.
    pub(super) fn orthogonal_tokens(&self) -> Result<Vec<(Token, Span)>, BetzaError> {
        Ok(self.letters()?.into_iter().map(|(letter, span)| (Token::Towards(letter), span)).collect())
    }

    /// On diagonal atoms, two neighboring letters at a right angle intersect; others are combined.
    pub(super) fn diagonal_tokens(&self) -> Result<Vec<(Token, Span)>, BetzaError> {
        let letters = self.letters()?;
        let mut tokens = Vec::new();
        let mut rest = letters.as_slice();
        while let [(first, span), tail @ ..] = rest {
            rest = tail;
            match tail {
                [(second, next), tail @ ..] if is_vertical(*first) != is_vertical(*second) => {
                    let span = span.start..next.end;
                    if span.len() > 2 {
                        return self.refuse(
                            span,
                            "two directions that meet, without `h`",
                            "`h`, which leaves it open whether they do",
                        );
                    }
                    tokens.push((Token::Corner(*first, *second), span));
                    rest = tail;
                }
                [(second, next), ..] if first == second => {
                    return self.refuse(
                        next.clone(),
                        "a doubled letter on oblique atoms (N, C, Z) only",
                        quoted(second.letter()),
                    );
                }
                _ => tokens.push((Token::Towards(*first), span.clone())),
            }
        }
        Ok(tokens)
    }

    /// On oblique atoms the letters are read singly and in pairs, the longest reading first.
    pub(super) fn oblique_tokens(&self) -> Result<Vec<(Token, Span)>, BetzaError> {
        use Direction::{Half, Left, Right, Sideways, Vertical};
        let directions = &self.part.first.directions;
        let mut tokens = Vec::new();
        let mut at = 0;
        while let Some(&first) = directions.get(at) {
            let (token, length) = match (first, directions.get(at + 1).copied()) {
                (Half, Some(Left)) => (Token::Chiral(Wing::Left), 2),
                (Half, Some(Right)) => (Token::Chiral(Wing::Right), 2),
                (Half, _) => {
                    return self.refuse(
                        self.part.first.direction_span(at, at + 1),
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
            tokens.push((token, self.part.first.direction_span(at, at + length)));
            at += length;
        }
        Ok(tokens)
    }

    /// King and queen: the letters are a set. The W part has the directions in the set, and the F part
    /// the diagonals that no letter of the set excludes.
    fn royal_steps(&self) -> Result<Vec<Step>, BetzaError> {
        use Direction::{Back, Forward, Left, Right, Sideways, Vertical};
        let letters = self.letters()?;
        let mut set = Vec::new();
        for (index, (letter, span)) in letters.iter().enumerate() {
            if letters[..index].iter().any(|(earlier, _)| earlier == letter) {
                return self.refuse(
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
        if (vertical.len(), sideways.len()) == (1, 1) {
            let span = self.part.first.direction_span(0, self.part.first.directions.len());
            return self.refuse(
                span,
                "W, F, R or B for a corner: K and Q with it mean different things to different programs",
                quoted(self.part.atom),
            );
        }
        let wazir = WAZIR.steps().into_iter().filter(|&step| set.iter().any(|&letter| points(letter, step)));
        let allows = |letters: &[Direction], step| {
            letters.is_empty() || letters.iter().any(|&letter| points(letter, step))
        };
        let ferz =
            FERZ.steps().into_iter().filter(|&step| allows(&vertical, step) && allows(&sideways, step));
        Ok(wazir.chain(ferz).collect())
    }
}

/// The steps of one leap that one or two direction letters name.
pub(super) enum Token {
    /// Every step with a component in this direction.
    Towards(Direction),
    /// The steps of an oblique leap mostly in this direction: narrow for `f`, wide for `l`.
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
    pub(super) fn names(&self, step: Step) -> bool {
        let narrow = step.forward.unsigned_abs() > step.right.unsigned_abs();
        match *self {
            Token::Towards(letter) => points(letter, step),
            Token::Along(letter) => points(letter, step) && is_vertical(letter) == narrow,
            Token::Corner(first, second) => points(first, step) && points(second, step),
            Token::Pair(first, second) => {
                let long =
                    if matches!(first, Direction::Vertical | Direction::Sideways) { first } else { second };
                points(first, step) && points(second, step) && is_vertical(long) == narrow
            }
            Token::Chiral(wing) => {
                (narrow == ((step.right > 0) == (step.forward > 0))) == (wing == Wing::Right)
            }
        }
    }
}

pub(super) fn is_vertical(letter: Direction) -> bool {
    matches!(letter, Direction::Forward | Direction::Back | Direction::Vertical)
}

/// Whether a step has a component in the letter's direction.
fn points(letter: Direction, step: Step) -> bool {
    match letter {
        Direction::Forward => step.forward > 0,
        Direction::Back => step.forward < 0,
        Direction::Left => step.right < 0,
        Direction::Right => step.right > 0,
        Direction::Vertical => step.forward != 0,
        Direction::Sideways => step.right != 0,
        Direction::Half | Direction::Other | Direction::Same => true,
    }
}

impl Leap {
    /// The eight steps of an oblique leap, clockwise.
    pub(super) fn circle(self) -> Vec<Step> {
        let Leap { short, long } = self;
        let quarter = [(short, long), (long, short)];
        let turned = |times: usize| {
            quarter.map(|(right, forward)| {
                (0..times).fold(Step::new(right, forward), |step, _| Step::new(step.forward, -step.right))
            })
        };
        (0..4).flat_map(turned).collect()
    }

    /// The four or eight steps of the leap, clockwise, starting straight or nearly straight ahead.
    pub(super) fn steps(self) -> Vec<Step> {
        let Leap { short, long } = self;
        let mut steps = Vec::with_capacity(8);
        for (right, forward) in [(short, long), (long, short)] {
            for quarter in [(right, forward), (forward, -right), (-right, -forward), (-forward, right)] {
                push_new(&mut steps, Step::new(quarter.0, quarter.1));
            }
        }
        steps
    }
}
