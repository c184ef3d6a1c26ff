//! The games of a match as PGN.

use std::time::{SystemTime, UNIX_EPOCH};

use super::contest::{Contest, PlayedGame};
use super::external::flat_name;
use super::game::moves;
use super::player::{PlayerScore, Thought};
use crate::protocol::xboard;
use crate::rules::pgn::{Mark, Played};
use crate::rules::variant::is_shipped_as;

/// A game of a match with its tags and the players' thoughts about each move.
pub fn pgn(contest: &Contest, report: &PlayedGame) -> Played {
    let PlayedGame { place, players, finished, .. } = report;
    let board = &finished.board;
    let def = &board.position.game().def;
    let name = |seat: usize| contest.players[players[seat]].name.clone();
    let round = format!("{}.{}.{}", place.pairing + 1, place.round + 1, u8::from(place.reversed) + 1);
    let controls = players.map(|player| contest.control(player).pgn());
    let mut tags = vec![
        ("Event", "fibnif match".to_string()),
        ("Site", "?".to_string()),
        ("Date", today()),
        ("Round", round),
        ("White", name(0)),
        ("Black", name(1)),
        ("Result", finished.points.to_string()),
    ];
    let is_chess = is_shipped_as("chess", def);
    if !is_chess {
        tags.push(("Variant", flat_name(&def.id)));
        tags.extend(xboard::men_tag(board.position.game()).map(|men| ("VariantMen", men)));
    }
    // With a FEN, programs that do not know the variant can still show the game.
    if board.fen.is_some() || !is_chess {
        tags.push(("SetUp", "1".to_string()));
        tags.push(("FEN", board.start.fen()));
    }
    if controls[0] == controls[1] {
        tags.push(("TimeControl", controls[0].clone()));
    } else {
        tags.push(("WhiteTimeControl", controls[0].clone()));
        tags.push(("BlackTimeControl", controls[1].clone()));
    }
    tags.push(("PlyCount", board.moves.len().to_string()));
    tags.push(("Termination", finished.termination().to_string()));
    tags.push(("Reason", finished.reason()));
    if let Some(score) = finished.points.uneven() {
        tags.push(("Score", score.to_string()));
    }
    let comments =
        (0..board.opening).map(|_| "book".to_string()).chain(finished.thoughts.iter().map(comment));
    let marks = comments.map(|comment| vec![Mark::Comment(comment)]);
    Played {
        tags: tags.into_iter().map(|(name, value)| (name.to_string(), value)).collect(),
        start: board.start.clone(),
        preface: Vec::new(),
        moves: moves(board).zip(marks).collect(),
        result: finished.points.to_string(),
    }
}

/// Score, depth and time as tournament managers write them: `+0.31/12 0.052s`.
fn comment(thought: &Thought) -> String {
    let time = format!("{:.3}s", thought.elapsed.as_secs_f64());
    match thought.evaluation {
        None => time,
        Some(PlayerScore::Centipawns(value)) => {
            format!("{:+.2}/{} {time}", f64::from(value) / 100.0, thought.depth)
        }
        Some(PlayerScore::Mate(moves)) => {
            let sign = if moves > 0 { '+' } else { '-' };
            format!("{sign}M{}/{} {time}", moves.abs(), thought.depth)
        }
    }
}

/// The date as PGN writes it.
pub fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (year, month, day) = civil(seconds / 86400);
    format!("{year}.{month:02}.{day:02}")
}

/// Year, month and day of a day counted from 1970, using eras of 400 years that start in March.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn days_are_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_454), (2026, 1, 1));
    }
}
