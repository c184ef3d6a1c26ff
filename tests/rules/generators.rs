//! The compiled game and the naive generator play random games side by side and must agree on
//! everything at every ply: in the shipped variants and in invented ones.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::common::files::Files;
use crate::common::naive::{Ended, Naive, Worth};
use crate::common::{compiled, definition, invented, legal, legal_of, same, selections};
use fibnif::protocol::xboard::{Dialect, Passing, Promoted};
use fibnif::rules::betza::{Leg, Purpose};
use fibnif::rules::game::Game;
use fibnif::rules::geometry::Color;
use fibnif::rules::pgn::{self, Written, san};
use fibnif::rules::position::{Margin, Move, MoveKind, Outcome, Position, Reason, perft};
use fibnif::rules::variant::{Castling, VariantDef};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// The pair of generators under comparison: a compiled game, and the definition for the naive one (the
/// same, unless a test plants a fault).
pub struct Comparison {
    pub game: Arc<Game>,
    pub naive: VariantDef,
}

impl Comparison {
    /// Plays random games from the start, with fewer pieces in all but the first so that castling,
    /// promotion and endings occur. An error describes the first difference.
    pub fn run(&self, games: u64, plies: u32) -> Result<(), String> {
        for seed in 0..games {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut start = Naive::start(&self.naive);
            if seed > 0 {
                start = start.thinned(|| random.random_ratio((seed % 4).try_into().unwrap(), 4));
            }
            if !start.in_check(Color::Black) {
                self.random_game(start, plies, &mut random)?;
            }
        }
        Ok(())
    }

    fn random_game(
        &self,
        mut naive: Naive,
        plies: u32,
        random: &mut Xoshiro256PlusPlus,
    ) -> Result<(), String> {
        let game = &self.game;
        let fen = naive.fen();
        let mut position = Position::from_fen(game.clone(), &fen)
            .map_err(|error| format!("{}: `{fen}`: {error}", game.def.id))?;
        let mut stale = Vec::new();
        let mut played: Vec<Played> = Vec::new();
        for _ in 0..plies {
            let here = |what: String| format!("{} `{}`: {what}", game.def.id, naive.fen());
            let successors = naive.successors();
            compare(&mut position, &naive, &successors, &stale).map_err(here)?;
            let (side, check) = (position.side(), naive.in_check(position.side()));
            let now = Played { identity: identity(&naive, &successors), side, check };
            let earlier = played.iter().map(|played| u32::from(played.identity == now.identity)).sum();
            played.push(now);
            if !game.def.rules.turn.is_by_color() {
                same("earlier occurrences", position.counters().repetitions(), earlier).map_err(here)?;
            }
            let checker = perpetual_checker(&played, game.def.rules.repetition.into());
            let expected = naive.outcome(&successors, earlier, checker);
            compare_ends(&position, &naive, expected).map_err(here)?;
            if expected.is_some_and(|end| end.0.is_some()) {
                break; // Nobody moves any more.
            }
            let Some(choice) = random.random_range(0..successors.len().max(1)).checked_rem(successors.len())
            else {
                break;
            };
            let (text, after) = successors.into_iter().nth(choice).unwrap();
            if Color::ALL.iter().any(|&color| after.has_lost_royals(&naive, color)) {
                break; // The last royal of a side has been blown up, and no FEN tells that.
            }
            stale = legal(&position);
            let chosen = position.parse_move(&text).map_err(|error| here(error.to_string()))?;
            position.make(chosen);
            naive = after;
        }
        Ok(())
    }
}

/// A position that has occurred.
struct Played {
    identity: String,
    side: Color,
    /// Whether that side is in check.
    check: bool,
}

/// The side that has given check with each of its moves since the first of the last `count` occurrences of
/// the last position.
fn perpetual_checker(played: &[Played], count: usize) -> Option<Color> {
    let now = played.last().filter(|_| count > 0)?;
    let times: Vec<usize> = (0..played.len()).filter(|&ply| played[ply].identity == now.identity).collect();
    let first = *times.get(times.len().saturating_sub(count))?; // None where repetition means nothing
    let since = &played[first + 1..];
    let checks = |side: Color| since.iter().filter(|there| there.side != side).all(|there| there.check);
    let mut checkers = Color::ALL.into_iter().filter(|&side| !since.is_empty() && checks(side));
    checkers.next().filter(|_| checkers.next().is_none())
}

/// What makes a position the same as another: pieces, side, castling rights, the e.p. square if it
/// makes a difference, a relevant loss, and the checks given.
fn identity(naive: &Naive, successors: &BTreeMap<String, Naive>) -> String {
    let fen = naive.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let fens = |successors: &BTreeMap<String, Naive>| successors.values().map(Naive::fen).collect::<Vec<_>>();
    let idle = fields[3] == "-" || fens(&naive.clone().without_en_passant().successors()) == fens(successors);
    let checks = fields[4].contains('+').then_some(fields[4]);
    fields[..if idle { 3 } else { 4 }].iter().copied().chain(checks).collect::<Vec<_>>().join(" ")
        + &naive.rest_of_turn()
}

/// Everything on which two views of one position must agree. `stale` are moves of the previous
/// position: each is illegal unless it is in the list.
fn compare(
    position: &mut Position,
    naive: &Naive,
    successors: &BTreeMap<String, Naive>,
    stale: &[Move],
) -> Result<(), String> {
    position.validate()?;
    same("FEN", position.fen(), naive.fen())?;
    same("check", position.in_check(), naive.in_check(position.side()))?;
    let key = position.key();
    let reread =
        Position::from_fen(position.game().clone(), &naive.fen()).map_err(|error| error.to_string())?;
    same("FEN read again", reread.fen(), naive.fen())?;
    same("key after reading the FEN", reread.key() == key, true)?;

    let moves = legal(position);
    let mut texts: Vec<String> = moves.iter().map(|&m| position.move_text(m)).collect();
    texts.sort();
    let extra: Vec<&String> = texts.iter().filter(|&text| !successors.contains_key(text)).collect();
    let missing: Vec<&String> = successors.keys().filter(|text| !texts.contains(text)).collect();
    if !extra.is_empty() || !missing.is_empty() {
        return Err(format!("compiled has {extra:?} besides, lacks {missing:?}"));
    }
    let twice: Vec<&[String]> = texts.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    same("moves of one name", twice, Vec::new())?;

    let (noisy, quiet) = (legal_of(position, MoveKind::Noisy), legal_of(position, MoveKind::Quiet));
    same("noisy and quiet moves", noisy.len() + quiet.len(), moves.len())?;
    let mut checks = Vec::new();
    position.legal_moves(MoveKind::CheckingDrops, &mut checks);
    let checked = |m: &Move| {
        let after = &successors[&position.move_text(*m)];
        after.in_check(!position.side()) && after.checks_from(m.to())
    };
    let drops: Vec<_> =
        moves.iter().copied().filter(|m| m.dropped(position.game()).is_some() && checked(m)).collect();
    let names = |moves: &[Move]| moves.iter().map(|&m| position.move_text(m)).collect::<BTreeSet<_>>();
    same("drops with check", names(&checks), names(&drops))?;
    for &m in &moves {
        let text = position.move_text(m);
        let may_promote = moves.iter().any(|other| {
            (other.from(), other.to()) == (m.from(), m.to()) && other.promotion(position.game()).is_some()
        });
        let is_noisy = position.captured(m).is_some() || may_promote;
        same(&format!("{text} noisy or quiet"), noisy.contains(&m), !quiet.contains(&m))?;
        // A piece on a square where it could promote if there were pieces for it may be either. So may the
        // own move of a piece that could also promote instead of moving.
        let (game, moves_on) = (position.game(), m.promotion(position.game()).is_none());
        let either = position.kind_at(m.from()).map(|kind| game.kind(kind)).is_some_and(|kind| {
            let pieces = &game.def.sides[kind.color.index()].pieces;
            let promotion = pieces.iter().find(|piece| piece.role == kind.role);
            let promotion = promotion.and_then(|piece| piece.promotion.as_ref());
            let instead = promotion.is_some_and(|promotion| promotion.instead);
            if is_noisy { instead && moves_on && position.captured(m).is_none() } else { promotion.is_some() }
        });
        if !either {
            same(&format!("{text} among the noisy moves"), noisy.contains(&m), is_noisy)?;
        }
        same(&format!("{text} legal"), position.is_legal(m), true)?;
        same(&format!("{text} read again"), position.parse_move(&text), Ok(m))?;
        position.make(m);
        same(&format!("FEN after {text}"), position.fen(), successors[&text].fen())?;
        position.unmake();
        same(&format!("FEN after taking {text} back"), position.fen(), naive.fen())?;
        same(&format!("key after taking {text} back"), position.key(), key)?;
    }
    // A game that is over has no text with another move.
    if naive.fen().len().is_multiple_of(8) && position.outcome().is_none() {
        compare_notation(position, &moves)?;
    }
    for &m in stale {
        same(&format!("{m:?}, legal a ply ago"), position.is_legal(m), moves.contains(&m))?;
    }
    Ok(())
}

/// The moves as people write them: each has a text of its own, by itself and in a game. And as programs do,
/// which must read their own.
fn compare_notation(position: &Position, moves: &[Move]) -> Result<(), String> {
    let mut texts = BTreeSet::new();
    let captor = position.game().def.rules.captor;
    let in_legs = Dialect {
        two_moves_castle: true,
        en_passant: if captor.moves() { Passing::TwoLegs } else { Passing::OneLeg },
        promoted: Promoted::Plus,
        returns: captor.stays(),
        ..Dialect::default()
    };
    for &m in moves {
        let text = position.uci_text(m, position.game().def.rules.castling.is_shuffled());
        same(&format!("{text} over UCI"), position.parse_move(&text), Ok(m))?;
        for dialect in [&Dialect::default(), &in_legs] {
            let text = dialect.write_move(position, m);
            if dialect.can_write(position, m) {
                same(&format!("{text} over CECP"), dialect.read_move(position, &text), Some(m))?;
            }
        }
        // GUIs count ten ranks from 0.
        if position.game().shape.ranks() != 10 {
            let text = position.move_text(m);
            same(&format!("{text} over CECP"), Dialect::default().read_move(position, &text), Some(m))?;
        }
        let text = san::write(position, m);
        same(&format!("{text} read"), san::read(position, &text), Ok(m))?;
        same(&format!("{text} is another move, too"), texts.insert(text.clone()), true)?;
        let (start, result) = (position.clone(), "*".to_string());
        let game = pgn::Played {
            tags: Vec::new(),
            written: Vec::new(),
            start,
            preface: Vec::new(),
            moves: vec![(m, Vec::new())],
            result,
        };
        let read = |written: &mut Written| written.replay(position, 1, &|_, error| error.to_string());
        let games: Vec<_> = pgn::read(&game.to_pgn()).iter_mut().map(read).collect();
        same(&format!("a game of {text}"), games, vec![(vec![m], None)])?;
    }
    Ok(())
}

/// The end of the game, if it is over. The naive generator does not judge material.
fn compare_ends(position: &Position, naive: &Naive, expected: Option<Ended>) -> Result<(), String> {
    let told = |outcome: Outcome| {
        let won = outcome.winner.is_some();
        let worth = if won && outcome.margin == Margin::Half { Worth::Half } else { Worth::Full };
        (outcome.winner, worth, outcome.reason)
    };
    let found = position.outcome().map(told);
    let by_material = found.is_some_and(|end| end.2 == Reason::Material)
        && expected.is_none_or(|end| end.2 == Reason::Counted);
    if !by_material {
        same("end of the game", found, expected)?;
    }
    let dead = position.game().def.rules.turn.is_by_color() && expected.is_none() && naive.is_dead();
    same("nobody can win", dead && found.is_none(), false)
}

fn differences(games: u64, plies: u32) -> Vec<String> {
    let compare = |variant: String| {
        let def = definition(&variant);
        told(Comparison { game: compiled(&def), naive: def }.run(games, plies).err())
    };
    selections::every_choice().into_iter().filter_map(compare).collect()
}

/// Reports a difference at once, because long runs are often interrupted.
fn told(difference: Option<String>) -> Option<String> {
    difference.inspect(|difference| eprintln!("{difference}"))
}

#[test]
fn both_generators_agree_in_random_games() {
    assert_eq!(differences(2, 15), Vec::<String>::new());
}

/// `GAMES=10` makes it fewer.
#[test]
#[ignore = "hours"]
fn both_generators_agree_in_many_random_games() {
    let games = std::env::var("GAMES").map_or(60, |games| games.parse().unwrap());
    assert_eq!(differences(games, 400), Vec::<String>::new());
}

/// Differences in games of double moves: each army against each, both readings of stalemate.
fn double_move_differences(games: u64, plies: u32) -> Vec<String> {
    let sides = ["colorboundmost", "raiders/colorboundmost", "colorboundmost/raiders", "raiders"];
    let variants = sides
        .iter()
        .flat_map(|side| ["", ";stalemate=full"].map(|option| format!("colorboundmost:{side}{option}")));
    let compare = |variant: String| {
        let def = definition(&variant);
        Comparison { game: compiled(&def), naive: def }.run(games, plies).err()
    };
    variants.filter_map(compare).collect()
}

#[test]
fn both_generators_agree_on_double_moves() {
    assert_eq!(double_move_differences(2, 40), Vec::<String>::new());
}

#[test]
#[ignore = "some minutes"]
fn both_generators_agree_on_very_many_double_moves() {
    assert_eq!(double_move_differences(100, 400), Vec::<String>::new());
}

/// Differences in games in which a side makes several moves in a turn.
fn series_differences(games: u64, plies: u32) -> Vec<String> {
    let variants = [
        "marseillais",
        "marseillais;opening=full",
        "doublemove",
        "monster",
        "progressive",
        "progressive;rules=italian",
    ];
    let compare = |variant: &str| {
        let def = definition(variant);
        told(Comparison { game: compiled(&def), naive: def }.run(games, plies).err())
    };
    variants.into_iter().filter_map(compare).collect()
}

#[test]
fn both_generators_agree_on_series_of_moves() {
    assert_eq!(series_differences(3, 60), Vec::<String>::new());
}

#[test]
#[ignore = "some minutes"]
fn both_generators_agree_on_very_many_series_of_moves() {
    assert_eq!(series_differences(60, 400), Vec::<String>::new());
}

/// Differences in Greener Chess with a vertical fence, where a piece depends on its start: random
/// armies and augmenters.
fn vertical_fence_differences(seeds: std::ops::Range<u64>, games: u64, plies: u32) -> Vec<String> {
    let compare = |seed| {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut one = |of: &[&'static str]| of[random.random_range(0..of.len())];
        let mut side = || {
            let army = one(&["clobberers", "rookies", "rookies", "nutters", "fide"]);
            let mut augmenter = || one(&["W", "F", "D", "A", "Crab", "Barc", "Narrow", "Wide"]);
            format!("{army}+{}", ["R", "N", "B", "Q"].map(|role| format!("{role}={}", augmenter())).join(","))
        };
        let mut text = || {
            let sides = [side(), side()].join("/");
            format!("greener:{sides};fence=vertical")
        };
        let known = |text: &String| fibnif::rules::variant::Catalog::builtin().resolve(text).is_ok();
        let variant = (0..10_000).map(|_| text()).find(known).unwrap();
        let kings = ["Crab", "A", "D", "Barc", "none"];
        let def =
            definition(&format!("{variant};king={}", kings[usize::try_from(seed).unwrap() % kings.len()]));
        told(Comparison { game: compiled(&def), naive: def }.run(games, plies).err())
    };
    seeds.filter_map(compare).collect()
}

#[test]
fn both_generators_agree_on_vertical_fences() {
    assert_eq!(vertical_fence_differences(0..6, 2, 40), Vec::<String>::new());
}

#[test]
#[ignore = "half an hour"]
fn both_generators_agree_on_very_many_vertical_fences() {
    assert_eq!(vertical_fence_differences(6..200, 8, 200), Vec::<String>::new());
}

/// Differences in the invented variants of some seeds.
fn invented_differences(seeds: std::ops::Range<u64>, games: u64, plies: u32) -> Vec<String> {
    let compare = |seed| {
        let def = invented::invent(seed);
        let game = match fibnif::rules::game::compile(&def) {
            // Many pieces with many legs on a large board: the program refuses what its tables cannot
            // hold.
            Err(error)
                if ["rays of attack: at most", "at most nine pieces"]
                    .iter()
                    .any(|limit| error.to_string().contains(limit)) =>
            {
                return None;
            }
            // Rules that exclude each other, both named.
            Err(error) if error.to_string().contains("go together with") => return None,
            game => game.unwrap_or_else(|error| panic!("{}: {error}", def.id)),
        };
        let betza = |side: usize| {
            def.sides[side]
                .pieces
                .iter()
                .map(|piece| format!("{}: {}", piece.letter, piece.betza))
                .collect::<Vec<_>>()
        };
        let pieces = format!("{:?} against {:?}", betza(0), betza(1));
        let difference = Comparison { game, naive: def }.run(games, plies).err();
        told(difference.map(|difference| format!("{difference} ({pieces})")))
    };
    seeds.filter_map(compare).collect()
}

#[test]
fn both_generators_agree_on_invented_pieces() {
    assert_eq!(invented_differences(0..13, 2, 40), Vec::<String>::new());
}

/// `SEEDS=178..400` narrows it down.
#[test]
#[ignore = "an hour"]
fn both_generators_agree_on_very_many_invented_pieces() {
    let range = std::env::var("SEEDS").unwrap_or("13..400".to_owned());
    let (first, end) = range.split_once("..").expect("SEEDS is a range as 178..400");
    let seeds = first.parse().unwrap()..end.parse().unwrap();
    assert_eq!(invented_differences(seeds, 4, 100), Vec::<String>::new());
}

/// Pawns that promote where pawns can be captured en passant, or only to their own promoted form, under
/// rules that meet there.
#[test]
fn both_generators_agree_where_en_passant_meets_promotion() {
    let zone = "pieces.P.promotes = { to = ['Q', 'N'], squares = 'a6:h8' }";
    let optional = "pieces.P.promotes = { to = ['Q'], squares = 'a8:h8', optional = 'a6:h7' }";
    for (base, more) in [
        ("chess", "pieces.P.promotes = ['C']\npieces.C = { betza = 'NN', promoted = 'P' }"),
        (
            "chess",
            "pieces.P = { betza = 'mfWcfF', promotes = ['C'] }\npieces.C = { betza = 'K', promoted = 'P' }",
        ),
        ("chess", zone),
        ("chess", optional),
        ("chess", "pieces.P.promotes = { to = ['Q'], squares = 'a8:h8', optional = 'a3:h7' }"),
        ("atomic", "pieces.P.promotes = { to = ['Q'], squares = 'a8:h8', optional = 'a4:h7' }"),
        ("chess", "pieces.P.promotes = { to = ['N'], squares = 'a8:h8', forced = false, leaving = 'a2:h2' }"),
        ("chess", "pieces.P.promotes = { to = ['N'], squares = 'a8:h8', leaving = 'a5:h5' }"),
        ("chess", "pieces.P.promotes = { to = ['Q', 'R'], squares = 'a6:h8', captured = true }"),
        (
            "chess",
            "pieces.P = { becomes = 'N', promotes = { to = ['Q'], squares = 'a8:h8', optional = 'a6:h7' } }",
        ),
        ("chess", "pieces.P = { becomes = { to = 'N', when = 'captures', squares = 'a6:h6' } }"),
        ("chess", "pieces.P.promotes = { to = ['K', 'Q'], squares = 'a6:h8' }\nrules.royals = 'not-all'"),
        ("chess", "pieces.Q.most = 1\npieces.P.promotes = { to = ['Q', 'R'], squares = 'a6:h8' }"),
        ("crazyhouse", "pieces.P.promotes = { to = 'own', squares = 'a6:h8', falls_back = true }"),
        ("berolina", zone),
        ("atomic", zone),
    ] {
        let file = format!("extends = '{base}'\n{more}\n");
        let files = Files::new("meeting", &[("meeting.toml", &file)]);
        let def = files.catalog().resolve("meeting").unwrap();
        let rows = "rnbqkbnr/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/RNBQKBNR";
        let hands = if def.hands.is_some() { "[]" } else { "" };
        let (game, mut both) = (compiled(&def), [0, 0]);
        for seed in 0..6 {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let naive = Naive::from_fen(&def, &format!("{rows}{hands} w KQkq - 0 1"));
            let comparison = Comparison { game: game.clone(), naive: def.clone() };
            comparison.random_game(naive, 40, &mut random).unwrap_or_else(|error| panic!("{file}: {error}"));
        }
        // Each file has such captures.
        let passed = format!(
            "{}{hands} w KQkq c6 0 2",
            rows.replacen("p1p1p1p1/8/1P1P1P1P/p1p1", "p3p1p1/8/1PpP1P1P/p1p1", 1)
        );
        let position = Position::from_fen(game, &passed).unwrap();
        // Where no pawn can have passed c6, the field is left out.
        if position.fen().contains(" - 0 2") {
            assert!(base == "berolina" || more.contains("mfWcfF'"), "{file}: {passed}");
            continue;
        }
        for m in position
            .moves()
            .into_iter()
            .filter(|&m| position.captured(m).map(|victim| victim.square).is_some_and(|at| at != m.to()))
        {
            both[usize::from(m.promotion(position.game()).is_some())] += 1;
            let mut after = position.clone();
            after.make(m);
            assert_eq!(after.clock(), 0, "{file}");
        }
        let expected =
            match (more.contains("optional"), more.contains("a6:h8") || more.contains("leaving = 'a5")) {
                _ if more.contains("captured") => both == [0, 0],
                (true, _) => both[0] > 0 && both[1] > 0,
                (_, promotes) => (both[0] > 0) != promotes && (both[1] > 0) == promotes,
            };
        assert!(expected, "{file}: {both:?}");
    }
}

/// Compares a variant with a naive view of it that has been modified.
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

/// 256 squares are one more than a byte can count.
#[test]
fn both_generators_agree_on_boards_of_exactly_256_squares() {
    for (files, ranks, first, second) in
        [(16, 16, "rnbqkbnr8", "pppppppp8"), (8, 32, "rnbqkbnr", "pppppppp"), (2, 128, "rk", "pp")]
    {
        let empty = vec![files.to_string(); ranks - 4].join("/");
        let array = format!("{first}/{second}/{empty}/{}/{}", second.to_uppercase(), first.to_uppercase());
        let rules = "rules.castling = 'none'";
        let text = format!("title = 'Large'\nextends = 'chess'\nstart = '{array} w - - 0 1'\n{rules}\n");
        let folder = Files::new(&format!("generators-{files}"), &[("large.toml", &text)]);
        let def = folder.catalog().resolve("large").unwrap();
        let game = fibnif::rules::game::compile(&def).unwrap();
        let naive = Naive::start(&def).successors();
        let of_two: usize = naive.values().map(|after| after.successors().len()).sum();
        let counts = [1, 2].map(|depth| perft(&Position::start(game.clone()), depth));
        assert_eq!(counts, [naive.len() as u64, of_two as u64], "{files}x{ranks}");
        assert_eq!(Comparison { game, naive: def }.run(3, 30), Ok(()), "{files}x{ranks}");
    }
}

#[test]
fn a_planted_fault_does_not_go_unnoticed() {
    let drop_one_leg = |def: &mut VariantDef| drop(legs_of(def, 'N').pop());
    assert!(comparison_with_fault("chess", drop_one_leg).is_err());

    let shorten = |def: &mut VariantDef| legs_of(def, 'R')[0].halfling = false;
    assert!(comparison_with_fault("halfchess", shorten).is_err());

    let no_en_passant =
        |def: &mut VariantDef| legs_of(def, 'P').retain(|leg| !leg.purpose.en_passant || leg.purpose.capture);
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

    let back_at_once = |def: &mut VariantDef| {
        let king = def.sides[0].pieces.iter_mut().find(|piece| piece.role == 'K').unwrap();
        king.movement.legs.append(&mut king.after_capture.legs);
    };
    assert!(comparison_with_fault("simplifiedgryphon", back_at_once).is_err());
}
