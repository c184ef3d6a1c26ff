//! A second implementation of the counts of moves in endings, from the pieces before and after a move,
//! by their roles.

use fibnif::rules::geometry::Color;
use fibnif::rules::letter::Letter;
use fibnif::rules::variant::{CountFrom, CountingRule};

/// The roles of the pieces of White and Black.
pub type Men = [Vec<Letter>; 2];

/// Limit and count in plies; the limit is 0 while nothing is counted.
pub type Count = (u32, u32);

/// The count after a move of `mover`. `pawns` are the roles that promote.
pub fn counted(
    rule: &CountingRule,
    pawns: &[Letter],
    mover: Color,
    before: &Men,
    after: &Men,
    count: Count,
) -> Count {
    let (limit, done) = if count.0 > 0 { (count.0, count.1 + 1) } else { count };
    let has_pawns = |men: &Men| men.iter().flatten().any(|role| pawns.contains(role));
    let bare = |men: &Men| {
        let alone = men.iter().any(|side| side.len() == 1);
        alone && !rule.bare.is_empty() && (!has_pawns(men) || rule.with_pawns > 0)
    };
    if bare(after) && (!bare(before) || limit == 0) {
        let strong = &after[mover.index()];
        let number = |role: Letter, roles: &[Letter]| roles.iter().filter(|&&other| other == role).count();
        let has = |roles: &[Letter]| roles.iter().all(|&role| number(role, strong) >= number(role, roles));
        let fitting = rule.bare.iter().filter(|limit| has(&limit.roles)).map(|limit| limit.moves);
        let moves = if has_pawns(after) { rule.with_pawns } else { fitting.min().unwrap_or(0) };
        let from = match rule.from {
            CountFrom::Zero => 0,
            CountFrom::Pieces => 2 * after.iter().flatten().count() as u32,
        };
        return (2 * u32::from(moves), from);
    }
    if limit == 0 && !has_pawns(after) { (2 * u32::from(rule.pawnless), 0) } else { (limit, done) }
}
