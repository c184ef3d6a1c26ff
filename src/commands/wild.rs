//! Random armies. What is learned from them applies to armies that nobody has written yet.
//!
//! `wild7` is the army with the number 7, the same everywhere: four pieces composed of leaps, rides,
//! ranges and directions until each is worth about as much as the chess piece it replaces.

use std::borrow::Cow;
use std::fmt::Write;

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::rules::geometry::Narrow;
use crate::rules::variant::{Catalog, VariantError};

/// The beginning of such an army's name; its number follows.
const NAME: &str = "wild";

/// A move, and the approximate value in centipawns of a piece with only this move.
type Part = (&'static str, i32);

/// Moves that are the same in all directions, and may be limited to some.
const STRAIGHT: [Part; 9] = [
    ("W", 140),
    ("D", 150),
    ("H", 120),
    ("R", 500),
    ("R2", 280),
    ("R3", 360),
    ("R4", 420),
    ("DD", 230),
    ("nD", 110),
];
/// The same along diagonals.
const DIAGONAL: [Part; 8] =
    [("F", 170), ("A", 128), ("G", 100), ("B", 325), ("B2", 240), ("B3", 290), ("AA", 190), ("nA", 118)];
/// The same to other squares.
const OBLIQUE: [Part; 5] = [("N", 325), ("C", 250), ("Z", 230), ("NN", 600), ("nN", 245)];
/// Moves that capture differently from how they move, and moves that need a piece to leap over.
const ODD: [Part; 7] =
    [("mRcpR", 275), ("mBcN", 285), ("mRcN", 330), ("mNcB", 320), ("mNcR", 400), ("pR", 265), ("mBcpB", 180)];
/// Directions along ranks and files, and the remaining part of a piece's value in percent.
const STRAIGHT_SIDES: [Part; 6] = [("", 100), ("f", 38), ("b", 20), ("s", 45), ("v", 55), ("fs", 78)];
/// The same along diagonals.
const DIAGONAL_SIDES: [Part; 3] = [("", 100), ("f", 58), ("b", 38)];
/// The same for oblique leaps.
const OBLIQUE_SIDES: [Part; 7] =
    [("", 100), ("fh", 58), ("bh", 38), ("s", 45), ("v", 55), ("ff", 33), ("bb", 18)];
/// Whether it moves and captures alike, and the remaining value if not.
const MODES: [Part; 8] =
    [("", 100), ("", 100), ("", 100), ("", 100), ("", 100), ("", 100), ("m", 50), ("c", 45)];
/// The roles, and the range of values of their pieces.
const ROLES: [(char, [i32; 2]); 4] =
    [('R', [400, 560]), ('N', [240, 380]), ('B', [240, 400]), ('Q', [750, 1050])];
/// The maximum number of moves of a piece.
const MOST_PARTS: usize = 4;

/// The catalog including the random armies that a text names.
///
/// # Errors
/// If an army cannot be read.
pub fn with_armies<'a>(catalog: &'a Catalog, text: &str) -> Result<Cow<'a, Catalog>, VariantError> {
    let mut catalog = Cow::Borrowed(catalog);
    for word in text.split(|letter: char| !letter.is_alphanumeric()) {
        if let Some(number) = word.strip_prefix(NAME).and_then(|number| number.parse().ok()) {
            catalog.to_mut().add_army(&name(number), army(number))?;
        }
    }
    Ok(catalog)
}

/// The name of an army.
pub fn name(number: u32) -> String {
    format!("{NAME}{number}")
}

/// The file of an army.
fn army(number: u32) -> String {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(u64::from(number));
    let mut text = format!("title = \"Wild army {number}\"\n\n[pieces]\n");
    for (role, worth) in ROLES {
        let moves = invented(worth, &mut dice).join("\", \"");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{role} = {{ name = \"Wild {role} {number}\", betza = [\"{moves}\"] }}");
    }
    text
}

/// The moves of a piece with approximately this value.
fn invented([least, most]: [i32; 2], dice: &mut Xoshiro256PlusPlus) -> Vec<String> {
    loop {
        let (mut moves, mut worth) = (Vec::new(), 0);
        for _ in 0..MOST_PARTS {
            let (part, adds) = part(dice);
            // Moves together are worth more than the sum of their parts.
            let together = worth + adds + worth * adds / 2500;
            if together > most || moves.contains(&part) {
                continue;
            }
            moves.push(part);
            worth = together;
            if worth >= least {
                return moves;
            }
        }
    }
}

/// One of the moves, limited at random.
fn part(dice: &mut Xoshiro256PlusPlus) -> (String, i32) {
    let (moves, sides): (&[Part], &[Part]) = match dice.next_u32() % 9 {
        0..3 => (&STRAIGHT, &STRAIGHT_SIDES),
        3..6 => (&DIAGONAL, &DIAGONAL_SIDES),
        6..8 => (&OBLIQUE, &OBLIQUE_SIDES),
        _ => (&ODD, &[("", 100)]),
    };
    let mut any = |parts: &[Part]| -> Part {
        let index: usize = (dice.next_u64() % parts.len().max(1) as u64).narrow();
        parts[index]
    };
    let (name, worth) = any(moves);
    if moves == ODD {
        return (name.to_owned(), worth);
    }
    // Half of the moves are not limited.
    let whole = any(&[("", 0), ("", 1)]).1 == 0;
    let (side, share) = if whole { ("", 100) } else { any(sides) };
    let (mode, left) = any(&MODES);
    (format!("{mode}{side}{name}"), worth * share / 100 * left / 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_number_is_the_same_army() {
        assert_eq!(army(7), army(7));
        assert_ne!(army(7), army(8));
        let catalog = Catalog::builtin();
        assert!(matches!(with_armies(&catalog, "cwda:wildest/wild/fide").unwrap(), Cow::Borrowed(_)));
        assert!(with_armies(&catalog, "cwda:wild7").unwrap().resolve("cwda:wild7").is_ok());
    }
}
