//! A trained net of either kind, and the file format of those that stand alone. How they are evaluated is in
//! [`eval::net`](crate::engine::eval::net).
//!
//! A [`Network`] makes the rows of any piece from its description, and corrects the evaluation. A
//! [`DirectNetwork`] has learned the rows of a few pieces on one board one by one, and replaces the
//! evaluation. Its file is like that of the other kind, with another first line.

use super::network::{
    BUCKETS, COARSE, FINE, LAST, MOST, MOST_ROW, Network, NetworkError, OUTPUT, file_of, most_last, near,
    numbers_after, unpack,
};
use super::text;

/// The pieces of a kind in hand with rows of their own: further ones count like the last of these.
pub const HELD_MOST: usize = 4;

/// Stands among the pieces of a net for the checks that a side still has to give, where they are counted: it
/// has as many of them in hand. No piece has this notation.
pub const CHECK: &str = "check";

/// The board on which rows may be by zone of the king: files and ranks.
pub const ZONED_BOARD: (u8, u8) = (8, 8);
/// The zones of a side's king on it, of two by two squares. Mirror images count as one: a king on the right
/// half sees the board mirrored.
const ZONES: usize = 8;

/// The sums of rows are multiples of so much. This makes a file a third smaller. If the training rounds them
/// as well, the error is not higher; otherwise it is, by 0.8 % or more (`benches/LEARNING.md`, Rounded rows).
const STEP: i16 = 8;
/// The same as a fraction.
pub const SUM_STEP: f32 = STEP as f32 / (1i16 << COARSE) as f32;

/// The first line begins with the version of the format: the present one, and the one before. Each counts
/// the sums of rows in steps of its own.
const VERSIONS: [(&str, i16); 2] = [("fibnif net 5", STEP), ("fibnif net 4", 1)];
/// The rest of the first line: the text before the pieces, before the number of sums, and the end.
const HEADER: [&str; 3] = [" pieces ", " sums ", " buckets 4"];
/// What follows the pieces if they have rows in hand, too.
const HELD: &str = " held 4";
/// What comes before files and ranks of another board than that of chess.
const BOARD: &str = " board ";
/// What follows if rows are not by zone of the king.
const ONE_ZONE: &str = " one zone";
/// What comes last if the sides begin beside each other.
const BESIDE: &str = " beside";
const _: () = assert!(BUCKETS == 4 && HELD_MOST == 4);
/// The most types of pieces.
pub const MOST_PIECES: usize = 32;
/// The most squares of a board: places are counted in a byte.
pub const MOST_SQUARES: usize = 256 - HELD_MOST;

/// A trained net of either kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TrainedNet {
    /// It corrects the evaluation, for pieces of any moves.
    Described(Network),
    /// It replaces the evaluation, for the pieces that it knows.
    Direct(DirectNetwork),
}

impl TrainedNet {
    /// Reads a net.
    ///
    /// # Errors
    /// If the bytes are not a net.
    pub fn read(bytes: &[u8]) -> Result<TrainedNet, NetworkError> {
        if VERSIONS.iter().any(|(version, _)| bytes.starts_with(version.as_bytes())) {
            DirectNetwork::read(bytes).map(TrainedNet::Direct)
        } else {
            Network::read(bytes).map(TrainedNet::Described)
        }
    }
}

/// What a net that stands alone sees of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight {
    /// The files and the ranks of the board.
    pub board: (u8, u8),
    /// Whether rows are by zone of the king. Then each side begins with one king, which is the last of the
    /// pieces, and the board is [`ZONED_BOARD`].
    pub zoned: bool,
    /// Whether pieces have rows in hand, too.
    pub held: bool,
    /// Whether the sides begin beside each other, as in Racing Kings: to Black the board is not turned upside
    /// down, but a mirror. Then rows are not by zone.
    pub beside: bool,
}

impl Sight {
    /// The zone that counts, of all 16, while a king is in hand: that of the squares in the middle of its
    /// first rank.
    pub const ZONE_IN_HAND: usize = 1;

    /// The squares of the board.
    pub const fn squares(self) -> usize {
        self.board.0 as usize * self.board.1 as usize
    }

    /// The places of a piece: the squares, and then the first in hand, the second, and so on.
    pub const fn places(self) -> usize {
        self.squares() + if self.held { HELD_MOST } else { 0 }
    }

    /// The zones of a king that have rows of their own.
    pub const fn zones(self) -> usize {
        if self.zoned { ZONES } else { 1 }
    }

    /// A place as a side sees it, whose squares are numbered by rank from that side; those of the game are
    /// numbered from White.
    pub const fn seen(self, is_white: bool, place: usize) -> usize {
        let files = self.board.0 as usize;
        if is_white || place >= self.squares() {
            place
        } else if self.beside {
            self.mirrored(place)
        } else {
            (self.board.1 as usize - 1 - place / files) * files + place % files
        }
    }

    /// A place in a mirror, left and right exchanged.
    pub const fn mirrored(self, place: usize) -> usize {
        let files = self.board.0 as usize;
        if place < self.squares() { place / files * files + files - 1 - place % files } else { place }
    }

    /// The zone, of all 16, of a king on a square that its side sees.
    pub const fn zone_of(self, square: usize) -> usize {
        square / 16 * 4 + square % 8 / 2
    }

    /// What a side sees of a king in a zone and of a place if the board is mirrored whenever the king is on
    /// the right half: the zone among [`Sight::zones`], and the place. The given zone counts all 16, four a
    /// rank; zones and squares are numbered by rank as the side sees them.
    pub const fn folded(self, zone: usize, place: usize) -> (usize, usize) {
        if !self.zoned {
            return (0, place);
        }
        let (row, column) = (zone / 4, zone % 4);
        if column < 2 { (2 * row + column, place) } else { (2 * row + 3 - column, self.mirrored(place)) }
    }
}

/// The size of a net that stands alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DirectSize {
    /// What it sees.
    pub sight: Sight,
    /// The number of its pieces.
    pub pieces: usize,
    /// Sums of each side.
    pub sums: usize,
}

impl DirectSize {
    /// The lengths of its parts in the order of the file: rows, the start of the sums, weights and offsets of
    /// the output.
    pub const fn lengths(self) -> [usize; 4] {
        [self.sight.zones() * self.rows() * self.row(), self.sums, BUCKETS * 2 * self.sums, BUCKETS]
    }

    /// The numbers of a row.
    pub const fn row(self) -> usize {
        self.sums + BUCKETS
    }

    /// The rows for a zone.
    pub const fn rows(self) -> usize {
        2 * self.pieces * self.sight.places()
    }

    /// The index of a row: own pieces are numbered before those of the enemy. Zone and place are
    /// [folded](Sight::folded).
    pub const fn row_index(self, zone: usize, piece: usize, place: usize) -> usize {
        self.rows() * zone + piece * self.sight.places() + place
    }
}

/// A net with a row for each of its pieces in each place, perhaps by zone of the king.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DirectNetwork {
    /// The notations of its pieces.
    pub pieces: Vec<String>,
    /// What it sees.
    pub sight: Sight,
    /// Sums of each side.
    pub sums: usize,
    /// For each zone, own pieces and then those of the enemy, place by place: what a piece adds to the sums
    /// and to the totals.
    pub(crate) rows: Vec<i16>,
    /// The start of the sums.
    pub(crate) start: Vec<i16>,
    /// The weights of the outputs.
    pub(crate) weights: Vec<i16>,
    /// Their offsets.
    pub(crate) offsets: Vec<i16>,
}

impl DirectNetwork {
    /// Its size.
    pub fn size(&self) -> DirectSize {
        DirectSize { sight: self.sight, pieces: self.pieces.len(), sums: self.sums }
    }

    /// Rounds the numbers of a trained net, in the order of [`DirectSize::lengths`].
    pub fn rounded(pieces: Vec<String>, sight: Sight, sums: usize, numbers: [&[f32]; 4]) -> DirectNetwork {
        let [rows, start, weights, offsets] = numbers;
        let part = |numbers: &[f32], bits: u32, most: i16| -> Vec<i16> {
            numbers.iter().map(|&number| near(number, bits, most)).collect()
        };
        let row = |row: &[f32]| {
            let (sums, totals) = row.split_at(sums);
            let sums = sums.iter().map(|&number| in_steps(near(number, COARSE, MOST_ROW), STEP) * STEP);
            [sums.collect(), part(totals, OUTPUT, i16::MAX)].concat()
        };
        DirectNetwork {
            rows: rows.chunks_exact(sums + BUCKETS).flat_map(row).collect(),
            start: part(start, COARSE, MOST_ROW),
            weights: part(weights, LAST, most_last(sums)),
            offsets: part(offsets, FINE, i16::MAX),
            pieces,
            sight,
            sums,
        }
    }

    /// The numbers as fractions, as [`DirectNetwork::rounded`] takes them.
    pub fn numbers(&self) -> [Vec<f32>; 4] {
        let exact = |numbers: &[i16], bits: u32| -> Vec<f32> {
            numbers.iter().map(|&number| f32::from(number) / 2f32.powi(bits.cast_signed())).collect()
        };
        let row = |row: &[i16]| {
            let (sums, totals) = row.split_at(self.sums);
            [exact(sums, COARSE), exact(totals, OUTPUT)].concat()
        };
        [
            self.rows.chunks_exact(self.sums + BUCKETS).flat_map(row).collect(),
            exact(&self.start, COARSE),
            exact(&self.weights, LAST),
            exact(&self.offsets, FINE),
        ]
    }

    /// The same net with those of its pieces alone that are wanted, and perhaps without rows in hand.
    pub fn restricted(&self, is_wanted: impl Fn(&str) -> bool, held: bool) -> DirectNetwork {
        let size = self.size();
        let wanted: Vec<usize> = (0..size.pieces).filter(|&piece| is_wanted(&self.pieces[piece])).collect();
        let sight = Sight { held: held && self.sight.held, ..self.sight };
        // Each zone has the own pieces, then those of the enemy.
        let first_rows = (0..2 * sight.zones()).flat_map(|side| {
            wanted.iter().map(move |piece| size.row_index(0, side * size.pieces + piece, 0))
        });
        let rows_of = |first: usize| &self.rows[first * size.row()..][..sight.places() * size.row()];
        DirectNetwork {
            pieces: wanted.iter().map(|&piece| self.pieces[piece].clone()).collect(),
            sight,
            rows: first_rows.flat_map(rows_of).copied().collect(),
            ..self.clone()
        }
    }

    /// The same net with fewer sums: those that its outputs depend on most.
    pub fn narrowed(&self, sums: usize) -> DirectNetwork {
        let row = self.size().row();
        let of_sum = |numbers: &[i16], sum: usize, step: usize| -> u64 {
            numbers.iter().skip(sum).step_by(step).map(|number| u64::from(number.unsigned_abs())).sum()
        };
        let matters = |sum: usize| of_sum(&self.rows, sum, row) * of_sum(&self.weights, sum, self.sums);
        let mut kept: Vec<usize> = (0..self.sums).collect();
        kept.sort_by_cached_key(|&sum| std::cmp::Reverse(matters(sum)));
        kept.truncate(sums);
        kept.sort_unstable();
        let of = |numbers: &[i16]| kept.iter().map(|&sum| numbers[sum]).collect::<Vec<i16>>();
        let of_row = |numbers: &[i16]| [of(&numbers[..self.sums]), numbers[self.sums..].to_vec()].concat();
        DirectNetwork {
            sums: kept.len(),
            rows: self.rows.chunks_exact(row).flat_map(of_row).collect(),
            start: of(&self.start),
            weights: self.weights.chunks_exact(self.sums).flat_map(of).collect(),
            ..self.clone()
        }
    }

    /// The row of a piece: its index in [`DirectNetwork::pieces`], whether it is the side's own, and its
    /// place ([`Sight::places`]), for a king in a zone. Zone and place are [folded](Sight::folded).
    pub(crate) fn row(&self, zone: usize, own: bool, piece: usize, place: usize) -> &[i16] {
        let size = self.size();
        let index = size.row_index(zone, if own { piece } else { size.pieces + piece }, place);
        self.rows.chunks_exact(size.row()).nth(index).unwrap_or_default()
    }

    /// Reads a net.
    ///
    /// # Errors
    /// If the bytes are not a net of this kind.
    fn read(bytes: &[u8]) -> Result<DirectNetwork, NetworkError> {
        let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let Some((step, pieces, sight, sums)) = std::str::from_utf8(line).ok().and_then(header) else {
            let expected = VERSIONS[0].0.to_owned();
            return Err(NetworkError::Header { expected, found: text::beginning(bytes) });
        };
        let lengths = DirectSize { sight, pieces: pieces.len(), sums }.lengths();
        let mut rows = unpack(numbers_after(line, bytes)?, lengths.iter().sum())?;
        let [_, start, weights, offsets] = lengths;
        let mut part = |length: usize| rows.split_off(rows.len() - length);
        let (offsets, mut weights, mut start) = (part(offsets), part(weights), part(start));
        let of_zone = rows.len() / sight.zones();
        for zone in 1..sight.zones() {
            let (before, here) = rows[(zone - 1) * of_zone..].split_at_mut(of_zone);
            for (number, before) in here.iter_mut().zip(before) {
                *number = number.wrapping_add(*before);
            }
        }
        // A file may hold anything, but no sum is to overflow.
        let limit = |numbers: &mut [i16], step: i16, most: i16| {
            for number in numbers {
                *number = step * (*number).clamp(-most / step, most / step);
            }
        };
        for row in rows.chunks_exact_mut(sums + BUCKETS) {
            let (sums, totals) = row.split_at_mut(sums);
            limit(sums, step, MOST_ROW);
            limit(totals, 1, i16::MAX);
        }
        limit(&mut start, 1, MOST_ROW);
        limit(&mut weights, 1, most_last(sums));
        Ok(DirectNetwork { pieces, sight, sums, rows, start, weights, offsets })
    }

    /// The bytes of its file. After the rows of the first zone, those of each are written as what they add to
    /// those of the zone before: a quarter fewer bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let version = VERSIONS[0].0;
        let [before_pieces, before_sums, end] = HEADER;
        let Sight { board: (files, ranks), zoned, held, beside } = self.sight;
        let pieces = self.pieces.join(",");
        let held = if held { HELD } else { "" };
        let is_other = self.sight.board != ZONED_BOARD;
        let board = if is_other { format!("{BOARD}{files}x{ranks}") } else { String::new() };
        let zone = if zoned { "" } else { ONE_ZONE };
        let beside = if beside { BESIDE } else { "" };
        let seen = format!("{held}{board}{zone}{beside}");
        let line = format!("{version}{before_pieces}{pieces}{seen}{before_sums}{}{end}\n", self.sums);
        let row = |row: &[i16]| {
            let (sums, totals) = row.split_at(self.sums);
            sums.iter().map(|&sum| in_steps(sum, STEP)).chain(totals.iter().copied()).collect::<Vec<_>>()
        };
        let rows: Vec<i16> = self.rows.chunks_exact(self.sums + BUCKETS).flat_map(row).collect();
        let (first, others) = rows.split_at(rows.len() / self.sight.zones());
        let added = others.iter().zip(&rows).map(|(number, before)| number.wrapping_sub(*before));
        let parts = [&self.start, &self.weights, &self.offsets].into_iter().flatten();
        file_of(&line, first.iter().copied().chain(added).chain(parts.copied()))
    }
}

/// A number in steps, rounded.
fn in_steps(number: i16, step: i16) -> i16 {
    number.saturating_add(number.signum() * step / 2) / step
}

/// What the first line of a file says: the step of the sums, the pieces, what the net sees, and the number of
/// sums.
fn header(line: &str) -> Option<(i16, Vec<String>, Sight, usize)> {
    let [before_pieces, before_sums, end] = HEADER;
    let of = |(version, step)| Some((step, line.strip_prefix(version)?.strip_prefix(before_pieces)?));
    let (step, line) = VERSIONS.into_iter().find_map(of)?;
    let (pieces, sums) = line.strip_suffix(end)?.split_once(before_sums)?;
    let (pieces, beside) = pieces.strip_suffix(BESIDE).map_or((pieces, false), |pieces| (pieces, true));
    let (pieces, zoned) = pieces.strip_suffix(ONE_ZONE).map_or((pieces, true), |pieces| (pieces, false));
    let (pieces, board) = match pieces.split_once(BOARD) {
        None => (pieces, ZONED_BOARD),
        Some((pieces, board)) => {
            let (files, ranks) = board.split_once('x')?;
            (pieces, (files.parse().ok()?, ranks.parse().ok()?))
        }
    };
    let (pieces, held) = pieces.strip_suffix(HELD).map_or((pieces, false), |pieces| (pieces, true));
    let sight = Sight { board, zoned, held, beside };
    let pieces: Vec<String> = pieces.split(',').map(str::to_owned).collect();
    let sums = sums.parse().ok()?;
    let fits = (1..=MOST).contains(&sums)
        && pieces.len() <= MOST_PIECES
        && (1..=MOST_SQUARES).contains(&sight.squares())
        && (board == ZONED_BOARD && !beside || !zoned);
    fits.then_some((step, pieces, sight, sums))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_of_a_file_can_overflow_a_sum() {
        let sight = Sight { board: (3, 2), zoned: false, held: false, beside: false };
        let lengths = DirectSize { sight, pieces: 1, sums: 2 }.lengths();
        let [rows, start, weights, offsets] = lengths.map(|length| vec![i16::MIN; length]);
        let pieces = vec!["K".to_owned()];
        let spoilt = DirectNetwork { pieces, sight, sums: 2, rows, start, weights, offsets };
        let Ok(TrainedNet::Direct(net)) = TrainedNet::read(&spoilt.to_bytes()) else { panic!("it is a net") };
        let least = -(MOST_ROW / STEP) * STEP;
        assert_eq!(net.rows[..3], [least, least, -i16::MAX]);
        assert_eq!((net.start[0], net.weights[0]), (-MOST_ROW, -most_last(2)));
    }
}
