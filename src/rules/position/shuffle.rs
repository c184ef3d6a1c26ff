//! Games that begin with the pieces of the first rank in a random order (Fischer Random Chess).

use std::sync::Arc;

use super::Position;
use crate::rules::game::{Game, KindId};
use crate::rules::geometry::{Color, Square, write_rows};
use crate::rules::letter::Letter;
use crate::rules::variant::{CASTLING_ROLE, Shuffle};

/// The number of random orders to try for one that the rule allows.
const ATTEMPTS: u32 = 100_000;

/// The first ranks of a game whose pieces are shuffled.
pub struct Shuffler<'g> {
    game: &'g Arc<Game>,
    rule: &'g Shuffle,
    /// The castling partners of a king, if they are shuffled with it.
    partner: Option<Letter>,
    /// Each side's first rank from the a-file on.
    ranks: [Vec<(Square, KindId)>; 2],
}

impl Shuffler<'_> {
    /// The first ranks of `game`; `None` if its pieces are not shuffled.
    pub fn new(game: &Arc<Game>) -> Option<Shuffler<'_>> {
        let rule = game.def.rules.shuffle.as_ref()?;
        let partner = game.def.rules.castling.shuffled_partner();
        let ranks = Color::ALL.map(|color| {
            let is_king = |piece: &&(Square, KindId)| {
                let kind = game.kind(piece.1);
                kind.color == color && kind.role == CASTLING_ROLE
            };
            let king = game.array.iter().find(is_king).map(|piece| piece.0);
            let on_rank = |piece: &&(Square, KindId)| {
                game.kind(piece.1).color == color
                    && king.is_some_and(|king| game.shape.rank(king) == game.shape.rank(piece.0))
            };
            let mut rank: Vec<_> = game.array.iter().filter(on_rank).copied().collect();
            rank.sort_by_key(|piece| game.shape.file(piece.0));
            rank
        });
        (ranks[0].len() == ranks[1].len()).then_some(Shuffler { game, rule, partner, ranks })
    }

    /// A start that the rule allows, with its FEN. `dice(n)` returns a number below `n`.
    pub fn start(&self, dice: impl FnMut(usize) -> usize) -> Option<(String, Position)> {
        let fen = self.draw(dice)?;
        let position = Position::from_fen(Arc::clone(self.game), &fen).ok()?;
        Some((fen, position))
    }

    /// The FEN of a start that the rule allows.
    fn draw(&self, mut dice: impl FnMut(usize) -> usize) -> Option<String> {
        let [white, _] = &self.ranks;
        let mut order: Vec<usize> = (0..white.len()).collect();
        let is_loose = |&piece: &usize| !self.rule.fixed.contains(&self.game.kind(white[piece].1).role);
        let loose: Vec<usize> = order.iter().copied().filter(is_loose).collect();
        for _ in 0..ATTEMPTS {
            for last in (1..loose.len()).rev() {
                order.swap(loose[last], loose[dice(last + 1)]);
            }
            if self.allows(&order) {
                return Some(self.fen(&order, &self.game.def.start_fields));
            }
        }
        None
    }

    /// Whether the rule allows the pieces in this order: the index of the piece on each file.
    fn allows(&self, order: &[usize]) -> bool {
        let [white, _] = &self.ranks;
        let roles: Vec<Letter> = order.iter().map(|&piece| self.game.kind(white[piece].1).role).collect();
        let all_pairs = |pairs: &[[Letter; 2]], holds: &dyn Fn(usize, usize) -> bool| {
            pairs.iter().all(|&[one, other]| {
                let stands = |at: usize, role| roles[at] == role;
                let concerned = |at, beside| at != beside && stands(at, one) && stands(beside, other);
                let mut all =
                    (0..roles.len()).flat_map(|at| (0..roles.len()).map(move |beside| (at, beside)));
                all.all(|(at, beside)| !concerned(at, beside) || holds(at, beside))
            })
        };
        let color = |at: usize| self.game.shape.shade(white[at].0);
        let file = |at: usize| self.game.shape.file(white[at].0);
        let castles = || {
            let Some(partner) = self.partner else { return true };
            let king = roles.iter().position(|&role| role == CASTLING_ROLE);
            king.is_some_and(|king| {
                [&roles[..king], &roles[king..]].iter().all(|wing| wing.contains(&partner))
            })
        };
        all_pairs(&self.rule.colors, &|one, other| color(one) != color(other))
            && all_pairs(&self.rule.apart, &|one, other| file(one).abs_diff(file(other)) > 1)
            && castles()
            && self.rule.never.iter().all(|never| !Letter::all(never).eq(roles.iter().copied()))
            && (!self.rule.protected || self.protects_pawns(order))
    }

    /// Whether White's pieces protect all its pawns. Black's arrangement is the same.
    fn protects_pawns(&self, order: &[usize]) -> bool {
        let fields = format!("{} - - 0 1", self.game.def.start_fields.get(..1).unwrap_or("w"));
        let Ok(position) = Position::from_fen(Arc::clone(self.game), &self.fen(order, &fields)) else {
            return false;
        };
        position
            .pieces(Color::White)
            .filter(|&(kind, _)| !self.game.kind(kind).promotes_to.is_empty())
            .all(|(_, square)| position.state.attacked(self.game, square, Color::White))
    }

    fn fen(&self, order: &[usize], fields: &str) -> String {
        let piece_on = |square: Square| {
            let on_rank = self.ranks.iter().find_map(|rank| {
                let file = rank.iter().position(|piece| piece.0 == square)?;
                Some(rank[*order.get(file)?].1)
            });
            on_rank.or_else(|| self.game.array.iter().find(|piece| piece.0 == square).map(|piece| piece.1))
        };
        let sign = |square| piece_on(square).map(|kind| self.game.kind(kind).sign());
        format!("{} {fields}", write_rows(&self.game.shape, sign))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::variant::Catalog;

    fn game(variant: &str) -> Arc<Game> {
        compile(&Catalog::builtin().resolve(variant).unwrap()).unwrap()
    }

    /// The number of orders of the first rank that the rule allows, without duplicates by equal pieces.
    fn count(shuffler: &Shuffler<'_>, order: &mut Vec<usize>) -> usize {
        let pieces = &shuffler.ranks[0];
        if order.len() == pieces.len() {
            return usize::from(shuffler.allows(order));
        }
        let mut found = 0;
        for piece in 0..pieces.len() {
            // Of equal pieces, the first remaining one is next.
            let is_first =
                (0..piece).all(|other| pieces[other].1 != pieces[piece].1 || order.contains(&other));
            if is_first && !order.contains(&piece) {
                order.push(piece);
                found += count(shuffler, order);
                order.pop();
            }
        }
        found
    }

    /// The number that gave Fischer's game its other name.
    #[test]
    fn fischer_random_chess_has_960_starts() {
        assert_eq!(count(&Shuffler::new(&game("fischerandom")).unwrap(), &mut Vec::new()), 960);
    }

    /// Scharnagl's page counts 48,000 before unprotected pawns are considered
    /// (chessvariants.com/contests/10/crc.html). The whole rule leaves 12,129, confirmed by another
    /// program. (Wikipedia says 12,118, and does not say which eleven others are excluded.)
    #[test]
    fn capablanca_random_chess_has_as_many_starts_as_its_inventor_counted() {
        let game = game("caparandom");
        let mut shuffler = Shuffler::new(&game).unwrap();
        assert_eq!(count(&shuffler, &mut Vec::new()), 12_129);
        let rule =
            Shuffle { apart: Vec::new(), protected: false, never: Vec::new(), ..shuffler.rule.clone() };
        shuffler.rule = &rule;
        assert_eq!(count(&shuffler, &mut Vec::new()), 48_000);
    }
}
