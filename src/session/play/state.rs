//! The state of a game.

use std::cell::Ref;
use std::time::{Duration, Instant};

use super::Translator;
use super::clocks::Clocks;
use super::course::GameCourse;
use super::ending::GameEnd;
use super::keeper::Keeper;
use super::line::Line;
use super::picture::{Chosen, Picture};
use super::players::Players;
use super::shelf::Shelf;
use super::start::{FrontEnd, Seat, Start};
use super::voice::{Note, Voice};
use crate::rules::geometry::Color;
use crate::rules::pgn::Written;
use crate::rules::position::Position;
use crate::rules::variant::Catalog;
use crate::session::library::Library;
use crate::session::{Core, Error, Roster, Settings, Skill, random_seed};

/// The tag for the person's side.
pub(super) const SEATS: &str = "Person";
/// The tag for the engine's level.
pub(super) const LEVEL: &str = "Level";

/// The engine's level in a game.
pub(super) fn level_of(game: &Written) -> Option<Skill> {
    Skill::new(game.tag(LEVEL)?.parse().ok()?)
}

/// How the board is shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct View {
    /// Whether from Black's side.
    pub flipped: bool,
    /// Whether the pieces of chess are symbols, not letters.
    pub unicode: bool,
    /// Whether new positions are drawn only when asked for.
    pub quiet: bool,
}

/// A game between a person and the engine, and everything around it. Each part owns its data; the session has
/// them work together.
pub struct Session {
    /// The variants with the choices made in them.
    pub(super) roster: Roster,
    /// The variant as it was requested.
    pub(super) name: String,
    /// The game and the engine.
    pub core: Core,
    /// The moves after the board, and what the game has besides its moves.
    pub line: Line,
    /// Who plays, with what time.
    pub players: Players,
    /// The saved games, and the file of this one.
    pub keeper: Keeper,
    /// The games of the open file.
    pub shelf: Shelf,
    pub(super) voice: Voice,
    /// How the board is shown.
    pub view: View,
    pub(super) front_end: FrontEnd,
    /// Whether the person has apparently never played here, and has chosen no level.
    pub is_first_game: bool,
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
        let mut roster = Roster::new(catalog);
        let (name, position, [faults, notes]) = start.position(&mut roster)?;
        let clocks = start.clock.as_deref().map(Clocks::read).transpose()?.unwrap_or_default();
        let keeper = Keeper::new(library, start.autosave);
        let remembered = keeper.last().as_ref().and_then(level_of);
        let is_new = remembered.is_none() && start.settings.get("level").is_none();
        let mut settings = Settings { skill: remembered.unwrap_or(Skill::FIRST_GAME), ..Settings::default() };
        start.settings.store(&mut settings);
        let mut session = Session {
            roster,
            name,
            line: Line::new(position.clone()),
            core: Core::new(settings, position, random_seed()),
            players: Players::new(start.sides, clocks),
            keeper,
            shelf: Shelf::default(),
            voice: Voice::default(),
            view: View { flipped: start.sides.person() == Some(Color::Black), ..View::default() },
            front_end: start.front_end,
            is_first_game: is_new && start.autosave && start.sides.has_engine(),
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

    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.core.record.position()
    }

    /// The moves of the game in short notation, also those after the position on the board.
    pub fn course(&self) -> Ref<'_, GameCourse> {
        self.line.course(&self.core.record)
    }

    /// The picture of the board, with a piece selected.
    pub fn picture(&self, chosen: Option<Chosen>) -> Picture {
        Picture::new(self.position(), self.view.flipped, chosen)
    }

    /// The time on a side's clock; `None` without clocks.
    pub fn clock(&self, side: Color, now: Instant) -> Option<Duration> {
        self.players.clocks.are_on().then(|| self.players.clocks.left(side, now))
    }

    /// The player of a side, in words.
    pub fn player(&self, side: Color) -> String {
        match self.players.sides().of(side) {
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
        let agreed = self.players.agreed().cloned().filter(|_| self.line.ahead().is_empty());
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
