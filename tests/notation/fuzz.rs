//! Random lines of notation from its grammar: none crashes the reader, each accepted line survives
//! printing, and a second reader (`common/second_reader`) finds the same moves on boards with pieces on
//! them.

use std::collections::BTreeSet;

use crate::second_reader::{Board, Deed, Man, Vector, moves};
use fibnif::rules::betza::walk::{Need, lent_trips};
use fibnif::rules::betza::{Movement, parse};
use fibnif::rules::geometry::{Color, Shape, Square};
use fibnif::teach::{Scene, destinations};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

type Random = Xoshiro256PlusPlus;

fn one<'a>(random: &mut Random, of: &[&'a str]) -> &'a str {
    of[random.random_range(0..of.len())]
}

const DIRECTIONS: &[&str] = &[
    "", "", "", "f", "b", "l", "r", "v", "s", "fs", "bs", "sb", "lv", "vr", "fr", "fl", "lf", "br", "rb",
    "fh", "bh", "lh", "vh", "hl", "hr", "ff", "bb", "ss", "frl", "fsb", "flfr", "rlb", "vs",
];
const ATOMS: &[&str] = &[
    "W", "F", "D", "N", "A", "H", "C", "L", "Z", "J", "G", "K", "R", "B", "Q", "WW", "FF", "DD", "NN", "AA",
    "CC", "K0", "R3", "B2", "Q4", "N2", "W3", "F2", "D2", "(1,4)", "(0,4)", "(2,1)0", "O2",
];
const MODES: &[&str] = &[
    "", "", "", "", "m", "c", "mc", "e", "i", "n", "j", "p", "g", "o", "z", "q", "hh", "k", "cp", "mn", "ci",
    "me", "d", "cd", "mcd", "t", "tc", "dk", "tp", "u", "uc", "ud", "um", "ue", "x", "xn", "xo", "cx",
];
const TURNS: &[&str] =
    &["", "f", "f", "fs", "fr", "fl", "s", "r", "l", "b", "bs", "v", "z", "q", "fz", "fq", "rfl", "lb", "vs"];
const BETWEEN: &[&str] = &[
    "", "", "", "m", "p", "mp", "g", "mg", "y", "c", "mc", "n", "o", "i", "cp", "yp", "d", "cd", "tp", "tg",
    "yc", "gm", "mctp", "t", "my", "u", "uc", "um", "ud", "x", "x", "xn", "xm",
];
/// Legs in brackets.
const LINKS: &[&str] = &[
    "W", "F", "R", "B", "K", "Q", "D", "A", "N", "NN", "DD", "AA", "H", "W2", "B3", "(0,4)", "mF", "cW",
    "pR", "mcK", "nD", "fW", "vW", "sR", "fsR", "fsB", "bF", "sW", "frF", "lvB", "fK", "oR", "tpB", "dW",
    "mcdF", "tR", "gQ", "gR", "iR", "iQ", "mifQ", "tgB", "NN", "C", "cbK", "xW", "xN", "xR", "xfF",
];
const ANY: &[u8] = b"fblrvshmceinjpgozayqkdtuxwWFDNAHCLZJGKQRBO(),0123456789[]?-{}";

/// Two legs or three in brackets.
fn bracket(random: &mut Random) -> String {
    let mut text = String::new();
    if random.random_ratio(1, 3) {
        text += one(random, DIRECTIONS);
    }
    if random.random_ratio(1, 6) {
        text += one(random, &["m", "c", "i", "d", "mcd", "n"]);
    }
    let marks = if random.random_ratio(1, 6) { &[""] } else { ["?", "-", "-"].as_slice() };
    text += if marks == [""] { "t[" } else { "[" };
    text += one(random, LINKS);
    for _ in 1..random.random_range(2..=3) {
        text += one(random, marks);
        text += one(random, LINKS);
    }
    text + "]"
}

/// A line of one to three moves, sometimes with a letter changed.
fn line(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..random.random_range(1..=3) {
        let legs = if random.random_ratio(1, 2) { random.random_range(1..=3) } else { 0 };
        let (before, behind) = (one(random, MODES), one(random, MODES));
        if random.random_ratio(1, 4) {
            text += &bracket(random);
            continue;
        }
        if legs == 0 {
            text += before;
            text += one(random, DIRECTIONS);
            text += if random.random_ratio(1, 4) { behind } else { "" };
        } else {
            text += one(random, BETWEEN);
            text += one(random, DIRECTIONS);
            let group = if random.random_ratio(1, 6) { random.random_range(1..=legs) } else { 0 };
            for leg in 1..legs {
                text += if leg == group { "(a" } else { "a" };
                text += one(random, TURNS);
                text += one(random, BETWEEN);
                text += if leg == group { ")" } else { "" };
            }
            text += "a";
            text += one(random, TURNS);
            text += behind;
        }
        text += one(random, ATOMS);
    }
    if random.random_ratio(1, 8) {
        let at = random.random_range(0..text.len());
        let letter = char::from(ANY[random.random_range(0..ANY.len())]);
        if random.random_ratio(1, 2) {
            text.insert(at, letter);
        } else {
            text.replace_range(at..=at, &letter.to_string());
        }
    }
    text
}

/// The moves that the program's own reader finds, in the second reader's form.
fn found(movement: &Movement, shape: &Shape, board: &Board, from: Vector) -> BTreeSet<Deed> {
    let square = |(x, y): Vector| shape.square(u8::try_from(x).unwrap(), u8::try_from(y).unwrap()).unwrap();
    let place = |square: &Square| (i32::from(shape.file(*square)), i32::from(shape.rank(*square)));
    let with = |man: Man| {
        shape.squares().filter(|square| board.men[square.index()] == Some(man)).collect::<Vec<_>>()
    };
    let (own, enemy) = (with(Man::Own), with(Man::Enemy));
    let scene = Scene {
        shape,
        color: if board.forward > 0 { Color::White } else { Color::Black },
        own: &own,
        enemy: &enemy,
        en_passant: board.en_passant.map(square),
        unmoved: board.unmoved,
    };
    let all = destinations(movement, &scene, square(from));
    let goes = all.quiet.iter().map(|to| Deed::Goes(place(to)));
    let captures = all.captures.iter().map(|to| Deed::Captures(place(to)));
    let passing = all.en_passant.iter().map(|to| Deed::EnPassant(place(to)));
    let takes =
        all.takes.iter().map(|(victims, to)| Deed::Takes(victims.iter().map(place).collect(), place(to)));
    let own = all.own.iter().map(|to| Deed::TakesOwn(place(to)));
    let puts = all.puts.iter().map(|(man, put, to)| Deed::Puts(place(man), place(put), place(to)));
    let own_moves = goes.chain(puts).chain(captures).chain(own).chain(passing).chain(takes);
    own_moves.chain(loans(movement, &scene, square(from), place)).collect()
}

/// The lent and borrowed moves that the program's own reader finds.
fn loans(
    movement: &Movement,
    scene: &Scene<'_>,
    from: Square,
    place: impl Fn(&Square) -> Vector,
) -> Vec<Deed> {
    let (own, enemy) =
        (|at: &Square| scene.own.contains(at) || *at == from, |at: &Square| scene.enemy.contains(at));
    let mut found = Vec::new();
    for loan in &movement.loans {
        if loan.lent_behind.is_none() {
            let alone = Movement { legs: vec![loan.leg.clone()], ..Movement::default() };
            found.extend(destinations(&alone, scene, from).own.iter().map(|to| Deed::Borrows(place(to))));
            continue;
        }
        for (man, trip) in lent_trips(loan, scene.shape, scene.color, from) {
            let met = |&(at, need): &(Square, Need)| match need {
                Need::Empty => !own(&at) && !enemy(&at),
                Need::Piece => own(&at) || enemy(&at),
                Need::Victim => enemy(&at),
                Need::Friend | Need::OwnVictim => own(&at),
                Need::Hurdle => panic!("a path knows which square has its hurdle"),
            };
            if !scene.own.contains(&man) || loan.leg.kings || !trip.needs.iter().all(met) {
                continue;
            }
            let deed = match trip.to {
                to if to == man && trip.quiet => Deed::Goes(place(&to)),
                to if to != man && enemy(&to) && trip.capture => Deed::Captures(place(&to)),
                to if to != man && own(&to) && trip.own => Deed::TakesOwn(place(&to)),
                to if to != man && !enemy(&to) && !own(&to) && trip.quiet => Deed::Goes(place(&to)),
                _ => continue,
            };
            let taken = trip.needs.iter().filter(|need| need.1.takes());
            let victims: Vec<Vector> = taken.map(|need| place(&need.0)).collect();
            let deed = if victims.is_empty() { deed } else { Deed::Takes(victims, place(&trip.to)) };
            found.push(Deed::Lends(place(&man), Box::new(deed)));
        }
    }
    found
}

/// A board with random pieces and the starting square of a piece.
fn scenery(random: &mut Random, shape: &Shape) -> (Board, Vector) {
    let (files, ranks) = (i32::from(shape.files()), i32::from(shape.ranks()));
    let from = (random.random_range(0..files), random.random_range(0..ranks));
    let density = [0, 3, 5, 12][random.random_range(0..4)];
    let man = |random: &mut Random| {
        let stands = density > 0 && random.random_ratio(1, density);
        stands.then(|| if random.random_ratio(2, 3) { Man::Enemy } else { Man::Own })
    };
    let mut men: Vec<Option<Man>> = (0..files * ranks).map(|_| man(random)).collect();
    let index = |(x, y): Vector| usize::try_from(y * files + x).unwrap();
    men[index(from)] = None;
    let passed = (random.random_range(0..files), random.random_range(0..ranks));
    let en_passant = (passed != from && men[index(passed)].is_none()).then_some(passed);
    let forward = if random.random_ratio(1, 2) { 1 } else { -1 };
    (Board { files, ranks, men, en_passant, unmoved: random.random_ratio(1, 2), forward }, from)
}

/// Whether the line is accepted; an error describes a wrong reading.
fn check(text: &str, random: &mut Random, shapes: &[Shape]) -> Result<bool, String> {
    let ast = match parse(text) {
        Ok(ast) => ast,
        Err(error) => return told(text, &error).map(|()| false),
    };
    let movement = match Movement::read(text) {
        Ok(movement) => movement,
        Err(error) => return told(text, &error).map(|()| false),
    };
    let printed = ast.to_string();
    let again =
        Movement::read(&printed).map_err(|error| format!("`{text}` printed as `{printed}`: {error}"))?;
    let shape = &shapes[random.random_range(0..shapes.len())];
    let (board, from) = scenery(random, shape);
    let ours = found(&movement, shape, &board, from);
    if found(&again, shape, &board, from) != ours {
        return Err(format!("`{text}` moves otherwise printed as `{printed}`"));
    }
    let theirs =
        moves(text, &board, from).ok_or_else(|| format!("`{text}`: the second reader cannot read it"))?;
    if ours != theirs {
        let (more, fewer): (Vec<_>, Vec<_>) =
            (ours.difference(&theirs).collect(), theirs.difference(&ours).collect());
        return Err(format!(
            "`{text}` from {from:?}, forward {}: besides {more:?}, lacks {fewer:?}; men {:?}",
            board.forward, board.men
        ));
    }
    Ok(true)
}

/// An error has its place in the line.
fn told(text: &str, error: &fibnif::rules::betza::BetzaError) -> Result<(), String> {
    let sound = text.get(error.span()).is_some() && !error.expected().is_empty();
    if sound { Ok(()) } else { Err(format!("`{text}`: {error:?}")) }
}

/// Reads this number of lines. Returns how many were accepted.
fn read_lines(seed: u64, number: u64) -> u64 {
    let mut random = Random::seed_from_u64(seed);
    let shapes = [(8, 8), (5, 9), (10, 4)].map(|(files, ranks)| Shape::rectangle(files, ranks).unwrap());
    let mut accepted = 0;
    for _ in 0..number {
        let text = line(&mut random);
        let checked =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(&text, &mut random, &shapes)));
        let Ok(checked) = checked else { panic!("the reader fell over `{text}`") };
        accepted += u64::from(checked.unwrap_or_else(|difference| panic!("{difference}")));
    }
    accepted
}

#[test]
fn two_readers_agree_on_lines_drawn_from_the_grammar() {
    let accepted = read_lines(1, 20_000);
    assert!(accepted > 2_000, "only {accepted} accepted");
}

#[test]
#[ignore = "some minutes"]
fn two_readers_agree_on_ten_million_lines() {
    let accepted = read_lines(2, 10_000_000);
    println!("{accepted} of 10,000,000 accepted");
    assert!(accepted > 1_000_000, "only {accepted} accepted");
}

/// The moves of all shipped pieces, as their files have them.
fn shipped() -> BTreeSet<String> {
    let mut lines = BTreeSet::new();
    let mut open = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/variants"))];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let text = std::fs::read_to_string(path).unwrap();
        for behind in text.split("betza = ").skip(1) {
            // One string, or several in a list.
            let value = behind.lines().next().unwrap();
            let end = if value.starts_with('[') { value.find(']').unwrap() } else { value.len() };
            let strings = value[..end].split(['"', '\'']).skip(1).step_by(2);
            lines.extend(strings.take(if value.starts_with('[') { 9 } else { 1 }).map(str::to_owned));
        }
    }
    lines
}

#[test]
fn two_readers_agree_on_every_man_that_comes_with_the_program() {
    let shapes = [(8, 8), (5, 9), (10, 8)].map(|(files, ranks)| Shape::rectangle(files, ranks).unwrap());
    let lines = shipped();
    assert!(lines.len() > 100, "only {} men", lines.len());
    let mut random = Random::seed_from_u64(3);
    for line in &lines {
        for _ in 0..100 {
            assert_eq!(check(line, &mut random, &shapes), Ok(true), "{line}");
        }
    }
}
