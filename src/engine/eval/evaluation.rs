//! What the evaluations of all kinds of games have in common.

use std::fmt::Debug;

use super::weights::Weights;
use crate::rules::position::Position;

/// An evaluation of the positions of one game.
pub trait Evaluation: Debug + Send {
    /// The worth of a position for the side to move, in centipawns. It depends on the position alone, not on
    /// those evaluated before.
    fn evaluate(&mut self, pos: &Position) -> i32;

    /// Sets the weights, if the evaluation has any.
    fn set_weights(&mut self, _weights: &Weights) {}
}
