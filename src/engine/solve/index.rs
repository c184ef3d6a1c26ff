//! Numbers the positions of an ending: whose move it is, where the pieces are, and whether a pawn has just
//! made a double step and can be captured en passant. Rotations and reflections of the board that do not
//! change the moves of the pieces share numbers.

use super::board::Paths;
use super::material::{MOST_PIECES, Material};
use crate::rules::game::{EffectId, Game, KindId, Target, Test};
use crate::rules::geometry::{Color, Narrow, Shape, Square};

/// Where the pieces of an ending are, in their order.
pub(crate) type PieceSquares = [u8; MOST_PIECES];

/// A position of an ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placement {
    pub(crate) side: Color,
    pub(crate) squares: PieceSquares,
    /// The double step just made, where the pawn can be captured en passant.
    pub(crate) double: Option<u8>,
}

/// The positions after a double step in which a certain piece may capture en passant.
#[derive(Clone, Copy, Debug)]
struct PassedPair {
    double: u8,
    /// The piece that has made the step, and its square.
    pawn: (usize, u8),
    /// The piece that may capture it, and its square.
    capturer: (usize, u8),
}

/// Positions and their numbers.
#[derive(Debug)]
pub(super) struct Index {
    pub(super) symmetry: Symmetry,
    pieces: usize,
    squares: usize,
    /// Positions of one side to move without captures en passant.
    size: usize,
    /// By piece: by how much a number grows with its square.
    strides: Vec<usize>,
    en_passant: Vec<PassedPair>,
    /// The number of positions in each of `en_passant`.
    en_passant_size: usize,
    /// By view and double step: the double step that it becomes.
    doubles: Vec<Vec<u8>>,
    /// By double step: who makes it.
    double_color: Vec<Color>,
}

impl Index {
    /// `allowed` tells for each piece where it may stand.
    pub(super) fn new(game: &Game, material: &Material, allowed: &[Vec<bool>], paths: &Paths) -> Index {
        let kinds = material.kinds();
        let symmetry = Symmetry::new(game, kinds, allowed);
        let squares = game.shape.cell_count();
        let count: u32 = kinds.len().narrow();
        let size = symmetry.representatives.len() * squares.pow(count - 1);
        let en_passant = en_passant(game, kinds, paths);
        let doubles = (0..symmetry.len()).map(|view| doubles_seen(game, symmetry.mapping(view))).collect();
        Index {
            symmetry,
            pieces: kinds.len(),
            squares,
            size,
            strides: (1..=kinds.len()).map(|piece| squares.pow((kinds.len() - piece).narrow())).collect(),
            en_passant_size: squares.pow(count.saturating_sub(2)),
            en_passant,
            doubles,
            double_color: game.double_steps.iter().map(|step| step.color).collect(),
        }
    }

    /// How many numbers there are.
    pub(super) fn len(&self) -> usize {
        2 * self.size + self.en_passant.len() * self.en_passant_size
    }

    /// The number of a position; it is the same for all its views.
    pub(super) fn number(&self, placement: &Placement) -> Option<usize> {
        let view = self.symmetry.view(placement.squares[0]);
        let mapping = self.symmetry.mapping(view);
        let see = |piece: usize| usize::from(mapping[usize::from(placement.squares[piece])]);
        let Some(double) = placement.double else {
            let mut number = self.symmetry.rank(placement.squares[0]);
            for piece in 1..self.pieces {
                number = number * self.squares + see(piece);
            }
            return Some(placement.side.index() * self.size + number);
        };
        let double = self.doubles[view][usize::from(double)];
        let fits = |en_passant: &PassedPair| {
            en_passant.double == double
                && [en_passant.pawn, en_passant.capturer]
                    .iter()
                    .all(|&(piece, square)| see(piece) == usize::from(square))
        };
        let slot = self.en_passant.iter().position(fits)?;
        let en_passant = &self.en_passant[slot];
        let others =
            (0..self.pieces).filter(|&piece| piece != en_passant.pawn.0 && piece != en_passant.capturer.0);
        let number = others.fold(0, |number, piece| number * self.squares + see(piece));
        Some(2 * self.size + slot * self.en_passant_size + number)
    }

    /// The number before a move of a piece other than the first between these squares, which led to this
    /// number. No capture en passant is possible in either position.
    #[inline]
    pub(super) fn before(&self, number: usize, piece: usize, (from, to): (u8, u8)) -> usize {
        let number = if number < self.size { number + self.size } else { number - self.size };
        number + self.strides[piece] * usize::from(from) - self.strides[piece] * usize::from(to)
    }

    /// The representative position of a number.
    pub(super) fn placement(&self, number: usize) -> Placement {
        let mut squares = [0; MOST_PIECES];
        if number < 2 * self.size {
            let side = if number < self.size { Color::White } else { Color::Black };
            let mut rest: u32 = (number % self.size).narrow();
            let count: u32 = self.squares.narrow();
            for piece in (1..self.pieces).rev() {
                squares[piece] = (rest % count).narrow();
                rest /= count;
            }
            squares[0] = self.symmetry.representatives[rest as usize];
            return Placement { side, squares, double: None };
        }
        let number = number - 2 * self.size;
        let en_passant = &self.en_passant[number / self.en_passant_size];
        let mut rest = number % self.en_passant_size;
        for piece in (0..self.pieces).rev() {
            squares[piece] = match piece {
                _ if piece == en_passant.pawn.0 => en_passant.pawn.1,
                _ if piece == en_passant.capturer.0 => en_passant.capturer.1,
                _ => {
                    let square = rest % self.squares;
                    rest /= self.squares;
                    square.narrow()
                }
            };
        }
        let side = !self.double_color[usize::from(en_passant.double)];
        Placement { side, squares, double: Some(en_passant.double) }
    }

    /// Whether any pawn can be captured en passant in this ending.
    pub(super) fn any_en_passant(&self) -> bool {
        !self.en_passant.is_empty()
    }

    /// The double steps that the side which is not to move may just have made, judging by the squares of the
    /// two pieces.
    pub(super) fn doubles_before<'a>(&'a self, placement: &'a Placement) -> impl Iterator<Item = u8> + 'a {
        let fits = |en_passant: &&PassedPair| {
            self.double_color[usize::from(en_passant.double)] != placement.side
                && [en_passant.pawn, en_passant.capturer]
                    .iter()
                    .all(|&(piece, square)| placement.squares[piece] == square)
        };
        let mut last = None;
        self.en_passant.iter().filter(fits).map(|en_passant| en_passant.double).filter(move |&double| {
            let new = last != Some(double);
            last = Some(double);
            new
        })
    }

    /// How many positions of a board a number is for.
    pub(super) fn weight(&self, placement: &Placement) -> u64 {
        self.symmetry.weight(self.symmetry.rank(placement.squares[0]))
    }

    /// A position as it looks in a view.
    pub(super) fn seen(&self, placement: &Placement, view: usize) -> Placement {
        let mapping = self.symmetry.mapping(view);
        let mut seen = *placement;
        for square in &mut seen.squares[..self.pieces] {
            *square = mapping[usize::from(*square)];
        }
        seen.double = placement.double.map(|double| self.doubles[view][usize::from(double)]);
        seen
    }
}

/// The possible captures en passant, those of one double step together.
fn en_passant(game: &Game, kinds: &[KindId], paths: &Paths) -> Vec<PassedPair> {
    let mut all = Vec::new();
    for (double, step) in game.double_steps.iter().enumerate() {
        for (pawn, &kind) in kinds.iter().enumerate() {
            let makes =
                paths.origins(kind, step.to.0).iter().any(|origin| origin.double == Some(double.narrow()));
            if game.kind(kind).color != step.color || !makes {
                continue;
            }
            for capture in &step.captures {
                let capturers = (0..kinds.len()).filter(|&piece| kinds[piece] == capture.kind);
                all.extend(capturers.map(|piece| PassedPair {
                    double: double.narrow(),
                    pawn: (pawn, step.to.0),
                    capturer: (piece, capture.from.0),
                }));
            }
        }
    }
    all
}

/// By double step: the one that it becomes in a view; itself where there is none.
fn doubles_seen(game: &Game, mapping: &[u8]) -> Vec<u8> {
    let see = |square: Square| Square(mapping[square.index()]);
    let steps = &game.double_steps;
    steps
        .iter()
        .enumerate()
        .map(|(own, step)| {
            let same = steps.iter().position(|other| {
                other.color == step.color && other.from == see(step.from) && other.to == see(step.to)
            });
            same.unwrap_or(own)
        })
        .map(Narrow::<u8>::narrow)
        .collect()
}

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
        for square in 0..shape.cell_count() {
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
        let view: Mapping = (0..shape.cell_count())
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
        let holes_stay = (0..shape.cell_count())
            .all(|i| shape.is_hole(Square(i.narrow())) == shape.is_hole(Square(view[i])));
        if holes_stay {
            views.push(view);
        }
    }
    views
}

/// Whether the moves of a piece type are the same in a view.
fn is_kept(game: &Game, kind: KindId, view: &[u8]) -> bool {
    let as_is: Mapping = (0..view.len()).map(Narrow::<u8>::narrow).collect();
    game.shape.squares().all(|from| {
        moves_seen(game, kind, from, view) == moves_seen(game, kind, Square(view[from.index()]), &as_is)
    })
}

/// A move as it looks in a view: its way, what it may make of the piece, and whether it is a double step.
type SeenMove = (Target, Vec<Option<KindId>>, bool);

/// The moves of a piece type from a square, in order, as they look in a view of the board.
fn moves_seen(game: &Game, kind: KindId, from: Square, view: &[u8]) -> Vec<SeenMove> {
    let see = |square: &mut u8| *square = view[usize::from(*square)];
    let mut moves = Vec::new();
    for (mut target, terms) in game.moves_from(kind, from) {
        see(&mut target.to.0);
        for test in [Test::Empty, Test::Occupied, Test::Hurdle] {
            target.guard.change(test, |squares| {
                squares.iter_mut().for_each(see);
                squares.sort_unstable();
            });
        }
        let lists = terms.map_or([&[EffectId::ORDINARY][..]; 2], |terms| [&terms.quiet, &terms.capture]);
        let effects = || lists.into_iter().flatten().map(|&id| game.effects.get(id));
        let becomes = effects().map(|effect| effect.becomes).collect();
        // The squares passed are those that the guard requires empty.
        let double = effects().any(|effect| effect.exposes.is_some());
        moves.push((target, becomes, double));
    }
    moves.sort();
    moves
}
