//! Check, pins and evasions: what a node must know of the rays to its royals before it can tell
//! legal moves from illegal ones.
//!
//! The general definition: a *ray* is an enemy man and a way to a royal. Check means that some
//! ray is open. A move that is not by a royal, en passant or castling, and neither leaves nor
//! enters a square whose change could open a ray, is legal untested; every other is tested with
//! the board as it would stand. The rays of ordinary riders get the usual pins and evasions as a
//! shortcut; a test compares both ways.

use super::look::{After, Change, Here, Shifted, Without};
use super::state::{MenSet, State, lowest, slots};
use super::{Move, Position, Tag};
use crate::game::{Game, Look, RayId};
use crate::geometry::{Color, Square};

impl State {
    /// Whether `by` attacks `target` now.
    #[inline]
    pub(super) fn attacked(&self, game: &Game, target: Square, by: Color) -> bool {
        let towards = game.rays.towards(target);
        self.any_open(game, towards, self.side_men[by.index()], Here(self))
    }

    /// Whether `by` would attack `target` after a change of the board.
    #[inline]
    pub(super) fn attacked_after(&self, game: &Game, target: Square, by: Color, change: &Change) -> bool {
        let towards = game.rays.towards(target);
        self.any_open(game, towards, self.side_men[by.index()] & !change.taken, After(self, change))
    }

    /// Whether one of the men would attack `target` after a change of the board.
    pub(super) fn attacked_after_by(
        &self,
        game: &Game,
        target: Square,
        men: MenSet,
        change: &Change,
    ) -> bool {
        self.any_open(game, game.rays.towards(target), men & !change.taken, After(self, change))
    }

    /// Whether a man put down on a square would attack another after a change of the board.
    pub(super) fn attacks_from(&self, game: &Game, man: Shifted, target: Square, change: &Change) -> bool {
        let ray = game.rays.towards(target)[game.row(self.kind_of[man.slot], man.to)];
        ray != RayId::NONE && game.rays.open(ray, self.now.rights, After(self, change))
    }

    /// The man that a move puts down somewhere else.
    pub(super) fn shifted(&self, game: &Game, m: Move) -> Option<Shifted> {
        let Tag::Takes(index) = m.tag() else { return None };
        let to = game.moves.put_down(index)?;
        let cell = self.board[game.moves.victims(index).first().copied().unwrap_or(m.to()).index()];
        let color = if cell.is(self.side) { self.side } else { !self.side };
        (!cell.is_empty()).then(|| Shifted { slot: cell.slot(), color, to })
    }

    /// Whether a ray of any of the men is open.
    #[inline]
    fn any_open(&self, game: &Game, towards: &[RayId], mut men: MenSet, board: impl Look) -> bool {
        while men != 0 {
            let id = towards[usize::from(self.row_of[lowest(men)])];
            if id != RayId::NONE && game.rays.open(id, self.now.rights, board) {
                return true;
            }
            men &= men - 1;
        }
        false
    }

    /// Whether a royal of `color` is attacked: all of them, where it may spare one.
    #[inline]
    pub(super) fn in_check(&self, game: &Game, color: Color) -> bool {
        let royals = self.royals_of(color);
        is_check(game, color, royals, |royal| self.attacked(game, self.square_of[royal], !color))
    }

    /// Whether a legal move of an ordinary turn gives check, directly or not.
    pub(super) fn gives_check(&self, game: &Game, m: Move) -> bool {
        let mover = self.board[m.from().index()].slot();
        let mut shifted = None;
        let mut arrivals = [(self.arrives_as(game, m), m.to()); 2];
        let mut change = Change {
            emptied: [m.from(); 2],
            filled: [m.to(); 2],
            taken: 1 << mover,
            lodged: None,
            kinds: [arrivals[0].0; 2],
        };
        match m.tag() {
            Tag::Castle(index) => {
                let partner = game.castles[usize::from(index)].partner;
                let cell = self.board[partner.0.index()];
                change = Change {
                    emptied: [m.from(), partner.0],
                    filled: [m.to(), partner.1],
                    taken: change.taken | 1 << cell.slot(),
                    ..change
                };
                arrivals[1] = (self.kind_of[cell.slot()], partner.1);
                change.kinds[1] = arrivals[1].0;
            }
            Tag::Takes(index) => {
                let slot = |square: &Square| self.board[square.index()].slot();
                change.taken |=
                    game.moves.victims(index).iter().fold(0, |set, square| set | 1 << slot(square));
                shifted = self.shifted(game, m);
                if let Some(shifted) = shifted {
                    change.filled[1] = shifted.to;
                    change.kinds[1] = self.kind_of[shifted.slot];
                    change.lodged = (shifted.color != self.side).then_some(shifted.to);
                    if shifted.color == self.side {
                        change.taken |= 1 << shifted.slot;
                        arrivals[1] = (self.kind_of[shifted.slot], shifted.to);
                    }
                }
            }
            Tag::EnPassant => change.emptied[1] = self.en_passant_victim(game, m.to()).unwrap_or(m.from()),
            _ => {}
        }
        let there = self.board[m.to().index()];
        if !there.is_empty() {
            change.taken |= 1 << there.slot(); // it may be one of several royals, or of its own side
        }
        let board = After(self, &change);
        let moved = shifted.map_or(0, |shifted| 1 << shifted.slot);
        let royals = self.royals_of(!self.side) & (!change.taken | moved);
        is_check(game, !self.side, royals, |royal| {
            let square =
                shifted.filter(|shifted| shifted.slot == royal).map_or(self.square_of[royal], |s| s.to);
            let towards = game.rays.towards(square);
            arrivals
                .iter()
                .any(|&(kind, at)| game.rays.open(towards[game.row(kind, at)], self.now.rights, board))
                || self.attacked_after(game, square, self.side, &change)
        })
    }
}

/// Whether attacks on royals of a side are a check to it: on any, or on all where it may spare one.
#[inline]
pub(super) fn is_check(
    game: &Game,
    color: Color,
    royals: MenSet,
    is_attacked: impl FnMut(usize) -> bool,
) -> bool {
    if game.spares[color.index()] {
        royals != 0 && slots(royals).all(is_attacked)
    } else {
        slots(royals).any(is_attacked)
    }
}

impl Position {
    /// The men of the side to move besides pawns that the enemy attacks, as a set of slots.
    pub fn attacked_men(&self) -> u64 {
        let (state, game) = (&self.state, &*self.game);
        let attacked = |&slot: &usize| {
            !game.kind(state.kind_of[slot]).pawn && state.attacked(game, state.square_of[slot], !state.side)
        };
        slots(state.side_men[state.side.index()]).filter(attacked).fold(0, |set, slot| set | 1 << slot)
    }

    /// Whether the man on a square is one of a set of slots.
    #[inline]
    pub fn is_among(&self, square: Square, men: u64) -> bool {
        let cell = self.state.board[square.index()];
        !cell.is_empty() && men >> cell.slot() & 1 != 0
    }

    /// Whether the man that a move moves will attack an enemy royal from where it goes. Cheaper than
    /// playing the move, but discovered checks and those by a castling partner are not seen.
    #[inline]
    pub fn checks_directly(&self, m: Move) -> bool {
        let (state, game) = (&self.state, &*self.game);
        if self.kind_at(m.from()).is_none() {
            return false;
        }
        let row = game.row(self.state.arrives_as(game, m), m.to());
        let board = Without(state, 1 << state.board[m.from().index()].slot());
        slots(state.royals_of(!state.side)).any(|royal| {
            let id = game.rays.towards(state.square_of[royal])[row];
            id != RayId::NONE && game.rays.open(id, state.now.rights, board)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::compile;
    use crate::variant::Catalog;

    #[test]
    fn men_are_attacked_along_open_rays_and_pawns_are_left_out() {
        let game = compile(&Catalog::builtin().resolve("chess").unwrap()).unwrap();
        let fen = "4k3/8/3p4/4N2r/1b2P2b/2N5/P5P1/R3KB1r w - - 0 1";
        let position = Position::from_fen(game, fen).unwrap();
        let attacked = position.attacked_men();
        let men = position.men(Color::White).filter(|&(_, square)| position.is_among(square, attacked));
        let mut squares: Vec<String> = men.map(|(_, square)| position.game().shape.name(square)).collect();
        squares.sort();
        // The King's Bishop is attacked by the Rook, and the King behind it is not; the King is by h4.
        assert_eq!(squares, ["c3", "e1", "e5", "f1"]);
    }
}
