//! The games that are built into Fairy-Stockfish.

use crate::rules::variant::{VariantDef, is_shipped_as};

/// The names of its built-in games that Fibnif has, too. Perft 4 is equal for each. `cambodian`,
/// `karouk` and `jesonmor` are left out because their rules differ.
const NAMES: &[&str] = &[
    "chess",
    "fischerandom",
    "3check",
    "5check",
    "ai-wok",
    "almost",
    "amazon",
    "antichess",
    "asean",
    "berolina",
    "capablanca",
    "caparandom",
    "chancellor",
    "chigorin",
    "codrus",
    "coregal",
    "courier",
    "embassy",
    "extinction",
    "giveaway",
    "gothic",
    "grand",
    "gustav3",
    "hoppelpoppel",
    "horde",
    "janus",
    "kinglet",
    "kingofthehill",
    "knightmate",
    "losalamos",
    "losers",
    "makruk",
    "modern",
    "newzealand",
    "racingkings",
    "shatranj",
    "spartan",
    "suicide",
    "threekings",
    "xiangqi",
];

/// What is different there beside the moves.
const DIFFERENCES: &[(&str, &str)] = &[
    ("codrus", "a side without a legal move wins"),
    ("courier", "fifty moves without progress draw"),
    ("xiangqi", "a perpetual chase loses"),
];

/// The name of a game in Fairy-Stockfish, if it is built in.
pub fn name(def: &VariantDef) -> Option<&'static str> {
    NAMES.iter().copied().find(|name| is_shipped_as(name, def))
}

/// The note that replaces an entry for a built-in game.
pub fn note(def: &VariantDef) -> Option<String> {
    let name = name(def)?;
    let differs = DIFFERENCES.iter().find(|(known, _)| *known == name);
    let differs = differs.map_or(String::new(), |(_, what)| format!("# There, {what}.\n"));
    let title = &def.title;
    Some(format!(
        "# {title} needs no entry: Fairy-Stockfish has it built in.\n{differs}\
         # setoption name UCI_Variant value {name}\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant::Catalog;

    #[test]
    fn every_name_is_a_game_of_ours_and_found_again() {
        for wanted in NAMES {
            let def = Catalog::builtin().resolve(wanted).unwrap();
            let found = name(&def).unwrap();
            // Identical games have several names.
            assert!(found == *wanted || is_shipped_as(found, &def), "{wanted}: {found}");
        }
        assert_eq!(name(&Catalog::builtin().resolve("greener").unwrap()), None);
        assert!(DIFFERENCES.iter().all(|(known, _)| NAMES.contains(known)));
        let courier = note(&Catalog::builtin().resolve("courier").unwrap()).unwrap();
        assert!(courier.contains("# There, fifty moves without progress draw.\n"), "{courier}");
    }
}
