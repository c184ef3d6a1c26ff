//! Why a move is refused: the answer for each kind of refusal, and agreement with an independent
//! generator for random refused moves.

use crate::common::naive::Naive;
use crate::common::naive::refused::Verdict;
use crate::common::{definition, game, legal, position};
use fibnif::rules::geometry::Square;
use fibnif::rules::pgn::san::{self, SanError};
use fibnif::rules::position::Position;
use fibnif::teach::{Refusal, explain_unread, why_not, why_not_squares};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// The code and the words for a refused move.
fn told(variant: &str, fen: &str, text: &str) -> String {
    let position = if fen.is_empty() { Position::start(game(variant)) } else { position(variant, fen) };
    let why = why_not(&position, text).unwrap_or_else(|| panic!("{text} is legal in {fen}"));
    format!("{}: {}", why.code(), why.explain(&position))
}

#[test]
fn each_reason_not_to_drop_a_piece_is_told() {
    let house = "4k3/8/8/8/8/8/1r6/K7[NPq] w - - 0 1";
    let shogi = "3lkl3/9/4G4/9/9/9/2P6/9/4K4[Pl] w - - 0 1";
    for (variant, fen, text, expected) in [
        ("chess", "", "N@f3", "drop: no piece is dropped in this game"),
        ("crazyhouse", house, "Q@e4", "drop: White has no queen in hand, but P and N"),
        ("crazyhouse", house, "X@e4", "drop: White has no piece of that letter in hand, but P and N"),
        ("crazyhouse", house, "N@b2", "drop: the rook on b2 is there: pieces are dropped on empty squares"),
        ("crazyhouse", house, "P@e8", "drop: the king on e8 is there: pieces are dropped on empty squares"),
        ("crazyhouse", house, "P@c8", "drop: a pawn cannot be dropped on c8, only on ranks 2-7"),
        (
            "crazyhouse",
            "4k3/8/8/8/8/8/8/K6r[N] w - - 0 1",
            "N@e4",
            "in-check: the king on a1 is in check from the rook on h1, and this move does not answer it",
        ),
        ("shogi", shogi, "P@c5", "drop: White already has a pawn on the c-file"),
        ("shogi", shogi, "P@e8", "drop: the drop of a pawn must not be checkmate"),
        (
            "placement",
            "",
            "e2e4",
            "drop: White must drop what it has in hand before it moves: N, N, B, B, R, R, Q and K",
        ),
        (
            "placement",
            "4k3/pppppppp/8/8/8/8/PPPPPPPP/B3K3[B] w - - 0 1",
            "B@c1",
            "drop: a bishop must not be dropped on another dark square",
        ),
        (
            "seirawan",
            "",
            "H@e4",
            "drop: a piece in hand enters only where another leaves for the first time: write its letter \
             behind that move",
        ),
        ("seirawan", "", "g1f3q", "entry: only H or E can enter where the knight on g1 leaves"),
        (
            "seirawan",
            "4k3/8/8/8/8/5N2/8/4K3[H] w E - 0 1",
            "f3g5h",
            "entry: no piece can enter where the knight on f3 leaves: it has moved before",
        ),
        (
            "pocketknight",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[n] w KQkq - 0 1",
            "N@e4",
            "drop: White has no knight in hand, but nothing",
        ),
    ] {
        assert_eq!(told(variant, fen, text), expected, "{text} in {fen}");
    }
}

#[test]
fn each_reason_of_chess_is_told() {
    let pinned = "4r2k/8/8/8/1b6/8/3NN3/R3K3 w Q - 0 1";
    let checked = "4r1k1/8/8/8/8/8/P7/R3K2R w KQ - 0 1";
    for (fen, text, expected) in [
        ("", "e3e4", "no-piece: there is no piece on e3"),
        ("", "e7e5", "not-yours: the pawn on e7 belongs to Black, and White is to move"),
        ("", "g1g3", "unreachable: the knight on g1 does not move to g3; it can move to f3 or h3"),
        ("", "d1d9", "form: a move is two squares, like e2e4, or in short notation, like e4"),
        ("", "c1e3", "blocked: the bishop on c1 is blocked by the pawn on d2"),
        ("", "a1a2", "own-piece: the rook on a1 cannot capture the pawn on a2 of its own side"),
        ("", "e2d3", "only-captures: the pawn on e2 moves to d3 only to capture, and d3 is empty"),
        ("", "e1g1", "castling: castling is blocked by the bishop on f1"),
        ("", "e1b1", "unreachable: the king on e1 does not move to b1; it has no legal move"),
        ("", "e2e4q", "promotion: that move does not promote: leave the letter out"),
        (
            "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1",
            "e4e5",
            "only-moves: the pawn on e4 cannot capture the pawn on e5: it moves there only if the square \
             is empty",
        ),
        (
            "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
            "e3e5",
            "first-move-only: the pawn on e3 can move to e5 only as its first move",
        ),
        (pinned, "e2c3", "exposes-king: that would leave the king on e1 attacked by the rook on e8"),
        (
            checked,
            "a2a3",
            "in-check: the king on e1 is in check from the rook on e8, and this move does not answer it",
        ),
        (checked, "e1e2", "into-check: the king would be attacked on e2 by the rook on e8"),
        (checked, "O-O", "castling: White cannot castle out of check: the rook on e8 attacks the king"),
        (
            "k4r2/8/8/8/8/8/8/4K2R w K - 0 1",
            "O-O",
            "castling: White cannot castle through check: the rook on f8 attacks f1",
        ),
        (
            "k5r1/8/8/8/8/8/8/4K2R w K - 0 1",
            "e1g1",
            "castling: White cannot castle into check: the rook on g8 attacks g1",
        ),
        (
            "k7/8/8/8/8/8/8/4K2R w - - 0 1",
            "e1g1",
            "castling: White cannot castle on that side any more: the king or its partner has moved",
        ),
        (
            "7k/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a7a8",
            "promotion: a move to a8 promotes: write one of n, b, r or q behind it",
        ),
        (
            "7k/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a7a8k",
            "promotion: a move to a8 promotes: write one of n, b, r or q behind it",
        ),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "h8g8", "game-over: the game is over: stalemate"),
    ] {
        assert_eq!(told("chess", fen, text), expected, "{text} in {fen}");
    }
    assert_eq!(why_not(&Position::start(game("chess")), "e2e4"), None);
}

#[test]
fn each_reason_of_other_rules_is_told() {
    for (variant, fen, text, expected) in [
        (
            "colorboundmost",
            "",
            "e2d3",
            "other-half: e2 is a light square, and this turn needs a move on a dark square",
        ),
        (
            "antichess",
            "8/8/8/3p4/8/5B2/4R3/8 w - - 0 1",
            "e2e3",
            "must-capture: there is a capture, and it must be made: f3d5",
        ),
        ("checkless", "", "e2e5", "unreachable: the pawn on e2 does not move to e5; it can move to e3 or e4"),
        (
            "checkless",
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            "a1a8",
            "forbidden-check: a check is allowed only if it is checkmate",
        ),
        (
            "greener:fide+R=Crab",
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            "a1b3",
            "zone: the rook on a1 can make the move to b3 only from ranks 5-8",
        ),
        ("xiangqi", "", "b1d2", "blocked"),
        ("xiangqi", "", "e1e3", "unreachable"),
        ("xiangqi", "3k5/9/9/9/9/1p2C4/9/9/9/4K4 w - - 0 1", "e5b5", "needs-piece"),
        ("racingkings", "8/8/8/8/8/8/k6K/7R w - - 0 1", "h1a1", "forbidden-check"),
        ("narrow", "", "a1a3", "blocked"),
    ] {
        let got = told(variant, fen, text);
        assert!(got.starts_with(expected), "{variant} {text} in {fen}: {got}");
    }
}

#[test]
fn short_notation_is_refused_for_the_same_reasons() {
    for (fen, text, expected) in [
        ("", "Nd4", "illegal move `Nd4`: no knight of White can move to d4"),
        ("", "Qd3", "illegal move `Qd3`: the queen on d1 is blocked by the pawn on d2"),
        ("", "e5", "illegal move `e5`: no pawn of White can move to e5"),
        ("", "Nbd2", "illegal move `Nbd2`: the knight on b1 cannot capture the pawn on d2 of its own side"),
        (
            "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1",
            "Nf4",
            "illegal move `Nf4`: that would leave the king on e1 attacked by the rook on e8",
        ),
        (
            "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1",
            "Bc3",
            "illegal move `Bc3`: White has no bishop that could make this move",
        ),
    ] {
        let place = if fen.is_empty() { Position::start(game("chess")) } else { position("chess", fen) };
        let error = san::read(&place, text).unwrap_err();
        assert_eq!(explain_unread(&place, &error), expected);
        assert!(matches!(error, SanError::Illegal { .. }));
    }
}

/// The naive generator's opinion of a refusal.
fn agrees(naive: &Naive, from: Square, to: Square, why: &Refusal) -> bool {
    let verdict = naive.verdict(from, to);
    match why {
        Refusal::NoPiece(_) => verdict == Verdict::Empty,
        Refusal::Enemy(_) => verdict == Verdict::Enemy,
        Refusal::OtherHalf(_) | Refusal::Closed(_) => verdict == Verdict::NotDue,
        Refusal::Exposed(_, by) | Refusal::StillInCheck(_, by) | Refusal::IntoCheck(_, _, by) => {
            verdict == Verdict::Exposed && naive.attacks_after([from, to, by.square])
        }
        Refusal::Objection(_) | Refusal::Unchecked(..) => verdict == Verdict::Exposed,
        Refusal::Blocked(..) | Refusal::OwnPiece(..) | Refusal::OnlyCaptures(..) | Refusal::OnlyMoves(..) => {
            verdict == Verdict::Blocked
        }
        Refusal::Needs(..) | Refusal::Hurdle(..) => verdict >= Verdict::Blocked,
        // Castling is written as a move of the king, and may also be one.
        Refusal::Castling(_) => verdict >= Verdict::Exposed,
        Refusal::Forbidden => false,
        _ => verdict == Verdict::Elsewhere,
    }
}

/// Random refused moves in random games.
fn refused_moves(variant: &str, games: u64, plies: usize) -> Result<usize, String> {
    let (def, mut count) = (definition(variant), 0);
    for seed in 0..games {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut naive, mut place) = (Naive::start(&def), Position::start(game(variant)));
        for _ in 0..plies {
            let moves = legal(&place);
            if moves.is_empty() || place.outcome().is_some() {
                break;
            }
            let squares: Vec<Square> = place.game().shape.squares().collect();
            let own: Vec<Square> = place.pieces(place.side()).map(|(_, square)| square).collect();
            for attempt in 0..6 {
                let from = if attempt == 0 { &squares } else { &own };
                let from = from[random.random_range(0..from.len())];
                // Half of them are close to a move of some piece.
                let targets = place.kind_at(from).map(|kind| place.game().targets(kind, from));
                let targets: Vec<Square> = targets.unwrap_or_default().iter().map(|t| t.square).collect();
                let to = match targets.len() {
                    0 => squares[random.random_range(0..squares.len())],
                    _ if attempt % 3 == 2 => squares[random.random_range(0..squares.len())],
                    near => targets[random.random_range(0..near)],
                };
                if moves.iter().any(|m| (m.from(), m.to()) == (from, to)) {
                    continue;
                }
                let why = why_not_squares(&place, from, to, None);
                count += 1;
                if !agrees(&naive, from, to, &why) {
                    let name = |square| place.game().shape.name(square);
                    let (words, verdict) = (why.explain(&place), naive.verdict(from, to));
                    let text = name(from) + &name(to);
                    return Err(format!("{variant} `{}` {text}: {words}, but {verdict:?}", place.fen()));
                }
            }
            let chosen = moves[random.random_range(0..moves.len())];
            let text = place.move_text(chosen);
            naive = naive
                .successors()
                .remove(&text)
                .unwrap_or_else(|| panic!("{variant} {}: {text}", place.fen()));
            place.make(chosen);
        }
    }
    Ok(count)
}

#[test]
fn refused_moves_of_the_source_games_are_refused_for_the_right_reason() {
    let games = [
        "chess",
        "cwda:clobberers/nutters",
        "cwda:rookies/fide",
        "greener",
        "augmented-half",
        "half-chess",
        "colorboundmost",
        "nearly-colorboundmost",
        "narrow",
    ];
    let counts: Result<Vec<usize>, String> =
        games.iter().map(|variant| refused_moves(variant, 3, 30)).collect();
    let counts = counts.unwrap_or_else(|fault| panic!("{fault}"));
    assert!(counts.iter().sum::<usize>() > 1000, "{counts:?}");
}

#[test]
fn refused_moves_of_other_shipped_games_are_refused_for_the_right_reason() {
    for variant in [
        "antichess",
        "checkless",
        "racingkings",
        "grid",
        "spartan",
        "xiangqi",
        "berolina",
        "colorboundmost:raiders",
        "mightylion",
        "omega",
        "courier",
        "shatranj",
        "makruk",
        "falcon",
        "kinglet",
    ] {
        refused_moves(variant, 1, 40).unwrap_or_else(|fault| panic!("{fault}"));
    }
}
