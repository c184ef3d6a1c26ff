//! Corrections of the score with little material.

use super::accumulator::{Accumulator, SideTotals};
use super::pawns::{PawnEntry, distance};
use super::weights::Tapered;
use super::weights::Weights;
use super::weights::{HUNT_NEAR, HUNT_RIM, MOP_UP, MOP_UP_CORNER, THIN_LEAD, THIN_SHARE};
use crate::engine::convert::signed;
use crate::rules::game::Game;
use crate::rules::geometry::{Color, Narrow, Shape, Square};

/// The number of pawns of a side for which the weights of pawns are meant. With fewer, each counts more.
const USUAL_PAWNS: i32 = 8;
/// The greatest weight of an advantage, in per cent.
const SHARE_MOST: i32 = 200;

/// The properties of a game that matter in endings.
#[derive(Debug)]
pub(super) struct Endgame {
    shape: Shape,
    /// Whether endings must be won in time.
    timed: bool,
    /// Whether mate is how a game is won.
    by_mate: bool,
    /// By side: its pawns in the starting position.
    whole_pawns: [i32; 2],
    /// By square color and square: how near it is to a corner of that color, see [`nearness_to_corners`].
    corners: [Vec<i32>; 2],
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
            whole_pawns: Color::ALL.map(|color| {
                let kinds = game.pieces_at_start().map(|kind| game.kind(kind));
                signed(kinds.filter(|kind| kind.pawn && kind.color == color).count())
            }),
            corners: [true, false].map(|dark| nearness_to_corners(game, dark)),
        }
    }

    /// Scales an advantage by how likely it is to win, where pawns are needed for that: few pawns, pawns on
    /// one flank only, or bishops of opposite colors make it less.
    #[inline(always)]
    pub(super) fn weigh<const W: usize>(
        &self,
        w: &Weights,
        accumulator: &Accumulator<W>,
        pawns: &PawnEntry<W>,
        score: &mut Tapered,
    ) {
        // With at most one pawn there is nothing to scale.
        if !self.by_mate || self.whole_pawns.iter().any(|&pawns| pawns < 2) {
            return;
        }
        let strong = if score.eg > 0 { Color::White } else { Color::Black };
        let sides = Color::ALL.map(|color| accumulator.side(color));
        let [white, black] = sides;
        let passed = signed(Color::ALL.map(|color| pawns.passed(color).len()).iter().sum());
        let one_flank = !pawns.are_on_both_flanks(self.shape.files());
        let share = w.win
            + w.win_pawn * USUAL_PAWNS * accumulator.side(strong).pawns / self.whole_pawns[strong.index()]
            + w.win_passed * passed
            + w.win_one_flank * i32::from(one_flank)
            + w.win_opposite * i32::from(are_opposite(sides));
        score.eg = score.eg * share.clamp(0, SHARE_MOST) / 100;

        let (outflanking, inside) = match (white.king, black.king) {
            (Some(ours), Some(theirs)) => self.advance(ours, theirs),
            _ => (0, false),
        };
        let all = 2 * USUAL_PAWNS * (white.pawns + black.pawns) / self.whole_pawns.iter().sum::<i32>();
        let play = w.play
            + w.play_pawn * all
            + w.play_passed * passed
            + w.play_flanks * i32::from(!one_flank)
            + w.play_outflanking * outflanking
            + w.play_inside * i32::from(inside)
            + w.play_pawns_only * i32::from(white.pieces + black.pieces == 0)
            + w.play_stuck * i32::from(outflanking < 0 && one_flank);
        score.eg += score.eg.signum() * play.max(-score.eg.abs());
        score.mg += score.mg.signum() * (play + w.play_middlegame).clamp(-score.mg.abs(), 0);
    }

    /// The distance of the kings in files plus the ranks that White's is ahead, and whether one of them is in
    /// the other's half.
    fn advance(&self, white: Square, black: Square) -> (i32, bool) {
        let shape = &self.shape;
        let apart = i32::from(shape.file(white).abs_diff(shape.file(black)));
        let ahead = i32::from(shape.rank(white)) - i32::from(shape.rank(black));
        let inside = [(white, Color::White), (black, Color::Black)]
            .iter()
            .any(|&(king, color)| shape.rank_for(king, color) >= shape.ranks() / 2);
        (apart + ahead, inside)
    }

    /// The worth of a bare king's distance from the center and nearness to the enemy pieces.
    fn hunt<const W: usize>(&self, accumulator: &Accumulator<W>, hunter: Color, king: Square) -> i32 {
        let shape = &self.shape;
        let off = |at: u8, of: u8| (2 * i32::from(at) + 1 - i32::from(of)).abs() / 2;
        let rim = off(shape.file(king), shape.files()) + off(shape.rank(king), shape.ranks());
        let hunters = accumulator.pieces().filter(|(color, _)| *color == hunter);
        rim * HUNT_RIM - hunters.map(|(_, square)| distance(shape, square, king)).sum::<i32>() * HUNT_NEAR
    }

    /// Corrects White's score: a bare king is driven to the edge, and a small lead without pawns hardly wins.
    pub(super) fn conclude<const W: usize>(&self, accumulator: &Accumulator<W>, white: i32) -> i32 {
        let winner = if white < 0 { Color::Black } else { Color::White };
        let (strong, weak) = (accumulator.side(winner), accumulator.side(!winner));
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
            // Pieces bound to one square color mate where they can attack, with the help of others. Alone
            // they do not mate.
            let lead = |&color: &usize| strong.bound[color] > strong.bound[1 - color];
            let helped = |&color: &usize| strong.bound[color] < strong.pieces;
            let color = (0..2).find(lead).filter(helped);
            if let Some(color) = color.filter(|_| self.by_mate && strong.pawns == 0) {
                size += self.corners[color][theirs.index()] * MOP_UP_CORNER;
            }
            if self.timed {
                return (size + self.hunt(accumulator, winner, theirs)) * white.signum();
            }
        }
        if self.by_mate && strong.pawns == 0 && strong.pieces - weak.pieces <= THIN_LEAD {
            size = size * THIN_SHARE / 100;
        }
        size * white.signum()
    }
}

/// By square: how near a king there is to the squares of a color where it has the fewest moves, in files and
/// ranks together. The farthest square has 0.
fn nearness_to_corners(game: &Game, dark: bool) -> Vec<i32> {
    let shape = &game.shape;
    let king = game.kind_ids().find(|&id| game.kind(id).royal);
    let moves = |square: Square| {
        let entry = game.moves.entry(game.piece_square(king?, square));
        Some(game.moves.stops(entry).len()).filter(|&moves| moves > 0)
    };
    let own = shape.squares().filter(|&square| shape.is_dark(square) == dark && !shape.is_hole(square));
    let counted: Vec<_> = own.filter_map(|square| Some((square, moves(square)?))).collect();
    let fewest = counted.iter().map(|&(_, moves)| moves).min();
    let apart = |a: Square, b: Square| {
        i32::from(shape.file(a).abs_diff(shape.file(b)) + shape.rank(a).abs_diff(shape.rank(b)))
    };
    let nearest = |square| {
        let corners = counted.iter().filter(|&&(_, moves)| Some(moves) == fewest);
        corners.map(|&(corner, _)| apart(square, corner)).min().unwrap_or(0)
    };
    let distances: Vec<i32> =
        (0..shape.cell_count()).map(|square| nearest(Square(square.narrow()))).collect();
    let farthest = distances.iter().max().copied().unwrap_or(0);
    distances.into_iter().map(|distance| farthest - distance).collect()
}

/// Whether each side has only king, pawns, and pieces bound to one square color, a different one for each
/// side.
fn are_opposite([white, black]: [&SideTotals; 2]) -> bool {
    let bound_only = |side: &SideTotals| {
        side.bound[0] + side.bound[1] == side.pieces && (side.bound[0] == 0) != (side.bound[1] == 0)
    };
    bound_only(white) && bound_only(black) && (white.bound[0] == 0) != (black.bound[0] == 0)
}
