//! Sets of squares for boards of up to `64 * W` squares, one machine word for most games; and the targets of
//! a game's pieces as such sets, a form that is fast when all pieces of a position are examined.
//!
//! Leaps are one set for each kind and square. A ray whose squares increase or decrease is a set too, cut at
//! its first blocker. All other moves (lame leaps, crooked rays, hoppers) are a square with sets of squares
//! that must be empty or occupied.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXorAssign, Not};

use crate::rules::game::{Game, Target, Test};
use crate::rules::geometry::Square;

/// A set of squares of a board with at most `64 * W` squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Squares<const W: usize>([u64; W]);

impl<const W: usize> Default for Squares<W> {
    fn default() -> Squares<W> {
        Squares::NONE
    }
}

impl<const W: usize> Squares<W> {
    pub(super) const NONE: Squares<W> = Squares([0; W]);

    #[inline]
    pub(super) fn only(square: u8) -> Squares<W> {
        let mut set = Squares::NONE;
        set.insert(square);
        set
    }

    #[inline]
    pub(super) fn insert(&mut self, square: u8) {
        self.0[usize::from(square >> 6) % W] |= 1 << (square & 63);
    }

    #[inline]
    pub(super) fn contains(self, square: u8) -> bool {
        self.0[usize::from(square >> 6) % W] >> (square & 63) & 1 != 0
    }

    /// Whether no square is in the set.
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        let mut any = 0;
        for word in self.0 {
            any |= word;
        }
        any == 0
    }

    /// How many squares there are.
    #[inline]
    pub(super) fn count(self) -> i32 {
        let mut count = 0;
        for word in self.0 {
            count += word.count_ones();
        }
        count.cast_signed()
    }

    /// Whether two sets share a square.
    #[inline]
    pub(super) fn meets(self, other: Squares<W>) -> bool {
        !(self & other).is_empty()
    }

    /// The part of a ray towards higher squares up to the first occupied one.
    #[inline]
    pub(super) fn up_to_first(mut self, occupied: Squares<W>) -> Squares<W> {
        for i in 0..W {
            let blocker = self.0[i] & occupied.0[i];
            // Without a blocker the subtraction wraps around, and the whole word remains.
            self.0[i] &= blocker ^ blocker.wrapping_sub(1);
            if blocker != 0 && i + 1 < W {
                self.0[i + 1..].fill(0);
                break;
            }
        }
        self
    }

    /// The part of a ray towards lower squares up to the first occupied one.
    #[inline]
    pub(super) fn down_to_first(mut self, occupied: Squares<W>) -> Squares<W> {
        for i in (0..W).rev() {
            let blocker = self.0[i] & occupied.0[i];
            self.0[i] &= u64::MAX << (blocker | 1).ilog2();
            if blocker != 0 && i > 0 {
                self.0[..i].fill(0);
                break;
            }
        }
        self
    }

    /// The squares, lowest first.
    #[inline]
    pub(super) fn iter(self) -> SquaresIter<W> {
        SquaresIter { left: self, word: 0 }
    }
}

/// Visits the squares of a set, lowest first.
pub(super) struct SquaresIter<const W: usize> {
    left: Squares<W>,
    word: u8,
}

impl<const W: usize> Iterator for SquaresIter<W> {
    type Item = Square;

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a bit of a word is below 64")]
    fn next(&mut self) -> Option<Square> {
        while usize::from(self.word) < W {
            let word = &mut self.left.0[usize::from(self.word)];
            if *word != 0 {
                let bit = word.trailing_zeros() as u8;
                *word &= *word - 1;
                return Some(Square(self.word << 6 | bit));
            }
            self.word += 1;
        }
        None
    }
}

impl<const W: usize> FromIterator<u8> for Squares<W> {
    fn from_iter<I: IntoIterator<Item = u8>>(squares: I) -> Squares<W> {
        let mut set = Squares::NONE;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

impl<const W: usize> BitAnd for Squares<W> {
    type Output = Squares<W>;
    #[inline]
    fn bitand(mut self, other: Squares<W>) -> Squares<W> {
        self &= other;
        self
    }
}

impl<const W: usize> BitAndAssign for Squares<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Squares<W>) {
        for i in 0..W {
            self.0[i] &= other.0[i];
        }
    }
}

impl<const W: usize> BitOr for Squares<W> {
    type Output = Squares<W>;
    #[inline]
    fn bitor(mut self, other: Squares<W>) -> Squares<W> {
        self |= other;
        self
    }
}

impl<const W: usize> BitOrAssign for Squares<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Squares<W>) {
        for i in 0..W {
            self.0[i] |= other.0[i];
        }
    }
}

impl<const W: usize> BitXorAssign for Squares<W> {
    #[inline]
    fn bitxor_assign(&mut self, other: Squares<W>) {
        for i in 0..W {
            self.0[i] ^= other.0[i];
        }
    }
}

impl<const W: usize> Not for Squares<W> {
    type Output = Squares<W>;
    #[inline]
    fn not(mut self) -> Squares<W> {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ReachedSquares<const W: usize> {
    /// The squares it can move to if they are empty.
    pub quiet: Squares<W>,
    /// The squares it attacks or defends.
    pub capture: Squares<W>,
}

impl<const W: usize> ReachedSquares<W> {
    #[inline(always)]
    fn add(&mut self, uses: Uses, squares: Squares<W>) {
        match uses {
            Uses::Both => {
                self.quiet |= squares;
                self.capture |= squares;
            }
            Uses::Quiet => self.quiet |= squares,
            Uses::Capture => self.capture |= squares,
        }
    }
}

/// What a move can do on its target square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Uses {
    Both,
    Quiet,
    Capture,
}

impl Uses {
    fn of(target: &Target) -> Uses {
        match (target.quiet, target.capture) {
            (true, true) => Uses::Both,
            (_, false) => Uses::Quiet,
            (false, true) => Uses::Capture,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Slide<const W: usize> {
    squares: Squares<W>,
    uses: Uses,
}

/// A square that is reached under conditions.
#[derive(Clone, Copy, Debug)]
struct Conditional<const W: usize> {
    to: Squares<W>,
    /// All of these must be empty.
    clear: Squares<W>,
    /// All of these must be occupied.
    occupied: Squares<W>,
    /// Exactly one of these must be occupied, if there are any.
    hurdle: Squares<W>,
    uses: Uses,
}

impl<const W: usize> Conditional<W> {
    fn new(target: &Target) -> Conditional<W> {
        let set = |test| target.guard.squares(test).iter().copied().collect();
        Conditional {
            to: Squares::only(target.to.0),
            clear: set(Test::Empty),
            occupied: set(Test::Occupied),
            hurdle: set(Test::Hurdle),
            uses: Uses::of(target),
        }
    }
}

impl<const W: usize> Conditional<W> {
    /// Whether all conditions are met on a board.
    #[inline]
    fn is_open(&self, occupied: Squares<W>) -> bool {
        let hurdle = self.hurdle & occupied;
        !self.clear.meets(occupied)
            && self.occupied & occupied == self.occupied
            && (self.hurdle.is_empty() || hurdle.count() == 1)
    }
}

/// The moves of a piece type from a square: a set, and where its rays and conditional moves begin in the
/// lists.
#[derive(Clone, Copy, Debug, Default)]
struct MoveEntry<const W: usize> {
    leaps: ReachedSquares<W>,
    /// The first ray upwards, the first downwards, the end.
    rays: [u32; 3],
    conditionals: [u32; 2],
}

/// The moves of a game, by kind and square.
#[derive(Debug)]
pub(super) struct TargetTable<const W: usize> {
    entries: Vec<MoveEntry<W>>,
    rays: Vec<Slide<W>>,
    conditionals: Vec<Conditional<W>>,
}

impl<const W: usize> TargetTable<W> {
    /// Collects the moves of a game, without those that need a right (castling, initial moves).
    pub(super) fn new(game: &Game) -> TargetTable<W> {
        let mut table = TargetTable {
            entries: Vec::with_capacity(game.kinds.len() * game.shape.cell_count()),
            rays: Vec::new(),
            conditionals: Vec::new(),
        };
        for kind in game.kind_ids() {
            for square in game.shape.cells() {
                let moves = game.moves_from(kind, square).into_iter().map(|(target, _)| target);
                table.add_entry(&moves.collect::<Vec<_>>());
            }
        }
        table
    }

    fn add_entry(&mut self, targets: &[Target]) {
        let first_conditional = end(&self.conditionals);
        let (mut leaps, mut down) = (ReachedSquares::default(), Vec::new());
        let first_ray = end(&self.rays);
        for ray in targets.chunk_by(goes_on) {
            let uses = Uses::of(&ray[0]);
            let slides = ray[0].guard.is_plain() && ray[0].guard.squares(Test::Empty).is_empty();
            let squares = || ray.iter().map(|target| target.to.0).collect();
            match ray {
                [leap] if slides => leaps.add(uses, Squares::only(leap.to.0)),
                _ if slides && ray.is_sorted_by_key(|target| target.to) => {
                    self.rays.push(Slide { squares: squares(), uses });
                }
                _ if slides && ray.iter().rev().is_sorted_by_key(|target| target.to) => {
                    down.push(Slide { squares: squares(), uses });
                }
                _ => self.conditionals.extend(ray.iter().map(Conditional::new)),
            }
        }
        let first_down = end(&self.rays);
        self.rays.append(&mut down);
        self.entries.push(MoveEntry {
            leaps,
            rays: [first_ray, first_down, end(&self.rays)],
            conditionals: [first_conditional, end(&self.conditionals)],
        });
    }

    #[inline(always)]
    pub(super) fn reached(&self, piece_square: usize, occupied: Squares<W>) -> ReachedSquares<W> {
        let MoveEntry { leaps: mut reached, rays: [up, down, end], conditionals: [first, last] } =
            self.entries[piece_square];
        for ray in &self.rays[up as usize..down as usize] {
            reached.add(ray.uses, ray.squares.up_to_first(occupied));
        }
        for ray in &self.rays[down as usize..end as usize] {
            reached.add(ray.uses, ray.squares.down_to_first(occupied));
        }
        if first != last {
            for way in &self.conditionals[first as usize..last as usize] {
                if way.is_open(occupied) {
                    reached.add(way.uses, way.to);
                }
            }
        }
        reached
    }
}

/// Whether a target is on the same ray as the one before it, with the same uses.
fn goes_on(before: &Target, target: &Target) -> bool {
    target.guard.is_plain()
        && target.guard.squares(Test::Empty).split_last()
            == Some((&before.to.0, before.guard.squares(Test::Empty)))
        && Uses::of(target) == Uses::of(before)
}

/// The index after the last element of a list.
fn end<T>(list: &[T]) -> u32 {
    u32::try_from(list.len()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::geometry::Square;
    use crate::rules::variant::Catalog;

    #[test]
    fn a_ray_ends_at_its_first_blocker_in_every_word() {
        let up: Squares<4> = [30, 60, 90, 120, 150, 240].into_iter().collect();
        let listed = |set: Squares<4>| set.iter().map(|square| square.0).collect::<Vec<_>>();
        assert_eq!(listed(up.up_to_first(Squares::NONE)), [30, 60, 90, 120, 150, 240]);
        assert_eq!(listed(up.up_to_first([1, 90, 150].into_iter().collect())), [30, 60, 90]);
        assert_eq!(listed(up.down_to_first([1, 30, 90].into_iter().collect())), [90, 120, 150, 240]);
        assert_eq!(listed(up.down_to_first(Squares::only(31))), [30, 60, 90, 120, 150, 240]);
        assert_eq!(up.count(), 6);
    }

    /// Attacks are in another table, made for another purpose. Both must agree on every piece and square,
    /// whatever is on the board.
    #[test]
    fn what_pieces_reach_is_what_attacks_say() {
        for variant in
            ["chess", "cwda:nutters/pizza", "cwda:avian/beasts", "courier", "capablanca", "janus", "grid"]
        {
            let game = crate::rules::game::compile(&Catalog::builtin().resolve(variant).unwrap()).unwrap();
            let table = TargetTable::<2>::new(&game);
            let mut seed = 7u64;
            for _ in 0..20 {
                let mut occupied = Squares::<2>::NONE;
                for square in game.shape.squares() {
                    seed =
                        seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    if (seed >> 33).is_multiple_of(4) {
                        occupied.insert(square.0);
                    }
                }
                for to in game.shape.squares() {
                    for (piece_square, &ray) in game.rays.towards(to).iter().enumerate() {
                        let from = Square(u8::try_from(piece_square % game.shape.cell_count()).unwrap());
                        if game.shape.is_hole(from) {
                            continue;
                        }
                        let expected = game.rays.open(ray, 0, |square| occupied.contains(square));
                        let found = table.reached(piece_square, occupied).capture.contains(to.0);
                        assert_eq!(
                            found, expected,
                            "{variant} piece-square {piece_square} from {from:?} to {to:?}"
                        );
                    }
                }
            }
        }
    }
}
