//! Moves that pieces of one side lend each other. The examples come from the pages of Knight Relay
//! Chess (Wikipedia, `BrainKing`, vchess), and from H.G. Muller's description of `x`.

use crate::common::files::{Files, findings};
use crate::common::program::{complains, fibnif, file};
use crate::common::{after, definition, end, legal, moves, moves_from, position, set};
use fibnif::rules::export::fairy_stockfish::entry;
use fibnif::rules::geometry::Color;
use fibnif::rules::position::{Position, Reason};
use fibnif::rules::variant::VariantError;

/// Chess with other pieces.
fn chess_with(men: &str, fen: &str) -> Position {
    compiled(&format!("extends = 'chess'\ntitle = 'Lent'\n{men}\n"), fen).unwrap()
}

fn compiled(text: &str, fen: &str) -> Result<Position, VariantError> {
    let files = Files::new("loans", &[("lent.toml", text)]);
    let game = fibnif::rules::game::compile(&files.catalog().resolve("lent")?)?;
    Ok(Position::from_fen(game, fen).unwrap_or_else(|error| panic!("`{fen}`: {error}")))
}

/// The diagram of the Wikipedia's page.
const DIAGRAM: &str = "3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1";

#[test]
fn a_pawn_that_a_knight_defends_moves_as_a_knight() {
    let diagram = position("knightrelay", DIAGRAM);
    assert_eq!(moves_from(&diagram, "e6"), set(["e7", "c5", "c7", "f4", "g5", "g7"]));
    let start = position("knightrelay", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(moves_from(&start, "e2"), set(["e3", "e4", "c3", "d4", "f4", "g3"]));
    let sixth = position("knightrelay", "k7/4N3/2P5/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(moves_from(&sixth, "c6"), set(["c7", "a5", "a7", "b4", "d4", "e5"]), "not to b8 and d8");
    let home = after(position("knightrelay", "4k3/8/8/8/3P4/5N2/8/4K3 w - - 0 1"), "d4e2 e8d8 f3g5 d8e8");
    assert_eq!(moves_from(&home, "e2"), set(["e3", "e4"]), "on its rank it may go two squares again");
}

#[test]
fn knights_that_lend_their_moves_take_nobody_and_are_not_taken() {
    let diagram = position("knightrelay", DIAGRAM);
    assert!(!diagram.in_check() && !moves(&diagram).contains("a3c3") && !moves(&diagram).contains("b7a5"));
    assert!(!moves_from(&diagram, "a3").contains("c3") && moves_from(&diagram, "a3").contains("a5"));
    let black = position("knightrelay", &DIAGRAM.replace(" w ", " b "));
    assert!(
        !black.in_check(),
        "neither the Knight nor the pawn, which may not go to the last rank, gives check"
    );
    assert!(
        moves_from(&black, "c2").is_superset(&set(["a1", "b4", "e3"])) && !moves(&black).contains("c2a3")
    );
    let mated = after(diagram, "a3d6");
    assert_eq!(
        end(&mated),
        Some((Some(Color::White), Reason::Mate)),
        "c8 and e8 are a Knight's leap from d6"
    );
}

/// The diagram of vchess, of both games.
#[test]
fn a_queen_that_a_knight_comes_to_defend_mates() {
    let diagram = "7k/8/6Q1/1n6/8/2r5/4N3/K7 w - - 0 1";
    for variant in ["knightrelay", "knightrelay2"] {
        let mated = after(position(variant, diagram), "e2f4");
        assert_eq!(end(&mated), Some((Some(Color::White), Reason::Mate)), "{variant}");
        let black = position(variant, &diagram.replace(" w ", " b "));
        assert_eq!(moves(&black).contains("c3e2"), variant == "knightrelay2", "the Rook takes the Knight");
    }
    let promotes = position("knightrelay2", "k7/8/2P5/4N3/8/8/8/4K3 w - - 0 1");
    assert!(moves_from(&promotes, "c6").is_superset(&set(["b8q", "b8n", "d8r", "e7", "a5"])));
    let king = position("knightrelay2", "7k/8/8/8/8/8/2N5/4K3 w - - 0 1");
    assert!(moves_from(&king, "e1").is_superset(&set(["f3", "g2", "d3"])), "Kings are lent moves, too");
}

#[test]
fn a_check_ends_with_the_man_who_lends_it() {
    let checked = position("knightrelay2", "4k3/8/8/8/8/n7/2r5/2B1K3 w - - 0 1");
    assert!(checked.in_check(), "the Rook on c2 may go to e1 as the Knight does");
    assert!(moves(&checked).contains("c1a3") && !moves(&checked).contains("c1d2"));
    let calm = position("knightrelay2", "4k3/8/8/8/8/8/n1r5/2B1K3 w - - 0 1");
    assert!(!calm.in_check());
    let arrives = position("knightrelay2", "4k3/8/8/8/8/8/2r5/1n2K3 b - - 0 1");
    let m = arrives.parse_move("b1a3").unwrap();
    assert_eq!(fibnif::rules::pgn::san::write(&arrives, m), "Na3+");
    assert!(after(arrives, "b1a3").in_check());
}

#[test]
fn who_is_lent_moves_defends_by_them() {
    let values = |position: &Position| vec![300; position.game().kinds.len()];
    let see = |fen: &str| {
        let position = position("knightrelay2", fen);
        position.see(position.parse_move("d1d5").unwrap(), 300, &values(&position))
    };
    assert!(!see("4k3/8/2n5/3p4/1b6/8/8/3Q2K1 w - - 0 1"), "the Bishop takes back as a Knight");
    assert!(see("4k3/8/8/3p4/1b6/8/8/3Q2K1 w - - 0 1"), "without the Knight nobody does");
}

#[test]
fn a_king_that_borrows_moves_gives_check_with_them() {
    let borrower = "pieces.K.betza = 'xK'\nrules.castling = 'none'\nstart = \
                    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1'";
    let alone = chess_with(borrower, "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    assert_eq!(moves_from(&alone, "e1"), set([]), "it has no moves of its own");
    let beside = chess_with(borrower, "4k3/8/8/8/8/8/8/4KR2 b - - 0 1");
    assert!(beside.in_check(), "the King attacks along the file as the Rook does");
    let taken = chess_with(borrower, "4k3/8/8/8/1b6/8/8/4KB2 w - - 0 1");
    assert_eq!(moves_from(&taken, "e1"), set(["b4", "f2", "g3", "h4"]), "d2 and c3 are attacked");
    let pawns = chess_with(borrower, "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1");
    assert_eq!(moves_from(&pawns, "e1"), set([]), "the square before it is not empty");
    let pawns = chess_with(borrower, "4k3/8/8/8/8/8/3P4/4K3 w E1 - 0 1");
    assert_eq!(moves_from(&pawns, "e1"), set(["e2", "e3"]), "it has not moved, which is what counts");
    assert_eq!(pawns.fen(), "4k3/8/8/8/8/8/3P4/4K3 w E1 - 0 1", "a pawn on e2 may have a right, too");
    let moved = chess_with(borrower, "4k3/8/8/8/8/8/3P4/4K3 w D - 0 1");
    assert_eq!(moves_from(&moved, "e1"), set(["e2"]));
}

#[test]
fn a_first_move_is_lost_where_a_lent_one_brings_a_man_back() {
    let chess = chess_with("pieces.N.betza = 'NxaN'", "4k3/8/8/8/8/8/4P3/4K1N1 w E - 0 1");
    assert!(moves_from(&chess, "e2").is_superset(&set(["e4", "d4"])));
    let back = after(chess, "e2d4 e8d8 g1f3 d8e8 d4e2 e8d8 f3h4 d8e8");
    assert_eq!(moves_from(&back, "e2"), set(["e3"]));
}

#[test]
fn what_men_lend_each_other_is_refused_where_it_cannot_be() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let error = |men: &str| {
        compiled(&format!("extends = 'chess'\ntitle = 'Lent'\n{men}\n"), fen).err().unwrap().to_string()
    };
    for (men, wanted) in [
        ("rules.untaken = 'K'", "a royal piece is never taken"),
        ("rules.untaken = 'X'", "expected a role, found `X`"),
        ("pieces.N.loans = 'here'", "there is no zone `here`"),
        ("pieces.N.unchecked = 'mNxK'", "moves of its own, none that are lent (`x`)"),
        ("pieces.N.spacious = 'RxK'", "expected steps or rides straight on"),
    ] {
        assert!(error(men).contains(wanted), "{men}: {}", error(men));
    }
    let double = "extends = 'colorboundmost'\ntitle = 'Lent'\npieces.K.betza = 'FD[xF-F]'\n";
    let files = Files::new("double", &[("lent.toml", double)]);
    let refused = fibnif::rules::game::compile(&files.catalog().resolve("lent").unwrap())
        .map(|_| ())
        .unwrap_err()
        .to_string();
    assert!(refused.contains("no piece lends its moves to another"), "{refused}");
    assert_eq!(findings("loans", "extends = 'chess'\ntitle = 'Lent'\npieces.N.betza = 'xaN'\n"), "");
}

#[test]
fn other_programs_are_not_told_of_what_they_do_not_know() {
    for (variant, wanted) in
        [("knightrelay", "pieces that are never captured"), ("knightrelay2", "lend each other")]
    {
        let game = fibnif::rules::game::compile(&definition(variant)).unwrap();
        let reasons = format!("{:?}", entry(&game).unwrap_err());
        assert!(reasons.contains(wanted), "{reasons}");
    }
    let solved = complains(2, ["solve", "knightrelay2", "KQvK"]);
    assert!(solved.contains("moves that pieces of one side lend each other"), "{solved}");
    let path = file("loans", "lent.toml", "extends = 'chess'\ntitle = 'Lent'\npieces.N.betza = 'cxaN'\n");
    let checked = fibnif(["check", path.to_str().unwrap()]);
    let refused = String::from_utf8_lossy(&checked.stdout);
    assert!(refused.contains("`x` as the only mode of its leg"), "{refused}");
}

#[test]
fn a_pawn_that_comes_back_by_lent_moves_repeats_the_position() {
    let start = position("knightrelay", "4k3/8/8/8/3P4/5NN1/8/4K3 w - - 0 1");
    let back = "d4e2 e8d8 e2d4 d8e8";
    let thrice = after(start, &format!("{back} {back}"));
    assert_eq!(end(&thrice), Some((None, Reason::Repetition)));
}

#[test]
fn castling_looks_at_what_a_man_in_the_corner_may_do_by_itself() {
    let castles = |men: &str| moves_from(&chess_with(men, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), "e1");
    let bound = castles("pieces.N.betza = 'NxaN'\npieces.R.betza = 'BD'");
    assert!(bound.contains("b1") && !bound.contains("c1"), "it keeps its color: {bound:?}");
    let borrows = castles("pieces.R.betza = 'BxK'");
    assert!(borrows.contains("c1") && !borrows.contains("b1"), "it may go anywhere: {borrows:?}");
}

#[test]
fn castling_has_a_name_of_its_own_where_the_king_is_lent_that_move() {
    let fen = "4k3/8/8/8/8/8/3N4/4K2R w K - 0 1";
    let lent = chess_with("pieces.N.betza = 'NxaQ2'", fen);
    let found: Vec<String> = legal(&lent).into_iter().map(|m| lent.move_text(m)).collect();
    let times = |text: &str| found.iter().filter(|found| *found == text).count();
    assert_eq!((times("e1g1"), times("O-O")), (1, 1), "{found:?}");
    let alone = chess_with("pieces.N.betza = 'NxaQ2'", "4k3/8/8/8/8/8/8/N3K2R w K - 0 1");
    assert!(moves(&alone).contains("e1g1") && !moves(&alone).contains("O-O"));
}
