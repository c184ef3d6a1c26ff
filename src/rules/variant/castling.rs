//! Castling, and games that begin with the pieces of the first rank in a random order: both ask for the
//! pieces of that rank.

use super::board::{PlacedPiece, StartArray};
use super::error::{Origin, VariantError};
use super::keys::{given, table};
use super::moves::read_role;
use super::pieces::{Context, SideDef};
use super::tree::{Node, TomlValue, Tree};
use crate::rules::geometry::Color;
use crate::rules::letter::Letter;

/// The role of the piece that castles, in games that have it.
pub(crate) const CASTLING_ROLE: Letter = Letter::plain('K');

/// How a side castles.
#[derive(Clone, Debug, PartialEq)]
pub enum Castling {
    /// Not at all (or only by the king's `O`).
    None,
    /// With the pieces in the corners of the king's rank.
    Corner {
        /// The king's target file (from 0) toward the a-file.
        a_side: u8,
        /// The king's target file on the other side.
        h_side: u8,
        /// The king's partner.
        partner: Partner,
        /// Whether a color-bound corner piece keeps its color, so that the king moves one square
        /// farther.
        keep_color: bool,
    },
}

impl Castling {
    /// The role of the king's partners, if both may be anywhere on their rank at the start.
    pub fn shuffled_partner(&self) -> Option<Letter> {
        match self {
            Castling::Corner { partner: Partner::Shuffled(role), .. } => Some(*role),
            _ => None,
        }
    }

    /// Whether king and partner may be anywhere on their rank at the start.
    pub fn is_shuffled(&self) -> bool {
        self.shuffled_partner().is_some()
    }
}

/// The king's partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partner {
    /// The piece in the corner, whatever it is.
    Corner,
    /// The outermost piece of a role on the King's rank.
    Outermost(Letter),
    /// The same, but both may be anywhere on their rank at the start, as the FEN says.
    Shuffled(Letter),
}

table! {
    /// How a side castles with the pieces of the king's rank.
    struct Corners: CASTLING, with Context<'_>;

    /// The king's two target files, as in `["c", "g"]`.
    king_to: [u8; 2], by king_to, holds Texts, or usual_files;
    /// `"corner"`, or a role: the outermost piece of it.
    partner: Option<Letter>, by partner, holds Text;
    /// `true`: king and partner may start anywhere on their rank, as the FEN says.
    shuffled: bool, needs partner_beside;
    /// Where pieces are dropped before the game: who castles once all are on the board, a role or a dot
    /// for each file of the first rank, as in `"R...K..R"`.
    homes: Vec<Option<Letter>>, by homes, holds Text;
    /// `true`: if the corner piece is bound to one square color, the king moves one square further.
    keep_color: bool = true;
}

/// Rights as Chess960 writes them, by the files of the pieces that castle (`AHah`), become `KQkq`.
pub(super) fn name_rights_by_side(start: &mut StartArray, sides: &[SideDef; 2]) {
    let rights = start.castling().to_owned();
    let right = |letter: char| {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let row = first_rank(start, color);
        let mut kings = row.iter().filter(|piece| piece.role == CASTLING_ROLE);
        let (king, None) = (kings.next()?, kings.next()) else { return None };
        let named =
            |piece: &&&PlacedPiece| start.shape.file_letter(piece.square) == letter.to_ascii_lowercase();
        let partner = row.iter().find(named).filter(|piece| piece.role != CASTLING_ROLE)?;
        let a_side = partner.square < king.square;
        let outside = |piece: &&PlacedPiece| {
            piece.role == partner.role
                && if a_side { piece.square < partner.square } else { piece.square > partner.square }
        };
        let in_corner = row
            .iter()
            .all(|piece| piece.square == partner.square || (piece.square < partner.square) != a_side);
        // Where pieces have first moves of their own, letters of files are those of unmoved pieces.
        let piece = sides[color.index()].pieces.iter().find(|piece| piece.role == partner.role)?;
        let waits = piece.movement.legs.iter().any(|leg| leg.initial);
        (!waits && !row.iter().any(outside))
            .then(|| (color.case(if a_side { 'Q' } else { 'K' }), partner.role, in_corner))
    };
    if rights.contains(['K', 'Q', 'k', 'q']) {
        return;
    }
    let Some(named) = rights.chars().map(right).collect::<Option<Vec<_>>>() else { return };
    let Some(&(_, role, _)) = named.first() else { return };
    if named.iter().any(|right| right.1 != role) {
        return;
    }
    let mut letters: Vec<char> = named.iter().map(|right| right.0).collect();
    letters.sort_by_key(|&letter| "KQkq".find(letter));
    let mut fields: Vec<String> = start.fields.split(' ').map(str::to_owned).collect();
    if let Some(field) = fields.get_mut(1) {
        *field = letters.into_iter().collect();
    }
    start.partner = Some(role).filter(|_| named.iter().any(|right| !right.2));
    start.fields = fields.join(" ");
}

/// Castling is defined in one place: the rules or an `O` in the notation. By default it is the rules,
/// if the start has castling rights and no piece has an `O`.
pub(super) fn castling_of(context: &Context<'_>) -> Result<Castling, VariantError> {
    let own = context.sides.iter().flat_map(|side| &side.pieces).find(|it| !it.movement.castles.is_empty());
    let Some(entry) = context.table.entry("castling") else {
        let by_rule = own.is_none() && context.start.castling() != "-";
        return if by_rule { corner_castling(&Tree::default(), context) } else { Ok(Castling::None) };
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
            None => corner_castling(table, context),
        },
        _ => Err(entry.node.expected("`none` or a table")),
    }
}

fn corner_castling(table: &Tree, context: &Context<'_>) -> Result<Castling, VariantError> {
    let Corners { king_to: [a_side, h_side], partner, shuffled, keep_color, .. } =
        Corners::read(table, context)?;
    let partner = match partner {
        None => context.start.partner.map_or(Partner::Corner, Partner::Outermost),
        Some(role) if shuffled => Partner::Shuffled(role),
        Some(role) => Partner::Outermost(role),
    };
    Ok(Castling::Corner { a_side, h_side, partner, keep_color })
}

/// `homes` of castling: the roles on each file that castle after they have been dropped there.
pub(super) fn castling_homes(
    rules: &Tree,
    context: &Context<'_>,
) -> Result<Vec<Option<Letter>>, VariantError> {
    let Some(Node { value: TomlValue::Table(table), .. }) = rules.get("castling") else {
        return Ok(Vec::new());
    };
    table.get("homes").map_or(Ok(Vec::new()), |node| homes(node, context))
}

fn homes(node: &Node, context: &Context<'_>) -> Result<Vec<Option<Letter>>, VariantError> {
    let Context { start, sides, .. } = context;
    let roles: Vec<Option<Letter>> =
        Letter::all(node.text()?).map(|role| Some(role).filter(|&role| role != '.')).collect();
    let known = |role: &Letter| sides.iter().all(|side| side.pieces.iter().any(|piece| piece.role == *role));
    if roles.len() == usize::from(start.shape.files()) && roles.iter().flatten().all(known) {
        Ok(roles)
    } else {
        Err(node.expected("a role or a dot for each file, as in `R...K..R`"))
    }
}

const KING_TO: &str = "expected the two files the King castles to, as in `king_to = [\"c\", \"g\"]`";

fn king_to(node: &Node, context: &Context<'_>) -> Result<[u8; 2], VariantError> {
    let texts: Vec<&str> = node.texts()?.into_iter().map(|(_, file)| file).collect();
    two_files(&texts, context).ok_or_else(|| match node.place.origin() {
        Origin::Shipped => context.start.error_in(1, KING_TO),
        Origin::Brought => node.error(KING_TO),
    })
}

/// The files of chess.
fn usual_files(context: &Context<'_>) -> Result<[u8; 2], VariantError> {
    two_files(&["c", "g"], context).ok_or_else(|| match context.table.entry("castling") {
        Some(entry) => entry.error(KING_TO),
        None => context.start.error_in(
            1,
            "the array gives castling rights on a board without files c and g: say `castling` in the rules",
        ),
    })
}

fn two_files(texts: &[&str], context: &Context<'_>) -> Option<[u8; 2]> {
    let file = |text: &str| match text.as_bytes() {
        [letter @ b'a'..=b'z'] if letter - b'a' < context.start.shape.files() => Some(letter - b'a'),
        _ => None,
    };
    let [a, h] = texts else { return None };
    file(a).zip(file(h)).filter(|(a_side, h_side)| a_side < h_side).map(|(a_side, h_side)| [a_side, h_side])
}

/// The role of the partner; none if it is the corner piece.
fn partner(node: &Node, context: &Context<'_>) -> Result<Option<Letter>, VariantError> {
    match (node.text()?, read_role(node)) {
        ("corner", _) => Ok(None),
        (_, Ok(role)) => {
            stands_with_a_king(role, node, context)?;
            Ok(Some(role))
        }
        _ => Err(node.expected("`corner` or the role the King castles with")),
    }
}

/// That a side which has castling rights has a piece of this role on its king's rank.
fn stands_with_a_king(role: Letter, node: &Node, context: &Context<'_>) -> Result<(), VariantError> {
    let Context { start, sides, .. } = context;
    let castling = context.table.table("castling")?;
    let known = sides.iter().any(|side| side.pieces.iter().any(|piece| piece.role == role));
    let beside = |color| first_rank(start, color).iter().any(|piece| piece.role == role);
    let castles = start.castling() != "-" && castling.is_none_or(|table| table.get("homes").is_none());
    let fault = match node.place.origin() {
        Origin::Brought if !known => format!("no piece has the role `{role}`"),
        _ if castles && !Color::ALL.into_iter().any(beside) => {
            format!("no piece of the role `{role}` stands on the King's rank at the start")
        }
        _ => return Ok(()),
    };
    Err(match node.place.origin() {
        Origin::Shipped => start.error_in(1, format!("the King castles with `{role}`, but {fault}")),
        Origin::Brought => node.error(format!("{fault}: expected the role the King castles with")),
    })
}

/// Castling with shuffled pieces names the partner.
fn partner_beside(shuffled: &Node, context: &Context<'_>) -> Result<(), VariantError> {
    match context.table.table("castling")?.and_then(|castling| castling.get("partner")) {
        Some(_) => Ok(()),
        None => Err(shuffled.error("`shuffled` needs `partner`: the role the King castles with")),
    }
}

table! {
    /// The pieces of the king's rank in any order that obeys this rule, Black's on the same files as
    /// White's. The king is always between the pieces with which it castles.
    pub struct Shuffle: SHUFFLE, with str;

    /// Roles that stay where they start, as in `"RK"`: then the king castles as usual.
    fixed: Vec<Letter>, by read_fixed, holds Text;
    /// Pairs of roles that start on different square colors, as in `["BB"]`.
    colors: Vec<[Letter; 2]>, by read_pairs, holds Texts;
    /// Pairs of roles that do not start next to each other.
    apart: Vec<[Letter; 2]>, by read_pairs, holds Texts;
    /// `true`: every pawn is protected.
    protected: bool;
    /// Orders that are never used.
    never: Vec<String>, by read_orders, holds Texts;
}

pub(super) fn read_shuffle(node: &Node, context: &Context<'_>) -> Result<Option<Shuffle>, VariantError> {
    let (table, start) = (node.table()?, context.start);
    let [white, black] = Color::ALL.map(|color| first_rank(start, color));
    let files = |pieces: &[&PlacedPiece]| {
        pieces.iter().map(|piece| start.shape.file(piece.square)).collect::<Vec<_>>()
    };
    if files(&white) != files(&black) {
        return Err(node.error("`shuffle` needs first ranks with pieces on the same files"));
    }
    let roles: String = white.iter().map(|piece| piece.role).collect();
    let shuffle = Shuffle::read(table, roles.as_str()).map_err(|error| match (&error, error.place()) {
        // The pieces of this file do not suit a rule of the shipped file that it extends.
        (VariantError::Written { message, .. }, Some(place)) if place.origin() == Origin::Shipped => start
            .error_on_board(format!(
                "the first rank `{roles}` does not suit the `shuffle` of {}: {message}. With \
                 `shuffle = {{ colors = [] }}` in `[rules]` any order will do",
                place.file()
            )),
        _ => error,
    })?;
    if !stay_at_home(&castling_of(context)?, &roles, &shuffle.fixed) {
        return Err(node.error(
            "`shuffle` needs `castling` with `shuffled = true`, or the king and the pieces it castles with in `fixed`",
        ));
    }
    Ok(Some(shuffle))
}

/// The pieces on the starting rank of a side's king, from the a-file on.
fn first_rank(start: &StartArray, color: Color) -> Vec<&PlacedPiece> {
    let own = || start.pieces.iter().filter(move |piece| piece.color == color);
    let rank = own().find(|piece| piece.role == CASTLING_ROLE).map(|king| start.shape.rank(king.square));
    let mut pieces: Vec<&PlacedPiece> =
        own().filter(|piece| Some(start.shape.rank(piece.square)) == rank).collect();
    pieces.sort_by_key(|piece| start.shape.file(piece.square));
    pieces
}

/// `"RK"`: roles that the first rank has.
fn read_fixed(node: &Node, roles: &str) -> Result<Vec<Letter>, VariantError> {
    let fixed: Vec<Letter> = Letter::all(node.text()?).collect();
    if fixed.iter().all(|&role| Letter::all(roles).any(|other| other == role)) {
        Ok(fixed)
    } else {
        Err(node.expected(&format!("roles of the first rank, some of `{roles}`")))
    }
}

/// Whether castling is still what it is in the array when all but the fixed roles have moved: either the
/// FEN tells where the pieces are that castle, or they are fixed.
fn stay_at_home(castling: &Castling, roles: &str, fixed: &[Letter]) -> bool {
    let Castling::Corner { partner, .. } = castling else { return fixed.contains(&CASTLING_ROLE) };
    let partners: Vec<Letter> = match partner {
        Partner::Shuffled(_) => return true,
        Partner::Outermost(role) => vec![*role],
        Partner::Corner => Letter::all(roles).next().into_iter().chain(Letter::all(roles).last()).collect(),
    };
    fixed.contains(&CASTLING_ROLE) && partners.iter().all(|role| fixed.contains(role))
}

/// `["BB", "QA"]`: two pieces that the first rank has.
fn read_pairs(node: &Node, roles: &str) -> Result<Vec<[Letter; 2]>, VariantError> {
    let has = |pair: [Letter; 2]| {
        let count = |role: Letter| Letter::all(roles).filter(|&other| other == role).count();
        count(pair[0]) > usize::from(pair[0] == pair[1]) && count(pair[1]) > 0
    };
    let pair = |(node, text): (&Node, &str)| match Letter::all(text).collect::<Vec<_>>()[..] {
        [one, other] if has([one, other]) => Ok([one, other]),
        _ => Err(node.expected("the roles of two pieces of the first rank, as in `\"BB\"`")),
    };
    node.texts()?.into_iter().map(pair).collect()
}

/// `["RNBQCKABNR"]`: the pieces of the first rank in another order.
fn read_orders(node: &Node, roles: &str) -> Result<Vec<String>, VariantError> {
    let sorted = |text: &str| {
        let mut letters: Vec<Letter> = Letter::all(text).collect();
        letters.sort_unstable();
        letters
    };
    let order = |(node, text): (&Node, &str)| {
        if sorted(text) == sorted(roles) {
            Ok(text.to_string())
        } else {
            Err(node.expected(&format!("the pieces of the first rank in some order, as in `{roles}`")))
        }
    };
    node.texts()?.into_iter().map(order).collect()
}
