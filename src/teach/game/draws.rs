//! The rules for draws in sentences: repetition, move limits, counting rules in endings, insufficient
//! material.

use std::fmt::Write as _;

use super::pieces::Whose;
use super::words::{joined, names, ordinal, role_name, spoken, with_article};
use crate::rules::geometry::Color;
use crate::rules::letter::Letter;
use crate::rules::variant::{
    BareLimit, CountFrom, CountingRule, Draws, PieceDef, PointCount, Repeated, TurnRule, VariantDef,
};

/// The rules for draws.
pub fn draws(def: &VariantDef) -> Vec<String> {
    let rules = &def.rules;
    let mut lines = Vec::new();
    if rules.repetition > 0 {
        let time = ordinal(rules.repetition);
        lines.push(match rules.repeated {
            Repeated::Draw => format!(
                "The game is drawn when a position occurs for the {time} time with the same side to move."
            ),
            Repeated::RepeaterLoses => format!(
                "A side loses when its move makes a position occur for the {time} time with the same side to move."
            ),
            Repeated::PerpetualCheckLoses => format!(
                "The game is drawn when a position occurs for the {time} time with the same side to move. But a \
                 side loses that has given check with each of its moves since the first time."
            ),
            Repeated::PerpetualChaseLoses => chases(def, &time),
            Repeated::ClosesColor => format!(
                "When the same position occurs on one square color for the {time} time, with the same \
                 side to move there, that color is closed at the end of the turn (both sides must have \
                 pieces there)."
            ),
        });
    }
    if rules.repeated.closes_color() || rules.no_moves.closes_color() {
        lines.push(
            "Checkmate after one color has been closed scores 0.75 to 0.25. The game is drawn when both \
             colors are closed, when no open color has pieces of both sides, and when the side to move \
             has pieces only on a closed color."
                .to_owned(),
        );
    }
    if let Some(counting) = &rules.counting {
        lines.extend(counts(def, counting));
    }
    if rules.move_limit > 0 {
        lines.push(move_limit(def));
    }
    if rules.material_draw {
        lines.push(
            "The game is drawn when neither side has enough pieces to win, even with the help of the other."
                .to_owned(),
        );
    }
    // A game that extends another may lack some of its pieces.
    let known =
        |role: &Letter| def.sides.iter().flat_map(|side| &side.pieces).any(|piece| piece.role == *role);
    let weak = rules.too_weak.iter().filter(|roles| roles.iter().all(known));
    let groups: Vec<String> = weak.map(|roles| group(def, roles)).collect();
    if !groups.is_empty() {
        lines.push(format!(
            "The game is drawn when the pieces besides the {1}s are no more than {0}.",
            joined(&groups, "or"),
            royals(def)
        ));
    }
    lines.extend(decided(def));
    lines
}

/// What a repetition means where perpetual chases lose.
fn chases(def: &VariantDef, time: &str) -> String {
    let Some(chase) = &def.rules.chase else { return String::new() };
    let by: Vec<String> = chase.by.concat().into_iter().map(|role| role_name(def, role)).collect();
    let mut text = format!(
        "The game is drawn when a position occurs for the {time} time with the same side to move. But a side \
         loses that has given check with each of its moves since the first time, and otherwise a side that has \
         chased the same piece with each of them. A piece is chased by a {} that can capture it now, but could \
         not before, and that nothing can recapture",
        joined(&by, "or")
    );
    if chase.by.len() > 1 {
        text.push_str(" or that is worth less");
    }
    text.push_str(". A piece that can capture a captor of its own type is not chased");
    if !chase.spared[0].is_empty() {
        let others = def.sides[0]
            .pieces
            .iter()
            .filter(|piece| !piece.royal && !chase.by.iter().flatten().any(|&role| role == piece.role));
        let others: Vec<String> = others.map(|piece| role_name(def, piece.role)).collect();
        let squares = Whose::Both.region(&def.shape, &chase.spared[0]);
        let _ = write!(text, ", nor is a {} on {squares}", joined(&others, "or"));
    }
    text + "."
}

/// What a draw counts as, if it is not shared.
fn decided(def: &VariantDef) -> Option<String> {
    match &def.rules.draws {
        Draws::Drawn => None,
        Draws::Won(winner) => Some(format!("A game that would be drawn is won by {winner}.")),
        Draws::Points(PointCount { points, black_half_points }) => {
            let piece = |&(role, points): &(Letter, u8)| {
                let unit = if points == 1 { "point" } else { "points" };
                format!("{points} {unit} for {}", with_article(&role_name(def, role)))
            };
            let points: Vec<String> = points.iter().map(piece).collect();
            let more = match (black_half_points / 2, black_half_points % 2) {
                (0, 0) => String::new(),
                (0, _) => " Black gets half a point more.".to_owned(),
                (whole, 0) => format!(" Black gets {whole} points more."),
                (whole, _) => format!(" Black gets {whole}.5 points more."),
            };
            Some(format!(
                "A game that would be drawn is won by the side with more points: {}.{more}",
                joined(&points, "and")
            ))
        }
    }
}

fn move_limit(def: &VariantDef) -> String {
    let unit = match def.rules.turn {
        TurnRule::Alternate | TurnRule::MoveAndWall => "moves",
        TurnRule::OneMovePerSquareColor | TurnRule::Series(_) => "turns",
    };
    let keeping = keeping(def);
    let except = if keeping.is_empty() {
        String::new()
    } else {
        format!(" These moves do not restart the count: {}.", joined(&keeping, "and"))
    };
    let pawns = all_names(def, |piece| piece.promotion.is_some());
    let progress =
        if pawns.is_empty() { String::new() } else { format!(" or a {} move", joined(&pawns, "or")) };
    let counted = def.rules.counting.as_ref().is_some_and(|counting| counting.in_fen);
    let instead = if counted { "A game whose FEN has `-` for the limit is" } else { "The game is" };
    format!(
        "{instead} drawn after {} {unit} by each side without a capture{progress}.{except}",
        def.rules.move_limit
    )
}

/// Counting rules: endings that must be won within a number of moves.
fn counts(def: &VariantDef, counting: &CountingRule) -> Vec<String> {
    let pawn = joined(&all_names(def, |piece| piece.promotion.is_some()), "or");
    let king = royals(def);
    let mut lines = Vec::new();
    if counting.pawnless > 0 {
        let limit = counting.pawnless;
        lines.push(format!(
            "Once no {pawn} is left, the game is drawn unless it is won within {limit} moves by each side."
        ));
    }
    if !counting.bare.is_empty() {
        let (others, limits): (Vec<&BareLimit>, Vec<&BareLimit>) =
            counting.bare.iter().partition(|limit| limit.roles.is_empty());
        let mut limits: Vec<String> =
            limits.iter().map(|limit| format!("{} with {}", limit.moves, group(def, &limit.roles))).collect();
        limits.extend(others.iter().map(|limit| format!("{} with other pieces", limit.moves)));
        let from = match counting.from {
            CountFrom::Zero => "",
            CountFrom::Pieces => ", and the count starts at the number of pieces on the board",
        };
        let before = match counting.with_pawns {
            0 => format!("once no {pawn} is left, within"),
            limit => format!(
                "within {limit} moves by each side if a {pawn} is left at that time, otherwise within"
            ),
        };
        lines.push(format!(
            "Against a bare {king} the game must be won {before} {} (moves by each side). The smallest \
             limit that applies to the side with the pieces counts{from}.",
            joined(&limits, "or")
        ));
    }
    if counting.in_fen {
        lines.push(
            "In a FEN the limit stands in the en passant field (0 while nothing is counted) and the count \
             in the halfmove clock, both in plies."
                .to_owned(),
        );
    }
    lines
}

/// A group of pieces: `two Ruas`, `a Khon and a Met`.
fn group(def: &VariantDef, roles: &[Letter]) -> String {
    let mut seen: Vec<Letter> = roles.to_vec();
    seen.dedup();
    let counted = |&role: &Letter| match roles.iter().filter(|&&other| other == role).count() {
        1 => with_article(&role_name(def, role)),
        2 => format!("two {}s", role_name(def, role)),
        many => format!("{many} {}s", role_name(def, role)),
    };
    joined(&seen.iter().map(counted).collect::<Vec<_>>(), "and")
}

fn royals(def: &VariantDef) -> String {
    joined(&all_names(def, |piece| piece.royal), "or")
}

/// The names of the pieces that `is_meant` selects, each once.
fn all_names(def: &VariantDef, is_meant: fn(&PieceDef) -> bool) -> Vec<String> {
    names(def, Color::ALL, is_meant)
}

/// Moves that do not restart the count of the move limit: a pawn's `msW` on ranks 5-8.
fn keeping(def: &VariantDef) -> Vec<String> {
    let mut lines = Vec::new();
    for &whose in Whose::of(def) {
        for piece in &def.sides[whose.color().index()].pieces {
            for zone in piece.zones.iter().filter(|zone| zone.keeps_clock) {
                let line = format!(
                    "{}'s `{}` on {}",
                    with_article(&spoken(&piece.name)),
                    zone.betza,
                    whose.region(&def.shape, &zone.squares)
                );
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
        }
    }
    lines
}
