//! The targets of a game's pieces as sets of squares, a form that is fast when all pieces of a position are
//! examined.
//!
//! Leaps are one set for each kind and square. A ray whose squares increase or decrease is a set too, cut at
//! its first blocker. All other moves (lame leaps, crooked rays, hoppers) are a square with sets of squares
//! that must be empty or occupied.

use super::squares::Squares;
use crate::rules::game::{Game, SquaresBetween, Target};

/// The squares that a piece reaches.
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
        let set = |list: &[u8]| list.iter().copied().collect();
        Conditional {
            to: Squares::only(target.to.0),
            clear: set(&target.guard.clear),
            occupied: set(&target.guard.occupied),
            hurdle: set(&target.guard.hurdle),
            uses: Uses::of(target),
        }
    }
}

impl<const W: usize> SquaresBetween<Squares<W>> for &Conditional<W> {
    #[inline]
    fn are_clear(self, occupied: Squares<W>) -> bool {
        !self.clear.meets(occupied)
    }

    #[inline]
    fn are_occupied(self, occupied: Squares<W>) -> bool {
        self.occupied & occupied == self.occupied
    }

    #[inline]
    fn hurdles(self, occupied: Squares<W>) -> Option<usize> {
        (!self.hurdle.is_empty()).then(|| (self.hurdle & occupied).count().unsigned_abs() as usize)
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
            entries: Vec::with_capacity(game.kinds.len() * game.shape.len()),
            rays: Vec::new(),
            conditionals: Vec::new(),
        };
        for kind in game.kind_ids() {
            for square in game.shape.cells() {
                table.add_entry(&game.moves_from(kind, square));
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
            let slides = ray[0].guard.is_plain() && ray[0].guard.clear.is_empty();
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

    /// The squares that the piece of a piece-square reaches.
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
                if way.are_open(occupied) {
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
        && target.guard.clear.split_last() == Some((&before.to.0, &before.guard.clear[..]))
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
                        let from = Square(u8::try_from(piece_square % game.shape.len()).unwrap());
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
