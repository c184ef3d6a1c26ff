//! A few pieces on a board: their legal moves, many times faster than those of a position, and their quiet
//! moves backwards.
//!
//! The game's own tables hold the moves forwards. Backwards each quiet move is listed by its target square,
//! with its conditions on the squares between.

use super::material::MOST_PIECES;
use crate::rules::game::{
    Condition, EffectId, EnPassant, Game, GuardTable, KindId, MoveEffect, PackedGuard, PackedTarget, RayId,
    Walk,
};
use crate::rules::geometry::{Color, MAX_SQUARES, Narrow, Square};
use crate::rules::position::SquareSet;

const NOBODY: u8 = u8::MAX;

/// The pieces of an ending on their squares. Their types are fixed; a piece may be removed for a moment.
#[derive(Debug, Clone)]
pub(super) struct EndingBoard<'a> {
    game: &'a Game,
    kinds: Vec<KindId>,
    colors: Vec<Color>,
    royal: Vec<bool>,
    /// By side: whether none of its pieces attacks along lines that another piece could open.
    leaps: [bool; 2],
    /// By piece: its square.
    at: [u8; MOST_PIECES],
    /// By piece: whether it is on the board.
    here: [bool; MOST_PIECES],
    /// By square: what is there, as the game's tables number it.
    class: [u8; MAX_SQUARES],
    /// By square: which piece.
    who: [u8; MAX_SQUARES],
}

/// A legal move of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Transition {
    pub(super) piece: u8,
    pub(super) to: u8,
    pub(super) victim: Option<u8>,
    /// What the piece becomes, if it changes type.
    pub(super) becomes: Option<KindId>,
    pub(super) double: Option<u8>,
}

impl Transition {
    /// Whether it changes the material.
    pub(super) fn is_exit(self) -> bool {
        self.victim.is_some() || self.becomes.is_some()
    }
}

impl<'a> EndingBoard<'a> {
    pub(super) fn new(game: &'a Game, kinds: &[KindId]) -> EndingBoard<'a> {
        EndingBoard {
            game,
            kinds: kinds.to_vec(),
            colors: kinds.iter().map(|&id| game.kind(id).color).collect(),
            royal: kinds.iter().map(|&id| game.kind(id).royal).collect(),
            leaps: Color::ALL.map(|color| {
                let own = kinds.iter().filter(|&&id| game.kind(id).color == color);
                own.into_iter().all(|&id| only_leaps(game, id))
            }),
            at: [0; MOST_PIECES],
            here: [false; MOST_PIECES],
            class: [EMPTY; MAX_SQUARES],
            who: [NOBODY; MAX_SQUARES],
        }
    }

    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    pub(super) fn color(&self, piece: usize) -> Color {
        self.colors[piece]
    }

    pub(super) fn kind(&self, piece: usize) -> KindId {
        self.kinds[piece]
    }

    pub(super) fn squares(&self) -> &[u8] {
        &self.at[..self.kinds.len()]
    }

    pub(super) fn classes(&self) -> &[u8; MAX_SQUARES] {
        &self.class
    }

    pub(super) fn is_empty(&self, square: u8) -> bool {
        self.class[usize::from(square)] == EMPTY
    }

    /// Places all pieces on these squares, in order; `false` if two share one.
    pub(super) fn set(&mut self, squares: &[u8]) -> bool {
        for piece in 0..self.len() {
            if self.here[piece] {
                self.remove(piece);
            }
        }
        for (piece, &square) in squares.iter().enumerate() {
            if !self.is_empty(square) {
                return false;
            }
            self.place(piece, square);
        }
        true
    }

    #[inline]
    pub(super) fn place(&mut self, piece: usize, square: u8) {
        self.at[piece] = square;
        self.here[piece] = true;
        self.class[usize::from(square)] = 2 + self.colors[piece] as u8;
        self.who[usize::from(square)] = piece.narrow();
    }

    #[inline]
    pub(super) fn remove(&mut self, piece: usize) {
        let square = usize::from(self.at[piece]);
        self.here[piece] = false;
        self.class[square] = EMPTY;
        self.who[square] = NOBODY;
    }

    /// Whether a royal piece of `color` is attacked.
    pub(super) fn in_check(&self, color: Color) -> bool {
        (0..self.len()).any(|royal| {
            self.royal[royal]
                && self.here[royal]
                && self.colors[royal] == color
                && self.is_attacked(self.at[royal], !color)
        })
    }

    #[inline]
    fn is_attacked(&self, square: u8, by: Color) -> bool {
        let rays = &self.game.rays;
        let towards = rays.towards(Square(square));
        (0..self.len()).any(|piece| {
            self.here[piece] && self.colors[piece] == by && {
                let index = self.game.piece_square(self.kinds[piece], Square(self.at[piece]));
                rays.open(towards[index], 0, |s| self.class[usize::from(s)] != EMPTY)
            }
        })
    }

    /// Calls `visit` for every legal move of a side, with the board after the move; with `EXITS` for moves to
    /// occupied squares and promotions alone. Castling and moves of unmoved pieces are left out; for captures
    /// en passant see [`EndingBoard::en_passant`].
    pub(super) fn moves<const EXITS: bool>(
        &mut self,
        side: Color,
        visit: &mut impl FnMut(&mut Self, Transition),
    ) {
        let in_check = self.in_check(side);
        for piece in 0..self.len() {
            self.moves_of::<EXITS>(piece, side, in_check, visit);
        }
    }

    /// Whether a side has a legal move that changes no material.
    pub(super) fn can_stay(&mut self, side: Color) -> bool {
        let in_check = self.in_check(side);
        let mut can = false;
        // Those in front, which are royal, have more moves that are not legal.
        (0..self.len()).rev().any(|piece| {
            self.moves_of::<false>(piece, side, in_check, &mut |_, step| can |= !step.is_exit());
            can
        })
    }

    /// The moves of a piece, if it belongs to that side.
    #[inline]
    fn moves_of<const EXITS: bool>(
        &mut self,
        piece: usize,
        side: Color,
        in_check: bool,
        visit: &mut impl FnMut(&mut Self, Transition),
    ) {
        if !self.here[piece] || self.colors[piece] != side {
            return;
        }
        let game = self.game;
        let safe = !in_check && (self.leaps[(!side).index()] || !EXITS && !self.is_pinned(piece));
        let wanted =
            |stop: &PackedTarget, class| !EXITS || class != EMPTY || game.moves.terms(*stop).is_some();
        let entry = game.moves.entry(game.piece_square(self.kinds[piece], Square(self.at[piece])));
        let mut seen = entry.overlap.then_some(SquareSet::EMPTY);
        let stops = game.moves.stops(entry);
        let mut walk = Walk::new(stops);
        while let Some((_, stop, class)) = walk.step(|square| self.class[usize::from(square)].into()) {
            if stop.allows(class) && wanted(stop, self.class[usize::from(stop.to)]) {
                self.go(piece, *stop, (in_check, safe), &mut seen, visit);
            }
        }
        for guarded in game.moves.conditional(entry) {
            let class = self.class[usize::from(guarded.stop.to)];
            let may = guarded.stop.allows(class.into())
                && wanted(&guarded.stop, class)
                && game.rays.guard_open(&guarded.guard, 0, |s| self.class[usize::from(s)] != EMPTY);
            if may {
                self.go(piece, guarded.stop, (in_check, safe), &mut seen, visit);
            }
        }
    }

    /// Whether a piece other than a royal one may stand between its royal piece and an attack, judging by
    /// where it is now: if not, it may go anywhere.
    #[inline]
    fn is_pinned(&mut self, piece: usize) -> bool {
        if self.royal[piece] || !self.game.rays.all_plain {
            return true;
        }
        let at = self.at[piece];
        self.remove(piece);
        let pinned = self.in_check(self.colors[piece]);
        self.place(piece, at);
        pinned
    }

    /// Attempts a move of a piece. `seen` are the squares that it has moved to, where it may reach one in two
    /// ways.
    #[inline]
    fn go(
        &mut self,
        piece: usize,
        stop: PackedTarget,
        (in_check, safe): (bool, bool),
        seen: &mut Option<SquareSet>,
        visit: &mut impl FnMut(&mut Self, Transition),
    ) {
        let game = self.game;
        let victim = Some(self.who[usize::from(stop.to)]).filter(|&victim| victim != NOBODY);
        let terms = game.moves.terms(stop);
        if in_check && terms.is_some_and(|terms| terms.condition.requires(Condition::UNCHECKED)) {
            return;
        }
        if seen.as_mut().is_some_and(|seen| !seen.insert(stop.to)) {
            return;
        }
        let effects = terms.map_or(&[EffectId::ORDINARY][..], |terms| terms.effects(victim.is_some()));
        let step = Transition { piece: piece.narrow(), to: stop.to, victim, becomes: None, double: None };
        self.attempt(step, effects, safe, visit);
    }

    /// Makes a move, calls `visit` if it is legal, once for each of its effects, and takes it back.
    #[inline]
    fn attempt(
        &mut self,
        step: Transition,
        effects: &[EffectId],
        safe: bool,
        visit: &mut impl FnMut(&mut Self, Transition),
    ) {
        let piece = usize::from(step.piece);
        let (from, side) = (self.at[piece], self.colors[piece]);
        let victim = step.victim.map(|victim| (usize::from(victim), self.at[usize::from(victim)]));
        if let Some((victim, _)) = victim {
            self.remove(victim);
        }
        self.remove(piece);
        self.place(piece, step.to);
        if safe && !self.royal[piece] || !self.in_check(side) {
            for &id in effects {
                let &MoveEffect { becomes, exposes, .. } = self.game.effects.get(id);
                visit(self, Transition { becomes, double: exposes.get(), ..step });
            }
        }
        self.remove(piece);
        self.place(piece, from);
        if let Some((victim, at)) = victim {
            self.place(victim, at);
        }
    }

    /// Calls `visit` for every legal capture of the pawn that has just made a double step.
    pub(super) fn en_passant(&mut self, double: u8, visit: &mut impl FnMut(&mut Self, Transition)) {
        let game = self.game;
        let step = &game.double_steps[usize::from(double)];
        let victim = self.who[step.to.index()];
        for capture in &step.captures {
            let Some(piece) = self.capturer(capture, !step.color) else { continue };
            if !self.is_empty(capture.to.0)
                || !game.rays.guard_open(&capture.guard, 0, |s| self.class[usize::from(s)] != EMPTY)
            {
                continue;
            }
            let (piece, to, victim) = (piece.narrow(), capture.to.0, Some(victim));
            let step = Transition { piece, to, victim, becomes: None, double: None };
            self.attempt(step, capture.terms.effects(true), false, visit);
        }
    }

    /// The piece that could capture en passant.
    pub(super) fn capturer(&self, capture: &EnPassant, color: Color) -> Option<usize> {
        let piece = usize::from(self.who[capture.from.index()]);
        (piece < self.len() && self.colors[piece] == color && self.kinds[piece] == capture.kind)
            .then_some(piece)
    }

    /// Whether a pawn that has just made a double step can be captured en passant.
    pub(super) fn can_be_taken_en_passant(&mut self, double: u8) -> bool {
        let mut any = false;
        self.en_passant(double, &mut |_, _| any = true);
        any
    }
}

/// Whether nothing can block the attacks of a piece type.
fn only_leaps(game: &Game, kind: KindId) -> bool {
    let shape = &game.shape;
    shape.squares().all(|target| {
        let towards = game.rays.towards(target);
        shape
            .squares()
            .all(|from| matches!(towards[game.piece_square(kind, from)], RayId::NONE | RayId::LEAP))
    })
}

/// The classes of a board's cells, as the game's tables number them.
pub(super) const EMPTY: u8 = 0;

/// A quiet move that leads to a square.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuietOrigin {
    pub(super) from: u8,
    /// Whether the mover's side must not be in check.
    pub(super) unchecked: bool,
    /// The index of the double step that it is, if any.
    pub(super) double: Option<u8>,
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
        let squares = game.shape.cell_count();
        let mut paths = Paths { game, first: Vec::new(), origins: Vec::new(), guards: GuardTable::default() };
        for kind in game.kind_ids() {
            let mut by_target: Vec<Vec<QuietOrigin>> = vec![Vec::new(); squares];
            for from in game.shape.squares().filter(|_| kinds.contains(&kind)) {
                for (target, terms) in game.moves_from(kind, from).into_iter().filter(|(t, _)| t.quiet) {
                    // The piece stays what it is.
                    let effects = terms.map_or(&[EffectId::ORDINARY][..], |terms| &terms.quiet);
                    let mut effects = effects.iter().map(|&id| game.effects.get(id));
                    let Some(stays) = effects.find(|effect| effect.becomes.is_none()) else { continue };
                    let unchecked = target.condition().requires(Condition::UNCHECKED);
                    let (guard, double) = (paths.guards.store(&target.guard), stays.exposes.get());
                    by_target[target.to.index()].push(QuietOrigin { from: from.0, unchecked, double, guard });
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
        self.guards.are_open(origin.guard, 0, |square| class[usize::from(square)] != EMPTY)
    }
}
