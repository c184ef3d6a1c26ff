//! Hash keys. They never change, so that node counts are the same on every machine.

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::Xoshiro256PlusPlus;

use super::{KindId, MAX_MEN};
use crate::rules::geometry::Color;

/// The random numbers that make up a position's key.
#[derive(Clone, Debug)]
pub(crate) struct Zobrist {
    /// By [`super::Game::piece_square`].
    pub(crate) man: Vec<u64>,
    /// By bit of the rights.
    pub(crate) right: [u64; 32],
    /// By index of the double step that may be answered en passant.
    pub(crate) en_passant: Vec<u64>,
    /// When Black is to move.
    pub(crate) black: u64,
    /// By set of the complexes still to be played, in games of double moves.
    pub(crate) owed: [u64; 4],
    /// By set of the closed complexes.
    pub(crate) closed: [u64; 4],
    /// By side and number of checks given, if they are counted.
    checks: [[u64; 16]; 2],
    /// The same for multiples of 16 checks; 0 for none.
    sixteen_checks: [[u64; 16]; 2],
    /// When a piece that must not be traded has just been captured by a different piece type.
    pub(crate) untraded: u64,
    /// By kind and number in hand, in games with hands.
    hand: Vec<u64>,
}

impl Zobrist {
    pub(crate) fn new(piece_squares: usize, double_steps: usize, hand_kinds: usize) -> Zobrist {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(0x00F1_B41F);
        let mut zobrist = Zobrist {
            black: random.next_u64(),
            right: std::array::from_fn(|_| random.next_u64()),
            en_passant: (0..double_steps).map(|_| random.next_u64()).collect(),
            man: (0..piece_squares).map(|_| random.next_u64()).collect(),
            owed: std::array::from_fn(|_| random.next_u64()),
            closed: std::array::from_fn(|_| random.next_u64()),
            checks: std::array::from_fn(|_| std::array::from_fn(|_| random.next_u64())),
            untraded: random.next_u64(),
            hand: (0..hand_kinds * (MAX_MEN + 1)).map(|_| random.next_u64()).collect(),
            sixteen_checks: [[0; 16]; 2],
        };
        // Drawn last, so that the other keys stay the same.
        zobrist
            .sixteen_checks
            .iter_mut()
            .flat_map(|keys| &mut keys[1..])
            .for_each(|key| *key = random.next_u64());
        zobrist
    }

    /// The key of this number of checks given by a side.
    #[inline]
    pub(crate) fn checks(&self, color: Color, given: u8) -> u64 {
        let (sixteens, ones) = (usize::from(given >> 4), usize::from(given & 15));
        self.checks[color.index()][ones] ^ self.sixteen_checks[color.index()][sixteens]
    }

    /// The key of this number of pieces of a kind in hand.
    #[inline]
    pub(crate) fn hand(&self, kind: KindId, count: u8) -> u64 {
        let index = kind.index() * (MAX_MEN + 1) + usize::from(count);
        self.hand.get(index).copied().unwrap_or(0)
    }
}
