//! Draws in sentences: repetition, move limits, counts of moves in endings, lack of pieces.

use super::pieces::Whose;
use super::words::{joined, names, ordinal, with_article};
use crate::geometry::Color;
use crate::variant::{BareLimit, CountFrom, CountingRule, NoMoves, PieceDef, Repeated, TurnRule, VariantDef};

/// What else ends the game, or half of it.
pub(super) fn draws(def: &VariantDef) -> Vec<String> {
    let rules = &def.rules;
    let mut lines = Vec::new();
    if rules.repetition > 0 {
        let time = ordinal(rules.repetition);
        lines.push(match rules.repeated {
            Repeated::Draw => format!("The game is drawn when a position occurs for the {time} time with \
                the same side to move."),
            Repeated::ClosesComplex => format!(
                "When the pieces of one color (both sides having some there) stand for the {time} time as they stood \
                 before, with the same side to move there, that color is closed at the end of the turn."
            ),
        });
    }
    if rules.repeated == Repeated::ClosesComplex || rules.no_moves == NoMoves::ClosesComplex {
        lines.push(
            "A mate after one color has been closed counts 0.75 to 0.25. The game is drawn when both colors are closed, \
             when no open color has pieces of both sides, and when the side to move has pieces only where nobody moves any more."
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
            "The game is drawn when neither side has the pieces to win, however the other plays.".to_owned(),
        );
    }
    if !rules.too_weak.is_empty() {
        let groups: Vec<String> = rules.too_weak.iter().map(|roles| men(def, roles)).collect();
        lines.push(format!(
            "The game is drawn when there is no more than {} besides the {}.",
            joined(&groups, "or"),
            royals(def)
        ));
    }
    lines
}

fn move_limit(def: &VariantDef) -> String {
    let unit = match def.rules.turn {
        TurnRule::Alternate => "moves",
        TurnRule::OneMovePerSquareColor => "turns",
    };
    let keeping = keeping(def);
    let except = if keeping.is_empty() {
        String::new()
    } else {
        format!(" Not counted as such: {}.", joined(&keeping, "and"))
    };
    let pawns = all_names(def, |piece| piece.promotion.is_some());
    let progress = if pawns.is_empty() {
        String::new()
    } else {
        format!(" or a move of {}", with_article(&joined(&pawns, "or")))
    };
    let counted = def.rules.counting.as_ref().is_some_and(|counting| counting.in_fen);
    let instead = if counted { "A game whose FEN has `-` in place of a limit is" } else { "The game is" };
    format!(
        "{instead} drawn after {} {unit} of each side without a capture{progress}.{except}",
        def.rules.move_limit
    )
}

/// Endings that must be won in time.
fn counts(def: &VariantDef, counting: &CountingRule) -> Vec<String> {
    let pawn = joined(&all_names(def, |piece| piece.promotion.is_some()), "or");
    let king = royals(def);
    let mut lines = Vec::new();
    if counting.pawnless > 0 {
        let limit = counting.pawnless;
        lines.push(format!(
            "When there is no {pawn} left, the game must be won within {limit} moves of each \
            side, or it is drawn."
        ));
    }
    if !counting.bare.is_empty() {
        let (others, limits): (Vec<&BareLimit>, Vec<&BareLimit>) =
            counting.bare.iter().partition(|limit| limit.roles.is_empty());
        let mut limits: Vec<String> =
            limits.iter().map(|limit| format!("{} with {}", limit.moves, men(def, &limit.roles))).collect();
        limits.extend(others.iter().map(|limit| format!("{} with other pieces", limit.moves)));
        let from = match counting.from {
            CountFrom::Zero => "",
            CountFrom::Men => ", and the count begins with the number of pieces on the board",
        };
        let before = match counting.with_pawns {
            0 => format!("once there is no {pawn} left"),
            limit => {
                format!("within {limit} moves of each side while there is a {pawn} when it comes to that")
            }
        };
        let otherwise = if counting.with_pawns > 0 { ", otherwise" } else { ":" };
        lines.push(format!(
            "Against a side that has nothing but its {king} the game must be won in time, {before}{otherwise} within {} moves of each \
             side, the least that applies to the side that has moved{from}.",
            joined(&limits, "or")
        ));
    }
    if counting.in_fen {
        lines.push(
            "A FEN has the limit in place of the square passed (0 while nothing is counted) and the count in place of the \
             clock, both in plies."
                .to_owned(),
        );
    }
    lines
}

/// `two Ruas`, `a Khon and a Met`.
fn men(def: &VariantDef, roles: &[char]) -> String {
    let name = |role: char| {
        let mut pieces = def.sides.iter().flat_map(|side| &side.pieces);
        pieces.find(|piece| piece.role == role).map_or_else(|| role.to_string(), |piece| piece.name.clone())
    };
    let mut seen: Vec<char> = roles.to_vec();
    seen.dedup();
    let group = |&role: &char| match roles.iter().filter(|&&other| other == role).count() {
        1 => with_article(&name(role)),
        2 => format!("two {}s", name(role)),
        many => format!("{many} {}s", name(role)),
    };
    joined(&seen.iter().map(group).collect::<Vec<_>>(), "and")
}

fn royals(def: &VariantDef) -> String {
    joined(&all_names(def, |piece| piece.royal), "or")
}

/// The names of the pieces that are meant, each once.
fn all_names(def: &VariantDef, is_meant: fn(&PieceDef) -> bool) -> Vec<String> {
    names(def, Color::ALL, is_meant)
}

/// The moves that prove no progress: a move of a Pawn by `msW`, which it has on ranks 5-8.
fn keeping(def: &VariantDef) -> Vec<String> {
    let mut lines = Vec::new();
    for &whose in Whose::of(def) {
        for piece in &def.sides[whose.color().index()].pieces {
            for zone in piece.zones.iter().filter(|zone| zone.keeps_clock) {
                let line = format!(
                    "a move of {} by `{}`, which it has on {}",
                    with_article(&piece.name),
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
