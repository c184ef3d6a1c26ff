//! Imports run one way: a floor of `src` imports only the floors below it, and a room of a floor only the
//! rooms below it.
//!
//! A plain text scan for `crate::x` and `use crate::{x, y::z}`, tests inside the modules included
//! and comments left out.

use std::fs;
use std::path::{Path, PathBuf};

/// The floors from the ground up, each with its rooms if those have an order, too.
const FLOORS: &[(&str, &[&str])] = &[
    ("base", &["platform", "suggest", "date", "text", "page", "html", "network"]),
    ("rules", &["geometry", "letter", "betza", "variant", "game", "position", "pgn", "export"]),
    ("import", &[]),
    ("engine", &["convert", "eval", "solve", "search"]),
    ("teach", &[]),
    ("session", &[]),
    ("protocol", &["xboard", "diagram", "cecp", "uci"]),
    ("arena", &[]),
    ("commands", &[]),
    ("terminal", &[]),
    ("browser", &[]),
    ("lab", &[]),
    ("cli", &[]),
];

/// The modules that `text` imports from the crate, each with its line: floors, with their rooms where a path
/// names one.
fn imports(text: &str) -> Vec<(usize, String)> {
    let mut found = imports_from(text, "crate::");
    found.retain(|(_, name)| FLOORS.iter().all(|(floor, rooms)| floor != name || rooms.is_empty()));
    for (floor, _) in FLOORS.iter().filter(|(_, rooms)| !rooms.is_empty()) {
        let rooms = imports_from(text, &format!("crate::{floor}::"));
        found.extend(rooms.into_iter().map(|(line, room)| (line, format!("{floor}::{room}"))));
    }
    found.sort();
    found
}

/// What follows each `prefix` of a path in `text`, with its line.
fn imports_from(text: &str, prefix: &str) -> Vec<(usize, String)> {
    let code: String =
        text.lines().map(|line| line.split("//").next().unwrap_or("").to_owned() + "\n").collect();
    let mut found = Vec::new();
    for (start, _) in code.match_indices(prefix) {
        if code[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':') {
            continue;
        }
        let rest = &code[start + prefix.len()..];
        let line_of = |offset: usize| code[..start + prefix.len() + offset].matches('\n').count() + 1;
        if !rest.starts_with('{') {
            found.push((line_of(0), ident(rest)));
            continue;
        }
        let mut depth = 0;
        for (i, c) in rest.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            if depth == 1 && (c == '{' || c == ',') {
                let after = &rest[i + 1..];
                let name = after.trim_start();
                if !name.starts_with('}') {
                    found.push((line_of(i + 1 + after.len() - name.len()), ident(name)));
                }
            }
        }
    }
    found
}

/// The identifier `text` begins with.
fn ident(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The floor of a module and its room, as numbers; the room is `None` on a floor without order, or for the
/// face of the floor itself.
fn height(module: &str) -> (usize, Option<usize>) {
    let mut parts = module.split("::");
    let name = parts.next().unwrap();
    let floor = FLOORS.iter().position(|(floor, _)| *floor == name);
    let floor = floor.unwrap_or_else(|| panic!("{name} is no floor of the table"));
    (floor, parts.next().and_then(|room| FLOORS[floor].1.iter().position(|name| *name == room)))
}

/// The floors that only the command line imports: a screen, a page.
const FRONT_ENDS: &[&str] = &["terminal", "browser"];

/// Whether `module` may import `other`.
fn allowed(module: &str, other: &str) -> bool {
    if module != other && module != "cli" && FRONT_ENDS.contains(&other) {
        return false;
    }
    let ((floor, room), (below, other)) = (height(module), height(other));
    below < floor || below == floor && (room.is_none() || other.is_some_and(|other| other <= room.unwrap()))
}

/// The module of a file: its floor, and its room where those are ordered.
fn module_of(inside: &Path) -> String {
    let names: Vec<String> = inside
        .components()
        .map(|part| part.as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned())
        .collect();
    match height(&names[..names.len().min(2)].join("::")) {
        (_, Some(_)) => names[..2].join("::"),
        _ => names[0].clone(),
    }
}

/// Every Rust file below `folder`.
fn rust_files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

#[test]
fn modules_import_only_what_stands_below_them() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    files.sort();
    let mut faults = Vec::new();
    for file in &files {
        let inside = file.strip_prefix(&src).unwrap();
        if ["lib.rs", "main.rs"].map(Path::new).contains(&inside) {
            continue;
        }
        let module = module_of(inside);
        for (line, other) in imports(&fs::read_to_string(file).unwrap()) {
            if !allowed(&module, &other) {
                faults.push(format!("src/{}:{line} {module} -> {other}", inside.display()));
            }
        }
    }
    assert!(faults.is_empty(), "imports against the order of the floors:\n{}", faults.join("\n"));
}

/// The files that a file imports inside its top module. What a `mod.rs` re-exports from its files is
/// not an import.
fn files_imported(src: &Path, file: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(file).unwrap();
    let text = text.split("#[cfg(test)]\n").next().unwrap();
    let top = module_of(file.strip_prefix(src).unwrap());
    let folder = file.parent().unwrap();
    let is_face = file.ends_with("mod.rs");
    let parent = if is_face { folder.parent().unwrap() } else { folder };
    let places = [
        (format!("crate::{top}::"), src.join(top.replace("::", "/"))),
        ("super::".to_owned(), parent.to_owned()),
        ("super::super::".to_owned(), parent.parent().unwrap().to_owned()),
    ];
    let mut found = Vec::new();
    for (prefix, place) in places {
        for (_, name) in imports_from(text, &prefix).into_iter().filter(|(_, name)| name != "super") {
            let options = [format!("{name}.rs"), format!("{name}/mod.rs"), "mod.rs".to_owned()];
            let target = options.iter().map(|option| place.join(option)).find(|path| path.is_file());
            found.extend(target.filter(|target| target != file));
        }
    }
    if is_face {
        let uses = text.lines().filter_map(|line| line.strip_prefix("use "));
        found.extend(uses.map(|used| folder.join(ident(used) + ".rs")).filter(|path| path.is_file()));
    }
    found
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    files.retain(|file| !["lib.rs", "main.rs"].map(|name| src.join(name)).contains(file));
    files.sort();
    let imported: Vec<Vec<PathBuf>> = files.iter().map(|file| files_imported(&src, file)).collect();
    let reached = |start: usize| {
        let mut found = vec![false; files.len()];
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            for next in imported[at].iter().filter_map(|path| files.binary_search(path).ok()) {
                if !std::mem::replace(&mut found[next], true) {
                    open.push(next);
                }
            }
        }
        found
    };
    let reached: Vec<Vec<bool>> = (0..files.len()).map(reached).collect();
    let mut circles: Vec<Vec<String>> = Vec::new();
    for start in (0..files.len()).filter(|&at| reached[at][at]) {
        let with: Vec<usize> =
            (0..files.len()).filter(|&at| reached[start][at] && reached[at][start]).collect();
        if with[0] == start {
            let name = |at: &usize| files[*at].strip_prefix(&src).unwrap().display().to_string();
            circles.push(with.iter().map(name).collect());
        }
    }
    assert!(circles.is_empty(), "files that import each other in a circle: {circles:?}");
}

#[test]
fn a_planted_fault_is_found() {
    let text = "//! See crate::engine::search.\nuse \
                crate::rules::{\n    geometry::{Color, Square},\n    position::Position,\n};\nfn f() \
                { crate::cli::main() }\n";
    let found = imports(text);
    assert_eq!(found, [(3, "rules::geometry".into()), (4, "rules::position".into()), (6, "cli".into())]);
    assert!(!allowed("rules::geometry", "protocol::cecp"));
    assert!(!allowed("rules::geometry", "rules::position"));
    assert!(!allowed("rules::geometry", "rules"));
    assert!(!allowed("browser", "terminal") && !allowed("lab", "browser"));
    assert!(allowed("rules::position", "rules::geometry"));
    assert!(allowed("protocol::cecp", "rules::geometry"));
}

/// A word of a rule is asked by `match` or by a method of the word, so that the compiler names every place
/// where a new one matters.
#[test]
fn words_of_rules_are_never_compared() {
    const WORDS: [&str; 21] = [
        "Arrival",
        "TurnRule",
        "EarlyCheck",
        "LossResult",
        "Mate",
        "NoMoves",
        "Repeated",
        "CountFrom",
        "Captor",
        "Capture",
        "Checks",
        "Royals",
        "SideChange",
        "Pass",
        "Supply",
        "Dropping",
        "Captured",
        "Transforming",
        "Permission",
        "DropForm",
        "DropColors",
    ];
    let mut files = Vec::new();
    rust_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    let mut compared = Vec::new();
    for file in files {
        for (number, line) in (1..).zip(fs::read_to_string(&file).unwrap().lines()) {
            compared.extend(comparison(line, &WORDS).map(|word| (file.clone(), number, word.to_owned())));
        }
    }
    assert!(compared.is_empty(), "words of rules that are compared: {compared:?}");
    assert_eq!(comparison("if rules.mate != Mate::Loses {", &WORDS), Some("Mate"));
    assert_eq!(
        comparison("matches!(end, End::Lost { result: LossResult::Wins, .. })", &WORDS),
        Some("LossResult")
    );
    assert_eq!(comparison("NoMoves::MoverWins => Some(side),", &WORDS), None);
}

/// A word of these enums that a line of code compares.
fn comparison<'a>(line: &str, words: &[&'a str]) -> Option<&'a str> {
    let code = line.split("//").next().unwrap_or("");
    let compares = |word: &&&str| {
        let value = format!("{word}::");
        let compared = ["== ", "!= "].iter().any(|sign| code.contains(&format!("{sign}{value}")));
        compared || code.contains("matches!") && code.contains(&value)
    };
    words.iter().find(compares).copied()
}

/// Each folder of tests is a binary; shared helpers and data are not.
#[test]
fn every_test_file_has_its_row_in_the_table() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let table = fs::read_to_string(folder.join("README.md")).unwrap();
    let entries = |folder: &Path| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let groups: Vec<PathBuf> = entries(&folder);
    let groups: Vec<PathBuf> = groups.into_iter().filter(|group| group.join("main.rs").exists()).collect();
    assert!(groups.len() >= 8, "{groups:?}");
    for group in groups {
        let name = group.file_name().unwrap().to_string_lossy().into_owned();
        let rows = table.split_once(&format!("| **{name}** |")).map(|(_, rows)| rows);
        let rows = rows.unwrap_or_else(|| panic!("tests/README.md needs a heading for {name}"));
        let rows = rows.split("| **").next().unwrap();
        for file in entries(&group) {
            let name = file.file_stem().unwrap().to_string_lossy().into_owned();
            let has_row = name == "main" || rows.contains(&format!("`{name}`"));
            assert!(has_row, "tests/README.md needs a row for {}", file.display());
        }
    }
}
