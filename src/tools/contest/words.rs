//! What is said of a match.

use std::io::Write;

use crate::arena::contest::{Contest, Report};
use crate::arena::score_sheet::ScoreSheet;
use crate::arena::stats::{Decision, Sprt, Tally};
use crate::tools::ToolError;

/// How a match stands: a line for each pairing.
///
/// # Errors
/// If `out` cannot be written to.
pub fn standing(
    contest: &Contest,
    sheet: &ScoreSheet,
    sprt: Option<&Sprt>,
    out: &mut dyn Write,
) -> Result<(), ToolError> {
    for (pairing, tally) in contest.pairings.iter().zip(&sheet.tallies) {
        if tally.games() == 0 {
            continue;
        }
        let name = |player: usize| &contest.players[player].name;
        write!(out, "{} - {}: {}", name(pairing.first), name(pairing.second), line(tally))?;
        if let Some(sprt) = sprt {
            write!(out, "  {}", sprt_line(sprt, tally))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// A tally in a line.
pub fn line(tally: &Tally) -> String {
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
fn pairs(tally: &Tally) -> String {
    let odd = tally.pairs.iter().skip(1).step_by(2).any(|&count| count > 0);
    let counts: Vec<String> =
        tally.pairs.iter().step_by(if odd { 1 } else { 2 }).map(u32::to_string).collect();
    format!("[{}]", counts.join(" "))
}

/// How far a test has come.
pub fn sprt_line(sprt: &Sprt, tally: &Tally) -> String {
    let (low, high) = sprt.bounds();
    let decision = match sprt.decide(tally) {
        Decision::Open => "",
        Decision::Rejected => " H0",
        Decision::Accepted => " H1",
    };
    let ratio = sprt.ratio(tally);
    format!("SPRT {}..{}: LLR {ratio:.2} [{low:.2}, {high:.2}]{decision}", sprt.elo0, sprt.elo1)
}

/// A forfeit, with the exchange that led to it.
pub fn forfeit(contest: &Contest, report: &Report, out: &mut dyn Write) -> Result<(), ToolError> {
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
pub fn details(contest: &Contest, sheet: &ScoreSheet, out: &mut dyn Write) -> Result<(), ToolError> {
    for (player, effort) in contest.players.iter().zip(&sheet.efforts) {
        if effort.moves > 0 {
            writeln!(out, "  {}: {}; {} forfeits", player.name, effort.summary(), effort.forfeits)?;
        }
    }
    let total: u32 = sheet.tallies.iter().map(Tally::games).sum();
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
