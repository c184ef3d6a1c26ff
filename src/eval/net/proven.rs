//! Where the learned correction is used: in games like those in which matches have proven it.

use crate::game::{Game, KindId};
use crate::geometry::{Color, Square};
use crate::variant::{Capture, Checks, Mate, NoMoves, TurnRule};

/// Whether a game is like those that were learned from or won with (`benches/LEARNING.md`): on eight ranks of
/// eight to ten files a King each that is to be mated, pawns like those of chess on either side, men of any
/// moves, and no other rule that ends the game or restricts what may be played.
pub(super) fn is_proven(game: &Game) -> bool {
    let (shape, rules) = (&game.shape, &game.def.rules);
    let plain_board = (8..=10).contains(&shape.files())
        && shape.ranks() == 8
        && !shape.squares().any(|square| shape.is_hole(square));
    let plain_rules = rules.turn == TurnRule::Alternate
        && rules.capture == Capture::Optional
        && rules.checks == Checks::Allowed
        && rules.mate == Mate::Loses
        && rules.no_moves == NoMoves::Draw
        && rules.grid.is_none()
        && rules.ends.is_empty()
        && rules.counting.is_none();
    let pieces = || game.def.sides.iter().flat_map(|side| &side.pieces);
    let plain_men = pieces().all(|piece| piece.within.is_none() && piece.has_no_other_moves());
    plain_board
        && plain_rules
        && plain_men
        && Color::ALL.into_iter().all(|color| is_army(game, color))
        && game.kind_ids().filter(|&kind| game.kind(kind).pawn).all(|kind| is_chess_pawn(game, kind))
}

/// The men of chess but its King, as files write them.
const MEN_OF_CHESS: [&str; 7] = ["mfWcefFimfnD", "N", "B", "R", "RB", "BR", "Q"];
/// The King.
const KINGS: [&str; 3] = ["K", "WF", "FW"];

/// Whether all men are those of chess, on its board.
pub(super) fn has_chess_men(game: &Game) -> bool {
    let known = |kind: KindId| {
        let kind = game.kind(kind);
        let names: &[&str] = if kind.royal { &KINGS } else { &MEN_OF_CHESS };
        names.contains(&kind.betza.as_str())
    };
    game.shape.files() == 8 && game.kind_ids().all(known)
}

/// Whether a side begins with one King, and with pawns and other men as in chess, or fewer.
fn is_army(game: &Game, color: Color) -> bool {
    let kinds = || game.array.iter().map(|&(_, kind)| game.kind(kind)).filter(|kind| kind.color == color);
    let (kings, pawns) =
        (kinds().filter(|kind| kind.royal).count(), kinds().filter(|kind| kind.pawn).count());
    kings == 1 && (4..=10).contains(&pawns) && (5..=10).contains(&(kinds().count() - pawns))
}

/// Whether a man goes a step ahead and captures aslant.
fn is_chess_pawn(game: &Game, kind: KindId) -> bool {
    let (files, ranks) = (game.shape.files(), game.shape.ranks());
    // On its own half, where no fence is crossed yet.
    let (rank, ahead) = if game.kind(kind).color == Color::White { (3, 4) } else { (ranks - 4, ranks - 5) };
    let (middle, ahead) = (Square(rank * files + 3), ahead * files + 3);
    let mut targets = game.targets(kind, middle);
    targets.sort_unstable_by_key(|target| target.square);
    let found: Vec<_> =
        targets.iter().map(|target| (target.square.0, target.quiet, target.capture)).collect();
    found == [(ahead - 1, false, true), (ahead, true, false), (ahead + 1, false, true)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::compile;
    use crate::variant::Catalog;

    #[test]
    fn other_boards_rules_and_men_are_left_alone() {
        let proven = |name: &str| is_proven(&compile(&Catalog::builtin().resolve(name).unwrap()).unwrap());
        for name in [
            "chess",
            "cwda:clobberers/nutters",
            "cwda:dragons/pizza",
            "amazon",
            "fischerandom",
            "greener",
            "capablanca",
            "janus",
        ] {
            assert!(proven(name), "{name}");
        }
        for name in [
            "grand",
            "courier",
            "coregal",
            "narrow",
            "colorboundmost",
            "antichess",
            "3check",
            "kingofthehill",
            "horde",
            "racingkings",
            "grid",
            "berolina",
            "makruk",
            "checkless",
            "threekings",
            "xiangqi",
        ] {
            assert!(!proven(name), "{name}");
        }
    }
}
