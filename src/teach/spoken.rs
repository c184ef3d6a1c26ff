//! Moves in words, for listening.

use super::words::{joined, with_article};
use crate::rules::position::{Move, Position};

/// A legal move in words, without its number: `pawn from e2 to e4`, `knight on f3 captures the pawn on
/// e5, check`.
pub fn spoken(position: &Position, m: Move) -> String {
    let (game, shape) = (position.game(), &position.game().shape);
    let Some(mover) = position.mover(m) else { return position.move_text(m) };
    let (name, from, to) = (game.kind(mover).spoken(), shape.name(m.from()), shape.name(m.to()));
    let victims = victims(position, m);
    let mut text = if m.dropped().is_some() {
        format!("{name} dropped on {to}")
    } else if m.is_castling() {
        format!("castling, the {name} from {from} to {to}")
    } else if victims.is_empty() && m.from() == m.to() {
        format!("pass, the {name} stays on {to}")
    } else if victims.is_empty() {
        format!("{name} from {from} to {to}")
    } else {
        let ends = !victims.iter().any(|victim| victim.ends_with(&format!(" on {to}")));
        let end = if ends { format!(" and ends on {to}") } else { String::new() };
        format!("{name} on {from} captures {}{end}", joined(&victims, "and"))
    };
    if let Some(kind) = m.promotion() {
        text.extend([", which becomes ", &with_article(&game.kind(kind).spoken())]);
    }
    let mut after = position.clone();
    after.make(m);
    match after.outcome() {
        Some(end) => text.extend([", ", &end.reason.to_string()]),
        None if after.in_check() && after.side() != position.side() => text += ", check",
        None => {}
    }
    text
}

/// The pieces that a move captures, in its order, with their squares: `the pawn on e5`.
pub(super) fn victims(position: &Position, m: Move) -> Vec<String> {
    let game = position.game();
    let on_the_way = m.victims(position.game()).iter().copied();
    let mut squares: Vec<_> = on_the_way.filter(|&square| position.kind_at(square).is_some()).collect();
    squares.extend(
        position
            .captured(m)
            .map(|victim| victim.square)
            .filter(|square| !m.victims(position.game()).contains(square)),
    );
    let named = |square| {
        let kind = position.kind_at(square)?;
        Some(format!("the {} on {}", game.kind(kind).spoken(), game.shape.name(square)))
    };
    squares.into_iter().filter_map(named).collect()
}
