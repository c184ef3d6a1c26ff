//! What each piece of a side wins with its king against a bare king, where that can be computed at once.

use std::io::Write;
use std::sync::Arc;

use crate::commands::answers::Answers;
use crate::commands::error::ToolError;
use crate::commands::page::{TITLE, hanging};
use crate::commands::solve::percent;
use crate::engine::solve::{Budget, Material, SolveError, Solver};
use crate::rules::game::{Game, KindId};
use crate::rules::geometry::Color;

/// Upper limit on the total size of the tables in bytes; they are computed in much less than a second.
const AT_ONCE: u64 = 2 << 20;

/// The section. Prints nothing if the endings cannot be solved or would take too long.
///
/// # Errors
/// If `out` cannot be written to.
pub fn section(game: &Arc<Game>, out: &mut dyn Write) -> Result<(), ToolError> {
    let Ok(lines) = lines(game) else { return Ok(()) };
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{TITLE}{ALONE}{TITLE:#}")?;
    let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, words) in lines {
        hanging(&format!("  {name:width$}  "), &words, out)?;
    }
    Ok(())
}

/// The heading above the output of [`lines`].
pub(super) const ALONE: &str = "Alone with its king against a bare king";

/// Each piece by its name, and what it wins.
pub(super) fn lines(game: &Arc<Game>) -> Result<Vec<(String, String)>, SolveError> {
    let budget = Budget { memory: AT_ONCE, threads: 1 };
    let mut solver = Solver::new(game.clone(), budget, Arc::default())?;
    let endings = endings(game);
    let needed = endings.iter().map(|(_, _, men)| solver.needs(men)).sum::<Result<u64, _>>()?;
    if needed > AT_ONCE {
        return Ok(Vec::new());
    }
    let mut lines = Vec::new();
    for (piece, color, men) in endings {
        let table = solver.solve(&men)?;
        let answers = Answers::new(&solver, &table);
        let share = answers.share(color);
        let words = match answers.longest(color) {
            None => "never wins".to_owned(),
            Some(longest) => {
                let (per_cent, moves) = (percent(share.won_by(color), share.all()), longest.length());
                let moves = if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves at most") };
                format!("wins {per_cent} of the positions with the move, in {moves}")
            }
        };
        let line = (game.kind(piece).name.clone(), words);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    Ok(lines)
}

/// Each side's pieces, and the two kings. `None` unless each side has exactly one royal type.
fn endings(game: &Game) -> Vec<(KindId, Color, Material)> {
    let of = |color: Color, royal: bool| -> Vec<KindId> {
        let fits = |id: &KindId| {
            let kind = game.kind(*id);
            kind.color == color && kind.royal == royal && !kind.foreign && !kind.pawn
        };
        game.kind_ids().filter(fits).collect()
    };
    let kings: Vec<KindId> = Color::ALL.into_iter().flat_map(|color| of(color, true)).collect();
    if kings.len() != 2 || of(Color::White, true).len() != 1 {
        return Vec::new();
    }
    let of_side = |color: Color| of(color, false).into_iter().map(move |piece| (piece, color));
    let pieces = Color::ALL.into_iter().flat_map(of_side);
    pieces
        .map(|(piece, color)| (piece, color, Material::new(game, kings.iter().copied().chain([piece]))))
        .collect()
}
