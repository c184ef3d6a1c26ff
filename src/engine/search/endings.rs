//! Solved endings: what the tree search looks up in their tables, and the root move that they decide.
//!
//! Tables are made in the background during the game (`solve::library`). A search with a clock uses those
//! that are ready. A search limited by depth or nodes must be reproducible: without a clock it waits for the
//! tables that its root needs and uses no others; with a clock it cannot wait, and uses none.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use super::limits::{Bound, Limits, MAX_PLY, Report, Score, SearchResult, Tablebases};
use super::time::Timer;
use crate::engine::convert::{count, signed};
use crate::engine::solve::{Library, Material, Shelf, Value};
use crate::rules::game::{Game, KindId};
use crate::rules::geometry::Color;
use crate::rules::position::{Margin, Move, MoveKind, Position};

/// With up to so many pieces more than tables may have, the smallest tables are made.
const NEAR: usize = 3;
/// So many plies from a limit of moves, the search looks for captures and pawn moves that restart the count.
const NEAR_LIMIT: u16 = 16;
/// The number of pieces of the smallest tables.
const SMALLEST: usize = 3;

/// What a searcher knows of the endings of its game.
#[derive(Debug, Default)]
pub(super) enum Endings {
    /// Not asked for yet.
    #[default]
    Unknown,
    /// The solver does not support the game.
    Unsolvable,
    /// A library solves them.
    Known(TableSource),
}

/// Where tables come from.
#[derive(Debug)]
pub(super) struct TableSource {
    library: Arc<Library>,
    /// The tables that the last search waited for.
    fetched: Option<Fetched>,
    /// Whether a search has wished for tables since wishes were last taken back.
    has_wished: bool,
    /// The number of threads that the machine runs at the same time.
    cores: usize,
}

/// Tables that a search has waited for.
#[derive(Debug)]
struct Fetched {
    materials: Vec<Material>,
    tablebases: Tablebases,
    shelf: Arc<Shelf>,
}

/// What a search looks up at each node.
#[derive(Clone, Debug, Default)]
pub(super) struct Probe {
    shelf: Arc<Shelf>,
    /// The most pieces a table may have; 0 for no tables.
    most: usize,
    /// The material of the root, whose table is not used: the search considers only moves that keep its
    /// result, and finds the best of them by itself.
    known: Option<Material>,
    /// Provides new tables during the search.
    library: Option<Arc<Library>>,
}

/// What the tables know of a root.
#[derive(Debug)]
pub(super) enum RootVerdict {
    /// Not enough.
    Open,
    /// Only these moves keep its result.
    Narrowed(Vec<Move>),
    /// Which moves are best, and what each is worth.
    Decided(Vec<(Move, Score)>),
}

impl Endings {
    /// What a search may look up, and the verdict on its root.
    pub(super) fn open(
        &mut self,
        root: &mut Position,
        moves: &[Move],
        limits: &Limits,
        stop: &AtomicBool,
    ) -> (Probe, RootVerdict) {
        let most = limits.tablebases.pieces;
        let pieces = pieces_in_play(root);
        if pieces > most + NEAR {
            self.forget_wishes();
            return (Probe::default(), RootVerdict::Open);
        }
        // A weakened search does not use tables.
        if limits.blur.is_some() || most == 0 || moves.is_empty() {
            return (Probe::default(), RootVerdict::Open);
        }
        let Some(source) = self.source(root.game()) else {
            return (Probe::default(), RootVerdict::Open);
        };
        let fixed = limits.nodes.is_some() || limits.depth.is_some();
        let probe = match (fixed, limits.has_clock()) {
            (true, true) => None,
            (true, false) => source.wait(&wishes(root, most, &[]), limits.tablebases, stop),
            // The table of the root itself is worth more than a search.
            (false, _) => Some(source.ready(&wishes(root, most, moves), limits.tablebases, pieces <= most)),
        };
        let Some(probe) = probe else { return (Probe::default(), RootVerdict::Open) };
        let verdict = if pieces > most { RootVerdict::Open } else { probe.verdict(root, moves) };
        let known = matches!(verdict, RootVerdict::Narrowed(_)).then(|| material_of(root));
        (Probe { known, ..probe }, verdict)
    }

    /// Forgets which tables the last search waited for or wished.
    pub(super) fn clear(&mut self) {
        if let Endings::Known(source) = self {
            source.fetched = None;
        }
        self.forget_wishes();
    }

    /// Gives up tables that are made for an earlier position. Another search may use the same library, so
    /// only one that has wished takes wishes back.
    fn forget_wishes(&mut self) {
        if let Endings::Known(source) = self
            && std::mem::take(&mut source.has_wished)
        {
            source.library.forget_wishes();
        }
    }

    /// Slows down the thread that makes tables while so many threads search: if they need all processors, or
    /// if the search has a clock, because some programs charge the time of all threads to it.
    pub(super) fn slow_down(&self, threads: usize, limits: &Limits) {
        self.set_gentle(|source| limits.has_clock() || threads >= source.cores);
    }

    /// Lets the thread that makes tables work at full speed again, when the search has ended.
    pub(super) fn speed_up(&self) {
        self.set_gentle(|_| false);
    }

    fn set_gentle(&self, gentle: impl Fn(&TableSource) -> bool) {
        if let Endings::Known(source) = self {
            source.library.set_gentle(gentle(source));
        }
    }

    fn source(&mut self, game: &Arc<Game>) -> Option<&mut TableSource> {
        if matches!(self, Endings::Unknown) {
            *self = match Library::of(game) {
                Ok(library) => {
                    let cores = thread::available_parallelism().map_or(1, NonZero::get);
                    Endings::Known(TableSource { library, fetched: None, has_wished: false, cores })
                }
                Err(reason) => {
                    log::debug!("no tables of endings: {reason}");
                    Endings::Unsolvable
                }
            };
        }
        match self {
            Endings::Known(source) => Some(source),
            Endings::Unknown | Endings::Unsolvable => None,
        }
    }
}

impl TableSource {
    /// The tables that are ready, and more when they are, soon if `urgent`.
    fn ready(&mut self, wishes: &[Material], tablebases: Tablebases, urgent: bool) -> Probe {
        self.has_wished = true;
        self.library.wish(wishes, tablebases.memory << 20, urgent);
        let library = Some(self.library.clone());
        Probe { shelf: self.library.shelf(), most: tablebases.pieces, known: None, library }
    }

    /// Exactly these tables; `None` if the search was stopped before they were ready.
    fn wait(&mut self, wishes: &[Material], tablebases: Tablebases, stop: &AtomicBool) -> Option<Probe> {
        let fits = |fetched: &&Fetched| fetched.materials == wishes && fetched.tablebases == tablebases;
        let shelf = if let Some(fetched) = self.fetched.as_ref().filter(fits) {
            fetched.shelf.clone()
        } else {
            let shelf = self.library.wait(wishes.to_vec(), tablebases.memory << 20, stop)?;
            self.fetched = Some(Fetched { materials: wishes.to_vec(), tablebases, shelf: shelf.clone() });
            shelf
        };
        Some(Probe { shelf, most: tablebases.pieces, known: None, library: None })
    }
}

impl Probe {
    /// Takes in the tables that have become ready.
    pub(super) fn refresh(&mut self) {
        if let Some(library) = &self.library {
            self.shelf = library.shelf();
        }
    }

    /// The score of a position `turn` turns from the root, if there is a table for it.
    #[inline]
    pub(super) fn score(&self, pos: &Position, turn: usize) -> Option<Score> {
        if self.most == 0 || pieces_in_play(pos) > self.most { None } else { self.ask(pos, turn) }
    }

    #[cold]
    fn ask(&self, pos: &Position, turn: usize) -> Option<Score> {
        if self.known.is_some_and(|known| known == material_of(pos)) {
            return None;
        }
        match self.shelf.probe(pos)? {
            Value::Drawn => Some(Score::DRAW),
            Value::Won(plies) if comes_in_time(pos, plies) => won(pos, turn, plies),
            Value::Lost(plies) if comes_in_time(pos, plies) => won(pos, turn, plies).map(|score| -score),
            Value::Won(_) | Value::Lost(_) => None,
        }
    }

    fn verdict(&self, root: &mut Position, moves: &[Move]) -> RootVerdict {
        let mut prospects = Vec::with_capacity(moves.len());
        for &m in moves {
            let Some(prospect) = self.prospect(root, m) else { return RootVerdict::Open };
            prospects.push((m, prospect));
        }
        let won = |prospect: &Prospect| matches!(prospect.value, Value::Won(_));
        let held: Vec<Move> = prospects
            .iter()
            .filter(|(_, prospect)| prospect.value == Value::Drawn)
            .map(|&(m, _)| m)
            .collect();
        if prospects.iter().any(|(_, prospect)| won(prospect) && prospect.sure) {
            // A win that is certain comes before one that a limit of moves may prevent.
            prospects.sort_by_key(|(_, prospect)| {
                (Reverse(won(prospect) && prospect.sure), Reverse(prospect.value.rank()))
            });
        } else if prospects.iter().any(|(_, prospect)| won(prospect)) {
            let pawn = |kind| root.game().kind(kind).pawn;
            if !is_bare(root, !root.side()) || kinds_in_play(root, root.side()).any(pawn) {
                // Captures and pawn moves may restart the count of moves. The shortest way to mate leads to
                // them, and near the limit the search has to find them.
                let is_near = root.counters().plies_to_limit().is_some_and(|left| left <= NEAR_LIMIT);
                let best = prospects.iter().map(|(_, prospect)| prospect.value.rank()).max();
                let winning = prospects.iter().filter(|(_, prospect)| {
                    won(prospect) && (is_near || Some(prospect.value.rank()) == best)
                });
                return RootVerdict::Narrowed(winning.map(|&(m, _)| m).collect());
            }
            prospects.sort_by_key(|(_, prospect)| Reverse(prospect.value.rank()));
        } else if held.is_empty() {
            prospects.sort_by_key(|(_, prospect)| Reverse(prospect.value.rank()));
        } else {
            return RootVerdict::Narrowed(held);
        }
        let margin = margin(root);
        let score = |prospect: &Prospect| match prospect.value {
            Value::Won(plies) if prospect.sure => -Score::lost(usize::from(plies), margin),
            Value::Lost(plies) if prospect.sure => Score::lost(usize::from(plies), margin),
            _ => Score::DRAW,
        };
        RootVerdict::Decided(prospects.iter().map(|(m, prospect)| (*m, score(prospect))).collect())
    }

    /// What a move at the root is worth to the side that makes it.
    fn prospect(&self, root: &mut Position, m: Move) -> Option<Prospect> {
        root.make(m);
        let ended = root.outcome();
        let prospect = match ended {
            Some(outcome) => Some(Prospect {
                value: match outcome.winner {
                    None => Value::Drawn,
                    Some(winner) if winner == root.side() => Value::Lost(1),
                    Some(_) => Value::Won(1),
                },
                sure: true,
            }),
            None => self.value(root).map(|value| {
                let sure = match value {
                    Value::Won(plies) => comes_in_time(root, plies),
                    Value::Lost(plies) => comes_in_time(root, plies) && !can_draw_at_once(root),
                    Value::Drawn => true,
                };
                Prospect { value: value.before(), sure }
            }),
        };
        root.unmake();
        prospect
    }

    /// The value of a position. Where a capture en passant is possible, it is that of the best move.
    fn value(&self, pos: &mut Position) -> Option<Value> {
        if !pos.rights().en_passant {
            return self.shelf.probe(pos);
        }
        let mut moves = Vec::new();
        pos.legal_moves(MoveKind::All, &mut moves);
        let mut best: Option<Value> = None;
        for m in moves {
            pos.make(m);
            let value = self.shelf.probe(pos);
            pos.unmake();
            let value = value?.before();
            if best.is_none_or(|best| value.rank() > best.rank()) {
                best = Some(value);
            }
        }
        best
    }

    /// Best play from the root after a first move.
    fn line(&self, root: &mut Position, first: Move) -> Vec<Move> {
        let mut line = vec![first];
        root.make(first);
        let mut moves = Vec::new();
        while line.len() < MAX_PLY {
            moves.clear();
            root.legal_moves(MoveKind::All, &mut moves);
            let worst = |m: Move| {
                root.make(m);
                let value = self.value(root);
                root.unmake();
                Some((m, value?))
            };
            // The first of equally good moves, as at the root.
            let Some((m, value)) =
                moves.iter().copied().filter_map(worst).min_by_key(|(_, value)| value.rank())
            else {
                break;
            };
            if value == Value::Drawn {
                break;
            }
            line.push(m);
            root.make(m);
        }
        (0..line.len()).for_each(|_| root.unmake());
        line
    }

    /// Reports the decision of the tables like the result of a search.
    pub(super) fn tell(
        &self,
        root: &mut Position,
        ranking: &[(Move, Score)],
        lines: usize,
        timer: &Timer,
        report: &mut dyn FnMut(&Report),
    ) -> SearchResult {
        let nodes = u64::from(count(signed(ranking.len())));
        let mut best = SearchResult {
            best_move: None,
            ponder: None,
            score: Score::DRAW,
            depth: 1,
            nodes,
            time: timer.elapsed(),
            stall: timer.stall(),
        };
        // GUIs take the last line for the best.
        for (rank, &(m, score)) in ranking.iter().enumerate().take(lines.max(1)).rev() {
            let pv = self.line(root, m);
            (best.best_move, best.ponder, best.score) = (Some(m), pv.get(1).copied(), score);
            let seldepth = count(signed(pv.len()));
            let time = timer.elapsed();
            report(&Report {
                rank: rank + 1,
                depth: 1,
                seldepth,
                score,
                bound: Bound::Exact,
                nodes,
                time,
                fullness: 0,
                pv,
            });
        }
        best
    }
}

/// What a move at the root is worth.
#[derive(Clone, Copy, Debug)]
struct Prospect {
    value: Value,
    /// Whether neither a limit of moves nor a repetition can prevent it.
    sure: bool,
}

/// Whether the side to move can draw at once, for example by repetition.
fn can_draw_at_once(pos: &mut Position) -> bool {
    let mut moves = Vec::new();
    pos.legal_moves(MoveKind::All, &mut moves);
    moves.into_iter().any(|m| {
        pos.make(m);
        let draws = pos.outcome().is_some_and(|outcome| outcome.winner.is_none());
        pos.unmake();
        draws
    })
}

/// Whether a win in so many plies comes before the limits of moves.
fn comes_in_time(pos: &Position, plies: u16) -> bool {
    let in_limit = pos.counters().plies_to_limit().is_none_or(|left| plies <= left);
    if pos.game().counting().is_none() {
        return in_limit;
    }
    // Otherwise a count may begin with any capture.
    let bare = Color::ALL.into_iter().any(|color| is_bare(pos, color));
    in_limit && bare && pos.counters().plies_left().is_some_and(|left| plies <= left)
}

/// Whether a side has a bare king.
fn is_bare(pos: &Position, color: Color) -> bool {
    kinds_in_play(pos, color).all(|kind| pos.game().kind(kind).royal)
}

/// The score of a win for the side to move, `turn` turns from the root; `None` if it is too far away to be
/// distinguished from an evaluation.
fn won(pos: &Position, turn: usize, plies: u16) -> Option<Score> {
    let score = -Score::lost(turn + usize::from(plies), margin(pos));
    score.is_mate().then_some(score)
}

fn margin(pos: &Position) -> Margin {
    if pos.closed_colors().is_empty() { Margin::Full } else { Margin::Half }
}

fn pieces_in_play(pos: &Position) -> usize {
    pos.board().in_play().len() as usize
}

/// The pieces in play of a side.
fn kinds_in_play(pos: &Position, color: Color) -> impl Iterator<Item = KindId> + '_ {
    let board = pos.board();
    board.pieces(board.of(color) & board.in_play()).map(|piece| piece.kind)
}

fn material_of(pos: &Position) -> Material {
    Material::new(pos.game(), Color::ALL.into_iter().flat_map(|color| kinds_in_play(pos, color)))
}

/// The endings that a root may lead to: its own, or the smallest ones and those after captures among `moves`.
fn wishes(root: &mut Position, most: usize, moves: &[Move]) -> Vec<Material> {
    let all = material_of(root);
    if all.len() <= most {
        return vec![all];
    }
    let mut wishes: Vec<Material> = Vec::new();
    for &m in moves {
        if all.len() == most + 1 && root.captured(m).is_some() {
            root.make(m);
            wishes.push(material_of(root));
            root.unmake();
        }
    }
    let game = root.game();
    let royal = |kind: &KindId| game.kind(*kind).royal;
    let (royals, others): (Vec<KindId>, Vec<KindId>) = all.kinds().iter().partition(|kind| royal(kind));
    if royals.len() < SMALLEST.min(most) {
        wishes.extend(others.iter().map(|&kind| Material::new(game, royals.iter().copied().chain([kind]))));
    }
    let mut seen = HashSet::new();
    wishes.retain(|material| seen.insert(*material));
    wishes.sort_by_key(Material::len);
    wishes
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::engine::search::Clock;
    use crate::rules::game::compile;
    use crate::rules::variant::Catalog;

    #[test]
    fn tables_are_made_slowly_while_a_search_has_a_clock() {
        // No other test has this game, so none shares its library.
        let game = compile(&Catalog::builtin().resolve("gardner").unwrap()).unwrap();
        let mut endings = Endings::default();
        assert!(endings.source(&game).is_some());
        let Endings::Known(source) = &endings else { panic!("not solved") };
        let is_gentle = |threads: usize, clock: Clock| {
            endings.slow_down(threads, &Limits { clock, ..Limits::default() });
            let during = source.library.is_gentle();
            endings.speed_up();
            assert!(!source.library.is_gentle());
            during
        };
        assert!(is_gentle(1, Clock::PerMove(Duration::from_secs(1))));
        assert!(is_gentle(source.cores, Clock::Unlimited));
        assert!(source.cores == 1 || !is_gentle(1, Clock::Unlimited));
    }
}
