//! FENs as other programs write them.

use crate::common::{game, position};
use fibnif::rules::position::Position;

/// Shogi and its family without en passant field and clock, as cutechess has it in its tests and openings.
#[test]
fn positions_of_shogi_have_no_clock_in_cutechess() {
    let rows = "lR4snl/4k1g2/pgnspp1p1/2p3p1p/1p2b4/P6P1/BSPP1PP1P/4G1GS1/LNK2r1NL[PPp]";
    let fen = format!("{rows} w - - 0 32");
    for fields in ["w - 32", "w 32", "w 0 32", "w - - 0 32"] {
        assert_eq!(position("shogi", &format!("{rows} {fields}")).fen(), fen, "{fields}");
    }
    for (variant, rows) in [
        ("minishogi", "rbsgk/4p/5/P4/KGSBR[-]"),
        ("euroshogi", "1nbgkgn1/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/1NGKGBN1[-]"),
        ("judkins", "rbnsgk/5p/6/6/P5/KGSNBR[-]"),
        ("dobutsu", "gle/1c1/1C1/ELG[-]"),
    ] {
        for (fields, number) in [("w - 2", 2), ("b - 7", 7), ("b 7", 7), ("w - 1", 1)] {
            let (side, read) =
                (fields.split(' ').next().unwrap(), position(variant, &format!("{rows} {fields}")));
            let expected = format!("{side} - - 0 {number}");
            assert!(read.fen().ends_with(&expected), "{variant} {fields}: {}", read.fen());
        }
    }
}

/// In the SFEN of Shogi programs `b` and the capitals are the side that begins, the pieces in hand are not in
/// brackets, and the number counts plies.
#[test]
fn positions_of_shogi_programs_are_read() {
    let rows = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    for (fields, fen) in [
        ("b - 1", "[] w - - 0 1"),
        ("w - 2", "[] b - - 0 1"),
        ("b - 3", "[] w - - 0 2"),
        ("w Pp 12", "[Pp] b - - 0 6"),
        ("b 2Pb3p 7", "[PPbppp] w - - 0 4"),
        ("w P", "[P] b - - 0 1"),
    ] {
        let read = position("shogi", &format!("{rows} {fields}")).fen();
        let expected = position("shogi", &format!("{rows}{fen}")).fen();
        assert_eq!(read, expected, "{fields}");
    }
    let handicap = "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    assert!(position("shogi", handicap).fen().contains(" b - - 0 1"));
    for (fen, reason) in [
        (format!("{rows} b 99P 1"), "too many pieces"),
        (format!("{rows} b 99999999999999999999P 1"), "too many pieces"),
        (format!("{rows} b 2X 1"), "`2X`"),
        (format!("{rows} b - x"), "`x`"),
    ] {
        let error = Position::from_fen(game("shogi"), &fen).unwrap_err().to_string();
        assert!(error.contains(reason), "{fen}: {error}");
    }
}

/// Where a field could be missing by mistake, it is still asked for.
#[test]
fn short_forms_are_those_of_games_without_the_field() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 1",
    ] {
        let error = Position::from_fen(game("chess"), fen).unwrap_err().to_string();
        assert!(error.contains("en passant"), "{error}");
    }
    let makruk = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - 128 12 40";
    assert_eq!(position("makruk", makruk).fen(), makruk);
}
