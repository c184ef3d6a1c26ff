//! A small retrograde solver for endings, which uses only the public interface of `Position`.
//!
//! It takes the requested positions (one, or every legal placement of some pieces), follows the legal
//! moves to every position they lead to, and works back from those without a move. Whatever is never
//! decided is a draw. Positions are distinguished by pieces and side to move: rights, en passant,
//! repetition and the count of moves are ignored. In a game of double moves the pieces must all be on
//! squares of one color, so that turns are single moves.

use std::collections::HashMap;
use std::fmt::Write;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use fibnif::rules::game::{Game, KindId};
use fibnif::rules::geometry::{Color, Square};
use fibnif::rules::letter::Letter;
use fibnif::rules::position::{Move, MoveKind, Position, Setup, SetupFaults};

/// The winner of a position, and the number of plies with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Draw,
    Wins(Color, u16),
}

/// The number of requested positions that one side wins, with that side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    pub won: usize,
    pub of: usize,
    /// Moves of the winner in the longest of them.
    pub longest: u16,
}

impl Share {
    /// `100.00/16`: the share in percent, and the moves of the longest win.
    pub fn text(self) -> String {
        format!("{:.2}/{}", 100.0 * self.won as f64 / self.of as f64, self.longest)
    }
}

/// The pieces and the side to move: sixteen bits for each piece, in order, and the side on top.
type Node = u128;

const SIDE: u32 = 120;

/// Spreads the bits of a node: good enough, and fast.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn write_u128(&mut self, node: u128) {
        let folded = (node as u64 ^ (node >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = folded ^ folded >> 32;
    }
}

/// A set of positions closed under legal moves, each with its result.
pub struct Solver {
    game: Arc<Game>,
    /// The FEN fields after the side to move.
    fields: &'static str,
    /// Whether the board may be mirrored: a and h swap.
    mirror: bool,
    index: HashMap<Node, u32, BuildHasherDefault<Mix>>,
    nodes: Vec<Node>,
    /// By node: whether its moves have been generated.
    expanded: Vec<bool>,
    /// By node, as far as it is known.
    verdicts: Vec<Option<Verdict>>,
    /// From each position to those it comes from: (child, parent).
    links: Vec<(u32, u32)>,
    /// The number of finished nodes.
    finished: usize,
}

impl Solver {
    /// An ordinary game without castling.
    pub fn new(game: Arc<Game>) -> Solver {
        Solver::with_fields(game, "- - 0 1")
    }

    /// A game whose FEN has these fields after the side to move.
    pub fn with_fields(game: Arc<Game>, fields: &'static str) -> Solver {
        Solver {
            game,
            fields,
            mirror: false,
            index: HashMap::default(),
            nodes: Vec::new(),
            expanded: Vec::new(),
            verdicts: Vec::new(),
            links: Vec::new(),
            finished: 0,
        }
    }

    /// Treats a position and its mirror image as one: half the work, if all pieces are symmetric.
    pub fn mirrored(self) -> Solver {
        Solver { mirror: true, ..self }
    }

    /// The result of a position, and of all that it leads to.
    pub fn solve(&mut self, fen: &str) -> Verdict {
        let setup = Setup::read(self.game.clone(), fen);
        let position = setup
            .and_then(|setup| setup.position_despite(SetupFaults::NO_ROYAL))
            .unwrap_or_else(|error| panic!("{fen}: {error}"));
        let id = self.add(self.node(&position));
        self.finish();
        self.verdicts[id as usize].unwrap()
    }

    /// Solves every legal placement of these pieces (`KQk`: upper case White) that `allowed` accepts,
    /// for both sides to move, and counts those that `strong` wins with the move.
    pub fn share(&mut self, men: &str, strong: Color, allowed: impl Fn(&[Square]) -> bool) -> Share {
        let kinds: Vec<KindId> = Letter::all(men).map(|letter| self.kind(letter)).collect();
        let mut asked = Vec::new();
        for side in Color::ALL {
            let mut squares = vec![Square(0); kinds.len()];
            self.place(&kinds, side, 0, &mut squares, &allowed, &mut |id| {
                if side == strong {
                    asked.push(id);
                }
            });
        }
        self.finish();
        let mut share = Share { won: 0, of: asked.len(), longest: 0 };
        for verdict in asked.into_iter().filter_map(|id| self.verdicts[id as usize]) {
            if let Verdict::Wins(color, plies) = verdict
                && color == strong
            {
                share.won += 1;
                share.longest = share.longest.max(plies.div_ceil(2));
            }
        }
        share
    }

    /// Puts the pieces from the `n`th on everywhere they may be. Pieces of one kind are in order.
    fn place(
        &mut self,
        kinds: &[KindId],
        side: Color,
        n: usize,
        squares: &mut Vec<Square>,
        allowed: &impl Fn(&[Square]) -> bool,
        found: &mut impl FnMut(u32),
    ) {
        if n < kinds.len() {
            let game = self.game.clone();
            for square in game.shape.squares().filter(|&square| !game.shape.is_hole(square)) {
                let in_order = n == 0 || kinds[n] != kinds[n - 1] || square > squares[n - 1];
                if in_order && !squares[..n].contains(&square) {
                    squares[n] = square;
                    self.place(kinds, side, n + 1, squares, allowed, found);
                }
            }
            return;
        }
        if !allowed(squares) {
            return;
        }
        let men = kinds.iter().copied().zip(squares.iter().copied());
        let node = self.normal(pack(men, side));
        // What is known already is legal.
        if let Some(&id) = self.index.get(&node) {
            found(id);
        } else if let Some(mut position) = self.position(node) {
            let id = self.add(node);
            self.expand(id, &mut position);
            found(id);
        }
    }

    fn kind(&self, letter: Letter) -> KindId {
        self.game.kind_ids().find(|&kind| self.game.kind(kind).letter == letter).unwrap()
    }

    fn node(&self, position: &Position) -> Node {
        let men = Color::ALL.into_iter().flat_map(|color| position.pieces(color));
        self.normal(pack(men, position.side()))
    }

    /// The representative of a node and its mirror image.
    fn normal(&self, node: Node) -> Node {
        if !self.mirror {
            return node;
        }
        let shape = &self.game.shape;
        let flip = |square: Square| {
            shape.square(shape.files() - 1 - shape.file(square), shape.rank(square)).unwrap()
        };
        let (men, side) = unpack(node);
        node.min(pack(men.map(|(kind, square)| (kind, flip(square))), side))
    }

    /// The position of a node, if there can be such a one.
    fn position(&self, node: Node) -> Option<Position> {
        let shape = &self.game.shape;
        let (men, side) = unpack(node);
        let mut board = vec![None; shape.cell_count()];
        for (kind, square) in men {
            board[square.index()] = Some(kind);
        }
        let mut fen = String::new();
        for rank in (0..shape.ranks()).rev() {
            let mut empty = 0;
            for file in 0..shape.files() {
                let letter = match shape.square(file, rank).map(|square| board[square.index()]) {
                    None => '*'.into(),
                    Some(Some(kind)) => self.game.kind(kind).letter,
                    Some(None) => {
                        empty += 1;
                        continue;
                    }
                };
                count(&mut fen, &mut empty);
                fen.extend([letter]);
            }
            count(&mut fen, &mut empty);
            fen.push('/');
        }
        fen.pop();
        let _ = write!(fen, " {} {}", side.letter(), self.fields);
        let setup = Setup::read(self.game.clone(), &fen).ok()?;
        setup.position_despite(SetupFaults::NO_ROYAL).ok()
    }

    fn add(&mut self, node: Node) -> u32 {
        let next = self.nodes.len() as u32;
        let id = *self.index.entry(node).or_insert(next);
        if id == next {
            self.nodes.push(node);
            self.expanded.push(false);
            self.verdicts.push(None);
        }
        id
    }

    /// Finds the successors of a position, or the end of the game there.
    fn expand(&mut self, id: u32, position: &mut Position) {
        let mut moves: Vec<Move> = Vec::new();
        position.legal_moves(MoveKind::All, &mut moves);
        if moves.is_empty() {
            let winner = position.outcome().unwrap().winner;
            self.verdicts[id as usize] =
                Some(winner.map_or(Verdict::Draw, |winner| Verdict::Wins(winner, 0)));
        }
        for m in moves {
            position.make(m);
            let child = self.node(position);
            position.unmake();
            let child = self.add(child);
            self.links.push((child, id));
        }
        self.expanded[id as usize] = true;
    }

    /// Follows the moves from every new position, and works back.
    fn finish(&mut self) {
        let mut next = self.finished;
        while next < self.nodes.len() {
            if !self.expanded[next] {
                let mut position = self.position(self.nodes[next]).unwrap();
                self.expand(next as u32, &mut position);
            }
            next += 1;
        }
        let links = std::mem::take(&mut self.links);
        self.work_back(self.finished, &links);
        self.finished = next;
    }

    /// From the decided positions to their predecessors, the nearest first. `links` lead from each
    /// position to its predecessors; every position from `first` on is new.
    fn work_back(&mut self, first: usize, links: &[(u32, u32)]) {
        // Remaining moves that do not lose, by position; and where the links of each position begin.
        let mut open = vec![0u16; self.nodes.len()];
        let mut begin = vec![0u32; self.nodes.len() + 1];
        for &(child, parent) in links {
            open[parent as usize] += 1;
            begin[child as usize + 1] += 1;
        }
        for i in 1..begin.len() {
            begin[i] += begin[i - 1];
        }
        let mut parents = vec![0u32; links.len()];
        let mut free = begin.clone();
        for &(child, parent) in links {
            parents[free[child as usize] as usize] = parent;
            free[child as usize] += 1;
        }

        let won = |verdict: &Option<Verdict>| matches!(verdict, Some(Verdict::Wins(..)));
        let mut by_plies: Vec<Vec<u32>> = Vec::new();
        for (id, verdict) in self.verdicts.iter().enumerate().filter(|(_, verdict)| won(verdict)) {
            let Some(Verdict::Wins(_, plies)) = verdict else { continue };
            let plies = usize::from(*plies);
            by_plies.resize(by_plies.len().max(plies + 1), Vec::new());
            by_plies[plies].push(id as u32);
        }
        let mut plies = 0;
        while plies < by_plies.len() {
            for id in std::mem::take(&mut by_plies[plies]) {
                let Some(Verdict::Wins(winner, _)) = self.verdicts[id as usize] else { continue };
                let range = begin[id as usize] as usize..begin[id as usize + 1] as usize;
                for &parent in &parents[range] {
                    let at = parent as usize;
                    if at < first || self.verdicts[at].is_some() {
                        continue;
                    }
                    open[at] -= 1;
                    if side_of(self.nodes[at]) == winner || open[at] == 0 {
                        self.verdicts[at] = Some(Verdict::Wins(winner, plies as u16 + 1));
                        by_plies.resize(by_plies.len().max(plies + 2), Vec::new());
                        by_plies[plies + 1].push(parent);
                    }
                }
            }
            plies += 1;
        }
        // Undecided positions cannot change any more: everything they lead to is known.
        for verdict in &mut self.verdicts[first..] {
            verdict.get_or_insert(Verdict::Draw);
        }
    }
}

fn pack(men: impl Iterator<Item = (KindId, Square)>, side: Color) -> Node {
    let mut all = [0u16; 7];
    let mut number = 0;
    for (kind, square) in men {
        all[number] = (u16::from(kind.0) + 1) << 8 | u16::from(square.0);
        number += 1;
    }
    all[..number].sort_unstable();
    all.iter().fold(0, |node, &man| node << 16 | u128::from(man)) | (side.index() as u128) << SIDE
}

fn unpack(node: Node) -> (impl Iterator<Item = (KindId, Square)>, Color) {
    let men = (0..7).map(move |i| (node >> (16 * i)) as u16).filter(|&man| man > 0);
    (men.map(|man| (KindId((man >> 8) as u8 - 1), Square(man as u8))), side_of(node))
}

fn side_of(node: Node) -> Color {
    Color::ALL[(node >> SIDE) as usize & 1]
}

/// Writes the number of empty squares since the last piece.
fn count(fen: &mut String, empty: &mut u32) {
    if *empty > 0 {
        let _ = write!(fen, "{empty}");
        *empty = 0;
    }
}
