//! A fixed set of positions over every variant the program comes with, searched to a fixed depth:
//! how fast the search is, and whether it still visits the same nodes.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::{ToolError, game};
use crate::position::{MoveKind, Position};
use crate::search::{Limits, Searcher};
use crate::variant::{Catalog, Scope};

/// The depth `fibnif bench` searches to unless told.
pub const DEPTH: u32 = 8;

/// Megabytes of the transposition table.
const HASH: usize = 16;

/// Random plies from the start to each position searched.
const WALKS: [u32; 3] = [0, 8, 24];

/// Prints the nodes of every variant; the last line is `N nodes N nps`.
///
/// # Errors
/// If a variant cannot be played, or `out` cannot be written to.
pub fn run(catalog: &Catalog, depth: u32, out: &mut dyn Write) -> Result<(), ToolError> {
    let start = Instant::now();
    let mut total = 0;
    for variant in variants(catalog) {
        let nodes = nodes(catalog, &variant, depth)?;
        writeln!(out, "{variant:32} {nodes:>10}")?;
        out.flush()?;
        total += nodes;
    }
    let speed = total as f64 / start.elapsed().as_secs_f64().max(1e-9);
    writeln!(out, "{total} nodes {speed:.0} nps")?;
    Ok(())
}

/// The nodes of every variant.
///
/// # Errors
/// If a variant cannot be played.
pub fn counts(catalog: &Catalog, depth: u32) -> Result<Vec<(String, u64)>, ToolError> {
    variants(catalog).into_iter().map(|variant| nodes(catalog, &variant, depth).map(|nodes| (variant, nodes))).collect()
}

/// Every variant; where sides choose armies, each army as White's against the one that is taken
/// when nothing is said.
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

/// The nodes of the positions of one variant.
fn nodes(catalog: &Catalog, variant: &str, depth: u32) -> Result<u64, ToolError> {
    let game = game(catalog, variant)?;
    let mut searcher = Searcher::new(&game, HASH);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut sum = 0;
    for plies in WALKS {
        let mut position = walk(Position::start(game.clone()), plies);
        searcher.clear();
        sum += searcher.run(&mut position, &limits, &AtomicBool::new(false), &mut |_| {}).nodes;
    }
    Ok(sum)
}

/// The position after so many random legal moves, the same on every machine: moves are drawn from
/// their list sorted by text, so that the order of the generator does not matter.
fn walk(mut position: Position, plies: u32) -> Position {
    // Knuth's MMIX generator.
    let mut state: u64 = 0x1CE_B0A7;
    for _ in 0..plies {
        let mut moves = Vec::new();
        position.legal_moves(MoveKind::All, &mut moves);
        moves.sort_by_cached_key(|&m| position.move_text(m));
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(&m) = moves.get(((state >> 33) as usize).checked_rem(moves.len()).unwrap_or(0)) else { break };
        position.make(m);
        if position.outcome().is_some() {
            position.unmake();
            break;
        }
    }
    position
}
