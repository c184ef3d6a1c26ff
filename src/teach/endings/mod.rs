//! Endings in words: how many positions are won, in how many moves, and what pieces win with their king
//! alone.

mod answers;

use std::sync::Arc;

use crate::engine::solve::{Budget, Material, SolveError, Solver};
use crate::rules::game::{Game, Kind, KindId};
use crate::rules::geometry::{Color, Real};

pub use answers::{Answers, Bound, Longest, Share};

/// Pieces of a side, which with its king face the other side's king.
pub struct Attack {
    /// The side.
    pub side: Color,
    /// Its pieces, without the king.
    pub pieces: Vec<KindId>,
    /// All pieces on the board.
    pub material: Material,
}

impl Attack {
    /// The names of the pieces.
    pub fn names<'a>(&self, game: &'a Game) -> Vec<&'a str> {
        self.pieces.iter().map(|&id| game.kind(id).name.as_str()).collect()
    }
}

/// The attacks with each piece of a side that `is_tried` selects, and with each pair if asked; two pawns
/// prove nothing.
///
/// # Errors
/// If a side has not exactly one royal type.
pub fn attacks(
    game: &Game,
    side: Color,
    pairs: bool,
    is_tried: fn(&Kind) -> bool,
) -> Result<Vec<Attack>, SolveError> {
    let of_side = |id: &KindId, color| game.kind(*id).color == color && !game.kind(*id).foreign;
    let mut kings = Vec::new();
    for color in Color::ALL {
        let royals = game.kind_ids().filter(|id| of_side(id, color) && game.kind(*id).royal);
        match royals.collect::<Vec<_>>()[..] {
            [king] => kings.push(king),
            _ => return Err(SolveError::Rule("a side without a king or with kings of several types")),
        }
    }
    let is_tried = |id: &KindId| of_side(id, side) && !game.kind(*id).royal && is_tried(game.kind(*id));
    let tried: Vec<KindId> = game.kind_ids().filter(is_tried).collect();
    let mut sets: Vec<Vec<KindId>> = tried.iter().map(|&id| vec![id]).collect();
    if pairs {
        let paired: Vec<KindId> = tried.into_iter().filter(|&id| !game.kind(id).pawn).collect();
        for (at, &first) in paired.iter().enumerate() {
            sets.extend(paired.iter().skip(at).map(|&second| vec![first, second]));
        }
    }
    let attack = |pieces: Vec<KindId>| {
        let material = Material::new(game, pieces.iter().copied().chain(kings.iter().copied()));
        Attack { side, pieces, material }
    };
    Ok(sets.into_iter().map(attack).collect())
}

/// A share in percent. 0 and 100 are shown only for none and all.
pub fn percent(count: u64, all: u64) -> String {
    let share = 100.0 * count.real() / all.max(1).real();
    let rounded = format!("{share:.2}");
    match rounded.as_str() {
        "0.00" if count > 0 => "> 0 %".to_owned(),
        "100.00" if count < all => "< 100 %".to_owned(),
        "0.00" => "-".to_owned(),
        _ => format!("{rounded} %"),
    }
}

/// A number of moves that is never exceeded.
pub fn at_most(moves: u16) -> String {
    if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves at most") }
}

/// Upper limit on the total size of the tables of [`wins`] in bytes; they are computed in much less than a
/// second.
const AT_ONCE: u64 = 2 << 20;

/// Each piece of either side by its name, and what it wins alone with its king. Nothing if the endings cannot
/// be solved at once.
pub fn wins(game: &Arc<Game>) -> Vec<(String, String)> {
    wins_at_once(game).unwrap_or_default()
}

fn wins_at_once(game: &Arc<Game>) -> Result<Vec<(String, String)>, SolveError> {
    let budget = Budget { memory: AT_ONCE, threads: 1 };
    let mut solver = Solver::new(game.clone(), budget, Arc::default())?;
    let mut all = Vec::new();
    for side in Color::ALL {
        all.extend(attacks(game, side, false, |kind| !kind.pawn)?);
    }
    let needed = all.iter().map(|attack| solver.needs(&attack.material)).sum::<Result<u64, _>>()?;
    if needed > AT_ONCE {
        return Ok(Vec::new());
    }
    let mut lines = Vec::new();
    for attack in all {
        let table = solver.solve(&attack.material)?;
        let answers = Answers::new(&solver, &table);
        let share = answers.share(attack.side);
        let words = match answers.longest(attack.side) {
            None => "never wins".to_owned(),
            Some(longest) => {
                let (share, moves) =
                    (percent(share.won_by(attack.side), share.all()), at_most(longest.length()));
                format!("wins {share} of the positions with the move, in {moves}")
            }
        };
        let line = (attack.names(game).concat(), words);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    Ok(lines)
}
