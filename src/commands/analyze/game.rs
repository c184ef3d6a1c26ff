//! Games annotated move by move.

use std::io::Write;
use std::path::Path;

use serde::Serialize;

use super::review::{Review, curve};
use super::{Analysis, AnalyzeArgs, Analyzer};
use crate::commands::Error;
use crate::commands::json_line;
use crate::commands::load::{Entries, Starts, text_of};
use crate::rules::geometry::Color;
use crate::rules::pgn::{self, Mark, Written};
use crate::rules::position::{Move, Position};
use crate::rules::variant::Catalog;
use crate::teach;

/// A move of a game, as JSON has it.
#[derive(Serialize)]
struct Played<'a> {
    ply: usize,
    san: &'a str,
    /// Centipawns lost against the best move.
    loss: i32,
    mark: &'static str,
}

/// Annotates the games of a file; the tags say the variant, unless one is given. Returns how many are left
/// out.
pub(super) fn annotate(
    catalog: &Catalog,
    file: &Path,
    request: &AnalyzeArgs,
    out: &mut dyn Write,
) -> Result<usize, Error> {
    let json = request.output.json;
    let mut annotated = String::new();
    let mut entries = Entries::new(file, "games");
    let mut starts = Starts::new(catalog, request.variant.as_deref());
    let mut printed = 0;
    for mut written in pgn::read(&text_of(file)?) {
        let replayed = starts.of(&mut written).and_then(|(start, notes)| {
            let (moves, fault) = written.replay(&start, usize::MAX, &teach::explain_unread);
            fault.map_or(Ok((start, moves, notes)), Err)
        });
        let Some((start, moves, notes)) = entries.keep(replayed, out)? else { continue };
        entries.note(written.line, &notes, out)?;
        let written = &written;
        if printed > 0 && !json {
            writeln!(out)?;
        }
        let judged = review(&start, &moves, request, out)?;
        if !json {
            tell(written, &judged, out)?;
        }
        annotated.push_str(&marked(&start, &moves, written, &judged).to_pgn());
        printed += 1;
    }
    if let Some(path) = &request.annotated {
        crate::session::library::replace(path, &annotated).map_err(Error::file(path))?;
    }
    Ok(entries.close(out)?)
}

/// A game with all that was written in it, and the marks of a review.
fn marked(start: &Position, moves: &[Move], written: &Written, review: &Review) -> pgn::Played {
    let mut marks: Vec<Vec<Mark>> = written.moves.iter().map(|m| m.marks.clone()).collect();
    review.mark(&mut marks);
    let mut tags = written.tags.clone();
    if let (Some((_, tag)), Some(result)) =
        (tags.iter_mut().find(|(name, _)| name == "Result"), written.tagged_result())
    {
        *tag = result.to_string();
    }
    pgn::Played {
        written: Vec::new(),
        tags,
        start: start.clone(),
        preface: written.preface.clone(),
        moves: moves.iter().copied().zip(marks).collect(),
        result: written.outcome().to_string(),
    }
}

/// Looks at every position of a game. For scripts each is printed at once.
fn review(
    start: &Position,
    moves: &[Move],
    request: &AnalyzeArgs,
    out: &mut dyn Write,
) -> Result<Review, Error> {
    let json = request.output.json;
    let mut analyzer = Analyzer::new(request);
    let mut place = start.clone();
    let mut review = Review::default();
    for at in 0..=moves.len() {
        let found = if place.outcome().is_none() { analyzer.look(&place) } else { Vec::new() };
        let next = moves.get(at).copied();
        review.see(&place, &found, next);
        let last = at.checked_sub(1).and_then(|last| review.moves().get(last));
        if let Some(last) = last.filter(|_| json) {
            json_line(&Played { ply: at, san: &last.san, loss: last.loss(), mark: last.mark() }, out)?;
        }
        let Some(m) = next else { break };
        if json {
            json_line(&Analysis::new(&place, &found), out)?;
        }
        place.make(m);
    }
    Ok(review)
}

fn tell(written: &Written, review: &Review, out: &mut dyn Write) -> Result<(), Error> {
    let who = |tag: &str| written.tag(tag).unwrap_or("?");
    writeln!(out, "{} - {}  {}\n", who("White"), who("Black"), written.outcome())?;
    for m in review.moves() {
        let (played, verdict, better) = m.words();
        writeln!(out, "{played:<18} {verdict:>7}{better}")?;
    }
    writeln!(out)?;
    for line in curve(&review.scores()) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    for side in Color::ALL {
        writeln!(out, "{}", review.summary(side))?;
    }
    Ok(())
}
