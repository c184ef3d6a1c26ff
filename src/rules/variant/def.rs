//! A variant after every choice has been made: the contract between the files and `game`.
//!
//! Where a value came from is not recorded here; that is the task of `tree` and `read`.

use super::hands::{Captured, DropsDef, HandsDef};
use super::merge::Places;
use super::nets::NetChoice;
use super::rules::Rules;
use super::words::words;
use crate::rules::betza::{Leg, Movement, Obstacle};
use crate::rules::geometry::{Color, Shape, Square};

/// Everything `game` needs to know about a variant, with all choices made. Squares and pieces are still
/// names where the file has names.
#[derive(Clone, Debug, PartialEq)]
pub struct VariantDef {
    /// The text form that resolves to this definition, e.g. `cwda:clobberers/nutters`.
    pub id: String,
    /// The name for people.
    pub title: String,
    /// The board.
    pub shape: Shape,
    /// The pieces of each side, White first.
    pub sides: [SideDef; 2],
    /// Pieces at the start: square, side, index into that side's `pieces`.
    pub array: Vec<(Square, Color, usize)>,
    /// The FEN fields after the board (`w KQkq - 0 1`).
    pub start_fields: String,
    /// The rules other than moves.
    pub rules: Rules,
    /// Pieces in hand, if there are any.
    pub hands: Option<HandsDef>,
    /// XBoard's starting FEN, if XBoard has its own starting position for this game and cannot be told
    /// another.
    pub xboard_start: Option<String>,
    /// Other ways to draw the same game, for programs that cannot show its board.
    pub views: Vec<ViewDef>,
    /// What was learned from games like this one.
    pub net: NetChoice,
    /// The games to which its evaluation was fitted.
    pub weights: WeightsChoice,
    /// Where all of this is written.
    pub places: Places,
}

words! {
    /// The evaluation weights of a game.
    pub enum WeightsChoice {
        /// Fitted to chess and games of armies.
        Usual = "usual",
        /// Fitted to Betza's games on other boards and with other turns.
        Betza = "betza",
    }

    /// The moves that turn a piece into another.
    pub enum Turning {
        /// All.
        Moves = "moves",
        /// Captures.
        Captures = "captures",
    }
}

impl VariantDef {
    /// Whether it is the same game as another, regardless of names, pictures and values.
    pub fn plays_as(&self, other: &VariantDef) -> bool {
        self.without_names() == other.without_names()
    }

    fn without_names(&self) -> VariantDef {
        let mut bare = self.clone();
        (bare.id, bare.title) = (String::new(), String::new());
        bare.views.clear();
        bare.places = Places::default();
        (bare.net, bare.weights) = (NetChoice::default(), WeightsChoice::default());
        for side in &mut bare.sides {
            side.army.clear();
            for piece in &mut side.pieces {
                (piece.name, piece.betza) = (String::new(), String::new());
                (piece.value, piece.xboard_slot) = (None, None);
                piece.findings.clear();
                piece.zones.iter_mut().for_each(|zone| zone.betza.clear());
            }
        }
        bare
    }

    /// The form of a captured piece in hand, as a side and an index into its pieces; `None` if it
    /// leaves the game.
    pub fn in_hand(&self, color: Color, piece: &PieceDef) -> Option<(Color, usize)> {
        let receiver = match self.hands.as_ref()?.captured {
            Captured::Captor => !color,
            Captured::Owner => color,
            Captured::Nobody | Captured::Elsewhere => return None,
        };
        let role = piece.in_hand.filter(|_| !piece.royal)?;
        let own = |other: &PieceDef| other.role == role && other.in_hand == Some(role) && !other.royal;
        Some((receiver, self.sides[receiver.index()].pieces.iter().position(own)?))
    }

    /// On each square, the sides whose pieces have additional moves there, except promoting pieces: a
    /// bit for each side.
    pub fn strengthened(&self) -> Vec<u8> {
        let mut sides = vec![0; self.shape.len()];
        for (bit, side) in [1, 2].into_iter().zip(&self.sides) {
            let pieces = side.pieces.iter().filter(|piece| piece.promotion.is_none());
            for square in pieces.flat_map(|piece| &piece.zones).flat_map(|zone| &zone.squares) {
                if let Some(bits) = sides.get_mut(square.index()) {
                    *bits |= bit;
                }
            }
        }
        sides
    }
}

/// Another board for the same game. It changes only the names of squares.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewDef {
    /// Its name: `narrow-folded`.
    pub id: String,
    /// The board as it is shown.
    pub shape: Shape,
    /// For every square of the game's board (by index) the square that shows it; `None` for holes.
    pub shown: Vec<Option<Square>>,
    /// The moves of every piece on this board as XBoard is told, in its dialect: at least all moves of
    /// the game.
    pub xboard: Option<String>,
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
