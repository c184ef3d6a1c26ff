//! Side effects of moves, compiled: captors that stay or explode, and pieces that change sides.

use super::{Kind, KindId, kind_bits};
use crate::rules::geometry::{Color, Narrow, Shape, Square};
use crate::rules::variant::{Captor, Dropping, Royals, SideChange, VariantDef, VariantError, blamed};

/// The effects of captures and other moves in a game where a capturing piece does more than replace its
/// victim.
#[derive(Clone, Debug)]
pub(crate) struct Acts {
    /// What happens to a capturing piece.
    pub(crate) captor: Captor,
    /// The kinds that survive an explosion beside them, as bits.
    pub(crate) spared: u64,
    /// The moves that make a piece change sides.
    pub(crate) change: SideChange,
    /// By kind: the kind on the other side; `None` if it never changes sides.
    turned: Vec<Option<KindId>>,
    /// By square: the adjacent squares.
    pub(crate) beside: Vec<Vec<Square>>,
    /// The royal piece types of which only one piece counts, if there are such.
    pub(crate) crown: Option<Crown>,
}

/// Royal pieces of which one counts by its square: it is one piece type, and the others are another.
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

    /// The piece type of a side's piece that counts or does not.
    pub(crate) fn kind(&self, color: Color, counts: bool) -> KindId {
        let (royal, commoner) = self.kinds[color.index()];
        if counts { royal } else { commoner }
    }

    /// Which of a side's pieces on these squares counts: the first in order.
    pub(crate) fn order(&self, shape: &Shape, color: Color, square: Square) -> (u8, u8) {
        self.royals.order(shape, color, square)
    }
}

impl Acts {
    /// The acts of a definition; `None` if capturing pieces always replace their victims and nothing
    /// else happens.
    ///
    /// # Errors
    /// If they are incompatible with other rules.
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
            (def.rules.turn != crate::rules::variant::TurnRule::Alternate, "turns of two moves"),
        ];
        if let Some((_, what)) = conflicts.iter().find(|(is, _)| *is) {
            let rule = match (&crown, change) {
                (Some(_), _) => "royals",
                (None, SideChange::Never) => "captor",
                (None, _) => "changes_side",
            };
            let message = format!("the rule `{rule}` does not go together with {what}");
            let places = [rule, "captor", "changes_side", "royals", "turn"]
                .map(|rule| def.places.place_of(&["rules", rule]));
            return Err(VariantError::limit(message).at(blamed(places)));
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

    /// The kind of a piece on the other side after a move that makes it change sides.
    pub(crate) fn turned(&self, kind: KindId, captures: bool) -> Option<KindId> {
        self.turned.get(kind.index()).copied().flatten().filter(|_| self.change.happens(captures))
    }
}

/// The squares adjacent to the square.
fn beside(shape: &Shape, square: Square) -> Vec<Square> {
    let near = |a: u8, b: u8| a.abs_diff(b) <= 1;
    let touches = |&other: &Square| {
        let (files, ranks) =
            ((shape.file(square), shape.file(other)), (shape.rank(square), shape.rank(other)));
        other != square && near(files.0, files.1) && near(ranks.0, ranks.1)
    };
    shape.squares().filter(touches).collect()
}
