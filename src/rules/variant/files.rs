//! Files and folders: which ones are built in, which ones are read and how much of them, and what is in
//! each: a variant or an army.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::board::lattice_of;
use super::choice::ArmyFile;
use super::error::{NAME, NameFault, Origin, Source, Span, VariantError};
use super::keys::{Keys, is_name};
use super::moves::read_moves;
use super::read::{ARMY, VARIANT};
use super::tree::{KeyValue, Node, TomlValue, Tree};
use crate::base::text::{self, quoted};
use crate::rules::geometry::Lattice;

macro_rules! files {
    ($($name:literal)*) => {
        &[$((
            concat!("variants/", $name, ".toml"),
            include_str!(concat!("../../../variants/", $name, ".toml"))
        )),*]
    };
}

/// Path and text of every built-in file, in the order they are listed to the user.
pub(super) fn built_in() -> impl Iterator<Item = (&'static str, &'static str)> {
    let large = if cfg!(feature = "large") { LARGE } else { &[] };
    FILES.iter().chain(large).copied()
}

/// Games with more pieces or piece types than fit into smaller sets.
const LARGE: &[(&str, &str)] = files! { "chu" };

/// Whether this is the name of a game that this program has no room for.
pub(super) fn is_too_large(id: &str) -> bool {
    let is_it = |(path, _): &(&str, &str)| stem(Path::new(path)) == id;
    cfg!(not(feature = "large")) && LARGE.iter().any(is_it)
}

const FILES: &[(&str, &str)] = files! {
    "chess" "cwda" "greener" "augmented-half" "narrow" "colorboundmost" "nearly-colorboundmost" "berolina"
    "half-chess" "halfling" "knightmate" "almost" "amazon" "chigorin" "hoppelpoppel" "newzealand"
    "losalamos" "capablanca" "gothic" "embassy" "janus" "chancellor" "modern" "gustav3" "fischerandom"
    "caparandom" "grand" "checkless" "antichess" "giveaway" "codrus" "losers" "suicide" "kingofthehill"
    "3check" "5check" "threekings" "extinction" "coregal" "horde" "jesonmor" "kinglet" "racingkings"
    "shatranj" "courier" "makruk" "ai-wok" "cambodian" "karouk" "asean" "grid" "displacedgrid"
    "slippedgrid" "gridolina" "falcon" "xiangqi" "mightylion" "omega" "spartan" "gryphon"
    "simplifiedgryphon" "circulargryphon" "changeover" "knightrelay" "knightrelay2" "odinsrune"
    "crazyhouse" "loop" "chessgi" "pocketknight" "placement" "gardner" "shogi" "minishogi" "judkins"
    "euroshogi" "dobutsu" "atomic" "rifle" "shoot" "andernach" "antiandernach" "superandernach"
    "bughouse" "seirawan" "sittuyin" "twokings" "twokingssymmetric" "nocastle" "wildcastle" "cylinder"
    "great" "super" "elven" "light-brigade" "team-mate" "ciccolini" "mexican" "roman" "almost-wildebeest"
    "bifurcator" "grande-acedrex" "marseillais" "doublemove" "monster" "progressive" "breakthrough"
    "misere" "torpedo" "pawnsideways" "pawnback" "petrified" "nightrider" "grasshopper" "paradigm" "perfect"
    "sortofalmost" "georgian" "raazuvaa" "legan" "chaturanga" "dragon" "capahouse" "blast"
    "centaur" "wolf" "shako" "omicron" "opulent" "tencubed" "troitzky" "checkshogi" "gorogoro"
    "torishogi" "yarishogi" "okisakishogi" "minixiangqi" "manchu" "fox-and-hounds" "supply" "kyotoshogi"
    "micro" "chennis" "janggi" "janggimodern" "janggitraditional" "janggicasual" "janggihouse" "synochess"
    "armageddon" "duck" "atomicduck" "atlantis" "joust" "atomar" "makpong" "shoshogi" "shatar" "koedem"
    "shouse" "glinski" "mccooey"

    "armies/fide" "armies/clobberers" "armies/nutters" "armies/rookies" "armies/allstars" "armies/amazons"
    "armies/avian" "armies/beasts" "armies/clobberers2" "armies/colorboundmost" "armies/dragons"
    "armies/switchers" "armies/sliders" "armies/cinders" "armies/crooks" "armies/camelids"
    "armies/zebroids" "armies/arbiters" "armies/slippers" "armies/fizzies" "armies/bozos"
    "armies/cannoneers" "armies/fairies" "armies/forward" "armies/mashers" "armies/pizza" "armies/raiders"
};

/// The maximum size of a file in bytes. The longest shipped file has three thousand.
const LARGEST: u64 = 1 << 20;

/// The text of a file of the user, whatever it contains.
///
/// # Errors
/// If it cannot be read, is too large, or no text in UTF-8.
pub fn text_of(path: &Path) -> Result<String, VariantError> {
    read(path).map(|source| source.text.clone())
}

pub(super) fn read(path: &Path) -> Result<Arc<Source>, VariantError> {
    let unreadable = |reason: String| VariantError::File { path: path.display().to_string(), reason };
    let of_system = |error: std::io::Error| unreadable(error.to_string());
    // Reading a pipe would wait, and a device may have no end.
    if !fs::metadata(path).map_err(of_system)?.is_file() {
        return Err(unreadable("expected a file or a folder, found something else".into()));
    }
    let mut bytes = Vec::new();
    File::open(path).map_err(of_system)?.take(LARGEST + 1).read_to_end(&mut bytes).map_err(of_system)?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > LARGEST) {
        return Err(unreadable(format!("expected at most {LARGEST} bytes, found more")));
    }
    if text::is_binary(&bytes) {
        return Err(unreadable("expected a text file, found binary data".into()));
    }
    let name = path.display().to_string();
    String::from_utf8(bytes)
        .map(|text| Arc::new(Source { name: name.clone(), text, origin: Origin::Brought }))
        .map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            let byte = error.as_bytes().get(at).copied().unwrap_or_default();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            VariantError::Written {
                place: Span::new(&Arc::new(Source { name, text, origin: Origin::Brought }), at..at + 1),
                message: format!("expected text in UTF-8, found the byte {byte:#04x}"),
            }
        })
}

/// The `.toml` files of a folder and its subfolders, each with the name of its subfolder; or the file
/// itself.
pub(crate) fn below(path: &Path) -> Result<Vec<(PathBuf, Option<String>)>, VariantError> {
    if !path.is_dir() {
        return Ok(vec![(path.to_path_buf(), None)]);
    }
    let mut files = Vec::new();
    for entry in entries(path)? {
        if entry.is_dir() {
            let inside = entries(&entry)?.into_iter().filter(|file| !file.is_dir());
            files.extend(inside.map(|file| (file, Some(stem(&entry)))));
        } else {
            files.push((entry, None));
        }
    }
    Ok(files)
}

/// The `.toml` files and the folders of a folder, by name.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, VariantError> {
    let unreadable = |error: std::io::Error| VariantError::File {
        path: folder.display().to_string(),
        reason: error.to_string(),
    };
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(unreadable)?;
    paths.retain(|path| path.is_dir() || path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    Ok(paths)
}

/// A file's or folder's name without `.toml`.
pub(super) fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

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
        // Tests check the shipped files, which are read whenever the program starts.
        if source.origin != Origin::Shipped
            && let Some(error) = form_errors(&tree, folder.as_deref()).into_iter().next()
        {
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
    fn try_below(tree: &Tree, lattice: Lattice) -> Result<(), VariantError> {
        for entry in tree.iter() {
            match &entry.node.value {
                TomlValue::Table(table) => try_below(table, lattice)?,
                _ if entry.key == "betza" => read_moves(&entry.node, lattice).map(drop)?,
                _ => {}
            }
        }
        Ok(())
    }
    try_below(tree, lattice_of(tree))
}

/// The folder of a built-in file: `armies` for `variants/armies/fide.toml`.
pub(super) fn folder_of(path: &Path) -> Option<String> {
    path.parent().filter(|folder| folder.parent().is_some_and(|above| above != Path::new(""))).map(stem)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{FILES, LARGE};

    /// The paths of all files below `folder`, in the order of the list.
    fn files_below(folder: &str) -> Vec<String> {
        let mut files = Vec::new();
        for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{folder}/{}", entry.file_name().into_string().unwrap());
            if entry.path().is_dir() { files.extend(files_below(&name)) } else { files.push(name) }
        }
        files
    }

    #[test]
    fn the_list_is_the_folder() {
        let mut listed: Vec<_> = FILES.iter().chain(LARGE).map(|(path, _)| path.to_string()).collect();
        let mut found = files_below("variants");
        listed.sort();
        found.sort();
        assert_eq!(listed, found);
    }
}
