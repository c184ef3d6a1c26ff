//! The slots of XBoard's table of pieces, and the picture that each GUI draws for them.
//!
//! XBoard has a picture for every slot at every size. WinBoard 4.9.1 has bitmaps for some slots
//! (`InitDrawingSizes` in its winboard.c): for the orthodox slots and four more at every size, for the
//! others at few sizes.

use crate::rules::game::Kind;

/// A kind and its slot.
pub type Placed<'a> = (usize, &'a Kind);

/// The program that draws the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pictures {
    /// XBoard's.
    XBoard,
    /// WinBoard's.
    WinBoard,
}

/// The sizes of the board at which a GUI has a picture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sizes {
    /// All.
    All,
    /// Petite, Middling, and Bulky.
    Three,
    /// Middling and Bulky.
    Two,
    /// None.
    None,
}

/// The pictures that WinBoard draws for a slot, by shape, and the sizes. It draws nothing for slots
/// that are not listed. Variants of one shape differ little, at some sizes only in their height.
const WINBOARD: &[(usize, &str, Sizes)] = &[
    (0, "p", Sizes::All),
    (1, "n", Sizes::All),
    (2, "b", Sizes::All),
    (3, "r", Sizes::All),
    (4, "q", Sizes::All),
    (5, "f", Sizes::Three),
    (6, "e", Sizes::Three),
    (7, "aa", Sizes::Three),
    (8, "c", Sizes::Three),
    (9, "w", Sizes::Three),
    (10, "m", Sizes::Three),
    (11, "o", Sizes::Three),
    (12, "n", Sizes::All),
    (13, "b", Sizes::All),
    (14, "r", Sizes::All),
    (15, "q", Sizes::All),
    (16, "cv", Sizes::Three),
    (17, "v", Sizes::Three),
    (18, "l", Sizes::Three),
    (19, "s", Sizes::Two),
    (20, "u", Sizes::Two),
    (21, "ln", Sizes::Three),
    (23, "zebra", Sizes::Two),
    (24, "camel", Sizes::Two),
    (26, "wolf", Sizes::Two),
    (29, "l", Sizes::Three),
    (32, "ln", Sizes::Three),
    (65, "k", Sizes::All),
];

/// Slots whose pictures look alike on XBoard's board.
const ALIKE: &[&[usize]] = &[
    &[1, 12],
    &[2, 46],
    &[3, 47],
    &[4, 15, 51],
    &[6, 53],
    &[13, 57],
    &[14, 58],
    &[18, 29],
    &[21, 32, 52],
    &[33, 49],
    &[22, 62],
    &[44, 54],
    &[55, 59],
    &[61, 63],
];

/// Whether XBoard takes any piece in a slot for a pawn.
pub fn is_for_pawns(slot: u8) -> bool {
    matches!(slot, 0 | 18)
}

impl Pictures {
    /// The sizes at which a slot has a picture.
    pub fn sizes(self, slot: usize) -> Sizes {
        match self {
            Pictures::XBoard => Sizes::All,
            Pictures::WinBoard => drawn(slot).map_or(Sizes::None, |(_, _, sizes)| *sizes),
        }
    }

    /// Whether the pictures of two slots are hard to tell apart.
    pub fn are_alike(self, one: usize, other: usize) -> bool {
        match self {
            Pictures::XBoard => first_alike(one) == first_alike(other),
            Pictures::WinBoard => {
                let shape = |slot| drawn(slot).map(|(_, shape, _)| shape);
                shape(one).is_some() && shape(one) == shape(other)
            }
        }
    }
}

/// The picture that WinBoard draws for a slot.
fn drawn(slot: usize) -> Option<&'static (usize, &'static str, Sizes)> {
    WINBOARD.iter().find(|(listed, ..)| *listed == slot)
}

/// The first slot that looks like this one in XBoard.
fn first_alike(slot: usize) -> usize {
    let alike = ALIKE.iter().find(|alike| alike.contains(&slot));
    alike.and_then(|alike| alike.first()).copied().unwrap_or(slot)
}
