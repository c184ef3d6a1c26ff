//! `rules.shuffle`: games that begin with the pieces of the first rank in a random order. The rule is
//! data; see [`Shuffle`] for its meaning.

use super::error::VariantError;
use super::law::{Castling, Partner, Shuffle};
use super::start::{PlacedMan, StartArray};
use super::tree::{Node, Tree};
use crate::rules::geometry::Color;

/// The role of the piece that castles.
const KING: char = 'K';

/// Reads the table.
pub(super) fn read_shuffle(
    node: &Node,
    castling: &Castling,
    start: &StartArray,
) -> Result<Shuffle, VariantError> {
    let table = node.table()?;
    let [white, black] = Color::ALL.map(|color| first_rank(start, color));
    let files = |men: &[&PlacedMan]| men.iter().map(|man| start.shape.file(man.square)).collect::<Vec<_>>();
    if files(&white) != files(&black) {
        return Err(node.error("`shuffle` needs first ranks with pieces on the same files"));
    }
    let roles: String = white.iter().map(|man| man.role).collect();
    let fixed = read_fixed(table, &roles)?;
    if !stay_at_home(castling, &roles, &fixed) {
        return Err(node.error(
            "`shuffle` needs `castling` with `shuffled = true`, or the king and the pieces it castles with in `fixed`",
        ));
    }
    let pairs = |key| read_pairs(table, key, &roles);
    Ok(Shuffle {
        fixed,
        colors: pairs("colors")?,
        apart: pairs("apart")?,
        protected: table.get("protected").map(Node::flag).transpose()?.unwrap_or(false),
        never: read_orders(table, &roles)?,
    })
}

/// The pieces on the starting rank of a side's king, from the a-file on.
fn first_rank(start: &StartArray, color: Color) -> Vec<&PlacedMan> {
    let own = || start.men.iter().filter(move |man| man.color == color);
    let rank = own().find(|man| man.role == KING).map(|king| start.shape.rank(king.square));
    let mut men: Vec<&PlacedMan> = own().filter(|man| Some(start.shape.rank(man.square)) == rank).collect();
    men.sort_by_key(|man| start.shape.file(man.square));
    men
}

/// `"RK"`: roles that the first rank has.
fn read_fixed(table: &Tree, roles: &str) -> Result<Vec<char>, VariantError> {
    let Some(node) = table.get("fixed") else { return Ok(Vec::new()) };
    let fixed: Vec<char> = node.text()?.chars().collect();
    if fixed.iter().all(|&role| roles.contains(role)) {
        Ok(fixed)
    } else {
        Err(node.expected(&format!("roles of the first rank, some of `{roles}`")))
    }
}

/// Whether castling is still what it is in the array when all but the fixed roles have moved: either the
/// FEN tells where the pieces are that castle, or they are fixed.
fn stay_at_home(castling: &Castling, roles: &str, fixed: &[char]) -> bool {
    let Castling::Corner { partner, .. } = castling else { return fixed.contains(&KING) };
    let partners: Vec<char> = match partner {
        Partner::Shuffled(_) => return true,
        Partner::Outermost(role) => vec![*role],
        Partner::Corner => roles.chars().next().into_iter().chain(roles.chars().last()).collect(),
    };
    fixed.contains(&KING) && partners.iter().all(|role| fixed.contains(role))
}

/// `["BB", "QA"]`: two pieces that the first rank has.
fn read_pairs(table: &Tree, key: &str, roles: &str) -> Result<Vec<[char; 2]>, VariantError> {
    let Some(node) = table.get(key) else { return Ok(Vec::new()) };
    let has = |pair: [char; 2]| {
        let count = |role: char| roles.chars().filter(|&other| other == role).count();
        count(pair[0]) > usize::from(pair[0] == pair[1]) && count(pair[1]) > 0
    };
    let pair = |(node, text): (&Node, &str)| match text.chars().collect::<Vec<_>>()[..] {
        [one, other] if has([one, other]) => Ok([one, other]),
        _ => Err(node.expected("the roles of two pieces of the first rank, as in `\"BB\"`")),
    };
    node.texts()?.into_iter().map(pair).collect()
}

/// `["RNBQCKABNR"]`: the pieces of the first rank in another order.
fn read_orders(table: &Tree, roles: &str) -> Result<Vec<String>, VariantError> {
    let Some(node) = table.get("never") else { return Ok(Vec::new()) };
    let sorted = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    let order = |(node, text): (&Node, &str)| {
        if sorted(text) == sorted(roles) {
            Ok(text.to_string())
        } else {
            Err(node.expected(&format!("the pieces of the first rank in some order, as in `{roles}`")))
        }
    };
    node.texts()?.into_iter().map(order).collect()
}
