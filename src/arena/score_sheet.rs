//! Keeps the results of a match: for each pairing a tally of pairs, for each player its time, depth
//! and speed.

use crate::geometry::Real;
use std::collections::HashMap;
use std::time::Duration;

use super::contest::{Contest, Fixture, PlayedGame};
use super::resume::Known;
use super::stats::Standing;

/// What a player has done.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Moves.
    pub moves: u64,
    /// Time charged for them.
    pub time: Duration,
    /// Positions visited.
    pub nodes: u64,
    /// Plies looked ahead, all moves together.
    pub depths: u64,
    /// Games forfeited.
    pub forfeits: u32,
}

impl Effort {
    /// Time, depth and positions a move and positions a second, for people.
    pub fn summary(&self) -> String {
        let moves = self.moves.max(1).real();
        let seconds = self.time.as_secs_f64();
        format!(
            "{:.3} s, depth {:.1}, {:.0} nodes a move; {:.0} knodes/s",
            seconds / moves,
            self.depths.real() / moves,
            self.nodes.real() / moves,
            self.nodes.real() / seconds.max(1e-9) / 1000.0
        )
    }
}

/// The results of a match.
#[derive(Clone, Debug)]
pub struct ScoreSheet {
    /// By pairing, seen by its first player.
    pub tallies: Vec<Standing>,
    /// By player.
    pub efforts: Vec<Effort>,
    /// How games ended, and how many did so.
    pub reasons: Vec<(String, u32)>,
    /// White's quarter points by place.
    results: HashMap<Fixture, u8>,
}

impl ScoreSheet {
    /// The sheet of a match that begins.
    pub fn new(contest: &Contest) -> ScoreSheet {
        ScoreSheet {
            tallies: vec![Standing::default(); contest.pairings.len()],
            efforts: vec![Effort::default(); contest.players.len()],
            reasons: Vec::new(),
            results: HashMap::new(),
        }
    }

    /// Writes a game down.
    pub fn add(&mut self, report: &PlayedGame) {
        let finished = &report.finished;
        self.add_result(report.place, finished.points.quarters());
        self.add_end(finished.reason(), finished.at_fault.map(|color| report.players[color.index()]));
        let opening = finished.board.opening;
        for (thought, (color, _)) in finished.thoughts.iter().zip(finished.board.moves.iter().skip(opening)) {
            let effort = &mut self.efforts[report.players[color.index()]];
            effort.moves += 1;
            effort.time += thought.elapsed;
            effort.nodes += thought.nodes;
            effort.depths += u64::from(thought.depth);
        }
    }

    /// Writes a game down that was played before the match was broken off.
    pub fn add_known(&mut self, contest: &Contest, known: &Known) {
        self.add_result(known.place, known.white);
        let seats = contest.seats(known.place);
        self.add_end(known.reason.clone(), known.at_fault.map(|color| seats[color.index()]));
    }

    /// Counts how a game ended, and who forfeited it.
    fn add_end(&mut self, reason: String, at_fault: Option<usize>) {
        let reason = if at_fault.is_some() { "forfeit".to_string() } else { reason };
        if let Some(player) = at_fault {
            self.efforts[player].forfeits += 1;
        }
        match self.reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += 1,
            None => self.reasons.push((reason, 1)),
        }
    }

    /// Writes down White's quarter points.
    fn add_result(&mut self, place: Fixture, white: u8) {
        let first = if place.reversed { 4 - white } else { white };
        let tally = &mut self.tallies[place.pairing];
        tally.add_game(first);
        self.results.insert(place, white);
        let other = Fixture { reversed: !place.reversed, ..place };
        if let Some(&white) = self.results.get(&other) {
            tally.add_pair(first + if other.reversed { 4 - white } else { white });
        }
    }

    /// What White has done in a game, whoever played it.
    pub fn of_white(&self, contest: &Contest, game: usize) -> Standing {
        let mut tally = Standing::default();
        for (place, &white) in &self.results {
            if contest.pairings[place.pairing].game == game {
                tally.add_game(white);
            }
        }
        tally
    }

    /// What White's army of a game has done against Black's, in this game and the next, where the colors
    /// of the armies are exchanged; two games of one round are a pair.
    pub fn of_armies(&self, contest: &Contest, game: usize) -> Standing {
        let mut tally = Standing::default();
        for (&place, &white) in &self.results {
            let seat = contest.pairings[place.pairing];
            if seat.game == game {
                tally.add_game(white);
                let exchanged = self.results.iter().find(|(other, _)| {
                    let pairing = contest.pairings[other.pairing];
                    pairing.game == game + 1
                        && (pairing.first, pairing.second) == (seat.first, seat.second)
                        && other.round == place.round
                });
                if let Some((_, &other)) = exchanged {
                    tally.add_pair(white + 4 - other);
                }
            } else if seat.game == game + 1 {
                tally.add_game(4 - white);
            }
        }
        tally
    }

    /// Games written down.
    pub fn games(&self) -> u32 {
        self.tallies.iter().map(Standing::games).sum()
    }
}
