//! Corrections of the score where little is left on the board.

use super::accumulator::Accumulator;
use super::params::{HUNT_NEAR, HUNT_RIM, MOP_UP, THIN_LEAD, THIN_SHARE};
use super::pawns::distance;
use crate::game::Game;
use crate::geometry::{Color, Shape, Square};

/// What decides how endings are judged.
#[derive(Debug)]
pub(super) struct Endgame {
    shape: Shape,
    /// Whether endings must be won in time.
    timed: bool,
    /// Whether mate is how a game is won.
    by_mate: bool,
}

impl Endgame {
    pub(super) fn new(game: &Game) -> Endgame {
        Endgame {
            shape: game.shape.clone(),
            timed: game.counting().is_some(),
            by_mate: game
                .ends
                .as_ref()
                .is_none_or(|ends| ends.arrival.is_none() && ends.least.iter().all(Vec::is_empty)),
        }
    }

    /// What it is worth that a bare King is far from the center and near the men that hunt it.
    fn hunt<const W: usize>(&self, men: &Accumulator<W>, hunter: Color, king: Square) -> i32 {
        let shape = &self.shape;
        let off = |at: u8, of: u8| (2 * i32::from(at) + 1 - i32::from(of)).abs() / 2;
        let rim = off(shape.file(king), shape.files()) + off(shape.rank(king), shape.ranks());
        let hunters = men.pieces().filter(|(color, _)| *color == hunter);
        rim * HUNT_RIM - hunters.map(|(_, square)| distance(shape, square, king)).sum::<i32>() * HUNT_NEAR
    }

    /// Corrects White's score where little is left: a bare King is hunted, and a small lead
    /// without pawns hardly wins.
    pub(super) fn conclude<const W: usize>(&self, men: &Accumulator<W>, white: i32) -> i32 {
        let winner = if white < 0 { Color::Black } else { Color::White };
        let (strong, weak) = (men.side(winner), men.side(!winner));
        if strong.pawns > 0 && weak.pieces + weak.pawns > 0 {
            return white;
        }
        let mut size = white.abs();
        if weak.pieces == 0
            && weak.pawns == 0
            && let (Some(ours), Some(theirs)) = (strong.king, weak.king)
        {
            size += (i32::from(self.shape.ranks().max(self.shape.files()))
                - distance(&self.shape, ours, theirs))
                * MOP_UP;
            if self.timed {
                return (size + self.hunt(men, winner, theirs)) * white.signum();
            }
        }
        if self.by_mate && strong.pawns == 0 && strong.pieces - weak.pieces <= THIN_LEAD {
            size = size * THIN_SHARE / 100;
        }
        size * white.signum()
    }
}
