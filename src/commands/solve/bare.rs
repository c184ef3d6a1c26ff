//! What pieces win with their king against a bare king.

use std::io::{self, Write};
use std::sync::Arc;

use serde::Serialize;

use super::{Solving, bar, watched};
use crate::commands::{Error, Render};
use crate::engine::solve::{Progress, Solver};
use crate::rules::game::Game;
use crate::rules::geometry::Color;
use crate::teach::endings::{Answers, Longest, at_most, attacks, percent};

/// For each of White's pieces, and each pair if asked, tells how many positions it wins with its king against
/// a bare king, and the length of the longest win.
pub(super) fn run(
    game: &Arc<Game>,
    pairs: bool,
    solving: &Solving,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let json = solving.output.json;
    let attacks = attacks(game, Color::White, pairs, |_| true)?;
    if !json {
        writeln!(out, "{}  {}", game.def.title, game.def.id)?;
        writeln!(out, "What White wins with its king against a bare king (White to move)")?;
        writeln!(out)?;
    }
    out.flush()?;
    let bar = bar(attacks.len());
    for (index, attack) in attacks.iter().enumerate() {
        let names = attack.names(game);
        bar.set_message(format!("{} of {}: {}", index + 1, attacks.len(), names.join(" + ")));
        let progress = Arc::<Progress>::default();
        // Each set has tables of its own, so that memory holds only one set at a time.
        let mut solver = Solver::new(game.clone(), solving.budget(), progress.clone())?;
        let table = watched(&progress, (&bar, index), || solver.solve(&attack.material))?;
        let row = BareRow::new(&game.def.id, Answers::new(&solver, &table), names);
        let mut text = Vec::new();
        row.render(json, &mut text)?;
        bar.suspend(|| out.write_all(&text).and_then(|()| out.flush()))?;
    }
    bar.finish_and_clear();
    Ok(())
}

/// What a set of pieces wins.
#[derive(Serialize)]
struct BareRow<'a> {
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

impl BareRow<'_> {
    fn new<'a>(variant: &'a str, answers: Answers, names: Vec<&'a str>) -> BareRow<'a> {
        let share = answers.white_to_move;
        let bound = answers.by_color.iter().filter(|bound| bound.dark.len() > 1 && bound.dark[0]);
        let words = |alike| if alike { "on squares of one color" } else { "on squares of different colors" };
        BareRow {
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

impl Render for BareRow<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let longest = self.longest.map_or_else(String::new, |moves| format!("in {}", at_most(moves)));
        writeln!(out, "  {:<34} {:>9}  {longest}", self.names.join(" + "), percent(self.won, self.of))?;
        for (words, won, of) in &self.bound {
            writeln!(out, "    {words:<32} {:>9}", percent(*won, *of))?;
        }
        Ok(())
    }
}
