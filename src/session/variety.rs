//! Variety in games: in the opening, a random choice among root moves that are hardly worse than the best.
//! Better moves are chosen more often, and if one move is far ahead, the margin is widened.
//! `benches/VARIETY.md` has the benefit and the cost.

use crate::engine::search::{Report, Score};
use crate::rules::position::Move;

/// The plies from the start of a game in which there is a choice. Later, games differ by themselves.
const VARIED_PLIES: usize = 8;
/// The first plies of these, in which at least two moves must be available.
const WIDE_PLIES: usize = 4;
/// The number of lines searched for the choice.
const LINES: usize = 5;
/// The same after the first plies.
const LATER_LINES: usize = 3;
/// The least number of moves to choose from in the first plies, if the widest margin allows it.
const AT_LEAST: usize = 3;
/// The widest margin there, in units of the setting.
const WIDEST: i32 = 4;

/// The number of lines to search at this ply of a game; one if there is no choice. `variety` is the
/// setting, in centipawns.
pub fn lines(ply: usize, variety: i32) -> usize {
    match ply {
        _ if variety <= 0 => 1,
        0..WIDE_PLIES => LINES,
        WIDE_PLIES..VARIED_PLIES => LATER_LINES,
        _ => 1,
    }
}

/// The lines found so far by a search, best first.
#[derive(Clone, Debug, Default)]
pub struct Candidates(Vec<Report>);

impl Candidates {
    /// Adds an exact line, which replaces the last one of its rank.
    pub fn note(&mut self, report: Report) {
        match self.0.binary_search_by_key(&report.rank, |line| line.rank) {
            Ok(known) => {
                if let Some(line) = self.0.get_mut(known) {
                    *line = report;
                }
            }
            Err(place) => self.0.insert(place, report),
        }
    }

    /// The lines, best first.
    pub fn all(&self) -> &[Report] {
        &self.0
    }

    /// The line to play at this ply; `best` is the result of the search, `roll` a random number. `None` if
    /// there is no choice: the best move is not among the lines, or there is a mate.
    pub fn choose(&self, best: Move, ply: usize, variety: i32, roll: u64) -> Option<&Report> {
        let top = self.0.first().filter(|line| line.pv.first() == Some(&best) && !line.score.is_mate())?;
        let others = self.0.iter().take(lines(ply, variety));
        let losses: Vec<i32> = others.clone().map(|line| loss(top.score, line.score)).collect();
        let margin = margin(&losses, ply, variety);
        let weights = losses.iter().map(|&loss| u64::try_from(margin + 1 - loss).unwrap_or(0));
        let sum: u64 = weights.clone().sum();
        let mut left = roll % sum.max(1);
        others.zip(weights).find_map(|(line, weight)| {
            if left < weight {
                return Some(line);
            }
            left -= weight;
            None
        })
    }
}

/// The loss of a line in centipawns.
fn loss(best: Score, score: Score) -> i32 {
    best.0.saturating_sub(score.0).max(0)
}

/// The largest loss of a chosen move, given the losses of the best lines in order.
fn margin(losses: &[i32], ply: usize, variety: i32) -> i32 {
    match losses.get(AT_LEAST - 1) {
        Some(&needed) if ply < WIDE_PLIES => (needed + variety / 2).clamp(variety, variety * WIDEST),
        _ if ply < WIDE_PLIES => variety,
        _ => variety / 2,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::engine::search::Bound;

    fn candidates(scores: &[i32]) -> Candidates {
        let mut candidates = Candidates::default();
        for (index, &score) in scores.iter().enumerate().rev() {
            candidates.note(Report {
                rank: index + 1,
                depth: 5,
                seldepth: 5,
                score: Score(score),
                bound: Bound::Exact,
                nodes: 100,
                time: Duration::ZERO,
                fullness: 0,
                pv: vec![Move::from_bits(u32::try_from(index).unwrap() + 1)],
            });
        }
        candidates
    }

    /// How often each line is chosen in a thousand rolls.
    fn shares(scores: &[i32], ply: usize, variety: i32) -> Vec<usize> {
        let candidates = candidates(scores);
        let mut shares = vec![0; scores.len()];
        for roll in 0..1000 {
            let chosen = candidates.choose(Move::from_bits(1), ply, variety, roll).unwrap();
            shares[chosen.rank - 1] += 1;
        }
        shares
    }

    #[test]
    fn better_moves_are_chosen_more_often_and_bad_ones_never() {
        let shares_ = shares(&[30, 28, 27, 20, -50], 0, 8);
        assert!(shares_.is_sorted_by(|a, b| a >= b) && shares_[2] > 150 && shares_[4] == 0, "{shares_:?}");
        // If one line is far ahead, the margin is widened, but only so far, and not later on.
        let shares_ = shares(&[42, 26, 23, 20, 14], 0, 8);
        assert!(shares_[0] > 500 && shares_[1] > 100 && shares_[2] > 20, "{shares_:?}");
        assert_eq!(shares(&[140, 26, 23, 20, 14], 0, 8), [1000, 0, 0, 0, 0]);
        assert_eq!(shares(&[42, 26, 23], 4, 8), [1000, 0, 0]);
        assert_eq!(shares(&[42, 40, 23], 12, 8)[0], 1000);
        assert_eq!(shares(&[42, 42, 42], 0, 0), [1000, 0, 0]);
    }

    #[test]
    fn there_is_no_choice_against_the_search() {
        assert!(candidates(&[30, 28]).choose(Move::from_bits(2), 0, 8, 0).is_none());
        assert!(candidates(&[Score::mates(3).0, 28]).choose(Move::from_bits(1), 0, 8, 0).is_none());
        assert!(Candidates::default().choose(Move::from_bits(1), 0, 8, 0).is_none());
        assert_eq!([lines(0, 8), lines(5, 8), lines(9, 8), lines(0, 0)], [5, 3, 1, 1]);
    }
}
