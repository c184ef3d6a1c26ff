//! The output of a net for the positions of a game, updated from position to position.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::super::accumulator::changed;
use super::super::simd::{self, Inlined};
use super::describe::ActiveInput;
use super::{King, OffBoard, SCALE, bucket, describe, misfit, net_of, place_of, place_of_item};
use crate::base::network::{BUCKETS, COARSE, FINE, INPUTS, KING_INPUTS, LAST, MOST_ROW, Network, OUTPUT};
use crate::base::trained::{DirectNetwork, Sight, TrainedNet};
use crate::engine::convert::cut;
use crate::rules::game::{Game, MAX_PIECES};
use crate::rules::geometry::{Color, Narrow, Square};
use crate::rules::position::{PieceSet, Position};

/// The number for 1 in a sum, a little less so that its square fits.
const FULL: i16 = (1 << COARSE) - 1;
/// How many positions are remembered, by their ply.
const SEEN: usize = 16;
/// The bits by which a square is shifted.
const SQUARE: u32 = 6;

/// The rows of the pieces of a game, by side and zone of that side's king; without inputs for it there is one
/// zone.
#[derive(Debug)]
struct Rows {
    source: Source,
    /// By side: its king, if the net has inputs for it.
    kings: [Option<King>; 2],
    /// By piece type and square, then by item off the board.
    places: Vec<Input>,
    /// By side: the places of its king.
    king_places: [Range<u16>; 2],
    off_board: Option<OffBoard>,
    /// The place of the first item off the board.
    first_item: u16,
    /// Computed when a king first enters the zone.
    of_sides: [Vec<OnceLock<RowsOfSide>>; 2],
}

/// What rows are made of.
#[derive(Debug)]
enum Source {
    /// A net, and its hidden layer for each description.
    Described(Network, Vec<Vec<i64>>),
    /// A net with rows of its own for its pieces.
    Direct(DirectNetwork),
}

/// The part of a net that is the same in all: the start of the sums, the weights of the outputs and their
/// offsets.
#[derive(Debug)]
struct Outputs<'a> {
    start: &'a [i16],
    weights: &'a [i16],
    offsets: &'a [i16],
}

impl Source {
    #[inline(always)]
    fn outputs(&self) -> Outputs<'_> {
        match self {
            Source::Described(network, _) => {
                let [.., start, weights, offsets] = &network.parts;
                Outputs { start, weights, offsets }
            }
            Source::Direct(DirectNetwork { start, weights, offsets, .. }) => {
                Outputs { start, weights, offsets }
            }
        }
    }
}

/// A piece type on a square, or an item off the board.
#[derive(Debug)]
struct Input {
    color: Color,
    /// The index of its hidden layer, or that of the piece in a direct net.
    index: usize,
    at: At,
}

/// Where a piece is.
#[derive(Clone, Copy, Debug)]
enum At {
    Board(Square),
    /// Off the board, with so many of its kind before it.
    Item(usize),
}

impl At {
    fn square(self) -> Option<Square> {
        match self {
            At::Board(square) => Some(square),
            At::Item(_) => None,
        }
    }
}

/// By place: what it adds to the sums of a side, and to its totals.
#[derive(Debug)]
struct RowsOfSide {
    width: usize,
    sums: Vec<i16>,
    totals: Vec<[i16; BUCKETS]>,
}

impl RowsOfSide {
    #[inline(always)]
    fn sums(&self, place: u16) -> &[i16] {
        &self.sums[self.width * usize::from(place)..][..self.width]
    }

    #[inline(always)]
    fn totals(&self, place: u16) -> &[i16; BUCKETS] {
        &self.totals[usize::from(place)]
    }
}

/// What a position adds up to as one side sees it.
#[derive(Clone, Debug)]
struct View {
    /// The zone of the side's king.
    zone: usize,
    sums: Vec<i16>,
    totals: [i32; BUCKETS],
}

/// A position, and what it adds up to.
#[derive(Clone, Debug)]
struct CachedPosition {
    /// The pieces, as in [`Position::slots`].
    alive: PieceSet,
    places: [u16; MAX_PIECES],
    /// How many there are of each item off the board.
    items: Vec<u8>,
    views: [View; 2],
}

/// What changed from a position seen before to the one at hand.
struct Delta<'a> {
    from: &'a CachedPosition,
    /// The slots whose pieces differ.
    changed: PieceSet,
}

impl<'a> Delta<'a> {
    #[inline(always)]
    fn new(from: &'a CachedPosition, now: &CachedPosition) -> Delta<'a> {
        Delta { from, changed: changed((from.alive, &from.places), (now.alive, &now.places)) }
    }

    /// The number of slots that differ.
    #[inline(always)]
    fn length(&self) -> u32 {
        self.changed.len()
    }
}

/// Corrects the hand-made evaluation of the positions of a game, or replaces it.
#[derive(Clone, Debug)]
pub struct NetOutput {
    /// The instruction set of the processor.
    arch: pulp::Arch,
    rows: Arc<Rows>,
    /// The last positions, by their ply: the next one differs little from that before its last move.
    seen: Vec<CachedPosition>,
    empty: CachedPosition,
    now: CachedPosition,
}

impl Rows {
    /// The rows of a game; `None` if the net cannot be used in it.
    fn new(game: &Game, net: &TrainedNet, values: &[i32]) -> Option<Rows> {
        match net {
            _ if misfit(game, net).is_some() => None,
            TrainedNet::Described(network) => Some(Rows::described(game, network, values)),
            TrainedNet::Direct(network) => Rows::direct(game, network),
        }
    }

    fn described(game: &Game, network: &Network, values: &[i32]) -> Rows {
        let sees_kings = network.size().inputs == KING_INPUTS;
        let kings = Color::ALL.map(|color| King::of(game, color).filter(|_| sees_kings));
        // Black's pieces are described as White's are.
        let (mut known, mut hidden) = (HashMap::new(), Vec::new());
        let empty = empty_layer(network);
        let mut describe_with = |features: Vec<ActiveInput>| {
            *known.entry(features).or_insert_with_key(|features| {
                hidden.push(hidden_layer(network, &empty, features));
                hidden.len() - 1
            })
        };
        let mut places = Vec::new();
        for kind in game.kind_ids() {
            let value = values.get(kind.index()).copied().unwrap_or_default();
            let color = game.kind(kind).color;
            for (square, features) in game.shape.cells().zip(describe(game, kind, value)) {
                let index = describe_with(features);
                places.push(Input { color, index, at: At::Board(square) });
            }
        }
        // A net that knows nothing of items would only add noise.
        let off_board = OffBoard::described(game).filter(|_| network.size().inputs >= INPUTS);
        for (color, features) in off_board.iter().flat_map(|items| items.descriptions(game, values)) {
            let index = describe_with(features);
            places.push(Input { color, index, at: At::Item(0) });
        }
        Rows::of(game, Source::Described(network.clone(), hidden), kings, places, off_board)
    }

    fn direct(game: &Game, network: &DirectNetwork) -> Option<Rows> {
        let DirectNetwork { pieces, sight, .. } = network;
        let kings = Color::ALL.map(|color| King::of(game, color).filter(|_| sight.zoned));
        let mut places = Vec::new();
        for id in game.kind_ids() {
            let (color, index) = (game.kind(id).color, place_of(game, id, pieces, *sight)?);
            let on = |square| Input { color, index, at: At::Board(square) };
            places.extend(game.shape.cells().map(on));
        }
        let off_board = OffBoard::counted(game);
        for (color, item) in off_board.iter().flat_map(OffBoard::items) {
            let (index, before) = place_of_item(game, item, pieces, *sight)?;
            places.push(Input { color, index, at: At::Item(before) });
        }
        Some(Rows::of(game, Source::Direct(network.clone()), kings, places, off_board))
    }

    fn of(
        game: &Game,
        source: Source,
        kings: [Option<King>; 2],
        places: Vec<Input>,
        off_board: Option<OffBoard>,
    ) -> Rows {
        let squares = game.shape.cell_count();
        let places_of = |king: &King| {
            let first = king.kind().index() * squares;
            first.narrow()..(first + squares).narrow()
        };
        let zones = |king: &Option<King>| king.as_ref().map_or(1, King::zones);
        Rows {
            king_places: kings.each_ref().map(|king| king.as_ref().map_or(0..0, places_of)),
            of_sides: kings.each_ref().map(|king| (0..zones(king)).map(|_| OnceLock::new()).collect()),
            kings,
            first_item: (game.kinds.len() * squares).narrow(),
            places,
            off_board,
            source,
        }
    }

    /// The rows for a side whose king is in a zone.
    #[inline(always)]
    fn of_side(&self, color: Color, zone: usize) -> &RowsOfSide {
        self.of_sides[color.index()][zone].get_or_init(|| self.compute(color, zone))
    }

    #[cold]
    #[inline(never)]
    fn compute(&self, color: Color, zone: usize) -> RowsOfSide {
        let width = self.source.outputs().start.len();
        let mut rows = RowsOfSide { width, sums: Vec::new(), totals: Vec::new() };
        let king = self.kings[color.index()].as_ref();
        for place in &self.places {
            let own = place.color == color;
            match &self.source {
                Source::Described(network, hidden) => {
                    let plain = &hidden[place.index];
                    let near = king.zip(place.at.square()).map(|(king, square)| {
                        hidden_layer(network, plain, &king.describe(zone, place.color, square))
                    });
                    let hidden = near.as_ref().unwrap_or(plain);
                    rows.sums.extend(row_sums(network, hidden, own));
                    rows.totals.push(if own { four(&row_outputs(network, hidden)) } else { [0; BUCKETS] });
                }
                Source::Direct(network) => {
                    let at = match place.at {
                        At::Board(square) => network.sight.seen(color == Color::White, square.index()),
                        At::Item(before) => network.sight.squares() + before,
                    };
                    let (zone, at) = network.sight.folded(zone, at);
                    let (sums, totals) = network.row(zone, own, place.index, at).split_at(width);
                    rows.sums.extend(sums);
                    rows.totals.push(four(totals));
                }
            }
        }
        rows
    }

    /// The zone of a side's king in a position, which is found from another position.
    #[inline(always)]
    fn zone_after(
        &self,
        color: Color,
        &Delta { from: base, changed }: &Delta,
        now: &CachedPosition,
    ) -> usize {
        let is_king = |place: u16| self.king_places[color.index()].contains(&place);
        let moved = (changed & base.alive).iter().any(|slot| is_king(base.places[slot]))
            || (changed & now.alive).iter().any(|slot| is_king(now.places[slot]));
        if moved { self.zone_of(color, now.alive, &now.places) } else { base.views[color.index()].zone }
    }

    /// The zone of a side's king, if it has one.
    fn zone_of(&self, color: Color, alive: PieceSet, places: &[u16; MAX_PIECES]) -> usize {
        let Some(king) = &self.kings[color.index()] else { return 0 };
        let mut found = alive.iter().map(|slot| places[slot]);
        let place = found.find(|place| self.king_places[color.index()].contains(place));
        let square = place.and_then(|place| self.places[usize::from(place)].at.square());
        let in_hand = if matches!(self.source, Source::Direct(_)) { Sight::ZONE_IN_HAND } else { 0 };
        square.map_or(in_hand, |square| king.zone(square))
    }
}

fn four(numbers: &[i16]) -> [i16; BUCKETS] {
    std::array::from_fn(|i| numbers.get(i).copied().unwrap_or_default())
}

impl NetOutput {
    /// The greatest correction, in centipawns.
    pub const MOST: i32 = 1000;
    /// The greatest output of a net that stands alone, in centipawns.
    const MOST_ALONE: i32 = 10_000;

    /// That of the net of a game; `None` if it has none that can be used. `values` are the values of pieces,
    /// by type.
    pub fn shipped(game: &Game, values: &[i32]) -> Option<NetOutput> {
        let net = net_of(game)?;
        let network = net.network()?;
        if let Some(reason) = misfit(game, &network) {
            log::warn!("the net `{}` {reason}", net.name());
        }
        NetOutput::of(game, &network, values)
    }

    /// That of any net; `None` if it cannot be used in this game ([`misfit`]).
    pub fn of(game: &Game, net: &TrainedNet, values: &[i32]) -> Option<NetOutput> {
        let rows = Rows::new(game, net, values)?;
        let view = View { zone: 0, sums: rows.source.outputs().start.to_vec(), totals: [0; BUCKETS] };
        let empty = CachedPosition {
            alive: PieceSet::EMPTY,
            places: [0; MAX_PIECES],
            items: vec![0; rows.places.len() - usize::from(rows.first_item)],
            views: [view.clone(), view],
        };
        Some(NetOutput {
            arch: pulp::Arch::new(),
            rows: Arc::new(rows),
            seen: vec![empty.clone(); SEEN],
            now: empty.clone(),
            empty,
        })
    }

    /// Whether it replaces the hand-made evaluation instead of correcting it.
    pub fn is_alone(&self) -> bool {
        matches!(self.rows.source, Source::Direct(_))
    }

    /// The output for the side to move, in centipawns.
    pub fn of_position(&mut self, pos: &Position) -> i32 {
        simd::evaluate(self.arch, self, pos)
    }
}

impl Inlined for NetOutput {
    #[inline(always)]
    fn evaluate_inlined(&mut self, pos: &Position) -> i32 {
        self.add_up(pos);
        let seen = &self.seen[pos.ply() % SEEN];
        let [us, them] = [pos.side(), !pos.side()].map(|color| &seen.views[color.index()]);
        let bucket = bucket(seen.alive.len() as usize);
        let width = us.sums.len();
        let Outputs { weights, offsets, .. } = self.rows.source.outputs();
        let (ours, theirs) = weights[2 * width * bucket..2 * width * (bucket + 1)].split_at(width);
        let sum = layer(&us.sums, ours) + layer(&them.sums, theirs);
        let total = us.totals[bucket] - them.totals[bucket];
        let total = i64::from(total) << (2 * COARSE - SQUARE + LAST - OUTPUT);
        let offset = i64::from(offsets[bucket]) << (2 * COARSE - SQUARE + LAST - FINE);
        let output = i64::from(sum) + total + offset;
        // Rounds toward zero, so that both sides are treated alike.
        let centipawns = output * i64::from(SCALE) / (1 << (2 * COARSE - SQUARE + LAST));
        let most = i64::from(if self.is_alone() { NetOutput::MOST_ALONE } else { NetOutput::MOST });
        i32::try_from(centipawns.clamp(-most, most)).unwrap_or(0)
    }
}

impl NetOutput {
    /// Computes what a position adds up to, from the nearest of the positions seen.
    #[inline(always)]
    fn add_up(&mut self, pos: &Position) {
        let NetOutput { rows, seen, empty, now, .. } = self;
        now.read(pos, rows);
        let here = pos.ply() % SEEN;
        // Without `map`, whose closures are not always inlined (`simd`).
        let parent = Delta::new(&seen[(here + SEEN - 1) % SEEN], now);
        let sibling = Delta::new(&seen[here], now);
        let nearest = if parent.length() < sibling.length() { parent } else { sibling };
        for color in Color::ALL {
            let zone = rows.zone_after(color, &nearest, now);
            let is_like = |seen: &&CachedPosition| seen.views[color.index()].zone == zone;
            let other;
            let base = if is_like(&nearest.from) {
                &nearest
            } else {
                let steps = seen.iter().filter(is_like).map(|seen| Delta::new(seen, now));
                other = steps.min_by_key(Delta::length).unwrap_or_else(|| Delta::new(empty, now));
                &other
            };
            now.add_up(color, zone, rows, base);
        }
        std::mem::swap(now, &mut seen[here]);
    }
}

impl CachedPosition {
    /// Notes the pieces of a position, and what is off the board.
    #[inline(always)]
    fn read(&mut self, pos: &Position, rows: &Rows) {
        (self.alive, self.places) = (pos.board().all(), *pos.board().piece_squares());
        if let Some(off_board) = &rows.off_board {
            self.items.iter_mut().zip(off_board.counts(pos)).for_each(|(item, count)| *item = count);
        }
    }

    /// Computes the sums of a side whose king is in a zone, from those of another position in which it is
    /// there, too.
    #[inline(always)]
    fn add_up(&mut self, color: Color, zone: usize, rows: &Rows, &Delta { from: base, changed }: &Delta) {
        let (view, before) = (&mut self.views[color.index()], &base.views[color.index()]);
        view.zone = zone;
        view.sums.copy_from_slice(&before.sums);
        view.totals = before.totals;
        let table = rows.of_side(color, zone);
        let mut left = (changed & base.alive).iter().map(|slot| base.places[slot]);
        let mut came = (changed & self.alive).iter().map(|slot| self.places[slot]);
        loop {
            match (left.next(), came.next()) {
                (Some(left), Some(came)) => view.exchange(table, left, came),
                (Some(left), None) => view.enter::<-1>(table, left),
                (None, Some(came)) => view.enter::<1>(table, came),
                (None, None) => break,
            }
        }
        for ((&before, &count), place) in base.items.iter().zip(&self.items).zip(rows.first_item..) {
            (before..count).for_each(|_| view.enter::<1>(table, place));
            (count..before).for_each(|_| view.enter::<-1>(table, place));
        }
    }
}

impl View {
    /// Adds (`SIGN` 1) or subtracts (-1) the row of a place.
    #[inline(always)]
    fn enter<const SIGN: i16>(&mut self, rows: &RowsOfSide, place: u16) {
        for (sum, number) in self.sums.iter_mut().zip(rows.sums(place)) {
            *sum = sum.wrapping_add(SIGN * number);
        }
        for (total, &number) in self.totals.iter_mut().zip(rows.totals(place)) {
            *total += i32::from(SIGN * number);
        }
    }

    /// Subtracts the row of one place, and adds that of another.
    #[inline(always)]
    fn exchange(&mut self, rows: &RowsOfSide, left: u16, came: u16) {
        for ((sum, left), came) in self.sums.iter_mut().zip(rows.sums(left)).zip(rows.sums(came)) {
            *sum = sum.wrapping_add(came.wrapping_sub(*left));
        }
        for ((total, &left), &came) in self.totals.iter_mut().zip(rows.totals(left)).zip(rows.totals(came)) {
            *total += i32::from(came) - i32::from(left);
        }
    }
}

/// The output of a side's sums: each is clamped to 0 to 1, squared, and weighted.
#[inline(always)]
fn layer(sums: &[i16], weights: &[i16]) -> i32 {
    let mut out = 0;
    for (&sum, &weight) in sums.iter().zip(weights) {
        let sum = sum.clamp(0, FULL).cast_unsigned();
        let square = ((sum * sum) >> SQUARE).cast_signed();
        out += i32::from(square) * i32::from(weight);
    }
    out
}

/// The hidden layer before its rectifier for a piece with this description, from `start` on.
fn hidden_layer(network: &Network, start: &[i64], features: &[ActiveInput]) -> Vec<i64> {
    let mut hidden = start.to_vec();
    for feature in features {
        let weights = network.parts[0].chunks_exact(network.size().hidden).nth(usize::from(feature.index));
        for (sum, &weight) in hidden.iter_mut().zip(weights.unwrap_or_default()) {
            *sum += i64::from(feature.value) * i64::from(weight);
        }
    }
    hidden
}

/// The hidden layer of a piece without a description.
fn empty_layer(network: &Network) -> Vec<i64> {
    network.parts[1].iter().map(|&number| i64::from(number) << COARSE).collect()
}

/// A part of the row above a hidden layer, with twice the fractional bits of its numbers.
///
/// The sums wrap around, which is faster than 64 bits. That changes nothing as long as each fits in the end,
/// and 8,192 fits, while a number of a row is cut at 8 or less.
fn part(network: &Network, hidden: &[i64], part: Range<usize>) -> Vec<i32> {
    let [_, _, weights, offsets, ..] = &network.parts;
    let arch = pulp::Arch::new();
    let mut sums: Vec<i32> =
        offsets[part.clone()].iter().map(|&number| i32::from(number) << COARSE).collect();
    for (hidden, weights) in hidden.iter().zip(weights.chunks_exact(network.size().row())) {
        let hidden = shifted(*hidden, FINE);
        if hidden > 0 {
            // Always fits: fewer than 1,024 products of two 16-bit numbers, without the last ten bits.
            let factor = i32::try_from(hidden).unwrap_or(i32::MAX);
            simd::add_multiple(arch, &mut sums, factor, &weights[part.clone()]);
        }
    }
    sums
}

/// What a piece adds to the sums of its own side or, if not `own`, of the other: numbers with [`COARSE`]
/// fractional bits.
fn row_sums(network: &Network, hidden: &[i64], own: bool) -> Vec<i16> {
    let sums = network.size().sums;
    let numbers = part(network, hidden, if own { 0..sums } else { sums..2 * sums });
    numbers.into_iter().map(|sum| cut(shifted(sum.into(), FINE), MOST_ROW)).collect()
}

/// What a piece adds to the totals of its own side: numbers with [`OUTPUT`] fractional bits.
fn row_outputs(network: &Network, hidden: &[i64]) -> Vec<i16> {
    let numbers = part(network, hidden, 2 * network.size().sums..network.size().row());
    numbers.into_iter().map(|sum| cut(shifted(sum.into(), FINE + COARSE - OUTPUT), i16::MAX)).collect()
}

/// A number with fewer bits behind the point, rounded.
fn shifted(number: i64, bits: u32) -> i64 {
    (number + (1 << (bits - 1))) >> bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::network::most_last;

    /// All sums and weights at their greatest: an overflow would panic.
    #[test]
    fn what_is_weighed_never_overflows() {
        for sums in [1, 32, 64, 256, 512] {
            let (full, weights) = (vec![FULL; sums], vec![most_last(sums); sums]);
            assert!(layer(&full, &weights) + layer(&full, &weights) > 0, "{sums}");
        }
    }
}
