//! The compiled form of a variant: kinds, move tables, castling records, promotion, hash keys.
//!
//! [`compile`] is the only producer of a [`Game`], and a `Game` never changes: everything a
//! position needs to know about a rule is a table here, indexed by kind and square.

mod build;
mod castling;
mod compiler;
mod effects;
mod ends;
mod features;
mod hands;
mod kinds;
mod loans;
mod material;
mod promotions;
mod rays;
mod side_effects;
mod tables;
mod targets;
mod threats;

use std::sync::OnceLock;

use crate::rules::geometry::{Color, MAX_SQUARES, Narrow, Shape, Square, write_rows};
use crate::rules::variant::{Supply, Transforming, VariantDef};

pub use crate::rules::variant::Feature;
pub use castling::Castle;
pub use compiler::compile;
pub(crate) use compiler::rehomed;
pub(crate) use effects::{Condition, EffectId, EffectTable, MoveEffect, Terms};
pub(crate) use ends::{CountLimits, Ends, Least, Needs, Restrictions};
pub use features::FeatureUse;
pub(crate) use hands::{DropRule, Gates, Hands};
pub(crate) use kinds::KindSet;
pub use kinds::{Kind, KindId, MAX_KINDS};
pub(crate) use material::{Conditions, MatingMaterial, whole_chance};
pub(crate) use rays::{GuardTable, Occupancy, PackedGuard, RayId, RayTable};
pub(crate) use side_effects::{LeadingRoyal, SideEffects, beside};
pub(crate) use tables::{
    Entry, MOST_CHANGED, MoveTable, MultiCapture, PackedTarget, QUIET, Walk, Zobrist, capture,
};
pub(crate) use targets::{Barrier, Target, Test, Way};
pub(crate) use threats::{Flights, Threat, ThreatTable};

/// The bits of a set of pieces, or of piece types. With the feature `large` there are twice as many, as Chu
/// Shogi needs. The bulk count of chess then takes 28 % more instructions.
#[cfg(not(feature = "large"))]
pub(crate) type SetBits = u64;
#[cfg(feature = "large")]
pub(crate) type SetBits = u128;

/// The maximum number of pieces in a position, both sides together. Sets of pieces have a bit for each.
pub const MAX_PIECES: usize = SetBits::BITS as usize;
/// Where a piece can move from a square of an empty board, for values and diagrams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reachable {
    /// The square.
    pub square: Square,
    /// The number of squares on the way that must be empty; 0 for leaps.
    pub needs_clear: u8,
    /// Whether it can move there if the square is empty.
    pub quiet: bool,
    /// Whether it can capture there.
    pub capture: bool,
}

/// What a promoting piece may become on a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PromotionSet {
    pub(crate) targets: Vec<KindId>,
    pub(crate) forced: bool,
    pub(crate) supply: Supply,
}

/// The transformation of a piece by its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Becoming {
    pub(crate) kind: KindId,
    pub(crate) when: Transforming,
    /// By square: whether a move there does it.
    pub(crate) on: Vec<bool>,
}

/// A pawn's first move past squares on which it may be captured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DoubleStep {
    pub(crate) color: Color,
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) passed: Vec<Square>,
    /// The captures of the pawn on the squares it passed.
    pub(crate) captures: Vec<EnPassant>,
}

/// An en passant capture: the target, the starting square, and the conditions on the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EnPassant {
    pub(crate) to: Square,
    pub(crate) from: Square,
    pub(crate) kind: KindId,
    pub(crate) guard: PackedGuard,
    pub(crate) terms: Terms,
}

/// The right of an unmoved piece to its initial moves, if it could return to its square, or to let
/// another piece enter there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FirstMoveRight {
    pub(crate) square: Square,
    pub(crate) kind: KindId,
    /// Whether it has initial moves that depend on the right.
    pub(crate) initial: bool,
    /// Whether a piece from the hand may enter on its square.
    pub(crate) gate: bool,
}

/// A variant compiled for play.
///
/// ```
/// use fibnif::rules::{game, variant::Catalog};
///
/// let chess = game::compile(&Catalog::builtin().resolve("chess")?)?;
/// let knight = chess.kind_of_sign("N").ok_or("no knight")?;
/// let b1 = chess.shape.parse_square("b1").ok_or("no such square")?;
/// let names = chess.targets(knight, b1).iter().map(|target| chess.shape.name(target.square));
/// assert_eq!(names.collect::<Vec<_>>(), ["d2", "a3", "c3"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    /// The definition it was compiled from.
    pub def: VariantDef,
    /// The kinds of both sides, White's first.
    pub kinds: Vec<Kind>,
    /// The board.
    pub shape: Shape,
    /// One castling record per side and wing.
    ///
    /// ```
    /// use fibnif::rules::{game, variant::Catalog};
    ///
    /// let chess = game::compile(&Catalog::builtin().resolve("chess")?)?;
    /// let castle = chess.castles.iter().find(|castle| castle.letter == 'Q').ok_or("no castling")?;
    /// let name = |square| chess.shape.name(square);
    /// assert_eq!((name(castle.king.0), name(castle.king.1)), ("e1".into(), "c1".into()));
    /// assert_eq!(castle.empty.iter().map(|&square| name(square)).collect::<Vec<_>>(), ["b1", "c1", "d1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub castles: Vec<Castle>,
    /// Pieces at the start.
    pub array: Vec<(Square, KindId)>,
    /// The number of pieces of each side at the start, those in hand included.
    pub(crate) counts_at_start: [usize; 2],
    /// Pieces of each kind at the start.
    pub(crate) supplies: Vec<u8>,
    pub(crate) moves: MoveTable,
    /// What moves do: see [`MoveEffect`].
    pub(crate) effects: EffectTable,
    /// By castling record: the effects among which the player chooses.
    pub(crate) castling: Vec<Vec<EffectId>>,
    pub(crate) rays: RayTable,
    pub(crate) threats: ThreatTable,
    pub(crate) promotions: Vec<PromotionSet>,
    /// Which of the `promotions` applies, by kind and square.
    pub(crate) promotion_at: Vec<MaybeIndex>,
    pub(crate) double_steps: Vec<DoubleStep>,
    /// Rights of unmoved pieces: bit `castles.len() + i` of the rights.
    pub(crate) first_moves: Vec<FirstMoveRight>,
    /// Rights that survive a piece leaving or entering the square.
    pub(crate) rights_kept: [u32; MAX_SQUARES],
    /// The royal kinds.
    pub(crate) royal_kinds: KindSet,
    /// The kinds that promote.
    pub(crate) pawn_kinds: KindSet,
    /// Those of them that never return to an earlier square.
    pub(crate) irreversible_pawns: KindSet,
    /// Whether no position can recur after a capture or a drop. This is not so if captured pieces
    /// return.
    pub(crate) captures_are_final: bool,
    /// Rules that forbid some moves because of other moves or their consequences.
    pub(crate) restrictions: Option<Restrictions>,
    /// Whether something is counted or remembered after each move: checks, endings, trades.
    pub(crate) looks_back: bool,
    /// Whether what a piece becomes may decide whether its own royal is attacked, because it changes sides.
    pub(crate) tests_choices: bool,
    /// By side: whether its pieces lend each other moves.
    pub(crate) lends: [bool; 2],
    /// By side: whether it may have several royal pieces, of which one may be left attacked.
    pub(crate) expendable_royals: [bool; 2],
    /// Ways for a game to end other than mate and the usual draws.
    pub(crate) ends: Option<Ends>,
    /// Pieces with which, or with fewer, the game is drawn: the kinds of both sides, and the number of
    /// pieces.
    pub(crate) too_weak: Vec<Vec<(KindSet, u8)>>,
    /// The side effects of moves, if there are any.
    pub(crate) side_effects: Option<SideEffects>,
    /// Pieces in hand, if there are any.
    pub(crate) hands: Option<Hands>,
    pub(crate) zobrist: Zobrist,
    /// By kind and square: see [`Game::targets`].
    reachable: Vec<OnceLock<Vec<Reachable>>>,
    pub(crate) material: OnceLock<MatingMaterial>,
    pub(crate) bare_royals_draw: OnceLock<bool>,
    /// White's pieces take the slots below this and Black's the others, as long as there are enough.
    pub(crate) slot_split: u8,
}

/// As [`Game::most_pieces`].
fn most_pieces(def: &VariantDef) -> usize {
    MAX_PIECES - usize::from(def.rules.may_have_walls())
}

/// The kind of a side's piece, given by a side of the definition.
fn kind_of_piece(kinds: &[Kind], color: Color, piece: (Color, usize)) -> Option<KindId> {
    let is = |kind: &Kind| kind.color == color && kind.piece == piece;
    kinds.iter().position(is).map(|id| KindId(id.narrow()))
}

impl Game {
    /// The properties of a kind.
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[id.index()]
    }

    /// The starting position as a FEN has it, including pieces in hand.
    pub fn array_rows(&self) -> String {
        let piece = |square: Square| self.array.iter().find(|piece| piece.0 == square);
        let rows = write_rows(&self.shape, |square| piece(square).map(|piece| self.kind(piece.1).sign()));
        rows + &self.hands.as_ref().map_or_else(String::new, |hands| self.hands_text(&hands.stock))
    }

    /// The pieces in hand as a FEN has them, `[QNpp]`, from the number of each kind; empty in games
    /// without hands.
    pub fn hands_text(&self, counts: &[u8; MAX_KINDS]) -> String {
        let Some(hands) = &self.hands else { return String::new() };
        let signs = hands
            .kinds
            .iter()
            .flatten()
            .map(|&kind| self.kind(kind).letter.to_string().repeat(usize::from(counts[kind.index()])));
        format!("[{}]", signs.collect::<String>())
    }

    /// The kind of each piece at the start, on the board and in hand.
    pub(crate) fn pieces_at_start(&self) -> impl Iterator<Item = KindId> + '_ {
        let stock = self.hands.iter().flat_map(|hands| hands.stock.iter().enumerate());
        let held =
            stock.flat_map(|(kind, &count)| std::iter::repeat_n(KindId(kind.narrow()), usize::from(count)));
        self.array.iter().map(|piece| piece.1).chain(held)
    }

    /// The maximum number of pieces: one less where walls take a slot that no piece has.
    pub(crate) fn most_pieces(&self) -> usize {
        most_pieces(&self.def)
    }

    /// The rights to castle, as bits.
    #[inline]
    pub(crate) fn castling_rights(&self) -> u32 {
        ((1u64 << self.castles.len()) - 1).narrow()
    }

    pub(crate) fn counting(&self) -> Option<&CountLimits> {
        self.ends.as_ref()?.counting.as_ref()
    }

    /// Every kind id.
    pub fn kind_ids(&self) -> impl Iterator<Item = KindId> + use<> {
        (0..self.kinds.len().narrow()).map(KindId)
    }

    /// The pieces that have other moves until they move: the letter of the right in a FEN (the file, in the
    /// side's case), the square, and the kind.
    pub fn own_first_moves(&self) -> impl Iterator<Item = (char, Square, KindId)> + '_ {
        self.first_moves.iter().filter(|right| !right.gate).map(|right| {
            let file = self.shape.file_letter(right.square);
            (self.kind(right.kind).color.case(file), right.square, right.kind)
        })
    }

    /// The kind for the letter of a FEN with its mark, as [`Kind::sign`] writes it. The case gives the side.
    pub fn kind_of_sign(&self, sign: &str) -> Option<KindId> {
        self.kinds.iter().position(|kind| kind.is_written(sign)).map(|i| KindId(i.narrow()))
    }

    /// The kind whose name begins with a letter that no kind has: `H` for a Horse. The case is that of its
    /// color. A kind that has another letter than its role has been given it on purpose, and is left out.
    pub fn kind_of_initial(&self, letter: char) -> Option<KindId> {
        let is_own = |id: &KindId| {
            let kind = self.kind(*id);
            let has_sign = kind.mark.is_some() || kind.letter.is_dressed();
            let is_plain = !has_sign && kind.letter.eq_ignore_case(kind.role);
            is_plain
                && kind.name.starts_with(letter.to_ascii_uppercase())
                && kind.color.case(letter) == letter
        };
        let mut kinds = self.kind_ids().filter(is_own);
        let first = kinds.next().filter(|_| kinds.next().is_none());
        first.filter(|_| self.kinds.iter().all(|kind| kind.letter != letter))
    }

    /// Whether rays do not suffice to find the legal moves of a side, so that each move is tested.
    #[inline]
    pub(crate) fn tests_every_move(&self, color: Color) -> bool {
        self.expendable_royals[color.index()] || self.side_effects.is_some()
    }

    /// Whether rays decide which moves without captures are legal although captors explode. A king beside
    /// the enemy king cannot be captured, so none of them is then illegal.
    pub(crate) fn tests_captures_only(&self, color: Color) -> bool {
        let explodes = self.explosions().is_some() && !self.def.rules.changes_side.is_possible();
        explodes && !self.expendable_royals[color.index()]
    }

    /// Whether check is never allowed.
    pub(crate) fn is_checkless(&self) -> bool {
        self.restrictions.is_some_and(|rules| rules.checks.are_forbidden())
    }

    /// Whether a kind promotes, as [`Kind::pawn`] says.
    #[inline]
    pub(crate) fn is_pawn(&self, kind: KindId) -> bool {
        self.pawn_kinds.contains(kind)
    }

    /// Whether check matters to a kind, as [`Kind::royal`] says.
    #[inline]
    pub(crate) fn is_royal(&self, kind: KindId) -> bool {
        self.royal_kinds.contains(kind)
    }

    /// Whether a kind is a pawn that cannot undo its moves.
    #[inline]
    pub(crate) fn goes_one_way(&self, kind: KindId) -> bool {
        self.irreversible_pawns.contains(kind)
    }

    /// Whether two kinds are one piece type: the same kind, or that of a royal piece which counts by its
    /// square and that of one which does not.
    pub(crate) fn is_same_piece(&self, one: KindId, other: KindId) -> bool {
        self.compiler().is_same_piece(one, other)
    }

    /// The maximum number of squares that a pawn passes in one move and on which it may then be
    /// captured.
    pub(crate) fn most_passed(&self) -> usize {
        self.double_steps.iter().map(|step| step.passed.len()).max().unwrap_or(0)
    }

    /// Whether a piece that has just moved may have been a pawn before.
    pub(crate) fn was_pawn(&self, kind: KindId) -> bool {
        let becomes_it = |pawn: &Kind| pawn.becomes.as_ref().is_some_and(|becoming| becoming.kind == kind);
        self.is_pawn(kind) || self.kinds.iter().any(|pawn| pawn.pawn && becomes_it(pawn))
    }

    /// The contribution of a part of a position's key to the key of the pawns.
    #[inline]
    pub(crate) fn pawn_part(&self, kind: KindId, key: u64) -> u64 {
        self.pawn_kinds.select(kind, key)
    }

    /// The index of (kind, square) in the per-kind tables.
    #[inline]
    pub(crate) fn piece_square(&self, kind: KindId, square: Square) -> usize {
        kind.index() * self.shape.cell_count() + square.index()
    }

    #[inline]
    pub(crate) fn promotion(&self, kind: KindId, square: Square) -> Option<&PromotionSet> {
        self.promotion_at[self.piece_square(kind, square)].of(&self.promotions)
    }

    /// Where a piece of `kind` can move from `square` on an empty board (without initial moves).
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use fibnif::rules::{game, variant::Catalog};
    ///
    /// let chess = game::compile(&Catalog::builtin().resolve("chess")?)?;
    /// let rook = chess.kind_of_sign("R").ok_or("no rook")?;
    /// let corner = chess.shape.parse_square("a1").ok_or("no a1")?;
    /// assert_eq!(chess.targets(rook, corner).len(), 14);
    /// # Ok(())
    /// # }
    /// ```
    pub fn targets(&self, kind: KindId, square: Square) -> &[Reachable] {
        let reachable = || self.compiler().reachable(self.kind(kind), square);
        self.reachable[self.piece_square(kind, square)].get_or_init(reachable)
    }
}

/// What every table of a game is made from: its definition, its kinds and its starting position.
#[derive(Clone, Copy)]
pub(super) struct Compiler<'a> {
    pub(super) def: &'a VariantDef,
    pub(super) shape: &'a Shape,
    pub(super) kinds: &'a [Kind],
    pub(super) array: &'a [(Square, KindId)],
    /// What unmoved pieces may do; empty until it is known.
    pub(super) castles: &'a [Castle],
    pub(super) first_moves: &'a [FirstMoveRight],
}

impl Game {
    /// The compiler of this game, for questions that its tables do not answer.
    pub(super) fn compiler(&self) -> Compiler<'_> {
        let Game { def, shape, kinds, array, castles, first_moves, .. } = self;
        Compiler { def, shape, kinds, array, castles, first_moves }
    }
}

impl<'a> Compiler<'a> {
    fn new(def: &'a VariantDef, kinds: &'a [Kind], array: &'a [(Square, KindId)]) -> Compiler<'a> {
        Compiler { def, shape: &def.shape, kinds, array, castles: &[], first_moves: &[] }
    }

    pub(super) fn kind(&self, id: KindId) -> &'a Kind {
        &self.kinds[id.index()]
    }

    /// The first kind that satisfies the condition.
    pub(super) fn find_kind(&self, fits: impl Fn(&Kind) -> bool) -> Option<KindId> {
        self.kinds.iter().position(fits).map(|id| KindId(id.narrow()))
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = KindId> + use<> {
        (0..self.kinds.len().narrow()).map(KindId)
    }
}

/// An index into a table of at most 255 entries, or none, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub(crate) struct MaybeIndex(u8);

impl MaybeIndex {
    pub(crate) const NONE: MaybeIndex = MaybeIndex(0);

    /// An index below 255.
    pub(crate) const fn some(index: u8) -> MaybeIndex {
        debug_assert!(index < u8::MAX);
        MaybeIndex(index.wrapping_add(1))
    }

    /// An index, if it is not too large.
    pub(crate) fn try_some(index: usize) -> Option<MaybeIndex> {
        u8::try_from(index + 1).ok().map(MaybeIndex)
    }

    #[inline]
    pub(crate) const fn get(self) -> Option<u8> {
        self.0.checked_sub(1)
    }

    #[inline]
    pub(crate) const fn is_some(self) -> bool {
        self.0 != 0
    }

    #[inline]
    pub(crate) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The entry of the table that it indexes.
    #[inline]
    pub(crate) fn of<T>(self, table: &[T]) -> Option<&T> {
        table.get(usize::from(self.0).wrapping_sub(1))
    }
}
