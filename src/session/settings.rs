//! The settings of the engine: one table of their names everywhere, possible values, current values, and what
//! changing them entails. Each protocol announces them in its own way.

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
    /// Nothing: setting it does something.
    Button,
}

impl Display for Domain {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Domain::Check => write!(f, "1 (on) or 0 (off)"),
            Domain::Spin(least, most) => write!(f, "a number from {least} to {most}"),
            Domain::Button => write!(f, "nothing"),
        }
    }
}

/// Who may change a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// A GUI over CECP, and a match for the program itself.
    Cecp,
    /// A GUI over UCI.
    Uci,
    /// A person in a game.
    Person,
    /// The command line of whatever searches.
    CommandLine,
}

/// What changing a setting entails besides storing it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing: the next search finds it.
    None,
    /// The transposition table gets another size.
    Memory,
    /// The next searches have other threads.
    Threads,
    /// What was learned is forgotten.
    Clear,
    /// The engine starts or stops thinking on the opponent's time.
    Ponder,
}

/// A setting: a row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// What it does, for the user.
    pub about: &'static str,
    /// Its possible values.
    pub domain: Domain,
    /// Its name in UCI, if the protocol has it.
    pub uci: Option<&'static str>,
    /// Its name in CECP, if it is an option there.
    cecp: Option<&'static str>,
    /// The command of CECP that has a number for it.
    command: Option<&'static str>,
    /// Its name on the command line, and what its value is called there.
    pub word: Option<(&'static str, &'static str)>,
    /// Whether a person changes it in a game.
    in_game: bool,
    /// What changing it entails.
    pub effect: Effect,
    get: fn(&Settings) -> i32,
    set: fn(&mut Settings, i32),
}

/// A setting that each protocol has as an option, and a person in a game.
const fn setting(
    name: &'static str,
    about: &'static str,
    domain: Domain,
    get: fn(&Settings) -> i32,
    set: fn(&mut Settings, i32),
) -> Setting {
    let own = Some(name);
    let (command, word, in_game, effect) = (None, None, true, Effect::None);
    Setting { name, about, domain, uci: own, cecp: own, command, word, in_game, effect, get, set }
}

impl Setting {
    const fn uci(self, name: Option<&'static str>) -> Setting {
        Setting { uci: name, ..self }
    }

    /// In UCI only, or elsewhere in a form of its own.
    const fn only_uci(self) -> Setting {
        Setting { cecp: None, in_game: false, ..self }
    }

    const fn not_in_game(self) -> Setting {
        Setting { in_game: false, ..self }
    }

    const fn command(self, command: &'static str) -> Setting {
        Setting { command: Some(command), ..self }
    }

    const fn word(self, word: &'static str, value: &'static str) -> Setting {
        Setting { word: Some((word, value)), ..self }
    }

    const fn effect(self, effect: Effect) -> Setting {
        Setting { effect, ..self }
    }

    /// Its name for an audience; `None` if it is not for it.
    pub fn name_for(&self, audience: Audience) -> Option<&'static str> {
        match audience {
            Audience::Cecp => self.cecp,
            Audience::Uci => self.uci,
            Audience::Person => self.in_game.then_some(self.name),
            Audience::CommandLine => self.word.map(|(word, _)| word),
        }
    }

    /// The settings for an audience, in the order in which they are announced.
    pub fn all(audience: Audience) -> impl Iterator<Item = &'static Setting> {
        TABLE.iter().filter(move |setting| setting.name_for(audience).is_some())
    }

    /// The setting that an audience knows by this name, in any case.
    pub fn named(name: &str, audience: Audience) -> Option<&'static Setting> {
        Setting::all(audience)
            .find(|row| row.name_for(audience).is_some_and(|own| own.eq_ignore_ascii_case(name)))
    }

    /// The setting of this name.
    pub fn of(name: &str) -> Option<&'static Setting> {
        TABLE.iter().find(|setting| setting.name == name)
    }

    /// The setting that a command of CECP changes.
    pub fn of_command(command: &str) -> Option<&'static Setting> {
        TABLE.iter().find(|setting| setting.command == Some(command))
    }

    /// Its value.
    pub fn value(&self, settings: &Settings) -> i32 {
        (self.get)(settings)
    }

    /// Its value in words.
    pub fn shown(&self, settings: &Settings) -> String {
        match (self.domain, self.value(settings)) {
            (Domain::Check, 0) => "off".to_string(),
            (Domain::Check, _) => "on".to_string(),
            (_, value) => value.to_string(),
        }
    }

    /// Reads a value and stores it.
    ///
    /// # Errors
    /// If it is not possible; then nothing changes.
    pub fn store(&self, settings: &mut Settings, value: &str) -> Result<(), SettingError> {
        let (least, most) = match self.domain {
            Domain::Button => return Ok(()),
            Domain::Check => (0, 1),
            Domain::Spin(least, most) => (least, most),
        };
        let number = value.parse().ok().filter(|number| (least..=most).contains(number));
        (self.set)(settings, number.ok_or(SettingError::Value)?);
        Ok(())
    }
}

fn size(value: i32) -> usize {
    usize::try_from(value).unwrap_or(1)
}

/// All settings, in the order in which they are announced.
const TABLE: &[Setting] = &[
    setting(
        "Memory",
        "Memory for the transposition table in MiB",
        Domain::Spin(1, 1 << 16),
        |settings| i32::try_from(settings.memory).unwrap_or(i32::MAX),
        |settings, value| settings.memory = size(value),
    )
    .only_uci()
    .uci(Some("Hash"))
    .command("memory")
    .word("memory", "MIB")
    .effect(Effect::Memory),
    setting("Clear Hash", "Forgets what was learned.", Domain::Button, |_| 0, |_, _| {})
        .only_uci()
        .effect(Effect::Clear),
    setting(
        "Threads",
        "Number of search threads",
        Domain::Spin(1, 256),
        |settings| i32::try_from(settings.threads).unwrap_or(i32::MAX),
        |settings, value| settings.threads = size(value),
    )
    .only_uci()
    .command("cores")
    .word("threads", "THREADS")
    .effect(Effect::Threads),
    setting(
        "Ponder",
        "Whether to think on the opponent's time.",
        Domain::Check,
        |settings| i32::from(settings.ponder),
        |settings, value| settings.ponder = value != 0,
    )
    .only_uci()
    .effect(Effect::Ponder),
    setting(
        "UCI_LimitStrength",
        "Whether to play at the strength of `UCI_Elo`.",
        Domain::Check,
        |settings| i32::from(settings.limits_strength),
        |settings, value| settings.limits_strength = value != 0,
    )
    .only_uci(),
    setting(
        "UCI_Elo",
        "The approximate strength at chess in Elo.",
        Domain::Spin(Skill::ELO.0, Skill::ELO.1),
        |settings| settings.elo,
        |settings, value| settings.elo = value,
    )
    .only_uci(),
    setting(
        "Move Overhead",
        "Milliseconds lost on each move outside the program. Raise it on a loaded machine or a \
                slow connection.",
        Domain::Spin(0, 5000),
        |settings| settings.overhead.as_millis().narrow(),
        |settings, value| settings.overhead = Duration::from_millis(u64::try_from(value).unwrap_or(0)),
    ),
    // XBoard puts an option with this name at the top of its analysis.
    setting(
        "MultiPV",
        "How many lines an analysis shows.",
        Domain::Spin(1, 100),
        |settings| i32::try_from(settings.lines).unwrap_or(1),
        |settings, value| settings.lines = usize::try_from(value).unwrap_or(1),
    )
    .not_in_game(),
    setting(
        "Variety",
        "How many centipawns worse than the best an opening move may be and still be played, so \
                that games differ. 0 always plays the best.",
        Domain::Spin(0, 200),
        |settings| settings.variety,
        |settings, value| settings.variety = value,
    )
    .uci(None),
    setting(
        "Nodes per move",
        "The most positions to search for a move, whatever the clock says. 0 is no limit.",
        Domain::Spin(0, 1_000_000_000),
        |settings| i32::try_from(settings.nodes).unwrap_or(0),
        |settings, value| settings.nodes = u64::try_from(value).unwrap_or(0),
    ),
    setting(
        "Skill Level",
        "The strength: 1 is for a beginner, the highest plays at full strength.",
        Domain::Spin(1, 14),
        |settings| settings.skill.number(),
        |settings, value| settings.skill = Skill::new(value).unwrap_or(Skill::FULL),
    ),
    setting(
        TABLEBASE_MEN,
        "The most pieces of an ending that is solved during the game (see `fibnif help solve`). 0 \
                turns this off.",
        Domain::Spin(0, MOST_MEN),
        |settings| i32::try_from(settings.tablebases.pieces).unwrap_or(0),
        |settings, value| settings.tablebases.pieces = usize::try_from(value).unwrap_or(0),
    ),
    setting(
        "Tablebase Memory",
        "Memory for the tables of solved endings in MiB.",
        Domain::Spin(1, 1 << 20),
        |settings| i32::try_from(settings.tablebases.memory).unwrap_or(i32::MAX),
        |settings, value| settings.tablebases.memory = u64::try_from(value).unwrap_or(1),
    ),
    setting(
        "Learned Evaluation",
        "Whether a neural net corrects the evaluation, in the variants that have one.",
        Domain::Check,
        |settings| i32::from(settings.learned == Learned::On),
        |settings, value| settings.learned = if value == 0 { Learned::Off } else { Learned::On },
    ),
    setting(
        "Resign",
        "Whether the engine resigns lost games.",
        Domain::Check,
        |settings| i32::from(settings.resign),
        |settings, value| settings.resign = value != 0,
    )
    .uci(None),
    setting(
        "Resign Threshold",
        "How many centipawns behind counts as lost.",
        Domain::Spin(100, 20_000),
        |settings| settings.resign_threshold.0,
        |settings, value| settings.resign_threshold = Score(value),
    )
    .uci(None),
    setting(
        "GUI tests legality",
        "Whether the GUI rejects moves it does not understand. The engine then avoids moves that \
                it is known to reject.",
        Domain::Check,
        |settings| i32::from(settings.gui_tests_legality),
        |settings, value| settings.gui_tests_legality = value != 0,
    )
    .uci(None)
    .not_in_game(),
    setting(
        "WinBoard pictures",
        "Whether to use only the piece pictures of WinBoard; XBoard has more. On by default on \
                Windows.",
        Domain::Check,
        |settings| i32::from(settings.winboard_pictures),
        |settings, value| settings.winboard_pictures = value != 0,
    )
    .uci(None)
    .not_in_game(),
];

/// The engine's settings.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "independent facts")]
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
    /// Whether to play at the strength of `elo` instead.
    pub limits_strength: bool,
    /// A strength in Elo.
    pub elo: i32,
    /// The size of the transposition table in MiB.
    pub memory: usize,
    /// The number of search threads.
    pub threads: usize,
    /// Whether to think on the opponent's time.
    pub ponder: bool,
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
            limits_strength: false,
            elo: Skill::ELO.0,
            memory: 64,
            threads: 1,
            ponder: false,
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
    /// The level to play at.
    pub fn skill(&self) -> Skill {
        if self.limits_strength { Skill::of_elo(self.elo) } else { self.skill }
    }

    /// Changes a setting by its name for an audience.
    ///
    /// # Errors
    /// If there is no setting with that name or the value is not possible; then nothing changes.
    pub fn set(&mut self, name: &str, value: &str, audience: Audience) -> Result<(), SettingError> {
        Setting::named(name, audience).ok_or(SettingError::Name)?.store(self, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_takes_its_present_value() {
        let mut settings = Settings::default();
        for audience in [Audience::Cecp, Audience::Uci, Audience::Person, Audience::CommandLine] {
            for row in Setting::all(audience) {
                let value = row.value(&settings).to_string();
                let name = row.name_for(audience).unwrap();
                assert_eq!(settings.set(name, &value, audience), Ok(()), "{name}");
            }
        }
        let mut set = |name: &str, value: &str| settings.set(name, value, Audience::Cecp);
        assert_eq!(set("Move Overhead", "-1"), Err(SettingError::Value));
        assert_eq!(set("Resign", "yes"), Err(SettingError::Value));
        assert_eq!(set("Hash", "1"), Err(SettingError::Name));
        let skill = Setting::named("Skill Level", Audience::Cecp).map(|row| row.domain);
        assert_eq!(skill, Some(Domain::Spin(1, Skill::FULL.number())));
    }
}
