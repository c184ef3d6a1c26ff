//! What a file holds: a variant or an army.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::choice::ArmyFile;
use super::error::{Origin, Source, VariantError, quoted};
use super::fault::{NAME, NameFault};
use super::files::stem;
use super::keys::is_name;
use super::pieces::read_moves;
use super::schema;
use super::tree::{Node, TomlValue, Tree};

/// The folder that an army's file given by itself belongs to.
pub(super) const ARMIES: &str = "armies";

/// A variant's file.
#[derive(Clone, Debug)]
pub(super) struct Variant {
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

    /// The other names it is known by.
    pub fn aliases(&self) -> impl Iterator<Item = &str> {
        let texts = self.tree.get("aliases").and_then(|node| node.texts().ok());
        texts.into_iter().flatten().map(|(_, alias)| alias)
    }
}

/// What a file holds.
#[derive(Clone, Debug)]
pub(super) enum Content {
    Variant(Variant),
    Army(ArmyFile),
}

/// A file of a user, and what it holds or why it cannot be used.
pub(super) struct UserFile {
    pub path: PathBuf,
    pub content: Result<Content, VariantError>,
}

impl Content {
    /// Reads a file: with neither `start` nor `extends`, or in a folder, it is an army.
    pub fn read(path: &Path, source: &Arc<Source>, folder: Option<String>) -> Result<Content, VariantError> {
        let id = stem(path);
        if !is_name(&id) {
            let path = path.display().to_string();
            return Err(NameFault::OfFile { path, id: quoted(&id) }.into());
        }
        let tree = Tree::parse(source)?;
        if folder.is_none() && (tree.get("start").is_some() || tree.get("extends").is_some()) {
            schema::VARIANT.check(&tree)?;
            for (node, alias) in tree.get("aliases").map_or(Ok(Vec::new()), Node::texts)? {
                if !is_name(alias) {
                    return Err(node.expected(NAME));
                }
            }
            return Ok(Content::Variant(Variant { id, origin: source.origin, tree: tree.into() }));
        }
        schema::ARMY.check(&tree)?;
        let folder = folder.unwrap_or_else(|| ARMIES.into());
        Ok(Content::Army(ArmyFile { folder, id, origin: source.origin, tree: tree.into() }))
    }

    /// Its name.
    pub fn id(&self) -> &str {
        match self {
            Content::Variant(Variant { id, .. }) | Content::Army(ArmyFile { id, .. }) => id,
        }
    }

    /// The file as it was read.
    pub fn tree(&self) -> &Tree {
        match self {
            Content::Variant(Variant { tree, .. }) | Content::Army(ArmyFile { tree, .. }) => tree,
        }
    }
}

/// Reads every notation of a file; the first fault is the error.
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

/// The folder a built-in file belongs to: `armies` for `variants/armies/fide.toml`.
pub(super) fn folder_of(path: &Path) -> Option<String> {
    path.parent().filter(|folder| folder.parent().is_some_and(|above| above != Path::new(""))).map(stem)
}
