//! Plays the games of a match, many at once.
//!
//! The unit of work is a pair: one opening, played twice with colors exchanged by the same thread,
//! which keeps its engines from pair to pair. What is finished goes to one listener, in the order
//! in which it is finished.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::cecp::Cecp;
use super::control::TimeLimit;
use super::external::{EngineSetup, Waiting};
use super::game::{self, Adjudication, Finished};
use super::local::{Local, Resources};
use super::opening::{Maker, Opening, Random};
use super::player::{Player, Trouble};
use super::spec::{Program, Protocol, Spec};
use super::uci::Uci;
use crate::game::Game;
use crate::geometry::{Color, Narrow};
use crate::play::TABLEBASE_MEN;
use crate::search::STACK;
use crate::variant::Catalog;

/// MiB of the table of the program itself, if nobody says.
const HASH: usize = 16;
/// The men of endings that are solved in a moment.
const QUICK: usize = 3;

/// Two players, and the game they play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The player who is White first.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// Index of the game.
    pub game: usize,
}

/// How often an opening is played in a pairing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Series {
    /// Twice, with the players exchanged.
    Pairs,
    /// Once; the players are exchanged from opening to opening.
    Singles,
}

/// What openings come from.
#[derive(Clone, Debug)]
pub enum Openings {
    /// Random moves.
    Random(Random),
    /// A list for each game, gone through again and again.
    Listed(Vec<Vec<Opening>>),
}

/// A match.
pub struct Contest {
    /// The players.
    pub players: Vec<Spec>,
    /// The games they play.
    pub games: Vec<Arc<Game>>,
    /// The FEN that each begins with, if not its own start.
    pub starts: Vec<Option<String>>,
    /// Who plays whom.
    pub pairings: Vec<Pairing>,
    /// Games of each pairing.
    pub length: u32,
    /// How often an opening is played.
    pub series: Series,
    /// Limits of those who have none of their own.
    pub control: TimeLimit,
    /// What games begin with.
    pub openings: Openings,
    /// What the referee goes by.
    pub rules: Adjudication,
    /// How engines are waited for.
    pub waiting: Waiting,
    /// Games at once.
    pub concurrency: usize,
    /// Games that need not be played any more.
    pub played: Vec<Fixture>,
    /// The variants we know.
    pub catalog: Arc<Catalog>,
}

/// The place of a game in its match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fixture {
    /// Index of the pairing.
    pub pairing: usize,
    /// The number of the opening in it, from 0.
    pub round: u32,
    /// Whether the first player has Black.
    pub reversed: bool,
}

/// A game that has been played.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// Which.
    pub place: Fixture,
    /// The players, White first.
    pub players: [usize; 2],
    /// Index of the game.
    pub game: usize,
    /// How it went.
    pub finished: Finished,
}

/// Why a match cannot go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{player}: {reason}")]
pub struct Stopped {
    /// Whose fault it is.
    pub player: String,
    /// Why.
    pub reason: String,
}

impl Contest {
    /// Plays until all games are played or `stop` is set. The listener is told every game and may set
    /// `stop`.
    ///
    /// # Errors
    /// If a player cannot be started or cannot play such games.
    pub fn run(&self, stop: &Arc<AtomicBool>, mut listener: impl FnMut(PlayedGame)) -> Result<(), Stopped> {
        let next = AtomicUsize::new(0);
        let mut outcome = Ok(());
        thread::scope(|scope| {
            let (sender, reports) = channel();
            for number in 0..self.concurrency.max(1) {
                let (sender, next) = (sender.clone(), &next);
                let worker = thread::Builder::new().name(format!("games {number}")).stack_size(STACK);
                let work = move || Worker::new(self, stop).work(next, &sender);
                if worker.spawn_scoped(scope, work).is_err() && number == 0 {
                    outcome =
                        Err(Stopped { player: "match".into(), reason: "the system refuses a thread".into() });
                }
            }
            drop(sender);
            for report in reports {
                match report {
                    Ok(report) => listener(*report),
                    Err(stopped) => {
                        stop.store(true, Ordering::Relaxed);
                        outcome = Err(stopped);
                    }
                }
            }
        });
        outcome
    }

    /// The limits of a player.
    pub fn control(&self, player: usize) -> TimeLimit {
        let own = self.players[player].control;
        if own == TimeLimit::default() { self.control } else { own }
    }

    /// Openings of each pairing.
    fn rounds(&self) -> u32 {
        match self.series {
            Series::Pairs => self.length.div_ceil(2),
            Series::Singles => self.length,
        }
    }

    /// Whether the first player has Black, in the games of an opening.
    fn seatings(&self, round: u32) -> &'static [bool] {
        match self.series {
            Series::Pairs if round * 2 + 1 < self.length => &[false, true],
            Series::Pairs => &[false],
            Series::Singles if round.is_multiple_of(2) => &[false],
            Series::Singles => &[true],
        }
    }
}

/// A thread that plays games.
struct Worker<'a> {
    contest: &'a Contest,
    stop: &'a Arc<AtomicBool>,
    players: HashMap<usize, Box<dyn Player>>,
    makers: HashMap<usize, Maker>,
}

type Inbox = Sender<Result<Box<PlayedGame>, Stopped>>;

impl<'a> Worker<'a> {
    fn new(contest: &'a Contest, stop: &'a Arc<AtomicBool>) -> Worker<'a> {
        Worker { contest, stop, players: HashMap::new(), makers: HashMap::new() }
    }

    fn work(&mut self, next: &AtomicUsize, inbox: &Inbox) {
        let pairings = self.contest.pairings.len();
        let units = pairings * self.contest.rounds() as usize;
        loop {
            let unit = next.fetch_add(1, Ordering::Relaxed);
            if unit >= units || self.stop.load(Ordering::Relaxed) {
                return;
            }
            let (round, pairing) = ((unit / pairings).narrow(), unit % pairings);
            if let Err(stopped) = self.play_pair(pairing, round, inbox) {
                let _ = inbox.send(Err(stopped));
                return;
            }
        }
    }

    fn play_pair(&mut self, pairing: usize, round: u32, inbox: &Inbox) -> Result<(), Stopped> {
        let mut opening = None;
        for &reversed in self.contest.seatings(round) {
            let place = Fixture { pairing, round, reversed };
            if self.contest.played.contains(&place) {
                continue;
            }
            let game = self.contest.pairings[pairing].game;
            let opening: &Opening = opening.get_or_insert_with(|| self.opening(game, round));
            match self.play(place, &opening.clone()) {
                Ok(report) => drop(inbox.send(Ok(Box::new(report)))),
                Err((_, Trouble::Stopped)) => return Ok(()),
                Err((player, trouble)) => {
                    let player = self.contest.players[player].name.clone();
                    return Err(Stopped { player, reason: trouble.to_string() });
                }
            }
        }
        Ok(())
    }

    fn opening(&mut self, game: usize, round: u32) -> Opening {
        match &self.contest.openings {
            Openings::Random(random) => {
                let maker = self.makers.entry(game).or_insert_with(|| {
                    let start = self.contest.starts[game].clone();
                    Maker::new(&self.contest.games[game], start, *random)
                });
                // Pairings of one game have the same openings, so that they can be compared.
                maker.opening(u64::from(round))
            }
            Openings::Listed(lists) => {
                let list = &lists[game];
                list[round as usize % list.len()].clone()
            }
        }
    }

    fn play(&mut self, place: Fixture, opening: &Opening) -> Result<PlayedGame, (usize, Trouble)> {
        let pairing = self.contest.pairings[place.pairing];
        let mut seats = [pairing.first, pairing.second];
        if place.reversed {
            seats.reverse();
        }
        let mut players = [self.take(seats[0])?, self.take(seats[1])?];
        let board = opening.board(&self.contest.games[pairing.game]);
        let controls = seats.map(|seat| self.contest.control(seat));
        let [white, black] = &mut players;
        let outcome = game::play(board, [white.as_mut(), black.as_mut()], controls, &self.contest.rules);
        let mut finished = outcome.map_err(|(color, trouble)| (seats[color.index()], trouble))?;
        let (result, reason) = (finished.result(), finished.reason());
        if let Some(color) = finished.at_fault {
            finished.transcript = players[color.index()].transcript();
        }
        for (index, mut player) in players.into_iter().enumerate() {
            let seat = seats[index];
            let at_fault = finished.at_fault.map(Color::index) == Some(index);
            if at_fault || self.contest.players[seat].restart {
                continue;
            }
            player.end(result, &reason);
            self.players.entry(seat).or_insert(player);
        }
        Ok(PlayedGame { place, players: seats, game: pairing.game, finished })
    }

    /// A player, kept from an earlier game or new.
    fn take(&mut self, index: usize) -> Result<Box<dyn Player>, (usize, Trouble)> {
        if let Some(player) = self.players.remove(&index) {
            return Ok(player);
        }
        let spec = &self.contest.players[index];
        let stop = self.stop.clone();
        let (protocol, launch) = match &spec.program {
            Program::Own => {
                let mut settings = spec.settings().unwrap_or_default();
                // Without a clock a search waits for its tables, and those of more men take seconds.
                let asked = spec.options.iter().any(|(name, _)| name == TABLEBASE_MEN);
                if !asked && self.contest.control(index).time.is_none() {
                    settings.tablebases.men = settings.tablebases.men.min(QUICK);
                }
                let (hash, threads) = (spec.hash.unwrap_or(HASH), spec.threads.unwrap_or(1));
                let resources =
                    Resources { hash, threads, tablebases: settings.tablebases, learned: settings.learned };
                let (skill, cpu_clock) = (spec.skill.min(settings.skill), self.contest.waiting.cpu_clock);
                let local = Local::new(resources, skill, cpu_clock, stop);
                let local = local.weighing(spec.weights.clone()).with_network(spec.network.clone());
                return Ok(Box::new(local.searching_by(spec.params.clone())));
            }
            Program::External { protocol, launch } => (protocol, launch),
        };
        let settings = EngineSetup {
            launch: launch.clone(),
            hash: spec.hash,
            threads: spec.threads,
            options: spec.options.clone(),
            variant: spec.variant.clone(),
            letters: spec.letters.clone(),
            ponder: spec.ponder,
            catalog: self.contest.catalog.clone(),
        };
        match protocol {
            Protocol::Cecp => match Cecp::start(settings, self.contest.waiting, stop) {
                Ok(engine) => Ok(Box::new(engine)),
                Err(trouble) => Err((index, trouble)),
            },
            Protocol::Uci => match Uci::start(settings, self.contest.waiting, stop) {
                Ok(engine) => Ok(Box::new(engine)),
                Err(trouble) => Err((index, trouble)),
            },
        }
    }
}
