//! `fibnif worth`: measures the value of a piece by games.
//!
//! An army in which the piece replaces a known one plays the unchanged army, with a handicap of pawns that
//! should make the score even, and with one pawn less and one more. What a pawn changes converts the score of
//! the piece into pawns; that per replaced piece, plus the value of the known one, is the answer.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use serde::Serialize;

use super::contest::{self, MatchArgs};
use super::load::Entries;
use super::{Command, Context, Error, ExitStatus, OutputArgs, Render, show};
use crate::arena::contest::{Contest, Pairing, Ready};
use crate::arena::opening::without_pawns;
use crate::arena::sheet::ScoreSheet;
use crate::arena::stats::{self, Standing};
use crate::base::platform;
use crate::engine::eval::Evaluator;
use crate::rules::betza::{Movement, standard};
use crate::rules::game::{Game, Kind, compile};
use crate::rules::geometry::{Color, Real};
use crate::rules::letter::Letter;
use crate::rules::variant::Catalog;

/// The request.
#[derive(Clone, Debug, Args)]
pub struct WorthArgs {
    /// The piece: a line of Betza notation (`FC`), a name (`Colonel`), or one of an army (`nutters:Unicorn`)
    piece: String,
    /// The variant and the army that gets the piece
    #[arg(default_value = "cwda:fide")]
    variant: String,
    /// The role of the piece it replaces
    #[arg(long = "for", default_value = "N", value_name = "ROLE", value_parser = role)]
    role: Letter,
    /// The value of the replaced piece in pawns; by default the one the engine derives
    #[arg(long, value_name = "PAWNS")]
    known: Option<f64>,
    /// Nodes per move
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Stop when the error is at most this, in pawns
    #[arg(long, default_value_t = 0.25)]
    error: f64,
    /// Maximum number of games; at least one round of six is played
    #[arg(long, default_value_t = 6000)]
    games: u32,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    concurrency: u16,
    #[command(flatten)]
    output: OutputArgs,
}

/// The largest handicap of either side, in pawns.
const MOST_PAWNS: i32 = 4;
/// The largest handicap that the engine's values may ask for: they may be wrong by some pawns.
const MOST_GUESSED: f64 = 7.0;
/// Games of the three handicaps before their results are trusted.
const LEAST: u32 = 60;

impl Command for WorthArgs {
    const EXAMPLES: &'static [&'static str] = &["fibnif worth FC"];

    fn run(&self, Context { catalog, out }: &mut Context) -> Result<ExitStatus, Error> {
        let (usual, role) = (catalog.resolve(&self.variant)?, self.role);
        let piece = &self.piece;
        let (name, movement) = if let Some(known) = show::pieces(catalog, piece).into_iter().next() {
            (known.name, known.movement)
        } else {
            let unread = |fault| show::nearly(catalog, piece).unwrap_or(show::unread(piece, &fault));
            (piece.clone(), Movement::read(standard(piece).unwrap_or(piece)).map_err(unread)?)
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
        let known = self.known.unwrap_or(known);
        if !self.output.json {
            writeln!(
                out,
                "{name} for {count} of {known:.2} in {}; the engine derives {derives:.2}",
                usual.id
            )?;
            out.flush()?;
        }
        let (stop, interrupted) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        for raised in [&stop, &interrupted] {
            platform::raise_on_interrupt(raised)?;
        }
        let guess = ((known - derives) * count.real()).round();
        if guess.abs() > MOST_GUESSED {
            return Err(Error::Usage(format!(
                "out of range: the army with the piece would need a handicap of {guess:+.0} pawns. Let it \
                 replace a piece of a more similar value: `--for ROLE`"
            )));
        }
        let given = (-MOST_PAWNS..=MOST_PAWNS).find(|&pawns| f64::from(pawns) >= guess).unwrap_or(MOST_PAWNS);
        let contest = with_handicaps(catalog, self, &games, given)?;
        let mut tell = |groups: &[Standing; 3]| -> Result<bool, Error> {
            let games = groups.iter().map(Standing::games).sum();
            let share = groups[1].share();
            if games >= LEAST && !(0.1..=0.9).contains(&share) {
                return Err(Error::Usage(format!(
                    "out of range: with a handicap of {given} pawns the army with the piece scores {:.0} %. Let \
                     it replace a piece of a more similar value: `--for ROLE`",
                    share * 100.0
                )));
            }
            let worth = stats::worth(groups, count, given);
            let measured = Measured {
                piece,
                variant: &self.variant,
                games,
                pawns: worth.map(|worth| known + worth.difference),
                pawns_error: worth.map(|worth| worth.error),
                elo_of_a_pawn: worth.map(|worth| worth.pawn),
            };
            measured.render(self.output.json, out)?;
            out.flush()?;
            Ok(worth.is_some_and(|worth| worth.error <= self.error))
        };
        let (mut sheet, mut next, mut printed) = (ScoreSheet::new(&contest), LEAST, Ok(false));
        let played = contest.run(Ready::default(), &stop, |report| {
            sheet.add(&report);
            if sheet.games() >= next && matches!(printed, Ok(false)) {
                next = sheet.games() + sheet.games() / 4;
                printed = tell(&[0, 2, 4].map(|game| sheet.of_armies(&contest, game)));
                stop.fetch_or(!matches!(printed, Ok(false)), Ordering::Relaxed);
            }
        });
        played?;
        printed?;
        tell(&[0, 2, 4].map(|game| sheet.of_armies(&contest, game)))?;
        if interrupted.load(Ordering::Relaxed) { Err(Error::Interrupted) } else { Ok(ExitStatus::Success) }
    }
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

impl Render for Measured<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let games = self.games;
        let Some(((pawns, error), elo)) = self.pawns.zip(self.pawns_error).zip(self.elo_of_a_pawn) else {
            return writeln!(out, "no result after {games} games: a pawn made no difference to the score");
        };
        writeln!(out, "{pawns:.2} +/- {error:.2} pawns after {games} games (a pawn is worth {elo:.0} Elo)")
    }
}

/// A role in either case.
fn role(text: &str) -> Result<Letter, String> {
    Letter::read(text)
        .map(Letter::upper)
        .ok_or_else(|| "expected a letter, perhaps with an apostrophe".into())
}

/// The engine's value, in pawns, of White's piece in a role.
fn derived(game: &Arc<Game>, role: Letter) -> f64 {
    let is_it = |kind: &Kind| kind.color == Color::White && kind.role == role && !kind.foreign;
    let value = game.kind_ids().find(|&id| is_it(game.kind(id)));
    value.map_or(0.0, |id| f64::from(Evaluator::new(game).values()[id.index()]) / 100.0)
}

/// The match with the piece on either side, and with one pawn less than `given`, `given`, and one more for
/// the side with the piece.
fn with_handicaps(
    catalog: &Catalog,
    question: &WorthArgs,
    games: &[Arc<Game>; 2],
    given: i32,
) -> Result<Contest, Error> {
    let WorthArgs { variant, nodes, seed, concurrency, .. } = question;
    // The positions are not meant to be balanced.
    let words = format!(
        "{variant} self self --nodes={nodes} --seed={seed} --concurrency={concurrency} --plies=6 --balance=400 \
         --failures=1"
    );
    let mut contest = contest::contest(catalog, &MatchArgs::read(words.split(' '))?, &mut Entries::none())?;
    (contest.games, contest.starts, contest.singles) = (Vec::new(), Vec::new(), true);
    for handicap in given - 1..=given + 1 {
        for (game, side) in games.iter().zip(Color::ALL) {
            let poorer = if handicap > 0 { !side } else { side };
            contest.starts.push(without_pawns(game, poorer, handicap.unsigned_abs() as usize)?);
            contest.games.push(game.clone());
        }
    }
    contest.pairings = (0..6).map(|game| Pairing { first: 0, second: 1, game }).collect();
    contest.length = (question.games / 6).max(1);
    Ok(contest)
}
