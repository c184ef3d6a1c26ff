//! What moves do besides moving, compiled: captors that stay, explode or turn into walls, pieces that change
//! sides, and royal pieces of which one counts by its square.

use super::{Compiler, Game, Kind, KindId, KindSet};
use crate::rules::geometry::{Color, Shape, Square};
use crate::rules::letter::Letter;
use crate::rules::variant::{Captor, Royals, VariantError, blamed};

/// The effects of captures and other moves in a game where a capturing piece does more than replace its
/// victim.
#[derive(Clone, Debug)]
pub(crate) struct SideEffects {
    pub(crate) captor: Captor,
    /// The kinds that survive an explosion beside them.
    spared: KindSet,
    /// Those of them that survive their own, or capture without turning into walls.
    immune: KindSet,
    /// By kind: the kind on the other side; `None` for royal ones.
    defectors: Vec<Option<KindId>>,
    /// By square: the adjacent squares.
    pub(crate) beside: Vec<Vec<Square>>,
    /// By two squares: whether they are adjacent.
    touching: Vec<bool>,
    /// The royal piece types of which only one piece counts, if there are such.
    pub(crate) leading: Option<LeadingRoyal>,
}

/// Royal pieces of which one counts by its square: it is one piece type, and the others are another.
#[derive(Clone, Debug)]
pub(crate) struct LeadingRoyal {
    royals: Royals,
    /// By side: the piece type of the one that counts, and of the others.
    kinds: [(KindId, KindId); 2],
}

impl LeadingRoyal {
    fn new(compiler: &Compiler) -> Option<LeadingRoyal> {
        let royals = Some(compiler.def.rules.royals).filter(|royals| royals.by_place())?;
        let of = |color: Color| {
            let royal = compiler.find_kind(|kind| kind.color == color && kind.royal)?;
            let role = compiler.kind(royal).role;
            let other = |kind: &Kind| kind.color == color && !kind.royal && kind.role == role;
            Some((royal, compiler.find_kind(other)?))
        };
        Some(LeadingRoyal { royals, kinds: [of(Color::White)?, of(Color::Black)?] })
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

impl Game {
    /// The royal piece types of which only one piece counts, if there are such.
    #[inline]
    pub(crate) fn leading_royal(&self) -> Option<&LeadingRoyal> {
        self.side_effects.as_ref()?.leading.as_ref()
    }

    /// The effects of captures, if captors leave the board.
    #[inline]
    pub(crate) fn captors_leave(&self) -> Option<&SideEffects> {
        self.side_effects.as_ref().filter(|side_effects| side_effects.captor.leaves())
    }

    /// The effects of captures, if captors explode.
    #[inline]
    pub(crate) fn explosions(&self) -> Option<&SideEffects> {
        self.side_effects.as_ref().filter(|side_effects| side_effects.captor.explodes())
    }
}

impl Compiler<'_> {
    /// Whether squares decide if a piece is royal.
    pub(super) fn counts_by_place(&self, id: KindId) -> bool {
        let kind = self.kind(id);
        let alike = |royal: &Kind| royal.royal && royal.color == kind.color && royal.role == kind.role;
        self.def.rules.royals.by_place() && self.kinds.iter().any(alike)
    }

    /// As [`Game::is_same_piece`].
    pub(super) fn is_same_piece(&self, one: KindId, other: KindId) -> bool {
        let alike =
            || (self.kind(one).color, self.kind(one).role) == (self.kind(other).color, self.kind(other).role);
        one == other || self.counts_by_place(one) && alike()
    }
}

impl SideEffects {
    /// Whether two squares are adjacent.
    #[inline]
    pub(crate) fn touch(&self, one: Square, other: Square) -> bool {
        self.touching[one.index() * self.beside.len() + other.index()]
    }

    /// Whether a piece survives an explosion beside it.
    #[inline]
    pub(crate) fn spares(&self, kind: KindId) -> bool {
        self.spared.contains(kind)
    }

    /// Whether a piece stays on the board when it captures, although others explode or turn into walls.
    pub(crate) fn survives(&self, kind: KindId) -> bool {
        self.immune.contains(kind)
    }

    /// The side effects in a definition; `None` if capturing pieces always replace their victims and nothing
    /// else happens.
    ///
    /// # Errors
    /// If they are incompatible with other rules.
    pub(super) fn new(compiler: &Compiler) -> Result<Option<SideEffects>, VariantError> {
        let &Compiler { def, shape, kinds, .. } = compiler;
        let (captor, change) = (def.rules.captor, def.rules.changes_side);
        let leading = LeadingRoyal::new(compiler);
        if captor.moves() && !change.is_possible() && leading.is_none() {
            return Ok(None);
        }
        let conflicts = [
            // A king of either side may go without a move of its own, and no rule says which one counts then.
            (
                leading.is_some() && captor.leaves(),
                "royals",
                "captor",
                "captors that leave the board (`captor`)",
            ),
            (leading.is_some() && change.is_possible(), "royals", "changes_side", "`changes_side`"),
            (captor.petrifies() && def.rules.walls.when.is_duck(), "captor", "walls", "the duck (`walls`)"),
            // An explosion on squares of one color would reach those of the other, which have moves of their
            // own.
            (
                def.rules.turn.is_by_color() && captor.explodes(),
                "captor",
                "turn",
                "a move per square color (`turn`)",
            ),
        ];
        if let Some((_, rule, other, what)) = conflicts.iter().find(|(is, ..)| *is) {
            let message = format!("the rule `{rule}` does not go together with {what}");
            let places = [rule, other].map(|rule| def.places.place_of(&["rules", rule]));
            return Err(VariantError::limit(message).at(blamed(places)));
        }
        let other = |kind: &Kind| {
            compiler.find_kind(|other| other.color != kind.color && other.role == kind.role && !kind.royal)
        };
        let near: Vec<_> = shape.cells().map(|square| beside(shape, square)).collect();
        let of = |roles: &[Letter]| KindSet::of(kinds, |kind| roles.contains(&kind.role));
        let touching = near.iter().flat_map(|near| shape.cells().map(|other| near.contains(&other)));
        Ok(Some(SideEffects {
            touching: touching.collect(),
            captor,
            spared: of(&def.rules.spared) | of(&def.rules.immune),
            immune: of(&def.rules.immune),
            defectors: kinds.iter().map(other).collect(),
            leading,
            beside: near,
        }))
    }

    /// The kind of a piece once it has changed sides; `None` if it never does.
    pub(super) fn defector(&self, kind: KindId) -> Option<KindId> {
        self.defectors.get(kind.index()).copied().flatten()
    }
}

pub(crate) fn beside(shape: &Shape, square: Square) -> Vec<Square> {
    shape.squares().filter(|&other| shape.touches(square, other)).collect()
}
