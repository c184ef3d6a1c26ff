//! `fibnif worth`: measures the value of a piece by games.
//!
//! An army in which the piece replaces a known one plays the unchanged army. The stronger side gives a
//! handicap of pawns that makes the score even, and also one pawn less and one more. The score of a pawn
//! converts the score of the piece into pawns. The difference per replaced piece, plus the value of the
//! known piece, is the answer.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::contest::ContestError;
use super::error::WorthError;
use super::{Answer, AnswerForm, Told, ToolError, show};
use crate::arena::contest::{Contest, Openings, Pairing, Series};
use crate::arena::external::Waiting;
use crate::arena::game::Adjudication;
use crate::arena::opening::Random;
use crate::arena::readiness::Ready;
use crate::arena::score_sheet::ScoreSheet;
use crate::arena::spec::{self, Spec};
use crate::arena::stats::Standing;
use crate::base::platform;
use crate::engine::eval::Evaluator;
use crate::rules::betza::Movement;
use crate::rules::game::{Game, compile};
use crate::rules::geometry::{Color, Narrow, Real, Square};
use crate::rules::position::Position;
use crate::rules::variant::{Catalog, VariantDef};
use crate::session::control::TimeLimit;

/// The request.
#[derive(Clone, Debug, Args)]
pub struct WorthQuestion {
    /// The piece: a line of Betza notation (`FC`), a name (`Colonel`), or one of an army (`nutters:Unicorn`)
    pub piece: String,
    /// The variant and the army that gets the piece
    #[arg(default_value = "cwda:fide")]
    pub variant: String,
    /// The role of the piece it replaces
    #[arg(long = "for", default_value = "N", value_name = "ROLE", value_parser = role)]
    pub role: char,
    /// The value of the replaced piece in pawns; by default the one the engine derives
    #[arg(long, value_name = "PAWNS")]
    pub known: Option<f64>,
    /// Nodes per move
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Stop when the error is at most this, in pawns
    #[arg(long, default_value_t = 0.25)]
    pub error: f64,
    /// Maximum number of games
    #[arg(long, default_value_t = 6000)]
    pub games: u32,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Games played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    pub concurrency: u16,
    /// The form of the answer.
    #[command(flatten)]
    pub answer: Answer,
}

fn role(text: &str) -> Result<char, String> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Ok(letter.to_ascii_uppercase()),
        _ => Err(format!("expected one letter, like `N`, found `{text}`")),
    }
}

/// The worth of a piece in pawns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    /// How much more it is worth than the piece it replaced.
    pub difference: f64,
    /// Half the width of the 95 % confidence interval.
    pub error: f64,
    /// The Elo difference of a pawn.
    pub pawn: f64,
}

/// The largest handicap of either side, in pawns.
const MOST_PAWNS: i32 = 4;
/// The number of games that choose the handicap.
const TRIAL: u32 = 24;
/// Scores that are close enough to even for a handicap.
const EVEN: std::ops::RangeInclusive<f64> = 0.35..=0.65;
/// Scores at which the difference is at most about two pawns.
const NEAR: std::ops::RangeInclusive<f64> = 0.12..=0.88;
/// Games of each group before the error is trusted.
const LEAST: u32 = 20;

/// Measures a piece and reports the result.
///
/// # Errors
/// If the piece or the army is unknown, or games cannot be played.
pub fn run(catalog: &Catalog, question: &WorthQuestion, out: &mut dyn Write) -> Result<(), ToolError> {
    let usual = catalog.resolve(&question.variant)?;
    let (name, movement) = find(catalog, &question.piece)?;
    let replaced = replaced(&usual, question)?;
    let games = games(&usual, question.role, &name, &movement)?;
    let values = |game: &Arc<Game>| derived(game, question.role);
    let known = match question.known {
        Some(known) => known,
        None => values(&compile(&usual)?),
    };
    let piece = if replaced == 1 { "piece" } else { "pieces" };
    let derives = values(&games[0]);
    question.remark(out, || {
        let place = format!("{name} in the place of {replaced} {piece} worth {known:.2} in {}", usual.id);
        format!("{place}; the engine derives {derives:.2}")
    })?;
    let (stop, interrupted) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    for raised in [&stop, &interrupted] {
        platform::raise_on_interrupt(raised)?;
    }
    let guess = (known - derives) * replaced.real();
    let trials = Trials { catalog, question, games: &games, stop: &stop };
    let given = match trials.bracket(guess) {
        Err(ToolError::Worth(error)) => {
            let nearest = nearest_role(&games[0], question.role, derives);
            return Err(ToolError::Worth(WorthError { nearest, ..error }));
        }
        given => given?,
    };
    if given != 0 {
        let side = if given > 0 { "the army as it is" } else { "the army with it" };
        question.remark(out, || {
            let pawns = if given.abs() == 1 { "a pawn".to_owned() } else { format!("{} pawns", given.abs()) };
            format!("{side} gives {pawns}, which makes the games about even")
        })?;
    }
    let contest = contest(catalog, question, &games, &[given - 1, given, given + 1])?;
    let mut sheet = ScoreSheet::new(&contest);
    let mut next = LEAST * 3;
    let mut failed = None;
    let mut enough = |sheet: &ScoreSheet, out: &mut dyn Write| -> Result<bool, ToolError> {
        if sheet.games() < next {
            return Ok(false);
        }
        next = sheet.games() + sheet.games() / 4;
        let worth = measure(&groups(&contest, sheet), replaced, given);
        tell(question, known, worth, sheet.games(), out)?;
        Ok(worth.is_some_and(|worth| worth.error <= question.error))
    };
    let played = contest.run(Ready::default(), &stop, |report| {
        sheet.add(&report);
        match enough(&sheet, out) {
            Ok(false) => {}
            Ok(true) => stop.store(true, Ordering::Relaxed),
            Err(error) => {
                stop.store(true, Ordering::Relaxed);
                failed = Some(error);
            }
        }
    });
    played.map_err(ContestError::from)?;
    if let Some(error) = failed {
        return Err(error);
    }
    let worth = measure(&groups(&contest, &sheet), replaced, given);
    tell(question, known, worth, sheet.games(), out)?;
    if interrupted.load(Ordering::Relaxed) { Err(ToolError::Interrupted) } else { Ok(()) }
}

impl WorthQuestion {
    /// Prints the lines that precede the answer, for people only.
    fn remark(&self, out: &mut dyn Write, text: impl FnOnce() -> String) -> io::Result<()> {
        if self.answer.form() == AnswerForm::Text {
            writeln!(out, "{}", text())?;
            out.flush()?;
        }
        Ok(())
    }
}

/// The games that choose the handicap.
struct Trials<'a> {
    catalog: &'a Catalog,
    question: &'a WorthQuestion,
    games: &'a [Arc<Game>; 2],
    stop: &'a Arc<AtomicBool>,
}

impl Trials<'_> {
    /// The pawns that the side with the piece gets so that the games are about even. `guess` is the value
    /// that the engine derives.
    fn bracket(&self, guess: f64) -> Result<i32, ToolError> {
        let pawns = Color::ALL.map(|color| pawns(&self.games[0], color).len());
        // The measuring games give one more pawn, and one must remain.
        let most = i32::try_from(pawns.into_iter().min().unwrap_or(0)).unwrap_or(i32::MAX) - 2;
        let most = most.clamp(0, MOST_PAWNS);
        let least = -most;
        let far = |given: i32| (f64::from(given) - guess).abs();
        let mut given = (least..=most).min_by(|&a, &b| far(a).total_cmp(&far(b))).unwrap_or(0);
        let mut tried: Vec<(i32, f64)> = Vec::new();
        loop {
            let share = self.share(given)?;
            tried.push((given, share));
            if EVEN.contains(&share) || self.stop.load(Ordering::Relaxed) {
                return Ok(given);
            }
            let step = if NEAR.contains(&share) { 1 } else { 2 };
            let next = (given + if share < 0.5 { step } else { -step }).clamp(least, most);
            if next == given {
                return Err(WorthError { given, share, nearest: None }.into());
            }
            if tried.iter().any(|&(known, _)| known == next) {
                break;
            }
            given = next;
        }
        // One pawn reverses the score: the closer of the two handicaps is good enough.
        let off = |share: f64| (share - 0.5).abs();
        let best = tried.iter().min_by(|a, b| off(a.1).total_cmp(&off(b.1)));
        Ok(best.map_or(given, |&(given, _)| given))
    }

    /// The score of the side with the piece, when it has this many pawns more.
    fn share(&self, given: i32) -> Result<f64, ToolError> {
        let question = WorthQuestion { games: TRIAL.min(self.question.games), ..self.question.clone() };
        let contest = contest(self.catalog, &question, self.games, &[given])?;
        let mut sheet = ScoreSheet::new(&contest);
        contest.run(Ready::default(), self.stop, |report| sheet.add(&report)).map_err(ContestError::from)?;
        Ok(groups(&contest, &sheet).first().map_or(0.5, Standing::share))
    }
}

/// The role of another piece of White's army, with the value nearest to the given one.
fn nearest_role(game: &Arc<Game>, role: char, value: f64) -> Option<char> {
    let kinds = game.kind_ids().map(|id| game.kind(id));
    let roles = kinds.filter(|kind| {
        kind.color == Color::White && kind.role != role && !kind.royal && !kind.pawn && !kind.foreign
    });
    let off = |role: char| (derived(game, role) - value).abs();
    roles.map(|kind| kind.role).min_by(|&a, &b| off(a).total_cmp(&off(b)))
}

/// The value of a piece after some games.
#[derive(Serialize)]
struct Measured<'a> {
    piece: &'a str,
    variant: &'a str,
    games: u32,
    /// The value in pawns, half the width of its 95 % interval, and the Elo difference of a pawn.
    pawns: Option<f64>,
    pawns_error: Option<f64>,
    elo_of_a_pawn: Option<f64>,
}

impl Told for Measured<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let games = self.games;
        let Some(((pawns, error), elo)) = self.pawns.zip(self.pawns_error).zip(self.elo_of_a_pawn) else {
            return writeln!(out, "no result after {games} games: a pawn made no difference to the score");
        };
        writeln!(out, "{pawns:.2} +/- {error:.2} pawns after {games} games (a pawn is worth {elo:.0} Elo)")
    }
}

fn tell(
    question: &WorthQuestion,
    known: f64,
    worth: Option<Worth>,
    games: u32,
    out: &mut dyn Write,
) -> io::Result<()> {
    let measured = Measured {
        piece: &question.piece,
        variant: &question.variant,
        games,
        pawns: worth.map(|worth| known + worth.difference),
        pawns_error: worth.map(|worth| worth.error),
        elo_of_a_pawn: worth.map(|worth| worth.pawn),
    };
    measured.tell(question.answer.form(), out)?;
    out.flush()
}

/// The engine's value, in pawns, of White's piece in a role.
fn derived(game: &Arc<Game>, role: char) -> f64 {
    let evaluator = Evaluator::new(game);
    let of_role = game.kind_ids().find(|&id| {
        game.kind(id).color == Color::White && game.kind(id).role == role && !game.kind(id).foreign
    });
    of_role.and_then(|id| evaluator.values().get(id.index())).map_or(0.0, |&value| f64::from(value) / 100.0)
}

/// A piece of any variant by its name, or a line of notation.
fn find(catalog: &Catalog, man: &str) -> Result<(String, Movement), ToolError> {
    match show::pieces(catalog, man).into_iter().next() {
        Some(piece) => Ok((piece.name, piece.movement)),
        None => {
            let betza = show::standard(man).unwrap_or(man);
            Ok((man.to_string(), Movement::read(betza).map_err(|fault| show::unread(catalog, man, fault))?))
        }
    }
}

/// The number of White's pieces of a role in the starting position.
fn replaced(def: &VariantDef, question: &WorthQuestion) -> Result<usize, ContestError> {
    let of_role = |&&(_, color, piece): &&(Square, Color, usize)| {
        color == Color::White && def.sides[0].pieces[piece].role == question.role
    };
    match def.array.iter().filter(of_role).count() {
        0 => Err(ContestError::Wish(format!("{} has no piece of the role {}", def.id, question.role))),
        count => Ok(count),
    }
}

/// The game in which White has the piece, and the one in which Black has it.
fn games(
    usual: &VariantDef,
    role: char,
    name: &str,
    movement: &Movement,
) -> Result<[Arc<Game>; 2], ToolError> {
    let with = |side: usize| {
        let mut def = usual.clone();
        def.id = format!("{} with {name} for {}", usual.id, ["White", "Black"][side]);
        for piece in def.sides[side].pieces.iter_mut().filter(|piece| piece.role == role) {
            piece.name = name.to_string();
            piece.movement = movement.clone();
            piece.value = None;
        }
        compile(&def)
    };
    Ok([with(0)?, with(1)?])
}

/// Games with the piece on either side, for every handicap (the pawns that the side with the piece gets).
fn contest(
    catalog: &Catalog,
    question: &WorthQuestion,
    games: &[Arc<Game>; 2],
    handicaps: &[i32],
) -> Result<Contest, ToolError> {
    let mut players = vec![Spec::read("self").map_err(|error| ContestError::Wish(error.to_string()))?; 2];
    spec::number(&mut players);
    let mut all = Vec::new();
    let mut starts = Vec::new();
    for &handicap in handicaps {
        for (game, side) in games.iter().zip(Color::ALL) {
            let poorer = if handicap > 0 { !side } else { side };
            starts.push(without_pawns(game, poorer, handicap.unsigned_abs() as usize)?);
            all.push(game.clone());
        }
    }
    let length = question.games.div_ceil(all.len().narrow()).max(1);
    Ok(Contest {
        players,
        pairings: (0..all.len()).map(|game| Pairing { first: 0, second: 1, game }).collect(),
        games: all,
        starts,
        length,
        series: Series::Singles,
        control: TimeLimit { nodes: Some(question.nodes), ..TimeLimit::default() },
        // These positions are not meant to be balanced.
        openings: Openings::Random(Random { plies: 6, bound: 400, seed: question.seed }),
        rules: Adjudication::default(),
        waiting: Waiting { cpu_clock: false, patience: Duration::from_secs(60) },
        concurrency: usize::from(question.concurrency),
        played: Vec::new(),
        failures: 1,
        catalog: Arc::new(catalog.clone()),
    })
}

/// The squares of a side's pawns, the least important first: not at the edge, not in front of the king.
fn pawns(game: &Game, color: Color) -> Vec<Square> {
    let files = game.shape.files();
    let file = |square: Square| game.shape.file(square);
    let of_side = game.array.iter().filter(|&&(_, id)| game.kind(id).color == color);
    let king = of_side.clone().find(|&&(_, id)| game.kind(id).royal).map(|&(square, _)| file(square));
    let mut pawns: Vec<Square> =
        of_side.filter(|&&(_, id)| game.kind(id).pawn).map(|&(square, _)| square).collect();
    pawns.sort_by_key(|&square| {
        let file = file(square);
        let from_edge = file.min(files - 1 - file);
        (Some(file) == king, from_edge == 0, from_edge.abs_diff(2), file)
    });
    pawns
}

/// The starting position without this many pawns of a side.
fn without_pawns(game: &Arc<Game>, color: Color, count: usize) -> Result<Option<String>, ToolError> {
    if count == 0 {
        return Ok(None);
    }
    let pawns = pawns(game, color);
    if pawns.len() <= count {
        let id = &game.def.id;
        return Err(ContestError::Wish(format!("{id} has too few pawns to measure a piece")).into());
    }
    let mut def = game.def.clone();
    def.array.retain(|(square, ..)| !pawns.iter().take(count).any(|pawn| pawn == square));
    Ok(Some(Position::start(compile(&def)?).fen()))
}

/// The results of the side with the piece, by handicap.
fn groups(contest: &Contest, sheet: &ScoreSheet) -> Vec<Standing> {
    let group = |group: usize| {
        let mut tally = Standing::default();
        // White has the piece in the even games, Black in the odd ones.
        tally.join(&sheet.of_white(contest, group * 2));
        tally.join(&sheet.of_white(contest, group * 2 + 1).turned());
        tally
    };
    (0..contest.games.len() / 2).map(group).collect()
}

/// The estimate from the results of the side with the piece, with one pawn less than `given`, with `given`,
/// and with one more. `None` if a pawn made no difference.
pub fn measure(groups: &[Standing], replaced: usize, given: i32) -> Option<Worth> {
    let groups: [Standing; 3] = groups.try_into().ok()?;
    // Half a point for either side keeps every score within the range of the Elo formula.
    let elos = groups.map(|group| {
        let games = f64::from(group.games()) + 1.0;
        let share = (group.points() + 0.5) / games;
        let slope = 400.0 / std::f64::consts::LN_10 / (share * (1.0 - share));
        (crate::arena::stats::elo(share), slope * (share * (1.0 - share) / games).sqrt())
    });
    let [(less, less_error), (even, even_error), (more, more_error)] = elos;
    let pawn = (more - less) / 2.0;
    if pawn <= 0.0 {
        return None;
    }
    // All three groups measure the piece. Their mean has the smallest error.
    let mean = (less + even + more) / 3.0;
    let mean_error = (less_error.powi(2) + even_error.powi(2) + more_error.powi(2)).sqrt() / 3.0;
    let pawn_error = (less_error.powi(2) + more_error.powi(2)).sqrt() / 2.0;
    let pawns = mean / pawn;
    let error = ((mean_error / pawn).powi(2) + (pawns * pawn_error / pawn).powi(2)).sqrt();
    let count = replaced.real();
    Some(Worth { difference: (pawns - f64::from(given)) / count, error: 1.96 * error / count, pawn })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::stats::expected;

    fn scored(elo: f64) -> Standing {
        let expected = expected(elo) * 100_000.0;
        let wins = (0..100_000).find(|&wins| f64::from(wins) + 0.5 > expected).unwrap_or(100_000);
        Standing { wins, losses: 100_000 - wins, ..Standing::default() }
    }

    #[test]
    fn a_man_that_makes_as_much_as_two_pawns_is_worth_two_more() {
        let worth = measure(&[scored(100.0), scored(200.0), scored(300.0)], 1, 0).unwrap();
        assert!((worth.difference - 2.0).abs() < 0.05 && (worth.pawn - 100.0).abs() < 2.0, "{worth:?}");
        assert!(worth.error < 0.1);
        let worth = measure(&[scored(100.0), scored(200.0), scored(300.0)], 2, 0).unwrap();
        assert!((worth.difference - 1.0).abs() < 0.05);
        assert_eq!(measure(&[scored(0.0); 3], 1, 0), None);
        // Even with three pawns more: three pawns weaker.
        let worth = measure(&[scored(-100.0), scored(0.0), scored(100.0)], 1, 3).unwrap();
        assert!((worth.difference + 3.0).abs() < 0.05, "{worth:?}");
    }
}
