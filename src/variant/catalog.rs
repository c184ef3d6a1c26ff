//! The variants the program knows: built in, and read from a user's files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::augment;
use super::builtin;
use super::choice::{ArmyFile, Choice, Origin, Pick};
use super::def::VariantDef;
use super::error::{Source, VariantError};
use super::keys;
use super::lint::{Finding, lint, lint_notation};
use super::merge::Merged;
use super::read::read;
use super::selection::{Selection, TextForm};
use super::tree::Tree;

/// The folder that an army's file given by itself belongs to.
const ARMIES: &str = "armies";

/// The variants the program knows.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    variants: Vec<Variant>,
    armies: Vec<ArmyFile>,
}

/// A variant's file.
#[derive(Clone, Debug)]
struct Variant {
    id: String,
    origin: Origin,
    tree: Tree,
}

impl Variant {
    /// The names of its views.
    fn views(&self) -> impl Iterator<Item = &str> {
        self.tree
            .table("views")
            .ok()
            .flatten()
            .into_iter()
            .flat_map(Tree::iter)
            .map(|entry| entry.key.as_str())
    }
}

/// What there is to know of a variant before anything is chosen.
#[derive(Clone, Debug)]
pub struct VariantInfo {
    /// Its name: `cwda`.
    pub id: String,
    /// Where its file comes from.
    pub origin: Origin,
    /// Its name for people: `Chess with Different Armies`.
    pub title: String,
    /// Other names it is known by.
    pub aliases: Vec<String>,
    /// What may be chosen.
    pub choices: Vec<Choice>,
    /// Names by which the same game is shown on another board: `narrow-folded`.
    pub views: Vec<String>,
}

/// What a file holds.
enum Added {
    Variant(String),
    ArmyFile(String),
}

impl Catalog {
    /// The variants built into the program.
    pub fn builtin() -> Catalog {
        let mut catalog = Catalog::default();
        for &(path, text) in builtin::FILES {
            // A test resolves every one of them: an error here cannot reach a user.
            if let Err(error) =
                catalog.add(Path::new(path), text.to_string(), folder_of(Path::new(path)), Origin::Shipped)
            {
                log::error!("{error}");
            }
        }
        catalog
    }

    /// Adds a file, or every `.toml` file of a folder and of its folders. A file is known by its
    /// stem and takes the place of one known by the same. With neither `start` nor `extends` it
    /// is an army.
    ///
    /// # Errors
    /// If something cannot be read or is no variant. What was added before stays.
    pub fn add_path(&mut self, path: &Path) -> Result<(), VariantError> {
        self.add_files(path).map(|_| ())
    }

    fn add_files(&mut self, path: &Path) -> Result<Vec<Added>, VariantError> {
        let mut files = Vec::new();
        if path.is_dir() {
            for entry in toml_files(path)? {
                if entry.is_dir() {
                    let folder = stem(&entry);
                    files.extend(
                        toml_files(&entry)?
                            .into_iter()
                            .filter(|file| file.is_file())
                            .map(|file| (file, Some(folder.clone()))),
                    );
                } else {
                    files.push((entry, None));
                }
            }
        } else {
            files.push((path.to_path_buf(), None));
        }
        let mut added = Vec::new();
        for (file, folder) in files {
            let text = fs::read_to_string(&file).map_err(|error| unreadable(&file, &error))?;
            added.push(self.add(&file, text, folder, Origin::Brought)?);
        }
        for file in &added {
            if let Added::Variant(id) = file {
                self.info(id)?;
            }
        }
        Ok(added)
    }

    fn add(
        &mut self,
        path: &Path,
        text: String,
        folder: Option<String>,
        origin: Origin,
    ) -> Result<Added, VariantError> {
        let id = stem(path);
        let tree = Tree::parse(&Arc::new(Source { name: path.display().to_string(), text }))?;
        if folder.is_none() && (tree.get("start").is_some() || tree.get("extends").is_some()) {
            keys::VARIANT.check(&tree)?;
            let variant = Variant { id: id.clone(), origin, tree };
            match self.variants.iter_mut().find(|known| known.id == id) {
                Some(known) => *known = variant,
                None => self.variants.push(variant),
            }
            return Ok(Added::Variant(id));
        }
        keys::ARMY.check(&tree)?;
        let army = ArmyFile { folder: folder.unwrap_or_else(|| ARMIES.into()), id: id.clone(), origin, tree };
        match self.armies.iter_mut().find(|known| known.id == id) {
            Some(known) => *known = army,
            None => self.armies.push(army),
        }
        Ok(Added::ArmyFile(id))
    }

    /// Whether the program ships this very game under this name: a user's file may have taken its
    /// place, or that of something it extends.
    pub fn ships(&self, name: &str, def: &VariantDef) -> bool {
        let brought = self.variants.iter().map(|variant| variant.origin);
        let all_shipped =
            brought.chain(self.armies.iter().map(|army| army.origin)).all(|origin| origin == Origin::Shipped);
        all_shipped || Catalog::builtin().resolve(name).is_ok_and(|shipped| shipped.plays_as(def))
    }

    /// Every variant, in the order they were added.
    pub fn list(&self) -> Vec<VariantInfo> {
        self.variants.iter().filter_map(|variant| self.info(&variant.id).ok()).collect()
    }

    /// What may be chosen in a variant.
    ///
    /// # Errors
    /// If there is no such variant, or its choices are not well-formed.
    pub fn info(&self, name: &str) -> Result<VariantInfo, VariantError> {
        let variant = self.named(name).ok_or_else(|| self.unknown(name))?;
        let tree = self.extended(variant, &mut Vec::new())?;
        let aliases = match variant.tree.get("aliases") {
            Some(node) => node.texts()?.into_iter().map(|(_, alias)| alias.to_string()).collect(),
            None => Vec::new(),
        };
        let title = tree.text("title")?.unwrap_or(&variant.id).to_string();
        let views = variant.views().map(str::to_string).collect();
        Ok(VariantInfo {
            id: variant.id.clone(),
            origin: variant.origin,
            title,
            aliases,
            choices: choices(&tree, &self.armies)?,
            views,
        })
    }

    /// The definition a text form stands for: `chess`, `cwda:clobberers/nutters`,
    /// `cwda:nutters;promotion=both`. Other programs' forms are understood as well:
    /// `cwda-clobberers-nutters`, `fairy/Clobberers-Nutters`, `clobberers~nutters~(cwda)`.
    ///
    /// # Errors
    /// If it names something unknown, or what it chooses does not make a game.
    pub fn resolve(&self, text: &str) -> Result<VariantDef, VariantError> {
        self.resolve_with(text, &[])
    }

    /// The definition a text form stands for, with some choices made besides: by the choice's
    /// name (`promotion`; `army` for both sides) or for one side (`white army`). Later ones win.
    ///
    /// # Errors
    /// As [`Catalog::resolve`].
    pub fn resolve_with(&self, text: &str, chosen: &[(&str, &str)]) -> Result<VariantDef, VariantError> {
        read(&self.merged(text, chosen)?)
    }

    /// The view that a text form asks for by its name, if it does: `narrow-folded` resolves to the
    /// same definition as `narrow`, and this is the one of its [`VariantDef::views`] to show.
    pub fn view(&self, text: &str) -> Option<String> {
        let name = TextForm::parse(text).ok()?.name;
        self.named(&name)?.views().find(|view| *view == name).map(str::to_string)
    }

    /// What is to be said to people of what a text form and `chosen` choose: weak choices.
    ///
    /// # Errors
    /// As [`Catalog::resolve`].
    pub fn remarks(&self, text: &str, chosen: &[(&str, &str)]) -> Result<Vec<String>, VariantError> {
        let (info, selection) = self.selected(text, chosen)?;
        let mut remarks: Vec<String> = Vec::new();
        for side in 0..2 {
            for remark in selection.options(&info.choices, side).filter_map(|option| option.remark.as_ref()) {
                if !remarks.contains(remark) {
                    remarks.push(remark.clone());
                }
            }
        }
        Ok(remarks)
    }

    /// Reads a file (or a folder) and looks it over with every option of its choices; the catalog
    /// itself stays as it is. Empty if all is well.
    pub fn check(&self, path: &Path) -> Vec<Finding> {
        let mut catalog = self.clone();
        let added = match catalog.add_files(path) {
            Ok(added) => added,
            Err(error) => return vec![error.into()],
        };
        let mut findings = Vec::new();
        for file in &added {
            findings.extend(catalog.tree(file).into_iter().flat_map(lint_notation));
            let texts = match file {
                Added::Variant(id) => catalog.samples(id),
                Added::ArmyFile(id) => catalog.uses(id),
            };
            match texts {
                Ok(texts) => findings.extend(texts.iter().flat_map(|text| catalog.look_over(text))),
                Err(error) => findings.push(error.into()),
            }
        }
        let mut distinct: Vec<Finding> = Vec::new();
        for finding in findings {
            if !distinct.contains(&finding) {
                distinct.push(finding);
            }
        }
        distinct
    }

    fn tree(&self, file: &Added) -> Option<&Tree> {
        match file {
            Added::Variant(id) => self.named(id).map(|variant| &variant.tree),
            Added::ArmyFile(id) => self.armies.iter().find(|army| army.id == *id).map(|army| &army.tree),
        }
    }

    fn look_over(&self, text: &str) -> Vec<Finding> {
        let looked = self.merged(text, &[]).and_then(|merged| Ok(lint(&read(&merged)?, &merged)));
        match looked {
            // Not every option goes with every other, and this one does not with the defaults.
            Err(VariantError::Refused(_)) => Vec::new(),
            looked => looked.unwrap_or_else(|error| vec![error.into()]),
        }
    }

    /// Text forms that use every option of a variant once, and the defaults.
    fn samples(&self, id: &str) -> Result<Vec<String>, VariantError> {
        let choices = self.info(id)?.choices;
        let mut texts = vec![id.to_string()];
        for choice in &choices {
            texts.extend(choice.options.iter().map(|option| format!("{id};{}={}", choice.id, option.id)));
        }
        Ok(texts)
    }

    /// Text forms that use an army in every variant that takes it.
    fn uses(&self, army: &str) -> Result<Vec<String>, VariantError> {
        let mut texts = Vec::new();
        for info in self.list() {
            for choice in info.choices.iter().filter(|choice| choice.from_files) {
                if choice.options.iter().any(|option| option.id == army) {
                    texts.push(format!("{};{}={army}", info.id, choice.id));
                }
            }
        }
        if texts.is_empty() {
            let roles = self
                .armies
                .iter()
                .find(|known| known.id == army)
                .map(ArmyFile::roles)
                .transpose()?
                .unwrap_or_default();
            return Err(VariantError::Name(format!(
                "no variant takes the army `{army}`, which fills {}",
                roles.join(" ")
            )));
        }
        Ok(texts)
    }

    /// What is chosen in the variant a text form names.
    fn selected(
        &self,
        text: &str,
        chosen: &[(&str, &str)],
    ) -> Result<(VariantInfo, Selection), VariantError> {
        let request = self.understand(TextForm::parse(text)?)?;
        let info = self.info(&request.name)?;
        let mut selection = Selection::new(&info.choices);
        if let Some(sides) = &request.sides {
            selection.set_sides(&info.choices, &info.id, sides)?;
        }
        let asked = request.values.iter().map(|(choice, value)| (choice.as_str(), value.as_str()));
        for (choice, value) in asked.chain(chosen.iter().copied()) {
            selection.set(&info.choices, &info.id, choice, value)?;
        }
        let selection = selection.settled(&info.choices);
        Ok((info, selection))
    }

    fn merged(&self, text: &str, chosen: &[(&str, &str)]) -> Result<Merged, VariantError> {
        let (info, selection) = self.selected(text, chosen)?;
        let variant = self.named(&info.id).ok_or_else(|| self.unknown(&info.id))?;
        let tree = self.extended(variant, &mut Vec::new())?;
        let id = selection.text(&info.choices, &info.id);
        let merged = Merged::new(id, &info.title, &tree, &info.choices, &selection);
        let picks = |side: usize| -> Vec<&Pick> {
            selection.options(&info.choices, side).filter_map(|option| option.pick.as_ref()).collect()
        };
        augment::judge(&merged, [&picks(0), &picks(1)])?;
        Ok(merged)
    }

    /// Puts the forms of other programs into ours.
    fn understand(&self, request: TextForm) -> Result<TextForm, VariantError> {
        let name = request.name.as_str();
        if self.named(name).is_some() {
            return Ok(request);
        }
        if request.sides.is_none() {
            for (name, sides) in foreign_forms(name) {
                if self.named(name).is_some() && self.has_sides(name, &sides) {
                    return Ok(TextForm {
                        name: name.to_string(),
                        sides: Some(sides),
                        values: request.values,
                    });
                }
            }
        }
        Err(self.unknown(name))
    }

    /// Whether what stands behind a colon can be chosen in a variant.
    fn has_sides(&self, name: &str, sides: &str) -> bool {
        self.info(name)
            .is_ok_and(|info| Selection::new(&info.choices).set_sides(&info.choices, name, sides).is_ok())
    }

    /// The variant known by a name, an alias or the name of a view.
    fn named(&self, name: &str) -> Option<&Variant> {
        let is_alias = |variant: &&Variant| {
            let texts = variant.tree.get("aliases").and_then(|node| node.texts().ok());
            texts.is_some_and(|texts| texts.iter().any(|(_, alias)| *alias == name))
        };
        let has_view = |variant: &&Variant| variant.views().any(|view| view == name);
        let variants = || self.variants.iter();
        variants()
            .find(|variant| variant.id == name)
            .or_else(|| variants().find(is_alias))
            .or_else(|| variants().find(has_view))
    }

    fn unknown(&self, name: &str) -> VariantError {
        let known: Vec<_> = self.variants.iter().map(|variant| format!("`{}`", variant.id)).collect();
        VariantError::Name(format!("unknown variant `{name}`: expected one of {}", known.join(", ")))
    }

    /// A variant's tree laid over those it extends.
    fn extended(&self, variant: &Variant, below: &mut Vec<String>) -> Result<Tree, VariantError> {
        let Some(node) = variant.tree.get("extends") else {
            return Ok(variant.tree.clone());
        };
        below.push(variant.id.clone());
        let base = node.text()?;
        if below.iter().any(|id| id == base) {
            return Err(node.error(format!("`{base}` extends this variant in turn")));
        }
        let Some(base) = self.variants.iter().find(|known| known.id == base) else {
            return Err(node.error(self.unknown(base).to_string()));
        };
        let mut tree = self.extended(base, below)?;
        // Names are the variant's own.
        tree.remove("aliases");
        tree.remove("views");
        tree.merge(&variant.tree);
        Ok(tree)
    }
}

/// Every choice of a variant: what augments the pieces stands behind the armies.
fn choices(variant: &Tree, armies: &[ArmyFile]) -> Result<Vec<Choice>, VariantError> {
    let mut choices = Choice::read_all(variant, armies)?;
    let behind_armies = choices.iter().position(|choice| choice.from_files).map_or(0, |army| army + 1);
    choices.splice(behind_armies..behind_armies, augment::choices(variant)?);
    Ok(choices)
}

/// What a name may mean in the forms of other programs: a variant, and the choice of its sides.
/// `NAME-WHITE-BLACK` and `NAME-BOTH` (a flat list of names), `NAME/White-Black` (Fairy-Max),
/// `white~black~(NAME)` (`ChessV`).
fn foreign_forms(text: &str) -> Vec<(&str, String)> {
    let mut forms = Vec::new();
    if let Some((sides, name)) = text.strip_suffix(')').and_then(|text| text.split_once("~(")) {
        forms.push((name, sides.replacen('~', "/", 1)));
    }
    if let Some((name, sides)) = text.split_once('/') {
        forms.push((name, sides.replacen('-', "/", 1)));
    }
    for (dash, _) in text.match_indices('-') {
        let (name, sides) = (&text[..dash], &text[dash + 1..]);
        forms.push((name, sides.to_string()));
        // Names of armies may have dashes, too.
        let ways = sides.match_indices('-');
        forms.extend(ways.map(|(at, _)| (name, format!("{}/{}", &sides[..at], &sides[at + 1..]))));
    }
    forms
}

/// The folder a built-in file belongs to: `armies` for `variants/armies/fide.toml`.
fn folder_of(path: &Path) -> Option<String> {
    path.parent().filter(|folder| folder.parent().is_some_and(|above| above != Path::new(""))).map(stem)
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The `.toml` files and the folders of a folder, by name.
fn toml_files(folder: &Path) -> Result<Vec<PathBuf>, VariantError> {
    let entries = fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| unreadable(folder, &error))?;
    paths.retain(|path| path.is_dir() || path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    Ok(paths)
}

fn unreadable(path: &Path, error: &std::io::Error) -> VariantError {
    VariantError::File { path: path.display().to_string(), reason: error.to_string() }
}
