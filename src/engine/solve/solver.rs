//! Solves an ending and those it leads to, within limits of memory.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::SolveError;
use super::board::{EndingBoard, Paths, Transition};
use super::index::{Index, PieceSquares, Placement};
use super::material::{MOST_PIECES, Material};
use super::shelf::{Shelf, placement_of};
use super::table::{EndgameTable, Exit, Progress, TableInput, Value};
use crate::rules::game::{DoubleStep, Feature, Game, KindId};
use crate::rules::geometry::{Narrow, Square, SquareColor};
use crate::rules::position::{Move, MoveKind, Position};

/// The resources of a solver.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The maximum number of bytes of all tables.
    pub memory: u64,
    /// The number of threads.
    pub threads: usize,
}

/// The tables of endings of one game.
///
/// ```
/// use std::sync::Arc;
///
/// use fibnif::engine::solve::{Budget, Solver, Value};
/// use fibnif::rules::{game, position::Position, variant::Catalog};
///
/// let chess = game::compile(&Catalog::builtin().resolve("chess")?)?;
/// let budget = Budget { memory: 1 << 26, threads: 1 };
/// let mut solver = Solver::new(Arc::clone(&chess), budget, Arc::default())?;
/// let position = Position::from_fen(chess, "k7/8/1K6/8/8/8/8/3Q4 w - - 0 1")?;
/// assert_eq!(solver.value(&position)?, Value::Won(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    pub fn needs(&self, material: &Material) -> Result<u64, SolveError> {
        self.missing(material)?.iter().map(|material| self.bytes(material)).sum()
    }

    fn bytes(&self, material: &Material) -> Result<u64, SolveError> {
        let paths = Paths::new(&self.game, material.kinds());
        Ok(2 * Index::new(&self.game, material, &allowed(&self.game, material)?, &paths).len() as u64)
    }

    /// The bytes of all tables.
    pub fn used(&self) -> u64 {
        self.tables.bytes()
    }

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
    pub(super) fn leads_to(&self, material: &Material) -> Result<Vec<Material>, SolveError> {
        let (mut order, mut open) = (Vec::new(), Vec::new());
        self.collect(material, &|_| false, &mut order, &mut open)?;
        Ok(order)
    }

    /// The tables of an ending and of all it leads to; `None` if one is missing.
    pub(super) fn with_all_it_leads_to(&self, material: &Material) -> Option<Shelf> {
        self.tables.only(&self.leads_to(material).ok()?)
    }

    /// The missing endings among an ending and those it leads to, in an order in which they can be solved.
    pub(super) fn missing(&self, material: &Material) -> Result<Vec<Material>, SolveError> {
        let (mut order, mut open) = (Vec::new(), Vec::new());
        self.collect(material, &|material| self.tables.get(material).is_some(), &mut order, &mut open)?;
        Ok(order)
    }

    fn collect(
        &self,
        material: &Material,
        known: &impl Fn(&Material) -> bool,
        order: &mut Vec<Material>,
        open: &mut Vec<Material>,
    ) -> Result<(), SolveError> {
        if known(material) || order.contains(material) {
            return Ok(());
        }
        if open.contains(material) {
            return Err(SolveError::Circle(material.text(&self.game)));
        }
        open.push(*material);
        for (_, next) in exits(&self.game, material) {
            self.collect(&next, known, order, open)?;
        }
        open.pop();
        order.push(*material);
        Ok(())
    }

    /// The table of an ending.
    ///
    /// # Errors
    /// If it needs too much memory, its royal pieces are in both halves, or the work is stopped.
    pub fn solve(&mut self, material: &Material) -> Result<Arc<EndgameTable>, SolveError> {
        let missing = self.missing(material)?;
        let needed =
            self.used() + missing.iter().map(|material| self.bytes(material)).sum::<Result<u64, _>>()?;
        if needed > self.limits.memory {
            let (needed, allowed) = (needed.div_ceil(1 << 20), self.limits.memory >> 20);
            return Err(SolveError::Memory { material: material.text(&self.game), needed, allowed });
        }
        self.progress.all.store((needed - self.used()) / 2, Ordering::Relaxed);
        self.progress.made.store(0, Ordering::Relaxed);
        for next in missing {
            let table = self.work_out(&next)?;
            self.tables.insert(next, table);
        }
        self.tables.get(material).cloned().ok_or(SolveError::Stopped)
    }

    fn work_out(&self, material: &Material) -> Result<EndgameTable, SolveError> {
        let game = &*self.game;
        let allowed = allowed(game, material)?;
        let paths = Paths::new(game, material.kinds());
        let exits: Vec<Exit> = exits(game, material)
            .into_iter()
            .filter_map(|(change, next)| {
                let table = self.tables.get(&next)?.clone();
                let order = order(game, material, change, &next);
                let TableChange { piece, becomes, victim } = change;
                Some(Exit { piece, becomes, victim, table, order })
            })
            .collect();
        let input = TableInput {
            game,
            material,
            paths: &paths,
            exits: &exits,
            allowed: &allowed,
            drawn: is_drawn(game, material),
            threads: self.limits.threads,
            progress: &self.progress,
        };
        EndgameTable::new(Index::new(game, material, &allowed, &paths), &input).ok_or(SolveError::Stopped)
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
    pub fn analyze(&mut self, position: &Position) -> Result<Analysis, SolveError> {
        let (material, placement, value) = self.find(position)?;
        Ok(Analysis { value, line: line(self, &material, &placement) })
    }

    fn find(&mut self, position: &Position) -> Result<(Material, Placement, Value), SolveError> {
        let (material, placement) = placement_of(position).ok_or_else(|| too_many(position))?;
        let table = self.solve(&material)?;
        let doubles = self.doubles_before(position);
        if doubles.is_empty() {
            let value = table.value(&placement).ok_or_else(|| SolveError::Unsolved(position.fen()))?;
            return Ok((material, placement, value));
        }
        for double in doubles {
            let mut after = placement;
            after.double = Some(double);
            if let Some(value) = table.value(&after) {
                return Ok((material, after, value));
            }
        }
        Err(SolveError::Unsolved(position.fen()))
    }

    /// The result for the side to move with one piece on each square instead of its own; `None` where that is
    /// not a legal position.
    ///
    /// # Errors
    /// As [`Solver::analyze`], or if there is no such piece.
    pub fn map(&mut self, position: &Position, piece: Square) -> Result<Vec<Option<Value>>, SolveError> {
        let (material, placement) = placement_of(position).ok_or_else(|| too_many(position))?;
        let table = self.solve(&material)?;
        let at = (0..material.len()).find(|&i| placement.squares[i] == piece.0);
        let at = at.ok_or_else(|| SolveError::NoPiece(self.game.shape.name(piece)))?;
        let there = |square: usize| {
            let mut moved = placement;
            moved.squares[at] = square.narrow();
            table.value(&moved)
        };
        Ok((0..self.game.shape.cell_count()).map(there).collect())
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
                .filter(|&square| square != m.to() && !m.is_castling(position.game()))?;
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
        material: &Material,
        placement: &Placement,
    ) -> Vec<(Transition, Material, Placement, Value)> {
        let mut board = EndingBoard::new(&self.game, material.kinds());
        if !board.set(&placement.squares[..material.len()]) {
            return Vec::new();
        }
        let mut steps: Vec<(Transition, PieceSquares, bool)> = Vec::new();
        let mut visit = |board: &mut EndingBoard, step: Transition| {
            let mut squares: PieceSquares = [0; MOST_PIECES];
            squares[..material.len()].copy_from_slice(board.squares());
            let en_passant = step.double.is_some_and(|double| board.can_be_taken_en_passant(double));
            steps.push((step, squares, en_passant));
        };
        board.moves::<false>(placement.side, &mut visit);
        if let Some(double) = placement.double {
            board.en_passant(double, &mut visit);
        }
        let follow = |(step, squares, en_passant): (Transition, PieceSquares, bool)| {
            let change = TableChange { piece: step.piece, becomes: step.becomes, victim: step.victim };
            let next = changed(&self.game, material, change);
            let mut there: PieceSquares = [0; MOST_PIECES];
            for (square, piece) in there.iter_mut().zip(order(&self.game, material, change, &next)) {
                *square = squares[usize::from(piece)];
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
pub struct Analysis {
    /// The result for the side to move.
    pub value: Value,
    /// Best play to the end; empty if it is a draw.
    pub line: Vec<String>,
}

fn too_many(position: &Position) -> SolveError {
    let pieces = position.board().all().len() as usize;
    SolveError::TooMany { pieces }
}

/// The change of material by a move that leaves a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TableChange {
    piece: u8,
    becomes: Option<KindId>,
    victim: Option<u8>,
}

/// Every possible change of material, with the material after it.
fn exits(game: &Game, material: &Material) -> Vec<(TableChange, Material)> {
    let kinds = material.kinds();
    let color = |piece: usize| game.kind(kinds[piece]).color;
    let mut all = Vec::new();
    for piece in 0..kinds.len() {
        let victims = (0..kinds.len())
            .filter(|&victim| color(victim) != color(piece) && !game.kind(kinds[victim]).royal)
            .map(|victim| Some(victim.narrow()));
        let forms = game.kind(kinds[piece]).promotes_to.iter().map(|&kind| Some(kind));
        let forms: Vec<_> = forms.chain([None]).collect();
        for victim in victims.chain([None]) {
            for &becomes in &forms {
                let change = TableChange { piece: piece.narrow(), becomes, victim };
                if victim.is_some() || becomes.is_some() {
                    all.push((change, changed(game, material, change)));
                }
            }
        }
    }
    all
}

fn changed(game: &Game, material: &Material, change: TableChange) -> Material {
    Material::new(game, left(material, change).into_iter().map(|(kind, _)| kind))
}

/// The piece types after a change, each with its index before the change.
fn left(material: &Material, change: TableChange) -> Vec<(KindId, u8)> {
    let all = material.kinds().iter().enumerate().map(|(piece, &kind)| (kind, piece.narrow()));
    let kept = all.filter(|&(_, piece)| Some(piece) != change.victim);
    kept.map(|(kind, piece)| (change.becomes.filter(|_| piece == change.piece).unwrap_or(kind), piece))
        .collect()
}

/// For each piece of `next`, its index before the change.
fn order(game: &Game, material: &Material, change: TableChange, next: &Material) -> Vec<u8> {
    debug_assert_eq!(*next, changed(game, material, change), "the pieces after the change");
    let mut left = left(material, change);
    let was = |kind: &KindId| {
        let at = left.iter().position(|(other, _)| other == kind).unwrap_or_default();
        left.remove(at).1
    };
    next.kinds().iter().map(was).collect()
}

/// By piece and square: whether it can be there.
fn allowed(game: &Game, material: &Material) -> Result<Vec<Vec<bool>>, SolveError> {
    let half = half(game, material)?;
    Ok(material.kinds().iter().map(|&kind| places(game, kind, half)).collect())
}

/// The squares a piece can be on: not where it would have to promote, and for a pawn only those it can reach,
/// by initial moves too.
fn places(game: &Game, kind: KindId, half: Option<SquareColor>) -> Vec<bool> {
    let shape = &game.shape;
    let mut allowed = vec![false; shape.cell_count()];
    if game.kind(kind).pawn {
        let mut open: Vec<_> =
            game.array.iter().filter(|(_, other)| *other == kind).map(|&(square, _)| square).collect();
        if open.is_empty() {
            open = shape.squares().collect();
        }
        while let Some(square) = open.pop() {
            if !std::mem::replace(&mut allowed[square.index()], true) {
                let entry = game.moves.entry(game.piece_square(kind, square));
                open.extend(game.moves.all(entry).filter(|stop| stop.is_end()).map(|stop| Square(stop.to)));
            }
        }
    } else {
        shape.squares().for_each(|square| allowed[square.index()] = true);
    }
    for square in shape.squares() {
        let stays = game.promotion(kind, square).is_none_or(|set| !set.forced);
        let in_half = half.is_none_or(|half| shape.color_of(square) == half);
        allowed[square.index()] &= stays && in_half;
    }
    allowed
}

/// If each square color has moves of its own, that of the royal pieces of an ending; dark if there are none.
///
/// # Errors
/// If they are on both colors.
fn half(game: &Game, material: &Material) -> Result<Option<SquareColor>, SolveError> {
    if !game.def.rules.turn.is_by_color() {
        return Ok(None);
    }
    let royals = material.kinds().iter().filter(|&&kind| game.kind(kind).royal);
    let homes = royals.filter_map(|&kind| game.array.iter().find(|(_, other)| *other == kind));
    let mut halves = homes.map(|(square, _)| game.shape.color_of(*square));
    let first = halves.next();
    if halves.any(|half| Some(half) != first) {
        return Err(SolveError::Halves(material.text(game)));
    }
    Ok(Some(first.unwrap_or(SquareColor::Dark)))
}

/// The square color on which an ending is played.
pub(crate) fn half_of(game: &Game, material: &Material) -> Option<SquareColor> {
    half(game, material).ok().flatten()
}

/// Whether the rules call the game drawn with this material.
fn is_drawn(game: &Game, material: &Material) -> bool {
    let royal = |&&kind: &&KindId| game.kind(kind).royal;
    let royals = material.kinds().iter().filter(royal).count();
    let alternate = game.def.rules.turn.is_one_move();
    if !alternate || !game.def.rules.material_draw || royals > 2 {
        return false;
    }
    let extra: Vec<KindId> = material.kinds().iter().filter(|kind| !royal(kind)).copied().collect();
    if extra.is_empty() {
        royals < 2 || game.bare_royals_draw()
    } else {
        game.is_too_weak(&extra.iter().copied())
    }
}

/// The features of games whose endings are nothing but pieces on squares. Castling, repetition and limits of
/// moves are left out of account.
const SUPPORTED: &[Feature] = &[
    Feature::Holes,
    Feature::Hexagons,
    Feature::DoubleTurns,
    Feature::MateWins,
    Feature::StalemateDecides,
    Feature::UnusualStalemate,
    Feature::RepetitionLimit,
    Feature::ClosingRepetition,
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
    let has_captured = game.counts_at_start.iter().all(|&count| count > MOST_PIECES);
    let waits = |feature| has_captured && feature == Feature::MovesAfterCapture;
    match game.features_beyond(SUPPORTED).iter().find(|used| !waits(used.feature)) {
        Some(used) => Err(SolveError::Rule(used.feature.text())),
        None => Ok(()),
    }
}

/// Best play from a position to its end.
pub(crate) fn line(solver: &Solver, material: &Material, placement: &Placement) -> Vec<String> {
    let game = &**solver.game();
    let (mut material, mut placement) = (*material, *placement);
    let mut line = Vec::new();
    loop {
        let moves = solver.moves(&material, &placement);
        let Some((step, next, there, value)) = moves.into_iter().min_by_key(|(.., value)| value.rank())
        else {
            return line;
        };
        if value == Value::Drawn {
            return line;
        }
        let from = Square(placement.squares[usize::from(step.piece)]);
        let mut text = game.shape.name(from) + &game.shape.name(Square(step.to));
        if let Some(kind) = step.becomes {
            text += &game.kind(kind).letter.lower().to_string();
        }
        line.push(text);
        (material, placement) = (next, there);
    }
}
