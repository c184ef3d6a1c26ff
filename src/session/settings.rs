//! The settings of the engine as data: names, possible values, current values. Each protocol announces them
//! in its own way.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use super::skill::Skill;
use crate::engine::search::{Learned, Score, Tablebases};
use crate::rules::geometry::Narrow;

/// The setting for the largest number of pieces in a solved ending.
pub const TABLEBASE_MEN: &str = "Tablebase Probe Limit";
/// The most pieces of an ending that may be solved during a game: more take too long.
const MOST_MEN: i32 = 5;
/// The default of how many centipawns worse than the best an opening move may be. See
/// [`variety`](super::variety).
const VARIETY: i32 = 8;

/// The possible values of a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// On or off: 1 or 0.
    Check,
    /// An integer within a range, inclusive.
    Spin(i32, i32),
}

impl Display for Domain {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Domain::Check => write!(f, "1 (on) or 0 (off)"),
            Domain::Spin(least, most) => write!(f, "a number from {least} to {most}"),
        }
    }
}

/// A setting and its current value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting {
    /// Its name in every protocol.
    pub name: &'static str,
    /// What it does, for the user.
    pub about: &'static str,
    /// Its possible values.
    pub domain: Domain,
    /// Its value.
    pub value: i32,
}

impl Setting {
    /// Its value in words.
    pub fn shown(self) -> String {
        match (self.domain, self.value) {
            (Domain::Check, 0) => "off".to_string(),
            (Domain::Check, _) => "on".to_string(),
            (Domain::Spin(..), value) => value.to_string(),
        }
    }
}

/// How a setting is read and written.
struct Field {
    name: &'static str,
    about: &'static str,
    domain: Domain,
    get: fn(&Settings) -> i32,
    set: fn(&mut Settings, i32),
}

/// All settings, in the order in which they are announced.
const FIELDS: &[Field] = &[
    Field {
        name: "Move Overhead",
        about: "Milliseconds lost on each move outside the program. Raise it on a loaded machine or a \
                slow connection.",
        domain: Domain::Spin(0, 5000),
        get: |settings| settings.overhead.as_millis().narrow(),
        set: |settings, value| settings.overhead = Duration::from_millis(u64::try_from(value).unwrap_or(0)),
    },
    // XBoard puts an option with this name at the top of its analysis.
    Field {
        name: "MultiPV",
        about: "How many lines an analysis shows.",
        domain: Domain::Spin(1, 100),
        get: |settings| i32::try_from(settings.lines).unwrap_or(1),
        set: |settings, value| settings.lines = usize::try_from(value).unwrap_or(1),
    },
    Field {
        name: "Variety",
        about: "How many centipawns worse than the best an opening move may be and still be played, so \
                that games differ. 0 always plays the best.",
        domain: Domain::Spin(0, 200),
        get: |settings| settings.variety,
        set: |settings, value| settings.variety = value,
    },
    Field {
        name: "Nodes per move",
        about: "The most positions to search for a move, whatever the clock says. 0 is no limit.",
        domain: Domain::Spin(0, 1_000_000_000),
        get: |settings| i32::try_from(settings.nodes).unwrap_or(0),
        set: |settings, value| settings.nodes = u64::try_from(value).unwrap_or(0),
    },
    Field {
        name: "Skill Level",
        about: "The strength: 1 is for a beginner, the highest plays at full strength.",
        domain: Domain::Spin(1, 14),
        get: |settings| settings.skill.number(),
        set: |settings, value| settings.skill = Skill::new(value).unwrap_or(Skill::FULL),
    },
    Field {
        name: TABLEBASE_MEN,
        about: "The most pieces of an ending that is solved during the game (see `fibnif help solve`). 0 \
                turns this off.",
        domain: Domain::Spin(0, MOST_MEN),
        get: |settings| i32::try_from(settings.tablebases.pieces).unwrap_or(0),
        set: |settings, value| settings.tablebases.pieces = usize::try_from(value).unwrap_or(0),
    },
    Field {
        name: "Tablebase Memory",
        about: "Memory for the tables of solved endings in MiB.",
        domain: Domain::Spin(1, 1 << 20),
        get: |settings| i32::try_from(settings.tablebases.memory).unwrap_or(i32::MAX),
        set: |settings, value| settings.tablebases.memory = u64::try_from(value).unwrap_or(1),
    },
    Field {
        name: "Learned Evaluation",
        about: "Whether a neural net corrects the evaluation, in the variants that have one.",
        domain: Domain::Check,
        get: |settings| i32::from(settings.learned == Learned::On),
        set: |settings, value| settings.learned = if value == 0 { Learned::Off } else { Learned::On },
    },
    Field {
        name: "Resign",
        about: "Whether the engine resigns lost games.",
        domain: Domain::Check,
        get: |settings| i32::from(settings.resign),
        set: |settings, value| settings.resign = value != 0,
    },
    Field {
        name: "Resign Threshold",
        about: "How many centipawns behind counts as lost.",
        domain: Domain::Spin(100, 20_000),
        get: |settings| settings.resign_threshold.0,
        set: |settings, value| settings.resign_threshold = Score(value),
    },
    Field {
        name: "GUI tests legality",
        about: "Whether the GUI rejects moves it does not understand. The engine then avoids moves that \
                it is known to reject.",
        domain: Domain::Check,
        get: |settings| i32::from(settings.gui_tests_legality),
        set: |settings, value| settings.gui_tests_legality = value != 0,
    },
    Field {
        name: "WinBoard pictures",
        about: "Whether to use only the piece pictures of WinBoard; XBoard has more. On by default on \
                Windows.",
        domain: Domain::Check,
        get: |settings| i32::from(settings.winboard_pictures),
        set: |settings, value| settings.winboard_pictures = value != 0,
    },
];

/// The engine's settings.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Time lost per move outside the program.
    pub overhead: Duration,
    /// How many lines an analysis shows.
    pub lines: usize,
    /// How many centipawns worse than the best an opening move may be and still be played, for variety; 0
    /// for always the best.
    pub variety: i32,
    /// The node limit per move; 0 for none.
    pub nodes: u64,
    /// How strongly to play.
    pub skill: Skill,
    /// The strength in Elo, if it was given so.
    pub elo: Option<i32>,
    /// The largest ending that is solved during a game.
    pub tablebases: Tablebases,
    /// Whether the net corrects the evaluation.
    pub learned: Learned,
    /// Whether to resign lost games.
    pub resign: bool,
    /// How far behind, in centipawns, a game counts as lost.
    pub resign_threshold: Score,
    /// Whether the GUI rejects moves that it does not understand.
    pub gui_tests_legality: bool,
    /// Whether the GUI has WinBoard's pictures.
    pub winboard_pictures: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            overhead: Duration::from_millis(30),
            lines: 1,
            variety: VARIETY,
            nodes: 0,
            skill: Skill::FULL,
            elo: None,
            tablebases: Tablebases { pieces: 4, memory: 256 },
            learned: Learned::default(),
            resign: false,
            resign_threshold: Score(900),
            gui_tests_legality: true,
            winboard_pictures: false,
        }
    }
}

/// Why a setting was not changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettingError {
    /// There is no setting with that name.
    Name,
    /// The value is not possible.
    Value,
}

impl Settings {
    /// All settings with their current values, in the order in which they are announced.
    pub fn list(&self) -> impl Iterator<Item = Setting> + '_ {
        FIELDS.iter().map(|field| Setting {
            name: field.name,
            about: field.about,
            domain: field.domain,
            value: (field.get)(self),
        })
    }

    /// The level to play at.
    pub fn skill(&self) -> Skill {
        self.elo.map_or(self.skill, Skill::of_elo)
    }

    /// Changes a setting.
    ///
    /// # Errors
    /// If there is no setting with that name or the value is not possible; then nothing changes.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        let field = FIELDS.iter().find(|field| field.name == name).ok_or(SettingError::Name)?;
        let number: i32 = value.parse().map_err(|_| SettingError::Value)?;
        let (least, most) = match field.domain {
            Domain::Check => (0, 1),
            Domain::Spin(least, most) => (least, most),
        };
        if !(least..=most).contains(&number) {
            return Err(SettingError::Value);
        }
        (field.set)(self, number);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_takes_its_present_value() {
        let mut settings = Settings::default();
        for setting in Settings::default().list() {
            assert_eq!(settings.set(setting.name, &setting.value.to_string()), Ok(()), "{}", setting.name);
        }
        assert_eq!(settings.set("Move Overhead", "-1"), Err(SettingError::Value));
        let skill =
            settings.list().find(|setting| setting.name == "Skill Level").map(|setting| setting.domain);
        assert_eq!(skill, Some(Domain::Spin(1, Skill::FULL.number())));
        assert_eq!(settings.set("Resign", "yes"), Err(SettingError::Value));
        assert_eq!(settings.set("resign", "1"), Err(SettingError::Name));
    }
}
