//! Moves in words.

use crate::engine::search::Report;
use crate::rules::geometry::Color;
use crate::rules::pgn::san;
use crate::rules::position::{Move, Position};

/// The width of a page in columns.
pub(super) const WIDTH: usize = 78;

/// The number before a move: `3.`, or `3...` for Black.
fn number(position: &Position) -> String {
    let dots = if position.side() == Color::White { "." } else { "..." };
    format!("{}{dots}", position.move_number())
}

/// A count: `1 move`, `2 moves`.
pub fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// A move with its number, `3. Nf3` or `3... Nf6`.
pub(super) fn numbered(position: &Position, m: Move) -> String {
    format!("{} {}", number(position), san::write(position, m))
}

/// A line of moves with numbers, up to the first illegal one.
pub fn line_of(position: &Position, moves: &[Move]) -> String {
    let mut place = position.clone();
    let mut words: Vec<String> = Vec::new();
    let mut before = None;
    for &m in moves {
        if !place.is_legal(m) {
            break;
        }
        let turn = (place.move_number(), place.side());
        if before.is_none() || before != Some(turn) && place.side() == Color::White {
            words.push(number(&place));
        }
        words.push(san::write(&place, m));
        before = Some(turn);
        place.make(m);
    }
    words.join(" ")
}

/// The moves of a game as a table: for each turn its number, White's moves, Black's moves.
pub fn moves_of(start: &Position, moves: impl Iterator<Item = Move>) -> Vec<(u32, [String; 2])> {
    let mut place = start.clone();
    let mut rows: Vec<(u32, [String; 2])> = Vec::new();
    for m in moves {
        let (turn, side) = (place.move_number(), place.side());
        let text = san::write(&place, m);
        if rows.last().is_none_or(|row| row.0 != turn) {
            rows.push((turn, [String::new(), String::new()]));
        }
        if let Some(cell) = rows.last_mut().and_then(|row| row.1.get_mut(side.index())) {
            if !cell.is_empty() {
                cell.push(' ');
            }
            cell.push_str(&text);
        }
        place.make(m);
    }
    rows
}

/// The score of a report for White; moves to mate are counted for the side to move.
pub fn score_for_white(position: &Position, report: &Report) -> String {
    let Report { score, .. } = *report;
    match (position.side(), score.mate_in()) {
        (Color::White, _) => score.to_string(),
        (Color::Black, Some(moves)) => format!("#{}", -moves),
        (Color::Black, None) => (-score).to_string(),
    }
}

/// A line of thinking: depth, White's score, moves.
pub(super) fn thought(position: &Position, report: &Report) -> String {
    format!(
        "{:>3}  {:>7}  {}",
        report.depth,
        score_for_white(position, report),
        line_of(position, &report.pv)
    )
}

/// Words in lines of a width.
pub(super) fn broken(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let used = lines.last().map_or(0, |line| line.chars().count());
        if used > 0 && used + 1 + word.chars().count() > width {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::variant::Catalog;

    #[test]
    fn moves_stand_in_rows_by_turns() {
        let start = Position::start(compile(&Catalog::builtin().resolve("colorboundmost").unwrap()).unwrap());
        let mut place = start.clone();
        let mut moves = Vec::new();
        for text in ["d2e3", "a7b6", "b7c6", "e1c3"] {
            let Ok(m) = place.parse_move(text) else { break };
            moves.push(m);
            place.make(m);
        }
        let rows = moves_of(&start, moves.iter().copied());
        assert_eq!(rows[0].1[1].split(' ').count(), 2, "{rows:?}");
        assert!(line_of(&start, &moves).starts_with("1. "), "{}", line_of(&start, &moves));
    }
}
