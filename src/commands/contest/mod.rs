//! `fibnif match`: sets up a match, plays it, and reports the results.

mod files;
mod request;
mod setup;
mod words;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::{Command, Context, Error, ExitStatus};
use crate::arena::contest::{Contest, PlayedGame};
use crate::arena::resume::{Known, Terms};
use crate::arena::sheet::ScoreSheet;
use crate::arena::stats::{Decision, Standing};
use crate::base::platform::{self, clocks};
use crate::commands::json_line;
use crate::commands::load::Entries;
use crate::rules::geometry::Narrow;
use crate::rules::variant::Catalog;

use files::Files;
use words::{Balance, standing};

pub use request::MatchArgs;
pub(super) use setup::contest;

/// The verdict of the sequential test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchResult {
    /// No decision of the sequential test, if there was one, and no gain beyond the error.
    Played,
    /// The sequential test has confirmed the gain, or the match ended before with one beyond its error of
    /// 95 %.
    Gain,
    /// The sequential test has rejected the gain.
    NoGain,
    /// The match is not the one that was asked for: bad openings were left out.
    LeftOut,
}

impl Command for MatchArgs {
    const EXAMPLES: &'static [&'static str] = &[
        "fibnif match chess self 'uci:stockfish' --clock 0:10+0.1 --games 20",
        "fibnif match cwda:fide/nutters self 'self; nodes=2000' --nodes 4000 --save games.pgn",
        "fibnif match cwda self --armies fide,nutters,rookies --nodes 2000",
    ];

    fn run(&self, context: &mut Context) -> Result<ExitStatus, Error> {
        let verdict = run(context.catalog, self, context.out)?;
        Ok(ExitStatus::after(usize::from(matches!(verdict, MatchResult::NoGain | MatchResult::LeftOut))))
    }
}

/// Plays a match, and prints the standing from time to time and at the end.
pub fn run(catalog: &Catalog, request: &MatchArgs, out: &mut dyn Write) -> Result<MatchResult, Error> {
    let terms = files::terms(request)?;
    let mut openings = Entries::new(request.openings.as_deref().unwrap_or(Path::new("")), "openings");
    let mut contest = setup::contest(catalog, request, &mut openings)?;
    let (stop, interrupted) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    for raised in [&stop, &interrupted] {
        platform::raise_on_interrupt(raised)?;
    }
    let ready = contest.probe(&stop)?;
    if !request.output.json {
        for (player, note) in &ready.notes {
            writeln!(out, "{}: {note}", contest.players[*player].name)?;
        }
    }
    out.flush()?;
    let (files, known) = Files::open(&contest, request, &terms)?;
    contest.played = known.iter().map(|known| known.place).collect();
    let mut course = Running::new(&contest, request, files, &known);
    let mut failed = None;
    if course.decision() != Decision::Open {
        stop.store(true, Ordering::Relaxed);
    }
    let played = contest.run(ready, &stop, |report| {
        if let Err(error) = course.note(&report, out) {
            failed = Some(error);
        }
        if failed.is_some() || course.decision() != Decision::Open {
            stop.store(true, Ordering::Relaxed);
        }
    });
    if let Some(error) = failed {
        return Err(error);
    }
    course.close(&terms, out)?;
    played?;
    let left_out = openings.close(out)?;
    match course.decision() {
        _ if interrupted.load(Ordering::Relaxed) => Err(Error::Interrupted),
        Decision::Rejected => Ok(MatchResult::NoGain),
        _ if left_out > 0 => Ok(MatchResult::LeftOut),
        Decision::Accepted => Ok(MatchResult::Gain),
        Decision::Open if course.standing().elo().low > 0.0 => Ok(MatchResult::Gain),
        Decision::Open => Ok(MatchResult::Played),
    }
}

/// A match in progress.
struct Running<'a> {
    contest: &'a Contest,
    request: &'a MatchArgs,
    sheet: ScoreSheet,
    files: Files,
    bar: ProgressBar,
    began: Instant,
    /// Games played before this run.
    before: u32,
    /// Processor time used before this run.
    cpu: Option<Duration>,
    /// The number of games after which the next standing is printed.
    next: u32,
    interval: u32,
}

impl<'a> Running<'a> {
    fn new(contest: &'a Contest, request: &'a MatchArgs, files: Files, known: &[Known]) -> Running<'a> {
        let total = contest.length.saturating_mul(contest.pairings.len().narrow());
        let interval = request.interval.unwrap_or((total / 10).max(1)).max(1);
        let bar = ProgressBar::new(u64::from(total));
        if let Ok(style) = ProgressStyle::with_template("{bar:20} {pos}/{len}  {msg}") {
            bar.set_style(style);
        }
        let mut course = Running {
            contest,
            request,
            sheet: ScoreSheet::new(contest),
            files,
            bar,
            began: Instant::now(),
            before: 0,
            cpu: clocks::of_self(),
            next: 0,
            interval,
        };
        for game in known {
            course.sheet.add_known(contest, game);
        }
        course.before = course.sheet.games();
        course.next = course.before + interval;
        course.bar.set_position(u64::from(course.before));
        course
    }

    /// Records a game.
    fn note(&mut self, report: &PlayedGame, out: &mut dyn Write) -> Result<(), Error> {
        self.sheet.add(report);
        self.files.note(self.contest, self.request, report, &self.sheet)?;
        let games = self.sheet.games();
        let minutes = self.began.elapsed().as_secs_f64() / 60.0;
        self.bar.set_position(u64::from(games));
        self.bar.set_message(words::progress(&self.sheet, self.request.sprt.as_ref(), minutes));
        if self.request.output.json {
            let line = files::line(self.contest, self.request, report, &self.sheet);
            self.bar.suspend(|| json_line(&line, out))?;
            out.flush()?;
            return Ok(());
        }
        self.bar.suspend(|| words::forfeit(self.contest, report, out))?;
        if games >= self.next {
            self.next = games + self.interval;
            let (contest, sheet, sprt) = (self.contest, &self.sheet, self.request.sprt.as_ref());
            self.bar.suspend(|| standing(contest, sheet, sprt, out))?;
            out.flush()?;
        }
        Ok(())
    }

    /// The current decision of the sequential test.
    fn decision(&self) -> Decision {
        self.request.sprt.map_or(Decision::Open, |sprt| sprt.decide(&self.standing()))
    }

    /// The results of the first player.
    fn standing(&self) -> Standing {
        self.sheet.tallies.first().copied().unwrap_or_default()
    }

    /// Prints the results.
    fn close(&mut self, terms: &Terms, out: &mut dyn Write) -> Result<(), Error> {
        self.bar.finish_and_clear();
        let balance = (!self.request.armies.is_empty())
            .then(|| Balance::new(&self.request.armies, self.contest, &self.sheet));
        if self.request.output.json {
            words::standing_json(self.contest, &self.sheet, self.request.sprt.as_ref(), out)?;
            return Ok(balance.map_or(Ok(()), |balance| balance.json(out))?);
        }
        standing(self.contest, &self.sheet, self.request.sprt.as_ref(), out)?;
        words::cross_table(self.contest, &self.sheet, out)?;
        words::details(self.contest, &self.sheet, out)?;
        if let Some(balance) = &balance {
            balance.write(out)?;
        }
        writeln!(out, "  fibnif {}; {terms}", env!("CARGO_PKG_VERSION"))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn result(first: &str, second: &str) -> MatchResult {
        let line = ["losalamos", first, second, "--games", "16", "--nodes", "400", "--seed", "1"];
        let request = MatchArgs::read(line).unwrap();
        run(&Catalog::builtin(), &request, &mut Vec::new()).unwrap()
    }

    #[test]
    fn a_match_without_a_test_is_a_gain_if_its_result_is_beyond_its_error() {
        let (strong, weak) = ("self;name=strong", "self;name=weak;nodes=100");
        assert_eq!(result(strong, weak), MatchResult::Gain);
        assert_eq!(result(weak, strong), MatchResult::Played);
        assert_eq!(result(strong, "self;name=equal"), MatchResult::Played);
    }
}
