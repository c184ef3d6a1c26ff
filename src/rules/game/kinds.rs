//! Piece types of the sides of a game, and sets of them.

use std::fmt::Display;
use std::ops::BitOr;

use super::{Becoming, SetBits};
use crate::base::text::quoted;
use crate::rules::geometry::{Color, Narrow, Shape, Square};
use crate::rules::letter::Letter;
use crate::rules::variant::{
    PROMOTED_MARK, PieceDef, Span, VariantDef, VariantError, blamed, marked, spoken,
};

/// The maximum number of piece types of both sides, which are bits of sets, too.
pub const MAX_KINDS: usize = SetBits::BITS as usize;

/// A piece type of one side: White's rook and Black's rook are two kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct KindId(pub u8);

impl KindId {
    /// The index as an array subscript.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of piece types: a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(transparent)]
pub(crate) struct KindSet(SetBits);

impl KindSet {
    pub(crate) const EMPTY: KindSet = KindSet(0);

    /// The kinds that satisfy the condition.
    pub(super) fn of(kinds: &[Kind], fits: impl Fn(&Kind) -> bool) -> KindSet {
        (0..kinds.len().narrow()).map(KindId).filter(|&id| fits(&kinds[id.index()])).collect()
    }

    #[inline]
    pub(crate) const fn contains(self, kind: KindId) -> bool {
        self.0 >> (kind.index() & (MAX_KINDS - 1)) & 1 != 0
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number if the kind is in the set, otherwise 0; without a branch.
    #[inline]
    pub(crate) const fn select(self, kind: KindId, number: u64) -> u64 {
        number & (self.contains(kind) as u64).wrapping_neg()
    }
}

impl BitOr for KindSet {
    type Output = KindSet;

    #[inline]
    fn bitor(self, other: KindSet) -> KindSet {
        KindSet(self.0 | other.0)
    }
}

impl FromIterator<KindId> for KindSet {
    fn from_iter<I: IntoIterator<Item = KindId>>(kinds: I) -> KindSet {
        KindSet(kinds.into_iter().fold(0, |bits, kind| bits | 1 << kind.0))
    }
}

/// The properties of a kind besides its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "properties that do not depend on each other")]
pub struct Kind {
    /// Its side.
    pub color: Color,
    /// The letter in FEN and moves, in the side's case.
    pub letter: Letter,
    /// The mark after the letter in a FEN that distinguishes kinds with the same letter.
    pub mark: Option<char>,
    /// The name for people.
    pub name: String,
    /// The role it fills in the starting position (`R`), upper case.
    pub role: Letter,
    /// The notation of its moves.
    pub betza: String,
    /// Whether it is royal.
    pub royal: bool,
    /// Whether it promotes to other pieces, so that its moves reset the move count.
    pub pawn: bool,
    /// Whether it belongs to the other side's army and occurs only by promotion.
    pub foreign: bool,
    /// Value in centipawns as the author gave it.
    pub value: Option<i32>,
    /// The slot in XBoard's piece table that the author wants.
    pub xboard_slot: Option<u8>,
    /// Whether it can never leave the squares of one color.
    pub color_bound: bool,
    /// Whether its own moves, without borrowed and lent ones, keep it on one color.
    pub(crate) bound_alone: bool,
    /// What its moves turn it into.
    pub(crate) becomes: Option<Becoming>,
    /// The maximum number of such pieces.
    pub(crate) most: u8,
    /// Its promotion pieces, in the variant's order; empty if it does not promote.
    pub promotes_to: Vec<KindId>,
    /// The most valuable of them: the default promotion.
    pub strongest: Option<KindId>,
    /// Index of its definition in `def.sides[owner].pieces`, with the side that defines it.
    pub piece: (Color, usize),
}

impl Kind {
    pub(crate) fn piece_of<'a>(&self, def: &'a VariantDef) -> &'a PieceDef {
        &def.sides[self.piece.0.index()].pieces[self.piece.1]
    }

    pub(crate) fn place_in(&self, def: &VariantDef, key: &str) -> Option<Span> {
        def.places.place_of_piece(self.piece.0, self.role, key)
    }

    /// The error about a fault of its moves, which `rules` may have caused as well.
    pub(crate) fn fault(&self, def: &VariantDef, fault: impl Display, rules: &[&str]) -> VariantError {
        const KEYS: [&str; 7] =
            ["betza", "unchecked", "spacious", "after_capture", "in", "becomes", "promotes"];
        let own = def.places.places_of_piece(self.piece.0, self.role, &KEYS);
        let rules = rules.iter().map(|rule| def.places.place_of(&["rules", rule]));
        VariantError::limit(format!(
            "the {} of {} (`{}`): {fault}",
            self.name,
            self.color,
            quoted(&self.betza)
        ))
        .at(blamed(own.into_iter().chain(rules)))
    }

    /// Its letter and mark, as in a FEN.
    pub fn sign(&self) -> String {
        marked(self.letter, self.mark)
    }

    /// Whether a text is its letter and mark.
    pub(crate) fn is_written(&self, sign: &str) -> bool {
        let letter = match self.mark {
            None => Some(sign),
            Some(PROMOTED_MARK) => sign.strip_prefix(PROMOTED_MARK),
            Some(mark) => sign.strip_suffix(mark),
        };
        letter.and_then(Letter::split) == Some((self.letter, ""))
    }

    /// What is written before the `@` of its drop.
    pub fn dropped_sign(&self) -> String {
        let sign = if self.mark == Some(PROMOTED_MARK) { self.sign() } else { self.letter.to_string() };
        sign.to_ascii_uppercase()
    }

    /// Its name in a sentence.
    pub fn spoken(&self) -> String {
        spoken(&self.name)
    }

    /// The kinds that it may become.
    pub(crate) fn future(&self) -> impl Iterator<Item = KindId> + '_ {
        self.promotes_to.iter().copied().chain(self.becomes.as_ref().map(|becoming| becoming.kind))
    }

    /// Whether it may ever become another piece, by promotion or by its moves.
    pub(crate) fn may_change(&self) -> bool {
        self.pawn || self.becomes.is_some()
    }

    /// A square as its army sees the board: the zones of a foreign piece are those of the other side.
    pub(crate) fn own_view(&self, shape: &Shape, square: Square) -> Square {
        if self.foreign { shape.opposite(square) } else { square }
    }

    /// Whether it is not confined to other squares by a zone.
    pub(crate) fn may_stand(&self, def: &VariantDef, square: Square) -> bool {
        let within = self.piece_of(def).within.as_ref();
        within.is_none_or(|squares| squares.contains(&self.own_view(&def.shape, square)))
    }
}
