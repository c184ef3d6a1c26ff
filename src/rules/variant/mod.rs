//! Variants as their authors write them: files, armies, choices, and the definition they are merged
//! into.
//!
//! One mechanism does everything: **a choice picks a partial definition, merged for a side or for the game.**
//! `tree` reads TOML and keeps every value's place, `keys` defines the tables of a file in rows, `choice` and
//! `augment` know the choices, `selection` reads their text form, `merge` merges the chosen parts, `read`
//! turns the result into a [`VariantDef`] (with `start`, `zones`, `pieces`, `promotion`, `rules`, `castling`,
//! `ends`, `hands` and `views` for its parts), and [`Catalog`] holds the files. The meaning of moves on a
//! board is the task of `game`.
//!
//! ```
//! use fibnif::rules::variant::Catalog;
//!
//! let def = Catalog::builtin().resolve("cwda:clobberers/nutters;promotion=both")?;
//! assert_eq!(def.sides[0].army, "Colorbound Clobberers");
//! # Ok::<(), fibnif::rules::variant::VariantError>(())
//! ```

// The range of numbers in a file is checked when they are read, so no conversion here may truncate.

mod augment;
mod board;
mod builtin;
mod castling;
mod catalog;
mod choice;
mod content;
mod def;
mod ends;
mod error;
mod files;
mod hands;
mod keys;
mod merge;
mod moves;
mod nets;
mod pieces;
mod read;
mod rules;
mod selection;
mod tree;

pub use board::{DropColors, DropMate, DropsDef, PROMOTED_MARK, ViewDef};
pub use castling::{Castling, Partner, Shuffle};
pub(crate) use catalog::Prepared;
pub use catalog::{Catalog, VariantInfo, is_shipped_as};
pub use choice::{Choice, ChoiceOption, Scope};
pub(crate) use content::{Content, UserFile, errors_of};
pub use def::{VariantDef, WeightsChoice};
pub use ends::{Arrival, BareLimit, CountFrom, CountingRule, End, Loss, LossResult};
pub use error::{NameFault, Origin, RefusedChoice, Source, Span, Unknown, VariantError};
pub(crate) use files::below;
pub use hands::{Captured, Dropping, FALLEN_MARK, HandsDef};
pub use keys::{Key, Keys, NETS};
pub(crate) use merge::Merged;
pub use merge::{Places, blamed};
pub use moves::ZoneMoves;
pub(crate) use moves::read_moves;
pub use nets::{Net, NetChoice, shipped_nets};
pub use pieces::{BecomesDef, PieceDef, PromotionDef, PromotionTarget, SideDef, Supply, Turning, spoken};
pub(crate) use read::read;
pub use read::{ARMY, VARIANT, is_shared};
pub use rules::{
    Captor, Capture, Checks, Feature, Grid, Mate, NoMoves, Repeated, Royals, Rules, SideChange, TurnRule,
};
pub(crate) use selection::Selection;
pub use selection::VariantList;
pub(crate) use tree::{KeyValue, Node, TomlValue, Tree};
