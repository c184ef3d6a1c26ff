//! Players as they are named on the command line.
//!
//! `self`, or a command with its arguments, followed by options after semicolons: `fibnif-1.0; name=old;
//! nodes=5000; option.Move Overhead=50`, `uci:fairy-stockfish; memory=64`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::letters::Letters;
use super::process::Launch;
use crate::base::trained::TrainedNet;
use crate::engine::eval::Weights;
use crate::engine::search::{Learned, TimeControl};
use crate::session::control::{TimeLimit, read_seconds};
use crate::session::{Audience, Error, Given, OfGame, Setting, Settings, Skill};

/// The protocol of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// XBoard's protocol.
    Cecp,
    /// The protocol of most other GUIs.
    Uci,
}

/// The program of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Program {
    /// The program itself, in this process.
    Own,
    /// Another program.
    External {
        protocol: Protocol,
        /// How to start it.
        launch: Launch,
    },
}

/// The defaults of the program itself where a match has others than a game with a person: less memory, as
/// many games are played at once; no time lost on the way; and always the best move, as openings make games
/// differ.
fn defaults() -> Settings {
    Settings { memory: 16, overhead: Duration::from_millis(10), variety: 0, ..Settings::default() }
}

/// A player.
#[derive(Clone, Debug)]
pub struct Spec {
    /// Its name in tables and games.
    pub name: String,
    pub program: Program,
    /// Its own limits, if it has any.
    pub control: TimeLimit,
    /// How late its moves may be, if it has its own margin.
    pub margin: Option<Duration>,
    /// Other evaluation weights, for the program itself.
    pub weights: Option<Weights>,
    /// Another net, for the program itself.
    pub network: Option<Arc<TrainedNet>>,
    /// Settings by their words.
    pub given: Given<OfGame>,
    /// Options by name.
    pub options: Vec<(String, String)>,
    /// Its name for the variant, if it cannot be derived.
    pub variant: Option<String>,
    /// Its letters, if they cannot be derived.
    pub letters: Option<Letters>,
    /// Whether it is restarted for every game.
    pub restart: bool,
    /// Whether it thinks on the opponent's time.
    pub ponder: bool,
}

impl Spec {
    /// Reads a player, with the options that all players have.
    pub fn read(text: &str, each: &str) -> Result<Spec, Error> {
        let (command, own) = text.split_once(';').unwrap_or((text, ""));
        let command = command.trim();
        // Later options override earlier ones.
        let parts = each.split(';').chain(own.split(';')).map(str::trim);
        let mut spec = Spec {
            name: String::new(),
            program: Program::Own,
            control: TimeLimit::default(),
            margin: None,
            weights: None,
            network: None,
            given: Given::default(),
            options: Vec::new(),
            variant: None,
            letters: None,
            restart: false,
            ponder: false,
        };
        if command != "self" {
            let (protocol, command) = match command.split_once(':') {
                Some(("uci", rest)) => (Protocol::Uci, rest),
                Some(("cecp" | "xboard", rest)) => (Protocol::Cecp, rest),
                _ => (Protocol::Cecp, command),
            };
            // On Windows a backslash is part of a path.
            let command = if cfg!(windows) { command.replace('\\', "\\\\") } else { command.to_string() };
            let mut words = shell_words::split(&command).unwrap_or_default().into_iter();
            let program = words.next().ok_or_else(|| {
                Error::Usage(format!(
                    "`{text}` is not a player: expected `self` or the command of an engine, followed by options \
                     after semicolons"
                ))
            })?;
            let launch = Launch { program, arguments: words.collect(), folder: None };
            spec.program = Program::External { protocol, launch };
        }
        for part in parts.filter(|part| !part.is_empty()) {
            if let Some(file) = part.strip_prefix("weights=").filter(|_| spec.program == Program::Own) {
                spec.weights = Some(weights(file)?);
                continue;
            }
            if let Some(file) = part.strip_prefix("net=").filter(|_| spec.program == Program::Own) {
                spec.network = Some(Arc::new(network(file)?));
                continue;
            }
            spec.set(part).ok_or_else(|| spec.refusal(command, part))?;
        }
        if spec.name.is_empty() {
            spec.name = spec.usual_name();
        }
        Ok(spec)
    }

    /// Why a part of a player is refused.
    fn refusal(&self, player: &str, part: &str) -> Error {
        let key = part.split('=').next().unwrap_or_default().trim();
        Error::Usage(match &self.program {
            Program::External { .. } if is_own(key) => format!(
                "player `{player}`: `{part}` is for `self`, not for another engine: its own options are \
                 `option.NAME=VALUE`"
            ),
            Program::Own if key == "dir" => {
                format!("player `self`: `{part}` is for another engine, which is started in that folder")
            }
            Program::Own if ["variant", "letters"].contains(&key) => {
                format!(
                    "player `self`: `{part}` is for another engine: `self` knows the variant of the match"
                )
            }
            _ => {
                let word = |row: &Setting| Some(format!("{}=", row.name_for(Audience::Game)?));
                let words: Vec<String> = Setting::all(Audience::Game).filter_map(word).collect();
                format!(
                    "player `{player}`: unknown option or bad value `{part}`: expected name=, nodes=, depth=, clock=, \
                     time=, margin=, {}, weights=FILE or net=FILE (of `self`), dir=, variant=, letters=A=B, restart, \
                     ponder, or option.NAME=",
                    words.join(", ")
                )
            }
        })
    }

    fn set(&mut self, part: &str) -> Option<()> {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let (key, value) = (key.trim(), value.trim());
        let positive = |value: &str| value.parse().ok().filter(|&count: &u64| count > 0);
        match key {
            "name" if !value.is_empty() => self.name = value.to_string(),
            "nodes" => self.control.nodes = Some(positive(value)?),
            "depth" => self.control.depth = Some(u32::try_from(positive(value)?).ok()?),
            "clock" => self.control.time = Some(value.parse().ok()?),
            "time" => {
                let time = read_seconds(value).filter(|&time| time > Duration::ZERO)?;
                self.control.time = Some(TimeControl::PerMove(time));
            }
            "margin" => self.margin = Some(read_seconds(value)?),
            "dir" => {
                let Program::External { launch, .. } = &mut self.program else { return None };
                launch.folder = Some(PathBuf::from(value));
            }
            "variant" | "letters" if self.program == Program::Own => return None,
            "variant" => self.variant = Some(value.to_string()),
            "letters" => self.letters = Some(Letters::read(value)?),
            "restart" => self.restart = true,
            "ponder" => self.ponder = true,
            _ => match key.strip_prefix("option.") {
                Some(name) => {
                    self.options.retain(|(known, _)| known != name);
                    self.options.push((name.to_string(), value.to_string()));
                }
                None if self.program != Program::Own && is_own(key) => return None,
                None => self.given.give(key, value)?,
            },
        }
        Some(())
    }

    /// The settings of the program itself, if that is the player.
    pub fn settings(&self) -> Result<Settings, String> {
        let mut settings = defaults();
        self.given.store(&mut settings);
        // The net corrects the program's own weights, and no others.
        if self.weights.is_some() && self.network.is_none() {
            settings.learned = Learned::Off;
        }
        for (name, value) in &self.options {
            if settings.set(name, value, Audience::Person).is_err() {
                return Err(refusal(name, value));
            }
        }
        Ok(settings)
    }

    /// The same player, the program itself, as a process of its own with the settings and the variants that
    /// it has in this one.
    pub fn into_process(self, variants: &[PathBuf]) -> Result<Spec, Error> {
        let settings = self.settings().map_err(Error::Usage)?;
        let program = std::env::current_exe()?.display().to_string();
        let (usual, mut spec) = (Settings::default(), self);
        spec.given = spec.given.with("memory", settings.memory).with("threads", settings.threads);
        spec.options = Setting::all(Audience::Person)
            .filter(|setting| setting.value(&settings) != setting.value(&usual))
            .map(|setting| (setting.name.to_string(), setting.value(&settings).to_string()))
            .collect();
        let named = |path: &PathBuf| ["--variants".to_string(), path.display().to_string()];
        let arguments = variants.iter().flat_map(named).collect();
        let launch = Launch { program, arguments, folder: None };
        spec.program = Program::External { protocol: Protocol::Cecp, launch };
        Ok(spec)
    }

    fn usual_name(&self) -> String {
        match &self.program {
            Program::Own => match (self.given.get("level"), self.control.nodes) {
                (Some(level), _) if level < Skill::FULL.number() => format!("level-{level}"),
                (_, Some(nodes)) => format!("self-{nodes}"),
                (_, None) => "self".to_string(),
            },
            Program::External { launch, .. } => PathBuf::from(&launch.program)
                .file_stem()
                .map_or_else(|| launch.program.clone(), |stem| stem.to_string_lossy().into_owned()),
        }
    }
}

/// Whether only the program itself has this option of a player.
fn is_own(key: &str) -> bool {
    let setting = Setting::named(key, Audience::Game);
    matches!(key, "weights" | "net") || setting.is_some_and(|setting| setting.command.is_none())
}

/// Why the program does not take an option.
fn refusal(name: &str, value: &str) -> String {
    if let Some(setting) = Setting::named(name, Audience::Person) {
        return format!("expected {} for the option `{name}`, found `{value}`", setting.domain);
    }
    let known: Vec<&str> = Setting::all(Audience::Person).map(|setting| setting.name).collect();
    let known = known.join(", ");
    if Setting::named(name, Audience::Cecp).is_some() {
        return format!("the option `{name}` has no effect in a match; those that have one: {known}");
    }
    format!("it has no option `{name}`; its options: {known}")
}

/// The weights in a file written by `tune`.
fn weights(file: &str) -> Result<Weights, Error> {
    let text = std::fs::read_to_string(file).map_err(Error::file(Path::new(file)))?;
    Weights::read(&text).map_err(|fault| Error::Usage(format!("{file}: {fault}")))
}

/// The net in a file written by `train`.
fn network(file: &str) -> Result<TrainedNet, Error> {
    let bytes = std::fs::read(file).map_err(Error::file(Path::new(file)))?;
    TrainedNet::read(&bytes).map_err(|fault| Error::Usage(format!("{file}: {fault}")))
}

/// Numbers players of the same name.
pub fn number(players: &mut [Spec]) {
    for index in 1..players.len() {
        let name = players[index].name.clone();
        let mut number = 1;
        while players[..index].iter().any(|other| other.name == players[index].name) {
            number += 1;
            players[index].name = format!("{name}-{number}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Spec, Error> {
        Spec::read(text, "")
    }

    #[test]
    fn players_are_read() {
        let spec = read("self; nodes=3000; threads=2").unwrap();
        assert_eq!(
            (spec.name.as_str(), spec.control.nodes, spec.given.get("threads")),
            ("self-3000", Some(3000), Some(2))
        );
        assert_eq!(read("self; level=3").unwrap().name, "level-3");
        let spec = read("uci:/opt/fsf 'load' \"my variants.ini\"; name=FSF; option.Skill Level=5; time=0.5")
            .unwrap();
        let Program::External { protocol, launch } = &spec.program else { panic!("{spec:?}") };
        assert_eq!((*protocol, launch.program.as_str()), (Protocol::Uci, "/opt/fsf"));
        assert_eq!(launch.arguments, ["load", "my variants.ini"]);
        assert_eq!(spec.options, [("Skill Level".to_string(), "5".to_string())]);
        assert_eq!(read("./old/fibnif").unwrap().name, "fibnif");
        let spec =
            Spec::read("x; memory=8; option.A=1; margin=0.5", "memory=64; threads=2; option.A=2").unwrap();
        assert_eq!(
            (spec.given.get("memory"), spec.given.get("threads"), spec.margin),
            (Some(8), Some(2), Some(Duration::from_millis(500)))
        );
        assert_eq!(spec.options, [("A".to_string(), "1".to_string())]);
        for bad in [
            "",
            "uci:",
            "self; nodes=0",
            "self; dir=x",
            "self; level=0",
            "x; level=3",
            "self; colour=red",
            "x; clock=fast",
            "self; weights=/no/such",
            "self; net=/no/such",
            "x; net=/no/such",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_options_of_the_program_itself_are_its_settings() {
        let of = |text| read(text).unwrap().settings().map(|settings| settings.tablebase_pieces);
        assert_eq!(of("self; option.Tablebase Probe Limit=3"), Ok(3));
        let unknown = of("self; option.Contempt=3").unwrap_err();
        assert!(
            unknown.starts_with("it has no option `Contempt`; its options: Move Overhead, "),
            "{unknown}"
        );
        let wrong = of("self; option.Resign=yes").unwrap_err();
        assert_eq!(wrong, "expected 1 (on) or 0 (off) for the option `Resign`, found `yes`");
    }

    #[test]
    fn players_of_one_name_are_numbered() {
        let mut players = vec![read("self").unwrap(); 3];
        number(&mut players);
        let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(names, ["self", "self-2", "self-3"]);
    }
}
