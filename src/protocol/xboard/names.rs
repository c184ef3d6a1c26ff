//! The games for which XBoard has rules of its own, by its names for them.
//!
//! These names, and facts about XBoard, decide what it must be told, never how a game is played. It
//! recognizes names loosely (`StringToVariant`): some anywhere in a name, others at its beginning.

use crate::rules::geometry::Color;

/// The names under which the protocol means chess.
const CHESS: &[&str] = &["normal", "standard", "chess"];
/// The names that are recognized anywhere in a name.
const ANYWHERE: &[&str] = &[
    "wildcastle",
    "nocastle",
    "fischerandom",
    "bughouse",
    "crazyhouse",
    "losers",
    "suicide",
    "giveaway",
    "twokings",
    "kriegspiel",
    "atomic",
    "3check",
    "shatranj",
];
/// The names that are recognized at the beginning, if no letter follows.
const FIRST: &[&str] = &[
    "shogi",
    "chu",
    "courier",
    "gothic",
    "capablanca",
    "knightmate",
    "fairy",
    "cylinder",
    "falcon",
    "caparandom",
    "berolina",
    "janus",
    "super",
    "great",
    "twilight",
    "makruk",
    "seirawan",
    "grand",
    "spartan",
    "xiangqi",
    "asean",
    "lion",
    "elven",
    "unknown",
];
/// The games whose setup and moves XBoard lets an engine define, as far as their pawns allow.
const DEFINABLE: &[&str] = &["fairy", "berolina"];
/// Those of which XBoard has the array, but lets an engine define the moves.
const MOVES_DEFINABLE: &[&str] = &["great", "cylinder"];
/// What XBoard gets wrong in games of its own. In elven, it gives Black's right to castle to a king on the
/// file where White's starts. In seirawan, it plays `h1e1e` between two engines as `h1d1e`, a rook's move.
const MISJUDGED: &[(&str, Misjudged)] =
    &[("elven", Misjudged::CastlingOf(Color::Black)), ("seirawan", Misjudged::EntryByPartner)];
/// Those in which XBoard keeps castling rights that nobody has: they stand in its FENs, and positions that
/// differ in them are different to it.
const RIGHTS_TO_NOTHING: &[&str] = &["suicide", "great", "super"];
/// The letters of its own for pieces of its own games: name, our letter, its letter.
const OWN_LETTERS: &[(&str, char, char)] = &[("xiangqi", 'N', 'H'), ("xiangqi", 'B', 'E')];
/// The other names of its shuffled chess.
const SHUFFLED: &[&str] = &["frc", "960"];
/// Numbers of chess servers' `wild` games that are chess from another starting position.
const PLAIN_WILDS: &[u32] = &[5, 7, 8, 10, 11, 12, 13, 14, 15, 18, 19];

/// Legal moves that XBoard gets wrong in a game of its own while it tests legality.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misjudged {
    /// A side's castling.
    CastlingOf(Color),
    /// Castling with a piece that enters on the square of the king's partner.
    EntryByPartner,
}

/// The letter that XBoard has in a game of its own for the piece that has this letter here.
pub fn own_letter(name: &str, letter: char) -> Option<char> {
    OWN_LETTERS.iter().find(|(own, ours, _)| *own == name && *ours == letter).map(|(_, _, theirs)| *theirs)
}

/// Whether XBoard has a game of this name and plays it by rules that an engine cannot change.
pub fn is_own(name: &str) -> bool {
    let named = ANYWHERE.contains(&name) || FIRST.contains(&name) && !is_definable(name);
    CHESS.contains(&name) || named
}

/// Whether XBoard has a game of this name and lets an engine define its setup and moves.
pub fn is_definable(name: &str) -> bool {
    DEFINABLE.contains(&name)
}

/// Whether XBoard has a game of this name of which an engine may say how the pieces move, but not how they
/// start.
pub fn are_moves_definable(name: &str) -> bool {
    MOVES_DEFINABLE.contains(&name)
}

/// The legal moves that XBoard gets wrong in its game of this name, if there are any.
pub fn misjudged(name: &str) -> Option<Misjudged> {
    MISJUDGED.iter().find(|(own, _)| *own == name).map(|(_, moves)| *moves)
}

/// Whether XBoard keeps castling rights in a game of this name where there is no piece to castle with.
pub fn keeps_rights_to_nothing(name: &str) -> bool {
    RIGHTS_TO_NOTHING.contains(&name)
}

/// XBoard's own game that it takes a name for, if any.
pub fn taken_for(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let at_first = |own: &&&str| {
        name.strip_prefix(**own).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()))
    };
    if let Some(own) = ANYWHERE.iter().find(|own| name.contains(**own)).or(FIRST.iter().find(at_first)) {
        return Some(own);
    }
    let shuffled = name.contains("fischer") && name.contains("random");
    if shuffled || SHUFFLED.iter().any(|part| name.contains(part)) {
        return Some("fischerandom");
    }
    let number = name.split_once("wild").or_else(|| name.split_once('w')).map(|(_, rest)| rest);
    let digits = number?.trim_start_matches([' ', '(', '/']);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let number: u32 = digits.get(..end)?.parse().ok()?;
    (!PLAIN_WILDS.contains(&number)).then_some("a wild game of chess servers")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The buttons that XBoard 4.9.1 gave or did not give for these names.
    #[test]
    fn names_are_taken_as_xboard_takes_them() {
        for (name, game) in [
            ("fairy-x", "fairy"),
            ("super-x", "super"),
            ("lion2", "lion"),
            ("3checkers", "3check"),
            ("atomic2", "atomic"),
            ("crab960", "fischerandom"),
            ("Great", "great"),
            ("w16", "a wild game of chess servers"),
        ] {
            assert_eq!(taken_for(name), Some(game), "{name}");
        }
        for name in
            ["cwda-fide-clobberers", "narrow", "colorboundmost", "greener", "grandcru", "w5chess", "normal2"]
        {
            assert_eq!(taken_for(name), None, "{name}");
        }
    }
}
