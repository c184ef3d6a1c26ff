//! What was asked for, made into a match.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::ContestError;
use crate::arena::contest::{Contest, Openings, Pairing};
use crate::arena::control::Control;
use crate::arena::external::Waiting;
use crate::arena::game::Rules;
use crate::arena::opening::Random;
use crate::arena::spec::{self, Spec};
use crate::arena::stats::Sprt;
use crate::game::compile;
use crate::variant::Catalog;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Wishes {
    /// The players.
    pub players: Vec<String>,
    /// The variants, all with the same players.
    pub variants: Vec<String>,
    /// Games of each pairing.
    pub games: u32,
    /// Limits of every player that has none of its own.
    pub control: Control,
    /// Random moves at the beginning.
    pub plies: u32,
    /// Centipawns that either side may be ahead after them.
    pub balance: i32,
    /// What openings are chosen by.
    pub seed: u64,
    /// Games at once.
    pub concurrency: usize,
    /// A test that ends the match.
    pub sprt: Option<Sprt>,
    /// Where games are written to.
    pub pgn: Option<PathBuf>,
    /// Games between two standings.
    pub interval: Option<u32>,
    /// What the referee goes by.
    pub rules: Rules,
    /// Whether clocks charge processor time.
    pub cpu_clock: bool,
    /// How long an engine is waited for where nobody looks at a clock.
    pub patience: Duration,
}

/// The match that was asked for.
pub fn contest(catalog: &Catalog, wishes: &Wishes) -> Result<Contest, ContestError> {
    let wish = |reason: String| ContestError::Wish(reason);
    let mut players = wishes
        .players
        .iter()
        .map(|text| Spec::read(text))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| wish(error.to_string()))?;
    spec::number(&mut players);
    if players.len() < 2 {
        return Err(wish(format!("expected two players or more, found {}", players.len())));
    }
    let games = wishes
        .variants
        .iter()
        .map(|variant| compile(&catalog.resolve(variant)?))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| wish(error.to_string()))?;
    let mut pairings = Vec::new();
    for game in 0..games.len() {
        for second in 1..players.len() {
            pairings.push(Pairing { first: 0, second, game });
        }
    }
    let unlimited = |player: &&Spec| player.control == Control::default();
    if wishes.control == Control::default()
        && let Some(player) = players.iter().find(unlimited)
    {
        return Err(wish(format!(
            "nothing limits the thinking of {}: expected --tc, --st, --nodes or --depth",
            player.name
        )));
    }
    Ok(Contest {
        players,
        games,
        pairings,
        length: wishes.games,
        control: wishes.control,
        openings: Openings::Random(Random { plies: wishes.plies, bound: wishes.balance, seed: wishes.seed }),
        rules: wishes.rules.clone(),
        waiting: Waiting {
            cpu_clock: wishes.cpu_clock,
            margin: wishes.rules.margin,
            patience: wishes.patience,
        },
        concurrency: wishes.concurrency,
        played: Vec::new(),
        catalog: Arc::new(catalog.clone()),
    })
}
