//! The nets that the program comes with, and which of them a game has.

use super::proven::{has_chess_men, is_proven};
use crate::game::Game;
use crate::variant::NetChoice;

/// Learned from chess as a stronger engine judges it.
const CHESS: &[u8] = include_bytes!("chess.net");
/// Learned from chess and from games of all armies, made by chance too (`benches/LEARNING.md`).
const ARMIES: &[u8] = include_bytes!("armies.net");
/// Learned from Narrow Chess, both Colorboundmost Chesses, Half Chess and Augmented Half Chess.
const BETZA: &[u8] = include_bytes!("betza.net");
/// Learned from the same games, played anew; better in Half Chess and what is like it.
const HALF: &[u8] = include_bytes!("half.net");

/// The net of a game: the one that its file asks for.
pub(super) fn bytes_for(game: &Game) -> Option<&'static [u8]> {
    match game.def.net {
        NetChoice::Proven if !is_proven(game) => None,
        NetChoice::Proven if has_chess_men(game) => Some(CHESS),
        NetChoice::Chess => Some(CHESS),
        NetChoice::Proven | NetChoice::Armies => Some(ARMIES),
        NetChoice::Betza => Some(BETZA),
        NetChoice::Half => Some(HALF),
        NetChoice::None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Network;
    use super::*;
    use crate::game::compile;
    use crate::variant::Catalog;

    #[test]
    fn the_shipped_nets_can_be_read() {
        for bytes in [CHESS, ARMIES, BETZA, HALF] {
            assert!(Network::read(bytes).is_ok());
        }
    }

    #[test]
    fn the_file_of_a_game_says_which_net_it_has() {
        let net = |name: &str| bytes_for(&compile(&Catalog::builtin().resolve(name).unwrap()).unwrap());
        for name in ["narrow", "colorboundmost:raiders", "nearly-colorboundmost"] {
            assert!(net(name) == Some(BETZA), "{name}");
        }
        for name in ["half-chess", "augmented-half", "halfling"] {
            assert!(net(name) == Some(HALF), "{name}");
        }
        for name in ["chess", "fischerandom", "cwda:fide/fide", "amazon", "kingofthehill"] {
            assert!(net(name) == Some(CHESS), "{name}");
        }
        for name in ["cwda:nutters/rookies", "cwda:fide/rookies", "chigorin", "janus", "knightmate", "almost"]
        {
            assert!(net(name) == Some(ARMIES), "{name}");
        }
        assert!(net("antichess").is_none());
    }
}
