//! Terms that look at the position: mobility, threats, attack on the King, outposts, passed pawns' ways,
//! space.
//!
//! Every man is looked at once for what it reaches; the rest is sets of squares. Nothing is asked of a man
//! but what its moves are and what it is worth.

use super::accumulator::Accumulator;
use super::convert::{count, index, round};
use super::pawns::{PawnEntry, PawnTable, passed_value};
use super::squares::Squares;
use super::tapered::Tapered;
use super::targets::TargetTable;
use super::values::Values;
use super::weights::Weights;
use crate::game::{Game, MAX_MEN, RayId};
use crate::geometry::{Color, Square};
use crate::position::Position;

/// Squares of mobility that are told apart.
const MOBILITY_MOST: usize = 40;
/// The value at which the weight of mobility holds.
const USUAL_VALUE: f64 = 325.0;
/// Men worth less than this may hold outposts.
const LIGHT: i32 = 450;
/// What a man must be worth more than its attacker for the attack to be a threat.
const LESSER_MARGIN: i32 = 60;
/// More than this between a man and its attacker counts no more.
const LESSER_MOST: i32 = 600;
/// The strongest man that makes an attack on a King dangerous.
const STRONGEST: i32 = 900;
/// Divides the square of the danger to a King, and the danger itself in the endgame.
const DANGER: [i32; 2] = [5000, 20];
/// More danger counts no more.
const DANGER_MOST: i32 = 1500;

/// What is known of the men of a kind.
#[derive(Clone, Copy, Debug)]
struct Facts {
    value: i32,
    /// How much a square of mobility counts, in parts of 1024.
    share: i32,
    /// Mobility on a crowded board, in hundredths.
    crowded: i32,
    bound: bool,
    royal: bool,
}

/// A man that is neither a pawn nor the King.
#[derive(Clone, Copy, Debug)]
struct Man<const W: usize> {
    kind: usize,
    /// Where it captures or defends.
    capture: Squares<W>,
    /// Where it can go.
    moves: Squares<W>,
}

/// What is found of a side while its men are looked at.
#[derive(Clone, Copy, Debug, Default)]
struct Side<const W: usize> {
    /// Squares attacked, and by two men or more.
    all: Squares<W>,
    twice: Squares<W>,
    /// Where men stand that are no pawns and not the King.
    pieces: Squares<W>,
    /// What its King attacks, and where it could go.
    king: Squares<W>,
    flights: Squares<W>,
    zone: Squares<W>,
    /// Men of the enemy that attack the zone, and how many of its squares, each man's counted.
    attackers: i32,
    hits: i32,
    /// The enemy's ways to give check: men that can safely, safe squares, other men.
    checkers: i32,
    checks: i32,
    bad_checkers: i32,
    /// What the enemy's strongest man is worth.
    strongest: i32,
    /// Its men attacked by lesser ones, and hundreds of centipawns between them.
    lesser: Squares<W>,
    between: i32,
}

/// The tables of one game.
#[derive(Debug)]
pub(super) struct Activity<const W: usize> {
    facts: Vec<Facts>,
    /// By side and the King's square.
    zones: [Vec<Squares<W>>; 2],
    /// By kind and the enemy King's square: where a man of the kind gives check if nothing stands between.
    checks_from: Vec<Squares<W>>,
    /// By side: the middle of the own half.
    middle: [Squares<W>; 2],
    dark: Squares<W>,
    squares: usize,
    /// By kind and safe squares: what they are worth.
    mobility: Vec<Tapered>,
    men: Vec<Man<W>>,
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
        };
        let checks = |kind: usize, king: Square| {
            let towards = &game.rays.towards(king)[kind * shape.len()..][..shape.len()];
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
            middle: Color::ALL.map(middle),
            dark: shape.squares().filter(|&square| shape.is_dark(square)).map(|square| square.0).collect(),
            squares: shape.len(),
            mobility: Vec::new(),
            men: Vec::with_capacity(MAX_MEN),
        };
        activity.set_weights(w);
        activity
    }

    /// Brings the tables up to date that depend on weights.
    pub(super) fn set_weights(&mut self, w: &Weights) {
        let of_kind = |facts: &Facts| {
            let facts = *facts;
            (0..count(MOBILITY_MOST)).map(move |free| mobility(w, facts, free))
        };
        self.mobility = self.facts.iter().flat_map(of_kind).collect();
    }

    /// What the terms are worth, as White sees it; pawns come with what shelter they give each King.
    #[inline(always)]
    pub(super) fn score(
        &mut self,
        w: &Weights,
        targets: &TargetTable<W>,
        pos: &Position,
        men: &Accumulator<W>,
        (table, pawns, shelter): (&PawnTable<W>, &PawnEntry<W>, [i32; 2]),
    ) -> Tapered {
        let mut sides = Color::ALL.map(|color| Side {
            all: pawns.attacks[color.index()],
            twice: pawns.twice[color.index()],
            zone: men.side(color).king.map_or(Squares::NONE, |king| self.zones[color.index()][king.index()]),
            ..Side::default()
        });
        self.men.clear();
        let mut score = Tapered::default();
        let mut of_black = 0;
        for color in Color::ALL {
            of_black = self.men.len();
            score += self.look(w, targets, color, men, pawns, &mut sides).seen_from(color);
        }
        let [white, black] = &mut sides;
        let (of_white, of_black) = self.men.split_at(of_black);
        self.attack(pos, Color::White, of_white, men, (white, black));
        self.attack(pos, Color::Black, of_black, men, (black, white));
        for color in Color::ALL {
            let mut own = -threats(w, color, &sides, men, pawns)
                + space(w, self.middle[color.index()], color, men, pawns);
            own += passed(w, color, table, &sides, men, pawns);
            if men.side(color).king.is_some() {
                own += danger(w, color, &sides, pawns, shelter[color.index()]);
            }
            score += own.seen_from(color);
        }
        score
    }

    /// Looks at every man of a side that is no pawn: what it attacks, how free it is, where it stands.
    #[inline(always)]
    fn look(
        &mut self,
        w: &Weights,
        targets: &TargetTable<W>,
        color: Color,
        men: &Accumulator<W>,
        pawns: &PawnEntry<W>,
        sides: &mut [Side<W>; 2],
    ) -> Tapered {
        let (occupied, enemies) = (men.occupied(), men.squares(!color));
        let (king, guarded) = (men.side(color).king.map(|king| king.0), pawns.attacks[(!color).index()]);
        let zone = sides[(!color).index()].zone;
        let Side { mut all, mut twice, mut pieces, .. } = sides[color.index()];
        let (mut strongest, mut attackers, mut hits) = (0, 0, 0);
        let mut score = Tapered::default();
        for row in men.rows_without_pawns(color) {
            let at = men.place(row).square;
            let reached = targets.look(row, occupied);
            twice |= all & reached.capture;
            all |= reached.capture;
            if king == Some(at) {
                let side = &mut sides[color.index()];
                side.king = reached.capture;
                side.flights = reached.capture & !men.squares(color);
                continue;
            }
            pieces.insert(at);
            let kind = men.kind(row);
            let facts = self.facts[kind];
            let moves = reached.quiet & !occupied | reached.capture & enemies;
            self.men.push(Man { kind, capture: reached.capture, moves });
            let free = (moves & !guarded).count();
            score += self.mobility[kind * MOBILITY_MOST + index(free).min(MOBILITY_MOST - 1)];
            score += standing(w, facts, at, color, pawns, self.dark);
            strongest = strongest.max(facts.value);
            let hit = reached.capture & zone;
            if !hit.is_empty() {
                attackers += 1;
                hits += hit.count();
            }
        }
        let side = &mut sides[color.index()];
        (side.all, side.twice, side.pieces) = (all, twice, pieces);
        let enemy = &mut sides[(!color).index()];
        (enemy.strongest, enemy.attackers, enemy.hits) = (strongest, attackers, hits);
        score
    }

    /// Looks at what a side's men attack: stronger men, and the King after their next move.
    #[inline(always)]
    fn attack(
        &self,
        pos: &Position,
        color: Color,
        list: &[Man<W>],
        men: &Accumulator<W>,
        (own, enemy): (&Side<W>, &mut Side<W>),
    ) {
        let king = men.side(!color).king;
        let rays = &pos.game().rays;
        let towards = king.map(|king| rays.towards(king));
        let occupied = men.occupied();
        // The King alone guards against no man that is itself guarded.
        let unsafe_for = enemy.all & !(own.twice & enemy.king & !enemy.twice);
        for man in list {
            let value = self.facts[man.kind].value;
            if own.strongest > value + LESSER_MARGIN {
                self.find_lesser(pos, value, man.capture & enemy.pieces, enemy);
            }
            let (Some(king), Some(towards)) = (king, towards) else { continue };
            let squares = man.moves & self.checks_from[man.kind * self.squares + king.index()];
            if squares.is_empty() {
                continue;
            }
            let towards = &towards[man.kind * self.squares..][..self.squares];
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

    /// Notes which of the enemies that a man worth `value` attacks are worth more.
    #[inline(always)]
    fn find_lesser(&self, pos: &Position, value: i32, prey: Squares<W>, enemy: &mut Side<W>) {
        for square in prey.iter() {
            let Some(victim) = pos.kind_at(square) else { continue };
            let victim = &self.facts[victim.index()];
            if !victim.royal && victim.value > value + LESSER_MARGIN && !enemy.lesser.contains(square.0) {
                enemy.lesser.insert(square.0);
                enemy.between += (victim.value - value).min(LESSER_MOST);
            }
        }
    }
}

/// What the ways of a side's passed pawns are worth.
#[inline(always)]
fn passed<const W: usize>(
    w: &Weights,
    color: Color,
    table: &PawnTable<W>,
    sides: &[Side<W>; 2],
    men: &Accumulator<W>,
    pawns: &PawnEntry<W>,
) -> Tapered {
    let mut score = Tapered::default();
    let (own, enemy) = (&sides[color.index()], &sides[(!color).index()]);
    for pawn in pawns.passed(color) {
        let path = table.path(color, pawn);
        let share = if men.squares(!color).contains(pawn.ahead) {
            w.passed_blocked[0]
        } else if men.squares(color).contains(pawn.ahead) {
            w.passed_blocked[1]
        } else {
            let control = match () {
                () if enemy.all.contains(pawn.ahead) => 2,
                () if enemy.all.meets(path) || men.squares(!color).meets(path) => 1,
                () => 0,
            };
            w.passed_path[control] + if own.all.contains(pawn.ahead) { w.passed_guarded } else { 0 }
        };
        score += passed_value(w, pawn.steps).percent(Tapered::both(share));
    }
    score
}

/// What a man's safe squares are worth.
#[inline]
fn mobility(w: &Weights, facts: Facts, free: i32) -> Tapered {
    let above = (free * 100 - facts.crowded * w.mobility_usual / 100) * facts.share / 1024;
    let mut score = Tapered { mg: w.mobility.mg * above / 1000, eg: w.mobility.eg * above / 1000 };
    if let Some(low) = w.mobility_low.get(index(free)) {
        score += *low;
    }
    score
}

/// What a man's square is worth among the pawns.
#[inline(always)]
fn standing<const W: usize>(
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

/// What the threats against a side cost it.
#[inline(always)]
fn threats<const W: usize>(
    w: &Weights,
    color: Color,
    sides: &[Side<W>; 2],
    men: &Accumulator<W>,
    pawns: &PawnEntry<W>,
) -> Tapered {
    let (own, enemy) = (&sides[color.index()], &sides[(!color).index()]);
    let (own_pawns, enemy_pawns) = (pawns.attacks[color.index()], pawns.attacks[(!color).index()]);
    let loose = pawns.squares[color.index()] & enemy.all & !own.all;
    let strong = own_pawns | own.twice & !enemy.twice;
    let mut score = w.hanging_pawn.times(loose.count())
        + w.restricted.times((own.all & enemy.all & !strong & !men.squares(!color)).count());
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
    let several = (by_pawn | lesser | hanging).count();
    if several > 1 {
        score += w.threats_several.times(several - 1);
    }
    score
}

/// What the attack on a side's King costs it.
#[inline(always)]
fn danger<const W: usize>(
    w: &Weights,
    color: Color,
    sides: &[Side<W>; 2],
    pawns: &PawnEntry<W>,
    shelter: i32,
) -> Tapered {
    let (own, enemy) = (&sides[color.index()], &sides[(!color).index()]);
    if own.attackers + own.checkers == 0 {
        return Tapered::default();
    }
    let by_pawns = (pawns.attacks[(!color).index()] & own.zone).count();
    let weak = own.zone & enemy.all & !own.twice & (!own.all | own.king);
    let flights = (own.flights & !enemy.all).count();
    let danger = w.danger_base
        + own.attackers * own.attackers * w.danger_attacker
        + (own.hits + by_pawns) * w.danger_hit
        + weak.count() * w.danger_weak
        + own.checkers * w.danger_check[0]
        + (own.checks - own.checkers) * w.danger_checks
        + own.bad_checkers * w.danger_check[1]
        + w.danger_flight.get(index(flights)).copied().unwrap_or(0)
        + shelter * w.danger_shelter / 100
        + (STRONGEST - own.strongest).max(0) * w.danger_strongest / 100;
    let danger = danger.clamp(0, DANGER_MOST);
    Tapered { mg: -danger * danger / DANGER[0], eg: -danger / DANGER[1] }
}

/// What room a side has behind its pawns.
#[inline(always)]
fn space<const W: usize>(
    w: &Weights,
    middle: Squares<W>,
    color: Color,
    men: &Accumulator<W>,
    pawns: &PawnEntry<W>,
) -> Tapered {
    let free = middle & !pawns.squares[color.index()] & !pawns.attacks[(!color).index()];
    let room = free.count() + (free & pawns.shadow[color.index()] & !men.squares(!color)).count();
    w.space.times(room)
}

/// By the King's square: the squares whose attack endangers it, which are those it can step to, its own, and
/// those before them.
fn zones<const W: usize>(game: &Game, values: &Values, color: Color) -> Vec<Squares<W>> {
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
