//! The pieces of a side as a definition has them, and what readers of a file need to know of both sides.

use super::error::{Span, VariantError};
use super::start::StartArray;
use super::tree::{KeyValue, Node, Tree};
use super::words::words;
use super::zones::DropsDef;
use crate::rules::betza::{Leg, Movement, Obstacle};
use crate::rules::geometry::{Color, Square};

words! {
    /// The moves that turn a piece into another.
    pub enum Turning {
        /// All.
        Moves = "moves",
        /// Captures.
        Captures = "captures",
    }
}

/// One side's pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct SideDef {
    /// The army's name for people (`Colorbound Clobberers`), or the variant's title.
    pub army: String,
    /// Its pieces, in the order of the file.
    pub pieces: Vec<PieceDef>,
}

/// One piece type of one side.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceDef {
    /// The letter of its role in the starting position and the rules (`R`).
    pub role: char,
    /// The name for people, or the role.
    pub name: String,
    /// Other names for people.
    pub aliases: Vec<String>,
    /// The upper-case letter that shows this side's pieces. Together with `mark` it is unique within
    /// the side.
    pub letter: char,
    /// The mark beside the letter in a FEN that distinguishes pieces with the same letter: `'` or `~`
    /// after it, `+` before it.
    pub mark: Option<char>,
    /// The role of its form in hand after capture; `None` if it is never in hand.
    pub in_hand: Option<char>,
    /// Where it may be dropped, if not everywhere.
    pub drops: Option<DropsDef>,
    /// The notation as the author wrote it, with spaces between the parts.
    pub betza: String,
    /// Its moves.
    pub movement: Movement,
    /// Additional quiet moves on turns in which its side is not in check.
    pub unchecked: Movement,
    /// Additional straight moves that are possible only if no piece is directly behind the target
    /// square.
    pub spacious: Movement,
    /// Additional moves once its side has captured, which means that the enemy has fewer pieces than at
    /// the start. Their targets are attacked even before.
    pub after_capture: Movement,
    /// Additional moves on certain squares (as White counts; already turned for Black).
    pub zones: Vec<ZoneMoves>,
    /// The squares to which a zone confines it, if it does (in board coordinates of this side).
    pub within: Option<Vec<Square>>,
    /// The squares that it can reach by moves lent by other pieces or borrowed (`x`), if not all.
    pub loans: Option<Vec<Square>>,
    /// Whether it is royal, and how.
    pub royal: bool,
    /// Its promotions on each square where it may promote.
    pub promotion: Option<PromotionDef>,
    /// The piece that its moves turn it into, where they do.
    pub becomes: Option<BecomesDef>,
    /// The maximum number of such pieces of a side. At the maximum, moves that would make another are
    /// illegal.
    pub most: Option<u8>,
    /// The value in centipawns, if the author knows better than the program.
    pub value: Option<i32>,
    /// Facts from solved endings, as sentences for people, where other sources say something else.
    pub findings: Vec<String>,
    /// Its slot in XBoard's piece table, if the author wants a certain picture.
    pub xboard_slot: Option<u8>,
}

/// A piece's name in a sentence. The pieces of chess are common nouns; all others have proper names.
pub fn spoken(name: &str) -> String {
    match name {
        "King" | "Queen" | "Rook" | "Bishop" | "Knight" | "Pawn" => name.to_ascii_lowercase(),
        name => name.to_owned(),
    }
}

impl PieceDef {
    /// Whether this is its name or another name of it, ignoring case.
    pub fn is_called(&self, name: &str) -> bool {
        self.names().any(|own| own.eq_ignore_ascii_case(name))
    }

    /// Its name and its other names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.name).chain(&self.aliases).map(String::as_str)
    }

    /// Its moves regardless of its square: those it always has, and those that depend on a check, on
    /// the square behind the target, or on a capture.
    pub fn movements(&self) -> [&Movement; 4] {
        [&self.movement, &self.unchecked, &self.spacious, &self.after_capture]
    }

    /// Whether it always has all of them.
    pub fn has_no_other_moves(&self) -> bool {
        self.movements().into_iter().skip(1).all(|movement| movement.legs.is_empty())
    }

    /// Whether some of its moves cannot capture, or some of its captures cannot move.
    pub fn diverges(&self) -> bool {
        let movements = self.movements().into_iter().chain(self.zones.iter().map(|zone| &zone.movement));
        let apart = |leg: &Leg| leg.purpose.en_passant || leg.purpose.quiet != leg.purpose.capture;
        movements.flat_map(|movement| &movement.legs).any(apart)
    }

    /// Whether it has moves past squares on which it may then be captured en passant.
    pub fn passes(&self) -> bool {
        let lame = |leg: &Leg| leg.obstacle == Obstacle::Lame && leg.purpose.quiet && !leg.is_path();
        let own = self.movement.legs.iter().any(|leg| leg.initial && lame(leg));
        let of_zone = |zone: &ZoneMoves| {
            zone.movement.legs.iter().any(|leg| (leg.initial || zone.en_passant) && lame(leg))
        };
        self.promotion.is_some() && (own || self.zones.iter().any(of_zone))
    }
}

/// Moves added on some squares.
#[derive(Clone, Debug, PartialEq)]
pub struct ZoneMoves {
    /// The notation as written.
    pub betza: String,
    /// The squares, in board coordinates of this side.
    pub squares: Vec<Square>,
    /// The moves added there.
    pub movement: Movement,
    /// Whether these moves neither reset the move count nor cut the repetition scan.
    pub keeps_clock: bool,
    /// Whether a pawn can be captured en passant on the squares that it passes with these moves.
    pub en_passant: bool,
}

/// Promotion of one pawn type.
#[derive(Clone, Debug, PartialEq)]
pub struct PromotionDef {
    /// The squares where it promotes, in board coordinates of this side.
    pub squares: Vec<Square>,
    /// The targets: the side whose piece table is meant, the index into its pieces, and the letter that
    /// shows the new piece (upper case, unique within this side).
    pub targets: Vec<PromotionTarget>,
    /// Whether promotion is forced.
    pub forced: bool,
    /// Additional squares where it may promote but need not.
    pub optional: Vec<Square>,
    /// Squares from which every move promotes: optionally if there are `optional` squares, and
    /// otherwise as on `squares`.
    pub leaving: Vec<Square>,
    /// The targets available.
    pub supply: Supply,
    /// Whether it promotes instead of moving: on one of the squares, or anywhere if it is the last of
    /// its kind on its side; in place, or by a quiet move of the new piece. Not where the new piece
    /// would attack an enemy or give check.
    pub instead: bool,
}

/// The piece type into which moves turn a piece. It is not chosen, and the notation of the move does
/// not show it.
#[derive(Clone, Debug, PartialEq)]
pub struct BecomesDef {
    /// Index into the pieces of its side.
    pub piece: usize,
    /// The moves that do it.
    pub when: Turning,
    /// The squares on which they do, in board coordinates of this side.
    pub squares: Vec<Square>,
}

/// Which pieces are available for promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supply {
    /// The one that starts on the file, or the first of them if none does.
    OfFile,
    /// Any number.
    Unlimited,
    /// Only captured pieces: no more of a kind than the side began with.
    Captured,
}

/// One choice at promotion.
#[derive(Clone, Debug, PartialEq)]
pub struct PromotionTarget {
    /// Whose piece type it is.
    pub from_side: Color,
    /// Index into that side's pieces.
    pub piece: usize,
    /// The letter that shows it for the promoting side.
    pub letter: char,
}

/// A [`PieceDef`] under construction.
pub(super) struct Draft<'a> {
    /// Everything except the promotion.
    pub piece: PieceDef,
    /// Where its pieces start: an index into the origins of the side's zones.
    pub origin: usize,
    /// The letters that its author prefers, best first.
    pub letters: Vec<char>,
    /// The role of those of its pieces that start on the left half of the board, as their owner sees
    /// it.
    pub left: Option<char>,
    /// The line in the file that defines it.
    pub entry: &'a KeyValue,
    /// Its promotion in the file.
    pub promotes: Option<&'a Node>,
    /// Its transformation in the file.
    pub becomes: Option<&'a Node>,
    /// Where it may be dropped, in the file.
    pub drops: Option<&'a Node>,
    /// The role of which it is the promoted form.
    pub promoted: Option<&'a Node>,
}

impl Draft<'_> {
    /// Where its letters are in the file, or the piece itself.
    pub(super) fn of_letters(&self) -> &Span {
        let letters = self.entry.node.table().ok().and_then(|table| table.get("letters"));
        letters.map_or(&self.entry.place, |node| &node.place)
    }
}

/// What the reader of a rule may need besides its value.
pub(super) struct Context<'a> {
    pub table: &'a Tree,
    pub start: &'a StartArray,
    pub sides: &'a [SideDef; 2],
    /// Whether a turn is one move.
    pub alternate: bool,
}

/// Known roles by their letters.
pub(super) fn roles_of(node: &Node, known: &[char]) -> Result<Vec<char>, VariantError> {
    let role = |(node, text): (&Node, &str)| match known.iter().find(|role| role.to_string() == text) {
        Some(&role) => Ok(role),
        None => Err(node.error(format!("expected a role, found `{text}`"))),
    };
    node.texts()?.into_iter().map(role).collect()
}

/// The roles that some side has.
pub(super) fn known_roles(sides: &[SideDef; 2]) -> Vec<char> {
    let mut known: Vec<char> = Vec::new();
    for role in sides.iter().flat_map(|side| &side.pieces).map(|piece| piece.role) {
        if !known.contains(&role) {
            known.push(role);
        }
    }
    known
}
