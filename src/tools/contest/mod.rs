//! `fibnif match`: sets a match up, plays it and says what came of it.

mod setup;
mod words;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::ToolError;
use crate::arena::contest::Contest;
use crate::arena::score_sheet::ScoreSheet;
use crate::arena::stats::{Decision, Sprt};
use crate::arena::{record, usage};
use crate::variant::Catalog;

pub use setup::Wishes;
pub use words::standing;

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
pub fn run(catalog: &Catalog, wishes: &Wishes, out: &mut dyn Write) -> Result<(), ToolError> {
    let contest = setup::contest(catalog, wishes)?;
    let stop = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGINT, stop.clone())?;
    let mut course = Course::new(&contest, wishes)?;
    let mut failed = None;
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

/// A match under way, for those who watch.
struct Course<'a> {
    contest: &'a Contest,
    sprt: Option<Sprt>,
    sheet: ScoreSheet,
    pgn: Option<BufWriter<File>>,
    began: Instant,
    /// What the processor had done before.
    cpu: Option<Duration>,
    /// Games after which the next standing is due.
    next: u32,
    interval: u32,
}

impl<'a> Course<'a> {
    fn new(contest: &'a Contest, wishes: &Wishes) -> Result<Course<'a>, ToolError> {
        let pgn = wishes.pgn.as_ref().map(|path| {
            File::create(path)
                .map(BufWriter::new)
                .map_err(|source| ContestError::File { path: path.clone(), source })
        });
        let total = contest.length * contest.pairings.len() as u32;
        let interval = wishes.interval.unwrap_or((total / 10).max(1)).max(1);
        Ok(Course {
            contest,
            sprt: wishes.sprt,
            sheet: ScoreSheet::new(contest),
            pgn: pgn.transpose()?,
            began: Instant::now(),
            cpu: usage::of_self(),
            next: interval,
            interval,
        })
    }

    /// Writes a game down.
    fn note(&mut self, report: &crate::arena::contest::Report, out: &mut dyn Write) -> Result<(), ToolError> {
        self.sheet.add(report);
        if let Some(pgn) = &mut self.pgn {
            pgn.write_all(record::pgn(self.contest, report).to_pgn().as_bytes())?;
            pgn.flush()?;
        }
        words::forfeit(self.contest, report, out)?;
        if self.sheet.games() >= self.next {
            self.next = self.sheet.games() + self.interval;
            standing(self.contest, &self.sheet, self.sprt.as_ref(), out)?;
            out.flush()?;
        }
        Ok(())
    }

    fn is_decided(&self) -> bool {
        let decided = |sprt: &Sprt| {
            self.sheet.tallies.first().is_some_and(|tally| sprt.decide(tally) != Decision::Open)
        };
        self.sprt.as_ref().is_some_and(decided)
    }

    /// The last words.
    fn close(&mut self, out: &mut dyn Write) -> Result<(), ToolError> {
        standing(self.contest, &self.sheet, self.sprt.as_ref(), out)?;
        words::details(self.contest, &self.sheet, out)?;
        let wall = self.began.elapsed().as_secs_f64();
        let cpu =
            self.cpu.zip(usage::of_self()).map(|(before, now)| now.saturating_sub(before).as_secs_f64());
        write!(out, "{} games in {wall:.1} s", self.sheet.games())?;
        if let Some(cpu) = cpu {
            write!(out, ", {cpu:.1} s of processor time in this process")?;
        }
        writeln!(out)?;
        Ok(())
    }
}
