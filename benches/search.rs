//! Speed of the search: positions of chess and of Chess with Different Armies to a fixed depth.
//!
//! `cargo bench --bench search [-- DEPTH]` prints, for each position, the nodes and the CPU time
//! (that of the thread where the system tells it, else the wall clock, as in `movegen`).

use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use fibnif::commands::{self, Error};
use fibnif::engine::search::{Limits, Searcher};
use fibnif::rules::variant::Catalog;

/// Positions: a name, the variant, a FEN if it is not the start.
const POSITIONS: &[(&str, &str, Option<&str>)] = &[
    ("chess", "chess", None),
    ("chess, sharp", "chess", Some("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")),
    ("chess, closed", "chess", Some("r1bq1rk1/ppp1npbn/3p2pp/3Pp3/2P1P3/2NBBN1P/PP3PP1/R2Q1RK1 b - - 2 11")),
    ("chess, open", "chess", Some("r1b1r1k1/pp3pp1/1qn2n1p/3p4/3N4/P1N1P3/1PQ1BPPP/R4RK1 w - - 0 14")),
    ("chess, endgame", "chess", Some("8/1p2kpp1/p6p/2p1r3/P1P5/1P1R2P1/5P1P/6K1 w - - 0 30")),
    ("FIDEs v Clobberers", "cwda:fide/clobberers", None),
    ("Clobberers v Nutters", "cwda:clobberers/nutters", None),
    ("Nutters v Rookies", "cwda:nutters/rookies", None),
    ("Rookies v FIDEs", "cwda:rookies/fide", None),
];

/// Plies, if the command line does not say.
const DEPTH: u32 = 15;

/// Megabytes of the table.
const HASH: usize = 16;

fn main() -> ExitCode {
    // Cargo passes `--bench`.
    let depth = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(DEPTH);
    match run(depth, &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "search: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(depth: u32, out: &mut dyn Write) -> Result<(), Error> {
    let catalog = Catalog::builtin();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    writeln!(
        out,
        "depth {depth}; {}",
        if cpu().is_some() { "CPU time of the thread" } else { "wall clock" }
    )?;
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for &(name, variant, fen) in POSITIONS {
        let mut position = commands::position(commands::game(&catalog, variant)?, fen)?;
        let mut searcher = Searcher::new(position.game(), HASH);
        let (wall, before) = (Instant::now(), cpu());
        let best = searcher.run(&mut position, &limits, &AtomicBool::new(false), &mut |_| {});
        let spent =
            before.zip(cpu()).map_or_else(|| wall.elapsed(), |(before, after)| after.saturating_sub(before));
        report(name, best.nodes, spent, out)?;
        (nodes, time) = (nodes + best.nodes, time + spent);
    }
    report("all", nodes, time, out)
}

fn report(name: &str, nodes: u64, time: Duration, out: &mut dyn Write) -> Result<(), Error> {
    let seconds = time.as_secs_f64();
    writeln!(
        out,
        "{name:22} {nodes:>12} {seconds:>8.3} s {:>6.2} M/s",
        f64::from(u32::try_from(nodes / 1000).unwrap_or(u32::MAX)) / 1e3 / seconds.max(1e-9)
    )?;
    Ok(())
}

/// CPU time the thread has had; `None` where the system does not tell.
fn cpu() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
