//! Finished tables, which are looked up by position.

use std::collections::HashMap;
use std::sync::Arc;

use super::index::{PieceSquares, Placement};
use super::material::{MOST_PIECES, Material};
use super::table::{EndgameTable, Value};
use crate::rules::game::KindId;
use crate::rules::geometry::Color;
use crate::rules::position::{PieceSet, Placed, Position};

/// Tables by their material.
#[derive(Clone, Debug, Default)]
pub struct Shelf(HashMap<Material, Arc<EndgameTable>>);

impl Shelf {
    /// The result of a position for the side to move, if its ending is solved, no castling rights are left
    /// and no capture en passant is possible.
    pub fn probe(&self, position: &Position) -> Option<Value> {
        let rights = position.rights();
        if rights.unmoved != 0 || rights.en_passant {
            return None;
        }
        let (material, placement) = placement_of(position)?;
        self.get(&material)?.value(&placement)
    }

    /// The table of this material.
    pub fn get(&self, material: &Material) -> Option<&Arc<EndgameTable>> {
        self.0.get(material)
    }

    /// The tables of these materials; `None` if one is missing.
    pub(super) fn only<'a>(&self, material: impl IntoIterator<Item = &'a Material>) -> Option<Shelf> {
        material
            .into_iter()
            .map(|material| Some((*material, self.get(material)?.clone())))
            .collect::<Option<_>>()
            .map(Shelf)
    }

    pub(super) fn insert(&mut self, material: Material, table: EndgameTable) {
        self.0.insert(material, Arc::new(table));
    }

    pub(super) fn add(&mut self, other: Shelf) {
        self.0.extend(other.0);
    }

    pub(super) fn keep(&mut self, wanted: impl Fn(&Material) -> bool) {
        self.0.retain(|material, _| wanted(material));
    }

    pub(super) fn bytes(&self) -> u64 {
        self.0.values().map(|table| table.bytes()).sum()
    }
}

/// The material of a position that is in play, and its squares; `None` if there are too many pieces.
pub(super) fn placement_of(position: &Position) -> Option<(Material, Placement)> {
    let game = position.game();
    // Where both halves are closed, the one that was just closed still has a position.
    let board = position.board();
    let in_play = board.in_play();
    let in_play = if in_play.is_empty() { PieceSet::ALL } else { in_play };
    let mut all: [(u16, KindId, u8); MOST_PIECES] = [(0, KindId(0), 0); MOST_PIECES];
    let mut len = 0;
    for color in Color::ALL {
        for Placed { kind, square } in board.pieces(board.of(color) & in_play) {
            // The order of `Material::new`.
            let rank = (color as u16) << 9 | u16::from(!game.kind(kind).royal) << 8 | u16::from(kind.0);
            *all.get_mut(len)? = (rank, kind, square.0);
            len += 1;
        }
    }
    let all = &mut all[..len];
    all.sort_unstable();
    let mut squares: PieceSquares = [0; MOST_PIECES];
    for (square, piece) in squares.iter_mut().zip(all.iter()) {
        *square = piece.2;
    }
    let material = Material::in_order(all.iter().map(|piece| piece.1));
    Some((material, Placement { side: position.side(), squares, double: None }))
}
