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

use super::BetzaError;
use super::ast::{Ast, Atom, Direction, Leap, Limit, Link, Modifier, Prefix, Span, Term};
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
        let mut first = self.prefix(false)?;
        if self.peek() == Some('[') {
            return self.chain(first, Marks::Written);
        }
        if self.rest().starts_with("t[") {
            self.at += 1;
            first.span.end = self.at;
            return self.chain(first, Marks::Then);
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
        let atom = self.atom()?;
        let range = self.range(atom)?;
        Ok(Term { first, further, group, atom, range, chain: Vec::new(), span: start..self.at })
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
    fn chain(&mut self, first: Prefix, marks: Marks) -> Result<Term, BetzaError> {
        let open = self.at;
        let mut chain: Vec<Link> = Vec::new();
        while chain.is_empty() || self.peek() != Some(']') {
            self.at += usize::from(chain.is_empty() || marks == Marks::Written);
            let prefix = self.prefix(!chain.is_empty())?;
            let start = self.at;
            let atom = self.atom()?;
            let range = self.range(atom)?;
            let span = start..self.at;
            let may_end = match (self.peek(), marks) {
                (Some('-'), Marks::Written) => false,
                (Some(']'), _) | (Some('?'), Marks::Written) => true,
                (Some(next), Marks::Then) if !"-?[".contains(next) => true,
                (_, Marks::Then) => return Err(self.error_here("a leg or `]`", self.found())),
                (_, Marks::Written) => return Err(self.error_here("`-`, `?` or `]`", self.found())),
            };
            let (further, chain_of_one) = (Vec::new(), Vec::new());
            let term = Term { first: prefix, further, group: None, atom, range, chain: chain_of_one, span };
            chain.push(Link { term, may_end });
        }
        if chain.len() < 2 {
            return Err(self.error_here("another leg: `-` before it, or `?` where the move may end", "`]`"));
        }
        self.at += 1;
        if self.peek().is_some_and(|next| next.is_ascii_digit()) {
            let expected = "another move: how often a whole bracket is repeated is not defined";
            return Err(self.error_here(expected, self.found()));
        }
        let (atom, range) = (Atom::Chain, Limit::UpTo(1));
        Ok(Term { first, further: Vec::new(), group: None, atom, range, chain, span: open..self.at })
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

    /// The range after the atom.
    fn range(&mut self, atom: Atom) -> Result<Limit, BetzaError> {
        let start = self.at;
        if let Some(number) = self.number("a range: 0 or 1 to 99")? {
            return match (atom, number) {
                (Atom::Castle, 0) => {
                    Err(self.error(start..self.at, "the number of squares the King goes", "0"))
                }
                (_, 0) => Ok(Limit::Unlimited),
                (_, steps) => Ok(Limit::UpTo(steps)),
            };
        }
        let doubled = self.doubled(atom);
        match atom {
            Atom::Castle => Err(self.error_here("the number of squares the King goes", self.found())),
            Atom::Leaper(..) if doubled => {
                self.at += 1;
                if self.peek().is_some_and(|next| next.is_ascii_digit()) {
                    return Err(self.error_here("either a doubled letter or a range", "both"));
                }
                Ok(Limit::Unlimited)
            }
            _ if doubled => {
                Err(self.error_here("another atom, or a range to say how far", format!("{atom} twice")))
            }
            Atom::Leaper(..) | Atom::Vector(_) | Atom::King | Atom::Chain => Ok(Limit::UpTo(1)),
            Atom::Rook | Atom::Bishop | Atom::Queen => Ok(Limit::Unlimited),
        }
    }

    /// Whether the same atom follows at once.
    fn doubled(&self, atom: Atom) -> bool {
        let mut ahead = Parser { text: self.text, at: self.at };
        ahead.atom().is_ok_and(|next| next == atom)
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

    fn error(&self, span: Span, expected: &str, found: impl Into<String>) -> BetzaError {
        BetzaError::new(self.text, span, expected, found)
    }
}
