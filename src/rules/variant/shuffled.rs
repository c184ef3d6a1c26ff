//! The shuffled start of every game that castles as chess does: a choice that stands in no file.

use std::sync::{Arc, LazyLock};

use super::castling::CASTLING_ROLE;
use super::choice::Choice;
use super::error::{Origin, Source, VariantError};
use super::tree::{KeyValue, TomlValue, Tree};

/// The choice of a game that castles as chess does, of its usual start or one that is shuffled as in
/// Chess960.
const START_CHOICE: &str = r#"
[start]
title = "Start"
scope = "game"

[start.options.standard]
title = "Standard"

[start.options.960]
title = "Shuffled as in Chess960"
rules.castling = { partner = "R", shuffled = true }
rules.shuffle = { colors = ["BB"] }
"#;
/// What other programs write behind a game's name if its start is shuffled: `Crazyhouse960`.
pub(crate) const SHUFFLED_SUFFIX: &str = "960";
/// The same choice in the text form of a game.
pub(super) const SHUFFLED_START: (&str, &str) = ("start", SHUFFLED_SUFFIX);

/// The choice of a shuffled start, if a game castles as chess does and its file has no such choice.
pub(super) fn start_choice(variant: &Tree) -> Result<Option<Choice>, VariantError> {
    static CHOICE: LazyLock<Option<Choice>> = LazyLock::new(|| {
        let (text, origin) = (START_CHOICE.to_owned(), Origin::Shipped);
        let source = Arc::new(Source { name: "the choice of the start".to_owned(), text, origin });
        let written = Tree::of("choice", Tree::parse(&source).ok()?.into_node(&source));
        let choice = Choice::read_all(&written, &[]).ok()?.pop()?;
        Some(Choice { implied: true, ..choice })
    });
    let has_choice = variant.table("choice")?.is_some_and(|choices| choices.get(SHUFFLED_START.0).is_some());
    Ok(if !has_choice && castles_as_chess(variant)? { CHOICE.clone() } else { None })
}

/// The game of which `id` is the text form with a shuffled start: `crazyhouse` of `crazyhouse;start=960`.
pub(crate) fn shuffled_name(id: &str) -> Option<&str> {
    let (choice, value) = SHUFFLED_START;
    id.strip_suffix(value)?.strip_suffix('=')?.strip_suffix(choice)?.strip_suffix(';')
}

/// Whether both sides start with king, rooks and bishops on a first rank of eight files, Black's on the
/// same files as White's, and castle as in chess.
fn castles_as_chess(variant: &Tree) -> Result<bool, VariantError> {
    let Some(start) = variant.text("start")? else { return Ok(false) };
    let rules = variant.table("rules")?;
    let usual = |entry: &KeyValue| match entry.key.as_str() {
        "king_to" => entry.node.texts().is_ok_and(|files| files.iter().map(|file| file.1).eq(["c", "g"])),
        "partner" => entry.node.text().is_ok_and(|partner| ["corner", "R"].contains(&partner)),
        "keep_color" => true,
        _ => false,
    };
    let castles = match rules.and_then(|rules| rules.get("castling")).map(|node| &node.value) {
        None => true,
        Some(TomlValue::Table(castling)) => castling.iter().all(usual),
        Some(_) => false,
    };
    // A king with castling in its notation castles as that says.
    let by_notation = variant.table("pieces")?.into_iter().flat_map(Tree::iter).any(|piece| {
        let lines = piece.node.table().map_or(Some(&piece.node), |table| table.get("betza"));
        let lines = lines.and_then(|lines| lines.texts().ok()).unwrap_or_default();
        lines.iter().any(|line| line.1.contains('O'))
    });
    if by_notation || !castles || rules.is_some_and(|rules| rules.get("shuffle").is_some()) {
        return Ok(false);
    }
    let mut fields = start.split_whitespace();
    let (board, rights) = (fields.next().unwrap_or_default(), fields.nth(1).unwrap_or_default());
    let mut rows = board.split(['/', '[']);
    let (black, white) = (rows.next().unwrap_or_default(), rows.nth(6).unwrap_or_default());
    let count = |role: char| white.matches(role).count();
    Ok(["K", "Q", "k", "q"].iter().all(|right| rights.contains(right))
        && white.chars().count() == 8
        && white.chars().all(char::is_alphabetic)
        && white.to_lowercase() == black
        && (count(CASTLING_ROLE.base()), count('R'), count('B')) == (1, 2, 2))
}
