//! Openings: seeded random moves that a short search considers balanced, or a file with positions in FEN or
//! EPD, one per line, or with the first moves of games in PGN.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::Xoshiro256PlusPlus;

use super::player::RefereedGame;
use crate::engine::search::{Limits, Searcher};
use crate::rules::game::{Game, compile};
use crate::rules::geometry::{Color, Narrow, Square};
use crate::rules::pgn::{self, Fault, Written, epd};
use crate::rules::position::{Move, MoveKind, Position, Setup, Shuffler};
use crate::rules::variant::VariantError;
use crate::teach;

/// Attempts at a balanced opening before the best of them is used.
const ATTEMPTS: u32 = 40;
/// Nodes of the search that judges an opening.
const NODES: u64 = 3000;

/// The opening of a game.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The position, if not the start of the game.
    pub fen: Option<String>,
    /// The moves from that position.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The game with the opening on the board.
    pub fn board(&self, game: &Arc<Game>) -> RefereedGame {
        let start = self
            .fen
            .as_deref()
            .and_then(|fen| Position::from_fen(game.clone(), fen).ok())
            .unwrap_or_else(|| Position::start(game.clone()));
        let mut board = RefereedGame::new(start, self.fen.clone());
        for &m in &self.moves {
            board.play(m);
        }
        board.opening = board.moves.len();
        board
    }
}

/// How random openings are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Random {
    /// The number of random moves.
    pub plies: u32,
    /// The largest advantage of either side after them, in centipawns.
    pub bound: i32,
    pub seed: u64,
}

/// Generates the openings of one game.
pub struct OpeningGenerator {
    searcher: Searcher,
    start: Position,
    fen: Option<String>,
    random: Random,
}

impl OpeningGenerator {
    /// A generator of openings, which start from the position of a FEN if one is given.
    pub fn new(game: &Arc<Game>, fen: Option<String>, random: Random) -> OpeningGenerator {
        let start = Opening { fen: fen.clone(), moves: Vec::new() }.board(game).position;
        OpeningGenerator { searcher: Searcher::new(start.game(), 1), start, fen, random }
    }

    /// The opening with this number, always the same for one seed. If none of many attempts is balanced,
    /// the least unbalanced one.
    pub fn opening(&mut self, number: u64) -> Opening {
        let mut dice =
            Xoshiro256PlusPlus::seed_from_u64(self.random.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let (fen, start) = self.shuffled(&mut dice).unwrap_or((self.fen.clone(), self.start.clone()));
        if !Arc::ptr_eq(self.searcher.game(), start.game()) {
            self.searcher = Searcher::new(start.game(), 1);
        }
        let mut best: Option<(i32, Vec<Move>)> = None;
        for _ in 0..ATTEMPTS {
            let mut position = start.clone();
            let Some(moves) = play_random(&mut position, self.random.plies, &mut dice) else { continue };
            self.searcher.clear();
            let limits = Limits { nodes: Some(NODES), ..Limits::default() };
            let found = self.searcher.run(&mut position, &limits, &AtomicBool::new(false), &mut |_| {});
            let ahead = found.score.0.abs();
            if best.as_ref().is_none_or(|(least, _)| ahead < *least) {
                best = Some((ahead, moves));
            }
            if ahead <= self.random.bound {
                break;
            }
        }
        Opening { fen, moves: best.map(|(_, moves)| moves).unwrap_or_default() }
    }

    /// A random order of the first rank, for games that start with one.
    fn shuffled(&self, dice: &mut Xoshiro256PlusPlus) -> Option<(Option<String>, Position)> {
        let game = Some(self.start.game()).filter(|_| self.fen.is_none())?;
        let (fen, position) =
            Shuffler::new(game)?.start(|below| Narrow::<usize>::narrow(dice.next_u64()) % below)?;
        Some((Some(fen), position))
    }
}

/// Plays random moves to the end of a turn; `None` if they end the game.
fn play_random(position: &mut Position, plies: u32, dice: &mut Xoshiro256PlusPlus) -> Option<Vec<Move>> {
    let mut played = Vec::new();
    let mut moves = Vec::new();
    for _ in 0..plies {
        moves.clear();
        position.legal_moves(MoveKind::All, &mut moves);
        let roll = dice.next_u64() % u64::try_from(moves.len()).ok().filter(|&count| count > 0)?;
        let m = moves[Narrow::<usize>::narrow(roll)];
        position.make(m);
        played.push(m);
        if position.outcome().is_some() {
            return None;
        }
    }
    Some(played)
}

/// The starting position as a FEN without this many pawns of a side, the least important first: not at the
/// edge, not in front of the king. `None` without a handicap.
pub fn without_pawns(game: &Game, color: Color, count: usize) -> Result<Option<String>, VariantError> {
    let (files, file) = (game.shape.files(), |square: Square| game.shape.file(square));
    let of_side = game.array.iter().filter(|&&(_, id)| game.kind(id).color == color);
    let king = of_side.clone().find(|&&(_, id)| game.kind(id).royal).map(|&(square, _)| file(square));
    let mut pawns: Vec<Square> =
        of_side.filter(|&&(_, id)| game.kind(id).pawn).map(|&(square, _)| square).collect();
    pawns.sort_by_key(|&square| {
        let from_edge = file(square).min(files - 1 - file(square));
        (Some(file(square)) == king, from_edge == 0, from_edge.abs_diff(2), file(square))
    });
    let mut def = game.def.clone();
    def.array.retain(|(square, ..)| !pawns.iter().take(count).any(|pawn| pawn == square));
    if count > 0 { Ok(Some(Position::start(compile(&def)?).fen())) } else { Ok(None) }
}

/// An opening of a file.
pub struct Entry {
    pub opening: Opening,
    /// Its line, counted from 1.
    pub line: usize,
    /// What of its FEN is left out, in words.
    pub notes: Vec<String>,
}

/// The openings in a text, or their faults, with at most this many moves of each game. `start` is the
/// position of games that do not name one, and `translate` makes the games of other programs readable. Games
/// that are over by then are no openings.
pub fn read(
    game: &Arc<Game>,
    text: &str,
    is_pgn: bool,
    plies: usize,
    start: Option<&str>,
    translate: &dyn Fn(&mut Written),
) -> Vec<Result<Entry, Fault>> {
    if is_pgn {
        let opening = |mut written| {
            translate(&mut written);
            from_game(game, written, plies, start).transpose()
        };
        return pgn::read(text).into_iter().filter_map(opening).collect();
    }
    let entry = |line: epd::EpdLine| {
        let epd::EpdLine { number, fen, position, notes, .. } = line;
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
    let (mut position, notes) = Setup::with_notes(game.clone(), fen.as_deref())
        .map_err(|error| Fault { line, reason: error.to_string() })?;
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
    use crate::rules::variant::Catalog;

    #[test]
    fn openings_depend_on_seed_and_number_alone() {
        let game = compile(&Catalog::builtin().resolve("cwda:clobberers/nutters").unwrap()).unwrap();
        let random = |seed| Random { plies: 6, bound: 100, seed };
        let opening = |seed, number| OpeningGenerator::new(&game, None, random(seed)).opening(number).moves;
        let mut maker = OpeningGenerator::new(&game, None, random(1));
        maker.opening(0);
        assert_eq!(maker.opening(3).moves, opening(1, 3));
        assert_ne!(opening(1, 3), opening(2, 3));
        assert_ne!(opening(1, 3), opening(1, 4));
        assert_eq!(opening(1, 3).len(), 6);
    }

    #[test]
    fn games_that_are_shuffled_begin_otherwise_each_time() {
        let game = compile(&Catalog::builtin().resolve("fischerandom").unwrap()).unwrap();
        let mut maker = OpeningGenerator::new(&game, None, Random { plies: 2, bound: 100, seed: 1 });
        let openings = [0, 1, 0].map(|number| maker.opening(number));
        let fens = openings.each_ref().map(|opening| opening.fen.clone().unwrap());
        assert!(fens[0] != fens[1] && fens[0] == fens[2], "{fens:?}");
        assert_eq!(openings[0].board(&game).start.fen(), fens[0]);
    }

    #[test]
    fn a_board_has_the_opening_on_it() {
        let game = compile(&Catalog::builtin().resolve("chess").unwrap()).unwrap();
        let opening = OpeningGenerator::new(&game, None, Random { plies: 4, bound: 100, seed: 1 }).opening(0);
        let board = opening.board(&game);
        assert_eq!((board.opening, board.moves.len(), board.position.ply()), (4, 4, 4));
    }

    #[test]
    fn openings_are_read_in_every_form() {
        let game = compile(&Catalog::builtin().resolve("chess").unwrap()).unwrap();
        let epd = "# book\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 0;\n\n\
            rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n";
        let read = |text: &str, is_pgn, plies| {
            let entries = read(&game, text, is_pgn, plies, None, &|_| {}).into_iter();
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
