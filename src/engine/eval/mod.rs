//! Static evaluation: values, tables and mobility derived from the moves.
//!
//! No piece of chess is known here. The value of a piece and of its squares come from its moves (`values`);
//! terms for pawns and kings use only "promotes" and "royal". All arithmetic that reaches a score is
//! integral, so every machine evaluates alike.
//!
//! [`Evaluator::new`] chooses the [`Evaluation`] of a game. A net may correct or replace it ([`net`]).
//!
//! Evaluation takes half of the time of a search, so [`pulp`] compiles it for newer processors as well. What
//! is dispatched ([`pulp::Arch::dispatch`]) must be inlined completely.

#![allow(clippy::inline_always, reason = "only what is inlined is compiled for the processor at hand")]

mod accumulator;
mod activity;
mod endgame;
mod handmade;
pub mod net;
mod pawns;
mod simd;
mod targets;
mod values;
mod weights;

use std::sync::Arc;

use crate::rules::game::{Game, KindId};
use crate::rules::geometry::Color;
use crate::rules::position::Position;

use handmade::{HandMade, LosingGame};
use net::NetOutput;
use values::Values;

pub use handmade::Evaluation;
pub use weights::{Weights, WeightsError};

/// With so many pieces or fewer, the hand-made evaluation is used although a net stands alone: it knows which
/// endings are won, and how. Untuned.
const FEW: u32 = 5;

/// Whether a position is one of those endings: another is that of a king without other pieces. No piece is in
/// hand.
#[inline]
fn is_simple(pos: &Position) -> bool {
    let sides = Color::ALL.map(|color| pos.board().of(color).len());
    let is_empty = |color| pos.in_hand().of(color).next().is_none();
    (sides[0] + sides[1] <= FEW || sides.contains(&1)) && Color::ALL.into_iter().all(is_empty)
}

/// Evaluates the positions of one game, and knows the values of its pieces.
#[derive(Debug)]
pub struct Evaluator {
    /// Values in exchanges in centipawns, by piece type.
    exchange: Vec<i32>,
    /// What captures win, by piece type.
    prizes: Vec<i32>,
    /// The same as `exchange`, but 0 for pawns and kings.
    non_pawn: Vec<i32>,
    evaluation: Box<dyn Evaluation>,
    net: Option<NetOutput>,
}

impl Evaluator {
    /// Computes the tables of a game.
    pub fn new(game: &Arc<Game>) -> Evaluator {
        Evaluator::with_weights(game, Weights::of(game))
    }

    /// Computes the tables of a game for an evaluation with other weights.
    pub fn with_weights(game: &Arc<Game>, weights: Weights) -> Evaluator {
        let values = Values::new(game);
        let non_pawn = |kind: KindId| {
            if values.is_king(kind) || game.kind(kind).pawn { 0 } else { values.natural[kind.index()] }
        };
        let non_pawn: Vec<i32> = game.kind_ids().map(non_pawn).collect();
        Evaluator {
            exchange: values.exchange.clone(),
            prizes: game.kind_ids().map(|kind| prize(game, &values, kind)).collect(),
            evaluation: if game.losing_wins() {
                Box::new(LosingGame::new(game))
            } else {
                handmade(game, values, &non_pawn, weights)
            },
            non_pawn,
            net: None,
        }
    }

    /// Sets the weights.
    pub fn set_weights(&mut self, weights: &Weights) {
        self.evaluation.set_weights(weights);
    }

    /// Sets the net that corrects or replaces the hand-made evaluation.
    pub fn set_net(&mut self, net: Option<NetOutput>) {
        self.net = net;
    }

    /// Values in exchanges in centipawns, by piece type; that of a king is greater than all others together.
    pub fn values(&self) -> &[i32] {
        &self.exchange
    }

    /// What the capture of a piece wins in centipawns, by piece type: its value in exchanges, and that of the
    /// piece which the captor gets in hand, or less what its owner gets back.
    pub fn prizes(&self) -> &[i32] {
        &self.prizes
    }

    /// What a piece adds to its side's non-pawn material, in centipawns: nothing for pawns and kings.
    pub fn non_pawn_material(&self, kind: KindId) -> i32 {
        self.non_pawn[kind.index()]
    }

    /// The worth of a position for the side to move, in centipawns.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use fibnif::engine::eval::Evaluator;
    /// use fibnif::rules::{game, position::Position, variant::Catalog};
    ///
    /// let chess = game::compile(&Catalog::builtin().resolve("chess")?)?;
    /// let mut evaluator = Evaluator::new(&chess);
    /// let queen_up = Position::from_fen(chess, "4k3/pppp4/8/8/8/8/PPPP4/3QK3 b - - 0 1")?;
    /// assert!(evaluator.evaluate(&queen_up) < -500);
    /// # Ok(())
    /// # }
    /// ```
    pub fn evaluate(&mut self, pos: &Position) -> i32 {
        match &mut self.net {
            Some(net) if net.is_alone() && !is_simple(pos) => net.of_position(pos),
            Some(net) if !net.is_alone() => self.evaluation.evaluate(pos) + net.of_position(pos),
            Some(_) | None => self.evaluation.evaluate(pos),
        }
    }
}

/// What the capture of a piece wins.
fn prize(game: &Game, values: &Values, kind: KindId) -> i32 {
    let in_hand = game.hands.as_ref().and_then(|hands| hands.caught(kind)).map_or(0, |caught| {
        let worth = values.natural[caught.index()];
        if game.kind(caught).color == game.kind(kind).color { -worth } else { worth }
    });
    values.exchange[kind.index()] + in_hand
}

/// The hand-made evaluation for the size of a game's board.
fn handmade(game: &Arc<Game>, values: Values, non_pawn: &[i32], weights: Weights) -> Box<dyn Evaluation> {
    match game.shape.cell_count() {
        0..=64 => Box::new(HandMade::<1>::new(game, values, non_pawn, weights)),
        65..=128 => Box::new(HandMade::<2>::new(game, values, non_pawn, weights)),
        _ => Box::new(HandMade::<4>::new(game, values, non_pawn, weights)),
    }
}
