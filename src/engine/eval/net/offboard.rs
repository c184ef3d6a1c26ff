//! What a net sees beside the pieces on squares: pieces in hand, and checks still to be given.
//!
//! Each is an item with a description, and a position has each item some number of times. So the rows of
//! items are added to the sums as those of pieces are.

use super::describe::{HELD_MOST, describe_checks, describe_held};
use super::feature::Feature;
use crate::rules::game::{Game, KindId};
use crate::rules::geometry::{Color, Narrow};
use crate::rules::position::Position;

/// The items of a game, for White and then for Black.
#[derive(Clone, Debug)]
pub struct OffBoard {
    items: Vec<Item>,
}

#[derive(Clone, Debug)]
struct Item {
    color: Color,
    what: What,
    description: Vec<Feature>,
}

#[derive(Clone, Copy, Debug)]
enum What {
    /// The piece of a kind in hand that has so many before it.
    Held(KindId, usize),
    /// So many checks still to be given.
    Checks(u8),
}

impl OffBoard {
    /// The items of a game; `None` if there are none. `values` are the values of pieces, by type.
    pub fn new(game: &Game, values: &[i32]) -> Option<OffBoard> {
        let mut items = Vec::new();
        for color in Color::ALL {
            let kinds = game.hands.iter().flat_map(|hands| &hands.kinds[color.index()]);
            for &kind in kinds {
                let value = values.get(kind.index()).copied().unwrap_or_default();
                for (before, description) in (0..).zip(describe_held(game, kind, value)) {
                    items.push(Item { color, what: What::Held(kind, before), description });
                }
            }
            for left in 1..=game.ends.as_ref().map_or(0, |ends| ends.checks) {
                let description = describe_checks(left.into());
                items.push(Item { color, what: What::Checks(left), description });
            }
        }
        (!items.is_empty()).then_some(OffBoard { items })
    }

    /// The side and the description of each item, from its side's view.
    pub fn items(&self) -> impl Iterator<Item = (Color, &[Feature])> {
        self.items.iter().map(|item| (item.color, item.description.as_slice()))
    }

    /// How many times a position has each item.
    pub fn counts(&self, pos: &Position) -> impl Iterator<Item = u8> {
        let checks = pos.checks_left();
        self.items.iter().map(move |item| match item.what {
            What::Held(kind, before) => {
                let left = (pos.in_hand(kind) as usize).saturating_sub(before);
                let is_last = before + 1 == HELD_MOST;
                if is_last { left.narrow() } else { left.min(1).narrow() }
            }
            What::Checks(left) => checks.is_some_and(|checks| checks[item.color.index()] == left).into(),
        })
    }
}
