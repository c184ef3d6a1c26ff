//! Files of self-play games: their lines, and the positions of a game with what is known of each.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use crate::commands::Error;
use crate::engine::search::Score;
use crate::rules::game::Game;
use crate::rules::position::{FenError, Points, Position};

/// Positions with scores beyond this are decided and teach little.
pub const DECIDED: i32 = 1500;

/// A line of a file: the path, the line number, and the text after the variant.
pub type GameLine = (PathBuf, usize, String);

/// Games by variant: the origin of each, and its line without the variant.
pub type Games = BTreeMap<String, Vec<GameLine>>;

/// No position to learn from.
pub(super) const NOTHING: &str = "the files of games contain no quiet position with a score";

/// Reads the games of files.
pub fn games(files: &[PathBuf]) -> Result<Games, Error> {
    let mut games = Games::new();
    for path in files {
        let text = fs::read_to_string(path).map_err(Error::file(path))?;
        // A last line without a line end is a game that is still being played.
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        for (number, line) in whole.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
            if let Some((variant, game)) = line.split_once(' ') {
                games.entry(variant.to_owned()).or_default().push((
                    path.clone(),
                    number + 1,
                    game.to_owned(),
                ));
            }
        }
    }
    Ok(games)
}

/// What begins the word of a game line that says where the game began, if not in the starting position.
const START: &str = "from:";

/// The word of a game line for a game that began with a FEN. Underscores stand for its spaces.
pub fn write_start(fen: &str) -> String {
    START.to_owned() + &fen.replace(' ', "_")
}

/// The position in such a word.
fn read_start(game: &Arc<Game>, word: &str) -> Result<Position, FenError> {
    Position::from_fen(game.clone(), &word[START.len()..].replace('_', " "))
}

/// The data of a file about a position.
#[derive(Clone, Copy, Debug)]
pub struct ReplayedPly {
    /// Whether the position is quiet: the side to move is not in check and played neither a capture nor a
    /// promotion.
    pub calm: bool,
    /// The search score in centipawns from White's point of view, if a search chose the move.
    pub score: Option<i32>,
    /// The result: 1 if White won, 0 if Black won.
    #[cfg_attr(not(feature = "lab"), expect(dead_code, reason = "nets learn from scores alone"))]
    pub result: f32,
}

/// Calls `visit` with each position of a game and its data.
pub fn replay(
    game: &Arc<Game>,
    (path, line, text): &GameLine,
    mut visit: impl FnMut(&Position, ReplayedPly) -> Result<(), FenError>,
) -> Result<(), Error> {
    let fault = |word: &str| {
        Error::Usage(format!(
            "{} line {line}: expected variant, result and moves, found `{word}`",
            path.display()
        ))
    };
    let mut words = text.split(' ').peekable();
    let result = words.next().unwrap_or_default();
    let result =
        result.parse().map(|points: Points| f32::from(points.quarters()) / 4.0).map_err(|_| fault(result))?;
    let mut pos = match words.next_if(|word| word.starts_with(START)) {
        Some(word) => read_start(game, word).map_err(|_| fault(word))?,
        None => Position::start(game.clone()),
    };
    for word in words {
        let (text, score) = word.split_once('/').map_or((word, None), |(text, score)| (text, Some(score)));
        let m = pos.parse_move(text).map_err(|_| fault(word))?;
        let score = score.map(str::parse::<i32>).transpose().map_err(|_| fault(word))?;
        let score = score.map(|score| Score(score).for_white(pos.side()).0);
        let calm = !pos.in_check() && pos.captured(m).is_none() && m.promotion(pos.game()).is_none();
        visit(&pos, ReplayedPly { calm, score, result }).map_err(|_| fault(word))?;
        pos.make(m);
    }
    Ok(())
}
