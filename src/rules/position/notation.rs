//! Moves as text: `e2e4`, `e7e8q`, `e1g1`, `a9a11`.
//!
//! Castling is the king's move. If the king could make that same move otherwise, or may start anywhere,
//! castling is written `O-O` or `O-O-O`.

use super::attack::Here;
use super::homes::is_shuffled;
use super::moves::{Move, Tag};
use super::{MoveKind, Position};
use crate::rules::game::Castle;
use crate::rules::geometry::Square;
use crate::rules::variant::PROMOTED_MARK;

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
    pub fn move_text(&self, m: Move) -> String {
        let shape = &self.game.shape;
        if let Some((from, to)) = self.entry_squares(m) {
            let text = shape.name(from) + &shape.name(to);
            return text + &self.suffix(m).map_or_else(String::new, String::from);
        }
        if let Some(castle) = self.castle_of(m)
            && (is_shuffled(&self.game) || self.king_step_like(m))
        {
            return if castle.is_a_side() { "O-O-O".into() } else { "O-O".into() };
        }
        if let Some(kind) = m.dropped() {
            return format!("{}@{}", self.game.kind(kind).letter.to_ascii_uppercase(), shape.name(m.to()));
        }
        let mut text = String::new();
        let mut at = m.from();
        for victim in self.on_the_way(m) {
            text += &[shape.name(at), shape.name(victim), ",".to_owned()].concat();
            at = victim;
        }
        text += &[shape.name(at), shape.name(m.to())].concat();
        text.extend(self.suffix(m));
        text
    }

    /// The castling record a move follows.
    fn castle_of(&self, m: Move) -> Option<&Castle> {
        self.game.castles.get(usize::from(m.castle()?))
    }

    /// The squares of the pieces that a move captures on its way, in order.
    pub fn victims(&self, m: Move) -> &[Square] {
        match m.tag() {
            Tag::Takes(index) => self.game.moves.victims(index),
            _ => &[],
        }
    }

    /// The square on which a move puts the piece that it shifts; `None` if it shifts none.
    pub fn put_down(&self, m: Move) -> Option<Square> {
        match m.tag() {
            Tag::Takes(index) => self.game.moves.put_down(index),
            _ => None,
        }
    }

    /// The squares between the legs of a move: where it captures on its way, and where it puts a
    /// captured piece.
    pub fn on_the_way(&self, m: Move) -> impl Iterator<Item = Square> + '_ {
        self.victims(m).iter().copied().chain(self.put_down(m))
    }

    /// Castling as the king's move to its partner's square, as shuffled games write it; `None` if the
    /// move is not castling.
    pub fn king_takes_partner(&self, m: Move) -> Option<String> {
        let castle = self.castle_of(m)?;
        let shape = &self.game.shape;
        Some(format!("{}{}", shape.name(castle.king.0), shape.name(castle.partner.0)))
    }

    /// Whether the king's other moves on an empty board include its castling move, or a move that
    /// pieces lend it here.
    fn king_step_like(&self, m: Move) -> bool {
        let (state, game) = (&self.state, &self.game);
        let Some(kind) = self.mover(m) else { return false };
        let entry = game.moves.entry(game.piece_square(kind, m.from()));
        let mut here = game.moves.guarded(entry).iter().filter(|guarded| guarded.stop.to == m.to().0);
        game.targets(kind, m.from()).iter().any(|target| target.square == m.to())
            || here.any(|guarded| {
                let open = game.rays.guard_open(&guarded.guard, state.now.rights, Here(state));
                open && guarded.stop.moves()
            })
    }

    /// Reads a move in the form that [`Position::move_text`] writes. Castling is also read as
    /// [`castling_wing`] does and as the king capturing its partner, and promotion letters in either
    /// case.
    ///
    /// # Errors
    /// If the text is not a move, or the move is not legal here.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let mut moves = Vec::new();
        self.legal_moves(MoveKind::All, &mut moves);
        if let Some(a_side) = castling_wing(text) {
            let of_wing = |m: &&Move| {
                m.gate().is_none() && self.castle_of(**m).is_some_and(|castle| castle.is_a_side() == a_side)
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
        let squares = self.read_squares(text);
        let (from, to, letter) = squares.ok_or_else(|| MoveError::Form(text.into()))?;
        if let Some(m) = self.pick(&moves, from, to, letter) {
            return Ok(m);
        }
        let here = moves.iter().filter(|m| m.from() == from && m.to() == to);
        let letters: String = here.filter_map(|&m| self.suffix(m)).collect();
        if letters.is_empty() {
            return Err(MoveError::Illegal(text.into()));
        }
        Err(MoveError::Promotion { text: text.into(), letters })
    }

    /// The drop of a piece on a square: `P@e4`, or `@e4` where only one piece type is written that way.
    fn parse_drop(&self, piece: &str, square: &str, moves: &[Move]) -> Option<Move> {
        let to = self.game.shape.parse_square(square)?;
        let named = |m: &&Move| {
            m.to() == to
                && m.dropped().is_some_and(|kind| {
                    let kind = self.game.kind(kind);
                    if piece.is_empty() {
                        kind.pawn
                    } else {
                        kind.letter.to_string().eq_ignore_ascii_case(piece)
                    }
                })
        };
        moves.iter().find(named).copied()
    }

    /// The two squares that a text names, and the letter after them in lower case, if any.
    pub(super) fn read_squares(&self, text: &str) -> Option<(Square, Square, Option<char>)> {
        let shape = &self.game.shape;
        let (from, rest) = shape.read_square(text)?;
        let (to, rest) = shape.read_square(rest)?;
        match rest.as_bytes() {
            [] | [b'='] => Some((from, to, None)), // `=` declines to promote
            [letter] if letter.is_ascii_alphabetic() || *letter == b'+' => {
                Some((from, to, Some(char::from(letter.to_ascii_lowercase()))))
            }
            _ => None,
        }
    }

    /// The move of `moves`, which are legal here, with this start and target and the promotion piece of
    /// a letter (lower case), or without promotion. Castling may be written as the king capturing its
    /// partner. An ordinary move takes precedence over a castling move with the same squares.
    pub fn pick(&self, moves: &[Move], from: Square, to: Square, letter: Option<char>) -> Option<Move> {
        let fits = |m: &&Move| {
            (m.from(), m.to()) == (from, to)
                && m.dropped().is_none()
                && !m.gate().is_some_and(|gate| gate.by_partner)
                && self.suffix(**m) == letter
                && self.on_the_way(**m).next().is_none()
        };
        let partner = |m: &&Move| {
            let Some(castle) = self.castle_of(**m) else { return false };
            let (king, partner) = (castle.king.0, castle.partner.0);
            // Castling written as the partner's move lets a piece in on the partner's square.
            match m.gate() {
                Some(gate) if gate.by_partner => (partner, king) == (from, to) && self.suffix(**m) == letter,
                gate => {
                    let both = if gate.is_none() { (partner, king) } else { (king, partner) };
                    let squares = [(king, partner), both];
                    squares.contains(&(from, to)) && self.suffix(**m) == letter
                }
            }
        };
        let ordinary = moves.iter().filter(fits).min_by_key(|m| m.is_castling());
        // A piece that swaps places with another moves there and back. The first leg suffices.
        let swaps = |m: &&Move| {
            (m.from(), m.to(), None) == (from, to, letter)
                && self.victims(**m).is_empty()
                && self.put_down(**m) == Some(from)
        };
        let special = || moves.iter().find(partner).or_else(|| moves.iter().find(swaps));
        ordinary.or_else(special).copied()
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
        let mut between: Vec<Square> = self.on_the_way(m).collect();
        between.sort_unstable();
        named.sort_unstable();
        last == Some(m.to()) && named == between
    }

    /// The square on which a piece from the hand enters by a move.
    pub fn entered(&self, m: Move) -> Option<Square> {
        let by_partner = m.gate()?.by_partner;
        let castle = self.castle_of(m).filter(|_| by_partner);
        Some(castle.map_or(m.from(), |castle| castle.partner.0))
    }

    /// The squares written for a move by which a piece enters. When castling, these are the partner's
    /// and the king's if it enters by the partner.
    pub(crate) fn entry_squares(&self, m: Move) -> Option<(Square, Square)> {
        let castle = self.castle_of(m).filter(|_| m.gate().is_some_and(|gate| gate.by_partner));
        m.gate().map(|_| castle.map_or((m.from(), m.to()), |castle| (castle.partner.0, castle.king.0)))
    }

    /// The last letter of a move's text if it promotes, or lets a piece in from the hand.
    pub(crate) fn suffix(&self, m: Move) -> Option<char> {
        let entering = m.entering().map(|kind| self.game.kind(kind).letter.to_ascii_lowercase());
        entering.or_else(|| self.promotion_letter(m))
    }

    /// The last letter of a move's text if it promotes.
    pub(crate) fn promotion_letter(&self, m: Move) -> Option<char> {
        let kind = self.game.kind(m.promotion()?);
        match kind.mark {
            Some(PROMOTED_MARK) => Some(PROMOTED_MARK),
            _ => Some(kind.letter.to_ascii_lowercase()),
        }
    }
}
