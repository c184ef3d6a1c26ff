//! Openings from a file: positions in FEN or EPD, one per line, or the first moves of games in PGN.

use std::sync::Arc;

use super::opening::Opening;
use crate::game::Game;
use crate::pgn::{self, Fault, Written, epd};
use crate::position::Position;

/// The openings in a text, or their faults, with at most this many moves of each game. `start` is the
/// position of games that do not name one. Games that are over by then are no openings.
pub fn read(
    game: &Arc<Game>,
    text: &str,
    is_pgn: bool,
    plies: usize,
    start: Option<&str>,
) -> Vec<Result<Opening, Fault>> {
    if is_pgn {
        let games = pgn::read(text).into_iter();
        return games.filter_map(|written| from_game(game, written, plies, start).transpose()).collect();
    }
    let opening = |line: epd::Line| Opening { fen: Some(line.fen), moves: Vec::new() };
    epd::read(game, text).into_iter().map(|line| line.map(opening)).collect()
}

fn from_game(
    game: &Arc<Game>,
    mut written: Written,
    plies: usize,
    start: Option<&str>,
) -> Result<Option<Opening>, Fault> {
    let fen = written.tag("FEN").or(start).map(str::to_string);
    let mut position = match &fen {
        Some(fen) => Position::from_fen(game.clone(), fen)
            .map_err(|error| Fault { line: written.line, reason: error.to_string() })?,
        None => Position::start(game.clone()),
    };
    let (moves, fault) = written.replay(&position, plies);
    if let Some(fault) = fault {
        return Err(fault);
    }
    for &m in &moves {
        position.make(m);
    }
    Ok(position.outcome().is_none().then_some(Opening { fen, moves }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::compile;
    use crate::variant::Catalog;

    #[test]
    fn openings_are_read_in_every_form() {
        let game = compile(&Catalog::builtin().resolve("chess").unwrap()).unwrap();
        let epd = "# book\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 0;\n\n\
            rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n";
        let read = |text: &str, is_pgn, plies| {
            read(&game, text, is_pgn, plies, None).into_iter().collect::<Result<Vec<Opening>, Fault>>()
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
