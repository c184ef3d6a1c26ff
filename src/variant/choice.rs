//! What may be chosen in a variant, and the text that says what was chosen:
//! `NAME[:WHITE[/BLACK]][;CHOICE=VALUE[/VALUE]]`.
//!
//! The first choice of a side (the army) is the one behind the colon; every choice may also be
//! given by name. One value stands for both sides.

use crate::geometry::Color;

use super::error::VariantError;
use super::tree::{Entry, Node, Table};

/// Whom a choice is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Each side chooses for itself.
    Side,
    /// It holds for the game.
    Game,
}

/// Something to choose before the game.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its name in files and text forms: `army`.
    pub id: String,
    /// Its name for people: `Army`.
    pub title: String,
    /// Whom it is for.
    pub scope: Scope,
    /// What can be chosen, at least one.
    pub options: Vec<ChoiceOption>,
    /// The option taken if nothing is said: an index into `options`.
    pub default: usize,
    /// Whether its options are parts from files: armies.
    pub from_files: bool,
}

/// One option of a choice.
#[derive(Clone, Debug)]
pub struct ChoiceOption {
    /// Its name in files and text forms: `nutters`.
    pub id: String,
    /// Its name for people: `Nutty Knights`.
    pub title: String,
    /// What choosing it merges into the definition.
    pub(super) patch: Table,
}

/// A part that a choice may pick: an army's file.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The folder it belongs to (`armies`).
    pub folder: String,
    /// Its file's stem (`nutters`).
    pub id: String,
    pub tree: Table,
}

impl Part {
    /// The roles it defines, in its order.
    pub fn roles(&self) -> Result<Vec<&str>, VariantError> {
        Ok(self.tree.table("pieces")?.into_iter().flat_map(Table::iter).map(|entry| entry.key.as_str()).collect())
    }

    fn option(&self) -> Result<ChoiceOption, VariantError> {
        ChoiceOption::new(&self.id, &self.tree)
    }
}

impl ChoiceOption {
    fn new(id: &str, tree: &Table) -> Result<ChoiceOption, VariantError> {
        let title = tree.text("title")?.map_or_else(|| capitalized(id), str::to_string);
        let mut patch = tree.clone();
        patch.remove("title");
        Ok(ChoiceOption { id: id.to_string(), title, patch })
    }
}

impl Choice {
    /// Reads every choice of a variant.
    pub(super) fn read_all(variant: &Table, parts: &[Part]) -> Result<Vec<Choice>, VariantError> {
        variant.table("choice")?.into_iter().flat_map(Table::iter).map(|entry| Choice::read(entry, parts)).collect()
    }

    fn read(entry: &Entry, parts: &[Part]) -> Result<Choice, VariantError> {
        let table = entry.node.table()?;
        check_name(entry)?;
        let scope = match table.get("scope") {
            None => return Err(entry.error(format!("the choice `{}` needs a scope: `side` or `game`", entry.key))),
            Some(node) => match node.text()? {
                "side" => Scope::Side,
                "game" => Scope::Game,
                _ => return Err(node.expected("`side` or `game`")),
            },
        };
        let mut options = Vec::new();
        if let Some(files) = table.get("files") {
            options = part_options(table, files, parts)?;
        }
        for option in table.table("options")?.into_iter().flat_map(Table::iter) {
            check_name(option)?;
            let patch = option.node.table()?;
            if let (Scope::Side, Some(entry)) = (scope, patch.entry("rules").or(patch.entry("start"))) {
                return Err(entry.error(format!("one side's choice cannot change `{}`, which is for the game", entry.key)));
            }
            options.push(ChoiceOption::new(&option.key, patch)?);
        }
        let default = match table.get("default") {
            None => 0,
            Some(node) => {
                let id = node.text()?;
                let found = options.iter().position(|option| option.id == id);
                found.ok_or_else(|| node.error(format!("expected {}, found `{id}`", one_of(&options))))?
            }
        };
        if options.is_empty() {
            return Err(entry.error(format!("the choice `{}` has no options", entry.key)));
        }
        let title = table.text("title")?.map_or_else(|| capitalized(&entry.key), str::to_string);
        let from_files = table.get("files").is_some();
        Ok(Choice { id: entry.key.clone(), title, scope, options, default, from_files })
    }

    /// The option a user means by `text`: its name or its title, in whatever case.
    pub(super) fn find(&self, text: &str) -> Result<usize, VariantError> {
        let wanted = text.trim();
        let found = self.options.iter().position(|option| option.id == wanted).or_else(|| {
            let same = |name: &str| name.eq_ignore_ascii_case(wanted);
            self.options.iter().position(|option| same(&option.id) || same(&option.title))
        });
        found.ok_or_else(|| VariantError::Name(format!("unknown {} `{wanted}`: expected {}", self.id, one_of(&self.options))))
    }
}

/// The options that parts make: every part of a folder that fills exactly the wanted roles, the
/// rest is not for this variant; or the parts listed, which must fill them.
fn part_options(choice: &Table, files: &Node, parts: &[Part]) -> Result<Vec<ChoiceOption>, VariantError> {
    let Some(fills) = choice.get("fills") else {
        return Err(files.error("parts from files need `fills`: the list of the roles they fill"));
    };
    let fills: Vec<&str> = fills.texts()?.into_iter().map(|(_, role)| role).collect();
    let fits = |roles: &[&str]| roles.len() == fills.len() && fills.iter().all(|role| roles.contains(role));
    let mut options = Vec::new();
    if let Ok(folder) = files.text() {
        for part in parts.iter().filter(|part| part.folder == folder) {
            if fits(&part.roles()?) {
                options.push(part.option()?);
            }
        }
        return Ok(options);
    }
    for (node, id) in files.texts()? {
        let Some(part) = parts.iter().find(|part| part.id == id) else {
            return Err(node.error(format!("there is no army file `{id}.toml`")));
        };
        let roles = part.roles()?;
        if !fits(&roles) {
            return Err(node.error(format!("`{id}` fills {}, expected {}", roles.join(" "), fills.join(" "))));
        }
        options.push(part.option()?);
    }
    Ok(options)
}

/// Names must not hold what separates them in text forms.
fn check_name(entry: &Entry) -> Result<(), VariantError> {
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    if !entry.key.is_empty() && entry.key.chars().all(allowed) {
        return Ok(());
    }
    Err(entry.error(format!("expected a name of letters, digits, `-` and `_`, found `{}`", entry.key)))
}

fn capitalized(id: &str) -> String {
    let mut letters = id.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

fn one_of(options: &[ChoiceOption]) -> String {
    let ids: Vec<_> = options.iter().map(|option| format!("`{}`", option.id)).collect();
    ids.join(", ")
}

/// A text form taken apart: what was asked for, not yet whether it exists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Request {
    pub name: String,
    /// What stands behind the colon.
    pub sides: Option<String>,
    /// `CHOICE=VALUE` pairs in order.
    pub values: Vec<(String, String)>,
}

impl Request {
    /// Takes a text form apart.
    pub fn parse(text: &str) -> Result<Request, VariantError> {
        let mut pieces = text.split(';');
        let head = pieces.next().unwrap_or_default();
        let (name, sides) = match head.split_once(':') {
            Some((name, sides)) => (name, Some(sides.trim().to_string())),
            None => (head, None),
        };
        let values = pieces.map(|piece| match piece.split_once('=') {
            Some((choice, value)) => Ok((choice.trim().to_string(), value.trim().to_string())),
            None => Err(VariantError::Name(format!("expected CHOICE=VALUE after `;` in `{text}`, found `{piece}`"))),
        });
        Ok(Request { name: name.trim().to_string(), sides, values: values.collect::<Result<_, _>>()? })
    }
}

/// What is chosen: for every choice the option of each side, White's first; both the same in a
/// choice for the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Selection(pub Vec<[usize; 2]>);

impl Selection {
    /// Every default.
    pub fn new(choices: &[Choice]) -> Selection {
        Selection(choices.iter().map(|choice| [choice.default; 2]).collect())
    }

    /// Chooses what stands behind the colon of a text form.
    pub fn set_sides(&mut self, choices: &[Choice], variant: &str, value: &str) -> Result<(), VariantError> {
        match choices.iter().position(|choice| choice.scope == Scope::Side) {
            Some(index) => self.set_value(choices, index, value),
            None => Err(VariantError::Name(format!("`{variant}` has nothing for a side to choose, found `:{value}`"))),
        }
    }

    /// Chooses by name: `army`, `white army`, `promotion`.
    pub fn set(&mut self, choices: &[Choice], variant: &str, name: &str, value: &str) -> Result<(), VariantError> {
        let (side, id) = match name.split_once(' ') {
            Some((color, id)) => (Color::ALL.into_iter().find(|side| side.name().eq_ignore_ascii_case(color)), id.trim()),
            None => (None, name),
        };
        let Some(index) = choices.iter().position(|choice| choice.id.eq_ignore_ascii_case(id)) else {
            let known: Vec<_> = choices.iter().map(|choice| format!("`{}`", choice.id)).collect();
            let known = if known.is_empty() { "it has none".into() } else { format!("it has {}", known.join(", ")) };
            return Err(VariantError::Name(format!("`{variant}` has no choice `{name}`: {known}")));
        };
        match side {
            None => self.set_value(choices, index, value),
            Some(side) if choices[index].scope == Scope::Side => {
                self.0[index][side.index()] = choices[index].find(value)?;
                Ok(())
            }
            Some(_) => Err(VariantError::Name(format!("`{id}` is chosen for the game, not for a side"))),
        }
    }

    fn set_value(&mut self, choices: &[Choice], index: usize, value: &str) -> Result<(), VariantError> {
        let choice = &choices[index];
        self.0[index] = match (choice.scope, value.split_once('/')) {
            (Scope::Side, Some((white, black))) => [choice.find(white)?, choice.find(black)?],
            _ => [choice.find(value)?; 2],
        };
        Ok(())
    }

    /// The shortest text form that says this.
    pub fn text(&self, choices: &[Choice], variant: &str) -> String {
        let first_of_sides = choices.iter().position(|choice| choice.scope == Scope::Side);
        let (mut behind_colon, mut rest) = (String::new(), String::new());
        for (index, (choice, &[white, black])) in choices.iter().zip(&self.0).enumerate() {
            if [white, black] == [choice.default; 2] {
                continue;
            }
            let mut value = choice.options[white].id.clone();
            if white != black {
                value = format!("{value}/{}", choice.options[black].id);
            }
            if first_of_sides == Some(index) {
                behind_colon = format!(":{value}");
            } else {
                rest = format!("{rest};{}={value}", choice.id);
            }
        }
        format!("{variant}{behind_colon}{rest}")
    }
}
