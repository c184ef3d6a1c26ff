//! Where the pieces of a game of Fairy-Stockfish may be dropped, in a variant file.

use toml::{Table, Value as Toml};

use super::pieces::{HALF_TURN, Roles};
use super::types::TypeId;
use super::writer::Writer;
use crate::import::region::Region;
use crate::rules::geometry::Color;

impl Roles<'_> {
    /// Where a type may be dropped.
    pub(super) fn drops(&self, writer: &mut Writer, id: TypeId, piece: &mut Table) {
        let state = self.state;
        if !state.is_on("pieceDrops", false) && !state.is_on("seirawanGating", false) {
            return;
        }
        // What never comes to hand is never dropped. Kings are not captured.
        let comes =
            id != TypeId::KING && state.is_on("capturesToHand", false) || state.is_on("twoBoards", false);
        let stock = state.start.split_once('[').map_or("", |(_, rest)| rest.split(']').next().unwrap_or(""));
        if !comes && !stock.chars().any(|letter| state.type_of(letter) == Some(id)) {
            return;
        }
        let (board, all) = (state.board, state.squares());
        let mut regions = Color::ALL.map(|color| state.region("dropRegion", color));
        for color in Color::ALL {
            let region = &mut regions[color.index()];
            let first = |rank: u8| if color == Color::White { rank } else { board.ranks - 1 - rank };
            if let Some(zone) = state.mobility(id, color) {
                *region = region.and(&zone);
            }
            if id == TypeId::PAWN {
                if !state.is_on("promotionZonePawnDrops", false) {
                    *region = region.without(&state.region("promotionRegion", color));
                }
                if !state.is_on("firstRankPawnDrops", false) {
                    *region = region.without(&Region::rank(first(0), board));
                }
            }
            if id == TypeId::ROOK && state.is_on("sittuyinRookDrop", false) {
                *region = region.and(&Region::rank(first(0), board));
            }
            if state.is_on("immobilityIllegal", false) {
                let stuck = self.stuck(id);
                *region =
                    region.without(&if color == Color::White { stuck } else { stuck.half_turned(board) });
            }
        }
        let [white, black] = regions;
        // Pieces enter where those of the first rank leave.
        let gates = state.is_on("seirawanGating", false);
        let entries = white.and(&Region::rank(0, board));
        let by_gates_alone = gates && !state.is_on("pieceDrops", false);
        let Some(squares) = (if by_gates_alone { Some(entries) } else { self.common(id, white, &black) })
        else {
            return writer.refuse("dropRegionBlack", HALF_TURN);
        };
        let mut drops = Table::new();
        if squares != all {
            drops.insert("squares".into(), Toml::from(squares.text()));
        }
        if state.is_on("mustDrop", false) && state.must_drop == Some(id) {
            drops.insert("forced".into(), Toml::from(true));
        }
        if state.drop_no_doubled == Some(id) {
            // With none allowed beside it, not even the first may be dropped.
            let Some(count) = state.number("dropNoDoubledCount", 1).checked_sub(1) else {
                piece.insert("hand".into(), Toml::from("none"));
                return;
            };
            drops.insert("per_file".into(), Toml::from(i64::from(count)));
        }
        if id == TypeId::SHOGI_PAWN && state.is_on("shogiPawnDropMateIllegal", false) {
            drops.insert("mate".into(), Toml::from("forbidden"));
        }
        // That program asks it of kings alone, not of pieces that are as royal.
        if !state.is_on("dropChecks", true) && self.has_king() {
            drops.insert("check".into(), Toml::from("forbidden"));
        }
        if id == TypeId::BISHOP && state.is_on("dropOppositeColoredBishop", false) {
            drops.insert("colors".into(), Toml::from("different"));
        }
        if state.is_on("dropPromoted", false) && self.form(id).is_some() {
            drops.insert("form".into(), Toml::from("either"));
        }
        if squares.is_empty() {
            piece.insert("hand".into(), Toml::from("none"));
        } else if !drops.is_empty() {
            piece.insert("drops".into(), Toml::Table(drops));
        }
    }
}
