//! Builds the tables of moves and rays, for each kind and square.

use std::rc::Rc;

use super::effects::{Condition, EffectId, EffectTable, Entering, MoveEffect, Terms};
use super::promotions::Promotions;
use super::rays::RayBuilder;
use super::side_effects::SideEffects;
use super::tables::{EntryBuilder, MOST_CHANGED, MoveTable, QUIET, Stop, When, capture};
use super::targets::{Guard, LegFlags, Target, Test};
use super::{Compiler, DoubleStep, EnPassant, Hands, KindId, MaybeIndex, PromotionSet};
use crate::rules::geometry::{Color, Square};
use crate::rules::variant::{Captor, PromotionDef};

/// The input and output of the builder.
pub(super) struct Build<'a> {
    pub(super) compiler: Compiler<'a>,
    pub(super) promotions: &'a Promotions,
    pub(super) side_effects: Option<&'a SideEffects>,
    pub(super) hands: Option<&'a Hands>,
    /// By side and square: the moves that pieces of the side lend to a piece there.
    pub(super) lent: [Vec<Vec<Target>>; 2],
    pub(super) rays: RayBuilder,
    pub(super) moves: MoveTable,
    pub(super) effects: EffectTable,
    pub(super) double_steps: Vec<DoubleStep>,
    /// The terms of a square that is only passed.
    pub(super) nothing: Rc<Terms>,
    /// The terms of the last plain move: those on the rest of a line are mostly the same.
    pub(super) last: Option<(PlainMove, Rc<Terms>)>,
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
                let owner = LegOwner { id, color: kind.color, from, flags: ruled.flags() };
                self.leg(&mut builder, owner, compiler.targets(ruled, kind, from));
            }
            self.promotions_instead(&mut builder, id, from);
            let lent = &self.lent[kind.color.index()][from.index()];
            for target in compiler.loans_to(lent, id, from) {
                let owner = LegOwner { id, color: kind.color, from, flags: target.flags };
                self.leg(&mut builder, owner, vec![target]);
            }
        }
        if let Err(fault) = self.moves.push(&builder) {
            self.fault = Some(fault);
        }
    }

    /// Adds promotions that replace a move: in place, or with a quiet move of the new piece.
    fn promotions_instead(&mut self, builder: &mut EntryBuilder, id: KindId, from: Square) {
        let (compiler, promotions) = (self.compiler, self.promotions);
        let kind = compiler.kind(id);
        let Some(set) = promotions.instead[id.index()].of(&promotions.sets) else { return };
        let on_square = |def: &PromotionDef| def.squares.contains(&kind.own_view(compiler.shape, from));
        let anywhere = kind.piece_of(compiler.def).promotion.as_ref().is_some_and(on_square);
        let last = if anywhere { Condition::NONE } else { Condition::LAST_OF_KIND };
        let condition = Condition::PEACEFUL.and(last).and(supplied(set));
        for &new in &set.targets {
            let (defects, crowns) = (self.defector(new, false), self.crowns(id, new));
            let effect =
                MoveEffect { becomes: Some(new), promotes: true, defects, crowns, ..MoveEffect::NONE };
            let in_place = self.code(MoveEffect { stays: true, ..effect.clone() });
            let terms = Rc::new(Terms::new(&self.effects, condition, vec![in_place], vec![in_place]));
            let stop = Stop { to: from.0, when: capture(!kind.color), terms };
            builder.conditional.push((stop, self.rays.store(&Guard::default())));

            let going = self.code(effect);
            let terms = Rc::new(Terms::new(&self.effects, condition, vec![going], Vec::new()));
            let lent = &self.lent[kind.color.index()][from.index()];
            let borrowed = compiler.loans_to(lent, new, from);
            let new = compiler.kind(new);
            let own = compiler.legs_at(new, from).into_iter();
            let own = own.flat_map(|ruled| compiler.targets(ruled, new, from));
            for target in own.chain(borrowed) {
                let at_once = !target.flags.initial && target.condition() == Condition::NONE;
                if at_once && target.quiet && target.to != from && target.victims.is_empty() {
                    let stop = Stop { to: target.to.0, when: QUIET, terms: terms.clone() };
                    builder.conditional.push((stop, self.rays.store(&target.guard)));
                }
            }
        }
    }

    /// Adds the moves of one leg to its targets.
    fn leg(&mut self, builder: &mut EntryBuilder, owner: LegOwner, mut targets: Vec<Target>) {
        let LegOwner { id, color, from, flags, .. } = owner;
        if self.captures_nothing(id) {
            if flags.en_passant || flags.kings {
                return;
            }
            targets.retain(|target| target.victims.is_empty() || target.put.is_some());
            for target in targets.iter_mut().filter(|target| target.put.is_none()) {
                (target.capture, target.own) = (false, false);
            }
        }
        if flags.initial {
            let Some(right) = self.compiler.first_move(id, from) else { return };
            for target in &mut targets {
                target.guard.add(Test::Right, right.get().as_slice());
            }
        }
        if flags.kings {
            return self.capture_kings(builder, owner, &targets);
        }
        for target in &targets {
            if target.capture && target.to != from && !flags.tame {
                self.rays.add(id, from, target.to, &target.guard);
            }
            self.attack_victims(owner, target);
            if flags.en_passant {
                let guard = self.rays.store(&target.guard);
                let passing = MoveEffect { en_passant: true, ..MoveEffect::NONE };
                let capture = self.choices(owner, target, passing, false);
                let terms = Terms::new(&self.effects, self.condition(owner, target.to), Vec::new(), capture);
                self.en_passant[color.index()].push(EnPassant {
                    to: target.to,
                    from,
                    kind: id,
                    guard,
                    terms,
                });
                builder.en_passant.push(target.to.0);
            }
        }
        let multi_captures = multi_captures(&mut targets, from, flags.tame);
        targets.retain(|target| owner.when(target) != 0);
        for target in &multi_captures {
            self.multi_capture(builder, owner, target);
        }
        self.stops(builder, owner, targets);
    }

    /// Adds the attacks of a leg that captures kings alone, and its moves where kings are captured.
    fn capture_kings(&mut self, builder: &mut EntryBuilder, owner: LegOwner, targets: &[Target]) {
        let moves = self.compiler.captures_kings();
        // Elsewhere only attacks on kings matter.
        let tells_kings = moves || !self.compiler.def.rules.untraded.is_empty();
        // A confined king may start outside its zone.
        let Compiler { def, kinds, array, .. } = self.compiler;
        let royal = |at: Square| {
            let mut kings = (0..).map(KindId).zip(kinds);
            kings.any(|(id, king)| {
                king.royal
                    && king.color != owner.color
                    && (king.may_stand(def, at) || array.contains(&(at, id)))
            })
        };
        for target in targets.iter().filter(|target| royal(target.to)) {
            let mut guard = target.guard.clone();
            if tells_kings {
                guard.add(Test::Royal, &[target.to.0]);
            }
            self.rays.add(owner.id, owner.from, target.to, &guard);
            if moves {
                let capture = Target { quiet: false, own: false, guard, ..target.clone() };
                let guard = self.rays.store(&capture.guard);
                builder.conditional.push((self.stop(owner, &capture), guard));
            }
        }
    }

    /// Adds a move that affects more pieces than one captured on its target.
    fn multi_capture(&mut self, builder: &mut EntryBuilder, owner: LegOwner, target: &Target) {
        let guard = self.rays.store(&target.guard);
        let when = owner.when(target) | if target.own { capture(!owner.color) } else { 0 };
        let stays = target.to == owner.from;
        let way = MoveEffect { victims: target.victims.clone(), put: target.put, stays, ..MoveEffect::NONE };
        let stop = Stop { to: target.to.0, when, terms: Rc::new(self.terms(owner, target, &way)) };
        builder.multi_captures.push((stop, guard, owner.flags.tame));
    }

    /// Adds the other moves of a leg: lines as chains of stops, and separately the moves with a
    /// condition of their own.
    fn stops(&mut self, builder: &mut EntryBuilder, owner: LegOwner, mut targets: Vec<Target>) {
        let terms = self.nothing.clone();
        let passed = |to: u8| Stop { to, when: 0, terms: terms.clone() };
        let on_line = |target: &Target| owner.flags.ray && target.guard.is_plain();
        let conditional: Vec<Target> = targets.extract_if(.., |target| !on_line(target)).collect();
        let mut lines = targets.as_slice();
        while !lines.is_empty() {
            let mut stops: Vec<Stop> = Vec::new();
            // A bent path yields one ray for each route.
            while let Some(target) = lines.first().filter(|target| goes_on(&stops, &target.guard)) {
                // A square beyond the stops so far that the guard requires empty is passed, not
                // reached.
                let clear = target.guard.squares(Test::Empty);
                let between = &clear[stops.len().min(clear.len())..];
                stops.extend(between.iter().map(|&to| passed(to)));
                stops.push(self.stop(owner, target));
                lines = &lines[1..];
            }
            builder.ray(stops, &self.effects);
        }
        for target in conditional {
            let guard = self.rays.store(&target.guard);
            let stop = self.stop(owner, &target);
            builder.conditional.push((stop, guard));
        }
    }

    /// The stop on a square that a leg reaches.
    fn stop(&mut self, owner: LegOwner, target: &Target) -> Stop {
        Stop { to: target.to.0, when: owner.when(target), terms: self.plain_terms(owner, target) }
    }

    /// The terms of a move that does nothing but what is on its target asks for.
    fn plain_terms(&mut self, owner: LegOwner, target: &Target) -> Rc<Terms> {
        let plain = self.plain_move(owner, target);
        if let (Some(plain), Some((last, terms))) = (plain, &self.last)
            && plain == *last
        {
            return terms.clone();
        }
        let terms = Rc::new(self.terms(owner, target, &MoveEffect::NONE));
        if let Some(plain) = plain {
            self.last = Some((plain, terms.clone()));
        }
        terms
    }

    /// A move by what decides its terms, unless these depend on its squares.
    fn plain_move(&self, owner: LegOwner, target: &Target) -> Option<PlainMove> {
        let LegOwner { id, from, flags, .. } = owner;
        let captor = self.compiler.def.rules.captor;
        let captor_moves = !captor.stays() && !captor.leaves();
        let enters = self.hands.is_some() && self.compiler.first_moves.iter().any(|right| right.gate);
        (captor_moves && !enters && !self.is_double_step(owner)).then(|| PlainMove {
            id,
            keeps_clock: flags.keeps_clock,
            condition: flags.condition,
            when: (target.quiet, target.capture, target.own),
            promotions: [false, true].map(|captures| self.promotes(id, from, target.to, captures)),
            becomes: [false, true].map(|captures| self.transformed(id, target.to, captures)),
        })
    }

    /// The terms of a move. `way` is what it does whatever is on its target.
    fn terms(&mut self, owner: LegOwner, target: &Target, way: &MoveEffect) -> Terms {
        let quiet = if target.quiet { self.choices(owner, target, way.clone(), false) } else { Vec::new() };
        let captures = target.capture || target.own;
        let capture = if captures { self.choices(owner, target, way.clone(), true) } else { Vec::new() };
        Terms::new(&self.effects, self.condition(owner, target.to), quiet, capture)
    }

    fn condition(&self, owner: LegOwner, to: Square) -> Condition {
        let set = self.promotes(owner.id, owner.from, to, true).of(&self.promotions.sets);
        owner.flags.condition.and(set.map_or(Condition::NONE, supplied))
    }

    /// The effects of a move to an empty or occupied target, each of which the player may choose.
    fn choices(
        &mut self,
        owner: LegOwner,
        target: &Target,
        way: MoveEffect,
        occupied: bool,
    ) -> Vec<EffectId> {
        let LegOwner { id, from, flags, .. } = owner;
        let rules = &self.compiler.def.rules;
        let captures = (occupied || way.en_passant || !way.victims.is_empty()) && way.put.is_none();
        let captor = if captures { rules.captor } else { Captor::Moves };
        // A piece that stays where it is has not reached the square where it would be another.
        let moves = !captor.stays();
        let promotions = self.promotions;
        let set = Some(self.promotes(id, from, target.to, captures)).filter(|_| moves);
        let set = set.and_then(|set| set.of(&promotions.sets));
        let stays_itself = set.is_none_or(|set| !set.forced);
        let kinds = set.iter().flat_map(|set| &set.targets).copied().map(Some);
        let kinds = kinds.chain(stays_itself.then_some(None));
        let transformed = self.transformed(id, target.to, captures).filter(|_| moves && set.is_none());
        let way = MoveEffect {
            own: occupied && target.own,
            keeps_clock: flags.keeps_clock && !occupied && !captures && set.is_none(),
            ..way
        };
        let mut choices = Vec::new();
        for promotion in kinds {
            let becomes = promotion.or(transformed);
            let kind = becomes.unwrap_or(id);
            let blasts = captor.explodes();
            // A piece explodes as what it has become, but turns into a wall as what it was.
            let captured_as = if blasts { kind } else { id };
            let survives = captor.leaves() && self.survives(captured_as);
            let captor = if survives { Captor::Moves } else { captor };
            let defects = self.defector(kind, captures).filter(|_| !captor.leaves());
            let stays_pawn = !captures && !occupied && promotion.is_none() && defects.is_none();
            let exposes = if stays_pawn && self.is_double_step(owner) {
                self.double_step(owner, target)
            } else {
                MaybeIndex::NONE
            };
            let (crowns, promotes) = (self.crowns(id, kind), promotion.is_some());
            let effect =
                MoveEffect { becomes, promotes, defects, captor, blasts, exposes, crowns, ..way.clone() };
            self.check_size(&effect, target.to, occupied);
            self.with_entries(owner, target.to, &effect, &mut choices);
        }
        choices
    }

    /// Adds an effect, alone and with each piece that may enter from the hand on the square that the piece
    /// leaves.
    fn with_entries(
        &mut self,
        owner: LegOwner,
        to: Square,
        effect: &MoveEffect,
        choices: &mut Vec<EffectId>,
    ) {
        let (from, id) = (owner.from, owner.id);
        let gates = self.compiler.first_moves.iter();
        let own = |kind| self.compiler.is_same_piece(kind, id);
        let gate = gates.into_iter().any(|right| right.gate && right.square == from && own(right.kind));
        let leaves = to != from && !effect.captor.stays() && effect.put != Some(from);
        let without = self.code(effect.clone());
        choices.push(without);
        if let Some(hands) = self.hands.filter(|_| gate && leaves) {
            for kind in hands.entering(owner.color, from) {
                let enters = Some(Entering { kind, square: from, without });
                choices.push(self.code(MoveEffect { enters, ..effect.clone() }));
            }
        }
    }

    /// Records that a move changes more pieces than can be unmade.
    fn check_size(&mut self, effect: &MoveEffect, to: Square, occupied: bool) {
        let around = match self.side_effects {
            Some(side_effects) if effect.blasts => &side_effects.beside[to.index()][..],
            _ => &[],
        };
        let apart = effect.victims.iter().filter(|victim| !around.contains(victim)).count();
        let crowns = effect.crowns && self.side_effects.is_some_and(|effects| effects.leading.is_some());
        let more = usize::from(occupied || effect.en_passant) + usize::from(crowns);
        // One more may enter from the hand.
        if around.len() + apart + more > MOST_CHANGED - 1 {
            self.fault = Some("a move captures at most nine pieces");
        }
    }

    fn code(&mut self, effect: MoveEffect) -> EffectId {
        let code = self.effects.code(effect);
        if code.is_none() {
            self.fault = Some("all pieces together have moves with too many different effects");
        }
        code.unwrap_or(EffectId::ORDINARY)
    }

    /// The effects of each castling record: alone, and with each piece that may enter on the king's square or
    /// its partner's.
    pub(super) fn castling(&mut self) -> Vec<Vec<EffectId>> {
        let castles = self.compiler.castles;
        let mut all = Vec::new();
        for (castle, record) in castles.iter().zip(0..) {
            let without = EffectId::castling(record);
            let mut choices = vec![without];
            for square in [castle.king.0, castle.partner.0] {
                // Neither enters on the other's target.
                let free = square != castle.king.1 && square != castle.partner.1;
                for kind in self.hands.iter().filter(|_| free).flat_map(|h| h.entering(castle.color, square))
                {
                    let enters = Some(Entering { kind, square, without });
                    let castle = MaybeIndex::some(record);
                    choices.extend(self.effects.code(MoveEffect { castle, enters, ..MoveEffect::NONE }));
                }
            }
            all.push(choices);
        }
        all
    }

    /// The kind on the other side of a piece that changes sides by a move.
    fn defector(&self, kind: KindId, captures: bool) -> Option<KindId> {
        let changes = self.compiler.def.rules.changes_side.happens(captures);
        self.side_effects.filter(|_| changes)?.defector(kind)
    }

    /// Whether a piece stays on the board when it captures, although others explode or turn into walls.
    fn survives(&self, kind: KindId) -> bool {
        self.side_effects.is_some_and(|effects| effects.survives(kind))
    }

    /// Whether a piece makes no captures: a royal one, which never turns into a wall.
    fn captures_nothing(&self, kind: KindId) -> bool {
        let Compiler { def, .. } = self.compiler;
        self.compiler.kind(kind).royal && def.rules.captor.petrifies() && !self.survives(kind)
    }

    /// Whether a move after which a piece is of another kind, or of the same, may decide which royal piece
    /// counts.
    fn crowns(&self, id: KindId, becomes: KindId) -> bool {
        self.compiler.counts_by_place(id) || self.compiler.counts_by_place(becomes)
    }

    /// Whether a move exposes a pawn to capture on the squares it passes. A royal one is not captured.
    fn is_double_step(&self, owner: LegOwner) -> bool {
        let kind = self.compiler.kind(owner.id);
        owner.flags.double && kind.pawn && !kind.royal
    }

    /// The promotion set of a piece type for a move that promotes it.
    fn promotes(&self, id: KindId, from: Square, to: Square, captures: bool) -> MaybeIndex {
        let Promotions { at, leaving, entering, .. } = self.promotions;
        let of = |sets: &[MaybeIndex], square: Square| {
            sets[id.index() * self.compiler.shape.cell_count() + square.index()]
        };
        let entered = match of(entering, from) {
            inside if inside.is_some() && captures => inside,
            inside if inside.is_some() => MaybeIndex::NONE,
            _ => of(entering, to),
        };
        [of(at, to), of(leaving, from)].into_iter().find(|set| set.is_some()).unwrap_or(entered)
    }

    /// The kind into which a move to a square transforms a piece of a kind.
    fn transformed(&self, id: KindId, to: Square, captures: bool) -> Option<KindId> {
        let becomes = self.compiler.kind(id).becomes.as_ref()?;
        (becomes.on[to.index()] && (captures || becomes.when.is_by_any_move())).then_some(becomes.kind)
    }

    /// A piece that is captured on the way is attacked if the rest of the way is possible.
    fn attack_victims(&mut self, LegOwner { id, color: own, from, flags, .. }: LegOwner, target: &Target) {
        for &victim in &target.victims {
            let mut guard = target.guard.clone();
            let (friends, enemies) = (Test::side(own), Test::side(!own));
            if !guard.squares(enemies).contains(&victim.0) {
                continue;
            }
            guard.remove(enemies, victim);
            if target.to == from {
                self.rays.add(id, from, victim, &guard);
                continue;
            }
            if target.quiet {
                let mut quiet = guard.clone();
                quiet.add(Test::Empty, &[target.to.0]);
                self.rays.add(id, from, victim, &quiet);
            }
            if target.own {
                let mut own_taken = guard.clone();
                own_taken.add(friends, &[target.to.0]);
                if target.put.is_none() || flags.tame {
                    own_taken.add(Test::NotRoyal, &[target.to.0]);
                }
                self.rays.add(id, from, victim, &own_taken);
            }
            if target.capture {
                guard.add(enemies, &[target.to.0]);
                if flags.tame {
                    guard.add(Test::NotRoyal, &[target.to.0]);
                }
                self.rays.add(id, from, victim, &guard);
            }
        }
    }

    /// The index of the double step of a move that passes squares.
    fn double_step(&mut self, LegOwner { color, from, .. }: LegOwner, target: &Target) -> MaybeIndex {
        let passed: Vec<Square> =
            target.guard.squares(Test::Empty).iter().map(|&square| Square(square)).collect();
        if passed.is_empty() {
            return MaybeIndex::NONE;
        }
        let step = DoubleStep { color, from, to: target.to, passed, captures: Vec::new() };
        let known = self.double_steps.iter().position(|known| *known == step);
        let index = MaybeIndex::try_some(known.unwrap_or_else(|| {
            self.double_steps.push(step);
            self.double_steps.len() - 1
        }));
        if index.is_none() {
            self.fault = Some("all pieces together have too many different double steps");
        }
        index.unwrap_or_default()
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

/// Takes the targets that are a [`MultiCapture`] out, as a whole or in part.
fn multi_captures(targets: &mut Vec<Target>, from: Square, tame: bool) -> Vec<Target> {
    let mut multi_captures = Vec::new();
    targets.retain_mut(|target| {
        let apart = target.capture && (tame || target.put.is_some());
        if target.to == from || !target.victims.is_empty() {
            multi_captures.push(target.clone());
            return false;
        }
        if target.own || apart {
            multi_captures.push(Target { quiet: false, capture: apart, ..target.clone() });
            (target.capture, target.own) = (target.capture && !apart, false);
        }
        true
    });
    multi_captures
}

/// What a promotion set requires of the position.
fn supplied(set: &PromotionSet) -> Condition {
    if set.supply.is_captured() { Condition::SUPPLIED } else { Condition::NONE }
}

/// Whether a square with this guard lies beyond the stops of a ray, on the same way.
fn goes_on(stops: &[Stop], guard: &Guard) -> bool {
    let clear = guard.squares(Test::Empty);
    clear.len() >= stops.len() && stops.iter().zip(clear).all(|(stop, &square)| stop.to == square)
}

/// What decides the terms of a move whose effects do not depend on its squares.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct PlainMove {
    id: KindId,
    keeps_clock: bool,
    condition: Condition,
    /// Whether it may go to an empty square, to one of the enemy, and to one of its own side.
    when: (bool, bool, bool),
    /// The promotions that it allows, without a capture and with one.
    promotions: [MaybeIndex; 2],
    /// What it turns its piece into, likewise.
    becomes: [Option<KindId>; 2],
}

/// The piece whose moves are added, and the leg by which it makes them.
#[derive(Clone, Copy)]
struct LegOwner {
    id: KindId,
    color: Color,
    from: Square,
    flags: LegFlags,
}

impl LegOwner {
    /// What it may do on a square that it reaches, apart from capturing its own side's pieces.
    fn when(self, target: &Target) -> When {
        (if target.quiet { QUIET } else { 0 }) | if target.capture { capture(self.color) } else { 0 }
    }
}
