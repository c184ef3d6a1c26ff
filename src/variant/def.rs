//! What a variant is once every choice is made: the contract between the files and `game`.
//!
//! Nothing here knows where a value came from; that is `tree`'s and `read`'s business.

use super::hand_law::{Captured, DropsDef, HandsDef};
use super::law::Rules;
use super::nets::NetChoice;
use crate::betza::{Leg, Movement, Obstacle};
use crate::geometry::{Color, Shape, Square};

/// Everything `game` needs to know of a variant, all choices made. Squares and pieces are still
/// names where the file has names.
#[derive(Clone, Debug, PartialEq)]
pub struct VariantDef {
    /// The text form that resolves to this definition, e.g. `cwda:clobberers/nutters`.
    pub id: String,
    /// The name for people.
    pub title: String,
    /// The board.
    pub shape: Shape,
    /// What each side plays with, White first.
    pub sides: [SideDef; 2],
    /// Men at the start: square, side, index into that side's `pieces`.
    pub array: Vec<(Square, Color, usize)>,
    /// The FEN fields after the array (`w KQkq - 0 1`).
    pub start_fields: String,
    /// The rules that are not moves.
    pub rules: Rules,
    /// Pieces in hand, where there are any.
    pub hands: Option<HandsDef>,
    /// The FEN that XBoard begins with, where it has an array of its own for this game and
    /// cannot be told another.
    pub xboard_start: Option<String>,
    /// Other ways to draw the same game: the board another way round for programs that cannot show
    /// it as it is.
    pub views: Vec<ViewDef>,
    /// What was learned of games like this one.
    pub net: NetChoice,
    /// What its evaluation was fitted to.
    pub weights: WeightsChoice,
}

/// Which weights the evaluation of a game has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WeightsChoice {
    /// Those fitted to chess and to games of armies.
    #[default]
    Usual,
    /// Those fitted to Betza's games on other boards and with other turns.
    Betza,
}

impl VariantDef {
    /// Whether it is the same game as another, whatever names, pictures and values the two have.
    pub fn plays_as(&self, other: &VariantDef) -> bool {
        self.without_names() == other.without_names()
    }

    fn without_names(&self) -> VariantDef {
        let mut bare = self.clone();
        (bare.id, bare.title) = (String::new(), String::new());
        bare.views.clear();
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

    /// What a captured piece of a side is in hand, as a side and an index into its pieces; `None` if it is out
    /// of the game.
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

    /// Whose men but the promoting ones have more moves on each square, as bits by side.
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

/// Another board for the same game: names of squares and nothing else.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewDef {
    /// The name by which it is asked for: `narrow-folded`.
    pub id: String,
    /// The board as it is shown.
    pub shape: Shape,
    /// For every square of the game's board (by index) the square that shows it; `None` for holes.
    pub shown: Vec<Option<Square>>,
    /// What XBoard is told that every piece can do on this board, in its own dialect: at least all moves of the game.
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
    /// The letter of the role it fills in the start array and the rules (`R`).
    pub role: char,
    /// The name for people, or the role.
    pub name: String,
    /// The letter this side's men are shown by, upper case, unique within the side together with
    /// `mark`.
    pub letter: char,
    /// What stands by the letter in a FEN to tell pieces apart that look alike: `'` or `~` behind it, `+`
    /// before it.
    pub mark: Option<char>,
    /// The role that it is in hand once it is captured; `None` if it never is in hand.
    pub in_hand: Option<char>,
    /// Where it may be dropped, if not everywhere.
    pub drops: Option<DropsDef>,
    /// The notation as the author wrote it (parts joined by a space for people).
    pub betza: String,
    /// Its moves.
    pub movement: Movement,
    /// Quiet moves it has besides on turns in which its side is not in check.
    pub unchecked: Movement,
    /// Moves it has besides, straight ones, where no man stands behind the square they end on.
    pub spacious: Movement,
    /// Moves it has besides once its side has captured, that is while the enemy has fewer men than at the
    /// start. What they lead to is attacked before, too.
    pub after_capture: Movement,
    /// Moves it has besides on certain squares (as White counts; already turned for Black).
    pub zones: Vec<ZoneMoves>,
    /// The only squares it may go to, if a zone confines it (in board coordinates of this side).
    pub within: Option<Vec<Square>>,
    /// The only squares to which moves take it that other men lend it or that it borrows (`x`), if not all.
    pub loans: Option<Vec<Square>>,
    /// Whether check matters to it.
    pub royal: bool,
    /// What it becomes, for each square where it may change.
    pub promotion: Option<PromotionDef>,
    /// What its moves turn it into, where they do.
    pub becomes: Option<BecomesDef>,
    /// The most men of it a side may have: with so many no move is possible that would make another.
    pub most: Option<u8>,
    /// Value in centipawns, where the author knows better than the program.
    pub value: Option<i32>,
    /// What solved endings say of it, sentences for people, where something else is written elsewhere.
    pub findings: Vec<String>,
    /// Its slot in XBoard's piece table, where the author wants a certain picture.
    pub xboard_slot: Option<u8>,
}

/// A piece's name in a sentence: the pieces of chess are common nouns, all others have proper names.
pub fn spoken(name: &str) -> String {
    match name {
        "King" | "Queen" | "Rook" | "Bishop" | "Knight" | "Pawn" => name.to_ascii_lowercase(),
        name => name.to_owned(),
    }
}

impl PieceDef {
    /// Its moves wherever it stands: those it always has, and those that depend on a check, on what stands
    /// behind their end, or on a capture.
    pub fn movements(&self) -> [&Movement; 4] {
        [&self.movement, &self.unchecked, &self.spacious, &self.after_capture]
    }

    /// Whether it always has all of them.
    pub fn has_no_other_moves(&self) -> bool {
        self.movements().into_iter().skip(1).all(|movement| movement.legs.is_empty())
    }

    /// Whether it has moves past squares where it may then be captured en passant.
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
    /// Whether a pawn may be captured en passant on the squares it passes with these moves.
    pub en_passant: bool,
}

/// Promotion of one pawn type.
#[derive(Clone, Debug, PartialEq)]
pub struct PromotionDef {
    /// The squares where it promotes, in board coordinates of this side.
    pub squares: Vec<Square>,
    /// What it may become: side whose piece table is meant, index into its pieces, and the letter
    /// (upper case, unique within this side) the new man is shown by.
    pub targets: Vec<PromotionTarget>,
    /// Whether it must.
    pub forced: bool,
    /// Squares besides where it may, but need not.
    pub optional: Vec<Square>,
    /// Squares from which every move promotes: as on the `optional` squares if there are any, else as on
    /// `squares`.
    pub leaving: Vec<Square>,
    /// What it may become of these.
    pub supply: Supply,
    /// Whether it promotes instead of moving: on one of the squares, or anywhere as the last of its kind on its
    /// side; in place, or by a quiet move of the new man. Not where that attacks an enemy or gives check.
    pub instead: bool,
}

/// What a man turns into by moving: nobody chooses it, and no notation of a move says it.
#[derive(Clone, Debug, PartialEq)]
pub struct BecomesDef {
    /// Index into the pieces of its side.
    pub piece: usize,
    /// Which of its moves do it.
    pub when: Turning,
    /// The squares where they do, in board coordinates of this side.
    pub squares: Vec<Square>,
}

/// Which moves turn a man into another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turning {
    /// All.
    Moves,
    /// Captures.
    Captures,
}

/// What men there are to promote to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supply {
    /// The one that starts on the file; if that is none of them, the first.
    OfFile,
    /// As many as one likes.
    Unlimited,
    /// Only men that have been captured: no more of a kind than the side began with.
    Captured,
}

/// One choice at promotion.
#[derive(Clone, Debug, PartialEq)]
pub struct PromotionTarget {
    /// Whose piece type it is.
    pub from_side: Color,
    /// Index into that side's pieces.
    pub piece: usize,
    /// The letter it is shown by in the promoting side's hands.
    pub letter: char,
}
