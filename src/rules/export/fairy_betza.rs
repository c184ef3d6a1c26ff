//! Prints moves as Fairy-Stockfish reads them.
//!
//! Its parser silently skips what it does not know. So the text is made anew from the legs, and uses
//! only what its source is known to read: two-letter directions before an atom, and one digit after it
//! for a short ride.

use crate::rules::betza::{Leg, Movement, Obstacle, Reach};
use crate::rules::geometry::Offset;

/// The common properties of the moves that one atom can print, directions aside.
#[derive(PartialEq)]
struct FairyManner {
    modality: &'static str,
    obstacle: &'static str,
    initial: bool,
    atom: char,
    range: String,
}

/// The text of a movement.
///
/// # Errors
/// A description of what cannot be expressed.
pub(super) fn print(movement: &Movement) -> Result<String, String> {
    let mut groups: Vec<(FairyManner, Vec<&'static str>)> = Vec::new();
    for leg in &movement.legs {
        let (manner, direction) = manner(leg)?;
        match groups.iter_mut().find(|(known, _)| *known == manner) {
            Some((_, directions)) => directions.push(direction),
            None => groups.push((manner, vec![direction])),
        }
    }
    Ok(groups.iter().map(|(manner, directions)| spell(manner, directions)).collect())
}

fn spell(manner: &FairyManner, directions: &[&str]) -> String {
    let all = if is_oblique(manner.atom) { 8 } else { 4 };
    let directions = if directions.len() == all { String::new() } else { directions.concat() };
    let initial = if manner.initial { "i" } else { "" };
    let FairyManner { modality, obstacle, atom, range, .. } = manner;
    format!("{modality}{initial}{obstacle}{directions}{atom}{range}")
}

fn is_oblique(atom: char) -> bool {
    matches!(atom, 'N' | 'C' | 'Z')
}

fn manner(leg: &Leg) -> Result<(FairyManner, &'static str), String> {
    let [step] = leg.steps.as_slice() else { return Err("moves that turn on their way".to_string()) };
    if leg.kings {
        return Err("moves against Kings alone".to_string());
    }
    if leg.is_path() {
        return Err("moves that turn on their way".to_string());
    }
    if leg.halfling {
        return Err("moves that go half the way".to_string());
    }
    if leg.cylinder {
        return Err("moves over the edge of the board".to_string());
    }
    let (atom, direction) =
        atom(*step).ok_or_else(|| format!("leaps of {} by {}", step.forward.abs(), step.right.abs()))?;
    let obstacle = match leg.obstacle {
        Obstacle::Free => "",
        Obstacle::Lame if leg.reach == Reach::Steps(1) && matches!(atom, 'D' | 'A' | 'N') => "n",
        Obstacle::Hop if matches!(atom, 'W' | 'F') => "p",
        Obstacle::Grasshopper if matches!(atom, 'W' | 'F') => "g",
        _ => return Err("what must stand or not stand on the way".to_string()),
    };
    let range = match leg.reach {
        Reach::Steps(1) => String::new(),
        Reach::Steps(steps @ 2..=9) if matches!(atom, 'W' | 'F') => steps.to_string(),
        Reach::Edge if matches!(atom, 'W' | 'F' | 'N') => atom.to_string(),
        _ => return Err("long or repeated leaps".to_string()),
    };
    let modality = match (leg.purpose.quiet, leg.purpose.capture) {
        (true, true) => "",
        (true, false) => "m",
        (false, true) => "c",
        (false, false) => return Err("moves that capture in passing alone".to_string()),
    };
    Ok((FairyManner { modality, obstacle, initial: leg.initial, atom, range }, direction))
}

/// The atom of a step, and its direction in two letters.
fn atom(step: Offset) -> Option<(char, &'static str)> {
    let (right, forward) = (step.right, step.forward);
    let (long, short) = (right.abs().max(forward.abs()), right.abs().min(forward.abs()));
    let atom = match (long, short) {
        (1, 0) => 'W',
        (1, 1) => 'F',
        (2, 0) => 'D',
        (2, 1) => 'N',
        (2, 2) => 'A',
        (3, 0) => 'H',
        (3, 1) => 'C',
        (3, 2) => 'Z',
        (3, 3) => 'G',
        _ => return None,
    };
    let steep = forward.abs() > right.abs();
    let direction = match (right.signum(), forward.signum()) {
        (0, 1) => "ff",
        (0, _) => "bb",
        (1, 0) => "rr",
        (_, 0) => "ll",
        (1, 1) if steep => "rf",
        (1, 1) => "fr",
        (1, _) if steep => "rb",
        (1, _) => "br",
        (_, 1) if steep => "lf",
        (_, 1) => "fl",
        (_, _) if steep => "lb",
        (_, _) => "bl",
    };
    Some((atom, direction))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &str) -> Result<String, String> {
        print(&Movement::read(text).unwrap())
    }

    #[test]
    fn what_it_misreads_is_written_otherwise() {
        assert_eq!(printed("N").unwrap(), "N");
        assert_eq!(printed("R4").unwrap(), "W4");
        assert_eq!(printed("FAD").unwrap(), "FAD");
        assert_eq!(printed("mWcF").unwrap(), "mWcF");
        assert_eq!(printed("nD").unwrap(), "nD");
        assert!(printed("fhNbsK").unwrap().contains("bb"), "the straight step back is not lost");
        for (text, reason) in
            [("zFF", "turn"), ("afsW", "turn"), ("hhR", "half"), ("DD", "repeated"), ("oR", "edge")]
        {
            assert!(printed(text).unwrap_err().contains(reason), "{text}");
        }
    }
}
