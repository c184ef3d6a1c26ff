//! The games that are offered to XBoard, and by which names.

use super::announce::{can_show, necessary_view};
use super::names::is_own;
use crate::play::{FAIRY, ORDINARY, Roster, pairings};
use crate::variant::VariantInfo;

/// The variants XBoard can show, by its own rules or by what it is told.
pub fn shown(roster: &Roster) -> Vec<&VariantInfo> {
    let can = |variant: &&VariantInfo| {
        is_own(&variant.id) || roster.resolve(&variant.id).is_ok_and(|def| can_show(&def))
    };
    roster.variants().iter().filter(can).collect()
}

/// The names to announce, in XBoard's order of importance: what comes late may get no button.
pub fn names(roster: &Roster) -> Vec<String> {
    let ordinary = |variant: &VariantInfo| variant.aliases.iter().any(|alias| alias == ORDINARY);
    let mut shown = shown(roster);
    shown.retain(|variant| !ordinary(variant));
    let mut names = vec![ORDINARY.to_string()];
    // A game that must be shown through a view goes by the view's name.
    let by_view = |variant: &VariantInfo| {
        roster.resolve(&variant.id).ok().and_then(|def| Some(necessary_view(&def)?.id.clone()))
    };
    names.extend(shown.iter().map(|variant| by_view(variant).unwrap_or_else(|| variant.id.clone())));
    if let Some(variant) = roster.fairy() {
        names.push(FAIRY.to_string());
        names.extend(pairings(variant).map(|(white, black)| format!("{}-{white}-{black}", variant.id)));
    }
    for variant in shown {
        let others = variant.views.iter().chain([&variant.id]).chain(&variant.aliases);
        let new: Vec<String> = others.filter(|name| !names.contains(name)).cloned().collect();
        names.extend(new);
    }
    names
}
