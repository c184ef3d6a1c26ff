//! A FEN tells everything that the next moves depend on, also where rules meet that no shipped game combines.

use crate::common::files::{Files, findings};
use crate::common::program::piped;
use crate::common::{after, compiled, game, moves, play, position, set};
use fibnif::rules::position::{Position, flawless};

/// The start of a game that a file defines.
fn start(file: &str) -> Position {
    let files = Files::new("fens", &[("mine.toml", file)]);
    let def = files.catalog().resolve("mine").unwrap();
    Position::start(compiled(&def))
}

/// Why `check` refuses a file.
fn refusal(file: &str) -> String {
    let files = Files::new("fens", &[("mine.toml", file)]);
    let def = files.catalog().resolve("mine");
    def.and_then(|def| flawless(&def)).map_or_else(|error| error.brief(), |_| "nothing".to_owned())
}

/// Reads the FEN of a position: it must be the same again.
fn reread(position: &Position) -> Position {
    let fen = position.fen();
    let again = Position::from_fen(position.game().clone(), &fen).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((again.fen(), again.key()), (fen, position.key()));
    assert_eq!(moves(&again), moves(position));
    again
}

#[test]
fn a_count_and_a_double_step_are_told_in_one_field() {
    for (count, field) in [("-", "c6"), ("0", "0c6"), ("64", "64c6")] {
        let mut game = start(&format!(
            "extends = 'chess'\nrules.counting = {{ pawnless = 64 }}\n\
             start = 'rnbqkbnr/pppppppp/8/3P4/8/8/PPP1PPPP/RNBQKBNR b KQkq {count} 0 1'"
        ));
        play(&mut game, "c7c5");
        assert_eq!(game.fen().split(' ').nth(3), Some(field));
        let again = reread(&game);
        assert!(moves(&again).contains("d5c6"));
        assert_eq!(again.counters().plies_left(), game.counters().plies_left());
        play(&mut game, "d5c6");
        reread(&game);
    }
}

#[test]
fn a_right_without_its_rook_leaves_the_other_fields_of_the_start() {
    let game = start("extends = 'chess'\nstart = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 5 9'");
    assert_eq!(game.fen().split_once(' ').unwrap().1, "w Qkq - 5 9");
}

#[test]
fn a_field_of_limit_and_squares_is_read_or_refused_with_a_reason() {
    let game = game("makruk");
    let fen = |field: &str| format!("4k3/8/8/8/8/8/8/R3K3 w - {field} 0 1");
    for field in ["x", "-5", "64-", "99999", "3 3", "e9", "é"] {
        let error = Position::from_fen(game.clone(), &fen(field)).unwrap_err().to_string();
        assert!(error.contains("expected"), "{field}: {error}");
    }
}

#[test]
fn a_promoted_piece_may_be_where_it_would_have_promoted_itself() {
    let mut game = start(
        "extends = 'chess'\nstart = '4k3/P7/8/8/8/8/8/4K3 w - - 0 1'\npieces.P.promotes = ['B']\n\
         pieces.B.promotes = { to = ['Q'], squares = 'a8:h8' }",
    );
    play(&mut game, "a7a8b");
    reread(&game);
}

#[test]
fn a_promoted_form_is_never_in_hand_under_the_letter_of_its_original() {
    let file = |more: &str| {
        format!(
            "start = 'k4/5/5/5/4K w - - 0 1'\npieces.K = {{ betza = 'K', royal = 'check' }}\n\
             pieces.R = {{ betza = 'R', promotes = ['D'] }}\npieces.D = {{ name = 'Dragon', betza = 'RF', \
             promoted = 'R' }}\n{more}"
        )
    };
    for (more, expected) in [
        (
            "hands.stock = 'RD'",
            "the Dragon (`D`) cannot be in hand, where its letter `R` means another piece",
        ),
        ("hands.stock = 'D'", "the Dragon (`D`) cannot be in hand, where its letter `R` means another piece"),
        ("hands.stock = 'RR'", "nothing"),
    ] {
        let found = refusal(&file(more));
        assert!(found.contains(expected), "{more}: {found}");
    }
}

#[test]
fn a_capture_that_forbids_the_next_one_is_told() {
    // A knight takes a Lion, and so White's bishop may not take Black's.
    let lions = "1k6/8/2n1l3/8/3L4/8/B7/6K1 b - - 0 1";
    let game = after(position("mightylion", lions), "c6d4");
    assert_eq!(game.fen(), "1k6/8/4l3/8/3n4/8/B7/6K1 w - xd4 0 2");
    assert!(!moves(&game).contains("a2e6"));
    let again = reread(&game);
    assert!(moves(&after(again, "g1g2 b8b7")).contains("a2e6"));
    // Where it forbids nothing, it is not told.
    let without = lions.replace("B7", "8");
    let game = after(position("mightylion", &without), "c6d4");
    assert!(game.fen().ends_with(" w - - 0 2"), "{}", game.fen());
    // It takes a capture.
    let game = position("mightylion", "1k6/8/4l3/8/3n4/8/B7/6K1 w - xa2 0 2");
    assert!(game.fen().ends_with(" w - - 0 2"), "{}", game.fen());
}

#[test]
fn a_game_does_not_begin_at_its_end() {
    let file = |more: &str| {
        format!(
            "extends = 'chess'\nstart = 'rnbqkbnr/pppppppp/8/8/4N3/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1'\n{more}"
        )
    };
    for (more, expected) in [
        ("rules.ends.reach = { pieces = 'N', squares = 'e4' }", "over before its first move: goal reached"),
        ("rules.ends.reach = { pieces = 'N', squares = 'e5' }", "nothing"),
        ("start = '4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 1'\nrules.ends.bare = true", "bare King"),
        ("start = 'k7/2Q5/1K6/8/8/8/8/8 b - - 0 1'", "over before its first move: stalemate"),
        ("start = 'k7/1Q6/1K6/8/8/8/8/8 b - - 0 1'", "over before its first move: checkmate"),
    ] {
        let file = if more.starts_with("start") { format!("extends = 'chess'\n{more}") } else { file(more) };
        let found = refusal(&file);
        assert!(found.contains(expected), "{more}: {found}");
    }
}

#[test]
fn no_match_is_played_from_the_end_of_a_game() {
    let won = "extends = 'chess'\nrules.ends.reach = { pieces = 'N', squares = 'b1' }";
    let files = Files::new("fens", &[("mine.toml", won)]);
    let mut program = piped();
    program.args(["match", "mine", "self", "self", "--nodes", "10", "--games", "1", "--variants"]);
    let output = program.arg(files.0.join("mine.toml")).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && told.contains("over before its first move: goal reached"), "{told}");
}

#[test]
fn rules_that_say_nothing_are_named() {
    for (rules, expected) in [
        ("captor = 'explodes'", "an explosion removes the royal piece `K`, and the game goes on without it"),
        ("captor = 'explodes'\nrules.ends.lost.pieces = 'K'", ""),
        ("captor = 'explodes'\nrules.spared = 'K'", ""),
        (
            "checks = 'forbidden'\nrules.ends.checks = 3",
            "`ends.checks` says nothing where nobody may give a check",
        ),
        ("checks = 'forbidden'\nrules.mate = 'wins'", "`mate` says nothing where nobody may give a check"),
        ("ends.checks = 3", ""),
        (
            "pass = 'always'\nrules.no_moves = 'mover-loses'",
            "`no_moves` says nothing where a side without a move",
        ),
        ("spared = 'P'", "`spared` says nothing where no captor explodes"),
        ("immune = 'P'", "`immune` says nothing where no captor explodes or petrifies"),
        ("captor = 'petrifies'\nrules.immune = 'P'", ""),
        ("kings_guard = true", "`kings_guard` says nothing where no piece is `untraded`"),
        ("cheap = 'P'", "`cheap` says nothing where no piece is `untraded`"),
    ] {
        let found = findings("silent", &format!("extends = 'chess'\ntitle = 'Mine'\nrules.{rules}\n"));
        if expected.is_empty() {
            assert_eq!(found, "", "{rules}");
        } else {
            assert!(found.contains(expected), "{rules}: {found}");
        }
    }
}

#[test]
fn a_fen_names_no_loss_where_all_pieces_may_be_traded() {
    let error = Position::from_fen(game("chess"), "4k3/8/8/8/3N4/8/8/4K3 b - xd4 0 1").unwrap_err();
    assert!(error.to_string().contains("expected `-`, the square passed"), "{error}");
    let expected = set(["e8d7", "e8d8", "e8e7", "e8f7", "e8f8"]);
    assert_eq!(moves(&position("chess", "4k3/8/8/8/3N4/8/8/4K3 b - - 0 1")), expected);
}
