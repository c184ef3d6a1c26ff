//! Pieces that are transformed by moving, kings of which one may be left attacked, Lions that are not
//! traded, and relocated pieces. The rules are those of cutechess's boards, of Spartan Chess as
//! Fairy-Stockfish plays it, and of `u` as Muller describes it. The perft counts of the first are in
//! `data/perft`.

use crate::common::files::Files;
use crate::common::{after, end, game, moves, moves_from, position, set};
use fibnif::rules::geometry::Color;
use fibnif::rules::position::{Position, Reason};

#[test]
fn each_king_of_gryphon_chess_may_be_mated() {
    let mated = "r1b4r/ppp2pp1/3n1b2/1RB1nK1n/2k1K3/5B2/PPPP1PPP/RNB5 w - - 0 1";
    assert_eq!(end(&position("gryphon", mated)), Some((Some(Color::Black), Reason::Mate)));
}

/// The game of one of cutechess's tests, with its last position.
#[test]
fn men_of_circular_gryphon_chess_go_round() {
    let mut game = position("circulargryphon", "8/R4k2/5n2/8/5n2/2K5/q3P2P/8 b - - 0 1");
    for san in "Qxa7 e3 a5 Kb4 Nc6 Nc4+ Ke7 Ba6 Ng4 h4 Be2".split(' ') {
        let m = fibnif::rules::pgn::san::read(&game, san).unwrap_or_else(|error| panic!("{san}: {error:?}"));
        game.make(m);
    }
    assert_eq!(game.fen(), "8/4k3/R1b5/8/1K3n1N/8/4r3/8 w - - 1 7");
}

#[test]
fn a_man_that_would_make_one_too_many_cannot_move() {
    let knights = position("gryphon", "8/8/8/8/8/8/1PPP4/NNNN4 w - - 0 1");
    assert_eq!(moves_from(&knights, "b2"), set([]), "there are four Knights");
    assert!(!moves_from(&knights, "a1").is_empty());
    let kings = after(position("gryphon", "5k2/8/8/8/8/8/8/Q7 w - - 0 1"), "a1b1");
    assert_eq!(kings.fen(), "5k2/8/8/8/8/8/8/1K6 b - - 1 1");
    let guarded = position("gryphon", "k7/8/8/8/8/8/6r1/3Q4 w - - 0 1");
    assert!(!moves(&guarded).contains("d1d2"), "the Queen would be a King there, and attacked");
}

#[test]
fn a_king_of_simplified_gryphon_chess_goes_back_only_once_its_side_has_captured() {
    let ahead = set(["d5", "c5", "e5"]);
    let around = set(["d5", "c5", "e5", "c4", "e4", "c3", "d3", "e3"]);
    let whole = position("simplifiedgryphon", "4k3/pppppppp/8/8/3K4/8/PPPPPPPP/8 w - - 0 1");
    assert_eq!(moves_from(&whole, "d4"), ahead);
    let fewer = position("simplifiedgryphon", "4k3/ppppppp1/8/8/3K4/8/PPPPPPPP/8 w - - 0 1");
    assert_eq!(moves_from(&fewer, "d4"), around);
    let lost = position("simplifiedgryphon", "4k3/pppppppp/8/8/3K4/8/PPPPPPP1/8 w - - 0 1");
    assert_eq!(moves_from(&lost, "d4"), ahead, "its own losses do not count");
    let beside = position("simplifiedgryphon", "8/pppppppp/8/8/3Kn3/8/PPPPPPPP/4k3 w - - 0 1");
    assert!(!moves(&beside).contains("d4e4"), "the first capture must be another");
    let black = position("simplifiedgryphon", "8/pppppppp/8/3k4/8/8/PPPPPPPP/4K3 b - - 0 1");
    assert_eq!(moves_from(&black, "d5"), set(["d4", "c4", "e4"]));
}

#[test]
fn what_waits_for_a_capture_attacks_before() {
    let level = position("simplifiedgryphon", "8/pppppppp/8/5k2/3K4/8/PPPPPPPP/8 w - - 0 1");
    assert_eq!(moves_from(&level, "d4"), set(["d5", "c5"]), "e5 is beside the other King");
    let late = "extends = 'chess'\ntitle = 'Late'\npieces.N = { betza = 'mN', after_capture = 'cN' }\n";
    let files = Files::new("late", &[("late.toml", late)]);
    let game = fibnif::rules::game::compile(&files.catalog().resolve("late").unwrap()).unwrap();
    let fen = "rnbqkb1r/pppppppp/8/8/8/3n4/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let checked = Position::from_fen(game, fen).unwrap();
    assert!(checked.in_check(), "the Knight could not take yet");
    assert!(moves(&checked).iter().all(|m| m.ends_with("d3")), "{:?}", moves(&checked));
}

#[test]
fn moves_that_wait_for_a_capture_are_plain_ones() {
    let refused = |line: &str| {
        let text = format!("extends = 'chess'\ntitle = 'Late'\n{line}\n");
        let files = Files::new("waiting", &[("late.toml", &text)]);
        files
            .catalog()
            .resolve("late")
            .and_then(|def| fibnif::rules::game::compile(&def))
            .err()
            .unwrap()
            .to_string()
    };
    for moves in ["imN", "aK", "NO2", "xN", "ceF", "kN", "udN"] {
        let error = refused(&format!("pieces.N.after_capture = '{moves}'"));
        assert!(error.contains("expected moves or captures in one leg"), "{moves}: {error}");
    }
}

#[test]
fn only_some_moves_may_turn_a_man() {
    let knight = "N = { becomes = { to = 'Q', when = 'captures', squares = 'a5:h8' } }";
    let text = format!("extends = 'chess'\ntitle = 'Prize'\n[pieces]\n{knight}\n");
    let files = Files::new("turned", &[("prize.toml", &text)]);
    let game = fibnif::rules::game::compile(&files.catalog().resolve("prize").unwrap()).unwrap();
    let fen = "4k3/8/3p4/8/4N3/6p1/8/4K3 w - - 0 1";
    for (m, men) in [
        ("e4d6", "4k3/8/3Q4/8/8/6p1/8/4K3"),
        ("e4c5", "4k3/8/3p4/2N5/8/6p1/8/4K3"),
        ("e4g3", "4k3/8/3p4/8/8/6N1/8/4K3"),
    ] {
        let position = after(Position::from_fen(game.clone(), fen).unwrap(), m);
        assert_eq!(position.fen().split(' ').next(), Some(men), "{m}");
    }
}

#[test]
fn one_of_two_spartan_kings_may_be_left_in_check_and_captured() {
    let both = position("spartan", "k6k/8/8/8/8/8/8/R3K3 b - - 0 1");
    assert!(!both.in_check());
    assert!(moves(&both).contains("h8g8"), "the other King may move as it likes");
    let taken = after(both, "h8g8 a1a8");
    assert_eq!(taken.fen(), "R5k1/8/8/8/8/8/8/4K3 b - - 0 2");
    assert!(taken.in_check() && !moves(&taken).contains("g8h8"));
    let duple = position("spartan", "k2Q3k/8/8/8/8/8/8/4K3 b - - 0 1");
    assert!(duple.in_check());
    assert_eq!(moves(&duple), set(["a8a7", "a8b7", "h8g7", "h8h7"]), "one of them leaves the rank");
    let mated = position("spartan", "k1R4k/6RR/8/8/8/8/R7/4K3 b - - 0 1");
    assert_eq!(end(&mated), Some((Some(Color::White), Reason::Mate)));
}

#[test]
fn a_hoplite_becomes_a_king_if_there_is_one_only() {
    let promotions = |fen: &str| moves_from(&position("spartan", fen), "b2");
    let one = promotions("7k/8/8/8/8/8/1h6/4K3 b - - 0 1");
    let all = ["a1c", "a1g", "a1k", "a1l", "a1w", "c1c", "c1g", "c1k", "c1l", "c1w"];
    assert_eq!(one, all.map(String::from).into());
    let two = promotions("k6k/8/8/8/8/8/1h6/4K3 b - - 0 1");
    assert_eq!(two, all.iter().filter(|to| !to.ends_with('k')).map(|to| (*to).to_owned()).collect());
    let check = position("spartan", "3Q3k/8/8/8/8/8/1h6/4K3 b - - 0 1");
    assert!(moves(&check).contains("b2a1k"), "then only one of two Kings is attacked");
    assert!(!moves(&check).contains("b2a1g"));
}

/// The rules of Chu Shogi in XBoard's variant `lion`.
#[test]
fn lions_are_not_traded() {
    let lion = |fen: &str| moves_from(&position("mightylion", fen), "d3");
    assert!(!lion("4k3/8/4p3/3l4/8/3L4/8/4K3 w - - 0 1").contains("d5"), "the Pawn could take back");
    assert!(lion("8/8/4k3/3l4/8/3L4/8/4K3 w - - 0 1").contains("d5"), "a King does not count");
    assert!(lion("4k3/8/8/3l4/8/3L4/8/4K3 w - - 0 1").contains("d5"), "nobody could take back");
    assert!(lion("4k3/8/8/4p3/3l4/3L4/8/4K3 w - - 0 1").contains("d4"), "it stands beside it");
    let elven = moves(&position("elven", "10/10/5k4/3l6/10/3L6/10/10/10/4K5 w - - 0 1"));
    assert!(elven.contains("d5d7"), "not even a King beside it");
    let guarded = moves(&position("elven", "10/10/4k5/3l6/10/3L6/10/10/10/4K5 w - - 0 1"));
    assert!(!guarded.contains("d5d7"), "in Elven Chess a King counts");
    let over = |man: char| {
        let fen = format!("4k3/8/4p3/3l4/3{man}4/3L4/8/4K3 w - - 0 1");
        moves(&position("mightylion", &fen)).contains("d3d4,d4d5")
    };
    assert!(over('n') && !over('p'), "a man on the way pays for it, a Pawn does not");
    let taken = after(position("mightylion", "4k2q/8/8/3l4/8/8/8/3RK2L w - - 0 1"), "d1d5");
    assert!(!moves(&taken).contains("h8h1"), "the Rook has taken a Lion");
    assert!(moves(&after(taken, "e8e7 e1e2")).contains("h8h1"));
    let eats = "L.betza = 'KdK'\nR.betza = 'RdR'";
    let taken = after(with("mightylion", eats, "4k2q/8/8/3L4/8/8/8/3RK2L w - - 0 1"), "d1d5");
    assert!(moves(&taken).contains("h8h1"), "the Rook has taken a Lion of its own");
}

#[test]
fn rights_that_no_array_gives_are_not_had() {
    let rights = |variant: &str| game(variant).castles.iter().map(|castle| castle.letter).collect::<String>();
    assert_eq!((rights("spartan").as_str(), rights("chess").as_str()), ("KQ", "KQkq"));
}

/// A game with other pieces.
fn with(game: &str, men: &str, fen: &str) -> Position {
    let text = format!("extends = '{game}'\ntitle = 'Others'\n[pieces]\n{men}\n");
    let files = Files::new("others", &[("others.toml", &text)]);
    let game = fibnif::rules::game::compile(&files.catalog().resolve("others").unwrap()).unwrap();
    Position::from_fen(game, fen).unwrap()
}

/// Chess with rooks that may swap places with an enemy, knights that swap with their own pieces, and
/// bishops that push enemies one square further.
fn shifting(fen: &str) -> Position {
    shifting_in("chess", fen)
}

fn shifting_in(game: &str, fen: &str) -> Position {
    with(game, "R.betza = 'RucR'\nN.betza = 'mNudK'\nB.betza = 'mBpafabucFdW'", fen)
}

/// A game like chess with other pieces and rules, in a position.
fn other(more: &str, fen: &str) -> Position {
    let files = Files::new("other", &[("other.toml", &format!("extends = 'chess'\n{more}"))]);
    let game = fibnif::rules::game::compile(&files.catalog().resolve("other").unwrap());
    Position::from_fen(game.unwrap_or_else(|error| panic!("{more}: {error}")), fen).unwrap()
}

#[test]
fn what_captures_kings_alone_captures_one_that_is_left_attacked() {
    // Black has two kings, and leaves one attacked.
    let rules = "rules.royals = 'not-all'\nrules.castling = 'none'\nstart = 'rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1'\n";
    let knight = format!("{rules}pieces.N.betza = 'NkW'\n");
    let position = other(&knight, "k7/8/8/8/3kNr2/8/8/K7 w - - 0 1");
    let captures = set(["d4", "c3", "c5", "d2", "d6", "f2", "f6", "g3", "g5"]);
    assert_eq!(moves_from(&position, "e4"), captures);
    assert!(!position.in_check());
    // Both are attacked: by a move that only gives check, too.
    let position = other(&knight, "kR6/8/8/8/3kN3/8/8/K7 b - - 0 1");
    assert!(position.in_check());
    // It does not leave its zone for a king.
    let confined =
        format!("{rules}zone.home.squares = 'a1:h3'\npieces.N = {{ betza = 'NkR', within = 'home' }}\n");
    let position = other(&confined, "4k3/8/8/8/8/8/8/K3N2k w - - 0 1");
    assert!(moves_from(&position, "e1").contains("h1"));
    assert!(!moves_from(&position, "e1").contains("e8"));
}

#[test]
fn what_captures_all_but_kings_protects_and_what_captures_kings_alone_does_not() {
    // The queens must not be traded. Black's is on d8, where a knight or a king may protect it.
    let trade = |knight: &str, fen: &str| {
        let rules = "rules.untraded = 'Q'\nrules.castling = 'none'\npieces.N.betza = ";
        moves(&other(&format!("{rules}'{knight}'"), fen)).contains("d1d8")
    };
    assert!(trade("N", "3qn2k/8/8/8/8/8/8/K2Q4 w - - 0 1"));
    assert!(!trade("W", "3qn2k/8/8/8/8/8/8/K2Q4 w - - 0 1"));
    assert!(!trade("tW", "3qn2k/8/8/8/8/8/8/K2Q4 w - - 0 1"));
    assert!(!trade("tR", "3q1n1k/8/8/8/8/8/8/K2Q4 w - - 0 1"));
    assert!(trade("tR", "3qbn1k/8/8/8/8/8/8/K2Q4 w - - 0 1"));
    assert!(trade("kW", "3qn2k/8/8/8/8/8/8/K2Q4 w - - 0 1"));
    // A move that captures no king gives no check.
    assert!(!other("rules.untraded = 'Q'\npieces.N.betza = 'tW'", "8/8/8/8/8/8/8/Kn5k w - - 0 1").in_check());
}

#[test]
fn moves_wait_for_a_capture_where_captured_pieces_come_to_hand() {
    // White has captured as long as Black has fewer pieces, on the board and in hand, than at the start.
    let rules =
        "pieces.N = { betza = 'N', after_capture = 'W' }\nstart = '2q1k3/8/8/8/8/8/8/N3K3 w - - 0 1'\n";
    let step = |hands: &str, fen: &str| moves(&other(&format!("{rules}{hands}"), fen)).contains("a1a2");
    for (hands, fen, expected) in [
        ("hands.captured = 'captor'", "2q1k3/8/8/8/8/8/8/N3K3[] w - - 0 1", false),
        ("hands.captured = 'captor'", "4k3/8/8/8/8/8/8/N3K3[Q] w - - 0 1", true),
        ("hands.captured = 'captor'", "4k3/8/8/8/8/8/8/N3K3[q] w - - 0 1", false),
        ("hands.captured = 'captor'", "3qk3/8/8/8/8/8/8/N3K3[] w - - 0 1", false),
        ("hands = { captured = 'nobody', stock = 'R' }", "2q1k3/8/8/8/8/8/8/N3K3[Rr] w - - 0 1", false),
        ("hands = { captured = 'nobody', stock = 'R' }", "4k3/8/8/8/8/8/8/N3K3[Rr] w - - 0 1", true),
    ] {
        assert_eq!(step(hands, fen), expected, "{hands} {fen}");
    }
}

#[test]
fn men_that_take_kings_alone_see_one_that_begins_outside_its_zone() {
    let text = "extends = 'chess'\ntitle = 'Outside'\nrules.castling = 'none'\nzone.home.squares = 'a1:c3'\n\
        start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1'\n\
        pieces.N.betza = 'kB'\npieces.K.within = 'home'\n";
    let files = Files::new("outside", &[("outside.toml", text)]);
    let game = fibnif::rules::game::compile(&files.catalog().resolve("outside").unwrap()).unwrap();
    let checked = |fen: &str| Position::from_fen(game.clone(), fen).unwrap().in_check();
    assert!(checked("4k3/8/8/8/7n/8/8/4K3 w - - 0 1"));
    assert!(!checked("4k3/8/8/8/6n1/8/8/4K3 w - - 0 1"));
}

#[test]
fn men_that_are_put_down_elsewhere_are_not_gone() {
    for (fen, m, short, san, then) in [
        ("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "d1d5", true, "Rxd5", "4k3/8/8/3R4/8/8/8/4K3 b - - 0 1"),
        (
            "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1",
            "d1d1,d1d5",
            false,
            "Rxd5/d1",
            "4k3/8/8/3R4/8/8/8/3nK3 b - - 1 1",
        ),
        (
            "4k3/8/8/8/8/4p3/4N3/4K2R w K - 5 1",
            "e2e2,e2e1",
            true,
            "Nxe1/e2",
            "4k3/8/8/8/8/4p3/4K3/4N2R b - - 6 1",
        ),
        (
            "4k3/8/8/4n3/3B4/8/8/4K3 w - - 0 1",
            "d4f6,f6e5",
            false,
            "Bxe5/f6",
            "4k3/8/5n2/4B3/8/8/8/4K3 b - - 1 1",
        ),
        ("4k3/8/8/8/3B4/3R4/8/4K3 w - - 0 1", "d4d3", true, "Bxd3", "4k3/8/8/8/8/3B4/8/4K3 b - - 0 1"),
    ] {
        let position = shifting(fen);
        let played = position.parse_move(m).unwrap_or_else(|error| panic!("{fen} {m}: {error}"));
        assert_eq!(position.move_text(played), m);
        assert_eq!(fibnif::rules::pgn::san::write(&position, played), san);
        assert_eq!(fibnif::rules::pgn::san::read(&position, san), Ok(played), "{san}");
        let squares = m.split(',').next_back().unwrap();
        let direct = format!("{}{}", &m[..2], &squares[2..]);
        assert_eq!(position.parse_move(&direct) == Ok(played), short, "{direct}");
        let mut after = position.clone();
        after.make(played);
        assert_eq!((after.fen().as_str(), after.validate()), (then, Ok(())), "{m}");
        after.unmake();
        assert_eq!((after.fen(), after.validate()), (position.fen(), Ok(())), "{m}");
    }
}

#[test]
fn nobody_is_put_down_where_it_may_not_stand_or_gives_check() {
    let rook = |fen: &str| moves_from(&shifting(fen), "d3");
    assert!(rook("4k3/8/8/3b4/8/3R4/8/4K3 w - - 0 1").contains("d3,d3d5"));
    assert!(!rook("4k3/8/8/3b4/8/3R4/4K3/8 w - - 0 1").contains("d3,d3d5"), "there it attacks the King");
    assert!(rook("4k3/8/8/3p4/8/3R4/8/4K3 w - - 0 1").contains("d3,d3d5"));
    let pawn = shifting("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1");
    assert!(!moves(&pawn).contains("d1d1,d1d5"), "a Pawn would have promoted there");
    let text = "extends = 'chess'\ntitle = 'Tame'\npieces.R.betza = 'utcR'\n";
    let files = Files::new("tame", &[("tame.toml", text)]);
    let game = fibnif::rules::game::compile(&files.catalog().resolve("tame").unwrap()).unwrap();
    let tame = |fen: &str| moves(&Position::from_fen(game.clone(), fen).unwrap());
    assert!(tame("4k3/8/8/3p4/8/3R4/8/4K3 w - - 0 1").contains("d3d3,d3d5"));
    assert!(
        !tame("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1").contains("d1d1,d1d5"),
        "nor where it captures no kings"
    );
    let checked = shifting("4r1k1/8/8/8/8/8/8/3NK3 w - - 0 1");
    assert!(moves(&checked).contains("d1d1,d1e1"), "the King leaves the file");
    let swaps = |game: &str| moves(&shifting_in(game, "8/8/8/8/K7/8/R7/N6k w - - 0 1")).contains("a1a1,a1a2");
    assert!(swaps("chess") && !swaps("checkless"), "the Rook gives check from there");
}

#[test]
fn who_would_have_to_take_its_own_king_gives_no_check() {
    let over = |fen: &str| with("chess", "N.betza = 'daR'", fen).in_check();
    assert!(!over("n2k3K/8/8/8/8/8/8/8 w - - 0 1"));
    assert!(over("n2p3K/8/8/8/8/8/8/3k4 w - - 0 1"), "a Pawn it may take");
    let crossed = with("chess", "N.betza = 'daR'", "n1k4K/8/8/8/8/8/8/8 b - - 0 1");
    assert_eq!(fibnif::rules::pgn::san::write(&crossed, crossed.parse_move("c8b8").unwrap()), "Kb8");
}

#[test]
fn who_takes_no_king_at_the_end_may_take_one_on_the_way() {
    let two_kings = with("spartan", "N.betza = 'caftF'", "7k/8/8/8/8/8/4k3/K4N2 w - - 0 1");
    assert!(moves(&two_kings).contains("f1e2,e2d3"));
    let spared = with("spartan", "N.betza = 'caftF'", "8/8/8/8/8/3k4/4h3/K4N1k w - - 0 1");
    assert!(!moves(&spared).contains("f1e2,e2d3"));
    let checks = |fen: &str| with("spartan", "N.betza = 'mcaftF'", fen).in_check();
    assert!(checks("4k3/8/8/8/3k4/2N5/8/K3R3 b - - 0 1"));
    assert!(!checks("8/8/8/4k3/3k4/2N5/8/K3R3 b - - 0 1"), "it would have to take the other King at the end");
}

#[test]
fn who_takes_two_men_names_them_in_the_order_of_its_way() {
    let row = |fen: &str| moves(&with("chess", "N.betza = 'mcafmcafW'", fen));
    assert!(row("8/8/k7/8/8/8/8/Nrr4K w - - 0 1").contains("a1b1,b1c1,c1d1"));
    assert!(row("8/8/k7/8/8/8/8/1rrN3K w - - 0 1").contains("d1c1,c1b1,b1a1"));
    let around = with("chess", "N.betza = 'cacaK'", "7k/8/8/3rr3/3N4/8/8/7K w - - 0 1");
    let ways = ["d4d5,d5e5,e5d6", "d4e5,e5d5,d5d6"].map(|way| around.parse_move(way).unwrap());
    assert_eq!(ways[0], ways[1], "it takes the same men");
    assert_eq!(moves(&around).iter().filter(|text| text.ends_with("d6")).count(), 1);
    for wrong in ["d4d5,e5d6", "d4d5,d5e5", "d4d5,d5e5,e5", "d4d5,d5e5,e5d6,", "d4d6,"] {
        assert!(around.parse_move(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_lost_lion_tells_positions_apart_only_where_another_could_be_taken() {
    let again =
        |fen: &str| after(position("mightylion", fen), "d1d5 e8e7 d5d4 e7e8 d4d5").counters().repetitions();
    assert_eq!(again("4k2q/8/8/3l4/8/8/8/3RK3 w - - 0 1"), 1);
    assert_eq!(again("4k2q/8/8/3l4/8/8/8/3RK2L w - - 0 1"), 0, "the Queen may take the Lion only now");
}

#[test]
fn who_takes_its_own_man_checks_without_it() {
    let over = with("chess", "N.betza = 'NdW'", "4k3/8/8/4N3/4R3/8/8/4K3 w - - 0 1");
    assert_eq!(fibnif::rules::pgn::san::write(&over, over.parse_move("e5e4").unwrap()), "Nxe4");
}

#[test]
fn a_king_that_may_be_spared_does_not_castle_through_attacks() {
    let text = "extends = 'chess'\ntitle = 'Two'\nrules.royals = 'not-all'\n\
        start = 'rnbqkbkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBKR w KQkq - 0 1'\n";
    let files = Files::new("two-kings", &[("two.toml", text)]);
    let game = fibnif::rules::game::compile(&files.catalog().resolve("two").unwrap()).unwrap();
    let castles = |rook: &str| {
        let fen = format!("4k1k1/8/8/{rook}/8/8/6K1/R3K3 w Q - 0 1");
        moves(&Position::from_fen(game.clone(), &fen).unwrap()).contains("e1c1")
    };
    assert_eq!(["r7", "1r6", "2r5", "3r4", "4r3"].map(castles), [true, true, false, false, false]);
}

#[test]
fn a_first_move_is_not_had_again_by_a_man_who_comes_from_elsewhere() {
    let men = "N.betza = 'lWifD'";
    let start = with("chess", men, "4k3/8/8/8/8/8/4K3/1N4N1 w B - 0 1");
    assert!(moves(&start).is_superset(&set(["b1b3", "g1g3"])), "nobody comes to g1");
    let comes = "b1b3 e8d8 g1f1 d8e8 f1e1 e8d8 e1d1 d8e8 d1c1 e8d8 c1b1 d8e8";
    assert_eq!(moves_from(&after(start, comes), "b1"), set(["a1"]));
}

/// What the pawn becomes is the enemy's.
#[test]
fn a_piece_that_promotes_and_changes_sides_may_not_attack_its_old_king() {
    let wide = "extends = 'andernach'\ntitle = 'Wide'\npieces.P.promotes = { to = ['Q', 'R', 'B', 'N'], squares = 'a6:h8' }\n";
    let files = Files::new("turncoats", &[("wide.toml", wide)]);
    let game = fibnif::rules::game::compile(&files.catalog().resolve("wide").unwrap()).unwrap();
    let promotions = |fen: &str, from: &str| -> Vec<String> {
        let position = Position::from_fen(game.clone(), fen).unwrap();
        moves(&position).into_iter().filter(|m| m.starts_with(from)).collect()
    };
    let open = "r4nnr/p2kp3/rQ6/2q2PbP/4p1p1/nPp2N1P/3NQP2/3K1B1R b - - 0 15";
    assert_eq!(promotions(open, "c3d2"), ["c3d2b", "c3d2n"], "a Queen or Rook would attack d7");
    let near = "8/8/8/8/3pk3/2N5/8/K7 b - - 0 1";
    assert_eq!(promotions(near, "d4c3"), ["d4c3b", "d4c3q", "d4c3r"], "a Knight would attack e4");
    // The plain pawn would attack d4, what it becomes does not.
    let pawn = "8/8/8/8/1p1k4/2R5/8/K7 b - - 0 1";
    assert_eq!(promotions(pawn, "b4c3"), ["b4c3n", "b4c3r"]);
    let passed = "8/8/8/8/3Pp1k1/8/8/K7 b - d3 0 1";
    assert_eq!(promotions(passed, "e4d3"), ["e4d3b", "e4d3n", "e4d3q", "e4d3r"]);
}

/// The moves as Fairy-Stockfish writes them.
#[test]
fn signs_of_pieces_that_turn_over_are_read() {
    let start = Position::start(game("kyotoshogi"));
    let signed = ["b1a2+", "b1b2+", "b1c2+", "e1e2+", "a1a2-", "a1b2-", "d1c2-", "d1d2-", "d1e2-"];
    for text in signed {
        let m = start.parse_move(text).unwrap();
        assert_eq!(start.parse_move(&text[..4]), Ok(m));
        assert_eq!(start.uci_text(m, false), text);
    }
    let king = start.parse_move("c1c2").unwrap();
    assert_eq!(start.uci_text(king, false), "c1c2");
    for wrong in ["c1c2+", "a1a2+", "b1b2-", "a1a2--", "a1a3-"] {
        assert!(start.parse_move(wrong).is_err(), "{wrong}");
    }
    // A sign that somebody has chosen is part of the move.
    let entering = position("shogi", "4k4/9/9/9/9/9/9/9/4K4[] w - - 0 1");
    assert!(entering.parse_move("e1e2+").is_err());
}
