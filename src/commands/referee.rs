//! `fibnif referee`: the rules of any variant for scripts. It reads moves, one per line, and answers each
//! with a line of JSON; or it replays a file of games.

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::load::{Entries, Starts, text_of};
use super::moves::{Ending, State};
use super::{Command, Context, Error, ExitStatus, game, json_line};
use crate::rules::pgn::{self, Fault, Written, san};
use crate::rules::position::{Points, Position, Setup};
use crate::rules::variant::Catalog;
use crate::teach;

/// The arguments.
#[derive(Debug, clap::Args)]
pub struct RefereeArgs {
    /// The variant, such as `cwda:clobberers/nutters`; by default the one in the tags of each game
    #[arg(required_unless_present = "pgn")]
    variant: Option<String>,
    /// Start from this position
    #[arg(long, conflicts_with = "pgn")]
    fen: Option<String>,
    /// Replay the games of this file, or of standard input if it is `-`
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
}

impl Command for RefereeArgs {
    const EXAMPLES: &'static [&'static str] = &["fibnif referee chess"];

    fn run(&self, Context { catalog, out }: &mut Context) -> Result<ExitStatus, Error> {
        if let Some(file) = &self.pgn {
            return replay(catalog, self.variant.as_deref(), file, out).map(ExitStatus::after);
        }
        let variant = self.variant.as_deref().unwrap_or("chess");
        converse(catalog, variant, self.fen.as_deref(), &mut io::stdin().lock(), out)?;
        Ok(ExitStatus::Success)
    }
}

/// Answers every line of `input`: moves in coordinate or short algebraic notation, `fen FEN`, `new`,
/// `undo`, `quit`.
fn converse(
    catalog: &Catalog,
    variant: &str,
    fen: Option<&str>,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let game = game(catalog, variant)?;
    let (mut place, notes) = Setup::with_notes(game.clone(), fen)?;
    answer(&RefereeReply { notes, ..state(&place, None) }, out)?;
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let text = String::from_utf8_lossy(&line).trim().to_string();
        line.clear();
        let (word, rest) = text.split_once(' ').unwrap_or((text.as_str(), ""));
        let reply = match word {
            "" => continue,
            "quit" => break,
            "new" => {
                place = Position::start(game.clone());
                state(&place, None)
            }
            "undo" if place.ply() > 0 => {
                place.unmake();
                state(&place, None)
            }
            "undo" => refusal("there is no move to undo".to_owned(), None, &place),
            "fen" => match Setup::read(game.clone(), rest).and_then(Setup::position_and_notes) {
                Ok((other, notes)) => {
                    place = other;
                    RefereeReply { notes, ..state(&place, None) }
                }
                Err(error) => refusal(error.to_string(), None, &place),
            },
            _ => play_turn(&mut place, &text),
        };
        answer(&reply, out)?;
    }
    Ok(())
}

fn answer(reply: &impl Serialize, out: &mut dyn Write) -> Result<(), Error> {
    json_line(reply, out)?;
    out.flush()?;
    Ok(())
}

/// The answer to a line.
#[derive(Serialize)]
struct RefereeReply {
    ok: bool,
    #[serde(flatten)]
    said: Said,
    /// What of the FEN is left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Said {
    State {
        #[serde(flatten)]
        state: State,
        #[serde(flatten)]
        last: Option<LastMove>,
    },
    Refusal {
        error: String,
        /// The reason in one word, if a move was refused.
        #[serde(skip_serializing_if = "Option::is_none")]
        why: Option<&'static str>,
        fen: String,
    },
}

/// The move that led to a state.
#[derive(Serialize)]
struct LastMove {
    #[serde(rename = "move")]
    text: String,
    san: String,
}

/// Plays a move, or a move and the wall that is written with it: see [`play`].
fn play_turn(place: &mut Position, text: &str) -> RefereeReply {
    let (before, mut reply) = (place.clone(), None);
    for part in before.parts_of_turn(text) {
        let played = play(place, part);
        if let Said::Refusal { error, why, .. } = played.said {
            *place = before;
            return refusal(error, why, place);
        }
        reply = Some(played);
    }
    reply.unwrap_or_else(|| play(place, text))
}

/// Plays a move. Returns the new state, or why the move is refused.
fn play(place: &mut Position, text: &str) -> RefereeReply {
    if let Some(outcome) = place.outcome() {
        return refusal(format!("the game is over: {outcome}"), None, place);
    }
    match san::read(place, text) {
        Err(error) => {
            let why = teach::refusal_of(place, &error).map(|why| why.code());
            refusal(teach::explain_unread(place, &error), why, place)
        }
        Ok(m) => {
            let last = LastMove { text: place.move_text(m), san: san::write(place, m) };
            place.make(m);
            state(place, Some(last))
        }
    }
}

fn refusal(error: String, why: Option<&'static str>, place: &Position) -> RefereeReply {
    RefereeReply { ok: false, said: Said::Refusal { error, why, fen: place.fen() }, notes: Vec::new() }
}

fn state(place: &Position, last: Option<LastMove>) -> RefereeReply {
    let moves = if place.outcome().is_none() { place.moves() } else { Vec::new() };
    RefereeReply { ok: true, said: Said::State { state: State::new(place, &moves), last }, notes: Vec::new() }
}

/// Replays the games of a file and answers each with a line of JSON. Returns how many are bad. The tags of a
/// game name its variant, unless one is given.
fn replay(
    catalog: &Catalog,
    variant: Option<&str>,
    file: &Path,
    out: &mut dyn Write,
) -> Result<usize, Error> {
    let text = text_of(file)?;
    let mut entries = Entries::new(file, "games");
    let mut starts = Starts::new(catalog, variant);
    for (index, mut written) in pgn::read(&text).into_iter().enumerate() {
        let (found, fault) = match check(&mut starts, &mut written) {
            Ok(found) => (found, None),
            Err(Bad { fault, fen }) => {
                let (error, line) = (fault.reason.clone(), fault.line);
                (Replayed::Fault { error, line, fen }, Some(fault))
            }
        };
        answer(&Verdict { game: index + 1, ok: fault.is_none(), found }, out)?;
        entries.keep(fault.map_or(Ok(()), Err), out)?;
    }
    Ok(entries.close(out)?)
}

/// A game of a file.
#[derive(Serialize)]
struct Verdict {
    game: usize,
    ok: bool,
    #[serde(flatten)]
    found: Replayed,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Replayed {
    Game {
        variant: String,
        plies: usize,
        fen: String,
        /// The result that the file states.
        stated: String,
        #[serde(flatten)]
        ending: Ending,
        /// What of the FEN is left out.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        notes: Vec<String>,
    },
    Fault {
        error: String,
        line: usize,
        /// The position, if the moves lead to one.
        fen: Option<String>,
    },
}

/// What is wrong with a game, and the position there.
struct Bad {
    fault: Fault,
    fen: Option<String>,
}

fn check(starts: &mut Starts, written: &mut Written) -> Result<Replayed, Bad> {
    let (mut place, mut notes) = starts.of(written).map_err(|fault| Bad { fault, fen: None })?;
    let (moves, fault) = written.replay(&place, usize::MAX, &teach::explain_unread);
    notes.extend(written.note.clone());
    for &m in &moves {
        place.make(m);
    }
    let bad = |fault: Fault| Bad { fault, fen: Some(place.fen()) };
    if let Some(Fault { line, reason }) = fault {
        let is_move = moves.len() < written.moves.len();
        let ply = if is_move { format!("ply {}: ", moves.len() + 1) } else { String::new() };
        return Err(bad(Fault { line, reason: format!("{ply}{reason}") }));
    }
    let wrong = |reason: String| Err(bad(Fault { line: written.line, reason }));
    let outcome = place.outcome();
    let tagged = written.tagged_result();
    let stated = if written.result.is_empty() { tagged.unwrap_or("*") } else { &written.result };
    let result = outcome.map(|outcome| Points::from(outcome).to_string());
    if let Some((outcome, result)) = outcome.zip(result.as_ref())
        && stated.parse::<Points>().is_ok()
        && result != stated
    {
        return wrong(format!("the result is {result} ({}), not {stated}", outcome.reason));
    }
    if let Some(tagged) = tagged.filter(|tagged| *tagged != stated) {
        return wrong(format!("the Result tag is `{tagged}`, but the moves end with `{stated}`"));
    }
    Ok(Replayed::Game {
        variant: place.game().def.id.clone(),
        plies: moves.len(),
        fen: place.fen(),
        stated: stated.to_owned(),
        ending: Ending::new(outcome),
        notes,
    })
}
