//! Positions as they are described, before it is known whether a game can have them.

use std::sync::Arc;

use super::Position;
use super::error::{FenError, FenFault, SetupFaults};
use crate::game::{Game, KindId, MAX_MEN};
use crate::geometry::{Color, Square, write_rows};
use crate::variant::{Captor, TurnRule};

/// Pieces, turn, rights and clocks as a FEN describes them. [`Setup::position`] makes a [`Position`] of
/// them if a game can have it.
#[derive(Clone, Debug)]
pub struct Setup {
    pub(super) position: Position,
}

impl Setup {
    /// The start array with the fields behind it, as the variant file has them: the same as
    /// [`Position::start`], but questioned as every FEN is.
    ///
    /// # Errors
    /// If the fields are malformed, or give rights for which no pieces stand.
    pub fn of_array(game: &Arc<Game>) -> Result<Setup, FenError> {
        Setup::read(Arc::clone(game), &format!("{} {}", game.array_rows(), game.def.start_fields))
    }

    /// Pieces on squares with `side` to move, and every right to castle for which they stand: what a GUI
    /// describes piece by piece.
    ///
    /// # Errors
    /// If there are too many pieces.
    pub fn of_men(game: &Arc<Game>, men: &[(Square, KindId)], side: Color) -> Result<Setup, FenError> {
        let man = |square: Square| men.iter().find(|man| man.0 == square).map(|man| man.1);
        let rows = write_rows(&game.shape, |square| man(square).map(|kind| game.kind(kind).sign()));
        let read =
            |rights: &str| Setup::read(Arc::clone(game), &format!("{rows} {} {rights} - 0 1", side.letter()));
        let castles = game.castles.iter().map(|castle| castle.letter);
        let rights: String = castles.filter(|letter| read(&letter.to_string()).is_ok()).collect();
        read(if rights.is_empty() { "-" } else { &rights })
    }

    /// The same with what is in hand in another position of the game.
    #[must_use]
    pub fn with_hands_of(mut self, other: &Position) -> Setup {
        let Position { game, state } = &mut self.position;
        state.hands = other.state.hands;
        state.refresh_keys(game);
        self
    }

    /// All that is wrong, and the first of it in words.
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

    /// What is wrong.
    pub fn faults(&self) -> SetupFaults {
        self.examine().0
    }

    /// The position.
    ///
    /// # Errors
    /// If a game cannot have it.
    pub fn position(self) -> Result<Position, FenError> {
        self.position_despite(SetupFaults::NONE)
    }

    /// The position, whatever of `ignored` is wrong with it: for studies of a part of the board.
    ///
    /// # Errors
    /// If anything else is wrong.
    pub fn position_despite(self, ignored: SetupFaults) -> Result<Position, FenError> {
        let (faults, text) = self.examine();
        if faults.without(ignored).is_empty() {
            return Ok(self.position);
        }
        let fen = self.position.fen();
        Err(FenError::new(fen.split(' ').next().unwrap_or(&fen), FenFault::Setup { faults, text }))
    }

    fn unpromoted(&self) -> Option<String> {
        let game = &self.position.game;
        let mut men = Color::ALL.into_iter().flat_map(|color| self.position.men(color));
        let (kind, square) = men.find(|&(kind, square)| {
            let dropped = game.hands.as_ref().is_some_and(|hands| {
                let own = &hands.kinds[game.kind(kind).color.index()];
                own.contains(&kind) && hands.rule(kind).allowed[square.index()]
            });
            let forced = !dropped && game.promotion(kind, square).is_some_and(|set| set.forced);
            // What moves turn into a pawn may be one where no pawn arrives.
            forced && !game.kinds.iter().any(|other| other.becomes.as_ref().is_some_and(|b| b.kind == kind))
        })?;
        Some(format!("a {} on {} would have promoted", game.kind(kind).name, game.shape.name(square)))
    }

    /// The royal pieces a side has at the start, and in the setup, those in hand included.
    fn royals(&self, color: Color) -> [usize; 2] {
        let game = &self.position.game;
        let royal = |kind: KindId| game.kind(kind).royal && game.kind(kind).color == color;
        let at_start = game.array.iter().filter(|man| royal(man.1)).count();
        let stocked = |held: &[u8; MAX_MEN]| -> usize {
            game.kind_ids().filter(|&kind| royal(kind)).map(|kind| usize::from(held[kind.index()])).sum()
        };
        let in_hand = stocked(&self.position.state.hands);
        let got = self.position.men(color).filter(|man| royal(man.0)).count() + in_hand;
        [at_start + game.hands.as_ref().map_or(0, |hands| stocked(&hands.stock)), got]
    }

    fn too_many_royals(&self) -> Option<String> {
        let game = &self.position.game;
        // Where pawns become royal there may be as many as there are.
        let crowned = |color: Color| {
            let mut pawns = game.kinds.iter().filter(|kind| kind.color == color);
            pawns.any(|kind| kind.future().any(|target| game.kind(target).royal))
        };
        Color::ALL.into_iter().find_map(|color| {
            let [most, got] = self.royals(color);
            (got > most && !crowned(color))
                .then(|| format!("expected at most {most} royal piece for {color}, got {got}"))
        })
    }

    /// In games of double moves the two halves of the board know nothing of each other, and each may
    /// be looked at alone: there no king is missed. Nor is it where the game may have ended with it.
    fn no_royal(&self) -> Option<String> {
        let game = &self.position.game;
        let explodes = game.acts.as_ref().is_some_and(|acts| acts.captor == Captor::Explodes);
        if game.rules.turn == TurnRule::OneMovePerSquareColor || explodes {
            return None;
        }
        let bare = Color::ALL.into_iter().find(|&color| {
            let [at_start, got] = self.royals(color);
            at_start > 0 && got == 0
        })?;
        Some(format!("expected a royal piece for {bare}, got none"))
    }

    fn opponent_in_check(&self) -> Option<String> {
        let position = &self.position;
        position.left_in_check().then(|| format!("{} is in check and it is not its turn", !position.side()))
    }
}
