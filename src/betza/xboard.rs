//! Prints moves in XBoard's own dialect of the notation.
