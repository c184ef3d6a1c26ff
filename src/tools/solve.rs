//! Solves endings: who wins from where, and in how many moves.

use std::io::Write;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value as Json, json};

use super::answers::{Answers, Share};
use super::{AnswerForm, ToolError};
use crate::game::Game;
use crate::geometry::{Color, Real, Square};
use crate::position::Position;
use crate::solve::{Budget, EndgameTable, Material, Progress, SolveError, Solver, Value};

/// What is asked of an ending.
#[derive(Debug)]
pub enum EndingQuestion<'a> {
    /// Everything about these men (`KHHvK`).
    Ending(&'a str),
    /// The result of a position and the best moves.
    Position(&'a str),
    /// The result of a position for each square that the man on one square could stand on.
    Map(&'a str, &'a str),
}

/// Answers a question about an ending of a game.
///
/// # Errors
/// If the men, the position or the square make no sense, the game cannot be solved, or memory is short.
pub fn run(
    game: Arc<Game>,
    question: &EndingQuestion,
    budget: Budget,
    form: AnswerForm,
    out: &mut dyn Write,
) -> Result<(), ToolError> {
    let progress = Arc::new(Progress::default());
    let bar = bar(1);
    bar.set_message("of the positions");
    let shown = (&bar, 0);
    let mut solver = Solver::new(game.clone(), budget, progress.clone())?;
    match question {
        EndingQuestion::Ending(text) => {
            let men = Material::parse(&game, text)?;
            let needed = solver.needs(&men)?.div_ceil(1 << 20);
            writeln!(anstream::stderr(), "{} needs {needed} MB", men.text(&game))?;
            let table = watched(&progress, shown, || solver.solve(&men))?;
            bar.finish_and_clear();
            tell(&solver, &table, form, out)
        }
        EndingQuestion::Position(fen) => {
            let position = Position::from_fen(game, fen)?;
            let judgement = watched(&progress, shown, || solver.judge(&position))?;
            bar.finish_and_clear();
            let side = position.side();
            match form {
                AnswerForm::Text => {
                    writeln!(out, "{}", sentence(judgement.value, side))?;
                    if !judgement.line.is_empty() {
                        writeln!(out, "{}", judgement.line.join(" "))?;
                    }
                }
                AnswerForm::Json => {
                    let (result, plies) = json_of(judgement.value, side);
                    writeln!(
                        out,
                        "{}",
                        json!({"fen": position.fen(), "result": result, "plies": plies, "line": judgement.line})
                    )?;
                }
            }
            Ok(())
        }
        EndingQuestion::Map(fen, square) => {
            let position = Position::from_fen(game.clone(), fen)?;
            let man =
                game.shape.parse_square(square).ok_or_else(|| SolveError::NoMan((*square).to_owned()))?;
            let map = watched(&progress, shown, || solver.map(&position, man))?;
            bar.finish_and_clear();
            match form {
                AnswerForm::Text => draw(&game, &position, man, &map, out),
                AnswerForm::Json => {
                    let cells: Vec<Json> = game
                        .shape
                        .squares()
                        .filter_map(|square| {
                            let (result, plies) = json_of(map[square.index()]?, position.side());
                            Some(json!({"square": game.shape.name(square), "result": result, "plies": plies}))
                        })
                        .collect();
                    Ok(writeln!(out, "{}", json!({"fen": position.fen(), "man": square, "squares": cells}))?)
                }
            }
        }
    }
}

/// A bar for work that is told in thousandths, at a terminal.
pub(super) fn bar(parts: usize) -> ProgressBar {
    let bar = ProgressBar::new(1000 * parts as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:20} {percent:>3} %  {elapsed}  {msg}") {
        bar.set_style(style);
    }
    bar
}

/// Does the work, and shows at a terminal how much of it is done; `bar` has shown so many parts before.
pub(super) fn watched<T: Send>(
    progress: &Progress,
    (bar, before): (&ProgressBar, usize),
    work: impl FnOnce() -> Result<T, SolveError> + Send,
) -> Result<T, SolveError> {
    if bar.is_hidden() {
        return work();
    }
    thread::scope(|scope| {
        let worker = scope.spawn(work);
        while !worker.is_finished() {
            bar.set_position(1000 * before as u64 + progress.share());
            thread::sleep(Duration::from_millis(50));
        }
        worker.join().unwrap_or(Err(SolveError::Stopped))
    })
}

/// Everything about an ending.
fn tell(
    solver: &Solver,
    table: &EndgameTable,
    form: AnswerForm,
    out: &mut dyn Write,
) -> Result<(), ToolError> {
    let game = solver.game();
    let answers = Answers::new(solver, table);
    let name = table.men().text(game);
    if form == AnswerForm::Json {
        let value = json_answers(&name, &answers);
        return Ok(writeln!(out, "{value}")?);
    }
    writeln!(out, "{name}  {}  {}", game.def.title, game.def.id)?;
    writeln!(out)?;
    writeln!(out, "               positions    White wins         drawn    Black wins")?;
    for side in Color::ALL {
        let share = answers.shares[side.index()];
        let per_cent = |count| percent(count, share.all());
        writeln!(
            out,
            "{side} to move {:>12}  {:>12}  {:>12}  {:>12}",
            share.all(),
            per_cent(share.white),
            per_cent(share.drawn),
            per_cent(share.black)
        )?;
    }
    writeln!(out)?;
    for winner in Color::ALL {
        if table.men().has(game, winner) {
            writeln!(out, "{}", forced(winner, answers.shares[winner.index()]))?;
        }
    }
    for (winner, longest) in Color::ALL.into_iter().zip(&answers.longest) {
        if let Some(longest) = longest {
            let moves = longest.plies.div_ceil(2);
            writeln!(out, "Longest win of {winner}: {moves} moves, from {}", longest.fen)?;
            writeln!(out, "  {}", longest.line.join(" "))?;
        }
    }
    let limit = game.def.rules.move_limit;
    let beyond: u64 = answers.beyond_limit.iter().sum();
    if beyond > 0 {
        writeln!(
            out,
            "{beyond} positions are won in more than the {limit} moves after which the game is drawn if no piece was \
             captured and no pawn moved."
        )?;
    }
    match (&answers.zugzwang.example, answers.zugzwang.count) {
        (Some(fen), 1) => writeln!(out, "One mutual zugzwang: {fen}")?,
        (Some(fen), count) => writeln!(out, "{count} mutual zugzwangs, for example {fen}")?,
        (None, _) => writeln!(out, "No mutual zugzwang.")?,
    }
    if !answers.by_color.is_empty() {
        writeln!(out, "By the squares of the color-bound pieces, White to move:")?;
        for (colors, shares) in &answers.by_color {
            let names: Vec<_> = colors.iter().map(|&dark| if dark { "dark" } else { "light" }).collect();
            let share = shares[0];
            writeln!(
                out,
                "  {:<24} White wins {:>8}  Black wins {:>8}",
                names.join(", "),
                percent(share.white, share.all()),
                percent(share.black, share.all())
            )?;
        }
    }
    if !game.castles.is_empty() {
        writeln!(out, "Castling is left out: nobody may castle any more.")?;
    }
    Ok(())
}

/// What may be said of a side that wins so much with the move.
fn forced(winner: Color, share: Share) -> String {
    let (won, all) = (share.won_by(winner), share.all());
    if won == 0 {
        format!("{winner} never wins.")
    } else if won == all {
        format!("{winner}, to move, always wins.")
    } else if won * 10 >= all * 9 {
        format!("{winner}, to move, nearly always wins.")
    } else if won * 100 < all {
        format!("{winner} wins only where the other side has gone wrong already.")
    } else {
        format!("{winner}, to move, wins some positions and not others.")
    }
}

/// A share in per cent: all and nothing only where it is all or nothing.
pub fn percent(count: u64, all: u64) -> String {
    let share = 100.0 * count.real() / all.max(1).real();
    let rounded = format!("{share:.2}");
    match rounded.as_str() {
        "0.00" if count > 0 => "> 0 %".to_owned(),
        "100.00" if count < all => "< 100 %".to_owned(),
        "0.00" => "-".to_owned(),
        _ => format!("{rounded} %"),
    }
}

/// What a position is, in words.
fn sentence(value: Value, side: Color) -> String {
    let moves = |plies: u16| match plies.div_ceil(2) {
        1 => "1 move".to_owned(),
        moves => format!("{moves} moves"),
    };
    match value {
        Value::Won(0) => format!("{side} has won."),
        Value::Won(plies) => format!("{side}, to move, wins in {} ({plies} plies).", moves(plies)),
        Value::Drawn => "Drawn.".to_owned(),
        Value::Lost(0) => format!("{side} has lost."),
        Value::Lost(plies) => format!("{side}, to move, loses in {} ({plies} plies).", moves(plies)),
    }
}

/// `white`, `black` or `draw`, and the plies to the end.
fn json_of(value: Value, side: Color) -> (&'static str, Option<u16>) {
    let name = |color| match color {
        Color::White => "white",
        Color::Black => "black",
    };
    match value {
        Value::Won(plies) => (name(side), Some(plies)),
        Value::Drawn => ("draw", None),
        Value::Lost(plies) => (name(!side), Some(plies)),
    }
}

fn json_answers(men: &str, answers: &Answers) -> Json {
    let share = |share: &Share| json!({"white": share.white, "drawn": share.drawn, "black": share.black});
    let longest = |at: usize| {
        let longest = answers.longest[at].as_ref()?;
        Some(json!({"plies": longest.plies, "fen": longest.fen, "line": longest.line}))
    };
    let by_color: Vec<Json> = answers
        .by_color
        .iter()
        .map(|(dark, shares)| {
            json!({"dark": dark, "white_to_move": share(&shares[0]), "black_to_move": share(&shares[1])})
        })
        .collect();
    json!({
        "men": men,
        "white_to_move": share(&answers.shares[0]),
        "black_to_move": share(&answers.shares[1]),
        "longest_white": longest(0),
        "longest_black": longest(1),
        "zugzwangs": answers.zugzwang.count,
        "zugzwang": answers.zugzwang.example,
        "beyond_move_limit": answers.beyond_limit,
        "by_color": by_color,
    })
}

/// The board with the moves to the end for each square the man could stand on.
fn draw(
    game: &Game,
    position: &Position,
    man: Square,
    map: &[Option<Value>],
    out: &mut dyn Write,
) -> Result<(), ToolError> {
    let shape = &game.shape;
    let name = position.kind_at(man).map_or("man", |kind| &game.kind(kind).name);
    writeln!(
        out,
        "{} to move; the {name} of {} elsewhere: moves to a win, -moves to a loss, = drawn",
        position.side(),
        shape.name(man)
    )?;
    for rank in (0..shape.ranks()).rev() {
        write!(out, "{:>4} ", u32::from(rank) + 1)?;
        for file in 0..shape.files() {
            let cell = match shape.square(file, rank) {
                None => "*".to_owned(),
                Some(square) => match (position.kind_at(square), map[square.index()]) {
                    (Some(kind), _) if square != man => game.kind(kind).letter.to_string(),
                    (_, None) => ".".to_owned(),
                    (_, Some(Value::Drawn)) => "=".to_owned(),
                    (_, Some(Value::Won(plies))) => plies.div_ceil(2).to_string(),
                    (_, Some(Value::Lost(plies))) => format!("-{}", plies.div_ceil(2)),
                },
            };
            write!(out, "{cell:>4}")?;
        }
        writeln!(out)?;
    }
    write!(out, "     ")?;
    for file in 0..shape.files() {
        write!(out, "{:>4}", char::from(b'a' + file))?;
    }
    Ok(writeln!(out)?)
}
