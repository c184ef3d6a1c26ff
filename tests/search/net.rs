//! The files of nets, and how pieces are encoded for them.

use fibnif::base::network::{INPUTS, KING_INPUTS, Network, NetworkSize};
use fibnif::base::trained::{CHECK, DirectNetwork, DirectSize, Sight, TrainedNet, ZONED_BOARD};
use fibnif::engine::eval::Evaluator;
use fibnif::engine::eval::net::{
    ActiveInput, King, Net, NetOutput, OffBoard, describe, mirrored, misfit, net_of,
};
use fibnif::rules::game::KindId;
use fibnif::rules::geometry::{Color, Square};
use fibnif::rules::position::Position;

use crate::common::files::Files;
use crate::common::{compiled, game};

fn some() -> Network {
    with_inputs(INPUTS)
}

fn with_inputs(inputs: usize) -> Network {
    let shape = NetworkSize { inputs, sums: 5, hidden: 3 };
    let numbers: Vec<f32> = (0u16..).take(shape.len()).map(|i| (f32::from(i) * 0.7).sin()).collect();
    Network::rounded(shape, &numbers)
}

#[test]
fn a_net_is_read_as_it_was_written() {
    let bytes = some().to_bytes();
    assert_eq!(Network::read(&bytes).unwrap(), some());
    for (i, bad) in [(0, b'x'), (10, b'9'), (200, 7), (bytes.len() - 1, 1)] {
        let mut spoilt = bytes.clone();
        spoilt[i] ^= bad;
        assert!(Network::read(&spoilt).is_err(), "{i}");
    }
    let error = Network::read(&bytes[..bytes.len() - 3]).unwrap_err().to_string();
    assert!(error.contains("the file was cut off or changed"), "{error}");
    let (wide, deep) = ("inputs 735 sums 32 buckets 4 hidden 9", "inputs 534 sums 32 buckets 4 hidden 99999");
    for text in [String::new(), "mobility 1 2\n".to_owned(), format!("fibnif net 2 {wide}\n")]
        .into_iter()
        .chain([format!("fibnif net 2 {deep}\n")])
    {
        let error = Network::read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains("expected a net, which begins with `fibnif net 2"), "{error}");
    }
}

/// The bytes with the checksum (FNV-1a) that ends a file.
fn with_sum(bytes: &[u8]) -> Vec<u8> {
    let sum =
        bytes.iter().fold(2_166_136_261, |sum: u32, &byte| (sum ^ u32::from(byte)).wrapping_mul(16_777_619));
    [bytes, &sum.to_le_bytes()].concat()
}

#[test]
fn a_net_in_the_first_format_is_read() {
    let mut bytes = b"fibnif net 1 inputs 1 sums 1 buckets 4 hidden 1\n".to_vec();
    for number in 0..27i16 {
        bytes.extend((700 * number - 9000).to_le_bytes());
    }
    let net = Network::read(&with_sum(&bytes)).unwrap();
    // Each part has its own unit; the start of the sums is limited to 489.
    let number = |at: u16| 700.0 * f32::from(at) - 9000.0;
    let wanted = (0..27).map(|at| match at {
        14 => 489.0 / 256.0,
        15..23 => number(at) / 2048.0,
        _ => number(at) / 1024.0,
    });
    assert_eq!(net.numbers(), wanted.collect::<Vec<_>>());
    assert_eq!(Network::read(&net.to_bytes()).unwrap(), net);
    let error = Network::read(&with_sum(&bytes[..bytes.len() - 2])).unwrap_err().to_string();
    assert_eq!(error, "expected 54 bytes of numbers, found 52");
    let packed = net.to_bytes();
    let error = Network::read(&with_sum(&packed[..packed.len() - 12])).unwrap_err().to_string();
    assert!(error.starts_with("expected 54 bytes of numbers, found "), "{error}");
}

/// A net that stands alone, of the pieces of chess.
fn alone() -> DirectNetwork {
    with_rows(false)
}

/// The same, with or without rows for pieces in hand.
fn with_rows(held: bool) -> DirectNetwork {
    that_sees(Sight { board: ZONED_BOARD, zoned: true, held, beside: false }, "mfWcefFimfnD,N,B,R,Q,K")
}

/// A net that stands alone, of any pieces.
fn that_sees(sight: Sight, pieces: &str) -> DirectNetwork {
    let pieces: Vec<String> = pieces.split(',').map(str::to_owned).collect();
    let size = DirectSize { sight, pieces: pieces.len(), sums: 3 };
    let numbers = size
        .lengths()
        .map(|length| (0u16..).take(length).map(|i| (f32::from(i) * 0.7).sin()).collect::<Vec<_>>());
    DirectNetwork::rounded(pieces, sight, size.sums, numbers.each_ref().map(Vec::as_slice))
}

#[test]
fn a_net_that_stands_alone_is_read_as_it_was_written() {
    let (net, bytes) = (alone(), alone().to_bytes());
    assert_eq!(TrainedNet::read(&bytes), Ok(TrainedNet::Direct(net)));
    let error = |bytes: &[u8]| TrainedNet::read(bytes).unwrap_err().to_string();
    assert!(error(&bytes[..bytes.len() - 3]).contains("the file was cut off or changed"));
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let line = text.lines().next().unwrap();
    assert_eq!(line, "fibnif net 5 pieces mfWcefFimfnD,N,B,R,Q,K sums 3 buckets 4");
    let longer = [line.replace("sums 3", "sums 4").as_bytes(), &bytes[line.len()..bytes.len() - 4]].concat();
    let size = alone().size();
    let lengths = |sums| 2 * DirectSize { sums, ..size }.lengths().iter().sum::<usize>();
    let expected = format!("expected {} bytes of numbers, found {}", lengths(4), lengths(3));
    assert_eq!(error(&with_sum(&longer)), expected);
    let held = with_rows(true);
    let bytes = held.to_bytes();
    assert!(bytes.starts_with(b"fibnif net 5 pieces mfWcefFimfnD,N,B,R,Q,K held 4 sums 3 buckets 4\n"));
    assert_eq!(TrainedNet::read(&bytes), Ok(TrainedNet::Direct(held)));
    let small = that_sees(Sight { board: (5, 6), zoned: false, held: true, beside: false }, "K,check");
    let bytes = small.to_bytes();
    assert!(bytes.starts_with(b"fibnif net 5 pieces K,check held 4 board 5x6 one zone sums 3 buckets 4\n"));
    assert_eq!(TrainedNet::read(&bytes), Ok(TrainedNet::Direct(small)));
    let beside = that_sees(Sight { board: ZONED_BOARD, zoned: false, held: false, beside: true }, "N,K");
    let bytes = beside.to_bytes();
    assert!(bytes.starts_with(b"fibnif net 5 pieces N,K one zone beside sums 3 buckets 4\n"));
    assert_eq!(TrainedNet::read(&bytes), Ok(TrainedNet::Direct(beside)));
    let one_zone = "one zone sums 3";
    for wrong in ["sums 0", "sums 513", "sums x", "sum 3", "board 5x6 sums 3", "beside sums 3"]
        .map(str::to_owned)
        .into_iter()
        .chain(["0x8", "16x16", "8", "8x"].map(|board| format!("board {board} {one_zone}")))
    {
        let error = error(line.replace("sums 3", &wrong).as_bytes());
        assert!(error.starts_with("expected a net, which begins with `fibnif net 5`"), "{error}");
    }
}

#[test]
fn a_net_that_stands_alone_in_the_format_before_is_read() {
    let (net, bytes) = (alone(), alone().to_bytes());
    let before = [b"fibnif net 4", &bytes[12..bytes.len() - 4]].concat();
    let Ok(TrainedNet::Direct(read)) = TrainedNet::read(&with_sum(&before)) else { panic!("it is a net") };
    // Sums were not written in steps.
    let (read, net) = (read.numbers(), net.numbers());
    for (of_row, row) in read[0].chunks_exact(7).zip(net[0].chunks_exact(7)) {
        assert_eq!(of_row[3..], row[3..]);
        let in_steps: Vec<f32> = of_row[..3].iter().map(|sum| 8.0 * sum).collect();
        assert_eq!(in_steps, row[..3]);
    }
    assert_eq!(read[1..], net[1..]);
}

#[test]
fn a_net_that_stands_alone_sees_both_sides_and_mirror_images_alike() {
    let game = game("chess");
    let mut net = NetOutput::of(&game, &TrainedNet::Direct(alone()), &[]).unwrap();
    let mut of = |placement: &str, side: &str| {
        let fen = format!("{placement} {side} - - 0 1");
        net.of_position(&Position::from_fen(game.clone(), &fen).unwrap())
    };
    let swapped = |text: &str| -> String {
        let swap = |c: char| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
        text.chars().map(swap).collect()
    };
    let mut found = Vec::new();
    for placement in [
        "r1bqk2r/pp3ppp/2n2n2/3p4/1b1P4/2N2N2/PP2BPPP/R1BQK2R",
        "2kr3r/ppp2ppp/8/4n3/8/2P5/PP3PPP/R3KB1R",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8",
    ] {
        let ranks: Vec<&str> = placement.split('/').collect();
        let mirrored: Vec<String> = ranks.iter().map(|rank| rank.chars().rev().collect()).collect();
        let turned: Vec<String> = ranks.iter().rev().map(|rank| swapped(rank)).collect();
        let (here, mirrored, turned) =
            (of(placement, "w"), of(&mirrored.join("/"), "w"), of(&turned.join("/"), "b"));
        assert_eq!([mirrored, turned], [here, here], "{placement}");
        found.push(here);
    }
    found.dedup();
    assert_eq!(found.len(), 3, "{found:?}");
}

#[test]
fn a_net_that_stands_alone_is_only_for_games_of_which_it_sees_all() {
    let [net, held] = [false, true].map(|held| TrainedNet::Direct(with_rows(held)));
    let reason = |variant: &str| {
        let said = misfit(&game(variant), &net)?;
        Some(said.strip_prefix("cannot be used in this game: ").expect("it says so").to_owned())
    };
    for variant in ["chess", "fischerandom", "nocastle", "cwda:fide/fide", "atomic"] {
        assert_eq!((reason(variant), misfit(&game(variant), &held)), (None, None), "{variant}");
        assert!(NetOutput::of(&game(variant), &net, &[]).is_some());
    }
    for variant in ["placement", "crazyhouse", "pocketknight"] {
        let said = "it has pieces in hand, and the net knows only those on the board";
        assert_eq!(reason(variant).as_deref(), Some(said), "{variant}");
        assert!(NetOutput::of(&game(variant), &net, &[]).is_none());
        assert_eq!(misfit(&game(variant), &held), None, "{variant}");
    }
    assert_eq!(reason("3check").as_deref(), Some("it counts checks, and the net does not"));
    assert_eq!(reason("horde").as_deref(), Some("a side does not begin with one king"));
    assert_eq!(reason("capablanca").as_deref(), Some("its board is 10x8, and that of the net 8x8"));
    let said = "it has a Leaping Bishop (`BD`), and the net knows mfWcefFimfnD, N, B, R, Q, K";
    assert_eq!(reason("cwda:clobberers/fide").as_deref(), Some(said));
    let sight = Sight { board: ZONED_BOARD, zoned: false, held: true, beside: false };
    let of = |pieces: &str| TrainedNet::Direct(that_sees(sight, pieces));
    let (one_zone, with_checks) =
        (of("mfWcefFimfnD,N,B,R,Q,K"), of(&format!("mfWcefFimfnD,N,B,R,Q,K,{CHECK}")));
    let lines = of("mfWcfF,N,FfW,R,F ifD,F,K");
    assert_eq!(misfit(&game("cambodian"), &lines), None, "a piece may have several lines of notation");
    for variant in ["antichess", "extinction", "knightmate", "crazyhouse", "chess"] {
        assert_eq!(misfit(&game(variant), &one_zone), None, "{variant}");
    }
    assert!(misfit(&game("3check"), &one_zone).is_some());
    assert_eq!([misfit(&game("3check"), &with_checks), misfit(&game("5check"), &with_checks)], [None, None]);
}

#[test]
fn where_sides_begin_beside_each_other_black_sees_a_mirror() {
    let [beside, opposite] = [true, false].map(|beside| {
        let sight = Sight { board: ZONED_BOARD, zoned: false, held: false, beside };
        TrainedNet::Direct(that_sees(sight, "mfWcefFimfnD,N,B,R,Q,K"))
    });
    let said = |own: &str, known: &str| {
        Some(format!(
            "cannot be used in this game: its sides begin {own} each other, and those of the net {known}"
        ))
    };
    assert_eq!(misfit(&game("racingkings"), &opposite), said("beside", "opposite"));
    assert_eq!(misfit(&game("chess"), &beside), said("opposite", "beside"));
    let game = game("racingkings");
    let mut net = NetOutput::of(&game, &beside, &[]).unwrap();
    let mut of = |fen| net.of_position(&Position::from_fen(game.clone(), fen).unwrap());
    let there = of("8/2k5/8/4K3/8/8/1rbnNB1R/qrbnNBRQ w - - 0 1");
    assert_eq!(there, of("8/5K2/8/3k4/8/8/r1bnNBR1/qrbnNBRQ b - - 0 1"));
    assert_ne!(there, of("8/5K2/8/3k4/8/8/r1bnNBR1/qrbnNBRQ w - - 0 1"));
}

fn sorted(features: &[ActiveInput], change: impl Fn(u16) -> u16) -> Vec<(u16, i16)> {
    let mut features: Vec<_> =
        features.iter().map(|feature| (change(feature.index), feature.value)).collect();
    features.sort_unstable();
    features
}

#[test]
fn black_men_are_described_like_white_ones() {
    let game = game("cwda:nutters");
    let half = game.kinds.len() / 2;
    for kind in 0..half {
        let of = |kind: usize| describe(&game, KindId(u8::try_from(kind).unwrap()), 300);
        let (white, black) = (of(kind), of(kind + half));
        for rank in 0..8 {
            for file in 0..8 {
                let [white, black] = [&white[8 * rank + file], &black[8 * (7 - rank) + file]];
                assert_eq!(sorted(white, |i| i), sorted(black, |i| i));
            }
        }
    }
}

#[test]
fn symmetric_men_are_the_same_in_a_mirror() {
    let game = game("cwda:clobberers/rookies");
    for kind in game.kind_ids() {
        let described = describe(&game, kind, 300);
        for at in 0..64 {
            let other = &described[at / 8 * 8 + 7 - at % 8];
            assert_eq!(sorted(&described[at], mirrored), sorted(other, |i| i));
            assert!(described[at].iter().all(|feature| usize::from(feature.index) < INPUTS));
        }
    }
    assert!((0..u16::try_from(KING_INPUTS).unwrap()).all(|i| mirrored(mirrored(i)) == i));
}

/// The corrections of a position by two nets.
fn corrections(variant: &str, fen: &str, nets: [&Network; 2]) -> [i32; 2] {
    let game = game(variant);
    let values = Evaluator::new(&game).values().to_vec();
    let position = Position::from_fen(game.clone(), fen).unwrap();
    nets.map(|net| {
        let net = TrainedNet::Described(net.clone());
        NetOutput::of(&game, &net, &values).unwrap().of_position(&position)
    })
}

#[test]
fn a_net_made_before_hands_were_inputs_sees_the_board_alone() {
    let old = with_inputs(524);
    assert_eq!(Network::read(&old.to_bytes()).unwrap(), old);
    let wide = old.clone().widened(INPUTS);
    assert_eq!(wide.size().inputs, INPUTS);
    let chess = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let [before, after] = corrections("chess", chess, [&old, &wide]);
    assert_eq!(before, after);
    let of = |hands: &str, net: &Network| {
        let fen = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[{hands}] w KQkq - 0 1");
        corrections("crazyhouse", &fen, [net, net])[0]
    };
    assert_eq!(of("QQnp", &old), of("", &old));
    assert_ne!(of("QQnp", &some()), of("", &some()));
}

#[test]
fn a_square_seen_from_a_king_is_the_same_for_both_sides_and_in_a_mirror() {
    let kings = Color::ALL.map(|color| King::of(&game("chess"), color).unwrap());
    assert_eq!(kings.each_ref().map(King::zones), [16, 16]);
    let seen = |color: Color, at: [u8; 2], owner, man: [u8; 2], change: fn(u16) -> u16| {
        let (king, [at, man]) =
            (&kings[color.index()], [at, man].map(|[file, rank]| Square(8 * rank + file)));
        sorted(&king.describe(king.zone(at), owner, man), change)
    };
    let squares = || (0..8).flat_map(|file| (0..8).map(move |rank| [file, rank]));
    for king in squares() {
        for man in squares() {
            for (owner, other) in [(Color::White, Color::Black), (Color::Black, Color::White)] {
                let white = seen(Color::White, king, owner, man, |index| index);
                let black = seen(Color::Black, [king[0], 7 - king[1]], other, [man[0], 7 - man[1]], |i| i);
                assert_eq!(white, black, "{king:?} {man:?}");
                let mirror =
                    seen(Color::White, [7 - king[0], king[1]], owner, [7 - man[0], man[1]], mirrored);
                assert_eq!(white, mirror, "{king:?} {man:?}");
                assert!(white.iter().all(|&(index, _)| (INPUTS..KING_INPUTS).contains(&index.into())));
            }
        }
    }
}

#[test]
fn kings_are_inputs_of_a_side_that_has_one() {
    for (variants, wanted) in [
        ("chess kingofthehill racingkings knightmate cwda:nutters/rookies makruk half-chess", [true, true]),
        ("horde", [false, true]),
        // Their kings begin in hand.
        ("placement sittuyin", [true, true]),
        ("spartan", [true, false]),
        ("antichess extinction kinglet threekings", [false, false]),
    ] {
        for variant in variants.split(' ') {
            let sides = Color::ALL.map(|color| King::of(&game(variant), color).is_some());
            assert_eq!(sides, wanted, "{variant}");
        }
    }
    let net = with_inputs(KING_INPUTS);
    let plain = Network::read(&some().to_bytes()).unwrap().widened(KING_INPUTS);
    let [fen, castled] =
        ["R4K2", "R5K1"].map(|rank| format!("4k3/pppp1ppp/8/8/8/8/PPPP1PPP/{rank} w - - 0 1"));
    let [near, far] = [fen, castled].map(|fen| corrections("chess", &fen, [&net, &plain]));
    assert_ne!(near[0], far[0]);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let [widened, small] = corrections("chess", start, [&plain, &some()]);
    assert_eq!(widened, small, "inputs that a net did not have count nothing");
}

#[test]
fn what_is_off_the_board_is_counted() {
    for (variant, fen, wanted, counted) in [
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[PPPPPPPQQn] w - - 0 1", [9, 1], [9, 1]),
        (
            "seirawan",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEe] w KQBCDFGkqbcdfg - 0 1",
            [2, 1],
            [2, 1],
        ),
        ("3check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2+1 0 1", [1, 1], [2, 1]),
        ("5check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5+4 0 1", [1, 1], [5, 4]),
    ] {
        let game = game(variant);
        let position = Position::from_fen(game.clone(), fen).unwrap();
        let of = |off_board: &OffBoard| {
            let items: Vec<_> = off_board.items().zip(off_board.counts(&position)).collect();
            let of = |side: Color| -> u8 {
                items.iter().filter(|((color, _), _)| *color == side).map(|(_, count)| count).sum()
            };
            Color::ALL.map(of)
        };
        let off_board = OffBoard::described(&game).unwrap();
        assert_eq!(of(&off_board), wanted, "{variant}");
        assert_eq!(of(&OffBoard::counted(&game).unwrap()), counted, "{variant}");
        let described: Vec<_> = off_board.descriptions(&game, &[]).into_iter().map(|item| item.1).collect();
        let described: Vec<_> = described.iter().map(|features| sorted(features, |index| index)).collect();
        let (white, black) = described.split_at(described.len() / 2);
        assert!(white == black, "{variant}: both sides are described alike");
        let mut different = white.to_vec();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), white.len(), "{variant}: each item has a description of its own");
    }
    assert!(OffBoard::described(&game("chess")).is_none() && OffBoard::counted(&game("chess")).is_none());
}

#[test]
fn the_shipped_nets_can_be_read() {
    assert!(Net::shipped().all(|net| net.network().is_some()));
}

#[test]
fn a_game_has_the_net_that_its_file_names_or_that_is_proven_for_it() {
    for (wanted, variants) in [
        (Some("betza"), "narrow nearly-colorboundmost"),
        (Some("colorboundmost"), "colorboundmost colorboundmost:raiders"),
        (Some("half"), "half-chess augmented-half halfling"),
        (Some("chess"), "chess cwda:fide/fide greener fischerandom placement pocketknight seirawan almost"),
        (Some("cwda"), "cwda:nutters/rookies cwda:fide/rookies cwda:clobberers/nutters"),
        (Some("compounds"), "chigorin newzealand"),
        (Some("amazon"), "amazon"),
        (Some("hoppelpoppel"), "hoppelpoppel"),
        (Some("armies"), "janus capablanca gustav3 embassy"),
        (Some("general"), "cwda:dragons/pizza cwda:fide/avian cwda:beasts"),
        (Some("racingkings"), "racingkings"),
        (Some("losing"), "antichess giveaway suicide codrus"),
        (Some("extinction"), "extinction"),
        (Some("horde"), "horde"),
        (Some("makruk"), "makruk asean makpong"),
        (Some("cambodian"), "cambodian"),
        (Some("ai-wok"), "ai-wok"),
        (Some("losers"), "losers"),
        (Some("losalamos"), "losalamos"),
        (Some("atomic"), "atomic"),
        (Some("5check"), "5check"),
        (Some("3check"), "3check"),
        (Some("crazyhouse"), "crazyhouse loop chessgi"),
        (Some("bughouse"), "bughouse koedem"),
        (Some("blast"), "blast atomar"),
        (Some("knightmate"), "knightmate"),
        (Some("shogi"), "shogi"),
        (Some("shatranj"), "shatranj chaturanga"),
        (Some("courier"), "courier"),
        (Some("threekings"), "threekings"),
        (Some("grand"), "grand"),
        (None, "grid"),
        (Some("xiangqi"), "xiangqi supply"),
        (Some("manchu"), "manchu"),
        (Some("janggi"), "janggi janggicasual"),
        (Some("shoshogi"), "shoshogi"),
        (Some("troitzky"), "troitzky"),
        (None, "checkless"),
    ] {
        for variant in variants.split(' ') {
            assert_eq!(
                net_of(&game(variant)).map(|net| net.name().to_owned()).as_deref(),
                wanted,
                "{variant}"
            );
        }
    }
}

#[test]
fn the_net_of_chess_plays_with_pieces_in_hand_that_it_has_learned() {
    let stock = |stock: &str, captured: &str| {
        format!("extends = \"chess\"\n[hands]\ncaptured = \"{captured}\"\nstock = \"{stock}\"\n")
    };
    let cases = [
        (Some("chess"), stock("QR", "nobody")),
        (None, stock("QR", "owner")),
        (Some("chess"), "extends = \"seirawan\"\n".to_owned()),
        (None, "extends = \"seirawan\"\n[pieces]\nE = { betza = \"RF\" }\n".to_owned()),
        (None, "extends = \"placement\"\n[rules.ends]\nchecks = 3\n".to_owned()),
    ];
    for (wanted, text) in cases {
        let files = Files::new("hands", &[("mine.toml", &text)]);
        let def = files.catalog().resolve("mine").unwrap();
        assert_eq!(net_of(&compiled(&def)).map(|net| net.name().to_owned()).as_deref(), wanted, "{text}");
    }
}

#[test]
fn a_net_that_stands_alone_sees_the_checks_to_give() {
    let sight = Sight { board: ZONED_BOARD, zoned: false, held: true, beside: false };
    let net = TrainedNet::Direct(that_sees(sight, "mfWcefFimfnD,N,B,R,Q,K,check"));
    for (variant, most) in [("3check", 3), ("5check", 5)] {
        let game = game(variant);
        let mut net = NetOutput::of(&game, &net, &[]).unwrap();
        let mut of = |[white, black]: [u8; 2], side: &str| {
            let placement = "r1bqk2r/pp3ppp/2n2n2/3p4/3P4/2N2N2/PP3PPP/R1BQK2R";
            let fen = format!("{placement} {side} - - {white}+{black} 0 1");
            net.of_position(&Position::from_fen(game.clone(), &fen).unwrap())
        };
        for of_one in [|left: u8| [left, 2], |left| [2, left]] {
            let mut found: Vec<i32> = (1..=most).map(|left| of(of_one(left), "w")).collect();
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), usize::from(most), "{variant}: {found:?}");
        }
        // The placement is the same for both sides.
        assert!((1..=most).all(|left| of([left, 1], "w") == of([1, left], "b")), "{variant}");
    }
}

#[test]
fn a_net_that_stands_alone_sees_what_is_in_hand() {
    let game = game("crazyhouse");
    let mut net = NetOutput::of(&game, &TrainedNet::Direct(with_rows(true)), &[]).unwrap();
    let mut of = |hand: &str, side: &str| {
        let fen = format!("r1bqk2r/pp3ppp/2n2n2/3p4/1b1P4/2N2N2/PP2BPPP/R1BQK2R[{hand}] {side} - - 0 1");
        net.of_position(&Position::from_fen(game.clone(), &fen).unwrap())
    };
    let mut found: Vec<i32> =
        ["", "P", "PP", "p", "N", "PPPP", "PPPPP"].iter().map(|hand| of(hand, "w")).collect();
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), 7, "{found:?}");
}
