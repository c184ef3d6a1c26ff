//! The options of the engine as UCI announces and sets them.

use crate::rules::variant::TurnRule;
use crate::session::host::{MOST_MEMORY, MOST_THREADS, USUAL_MEMORY};
use crate::session::{Domain, Offer, PairingRank, Roster, Settings, Skill, pairings};

/// Settings that have no meaning here: the GUI is the referee, and there is no resigning.
const UNUSED: &[&str] = &["Resign", "Resign Threshold", "GUI tests legality", "WinBoard pictures", "Variety"];

/// The effect of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum OptionChange {
    /// The size of the table in MiB.
    Hash(usize),
    /// Everything learned must be forgotten.
    ClearHash,
    /// The number of threads.
    Threads(usize),
    /// The variant by its name.
    Variant(String),
    /// Whether pieces are shuffled.
    Shuffled(bool),
    /// Whether to play at the strength of `UCI_Elo`.
    LimitStrength(bool),
    /// The approximate strength in Elo points.
    Elo(i32),
    /// Another option: its name and value as [`Settings`] or [`Roster`] take them.
    Other(String, String),
    /// Nothing that matters here.
    Nothing,
}

/// Every option, a line each.
pub(super) fn announce(roster: &Roster, settings: &Settings) -> Vec<String> {
    let names = variants(roster);
    let shown: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut lines = vec![
        format!("option name Hash type spin default {USUAL_MEMORY} min 1 max {MOST_MEMORY}"),
        "option name Clear Hash type button".to_string(),
        format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"),
        "option name Ponder type check default false".to_string(),
        format!("option name UCI_Variant type combo default chess var {}", names.join(" var ")),
        "option name UCI_Chess960 type check default false".to_string(),
        "option name UCI_LimitStrength type check default false".to_string(),
        format!(
            "option name UCI_Elo type spin default {least} min {least} max {most}",
            least = elo_range().start(),
            most = elo_range().end()
        ),
    ];
    lines.extend(settings.list().filter(|setting| !UNUSED.contains(&setting.name)).map(|setting| {
        let name = setting.name;
        match setting.domain {
            Domain::Check => format!("option name {name} type check default {}", setting.value != 0),
            Domain::Spin(least, most) => {
                format!("option name {name} type spin default {} min {least} max {most}", setting.value)
            }
        }
    }));
    lines.extend(roster.offers(&shown, &[]).iter().flatten().filter_map(combo));
    lines
}

/// The range of `UCI_Elo`.
pub(super) fn elo_range() -> std::ops::RangeInclusive<i32> {
    Skill::of_elo(0).elo()..=Skill::FULL.elo()
}

/// A choice in the words of UCI.
fn combo(offer: &Offer) -> Option<String> {
    let (name, default) = (&offer.label, offer.values.get(offer.chosen)?);
    Some(format!("option name {name} type combo default {default} var {}", offer.values.join(" var ")))
}

/// The names of the variants that this protocol can play: those with one move a turn, and the pairings
/// of armies that have names of their own.
pub(super) fn variants(roster: &Roster) -> Vec<String> {
    let single = |name: &str| roster.resolve(name).is_ok_and(|def| def.rules.turn == TurnRule::Alternate);
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
    let number = |most: usize| value.parse::<usize>().ok().filter(|number| (1..=most).contains(number));
    Some(match name.to_ascii_lowercase().as_str() {
        "hash" => OptionChange::Hash(number(MOST_MEMORY)?),
        "clear hash" => OptionChange::ClearHash,
        "threads" => OptionChange::Threads(number(MOST_THREADS)?),
        "uci_variant" => OptionChange::Variant(value.to_string()),
        "uci_chess960" => OptionChange::Shuffled(truth(value)?),
        "uci_limitstrength" => OptionChange::LimitStrength(truth(value)?),
        "uci_elo" => OptionChange::Elo(value.parse().ok().filter(|elo| elo_range().contains(elo))?),
        "ponder" | "uci_analysemode" | "uci_opponent" | "uci_showcurrline" => OptionChange::Nothing,
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
        assert_eq!(read("name Hash value 32"), Some(OptionChange::Hash(32)));
        assert_eq!(read("name hash value 0"), None);
        assert_eq!(read("name Clear Hash"), Some(OptionChange::ClearHash));
        assert_eq!(read("name UCI_Chess960 value true"), Some(OptionChange::Shuffled(true)));
        assert_eq!(
            read("name White army value Nutty Knights"),
            Some(OptionChange::Other("White army".into(), "Nutty Knights".into()))
        );
        assert_eq!(read("name UCI_LimitStrength value true"), Some(OptionChange::LimitStrength(true)));
        assert_eq!(read("name UCI_Elo value 1400"), Some(OptionChange::Elo(1400)));
        assert_eq!(read("name UCI_Elo value 10"), None);
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
