//! Walls that the players put on squares in the course of a game: nothing stands on a wall or goes through it
//! (Duck Chess, Atlantis Chess).

use super::error::VariantError;
use super::feature::Feature;
use super::keys::{Words, given, table, words};
use super::pieces::Context;
use super::tree::{Node, Tree};
use super::turn::TurnRule;

words! {
    /// When a side puts a wall on a square.
    pub enum WallPlan {
        /// Never.
        Never = "never",
        /// There is one wall, the duck. After each move of a piece its side puts the duck on another empty
        /// square.
        Duck = "duck": Walls,
        /// After each move of a piece its side puts a new wall on an empty square.
        AfterMove = "after-move": Walls,
        /// A side may put a new wall on an empty square instead of moving a piece.
        InsteadOfMove = "instead-of-move": Walls,
    }

    /// Where a wall may be put.
    pub enum WallSite {
        /// On any empty square.
        Anywhere = "anywhere",
        /// On empty squares at the edge of the board, and beside walls on a rank or file.
        Edge = "edge",
        /// On the square that a piece has left in the same turn, or on any empty one if it left none empty.
        Left = "left",
    }
}

table! {
    /// The walls of a game.
    #[derive(Copy, Eq, Default)]
    pub struct Walls: WALLS, with ();

    /// `"never"` (the default), `"duck"` (there is one wall, and after each move of a piece the same side
    /// puts it on another empty square), `"after-move"` (it puts a new wall there) or `"instead-of-move"`
    /// (a side may do that instead of moving a piece). Nothing stands on a wall or goes through it, but
    /// pieces that hop may hop over it.
    when: WallPlan;
    /// The empty squares for it: `"anywhere"` (the default), `"edge"` (at the edge of the board, or beside a
    /// wall on a rank or file) or `"left"` (the square that a piece has left in the same turn, or any empty
    /// one if it left none, as a drop does).
    at: WallSite;
}

impl WallPlan {
    /// Whether a turn is a move and a wall.
    #[must_use]
    pub fn follows_moves(self) -> bool {
        match self {
            WallPlan::Duck | WallPlan::AfterMove => true,
            WallPlan::Never | WallPlan::InsteadOfMove => false,
        }
    }

    /// Whether a wall may be put instead of a move.
    #[must_use]
    pub fn replaces_moves(self) -> bool {
        match self {
            WallPlan::InsteadOfMove => true,
            WallPlan::Never | WallPlan::Duck | WallPlan::AfterMove => false,
        }
    }

    /// Whether there is one wall, which leaves its square for another.
    #[must_use]
    pub fn is_duck(self) -> bool {
        match self {
            WallPlan::Duck => true,
            WallPlan::Never | WallPlan::AfterMove | WallPlan::InsteadOfMove => false,
        }
    }
}

impl WallSite {
    /// Whether a square must be at the edge of the board or beside a wall.
    #[must_use]
    pub fn is_edge(self) -> bool {
        match self {
            WallSite::Edge => true,
            WallSite::Anywhere | WallSite::Left => false,
        }
    }

    /// Whether it is the square that a piece has left.
    #[must_use]
    pub fn is_left(self) -> bool {
        match self {
            WallSite::Left => true,
            WallSite::Anywhere | WallSite::Edge => false,
        }
    }
}

impl TurnRule {
    /// What a turn of one move is in a game with these walls.
    pub(super) fn with_walls(self, walls: Walls) -> TurnRule {
        if self.is_one_move() && walls.when.follows_moves() { TurnRule::MoveAndWall } else { self }
    }
}

impl Walls {
    /// Whether there may be any.
    #[must_use]
    pub fn are_possible(self) -> bool {
        self.feature().is_some()
    }

    /// Their feature, if there may be any.
    #[must_use]
    pub fn feature(self) -> Option<Feature> {
        self.when.feature()
    }

    /// The walls of a table of rules.
    pub(super) fn of_rules(rules: &Tree) -> Result<Walls, VariantError> {
        rules.get("walls").map_or(Ok(Walls::default()), |node| Walls::read(&node.short("when"), &()))
    }
}

/// `walls = "duck"`, or `{ when = "instead-of-move", at = "edge" }`.
pub(super) fn read_walls(node: &Node, context: &Context<'_>) -> Result<Walls, VariantError> {
    let walls = Walls::read(&node.short("when"), &())?;
    let word = walls.when.word();
    let fits = match context.turn {
        TurnRule::Alternate | TurnRule::MoveAndWall => true,
        TurnRule::Series(_) => !walls.when.follows_moves(),
        TurnRule::OneMovePerSquareColor => !walls.are_possible(),
    };
    if !fits {
        return Err(node.error(format!("`{word}` does not go together with this `turn` in the rules")));
    }
    if !walls.when.follows_moves() {
        if walls.are_possible() && walls.at.is_left() {
            let message = format!("`{}` does not go together with `{word}`: no piece moves", walls.at.word());
            return Err(node.error(message));
        }
        return Ok(walls);
    }
    let royal = context.sides.iter().flat_map(|side| &side.pieces).find(|piece| piece.royal);
    match royal {
        Some(piece) => Err(node.error(format!(
            "`{word}` does not go together with `royal` (the {}), because a wall could answer a check: write \
             `royal = \"none\"`, and `rules.ends.lost` if its loss loses",
            piece.name
        ))),
        None => Ok(walls),
    }
}
