//! The moves of a game, each with what is thought of it.

use crate::engine::search::{Report, Score};
use crate::rules::geometry::{Color, Real};
use crate::rules::pgn::{self, Mark, san};
use crate::rules::position::{Move, Position};

/// What a decided game counts as, in centipawns: more is not worse.
const DECIDED: i32 = 1000;
/// By how many centipawns a move must be worse than the best to be marked so.
const MARKS: [(i32, &str, &str); 3] =
    [(300, "??", "blunder"), (150, "?", "mistake"), (70, "?!", "inaccuracy")];
/// The maximum number of words of a better line, including numbers.
const BETTER: usize = 9;

/// The moves of a game that have been judged, from the first.
#[derive(Clone, Debug, Default)]
pub struct Review {
    moves: Vec<Judged>,
}

/// A move of a game and what is thought of it.
#[derive(Clone, Debug)]
pub struct Judged {
    number: u32,
    side: Color,
    /// In short notation.
    pub san: String,
    /// White's score before it and after it.
    before: Score,
    after: Score,
    /// The same in words.
    verdict: String,
    /// The line that was better, if it was another move.
    better: Option<String>,
}

impl Judged {
    /// By how many centipawns it was worse than the best.
    pub fn loss(&self) -> i32 {
        let worth = |score: Score| score.0.clamp(-DECIDED, DECIDED);
        let drop = worth(self.before) - worth(self.after);
        let drop = if self.side == Color::White { drop } else { -drop };
        if self.better.is_some() { drop.max(0) } else { 0 }
    }

    /// `?!`, `?` or `??` behind a bad move.
    pub fn mark(&self) -> &'static str {
        MARKS.iter().find(|(least, ..)| self.loss() >= *least).map_or("", |(_, mark, _)| mark)
    }

    /// The move with its number and mark, the score after it, and the line that was better.
    pub fn words(&self) -> (String, &str, String) {
        let dots = if self.side == Color::White { "." } else { "..." };
        let better = self.better.as_ref().filter(|_| !self.mark().is_empty());
        let better = better.map_or_else(String::new, |line| format!("  better: {line}"));
        (format!("{}{dots} {}{}", self.number, self.san, self.mark()), &self.verdict, better)
    }
}

impl Review {
    /// Notes what was found of the next position of the game, the best line first, and the move that was
    /// played in it. Nothing is found where the game is over.
    pub fn see(&mut self, place: &Position, found: &[Report], played: Option<Move>) {
        let score = match (found.first(), place.outcome()) {
            (Some(line), _) => line.score.for_white(place.side()),
            (None, Some(outcome)) => outcome.winner.map_or(Score::DRAW, |winner| {
                if winner == Color::White { Score::MATE } else { -Score::MATE }
            }),
            (None, None) => Score::DRAW,
        };
        if let Some(last) = self.moves.last_mut() {
            last.after = score;
            last.verdict = found
                .first()
                .map_or_else(|| "the end".to_string(), |line| line.score.text_for_white(place.side()));
        }
        let Some(m) = played else { return };
        let better = found.first().filter(|line| line.pv.first() != Some(&m));
        self.moves.push(Judged {
            number: place.move_number(),
            side: place.side(),
            san: san::write(place, m),
            before: score,
            after: score,
            verdict: String::new(),
            better: better.map(|line| better_line(place, &line.pv)),
        });
    }

    pub fn moves(&self) -> &[Judged] {
        &self.moves
    }

    /// Adds to what is written behind each move: behind a bad one the mark, its score, and the line that was
    /// better. A mark that somebody has made stays the only one.
    pub fn mark(&self, written: &mut [Vec<Mark>]) {
        for (marks, m) in written.iter_mut().zip(&self.moves) {
            let is_bare = !marks.iter().any(|mark| matches!(mark, Mark::Glyph(_)));
            if let Some(better) = m.better.as_ref().filter(|_| is_bare && !m.mark().is_empty()) {
                marks.insert(0, Mark::Glyph(m.mark().to_string()));
                marks.push(Mark::Comment(m.verdict.clone()));
                marks.push(Mark::Variation(format!("({better})")));
            }
        }
    }

    /// White's score before the first move and after each, in centipawns.
    pub fn scores(&self) -> Vec<i32> {
        let first = self.moves.first().map(|first| first.before.0);
        first.into_iter().chain(self.moves.iter().map(|m| m.after.0)).collect()
    }

    /// How well a side has played, in a sentence.
    pub fn summary(&self, side: Color) -> String {
        let own: Vec<&Judged> = self.moves.iter().filter(|m| m.side == side).collect();
        let lost: i32 = own.iter().map(|m| m.loss()).sum();
        let counted =
            |(_, mark, name): (i32, &str, &str)| match own.iter().filter(|m| m.mark() == mark).count() {
                0 => None,
                1 => Some(format!("1 {name}")),
                count if name.ends_with('y') => Some(format!("{count} {}ies", name.trim_end_matches('y'))),
                count => Some(format!("{count} {name}s")),
            };
        let found: Vec<String> = MARKS.into_iter().filter_map(counted).collect();
        let found = if found.is_empty() { "no mistakes".to_owned() } else { found.join(", ") };
        let average = f64::from(lost) / 100.0 / own.len().max(1).real();
        format!("{side}: {found}; {average:.2} pawns lost a move")
    }
}

/// The line that was better, in short notation; no number without a move ends it.
fn better_line(place: &Position, line: &[Move]) -> String {
    let mut words: Vec<String> = pgn::numbered(place, line).into_iter().take(BETTER).collect();
    words.pop_if(|word| word.ends_with('.'));
    words.join(" ")
}

/// Centipawns at the upper and the lower edge.
const EDGE: i32 = 500;
/// Rows above and below the middle.
const HALF: i32 = 5;
/// Columns at most.
const WIDTH: usize = 70;

/// The curve in letters: `#` where White is ahead, `o` where Black is.
pub(super) fn curve(scores: &[i32]) -> Vec<String> {
    let columns = columns(scores);
    let height = |score: i32| (score.clamp(-EDGE, EDGE) * HALF + score.signum() * EDGE / 2) / EDGE;
    let mut lines = Vec::new();
    for row in (-HALF..=HALF).rev() {
        let label = if row == 0 || row.abs() == HALF {
            format!("{:+}", row * EDGE / HALF / 100)
        } else {
            String::new()
        };
        let cells = columns.iter().map(|&score| {
            let reach = height(score);
            match row {
                0 => '-',
                row if row > 0 && reach >= row => '#',
                row if row < 0 && reach <= row => 'o',
                _ => ' ',
            }
        });
        lines.push(format!("{label:>3} |{}", cells.collect::<String>()).trim_end().to_string());
    }
    lines
}

/// The scores of as many columns as there is room for: of several moves the last.
fn columns(scores: &[i32]) -> Vec<i32> {
    let each = scores.len().div_ceil(WIDTH).max(1);
    scores.chunks(each).filter_map(|chunk| chunk.last().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_rises_for_white_and_falls_for_black() {
        let lines = curve(&[0, 100, 500, 9000, -250, -30_000]);
        assert_eq!(lines.len(), 11);
        assert_eq!(lines[0], " +5 |  ##");
        assert_eq!(lines[5], " +0 |------");
        assert_eq!(lines[10], " -5 |     o");
        assert!(curve(&vec![0; 1000]).iter().all(|line| line.len() <= WIDTH + 5));
    }
}
