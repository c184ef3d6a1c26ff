//! A position of a game: men, moves, legality, hash, FEN.

use std::sync::Arc;

use crate::game::{Game, KindId};
use crate::geometry::{Color, Square};

/// A move, packed: from, to, what kind of move, and what it promotes to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub u32);

impl Move {
    /// No move; never legal.
    pub const NONE: Move = Move(0);
    /// Where the man stands.
    pub const fn from(self) -> Square {
        Square(self.0 as u8)
    }
    /// Where it goes.
    pub const fn to(self) -> Square {
        Square((self.0 >> 8) as u8)
    }
    /// What it becomes.
    pub fn promotion(self) -> Option<KindId> {
        None
    }
}

/// Which moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// Every legal move.
    All,
    /// Captures and promotions.
    Noisy,
    /// The rest.
    Quiet,
}

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who won; `None` is a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: Reason,
}

/// Why a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Checkmate.
    Mate,
    /// No legal move without check.
    NoMoves,
    /// The position occurred too often.
    Repetition,
    /// Too many moves without progress.
    MoveLimit,
    /// Nobody can win any more.
    Material,
}

/// Why a FEN was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct FenError(pub String);

/// Why a move was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct MoveError(pub String);

/// A position with the history that led to it.
#[derive(Clone, Debug)]
pub struct Position {
    game: Arc<Game>,
}

#[allow(unused_variables, clippy::unused_self, missing_docs, clippy::needless_pass_by_value, clippy::missing_errors_doc)]
impl Position {
    pub fn start(game: Arc<Game>) -> Position {
        Position { game }
    }
    pub fn from_fen(game: Arc<Game>, fen: &str) -> Result<Position, FenError> {
        Ok(Position { game })
    }
    pub fn fen(&self) -> String {
        String::new()
    }
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }
    /// Whose turn it is.
    pub fn side(&self) -> Color {
        Color::White
    }
    /// Appends legal moves to `out`.
    pub fn legal_moves(&mut self, kind: MoveKind, out: &mut Vec<Move>) {}
    /// Whether a move from another place (a table) is legal here.
    pub fn is_legal(&mut self, m: Move) -> bool {
        false
    }
    /// Plays a legal move.
    pub fn make(&mut self, m: Move) {}
    /// Takes the last move back.
    pub fn unmake(&mut self) {}
    /// Passes the turn (search only).
    pub fn make_null(&mut self) {}
    pub fn unmake_null(&mut self) {}
    /// Whether the side to move is in check.
    pub fn in_check(&mut self) -> bool {
        false
    }
    /// The hash of men, side, rights and usable e.p.
    pub fn key(&self) -> u64 {
        0
    }
    /// Hash of the pawns of both sides.
    pub fn pawn_key(&self) -> u64 {
        0
    }
    /// Plies since the last capture or pawn move.
    pub fn clock(&self) -> u16 {
        0
    }
    /// Moves of the game, counted from 1 as in FEN.
    pub fn move_number(&self) -> u32 {
        1
    }
    /// Plies played since the position was set up.
    pub fn ply(&self) -> usize {
        0
    }
    /// How often this position has occurred before, looking at most back to the last irreversible move.
    pub fn repetitions(&self) -> u32 {
        0
    }
    /// Whether the rules make this position a draw other than by lack of moves: `plies_from_root`
    /// lets a search count one earlier occurrence inside its tree as a draw.
    pub fn is_draw(&mut self, plies_from_root: usize) -> bool {
        false
    }
    /// Whether the game is over, and how (mate, stalemate, repetition, move limit, material).
    pub fn outcome(&mut self) -> Option<Outcome> {
        None
    }
    /// The kind on a square.
    pub fn kind_at(&self, square: Square) -> Option<KindId> {
        None
    }
    /// The men of a side: kind and square.
    pub fn men(&self, color: Color) -> impl Iterator<Item = (KindId, Square)> + '_ {
        std::iter::empty()
    }
    /// How many men of a kind there are.
    pub fn count(&self, kind: KindId) -> u32 {
        0
    }
    /// What a move captures (the passing pawn for e.p.).
    pub fn captured(&self, m: Move) -> Option<KindId> {
        None
    }
    /// Whether the exchange a move begins on its target wins at least `threshold`, with men
    /// valued by `values[kind]` (centipawns).
    pub fn see(&mut self, m: Move, threshold: i32, values: &[i32]) -> bool {
        true
    }
    /// Reads a move in coordinate form: `e2e4`, `e7e8q`, `e1g1`, `O-O`, `a9a11`.
    pub fn parse_move(&mut self, text: &str) -> Result<Move, MoveError> {
        Err(MoveError(String::new()))
    }
    /// Writes a move in the same form.
    pub fn move_text(&self, m: Move) -> String {
        String::new()
    }
    /// Checks board, slots, keys, rights and attack map against a computation from scratch.
    pub fn validate(&mut self) -> Result<(), String> {
        Ok(())
    }
}
