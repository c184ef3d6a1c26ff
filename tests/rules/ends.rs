//! Ends of games other than mate: goals to reach, checks to count, pieces to keep, bare kings. The
//! rules are those of cutechess's boards and of XBoard's manual.

use std::sync::atomic::AtomicBool;

use crate::common::files::Files;
use crate::common::{compiled, end, game, play, position};
use fibnif::engine::search::{Limits, Searcher};
use fibnif::rules::geometry::Color;
use fibnif::rules::position::{Peril, Position, Reason};

/// The engine's move with this number of nodes.
fn best(position: &Position, nodes: u64) -> String {
    let mut searcher = Searcher::new(position.game(), 1);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let best = searcher.run(&mut position.clone(), &limits, &AtomicBool::new(false), &mut |_| ());
    position.move_text(best.best_move.unwrap())
}

/// Grid Chess: mate and stalemate as cutechess's tests have them; a Queen mates from beside the King
/// if a line lies between, and no piece checks within its cell.
#[test]
fn a_grid_keeps_men_from_attacking_within_their_cells() {
    let ended = [
        ("r6r/2kRN2p/pp6/2p5/5B2/3P1P2/PP3P1P/6K1 b - - 0 1", Some(Color::White), Reason::Mate),
        ("8/8/1p3R2/pkp5/2b1P1r1/5N2/Pb3P1P/3R2K1 w - - 2 28", Some(Color::Black), Reason::Mate),
        ("Q1bk1bnr/8/3p2p1/p3p3/8/4P3/PPPP2PP/RNB1K1qR w KQ - 0 1", Some(Color::Black), Reason::Mate),
        ("r1bqkbnr/p1p1pppp/1pBp4/8/8/4P3/PPPP1PPP/RNBQK1NR b KQkq - 0 4", Some(Color::White), Reason::Mate),
        ("8/8/8/8/pk6/KP6/2r5/8 w - - 0 1", None, Reason::NoMoves),
    ];
    for (fen, winner, reason) in ended {
        assert_eq!(end(&position("grid", fen)), Some((winner, reason)), "{fen}");
    }
    assert!(!position("grid", "8/8/8/8/8/8/6q1/k6K w - - 0 1").in_check());
    assert!(position("displacedgrid", "8/8/8/8/8/8/6q1/k6K w - - 0 1").in_check());
}

/// King of the Hill: a King on d4, e4, d5 or e5 has won, and the engine goes there.
#[test]
fn a_king_on_the_hill_wins() {
    let mut hill = position("kingofthehill", "7k/8/8/8/8/4K3/8/q7 w - - 0 1");
    assert_eq!(end(&hill), None);
    assert!(["e3e4", "e3d4"].contains(&best(&hill, 2000).as_str()));
    play(&mut hill, "e3e4");
    assert_eq!(end(&hill), Some((Some(Color::White), Reason::Goal)));
    hill.unmake();
    assert_eq!(end(&hill), None);
}

/// The game continues while a side can still reach the hill, check, or lose a piece that matters. In
/// chess the same pieces draw.
#[test]
fn no_game_is_drawn_that_an_end_of_its_own_can_decide() {
    let (bare, knight) = ("8/8/4k3/8/8/8/2K5/8 b - - 0 152", "8/8/4k3/8/6N1/8/2K5/8 b - - 0 152");
    let drawn = Some((None, Reason::Material));
    assert_eq!((end(&position("chess", bare)), end(&position("chess", knight))), (drawn, drawn));
    assert_eq!(
        (end(&position("kingofthehill", bare)), end(&position("kingofthehill", knight))),
        (None, None)
    );
    for variant in ["3check", "5check"] {
        assert_eq!(end(&position(variant, bare)), drawn, "{variant}: a King gives no check");
        assert_eq!(end(&position(variant, knight)), None, "{variant}");
    }
    // One check wins. Otherwise a knight alone draws by the rules of the parent.
    let makruk = |variant: &str| end(&position(variant, "8/8/1k6/3K4/8/3N4/8/8 b - 0 0 1"));
    assert_eq!((makruk("makruk"), makruk("karouk")), (drawn, None));
    // Pieces to lose, or a king to bare, although the file does not mention it.
    let lost = |ends: &str, fen: &str| {
        let text = format!("title = \"x\"\nextends = \"chess\"\n[rules]\nends = {{ {ends} }}\n");
        let files = Files::new("ends", &[("mine.toml", &text)]);
        end(&Position::from_fen(compiled(&files.catalog().resolve("mine").unwrap()), fen).unwrap())
    };
    assert_eq!(lost("lost = { pieces = [\"N\"], how = \"all\" }", "8/8/4k1n1/8/6N1/8/2K5/8 b - - 0 1"), None);
    assert_eq!(lost("bare = true", "8/8/4k3/6b1/8/8/2K5/2B5 b - - 0 1"), None);
    // A royal Queen mates a royal Wazir.
    let kings = "title = \"x\"\nstart = \"l7/8/8/8/8/8/8/K7 w - - 0 1\"\n[pieces]\n\
                 K = { betza = \"Q\", royal = \"check\" }\nL = { betza = \"W\", royal = \"check\" }\n";
    let files = Files::new("kings", &[("mine.toml", kings)]);
    let game = compiled(&files.catalog().resolve("mine").unwrap());
    assert_eq!(end(&Position::from_fen(game, "l7/8/8/8/8/8/8/1K6 b - - 0 1").unwrap()), None);
}

/// Three-check: the third check wins; the FEN tells how many are still to be given.
#[test]
fn the_third_check_wins() {
    let mut checks = Position::start(game("3check"));
    play(&mut checks, "e2e4 d7d6 f1b5");
    assert_eq!(checks.fen(), "rnbqkbnr/ppp1pppp/3p4/1B6/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 2+3 1 2");
    let again = position("3check", &checks.fen());
    assert_eq!((again.key(), again.fen()), (checks.key(), checks.fen()));
    checks.unmake();
    assert!(checks.fen().contains(" 3+3 "), "{}", checks.fen());

    let mut last = position("3check", "4k3/8/8/8/8/8/4P3/3QK3 w - - 1+3 0 1");
    assert_eq!(best(&last, 2000), best(&last, 4000));
    let before = last.key();
    play(&mut last, "d1a4");
    assert_eq!(end(&last), Some((Some(Color::White), Reason::Checks)));
    last.unmake();
    assert_eq!((end(&last), last.key()), (None, before));
    assert!(
        Position::from_fen(game("3check"), "4k3/8/8/8/8/8/8/4K3 w - - 4+3 0 1").is_err(),
        "more checks than there are"
    );
    assert_eq!(
        position("3check", "4k3/8/8/8/8/8/8/4K2R w - - +1+0 0 1").fen(),
        "4k3/8/8/8/8/8/8/4K2R w - - 2+3 0 1"
    );
}

/// The engine sees the deciding check, its own or the other side's, beyond its depth.
#[test]
fn the_last_check_is_seen_coming() {
    for (fen, mate) in
        [("4k3/8/8/8/8/8/4P3/3QK3 w - - 1+3 0 1", 1), ("4k3/8/8/8/8/8/4P3/3QK3 b - - 1+3 0 1", -1)]
    {
        let mut last = position("3check", fen);
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let best =
            Searcher::new(last.game(), 1).run(&mut last, &limits, &AtomicBool::new(false), &mut |_| ());
        assert_eq!(best.score.mate_in(), Some(mate), "{fen}");
    }
}

/// Three Kings: they may be left in check, and the first one captured loses the game.
#[test]
fn the_first_king_captured_loses() {
    let mut kings = position("threekings", "k3k2k/8/8/8/8/8/8/K3K2K w - - 0 1");
    assert!(!kings.in_check());
    assert_eq!(end(&kings), None);
    let mut rook = position("threekings", "k3k2k/8/8/8/8/8/8/KR2K2K w - - 0 1");
    assert_eq!(end(&rook), None);
    play(&mut rook, "b1b8");
    assert_eq!(end(&rook), None);
    play(&mut rook, "a8b8");
    play(&mut kings, "a1a2");
    assert_eq!(end(&kings), None);
    let mut taken = position("threekings", "k3k2k/8/8/8/8/8/8/RK2K2K w - - 0 1");
    assert_eq!(best(&taken, 2000), "a1a8");
    play(&mut taken, "a1a8");
    assert_eq!(end(&taken), Some((Some(Color::White), Reason::Lost)));
}

/// Shatranj: a bare King has lost, unless it can bare the other King at once, which draws; a side
/// without a move has lost.
#[test]
fn a_bare_king_loses_in_shatranj() {
    let bare = |fen: &str| end(&position("shatranj", fen));
    assert_eq!(bare("4k3/8/8/8/8/8/R7/4K3 b - - 0 1"), Some((Some(Color::White), Reason::Bare)));
    assert_eq!(bare("8/8/8/8/8/1k6/R7/4K3 b - - 0 1"), None, "the Rook can be taken");
    assert_eq!(bare("8/8/8/8/8/1k6/RR6/4K3 b - - 0 1"), Some((Some(Color::White), Reason::Bare)));
    assert_eq!(bare("8/8/8/8/8/1k6/8/4K3 w - - 0 1"), Some((None, Reason::Bare)));
    assert_eq!(
        bare("8/8/8/8/8/1k6/R7/4K3 w - - 0 1"),
        Some((Some(Color::White), Reason::Bare)),
        "the chance is gone"
    );
    assert_eq!(bare("k7/2K5/1Q6/8/8/8/p7/8 b - - 0 1").map(|end| end.0), None, "the pawn still moves");
    assert_eq!(bare("k7/2K5/1Q6/8/8/p7/P7/8 b - - 0 1"), Some((Some(Color::White), Reason::NoMoves)));
}

/// Extinction and Kinglet Chess: the last piece of a type, the last pawn. No king is in check, castling
/// over attacked squares is legal, and a pawn may become a king.
#[test]
fn the_last_man_of_a_kind_loses() {
    let extinct = |fen: &str| end(&position("extinction", fen));
    assert_eq!(
        extinct("6k1/5p2/7p/3p4/p2pr3/b1BQ2Pq/r1B1P1RP/N6K b - - 0 34"),
        Some((Some(Color::White), Reason::Lost))
    );
    assert_eq!(
        extinct("rn1qkbnr/ppp1pppp/3p4/8/4P1b1/8/PPPP1PPP/RNB1KBNR w KQkq - 0 3"),
        Some((Some(Color::Black), Reason::Lost))
    );
    let kinglet = |fen: &str| end(&position("kinglet", fen));
    assert_eq!(kinglet("8/8/4P3/2Q5/1P6/1P6/8/8 b - - 0 1"), Some((Some(Color::White), Reason::Lost)));
    assert_eq!(kinglet("2k5/1pp3R1/6p1/r7/8/4K3/8/8 w - - 0 1"), Some((Some(Color::Black), Reason::Lost)));
    assert_eq!(kinglet("8/8/6p1/8/8/4P3/8/8 w - - 0 1"), None);

    let mut castling = position("kinglet", "4r3/p7/8/8/8/8/P7/R3K2R w KQ - 0 1");
    assert!(!castling.in_check());
    play(&mut castling, "e1g1");
    assert_eq!(castling.fen(), "4r3/p7/8/8/8/8/P7/R4RK1 b - - 1 1");
    castling.unmake();
    play(&mut castling, "a2a4 e8e1");
    assert_eq!(
        castling.fen(),
        "4r3/p7/8/8/P7/8/8/R3r2R w - - 0 2".replace("4r3", "8"),
        "without a King no right is left"
    );

    let mut crowned = position("kinglet", "8/P7/8/8/8/7p/7P/K6k w - - 0 1");
    play(&mut crowned, "a7a8k");
    assert_eq!(crowned.fen(), "K7/8/8/8/8/7p/7P/K6k b - - 0 1");
    crowned.validate().unwrap();
}

/// The engine captures the last piece of a type, even at the cost of a queen, and guards its own.
#[test]
fn the_engine_knows_which_men_must_not_be_lost() {
    let taken = position("extinction", "kqrbn2n/p1p5/8/8/4Q3/8/7P/KQRBN2N w - - 0 1");
    assert_eq!(best(&taken, 500), "e4a8");
    let guarded = position("extinction", "2krbnnr/p1p4p/3q4/8/8/8/P2R3P/QKRBNN2 b - - 0 1");
    assert!(best(&guarded, 3000).starts_with("d6"), "the only Queen is attacked");
    assert_eq!(guarded.peril(), Some(Peril::Loss));
}

/// Co-Regal Chess: the queen is mated like the king, and a pawn cannot become a queen on an attacked
/// square.
#[test]
fn a_royal_queen_is_mated() {
    let mated = |fen: &str| end(&position("coregal", fen));
    assert_eq!(
        mated("4Rqk1/p2p2pp/1pp2p2/8/8/3P4/PP3PPP/4Q1K1 b - - 0 1"),
        Some((Some(Color::White), Reason::Mate))
    );
    assert_eq!(
        mated("q3r1k1/R1Q2ppp/8/4n3/4PN2/3P3P/5PP1/6K1 b - - 0 27"),
        Some((Some(Color::White), Reason::Mate))
    );
    assert_eq!(mated("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1"), None, "King and Queen can mate");

    let mut pawn = position("coregal", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert!(pawn.parse_move("a7a8q").is_ok());
    play(&mut pawn, "a7b8q");
    assert!(pawn.in_check());
    pawn.validate().unwrap();
    pawn.unmake();
    pawn.validate().unwrap();
    let attacked = position("coregal", "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert!(attacked.parse_move("a7a8q").is_err(), "the Rook attacks a8");
    assert!(attacked.parse_move("a7a8r").is_ok());
    assert!(attacked.parse_move("a7b8q").is_ok());
}

/// Horde Chess: White has lost without pieces, and is stalemated, but never mated.
#[test]
fn a_horde_has_no_king() {
    let horde = |fen: &str| end(&position("horde", fen));
    assert_eq!(horde("8/8/4k3/8/8/8/8/8 w - - 0 1"), Some((Some(Color::Black), Reason::Lost)));
    assert_eq!(horde("8/8/1k6/5p2/5P2/5P2/8/8 w - - 0 1"), Some((None, Reason::NoMoves)));
    assert_eq!(horde("2k4R/R7/8/3PP3/8/8/8/8 b - - 0 1"), Some((Some(Color::White), Reason::Mate)));

    let mut first = position("horde", "4k3/8/8/8/8/1p6/p7/2P5 w - - 0 1");
    play(&mut first, "c1c3");
    assert!(first.parse_move("b3c2").is_err(), "no capture in passing on the second rank");
    let mut second = position("horde", "4k3/8/8/8/1p6/8/2P5/2P5 w - - 0 1");
    play(&mut second, "c2c4 b4c3 c1c2");
    assert_eq!(second.fen(), "4k3/8/8/8/8/2p5/2P5/8 b - - 1 2".replace("- 1 2", "- 0 2"));
}

/// Jeson Mor: a knight on e5 wins if it is not captured at once, and so does a side whose opponent
/// cannot move.
#[test]
fn the_middle_is_to_be_held() {
    let mor = |fen: &str| end(&position("jesonmor", fen));
    assert_eq!(mor("9/9/9/2n6/4N4/9/9/9/9 b - - 0 1"), None);
    assert_eq!(mor("9/9/9/2n6/4N4/9/9/9/9 w - - 0 1"), Some((Some(Color::White), Reason::Goal)));
    let won = "1nnn1n1nn/9/9/3n1n3/4N4/5N3/1N7/9/1N1N1NNN1 b - - 0 7";
    assert_eq!(mor(won), Some((Some(Color::White), Reason::Goal)));
    assert_eq!(mor("9/9/Nn7/9/4n4/9/9/9/9 w - - 0 25"), Some((Some(Color::Black), Reason::Goal)));
    assert_eq!(mor("9/9/1n7/9/9/9/3n5/9/9 w - - 0 24"), Some((Some(Color::Black), Reason::NoMoves)));
    let answer = position("jesonmor", "n8/9/9/2n6/4N4/9/9/9/8N b - - 0 1");
    assert_eq!(answer.peril(), Some(Peril::Goal));
    assert_eq!(best(&answer, 500), "c6e5");
}

/// Racing Kings: nobody gives check; Black may answer White's arrival, and White not Black's.
#[test]
fn the_race_of_the_kings_may_be_drawn() {
    let race = |fen: &str| end(&position("racingkings", fen));
    assert_eq!(race("6k1/3K4/3B4/8/8/8/8/8 w - - 0 1"), Some((Some(Color::Black), Reason::Goal)));
    assert_eq!(race("6K1/3k4/3b4/8/8/8/8/8 b - - 0 1"), None);
    assert_eq!(race("6K1/8/3bk3/8/8/8/8/8 b - - 0 1"), Some((Some(Color::White), Reason::Goal)));
    assert_eq!(race("3k2K1/8/3b4/8/8/8/8/8 w - - 1 1"), Some((None, Reason::Goal)));
    let answer = position("racingkings", "6K1/3k4/8/8/8/8/1b6/8 b - - 0 1");
    assert_eq!(answer.peril(), Some(Peril::Goal));
    assert!(best(&answer, 500).starts_with("d7"));
    let run = position("racingkings", "8/2K5/8/4k3/8/8/1b6/8 w - - 0 1");
    assert!(best(&run, 500).ends_with('8'));
}

/// Atomic Chess: a capture that blows up the enemy's king wins, even if it leaves the own king attacked
/// (lichess.org/variant/atomic). The position after it is a whole one, and its FEN can be read.
#[test]
fn an_explosion_counts_before_a_check() {
    let mut pinned = position("atomic", "4k3/3p4/8/8/8/8/8/r2QK3 w - - 0 1");
    play(&mut pinned, "d1d7");
    assert_eq!(pinned.validate(), Ok(()));
    assert!(matches!(end(&pinned), Some((Some(Color::White), _))), "{:?}", end(&pinned));
    assert_eq!(position("atomic", &pinned.fen()).fen(), pinned.fen());
}

/// Kings alone cannot explode each other. Any other piece may.
#[test]
fn bare_kings_draw_in_atomic() {
    assert_eq!(end(&position("atomic", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")), Some((None, Reason::Material)));
    for fen in ["4k3/8/8/8/8/8/8/4KN2 w - - 0 1", "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1"] {
        assert_eq!(end(&position("atomic", fen)), None, "{fen}");
    }
}

/// With its king alone a side wins on time only where something else than mate ends the game.
#[test]
fn a_king_alone_cannot_win_where_mate_decides() {
    for (variant, fen, cannot) in [
        ("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", true),
        ("chess", "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", false),
        ("cwda:clobberers/nutters", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", true),
        ("3check", "4k3/8/8/8/8/8/4P3/4K3 w - - 3+3 0 1", true),
        ("makruk", "4k3/8/8/8/8/8/4N3/R3K3 w - 0 0 1", true),
        ("kingofthehill", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
        ("racingkings", "8/8/8/8/8/7k/4R3/K7 w - - 0 1", false),
        ("horde", "4k3/8/8/8/8/8/4P3/4P3 w - - 0 1", false),
        ("crazyhouse", "4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1", false),
        ("antichess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
        ("shatranj", "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1", false),
    ] {
        assert_eq!(position(variant, fen).cannot_win(Color::Black), cannot, "{variant} {fen}");
        assert!(!position(variant, fen).cannot_win(Color::White), "{variant} {fen}");
    }
}
