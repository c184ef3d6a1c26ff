//! Attack: which squares the pieces of a side attack, now and after a move, what counts as check, and which
//! exchanges win.
//!
//! A *ray* is a piece and a way to a square. The square is attacked if some enemy ray to it is open. Guards
//! of rays see a board in one of four forms: the current one, after a move, with the king moved elsewhere,
//! and without some pieces.

use super::effect::Effect;
use super::moves::Move;
use super::sets::PieceSet;
use super::state::{Cell, Placed, SquareSet, State};
use super::{Board, Position};
use crate::rules::game::{Game, KindId, Least, Occupancy, PackedTarget, RayId, SideEffects};
use crate::rules::geometry::{Color, Square};

#[derive(Clone, Copy)]
pub(super) struct Current<'a>(pub(super) &'a State);

impl Occupancy for Current<'_> {
    #[inline]
    fn occupied(self, square: u8) -> bool {
        self.0.occupied(square)
    }

    fn holds(self, square: u8, color: Color) -> bool {
        self.0.board[usize::from(square)].is(color)
    }

    fn is_kind(self, square: u8, kind: KindId) -> bool {
        self.0.kind_at(Square(square)) == Some(kind)
    }
}

/// The board after a move.
#[derive(Clone, Copy)]
pub(super) struct After<'a>(pub(super) &'a State, pub(super) &'a Effect);

impl After<'_> {
    #[inline]
    fn piece_on(self, square: Square) -> Option<(Color, KindId)> {
        let After(state, effect) = self;
        let arrived = effect.arrivals().find(|(_, at)| at.square == square);
        arrived.map(|(color, at)| (color, at.kind)).or_else(|| {
            let cell = state.board[square.index()];
            let stays = cell.is_piece() && !effect.leaving().contains(cell.slot());
            stays.then(|| (cell.color(), state.kind_of[cell.slot()]))
        })
    }
}

impl Occupancy for After<'_> {
    #[inline]
    fn occupied(self, square: u8) -> bool {
        let After(state, effect) = self;
        match effect {
            Effect::Plain(step) => {
                square == step.to.0 || square != step.from.0 && !state.board[usize::from(square)].is_empty()
            }
            Effect::Several(_) => {
                state.board[usize::from(square)] == Cell::WALL
                    || effect.wall() == Some(Square(square))
                    || self.piece_on(Square(square)).is_some()
            }
        }
    }

    fn holds(self, square: u8, color: Color) -> bool {
        self.piece_on(Square(square)).is_some_and(|piece| piece.0 == color)
    }

    fn is_kind(self, square: u8, kind: KindId) -> bool {
        self.piece_on(Square(square)).is_some_and(|piece| piece.1 == kind)
    }
}

/// The board with the royal of the side to move on another square.
#[derive(Clone, Copy)]
pub(super) struct KingMoved<'a> {
    pub(super) state: &'a State,
    pub(super) royal: u8,
    pub(super) target: u8,
}

impl Occupancy for KingMoved<'_> {
    #[inline]
    fn occupied(self, square: u8) -> bool {
        square == self.target || (square != self.royal && self.state.occupied(square))
    }

    fn holds(self, square: u8, color: Color) -> bool {
        if square == self.target {
            color == self.state.side
        } else {
            square != self.royal && self.state.board[usize::from(square)].is(color)
        }
    }

    fn is_kind(self, square: u8, kind: KindId) -> bool {
        let before = if square == self.target { self.royal } else { square };
        let left = square == self.royal && square != self.target;
        !left && self.state.kind_at(Square(before)) == Some(kind)
    }
}

/// The board without some pieces.
#[derive(Clone, Copy)]
pub(super) struct Removed<'a>(pub(super) &'a State, pub(super) PieceSet);

impl Occupancy for Removed<'_> {
    #[inline]
    fn occupied(self, square: u8) -> bool {
        let cell = self.0.board[usize::from(square)];
        !cell.is_empty() && !self.1.contains(cell.slot())
    }

    fn is_kind(self, square: u8, kind: KindId) -> bool {
        self.occupied(square) && self.0.kind_at(Square(square)) == Some(kind)
    }
}

impl State {
    #[inline]
    fn occupied(&self, square: u8) -> bool {
        self.board[usize::from(square)] != Cell::EMPTY
    }
}

impl State {
    #[inline]
    pub(super) fn attacked(&self, game: &Game, target: Square, by: Color) -> bool {
        let towards = game.rays.towards(target);
        if game.side_effects.is_some() && self.is_shielded(game, target, by) {
            return false;
        }
        self.any_open(game, towards, self.side_pieces[by.index()], Current(self))
    }

    /// Whether `by` would attack `target` after a move.
    #[inline]
    pub(super) fn attacked_after(&self, game: &Game, target: Square, by: Color, effect: &Effect) -> bool {
        if let Some(side_effects) = &game.side_effects
            && self.is_shielded_after(side_effects, target, by, effect)
        {
            return false;
        }
        let attacks = |(color, at): (Color, Placed)| {
            let id = || game.rays.towards(target)[game.piece_square(at.kind, at.square)];
            color == by && game.rays.open(id(), self.now.rights, After(self, effect))
        };
        // A step moves no piece except the mover.
        let arrives = match effect {
            Effect::Plain(step) => attacks(step.arrival()),
            Effect::Several(_) => effect.arrivals().any(attacks),
        };
        arrives || self.attacked_after_by(game, target, self.side_pieces[by.index()], effect)
    }

    /// Whether one of some pieces would attack `target` after a move, if it stays on its square.
    #[inline]
    pub(super) fn attacked_after_by(
        &self,
        game: &Game,
        target: Square,
        pieces: PieceSet,
        effect: &Effect,
    ) -> bool {
        self.any_open(game, game.rays.towards(target), pieces & !effect.leaving(), After(self, effect))
    }

    /// Whether one of some pieces could recapture the piece that a move puts on a square: it attacks the
    /// square, or captures there by a move that cannot capture royal pieces, which is no attack.
    pub(super) fn is_protected(&self, game: &Game, at: Placed, pieces: PieceSet, effect: &Effect) -> bool {
        let class = effect.mover().cell_after.class();
        let tame = |slot: usize| {
            let captures = game.moves.multi_captures(usize::from(self.piece_square_of[slot])).iter();
            captures.filter(|capture| capture.tame && capture.stop.to == at.square.0).any(|capture| {
                capture.stop.allows(class)
                    && game.rays.guard_open(&capture.guard, self.now.rights, After(self, effect))
            })
        };
        self.attacked_after_by(game, at.square, pieces, effect)
            || !game.is_royal(at.kind) && (pieces & !effect.leaving()).iter().any(tame)
    }

    #[inline]
    fn any_open(&self, game: &Game, towards: &[RayId], mut pieces: PieceSet, board: impl Occupancy) -> bool {
        while !pieces.is_empty() {
            let id = towards[usize::from(self.piece_square_of[pieces.take_lowest()])];
            if id != RayId::NONE && game.rays.open(id, self.now.rights, board) {
                return true;
            }
        }
        false
    }

    /// The pieces of a side that attack a square.
    pub(super) fn attackers(&self, game: &Game, square: Square, by: Color) -> PieceSet {
        let towards = game.rays.towards(square);
        let attacks = |&slot: &usize| {
            let id = towards[usize::from(self.piece_square_of[slot])];
            game.rays.open(id, self.now.rights, Current(self))
        };
        self.side_pieces[by.index()].iter().filter(attacks).collect()
    }

    /// The pieces that attack royal pieces of a side.
    pub(super) fn checkers(&self, game: &Game, color: Color) -> PieceSet {
        let royals = self.royals_of(color).iter().map(|royal| self.square_of[royal]);
        let attacked = royals.filter(|&square| self.attacked(game, square, !color));
        attacked.fold(PieceSet::EMPTY, |set, square| set | self.attackers(game, square, !color))
    }

    /// Whether a move takes a royal piece that is attacked away, if it does not capture the only piece that
    /// attacks it.
    #[cold]
    pub(super) fn flees(&self, game: &Game, effect: &Effect) -> bool {
        let mover = effect.mover();
        let Some(from) = mover.before.map(|at| at.square).filter(|_| self.royals.contains(mover.slot()))
        else {
            return false;
        };
        self.attacked(game, from, !self.side) && {
            let attackers = self.attackers(game, from, !self.side);
            attackers.len() != 1 || !effect.removed().meets(attackers)
        }
    }

    /// Whether royal pieces of both sides face each other on an open file or rank.
    pub(super) fn kings_face(&self, game: &Game) -> bool {
        self.are_facing(game, |royal| Some(self.square_of[royal]), Current(self))
    }

    /// The same after a move.
    pub(super) fn kings_face_after(&self, game: &Game, effect: &Effect) -> bool {
        let removed = effect.removed();
        let square = |royal: usize| {
            let stays = !removed.contains(royal);
            stays.then(|| effect.target_of(royal).unwrap_or(self.square_of[royal]))
        };
        self.are_facing(game, square, After(self, effect))
    }

    #[cold]
    fn are_facing(
        &self,
        game: &Game,
        square: impl Fn(usize) -> Option<Square>,
        board: impl Occupancy,
    ) -> bool {
        let [white, black] = Color::ALL.map(|color| self.royals_of(color));
        let is_open = |one: Square, other: Square| {
            game.shape.line_between(one, other).is_some_and(|mut between| {
                between.all(|square| !game.shape.is_hole(square) && !board.occupied(square.0))
            })
        };
        let facing =
            |one, other| square(one).zip(square(other)).is_some_and(|(one, other)| is_open(one, other));
        white.iter().any(|one| black.iter().any(|other| facing(one, other)))
    }

    /// Whether a royal of `color` is attacked: all of them, if the side may leave one attacked.
    #[inline]
    pub(super) fn in_check(&self, game: &Game, color: Color) -> bool {
        let royals = self.royals_of(color);
        is_check(game, color, royals, |royal| self.attacked(game, self.square_of[royal], !color))
    }

    /// Whether a side would be in check after a move; `royals` are its royals that count.
    pub(super) fn in_check_after(
        &self,
        game: &Game,
        color: Color,
        royals: PieceSet,
        effect: &Effect,
    ) -> bool {
        let [own, enemies] = self.exploded(game, effect, color);
        if !own.is_empty() {
            return true; // this counts before the loss of the enemy's royal
        }
        if !enemies.is_empty() && self.ends_by_loss(game, !color, effect) {
            return false;
        }
        self.royals_attacked_after(game, color, royals, effect)
    }

    /// Whether the game ends by the pieces that a side loses by a move.
    #[cold]
    fn ends_by_loss(&self, game: &Game, color: Color, effect: &Effect) -> bool {
        // On the board and in hand after the move.
        let number = |kinds: &[KindId]| -> i64 {
            let held = |kind: &KindId| [self.counts[kind.index()], self.hands[kind.index()]];
            let before = kinds.iter().flat_map(held).map(i64::from);
            let lost = effect.victims().filter(|(_, victim)| kinds.contains(&victim.kind)).count();
            let caught = effect.changes().filter_map(|change| change.to_hand(game));
            let caught = caught.filter(|(kind, _)| kinds.contains(kind)).map(|(_, by)| i64::from(by));
            before.sum::<i64>() - i64::try_from(lost).unwrap_or(0) + caught.sum::<i64>()
        };
        let least = game.ends.iter().flat_map(|ends| &ends.least[color.index()]);
        let is_short = |least: &Least| {
            let (enemies, enough) = &least.enemies;
            number(&least.kinds) < i64::from(least.count)
                && (*enough == 0 || number(enemies) >= i64::from(*enough))
        };
        least.into_iter().any(is_short)
    }

    /// Whether the royals of a side that a move leaves on the board would be in check after it.
    fn royals_attacked_after(&self, game: &Game, color: Color, royals: PieceSet, effect: &Effect) -> bool {
        if let Some(leading) = game.leading_royal() {
            let square = self.leading_after(game, leading, color, effect);
            return square.is_some_and(|square| self.attacked_after(game, square, !color, effect));
        }
        is_check(game, color, royals, |royal| {
            let square = effect.target_of(royal).unwrap_or(self.square_of[royal]);
            self.attacked_after(game, square, !color, effect)
        })
    }

    /// Whether a piece of a kind attacks an enemy piece from the square where a move puts it.
    #[cold]
    pub(super) fn attacks_by(&self, game: &Game, m: Move, kind: KindId) -> bool {
        let effect = self.effect(game, m);
        let by = game.piece_square(kind, m.to());
        self.side_pieces[(!self.side).index()].iter().any(|slot| {
            let id = game.rays.towards(self.square_of[slot])[by];
            game.rays.open(id, self.now.rights, After(self, &effect))
        })
    }

    /// Whether a legal move of an ordinary turn gives check, directly or not. A royal that explodes is not in
    /// check.
    pub(super) fn gives_check(&self, game: &Game, m: Move) -> bool {
        if m.is_wall() {
            return self.wall_gives_check(game, m);
        }
        let (effect, enemy) = (self.effect(game, m), !self.side);
        self.royals_attacked_after(game, enemy, self.royals_of(enemy) & !effect.removed(), &effect)
    }
}

/// Whether attacks on royals of a side are check: on any, or on all if the side may leave one attacked, and
/// then perhaps only on the last one.
#[inline]
pub(super) fn is_check(
    game: &Game,
    color: Color,
    royals: PieceSet,
    is_attacked: impl FnMut(usize) -> bool,
) -> bool {
    if game.expendable_royals[color.index()] {
        let enough = !game.def.rules.royals.only_last_counts() || royals.len() == 1;
        enough && !royals.is_empty() && royals.iter().all(is_attacked)
    } else {
        royals.iter().any(is_attacked)
    }
}

impl Position {
    /// Whether the moving piece will attack an enemy royal from its target. This is cheaper than making
    /// the move, but misses discovered checks and checks by a castling partner.
    #[inline]
    pub fn checks_directly(&self, m: Move) -> bool {
        let (state, game) = (&self.state, &*self.game);
        let mover = state.effect(game, m).mover();
        let own = !mover.cell.is_empty() && !mover.changes_side();
        let Some(at) = mover.after.filter(|_| own) else { return false };
        let board = Removed(state, PieceSet::of(mover.slot()));
        state.royals_of(!state.side).iter().any(|royal| {
            let id = game.rays.towards(state.square_of[royal])[game.piece_square(at.kind, at.square)];
            id != RayId::NONE && game.rays.open(id, state.now.rights, board)
        })
    }
}

impl Position {
    /// Whether the exchange that a move begins on its target wins at least `threshold`, with pieces
    /// worth `values[kind]` centipawns each. Pins are ignored, and a promotion does not change the
    /// value of the pawn. Where a captor explodes or turns into a wall, a capture ends the exchange, and the
    /// move that goes to a square risks the capture there that costs its side most.
    pub fn see(&self, m: Move, threshold: i32, values: &[i32]) -> bool {
        let (state, game) = (&self.state, &self.game);
        if m.is_castling(game) {
            return threshold <= 0;
        }
        let worth = |kind: KindId| values.get(kind.index()).copied().unwrap_or(0);
        if let Some(victims) = state.blast(game, m) {
            return state.blast_swing(victims, worth) >= threshold;
        }
        let (target, effect) = (m.to(), state.effect(game, m));
        let value = |slot: usize| values.get(state.kind_of[slot].index()).copied().unwrap_or(0);
        let mut balance = state.swing(&effect, worth) - threshold;
        if balance < 0 {
            return false;
        }
        if let Some(side_effects) = game.captors_leave()
            && !effect.has_victims()
        {
            return state.capture_risk(game, side_effects, &effect, worth) <= balance;
        }
        let mover = effect.mover();
        balance -= mover.after.filter(|_| !mover.changes_side()).map_or(0, |at| worth(at.kind));
        if balance >= 0 {
            return true;
        }
        // Only pieces with any ray to the target can ever join in. Most exchanges end before those of
        // both sides are needed.
        let towards = game.rays.towards(target);
        let ray_of = |slot: usize| towards[usize::from(state.piece_square_of[slot])];
        // The target stays occupied, by one piece or another.
        let mut gone = PieceSet::of(effect.mover().slot());
        effect.each(|change| {
            let elsewhere = change.before.is_some_and(|at| at.square != target);
            gone |= PieceSet::of_if(change.slot(), elsewhere);
        });
        let mut known: [Option<PieceSet>; 2] = [None; 2];
        let mut waiting = |side: Color| {
            let pieces = state.side_pieces[side.index()];
            *known[side.index()].get_or_insert_with(|| {
                let with = |set, slot| set | PieceSet::of_if(slot, ray_of(slot) != RayId::NONE);
                pieces.iter().fold(PieceSet::EMPTY, with)
            })
        };
        let open = |slot: usize, gone: PieceSet| {
            game.rays.open(ray_of(slot), state.now.rights, Removed(state, gone))
        };
        let mut side = !state.side;
        loop {
            let candidates = waiting(side) & !gone;
            let next = candidates.iter().filter(|&slot| open(slot, gone)).min_by_key(|&slot| value(slot));
            let Some(next) = next else { break };
            if state.royals.contains(next) {
                // A royal takes part only if it cannot be recaptured.
                let after = gone | PieceSet::of(next);
                let enemies = waiting(!side) & !after;
                if enemies.iter().any(|slot| open(slot, after)) {
                    break;
                }
            }
            gone.insert(next);
            side = !side;
            balance = -balance - 1 - value(next);
            if balance >= 0 {
                break;
            }
        }
        // The side that could not or need not reply loses the exchange.
        side != state.side
    }
}

impl Position {
    /// What a move takes from the other side, less what it takes from its own, in pieces worth `values[kind]`
    /// centipawns each.
    pub fn swing(&self, m: Move, values: &[i32]) -> i32 {
        let worth = |kind: KindId| values.get(kind.index()).copied().unwrap_or(0);
        match self.state.blast(&self.game, m) {
            Some(victims) => self.state.blast_swing(victims, worth),
            None => self.state.swing(&self.state.effect(&self.game, m), worth),
        }
    }
}

impl State {
    /// What an explosion takes from the other side, less what it takes from the side to move.
    fn blast_swing(&self, victims: impl Iterator<Item = Cell>, worth: impl Fn(KindId) -> i32) -> i32 {
        let loss = |cell: Cell| {
            let value = worth(self.kind_of[cell.slot()]);
            if cell.is(self.side) { -value } else { value }
        };
        victims.map(loss).sum()
    }

    /// What a move takes from the other side, less what it takes from its own.
    #[inline]
    fn swing(&self, effect: &Effect, worth: impl Fn(KindId) -> i32) -> i32 {
        let mut gain = 0;
        effect.each(|change| {
            let leaves = change.after.is_none() || change.changes_side();
            let lost = change.before.filter(|_| leaves).map_or(0, |victim| worth(victim.kind));
            gain += if change.color() == self.side { -lost } else { lost };
        });
        gain
    }

    /// What a side loses at most when the piece that it moves is captured on its target by one that leaves
    /// the board: the piece and what explodes beside it, less the cheapest captor and what the other side has
    /// there.
    fn capture_risk(
        &self,
        game: &Game,
        side_effects: &SideEffects,
        effect: &Effect,
        worth: impl Fn(KindId) -> i32,
    ) -> i32 {
        let Some(moved) = effect.mover().after else { return 0 };
        let left = effect.leaving();
        let mut loss = worth(moved.kind);
        let mut beside = PieceSet::EMPTY;
        let near = side_effects.captor.explodes().then(|| &side_effects.beside[moved.square.index()]);
        for &square in near.into_iter().flatten() {
            let cell = self.board[square.index()];
            let kind = self.kind_of[cell.slot()];
            if !cell.is_piece() || left.contains(cell.slot()) || side_effects.spares(kind) {
                continue;
            }
            beside.insert(cell.slot());
            loss += if cell.is(self.side) { worth(kind) } else { -worth(kind) };
        }
        let towards = game.rays.towards(moved.square);
        let captors = self.side_pieces[(!self.side).index()].iter().filter(|&slot| {
            let id = towards[usize::from(self.piece_square_of[slot])];
            id != RayId::NONE && game.rays.open(id, self.now.rights, Removed(self, left))
        });
        // A captor beside the target explodes in any case.
        let costs = captors.map(|slot| {
            let free = beside.contains(slot) || side_effects.survives(self.kind_of[slot]);
            if free { 0 } else { worth(self.kind_of[slot]) }
        });
        costs.min().map_or(0, |cost| (loss - cost).max(0))
    }
}

impl Board<'_> {
    /// Whether a side attacks a square.
    #[inline]
    pub fn is_attacked(self, square: Square, by: Color) -> bool {
        self.state.attacked(self.game, square, by)
    }

    /// The pieces of a side that attack a square.
    pub fn attackers(self, square: Square, by: Color) -> PieceSet {
        self.state.attackers(self.game, square, by)
    }

    /// The squares of the pieces of the side to move besides pawns that the enemy attacks.
    pub fn attacked_pieces(self) -> SquareSet {
        let (state, game) = (self.state, self.game);
        let mut attacked = SquareSet::EMPTY;
        for slot in state.side_pieces[state.side.index()] {
            let square = state.square_of[slot];
            if !game.kind(state.kind_of[slot]).pawn && state.attacked(game, square, !state.side) {
                attacked.insert(square.0);
            }
        }
        attacked
    }

    /// The moves of a side's pieces, legal or not: to empty squares, and to enemies.
    pub fn mobility(self, color: Color) -> [u32; 2] {
        let (state, moves) = (self.state, &self.game.moves);
        let mut mobility = [0; 2];
        for slot in state.side_pieces[color.index()] {
            let stops = moves.stops(moves.entry(usize::from(state.piece_square_of[slot])));
            for (_, stop, class) in PackedTarget::reached(stops, |square| state.class_of(square)) {
                mobility[usize::from(class != 0)] += u32::from(stop.allows(class));
            }
        }
        mobility
    }
}
