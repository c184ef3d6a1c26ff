//! What is to be known of a game, and how a session begins.

use std::collections::VecDeque;
use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::builder::{PossibleValue, RangedI64ValueParser};
use clap::{Args, ValueEnum};

use super::super::clocks::Clocks;
use super::super::command::Verb;
use super::super::error::NotDone;
use super::super::picture::{Chosen, Picture};
use super::annotating::Annotating;
use super::annotations::{Annotations, Room, last_level};
use crate::geometry::Color;
use crate::library::{Library, OpenGame};
use crate::pgn::Written;
use crate::play::{Core, Roster, Settings, Skill, random_seed};
use crate::position::{Move, Outcome, Points, Position};
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
    /// You play White.
    pub const WHITE: Seats = Seats([Seat::Person, Seat::Engine]);
    const BLACK: Seats = Seats([Seat::Engine, Seat::Person]);
    /// You play both sides.
    pub const BOTH: Seats = Seats([Seat::Person, Seat::Person]);
    const NONE: Seats = Seats([Seat::Engine, Seat::Engine]);

    /// The seats of a name.
    pub fn read(name: &str) -> Option<Seats> {
        Seats::from_str(name, true).ok()
    }

    /// The name of these seats: which side is yours.
    pub fn name(self) -> &'static str {
        self.named().0
    }

    /// Their name, and what it means.
    fn named(self) -> (&'static str, &'static str) {
        match self {
            Seats::WHITE => ("white", "You play White"),
            Seats::BLACK => ("black", "You play Black"),
            Seats::BOTH => ("both", "You play both sides"),
            Seats::NONE => ("none", "The engine plays both sides"),
        }
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

    /// Whether the engine plays.
    pub fn has_engine(self) -> bool {
        Color::ALL.into_iter().any(|side| self.of(side) == Seat::Engine)
    }

    /// The side of the only person, if there is just one.
    pub fn person(self) -> Option<Color> {
        let mut persons = Color::ALL.into_iter().filter(|&side| self.of(side) == Seat::Person);
        persons.next().filter(|_| persons.next().is_none())
    }
}

impl ValueEnum for Seats {
    fn value_variants<'a>() -> &'a [Seats] {
        &[Seats::WHITE, Seats::BLACK, Seats::BOTH, Seats::NONE]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = self.named();
        Some(PossibleValue::new(name).help(help))
    }
}

impl fmt::Display for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How pieces are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figures {
    /// By letters.
    Letters,
    /// Those of chess by figures, the others by letters.
    Unicode,
}

/// How much is said without being asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Talk {
    /// Each new position is drawn.
    Boards,
    /// Positions are drawn when asked for.
    Quiet,
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
    /// The board is to be shown, as asked.
    Draw,
    /// The game is over.
    Over(String),
    /// The program is to end.
    Quit,
}

/// How to begin.
#[derive(Clone, Debug, Args)]
pub struct Start {
    /// Where.
    #[arg(skip)]
    pub room: Room,
    /// The variant, e.g. `cwda:clobberers/nutters`; chess if none is given
    pub variant: Option<String>,
    /// Your side
    #[arg(long = "side", value_enum, default_value_t = Seats::WHITE)]
    pub seats: Seats,
    /// How strong the engine is, from 1 for somebody who has just learned the moves to 14 for full strength;
    /// by default the level of your last game, or 3
    #[arg(long, value_parser = level())]
    pub level: Option<i32>,
    /// Clocks for both sides: minutes and the seconds that each move adds, `5+3`; `1:30+1` begins with a
    /// minute and a half; or `move 2`, the engine's seconds for a move
    #[arg(long, value_name = "TIME")]
    pub clock: Option<String>,
    /// The position to begin with, if not the start
    #[arg(long, conflicts_with = "pgn")]
    pub fen: Option<String>,
    /// A file of games, to step through and to play on from
    #[arg(long, value_name = "FILE", conflicts_with = "variant")]
    pub pgn: Option<PathBuf>,
}

/// What reads the number of a level.
pub fn level() -> RangedI64ValueParser<i32> {
    clap::value_parser!(i32).range(1..=i64::from(Skill::FULL.number()))
}

impl Start {
    /// The name of the variant, the position, and why this is not all that was chosen.
    pub(super) fn position(
        &self,
        roster: &mut Roster,
    ) -> Result<(String, Position, Option<String>), NotDone> {
        let name = self.variant.clone().unwrap_or_else(|| USUAL.to_string());
        let selected = roster.select(&name)?;
        let position = match &self.fen {
            Some(fen) => Position::from_fen(selected.game, fen)?,
            None => Position::start(selected.game),
        };
        Ok((name, position, selected.complaint))
    }
}

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ending {
    pub points: Points,
    pub why: String,
}

impl Ending {
    pub(super) fn of(outcome: Outcome) -> Ending {
        Ending { points: outcome.into(), why: outcome.reason.to_string() }
    }

    /// In words.
    pub(super) fn words(&self) -> String {
        let Ending { points, why } = self;
        match points.winner() {
            Some(side) if points.uneven().is_some() => {
                format!("{side} wins three quarters of the point ({why}); the other half was drawn")
            }
            Some(side) => format!("{side} wins: {why}. {points}"),
            None => format!("The game is drawn: {why}. {points}"),
        }
    }
}

/// Whether games are saved in the user's library by themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Autosave {
    /// After each move.
    On,
    /// Never: a script plays, not a person.
    Off,
}

/// Where the game is saved from move to move.
#[derive(Debug)]
pub(super) enum Kept {
    /// Nowhere yet.
    NotYet,
    /// In this file of the library.
    In(OpenGame),
    /// Nowhere, for this reason; the file, if it has one.
    Failing(Option<OpenGame>, String),
}

/// A game between a person and the engine, and everything around it.
pub struct Session {
    pub(super) catalog: Catalog,
    pub(super) roster: Roster,
    /// The variant as it was asked for.
    pub(super) name: String,
    /// The game, and the engine.
    pub core: Core,
    /// Moves after the position on the board, the next one last.
    pub(super) ahead: Vec<Move>,
    /// So many of them, the last of the game, have been taken back and are no part of it any more.
    pub(super) undone: usize,
    /// What the game has besides its moves.
    pub(super) annotations: Annotations,
    pub(super) room: Room,
    pub(super) seats: Seats,
    /// Whether the person has never played here, as far as is known, and has chosen no level.
    pub is_first_game: bool,
    pub clocks: Clocks,
    /// An end that is not the rules': given up, agreed on, lost on time.
    pub(super) agreed: Option<Ending>,
    /// Whether the person only looks: the engine does not move until somebody plays on.
    pub(super) looking: bool,
    /// The judgment of the game's moves that is under way.
    pub(super) annotating: Option<Annotating>,
    /// The command that waits for a `yes`.
    pub(super) asked: Option<Verb>,
    /// Whether Black's side is nearer.
    pub flipped: bool,
    /// How pieces are shown.
    pub figures: Figures,
    /// How much is said without being asked for.
    pub talk: Talk,
    /// The games of the file that is open, and which of them is on the board.
    pub(super) shelf: (Vec<Written>, usize),
    /// What `save` has written of this game, and where.
    pub(super) saved: Option<(PathBuf, String)>,
    pub(super) library: Option<Library>,
    pub(super) autosave: Autosave,
    pub(super) kept: Kept,
    pub(super) notes: VecDeque<Note>,
}

/// The variant that is played if none is named.
pub(super) const USUAL: &str = "chess";

impl Session {
    /// A session that begins as wished for.
    ///
    /// # Errors
    /// If that is impossible: why.
    pub fn new(
        catalog: Catalog,
        library: Option<Library>,
        autosave: Autosave,
        start: &Start,
    ) -> Result<Session, NotDone> {
        let mut roster = Roster::new(catalog.clone());
        let (name, position, complaint) = start.position(&mut roster)?;
        let clocks = start.clock.as_deref().map(Clocks::read).transpose()?.unwrap_or_default();
        let remembered = library.as_ref().filter(|_| autosave == Autosave::On).and_then(last_level);
        let skill = start.level.and_then(Skill::new).or(remembered);
        let settings = Settings { skill: skill.unwrap_or(Skill::FIRST_GAME), ..Settings::default() };
        let mut session = Session {
            catalog,
            roster,
            name,
            core: Core::new(settings, position, random_seed()),
            ahead: Vec::new(),
            undone: 0,
            annotations: Annotations::default(),
            room: start.room,
            seats: start.seats,
            is_first_game: skill.is_none() && autosave == Autosave::On && start.seats.has_engine(),
            clocks,
            agreed: None,
            looking: false,
            annotating: None,
            asked: None,
            flipped: start.seats.person() == Some(Color::Black),
            figures: Figures::Letters,
            talk: Talk::Boards,
            shelf: (Vec::new(), 0),
            saved: None,
            library,
            autosave,
            kept: Kept::NotYet,
            notes: VecDeque::new(),
        };
        session.notes.extend(complaint.map(Note::Fault));
        if let Some(path) = &start.pgn {
            session.load(&path.to_string_lossy())?;
        }
        Ok(session)
    }

    /// What it has said since it was last asked.
    pub fn take_notes(&mut self) -> Vec<Note> {
        self.notes.drain(..).collect()
    }

    /// Whether the person only looks: the engine does not move until somebody plays on.
    pub fn is_looking(&self) -> bool {
        self.looking
    }

    /// Who plays which side.
    pub fn seats(&self) -> Seats {
        self.seats
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.core.record.position()
    }

    /// The moves of the game after the position on the board, the next one last; not those taken back.
    pub fn ahead(&self) -> &[Move] {
        self.ahead.get(self.undone..).unwrap_or_default()
    }

    /// What is to be seen of it, with a piece chosen.
    pub fn picture(&self, chosen: Option<Chosen>) -> Picture {
        Picture::new(self.position(), self.flipped, chosen)
    }

    /// What a side's clock shows; `None` without clocks.
    pub fn clock(&self, side: Color, now: Instant) -> Option<Duration> {
        self.clocks.are_on().then(|| self.clocks.left(side, now))
    }

    /// Who plays a side, in words.
    pub fn player(&self, side: Color) -> String {
        match self.seats.of(side) {
            Seat::Person => "you".to_string(),
            Seat::Engine if self.core.settings.skill == Skill::FULL => "Fibnif".to_string(),
            Seat::Engine => format!("Fibnif, level {}", self.core.settings.skill.number()),
        }
    }

    /// The title of the variant, and its text form.
    pub fn title(&self) -> (String, String) {
        let def = &self.position().game().def;
        (def.title.clone(), def.id.clone())
    }

    /// How the game has ended, if it has and the board shows its end.
    pub(super) fn ending(&self) -> Option<Ending> {
        let agreed = self.agreed.clone().filter(|_| self.ahead().is_empty());
        agreed.or_else(|| self.position().outcome().map(Ending::of))
    }

    /// The same in words.
    pub fn ended(&self) -> Option<String> {
        self.ending().map(|ending| ending.words())
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.notes.push_back(Note::Say(text.into()));
    }

    pub(super) fn refuse(&mut self, reason: impl Into<String>) {
        self.notes.push_back(Note::Fault(reason.into()));
    }
}
