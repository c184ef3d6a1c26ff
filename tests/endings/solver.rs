//! The endgame solver: known answers, and every result against the legal moves that the position itself
//! generates, also on invented boards.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::common::invented::invent;
use crate::common::solver::{self as slow, Verdict};
use crate::common::{compiled, definition, game};
use fibnif::commands::solve::{Answers, Longest, percent};
use fibnif::engine::search::{Limits, Pruning, Score, Searcher};
use fibnif::engine::solve::{Budget, Material, SolveError, Solver, Value};
use fibnif::rules::betza::Movement;
use fibnif::rules::game::{Game, KindId, compile};
use fibnif::rules::geometry::{Color, Square};
use fibnif::rules::position::{MoveKind, Position};
use fibnif::rules::variant::{Captor, Capture, Checks, Pass, Royals, SideChange};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

fn solver_of(game: Arc<Game>) -> Result<Solver, SolveError> {
    Solver::new(game, Budget { memory: 1 << 28, threads: 2 }, Arc::default())
}

fn solver(variant: &str) -> Solver {
    solver_of(game(variant)).unwrap()
}

fn answers(variant: &str, men: &str) -> Answers {
    let mut solver = solver(variant);
    let men = Material::parse(solver.game(), men).unwrap();
    let table = solver.solve(&men).unwrap();
    Answers::new(&solver, &table)
}

/// White's share of wins with the move, and the number of moves of the longest win.
fn share(variant: &str, men: &str) -> String {
    told(&answers(variant, men))
}

fn told(answers: &Answers) -> String {
    let longest = answers.longest_white.as_ref().map_or(0, Longest::length);
    let share = answers.white_to_move;
    format!("{}/{longest}", percent(share.white, share.all()).trim_end_matches(" %"))
}

/// Published lengths, and the shares that two other solvers found (the rules' own document).
#[test]
fn three_men_come_to_what_is_known() {
    for (variant, men, expected) in [
        ("chess", "KQvK", "100.00/10"),
        ("chess", "KRvK", "100.00/16"),
        ("cwda:nutters/fide", "KHvK", "0.02/1"),
        ("cwda:nutters/fide", "KUvK", "99.95/33"),
        ("cwda:rookies/fide", "KWvK", "96.09/29"),
        ("narrow", "KDvK", "71.45/74"),
        ("augmented-half:R=hhR+D", "KRvK", "100.00/22"),
        ("colorboundmost", "CvK", "100.00/4"),
    ] {
        assert_eq!(share(variant, men), expected, "{variant} {men}");
    }
}

/// King and pawn against King: the positions won by White in Stockfish's bitbase are 111282 on half
/// the board, both sides to move together.
#[test]
fn king_and_pawn_win_as_often_as_in_a_bitbase() {
    let found = answers("chess", "KPvK");
    assert_eq!(found.white_to_move.white + found.black_to_move.white, 2 * 111_282);
}

#[test]
#[ignore = "half a minute"]
fn four_men_come_to_what_is_known() {
    for (variant, men, expected) in [
        ("chess", "KBNvK", "99.51/33"),
        ("chess", "KNNvK", "0.01/1"),
        ("cwda:nutters/fide", "KHHvK", "97.76/21"),
        ("cwda:clobberers/fide", "KEEvK", "99.21/27"),
    ] {
        assert_eq!(share(variant, men), expected, "{variant} {men}");
    }
    let pair = answers("chess", "KBBvK");
    assert_eq!(pair.longest_white.as_ref().map(Longest::length), Some(19));
}

/// A random placement of pieces as a FEN, legal or not.
fn scatter(solver: &Solver, men: &Material, rng: &mut Xoshiro256PlusPlus, fields: &str) -> String {
    let shape = &solver.game().shape;
    let mut board = vec![None; shape.cell_count()];
    for &kind in men.kinds() {
        loop {
            let square = rng.random_range(0..shape.cell_count());
            if board[square].is_none() && !shape.is_hole(Square(u8::try_from(square).unwrap())) {
                board[square] = Some(solver.game().kind(kind).letter);
                break;
            }
        }
    }
    let rows: Vec<String> = board.chunks(usize::from(shape.files())).rev().map(crate::played::row).collect();
    format!("{} {fields}", rows.join("/"))
}

/// The value of a position from the values after its moves.
fn by_its_moves(solver: &mut Solver, position: &mut Position) -> Option<Value> {
    let mut moves = Vec::new();
    position.legal_moves(MoveKind::All, &mut moves);
    let mut best: Option<Value> = None;
    for m in moves {
        position.make(m);
        let value = solver.value(position).unwrap().before();
        position.unmake();
        if best.is_none_or(|best| value.rank() > best.rank()) {
            best = Some(value);
        }
    }
    best
}

/// Tests random placements of pieces: each result must follow from those after the moves, and so must
/// the results after each move, where a pawn may be captured en passant. Returns the number of tests.
fn follows(
    solver: &mut Solver,
    men: &Material,
    rng: &mut Xoshiro256PlusPlus,
    tries: usize,
    fields: &str,
) -> usize {
    let mut seen = 0;
    for _ in 0..tries {
        let side = if rng.random_ratio(1, 2) { 'w' } else { 'b' };
        let fen = scatter(solver, men, rng, &format!("{side} - - 0 1{fields}"));
        let Ok(mut position) = Position::from_fen(solver.game().clone(), &fen) else { continue };
        let Ok(value) = solver.value(&position) else { continue };
        let mut moves = Vec::new();
        position.legal_moves(MoveKind::All, &mut moves);
        for m in moves {
            position.make(m);
            let value = solver.value(&position).unwrap();
            if let Some(expected) = by_its_moves(solver, &mut position) {
                assert_eq!(value, expected, "{} {}", solver.game().def.id, position.fen());
                seen += 1;
            }
            position.unmake();
        }
        if let Some(expected) = by_its_moves(solver, &mut position) {
            assert_eq!(value, expected, "{} {fen}", solver.game().def.id);
        }
    }
    seen
}

/// Bare or nearly bare kings: pawns that step, pass and promote, pieces that leap and ride.
#[test]
fn results_follow_from_the_moves() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(14);
    for (variant, men, fields, tries) in [
        ("chess", "KRvK", "", 60),
        ("narrow", "KPvK", "", 60),
        ("greener", "KPvK", "", 60),
        ("colorboundmost", "PBvK", " l -", 400),
    ] {
        let mut solver = solver(variant);
        let men = Material::parse(solver.game(), men).unwrap();
        assert!(follows(&mut solver, &men, &mut rng, tries, fields) > 100, "{variant}");
    }
}

/// The same on small boards with holes, hoppers, lame and crooked riders, zones, pieces that promote to the
/// enemy's kinds, and captures en passant of every sort.
#[test]
fn results_follow_from_the_moves_of_any_men() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let (mut games, mut seen) = (0, 0);
    for seed in 0..10000 {
        let mut def = invent(seed);
        let rules = &mut def.rules;
        // The solver refuses the others.
        (rules.pass, rules.captor, rules.changes_side) = (Pass::Never, Captor::Moves, SideChange::Never);
        if rules.royals.by_place() {
            rules.royals = Royals::Each;
        }
        if def.shape.cell_count() > 25
            || def.rules.capture == Capture::Forced
            || def.rules.checks != Checks::Allowed
        {
            continue;
        }
        let Ok(game) = compile(&def) else { continue };
        let Ok(mut solver) = solver_of(game.clone()) else { continue };
        let of = |color: Color, royal: bool| -> Vec<KindId> {
            let fits = |&id: &KindId| game.kind(id).color == color && game.kind(id).royal == royal;
            game.kind_ids().filter(fits).collect()
        };
        let men = Color::ALL.map(|color| [of(color, true)[0], *of(color, false).choose(&mut rng).unwrap()]);
        let men = Material::new(&game, men.concat());
        seen += follows(&mut solver, &men, &mut rng, 20, "");
        games += 1;
    }
    assert!(games > 10 && seen > 500, "{games} games, {seen} positions");
}

/// On boards of few squares a solver that shares only the legal moves with this one gets the same
/// results: winner and distance, for pieces, zones and rules of every kind.
#[test]
fn a_slow_solver_comes_to_the_same() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(19);
    let (mut games, mut seen, mut decided) = (0, 0, 0);
    for seed in 0..60000 {
        let mut def = invent(seed);
        let rules = &mut def.rules;
        // The solver refuses the others.
        (rules.pass, rules.captor, rules.changes_side) = (Pass::Never, Captor::Moves, SideChange::Never);
        if rules.royals.by_place() {
            rules.royals = Royals::Each;
        }
        if def.shape.cell_count() > 20
            || def.rules.capture == Capture::Forced
            || def.rules.checks != Checks::Allowed
        {
            continue;
        }
        let Ok(game) = compile(&def) else { continue };
        let Ok(mut solver) = solver_of(game.clone()) else { continue };
        let of = |color: Color, royal: bool| -> Vec<KindId> {
            let fits = |&id: &KindId| {
                let kind = game.kind(id);
                kind.color == color && kind.royal == royal && (royal || !kind.pawn)
            };
            game.kind_ids().filter(fits).collect()
        };
        let kings = Color::ALL.map(|color| of(color, true)[0]);
        let Some(&man) = of(Color::White, false).choose(&mut rng) else { continue };
        let men = Material::new(&game, kings.into_iter().chain([man]));
        let mut slow = slow::Solver::new(game.clone());
        for _ in 0..60 {
            let side = if rng.random_ratio(1, 2) { 'w' } else { 'b' };
            let fen = scatter(&solver, &men, &mut rng, &format!("{side} - - 0 1"));
            let Ok(position) = Position::from_fen(game.clone(), &fen) else { continue };
            let Ok(value) = solver.value(&position) else { continue };
            let expected = match slow.solve(&fen) {
                Verdict::Draw => Value::Drawn,
                Verdict::Wins(winner, plies) if winner == position.side() => Value::Won(plies),
                Verdict::Wins(_, plies) => Value::Lost(plies),
            };
            assert_eq!(value, expected, "{} {fen}", def.id);
            seen += 1;
            decided += u32::from(value != Value::Drawn);
        }
        games += 1;
    }
    assert!(games > 20 && seen > 500 && decided > 50, "{games} games, {seen} positions, {decided} decided");
}

/// The components of random pieces.
const MOVES: &[&str] = &[
    "W", "F", "D", "N", "A", "H", "C", "Z", "G", "R", "B", "R2", "B3", "R4", "NN", "DD", "fR", "bB", "fsR",
    "ffNsbN", "fbN", "shN", "hhR", "hhB", "hhQ", "gQ", "pR", "pB", "zFF", "nD", "nA", "nN", "mR", "cB",
    "mNcK", "fsW", "vW", "fF", "bF", "jR", "oR",
];

/// Chess with another piece instead of the rook.
fn with_man(parts: &[&str]) -> Arc<Game> {
    let mut def = definition("chess");
    let movements: Vec<Movement> = parts.iter().map(|part| Movement::read(part).unwrap()).collect();
    for side in &mut def.sides {
        for piece in side.pieces.iter_mut().filter(|piece| piece.role == 'R') {
            piece.movement = Movement::join(&movements);
        }
    }
    compiled(&def)
}

/// A hundred random pieces with their king against a bare one: a search without pruning finds each near
/// mate at its depth, and no mate that does not exist.
#[test]
fn a_search_sees_the_same_mates() {
    const NEAR: u16 = 5;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(100);
    let (mut mates, mut others) = (0, 0);
    for _ in 0..100 {
        let parts: Vec<&str> = MOVES.sample(&mut rng, 3).copied().collect();
        let game = with_man(&parts);
        let mut solver = solver_of(game.clone()).unwrap();
        let men = Material::parse(&game, "KRvK").unwrap();
        let mut searcher = Searcher::new(&game, 4);
        searcher.set_pruning(Pruning::Exhaustive);
        let (mut near, mut far, mut tries) = (0, 0, 0);
        while tries < 3000 && (near < 2 || far < 1) {
            tries += 1;
            let fen = scatter(&solver, &men, &mut rng, "w - - 0 1");
            let Ok(mut position) = Position::from_fen(game.clone(), &fen) else { continue };
            let Ok(value) = solver.value(&position) else { continue };
            let plies = match value {
                Value::Won(plies) if plies <= NEAR && near < 2 => plies,
                Value::Won(plies) if plies > NEAR && far < 1 => plies,
                Value::Drawn if far < 1 => u16::MAX,
                _ => continue,
            };
            let limits = Limits { depth: Some(u32::from(plies.min(NEAR))), ..Limits::default() };
            let best = searcher.run(&mut position, &limits, &AtomicBool::new(false), &mut |_| {});
            if plies <= NEAR {
                assert_eq!(best.score, Score::mates(usize::from(plies)), "{parts:?} {fen}");
                near += 1;
                mates += 1;
            } else {
                assert!(!best.score.is_mate(), "{parts:?} {fen}: {value:?}, found {}", best.score);
                far += 1;
                others += 1;
            }
        }
    }
    assert!(mates > 100 && others > 90, "{mates} mates, {others} others");
}

/// Published figures: Wikipedia's of the Amazon, Empress and Princess, Muller's of the Half Duck, and
/// those of chess.
#[test]
fn published_figures_are_met() {
    for (parts, expected) in [
        (&["R", "B", "N"][..], "100.00/4"),
        (&["R", "N"], "100.00/11"),
        (&["B", "N"], "100.00/17"),
        (&["H", "F", "D"], "100.00/27"),
    ] {
        let mut solver = solver_of(with_man(parts)).unwrap();
        let men = Material::parse(solver.game(), "KRvK").unwrap();
        let table = solver.solve(&men).unwrap();
        assert_eq!(told(&Answers::new(&solver, &table)), expected, "{parts:?}");
    }
}

/// What cannot be solved is refused with a reason.
#[test]
fn what_cannot_be_solved_is_refused() {
    let refused = |name| Solver::new(game(name), Budget { memory: 1 << 20, threads: 1 }, Arc::default());
    for name in ["3check", "antichess", "racingkings", "extinction", "kingofthehill"] {
        assert!(matches!(refused(name), Err(SolveError::Rule(_))), "{name}");
    }
    let mut def = definition("chess");
    def.rules.untraded = vec!['Q'.into()];
    let untraded = solver_of(compiled(&def)).unwrap_err().to_string();
    assert!(untraded.contains("pieces that must not be traded"), "{untraded}");
    // Support is opt-in: this rule did not exist when the solver was written.
    let mut def = definition("chess");
    def.sides[0].pieces.iter_mut().filter(|piece| piece.role == 'Q').for_each(|queen| queen.most = Some(1));
    let limited = solver_of(compiled(&def)).unwrap_err().to_string();
    assert!(limited.contains("a limit on how many pieces"), "{limited}");
    let chess = game("chess");
    for (text, words) in [
        ("KQK", "expected White's pieces, `v` and Black's pieces"),
        ("KXvK", "White has no piece `X`"),
        ("KQvKM", "Black has no piece `M`"),
        ("KQQQvKRR", "7 pieces are too many"),
        ("v", "expected White's pieces"),
    ] {
        let error = Material::parse(&chess, text).unwrap_err().to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
    let mut small = refused("chess").unwrap();
    let men = Material::parse(&chess, "KQRvKR").unwrap();
    let error = small.solve(&men).unwrap_err().to_string();
    assert!(error.contains("KRQvKR needs") && error.contains("allowed are 1 MiB"), "{error}");
    let mut halves = solver("colorboundmost");
    let both = Material::parse(halves.game(), "KvK").unwrap();
    assert_eq!(halves.solve(&both).unwrap_err(), SolveError::Halves("KvK".to_owned()));
}

/// Facts of Colorboundmost Chess, each on one half: a pawn's ending the source has wrong, one it has right.
#[test]
fn halves_of_colorboundmost_chess() {
    let mut solver = solver("colorboundmost");
    for (fen, expected) in [
        ("8/8/4k3/8/4P3/3P4/8/8 b - - 0 1 l -", Value::Lost(20)),
        ("8/8/4k3/8/4P3/3P4/8/8 w - - 0 1 l -", Value::Drawn),
        ("k7/8/P7/8/8/8/8/5B2 b - - 0 1 l -", Value::Lost(10)),
    ] {
        let position = Position::from_fen(solver.game().clone(), fen).unwrap();
        let analysis = solver.analyze(&position).unwrap();
        assert_eq!(analysis.value, expected, "{fen}");
        if let Value::Lost(plies) = expected {
            assert_eq!(analysis.line.len(), usize::from(plies), "{fen}");
        }
    }
}
