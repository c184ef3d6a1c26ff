//! The settings of the engine: one table of their names everywhere, possible values, current values, and what
//! changing them entails. Each protocol announces them in its own way.

use std::fmt::{self, Debug, Display, Formatter};
use std::marker::PhantomData;
use std::time::Duration;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use super::skill::Skill;
use crate::engine::search::{Learned, Score, Tablebases};
use crate::rules::geometry::Narrow;
use Audience::{Cecp, Person, Uci};

/// The setting for the largest number of pieces in a solved ending.
pub const TABLEBASE_PIECES: &str = "Tablebase Probe Limit";

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
    Search,
    /// The command line of a game, and a player of a match: those of [`Audience::Search`], and more.
    Game,
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

/// A setting's name on the command line and in a match.
#[derive(Clone, Copy, Debug)]
struct Word {
    name: &'static str,
    /// The name of its value.
    value: &'static str,
    /// Its help, if only a game has it: what it does, and its default there.
    in_game: Option<&'static str>,
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
    /// Its name as an option in UCI.
    pub uci: &'static str,
    /// The command of CECP that has a number for it, and the feature that announces the command.
    pub command: Option<(&'static str, &'static str)>,
    word: Option<Word>,
    /// Whom it is not for.
    hidden_from: &'static [Audience],
    /// What changing it entails.
    pub effect: Effect,
    get: fn(&Settings) -> i32,
    set: fn(&mut Settings, i32),
}

/// A setting that each protocol has as an option, and a person in a game.
const fn setting(name: &'static str, about: &'static str, domain: Domain) -> Setting {
    let (command, word, effect) = (None, None, Effect::None);
    let (get, set) = (|_: &Settings| 0, |_: &mut Settings, _| {});
    Setting { name, about, domain, uci: name, command, word, hidden_from: &[], effect, get, set }
}

impl Setting {
    const fn uci(self, name: &'static str) -> Setting {
        Setting { uci: name, ..self }
    }

    /// Not an option for these. They may have a command of their own for it.
    const fn hidden_from(self, audiences: &'static [Audience]) -> Setting {
        Setting { hidden_from: audiences, ..self }
    }

    const fn command(self, command: &'static str, feature: &'static str) -> Setting {
        Setting { command: Some((command, feature)), ..self }
    }

    /// On the command line of whatever searches, and in a match.
    const fn word(self, name: &'static str, value: &'static str) -> Setting {
        Setting { word: Some(Word { name, value, in_game: None }), ..self }
    }

    /// On the command line of a game, and in a match.
    const fn game_word(self, name: &'static str, value: &'static str, help: &'static str) -> Setting {
        Setting { word: Some(Word { name, value, in_game: Some(help) }), ..self }
    }

    const fn effect(self, effect: Effect) -> Setting {
        Setting { effect, ..self }
    }

    /// Its name for an audience; `None` if it is not for it.
    pub fn name_for(&self, audience: Audience) -> Option<&'static str> {
        match audience {
            _ if self.hidden_from.contains(&audience) => None,
            Audience::Cecp | Audience::Person => Some(self.name),
            Audience::Uci => Some(self.uci),
            Audience::Search => self.word.filter(|word| word.in_game.is_none()).map(|word| word.name),
            Audience::Game => self.word.map(|word| word.name),
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
        TABLE.iter().find(|setting| setting.command.is_some_and(|(own, _)| own == command))
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

    /// Its smallest and its largest value.
    fn range(&self) -> (i32, i32) {
        match self.domain {
            Domain::Button => (0, 0),
            Domain::Check => (0, 1),
            Domain::Spin(least, most) => (least, most),
        }
    }

    /// The number that a text stands for, if it is possible.
    fn read(&self, value: &str) -> Option<i32> {
        let (least, most) = self.range();
        value.parse().ok().filter(|number| (least..=most).contains(number))
    }

    /// Reads a value and stores it.
    ///
    /// # Errors
    /// If it is not possible; then nothing changes.
    pub fn store(&self, settings: &mut Settings, value: &str) -> Result<(), SettingError> {
        if self.domain != Domain::Button {
            (self.set)(
                settings,
                self.read(value).ok_or_else(|| SettingError::Value(self.domain.to_string()))?,
            );
        }
        Ok(())
    }
}

/// The type of a setting, whose values are numbers in the table.
trait Number {
    fn number(&self) -> i32;

    /// The value of a number within the range of its setting.
    fn of(number: i32) -> Self;
}

macro_rules! numbers {
    ($($type:ty: $number:expr, $of:expr;)+) => { $(
        impl Number for $type {
            fn number(&self) -> i32 {
                let number: fn(&$type) -> i32 = $number;
                number(self)
            }

            fn of(number: i32) -> $type {
                let of: fn(i32) -> $type = $of;
                of(number)
            }
        }
    )+ };
}

numbers! {
    (): |()| 0, |_| ();
    bool: |value| i32::from(*value), |number| number != 0;
    i32: |value| *value, |number| number;
    u64: |value| i32::try_from(*value).unwrap_or(i32::MAX), |number| u64::try_from(number).unwrap_or(0);
    usize: |value| i32::try_from(*value).unwrap_or(i32::MAX), |number| usize::try_from(number).unwrap_or(0);
    Duration: |value| value.as_millis().narrow(), |number| Duration::from_millis(u64::of(number));
    Score: |value| value.0, Score;
    Skill: |value| value.number(), |number| Skill::new(number).unwrap_or(Skill::FULL);
    Learned: |value| i32::from(*value == Learned::On), |number| if number == 0 { Learned::Off } else { Learned::On };
}

/// The table of the settings: for each its field, type and default, then what users know of it.
macro_rules! settings {
    ($($field:ident: $type:ty = $default:expr => ($name:expr, $about:literal, $domain:expr)
        $(.$change:ident($($argument:expr),*))*;)+) => {
        /// The engine's settings.
        #[derive(Clone, Debug)]
        #[allow(clippy::struct_excessive_bools, reason = "independent facts")]
        pub struct Settings {
            $(#[doc = $about] pub $field: $type,)+
        }

        impl Default for Settings {
            fn default() -> Settings {
                Settings { $($field: $default,)+ }
            }
        }

        /// All settings, in the order in which they are announced.
        const TABLE: &[Setting] = &[$(Setting {
            get: |settings| settings.$field.number(),
            set: |settings, number| settings.$field = Number::of(number),
            ..setting($name, $about, $domain)$(.$change($($argument),*))*
        }),+];
    };
}

settings! {
    memory: usize = 64 =>
        ("Memory", "Memory for the transposition table in MiB", Domain::Spin(1, 1 << 16))
        .uci("Hash").hidden_from(&[Cecp, Person]).command("memory", "memory").word("memory", "MIB").effect(Effect::Memory);
    clear: () = () => ("Clear Hash", "Forgets what was learned.", Domain::Button)
        .hidden_from(&[Cecp, Person]).effect(Effect::Clear);
    threads: usize = 1 => ("Threads", "Number of search threads", Domain::Spin(1, 256))
        .hidden_from(&[Cecp, Person]).command("cores", "smp").word("threads", "THREADS").effect(Effect::Threads);
    ponder: bool = false => ("Ponder", "Whether to think on the opponent's time.", Domain::Check)
        .hidden_from(&[Cecp, Person]).effect(Effect::Ponder);
    limits_strength: bool = false =>
        ("UCI_LimitStrength", "Whether to play at the strength of `UCI_Elo`.", Domain::Check).hidden_from(&[Cecp, Person]);
    elo: i32 = Skill::ELO.0 =>
        ("UCI_Elo", "The approximate strength at chess in Elo.", Domain::Spin(Skill::ELO.0, Skill::ELO.1))
        .hidden_from(&[Cecp, Person]);
    overhead: Duration = Duration::from_millis(30) => ("Move Overhead",
        "Milliseconds lost on each move outside the program. Raise it on a loaded machine or a slow connection.",
        Domain::Spin(0, 5000));
    // XBoard puts an option with this name at the top of its analysis.
    lines: usize = 1 => ("MultiPV", "How many lines an analysis shows.", Domain::Spin(1, 100)).hidden_from(&[Person]);
    variety: i32 = 8 => ("Variety",
        "How many centipawns worse than the best an opening move may be and still be played, so that games \
         differ. 0 always plays the best.",
        Domain::Spin(0, 200)).hidden_from(&[Uci]);
    nodes: u64 = 0 => ("Nodes per move",
        "The most positions to search for a move, whatever the clock says. 0 is no limit.",
        Domain::Spin(0, 1_000_000_000));
    skill: Skill = Skill::FULL => ("Skill Level",
        "The strength: 1 is for a beginner, the highest plays at full strength.",
        Domain::Spin(1, 14))
        .game_word("level", "LEVEL",
            "Strength of the engine, from 1 (somebody who has just learned the moves) to 14 (full strength); by \
             default the level of your last game, or 3");
    // Larger endings take too long during a game.
    tablebase_pieces: usize = 4 => (TABLEBASE_PIECES,
        "The most pieces of an ending that is solved during the game (see `fibnif help solve`). 0 turns this off.",
        Domain::Spin(0, 5));
    tablebase_memory: u64 = 256 => ("Tablebase Memory",
        "Memory for the tables of solved endings in MiB.",
        Domain::Spin(1, 1 << 20));
    learned: Learned = Learned::default() => ("Learned Evaluation",
        "Whether a neural net corrects or replaces the evaluation, in the variants that have one.",
        Domain::Check);
    resign: bool = false => ("Resign", "Whether the engine resigns lost games.", Domain::Check).hidden_from(&[Uci]);
    resign_threshold: Score = Score(900) => ("Resign Threshold",
        "How many centipawns behind counts as lost.",
        Domain::Spin(100, 20_000)).hidden_from(&[Uci]);
    gui_tests_legality: bool = true => ("GUI tests legality",
        "Whether the GUI rejects moves it does not understand. The engine then avoids moves that it is known to \
         reject.",
        Domain::Check).hidden_from(&[Uci, Person]);
    winboard_pictures: bool = false => ("WinBoard pictures",
        "Whether to use only the piece pictures of WinBoard; XBoard has more. On by default on Windows.",
        Domain::Check).hidden_from(&[Uci, Person]);
}

/// Why a setting was not changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingError {
    /// There is no setting with that name.
    Name,
    /// The value is not possible. The text says which ones are.
    Value(String),
}

impl Settings {
    /// The level to play at.
    pub fn skill(&self) -> Skill {
        if self.limits_strength { Skill::of_elo(self.elo) } else { self.skill }
    }

    /// The endings that are solved during a game.
    pub fn tablebases(&self) -> Tablebases {
        Tablebases { pieces: self.tablebase_pieces, memory: self.tablebase_memory }
    }

    /// Changes a setting by its name for an audience.
    ///
    /// # Errors
    /// If there is no setting with that name or the value is not possible; then nothing changes.
    pub fn set(&mut self, name: &str, value: &str, audience: Audience) -> Result<(), SettingError> {
        Setting::named(name, audience).ok_or(SettingError::Name)?.store(self, value)
    }
}

/// The audience of a command line, as a type.
pub trait CommandLine: Clone + Debug + Default {
    /// The audience.
    const AUDIENCE: Audience;
}

/// The command line of whatever searches.
#[derive(Clone, Debug, Default)]
pub struct OfSearch;

/// The command line of a game, and a player of a match.
#[derive(Clone, Debug, Default)]
pub struct OfGame;

impl CommandLine for OfSearch {
    const AUDIENCE: Audience = Audience::Search;
}

impl CommandLine for OfGame {
    const AUDIENCE: Audience = Audience::Game;
}

/// Settings by their words on a command line or in a match.
#[derive(Clone, Debug, Default)]
pub struct Given<L>(Vec<(&'static Setting, i32)>, PhantomData<L>);

impl<L: CommandLine> Given<L> {
    /// Gives a setting by its word; `None` if there is none, or the value is not possible.
    pub fn give(&mut self, word: &str, value: &str) -> Option<()> {
        let setting = Setting::named(word, L::AUDIENCE)?;
        let number = setting.read(value)?;
        self.0.retain(|(known, _)| known.name != setting.name);
        self.0.push((setting, number));
        Some(())
    }

    /// The same with one more setting, unless that is not possible.
    #[must_use]
    pub fn with(&self, word: &str, value: impl Display) -> Given<OfGame> {
        let mut all = Given(self.0.clone(), PhantomData);
        let _ = all.give(word, &value.to_string());
        all
    }

    /// The number that a word was given.
    pub fn get(&self, word: &str) -> Option<i32> {
        self.all().find(|(own, ..)| *own == word).map(|(.., number)| number)
    }

    /// What was given: words, settings and numbers.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &'static Setting, i32)> {
        self.0.iter().filter_map(|&(setting, number)| Some((setting.name_for(L::AUDIENCE)?, setting, number)))
    }

    /// Stores what was given.
    pub fn store(&self, settings: &mut Settings) {
        self.0.iter().for_each(|(setting, number)| (setting.set)(settings, *number));
    }
}

impl<L: CommandLine> Args for Given<L> {
    fn augment_args(command: Command) -> Command {
        let usual = Settings::default();
        let arg = |setting: &Setting| {
            let (word, (least, most)) = (setting.word?, setting.range());
            let arg = Arg::new(word.name).long(word.name).value_name(word.value);
            let arg = arg.value_parser(clap::value_parser!(i32).range(i64::from(least)..=i64::from(most)));
            if let Some(help) = word.in_game {
                return Some(arg.help(help));
            }
            // They come last.
            let arg = arg.help(setting.about).display_order(900);
            Some(arg.default_value(setting.value(&usual).to_string()))
        };
        command.args(Setting::all(L::AUDIENCE).filter_map(arg))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<L: CommandLine> FromArgMatches for Given<L> {
    fn from_arg_matches(found: &ArgMatches) -> Result<Given<L>, clap::Error> {
        let given = |setting: &'static Setting| {
            let number = found.get_one(setting.name_for(L::AUDIENCE)?)?;
            Some((setting, *number))
        };
        Ok(Given(Setting::all(L::AUDIENCE).filter_map(given).collect(), PhantomData))
    }

    fn update_from_arg_matches(&mut self, found: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(found)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_takes_its_present_value() {
        let mut settings = Settings::default();
        for audience in [Audience::Cecp, Audience::Uci, Audience::Person, Audience::Search, Audience::Game] {
            for row in Setting::all(audience) {
                let value = row.value(&settings).to_string();
                let name = row.name_for(audience).unwrap();
                assert_eq!(settings.set(name, &value, audience), Ok(()), "{name}");
            }
        }
        let mut set = |name: &str, value: &str| settings.set(name, value, Audience::Cecp);
        assert_eq!(set("Move Overhead", "-1"), Err(SettingError::Value("a number from 0 to 5000".into())));
        assert_eq!(set("Resign", "yes"), Err(SettingError::Value("1 (on) or 0 (off)".into())));
        assert_eq!(set("Hash", "1"), Err(SettingError::Name));
        let skill = Setting::named("Skill Level", Audience::Cecp).map(|row| row.domain);
        assert_eq!(skill, Some(Domain::Spin(1, Skill::FULL.number())));
    }
}
