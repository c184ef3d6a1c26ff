//! The consequences of a move: the side to move, the closed complexes, the end of the game. In an
//! ordinary game it is simply the other side's turn.
//!
//! If a turn is one move on the dark squares and one on the light ones: mate ends the game at once,
//! even if the mating side still has a move to make. A complex that has the same arrangement for the
//! third time is closed at the end of the turn. One in which a side is stalemated is closed when that
//! side's turn begins. A side without a piece in a complex does not move there, and a side without any
//! move to make has drawn.

use std::fmt::Write;

use fibnif::rules::geometry::Color;
use fibnif::rules::variant::{NoMoves, Repeated, TurnRule};

use super::rules::{At, COMPLEXES};
use super::{EnPassant, Naive, Worth};

/// The end of a game whose turns have several moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Mate by that side; with full value, or with part of the game drawn before.
    Mate(Color, Worth),
    /// Stalemate in one part that ends the game, and who wins.
    Stuck(Option<Color>),
    /// No side has a move to make.
    Closed,
}

impl Naive {
    /// Where the side to move still has to move: dark, light.
    pub fn owed(&self) -> [bool; COMPLEXES] {
        self.owed
    }

    /// The closed complexes: dark, light.
    pub fn closed(&self) -> [bool; COMPLEXES] {
        self.closed
    }

    /// Whether no open complex holds pieces of both sides, so that nobody can be mated any more.
    pub fn is_dead(&self) -> bool {
        (0..COMPLEXES).all(|complex| self.closed[complex] || !self.is_contested(complex))
    }

    /// Applies the consequences of a move that has just been made.
    pub(super) fn settled(mut self) -> Naive {
        if self.progress {
            self.clock = 0;
        }
        if self.rules.turn == TurnRule::OneMovePerSquareColor {
            self.remember();
            self.judge_mate(!self.side);
        }
        if self.ended.is_none() && self.owed == [false; COMPLEXES] {
            self.close_repeated();
            let just_passed =
                |right: &EnPassant| self.man(right.victim).is_some_and(|pawn| pawn.color == self.side);
            let rights = self.en_passant.iter().copied().filter(just_passed).collect();
            self.en_passant = rights;
            self.clock += u32::from(!self.progress);
            self.pass_on();
            self.begin_turn();
        }
        self
    }

    /// Applies the consequences to a position from a FEN: there may be nothing to move, or a draw.
    pub(super) fn begin(&mut self) {
        if self.rules.turn != TurnRule::OneMovePerSquareColor {
            self.owed = [true, false];
            return;
        }
        for complex in 0..COMPLEXES {
            let next = if self.owed[complex] { self.side } else { !self.side };
            self.seen[complex] = vec![self.look(complex, next)];
        }
        self.judge_mate(self.side);
        self.judge_mate(!self.side);
        if self.ended.is_none() {
            self.drop_idle();
        }
    }

    /// The other side's turn, or its defeat.
    pub(super) fn pass_on(&mut self) {
        self.progress = false;
        self.number += u32::from(self.side == Color::Black);
        self.side = !self.side;
    }

    fn begin_turn(&mut self) {
        if self.rules.turn != TurnRule::OneMovePerSquareColor {
            self.owed = [true, false];
            return;
        }
        self.owed = [true; COMPLEXES];
        self.drop_idle();
    }

    /// Removes the moves that are impossible: in closed complexes, without pieces, in stalemate, which
    /// closes the complex or ends the game.
    fn drop_idle(&mut self) {
        for complex in 0..COMPLEXES {
            if self.closed[complex] || !self.has_men(self.side, complex) {
                self.owed[complex] = false;
            }
            if self.owed[complex] && self.moves_in(complex).is_empty() {
                match self.rules.no_moves {
                    NoMoves::ClosesColor => self.close(complex),
                    _ => self.ended = Some(End::Stuck(self.winner_without_moves())),
                }
                self.owed[complex] = false;
            }
        }
        if self.ended.is_none() && self.owed == [false; COMPLEXES] {
            self.ended = Some(End::Closed);
        }
        if self.ended.is_some() {
            self.owed = [false; COMPLEXES];
        }
    }

    /// Ends the game if `victim` is in check and has no move in the complex of its king, whatever the
    /// others do.
    fn judge_mate(&mut self, victim: Color) {
        let turn = Naive { side: victim, owed: [true; COMPLEXES], ..self.clone() };
        let complexes = turn.royals_in_check(victim).map(|at| self.rules.complex_of(at));
        let mated =
            complexes.collect::<Vec<_>>().into_iter().any(|complex| turn.moves_in(complex).is_empty());
        if mated {
            let worth = if self.closed == [false; COMPLEXES] { Worth::Full } else { Worth::Half };
            self.ended = Some(End::Mate(!victim, worth));
            self.owed = [false; COMPLEXES];
            if self.side != victim {
                self.pass_on();
            }
        }
    }

    /// Records the arrangement of the complex of the last move.
    fn remember(&mut self) {
        for complex in 0..COMPLEXES {
            let look = self.look(complex, !self.side);
            let men = |look: &str| look.split(' ').next().unwrap_or_default().to_owned();
            let changed = self.seen[complex].last().is_none_or(|last| men(last) != men(&look));
            if changed {
                self.seen[complex].push(look);
            }
        }
    }

    /// Closes the complexes whose arrangement has occurred too often.
    fn close_repeated(&mut self) {
        if self.rules.repeated != Repeated::ClosesColor || self.rules.repetition == 0 {
            return;
        }
        for complex in 0..COMPLEXES {
            let Some(now) = self.seen[complex].last() else { continue };
            let times = self.seen[complex].iter().filter(|look| *look == now).count();
            if self.is_contested(complex) && times >= usize::from(self.rules.repetition) {
                self.close(complex);
            }
        }
    }

    /// Nobody moves there any more, and the king there is safe.
    fn close(&mut self, complex: usize) {
        self.closed[complex] = true;
        self.en_passant.retain(|right| self.rules.complex_of(right.passed) != complex);
    }

    /// What makes an arrangement of a complex the same: its pieces, the side that moves there next, and
    /// the pawn that can be captured en passant.
    fn look(&self, complex: usize, next: Color) -> String {
        let turn = Naive { side: next, owed: [true; COMPLEXES], ..self.clone() };
        let mut look = String::new();
        for color in Color::ALL {
            for (at, man) in self.men_of(color).filter(|man| self.rules.complex_of(man.0) == complex) {
                look += &format!("{}{at:?}", self.kind(man).letter.of(color)).replace(' ', "");
            }
        }
        look.push(' ');
        look.push(next.letter());
        let rights = self.en_passant.iter().filter(|right| self.rules.complex_of(right.passed) == complex);
        for right in rights {
            let gone = |after: &Naive| after.man(right.victim).is_none();
            if turn.moves_in(complex).values().any(gone) {
                let _ = write!(look, " {:?}", right.passed);
            }
        }
        look
    }

    fn is_contested(&self, complex: usize) -> bool {
        Color::ALL.into_iter().all(|color| self.has_men(color, complex))
    }

    fn has_men(&self, color: Color, complex: usize) -> bool {
        let here = |(at, _): (At, _)| self.rules.complex_of(at) == complex;
        self.men_of(color).any(here)
    }
}
