//! What is known of a side once all men have been looked at.

use super::squares::Squares;

/// What is found of a side while men are looked at; the terms weigh it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Side<const W: usize> {
    /// Squares attacked, and by two men or more.
    pub all: Squares<W>,
    pub twice: Squares<W>,
    /// Where men stand that are no pawns and not the King.
    pub pieces: Squares<W>,
    /// What its King attacks, and where it could go.
    pub king: Squares<W>,
    pub flights: Squares<W>,
    pub zone: Squares<W>,
    /// Men of the enemy that attack the zone, and how many of its squares, each man's counted.
    pub attackers: i32,
    pub hits: i32,
    /// The enemy's ways to give check: men that can safely, safe squares, other men.
    pub checkers: i32,
    pub checks: i32,
    pub bad_checkers: i32,
    /// Men of either side that alone stand between its King and a man that attacks along a line.
    pub screens: i32,
    /// What the mobility of its men is worth in the middlegame.
    pub mobility: i32,
    /// What the enemy's strongest man is worth.
    pub strongest: i32,
    /// Its men attacked by lesser ones, and hundreds of centipawns between them.
    pub lesser: Squares<W>,
    pub between: i32,
    /// Its men attacked by men of about their value.
    pub equal: Squares<W>,
}
