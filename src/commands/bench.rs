//! A fixed set of positions from every shipped variant, searched to a fixed depth: shows how fast the
//! search is, and whether it still visits the same nodes.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::Error;
use super::load::game;
use super::{Command, Context, ExitStatus};
use crate::engine::search::{Limits, Searcher};
use crate::rules::position::Position;
use crate::rules::variant::{Catalog, Scope};

/// The default depth of `fibnif bench`.
pub const DEPTH: u32 = 11;

/// Transposition table size in MiB.
const HASH: usize = 16;

/// Random plies from the start to each position searched.
const WALKS: [u32; 3] = [0, 8, 24];

/// The measurements of one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeCount {
    /// The text form of the variant.
    pub variant: String,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent searching, without compiling the game.
    pub time: Duration,
}

/// The arguments.
#[derive(Debug, clap::Args)]
pub struct BenchArgs {
    /// Search depth in plies
    #[arg(long, default_value_t = DEPTH, value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
}

impl Command for BenchArgs {
    /// Prints the node count of every variant; the last line is `N nodes N nps`.
    fn run(&self, Context { out, .. }: &mut Context) -> Result<ExitStatus, Error> {
        // Whatever files the user has: the total is compared with that of other builds.
        let catalog = &Catalog::builtin();
        let variants = variants(catalog);
        let width = variants.iter().map(String::len).max().unwrap_or(0);
        let (mut nodes, mut time) = (0, Duration::ZERO);
        for variant in variants {
            let count = count(catalog, variant, self.depth)?;
            writeln!(out, "{:width$} {:>10}", count.variant, count.nodes)?;
            out.flush()?;
            nodes += count.nodes;
            time += count.time;
        }
        let speed = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
        writeln!(out, "{nodes} nodes {speed} nps")?;
        Ok(ExitStatus::Success)
    }
}

/// The counts of every variant.
///
/// # Errors
/// If a variant cannot be played.
pub fn counts(catalog: &Catalog, depth: u32) -> Result<Vec<NodeCount>, Error> {
    variants(catalog).into_iter().map(|variant| count(catalog, variant, depth)).collect()
}

/// Every variant. Where sides choose armies, each army as White's against the default army.
fn variants(catalog: &Catalog) -> Vec<String> {
    let mut forms = Vec::new();
    for variant in catalog.list() {
        match variant.choices.iter().find(|choice| choice.from_files && choice.scope == Scope::Side) {
            Some(armies) => {
                let usual = &armies.options[armies.default].id;
                forms.extend(armies.options.iter().map(|army| format!("{}:{}/{usual}", variant.id, army.id)));
            }
            None => forms.push(variant.id),
        }
    }
    forms
}

/// Searches the positions of one variant.
fn count(catalog: &Catalog, variant: String, depth: u32) -> Result<NodeCount, Error> {
    let game = game(catalog, &variant)?;
    let mut searcher = Searcher::new(&game, HASH);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut count = NodeCount { variant, nodes: 0, time: Duration::ZERO };
    for plies in WALKS {
        let mut position = walk(Position::start(game.clone()), plies);
        searcher.clear();
        let best = searcher.run(&mut position, &limits, &AtomicBool::new(false), &mut |_| {});
        count.nodes += best.nodes;
        count.time += best.time;
    }
    Ok(count)
}

/// The position after this many random legal moves, the same on every machine: moves are drawn from the list
/// sorted by text, so the order of the generator does not matter.
fn walk(mut position: Position, plies: u32) -> Position {
    // Knuth's MMIX generator.
    let mut state: u64 = 0x1CE_B0A7;
    for _ in 0..plies {
        let mut moves = position.moves();
        moves.sort_by_cached_key(|&m| position.move_text(m));
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(&m) =
            moves.get(usize::try_from(state >> 33).unwrap_or(0).checked_rem(moves.len()).unwrap_or(0))
        else {
            break;
        };
        position.make(m);
        if position.outcome().is_some() {
            position.unmake();
            break;
        }
    }
    position
}
