//! `fibnif lab selfplay`: self-play games for the tuner.
//!
//! The games of a file depend only on the seed and their number, so an interrupted run continues
//! where it stopped, and games with other seeds, played on any machine, are simply more files. After a
//! header each line is a game: the variant, the result, and the moves. A move that a search chose has a
//! slash and the search score for its side in centipawns: `chess 1-0 e2e4 e7e5 g1f3/21 ...`. Where the pieces
//! are shuffled at the start, a FEN comes before the moves (`from:bbqnnrkr/..._w_KQkq_-_0_1`). In the names
//! of variants, the army `any` stands for any known army, and `wild` for a random one (`cwda:wild/any`).

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::Xoshiro256PlusPlus;

use super::games::write_start;
use crate::base::platform;
use crate::commands::{Error, game, wild};
use crate::engine::eval::Evaluator;
use crate::engine::eval::net::misfit;
use crate::engine::search::{Learned, Limits, Searcher};
use crate::rules::game::{Game, KindId};
use crate::rules::geometry::{Color, Narrow};
use crate::rules::position::{Move, MoveKind, Points, Position, Shuffler};
use crate::rules::variant::{Catalog, Scope, VariantList};

/// The name of [`MIX`].
const USUAL: &str = "mix";
/// The variants of `mix`, and how often each is played; where armies are chosen, any of
/// them.
const MIX: &[(usize, &str)] = &[
    (4, "chess"),
    (9, "cwda"),
    (1, "narrow"),
    (1, "greener"),
    (1, "augmented-half"),
    (1, "colorboundmost"),
    (1, "capablanca"),
    (1, "makruk"),
    (1, "grand"),
];
/// Consecutive games of one variant: preparing it takes a part of the time of a game.
const BATCH: u64 = 2;
/// The names of any known army, and of a random one.
const ANY: &str = "any";
/// See [`ANY`].
const WILD: &str = "wild";
/// Random moves at the start of a game: the minimum, and the number of possible additional ones.
const RANDOM_PLIES: [u64; 2] = [4, 6];
/// One in this many moves is random, so that unusual positions occur, too.
const STRAY: u64 = 60;
/// Openings with a larger advantage of one side are rejected, in centipawns.
const BALANCE: i32 = 300;
/// A game is won when its score has been this high for this many plies.
const WON: (i32, i32) = (1200, 6);
/// A longer game is drawn.
const MOST_PLIES: usize = 300;
/// Memory for the hash table in MiB.
const HASH: usize = 4;

/// The arguments.
#[derive(Clone, Debug, Args)]
pub struct SelfPlayArgs {
    /// The variants, separated by commas; one is drawn at random for every few games. Where armies are
    /// chosen, any of them, unless named (`cwda:fide/nutters`); `any` is any army, `wild` a random one
    /// (`cwda:wild/any`); `mix` is chess, all armies and some other variants
    #[arg(value_name = "VARIANT[,VARIANT]", value_parser = VariantList::from_str)]
    pub variants: VariantList,
    /// The file for the games
    pub file: PathBuf,
    /// Armies to leave out, so that what was learned can be tried on them later
    #[arg(long = "hold-out", num_args = 1.., value_name = "ARMY")]
    pub held_out: Vec<String>,
    /// Number of games the file has in the end
    #[arg(long, default_value_t = 1000)]
    pub games: u64,
    /// Nodes per move
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Seed of the openings; files with other seeds contain other games
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The net to play with: a file, `shipped` for that of each game, or `none` for the hand-made evaluation
    /// alone. The better it plays, the more its games teach
    #[arg(long, value_name = "NET", default_value = "shipped")]
    pub net: Teacher,
}

/// The net that plays the games.
#[derive(Clone, Debug)]
pub enum Teacher {
    /// That of each game, if it has one.
    Shipped,
    /// None.
    None,
    /// That of a file.
    File(PathBuf),
}

impl From<&str> for Teacher {
    fn from(text: &str) -> Teacher {
        match text {
            "shipped" => Teacher::Shipped,
            "none" => Teacher::None,
            file => Teacher::File(file.into()),
        }
    }
}

impl SelfPlayArgs {
    /// The first line of the file.
    fn header(&self) -> String {
        let held_out = if self.held_out.is_empty() {
            String::new()
        } else {
            format!(" without {}", self.held_out.join(" "))
        };
        let net = match &self.net {
            Teacher::Shipped => Some("shipped".into()),
            Teacher::None => None,
            Teacher::File(path) => path.file_name().map(OsStr::to_string_lossy),
        };
        format!(
            "# selfplay seed {} nodes {} variants {}{held_out}{}",
            self.seed,
            self.nodes,
            self.mix().join(" "),
            net.map(|name| format!(" net {name}")).unwrap_or_default()
        )
    }

    fn mix(&self) -> Vec<&str> {
        match self.variants.names() {
            [mix] if mix == USUAL => MIX.iter().flat_map(|&(times, name)| vec![name; times]).collect(),
            names => names.iter().map(String::as_str).collect(),
        }
    }

    /// The random numbers that decide a game.
    fn dice(&self, number: u64) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(
            self.seed.wrapping_mul(0xd134_2543_de82_ef95) ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15),
        )
    }
}

/// Plays the games that the file still lacks.
#[cfg(feature = "lab")]
pub fn run(catalog: &Catalog, args: &SelfPlayArgs, out: &mut dyn Write) -> Result<(), Error> {
    run_all(catalog, std::slice::from_ref(args), out)
}

/// Plays what several files still lack, each in a thread of its own.
pub fn run_all(catalog: &Catalog, files: &[SelfPlayArgs], out: &mut dyn Write) -> Result<(), Error> {
    let stop = Arc::new(AtomicBool::new(false));
    platform::raise_on_interrupt(&stop)?;
    let bar = ProgressBar::new(files.iter().map(|args| args.games).sum());
    if let Ok(style) = ProgressStyle::with_template("{bar:20} {pos}/{len} games, {per_sec}, {eta} to go") {
        bar.set_style(style);
    }
    let played: Vec<Result<Played, Error>> = thread::scope(|scope| {
        let one = |args| {
            let (stop, bar) = (&stop, &bar);
            scope.spawn(move || fill(catalog, args, stop, bar))
        };
        let threads: Vec<_> = files.iter().map(one).collect();
        // A thread that panics has ended the program.
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    bar.finish_and_clear();
    for (args, played) in files.iter().zip(played) {
        let Played { games, new } = played?;
        writeln!(out, "{}: {games} games, {new} of them new", args.file.display())?;
    }
    if stop.load(Ordering::Relaxed) { Err(Error::Interrupted) } else { Ok(()) }
}

/// The games of a file, and how many of them were played now.
struct Played {
    games: u64,
    new: u64,
}

/// Plays what a file still lacks, until `stop` is set.
fn fill(
    catalog: &Catalog,
    args: &SelfPlayArgs,
    stop: &AtomicBool,
    bar: &ProgressBar,
) -> Result<Played, Error> {
    let (mut file, played) = open(&args.file, &args.header())?;
    let (network, learned) = match &args.net {
        Teacher::Shipped => (None, Learned::On),
        Teacher::None => (None, Learned::Off),
        Teacher::File(path) => (Some(Arc::new(super::read_net(path)?)), Learned::On),
    };
    let limits = Limits { nodes: Some(args.nodes), learned, ..Limits::default() };
    bar.inc(played.min(args.games));
    let (mut table, mut variant, mut games) = (None, String::new(), played);
    let mut batch = u64::MAX;
    for number in played..args.games {
        if number / BATCH != batch {
            batch = number / BATCH;
            let game;
            let last = table.as_ref().map(|searcher: &Searcher| (variant.as_str(), searcher.game()));
            (variant, game) = pairing(catalog, args, &mut args.dice(!batch), last)?;
            if let Some(reason) = network.as_ref().and_then(|net| misfit(&game, net)) {
                return Err(Error::Usage(format!("{variant}: the net {reason}")));
            }
            // Preparing a net takes the time of a game.
            if table.as_ref().is_none_or(|searcher| !Arc::ptr_eq(searcher.game(), &game)) {
                let mut searcher = match table.take() {
                    Some(searcher) => Searcher::turn_to(searcher, &game),
                    None => Searcher::new(&game, HASH),
                };
                searcher.set_network(network.clone());
                table = Some(searcher);
            }
        }
        let Some(searcher) = &mut table else { break };
        let game = play(searcher, &limits, &mut args.dice(number), stop);
        if stop.load(Ordering::Relaxed) {
            break;
        }
        writeln!(file, "{variant} {game}")?;
        file.flush()?;
        bar.inc(1);
        games += 1;
    }
    Ok(Played { games, new: games - played })
}

/// Opens a file after its last whole line; returns the number of games in it.
fn open(path: &Path, header: &str) -> Result<(BufWriter<File>, u64), Error> {
    let failed = Error::file(path);
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let mut reader = BufReader::new(file.map_err(failed)?);
    let (mut line, mut end, mut lines) = (String::new(), 0, 0);
    while reader.read_line(&mut line).map_err(failed)? > 0 && line.ends_with('\n') {
        if lines == 0 && line.trim_end() != header {
            let path = path.display();
            return Err(Error::Usage(format!("{path}: expected the first line `{header}`")));
        }
        end += line.len() as u64;
        lines += 1;
        line.clear();
    }
    let mut file = reader.into_inner();
    file.set_len(end).and_then(|()| file.seek(SeekFrom::Start(end))).map_err(failed)?;
    let mut file = BufWriter::new(file);
    if lines == 0 {
        writeln!(file, "{header}").map_err(failed)?;
    }
    Ok((file, u64::saturating_sub(lines, 1)))
}

/// The next variant and its game, which may be the last one. Random armies have about the same value.
fn pairing(
    catalog: &Catalog,
    args: &SelfPlayArgs,
    dice: &mut Xoshiro256PlusPlus,
    last: Option<(&str, &Arc<Game>)>,
) -> Result<(String, Arc<Game>), Error> {
    loop {
        let (variant, is_wild) = draw(catalog, args, dice)?;
        let game = match last {
            Some((name, game)) if name == variant => game.clone(),
            _ => game(catalog, &variant)?,
        };
        if !is_wild || lead(&game).abs() <= BALANCE {
            return Ok((variant, game));
        }
    }
}

/// The value of White's pieces minus that of Black's.
fn lead(game: &Arc<Game>) -> i32 {
    let evaluator = Evaluator::new(game);
    let worth = |&(_, kind): &(_, KindId)| match game.kind(kind).color {
        Color::White => evaluator.non_pawn_material(kind),
        Color::Black => -evaluator.non_pawn_material(kind),
    };
    game.array.iter().map(worth).sum()
}

/// One of the variants, and whether it has a random army. Where sides choose armies and none is named, any
/// two of them.
fn draw(
    catalog: &Catalog,
    args: &SelfPlayArgs,
    dice: &mut Xoshiro256PlusPlus,
) -> Result<(String, bool), Error> {
    let mix = args.mix();
    let variant = mix[below(dice, mix.len())];
    let (name, sides) = variant.split_once(':').unwrap_or((variant, "any/any"));
    let sides: Vec<&str> = sides.split('/').collect();
    if variant.contains(':') && !sides.iter().any(|side| [ANY, WILD].contains(side)) {
        return Ok((variant.to_owned(), false));
    }
    let info = catalog.info(name)?;
    let Some(armies) = info.choices.iter().find(|choice| choice.from_files && choice.scope == Scope::Side)
    else {
        return Ok((info.id, false));
    };
    let known = armies.options.iter().map(|option| option.id.as_str());
    let known: Vec<&str> = known.filter(|id| !args.held_out.iter().any(|held| held == id)).collect();
    let mut army = |side: &str| match side {
        ANY if !known.is_empty() => known[below(dice, known.len())].to_owned(),
        WILD => wild::name(dice.next_u32()),
        other => other.to_owned(),
    };
    let drawn: Vec<String> = sides.iter().map(|side| army(side)).collect();
    Ok((format!("{}:{}", info.id, drawn.join("/")), sides.contains(&WILD)))
}

/// The result and the moves of a game.
fn play(
    searcher: &mut Searcher,
    limits: &Limits,
    dice: &mut Xoshiro256PlusPlus,
    stop: &AtomicBool,
) -> String {
    // If no opening is balanced, the least unbalanced one of the first attempts.
    for tries in 1.. {
        searcher.clear();
        if let Some(line) = attempt(searcher, limits, BALANCE * tries, dice, stop) {
            return line;
        }
    }
    String::new()
}

/// The same; `None` if its opening is not balanced.
fn attempt(
    searcher: &mut Searcher,
    limits: &Limits,
    balance: i32,
    dice: &mut Xoshiro256PlusPlus,
    stop: &AtomicBool,
) -> Option<String> {
    let [fewest, more] = RANDOM_PLIES;
    let plies = fewest + dice.next_u64() % (more + 1);
    let mut moves = Vec::new();
    // The tables of the searcher are the same for every start of its game.
    let game = searcher.game();
    let mut pos = match Shuffler::new(game).and_then(|shuffler| shuffler.start(|most| below(dice, most))) {
        Some((fen, start)) => {
            moves.push(write_start(&fen));
            start
        }
        None => Position::start(Arc::clone(game)),
    };
    for _ in 0..plies {
        let m = random_move(&mut pos, dice)?;
        moves.push(pos.move_text(m));
        pos.make(m);
    }
    let (mut first, mut won) = (true, 0);
    let winner = loop {
        if let Some(outcome) = pos.outcome() {
            break outcome.winner;
        }
        if pos.ply() >= MOST_PLIES || stop.load(Ordering::Relaxed) {
            break None;
        }
        let found = searcher.run(&mut pos, limits, stop, &mut |_| {});
        let white = if pos.side() == Color::White { found.score.0 } else { -found.score.0 };
        if std::mem::take(&mut first) && white.abs() > balance {
            return None;
        }
        let sign = if white.abs() < WON.0 { 0 } else { white.signum() };
        won = if sign != 0 && won * sign >= 0 { won + sign } else { sign };
        if won.abs() >= WON.1 {
            break Some(if won > 0 { Color::White } else { Color::Black });
        }
        let stray = dice.next_u64().is_multiple_of(STRAY);
        let m = if stray { random_move(&mut pos, dice)? } else { found.best_move? };
        let score = if stray { String::new() } else { format!("/{}", found.score.0) };
        moves.push(pos.move_text(m) + &score);
        pos.make(m);
    };
    Some(format!("{} {}", Points::from(winner), moves.join(" ")))
}

/// Any legal move.
fn random_move(pos: &mut Position, dice: &mut Xoshiro256PlusPlus) -> Option<Move> {
    let mut moves = Vec::new();
    pos.legal_moves(MoveKind::All, &mut moves);
    if moves.is_empty() { None } else { Some(moves[below(dice, moves.len())]) }
}

fn below(dice: &mut Xoshiro256PlusPlus, count: usize) -> usize {
    (dice.next_u64() % count.max(1) as u64).narrow()
}
