//! Move generation against two outside opinions: numbers of move sequences computed by other
//! programs (`perft/*.perft`), and the naive generator, which plays random games alongside.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod naive;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use fibnif::betza::{Leg, Purpose};
use fibnif::game::{Game, compile};
use fibnif::geometry::Color;
use fibnif::position::{Move, MoveKind, Position};
use fibnif::variant::{Castling, Catalog, VariantDef};
use naive::Naive;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// One line of a `.perft` file.
struct Line {
    variant: String,
    fen: String,
    /// Move sequences of 1, 2, .. plies.
    counts: Vec<u64>,
}

impl Line {
    fn read(text: &str) -> Line {
        let fields: Vec<&str> = text.split('|').map(str::trim).collect();
        let [variant, fen, counts, _name] = fields[..] else { panic!("four fields expected: {text}") };
        let counts = counts.split(' ').map(|count| count.parse().unwrap()).collect();
        Line { variant: variant.to_owned(), fen: fen.to_owned(), counts }
    }

    /// The depths whose counts are in the range, with those counts.
    fn depths(&self, range: &std::ops::Range<u64>) -> impl Iterator<Item = (u32, u64)> {
        (1..).zip(self.counts.clone()).filter(|(_, count)| range.contains(count))
    }
}

/// Every line of the files directly in `perft/`; those in `perft/later/` await their variants.
fn lines() -> Vec<Line> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "perft"));
    files.sort();
    let texts: Vec<String> = files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    texts.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with('#')).map(Line::read).collect()
}

fn definition(variant: &str) -> VariantDef {
    Catalog::builtin().resolve(variant).unwrap_or_else(|error| panic!("{variant}: {error}"))
}

fn compiled(def: &VariantDef) -> Arc<Game> {
    compile(def).unwrap_or_else(|error| panic!("{}: {error}", def.id))
}

fn moves_of(position: &mut Position, kind: MoveKind) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(kind, &mut moves);
    moves
}

fn perft(position: &mut Position, depth: u32) -> u64 {
    let moves = moves_of(position, MoveKind::All);
    if depth <= 1 {
        return moves.len() as u64;
    }
    let mut count = 0;
    for m in moves {
        position.make(m);
        count += perft(position, depth - 1);
        position.unmake();
    }
    count
}

fn naive_perft(position: &Naive, depth: u32) -> u64 {
    let successors = position.successors();
    if depth <= 1 {
        return successors.len() as u64;
    }
    successors.values().map(|after| naive_perft(after, depth - 1)).sum()
}

/// Counts every line to the depths whose expected counts lie in the range; returns what differs.
fn wrong_counts(range: std::ops::Range<u64>, count: impl Fn(&Line, &VariantDef, u32) -> u64) -> Vec<String> {
    let mut wrong = Vec::new();
    for line in lines() {
        let def = definition(&line.variant);
        for (depth, expected) in line.depths(&range) {
            let found = count(&line, &def, depth);
            if found != expected {
                wrong.push(format!("{} `{}` depth {depth}: {found}, not {expected}", line.variant, line.fen));
            }
        }
    }
    wrong
}

fn compiled_count(line: &Line, def: &VariantDef, depth: u32) -> u64 {
    let mut position = Position::from_fen(compiled(def), &line.fen).unwrap_or_else(|error| panic!("{}: {error}", line.fen));
    let count = perft(&mut position, depth);
    assert_eq!(position.fen(), Position::from_fen(compiled(def), &line.fen).unwrap().fen(), "the position is as before");
    count
}

fn naive_count(line: &Line, def: &VariantDef, depth: u32) -> u64 {
    naive_perft(&Naive::from_fen(def, &line.fen), depth)
}

#[test]
fn sequences_are_as_many_as_other_programs_count() {
    assert_eq!(wrong_counts(0..300_000, compiled_count), Vec::<String>::new());
}

#[test]
#[ignore = "some minutes"]
fn long_sequences_are_as_many_as_other_programs_count() {
    assert_eq!(wrong_counts(300_000..u64::MAX, compiled_count), Vec::<String>::new());
}

#[test]
fn the_naive_generator_counts_the_same() {
    assert_eq!(wrong_counts(0..3_000, naive_count), Vec::<String>::new());
}

#[test]
#[ignore = "some minutes"]
fn the_naive_generator_counts_the_same_further_on() {
    assert_eq!(wrong_counts(3_000..100_000, naive_count), Vec::<String>::new());
}

/// What the two generators are compared on: a compiled game, and the definition that the naive
/// one reads (the same, unless a test plants a fault).
struct Comparison {
    game: Arc<Game>,
    naive: VariantDef,
}

impl Comparison {
    /// Plays random games from the start array, thinned out in all but the first of them so that
    /// castling, promotion and endings are reached; an error tells the first difference.
    fn run(&self, games: u64, plies: u32) -> Result<(), String> {
        for seed in 0..games {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut start = Naive::start(&self.naive);
            if seed > 0 {
                start = start.thinned(|| random.random_ratio(seed as u32 % 4, 4));
            }
            if !start.in_check(Color::Black) {
                self.random_game(start, plies, &mut random)?;
            }
        }
        Ok(())
    }

    fn random_game(&self, mut naive: Naive, plies: u32, random: &mut Xoshiro256PlusPlus) -> Result<(), String> {
        let game = &self.game;
        let fen = naive.fen();
        let mut position = Position::from_fen(game.clone(), &fen).map_err(|error| format!("{}: `{fen}`: {error}", game.def.id))?;
        let mut stale = Vec::new();
        for _ in 0..plies {
            let here = |what: String| format!("{} `{}`: {what}", game.def.id, naive.fen());
            let successors = naive.successors();
            compare(&mut position, &naive, &successors, &stale).map_err(here)?;
            let Some(choice) = random.random_range(0..successors.len().max(1)).checked_rem(successors.len()) else { break };
            let (text, after) = successors.into_iter().nth(choice).unwrap();
            stale = moves_of(&mut position, MoveKind::All);
            let chosen = position.parse_move(&text).map_err(|error| here(error.to_string()))?;
            position.make(chosen);
            naive = after;
        }
        Ok(())
    }
}

/// Everything that two views of one position must agree on. `stale` are moves of the position
/// before: none is legal unless it is in the list.
fn compare(position: &mut Position, naive: &Naive, successors: &BTreeMap<String, Naive>, stale: &[Move]) -> Result<(), String> {
    position.validate()?;
    same("FEN", position.fen(), naive.fen())?;
    same("check", position.in_check(), naive.in_check(position.side()))?;
    let key = position.key();
    let reread = Position::from_fen(position.game().clone(), &naive.fen()).map_err(|error| error.to_string())?;
    same("FEN read again", reread.fen(), naive.fen())?;
    same("key after reading the FEN", reread.key(), key)?;

    let moves = moves_of(position, MoveKind::All);
    let mut texts: Vec<String> = moves.iter().map(|&m| position.move_text(m)).collect();
    texts.sort();
    let extra: Vec<&String> = texts.iter().filter(|&text| !successors.contains_key(text)).collect();
    let missing: Vec<&String> = successors.keys().filter(|text| !texts.contains(text)).collect();
    if !extra.is_empty() || !missing.is_empty() {
        return Err(format!("compiled has {extra:?} besides, lacks {missing:?}"));
    }
    same("number of moves", texts.len(), successors.len())?;

    let (noisy, quiet) = (moves_of(position, MoveKind::Noisy), moves_of(position, MoveKind::Quiet));
    same("noisy and quiet moves", noisy.len() + quiet.len(), moves.len())?;
    for &m in &moves {
        let text = position.move_text(m);
        let is_noisy = position.captured(m).is_some() || m.promotion().is_some();
        same(&format!("{text} among the noisy moves"), noisy.contains(&m), is_noisy)?;
        same(&format!("{text} among the quiet moves"), quiet.contains(&m), !is_noisy)?;
        same(&format!("{text} legal"), position.is_legal(m), true)?;
        same(&format!("{text} read again"), position.parse_move(&text), Ok(m))?;
        position.make(m);
        same(&format!("FEN after {text}"), position.fen(), successors[&text].fen())?;
        position.unmake();
        same(&format!("FEN after taking {text} back"), position.fen(), naive.fen())?;
        same(&format!("key after taking {text} back"), position.key(), key)?;
    }
    for &m in stale {
        same(&format!("{m:?}, legal a ply ago"), position.is_legal(m), moves.contains(&m))?;
    }
    Ok(())
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found:?}, not {expected:?}")) }
}

/// Every variant that a `.perft` file names.
fn variants() -> Vec<String> {
    let mut variants: Vec<String> = lines().into_iter().map(|line| line.variant).collect();
    variants.sort();
    variants.dedup();
    variants
}

fn differences(games: u64, plies: u32) -> Vec<String> {
    let compare = |variant: String| {
        let def = definition(&variant);
        Comparison { game: compiled(&def), naive: def }.run(games, plies).err()
    };
    variants().into_iter().filter_map(compare).collect()
}

#[test]
fn both_generators_agree_in_random_games() {
    assert_eq!(differences(4, 120), Vec::<String>::new());
}

#[test]
#[ignore = "some minutes"]
fn both_generators_agree_in_many_random_games() {
    assert_eq!(differences(60, 400), Vec::<String>::new());
}

/// Compares a variant with a naive view of it that has been tampered with.
fn comparison_with_fault(variant: &str, plant: impl Fn(&mut VariantDef)) -> Result<(), String> {
    let def = definition(variant);
    let mut faulty = def.clone();
    plant(&mut faulty);
    assert_ne!(def, faulty, "{variant}: the fault changes something");
    Comparison { game: compiled(&def), naive: faulty }.run(8, 200)
}

fn legs_of(def: &mut VariantDef, role: char) -> &mut Vec<Leg> {
    &mut def.sides[0].pieces.iter_mut().find(|piece| piece.role == role).unwrap().movement.legs
}

#[test]
fn a_planted_fault_does_not_go_unnoticed() {
    let drop_one_leg = |def: &mut VariantDef| drop(legs_of(def, 'N').pop());
    assert!(comparison_with_fault("chess", drop_one_leg).is_err());

    let shorten = |def: &mut VariantDef| legs_of(def, 'R')[0].halfling = false;
    assert!(comparison_with_fault("halfchess", shorten).is_err());

    let no_en_passant = |def: &mut VariantDef| legs_of(def, 'P').retain(|leg| !leg.purpose.en_passant || leg.purpose.capture);
    let forget = |def: &mut VariantDef| {
        for leg in legs_of(def, 'P') {
            leg.purpose = Purpose { en_passant: false, ..leg.purpose };
        }
        no_en_passant(def);
    };
    assert!(comparison_with_fault("berolina", forget).is_err());

    let castle_as_usual = |def: &mut VariantDef| {
        if let Castling::Corner { keep_color, .. } = &mut def.rules.castling {
            *keep_color = false;
        }
    };
    assert!(comparison_with_fault("cwda:clobberers/fide", castle_as_usual).is_err());

    let leap_in_check = |def: &mut VariantDef| {
        let king = def.sides[0].pieces.iter_mut().find(|piece| piece.role == 'K').unwrap();
        king.movement.legs.append(&mut king.unchecked.legs);
    };
    assert!(comparison_with_fault("narrow", leap_in_check).is_err());
}
