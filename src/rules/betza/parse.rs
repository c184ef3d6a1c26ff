//! Reads notation: text to [`Ast`].
//!
//! ```text
//! piece     = { move } ;
//! move      = { modifier } , further , [ "(" , further , ")" , further ] , atom , [ range ]
//!           | { modifier } , "[" , leg , { "-" | "?" , leg } , "]"
//!           | { modifier } , "t[" , leg , { leg } , "]" ;
//! further   = { "a" , { modifier } } ;   at least one in parentheses
//! leg       = { modifier } , atom , [ range ] ;
//! atom      = "W"|"F"|"D"|"N"|"A"|"H"|"C"|"L"|"Z"|"J"|"G"|"K"|"Q"|"R"|"B"|"O"| "(" int "," int ")" ;
//! range     = same letter again (leaper letters only) | "0" | 1..99 ;
//! modifier  = direction | "m"|"c"|"d"|"e"|"i"|"n"|"j"|"k"|"p"|"g"|"o"|"t"|"u"|"x"|"y"|"z"|"q"| "hh" ;
//! direction = "f"|"b"|"l"|"r"|"v"|"s"|"h" ;   behind an "a" also "z"|"q"
//! ```
//!
//! Whether the parts of a move make sense together is judged by [`resolve`](super::resolve).

use std::ops::Range;

use super::ast::{Ast, Atom, Chain, Direction, Leap, Link, Modifier, Prefix, Syntax, Term, Unit};
use super::{BetzaError, Reach};
use crate::base::text::quoted;
use crate::rules::geometry::Narrow;

/// Modifiers of other dialects that are refused by name, so that they are not taken for typing errors.
const OF_OTHERS: [(char, &str); 1] = [('w', "has no meaning that is written down")];

/// The maximum number of characters of a line.
const LONGEST: usize = 1000;

/// Reads a line of notation. The empty line is a piece without moves.
///
/// # Errors
/// The first place where the text violates the grammar.
pub fn parse(text: &str) -> Result<Ast, BetzaError> {
    let mut parser = Parser { text, at: 0 };
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        let found = format!("{} more", text.chars().count() - LONGEST);
        return Err(parser.error(end..text.len(), &format!("a line of at most {LONGEST} characters"), found));
    }
    let mut moves = Vec::new();
    while parser.at < text.len() {
        moves.push(parser.read_move()?);
    }
    Ok(Ast { text: text.to_owned(), moves })
}

/// The separator between the legs of a bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Marks {
    /// Muller's `-` or `?`.
    Written,
    /// Nothing: in Betza's `t[FR]` the move may end after every leg.
    Then,
}

struct Parser<'t> {
    text: &'t str,
    /// Byte index of the next character.
    at: usize,
}

impl Parser<'_> {
    fn read_move(&mut self) -> Result<Term, BetzaError> {
        let mut prefix = self.prefix(false)?;
        if self.peek() == Some('[') {
            return self.bracket(prefix, Marks::Written);
        }
        if self.rest().starts_with("t[") {
            self.at += 1;
            prefix.span.end = self.at;
            return self.bracket(prefix, Marks::Then);
        }
        let mut further = self.further()?;
        let mut group = None;
        if self.rest().starts_with("(a") {
            self.at += 1;
            let legs = self.further()?;
            group = Some(further.len()..further.len() + legs.len());
            further.extend(legs);
            self.expect(')')?;
            further.extend(self.further()?);
        }
        let start = self.at;
        if further.is_empty() && self.peek() == Some('O') {
            let syntax = Syntax::Castling(self.castling()?);
            return Ok(Term { prefix, syntax, span: start..self.at });
        }
        let unit = self.unit("a leap, not castling, behind `a`")?;
        let syntax = match further[..] {
            [] => Syntax::Single(unit),
            _ => Syntax::Chain(Chain { further, group, unit }),
        };
        Ok(Term { prefix, syntax, span: start..self.at })
    }

    /// The legs after `a`.
    fn further(&mut self) -> Result<Vec<Prefix>, BetzaError> {
        let mut legs = Vec::new();
        while self.peek() == Some('a') {
            self.at += 1;
            legs.push(self.prefix(true)?);
        }
        Ok(legs)
    }

    /// The legs in brackets, after the letters of the move.
    fn bracket(&mut self, prefix: Prefix, marks: Marks) -> Result<Term, BetzaError> {
        let open = self.at;
        let mut links: Vec<Link> = Vec::new();
        while links.is_empty() || self.peek() != Some(']') {
            self.at += usize::from(links.is_empty() || marks == Marks::Written);
            let prefix = self.prefix(!links.is_empty())?;
            let start = self.at;
            let unit = self.unit("a leap, not castling, in a bracket")?;
            let span = start..self.at;
            let may_end = match (self.peek(), marks) {
                (Some('-'), Marks::Written) => false,
                (Some(']'), _) | (Some('?'), Marks::Written) => true,
                (Some(next), Marks::Then) if !"-?[".contains(next) => true,
                (_, Marks::Then) => return Err(self.error_here("a leg or `]`", self.found())),
                (_, Marks::Written) => return Err(self.error_here("`-`, `?` or `]`", self.found())),
            };
            links.push(Link { prefix, unit, span, may_end });
        }
        if links.len() < 2 {
            return Err(self.error_here("another leg: `-` before it, or `?` where the move may end", "`]`"));
        }
        self.at += 1;
        if self.peek().is_some_and(|next| next.is_ascii_digit()) {
            let expected = "another move: how often a whole bracket is repeated is not defined";
            return Err(self.error_here(expected, self.found()));
        }
        Ok(Term { prefix, syntax: Syntax::Bracket(links), span: open..self.at })
    }

    /// The lower-case letters up to the atom, or to the `a` before the next leg. `turned` says whether
    /// the leg continues another.
    fn prefix(&mut self, turned: bool) -> Result<Prefix, BetzaError> {
        let begin = self.at;
        let mut prefix = Prefix { directions_at: begin, ..Prefix::default() };
        let belongs = |rest: &str| !rest.starts_with('a') && !rest.starts_with("t[");
        while let Some(letter) =
            self.peek().filter(|letter| letter.is_ascii_lowercase() && belongs(self.rest()))
        {
            let start = self.at;
            if let Some(direction) = self.direction(letter, !prefix.directions.is_empty(), turned)? {
                if prefix.directions.is_empty() {
                    prefix.directions_at = start;
                } else if prefix.directions_at + prefix.directions.len() != start {
                    return Err(self.error(
                        start..start + 1,
                        "the direction letters of a move side by side",
                        format!("`{letter}` apart"),
                    ));
                }
                prefix.directions.push(direction);
                self.at += 1;
                continue;
            }
            let modifier = self.modifier(letter)?;
            self.at += modifier.text().len();
            if prefix.has(modifier) {
                return Err(self.error(
                    start..self.at,
                    "each modifier once",
                    format!("a second `{}`", modifier.text()),
                ));
            }
            prefix.modifiers.push((modifier, start..self.at));
        }
        prefix.span = begin..self.at;
        Ok(prefix)
    }

    /// The direction for `letter` at the current place. In a run of `h`, the last two are the halfling,
    /// and one before them belongs to the preceding direction letter.
    fn direction(
        &self,
        letter: char,
        after_direction: bool,
        turned: bool,
    ) -> Result<Option<Direction>, BetzaError> {
        let direction = Direction::ALL.into_iter().find(|direction| direction.letter() == letter);
        if matches!(direction, Some(Direction::Other | Direction::Same)) {
            return Ok(direction.filter(|_| turned));
        }
        if direction != Some(Direction::Half) {
            return Ok(direction);
        }
        let run = self.rest().bytes().take_while(|&byte| byte == b'h').count();
        let chiral = matches!(self.rest().as_bytes(), [b'h', b'l' | b'r', ..]);
        match run {
            2 => Ok(None),
            1 if after_direction || chiral => Ok(direction),
            3 if after_direction => Ok(direction),
            4.. => Err(self.error(self.at..self.at + run, "`hh` once", "more of it")),
            _ => Err(self.error(self.at..self.at + 1, "a direction before `h`", "none")),
        }
    }

    fn modifier(&self, letter: char) -> Result<Modifier, BetzaError> {
        let modifier = Modifier::ALL.into_iter().find(|modifier| modifier.text().starts_with(letter));
        modifier.ok_or_else(|| {
            let found = match OF_OTHERS.iter().find(|other| other.0 == letter) {
                Some((_, does)) => format!("`{letter}`, which {does} and is not supported"),
                None => format!("`{letter}`"),
            };
            self.error(self.at..self.at + 1, "a modifier or an atom", found)
        })
    }

    /// The atom and the range of a leg. `leap` is expected instead of castling.
    fn unit(&mut self, leap: &str) -> Result<Unit, BetzaError> {
        let start = self.at;
        if self.peek() == Some('O') {
            self.castling()?;
            return Err(self.error(start..self.at, leap, "`O`"));
        }
        let atom = self.atom()?;
        Ok(Unit { atom, range: self.range(atom)? })
    }

    /// Castling: `O` and the number of squares.
    fn castling(&mut self) -> Result<u8, BetzaError> {
        let expected = "the number of squares the King goes";
        self.at += 1;
        let start = self.at;
        match self.number("a range: 0 or 1 to 99")? {
            Some(0) => Err(self.error(start..self.at, expected, "0")),
            Some(squares) => Ok(squares),
            None => Err(self.error_here(expected, self.found())),
        }
    }

    fn atom(&mut self) -> Result<Atom, BetzaError> {
        let start = self.at;
        if self.peek() == Some('(') {
            return self.vector();
        }
        let atom = self.peek().and_then(Atom::from_letter);
        let atom = atom.ok_or_else(|| match self.peek() {
            Some('[') => {
                self.error_here("an atom", "a bracket, which stands behind the letters of a whole move")
            }
            Some('{' | '}') => {
                self.error_here("an atom", "a brace, behind which programs suppose different things")
            }
            _ => self
                .error_here("an atom (W F D N A H C L Z J G K Q R B O or a leap like (1,4))", self.found()),
        })?;
        self.at = start + 1;
        Ok(atom)
    }

    /// A leap written out: `(4,1)`.
    fn vector(&mut self) -> Result<Atom, BetzaError> {
        let start = self.at;
        self.at += 1;
        if self.peek().is_some_and(|next| next.is_ascii_alphabetic()) {
            let found =
                "a group in parentheses, which begins with `a` and stands once among the legs: `(az)F`";
            return Err(self.error_here("a leap like (1,4)", found));
        }
        let first = self.component()?;
        self.expect(',')?;
        let second = self.component()?;
        self.expect(')')?;
        if (first, second) == (0, 0) {
            return Err(self.error(start..self.at, "a leap to another square", "(0,0)"));
        }
        Ok(Atom::Vector(Leap { short: first.min(second), long: first.max(second) }))
    }

    fn component(&mut self) -> Result<i8, BetzaError> {
        let number = self.number("a number from 0 to 99")?;
        number.map(Narrow::narrow).ok_or_else(|| self.error_here("a number from 0 to 99", self.found()))
    }

    fn expect(&mut self, wanted: char) -> Result<(), BetzaError> {
        if self.peek() != Some(wanted) {
            return Err(self.error_here(&format!("`{wanted}`"), self.found()));
        }
        self.at += wanted.len_utf8();
        Ok(())
    }

    fn range(&mut self, atom: Atom) -> Result<Reach, BetzaError> {
        if let Some(number) = self.number("a range: 0 or 1 to 99")? {
            return Ok(if number == 0 { Reach::Edge } else { Reach::Steps(number) });
        }
        let doubled = self.doubled(atom);
        match atom {
            Atom::Leaper(..) if doubled => {
                self.at += 1;
                if self.peek().is_some_and(|next| next.is_ascii_digit()) {
                    return Err(self.error_here("either a doubled letter or a range", "both"));
                }
                Ok(Reach::Edge)
            }
            _ if doubled => {
                Err(self.error_here("another atom, or a range to say how far", format!("{atom} twice")))
            }
            _ => Ok(atom.usual_range()),
        }
    }

    /// Whether the same atom follows at once.
    fn doubled(&self, atom: Atom) -> bool {
        if self.peek() == Some('(') {
            let mut ahead = Parser { text: self.text, at: self.at };
            return ahead.atom().is_ok_and(|next| next == atom);
        }
        self.peek().and_then(Atom::from_letter) == Some(atom)
    }

    /// A number of one or two digits, without a leading zero; `None` if no digit is next.
    fn number(&mut self, expected: &str) -> Result<Option<u8>, BetzaError> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Ok(None);
        }
        let span = self.at..self.at + digits;
        let text = &self.text[span.clone()];
        let number = text.parse().ok().filter(|_| digits == 1 || (digits == 2 && !text.starts_with('0')));
        let number = number.ok_or_else(|| self.error(span.clone(), expected, quoted(text)))?;
        self.at = span.end;
        Ok(Some(number))
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The next character, in words.
    fn found(&self) -> String {
        self.peek().map_or("the end".to_owned(), |next| format!("`{next}`"))
    }

    /// An error at the next character.
    fn error_here(&self, expected: &str, found: impl Into<String>) -> BetzaError {
        let length = self.peek().map_or(0, char::len_utf8);
        self.error(self.at..self.at + length, expected, found)
    }

    fn error(&self, span: Range<usize>, expected: &str, found: impl Into<String>) -> BetzaError {
        BetzaError::new(self.text, span, expected, found)
    }
}
