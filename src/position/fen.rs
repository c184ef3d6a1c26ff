//! FEN in and out.
//!
//! Six fields: men, side, castling, en passant, clock, move number; the last ones may be missing.
//! The en passant field names the square passed, and the man that passed it where that man does
//! not stand straight in front of it (`f3g4` after a Berolina pawn's e2-g4). Rights of unmoved men
//! other than castling are written in the castling field as their file letters. Games of double
//! moves have two fields more: the square colors the side to move still has to move on in this
//! turn, and those that are closed (`dl -`); their clock counts turns. Where endings are counted
//! (Makruk), the limit stands in place of the square passed, and the count in place of the clock.

use std::fmt::Write;
use std::sync::Arc;

use super::counting::{Count, has_limit};
use super::homes::{at_home, is_shuffled, right_letter};
use super::state::{Cell, State};
use super::{Position, slots};
use crate::game::{DoubleStep, Game, KindId, Virgin};
use crate::geometry::{Color, ComplexSet, Square, Step};

/// Why a FEN was refused: which field, what was expected, what came.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("FEN, {field} (`{got}`): {expected}")]
pub struct FenError {
    /// The field at fault.
    pub field: &'static str,
    /// What came.
    pub got: String,
    /// What was expected.
    pub expected: String,
}

pub(super) fn error(field: &'static str, got: &str, expected: impl Into<String>) -> FenError {
    FenError { field, got: got.chars().take(80).collect(), expected: expected.into() }
}

impl Position {
    /// Reads a position.
    ///
    /// # Errors
    /// If a field is malformed or the position cannot occur: wrong ranks, unknown letters, too
    /// many men or royals, pawns where they must have promoted, rights without their men, an
    /// impossible en passant square, or the side that has just moved left in check.
    pub fn from_fen(game: Arc<Game>, fen: &str) -> Result<Position, FenError> {
        let mut state = State::empty(&game);
        let mut fields = fen.split_whitespace().peekable();
        read_men(&mut state, &game, fields.next().unwrap_or(""))?;
        state.side = match fields.next().unwrap_or("w") {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(error("side to move", other, "expected `w` or `b`")),
        };
        // Some write `w 0 1` where nobody castles and nobody captures en passant.
        let short = has_limit(&game) && fields.peek().is_some_and(|field| field.parse::<u32>().is_ok());
        let mut field = || if short { "-" } else { fields.next().unwrap_or("-") };
        let (rights, en_passant) = (field(), field());
        let game = at_home(game, &state, rights)?;
        read_rights(&mut state, &game, rights)?;
        if !state.read_limit(&game, en_passant)? {
            read_en_passant(&mut state, &game, en_passant)?;
        }
        if let Some(ends) = game.ends.as_ref().filter(|ends| ends.checks > 0) {
            if let Some(field) = fields.next_if(|field| field.contains('+')) {
                state.checks = read_checks(ends.checks, field)?;
            } else if ends.checks == 1 && state.in_check(&game, state.side) {
                // Whose first check wins has won.
                state.checks[(!state.side).index()] = 1;
            }
        }
        let clock = fields.next().unwrap_or("0");
        state.now.clock = clock.parse().map_err(|_| error("clock", clock, "expected a number of plies"))?;
        if state.timed && has_limit(&game) {
            state.now.count.done = std::mem::take(&mut state.now.clock);
        }
        let number = fields.next().unwrap_or("1");
        let number_value: u32 =
            number.parse().map_err(|_| error("move number", number, "expected a number"))?;
        state.game_ply = number_value.clamp(1, 1 << 24) * 2 - 2 + u32::from(state.side == Color::Black);
        if let Some(mut turn) = state.turn.take() {
            let owed = fields.next().map(|text| read_complexes("squares owed", text)).transpose()?;
            let closed =
                fields.next().map_or(Ok(ComplexSet::NONE), |text| read_complexes("squares closed", text))?;
            if let Some(both) =
                owed.into_iter().flat_map(ComplexSet::iter).find(|&complex| closed.contains(complex))
            {
                return Err(error(
                    "squares owed",
                    fen,
                    format!("the {both} squares are closed: no move is owed there"),
                ));
            }
            state.set_up_turn(&game, &mut turn, owed, closed);
            state.turn = Some(turn);
        }
        if let Some(extra) = fields.next() {
            return Err(error("end", extra, "expected nothing more after the last field"));
        }
        // The FEN does not tell which positions came before: none can be repeated yet.
        state.now.reversible = 0;
        state.refresh_keys(&game);
        let position = Position { game, state };
        if position.left_in_check() {
            return Err(error(
                "men",
                fen,
                format!("{} is in check and it is not its turn", !position.side()),
            ));
        }
        Ok(position)
    }

    /// Writes the position.
    pub fn fen(&self) -> String {
        let (state, shape) = (&self.state, &self.game.shape);
        let mut fen = String::new();
        for rank in (0..shape.ranks()).rev() {
            let mut empty = 0;
            for file in 0..shape.files() {
                let man = match shape.square(file, rank) {
                    None => Some(('*', None)),
                    Some(square) => self
                        .kind_at(square)
                        .map(|kind| self.game.kind(kind))
                        .map(|kind| (kind.letter, kind.mark)),
                };
                match man {
                    None => empty += 1,
                    Some((letter, mark)) => {
                        flush(&mut fen, &mut empty);
                        fen.push(letter);
                        fen.extend(mark);
                    }
                }
            }
            flush(&mut fen, &mut empty);
            if rank > 0 {
                fen.push('/');
            }
        }
        let _ = write!(fen, " {} {} ", state.side.letter(), self.rights_text());
        let counted = (state.timed && has_limit(&self.game)).then_some(state.now.count);
        let (en_passant, clock) = match counted {
            Some(Count { limit, done }) => (limit.to_string(), done),
            None => (self.en_passant_text(), state.now.clock),
        };
        fen.push_str(&en_passant);
        // Where the first check wins, it is still to be given unless the game is over.
        if let Some(ends) = self.game.ends.as_ref().filter(|ends| ends.checks > 1 || state.checks != [0; 2]) {
            let [white, black] = state.checks.map(|given| ends.checks.saturating_sub(given));
            let _ = write!(fen, " {white}+{black}");
        }
        let _ = write!(fen, " {clock} {}", self.move_number());
        if let Some(turn) = &state.turn {
            let _ = write!(fen, " {} {}", turn.owed, turn.closed);
        }
        fen
    }

    fn rights_text(&self) -> String {
        let has = |bit: usize| self.state.now.rights >> bit & 1 != 0;
        let castles = (0..self.game.castles.len())
            .filter(|&bit| has(bit))
            .map(|bit| right_letter(&self.game, &self.state, bit));
        let first = self.game.castles.len();
        let virgins = self
            .game
            .virgins
            .iter()
            .enumerate()
            .filter(|(i, _)| has(first + i))
            .map(|(_, v)| virgin_letter(&self.game, v));
        let text: String = castles.chain(virgins).collect();
        if text.is_empty() { "-".into() } else { text }
    }

    fn en_passant_text(&self) -> String {
        let shape = &self.game.shape;
        let mut text = String::new();
        for step in
            (0..self.state.now.en_passant.len()).filter_map(|part| self.state.double_step(&self.game, part))
        {
            for &square in &step.passed {
                text.push_str(&shape.name(square));
                if ahead(&self.game, square, step.color) != Some(step.to) {
                    text.push_str(&shape.name(step.to));
                }
            }
        }
        if text.is_empty() { "-".into() } else { text }
    }
}

/// Checks still to be given by White and Black (`3+2`), or given already (`+0+1`), as the checks
/// given.
fn read_checks(enough: u8, text: &str) -> Result<[u8; 2], FenError> {
    let given = text.starts_with('+');
    let mut numbers = text
        .trim_start_matches('+')
        .split('+')
        .map(|number| number.parse::<u8>().ok().filter(|&n| n <= enough));
    match (numbers.next().flatten(), numbers.next().flatten(), numbers.next()) {
        (Some(white), Some(black), None) => Ok([white, black].map(|n| if given { n } else { enough - n })),
        _ => Err(error(
            "checks",
            text,
            format!("expected the checks still to be given, like `{enough}+{enough}`"),
        )),
    }
}

fn read_complexes(field: &'static str, text: &str) -> Result<ComplexSet, FenError> {
    ComplexSet::read(text).ok_or_else(|| error(field, text, "expected `d` (dark), `l` (light), `dl` or `-`"))
}

/// Writes the pending run of empty squares.
fn flush(fen: &mut String, empty: &mut u32) {
    if *empty > 0 {
        let _ = write!(fen, "{empty}");
        *empty = 0;
    }
}

/// The square straight in front of one, as `color` goes.
fn ahead(game: &Game, square: Square, color: Color) -> Option<Square> {
    game.shape.step(square, Step::new(0, 1).seen_by(color), false)
}

/// The letter for the right of an unmoved man: its file, in its side's case.
fn virgin_letter(game: &Game, virgin: &Virgin) -> char {
    game.kind(virgin.kind).color.case((b'a' + game.shape.file(virgin.square)) as char)
}

fn read_men(state: &mut State, game: &Game, text: &str) -> Result<(), FenError> {
    let shape = &game.shape;
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != shape.ranks() as usize {
        return Err(error("men", text, format!("expected {} ranks, got {}", shape.ranks(), ranks.len())));
    }
    for (rank, row) in (0..shape.ranks()).rev().zip(ranks) {
        let width = || format!("expected {} squares in rank {}", shape.files(), rank + 1);
        let mut file = 0usize;
        let mut letters = row.chars().peekable();
        while let Some(letter) = letters.next() {
            if let Some(mut run) = letter.to_digit(10) {
                while let Some(digit) = letters.peek().and_then(|c| c.to_digit(10)) {
                    run = run.saturating_mul(10).saturating_add(digit);
                    letters.next();
                }
                file = file.saturating_add(run as usize);
                continue;
            }
            if file >= shape.files() as usize {
                return Err(error("men", row, width()));
            }
            let square = shape.square(file as u8, rank);
            file += 1;
            if letter == '*' {
                if square.is_some() {
                    return Err(error("men", row, "`*` stands only for the holes of the board"));
                }
                continue;
            }
            let mark = letters.next_if(|&mark| game.kinds.iter().any(|kind| kind.mark == Some(mark)));
            let Some(kind) = game.kind_of_letter(letter, mark) else {
                let known: String =
                    game.kinds.iter().flat_map(|kind| [Some(kind.letter), kind.mark]).flatten().collect();
                let got = mark.map_or_else(|| letter.to_string(), |mark| format!("{letter}{mark}"));
                return Err(error(
                    "men",
                    row,
                    format!("`{got}` is not a piece here: expected one of {known}"),
                ));
            };
            let Some(square) = square else {
                return Err(error("men", row, "a man cannot stand on a hole of the board"));
            };
            if game.promotion(kind, square).is_some_and(|set| set.forced) {
                return Err(error(
                    "men",
                    row,
                    format!("a {} on {} would have promoted", game.kind(kind).name, shape.name(square)),
                ));
            }
            if !state.add(game, square, kind) {
                return Err(error("men", text, format!("too many men for {}", game.kind(kind).color)));
            }
        }
        if file != shape.files() as usize {
            return Err(error("men", row, width()));
        }
    }
    for color in Color::ALL {
        let royal = |kind: &KindId| game.kind(*kind).royal && game.kind(*kind).color == color;
        // Where pawns become royal there may be as many as there are.
        let crowned = game.kinds.iter().any(|kind| kind.color == color && kind.promotes_to.iter().any(royal));
        let most =
            if crowned { usize::MAX } else { game.array.iter().filter(|(_, kind)| royal(kind)).count() };
        let got = slots(state.royals_of(color)).count();
        if got > most {
            return Err(error(
                "men",
                text,
                format!("expected at most {most} royal man for {color}, got {got}"),
            ));
        }
    }
    Ok(())
}

fn read_rights(state: &mut State, game: &Game, text: &str) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    for letter in text.chars() {
        let castle = (0..game.castles.len()).find(|&bit| {
            // In the game made for this FEN its own letters are known, and those of files besides.
            let castle = &game.castles[bit];
            let by_file = castle.color.case((b'a' + game.shape.file(castle.partner.0)) as char);
            letter == castle.letter || is_shuffled(game) && letter == by_file
        });
        if let Some(bit) = castle {
            let castle = &game.castles[bit];
            let stands = |square: Square, kind: KindId| state.kind_at(square) == Some(kind);
            if !stands(castle.king.0, castle.king_kind) || !stands(castle.partner.0, castle.partner_kind) {
                return Err(error(
                    "castling",
                    text,
                    format!("`{letter}` needs King and partner on their first squares"),
                ));
            }
            state.now.rights |= 1 << bit;
            continue;
        }
        let virgin = game
            .virgins
            .iter()
            .position(|v| virgin_letter(game, v) == letter && state.kind_at(v.square) == Some(v.kind));
        let Some(i) = virgin else {
            let letters: String = game.castles.iter().map(|c| c.letter).collect();
            return Err(error(
                "castling",
                text,
                format!("`{letter}` is no right here: expected `-` or letters of `{letters}`"),
            ));
        };
        state.now.rights |= 1 << (game.castles.len() + i);
    }
    Ok(())
}

fn read_en_passant(state: &mut State, game: &Game, text: &str) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    let malformed = || {
        error(
            "en passant",
            text,
            "expected `-`, the square passed, or that and the square of the man that passed",
        )
    };
    let mut rest = text;
    let mut squares = Vec::new();
    while !rest.is_empty() {
        let (square, after) = game.shape.read_square(rest).ok_or_else(malformed)?;
        squares.push(square);
        rest = after;
    }
    let mut named = squares.iter().copied().peekable();
    while let Some(passed) = named.next() {
        // In the middle of a double turn the pawn may be one of the side to move.
        let mut movers = [!state.side, state.side].into_iter().take(if state.turn.is_some() { 2 } else { 1 });
        let (index, step, explicit) = movers
            .find_map(|mover| step_past(state, game, mover, passed, named.peek().copied()))
            .ok_or_else(|| {
                error(
                    "en passant",
                    text,
                    format!("no pawn of {} can just have passed {}", !state.side, game.shape.name(passed)),
                )
            })?;
        if explicit {
            named.next();
        }
        state.allow_en_passant(game, state.part(game, step.to), index as u8);
    }
    Ok(())
}

/// The double step by which a pawn of `mover` may just have passed a square: its index, itself, and
/// whether `next`, the square written behind, is where the pawn stands.
fn step_past<'a>(
    state: &State,
    game: &'a Game,
    mover: Color,
    passed: Square,
    next: Option<Square>,
) -> Option<(usize, &'a DoubleStep, bool)> {
    let pawn_on = |square: &Square| {
        let cell = state.board[square.index()];
        cell.is(mover) && game.kind(state.kind_of[cell.slot()]).pawn
    };
    let empty = |square: &Square| state.board[square.index()] == Cell::EMPTY;
    let by = |to: Option<Square>| {
        let to = to.filter(pawn_on)?;
        let mut steps = game.double_steps.iter().enumerate();
        steps.find(|(_, step)| {
            step.color == mover
                && step.to == to
                && step.passed.contains(&passed)
                && step.passed.iter().all(empty)
                && empty(&step.from)
        })
    };
    let explicit = by(next).map(|(index, step)| (index, step, true));
    explicit.or_else(|| by(ahead(game, passed, mover)).map(|(index, step)| (index, step, false)))
}
