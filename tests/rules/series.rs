//! Turns of several moves: a table at the key `turn` of the rules.

use crate::common::files::Files;
use crate::common::program::talk;
use crate::common::{compiled, definition, legal, moves, position, set};
use fibnif::rules::geometry::Color;
use fibnif::rules::position::{Position, perft, perft_making};

/// The position after these moves from the start.
fn after(variant: &str, moves: &str) -> Position {
    let mut position = Position::start(compiled(&definition(variant)));
    for text in moves.split_whitespace() {
        position.make(position.parse_move(text).unwrap());
    }
    position
}

/// The last field of the FEN: the moves that are left.
fn left(position: &Position) -> String {
    position.fen().rsplit(' ').next().unwrap().to_owned()
}

#[test]
fn white_moves_once_and_then_each_side_twice() {
    let mut sides = String::new();
    let mut position = Position::start(compiled(&definition("marseillais")));
    for text in "e2e4 e7e5 d7d5 e4d5 g1f3 d8d5 d5d8".split(' ') {
        sides.push(position.side().letter());
        position.make(position.parse_move(text).unwrap());
    }
    assert_eq!(sides, "wbbwwbb");
    assert_eq!(position.fen(), "rnbqkbnr/ppp2ppp/8/4p3/8/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3 2");
    (0..7).for_each(|_| position.unmake());
    assert_eq!(position.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1");
    assert_eq!(left(&after("marseillais;opening=full", "e2e4")), "1");
}

#[test]
fn check_ends_the_turn_and_the_first_move_answers_it() {
    let checked = after("marseillais", "e2e4 f7f6 a7a6 d1h5");
    assert_eq!(checked.fen().split(' ').nth(1), Some("b"), "{}", checked.fen());
    assert_eq!(moves(&checked), set(["g7g6"]));
    // Scholar's mate in one turn: the queen would go on, but the first move gives no check.
    let mated = after("marseillais", "e2e4 e7e5 b8c6 d1h5 h5f7");
    assert!(mated.in_check() && mated.has_legal_move());
}

#[test]
fn two_pawns_are_captured_en_passant_in_one_turn() {
    let game = compiled(&definition("marseillais"));
    let start = Position::from_fen(game, "4k3/2p1p3/8/1P1P1P2/8/8/8/4K3 b - - 0 9 2").unwrap();
    let after = |texts: &str| {
        let mut position = start.clone();
        for text in texts.split(' ') {
            position.make(position.parse_move(text).unwrap());
        }
        position
    };
    let both = after("c7c5 e7e5");
    assert_eq!(both.fen(), "4k3/8/8/1PpPpP2/8/8/8/4K3 w - c6e6 0 10 2");
    let captures = |position: &Position| {
        let mut texts: Vec<String> = legal(position)
            .into_iter()
            .filter(|&m| position.captured(m).is_some())
            .map(|m| position.move_text(m))
            .collect();
        texts.sort();
        texts.join(" ")
    };
    assert_eq!(captures(&both), "b5c6 d5c6 d5e6 f5e6");
    assert_eq!(captures(&after("c7c5 e7e5 b5c6")), "d5e6 f5e6");
    assert_eq!(captures(&after("c7c5 e7e5 e1e2")), "", "only the first move of a turn");
    assert_eq!(captures(&after("c7c5 c5c4")), "", "the pawn has moved on");
    assert_eq!(captures(&after("e7e5 e8e7")), "d5e6 f5e6");
    assert_eq!(captures(&after("e7e5 e8e7 d5e6")), "", "the turn goes on with another move");
    let read = Position::from_fen(both.game().clone(), &both.fen()).unwrap();
    assert_eq!((read.fen(), read.key()), (both.fen(), both.key()));
}

#[test]
fn a_side_without_a_second_move_is_stalemated() {
    let game = compiled(&definition("marseillais"));
    let mut stuck = Position::from_fen(game, "7k/8/5K2/6Q1/8/8/p7/1N6 w - - 0 9 1").unwrap();
    stuck.make(stuck.parse_move("g5g6").unwrap());
    assert_eq!(stuck.outcome(), None);
    stuck.make(stuck.parse_move("a2b1n").unwrap());
    stuck.make(stuck.parse_move("b1c3").unwrap());
    assert_eq!((stuck.side().letter(), left(&stuck).as_str()), ('w', "2"));
    let game = stuck.game().clone();
    let mut alone = Position::from_fen(game, "8/8/8/8/8/5k2/7p/5K2 b - - 0 9 2").unwrap();
    alone.make(alone.parse_move("f3g3").unwrap());
    assert_eq!(alone.outcome(), None, "Black moves again");
    let mut bare = Position::from_fen(alone.game().clone(), "k7/P7/8/8/8/7p/7P/7K w - - 0 9 2").unwrap();
    bare.make(bare.parse_move("h1g1").unwrap());
    assert_eq!((bare.side().letter(), left(&bare).as_str()), ('w', "1"));
    let stalemate = Position::from_fen(bare.game().clone(), "8/8/8/8/8/6qk/8/7K w - - 0 9 1").unwrap();
    assert_eq!(stalemate.outcome().unwrap().reason.to_string(), "stalemate");
}

#[test]
fn progressive_turns_grow_whatever_ends_one_early() {
    let scottish = after("progressive", "e2e4 f7f6 a7a6 d1h5");
    assert_eq!(scottish.fen().split(' ').skip(1).collect::<Vec<_>>().join(" "), "b KQkq - 1 2 4");
    let italian = after("progressive;rules=italian", "e2e4 f7f6 a7a6");
    assert!(!moves(&italian).contains("d1h5"), "two moves follow");
    let last = after("progressive;rules=italian", "e2e4 f7f6 a7a6 a2a3 a3a4");
    assert!(moves(&last).contains("d1h5"));
    // The only answer to the check would give check.
    let fen = "k7/8/8/8/8/8/r7/K5R1 w - - 0 5 3";
    let game = italian.game().clone();
    assert!(Position::from_fen(game, fen).unwrap().has_legal_move());
}

#[test]
fn the_monster_captures_a_king_in_two_moves() {
    let game = compiled(&definition("monster"));
    let mut position = Position::from_fen(game, "8/8/8/4k3/8/3K4/8/8 w - - 0 20 2").unwrap();
    position.make(position.parse_move("d3d4").unwrap());
    assert_eq!((position.outcome(), position.side().letter()), (None, 'w'));
    position.make(position.parse_move("d4e5").unwrap());
    let outcome = position.outcome().unwrap();
    assert_eq!(
        (outcome.winner.map(Color::letter), outcome.reason.to_string().as_str()),
        (Some('w'), "pieces lost")
    );
    assert_eq!(perft(&after("monster", ""), 3), perft_making(&after("monster", ""), 3));
}

#[test]
fn fens_without_the_moves_left_begin_a_turn() {
    let fresh = position("marseillais", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 9");
    assert_eq!(left(&fresh), "2");
    let game = fresh.game().clone();
    for (field, fault) in
        [("0", "expected the number of moves left"), ("x", "from 1"), ("2 2", "nothing more")]
    {
        let error = Position::from_fen(game.clone(), &format!("4k3/8/8/8/8/8/4P3/4K3 w - - 0 9 {field}"))
            .unwrap_err();
        assert!(error.to_string().contains(fault), "{error}");
    }
}

/// Files of earlier versions.
#[test]
fn old_words_of_files_are_still_read() {
    let old = "no_moves = \"fewer-men-wins\"\ncounting = { bare = { else = 16 }, from = \"men\" }";
    let new = "no_moves = \"fewer-pieces-wins\"\ncounting = { bare = { else = 16 }, from = \"pieces\" }";
    let [old, new] = [("old", old), ("new", new)].map(|(name, rules)| {
        let text = format!("extends = \"chess\"\n[rules]\n{rules}\n");
        let files = Files::new(&format!("words-{name}"), &[("mine.toml", &text)]);
        files.catalog().resolve("mine").unwrap().rules
    });
    assert_eq!(old, new);
}

/// What `check` says of rules that do not go together.
#[test]
fn refusals_name_the_turn_and_the_other_rule() {
    for (rules, expected) in [
        ("turn = { moves = 1 }", "expected a turn of several moves, as in `{ moves = 2 }`"),
        ("turn = \"twice\"", "or a table of numbers of moves, as in `{ moves = 2 }`"),
        ("turn = { moves = 101 }", "101"),
        ("turn = { moves = 2 }\npass = \"always\"", "this needs `turn = \"alternate\"`"),
        ("turn = { moves = 2 }\nchecks = \"forbidden\"", "this needs `turn = \"alternate\"`"),
        ("turn = { moves = 2 }\nno_moves = \"closes-color\"", "needs `turn = \"one-move-per-square-color\"`"),
        ("turn = \"one-move-per-square-color\"\ncapture = \"forced\"", "does not go together with `turn ="),
    ] {
        let files = Files::new(
            "series-refused",
            &[("mine.toml", &format!("extends = \"chess\"\n[rules]\n{rules}\n"))],
        );
        let error = files.catalog().resolve("mine").unwrap_err().to_string();
        assert!(error.contains(expected), "{rules}: {error}");
    }
}

#[test]
fn captors_explode_and_captures_are_forced_in_a_series() {
    let rules = "turn = { moves = 2, first = 1 }\ncapture = \"forced\"\ncaptor = \"stays\"";
    let files =
        Files::new("series-rifle", &[("mine.toml", &format!("extends = \"chess\"\n[rules]\n{rules}\n"))]);
    let game = compiled(&files.catalog().resolve("mine").unwrap());
    let mut position = Position::from_fen(game, "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 9 2").unwrap();
    assert_eq!(moves(&position), set(["e4d5", "e4f5"]));
    position.make(position.parse_move("e4d5").unwrap());
    assert_eq!(moves(&position), set(["e4f5"]));
}

#[test]
fn cecp_passes_while_a_side_moves_again() {
    let said = talk(
        [""; 0],
        "xboard\nprotover 2\nnew\nvariant marseillais\nforce\nusermove e2e4\nusermove e7e5\nusermove d2d4\nusermove @@@@\nusermove d7d5\nusermove d2d4\nquit\n",
    );
    let illegal: Vec<&str> = said.lines().filter(|line| line.starts_with("Illegal move")).collect();
    assert_eq!(illegal, ["Illegal move: d2d4"], "{said}");
}
