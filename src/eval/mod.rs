//! Static evaluation: values, tables and mobility derived from the moves.
