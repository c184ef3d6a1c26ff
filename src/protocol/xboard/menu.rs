//! The games that are offered to XBoard, and their names there.
//!
//! XBoard's New Variant dialog has a button for each of its own games, and for each of the first 22 names
//! that it has no game for. The others are available as `-variant NAME`. So the user's own variants come
//! first, then the games that this program is made for. WinBoard has 15 such buttons, on which about
//! fourteen letters fit. There the other games of the sources come before the pairings of armies.

use std::collections::BTreeSet;

use super::LONGEST_LINE;
use super::announce::{KEYS_OF_THE_UNSHOWABLE, can_show, necessary_view};
use super::names::{is_definable, is_own, taken_for};
use super::slots::Pictures;
use crate::rules::variant::{Origin, VariantInfo};
use crate::session::{ORDINARY, PairingRank, Roster, abbreviation, pairings};

/// The number of games of the sources besides chess, which the catalog has first.
const SOURCES: usize = 6;
/// The most bytes of the names.
const LONGEST_LIST: usize = LONGEST_LINE - "feature variants=\"\"".len();

/// The variants XBoard can show, by its own rules or by what it is told. Of shipped games, only those with
/// certain keys do not fit it; the user's own need a closer look.
pub fn shown(roster: &Roster) -> Vec<&VariantInfo> {
    let can = |variant: &&VariantInfo| match variant.origin {
        Origin::Shipped => is_own(&variant.id) || !roster.mentions(&variant.id, KEYS_OF_THE_UNSHOWABLE),
        Origin::Brought => is_own(&variant.id) || roster.resolve(&variant.id).is_ok_and(|def| can_show(&def)),
    };
    roster.variants().iter().filter(can).collect()
}

/// The variants to announce to a program that has not said who it is: other programs than XBoard play all
/// that are shipped.
pub fn announced<'a>(roster: &'a Roster, shown: &[&VariantInfo]) -> Vec<&'a VariantInfo> {
    let shown: BTreeSet<&str> = shown.iter().map(|variant| variant.id.as_str()).collect();
    let is =
        |variant: &&VariantInfo| variant.origin == Origin::Shipped || shown.contains(variant.id.as_str());
    roster.variants().iter().filter(is).collect()
}

/// The variants that XBoard can play under its name `fairy`: all that have no button of their own.
pub fn defined<'a>(shown: &[&'a VariantInfo]) -> Vec<&'a VariantInfo> {
    let no_button = |variant: &&&VariantInfo| {
        variant.origin == Origin::Brought || !is_own(&variant.id) && taken_for(&variant.id).is_none()
    };
    shown.iter().filter(no_button).copied().collect()
}

/// The names of variants to announce, in order of importance for XBoard. Late names may get no button, and
/// names that its line cannot hold are left out.
pub fn names(roster: &Roster, shown: &[&VariantInfo], pictures: Pictures) -> Vec<String> {
    let is_ordinary = |variant: &VariantInfo| variant.aliases.iter().any(|alias| alias == ORDINARY);
    let variants = |origin: Origin| {
        let fitting = shown.iter().filter(move |variant| variant.origin == origin && !is_ordinary(variant));
        fitting.map(|variant| first_name(roster, variant)).collect::<Vec<String>>()
    };
    let paired = |rank: PairingRank| -> Vec<String> {
        let name = |variant: &VariantInfo| {
            let named = pairings(variant, rank).into_iter();
            named.map(|(white, black)| format!("{}-{white}-{black}", variant.id)).collect()
        };
        roster.fairy().map(name).unwrap_or_default()
    };
    // Names that still differ where WinBoard cuts them.
    let short = |rank: PairingRank| -> Vec<String> {
        let fairy = roster.fairy().filter(|_| pictures == Pictures::WinBoard);
        let name =
            |variant| pairings(variant, rank).into_iter().map(|pair| abbreviation(variant, pair)).collect();
        fairy.map(name).unwrap_or_default()
    };
    let others = || {
        shown
            .iter()
            .filter(|variant| !is_ordinary(variant))
            .flat_map(|variant| variant.views.iter().chain([&variant.id]).chain(&variant.aliases).cloned())
    };
    let ordinary = vec![ORDINARY.to_string()];
    let [brought, shipped] = [variants(Origin::Brought), variants(Origin::Shipped)];
    let mut classic = [short(PairingRank::Classic), paired(PairingRank::Classic)].concat();
    classic.retain(|name| is_free(name));
    // XBoard looks for a game of its own in the whole list and takes the first name that contains the
    // game's: `super` in `superandernach`, whose button is then dead.
    let own = || others().filter(|name| is_own(name) || is_definable(name));
    // Names that are not pairings of the user's armies come first.
    let kept = [&ordinary, &brought, &classic, &shipped].into_iter().flatten().cloned().chain(others());
    let needed = kept.collect::<BTreeSet<_>>().iter().map(|name| name.len() + 1).sum::<usize>();
    let mut list = NameList::default();
    list.extend(ordinary, LONGEST_LIST);
    list.extend(own(), LONGEST_LIST);
    list.extend(brought, LONGEST_LIST);
    if pictures == Pictures::WinBoard {
        list.extend(shipped.iter().take(SOURCES).cloned(), LONGEST_LIST);
    }
    list.extend_free(short(PairingRank::Brought), LONGEST_LIST.saturating_sub(needed));
    list.extend_free(paired(PairingRank::Brought), LONGEST_LIST.saturating_sub(needed));
    list.extend(classic, LONGEST_LIST);
    list.extend(shipped, LONGEST_LIST);
    list.extend(others(), LONGEST_LIST);
    list.extend_free(paired(PairingRank::Other), LONGEST_LIST);
    list.names
}

/// The name under which a variant is offered: that of the view through which XBoard must show it, if
/// any.
fn first_name(roster: &Roster, variant: &VariantInfo) -> String {
    let def = (!variant.views.is_empty()).then(|| roster.resolve(&variant.id).ok()).flatten();
    let view = def.as_ref().and_then(necessary_view);
    view.map_or_else(|| variant.id.clone(), |view| view.id.clone())
}

/// Names for the list, and their length including a comma after each.
#[derive(Default)]
struct NameList {
    names: Vec<String>,
    /// The same as a set.
    known: BTreeSet<String>,
    length: usize,
}

impl NameList {
    /// Adds the names that are new and valid in the list, up to a length of `longest`.
    fn extend(&mut self, names: impl IntoIterator<Item = String>, longest: usize) {
        self.extend_if(names, longest, |_| true);
    }

    /// The same without those that are not free.
    fn extend_free(&mut self, names: Vec<String>, longest: usize) {
        // Few of the hundreds of pairings still fit, so this is asked last.
        self.extend_if(names, longest, is_free);
    }

    fn extend_if(
        &mut self,
        names: impl IntoIterator<Item = String>,
        longest: usize,
        may_have: impl Fn(&str) -> bool,
    ) {
        for name in names {
            let listable = name.chars().all(|c| c.is_ascii_alphanumeric() || "-_+.".contains(c));
            let fits = self.length + name.len() <= longest;
            if listable && fits && may_have(&name) && self.known.insert(name.clone()) {
                self.length += name.len() + 1;
                self.names.push(name);
            }
        }
    }
}

/// Whether XBoard would not start a game of its own under a name.
fn is_free(name: &str) -> bool {
    taken_for(name).is_none()
}

#[cfg(test)]
mod tests {
    use super::super::announce::unshowable;
    use super::*;
    use crate::rules::variant::Catalog;

    #[test]
    fn all_shipped_games_are_shown_but_those_that_cannot_be() {
        let roster = Roster::new(Catalog::builtin());
        let shown: Vec<&str> = shown(&roster).iter().map(|variant| variant.id.as_str()).collect();
        let mut left_out = Vec::new();
        for variant in roster.variants() {
            let reason = unshowable(&roster.resolve(&variant.id).unwrap());
            assert_eq!(shown.contains(&variant.id.as_str()), reason.is_none(), "{}: {reason:?}", variant.id);
            left_out.extend(reason.map(|_| variant.id.as_str()));
        }
        assert!(left_out.contains(&"andernach") && left_out.contains(&"blast"), "{left_out:?}");
    }
}
