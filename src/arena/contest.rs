//! Plays the games of a match, many at the same time.
//!
//! The unit of work is a pair: one opening, played twice with colors reversed by the same thread, which
//! keeps its engines from pair to pair. Finished games go to one listener in the order in which they
//! finish.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::{fmt, thread};

use super::cecp::Cecp;
use super::external::{EngineSetup, Waiting};
use super::game::{self, Adjudication, BrokenOff, Finish, Finished};
use super::local::Local;
use super::opening::{Opening, OpeningGenerator, Random};
use super::player::{NotStarted, Player, PlayerError, RefereedGame};
use super::spec::{Program, Protocol, Spec};
use super::uci::Uci;
use crate::engine::search::STACK;
use crate::rules::game::Game;
use crate::rules::geometry::{Color, Narrow};
use crate::rules::variant::Catalog;
use crate::session::SideClock;
use crate::session::control::TimeLimit;
use crate::session::{Error, TABLEBASE_PIECES};

/// The number of different variants that each player is set up for before the first game.
const PROBED: usize = 64;
/// The number of pieces of endings that are solved in a moment.
const QUICK: usize = 3;

/// Two players and their game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The player that has White first.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// Index of the game.
    pub game: usize,
}

/// The source of the openings.
#[derive(Clone, Debug)]
pub enum Openings {
    /// Random moves.
    Random(Random),
    /// A list for each game, used again and again.
    Listed(Vec<Vec<Opening>>),
}

/// A match.
pub struct Contest {
    pub players: Vec<Spec>,
    /// The games they play.
    pub games: Vec<Arc<Game>>,
    /// The FEN that each game starts with, if not its own start.
    pub starts: Vec<Option<String>>,
    pub pairings: Vec<Pairing>,
    /// Games per pairing.
    pub length: u32,
    /// Whether each opening of a pairing is played once, with colors that alternate from opening to opening;
    /// else it is played twice, with colors reversed.
    pub singles: bool,
    /// The limits of the players that have none of their own.
    pub control: TimeLimit,
    pub openings: Openings,
    pub rules: Adjudication,
    /// How to wait for engines.
    pub waiting: Waiting,
    /// Games played at the same time.
    pub concurrency: usize,
    /// Games that have already been played.
    pub played: Vec<Fixture>,
    /// A player is withdrawn after its program has crashed, hung or failed to start this many times.
    pub failures: u32,
    /// The known variants.
    pub catalog: Arc<Catalog>,
}

/// The place of a game in its match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fixture {
    /// Index of the pairing.
    pub pairing: usize,
    /// The number of the opening in the pairing, from 0.
    pub round: u32,
    /// Whether the first player has Black.
    pub reversed: bool,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    pub place: Fixture,
    /// The players, White first.
    pub players: [usize; 2],
    /// Index of the game.
    pub game: usize,
    /// Its course.
    pub finished: Finished,
}

/// Why a match cannot start, or was not finished.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stopped {
    /// Players that cannot play it.
    #[error("{}", .0.iter().map(Unfit::to_string).collect::<Vec<_>>().join("\n"))]
    Unfit(Vec<Unfit>),
    /// Players whose programs have failed too often.
    #[error(
        "{} failed {failures} times and was withdrawn; its remaining games were not played",
        names.join(", ")
    )]
    Withdrawn {
        names: Vec<String>,
        /// How often each has failed.
        failures: u32,
    },
    /// No thread to play in.
    #[error("cannot start a thread")]
    Thread,
}

impl From<Stopped> for Error {
    fn from(stopped: Stopped) -> Error {
        Error::usage(stopped)
    }
}

/// A player that cannot play the games of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfit {
    /// Its name.
    pub player: String,
    /// Why.
    pub trouble: PlayerError,
    /// The last lines exchanged with it.
    pub transcript: Vec<String>,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.player, self.trouble)?;
        self.transcript.iter().try_for_each(|line| write!(f, "\n    {line}"))
    }
}

/// Players that are ready to play, with their notes.
#[derive(Default)]
pub struct Ready {
    /// Players kept for their first game.
    pub players: HashMap<usize, Box<dyn Player>>,
    /// Requested settings that a player does not support, although it can play.
    pub notes: Vec<(usize, String)>,
}

/// The state shared by the threads of a match.
struct Shared<'a> {
    stop: &'a Arc<AtomicBool>,
    /// The next unit of work.
    next: AtomicUsize,
    /// How often the program of each player has failed.
    failures: Vec<AtomicU32>,
}

impl Contest {
    /// Starts every player once and sets it up for its games.
    pub fn probe(&self, stop: &Arc<AtomicBool>) -> Result<Ready, Stopped> {
        let shared = self.shared(stop);
        let mut worker = Worker::new(self, &shared, HashMap::new());
        let mut ready = Ready::default();
        let mut unfit = Vec::new();
        for index in 0..self.players.len() {
            match worker.introduce(index) {
                Ok(player) => {
                    ready.notes.extend(player.notes().into_iter().map(|note| (index, note)));
                    if !self.players[index].restart {
                        ready.players.insert(index, player);
                    }
                }
                Err(NotStarted { trouble: PlayerError::Stopped, .. }) => break,
                Err(NotStarted { trouble, transcript }) => {
                    let player = self.players[index].name.clone();
                    unfit.push(Unfit { player, trouble, transcript });
                }
            }
        }
        if unfit.is_empty() { Ok(ready) } else { Err(Stopped::Unfit(unfit)) }
    }

    /// Plays until all games are finished or `stop` is set. The listener gets every game and may set
    /// `stop`.
    pub fn run(
        &self,
        ready: Ready,
        stop: &Arc<AtomicBool>,
        mut listener: impl FnMut(PlayedGame),
    ) -> Result<(), Stopped> {
        let shared = self.shared(stop);
        let mut players = ready.players;
        let mut threads = 0;
        thread::scope(|scope| {
            let (sender, reports) = channel();
            for number in 0..self.concurrency.max(1) {
                let (sender, shared) = (sender.clone(), &shared);
                let thread = thread::Builder::new().name(format!("games {number}")).stack_size(STACK);
                let mut worker = Worker::new(self, shared, std::mem::take(&mut players));
                threads += usize::from(thread.spawn_scoped(scope, move || worker.work(&sender)).is_ok());
            }
            drop(sender);
            for report in reports {
                listener(*report);
            }
        });
        if threads == 0 {
            return Err(Stopped::Thread);
        }
        let withdrawn = (0..self.players.len()).filter(|&index| shared.is_withdrawn(self, index));
        let names: Vec<String> = withdrawn.map(|index| self.players[index].name.clone()).collect();
        if names.is_empty() { Ok(()) } else { Err(Stopped::Withdrawn { names, failures: self.failures }) }
    }

    fn shared<'a>(&self, stop: &'a Arc<AtomicBool>) -> Shared<'a> {
        let failures = self.players.iter().map(|_| AtomicU32::new(0)).collect();
        Shared { stop, next: AtomicUsize::new(0), failures }
    }

    /// The players of a game, White first.
    pub fn seats(&self, place: Fixture) -> [usize; 2] {
        let Pairing { first, second, .. } = self.pairings[place.pairing];
        if place.reversed { [second, first] } else { [first, second] }
    }

    /// The clock of a player at the start of a game.
    fn clock(&self, player: usize) -> SideClock {
        let margin = self.players[player].margin.unwrap_or(self.rules.margin);
        SideClock::in_match(self.control(player), margin)
    }

    pub fn control(&self, player: usize) -> TimeLimit {
        let own = self.players[player].control;
        if own == TimeLimit::default() { self.control } else { own }
    }

    /// Openings per pairing.
    fn rounds(&self) -> u32 {
        if self.singles { self.length } else { self.length.div_ceil(2) }
    }

    /// Whether the first player has Black in the games of an opening.
    fn seatings(&self, round: u32) -> &'static [bool] {
        match self.singles {
            false if round * 2 + 1 < self.length => &[false, true],
            true if !round.is_multiple_of(2) => &[true],
            _ => &[false],
        }
    }
}

impl Shared<'_> {
    /// Whether the program of a player has failed too often.
    fn is_withdrawn(&self, contest: &Contest, player: usize) -> bool {
        self.failures[player].load(Ordering::Relaxed) >= contest.failures.max(1)
    }
}

/// A thread that plays games.
struct Worker<'a> {
    contest: &'a Contest,
    shared: &'a Shared<'a>,
    players: HashMap<usize, Box<dyn Player>>,
    generators: HashMap<usize, OpeningGenerator>,
}

type Inbox = Sender<Box<PlayedGame>>;

impl<'a> Worker<'a> {
    fn new(
        contest: &'a Contest,
        shared: &'a Shared<'a>,
        players: HashMap<usize, Box<dyn Player>>,
    ) -> Worker<'a> {
        Worker { contest, shared, players, generators: HashMap::new() }
    }

    fn work(&mut self, inbox: &Inbox) {
        let pairings = self.contest.pairings.len();
        let units = pairings * self.contest.rounds() as usize;
        loop {
            let unit = self.shared.next.fetch_add(1, Ordering::Relaxed);
            if unit >= units || self.shared.stop.load(Ordering::Relaxed) {
                return;
            }
            let (round, pairing) = ((unit / pairings).narrow(), unit % pairings);
            if self.play_pair(pairing, round, inbox).is_err() {
                return;
            }
        }
    }

    fn play_pair(&mut self, pairing: usize, round: u32, inbox: &Inbox) -> Result<(), BrokenOff> {
        let mut opening = None;
        let Pairing { first, second, game } = self.contest.pairings[pairing];
        for &reversed in self.contest.seatings(round) {
            let place = Fixture { pairing, round, reversed };
            let absent = [first, second].iter().any(|&index| self.shared.is_withdrawn(self.contest, index));
            if absent || self.contest.played.contains(&place) {
                continue;
            }
            let opening: &Opening = opening.get_or_insert_with(|| self.opening(game, round));
            let report = self.play(place, &opening.clone())?;
            drop(inbox.send(Box::new(report)));
        }
        Ok(())
    }

    /// Starts a player and sets it up for each of its games.
    fn introduce(&mut self, index: usize) -> Result<Box<dyn Player>, NotStarted> {
        let mut player = self.take(index)?;
        if self.contest.players[index].program == Program::Own {
            return Ok(player);
        }
        let mut games: Vec<usize> = Vec::new();
        for pairing in &self.contest.pairings {
            let plays = [pairing.first, pairing.second].contains(&index);
            if plays && !games.contains(&pairing.game) && games.len() < PROBED {
                games.push(pairing.game);
            }
        }
        let clocks = [self.contest.clock(index); 2];
        // The first game to be played is set up last, so that it need not be set up again.
        for game in games.into_iter().rev() {
            let board = self.first_position(game).board(&self.contest.games[game]);
            player
                .begin(&board, Color::White, &clocks)
                .map_err(|trouble| NotStarted { trouble, transcript: player.transcript() })?;
        }
        Ok(player)
    }

    /// The board of the first game, without the moves of an opening.
    fn first_position(&mut self, game: usize) -> Opening {
        match &self.contest.openings {
            Openings::Random(random) => {
                let start = self.contest.starts[game].clone();
                let bare = Random { plies: 0, ..*random };
                OpeningGenerator::new(&self.contest.games[game], start, bare).opening(0)
            }
            Openings::Listed(_) => self.opening(game, 0),
        }
    }

    fn opening(&mut self, game: usize, round: u32) -> Opening {
        match &self.contest.openings {
            Openings::Random(random) => {
                let maker = self.generators.entry(game).or_insert_with(|| {
                    let start = self.contest.starts[game].clone();
                    OpeningGenerator::new(&self.contest.games[game], start, *random)
                });
                // Pairings of the same game have the same openings, so that they can be compared.
                maker.opening(u64::from(round))
            }
            Openings::Listed(lists) => {
                let list = &lists[game];
                list[round as usize % list.len()].clone()
            }
        }
    }

    fn play(&mut self, place: Fixture, opening: &Opening) -> Result<PlayedGame, BrokenOff> {
        let pairing = self.contest.pairings[place.pairing];
        let seats = self.contest.seats(place);
        let board = opening.board(&self.contest.games[pairing.game]);
        let mut players = Vec::new();
        for (&seat, color) in seats.iter().zip(Color::ALL) {
            match self.take(seat) {
                Ok(player) => players.push(player),
                Err(NotStarted { trouble, transcript }) => {
                    let mut finished = game::forfeited(board, Vec::new(), color, trouble)?;
                    finished.transcript = transcript;
                    // A player that is ready waits for its next game.
                    seats.into_iter().zip(players).for_each(|(seat, player)| self.keep(seat, player));
                    return Ok(self.report(place, seats, finished));
                }
            }
        }
        let finished = self.play_with(board, seats, &mut players)?;
        let (result, reason) = (finished.points.to_string(), finished.reason());
        for ((index, mut player), seat) in players.into_iter().enumerate().zip(seats) {
            if finished.at_fault.map(Color::index) != Some(index) {
                player.end(&result, &reason);
                self.keep(seat, player);
            }
        }
        Ok(self.report(place, seats, finished))
    }

    fn play_with(
        &self,
        board: RefereedGame,
        seats: [usize; 2],
        players: &mut [Box<dyn Player>],
    ) -> Result<Finished, BrokenOff> {
        let [white, black] = players else { return Err(BrokenOff) };
        let clocks = seats.map(|seat| self.contest.clock(seat));
        let sides: game::Sides = [white.as_mut(), black.as_mut()];
        let mut finished = game::play(board, sides, clocks, &self.contest.rules)?;
        if let Some(color) = finished.at_fault {
            finished.transcript = players[color.index()].transcript();
        }
        Ok(finished)
    }

    /// Keeps a player for its next game, unless it is restarted for every game.
    fn keep(&mut self, seat: usize, player: Box<dyn Player>) {
        if !self.contest.players[seat].restart {
            self.players.entry(seat).or_insert(player);
        }
    }

    /// The report of a game. It also counts the failures of a program.
    fn report(&self, place: Fixture, seats: [usize; 2], finished: Finished) -> PlayedGame {
        if let (Finish::Forfeit(fault), Some(color)) = (&finished.end, finished.at_fault)
            && fault.is_failure()
        {
            self.shared.failures[seats[color.index()]].fetch_add(1, Ordering::Relaxed);
        }
        let game = self.contest.pairings[place.pairing].game;
        PlayedGame { place, players: seats, game, finished }
    }

    /// A player, kept from an earlier game or new.
    fn take(&mut self, index: usize) -> Result<Box<dyn Player>, NotStarted> {
        if let Some(player) = self.players.remove(&index) {
            return Ok(player);
        }
        let spec = &self.contest.players[index];
        let stop = self.shared.stop.clone();
        let (protocol, launch) = match &spec.program {
            Program::Own => {
                let mut settings = spec.settings().unwrap_or_default();
                // Without a clock a search waits for its tables, and tables of more pieces take seconds.
                let asked = spec.options.iter().any(|(name, _)| name == TABLEBASE_PIECES);
                if !asked && self.contest.control(index).time.is_none() {
                    settings.tablebase_pieces = settings.tablebase_pieces.min(QUICK);
                }
                let local = Local::new(settings, self.contest.waiting.cpu_clock, stop);
                return Ok(Box::new(local.weighing(spec.weights.clone()).with_network(spec.network.clone())));
            }
            Program::External { protocol, launch } => (protocol, launch),
        };
        let catalog = self.contest.catalog.clone();
        let setup = EngineSetup { spec: spec.clone(), launch: launch.clone(), catalog };
        match protocol {
            Protocol::Cecp => Ok(Box::new(Cecp::start(setup, self.contest.waiting, stop)?)),
            Protocol::Uci => Ok(Box::new(Uci::start(setup, self.contest.waiting, stop)?)),
        }
    }
}
