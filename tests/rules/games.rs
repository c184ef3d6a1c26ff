//! Games of every shipped variant, random and by the engine against itself, under a referee.
//!
//! The long test reports on standard error; `VARIANTS=chess,narrow` restricts it.

use std::io::Write;
use std::sync::Arc;

use crate::common::referee::{Chance, Player, Referee, Tally};
use crate::common::selections;
use fibnif::engine::search::Searcher;
use fibnif::rules::game::{Game, compile};
use fibnif::rules::letter::Letter;
use fibnif::rules::position::Position;
use fibnif::rules::variant::{Castling, Catalog, Partner, VariantInfo};
use rand::{RngExt, SeedableRng};

/// A series of games.
struct Series {
    /// The minimum number for each variant.
    games: u64,
    /// The number of nodes of a strong player for a move; a weak one has a fifth of them.
    nodes: u64,
    /// The half-draws, en passant captures and promotions that must occur in Colorboundmost Chess.
    quota: [u32; 3],
}

impl Series {
    fn players(&self, random: &mut Chance) -> [Player; 2] {
        let (strong, weak) = (Player::Engine(self.nodes), Player::Engine(self.nodes / 5));
        match random.random_range(0..4) {
            0 => [Player::Chance, Player::Chance],
            1 => [weak, Player::Chance],
            2 => [Player::Chance, weak],
            _ => [strong, strong],
        }
    }

    /// Plays the games with these numbers of a text form.
    fn play(
        &self,
        text: &str,
        numbers: impl Iterator<Item = u64>,
        begin: impl Fn(&Arc<Game>, u64, &mut Chance) -> Position,
    ) -> Result<Tally, String> {
        let def = Catalog::builtin().resolve(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let game = compile(&def).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut searcher = Searcher::new(&game, 1);
        let mut sum = Tally::default();
        for number in numbers {
            let mut random = Chance::seed_from_u64(number);
            let start = begin(&game, number, &mut random);
            // Where pieces are shuffled, the game is made for the position.
            if start.game().castles != searcher.game().castles {
                searcher = Searcher::new(start.game(), 1);
            }
            searcher.clear();
            let players = self.players(&mut random);
            let tally = Referee::new(start, &mut random).play(&mut searcher, players);
            sum += tally.map_err(|fault| format!("{text}, game {number} {players:?}: {fault}"))?;
        }
        Ok(sum)
    }

    /// What must occur in a variant's games, over all of its selections.
    fn missing(&self, variant: &VariantInfo, tally: &Tally) -> Option<String> {
        let [half_draws, en_passant, promotions] = self.quota;
        let enough = tally.half_wins > 0
            && tally.half_draws.iter().sum::<u32>() >= half_draws
            && tally.en_passant >= en_passant
            && tally.promotions >= promotions;
        (variant.id == "colorboundmost" && !enough)
            .then(|| format!("colorboundmost: too little happened in {tally}"))
    }

    /// Plays this number of games of each variant, with its selections in turn, and as many for each
    /// special position of the variant. Returns all faults.
    fn faults(&self, variants: &[VariantInfo], report: &mut dyn Write) -> Vec<String> {
        let mut faults = Vec::new();
        for variant in variants {
            let texts = selections::choices_made(variant);
            let number = self.games.max(texts.len() as u64);
            let mut sum = Tally::default();
            let mut count = |played: Result<Tally, String>| match played {
                Ok(tally) => sum += tally,
                Err(fault) => faults.push(fault),
            };
            for (i, text) in (0..).zip(&texts) {
                count(self.play(text, (i..number).step_by(texts.len()), start));
            }
            for fen in seeds(&variant.id) {
                let seed = |game: &Arc<Game>, _, _: &mut Chance| {
                    Position::from_fen(game.clone(), fen).unwrap_or_else(|error| panic!("{error}"))
                };
                count(self.play(&variant.id, 0..number, seed));
            }
            writeln!(report, "{}: {sum}", variant.id).unwrap();
            faults.extend(self.missing(variant, &sum));
        }
        faults
    }
}

/// Additional starting positions, so that everything possible occurs: half-draws between weak pieces,
/// half wins, en passant captures, promotions.
const SEEDS: [(&str, &str); 6] = [
    ("colorboundmost", "k7/2n5/8/8/8/8/2N5/K7 w - - 0 1 dl -"),
    ("colorboundmost", "k4b2/8/8/8/1pp2pp1/8/1PPPPPP1/K7 w - - 0 1 dl -"),
    ("colorboundmost", "k4b2/8/P7/5N2/8/8/8/K4B2 w - - 0 1 dl -"),
    ("colorboundmost", "k4b2/8/8/8/5n2/p7/8/K4B2 b - - 0 1 dl -"),
    ("colorboundmost", "5c2/8/8/8/8/8/N7/K6k w - - 0 1 dl -"),
    ("colorboundmost", "5c2/8/8/8/8/8/N7/K6k b - - 0 1 d l"),
];

fn seeds(variant: &str) -> Vec<&'static str> {
    SEEDS.into_iter().filter(|&(id, _)| id == variant).map(|(_, fen)| fen).collect()
}

/// The starting position of a game: every fourth from a start with fewer pieces.
fn start(game: &Arc<Game>, number: u64, random: &mut Chance) -> Position {
    let start = Position::start(game.clone());
    if number % 4 == 3 { thinned(&start, random) } else { shuffled(start, random) }
}

/// The position without some of its pieces and without castling.
fn thinned(start: &Position, random: &mut Chance) -> Position {
    let game = start.game();
    let share = random.random_range(0..4);
    let fen = start.fen();
    let (men, rest) = fen.split_once(' ').unwrap();
    let mut kept = String::new();
    for letter in men.chars() {
        let kind = game.kind_ids().map(|kind| game.kind(kind)).find(|kind| kind.letter == letter);
        match kind.filter(|kind| !kind.royal && random.random_ratio(share, 4)) {
            // The mark of a piece that is gone goes with it.
            Some(_) => kept.push('1'),
            None if kept.ends_with('1') && game.kinds.iter().any(|kind| kind.mark == Some(letter)) => {}
            None => kept.push(letter),
        }
    }
    let mut fields: Vec<&str> = rest.split(' ').collect();
    fields[1] = "-";
    // A side without a piece on a color does not move there; White may now begin with a whole turn.
    fields.truncate(5);
    Position::from_fen(game.clone(), &format!("{kept} {}", fields.join(" ")))
        .unwrap_or_else(|_| start.clone())
}

/// The position with the pieces of the home ranks shuffled where the rules say so, the King between
/// its partners.
fn shuffled(start: Position, random: &mut Chance) -> Position {
    let Castling::Corner { partner: Partner::Shuffled(role), .. } = start.game().def.rules.castling else {
        return start;
    };
    let fen = start.fen();
    let (_, row) = fen.split_once(' ').unwrap().0.rsplit_once('/').unwrap();
    let mut row: Vec<Letter> = Letter::all(row).collect();
    loop {
        for i in 1..row.len() {
            row.swap(i, random.random_range(0..=i));
        }
        let king = row.iter().position(|&man| man == 'K').unwrap();
        if row[..king].contains(&role) && row[king..].contains(&role) {
            break;
        }
    }
    let (men, rest) = fen.split_once(' ').unwrap();
    let middle: Vec<&str> = men.split('/').collect();
    let middle = middle[1..middle.len() - 1].join("/");
    let white: String = row.into_iter().collect();
    let fen = format!("{}/{middle}/{white} {rest}", white.to_lowercase());
    Position::from_fen(start.game().clone(), &fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn games_of_every_variant_keep_its_rules() {
    let variants = Catalog::builtin().list();
    let series = Series { games: 4, nodes: 200, quota: [3, 1, 8] };
    assert_eq!(series.faults(&variants, &mut std::io::sink()), Vec::<String>::new());
}

#[test]
#[ignore = "some minutes"]
fn two_hundred_games_of_every_variant_keep_its_rules() {
    let mut variants = Catalog::builtin().list();
    if let Ok(wanted) = std::env::var("VARIANTS") {
        variants.retain(|variant| wanted.split(',').any(|id| id == variant.id));
        assert!(!variants.is_empty(), "no variant among `{wanted}`");
    }
    let series = Series { games: 200, nodes: 1000, quota: [20, 5, 20] };
    assert_eq!(series.faults(&variants, &mut std::io::stderr()), Vec::<String>::new());
}
