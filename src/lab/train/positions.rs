//! The positions of games as a net that stands alone sees them: pieces on squares, and the score.

use std::ops::Range;
use std::sync::Arc;

use super::TrainArgs;
use super::data::expected;
use crate::commands::Error;
use crate::engine::eval::Evaluator;
use crate::engine::eval::net::{SCALE, needs_evaluation};
use crate::lab::games::{DECIDED, GameLine, NOTHING, games, replay};
use crate::rules::game::{Game, KindId, compile};
use crate::rules::geometry::Color;
use crate::rules::variant::Catalog;

/// One in so many games is for validation.
const JUDGED: usize = 64;
/// The centipawns of a score for which the expected share of the point is 73 %: those of Stockfish, in which
/// a pawn wins one game in two.
pub(super) const SCORE_SCALE: f32 = 170.0;
/// The pieces of a position.
pub(super) const MOST_MEN: usize = 32;

/// A position: its pieces as White sees them, in [`Positions::men`].
pub(super) struct Sample {
    pub(super) men: Range<usize>,
    pub(super) white_moves: bool,
    /// The expected share of the point for the side to move.
    pub(super) target: f32,
}

/// The training data.
#[derive(Default)]
pub(super) struct Positions {
    /// The notations of the pieces, the king last.
    pub(super) pieces: Vec<String>,
    /// What they are worth, as outputs.
    pub(super) values: Vec<f32>,
    /// A piece on a square: the number of the piece, those of Black after those of White, and the square.
    pub(super) men: Vec<(u8, u8)>,
    pub(super) learned: Vec<Sample>,
    pub(super) judged: Vec<Sample>,
}

impl Positions {
    pub(super) fn read(catalog: &Catalog, training: &TrainArgs) -> Result<Positions, Error> {
        let mut positions = Positions::default();
        for (variant, lines) in &games(&training.games)? {
            let game = compile(&catalog.resolve(variant)?)?;
            let kinds = positions.number_kinds(&game, variant)?;
            for (number, line) in lines.iter().enumerate() {
                positions.read_game(&game, line, &kinds, number % JUDGED == JUDGED - 1)?;
            }
        }
        if positions.learned.is_empty() { Err(Error::usage(NOTHING)) } else { Ok(positions) }
    }

    /// By kind: the number of its piece, with those of Black after those of White.
    pub(super) fn number_kinds(&mut self, game: &Arc<Game>, variant: &str) -> Result<Vec<u8>, Error> {
        let fault =
            |reason: &str| Err(Error::Usage(format!("a net cannot stand alone in {variant}: {reason}")));
        if let Some(reason) = needs_evaluation(game) {
            return fault(reason);
        }
        let mut kinds: Vec<KindId> = game.kind_ids().collect();
        kinds.sort_by_key(|&id| game.kind(id).royal);
        let notations = |color: Color| -> Vec<String> {
            let own = kinds.iter().map(|&id| game.kind(id)).filter(|kind| kind.color == color);
            own.map(|kind| kind.betza.clone()).collect()
        };
        let pieces = notations(Color::White);
        if self.pieces.is_empty() {
            self.pieces.clone_from(&pieces);
            let values = Evaluator::new(game).values().to_vec();
            let own = kinds.iter().filter(|&&id| game.kind(id).color == Color::White);
            let worth = |&id: &KindId| if game.kind(id).royal { 0 } else { values[id.index()] };
            self.values = own.map(|id| worth(id) as f32 / SCALE as f32).collect();
        }
        if Color::ALL.map(notations).iter().any(|notations| *notations != self.pieces) {
            return fault("its sides, or those of the games before, have different pieces");
        }
        let number = |id: KindId| {
            let color = game.kind(id).color;
            let before = kinds.iter().take_while(|&&other| other != id);
            let own = before.filter(|&&other| game.kind(other).color == color).count();
            (own + if color == Color::White { 0 } else { pieces.len() }) as u8
        };
        Ok(game.kind_ids().map(number).collect())
    }

    pub(super) fn read_game(
        &mut self,
        game: &Arc<Game>,
        line: &GameLine,
        kinds: &[u8],
        judged: bool,
    ) -> Result<(), Error> {
        let Positions { men, learned, judged: other, .. } = self;
        let samples = if judged { other } else { learned };
        replay(game, line, |pos, ply| {
            let Some(score) = ply.score.filter(|score| ply.calm && score.abs() < DECIDED) else {
                return Ok(());
            };
            let first = men.len();
            for (kind, square) in Color::ALL.into_iter().flat_map(|color| pos.pieces(color)) {
                men.push((kinds[kind.index()], square.0));
            }
            if men.len() - first > MOST_MEN {
                men.truncate(first);
                return Ok(());
            }
            let white_moves = pos.side() == Color::White;
            let own = if white_moves { score } else { -score };
            let target = expected(own as f32 / SCORE_SCALE);
            samples.push(Sample { men: first..men.len(), white_moves, target });
            Ok(())
        })
    }
}
