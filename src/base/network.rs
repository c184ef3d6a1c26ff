//! A trained net: its integers, and their file format. How it is evaluated is in
//! [`eval::net`](crate::engine::eval::net).
//!
//! The file begins with a line of text. Then come the numbers and a checksum. In the first version of the
//! format each number took two bytes, little-endian; now they are compressed, which saves two fifths.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use crate::base::text;

/// The number of inputs that describe a piece. A file may have fewer: inputs are added at the end.
pub const INPUTS: usize = 534;
/// The same with inputs for where the kings are, which a net may have.
pub const KING_INPUTS: usize = 734;
/// The number of outputs. The number of pieces left selects one.
pub const BUCKETS: usize = 4;

/// The first line begins with the version of the format: the present one, and the first.
const VERSIONS: [(&str, Format); 2] = [("fibnif net 2", Format::Packed), ("fibnif net 1", Format::Plain)];
/// The rest of the first line: the text before the number of inputs, before the number of sums of a side, and
/// before the size of the hidden layer.
const HEADER: [&str; 3] = [" inputs ", " sums ", " buckets 4 hidden "];
const _: () = assert!(BUCKETS == 4);
/// The maximum size of the hidden layer, and the maximum number of sums of a side.
pub(super) const MOST: usize = 512;
/// The fractional bits of the weights that make up rows.
pub(crate) const FINE: u32 = 10;
/// The fractional bits of a row's sums.
pub(crate) const COARSE: u32 = 8;
/// The fractional bits of the rows' contributions to the output.
pub(crate) const OUTPUT: u32 = 12;
/// The fractional bits of the output's weights.
pub(crate) const LAST: u32 = 11;
/// The fractional bits of the numbers of each part.
const BITS: [u32; 7] = [FINE, FINE, FINE, FINE, COARSE, LAST, FINE];
/// The maximum value in a row, so that nothing can overflow a sum: 64 pieces, the checks still to be given by
/// each side, and the start.
pub(crate) const MOST_ROW: i16 = i16::MAX / 67;
/// The maximum weight of the output, for the same reason. It falls with the number of sums.
pub(crate) fn most_last(sums: usize) -> i16 {
    i16::try_from((1 << 20) / sums.max(1)).unwrap_or(i16::MAX).min(1 << 14)
}

/// How the numbers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// Two bytes each, little-endian.
    Plain,
    /// The signs in the lowest bits, all low bytes before all high ones, deflated.
    Packed,
}

/// The sizes of a net.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetworkSize {
    /// Inputs that describe a piece.
    pub inputs: usize,
    /// Sums of each side.
    pub sums: usize,
    /// Numbers of the hidden layer.
    pub hidden: usize,
}

impl NetworkSize {
    /// The lengths of the parts in the order of the file: weights and offsets of the hidden layer, weights
    /// and offsets of rows, the start of the sums, weights and offsets of the output.
    pub const fn lengths(self) -> [usize; 7] {
        let NetworkSize { inputs, sums, hidden } = self;
        [inputs * hidden, hidden, hidden * self.row(), self.row(), sums, BUCKETS * 2 * sums, BUCKETS]
    }

    /// The length of a row: sums for its own side, sums for the other, and one number for each output.
    pub const fn row(self) -> usize {
        2 * self.sums + BUCKETS
    }

    /// The number of all numbers.
    pub fn len(self) -> usize {
        self.lengths().iter().sum()
    }

    /// Whether there are no numbers.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// A trained net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    shape: NetworkSize,
    /// The parts, in the order of [`NetworkSize::lengths`].
    pub(crate) parts: [Vec<i16>; 7],
}

/// Bytes that are not a net.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// Another kind of file.
    #[error("expected a net, which begins with `{expected}`, found {found}")]
    Header {
        /// The expected beginning.
        expected: String,
        /// The actual beginning.
        found: String,
    },
    /// There are too few or too many numbers.
    #[error("expected {expected} bytes of numbers, found {found}")]
    Length {
        /// The expected length.
        expected: usize,
        /// The actual length.
        found: usize,
    },
    /// The checksum is wrong.
    #[error("expected the sum of its bytes to be {expected}, found {found}: the file was cut off or changed")]
    Sum {
        /// The checksum in the file.
        expected: u32,
        /// The actual checksum.
        found: u32,
    },
}

impl Network {
    /// Rounds the numbers of a trained net, in the order of [`NetworkSize::lengths`].
    pub fn rounded(shape: NetworkSize, numbers: &[f32]) -> Network {
        let mut left = numbers;
        let most = [i16::MAX, i16::MAX, i16::MAX, i16::MAX, MOST_ROW, most_last(shape.sums), i16::MAX];
        let lengths = shape.lengths();
        let parts = std::array::from_fn(|part| {
            let (these, others) = left.split_at(lengths[part].min(left.len()));
            left = others;
            these.iter().map(|number| near(*number, BITS[part], most[part])).collect()
        });
        Network { shape, parts }
    }

    /// The numbers as fractions.
    pub fn numbers(&self) -> Vec<f32> {
        let exact = |(part, bits): (&Vec<i16>, u32)| {
            part.iter()
                .map(move |&number| f32::from(number) / 2f32.powi(bits.cast_signed()))
                .collect::<Vec<_>>()
        };
        self.parts.iter().zip(BITS).flat_map(exact).collect()
    }

    /// The same net with at least so many inputs: those that it does not have count nothing.
    #[must_use]
    pub fn widened(mut self, inputs: usize) -> Network {
        self.shape.inputs = self.shape.inputs.max(inputs);
        self.parts[0].resize(self.shape.lengths()[0], 0);
        self
    }

    /// Its sizes.
    pub fn size(&self) -> NetworkSize {
        self.shape
    }

    /// Reads a net.
    ///
    /// # Errors
    /// If the bytes are not a net.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let Some((format, shape)) = std::str::from_utf8(line).ok().and_then(header) else {
            return Err(NetworkError::Header {
                expected: VERSIONS[0].0.to_owned(),
                found: text::beginning(bytes),
            });
        };
        let numbers = numbers_after(line, bytes)?;
        let mut numbers = match format {
            Format::Plain => two_bytes_each(numbers, shape.len())?,
            Format::Packed => unpack(numbers, shape.len())?,
        }
        .into_iter();
        let mut parts = shape.lengths().map(|length| numbers.by_ref().take(length).collect::<Vec<_>>());
        for (part, most) in [(4, MOST_ROW), (5, most_last(shape.sums))] {
            parts[part].iter_mut().for_each(|number| *number = (*number).clamp(-most, most));
        }
        Ok(Network { shape, parts })
    }

    /// The bytes of its file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let NetworkSize { inputs, sums, hidden } = self.shape;
        let [before_inputs, before_sums, before_hidden] = HEADER;
        let version = VERSIONS[0].0;
        let line = format!("{version}{before_inputs}{inputs}{before_sums}{sums}{before_hidden}{hidden}\n");
        file_of(&line, self.parts.iter().flatten().copied())
    }
}

/// The bytes of a file with this first line and these numbers.
pub(super) fn file_of(line: &str, numbers: impl Iterator<Item = i16>) -> Vec<u8> {
    let mut bytes = line.as_bytes().to_vec();
    bytes.extend(pack(numbers));
    let sum = sum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The numbers of a file after its first line, as they are written, if the checksum is right.
pub(super) fn numbers_after<'a>(line: &[u8], bytes: &'a [u8]) -> Result<&'a [u8], NetworkError> {
    let (content, last) = bytes.split_at(bytes.len().saturating_sub(4).max(line.len()));
    let (expected, found) =
        (last.iter().rev().fold(0, |sum, &byte| sum << 8 | u32::from(byte)), sum(content));
    if expected == found {
        Ok(content.get(line.len() + 1..).unwrap_or_default())
    } else {
        Err(NetworkError::Sum { expected, found })
    }
}

/// What the first line of a file says.
fn header(line: &str) -> Option<(Format, NetworkSize)> {
    let [before_inputs, before_sums, before_hidden] = HEADER;
    let of = |(version, format)| Some((format, line.strip_prefix(version)?.strip_prefix(before_inputs)?));
    let (format, sizes) = VERSIONS.into_iter().find_map(of)?;
    let (inputs, rest) = sizes.split_once(before_sums)?;
    let (sums, hidden) = rest.split_once(before_hidden)?;
    let [inputs, sums, hidden] = [inputs, sums, hidden].map(|number| number.parse().ok());
    let size = NetworkSize { inputs: inputs?, sums: sums?, hidden: hidden? };
    let fits = [(size.inputs, KING_INPUTS), (size.sums, MOST), (size.hidden, MOST)];
    fits.iter().all(|(number, most)| (1..=*most).contains(number)).then_some((format, size))
}

/// Numbers as [`Format::Plain`] has them.
fn two_bytes_each(bytes: &[u8], count: usize) -> Result<Vec<i16>, NetworkError> {
    check_length(bytes, count)?;
    Ok(bytes.as_chunks::<2>().0.iter().map(|&two| i16::from_le_bytes(two)).collect())
}

/// Numbers as [`Format::Packed`] has them.
fn pack(numbers: impl Iterator<Item = i16>) -> Vec<u8> {
    let zigzag = |number: i16| (number << 1 ^ number >> 15).to_le_bytes();
    let (low, high): (Vec<u8>, Vec<u8>) = numbers.map(zigzag).map(|[low, high]| (low, high)).unzip();
    compress_to_vec(&[low, high].concat(), 9)
}

/// Reads what [`pack`] made.
pub(super) fn unpack(bytes: &[u8], count: usize) -> Result<Vec<i16>, NetworkError> {
    // What cannot be read any further is too short, and anything longer than the numbers has one byte more.
    let bytes = decompress_to_vec_with_limit(bytes, 2 * count + 1).unwrap_or_else(|error| error.output);
    check_length(&bytes, count)?;
    let (low, high) = bytes.split_at(count);
    let number = |(&low, &high): (&u8, &u8)| {
        let zigzag = u16::from_le_bytes([low, high]);
        (zigzag >> 1 ^ (zigzag & 1).wrapping_neg()).cast_signed()
    };
    Ok(low.iter().zip(high).map(number).collect())
}

/// That there are two bytes for each number.
fn check_length(bytes: &[u8], count: usize) -> Result<(), NetworkError> {
    let (expected, found) = (2 * count, bytes.len());
    if found == expected { Ok(()) } else { Err(NetworkError::Length { expected, found }) }
}

/// A number with this many fractional bits.
#[expect(clippy::cast_possible_truncation, reason = "the cast of a float saturates, and then it is clamped")]
pub(super) fn near(number: f32, bits: u32, most: i16) -> i16 {
    let number = (number * 2f32.powi(bits.cast_signed())).round() as i16;
    number.clamp(-most, most)
}

/// The checksum (FNV).
fn sum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
