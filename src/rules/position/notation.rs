//! Moves as text: `e2e4`, `e7e8q`, `e1g1`, `a9a11`.
//!
//! Castling is the king's move. If the king could make that same move otherwise, or may start anywhere,
//! castling is written `O-O` or `O-O-O`.

use super::attack::Current;
use super::moves::Move;
use super::{MoveKind, Position};
use crate::rules::game::Game;
use crate::rules::geometry::{Shape, Square};
use crate::rules::letter::Letter;
use crate::rules::variant::PROMOTED_MARK;

/// What stands before the `@` of a wall.
const WALL: char = '*';

/// Why a move was refused: what was expected and what was given.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// The text does not have the form of a move.
    #[error(
        "`{0}` is not a move: expected squares and perhaps a promotion letter, like `e2e4`, `e7e8q` or `O-O`"
    )]
    Form(String),
    /// The move is not legal here.
    #[error("`{0}` is not legal here")]
    Illegal(String),
    /// The move promotes, but the text does not name the piece.
    #[error("`{text}` promotes: expected one of the letters {letters} after it")]
    Promotion {
        /// The move as it was given.
        text: String,
        /// The letters that may follow.
        letters: String,
    },
}

/// The wing of a castling move without squares: whether it is that of the a-file. cutechess adds check
/// and mate signs, `O-O-O+`.
pub fn castling_wing(text: &str) -> Option<bool> {
    match text.trim_end_matches(['+', '#']) {
        "O-O" | "0-0" | "o-o" => Some(false),
        "O-O-O" | "0-0-0" | "o-o-o" => Some(true),
        _ => None,
    }
}

impl Position {
    /// Writes a move. One that captures pieces on its way is written in legs, each ending at the next
    /// piece: `e4e5,e5e6`. The square where it puts a captured piece counts as on its way.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use fibnif::rules::{game, position::Position, variant::Catalog};
    ///
    /// let chess = game::compile(&Catalog::builtin().resolve("chess")?)?;
    /// let position = Position::from_fen(chess, "4k3/P7/8/8/8/8/8/R3K3 w Q - 0 1")?;
    /// for text in ["a7a8q", "e1c1", "a1b1"] {
    ///     assert_eq!(position.move_text(position.parse_move(text)?), text);
    /// }
    /// assert!(position.parse_move("a7a8").is_err(), "it promotes");
    /// # Ok(())
    /// # }
    /// ```
    pub fn move_text(&self, m: Move) -> String {
        let shape = &self.game.shape;
        if let Some((from, to)) = m.entry_squares(&self.game).filter(|_| m.is_castling(&self.game)) {
            return shape.name(from) + &shape.name(to) + &self.suffix(m);
        }
        if let Some(castle) = m.castle_of(&self.game)
            && (self.game.def.rules.castling.is_shuffled() || self.king_step_like(m))
        {
            return if castle.is_a_side() { "O-O-O".into() } else { "O-O".into() };
        }
        if m.is_wall() {
            return format!("{WALL}@{}", shape.name(m.to()));
        }
        if let Some(kind) = m.dropped(&self.game) {
            return format!("{}@{}", self.game.kind(kind).dropped_sign(), shape.name(m.to()));
        }
        let mut text = String::new();
        let mut at = m.from();
        for victim in m.on_the_way(&self.game) {
            text += &[shape.name(at), shape.name(victim), ",".to_owned()].concat();
            at = victim;
        }
        text += &[shape.name(at), shape.name(m.to())].concat();
        text + &self.suffix(m)
    }

    /// A wall as the rest of the text of the move before it, as in `e2e4,e4d5`.
    pub fn wall_suffix(&self, wall: Move) -> String {
        let shape = &self.game.shape;
        let moved = self.last_move().map_or_else(String::new, |m| shape.name(m.to()));
        format!(",{moved}{}", shape.name(wall.to()))
    }

    /// The parts of the text of a turn, each of them the text of a move: `e2e4,e4d5` is a move and a wall
    /// where a wall follows each move. With `e4d5,d5e6` alone, a move of two legs may be meant.
    pub fn parts_of_turn<'a>(&self, text: &'a str) -> impl Iterator<Item = &'a str> + use<'a> {
        let whole = text.contains(',') && self.parse_move(text).is_ok();
        let (m, wall) = if whole { (text, None) } else { split_wall(&self.game, text) };
        [m].into_iter().chain(wall)
    }

    /// Whether the king's other moves on an empty board include its castling move, or a move that
    /// pieces lend it here.
    fn king_step_like(&self, m: Move) -> bool {
        let (state, game) = (&self.state, &self.game);
        let Some(kind) = self.mover(m) else { return false };
        let entry = game.moves.entry(game.piece_square(kind, m.from()));
        let mut here =
            game.moves.conditional(entry).iter().filter(|conditional| conditional.stop.to == m.to().0);
        game.targets(kind, m.from()).iter().any(|target| target.square == m.to())
            || here.any(|conditional| {
                let open = game.rays.guard_open(&conditional.guard, state.now.rights, Current(state));
                open && conditional.stop.moves()
            })
    }

    /// The letters after the squares in a move's text: of the piece that it promotes to, and of the piece
    /// that enters from the hand. Where it could promote to that as well, a slash shows that it does not, as
    /// in short notation.
    pub(crate) fn suffix(&self, m: Move) -> String {
        let game = &self.game;
        let promoted: String = m.promotion_letter(game).into_iter().collect();
        let Some(entering) = m.entering(game) else { return promoted };
        let entering = game.kind(entering).letter.lower();
        let may_promote = || {
            let mut moves = Vec::new();
            self.legal_moves(MoveKind::All, &mut moves);
            let is_it = |other: &Move| {
                (other.from(), other.to(), other.entering(game)) == (m.from(), m.to(), None)
                    && other.promotion_letter(game) == Some(entering)
            };
            moves.iter().any(is_it)
        };
        let changes = self.mover(m).is_some_and(|kind| !game.kind(kind).promotes_to.is_empty());
        let slash = if promoted.is_empty() && changes && may_promote() { "/" } else { "" };
        format!("{promoted}{slash}{entering}")
    }

    /// Writes a move as UCI does: a wall that follows a move as the rest of that move, and castling as the
    /// king capturing its partner where pieces are shuffled or the king's squares would be another move.
    pub fn uci_text(&self, m: Move, shuffled: bool) -> String {
        if self.is_rest_of_move(m) {
            return self.wall_suffix(m);
        }
        let text = self.move_text(m);
        let by_partner = m.is_castling(&self.game) && (shuffled || text.starts_with('O'));
        if let Some(text) = m.king_takes_partner(&self.game).filter(|_| by_partner) {
            return text;
        }
        self.turning_sign(m).into_iter().fold(text, |text, sign| format!("{text}{sign}"))
    }

    /// The sign that Fairy-Stockfish writes behind a move that turns a piece into its promoted form (`+`) or
    /// back (`-`), where nobody chooses that.
    fn turning_sign(&self, m: Move) -> Option<char> {
        let game = &self.game;
        let mover = self.state.effect(game, m).mover();
        let [before, after] = [mover.before?, mover.after?].map(|at| game.kind(at.kind));
        let turns = before.letter == after.letter && m.promotion(game).is_none();
        match [before, after].map(|kind| kind.mark == Some(PROMOTED_MARK)) {
            [false, true] if turns => Some('+'),
            [true, false] if turns => Some('-'),
            _ => None,
        }
    }

    /// Reads a move in the form that [`Position::move_text`] writes, with or without its
    /// sign over UCI. Castling is also read as [`castling_wing`] does and as the king capturing
    /// its partner, and promotion letters in either case.
    ///
    /// # Errors
    /// If the text is not a move, or the move is not legal here.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let signed = || {
            let sign = text.chars().last().filter(|&sign| sign == '+' || sign == '-')?;
            let m = self.parse_unsigned(text.strip_suffix(sign)?).ok()?;
            (self.turning_sign(m) == Some(sign)).then_some(m)
        };
        self.parse_unsigned(text).or_else(|error| signed().ok_or(error))
    }

    fn parse_unsigned(&self, text: &str) -> Result<Move, MoveError> {
        let mut moves = Vec::new();
        self.legal_moves(MoveKind::All, &mut moves);
        if let Some(m) = self.parse_wall(text, &moves) {
            return Ok(m);
        }
        if let Some(a_side) = castling_wing(text) {
            let of_wing = |m: &&Move| {
                m.entering(&self.game).is_none()
                    && m.castle_of(&self.game).is_some_and(|castle| castle.is_a_side() == a_side)
            };
            return moves.iter().find(of_wing).copied().ok_or_else(|| MoveError::Illegal(text.into()));
        }
        if text.contains(',') {
            let legs = moves.iter().find(|&&m| self.move_text(m) == text);
            return legs
                .or_else(|| moves.iter().find(|&&m| self.reads_as(m, text)))
                .copied()
                .ok_or_else(|| MoveError::Illegal(text.into()));
        }
        if let Some((piece, square)) = text.split_once('@') {
            return self.parse_drop(piece, square, &moves).ok_or_else(|| MoveError::Illegal(text.into()));
        }
        let squares = read_squares(&self.game.shape, text);
        let named = |m: &&Move| self.move_text(**m).eq_ignore_ascii_case(text);
        if let Some(m) = moves.iter().find(named).filter(|_| squares.is_none()) {
            return Ok(*m); // with the letters of a promotion and of a piece that enters
        }
        let (from, to, letter) = squares.ok_or_else(|| MoveError::Form(text.into()))?;
        if let Some(m) = pick(self, &moves, from, to, letter) {
            return Ok(m);
        }
        let here = moves.iter().filter(|m| m.from() == from && m.to() == to);
        let letters: String = here.map(|&m| self.suffix(m)).collect();
        if letters.is_empty() {
            return Err(MoveError::Illegal(text.into()));
        }
        Err(MoveError::Promotion { text: text.into(), letters })
    }

    /// A wall on a square: `*@d5`, or as the rest of a move that Fairy-Stockfish writes, `,e4d5` or `,d5`.
    fn parse_wall(&self, text: &str, moves: &[Move]) -> Option<Move> {
        let mut walls = moves.iter().filter(|m| m.is_wall()).peekable();
        walls.peek()?;
        let square = match (text.strip_prefix(WALL), text.strip_prefix(',')) {
            (Some(rest), _) => rest.strip_prefix('@')?,
            (None, Some(rest)) => {
                let second = self.game.shape.read_square(rest).map(|(_, rest)| rest);
                second.filter(|second| !second.is_empty()).unwrap_or(rest)
            }
            (None, None) => return None,
        };
        let to = self.game.shape.parse_square(square)?;
        walls.find(|m| m.to() == to).copied()
    }

    /// The drop of a piece on a square: `P@e4`, `+P@e4` in its promoted form, or `@e4` where only one piece
    /// type is written that way.
    fn parse_drop(&self, piece: &str, square: &str, moves: &[Move]) -> Option<Move> {
        let to = self.game.shape.parse_square(square)?;
        let named = |m: &&Move| {
            m.to() == to
                && m.dropped(&self.game).is_some_and(|kind| {
                    let kind = self.game.kind(kind);
                    if piece.is_empty() { kind.pawn } else { kind.dropped_sign().eq_ignore_ascii_case(piece) }
                })
        };
        moves.iter().find(named).copied()
    }

    /// Whether a text names the squares of a move's legs, in any order: there may be two ways to
    /// capture two pieces.
    fn reads_as(&self, m: Move, text: &str) -> bool {
        let shape = &self.game.shape;
        let mut at = m.from();
        let mut named = Vec::new();
        for leg in text.split(',') {
            let squares =
                shape.read_square(leg).and_then(|(from, rest)| Some((from, shape.read_square(rest)?)));
            let Some((_, (to, ""))) = squares.filter(|&(from, _)| from == at) else { return false };
            named.push(to);
            at = to;
        }
        let last = named.pop();
        let mut between: Vec<Square> = m.on_the_way(&self.game).collect();
        between.sort_unstable();
        named.sort_unstable();
        last == Some(m.to()) && named == between
    }
}

/// The text of a move, and that of the wall behind it, `,e4d5`, `,d5` or `*@d5`, where a wall follows each
/// move.
pub fn split_wall<'a>(game: &Game, text: &'a str) -> (&'a str, Option<&'a str>) {
    let wall = text.rfind(',').filter(|&at| at > 0 && game.def.rules.walls.when.follows_moves());
    let of_wall = |at: usize| match &text[at + 1..] {
        alone if alone.starts_with('*') => alone,
        _ => &text[at..],
    };
    wall.map_or((text, None), |at| (&text[..at], Some(of_wall(at))))
}

/// The move of `moves`, which are legal, with this start and target and the promotion piece of
/// a letter (lower case), or without promotion. Castling may be written as the king capturing its
/// partner. An ordinary move takes precedence over a castling move with the same squares.
pub fn pick(
    position: &Position,
    moves: &[Move],
    from: Square,
    to: Square,
    letter: Option<Letter>,
) -> Option<Move> {
    let game = &position.game;
    let fits = |m: &&Move| {
        (m.from(), m.to()) == (from, to)
            && m.dropped(game).is_none()
            && !m.enters_by_partner(game)
            && Letter::all(&position.suffix(**m)).eq(letter)
            && m.on_the_way(game).next().is_none()
    };
    let partner = |m: &&Move| {
        let Some(castle) = m.castle_of(game) else { return false };
        let (king, partner) = (castle.king.0, castle.partner.0);
        // Castling written as the partner's move lets a piece in on the partner's square.
        let squares = match m.entering(game) {
            Some(_) if m.enters_by_partner(game) => [(partner, king); 2],
            Some(_) => [(king, partner); 2],
            None => [(king, partner), (partner, king)],
        };
        squares.contains(&(from, to)) && Letter::all(&position.suffix(**m)).eq(letter)
    };
    let ordinary = moves.iter().filter(fits).min_by_key(|m| m.is_castling(game));
    // A piece that swaps places with another moves there and back. The first leg suffices.
    let swaps = |m: &&Move| {
        (m.from(), m.to(), None) == (from, to, letter)
            && m.promotion(game).is_none()
            && m.victims(game).is_empty()
            && m.put_down(game) == Some(from)
    };
    let special = || moves.iter().find(partner).or_else(|| moves.iter().find(swaps));
    ordinary.or_else(special).copied()
}

/// The two squares that a text names, and the letter after them in lower case, if any.
pub(crate) fn read_squares(shape: &Shape, text: &str) -> Option<(Square, Square, Option<Letter>)> {
    let (from, rest) = shape.read_square(text)?;
    let (to, rest) = shape.read_square(rest)?;
    match rest {
        "" | "=" => Some((from, to, None)), // `=` declines to promote
        "+" => Some((from, to, Some(Letter::plain(PROMOTED_MARK)))),
        letter => Some((from, to, Some(Letter::read(letter)?.lower()))),
    }
}
