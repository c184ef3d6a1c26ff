//! What moves do besides, compiled: captors that stay or explode, and pieces that change sides.

use super::{Kind, KindId, kind_bits};
use crate::geometry::{Color, Narrow, Shape, Square};
use crate::variant::{Captor, Dropping, Royals, SideChange, VariantDef, VariantError};

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
    /// The royal piece types of which one piece alone counts, if that is so.
    pub(crate) crown: Option<Crown>,
}

/// Royal pieces of which one counts by its place: it is one piece type, the others are another.
#[derive(Clone, Debug)]
pub(crate) struct Crown {
    royals: Royals,
    /// By side: the piece type of the one that counts, and of the others.
    kinds: [(KindId, KindId); 2],
}

impl Crown {
    fn new(def: &VariantDef, kinds: &[Kind]) -> Option<Crown> {
        let royals = Some(def.rules.royals).filter(|royals| royals.by_place())?;
        let of = |color: Color| {
            let find = |fits: &dyn Fn(&Kind) -> bool| {
                let position = kinds.iter().position(|kind| kind.color == color && fits(kind));
                position.map(|id| KindId(id.narrow()))
            };
            let royal = find(&|kind| kind.royal)?;
            let role = kinds.get(royal.index())?.role;
            Some((royal, find(&|kind| !kind.royal && kind.role == role)?))
        };
        Some(Crown { royals, kinds: [of(Color::White)?, of(Color::Black)?] })
    }

    /// Whether a kind is royal, or would be elsewhere.
    pub(crate) fn concerns(&self, kind: KindId) -> bool {
        self.kinds.iter().any(|&(royal, commoner)| kind == royal || kind == commoner)
    }

    /// What a side's piece is where it counts or does not.
    pub(crate) fn kind(&self, color: Color, counts: bool) -> KindId {
        let (royal, commoner) = self.kinds[color.index()];
        if counts { royal } else { commoner }
    }

    /// Which of a side's pieces on these squares counts: the one with the lowest order.
    pub(crate) fn order(&self, shape: &Shape, color: Color, square: Square) -> (u8, u8) {
        self.royals.order(shape, color, square)
    }
}

impl Acts {
    /// The acts of a definition; `None` in games where a captor just takes its victim's place.
    ///
    /// # Errors
    /// If they do not go together with its other rules.
    pub(super) fn new(def: &VariantDef, kinds: &[Kind], takes: bool) -> Result<Option<Acts>, VariantError> {
        let (captor, change) = (def.rules.captor, def.rules.changes_side);
        let crown = Crown::new(def, kinds);
        if captor == Captor::Moves && change == SideChange::Never && crown.is_none() {
            return Ok(None);
        }
        let conflicts = [
            (takes, "pieces that capture on their way"),
            (def.hands.is_some() && change != SideChange::Never, "pieces in hand"),
            (def.hands.as_ref().is_some_and(|hands| hands.drops == Dropping::Gates), "gates"),
            (
                crown.is_some() && (captor != Captor::Moves || change != SideChange::Never),
                "`royals` by their place",
            ),
            (captor != Captor::Moves && change != SideChange::Never, "a `captor` that does not move"),
            (kinds.iter().any(|kind| kind.becomes.is_some()), "pieces that turn into others"),
            (def.rules.turn != crate::variant::TurnRule::Alternate, "turns of two moves"),
        ];
        if let Some((_, what)) = conflicts.iter().find(|(is, _)| *is) {
            let rule = match (&crown, change) {
                (Some(_), _) => "royals",
                (None, SideChange::Never) => "captor",
                (None, _) => "changes_side",
            };
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
            crown,
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
