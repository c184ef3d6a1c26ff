//! Statistics of the results of a match (Elo, error bars, likelihood of superiority, the
//! sequential probability ratio test SPRT); ratings from all games together.
//!
//! Two games from one opening with colors reversed are one observation. Its score has one of nine values,
//! since games may end 0.75-0.25, and everything is computed from the frequencies of these values. The test
//! is the generalized SPRT over these frequencies, with maximum likelihood under either hypothesis, as in
//! the testing frameworks of chess engines.

use std::f64::consts::{FRAC_1_SQRT_2, LN_10};
use std::fmt;

use crate::rules::geometry::Real;

/// Quarter points in a pair of games.
const BUCKETS: usize = 9;
/// Standard deviations on each side of a 95 % confidence interval.
const Z95: f64 = 1.959_963_984_540_054;
/// Elo per unit of the natural logarithm of the odds.
const ELO: f64 = 400.0 / LN_10;

/// The results of one player against another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Games won 0.75-0.25 (also counted as wins), and games lost so (also counted as losses).
    pub narrow: [u32; 2],
    /// Pairs by the quarter points scored in them.
    pub pairs: [u32; BUCKETS],
}

/// A number with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.value.is_infinite() {
            return f.write_str(if self.value > 0.0 { "+inf" } else { "-inf" });
        }
        let error = (self.high - self.low) / 2.0;
        if error.is_finite() {
            write!(f, "{:+.1} +/- {error:.1}", self.value)
        } else {
            write!(f, "{:+.1} [{:+.0}, {:+.0}]", self.value, self.low, self.high)
        }
    }
}

impl Standing {
    /// Counts a game in which the player scored this many quarter points.
    pub fn add_game(&mut self, quarters: u8) {
        match quarters {
            0 | 1 => self.losses += 1,
            2 => self.draws += 1,
            _ => self.wins += 1,
        }
        match quarters {
            1 => self.narrow[1] += 1,
            3 => self.narrow[0] += 1,
            _ => {}
        }
    }

    /// Counts two games of one opening.
    pub fn add_pair(&mut self, quarters: u8) {
        if let Some(count) = self.pairs.get_mut(usize::from(quarters)) {
            *count += 1;
        }
    }

    /// The same results from the other player's point of view.
    pub fn turned(&self) -> Standing {
        let mut pairs = self.pairs;
        pairs.reverse();
        Standing {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
            narrow: [self.narrow[1], self.narrow[0]],
            pairs,
        }
    }

    /// Games counted.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points scored.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0 - f64::from(self.narrow[0]) / 4.0
            + f64::from(self.narrow[1]) / 4.0
    }

    /// Points per game.
    pub fn share(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / f64::from(self.games()) }
    }

    /// Mean and variance of the score of one observation, as a share of its points, and the number of
    /// observations: pairs if there are any, else single games.
    fn moments(&self) -> (f64, f64, f64) {
        let observations = self.observations();
        let count: f64 = observations.iter().map(|(_, n)| n).sum();
        if count == 0.0 {
            return (0.5, 0.0, 0.0);
        }
        let mean = observations.iter().map(|(score, n)| score * n).sum::<f64>() / count;
        let variance = observations.iter().map(|(score, n)| (score - mean).powi(2) * n).sum::<f64>() / count;
        (mean, variance, count)
    }

    /// The observed scores with their frequencies.
    fn observations(&self) -> Vec<(f64, f64)> {
        if self.pairs.iter().any(|&count| count > 0) {
            let score = |bucket: usize| bucket.real() / (BUCKETS - 1).real();
            return self.pairs.iter().enumerate().map(|(i, &n)| (score(i), f64::from(n))).collect();
        }
        let [won, lost] = self.narrow;
        [(0.0, self.losses - lost), (0.25, lost), (0.5, self.draws), (0.75, won), (1.0, self.wins - won)]
            .map(|(score, n)| (score, f64::from(n)))
            .to_vec()
    }

    /// The Elo difference in favor of the first player.
    pub fn elo(&self) -> Estimate {
        let (mean, variance, count) = self.moments();
        // The variance of identical results is unknown.
        let error = if variance > 0.0 { Z95 * (variance / count).sqrt() } else { f64::INFINITY };
        Estimate { value: elo(mean), low: elo((mean - error).max(0.0)), high: elo((mean + error).min(1.0)) }
    }

    /// Half the width of the 95 % interval of the score; infinite if the variance is unknown.
    pub fn share_error(&self) -> f64 {
        let (_, variance, count) = self.moments();
        if variance > 0.0 { Z95 * (variance / count).sqrt() } else { f64::INFINITY }
    }

    /// Adds the results of other games.
    pub fn join(&mut self, other: &Standing) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.narrow[0] += other.narrow[0];
        self.narrow[1] += other.narrow[1];
        for (count, more) in self.pairs.iter_mut().zip(other.pairs) {
            *count += more;
        }
    }

    /// The same in normalized Elo: in units of the standard deviation of a game.
    pub fn normalized_elo(&self) -> Estimate {
        let (mean, variance, count) = self.moments();
        // A pair varies half as much as a game if games are independent.
        let games = if self.pairs.iter().any(|&count| count > 0) { 2.0 } else { 1.0 };
        let deviation = (variance * games).sqrt();
        if deviation <= 0.0 {
            return self.elo();
        }
        let scale = |score: f64| (score - 0.5) / deviation * 2.0 * ELO;
        let error = if count > 0.0 { Z95 * (variance / count).sqrt() } else { f64::INFINITY };
        Estimate { value: scale(mean), low: scale(mean - error), high: scale(mean + error) }
    }

    /// The likelihood of superiority of the first player.
    pub fn superiority(&self) -> f64 {
        let (mean, variance, count) = self.moments();
        // The variance of identical pairs is unknown. Games are counted instead.
        if variance <= 0.0 {
            let (wins, losses) = (f64::from(self.wins), f64::from(self.losses));
            return normal((wins - losses) / (wins + losses).max(1.0).sqrt());
        }
        normal((mean - 0.5) / (variance / count).sqrt())
    }
}

/// The Elo difference at which a score is expected.
pub fn elo(score: f64) -> f64 {
    match score {
        score if score <= 0.0 => f64::NEG_INFINITY,
        score if score >= 1.0 => f64::INFINITY,
        score => ELO * (score / (1.0 - score)).ln(),
    }
}

/// The score expected at an Elo difference.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO).exp())
}

/// The normal distribution function at `x`.
fn normal(x: f64) -> f64 {
    libm::erfc(-x * FRAC_1_SQRT_2) / 2.0
}

/// A sequential probability ratio test between two Elo differences.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// The difference of the alternative.
    pub elo1: f64,
    /// The probability of accepting a difference of `elo0`.
    pub alpha: f64,
    /// The probability of rejecting a difference of `elo1`.
    pub beta: f64,
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Undecided.
    Open,
    /// `elo0` is accepted.
    Rejected,
    /// `elo1` is accepted.
    Accepted,
}

impl Sprt {
    /// The bounds of the log-likelihood ratio.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the results. Every score gets an extra count of a thousandth, so that no
    /// hypothesis is impossible.
    pub fn ratio(&self, tally: &Standing) -> f64 {
        let mut observations = tally.observations();
        let seen: f64 = observations.iter().map(|(_, n)| n).sum();
        if seen == 0.0 {
            return 0.0;
        }
        for (_, n) in &mut observations {
            *n += 1e-3;
        }
        let count: f64 = observations.iter().map(|(_, n)| n).sum();
        let (tilt0, tilt1) =
            (tilt(&observations, expected(self.elo0)), tilt(&observations, expected(self.elo1)));
        let ratio = |&(score, n): &(f64, f64)| {
            let likely = |(theta, mean): (f64, f64)| 1.0 / (1.0 + theta * (score - mean));
            n * (likely(tilt1) / likely(tilt0)).ln()
        };
        observations.iter().map(ratio).sum::<f64>() * seen / count
    }

    pub fn decide(&self, tally: &Standing) -> Decision {
        let (low, high) = self.bounds();
        match self.ratio(tally) {
            ratio if ratio <= low => Decision::Rejected,
            ratio if ratio >= high => Decision::Accepted,
            _ => Decision::Open,
        }
    }
}

/// The most likely distribution with a given mean has probability `p / (1 + theta * (score - mean))` for an
/// observation of frequency `p`. Finds `theta` by bisecting the interval in which all probabilities are
/// positive.
fn tilt(observations: &[(f64, f64)], mean: f64) -> (f64, f64) {
    let distance = |score: f64| score - mean;
    let least = observations.iter().map(|&(score, _)| distance(score)).fold(f64::INFINITY, f64::min);
    let most = observations.iter().map(|&(score, _)| distance(score)).fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..100 {
        let theta = f64::midpoint(low, high);
        let slope: f64 = observations
            .iter()
            .map(|&(score, n)| n * distance(score) / (1.0 + theta * distance(score)))
            .sum();
        if slope > 0.0 { low = theta } else { high = theta }
    }
    (f64::midpoint(low, high), mean)
}

/// The worth of a piece in pawns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MeasuredValue {
    /// How much more it is worth than the piece it replaced.
    pub difference: f64,
    /// Half the width of the 95 % confidence interval.
    pub error: f64,
    /// The Elo difference of a pawn.
    pub pawn: f64,
}

/// The worth of a piece from the results of the side with `count` of them: with one pawn less than `given` as
/// a handicap of the other side, with `given`, and with one more. `None` if a pawn made no difference.
pub fn worth(results: &[Standing; 3], count: usize, given: i32) -> Option<MeasuredValue> {
    // Half a point for either side keeps every score within the range of the Elo formula.
    let elos = results.map(|group| {
        let games = f64::from(group.games()) + 1.0;
        let share = (group.points() + 0.5) / games;
        let slope = ELO / (share * (1.0 - share));
        (elo(share), slope * (share * (1.0 - share) / games).sqrt())
    });
    let [(less, less_error), (even, even_error), (more, more_error)] = elos;
    let pawn = (more - less) / 2.0;
    if pawn <= 0.0 {
        return None;
    }
    // All three groups measure the piece. Their mean has the smallest error.
    let mean = (less + even + more) / 3.0;
    let mean_error = (less_error.powi(2) + even_error.powi(2) + more_error.powi(2)).sqrt() / 3.0;
    let pawn_error = (less_error.powi(2) + more_error.powi(2)).sqrt() / 2.0;
    let pawns = mean / pawn;
    let error = ((mean_error / pawn).powi(2) + (pawns * pawn_error / pawn).powi(2)).sqrt();
    let count = count.real();
    Some(MeasuredValue { difference: (pawns - f64::from(given)) / count, error: 1.96 * error / count, pawn })
}

/// The rating of a player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Elo above the mean.
    pub elo: f64,
    /// Half the width of its 95 % interval, with the other ratings taken as known.
    pub error: f64,
    pub points: f64,
    pub games: u32,
}

/// The ratings of players from their meetings (two players and the first one's results). Everybody also
/// gets half a drawn game against the mean, so that no rating is infinite.
pub fn ratings(players: usize, meetings: &[(usize, usize, Standing)]) -> Vec<Rating> {
    const DRAWN: f64 = 0.5;
    /// Far more than tournaments of this size need.
    const ROUNDS: usize = 2000;
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
            let mut rating = Rating {
                elo: elos[player] - mean,
                error: 1.96 * unit / weight.sqrt(),
                points: 0.0,
                games: 0,
            };
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
    use rand::rand_core::{Rng, SeedableRng};
    use rand::rngs::Xoshiro256PlusPlus;

    fn close(a: f64, b: f64, within: f64) {
        assert!((a - b).abs() < within, "{a} is not {b}");
    }

    /// Pairs by 0, 0.5, 1, 1.5 and 2 points.
    fn pentanomial(counts: [u32; 5]) -> Standing {
        let mut tally = Standing::default();
        for (points, count) in counts.into_iter().enumerate() {
            tally.pairs[points * 2] = count;
        }
        let halves: u32 = counts.iter().zip(0..).map(|(count, halves)| count * halves).sum();
        let games = 2 * counts.iter().sum::<u32>();
        // The number of draws affects only the rate of draws.
        (tally.wins, tally.losses) = (halves / 2, games - halves / 2);
        tally
    }

    #[test]
    fn elo_and_error_are_those_computed_by_hand() {
        // 3 wins, 1 loss in single games: share 0.75, variance 3/16, error 1.96 * sqrt(3/64) = 0.4243.
        let mut tally = Standing::default();
        for quarters in [4, 4, 4, 0] {
            tally.add_game(quarters);
        }
        let elo = tally.elo();
        close(elo.value, 190.848_5, 1e-3);
        close(elo.low, -126.45, 0.1);
        assert!(elo.high.is_infinite());
        // Pairs 10 20 40 20 10 of 100: mean 1/2, variance (10+10)/4/100 + (20+20)/16/100 = 0.075;
        // error 1.96 * sqrt(0.075/100) = 0.053676, in Elo 400 log10(0.553676 / 0.446324) = 37.44.
        let elo = pentanomial([10, 20, 40, 20, 10]).elo();
        close(elo.value, 0.0, 1e-9);
        close(elo.high, 37.44, 0.01);
        close(elo.low, -37.44, 0.01);
    }

    #[test]
    fn normalized_elo_is_in_units_of_the_deviation_of_a_game() {
        // Mean 0.55, variance of a pair 0.0725, of a game 0.145: 0.05 / 0.380789 * 347.436 = 45.62.
        let tally = pentanomial([5, 20, 40, 20, 15]);
        let (mean, variance, _) = tally.moments();
        close(mean, 0.55, 1e-12);
        close(variance, 0.0725, 1e-12);
        close(tally.normalized_elo().value, 45.62, 0.01);
    }

    #[test]
    fn superiority_is_the_normal_distribution() {
        close(normal(0.0), 0.5, 1e-12);
        close(normal(1.0), 0.841_344_746, 1e-8);
        close(normal(-1.96), 0.024_997_895, 1e-8);
        close(normal(3.5), 0.999_767_371, 1e-8);
        close(normal(-4.0), 3.167_124e-5, 1e-10);
        assert!(pentanomial([0, 0, 0, 0, 5]).superiority() > 0.999);
    }

    #[test]
    fn the_other_player_sees_the_opposite() {
        let tally = pentanomial([1, 2, 3, 4, 5]);
        close(tally.elo().value, -tally.turned().elo().value, 1e-9);
        assert_eq!(tally.turned().turned(), tally);
    }

    #[test]
    fn games_won_by_a_half_count_three_quarters() {
        let mut tally = Standing::default();
        for quarters in [3, 1, 4, 2] {
            tally.add_game(quarters);
        }
        close(tally.points(), 2.5, 1e-12);
        close(tally.moments().0, 0.625, 1e-12);
    }

    /// Plays pairs at a known difference until the test decides.
    fn simulate(sprt: &Sprt, elo: f64, dice: &mut Xoshiro256PlusPlus) -> Decision {
        let share = expected(elo);
        let draws = 0.4;
        let mut tally = Standing::default();
        for _ in 0..100_000 {
            let mut pair = 0;
            for _ in 0..2 {
                let roll = (dice.next_u64() >> 11).real() / (1u64 << 53).real();
                pair += match roll {
                    roll if roll < draws => 2,
                    roll if roll < draws + share - draws / 2.0 => 4,
                    _ => 0,
                };
            }
            tally.add_pair(pair);
            match sprt.decide(&tally) {
                Decision::Open => {}
                decided => return decided,
            }
        }
        Decision::Open
    }

    #[test]
    fn the_test_errs_as_seldom_as_it_promises() {
        let sprt = Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.1 };
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(3);
        let runs = 400;
        let mut share = |elo: f64, wanted: Decision| {
            let count = (0..runs).filter(|_| simulate(&sprt, elo, &mut dice) == wanted).count();
            count.real() / f64::from(runs)
        };
        // Three standard deviations above the nominal rates: 0.05 + 3 * 0.011, 0.1 + 3 * 0.015.
        let (passes, fails) = (share(0.0, Decision::Accepted), share(40.0, Decision::Rejected));
        assert!(passes <= 0.083 && passes > 0.005, "{passes} of those without a difference pass");
        assert!(fails <= 0.145 && fails > 0.02, "{fails} of those with one fail");
    }

    #[test]
    fn the_bounds_are_those_of_wald() {
        let (low, high) = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 }.bounds();
        close(low, -2.944_439, 1e-6);
        close(high, 2.944_439, 1e-6);
    }

    #[test]
    fn the_ratio_is_close_to_the_normal_approximation() {
        // LLR = n (s1 - s0) (2 mean - s0 - s1) / (2 variance).
        let (tally, sprt) =
            (pentanomial([80, 240, 400, 270, 90]), Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 });
        let (mean, variance, count) = tally.moments();
        let (s0, s1) = (expected(0.0), expected(10.0));
        close(sprt.ratio(&tally), count * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance), 0.02);
    }
    #[test]
    fn a_piece_that_makes_as_much_as_two_pawns_is_worth_two_more() {
        let scored = |elo: f64| {
            let wins = (0..100_000).find(|&wins| f64::from(wins) + 0.5 > expected(elo) * 100_000.0);
            let wins = wins.unwrap_or(100_000);
            Standing { wins, losses: 100_000 - wins, ..Standing::default() }
        };
        let results = |elos: [f64; 3]| elos.map(scored);
        let found = worth(&results([100.0, 200.0, 300.0]), 1, 0).unwrap();
        close(found.difference, 2.0, 0.05);
        close(found.pawn, 100.0, 2.0);
        assert!(found.error < 0.1);
        close(worth(&results([100.0, 200.0, 300.0]), 2, 0).unwrap().difference, 1.0, 0.05);
        assert_eq!(worth(&results([0.0; 3]), 1, 0), None);
        // Even with three pawns more: three pawns weaker.
        close(worth(&results([-100.0, 0.0, 100.0]), 1, 3).unwrap().difference, -3.0, 0.05);
    }

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
