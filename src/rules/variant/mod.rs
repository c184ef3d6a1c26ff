//! Variants as their authors write them: files, armies, choices, and the definition they are merged
//! into.
//!
//! One mechanism does everything: **a choice picks a partial definition, merged for a side or for the
//! game.** `tree` reads TOML and keeps every value's place, `keys` refuses unknown keys, `choice` and
//! `augment` know the choices, `selection` reads their text form, `merge` merges the chosen parts,
//! `read` turns the result into a [`VariantDef`] (with `start`, `zones`, `pieces`, `promotion`, `rules`
//! and `views` for its parts), and [`Catalog`] holds the files. The meaning of moves on a board is the
//! task of `game`.
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
mod builtin;
mod catalog;
mod choice;
mod content;
mod counting;
mod def;
mod error;
mod fault;
mod files;
mod hand_law;
mod hands;
mod keys;
mod law;
mod merge;
mod named;
mod nets;
mod pieces;
mod places;
mod promotion;
mod read;
mod royals;
mod rules;
pub mod schema;
mod selection;
mod shuffle;
mod start;
mod tree;
mod trim;
mod views;
mod zones;

pub(crate) use catalog::Prepared;
pub use catalog::{Catalog, VariantInfo, is_shipped_as};
pub use choice::{Choice, ChoiceOption, Scope};
pub(crate) use content::{Content, UserFile, errors_of};
pub use def::{
    BecomesDef, PieceDef, PromotionDef, PromotionTarget, SideDef, Supply, Turning, VariantDef, ViewDef,
    WeightsChoice, ZoneMoves, spoken,
};
pub use error::{Origin, Place, Source, Unknown, VariantError};
pub use fault::{NameFault, RefusedChoice};
pub(crate) use files::below;
pub use hand_law::{
    Captured, DropColors, DropMate, Dropping, DropsDef, FALLEN_MARK, HandsDef, PROMOTED_MARK,
};
pub use keys::{Key, Keys};
pub use law::{
    Arrival, BareLimit, Captor, Capture, Castling, Checks, CountFrom, CountingRule, End, Grid, Loss,
    LossResult, Mate, NoMoves, Partner, Repeated, Royals, Rules, Shuffle, SideChange, TurnRule,
};
pub(crate) use merge::Merged;
pub use nets::{Net, NetChoice};
pub(crate) use pieces::read_moves;
pub use places::{Places, blamed};
pub(crate) use read::read;
pub(crate) use selection::Selection;
pub use selection::VariantList;
pub(crate) use tree::{KeyValue, Node, TomlValue, Tree};
