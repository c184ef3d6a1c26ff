//! What pieces are worth before any evaluation, computed and never a list of letters: which can mate at
//! all, and which is the best to promote to.
//!
//! A game is drawn for insufficient material only if no sequence of legal moves could win: bare royals,
//! unless one can mate the other; one extra piece of a kind for which no mate exists on the board;
//! pieces all bound to squares of one color, if even a piece that attacked every one of those squares
//! could not mate; and with the pieces that the rules of a variant name. If a game has ends other than
//! mate, a piece that could bring one about keeps it going in any case.
//!
//! Promotion pieces are compared on Ralph Betza's crowded board, on which each square is empty with a
//! probability of [`EMPTY_PERCENT`]: the expected number of squares that a kind reaches is averaged over
//! the board. The values for evaluating positions are finer and come later (`eval`). Here an author's own
//! value takes precedence.

use super::targets::{RuledLeg, Target};
use super::{Compiler, Ends, Game, Kind, KindId, KindSet, RayId};
use crate::rules::geometry::{Color, Real, Square};
use crate::rules::letter::Letter;

/// The pieces that can mate.
#[derive(Clone, Debug)]
pub(crate) struct MatingMaterial {
    /// By kind: whether a royal with one such piece can mate a bare royal.
    pub(crate) mates_alone: Vec<bool>,
    /// Whether pieces bound to the squares of one color can ever mate a bare royal.
    pub(crate) one_color_mates: bool,
}

impl MatingMaterial {
    pub(crate) fn compute(game: &Game) -> MatingMaterial {
        let royals: Vec<KindId> =
            Color::ALL.into_iter().filter_map(|c| game.kind_ids().find(|&k| is(game, k, c, true))).collect();
        let unknown = MatingMaterial { mates_alone: vec![true; game.kinds.len()], one_color_mates: true };
        let [white, black] = royals[..] else { return unknown };
        // In an explosion a side's own piece may cost it the king, and a wall may take its last square.
        if game.lends.contains(&true) || game.captors_leave().is_some() {
            return unknown;
        }
        let royal = [white, black];
        let mates_alone = game
            .kind_ids()
            .map(|kind| {
                let color = game.kind(kind).color;
                game.kind(kind).may_change()
                    || (!game.kind(kind).royal
                        && mate_exists(game, kind, royal[color.index()], royal[(!color).index()]))
            })
            .collect();
        let one_color_mates =
            Color::ALL.into_iter().any(|c| one_color_mate(game, royal[c.index()], royal[(!c).index()]));
        MatingMaterial { mates_alone, one_color_mates }
    }
}

impl Game {
    /// Whether the game is drawn when each side has only one royal piece left.
    pub(crate) fn bare_royals_draw(&self) -> bool {
        *self.bare_royals_draw.get_or_init(|| {
            let royals = |color| self.kind_ids().filter(move |&kind| is(self, kind, color, true));
            let pairs = Color::ALL.into_iter().flat_map(|color| {
                royals(color).flat_map(move |king| royals(!color).map(move |bare| (king, bare)))
            });
            !pairs.into_iter().any(|(king, bare)| royal_decides(self, king, bare))
        })
    }
}

impl Ends {
    /// Whether pieces could still bring about one of these ends: `pieces` by kind, whether each is royal.
    pub(crate) fn may_come(&self, pieces: impl Iterator<Item = (KindId, bool)>) -> bool {
        #[rustfmt::skip]
        let Ends {
            runners, goal: _, approach: _, arrival, least, checks, bare, facing: _, passes: _, any: _,
            counting: _,
        } = self;
        let runs = |kind| arrival.is_some() && runners.iter().any(|kinds| kinds.contains(&kind));
        let matters = |kind| least.iter().flatten().any(|least| least.kinds.contains(&kind));
        let mut pieces = pieces;
        pieces.any(|(kind, royal)| {
            runs(kind) || !royal && (*checks > 0 || bare.ends_the_game() || matters(kind))
        })
    }
}

/// Whether a piece of a kind attacks a square with these pieces on the board.
fn attacks(game: &Game, kind: KindId, from: Square, to: Square, pieces: &[Square]) -> bool {
    let id = game.rays.towards(to)[game.piece_square(kind, from)];
    game.rays.open(id, u32::MAX, |s| pieces.iter().any(|m| m.0 == s))
}

/// Where a royal can move from a square on an empty board.
fn flights(game: &Game, bare: KindId, from: Square) -> Vec<Square> {
    game.targets(bare, from).iter().map(|target| target.square).collect()
}

/// Whether a royal alone can end the game by an attack on another, or by leaving it no move.
fn royal_decides(game: &Game, king: KindId, bare: KindId) -> bool {
    let (draws, counted) = (!game.def.rules.no_moves.matters(), game.checks_to_win() > 0);
    game.shape.squares().any(|target| {
        let flights = flights(game, bare, target);
        game.shape.squares().filter(|&at| at != target).any(|at| {
            let attacked = attacks(game, king, at, target, &[at, target]);
            if attacks(game, bare, target, at, &[at, target]) || (draws && !attacked) {
                return false;
            }
            let escapes = || flights.iter().any(|&to| to != at && !attacks(game, king, at, to, &[at, to]));
            attacked && counted || !escapes()
        })
    })
}

fn is(game: &Game, kind: KindId, color: Color, royal: bool) -> bool {
    let kind = game.kind(kind);
    kind.color == color && kind.royal == royal
}

/// Whether some position of `piece` and `king` mates the bare `bare`.
fn mate_exists(game: &Game, piece: KindId, king: KindId, bare: KindId) -> bool {
    let attacks = |kind, from, to, pieces: &[Square]| attacks(game, kind, from, to, pieces);
    for target in game.shape.squares() {
        let flights = flights(game, bare, target);
        for at in game.shape.squares().filter(|&s| s != target) {
            // Only pieces that can reach the bare royal at all can give check.
            if game.rays.towards(target)[game.piece_square(piece, at)] == RayId::NONE {
                continue;
            }
            for king_at in game.shape.squares().filter(|&s| s != target && s != at) {
                if !attacks(piece, at, target, &[at, king_at, target])
                    || attacks(bare, target, king_at, &[at, king_at, target])
                    || attacks(king, king_at, target, &[at, king_at, target])
                {
                    continue;
                }
                let escape = flights.iter().any(|&to| {
                    let after = [at, king_at, to];
                    to != king_at
                        && !attacks(king, king_at, to, &after)
                        && (to == at || !attacks(piece, at, to, &after))
                });
                if !escape {
                    return true;
                }
            }
        }
    }
    false
}

/// Whether a royal with pieces that attack every square of one color could mate a bare royal.
fn one_color_mate(game: &Game, king: KindId, bare: KindId) -> bool {
    let near = |kind: KindId, from: Square, to: Square| {
        game.rays.towards(to)[game.piece_square(kind, from)] != RayId::NONE
    };
    game.shape.squares().any(|target| {
        let color = game.shape.shade(target);
        let flights = flights(game, bare, target);
        game.shape
            .squares()
            .filter(|&at| at != target && !near(bare, target, at) && !near(king, at, target))
            .any(|at| {
                flights.iter().all(|&to| game.shape.shade(to) == color || to == at || near(king, at, to))
            })
    })
}

/// The probability that a square of a crowded board is empty.
const EMPTY_PERCENT: u8 = 69;
/// The approximate number of squares on which a kind is sampled.
const SAMPLES: usize = 16;
/// The value in centipawns of each square reached: a rook reaches nearly eight.
const CENTIPAWNS: f64 = 65.0;

impl Compiler<'_> {
    /// The pieces with which a game is drawn by definition: for each role of either side the kinds, and
    /// the number of pieces.
    pub(super) fn too_weak(&self) -> Vec<Vec<(KindSet, u8)>> {
        let group = |pieces: &Vec<Letter>| {
            let mut group: Vec<(KindSet, u8)> = Vec::new();
            for set in pieces.iter().map(|&role| KindSet::of(self.kinds, |kind| kind.role == role)) {
                match group.iter_mut().find(|(known, _)| *known == set) {
                    Some((_, most)) => *most += 1,
                    None => group.push((set, 1)),
                }
            }
            group
        };
        self.def.rules.too_weak.iter().map(group).collect()
    }

    /// The most valuable of a pawn's promotion pieces. Of equals it is the one of role Q, and then the
    /// first.
    pub(super) fn strongest(&self, targets: &[KindId]) -> Option<KindId> {
        if let [only] = targets {
            return Some(*only);
        }
        let known = targets.iter().map(|&id| (id, self.worth(self.kind(id)), self.kind(id).role));
        let best = known.reduce(|best, other| {
            let equal = (other.1 - best.1).abs() < 0.5;
            let wins = if equal { other.2 == 'Q' && best.2 != 'Q' } else { other.1 > best.1 };
            if wins { other } else { best }
        });
        best.map(|(id, ..)| id)
    }

    /// The value of a kind in centipawns.
    fn worth(&self, kind: &Kind) -> f64 {
        kind.value.map_or_else(|| CENTIPAWNS * self.crowded_mobility(kind), f64::from)
    }

    /// The average number of squares that a kind reaches. A move and a capture count half each.
    fn crowded_mobility(&self, kind: &Kind) -> f64 {
        let &Compiler { def, shape, .. } = self;
        let legs = &kind.piece_of(def).movement.legs;
        let mut squares = 0.0;
        let mut reaches = 0.0;
        // An odd stride that does not divide the number of files samples squares of both colors on many
        // files.
        let odd = (shape.cell_count() / SAMPLES) | 1;
        let stride = if odd > 1 && usize::from(shape.files()).is_multiple_of(odd) { odd + 2 } else { odd };
        for from in shape.squares().step_by(stride).filter(|&from| kind.may_stand(def, from)) {
            squares += 1.0;
            for leg in legs.iter().filter(|leg| !leg.initial && !leg.kings) {
                let weight = |t: &Target| 0.5 * f64::from(u8::from(t.quiet) + u8::from(t.capture));
                let targets = self.targets(RuledLeg::plain(leg), kind, from);
                let chances = targets.iter().map(|t| weight(t) * t.guard.conditions().chance());
                reaches += chances.sum::<f64>();
            }
        }
        if squares > 0.0 { reaches / squares } else { 0.0 }
    }
}

/// The numbers of squares on which a move has conditions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Conditions {
    /// Those that must be empty.
    pub(crate) clear: usize,
    /// Those that must be occupied.
    pub(crate) occupied: usize,
    /// Those of which exactly one must be occupied, if any.
    pub(crate) hurdle: usize,
    /// Those that must hold a piece of one side or kind.
    pub(crate) pieces: usize,
}

impl Conditions {
    /// The probability that the conditions are met on a crowded board.
    pub(crate) fn chance(self) -> f64 {
        let empty = f64::from(EMPTY_PERCENT) / 100.0;
        let power = |base: f64, squares: usize| (0..squares).fold(1.0, |chance, _| chance * base);
        let one_of = |squares: usize| squares.real() * (1.0 - empty) * power(empty, squares - 1);
        power(empty, self.clear)
            * power(1.0 - empty, self.occupied)
            * power((1.0 - empty) / 2.0, self.pieces)
            * if self.hurdle == 0 { 1.0 } else { one_of(self.hurdle) }
    }
}

/// The probability that this number of squares is empty on a crowded board, as a share of `one`,
/// truncated to a whole number at every square. Nets are trained on these numbers, so they must not
/// change.
pub(crate) fn whole_chance(one: i32, clear: u8) -> i32 {
    (0..clear).fold(one, |chance, _| chance * i32::from(EMPTY_PERCENT) / 100)
}
