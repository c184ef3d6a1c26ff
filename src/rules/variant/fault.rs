//! Faults of names, and refusals of a variant, as data.

use crate::rules::geometry::Color;

/// The form of a name, in words.
pub(super) const NAME: &str = "a name of at most 40 letters, digits, `-` and `_`";

/// The fault of a name or a text form.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NameFault {
    /// A file's name is not a valid name.
    #[error("{path}: the file is called after what it holds: expected {NAME}, found `{id}`")]
    OfFile {
        /// The file.
        path: String,
        /// Its name without `.toml`.
        id: String,
    },
    /// A variant has no starting position.
    #[error("`{0}` has no `start`: no board and no array")]
    NoStart(String),
    /// Something between semicolons is not a choice with a value.
    #[error("expected CHOICE=VALUE after `;` in `{text}`, found `{part}`")]
    NoValue {
        /// The text form.
        text: String,
        /// The text there.
        part: String,
    },
    /// There is nothing to choose, or nothing for a side.
    #[error("`{variant}` has {what}, found `{found}`")]
    NoChoice {
        /// The variant.
        variant: String,
        /// What the variant lacks: `no armies`.
        what: &'static str,
        /// What was requested.
        found: String,
    },
    /// A side was named for a choice that applies to both.
    #[error("`{0}` is chosen for the game, not for a side")]
    OfTheGame(String),
    /// The text after the plus is not a pick.
    #[error("expected ROLE=AUGMENTER, found `{0}`")]
    NoPick(String),
    /// A pick is for a role that cannot be augmented.
    #[error("there is no role `{role}` in `{pick}`: {}", expected_roles(roles))]
    NoRole {
        /// The role.
        role: String,
        /// The whole pick.
        pick: String,
        /// The possible roles.
        roles: Vec<String>,
    },
    /// A file is neither an army nor a variant.
    #[error(
        "expected the pieces of an army (`pieces.R = {{ .. }}`), or a variant with `start` or `extends`; \
         found neither"
    )]
    NoPieces,
    /// An army is named where a variant is expected.
    #[error("`{army}` is an army, not a variant: write `{form}`")]
    Army {
        /// The army.
        army: String,
        /// The text form of the first variant that has it.
        form: String,
    },
    /// Something else is named where a variant is expected.
    #[error("`{text}` is {what}: write {instead}")]
    Misplaced {
        /// What was named.
        text: String,
        /// What it is.
        what: &'static str,
        /// What is right.
        instead: String,
    },
    /// An army's roles fit no variant.
    #[error("no variant takes the army `{army}`, which fills {roles}: expected {}", wanted.join(" or "))]
    UnusedArmy {
        /// The army.
        army: String,
        /// The roles it fills.
        roles: String,
        /// The roles that variants need.
        wanted: Vec<String>,
    },
}

fn expected_roles(roles: &[String]) -> String {
    if roles.is_empty() {
        return "nothing can be augmented here".into();
    }
    format!("expected one of {}", roles.join(" "))
}

/// Why a variant's own rules refuse a choice.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RefusedChoice {
    /// A side uses an augmenter twice.
    #[error("{color} uses `{augmenter}` twice, for {first} and for {second}: once is allowed")]
    Twice {
        /// The side.
        color: Color,
        /// The augmenter.
        augmenter: String,
        /// The role that has it first.
        first: String,
        /// The role that has it again.
        second: String,
    },
    /// A side augments by a piece that it has as a basic piece.
    #[error("{color} has `{augmenter}` as the basic piece of {base}, so it cannot augment {role} as well")]
    BaseUsed {
        /// The side.
        color: Color,
        /// The augmenter.
        augmenter: String,
        /// The role whose basic piece it is.
        base: String,
        /// The role that it was picked for.
        role: String,
    },
    /// An augmenter adds no move.
    #[error("{what} adds nothing: every move of {augmenter} is a move of the {piece} already")]
    AddsNothing {
        /// The augmented piece: `R+W`.
        what: String,
        /// The augmenter.
        augmenter: String,
        /// The piece without it.
        piece: String,
    },
    /// A basic piece and an augmenter cannot be combined according to the file.
    #[error("`{what}` is not allowed: {reason}")]
    Forbidden {
        /// The augmented piece.
        what: String,
        /// The reason in the file's words, or what the piece can be combined with.
        reason: String,
    },
}
