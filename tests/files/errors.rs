//! Variant files: errors and warnings, and their places.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use fibnif::rules::variant::{Castling, Catalog};

use crate::common::files::{Files, findings};

/// A chess with one line replaced.
fn chess_with(line: &str, by: &str) -> String {
    let chess = "title = 'Mine'\nstart = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 \
                 1'\n[pieces]\nP = { betza = 'mfWcefFimfnD', promotes = 'own' }\nN = { betza = 'N' }\nB = \
                 { betza = 'B' }\nR = { betza = 'R' }\nQ = { betza = 'Q' }\nK = \
                 { betza = 'K', royal = 'check' }\n";
    assert!(chess.contains(line), "{line}");
    chess.replacen(line, by, 1)
}

/// Runs `check` on files and returns its answer and exit code, without the name of the folder.
fn checked(test: &str, files: &[(&str, &str)]) -> (String, Option<i32>) {
    let folder = Files::new(test, files);
    let paths = files.iter().map(|(name, _)| folder.0.join(name));
    let run = Command::new(env!("CARGO_BIN_EXE_fibnif")).arg("check").args(paths).output().unwrap();
    let told = String::from_utf8(run.stdout).unwrap() + &String::from_utf8(run.stderr).unwrap();
    (told.replace(&format!("{}/", folder.0.display()), ""), run.status.code())
}

/// The files of a case in `data/files/errors.txt`: their names and texts.
fn files_of(case: &str) -> Vec<(&str, String)> {
    let mut files = vec![("mine.toml", String::new())];
    for line in case.lines() {
        if let Some(name) = line.strip_prefix("--- ") {
            files.push((name, String::new()));
            continue;
        }
        let text = &mut files.last_mut().unwrap().1;
        match line.strip_prefix("chess ").and_then(|line| line.split_once(" -> ")) {
            Some((old, new)) => text.push_str(&chess_with(old, &new.replace("\\n", "\n"))),
            None => text.extend([line, "\n"]),
        }
    }
    files
}

#[test]
fn every_fault_is_told_in_the_same_words() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/files/errors.txt");
    let data = fs::read_to_string(&path).unwrap();
    let mut now = Vec::new();
    for case in data.trim_end().split("\n\n") {
        let Some((text, _)) = case.split_once("\n=>") else {
            now.push(case.to_owned());
            continue;
        };
        let files = files_of(text);
        let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
        let (told, code) = checked("told", &files);
        let is_error = told.lines().any(|line| line.contains(": error: "));
        assert_eq!(code, Some(i32::from(is_error)), "{text}\n{told}");
        let placed = |line: &&str| line.contains(": error: ") || line.contains(": warning: ");
        let has_place =
            |line: &str| line.split_once(": ").is_some_and(|(place, _)| place.matches(':').count() == 2);
        assert!(told.lines().filter(placed).all(has_place), "no line and column:\n{text}\n{told}");
        now.push(format!("{text}\n=>\n{}", told.trim_end()));
    }
    let now = now.join("\n\n") + "\n";
    if env::var_os("FIBNIF_BLESS").is_some() {
        fs::write(&path, &now).unwrap();
    }
    let differs =
        data.split("\n\n").zip(now.split("\n\n")).find(|(before, now)| before.trim_end() != now.trim_end());
    assert_eq!(differs, None);
}

#[test]
fn castling_belongs_in_one_place() {
    let both = chess_with("K', royal", "KisO2', royal")
        .replace("[pieces]", "rules.castling.keep_color = true\n[pieces]");
    let found = findings("castling-both", &both);
    assert!(found.contains("mine.toml:3:7: error: castling is here and in `KisO2`"), "{found}");
    let files = Files::new("castling-betza", &[("mine.toml", &chess_with("K', royal", "KisO2', royal"))]);
    assert_eq!(files.catalog().resolve("mine").unwrap().rules.castling, Castling::None);
}

/// Tables have maximum sizes. A file that exceeds one is refused with the limit, before everything has
/// been computed.
#[test]
fn a_piece_with_too_many_ways_is_named() {
    let refused = |betza: &str| {
        let rows = format!("nk14/pp14/{}/PP14/NK14", ["16"; 12].join("/"));
        let text = format!(
            "title = 'Large'\nextends = 'chess'\nstart = '{rows} w - - 0 1'\nrules.castling = 'none'\n\
             [pieces]\nN = {{ name = 'Hook', betza = '{betza}' }}\n"
        );
        let files = Files::new("large", &[("large.toml", &text)]);
        let def = files.catalog().resolve("large").unwrap();
        fibnif::rules::game::compile(&def).unwrap_err().to_string()
    };
    let rays = refused("RmasR");
    assert!(
        rays.contains("rays of attack: at most 65534")
            && rays.contains("the Hook of White (`RmasR`) alone needs "),
        "{rays}"
    );
    for betza in ["(afs)N", "asasasR", "mpasasasR"] {
        let ways = refused(betza);
        assert!(
            ways.contains(&format!("the Hook of White (`{betza}`): its moves have more than 262144 ways")),
            "{ways}"
        );
        assert!(ways.contains("on a board of 16x16"), "{ways}");
    }
}

/// Every number of a file has a range, and what is outside of it is refused with the range.
#[test]
fn numbers_have_ranges() {
    for (line, number, expected) in [
        ("rules.move_limit = ", "32768", "moves, a whole number from 0 to 32767"),
        ("rules.move_limit = ", "-1", "moves, a whole number from 0 to 32767"),
        ("rules.move_limit = ", "1.5", "moves, a whole number from 0 to 32767"),
        ("rules.repetition = ", "999", "occurrences of a position, a whole number from 0 to 255"),
        ("rules.repetition.count = ", "256", "occurrences of a position, a whole number from 0 to 255"),
        ("rules.repetition = ", "1", "0 for never, or the occurrence that ends the game, at least 2"),
        ("rules.ends.checks = ", "0", "the checks that win, a whole number from 1 to 255"),
        ("rules.ends.checks = ", "256", "the checks that win, a whole number from 1 to 255"),
        ("rules.counting.pawnless = ", "10001", "moves, a whole number from 0 to 10000"),
        ("pieces.Q.most = ", "0", "pieces, a whole number from 1 to 255"),
        ("pieces.Q.value = ", "10001", "centipawns (a Rook has 500), a whole number from 0 to 10000"),
        ("pieces.Q.drops.per_file = ", "256", "pieces on a file, a whole number from 0 to 255"),
        ("pieces.Q.xboard.slot = ", "66", "the slot of a picture, a whole number from 0 to 65"),
    ] {
        let found = findings("ranges", &format!("extends = 'chess'\n{line}{number}\n"));
        let place = format!(
            "mine.toml:2:{}: error: expected {expected}, found the number {number}\n",
            line.len() + 1
        );
        assert!(found.starts_with(&place), "{line}{number}: {found}");
    }
    for line in ["rules.move_limit = 32767", "rules.repetition = 255", "rules.ends.checks = 255"] {
        let found = findings("ranges", &format!("extends = 'chess'\n{line}\n"));
        assert_eq!(found, "", "{line}");
    }
}

#[test]
fn what_is_asked_for_in_vain_is_answered_with_what_there_is() {
    let catalog = Catalog::builtin();
    for (text, start) in [
        ("ches", "unknown variant `ches`: did you mean `chess`?"),
        ("draughts", "unknown variant `draughts`: none of the "),
        ("cwda:nuters", "unknown army `nuters`: did you mean `nutters`?"),
        ("cwda-nuters", "unknown variant `cwda-nuters`"),
        ("chess:fide", "`chess` has nothing for a side to choose, found `:fide`"),
        ("cwda;promotion", "expected CHOICE=VALUE after `;` in `cwda;promotion`, found `promotion`"),
        ("cwda;fence=vertical", "unknown choice of `cwda` `fence`: expected `army`, `promotion`"),
        ("narrow;fifty=perhaps", "unknown fifty `perhaps`: expected `on`, `off`"),
        ("", "unknown variant ``"),
    ] {
        let error = catalog.resolve(text).unwrap_err().to_string();
        assert!(error.starts_with(start), "{text}: {error}");
    }
    let error = Catalog::builtin().add_path(Path::new("nowhere/mine.toml")).unwrap_err().to_string();
    assert!(error.starts_with("cannot read `nowhere/mine.toml`: "), "{error}");
}

#[test]
fn an_army_that_nobody_takes_is_found() {
    let files =
        Files::new("army", &[("few.toml", "title = 'Few'\npieces.R.betza = 'R'\npieces.N.betza = 'N'\n")]);
    let findings = Catalog::builtin().check(&[files.0.join("few.toml")], &|_| Vec::new()).remove(0).findings;
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].message, "no variant takes the army `few`, which fills R N: expected R N B Q");
}

#[test]
fn notation_that_an_army_always_replaces_is_read_all_the_same() {
    let found = findings("replaced", "extends = 'cwda'\npieces.R = { betza = 'RyN' }\n");
    assert!(found.starts_with("mine.toml:2:24: error: "), "{found}");
}
