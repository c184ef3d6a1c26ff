//! Turns of several moves: a table at the key `turn` of the rules.

use super::crossed::play;
use crate::common::crossed::combine;
use crate::common::files::Files;
use crate::common::program::talk;
use crate::common::{compiled, definition, legal, moves, position, set};
use fibnif::rules::geometry::Color;
use fibnif::rules::pgn;
use fibnif::rules::position::{Position, Reason, perft, perft_making};

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
        ("turn = { moves = 2 }\nuntraded = \"Q\"", "this needs `turn = \"alternate\"`"),
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

/// The game of chess with these rules.
fn chess_with(rules: &str) -> std::sync::Arc<fibnif::rules::game::Game> {
    let text = format!("extends = \"chess\"\n[rules]\n{rules}\n");
    let files = Files::new("series-rules", &[("mine.toml", &text)]);
    compiled(&files.catalog().resolve("mine").unwrap())
}

#[test]
fn no_move_of_a_series_gives_a_check_that_the_rules_forbid() {
    let fen = "7k/8/6K1/4N3/8/8/8/R7 w - - 0 9";
    let allows = |rules: &str, left: u8| {
        let position = Position::from_fen(chess_with(rules), &format!("{fen} {left}")).unwrap();
        let all = moves(&position);
        ["a1a8", "e5f7", "a1a7"].map(|text| all.contains(text))
    };
    let turn = "turn = { moves = 2 }";
    assert_eq!(allows(turn, 2), [true; 3]);
    assert_eq!(allows(&format!("{turn}\nchecks = \"forbidden\""), 2), [false, false, true]);
    // The rook mates, the knight does not.
    assert_eq!(allows(&format!("{turn}\nchecks = \"mate-only\""), 2), [true, false, true]);
    let last = "turn = { moves = 2, check = \"last-move\" }\nchecks = \"mate-only\"";
    assert_eq!((allows(last, 2), allows(last, 1)), ([false, false, true], [true, false, true]));
}

#[test]
fn a_check_mates_where_its_only_answer_would_give_check_too_early() {
    // The bishop on b1 would shield its king, and open the file of the rook.
    let fen = "7R/7B/8/8/8/8/PP2r2k/K7 b - - 0 9 1";
    let last = "turn = { moves = 2, check = \"last-move\" }";
    let after = |rules: &str| {
        let mut position = Position::from_fen(chess_with(rules), fen).unwrap();
        position.make(position.parse_move("e2e1").unwrap());
        (moves(&position), position.outcome().map(|outcome| outcome.reason))
    };
    assert_eq!(after("turn = { moves = 2 }"), (set(["h7b1"]), None));
    assert_eq!(after(last), (set([]), Some(Reason::Mate)));
    let mates = |fen: &str| {
        let rules = format!("{last}\nchecks = \"mate-only\"");
        moves(&Position::from_fen(chess_with(&rules), fen).unwrap()).contains("e2e1")
    };
    assert!(mates(fen));
    assert!(!mates(&fen.replace("7R", "8")), "the bishop shields and gives no check");
}

/// Limits are in moves of either side, whoever makes them.
#[test]
fn endings_are_counted_in_games_of_series() {
    let rules = "turn = { moves = 2 }\nmaterial_draw = false\n\
                 counting = { pawnless = 50, bare = { else = 4 }, in_fen = true }";
    let text = format!(
        "extends = \"chess\"\nstart = \"4k3/8/8/8/8/4p3/8/R3K3 w - 0 0 1\"\n[rules]\n{rules}\ncastling = \"none\"\n"
    );
    let files = Files::new("series-counting", &[("mine.toml", &text)]);
    let game = compiled(&files.catalog().resolve("mine").unwrap());
    let mut position = Position::start(game.clone());
    let mut left = Vec::new();
    for text in "a1a3 a3e3 e8d8 d8c8 e3e4 e4e5 c8b8 b8a8 e5e6 e6e7".split(' ') {
        assert_eq!(position.outcome(), None, "{left:?}");
        position.make(position.parse_move(text).unwrap());
        left.push(position.counters().plies_left());
        let read = Position::from_fen(game.clone(), &position.fen()).unwrap();
        assert_eq!((read.fen(), read.key()), (position.fen(), position.key()));
    }
    assert_eq!(left, [None, Some(8), Some(7), Some(6), Some(5), Some(4), Some(3), Some(2), Some(1), Some(0)]);
    assert_eq!(position.outcome().map(|outcome| outcome.reason), Some(Reason::Counted));
}

/// SAN writes the moves of a series one by one, and numbers turns.
#[test]
fn a_game_of_series_is_written_and_read_back() {
    let start = Position::start(compiled(&definition("marseillais")));
    let (mut position, mut played) = (start.clone(), Vec::new());
    for text in "e2e4 e7e5 d7d5 e4d5 g1f3 d8d5 d5d8".split(' ') {
        let m = position.parse_move(text).unwrap();
        played.push((m, Vec::new()));
        position.make(m);
    }
    let expected: Vec<_> = played.iter().map(|played| played.0).collect();
    let game = pgn::Played {
        tags: Vec::new(),
        written: Vec::new(),
        start: start.clone(),
        preface: Vec::new(),
        moves: played,
        result: "*".to_owned(),
    };
    let text = game.to_pgn();
    assert!(text.contains("1. e4 e5 d5 2. exd5 Nf3 Qxd5 Qd8 *"), "{text}");
    let read = pgn::read(&text)[0].replay(&start, usize::MAX, &|_, error| error.to_string());
    assert_eq!(read, (expected, None), "{text}");
}

/// Moves of several legs and counted endings in turns of several moves, against the naive generator.
#[test]
fn series_meet_paths_and_counted_endings() {
    for words in [["turn series", "path"], ["turn series", "counting"], ["turn series", "checks"]] {
        let files = (0..4).map(|seed| (seed, combine(&words, seed)));
        assert_eq!(play(files, 2, 24).differences, Vec::<String>::new(), "{words:?}");
    }
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
