//! Tables that are done, to be looked up by position.

use std::collections::HashMap;
use std::sync::Arc;

use super::index::{Placement, Squares};
use super::men::{MOST_MEN, Men};
use super::table::EndgameTable;
use super::value::Value;
use crate::game::KindId;
use crate::geometry::Color;
use crate::position::Position;

/// Tables by their men.
#[derive(Clone, Debug, Default)]
pub struct Shelf(HashMap<Men, Arc<EndgameTable>>);

impl Shelf {
    /// The result of a position for the side to move, if its ending is solved and a table can tell it: nobody
    /// may castle any more, and nothing can be captured en passant.
    pub fn probe(&self, position: &Position) -> Option<Value> {
        if position.has_rights() || position.has_en_passant() {
            return None;
        }
        let (men, placement) = place(position)?;
        self.get(&men)?.value(&placement)
    }

    /// The table of some men.
    pub fn get(&self, men: &Men) -> Option<&Arc<EndgameTable>> {
        self.0.get(men)
    }

    /// The tables of all `men`; `None` if one is missing.
    pub(super) fn only<'a>(&self, men: impl IntoIterator<Item = &'a Men>) -> Option<Shelf> {
        men.into_iter().map(|men| Some((*men, self.get(men)?.clone()))).collect::<Option<_>>().map(Shelf)
    }

    pub(super) fn insert(&mut self, men: Men, table: EndgameTable) {
        self.0.insert(men, Arc::new(table));
    }

    pub(super) fn add(&mut self, other: Shelf) {
        self.0.extend(other.0);
    }

    pub(super) fn keep(&mut self, wanted: impl Fn(&Men) -> bool) {
        self.0.retain(|men, _| wanted(men));
    }

    /// What they take.
    pub(super) fn bytes(&self) -> u64 {
        self.0.values().map(|table| table.bytes()).sum()
    }
}

/// The men of a position that are in play, and where they stand; `None` if there are too many.
pub(super) fn place(position: &Position) -> Option<(Men, Placement)> {
    let game = position.game();
    // Where all is closed, what has just been closed is still a position of its ending.
    let in_play = match position.slots_in_play() {
        0 => u64::MAX,
        some => some,
    };
    let mut all: [(u16, KindId, u8); MOST_MEN] = [(0, KindId(0), 0); MOST_MEN];
    let mut len = 0;
    for color in Color::ALL {
        for (slot, kind, square) in position.men_by_slot(color) {
            if in_play >> slot & 1 == 0 {
                continue;
            }
            // The order of `Men::new`.
            let rank = (color as u16) << 9 | u16::from(!game.kind(kind).royal) << 8 | u16::from(kind.0);
            *all.get_mut(len)? = (rank, kind, square.0);
            len += 1;
        }
    }
    let all = &mut all[..len];
    all.sort_unstable();
    let mut squares: Squares = [0; MOST_MEN];
    for (square, man) in squares.iter_mut().zip(all.iter()) {
        *square = man.2;
    }
    let men = Men::in_order(all.iter().map(|man| man.1));
    Some((men, Placement { side: position.side(), squares, double: None }))
}
