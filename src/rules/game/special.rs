//! Moves that are more than a step or a capture, compiled: castling, promotion, captors that stay or
//! explode, and pieces that change sides.
//!
//! Castling records come from the rule values of the variant or from the king's Betza `O`. XBoard's
//! description of castling is printed from them, too. A color-bound partner keeps its color: the king
//! then moves one square farther (Chess with Different Armies). The piece of role K castles, whether or
//! not it is royal. A king that may be captured needs no safe squares (Extinction Chess).

use super::{Becoming, Compiler, Game, Kind, KindId, KindSet, MaybeIndex, PromotionSet, kind_of_piece};
use crate::rules::betza::{CastleLeg, Wing};
use crate::rules::geometry::{Color, Narrow, Shape, Square};
use crate::rules::variant::{CASTLING_ROLE, Captor, Castling, Partner, Royals, Supply, VariantError, blamed};

/// One castling move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castle {
    /// The side that castles.
    pub color: Color,
    /// The castling letter in FEN (`K`, `Q`, `k`, `q`).
    pub letter: char,
    /// The king's squares before and after.
    pub king: (Square, Square),
    /// The king's kind.
    pub king_kind: KindId,
    /// The partner's squares before and after.
    pub partner: (Square, Square),
    /// The partner's kind.
    pub partner_kind: KindId,
    /// Squares that must be empty.
    pub empty: Vec<Square>,
    /// Squares that must not be attacked: those the king leaves, passes and reaches; none if the king
    /// is not royal.
    pub safe: Vec<Square>,
    /// The safe squares that the king passes. The others are tested as for every king move.
    pub(crate) passed: Vec<Square>,
}

impl Castle {
    /// Whether king or partner is on a square before castling.
    pub(crate) fn needs(&self, square: Square) -> bool {
        self.king.0 == square || self.partner.0 == square
    }

    /// Whether this is the wing of the a-file.
    pub fn is_a_side(&self) -> bool {
        self.partner.0 < self.king.0
    }
}

/// The promotions of pieces, and the moves that cause them.
pub(super) struct Promotions {
    pub(super) sets: Vec<PromotionSet>,
    /// The index of the set, by kind and the target square of a move.
    pub(super) at: Vec<MaybeIndex>,
    /// The same by the starting square of a move, for moves that end elsewhere.
    pub(super) leaving: Vec<MaybeIndex>,
    /// The set by kind, for pieces that promote instead of moving.
    pub(super) instead: Vec<MaybeIndex>,
}

impl Compiler<'_> {
    /// The castling records of both sides.
    pub(super) fn castles(&self) -> Vec<Castle> {
        let def = self.def;
        let mut records: Vec<Castle> =
            Color::ALL.into_iter().flat_map(|color| self.castles_of(color)).collect();
        // A side without rights at the start does not castle if the other side has some.
        let rights = def.start_rights();
        let has_rights = |color: Color| {
            rights.chars().any(|letter| letter.is_ascii_alphabetic() && color.case(letter) == letter)
        };
        records.retain(|castle| rights == "-" || has_rights(castle.color));
        records.retain(|castle| {
            let stays = |kind: KindId, to| self.kind(kind).may_stand(def, to);
            stays(castle.king_kind, castle.king.1) && stays(castle.partner_kind, castle.partner.1)
        });
        records.retain(|castle| {
            !def.rules.grid.is_some_and(|grid| grid.in_one_cell(&def.shape, castle.king.0, castle.king.1))
        });
        records
    }

    /// The castling records of a side, regardless of other rules.
    fn castles_of(&self, color: Color) -> Vec<Castle> {
        let &Compiler { def, shape, array, .. } = self;
        let homes = self.homes(color);
        let array = if homes.is_empty() { array } else { &homes };
        let pieces = || array.iter().filter(|(_, kind)| self.kind(*kind).color == color);
        let crowned = pieces().find(|(_, kind)| self.kind(*kind).role == CASTLING_ROLE);
        let Some(&owner) = crowned.or_else(|| pieces().find(|(_, kind)| self.kind(*kind).royal)) else {
            return Vec::new();
        };
        let (king, king_kind) = owner;
        let (rank, king_file) = (shape.rank(king), shape.file(king));
        let row: Vec<_> = pieces().filter(|(square, _)| shape.rank(*square) == rank).copied().collect();
        let edge =
            |file: u8| row.iter().copied().find(|&(square, _)| shape.file(square) == file && square != king);
        let (left, right) = (edge(0), edge(shape.files() - 1));
        match def.rules.castling {
            Castling::Corner { a_side, h_side, partner, keep_color } => {
                let [left, right] = self.partners(&row, king_file, partner, [left, right]);
                let castle = |(corner, to_file): (Option<(Square, KindId)>, u8)| {
                    let (square, kind) = corner?;
                    let inward = if square < king { 1 } else { -1 };
                    let to_file = i32::from(to_file);
                    let lands = shape.square(u8::try_from(to_file + inward).ok()?, rank);
                    let changes_color = lands.is_some_and(|to| shape.is_dark(to) != shape.is_dark(square));
                    let farther = keep_color && self.kind(kind).bound_alone && changes_color;
                    let to_file = if farther { to_file - inward } else { to_file };
                    self.record(owner, (square, kind), to_file)
                };
                [(right, h_side), (left, a_side)].into_iter().filter_map(castle).collect()
            }
            Castling::None => {
                let castle = |leg: &CastleLeg| {
                    // Left and right are the mover's: Black's left is the h-side.
                    let to_left = (leg.wing == Wing::Left) == (color == Color::White);
                    let distance = i32::from(leg.squares) * if to_left { -1 } else { 1 };
                    let partner = if to_left { left } else { right };
                    self.record(owner, partner?, i32::from(king_file) + distance)
                };
                self.kind(king_kind).piece_of(def).movement.castles.iter().filter_map(castle).collect()
            }
        }
    }

    /// The squares of pieces that castle after they have been dropped; none for those that castle from the
    /// start.
    fn homes(&self, color: Color) -> Vec<(Square, KindId)> {
        let rank = if color == Color::White { 0 } else { self.shape.ranks() - 1 };
        let home = |(file, role): (u8, &Option<char>)| {
            let kind = self.find_kind(|kind| Some(kind.role) == *role && kind.color == color)?;
            Some((self.shape.square(file, rank)?, kind))
        };
        (0..).zip(&self.def.rules.castling_homes).filter_map(home).collect()
    }

    /// The record for a king that moves to `to_file` and a partner that lands next to it on the inside.
    fn record(
        &self,
        (king, king_kind): (Square, KindId),
        partner: (Square, KindId),
        to_file: i32,
    ) -> Option<Castle> {
        let shape = self.shape;
        let &Kind { color, royal, .. } = self.kind(king_kind);
        let rank = shape.rank(king);
        let inward = if partner.0 < king { 1 } else { -1 };
        let at = |file: i32| u8::try_from(file).ok().and_then(|file| shape.square(file, rank));
        let (king_to, partner_to) = (at(to_file)?, at(to_file + inward)?);
        let span = |a: Square, b: Square| (a.0.min(b.0)..=a.0.max(b.0)).map(Square);
        let mut empty: Vec<Square> =
            span(king, king_to).chain(span(partner.0, partner_to)).chain(span(king, partner.0)).collect();
        empty.sort_unstable();
        empty.dedup();
        empty.retain(|&square| square != king && square != partner.0);
        let letter = color.case(if inward == 1 { 'Q' } else { 'K' });
        let safe: Vec<Square> = span(king, king_to).filter(|_| royal).collect();
        let passed = safe.iter().copied().filter(|&square| square != king && square != king_to).collect();
        let (king, partner_kind, partner) = ((king, king_to), partner.1, (partner.0, partner_to));
        Some(Castle { color, letter, king, king_kind, partner, partner_kind, empty, safe, passed })
    }

    /// The partners of a king on the a-side and on the other side; `corners` are the pieces in the corners.
    fn partners(
        &self,
        row: &[(Square, KindId)],
        king_file: u8,
        partner: Partner,
        corners: [Option<(Square, KindId)>; 2],
    ) -> [Option<(Square, KindId)>; 2] {
        let (Partner::Outermost(role) | Partner::Shuffled(role)) = partner else { return corners };
        let of_role = row.iter().copied().filter(|(_, kind)| self.kind(*kind).role == role);
        let beside = |left: bool| {
            of_role.clone().filter(move |&(square, _)| (self.shape.file(square) < king_file) == left)
        };
        [beside(true).min_by_key(|piece| piece.0), beside(false).max_by_key(|piece| piece.0)]
    }

    /// The kinds that a kind may become, in the variant's order.
    pub(super) fn promotes_to(&self, kind: &Kind) -> Vec<KindId> {
        let promotion = kind.piece_of(self.def).promotion.iter();
        let targets = promotion.flat_map(|promotion| &promotion.targets);
        targets.filter_map(|to| kind_of_piece(self.kinds, kind.color, (to.from_side, to.piece))).collect()
    }

    /// What the moves of a kind turn it into. Pieces of the other side's army turn into pieces of that
    /// army. These have kinds only if one may promote to them; otherwise the piece stays the same.
    pub(super) fn becoming(&self, kind: &Kind) -> Option<Becoming> {
        let becomes = kind.piece_of(self.def).becomes.as_ref()?;
        let into = kind_of_piece(self.kinds, kind.color, (kind.piece.0, becomes.piece))?;
        let mut on = vec![false; self.shape.cell_count()];
        for &square in &becomes.squares {
            on[kind.own_view(self.shape, square).index()] = true;
        }
        Some(Becoming { kind: into, when: becomes.when, on })
    }

    /// The promotion sets and where they apply.
    pub(super) fn promotions(&self) -> Promotions {
        let &Compiler { def, shape, kinds, .. } = self;
        let mut sets: Vec<PromotionSet> = Vec::new();
        let mut at = vec![MaybeIndex::NONE; kinds.len() * shape.cell_count()];
        let mut leaving = at.clone();
        let mut instead = vec![MaybeIndex::NONE; kinds.len()];
        for (id, kind) in kinds.iter().enumerate().filter(|(_, kind)| !kind.foreign) {
            if let Some(promotion) = &kind.piece_of(def).promotion {
                let optional = !promotion.optional.is_empty();
                for (squares, forced, leaves) in [
                    (&promotion.optional, false, optional),
                    (&promotion.squares, promotion.forced, !optional),
                ] {
                    let mut add = |targets: Vec<KindId>| {
                        let new = PromotionSet { targets, forced, supply: promotion.supply };
                        let known = sets.iter().position(|set| *set == new);
                        let index = known.unwrap_or_else(|| {
                            sets.push(new);
                            sets.len() - 1
                        });
                        MaybeIndex::some(index.narrow())
                    };
                    let set = add(kind.promotes_to.clone());
                    if promotion.instead {
                        instead[id] = set;
                        continue;
                    }
                    for square in squares {
                        at[id * shape.cell_count() + square.index()] = match promotion.supply {
                            Supply::OfFile => add(self.promotion_of_file(kind, *square)),
                            Supply::Unlimited | Supply::Captured => set,
                        };
                    }
                    for square in promotion.leaving.iter().filter(|_| leaves) {
                        leaving[id * shape.cell_count() + square.index()] = set;
                    }
                }
            }
        }
        Promotions { sets, at, leaving, instead }
    }

    /// The target for a file: the piece type that starts there, or else the first.
    fn promotion_of_file(&self, kind: &Kind, square: Square) -> Vec<KindId> {
        let &Compiler { shape, array, .. } = self;
        let own = |piece: &&(Square, KindId)| self.kind(piece.1).color == kind.color;
        let on_file = array.iter().filter(own).filter(|piece| shape.file(piece.0) == shape.file(square));
        let home = on_file.min_by_key(|piece| shape.rank_for(piece.0, kind.color)).map(|piece| piece.1);
        let starts = home.filter(|home| kind.promotes_to.contains(home));
        starts.or_else(|| kind.promotes_to.first().copied()).into_iter().collect()
    }
}

/// The effects of captures and other moves in a game where a capturing piece does more than replace its
/// victim.
#[derive(Clone, Debug)]
pub(crate) struct SideEffects {
    pub(crate) captor: Captor,
    /// The kinds that survive an explosion beside them.
    spared: KindSet,
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
            (leading.is_some() && captor.explodes(), "royals", "captor", "`captor = \"explodes\"`"),
            (leading.is_some() && change.is_possible(), "royals", "changes_side", "`changes_side`"),
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
        let touching = near.iter().flat_map(|near| shape.cells().map(|other| near.contains(&other)));
        Ok(Some(SideEffects {
            touching: touching.collect(),
            captor,
            spared: KindSet::of(kinds, |kind| def.rules.spared.contains(&kind.role)),
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
    let near = |a: u8, b: u8| a.abs_diff(b) <= 1;
    let touches = |&other: &Square| {
        let (files, ranks) =
            ((shape.file(square), shape.file(other)), (shape.rank(square), shape.rank(other)));
        other != square && near(files.0, files.1) && near(ranks.0, ranks.1)
    };
    shape.squares().filter(touches).collect()
}
