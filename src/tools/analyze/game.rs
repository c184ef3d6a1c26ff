//! Games annotated move by move.

use std::io::Write;
use std::path::Path;

use serde::Serialize;

use super::chart;
use super::{Analysis, AnalysisRequest, AnswerForm, Looker, for_white, named, shown, text_of, words};
use crate::geometry::{Color, Real};
use crate::pgn::{self, Mark, Written, san};
use crate::position::{Move, Position};
use crate::search::Score;
use crate::tools::error::ToolError;
use crate::tools::json_line;
use crate::variant::Catalog;

/// What a decided game counts as, in centipawns: more is not worse.
const DECIDED: i32 = 1000;
/// By how many centipawns a move must be worse than the best to be marked so.
const MARKS: [(i32, &str); 3] = [(300, "??"), (150, "?"), (70, "?!")];

/// A move of a game and what is thought of it.
struct Judged {
    number: u32,
    side: Color,
    san: String,
    /// White's score before it and after it.
    before: Score,
    after: Score,
    /// The same in words.
    verdict: String,
    /// The line that was better, if it was another move.
    better: Option<String>,
}

/// A move of a game, as JSON has it.
#[derive(Serialize)]
struct Played<'a> {
    ply: usize,
    san: &'a str,
    /// By how many centipawns it was worse than the best.
    loss: i32,
    mark: &'static str,
}

impl Judged {
    /// By how many centipawns it was worse than the best.
    fn loss(&self) -> i32 {
        let worth = |score: Score| score.0.clamp(-DECIDED, DECIDED);
        let drop = worth(self.before) - worth(self.after);
        let drop = if self.side == Color::White { drop } else { -drop };
        if self.better.is_some() { drop.max(0) } else { 0 }
    }

    fn mark(&self) -> &'static str {
        MARKS.iter().find(|(least, _)| self.loss() >= *least).map_or("", |(_, mark)| mark)
    }
}

/// Annotates the games of a file; the tags say the variant, unless one is given.
pub(super) fn annotate(
    catalog: &Catalog,
    file: &Path,
    request: &AnalysisRequest,
    out: &mut dyn Write,
) -> Result<(), ToolError> {
    let form = request.answer.form();
    let mut annotated = String::new();
    for (index, written) in pgn::read(&text_of(file)?).iter().enumerate() {
        if index > 0 && form == AnswerForm::Text {
            writeln!(out)?;
        }
        let start = named(catalog, request.variant.as_deref(), written)?;
        let moves = moves(&start, written)
            .map_err(|reason| ToolError::Game(format!("{}:{reason}", file.display())))?;
        let judged = judge(&start, &moves, request, out)?;
        if form == AnswerForm::Text {
            tell(written, &judged, out)?;
        }
        annotated.push_str(&marked(&start, &moves, written, &judged).to_pgn());
        if let (Some(path), 0) = (&request.chart, index) {
            let scores: Vec<i32> = scores(&judged);
            std::fs::write(path, chart::svg(&scores))
                .map_err(|source| ToolError::File { path: path.clone(), source })?;
        }
    }
    if let Some(path) = &request.annotated {
        crate::library::replace(path, &annotated)
            .map_err(|source| ToolError::File { path: path.clone(), source })?;
    }
    Ok(())
}

/// A game with all that was written in it, and behind each move that is marked as bad the mark, its score, and the
/// line that was better. A mark that somebody has made stays the only one.
fn marked(start: &Position, moves: &[Move], written: &Written, judged: &[Judged]) -> pgn::Played {
    let marks = |(index, m): (usize, &Judged)| {
        let mut marks = written.moves.get(index).map(|m| m.marks.clone()).unwrap_or_default();
        let is_bare = !marks.iter().any(|mark| matches!(mark, Mark::Glyph(_)));
        if let Some(better) = m.better.as_ref().filter(|_| is_bare && !m.mark().is_empty()) {
            marks.insert(0, Mark::Glyph(m.mark().to_string()));
            marks.push(Mark::Comment(m.verdict.clone()));
            marks.push(Mark::Variation(format!("({better})")));
        }
        marks
    };
    let result = if written.result.is_empty() { "*" } else { &written.result };
    pgn::Played {
        tags: written.tags.clone(),
        start: start.clone(),
        preface: written.preface.clone(),
        moves: moves.iter().copied().zip(judged.iter().enumerate().map(marks)).collect(),
        result: result.to_string(),
    }
}

fn moves(start: &Position, written: &Written) -> Result<Vec<Move>, String> {
    let mut place = start.clone();
    let mut moves = Vec::new();
    for text in &written.moves {
        let m = san::read(&place, &text.text).map_err(|error| format!("{}: {error}", text.line))?;
        place.make(m);
        moves.push(m);
    }
    Ok(moves)
}

/// Looks at every position of a game. For scripts each is told at once.
fn judge(
    start: &Position,
    moves: &[Move],
    request: &AnalysisRequest,
    out: &mut dyn Write,
) -> Result<Vec<Judged>, ToolError> {
    let form = request.answer.form();
    let mut looker = Looker::new(request);
    let mut place = start.clone();
    let mut judged: Vec<Judged> = Vec::new();
    for at in 0..=moves.len() {
        let found = if place.outcome().is_none() { looker.look(&place).lines } else { Vec::new() };
        let score = match (found.first(), place.outcome()) {
            (Some(line), _) => for_white(&place, line.score),
            (None, Some(outcome)) => outcome.winner.map_or(Score::DRAW, |winner| {
                if winner == Color::White { Score::MATE } else { -Score::MATE }
            }),
            (None, None) => Score::DRAW,
        };
        if let Some(last) = judged.last_mut() {
            last.after = score;
            last.verdict =
                found.first().map_or_else(|| "the end".to_string(), |line| shown(&place, line.score));
            if form == AnswerForm::Json {
                json_line(&Played { ply: at, san: &last.san, loss: last.loss(), mark: last.mark() }, out)?;
            }
        }
        let Some(&m) = moves.get(at) else { break };
        if form == AnswerForm::Json {
            json_line(&Analysis::new(&place, &found), out)?;
        }
        let better = found.first().filter(|line| line.pv.first() != Some(&m));
        judged.push(Judged {
            number: place.move_number(),
            side: place.side(),
            san: san::write(&place, m),
            before: score,
            after: score,
            verdict: String::new(),
            better: better
                .map(|line| words(&place, &line.pv).into_iter().take(9).collect::<Vec<_>>().join(" ")),
        });
        place.make(m);
    }
    Ok(judged)
}

/// White's score before the first move and after each, in centipawns.
fn scores(judged: &[Judged]) -> Vec<i32> {
    judged.first().map(|first| first.before.0).into_iter().chain(judged.iter().map(|m| m.after.0)).collect()
}

fn tell(written: &Written, judged: &[Judged], out: &mut dyn Write) -> Result<(), ToolError> {
    let who = |tag: &str| written.tag(tag).unwrap_or("?");
    writeln!(out, "{} - {}  {}\n", who("White"), who("Black"), written.result)?;
    for m in judged {
        let dots = if m.side == Color::White { "." } else { "..." };
        let played = format!("{}{dots} {}{}", m.number, m.san, m.mark());
        let better = m.better.as_ref().filter(|_| !m.mark().is_empty());
        let better = better.map_or_else(String::new, |line| format!("  better: {line}"));
        writeln!(out, "{played:<18} {:>7}{better}", m.verdict)?;
    }
    writeln!(out)?;
    for line in chart::text(&scores(judged)) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    for side in Color::ALL {
        let own: Vec<&Judged> = judged.iter().filter(|m| m.side == side).collect();
        let lost: i32 = own.iter().map(|m| m.loss()).sum();
        let count = |mark: &str| own.iter().filter(|m| m.mark() == mark).count();
        writeln!(
            out,
            "{side}: {:.2} pawns lost a move; {} ??, {} ?, {} ?!",
            f64::from(lost) / 100.0 / own.len().max(1).real(),
            count("??"),
            count("?"),
            count("?!")
        )?;
    }
    Ok(())
}
