//! The games of a match as PGN.

use super::contest::{Contest, PlayedGame};
use super::external::flat_name;
use super::game::moves;
use super::player::{PlayerScore, Thought};
use crate::base::date::today;
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
        tags.extend(xboard::pieces_tag(board.position.game()).map(|pieces| ("VariantMen", pieces)));
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
        written: Vec::new(),
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
