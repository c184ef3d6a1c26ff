//! `fibnif solve`: which side wins an ending from which positions, and in how many moves.

mod bare;

use std::io::{self, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Serialize, Serializer};

use super::{Command, Context, Error, ExitStatus, OutputArgs, Render, game};
use crate::engine::solve::{Budget, Material, Progress, SolveError, Solver, Value};
use crate::rules::game::Game;
use crate::rules::geometry::{Color, Square};
use crate::rules::position::{Points, Position};
use crate::rules::variant::Catalog;

pub use crate::teach::endings::{Answers, Bound, Longest, Share, percent};

/// A question about an ending.
///
/// Name any pieces of a variant: White's letters, `v`, Black's, as in `fibnif solve cwda:nutters KHHvK`.
/// Three pieces take a moment, four take some seconds. The memory needed is reported before the work
/// starts. Without pieces it tells what each of White's pieces wins with its king against a bare king.
#[derive(Debug, Args)]
pub struct SolveArgs {
    /// The variant, such as `cwda:nutters`
    variant: String,
    /// The pieces: White's letters, `v`, Black's, such as `KQvK`
    #[arg(value_name = "PIECES", conflicts_with = "fen")]
    pieces: Option<String>,
    /// Without pieces: also try each pair of pieces against the bare king
    #[arg(long, conflicts_with_all = ["pieces", "fen"])]
    pairs: bool,
    /// Instead of pieces: evaluate this position, and show the best moves
    #[arg(long)]
    fen: Option<String>,
    /// With a position: draw a board with the result for each square on which this piece could be
    #[arg(long, value_name = "SQUARE", requires = "fen")]
    map: Option<String>,
    #[command(flatten)]
    solving: Solving,
}

/// The solver's resources, and the form of the answer.
#[derive(Debug, Args)]
pub(super) struct Solving {
    /// Memory limit of the tables in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: u64,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

impl Solving {
    pub(super) fn budget(&self) -> Budget {
        Budget { memory: self.memory << 20, threads: usize::from(self.threads) }
    }
}

impl Command for SolveArgs {
    const EXAMPLES: &'static [&'static str] = &["fibnif solve chess KQvK", "fibnif solve narrow"];

    fn run(&self, context: &mut Context) -> Result<ExitStatus, Error> {
        run(context.catalog, self, context.out)?;
        Ok(ExitStatus::Success)
    }
}

/// Answers a question about an ending of a game.
fn run(catalog: &Catalog, question: &SolveArgs, out: &mut dyn Write) -> Result<(), Error> {
    let is_letters = |text: &str| !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_uppercase());
    let game = game(catalog, &question.variant).map_err(|error| match question.variant.split_once('v') {
        Some((white, black)) if is_letters(white) && is_letters(black) => Error::Usage(format!(
            "expected the variant first, as in `fibnif solve chess {}`",
            question.variant
        )),
        _ => error,
    })?;
    if question.pieces.is_none() && question.fen.is_none() {
        return bare::run(&game, question.pairs, &question.solving, out);
    }
    let json = question.solving.output.json;
    let progress = Arc::new(Progress::default());
    let bar = bar(1);
    bar.set_message("of the positions");
    let shown = (&bar, 0);
    let mut solver = Solver::new(game.clone(), question.solving.budget(), progress.clone())?;
    let Some(fen) = &question.fen else {
        let pieces = Material::parse(&game, question.pieces.as_deref().unwrap_or_default())?;
        let needed = solver.needs(&pieces)?.div_ceil(1 << 20);
        writeln!(anstream::stderr(), "{} needs {needed} MiB", pieces.text(&game))?;
        let table = watched(&progress, shown, || solver.solve(&pieces))?;
        bar.finish_and_clear();
        let answers = Answers::new(&solver, &table);
        return Ok(
            Endgame { variant: &game.def.id, answers, game: &game, material: pieces }.render(json, out)?
        );
    };
    let position = Position::from_fen(game.clone(), fen)?;
    let Some(square) = &question.map else {
        let analysis = watched(&progress, shown, || solver.analyze(&position))?;
        bar.finish_and_clear();
        let judged = JudgedPosition {
            variant: &game.def.id,
            fen: position.fen(),
            side: position.side().name(),
            to_move: position.side(),
            end: End::new(analysis.value, position.side()),
            moves: analysis.line,
        };
        return Ok(judged.render(json, out)?);
    };
    let from = game.shape.parse_square(square).ok_or_else(|| SolveError::NoPiece(square.clone()))?;
    let values = watched(&progress, shown, || solver.map(&position, from))?;
    bar.finish_and_clear();
    let cell = |at: Square| {
        let end = End::new(values[at.index()]?, position.side());
        Some(Cell { square: game.shape.name(at), end, at })
    };
    let squares = game.shape.squares().filter_map(cell).collect();
    let map = Map { variant: &game.def.id, fen: position.fen(), square, squares, from, position: &position };
    Ok(map.render(json, out)?)
}

/// A progress bar in thousandths, shown at a terminal.
pub(super) fn bar(parts: usize) -> ProgressBar {
    let bar = ProgressBar::new(1000 * parts as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:20} {percent:>3} %  {elapsed}  {msg}") {
        bar.set_style(style);
    }
    bar
}

/// Does the work and shows its progress at a terminal; `bar` already shows the parts done before.
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

/// The result of a position with best play.
#[derive(Clone, Copy, Serialize)]
struct End {
    #[serde(rename = "result", serialize_with = "result")]
    winner: Option<Color>,
    /// Plies to the end of a decided position.
    plies: Option<u16>,
}

/// The result as PGN writes it.
#[allow(clippy::ref_option, reason = "serde hands over a reference to the field")]
fn result<S: Serializer>(winner: &Option<Color>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&winner.map_or(Points::DRAW, Points::won).to_string())
}

impl End {
    fn new(value: Value, side: Color) -> End {
        match value {
            Value::Won(plies) => End { winner: Some(side), plies: Some(plies) },
            Value::Drawn => End { winner: None, plies: None },
            Value::Lost(plies) => End { winner: Some(!side), plies: Some(plies) },
        }
    }

    fn moves(self) -> u16 {
        self.plies.unwrap_or(0).div_ceil(2)
    }
}

/// A position with its result.
#[derive(Serialize)]
struct JudgedPosition<'a> {
    variant: &'a str,
    fen: String,
    side: &'static str,
    #[serde(skip)]
    to_move: Color,
    #[serde(flatten)]
    end: End,
    /// The best moves of both sides.
    moves: Vec<String>,
}

impl Render for JudgedPosition<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let (side, moves) = (self.to_move, self.end.moves());
        let moves = if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
        match (self.end.winner, self.end.plies.unwrap_or(0)) {
            (None, _) => writeln!(out, "Drawn.")?,
            (Some(winner), 0) if winner == side => writeln!(out, "{side} has won.")?,
            (Some(_), 0) => writeln!(out, "{side} has lost.")?,
            (Some(winner), plies) => {
                let does = if winner == side { "wins" } else { "loses" };
                writeln!(out, "{side}, to move, {does} in {moves} ({plies} plies).")?;
            }
        }
        if self.moves.is_empty() { Ok(()) } else { writeln!(out, "{}", self.moves.join(" ")) }
    }
}

/// The results of a position for each square of one piece.
#[derive(Serialize)]
struct Map<'a> {
    variant: &'a str,
    fen: String,
    /// The square of the piece.
    square: &'a str,
    squares: Vec<Cell>,
    #[serde(skip)]
    from: Square,
    #[serde(skip)]
    position: &'a Position,
}

/// The result with the piece on one square.
#[derive(Serialize)]
struct Cell {
    square: String,
    #[serde(flatten)]
    end: End,
    #[serde(skip)]
    at: Square,
}

impl Map<'_> {
    /// The drawing of a square of the board.
    fn mark(&self, square: Square) -> String {
        if let Some(kind) = self.position.kind_at(square).filter(|_| square != self.from) {
            return self.position.game().kind(kind).letter.to_string();
        }
        let Some(cell) = self.squares.iter().find(|cell| cell.at == square) else { return ".".to_owned() };
        match cell.end.winner {
            None => "=".to_owned(),
            Some(winner) if winner == self.position.side() => cell.end.moves().to_string(),
            Some(_) => format!("-{}", cell.end.moves()),
        }
    }
}

impl Render for Map<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let game = self.position.game();
        let (shape, side) = (&game.shape, self.position.side());
        let name = self.position.kind_at(self.from).map_or("piece", |kind| &game.kind(kind).name);
        writeln!(
            out,
            "{side} to move, with the {name} of {} on each square: N wins in N moves, -N loses in N, = is \
             a draw",
            self.square
        )?;
        for rank in (0..shape.ranks()).rev() {
            write!(out, "{:>4} ", u32::from(rank) + 1)?;
            for file in 0..shape.files() {
                let cell = shape.square(file, rank).map_or_else(|| "*".to_owned(), |at| self.mark(at));
                write!(out, "{cell:>4}")?;
            }
            writeln!(out)?;
        }
        write!(out, "     ")?;
        for file in 0..shape.files() {
            write!(out, "{:>4}", shape.lattice().file_letter(file))?;
        }
        writeln!(out)
    }
}

/// Everything about an ending.
#[derive(Serialize)]
struct Endgame<'a> {
    variant: &'a str,
    #[serde(flatten)]
    answers: Answers,
    #[serde(skip)]
    game: &'a Game,
    #[serde(skip)]
    material: Material,
}

impl Render for Endgame<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let (game, answers) = (self.game, &self.answers);
        writeln!(out, "{}  {}  {}\n", answers.pieces, game.def.title, game.def.id)?;
        self.shares(out)?;
        self.wins(out)?;
        match (&answers.zugzwang, answers.zugzwangs) {
            (Some(fen), 1) => writeln!(out, "One mutual zugzwang: {fen}")?,
            (Some(fen), count) => writeln!(out, "{count} mutual zugzwangs, for example {fen}")?,
            (None, _) => writeln!(out, "No mutual zugzwang.")?,
        }
        if !answers.by_color.is_empty() {
            writeln!(out, "By the squares of the color-bound pieces, White to move:")?;
            for Bound { dark, white_to_move: share, .. } in &answers.by_color {
                let names: Vec<_> = dark.iter().map(|&dark| if dark { "dark" } else { "light" }).collect();
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
            writeln!(out, "Castling is left out: neither side can castle in these positions.")?;
        }
        Ok(())
    }
}

impl Endgame<'_> {
    /// The shares of both sides, and what follows from them.
    fn shares(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "               positions    White wins         drawn    Black wins")?;
        for side in Color::ALL {
            let share = self.answers.share(side);
            let [white, drawn, black] =
                [share.white, share.drawn, share.black].map(|count| percent(count, share.all()));
            writeln!(out, "{side} to move {:>12}  {white:>12}  {drawn:>12}  {black:>12}", share.all())?;
        }
        writeln!(out)?;
        for winner in Color::ALL.into_iter().filter(|&color| self.material.has(self.game, color)) {
            writeln!(out, "{}", forced(winner, self.answers.share(winner)))?;
        }
        Ok(())
    }

    /// The longest wins.
    fn wins(&self, out: &mut dyn Write) -> io::Result<()> {
        for winner in Color::ALL {
            if let Some(longest) = self.answers.longest(winner) {
                writeln!(out, "Longest win of {winner}: {} moves, from {}", longest.length(), longest.fen)?;
                writeln!(out, "  {}", longest.moves.join(" "))?;
            }
        }
        let limit = self.game.def.rules.move_limit;
        let beyond: u64 = self.answers.beyond_move_limit.iter().sum();
        if beyond > 0 {
            writeln!(
                out,
                "{beyond} wins need more than {limit} moves, after which the game is drawn if no piece was \
                 captured and no pawn moved."
            )?;
        }
        Ok(())
    }
}

/// A summary for a side that wins this share of the positions with the move.
fn forced(winner: Color, share: Share) -> String {
    let (won, all) = (share.won_by(winner), share.all());
    if won == 0 {
        format!("{winner} never wins.")
    } else if won == all {
        format!("{winner}, to move, always wins.")
    } else if won * 10 >= all * 9 {
        format!("{winner}, to move, nearly always wins.")
    } else if won * 100 < all {
        format!("{winner} wins only after a mistake by the other side.")
    } else {
        format!("{winner}, to move, wins only some positions.")
    }
}
