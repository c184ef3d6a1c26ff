//! Pawns: structure, passed pawns and the shelter of the king; the part that does not depend on the kings is
//! kept in a pawn hash table.

use super::targets::{Squares, TargetTable};
use super::weights::{HORDE_FILE, Tapered, Weights};
use crate::rules::game::Game;
use crate::rules::geometry::{Color, MAX_FILES, Shape, Square};

/// A pawn's file and rank from 0 (from its owner's side), the index of its square, and that of its type and
/// square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PlacedPawn {
    pub file: u8,
    pub rank: u8,
    pub square: u8,
    pub piece_square: u16,
}

/// A rank beyond every board, for a file without pawns.
const NOWHERE: u8 = u8::MAX;
/// The most passed pawns of a side that are kept.
const MOST_PASSED: usize = 8;

/// A passed pawn: the square in front of it, its steps to promotion, and its own square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct PassedPawn {
    pub ahead: u8,
    pub steps: u8,
    pub square: u8,
}

#[derive(Debug)]
pub(super) struct PawnTable<const W: usize> {
    shape: Shape,
    /// By side: whether it has no king, against a side with one.
    hordes: [bool; 2],
    /// By side and square: the squares straight ahead.
    paths: [Vec<Squares<W>>; 2],
    /// By side: the squares for outposts.
    advanced: [Squares<W>; 2],
    /// By pawn type and square: the squares attacked from there, and those attacked from there or any square
    /// ahead.
    attacks: Vec<[Squares<W>; 2]>,
    /// By side and square: the squares attacked from there by the side's first pawn type.
    usual: [Vec<Squares<W>>; 2],
}

impl<const W: usize> PawnTable<W> {
    pub(super) fn new(game: &Game, hordes: [bool; 2], targets: &TargetTable<W>) -> PawnTable<W> {
        let shape = game.shape.clone();
        let path = |color: Color, from: Square| -> Squares<W> {
            let ahead = |to: &Square| {
                shape.file(*to) == shape.file(from)
                    && shape.rank_for(*to, color) > shape.rank_for(from, color)
            };
            shape.squares().filter(ahead).map(|to| to.0).collect()
        };
        let paths: [Vec<Squares<W>>; 2] =
            Color::ALL.map(|color| shape.cells().map(|from| path(color, from)).collect());
        let mut attacks = vec![[Squares::NONE; 2]; game.kinds.len() * shape.cell_count()];
        for (id, kind) in game.kinds.iter().enumerate().filter(|(_, kind)| kind.pawn) {
            let first = id * shape.cell_count();
            let from = |square: Square| targets.reached(first + square.index(), Squares::NONE).capture;
            for square in shape.squares() {
                let here = from(square);
                let path = paths[kind.color.index()][square.index()];
                let ahead = path.iter().fold(here, |reach, square| reach | from(square));
                attacks[first + square.index()] = [here, ahead];
            }
        }
        let advanced = Color::ALL.map(|color| {
            let ranks = shape.ranks();
            let inside = |square: &Square| {
                let rank = shape.rank_for(*square, color);
                rank + 1 >= ranks / 2 && rank + 2 < ranks
            };
            shape.squares().filter(inside).map(|square| square.0).collect()
        });
        let usual = Color::ALL.map(|color| {
            let kind = game.kinds.iter().position(|kind| kind.pawn && kind.color == color);
            (0..shape.cell_count())
                .map(|square| {
                    kind.map_or(Squares::NONE, |kind| attacks[kind * shape.cell_count() + square][0])
                })
                .collect()
        });
        PawnTable { shape, hordes, paths, advanced, attacks, usual }
    }

    pub(super) fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The squares straight ahead of a passed pawn.
    #[inline]
    pub(super) fn path(&self, color: Color, pawn: &PassedPawn) -> Squares<W> {
        self.paths[color.index()][usize::from(pawn.square)]
    }
}

/// An entry of the pawn hash table.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct PawnEntry<const W: usize> {
    key: u64,
    /// The score of the structure, for White.
    pub score: Tapered,
    /// Per side, a bit for each file it has a pawn on.
    files: [u32; 2],
    passed: [[PassedPawn; MOST_PASSED]; 2],
    passed_count: [u8; 2],
    /// Per side, the rank of the hindmost pawn of each file.
    hindmost: [Hindmost; 2],
    /// Per side, the squares of its pawns.
    pub squares: [Squares<W>; 2],
    /// Per side, how many of its pawns are on light and on dark squares.
    pub on_color: [[i32; 2]; 2],
    /// Per side, the squares its pawns attack, and those that two of them attack.
    pub attacks: [Squares<W>; 2],
    pub twice: [Squares<W>; 2],
    /// Per side, the advanced squares from which no pawn can drive its pieces away.
    pub outposts: [Squares<W>; 2],
    /// Per side, the squares right behind its pawns, and all squares behind them.
    pub behind: [Squares<W>; 2],
    /// Per side, the squares directly in front of its pawns.
    ahead: [Squares<W>; 2],
    /// Per side, the squares its pawns would attack from there.
    attacks_ahead: [Squares<W>; 2],
    pub shadow: [Squares<W>; 2],
    /// The squares of the kings in the last evaluation, and the terms for them.
    kings: [Option<Square>; 2],
    with_kings: WithKings,
}

/// The terms that depend on pawns and kings.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WithKings {
    /// Shelter, and distances from passed pawns, for White.
    pub score: Tapered,
    /// Per side, the worth of its shelter.
    pub shelters: [i32; 2],
}

impl<const W: usize> Default for PawnEntry<W> {
    fn default() -> PawnEntry<W> {
        let none = [Squares::NONE; 2];
        PawnEntry {
            key: 0,
            score: Tapered::default(),
            files: [0; 2],
            passed: Default::default(),
            passed_count: [0; 2],
            hindmost: [[NOWHERE; _]; 2],
            squares: none,
            on_color: [[0; 2]; 2],
            attacks: none,
            twice: none,
            outposts: none,
            behind: none,
            ahead: none,
            attacks_ahead: none,
            shadow: none,
            // Without a king there is nothing to shelter.
            kings: [None; 2],
            with_kings: WithKings::default(),
        }
    }
}

impl<const W: usize> PawnEntry<W> {
    /// Whether this is the entry of that hash.
    #[inline]
    pub(super) fn is_for(&self, key: u64) -> bool {
        self.key == key
    }

    /// Evaluates the pawns of both sides.
    pub(super) fn new(
        key: u64,
        w: &Weights,
        pawns: &[Vec<PlacedPawn>; 2],
        table: &PawnTable<W>,
    ) -> PawnEntry<W> {
        let shape = &table.shape;
        let mut entry = PawnEntry { key, ..PawnEntry::default() };
        let files = [PawnFiles::new(&pawns[0]), PawnFiles::new(&pawns[1])];
        // The squares that each side's pawns attack, now or from squares ahead of them.
        let mut reach = [Squares::NONE; 2];
        for color in Color::ALL {
            for &pawn in &pawns[color.index()] {
                reach[color.index()] |= entry.enter(pawn, color, table);
            }
        }
        for color in Color::ALL {
            let side = color.index();
            let (friends, enemies) = (&files[side], &files[(!color).index()]);
            let mut score = Tapered::default();
            for &pawn in &pawns[side] {
                if !table.hordes[side] {
                    score +=
                        entry.structure(w, pawn, color, (friends, enemies), &pawns[side], reach[side], shape);
                }
                if is_passed(pawn, friends, enemies, shape.ranks()) {
                    let steps = shape.ranks() - 1 - pawn.rank;
                    score += passed_value(w, steps);
                    let ahead = ahead(pawn, color, shape);
                    entry.remember_passed(color, PassedPawn { ahead, steps, square: pawn.square });
                }
            }
            if table.hordes[side] {
                score += horde_files(&pawns[side]);
            }
            entry.hindmost[side] = friends.hindmost;
            entry.score += score.seen_from(color);
            entry.files[side] = friends.taken;
            entry.outposts[side] = table.advanced[side] & !reach[(!color).index()];
        }
        entry
    }

    /// The terms that depend on pawns and kings: the kings' distances from passed pawns, and shelter. They
    /// are computed again only if a king has moved.
    #[inline]
    pub(super) fn with_kings(&mut self, w: &Weights, kings: [Option<Square>; 2], shape: &Shape) -> WithKings {
        if self.kings != kings {
            (self.kings, self.with_kings) = (kings, self.evaluate_kings(w, kings, shape));
        }
        self.with_kings
    }

    fn evaluate_kings(&self, w: &Weights, kings: [Option<Square>; 2], shape: &Shape) -> WithKings {
        let mut score = Tapered::default();
        let mut shelters = [0; 2];
        for color in Color::ALL {
            let side = color.index();
            let Some(king) = kings[side] else { continue };
            let (own, enemy) = (&self.hindmost[side], &self.hindmost[1 - side]);
            let (file, rank) = (shape.file(king), shape.rank_for(king, color));
            let shelter = shelter(w, own, file, rank, shape) + storm(w, (own, enemy), file, rank, shape);
            shelters[side] = shelter;
            let escort: i32 = kings[1 - side].map_or(0, |enemy| {
                self.passed(color).iter().map(|pawn| escort(w, pawn, king, enemy, shape)).sum()
            });
            score += Tapered { mg: shelter, eg: escort }.seen_from(color);
        }
        WithKings { score, shelters }
    }

    /// Which of the `prey` a side's pawns attack after a step ahead to squares that are not `closed`.
    #[inline(always)]
    pub(super) fn attacked_after_step(
        &self,
        table: &PawnTable<W>,
        color: Color,
        closed: Squares<W>,
        prey: Squares<W>,
    ) -> Squares<W> {
        let side = color.index();
        // Usually there is none.
        if !self.attacks_ahead[side].meets(prey) {
            return Squares::NONE;
        }
        let steps = self.ahead[side] & !closed;
        prey & steps.iter().fold(Squares::NONE, |reach, square| reach | table.usual[side][square.index()])
    }

    /// Adds a pawn to the sets. Returns the squares it attacks now, and those it attacks from now on.
    fn enter(&mut self, pawn: PlacedPawn, color: Color, table: &PawnTable<W>) -> Squares<W> {
        let side = color.index();
        let [attacks, reach] = table.attacks[usize::from(pawn.piece_square)];
        self.squares[side].insert(pawn.square);
        self.on_color[side][usize::from(table.shape.is_dark(Square(pawn.square)))] += 1;
        self.twice[side] |= self.attacks[side] & attacks;
        self.attacks[side] |= attacks;
        let behind = table.paths[(!color).index()][usize::from(pawn.square)];
        self.shadow[side] |= behind;
        let next = match color {
            Color::White => pawn.square.checked_sub(table.shape.files()),
            Color::Black => pawn.square.checked_add(table.shape.files()),
        };
        self.behind[side] |= next.map_or(Squares::NONE, Squares::only) & behind;
        let step = ahead(pawn, color, &table.shape);
        self.ahead[side].insert(step);
        self.attacks_ahead[side] |= table.usual[side][usize::from(step)];
        reach
    }

    /// The worth of a pawn in its structure.
    #[allow(clippy::too_many_arguments, reason = "all of them are looked at")]
    fn structure(
        &self,
        w: &Weights,
        pawn: PlacedPawn,
        color: Color,
        (friends, enemies): (&PawnFiles, &PawnFiles),
        pawns: &[PlacedPawn],
        reach: Squares<W>,
        shape: &Shape,
    ) -> Tapered {
        let mut score = w.pawn;
        let step = usize::from(pawn.rank.clamp(1, 6)) - 1;
        let guarded = self.attacks[color.index()].contains(pawn.square);
        let phalanx = pawns.iter().any(|f| f.file.abs_diff(pawn.file) == 1 && f.rank == pawn.rank);
        if guarded {
            score += w.guarded[step];
        }
        if phalanx {
            score += w.phalanx[step];
        }
        if !friends.beside(pawn.file) {
            score += w.isolated;
        } else if !phalanx
            && !reach.contains(pawn.square)
            && self.attacks[(!color).index()].contains(ahead(pawn, color, shape))
        {
            let open = enemies.taken >> pawn.file & 1 == 0;
            score += w.backward[usize::from(open)];
        }
        if friends.foremost[usize::from(pawn.file) + 1] > pawn.rank + 1 {
            score += w.doubled;
        }
        score
    }

    fn remember_passed(&mut self, color: Color, pawn: PassedPawn) {
        let count = &mut self.passed_count[color.index()];
        if let Some(place) = self.passed[color.index()].get_mut(usize::from(*count)) {
            *place = pawn;
            *count += 1;
        }
    }

    #[inline]
    pub(super) fn passed(&self, color: Color) -> &[PassedPawn] {
        &self.passed[color.index()][..usize::from(self.passed_count[color.index()])]
    }

    /// Whether there are pawns on both halves of the board.
    pub(super) fn are_on_both_flanks(&self, files: u8) -> bool {
        let (all, left) = (self.files[0] | self.files[1], (1u32 << (files / 2)) - 1);
        all & left != 0 && all & !left != 0
    }

    /// Whether a side has a pawn on a file.
    #[inline]
    pub(super) fn on_file(&self, color: Color, file: u8) -> bool {
        self.files[color.index()] >> file & 1 != 0
    }
}

/// The square in front of a pawn; its own on the last rank.
fn ahead(pawn: PlacedPawn, color: Color, shape: &Shape) -> u8 {
    match color {
        _ if pawn.rank + 1 >= shape.ranks() => pawn.square,
        Color::White => pawn.square + shape.files(),
        Color::Black => pawn.square - shape.files(),
    }
}

/// The bonus of a passed pawn for the distances of the kings.
fn escort(w: &Weights, pawn: &PassedPawn, ours: Square, theirs: Square, shape: &Shape) -> i32 {
    let [far, near] = [theirs, ours].map(|king| distance(shape, king, Square(pawn.square)));
    (far * w.passed_kings[0] + near * w.passed_kings[1]) / i32::from(pawn.steps.max(1))
}

/// King's steps between two squares.
pub(super) fn distance(shape: &Shape, a: Square, b: Square) -> i32 {
    i32::from(shape.file(a).abs_diff(shape.file(b)).max(shape.rank(a).abs_diff(shape.rank(b))))
}

/// By file, counted from 1, the rank of the hindmost pawn, from its owner's side.
type Hindmost = [u8; MAX_FILES as usize + 2];

/// The files of a side's pawns. They count from 1 here, so that each has a neighbor on both sides.
struct PawnFiles {
    /// A bit for each file, counted from 0, with a pawn.
    taken: u32,
    /// The rank of the hindmost pawn, from its owner's side.
    hindmost: Hindmost,
    /// The rank of the foremost pawn plus one; 0 if there is none.
    foremost: [u8; MAX_FILES as usize + 2],
}

impl PawnFiles {
    fn new(pawns: &[PlacedPawn]) -> PawnFiles {
        let mut files = PawnFiles { taken: 0, hindmost: [NOWHERE; _], foremost: [0; _] };
        for pawn in pawns {
            let file = usize::from(pawn.file) + 1;
            files.taken |= 1 << pawn.file;
            files.hindmost[file] = files.hindmost[file].min(pawn.rank);
            files.foremost[file] = files.foremost[file].max(pawn.rank + 1);
        }
        files
    }

    fn beside(&self, file: u8) -> bool {
        self.foremost[usize::from(file)] > 0 || self.foremost[usize::from(file) + 2] > 0
    }
}

/// How well pawns shelter their king on a file and rank (from the side's view).
fn shelter(w: &Weights, hindmost: &Hindmost, file: u8, rank: u8, shape: &Shape) -> i32 {
    let distance = |f: u8| hindmost[usize::from(f) + 1].checked_sub(rank).unwrap_or(NOWHERE);
    let beside = file.saturating_sub(1)..=(file + 1).min(shape.files() - 1);
    beside.map(|f| w.shelter[usize::from(distance(f)).min(w.shelter.len() - 1)]).sum()
}

/// Penalty for enemy pawns advancing toward the king (pawn storm).
fn storm(w: &Weights, (own, enemy): (&Hindmost, &Hindmost), file: u8, rank: u8, shape: &Shape) -> i32 {
    let beside = file.saturating_sub(1)..=(file + 1).min(shape.files() - 1);
    let cost = |file: u8| {
        let file = usize::from(file) + 1;
        // The enemy counts ranks from the other edge.
        let Some(at) = (shape.ranks() - 1).checked_sub(enemy[file]) else { return 0 };
        let Some(steps) = at.checked_sub(rank) else { return 0 };
        let blocked = own[file] != NOWHERE && own[file] + 1 == at;
        let list = if blocked { &w.storm_blocked } else { &w.storm };
        list.get(usize::from(steps)).copied().unwrap_or(0)
    };
    beside.map(cost).sum()
}

/// Whether a pawn is passed: no enemy pawn in front on its file or beside it, and no pawn of its own on its
/// file.
fn is_passed(pawn: PlacedPawn, friends: &PawnFiles, enemies: &PawnFiles, ranks: u8) -> bool {
    let file = usize::from(pawn.file);
    let ahead = |&hindmost: &u8| hindmost != NOWHERE && ranks - 1 - hindmost > pawn.rank;
    friends.foremost[file + 1] == pawn.rank + 1 && !enemies.hindmost[file..file + 3].iter().any(ahead)
}

/// The penalty of a side of pawns for gaps between files.
fn horde_files(pawns: &[PlacedPawn]) -> Tapered {
    let mut counts = [0; MAX_FILES as usize + 2];
    for pawn in pawns {
        counts[usize::from(pawn.file) + 1] += 1;
    }
    Tapered::both(counts.windows(3).map(|files| files[1] * HORDE_FILE / (1 + files[0] * files[2])).sum())
}

/// The bonus of a passed pawn, by its steps to promotion.
pub(super) fn passed_value(w: &Weights, steps: u8) -> Tapered {
    w.passed[usize::from(steps).min(w.passed.len() - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pawn(file: u8, rank: u8) -> PlacedPawn {
        PlacedPawn { file, rank, square: rank * 8 + file, piece_square: 0 }
    }

    #[test]
    fn a_pawn_is_passed_when_no_pawn_can_stop_it() {
        let ours = pawn(4, 4);
        let passed = |friends: &[PlacedPawn], enemies: &[PlacedPawn]| {
            is_passed(ours, &PawnFiles::new(friends), &PawnFiles::new(enemies), 8)
        };
        assert!(passed(&[ours], &[pawn(2, 1)]));
        assert!(passed(&[ours], &[pawn(3, 3)]), "an enemy beside it is too late");
        assert!(!passed(&[ours], &[pawn(3, 2)]));
        assert!(!passed(&[ours, pawn(4, 5)], &[]), "a friend is in the way");
    }

    #[test]
    fn a_king_behind_its_pawns_is_sheltered() {
        let pawns = PawnFiles::new(&[pawn(5, 1), pawn(6, 1), pawn(7, 1)]);
        let shape = Shape::rectangle(8, 8).unwrap();
        let on_file = |file| shelter(&Weights::default(), &pawns.hindmost, file, 0, &shape);
        assert!(on_file(6) > on_file(1));
    }
}
