//! What pieces win with their king against a bare king.

use std::io::{self, Write};
use std::sync::Arc;

use serde::Serialize;

use super::{Answers, Longest, Solving, bar, percent, watched};
use crate::commands::{Error, Told};
use crate::engine::solve::{Budget, Material, Progress, SolveError, Solver};
use crate::rules::game::{Game, Kind, KindId};
use crate::rules::geometry::Color;

/// Pieces of a side, which with its king face the other side's king.
struct Attack {
    side: Color,
    pieces: Vec<KindId>,
    material: Material,
}

impl Attack {
    fn names<'a>(&self, game: &'a Game) -> Vec<&'a str> {
        self.pieces.iter().map(|&id| game.kind(id).name.as_str()).collect()
    }
}

/// The attacks with each piece of a side that `is_tried` selects, and with each pair if asked; two pawns
/// prove nothing.
///
/// # Errors
/// If a side has not exactly one royal type.
fn attacks(
    game: &Game,
    side: Color,
    pairs: bool,
    is_tried: fn(&Kind) -> bool,
) -> Result<Vec<Attack>, SolveError> {
    let of_side = |id: &KindId, color| game.kind(*id).color == color && !game.kind(*id).foreign;
    let mut kings = Vec::new();
    for color in Color::ALL {
        let royals = game.kind_ids().filter(|id| of_side(id, color) && game.kind(*id).royal);
        match royals.collect::<Vec<_>>()[..] {
            [king] => kings.push(king),
            _ => return Err(SolveError::Rule("a side without a king or with kings of several types")),
        }
    }
    let is_tried = |id: &KindId| of_side(id, side) && !game.kind(*id).royal && is_tried(game.kind(*id));
    let tried: Vec<KindId> = game.kind_ids().filter(is_tried).collect();
    let mut sets: Vec<Vec<KindId>> = tried.iter().map(|&id| vec![id]).collect();
    if pairs {
        let paired: Vec<KindId> = tried.into_iter().filter(|&id| !game.kind(id).pawn).collect();
        for (at, &first) in paired.iter().enumerate() {
            sets.extend(paired.iter().skip(at).map(|&second| vec![first, second]));
        }
    }
    let attack = |pieces: Vec<KindId>| {
        let material = Material::new(game, pieces.iter().copied().chain(kings.iter().copied()));
        Attack { side, pieces, material }
    };
    Ok(sets.into_iter().map(attack).collect())
}

/// For each of White's pieces, and each pair if asked, tells how many positions it wins with its king against
/// a bare king, and the length of the longest win.
pub(super) fn run(
    game: &Arc<Game>,
    pairs: bool,
    solving: &Solving,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let json = solving.answer.json;
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
        row.tell(json, &mut text)?;
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

impl Told for BareRow<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let longest = self.longest.map_or_else(String::new, |moves| format!("in {}", at_most(moves)));
        writeln!(out, "  {:<34} {:>9}  {longest}", self.names.join(" + "), percent(self.won, self.of))?;
        for (words, won, of) in &self.bound {
            writeln!(out, "    {words:<32} {:>9}", percent(*won, *of))?;
        }
        Ok(())
    }
}

fn at_most(moves: u16) -> String {
    if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves at most") }
}

/// Upper limit on the total size of the tables of [`wins`] in bytes; they are computed in much less than a
/// second.
const AT_ONCE: u64 = 2 << 20;

/// Each piece of either side by its name, and what it wins alone with its king. Nothing if the endings cannot
/// be solved at once.
pub fn wins(game: &Arc<Game>) -> Vec<(String, String)> {
    wins_at_once(game).unwrap_or_default()
}

fn wins_at_once(game: &Arc<Game>) -> Result<Vec<(String, String)>, SolveError> {
    let budget = Budget { memory: AT_ONCE, threads: 1 };
    let mut solver = Solver::new(game.clone(), budget, Arc::default())?;
    let mut all = Vec::new();
    for side in Color::ALL {
        all.extend(attacks(game, side, false, |kind| !kind.pawn)?);
    }
    let needed = all.iter().map(|attack| solver.needs(&attack.material)).sum::<Result<u64, _>>()?;
    if needed > AT_ONCE {
        return Ok(Vec::new());
    }
    let mut lines = Vec::new();
    for attack in all {
        let table = solver.solve(&attack.material)?;
        let answers = Answers::new(&solver, &table);
        let share = answers.share(attack.side);
        let words = match answers.longest(attack.side) {
            None => "never wins".to_owned(),
            Some(longest) => {
                let (share, moves) =
                    (percent(share.won_by(attack.side), share.all()), at_most(longest.length()));
                format!("wins {share} of the positions with the move, in {moves}")
            }
        };
        let line = (attack.names(game).concat(), words);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    Ok(lines)
}
