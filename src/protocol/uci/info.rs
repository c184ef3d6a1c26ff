//! Search results in UCI's words.

use std::fmt::Write as _;

use crate::engine::search::{Bound, Report, Score, SearchResult};
use crate::rules::position::{Move, Position};
use crate::session::speed;

/// The text of a move. Castling in shuffled games is written as the king capturing its partner, where
/// the GUI wants that.
pub(super) fn write_move(position: &Position, m: Move, shuffled: bool) -> String {
    let text = position.move_text(m);
    let partner = (m.is_castling() && (shuffled || text.starts_with('O')))
        .then(|| m.king_takes_partner(position.game()));
    partner.flatten().unwrap_or(text)
}

pub(super) fn line(position: &Position, report: &Report, shuffled: bool) -> String {
    let nodes = report.nodes;
    let speed = speed(nodes, report.time);
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {}{} nodes {nodes} nps {speed} hashfull {} time {} pv",
        report.depth,
        report.seldepth,
        report.rank,
        score(report.score),
        match report.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        },
        report.fullness,
        report.time.as_millis()
    );
    let mut position = position.clone();
    for &m in &report.pv {
        if !position.is_legal(m) {
            break;
        }
        // Writing to a string cannot fail.
        let _ = write!(text, " {}", write_move(&position, m, shuffled));
        position.make(m);
    }
    text
}

/// `bestmove`, with the expected reply.
pub(super) fn best_move(position: &Position, best: &SearchResult, shuffled: bool) -> String {
    let Some(m) = best.best_move else { return "bestmove (none)".to_string() };
    let mut text = format!("bestmove {}", write_move(position, m, shuffled));
    let mut after = position.clone();
    after.make(m);
    if let Some(answer) = best.ponder.filter(|&answer| after.is_legal(answer)) {
        text.push_str(" ponder ");
        text.push_str(&write_move(&after, answer, shuffled));
    }
    text
}

fn score(score: Score) -> String {
    match score.mate_in() {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", score.0),
    }
}
