//! What is to be known of a game, and how a session begins.

use std::collections::VecDeque;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::super::clocks::Clocks;
use super::super::picture::Picture;
use super::super::store::Store;
use crate::engine::SearchId;
use crate::geometry::{Color, Square};
use crate::pgn::Written;
use crate::play::variety::Candidates;
use crate::play::{Record, Roster, Skill};
use crate::position::{Margin, Move, Outcome, Position};
use crate::search::Score;
use crate::variant::Catalog;

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    /// Somebody at the terminal.
    Person,
    /// The engine.
    Engine,
}

/// Who plays both sides, White first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seats(pub [Seat; 2]);

impl Seats {
    /// The names by which seats are chosen: which side is the person's.
    pub const NAMES: [(&'static str, Seats); 4] = [
        ("white", Seats([Seat::Person, Seat::Engine])),
        ("black", Seats([Seat::Engine, Seat::Person])),
        ("both", Seats([Seat::Person, Seat::Person])),
        ("none", Seats([Seat::Engine, Seat::Engine])),
    ];

    /// The seats of a name.
    pub fn read(name: &str) -> Option<Seats> {
        Seats::NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, seats)| *seats)
    }

    /// The name of these seats.
    pub fn name(self) -> &'static str {
        Seats::NAMES.iter().find(|(_, seats)| *seats == self).map_or("", |(name, _)| *name)
    }

    /// Who plays a side.
    pub fn of(self, side: Color) -> Seat {
        let Seats([white, black]) = self;
        if side == Color::White { white } else { black }
    }

    /// With places changed.
    #[must_use]
    pub fn swapped(self) -> Seats {
        let Seats([white, black]) = self;
        Seats([black, white])
    }

    /// The side of the only person, if there is just one.
    pub fn person(self) -> Option<Color> {
        let mut persons = Color::ALL.into_iter().filter(|&side| self.of(side) == Seat::Person);
        persons.next().filter(|_| persons.next().is_none())
    }
}

/// How men are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figures {
    /// By letters.
    Letters,
    /// Those of chess by figures, the others by letters.
    Unicode,
}

/// Something a session says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// An answer, or what happened.
    Say(String),
    /// What cannot be done, and why.
    Fault(String),
    /// A longer text: its title and its lines.
    Page(String, Vec<String>),
    /// Lines of an analysis.
    Lines(Vec<String>),
    /// The position is another one.
    Board,
    /// The game is over.
    Over(String),
    /// The program is to end.
    Quit,
}

/// How to begin.
#[derive(Clone, Debug)]
pub struct Start {
    /// The variant in its text form.
    pub variant: Option<String>,
    /// The position, if not the start.
    pub fen: Option<String>,
    /// A file of games.
    pub pgn: Option<PathBuf>,
    /// Who sits where.
    pub seats: Seats,
    /// The engine's level.
    pub level: i32,
    /// The clock as it is typed.
    pub clock: Option<String>,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Task {
    /// The engine's move.
    Move,
    /// A hint.
    Hint,
    /// What the position is worth.
    Eval,
    /// An analysis of so many lines.
    Analysis,
}

/// The search whose words count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search {
    pub id: SearchId,
    pub task: Task,
}

/// What the engine has found of a position, best line first.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// The position.
    pub position: Position,
    /// The lines of the last iteration.
    pub lines: Candidates,
}

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ending {
    pub winner: Option<Color>,
    pub half: bool,
    pub why: String,
}

impl Ending {
    pub(super) fn of(outcome: Outcome) -> Ending {
        let half = outcome.margin == Margin::Half;
        Ending { winner: outcome.winner, half, why: outcome.reason.to_string() }
    }

    /// As PGN writes it.
    pub(super) fn result(&self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// In words.
    pub(super) fn words(&self) -> String {
        match self.winner {
            Some(side) if self.half => {
                format!("{side} wins three quarters of the point ({}); the other half was drawn", self.why)
            }
            Some(side) => format!("{side} wins: {}. {}", self.why, self.result()),
            None => format!("The game is drawn: {}. 1/2-1/2", self.why),
        }
    }
}

/// Whether the game that is played has been kept in the user's folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kept {
    /// Not yet: what is there is another game.
    NotYet,
    /// What is there is this game.
    Yes,
    /// It could not be, and the user knows.
    Refused,
}

/// A game between a person and the engine, and everything around it.
pub struct Session {
    pub(super) catalog: Catalog,
    pub(super) roster: Roster,
    /// The variant as it was asked for.
    pub(super) name: String,
    pub(super) record: Record,
    /// Moves taken back, the next one last.
    pub(super) ahead: Vec<Move>,
    pub(super) seats: Seats,
    pub(super) skill: Skill,
    pub(super) clocks: Clocks,
    /// An end that is not the rules': given up, agreed on, lost on time.
    pub(super) agreed: Option<Ending>,
    /// Whether the person only looks: the engine does not move until somebody plays on.
    pub(super) looking: bool,
    pub(super) search: Option<Search>,
    pub(super) last_id: SearchId,
    pub(super) thinking: Option<Thinking>,
    /// What the engine thought of its last move, from its own side.
    pub(super) score: Option<Score>,
    pub(super) flipped: bool,
    pub(super) figures: Figures,
    /// The games of the file that is open, and which of them is on the board.
    pub(super) shelf: (Vec<Written>, usize),
    pub(super) store: Option<Store>,
    pub(super) kept: Kept,
    /// Which errors weak levels make.
    pub(super) seed: u64,
    pub(super) notes: VecDeque<Note>,
}

/// The variant that is played if none is named.
pub(super) const USUAL: &str = "chess";

impl Session {
    /// A session that begins as wished for.
    ///
    /// # Errors
    /// If that is impossible: why.
    pub fn new(catalog: Catalog, store: Option<Store>, start: &Start) -> Result<Session, String> {
        let mut roster = Roster::new(catalog.clone());
        let name = start.variant.clone().unwrap_or_else(|| USUAL.to_string());
        // The catalog's own words are better than those for a GUI.
        roster.resolve(&name).map_err(|error| error.to_string())?;
        let selected = roster.select(&name)?;
        let position = match &start.fen {
            Some(fen) => Position::from_fen(selected.game, fen).map_err(|error| error.to_string())?,
            None => Position::start(selected.game),
        };
        let clocks = start.clock.as_deref().map_or_else(|| Ok(Clocks::default()), Clocks::read)?;
        let mut session = Session {
            catalog,
            roster,
            name,
            record: Record::new(position),
            ahead: Vec::new(),
            seats: start.seats,
            skill: Skill::new(start.level).unwrap_or(Skill::FULL),
            clocks,
            agreed: None,
            looking: false,
            search: None,
            last_id: 0,
            thinking: None,
            score: None,
            flipped: start.seats.person() == Some(Color::Black),
            figures: Figures::Letters,
            shelf: (Vec::new(), 0),
            store,
            kept: Kept::NotYet,
            seed: RandomState::new().build_hasher().finish(),
            notes: VecDeque::new(),
        };
        session.notes.extend(selected.complaint.map(Note::Fault));
        if let Some(path) = &start.pgn {
            session.load(&path.to_string_lossy())?;
        }
        Ok(session)
    }

    /// What it has said since it was last asked.
    pub fn take_notes(&mut self) -> Vec<Note> {
        self.notes.drain(..).collect()
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.record.position()
    }

    /// Whether Black's side is nearer.
    pub fn is_flipped(&self) -> bool {
        self.flipped
    }

    /// Whether the sides have clocks.
    pub fn has_clocks(&self) -> bool {
        self.clocks.are_on()
    }

    /// The game up to the position on the board.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The moves behind the position on the board, the next one last.
    pub fn ahead(&self) -> &[Move] {
        &self.ahead
    }

    /// What is to be seen of it, with the man on a square chosen.
    pub fn picture(&self, chosen: Option<Square>) -> Picture {
        Picture::new(self.position(), self.flipped, chosen)
    }

    /// How men are shown.
    pub fn figures(&self) -> Figures {
        self.figures
    }

    /// What the engine has found lately.
    pub fn thinking(&self) -> Option<&Thinking> {
        self.thinking.as_ref()
    }

    /// Whether the engine is at work, and on its own move.
    pub fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// Whether the engine looks for its move.
    pub fn is_engine_moving(&self) -> bool {
        self.search.is_some_and(|search| search.task == Task::Move)
    }

    /// What a side's clock shows; `None` without clocks.
    pub fn clock(&self, side: Color, now: Instant) -> Option<Duration> {
        self.clocks.are_on().then(|| self.clocks.left(side, now))
    }

    /// Who plays a side, in words.
    pub fn player(&self, side: Color) -> String {
        match self.seats.of(side) {
            Seat::Person => "you".to_string(),
            Seat::Engine if self.skill == Skill::FULL => "Fibnif".to_string(),
            Seat::Engine => format!("Fibnif, level {}", self.skill.number()),
        }
    }

    /// The title of the variant, and its text form.
    pub fn title(&self) -> (String, String) {
        let def = &self.position().game().def;
        (def.title.clone(), def.id.clone())
    }

    /// How the game has ended, if it has.
    pub(super) fn ending(&self) -> Option<Ending> {
        self.agreed.clone().or_else(|| self.position().outcome().map(Ending::of))
    }

    /// The same in words.
    pub fn ended(&self) -> Option<String> {
        self.ending().map(|ending| ending.words())
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.notes.push_back(Note::Say(text.into()));
    }

    pub(super) fn refuse(&mut self, text: impl Into<String>) {
        self.notes.push_back(Note::Fault(text.into()));
    }
}
