//! The state of a game, and how a session starts.

use std::collections::VecDeque;
use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::super::clocks::Clocks;
use super::super::command::Verb;
use super::super::error::NotDone;
use super::super::picture::{Chosen, Picture};
use super::annotations::{Annotations, Room, last_level};
use crate::rules::geometry::Color;
use crate::rules::pgn::Written;
use crate::rules::position::{Move, Outcome, Points, Position};
use crate::rules::variant::Catalog;
use crate::session::library::{Library, OpenGame};
use crate::session::{Core, Roster, Settings, Skill, random_seed};

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    /// The person.
    Person,
    /// The engine.
    Engine,
}

/// Who plays each side, White first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seats(pub [Seat; 2]);

impl Seats {
    /// The person plays White.
    pub const WHITE: Seats = Seats([Seat::Person, Seat::Engine]);
    const BLACK: Seats = Seats([Seat::Engine, Seat::Person]);
    /// You play both sides.
    pub const BOTH: Seats = Seats([Seat::Person, Seat::Person]);
    const NONE: Seats = Seats([Seat::Engine, Seat::Engine]);

    /// The seats with a name.
    pub fn read(name: &str) -> Option<Seats> {
        Seats::from_str(name, true).ok()
    }

    /// The name of these seats: the person's side.
    pub fn name(self) -> &'static str {
        self.named().0
    }

    /// The names and their meanings.
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

    /// With sides switched.
    #[must_use]
    pub fn swapped(self) -> Seats {
        let Seats([white, black]) = self;
        Seats([black, white])
    }

    /// Whether the engine plays.
    pub fn has_engine(self) -> bool {
        Color::ALL.into_iter().any(|side| self.of(side) == Seat::Engine)
    }

    /// The person's side, if the person plays exactly one.
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
    /// As letters.
    Letters,
    /// The pieces of chess as symbols, the others as letters.
    Unicode,
}

/// How much is printed without being asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Talk {
    /// Each new position is drawn.
    Boards,
    /// Positions are drawn when asked for.
    Quiet,
}

/// Something that a session reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// An answer or an event.
    Say(String),
    /// A refusal with its reason.
    Fault(String),
    /// A longer text: its title and its lines.
    Page(String, Vec<String>),
    /// Lines of an analysis.
    Lines(Vec<String>),
    /// The position has changed.
    Board,
    /// The board must be shown, as asked.
    Draw,
    /// The game is over.
    Over(String),
    /// The program must end.
    Quit,
}

/// How to start.
#[derive(Clone, Debug, Args)]
pub struct Start {
    /// The front end.
    #[arg(skip)]
    pub room: Room,
    /// The variant, such as `cwda:clobberers/nutters`; chess by default
    pub variant: Option<String>,
    /// Your side
    #[arg(long = "side", value_enum, default_value_t = Seats::WHITE)]
    pub seats: Seats,
    /// Strength of the engine, from 1 (somebody who has just learned the moves) to 14 (full strength); by
    /// default the level of your last game, or 3
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..=i64::from(Skill::FULL.number())))]
    pub level: Option<i32>,
    /// Clocks for both sides: `5+3` is five minutes plus three seconds per move, `1:30+1` starts with a
    /// minute and a half; or `move 2`, the engine's seconds per move
    #[arg(long, value_name = "TIME")]
    pub clock: Option<String>,
    /// Start from this position
    #[arg(long, conflicts_with = "pgn")]
    pub fen: Option<String>,
    /// Open a file of games, to step through or continue
    #[arg(long, value_name = "FILE", conflicts_with = "variant")]
    pub pgn: Option<PathBuf>,
}

impl Start {
    /// The name of the variant, the position, and why some choices were not possible.
    pub(super) fn position(
        &self,
        roster: &mut Roster,
    ) -> Result<(String, Position, Option<String>), NotDone> {
        let asked = self.variant.as_deref().unwrap_or(USUAL);
        // A position that is given has its own pieces.
        let name = if self.fen.is_none() { roster.suggested(asked) } else { asked.to_string() };
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

    /// The ending in words.
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

/// Whether games are saved in the user's library automatically.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Autosave {
    /// After each move.
    On,
    /// Never: the player is a script.
    Off,
}

/// Where the game is saved automatically.
#[derive(Debug)]
pub(super) enum Kept {
    /// Nowhere yet.
    NotYet,
    /// In this file of the library.
    In(OpenGame),
    /// Nowhere, for this reason; with the file, if there is one.
    Failing(Option<OpenGame>, String),
}

/// A game between a person and the engine, and everything around it.
pub struct Session {
    pub(super) catalog: Catalog,
    pub(super) roster: Roster,
    /// The variant as it was requested.
    pub(super) name: String,
    /// The variant that the person wants to play, if the start named one.
    pub(super) wanted: Option<String>,
    /// The game and the engine.
    pub core: Core,
    /// Moves after the position on the board, the next one last.
    pub(super) ahead: Vec<Move>,
    /// How many of them, at the end of the game, have been undone and no longer belong to it.
    pub(super) undone: usize,
    /// What the game has besides its moves.
    pub(super) annotations: Annotations,
    pub(super) room: Room,
    pub(super) seats: Seats,
    /// Whether the person has apparently never played here, and has chosen no level.
    pub is_first_game: bool,
    pub clocks: Clocks,
    /// An end outside the rules: resignation, an agreed draw, time.
    pub(super) agreed: Option<Ending>,
    /// Whether the person is only stepping through the game. The engine does not move until the person
    /// plays on.
    pub(super) looking: bool,
    /// The command that waits for a `yes`.
    pub(super) asked: Option<Verb>,
    /// Whether the board is shown from Black's side.
    pub flipped: bool,
    /// How pieces are shown.
    pub figures: Figures,
    /// How much is printed without being asked for.
    pub talk: Talk,
    /// The games of the open file, and the index of the one on the board.
    pub(super) shelf: (Vec<Written>, usize),
    /// What `save` has written of this game, and where.
    pub(super) saved: Option<(PathBuf, String)>,
    pub(super) library: Option<Library>,
    pub(super) autosave: Autosave,
    pub(super) kept: Kept,
    pub(super) notes: VecDeque<Note>,
}

/// The default variant.
pub(super) const USUAL: &str = "chess";

impl Session {
    /// A session that starts as requested.
    ///
    /// # Errors
    /// If that is impossible.
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
            wanted: None,
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
        if let Some(asked) = &start.variant {
            let (bare, (_, id)) = (session.roster.is_bare(asked), session.title());
            session.wanted = Some(if bare { session.roster.variant().to_string() } else { id });
        }
        session.notes.extend(complaint.map(Note::Fault));
        if let Some(path) = &start.pgn {
            session.load(&path.to_string_lossy())?;
        }
        Ok(session)
    }

    /// Everything reported since the last call.
    pub fn take_notes(&mut self) -> Vec<Note> {
        self.notes.drain(..).collect()
    }

    /// Whether the person is only stepping through the game. The engine does not move until the person
    /// plays on.
    pub fn is_looking(&self) -> bool {
        self.looking
    }

    /// Who plays each side.
    pub fn seats(&self) -> Seats {
        self.seats
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.core.record.position()
    }

    /// The moves of the game after the position on the board, the next one last, without undone moves.
    pub fn ahead(&self) -> &[Move] {
        self.ahead.get(self.undone..).unwrap_or_default()
    }

    /// The picture of the board, with a piece selected.
    pub fn picture(&self, chosen: Option<Chosen>) -> Picture {
        Picture::new(self.position(), self.flipped, chosen)
    }

    /// The time on a side's clock; `None` without clocks.
    pub fn clock(&self, side: Color, now: Instant) -> Option<Duration> {
        self.clocks.are_on().then(|| self.clocks.left(side, now))
    }

    /// The player of a side, in words.
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

    /// How the game has ended, if it has and the board shows its last position.
    pub(super) fn ending(&self) -> Option<Ending> {
        let agreed = self.agreed.clone().filter(|_| self.ahead().is_empty());
        agreed.or_else(|| self.position().outcome().map(Ending::of))
    }

    /// The ending in words.
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
