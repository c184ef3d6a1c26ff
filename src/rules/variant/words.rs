//! Enums whose values are words in a file.

use super::error::VariantError;
use super::tree::{Node, Tree};

/// The values of an enum with their words. The first is the default.
pub(super) trait Words: Copy + PartialEq + 'static {
    const ALL: &'static [(&'static str, Self)];

    fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, value)| *value == self).map_or("", |(word, _)| word)
    }
}

/// Defines enums whose values are words in a file. The first value is the default.
macro_rules! words {
    ($(
        $(#[doc = $about:literal])*
        $public:vis enum $name:ident { $($(#[doc = $doc:literal])* $value:ident = $word:literal,)* }
    )*) => { $(
        $(#[doc = $about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $public enum $name { $($(#[doc = $doc])* $value,)* }

        impl Default for $name {
            fn default() -> $name {
                <$name as $crate::rules::variant::words::Words>::ALL[0].1
            }
        }

        impl $crate::rules::variant::words::Words for $name {
            const ALL: &'static [(&'static str, $name)] = &[$(($word, $name::$value)),*];
        }
    )* };
}

pub(super) use words;

impl Tree {
    /// The value of `key` by its word, or the default if the file has none.
    pub(super) fn word<T: Words + Default>(&self, key: &str) -> Result<T, VariantError> {
        self.get(key).map_or(Ok(T::default()), Node::word)
    }
}

impl Node {
    /// The value whose word it is.
    pub(super) fn word<T: Words>(&self) -> Result<T, VariantError> {
        self.one_of(T::ALL, None)
    }

    /// The value whose word it is. `besides` says what else it could be.
    pub(super) fn one_of<N: AsRef<str>, T: Clone>(
        &self,
        values: &[(N, T)],
        besides: Option<&str>,
    ) -> Result<T, VariantError> {
        let found = self.text().ok().and_then(|text| values.iter().find(|(word, _)| word.as_ref() == text));
        found.map(|(_, value)| value.clone()).ok_or_else(|| {
            let mut words: Vec<_> = values.iter().map(|(word, _)| format!("`{}`", word.as_ref())).collect();
            words.extend(besides.map(str::to_owned));
            let last = words.pop().unwrap_or_default();
            self.expected(&format!("{} or {last}", words.join(", ")))
        })
    }
}
