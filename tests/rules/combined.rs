//! Keys that a variant file combines on one move: when it may be made, and everything that it does. Each
//! works together with each.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::collections::BTreeSet;

use crate::common::files::Files;
use crate::common::program::piped;
use crate::common::{after, legal, moves, moves_from, set};
use fibnif::rules::game::compile;
use fibnif::rules::position::{Move, Position, perft, perft_making, playable};

/// A position of the variant of a file.
fn at(file: &str, fen: &str) -> Position {
    let files = Files::new("combined", &[("mine.toml", &format!("title = 'Mine'\n{file}"))]);
    let game = compile(&files.catalog().resolve("mine").unwrap()).unwrap_or_else(|e| panic!("{file}: {e}"));
    Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The pieces after a move, as in a FEN.
fn made(position: &Position, m: &str) -> String {
    let after = after(position.clone(), m);
    assert_eq!(after.validate(), Ok(()), "{m}");
    after.fen().split(' ').next().unwrap().to_owned()
}

/// The moves that `fibnif moves` prints.
fn printed(file: &str, fen: &str) -> BTreeSet<String> {
    let files = Files::new("combined", &[("mine.toml", &format!("title = 'Mine'\n{file}"))]);
    let path = files.0.join("mine.toml");
    let output = piped().args(["moves", "mine", "--fen", fen, "--variants"]).arg(path).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn a_move_waits_for_a_capture_whatever_captures_do() {
    let fen = "rnbqkbnr/ppp1pppp/8/8/3pN3/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1";
    let late = |rules: &str| {
        format!("extends = 'chess'\n{rules}\npieces.N = {{ betza = 'N', after_capture = 'W' }}\n")
    };
    let steps = set(["e4d4", "e4e3", "e4e5", "e4f4"]);
    for rules in [
        "",
        "rules.captor = 'explodes'",
        "rules.captor = 'stays'",
        "rules.captor = 'petrifies'",
        "rules.changes_side = 'captures'",
        "rules.changes_side = 'quiet'",
        "rules.changes_side = 'always'",
    ] {
        let none = printed(&late(rules), fen);
        assert!(none.is_disjoint(&steps), "{rules}: {none:?}");
        let all = printed(&late(rules), &fen.replace("ppp1pppp", "pp2pppp"));
        assert!(all.is_superset(&steps), "{rules}: {all:?}");
    }
}

#[test]
fn a_piece_changes_sides_by_whatever_move() {
    let knight = "extends = 'chess'\nrules.changes_side = 'quiet'\npieces.N.unchecked = 'mD'\n";
    let fen = "4k3/8/8/8/4N3/8/8/4K3 w - - 0 1";
    for when in ["quiet", "always"] {
        let position = at(&knight.replace("quiet", when), fen);
        assert_eq!(made(&position, "e4e6"), "4k3/8/4n3/8/8/8/8/4K3", "{when}");
        assert_eq!(made(&position, "e4c4"), "4k3/8/8/8/2n5/8/8/4K3", "{when}");
    }
    let pawn = "extends = 'chess'\nrules.changes_side = 'quiet'\n\
                zone.m.squares = 'a2:h7'\npieces.P.in.m = { betza = 'msW', keeps_clock = true }\n";
    let position = at(pawn, "4k3/8/8/8/3P4/8/8/4K3 w - - 5 9");
    assert_eq!(made(&position, "d4d5"), "4k3/8/8/3p4/8/8/8/4K3");
    assert_eq!(made(&position, "d4e4"), "4k3/8/8/8/4p3/8/8/4K3");
    assert_eq!(after(position, "d4e4").fen(), "4k3/8/8/8/4p3/8/8/4K3 b - - 6 9", "the clock goes on");
}

#[test]
fn a_barred_move_of_a_king_decides_which_king_counts() {
    let file = "extends = 'twokings'\npieces.K = { betza = 'K', unchecked = 'mA' }\n";
    let played = after(at(file, "k6r/8/8/8/8/8/8/4KK2 w - - 0 1"), "f1d3 h8d8");
    let read = at(file, &played.fen());
    assert!(played.in_check() && read.in_check());
    assert_eq!(moves(&played), moves(&read));
    assert_eq!(moves(&played).len(), 8);
}

#[test]
fn a_promotion_instead_of_a_move_is_another_move_to_the_same_square() {
    let file = "extends = 'chess'\n\
                pieces.P.promotes = { to = ['Q'], squares = 'a3:h3', instead = true }\n";
    let fen = "1n1q4/1p4Bk/8/8/8/8/2q1BKP1/Q7 w - - 0 21";
    let listed = printed(file, fen);
    assert!(listed.contains("g2g4q") && listed.contains("g2g4"), "{listed:?}");
    let position = at(file, fen);
    for depth in 1..3 {
        assert_eq!(perft(&position, depth), perft_making(&position, depth));
    }
    assert_eq!(perft(&position, 1), u64::try_from(listed.len()).unwrap());
}

#[test]
fn each_promotion_instead_of_a_move_goes_as_its_piece_does() {
    let file = "extends = 'chess'\n\
                pieces.P = { betza = 'mfW', promotes = { to = ['N', 'B'], squares = 'a2:h7', instead = true } }\n";
    let position = at(file, "k7/8/8/8/8/8/4P3/K7 w - - 0 1");
    let expected = set([
        "e3", "e2n", "c1n", "c3n", "d4n", "f4n", "g1n", "g3n", "e2b", "d1b", "d3b", "f1b", "c4b", "b5b",
        "a6b", "g4b", "h5b",
    ]);
    assert_eq!(moves_from(&position, "e2"), expected, "f3b would give check");
}

#[test]
fn a_promotion_in_place_captures_nothing() {
    let file = "extends = 'chess'\nrules.changes_side = 'captures'\n\
                pieces.P.promotes = { to = ['Q'], squares = 'a2:h7', instead = true }\n";
    assert_eq!(made(&at(file, "k7/8/8/8/8/8/2P5/K7 w - - 0 1"), "c2c2q"), "k7/8/8/8/8/8/2Q5/K7");
}

#[test]
fn barred_and_waiting_moves_promote_turn_and_expose() {
    let pawn =
        "extends = 'chess'\npieces.P = { betza = 'cefF', unchecked = 'mfWimfnD', after_capture = 'mfF' }\n";
    let position = at(pawn, "4k3/P7/8/8/4p3/8/3P4/4K3 w - - 0 1");
    assert_eq!(moves_from(&position, "a7"), set(["a8n", "a8b", "a8r", "a8q", "b8n", "b8b", "b8r", "b8q"]));
    assert_eq!(after(position, "d2d4").fen(), "4k3/P7/8/8/3Pp3/8/8/4K3 b - d3 0 1");
    let checked = at(pawn, "4k3/P7/8/8/4r3/8/3P4/4K3 w - - 0 1");
    assert!(moves_from(&checked, "a7").is_subset(&set(["b8n", "b8b", "b8r", "b8q"])));
    assert_eq!(moves_from(&checked, "d2"), set(["e3"]), "a move that waits for a capture answers the check");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(!moves(&at(pawn, start)).contains("d2e3"), "nothing has been captured");

    let knight = "extends = 'chess'\npieces.N = { betza = 'mN', unchecked = 'mW', becomes = 'B' }\n";
    let position = at(knight, "4k3/8/8/8/8/8/4N3/4K3 w - - 0 1");
    assert_eq!(made(&position, "e2e3"), "4k3/8/8/8/8/4B3/8/4K3");
    assert_eq!(made(&position, "e2c3"), "4k3/8/8/8/8/2B5/8/4K3");
    let checked = at(knight, "4k3/8/8/8/8/8/N7/K6r w - - 0 1");
    assert!(!moves(&checked).contains("a2b2"), "it would not answer the check");

    let waits = "extends = 'chess'\npieces.N = { after_capture = 'W', becomes = 'Q' }\n";
    let position = at(waits, "4k3/8/8/8/8/8/4N3/4K3 w - - 0 1");
    assert_eq!(made(&position, "e2e3"), "4k3/8/8/8/8/4Q3/8/4K3");
}

#[test]
fn a_captor_that_explodes_turns_and_captures_on_its_way() {
    let file =
        "extends = 'chess'\nrules.captor = 'explodes'\npieces.N = { betza = 'NcabW', becomes = 'B' }\n";
    let position = at(file, "k7/8/8/8/4p3/3pN3/8/K7 w - - 0 1");
    assert_eq!(made(&position, "e3c4"), "k7/8/8/8/2B1p3/3p4/8/K7", "a quiet move turns it");
    assert_eq!(
        made(&position, "e3e4,e4e3"),
        "k7/8/8/8/8/8/8/K7",
        "around its target, with the pieces beside it"
    );
}

/// What the search takes for a win is one on the board, whatever happens to a piece that moves to its goal.
#[test]
fn a_piece_arrives_at_its_goal_if_it_stands_there_after_the_move() {
    let reach = "extends = 'chess'\nrules.ends = { reach = { pieces = ['N'], squares = ['d5', 'd4'] } }\n";
    let rules = [
        "",
        "rules.captor = 'explodes'",
        "rules.captor = 'petrifies'",
        "rules.captor = 'stays'",
        "rules.changes_side = 'captures'",
        "pieces.N.becomes = 'B'",
        "rules.capture = 'forced'",
    ];
    let mut won = Vec::new();
    for rule in rules {
        for fen in ["k7/8/8/3p4/8/2N5/8/K7 w - - 0 1", "k7/8/8/8/8/5N2/8/K7 w - - 0 1"] {
            let position = at(&format!("{reach}{rule}\n"), fen);
            let wins = |m: Move| {
                let mut next = position.clone();
                next.make(m);
                next.outcome().is_some_and(|outcome| outcome.winner == Some(position.side()))
            };
            let expected = legal(&position).into_iter().any(wins);
            assert_eq!(position.arrival().is_some(), expected, "{rule} {fen}");
            won.push(expected);
        }
    }
    assert_eq!(won.iter().filter(|won| **won).count(), 8, "{won:?}");
}

#[test]
fn a_captor_turns_into_a_wall_where_its_move_ends() {
    let file = "extends = 'chess'\nrules = { captor = 'petrifies', immune = 'P', changes_side = 'captures' }\n\
                pieces.N.betza = 'NcabW'\n";
    let position = at(file, "k7/8/8/8/3pp3/4N3/4P1p1/K4b2 w - - 0 1");
    assert_eq!(made(&position, "e3g2"), "k7/8/8/8/3pp3/8/4P1*1/K4b2");
    assert_eq!(made(&position, "e3e4,e4e3"), "k7/8/8/8/3p4/4*3/4P1p1/K4b2", "on its way, and back");
    // A wall shields a king, and a king captures nothing. The game may go on without the piece.
    let moves = |fen: &str| printed(file, fen);
    assert!(moves("k7/8/8/8/8/8/1n6/KR6 w - - 0 1").is_disjoint(&set(["a1b2"])));
    assert!(!moves("k3r3/8/8/8/8/8/4*3/4K3 w - - 0 1").is_empty());
    assert!(moves("8/8/8/8/8/1k6/8/K7 w - - 0 1").contains("a1b2"), "beside the other king");
    // A piece that is immune goes on, and changes sides here.
    assert_eq!(made(&at(file, "k7/8/8/8/8/3p4/4P3/K7 w - - 0 1"), "e2d3"), "k7/8/8/8/8/3p4/8/K7");

    // Where the wall stands makes another move.
    let slider = "extends = 'chess'\nrules.captor = 'petrifies'\npieces.N.betza = 'cafB'\n";
    let ends = set(["b1c2,c2d3", "b1c2,c2e4", "b1c2,c2f5"]);
    assert!(printed(slider, "k7/8/8/8/8/8/2p5/KN6 w - - 0 1").is_superset(&ends));

    let duck = Files::new("petrified", &[("mine.toml", "extends = 'duck'\nrules.captor = 'petrifies'\n")]);
    let error = compile(&duck.catalog().resolve("mine").unwrap()).unwrap_err().to_string();
    assert!(error.contains("`captor` does not go together with the duck (`walls`)"), "{error}");
}

#[test]
fn a_captor_that_stays_may_capture_on_its_way_and_change_sides() {
    let file = "extends = 'chess'\nrules = { captor = 'stays', changes_side = 'captures' }\npieces.N.betza = 'NcabW'\n";
    let position = at(file, "k7/8/8/8/4p3/4N3/6p1/K7 w - - 0 1");
    assert_eq!(made(&position, "e3g2"), "k7/8/8/8/4p3/4n3/8/K7");
    assert_eq!(made(&position, "e3e4,e4e3"), "k7/8/8/8/8/4n3/6p1/K7");
    assert_eq!(made(&position, "e3c4"), "k7/8/8/8/2N1p3/8/6p1/K7");
}

#[test]
fn a_piece_changes_sides_without_passing_through_a_hand() {
    let file = "extends = 'crazyhouse'\nrules.changes_side = 'captures'\n";
    let position = at(file, "k7/8/8/8/3p4/1N6/8/K7[] w - - 0 1");
    assert_eq!(made(&position, "b3d4"), "k7/8/8/8/3n4/8/8/K7[P]");
    assert_eq!(made(&position, "b3c5"), "k7/8/8/2N5/3p4/8/8/K7[]");
}

#[test]
fn a_piece_enters_behind_a_promotion_a_capture_on_the_way_and_an_explosion() {
    let file = |more: &str| {
        format!(
            "extends = 'chess'\nstart = 'r3k3/1P6/8/8/3n4/3N4/8/4K3 w - - 0 1'\n{more}\n\
             pieces.M.betza = 'RN'\npieces.N.betza = 'NcabW'\nhands = {{ captured = 'nobody', stock = 'M', drops = 'gates' }}\n\
             rules.castling = 'none'\n"
        )
    };
    let start = |more: &str| {
        let files = Files::new("combined", &[("mine.toml", &format!("title = 'Mine'\n{}", file(more)))]);
        Position::start(compile(&files.catalog().resolve("mine").unwrap()).unwrap())
    };
    let plain = start("");
    assert!(moves_from(&plain, "b7").is_superset(&set(["a8q", "a8qm", "b8n", "b8nm"])));
    assert!(made(&plain, "b7a8qm").starts_with("Q3k3/1M6/8/8/3n4/3N4/8/4K3["));
    assert!(made(&plain, "d3b2m").starts_with("r3k3/1P6/8/8/3n4/3M4/1N6/4K3["));
    let swap = moves_from(&plain, "d3d4,");
    assert_eq!(swap, set(["d4d3"]), "the square is not free");
    let bang = start("rules.captor = 'explodes'");
    assert!(made(&bang, "b7a8qm").starts_with("4k3/1M6/8/8/3n4/3N4/8/4K3["));
}

/// A position of a game like chess with more rules and pieces.
fn like_chess(more: &str, fen: &str) -> Position {
    at(&format!("extends = 'chess'\n{more}"), fen)
}

/// The position of its own FEN: it must be the same.
fn reread(position: &Position) -> Position {
    let fen = position.fen();
    let again = Position::from_fen(position.game().clone(), &fen).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((again.fen(), again.key(), moves(&again)), (fen, position.key(), moves(position)));
    again
}

#[test]
fn a_king_that_explodes_is_not_in_check() {
    let takes = |rules: &str, fen: &str| {
        let position = like_chess(&format!("rules.captor = 'explodes'\n{rules}"), fen);
        moves(&position).contains("d1d8")
    };
    let (lost, fen) = ("rules.ends.lost.pieces = 'K'\n", "3qk3/8/8/8/8/8/8/3RK3 w - - 0 1");
    assert!(takes(&format!("{lost}rules.checks = 'forbidden'"), fen));
    assert!(takes(&format!("{lost}rules.checks = 'mate-only'"), fen));
    // A king may stay attacked if the explosion ends the game, and only then.
    let checked = "3qk3/8/8/8/7b/8/8/3RK3 w - - 0 1";
    assert!(takes(lost, checked));
    assert!(takes("", fen));
    assert!(!takes("", checked));
    assert!(!takes("rules.ends.lost.pieces = 'Q'", &checked.replace("3qk3", "3rk2q")));
}

#[test]
fn a_pawn_keeps_its_double_step_when_the_last_piece_has_entered() {
    let gates = "hands = { stock = 'N', drops = 'gates', captured = 'nobody' }\n\
                 pieces.N = { betza = 'N', drops = 'e1 e2' }";
    let position = like_chess(gates, "4k3/8/8/8/3p4/8/4P3/4K3[] w - - 0 1");
    assert!(moves(&position).contains("e2e4"));
    // A piece that enters behind the pawn does not hide that it has passed a square.
    let position = like_chess(gates, "4k3/8/8/8/3p4/8/4P3/4K3[Nn] w E2 - 0 1");
    let after = after(position, "e2e4n");
    assert!(moves(&reread(&after)).contains("d4e3"), "{}", after.fen());
}

#[test]
fn no_game_starts_with_a_piece_where_it_would_promote() {
    // A game that starts so could not read its own FEN.
    let promotes =
        "extends = 'chess'\npieces.N = { betza = 'N', promotes = { to = ['Q'], squares = 'b1:g1' } }";
    let files = Files::new("combined", &[("mine.toml", promotes)]);
    let error = files.catalog().resolve("mine").and_then(|def| playable(&def)).unwrap_err().to_string();
    assert!(error.contains("a Knight on b1 would have promoted"), "{error}");
}

#[test]
fn a_dropped_king_counts_if_its_square_says_so() {
    let game = |royals: &str| {
        let rules = format!(
            "rules.royals = '{royals}'\nrules.castling = 'none'\nhands = {{ captured = 'captor', stock = 'K' }}\n\
             start = 'rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1'"
        );
        like_chess(&rules, "4k1k1/8/8/1r6/8/8/8/4K3[K] w - - 0 1")
    };
    let leftmost = moves(&game("leftmost"));
    assert!(!leftmost.contains("K@b1") && leftmost.is_superset(&set(["K@a1", "K@g1"])), "{leftmost:?}");
    let dropped = after(game("leftmost"), "K@a1");
    assert_eq!(dropped.validate(), Ok(()));
    assert!(after(reread(&dropped), "b5a5").in_check());
    assert!(moves(&game("not-all")).contains("K@b1"));
    assert!(!moves(&game("each")).contains("K@b1"));
}

#[test]
fn a_letter_that_castles_is_no_first_move() {
    let rules = "rules.castling = { king_to = ['c', 'g'], partner = 'R', shuffled = true }\n\
                 pieces.R.betza = ['R', 'imA']\npieces.B.betza = ['B', 'imD']";
    let fen = "r1b1kb1r/pppppppp/8/8/8/8/PPPPPPPP/R1B1KB1R w KQkqA1C1F1H1a8c8f8h8 - 0 1";
    let position = like_chess(rules, fen);
    assert_eq!(position.fen(), fen);
    let position = reread(&after(position, "c1c3"));
    assert!(moves(&after(position, "c8c6")).is_superset(&set(["O-O-O", "f1f3"])));
}

#[test]
fn what_stays_where_it_is_may_be_recaptured_there() {
    let rules = "rules.captor = 'stays'\nrules.untraded = 'Q'\nrules.castling = 'none'";
    let takes = |fen: &str| moves(&like_chess(rules, fen)).contains("d1d8");
    assert!(takes("3qk3/8/8/8/8/8/8/K2Q4 w - - 0 1"));
    assert!(takes("1r1qk3/8/8/8/8/8/8/K2Q4 w - - 0 1"));
    assert!(!takes("3qk3/8/8/8/8/8/8/K2Q3r w - - 0 1"));
}

/// The bishop moves as the pieces beside it, also where a rook becomes one: as the king does.
#[test]
fn a_piece_promotes_by_a_borrowed_move_of_the_new_piece() {
    let file = "extends = 'chess'\n[pieces]\nB = { betza = 'xK' }\nR = { betza = 'R', loans = 'none', \
                promotes = { to = ['B'], squares = 'a1:h8', instead = true } }\n";
    let promotions = |fen: &str| {
        let all = moves(&at(file, fen));
        all.into_iter().filter(|text| text.starts_with("d4") && text.ends_with('b')).collect::<BTreeSet<_>>()
    };
    assert_eq!(promotions("4k3/8/8/8/3R4/8/8/4K3 w - - 0 1"), set(["d4d4b"]));
    let beside = ["c3", "c4", "c5", "d3", "d4", "d5", "e4", "e5"].map(|to| ["d4", to, "b"].concat());
    assert_eq!(promotions("4k3/8/8/8/3R4/4K3/8/8 w - - 0 1"), beside.into());
}

/// Captors that stay and pieces that change sides keep to the color of their squares.
#[test]
fn side_effects_go_with_a_move_per_square_color() {
    let file = |rule: &str| format!("extends = 'colorboundmost'\nrules.{rule}\n");
    let fen = "4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 9 dl -";
    let stays = at(&file("captor = 'stays'"), fen);
    assert_eq!(made(&stays, "d4e5"), "4k3/8/8/8/3P4/8/8/4K3");
    let changes = at(&file("changes_side = 'captures'"), fen);
    assert_eq!(made(&changes, "d4e5"), "4k3/8/8/4p3/8/8/8/4K3");
    let files = Files::new("combined-colors", &[("mine.toml", &file("captor = 'explodes'"))]);
    let error = compile(&files.catalog().resolve("mine").unwrap()).unwrap_err().to_string();
    assert!(error.contains("`captor` does not go together with a move per square color (`turn`)"), "{error}");
}
