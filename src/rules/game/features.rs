//! The features of a game beyond chess: one list that tells solvers, nets and exporters what they do
//! not support.
//!
//! Support is opt-in. The definition is destructured field by field, without `..`, so that a new rule
//! does not compile until it is listed here. It is then refused everywhere it has not been added on
//! purpose.

use std::fmt;

use super::Game;
use crate::rules::betza::Movement;
use crate::rules::geometry::{Color, Square};
use crate::rules::variant::{
    BecomesDef, Captor, Capture, Castling, Checks, Mate, NoMoves, PieceDef, PromotionDef, Repeated, Royals,
    Rules, SideChange, SideDef, Supply, TurnRule, VariantDef,
};

macro_rules! features {
    ($($name:ident = $text:literal;)*) => {
        /// A rule, or a property of the board or of a piece, that chess does not have or that a program
        /// may need to know.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Feature {
            $(#[doc = $text] $name,)*
        }

        impl Feature {
            /// Its description, for a sentence that says it is not supported.
            pub fn text(self) -> &'static str {
                match self {
                    $(Feature::$name => $text,)*
                }
            }
        }
    };
}

features! {
    Holes = "a board with holes";
    DoubleTurns = "turns of two moves";
    ForcedCaptures = "captures that must be made";
    Captors = "captors that stay or explode";
    SideChanges = "pieces that change sides";
    RestrictedChecks = "checks that must not be given";
    SpareRoyals = "several kings of which one may be left in check";
    RoyalsByPlace = "several kings of which one counts by its place";
    UntradedPieces = "pieces that must not be traded";
    UntakenPieces = "pieces that are never captured";
    MateWins = "mate that wins for the side that is mated";
    StalemateDecides = "stalemate that wins or loses";
    UnusualStalemate = "what having no move means here";
    RepetitionLimit = "another number of repetitions";
    UnusualRepetition = "repetition that is no draw";
    MoveLimit = "another limit of moves without captures";
    MaterialRule = "other rules on who can still win";
    Castling = "castling";
    ShuffledStart = "starting positions that are shuffled";
    Grid = "a grid";
    OtherEnds = "other ends than mate";
    CountedEndings = "counted endings";
    ZoneMoves = "other moves on some squares";
    Confined = "pieces that are confined to a zone";
    UncheckedMoves = "moves only out of check";
    SpaciousMoves = "moves that need room behind their end";
    MovesAfterCapture = "moves that wait for a capture";
    Loans = "moves that pieces of one side lend each other";
    CastlingMoves = "castling as a move of its own";
    CapturesOnTheWay = "moves that capture on the way or remove pieces";
    PassesBySide = "moves for which the side of a piece on the way matters";
    OptionalPromotion = "promotion that may be declined";
    PromotionInstead = "promotion instead of a move, or by the file";
    CapturedPromotion = "promotion to captured pieces only";
    Becomes = "pieces that change type when they move";
    Hands = "pieces in hand that are dropped on the board";
    LimitedNumber = "a limit on how many pieces of a type a side may have";
}

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
        let holes = shape.squares().count() != shape.len();
        let mut all = vec![(Feature::Holes, holes)];
        all.extend(self.features_of_rules(rules));
        all.push((Feature::Hands, hands.is_some()));
        all.push((Feature::CapturesOnTheWay, self.moves.has_takings()));
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

    fn features_of_rules(&self, rules: &Rules) -> [(Feature, bool); 21] {
        #[rustfmt::skip]
        let Rules {
            turn, capture, captor, spared: _, changes_side, checks, royals, untraded, kings_guard: _, untaken,
            mate, no_moves, repetition, repeated, move_limit,
            material_draw, too_weak, castling, castling_homes: _, shuffle, grid, ends, counting,
        } = rules;
        let decides = matches!(no_moves, NoMoves::MoverLoses | NoMoves::MoverWins);
        [
            (Feature::DoubleTurns, *turn != TurnRule::Alternate),
            (Feature::ForcedCaptures, *capture != Capture::Optional),
            (Feature::Captors, *captor != Captor::Moves),
            (Feature::SideChanges, *changes_side != SideChange::Never),
            (Feature::RestrictedChecks, *checks != Checks::Allowed),
            (Feature::RoyalsByPlace, royals.by_place()),
            (Feature::SpareRoyals, *royals != Royals::Each && self.expendable_royals.contains(&true)),
            (Feature::UntradedPieces, !untraded.is_empty()),
            (Feature::UntakenPieces, !untaken.is_empty()),
            (Feature::MateWins, *mate != Mate::Loses),
            (Feature::StalemateDecides, decides),
            (Feature::UnusualStalemate, *no_moves != NoMoves::Draw && !decides),
            (Feature::RepetitionLimit, *repetition != 3),
            (Feature::UnusualRepetition, *repeated != Repeated::Draw),
            (Feature::MoveLimit, *move_limit != 50),
            (Feature::MaterialRule, !material_draw || !too_weak.is_empty()),
            (Feature::Castling, *castling != Castling::None),
            (Feature::ShuffledStart, castling.is_shuffled() || shuffle.is_some()),
            (Feature::Grid, grid.is_some()),
            (Feature::OtherEnds, !ends.is_empty()),
            (Feature::CountedEndings, counting.is_some()),
        ]
    }

    /// Whether some move depends on the side of a piece on the way.
    fn passes_by_side(&self) -> bool {
        let asks = |square: Square| {
            let mut rows = self.kind_ids().map(|kind| self.moves.entry(self.piece_square(kind, square)));
            rows.any(|entry| {
                let mut guards = self.moves.guarded(entry).iter().map(|guarded| &guarded.guard);
                guards.any(|guard| {
                    Color::ALL.iter().any(|&side| !self.rays.cells.men_of(guard, side).is_empty())
                })
            })
        };
        self.shape.squares().any(asks)
    }
}

fn features_of_piece(piece: &PieceDef) -> [(Feature, bool); 12] {
    #[rustfmt::skip]
    let PieceDef {
        movement, unchecked, spacious, after_capture, zones, within, promotion, becomes, most,
        loans: _, in_hand: _, drops: _, role: _, name: _, aliases: _, letter: _, mark: _, betza: _, royal: _,
        value: _, findings: _, xboard_slot: _,
    } = piece;
    let Movement { legs: _, castles, loans: lent } = movement;
    let (optional, captured, instead) = match promotion {
        None => (false, false, false),
        Some(PromotionDef { forced, optional, leaving, supply, instead, squares: _, targets: _ }) => (
            !forced || !optional.is_empty() || !leaving.is_empty(),
            *supply == Supply::Captured,
            *instead || *supply == Supply::OfFile,
        ),
    };
    let turns = becomes.as_ref().is_some_and(|BecomesDef { piece: _, when: _, squares }| !squares.is_empty());
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
        (Feature::Becomes, turns),
        (Feature::LimitedNumber, most.is_some()),
    ]
}
