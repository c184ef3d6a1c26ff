//! Hands, compiled: the kind and owner of a captured piece in hand, and where each piece may be
//! dropped.

use super::{FirstMoveRight, Kind, KindId, MAX_KINDS, MaybeIndex, kind_of_piece};
use crate::rules::geometry::{Color, Narrow, Square};
use crate::rules::variant::{DropColors, Dropping, DropsDef, PROMOTED_MARK, Permission, VariantDef};

/// The hands of a game. A kind determines its side, so hands are counted by kind.
#[derive(Clone, Debug)]
pub(crate) struct Hands {
    /// When pieces are dropped.
    pub(crate) dropping: Dropping,
    /// Whether pieces come from a partner at another board.
    pub(crate) from_elsewhere: bool,
    /// By kind: the number in hand at the start.
    pub(crate) stock: [u8; MAX_KINDS],
    /// By side: the kinds that may ever be in its hand, in the order of the file.
    pub(crate) kinds: [Vec<KindId>; 2],
    /// By side: the kinds that its pieces in hand may be dropped as: their own, and promoted forms.
    pub(crate) droppable: [Vec<KindId>; 2],
    /// By kind: the kind in hand that it is dropped from.
    held_as: Vec<KindId>,
    /// By kind: its kind in hand after capture.
    caught: Vec<Option<KindId>>,
    /// By kind: where it may be dropped.
    rules: Vec<DropRule>,
    /// Whether some piece must be dropped while it can.
    pub(crate) forces_drops: bool,
    /// Whether some piece may only stand on squares of another color than its counterpart.
    pub(crate) reserves_colors: bool,
    /// Where pieces enter as others leave, if they are dropped so.
    pub(crate) gates: Option<Gates>,
}

/// Where a piece in hand may enter as another leaves its square for the first time.
#[derive(Clone, Debug)]
pub(crate) struct Gates {
    /// By square: the bit of the right of the unmoved piece there.
    at: Vec<MaybeIndex>,
    /// By side: the rights of the pieces that let others in.
    pub(crate) all: [u32; 2],
    /// By side: the rights that end with its last piece in hand.
    pub(crate) rights: [u32; 2],
}

impl Gates {
    /// The gates of the unmoved pieces; `first` is the bit of the first of these.
    fn new(kinds: &[Kind], squares: usize, first: usize, first_moves: &[FirstMoveRight]) -> Gates {
        let mut gates = Gates { at: vec![MaybeIndex::NONE; squares], all: [0; 2], rights: [0; 2] };
        for (index, right) in first_moves.iter().enumerate().filter(|(_, right)| right.gate) {
            let bit = first + index;
            gates.at[right.square.index()] = MaybeIndex::some(bit.narrow());
            let color = kinds[right.kind.index()].color.index();
            gates.all[color] |= 1 << bit;
            if !right.initial {
                gates.rights[color] |= 1 << bit;
            }
        }
        gates
    }

    /// Whether a piece on a square has not moved, by the rights of a position.
    #[inline]
    pub(crate) fn is_open(&self, square: Square, rights: u32) -> bool {
        self.at[square.index()].get().is_some_and(|bit| rights >> bit & 1 != 0)
    }
}

/// The empty squares on which a kind may be dropped.
#[derive(Clone, Debug)]
pub(crate) struct DropRule {
    pub(crate) squares: Vec<Square>,
    /// By square: whether it is one of them.
    pub(crate) allowed: Vec<bool>,
    pub(crate) per_file: Option<u8>,
    pub(crate) mate: Permission,
    pub(crate) check: Permission,
    pub(crate) colors: DropColors,
    /// Whether its side must drop it while it can.
    pub(crate) forced: bool,
}

impl DropRule {
    fn new(def: &VariantDef, kind: &Kind) -> DropRule {
        let piece = kind.piece_of(def);
        let DropsDef { mut squares, per_file, mate, check, colors, forced, form: _ } =
            piece.drops.clone().unwrap_or_else(|| DropsDef::anywhere(&def.shape));
        squares.retain(|&square| kind.may_stand(def, square));
        let mut allowed = vec![false; def.shape.cell_count()];
        for square in &squares {
            allowed[square.index()] = true;
        }
        DropRule { squares, allowed, per_file, mate, check, colors, forced }
    }

    /// Whether a drop depends on more than the square.
    pub(crate) fn looks_around(&self) -> bool {
        self.per_file.is_some() || self.colors.must_differ()
    }
}

impl Hands {
    /// The hands of a definition; `None` if nothing is ever in hand.
    ///
    /// `first_moves` are the pieces with rights until they move. The first of them has the bit `first`.
    pub(super) fn new(
        def: &VariantDef,
        kinds: &[Kind],
        first: usize,
        first_moves: &[FirstMoveRight],
    ) -> Option<Hands> {
        let hands = def.hands.as_ref()?;
        let mut stock = [0; MAX_KINDS];
        for color in Color::ALL {
            for &piece in &hands.stock[color.index()] {
                if let Some(kind) = kind_of_piece(kinds, color, (color, piece)) {
                    stock[commoner(def, kinds, kind).unwrap_or(kind).index()] += 1;
                }
            }
        }
        let caught: Vec<Option<KindId>> = kinds
            .iter()
            .map(|kind| {
                let (color, piece) = def.in_hand(kind.color, kind.piece_of(def))?;
                kind_of_piece(kinds, color, (color, piece))
            })
            .collect();
        // A partner's captures elsewhere may be of any kind.
        let brought = |kind: &Kind| {
            let piece = kind.piece_of(def);
            let plain = !kind.royal && !kind.foreign && piece.in_hand == Some(piece.role);
            hands.captured.leaves_the_board() && plain
        };
        let in_hand = |kind: &KindId| {
            stock[kind.index()] > 0 || caught.contains(&Some(*kind)) || brought(&kinds[kind.index()])
        };
        let ids = || (0..kinds.len().narrow()).map(KindId);
        let of = |color: Color| {
            ids().filter(|kind| kinds[kind.index()].color == color && in_hand(kind)).collect::<Vec<_>>()
        };
        let in_hands = [of(Color::White), of(Color::Black)];
        let form = |kind: KindId| basic_form(def, kinds, &in_hands, kind);
        let held_as = |kind: KindId| form(kind).or_else(|| commoner(def, kinds, kind)).unwrap_or(kind);
        let held_as: Vec<KindId> = ids().map(held_as).collect();
        let droppable = |side: &Vec<KindId>| {
            let held = |kind: &KindId| side.contains(&held_as[kind.index()]);
            ids().filter(|&kind| held(&kind) && commoner(def, kinds, kind).is_none()).collect::<Vec<_>>()
        };
        let gates = hands.drops.is_by_gates();
        let rules: Vec<DropRule> = kinds.iter().map(|kind| DropRule::new(def, kind)).collect();
        Some(Hands {
            forces_drops: rules.iter().any(|rule| rule.forced),
            reserves_colors: in_hands.iter().flatten().any(|kind| rules[kind.index()].colors.must_differ()),
            gates: gates.then(|| Gates::new(kinds, def.shape.cell_count(), first, first_moves)),
            dropping: hands.drops,
            from_elsewhere: hands.captured.leaves_the_board(),
            stock,
            droppable: in_hands.each_ref().map(droppable),
            kinds: in_hands,
            held_as,
            rules,
            caught,
        })
    }

    /// The kind in hand of a captured piece, which also determines the owner.
    #[inline]
    pub(crate) fn caught(&self, kind: KindId) -> Option<KindId> {
        self.caught.get(kind.index()).copied().flatten()
    }

    /// The kind in hand that a piece of a kind is dropped from: itself, or what it is the promoted form of.
    #[inline]
    pub(crate) fn held_as(&self, kind: KindId) -> KindId {
        self.held_as.get(kind.index()).copied().unwrap_or(kind)
    }

    /// Whether pieces may be dropped in their promoted form.
    pub(crate) fn drops_promoted(&self) -> bool {
        self.droppable != self.kinds
    }

    #[inline]
    pub(crate) fn rule(&self, kind: KindId) -> &DropRule {
        &self.rules[kind.index()]
    }

    /// The kinds that may enter on a square from a side's hand when a piece leaves it for the first time.
    pub(super) fn entering(&self, color: Color, square: Square) -> impl Iterator<Item = KindId> {
        let gate = self.gates.as_ref().is_some_and(|gates| gates.at[square.index()].is_some());
        let kinds = self.kinds[color.index()].iter().copied();
        kinds.filter(move |&kind| gate && self.rule(kind).allowed.get(square.index()) == Some(&true))
    }

    /// Whether captured pieces go to a hand.
    pub(crate) fn catches(&self) -> bool {
        self.caught.iter().any(Option::is_some)
    }

    /// Whether an empty hand may get pieces again.
    pub(crate) fn may_refill(&self) -> bool {
        self.catches() || self.from_elsewhere
    }

    /// How many pieces are in hand at the start.
    pub(super) fn stocked(&self) -> usize {
        self.stock.iter().map(|&count| usize::from(count)).sum()
    }
}

/// The kind in hand whose pieces may be dropped as a promoted form.
fn basic_form(def: &VariantDef, kinds: &[Kind], in_hands: &[Vec<KindId>; 2], form: KindId) -> Option<KindId> {
    let kind = &kinds[form.index()];
    let role = kind.piece_of(def).in_hand.filter(|_| kind.mark == Some(PROMOTED_MARK))?;
    let either = |id: &&KindId| {
        let piece = kinds[id.index()].piece_of(def);
        piece.role == role && piece.drops.as_ref().is_some_and(|drops| drops.form.is_either())
    };
    in_hands[kind.color.index()].iter().find(either).copied()
}

/// The kind in hand of a royal piece that counts by its square: all of them are alike in hand.
fn commoner(def: &VariantDef, kinds: &[Kind], royal: KindId) -> Option<KindId> {
    let kind = kinds.get(royal.index()).filter(|kind| kind.royal && def.rules.royals.by_place())?;
    let alike = |other: &Kind| (other.color, other.role) == (kind.color, kind.role) && !other.royal;
    kinds.iter().position(alike).map(|id| KindId(id.narrow()))
}
