//! The compile step: a variant definition becomes tables.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use super::castle::castles;
use super::ends::ends;
use super::maybe::MaybeIndex;
use super::mobility::strongest;
use super::promotion::{becoming, promotes_to, promotions};
use super::rays::RayBuilder;
use super::tables::{EntryBuilder, Guarded, MoveTable, QUIET, Special, Stop, Taking, When, capture};
use super::walk::{Guard, Reached, leave_room, reached};
use super::{
    DoubleStep, EnPassant, Game, Kind, KindId, MAX_MEN, Reachable, Restrictions, ThreatTable, Virgin, Zobrist,
};
use crate::betza::{Leg, Movement, Obstacle};
use crate::geometry::{Color, MAX_SQUARES, Narrow, Shape, Square};
use crate::variant::{Castling, NoMoves, Royals, TurnRule, VariantDef, VariantError};

/// Compiles a definition.
///
/// # Errors
/// If the definition needs more men, kinds or rights than the tables can hold.
pub fn compile(def: &VariantDef) -> Result<Arc<Game>, VariantError> {
    let shape = def.shape.clone();
    let mut kinds = kinds(def);
    if kinds.len() > MAX_MEN {
        return Err(limit("piece types of both sides, promotion included", kinds.len(), MAX_MEN));
    }
    let array: Vec<(Square, KindId)> = def
        .array
        .iter()
        .filter_map(|&(square, color, piece)| Some((square, own_kind(&kinds, color, piece)?)))
        .collect();
    let slot_split = slot_split(&array, &kinds)?;
    for id in 0..kinds.len() {
        kinds[id].color_bound = color_bound(&shape, def, &kinds[id]);
        kinds[id].promotes_to = promotes_to(def, &kinds, &kinds[id]);
        kinds[id].becomes = becoming(def, &kinds, &kinds[id]);
    }
    if def.rules.turn == TurnRule::OneMovePerSquareColor {
        keep_to_their_colors(def, &shape, &kinds)?;
    }
    for id in 0..kinds.len() {
        kinds[id].strongest = strongest(def, &kinds, &kinds[id].promotes_to);
    }
    let castles = castles(def, &kinds, &array);
    let virgins = virgins(&shape, def, &kinds, &array);
    if castles.len() + virgins.len() > 32 {
        return Err(limit("castling and first-move rights", castles.len() + virgins.len(), 32));
    }

    let (promotions, promotion_at) = promotions(&shape, def, &kinds);
    let mut build = Build {
        promotion_at: &promotion_at,
        def,
        shape: &shape,
        kinds: &kinds,
        array: &array,
        first_virgin: castles.len(),
        virgins: &virgins,
        rays: RayBuilder::new(kinds.len(), shape.len()),
        moves: MoveTable::default(),
        double_steps: Vec::new(),
        en_passant: [Vec::new(), Vec::new()],
        fault: None,
    };
    for id in 0..kinds.len().narrow() {
        for square in shape.cells() {
            build.entry(KindId(id), square);
        }
    }
    if build.moves.specials() >= usize::from(u8::MAX) {
        return Err(limit(
            "different double steps and promotions",
            build.moves.specials(),
            usize::from(u8::MAX) - 1,
        ));
    }
    if let Some(fault) = build.fault {
        return Err(VariantError::limit(fault));
    }
    let double_steps = build.steps_with_captures();
    let Build { rays, moves, .. } = build;
    let rays = rays.finish().ok_or_else(|| limit("different rays of attack", 1 << 16, (1 << 16) - 2))?;

    let mut rights_kept = [u32::MAX; MAX_SQUARES];
    for (bit, castle) in castles.iter().enumerate() {
        rights_kept[castle.king.0.index()] &= !(1 << bit);
        rights_kept[castle.partner.0.index()] &= !(1 << bit);
    }
    for (i, virgin) in virgins.iter().enumerate() {
        rights_kept[virgin.square.index()] &= !(1 << (castles.len() + i));
    }
    let threats = ThreatTable::new(&shape, &kinds, &castles, &rays, &moves);
    let zobrist = Zobrist::new(kinds.len() * shape.len(), double_steps.len());
    let pawn_kinds = kinds.iter().enumerate().fold(0, |set, (id, kind)| set | u64::from(kind.pawn) << id);
    let supplies: Vec<u8> = (0..kinds.len().narrow())
        .map(|id| array.iter().filter(|(_, kind)| kind.0 == id).count().narrow())
        .collect();
    Ok(Arc::new(Game {
        def: def.clone(),
        restrictions: Restrictions::of(&def.rules, &kinds),
        turns_men: kinds.iter().any(|kind| kind.becomes.is_some()),
        spares: Color::ALL.map(|color| spares(def, &kinds, &array, color)),
        ends: ends(def, &kinds, &supplies),
        too_weak: super::material::too_weak(def, &kinds),
        supplies,
        kinds,
        shape,
        castles,
        array,
        moves,
        rays,
        threats,
        promotions,
        promotion_at,
        double_steps,
        virgins,
        rights_kept,
        pawn_kinds,
        zobrist,
        material: OnceLock::new(),
        slot_split,
    }))
}

fn limit(what: &str, got: usize, most: usize) -> VariantError {
    VariantError::limit(format!("{what}: at most {most} are possible, this variant has {got}"))
}

/// The kinds: each side's own pieces, then the foreign ones it can promote to.
fn kinds(def: &VariantDef) -> Vec<Kind> {
    let make = |color: Color, owner: Color, index: usize, letter: char| {
        let piece = &def.sides[owner.index()].pieces[index];
        Kind {
            color,
            letter: color.case(letter),
            mark: piece.mark,
            name: piece.name.clone(),
            role: piece.role,
            betza: piece.betza.clone(),
            royal: piece.royal,
            pawn: piece.promotion.is_some(),
            foreign: color != owner,
            value: piece.value,
            xboard_slot: piece.xboard_slot,
            color_bound: false,
            becomes: None,
            most: piece.most.unwrap_or(u8::MAX),
            promotes_to: Vec::new(),
            strongest: None,
            piece: (owner, index),
        }
    };
    let mut kinds: Vec<Kind> = Vec::new();
    for color in Color::ALL {
        let side = &def.sides[color.index()];
        kinds.extend(side.pieces.iter().enumerate().map(|(i, piece)| make(color, color, i, piece.letter)));
        for pawn in &side.pieces {
            for target in pawn.promotion.iter().flat_map(|promotion| &promotion.targets) {
                let known =
                    kinds.iter().any(|k| k.color == color && k.piece == (target.from_side, target.piece));
                if !known {
                    // What a pawn becomes counts as born where the pawn was.
                    kinds.push(Kind {
                        mark: pawn.mark,
                        ..make(color, target.from_side, target.piece, target.letter)
                    });
                }
            }
        }
    }
    kinds
}

fn own_kind(kinds: &[Kind], color: Color, piece: usize) -> Option<KindId> {
    kinds.iter().position(|k| k.color == color && k.piece == (color, piece)).map(|i| KindId(i.narrow()))
}

/// The first slot of Black's men: half of them each, unless one side starts with more.
fn slot_split(array: &[(Square, KindId)], kinds: &[Kind]) -> Result<u8, VariantError> {
    let white = array.iter().filter(|(_, kind)| kinds[kind.index()].color == Color::White).count();
    let black = array.len() - white;
    match (white, black) {
        _ if white + black > MAX_MEN => Err(limit("men at the start", white + black, MAX_MEN)),
        (33.., _) => Ok(white.narrow()),
        (_, 33..) => Ok((MAX_MEN - black).narrow()),
        _ => Ok((MAX_MEN / 2).narrow()),
    }
}

/// What is said of a leg besides its moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LegNote {
    None,
    /// It is barred in check.
    Unchecked,
    /// It keeps the count of moves without progress going.
    KeepsClock,
    /// It exposes a pawn to capture on the squares it passes.
    Passing,
    /// No man may stand behind the square it ends on.
    Spacious,
}

impl LegNote {
    fn special(self) -> Option<Special> {
        match self {
            LegNote::None | LegNote::Passing | LegNote::Spacious => None,
            LegNote::Unchecked => Some(Special::Unchecked),
            LegNote::KeepsClock => Some(Special::KeepsClock),
        }
    }
}

/// Whether a side may have several royal men, of which one may be left attacked.
fn spares(def: &VariantDef, kinds: &[Kind], array: &[(Square, KindId)], color: Color) -> bool {
    let royal = |id: KindId| kinds[id.index()].royal && kinds[id.index()].color == color;
    let several = array.iter().filter(|man| royal(man.1)).count() > 1;
    def.rules.royals == Royals::NotAll && (several || kinds.iter().flat_map(Kind::future).any(royal))
}

/// Every leg of a kind that is at work on a square, zones included.
fn legs_at<'a>(def: &'a VariantDef, shape: &Shape, kind: &Kind, square: Square) -> Vec<(&'a Leg, LegNote)> {
    let piece = kind.piece_of(def);
    let zone_square = kind.own_view(shape, square);
    let normal = piece.movement.legs.iter().map(|leg| (leg, LegNote::None));
    let unchecked = piece.unchecked.legs.iter().map(|leg| (leg, LegNote::Unchecked));
    let zones = piece.zones.iter().filter(|zone| zone.squares.contains(&zone_square)).flat_map(|zone| {
        let note = match (zone.en_passant, zone.keeps_clock) {
            (true, _) => LegNote::Passing,
            (false, true) => LegNote::KeepsClock,
            (false, false) => LegNote::None,
        };
        zone.movement.legs.iter().map(move |leg| (leg, note))
    });
    let spacious = piece.spacious.legs.iter().map(|leg| (leg, LegNote::Spacious));
    normal.chain(unchecked).chain(spacious).chain(zones).collect()
}

/// Where a leg leads, and what it asks, what is noted of it too.
fn reached_by((leg, note): (&Leg, LegNote), def: &VariantDef, kind: &Kind, from: Square) -> Vec<Reached> {
    let mut reached = reached(def, leg, kind, from);
    if note == LegNote::Spacious {
        leave_room(&def.shape, leg, kind.color, from, &mut reached);
    }
    reached
}

/// Every leg of a kind on any square.
fn all_legs<'a>(def: &'a VariantDef, kind: &Kind) -> impl Iterator<Item = &'a Leg> {
    let piece = kind.piece_of(def);
    let movements = [&piece.movement, &piece.unchecked, &piece.spacious]
        .into_iter()
        .chain(piece.zones.iter().map(|z| &z.movement));
    movements.flat_map(|m: &Movement| &m.legs)
}

/// Whether no move of a kind changes the color of its square: the basic moves only, for castling
/// looks at the piece without its additions.
fn color_bound(shape: &Shape, def: &VariantDef, kind: &Kind) -> bool {
    let legs = &kind.piece_of(def).movement.legs;
    shape.squares().all(|from| {
        let same = |leg: &Leg| {
            reached(def, leg, kind, from).iter().all(|r| shape.is_dark(r.to) == shape.is_dark(from))
        };
        legs.iter().all(same)
    })
}

/// In games of double moves no man may leave the squares of one color, nor do squares of the other
/// matter to its moves: else the two halves of a turn would not be independent.
fn keep_to_their_colors(def: &VariantDef, shape: &Shape, kinds: &[Kind]) -> Result<(), VariantError> {
    for kind in kinds {
        for from in shape.squares() {
            let strays = |&to: &Square| shape.is_dark(to) != shape.is_dark(from);
            let mut targets = legs_at(def, shape, kind, from)
                .into_iter()
                .flat_map(|noted| reached_by(noted, def, kind, from));
            let looks = |r: Reached| {
                let passed = r.guard.clear.into_iter().chain(r.guard.occupied).chain(r.guard.hurdle);
                let men = r.guard.white.into_iter().chain(r.guard.black);
                let passed = passed.chain(men).map(Square);
                passed.chain([r.to]).find(strays)
            };
            if let Some(to) = targets.find_map(looks) {
                let (name, from, to) = (&kind.name, shape.name(from), shape.name(to));
                return Err(VariantError::limit(format!(
                    "with one move per square color every man keeps to its color, but the way of the {name} \
                        on {from} leads over {to}"
                )));
            }
        }
    }
    match (&def.rules.castling, def.rules.no_moves) {
        (Castling::Corner { .. }, _) => {
            Err(VariantError::limit("with one move per square color nobody castles"))
        }
        (_, NoMoves::MoverLoses | NoMoves::MoverWins | NoMoves::FewerMenWins) => {
            let message =
                "with one move per square color having no move is a draw or closes the squares of that color";
            Err(VariantError::limit(message))
        }
        _ => Ok(()),
    }
}

/// Men with initial moves that could come back to where they started: their first move is a right
/// of the position. (A man that cannot come back has it whenever it stands there.)
fn virgins(shape: &Shape, def: &VariantDef, kinds: &[Kind], array: &[(Square, KindId)]) -> Vec<Virgin> {
    let may_return = |start: Square, id: KindId| {
        let kind = &kinds[id.index()];
        let mut seen: HashSet<Square> = HashSet::new();
        let mut open = vec![start];
        while let Some(from) = open.pop() {
            let legs = legs_at(def, shape, kind, from);
            for to in legs.iter().flat_map(|(leg, _)| reached(def, leg, kind, from)).map(|r| r.to) {
                if seen.insert(to) {
                    open.push(to);
                }
            }
        }
        array.iter().any(|&(square, other)| other == id && seen.contains(&square))
    };
    let has_initial = |id: KindId| all_legs(def, &kinds[id.index()]).any(|leg| leg.initial);
    let candidates = array.iter().filter(|&&(square, kind)| has_initial(kind) && may_return(square, kind));
    candidates.map(|&(square, kind)| Virgin { square, kind }).collect()
}

/// What the tables are built from and into.
struct Build<'a> {
    def: &'a VariantDef,
    shape: &'a Shape,
    kinds: &'a [Kind],
    array: &'a [(Square, KindId)],
    promotion_at: &'a [MaybeIndex],
    first_virgin: usize,
    virgins: &'a [Virgin],
    rays: RayBuilder,
    moves: MoveTable,
    double_steps: Vec<DoubleStep>,
    /// Per capturing side.
    en_passant: [Vec<EnPassant>; 2],
    /// Why the game cannot be compiled.
    fault: Option<&'static str>,
}

impl Build<'_> {
    /// Builds the moves and rays of one kind on one square.
    fn entry(&mut self, id: KindId, from: Square) {
        let mut builder = EntryBuilder::default();
        let kind = &self.kinds[id.index()];
        if !self.shape.is_hole(from) {
            for (leg, note) in legs_at(self.def, self.shape, kind, from) {
                let right = match self.initial_right(leg, id, from) {
                    Initial::Never => continue,
                    Initial::Always => MaybeIndex::NONE,
                    Initial::Right(bit) => MaybeIndex::some(bit),
                };
                self.leg(&mut builder, id, from, leg, note, right);
            }
        }
        self.moves.push(&builder);
    }

    /// When an initial leg is at work on a square.
    fn initial_right(&self, leg: &Leg, id: KindId, from: Square) -> Initial {
        if !leg.initial {
            return Initial::Always;
        }
        if let Some(i) = self.virgins.iter().position(|v| v.square == from && v.kind == id) {
            return Initial::Right((self.first_virgin + i).narrow());
        }
        if self.array.contains(&(from, id)) { Initial::Always } else { Initial::Never }
    }

    fn leg(
        &mut self,
        builder: &mut EntryBuilder,
        id: KindId,
        from: Square,
        leg: &Leg,
        note: LegNote,
        right: MaybeIndex,
    ) {
        let kind = &self.kinds[id.index()];
        let color = kind.color;
        let mut reached = reached_by((leg, note), self.def, kind, from);
        if leg.kings {
            let royal = |at: Square| {
                let mut kings = self.kinds.iter().filter(|other| other.royal && other.color != color);
                kings.any(|king| king.may_stand(self.def, at))
            };
            reached.retain(|r| royal(r.to));
            for r in &reached {
                self.rays.add(id, from, r.to, &r.guard, right);
            }
            return;
        }
        let purpose = leg.purpose;
        for r in &reached {
            if r.capture && r.to != from && !leg.tame {
                self.rays.add(id, from, r.to, &r.guard, right);
            }
            self.attack_victims(id, from, r, right);
            if purpose.en_passant {
                let guard = self.rays.store(&r.guard, right);
                self.en_passant[color.index()].push(EnPassant { to: r.to, from, kind: id, guard });
                builder.en_passant.push(r.to.0);
            }
        }
        let when = |r: &Reached| -> When {
            (if r.quiet { QUIET } else { 0 }) | if r.capture { capture(color) } else { 0 }
        };
        let stop = |build: &mut Self, r: &Reached| {
            let special = match build.promotion_at[id.index() * build.shape.len() + r.to.index()].get() {
                None if build.is_double_step(id, leg, note) => build.double_step(color, from, r.to, &r.guard),
                None if build.turns(id, r.to) && note.special().is_none() => Some(Special::Becomes),
                None => note.special(),
                Some(set) => Some(Special::Promotion(set)),
            };
            // Too many of them are noticed when the game is finished.
            Stop {
                to: r.to.0,
                skip: 1,
                when: when(r),
                special: build.moves.code(special).unwrap_or_default(),
            }
        };
        let passed = |to: u8| Stop { to, skip: 1, when: 0, special: MaybeIndex::NONE };
        let ray = matches!(leg.obstacle, Obstacle::Free | Obstacle::SkipFirst | Obstacle::Lame);
        let (takings, mut reached) = takings(reached, from, leg.tame);
        reached.retain(|r| when(r) != 0);
        if note.special().is_some() && reached.iter().any(|r| self.turns(id, r.to)) {
            self.fault =
                Some("a move that keeps the clock, or is barred in check, cannot turn a man into another");
        }
        for r in takings {
            let guard = self.rays.store(&r.guard, right);
            let row = id.index() * self.shape.len() + r.to.index();
            let promotes = self.promotion_at[row].is_some() || self.turns(id, r.to);
            let when = when(&r) | if r.own { capture(!color) } else { 0 };
            match self.moves.victims_index(&r.victims).filter(|_| !promotes) {
                Some(victims) => {
                    builder.taking(Taking { to: r.to.0, when, guard, victims, tame: leg.tame });
                }
                None if promotes => {
                    self.fault = Some(
                        "where a man promotes it cannot take others on its way, take its own, or spare Kings",
                    );
                }
                None => self.fault = Some("the men that are taken on the way are too many different sets"),
            }
        }
        let (lines, guarded): (Vec<Reached>, Vec<Reached>) =
            reached.into_iter().partition(|r| ray && right.is_none() && r.guard.is_plain());
        let mut lines = lines.as_slice();
        while !lines.is_empty() {
            let mut stops: Vec<Stop> = Vec::new();
            // A path that turns is as many rays as it has ways.
            while let Some(r) = lines.first().filter(|r| goes_on(&stops, &r.guard)) {
                // What the guard asks to be empty beyond the stops so far is passed, not reached.
                let between = &r.guard.clear[stops.len().min(r.guard.clear.len())..];
                stops.extend(between.iter().map(|&to| passed(to)));
                stops.push(stop(self, r));
                lines = &lines[1..];
            }
            builder.ray(stops);
        }
        for r in guarded {
            let guard = self.rays.store(&r.guard, right);
            let stop = stop(self, &r);
            builder.guarded(Guarded { stop, guard });
        }
    }

    /// Whether a move to a square turns a man of a kind into another, or does if it captures.
    fn turns(&self, id: KindId, to: Square) -> bool {
        self.kinds[id.index()].becomes.as_ref().is_some_and(|becomes| becomes.on[to.index()])
    }

    /// A man that is taken on the way is attacked if the way can be gone to its end.
    fn attack_victims(&mut self, id: KindId, from: Square, r: &Reached, right: MaybeIndex) {
        let enemy = !self.kinds[id.index()].color;
        let own = !enemy;
        for &victim in &r.victims {
            let mut guard = r.guard.clone();
            if !guard.men_of(enemy).contains(&victim.0) {
                continue;
            }
            guard.men_of(enemy).retain(|&square| square != victim.0);
            if r.to == from {
                self.rays.add(id, from, victim, &guard, right);
                continue;
            }
            if r.quiet {
                let mut quiet = guard.clone();
                quiet.clear.push(r.to.0);
                self.rays.add(id, from, victim, &quiet, right);
            }
            if r.own {
                let mut own_taken = guard.clone();
                own_taken.men_of(own).push(r.to.0);
                self.rays.add(id, from, victim, &own_taken, right);
            }
            if r.capture {
                guard.men_of(enemy).push(r.to.0);
                self.rays.add(id, from, victim, &guard, right);
            }
        }
    }

    /// An initial lame move of a man that promotes, or one that is noted so, exposes it to capture on the
    /// squares it passed.
    fn is_double_step(&self, id: KindId, leg: &Leg, note: LegNote) -> bool {
        (leg.initial || note == LegNote::Passing)
            && leg.bends.is_empty()
            && leg.obstacle == Obstacle::Lame
            && !leg.purpose.capture
            && self.kinds[id.index()].pawn
    }

    fn double_step(&mut self, color: Color, from: Square, to: Square, guard: &Guard) -> Option<Special> {
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
        Some(Special::DoubleStep(index.min(255).narrow()))
    }

    /// The double steps, now that every capture en passant is known.
    fn steps_with_captures(&mut self) -> Vec<DoubleStep> {
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

/// Those that are [`Taking`], as a whole or in part, and those that are not.
fn takings(reached: Vec<Reached>, from: Square, tame: bool) -> (Vec<Reached>, Vec<Reached>) {
    let (mut takings, mut others) = (Vec::new(), Vec::new());
    for r in reached {
        let spares = tame && r.capture;
        if r.to == from || !r.victims.is_empty() {
            takings.push(r);
        } else if r.own || spares {
            takings.push(Reached { quiet: false, capture: spares, ..r.clone() });
            others.push(Reached { capture: r.capture && !spares, own: false, ..r });
        } else {
            others.push(r);
        }
    }
    (takings, others)
}

/// Whether a square with this guard lies behind the stops of a ray, on the same way.
fn goes_on(stops: &[Stop], guard: &Guard) -> bool {
    guard.clear.len() >= stops.len()
        && stops.iter().zip(&guard.clear).all(|(stop, &square)| stop.to == square)
}

/// When an initial leg is at work on a square.
enum Initial {
    Never,
    Always,
    Right(u8),
}

/// Where a man of a kind may go on an empty board, initial moves left out.
pub(super) fn reachable(game: &Game, id: KindId, from: Square) -> Vec<Reachable> {
    let kind = game.kind(id);
    let mut found: Vec<Reachable> = Vec::new();
    for (leg, note) in legs_at(&game.def, &game.shape, kind, from) {
        // What needs men on the way goes nowhere on an empty board.
        let goes = |r: &Reached| r.guard.is_plain() && r.to != from;
        if leg.initial || leg.kings {
            continue;
        }
        for r in reached_by((leg, note), &game.def, kind, from).into_iter().filter(goes) {
            let reachable = Reachable {
                square: r.to,
                needs_clear: r.guard.clear.len().narrow(),
                quiet: r.quiet,
                capture: r.capture,
            };
            match found.iter_mut().find(|known| known.square == r.to) {
                Some(known) => {
                    known.needs_clear = known.needs_clear.min(reachable.needs_clear);
                    known.quiet |= reachable.quiet;
                    known.capture |= reachable.capture;
                }
                None => found.push(reachable),
            }
        }
    }
    found.sort_unstable_by_key(|reachable| reachable.square);
    found
}
