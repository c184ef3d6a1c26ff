//! Static evaluation: values, tables and mobility derived from the moves.
//!
//! Nothing here knows a piece of chess. A man's value and what each square is worth to it come
//! from its moves (`values`); terms on pawns and Kings use only "promotes" and "royal". All
//! arithmetic that reaches a score is integral, so every machine evaluates alike.
//!
//! An [`Evaluation`] judges positions; which one a game gets is decided in [`Evaluator::new`]. What was
//! learned from games may correct it ([`net`]).
//!
//! It is half of what a search does, so [`pulp`] has it compiled for newer processors besides: what is
//! dispatched ([`pulp::Arch::dispatch`]) must be inlined as a whole.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the processor at hand")]

mod accumulator;
mod activity;
mod convert;
mod danger;
mod endgame;
mod handmade;
mod losing;
pub mod net;
mod params;
mod pawns;
mod side;
mod slots;
mod squares;
mod tapered;
mod targets;
mod values;
mod weights;

use std::fmt::Debug;
use std::sync::Arc;

use crate::game::{Game, KindId};
use crate::position::Position;

use handmade::HandMade;
use losing::LosingGame;
use net::Correction;
use values::Values;

pub use weights::{Weights, WeightsError};

/// A way to judge the positions of one game.
pub trait Evaluation: Debug + Send {
    /// What a position is worth to the side to move, in centipawns. The result depends on the position
    /// alone, whatever positions were judged before.
    fn evaluate(&mut self, pos: &Position) -> i32;

    /// Judges by other weights from now on; an evaluation that has none stays as it is.
    fn set_weights(&mut self, _weights: &Weights) {}
}

/// Evaluates the positions of one game, and knows what its men are worth.
#[derive(Debug)]
pub struct Evaluator {
    /// Centipawns in exchanges, by kind.
    exchange: Vec<i32>,
    /// Centipawns without pawns and Kings, by kind.
    force: Vec<i32>,
    evaluation: Box<dyn Evaluation>,
    correction: Option<Correction>,
}

impl Evaluator {
    /// Works out the tables of a game.
    pub fn new(game: &Arc<Game>) -> Evaluator {
        Evaluator::with_weights(game, Weights::of(game))
    }

    /// Works out the tables of a game for an evaluation with other weights.
    pub fn with_weights(game: &Arc<Game>, weights: Weights) -> Evaluator {
        let values = Values::new(game);
        let force = |kind: KindId| {
            if values.is_king(kind) || game.kind(kind).pawn { 0 } else { values.natural[kind.index()] }
        };
        let force: Vec<i32> = game.kind_ids().map(force).collect();
        Evaluator {
            exchange: values.exchange.clone(),
            evaluation: if game.men_are_a_burden() {
                Box::new(LosingGame::new(game))
            } else {
                handmade(game, values, &force, weights)
            },
            force,
            correction: None,
        }
    }

    /// Judges by other weights from now on.
    pub fn set_weights(&mut self, weights: &Weights) {
        self.evaluation.set_weights(weights);
    }

    /// Corrects what it says by what was learned, or does so no more.
    pub fn set_correction(&mut self, correction: Option<Correction>) {
        self.correction = correction;
    }

    /// What men are worth in exchanges, in centipawns, by kind; Kings more than all the rest.
    pub fn values(&self) -> &[i32] {
        &self.exchange
    }

    /// What a kind adds to a side's force in centipawns: nothing for pawns and Kings.
    pub fn force(&self, kind: KindId) -> i32 {
        self.force[kind.index()]
    }

    /// What a position is worth to the side to move, in centipawns.
    pub fn evaluate(&mut self, pos: &Position) -> i32 {
        let score = self.evaluation.evaluate(pos);
        match &mut self.correction {
            Some(correction) => score + correction.of_position(pos),
            None => score,
        }
    }
}

/// The hand-made evaluation for the size of a game's board.
fn handmade(game: &Arc<Game>, values: Values, force: &[i32], weights: Weights) -> Box<dyn Evaluation> {
    match game.shape.len() {
        0..=64 => Box::new(HandMade::<1>::new(game, values, force, weights)),
        65..=128 => Box::new(HandMade::<2>::new(game, values, force, weights)),
        _ => Box::new(HandMade::<4>::new(game, values, force, weights)),
    }
}
