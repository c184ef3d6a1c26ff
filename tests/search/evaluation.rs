//! Known facts about pieces and positions that the evaluation must reflect.

use std::sync::Arc;

use crate::common::{compiled, definition, game};
use fibnif::engine::eval::net::NetOutput;
use fibnif::engine::eval::{Evaluator, Weights};
use fibnif::rules::betza::{parse, resolve};
use fibnif::rules::game::Game;
use fibnif::rules::position::{MoveKind, Position};
use fibnif::rules::variant::{NetChoice, VariantDef, WeightsChoice};

/// The value of White's piece of a letter.
fn value(game: &Arc<Game>, letter: char) -> i32 {
    Evaluator::new(game).values()[game.kind_of_sign(&letter.to_string()).unwrap().index()]
}

fn evaluate(game: &Arc<Game>, fen: &str) -> i32 {
    Evaluator::new(game).evaluate(&Position::from_fen(game.clone(), fen).unwrap())
}

#[test]
fn a_capture_wins_what_comes_to_hand_too() {
    for (variant, times) in [("chess", 1), ("crazyhouse", 2)] {
        let game = game(variant);
        let (evaluator, knight) = (Evaluator::new(&game), game.kind_of_sign("N").unwrap().index());
        assert_eq!(evaluator.prizes()[knight], times * evaluator.values()[knight], "{variant}");
    }
}

#[test]
fn values_are_near_those_experience_gives() {
    for (variant, letter, known) in [
        ("chess", 'P', 100),
        ("chess", 'N', 325),
        ("chess", 'B', 325),
        ("chess", 'R', 500),
        ("chess", 'Q', 975),
        ("cwda:clobberers", 'L', 485),
        ("cwda:clobberers", 'E', 300),
        ("cwda:clobberers", 'C', 440),
        ("cwda:clobberers", 'A', 860),
        ("cwda:nutters", 'T', 500),
        ("cwda:nutters", 'H', 320),
        ("cwda:nutters", 'U', 400),
        ("cwda:nutters", 'C', 940),
        ("cwda:rookies", 'S', 460),
        ("cwda:rookies", 'W', 310),
        ("cwda:rookies", 'H', 440),
        ("cwda:rookies", 'M', 900),
    ] {
        let value = value(&game(variant), letter);
        assert!((value - known).abs() * 8 <= known, "{variant} {letter}: {value}, known {known}");
    }
}

/// The value of a piece of chess that moves as a notation says, in centipawns.
fn value_of(betza: &str) -> i32 {
    let mut def = definition("chess");
    for piece in def.sides.iter_mut().flat_map(|side| &mut side.pieces).filter(|piece| piece.role == 'N') {
        piece.movement = resolve(&parse(betza).unwrap()).unwrap();
        piece.value = None;
    }
    value(&compiled(&def), 'N')
}

/// Pieces that were not used for fitting, with known values: Xiangqi counts a Cannon as half a rook and
/// a Horse as four ninths, Janggi a Cannon as seven thirteenths; the others are Fairy-Stockfish's tuned
/// values relative to a rook of five pawns.
#[test]
fn men_nobody_fitted_are_valued_near_what_is_known() {
    let known = [
        ("mRcpR", 275),
        ("pR", 265),
        ("nN", 245),
        ("nA", 118),
        ("W", 142),
        ("F", 170),
        ("A", 128),
        ("FA", 255),
        ("FfW", 245),
        ("WfF", 268),
        ("K", 300),
        ("RF", 700),
        ("KN", 700),
        ("BN", 830),
        ("RN", 920),
        ("QN", 1045),
        ("mBcN", 285),
        ("mRcN", 330),
    ];
    let found = known.map(|(betza, known)| (betza, value_of(betza), known));
    let sum: i32 = found.iter().map(|(_, value, known)| (value - known).abs() * 100 / known).sum();
    let list = format!("{found:?}");
    let mean = sum / i32::try_from(known.len()).unwrap();
    assert!(mean <= 20, "mean error {mean} per cent: {list}");
    for (less, more) in
        [("mR", "mRcpR"), ("mRcpR", "R"), ("pR", "R"), ("nN", "N"), ("W", "gQ"), ("cpR", "pR")]
    {
        assert!(value_of(less) < value_of(more), "{less} and {more}: {list}");
    }
    assert!(
        value_of("mRcpR") > value_of("mR") + 50 && value_of("gQ") > 100 && value_of("pR") > 150,
        "{list}"
    );
}

#[test]
fn armies_are_about_equal_at_the_start() {
    for white in ["fide", "clobberers", "nutters", "rookies"] {
        for black in ["fide", "clobberers", "nutters", "rookies"] {
            let game = game(&format!("cwda:{white}/{black}"));
            let score = Evaluator::new(&game).evaluate(&Position::start(game.clone()));
            assert!(score.abs() < 200, "{white} against {black}: {score}");
        }
    }
}

#[test]
fn both_sides_see_the_same_in_mirrored_positions() {
    let chess = game("chess");
    let white = evaluate(&chess, "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10");
    let black = evaluate(&chess, "r1bq1rk1/pp3ppp/2nb1n2/3p4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 b - - 0 10");
    assert_eq!(white, black);
}

#[test]
fn sums_kept_from_position_to_position_equal_fresh_ones() {
    for variant in ["chess", "cwda:clobberers/nutters", "narrow"] {
        let game = game(variant);
        let mut pos = Position::start(game.clone());
        let mut evaluator = Evaluator::new(&game);
        let (mut seed, mut moves) = (1u64, Vec::new());
        for step in 0..600 {
            moves.clear();
            pos.legal_moves(MoveKind::All, &mut moves);
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if moves.is_empty() || (step % 7 == 6 && pos.ply() > 3) {
                (0..3.min(pos.ply())).for_each(|_| pos.unmake());
            } else {
                pos.make(moves[(seed >> 33) as usize % moves.len()]);
            }
            if step % 3 == 0 {
                assert_eq!(
                    evaluator.evaluate(&pos),
                    Evaluator::new(&game).evaluate(&pos),
                    "{variant}: {}",
                    pos.fen()
                );
            }
        }
    }
}

#[test]
fn good_places_are_preferred() {
    let chess = game("chess");
    for (better, worse, why) in [
        (
            "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 4",
            "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/N6N/PPPP1PPP/R1BQKB1R w KQkq - 0 4",
            "Knights towards the center",
        ),
        (
            "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 5",
            "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPPKPPP/RNBQ3R w kq - 0 5",
            "a castled King",
        ),
        ("4k3/pp6/8/4P3/8/8/8/4K3 w - - 0 1", "4k3/pp6/8/8/8/4P3/8/4K3 w - - 0 1", "a far passed pawn"),
        ("4k3/8/8/8/4P3/4P3/8/4K3 w - - 0 1", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "two pawns rather than one"),
        ("4k3/8/8/8/8/8/8/2BBK3 w - - 0 1", "4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1", "Bishops on both colors"),
        (
            "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6",
            "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P2N/2NP4/PPP2PPP/R1BQK2R w KQkq - 0 6",
            "a Knight that can go somewhere",
        ),
        (
            "6k1/5ppp/8/3r4/8/2N1R3/5PPP/6K1 w - - 0 1",
            "6k1/5ppp/3r4/8/8/2N1R3/5PPP/6K1 w - - 0 1",
            "a Knight that attacks a Rook",
        ),
        ("4k3/8/8/3PP3/8/8/8/4K3 w - - 0 1", "4k3/8/8/2P1P3/8/8/8/4K3 w - - 0 1", "pawns side by side"),
        (
            "4k3/1p3pp1/3b4/8/8/4B3/1P2PPP1/4K3 w - - 0 1",
            "4k3/1p3pp1/4b3/8/8/4B3/1P2PPP1/4K3 w - - 0 1",
            "a pawn more without Bishops on unlike colors",
        ),
        (
            "4k3/pp3ppp/8/8/8/3R4/PPP2PPP/4K3 w - - 0 1",
            "4k3/7p/8/8/8/3R4/7P/4K3 w - - 0 1",
            "an advantage with many pawns",
        ),
        ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", "7k/8/8/8/8/8/8/R1K5 w - - 0 1", "the King near when mating"),
        (
            "k7/8/2K5/8/4N3/8/8/3B4 w - - 0 1",
            "7k/8/5K2/8/4N3/8/8/3B4 w - - 0 1",
            "a bare King in a corner of the Bishop's color",
        ),
    ] {
        let (good, bad) = (evaluate(&chess, better), evaluate(&chess, worse));
        assert!(good > bad, "{why}: {good} and {bad}");
    }
}

/// In losing games, a side with more pieces is worse off, and waiting moves are good.
#[test]
fn fewer_men_are_better_where_they_are_a_burden() {
    let antichess = game("antichess");
    let start = evaluate(&antichess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    let without_rook = evaluate(&antichess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w - - 0 1");
    assert!(without_rook > start, "{start} {without_rook}");
    let [king, queen] =
        ["8/8/8/8/8/8/p7/K7 w - - 0 1", "8/8/8/8/8/8/p7/Q7 w - - 0 1"].map(|fen| evaluate(&antichess, fen));
    assert!(king > queen, "{king} {queen}");
}

#[test]
fn what_is_nearer_to_an_end_of_the_game_is_worth_more() {
    let checks = game("3check");
    let given = |white, black| evaluate(&checks, &format!("4k3/8/8/8/8/8/8/Q3K3 w - - {white}+{black} 0 1"));
    assert!(given(1, 3) - given(2, 3) > given(2, 3) - given(3, 3) && given(2, 3) > given(3, 3));
    assert_eq!(given(2, 2), given(3, 3));
    let [hill, chess] = ["kingofthehill", "chess"].map(game);
    let pulls = ["8/3K4/8/7R", "8/8/3K4/7R", "8/8/8/3K3R"].map(|ranks| {
        let fen = format!("k6r/8/8/8/{ranks} w - - 0 1");
        evaluate(&hill, &fen) - evaluate(&chess, &fen)
    });
    assert!(pulls[0] > pulls[1] && pulls[1] > pulls[2] && pulls[2] > 0, "{pulls:?}");
}

/// Once all pieces are placed it is chess, with its net, its kings, and its endings.
#[test]
fn a_game_whose_pieces_begin_in_hand_is_judged_like_one_where_they_stand() {
    let judge = |variant: &str, net: &'static str, fen: &str| {
        let game = compiled(&VariantDef { net: NetChoice::Shipped(net), ..definition(variant) });
        let mut evaluator = Evaluator::new(&game);
        let net = NetOutput::shipped(&game, evaluator.values());
        evaluator.set_net(net);
        evaluator.evaluate(&Position::from_fen(game, fen).unwrap())
    };
    for fen in [
        "bnqbnrkr/pppppppp/8/8/4P3/8/PPPP1PPP/RRKQBBNN b - - 0 1",
        "r4rk1/pp3ppp/2n5/3q4/8/2N5/PP3PPP/R2Q1RK1 w - - 0 20",
        "8/5k2/8/3b4/8/4P3/3B1K2/8 w - - 0 60",
        "8/8/4k3/8/8/8/4KR2/8 w - - 0 60",
    ] {
        for net in ["chess", "compounds"] {
            assert_eq!(judge("placement", net, fen), judge("chess", net, fen), "{net}: {fen}");
        }
    }
}

/// Of endings with few pieces, and of those against a king without others, more is known than a net learns.
#[test]
fn a_net_that_stands_alone_leaves_simple_endings_to_the_evaluation() {
    let game = game("chess");
    let (mut known, mut learned) = (Evaluator::new(&game), Evaluator::new(&game));
    learned.set_net(NetOutput::shipped(&game, known.values()));
    for (fen, simple) in [
        ("8/8/4k3/4p3/8/3BP3/4K3/8 w - - 0 60", true),
        ("8/8/4k3/8/8/3QPPP1/4KRN1/8 b - - 0 60", true),
        ("8/8/4k3/4pp2/8/3BP3/4K3/8 w - - 0 60", false),
        ("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", false),
    ] {
        let pos = Position::from_fen(game.clone(), fen).unwrap();
        assert_eq!(known.evaluate(&pos) == learned.evaluate(&pos), simple, "{fen}");
    }
}

/// The net of a game, and so every score, depends on how its pieces move, not on the spelling of their
/// notation.
#[test]
fn a_pawn_spelled_otherwise_is_judged_alike() {
    let judge = |betza: &str| {
        let mut def = definition("chess");
        for side in &mut def.sides {
            let pawn = side.pieces.iter_mut().find(|piece| piece.role == 'P').unwrap();
            pawn.betza = betza.to_string();
            pawn.movement = resolve(&parse(betza).unwrap()).unwrap();
        }
        let game = compiled(&def);
        let mut evaluator = Evaluator::new(&game);
        let net = NetOutput::shipped(&game, evaluator.values());
        evaluator.set_net(net);
        evaluator.evaluate(&Position::from_fen(game, "4k3/ppp5/8/8/3QN3/8/5PPP/4K3 w - - 0 1").unwrap())
    };
    assert_eq!(judge("fmWfceFifmnD"), judge("mfWcefFimfnD"));
}

#[test]
fn the_shipped_weights_can_be_read() {
    assert_ne!(Weights::chosen(WeightsChoice::Betza), Weights::default());
}

#[test]
fn weights_are_read_as_they_are_written() {
    let changed: Vec<i32> = (0..).take(Weights::default().numbers().len()).collect();
    let weights = Weights::default().with(&changed);
    assert_ne!(weights, Weights::default());
    assert_eq!(Weights::read(&weights.to_text()), Ok(weights.clone()));
    let cut = weights.to_text().replacen(" 0 1\n", " 0\n", 1);
    let error = Weights::read(&cut).unwrap_err().to_string();
    assert_eq!(error, "line 1: expected `mobility` and 2 numbers, found `mobility 0`");
}
