//! The front end that works line by line: for screen readers, scripts, and terminals that can do no more.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use anstyle::Style;

use crate::base::text::safe;
use crate::rules::game::{Kind, KindId};
use crate::rules::geometry::Color;
use crate::rules::position::Position;
use crate::session::engine::{Engine, Message};
use crate::session::play::{self, MOMENT, Note, Picture, Session};
use crate::session::{Context, host};
use crate::session::{InputLine, Task, pipe};

/// How often the clocks are checked.
const TICK: Duration = Duration::from_millis(200);

enum PlainEvent {
    Line(String),
    Engine(Message),
    Eof,
}

impl From<Option<InputLine>> for PlainEvent {
    fn from(line: Option<InputLine>) -> PlainEvent {
        match line {
            Some(InputLine::Whole(line) | InputLine::Overlong(line)) => PlainEvent::Line(line),
            None => PlainEvent::Eof,
        }
    }
}

/// Plays on standard input and output until `quit` or the end of the input.
pub fn run(mut session: Session) -> io::Result<()> {
    let (sender, events) = pipe::inbox();
    let heard = sender.clone();
    let mut engine = host::engine(&session.core.settings, move |message| {
        // After `quit` nothing more is printed.
        let _ = heard.send(PlainEvent::Engine(message));
    })?;
    pipe::listen(sender, PlainEvent::from)?;
    let mut out = anstream::stdout();
    greet(&session, &mut out)?;
    session.obey("board", &mut Context::now(&mut engine));
    session.start_playing(&mut Context::now(&mut engine));
    session.await_answer();
    let ended = converse(&mut session, &mut engine, &events, &mut out)
        .and_then(|()| super::tell_unsaved(&session, &mut out));
    match ended {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        ended => ended,
    }
}

fn greet(session: &Session, out: &mut impl Write) -> io::Result<()> {
    let (title, id) = session.title();
    writeln!(
        out,
        "{title} ({id}). White: {}, Black: {}. `help` lists the commands.",
        session.player(Color::White),
        session.player(Color::Black)
    )?;
    if let Some(game) = session.keeper.unfinished() {
        writeln!(
            out,
            "There is a saved game ({game}): `y` or `resume` continues it, `n` or a move starts a new one."
        )?;
    }
    if session.is_first_game {
        writeln!(out, "Fibnif plays at {}; `level` lists all levels.", session.core.settings.skill)?;
    }
    Ok(())
}

/// Carries out lines and listens to the engine until the end. At the end of the input it waits for the
/// engine's move.
fn converse(
    session: &mut Session,
    engine: &mut Engine,
    events: &Receiver<PlainEvent>,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut is_over = false;
    let at_hand = io::stdin().is_terminal();
    // Lines that arrive while the engine is thinking wait for its move, so that scripts need not wait.
    let mut waiting: std::collections::VecDeque<String> = std::collections::VecDeque::new();
    // An analysis goes on until it is ended. That of a script has a moment before the next line ends it.
    let mut analyzing: Option<Instant> = None;
    loop {
        for note in session.take_notes() {
            if !tell(&note, session, out)? {
                return Ok(());
            }
        }
        out.flush()?;
        let is_analyzing = session.core.task() == Some(Task::Analysis) && !at_hand;
        analyzing = is_analyzing.then(|| analyzing.unwrap_or_else(Instant::now));
        let has_lines = session.core.thinking().is_some_and(|thinking| !thinking.lines.all().is_empty());
        let is_new = analyzing.is_some_and(|since| !has_lines || since.elapsed() < MOMENT);
        let busy = is_new || busy(session);
        if !busy {
            if let Some(line) = waiting.pop_front() {
                session.obey(&line, &mut Context::now(engine));
                continue;
            }
            if is_over {
                return Ok(());
            }
        }
        match events.recv_timeout(TICK) {
            Ok(PlainEvent::Line(line)) if busy && !(at_hand && waiting.is_empty() && interrupts(&line)) => {
                waiting.push_back(line);
            }
            Ok(PlainEvent::Line(line)) => session.obey(&line, &mut Context::now(engine)),
            Ok(PlainEvent::Engine(message)) => session.on_message(message, &mut Context::now(engine)),
            Ok(PlainEvent::Eof) => is_over = true,
            Err(RecvTimeoutError::Timeout) => session.tick(&mut Context::now(engine)),
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

/// Whether the engine is doing something that ends by itself.
fn busy(session: &Session) -> bool {
    session.core.task().is_some_and(|task| task != Task::Analysis)
}

/// Whether a line typed by a person is for now, whatever the engine is doing.
fn interrupts(line: &str) -> bool {
    play::read(line).is_some_and(|(action, _)| action.at_once)
}

/// Prints the notes of the session; `false` if it wants to end.
fn tell(note: &Note, session: &Session, out: &mut impl Write) -> io::Result<bool> {
    match note {
        Note::Say(text) | Note::Over(text) => writeln!(out, "{}", safe(text))?,
        Note::Fault(text) => writeln!(out, "Error: {}", safe(text))?,
        Note::Page(title, lines) => {
            writeln!(out, "{}", safe(title))?;
            for line in lines {
                writeln!(out, "  {}", safe(line))?;
            }
        }
        Note::Lines(lines) => {
            for line in lines {
                writeln!(out, "{}", safe(line))?;
            }
        }
        Note::Board if session.view.quiet => state(session, out)?,
        Note::Board | Note::Draw => board(session, out)?,
        Note::Quit => return Ok(false),
    }
    Ok(true)
}

/// Draws the board, and prints whose turn it is.
fn board(session: &Session, out: &mut impl Write) -> io::Result<()> {
    writeln!(out)?;
    let sign = |kind: &Kind| super::sign(session.view.unicode, kind, false);
    let lines = drawing(session.position(), &session.picture(None), sign);
    let hands = Color::ALL.into_iter().filter_map(|side| hand(session, side, sign));
    for line in lines.into_iter().chain(hands) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    state(session, out)
}

/// Prints whose turn it is, the clocks, and a warning if the game is not being saved.
fn state(session: &Session, out: &mut impl Write) -> io::Result<()> {
    let now = Instant::now();
    let clock = |side| session.clock(side, now).map(play::shown);
    let clocks = match (clock(Color::White), clock(Color::Black)) {
        (Some(white), Some(black)) => format!("  White {white}, Black {black}"),
        _ => String::new(),
    };
    let turn =
        session.ended().map_or_else(|| format!("{}.", play::turn(session.position())), |_| String::new());
    if !turn.is_empty() || !clocks.is_empty() {
        writeln!(out, "{turn}{clocks}")?;
    }
    if let Some(reason) = session.keeper.unsaved() {
        writeln!(out, "Not saved: {}", safe(reason))?;
    }
    Ok(())
}

/// The lines of the board. The last move is in brackets, `*` is a hole or a wall, `:` an empty square of a
/// closed color.
pub fn drawing(position: &Position, picture: &Picture, sign: impl Fn(&Kind) -> String) -> Vec<String> {
    let shape = &position.game().shape;
    let layout = picture.layout;
    let width = position.game().kinds.iter().map(|kind| kind.sign().len()).max().unwrap_or(1);
    let cell = |column: u8, row: u8| {
        let square = layout.square(shape, column, row);
        let marks = square.map(|square| picture.marks(square)).unwrap_or_default();
        let kind = square.and_then(|square| position.kind_at(square));
        let text = match (square, kind) {
            (None, _) => "*".to_string(),
            (_, Some(kind)) => sign(position.game().kind(kind)),
            _ if marks.wall => "*".to_string(),
            _ if marks.closed => ":".to_string(),
            _ => ".".to_string(),
        };
        let (open, close) = if marks.last { ('[', ']') } else { (' ', ' ') };
        let fence = picture.has_fence_right(shape, column) && column + 1 < layout.columns();
        format!("{open}{text:width$}{}", if fence { '|' } else { close })
    };
    let mut lines = layout.text(shape, Style::new(), width + 2, cell);
    for row in (1..layout.rows()).rev().filter(|&row| picture.has_fence_below(shape, row - 1)) {
        let fence = "-".repeat(usize::from(layout.columns()) * (width + 2));
        lines.insert(usize::from(row), format!("     {fence}"));
    }
    lines
}

/// The pieces a side has in hand, in games with hands.
fn hand(session: &Session, side: Color, sign: impl Fn(&Kind) -> String) -> Option<String> {
    let game = session.position().game();
    let several = |(kind, count): &(KindId, u8)| vec![sign(game.kind(*kind)); usize::from(*count)].join(" ");
    let held: Vec<String> = play::in_hand(session.position(), side)?.iter().map(several).collect();
    let held = if held.is_empty() { "nothing".to_string() } else { held.join("  ") };
    Some(format!("     {side} has in hand: {held}"))
}
