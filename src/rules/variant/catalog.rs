//! The variants the program knows: built in, and read from a user's files.

use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use super::augment;
use super::choice::{ArmyFile, Choice};
use super::error::{NameFault, Origin, Source, Span, Unknown, VariantError};
use super::files::{
    self, ARMIES, Content, UserFile, Variant, below, folder_of, is_too_large, stem, try_notation,
};
use super::read::{VariantDef, read};
use super::selection::{Merged, Selection, TextForm};
use super::shuffled::{SHUFFLED_START, SHUFFLED_SUFFIX, start_choice};
use super::tree::{Node, Tree};
use crate::base::text::quoted;

/// The variants the program knows.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    variants: Vec<Variant>,
    /// The shipped variants that the user's files have replaced.
    replaced: Vec<Variant>,
    armies: Vec<ArmyFile>,
    /// Names of unusable files, with the reasons.
    left_out: Vec<(String, VariantError)>,
    /// What the user named: files, folders, and definitions for other programs.
    paths: Vec<PathBuf>,
}

/// Information about a variant before anything is chosen.
#[derive(Clone, Debug)]
pub struct VariantInfo {
    /// Its name: `cwda`.
    pub id: String,
    /// Where its file comes from.
    pub origin: Origin,
    /// Its name for people: `Chess with Different Armies`.
    pub title: String,
    /// The inventor of the game and its source, for people; empty if its own file does not say.
    pub source: Option<String>,
    /// Its aliases.
    pub aliases: Vec<String>,
    /// Its choices.
    pub choices: Vec<Choice>,
    /// The armies for a person who names none, as in a text form after the colon.
    pub suggested: Option<String>,
    /// Names under which the same game is shown on another board: `narrow-folded`.
    pub views: Vec<String>,
}

/// A variant prepared for any number of selections.
pub(crate) struct Prepared {
    pub info: VariantInfo,
    /// The definition before anything is chosen.
    tree: Arc<Tree>,
}

impl Catalog {
    /// The variants built into the program.
    pub fn builtin() -> Catalog {
        let mut catalog = Catalog::default();
        for (path, text) in files::built_in() {
            let path = Path::new(path);
            let (name, text) = (path.display().to_string(), text.to_string());
            let source = Source { name, text, origin: Origin::Shipped };
            match Content::read(path, &Arc::new(source), folder_of(path)) {
                Ok(content) => catalog.insert(content),
                // A test resolves every one of them, so a user cannot see an error here.
                Err(error) => log::error!("{error}"),
            }
        }
        catalog
    }

    /// Remembers what the user named, for another process that shall know the same variants.
    pub fn note_paths(&mut self, paths: &[PathBuf]) {
        self.paths.extend_from_slice(paths);
    }

    /// The files and folders that the user named.
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Adds a file, or every `.toml` file of a folder and its subfolders. The name of a file is its
    /// stem, and it replaces anything of the same name. With neither `start` nor `extends` it is an
    /// army. Unusable files of a folder are left out and returned with their errors, and so are armies that
    /// no variant takes.
    ///
    /// # Errors
    /// If the folder cannot be read, or the one file cannot be used.
    pub fn add_path(&mut self, path: &Path) -> Result<Vec<(PathBuf, VariantError)>, VariantError> {
        self.add_paths(&[path.to_path_buf()])
    }

    /// The same for several files and folders, which may extend one another in any order.
    ///
    /// # Errors
    /// If one of them cannot be read, or one of the files cannot be used.
    pub fn add_paths(&mut self, paths: &[PathBuf]) -> Result<Vec<(PathBuf, VariantError)>, VariantError> {
        let mut found = Vec::new();
        for path in paths {
            found.extend(below(path)?);
        }
        let files = self.add_files(found).into_iter();
        let unusable = |file: UserFile| match file.content {
            Ok(Content::Army(army)) if !self.is_taken(&army) => Some((file.path, self.why_unused(&army))),
            content => Some((file.path, content.err()?)),
        };
        let left_out: Vec<_> = files.filter_map(unusable).collect();
        match left_out.iter().find(|(path, _)| paths.contains(path)) {
            Some((_, error)) => Err(error.clone()),
            None => Ok(left_out),
        }
    }

    /// Adds an army from a text instead of a file.
    ///
    /// # Errors
    /// If it cannot be used.
    pub fn add_army(&mut self, id: &str, text: String) -> Result<(), VariantError> {
        let source = Source { name: format!("{id}.toml"), text, origin: Origin::Brought };
        let content = Content::read(Path::new(id), &Arc::new(source), Some(ARMIES.into()))?;
        self.try_out(&content)?;
        self.insert(content);
        Ok(())
    }

    /// Adds variants from texts that were made from definitions in another format. Each has a name, and the
    /// text it comes from has one for messages. Returns what cannot be used.
    pub fn add_texts(&mut self, origin: &str, texts: Vec<(String, String)>) -> Vec<(String, VariantError)> {
        let source = |(id, text): (String, String)| {
            let source = Source { name: format!("{origin}, {id}"), text, origin: Origin::Brought };
            (id, Arc::new(source))
        };
        let files = self.add_sources(texts.into_iter().map(source).collect()).into_iter();
        files.filter_map(|file| Some((stem(&file.path), file.content.err()?))).collect()
    }

    /// Adds files by their names and texts, and returns for each its content or why it was left out.
    pub(crate) fn add_sources(&mut self, sources: Vec<(String, Arc<Source>)>) -> Vec<UserFile> {
        let read = |(id, source): (String, Arc<Source>)| {
            let path = PathBuf::from(id);
            let content = Content::read(&path, &source, None);
            UserFile { path, source: Some(source), folder: None, content }
        };
        self.add_read(sources.into_iter().map(read).collect())
    }

    /// Adds files, each with its folder, and returns for each its content or why it was left out.
    pub(crate) fn add_files(&mut self, found: Vec<(PathBuf, Option<String>)>) -> Vec<UserFile> {
        let read = |(path, folder): (PathBuf, Option<String>)| {
            let source = files::read(&path);
            let content = source.clone().and_then(|source| Content::read(&path, &source, folder.clone()));
            UserFile { path, source: source.ok(), folder, content }
        };
        self.add_read(found.into_iter().map(read).collect())
    }

    /// Adds files that were read.
    fn add_read(&mut self, mut files: Vec<UserFile>) -> Vec<UserFile> {
        let before = self.clone();
        // A file that is left out takes along those that extend it.
        loop {
            *self = before.clone();
            for file in &files {
                match &file.content {
                    Ok(content) => self.insert(content.clone()),
                    Err(error) => self.left_out.push((stem(&file.path), error.clone())),
                }
            }
            let mut is_sound = true;
            for file in &mut files {
                if let Ok(content) = &file.content
                    && let Err(error) = self.try_out(content)
                {
                    file.content = Err(error);
                    is_sound = false;
                }
            }
            if is_sound {
                return files;
            }
        }
    }

    fn insert(&mut self, content: Content) {
        self.left_out.retain(|(id, _)| id != content.id());
        match content {
            Content::Variant(variant) => {
                match self.variants.iter_mut().find(|known| known.id == variant.id) {
                    Some(known) => {
                        let before = mem::replace(known, variant);
                        self.replaced.extend(Some(before).filter(|known| known.origin == Origin::Shipped));
                    }
                    None => self.variants.push(variant),
                }
            }
            Content::Army(army) => match self.armies.iter_mut().find(|known| known.id == army.id) {
                Some(known) => *known = army,
                None => self.armies.push(army),
            },
        }
    }

    /// Whether the content of a file can be used: a variant before anything is chosen, or an army's
    /// moves.
    pub(crate) fn try_out(&self, content: &Content) -> Result<(), VariantError> {
        match content {
            Content::Variant(variant) => {
                let prepared = self.prepare(variant)?;
                let Prepared { info, .. } = &prepared;
                let usual = Selection::new(&info.choices);
                if let Some(sides) = &info.suggested {
                    usual.clone().set_sides(&info.choices, &info.id, sides)?;
                }
                match prepared.merged(&usual).and_then(|merged| read(&merged)) {
                    // There are other options.
                    Err(VariantError::Refused(_)) | Ok(_) => Ok(()),
                    Err(error) => Err(error),
                }
            }
            Content::Army(army) => try_notation(&army.tree),
        }
    }

    pub(crate) fn army(&self, id: &str) -> Option<&ArmyFile> {
        self.armies.iter().find(|army| army.id == id)
    }

    /// Every variant, prepared, in the order in which they were added.
    pub(crate) fn all_prepared(&self) -> impl Iterator<Item = Prepared> {
        self.variants.iter().filter_map(|variant| self.prepare(variant).ok())
    }

    /// Every variant, in the order in which they were added.
    pub fn list(&self) -> Vec<VariantInfo> {
        self.all_prepared().map(|prepared| prepared.info).collect()
    }

    /// The choices of a variant.
    ///
    /// # Errors
    /// If there is no such variant, or its choices are malformed.
    pub fn info(&self, name: &str) -> Result<VariantInfo, VariantError> {
        Ok(self.prepared(name)?.info)
    }

    /// Whether the file of a variant, or one that it extends, has one of these keys. If none has, its
    /// definition need not be read to know that their values are the defaults.
    pub fn mentions(&self, id: &str, keys: &[(&str, Option<&str>)]) -> bool {
        let mut id = id;
        for _ in 0..=DEEPEST {
            let Some(variant) = self.variants.iter().find(|variant| variant.id == id) else { return true };
            if variant.tree.mentions(keys) {
                return true;
            }
            let Some(Ok(base)) = variant.tree.get("extends").map(Node::text) else { return false };
            id = base;
        }
        true
    }

    /// Whether a text form begins with the name of a variant, whatever it asks of it.
    pub fn knows(&self, text: &str) -> bool {
        text.split([':', ';']).next().is_some_and(|name| self.named(name.trim()).is_some())
    }

    pub(crate) fn prepared(&self, name: &str) -> Result<Prepared, VariantError> {
        self.prepare(self.named(name).ok_or_else(|| self.unknown(name))?)
    }

    fn prepare(&self, variant: &Variant) -> Result<Prepared, VariantError> {
        let tree = self.extended(variant, &mut Vec::new())?;
        let info = VariantInfo {
            id: variant.id.clone(),
            origin: variant.origin,
            title: tree.text("title")?.unwrap_or(&variant.id).to_string(),
            source: variant.tree.text("source")?.map(str::to_string),
            aliases: variant.aliases().map(str::to_string).collect(),
            choices: choices(&tree, &self.armies)?,
            suggested: variant.tree.text("suggested")?.map(str::to_string),
            views: variant.views().map(str::to_string).collect(),
        };
        Ok(Prepared { info, tree })
    }

    /// The definition for a text form: `chess`, `cwda:clobberers/nutters`,
    /// `cwda:nutters;promotion=both`. The forms of other programs are understood as well:
    /// `cwda-clobberers-nutters`, `fairy/Clobberers-Nutters`, `clobberers~nutters~(cwda)`.
    ///
    /// # Errors
    /// If it names something unknown, or its choices do not make a game.
    pub fn resolve(&self, text: &str) -> Result<VariantDef, VariantError> {
        self.resolve_with(text, &[])
    }

    /// The definition for a text form with additional choices: by the choice's name (`promotion`;
    /// `army` for both sides) or for one side (`white army`). Later ones win.
    ///
    /// # Errors
    /// Those of [`Catalog::resolve`].
    pub fn resolve_with(&self, text: &str, chosen: &[(&str, &str)]) -> Result<VariantDef, VariantError> {
        read(&self.merged(text, chosen)?)
    }

    /// The view that a text form requests by its name. `narrow-folded` resolves to the same definition
    /// as `narrow`, and is one of its [`VariantDef::views`].
    pub fn view(&self, text: &str) -> Option<String> {
        let name = TextForm::parse(text).ok()?.name;
        self.named(&name)?.views().find(|view| *view == name).map(str::to_string)
    }

    /// Whether the program ships exactly this game under this name. A user's file may have replaced it,
    /// or something it extends.
    pub fn ships(&self, name: &str, def: &VariantDef) -> bool {
        self.ships_all() || is_shipped_as(name, def)
    }

    /// Whether the program ships every file.
    pub fn ships_all(&self) -> bool {
        let variants = self.variants.iter().map(|variant| variant.origin);
        let mut origins = variants.chain(self.armies.iter().map(|army| army.origin));
        origins.all(|origin| origin == Origin::Shipped)
    }

    /// Remarks for people about what a text form and `chosen` select, such as a weak choice.
    ///
    /// # Errors
    /// Those of [`Catalog::resolve`].
    pub fn remarks(&self, text: &str, chosen: &[(&str, &str)]) -> Result<Vec<String>, VariantError> {
        let (Prepared { info, .. }, selection) = self.selected(text, chosen)?;
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

    /// The selection in the variant that a text form names.
    fn selected(&self, text: &str, chosen: &[(&str, &str)]) -> Result<(Prepared, Selection), VariantError> {
        let form = self.understand(TextForm::parse(text)?)?;
        let prepared = self.prepared(&form.name)?;
        let info = &prepared.info;
        let choose = || {
            let mut selection = Selection::new(&info.choices);
            if let Some(sides) = &form.sides {
                selection.set_sides(&info.choices, &info.id, sides)?;
            }
            let asked = form.values.iter().map(|(choice, value)| (choice.as_str(), value.as_str()));
            for (choice, value) in asked.chain(chosen.iter().copied()) {
                selection.set(&info.choices, &info.id, choice, value)?;
            }
            Ok(selection.settled(&info.choices))
        };
        let selection = choose().map_err(|error| match error {
            VariantError::Unknown(unknown) => self.why_unknown(unknown),
            other => other,
        })?;
        Ok((prepared, selection))
    }

    fn merged(&self, text: &str, chosen: &[(&str, &str)]) -> Result<Arc<Merged>, VariantError> {
        let (prepared, selection) = self.selected(text, chosen)?;
        prepared.merged(&selection)
    }

    /// Converts the forms of other programs to ours.
    fn understand(&self, form: TextForm) -> Result<TextForm, VariantError> {
        let name = form.name.as_str();
        if let Some(error) = self.left_out_by(name) {
            return Err(error.clone());
        }
        if self.named(name).is_some() {
            return Ok(form);
        }
        if let Some(game) = self.shuffled(name) {
            let (choice, value) = SHUFFLED_START;
            let mut values = form.values;
            values.push((choice.to_owned(), value.to_owned()));
            return Ok(TextForm { name: game.to_owned(), values, ..form });
        }
        if form.sides.is_none() {
            for (name, sides) in foreign_forms(name) {
                if self.named(name).is_some() && self.has_sides(name, &sides) {
                    return Ok(TextForm { name: name.to_string(), sides: Some(sides), values: form.values });
                }
            }
        }
        Err(self.unknown(name))
    }

    /// The game that other programs mean by a name with `960` behind it, which begins shuffled:
    /// `Crazyhouse960`.
    fn shuffled(&self, name: &str) -> Option<&str> {
        let game = name.strip_suffix(SHUFFLED_SUFFIX)?.trim_end_matches(['-', ' ']);
        let id = self.id_of(game)?;
        let has_choice = |choice: &Choice| choice.id == SHUFFLED_START.0;
        self.info(id).ok().filter(|info| info.choices.iter().any(has_choice))?;
        Some(id)
    }

    /// The text form that such a name stands for: `crazyhouse;start=960`.
    pub fn shuffled_form(&self, name: &str) -> Option<String> {
        let game = self.shuffled(name).filter(|_| self.named(name).is_none())?;
        Some(format!("{game};{}={}", SHUFFLED_START.0, SHUFFLED_START.1))
    }

    /// Whether the text after a colon is a choice of a variant.
    fn has_sides(&self, name: &str, sides: &str) -> bool {
        self.info(name)
            .is_ok_and(|info| Selection::new(&info.choices).set_sides(&info.choices, name, sides).is_ok())
    }

    /// The variant with a name, an alias, the name of a view, or a title. Case, spaces and hyphens do not
    /// matter if no name is exactly this one, nor does `Chess` as the last word: other programs write
    /// `Three-check` and `Fischer Random`. A
    /// shipped variant that was replaced keeps its other names, unless the user's file claims them.
    fn named(&self, name: &str) -> Option<&Variant> {
        let variants = || self.variants.iter().chain(&self.replaced);
        let by_id = self.variants.iter().find(|variant| variant.id == name);
        by_id
            .or_else(|| variants().find(|variant| variant.aliases().any(|alias| alias == name)))
            .or_else(|| variants().find(|variant| variant.views().any(|view| view == name)))
            .or_else(|| {
                let wanted = folded(name);
                // `Anti chess` is `antichess`.
                let whole = |name: &str| name.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
                let is_meant = |other: &str| {
                    !wanted.is_empty() && (folded(other) == wanted || whole(other) == whole(name))
                };
                let by_id = self.variants.iter().find(|variant| is_meant(&variant.id));
                by_id.or_else(|| variants().find(|variant| variant.other_names().any(is_meant)))
            })
    }

    /// The first name of the variant that a name means.
    pub fn id_of(&self, name: &str) -> Option<&str> {
        self.named(name).map(|variant| variant.id.as_str())
    }

    /// Why the file with this name was left out, if it was.
    fn left_out_by(&self, name: &str) -> Option<&VariantError> {
        self.left_out.iter().find(|(id, _)| id == name).map(|(_, error)| error)
    }

    fn unknown(&self, name: &str) -> VariantError {
        let ids = || self.variants.iter().map(|variant| variant.id.clone());
        // Two armies without their variant: `nutters-rookies`.
        let pairing = |id: String| {
            let (white, black) = name.split_once('-')?;
            self.has_sides(&id, &format!("{white}/{black}")).then(|| format!("{id}-{name}"))
        };
        let known = ids().chain(ids().filter_map(pairing)).collect();
        self.why_unknown(Unknown { what: "variant".into(), name: name.to_string(), known })
    }

    /// The error about an unknown name, or about the unusable file with that name.
    fn why_unknown(&self, unknown: Unknown) -> VariantError {
        let parts = || [unknown.name.as_str()].into_iter().chain(unknown.name.split(['-', '/', '~']));
        let left_out = parts().find_map(|part| self.left_out_by(part)).cloned();
        let unused = || parts().find_map(|part| self.army(part).filter(|army| !self.is_taken(army)));
        let misplaced = || self.misplaced(&unknown.name).map(VariantError::from);
        match left_out.or_else(|| unused().map(|army| self.why_unused(army))).or_else(misplaced) {
            Some(error) => error,
            None => VariantError::Unknown(unknown),
        }
    }

    /// The error about an army, a pair of armies, a file or a clock that is named where a variant is
    /// expected.
    fn misplaced(&self, name: &str) -> Option<NameFault> {
        let army = name.split('/').next().unwrap_or(name);
        let takes =
            |choice: &Choice| choice.from_files && choice.options.iter().any(|option| option.id == army);
        if let Some(taker) = self.all_prepared().find(|known| known.info.choices.iter().any(takes)) {
            let form = format!("{}:{name}", taker.info.id);
            return Some(NameFault::Army { army: name.to_string(), form });
        }
        if is_too_large(name) {
            return Some(NameFault::TooLarge(name.to_string()));
        }
        let is_clock = name.contains('+') && name.chars().all(|c| c.is_ascii_digit() || "+.:/".contains(c));
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        let content = stem.rsplit(['/', '\\']).next().unwrap_or(stem);
        let (what, instead) = match ending {
            _ if is_clock => ("a clock", format!("`--clock {name}`")),
            "toml" => ("a file", format!("`--variants {name}`, and the name `{content}` here")),
            "pgn" | "epd" => ("a file", format!("`--{ending} {name}`")),
            _ => return None,
        };
        Some(NameFault::Misplaced { text: name.to_string(), what, instead })
    }

    /// The error about an army that fits no variant.
    pub(crate) fn why_unused(&self, army: &ArmyFile) -> VariantError {
        let roles = army.roles().unwrap_or_default().join(" ");
        if roles.is_empty() {
            return NameFault::NoPieces.into();
        }
        let mut wanted: Vec<String> = Vec::new();
        for prepared in self.all_prepared() {
            for choice in prepared.info.choices.iter().filter(|choice| choice.from_files) {
                let other = choice.options.iter().find_map(|option| self.army(&option.id)?.roles().ok());
                wanted.extend(other.map(|roles| roles.join(" ")).filter(|roles| !wanted.contains(roles)));
            }
        }
        NameFault::UnusedArmy { army: army.id.clone(), roles, wanted }.into()
    }

    /// Whether some variant accepts an army.
    fn is_taken(&self, army: &ArmyFile) -> bool {
        let takes =
            |choice: &Choice| choice.from_files && choice.options.iter().any(|option| option.id == army.id);
        self.all_prepared().any(|prepared| prepared.info.choices.iter().any(takes))
    }

    /// A variant's tree merged over those it extends.
    fn extended(&self, variant: &Variant, below: &mut Vec<String>) -> Result<Arc<Tree>, VariantError> {
        let Some(node) = variant.tree.get("extends") else {
            return Ok(Arc::clone(&variant.tree));
        };
        below.push(variant.id.clone());
        let base = node.text()?;
        // A file that replaces a shipped variant may extend that variant.
        let replaced = self.replaced.iter().find(|known| known.id == base && variant.id == base);
        if replaced.is_none() && below.iter().any(|id| id == base) {
            return Err(node.error(format!("`{base}` extends this variant in turn")));
        }
        if below.len() > DEEPEST {
            return Err(node.error(format!("more than {DEEPEST} variants extend one another")));
        }
        let Some(base) = replaced.or_else(|| self.variants.iter().find(|known| known.id == base)) else {
            let known = self.variants.iter().filter(|known| !below.contains(&known.id));
            let known = known.map(|variant| variant.id.clone()).collect();
            let unknown = Unknown { what: "variant".into(), name: base.to_string(), known };
            return Err(match self.left_out_by(base) {
                Some(why) => {
                    let (base, why) = (quoted(base), why.brief());
                    node.error(format!("`{base}` cannot be used: its file was left out: {why}"))
                }
                None => node.error(unknown.to_string()),
            });
        };
        let mut tree = (*self.extended(base, below)?).clone();
        // A variant does not inherit names.
        tree.remove("aliases");
        tree.remove("source");
        tree.remove("views");
        tree.merge(&variant.tree);
        Ok(tree.into())
    }
}

/// Whether a game is shipped under a name, whatever its own file is called.
pub fn is_shipped_as(name: &str, def: &VariantDef) -> bool {
    static SHIPPED: LazyLock<Catalog> = LazyLock::new(Catalog::builtin);
    SHIPPED.resolve(name).is_ok_and(|shipped| shipped.plays_as(def))
}

impl Prepared {
    /// The place of a key of the whole file.
    pub fn place_of(&self, key: &str) -> Option<Span> {
        self.tree.entry(key).map(|entry| entry.place.clone())
    }

    /// The definition with a selection merged in.
    pub fn merged(&self, selection: &Selection) -> Result<Arc<Merged>, VariantError> {
        let VariantInfo { id, title, choices, .. } = &self.info;
        let mut selection = selection.settled(choices);
        let merge = |selection: &Selection| {
            Merged::new(selection.text(choices, id), title, &self.tree, choices, selection)
        };
        let mut merged = merge(&selection);
        let idle = augment::idle_defaults(&merged, choices, &selection)?;
        if !idle.is_empty() {
            for (choice, side) in idle {
                selection.0[choice][side] = choices[choice].default_when_army_named;
            }
            merged = merge(&selection);
        }
        augment::check_picks(&merged, choices, [0, 1].map(|side| selection.picks(choices, side)))?;
        Ok(merged.into())
    }
}

/// The maximum number of variants that extend one another.
const DEEPEST: usize = 50;

/// Every choice of a variant. Augmenters come after the armies.
fn choices(variant: &Tree, armies: &[ArmyFile]) -> Result<Vec<Choice>, VariantError> {
    let mut choices = Choice::read_all(variant, armies)?;
    let behind_armies = choices.iter().position(|choice| choice.from_files).map_or(0, |army| army + 1);
    choices.splice(behind_armies..behind_armies, augment::choices(variant)?);
    choices.extend(start_choice(variant)?);
    Ok(choices)
}

/// A name in lower case without spaces, hyphens and other signs, and without `Chess` as its last word.
fn folded(name: &str) -> String {
    let lower = name.trim().to_lowercase();
    lower.strip_suffix(" chess").unwrap_or(&lower).chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The possible meanings of a name in the forms of other programs: a variant, and the choice of its
/// sides. `NAME-WHITE-BLACK` and `NAME-BOTH` (a flat list of names), `NAME/White-Black` (Fairy-Max),
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
        // Names of armies may contain dashes, too.
        let ways = sides.match_indices('-');
        forms.extend(ways.map(|(at, _)| (name, format!("{}/{}", &sides[..at], &sides[at + 1..]))));
    }
    forms
}
