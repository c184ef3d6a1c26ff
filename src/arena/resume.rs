//! Resumes an interrupted match: the terms in the file of its games, and the games that need not be played
//! again.
//!
//! The file starts with lines that PGN readers skip: `% seed: 1`. A game that was cut off while being
//! written is played again.

use std::fmt;

use super::contest::{Contest, Fixture};
use crate::rules::geometry::Color;
use crate::rules::pgn::Written;
use crate::rules::position::Points;

/// The terms of a match: keys and values in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Terms(pub Vec<(String, String)>);

/// A term that differs between the file of a match and the requested match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What it is about.
    pub key: String,
    /// What the file says.
    pub recorded: Option<String>,
    /// What is requested.
    pub asked: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".to_string());
        write!(f, "{}: `{}` in the file, `{}` now", self.key, text(&self.recorded), text(&self.asked))
    }
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms: Vec<String> = self.0.iter().map(|(key, value)| format!("{key}: {value}")).collect();
        f.write_str(&terms.join("; "))
    }
}

/// The start of the first line of a file of games.
const MARK: &str = "% match of fibnif ";

impl Terms {
    /// The lines at the top of the file of the games.
    pub fn header(&self) -> String {
        let line = |(key, value): &(String, String)| format!("% {key}: {value}\n");
        let lines: String = self.0.iter().map(line).collect();
        format!("{MARK}{}\n{lines}\n", env!("CARGO_PKG_VERSION"))
    }

    /// The terms at the top of a file; `None` if there are none.
    pub fn read(text: &str) -> Option<Terms> {
        let mut lines = text.lines();
        lines.next()?.strip_prefix(MARK)?;
        let term = |line: &str| {
            let (key, value) = line.strip_prefix("% ")?.split_once(": ")?;
            Some((key.to_string(), value.to_string()))
        };
        Some(Terms(lines.map_while(term).collect()))
    }

    fn get(&self, key: &str) -> Option<String> {
        self.0.iter().find(|(known, _)| known == key).map(|(_, value)| value.clone())
    }

    /// The differences between these terms, from a file, and the requested ones.
    pub fn differences(&self, asked: &Terms) -> Vec<Difference> {
        let mut keys: Vec<&String> = self.0.iter().chain(&asked.0).map(|(key, _)| key).collect();
        let mut seen = Vec::new();
        keys.retain(|key| {
            !seen.contains(key) && {
                seen.push(*key);
                true
            }
        });
        let compare = |key: &String| {
            let (recorded, asked) = (self.get(key), asked.get(key));
            (recorded != asked).then(|| Difference { key: key.clone(), recorded, asked })
        };
        keys.into_iter().filter_map(compare).collect()
    }
}

/// A game that has been played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// Its place in the match.
    pub place: Fixture,
    /// White's quarter points.
    pub white: u8,
    /// The reason for its end.
    pub reason: String,
    /// The player that forfeited, if one did.
    pub at_fault: Option<Color>,
}

/// The games of an interrupted match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Beginning {
    /// The finished games.
    pub games: Vec<Known>,
    /// The length of the file in bytes up to the end of the last of them.
    pub length: usize,
}

/// The finished games of this match in a file, or why one does not belong to it. Lines are counted from 1.
pub fn beginning(contest: &Contest, games: &[Written]) -> Result<Beginning, String> {
    let mut beginning = Beginning::default();
    for (index, game) in games.iter().enumerate() {
        let Some(points) = points(game) else {
            if index + 1 == games.len() {
                break;
            }
            return Err(format!("the game on line {} has no result", game.line));
        };
        let round = game.tag("Round").unwrap_or_default();
        let place = place(round).filter(|place| place.pairing < contest.pairings.len());
        let foreign =
            |why: String| format!("the game on line {} does not belong to this match: {why}", game.line);
        let place = place.ok_or_else(|| foreign(format!("its round is `{round}`")))?;
        for (tag, seat) in ["White", "Black"].into_iter().zip(contest.seats(place)) {
            let (found, expected) = (game.tag(tag).unwrap_or_default(), &contest.players[seat].name);
            if found != expected {
                return Err(foreign(format!("{tag} is `{found}`, not `{expected}`")));
            }
        }
        beginning.length = game.end;
        if beginning.games.iter().all(|known| known.place != place) {
            let loser = points.winner().map(|winner| !winner);
            let forfeited =
                matches!(game.tag("Termination"), Some("rules infraction" | "time forfeit" | "abandoned"));
            let reason = game.tag("Reason").unwrap_or("unknown").to_string();
            beginning.games.push(Known {
                place,
                white: points.quarters(),
                reason,
                at_fault: loser.filter(|_| forfeited),
            });
        }
    }
    Ok(beginning)
}

/// The result; `None` if the game has none.
fn points(game: &Written) -> Option<Points> {
    let stated = game.result.parse().ok()?;
    game.tag("Score").and_then(|score| score.parse().ok()).or(Some(stated))
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

    #[test]
    fn terms_are_read_back_and_compared() {
        let terms = |seed: &str| {
            let pairs = [("players", "self | a: b"), ("seed", seed)];
            Terms(pairs.map(|(key, value)| (key.to_string(), value.to_string())).to_vec())
        };
        let text = terms("1").header() + "[Event \"x\"]\n% a: b\n";
        assert_eq!(Terms::read(&text), Some(terms("1")));
        assert_eq!(Terms::read("[Event \"x\"]\n"), None);
        let listed: Vec<String> =
            terms("1").differences(&terms("2")).iter().map(Difference::to_string).collect();
        assert_eq!(listed, ["seed: `1` in the file, `2` now"]);
        assert_eq!(terms("1").differences(&Terms::default()).len(), 2);
    }
}
