//! What moves do besides, compiled: captors that stay or explode, and pieces that change sides.

use super::{Kind, KindId, kind_bits};
use crate::geometry::{Narrow, Shape, Square};
use crate::variant::{Captor, SideChange, VariantDef, VariantError};

/// What captures and other moves do in a game where a captor does not just take its victim's place.
#[derive(Clone, Debug)]
pub(crate) struct Acts {
    /// What becomes of a captor.
    pub(crate) captor: Captor,
    /// The kinds that an explosion beside them spares, as bits.
    pub(crate) spared: u64,
    /// Which moves make a piece change sides.
    pub(crate) change: SideChange,
    /// By kind: what it is on the other side; `None` if it never changes sides.
    turned: Vec<Option<KindId>>,
    /// By square: the squares beside it.
    pub(crate) beside: Vec<Vec<Square>>,
}

impl Acts {
    /// The acts of a definition; `None` in games where a captor just takes its victim's place.
    ///
    /// # Errors
    /// If they do not go together with its other rules.
    pub(super) fn new(def: &VariantDef, kinds: &[Kind], takes: bool) -> Result<Option<Acts>, VariantError> {
        let (captor, change) = (def.rules.captor, def.rules.changes_side);
        if captor == Captor::Moves && change == SideChange::Never {
            return Ok(None);
        }
        let conflicts = [
            (takes, "pieces that capture on their way"),
            (def.hands.is_some() && change != SideChange::Never, "pieces in hand"),
            (captor != Captor::Moves && change != SideChange::Never, "a `captor` that does not move"),
            (kinds.iter().any(|kind| kind.becomes.is_some()), "pieces that turn into others"),
            (def.rules.turn != crate::variant::TurnRule::Alternate, "turns of two moves"),
        ];
        if let Some((_, what)) = conflicts.iter().find(|(is, _)| *is) {
            let rule = if change == SideChange::Never { "captor" } else { "changes_side" };
            return Err(VariantError::limit(format!("the rule `{rule}` does not go together with {what}")));
        }
        let other = |kind: &Kind| {
            let is = |other: &Kind| other.color != kind.color && other.role == kind.role && !kind.royal;
            kinds.iter().position(is).map(|id| KindId(id.narrow()))
        };
        Ok(Some(Acts {
            captor,
            spared: kind_bits(kinds, |kind| def.rules.spared.contains(&kind.role)),
            change,
            turned: kinds.iter().map(other).collect(),
            beside: def.shape.cells().map(|square| beside(&def.shape, square)).collect(),
        }))
    }

    /// What a piece is after a move on the other side, if the move makes it change sides.
    pub(crate) fn turned(&self, kind: KindId, captures: bool) -> Option<KindId> {
        self.turned.get(kind.index()).copied().flatten().filter(|_| self.change.happens(captures))
    }
}

/// The squares that touch a square.
fn beside(shape: &Shape, square: Square) -> Vec<Square> {
    let near = |a: u8, b: u8| a.abs_diff(b) <= 1;
    let touches = |&other: &Square| {
        let (files, ranks) =
            ((shape.file(square), shape.file(other)), (shape.rank(square), shape.rank(other)));
        other != square && near(files.0, files.1) && near(ranks.0, ranks.1)
    };
    shape.squares().filter(touches).collect()
}
