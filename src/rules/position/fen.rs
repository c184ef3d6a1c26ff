//! FEN in and out.
//!
//! Six fields: pieces, side, castling, en passant, clock, move number; the last ones may be missing.
//! The en passant field names the square passed, and also the square of the piece that passed it if
//! that piece is not straight in front of it (`f3g4` after a Berolina pawn's e2-g4; read in either
//! order). Rights of unmoved pieces other than castling are written in the castling field as their file
//! letters, with the rank where the letter alone would mean another right. If a side may move more than once
//! in a turn, more fields tell what is left of it (see `turns`), and the clock counts turns. In games
//! with counted endings (Makruk), the limit replaces the en passant square, and the count replaces the
//! clock; `-` and 0 are no limit yet. Where a pawn can be captured en passant as well, its square follows the
//! limit (`64e3`). If the last move has captured a piece that must not be traded, and the next move may
//! therefore not capture one, the field has an `x` and the square of that capture (`xg7`).
//!
//! Other programs leave out fields that a game does not need, and Shogi has a form of its own: see
//! `Fields`.

use std::fmt::Write;
use std::sync::Arc;

use super::Position;
use super::error::{FenError, FenFault};
use super::homes::{
    at_home, castles_by_file, known_rights, means_right, names_file, right_letter, right_text, stand_at_home,
};
use super::setup::Setup;
use super::state::{Cell, Count, State};
use super::turn::Turn;
use crate::rules::game::{DoubleStep, FirstMoveRight, Game, Kind};
use crate::rules::geometry::{Color, Narrow, Offset, RowError, Square, read_rows, write_rows};
use crate::rules::letter::Letter;
use crate::rules::variant::FALLEN_MARK;

/// A wall on a square.
const WALL: &str = "*";
/// What precedes the square on which a piece that must not be traded has just been captured.
const CAPTURED: char = 'x';

impl Position {
    /// Reads a position.
    ///
    /// # Errors
    /// If a field is malformed or the position cannot occur: wrong ranks, unknown letters, too
    /// many pieces or royals, a king missing, pawns where they must have promoted, or the side that has
    /// just moved left in check. Rights without their pieces and impossible en passant squares are left out.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use fibnif::rules::{game, position::Position, variant::Catalog};
    ///
    /// let chess = game::compile(&Catalog::builtin().resolve("chess")?)?;
    /// let fen = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20";
    /// let position = Position::from_fen(chess, fen)?;
    /// assert_eq!((position.clock(), position.move_number()), (3, 20));
    /// assert_eq!(position.fen(), fen);
    /// # Ok(())
    /// # }
    /// ```
    pub fn from_fen(game: Arc<Game>, fen: &str) -> Result<Position, FenError> {
        Setup::read(game, fen)?.position()
    }
}

impl Setup {
    /// Reads the setup of a FEN.
    ///
    /// # Errors
    /// If a field is malformed, or contradicts the pieces.
    pub fn read(game: Arc<Game>, fen: &str) -> Result<Setup, FenError> {
        let mut state = State::empty(&game);
        let Fields { rows, hands, side, rights, en_passant, rest, plies } = Fields::of(&game, fen);
        read_pieces(&mut state, &game, rows)?;
        state.settle_crown(&game);
        read_hands(&mut state, &game, hands)?;
        state.side = match side {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(FenError::new(other, FenFault::Side)),
        };
        if plies {
            state.side = !state.side;
        }
        let mut fields = rest.into_iter().peekable();
        let game = at_home(game, &state, rights)?;
        let mut left_out = Vec::new();
        left_out.extend(read_rights(&mut state, &game, rights)?);
        let passed = if has_limit(&game) {
            let (limit, passed) = split_limit(en_passant)?;
            // A game that starts without a limit is played by the move limit until a FEN has one.
            if limit.is_some() || game.def.start_fields.split_whitespace().nth(2) != Some("-") {
                state.set_limit(limit.unwrap_or(0));
            }
            passed
        } else {
            en_passant
        };
        let read = match passed.strip_prefix(CAPTURED).filter(|_| game.has_untraded()) {
            Some(square) => read_loss(&mut state, &game, square),
            // Where no pawn can be captured en passant, the field has nothing but the limit.
            None if has_limit(&game) && game.double_steps.is_empty() && passed != "-" => {
                Err(FenError::new(en_passant, FenFault::CountLimit))
            }
            None => read_en_passant(&mut state, &game, passed),
        };
        left_out.extend(read.map_err(|error| match error.fault {
            FenFault::EnPassant if has_limit(&game) => FenError::new(en_passant, FenFault::CountLimit),
            _ => error,
        })?);
        let most_checks = game.checks_to_win();
        let mut checks = fields.next_if(|field| most_checks > 0 && field.contains('+'));
        let clock = fields.next().unwrap_or("0");
        state.now.clock = clock.parse().map_err(|_| FenError::new(clock, FenFault::Clock))?;
        if has_limit(&game) && en_passant != "-" {
            state.now.count.done = std::mem::take(&mut state.now.clock);
        }
        let number = fields.next().unwrap_or("1");
        let moves: u32 = number.parse().map_err(|_| FenError::new(number, FenFault::MoveNumber))?;
        let moves = if plies { moves.div_ceil(2) } else { moves };
        state.game_ply = moves.clamp(1, 1 << 24) * 2 - 2 + u32::from(state.side == Color::Black);
        // Lichess writes them last.
        checks = checks.or_else(|| fields.next_if(|field| most_checks > 0 && field.contains('+')));
        if let Some(field) = checks {
            state.now.checks = read_checks(most_checks, field)?;
        } else if most_checks == 1 && state.in_check(&game, state.side) {
            // If the first check wins, the side that gave this one has won.
            state.now.checks[(!state.side).index()] = 1;
        }
        if let Some(turn) = &state.turn {
            let described = turn.read_fields(&game, fen, &mut fields)?;
            state.set_up_turn(&game, described);
        }
        if let Some(extra) = fields.next() {
            return Err(FenError::new(extra, FenFault::End));
        }
        // The FEN does not contain earlier positions, so none can be repeated yet.
        state.now.reversible = 0;
        state.now.untraded = state.spares_untraded(&game);
        state.refresh_keys(&game);
        Ok(Setup { position: Position { game, state }, left_out })
    }
}

impl Position {
    /// Writes the position.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use fibnif::rules::{game, position::Position, variant::Catalog};
    ///
    /// let chess = game::compile(&Catalog::builtin().resolve("chess")?)?;
    /// let start = Position::start(chess);
    /// assert_eq!(start.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// # Ok(())
    /// # }
    /// ```
    pub fn fen(&self) -> String {
        let state = &self.state;
        let walls: Vec<Square> = self.walls().collect();
        let mut fen = write_rows(&self.game.shape, |square| {
            let wall = walls.contains(&square).then(|| WALL.to_owned());
            wall.or_else(|| self.kind_at(square).map(|kind| self.game.kind(kind).sign()))
        });
        fen.push_str(&self.game.hands_text(&state.hands));
        let _ = write!(fen, " {} {} ", state.side.letter(), self.rights_text());
        let counted = (state.timed && has_limit(&self.game)).then_some(state.now.count);
        let (limit, clock) = match counted {
            Some(Count { limit, done }) => (limit.to_string(), done),
            None => (String::new(), state.now.clock),
        };
        let passed = limit + &self.en_passant_text() + &self.loss_text();
        fen.push_str(if passed.is_empty() { "-" } else { &passed });
        // If the first check wins, it is still to be given unless the game is over.
        if let Some(ends) =
            self.game.ends.as_ref().filter(|ends| ends.checks > 1 || state.now.checks != [0; 2])
        {
            let [white, black] = state.now.checks.map(|given| ends.checks.saturating_sub(given));
            let _ = write!(fen, " {white}+{black}");
        }
        let _ = write!(fen, " {clock} {}", self.move_number());
        if let Some(turn) = &state.turn {
            let fields = turn.fen_fields(&self.game.shape);
            let _ = if fields.is_empty() { Ok(()) } else { write!(fen, " {fields}") };
        }
        fen
    }

    fn rights_text(&self) -> String {
        let has = |bit: usize| self.state.now.rights >> bit & 1 != 0;
        let mut castles: Vec<usize> = (0..self.game.castles.len()).filter(|&bit| has(bit)).collect();
        castles.sort_by_key(|&bit| self.game.castles.get(bit).map(|c| (c.color as u8, c.is_a_side())));
        let mut castles: Vec<String> =
            castles.into_iter().map(|bit| right_letter(&self.game, &self.state, bit).to_string()).collect();
        // A king with castling moves of several distances has one right for all of them.
        castles.dedup();
        let first = self.game.castles.len();
        // A castling right implies that king and partner have not moved.
        let implied_by_castling = |right: &FirstMoveRight| {
            let castles = self.game.castles.iter().enumerate().filter(|(bit, _)| has(*bit));
            right.gate && castles.into_iter().any(|(_, castle)| castle.needs(right.square))
        };
        let first_moves = self
            .game
            .first_moves
            .iter()
            .enumerate()
            .filter(|(i, right)| has(first + i) && !implied_by_castling(right))
            .map(|(_, v)| right_text(&self.game, v));
        let text: String = castles.into_iter().chain(first_moves).collect();
        if text.is_empty() { "-".into() } else { text }
    }

    fn en_passant_text(&self) -> String {
        let shape = &self.game.shape;
        let mut text = String::new();
        let mut steps: Vec<&DoubleStep> = self.state.double_steps(&self.game).collect();
        if self.game.def.rules.turn.series().is_some() {
            steps.sort_by_key(|step| step.to);
        }
        for step in steps {
            for &square in &step.passed {
                text.push_str(&shape.name(square));
                if ahead(&self.game, square, step.color) != Some(step.to) {
                    text.push_str(&shape.name(step.to));
                }
            }
        }
        text
    }

    /// The square on which the last move has captured a piece that must not be traded, if that matters.
    fn loss_text(&self) -> String {
        let lost = self.state.lost_untraded(&self.game).filter(|_| self.state.now.untraded);
        lost.map(|square| format!("{CAPTURED}{}", self.game.shape.name(square))).unwrap_or_default()
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
        _ => Err(FenError::new(text, FenFault::Checks(enough))),
    }
}

/// The limit of a count at the beginning of a field, if there is one, and the rest of the field.
fn split_limit(text: &str) -> Result<(Option<u16>, &str), FenError> {
    let malformed = || FenError::new(text, FenFault::CountLimit);
    let (limit, passed) = text.split_at(text.bytes().take_while(u8::is_ascii_digit).count());
    match (limit, passed) {
        ("", _) => Ok((None, passed)),
        (_, "-") => Err(malformed()),
        _ => {
            let limit = limit.parse().map_err(|_| malformed())?;
            Ok((Some(limit), if passed.is_empty() { "-" } else { passed }))
        }
    }
}

/// The fields of a FEN, in whichever form it came.
#[derive(Debug, PartialEq)]
struct Fields<'a> {
    rows: &'a str,
    hands: &'a str,
    side: &'a str,
    rights: &'a str,
    en_passant: &'a str,
    /// From the clock on.
    rest: Vec<&'a str>,
    /// Whether it is an SFEN: the side is that of Shogi, where `b` begins, and the number counts plies.
    plies: bool,
}

impl<'a> Fields<'a> {
    /// The short forms that a game admits are these, behind the rows:
    /// * `w 0 1`: neither rights nor en passant, as Fairy-Stockfish and XBoard write it;
    /// * `w - 2`, `w 2`: neither en passant nor a clock, as cutechess writes Shogi;
    /// * `b 2Pp 3`, `b - 3`: the SFEN of Shogi programs, whose pieces in hand are not in brackets.
    fn of(game: &Game, fen: &'a str) -> Fields<'a> {
        let mut fields = fen.split_whitespace();
        let (rows, hands) = split_hands(game, fields.next().unwrap_or(""));
        let side = fields.next().unwrap_or("w");
        let rest: Vec<&str> = fields.collect();
        let plain =
            Fields { rows, hands, side, rights: "-", en_passant: "-", rest: Vec::new(), plies: false };
        let is_number = |field: &str| field.parse::<u32>().is_ok();
        let no_castling = game.castles.is_empty() && game.first_moves.is_empty();
        let no_clock = game.double_steps.is_empty() && !has_limit(game);
        match rest.as_slice() {
            &[held, ref number @ ..]
                if no_castling && no_clock && hands.is_empty() && is_sfen(game, held, number) =>
            {
                let number = number.first().copied().unwrap_or("1");
                Fields { hands: held, rest: vec!["0", number], plies: true, ..plain }
            }
            &[number] if no_castling && no_clock && is_number(number) => {
                Fields { rest: vec!["0", number], ..plain }
            }
            [first, ..] if is_number(first) => Fields { rest, ..plain },
            &[rights, number] if no_clock && is_number(number) => {
                Fields { rights, rest: vec!["0", number], ..plain }
            }
            &[rights, en_passant, ref rest @ ..] => {
                Fields { rights, en_passant, rest: rest.to_vec(), ..plain }
            }
            &[rights] => Fields { rights, ..plain },
            [] => plain,
        }
    }
}

/// Whether the fields behind the side are those of an SFEN: the pieces in hand, and the number of the ply.
/// `-` alone may be the castling field of an incomplete FEN.
fn is_sfen(game: &Game, held: &str, number: &[&str]) -> bool {
    let Some(hands) = &game.hands else { return false };
    let in_hand = |letter: Letter| hands.kinds.iter().flatten().any(|&kind| game.kind(kind).letter == letter);
    let mut letters = Letter::all(held);
    let is_hand = letters.clone().all(|letter| letter.base().is_ascii_digit() || in_hand(letter))
        && letters.by_ref().last().is_some_and(in_hand);
    match number {
        [] => is_hand,
        [number] => (is_hand || held == "-") && number.parse::<u32>().is_ok(),
        _ => false,
    }
}

/// Reads the square on which a piece that must not be traded has just been captured. One where that cannot
/// be is left out, and returned as a fault.
fn read_loss(state: &mut State, game: &Game, text: &str) -> Result<Option<FenError>, FenError> {
    let Some((square, "")) = game.shape.read_square(text) else {
        return Err(FenError::new(text, FenFault::EnPassant));
    };
    let rules = &game.def.rules;
    let has_captor = match state.kind_at(square) {
        Some(kind) => game.kind(kind).color != state.side || rules.changes_side.is_possible(),
        None => !rules.captor.moves(),
    };
    if has_captor {
        state.lost_before = Some(square);
        return Ok(None);
    }
    let (color, square) = (!state.side, game.shape.name(square));
    Ok(Some(FenError::new(text, FenFault::NotCaptured { color, square })))
}

/// The square straight in front of one, in the direction of `color`.
fn ahead(game: &Game, square: Square, color: Color) -> Option<Square> {
    game.shape.step(square, Offset::new(0, 1).seen_by(color), false)
}

/// The rows of a FEN and the pieces in hand, which follow in brackets or as one more row.
fn split_hands<'a>(game: &Game, text: &'a str) -> (&'a str, &'a str) {
    if game.hands.is_none() {
        return (text, "");
    }
    if let Some((rows, hands)) = text.split_once('[') {
        return (rows, hands.strip_suffix(']').unwrap_or(hands));
    }
    match text.rsplit_once('/') {
        Some((rows, hands)) if rows.matches('/').count() + 1 == usize::from(game.shape.ranks()) => {
            (rows, hands)
        }
        _ => (text, ""),
    }
}

/// Reads the pieces in hand: letters in any order, each perhaps behind its number, or `-`.
fn read_hands(state: &mut State, game: &Game, text: &str) -> Result<(), FenError> {
    let kinds = || game.hands.iter().flat_map(|hands| hands.kinds.iter().flatten().copied());
    let mut number: Option<usize> = None;
    for letter in Letter::all(text).filter(|&letter| letter != '-') {
        if let Some(digit) = letter.base().to_digit(10) {
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize));
            continue;
        }
        let pieces = number.take().unwrap_or(1);
        let Some(kind) = kinds().find(|&kind| game.kind(kind).letter == letter) else {
            let known: String = kinds().map(|kind| game.kind(kind).letter).collect();
            return Err(FenError::new(text, FenFault::Letter { letter: letter.to_string(), known }));
        };
        let held = state.hands.iter().map(|&held| usize::from(held)).sum::<usize>();
        if pieces.saturating_add(held + state.alive.len() as usize) > game.most_pieces() {
            return Err(FenError::new(text, FenFault::TooManyPieces(game.most_pieces())));
        }
        let pieces: u8 = pieces.narrow();
        state.hands[kind.index()] += pieces;
    }
    Ok(())
}

fn read_pieces(state: &mut State, game: &Game, text: &str) -> Result<(), FenError> {
    let rows = read_rows(text, &game.shape)
        .map_err(|fault| FenError::new(fault.row().unwrap_or(text), fault.clone().into()))?;
    let walls = game.def.rules.walls;
    for (square, piece) in rows {
        if piece == WALL {
            let row = text.split('/').rev().nth(game.shape.rank(square).into()).unwrap_or(text);
            if !game.def.rules.may_have_walls() {
                let fault = RowError::NoHole { row: row.to_owned() };
                return Err(FenError::new(row, fault.into()));
            }
            if walls.when.is_duck() && state.walls(game).next().is_some() {
                return Err(FenError::new(row, FenFault::SecondDuck));
            }
            state.add_wall(square);
            continue;
        }
        // Other programs mark promoted pieces also where that makes no difference.
        let falls = game.kinds.iter().any(|kind| kind.mark == Some(FALLEN_MARK));
        let sign = piece.strip_suffix(FALLEN_MARK).filter(|_| !falls).unwrap_or(piece);
        let named = || game.kind_of_initial(sign.parse().ok()?);
        let Some(kind) = game.kind_of_sign(sign).or_else(named) else {
            let known: String = game.kinds.iter().map(Kind::sign).collect();
            return Err(FenError::new(text, FenFault::Letter { letter: piece.to_owned(), known }));
        };
        if !state.add(game, square, kind) {
            return Err(FenError::new(text, FenFault::TooManyPieces(game.most_pieces())));
        }
    }
    Ok(())
}

/// Reads the rights. Those without their pieces are left out, and returned as a fault.
fn read_rights(state: &mut State, game: &Game, text: &str) -> Result<Option<FenError>, FenError> {
    if text == "-" {
        return Ok(None);
    }
    let mut rest = text;
    let mut without_pieces = String::new();
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (rank, behind) = rest.split_at(digits);
        rest = behind;
        let means = |bit: &usize| {
            // The game compiled for this FEN knows its own letters, and those of files besides.
            let castle = &game.castles[*bit];
            let by_file = castle.color.case(game.shape.file_letter(castle.partner.0));
            letter == castle.letter || letter == by_file && castles_by_file(game, state, text, castle.color)
        };
        let castles: Vec<usize> = (0..game.castles.len())
            .filter(|bit| rank.is_empty() && means(bit) && stand_at_home(state, &game.castles[*bit]))
            .collect();
        for &bit in &castles {
            let castle = &game.castles[bit];
            state.now.rights |= 1 << bit;
            let implied_by_castling = game
                .first_moves
                .iter()
                .enumerate()
                .filter(|(_, right)| right.gate && castle.needs(right.square));
            state.now.rights |=
                implied_by_castling.fold(0, |rights, (i, _)| rights | 1 << (game.castles.len() + i));
        }
        if !castles.is_empty() {
            continue;
        }
        let right = game.first_moves.iter().position(|right| {
            let is_own = |kind| game.is_same_piece(kind, right.kind);
            means_right(game, right, letter, rank) && state.kind_at(right.square).is_some_and(is_own)
        });
        let is_right = matches!(letter, 'K' | 'Q' | 'k' | 'q') || names_file(game, letter);
        match right {
            Some(i) => state.now.rights |= 1 << (game.castles.len() + i),
            None if is_right => {
                without_pieces.push(letter);
                without_pieces.push_str(rank);
            }
            None => return Err(FenError::new(text, FenFault::Right { letter, known: known_rights(game) })),
        }
    }
    state.close_gates(game);
    let has_fault = !without_pieces.is_empty();
    let fault = FenFault::RightsWithoutPieces { letters: without_pieces, castling: !game.castles.is_empty() };
    Ok(has_fault.then(|| FenError::new(text, fault)))
}

/// Reads the en passant squares. One that no pawn can have passed is left out with those behind it, and
/// returned as a fault.
fn read_en_passant(state: &mut State, game: &Game, text: &str) -> Result<Option<FenError>, FenError> {
    if text == "-" {
        return Ok(None);
    }
    let malformed = || FenError::new(text, FenFault::EnPassant);
    let mut rest = text;
    let mut squares = Vec::new();
    while !rest.is_empty() {
        let (square, after) = game.shape.read_square(rest).ok_or_else(malformed)?;
        squares.push(square);
        rest = after;
    }
    let mut named = squares.iter().copied().peekable();
    let mut steps: Vec<&DoubleStep> = Vec::new();
    while let Some(passed) = named.next() {
        // A pawn that has passed several squares has done so in one move.
        if let Some(step) = steps.iter().find(|step| step.passed.contains(&passed)) {
            named.next_if_eq(&step.to);
            continue;
        }
        // In the middle of a turn of several moves the pawn may belong to the side to move.
        let movers = || [!state.side, state.side].into_iter().take(if state.turn.is_some() { 2 } else { 1 });
        let next = named.peek().copied();
        let read =
            |passed, next| movers().find_map(|mover| step_past(state, game, mover, passed, (next, &squares)));
        // Fairy-Stockfish writes the two squares in the order of the board: `c5b6` may be b6 passed by
        // c5.
        let swapped = || read(next?, Some(passed)).filter(|(.., explicit)| *explicit);
        let Some((index, step, explicit)) = read(passed, next).or_else(swapped) else {
            let (color, square) = (!state.side, game.shape.name(passed));
            return Ok(Some(FenError::new(text, FenFault::NotPassed { color, square })));
        };
        if explicit {
            named.next();
        }
        state.allow_en_passant(game, state.place_of_step(game, step.to), index.narrow());
        steps.push(step);
    }
    Ok(None)
}

/// The double step by which a pawn of `mover` may have just passed a square: its index, the double
/// step, and whether `next`, the second square in the text, is the square of the pawn. The best one has
/// passed exactly the `named` squares.
fn step_past<'a>(
    state: &State,
    game: &'a Game,
    mover: Color,
    passed: Square,
    (next, named): (Option<Square>, &[Square]),
) -> Option<(usize, &'a DoubleStep, bool)> {
    let pawn_on = |square: &Square| {
        let cell = state.board[square.index()];
        cell.is(mover) && game.was_pawn(state.kind_of[cell.slot()])
    };
    let empty = |square: &Square| state.board[square.index()] == Cell::EMPTY;
    // A piece may have entered behind the pawn.
    let gates = game.hands.as_ref().is_some_and(|hands| hands.gates.is_some());
    let entered = |square: &Square| gates && state.board[square.index()].is(mover);
    let refills = state.turn.as_ref().is_some_and(Turn::refills_squares);
    let by = |to: Option<Square>| {
        let to = to.filter(pawn_on)?;
        let steps = game.double_steps.iter().enumerate().filter(|(_, step)| {
            step.color == mover
                && step.to == to
                && step.passed.contains(&passed)
                && step.passed.iter().all(empty)
                && (empty(&step.from) || entered(&step.from) || refills)
        });
        steps.min_by_key(|(_, step)| step.passed.iter().filter(|square| !named.contains(square)).count())
    };
    let explicit = by(next).map(|(index, step)| (index, step, true));
    explicit.or_else(|| by(ahead(game, passed, mover)).map(|(index, step)| (index, step, false)))
}

/// Whether FENs of a game have the limit of a count.
pub(super) fn has_limit(game: &Game) -> bool {
    game.counting().is_some_and(|counting| counting.in_fen)
}
