//! The nets that a variant file may ask for: the names of the shipped ones, and a user's own file beside the
//! variant file. Their numbers are in [`eval::net`](crate::engine::eval::net); `benches/LEARNING.md` says how
//! each was trained.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::error::VariantError;
use super::tree::Tree;
use crate::base::trained::TrainedNet;

/// The ending of a net's file name, which distinguishes it from a shipped net in a variant file.
const EXTENSION: &str = ".net";

/// Passes every shipped net to a macro: its name, and the games it is for. Without games it is for the game
/// of its name.
macro_rules! shipped_nets {
    ($rows:ident) => {
        $rows! {
            "chess" "games with the pieces of chess, also in hand, S-Chess and Almost Chess",
            "compounds" "chess with compounds of its pieces",
            "cwda" "the four armies of Chess with Different Armies",
            "armies" "compounds of chess pieces and pieces of these armies, together or on wider boards",
            "general" "armies of any other pieces",
            "betza" "Narrow and Nearly Colorboundmost Chess",
            "half" "Half Chess and its relatives",
            "losing" "games won by losing the pieces",
            "makruk" "Makruk and its relatives",
            "atomic" "",
            "blast" "blasts without check",
            "crazyhouse" "games in which captured pieces come back",
            "bughouse" "pieces that come from another board",
            "3check" "",
            "5check" "",
            "ai-wok" "",
            "amazon" "",
            "berolina" "",
            "breakthrough" "",
            "cambodian" "",
            "chennis" "",
            "colorboundmost" "",
            "coregal" "",
            "courier" "",
            "dobutsu" "",
            "euroshogi" "",
            "extinction" "",
            "gorogoro" "",
            "grand" "",
            "hoppelpoppel" "",
            "horde" "",
            "janggi" "Janggi and its relatives",
            "judkins" "",
            "karouk" "",
            "kingofthehill" "",
            "kinglet" "",
            "knightmate" "",
            "kyotoshogi" "",
            "legan" "",
            "losalamos" "",
            "losers" "",
            "manchu" "",
            "minishogi" "",
            "minixiangqi" "",
            "okisakishogi" "",
            "petrified" "",
            "racingkings" "",
            "shatranj" "",
            "shogi" "",
            "shoshogi" "",
            "shouse" "",
            "sittuyin" "",
            "spartan" "",
            "synochess" "",
            "threekings" "",
            "torishogi" "",
            "troitzky" "",
            "xiangqi" "Xiangqi and its relatives",
            "yarishogi" "",
        }
    };
}
pub(crate) use shipped_nets;

/// Rows of a name and games.
macro_rules! names {
    ($($name:literal $games:literal,)*) => { &[$(($name, $games)),*] };
}

/// The names of the shipped nets, and the games.
static SHIPPED: &[(&str, &str)] = shipped_nets!(names);

/// The shipped nets with the games they are for, as the help of variant files lists them.
pub fn list_of_nets() -> String {
    let quoted = |name: &str| format!("`\"{name}\"`");
    let shared = SHIPPED.iter().filter(|(_, games)| !games.is_empty());
    let single = SHIPPED.iter().filter(|(_, games)| games.is_empty());
    let shared: Vec<_> = shared.map(|(name, games)| format!("{} ({games})", quoted(name))).collect();
    let single: Vec<_> = single.map(|(name, _)| quoted(name)).collect();
    format!("{}, the name of a game that has a net of its own ({})", shared.join(", "), single.join(", "))
}

/// The net that corrects or replaces the evaluation of a game.
#[derive(Clone, Debug, Default)]
pub enum NetChoice {
    /// The net of chess, of its compounds, of the four armies, of all armies or the general one, if matches
    /// have proven it for games like this.
    #[default]
    Proven,
    /// The shipped net of this name, in any case.
    Shipped(&'static str),
    /// The net of a user's file.
    File(Arc<str>, Arc<TrainedNet>),
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
            let network = TrainedNet::read(&bytes).map_err(|error| unusable(error.to_string()))?;
            return Ok(NetChoice::File(name.into(), Arc::new(network)));
        }
        let named = SHIPPED.iter().map(|&(name, _)| (name.to_owned(), NetChoice::Shipped(name)));
        let first = [("proven".to_owned(), NetChoice::Proven)];
        let choices: Vec<_> =
            first.into_iter().chain(named).chain([("none".to_owned(), NetChoice::None)]).collect();
        node.one_of(&choices, Some("a file like `my.net` beside this one"))
    }

    /// The value as a variant file writes it.
    pub fn name(&self) -> &str {
        match self {
            NetChoice::Proven => "proven",
            NetChoice::Shipped(name) => name,
            NetChoice::File(name, _) => name,
            NetChoice::None => "none",
        }
    }
}

impl PartialEq for NetChoice {
    fn eq(&self, other: &NetChoice) -> bool {
        self.name() == other.name()
    }
}
