//! Castling, compiled to records.
//!
//! Castling records come from the rule values of the variant or from the king's Betza `O`. XBoard's
//! description of castling is printed from them, too. A color-bound partner keeps its color: the king
//! then moves one square farther (Chess with Different Armies). The piece of role K castles, whether or
//! not it is royal. A king that may be captured needs no safe squares (Extinction Chess).

use super::{Compiler, Kind, KindId};
use crate::rules::betza::{CastleLeg, Wing};
use crate::rules::geometry::{Color, Square};
use crate::rules::letter::Letter;
use crate::rules::variant::{CASTLING_ROLE, Castling, Partner};

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
                    let changes_color = lands.is_some_and(|to| shape.shade(to) != shape.shade(square));
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
        let home = |(file, role): (u8, &Option<Letter>)| {
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
}
