//! `fibnif referee`: the rules of any variant for scripts. Moves come in, one a line, and each is
//! answered by a line of JSON; or a file of games is replayed.

use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::{ToolError, game, position};
use crate::game::Game;
use crate::pgn::san::SanError;
use crate::pgn::{self, Written, san};
use crate::position::{Points, Position, Reason};
use crate::text;
use crate::variant::Catalog;

/// Answers every line of `input` until it ends: moves as squares or in short notation, `fen FEN`,
/// `new`, `undo`, `quit`.
///
/// # Errors
/// If the variant is unknown, or input or output fails.
pub fn converse(
    catalog: &Catalog,
    variant: &str,
    fen: Option<&str>,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(), ToolError> {
    let game = game(catalog, variant)?;
    let mut place = position(game.clone(), fen)?;
    answer(&state(&place), out)?;
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
                state(&place)
            }
            "undo" if place.ply() > 0 => {
                place.unmake();
                state(&place)
            }
            "undo" => refusal("there is nothing to take back", &place),
            "fen" => match Position::from_fen(game.clone(), rest) {
                Ok(other) => {
                    place = other;
                    state(&place)
                }
                Err(error) => refusal(&error.to_string(), &place),
            },
            _ => play(&mut place, &text),
        };
        answer(&reply, out)?;
    }
    Ok(())
}

fn answer(reply: &Value, out: &mut dyn Write) -> Result<(), ToolError> {
    writeln!(out, "{reply}")?;
    out.flush()?;
    Ok(())
}

/// Plays a move; the state behind it, or why not.
fn play(place: &mut Position, text: &str) -> Value {
    if let Some(outcome) = place.outcome() {
        return refusal(&format!("the game is over: {}", outcome.reason), place);
    }
    match san::read(place, text) {
        Err(error) => {
            let mut reply = refusal(&error.to_string(), place);
            if let SanError::Illegal { why, .. } = error {
                reply["why"] = json!(why.code());
            }
            reply
        }
        Ok(m) => {
            let (squares, short) = (place.move_text(m), san::write(place, m));
            place.make(m);
            let mut reply = state(place);
            reply["move"] = json!(squares);
            reply["san"] = json!(short);
            reply
        }
    }
}

fn refusal(reason: &str, place: &Position) -> Value {
    json!({ "ok": false, "error": reason, "fen": place.fen() })
}

/// Everything that is to be known of a position.
fn state(place: &Position) -> Value {
    let outcome = place.outcome();
    let moves = if outcome.is_none() { place.moves() } else { Vec::new() };
    let legal: Vec<String> = moves.iter().map(|&m| place.move_text(m)).collect();
    let legal_san: Vec<String> = moves.iter().map(|&m| san::write(place, m)).collect();
    let points = outcome.map(Points::from);
    json!({
        "ok": true,
        "fen": place.fen(),
        "side": place.side().name(),
        "check": place.in_check(),
        "legal": legal,
        "legal_san": legal_san,
        "result": points.map(|points| points.to_string()),
        "score": points.map(Points::of_white),
        "reason": outcome.map(|outcome| outcome.reason.to_string()),
    })
}

/// Replays the games of a file, each answered by a line of JSON; returns how many are wrong. The tags
/// of a game say its variant, unless one is given.
///
/// # Errors
/// If the file cannot be read, or output fails.
pub fn replay(
    catalog: &Catalog,
    variant: Option<&str>,
    file: &Path,
    out: &mut dyn Write,
) -> Result<usize, ToolError> {
    let text = text::read(file).map_err(|source| ToolError::File { path: file.to_owned(), source })?;
    let mut wrong = 0;
    let mut games: Vec<(String, Arc<Game>)> = Vec::new();
    for (index, written) in pgn::read(&text).iter().enumerate() {
        let mut reply = match check(catalog, variant, written, &mut games) {
            Ok(reply) => reply,
            Err(fault) => {
                wrong += 1;
                json!({ "ok": false, "error": fault.reason, "line": fault.line, "fen": fault.fen })
            }
        };
        reply["game"] = json!(index + 1);
        answer(&reply, out)?;
    }
    Ok(wrong)
}

/// What is wrong with a game, and where.
struct Fault {
    reason: String,
    line: usize,
    fen: Option<String>,
}

fn check(
    catalog: &Catalog,
    variant: Option<&str>,
    written: &Written,
    games: &mut Vec<(String, Arc<Game>)>,
) -> Result<Value, Fault> {
    let whole = |reason: String| Fault { reason, line: written.line, fen: None };
    let name = variant.map_or_else(|| variant_of(written), str::to_string);
    let known = games.iter().find(|(known, _)| *known == name).map(|(_, game)| game.clone());
    let game = if let Some(game) = known {
        game
    } else {
        let game = super::game(catalog, &name).map_err(|error| whole(error.to_string()))?;
        games.push((name, game.clone()));
        game
    };
    let mut place = position(game, written.tag("FEN")).map_err(|error| whole(error.to_string()))?;
    for (ply, written_move) in written.moves.iter().enumerate() {
        let fault = |reason: String| Fault {
            reason: format!("ply {}: {reason}", ply + 1),
            line: written_move.line,
            fen: Some(place.fen()),
        };
        if let Some(outcome) = place.outcome().filter(|outcome| ends_play(outcome.reason)) {
            return Err(fault(format!("the game is over: {}", outcome.reason)));
        }
        let m = san::read(&place, &written_move.text).map_err(|error| fault(error.to_string()))?;
        place.make(m);
    }
    let outcome = place.outcome();
    let stated =
        if written.result.is_empty() { written.tag("Result").unwrap_or("*") } else { &written.result };
    let result = outcome.map(|outcome| Points::from(outcome).to_string());
    if let Some((outcome, result)) = outcome.zip(result.as_ref())
        && stated.parse::<Points>().is_ok()
        && result != stated
    {
        let reason = format!("the result is {result} by {}, not {stated}", outcome.reason);
        return Err(Fault { reason, line: written.line, fen: Some(place.fen()) });
    }
    if written.tag("Result").is_some_and(|tag| !written.result.is_empty() && tag != written.result) {
        return Err(whole(format!("the tag says {:?}, the moves end in {stated}", written.tag("Result"))));
    }
    Ok(json!({
        "ok": true,
        "variant": place.game().def.id,
        "plies": written.moves.len(),
        "fen": place.fen(),
        "stated": stated,
        "result": result,
        "reason": outcome.map(|outcome| outcome.reason.to_string()),
    }))
}

/// Whether nobody plays on after such an end: draws have to be claimed in some places.
fn ends_play(reason: Reason) -> bool {
    !matches!(reason, Reason::Repetition | Reason::MoveLimit | Reason::Material | Reason::Counted)
}

/// The variant of a game by its tag, in the words of other programs, too.
pub fn variant_of(written: &Written) -> String {
    let name = written.tag("Variant").unwrap_or("chess");
    match name.to_ascii_lowercase().as_str() {
        "standard" | "chess" | "normal" | "from position" | "" => "chess".to_string(),
        "chess960" | "fischerandom" | "fischer random" => "fischerandom".to_string(),
        _ => name.to_string(),
    }
}
