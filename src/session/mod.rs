//! Everything needed to play a game over any protocol: the variants, the record of the game, the settings
//! of the engine, its clock, and the host of its searches. A protocol (CECP, UCI) translates for a [`Core`].
//! `play` is a person's game, with its actions and saved games, for the front ends that show it.

mod choices;
mod clock;
pub(crate) mod control;
mod core;
pub mod engine;
mod error;
pub(crate) mod host;
mod latency;
pub(crate) mod library;
pub(crate) mod pipe;
pub(crate) mod play;
mod record;
mod roster;
mod settings;
mod skill;
pub(crate) mod variety;

use std::time::Duration;

pub use self::core::{Core, Found, SearchEvent, Task, Thinking, random_seed};
pub use choices::Offer;
pub use clock::{GameClock, SideClock};
pub use error::Error;
pub use host::{Context, SearchHost};
pub use latency::{Latency, Margins};
pub use pipe::{InputLine, read_line};
pub use record::Record;
pub use roster::{
    FAIRY, FAIRY_OPTION, ORDINARY, PairingRank, Roster, Selected, abbreviation, first_line, pairings,
};
pub use settings::{
    Audience, Domain, Effect, Given, OfGame, OfSearch, Setting, SettingError, Settings, TABLEBASE_PIECES,
};
pub use skill::Skill;

/// Nodes per second, as a protocol reports them.
pub fn speed(nodes: u64, time: Duration) -> u64 {
    let speed = u128::from(nodes) * 1_000_000 / time.as_micros().max(1000);
    u64::try_from(speed).unwrap_or(u64::MAX)
}
