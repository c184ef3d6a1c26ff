//! The whole screen: title, board, the panel beside or below it, the input line, and lists on top.

use std::time::Instant;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position as At, Rect};
use ratatui::style::Style;
use ratatui::widgets::{Block, Clear, Widget};

use super::super::sign;
use super::app::{App, Over};
use super::board::{BoardView, Seen, cells};
use super::menu::Menu;
use super::paint::{Paint, message_rows, rows_of};
use crate::base::text::safe;
use crate::rules::game::KindId;
use crate::rules::geometry::{Color, Square};
use crate::session::play::{self, Chosen, Key, Session, TABLE, line_of, moves_of, score_for_white};
use crate::session::{Skill, Task, Thinking};

/// Columns that the panel needs beside the board.
const PANEL: u16 = 24;
/// Rows that the panel needs below the board.
const BELOW: u16 = 8;
/// The label before the pieces.
const IN_HAND: &str = "  in hand:";

pub fn screen(app: &mut App, paint: Paint, now: Instant, frame: &mut Frame) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    let (title, id) = app.session.title();
    put(buffer, area, 0, &format!("{title}  {id}"), Paint::TITLE);
    if let Some(reason) = app.session.unsaved() {
        put_right(buffer, area, &format!("  NOT SAVED: {}", safe(reason, '?')), paint.fault());
    }
    let foot = cells(foot_rows(app, area).len()) + 1;
    let middle = Rect { y: area.y + 1, height: area.height.saturating_sub(1 + foot), ..area };
    let panel = draw_board(app, paint, middle, buffer);
    app.hands = draw_panel(app, now, panel, buffer);
    draw_foot(app, paint, area, buffer);
    match &app.over {
        Over::Menu(menu) => app.popup = draw_menu(menu, &app.session, area, buffer),
        Over::Page { title, lines, from } => {
            app.popup = (draw_page(title, lines, *from, area, buffer), *from);
        }
        Over::Nothing => {
            if area.height > 1 {
                let x = (2 + cells(app.input.chars().count())).min(area.width.saturating_sub(1));
                frame.set_cursor_position(At::new(area.x + x, area.bottom() - 1));
            }
        }
    }
}

/// Text in a row of an area, cut off at its width.
fn put(buffer: &mut Buffer, area: Rect, row: u16, text: &str, style: Style) {
    if row < area.height {
        buffer.set_stringn(area.x, area.y + row, text, usize::from(area.width), style);
    }
}

/// Text at the right end of the first row, cut off at its width.
fn put_right(buffer: &mut Buffer, area: Rect, text: &str, style: Style) {
    let width = cells(text.chars().count()).min(area.width);
    put(buffer, Rect { x: area.right() - width, width, ..area }, 0, text, style);
}

/// Draws the board if there is room for it, and returns the rest of the area.
fn draw_board(app: &mut App, paint: Paint, area: Rect, buffer: &mut Buffer) -> Rect {
    let session = &app.session;
    let shape = session.position().game().shape.clone();
    let picture = session.picture(app.chosen);
    let lying = picture.layout.is_lying();
    let (beside, below) = if lying { (0, BELOW) } else { (PANEL, 0) };
    let view = BoardView::fitting(
        picture.clone(),
        &shape,
        area.width.saturating_sub(beside),
        area.height.saturating_sub(below),
    )
    .or_else(|| BoardView::fitting(picture, &shape, area.width, area.height));
    let Some(view) = view else {
        app.board = None;
        let need = "The board needs a larger window. You can still type moves.";
        put(buffer, area, 0, need, paint.fault());
        return Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    };
    let view = view.at(At::new(area.x, area.y));
    let man = |square| man_on(app, square, paint);
    let focus = |square| app.focus(square);
    view.draw(&shape, &Seen { man: &man, focus: &focus }, paint, buffer);
    let (width, height) = view.extent();
    app.board = Some(view);
    if lying {
        Rect { y: area.y + height, height: area.height.saturating_sub(height), ..area }
    } else {
        let taken = (width + 2).min(area.width);
        Rect { x: area.x + taken, width: area.width - taken, ..area }
    }
}

/// Draws the players with their clocks and hands, the moves between them, and the engine's thinking.
/// Records where the pieces in hand are.
fn draw_panel(app: &App, now: Instant, area: Rect, buffer: &mut Buffer) -> Vec<(Rect, KindId)> {
    let session = &app.session;
    let near = if session.flipped { Color::Black } else { Color::White };
    let [top, bottom] = [!near, near];
    let (room, width) = (usize::from(area.height), usize::from(area.width));
    let state = session.ended().unwrap_or_else(|| format!("{}.", session.turn()));
    let state = message_rows(&state, width);
    let thoughts = rows_of(&thoughts(session), width);
    let shown = thoughts.len().min(room.saturating_sub(5 + state.len()).max(2));
    let moves_height = room.saturating_sub(4 + state.len() + shown);
    put(buffer, area, 0, &player(session, top, now, width), name_style(session, top));
    let mut hands = draw_pieces(app, top, area, 1, buffer);
    let moves = moves(session, width);
    let from = moves.1.saturating_sub(moves_height.saturating_sub(1));
    for (row, (line, current)) in moves.0.iter().skip(from).take(moves_height).enumerate() {
        let style = if *current { Paint::TITLE } else { Style::new() };
        put(buffer, area, 2 + cells(row), line, style);
    }
    let base = 2 + cells(moves_height);
    hands.extend(draw_pieces(app, bottom, area, base, buffer));
    put(buffer, area, base + 1, &player(session, bottom, now, width), name_style(session, bottom));
    for (row, line) in state.iter().enumerate() {
        put(buffer, area, base + 2 + cells(row), line, Paint::TITLE);
    }
    let base = base + 2 + cells(state.len());
    for (row, line) in thoughts.iter().take(shown).enumerate() {
        put(buffer, area, base + cells(row), line, Paint::FAINT);
    }
    hands
}

/// The pieces that a side has in hand and where they are; in games without hands, its lost pieces.
fn draw_pieces(app: &App, side: Color, area: Rect, row: u16, buffer: &mut Buffer) -> Vec<(Rect, KindId)> {
    if row >= area.height {
        return Vec::new();
    }
    let line = Rect { y: area.y + row, height: 1, ..area };
    draw_hand(app, side, line, buffer).unwrap_or_else(|| {
        put(buffer, area, row, &captured(&app.session, side), Paint::FAINT);
        Vec::new()
    })
}

fn name_style(session: &Session, side: Color) -> Style {
    let moves = session.ended().is_none() && session.position().side() == side;
    if moves { Paint::TITLE } else { Style::new() }
}

/// A player with the clock. In a narrow panel the engine is shown only by its level.
fn player(session: &Session, side: Color, now: Instant, width: usize) -> String {
    let clock = session.clock(side, now).map_or_else(String::new, |left| format!("  {}", play::shown(left)));
    let moves = session.ended().is_none() && session.position().side() == side;
    let mark = if moves { '>' } else { ' ' };
    let name = session.player(side);
    let room = width.saturating_sub(format!("{mark} {side}: {clock}").len());
    let name = if name.len() > room { name.strip_prefix("Fibnif, ").unwrap_or(&name) } else { &name };
    format!("{mark} {side}: {name}{clock}")
}

/// The lost pieces of a side.
fn captured(session: &Session, side: Color) -> String {
    let [white, black] = session.captured();
    let gone = if side == Color::White { white } else { black };
    if gone.is_empty() { String::new() } else { format!("  lost: {}", gone.join("")) }
}

/// The moves in rows, each with whether the position on the board is after it, and the row of the current
/// one.
fn moves(session: &Session, width: usize) -> (Vec<(String, bool)>, usize) {
    let played = session.core.record.moves().count();
    let all = session.core.record.moves().chain(session.ahead().iter().rev().copied());
    let rows = moves_of(session.core.record.start(), all);
    let reached = moves_of(session.core.record.start(), session.core.record.moves()).len();
    let column = (width.saturating_sub(5) / 2).clamp(7, 16);
    let lines = rows.iter().enumerate().map(|(row, (number, [white, black]))| {
        let text = format!("{number:>3}. {white:column$} {black}");
        (text, played > 0 && row + 1 == reached)
    });
    (lines.collect(), reached.saturating_sub(1))
}

/// The engine's thinking, one line each.
fn thoughts(session: &Session) -> Vec<String> {
    // A weakened engine does not mean what it thinks while it looks for its move.
    let honest =
        |thinking: &&Thinking| thinking.task != Task::Move || session.core.settings.skill == Skill::FULL;
    let thinking = session.core.thinking().filter(honest);
    if thinking.is_none() && session.core.task().is_some() {
        return vec!["thinking ...".to_string()];
    }
    let Some(thinking) = thinking else { return Vec::new() };
    let mut lines: Vec<String> = thinking
        .lines
        .all()
        .iter()
        .take(if session.core.task() == Some(Task::Analysis) { usize::MAX } else { 1 })
        .map(|report| {
            let score = score_for_white(&thinking.position, report);
            format!("d{} {score} {}", report.depth, line_of(&thinking.position, &report.pv))
        })
        .collect();
    if lines.is_empty() && session.core.task().is_some() {
        lines.push("thinking ...".to_string());
    }
    lines
}

/// The message and the input line, with the most useful keys.
fn draw_foot(app: &App, paint: Paint, area: Rect, buffer: &mut Buffer) {
    if area.height < 3 {
        return;
    }
    let row = area.height - 1;
    let style = if app.message.1 { paint.fault() } else { Style::new() };
    for (above, line) in (1..=row).zip(foot_rows(app, area).iter().rev()) {
        put(buffer, area, row - above, line, style);
    }
    let line = format!("> {}", app.input);
    put(buffer, area, row, &line, Paint::TITLE);
    let hint = if app.input.is_empty() {
        keys(usize::from(area.width).saturating_sub(line.chars().count() + 3))
    } else {
        app.session.completions(&app.input).join(" ")
    };
    let used = cells(line.chars().count()) + 3;
    if used < area.width {
        let rest = Rect { x: area.x + used, width: area.width - used, ..area };
        put(buffer, rest, row, &hint, Paint::FAINT);
    }
}

/// After how many other keys that of the menu is left out.
const MENU: u8 = 5;

/// As many keys as fit into this many columns.
fn keys(width: usize) -> String {
    let mut keys: Vec<(Key, u8, &str)> =
        TABLE.iter().filter_map(|action| Some((action.key?, action.foot?, action.name()))).collect();
    keys.sort();
    let from = |least: u8| {
        let kept = keys.iter().filter(|key| key.1 >= least).map(|(key, _, name)| format!("{key} {name}"));
        let menu = (MENU >= least).then(|| "Tab menu".to_string());
        menu.into_iter().chain(kept).collect::<Vec<_>>().join("  ")
    };
    (0..=MENU + 1).map(from).find(|text| text.len() <= width).unwrap_or_default()
}

/// The message in rows of the screen, but not so many that they hide the board.
fn foot_rows(app: &App, area: Rect) -> Vec<String> {
    let mut rows = message_rows(&app.message.0, usize::from(area.width));
    rows.truncate(usize::from(area.height / 4).max(1));
    rows
}

/// Draws a frame in the middle of the screen for a text of this many columns and rows. Returns the area
/// inside.
fn frame_for(title: &str, (columns, rows): (usize, usize), area: Rect, buffer: &mut Buffer) -> Rect {
    let height = (cells(rows)).saturating_add(2).min(area.height);
    let width = cells(columns.max(title.chars().count() + 2)).saturating_add(2).max(82).min(area.width);
    let popup =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    Clear.render(popup, buffer);
    let block = Block::bordered().title(format!(" {title} ")).title_style(Paint::TITLE);
    let inner = block.inner(popup);
    block.render(popup, buffer);
    inner
}

fn longest<'a>(lines: impl Iterator<Item = &'a String>) -> usize {
    lines.map(|line| line.chars().count()).max().unwrap_or(0)
}

/// Draws a list. Returns its area and its first item shown.
fn draw_menu(menu: &Menu, session: &Session, area: Rect, buffer: &mut Buffer) -> (Rect, usize) {
    let label_width = menu.items.iter().map(|item| item.label.chars().count()).max().unwrap_or(0).min(30);
    let texts: Vec<String> = menu
        .items
        .iter()
        .map(|item| safe(&format!(" {:label_width$}  {}", item.label, item.about), '?'))
        .collect();
    let columns = longest(texts.iter());
    let width = usize::from(area.width).saturating_sub(2);
    // If items are cut off, the whole item under the cursor is shown below the list.
    let about = menu.item().filter(|_| columns > width).map(|item| item.about.clone());
    let details: Vec<String> = about.into_iter().chain(menu.details(session)).collect();
    let details = rows_of(&details, width.saturating_sub(2));
    let rows = menu.items.len() + if details.is_empty() { 0 } else { details.len() + 1 };
    let size = (columns.max(longest(details.iter()) + 2), rows.max(1));
    let inner = frame_for(&menu.heading(), size, area, buffer);
    let told = details.len().min(usize::from(inner.height) / 2);
    let listed = usize::from(inner.height).saturating_sub(if told > 0 { told + 1 } else { 0 }).max(1);
    let first = menu.at.saturating_sub(listed - 1);
    for (row, (index, text)) in texts.iter().enumerate().skip(first).take(listed).enumerate() {
        let style = if index == menu.at { Paint::CHOSEN } else { Style::new() };
        let width = usize::from(inner.width);
        put(buffer, inner, cells(row), &format!("{text:width$}"), style);
    }
    for (row, line) in details.iter().take(told).enumerate() {
        put(buffer, inner, cells(listed + 1 + row), &format!(" {line}"), Paint::FAINT);
    }
    let whole = Rect { y: inner.y.saturating_sub(1), height: inner.height + 2, ..inner };
    (whole, first)
}

/// Draws a text. Returns its area.
fn draw_page(title: &str, lines: &[String], from: usize, area: Rect, buffer: &mut Buffer) -> Rect {
    let width = usize::from(area.width).saturating_sub(2);
    let rows = rows_of(lines, longest(lines.iter()).min(width));
    let inner = frame_for(title, (longest(rows.iter()), rows.len() + 1), area, buffer);
    let room = usize::from(inner.height.saturating_sub(1));
    for (row, line) in rows.iter().skip(from).take(room).enumerate() {
        put(buffer, inner, cells(row), line, Style::new());
    }
    let more = rows.len() > from + room;
    let foot = if more { "Arrow keys or PgDn for more, Esc to go back" } else { "Esc to go back" };
    put(buffer, inner, inner.height.saturating_sub(1), foot, Paint::FAINT);
    Rect { y: inner.y.saturating_sub(1), height: inner.height + 2, ..inner }
}

/// How the piece on a square is shown.
fn man_on(app: &App, square: Square, paint: Paint) -> Option<(String, Color)> {
    let position = app.session.position();
    let kind = position.game().kind(position.kind_at(square)?);
    Some((sign(app.session.unicode, kind, paint == Paint::Colors), kind.color))
}

/// Draws a side's hand into a row, each type of piece with its number, and returns where each one is;
/// `None` in a game without hands.
fn draw_hand(app: &App, side: Color, row: Rect, buffer: &mut Buffer) -> Option<Vec<(Rect, KindId)>> {
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
    put(&format!("{IN_HAND}{none}"), Paint::FAINT);
    let mut places = Vec::new();
    for (kind, count) in held {
        let mut text = sign(app.session.unicode, app.session.position().game().kind(kind), false);
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
