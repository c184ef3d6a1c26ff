//! The score sheet of a match: what each pairing has made, what each player has spent, and how games ended.

use std::collections::HashMap;
use std::time::Duration;

use super::contest::{Contest, Fixture, PlayedGame};
use super::resume::Known;
use super::stats::Standing;
use crate::rules::geometry::Real;

/// The total effort of a player.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    pub moves: u64,
    /// Time charged for them.
    pub time: Duration,
    /// Nodes searched.
    pub nodes: u64,
    /// The sum of the depths of all moves, in plies.
    pub depths: u64,
    /// Games forfeited.
    pub forfeits: u32,
}

impl Effort {
    /// Time, depth and nodes per move and speed, for people.
    pub fn summary(&self) -> String {
        let moves = self.moves.max(1).real();
        let seconds = self.time.as_secs_f64();
        format!(
            "{:.3} s, depth {:.1}, {:.0} nodes per move; {:.0} knodes/s",
            seconds / moves,
            self.depths.real() / moves,
            self.nodes.real() / moves,
            if seconds > 0.0 { self.nodes.real() / seconds / 1000.0 } else { 0.0 }
        )
    }
}

/// The results of a match.
#[derive(Clone, Debug)]
pub struct ScoreSheet {
    /// By pairing, from the first player's point of view.
    pub tallies: Vec<Standing>,
    /// By player.
    pub efforts: Vec<Effort>,
    /// The ways in which games ended, with their numbers.
    pub reasons: Vec<(String, u32)>,
    /// White's quarter points by place.
    results: HashMap<Fixture, u8>,
}

impl ScoreSheet {
    /// The sheet of a new match.
    pub fn new(contest: &Contest) -> ScoreSheet {
        ScoreSheet {
            tallies: vec![Standing::default(); contest.pairings.len()],
            efforts: vec![Effort::default(); contest.players.len()],
            reasons: Vec::new(),
            results: HashMap::new(),
        }
    }

    /// Adds a game.
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

    /// Adds a game that was played before the match was interrupted.
    pub fn add_known(&mut self, contest: &Contest, known: &Known) {
        self.add_result(known.place, known.white);
        let seats = contest.seats(known.place);
        self.add_end(known.reason.clone(), known.at_fault.map(|color| seats[color.index()]));
    }

    /// Counts the way in which a game ended, and its forfeit.
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

    /// Stores White's quarter points.
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

    /// The results of White's army in this game and the next, where the armies are exchanged. Two games of
    /// one round form a pair.
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

    /// The number of games added.
    pub fn games(&self) -> u32 {
        self.tallies.iter().map(Standing::games).sum()
    }
}
