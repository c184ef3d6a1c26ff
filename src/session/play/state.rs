//! The state of a game.

use std::cell::Ref;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::Translator;
use super::clocks::Clocks;
use super::course::GameCourse;
use super::keeper::Keeper;
use super::line::Line;
use super::picture::{Chosen, Picture};
use super::start::{FrontEnd, Seat, Sides, Start};
use super::voice::{Note, Voice};
use crate::rules::geometry::Color;
use crate::rules::pgn::Written;
use crate::rules::position::{Move, Outcome, Points, Position};
use crate::rules::variant::Catalog;
use crate::session::library::Library;
use crate::session::{Core, Error, Roster, Settings, Skill, random_seed};

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GameEnd {
    pub points: Points,
    pub why: String,
}

impl GameEnd {
    pub(super) fn of(outcome: Outcome) -> GameEnd {
        GameEnd { points: outcome.into(), why: outcome.reason.to_string() }
    }

    pub(super) fn words(&self) -> String {
        let GameEnd { points, why } = self;
        match points.winner() {
            Some(side) if points.uneven().is_some() => {
                format!("{side} wins three quarters of the point ({why}); the other half was drawn")
            }
            Some(side) => format!("{side} wins: {why}. {points}"),
            None => format!("The game is drawn: {why}. {points}"),
        }
    }
}

/// A question that a person answers with `yes` or `no`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// Whether to resign.
    Resign,
    /// Whether to continue the newest unfinished game.
    Resume,
    /// Whether to delete the saved game of this name.
    Delete(String),
}

/// The tag for the person's side.
pub(super) const SEATS: &str = "Person";
/// The tag for the engine's level.
pub(super) const LEVEL: &str = "Level";

/// The engine's level in a game.
pub(super) fn level_of(game: &Written) -> Option<Skill> {
    Skill::new(game.tag(LEVEL)?.parse().ok()?)
}

/// A game between a person and the engine, and everything around it.
#[allow(clippy::struct_excessive_bools, reason = "independent facts")]
pub struct Session {
    pub(super) catalog: Catalog,
    pub(super) roster: Roster,
    /// The variant as it was requested.
    pub(super) name: String,
    /// The game and the engine.
    pub core: Core,
    /// The moves after the board, and what the game has besides its moves.
    pub(super) line: Line,
    pub(super) room: FrontEnd,
    pub(super) seats: Sides,
    /// Whether the person has apparently never played here, and has chosen no level.
    pub is_first_game: bool,
    /// The clocks of both sides.
    pub clocks: Clocks,
    /// An end outside the rules: resignation, an agreed draw, time.
    pub(super) agreed: Option<GameEnd>,
    /// Whether the person is only stepping through the game. The engine does not move until the person
    /// plays on.
    pub(super) looking: bool,
    /// When the engine begins its next move against itself.
    pub(super) due: Option<Instant>,
    /// What the person has been asked and may answer with `yes`.
    pub(super) question: Option<Question>,
    /// Whether the board is shown from Black's side.
    pub flipped: bool,
    /// Whether the pieces of chess are shown as symbols, not as letters.
    pub unicode: bool,
    /// Whether new positions are drawn only when asked for.
    pub quiet: bool,
    /// The games of the open file, and the index of the one on the board.
    pub(super) shelf: (Vec<Written>, usize),
    /// What `save` has written of this game, and where.
    pub(super) saved: Option<(PathBuf, String)>,
    /// The saved games, and the file of this one.
    pub(super) keeper: Keeper,
    pub(super) voice: Voice,
    pub(super) translator: Translator,
}

impl Session {
    /// A session that starts as requested.
    pub fn new(
        catalog: Catalog,
        library: Option<Library>,
        start: &Start,
        translator: Translator,
    ) -> Result<Session, Error> {
        let mut roster = Roster::new(catalog.clone());
        let (name, position, [faults, notes]) = start.position(&mut roster)?;
        let clocks = start.clock.as_deref().map(Clocks::read).transpose()?.unwrap_or_default();
        let keeper = Keeper::new(library, start.autosave);
        let remembered = keeper.last().as_ref().and_then(level_of);
        let is_new = remembered.is_none() && start.settings.get("level").is_none();
        let mut settings = Settings { skill: remembered.unwrap_or(Skill::FIRST_GAME), ..Settings::default() };
        start.settings.store(&mut settings);
        let mut session = Session {
            catalog,
            roster,
            name,
            line: Line::new(position.clone()),
            core: Core::new(settings, position, random_seed()),
            room: start.room,
            seats: start.seats,
            is_first_game: is_new && start.autosave && start.seats.has_engine(),
            clocks,
            agreed: None,
            looking: false,
            due: None,
            question: None,
            flipped: start.seats.person() == Some(Color::Black),
            unicode: false,
            quiet: false,
            shelf: (Vec::new(), 0),
            saved: None,
            keeper,
            voice: Voice::default(),
            translator,
        };
        if let Some(asked) = &start.variant {
            let (bare, (_, id)) = (session.roster.is_bare(asked), session.title());
            session.keeper.want(if bare { session.roster.variant().to_string() } else { id });
        }
        session.voice.say_all(faults, notes);
        if let Some(path) = &start.pgn {
            session.load(&path.to_string_lossy())?;
        }
        Ok(session)
    }

    /// Everything reported since the last call.
    pub fn take_notes(&mut self) -> Vec<Note> {
        self.voice.take()
    }

    /// Whether the person is only stepping through the game. The engine does not move until the person
    /// plays on.
    pub fn is_looking(&self) -> bool {
        self.looking
    }

    /// Who plays each side.
    pub fn seats(&self) -> Sides {
        self.seats
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.core.record.position()
    }

    /// The moves of the game after the position on the board, the next one last, without undone moves.
    pub fn ahead(&self) -> &[Move] {
        self.line.ahead()
    }

    /// The moves of the game in short notation, also those after the position on the board.
    pub fn course(&self) -> Ref<'_, GameCourse> {
        self.line.course(&self.core.record)
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
    pub(super) fn ending(&self) -> Option<GameEnd> {
        let agreed = self.agreed.clone().filter(|_| self.ahead().is_empty());
        agreed.or_else(|| self.position().outcome().map(GameEnd::of))
    }

    /// The ending in words.
    pub fn ended(&self) -> Option<String> {
        self.ending().map(|ending| ending.words())
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.voice.say(text);
    }

    pub(super) fn refuse(&mut self, reason: impl Into<String>) {
        self.voice.refuse(reason);
    }
}
