//! Speed of the move generator: perft with the last ply counted and with every move made.
//!
//! `cargo bench --bench movegen [-- DEPTH]` prints, for each position, the nodes and the CPU time of
//! both. The time is that of the running thread as the kernel accounts it, where the system tells it
//! (Linux), so that other programs on the machine disturb it little; else it is the wall clock.

use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use fibnif::commands::{self, Error};
use fibnif::rules::position::{perft, perft_making};
use fibnif::rules::variant::Catalog;

/// Positions: a name, the variant, a FEN if it is not the start.
const POSITIONS: &[(&str, &str, Option<&str>)] = &[
    ("chess", "chess", None),
    (
        "chess, middle game",
        "chess",
        Some("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ),
    ("chess, endgame", "chess", Some("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")),
    ("FIDEs v Clobberers", "cwda:fide/clobberers", None),
    ("Clobberers v Nutters", "cwda:clobberers/nutters", None),
    ("Nutters v Rookies", "cwda:nutters/rookies", None),
    ("Rookies v FIDEs", "cwda:rookies/fide", None),
];

/// Plies, if the command line does not say.
const DEPTH: u32 = 5;

fn main() -> ExitCode {
    // Cargo passes `--bench`.
    let depth = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(DEPTH);
    match run(depth, &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "movegen: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(depth: u32, out: &mut dyn Write) -> Result<(), Error> {
    let catalog = Catalog::builtin();
    writeln!(
        out,
        "depth {depth}; {}",
        if cpu().is_some() { "CPU time of the thread" } else { "wall clock" }
    )?;
    writeln!(out, "{:22} {:>12} {:>20} {:>20}", "position", "nodes", "counted", "made")?;
    let mut sums = [Duration::ZERO; 2];
    let mut total = 0;
    for &(name, variant, fen) in POSITIONS {
        let position = commands::position(commands::game(&catalog, variant)?, fen)?;
        let (nodes, counted) = timed(|| perft(&position, depth));
        let (check, made) = timed(|| perft_making(&position, depth));
        if nodes != check {
            writeln!(out, "{name}: counted {nodes}, made {check}")?;
        }
        report(name, nodes, [counted, made], out)?;
        sums = [sums[0] + counted, sums[1] + made];
        total += nodes;
    }
    report("all", total, sums, out)
}

/// Nodes in millions.
fn megas(nodes: u64) -> f64 {
    f64::from(u32::try_from(nodes / 1000).unwrap_or(u32::MAX)) / 1e3
}

fn report(name: &str, nodes: u64, times: [Duration; 2], out: &mut dyn Write) -> Result<(), Error> {
    let speed = |time: Duration| {
        format!("{:.3} s {:6.1} M/s", time.as_secs_f64(), megas(nodes) / time.as_secs_f64().max(1e-9))
    };
    writeln!(out, "{name:22} {nodes:>12} {:>20} {:>20}", speed(times[0]), speed(times[1]))?;
    Ok(())
}

/// Runs `work`; says how long it took.
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let (wall, before) = (Instant::now(), cpu());
    let result = work();
    let spent =
        before.zip(cpu()).map_or_else(|| wall.elapsed(), |(before, after)| after.saturating_sub(before));
    (result, spent)
}

/// CPU time the thread has had; `None` where the system does not tell.
fn cpu() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
