//! Walls on squares: where the side to move may put one, and what that does to the position.
//!
//! A square with a wall is neither empty nor anybody's, so that no move of the tables ends there or leads
//! through it. A wall is put by a move of its own, from the square of the duck, or from its own square if the
//! wall is new.

use super::Position;
use super::generate::Sink;
use super::legal::obeys;
use super::make::ClockEffect;
use super::moves::Move;
use super::state::{Cell, State};
use super::turn::Turn;
use crate::rules::game::{Game, Hands, KindId};
use crate::rules::geometry::Square;

impl State {
    /// Whether the next move puts a wall on a square, and nothing else is possible.
    #[inline]
    pub(super) fn wall_is_due(&self) -> bool {
        match &self.turn {
            Some(Turn::Series(turn)) => turn.wall_is_due(),
            None | Some(Turn::ByColor(_)) => false,
        }
    }

    /// The only square for the wall that is due, if it must be where a piece was.
    fn left_square(&self) -> Option<Square> {
        match &self.turn {
            Some(Turn::Series(turn)) => turn.left_square,
            None | Some(Turn::ByColor(_)) => None,
        }
    }

    /// The squares of the walls.
    pub(super) fn walls(&self, game: &Game) -> impl Iterator<Item = Square> {
        let possible = game.def.rules.may_have_walls();
        let squares = game.shape.squares().filter(move |_| possible);
        squares.filter(|square| self.board[square.index()] == Cell::WALL)
    }

    /// Puts a wall on a square, in all but the key.
    pub(super) fn add_wall(&mut self, square: Square) {
        self.board[square.index()] = Cell::WALL;
    }

    /// Passes on the moves by which the side to move puts a wall on a square now.
    #[cold]
    pub(super) fn put_walls<S: Sink>(&self, game: &Game, sink: &mut S) {
        let from = self.duck(game);
        for to in game.shape.squares() {
            let m = Move::wall(from, to);
            if self.may_put_wall(game, m) {
                sink.push(m);
            }
            if sink.done() {
                return;
            }
        }
    }

    /// The square from which the duck comes.
    fn duck(&self, game: &Game) -> Option<Square> {
        if game.def.rules.walls.when.is_duck() { self.walls(game).next() } else { None }
    }

    /// Whether a move that puts a wall on a square is legal.
    pub(super) fn may_put_wall(&self, game: &Game, m: Move) -> bool {
        let walls = game.def.rules.walls;
        m == Move::wall(self.duck(game), m.to())
            && self.board[m.to().index()].is_empty()
            && (!walls.at.is_edge() || self.is_at_edge(game, m.to()))
            && self.left_square().is_none_or(|left| m.to() == left)
            && (self.wall_is_due() || walls.when.replaces_moves() && self.may_replace_move(game, m))
    }

    /// Whether a wall may stand for a move: neither a capture nor a drop is due, and no royal of its side is
    /// left attacked.
    fn may_replace_move(&self, game: &Game, m: Move) -> bool {
        let must_drop = |hands: &Hands| self.must_drop(hands) || self.due_drops(game, hands).is_some();
        !game.hands.as_ref().is_some_and(must_drop) && self.wall_is_safe(game, m) && obeys(self, game, m)
    }

    /// Whether a square is at the edge of the board, or beside a wall.
    fn is_at_edge(&self, game: &Game, square: Square) -> bool {
        let shape = &game.shape;
        shape.lattice().ways().iter().any(|&way| {
            let near = shape.step(square, way, false);
            near.is_none_or(|near| self.board[near.index()] == Cell::WALL)
        })
    }

    /// Whether a wall leaves no royal of the side that puts it attacked. It can block an attack, and pieces
    /// that hop over others may hop over it.
    fn wall_is_safe(&self, game: &Game, m: Move) -> bool {
        let exposes = !game.rays.all_plain || self.in_check(game, self.side);
        !exposes || !self.after_wall(game, m).in_check(game, self.side)
    }

    /// Whether a wall gives check, by pieces that hop over it.
    #[cold]
    pub(super) fn wall_gives_check(&self, game: &Game, m: Move) -> bool {
        !game.rays.all_plain && self.after_wall(game, m).in_check(game, !self.side)
    }

    /// The position after a wall, without its history.
    pub(super) fn after_wall(&self, game: &Game, m: Move) -> State {
        let mut after = self.board_alone();
        after.make(game, m);
        after
    }

    /// Makes a move that puts a wall on a square.
    #[cold]
    pub(super) fn make_wall(&mut self, game: &Game, m: Move) {
        self.remember(m, KindId(0), Cell::EMPTY, KindId(0));
        if m.from() != m.to() {
            self.board[m.from().index()] = Cell::EMPTY;
            self.now.key ^= game.zobrist.wall[m.from().index()];
        }
        self.add_wall(m.to());
        self.now.key ^= game.zobrist.wall[m.to().index()];
        // Walls that stay never make room again for an earlier position.
        let clock = ClockEffect { zeroing: false, irreversible: !game.def.rules.walls.when.is_duck() };
        if self.turn.is_some() {
            return self.end_move(game, m, m.to(), clock);
        }
        self.clear_en_passant(game, 0);
        self.end_ply(game, clock);
    }

    /// Ends a turn without the wall that is due. Only for a search.
    #[cold]
    pub(super) fn leave_wall_out(&mut self, game: &Game) {
        self.remember(Move::NONE, KindId(0), Cell::EMPTY, KindId(0));
        self.end_move(game, Move::NONE, Square(0), ClockEffect { zeroing: false, irreversible: true });
    }

    /// The part of the key for the walls, from scratch.
    pub(super) fn walls_key(&self, game: &Game) -> u64 {
        self.walls(game).fold(0, |key, square| key ^ game.zobrist.wall[square.index()])
    }
}

impl Position {
    /// The squares of the walls, which players put there in some games (the duck of Duck Chess).
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use fibnif::rules::{game, position::Position, variant::Catalog};
    ///
    /// let game = game::compile(&Catalog::builtin().resolve("duck")?)?;
    /// let mut position = Position::start(game);
    /// position.make(position.parse_move("e2e4")?);
    /// assert!(position.wall_is_due());
    /// position.make(position.parse_move("*@d5")?);
    /// assert_eq!(position.walls().map(|wall| position.game().shape.name(wall)).collect::<Vec<_>>(), ["d5"]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn walls(&self) -> impl Iterator<Item = Square> {
        self.state.walls(&self.game)
    }

    /// Whether a move is the wall that belongs to the move before it, and is written as the rest of that.
    pub fn is_rest_of_move(&self, m: Move) -> bool {
        m.is_wall() && self.game.def.rules.walls.when.follows_moves()
    }

    /// Whether the side to move has moved a piece in this turn, and must now put a wall on a square.
    pub fn wall_is_due(&self) -> bool {
        self.state.wall_is_due()
    }
}
