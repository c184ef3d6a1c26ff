//! Moves that do more to other men than take one where they end.

use super::attack::is_check;
use super::generate::{Generator, Mover};
use super::look::{Change, Shifted};
use super::moves::{Move, Tag};
use super::sink::Sink;
use super::state::{Cell, MenSet};
use crate::game::Stop;
use crate::geometry::Square;

impl<S: Sink, const NOISY: bool, const QUIETS: bool> Generator<'_, S, NOISY, QUIETS> {
    /// Moves that take men on the way or of their own side, spare royals, or end where they began. What they
    /// leave behind is tested each time: a man that is taken may have shielded a royal.
    pub(super) fn takings(&mut self, mover: Mover) {
        if !self.game.moves.has_takings() {
            return;
        }
        let mut known: Vec<Move> = Vec::new();
        for taking in self.game.moves.takings(self.game.row(mover.kind, mover.from)) {
            let stays = taking.to == mover.from.0;
            let cell = if stays { Cell::EMPTY } else { self.state.board[usize::from(taking.to)] };
            let victims = self.game.moves.victims(taking.victims);
            let enemy = |cell: Cell| cell.is(!self.state.side);
            let put = self.game.moves.put_down(taking.victims);
            let enemies = enemy(cell) || victims.iter().any(|square| enemy(self.state.board[square.index()]));
            let noisy = enemies && put.is_none();
            let wanted = taking.when >> cell.class() & 1 != 0 && if noisy { NOISY } else { QUIETS };
            let m = Move::new(mover.from.0, taking.to, Tag::Takes(taking.victims));
            // In another order it takes the same men.
            let again = |other: &Move| m.to() == other.to() && self.does_alike(m, *other);
            if !wanted || known.iter().any(again) || !self.guard_open(&taking.guard) {
                continue;
            }
            if victims.is_empty() && put.is_none() && !stays && self.goes_to(mover, taking.to) {
                continue; // what spares royals may be what another of its moves does anyway
            }
            let slot = |square: &Square| self.state.board[square.index()].slot();
            let mut taken = victims.iter().fold(0, |set: MenSet, square| set | 1 << slot(square));
            if !cell.is_empty() {
                taken |= 1 << cell.slot();
            }
            let to = Square(taking.to);
            let shifted = self.state.shifted(self.game, m);
            let own = match shifted {
                Some(shifted) if !self.may_be_put(shifted) => continue,
                Some(_) if !taking.tame => 0,
                _ => self.state.side_men[self.state.side.index()],
            };
            let at_the_end = if taking.tame && !cell.is_empty() { 1 << cell.slot() } else { 0 };
            if taken & (own | at_the_end) & self.state.royals != 0 {
                continue;
            }
            let filled = [to, shifted.map_or(to, |shifted| shifted.to)];
            let lodged = shifted.filter(|shifted| shifted.color != self.state.side).map(|shifted| shifted.to);
            let put = shifted.map_or(mover.kind, |shifted| self.state.kind_of[shifted.slot]);
            let kinds = [mover.kind, put];
            let change = Change { emptied: [mover.from; 2], filled, taken, lodged, kinds };
            if self.safe_with(mover, to, &change, shifted) {
                known.push(m);
                self.sink.push(m);
            }
        }
    }

    /// Whether two moves of a man do the same to others.
    fn does_alike(&self, one: Move, other: Move) -> bool {
        let (Tag::Takes(one), Tag::Takes(other)) = (one.tag(), other.tag()) else { return false };
        let moves = &self.game.moves;
        let (victims, others) = (moves.victims(one), moves.victims(other));
        moves.put_down(one) == moves.put_down(other)
            && victims.len() == others.len()
            && victims.iter().all(|square| others.contains(square))
    }

    /// Whether the man that a move puts down elsewhere may stand there.
    fn may_be_put(&self, man: Shifted) -> bool {
        let (game, kind) = (self.game, self.state.kind_of[man.slot]);
        let must_promote = game.promotion(kind, man.to).is_some_and(|set| set.forced);
        game.kind(kind).may_stand(&game.def, man.to) && !must_promote
    }

    /// Whether a man goes to a square by an ordinary move, or one by condition.
    #[cold]
    fn goes_to(&self, mover: Mover, to: u8) -> bool {
        let (game, cell) = (self.game, self.state.board[usize::from(to)]);
        let entry = game.moves.entry(game.row(mover.kind, mover.from));
        let ends = |stop: &Stop| {
            let barred = game.moves.special(stop).is_some_and(|special| self.is_barred(special));
            stop.to == to && stop.when >> cell.class() & 1 != 0 && !barred
        };
        let stops = game.moves.stops(entry);
        let mut next = 0;
        while let Some(stop) = stops.get(next) {
            if ends(stop) {
                return true;
            }
            let empty = self.state.board[usize::from(stop.to)].is_empty();
            next += if empty { 1 } else { usize::from(stop.skip) };
        }
        game.moves.guarded(entry).iter().any(|guarded| ends(&guarded.stop) && self.guard_open(&guarded.guard))
    }

    /// The same for a move that puts a man down elsewhere.
    #[inline]
    pub(super) fn safe_with(
        &self,
        mover: Mover,
        to: Square,
        change: &Change,
        shifted: Option<Shifted>,
    ) -> bool {
        let state = self.state;
        !is_check(self.game, state.side, self.royals, |royal| {
            let square = match shifted {
                _ if royal == mover.slot => to,
                Some(shifted) if royal == shifted.slot => shifted.to,
                _ => state.square_of[royal],
            };
            let enemy = shifted.filter(|shifted| shifted.color != state.side);
            state.attacked_after(self.game, square, !state.side, change)
                || enemy.is_some_and(|enemy| state.attacks_from(self.game, enemy, square, change))
        })
    }
}
