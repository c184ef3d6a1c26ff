//! What the person is doing: a state machine of keys and clicks.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position as At, Rect};

use super::board::BoardView;
use super::menu::{Act, Menu, Topic};
use super::paint::{Focus, rows_of};
use crate::rules::game::KindId;
use crate::rules::geometry::Square;
use crate::rules::position::Move;
use crate::session::Context;
use crate::session::play::{self, Chosen, Key, List, Note, Session};
use crate::teach::{self, Layout};

pub enum Over {
    /// Nothing: keys move the cursor and write.
    Nothing,
    /// A list to choose from.
    Menu(Menu),
    Page {
        title: String,
        lines: Vec<String>,
        from: usize,
    },
}

/// What an event requires besides changing the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    GoOn,
    Redraw,
    Suspend,
    Quit,
}

/// The state of the screen.
pub struct App {
    pub session: Session,
    pub input: String,
    pub over: Over,
    /// The last message, and whether it was a refusal.
    pub message: (String, bool),
    /// The cursor, if it is visible.
    pub cursor: Option<Square>,
    pub chosen: Option<Chosen>,
    /// The pieces in hand as last drawn.
    pub hands: Vec<(Rect, KindId)>,
    /// The board as last drawn.
    pub board: Option<BoardView>,
    /// Whether the lists shown at the start are closed, so that the engine may move.
    pub started: bool,
    /// Where the list or the page was last drawn, and its first item shown.
    pub popup: (Rect, usize),
}

impl App {
    /// The screen of a new game.
    pub fn new(session: Session) -> App {
        let saved = session.keeper.unfinished();
        let mut examples = teach::examples(session.position());
        examples.truncate(2);
        let examples =
            if examples.is_empty() { String::new() } else { format!(" ({})", examples.join(", ")) };
        let mut app = App {
            session,
            input: String::new(),
            over: Over::Nothing,
            message: (format!("Type a move{examples}, use arrow keys or mouse. Tab: menu."), false),
            cursor: None,
            chosen: None,
            hands: Vec::new(),
            board: None,
            started: false,
            popup: (Rect::ZERO, 0),
        };
        if let Some(game) = saved {
            app.open(Topic::Saved(game));
        } else if app.session.is_first_game {
            app.open(Topic::List(List::Levels));
        }
        app
    }

    fn open(&mut self, topic: Topic) {
        self.over = Over::Menu(Menu::new(topic, &self.session));
    }

    /// Processes the notes of the session; `false` if it wants to end.
    pub fn read_notes(&mut self) -> bool {
        let mut pages: Option<(String, Vec<String>)> = None;
        for note in self.session.take_notes() {
            match note {
                Note::Say(text) | Note::Over(text) => self.message = (text, false),
                Note::Fault(text) => self.message = (text, true),
                Note::Page(title, lines) => match &mut pages {
                    // Two pieces with the same letter are described in one text.
                    Some((_, all)) => {
                        all.extend([String::new(), title]);
                        all.extend(lines);
                    }
                    None => pages = Some((title, lines)),
                },
                Note::Board | Note::Draw => self.chosen = None,
                Note::Lines(_) => {}
                Note::Quit => return false,
            }
        }
        if let Some((title, lines)) = pages {
            // A page answers what was typed; a refusal before it is settled.
            if self.message.1 {
                self.message = (String::new(), false);
            }
            self.over = Over::Page { title, lines, from: 0 };
        }
        true
    }

    /// The highlight of a square.
    pub fn focus(&self, square: Square) -> Focus {
        if self.cursor == Some(square) {
            Focus::Cursor
        } else if self.chosen == Some(Chosen::On(square)) {
            Focus::Chosen
        } else {
            Focus::None
        }
    }

    /// Starts the game when no list is open.
    pub fn start(&mut self, context: &mut Context) {
        if !self.started && matches!(self.over, Over::Nothing) {
            self.started = true;
            self.session.start_playing(context);
        }
    }

    /// Handles a key, a click or a movement of the mouse.
    pub fn take(&mut self, event: &Event, context: &mut Context) -> Effect {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(*key, context),
            Event::Mouse(mouse) => {
                self.mouse(*mouse, context);
                Effect::GoOn
            }
            Event::Resize(..) => Effect::Redraw,
            _ => Effect::GoOn,
        }
    }

    fn press(&mut self, key: KeyEvent, context: &mut Context) -> Effect {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c' | 'd') => return Effect::Quit,
                KeyCode::Char('z') => return Effect::Suspend,
                KeyCode::Char('l') => return Effect::Redraw,
                _ => {}
            }
        }
        if key.code == KeyCode::F(10) {
            return Effect::Quit;
        }
        match std::mem::replace(&mut self.over, Over::Nothing) {
            Over::Menu(mut menu) if is_clear(key) => {
                menu.delete(true);
                self.over = Over::Menu(menu);
            }
            Over::Menu(menu) => self.press_in_menu(menu, key.code, context),
            Over::Page { title, lines, from } => self.press_in_page(title, lines, from, key.code),
            Over::Nothing => self.press_on_board(key, context),
        }
        Effect::GoOn
    }

    fn press_in_menu(&mut self, mut menu: Menu, code: KeyCode, context: &mut Context) {
        match code {
            KeyCode::Esc => return,
            KeyCode::Enter if menu.item().is_some() => return self.choose(&menu, context),
            KeyCode::Up => menu.step(-1),
            KeyCode::Down | KeyCode::Tab => menu.step(1),
            KeyCode::PageUp => menu.step(-10),
            KeyCode::PageDown => menu.step(10),
            KeyCode::Home => menu.step(isize::MIN),
            KeyCode::End => menu.step(isize::MAX),
            KeyCode::Char(letter) if menu.answer(letter) => return self.choose(&menu, context),
            KeyCode::Char(letter) => menu.write(letter),
            KeyCode::Backspace => menu.delete(false),
            _ => {}
        }
        self.over = Over::Menu(menu);
    }

    /// Carries out the item under the cursor.
    fn choose(&mut self, menu: &Menu, context: &mut Context) {
        match menu.item().map(|item| item.act.clone()) {
            Some(Act::Line(line)) => self.session.obey(&line, context),
            Some(Act::Write(start)) => self.input = start,
            Some(Act::Open(topic)) => self.open(topic),
            Some(Act::Close) | None => {}
        }
    }

    fn press_in_page(&mut self, title: String, lines: Vec<String>, from: usize, code: KeyCode) {
        let page = usize::from(self.popup.0.height.saturating_sub(3)).max(1);
        let rows = rows_of(&lines, usize::from(self.popup.0.width)).len();
        let last = rows.saturating_sub(page);
        let from = match code {
            KeyCode::Up => from.saturating_sub(1),
            KeyCode::Down => (from + 1).min(last),
            KeyCode::PageUp => from.saturating_sub(page),
            KeyCode::PageDown | KeyCode::Char(' ') => (from + page).min(last),
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => return,
        };
        self.over = Over::Page { title, lines, from };
    }

    fn press_on_board(&mut self, key: KeyEvent, context: &mut Context) {
        if let Some(action) = known_key(key).and_then(play::of_key) {
            return match action.list {
                Some(list) => self.open(Topic::List(list)),
                None => self.session.perform(action, "", context),
            };
        }
        match key.code {
            KeyCode::Tab if !self.input.is_empty() => self.input = self.session.completed(&self.input),
            KeyCode::Tab => self.open(Topic::Commands),
            KeyCode::Esc => {
                self.input.clear();
                self.chosen = None;
                self.cursor = None;
            }
            KeyCode::Enter if !self.input.is_empty() => {
                let line = std::mem::take(&mut self.input);
                self.write(&line, context);
            }
            KeyCode::Enter => {
                if let Some(square) = self.cursor {
                    self.point(square, context);
                }
            }
            KeyCode::Backspace => drop(self.input.pop()),
            _ if is_clear(key) => self.input.clear(),
            KeyCode::Char(letter) if !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => {
                if self.input.len() < 500 {
                    self.input.push(letter);
                }
            }
            code => self.move_cursor(code),
        }
    }

    /// Carries out the typed line. A command that lists choices without an argument opens the list.
    fn write(&mut self, line: &str, context: &mut Context) {
        let list =
            play::read(line).filter(|(_, arguments)| arguments.is_empty()).and_then(|found| found.0.list);
        match list {
            // Typed, it lists what each setting does, too.
            None | Some(List::Settings) => self.session.obey(line, context),
            Some(List::Resign) if self.session.ended().is_some() => self.session.obey(line, context),
            Some(list) => self.open(Topic::List(list)),
        }
    }

    fn layout(&self) -> Layout {
        self.session.picture(None).layout
    }

    fn first_square(&self) -> Option<Square> {
        let position = self.session.position();
        position.pieces(position.side()).next().map(|(_, square)| square)
    }

    /// Moves the cursor with an arrow key, over holes to the next square.
    fn move_cursor(&mut self, code: KeyCode) {
        let by: (i8, i8) = match code {
            KeyCode::Left => (-1, 0),
            KeyCode::Right => (1, 0),
            KeyCode::Up => (0, -1),
            KeyCode::Down => (0, 1),
            _ => return,
        };
        let Some(cursor) = self.cursor else {
            self.cursor = self.first_square();
            return;
        };
        let shape = &self.session.position().game().shape;
        let layout = self.layout();
        let mut place = layout.place(shape, cursor);
        if layout.tall() > 1 && by.0 != 0 {
            // The next column of hexagons is half a hexagon higher: to and fro, the cursor keeps its row.
            let nearest = if place.0.is_multiple_of(2) { [1, -1] } else { [-1, 1] };
            let beside = nearest.into_iter().find_map(|down| {
                let column = place.0.checked_add_signed(by.0)?;
                layout.square(shape, column, place.1.checked_add_signed(down)?)
            });
            self.cursor = beside.or(self.cursor);
            return;
        }
        while let (Some(column), Some(row)) =
            (place.0.checked_add_signed(by.0), place.1.checked_add_signed(by.1))
            && column < layout.columns()
            && row < layout.rows()
        {
            place = (column, row);
            if let Some(square) = layout.square(shape, column, row) {
                self.cursor = Some(square);
                return;
            }
        }
    }

    /// Handles a selected square: selects the piece there, or moves the selected piece there. If nothing is
    /// selected and the square is empty, it lists the pieces in hand that can be dropped there, or puts the
    /// wall that is due.
    fn point(&mut self, square: Square, context: &mut Context) {
        let moves = self.session.legal_moves();
        let game = self.session.position().game();
        let to = moves.iter().copied().filter(|m| m.to() == square);
        let meant: Vec<Move> = match self.chosen {
            Some(chosen) => to.filter(|&m| chosen.makes(game, m)).collect(),
            None => Vec::new(),
        };
        match meant.as_slice() {
            [m] => {
                let text = self.session.position().move_text(*m);
                self.session.obey(&text, context);
                self.chosen = None;
            }
            [] => {
                let put = |m: &Move| m.to() == square && (m.dropped(game).is_some() || m.is_wall());
                let drops: Vec<Move> = moves.iter().copied().filter(put).collect();
                if let [wall] = drops.as_slice()
                    && self.session.position().wall_is_due()
                {
                    let text = self.session.position().move_text(*wall);
                    return self.session.obey(&text, context);
                }
                if self.chosen.is_none() && !drops.is_empty() {
                    self.over = Over::Menu(Menu::new(Topic::Moves(drops), &self.session));
                    return;
                }
                let here = Chosen::On(square);
                let own = moves.iter().any(|&m| here.makes(game, m));
                if !own && self.chosen != Some(here) && self.session.position().kind_at(square).is_some() {
                    self.message = ("That piece has no legal move.".to_string(), true);
                }
                self.chosen = Some(here).filter(|_| own && self.chosen != Some(here));
            }
            _ => {
                self.over = Over::Menu(Menu::new(Topic::Moves(meant), &self.session));
                self.chosen = None;
            }
        }
    }

    /// Handles a selected piece in hand.
    fn take_in_hand(&mut self, kind: KindId) {
        let chosen = Chosen::InHand(kind);
        let droppable =
            self.session.legal_moves().into_iter().any(|m| chosen.makes(self.session.position().game(), m));
        if !droppable {
            self.message = ("That piece cannot be dropped now.".to_string(), true);
        }
        self.chosen = Some(chosen).filter(|_| droppable && self.chosen != Some(chosen));
    }

    fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) {
        let place = At::new(mouse.column, mouse.row);
        let up = match mouse.kind {
            MouseEventKind::ScrollUp => KeyCode::Up,
            MouseEventKind::ScrollDown => KeyCode::Down,
            MouseEventKind::Down(MouseButton::Left) => return self.click(place, context),
            _ => return,
        };
        match std::mem::replace(&mut self.over, Over::Nothing) {
            Over::Menu(menu) => self.press_in_menu(menu, up, context),
            Over::Page { title, lines, from } => self.press_in_page(title, lines, from, up),
            Over::Nothing => {}
        }
    }

    fn click(&mut self, place: At, context: &mut Context) {
        let (area, first) = self.popup;
        match std::mem::replace(&mut self.over, Over::Nothing) {
            Over::Menu(mut menu) if area.contains(place) => {
                let row = usize::from(place.y.saturating_sub(area.y + 1)) + first;
                if place.y > area.y && row < menu.items.len() {
                    menu.at = row;
                    return self.choose(&menu, context);
                }
                self.over = Over::Menu(menu);
            }
            Over::Page { title, lines, from } if area.contains(place) => {
                self.over = Over::Page { title, lines, from };
            }
            Over::Menu(_) | Over::Page { .. } => {}
            Over::Nothing => {
                let hand = self.hands.iter().find(|(area, _)| area.contains(place));
                if let Some(&(_, kind)) = hand {
                    return self.take_in_hand(kind);
                }
                let shape = &self.session.position().game().shape;
                let Some(square) = self.board.as_ref().and_then(|board| board.square_at(shape, place)) else {
                    return;
                };
                self.cursor = None;
                self.point(square, context);
            }
        }
    }
}

/// Whether a key clears what was typed.
fn is_clear(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('u') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// The key of the table that was pressed.
fn known_key(key: KeyEvent) -> Option<Key> {
    Some(match key.code {
        KeyCode::F(number) => Key::Function(number),
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::Char(letter) if key.modifiers.contains(KeyModifiers::CONTROL) => Key::Ctrl(letter),
        _ => return None,
    })
}
