//! The options of the engine itself. Those that choose a variant's armies belong to `roster`.

use std::time::Duration;

use crate::search::Score;

/// What an option may be set to.
enum Domain {
    /// On or off.
    Check,
    /// A whole number between two others.
    Spin(i32, i32),
}

/// An option: its name, its values, how to read and how to write it.
struct Entry {
    name: &'static str,
    domain: Domain,
    get: fn(&Settings) -> i32,
    set: fn(&mut Settings, i32),
}

/// Every option, in the order in which they are announced.
const ENTRIES: &[Entry] = &[
    Entry {
        name: "Move Overhead",
        domain: Domain::Spin(0, 5000),
        get: |settings| settings.overhead.as_millis() as i32,
        set: |settings, value| settings.overhead = Duration::from_millis(u64::try_from(value).unwrap_or(0)),
    },
    // XBoard puts an option of this name at the head of its analysis.
    Entry {
        name: "MultiPV",
        domain: Domain::Spin(1, 100),
        get: |settings| i32::try_from(settings.lines).unwrap_or(1),
        set: |settings, value| settings.lines = usize::try_from(value).unwrap_or(1),
    },
    Entry {
        name: "Variety",
        domain: Domain::Spin(0, 200),
        get: |settings| settings.variety,
        set: |settings, value| settings.variety = value,
    },
    Entry {
        name: "Nodes per move",
        domain: Domain::Spin(0, 1_000_000_000),
        get: |settings| i32::try_from(settings.nodes).unwrap_or(0),
        set: |settings, value| settings.nodes = u64::try_from(value).unwrap_or(0),
    },
    Entry {
        name: "Resign",
        domain: Domain::Check,
        get: |settings| i32::from(settings.resign),
        set: |settings, value| settings.resign = value != 0,
    },
    Entry {
        name: "Resign Threshold",
        domain: Domain::Spin(100, 20_000),
        get: |settings| settings.resign_threshold.0,
        set: |settings, value| settings.resign_threshold = Score(value),
    },
    Entry {
        name: "GUI tests legality",
        domain: Domain::Check,
        get: |settings| i32::from(settings.gui_tests_legality),
        set: |settings, value| settings.gui_tests_legality = value != 0,
    },
];

/// The engine's settings.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Time lost on each move outside the program.
    pub overhead: Duration,
    /// How many lines an analysis shows.
    pub lines: usize,
    /// How many centipawns a move may be worse than the best and still be played, if games are to
    /// differ.
    pub variety: i32,
    /// The most positions to visit for a move; 0 for no limit.
    pub nodes: u64,
    /// Whether to resign lost games.
    pub resign: bool,
    /// How far behind, in centipawns, a game counts as lost.
    pub resign_threshold: Score,
    /// Whether the GUI refuses moves that it does not understand.
    pub gui_tests_legality: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            overhead: Duration::from_millis(30),
            lines: 1,
            variety: 0,
            nodes: 0,
            resign: false,
            resign_threshold: Score(900),
            gui_tests_legality: true,
        }
    }
}

/// Why an option was not set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// There is none of that name.
    Name,
    /// It cannot have that value.
    Value,
}

impl Settings {
    /// The options as `feature option` describes them, with their present values.
    pub fn options(&self) -> Vec<String> {
        let describe = |entry: &Entry| match entry.domain {
            Domain::Check => format!("{} -check {}", entry.name, (entry.get)(self)),
            Domain::Spin(least, most) => format!("{} -spin {} {least} {most}", entry.name, (entry.get)(self)),
        };
        ENTRIES.iter().map(describe).collect()
    }

    /// Sets an option.
    ///
    /// # Errors
    /// If there is no such option or it cannot have that value; then nothing changes.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let entry = ENTRIES.iter().find(|entry| entry.name == name).ok_or(OptionError::Name)?;
        let number: i32 = value.parse().map_err(|_| OptionError::Value)?;
        let (least, most) = match entry.domain {
            Domain::Check => (0, 1),
            Domain::Spin(least, most) => (least, most),
        };
        if !(least..=most).contains(&number) {
            return Err(OptionError::Value);
        }
        (entry.set)(self, number);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_takes_its_announced_value() {
        let mut settings = Settings::default();
        for option in settings.options() {
            let (name, rest) = option.split_once(" -").unwrap();
            assert_eq!(settings.set(name, rest.split(' ').nth(1).unwrap()), Ok(()), "{option}");
        }
        assert_eq!(settings.set("Move Overhead", "-1"), Err(OptionError::Value));
        assert_eq!(settings.set("Resign", "yes"), Err(OptionError::Value));
        assert_eq!(settings.set("resign", "1"), Err(OptionError::Name));
    }
}
