//! The keys of a variant file and their meanings, from `schema.toml`.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use super::error::{Origin, Source};
use super::keys::{Key, Keys};
use super::nets::shipped_nets;
use super::tree::{KeyValue, Tree};

/// The content of a key, by its words: `named pieces`.
static KEYS: LazyLock<HashMap<String, &'static Keys>> = LazyLock::new(|| {
    let (name, text) = ("schema.toml".to_owned(), include_str!("schema.toml").to_owned());
    let tree = Tree::parse(&Arc::new(Source { name, text, origin: Origin::Shipped })).unwrap_or_default();
    let mut schema = Schema { tree: &tree, known: HashMap::new() };
    for table in tree.iter() {
        schema.keys(&table.key);
    }
    schema.known
});

/// A whole variant.
pub const VARIANT: &str = "variant";
/// An army, as a choice of one side picks it.
pub const ARMY: &str = "army";
/// What stands for the list of the shipped nets.
const NETS: &str = "{nets}";
/// One line of a zone that depends on where pieces start.
pub(super) const ZONE_OF_START: &str = "zone_of_start";

/// The meanings of the words in the schema.
pub fn keys(words: &str) -> &'static Keys {
    KEYS.get(words).copied().unwrap_or(&Keys::Value)
}

/// Whether these keys occur in several places of a file, so that they are explained once.
pub fn is_shared(keys: &'static Keys) -> bool {
    ["named pieces", "named zones", "rules"].into_iter().any(|shared| std::ptr::eq(keys, self::keys(shared)))
}

/// The schema while it is read.
struct Schema<'t> {
    tree: &'t Tree,
    known: HashMap<String, &'static Keys>,
}

impl Schema<'_> {
    fn keys(&mut self, words: &str) -> &'static Keys {
        if let Some(known) = self.known.get(words) {
            return known;
        }
        let keys = match words.split_once(' ') {
            Some(("named", below)) => Keys::Named(self.keys(below)),
            Some(("joined", below)) => Keys::Joined(self.keys(below)),
            Some((_, table)) => Keys::Either(self.table(table)),
            None if words == "value" => Keys::Value,
            None if words == "label" => Keys::Label,
            None => Keys::Table(self.table(words)),
        };
        let keys: &'static Keys = Box::leak(Box::new(keys));
        self.known.insert(words.to_owned(), keys);
        keys
    }

    fn table(&mut self, name: &str) -> &'static [Key] {
        let entries = self.tree.table(name).ok().flatten().into_iter().flat_map(Tree::iter);
        entries.filter_map(|entry| self.key(entry)).collect::<Vec<Key>>().leak()
    }

    fn key(&mut self, entry: &KeyValue) -> Option<Key> {
        let [(_, words), (_, about)] = entry.node.texts().ok()?[..] else { return None };
        let name = entry.key.clone().leak();
        let about =
            if about.contains(NETS) { about.replace(NETS, &shipped_nets()) } else { about.to_owned() }.leak();
        Some(Key { name, about, below: self.keys(words) })
    }
}
