//! What XBoard is told, read back by an interpreter of XBoard's dialect that shares nothing with the
//! printer: the moves must be the same, or a superset where the printer says so.

mod games;
mod interpreter;

use std::collections::BTreeSet;

use fibnif::protocol::xboard::notation::to_xboard;
use fibnif::rules::betza::{Movement, parse};
use fibnif::rules::geometry::{Color, Shape, Square};
use fibnif::teach::{Scene, destinations};
use interpreter::{Board, Kind, Man, Moves, Vector, read};

/// A small generator of numbers below a bound, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }
}

/// Compares both readings of `notation` on random boards; `false` if XBoard cannot be told.
fn agrees(notation: &str, files: u8, ranks: u8, boards: usize, dice: &mut Dice) -> bool {
    let shape = Shape::rectangle(files, ranks).unwrap();
    let movement = Movement::read(notation).unwrap();
    let Some(told) = to_xboard(&movement, &shape) else { return false };
    let atoms = read(&told.text);
    for round in 0..boards {
        let color = Color::ALL[round % 2];
        let from = Square(u8::try_from(dice.below(shape.cell_count() as u64)).unwrap());
        let density = [0, 12, 5, 3][round % 4];
        let mut men = vec![None; shape.cell_count()];
        for (index, man) in men.iter_mut().enumerate() {
            if density > 0 && index != from.index() && dice.below(density) == 0 {
                *man = Some(if dice.below(2) == 0 { Man::Own } else { Man::Enemy });
            }
        }
        let free: Vec<Square> =
            shape.squares().filter(|square| men[square.index()].is_none() && *square != from).collect();
        let en_passant = free.get(usize::try_from(dice.below(free.len().max(1) as u64)).unwrap()).copied();
        let with =
            |wanted| shape.squares().filter(|square| men[square.index()] == Some(wanted)).collect::<Vec<_>>();
        let (own, enemy) = (with(Man::Own), with(Man::Enemy));
        let unmoved = dice.below(2) == 0;
        let scene = Scene { shape: &shape, color, own: &own, enemy: &enemy, en_passant, unmoved };
        let place = |square: &Square| (i32::from(shape.file(*square)), i32::from(shape.rank(*square)));
        let found = destinations(&movement, &scene, from);
        let ours: BTreeSet<(Vector, Kind)> = [
            (&found.quiet, Kind::Quiet),
            (&found.captures, Kind::Capture),
            (&found.own, Kind::Own),
            (&found.en_passant, Kind::EnPassant),
        ]
        .into_iter()
        .flat_map(|(list, kind)| list.iter().map(move |square| (place(square), kind.clone())))
        .chain(
            found
                .takes
                .iter()
                .map(|(victims, to)| (place(to), Kind::Takes(victims.iter().map(place).collect()))),
        )
        .collect();
        let board = Board {
            files: files.into(),
            ranks: ranks.into(),
            men,
            en_passant: en_passant.as_ref().map(place),
            unmoved,
        };
        let mut moves = Moves::new();
        let forward = if color == Color::White { 1 } else { -1 };
        for atom in &atoms {
            board.moves(atom, place(&from), forward, &mut moves);
        }
        // A square where an e.p. capture is possible counts as that only.
        let captured: Vec<Vector> =
            moves.iter().filter(|(_, kind, _)| *kind == Kind::EnPassant).map(|(to, ..)| *to).collect();
        let allowed = |(to, kind, _): &&(Vector, Kind, bool)| *kind != Kind::Quiet || !captured.contains(to);
        let theirs: BTreeSet<(Vector, Kind)> =
            moves.iter().filter(allowed).map(|(to, kind, _)| (*to, kind.clone())).collect();
        let sure: BTreeSet<(Vector, Kind)> = moves
            .iter()
            .filter(allowed)
            .filter(|(.., tame)| !tame)
            .map(|(to, kind, _)| (*to, kind.clone()))
            .collect();
        let context = format!("{notation} as {} from {from:?} of {files}x{ranks}, {color}", told.text);
        if told.superset {
            let lost: Vec<_> = ours.difference(&theirs).filter(|(to, _)| !captured.contains(to)).collect();
            assert!(lost.is_empty(), "{context}: {lost:?} missing");
            assert!(
                sure.is_subset(&ours),
                "{context}: {:?} not tame",
                sure.difference(&ours).collect::<Vec<_>>()
            );
        } else {
            assert_eq!(theirs, ours, "{context}");
            let spares_kings = movement.legs.iter().any(|leg| leg.tame);
            assert!(spares_kings || sure == theirs, "{context}: tame for nothing");
        }
    }
    true
}

/// The pieces of the variants with the text that XBoard is to read.
const PIECES: &[(&str, &str)] = &[
    ("mfWcefFimfnD", "fmWfceFifmnD"),
    ("mfFcefWimfnA", "fmFfceWifmnA"),
    ("fRsRKfhN", "fsRKfhN"),
    ("bKfsR", "bWbFfsR"),
    ("fhNbsK", "fhNbsWbF"),
    ("FbbNffN", "FvN"),
    ("FfsLbbL", "FbCfsC"),
    ("ffNsbN", "fNbsN"),
    ("fbN", "vN"),
    ("shN", "sN"),
    ("hhR", "WtR"),
    ("hhB", "FtB"),
    ("hhQ", "KtQ"),
    ("mfWcfFmfD", "fmWfcFfmD"),
    ("NmfWcfFmfD", "NfmWfcFfmD"),
    ("QNmfD", "QNfmD"),
    ("msW", "smW"),
    ("KmffNmbsN", "KfmNbsmN"),
    ("fFimfnA", "fFifmnA"),
    ("mcefFimfnA", "fmceFifmnA"),
    ("KisO2", "KisO2"),
    ("KirO2ilO3", "KirO2ilO3"),
    ("KilO2irO3", "KilO2irO3"),
    ("FnDisO2", "FnDisO2"),
    ("BN", "BN"),
    ("BD", "BD"),
    ("FAD", "FAD"),
    ("WA", "WA"),
    ("RN", "RN"),
    ("R4", "R4"),
    ("HFD", "HFD"),
    ("WD", "WD"),
    ("mRcpR", "mRcpR"),
    ("nH", "afafW"),
    ("nG", "afafF"),
    ("NN", "N0"),
    ("jW2", "jR2"),
    ("hhRF", "KtR"),
    ("FyafsF", "FyafsF"),
    ("WyafsW", "WyafsW"),
    ("afsW", "afsW"),
    ("afsF", "afsF"),
    ("afsK", "afsK"),
    ("afafsKafsafzfK", "afafsKafraflfKaflafrfK"),
    ("RmasR", "RasR"),
    ("mRpafR", "mRpafR"),
    ("fyafsF", "fyafsF"),
    ("masRBpB", "asRBpB"),
    ("cafmF", "cafmF"),
    ("KcabK", "KcabK"),
    ("KNADcaKmabK", "KNADcaKabK"),
    ("[F?R]", "FyafsF"),
    ("v[F?R]", "FfryaflFblyaflFflyafrFbryafrF"),
    ("[W-F]", "afsW"),
    ("[R-sR]", "asR"),
    ("[pQ-K]", "gafQ"),
    ("dN", "dN"),
    ("mcdN", "mcdN"),
    ("dafmF", "dafmF"),
    ("tF", "tF"),
    ("tpafR", "tpafR"),
    ("ycafF", "cafFyafF"),
    ("mgafF", "afFgafF"),
    ("", ""),
];

const CROOKED: &str =
    "FarFalFaralFalarFaralarFalaralFaralaralFalaralarFaralaralarFalaralaralFaralaralaralFalaralaralarF";

fn told(notation: &str) -> String {
    let shape = Shape::rectangle(8, 8).unwrap();
    to_xboard(&Movement::read(notation).unwrap(), &shape).unwrap().text
}

#[test]
fn the_pieces_of_the_variants_have_their_known_texts() {
    for &(notation, text) in PIECES {
        assert_eq!(told(notation), text, "{notation}");
    }
    assert_eq!(told("zFF"), CROOKED);
    assert_eq!(told("BzFFDD"), format!("B{CROOKED}D0"));
}

#[test]
fn only_halflings_and_unspeakable_lame_moves_are_supersets() {
    let shape = Shape::rectangle(8, 8).unwrap();
    let superset = |text: &str| to_xboard(&Movement::read(text).unwrap(), &shape).unwrap().superset;
    for text in ["hhR", "hhB", "hhQ", "hhNN", "hhzFF", "onN", "nHH", "hhR3", "NhhR"] {
        assert!(superset(text), "{text}");
    }
    for text in ["Q", "hhN", "hhR2", "zFF", "nH", "nN", "nNN", "oN", "gQ", "FbbNffN"] {
        assert!(!superset(text), "{text}");
    }
}

#[test]
fn what_xboard_has_no_words_for_is_not_told() {
    let shape = Shape::rectangle(8, 8).unwrap();
    for text in ["(1,4)", "R(4,4)", "zDD", "ozFF", "qNN", "oyafF", "[W-DD]"] {
        assert_eq!(to_xboard(&Movement::read(text).unwrap(), &shape), None, "{text}");
    }
    let long = Shape::rectangle(16, 16).unwrap();
    assert_eq!(to_xboard(&Movement::read("zWW").unwrap(), &long), None, "longer than a line");
    assert!(to_xboard(&Movement::read("zWW").unwrap(), &shape).is_some());
}

#[test]
fn xboard_reads_the_same_moves_from_the_pieces_of_the_variants() {
    let mut dice = Dice(0x5eed);
    for &(notation, _) in PIECES {
        for (files, ranks) in [(8, 8), (2, 20), (10, 5), (12, 8)] {
            assert!(agrees(notation, files, ranks, 60, &mut dice), "{notation}");
        }
    }
    for notation in ["zFF", "BzFFDD", "hhzFF", "mzF3", "icezFF", "hhzF5", "zWW", "hhzWW"] {
        assert!(agrees(notation, 8, 8, 100, &mut dice), "{notation}");
    }
}

#[test]
fn xboard_reads_the_same_moves_from_every_short_line() {
    let mut dice = Dice(0x5eed);
    let letters = "fblrvshmcedtinjpgozayqWFDNAHCLZJGKQRB023";
    let mut told = 0;
    let mut lines = vec![String::new()];
    for _ in 0..3 {
        lines = lines
            .iter()
            .flat_map(|line| letters.chars().map(move |letter| format!("{line}{letter}")))
            .collect();
        for line in &lines {
            if parse(line).is_ok() && Movement::read(line).is_ok() {
                told += usize::from(agrees(line, 8, 7, 8, &mut dice));
            }
        }
    }
    assert!(told > 5000, "only {told} lines could be told");
}

#[test]
fn xboard_reads_the_same_paths() {
    let mut dice = Dice(0x5eed);
    let turns = ["", "f", "fs", "s", "fr", "l", "b", "v", "bs", "rfl", "fsf", "lb", "lv", "frb"];
    let mut told = 0;
    for first in
        ["", "m", "p", "g", "y", "mp", "mg", "n", "f", "bp", "c", "mc", "fc", "d", "tp", "tg", "yc", "mctp"]
    {
        for turn in turns {
            for last in ["", "m", "c", "p", "g", "i", "apf", "yafr", "caf", "cab", "mcd", "t"] {
                for atom in ["W", "F", "K", "R", "Q", "D", "A3", "N", "B2"] {
                    let line = format!("{first}a{turn}{last}{atom}");
                    if Movement::read(&line).is_ok() {
                        told += usize::from(agrees(&line, 8, 7, 4, &mut dice));
                    }
                }
            }
        }
    }
    assert!(told > 2000, "only {told} lines could be told");
}

#[test]
fn xboard_reads_the_same_moves_from_all_sets_of_directions() {
    let mut dice = Dice(0x5eed);
    let single = [
        "f", "b", "l", "r", "v", "s", "fh", "bh", "lh", "rh", "hl", "hr", "fs", "bs", "lv", "rv", "fl", "rf",
        "lb", "br",
    ];
    for first in single {
        for second in single {
            for atom in ["N", "mN", "nN", "Z2", "W", "hhR", "jD", "inH", "F", "cpB", "nG", "K", "Q3"] {
                let line = format!("{first}{second}{atom}");
                if Movement::read(&line).is_ok() {
                    assert!(agrees(&line, 8, 8, 6, &mut dice), "{line}");
                }
            }
        }
    }
}
