//! The content of a file: a variant or an army.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::choice::ArmyFile;
use super::error::{NAME, NameFault, Origin, Source, Span, VariantError};
use super::files::stem;
use super::keys::{Keys, is_name};
use super::moves::read_moves;
use super::read::{ARMY, VARIANT};
use super::tree::{KeyValue, Node, TomlValue, Tree};
use crate::base::text::quoted;

/// The folder of an army's file that is given by itself.
pub(super) const ARMIES: &str = "armies";

/// A variant's file.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    pub id: String,
    pub origin: Origin,
    pub tree: Arc<Tree>,
}

impl Variant {
    /// The names of its views.
    pub fn views(&self) -> impl Iterator<Item = &str> {
        let views = self.tree.table("views").ok().flatten();
        views.into_iter().flat_map(Tree::iter).map(|entry| entry.key.as_str())
    }

    /// Its aliases.
    pub fn aliases(&self) -> impl Iterator<Item = &str> {
        let texts = self.tree.get("aliases").and_then(|node| node.texts().ok());
        texts.into_iter().flatten().map(|(_, alias)| alias)
    }

    /// Its aliases, its title, and the names of its views.
    pub fn other_names(&self) -> impl Iterator<Item = &str> {
        self.aliases().chain(self.tree.text("title").ok().flatten()).chain(self.views())
    }
}

/// The content of a file.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    Variant(Variant),
    Army(ArmyFile),
}

/// A user's file, and its content or why it cannot be used.
pub(crate) struct UserFile {
    pub path: PathBuf,
    /// Its text, if it could be read.
    pub source: Option<Arc<Source>>,
    /// Its folder, if it has one.
    pub folder: Option<String>,
    pub content: Result<Content, VariantError>,
}

impl Content {
    /// Reads a file. With neither `start` nor `extends`, or in a folder, it is an army.
    pub fn read(path: &Path, source: &Arc<Source>, folder: Option<String>) -> Result<Content, VariantError> {
        let id = stem(path);
        if !is_name(&id) {
            let path = path.display().to_string();
            return Err(NameFault::OfFile { path, id: quoted(&id) }.into());
        }
        let tree = Tree::parse(source)?;
        if let Some(error) = form_errors(&tree, folder.as_deref()).into_iter().next() {
            return Err(error);
        }
        if is_variant(&tree, folder.as_deref()) {
            for (node, alias) in tree.get("aliases").map_or(Ok(Vec::new()), Node::texts)? {
                if !is_name(alias) {
                    return Err(node.expected(NAME));
                }
            }
        }
        Ok(Content::of(tree, id, source, folder))
    }

    /// The content of a file with this name.
    fn of(tree: Tree, id: String, source: &Source, folder: Option<String>) -> Content {
        let (origin, is_variant) = (source.origin, is_variant(&tree, folder.as_deref()));
        let (tree, folder) = (Arc::new(tree), folder.unwrap_or_else(|| ARMIES.into()));
        if is_variant {
            Content::Variant(Variant { id, origin, tree })
        } else {
            Content::Army(ArmyFile { folder, id, origin, tree })
        }
    }

    /// The file as it was read, mutable.
    pub fn tree_mut(&mut self) -> &mut Tree {
        match self {
            Content::Variant(Variant { tree, .. }) | Content::Army(ArmyFile { tree, .. }) => {
                Arc::make_mut(tree)
            }
        }
    }

    /// Its name.
    pub fn id(&self) -> &str {
        match self {
            Content::Variant(Variant { id, .. }) | Content::Army(ArmyFile { id, .. }) => id,
        }
    }

    /// The place of what a file is about: the pieces of an army, or else its first key.
    pub fn place(&self) -> Option<&Span> {
        let tree = self.tree();
        tree.entry("pieces").or_else(|| tree.iter().next()).map(|entry| &entry.place)
    }

    /// The file as it was read.
    pub fn tree(&self) -> &Tree {
        match self {
            Content::Variant(Variant { tree, .. }) | Content::Army(ArmyFile { tree, .. }) => tree,
        }
    }
}

/// Whether a file is a variant's. With neither `start` nor `extends`, or in a folder, it is an army's.
fn is_variant(tree: &Tree, folder: Option<&str>) -> bool {
    folder.is_none() && (tree.get("start").is_some() || tree.get("extends").is_some())
}

/// The errors about keys of a file. Unless its folder says that it is an army's, it may be a variant's that
/// lacks `start` and `extends`, perhaps by a typo.
fn form_errors(tree: &Tree, folder: Option<&str>) -> Vec<VariantError> {
    let [variant, army] = [&VARIANT[..], &ARMY].map(Keys::Table);
    let mut errors = Vec::new();
    (if folder.is_some() { army } else { variant }).errors(tree, &mut errors);
    let of_army = |entry: &&KeyValue| ARMY.iter().any(|key| key.name == entry.key);
    let mut foreign = tree.iter().filter(|entry| !of_army(entry));
    if errors.is_empty()
        && !is_variant(tree, folder)
        && let Some(entry) = foreign.next()
    {
        errors.push(entry.error(format!(
            "`{}` belongs to a variant, and without `start` or `extends` this file is an army's",
            entry.key
        )));
    }
    errors
}

/// The content of a file without its faults, and the paths of the keys that were left out.
type Remains = (Content, Vec<Vec<String>>);

/// All faults in a file's form, and what remains without them; `None` if it is no TOML.
pub(crate) fn errors_of(
    path: &Path,
    source: &Arc<Source>,
    folder: Option<String>,
) -> (Vec<VariantError>, Option<Remains>) {
    let Ok(mut tree) = Tree::parse(source) else { return (Tree::syntax_errors(source), None) };
    let errors = form_errors(&tree, folder.as_deref());
    let places = errors.iter().filter_map(VariantError::place);
    let left_out = places.filter_map(|place| tree.remove_at(place.start())).collect();
    (errors, Some((Content::of(tree, stem(path), source, folder), left_out)))
}

/// Reads every notation of a file. The first fault is the error.
pub(super) fn try_notation(tree: &Tree) -> Result<(), VariantError> {
    for entry in tree.iter() {
        match &entry.node.value {
            TomlValue::Table(table) => try_notation(table)?,
            _ if entry.key == "betza" => read_moves(&entry.node).map(drop)?,
            _ => {}
        }
    }
    Ok(())
}

/// The folder of a built-in file: `armies` for `variants/armies/fide.toml`.
pub(super) fn folder_of(path: &Path) -> Option<String> {
    path.parent().filter(|folder| folder.parent().is_some_and(|above| above != Path::new(""))).map(stem)
}
