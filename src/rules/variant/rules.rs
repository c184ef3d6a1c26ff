//! The `rules` of a variant file: everything other than moves.

use super::counting::read_counting;
use super::def::SideDef;
use super::error::{Origin, VariantError};
use super::law::{Capture, Castling, Checks, End, Grid, NoMoves, Partner, Repeated, Royals, Rules, TurnRule};
use super::shuffle::read_shuffle;
use super::start::StartArray;
use super::tree::{KeyValue, Node, TomlValue, Tree};
use super::words::{Words, words};
use super::zones::read_squares;
use crate::rules::geometry::{Color, Shape, Square};

/// The highest possible limit in moves. Positions count plies in 16 bits.
const MOST_MOVES: u16 = u16::MAX / 2;

/// If one royal piece counts by its square, each side has one royal piece type.
fn one_royal(node: Option<&Node>, royals: Royals, sides: &[SideDef; 2]) -> Result<(), VariantError> {
    let several = sides.iter().any(|side| side.pieces.iter().filter(|piece| piece.royal).count() != 1);
    match node.filter(|_| royals.by_place() && several) {
        Some(node) => Err(node.error("this needs one royal piece type for each side")),
        None => Ok(()),
    }
}

/// Reads the rules, each with its default.
pub(super) fn read_rules(
    game: &Tree,
    start: &StartArray,
    sides: &[SideDef; 2],
) -> Result<Rules, VariantError> {
    let none = Tree::default();
    let table = game.table("rules")?.unwrap_or(&none);
    let turn = table.word("turn")?;
    let no_moves = table.word("no_moves")?;
    if no_moves == NoMoves::ClosesComplex {
        needs_turn_by_color(table.get("no_moves"), turn)?;
    }
    let (material_draw, too_weak) = read_material(table.get("material_draw"), sides)?;
    let capture = table.word("capture")?;
    let checks = table.word("checks")?;
    let royals = table.word("royals")?;
    one_royal(table.get("royals"), royals, sides)?;
    for (key, usual) in [
        ("capture", capture == Capture::Optional),
        ("checks", checks == Checks::Allowed),
        ("royals", royals == Royals::Each),
    ] {
        if let Some(node) = table.get(key).filter(|_| !usual && turn != TurnRule::Alternate) {
            return Err(node.error("this needs `turn = \"alternate\"` in the rules"));
        }
    }
    let (repetition, repeated) = read_repetition(table.get("repetition"), turn)?;
    let castling = read_castling(table, start, sides)?;
    let castling_homes = read_homes(table, start, sides)?;
    Ok(Rules {
        turn,
        capture,
        captor: table.word("captor")?,
        spared: read_men(table.get("spared"), turn, sides)?,
        changes_side: table.word("changes_side")?,
        checks,
        royals,
        untraded: read_men(table.get("untraded"), turn, sides)?,
        kings_guard: table.get("kings_guard").map(Node::flag).transpose()?.unwrap_or(false),
        untaken: read_untaken(table.get("untaken"), turn, sides)?,
        mate: table.word("mate")?,
        no_moves,
        repetition,
        repeated,
        move_limit: table
            .get("move_limit")
            .map(|node| node.number(0..=MOST_MOVES, "moves"))
            .transpose()?
            .unwrap_or(50),
        material_draw,
        too_weak,
        shuffle: table.get("shuffle").map(|node| read_shuffle(node, &castling, start)).transpose()?,
        castling,
        castling_homes,
        grid: table.get("grid").map(|cell| read_grid(cell, &start.shape)).transpose()?,
        ends: read_ends(table, start, sides)?,
        counting: read_counting(table, sides)?,
    })
}

/// `untaken = "N"`, or a list: roles of pieces, none of them royal.
fn read_untaken(
    node: Option<&Node>,
    turn: TurnRule,
    sides: &[SideDef; 2],
) -> Result<Vec<char>, VariantError> {
    let roles = read_men(node, turn, sides)?;
    let royal = |role: &char| {
        sides.iter().flat_map(|side| &side.pieces).any(|piece| piece.royal && piece.role == *role)
    };
    match node.filter(|_| roles.iter().any(royal)) {
        Some(node) => Err(node.error("a royal piece is never taken: expected the role of another")),
        None => Ok(roles),
    }
}

/// `untraded = "L"`, or a list: roles of pieces.
fn read_men(node: Option<&Node>, turn: TurnRule, sides: &[SideDef; 2]) -> Result<Vec<char>, VariantError> {
    let Some(node) = node else { return Ok(Vec::new()) };
    if turn != TurnRule::Alternate {
        return Err(node.error("this needs `turn = \"alternate\"` in the rules"));
    }
    roles_of(node, &known_roles(sides))
}

/// Known roles by their letters.
fn roles_of(node: &Node, known: &[char]) -> Result<Vec<char>, VariantError> {
    let role = |(node, text): (&Node, &str)| match known.iter().find(|role| role.to_string() == text) {
        Some(&role) => Ok(role),
        None => Err(node.error(format!("expected a role, found `{text}`"))),
    };
    node.texts()?.into_iter().map(role).collect()
}

/// `repetition = 3`, or `{ count = 3, result = "draw" }`.
fn read_repetition(node: Option<&Node>, turn: TurnRule) -> Result<(u8, Repeated), VariantError> {
    const USUAL: u8 = 3;
    match node {
        None => Ok((USUAL, Repeated::Draw)),
        Some(Node { value: TomlValue::Table(table), .. }) => {
            let count = table.get("count").map(read_count).transpose()?.unwrap_or(USUAL);
            let repeated = table.word("result")?;
            if repeated == Repeated::ClosesComplex {
                needs_turn_by_color(table.get("result"), turn)?;
            }
            Ok((count, repeated))
        }
        Some(node) => Ok((read_count(node)?, Repeated::Draw)),
    }
}

/// The occurrence of a position that ends the game. The first one cannot.
fn read_count(node: &Node) -> Result<u8, VariantError> {
    match node.number(0..=u8::MAX, "occurrences of a position")? {
        1 => Err(node.expected("0 for never, or the occurrence that ends the game, at least 2")),
        count => Ok(count),
    }
}

/// `material_draw = true`, or `["N", "BB"]`: also with these pieces or fewer.
fn read_material(node: Option<&Node>, sides: &[SideDef; 2]) -> Result<(bool, Vec<Vec<char>>), VariantError> {
    let Some(node) = node else { return Ok((true, Vec::new())) };
    if !matches!(node.value, TomlValue::List(_)) {
        let flag = node
            .flag()
            .map_err(|_| node.expected("true, false or a list of pieces, as in `[\"N\", \"BB\"]`"))?;
        return Ok((flag, Vec::new()));
    }
    let known = |role: char| {
        sides.iter().flat_map(|side| &side.pieces).any(|piece| piece.role == role && !piece.royal)
    };
    let men = |(node, text): (&Node, &str)| match text.chars().find(|&role| !known(role)) {
        Some(stranger) => {
            Err(node.error(format!("expected roles of pieces that are not royal, found `{stranger}`")))
        }
        None => Ok(text.chars().collect()),
    };
    Ok((true, node.texts()?.into_iter().map(men).collect::<Result<_, _>>()?))
}

/// Squares of one color can be closed only if each color has moves of its own.
fn needs_turn_by_color(node: Option<&Node>, turn: TurnRule) -> Result<(), VariantError> {
    match node {
        Some(node) if turn != TurnRule::OneMovePerSquareColor => {
            let (closes, turn) = (Repeated::ClosesComplex.word(), TurnRule::OneMovePerSquareColor.word());
            Err(node.error(format!("`{closes}` needs `turn = \"{turn}\"` in the rules")))
        }
        _ => Ok(()),
    }
}

/// Castling is defined in one place: the rules or an `O` in the notation. By default it is the rules,
/// if the start has castling rights and no piece has an `O`.
fn read_castling(rules: &Tree, start: &StartArray, sides: &[SideDef; 2]) -> Result<Castling, VariantError> {
    let own = sides.iter().flat_map(|side| &side.pieces).find(|piece| !piece.movement.castles.is_empty());
    let Some(entry) = rules.entry("castling") else {
        let by_rule = own.is_none() && start.castling() != "-";
        return if by_rule { corner_castling(None, &Tree::default(), start) } else { Ok(Castling::None) };
    };
    match &entry.node.value {
        TomlValue::Text(text) if text == "none" => Ok(Castling::None),
        TomlValue::Table(table) => match own {
            Some(piece) => {
                let message = format!(
                    "castling is here and in `{}` ({}): it belongs in one place",
                    piece.betza, piece.name
                );
                Err(entry.error(message))
            }
            None => corner_castling(Some(entry), table, start),
        },
        _ => Err(entry.node.expected("`none` or a table")),
    }
}

/// `homes = "R...K..R"` of castling: the roles on each file that castle after they have been dropped
/// there.
fn read_homes(
    rules: &Tree,
    start: &StartArray,
    sides: &[SideDef; 2],
) -> Result<Vec<Option<char>>, VariantError> {
    let Some(KeyValue { node: Node { value: TomlValue::Table(table), .. }, .. }) = rules.entry("castling")
    else {
        return Ok(Vec::new());
    };
    let Some(node) = table.get("homes") else { return Ok(Vec::new()) };
    let roles: Vec<Option<char>> =
        node.text()?.chars().map(|role| Some(role).filter(|&role| role != '.')).collect();
    let known = |role: &char| sides.iter().all(|side| side.pieces.iter().any(|piece| piece.role == *role));
    if roles.len() == usize::from(start.shape.files()) && roles.iter().flatten().all(known) {
        Ok(roles)
    } else {
        Err(node.expected("a role or a dot for each file, as in `R...K..R`"))
    }
}

fn corner_castling(
    entry: Option<&KeyValue>,
    table: &Tree,
    start: &StartArray,
) -> Result<Castling, VariantError> {
    let keep_color = table.get("keep_color").map(Node::flag).transpose()?.unwrap_or(true);
    let files = match table.get("king_to") {
        None => vec!["c", "g"],
        Some(node) => node.texts()?.into_iter().map(|(_, file)| file).collect(),
    };
    let known = |file: &str| match file.as_bytes() {
        [letter @ b'a'..=b'z'] if letter - b'a' < start.shape.files() => Some(letter - b'a'),
        _ => None,
    };
    let shuffled = table.get("shuffled").map(Node::flag).transpose()?.unwrap_or(false);
    let partner = match table.get("partner") {
        None if shuffled => {
            let message = "`shuffled` needs `partner`: the role the King castles with";
            return Err(VariantError::limit(message).at(table.get("shuffled").map(|node| node.place.clone())));
        }
        None => Partner::Corner,
        Some(node) => match (node.text()?, node.text()?.as_bytes()) {
            ("corner", _) => Partner::Corner,
            (_, [letter @ b'A'..=b'Z']) if shuffled => Partner::Shuffled(char::from(*letter)),
            (_, [letter @ b'A'..=b'Z']) => Partner::Outermost(char::from(*letter)),
            _ => return Err(node.expected("`corner` or the role the King castles with")),
        },
    };
    if let [a, h] = files[..]
        && let (Some(a_side), Some(h_side)) = (known(a), known(h))
        && a_side < h_side
    {
        return Ok(Castling::Corner { a_side, h_side, partner, keep_color });
    }
    let message = "expected the two files the King castles to, as in `king_to = [\"c\", \"g\"]`";
    Err(match (table.get("king_to"), entry) {
        (Some(node), _) if node.place.origin() == Origin::Shipped => start.error_in(1, message),
        (Some(node), _) => node.error(message),
        (None, Some(entry)) => entry.error(message),
        (None, None) => start.error_in(
            1,
            "the array gives castling rights on a board without files c and g: say `castling` in the rules",
        ),
    })
}

/// `grid = "a1:b2"`: one cell, from which the others follow.
fn read_grid(node: &Node, shape: &Shape) -> Result<Grid, VariantError> {
    let squares = read_squares(node, shape, Color::White)?;
    let span = |of: fn(&Shape, Square) -> u8| {
        let along = || squares.iter().map(|&square| of(shape, square));
        along().min().zip(along().max()).map_or((0, 0), |(first, last)| (first, last + 1 - first))
    };
    let ((file, files), (rank, ranks)) = (span(Shape::file), span(Shape::rank));
    if squares.len() < 2 || squares.len() != usize::from(files) * usize::from(ranks) {
        return Err(node.expected("one cell of the grid, of two squares at least, like `a1:b2`"));
    }
    Ok(Grid { size: (files, ranks), corner: (file, rank) })
}

/// `ends`: other ways for a game to end, in the order in which they are checked.
fn read_ends(rules: &Tree, start: &StartArray, sides: &[SideDef; 2]) -> Result<Vec<End>, VariantError> {
    let Some(table) = rules.table("ends")? else { return Ok(Vec::new()) };
    let mut ends = Vec::new();
    if let Some(node) = table.get("reach") {
        let part = node.table()?;
        let Some(squares) = part.get("squares") else {
            return Err(node.error("expected the squares to be reached: `squares = ..`"));
        };
        let when = part.word("when")?;
        let black = if part.word::<Seen>("seen")? == Seen::Turned { Color::Black } else { Color::White };
        let squares =
            [read_squares(squares, &start.shape, Color::White)?, read_squares(squares, &start.shape, black)?];
        ends.push(End::Reach { roles: read_roles(node, part, sides)?, squares, when });
    }
    if let Some(node) = table.get("lost") {
        let part = node.table()?;
        let how = part.word("how")?;
        let result = part.word("result")?;
        ends.push(End::Lost { roles: read_roles(node, part, sides)?, how, result });
    }
    if let Some(node) = table.get("checks") {
        ends.push(End::Checks(node.number(1..=u8::MAX, "the checks that win")?));
    }
    if table.get("bare").map(Node::flag).transpose()?.unwrap_or(false) {
        ends.push(End::Bare);
    }
    Ok(ends)
}

words! {
    /// Whether squares are the same for both sides, or as each side sees the board.
    enum Seen {
        Alike = "alike",
        Turned = "turned",
    }
}

/// `pieces = ["K"]`: roles that some side has; all roles if the file has none.
fn read_roles(node: &Node, part: &Tree, sides: &[SideDef; 2]) -> Result<Vec<char>, VariantError> {
    let known = known_roles(sides);
    let Some(pieces) = part.get("pieces") else { return Ok(known) };
    let roles = roles_of(pieces, &known)?;
    if roles.is_empty() { Err(node.error("expected at least one role in `pieces`")) } else { Ok(roles) }
}

/// The roles that some side has.
fn known_roles(sides: &[SideDef; 2]) -> Vec<char> {
    let mut known: Vec<char> = Vec::new();
    for role in sides.iter().flat_map(|side| &side.pieces).map(|piece| piece.role) {
        if !known.contains(&role) {
            known.push(role);
        }
    }
    known
}
