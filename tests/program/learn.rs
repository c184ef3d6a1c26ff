//! Lessons: each piece of an army has tasks, wrong moves are told from right ones, and a game follows.

use crate::common::program::talk;

/// The output of `fibnif learn` for these lines.
fn learns(what: &str, lines: &str) -> String {
    talk(["learn", what], lines)
}

/// The moves that were told as answers, as squares.
fn told(said: &str) -> Vec<&str> {
    let answers = said.lines().filter(|line| line.starts_with("> ") && line.ends_with(")."));
    answers.filter_map(|line| line.rsplit_once('(')?.1.strip_suffix(").")).collect()
}

#[test]
fn the_answers_it_tells_are_right_and_other_moves_are_not() {
    let said = learns("nutters", &"answer\n".repeat(8));
    let answers = told(&said);
    assert_eq!(answers.len(), 8, "{said}");
    assert!(said.contains("Give checkmate with the Turret in one move."), "{said}");
    let again = learns("nutters", &format!("{}\n", answers.join("\n")));
    assert_eq!(again.matches("> Right!").count(), 8, "{again}");
    assert_eq!(learns("nutters", "help\n").matches("`answer` to see the solution").count(), 2);
    let wrong = learns("nutters", "e1d1\nnonsense\n\na1a1\n");
    assert!(wrong.contains("> Not yet: that does not move the Turret."), "{wrong}");
    assert!(wrong.contains("> Not yet: illegal move `a1a1`") && wrong.contains("Look at it: "), "{wrong}");
}

#[test]
fn every_piece_is_taught_and_then_there_is_a_game() {
    let said = learns("narrow", &format!("{}e6\nquit\n", "next\n".repeat(6)));
    for name in ["Dragon (D)", "Angel (A)", "Rook (R)", "Queen (Q)", "Pawn (P)", "King (K)"] {
        assert!(said.contains(&format!("of 6: {name}")), "{said}");
    }
    assert!(said.contains("Black: Fibnif, level 1"), "{said}");
    assert!(learns("cwda:rookies", "play\nquit\n").contains("White to move."));
}
