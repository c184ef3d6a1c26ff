//! Ways for a game to end other than mate, and endings that must be won in time, as in Makruk and its
//! relatives.

use std::cmp::Ordering;

use super::board::read_squares;
use super::error::VariantError;
use super::feature::Feature;
use super::keys::{Words, given, table, words};
use super::pieces::{Context, SideDef, known_roles, roles_of};
use super::tree::{KeyValue, Node, TomlValue, Tree};
use crate::rules::geometry::{Color, Square};
use crate::rules::letter::Letter;

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
        roles: Vec<Letter>,
        /// The squares of the board, for White and for Black.
        squares: [Vec<Square>; 2],
        /// When it has won.
        when: Arrival,
    },
    /// A side loses, or wins, when it has lost pieces of these roles.
    Lost {
        /// The roles.
        roles: Vec<Letter>,
        /// How many of them.
        how: Loss,
        /// The result for the side.
        result: LossResult,
        /// So many of them the other side must have.
        enemy_has: u8,
    },
    /// A side wins when it has given this number of checks.
    Checks(u8),
    /// The game ends when a side has only its king left.
    Bare(Bare),
    /// Royal pieces that face each other on an open file or rank: the side to move must end that or pass, and
    /// the game is drawn if it passes (Janggi).
    Facing,
    /// The game is drawn when both sides have passed, one after the other.
    Passes,
}

/// What a draw counts as.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Draws {
    /// Half a point for each side.
    #[default]
    Drawn,
    /// A side wins.
    Won(Color),
    /// The side with more points wins.
    Points(PointCount),
}

impl Draws {
    /// Its feature, if it is not what chess has.
    #[must_use]
    pub fn feature(&self) -> Option<Feature> {
        match self {
            Draws::Drawn => None,
            Draws::Won(_) | Draws::Points(_) => Some(Feature::DecidedDraws),
        }
    }

    /// Whether a side may win by what is a draw in chess.
    #[must_use]
    pub fn decide(&self) -> bool {
        self.feature().is_some()
    }

    /// The winner of a drawn game; the sides have `pieces` of a role on the board.
    #[must_use]
    pub fn winner(&self, pieces: impl Fn(Color, Letter) -> u32) -> Option<Color> {
        match self {
            Draws::Drawn => None,
            Draws::Won(winner) => Some(*winner),
            Draws::Points(PointCount { points, black_half_points }) => {
                let half_points = |color: Color| -> u32 {
                    points.iter().map(|&(role, points)| 2 * u32::from(points) * pieces(color, role)).sum()
                };
                let black = half_points(Color::Black) + u32::from(*black_half_points);
                match half_points(Color::White).cmp(&black) {
                    Ordering::Less => Some(Color::Black),
                    Ordering::Equal => None,
                    Ordering::Greater => Some(Color::White),
                }
            }
        }
    }
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

    /// The result of having only the king left.
    pub enum Bare {
        /// Nothing: the game goes on.
        Nothing = "nothing",
        /// The side loses, unless its next move bares the other king as well. Then it is a draw (Shatranj).
        Loses = "loses",
        /// A draw (Shatar).
        Draws = "draws",
    }

    /// The result for a side of losing pieces.
    pub enum LossResult {
        /// It has lost the game.
        Loses = "loses",
        /// It has won the game.
        Wins = "wins",
    }

    /// What a draw counts as, without points.
    pub(super) enum DrawWord {
        Drawn = "drawn",
        WhiteWins = "white-wins": DecidedDraws,
        BlackWins = "black-wins": DecidedDraws,
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
        !self.is_final(false)
    }

    /// Whether a side has won in the moment it arrives, before the other: the side that moves second in the
    /// game, or the one that moves first.
    #[must_use]
    pub fn is_final(self, moves_second: bool) -> bool {
        match self {
            Arrival::AtOnce => true,
            Arrival::Answered => moves_second,
            Arrival::Held => false,
        }
    }
}

impl Bare {
    /// Whether the game ends by it.
    #[must_use]
    pub fn ends_the_game(self) -> bool {
        match self {
            Bare::Nothing => false,
            Bare::Loses | Bare::Draws => true,
        }
    }

    /// Whether a side may win by it.
    #[must_use]
    pub fn decides(self) -> bool {
        match self {
            Bare::Nothing | Bare::Draws => false,
            Bare::Loses => true,
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
    /// Losing these pieces ends the game. Those in hand are not lost.
    lost: Option<End>, by lost, holds Table(&LOST);
    /// The number of checks that wins, up to 255.
    checks: Option<u8>, number(1..=255, "the checks that win");
    /// `true`: a bare king loses; or the result: `"loses"` or `"draws"`.
    bare: Bare, by bare_king, holds Either(&[Flag, Word(Bare::WORDS)]);
    /// `true`: a side whose king faces the other's on an open file or rank must end that by its move or
    /// pass, even in check. If it passes, the game is drawn (bikjang in Janggi).
    facing: bool;
    /// `true`: two passes in a row draw the game.
    passes: bool;
}

table! {
    /// Points for the pieces that are left on the board when a game would be drawn. The side with more points
    /// wins; with equal points the game is drawn.
    #[derive(Eq)]
    pub struct PointCount: POINTS, with Context<'_>;

    /// The points of a piece by its role: `{ R = 13, P = 2 }`.
    points: Vec<(Letter, u8)>, by points, holds Roles(&Number(0, 255));
    /// Half points that Black gets as well, because White moves first: 3 is one and a half.
    black_half_points: u8, number(0..=255, "half points");
}

table! {
    struct ReachTable: REACH, with (&Node, &Context<'_>);

    /// The pieces that win.
    pieces: Vec<Letter>, by roles, holds Texts, or |(_, context)| Ok(known_roles(context.sides));
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
    pieces: Vec<Letter>, by roles, holds Texts, or |(_, context)| Ok(known_roles(context.sides));
    /// Losing `"one"`, the last of a `"role"`, or `"all"`.
    how: Loss;
    /// `"loses"` or `"wins"`.
    result: LossResult;
    /// Only while the other side has at least so many of these pieces, on the board or in hand: as in
    /// Koedem, where a side must own all kings.
    enemy_has: u8, number(0..=255, "pieces of the other side");
}

pub(super) fn read_ends(node: &Node, context: &Context<'_>) -> Result<Vec<End>, VariantError> {
    let table = node.table()?;
    let EndsTable { reach, lost, checks, bare, facing, passes } = EndsTable::read(table, context)?;
    for node in
        [("facing", facing), ("passes", passes)].iter().filter_map(|(key, is)| table.get(key).filter(|_| *is))
    {
        context.needs_one_move(node)?;
    }
    if let Some(node) = table.get("passes").filter(|_| passes && context.table.get("pass").is_none()) {
        return Err(node.error("`passes` needs the rule `pass`: here no side ever passes"));
    }
    let (facing, passes) = (facing.then_some(End::Facing), passes.then_some(End::Passes));
    let ends = [
        reach,
        lost,
        checks.map(End::Checks),
        bare.ends_the_game().then_some(End::Bare(bare)),
        facing,
        passes,
    ];
    Ok(ends.into_iter().flatten().collect())
}

/// `bare = true`, or the result.
fn bare_king(node: &Node, _: &Context<'_>) -> Result<Bare, VariantError> {
    match node.flag() {
        Ok(true) => Ok(Bare::Loses),
        Ok(false) => Ok(Bare::Nothing),
        Err(_) => node.one_of(Bare::ALL, Some("a flag (true or false)")),
    }
}

/// `draws = "black-wins"`, or a table of points.
pub(super) fn read_draws(node: &Node, context: &Context<'_>) -> Result<Draws, VariantError> {
    if let TomlValue::Table(table) = &node.value {
        return PointCount::read(table, context).map(Draws::Points);
    }
    Ok(match node.one_of(DrawWord::ALL, Some("a table of points, as in `{ points = { R = 13 } }`"))? {
        DrawWord::Drawn => Draws::Drawn,
        DrawWord::WhiteWins => Draws::Won(Color::White),
        DrawWord::BlackWins => Draws::Won(Color::Black),
    })
}

/// `R = 13`: the points of roles that some side has.
fn points(node: &Node, context: &Context<'_>) -> Result<Vec<(Letter, u8)>, VariantError> {
    let known = known_roles(context.sides);
    let read = |line: &KeyValue| {
        let role = known.iter().find(|role| role.to_string() == line.key);
        let role = role.ok_or_else(|| line.error(format!("expected a role, found `{}`", line.key)))?;
        Ok((*role, line.node.number(0..=255, "points")?))
    };
    node.table()?.iter().map(read).collect()
}

fn reach(node: &Node, context: &Context<'_>) -> Result<Option<End>, VariantError> {
    let ReachTable { pieces: roles, squares: [white, turned], seen, when } =
        ReachTable::read(node.table()?, &(node, context))?;
    let black = if seen == Seen::Turned { turned } else { white.clone() };
    Ok(Some(End::Reach { roles, squares: [white, black], when }))
}

fn lost(node: &Node, context: &Context<'_>) -> Result<Option<End>, VariantError> {
    let LostTable { pieces: roles, how, result, enemy_has } =
        LostTable::read(node.table()?, &(node, context))?;
    Ok(Some(End::Lost { roles, how, result, enemy_has }))
}

/// `pieces = ["K"]`: roles that some side has.
fn roles(pieces: &Node, (node, context): &(&Node, &Context<'_>)) -> Result<Vec<Letter>, VariantError> {
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
    bare: Vec<BareLimit>, by bare, holds Roles(&Number(1, MOST_MOVES));
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
    pub roles: Vec<Letter>,
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
    let known = |role: Letter| sides.iter().flat_map(|side| &side.pieces).any(|piece| piece.role == role);
    let roles: Vec<Letter> = if line.key == ELSE { Vec::new() } else { Letter::all(&line.key).collect() };
    if let Some(stranger) = roles.iter().find(|&&role| !known(role)) {
        return Err(line.error(format!("expected roles or `{ELSE}`, found `{stranger}` in `{}`", line.key)));
    }
    let moves = line.node.number(0..=MOST_MOVES, "moves")?;
    if moves == 0 { Err(line.node.expected("at least one move")) } else { Ok(BareLimit { roles, moves }) }
}
