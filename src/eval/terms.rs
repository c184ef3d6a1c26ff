//! Terms of the evaluation that look at more than one man: pawns, shelter, pairs. And [`Tapered`],
//! what every term is measured in.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};

use super::params::{
    CHECKS, CONNECTED, DOUBLED, HORDE_FILE, ISOLATED, PASSED, PASSED_BLOCKED, PASSED_KINGS, SHELTER,
};
use crate::game::Game;
use crate::geometry::{Color, MAX_FILES, MAX_SQUARES, Shape, Square};
use crate::position::Position;

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

    /// So many times it.
    pub(super) const fn times(self, count: i32) -> Tapered {
        Tapered { mg: self.mg * count, eg: self.eg * count }
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

/// Where a pawn stands: file from 0, rank from 0 as its owner counts, the square's index, and that
/// of its kind and square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pawn {
    pub file: u8,
    pub rank: u8,
    pub square: u8,
    pub row: u16,
}

/// A rank beyond every board: no pawn there.
const NOWHERE: u8 = u8::MAX;
/// The most passed pawns of a side that are remembered.
const PASSERS: usize = 8;

/// A passed pawn: the square before it and the steps it has to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Passer {
    pub ahead: u8,
    pub steps: u8,
}

/// What the pawns of both sides are worth to each other and to their Kings, remembered by the hash
/// of these men.
#[derive(Clone, Debug, Default)]
#[repr(align(64))]
pub(super) struct Pawns {
    key: u64,
    /// As White sees it.
    pub score: Tapered,
    /// Per side, a bit for each file it has a pawn on.
    files: [u32; 2],
    passers: [[Passer; PASSERS]; 2],
    passer_count: [u8; 2],
    /// Per side, the squares its pawns attack, one bit each.
    attacks: [[u64; MAX_SQUARES / 64]; 2],
}

impl Pawns {
    /// Whether this is what is known of the men with that hash.
    pub(super) fn is_for(&self, key: u64) -> bool {
        self.key == key
    }

    /// Judges the pawns of both sides, with Kings there; `hordes` have none, and pawns of their own kind.
    pub(super) fn new(
        key: u64,
        pawns: &[Vec<Pawn>; 2],
        kings: [Option<Square>; 2],
        hordes: [bool; 2],
        game: &Game,
    ) -> Pawns {
        let shape = &game.shape;
        let mut entry = Pawns { key, ..Pawns::default() };
        let files = [Files::new(&pawns[0]), Files::new(&pawns[1])];
        for color in Color::ALL {
            let (friends, enemies) = (&files[color.index()], &files[(!color).index()]);
            let mut score = Tapered::default();
            for &pawn in &pawns[color.index()] {
                entry.attack(game, pawn, color);
                if !hordes[color.index()] {
                    score += structure(pawn, friends, &pawns[color.index()]);
                }
                if is_passed(pawn, friends, enemies, shape.ranks()) {
                    let steps = shape.ranks() - 1 - pawn.rank;
                    score += passed(steps) + escort(pawn, steps, color, kings, shape);
                    entry.remember_passer(color, Passer { ahead: ahead(pawn, color, shape), steps });
                }
            }
            if hordes[color.index()] {
                score += horde_files(&pawns[color.index()]);
            }
            if let Some(king) = kings[color.index()] {
                score += friends.shelter(shape.file(king), shape.rank_for(king, color), shape.files());
            }
            entry.score += score.seen_from(color);
            entry.files[color.index()] = friends.taken;
        }
        entry
    }

    /// Adds what a pawn attacks.
    fn attack(&mut self, game: &Game, pawn: Pawn, color: Color) {
        let stops = game.moves.stops(game.moves.entry(pawn.row as usize));
        for to in stops.iter().filter(|stop| stop.captures()).map(|stop| stop.to) {
            self.attacks[color.index()][to as usize >> 6] |= 1 << (to & 63);
        }
    }

    /// Whether a pawn of a side attacks a square: 1 or 0.
    #[inline]
    pub(super) fn attacked(&self, by: Color, square: Square) -> i32 {
        (self.attacks[by.index()][square.index() >> 6] >> (square.0 & 63) & 1) as i32
    }

    fn remember_passer(&mut self, color: Color, passer: Passer) {
        let count = &mut self.passer_count[color.index()];
        if let Some(place) = self.passers[color.index()].get_mut(*count as usize) {
            *place = passer;
            *count += 1;
        }
    }

    /// A side's passed pawns.
    #[inline]
    pub(super) fn passers(&self, color: Color) -> &[Passer] {
        &self.passers[color.index()][..self.passer_count[color.index()] as usize]
    }

    /// Whether a side has a pawn on a file.
    #[inline]
    pub(super) fn on_file(&self, color: Color, file: u8) -> bool {
        self.files[color.index()] >> file & 1 != 0
    }
}

/// The square before a pawn; its own on the last rank.
fn ahead(pawn: Pawn, color: Color, shape: &Shape) -> u8 {
    match color {
        _ if pawn.rank + 1 >= shape.ranks() => pawn.square,
        Color::White => pawn.square + shape.files(),
        Color::Black => pawn.square - shape.files(),
    }
}

/// What the Kings' distances mean for a passed pawn.
fn escort(pawn: Pawn, steps: u8, color: Color, kings: [Option<Square>; 2], shape: &Shape) -> Tapered {
    let [Some(ours), Some(theirs)] = [kings[color.index()], kings[(!color).index()]] else {
        return Tapered::default();
    };
    let [far, near] = [theirs, ours].map(|king| distance(shape, king, Square(pawn.square)));
    Tapered::eg((far * PASSED_KINGS[0] + near * PASSED_KINGS[1]) / i32::from(steps.max(1)))
}

/// King's steps between two squares.
pub(super) fn distance(shape: &Shape, a: Square, b: Square) -> i32 {
    i32::from(shape.file(a).abs_diff(shape.file(b)).max(shape.rank(a).abs_diff(shape.rank(b))))
}

/// The files of a side's pawns. Files count from 1 here, so that each has one on both sides.
struct Files {
    /// A bit for each file, counted from 0, with a pawn.
    taken: u32,
    /// The rank of the hindmost pawn as its owner counts.
    hindmost: [u8; MAX_FILES as usize + 2],
    /// The rank of the foremost pawn plus one; 0 if there is none.
    foremost: [u8; MAX_FILES as usize + 2],
}

impl Files {
    fn new(pawns: &[Pawn]) -> Files {
        let mut files = Files { taken: 0, hindmost: [NOWHERE; _], foremost: [0; _] };
        for pawn in pawns {
            let file = usize::from(pawn.file) + 1;
            files.taken |= 1 << pawn.file;
            files.hindmost[file] = files.hindmost[file].min(pawn.rank);
            files.foremost[file] = files.foremost[file].max(pawn.rank + 1);
        }
        files
    }

    /// Whether a pawn stands on a file beside this one.
    fn beside(&self, file: u8) -> bool {
        self.foremost[usize::from(file)] > 0 || self.foremost[usize::from(file) + 2] > 0
    }

    /// How well these pawns shelter a King of theirs on a file and rank (as the side counts).
    fn shelter(&self, file: u8, rank: u8, files: u8) -> Tapered {
        let distance = |f: u8| self.hindmost[usize::from(f) + 1].checked_sub(rank).unwrap_or(NOWHERE);
        let beside = file.saturating_sub(1)..=(file + 1).min(files - 1);
        Tapered::mg(beside.map(|f| SHELTER[(distance(f) as usize).min(SHELTER.len() - 1)]).sum())
    }
}

/// What a pawn is worth among its friends.
fn structure(pawn: Pawn, files: &Files, friends: &[Pawn]) -> Tapered {
    let mut score = Tapered::default();
    if !files.beside(pawn.file) {
        score += ISOLATED;
    } else if friends
        .iter()
        .any(|f| f.file.abs_diff(pawn.file) == 1 && (f.rank == pawn.rank || f.rank + 1 == pawn.rank))
    {
        let [base, step] = CONNECTED;
        let steps = i32::from(pawn.rank.clamp(1, 6)) - 1;
        score += base + Tapered { mg: step.mg * steps, eg: step.eg * steps };
    }
    if files.foremost[usize::from(pawn.file) + 1] > pawn.rank + 1 {
        score += DOUBLED;
    }
    score
}

/// Whether no enemy pawn stands before a pawn on its file or beside it, nor a friend on its file.
fn is_passed(pawn: Pawn, friends: &Files, enemies: &Files, ranks: u8) -> bool {
    let file = usize::from(pawn.file);
    let ahead = |&hindmost: &u8| hindmost != NOWHERE && ranks - 1 - hindmost > pawn.rank;
    friends.foremost[file + 1] == pawn.rank + 1 && !enemies.hindmost[file..file + 3].iter().any(ahead)
}

/// What it costs a side of pawns to have files without neighbors.
fn horde_files(pawns: &[Pawn]) -> Tapered {
    let mut counts = [0; MAX_FILES as usize + 2];
    for pawn in pawns {
        counts[usize::from(pawn.file) + 1] += 1;
    }
    Tapered::both(counts.windows(3).map(|files| files[1] * HORDE_FILE / (1 + files[0] * files[2])).sum())
}

/// What a passed pawn is worth with so many steps to go.
fn passed(steps: u8) -> Tapered {
    PASSED[(steps as usize).min(PASSED.len() - 1)]
}

/// What a passed pawn with so many steps to go loses when a man stands in its way.
pub(super) fn blocked(steps: u8) -> Tapered {
    passed(steps).percent(Tapered::both(PASSED_BLOCKED)) - passed(steps)
}

/// What the checks that were given are worth where they are counted, as White sees it.
#[inline]
pub(super) fn checks(pos: &Position) -> i32 {
    let Some(left) = pos.checks_left() else { return 0 };
    let [ours, theirs] = left.map(|left| CHECKS / i32::from(left.max(1)).pow(2));
    ours - theirs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pawn(file: u8, rank: u8) -> Pawn {
        Pawn { file, rank, square: rank * 8 + file, row: 0 }
    }

    #[test]
    fn a_pawn_is_passed_when_no_pawn_can_stop_it() {
        let ours = pawn(4, 4);
        let passed = |friends: &[Pawn], enemies: &[Pawn]| {
            is_passed(ours, &Files::new(friends), &Files::new(enemies), 8)
        };
        assert!(passed(&[ours], &[pawn(2, 1)]));
        assert!(passed(&[ours], &[pawn(3, 3)]), "an enemy beside it is too late");
        assert!(!passed(&[ours], &[pawn(3, 2)]));
        assert!(!passed(&[ours, pawn(4, 5)], &[]), "a friend is in the way");
    }

    #[test]
    fn a_king_behind_its_pawns_is_sheltered() {
        let pawns = Files::new(&[pawn(5, 1), pawn(6, 1), pawn(7, 1)]);
        assert!(pawns.shelter(6, 0, 8).mg > pawns.shelter(1, 0, 8).mg);
    }
}
