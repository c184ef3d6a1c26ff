//! The files of a match: its games as PGN, and as JSON with one line per game.

use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::Path;

use serde::Serialize;
use serde_json::Value;

use super::request::{MatchArgs, Order, Tournament};
use super::words::TallyFields;
use crate::arena::contest::{Contest, PlayedGame};
use crate::arena::game::{Draw, moves};
use crate::arena::player::{PlayerScore, Thought};
use crate::arena::record;
use crate::arena::resume::{self, Beginning, Known, Terms};
use crate::arena::sheet::ScoreSheet;
use crate::base::text::{self, one_line};
use crate::commands::Error;
use crate::commands::json_line;
use crate::rules::geometry::Color;
use crate::rules::pgn;
use crate::session::library;

/// The files written during a match.
pub(super) struct Files {
    pgn: Option<BufWriter<File>>,
    json: Option<BufWriter<File>>,
}

impl Files {
    /// Opens the requested files. With `--resume` it truncates them after the last whole game, and returns
    /// the games that have been played.
    pub fn open(contest: &Contest, request: &MatchArgs, terms: &Terms) -> Result<(Files, Vec<Known>), Error> {
        let mut games = Vec::new();
        let mut pgn = None;
        if request.resume && request.pgn().is_none() {
            return Err(Error::usage("`--resume` continues the games of a PGN file: add `--save FILE.pgn`"));
        }
        if let Some(path) = request.pgn() {
            let text = read(path)?;
            let beginning = match text.as_str() {
                "" => Beginning::default(),
                text if request.resume => beginning(contest, terms, path, text)?,
                _ => return Err(exists(path)),
            };
            let mut file = open(path, text.get(..beginning.length).unwrap_or_default())?;
            let separator = if beginning.games.is_empty() { terms.header() } else { "\n\n".to_string() };
            file.write_all(separator.as_bytes()).map_err(Error::file(path))?;
            pgn = Some(file);
            games = beginning.games;
        }
        let mut json = None;
        if let Some(path) = request.json_file() {
            let text = read(path)?;
            if !text.is_empty() && games.is_empty() {
                return Err(exists(path));
            }
            let kept: String = text.split_inclusive('\n').filter(|line| is_known(line, &games)).collect();
            json = Some(open(path, &kept)?);
        }
        Ok((Files { pgn, json }, games))
    }

    /// Writes a game.
    pub fn note(
        &mut self,
        contest: &Contest,
        request: &MatchArgs,
        report: &PlayedGame,
        sheet: &ScoreSheet,
    ) -> std::io::Result<()> {
        if let Some(pgn) = &mut self.pgn {
            pgn.write_all(record::pgn(contest, report).to_pgn().as_bytes())?;
            pgn.flush()?;
        }
        if let Some(json) = &mut self.json {
            json_line(&line(contest, request, report, sheet), json)?;
            json.flush()?;
        }
        Ok(())
    }
}

/// A file that would be overwritten.
fn exists(path: &Path) -> Error {
    let path = path.display();
    Error::Usage(format!("{path} already exists: add --resume to continue its match, or choose another name"))
}

/// The text of a file; empty if there is no file, since the same command starts and resumes a match.
fn read(path: &Path) -> Result<String, Error> {
    match text::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        read => read.map_err(Error::file(path)),
    }
}

/// Opens a file to append after this text, which is what remains of it.
fn open(path: &Path, kept: &str) -> Result<BufWriter<File>, Error> {
    // A pipe has no length.
    if fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() != kept.len() as u64) {
        library::replace(path, kept).map_err(Error::file(path))?;
    }
    let file = OpenOptions::new().create(true).append(true).open(path).map_err(Error::file(path))?;
    Ok(BufWriter::new(file))
}

/// The games of the match to resume.
fn beginning(contest: &Contest, terms: &Terms, path: &Path, text: &str) -> Result<Beginning, Error> {
    let file = path.display();
    let Some(recorded) = Terms::read(text) else {
        let fault = "does not start with the terms of a match, so --resume cannot continue it";
        return Err(Error::Usage(format!("{file} {fault}")));
    };
    let found = resume::beginning(contest, &pgn::read(text))
        .map_err(|fault| Error::Usage(format!("{file}: {fault}")));
    let differences = recorded.differences(terms);
    // The file of a match without a game is started again.
    if found.as_ref().is_ok_and(|found| found.games.is_empty()) || differences.is_empty() {
        return found;
    }
    let differences: Vec<String> = differences.iter().map(ToString::to_string).collect();
    Err(Error::Usage(format!(
        "{file} holds a match with other terms: use the same terms or another file\n  {}",
        differences.join("\n  ")
    )))
}

/// Whether a line of JSON belongs to a game that has been played. Foreign lines are kept.
fn is_known(line: &str, games: &[Known]) -> bool {
    if !line.ends_with('\n') {
        return false;
    }
    let Ok(value) = serde_json::from_str::<Value>(line) else { return true };
    let number = |key: &str| value[key].as_u64();
    let (Some(pairing), Some(round), Some(game)) = (number("pairing"), number("round"), number("game"))
    else {
        return true;
    };
    games.iter().any(|Known { place, .. }| {
        place.pairing as u64 + 1 == pairing
            && u64::from(place.round) + 1 == round
            && u64::from(place.reversed) + 1 == game
    })
}

/// A game for programs.
#[derive(Serialize)]
pub(super) struct GameLine<'a> {
    pairing: usize,
    round: u32,
    game: u8,
    variant: &'a str,
    white: &'a str,
    black: &'a str,
    result: String,
    white_points: f64,
    reason: String,
    termination: &'static str,
    start: String,
    moves: Vec<String>,
    opening_plies: usize,
    times_ms: Vec<u64>,
    /// What the player of each of these moves said, in centipawns for White; mates are beyond 90,000.
    scores: Vec<Option<i32>>,
    plies: usize,
    fen: String,
    /// The player that forfeited the game.
    forfeit: Option<&'a str>,
    transcript: &'a [String],
    #[serde(flatten)]
    tally: TallyFields,
}

/// A game for programs.
pub(super) fn line<'a>(
    contest: &'a Contest,
    request: &MatchArgs,
    report: &'a PlayedGame,
    sheet: &ScoreSheet,
) -> GameLine<'a> {
    let finished = &report.finished;
    let board = &finished.board;
    let name = |seat: usize| contest.players[report.players[seat]].name.as_str();
    let tally = &sheet.tallies[report.place.pairing];
    let mut position = board.start.clone();
    let (texts, sides): (Vec<String>, Vec<Color>) = moves(board)
        .map(|m| {
            let move_of = (position.move_text(m), position.side());
            position.make(m);
            move_of
        })
        .unzip();
    let thoughts = &finished.thoughts;
    let score = |(thought, color): (&Thought, &Color)| {
        let own = thought.evaluation.map(PlayerScore::centipawns);
        own.map(|own| if *color == Color::White { own } else { -own })
    };
    let milliseconds = |thought: &Thought| u64::try_from(thought.elapsed.as_millis()).unwrap_or(u64::MAX);
    GameLine {
        pairing: report.place.pairing + 1,
        round: report.place.round + 1,
        game: u8::from(report.place.reversed) + 1,
        variant: &contest.games[report.game].def.id,
        white: name(0),
        black: name(1),
        result: finished.points.to_string(),
        white_points: finished.points.of_white(),
        reason: finished.reason(),
        termination: finished.termination(),
        start: board.start.fen(),
        moves: texts,
        opening_plies: board.opening,
        times_ms: thoughts.iter().map(milliseconds).collect(),
        scores: thoughts.iter().zip(sides.iter().skip(board.opening)).map(score).collect(),
        plies: board.moves.len(),
        fen: board.position.fen(),
        forfeit: finished.at_fault.map(|color| name(color.index())),
        transcript: &finished.transcript,
        tally: TallyFields::new(tally, request.sprt.as_ref()),
    }
}

/// The terms of a match. A match with other terms is another match.
pub(super) fn terms(request: &MatchArgs) -> Result<Terms, Error> {
    let mut terms = Vec::new();
    let mut term = |key: &str, value: String| {
        let value = one_line(&value);
        terms.push((key.to_string(), value.trim().to_string()));
    };
    term("players", request.players.join(" | "));
    if let Some(each) = &request.each {
        term("each", each.clone());
    }
    if request.armies.is_empty() {
        term("variants", request.variants.names().join(" | "));
        let tournament = match request.tournament {
            Tournament::Gauntlet => "gauntlet",
            Tournament::RoundRobin => "round robin",
        };
        term("tournament", tournament.to_string());
    } else {
        term("armies", request.armies.join(","));
    }
    term("limits", request.control().to_string());
    term("openings", openings(request)?);
    term("seed", request.seed.to_string());
    term("margin", format!("{} s", request.margin.as_secs_f64()));
    term("longest", format!("{} moves", request.max_moves));
    if let Some(resign) = request.resign {
        term("resign", format!("{} moves, {} centipawns", resign.moves, resign.score));
    }
    if let Some(draw) = request.draw {
        let Draw { number, moves, score } = draw;
        term("draw", format!("from move {number}, {moves} moves, {score} centipawns"));
    }
    if let Some(sprt) = request.sprt {
        term("sprt", format!("{},{},{},{}", sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta));
    }
    if request.cpu_clock {
        term("clock", "processor time".to_string());
    }
    if request.ponder {
        term("ponder", "on".to_string());
    }
    Ok(Terms(terms))
}

/// The openings in words.
fn openings(request: &MatchArgs) -> Result<String, Error> {
    let MatchArgs { plies, balance, .. } = request;
    let Some(path) = &request.openings else {
        return Ok(format!("{plies} random plies within {balance} centipawns"));
    };
    let bytes = fs::read(path).map_err(Error::file(path))?;
    let order = match request.order {
        Order::Sequential => "in order",
        Order::Random => "shuffled",
    };
    let path = path.display();
    Ok(format!(
        "{path} ({} bytes, checksum {:08x}), {plies} plies of games, {order}",
        bytes.len(),
        checksum(&bytes)
    ))
}

/// A checksum that tells files of the same name apart (FNV-1a).
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
