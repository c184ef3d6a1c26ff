//! The purpose of a move in words: what it captures, attacks and protects.
//!
//! It describes only what is visible on the board, not what a search has found.

use super::words::{joined, victims, with_article};
use crate::rules::game::KindId;
use crate::rules::geometry::{Color, Square};
use crate::rules::position::{Move, MoveKind, Placed, Position, Setup, SetupFaults};

/// The most purposes given for a move.
const MOST: usize = 3;
/// The most pieces named that a move attacks or protects.
const MOST_PIECES: usize = 2;
/// The least number of additional moves that is mentioned, if there is nothing else.
const MORE_ROOM: u32 = 2;

/// A capture that wins something.
struct Threat {
    from: Square,
    target: Square,
    victim: KindId,
    /// Whether it cannot be recaptured.
    undefended: bool,
}

/// The purposes of a legal move, each as a clause whose subject is the move: `attacks the undefended rook
/// on a8`. Pieces are worth `values[kind]` centipawns.
pub fn purposes(position: &Position, m: Move, values: &[i32]) -> Vec<String> {
    let side = position.side();
    let mut after = position.clone();
    after.make(m);
    if let Some(end) = after.outcome() {
        return vec![match end.winner {
            Some(winner) if winner == side => format!("wins at once: {}", end.reason),
            Some(_) => format!("loses: {}", end.reason),
            None => format!("is a draw: {}", end.reason),
        }];
    }
    let inspector = Inspector { before: position, after, m, values };
    let mut found = inspector.plain();
    if inspector.sees_exchanges() {
        found.extend(inspector.attacks());
        found.extend(inspector.saves());
        // A dropped piece has other moves.
        if found.is_empty() && m.dropped(position.game()).is_none() {
            found.extend(inspector.more_room());
        }
    }
    found.truncate(MOST);
    found
}

/// A move under examination.
struct Inspector<'a> {
    before: &'a Position,
    after: Position,
    m: Move,
    values: &'a [i32],
}

impl Inspector<'_> {
    /// The direct effects of the move.
    fn plain(&self) -> Vec<String> {
        let (position, m) = (self.before, self.m);
        let game = position.game();
        let mut found = Vec::new();
        if m.is_castling(position.game()) {
            found.push("castles".to_owned());
        }
        if let Some(kind) = m.promotion(position.game()) {
            found.push(format!("makes {}", with_article(&game.kind(kind).spoken())));
        }
        let victims = victims(position, m);
        if !victims.is_empty() {
            let single = position.captured(m).filter(|_| victims.len() == 1);
            let is_free = single.is_some_and(|victim| position.see(m, self.worth(victim.kind), self.values));
            let victims = joined(&victims, "and");
            let free = if is_free { victims.replacen("the ", "the undefended ", 1) } else { victims };
            found.push(format!("captures {free}"));
        }
        if self.after.in_check() && self.after.side() != position.side() {
            found.push("gives check".to_owned());
        } else if position.in_check() {
            found.push("answers the check".to_owned());
        }
        found
    }

    /// Whether winning material is good, and a side may be imagined to move twice.
    fn sees_exchanges(&self) -> bool {
        let rules = &self.before.game().def.rules;
        !rules.capture.is_forced() && rules.mate.loses() && self.before.game().def.rules.turn.is_one_move()
    }

    fn worth(&self, kind: KindId) -> i32 {
        self.values.get(kind.index()).copied().unwrap_or(0)
    }

    /// The captures that win something, by the side to move.
    fn threats(&self, position: &Position) -> Vec<Threat> {
        let mut moves = Vec::new();
        position.legal_moves(MoveKind::Noisy, &mut moves);
        let mut threats: Vec<Threat> = Vec::new();
        for m in moves {
            let Some(Placed { kind: victim, square: target }) = position.captured(m) else { continue };
            if !position.game().kind(victim).royal && position.see(m, 1, self.values) {
                let undefended = position.see(m, self.worth(victim), self.values);
                threats.push(Threat { from: m.from(), target, victim, undefended });
            }
        }
        threats.sort_by_key(|threat| std::cmp::Reverse(self.worth(threat.victim)));
        threats
    }

    /// The same, if the side to move passed. Nobody passes in check: there the pieces are set up anew.
    fn threats_after_pass(&self, position: &Position) -> Vec<Threat> {
        if !position.in_check() {
            let mut passed = position.clone();
            passed.make_null();
            return self.threats(&passed);
        }
        let pieces = Color::ALL.into_iter().flat_map(|side| position.pieces(side));
        let pieces: Vec<(Square, KindId)> = pieces.map(|(kind, square)| (square, kind)).collect();
        let setup = Setup::of_pieces(position.game(), &pieces, !position.side());
        let setup = setup.map(|setup| setup.with_hands_of(position));
        let passed = setup.and_then(|setup| setup.position_despite(SetupFaults::OPPONENT_IN_CHECK));
        passed.map(|passed| self.threats(&passed)).unwrap_or_default()
    }

    /// New attacks of the move.
    fn attacks(&self) -> Option<String> {
        let before = self.threats(self.before);
        let old = |threat: &Threat| {
            let from = if threat.from == self.m.to() { self.m.from() } else { threat.from };
            before.iter().any(|known| known.target == threat.target && known.from == from)
        };
        let mut named = Vec::new();
        let mut known = Vec::new();
        for threat in self.threats_after_pass(&self.after) {
            if old(&threat) || known.contains(&threat.target) || named.len() == MOST_PIECES {
                continue;
            }
            known.push(threat.target);
            let game = self.before.game();
            let undefended = if threat.undefended { "undefended " } else { "" };
            let by = self.after.kind_at(threat.from).filter(|_| threat.from != self.m.to());
            let by = by.map_or_else(String::new, |by| {
                format!(" with the {} on {}", game.kind(by).spoken(), game.shape.name(threat.from))
            });
            named.push(format!(
                "the {undefended}{} on {}{by}",
                game.kind(threat.victim).spoken(),
                game.shape.name(threat.target)
            ));
        }
        (!named.is_empty()).then(|| format!("attacks {}", joined(&named, "and")))
    }

    /// The own pieces that the enemy can no longer win.
    fn saves(&self) -> Option<String> {
        let game = self.before.game();
        let after = self.threats(&self.after);
        let is_lost = |square: Square| after.iter().any(|threat| threat.target == square);
        if self.before.in_check() {
            return None;
        }
        let mut named = Vec::new();
        for threat in self.threats_after_pass(self.before) {
            let name = game.kind(threat.victim).spoken();
            let moved = threat.target == self.m.from();
            let now = if moved { self.m.to() } else { threat.target };
            let text = format!("the {name} on {}", game.shape.name(threat.target));
            if !is_lost(now) && !named.contains(&text) && named.len() < MOST_PIECES {
                if moved && self.before.captured(self.m).is_some() {
                    continue;
                }
                if moved {
                    return Some(format!("moves the {name} out of danger"));
                }
                named.push(text);
            }
        }
        (!named.is_empty()).then(|| format!("protects {}", joined(&named, "and")))
    }

    /// How many more moves the pieces have.
    fn more_room(&self) -> Option<String> {
        let side = self.before.side();
        let room = |position: &Position| position.board().mobility(side).iter().sum::<u32>();
        let more = room(&self.after).saturating_sub(room(self.before));
        (more >= MORE_ROOM).then(|| format!("gives {side}'s pieces more room: {more} more moves"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::spoken;
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::variant::Catalog;

    fn words_of(variant: &str, fen: &str, text: &str) -> (String, String) {
        let game = compile(&Catalog::builtin().resolve(variant).unwrap()).unwrap();
        let position = Position::from_fen(game.clone(), fen).unwrap();
        let m = position.parse_move(text).unwrap();
        let worth = |kind: &crate::rules::game::Kind| match kind.name.as_str() {
            "King" => 10_000,
            "Pawn" => 100,
            "Queen" | "Colonel" => 900,
            "Rook" | "Turret" => 500,
            _ => 300,
        };
        let values: Vec<i32> = game.kinds.iter().map(worth).collect();
        (spoken(&position, m), purposes(&position, m, &values).join("; "))
    }

    #[test]
    fn moves_are_described_with_what_they_are_good_for() {
        for (variant, fen, text, words, purpose) in [
            (
                "cwda:fide/nutters",
                "t3k3/8/8/8/8/8/8/3QK3 w - - 0 1",
                "d1a4",
                "queen from d1 to a4, check",
                "gives check; attacks the undefended Turret on a8",
            ),
            (
                "cwda:fide/nutters",
                "t5k1/5ppp/8/8/8/8/8/3BK3 w - - 0 1",
                "d1f3",
                "bishop from d1 to f3",
                "attacks the undefended Turret on a8",
            ),
            (
                "chess",
                "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
                "e4d5",
                "pawn on e4 captures the pawn on d5",
                "captures the undefended pawn on d5",
            ),
            (
                "chess",
                "6k1/5ppp/8/8/8/8/8/4RK2 w - - 0 1",
                "e1e8",
                "rook from e1 to e8, checkmate",
                "wins at once: checkmate",
            ),
            (
                "chess",
                "4k3/8/2q5/8/8/5N2/8/4K3 w - - 0 1",
                "f3d4",
                "knight from f3 to d4",
                "attacks the undefended queen on c6; moves the knight out of danger",
            ),
            (
                "chess",
                "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                "e1g1",
                "castling, the king from e1 to g1",
                "castles",
            ),
            (
                "chess",
                "7k/P7/8/8/8/8/8/4K3 w - - 0 1",
                "a7a8q",
                "pawn from a7 to a8, which becomes a queen, check",
                "makes a queen; gives check",
            ),
            ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e4", "knight dropped on e4", ""),
        ] {
            assert_eq!(
                words_of(variant, fen, text),
                (words.to_owned(), purpose.to_owned()),
                "{text} in {fen}"
            );
        }
    }

    #[test]
    fn each_move_can_be_described_whatever_the_rules() {
        for variant in
            ["colorboundmost", "mightylion", "antichess", "xiangqi", "crazyhouse", "spartan", "atomic"]
        {
            let Ok(def) = Catalog::builtin().resolve(variant) else { continue };
            let game = compile(&def).unwrap();
            let values = vec![300; game.kinds.len()];
            let mut place = Position::start(game);
            for step in 0..40 {
                let moves = place.moves();
                for &m in &moves {
                    assert!(!spoken(&place, m).is_empty());
                    assert!(purposes(&place, m, &values).len() <= MOST);
                }
                let Some(&m) = moves.get(step * 7 % moves.len().max(1)) else { break };
                if place.outcome().is_some() {
                    break;
                }
                place.make(m);
            }
        }
    }
}
