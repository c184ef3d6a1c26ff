//! The table an inventor wants: what each man, and each pair of men, can do against a bare King.

use std::io::Write;
use std::sync::Arc;

use serde_json::json;

use super::answers::Answers;
use super::solve::{bar, percent, watched};
use super::{AnswerForm, ToolError};
use crate::game::{Game, Kind, KindId};
use crate::geometry::Color;
use crate::solve::{Budget, Material, Progress, SolveError, Solver};

/// Which men are tried together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Together {
    /// Each man with its King.
    Alone,
    /// Each pair as well.
    Pairs,
}

/// Prints for each of White's men, and for each pair if asked, how many positions it wins with its King
/// against a bare King, and in how many moves at most.
///
/// # Errors
/// If the game cannot be solved, a side has no King of its own, or memory is short.
pub fn run(
    game: &Arc<Game>,
    together: Together,
    budget: Budget,
    form: AnswerForm,
    out: &mut dyn Write,
) -> Result<(), ToolError> {
    let kings = Color::ALL.map(|color| king(game, color));
    let [Some(ours), Some(theirs)] = kings else {
        return Err(SolveError::Rule("a side without a king or with kings of several types").into());
    };
    let men: Vec<KindId> = game
        .kind_ids()
        .filter(|&id| {
            let kind = game.kind(id);
            kind.color == Color::White && !kind.royal && !kind.foreign
        })
        .collect();
    let mut sets: Vec<Vec<KindId>> = men.iter().map(|&man| vec![man]).collect();
    if together == Together::Pairs {
        let pieces: Vec<KindId> = men.iter().copied().filter(|&id| !game.kind(id).pawn).collect();
        sets.extend(
            (0..pieces.len())
                .flat_map(|i| (i..pieces.len()).map(move |j| (i, j)))
                .map(|(i, j)| vec![pieces[i], pieces[j]]),
        );
    }
    if form == AnswerForm::Text {
        writeln!(out, "{}  {}", game.def.title, game.def.id)?;
        writeln!(out, "White, to move, with its King against a bare King")?;
        writeln!(out)?;
    }
    out.flush()?;
    let bar = bar(sets.len());
    for (index, set) in sets.iter().enumerate() {
        let names: Vec<&str> = set.iter().map(|&id| game.kind(id).name.as_str()).collect();
        bar.set_message(format!("{} of {}: {}", index + 1, sets.len(), names.join(" + ")));
        let progress = Arc::<Progress>::default();
        // Each set has tables of its own, so that memory holds the largest and not all.
        let mut solver = Solver::new(game.clone(), budget, progress.clone())?;
        let men = Material::new(game, set.iter().copied().chain([ours, theirs]));
        let table = watched(&progress, (&bar, index), || solver.solve(&men))?;
        let answers = Answers::new(&solver, &table);
        let mut row = Vec::new();
        write_row(&answers, &names, &men.text(game), form, &mut row)?;
        bar.suspend(|| out.write_all(&row).and_then(|()| out.flush()))?;
    }
    bar.finish_and_clear();
    Ok(())
}

/// What a set of men can do.
fn write_row(
    answers: &Answers,
    names: &[&str],
    men: &str,
    form: AnswerForm,
    out: &mut dyn Write,
) -> Result<(), ToolError> {
    let share = answers.shares[0];
    let moves = answers.longest[0].as_ref().map(|longest| longest.plies.div_ceil(2));
    let won = share.white;
    match form {
        AnswerForm::Text => {
            let longest = match moves {
                None => String::new(),
                Some(1) => "in 1 move".to_owned(),
                Some(moves) => format!("in {moves} moves at most"),
            };
            writeln!(out, "  {:<34} {:>9}  {longest}", names.join(" + "), percent(won, share.all()))?;
            for (colors, shares) in answers.by_color.iter().filter(|(colors, _)| colors.len() > 1) {
                let alike = colors.iter().all(|&dark| dark == colors[0]);
                if colors[0] {
                    let words =
                        if alike { "on squares of one color" } else { "on squares of different colors" };
                    let share = shares[0];
                    writeln!(out, "    {words:<32} {:>9}", percent(share.white, share.all()))?;
                }
            }
        }
        AnswerForm::Json => {
            let line = json!({"men": men, "names": names, "won": won, "of": share.all(), "moves": moves});
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// The only royal kind of a side.
fn king(game: &Game, color: Color) -> Option<KindId> {
    let royal = |kind: &Kind| kind.royal && kind.color == color && !kind.foreign;
    let mut kings = game.kind_ids().filter(|&id| royal(game.kind(id)));
    kings.next().filter(|_| kings.next().is_none())
}
