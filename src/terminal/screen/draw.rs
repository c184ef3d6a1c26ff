//! The whole screen: title, board, the panel beside or below it, the input line, and lists on top.

use std::time::Instant;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position as At, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, List, ListState, Paragraph, StatefulWidget, Widget};

use super::super::sign;
use super::app::{App, Over};
use super::board::{BoardView, Seen, cells};
use super::menu::Menu;
use super::paint::{Paint, message_rows, rows_of};
use crate::base::text::one_line;
use crate::rules::game::KindId;
use crate::rules::geometry::{Color, Square};
use crate::session::play::{self, Chosen, Key, Session, TABLE, WrittenPly, line_of};
use crate::session::{Skill, Task, Thinking};

/// Columns that the panel needs beside the board.
const PANEL: u16 = 24;
/// Rows that the panel needs below the board.
const BELOW: u16 = 8;

pub fn screen(app: &mut App, paint: Paint, now: Instant, frame: &mut Frame) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    let (title, id) = app.session.title();
    let foot = foot(app, paint, area);
    let parts = [Constraint::Length(1), Constraint::Min(0), Constraint::Length(cells(foot.len()))];
    let [head, middle, below] = Layout::vertical(parts).areas(area);
    Line::styled(format!("{title}  {id}"), Paint::TITLE).render(head, buffer);
    if let Some(reason) = app.session.keeper.unsaved() {
        let line = Line::styled(format!("  NOT SAVED: {}", one_line(reason)), paint.fault());
        let width = cells(line.width()).min(head.width);
        line.render(Rect { x: head.right() - width, width, ..head }, buffer);
    }
    let panel = draw_board(app, paint, middle, buffer);
    app.hands = draw_panel(app, now, panel, buffer);
    Paragraph::new(foot).render(below, buffer);
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
        Line::styled(need, paint.fault()).render(area, buffer);
        return Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    };
    let view = view.at(At::new(area.x, area.y));
    let piece = |square| piece_on(app, square, paint);
    let focus = |square| app.focus(square);
    view.draw(&shape, &Seen { piece: &piece, focus: &focus }, paint, buffer);
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
    let near = if session.view.flipped { Color::Black } else { Color::White };
    let [top, bottom] = [!near, near];
    let (room, width) = (usize::from(area.height), usize::from(area.width));
    let state = session.ended().unwrap_or_else(|| format!("{}.", play::turn(session.position())));
    let state = message_rows(&state, width);
    let thoughts = rows_of(&thoughts(session), width);
    let shown = thoughts.len().min(room.saturating_sub(5 + state.len()).max(2));
    let moves_height = room.saturating_sub(4 + state.len() + shown);
    let line = |side| Line::styled(player(session, side, now, width), name_style(session, side));
    let mut hands = Vec::new();
    let mut lines = vec![line(top)];
    lines.push(pieces(app, top, Rect { y: area.y + 1, ..area }, &mut hands));
    let (moves, at) = moves(session, width);
    let from = at.saturating_sub(moves_height.saturating_sub(1));
    lines.extend(moves.into_iter().skip(from).take(moves_height));
    lines.resize(2 + moves_height, Line::default());
    lines.push(pieces(app, bottom, Rect { y: area.y + cells(lines.len()), ..area }, &mut hands));
    lines.push(line(bottom));
    lines.extend(state.into_iter().map(|line| Line::styled(line, Paint::TITLE)));
    lines.extend(thoughts.into_iter().take(shown).map(|line| Line::styled(line, Paint::FAINT)));
    Paragraph::new(lines).render(area, buffer);
    hands.retain(|(place, _)| place.y < area.bottom());
    hands
}

/// The pieces that a side has in hand, each type with its number, and where they are in the row; in games
/// without hands, its lost pieces.
fn pieces(app: &App, side: Color, row: Rect, places: &mut Vec<(Rect, KindId)>) -> Line<'static> {
    let Some(held) = play::in_hand(app.session.position(), side) else {
        return Line::styled(captured(&app.session, side), Paint::FAINT);
    };
    let none = if held.is_empty() { " nothing" } else { "" };
    let mut line = Line::from(Span::styled(format!("  in hand:{none}"), Paint::FAINT));
    for (kind, count) in held {
        let mut text = sign(app.session.view.unicode, app.session.position().game().kind(kind), false);
        if count > 1 {
            text += &count.to_string();
        }
        line.push_span(" ");
        let is_chosen = app.chosen == Some(Chosen::InHand(kind));
        let span = Span::styled(text, if is_chosen { Paint::CHOSEN } else { Paint::TITLE });
        let x = row.x + cells(line.width());
        let width = cells(span.width()).min(row.right().saturating_sub(x));
        places.push((Rect { x, width, height: 1, ..row }, kind));
        line.push_span(span);
    }
    line
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

/// The moves in rows, and the row after which the position on the board is.
fn moves(session: &Session, width: usize) -> (Vec<Line<'static>>, usize) {
    let played = session.core.record.moves().count();
    let course = session.course();
    let column = (width.saturating_sub(5) / 2).clamp(7, 16);
    // A turn may have two moves of a side, or begin with Black's.
    let same_turn = |a: &WrittenPly, b: &WrittenPly| a.number == b.number;
    let (mut lines, mut seen, mut reached) = (Vec::new(), 0, 0);
    for turn in course.plies().chunk_by(same_turn) {
        let of = |side| {
            let own = turn.iter().filter(|ply| ply.side == side).map(|ply| ply.san.as_str());
            own.collect::<Vec<_>>().join(" ")
        };
        let number = turn.first().map_or(0, |ply| ply.number);
        let text = format!("{number:>3}. {:column$} {}", of(Color::White), of(Color::Black));
        let is_here = (seen + 1..=seen + turn.len()).contains(&played);
        reached = if is_here { lines.len() } else { reached };
        lines.push(if is_here { Line::styled(text, Paint::TITLE) } else { Line::from(text) });
        seen += turn.len();
    }
    (lines, reached)
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
            let score = report.score.text_for_white(thinking.position.side());
            format!("d{} {score} {}", report.depth, line_of(&thinking.position, &report.pv))
        })
        .collect();
    if lines.is_empty() && session.core.task().is_some() {
        lines.push("thinking ...".to_string());
    }
    lines
}

/// The message and the input line, with the most useful keys.
fn foot(app: &App, paint: Paint, area: Rect) -> Vec<Line<'static>> {
    let mut rows = message_rows(&app.message.0, usize::from(area.width));
    // Not so many that they hide the board.
    rows.truncate(usize::from(area.height / 4).max(1));
    let style = if app.message.1 { paint.fault() } else { Style::new() };
    let line = format!("> {}", app.input);
    let hint = if app.input.is_empty() {
        keys(usize::from(area.width).saturating_sub(line.chars().count() + 3))
    } else {
        app.session.completions(&app.input).join(" ")
    };
    let typed = [Span::styled(line, Paint::TITLE), Span::raw("   "), Span::styled(hint, Paint::FAINT)];
    rows.into_iter().map(|line| Line::styled(line, style)).chain([Line::from_iter(typed)]).collect()
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

/// A text of at most this many columns, with a sign that something is missing.
fn shortened(text: String, width: usize) -> String {
    if text.chars().count() <= width {
        return text;
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// Draws a list. Returns its area and its first item shown.
fn draw_menu(menu: &Menu, session: &Session, area: Rect, buffer: &mut Buffer) -> (Rect, usize) {
    let label_width = menu.items.iter().map(|item| item.label.chars().count()).max().unwrap_or(0).min(30);
    let texts: Vec<String> = menu
        .items
        .iter()
        .map(|item| one_line(&format!(" {:label_width$}  {}", item.label, item.about)))
        .collect();
    let columns = longest(texts.iter());
    let width = usize::from(area.width).saturating_sub(2);
    // If items are cut off, the whole item under the cursor is shown below the list.
    let about = menu.item().filter(|_| columns > width).map(|item| item.about.clone());
    let details: Vec<String> = about.into_iter().chain(menu.details(session)).collect();
    let texts: Vec<String> = texts.into_iter().map(|text| shortened(text, width)).collect();
    let details = rows_of(&details, width.saturating_sub(2));
    let rows = menu.items.len() + if details.is_empty() { 0 } else { details.len() + 1 };
    let size = (columns.max(longest(details.iter()) + 2), rows.max(1));
    let inner = frame_for(&menu.heading(), size, area, buffer);
    let detailed = details.len().min(usize::from(inner.height) / 2);
    let listed = usize::from(inner.height).saturating_sub(if detailed > 0 { detailed + 1 } else { 0 }).max(1);
    let first = menu.at.saturating_sub(listed - 1);
    let mut state = ListState::default().with_offset(first).with_selected(Some(menu.at));
    let list = List::new(texts).highlight_style(Paint::CHOSEN);
    StatefulWidget::render(
        list,
        Rect { height: cells(listed).min(inner.height), ..inner },
        buffer,
        &mut state,
    );
    let details = details.iter().take(detailed).map(|line| Line::styled(format!(" {line}"), Paint::FAINT));
    let below = Rect { y: inner.y + cells(listed) + 1, height: cells(detailed), ..inner };
    Paragraph::new(details.collect::<Vec<_>>()).render(below, buffer);
    let whole = Rect { y: inner.y.saturating_sub(1), height: inner.height + 2, ..inner };
    (whole, first)
}

/// Draws a text. Returns its area.
fn draw_page(title: &str, lines: &[String], from: usize, area: Rect, buffer: &mut Buffer) -> Rect {
    let width = usize::from(area.width).saturating_sub(2);
    let rows = rows_of(lines, longest(lines.iter()).min(width));
    let inner = frame_for(title, (longest(rows.iter()), rows.len() + 1), area, buffer);
    let room = usize::from(inner.height.saturating_sub(1));
    let more = rows.len() > from + room;
    let foot = if more { "Arrow keys or PgDn for more, Esc to go back" } else { "Esc to go back" };
    let [text, below] = Layout::vertical([Constraint::Min(0), Constraint::Length(1)]).areas(inner);
    let shown = rows.into_iter().skip(from).take(room).map(Line::from);
    Paragraph::new(shown.collect::<Vec<_>>()).render(text, buffer);
    Line::styled(foot, Paint::FAINT).render(below, buffer);
    Rect { y: inner.y.saturating_sub(1), height: inner.height + 2, ..inner }
}

/// How the piece on a square is shown, or a wall.
fn piece_on(app: &App, square: Square, paint: Paint) -> Option<(String, Color)> {
    let position = app.session.position();
    if position.walls().any(|wall| wall == square) {
        return Some(("*".to_string(), Color::Black));
    }
    let kind = position.game().kind(position.kind_at(square)?);
    Some((sign(app.session.view.unicode, kind, paint == Paint::Colors), kind.color))
}
