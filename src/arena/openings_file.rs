//! Openings from a file: positions in FEN or EPD, one per line, or the first moves of games in PGN.

use std::sync::Arc;

use super::opening::Opening;
use crate::rules::game::Game;
use crate::rules::pgn::{self, Fault, Written, epd};
use crate::rules::position::{Position, Setup};
use crate::teach;

/// An opening of a file.
pub struct Entry {
    /// The opening.
    pub opening: Opening,
    /// Its line, counted from 1.
    pub line: usize,
    /// What of its FEN is left out, in words.
    pub notes: Vec<String>,
}

/// The openings in a text, or their faults, with at most this many moves of each game. `start` is the
/// position of games that do not name one. Games that are over by then are no openings.
pub fn read(
    game: &Arc<Game>,
    text: &str,
    is_pgn: bool,
    plies: usize,
    start: Option<&str>,
) -> Vec<Result<Entry, Fault>> {
    if is_pgn {
        let games = pgn::read(text).into_iter();
        return games.filter_map(|written| from_game(game, written, plies, start).transpose()).collect();
    }
    let entry = |line: epd::Line| {
        let epd::Line { number, fen, position, notes, .. } = line;
        let opening = Opening { fen: Some(sound_fen(fen, &position, &notes)), moves: Vec::new() };
        Entry { opening, line: number, notes }
    };
    epd::read(game, text).into_iter().map(|line| line.map(entry)).collect()
}

fn from_game(
    game: &Arc<Game>,
    mut written: Written,
    plies: usize,
    start: Option<&str>,
) -> Result<Option<Entry>, Fault> {
    let line = written.line;
    let fen = written.tag("FEN").or(start).map(str::to_string);
    let (mut position, notes) = match &fen {
        Some(fen) => Setup::read(game.clone(), fen)
            .and_then(Setup::position_and_notes)
            .map_err(|error| Fault { line, reason: error.to_string() })?,
        None => (Position::start(game.clone()), Vec::new()),
    };
    let fen = fen.map(|fen| sound_fen(fen, &position, &notes));
    let (moves, fault) = written.replay(&position, plies, &teach::explain_unread);
    if let Some(fault) = fault {
        return Err(fault);
    }
    for &m in &moves {
        position.make(m);
    }
    Ok(position.outcome().is_none().then_some(Entry { opening: Opening { fen, moves }, line, notes }))
}

/// The FEN of an opening as all engines understand it: without what is left out.
fn sound_fen(fen: String, position: &Position, notes: &[String]) -> String {
    if notes.is_empty() { fen } else { position.fen() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::variant::Catalog;

    #[test]
    fn openings_are_read_in_every_form() {
        let game = compile(&Catalog::builtin().resolve("chess").unwrap()).unwrap();
        let epd = "# book\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 0;\n\n\
            rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n";
        let read = |text: &str, is_pgn, plies| {
            let entries = read(&game, text, is_pgn, plies, None).into_iter();
            entries.map(|entry| Ok(entry?.opening)).collect::<Result<Vec<Opening>, Fault>>()
        };
        let openings = read(epd, false, 8).unwrap();
        assert_eq!(openings.len(), 2);
        assert_eq!(openings[1].board(&game).position.move_number(), 2);
        let numbered = read("8/8/8/4k3/8/4P3/4K3/8 w - - id \"hmvc 1;\"; hmvc 7; fmvn 40;", false, 8);
        assert_eq!(numbered.unwrap()[0].fen.as_deref(), Some("8/8/8/4k3/8/4P3/4K3/8 w - - 7 40"));
        let games = read("1. e4 e5 2. Nf3 *\n1. d4 *", true, 2).unwrap();
        assert_eq!(games.iter().map(|opening| opening.moves.len()).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(read("\n; book\nnonsense", false, 8).unwrap_err().line, 3);
        assert_eq!(read("1. e5 *", true, 8).unwrap_err().line, 1);
        assert_eq!(read("1. e4 e5 2. Ke3 *", true, 2).unwrap().len(), 1, "later moves do not matter");
        assert!(read("", false, 8).unwrap().is_empty());
    }
}
