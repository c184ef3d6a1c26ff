//! The choices of a variant before the game. `selection` reads the text form of what was chosen, and
//! `augment` has the choices that strengthen pieces.

use std::sync::Arc;

use super::board::ZONE;
use super::error::{Origin, RefusedChoice, Span, Unknown, VariantError, listed};
use super::hands::HANDS;
use super::keys::{Words, keys, words};
use super::pieces::PIECE;
use super::rules::RULES;
use super::tree::{KeyValue, Node, Tree};

/// The maximum number of options in a file for one choice.
pub(super) const MOST_OPTIONS: usize = 1000;
/// The maximum number of choices of a variant.
const MOST_CHOICES: usize = 100;

words! {
    /// For whom a choice is.
    pub enum Scope {
        /// Each side chooses for itself.
        Side = "side",
        /// It applies to the game.
        Game = "game",
    }
}

keys! {
    pub(super) static CHOICE {
        /// The name of the choice, for people.
        title: Label;
        /// `"side"` (each side chooses for itself) or `"game"`.
        scope: Word(Scope::WORDS);
        /// The options. Each has a `title` and whatever it changes: `pieces`, `zone`, `start`, and for the
        /// game `rules`.
        options: Named(&Table(&OPTION));
        /// Instead of options: the army files of a folder (`"armies"`), or a list of army files.
        files: Texts;
        /// The roles that an army file fills.
        fills: Texts;
        /// The option used if nobody chooses; otherwise the first.
        default: Text;
    }

    pub(super) static OPTION {
        /// The name of the option, for people.
        title: Label;
        /// Replaces `start`. One side's choice replaces the pieces of that side at the start.
        start: Text;
        /// Replaces or adds piece types.
        pieces: Roles(&Table(&PIECE));
        /// Replaces or adds zones.
        zone: Named(&Table(&ZONE));
        /// Replaces or adds rules.
        rules: Table(&RULES);
        /// Replaces or adds hands.
        hands: Table(&HANDS);
        /// Changes what augmenters are refused.
        augment: Table(&OPTION_AUGMENT);
    }

    pub(super) static OPTION_AUGMENT {
        /// Replaces `augment.refuse`.
        refuse: Texts;
    }
}

/// A choice before the game.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its name in files and text forms: `army`.
    pub id: String,
    /// Its name for people: `Army`.
    pub title: String,
    /// For whom it is.
    pub scope: Scope,
    /// Its options, at least one.
    pub options: Vec<ChoiceOption>,
    /// The default option: an index into `options`.
    pub default: usize,
    /// Whether its options are army files.
    pub from_files: bool,
    /// Whether it augments a role. In text forms it follows the army's plus sign.
    pub augments: bool,
    /// Whether games have it without a line in their files, so that a check of a file need not try it.
    pub implied: bool,
    /// The option for a text form that names the army of a side but not this choice.
    pub(super) default_when_army_named: usize,
    /// The option that leaves the pick to the army.
    pub(super) deferred_option: Option<usize>,
    /// Likely names that are refused, each with the reason.
    pub(super) refused: Vec<(String, RefusedChoice)>,
}

/// One option of a choice.
#[derive(Clone, Debug)]
pub struct ChoiceOption {
    /// Its name in files and text forms: `nutters`.
    pub id: String,
    /// Its name for people: `Nutty Knights`.
    pub title: String,
    /// Where it comes from.
    pub origin: Origin,
    /// A remark for people, such as that it is a weak choice.
    pub remark: Option<String>,
    /// Its inventor and source, for people.
    pub source: Option<String>,
    /// Where it is written, if it is written to be chosen as it is.
    pub(crate) place: Option<Span>,
    /// What it merges into the definition.
    pub(super) patch: Arc<Tree>,
    /// Its pick for each role whose choice leaves the pick to the army: choice and option.
    pub(crate) picks: Vec<(String, usize)>,
    /// Its pick to augment a role. The variant may not allow some picks together.
    pub(super) pick: Option<Pick>,
}

/// The pick of an option to augment a role.
#[derive(Clone, Debug)]
pub(crate) struct Pick {
    pub role: String,
    /// The basic piece that replaces the army's.
    pub base: Option<String>,
    pub augmenter: Option<String>,
}

/// An army's file, which a choice may offer.
#[derive(Clone, Debug)]
pub(crate) struct ArmyFile {
    /// The folder it belongs to (`armies`).
    pub folder: String,
    /// Its file's stem (`nutters`).
    pub id: String,
    pub origin: Origin,
    pub tree: Arc<Tree>,
}

impl ArmyFile {
    /// The roles it fills, in the order of the file, without those of the left wing alone.
    pub fn roles(&self) -> Result<Vec<&str>, VariantError> {
        let pieces = self.tree.table("pieces")?.into_iter().flat_map(Tree::iter);
        let left = pieces.filter_map(|entry| entry.node.table().ok()?.get("left")).map(Node::text);
        let left: Vec<&str> = left.collect::<Result<_, _>>()?;
        let all = self.tree.table("pieces")?.into_iter().flat_map(Tree::iter).map(|entry| entry.key.as_str());
        Ok(all.filter(|role| !left.contains(role)).collect())
    }

    fn option(&self) -> Result<ChoiceOption, VariantError> {
        Ok(ChoiceOption { origin: self.origin, ..ChoiceOption::new(&self.id, &self.tree)? })
    }
}

impl ChoiceOption {
    fn new(id: &str, tree: &Tree) -> Result<ChoiceOption, VariantError> {
        let title = tree.text("title")?.map_or_else(|| capitalized(id), str::to_string);
        let mut patch = tree.clone();
        patch.remove("title");
        patch.remove("source");
        let source = tree.text("source")?.map(str::to_string);
        Ok(ChoiceOption { title, source, patch: patch.into(), ..ChoiceOption::plain(id) })
    }

    /// An option without effect, to be filled in.
    pub(super) fn plain(id: &str) -> ChoiceOption {
        ChoiceOption {
            id: id.to_string(),
            title: capitalized(id),
            origin: Origin::Shipped,
            remark: None,
            source: None,
            place: None,
            patch: Arc::default(),
            picks: Vec::new(),
            pick: None,
        }
    }
}

impl Choice {
    pub(super) fn read_all(variant: &Tree, armies: &[ArmyFile]) -> Result<Vec<Choice>, VariantError> {
        let Some(entry) = variant.entry("choice") else { return Ok(Vec::new()) };
        let written = entry.node.table()?;
        if written.iter().count() > MOST_CHOICES {
            return Err(entry.error(format!("expected at most {MOST_CHOICES} choices")));
        }
        written.iter().map(|entry| Choice::read(entry, armies)).collect()
    }

    fn read(entry: &KeyValue, armies: &[ArmyFile]) -> Result<Choice, VariantError> {
        let table = entry.node.table()?;
        let scope = match table.get("scope") {
            None => {
                return Err(
                    entry.error(format!("the choice `{}` needs a scope: `side` or `game`", entry.key))
                );
            }
            Some(node) => node.text().and_then(|_| node.word())?,
        };
        let mut options = Vec::new();
        if let Some(files) = table.get("files") {
            options = army_options(table, files, armies)?;
        }
        for option in table.table("options")?.into_iter().flat_map(Tree::iter) {
            let patch = option.node.table()?;
            if let (Scope::Side, Some(entry)) = (scope, patch.entry("rules").or(patch.entry("hands"))) {
                return Err(entry.error(format!(
                    "one side's choice cannot change `{}`, which is for the game",
                    entry.key
                )));
            }
            let place = Some(option.place.clone());
            options.push(ChoiceOption { place, ..ChoiceOption::new(&option.key, patch)? });
        }
        let default = match table.get("default") {
            None => 0,
            Some(node) => {
                let id = node.text()?;
                let found = options.iter().position(|option| option.id == id);
                found.ok_or_else(|| {
                    node.error(format!(
                        "expected {}, found `{id}`",
                        listed(options.iter().map(|option| option.id.as_str()))
                    ))
                })?
            }
        };
        if options.len() > MOST_OPTIONS && table.get("files").is_none() {
            return Err(
                entry.error(format!("the choice `{}` has more than {MOST_OPTIONS} options", entry.key))
            );
        }
        if options.is_empty() {
            return Err(entry.error(format!("the choice `{}` has no options", entry.key)));
        }
        let title = table.text("title")?.map_or_else(|| capitalized(&entry.key), str::to_string);
        let from_files = table.get("files").is_some();
        Ok(Choice {
            title,
            default,
            default_when_army_named: default,
            from_files,
            ..Choice::plain(&entry.key, scope, options)
        })
    }

    /// A choice whose first option is the default.
    pub(super) fn plain(id: &str, scope: Scope, options: Vec<ChoiceOption>) -> Choice {
        let (id, title) = (id.to_string(), capitalized(id));
        Choice {
            id,
            title,
            scope,
            options,
            default: 0,
            from_files: false,
            augments: false,
            implied: false,
            default_when_army_named: 0,
            deferred_option: None,
            refused: Vec::new(),
        }
    }

    /// The option that a user means by `text`: its name or title, in any case.
    pub(super) fn find(&self, text: &str) -> Result<usize, VariantError> {
        let wanted = text.trim();
        let found = self.options.iter().position(|option| option.id == wanted).or_else(|| {
            let same = |name: &str| name.eq_ignore_ascii_case(wanted);
            self.options.iter().position(|option| same(&option.id) || same(&option.title))
        });
        found.ok_or_else(|| match self.refused.iter().find(|(id, _)| id.eq_ignore_ascii_case(wanted)) {
            Some((_, refused)) => refused.clone().into(),
            None => VariantError::Unknown(Unknown {
                what: self.id.clone(),
                name: wanted.to_string(),
                known: self.options.iter().map(|option| option.id.clone()).collect(),
            }),
        })
    }
}

/// The options from army files: every file of a folder that fills exactly the wanted roles (others are
/// armies for other variants), or the listed files, which must fill them.
fn army_options(choice: &Tree, files: &Node, armies: &[ArmyFile]) -> Result<Vec<ChoiceOption>, VariantError> {
    let Some(fills) = choice.get("fills") else {
        return Err(files.error("`files` needs `fills` beside it: the list of the roles that an army fills"));
    };
    let fills: Vec<&str> = fills.texts()?.into_iter().map(|(_, role)| role).collect();
    let fits = |roles: &[&str]| roles.len() == fills.len() && fills.iter().all(|role| roles.contains(role));
    let mut options = Vec::new();
    if let Ok(folder) = files.text() {
        for army in armies.iter().filter(|army| army.folder == folder) {
            if fits(&army.roles()?) {
                options.push(army.option()?);
            }
        }
        return Ok(options);
    }
    for (node, id) in files.texts()? {
        let Some(army) = armies.iter().find(|army| army.id == id) else {
            return Err(node.error(format!("there is no army file `{id}.toml`")));
        };
        let roles = army.roles()?;
        if !fits(&roles) {
            return Err(node.error(format!(
                "`{id}` fills {}, expected {}",
                roles.join(" "),
                fills.join(" ")
            )));
        }
        options.push(army.option()?);
    }
    Ok(options)
}

pub(super) fn capitalized(id: &str) -> String {
    let mut letters = id.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}
