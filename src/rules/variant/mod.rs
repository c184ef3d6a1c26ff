//! Variants as their authors write them: files, armies, choices, and the definition they are merged
//! into.
//!
//! One mechanism does everything: **a choice picks a partial definition, merged for a side or for the game.**
//! `files` finds the files, `tree` reads TOML and keeps every value's place, `choice` and `augment` know the
//! choices, `selection` reads their text form and merges what is chosen, `read` turns the result into a
//! [`VariantDef`] (with `board`, `views`, `moves`, `pieces`, `rules`, `castling`, `ends`, `hands` and `nets`
//! for its parts), and [`Catalog`] holds the files. The meaning of moves on a board is the task of `game`.
//!
//! Every table of a file is defined once, in rows (`table!` in `keys`): a row has the meaning of a key, its
//! field, its type, its content, its default and its guard. Tables that are merged before they are read have
//! rows without fields (`keys!`). From the rows come the reader, the help, the JSON Schema, and the check of
//! unknown keys.
//!
//! A row of `table!`, `grid: Option<Grid>, by grid, holds Texts;` with its doc comment, is a field of the
//! struct, an entry of the table's list of keys (its name, the comment as its help, and what it may hold),
//! and a line of the struct's `read`: the default if the file has no such key, otherwise what the reader
//! after `by` makes of it. `number(range, what)` stands for a reader of whole numbers, and `needs guard`
//! calls the guard for every value but the default. A row of `rules!` is such a row, and a line of
//! `Rules::features` besides: the feature that it names, where the value is not the default (or where the
//! condition after `if` holds), or with `per_word` the feature of the word. A row of `words!` is a value of
//! an enum, its word in files, the older word after `|`, and the feature after `:`; the first row is the
//! default. What a word means is asked by the methods in `words`, so the compiler names what a new word must
//! answer.
//!
//! A [`VariantDef`] is plain data: squares, notation as [`Movement`](super::betza::Movement), rules as
//! values. Nothing in it knows TOML but its [`Places`], which are empty if it comes from no file. A reader of
//! other programs' definitions has two places to attach: beside `tree`, where it builds a tree with these
//! keys from its own text (then `extends`, choices and errors with their places work as for TOML), or beside
//! `read`, where it fills a [`VariantDef`] for `game`. The second has to do what `read` does at its end: a
//! side of whose royal pieces one counts by its place needs the same piece type without royalty, and no piece
//! type is left that cannot occur.
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
mod castling;
mod catalog;
mod choice;
mod ends;
mod error;
mod feature;
mod files;
mod hands;
mod keys;
mod moves;
mod nets;
mod pieces;
mod read;
mod rules;
mod selection;
mod shuffled;
mod tree;
mod turn;
mod views;
mod walls;
mod words;

pub(crate) use board::lattice_of;
pub use board::{DropColors, DropForm, DropsDef, PROMOTED_MARK, Permission, marked};
pub(crate) use castling::CASTLING_ROLE;
pub use castling::{Castling, Partner, Shuffle};
pub(crate) use catalog::Prepared;
pub use catalog::{Catalog, VariantInfo, is_shipped_as};
pub use choice::{Choice, ChoiceOption, Scope};
pub use ends::{Arrival, Bare, BareLimit, CountFrom, CountingRule, Draws, End, Loss, LossResult, PointCount};
pub use error::{NameFault, Origin, RefusedChoice, Source, Span, Unknown, VariantError};
pub use feature::Feature;
pub use files::text_of;
pub(crate) use files::{Content, UserFile, below, errors_of};
pub use hands::{Captured, Dropping, FALLEN_MARK, HandsDef};
pub use keys::{Key, Keys, NETS};
pub use moves::ZoneMoves;
pub(crate) use moves::read_moves;
pub(crate) use nets::shipped_nets;
pub use nets::{NetChoice, list_of_nets};
pub use pieces::{
    BecomesDef, PieceDef, PromotionDef, PromotionTarget, SideDef, Supply, Transforming, spoken,
};
pub(crate) use read::read;
pub use read::{ARMY, VARIANT, VariantDef, WeightsChoice, is_shared};
pub use rules::*; // a new rule brings its words along
pub(crate) use selection::{Merged, Selection};
pub use selection::{Places, VariantList, blamed};
pub(crate) use shuffled::{SHUFFLED_SUFFIX, shuffled_name};
pub(crate) use tree::{KeyValue, Node, TomlValue, Tree};
pub use turn::{EarlyCheck, Series, TurnRule};
pub use views::ViewDef;
pub use walls::{WallPlan, WallSite, Walls};
pub use words::*; // likewise
