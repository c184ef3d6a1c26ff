//! The files of nets, and how pieces are encoded for them.

use fibnif::eval::net::{Feature, describe, mirrored, net_of};
use fibnif::game::KindId;
use fibnif::network::{INPUTS, Network, NetworkSize};
use fibnif::variant::Net;

use crate::common::game;

fn some() -> Network {
    let shape = NetworkSize { inputs: INPUTS, sums: 5, hidden: 3 };
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
    assert!(error.contains("the file was cut off or added to"), "{error}");
    for text in ["", "mobility 1 2\n", "fibnif net 1 inputs 524 sums 32 buckets 4 hidden 99999\n"] {
        let error = Network::read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains("expected a net, which begins with `fibnif net 1"), "{error}");
    }
}

fn sorted(features: &[Feature], change: impl Fn(u16) -> u16) -> Vec<(u16, i16)> {
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
    assert!((0..u16::try_from(INPUTS).unwrap()).all(|i| mirrored(mirrored(i)) == i));
}

#[test]
fn the_shipped_nets_can_be_read() {
    assert!(Net::shipped().all(|net| net.network().is_some()));
}

#[test]
fn a_game_has_the_net_that_its_file_names_or_that_is_proven_for_it() {
    for (wanted, variants) in [
        (Some("betza"), "narrow colorboundmost:raiders nearly-colorboundmost"),
        (Some("half"), "half-chess augmented-half halfling"),
        (Some("chess"), "chess fischerandom cwda:fide/fide amazon greener"),
        (Some("armies"), "cwda:nutters/rookies cwda:fide/rookies cwda:clobberers/nutters"),
        (Some("armies"), "cwda:dragons/pizza chigorin janus knightmate almost capablanca gustav3"),
        (Some("racing"), "racingkings"),
        (Some("losing"), "antichess giveaway suicide codrus"),
        (Some("extinction"), "extinction"),
        (Some("horde"), "horde"),
        (Some("makruk"), "makruk asean"),
        (Some("atomic"), "atomic"),
        (Some("checks"), "5check"),
        (Some("3check"), "3check"),
        (Some("drops"), "bughouse"),
        (Some("crazyhouse"), "crazyhouse loop chessgi"),
        (Some("shatranj"), "shatranj courier"),
        (Some("threekings"), "threekings"),
        (Some("grand"), "grand"),
        (None, "grid"),
        (None, "checkless xiangqi"),
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
