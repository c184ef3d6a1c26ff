//! Weakens the search in a human way: evaluation noise grows with the distance from the root, and moves are
//! overlooked. Which moves depends on the move alone, so that a threat is seen in all lines or in none. A
//! recapture is never overlooked.

use crate::rules::position::{Move, Position};

/// How much a search is weakened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blur {
    /// The most centipawns by which a position two plies from the root is misjudged.
    pub noise: u16,
    /// How many moves in a thousand are overlooked.
    pub blind: u16,
    /// The seed of the errors.
    pub seed: u64,
}

/// The errors of a search that has begun.
#[derive(Clone, Copy, Debug)]
pub(super) struct Errors {
    blur: Blur,
    /// The ply of the root in the game.
    root: usize,
}

/// Plies from the root at which the noise is that of [`Blur`]. At the root it is half of that.
const NOMINAL: i32 = 2;
/// The greatest noise, in halves of the nominal one.
const MOST: i32 = 6;

impl Errors {
    pub(super) fn new(blur: Blur, root: &Position) -> Errors {
        Errors { blur, root: root.ply() }
    }

    fn distance(&self, pos: &Position) -> i32 {
        i32::try_from(pos.ply().saturating_sub(self.root)).unwrap_or(i32::MAX)
    }

    /// The error of the evaluation of a position, in centipawns.
    pub(super) fn noise(&self, pos: &Position) -> i32 {
        let far = self.distance(pos).min(NOMINAL * (MOST - 1)) + NOMINAL;
        let most = i64::from(self.blur.noise) * i64::from(far) / i64::from(2 * NOMINAL);
        let dice = mix(self.blur.seed ^ pos.key());
        // The sum of two dice, so that large errors are rarer than small ones.
        let die = |bits: u64| (bits & 0xFFFF).cast_signed() - 0x7FFF;
        let sum = die(dice) + die(dice >> 16);
        i32::try_from(sum * most / i64::from(u16::MAX)).unwrap_or(0)
    }

    pub(super) fn misses(&self, pos: &Position, m: Move) -> bool {
        let recaptures = pos.last_move().is_some_and(|last| last.to() == m.to());
        if self.blur.blind == 0 || recaptures || self.distance(pos) == 0 {
            return false;
        }
        let dice = mix(self.blur.seed ^ u64::from(m.from().0) << 8 ^ u64::from(m.to().0));
        dice % 1000 < u64::from(self.blur.blind)
    }
}

/// A hash of a number: every bit of it matters.
fn mix(mut number: u64) -> u64 {
    number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::position::MoveKind;
    use crate::rules::variant::Catalog;

    fn start() -> Position {
        Position::start(compile(&Catalog::builtin().resolve("chess").unwrap()).unwrap())
    }

    fn errors(noise: u16, blind: u16, seed: u64, root: &Position) -> Errors {
        Errors::new(Blur { noise, blind, seed }, root)
    }

    #[test]
    fn noise_is_bounded_grows_with_the_distance_and_has_no_bias() {
        let root = start();
        let at = |pos: &Position| (0..4000).map(|seed| errors(100, 0, seed, &root).noise(pos)).collect();
        let near: Vec<i32> = at(&root);
        let mut far = root.clone();
        for text in ["e2e4", "e7e5", "g1f3", "b8c6"] {
            far.make(far.parse_move(text).unwrap());
        }
        let far: Vec<i32> = at(&far);
        assert!(near.iter().all(|noise| noise.abs() <= 50) && far.iter().all(|noise| noise.abs() <= 150));
        let spread = |all: &[i32]| all.iter().map(|noise| noise.abs()).sum::<i32>();
        assert!(spread(&far) > 2 * spread(&near));
        assert!(far.iter().sum::<i32>().abs() < 4000 * 5);
    }

    #[test]
    fn as_many_moves_are_overlooked_as_asked_for_and_never_a_recapture() {
        let root = start();
        let mut pos = root.clone();
        pos.make(pos.parse_move("e2e4").unwrap());
        let mut moves = Vec::new();
        pos.legal_moves(MoveKind::All, &mut moves);
        let missed = |pos: &Position, blind: u16| {
            let seeds = (0..500u64).map(|seed| errors(0, blind, seed * 7919, &root));
            seeds.map(|errors| moves.iter().filter(|&&m| errors.misses(pos, m)).count()).sum::<usize>()
        };
        let share = missed(&pos, 200) * 1000 / (500 * moves.len());
        assert!((180..220).contains(&share), "{share}");
        assert_eq!((missed(&pos, 0), missed(&root, 1000)), (0, 0));
        for text in ["d7d5", "e4d5"] {
            pos.make(pos.parse_move(text).unwrap());
        }
        let back = pos.parse_move("d8d5").unwrap();
        assert!((0..500).all(|seed| !errors(0, 1000, seed, &root).misses(&pos, back)));
    }
}
