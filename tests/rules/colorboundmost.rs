//! Colorboundmost Chess: two games on one board, a turn being a move in each. If the source is silent
//! or ambiguous, the program's ruling is tested and marked as such. The endings were first solved by
//! two unrelated programs.

use std::collections::BTreeSet;

use crate::common::solver::{Solver, Verdict};
use crate::common::{after, game, moves, set};
use fibnif::rules::geometry::{Color, Square};
use fibnif::rules::position::{Margin, Outcome, Position, Reason};

fn position(fen: &str) -> Position {
    crate::common::position("colorboundmost", fen)
}

fn mate_by(winner: Color, margin: Margin) -> Outcome {
    Outcome { winner: Some(winner), reason: Reason::Mate, margin }
}

fn drawn_by(position: &Position) -> Option<Reason> {
    position.outcome().filter(|outcome| outcome.winner.is_none()).map(|outcome| outcome.reason)
}

/// The fields of a FEN from en passant on.
fn fields(position: &Position) -> String {
    position.fen().split(' ').skip(3).collect::<Vec<_>>().join(" ")
}

/// White begins with a single move on the dark squares; after that a turn is a move on the dark
/// squares and one on the light ones, in either order. (Source: "Equalizing the Race".)
#[test]
fn a_turn_is_a_move_on_each_color() {
    let mut position = Position::start(game("colorboundmost"));
    assert_eq!(fields(&position), "- 0 1 d -");
    let dark = |text: &String| (text.as_bytes()[0] + text.as_bytes()[1]).is_multiple_of(2);
    assert!(moves(&position).iter().all(dark));
    position = after(position, "d2c3");
    assert_eq!((position.side(), fields(&position)), (Color::Black, "- 0 1 dl -".into()));
    assert!(moves(&position).iter().any(dark) && !moves(&position).iter().all(dark));
    let dark_first = after(position.clone(), "e7d6");
    assert_eq!((dark_first.side(), fields(&dark_first)), (Color::Black, "- 0 1 l -".into()));
    let light_first = after(position, "d7c6");
    assert_eq!((light_first.side(), fields(&light_first)), (Color::Black, "- 0 1 d -".into()));
    let (one, other) = (after(dark_first, "d7c6"), after(light_first, "e7d6"));
    assert_eq!((one.fen(), one.key()), (other.fen(), other.key()));
    assert_eq!((one.side(), fields(&one)), (Color::White, "- 0 2 dl -".into()));
}

/// A side without pieces on a color makes no move there, and is not stalemated. (Source.)
#[test]
fn who_has_no_men_on_a_color_owes_no_move_there() {
    let position = position("k4b2/8/8/8/8/8/1P6/K7 w - - 0 1");
    assert_eq!(fields(&position), "- 0 1 d -");
    let position = after(position, "b2c3");
    assert_eq!((position.side(), fields(&position)), (Color::Black, "- 0 1 dl -".into()));
    let position = after(position, "a8b7 f8e7");
    assert_eq!((position.side(), fields(&position)), (Color::White, "- 1 2 d -".into()));
}

/// A check must be answered on its own color; the other color may be played first.
#[test]
fn check_lives_in_one_color() {
    let checked = position("k6b/8/8/8/8/8/N7/K7 w - - 0 1 dl -");
    let of_king = set(["a1a3", "a1c1"]);
    let of_knight = set(["a2b1", "a2b3", "a2c4"]);
    assert_eq!(moves(&checked), &of_king | &of_knight);
    assert_eq!(moves(&after(checked.clone(), "a2b3")), of_king);
    assert_eq!(moves(&after(checked, "a1c1")), of_knight);
}

/// Mate ends the game at once, even if the mating side still has the other half of the turn to play
/// (ruling). The other side is then to move and has no move to make.
#[test]
fn mate_ends_the_game_at_once() {
    let mate = after(position("5c2/8/8/8/8/8/N7/K6k b - - 3 1 dl -"), "f8b8");
    assert_eq!(mate.outcome(), Some(mate_by(Color::Black, Margin::Full)));
    assert_eq!(moves(&mate), set([]));
    assert_eq!((mate.side(), fields(&mate)), (Color::White, "- 3 2 - -".into()));
}

/// Once a half of the game is drawn, mate in the other is worth 0.75 to 0.25. (Source.)
#[test]
fn mate_after_a_half_draw_is_worth_three_quarters() {
    let mate = after(position("5c2/8/8/8/8/8/N7/K6k b - - 0 1 d l"), "f8b8");
    assert_eq!(mate.outcome(), Some(mate_by(Color::Black, Margin::Half)));
}

/// A side that is stalemated on one color at the beginning of its turn has drawn that color: it is
/// closed, and turns are single moves on the other. (The later passage of the source; the other reading
/// is an option.)
#[test]
fn stalemate_on_one_color_closes_it() {
    let fen = "k4b2/8/P7/5N2/8/8/8/K4B2 w - - 0 1 dl -";
    let halfway = after(position(fen), "f5e6");
    assert_eq!(fields(&halfway), "- 0 1 d -", "Black's turn has not begun");
    let closed = after(halfway, "a1b2");
    assert_eq!((closed.side(), fields(&closed)), (Color::Black, "- 1 1 d l".into()));
    assert_eq!(closed.outcome(), None);
    let dark = set(["f8a3", "f8b4", "f8c5", "f8d6", "f8e7", "f8g7", "f8h6"]);
    assert_eq!(moves(&closed), dark);
    let next = after(closed, "f8e7");
    assert_eq!((next.side(), fields(&next)), (Color::White, "- 2 2 d l".into()));

    let full = after(crate::common::position("colorboundmost;stalemate=full", fen), "f5e6 a1b2");
    assert_eq!(drawn_by(&full), Some(Reason::NoMoves));
    assert_eq!(moves(&full), set([]));
}

/// Where pieces move back and forth on the light squares for three whole turns, and the pieces on the
/// dark ones.
const SHUFFLE: &str = "a2b3 a1b2 h1g2 f8e7 b3a2 b2a1 g2h1 e7f8 a2b3 a1b2 h1g2 f8e7 b3a2 b2a1";

fn shuffled() -> Position {
    after(position("5c2/8/8/8/8/8/N7/K6k w - - 0 1 dl -"), SHUFFLE)
}

/// When the arrangement on one color occurs for the third time with the same side to move there,
/// counting the start, that color is closed at the end of the turn (ruling: the source says "triple
/// repetition").
#[test]
fn repetition_on_one_color_closes_it() {
    let halfway = after(shuffled(), "g2h1");
    assert_eq!(fields(&halfway), "- 7 4 d -", "not before the turn is over");
    let closed = after(halfway, "e7d6");
    assert_eq!((closed.side(), fields(&closed)), (Color::White, "- 8 5 d l".into()));
    let other_order = after(shuffled(), "e7d6 g2h1");
    assert_eq!((other_order.fen(), other_order.key()), (closed.fen(), closed.key()));
}

/// If both colors are drawn, so is the game.
#[test]
fn the_game_is_drawn_with_both_colors() {
    let drawn = after(shuffled(), "g2h1 e7f8");
    assert_eq!(fields(&drawn), "- 8 5 - dl");
    assert_eq!(drawn_by(&drawn), Some(Reason::Closed));
    assert_eq!(moves(&drawn), set([]));
}

/// Mate is tested before a half-draw of the same turn: it counts in full (ruling).
#[test]
fn mate_comes_before_the_half_draw_of_its_turn() {
    let mate = after(shuffled(), "g2h1 e7b8");
    assert_eq!(mate.outcome(), Some(mate_by(Color::Black, Margin::Full)));
    assert_eq!(after(shuffled(), "e7b8").outcome(), Some(mate_by(Color::Black, Margin::Full)));
}

/// Only pieces of both sides can repeat a position: if one side moves back and forth alone, nothing is
/// closed.
#[test]
fn a_color_without_an_opponent_does_not_close() {
    let mut position = position("5c2/8/8/8/8/8/8/K6k w - - 0 1 d -");
    for turns in [
        "a1b2 h1g2 f8e7",
        "b2a1 g2h1 e7d6",
        "a1b2 h1g2 d6e5",
        "b2a1 g2h1 e5f4",
        "a1b2 h1g2 f4g5",
        "b2a1 g2h1 g5h6",
    ] {
        position = after(position, turns);
    }
    assert_eq!((position.side(), fields(&position)), (Color::White, "- 12 7 d -".into()));
}

/// A pawn that passes a square with its first move can be captured there, diagonally, in the next turn
/// only. There may be one such pawn on each color. A pawn that lands there always captures.
#[test]
fn pawns_are_captured_in_passing_on_their_own_color() {
    let passed = after(position("k4b2/8/8/8/1p4p1/8/1P4P1/K7 w - - 0 1 dl -"), "b2d4 g2e4");
    assert_eq!((passed.side(), fields(&passed)), (Color::Black, "c3d4f3e4 0 1 dl -".into()));
    let one = after(passed.clone(), "b4c3");
    assert_eq!(one.fen(), "k4b2/8/8/8/4P1p1/2p5/8/K7 b - f3e4 0 1 l -");
    assert_eq!(after(one, "g4f3").fen(), "k4b2/8/8/8/8/2p2p2/8/K7 w - - 0 2 d -");

    let declined = after(passed.clone(), "f8e7");
    assert_eq!(fields(&declined), "f3e4 0 1 l -");
    let later = after(declined, "g4f3 a1c1");
    assert_eq!(fields(&later), "- 1 2 dl -");
    assert_eq!(
        after(later, "b4c3").fen(),
        "k7/4b3/8/8/3P4/2p2p2/8/2K5 b - - 0 2 l -",
        "a move like any other"
    );
}

/// A check that only a capture en passant answers is not mate, on the light squares either.
#[test]
fn a_capture_in_passing_answers_a_check() {
    for fen in ["8/8/8/3k4/B1p5/7B/2P5/1B6 w - - 0 1 l d", "8/8/8/4k3/5p1B/B7/5P2/6B1 w - - 0 1 d l"] {
        let step = if fen.ends_with('d') { "c2e4" } else { "f2d4" };
        let position = after(position(fen), step);
        assert!(position.in_check(), "{fen}");
        assert_eq!(position.outcome(), None, "{fen}");
        assert_eq!(moves(&position).len(), 1, "{fen}");
    }
}

/// A pawn becomes any piece of either side's start except the king. It moves straight along a diagonal
/// like a ferz.
#[test]
fn pawns_become_what_either_side_began_with() {
    let choices = |variant: &str| {
        let position = crate::common::position(variant, "8/1P6/8/8/8/8/8/K6k w - - 0 1 l -");
        moves(&position)
            .into_iter()
            .filter_map(|text| text.strip_prefix("b7c8").map(str::to_owned))
            .collect::<BTreeSet<_>>()
    };
    assert_eq!(choices("colorboundmost"), set(["b", "c", "n", "q"]));
    assert_eq!(choices("colorboundmost:raiders"), set(["b", "c", "l", "q"]));
    assert_eq!(choices("colorboundmost:raiders/colorboundmost"), set(["b", "c", "l", "n", "q"]));
    assert_eq!(choices("colorboundmost:colorboundmost/raiders"), set(["b", "c", "l", "n", "q"]));
}

/// The game is drawn when no open color holds pieces of both sides, and not for any other insufficient
/// material: a color is never closed because nobody can mate there (ruling).
#[test]
fn only_separate_men_draw_for_want_of_material() {
    assert_eq!(drawn_by(&position("k7/8/8/8/8/8/8/K7 w - - 0 1 d -")), Some(Reason::Material));
    assert_eq!(drawn_by(&position("k7/1N6/8/8/8/8/8/K7 w - - 0 1 d l")), Some(Reason::Material));
    assert_eq!(position("k7/8/1N6/8/8/8/N7/K7 w - - 0 1 dl -").outcome(), None);
}

/// A hundred turns, fifty by each side, without capture or pawn move on either color draw the game
/// (ruling: the seed is silent). The clock counts turns, not moves.
#[test]
fn the_fifty_move_rule_counts_turns() {
    let halfway = after(position("k4c2/8/8/8/8/8/N7/K7 b - - 99 80 dl -"), "a8b7");
    assert_eq!((halfway.clock(), halfway.outcome()), (99, None));
    let over = after(halfway.clone(), "f8e7");
    assert_eq!((over.clock(), drawn_by(&over)), (100, Some(Reason::MoveLimit)));
    let pawn = after(position("k4c2/1p6/8/8/8/8/N7/K7 b - - 99 80 dl -"), "b7c6 f8e7");
    assert_eq!((pawn.clock(), pawn.outcome()), (0, None));
}

/// A game on the light squares alone.
fn light() -> Solver {
    Solver::with_fields(game("colorboundmost"), "- - 0 1 l -")
}

fn verdict(board: &str, side: char) -> Verdict {
    light().solve(&format!("{board} {side} - - 0 1 l -"))
}

/// The Crooked Bishop mates the bare king alone, in four moves at most. (Source: "can force checkmate
/// unaided".)
#[test]
fn a_crooked_bishop_mates_a_bare_king() {
    let on_light =
        |squares: &[Square]| squares.iter().all(|square| !(square.0 % 8 + square.0 / 8).is_multiple_of(2));
    assert_eq!(light().share("Ck", Color::White, on_light).text(), "100.00/4");
}

/// White Pd3 against Kd1 is a draw, whoever moves. (Source.)
#[test]
fn a_single_pawn_does_not_win() {
    assert_eq!(verdict("8/8/8/8/8/3P4/8/3k4", 'w'), Verdict::Draw);
    assert_eq!(verdict("8/8/8/8/8/3P4/8/3k4", 'b'), Verdict::Draw);
}

/// White Pe4 Pd3 against Ke6: White to move cannot win, Black to move loses in 20 plies. (The seed
/// thinks that Black to move draws.)
#[test]
fn two_pawns_win_when_black_must_move() {
    let mut solver = light();
    assert_eq!(solver.solve("8/8/4k3/8/4P3/3P4/8/8 b - - 0 1 l -"), Verdict::Wins(Color::White, 20));
    assert_eq!(solver.solve("8/8/4k3/8/4P3/3P4/8/8 w - - 0 1 l -"), Verdict::Draw);
}

/// White Pa6 Bf1 against Ka8 is zugzwang: Black to move loses, in 10 plies. (Source.)
#[test]
fn the_king_in_the_corner_is_in_zugzwang() {
    assert_eq!(verdict("k7/8/P7/8/8/8/8/5B2", 'b'), Verdict::Wins(Color::White, 10));
}

/// White Bg2 Pe2 against Ke8: the Bishop cuts off the King, the pawn goes through; with White to
/// move it is mate in 13 plies. (Source.)
#[test]
fn a_bishop_cuts_off_the_king() {
    assert_eq!(verdict("4k3/8/8/8/8/8/4P1B1/8", 'w'), Verdict::Wins(Color::White, 13));
}
