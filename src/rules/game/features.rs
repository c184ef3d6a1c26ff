//! The features of a game beyond chess: one list that tells solvers, nets and exporters what they do
//! not support.
//!
//! Support is opt-in. A rule names its feature in its row, and the rest of the definition is destructured
//! field by field, without `..`, so that nothing new compiles until it is listed here. It is then refused
//! everywhere it has not been added on purpose.

use std::fmt;

use super::{Game, Test};
use crate::rules::betza::Movement;
use crate::rules::geometry::{Color, Lattice, Square};
use crate::rules::variant::{BecomesDef, Feature, PieceDef, PromotionDef, SideDef, VariantDef};

/// A feature of a game, and the piece that has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureUse<'a> {
    /// The feature.
    pub feature: Feature,
    /// The name of the piece, if it is a feature of a piece.
    pub piece: Option<&'a str>,
}

impl fmt::Display for FeatureUse<'_> {
    /// `a grid`, `castling as a move of its own (King)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let piece = self.piece.map_or(String::new(), |piece| format!(" ({piece})"));
        write!(f, "{}{piece}", self.feature.text())
    }
}

impl Game {
    /// The unsupported features of this game: board and rules, then piece by piece.
    pub fn features_beyond(&self, supported: &[Feature]) -> Vec<FeatureUse<'_>> {
        let mut features = self.features();
        features.retain(|used| !supported.contains(&used.feature));
        features
    }

    /// The features of this game: board and rules, then piece by piece.
    pub fn features(&self) -> Vec<FeatureUse<'_>> {
        #[rustfmt::skip]
        let VariantDef {
            shape, sides, rules, hands, id: _, title: _, array: _, start_fields: _, xboard_start: _,
            views: _, net: _,
            weights: _, places: _,
        } = &self.def;
        let holes = shape.squares().count() != shape.cell_count();
        let hexagons = shape.lattice() == Lattice::Hexagons;
        let mut all = vec![(Feature::Holes, holes), (Feature::Hexagons, hexagons)];
        let spare = self.expendable_royals.contains(&true);
        let of_rules = rules.features().into_iter();
        let of_spare = |feature| matches!(feature, Feature::SpareRoyals | Feature::LastRoyals);
        all.extend(of_rules.map(|feature| (feature, spare || !of_spare(feature))));
        all.push((Feature::Hands, hands.is_some()));
        all.push((Feature::CapturesOnTheWay, self.moves.has_multi_captures()));
        all.push((Feature::PassesBySide, self.passes_by_side()));
        let used = |piece| move |(feature, is): (Feature, bool)| is.then_some(FeatureUse { feature, piece });
        let mut found: Vec<_> = all.into_iter().filter_map(used(None)).collect();
        for SideDef { army: _, pieces } in sides {
            for piece in pieces {
                found.extend(features_of_piece(piece).into_iter().filter_map(used(Some(&piece.name))));
            }
        }
        found
    }

    /// Whether some move depends on the side of a piece on the way.
    fn passes_by_side(&self) -> bool {
        let asks = |square: Square| {
            let mut rows = self.kind_ids().map(|kind| self.moves.entry(self.piece_square(kind, square)));
            rows.any(|entry| {
                let mut guards = self.moves.conditional(entry).iter().map(|conditional| &conditional.guard);
                guards.any(|&guard| {
                    let tests = Color::ALL.map(Test::side).into_iter();
                    tests.into_iter().any(|test| !self.rays.cells.squares_of(guard, test).is_empty())
                })
            })
        };
        self.shape.squares().any(asks)
    }
}

fn features_of_piece(piece: &PieceDef) -> [(Feature, bool); 13] {
    #[rustfmt::skip]
    let PieceDef {
        movement, unchecked, spacious, after_capture, zones, within, promotion, becomes, most, never_hops,
        never_captures,
        loans: _, in_hand: _, drops: _, role: _, name: _, aliases: _, letter: _, mark: _, betza: _, royal: _,
        value: _, findings: _, xboard_slot: _,
    } = piece;
    let Movement { legs: _, castles, loans: lent } = movement;
    let (optional, captured, instead) = match promotion {
        None => (false, false, false),
        Some(PromotionDef {
            forced,
            optional,
            leaving,
            entering,
            supply,
            instead,
            squares: _,
            targets: _,
        }) => (
            !forced || [optional, leaving, entering].into_iter().any(|squares| !squares.is_empty()),
            supply.is_captured(),
            *instead || supply.is_of_file(),
        ),
    };
    let transforms =
        becomes.as_ref().is_some_and(|BecomesDef { piece: _, when: _, squares }| !squares.is_empty());
    [
        (Feature::ZoneMoves, !zones.is_empty()),
        (Feature::Confined, within.is_some()),
        (Feature::UncheckedMoves, !unchecked.legs.is_empty()),
        (Feature::SpaciousMoves, !spacious.legs.is_empty()),
        (Feature::MovesAfterCapture, !after_capture.legs.is_empty()),
        (Feature::Loans, !lent.is_empty() || zones.iter().any(|zone| !zone.movement.loans.is_empty())),
        (Feature::CastlingMoves, !castles.is_empty()),
        (Feature::OptionalPromotion, optional),
        (Feature::CapturedPromotion, captured),
        (Feature::PromotionInstead, instead),
        (Feature::Becomes, transforms),
        (Feature::LimitedNumber, most.is_some()),
        (Feature::SparedKinds, !(never_hops.is_empty() && never_captures.is_empty())),
    ]
}
