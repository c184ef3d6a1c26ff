//! Instructive positions: castling, promotion, en passant, the king of Narrow Chess. The positions of
//! `data/rules/rules.json` were checked by an independent program; each is tested with the compiled
//! game and the naive generator.

use std::collections::BTreeSet;

use crate::common::naive::Naive;
use crate::common::{compiled, definition, game, legal, position, set};
use fibnif::rules::game::compile;
use fibnif::rules::geometry::Color;
use fibnif::rules::position::{Position, Reason, Shuffler, perft};
use fibnif::rules::variant::Catalog;
use serde_json::Value;

type Moves = BTreeSet<String>;

/// The legal moves of a position, which both generators must agree on.
fn legal_moves(variant: &str, fen: &str) -> Moves {
    let def = definition(variant);
    let game = compiled(&def);
    let position = Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{variant} `{fen}`: {error}"));
    let moves = legal(&position);
    let texts: Moves = moves.iter().map(|&m| position.move_text(m)).collect();
    assert_eq!(texts.len(), moves.len(), "{variant} `{fen}`: two moves of one name");
    let naive: Moves = Naive::from_fen(&def, fen).successors().into_keys().collect();
    assert_eq!(texts, naive, "{variant} `{fen}`");
    texts
}

/// The castling moves of the side to move: those that need the right.
fn castling_moves(variant: &str, fen: &str) -> Moves {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    fields[2] = "-";
    &legal_moves(variant, fen) - &legal_moves(variant, &fields.join(" "))
}

/// The strings of a list in a JSON object; `None` if there is no such list.
fn strings(entry: &Value, key: &str) -> Option<Moves> {
    let list = entry.get(key)?.as_array().unwrap();
    Some(list.iter().map(|text| text.as_str().unwrap().to_owned()).collect())
}

#[test]
fn positions_with_a_point() {
    let entries: Vec<Value> = serde_json::from_str(include_str!("../data/rules/rules.json")).unwrap();
    for entry in entries {
        let (variant, fen) = (entry["variant"].as_str().unwrap(), entry["fen"].as_str().unwrap());
        let legal = legal_moves(variant, fen);
        if let Some(castling) = strings(&entry, "castling") {
            assert_eq!(castling_moves(variant, fen), castling, "{entry}");
        }
        if let Some(contained) = strings(&entry, "contains") {
            assert!(contained.is_subset(&legal), "{entry}: {legal:?}");
        }
        if let Some(lacking) = strings(&entry, "lacks") {
            assert!(lacking.is_disjoint(&legal), "{entry}: {legal:?}");
        }
        if let Some(number) = entry["legal"].as_u64() {
            assert_eq!(legal.len() as u64, number, "{entry}: {legal:?}");
        }
    }
}

/// Chess with Different Armies: the king castles to c1 on the queen's side, but to b1 if the corner
/// piece is color-bound, and to g1 on the king's side. Each side decides for itself.
#[test]
fn only_a_side_with_color_bound_corner_men_castles_to_the_b_file() {
    let corners = [("fide", 'R'), ("clobberers", 'L'), ("nutters", 'T'), ("rookies", 'S')];
    for (white, w) in corners {
        for (black, b) in corners {
            let variant = format!("cwda:{white}/{black}");
            let board = format!("{b}3k2{b}", b = b.to_ascii_lowercase());
            // Pawns on the whole second ranks: nothing attacks across them.
            let fen = |side| format!("{board}/pppppppp/8/8/8/8/PPPPPPPP/{w}3K2{w} {side} KQkq - 0 1");
            let long = |army, rank| format!("e{rank}{}{rank}", if army == "clobberers" { 'b' } else { 'c' });
            assert_eq!(castling_moves(&variant, &fen('w')), set(["e1g1", &long(white, 1)]), "{variant}");
            assert_eq!(castling_moves(&variant, &fen('b')), set(["e8g8", &long(black, 8)]), "{variant}");
        }
    }
}

/// The Leaping Bishop lands next to the king, on c1. Its attack on a1 does not matter.
#[test]
fn after_long_castling_the_leaping_bishop_stands_on_c1() {
    let def = definition("cwda:clobberers/fide");
    let mut position =
        Position::from_fen(compile(&def).unwrap(), "r3k3/8/8/8/8/8/8/L3K2L w KQq - 0 1").unwrap();
    let castling = position.parse_move("e1b1").unwrap();
    position.make(castling);
    assert_eq!(position.fen(), "r3k3/8/8/8/8/8/8/1KL4L b q - 1 1");
}

/// A right is lost when the King or the corner piece moves, or the corner piece is captured.
#[test]
fn castling_rights_go_with_the_men() {
    let rights_after = |text: &str| {
        let def = definition("chess");
        let mut position =
            Position::from_fen(compile(&def).unwrap(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let played = position.parse_move(text).unwrap();
        position.make(played);
        position.fen().split(' ').nth(2).unwrap().to_owned()
    };
    assert_eq!(rights_after("e1e2"), "kq");
    assert_eq!(rights_after("e1g1"), "kq");
    assert_eq!(rights_after("a1a2"), "Kkq");
    assert_eq!(rights_after("h1h2"), "Qkq");
    assert_eq!(rights_after("a1a8"), "Kk");
    assert_eq!(rights_after("h1h8"), "Qq");
}

/// A square that a pawn has just passed distinguishes positions only if the pawn can be captured there
/// by a legal move (FIDE Laws, 9.2.3): not if the capture would expose the king.
#[test]
fn only_legal_captures_in_passing_tell_positions_apart() {
    let differ = |variant: &str, fen: &str| {
        let game = compile(&definition(variant)).unwrap();
        let fields: Vec<&str> = fen.split(' ').collect();
        let idle = fen.replace(fields[3], "-");
        let [key, idle] = [fen, &idle].map(|fen| Position::from_fen(game.clone(), fen).unwrap().key());
        key != idle
    };
    assert!(differ("chess", "8/8/8/k7/2pP3R/8/8/4K3 b - d3 0 1"));
    assert!(!differ("chess", "8/8/8/8/k1pP3R/8/8/4K3 b - d3 0 1"), "both pawns leave the rank");
    assert!(!differ("chess", "3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1"), "the pawn is pinned");
    assert!(differ("chess", "3k4/8/8/8/2ppP3/8/8/2R1K3 b - e3 0 1"), "the other pawn is");
    assert!(differ("chess", "8/8/8/4k3/2pP4/8/8/4K3 b - d3 0 1"), "a check answered");
    assert!(!differ("chess", "8/8/8/8/2pP3k/8/8/4K2R b - d3 0 1"), "a check that stays");
    assert!(differ("colorboundmost", "8/k7/8/8/3P1p2/6B1/8/K7 b - e3d4 0 1 d -"));
    assert!(!differ("colorboundmost", "8/8/3k4/8/3P1p2/6B1/8/K7 b - e3d4 0 1 d -"), "the pawn is pinned");
    assert!(
        differ("colorboundmost", "8/8/8/8/3P1p2/8/6B1/K6k b - e3d4 0 1 dl -"),
        "a check on the other color"
    );
}

/// The same for games: the position after a double step that cannot be captured legally counts as a
/// repetition when it occurs again.
#[test]
fn a_double_step_that_cannot_be_answered_counts_as_the_first_occurrence() {
    let game = compile(&definition("chess")).unwrap();
    let mut position = Position::from_fen(game, "8/8/8/8/k1p4R/8/3P4/4K3 w - - 0 1").unwrap();
    for text in ["d2d4", "a4b4", "e1e2", "b4a4", "e2e1", "a4b4", "e1e2", "b4a4", "e2e1"] {
        let played = position.parse_move(text).unwrap();
        position.make(played);
        position.validate().unwrap();
    }
    assert_eq!(position.outcome().map(|outcome| outcome.reason), Some(Reason::Repetition));
    while position.ply() > 0 {
        position.unmake();
        position.validate().unwrap();
    }
}

/// A draw by insufficient material is claimed only if no mate exists: against a bare king, one piece
/// that cannot mate at all, or pieces bound to one color; in no other case, whatever books say.
#[test]
fn only_hopeless_material_is_a_draw() {
    let is_drawn = |variant: &str, fen: &str| {
        let position = Position::from_fen(compile(&definition(variant)).unwrap(), fen).unwrap();
        position.outcome().map(|outcome| outcome.reason) == Some(Reason::Material)
    };
    let with = |men: &str| format!("3k4/8/8/8/8/8/8/3K{men} w - - 0 1");
    let armies =
        [("fide", "BN", "RQ"), ("clobberers", "LEC", "A"), ("nutters", "", "THUC"), ("rookies", "", "SWHM")];
    for (army, hopeless, mating) in armies {
        let variant = format!("cwda:{army}");
        for letter in hopeless.chars() {
            assert!(is_drawn(&variant, &with(&format!("1{letter}2"))), "{army} {letter}");
        }
        for letter in mating.chars() {
            // On h1, where none of them gives check.
            assert!(!is_drawn(&variant, &with(&format!("3{letter}"))), "{army} {letter}");
        }
        assert!(!is_drawn(&variant, "3k4/8/8/8/8/8/7P/3K4 w - - 0 1"), "{army} P");
    }
    assert!(is_drawn("chess", &with("4")), "bare Kings");
    assert!(!is_drawn("chess", &with("NN2")), "two Knights: mate exists");
    assert!(is_drawn("chess", "3k1b2/8/8/8/8/8/8/2BK4 w - - 0 1"), "Bishops of one color");
    assert!(!is_drawn("chess", "3k4/8/8/8/8/8/8/2BK1B2 w - - 0 1"), "Bishops of both colors");
    assert!(is_drawn("cwda:clobberers", "3k4/8/8/8/8/8/8/2CK2C1 w - - 0 1"), "Clobberers of one color");
    assert!(!is_drawn("cwda:clobberers", "3k4/8/8/8/8/8/8/2CK1C2 w - - 0 1"), "Clobberers of both colors");
    assert!(!is_drawn("cwda:nutters", "3k4/8/8/8/8/8/8/2HK1H2 w - - 0 1"), "two Horses mate");
}

/// Narrow Chess: a side that cannot move has lost, in check or not. So a single piece may always win,
/// and only bare kings draw.
#[test]
fn in_narrow_chess_stalemate_loses() {
    let outcome =
        |fen: &str| Position::from_fen(compile(&definition("narrow")).unwrap(), fen).unwrap().outcome();
    let ranks = |top: &str, empty: usize| format!("{top}{}", "/2".repeat(empty));
    let stalemate = outcome(&format!("{} b - - 0 1", ranks("k1/2/1Q/2/1K", 15))).unwrap();
    assert_eq!((stalemate.winner, stalemate.reason), (Some(Color::White), Reason::NoMoves));
    assert_eq!(outcome(&format!("{} w - - 0 1", ranks("k1/2/2/2/1D/1K", 14))), None);
    assert_eq!(
        outcome(&format!("{} w - - 0 1", ranks("k1/2/2/2/2/1K", 14))).map(|outcome| outcome.reason),
        Some(Reason::Material)
    );
}

/// A side of a small game could once have 32 pieces in a FEN, and the message had no number.
#[test]
fn a_fen_has_room_for_64_pieces_on_whichever_side() {
    let fen = "4k3/8/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1";
    let mut crowd = crate::common::position("chess", fen);
    assert_eq!((crowd.fen().as_str(), crowd.validate()), (fen, Ok(())));
    crate::common::play(&mut crowd, "a6a7 e8d8 a7a8q");
    let row = "QQQQQQQQQQ/".repeat(6);
    let error =
        Position::from_fen(crate::common::game("capablanca"), &format!("QQQQkQQQQQ/{row}4K5 w - - 0 1"))
            .unwrap_err();
    assert!(error.to_string().contains("at most 64, both sides together"), "{error}");
}

#[test]
fn pieces_are_attacked_along_open_rays_and_pawns_are_left_out() {
    let position = position("chess", "4k3/8/3p4/4N2r/1b2P2b/2N5/P5P1/R3KB1r w - - 0 1");
    let attacked = position.board().attacked_pieces();
    let men = position.pieces(Color::White).filter(|man| attacked.holds(man.1));
    let mut squares: Vec<String> = men.map(|(_, square)| position.game().shape.name(square)).collect();
    squares.sort();
    // The king's bishop is attacked by the rook, and the king behind it is not; the king is by h4.
    assert_eq!(squares, ["c3", "e1", "e5", "f1"]);
}

#[test]
fn a_shuffled_start_is_a_position_with_all_rights() {
    let game = game("caparandom");
    let shuffler = Shuffler::new(&game).unwrap();
    let mut next = 7_u64;
    for _ in 0..50 {
        let start = shuffler.start(|below| {
            next = next.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from(next >> 33).unwrap() % below
        });
        let (fen, position) = start.unwrap();
        assert_eq!(position.fen(), fen);
        assert!(fen.ends_with(" w KQkq - 0 1"), "{fen}");
    }
}

/// Every game that castles as chess does has the choice of a shuffled start. From the usual array it is played
/// as without.
#[test]
fn games_that_castle_as_chess_have_a_shuffled_start() {
    let catalog = Catalog::builtin();
    for name in ["crazyhouse", "atomic", "3check", "seirawan", "cwda:nutters/clobberers", "chess"] {
        let game = compiled(&catalog.resolve(&format!("{name};start=960")).unwrap());
        let dice = |below: usize| below / 3;
        let (_, drawn) = Shuffler::new(&game).unwrap().start(dice).unwrap();
        assert_ne!(drawn.fen(), Position::start(game.clone()).fen(), "{name}");
        let again = Position::from_fen(game.clone(), &drawn.fen()).unwrap();
        assert_eq!(drawn.fen(), again.fen(), "{name}");
        let usual = Position::start(compiled(&definition(name)));
        assert_eq!(perft(&usual, 2), perft(&Position::start(game), 2), "{name}");
    }
    for name in ["fischerandom", "capablanca", "horde", "shatranj", "placement", "xiangqi"] {
        assert!(catalog.resolve(&format!("{name};start=960")).is_err(), "{name}");
    }
    assert_eq!(definition("crazyhouse960").id, "crazyhouse;start=960");
    assert_eq!(definition("Seirawan-960").id, "seirawan;start=960");
    assert!(definition("chess;start=960").plays_as(&definition("fischerandom")));
}
