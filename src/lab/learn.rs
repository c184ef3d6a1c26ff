//! `fibnif lab learn`: gives a game a net of its own, in rounds of games, training, and a match.
//!
//! The files in the folder are the only state. Each step continues where it was interrupted, and a
//! finished step is skipped. The match is a command that a person could type, and it is shown as such.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;

use super::read_net;
use super::selfplay::{self, SelfPlayArgs, Teacher};
use super::train::{self, TrainArgs};
use crate::commands::contest::{self, MatchArgs, MatchResult};
use crate::commands::{Error, ExitStatus};
use crate::engine::search::TimeControl;
use crate::rules::variant::{Catalog, VariantList};

/// The file of the admitted net.
const ADMITTED: &str = "admitted.net";
/// The Elo differences that the match tells apart: no gain, and a gain worth a net.
const SPRT: &str = "0,20";
/// The distance between the seeds of two rounds. Each thread has a seed of its own, and there are fewer
/// threads.
const SEEDS: u64 = 1000;

/// What is to be learned, and how.
#[derive(Clone, Debug, Args)]
pub struct LearnArgs {
    /// The variants that are to share the net, with commas between
    #[arg(value_name = "VARIANT[,VARIANT]", value_parser = VariantList::from_str)]
    pub variants: VariantList,
    /// The folder for everything: games, nets, matches
    pub folder: PathBuf,
    /// How often games are played and a net is trained on them. Each round plays with the net of the round
    /// before, the first with that of the game
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rounds: u32,
    /// Games of a round
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Positions to visit for each move of these games
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Threads that play
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    pub threads: u16,
    /// How often each position is seen in training
    #[arg(long, default_value_t = train::EPOCHS, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub epochs: u32,
    /// Width of the accumulator of each side: a wider one fits more, and is slower
    #[arg(long, default_value_t = train::ONE_GAME.sums, value_parser = train::layer_width())]
    pub sums: usize,
    /// The most games of the match of a new net
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub match_games: u32,
    /// The clock of the match, in processor time
    #[arg(long, default_value = "0:0.5+0.005", value_name = "TIME", value_parser = clock)]
    pub clock: String,
    /// Seed for everything that is random
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// A clock as `match` takes it, in the words that were used.
fn clock(text: &str) -> Result<String, String> {
    TimeControl::from_str(text).map(|_| text.to_owned()).map_err(|fault| fault.to_string())
}

/// Plays the rounds that are left.
pub fn run(catalog: &Catalog, args: &LearnArgs, out: &mut dyn Write) -> Result<ExitStatus, Error> {
    let failed = Error::file(&args.folder);
    fs::create_dir_all(&args.folder).map_err(failed)?;
    for variant in args.variants.names() {
        catalog.resolve(variant)?;
    }
    for round in 1..=args.rounds {
        let net = args.file(&format!("round{round}.net"));
        let verdict = args.file(&format!("round{round}.verdict"));
        if verdict.exists() {
            writeln!(out, "Round {round}: {}", fs::read_to_string(&verdict).map_err(failed)?.trim_end())?;
            continue;
        }
        writeln!(out, "Round {round}: games")?;
        out.flush()?;
        selfplay::run_all(catalog, &args.self_play(round), out)?;
        writeln!(out, "Round {round}: training")?;
        out.flush()?;
        train::run(catalog, &args.training(net.clone(), round)?, out)?;
        writeln!(out, "Round {round}: match")?;
        out.flush()?;
        let found = args.play_match(catalog, &net, round, out)?;
        let said = if found == MatchResult::Gain {
            fs::copy(&net, args.file(ADMITTED)).map_err(failed)?;
            "the net was admitted: the match shows a gain"
        } else if found == MatchResult::NoGain {
            "the net was not admitted: the match shows no gain"
        } else {
            "the net was not admitted: the match was too short to show a gain"
        };
        fs::write(&verdict, format!("{said}\n")).map_err(failed)?;
        writeln!(out, "Round {round}: {said}")?;
    }
    args.conclude(out)
}

impl LearnArgs {
    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The seed of the match and the training of a round, from which those of its files follow.
    fn round_seed(&self, round: u32) -> u64 {
        self.seed.wrapping_mul(100).wrapping_add(round.into())
    }

    /// The net that plays in a round: that of the round before, at first that of the game.
    fn teacher(&self, round: u32) -> Teacher {
        match round {
            0 | 1 => Teacher::Shipped,
            _ => Teacher::File(self.file(&format!("round{}.net", round - 1))),
        }
    }

    /// The games of a round, a file for each thread.
    fn self_play(&self, round: u32) -> Vec<SelfPlayArgs> {
        let threads = u64::from(self.threads);
        let one = |thread: u64| SelfPlayArgs {
            variants: self.variants.clone(),
            file: self.file(&format!("round{round}-{thread}.txt")),
            held_out: Vec::new(),
            games: self.games / threads + u64::from(thread < self.games % threads),
            nodes: self.nodes,
            seed: self.round_seed(round).wrapping_mul(SEEDS).wrapping_add(thread),
            net: self.teacher(round),
        };
        (0..threads).map(one).collect()
    }

    /// Training on all games of the folder.
    fn training(&self, net: PathBuf, round: u32) -> Result<TrainArgs, Error> {
        let failed = Error::file(&self.folder);
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.extension().is_some_and(|end| end == "txt") {
                files.push(path);
            }
        }
        files.sort();
        Ok(TrainArgs::for_one_game(net, files, (self.epochs, self.sums, self.round_seed(round))))
    }

    /// A match of a new net against what the program would play with: the admitted net, or that of the game.
    fn play_match(
        &self,
        catalog: &Catalog,
        net: &Path,
        round: u32,
        out: &mut dyn Write,
    ) -> Result<MatchResult, Error> {
        let admitted = self.file(ADMITTED);
        let player = |name: &str, net: Option<&Path>| {
            let net = net.map(|net| format!("; net={}", net.display())).unwrap_or_default();
            format!("self; name={name}{net}")
        };
        let save = self.file(&format!("round{round}.pgn"));
        let variants = u32::try_from(self.variants.names().len()).unwrap_or(u32::MAX).max(1);
        let words = [
            self.variants.names().join(","),
            player("new", Some(net)),
            player("old", admitted.exists().then_some(admitted.as_path())),
            format!("--games={}", (self.match_games / variants).max(2)),
            format!("--clock={}", self.clock),
            "--cpu-clock".to_owned(),
            format!("--sprt={SPRT}"),
            format!("--seed={}", self.round_seed(round)),
            format!("--concurrency={}", self.threads),
            format!("--save={}", save.display()),
            "--resume".to_owned(),
        ];
        writeln!(out, "fibnif match {}", shell_words::join(&words))?;
        let request = MatchArgs::read(words.iter().map(String::as_str))?;
        contest::run(catalog, &request, out)
    }

    /// Says what there is to use now; without a net it is a finding.
    fn conclude(&self, out: &mut dyn Write) -> Result<ExitStatus, Error> {
        let admitted = self.file(ADMITTED);
        if !admitted.exists() {
            writeln!(
                out,
                "No net was admitted. More rounds (`--rounds`) or, in another folder, more games \
                 (`--games`) may help."
            )?;
            return Ok(ExitStatus::Findings);
        }
        read_net(&admitted)?;
        writeln!(
            out,
            "Put `{}` beside the variant file under a name of its own, and write `net = \"NAME.net\"` there.",
            admitted.display()
        )?;
        Ok(ExitStatus::Success)
    }
}
