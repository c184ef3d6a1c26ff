//! The moves of an ending's pieces backwards: the squares from which a piece may have come.
//!
//! The game's own tables hold the moves forwards. Here each quiet move is listed by its target square, with
//! its conditions on the squares between.

use crate::rules::game::{Condition, Game, Guard, GuardTable, KindId, MaybeIndex, PackedGuard, Stop};
use crate::rules::geometry::{Narrow, Square};

/// The classes of a board's cells, as the game's tables number them.
pub(super) const EMPTY: u8 = 0;

/// A quiet move that leads to a square.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuietOrigin {
    /// Its origin square.
    pub(super) from: u8,
    /// What distinguishes it from other moves.
    pub(super) condition: Option<Condition>,
    guard: PackedGuard,
}

/// The origins of all pieces.
#[derive(Debug)]
pub(super) struct Paths<'a> {
    game: &'a Game,
    /// By kind and square: where its origins begin; one more at the end.
    first: Vec<u32>,
    origins: Vec<QuietOrigin>,
    guards: GuardTable,
}

impl<'a> Paths<'a> {
    /// The origins of `kinds`; other kinds have none.
    pub(super) fn new(game: &'a Game, kinds: &[KindId]) -> Paths<'a> {
        let squares = game.shape.len();
        let mut paths = Paths { game, first: Vec::new(), origins: Vec::new(), guards: GuardTable::default() };
        for kind in game.kind_ids() {
            let mut by_target: Vec<Vec<QuietOrigin>> = vec![Vec::new(); squares];
            for from in game.shape.squares().filter(|_| kinds.contains(&kind)) {
                for (stop, guard) in game.moves_from(kind, from).into_iter().filter(|(stop, _)| stop.moves())
                {
                    let condition = match game.moves.condition(&stop) {
                        Some(Condition::Promotion(set, _)) if game.promotions[usize::from(set)].forced => {
                            continue;
                        }
                        // The piece stays what it is.
                        Some(Condition::Promotion(_, step)) if step.is_some() => {
                            step.get().map(Condition::DoubleStep)
                        }
                        condition => condition,
                    };
                    let guard = paths.guards.store(&guard);
                    by_target[usize::from(stop.to)].push(QuietOrigin { from: from.0, condition, guard });
                }
            }
            for origins in by_target {
                paths.first.push(paths.origins.len().narrow());
                paths.origins.extend(origins);
            }
        }
        paths.first.push(paths.origins.len().narrow());
        paths
    }

    /// The origins of a piece type for a target square: quiet moves that do not change the type. Those from
    /// one square are adjacent.
    #[inline]
    pub(super) fn origins(&self, kind: KindId, to: u8) -> &[QuietOrigin] {
        let index = self.game.piece_square(kind, Square(to));
        &self.origins[self.first[index] as usize..self.first[index + 1] as usize]
    }

    /// Whether the path from an origin is open; `class` gives the contents of a square.
    #[inline]
    pub(super) fn is_open(&self, origin: &QuietOrigin, class: &[u8; 256]) -> bool {
        self.guards.are_open(&origin.guard, |square| class[usize::from(square)] != EMPTY)
    }
}

/// A move in a form that can be compared with those from another square.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct MoveShape {
    to: u8,
    when: u8,
    guard: Guard,
    nature: Option<Condition>,
}

impl MoveShape {
    /// All moves of a piece type from a square, in order, as they look in a view of the board.
    pub(super) fn all(game: &Game, kind: KindId, from: Square, view: Option<&[u8]>) -> Vec<MoveShape> {
        let see = |square: u8| view.map_or(square, |view| view[usize::from(square)]);
        let sorted = |list: Vec<u8>| {
            let mut list: Vec<u8> = list.into_iter().map(see).collect();
            list.sort_unstable();
            list
        };
        let shape = |(stop, Guard { clear, occupied, hurdle, .. }): (Stop, Guard)| {
            let [clear, occupied, hurdle] = [clear, occupied, hurdle].map(sorted);
            let guard = Guard { clear, occupied, hurdle, ..Guard::default() };
            let nature = match game.moves.condition(&stop) {
                // The squares passed are those that the guard requires empty.
                Some(Condition::DoubleStep(_)) => Some(Condition::DoubleStep(0)),
                Some(Condition::Promotion(set, step)) => {
                    let step = step.get().map_or(MaybeIndex::NONE, |_| MaybeIndex::some(0));
                    Some(Condition::Promotion(set, step))
                }
                special @ Some(Condition::Unchecked) => special,
                // Positions of an ending have no counters, hands or effects.
                _ => None,
            };
            MoveShape { to: see(stop.to), when: stop.when, guard, nature }
        };
        let mut all: Vec<MoveShape> = game.moves_from(kind, from).into_iter().map(shape).collect();
        all.sort();
        all
    }
}
