//! The shipped files with random damage, and random bytes: they are checked, shown and played one ply
//! without a panic. `FUZZ=SEED-COUNT` selects other files, or more.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::fs;
use std::path::{Path, PathBuf};

use fibnif::commands::perft::PerftRequest;
use fibnif::commands::{OutputArgs, check, perft, show};
use fibnif::rules::game;
use fibnif::rules::position::{Position, Setup};
use fibnif::rules::variant::Catalog;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Bytes to insert besides those of the files.
const WORDS: &[&[u8]] = &[
    b"zFF",
    b"hhR",
    b"o",
    b"Q99",
    b"pR",
    b"cpR",
    b"gQ",
    b"mRcpR",
    b"iO2",
    b"NN",
    b"(1,2)",
    b"*",
    b"/",
    b"\xff",
    b"\"",
    b"'''",
    b"[[",
    b"{",
    b"}",
    b"26",
    b"a1:h8",
    b"royal = \"check\"\n",
    b"[pieces]\n",
    b"extends = \"cwda\"\n",
    b"extends = \"colorboundmost\"\n",
    b"promotes = \"both\", ",
    b"rules.grid = \"a1:b2\"\n",
    b"rules.turn = \"one-move-per-square-color\"\n",
    b"rules.ends.lost = { how = \"all\" }\n",
    b"rules.castling = { king_to = [\"b\", \"f\"], partner = \"R\", shuffled = true }\n",
];
const NUMBERS: &[&[u8]] = &[b"0", b"255", b"256", b"65536", b"99999999999", b"-1", b"26", b"9", b"1"];

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The places in a text of bytes that satisfy `wanted`.
fn places(text: &[u8], wanted: impl Fn(u8) -> bool) -> Vec<usize> {
    (0..text.len()).filter(|&at| wanted(text[at])).collect()
}

fn spoil(random: &mut Xoshiro256PlusPlus, texts: &[Vec<u8>], text: &mut Vec<u8>) {
    let mut below = |most: usize| random.random_range(0..most.max(1));
    for _ in 0..=below(4) {
        let (at, length) = (below(text.len()), text.len());
        let other = &texts[below(texts.len())];
        match below(7) {
            0 if length > 0 => text[at] = u8::try_from(below(256)).unwrap(),
            1 if length > 0 => text[at] = b'!' + u8::try_from(below(94)).unwrap(),
            2 => drop(text.splice(at..at, WORDS[below(WORDS.len())].iter().copied())),
            3 if length > 0 => drop(text.drain(at..(at + 1 + below(20)).min(length))),
            4 => {
                let part = text[at..(at + below(60)).min(length)].to_vec();
                let to = below(text.len());
                text.splice(to..to, part);
            }
            5 => {
                let digits = places(text, |byte| byte.is_ascii_digit());
                if let Some(&digit) = digits.get(below(digits.len())) {
                    text.splice(digit..=digit, NUMBERS[below(NUMBERS.len())].iter().copied());
                }
            }
            _ => {
                let [from, to] = [other, &*text].map(|text| places(text, |byte| byte == b'"'));
                if from.len() > 1 && to.len() > 1 {
                    let (from, to) = (&from[below(from.len() / 2) * 2..], &to[below(to.len() / 2) * 2..]);
                    let part = other[from[0]..=from[1]].to_vec();
                    text.splice(to[0]..=to[1], part);
                }
            }
        }
    }
}

/// Makes every move of a game's first ply.
fn play(catalog: &Catalog, name: &str) -> bool {
    let Ok(game) = catalog.resolve(name).and_then(|def| game::compile(&def)) else { return false };
    let mut position = match Setup::of_array(&game).and_then(Setup::position) {
        Ok(position) => position,
        // `perft` plays from it all the same.
        Err(_) => Position::start(game),
    };
    perft::run(
        &mut position,
        &PerftRequest { depth: 1, divide: false, no_bulk: true, output: OutputArgs::default() },
        &mut Vec::new(),
    )
    .unwrap();
    true
}

#[test]
fn spoiled_files_end_nothing() {
    let asked = std::env::var("FUZZ").unwrap_or_else(|_| "1-150".into());
    let (seed, count) = asked.split_once('-').unwrap();
    let (seed, count): (u64, u32) = (seed.parse().unwrap(), count.parse().unwrap());
    let paths = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("variants"));
    let texts: Vec<Vec<u8>> = paths.iter().map(|path| fs::read(path).unwrap()).collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("file-fuzz-{seed}"));
    fs::create_dir_all(&folder).unwrap();
    let builtin = Catalog::builtin();
    let (mut sound, mut played) = (0, 0);
    for number in 0..count {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed << 32 | u64::from(number));
        let mut text = texts[random.random_range(0..texts.len())].clone();
        if number % 50 == 49 {
            text = (0..random.random_range(0..400)).map(|_| random.random()).collect();
        } else {
            spoil(&mut random, &texts, &mut text);
        }
        // A file that causes a failure stays there for inspection.
        let path = folder.join("mine.toml");
        fs::write(&path, &text).unwrap();
        check::run(&builtin, std::slice::from_ref(&path), false, &mut Vec::new()).unwrap();
        let mut catalog = builtin.clone();
        if catalog.add_path(&path).is_err() {
            continue;
        }
        sound += 1;
        for name in ["mine", "cwda:mine/nutters"] {
            let _ = show::run(&catalog, name, false, &mut Vec::new());
            played += u32::from(play(&catalog, name));
        }
    }
    fs::remove_dir_all(&folder).unwrap();
    eprintln!("{count} files, {sound} of them sound, {played} games played");
    assert!(sound > count / 20 && played > count / 30, "{sound} sound, {played} played: nothing is tested");
}
