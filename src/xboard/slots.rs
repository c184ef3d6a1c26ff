//! The slots of XBoard's table of pieces, and which picture each GUI draws for them.
//!
//! XBoard has a picture for every slot at every size. WinBoard 4.9.1 has bitmaps for some (`InitDrawingSizes`
//! in its winboard.c): the orthodox ones at every size, four more that are smaller copies of those at most
//! sizes, and the others at few sizes.

/// The program that draws the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pictures {
    /// XBoard's.
    XBoard,
    /// WinBoard's.
    WinBoard,
}

/// What WinBoard draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bitmap {
    /// The name of its bitmaps.
    shape: &'static str,
    /// Whether it is the bitmap of a smaller board.
    small: bool,
}

/// How many classes of board sizes WinBoard has: 33 pixels a square; 49 and 72; 37 to 64; smaller and larger.
pub const CLASSES: usize = 4;

#[expect(clippy::unnecessary_wraps, reason = "an entry of the table, which has holes")]
const fn bitmap(shape: &'static str) -> Option<Bitmap> {
    Some(Bitmap { shape, small: false })
}

#[expect(clippy::unnecessary_wraps, reason = "an entry of the table, which has holes")]
const fn small(shape: &'static str) -> Option<Bitmap> {
    Some(Bitmap { shape, small: true })
}

/// What WinBoard draws for a slot, by class of size. It draws nothing for slots that are not listed.
const WINBOARD: &[(usize, [Option<Bitmap>; CLASSES])] = &[
    (0, [bitmap("p"); CLASSES]),
    (1, [bitmap("n"); CLASSES]),
    (2, [bitmap("b"); CLASSES]),
    (3, [bitmap("r"); CLASSES]),
    (4, [bitmap("q"); CLASSES]),
    (5, [bitmap("f"), bitmap("f"), None, None]),
    (6, [bitmap("e"), bitmap("e"), None, None]),
    (7, [bitmap("aa"), bitmap("aa"), bitmap("a"), None]),
    (8, [bitmap("c"), bitmap("c"), bitmap("c"), None]),
    (9, [bitmap("w"), bitmap("w"), None, None]),
    (10, [bitmap("m"), bitmap("m"), None, None]),
    (11, [bitmap("o"), bitmap("o"), None, None]),
    (12, [bitmap("h"), bitmap("h"), small("n"), small("n")]),
    (13, [bitmap("a"), bitmap("a"), small("b"), small("b")]),
    (14, [bitmap("dk"), bitmap("dk"), small("r"), small("r")]),
    (15, [bitmap("g"), bitmap("g"), small("q"), small("q")]),
    (16, [bitmap("cv"), bitmap("cv"), bitmap("cv"), None]),
    (17, [bitmap("v"), bitmap("v"), None, None]),
    (18, [bitmap("l"), bitmap("l"), bitmap("l"), None]),
    (19, [None, bitmap("s"), bitmap("cv"), None]),
    (20, [None, bitmap("u"), None, None]),
    (21, [bitmap("ln"), bitmap("ln"), None, None]),
    (23, [None, bitmap("zebra"), None, None]),
    (24, [None, bitmap("camel"), None, None]),
    (26, [None, bitmap("wolf"), None, None]),
    (29, [bitmap("l"), bitmap("l"), None, None]),
    (32, [bitmap("ln"), bitmap("ln"), None, None]),
    (65, [bitmap("k"); CLASSES]),
];

/// Slots whose pictures nobody can tell apart on XBoard's board.
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

/// How much two pictures look alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Likeness {
    /// They differ at every size.
    None,
    /// At some size they differ in nothing but how large they are.
    Shape,
    /// At some size nobody can tell them apart.
    Same,
}

/// The sizes of the board at which pieces have pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sizes {
    /// All.
    All,
    /// Those that the menu View > Board Size has under these names.
    Some(&'static str),
    /// None: at every size some piece has no picture.
    None,
}

/// Whether XBoard takes whatever is in a slot for a pawn.
pub fn is_for_pawns(slot: u8) -> bool {
    matches!(slot, 0 | 18)
}

impl Pictures {
    /// At how many classes of sizes a slot has a picture.
    pub fn classes(self, slot: usize) -> usize {
        match self {
            Pictures::XBoard => CLASSES,
            Pictures::WinBoard => bitmaps(slot).iter().flatten().count(),
        }
    }

    /// Whether a slot has a picture at every size.
    pub fn always_shows(self, slot: usize) -> bool {
        self.classes(slot) == CLASSES
    }

    /// How much the pictures of two slots look alike, where both have one.
    pub fn likeness(self, one: usize, other: usize) -> Likeness {
        match self {
            Pictures::XBoard if first_alike(one) == first_alike(other) => Likeness::Same,
            Pictures::XBoard => Likeness::None,
            Pictures::WinBoard => {
                let both = bitmaps(one).into_iter().zip(bitmaps(other));
                let likeness = |pair| match pair {
                    (Some(one), Some(other)) if one == other => Likeness::Same,
                    (Some(Bitmap { shape, .. }), Some(other)) if shape == other.shape => Likeness::Shape,
                    _ => Likeness::None,
                };
                both.map(likeness).max().unwrap_or(Likeness::None)
            }
        }
    }

    /// At which sizes all of these slots have a picture.
    pub fn sizes(self, slots: &[usize]) -> Sizes {
        if self == Pictures::XBoard {
            return Sizes::All;
        }
        let shown: Vec<bool> = (0..CLASSES)
            .map(|class| slots.iter().all(|&slot| bitmaps(slot).get(class).is_some_and(Option::is_some)))
            .collect();
        match shown.as_slice() {
            [.., true] => Sizes::All,
            [true, true, true, _] => Sizes::Some("Petite to Bulky"),
            [_, true, true, _] => Sizes::Some("Slim to Bulky"),
            [true, true, ..] => Sizes::Some("Petite, Middling and Bulky"),
            [_, true, ..] => Sizes::Some("Middling and Bulky"),
            _ => Sizes::None,
        }
    }
}

fn bitmaps(slot: usize) -> [Option<Bitmap>; CLASSES] {
    WINBOARD.iter().find(|(listed, _)| *listed == slot).map_or([None; CLASSES], |(_, bitmaps)| *bitmaps)
}

/// The first slot that looks like this one in XBoard.
fn first_alike(slot: usize) -> usize {
    let alike = ALIKE.iter().find(|alike| alike.contains(&slot));
    alike.and_then(|alike| alike.first()).copied().unwrap_or(slot)
}
