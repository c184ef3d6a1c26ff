//! Finds in the games of a match that was broken off which of them need not be played again.

use super::contest::{Contest, Fixture};
use crate::pgn::Written;

/// A game that has been played: its place, and White's quarter points.
pub type Known = (Fixture, u8);

/// The games of this match among those of a file.
///
/// # Errors
/// If a game is of another match: why.
pub fn known(contest: &Contest, games: &[Written]) -> Result<Vec<Known>, String> {
    let mut known: Vec<Known> = Vec::new();
    for game in games {
        let fault = |reason: &str| format!("the game on line {} is not of this match: {reason}", game.line);
        let Some(white) = quarters(game) else { continue };
        let place = place(game.tag("Round").unwrap_or_default()).ok_or_else(|| fault("its round"))?;
        let pairing = contest.pairings.get(place.pairing).ok_or_else(|| fault("there is no such pairing"))?;
        let mut seats = [pairing.first, pairing.second];
        if place.reversed {
            seats.reverse();
        }
        for (tag, seat) in ["White", "Black"].into_iter().zip(seats) {
            if game.tag(tag) != Some(contest.players[seat].name.as_str()) {
                return Err(fault(&format!("{tag} is {}", game.tag(tag).unwrap_or("nobody"))));
            }
        }
        if known.iter().all(|(other, _)| *other != place) {
            known.push((place, white));
        }
    }
    Ok(known)
}

/// White's quarter points; `None` if the game has no result.
fn quarters(game: &Written) -> Option<u8> {
    match (game.tag("Score"), game.result.as_str()) {
        (Some("0.75-0.25"), _) => Some(3),
        (Some("0.25-0.75"), _) => Some(1),
        (_, "1-0") => Some(4),
        (_, "0-1") => Some(0),
        (_, "1/2-1/2") => Some(2),
        _ => None,
    }
}

/// Reads `PAIRING.ROUND.GAME`, counted from 1.
fn place(round: &str) -> Option<Fixture> {
    let numbers: Option<Vec<usize>> =
        round.split('.').map(|number| number.parse::<usize>().ok()?.checked_sub(1)).collect();
    match numbers?.as_slice() {
        &[pairing, round, game @ (0 | 1)] => {
            Some(Fixture { pairing, round: u32::try_from(round).ok()?, reversed: game == 1 })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_places() {
        assert_eq!(place("2.3.1"), Some(Fixture { pairing: 1, round: 2, reversed: false }));
        for bad in ["", "1", "1.1.3", "0.1.1", "1.1.1.1", "a.b.c"] {
            assert_eq!(place(bad), None, "{bad}");
        }
    }
}
