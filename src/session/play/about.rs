//! Sentences about a position: whose turn it is, its squares, its pieces and its moves.

use super::voice::Note;
use crate::rules::game::{Game, Kind, KindId};
use crate::rules::geometry::{Color, Shape, Square};
use crate::rules::pgn::san;
use crate::rules::position::{Move, Position};
use crate::rules::variant::VariantDef;
use crate::teach;

/// Whose turn it is, in a sentence.
pub fn turn(position: &Position) -> String {
    let side = position.side();
    let mut text = format!("{side} to move");
    let colors = position.rest_of_turn().colors.filter(|colors| !colors.is_empty()).map(|colors| {
        let names: Vec<String> = colors.iter().map(|color| color.to_string()).collect();
        format!(" on the {} squares", names.join(" and the "))
    });
    text.push_str(&colors.unwrap_or_default());
    if position.in_check() {
        text.push_str(", in check");
    }
    if !position.closed_colors().is_empty() {
        let names: Vec<String> = position.closed_colors().iter().map(|color| color.to_string()).collect();
        text.extend(["; the ", &names.join(" and the "), " squares are closed"]);
    }
    text
}

/// The pieces a side has in hand, with their numbers; `None` in a game without hands.
pub fn in_hand(position: &Position, side: Color) -> Option<Vec<(KindId, u8)>> {
    position.game().hands.as_ref().map(|_| position.in_hand().of(side).collect())
}

/// The pages about the pieces with a letter or a name.
pub(super) fn pages_of(game: &Game, what: &str) -> Vec<Note> {
    let meant = |kind: &&Kind| !kind.foreign && is_called(kind, &game.def, what);
    let exact = |kind: &&Kind| kind.sign() == what;
    let mut kinds: Vec<&Kind> = game.kinds.iter().filter(meant).collect();
    // A capital letter names White's piece if both sides have one.
    if kinds.iter().any(exact) {
        kinds.retain(exact);
    }
    kinds.truncate(2);
    if let [first, second] = kinds.as_slice()
        && first.name == second.name
    {
        kinds.truncate(1);
    }
    kinds
        .into_iter()
        .filter_map(|kind| {
            let piece = game.def.sides.get(kind.piece.0.index())?.pieces.get(kind.piece.1)?;
            let whose = if game.def.sides.first()?.army == game.def.sides.last()?.army {
                String::new()
            } else {
                format!(" of {}", kind.color)
            };
            let title = format!("{} ({}){whose}: {}", kind.name, kind.sign(), kind.betza);
            Some(Note::Page(title, teach::game::piece_lines(piece, &game.shape, kind.color)))
        })
        .collect()
}

/// The square with a name, or a refusal.
pub(super) fn square_named(shape: &Shape, name: &str) -> Result<Square, String> {
    let lower = name.to_ascii_lowercase();
    shape.parse_square(&lower).ok_or_else(|| format!("`{name}` is not a square of this board"))
}

/// Moves in short notation, sorted.
pub(super) fn written(position: &Position, moves: &[Move]) -> String {
    let mut names: Vec<String> = moves.iter().map(|&m| san::write(position, m)).collect();
    names.sort();
    names.join(" ")
}

/// Moves in words, each in a line.
pub(super) fn spoken(position: &Position, moves: &[Move]) -> Vec<String> {
    let line = |&m: &Move| format!("{}: {}", san::write(position, m), teach::spoken(position, m));
    let mut lines: Vec<String> = moves.iter().map(line).collect();
    lines.sort();
    lines
}

/// The squares of a piece, or of all pieces, one line for each type; or why there are none.
pub(super) fn places(position: &Position, what: &str) -> Result<Vec<String>, String> {
    let game = position.game();
    let fits = |kind: &Kind| what.is_empty() || is_called(kind, &game.def, what);
    if !game.kinds.iter().any(fits) {
        return Err(unknown(game, what));
    }
    let mut lines = Vec::new();
    for side in Color::ALL {
        let mut here: Vec<(KindId, Square)> = position.pieces(side).collect();
        here.sort_by_key(|piece| (piece.0.index(), piece.1));
        for kind in game.kind_ids().filter(|&id| fits(game.kind(id))) {
            let on = here.iter().filter(|piece| piece.0 == kind);
            let mut squares: Vec<String> = on.map(|piece| game.shape.name(piece.1)).collect();
            let held = position.in_hand().of(side).find(|held| held.0 == kind);
            squares.extend(held.map(|(_, count)| held_words(count)));
            let kind = game.kind(kind);
            if !squares.is_empty() {
                lines.push(format!("{side}'s {} ({}): {}", kind.name, kind.sign(), squares.join(" ")));
            }
        }
    }
    if lines.is_empty() {
        let or_in_hand = if game.hands.is_some() { " or in hand" } else { "" };
        lines.push(format!("There is no {what} on the board{or_in_hand}."));
    }
    Ok(lines)
}

/// The refusal of an unknown piece, with those that the game has.
pub(super) fn unknown(game: &Game, what: &str) -> String {
    let kinds = game.kinds.iter().filter(|kind| !kind.foreign);
    let names: Vec<String> = kinds.map(|kind| format!("{} {}", kind.sign(), kind.name)).collect();
    format!("`{what}` is not a piece of this game: {}", names.join(", "))
}

/// The number of pieces of a type in hand.
fn held_words(held: u8) -> String {
    if held == 1 { "in hand".to_owned() } else { format!("{held} in hand") }
}

/// Whether a text is the letter or the name (singular or plural) of a piece type, ignoring case.
fn is_called(kind: &Kind, def: &VariantDef, what: &str) -> bool {
    let is = |text: &str| kind.piece_of(def).is_called(text);
    let plural = what.strip_suffix('s').or_else(|| what.strip_suffix('S'));
    kind.sign().eq_ignore_ascii_case(what) || is(what) || plural.is_some_and(is)
}
