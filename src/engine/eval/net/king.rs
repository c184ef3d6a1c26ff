//! Where a piece stands seen from a king: inputs that make its row depend on where the kings are.
//!
//! The squares of a king form zones of two by two, so the rows of a side change only when its king leaves a
//! zone. Each side's sums are of rows for its own king.

use super::feature::{Feature, ONE};
use crate::base::network::{INPUTS, KING_INPUTS};
use crate::engine::convert::{narrow, signed, unsigned};
use crate::rules::game::{Game, KindId};
use crate::rules::geometry::{Color, Narrow, Shape, Square};

/// The files and the ranks of a zone.
const ZONE: i32 = 2;
/// The steps from a zone's first file or rank with inputs of their own, and those near it where each square
/// has one. A mirror image swaps the two files of a zone, so there is one step more on one side.
const FAR: [i32; 2] = [-6, 7];
const NEAR: [i32; 2] = [-3, 4];
/// The number of such steps.
const FAR_STEPS: usize = 14;
const NEAR_STEPS: usize = 8;
/// The zones along a side with inputs of their own.
const ZONES: usize = 4;
/// Where the parts of the inputs begin: the files, the ranks, the squares near the king, the zone.
const RANKS: usize = FAR_STEPS;
const SQUARES: usize = 2 * FAR_STEPS;
const PLACE: usize = SQUARES + NEAR_STEPS * NEAR_STEPS;
/// The inputs for the king's own pieces, and as many for the enemy's.
const SET: usize = PLACE + 2 * ZONES;
const _: () = assert!(INPUTS + 2 * SET == KING_INPUTS, "the file format knows the number of inputs");

/// The king of a side.
#[derive(Clone, Debug)]
pub struct King {
    kind: KindId,
    color: Color,
    shape: Shape,
}

impl King {
    /// The king of a side; `None` if it begins with none or several.
    pub fn of(game: &Game, color: Color) -> Option<King> {
        let mut royal = game.array.iter().map(|&(_, id)| id).filter(|&id| {
            let kind = game.kind(id);
            kind.royal && kind.color == color
        });
        let kind = royal.next().filter(|_| royal.next().is_none())?;
        Some(King { kind, color, shape: game.shape.clone() })
    }

    /// Its type.
    pub fn kind(&self) -> KindId {
        self.kind
    }

    /// The number of zones.
    pub fn zones(&self) -> usize {
        self.zones_across() * zones_along(self.shape.ranks())
    }

    fn zones_across(&self) -> usize {
        zones_along(self.shape.files())
    }

    /// The zone of a square, as the king's side sees the board.
    pub fn zone(&self, square: Square) -> usize {
        let [file, rank] = self.seen(square).map(|at| unsigned(at / ZONE));
        rank * self.zones_across() + file
    }

    /// The file and the rank of a square, as the king's side sees the board.
    fn seen(&self, square: Square) -> [i32; 2] {
        [self.shape.file(square), self.shape.rank_for(square, self.color)].map(i32::from)
    }

    /// The inputs for a piece of `owner` on a square, seen from the king in a zone.
    pub fn describe(&self, zone: usize, owner: Color, square: Square) -> Vec<Feature> {
        let [column, row] = [zone % self.zones_across(), zone / self.zones_across()];
        let first = [column, row].map(|block| ZONE * signed(block));
        let [file, rank] = self.seen(square);
        let steps = [file - first[0], rank - first[1]];
        let start = INPUTS + if owner == self.color { 0 } else { SET };
        let place = |step: i32, [least, _]: [i32; 2]| unsigned(step - least);
        let [far_file, far_rank] = steps.map(|step| place(step.clamp(FAR[0], FAR[1]), FAR));
        let mut inputs = vec![far_file, RANKS + far_rank];
        if steps.iter().all(|step| (NEAR[0]..=NEAR[1]).contains(step)) {
            let [near_file, near_rank] = steps.map(|step| place(step, NEAR));
            inputs.push(SQUARES + near_rank * NEAR_STEPS + near_file);
        }
        inputs.push(PLACE + column.min(ZONES - 1));
        inputs.push(PLACE + ZONES + row.min(ZONES - 1));
        let one = narrow(ONE);
        inputs.iter().map(|input| Feature { index: (start + input).narrow(), value: one }).collect()
    }
}

/// The zones along a side of so many files or ranks.
fn zones_along(length: u8) -> usize {
    usize::from(length).div_ceil(unsigned(ZONE))
}

/// The index of one of these inputs, counted from the first, after a mirror image of a board of eight files.
pub(super) fn mirrored(input: usize) -> usize {
    let (set, within) = (input / SET * SET, input % SET);
    set + match within {
        0..RANKS => RANKS - 1 - within,
        SQUARES..PLACE => {
            let (row, column) = ((within - SQUARES) / NEAR_STEPS, (within - SQUARES) % NEAR_STEPS);
            SQUARES + row * NEAR_STEPS + NEAR_STEPS - 1 - column
        }
        PLACE.. if within < PLACE + ZONES => PLACE + ZONES - 1 - (within - PLACE),
        _ => within,
    }
}
