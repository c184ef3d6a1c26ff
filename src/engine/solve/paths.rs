//! The moves of an ending's pieces backwards: the squares from which a piece may have come.
//!
//! The game's own tables hold the moves forwards. Here each quiet move is listed by its target square, with
//! its conditions on the squares between.

use crate::rules::game::{Game, KindId, Special};
use crate::rules::geometry::{Narrow, Square};

/// The classes of a board's cells, as the game's tables number them.
pub(super) const EMPTY: u8 = 0;

/// A quiet move that leads to a square.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuietOrigin {
    /// Its origin square.
    pub(super) from: u8,
    /// Its special effect or condition.
    pub(super) effect: Effect,
    start: u32,
    clear: u8,
    occupied: u8,
    hurdle: u8,
}

/// A special effect or condition of a quiet move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Nothing.
    None,
    /// It is not allowed in check.
    Unchecked,
    /// Index of a double step, after which a pawn may be captured en passant.
    DoubleStep(u8),
}

/// The origins of all pieces.
#[derive(Debug)]
pub(super) struct Paths<'a> {
    game: &'a Game,
    /// By kind and square: where its origins begin; one more at the end.
    first: Vec<u32>,
    origins: Vec<QuietOrigin>,
    cells: Vec<u8>,
}

impl<'a> Paths<'a> {
    /// The origins of `kinds`; other kinds have none.
    pub(super) fn new(game: &'a Game, kinds: &[KindId]) -> Paths<'a> {
        let squares = game.shape.len();
        let mut paths = Paths { game, first: Vec::new(), origins: Vec::new(), cells: Vec::new() };
        for kind in game.kind_ids() {
            let mut by_target: Vec<Vec<(u8, MoveShape, Effect)>> = vec![Vec::new(); squares];
            if kinds.contains(&kind) {
                for from in game.shape.squares() {
                    for (one, effect) in paths.quiet(kind, from) {
                        by_target[usize::from(one.to)].push((from.0, one, effect));
                    }
                }
            }
            for origins in by_target {
                paths.first.push(paths.origins.len().narrow());
                for (from, one, effect) in origins {
                    paths.push(from, &one, effect);
                }
            }
        }
        paths.first.push(paths.origins.len().narrow());
        paths
    }

    fn push(&mut self, from: u8, one: &MoveShape, effect: Effect) {
        let start = self.cells.len().narrow();
        self.cells.extend(one.clear.iter().chain(&one.occupied).chain(&one.hurdle));
        self.origins.push(QuietOrigin {
            from,
            effect,
            start,
            clear: one.clear.len().narrow(),
            occupied: one.occupied.len().narrow(),
            hurdle: one.hurdle.len().narrow(),
        });
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
        let cells = &self.cells[origin.start as usize..];
        let (clear, rest) = cells.split_at(usize::from(origin.clear));
        let empty = |square: &u8| class[usize::from(*square)] == EMPTY;
        if !clear.iter().all(empty) {
            return false;
        }
        if origin.occupied == 0 && origin.hurdle == 0 {
            return true;
        }
        let (occupied, rest) = rest.split_at(usize::from(origin.occupied));
        let hurdle = &rest[..usize::from(origin.hurdle)];
        !occupied.iter().any(empty) && (hurdle.is_empty() || hurdle.iter().filter(|s| !empty(s)).count() == 1)
    }

    /// The quiet moves of a piece type from a square that do not change the type.
    fn quiet(&self, kind: KindId, from: Square) -> Vec<(MoveShape, Effect)> {
        let quiet = self.all(kind, from).into_iter().filter(|(one, _)| one.when & 1 != 0);
        quiet
            .filter_map(|(one, role)| {
                let effect = match role {
                    MoveRole::Unchecked => Effect::Unchecked,
                    MoveRole::DoubleStep(index) => Effect::DoubleStep(index),
                    MoveRole::Promotion(set) if self.game.promotions[usize::from(set)].forced => {
                        return None;
                    }
                    MoveRole::Plain | MoveRole::Promotion(_) => Effect::None,
                };
                Some((one, effect))
            })
            .collect()
    }

    /// All moves of a piece type from a square except castling and moves that need a right.
    fn all(&self, kind: KindId, from: Square) -> Vec<(MoveShape, MoveRole)> {
        let game = self.game;
        let entry = game.moves.entry(game.piece_square(kind, from));
        let stops = game.moves.stops(entry);
        let mut all = Vec::new();
        let mut next = 0;
        while let Some(first) = stops.get(next) {
            let ray = &stops[next..next + usize::from(first.skip)];
            next += ray.len();
            for (i, link) in ray.iter().enumerate().filter(|(_, link)| link.when != 0) {
                let clear = ray[..i].iter().map(|link| link.to).collect();
                let one = MoveShape { to: link.to, when: link.when, clear, ..MoveShape::default() };
                all.push((one, MoveRole::new(game.moves.special(link))));
            }
        }
        for guarded in game.moves.guarded(entry).iter().filter(|guarded| guarded.guard.right.is_none()) {
            let (link, path) = (&guarded.stop, &guarded.guard);
            let one = MoveShape {
                to: link.to,
                when: link.when,
                clear: game.rays.clear(path).to_vec(),
                occupied: game.rays.occupied(path).to_vec(),
                hurdle: game.rays.hurdle(path).to_vec(),
                nature: Nature::default(),
            };
            all.push((one, MoveRole::new(game.moves.special(link))));
        }
        all
    }

    /// All moves of a piece type from a square, in a form that can be compared.
    pub(super) fn shapes(&self, kind: KindId, from: Square) -> Vec<MoveShape> {
        let nature = |role| match role {
            MoveRole::Plain => Nature::Plain,
            MoveRole::Unchecked => Nature::Unchecked,
            MoveRole::DoubleStep(index) => {
                let step = &self.game.double_steps[usize::from(index)];
                Nature::DoubleStep(step.passed.iter().map(|square| square.0).collect())
            }
            MoveRole::Promotion(set) => {
                let set = &self.game.promotions[usize::from(set)];
                Nature::Promotion(set.targets.clone(), set.forced)
            }
        };
        self.all(kind, from)
            .into_iter()
            .map(|(one, role)| MoveShape { nature: nature(role), ..one })
            .collect()
    }
}

/// What a move is besides going somewhere, as far as the solver cares: its positions have no counters,
/// hands or effects.
#[derive(Clone, Copy)]
pub(super) enum MoveRole {
    Plain,
    /// Only out of check.
    Unchecked,
    /// The index of the double step.
    DoubleStep(u8),
    /// The index of the promotion set.
    Promotion(u8),
}

impl MoveRole {
    pub(super) fn new(special: Option<Special>) -> MoveRole {
        match special {
            None
            | Some(
                Special::KeepsClock
                | Special::AfterCapture
                | Special::Becomes
                | Special::Acts
                | Special::Gate
                | Special::Instead(_)
                | Special::LastInstead(_)
                | Special::Zone(_)
                | Special::Confined
                | Special::SameCell
                | Special::FirstMove(_),
            ) => MoveRole::Plain,
            Some(Special::Unchecked) => MoveRole::Unchecked,
            Some(Special::DoubleStep(index)) => MoveRole::DoubleStep(index),
            Some(Special::Promotion(set)) => MoveRole::Promotion(set),
        }
    }
}

/// A move in a form that can be compared with those from another square.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct MoveShape {
    to: u8,
    when: u8,
    clear: Vec<u8>,
    occupied: Vec<u8>,
    hurdle: Vec<u8>,
    nature: Nature,
}

/// A special effect or condition of a move, in full.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
enum Nature {
    #[default]
    Plain,
    Unchecked,
    /// The squares passed.
    DoubleStep(Vec<u8>),
    /// What the piece may become, and whether it must.
    Promotion(Vec<KindId>, bool),
}

impl MoveShape {
    /// The move as it looks in a view of the board.
    pub(super) fn seen(mut self, view: &[u8]) -> MoveShape {
        let see = |square: &mut u8| *square = view[usize::from(*square)];
        see(&mut self.to);
        for list in [&mut self.clear, &mut self.occupied, &mut self.hurdle] {
            list.iter_mut().for_each(see);
        }
        if let Nature::DoubleStep(passed) = &mut self.nature {
            passed.iter_mut().for_each(see);
        }
        self.sorted()
    }

    pub(super) fn sorted(mut self) -> MoveShape {
        for list in [&mut self.clear, &mut self.occupied, &mut self.hurdle] {
            list.sort_unstable();
        }
        self
    }
}
