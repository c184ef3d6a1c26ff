//! The games that Fairy-Stockfish has without a file.

use crate::variant::{VariantDef, is_shipped_as};

/// Names by which it has games of ours. From the start of each it counts as many sequences of four moves
/// as we do. Left out: `cambodian`, `karouk` and `jesonmor`, whose rules differ.
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

/// The name by which Fairy-Stockfish has a game.
pub fn name(def: &VariantDef) -> Option<&'static str> {
    NAMES.iter().copied().find(|name| is_shipped_as(name, def))
}

/// What stands in the place of an entry where none is needed.
pub fn note(def: &VariantDef) -> Option<String> {
    let name = name(def)?;
    Some(format!(
        "# {} needs no entry: Fairy-Stockfish has it built in.\n# setoption name UCI_Variant value {name}\n",
        def.title
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Catalog;

    #[test]
    fn every_name_is_a_game_of_ours_and_found_again() {
        for wanted in NAMES {
            let def = Catalog::builtin().resolve(wanted).unwrap();
            let found = name(&def).unwrap();
            // Games that differ in nothing have several names.
            assert!(found == *wanted || is_shipped_as(found, &def), "{wanted}: {found}");
        }
        assert_eq!(name(&Catalog::builtin().resolve("greener").unwrap()), None);
    }
}
