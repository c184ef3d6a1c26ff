//! `fibnif worth`: measures the value of a piece by games.
//!
//! An army in which the piece replaces a known one plays the unchanged army. The stronger side gives a
//! handicap of pawns that should make the score even, and also one pawn less and one more. The score of a pawn
//! converts the score of the piece into pawns. The difference per replaced piece, plus the value of the
//! known piece, is the answer.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use serde::Serialize;

use super::contest::{self, MatchRequest};
use super::load::Entries;
use super::{Answer, AnswerForm, Command, Context, Error, ExitStatus, Told, show};
use crate::arena::contest::Ready;
use crate::arena::contest::{Contest, Pairing, Series};
use crate::arena::opening::without_pawns;
use crate::arena::stats::ScoreSheet;
use crate::arena::stats::{self, Standing};
use crate::base::platform;
use crate::engine::eval::Evaluator;
use crate::rules::betza::Movement;
use crate::rules::game::{Game, compile};
use crate::rules::geometry::{Color, Real};
use crate::rules::variant::Catalog;

/// The request.
#[derive(Clone, Debug, Args)]
pub struct WorthQuestion {
    /// The piece: a line of Betza notation (`FC`), a name (`Colonel`), or one of an army (`nutters:Unicorn`)
    piece: String,
    /// The variant and the army that gets the piece
    #[arg(default_value = "cwda:fide")]
    variant: String,
    /// The role of the piece it replaces
    #[arg(long = "for", default_value = "N", value_name = "ROLE")]
    role: char,
    /// The value of the replaced piece in pawns; by default the one the engine derives
    #[arg(long, value_name = "PAWNS")]
    known: Option<f64>,
    /// Nodes per move
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Stop when the error is at most this, in pawns
    #[arg(long, default_value_t = 0.25)]
    error: f64,
    /// Maximum number of games
    #[arg(long, default_value_t = 6000)]
    games: u32,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    concurrency: u16,
    #[command(flatten)]
    answer: Answer,
}

/// The largest handicap of either side, in pawns.
const MOST_PAWNS: i32 = 4;
/// Scores that say how much better a side is.
const NEAR: std::ops::RangeInclusive<f64> = 0.1..=0.9;
/// Games of the three handicaps before their results are trusted.
const LEAST: u32 = 60;

impl Command for WorthQuestion {
    const EXAMPLES: &'static [&'static str] = &["fibnif worth FC"];

    fn run(&self, context: &mut Context) -> Result<ExitStatus, Error> {
        run(context.catalog, self, context.out)?;
        Ok(ExitStatus::Success)
    }
}

/// Measures a piece and reports the result.
fn run(catalog: &Catalog, question: &WorthQuestion, out: &mut dyn Write) -> Result<(), Error> {
    let (usual, role) = (catalog.resolve(&question.variant)?, question.role.to_ascii_uppercase());
    let (name, movement) = match show::pieces(catalog, &question.piece).into_iter().next() {
        Some(piece) => (piece.name, piece.movement),
        None => {
            let piece = &question.piece;
            let unread = |fault| show::nearly(catalog, piece).unwrap_or(show::unread(piece, &fault));
            (piece.clone(), Movement::read(piece).map_err(unread)?)
        }
    };
    let army = &usual.sides[0].pieces;
    let is_replaced = |at: usize, color: Color| color == Color::White && army[at].role == role;
    let count = usual.array.iter().filter(|&&(_, color, at)| is_replaced(at, color)).count();
    if count == 0 {
        return Err(Error::Usage(format!("{} has no piece of the role {role}", usual.id)));
    }
    let with_piece = |side: usize| {
        let mut def = usual.clone();
        def.id = format!("{} with {name} for {}", usual.id, ["White", "Black"][side]);
        for piece in def.sides[side].pieces.iter_mut().filter(|piece| piece.role == role) {
            (piece.name, piece.movement, piece.value) = (name.clone(), movement.clone(), None);
        }
        compile(&def)
    };
    let games = [with_piece(0)?, with_piece(1)?];
    let (derives, known) = (derived(&games[0], role), derived(&compile(&usual)?, role));
    let known = question.known.unwrap_or(known);
    if question.answer.form() == AnswerForm::Text {
        let pieces = if count == 1 { "piece" } else { "pieces" };
        write!(out, "{name} in the place of {count} {pieces} worth {known:.2} in {}; ", usual.id)?;
        writeln!(out, "the engine derives {derives:.2}")?;
        out.flush()?;
    }
    let (stop, interrupted) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    for raised in [&stop, &interrupted] {
        platform::raise_on_interrupt(raised)?;
    }
    let guess = ((known - derives) * count.real()).round();
    let given = (-MOST_PAWNS..=MOST_PAWNS).find(|&pawns| f64::from(pawns) >= guess).unwrap_or(MOST_PAWNS);
    let contest = with_handicaps(catalog, question, &games, given)?;
    let mut tell = |groups: &[Standing; 3]| -> Result<bool, Error> {
        let games = groups.iter().map(Standing::games).sum();
        let share = groups[1].share();
        if games >= LEAST && !NEAR.contains(&share) {
            let (pawns, side) = (given.abs(), if given >= 0 { "more" } else { "fewer" });
            return Err(Error::Usage(format!(
                "out of range: with {pawns} pawns {side} the army with the piece scores {:.0} %. Let it replace \
                 a piece of a more similar value: `--for ROLE`",
                share * 100.0
            )));
        }
        let worth = stats::worth(groups, count, given);
        let measured = Measured {
            piece: &question.piece,
            variant: &question.variant,
            games,
            pawns: worth.map(|worth| known + worth.difference),
            pawns_error: worth.map(|worth| worth.error),
            elo_of_a_pawn: worth.map(|worth| worth.pawn),
        };
        measured.tell(question.answer.form(), out)?;
        out.flush()?;
        Ok(worth.is_some_and(|worth| worth.error <= question.error))
    };
    let (mut sheet, mut next, mut told) = (ScoreSheet::new(&contest), LEAST, Ok(false));
    let played = contest.run(Ready::default(), &stop, |report| {
        sheet.add(&report);
        if sheet.games() >= next && matches!(told, Ok(false)) {
            next = sheet.games() + sheet.games() / 4;
            told = tell(&groups(&contest, &sheet));
            stop.fetch_or(!matches!(told, Ok(false)), Ordering::Relaxed);
        }
    });
    played?;
    told?;
    tell(&groups(&contest, &sheet))?;
    if interrupted.load(Ordering::Relaxed) { Err(Error::Interrupted) } else { Ok(()) }
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

/// The engine's value, in pawns, of White's piece in a role.
fn derived(game: &Arc<Game>, role: char) -> f64 {
    let evaluator = Evaluator::new(game);
    let mut of_side =
        game.kind_ids().filter(|&id| game.kind(id).color == Color::White && !game.kind(id).foreign);
    let piece = of_side.find(|&id| game.kind(id).role == role);
    piece.and_then(|id| evaluator.values().get(id.index())).map_or(0.0, |&value| f64::from(value) / 100.0)
}

/// The match with the piece on either side, and with one pawn less than `given`, `given`, and one more for the
/// side with the piece.
fn with_handicaps(
    catalog: &Catalog,
    question: &WorthQuestion,
    games: &[Arc<Game>; 2],
    given: i32,
) -> Result<Contest, Error> {
    let WorthQuestion { variant, nodes, seed, concurrency, .. } = question;
    // The positions are not meant to be balanced.
    let words = format!(
        "{variant} self self --nodes={nodes} --seed={seed} --concurrency={concurrency} --plies=6 --balance=400 \
         --failures=1"
    );
    let mut contest =
        contest::contest(catalog, &MatchRequest::read(words.split(' '))?, &mut Entries::none())?;
    (contest.games, contest.starts, contest.series) = (Vec::new(), Vec::new(), Series::Singles);
    for handicap in given - 1..=given + 1 {
        for (game, side) in games.iter().zip(Color::ALL) {
            let poorer = if handicap > 0 { !side } else { side };
            contest.starts.push(without_pawns(game, poorer, handicap.unsigned_abs() as usize)?);
            contest.games.push(game.clone());
        }
    }
    contest.pairings = (0..6).map(|game| Pairing { first: 0, second: 1, game }).collect();
    contest.length = question.games.div_ceil(6).max(1);
    Ok(contest)
}

/// The results of the side with the piece, by handicap: White has it in the even games, Black in the odd ones.
fn groups(contest: &Contest, sheet: &ScoreSheet) -> [Standing; 3] {
    [0, 2, 4].map(|game| {
        let mut tally = sheet.of_white(contest, game);
        tally.join(&sheet.of_white(contest, game + 1).turned());
        tally
    })
}
