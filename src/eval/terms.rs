//! Terms of the evaluation that look at more than one man: pawns, shelter, pairs. And [`Tapered`],
//! what every term is measured in.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};

use super::params::{CONNECTED, DOUBLED, ISOLATED, PASSED, SHELTER};
use crate::geometry::{Color, MAX_FILES};

/// A weight in the middlegame and in the endgame, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tapered {
    /// With all men on the board.
    pub mg: i32,
    /// With pawns and Kings only.
    pub eg: i32,
}

impl Tapered {
    /// The same in both.
    pub(super) const fn both(value: i32) -> Tapered {
        Tapered { mg: value, eg: value }
    }

    /// A weight of the middlegame alone.
    pub(super) const fn mg(mg: i32) -> Tapered {
        Tapered { mg, eg: 0 }
    }

    /// A weight of the endgame alone.
    pub(super) const fn eg(eg: i32) -> Tapered {
        Tapered { mg: 0, eg }
    }

    /// So many per cent of it.
    pub(super) const fn percent(self, share: Tapered) -> Tapered {
        Tapered { mg: self.mg * share.mg / 100, eg: self.eg * share.eg / 100 }
    }

    /// A weight of `color` as White sees it.
    pub(super) fn seen_from(self, color: Color) -> Tapered {
        match color {
            Color::White => self,
            Color::Black => -self,
        }
    }

    /// The mean of both, with `phase` of `whole` for the middlegame.
    pub(super) const fn at(self, phase: i32, whole: i32) -> i32 {
        (self.mg * phase + self.eg * (whole - phase)) / whole
    }
}

impl Add for Tapered {
    type Output = Tapered;
    fn add(self, other: Tapered) -> Tapered {
        Tapered { mg: self.mg + other.mg, eg: self.eg + other.eg }
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    fn sub(self, other: Tapered) -> Tapered {
        self + -other
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    fn neg(self) -> Tapered {
        Tapered { mg: -self.mg, eg: -self.eg }
    }
}

impl Sum for Tapered {
    fn sum<I: Iterator<Item = Tapered>>(terms: I) -> Tapered {
        terms.fold(Tapered::default(), Add::add)
    }
}

/// Where a pawn stands: file from 0, rank from 0 as its owner counts, and the square's index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pawn {
    pub file: u8,
    pub rank: u8,
    pub square: u8,
}

/// A rank beyond every board: no pawn there.
const NOWHERE: u8 = u8::MAX;
/// The most passed pawns of a side that are remembered.
const PASSERS: usize = 8;

/// What the pawns of both sides are worth to each other, remembered by their hash.
#[derive(Clone, Debug)]
pub(super) struct Pawns {
    key: u64,
    /// As White sees it, passed pawns left out.
    pub score: Tapered,
    /// Per side and file, the rank of the hindmost pawn as its owner counts.
    hindmost: [[u8; MAX_FILES as usize]; 2],
    passers: [[u8; PASSERS]; 2],
    passer_count: [u8; 2],
}

impl Default for Pawns {
    fn default() -> Pawns {
        let nobody = [[NOWHERE; MAX_FILES as usize]; 2];
        Pawns { key: 0, score: Tapered::default(), hindmost: nobody, passers: [[0; PASSERS]; 2], passer_count: [0; 2] }
    }
}

impl Pawns {
    /// Whether this is what is known of the pawns with that hash.
    pub(super) fn is_for(&self, key: u64) -> bool {
        self.key == key
    }

    /// Judges the pawns of both sides on a board with so many ranks.
    pub(super) fn new(key: u64, pawns: &[Vec<Pawn>; 2], ranks: u8) -> Pawns {
        let mut entry = Pawns { key, ..Pawns::default() };
        for color in Color::ALL {
            let (friends, enemies) = (&pawns[color.index()], &pawns[(!color).index()]);
            for &pawn in friends {
                let hindmost = &mut entry.hindmost[color.index()][pawn.file as usize];
                *hindmost = pawn.rank.min(*hindmost);
                entry.score += structure(pawn, friends).seen_from(color);
                if is_passed(pawn, friends, enemies, ranks) {
                    entry.remember_passer(color, pawn.square);
                }
            }
        }
        entry
    }

    fn remember_passer(&mut self, color: Color, square: u8) {
        let count = &mut self.passer_count[color.index()];
        if let Some(place) = self.passers[color.index()].get_mut(*count as usize) {
            *place = square;
            *count += 1;
        }
    }

    /// The squares of a side's passed pawns.
    pub(super) fn passers(&self, color: Color) -> &[u8] {
        &self.passers[color.index()][..self.passer_count[color.index()] as usize]
    }

    /// Whether a side has a pawn on a file.
    pub(super) fn on_file(&self, color: Color, file: u8) -> bool {
        self.hindmost[color.index()][file as usize] != NOWHERE
    }

    /// How well a side's pawns shelter its King on a file and rank (as the side counts).
    pub(super) fn shelter(&self, color: Color, file: u8, rank: u8, files: u8) -> Tapered {
        let beside = file.saturating_sub(1)..=(file + 1).min(files - 1);
        let distance = |f: u8| self.hindmost[color.index()][f as usize].checked_sub(rank).unwrap_or(NOWHERE);
        Tapered::mg(beside.map(|f| SHELTER[(distance(f) as usize).min(SHELTER.len() - 1)]).sum())
    }
}

/// What a pawn is worth among its friends.
fn structure(pawn: Pawn, friends: &[Pawn]) -> Tapered {
    let neighbors = || friends.iter().filter(|friend| friend.file.abs_diff(pawn.file) == 1);
    let mut score = Tapered::default();
    if neighbors().next().is_none() {
        score += ISOLATED;
    }
    if friends.iter().any(|friend| friend.file == pawn.file && friend.rank > pawn.rank) {
        score += DOUBLED;
    }
    if neighbors().any(|friend| friend.rank == pawn.rank || friend.rank + 1 == pawn.rank) {
        let [base, step] = CONNECTED;
        score += base;
        score += (1..pawn.rank.min(6)).map(|_| step).sum();
    }
    score
}

/// Whether no enemy pawn stands before a pawn on its file or beside it, nor a friend on its file.
fn is_passed(pawn: Pawn, friends: &[Pawn], enemies: &[Pawn], ranks: u8) -> bool {
    let stops = |enemy: &Pawn| enemy.file.abs_diff(pawn.file) <= 1 && ranks - 1 - enemy.rank > pawn.rank;
    let doubled = |friend: &Pawn| friend.file == pawn.file && friend.rank > pawn.rank;
    !enemies.iter().any(stops) && !friends.iter().any(doubled)
}

/// What a passed pawn is worth with so many steps to go.
pub(super) fn passed(steps: u8) -> Tapered {
    PASSED[(steps as usize).min(PASSED.len() - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pawn(file: u8, rank: u8) -> Pawn {
        Pawn { file, rank, square: rank * 8 + file }
    }

    #[test]
    fn a_pawn_is_passed_when_no_pawn_can_stop_it() {
        let ours = [pawn(4, 4)];
        assert!(is_passed(ours[0], &ours, &[pawn(2, 1)], 8));
        assert!(is_passed(ours[0], &ours, &[pawn(3, 3)], 8), "an enemy beside it is too late");
        assert!(!is_passed(ours[0], &ours, &[pawn(3, 2)], 8));
        assert!(!is_passed(ours[0], &[ours[0], pawn(4, 5)], &[], 8), "a friend is in the way");
    }

    #[test]
    fn a_king_behind_its_pawns_is_sheltered() {
        let pawns = Pawns::new(1, &[vec![pawn(5, 1), pawn(6, 1), pawn(7, 1)], vec![]], 8);
        assert!(pawns.shelter(Color::White, 6, 0, 8).mg > pawns.shelter(Color::White, 1, 0, 8).mg);
    }
}
