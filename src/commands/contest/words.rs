//! What a match prints: its standing, its tables, its games as they end.

use std::io::{self, Write};

use crate::arena::contest::{Contest, PlayedGame};
use crate::arena::sheet::ScoreSheet;
use crate::arena::stats::{Decision, Rating, Sprt, Standing, ratings};
use crate::commands::{Error, json_line};
use serde::Serialize;

/// The standing of a match: a line for each pairing.
pub fn standing(
    contest: &Contest,
    sheet: &ScoreSheet,
    sprt: Option<&Sprt>,
    out: &mut dyn Write,
) -> Result<(), Error> {
    for (pairing, tally) in contest.pairings.iter().zip(&sheet.tallies) {
        if tally.games() == 0 {
            continue;
        }
        let name = |player: usize| &contest.players[player].name;
        let variant = if contest.games.len() > 1 {
            format!(" {}", contest.games[pairing.game].def.id)
        } else {
            String::new()
        };
        write!(out, "{} - {}{variant}: {}", name(pairing.first), name(pairing.second), line(tally))?;
        if let Some(sprt) = sprt {
            write!(out, "  {}", sprt_line(sprt, tally))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The same as JSON: a line for each pairing.
pub fn standing_json(
    contest: &Contest,
    sheet: &ScoreSheet,
    sprt: Option<&Sprt>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (pairing, tally) in contest.pairings.iter().zip(&sheet.tallies) {
        let answer = PairingLine {
            variant: &contest.games[pairing.game].def.id,
            first: &contest.players[pairing.first].name,
            second: &contest.players[pairing.second].name,
            tally: TallyFields::new(tally, sprt),
        };
        json_line(&answer, out)?;
    }
    Ok(())
}

/// The result of a pairing for programs.
#[derive(Serialize)]
struct PairingLine<'a> {
    variant: &'a str,
    first: &'a str,
    second: &'a str,
    #[serde(flatten)]
    tally: TallyFields,
}

/// The rating of an army, and its results against each other army.
#[derive(Serialize)]
struct ArmyLine<'a> {
    army: &'a str,
    games: u32,
    points: f64,
    elo: f64,
    elo_low: f64,
    elo_high: f64,
    against: Vec<Meeting<'a>>,
}

/// The results of an army against another.
#[derive(Serialize)]
struct Meeting<'a> {
    army: &'a str,
    #[serde(flatten)]
    tally: TallyFields,
}

/// A tally for programs, beside each game and at the end. Numbers that are not finite become null.
#[derive(Serialize)]
pub(super) struct TallyFields {
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    /// The points, Elo with its 95 % interval, and LLR of the pairing's first player.
    points: f64,
    elo: f64,
    elo_low: f64,
    elo_high: f64,
    llr: Option<f64>,
}

impl TallyFields {
    pub(super) fn new(tally: &Standing, sprt: Option<&Sprt>) -> TallyFields {
        let elo = tally.elo();
        TallyFields {
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            points: tally.points(),
            elo: elo.value,
            elo_low: elo.low,
            elo_high: elo.high,
            llr: sprt.map(|sprt| sprt.ratio(tally)),
        }
    }
}

fn line(tally: &Standing) -> String {
    format!(
        "{} games  +{} ={} -{}  {:.1} %  Elo {}  nElo {}  LOS {:.1} %  pairs {}",
        tally.games(),
        tally.wins,
        tally.draws,
        tally.losses,
        tally.share() * 100.0,
        tally.elo(),
        tally.normalized_elo(),
        tally.superiority() * 100.0,
        pairs(tally)
    )
}

/// The pairs by points: five numbers, or nine where games may end 0.75-0.25.
fn pairs(tally: &Standing) -> String {
    let odd = tally.pairs.iter().skip(1).step_by(2).any(|&count| count > 0);
    let counts: Vec<String> =
        tally.pairs.iter().step_by(if odd { 1 } else { 2 }).map(u32::to_string).collect();
    format!("[{}]", counts.join(" "))
}

/// How far a test has come.
fn sprt_line(sprt: &Sprt, tally: &Standing) -> String {
    let (low, high) = sprt.bounds();
    let decision = match sprt.decide(tally) {
        Decision::Open => "",
        Decision::Rejected => " H0",
        Decision::Accepted => " H1",
    };
    let ratio = sprt.ratio(tally);
    format!("SPRT {}..{}: LLR {ratio:.2} [{low:.2}, {high:.2}]{decision}", sprt.elo0, sprt.elo1)
}

/// The progress of a match in a few words.
pub fn progress(sheet: &ScoreSheet, sprt: Option<&Sprt>, minutes: f64) -> String {
    let pace = f64::from(sheet.games()) / minutes.max(1e-6);
    let Some(tally) = sheet.tallies.first() else { return String::new() };
    let test = sprt.map_or_else(String::new, |sprt| format!("  {}", sprt_line(sprt, tally)));
    format!("{:.1} %  Elo {}{test}  {pace:.1} games a minute", tally.share() * 100.0, tally.elo())
}

/// A forfeit, with the exchange that led to it.
pub fn forfeit(contest: &Contest, report: &PlayedGame, out: &mut dyn Write) -> Result<(), Error> {
    let Some(color) = report.finished.at_fault else { return Ok(()) };
    let name = &contest.players[report.players[color.index()]].name;
    let place = report.place;
    writeln!(
        out,
        "forfeit in game {}.{}.{}: {name}, {}; position {}",
        place.pairing + 1,
        place.round + 1,
        u8::from(place.reversed) + 1,
        report.finished.reason(),
        report.finished.board.position.fen()
    )?;
    for line in &report.finished.transcript {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}

/// Time, depth and speed of every player, and how the games ended.
pub fn details(contest: &Contest, sheet: &ScoreSheet, out: &mut dyn Write) -> Result<(), Error> {
    for (player, effort) in contest.players.iter().zip(&sheet.efforts) {
        if effort.moves > 0 {
            writeln!(out, "  {}: {}; {} forfeits", player.name, effort.summary(), effort.forfeits)?;
        }
    }
    let total: u32 = sheet.tallies.iter().map(Standing::games).sum();
    let draws: u32 = sheet.tallies.iter().map(|tally| tally.draws).sum();
    let mut reasons = sheet.reasons.clone();
    reasons.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let reasons: Vec<String> = reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    if total > 0 {
        let rate = f64::from(draws) * 100.0 / f64::from(total);
        writeln!(out, "  drawn {rate:.1} %; {}", reasons.join(", "))?;
    }
    Ok(())
}

/// The results between each two players, over all variants.
fn meetings(contest: &Contest, sheet: &ScoreSheet) -> Vec<(usize, usize, Standing)> {
    let mut meetings: Vec<(usize, usize, Standing)> = Vec::new();
    for (pairing, tally) in contest.pairings.iter().zip(&sheet.tallies) {
        match meetings.iter_mut().find(|(a, b, _)| (*a, *b) == (pairing.first, pairing.second)) {
            Some((_, _, known)) => known.join(tally),
            None => meetings.push((pairing.first, pairing.second, *tally)),
        }
    }
    meetings
}

/// Prints the cross table of more than two players, the best first, with ratings from all games together.
pub fn cross_table(contest: &Contest, sheet: &ScoreSheet, out: &mut dyn Write) -> Result<(), Error> {
    let players = &contest.players;
    if players.len() <= 2 {
        return Ok(());
    }
    let meetings = meetings(contest, sheet);
    let ratings = ratings(players.len(), &meetings);
    let order = ranked(&ratings);
    let width = players.iter().map(|player| player.name.chars().count()).max().unwrap_or(0);
    write!(out, "   {:width$}  {:>7} {:>6} {:>11} {:>6}", "", "Elo", "+/-", "points", "games")?;
    (1..=players.len()).try_for_each(|number| write!(out, " {number:>9}"))?;
    writeln!(out)?;
    for (place, &player) in order.iter().enumerate() {
        let Rating { elo, error, points, games } = ratings[player];
        let name = &players[player].name;
        write!(out, "{:>2} {name:width$}  {elo:>+7.1} {error:>6.1} {points:>11} {games:>6}", place + 1)?;
        for &other in &order {
            let met = met(&meetings, player, other);
            let cell = met.map_or("-".to_string(), |tally| format!("{}/{}", tally.points(), tally.games()));
            write!(out, " {cell:>9}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// What one has done against another.
fn met(meetings: &[(usize, usize, Standing)], one: usize, other: usize) -> Option<Standing> {
    meetings.iter().find_map(|(first, second, tally)| match (*first, *second) {
        (a, b) if (a, b) == (one, other) => Some(*tally),
        (a, b) if (a, b) == (other, one) => Some(tally.turned()),
        _ => None,
    })
}

/// Players by rating, the best first.
fn ranked(ratings: &[Rating]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ratings.len()).collect();
    order.sort_by(|&a, &b| ratings[b].elo.total_cmp(&ratings[a].elo));
    order
}

/// The results of armies against each other.
pub struct Balance {
    armies: Vec<String>,
    /// From all games together.
    ratings: Vec<Rating>,
    met: Vec<(usize, usize, Standing)>,
}

impl Balance {
    /// The balance of armies in a match of [`super::setup`]'s: two games of colors for each two of them.
    pub fn new(armies: &[String], contest: &Contest, sheet: &ScoreSheet) -> Balance {
        let mut met = Vec::new();
        let mut game = 0;
        for first in 0..armies.len() {
            for second in first + 1..armies.len() {
                met.push((first, second, sheet.of_armies(contest, game)));
                game += 2;
            }
        }
        Balance { armies: armies.to_vec(), ratings: ratings(armies.len(), &met), met }
    }

    /// The same as JSON: a line for each army, the strongest first.
    pub fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let order = ranked(&self.ratings);
        for &army in &order {
            let Rating { elo, error, points, games } = self.ratings[army];
            let meeting = |&other: &usize| {
                let tally = TallyFields::new(&met(&self.met, army, other)?, None);
                Some(Meeting { army: &self.armies[other], tally })
            };
            let line = ArmyLine {
                army: &self.armies[army],
                games,
                points,
                elo,
                elo_low: elo - error,
                elo_high: elo + error,
                against: order.iter().filter_map(meeting).collect(),
            };
            json_line(&line, out)?;
        }
        Ok(())
    }

    /// The table.
    pub fn write(&self, out: &mut dyn Write) -> Result<(), Error> {
        let order = ranked(&self.ratings);
        let width = self.armies.iter().map(String::len).max().unwrap_or(0).max(9);
        write!(out, "{:width$} {:>7} {:>6} {:>6}", "", "Elo", "+/-", "games")?;
        order.iter().try_for_each(|&army| write!(out, " {:>width$}", self.armies[army]))?;
        writeln!(out)?;
        for &army in &order {
            let Rating { elo, error, games, .. } = self.ratings[army];
            write!(out, "{:width$} {elo:>+7.0} {error:>6.0} {games:>6}", self.armies[army])?;
            for &other in &order {
                let cell = met(&self.met, army, other).map_or("-".to_string(), |tally| {
                    format!("{:.0} {}", tally.share() * 100.0, error_in_per_cent(&tally))
                });
                write!(out, " {cell:>width$}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

/// Half the width of the 95 % interval of a score.
fn error_in_per_cent(tally: &Standing) -> String {
    let error = tally.share_error() * 100.0;
    if error.is_finite() { format!("±{error:.0}") } else { "±?".to_string() }
}
