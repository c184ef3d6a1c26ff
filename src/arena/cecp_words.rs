//! Reading and writing the words of XBoard's protocol.

use super::player::PlayerScore;
use crate::engine::search::TimeControl;
use crate::rules::geometry::Color;
use crate::rules::position::Position;

/// Whether the protocol counts the ranks of a board from 0.
pub(super) fn counts_from_zero(position: &Position) -> bool {
    position.game().shape.ranks() == 10
}

/// The squares of a move with other rank numbers.
pub(super) fn shift_ranks(text: &str, by: i32) -> String {
    let mut shifted = String::new();
    let mut digits = String::new();
    for letter in text.chars().chain([' ']) {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        if let Ok(rank) = digits.parse::<i32>() {
            shifted.push_str(&rank.saturating_add(by).to_string());
        }
        digits.clear();
        shifted.push(letter);
    }
    shifted.trim_end().to_string()
}

/// The command that sets a clock.
pub(super) fn time_command(time: TimeControl) -> String {
    match time {
        TimeControl::PerMove(time) => format!("st {}", time.as_secs_f64()),
        TimeControl::Level(level) => {
            let seconds = level.base.as_secs();
            let base = if level.base.subsec_nanos() == 0 && seconds.is_multiple_of(60) {
                (seconds / 60).to_string()
            } else {
                format!("{}:{:02}", seconds / 60, seconds % 60)
            };
            format!("level {} {base} {}", level.moves.unwrap_or(0), level.increment.as_secs_f64())
        }
    }
}

/// Whether a word is the number of a move.
pub(super) fn is_move_number(word: &str) -> bool {
    word.strip_suffix('.')
        .is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether an engine resigns by this line: `resign`, or `computer resigns` and `White resigns` as older ones
/// say.
pub(super) fn resigns(line: &str, color: Color) -> bool {
    let line = line.to_ascii_lowercase().replace('.', " ");
    match line.split_whitespace().take(2).collect::<Vec<_>>().as_slice() {
        ["resign", ..] | ["tellics" | "i", "resign"] => true,
        [who, "resigns"] => *who == "computer" || color.name().eq_ignore_ascii_case(who),
        _ => false,
    }
}

/// Whether an engine refuses a move; some engines say `Illegal` about other things.
pub(super) fn is_refusal(line: &str) -> bool {
    line.starts_with("Illegal move")
}

/// Depth, score and nodes from a line of thinking.
pub(super) fn read_thinking(line: &str) -> Option<(u32, PlayerScore, u64)> {
    let mut words = line.split_whitespace();
    let depth = words.next()?.trim_end_matches(['.', '&', '+', '-', '?', '!']).parse().ok()?;
    let score: i32 = words.next()?.parse().ok()?;
    words.next()?.parse::<i64>().ok()?;
    let nodes = words.next()?.parse().ok()?;
    let evaluation = match score {
        100_000.. => PlayerScore::Mate(score - 100_000),
        ..=-100_000 => PlayerScore::Mate((score + 100_000).min(-1)),
        _ => PlayerScore::Centipawns(score),
    };
    Some((depth, evaluation, nodes))
}

/// Features and their values; values with spaces are in quotes.
pub(super) fn read_features(text: &str) -> Vec<(String, String)> {
    let mut features = Vec::new();
    let mut rest = text.trim();
    while let Some((name, tail)) = rest.split_once('=') {
        let (value, after) = match tail.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => tail.split_once(char::is_whitespace).unwrap_or((tail, "")),
        };
        features.push((name.trim().to_string(), value.to_string()));
        rest = after.trim();
    }
    features
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read() {
        let features = read_features("ping=1 myname=\"My Engine\" variants=\"normal,fairy\" done=0");
        let expected = [("ping", "1"), ("myname", "My Engine"), ("variants", "normal,fairy"), ("done", "0")];
        assert!(features.iter().map(|(a, b)| (a.as_str(), b.as_str())).eq(expected));
        assert!(read_features("nonsense").is_empty());
    }

    #[test]
    fn thinking_is_read() {
        assert_eq!(
            read_thinking("7 -31 25 50000 12 200000 0\te2e4"),
            Some((7, PlayerScore::Centipawns(-31), 50_000))
        );
        assert_eq!(read_thinking("7& 100003 25 50000 e2e4"), Some((7, PlayerScore::Mate(3), 50_000)));
        assert_eq!(read_thinking("7 -100002 25 50000 e2e4"), Some((7, PlayerScore::Mate(-2), 50_000)));
        for other in ["", "7", "move e2e4", "7 up", "# 7 1 2 3"] {
            assert_eq!(read_thinking(other), None, "{other}");
        }
    }

    #[test]
    fn ranks_are_counted_from_zero_on_ten() {
        assert_eq!(shift_ranks("d3d5", -1), "d2d4");
        assert_eq!(shift_ranks("a10a9q", -1), "a9a8q");
        assert_eq!(shift_ranks("a9a8q", 1), "a10a9q");
        assert_eq!(shift_ranks("O-O", -1), "O-O");
    }
}
