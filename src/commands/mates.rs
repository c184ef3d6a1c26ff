//! A table for inventors: what each piece, and each pair of pieces, wins against a bare king.

use std::io::{self, Write};
use std::sync::Arc;

use clap::Args;
use serde::Serialize;

use super::answers::{Answers, Longest};
use super::solve::{Solving, bar, percent, watched};
use super::{AnswerForm, Told, ToolError, game};
use crate::engine::solve::{Material, Progress, SolveError, Solver};
use crate::rules::game::{Game, Kind, KindId};
use crate::rules::geometry::Color;
use crate::rules::variant::Catalog;

/// Which pieces to try, and how.
#[derive(Debug, Args)]
pub struct MatesQuestion {
    /// The variant, such as `cwda:nutters`
    variant: String,
    /// Also try each pair of pieces
    #[arg(long)]
    pairs: bool,
    #[command(flatten)]
    solving: Solving,
}

/// For each of White's pieces, and each pair if `pairs` is set, prints how many positions it wins with its
/// king against a bare king, and the length of the longest win.
///
/// # Errors
/// If the game cannot be solved, a side has no king of its own, or memory is too small.
pub fn run(catalog: &Catalog, question: &MatesQuestion, out: &mut dyn Write) -> Result<(), ToolError> {
    let game = &game(catalog, &question.variant)?;
    let form = question.solving.answer.form();
    let kings = Color::ALL.map(|color| king(game, color));
    let [Some(ours), Some(theirs)] = kings else {
        return Err(SolveError::Rule("a side without a king or with kings of several types").into());
    };
    let sets = sets(game, question.pairs);
    if form == AnswerForm::Text {
        writeln!(out, "{}  {}", game.def.title, game.def.id)?;
        writeln!(out, "What White wins with its king against a bare king (White to move)")?;
        writeln!(out)?;
    }
    out.flush()?;
    let bar = bar(sets.len());
    for (index, set) in sets.iter().enumerate() {
        let names: Vec<&str> = set.iter().map(|&id| game.kind(id).name.as_str()).collect();
        bar.set_message(format!("{} of {}: {}", index + 1, sets.len(), names.join(" + ")));
        let progress = Arc::<Progress>::default();
        // Each set has tables of its own, so that memory holds only one set at a time.
        let mut solver = Solver::new(game.clone(), question.solving.budget(), progress.clone())?;
        let pieces = Material::new(game, set.iter().copied().chain([ours, theirs]));
        let table = watched(&progress, (&bar, index), || solver.solve(&pieces))?;
        let row = Row::new(&game.def.id, Answers::new(&solver, &table), names);
        let mut text = Vec::new();
        row.tell(form, &mut text)?;
        bar.suspend(|| out.write_all(&text).and_then(|()| out.flush()))?;
    }
    bar.finish_and_clear();
    Ok(())
}

/// The pieces of White to try, and each pair of them if asked. Two pawns are not tried: they prove nothing.
fn sets(game: &Game, pairs: bool) -> Vec<Vec<KindId>> {
    let is_tried = |kind: &Kind| kind.color == Color::White && !kind.royal && !kind.foreign;
    let tried: Vec<KindId> = game.kind_ids().filter(|&id| is_tried(game.kind(id))).collect();
    let mut sets: Vec<Vec<KindId>> = tried.iter().map(|&id| vec![id]).collect();
    if pairs {
        let paired: Vec<KindId> = tried.into_iter().filter(|&id| !game.kind(id).pawn).collect();
        for (at, &first) in paired.iter().enumerate() {
            sets.extend(paired.iter().skip(at).map(|&second| vec![first, second]));
        }
    }
    sets
}

/// What a set of pieces wins.
#[derive(Serialize)]
struct Row<'a> {
    variant: &'a str,
    pieces: String,
    names: Vec<&'a str>,
    /// The number of positions won by White to move, and the number of all positions.
    won: u64,
    of: u64,
    /// The longest win in moves.
    longest: Option<u16>,
    /// The same for each distribution of color-bound pieces: in words, positions won, all positions.
    #[serde(skip)]
    bound: Vec<(&'static str, u64, u64)>,
}

impl Row<'_> {
    fn new<'a>(variant: &'a str, answers: Answers, names: Vec<&'a str>) -> Row<'a> {
        let share = answers.white_to_move;
        let bound = answers.by_color.iter().filter(|bound| bound.dark.len() > 1 && bound.dark[0]);
        let words = |alike| if alike { "on squares of one color" } else { "on squares of different colors" };
        Row {
            variant,
            names,
            won: share.white,
            of: share.all(),
            longest: answers.longest_white.as_ref().map(Longest::length),
            bound: bound
                .map(|bound| {
                    let share = bound.white_to_move;
                    (words(bound.dark.iter().all(|&dark| dark)), share.white, share.all())
                })
                .collect(),
            pieces: answers.pieces,
        }
    }
}

impl Told for Row<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let longest = match self.longest {
            None => String::new(),
            Some(1) => "in 1 move".to_owned(),
            Some(moves) => format!("in {moves} moves at most"),
        };
        writeln!(out, "  {:<34} {:>9}  {longest}", self.names.join(" + "), percent(self.won, self.of))?;
        for (words, won, of) in &self.bound {
            writeln!(out, "    {words:<32} {:>9}", percent(*won, *of))?;
        }
        Ok(())
    }
}

/// The only royal type of a side.
fn king(game: &Game, color: Color) -> Option<KindId> {
    let royal = |kind: &Kind| kind.royal && kind.color == color && !kind.foreign;
    let mut kings = game.kind_ids().filter(|&id| royal(game.kind(id)));
    kings.next().filter(|_| kings.next().is_none())
}
