//! Openings from a file: positions in FEN or EPD, one per line, or the first moves of games in PGN.

use std::sync::Arc;

use super::opening::Opening;
use crate::game::Game;
use crate::pgn::{self, san};
use crate::position::{Move, Position};

/// The openings in a text, with at most this many moves of each game. `start` is the position of games that
/// do not name one.
///
/// # Errors
/// If something is not an opening of this game.
pub fn read(
    game: &Arc<Game>,
    text: &str,
    is_pgn: bool,
    plies: usize,
    start: Option<&str>,
) -> Result<Vec<Opening>, String> {
    let openings = if is_pgn { from_games(game, text, plies, start) } else { from_positions(game, text) }?;
    if openings.is_empty() { Err("it contains no openings".to_string()) } else { Ok(openings) }
}

fn from_positions(game: &Arc<Game>, text: &str) -> Result<Vec<Opening>, String> {
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let whole = line.split(';').next().unwrap_or_default().trim();
        if whole.is_empty() || whole.starts_with('#') {
            continue;
        }
        // After the first four fields an EPD has operations, a FEN numbers.
        let four: Vec<&str> = whole.split_whitespace().take(4).collect();
        let clocks = format!("{} {}", operand(line, "hmvc", "0"), operand(line, "fmvn", "1"));
        let forms = [whole.to_string(), format!("{} {clocks}", four.join(" "))];
        let fen = forms.into_iter().find(|fen| Position::from_fen(game.clone(), fen).is_ok());
        let fen = fen.ok_or_else(|| {
            let error = Position::from_fen(game.clone(), whole).err();
            format!("line {}: {}", number + 1, error.map_or_else(String::new, |error| error.to_string()))
        })?;
        openings.push(Opening { fen: Some(fen), moves: Vec::new() });
    }
    Ok(openings)
}

/// The operand of an EPD operation, such as `hmvc 3;`.
fn operand<'a>(line: &'a str, operation: &str, otherwise: &'a str) -> &'a str {
    let mut words = line.split([' ', '\t', ';']).filter(|word| !word.is_empty());
    words.find(|&word| word == operation).and_then(|_| words.next()).unwrap_or(otherwise)
}

fn from_games(
    game: &Arc<Game>,
    text: &str,
    plies: usize,
    start: Option<&str>,
) -> Result<Vec<Opening>, String> {
    let mut openings = Vec::new();
    for written in pgn::read(text) {
        let fen = written.tag("FEN").or(start).map(str::to_string);
        let mut position = match &fen {
            Some(fen) => Position::from_fen(game.clone(), fen)
                .map_err(|error| format!("line {}: {error}", written.line))?,
            None => Position::start(game.clone()),
        };
        let mut moves: Vec<Move> = Vec::new();
        for m in written.moves.iter().take(plies) {
            let found = san::read(&position, &m.text).map_err(|error| format!("line {}: {error}", m.line))?;
            position.make(found);
            moves.push(found);
        }
        if position.outcome().is_none() {
            openings.push(Opening { fen, moves });
        }
    }
    Ok(openings)
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
        let openings = read(&game, epd, false, 8, None).unwrap();
        assert_eq!(openings.len(), 2);
        assert_eq!(openings[1].board(&game).position.move_number(), 2);
        let numbered =
            read(&game, "8/8/8/4k3/8/4P3/4K3/8 w - - hmvc 7; fmvn 40; id \"last\";", false, 8, None);
        assert_eq!(numbered.unwrap()[0].fen.as_deref(), Some("8/8/8/4k3/8/4P3/4K3/8 w - - 7 40"));
        let games = read(&game, "1. e4 e5 2. Nf3 *\n1. d4 *", true, 2, None).unwrap();
        assert_eq!(games.iter().map(|opening| opening.moves.len()).collect::<Vec<_>>(), [2, 1]);
        assert!(read(&game, "nonsense", false, 8, None).unwrap_err().starts_with("line 1"));
        assert!(read(&game, "1. e5 *", true, 8, None).is_err());
        assert!(read(&game, "", false, 8, None).is_err());
    }
}
