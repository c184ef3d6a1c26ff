//! Variants exported to Fairy-Stockfish mean the same there: its perft equals ours.
//!
//! Skipped with a message if there is no Fairy-Stockfish that supports custom pieces: the program that
//! `FAIRY_STOCKFISH` names, or `fairy-stockfish` on the path.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::common::{compiled, definition, game};
use fibnif::rules::export::fairy_stockfish::{IniEntry, entry, entry_without_rights, without_rights};
use fibnif::rules::game::Game;
use fibnif::rules::position::{Position, perft};

/// Its perft from the start of an entry; `None` if it does not know the variant.
fn count(program: &str, entry: &IniEntry, depth: u32) -> Option<u64> {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}.ini", entry.name));
    fs::write(&path, &entry.text).unwrap();
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let commands = format!(
        "uci\nsetoption name VariantPath value {}\nsetoption name UCI_Variant value {}\nposition fen \
         {}\ngo perft {depth}\nquit\n",
        path.display(),
        entry.name,
        entry.start
    );
    child.stdin.take().unwrap().write_all(commands.as_bytes()).unwrap();
    let lines: Vec<String> =
        BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok).collect();
    child.wait().unwrap();
    let total = lines.iter().find_map(|line| line.strip_prefix("Nodes searched: "))?;
    let known = lines.iter().all(|line| !line.contains("Invalid"));
    total.trim().parse().ok().filter(|_| known)
}

/// A Fairy-Stockfish that supports custom pieces.
fn program() -> Option<String> {
    let named = std::env::var("FAIRY_STOCKFISH").unwrap_or_else(|_| "fairy-stockfish".to_string());
    let pieces = entry(&game("cwda:nutters/nutters")).unwrap();
    // An old version reads the file but ignores the pieces, so they have no moves.
    (count(&named, &pieces, 1) == Some(26)).then_some(named)
}

fn agrees(program: &str, game: &std::sync::Arc<Game>, entry: &IniEntry, start: &Position, depth: u32) {
    let ours = perft(start, depth);
    assert_eq!(
        count(program, entry, depth),
        Some(ours),
        "{} from {}\n{}",
        game.def.id,
        entry.start,
        entry.text
    );
}

#[test]
fn it_counts_as_many_moves_as_we_do() {
    let Some(program) = program() else {
        eprintln!("skipped: no Fairy-Stockfish with pieces of its user's (set FAIRY_STOCKFISH)");
        return;
    };
    let armies = ["fide", "clobberers", "nutters", "rookies"];
    for white in armies {
        for black in armies {
            let game = game(&format!("cwda:{white}/{black}"));
            let start = Position::start(game.clone());
            match entry(&game) {
                Ok(entry) => agrees(&program, &game, &entry, &start, 3),
                Err(error) => {
                    let rights = error.rights.unwrap();
                    let fen = without_rights(&start.fen(), &rights);
                    let start = Position::from_fen(game.clone(), &fen).unwrap();
                    agrees(&program, &game, &entry_without_rights(&game).unwrap(), &start, 3);
                }
            }
        }
    }
    for variant in
        ["knightmate", "amazon", "chigorin", "almost", "newzealand", "hoppelpoppel", "chess", "roman"]
    {
        let game = game(variant);
        if let Ok(entry) = entry(&game) {
            agrees(&program, &game, &entry, &Position::start(game.clone()), 3);
        }
    }
}

/// Rules that did not exist when the exporter was written are refused, not left out.
#[test]
fn rules_it_does_not_know_are_refused() {
    let mut def = definition("chess");
    def.sides[0].pieces.iter_mut().filter(|piece| piece.role == 'Q').for_each(|queen| queen.most = Some(1));
    let error = entry(&compiled(&def)).unwrap_err().to_string();
    assert!(error.contains("a limit on how many pieces of a type a side may have (Queen)"), "{error}");
}

/// That program has one king a side.
#[test]
fn several_kings_of_a_side_are_refused() {
    let mut def = definition("chess");
    let of_role = |role: char| def.sides[0].pieces.iter().position(|piece| piece.role == role).unwrap();
    let (queen, king) = (of_role('Q'), of_role('K'));
    def.array.iter_mut().filter(|piece| piece.2 == queen).for_each(|piece| piece.2 = king);
    let error = entry(&compiled(&def)).unwrap_err().to_string();
    assert!(error.contains("several kings of White; several kings of Black"), "{error}");
}
