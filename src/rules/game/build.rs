//! Builds the tables of moves and rays, for each kind and square.

use super::rays::RayBuilder;
use super::special::Promotions;
use super::tables::{
    ConditionalMove, EntryBuilder, MOST_CHANGED, MoveTable, MultiCapture, PackedTarget, QUIET, When, capture,
};
use super::targets::{Condition, Guard, LegFlags, Target};
use super::{Compiler, DoubleStep, EnPassant, KindId, MaybeIndex};
use crate::rules::geometry::{Color, Narrow, Square};
use crate::rules::variant::{Captor, PromotionDef, Royals};

/// The input and output of the builder.
pub(super) struct Build<'a> {
    pub(super) compiler: Compiler<'a>,
    pub(super) promotions: &'a Promotions,
    /// By side and square: the moves that pieces of the side lend to a piece there.
    pub(super) lent: [Vec<Vec<Target>>; 2],
    pub(super) rays: RayBuilder,
    pub(super) moves: MoveTable,
    pub(super) double_steps: Vec<DoubleStep>,
    /// Per capturing side.
    pub(super) en_passant: [Vec<EnPassant>; 2],
    /// Why the game cannot be compiled.
    pub(super) fault: Option<&'static str>,
}

impl Build<'_> {
    /// Builds the moves and rays of one kind on one square.
    pub(super) fn entry(&mut self, id: KindId, from: Square) {
        let mut builder = EntryBuilder::default();
        let compiler = self.compiler;
        let kind = compiler.kind(id);
        if !compiler.shape.is_hole(from) {
            for ruled in compiler.legs_at(kind, from) {
                let (flags, condition) = (ruled.flags(), ruled.condition);
                let owner = LegOwner { id, color: kind.color, from, flags, condition };
                self.leg(&mut builder, owner, compiler.targets(ruled, kind, from));
            }
            self.promotions_instead(&mut builder, id, from);
            let lent = &self.lent[kind.color.index()][from.index()];
            for target in compiler.loans_to(lent, id, from) {
                let (flags, condition) = (target.flags, target.condition);
                let owner = LegOwner { id, color: kind.color, from, flags, condition };
                self.leg(&mut builder, owner, vec![target]);
            }
        }
        if !self.moves.push(&builder) {
            self.fault = Some("it has too many ways from one square");
        }
    }

    /// Adds promotions that replace a move: in place, or with a quiet move of the new piece.
    fn promotions_instead(&mut self, builder: &mut EntryBuilder, id: KindId, from: Square) {
        let (Some(set), kind) = (self.promotions.instead[id.index()].get(), self.compiler.kind(id)) else {
            return;
        };
        let on_square = |def: &PromotionDef| def.squares.contains(&kind.own_view(self.compiler.shape, from));
        let anywhere = kind.piece_of(self.compiler.def).promotion.as_ref().is_some_and(on_square);
        let mut ends: Vec<(u8, When, Guard)> = vec![(from.0, capture(!kind.color), Guard::default())];
        for new in self.promotions.sets.get(usize::from(set)).iter().flat_map(|set| &set.targets) {
            let new = self.compiler.kind(*new);
            for ruled in self.compiler.legs_at(new, from) {
                let targets = self.compiler.targets(ruled, new, from).into_iter();
                let quiet = targets.filter(|target| target.quiet && target.to != from);
                ends.extend(quiet.map(|target| (target.to.0, QUIET, target.guard)));
            }
        }
        let special = if anywhere { Condition::Instead(set) } else { Condition::LastInstead(set) };
        let special = self.code(Some(special));
        for (to, when, guard) in ends {
            let guard = self.rays.store(&guard);
            builder
                .conditional
                .push(ConditionalMove { stop: PackedTarget { to, skip: 1, when, special }, guard });
        }
    }

    /// Adds the moves of one leg to its targets.
    fn leg(&mut self, builder: &mut EntryBuilder, owner: LegOwner, mut targets: Vec<Target>) {
        let LegOwner { id, color, from, flags, .. } = owner;
        if flags.initial {
            let Some(right) = self.compiler.first_move(id, from) else { return };
            for target in &mut targets {
                target.guard.right = right;
            }
        }
        if flags.kings {
            return self.attack_kings(owner, &targets);
        }
        for r in &targets {
            if r.capture && r.to != from && !flags.tame {
                self.rays.add(id, from, r.to, &r.guard);
            }
            self.attack_victims(owner, r);
            if flags.en_passant {
                let guard = self.rays.store(&r.guard);
                let moves = self.compiler.def.rules.captor != Captor::Stays;
                let promotes = if moves { self.promotes(id, from, r.to) } else { MaybeIndex::NONE };
                self.en_passant[color.index()].push(EnPassant { to: r.to, from, kind: id, guard, promotes });
                builder.en_passant.push(r.to.0);
            }
        }
        let (multi_captures, mut targets) = multi_captures(targets, from, flags.tame);
        targets.retain(|r| owner.when(r) != 0);
        self.check_rules(owner, &targets);
        for r in &multi_captures {
            self.multi_capture(builder, owner, r);
        }
        self.stops(builder, owner, targets);
    }

    /// Adds the attacks of a leg that captures kings alone: it never moves, so zones do not apply to it.
    fn attack_kings(&mut self, owner: LegOwner, targets: &[Target]) {
        if self.compiler.def.rules.royals == Royals::NotAll || !self.compiler.def.rules.untraded.is_empty() {
            self.fault = Some("`k` takes Kings alone: not where Kings are taken, or pieces not traded");
        }
        // A confined king may start outside its zone.
        let royal = |at: Square| {
            let mut kings = (0..).map(KindId).zip(self.compiler.kinds);
            kings.any(|(id, king)| {
                king.royal
                    && king.color != owner.color
                    && (king.may_stand(self.compiler.def, at) || self.compiler.array.contains(&(at, id)))
            })
        };
        for r in targets.iter().filter(|r| royal(r.to)) {
            self.rays.add(owner.id, owner.from, r.to, &r.guard);
        }
    }

    /// Records that a leg is incompatible with other rules.
    fn check_rules(&mut self, owner: LegOwner, targets: &[Target]) {
        let LegOwner { id, flags, condition, .. } = owner;
        if flags.tame && !self.compiler.def.rules.untraded.is_empty() {
            self.fault = Some("`t` takes no Kings: not where men are not traded, for it attacks nobody");
        }
        if condition == Some(Condition::AfterCapture) && !self.compiler.def.rules.untraded.is_empty() {
            self.fault = Some(
                "a move that waits for a capture attacks before it may be made: not where men are not traded",
            );
        }
        if condition.is_some() && targets.iter().any(|r| self.turns(id, r.to)) {
            self.fault = Some(
                "a move that keeps the clock, is barred in check or waits for a capture cannot turn a piece \
                 into another",
            );
        }
        let waits = matches!(condition, Some(Condition::Unchecked | Condition::AfterCapture));
        if waits
            && (self.passes(owner) || targets.iter().any(|r| self.promotes(id, owner.from, r.to).is_some()))
        {
            self.fault = Some(
                "a move that is barred in check or waits for a capture cannot promote a piece, nor expose it \
                 to capture en passant",
            );
        }
    }

    /// Adds a move that affects more pieces than one captured on its target.
    fn multi_capture(&mut self, builder: &mut EntryBuilder, owner: LegOwner, r: &Target) {
        if self.promotes(owner.id, owner.from, r.to).is_some() || self.turns(owner.id, r.to) {
            self.fault =
                Some("where a piece promotes it cannot take others on its way, take its own, or spare Kings");
            return;
        }
        if r.victims.len() + usize::from(r.capture || r.own) > MOST_CHANGED {
            self.fault = Some("a move captures at most nine pieces");
        }
        let guard = self.rays.store(&r.guard);
        let when = owner.when(r) | if r.own { capture(!owner.color) } else { 0 };
        match self.moves.victims_index(&r.victims, r.put) {
            Some(victims) => {
                builder.multi_captures.push(MultiCapture {
                    to: r.to.0,
                    when,
                    guard,
                    victims,
                    tame: owner.flags.tame,
                });
            }
            None => self.fault = Some("the pieces that it captures on its way are too many different sets"),
        }
    }

    /// Adds the other moves of a leg: lines as chains of stops, and separately the moves with a
    /// condition of their own.
    fn stops(&mut self, builder: &mut EntryBuilder, owner: LegOwner, targets: Vec<Target>) {
        let passed = |to: u8| PackedTarget { to, skip: 1, when: 0, special: MaybeIndex::NONE };
        let (lines, conditional): (Vec<Target>, Vec<Target>) =
            targets.into_iter().partition(|r| owner.flags.ray && r.guard.is_plain());
        let mut lines = lines.as_slice();
        while !lines.is_empty() {
            let mut stops: Vec<PackedTarget> = Vec::new();
            // A bent path yields one ray for each route.
            while let Some(r) = lines.first().filter(|r| goes_on(&stops, &r.guard)) {
                // A square beyond the stops so far that the guard requires empty is passed, not
                // reached.
                let between = &r.guard.clear[stops.len().min(r.guard.clear.len())..];
                stops.extend(between.iter().map(|&to| passed(to)));
                stops.push(self.stop(owner, r));
                lines = &lines[1..];
            }
            builder.ray(stops);
        }
        for r in conditional {
            let guard = self.rays.store(&r.guard);
            let stop = self.stop(owner, &r);
            builder.conditional.push(ConditionalMove { stop, guard });
        }
    }

    /// The stop on a square that a leg reaches.
    fn stop(&mut self, owner: LegOwner, r: &Target) -> PackedTarget {
        let ruled = owner.condition;
        let rules = &self.compiler.def.rules;
        let side_effects = r.quiet && rules.changes_side.happens(false)
            || r.capture && (rules.captor != Captor::Moves || rules.changes_side.happens(true))
            || rules.royals.by_place() && self.counts_by_place(owner.id);
        let gate =
            self.compiler.first_moves.iter().any(|v| v.gate && v.square == owner.from && v.kind == owner.id);
        let special = match self.promotes(owner.id, owner.from, r.to).get() {
            promotes if gate => {
                if promotes.is_some() || ruled.is_some() || self.passes(owner) {
                    self.fault = Some(
                        "a piece opens no gate by a move that promotes it, that has a condition, or that \
                         exposes it to capture en passant",
                    );
                }
                Some(Condition::Gate)
            }
            None if side_effects && (ruled.is_none() || r.capture) => Some(Condition::SideEffects),
            None if self.passes(owner) => self.double_step(owner.color, owner.from, r.to, &r.guard),
            None if self.turns(owner.id, r.to) && ruled.is_none() => Some(Condition::Becomes),
            None => ruled,
            Some(set) => {
                let stays = !self.promotions.sets[usize::from(set)].forced;
                let step = Some(()).filter(|()| stays && !side_effects && self.passes(owner));
                let step = step.and_then(|()| self.double_step(owner.color, owner.from, r.to, &r.guard));
                let step = match step {
                    Some(Condition::DoubleStep(index)) => MaybeIndex::some(index),
                    _ => MaybeIndex::NONE,
                };
                Some(Condition::Promotion(set, step))
            }
        };
        PackedTarget { to: r.to.0, skip: 1, when: owner.when(r), special: self.code(special) }
    }

    fn code(&mut self, special: Option<Condition>) -> MaybeIndex {
        let code = self.moves.code(special);
        if code.is_none() {
            self.fault = Some("all pieces together have too many different double steps and promotions");
        }
        code.unwrap_or_default()
    }

    /// Whether a piece is royal, or would be elsewhere.
    fn counts_by_place(&self, id: KindId) -> bool {
        let kind = self.compiler.kind(id);
        self.compiler
            .kinds
            .iter()
            .any(|royal| royal.royal && royal.color == kind.color && royal.role == kind.role)
    }

    /// Whether a move exposes a pawn to capture on the squares it passes.
    fn passes(&self, owner: LegOwner) -> bool {
        owner.flags.double && self.compiler.kind(owner.id).pawn
    }

    /// The promotion set of a piece type for a move that promotes it.
    fn promotes(&self, id: KindId, from: Square, to: Square) -> MaybeIndex {
        let of = |sets: &[MaybeIndex], square: Square| {
            sets[id.index() * self.compiler.shape.len() + square.index()]
        };
        let there = of(&self.promotions.at, to);
        if there.is_some() { there } else { of(&self.promotions.leaving, from) }
    }

    /// Whether a move to a square transforms a piece of a kind, or does so if it captures.
    fn turns(&self, id: KindId, to: Square) -> bool {
        self.compiler.kind(id).becomes.as_ref().is_some_and(|becomes| becomes.on[to.index()])
    }

    /// A piece that is captured on the way is attacked if the rest of the way is possible.
    fn attack_victims(&mut self, LegOwner { id, color: own, from, flags, .. }: LegOwner, r: &Target) {
        let enemy = !own;
        for &victim in &r.victims {
            let mut guard = r.guard.clone();
            if !guard.pieces_of(enemy).contains(&victim.0) {
                continue;
            }
            guard.pieces_of(enemy).retain(|&square| square != victim.0);
            if r.to == from {
                self.rays.add(id, from, victim, &guard);
                continue;
            }
            if r.quiet {
                let mut quiet = guard.clone();
                quiet.clear.push(r.to.0);
                self.rays.add(id, from, victim, &quiet);
            }
            if r.own {
                let mut own_taken = guard.clone();
                own_taken.pieces_of(own).push(r.to.0);
                if r.put.is_none() || flags.tame {
                    own_taken.never_royal.push(r.to.0);
                }
                self.rays.add(id, from, victim, &own_taken);
            }
            if r.capture {
                guard.pieces_of(enemy).push(r.to.0);
                if flags.tame {
                    guard.never_royal.push(r.to.0);
                }
                self.rays.add(id, from, victim, &guard);
            }
        }
    }

    fn double_step(&mut self, color: Color, from: Square, to: Square, guard: &Guard) -> Option<Condition> {
        if guard.clear.is_empty() {
            return None;
        }
        let step = DoubleStep {
            color,
            from,
            to,
            passed: guard.clear.iter().map(|&s| Square(s)).collect(),
            captures: Vec::new(),
        };
        let known = self.double_steps.iter().position(|d| *d == step);
        let index = known.unwrap_or_else(|| {
            self.double_steps.push(step);
            self.double_steps.len() - 1
        });
        Some(Condition::DoubleStep(index.min(255).narrow()))
    }

    /// Adds the double steps, after all en passant captures are known.
    pub(super) fn steps_with_captures(&mut self) -> Vec<DoubleStep> {
        let mut steps = std::mem::take(&mut self.double_steps);
        for step in &mut steps {
            let enemies = &self.en_passant[(!step.color).index()];
            step.captures = step
                .passed
                .iter()
                .flat_map(|&to| enemies.iter().filter(move |capture| capture.to == to))
                .cloned()
                .collect();
        }
        steps
    }
}

/// Trips that are [`MultiCapture`], as a whole or in part, and those that are not.
fn multi_captures(targets: Vec<Target>, from: Square, tame: bool) -> (Vec<Target>, Vec<Target>) {
    let (mut multi_captures, mut others) = (Vec::new(), Vec::new());
    for r in targets {
        let apart = r.capture && (tame || r.put.is_some());
        if r.to == from || !r.victims.is_empty() {
            multi_captures.push(r);
        } else if r.own || apart {
            multi_captures.push(Target { quiet: false, capture: apart, ..r.clone() });
            others.push(Target { capture: r.capture && !apart, own: false, ..r });
        } else {
            others.push(r);
        }
    }
    (multi_captures, others)
}

/// Whether a square with this guard lies beyond the stops of a ray, on the same way.
fn goes_on(stops: &[PackedTarget], guard: &Guard) -> bool {
    guard.clear.len() >= stops.len()
        && stops.iter().zip(&guard.clear).all(|(stop, &square)| stop.to == square)
}

/// The piece whose moves are added, and the leg by which it makes them.
#[derive(Clone, Copy)]
struct LegOwner {
    id: KindId,
    color: Color,
    from: Square,
    flags: LegFlags,
    condition: Option<Condition>,
}

impl LegOwner {
    /// What it may do on a square that it reaches, apart from capturing its own side's pieces.
    fn when(self, r: &Target) -> When {
        (if r.quiet { QUIET } else { 0 }) | if r.capture { capture(self.color) } else { 0 }
    }
}
