//! The nets that correct the evaluation: the shipped ones in one table, and a user's own file beside
//! the variant file. `benches/LEARNING.md` says how each was trained.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::error::VariantError;
use super::tree::Tree;
use crate::base::network::Network;

/// The ending of a net's file name, which distinguishes it from a shipped net in a variant file.
const EXTENSION: &str = ".net";

/// A shipped net: its name, the games it is for, and its file. Without games it is for the game of its name.
type Shipped = (&'static str, &'static str, &'static [u8]);

/// Rows of a name, from which the file follows, and the games.
macro_rules! nets {
    ($($name:literal $games:literal,)*) => {
        &[$(($name, $games, include_bytes!(concat!("../../engine/eval/net/", $name, ".net")))),*]
    };
}

/// Every shipped net.
static SHIPPED: &[Shipped] = nets![
    "chess" "games with the pieces of chess",
    "compounds" "chess with compounds of its pieces",
    "armies" "the armies of Chess with Different Armies, and compounds on wider boards",
    "general" "armies of any other pieces",
    "betza" "Narrow and Nearly Colorboundmost Chess",
    "half" "Half Chess and its relatives",
    "losing" "games won by losing the pieces",
    "horde" "",
    "makruk" "Makruk and its relatives",
    "atomic" "",
    "crazyhouse" "games in which captured pieces come back",
    "3check" "",
    "5check" "",
    "ai-wok" "",
    "berolina" "",
    "cambodian" "",
    "colorboundmost" "",
    "coregal" "",
    "euroshogi" "",
    "extinction" "",
    "fischerandom" "",
    "grand" "",
    "judkins" "",
    "karouk" "",
    "kingofthehill" "",
    "kinglet" "",
    "knightmate" "",
    "losalamos" "",
    "losers" "",
    "minishogi" "",
    "placement" "",
    "pocketknight" "",
    "racingkings" "",
    "seirawan" "",
    "shatranj" "",
    "shogi" "",
    "sittuyin" "",
    "spartan" "",
    "threekings" "",
];

/// The shipped nets with the games they are for, as the help of variant files lists them.
pub fn shipped_nets() -> String {
    let quoted = |name: &str| format!("`\"{name}\"`");
    let shared = SHIPPED.iter().filter(|(_, games, _)| !games.is_empty());
    let single = SHIPPED.iter().filter(|(_, games, _)| games.is_empty());
    let shared: Vec<_> = shared.map(|(name, games, _)| format!("{} ({games})", quoted(name))).collect();
    let single: Vec<_> = single.map(|(name, ..)| quoted(name)).collect();
    format!("{}, the name of a game that has a net of its own ({})", shared.join(", "), single.join(", "))
}

/// A trained net, as a variant file requests it.
#[derive(Clone, Debug)]
pub struct Net {
    name: Arc<str>,
    source: NetSource,
}

#[derive(Clone, Debug)]
enum NetSource {
    Shipped(&'static [u8]),
    File(Arc<Network>),
}

impl Net {
    /// Every shipped net.
    pub fn shipped() -> impl Iterator<Item = Net> {
        SHIPPED.iter().map(|&(name, _, bytes)| Net { name: name.into(), source: NetSource::Shipped(bytes) })
    }

    /// Its name in variant files.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The net. A shipped one is read from its bytes each time; `None` only if they are damaged.
    pub fn network(&self) -> Option<Arc<Network>> {
        match &self.source {
            NetSource::Shipped(bytes) => Network::read(bytes).ok().map(Arc::new),
            NetSource::File(network) => Some(Arc::clone(network)),
        }
    }
}

/// The net that corrects the evaluation of a game.
#[derive(Clone, Debug, Default)]
pub enum NetChoice {
    /// The net of chess, of its compounds, of the armies or the general one, if matches have proven it for
    /// games like this.
    #[default]
    Proven,
    /// This one, in any case.
    Always(Net),
    /// None.
    None,
}

impl NetChoice {
    /// The value of `net`: the name of a shipped net, or a file beside the variant file.
    pub(super) fn read(game: &Tree) -> Result<NetChoice, VariantError> {
        let Some(node) = game.get("net") else { return Ok(NetChoice::default()) };
        if let Ok(name) = node.text()
            && name.ends_with(EXTENSION)
        {
            let path = Path::new(node.place.file()).with_file_name(name);
            let unusable = |reason: String| node.error(format!("the net `{}`: {reason}", path.display()));
            let bytes = fs::read(&path).map_err(|error| unusable(error.to_string()))?;
            let network = Network::read(&bytes).map_err(|error| unusable(error.to_string()))?;
            return Ok(NetChoice::Always(Net {
                name: name.into(),
                source: NetSource::File(Arc::new(network)),
            }));
        }
        let named = Net::shipped().map(|net| (net.name.to_string(), NetChoice::Always(net)));
        let first = [("proven".to_owned(), NetChoice::Proven)];
        let choices: Vec<_> =
            first.into_iter().chain(named).chain([("none".to_owned(), NetChoice::None)]).collect();
        node.one_of(&choices, Some("a file like `my.net` beside this one"))
    }

    /// The value as a variant file writes it.
    pub fn name(&self) -> &str {
        match self {
            NetChoice::Proven => "proven",
            NetChoice::Always(net) => net.name(),
            NetChoice::None => "none",
        }
    }
}

impl PartialEq for NetChoice {
    fn eq(&self, other: &NetChoice) -> bool {
        self.name() == other.name()
    }
}
