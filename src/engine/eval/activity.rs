//! Terms for activity: mobility, threats, attacks on the king, outposts, paths of passed pawns, space; and
//! the danger for a king from the attacks on it and its surroundings.
//!
//! Every piece is examined once for the squares it reaches; the rest is operations on sets of squares. Only
//! the moves of a piece and its value matter.

use super::accumulator::Accumulator;
use super::pawns::{PawnEntry, PawnTable, distance, passed_value};
use super::targets::{Squares, TargetTable};
use super::values::Values;
use super::weights::{Tapered, Weights};
use crate::engine::convert::{round, signed, unsigned};
use crate::rules::game::{Game, MAX_PIECES, RayId};
use crate::rules::geometry::{Color, Shape, Square};
use crate::rules::position::Position;

/// The greatest mobility that counts, in squares.
const MOBILITY_MOST: usize = 40;
/// The distance between two weights of freedom, in per cent of the average mobility.
const FREEDOM_STEP: i32 = 50;
/// The piece value for which the weight of mobility is meant.
const USUAL_VALUE: f64 = 325.0;
/// Pieces worth less than this may hold outposts.
const LIGHT: i32 = 450;
/// How much more than its attacker a piece must be worth for the attack to be a threat.
const LESSER_MARGIN: i32 = 60;
/// The greatest difference in value between a piece and its attacker that counts.
const LESSER_MOST: i32 = 600;

/// What is known of a piece type.
#[derive(Clone, Copy, Debug)]
struct Facts {
    value: i32,
    /// The weight of a square of mobility, in 1/1024.
    share: i32,
    /// The average mobility on a crowded board, in hundredths.
    crowded: i32,
    bound: bool,
    royal: bool,
    /// The weight of freedom, in 1/1024.
    freedom: i32,
}

/// A piece other than pawns and kings.
#[derive(Clone, Copy, Debug)]
struct ExaminedPiece<const W: usize> {
    kind: usize,
    square: u8,
    capture: Squares<W>,
    moves: Squares<W>,
}

/// The tables of one game.
#[derive(Debug)]
pub(super) struct Activity<const W: usize> {
    facts: Vec<Facts>,
    /// By side and the king's square.
    zones: [Vec<Squares<W>>; 2],
    /// By piece type and square of the enemy king: the squares from which the piece gives check if nothing is
    /// between.
    checks_from: Vec<Squares<W>>,
    /// By side and the king's file: the squares of its own half on the files around it.
    flanks: [Vec<Squares<W>>; 2],
    /// By side: the middle of the own half.
    middle: [Squares<W>; 2],
    dark: Squares<W>,
    squares: usize,
    files: u8,
    /// By two squares: king steps from one to the other.
    distances: Vec<i32>,
    /// By piece type and number of safe squares: their worth.
    mobility: Vec<Tapered>,
    examined: Vec<ExaminedPiece<W>>,
}

impl<const W: usize> Activity<W> {
    pub(super) fn new(game: &Game, values: &Values, w: &Weights) -> Activity<W> {
        let shape = &game.shape;
        let fact = |id: usize| Facts {
            value: values.exchange[id],
            share: round((USUAL_VALUE / f64::from(values.natural[id].max(150))).sqrt() * 1024.0),
            crowded: round(values.crowded[id] * 100.0),
            bound: game.kinds[id].color_bound,
            royal: game.kinds[id].royal,
            freedom: round((f64::from(values.natural[id].max(150)) / USUAL_VALUE).sqrt().sqrt() * 1024.0),
        };
        let checks = |kind: usize, king: Square| {
            let towards = &game.rays.towards(king)[kind * shape.cell_count()..][..shape.cell_count()];
            let from = shape.cells().filter(|from| towards[from.index()] != RayId::NONE);
            from.map(|square| square.0).collect()
        };
        let middle = |color: Color| {
            let (files, ranks) = (shape.files(), shape.ranks());
            let inside = |square: &Square| {
                let rank = shape.rank_for(*square, color);
                let file = shape.file(*square);
                rank > 0 && rank < ranks / 2 && file >= files / 4 && file < files - files / 4
            };
            shape.squares().filter(inside).map(|square| square.0).collect()
        };
        let mut activity = Activity {
            facts: (0..game.kinds.len()).map(fact).collect(),
            zones: Color::ALL.map(|color| zones(game, values, color)),
            checks_from: (0..game.kinds.len())
                .flat_map(|kind| shape.cells().map(move |king| checks(kind, king)))
                .collect(),
            flanks: Color::ALL.map(|color| flanks(shape, color)),
            middle: Color::ALL.map(middle),
            dark: shape.squares().filter(|&square| shape.is_dark(square)).map(|square| square.0).collect(),
            squares: shape.cell_count(),
            files: shape.files(),
            distances: shape
                .cells()
                .flat_map(|a| shape.cells().map(move |b| distance(shape, a, b)))
                .collect(),
            mobility: Vec::new(),
            examined: Vec::with_capacity(MAX_PIECES),
        };
        activity.set_weights(w);
        activity
    }

    /// Updates the tables that depend on weights.
    pub(super) fn set_weights(&mut self, w: &Weights) {
        let of_kind = |facts: &Facts| {
            let facts = *facts;
            (0..signed(MOBILITY_MOST)).map(move |free| mobility(w, facts, free))
        };
        self.mobility = self.facts.iter().flat_map(of_kind).collect();
    }

    /// The sum of the terms, for White; pawns come with the shelter that they give each king.
    #[inline(always)]
    pub(super) fn score(
        &mut self,
        w: &Weights,
        targets: &TargetTable<W>,
        pos: &Position,
        accumulator: &Accumulator<W>,
        (table, pawns, shelter): (&PawnTable<W>, &PawnEntry<W>, [i32; 2]),
    ) -> Tapered {
        let mut sides = Color::ALL.map(|color| Side {
            all: pawns.attacks[color.index()],
            twice: pawns.twice[color.index()],
            zone: accumulator
                .side(color)
                .king
                .map_or(Squares::NONE, |king| self.zones[color.index()][king.index()]),
            ..Side::default()
        });
        self.examined.clear();
        let mut score = Tapered::default();
        let mut of_black = 0;
        for color in Color::ALL {
            of_black = self.examined.len();
            score += self.look(w, targets, color, accumulator, pawns, &mut sides).seen_from(color);
        }
        let [white, black] = &mut sides;
        let (of_white, of_black) = self.examined.split_at(of_black);
        self.attack(pos, Color::White, of_white, accumulator, (white, black));
        self.attack(pos, Color::Black, of_black, accumulator, (black, white));
        for color in Color::ALL {
            let mut own = -threats(w, color, &sides, accumulator, (table, pawns))
                + space(w, self.middle[color.index()], color, accumulator, pawns);
            own += passed(w, color, table, &sides, accumulator, pawns);
            if let Some(king) = accumulator.side(color).king {
                let flank = self.flanks[color.index()][usize::from(king.0 % self.files)];
                own += danger(w, color, &sides, pawns, shelter[color.index()], flank);
            }
            score += own.seen_from(color);
        }
        score
    }

    /// Examines every piece of a side except pawns: its attacks, its freedom, its square.
    #[inline(always)]
    fn look(
        &mut self,
        w: &Weights,
        targets: &TargetTable<W>,
        color: Color,
        accumulator: &Accumulator<W>,
        pawns: &PawnEntry<W>,
        sides: &mut [Side<W>; 2],
    ) -> Tapered {
        let (occupied, enemies) = (accumulator.occupied(), accumulator.squares(!color));
        let (king, guarded) =
            (accumulator.side(color).king.map(|king| king.0), pawns.attacks[(!color).index()]);
        let zone = sides[(!color).index()].zone;
        let Side { mut all, mut twice, mut pieces, .. } = sides[color.index()];
        let (mut strongest, mut attackers, mut hits, mut mobility) = (0, 0, 0, 0);
        let mut score = Tapered::default();
        for piece_square in accumulator.piece_squares_without_pawns(color) {
            let at = accumulator.place(piece_square).square;
            let reached = targets.reached(piece_square, occupied);
            twice |= all & reached.capture;
            all |= reached.capture;
            if king == Some(at) {
                let side = &mut sides[color.index()];
                side.king = reached.capture;
                side.flights = reached.capture & !accumulator.squares(color);
                continue;
            }
            pieces.insert(at);
            let kind = accumulator.kind(piece_square);
            let facts = self.facts[kind];
            let moves = reached.quiet & !occupied | reached.capture & enemies;
            self.examined.push(ExaminedPiece { kind, square: at, capture: reached.capture, moves });
            let friends = accumulator.squares(color) & !pawns.squares[color.index()];
            let free = ((moves | reached.capture & friends) & !guarded).count();
            let free = self.mobility[kind * MOBILITY_MOST + unsigned(free).min(MOBILITY_MOST - 1)];
            score += free;
            mobility += free.mg;
            if facts.value < LIGHT
                && let Some(king) = king
            {
                let steps = self.distances[usize::from(king) * self.squares + usize::from(at)];
                score += w.king_far.times(steps);
            }
            score += pawn_relation(w, facts, at, color, pawns, self.dark);
            strongest = strongest.max(facts.value);
            let hit = reached.capture & zone;
            if !hit.is_empty() {
                attackers += 1;
                hits += hit.count();
            }
        }
        let side = &mut sides[color.index()];
        (side.all, side.twice, side.pieces, side.mobility) = (all, twice, pieces, mobility);
        let enemy = &mut sides[(!color).index()];
        (enemy.strongest, enemy.attackers, enemy.hits) = (strongest, attackers, hits);
        score
    }

    /// Examines what a side's pieces attack: stronger pieces, and the king after their next move.
    #[inline(always)]
    fn attack(
        &self,
        pos: &Position,
        color: Color,
        list: &[ExaminedPiece<W>],
        accumulator: &Accumulator<W>,
        (own, enemy): (&Side<W>, &mut Side<W>),
    ) {
        let king = accumulator.side(!color).king;
        let rays = &pos.game().rays;
        let towards = king.map(|king| rays.towards(king));
        let occupied = accumulator.occupied();
        // A king alone does not guard against a protected piece.
        let unsafe_for = enemy.all & !(own.twice & enemy.king & !enemy.twice);
        for piece in list {
            let value = self.facts[piece.kind].value;
            if own.strongest > value - LESSER_MARGIN {
                self.find_threats(pos, value, piece.capture & enemy.pieces, enemy);
            }
            let (Some(king), Some(towards)) = (king, towards) else { continue };
            let towards = &towards[piece.kind * self.squares..][..self.squares];
            let checks = self.checks_from[piece.kind * self.squares + king.index()];
            if checks.contains(piece.square)
                && rays.is_screened(towards[usize::from(piece.square)], |s| occupied.contains(s))
            {
                enemy.screens += 1;
            }
            let squares = piece.moves & checks;
            if squares.is_empty() {
                continue;
            }
            let (mut safe, mut bad) = (0, 0);
            for from in squares.iter() {
                if rays.open(towards[from.index()], 0, |s| occupied.contains(s)) {
                    if unsafe_for.contains(from.0) { bad += 1 } else { safe += 1 }
                }
            }
            enemy.checkers += i32::from(safe > 0);
            enemy.checks += safe;
            enemy.bad_checkers += i32::from(safe == 0 && bad > 0);
        }
    }

    /// Notes which enemies attacked by a piece worth `value` are worth more, and which about as much.
    #[inline(always)]
    fn find_threats(&self, pos: &Position, value: i32, prey: Squares<W>, enemy: &mut Side<W>) {
        for square in prey.iter() {
            let Some(victim) = pos.kind_at(square) else { continue };
            let victim = &self.facts[victim.index()];
            if victim.royal || victim.value < value - LESSER_MARGIN {
                continue;
            }
            if victim.value <= value + LESSER_MARGIN {
                enemy.equal.insert(square.0);
            } else if !enemy.lesser.contains(square.0) {
                enemy.lesser.insert(square.0);
                enemy.between += (victim.value - value).min(LESSER_MOST);
            }
        }
    }
}

/// The worth of the paths of a side's passed pawns.
#[inline(always)]
fn passed<const W: usize>(
    w: &Weights,
    color: Color,
    table: &PawnTable<W>,
    sides: &[Side<W>; 2],
    accumulator: &Accumulator<W>,
    pawns: &PawnEntry<W>,
) -> Tapered {
    let mut score = Tapered::default();
    let (own, enemy) = (&sides[color.index()], &sides[(!color).index()]);
    for pawn in pawns.passed(color) {
        let path = table.path(color, pawn);
        let share = if accumulator.squares(!color).contains(pawn.ahead) {
            w.passed_blocked[0]
        } else if accumulator.squares(color).contains(pawn.ahead) {
            w.passed_blocked[1]
        } else {
            let control = match () {
                () if enemy.all.contains(pawn.ahead) => 2,
                () if enemy.all.meets(path) || accumulator.squares(!color).meets(path) => 1,
                () => 0,
            };
            w.passed_path[control] + if own.all.contains(pawn.ahead) { w.passed_guarded } else { 0 }
        };
        score += passed_value(w, pawn.steps).percent(Tapered::both(share));
    }
    score
}

/// The worth of a number of safe squares.
#[inline]
fn mobility(w: &Weights, facts: Facts, free: i32) -> Tapered {
    let above = (free * 100 - facts.crowded * w.mobility_usual / 100) * facts.share / 1024;
    let mut score = Tapered { mg: w.mobility.mg * above / 1000, eg: w.mobility.eg * above / 1000 };
    // Linear interpolation between two weights.
    let most = FREEDOM_STEP * signed(w.freedom.len() - 1) - 1;
    let ratio = (free * 10_000 / facts.crowded.max(100)).min(most);
    let (step, part) = (unsigned(ratio / FREEDOM_STEP), ratio % FREEDOM_STEP);
    let (low, high) = (w.freedom[step], w.freedom[step + 1]);
    let mix = |low: i32, high: i32| {
        (low * (FREEDOM_STEP - part) + high * part) * facts.freedom / (FREEDOM_STEP * 1024)
    };
    score += Tapered { mg: mix(low.mg, high.mg), eg: mix(low.eg, high.eg) };
    if let Some(low) = w.mobility_low.get(unsigned(free)) {
        score += *low;
    }
    score
}

/// The worth of a piece's square in relation to the pawns.
#[inline(always)]
fn pawn_relation<const W: usize>(
    w: &Weights,
    facts: Facts,
    square: u8,
    color: Color,
    pawns: &PawnEntry<W>,
    dark: Squares<W>,
) -> Tapered {
    let mut score = Tapered::default();
    let own = color.index();
    if facts.value < LIGHT && pawns.outposts[own].contains(square) {
        score += w.outpost[usize::from(!pawns.attacks[own].contains(square))];
    }
    if pawns.behind[own].contains(square) {
        score += w.behind_pawn;
    }
    if facts.bound {
        score += w.bound_pawn.times(pawns.on_color[own][usize::from(dark.contains(square))]);
    }
    score
}

/// The penalty for threats against a side.
#[inline(always)]
fn threats<const W: usize>(
    w: &Weights,
    color: Color,
    sides: &[Side<W>; 2],
    accumulator: &Accumulator<W>,
    (table, pawns): (&PawnTable<W>, &PawnEntry<W>),
) -> Tapered {
    let (own, enemy) = (&sides[color.index()], &sides[(!color).index()]);
    let (own_pawns, enemy_pawns) = (pawns.attacks[color.index()], pawns.attacks[(!color).index()]);
    let loose = pawns.squares[color.index()] & enemy.all & !own.all;
    let strong = own_pawns | own.twice & !enemy.twice;
    let closed = accumulator.occupied() | own.all & !enemy.all | own_pawns;
    let pushed = pawns.attacked_after_step(table, !color, closed, own.pieces);
    let mut score = w.hanging_pawn.times(loose.count())
        + w.restricted.times((own.all & enemy.all & !strong & !accumulator.squares(!color)).count())
        + w.threat_by_king.times((accumulator.squares(color) & enemy.king & !own.all).count())
        + w.threat_by_push.times(pushed.count());
    let attacked = own.pieces & enemy.all;
    if attacked.is_empty() {
        return score;
    }
    let by_pawn = own.pieces & enemy_pawns;
    let lesser = own.lesser & !by_pawn;
    let hanging = attacked & !own.all;
    let weak = attacked & own.all & enemy.twice & !own.twice & !own_pawns & !by_pawn & !lesser;
    score += w.threat_by_pawn.times(by_pawn.count())
        + w.threat_by_lesser[0].times(lesser.count())
        + Tapered {
            mg: w.threat_by_lesser[1].mg * own.between / 100,
            eg: w.threat_by_lesser[1].eg * own.between / 100,
        }
        + w.hanging.times(hanging.count())
        + w.weak.times(weak.count());
    score += w.threat_by_equal.times((own.equal & !by_pawn & !lesser & !hanging).count());
    let several = (by_pawn | lesser | hanging).count();
    if several > 1 {
        score += w.threats_several.times(several - 1);
    }
    score
}

/// The worth of a side's space behind its pawns.
#[inline(always)]
fn space<const W: usize>(
    w: &Weights,
    middle: Squares<W>,
    color: Color,
    accumulator: &Accumulator<W>,
    pawns: &PawnEntry<W>,
) -> Tapered {
    let free = middle & !pawns.squares[color.index()] & !pawns.attacks[(!color).index()];
    let room = free.count() + (free & pawns.shadow[color.index()] & !accumulator.squares(!color)).count();
    let many = accumulator.squares(color).count();
    Tapered { mg: w.space.mg * room * many / 16, eg: w.space.eg * room * many / 16 }
}

/// The value of the strongest piece that makes an attack on a king dangerous.
const STRONGEST: i32 = 900;
/// Divides the square of the danger to a king, and the danger itself in the endgame. The weights are fitted
/// to them; other divisors are untested.
const DANGER: [i32; 2] = [5000, 20];
/// The greatest danger that counts.
const DANGER_MOST: i32 = 1500;
/// How many files on either side of the king's belong to its flank, and how many files a flank has at least.
/// Others are untested.
const FLANK: [u8; 2] = [2, 4];

/// The penalty for the attack on a side's king. `flank` is the part of the board around it.
#[inline(always)]
pub(super) fn danger<const W: usize>(
    w: &Weights,
    color: Color,
    sides: &[Side<W>; 2],
    pawns: &PawnEntry<W>,
    shelter: i32,
    flank: Squares<W>,
) -> Tapered {
    let (own, enemy) = (&sides[color.index()], &sides[(!color).index()]);
    let by_pawns = (pawns.attacks[(!color).index()] & own.zone).count();
    let weak = own.zone & enemy.all & !own.twice & (!own.all | own.king);
    let flanked = (enemy.all & flank).count() + (enemy.twice & flank).count();
    let flights = (own.flights & !enemy.all).count();
    let danger = w.danger_base
        + own.attackers * own.attackers * w.danger_attacker
        + (own.hits + by_pawns) * w.danger_hit
        + weak.count() * w.danger_weak
        + own.checkers * w.danger_check[0]
        + (own.checks - own.checkers) * w.danger_checks
        + own.bad_checkers * w.danger_check[1]
        + w.danger_flight.get(unsigned(flights)).copied().unwrap_or(0)
        + own.screens * w.danger_screen
        + flanked * flanked * w.danger_flank / 16
        + (own.all & flank).count() * w.danger_guard
        + (enemy.mobility - own.mobility) * w.danger_mobility / 16
        + shelter * w.danger_shelter / 100
        + (STRONGEST - own.strongest).max(0) * w.danger_strongest / 100;
    let danger = danger.clamp(0, DANGER_MOST);
    Tapered { mg: -danger * danger / DANGER[0], eg: -danger / DANGER[1] }
}

/// By the king's square: the king zone, which is its own square, those it can step to, and those in front of
/// them.
pub(super) fn zones<const W: usize>(game: &Game, values: &Values, color: Color) -> Vec<Squares<W>> {
    let shape = &game.shape;
    let zone = |square: Square| {
        let mut zone = Squares::only(square.0);
        let near = values.kings[color.index()].map(|kind| game.targets(kind, square)).unwrap_or_default();
        for near in near.iter().filter(|near| near.needs_clear == 0 && near.capture) {
            zone.insert(near.square.0);
            let before = match color {
                Color::White => shape.square(shape.file(near.square), shape.rank(near.square) + 1),
                Color::Black => {
                    let rank = shape.rank(near.square).checked_sub(1);
                    rank.and_then(|rank| shape.square(shape.file(near.square), rank))
                }
            };
            if shape.rank_for(near.square, color) > shape.rank_for(square, color) {
                zone |= before.map_or(Squares::NONE, |before| Squares::only(before.0));
            }
        }
        zone
    };
    shape.cells().map(zone).collect()
}

/// By the king's file: the squares of a side's own half on the files around it.
pub(super) fn flanks<const W: usize>(shape: &Shape, color: Color) -> Vec<Squares<W>> {
    let [beside, width] = FLANK;
    let flank = |file: u8| {
        let first = file.saturating_sub(beside).min(shape.files().saturating_sub(width));
        let files = first..=(file + beside).max(width - 1);
        let inside = |square: &Square| {
            shape.rank_for(*square, color) <= shape.ranks() / 2 && files.contains(&shape.file(*square))
        };
        shape.squares().filter(inside).map(|square| square.0).collect()
    };
    (0..shape.files()).map(flank).collect()
}

/// What is counted for a side while its pieces are examined, for the terms to weigh.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Side<const W: usize> {
    /// The squares attacked, and those attacked by two pieces or more.
    pub all: Squares<W>,
    pub twice: Squares<W>,
    /// The squares of pieces other than pawns and the king.
    pub pieces: Squares<W>,
    /// The squares its king attacks, and those it can move to.
    pub king: Squares<W>,
    pub flights: Squares<W>,
    pub zone: Squares<W>,
    /// The number of enemy pieces that attack the king zone, and of their attacks on its squares.
    pub attackers: i32,
    pub hits: i32,
    /// The enemy's checks: pieces with a safe check, squares for safe checks, pieces with only unsafe checks.
    pub checkers: i32,
    pub checks: i32,
    pub bad_checkers: i32,
    /// Pieces of either side that block a line attack on its king alone.
    pub screens: i32,
    /// The worth of its mobility in the middlegame.
    pub mobility: i32,
    /// The value of the enemy's strongest piece.
    pub strongest: i32,
    /// The number of its pieces attacked by weaker ones, and the differences in value, in hundreds of
    /// centipawns.
    pub lesser: Squares<W>,
    pub between: i32,
    /// The number of its pieces attacked by pieces of about their value.
    pub equal: Squares<W>,
}
