//! What moves do and ask besides a step to the target: the effects of a game, one table of templates, and the
//! terms of its moves.
//!
//! A move of the tables is a guard, a condition and effects, independent of each other. Its guard says which
//! squares must be empty or occupied. Its [`Condition`] is a set of bits about the rest of the position. Its
//! effects are the forms in which the player can make it: one, or one for each promotion and for each piece
//! that may enter from the hand. [`crate::rules::position::Move`] is from, to, and one of these effects.

use std::collections::HashMap;
use std::fmt;

use super::{KindId, MAX_KINDS, MaybeIndex};
use crate::rules::geometry::{Narrow, Square};
use crate::rules::variant::Captor;

/// The index of a [`MoveEffect`] in the table of its game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct EffectId(pub(crate) u16);

impl EffectId {
    /// The piece moves to the target and captures the piece there.
    pub(crate) const ORDINARY: EffectId = EffectId(0);
    /// No piece changes.
    pub(crate) const PASS: EffectId = EffectId(1);

    /// Castling by a record. There are at most as many as rights.
    pub(crate) fn castling(record: u8) -> EffectId {
        EffectId(2 + u16::from(record))
    }

    /// The drop of a piece.
    pub(crate) fn drop(kind: KindId) -> EffectId {
        EffectId(2 + u16::from(MOST_CASTLES) + u16::from(kind.0))
    }

    /// A wall on the target, where no piece changes. No row of the table has this index.
    pub(crate) const WALL: EffectId = EffectId(u16::MAX);
}

/// The number of rights, and of castling records at most.
const MOST_CASTLES: u8 = 32;

/// What a move does besides taking its piece to the target and capturing the piece there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "parts of an effect that do not depend on each other")]
pub(crate) struct MoveEffect {
    /// The piece type that it turns the piece into.
    pub(crate) becomes: Option<KindId>,
    /// Whether the player chooses that piece type: a promotion.
    pub(crate) promotes: bool,
    /// The piece type on the other side, if the piece changes sides.
    pub(crate) defects: Option<KindId>,
    /// What happens to the piece if it captures.
    pub(crate) captor: Captor,
    /// Whether what is around the target explodes. The piece itself may survive that.
    pub(crate) blasts: bool,
    /// Whether it may capture a piece of its own side on the target.
    pub(crate) own: bool,
    /// Whether the piece ends where it began, so that nothing is captured there.
    pub(crate) stays: bool,
    /// The squares of the pieces that it captures on its way, in order.
    pub(crate) victims: Vec<Square>,
    /// Where it puts the piece that it would capture.
    pub(crate) put: Option<Square>,
    /// Whether it captures the piece that has just passed the target.
    pub(crate) en_passant: bool,
    /// The index of the double step, if the piece can be captured on the squares that it passes.
    pub(crate) exposes: MaybeIndex,
    /// Whether it is a pawn's move that neither resets the move count nor cuts the repetition scan.
    pub(crate) keeps_clock: bool,
    /// The castling record that it follows.
    pub(crate) castle: MaybeIndex,
    /// The piece that it drops on its target. No piece moves.
    pub(crate) drops: Option<KindId>,
    /// The piece that enters from the hand where another leaves.
    pub(crate) enters: Option<Entering>,
    /// Whether another royal piece of its side may count after it.
    pub(crate) crowns: bool,
    /// Whether it affects more than one piece of the mover's side and an enemy on the target. The table fills
    /// it in.
    pub(super) several: bool,
}

/// A piece that enters from the hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Entering {
    pub(crate) kind: KindId,
    /// Where it enters.
    pub(crate) square: Square,
    /// The move without it.
    pub(crate) without: EffectId,
}

impl MoveEffect {
    /// Nothing else.
    pub(crate) const NONE: MoveEffect = MoveEffect {
        becomes: None,
        promotes: false,
        defects: None,
        captor: Captor::Moves,
        blasts: false,
        own: false,
        stays: false,
        victims: Vec::new(),
        put: None,
        en_passant: false,
        exposes: MaybeIndex::NONE,
        keeps_clock: false,
        castle: MaybeIndex::NONE,
        drops: None,
        enters: None,
        crowns: false,
        several: false,
    };

    /// Whether one piece of the mover's side moves and at most the enemy on its target leaves the board.
    #[inline]
    pub(crate) fn is_step(&self) -> bool {
        !self.several
    }

    fn settled(self) -> MoveEffect {
        let step = self.captor.moves()
            && !(self.blasts || self.own || self.stays || self.en_passant || self.crowns)
            && (self.castle.is_none() && self.victims.is_empty() && self.put.is_none())
            && (self.defects.is_none() && self.enters.is_none() && self.drops.is_none());
        MoveEffect { several: !step, ..self }
    }

    /// The promotion piece.
    #[inline]
    pub(crate) fn promotion(&self) -> Option<KindId> {
        self.becomes.filter(|_| self.promotes)
    }

    /// Whether the position may forbid it although it allows the move with another effect.
    fn depends(&self) -> bool {
        self.becomes.is_some() || self.enters.is_some()
    }
}

static ORDINARY: MoveEffect = MoveEffect::NONE;

/// The effects of the moves of a game.
#[derive(Clone)]
pub(crate) struct EffectTable {
    effects: Vec<MoveEffect>,
    known: HashMap<MoveEffect, EffectId>,
}

impl fmt::Debug for EffectTable {
    /// Without the index, which has no order.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.effects).finish()
    }
}

impl EffectTable {
    /// A table with those that every game has: nothing, passing, castling and drops.
    pub(super) fn new() -> EffectTable {
        let castling = (0..MOST_CASTLES)
            .map(|record| MoveEffect { castle: MaybeIndex::some(record), ..MoveEffect::NONE });
        let drops =
            (0..MAX_KINDS.narrow()).map(|kind| MoveEffect { drops: Some(KindId(kind)), ..MoveEffect::NONE });
        let first = [MoveEffect::NONE, MoveEffect { stays: true, ..MoveEffect::NONE }].into_iter();
        let effects: Vec<_> = first.chain(castling).chain(drops).map(MoveEffect::settled).collect();
        EffectTable { effects, known: HashMap::from([(MoveEffect::NONE, EffectId::ORDINARY)]) }
    }

    /// The effect of an index. An index from elsewhere is that of an ordinary move.
    #[inline]
    pub(crate) fn get(&self, id: EffectId) -> &MoveEffect {
        self.effects.get(usize::from(id.0)).unwrap_or(&ORDINARY)
    }

    /// The index of an effect; `None` if there are too many.
    pub(super) fn code(&mut self, effect: MoveEffect) -> Option<EffectId> {
        let effect = effect.settled();
        // Nearly all moves: no need to hash it.
        if effect == MoveEffect::NONE {
            return Some(EffectId::ORDINARY);
        }
        if let Some(&id) = self.known.get(&effect) {
            return Some(id);
        }
        let id = EffectId(u16::try_from(self.effects.len()).ok()?);
        if id == EffectId::WALL {
            return None;
        }
        self.effects.push(effect.clone());
        self.known.insert(effect, id);
        Some(id)
    }

    /// Whether any move changes the side of a piece, so that what a piece becomes decides what it attacks.
    pub(super) fn any_defects(&self) -> bool {
        self.effects.iter().any(|effect| effect.defects.is_some())
    }

    /// Whether any move puts a captured piece somewhere else.
    pub(crate) fn puts_down(&self) -> bool {
        self.effects.iter().any(|effect| effect.put.is_some())
    }
}

/// What a move requires of the position besides the contents of squares: a set of bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub(crate) struct Condition(u8);

impl Condition {
    /// Nothing.
    pub(crate) const NONE: Condition = Condition(0);
    /// The mover's side is not in check.
    pub(crate) const UNCHECKED: Condition = Condition(1);
    /// The mover's side has captured.
    pub(crate) const AFTER_CAPTURE: Condition = Condition(2);
    /// The piece is the last of its type.
    pub(crate) const LAST_OF_KIND: Condition = Condition(4);
    /// The piece then neither attacks an enemy nor gives check.
    pub(crate) const PEACEFUL: Condition = Condition(8);
    /// The side has lost a piece of the type that the piece promotes to.
    pub(crate) const SUPPLIED: Condition = Condition(16);

    /// Both.
    #[must_use]
    pub(crate) const fn and(self, other: Condition) -> Condition {
        Condition(self.0 | other.0)
    }

    /// Whether it requires all that `part` requires.
    #[inline]
    pub(crate) const fn requires(self, part: Condition) -> bool {
        self.0 & part.0 != 0
    }
}

/// The condition of a move and the effects among which the player chooses.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Terms {
    pub(crate) condition: Condition,
    /// The effects on an empty square, in the order in which moves are generated.
    pub(crate) quiet: Vec<EffectId>,
    /// The same on an occupied one.
    pub(crate) capture: Vec<EffectId>,
    /// Whether one of the effects is a promotion.
    pub(crate) promotes: bool,
    /// The effects on an empty square and on an occupied one, if there is one of each at most and the
    /// position cannot forbid it.
    pub(crate) single: Option<[EffectId; 2]>,
}

impl Terms {
    pub(super) fn new(
        table: &EffectTable,
        condition: Condition,
        quiet: Vec<EffectId>,
        capture: Vec<EffectId>,
    ) -> Terms {
        let effects = || quiet.iter().chain(&capture).map(|&id| table.get(id));
        let promotes = effects().any(|effect| effect.promotes);
        let depends = effects().any(MoveEffect::depends);
        let few = condition == Condition::NONE && quiet.len() < 2 && capture.len() < 2 && !depends;
        let first = |effects: &[EffectId]| effects.first().copied().unwrap_or(EffectId::ORDINARY);
        let single = few.then(|| [first(&quiet), first(&capture)]);
        Terms { condition, quiet, capture, promotes, single }
    }

    /// Whether they ask nothing and leave a move ordinary.
    pub(super) fn are_ordinary(&self) -> bool {
        self.single == Some([EffectId::ORDINARY; 2])
    }

    /// The effects on a square that is occupied or not.
    #[inline]
    pub(crate) fn effects(&self, occupied: bool) -> &[EffectId] {
        if occupied { &self.capture } else { &self.quiet }
    }

    /// Those of a move and a capture as one, if they have the same condition and the lists do not differ.
    pub(super) fn merged(&self, other: &Terms, table: &EffectTable) -> Option<Terms> {
        let either = |one: &Vec<EffectId>, other: &Vec<EffectId>| match (one.is_empty(), other.is_empty()) {
            (true, _) => Some(other.clone()),
            (_, true) => Some(one.clone()),
            _ => (one == other).then(|| one.clone()),
        };
        let (quiet, capture) = (either(&self.quiet, &other.quiet)?, either(&self.capture, &other.capture)?);
        (self.condition == other.condition).then(|| Terms::new(table, self.condition, quiet, capture))
    }
}
