//! `fibnif match`: sets a match up, plays it and says what came of it.

mod report;
mod setup;
mod words;

use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::ToolError;
use crate::arena::contest::{Contest, PlayedGame};
use crate::arena::score_sheet::ScoreSheet;
use crate::arena::stats::Decision;
use crate::arena::{record, resume};
use crate::geometry::Narrow;
use crate::pgn;
use crate::platform::{self, clocks};
use crate::variant::Catalog;

use crate::text;
use report::Moment;
use words::{Balance, standing};

pub use setup::{MatchRequest, Tournament};

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// A wish that cannot be fulfilled.
    #[error("{0}")]
    Wish(String),
    /// A file that cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A player that cannot play.
    #[error(transparent)]
    Stopped(#[from] crate::arena::contest::Stopped),
}

/// Plays a match; says on `out` how it stands, from time to time and in the end.
///
/// # Errors
/// If it cannot be played, or `out` cannot be written to.
pub fn run(catalog: &Catalog, wishes: &MatchRequest, out: &mut dyn Write) -> Result<(), ToolError> {
    let mut contest = setup::contest(catalog, wishes)?;
    let known = known_games(&contest, wishes)?;
    contest.played = known.iter().map(|&(place, _)| place).collect();
    let stop = Arc::new(AtomicBool::new(false));
    platform::raise_on_interrupt(stop.clone())?;
    let mut course = Course::new(&contest, wishes, &known)?;
    let mut failed = None;
    if course.is_decided() {
        stop.store(true, Ordering::Relaxed);
    }
    let played = contest.run(&stop, |report| {
        if let Err(error) = course.note(&report, out) {
            failed = Some(error);
        }
        if failed.is_some() || course.is_decided() {
            stop.store(true, Ordering::Relaxed);
        }
    });
    if let Some(error) = failed {
        return Err(error);
    }
    course.close(out)?;
    played.map_err(ContestError::from)?;
    Ok(())
}

/// The games of the match that is to be gone on with.
fn known_games(contest: &Contest, wishes: &MatchRequest) -> Result<Vec<resume::Known>, ContestError> {
    let Some(path) = wishes.pgn.as_ref().filter(|_| wishes.resume) else {
        if wishes.resume {
            return Err(ContestError::Wish("--resume goes on with the games of --pgn FILE".to_string()));
        }
        return Ok(Vec::new());
    };
    match text::read(path) {
        Ok(text) => {
            let games = pgn::read(&text);
            resume::known(contest, &games)
                .map_err(|reason| ContestError::Wish(format!("{}: {reason}", path.display())))
        }
        // Nothing was played yet: the same command begins and goes on.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(source) => Err(ContestError::File { path: path.clone(), source }),
    }
}

fn open(path: Option<&PathBuf>, append: bool) -> Result<Option<BufWriter<File>>, ContestError> {
    let Some(path) = path else { return Ok(None) };
    let mut options = OpenOptions::new();
    options.create(true).write(true).append(append).truncate(!append);
    let file = options.open(path).map_err(|source| ContestError::File { path: path.clone(), source })?;
    Ok(Some(BufWriter::new(file)))
}

/// A match under way, for those who watch.
struct Course<'a> {
    contest: &'a Contest,
    wishes: &'a MatchRequest,
    sheet: ScoreSheet,
    moments: Vec<Moment>,
    pgn: Option<BufWriter<File>>,
    json: Option<BufWriter<File>>,
    bar: ProgressBar,
    began: Instant,
    /// Games that had been played before.
    before: u32,
    /// What the processor had done before.
    cpu: Option<Duration>,
    /// Games after which the next standing is due.
    next: u32,
    interval: u32,
}

impl<'a> Course<'a> {
    fn new(
        contest: &'a Contest,
        wishes: &'a MatchRequest,
        known: &[resume::Known],
    ) -> Result<Course<'a>, ToolError> {
        let total = contest.length.saturating_mul(contest.pairings.len().narrow());
        let interval = wishes.interval.unwrap_or((total / 10).max(1)).max(1);
        let bar = ProgressBar::new(u64::from(total));
        if let Ok(style) = ProgressStyle::with_template("{bar:20} {pos}/{len}  {msg}") {
            bar.set_style(style);
        }
        let mut course = Course {
            contest,
            wishes,
            sheet: ScoreSheet::new(contest),
            moments: Vec::new(),
            pgn: open(wishes.pgn.as_ref(), wishes.resume)?,
            json: open(wishes.json.as_ref(), wishes.resume)?,
            bar,
            began: Instant::now(),
            before: 0,
            cpu: clocks::of_self(),
            next: 0,
            interval,
        };
        for &(place, white) in known {
            course.sheet.add_result(place, white);
        }
        course.before = course.sheet.games();
        course.next = course.before + interval;
        course.bar.set_position(u64::from(course.before));
        Ok(course)
    }

    /// Writes a game down.
    fn note(&mut self, report: &PlayedGame, out: &mut dyn Write) -> Result<(), ToolError> {
        self.sheet.add(report);
        let games = self.sheet.games();
        if let Some(tally) = self.sheet.tallies.first() {
            self.moments.push(Moment { games, elo: tally.elo() });
        }
        if let Some(pgn) = &mut self.pgn {
            pgn.write_all(record::pgn(self.contest, report).to_pgn().as_bytes())?;
            pgn.flush()?;
        }
        self.write_json(report)?;
        let minutes = self.began.elapsed().as_secs_f64() / 60.0;
        self.bar.set_position(u64::from(games));
        self.bar.set_message(words::progress(&self.sheet, self.wishes.sprt.as_ref(), minutes));
        self.bar.suspend(|| words::forfeit(self.contest, report, out))?;
        if games >= self.next {
            self.next = games + self.interval;
            let (contest, sheet, sprt) = (self.contest, &self.sheet, self.wishes.sprt.as_ref());
            self.bar.suspend(|| standing(contest, sheet, sprt, out))?;
            out.flush()?;
        }
        Ok(())
    }

    /// A line for programs.
    fn write_json(&mut self, report: &PlayedGame) -> Result<(), ToolError> {
        let Some(json) = &mut self.json else { return Ok(()) };
        let finished = &report.finished;
        let name = |seat: usize| self.contest.players[report.players[seat]].name.as_str();
        let tally = &self.sheet.tallies[report.place.pairing];
        let elo = tally.elo();
        let line = json!({
            "pairing": report.place.pairing + 1,
            "round": report.place.round + 1,
            "game": u8::from(report.place.reversed) + 1,
            "variant": self.contest.games[report.game].def.id,
            "white": name(0),
            "black": name(1),
            "result": finished.result(),
            "white_points": f64::from(finished.quarters) / 4.0,
            "reason": finished.reason(),
            "termination": finished.termination(),
            "plies": finished.board.moves.len(),
            "fen": finished.board.position.fen(),
            "forfeit": finished.at_fault.map(|color| name(color.index())),
            "transcript": finished.transcript,
            "games": tally.games(),
            "points": tally.points(),
            "elo": Some(elo.value).filter(|elo| elo.is_finite()),
            "elo_low": Some(elo.low).filter(|elo| elo.is_finite()),
            "elo_high": Some(elo.high).filter(|elo| elo.is_finite()),
            "llr": self.wishes.sprt.map(|sprt| sprt.ratio(tally)),
        });
        writeln!(json, "{line}")?;
        json.flush()?;
        Ok(())
    }

    fn is_decided(&self) -> bool {
        let tally = self.sheet.tallies.first().copied().unwrap_or_default();
        self.wishes.sprt.is_some_and(|sprt| sprt.decide(&tally) != Decision::Open)
    }

    /// The last words.
    fn close(&mut self, out: &mut dyn Write) -> Result<(), ToolError> {
        self.bar.finish_and_clear();
        let sprt = self.wishes.sprt.as_ref();
        standing(self.contest, &self.sheet, sprt, out)?;
        words::cross_table(self.contest, &self.sheet, out)?;
        words::details(self.contest, &self.sheet, out)?;
        let balance = (!self.wishes.armies.is_empty())
            .then(|| Balance::new(&self.wishes.armies, self.contest, &self.sheet));
        if let Some(balance) = &balance {
            balance.write(out)?;
        }
        if let Some(path) = &self.wishes.report {
            let is_svg = path.extension().is_some_and(|extension| extension == "svg");
            let text = match &balance {
                Some(balance) if is_svg => report::balance_svg(balance),
                _ => report::html(self.contest, &self.sheet, sprt, &self.moments, balance.as_ref()),
            };
            write_file(path, &text)?;
        }
        let wall = self.began.elapsed().as_secs_f64();
        let cpu =
            self.cpu.zip(clocks::of_self()).map(|(before, now)| now.saturating_sub(before).as_secs_f64());
        write!(out, "{} games in {wall:.1} s", self.sheet.games() - self.before)?;
        if let Some(cpu) = cpu {
            write!(out, ", {cpu:.1} s of processor time in this process")?;
        }
        writeln!(out)?;
        Ok(())
    }
}

fn write_file(path: &Path, text: &str) -> Result<(), ContestError> {
    fs::write(path, text).map_err(|source| ContestError::File { path: path.to_owned(), source })
}
