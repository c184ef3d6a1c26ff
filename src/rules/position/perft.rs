//! Perft: counts move sequences, to compare with other programs and to measure speed.

use super::legal::generate;
use super::sink::Counter;
use super::state::State;
use super::{HalfOrder, Move, MoveKind, Position};
use crate::rules::game::Game;

impl Position {
    /// The number of legal move sequences of `depth` plies. The last ply is counted, not made.
    /// Sequences end at a special end of the game (a goal reached, pieces lost).
    pub fn perft(&mut self, depth: u32) -> u64 {
        if self.has_ends() {
            return self.perft_to_ends(depth, |position| position.count_legal_moves());
        }
        let mut lists = vec![Vec::new(); depth as usize + 1];
        bulk(&mut self.state, &self.game, depth, &mut lists)
    }

    /// The same with every move made and unmade, including the hash.
    pub fn perft_making(&mut self, depth: u32) -> u64 {
        if self.has_ends() {
            return self.perft_to_ends(depth, |position| position.divide(0).len() as u64);
        }
        let mut lists = vec![Vec::new(); depth as usize + 1];
        making(&mut self.state, &self.game, depth, &mut lists)
    }

    /// Perft of a game that may end before a side has no move. `last` counts the last ply.
    fn perft_to_ends(&mut self, depth: u32, last: fn(&mut Position) -> u64) -> u64 {
        match depth {
            0 => 1,
            _ if self.decided().is_some() => 0,
            1 => last(self),
            _ => {
                let mut moves = Vec::new();
                self.legal_moves(MoveKind::All, &mut moves);
                let below = |m| {
                    self.make(m);
                    let nodes = self.perft_to_ends(depth - 1, last);
                    self.unmake();
                    nodes
                };
                moves.into_iter().map(below).sum()
            }
        }
    }

    /// Perft of each legal move, in the order of generation.
    pub fn divide(&mut self, depth: u32) -> Vec<(Move, u64)> {
        let mut moves = Vec::new();
        if self.decided().is_none() {
            self.legal_moves(MoveKind::All, &mut moves);
        }
        let below = |m| {
            self.make(m);
            let nodes = self.perft(depth.saturating_sub(1));
            self.unmake();
            (m, nodes)
        };
        moves.into_iter().map(below).collect()
    }
}

fn bulk(state: &mut State, game: &Game, depth: u32, lists: &mut [Vec<Move>]) -> u64 {
    if depth <= 1 {
        let mut count = Counter(0);
        if depth == 1 {
            generate::<_, true, true>(state, game, HalfOrder::Free, &mut count);
        }
        return if depth == 0 { 1 } else { count.0 };
    }
    walk(state, game, lists, |state, rest| bulk(state, game, depth - 1, rest))
}

fn making(state: &mut State, game: &Game, depth: u32, lists: &mut [Vec<Move>]) -> u64 {
    match depth {
        0 => 1,
        1 => walk(state, game, lists, |_, _| 1),
        _ => walk(state, game, lists, |state, rest| making(state, game, depth - 1, rest)),
    }
}

/// Makes every move and adds up what is `below`.
#[inline]
fn walk(
    state: &mut State,
    game: &Game,
    lists: &mut [Vec<Move>],
    below: impl Fn(&mut State, &mut [Vec<Move>]) -> u64,
) -> u64 {
    let Some((list, rest)) = lists.split_first_mut() else { return 0 };
    list.clear();
    generate::<_, true, true>(state, game, HalfOrder::Free, list);
    let mut nodes = 0;
    for &m in list.iter() {
        state.make(game, m);
        nodes += below(state, rest);
        state.unmake(game);
    }
    nodes
}
