//! Perpetual chases: which pieces a move threatens that were not threatened before, as the rules of Xiangqi
//! ask when a position has been repeated.

use super::legal::generate;
use super::sets::PieceSet;
use super::state::{Cell, State};
use super::{Move, Position};
use crate::rules::game::Game;
use crate::rules::variant::Chase;

/// A captor and its victim, by their slots.
type Threat = (usize, usize);

/// What is asked of the pieces of a game.
struct Chases<'a> {
    game: &'a Game,
    rule: &'a Chase,
}

impl Position {
    /// Whether each side has chased the same piece with each of its moves in the last plies; neither where
    /// chases do not matter.
    pub(super) fn perpetual_chases(&self, plies: usize) -> [bool; 2] {
        let game = &*self.game;
        let Some(rule) = &game.def.rules.chase else { return [false; 2] };
        let chases = Chases { game, rule };
        let mut chased = [PieceSet::ALL; 2];
        let mut state = self.state.recent(plies);
        for _ in 0..plies {
            let mover = !state.side;
            let victims = &mut chased[mover.index()];
            let mut now = Vec::new();
            if !victims.is_empty() {
                let mut passed = state.clone();
                passed.make_null(game);
                now = chases.threats(&passed);
            }
            state.unmake(game);
            if !now.is_empty() {
                let before = chases.threats(&state);
                now.retain(|threat| !before.contains(threat));
            }
            *victims &= now.into_iter().map(|threat| threat.1).collect();
            if chased == [PieceSet::EMPTY; 2] {
                break;
            }
        }
        chased.map(|victims| !victims.is_empty())
    }
}

impl Chases<'_> {
    /// The threats of the side to move: captures that would gain something.
    fn threats(&self, state: &State) -> Vec<Threat> {
        let mut captures = Vec::new();
        generate::<_, true, false>(state, self.game, &mut captures);
        captures.into_iter().filter_map(|capture| self.threat(state, capture)).collect()
    }

    /// What a capture threatens, if it is one that counts.
    fn threat(&self, state: &State, capture: Move) -> Option<Threat> {
        let captor = state.board[capture.from().index()];
        let effect = state.effect(self.game, capture);
        let is_enemy = |victim: &Cell| victim.is_piece() && victim.color() != state.side;
        let victim = effect.victims().map(|(victim, _)| victim).filter(is_enemy).last()?;
        let worth = |cell: Cell| {
            let role = self.game.kind(state.kind_of[cell.slot()]).role;
            self.rule.by.iter().position(|group| group.contains(&role))
        };
        let (of_captor, of_victim) = (worth(captor)?, worth(victim));
        let spared = &self.rule.spared[victim.color().index()];
        let counts = !state.royals.contains(victim.slot())
            && (of_victim.is_some() || !spared.contains(&state.square_of[victim.slot()]))
            && !self.is_mutual(state, captor, victim)
            && (of_victim.is_some_and(|worth| worth < of_captor) || !self.is_guarded(state, capture));
        counts.then_some((captor.slot(), victim.slot()))
    }

    /// Whether a piece could as well capture its captor, which is of its own type.
    fn is_mutual(&self, state: &State, captor: Cell, victim: Cell) -> bool {
        let role = |cell: Cell| self.game.kind(state.kind_of[cell.slot()]).role;
        role(captor) == role(victim) && {
            let mut passed = state.clone();
            passed.make_null(self.game);
            let from = state.square_of[victim.slot()];
            self.captures(&passed, captor).into_iter().any(|m| m.from() == from)
        }
    }

    /// Whether the captor can be recaptured.
    fn is_guarded(&self, state: &State, capture: Move) -> bool {
        let captor = state.board[capture.from().index()];
        let mut after = state.clone();
        after.make(self.game, capture);
        !self.captures(&after, captor).is_empty()
    }

    /// The legal captures of a piece.
    fn captures(&self, state: &State, victim: Cell) -> Vec<Move> {
        let mut captures = Vec::new();
        generate::<_, true, false>(state, self.game, &mut captures);
        let takes = |m: &Move| state.effect(self.game, *m).victims().any(|(cell, _)| cell == victim);
        captures.retain(takes);
        captures
    }
}
