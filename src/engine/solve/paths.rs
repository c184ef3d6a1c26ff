//! The moves of an ending's pieces backwards: the squares from which a piece may have come.
//!
//! The game's own tables hold the moves forwards. Here each quiet move is listed by its target square, with
//! its conditions on the squares between.

use crate::rules::game::{Condition, Game, GuardTable, KindId, PackedGuard, Target};
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
                for Target { to, guard, condition, .. } in
                    game.moves_from(kind, from).into_iter().filter(|t| t.quiet)
                {
                    let condition = match condition {
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
                    by_target[to.index()].push(QuietOrigin { from: from.0, condition, guard });
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
