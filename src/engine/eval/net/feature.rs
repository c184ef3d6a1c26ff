//! The inputs of nets, of which those that are not 0 are listed.

/// An input of a description that is not 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Feature {
    /// Its index, below [`KING_INPUTS`](crate::base::network::KING_INPUTS).
    pub index: u16,
    /// Its value, in units of 1/[`ONE`].
    pub value: i16,
}

/// The number for 1 in a description.
pub const ONE: i32 = 256;
