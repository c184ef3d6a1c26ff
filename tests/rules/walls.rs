//! Walls that players put on squares: Duck Chess, Atlantis Chess, and what their moves look like. The counts are
//! those of Fairy-Stockfish, where a move and its wall are one move.

use crate::common::game;
use fibnif::rules::pgn::san;
use fibnif::rules::position::{Position, perft};

fn start(variant: &str) -> Position {
    Position::start(game(variant))
}

#[test]
fn the_duck_and_sinking_squares_leave_as_many_moves_as_elsewhere() {
    for (variant, plies, nodes) in [
        ("duck", 2, 640),
        ("duck", 4, 379_440),
        ("atomicduck", 4, 379_440),
        ("atlantis", 1, 28),
        ("atlantis", 2, 778),
        ("atlantis", 3, 22_708),
        ("joust", 2, 8),
        ("joust", 4, 62),
        ("joust", 6, 356),
        ("joust", 8, 1_992),
    ] {
        assert_eq!(perft(&start(variant), plies), nodes, "{variant} {plies}");
    }
}

#[test]
fn a_duck_on_the_way_prevents_castling_en_passant_and_moves() {
    let game = game("duck");
    let has = |fen: &str, m: &str| Position::from_fen(game.clone(), fen).unwrap().parse_move(m).is_ok();
    let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert!(has(castling, "e1g1") && !has(&castling.replace("4K2R", "4K1*R"), "e1g1"));
    let passed = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert!(has(passed, "e5d6") && !has(&passed.replace("4k3/8/8", "4k3/8/3*4"), "e5d6"));
    let rook = "4k3/8/8/8/R2*4/8/8/4K3 w - - 0 1";
    assert!(has(rook, "a4c4") && !has(rook, "a4d4") && !has(rook, "a4e4"));
    // The king may stay attacked, and be captured.
    let open = "4k3/8/8/8/8/8/8/4RK2 w - - 0 1";
    let mut position = Position::from_fen(game.clone(), open).unwrap();
    position.make(position.parse_move("e1e8").unwrap());
    assert_eq!(position.outcome().map(|outcome| outcome.reason.to_string()).as_deref(), Some("pieces lost"));
}

#[test]
fn a_double_step_whose_square_the_duck_covers_is_not_captured_en_passant() {
    for (duck, field) in [("e3", "-"), ("a3", "e3")] {
        let mut position = start("duck");
        for text in ["a2a3", "*@a4", "d7d5", "*@a5", "h2h3", "*@a6", "d5d4", "*@h6", "e2e4"] {
            position.make(position.parse_move(text).unwrap());
        }
        position.make(position.parse_move(&format!("*@{}", if duck == "a3" { "b3" } else { duck })).unwrap());
        let fen = position.fen();
        assert_eq!(fen.split(' ').nth(3), Some(field), "{fen}");
        assert_eq!(position.parse_move("d4e3").is_ok(), field != "-");
        let again = Position::from_fen(position.game().clone(), &fen).unwrap();
        assert_eq!((again.fen(), again.key()), (fen, position.key()));
    }
}

#[test]
fn walls_are_written_with_their_moves_and_read_in_each_form() {
    let mut position = start("duck");
    let parts: Vec<&str> = position.parts_of_turn("g1f3,f3d5").collect();
    assert_eq!(parts, ["g1f3", ",f3d5"]);
    position.make(position.parse_move(parts[0]).unwrap());
    assert!(position.wall_is_due() && position.fen().ends_with(" 0 1 1"), "{}", position.fen());
    let wall = position.parse_move(parts[1]).unwrap();
    for text in ["*@d5", ",d5", ",f3d5"] {
        assert_eq!(position.parse_move(text), Ok(wall), "{text}");
    }
    let texts = (position.move_text(wall), position.wall_suffix(wall), san::write(&position, wall));
    assert_eq!(texts, ("*@d5".into(), ",f3d5".into(), ",d5".into()));
    assert!(position.parse_move("*@e2").is_err(), "it is not empty");
    assert!(position.parse_move("e7e5").is_err(), "the wall comes first");
    position.make(wall);
    let fen = position.fen();
    assert_eq!(fen, "rnbqkbnr/pppppppp/8/3*4/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
    assert_eq!(Position::from_fen(position.game().clone(), &fen).unwrap().fen(), fen);
    let two = fen.replace("3*4", "3**3");
    let error = Position::from_fen(position.game().clone(), &two).unwrap_err().to_string();
    assert!(error.contains("expected one `*` at most: there is one duck"), "{error}");
}

#[test]
fn a_wall_stands_where_the_piece_was() {
    let mut position = start("joust");
    position.make(position.parse_move("d4f5").unwrap());
    let fen = position.fen();
    assert!(fen.ends_with(" 0 1 1 d4"), "{fen}");
    let again = Position::from_fen(position.game().clone(), &fen).unwrap();
    assert_eq!((again.fen(), again.key()), (fen.clone(), position.key()));
    for position in [&position, &again] {
        assert!(position.parse_move("*@d4").is_ok() && position.parse_move("*@a1").is_err());
    }
    // Nothing else tells which square it was: without it, the wall may stand anywhere.
    let unknown = Position::from_fen(position.game().clone(), fen.strip_suffix(" d4").unwrap()).unwrap();
    assert!(unknown.parse_move("*@a1").is_ok() && unknown.key() != again.key());
    position.make(position.parse_move(",f5d4").unwrap());
    assert_eq!(position.fen(), "8/8/8/4nN2/3*4/8/8/8 b - - 1 1");
    let error =
        Position::from_fen(position.game().clone(), &fen.replace("d4", "d44")).unwrap_err().to_string();
    assert!(error.contains("expected the square that a piece has left in this turn"), "{error}");
}
