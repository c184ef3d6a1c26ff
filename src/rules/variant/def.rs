//! A variant after every choice has been made: the contract between the files and `game`.
//!
//! Where a value came from is not recorded here; that is the task of `tree` and `read`.

use super::board::ViewDef;
use super::hands::{Captured, HandsDef};
use super::keys::words;
use super::merge::Places;
use super::nets::NetChoice;
use super::pieces::{PieceDef, SideDef};
use super::rules::Rules;
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
