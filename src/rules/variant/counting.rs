//! `rules.counting`: endings that must be won in time, as in Makruk and its relatives. The limits are
//! data. See [`CountingRule`] for their meaning.

use super::def::SideDef;
use super::error::VariantError;
use super::law::{BareLimit, CountingRule};
use super::tree::{KeyValue, Node, Tree};

/// The key for pieces without a limit of their own.
const ELSE: &str = "else";
/// The highest possible limit in moves. Counts are kept in plies, in 15 bits.
const MOST: u16 = 10_000;

/// Reads the table; `None` if the file has none.
pub(super) fn read_counting(
    rules: &Tree,
    sides: &[SideDef; 2],
) -> Result<Option<CountingRule>, VariantError> {
    let Some(entry) = rules.entry("counting") else { return Ok(None) };
    let table = entry.node.table()?;
    let limit = |key: &str| table.get(key).map_or(Ok(0), read_limit);
    let (pawnless, with_pawns) = (limit("pawnless")?, limit("with_pawns")?);
    let bare = match table.table("bare")? {
        None => Vec::new(),
        Some(bare) => bare.iter().map(|line| read_bare(line, sides)).collect::<Result<_, _>>()?,
    };
    if let Some(node) = table.get("bare")
        && !bare.iter().any(|limit: &BareLimit| limit.roles.is_empty())
    {
        return Err(node.error(format!("expected a limit for all other pieces: `{ELSE} = ..`")));
    }
    if pawnless == 0 && bare.is_empty() {
        return Err(entry.error("nothing is counted: expected `pawnless` or `bare`"));
    }
    if let Some(node) = table.get("with_pawns").filter(|_| bare.is_empty()) {
        return Err(node.error("`with_pawns` needs `bare`: the limits once there are no pawns"));
    }
    table.text("from")?;
    let from = table.word("from")?;
    let in_fen = table.get("in_fen").map(Node::flag).transpose()?.unwrap_or(true);
    Ok(Some(CountingRule { pawnless, bare, with_pawns, from, in_fen }))
}

fn read_limit(node: &Node) -> Result<u16, VariantError> {
    node.number(0..=MOST, "moves")
}

/// `RR = 8`, or `else = 64`.
fn read_bare(line: &KeyValue, sides: &[SideDef; 2]) -> Result<BareLimit, VariantError> {
    let known = |role: char| sides.iter().flat_map(|side| &side.pieces).any(|piece| piece.role == role);
    let roles: Vec<char> = if line.key == ELSE { Vec::new() } else { line.key.chars().collect() };
    if let Some(stranger) = roles.iter().find(|&&role| !known(role)) {
        return Err(line.error(format!("expected roles or `{ELSE}`, found `{stranger}` in `{}`", line.key)));
    }
    let moves = read_limit(&line.node)?;
    if moves == 0 { Err(line.node.expected("at least one move")) } else { Ok(BareLimit { roles, moves }) }
}
