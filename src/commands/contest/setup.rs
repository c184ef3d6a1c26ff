//! Builds a contest from its arguments.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use super::request::{MatchArgs, Order, Tournament};
use crate::arena::contest::{Contest, Openings, Pairing};
use crate::arena::external::Waiting;
use crate::arena::opening::{self, Opening, Random};
use crate::arena::spec::{self, Program, Protocol, Spec};
use crate::base::text;
use crate::commands::load::{Entries, selected};
use crate::commands::{Error, wild};
use crate::protocol::xboard;
use crate::rules::export::fairy_stockfish;
use crate::rules::game::{Game, compile};
use crate::rules::pgn::Written;
use crate::rules::position::playable;
use crate::rules::variant::{Catalog, VariantList};
use crate::session::control::TimeLimit;

/// The match that was asked for. `entries` are those of the file of openings.
pub fn contest(catalog: &Catalog, args: &MatchArgs, entries: &mut Entries) -> Result<Contest, Error> {
    if let [name, ..] = args.variants.names()
        && names_a_player(name)
    {
        return Err(Error::Usage(format!(
            "expected the variant first, as in `fibnif match chess self 'uci:stockfish'`, found `{name}`"
        )));
    }
    let players = players(args, catalog.paths())?;
    let variants = if args.armies.is_empty() {
        args.variants.names().to_vec()
    } else {
        army_variants(&args.variants, &args.armies)?
    };
    let catalog = wild::with_armies(catalog, &variants.join(" ")).map_err(Error::usage)?;
    let games = variants
        .iter()
        .map(|variant| playable(&catalog.resolve(variant)?))
        .collect::<Result<Vec<_>, _>>()
        .map_err(Error::usage)?;
    let foreign = |player: &Spec| matches!(player.program, Program::External { protocol: Protocol::Uci, .. });
    let reduce = players.iter().any(foreign);
    let starts: Vec<Option<String>> =
        games.iter().map(|game| reduce.then(|| reduced_start(game)).flatten()).collect();
    let openings = match &args.openings {
        Some(path) => {
            let mut lists =
                listed(path, (&catalog, &variants), &games, &starts, args.plies as usize, entries)?;
            if args.order == Order::Random {
                for list in &mut lists {
                    list.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(args.seed));
                }
            }
            Openings::Listed(lists)
        }
        None => Openings::Random(Random { plies: args.plies, bound: args.balance, seed: args.seed }),
    };
    let by_army = !args.armies.is_empty();
    Ok(Contest {
        pairings: pairings(players.len(), games.len(), args.tournament),
        players,
        games,
        starts,
        length: if by_army { args.games.div_ceil(2) } else { args.games },
        singles: by_army,
        control: args.control(),
        openings,
        rules: args.rules(),
        waiting: Waiting { cpu_clock: args.cpu_clock, patience: args.patience },
        concurrency: usize::from(args.concurrency),
        played: Vec::new(),
        failures: args.failures,
        catalog: Arc::new(catalog.into_owned()),
    })
}

fn players(args: &MatchArgs, variants: &[PathBuf]) -> Result<Vec<Spec>, Error> {
    let mut players = args
        .players
        .iter()
        .map(|text| Spec::read(text, args.each.as_deref().unwrap_or_default()))
        .collect::<Result<Vec<_>, _>>()?;
    if players.len() == 1 && !args.armies.is_empty() {
        players.push(players[0].clone());
    }
    spec::number(&mut players);
    if players.len() < 2 {
        return Err(Error::usage(
            "expected at least two players, found one: name the opponent, too, as in `fibnif match chess \
              self 'uci:stockfish' --nodes 1000`",
        ));
    }
    if !args.armies.is_empty() && players.len() > 2 {
        return Err(Error::usage("with --armies name two players, or one that plays itself"));
    }
    let idle = |player: &&Spec| player.control == TimeLimit::default();
    if args.control() == TimeLimit::default()
        && let Some(player) = players.iter().find(idle)
    {
        let name = &player.name;
        return Err(Error::Usage(format!(
            "{name} has no limit for its thinking: add `--clock TIME`, `--time SECONDS`, `--nodes NODES` or \
             `--depth DEPTH`"
        )));
    }
    for player in players.iter().filter(|player| player.program == Program::Own) {
        player.settings().map_err(|reason| Error::Usage(format!("{}: {reason}", player.name)))?;
    }
    for player in &mut players {
        player.ponder |= args.ponder;
        if player.ponder && player.program == Program::Own {
            if player.weights.is_some() || player.network.is_some() {
                let name = &player.name;
                return Err(Error::Usage(format!(
                    "{name} cannot ponder with weights= or net=: pondering needs a process of its own, which \
                     does not read them"
                )));
            }
            *player = player.clone().into_process(variants)?;
        }
    }
    Ok(players)
}

/// Whether a text in the place of the variant is a player.
fn names_a_player(text: &str) -> bool {
    let is_program =
        |text: &str| text.split_whitespace().next().is_some_and(|word| Path::new(word).is_file());
    let words = text.split(';').next().unwrap_or_default();
    words.trim() == "self" || words.starts_with("uci:") || words.starts_with("cecp:") || is_program(words)
}

/// Every army against every other, with both colors.
fn army_variants(variants: &VariantList, armies: &[String]) -> Result<Vec<String>, Error> {
    let [variant] = variants.names() else {
        return Err(Error::usage("expected exactly one variant with `--armies`"));
    };
    if armies.len() < 2 {
        return Err(Error::usage("expected at least two armies, separated by commas"));
    }
    let mut variants = Vec::new();
    for (index, first) in armies.iter().enumerate() {
        for second in &armies[index + 1..] {
            variants.push(format!("{variant}:{first}/{second}"));
            variants.push(format!("{variant}:{second}/{first}"));
        }
    }
    Ok(variants)
}

fn pairings(players: usize, games: usize, tournament: Tournament) -> Vec<Pairing> {
    let hosts = match tournament {
        Tournament::Gauntlet => 1,
        Tournament::RoundRobin => players - 1,
    };
    let mut pairings = Vec::new();
    for game in 0..games {
        for first in 0..hosts {
            pairings.extend((first + 1..players).map(|second| Pairing { first, second, game }));
        }
    }
    pairings
}

/// The start of a game for engines that get a variants file for Fairy-Stockfish, if that file cannot
/// express all castling rights.
fn reduced_start(game: &Game) -> Option<String> {
    let rights = fairy_stockfish::entry(game).err()?.rights?;
    let start = crate::rules::position::Position::start(compile(&game.def).ok()?);
    Some(fairy_stockfish::without_rights(&start.fen(), &rights))
}

/// The openings of a file, for every game, which `variants` names. Those that XBoard has saved are
/// translated.
fn listed(
    path: &Path,
    (catalog, variants): (&Catalog, &[String]),
    games: &[Arc<Game>],
    starts: &[Option<String>],
    plies: usize,
    entries: &mut Entries,
) -> Result<Vec<Vec<Opening>>, Error> {
    let text = text::read(path).map_err(Error::file(path))?;
    let is_pgn = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
    let mut read = |((name, game), start): ((&String, &Arc<Game>), &Option<String>)| {
        let mut list = Vec::new();
        let failed = Error::file(path);
        let found = selected(catalog, name, Arc::clone(game));
        let translate = |written: &mut Written| xboard::translate(&found, name, written);
        for entry in opening::read(game, &text, is_pgn, plies, start.as_deref(), &translate) {
            let Some(entry) = entries.keep(entry, &mut io::sink()).map_err(failed)? else { continue };
            entries.note(entry.line, &entry.notes, &mut io::sink()).map_err(failed)?;
            list.push(entry.opening);
        }
        if list.is_empty() {
            return Err(Error::Usage(format!(
                "{}: it contains no openings of {}",
                path.display(),
                game.def.id
            )));
        }
        Ok(list)
    };
    variants.iter().zip(games).zip(starts).map(&mut read).collect()
}
