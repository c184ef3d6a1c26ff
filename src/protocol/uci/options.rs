//! The options of the engine as UCI announces and sets them.

use crate::session::{Audience, Domain, Offer, PairingRank, Roster, Setting, Settings, pairings};

/// The effect of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum OptionChange {
    /// The variant by its name.
    Variant(String),
    Shuffled(bool),
    /// Whether scores are shown as chances of winning, drawing and losing too.
    ShowChances(bool),
    /// A setting or a choice: its name, and its value as [`Settings`] or [`Roster`] take it.
    Other(String, String),
    Nothing,
}

/// Every option, a line each.
pub(super) fn announce(roster: &Roster, settings: &Settings) -> Vec<String> {
    let names = variants(roster);
    let shown: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut lines: Vec<String> = Setting::all(Audience::Uci).map(|row| describe(row, settings)).collect();
    lines.push(format!("option name UCI_Variant type combo default chess var {}", names.join(" var ")));
    let checks = ["UCI_Chess960", "UCI_ShowWDL"];
    lines.extend(checks.map(|name| format!("option name {name} type check default false")));
    lines.extend(roster.offers(&shown, &[]).iter().flatten().filter_map(combo));
    lines
}

/// A setting in the words of UCI.
fn describe(setting: &Setting, settings: &Settings) -> String {
    let (name, value) = (setting.uci, setting.value(settings));
    match setting.domain {
        Domain::Check => format!("option name {name} type check default {}", value != 0),
        Domain::Spin(least, most) => {
            format!("option name {name} type spin default {value} min {least} max {most}")
        }
        Domain::Button => format!("option name {name} type button"),
    }
}

/// A choice in the words of UCI.
fn combo(offer: &Offer) -> Option<String> {
    let (name, default) = (&offer.label, offer.values.get(offer.chosen)?);
    Some(format!("option name {name} type combo default {default} var {}", offer.values.join(" var ")))
}

/// The names of the variants that this protocol can play: those with one move a turn, and the pairings
/// of armies that have names of their own.
pub(super) fn variants(roster: &Roster) -> Vec<String> {
    let single = |name: &str| roster.resolve(name).is_ok_and(|def| def.rules.turn.is_one_text());
    let mut names: Vec<String> =
        roster.variants().iter().map(|variant| variant.id.clone()).filter(|name| single(name)).collect();
    if let Some(fairy) = roster.fairy() {
        for rank in [PairingRank::Brought, PairingRank::Classic] {
            let paired = |(white, black)| format!("{}-{white}-{black}", fairy.id);
            names.extend(pairings(fairy, rank).into_iter().map(paired));
        }
    }
    names
}

/// Reads `setoption name NAME value VALUE`.
pub(super) fn read(arguments: &str) -> Option<OptionChange> {
    let rest = arguments.trim().strip_prefix("name ")?;
    let (name, value) = match rest.split_once(" value") {
        Some((name, value)) => (name.trim(), value.trim()),
        None => (rest.trim(), ""),
    };
    Some(match name.to_ascii_lowercase().as_str() {
        "uci_variant" => OptionChange::Variant(value.to_string()),
        "uci_chess960" => OptionChange::Shuffled(truth(value)?),
        "uci_showwdl" => OptionChange::ShowChances(truth(value)?),
        "uci_analysemode" | "uci_opponent" | "uci_showcurrline" => OptionChange::Nothing,
        _ => {
            let value = truth(value).map_or(value.to_string(), |set| u8::from(set).to_string());
            OptionChange::Other(name.to_string(), value)
        }
    })
}

fn truth(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant::Catalog;

    #[test]
    fn options_are_read() {
        let other = |name: &str, value: &str| Some(OptionChange::Other(name.into(), value.into()));
        assert_eq!(read("name Hash value 32"), other("Hash", "32"));
        assert_eq!(read("name Clear Hash"), other("Clear Hash", ""));
        assert_eq!(read("name UCI_Chess960 value true"), Some(OptionChange::Shuffled(true)));
        assert_eq!(read("name UCI_ShowWDL value true"), Some(OptionChange::ShowChances(true)));
        assert_eq!(read("name White army value Nutty Knights"), other("White army", "Nutty Knights"));
        assert_eq!(read("name UCI_LimitStrength value true"), other("UCI_LimitStrength", "1"));
        assert_eq!(read("nothing"), None);
    }

    #[test]
    fn every_variant_of_single_moves_is_offered() {
        let roster = Roster::new(Catalog::builtin());
        let names = variants(&roster);
        assert!(names.iter().any(|name| name == "chess") && names.iter().any(|name| name == "greener"));
        assert!(names.iter().any(|name| name == "cwda-clobberers-nutters"));
        assert!(!names.iter().any(|name| name == "colorboundmost"));
        let lines = announce(&roster, &Settings::default());
        assert!(lines.iter().any(|line| line.starts_with("option name MultiPV type spin default 1 ")));
        assert!(lines.iter().any(|line| line.contains("name White army (cwda")), "{lines:#?}");
    }
}
