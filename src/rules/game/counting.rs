//! Endings that must be won in time, compiled: pawns and limits by kinds, moves as plies.

use super::{Kind, KindId};
use crate::rules::geometry::{Color, Narrow};
use crate::rules::variant::{self, CountFrom, VariantDef};

/// The counts of a game, in plies.
#[derive(Clone, Debug)]
pub(crate) struct CountLimits {
    /// The kinds that promote.
    pub(crate) pawns: Vec<KindId>,
    /// Without pawns; 0 if not counted.
    pub(crate) pawnless: u16,
    /// Against a bare king while there are pawns; 0 if not counted.
    pub(crate) with_pawns: u16,
    /// Against a bare king without pawns: by side the required pieces, and the limit. Lowest limits
    /// first.
    pub(crate) bare: [Vec<(Needs, u16)>; 2],
    /// The first number of the count against a bare king.
    pub(crate) from: CountFrom,
    /// Whether a FEN has limit and count.
    pub(crate) in_fen: bool,
}

/// Kinds, and the required number of pieces of each.
pub(crate) type Needs = Vec<(KindId, u8)>;

/// The counts of a definition.
pub(super) fn counting(def: &VariantDef, kinds: &[Kind]) -> Option<CountLimits> {
    let variant::CountingRule { pawnless, bare, with_pawns, from, in_fen } = def.rules.counting.as_ref()?;
    let ids = || (0..kinds.len().narrow()).map(KindId);
    let limits = |color: Color| {
        let kind =
            |role: char| ids().find(|id| kinds[id.index()].color == color && kinds[id.index()].role == role);
        let needs = |roles: &[char]| -> Option<Needs> {
            let mut needs = Needs::new();
            for &role in roles {
                let kind = kind(role)?;
                match needs.iter_mut().find(|(known, _)| *known == kind) {
                    Some((_, men)) => *men += 1,
                    None => needs.push((kind, 1)),
                }
            }
            Some(needs)
        };
        // A side that can never have such pieces does not need their limit.
        let mut limits: Vec<(Needs, u16)> =
            bare.iter().filter_map(|limit| Some((needs(&limit.roles)?, 2 * limit.moves))).collect();
        limits.sort_by_key(|(_, plies)| *plies);
        limits
    };
    Some(CountLimits {
        pawns: ids().filter(|id| kinds[id.index()].pawn).collect(),
        pawnless: 2 * pawnless,
        with_pawns: 2 * with_pawns,
        bare: Color::ALL.map(limits),
        from: *from,
        in_fen: *in_fen,
    })
}
