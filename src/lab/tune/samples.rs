//! The quiet positions of games with a search score, and the results of their games.

use std::sync::Arc;

use super::super::games::{DECIDED, GameLine, ReplayedPly, replay};
use crate::commands::{Error, wild};
use crate::rules::game::{Game, compile};
use crate::rules::position::Position;
use crate::rules::variant::Catalog;

/// The number of positions visited together.
const CHUNK: usize = 4096;

/// A position with its score and result, from White's point of view.
#[derive(Clone, Debug)]
pub struct Sample {
    pub position: Position,
    /// The search score in centipawns.
    pub score: i32,
    /// The result: 1 if White won, 0 if Black won.
    pub result: f32,
}

/// Calls `visit` with the positions of the games of one variant, some hundreds at a time.
pub fn visit(
    catalog: &Catalog,
    variant: &str,
    games: &[GameLine],
    mut visit: impl FnMut(&Arc<Game>, &[Sample]),
) -> Result<(), Error> {
    let game = compile(&wild::with_armies(catalog, variant)?.resolve(variant)?)?;
    let mut samples = Vec::new();
    for line in games {
        replay(&game, line, |pos, ply| {
            if let ReplayedPly { calm: true, score: Some(score), result } = ply
                && score.abs() < DECIDED
            {
                // A position without its history is small.
                let position = Position::from_fen(game.clone(), &pos.fen())?;
                samples.push(Sample { position, score, result });
            }
            Ok(())
        })?;
        if samples.len() >= CHUNK {
            visit(&game, &samples);
            samples.clear();
        }
    }
    visit(&game, &samples);
    Ok(())
}
