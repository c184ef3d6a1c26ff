//! What is exported for other programs and imported again is the same game.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::fmt::Write as _;
use std::fs;
use std::sync::{Arc, LazyLock};

use fibnif::import::{Format, games};
use fibnif::protocol::diagram::{Definition, definition};
use fibnif::rules::export::built_in;
use fibnif::rules::export::fairy_stockfish::{IniEntry, entry};
use fibnif::rules::game::{Game, Kind, KindId};
use fibnif::rules::letter::Letter;
use fibnif::rules::variant::Catalog;

use crate::common::alike::Alike;
use crate::common::{compiled, data, game};

/// The shipped games, and some of armies.
static GAMES: LazyLock<Vec<(String, Arc<Game>)>> = LazyLock::new(|| {
    let shipped = Catalog::builtin().list().into_iter().map(|info| info.id);
    let armies = ["cwda:nutters/rookies", "cwda:clobberers", "cwda:fide/nutters", "cwda:clobberers/nutters"];
    shipped.chain(armies.map(str::to_owned)).map(|name| (name.clone(), game(&name))).collect()
});

/// The game of a text in another program's format.
fn imported(text: &str, format: Format) -> Result<Arc<Game>, String> {
    let mut found = games(text, format, "game").map_err(|error| error.to_string())?;
    let read = found.pop().ok_or("no game")?;
    if !found.is_empty() {
        return Err("several games".to_owned());
    }
    let lines =
        |notes: &[fibnif::import::Note]| notes.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    let file = read.file.map_err(|refused| lines(&refused))?;
    if !read.notes.is_empty() {
        return Err(format!("leaves out {}", lines(&read.notes)));
    }
    let mut catalog = Catalog::builtin();
    let faults = catalog.add_texts("test", vec![(read.name.clone(), file.clone())]);
    if let Some((_, fault)) = faults.into_iter().next() {
        return Err(format!("{fault}\n{file}"));
    }
    let def = catalog.resolve(&read.name).map_err(|error| format!("{error}\n{file}"))?;
    Ok(compiled(&def))
}

/// Our letter of a kind as an entry for Fairy-Stockfish writes it.
fn letter_of(entry: &IniEntry, kind: &Kind) -> String {
    let own = kind.letter.upper();
    let changed = entry.letters.iter().find(|(color, ours, _)| (*color, *ours) == (kind.color, own));
    changed.map_or(own, |(.., theirs)| Letter::plain(*theirs)).to_string()
}

fn differences(game: &Arc<Game>, entry: &IniEntry) -> Vec<String> {
    let theirs = match imported(&entry.text, Format::FairyStockfish) {
        Ok(theirs) => theirs,
        Err(why) => return vec![why],
    };
    match Alike::new(game, &theirs, |kind| letter_of(entry, kind)) {
        // That program does not ask who can still win.
        Ok(alike) => alike.without_material().differences(),
        Err(why) => vec![why],
    }
}

/// Compares what an exporter makes of each shipped game with a table; `UPDATE=1` writes it anew.
fn table_is_current(name: &str, row: impl Fn(&Arc<Game>) -> Result<(), String>) {
    let mut table = String::new();
    for (name, game) in &*GAMES {
        let row = row(game).map_or_else(|why| why, |()| "exported".to_owned());
        let _ = writeln!(table, "{name}: {row}");
    }
    let path = data("import").join(name);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &table).unwrap();
    }
    let known = fs::read_to_string(&path).unwrap();
    for (found, known) in table.lines().zip(known.lines()) {
        assert_eq!(found, known, "read the change, then run with UPDATE=1");
    }
    assert_eq!(table, known);
}

#[test]
fn entries_for_fairy_stockfish_are_read_again_as_the_same_games() {
    let mut wrong = Vec::new();
    for (name, game) in &*GAMES {
        if let Ok(entry) = entry(game) {
            let found = differences(game, &entry);
            if !found.is_empty() {
                wrong.push(format!("{name}: {}\n{}", found.join("\n  "), entry.text));
            }
        }
    }
    assert!(wrong.is_empty(), "{} games:\n{}", wrong.len(), wrong.join("\n"));
}

/// Games that Fairy-Stockfish has built in and that differ from ours, or are the same in other words.
const DIFFERENT: &[(&str, &str)] = &[
    ("fischerandom", "the starting position is drawn by the other program's user"),
    ("caparandom", "the starting position is drawn by the other program's user"),
    ("grand", "limits for each piece type, and ours promotes to captured pieces"),
    ("antichess", "a side without pieces has lost them, and for ours it has no move"),
    ("giveaway", "a side without pieces has lost them, and for ours it has no move"),
    ("suicide", "a side without pieces has lost them, and for ours it has no move"),
    ("kinglet", "a role and all pieces of it"),
    ("codrus", "stalemate wins"),
    ("courier", "the limit of moves is 50"),
    ("spartan", "first moves as moves on the second rank"),
    ("horde", "the pawns of the sides are two types"),
    ("makruk", "the counted endings"),
    ("ai-wok", "the counted endings"),
    ("asean", "the counted endings"),
    ("xiangqi", "perpetual chases"),
];

/// Games that need no entry, because that program has them.
#[test]
fn built_in_games_of_fairy_stockfish_are_read_as_the_same_games() {
    let mut wrong = Vec::new();
    for (name, game) in &*GAMES {
        let Some(theirs) = built_in::name(&game.def) else { continue };
        let found = match imported(&format!("[fibnif-copy:{theirs}]\n"), Format::FairyStockfish) {
            Ok(read) => match Alike::new(game, &read, |kind| kind.sign().to_ascii_uppercase()) {
                Ok(alike) => alike.without_material().differences(),
                Err(why) => vec![why],
            },
            Err(why) => vec![why],
        };
        let differs = DIFFERENT.iter().any(|(known, _)| known == name);
        if found.is_empty() == differs {
            wrong.push(format!("{name}: {}", found.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "{} games:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn diagrams_are_read_again_as_the_same_games() {
    let mut wrong = Vec::new();
    for (name, game) in &*GAMES {
        let Ok(Definition { text, letters }) = definition(game) else { continue };
        let letter = |kind: &Kind| {
            let is_it = |(id, _): &&(KindId, char)| game.kind(*id) == kind;
            letters.iter().find(is_it).map(|(_, letter)| letter.to_string()).unwrap_or_default()
        };
        let found = match imported(&text, Format::Diagram) {
            Ok(read) => match Alike::new(game, &read, letter) {
                Ok(alike) if text.contains("Left out") => alike.without_draws().differences(),
                Ok(alike) => alike.differences(),
                Err(why) => vec![why],
            },
            Err(why) => vec![why],
        };
        if !found.is_empty() {
            wrong.push(format!("{name}: {}\n{text}", found.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "{} games:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn games_that_diagrams_cannot_express_are_known_with_their_reasons() {
    table_is_current("exported_as_diagrams.txt", |game| {
        definition(game).map(drop).map_err(|error| error.to_string())
    });
}

#[test]
fn games_that_fairy_stockfish_cannot_express_are_known_with_their_reasons() {
    table_is_current("exported_to_fairy_stockfish.txt", |game| {
        entry(game).map(drop).map_err(|error| error.to_string())
    });
}
