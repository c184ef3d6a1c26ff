//! Check, pins and evasions: what a node must know of the lines to its royals before it can tell
//! legal moves from illegal ones.
//!
//! The general definition: a *line* is an enemy man and a way to a royal. Check means that some
//! line is open. A move that is not by a royal, en passant or castling, and neither leaves nor
//! enters a square whose change could open a line, is legal untested; every other is tested with
//! the board as it would stand. Lines of ordinary riders get the usual pins and evasions as a
//! shortcut; a test compares both ways.

use super::state::{Cell, MenSet, State, lowest, slots};
use super::{Move, Position};
use crate::game::{Game, LineId};
use crate::geometry::{Color, MAX_SQUARES, Square};

/// What a move would change on the board, for tests of squares as they would stand.
#[derive(Clone, Copy)]
pub(super) struct Change {
    /// Squares left empty (a repeated square does no harm).
    pub(super) emptied: [Square; 2],
    /// Squares filled.
    pub(super) filled: [Square; 2],
    /// The men it takes.
    pub(super) taken: MenSet,
}

impl State {
    #[inline]
    fn occupied(&self, square: u8) -> bool {
        self.board[square as usize] != Cell::EMPTY
    }

    /// Whether `by` attacks `target` now.
    #[inline]
    pub(super) fn attacked(&self, game: &Game, target: Square, by: Color) -> bool {
        let towards = game.lines.towards(target);
        self.any_open(game, towards, self.side_men[by.index()], |s| self.occupied(s))
    }

    /// Whether `by` would attack `target` after a change of the board.
    #[inline]
    pub(super) fn attacked_after(&self, game: &Game, target: Square, by: Color, change: &Change) -> bool {
        let towards = game.lines.towards(target);
        let occupied = |s: u8| {
            s == change.filled[0].0 || s == change.filled[1].0 || (s != change.emptied[0].0 && s != change.emptied[1].0 && self.occupied(s))
        };
        self.any_open(game, towards, self.side_men[by.index()] & !change.taken, occupied)
    }

    /// Whether a line of any of the men is open.
    #[inline]
    fn any_open(&self, game: &Game, towards: &[LineId], mut men: MenSet, occupied: impl Fn(u8) -> bool + Copy) -> bool {
        while men != 0 {
            let id = towards[self.row_of[lowest(men)] as usize];
            if id != LineId::NONE && game.lines.open(id, self.rights, occupied) {
                return true;
            }
            men &= men - 1;
        }
        false
    }

    /// Whether a royal of `color` is attacked.
    #[inline]
    pub(super) fn in_check(&self, game: &Game, color: Color) -> bool {
        slots(self.royals_of(color)).any(|royal| self.attacked(game, self.square_of[royal], !color))
    }
}

impl Position {
    /// Whether the man that a move moves will attack an enemy royal from where it goes. Cheaper than
    /// playing the move, but discovered checks and those by a castling partner are not seen.
    #[inline]
    pub fn checks_directly(&self, m: Move) -> bool {
        let (state, game) = (&self.state, &*self.game);
        let Some(kind) = m.promotion().or_else(|| self.kind_at(m.from())) else { return false };
        let row = game.row(kind, m.to());
        let occupied = |s: u8| s != m.from().0 && state.occupied(s);
        slots(state.royals_of(!state.side)).any(|royal| {
            let id = game.lines.towards(state.square_of[royal])[row];
            id != LineId::NONE && game.lines.open(id, state.rights, occupied)
        })
    }
}

/// What the side to move must heed at a node.
pub(super) struct Shield {
    /// Enemy men that give check, all royals together.
    pub(super) checkers: u32,
    /// Own men that an ordinary line pins.
    pub(super) pinned: MenSet,
    /// The pins: own slot, line, the pinning man's square.
    pins: [(u8, LineId, Square); 16],
    pin_count: usize,
    /// The single check of an ordinary line, if that is the only one: line and checker's square.
    evade: Option<(LineId, Square)>,
    /// Whether every move must be tested: checks by other than ordinary lines, or too many.
    test_all: bool,
    /// Squares whose change could open a line that is not ordinary.
    suspects: Option<Box<[bool; MAX_SQUARES]>>,
}

/// What the shield says of a move by a man that is not royal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Legal,
    Illegal,
    Test,
}

impl Shield {
    /// Looks along every line from the enemy's men to `royals` of the side to move.
    pub(super) fn new(state: &State, game: &Game, royals: MenSet) -> Shield {
        let mut shield = Shield {
            checkers: 0,
            pinned: 0,
            pins: [(0, LineId::NONE, Square(0)); 16],
            pin_count: 0,
            evade: None,
            test_all: false,
            suspects: (!game.lines.all_plain).then(|| Box::new([false; MAX_SQUARES])),
        };
        for royal in slots(royals) {
            shield.scan(state, game, state.square_of[royal]);
        }
        shield.test_all |= shield.checkers > 1;
        shield
    }

    #[inline]
    fn scan(&mut self, state: &State, game: &Game, royal: Square) {
        let towards = game.lines.towards(royal);
        for slot in slots(state.side_men[(!state.side).index()]) {
            let from = state.square_of[slot];
            let id = towards[state.row_of[slot] as usize];
            if id == LineId::NONE {
                continue;
            }
            if id == LineId::LEAP {
                self.checkers += 1;
                self.evade = Some((id, from));
                continue;
            }
            let line = game.lines.line(id);
            if line.plain {
                let mut blocker = None;
                let mut count = 0;
                for &square in game.lines.between(line) {
                    let cell = state.board[square as usize];
                    if !cell.is_empty() {
                        count += 1;
                        if count > 1 {
                            break;
                        }
                        blocker = Some(cell);
                    }
                }
                match blocker {
                    None => {
                        self.checkers += 1;
                        self.evade = Some((id, from));
                    }
                    Some(cell) if count == 1 && cell.is(state.side) => self.pin(cell.slot(), id, from),
                    Some(_) => {}
                }
            } else {
                self.scan_other(state, game, id);
            }
        }
    }

    /// A line that is not plain: every square that could open one of its ways becomes suspect.
    #[cold]
    fn scan_other(&mut self, state: &State, game: &Game, id: LineId) {
        let occupied = |s: u8| !state.board[s as usize].is_empty();
        let mut open = false;
        for path in game.lines.paths(game.lines.line(id)) {
            open |= game.lines.path_open(path, state.rights, occupied);
            if let Some(suspects) = &mut self.suspects {
                game.lines.nearly_open(path, occupied, |s| suspects[s as usize] = true);
            }
        }
        if open {
            self.checkers += 1;
            self.test_all = true;
        }
    }

    fn pin(&mut self, slot: usize, line: LineId, by: Square) {
        if let Some(pin) = self.pins.get_mut(self.pin_count) {
            *pin = (slot as u8, line, by);
            self.pin_count += 1;
            self.pinned |= 1 << slot;
        } else {
            self.test_all = true;
        }
    }

    /// Whether nothing at all is to be heeded: no check, no pin, nothing suspect.
    #[inline]
    pub(super) fn is_idle(&self) -> bool {
        self.checkers == 0 && self.pinned == 0 && self.suspects.is_none() && !self.test_all
    }

    /// What is to be said of a move by the man in `slot`, which is not royal, from and to there.
    #[inline]
    pub(super) fn verdict(&self, game: &Game, slot: usize, from: Square, to: Square) -> Verdict {
        if self.test_all {
            return Verdict::Test;
        }
        if let Some((line, by)) = self.evade
            && !on_line(game, line, by, to)
        {
            return Verdict::Illegal;
        }
        if self.pinned >> slot & 1 != 0 {
            let mut pins = self.pins[..self.pin_count].iter().filter(|pin| pin.0 as usize == slot);
            if !pins.all(|&(_, line, by)| on_line(game, line, by, to)) {
                return Verdict::Illegal;
            }
        }
        match &self.suspects {
            Some(suspects) if suspects[from.index()] || suspects[to.index()] => Verdict::Test,
            _ => Verdict::Legal,
        }
    }
}

/// Whether a man on `to` blocks a plain line or takes the man at its end.
#[inline]
fn on_line(game: &Game, line: LineId, by: Square, to: Square) -> bool {
    to == by || (line != LineId::LEAP && game.lines.between(game.lines.line(line)).contains(&to.0))
}
