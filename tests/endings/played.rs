//! Endings in play: the engine wins won positions in the fewest moves, delays losses as long as
//! possible, and draws drawn ones, without interference by the move limit or repetition.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::program::until;
use crate::common::{game, position};
use fibnif::engine::search::{Clock, Learned, Limits, Score, SearchResult, Searcher, Tablebases};
use fibnif::engine::solve::{Budget, Library, Material, Solver, Value};
use fibnif::rules::game::Game;
use fibnif::rules::geometry::Color;
use fibnif::rules::letter::Letter;
use fibnif::rules::position::{MoveKind, Position, Setup, SetupFaults};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// As in ten milliseconds a move, but the same on every machine.
const LIMITS: Limits = Limits {
    nodes: Some(3000),
    tablebases: Tablebases { pieces: 4, memory: 256 },
    clock: Clock::Unlimited,
    overhead: Duration::ZERO,
    reserve: Duration::ZERO,
    played: 0,
    started: None,
    depth: None,
    mate: None,
    moves: Vec::new(),
    excluded: Vec::new(),
    lines: 1,
    ponder: None,
    learned: Learned::Off,
    blur: None,
};

const BUDGET: Budget = Budget { memory: 1 << 28, threads: 2 };

/// An ending, and the FEN fields after the side to move.
struct Ending {
    variant: &'static str,
    men: &'static str,
    fields: &'static str,
}

/// The engine as a player of an ending, and the tables with the right results.
struct Match {
    game: Arc<Game>,
    men: Material,
    solver: Solver,
    searcher: Searcher,
    rng: Xoshiro256PlusPlus,
    fields: &'static str,
}

impl Match {
    fn new(ending: &Ending) -> Match {
        let game = game(ending.variant);
        let men = Material::parse(&game, ending.men).unwrap();
        let mut solver = Solver::new(game.clone(), BUDGET, Arc::default()).unwrap();
        solver.solve(&men).unwrap();
        let searcher = Searcher::new(&game, 1);
        let rng = Xoshiro256PlusPlus::seed_from_u64(14);
        Match { game, men, solver, searcher, rng, fields: ending.fields }
    }

    /// A random position of the ending.
    fn position(&mut self) -> (Position, Value) {
        loop {
            let shape = &self.game.shape;
            let mut board = vec![None; shape.cell_count()];
            for &kind in self.men.kinds() {
                let square = self.rng.random_range(0..shape.cell_count());
                board[square] = Some(self.game.kind(kind).letter);
            }
            let rows: Vec<String> = board.chunks(usize::from(shape.files())).rev().map(row).collect();
            let side = if self.rng.random_ratio(1, 2) { 'w' } else { 'b' };
            let fen = format!("{} {side} {}", rows.join("/"), self.fields);
            let Ok(setup) = Setup::read(self.game.clone(), &fen) else { continue };
            let Ok(position) = setup.position_despite(SetupFaults::NO_ROYAL) else { continue };
            if position.board().all().len() as usize != self.men.len() || position.outcome().is_some() {
                continue;
            }
            if let Ok(value) = self.solver.value(&position) {
                return (position, value);
            }
        }
    }

    fn think(&mut self, position: &Position) -> SearchResult {
        self.searcher.run(&mut position.clone(), &LIMITS, &AtomicBool::new(false), &mut |_| {})
    }

    /// Both sides play best moves: the game lasts exactly as long as the table says.
    fn play_out(&mut self, mut position: Position, value: Value) {
        let fen = position.fen();
        let (winner, plies) = match value {
            Value::Won(plies) => (position.side(), plies),
            Value::Lost(plies) => (!position.side(), plies),
            Value::Drawn => panic!("{fen} is drawn"),
        };
        for ply in 0..plies {
            let best = self.think(&position);
            let m = best.best_move.unwrap_or_else(|| panic!("no move after {ply} plies from {fen}"));
            let left = (plies - ply).div_ceil(2);
            let found = best.score.mate_in().unwrap_or_else(|| panic!("{} from {fen}", best.score));
            if position.side() == winner {
                assert_eq!(found, i32::from(left), "{} from {fen}", position.fen());
            } else {
                assert_eq!(-found, i32::from((plies - ply) / 2), "{} from {fen}", position.fen());
            }
            position.make(m);
        }
        let outcome = position.outcome().unwrap_or_else(|| panic!("not over after {plies} plies: {fen}"));
        assert_eq!(outcome.winner, Some(winner), "{fen}");
    }

    /// One side is the engine and the other any player that does not lose: the engine does not lose
    /// either.
    fn hold(&mut self, mut position: Position) {
        let fen = position.fen();
        for ply in 0..30 {
            if position.outcome().is_some() {
                break;
            }
            let m = if ply % 2 == 0 {
                self.think(&position).best_move.unwrap()
            } else {
                let mut moves = Vec::new();
                position.legal_moves(MoveKind::All, &mut moves);
                moves.retain(|&m| {
                    position.make(m);
                    let drawn = self.solver.value(&position).unwrap() == Value::Drawn;
                    position.unmake();
                    drawn
                });
                *moves.choose(&mut self.rng).unwrap()
            };
            position.make(m);
            assert_eq!(self.solver.value(&position), Ok(Value::Drawn), "{} from {fen}", position.fen());
        }
        assert_eq!(position.outcome().and_then(|outcome| outcome.winner), None, "{fen}");
    }

    /// This number of decided positions and as many drawn ones, if there are any.
    fn play(&mut self, positions: usize) -> (usize, usize, usize) {
        let limit = match self.game.def.rules.move_limit {
            0 => u16::MAX,
            limit => 2 * limit,
        };
        let (mut decided, mut drawn, mut seen, mut beyond) = (0, 0, 0, 0);
        while (decided < positions || drawn < positions) && seen < 60 * positions {
            seen += 1;
            match self.position() {
                (position, Value::Drawn) if drawn < positions => {
                    self.hold(position);
                    drawn += 1;
                }
                (_, Value::Drawn) => {}
                // The rules end it early whatever is played.
                (_, Value::Won(plies) | Value::Lost(plies)) if plies > limit => beyond += 1,
                (position, value) if decided < positions => {
                    self.play_out(position, value);
                    decided += 1;
                }
                _ => {}
            }
        }
        (decided, drawn, beyond)
    }
}

pub(super) fn row(men: &[Option<Letter>]) -> String {
    let mut row = String::new();
    for run in men.chunk_by(|a, b| a.is_none() && b.is_none()) {
        match run[0] {
            Some(letter) => row.extend([letter]),
            None => row += &run.len().to_string(),
        }
    }
    row
}

/// Three of the endings of three pieces or fewer.
const SHORT: [Ending; 3] = [
    Ending { variant: "cwda:nutters/fide", men: "KTvK", fields: "- - 0 1" },
    Ending { variant: "narrow", men: "KDvK", fields: "- - 0 1" },
    Ending { variant: "colorboundmost", men: "PBvK", fields: "- - 0 1 l -" },
];

const LONG: [Ending; 6] = [
    Ending { variant: "cwda:nutters/fide", men: "KHHvK", fields: "- - 0 1" },
    Ending { variant: "cwda:nutters/fide", men: "KTvK", fields: "- - 0 1" },
    Ending { variant: "chess", men: "KBNvK", fields: "- - 0 1" },
    Ending { variant: "cwda:rookies/fide", men: "KHWvK", fields: "- - 0 1" },
    Ending { variant: "narrow", men: "KDvK", fields: "- - 0 1" },
    Ending { variant: "colorboundmost", men: "PBvK", fields: "- - 0 1 l -" },
];

#[test]
fn won_endings_are_won_in_the_fewest_moves_and_drawn_ones_drawn() {
    for ending in &SHORT {
        let (decided, _, _) = Match::new(ending).play(8);
        assert_eq!(decided, 8, "{}", ending.men);
    }
}

#[test]
#[ignore = "two hundred games each, minutes"]
fn two_hundred_of_each_of_six_endings() {
    for ending in &LONG {
        let (decided, drawn, beyond) = Match::new(ending).play(200);
        println!(
            "{} {}: {decided} decided, {drawn} drawn, {beyond} won beyond the limit of moves",
            ending.variant, ending.men
        );
        assert_eq!(decided, 200, "{}", ending.men);
    }
}

/// The search of a position, and the game played on from it by the engine on both sides.
fn self_play(mut position: Position, limits: &Limits, plies: usize) -> Position {
    let mut searcher = Searcher::new(position.game(), 1);
    for _ in 0..plies {
        if position.outcome().is_some() {
            break;
        }
        let best = searcher.run(&mut position.clone(), limits, &AtomicBool::new(false), &mut |_| {});
        position.make(best.best_move.unwrap());
    }
    position
}

fn winner(position: &Position) -> Option<Color> {
    position.outcome().and_then(|outcome| outcome.winner)
}

/// With three plies left to the limit the pawn must move first, whatever the shortest way to mate is.
#[test]
fn no_win_slips_by_the_limit_of_moves() {
    let end = self_play(position("chess", "4k3/8/4K3/8/8/8/4P3/8 w - - 97 100"), &LIMITS, 120);
    assert_eq!(winner(&end), Some(Color::White), "{}", end.fen());
    // Nothing helps here: the limit comes first, and the search knows.
    let late = position("chess", "8/8/8/3k4/8/8/8/K6R w - - 90 100");
    let best =
        Searcher::new(late.game(), 1).run(&mut late.clone(), &LIMITS, &AtomicBool::new(false), &mut |_| {});
    assert_eq!(best.score, Score::DRAW);
}

/// Where the limit comes before mate, the shortest way to mate is the way to a capture that restarts the count.
#[test]
fn the_limit_of_moves_does_not_turn_a_win_aside() {
    let mut game = Match::new(&Ending { variant: "losalamos", men: "KQvKR", fields: "- - 0 1" });
    for _ in 0..6 {
        let (fen, plies) = loop {
            if let (position, Value::Won(plies)) = game.position()
                && plies >= 20
            {
                break (position.fen(), plies);
            }
        };
        let late = fen.replace(" - - 0 1", &format!(" - - {} 100", 102 - plies));
        let mut position = Position::from_fen(game.game.clone(), &late).unwrap();
        let best = game.think(&position).best_move.unwrap();
        position.make(best);
        assert_eq!(game.solver.value(&position), Ok(Value::Lost(plies - 1)), "{late}");
    }
}

/// Positions that occurred twice before the tables were ready are not entered a third time.
#[test]
fn no_win_slips_by_a_repetition() {
    let mut position = position("chess", "8/8/8/8/8/2k5/8/K6R w - - 0 1");
    for text in ["h1h2", "c3b3", "h2h1", "b3c3"] {
        position.make(position.parse_move(text).unwrap());
    }
    assert_eq!(position.counters().repetitions(), 1);
    let shortest = {
        let mut solver = Solver::new(position.game().clone(), BUDGET, Arc::default()).unwrap();
        solver.value(&position).unwrap()
    };
    let (start, end) = (position.ply(), self_play(position, &LIMITS, 80));
    assert_eq!(winner(&end), Some(Color::White), "{}", end.fen());
    let Value::Won(plies) = shortest else { panic!("{shortest:?}") };
    assert!(end.ply() - start <= usize::from(plies) + 4, "{} plies instead of {plies}", end.ply() - start);
}

/// The result of a search with a number of nodes does not depend on which tables happen to be ready.
#[test]
fn searches_by_nodes_do_not_depend_on_the_side_thread() {
    let position = position("losalamos", "2k3/2r3/6/1R1P2/2K3/6 w - - 0 1");
    let find = |position: &Position, limits: &Limits| {
        let mut searcher = Searcher::new(position.game(), 1);
        let best = searcher.run(&mut position.clone(), limits, &AtomicBool::new(false), &mut |_| {});
        (best.best_move, best.score, best.nodes, best.depth)
    };
    let cold = find(&position, &LIMITS);
    // Other searches leave more tables behind in the library.
    let library = Library::of(position.game()).unwrap();
    let men = ["KRPvK", "KRvKR", "KPvKR"].map(|men| Material::parse(position.game(), men).unwrap());
    library.wait(men.to_vec(), 1 << 28, &AtomicBool::new(false)).unwrap();
    assert!(men.iter().all(|men| library.shelf().get(men).is_some()));
    assert_eq!(find(&position, &LIMITS), cold);
    // With a clock alone, existing tables are used.
    let clock = Clock::PerMove(Duration::from_secs(600));
    let four = Position::from_fen(position.game().clone(), "2k3/6/6/1R1P2/2K3/6 w - - 0 1").unwrap();
    assert!(find(&four, &Limits { nodes: None, clock, ..LIMITS }).1.is_mate());
    // With a running clock nothing is waited for, and nothing is used.
    let clocked = |pieces| Limits { clock, tablebases: Tablebases { pieces, memory: 256 }, ..LIMITS };
    assert_eq!(find(&position, &clocked(4)), find(&position, &clocked(0)));
}

/// Tables that need too much memory are not made, and the game continues without them.
#[test]
fn memory_is_bounded() {
    let position = position("chess", "8/8/8/3k4/8/8/1P6/KR6 w - - 0 1");
    let limits = Limits { tablebases: Tablebases { pieces: 4, memory: 1 }, ..LIMITS };
    let best = Searcher::new(position.game(), 1).run(
        &mut position.clone(),
        &limits,
        &AtomicBool::new(false),
        &mut |_| {},
    );
    assert!(best.best_move.is_some() && best.nodes > 1000, "{best:?}");
}

/// A search that waits for tables stops waiting when told to stop.
#[test]
fn a_stop_ends_the_waiting() {
    let position = position("capablanca", "10/10/4k5/10/10/10/1P8/KR8 w - - 0 1");
    let best = Searcher::new(position.game(), 1).run(
        &mut position.clone(),
        &LIMITS,
        &AtomicBool::new(true),
        &mut |_| {},
    );
    assert!(best.best_move.is_some() && !best.score.is_mate(), "{best:?}");
}

/// With a clock the tables become ready at some time, and the game is won before and after.
#[test]
fn a_game_by_time_is_won_while_tables_are_made() {
    let limits = Limits { nodes: None, clock: Clock::PerMove(Duration::from_millis(10)), ..LIMITS };
    let end = self_play(position("chess", "8/8/8/2k5/8/8/8/K6Q w - - 0 1"), &limits, 99);
    assert_eq!(winner(&end), Some(Color::White), "{}", end.fen());
}

/// What the program prints about a position over UCI, up to its move.
fn analyze(setup: &str) -> String {
    until([""; 0], &format!("uci\n{setup}go depth 1\n"), "bestmove").join("\n")
}

/// Through the program itself: a mate far beyond any search is announced, unless tables are switched
/// off or the game has none.
#[test]
fn the_program_announces_the_mate_of_the_table() {
    let rook = "position fen 8/8/8/3k4/8/8/8/K6R w - - 0 1\n";
    let said = analyze(rook);
    assert!(said.contains("option name Tablebase Probe Limit type spin default 4 min 0 max 5"), "{said}");
    assert!(said.contains("score mate 15 "), "{said}");
    let off = analyze(&format!("setoption name Tablebase Probe Limit value 0\n{rook}"));
    assert!(!off.contains("score mate"), "{off}");
    let ends = analyze(
        "setoption name UCI_Variant value kingofthehill\nposition fen 8/8/8/k7/8/8/8/K6R w - - 0 1\n",
    );
    assert!(ends.contains("bestmove") && !ends.contains("score mate 15"), "{ends}");
}
