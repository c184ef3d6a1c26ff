//! The steps, in the order in which a GUI meets the rules. All of them use chess, since every engine plays
//! it.

mod endings;
mod handshake;
mod moves;
mod thought;

use super::script::LineKind::Begins;
use super::script::{LineKind, Preparation, ProtocolStep};

/// Every step.
pub(super) fn all() -> impl Iterator<Item = &'static ProtocolStep> {
    [handshake::HANDSHAKE, moves::MOVES, thought::THOUGHT, endings::ENDINGS].into_iter().flatten()
}

/// Lines that GUIs take for a refused move.
const NO_REFUSAL: &[LineKind] = &[Begins("Illegal")];

/// Lines that show that something was not understood.
const NO_COMPLAINT: &[LineKind] = &[Begins("Illegal"), Begins("Error")];

const STEP: ProtocolStep =
    ProtocolStep { rule: "", why: "", needs: &[], opening: Preparation::Game, acts: &[], never: &[] };
