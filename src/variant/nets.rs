//! The nets that the program comes with, in one table: `benches/LEARNING.md` says how each was trained.

/// A trained net, as a variant file asks for it.
#[derive(Debug)]
pub struct Net {
    /// Its name in files.
    pub name: &'static str,
    /// Its file.
    pub bytes: &'static [u8],
}

/// Every shipped net.
pub static NETS: [Net; 4] = [
    // Chess, as a stronger engine judges it.
    Net { name: "chess", bytes: include_bytes!("../eval/net/chess.net") },
    // Chess and games of all armies, random ones too.
    Net { name: "armies", bytes: include_bytes!("../eval/net/armies.net") },
    // Narrow Chess, both Colorboundmost Chesses, Half Chess and Augmented Half Chess.
    Net { name: "betza", bytes: include_bytes!("../eval/net/betza.net") },
    // The same games, played anew; better in Half Chess and games like it.
    Net { name: "half", bytes: include_bytes!("../eval/net/half.net") },
];

/// Which net corrects the evaluation of a game.
#[derive(Clone, Copy, Debug, Default)]
pub enum NetChoice {
    /// That of chess or of the armies, if the game is like those in which matches have proven it.
    #[default]
    Proven,
    /// This one, in any case.
    Always(&'static Net),
    /// None.
    None,
}

impl NetChoice {
    /// What a file may choose, the default first.
    pub(super) fn by_name() -> Vec<(&'static str, NetChoice)> {
        let named = NETS.iter().map(|net| (net.name, NetChoice::Always(net)));
        [("proven", NetChoice::Proven)].into_iter().chain(named).chain([("none", NetChoice::None)]).collect()
    }

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            NetChoice::Proven => "proven",
            NetChoice::Always(net) => net.name,
            NetChoice::None => "none",
        }
    }
}

impl PartialEq for NetChoice {
    fn eq(&self, other: &NetChoice) -> bool {
        self.name() == other.name()
    }
}
