//! Positions as they are described, before it is known whether they are possible in a game.

use std::sync::Arc;

use super::error::{FenError, FenFault, SetupFaults};
use super::homes::{known_rights, right_letter};
use super::state::State;
use super::{Horizon, Position};
use crate::rules::game::{Game, Kind, KindId, MAX_KINDS};
use crate::rules::geometry::{Color, Square, write_rows};

/// Pieces, turn, rights and clocks as a FEN describes them. [`Setup::position`] turns them into a
/// [`Position`] if they are possible in a game.
#[derive(Clone, Debug)]
pub struct Setup {
    pub(super) position: Position,
    /// What of the FEN is left out: rights without their pieces, impossible en passant squares.
    pub(super) left_out: Vec<FenError>,
}

/// The rights in the starting position: castling as its FEN says, and the first moves of the pieces that
/// the FEN names, or of all if it names none.
pub(super) fn rights_at_start(game: &Game, state: &State) -> u32 {
    let text = game.def.start_rights();
    let named = |bit: &usize| text.contains(right_letter(game, state, *bit));
    let castles = (0..game.castles.len()).filter(named).fold(0, |rights, bit| rights | 1 << bit);
    let first = |gate: bool| {
        let first_moves = game.first_moves.iter().enumerate().filter(move |(_, right)| right.gate == gate);
        first_moves.fold(0, |rights, (i, _)| rights | 1 << (game.castles.len() + i))
    };
    let moves = match state.now.rights & first(false) {
        0 => first(false),
        faults => faults,
    };
    // Pieces that are still in hand do not castle.
    castles & !state.absent_castles(game) | moves | first(true)
}

impl Setup {
    /// The start of a variant file, with rights left out that have no pieces.
    pub(super) fn of_fields(game: &Arc<Game>) -> Result<Setup, FenError> {
        Setup::read(Arc::clone(game), &format!("{} {}", game.array_rows(), game.def.start_fields))
    }

    /// The starting position of a variant file: the same as [`Position::start`], but checked like every
    /// FEN.
    ///
    /// # Errors
    /// If the fields are malformed, or contain rights without the pieces.
    pub fn of_array(game: &Arc<Game>) -> Result<Setup, FenError> {
        let setup = Setup::of_fields(game)?;
        if let Some(fault) = setup.left_out.first() {
            return Err(fault.clone());
        }
        // Rights of Chess960 in the start of another game would be those of no game.
        if !game.def.rules.castling.is_shuffled() && !Arc::ptr_eq(game, &setup.position.game) {
            let text = game.def.start_rights();
            let known = known_rights(game);
            let letter = text.chars().find(|&letter| !known.contains(letter)).unwrap_or('-');
            return Err(FenError::new(text, FenFault::Right { letter, known }));
        }
        Ok(setup)
    }

    /// Pieces on squares with `side` to move, and every castling right for which the pieces are in
    /// place: the description of a GUI, piece by piece.
    ///
    /// # Errors
    /// If there are too many pieces.
    pub fn of_pieces(game: &Arc<Game>, pieces: &[(Square, KindId)], side: Color) -> Result<Setup, FenError> {
        let piece = |square: Square| pieces.iter().find(|piece| piece.0 == square).map(|piece| piece.1);
        let rows = write_rows(&game.shape, |square| piece(square).map(|kind| game.kind(kind).sign()));
        let read =
            |rights: &str| Setup::read(Arc::clone(game), &format!("{rows} {} {rights} - 0 1", side.letter()));
        let castles = game.castles.iter().map(|castle| castle.letter);
        // Pieces that may start anywhere are at home wherever they can castle.
        let is_meant = |setup: &Setup| {
            setup.left_out.is_empty()
                && (game.def.rules.castling.is_shuffled() || Arc::ptr_eq(game, &setup.position.game))
        };
        let has_pieces = |letter: &char| read(&letter.to_string()).is_ok_and(|setup| is_meant(&setup));
        let rights: String = castles.filter(has_pieces).collect();
        read(if rights.is_empty() { "-" } else { &rights })
    }

    /// The same with the hands of another position of the game.
    #[must_use]
    pub fn with_hands_of(mut self, other: &Position) -> Setup {
        let Position { game, state } = &mut self.position;
        state.hands = other.state.hands;
        state.refresh_keys(game);
        self
    }

    /// The same by the move limit instead of counted endings, for GUIs that do not count.
    #[must_use]
    pub fn without_counting(mut self) -> Setup {
        let Position { game, state } = &mut self.position;
        state.now.clock = state.now.clock.max(std::mem::take(&mut state.now.count).done);
        (state.timed, state.move_limit) = (false, 2 * game.def.rules.move_limit);
        state.refresh_keys(game);
        self
    }

    /// All faults, and the first of them in words.
    fn examine(&self) -> (SetupFaults, String) {
        let found = [
            (SetupFaults::UNPROMOTED, self.unpromoted()),
            (SetupFaults::TOO_MANY_ROYALS, self.too_many_royals()),
            (SetupFaults::NO_ROYAL, self.no_royal()),
            (SetupFaults::OPPONENT_IN_CHECK, self.opponent_in_check()),
        ];
        let faults = found.iter().filter(|found| found.1.is_some());
        let faults = faults.fold(SetupFaults::NONE, |faults, found| faults | found.0);
        (faults, found.into_iter().find_map(|found| found.1).unwrap_or_default())
    }

    /// The faults.
    pub fn faults(&self) -> SetupFaults {
        self.examine().0
    }

    /// The position of a FEN, or the starting position without one, and what of the FEN is left out, in
    /// words.
    ///
    /// # Errors
    /// If the FEN is not a position of this game.
    pub fn with_notes(game: Arc<Game>, fen: Option<&str>) -> Result<(Position, Vec<String>), FenError> {
        match fen {
            Some(fen) => Setup::read(game, fen)?.position_and_notes(),
            None => Ok((Position::start(game), Vec::new())),
        }
    }

    /// The position, and what of its FEN is left out, in words.
    ///
    /// # Errors
    /// If it is impossible in a game.
    pub fn position_and_notes(self) -> Result<(Position, Vec<String>), FenError> {
        let notes = self.left_out.iter().map(|fault| format!("{fault}; this is ignored")).collect();
        Ok((self.position()?, notes))
    }

    /// The position.
    ///
    /// # Errors
    /// If it is impossible in a game.
    pub fn position(self) -> Result<Position, FenError> {
        self.position_despite(SetupFaults::NONE)
    }

    /// The position, regardless of the faults in `ignored`, for studies of a part of the board.
    ///
    /// # Errors
    /// If it has other faults.
    pub fn position_despite(self, ignored: SetupFaults) -> Result<Position, FenError> {
        let (faults, text) = self.examine();
        if faults.without(ignored).is_empty() {
            return Ok(self.position);
        }
        let fen = self.position.fen();
        Err(FenError::new(fen.split(' ').next().unwrap_or(&fen), FenFault::Setup { faults, text }))
    }

    pub(super) fn unpromoted(&self) -> Option<String> {
        let game = &self.position.game;
        let mut pieces = Color::ALL.into_iter().flat_map(|color| self.position.pieces(color));
        let (kind, square) = pieces.find(|&(kind, square)| {
            let dropped = game.hands.as_ref().is_some_and(|hands| {
                let own = &hands.kinds[game.kind(kind).color.index()];
                own.contains(&kind) && hands.rule(kind).allowed[square.index()]
            });
            let forced = !dropped && game.promotion(kind, square).is_some_and(|set| set.forced);
            // What another piece becomes may be on a square that pawns of its own kind do not reach.
            let becomes = |other: &Kind| other.future().any(|future| future == kind);
            let changes = game.def.rules.changes_side.is_possible();
            forced && !changes && !game.kinds.iter().any(becomes)
        })?;
        Some(format!("a {} on {} would have promoted", game.kind(kind).name, game.shape.name(square)))
    }

    /// The number of royal pieces of a side at the start, and in the setup, including those in hand.
    fn royals(&self, color: Color) -> [usize; 2] {
        let game = &self.position.game;
        let royal = |kind: KindId| game.kind(kind).royal && game.kind(kind).color == color;
        let at_start = game.array.iter().filter(|piece| royal(piece.1)).count();
        let stocked = |held: &[u8; MAX_KINDS]| -> usize {
            game.kind_ids().filter(|&kind| royal(kind)).map(|kind| usize::from(held[kind.index()])).sum()
        };
        let in_hand = stocked(&self.position.state.hands);
        let got = self.position.pieces(color).filter(|piece| royal(piece.0)).count() + in_hand;
        [at_start + game.hands.as_ref().map_or(0, |hands| stocked(&hands.stock)), got]
    }

    fn too_many_royals(&self) -> Option<String> {
        let game = &self.position.game;
        // If pawns can become royal, the number is not limited.
        let crowned = |color: Color| {
            let mut pawns = game.kinds.iter().filter(|kind| kind.color == color);
            pawns.any(|kind| kind.future().any(|target| game.kind(target).royal))
        };
        Color::ALL.into_iter().find_map(|color| {
            let [most, got] = self.royals(color);
            (got > most && !crowned(color))
                .then(|| format!("expected at most {most} royal piece for {color}, found {got}"))
        })
    }

    /// Square colors that have moves of their own are independent, and each may be examined alone, even
    /// without a king. A king may also be missing if its loss ends the game.
    fn no_royal(&self) -> Option<String> {
        let game = &self.position.game;
        if game.def.rules.turn.is_by_color() || game.explosions().is_some() {
            return None;
        }
        let bare = Color::ALL.into_iter().find(|&color| {
            let [at_start, got] = self.royals(color);
            at_start > 0 && got == 0
        })?;
        Some(format!("expected a royal piece for {bare}, found none"))
    }

    pub(super) fn opponent_in_check(&self) -> Option<String> {
        let position = &self.position;
        position
            .left_in_check()
            .then(|| format!("{} is in check, but it is {}'s turn", !position.side(), position.side()))
    }
}

impl Position {
    /// Whether a royal of the side that has just moved could be captured.
    ///
    /// A side that has won may leave it so: an explosion of the enemy's king counts before a check on
    /// its own.
    pub(super) fn left_in_check(&self) -> bool {
        if self.end(Horizon::Board).is_some() {
            return false;
        }
        let (state, game) = (&self.state, &self.game);
        match &state.turn {
            None => state.in_check(game, !state.side),
            // A check given by the first move of a turn on two colors is answered after the second.
            Some(turn) => {
                let royals = state.royals_of(!state.side);
                let answered = royals & turn.answered_pieces();
                if answered == royals {
                    return state.in_check(game, !state.side);
                }
                answered.into_iter().any(|royal| state.attacked(game, state.square_of[royal], state.side))
            }
        }
    }
}
