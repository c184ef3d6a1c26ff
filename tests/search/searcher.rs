//! What a search must find, and in how much time, with one thread and several; without pruning it is
//! minimax.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fibnif::engine::eval::Evaluator;
use fibnif::engine::eval::net::NetOutput;
use fibnif::engine::search::{Clock, Limits, Ponder, Pruning, Report, Score, SearchResult, Searcher};
use fibnif::rules::game::Game;
use fibnif::rules::letter::Letter;
use fibnif::rules::position::{self, Margin, Move, MoveKind, Position};

use crate::common::game;

fn position(game: &Arc<Game>, fen: &str) -> Position {
    Position::from_fen(game.clone(), fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn search(searcher: &mut Searcher, pos: &mut Position, limits: &Limits) -> (SearchResult, Vec<Report>) {
    let mut reports = Vec::new();
    let best = searcher.run(pos, limits, &AtomicBool::new(false), &mut |report| reports.push(report.clone()));
    (best, reports)
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

#[test]
fn a_prepared_search_is_no_other() {
    for variant in ["chess", "cwda:pizza/avian", "losers"] {
        let game = game(variant);
        let [fresh, prepared] = [false, true].map(|prepared| {
            let mut searcher = Searcher::new(&game, 1);
            if prepared {
                searcher.prepare();
            }
            let (best, _) = search(&mut searcher, &mut Position::start(game.clone()), &to_depth(5));
            (best.best_move, best.score, best.nodes)
        });
        assert_eq!(fresh, prepared, "{variant}");
    }
}

/// How far a minimax goes: this many plies, or to the end of this many turns.
#[derive(Clone, Copy)]
enum Horizon {
    Plies(usize),
    Turns(usize),
}

/// The definition of what the search computes: every move, no window, no table.
fn minimax(
    pos: &mut Position,
    evaluator: &mut Evaluator,
    horizon: Horizon,
    ply: usize,
    turn: usize,
) -> Score {
    let mut moves = Vec::new();
    pos.legal_moves(MoveKind::All, &mut moves);
    if moves.is_empty() {
        let outcome = pos.outcome().unwrap();
        let lost = Score::lost(turn, outcome.margin);
        return outcome.winner.map_or(Score::DRAW, |winner| if winner == pos.side() { -lost } else { lost });
    }
    if ply > 0 && pos.end(position::Horizon::Search(ply)).is_some() {
        return Score::DRAW;
    }
    if matches!(horizon, Horizon::Plies(plies) if ply == plies)
        || matches!(horizon, Horizon::Turns(turns) if turn == turns)
    {
        return Score(evaluator.evaluate(pos));
    }
    let mut best = -Score::INFINITE;
    for m in moves {
        let side = pos.side();
        pos.make(m);
        let score = if pos.side() == side {
            minimax(pos, evaluator, horizon, ply + 1, turn)
        } else {
            -minimax(pos, evaluator, horizon, ply + 1, turn + 1)
        };
        best = best.max(score);
        pos.unmake();
    }
    best
}

/// Positions with few enough moves for minimax, quiet ones and tactical ones.
const SMALL: [(&str, &str); 12] = [
    ("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    ("chess", "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1"),
    ("chess", "7k/5K2/8/6Q1/8/8/8/8 b - - 0 1"),
    ("chess", "8/8/8/8/3k4/8/3pK3/8 w - - 97 80"),
    ("chess", "r3k3/8/8/8/8/8/7P/4K2R w Kq - 0 1"),
    ("cwda:clobberers/nutters", "4k3/2u2p2/8/8/8/8/2C2P2/4K2A w - - 0 1"),
    ("cwda:rookies/fide", "3rk3/5pp1/8/8/8/2W5/1P6/4K2M b - - 0 1"),
    ("cwda:nutters/clobberers", "4k3/8/2e1l3/8/8/3H1U2/8/T3K3 w Q - 0 1"),
    ("narrow", "k1/1p/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/P1/1K w - - 0 1"),
    ("antichess", "8/1b3p2/8/3R4/8/2p5/1P4P1/6K1 w - - 0 1"),
    ("suicide", "8/8/2p5/8/8/1n6/P7/3R4 w - - 0 1"),
    ("checkless", "7k/5K2/8/8/8/6Q1/8/8 w - - 0 1"),
];

#[test]
fn an_exhaustive_search_equals_minimax_with_and_without_a_table() {
    for (variant, fen) in SMALL {
        let game = game(variant);
        let mut pos = position(&game, fen);
        let mut evaluator = Evaluator::new(&game);
        evaluator.set_net(NetOutput::shipped(&game, evaluator.values()));
        for hash in [0, 1] {
            let mut searcher = Searcher::new(&game, hash);
            searcher.set_pruning(Pruning::Exhaustive);
            // With a table the path to a position is forgotten: repetitions begin at four plies.
            for depth in 1..=if hash == 0 { 4 } else { 3 } {
                let expected = minimax(&mut pos, &mut evaluator, Horizon::Plies(depth as usize), 0, 0);
                let (best, _) = search(&mut searcher, &mut pos, &to_depth(depth));
                assert_eq!(best.score, expected, "{variant} {fen} depth {depth} hash {hash}");
            }
        }
    }
}

#[test]
fn mates_are_found_and_counted_as_people_do() {
    for (variant, fen, moves) in [
        ("chess", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1),
        ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("chess", "kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1", -1),
        ("chess", "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3),
        ("chess", "7k/8/5K2/6R1/8/8/8/8 w - - 0 1", 2),
        ("cwda:nutters/rookies", "6k1/5ppp/8/8/8/8/8/K2T4 w - - 0 1", 1),
        ("cwda:rookies/fide", "k7/8/1K6/8/8/8/8/3S4 w - - 0 1", 2),
        ("cwda:rookies/fide", "k7/8/1K6/8/8/8/8/7M w - - 0 1", 1),
        ("cwda:clobberers/fide", "k7/8/1K6/8/8/8/8/A7 w - - 0 1", 3),
        ("colorboundmost", "k7/8/P7/8/8/8/8/5B2 b - - 0 1 l -", -5),
        ("colorboundmost", "4k3/8/8/8/8/8/4P1B1/8 w - - 0 1 l -", 7),
    ] {
        let game = game(variant);
        let mut searcher = Searcher::new(&game, 4);
        let mut pos = position(&game, fen);
        let (best, reports) = search(&mut searcher, &mut pos, &to_depth(20));
        assert_eq!(best.score.mate_in(), Some(moves), "{variant} {fen}: {}", best.score);
        let last = reports.last().unwrap();
        for &m in &last.pv {
            assert!(pos.is_legal(m));
            pos.make(m);
        }
        assert!(pos.outcome().is_some_and(|outcome| outcome.winner.is_some()), "the line ends in mate");
    }
}

#[test]
fn a_goal_that_the_other_side_is_about_to_reach_is_seen_at_the_horizon() {
    for (variant, fen, moves) in [
        ("kingofthehill", "7k/8/8/8/8/2K5/8/8 b - - 0 1", Some(-1)),
        ("kingofthehill", "7k/3r4/8/8/8/2K5/8/8 b - - 0 1", None),
        ("kingofthehill", "7k/r7/8/8/8/2K5/8/8 b - - 0 1", None),
        ("kingofthehill", "8/8/8/8/2k5/8/2K5/8 b - - 0 1", Some(1)),
        ("racingkings", "8/k7/8/8/8/8/8/7K w - - 0 1", Some(-1)),
        ("racingkings", "8/k7/8/8/8/8/8/4R2K w - - 0 1", None),
        ("racingkings", "8/K6k/8/8/8/8/8/8 b - - 0 1", Some(1)),
        ("breakthrough", "8/P7/8/8/8/7p/8/8 b - - 0 1", Some(-1)),
        ("breakthrough", "1p6/P7/8/8/8/8/P7/8 b - - 0 1", None),
        ("breakthrough", "8/8/8/8/8/8/6p1/1P6 w - - 0 1", Some(-1)),
    ] {
        let game = game(variant);
        for (pruning, depth) in [(Pruning::Selective, 1), (Pruning::Exhaustive, 3)] {
            let mut searcher = Searcher::new(&game, 1);
            searcher.set_pruning(pruning);
            let (best, _) = search(&mut searcher, &mut position(&game, fen), &to_depth(depth));
            let mate = best.score.mate_in().filter(|moves| moves.abs() == 1);
            assert_eq!(mate, moves, "{variant} {fen}, {pruning:?}: {}", best.score);
        }
    }
}

#[test]
fn a_limit_of_moves_to_mate_ends_the_search_when_it_is_met() {
    let game = game("chess");
    let limits = Limits { mate: Some(2), ..Limits::default() };
    let (best, _) =
        search(&mut Searcher::new(&game, 4), &mut position(&game, "7k/8/5K2/6R1/8/8/8/8 w - - 0 1"), &limits);
    assert_eq!(best.score.mate_in(), Some(2));
}

#[test]
fn a_finished_game_has_no_move() {
    let chess = game("chess");
    for (fen, score) in
        [("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", Score::mated(0)), ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", Score::DRAW)]
    {
        let (best, reports) = search(&mut Searcher::new(&chess, 1), &mut position(&chess, fen), &to_depth(5));
        assert_eq!((best.best_move, best.score, reports.len()), (None, score, 0));
    }
}

#[test]
fn the_same_search_visits_the_same_nodes() {
    for variant in ["chess", "cwda:clobberers/rookies"] {
        let game = game(variant);
        let mut pos = Position::start(game.clone());
        let mut run = |searcher: &mut Searcher| {
            let (best, reports) = search(searcher, &mut pos, &to_depth(9));
            (
                best.best_move,
                best.score,
                best.nodes,
                reports.into_iter().map(|report| (report.score, report.nodes, report.pv)).collect::<Vec<_>>(),
            )
        };
        let mut searcher = Searcher::new(&game, 2);
        let first = run(&mut searcher);
        assert_eq!(first, run(&mut Searcher::new(&game, 2)));
        searcher.clear();
        assert_eq!(first, run(&mut searcher), "after it has forgotten everything");
    }
}

#[test]
fn limits_of_depth_and_nodes_are_kept() {
    let game = game("chess");
    let mut searcher = Searcher::new(&game, 2);
    let mut pos = Position::start(game.clone());
    let (best, reports) = search(&mut searcher, &mut pos, &to_depth(4));
    assert_eq!((best.depth, reports.last().unwrap().depth), (4, 4));
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let (best, reports) = search(&mut searcher, &mut pos, &limits);
    assert_eq!((best.nodes, reports.last().unwrap().nodes), (20_000, 20_000));
    let e2e4 = pos.parse_move("e2e4").unwrap();
    let (best, _) = search(&mut searcher, &mut pos, &Limits { moves: vec![e2e4], ..to_depth(6) });
    assert_eq!(best.best_move, Some(e2e4));
    assert!(best.ponder.is_some());
}

#[test]
fn a_search_that_is_stopped_at_once_still_has_a_move_and_a_report() {
    for variant in ["chess", "cwda:nutters/clobberers"] {
        let game = game(variant);
        let mut pos = Position::start(game.clone());
        let mut reports = 0;
        let best =
            Searcher::new(&game, 1)
                .run(&mut pos, &Limits::default(), &AtomicBool::new(true), &mut |_| reports += 1);
        assert!(best.best_move.is_some_and(|m| pos.is_legal(m)));
        assert!(reports > 0);
    }
}

/// Sets a flag after a while, from another thread.
fn set_later(stop: &Arc<AtomicBool>) -> thread::JoinHandle<()> {
    let stop = stop.clone();
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(60));
        stop.store(true, Ordering::Relaxed);
    })
}

#[test]
fn a_search_ends_when_it_is_told_to() {
    for threads in [1, 2] {
        let mut searcher = searcher_with(threads, "chess");
        let mut pos = position(searcher.game(), MIDGAME);
        let stop = Arc::new(AtomicBool::new(false));
        let setter = set_later(&stop);
        let best = searcher.run(&mut pos, &Limits::default(), &stop, &mut |_| {});
        setter.join().unwrap();
        assert!(best.best_move.is_some_and(|m| pos.is_legal(m)) && stop.load(Ordering::Relaxed));
        // And at once if it was told to stop before it began.
        let best = searcher.run(&mut pos, &Limits::default(), &AtomicBool::new(true), &mut |_| {});
        assert!(best.best_move.is_some_and(|m| pos.is_legal(m)));
    }
}

#[test]
fn a_search_with_a_clock_ends_by_itself() {
    let game = game("chess");
    let mut searcher = Searcher::new(&game, 4);
    let clock = Clock::Running {
        remaining: Duration::from_millis(100),
        increment: Duration::from_millis(1),
        moves_to_go: None,
    };
    let limits = Limits { clock, ..Limits::default() };
    assert!(search(&mut searcher, &mut Position::start(game), &limits).0.best_move.is_some());
}

#[test]
fn the_side_that_is_lost_takes_a_perpetual_check() {
    // White is a queen down, and checks forever on f6 and g5.
    let game = game("chess");
    let mut pos = position(&game, "5r1k/5p1p/8/6Q1/q7/1q6/5PPP/6K1 w - - 0 1");
    let (best, _) = search(&mut Searcher::new(&game, 4), &mut pos, &to_depth(9));
    assert_eq!((best.score, best.best_move), (Score::DRAW, pos.parse_move("g5f6").ok()));
}

#[test]
fn several_lines_begin_with_different_moves_and_come_best_last() {
    let game = game("chess");
    let mut pos = position(&game, "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1");
    let limits = Limits { lines: 4, ..to_depth(7) };
    let (best, reports) = search(&mut Searcher::new(&game, 4), &mut pos, &limits);
    let last: Vec<_> = reports.iter().filter(|report| report.depth == 7).collect();
    assert_eq!(last.iter().map(|report| report.rank).collect::<Vec<_>>(), [4, 3, 2, 1]);
    assert!(last.is_sorted_by(|a, b| a.score <= b.score));
    let mut firsts: Vec<_> = last.iter().map(|report| report.pv[0]).collect();
    assert_eq!((best.best_move, best.score.mate_in()), (firsts.last().copied(), Some(1)));
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
    // No more lines than moves.
    let mut few = position(&game, "7k/8/5K2/6R1/8/8/8/8 b - - 0 1");
    let (_, reports) = search(&mut Searcher::new(&game, 1), &mut few, &limits);
    assert!(reports.iter().all(|report| report.rank == 1) && !reports.is_empty());
}

#[test]
fn root_moves_can_be_left_out() {
    let game = game("chess");
    let mut pos = position(&game, "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    let mut searcher = Searcher::new(&game, 4);
    let mate = pos.parse_move("d1d8").unwrap();
    let (best, reports) = search(&mut searcher, &mut pos, &Limits { excluded: vec![mate], ..to_depth(6) });
    assert!(best.best_move.is_some_and(|m| m != mate) && reports.iter().all(|report| report.pv[0] != mate));
    assert!(best.score.mate_in() != Some(1));
    // A result without a move is not a score of the position.
    assert_eq!(search(&mut searcher, &mut pos, &to_depth(2)).0.best_move, Some(mate));
    let mut all = Vec::new();
    pos.legal_moves(MoveKind::All, &mut all);
    assert_eq!(search(&mut searcher, &mut pos, &Limits { excluded: all, ..to_depth(2) }).0.best_move, None);
}

#[test]
fn a_search_on_the_opponents_time_ends_by_the_clock_it_is_given() {
    let game = game("chess");
    let mut pos = Position::start(game.clone());
    let mut searcher = Searcher::new(&game, 4);
    // The clock of a pondering search means nothing until it is given another.
    let ponder = Arc::new(Ponder::default());
    let limits =
        Limits { ponder: Some(ponder.clone()), clock: Clock::PerMove(Duration::ZERO), ..Limits::default() };
    let hit = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        ponder.hit(Clock::PerMove(Duration::from_millis(50)), Instant::now());
    });
    assert!(search(&mut searcher, &mut pos, &limits).0.best_move.is_some());
    hit.join().unwrap();
    // The time spent pondering is enough for a short clock.
    let ponder = Arc::new(Ponder::default());
    let remaining = Duration::from_millis(400);
    let clock = Clock::Running { remaining, increment: Duration::ZERO, moves_to_go: None };
    ponder.hit(clock, Instant::now());
    let limits = Limits { ponder: Some(ponder), ..Limits::default() };
    assert!(search(&mut searcher, &mut pos, &limits).0.best_move.is_some());
}

/// Positions of games of double turns from random play: with a check, a few plies before mate, any, and
/// the same with half of the game drawn.
fn double_turns() -> Vec<Position> {
    let mut random = 5_u64;
    let mut below = move |n: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % n
    };
    let games = ["colorboundmost", "colorboundmost:raiders/colorboundmost;stalemate=full"].map(game);
    let (mut found, mut wanted) = (Vec::new(), [10, 10, 10]);
    while wanted != [0; 3] {
        let game = &games[usize::from(below(4) == 0)];
        let mut pos = Position::start(game.clone());
        for _ in 0..40 + below(200) {
            let mut moves = Vec::new();
            pos.legal_moves(MoveKind::All, &mut moves);
            if moves.is_empty() {
                break;
            }
            // Games with many captures are short.
            let captures: Vec<_> = moves.iter().filter(|&&m| pos.captured(m).is_some()).copied().collect();
            let from = if captures.is_empty() || below(3) > 0 { &moves } else { &captures };
            pos.make(from[below(from.len())]);
        }
        let won = pos.outcome().is_some_and(|outcome| outcome.winner.is_some());
        (0..usize::from(won) * (1 + below(3))).for_each(|_| pos.unmake());
        let sort = if pos.in_check() { 0 } else { 1 + usize::from(!won) };
        if wanted[sort] == 0 || !(1..=14).contains(&pos.moves().len()) {
            continue;
        }
        wanted[sort] -= 1;
        let fen = pos.fen();
        found.push(position(game, &fen));
        let men = fen.split(' ').take(6).collect::<Vec<_>>().join(" ");
        for half in ["d l", "l d"] {
            found.extend(
                Position::from_fen(game.clone(), &format!("{men} {half}"))
                    .ok()
                    .filter(Position::has_legal_move),
            );
        }
    }
    assert!(found.len() >= 60, "{}", found.len());
    found
}

#[test]
fn double_turns_equal_minimax_over_both_orders() {
    let mut half_wins = 0;
    for mut pos in double_turns() {
        let mut evaluator = Evaluator::new(pos.game());
        evaluator.set_net(NetOutput::shipped(pos.game(), evaluator.values()));
        for hash in [0, 1] {
            let mut searcher = Searcher::new(pos.game(), hash);
            searcher.set_pruning(Pruning::Exhaustive);
            for depth in 1..=4 {
                let expected = minimax(&mut pos, &mut evaluator, Horizon::Plies(depth), 0, 0);
                let (best, _) = search(&mut searcher, &mut pos, &to_depth(u32::try_from(depth).unwrap()));
                assert_eq!(best.score, expected, "{} depth {depth} hash {hash}", pos.fen());
                half_wins += usize::from(best.score.margin() == Some(Margin::Half));
            }
        }
    }
    assert!(half_wins > 0);
}

/// Positions of games in which a side makes several moves in a turn, with few moves.
const SERIES: [(&str, &str); 8] = [
    ("marseillais", "8/2p5/8/KP5r/8/7k/4P3/8 w - - 0 9 2"),
    ("marseillais", "7k/5K2/8/6Q1/8/8/8/8 w - - 0 9 2"),
    ("marseillais", "4k3/P7/8/8/8/8/7p/4K3 b - - 0 9 1"),
    ("doublemove", "4k3/2p5/8/8/8/8/5P2/4K3 w - - 0 9 2"),
    ("monster", "4k3/4p3/8/8/8/8/3P4/4K3 w - - 0 9 2"),
    ("monster", "4k3/4p3/8/8/8/8/3P4/4K3 b - - 0 9 1"),
    ("progressive", "4k3/3p4/8/8/8/8/4P3/4K3 w - - 0 2 3"),
    ("progressive;rules=italian", "4k3/3p4/8/8/8/8/4R3/4K3 b - - 0 2 4"),
];

#[test]
fn series_of_moves_equal_minimax() {
    let mut mates = 0;
    for (variant, fen) in SERIES {
        let mut pos = Position::from_fen(game(variant), fen).unwrap();
        let mut evaluator = Evaluator::new(pos.game());
        evaluator.set_net(NetOutput::shipped(pos.game(), evaluator.values()));
        for hash in [0, 1] {
            let mut searcher = Searcher::new(pos.game(), hash);
            searcher.set_pruning(Pruning::Exhaustive);
            for depth in 1..=4 {
                let expected = minimax(&mut pos, &mut evaluator, Horizon::Plies(depth), 0, 0);
                let (best, _) = search(&mut searcher, &mut pos, &to_depth(u32::try_from(depth).unwrap()));
                assert_eq!(best.score, expected, "{variant} {fen} depth {depth} hash {hash}");
                mates += usize::from(best.score.margin().is_some());
            }
        }
    }
    assert!(mates > 0);
}

#[test]
fn one_order_of_a_double_turn_finds_what_both_find() {
    for mut pos in double_turns() {
        let mut evaluator = Evaluator::new(pos.game());
        let [both, one] = [false, true].map(|fixed| {
            pos.fix_order(fixed);
            minimax(&mut pos, &mut evaluator, Horizon::Turns(2), 0, 0)
        });
        assert_eq!(both, one, "{}", pos.fen());
    }
}

const MIDGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn searcher_with(threads: usize, variant: &str) -> Searcher {
    let mut searcher = Searcher::new(&game(variant), 1);
    searcher.set_threads(threads);
    searcher
}

#[test]
fn several_threads_find_what_one_does() {
    for threads in [2, 5] {
        let mut searcher = searcher_with(threads, "chess");
        for (fen, moves) in [
            ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
            ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3),
        ] {
            let mut pos = position(searcher.game(), fen);
            // Which thread finds what at which depth is random; that the mate is found is not.
            let limits = Limits { mate: Some(moves), nodes: Some(20_000_000), ..Limits::default() };
            let (best, reports) = search(&mut searcher, &mut pos, &limits);
            assert_eq!(best.score.mate_in(), i32::try_from(moves).ok(), "{fen}");
            assert!(
                reports.is_sorted_by(|a, b| a.nodes <= b.nodes && a.depth <= b.depth)
                    && reports[0].depth == 1
            );
            assert!(best.nodes >= reports.last().unwrap().nodes);
        }
    }
}

#[test]
fn several_threads_keep_to_the_moves_the_lines_and_the_positions_allowed() {
    for variant in ["chess", "colorboundmost", "cwda:nutters/rookies"] {
        let mut searcher = searcher_with(3, variant);
        let mut pos = Position::start(searcher.game().clone());
        let mut moves = Vec::new();
        pos.legal_moves(MoveKind::All, &mut moves);
        let excluded = moves.split_off(3);
        let (best, reports) = search(
            &mut searcher,
            &mut pos,
            &Limits { excluded, lines: 9, nodes: Some(30_000), ..Limits::default() },
        );
        assert!(best.best_move.is_some_and(|m| moves.contains(&m)) && best.ponder.is_some(), "{variant}");
        // A search that was stopped between two lines reports its best line of that depth once more.
        let of_depth = || reports.iter().filter(|report| report.depth == best.depth);
        let mut firsts: Vec<Move> = of_depth().take(moves.len()).map(|report| report.pv[0]).collect();
        firsts.sort_unstable();
        moves.sort_unstable();
        assert_eq!(firsts, moves, "{variant}");
        assert!(of_depth().skip(moves.len()).all(|report| moves.contains(&report.pv[0])), "{variant}");
        // How far threads run past the limit before they check again depends on the machine's load.
        assert!((10_000..600_000).contains(&best.nodes), "{variant}: {}", best.nodes);
    }
}

#[test]
fn one_thread_that_is_left_of_several_is_as_good_as_new() {
    let limits = Limits { depth: Some(8), ..Limits::default() };
    let mut several = searcher_with(3, "chess");
    let mut pos = position(several.game(), MIDGAME);
    search(&mut several, &mut pos, &limits);
    several.set_threads(1);
    several.clear();
    let nodes = |(best, reports): (SearchResult, Vec<Report>)| {
        (best.best_move, best.nodes, reports.into_iter().map(|r| r.nodes).collect::<Vec<_>>())
    };
    assert_eq!(
        nodes(search(&mut several, &mut pos, &limits)),
        nodes(search(&mut searcher_with(1, "chess"), &mut pos, &limits))
    );
}

#[test]
fn where_captors_explode_an_exchange_is_what_the_blast_takes() {
    let game = game("atomic");
    let (evaluator, worth) = (Evaluator::new(&game), |letter: &str| {
        let fen = format!("4k3/8/8/8/3{letter}4/8/8/K7 w - - 0 1");
        let pos = position(&game, &fen);
        let kind = pos.kind_at(game.shape.parse_square("d4").unwrap()).unwrap();
        Evaluator::new(&game).values()[kind.index()]
    });
    let values = evaluator.values();
    let [queen, knight, bishop] = ["Q", "N", "B"].map(worth);
    let wins = |fen: &str, text: &str| {
        let pos = position(&game, fen);
        let m = pos.parse_move(text).unwrap();
        (-3000..3000).rfind(|&threshold| pos.see(m, threshold, values)).unwrap()
    };
    // The bishop on g8 would take a knight on c4, and the queen beside it.
    let fen = "6bk/8/8/8/8/1Q2N3/8/K7 w - - 0 1";
    assert_eq!(wins(fen, "e3c4"), bishop - knight - queen);
    assert_eq!(wins(fen, "e3d5"), (bishop - knight).min(0));
    assert_eq!(wins(fen, "e3f5"), 0);
    // On d5 its own queen would explode, whichever of the two captures.
    let fen = "6bk/8/2q5/8/8/4N3/8/K7 w - - 0 1";
    assert_eq!(wins(fen, "e3d5"), 0);
    // A king does not capture. A pawn beside is spared, but not if it captures.
    assert_eq!(wins("8/8/8/4k3/8/4N3/8/K7 w - - 0 1", "e3f5"), 0);
    assert_eq!(wins("7k/8/8/3p4/8/4N3/8/K7 w - - 0 1", "e3c4"), worth("p") - knight);
    // A capture takes what stands beside its target, and the captor.
    assert_eq!(wins("7k/8/2q5/3p4/8/4N3/8/K7 w - - 0 1", "e3d5"), worth("p") + queen - knight);
}

#[test]
fn where_captors_petrify_an_exchange_is_a_piece_for_a_piece() {
    let game = game("petrified");
    let evaluator = Evaluator::new(&game);
    let values = evaluator.values();
    let worth = |letter: char| {
        let letters: Vec<Letter> = game.kind_ids().map(|id| game.kind(id).letter).collect();
        values[letters.iter().position(|&known| known == letter).unwrap()]
    };
    let wins = |fen: &str, text: &str| {
        let pos = position(&game, fen);
        let m = pos.parse_move(text).unwrap();
        (-3000..3000).rfind(|&threshold| pos.see(m, threshold, values)).unwrap()
    };
    let fen = "k2r4/8/8/3q4/8/4N3/8/K7 w - - 0 1";
    assert_eq!(wins(fen, "e3d5"), worth('q') - worth('N'), "the rook cannot recapture a wall");
    // What a captor costs, the other side would have to pay, too: a rook for a knight it does not.
    assert_eq!(wins("k2r4/8/8/8/8/4N3/8/K7 w - - 0 1", "e3d5"), (worth('r') - worth('N')).min(0));
    assert_eq!(wins("k7/8/4p3/8/8/4N3/8/K7 w - - 0 1", "e3d5"), -worth('N'), "a pawn costs nothing");
}
