//! A game as data: the content of its page. Fields have the same names as in the output of other
//! commands with `--json`.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::study;
use super::tabs::Tab;
use crate::commands::analyze::{Analysis, Judged};
use crate::engine::search::Score;
use crate::rules::game::{Hands, KindId};
use crate::rules::geometry::{Color, Square};
use crate::rules::pgn::san;
use crate::rules::position::{Move, Points, Position};
use crate::session::Task;
use crate::session::play::{self, Note, Picture, Session, WrittenPly, shown};
use crate::teach::tile::Tile;
use crate::teach::{self, Label};

/// The visible state of a game.
pub(super) fn state(tab: &Tab, known: Known, now: Instant) -> Value {
    let session = &tab.session;
    let position = session.position();
    let (title, variant) = session.title();
    let task = session.core.task();
    let squares = |m: Move| move_json(position, m);
    // Nobody has moved yet.
    let is_untouched = tab.lesson.is_none() && session.game_moves().next().is_none();
    let hint = tab.hint.filter(|&(key, m)| key == position.key() && position.is_legal(m));
    json!({
        "version": tab.version,
        "variant": variant,
        "title": title,
        "fen": position.fen(),
        "start": session.core.record.start().fen(),
        "side": position.side().name(),
        "turn": play::turn(session.position()),
        "over": session.ended(),
        "sides": session.players.sides().name(),
        "players": Color::ALL.map(|side| session.player(side)),
        "level": session.core.settings.skill.number(),
        "time": session.players.clocks.title(),
        "clocks": clocks(session, now),
        "task": task.map(task_name),
        "looking": session.players.are_looking(),
        "board": board(session),
        "pieces": pieces(position),
        "hands": Color::ALL.map(|side| hand(position, side)),
        "moves": session.legal_moves().into_iter().map(squares).collect::<Vec<_>>(),
        "captured": session.captured(),
        "history": history(session, known),
        "last": last(session),
        "marks": session.marks(),
        "file": tab.own().keeper.kept_name(),
        "shelf": session.shelf.place().map(|(at, of)| json!({ "at": at, "of": of })),
        "examples": teach::examples(position),
        "offer": tab.offer.as_ref().filter(|_| is_untouched),
        "first_game": session.is_first_game,
        "lesson": tab.lesson.as_ref().and_then(|open| study::json(&open.lesson)),
        "scores": scores(tab),
        "review": review(tab),
        "analysis": session.core.thinking().filter(|_| task == Some(Task::Analysis))
            .map(|thinking| Analysis::new(&thinking.position, thinking.lines.all())),
        "hint": hint.map(|(_, m)| move_json(position, m)),
        "notes": tab.notes.iter().filter_map(|(number, note)| said(*number, note)).collect::<Vec<_>>(),
        "unsaved": session.keeper.unsaved(),
    })
}

fn task_name(task: Task) -> &'static str {
    match task {
        Task::Move => "move",
        Task::Hint => "hint",
        Task::Worth => "worth",
        Task::Ponder => "ponder",
        Task::Analysis => "analysis",
    }
}

/// A legal move: its notation, its origin (a square, or the hand; neither for a wall), and the squares to
/// click for it in order.
fn move_json(position: &Position, m: Move) -> Value {
    let shape = &position.game().shape;
    let path: Vec<String> =
        m.on_the_way(position.game()).chain([m.to()]).map(|square| shape.name(square)).collect();
    let game = position.game();
    // Where a piece may be dropped in two forms, the form is chosen as a promotion is.
    let in_chosen_form =
        || m.dropped(game).filter(|_| game.hands.as_ref().is_some_and(Hands::drops_promoted));
    let captures = position.captured(m).is_some() || !m.victims(position.game()).is_empty();
    json!({
        "move": position.move_text(m),
        "san": san::write(position, m),
        "from": (m.dropped(position.game()).is_none() && !m.is_wall()).then(|| shape.name(m.from())),
        "drop": m.held(position.game()).map(KindId::index),
        "path": path,
        "captures": captures,
        "promotion": m.promotion(game).or_else(in_chosen_form).map(KindId::index),
        "entering": m.entering(position.game()).map(KindId::index),
        "partner": m.king_takes_partner(position.game()),
    })
}

/// The clocks in words and in milliseconds, White's first; nothing without clocks.
fn clocks(session: &Session, now: Instant) -> Option<Value> {
    let left = |side| session.clock(side, now).unwrap_or_default();
    let [white, black] = Color::ALL.map(left);
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    session.players.clocks.are_on().then(|| {
        json!({
            "shown": [shown(white), shown(black)],
            "millis": [millis(white), millis(black)],
            "running": session.players.clocks.running().map(Color::name),
        })
    })
}

/// The board: its squares as the player sees them, with their marks.
fn board(session: &Session) -> Value {
    let position = session.position();
    let shape = &position.game().shape;
    let picture = session.picture(None);
    let layout = picture.layout;
    let tile = Tile::new(shape.lattice(), 1.0);
    let square = |square: Square| {
        let (column, row) = layout.place(shape, square);
        json!({
            "square": shape.name(square),
            "column": column,
            "row": row,
            "middle": tile.middle(column.into(), row.into()),
            "shade": shape.shade(square),
            "marks": marks(&picture, square, position),
        })
    };
    let label = |Label { column, row, below, text }: Label| {
        let middle = tile.middle(column.into(), row.into());
        json!({ "column": column, "row": row, "middle": middle, "below": below, "text": text })
    };
    let fences = |count: u8, fence: &dyn Fn(u8) -> bool| -> Vec<u8> {
        (0..count.saturating_sub(1)).filter(|&at| fence(at)).collect()
    };
    json!({
        "columns": layout.columns(),
        "rows": layout.rows(),
        "lying": layout.is_lying(),
        "flipped": session.view.flipped,
        "extent": tile.extent(layout.columns().into(), layout.rows().into()),
        "corners": (layout.tall() > 1).then(|| tile.corners()),
        "labels": layout.labels(shape).into_iter().map(label).collect::<Vec<_>>(),
        "fences_below": fences(layout.rows(), &|row| picture.has_fence_below(shape, row)),
        "fences_right": fences(layout.columns(), &|column| picture.has_fence_right(shape, column)),
        "squares": shape.squares().map(square).collect::<Vec<_>>(),
        "points": points(session),
    })
}

/// Where the royal pieces never leave a palace, the board is drawn as points on lines: the corners of the
/// palaces, and the ranks of White's half that a river ends. Nothing on other boards.
fn points(session: &Session) -> Option<Value> {
    let game = session.position().game();
    let layout = session.picture(None).layout;
    let place = |square: Square| {
        let (column, row) = layout.place(&game.shape, square);
        json!([column, row])
    };
    let palace = |side: Color| {
        let royal = game.kinds.iter().find(|kind| kind.royal && kind.color == side)?;
        let mut squares = royal.piece_of(&game.def).within.clone()?;
        squares.sort_unstable();
        let (first, last) = (*squares.first()?, *squares.last()?);
        let (files, ranks) =
            (game.shape.file(first)..=game.shape.file(last), game.shape.rank(first)..=game.shape.rank(last));
        (files.count() * ranks.count() == squares.len()).then(|| json!([place(first), place(last)]))
    };
    let palaces = Color::ALL.into_iter().map(palace).collect::<Option<Vec<Value>>>()?;
    // A piece that keeps to its half of the board ends at a river.
    let halves = game.kinds.iter().filter(|kind| kind.color == Color::White);
    let half = game.shape.squares().count() / 2;
    let river =
        halves.filter_map(|kind| kind.piece_of(&game.def).within.clone()).find(|zone| zone.len() == half);
    let bank =
        river.and_then(|zone| zone.into_iter().max()).map(|square| layout.place(&game.shape, square).1);
    Some(json!({ "palaces": palaces, "river": bank }))
}

/// The special parts of the board that a square belongs to, in words.
fn marks(picture: &Picture, square: Square, position: &Position) -> Vec<&'static str> {
    let marks = picture.marks(square);
    let duck = marks.wall && position.game().def.rules.walls.when.is_duck();
    let words = [
        ("last", marks.last),
        ("check", marks.check),
        ("closed", marks.closed),
        ("due", marks.due),
        ("wall", marks.wall),
        ("duck", duck),
    ];
    words.into_iter().filter(|word| word.1).map(|word| word.0).collect()
}

/// The pieces on the board.
fn pieces(position: &Position) -> Vec<Value> {
    let shape = &position.game().shape;
    let pieces = Color::ALL.into_iter().flat_map(|side| position.pieces(side));
    pieces.map(|(kind, square)| json!({ "square": shape.name(square), "kind": kind.index() })).collect()
}

/// The hand of a side: each kind with its number.
fn hand(position: &Position, side: Color) -> Vec<Value> {
    position.in_hand().of(side).map(|(kind, count)| json!({ "kind": kind.index(), "count": count })).collect()
}

/// What a page knows of the moves of a game: how many, and of which line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    pub(super) line: u64,
    pub(super) moves: usize,
}

/// The moves of the game that the page does not know yet, each with the number of its turn and its side; how
/// many stay before them, the number of moves made, and the total number.
fn history(session: &Session, known: Known) -> Value {
    let course = session.course();
    let from = course.known(known.line, known.moves);
    let fresh = course.plies().iter().skip(from);
    let ply = |ply: &WrittenPly| json!([ply.number, ply.side.index(), ply.san]);
    json!({
        "line": course.line(),
        "from": from,
        "moves": fresh.map(ply).collect::<Vec<_>>(),
        "at": session.core.record.moves().count(),
        "of": course.plies().len(),
    })
}

/// The last move before the current position, in notation and in words.
fn last(session: &Session) -> Option<Value> {
    let m = session.core.record.moves().last()?;
    let mut before = session.position().clone();
    before.unmake();
    let words = format!("{}: {}", before.side(), teach::spoken(&before, m));
    Some(json!({ "san": san::write(&before, m), "words": words }))
}

/// White's scores of the positions of the game by half-moves, as far as they have been judged, and the
/// winner if the game is over; nothing without a judge.
fn scores(tab: &Tab) -> Option<Vec<Value>> {
    let judge = tab.judge.as_ref()?;
    let mut place = tab.session.core.record.start().clone();
    let mut found = Vec::new();
    let mut moves = tab.session.game_moves();
    for ply in 0.. {
        let end = place.outcome().map(|end| {
            let points = Points::from(end);
            json!({ "ply": ply, "winner": points.winner().map(Color::name), "shown": points.to_string() })
        });
        let judged = || judge.score(place.key()).map(|score| score_json(ply, place.side(), score));
        found.extend(end.or_else(judged));
        let Some(m) = moves.next() else { break };
        place.make(m);
    }
    Some(found)
}

/// The bad moves of a game that is over, and how well each side has played; nothing before every position has
/// been judged.
fn review(tab: &Tab) -> Option<Value> {
    let judge = tab.judge.as_ref().filter(|_| tab.session.ended().is_some())?;
    let review = judge.review(tab.session.core.record.start(), tab.session.game_moves())?;
    let marked = review.moves().iter().enumerate().filter(|(_, m)| !m.mark().is_empty());
    let mark = |(index, m): (usize, &Judged)| {
        let (_, _, better) = m.words();
        json!({ "ply": index + 1, "mark": m.mark(), "better": better.trim() })
    };
    Some(json!({
        "marks": marked.map(mark).collect::<Vec<_>>(),
        "summary": Color::ALL.map(|side| review.summary(side)),
    }))
}

/// White's score, from that of the side to move, which counts the moves to mate.
fn score_json(ply: usize, side: Color, score: Score) -> Value {
    let (kind, number) = match score.mate_in() {
        Some(moves) => ("mate", if side == Color::White { moves } else { -moves }),
        None => ("cp", score.for_white(side).0),
    };
    json!({ "ply": ply, kind: number, "shown": score.text_for_white(side) })
}

/// A message; nothing for one that only requests drawing.
fn said(number: u64, note: &Note) -> Option<Value> {
    Some(match note {
        Note::Say(text) => json!({ "number": number, "kind": "say", "text": text }),
        Note::Over(text) => json!({ "number": number, "kind": "over", "text": text }),
        Note::Fault(text) => json!({ "number": number, "kind": "fault", "text": text }),
        Note::Page(title, lines) => {
            json!({ "number": number, "kind": "page", "text": title, "lines": lines })
        }
        Note::Lines(_) | Note::Board | Note::Draw | Note::Quit => return None,
    })
}
