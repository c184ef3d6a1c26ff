//! Solves an ending and those it leads to, within limits of memory.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::SolveError;
use super::board::{Board, Transition};
use super::index::{Index, Placement, Squares};
use super::material::{MOST_MEN, Material};
use super::paths::Paths;
use super::progress::Progress;
use super::shelf::{Shelf, place};
use super::table::{EndgameTable, Exit, Work};
use super::value::Value;
use crate::rules::game::{DoubleStep, Feature, Game, KindId};
use crate::rules::geometry::{Complex, Narrow, Square};
use crate::rules::position::{Move, MoveKind, Position};
use crate::rules::variant::TurnRule;

/// The resources of a solver.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The maximum number of bytes of all tables.
    pub memory: u64,
    /// The number of threads.
    pub threads: usize,
}

/// The tables of endings of one game.
#[derive(Debug)]
pub struct Solver {
    game: Arc<Game>,
    limits: Budget,
    progress: Arc<Progress>,
    tables: Shelf,
}

impl Solver {
    /// A solver without tables.
    ///
    /// # Errors
    /// If the game has a feature that the solver does not support.
    pub fn new(game: Arc<Game>, limits: Budget, progress: Arc<Progress>) -> Result<Solver, SolveError> {
        refuse(&game)?;
        Ok(Solver { game, limits, progress, tables: Shelf::default() })
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The bytes that the missing tables of an ending and of all it leads to need.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn needs(&self, men: &Material) -> Result<u64, SolveError> {
        self.missing(men)?.iter().map(|men| self.bytes(men)).sum()
    }

    fn bytes(&self, men: &Material) -> Result<u64, SolveError> {
        let paths = Paths::new(&self.game, men.kinds());
        Ok(2 * Index::new(&self.game, men, &allowed(&self.game, men)?, &paths).len() as u64)
    }

    /// The bytes of all tables.
    pub fn used(&self) -> u64 {
        self.tables.bytes()
    }

    /// The tables.
    pub(super) fn shelf(&self) -> &Shelf {
        &self.tables
    }

    /// Drops the tables that are not wanted.
    pub(super) fn keep(&mut self, wanted: impl Fn(&Material) -> bool) {
        self.tables.keep(wanted);
    }

    /// Sets the maximum number of bytes of all tables.
    pub(super) fn set_memory(&mut self, bytes: u64) {
        self.limits.memory = bytes;
    }

    /// An ending and all it leads to.
    ///
    /// # Errors
    /// If its pieces can become each other in a circle.
    pub(super) fn leads_to(&self, men: &Material) -> Result<Vec<Material>, SolveError> {
        let (mut order, mut open) = (Vec::new(), Vec::new());
        self.collect(men, &|_| false, &mut order, &mut open)?;
        Ok(order)
    }

    /// The tables of an ending and of all it leads to; `None` if one is missing.
    pub(super) fn with_all_it_leads_to(&self, men: &Material) -> Option<Shelf> {
        self.tables.only(&self.leads_to(men).ok()?)
    }

    /// The missing endings among an ending and those it leads to, in an order in which they can be solved.
    pub(super) fn missing(&self, men: &Material) -> Result<Vec<Material>, SolveError> {
        let (mut order, mut open) = (Vec::new(), Vec::new());
        self.collect(men, &|men| self.tables.get(men).is_some(), &mut order, &mut open)?;
        Ok(order)
    }

    fn collect(
        &self,
        men: &Material,
        known: &impl Fn(&Material) -> bool,
        order: &mut Vec<Material>,
        open: &mut Vec<Material>,
    ) -> Result<(), SolveError> {
        if known(men) || order.contains(men) {
            return Ok(());
        }
        if open.contains(men) {
            return Err(SolveError::Circle(men.text(&self.game)));
        }
        open.push(*men);
        for (_, next) in exits(&self.game, men) {
            self.collect(&next, known, order, open)?;
        }
        open.pop();
        order.push(*men);
        Ok(())
    }

    /// The table of an ending.
    ///
    /// # Errors
    /// If it needs too much memory, its royal pieces are in both halves, or the work is stopped.
    pub fn solve(&mut self, men: &Material) -> Result<Arc<EndgameTable>, SolveError> {
        let missing = self.missing(men)?;
        let needed = self.used() + missing.iter().map(|men| self.bytes(men)).sum::<Result<u64, _>>()?;
        if needed > self.limits.memory {
            let (needed, allowed) = (needed.div_ceil(1 << 20), self.limits.memory >> 20);
            return Err(SolveError::Memory { men: men.text(&self.game), needed, allowed });
        }
        self.progress.all.store((needed - self.used()) / 2, Ordering::Relaxed);
        self.progress.made.store(0, Ordering::Relaxed);
        for next in missing {
            let table = self.work_out(&next)?;
            self.tables.insert(next, table);
        }
        self.tables.get(men).cloned().ok_or(SolveError::Stopped)
    }

    fn work_out(&self, men: &Material) -> Result<EndgameTable, SolveError> {
        let game = &*self.game;
        let allowed = allowed(game, men)?;
        let paths = Paths::new(game, men.kinds());
        let exits: Vec<Exit> = exits(game, men)
            .into_iter()
            .filter_map(|(change, next)| {
                let table = self.tables.get(&next)?.clone();
                let order = order(game, men, change, &next);
                let TableChange { man, becomes, victim } = change;
                Some(Exit { man, becomes, victim, table, order })
            })
            .collect();
        let work = Work {
            game,
            men,
            paths: &paths,
            exits: &exits,
            allowed: &allowed,
            drawn: is_drawn(game, men),
            threads: self.limits.threads,
            progress: &self.progress,
        };
        EndgameTable::new(Index::new(game, men, &allowed, &paths), &work).ok_or(SolveError::Stopped)
    }

    /// The result of a position, with a possible capture en passant.
    ///
    /// # Errors
    /// As [`Solver::solve`], or if there are too many pieces.
    pub fn value(&mut self, position: &Position) -> Result<Value, SolveError> {
        Ok(self.find(position)?.2)
    }

    /// The result of a position and best play from it.
    ///
    /// # Errors
    /// As [`Solver::value`].
    pub fn judge(&mut self, position: &Position) -> Result<Judgement, SolveError> {
        let (men, placement, value) = self.find(position)?;
        Ok(Judgement { value, line: line(self, &men, &placement) })
    }

    fn find(&mut self, position: &Position) -> Result<(Material, Placement, Value), SolveError> {
        let (men, placement) = place(position).ok_or_else(|| too_many(position))?;
        let table = self.solve(&men)?;
        let doubles = self.doubles_before(position);
        if doubles.is_empty() {
            let value = table.value(&placement).ok_or_else(|| SolveError::Unsolved(position.fen()))?;
            return Ok((men, placement, value));
        }
        for double in doubles {
            let mut after = placement;
            after.double = Some(double);
            if let Some(value) = table.value(&after) {
                return Ok((men, after, value));
            }
        }
        Err(SolveError::Unsolved(position.fen()))
    }

    /// The result for the side to move with one piece on each square instead of its own; `None` where that is
    /// not a legal position.
    ///
    /// # Errors
    /// As [`Solver::judge`], or if there is no such piece.
    pub fn map(&mut self, position: &Position, man: Square) -> Result<Vec<Option<Value>>, SolveError> {
        let (men, placement) = place(position).ok_or_else(|| too_many(position))?;
        let table = self.solve(&men)?;
        let at = (0..men.len()).find(|&i| placement.squares[i] == man.0);
        let at = at.ok_or_else(|| SolveError::NoMan(self.game.shape.name(man)))?;
        let there = |square: usize| {
            let mut moved = placement;
            moved.squares[at] = square.narrow();
            table.value(&moved)
        };
        Ok((0..self.game.shape.len()).map(there).collect())
    }

    /// The double steps after which the possible capture en passant may have arisen: several may lead to one
    /// square and pass the same square.
    fn doubles_before(&self, position: &Position) -> Vec<u8> {
        let mut moves = Vec::new();
        position.legal_moves(MoveKind::Noisy, &mut moves);
        let passed = |m: Move| {
            let pawn = position
                .captured(m)
                .map(|victim| victim.square)
                .filter(|&square| square != m.to() && !m.is_castling())?;
            Some((pawn, m.to()))
        };
        let Some((pawn, square)) = moves.into_iter().find_map(passed) else { return Vec::new() };
        let fits = |step: &DoubleStep| {
            step.to == pawn && step.color != position.side() && step.passed.contains(&square)
        };
        let steps = self.game.double_steps.iter().enumerate().filter(|(_, step)| fits(step));
        steps.map(|(double, _)| Narrow::<u8>::narrow(double)).collect()
    }

    /// The legal moves of a solved position, each with the position after it and the result for the side to
    /// move there.
    pub(super) fn moves(
        &self,
        men: &Material,
        placement: &Placement,
    ) -> Vec<(Transition, Material, Placement, Value)> {
        let mut board = Board::new(&self.game, men.kinds());
        if !board.set(&placement.squares[..men.len()]) {
            return Vec::new();
        }
        let mut steps: Vec<(Transition, Squares, bool)> = Vec::new();
        let mut visit = |board: &mut Board, step: Transition| {
            let mut squares: Squares = [0; MOST_MEN];
            squares[..men.len()].copy_from_slice(board.squares());
            let en_passant = step.double.is_some_and(|double| board.can_be_taken_en_passant(double));
            steps.push((step, squares, en_passant));
        };
        board.moves(placement.side, &mut visit);
        if let Some(double) = placement.double {
            board.en_passant(double, &mut visit);
        }
        let follow = |(step, squares, en_passant): (Transition, Squares, bool)| {
            let change = TableChange { man: step.man, becomes: step.becomes, victim: step.victim };
            let next = changed(&self.game, men, change);
            let mut there: Squares = [0; MOST_MEN];
            for (square, man) in there.iter_mut().zip(order(&self.game, men, change, &next)) {
                *square = squares[usize::from(man)];
            }
            let double = step.double.filter(|_| en_passant);
            let placement = Placement { side: !placement.side, squares: there, double };
            let value = self.tables.get(&next)?.value(&placement)?;
            Some((step, next, placement, value))
        };
        steps.into_iter().filter_map(follow).collect()
    }
}

/// The result of a position and best play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The result for the side to move.
    pub value: Value,
    /// Best play to the end; empty if it is a draw.
    pub line: Vec<String>,
}

fn too_many(position: &Position) -> SolveError {
    let men = position.board().all().count_ones() as usize;
    SolveError::TooMany { men }
}

/// The change of material by a move that leaves a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TableChange {
    man: u8,
    becomes: Option<KindId>,
    victim: Option<u8>,
}

/// Every possible change of material, with the material after it.
fn exits(game: &Game, men: &Material) -> Vec<(TableChange, Material)> {
    let kinds = men.kinds();
    let color = |man: usize| game.kind(kinds[man]).color;
    let mut all = Vec::new();
    for man in 0..kinds.len() {
        let victims = (0..kinds.len())
            .filter(|&victim| color(victim) != color(man) && !game.kind(kinds[victim]).royal)
            .map(|victim| Some(victim.narrow()));
        let forms = game.kind(kinds[man]).promotes_to.iter().map(|&kind| Some(kind));
        let forms: Vec<_> = forms.chain([None]).collect();
        for victim in victims.chain([None]) {
            for &becomes in &forms {
                let change = TableChange { man: man.narrow(), becomes, victim };
                if victim.is_some() || becomes.is_some() {
                    all.push((change, changed(game, men, change)));
                }
            }
        }
    }
    all
}

/// The material after a change.
fn changed(game: &Game, men: &Material, change: TableChange) -> Material {
    Material::new(game, left(men, change).into_iter().map(|(kind, _)| kind))
}

/// The piece types after a change, each with its index before the change.
fn left(men: &Material, change: TableChange) -> Vec<(KindId, u8)> {
    let all = men.kinds().iter().enumerate().map(|(man, &kind)| (kind, man.narrow()));
    let kept = all.filter(|&(_, man)| Some(man) != change.victim);
    kept.map(|(kind, man)| (change.becomes.filter(|_| man == change.man).unwrap_or(kind), man)).collect()
}

/// For each piece of `next`, its index before the change.
fn order(game: &Game, men: &Material, change: TableChange, next: &Material) -> Vec<u8> {
    debug_assert_eq!(*next, changed(game, men, change), "the men after the change");
    let mut left = left(men, change);
    let was = |kind: &KindId| {
        let at = left.iter().position(|(other, _)| other == kind).unwrap_or_default();
        left.remove(at).1
    };
    next.kinds().iter().map(was).collect()
}

/// By piece and square: whether it can be there.
fn allowed(game: &Game, men: &Material) -> Result<Vec<Vec<bool>>, SolveError> {
    let half = half(game, men)?;
    Ok(men.kinds().iter().map(|&kind| places(game, kind, half)).collect())
}

/// The squares a piece can be on: not where it would have to promote, and for a pawn only those it can reach,
/// by initial moves too.
fn places(game: &Game, kind: KindId, half: Option<Complex>) -> Vec<bool> {
    let shape = &game.shape;
    let mut allowed = vec![false; shape.len()];
    if game.kind(kind).pawn {
        let mut open: Vec<_> =
            game.array.iter().filter(|(_, other)| *other == kind).map(|&(square, _)| square).collect();
        if open.is_empty() {
            open = shape.squares().collect();
        }
        while let Some(square) = open.pop() {
            if !std::mem::replace(&mut allowed[square.index()], true) {
                let entry = game.moves.entry(game.piece_square(kind, square));
                open.extend(game.moves.all(entry).filter(|stop| stop.when != 0).map(|stop| Square(stop.to)));
            }
        }
    } else {
        shape.squares().for_each(|square| allowed[square.index()] = true);
    }
    for square in shape.squares() {
        let stays = game.promotion(kind, square).is_none_or(|set| !set.forced);
        let in_half = half.is_none_or(|half| shape.complex(square) == half);
        allowed[square.index()] &= stays && in_half;
    }
    allowed
}

/// In a game of double turns, the square color of the royal pieces of an ending; dark if there are none.
///
/// # Errors
/// If they are on both colors.
fn half(game: &Game, men: &Material) -> Result<Option<Complex>, SolveError> {
    if game.def.rules.turn == TurnRule::Alternate {
        return Ok(None);
    }
    let royals = men.kinds().iter().filter(|&&kind| game.kind(kind).royal);
    let homes = royals.filter_map(|&kind| game.array.iter().find(|(_, other)| *other == kind));
    let mut halves = homes.map(|(square, _)| game.shape.complex(*square));
    let first = halves.next();
    if halves.any(|half| Some(half) != first) {
        return Err(SolveError::Halves(men.text(game)));
    }
    Ok(Some(first.unwrap_or(Complex::Dark)))
}

/// The square color on which an ending is played.
pub(crate) fn half_of(game: &Game, men: &Material) -> Option<Complex> {
    half(game, men).ok().flatten()
}

/// Whether the rules call the game drawn with this material.
fn is_drawn(game: &Game, men: &Material) -> bool {
    let royal = |&&kind: &&KindId| game.kind(kind).royal;
    let royals = men.kinds().iter().filter(royal).count();
    let alternate = game.def.rules.turn == TurnRule::Alternate;
    if !alternate || !game.def.rules.material_draw || royals > 2 {
        return false;
    }
    let extra: Vec<KindId> = men.kinds().iter().filter(|kind| !royal(kind)).copied().collect();
    let within = |group: &Vec<(u64, u8)>| {
        let of = |set: u64| extra.iter().filter(|kind| set >> kind.0 & 1 != 0).count();
        group.iter().all(|&(set, most)| of(set) <= usize::from(most))
            && group.iter().map(|&(set, _)| of(set)).sum::<usize>() == extra.len()
    };
    if extra.is_empty() { royals < 2 || game.bare_royals_draw() } else { game.too_weak.iter().any(within) }
}

/// The features of games whose endings are nothing but pieces on squares. Castling, repetition and limits of
/// moves are left out of account.
const SUPPORTED: &[Feature] = &[
    Feature::Holes,
    Feature::DoubleTurns,
    Feature::MateWins,
    Feature::StalemateDecides,
    Feature::UnusualStalemate,
    Feature::RepetitionLimit,
    Feature::UnusualRepetition,
    Feature::MoveLimit,
    Feature::MaterialRule,
    Feature::Castling,
    Feature::ShuffledStart,
    Feature::Grid,
    Feature::CountedEndings,
    Feature::ZoneMoves,
    Feature::Confined,
    Feature::UncheckedMoves,
    Feature::SpaciousMoves,
    Feature::CastlingMoves,
    Feature::OptionalPromotion,
];

/// Refuses games with features that the solver does not support.
fn refuse(game: &Game) -> Result<(), SolveError> {
    // In games that begin with more pieces each side has captured once an ending is reached.
    let has_captured = game.men_at_start.iter().all(|&men| men > MOST_MEN);
    let waits = |feature| has_captured && feature == Feature::MovesAfterCapture;
    match game.features_beyond(SUPPORTED).iter().find(|used| !waits(used.feature)) {
        Some(used) => Err(SolveError::Rule(used.feature.text())),
        None => Ok(()),
    }
}

/// Best play from a position to its end.
pub(crate) fn line(solver: &Solver, men: &Material, placement: &Placement) -> Vec<String> {
    let game = &**solver.game();
    let (mut men, mut placement) = (*men, *placement);
    let mut line = Vec::new();
    loop {
        let moves = solver.moves(&men, &placement);
        let Some((step, next, there, value)) = moves.into_iter().min_by_key(|(.., value)| value.rank())
        else {
            return line;
        };
        if value == Value::Drawn {
            return line;
        }
        let from = Square(placement.squares[usize::from(step.man)]);
        let mut text = game.shape.name(from) + &game.shape.name(Square(step.to));
        if let Some(kind) = step.becomes {
            text.push(game.kind(kind).letter.to_ascii_lowercase());
        }
        line.push(text);
        (men, placement) = (next, there);
    }
}
