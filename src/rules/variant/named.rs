//! Values that a file chooses by a name.

use super::error::VariantError;
use super::tree::{Node, Tree};

/// The value of `key` by its name, or the first value if the file has none.
pub(super) fn one_of<T: Copy>(table: &Tree, key: &str, values: &[(&str, T)]) -> Result<T, VariantError> {
    let Some(node) = table.get(key) else {
        return Ok(values[0].1);
    };
    one_of_names(node, values, None)
}

/// The value whose name a node holds. `besides` lists what else the node may hold.
pub(super) fn one_of_names<N: AsRef<str>, T: Clone>(
    node: &Node,
    values: &[(N, T)],
    besides: Option<&str>,
) -> Result<T, VariantError> {
    let found = node.text().ok().and_then(|text| values.iter().find(|(name, _)| name.as_ref() == text));
    found.map(|(_, value)| value.clone()).ok_or_else(|| {
        let mut names: Vec<_> = values.iter().map(|(name, _)| format!("`{}`", name.as_ref())).collect();
        names.extend(besides.map(str::to_owned));
        let last = names.pop().unwrap_or_default();
        node.expected(&format!("{} or {last}", names.join(", ")))
    })
}
