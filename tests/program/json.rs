//! Answers in JSON: every field is explained, and the fields stay the same.

use std::collections::BTreeSet;
use std::ffi::OsStr;

use crate::common::program::{fibnif, file, prints, talk};

/// Every command with an answer can give it to programs, too.
#[test]
fn answers_are_data_as_well() {
    let json = |words: &[&str]| -> Vec<serde_json::Value> {
        let text = prints(words.iter().chain(&["--json"]));
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let listed = json(&["list"]);
    let cwda = listed.iter().find(|variant| variant["variant"] == "cwda").unwrap();
    assert_eq!(cwda["choices"][0]["choice"], "army");
    assert_eq!(json(&["moves", "chess"])[0]["legal"].as_array().unwrap().len(), 20);
    let divided = &json(&["perft", "chess", "2", "--divide"])[0];
    assert_eq!((&divided["nodes"], &divided["divide"]["e2e4"]), (&400.into(), &20.into()));
    let shown = &json(&["show", "cwda:clobberers/nutters"])[0];
    assert_eq!(shown["sides"][0]["army"], "Colorbound Clobberers");
    assert_eq!(shown["sides"][1]["pieces"][2]["betza"], "bKfsR");
    assert_eq!(json(&["show", "nutters:Unicorn"])[0]["pieces"][0]["letter"], "U");
    let explained = &json(&["explain", "fhNbsK"])[0];
    assert_eq!((&explained["parts"][0]["text"], &explained["betza"]), (&"fhN".into(), &"fhNbsK".into()));
    let army = file("json", "broken.toml", "title = \"Broken\"\n[pieces]\nN = { betza = \"Q?\" }\n");
    let output = fibnif([OsStr::new("check"), army.as_os_str(), OsStr::new("--json")]);
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found["line"], &found["severity"]), (&3.into(), &"error".into()));
}

/// All fields of a JSON value, at every depth. The keys of a table of moves are not fields.
fn fields(value: &serde_json::Value, found: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(members) => {
            for (name, member) in members {
                found.insert(name.clone());
                if name != "divide" {
                    fields(member, found);
                }
            }
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| fields(item, found)),
        _ => {}
    }
}

/// Every field of every answer is explained in `fibnif help json`, and no other.
#[test]
fn every_field_of_an_answer_is_explained() {
    let rook = "8/8/8/8/8/4k3/8/R3K3 w - - 0 1";
    let pgn = file("explained", "two.pgn", "1. e4 e5 *\n\n1. e4 e4 *\n");
    let suite = file("explained", "one.epd", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#;\n");
    let army = file("explained", "broken.toml", "title = \"Broken\"\n[pieces]\nN = { betza = \"Q?\" }\n");
    let [pgn, suite, army] = [&pgn, &suite, &army].map(|path| path.to_str().unwrap());
    let mut told = BTreeSet::new();
    for words in [
        &["list"] as &[&str],
        &["show", "nutters", "--json"],
        &["show", "armies"],
        &["show", "Knight"],
        &["explain", "fhNbsK"],
        &["check", army],
        &["moves", "chess"],
        &["perft", "chess", "2", "--divide"],
        &["solve", "chess", "KBvK"],
        &["solve", "chess", "--fen", rook],
        &["solve", "chess", "--fen", rook, "--map", "a1"],
        &["solve", "narrow"],
        &["analyze", "chess", "--depth", "1"],
        &["analyze", "--pgn", pgn, "--depth", "1"],
        &["analyze", "chess", "--epd", suite, "--depth", "3"],
        &["match", "losalamos", "self", "self", "--nodes", "1", "--games", "2", "--plies", "2"],
        &[
            "match",
            "cwda",
            "self",
            "--armies",
            "fide,nutters",
            "--nodes",
            "1",
            "--games",
            "2",
            "--plies",
            "2",
        ],
        &["worth", "fide:Knight", "--nodes", "1", "--games", "60", "--error", "9"],
        &["referee", "--pgn", pgn],
    ] {
        let is_json = words.contains(&"--json") || words[0] == "referee";
        let output = fibnif(words.iter().chain(if is_json { None } else { Some(&"--json") }));
        for line in String::from_utf8(output.stdout).unwrap().lines() {
            fields(&serde_json::from_str(line).unwrap(), &mut told);
        }
    }
    let referee = talk(["referee", "chess"], "e4\nKe3\nfen 4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1\n");
    referee.lines().for_each(|line| fields(&serde_json::from_str(line).unwrap(), &mut told));
    let chapter = prints(["help", "json"]);
    let explained: BTreeSet<String> = chapter
        .split("- ")
        .skip(1)
        .flat_map(|item| item.split(':').next().unwrap_or_default().split('`').skip(1).step_by(2))
        .map(str::to_owned)
        .collect();
    let missing: Vec<_> = told.difference(&explained).collect();
    let unused: Vec<_> = explained.difference(&told).collect();
    assert!(missing.is_empty() && unused.is_empty(), "not explained: {missing:?}; never told: {unused:?}");
}

/// Scripts read these fields.
#[test]
fn the_fields_of_solve_and_analyze_stay_as_they_are() {
    let rook = "8/8/8/8/8/4k3/8/R3K3 w - - 0 1";
    let pgn = file("fields", "two.pgn", "1. e4 *\n");
    let pgn = pgn.to_str().unwrap();
    let suite = file("fields", "one.epd", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#;\n");
    let suite = suite.to_str().unwrap();
    let position = "depth fen lines nodes side variant";
    for (words, fields) in [
        (
            &["solve", "chess", "KRvK"] as &[&str],
            &["beyond_move_limit black_to_move by_color longest_black longest_white pieces variant \
                 white_to_move \
               zugzwang zugzwangs"] as &[&str],
        ),
        (&["solve", "chess", "--fen", rook], &["fen moves plies result side variant"]),
        (&["solve", "chess", "--fen", rook, "--map", "a1"], &["fen square squares variant"]),
        (&["solve", "narrow"], &["longest names of pieces variant won"; 5]),
        (&["analyze", "chess", "--depth", "1"], &[position]),
        (
            &["analyze", "chess", "--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"],
            &["check fen legal legal_san reason result side variant white_points"],
        ),
        (&["analyze", "--pgn", pgn, "--depth", "1"], &[position, "loss mark ply san"]),
        (
            &["analyze", "chess", "--epd", suite, "--depth", "3"],
            &["depth fen id lines nodes side solved variant", "of solved"],
        ),
    ] {
        let said = prints(words.iter().chain(&["--json"]));
        let keys = |line: &str| {
            let value: serde_json::Map<String, serde_json::Value> = serde_json::from_str(line).unwrap();
            let mut keys: Vec<String> = value.into_iter().map(|(key, _)| key).collect();
            keys.sort();
            keys.join(" ")
        };
        assert_eq!(said.lines().map(keys).collect::<Vec<_>>(), fields, "{words:?}");
    }
}
