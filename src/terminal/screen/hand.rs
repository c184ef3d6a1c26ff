//! The pieces in hand, beside the board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::figures;
use super::app::App;
use super::board::cells;
use super::paint::Paint;
use crate::rules::game::KindId;
use crate::rules::geometry::Color;
use crate::session::play::Chosen;

/// The label before the pieces.
const LABEL: &str = "  in hand:";

/// Draws a side's hand into a row, each type of piece with its number, and returns where each one is;
/// `None` in a game without hands.
pub fn draw(app: &App, side: Color, row: Rect, buffer: &mut Buffer) -> Option<Vec<(Rect, KindId)>> {
    let held = app.session.in_hand(side)?;
    let mut x = row.x;
    let mut put = |text: &str, style| {
        let width = cells(text.chars().count()).min(row.right().saturating_sub(x));
        let place = Rect { x, width, height: 1, ..row };
        buffer.set_stringn(x, row.y, text, usize::from(width), style);
        x += width;
        place
    };
    let none = if held.is_empty() { " nothing" } else { "" };
    put(&format!("{LABEL}{none}"), Paint::FAINT);
    let mut places = Vec::new();
    for (kind, count) in held {
        let mut text = figures::sign(app.session.unicode, app.session.position().game().kind(kind), false);
        if count > 1 {
            text += &count.to_string();
        }
        put(" ", Paint::FAINT);
        let is_chosen = app.chosen == Some(Chosen::InHand(kind));
        let place = put(&text, if is_chosen { Paint::CHOSEN } else { Paint::TITLE });
        places.push((place, kind));
    }
    Some(places)
}
