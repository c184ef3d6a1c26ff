//! Ways for a game to end other than mate, and endings that must be won in time, as in Makruk and its
//! relatives.

use super::board::read_squares;
use super::error::VariantError;
use super::keys::{given, table, words};
use super::pieces::{Context, SideDef, known_roles, roles_of};
use super::tree::{KeyValue, Node, Tree};
use crate::rules::geometry::{Color, Square};

/// The key for pieces without a limit of their own.
const ELSE: &str = "else";
/// The highest possible limit in moves. Counts are kept in plies, in 15 bits.
const MOST_MOVES: i64 = 10_000;

/// A way to end a game other than mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// A side wins when one of its pieces of these roles is on one of these squares.
    Reach {
        /// The roles.
        roles: Vec<char>,
        /// The squares of the board, for White and for Black.
        squares: [Vec<Square>; 2],
        /// When it has won.
        when: Arrival,
    },
    /// A side loses, or wins, when it has lost pieces of these roles.
    Lost {
        /// The roles.
        roles: Vec<char>,
        /// How many of them.
        how: Loss,
        /// The result for the side.
        result: LossResult,
    },
    /// A side wins when it has given this number of checks.
    Checks(u8),
    /// A side loses when it has only its king left, unless its next move bares the other king as well.
    /// Then it is a draw (Shatranj).
    Bare,
}

words! {
    /// When a side has won that has reached its goal.
    pub enum Arrival {
        /// At once.
        AtOnce = "at-once",
        /// At once for the side that moves second in the game. The side that moves first wins unless the
        /// other side arrives with its next move, which makes a draw (Racing Kings).
        Answered = "answered",
        /// When its piece cannot be captured, or has survived until its next turn (Jeson Mor).
        Held = "held",
    }

    /// How many losses count.
    pub enum Loss {
        /// The last of all the roles.
        All = "all",
        /// The last of a role.
        Role = "role",
        /// A single piece of those at the start.
        One = "one",
    }

    /// The result for a side of losing pieces.
    pub enum LossResult {
        /// It has lost the game.
        Loses = "loses",
        /// It has won the game.
        Wins = "wins",
    }

    /// Whether squares are the same for both sides, or as each side sees the board.
    enum Seen {
        Alike = "alike",
        Turned = "turned",
    }

    /// The first number of a count against a bare king.
    pub enum CountFrom {
        /// Nothing.
        Zero = "zero",
        /// The number of pieces on the board.
        Pieces = "pieces" | "men",
    }
}

impl Arrival {
    /// Whether a side that has reached its goal may still be answered before it has won.
    #[must_use]
    pub fn can_be_answered(self) -> bool {
        match self {
            Arrival::AtOnce => false,
            Arrival::Answered | Arrival::Held => true,
        }
    }
}

impl LossResult {
    /// Whether the side that has lost the pieces loses.
    #[must_use]
    pub fn loses(self) -> bool {
        match self {
            LossResult::Loses => true,
            LossResult::Wins => false,
        }
    }

    /// The winner if a side has lost pieces.
    #[must_use]
    pub fn winner(self, side: Color) -> Color {
        match self {
            LossResult::Loses => !side,
            LossResult::Wins => side,
        }
    }
}

table! {
    /// Other ways for a game to end, in the order in which they are checked.
    struct EndsTable: ENDS, with Context<'_>;

    /// A piece that reaches a square wins.
    reach: Option<End>, by reach, holds Table(&REACH);
    /// Losing these pieces ends the game.
    lost: Option<End>, by lost, holds Table(&LOST);
    /// The number of checks that wins, up to 255.
    checks: Option<u8>, number(1..=255, "the checks that win");
    /// `true`: a bare king loses.
    bare: bool;
}

table! {
    struct ReachTable: REACH, with (&Node, &Context<'_>);

    /// The pieces that win.
    pieces: Vec<char>, by roles, holds Texts, or |(_, context)| Ok(known_roles(context.sides));
    /// The squares they must reach.
    squares: [Vec<Square>; 2], by squares, holds Texts,
        or |(node, _)| Err(node.error("expected the squares to be reached: `squares = ..`"));
    /// `"alike"` (the default: the squares are the same for both sides) or `"turned"` (they are
    /// White's, and Black's are turned by half a turn).
    seen: Seen;
    /// `"at-once"`, `"answered"` (the side that moved second in the game draws if it follows with its
    /// next move) or `"held"` (the piece cannot be captured there, or was not).
    when: Arrival;
}

table! {
    struct LostTable: LOST, with (&Node, &Context<'_>);

    /// The pieces that count.
    pieces: Vec<char>, by roles, holds Texts, or |(_, context)| Ok(known_roles(context.sides));
    /// Losing `"one"`, the last of a `"role"`, or `"all"`.
    how: Loss;
    /// `"loses"` or `"wins"`.
    result: LossResult;
}

pub(super) fn read_ends(node: &Node, context: &Context<'_>) -> Result<Vec<End>, VariantError> {
    let EndsTable { reach, lost, checks, bare } = EndsTable::read(node.table()?, context)?;
    let ends = [reach, lost, checks.map(End::Checks), bare.then_some(End::Bare)];
    Ok(ends.into_iter().flatten().collect())
}

fn reach(node: &Node, context: &Context<'_>) -> Result<Option<End>, VariantError> {
    let ReachTable { pieces: roles, squares: [white, turned], seen, when } =
        ReachTable::read(node.table()?, &(node, context))?;
    let black = if seen == Seen::Turned { turned } else { white.clone() };
    Ok(Some(End::Reach { roles, squares: [white, black], when }))
}

fn lost(node: &Node, context: &Context<'_>) -> Result<Option<End>, VariantError> {
    let LostTable { pieces: roles, how, result } = LostTable::read(node.table()?, &(node, context))?;
    Ok(Some(End::Lost { roles, how, result }))
}

/// `pieces = ["K"]`: roles that some side has.
fn roles(pieces: &Node, (node, context): &(&Node, &Context<'_>)) -> Result<Vec<char>, VariantError> {
    let roles = roles_of(pieces, &known_roles(context.sides))?;
    if roles.is_empty() { Err(node.error("expected at least one role in `pieces`")) } else { Ok(roles) }
}

/// The squares, and the same turned by half a turn.
fn squares(node: &Node, (_, context): &(&Node, &Context<'_>)) -> Result<[Vec<Square>; 2], VariantError> {
    let read = |color| read_squares(node, &context.start.shape, color);
    Ok([read(Color::White)?, read(Color::Black)?])
}

table! {
    /// Endings that must be won in time. A count of moves begins when there are no pawns, and another count
    /// replaces it when a side has only its king left. The game is drawn when a count has reached its limit
    /// and the side to move has a move.
    pub struct CountingRule: COUNTING, with [SideDef; 2];

    /// Moves by each side once there are no pawns.
    pawnless: u16, number(0..=MOST_MOVES, "moves");
    /// Moves against a bare king when there are no pawns, by the pieces of the stronger side: `{ RR =
    /// 8, R = 16, else = 64 }`. The lowest number that applies counts.
    bare: Vec<BareLimit>, by bare, holds Named(&Number(1, MOST_MOVES));
    /// The same while there are pawns; 0: not counted.
    with_pawns: u16, number(0..=MOST_MOVES, "moves");
    /// `"zero"`, or `"pieces"`: the count starts with the number of pieces on the board.
    from: CountFrom, by |node, _| node.text().and_then(|_| node.word());
    /// `true`: a FEN has the limit in place of the en passant square and the count in place of the
    /// clock, in plies. With `-` for the limit, `move_limit` applies.
    in_fen: bool = true;
}

/// A limit for a side with certain pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BareLimit {
    /// Roles of its pieces, one for each piece; empty for any side.
    pub roles: Vec<char>,
    /// Moves of each side.
    pub moves: u16,
}

pub(super) fn read_counting(
    node: &Node,
    context: &Context<'_>,
) -> Result<Option<CountingRule>, VariantError> {
    let table = node.table()?;
    let rule = CountingRule::read(table, context.sides)?;
    if let Some(node) = table.get("bare")
        && !rule.bare.iter().any(|limit| limit.roles.is_empty())
    {
        return Err(node.error(format!("expected a limit for all other pieces: `{ELSE} = ..`")));
    }
    if let Some(entry) =
        context.table.entry("counting").filter(|_| rule.pawnless == 0 && rule.bare.is_empty())
    {
        return Err(entry.error("nothing is counted: expected `pawnless` or `bare`"));
    }
    if let Some(node) = table.get("with_pawns").filter(|_| rule.bare.is_empty()) {
        return Err(node.error("`with_pawns` needs `bare`: the limits once there are no pawns"));
    }
    Ok(Some(rule))
}

fn bare(node: &Node, sides: &[SideDef; 2]) -> Result<Vec<BareLimit>, VariantError> {
    node.table()?.iter().map(|line| read_bare(line, sides)).collect()
}

/// `RR = 8`, or `else = 64`.
fn read_bare(line: &KeyValue, sides: &[SideDef; 2]) -> Result<BareLimit, VariantError> {
    let known = |role: char| sides.iter().flat_map(|side| &side.pieces).any(|piece| piece.role == role);
    let roles: Vec<char> = if line.key == ELSE { Vec::new() } else { line.key.chars().collect() };
    if let Some(stranger) = roles.iter().find(|&&role| !known(role)) {
        return Err(line.error(format!("expected roles or `{ELSE}`, found `{stranger}` in `{}`", line.key)));
    }
    let moves = line.node.number(0..=MOST_MOVES, "moves")?;
    if moves == 0 { Err(line.node.expected("at least one move")) } else { Ok(BareLimit { roles, moves }) }
}
