//! Rotations and reflections of the board that do not change the moves of an ending's pieces.

use crate::rules::game::{Condition, Game, Guard, KindId, MaybeIndex, Target};
use crate::rules::geometry::{Narrow, Shape, Square};

/// A view of the board: for each square the one it becomes.
type Mapping = Vec<u8>;

/// The views that do not change an ending, and the squares of its first piece under them.
#[derive(Debug)]
pub(super) struct Symmetry {
    views: Vec<Mapping>,
    /// By square: the views that take it to its representative.
    views_of: Vec<Vec<u8>>,
    /// By square: the number of its representative.
    rank_of: Vec<u32>,
    /// The representatives.
    pub(super) representatives: Vec<u8>,
}

impl Symmetry {
    /// The views under which the moves of `kinds`, and the squares on which each is `allowed`, are the same.
    pub(super) fn new(game: &Game, kinds: &[KindId], allowed: &[Vec<bool>]) -> Symmetry {
        let shape = &game.shape;
        let mut views: Vec<Mapping> = candidates(shape);
        let keeps = |view: &Mapping, allowed: &Vec<bool>| {
            allowed.iter().zip(view).all(|(&here, &there)| here == allowed[usize::from(there)])
        };
        views.retain(|view| {
            allowed.iter().all(|allowed| keeps(view, allowed))
                && kinds.iter().all(|&kind| is_kept(game, kind, view))
        });
        let mut representatives: Vec<u8> = Vec::new();
        let (mut views_of, mut rank_of) = (Vec::new(), Vec::new());
        for square in 0..shape.len() {
            let least = views.iter().map(|view| view[square]).min().unwrap_or(square.narrow());
            if usize::from(least) == square {
                representatives.push(least);
            }
            let rank = representatives.iter().position(|&known| known == least).unwrap_or_default();
            rank_of.push(rank.narrow());
            let takes = |i: &u8| views[usize::from(*i)][square] == least;
            views_of.push((0..views.len().narrow()).filter(takes).collect());
        }
        Symmetry { views, views_of, rank_of, representatives }
    }

    /// The number of a square's representative.
    #[inline]
    pub(super) fn rank(&self, square: u8) -> usize {
        self.rank_of[usize::from(square)] as usize
    }

    /// A view that takes a square to its representative; for a representative it is the identity.
    #[inline]
    pub(super) fn view(&self, square: u8) -> usize {
        usize::from(self.views_of[usize::from(square)][0])
    }

    /// Whether there is only one such view.
    #[inline]
    pub(super) fn is_only(&self, square: u8) -> bool {
        self.views_of[usize::from(square)].len() == 1
    }

    /// All such views.
    #[inline]
    pub(super) fn views(&self, square: u8) -> impl Iterator<Item = usize> + '_ {
        self.views_of[usize::from(square)].iter().map(|&view| usize::from(view))
    }

    /// The square that each square becomes in a view.
    #[inline]
    pub(super) fn mapping(&self, view: usize) -> &[u8] {
        &self.views[view]
    }

    /// The number of views.
    pub(super) fn len(&self) -> usize {
        self.views.len()
    }

    /// How many squares share a representative.
    pub(super) fn weight(&self, rank: usize) -> u64 {
        self.rank_of.iter().filter(|&&of| of as usize == rank).count() as u64
    }
}

/// The identity first, then the reflections and rotations of the outline of the board.
fn candidates(shape: &Shape) -> Vec<Mapping> {
    let (files, ranks) = (shape.files(), shape.ranks());
    let square = files == ranks;
    let mut views = Vec::new();
    for code in 0..8 {
        let (flip_file, flip_rank, swap) = (code & 1 != 0, code & 2 != 0, code & 4 != 0);
        if swap && !square {
            continue;
        }
        let view: Mapping = (0..shape.len())
            .map(|i| {
                let at = Square(i.narrow());
                let (mut file, mut rank) = (shape.file(at), shape.rank(at));
                if flip_file {
                    file = files - 1 - file;
                }
                if flip_rank {
                    rank = ranks - 1 - rank;
                }
                if swap {
                    (file, rank) = (rank, file);
                }
                usize::from(rank) * usize::from(files) + usize::from(file)
            })
            .map(Narrow::<u8>::narrow)
            .collect();
        let holes_stay =
            (0..shape.len()).all(|i| shape.is_hole(Square(i.narrow())) == shape.is_hole(Square(view[i])));
        if holes_stay {
            views.push(view);
        }
    }
    views
}

/// Whether the moves of a piece type are the same in a view.
fn is_kept(game: &Game, kind: KindId, view: &[u8]) -> bool {
    let as_is: Mapping = (0..view.len()).map(Narrow::narrow).collect();
    game.shape.squares().all(|from| {
        moves_seen(game, kind, from, view) == moves_seen(game, kind, Square(view[from.index()]), &as_is)
    })
}

/// The moves of a piece type from a square, in order, as they look in a view of the board.
fn moves_seen(game: &Game, kind: KindId, from: Square, view: &[u8]) -> Vec<Target> {
    let see = |square: &mut u8| *square = view[usize::from(*square)];
    let mut moves = game.moves_from(kind, from);
    for target in &mut moves {
        see(&mut target.to.0);
        let Guard { clear, occupied, hurdle, .. } = &mut target.guard;
        for list in [clear, occupied, hurdle] {
            list.iter_mut().for_each(see);
            list.sort_unstable();
        }
        target.condition = match target.condition {
            // The squares passed are those that the guard requires empty.
            Some(Condition::DoubleStep(_)) => Some(Condition::DoubleStep(0)),
            Some(Condition::Promotion(set, step)) => {
                let step = step.get().map_or(MaybeIndex::NONE, |_| MaybeIndex::some(0));
                Some(Condition::Promotion(set, step))
            }
            condition @ Some(Condition::Unchecked) => condition,
            // Positions of an ending have no counters, hands or effects.
            _ => None,
        };
    }
    moves.sort();
    moves
}
