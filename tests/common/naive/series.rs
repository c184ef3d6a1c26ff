//! Turns of several moves by one side: what a move leaves of the turn, and of the chances to capture en
//! passant.

use fibnif::rules::geometry::Color;
use fibnif::rules::variant::{EarlyCheck, Series};

use super::{EnPassant, Naive};

impl Naive {
    /// The moves of the turn that begins now.
    pub(super) fn moves_of_turn(&self, series: Series) -> u32 {
        let turns = 2 * (self.number - 1) + u32::from(self.side == Color::Black);
        let own = if self.side == Color::White { series.white } else { series.black };
        match series.first {
            Some(first) if turns == 0 => first.into(),
            _ => u32::from(own.unwrap_or(series.moves)) + turns * u32::from(series.more),
        }
    }

    /// What of a turn of several moves makes a position another one: the moves that are left, and those of
    /// the next turn.
    pub fn rest_of_turn(&self) -> String {
        let next = Naive {
            number: self.number + u32::from(self.side == Color::Black),
            side: !self.side,
            ..self.clone()
        };
        self.rules
            .series()
            .map_or_else(String::new, |series| format!(" {} {}", self.left, next.moves_of_turn(series)))
            + &self.left_square_text()
    }

    /// Whether a move that gives check is legal now.
    pub(super) fn may_check_now(&self) -> bool {
        let late = |series: Series| series.check == EarlyCheck::LastMove && self.left > 1;
        !self.rules.series().is_some_and(late)
    }

    /// The position once a move is made that has led here from `before`. It still has the same side to move,
    /// and the chances to capture en passant of before besides new ones.
    pub(super) fn settled_in(mut self, before: &Naive, series: Series) -> Naive {
        let mine = |right: &EnPassant, naive: &Naive| {
            naive.man(right.victim).is_some_and(|pawn| pawn.color == before.side)
        };
        let passing = before.en_passant.iter().any(|right| {
            !mine(right, before)
                && self.man(right.victim).is_none()
                && mine(&EnPassant { victim: right.passed, ..*right }, &self)
        });
        let stays = |right: &&EnPassant| {
            let old = before.en_passant.contains(right);
            self.is_vacant(right.passed)
                && self.man(right.victim).is_some()
                && (!old || self.man(right.victim) == before.man(right.victim))
                && (mine(right, &self) || passing)
        };
        let mut rights: Vec<EnPassant> = self.en_passant.iter().filter(stays).copied().collect();
        rights.sort_by_key(|right| (right.victim.1, right.victim.0));
        self.en_passant = rights;
        if self.progress {
            self.clock = 0;
        }
        self.left -= 1;
        if self.left == 0 || self.in_check(!self.side) {
            self.clock += u32::from(!self.progress);
            self.pass_on();
            self.left = self.moves_of_turn(series);
        }
        self.owed = [true, false];
        self
    }
}
