//! Ratings from all games together: the Elo differences that maximize the likelihood of the results, with
//! the mean of all players at zero.

use super::stats::{Standing, elo, expected};
use crate::rules::geometry::Real;

/// Iterations; far more than tournaments of this size need.
const ROUNDS: usize = 2000;
/// Standard deviations on each side of a 95 % confidence interval.
const Z95: f64 = 1.96;

/// The rating of a player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Elo above the mean.
    pub elo: f64,
    /// Half the width of its 95 % interval, with the other ratings taken as known.
    pub error: f64,
    /// Points.
    pub points: f64,
    /// Games.
    pub games: u32,
}

/// The ratings of players from their meetings (two players and the first one's results). Everybody also
/// gets half a drawn game against the mean, so that no rating is infinite.
pub fn ratings(players: usize, meetings: &[(usize, usize, Standing)]) -> Vec<Rating> {
    const DRAWN: f64 = 0.5;
    let mut elos = vec![0.0; players];
    let slope = |elos: &[f64], player: usize| {
        let (mut surplus, mut weight) = (0.0, 0.0);
        let mut add = |points: f64, games: f64, difference: f64| {
            let share = expected(difference);
            surplus += points - games * share;
            weight += games * share * (1.0 - share);
        };
        add(DRAWN / 2.0, DRAWN, elos[player]);
        for &(first, second, tally) in meetings {
            let games = f64::from(tally.games());
            if first == player {
                add(tally.points(), games, elos[first] - elos[second]);
            } else if second == player {
                add(games - tally.points(), games, elos[second] - elos[first]);
            }
        }
        (surplus, weight)
    };
    // The slope of the logistic curve: this many Elo per unit of expectation at one half.
    let unit = elo(0.731_058_578_63);
    for _ in 0..ROUNDS {
        for player in 0..players {
            let (surplus, weight) = slope(&elos, player);
            elos[player] += (surplus / weight.max(1e-9) * unit).clamp(-100.0, 100.0) / 2.0;
        }
    }
    let mean = elos.iter().sum::<f64>() / players.max(1).real();
    (0..players)
        .map(|player| {
            let (_, weight) = slope(&elos, player);
            let mut rating =
                Rating { elo: elos[player] - mean, error: Z95 * unit / weight.sqrt(), points: 0.0, games: 0 };
            for (first, second, tally) in meetings {
                if *first == player {
                    rating.points += tally.points();
                    rating.games += tally.games();
                } else if *second == player {
                    rating.points += f64::from(tally.games()) - tally.points();
                    rating.games += tally.games();
                }
            }
            rating
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(first: usize, second: usize, wins: u32, losses: u32) -> (usize, usize, Standing) {
        (first, second, Standing { wins, losses, ..Standing::default() })
    }

    #[test]
    fn results_that_fit_ratings_give_these_ratings() {
        // 10:1 odds are 400 Elo: 0 beats 1 by 400, 1 beats 2 by 400, 0 beats 2 by 800.
        let ratings = ratings(3, &[met(0, 1, 1000, 100), met(1, 2, 1000, 100), met(0, 2, 10_000, 100)]);
        for (rating, elo) in ratings.iter().zip([400.0, 0.0, -400.0]) {
            assert!((rating.elo - elo).abs() < 3.0, "{rating:?}");
        }
        assert!(ratings[1].error < 30.0 && ratings[1].games == 2200);
    }

    #[test]
    fn a_player_who_wins_every_game_has_a_rating() {
        let ratings = ratings(2, &[met(0, 1, 4, 0)]);
        assert!(ratings[0].elo > 100.0 && ratings[0].elo < 2000.0, "{ratings:?}");
    }
}
