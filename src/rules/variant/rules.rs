//! The `rules` of a variant file: one row for each key. A row has the meaning of the key for the author of
//! a variant, its type, its default, its range, the rule it needs, and the feature by which a program that
//! does not support it refuses the game. The behavior is in `position`, a sentence for players in `show`.

use super::board::{StartArray, read_squares};
use super::castling::{CASTLING, Castling, SHUFFLE, Shuffle, castling_homes, castling_of, read_shuffle};
use super::ends::{
    COUNTING, CountingRule, DrawWord, Draws, ENDS, End, POINTS, read_counting, read_draws, read_ends,
};
use super::error::VariantError;
use super::feature::Feature;
use super::keys::{Words, given, table};
use super::pieces::{Context, PieceDef, SideDef, known_roles, roles_of};
use super::tree::{Node, TomlValue, Tree};
use super::turn::{SERIES, TurnRule, TurnWord, read_turn};
use super::walls::{WALLS, Walls, read_walls};
use super::words::{Captor, Capture, Checks, Evasions, Mate, NoMoves, Pass, Repeated, Royals, SideChange};
use crate::rules::geometry::{Color, Shape, Square};
use crate::rules::letter::Letter;

/// The highest possible limit in moves. Positions count plies in 16 bits.
const MOST_MOVES: i64 = 32_767;
/// The usual occurrence of a position that draws.
const THREEFOLD: u8 = 3;

/// Defines the rules as a table. A row is that of `table!`, and says by which features a program that does
/// not support the rule refuses a game: where the value is not the default, or where a condition holds.
/// `per_word` says that each word of a field has a feature of its own: see `words!`. A row without a feature
/// says which other rule it `modifies`.
macro_rules! rules {
    (
        $(
            $(#[doc = $meaning:literal])+
            $key:ident: $type:ty $(= $default:expr)? $(, number($range:expr, $what:literal))?
            $(, by $read:expr)? $(, holds $below:expr)? $(, or $otherwise:expr)? $(, needs $guard:expr)?
            $(, modifies $modified:ident)? $(, per_word $worded:ident)?
            $(, feature $feature:ident $(if $holds:expr)?)*;
        )*
        besides { $($besides:tt)* }
    ) => {
        table! {
            /// Rules other than moves.
            pub struct Rules: RULES, with Context<'_>;
            $(
                $(#[doc = $meaning])+
                $key: $type $(= $default)? $(, number($range, $what))? $(, by $read)? $(, holds $below)?
                $(, or $otherwise)? $(, needs $guard)?;
            )*
            besides { $($besides)* }
        }

        impl Rules {
            /// Their features, in the order of the rows.
            pub fn features(&self) -> Vec<Feature> {
                let mut found = Vec::new();
                $(
                    supported_by!($($modified)? $($worded)? $($feature)*);
                    $(found.extend(self.$worded.feature());)?
                    let usual: $type = given!($($default)?, else Default::default());
                    let rows: &[(Feature, Option<fn(&Rules) -> bool>)] =
                        &[$((Feature::$feature, given!($(Some($holds))?, else None))),*];
                    for (feature, holds) in rows {
                        if holds.map_or_else(|| self.$key != usual, |holds| holds(self)) {
                            found.push(*feature);
                        }
                    }
                )*
                found
            }
        }
    };
}

/// Accepts what makes a row known to solvers, nets and exporters, but not nothing.
macro_rules! supported_by {
    ($($name:ident)+) => {};
}

rules! {
    /// `"alternate"` (the default), `"one-move-per-square-color"` (two moves a turn), or a table for a
    /// series of moves:
    turn: TurnRule, by |_, context| Ok(context.turn), holds Either(&[Word(TurnWord::WORDS), Table(&SERIES)]),
        or |context| Ok(context.turn), per_word turn;
    /// Walls that the players put on squares, as the duck of Duck Chess. A word for when, or a table:
    walls: Walls, by read_walls, holds Short("when", &WALLS), per_word walls;
    /// Whether a side that is not in check may pass its turn: `"never"` (the default), `"always"`, or if it
    /// has no other move (`"no-moves"`).
    pass: Pass, needs one_move, per_word pass;
    /// `"optional"` (the default) or `"forced"`: a side that can capture must.
    capture: Capture, needs any_color, per_word capture;
    /// What becomes of a piece that captures: it `"moves"` to the square (the default), `"stays"` where
    /// it is, `"explodes"` with its victim and everything on the squares around it, or `"petrifies"`: it
    /// turns into a wall, on which nothing stands and through which nothing goes, so that a royal piece
    /// captures nothing. One that stays neither promotes nor becomes another piece, but may change sides.
    /// One that explodes or petrifies is captured itself and changes nothing.
    captor: Captor, per_word captor;
    /// A role or a list: pieces that an explosion beside them spares, as pawns in Atomic Chess.
    spared: Vec<Letter>, by roles, holds Texts, needs any_color, modifies captor;
    /// A role or a list: pieces that no explosion removes, not even that of their own captures, as kings in
    /// Atomar; or that capture without turning into walls.
    immune: Vec<Letter>, by roles, holds Texts, needs any_color, modifies captor;
    /// Which moves make a piece change sides: `"never"` (the default), `"captures"`, `"quiet"` (those
    /// that capture nothing) or `"always"`. Royal pieces never do. What a piece has become by its move
    /// changes sides. Promotion instead of a move captures nothing, and a drop is no move of the piece.
    changes_side: SideChange, per_word changes_side;
    /// `"allowed"` (the default), `"mate-only"` (a check must be checkmate) or `"forbidden"`.
    checks: Checks, needs any_color, per_word checks;
    /// `"any"` (the default) or `"no-flight"`: a royal piece in check may not move, except to capture the
    /// only piece that attacks it, as in Makpong.
    evasions: Evasions, needs any_color, per_word evasions;
    /// `"each"` (the default: no royal piece may be left in check), `"not-all"`: of several, one may be
    /// left in check and captured, `"last"`: several may all be left in check and captured, as long as
    /// one is left, or `"leftmost"`: of several, only the one nearest to the a-file counts, and of two on
    /// a file the one nearest to rank 1 (with `"leftmost-own-rank"` to its own first rank).
    royals: Royals, by royals, needs any_color, per_word royals;
    /// A role or a list: pieces that may not be traded, as Lions in Chu Shogi. From two squares away
    /// one captures another only if nothing but a king could recapture, or together with more than a
    /// pawn. After another piece type has captured one, the next move may not capture one.
    untraded: Vec<Letter>, by roles, holds Texts, needs one_move,
        feature UntradedPieces;
    /// `true`: for `untraded`, a recapture by a king counts too.
    kings_guard: bool, modifies untraded;
    /// A role or a list: for `untraded`, the pieces that count no more than a pawn, if not pawns alone.
    cheap: Vec<Letter>, by roles, holds Texts, modifies untraded;
    /// A role or a list: pieces that cannot be captured.
    untaken: Vec<Letter>, by untaken, holds Texts, needs any_color,
        feature UntakenPieces;
    /// Whether a side that is checkmated `"loses"` (the default) or `"wins"`; or a table:
    mate: Mate, by |node, context| Ok(mating(node, context)?.result), holds Short("result", &MATING),
        per_word mate, feature MatesByPiece if Rules::limits_mates;
    /// The result of stalemate: `"draw"` (the default), `"mover-loses"`, `"mover-wins"`,
    /// `"fewer-pieces-wins"` (equal numbers draw) or, with two moves a turn, `"closes-color"` (half a
    /// draw).
    no_moves: NoMoves, by no_moves, per_word no_moves;
    /// The occurrence of a position that ends the game, from 2 to 255, or 0 for never; or a table:
    repetition: u8 = THREEFOLD, by |node, context| Ok(repetition(node, context)?.count), holds Short("count", &REPETITION),
        per_word repeated, feature RepetitionLimit;
    /// The number of moves by each side without a capture or pawn move that draws the game, up to
    /// 32,767; 0 for no limit.
    move_limit: u16 = 50, number(0..=MOST_MOVES, "moves"),
        feature MoveLimit;
    /// `true`: the game is drawn when neither side can win any more. Or a list of pieces, `["N", "BB"]`:
    /// also with one of these groups, or less, besides the kings.
    material_draw: bool = true, by material_draw, holds Either(&[Flag, Texts]),
        feature MaterialRule
            if |rules| !rules.material_draw || !rules.too_weak.is_empty();
    /// What a draw counts as: `"drawn"` (the default), `"white-wins"`, `"black-wins"` (as in an Armageddon
    /// game), or a table of points: the side with more points wins (as in Janggi):
    draws: Draws, by read_draws, holds Either(&[Word(DrawWord::WORDS), Table(&POINTS)]), per_word draws;
    /// One cell of a grid, like `"a1:b2"`. Every move must leave its cell.
    grid: Option<Grid>, by grid, holds Texts, feature Grid;
    /// Other ways to end the game.
    ends: Vec<End>, by read_ends, holds Table(&ENDS),
        feature OtherEnds;
    /// Endings that must be won within a number of moves, as in Makruk.
    counting: Option<CountingRule>, by read_counting, holds Table(&COUNTING),
        feature CountedEndings;
    /// Games start with the first-rank pieces in a random order. Games that castle as chess does need no
    /// such key: they have the choice `start=960`.
    shuffle: Option<Shuffle>, by read_shuffle, holds Table(&SHUFFLE),
        feature ShuffledStart
            if |rules| rules.shuffle.is_some() || rules.castling.is_shuffled();
    /// `"none"`, or a table. A king with `O` in its notation castles as that says. The castling piece
    /// is the one of role K; if it is not royal, checks do not prevent it.
    castling: Castling = Castling::None, by |_, context| castling_of(context),
        holds Either(&[Word(&["none"]), Table(&CASTLING)]), or castling_of, feature Castling;

    besides {
        /// Roles of pieces that may not give mate without another: the mated side wins.
        no_mate_by: Vec<Letter>, by |table, context| Ok(mates_of(table, context)?.not_by);
        /// Roles of pieces of which one must have given check in the series of checks that leads to mate;
        /// empty for any. Otherwise the game is drawn.
        mate_needs: Vec<Letter>, by |table, context| Ok(mates_of(table, context)?.checked_by);
        /// The result of a repetition.
        repeated: Repeated, by |table, context| match table.get("repetition") {
            Some(node) => Ok(repetition(node, context)?.result),
            None => Ok(Repeated::Draw),
        };
        /// What a chase is, if one loses.
        chase: Option<Chase>, by |table, context| match table.get("repetition") {
            Some(node) => {
                let Repetition { result, chase, .. } = repetition(node, context)?;
                Ok(chase.filter(|_| result.counts_chases()))
            }
            None => Ok(None),
        };
        /// Roles of further pieces with which the game is drawn, also with fewer: those of both sides
        /// together, without royal ones.
        too_weak: Vec<Vec<Letter>>, by too_weak;
        /// By file, the roles on a side's first rank that castle once all pieces have been dropped;
        /// empty if pieces castle that start there.
        castling_homes: Vec<Option<Letter>>, by castling_homes;
    }

}

impl Rules {
    /// Whether there may be walls on squares.
    #[must_use]
    pub fn may_have_walls(&self) -> bool {
        self.walls.are_possible() || self.captor.petrifies()
    }

    /// Whether the pieces that give check decide what a mate is worth.
    #[must_use]
    pub fn limits_mates(&self) -> bool {
        !(self.no_mate_by.is_empty() && self.mate_needs.is_empty())
    }
}

/// A grid that divides the board into rectangular cells. No move ends in the cell where it began, and
/// no piece attacks within its cell. Cells at the edges of the board may be cut off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// The number of files and ranks of a cell.
    pub size: (u8, u8),
    /// The file and rank at which some cell begins.
    pub corner: (u8, u8),
}

impl Grid {
    /// Whether two squares are in one cell.
    pub fn in_one_cell(&self, shape: &Shape, a: Square, b: Square) -> bool {
        let along = |at: u8, size: u8, corner: u8| (at + size - corner % size) / size;
        let cell = |square| {
            (
                along(shape.file(square), self.size.0, self.corner.0),
                along(shape.rank(square), self.size.1, self.corner.1),
            )
        };
        cell(a) == cell(b)
    }
}

pub(super) fn read_rules(
    game: &Tree,
    start: &StartArray,
    sides: &[SideDef; 2],
) -> Result<Rules, VariantError> {
    let none = Tree::default();
    let table = game.table("rules")?.unwrap_or(&none);
    let turn = table.get("turn").map_or(Ok(TurnRule::default()), |node| read_turn(node, &()))?;
    let turn = turn.with_walls(Walls::of_rules(table)?);
    Rules::read(table, &Context { table, start, sides, turn })
}

/// Refuses a value unless a turn is one move.
fn one_move(node: &Node, context: &Context<'_>) -> Result<(), VariantError> {
    context.needs_one_move(node)
}

/// Refuses a value if each square color has moves of its own.
fn any_color(node: &Node, context: &Context<'_>) -> Result<(), VariantError> {
    if !context.turn.is_by_color() {
        return Ok(());
    }
    let turn = TurnWord::OneMovePerSquareColor.word();
    Err(node.error(format!("this does not go together with `turn = \"{turn}\"` in the rules")))
}

/// Refuses `what` unless each square color has moves of its own: only then can one be closed.
fn by_square_color(node: &Node, context: &Context<'_>, what: &str) -> Result<(), VariantError> {
    if context.turn.is_by_color() {
        return Ok(());
    }
    let turn = TurnWord::OneMovePerSquareColor.word();
    Err(node.error(format!("`{what}` needs `turn = \"{turn}\"` in the rules")))
}

/// `untraded = "L"`, or a list: roles of pieces.
fn roles(node: &Node, context: &Context<'_>) -> Result<Vec<Letter>, VariantError> {
    roles_of(node, &known_roles(context.sides))
}

/// Whether some side has a piece of a role, royal or not.
fn has(sides: &[SideDef; 2], role: Letter, royal: bool) -> bool {
    sides.iter().flat_map(|side| &side.pieces).any(|piece| piece.role == role && piece.royal == royal)
}

/// Roles of pieces, none of them royal.
fn untaken(node: &Node, context: &Context<'_>) -> Result<Vec<Letter>, VariantError> {
    let roles = roles(node, context)?;
    if roles.iter().any(|&role| has(context.sides, role, true)) {
        return Err(node.error("a royal piece is never taken: expected the role of another"));
    }
    Ok(roles)
}

/// If one royal piece counts by its square, each side has one royal piece type.
fn royals(node: &Node, context: &Context<'_>) -> Result<Royals, VariantError> {
    let royals: Royals = node.word()?;
    let number = |side: &SideDef| side.pieces.iter().filter(|piece| piece.royal).count();
    if royals.by_place() && context.sides.iter().any(|side| number(side) != 1) {
        return Err(node.error("this needs one royal piece type for each side"));
    }
    Ok(royals)
}

fn no_moves(node: &Node, context: &Context<'_>) -> Result<NoMoves, VariantError> {
    let no_moves: NoMoves = node.word()?;
    if no_moves.closes_color() {
        by_square_color(node, context, no_moves.word())?;
    }
    Ok(no_moves)
}

table! {
    /// What a mate is worth, by the pieces that give it.
    struct Mating: MATING, with Context<'_>;

    /// `"loses"` (the default) or `"wins"`.
    result: Mate;
    /// A role or a list: pieces that may not give mate without another, as knights in Shatar. If they do,
    /// the result is the opposite one.
    not_by: Vec<Letter>, by roles, holds Texts, needs any_color;
    /// A role or a list: one of these must have given check in the series of checks by which a side mates.
    /// Otherwise the game is drawn, as in Shatar.
    checked_by: Vec<Letter>, by roles, holds Texts, needs one_move;
}

/// `mate = "wins"`, or `{ result = "loses", not_by = "N" }`.
fn mating(node: &Node, context: &Context<'_>) -> Result<Mating, VariantError> {
    Mating::read(&node.short("result"), context)
}

/// The same from the rules.
fn mates_of(table: &Tree, context: &Context<'_>) -> Result<Mating, VariantError> {
    match table.get("mate") {
        Some(node) => mating(node, context),
        None => Mating::read(&Tree::default(), context),
    }
}

table! {
    /// When and how repetition ends the game.
    struct Repetition: REPETITION, with Context<'_>;

    /// The occurrence that ends the game.
    count: u8 = THREEFOLD, by count, holds Number(0, 255);
    /// `"draw"`, `"repeater-loses"` (the side whose move repeats the position), `"perpetual-check-loses"` (a
    /// side that has given check with each of its moves between the occurrences, otherwise a draw),
    /// `"perpetual-chase-loses"` (the same, and a side that has chased the same piece with each of its moves)
    /// or, with two moves a turn, `"closes-color"`.
    result: Repeated, by repeated;
    /// What a chase is, for `"perpetual-chase-loses"`.
    chase: Option<Chase>, by |node, context| Ok(Some(Chase::read(node.table()?, &(node, context))?)),
        holds Table(&CHASE);
}

table! {
    /// What a chase is. A piece chases an enemy piece that it could not have captured before and can capture
    /// now without being recaptured. Royal pieces are checked instead of chased.
    #[derive(Eq)]
    pub struct Chase: CHASE, with (&Node, &Context<'_>);

    /// The pieces whose threats are chases, in groups from the most to the least valuable: `["R", "CN"]`. A
    /// piece of an earlier group is chased although the captor can be recaptured, and a piece that can
    /// capture a captor of its own type is not chased.
    by: Vec<Vec<Letter>>, by |node, (_, context)| groups(node, context), holds Texts,
        or |(node, _)| Err(node.error("expected the pieces that chase: `by = ..`"));
    /// Squares as their owner sees them: there, pieces that are not in `by` are not chased.
    spared: [Vec<Square>; 2], by spared, holds Texts;
}

fn spared(node: &Node, (_, context): &(&Node, &Context<'_>)) -> Result<[Vec<Square>; 2], VariantError> {
    let squares = |color| read_squares(node, &context.start.shape, color);
    Ok([squares(Color::White)?, squares(Color::Black)?])
}

/// The first occurrence cannot end the game.
fn count(node: &Node, _: &Context<'_>) -> Result<u8, VariantError> {
    match node.number(0..=255, "occurrences of a position")? {
        1 => Err(node.expected("0 for never, or the occurrence that ends the game, at least 2")),
        count => Ok(count),
    }
}

fn repeated(node: &Node, context: &Context<'_>) -> Result<Repeated, VariantError> {
    let repeated: Repeated = node.word()?;
    match repeated {
        Repeated::Draw => {}
        Repeated::RepeaterLoses | Repeated::PerpetualCheckLoses | Repeated::PerpetualChaseLoses => {
            one_move(node, context)?;
        }
        Repeated::ClosesColor => by_square_color(node, context, repeated.word())?,
    }
    Ok(repeated)
}

/// `repetition = 3`, or `{ count = 3, result = "draw" }`.
fn repetition(node: &Node, context: &Context<'_>) -> Result<Repetition, VariantError> {
    let rule = Repetition::read(&node.short("count"), context)?;
    if rule.result.counts_chases() && rule.chase.is_none() {
        return Err(node.error(format!("`{}` needs `chase`: what a chase is", rule.result.word())));
    }
    Ok(rule)
}

/// `material_draw = true`, or a list: see [`too_weak`].
fn material_draw(node: &Node, _: &Context<'_>) -> Result<bool, VariantError> {
    match node.value {
        TomlValue::List(_) => Ok(true),
        _ => {
            node.flag().map_err(|_| node.expected("true, false or a list of pieces, as in `[\"N\", \"BB\"]`"))
        }
    }
}

/// `material_draw = ["N", "BB"]`: the groups of pieces.
fn too_weak(table: &Tree, context: &Context<'_>) -> Result<Vec<Vec<Letter>>, VariantError> {
    match table.get("material_draw") {
        Some(node @ Node { value: TomlValue::List(_), .. }) => groups(node, context),
        _ => Ok(Vec::new()),
    }
}

/// A list of groups of roles, none of them royal.
fn groups(node: &Node, context: &Context<'_>) -> Result<Vec<Vec<Letter>>, VariantError> {
    let group = |(node, text): (&Node, &str)| match Letter::all(text)
        .find(|&role| !has(context.sides, role, false))
    {
        Some(stranger) => {
            Err(node.error(format!("expected roles of pieces that are not royal, found `{stranger}`")))
        }
        None => Ok(Letter::all(text).collect()),
    };
    node.texts()?.into_iter().map(group).collect()
}

/// `grid = "a1:b2"`: one cell, from which the others follow.
fn grid(node: &Node, context: &Context<'_>) -> Result<Option<Grid>, VariantError> {
    let squares = read_squares(node, &context.start.shape, Color::White)?;
    let span = |of: fn(&Shape, Square) -> u8| {
        let along = || squares.iter().map(|&square| of(&context.start.shape, square));
        along().min().zip(along().max()).map_or((0, 0), |(first, last)| (first, last + 1 - first))
    };
    let ((file, files), (rank, ranks)) = (span(Shape::file), span(Shape::rank));
    if squares.len() < 2 || squares.len() != usize::from(files) * usize::from(ranks) {
        return Err(node.expected("one cell of the grid, of two squares at least, like `a1:b2`"));
    }
    Ok(Some(Grid { size: (files, ranks), corner: (file, rank) }))
}

/// Gives each side a non-royal piece with the moves of its royal one. Royal pieces at the start that do
/// not count become this piece.
pub(super) fn add_commoners(
    sides: &mut [SideDef; 2],
    array: &mut [(Square, Color, usize)],
    royals: Royals,
    shape: &Shape,
) {
    for color in Color::ALL {
        let pieces = &mut sides[color.index()].pieces;
        let Some(royal) = pieces.iter().position(|piece| piece.royal) else { continue };
        let commoner = pieces.len();
        let twin = pieces.get(royal).map(|piece| PieceDef { royal: false, ..piece.clone() });
        pieces.extend(twin);
        let is_royal = |piece: &&mut (Square, Color, usize)| piece.1 == color && piece.2 == royal;
        let mut others: Vec<_> = array.iter_mut().filter(is_royal).collect();
        others.sort_by_key(|piece| royals.order(shape, color, piece.0));
        others.into_iter().skip(1).for_each(|piece| piece.2 = commoner);
    }
}
