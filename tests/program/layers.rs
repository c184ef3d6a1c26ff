//! Imports run one way: every module names only the modules listed for it here.
//!
//! A plain text scan for `crate::x` and `use crate::{x, y::z}`, tests inside the modules included
//! and comments left out. The rows of the table stand in order, so that it cannot hold a cycle.

use std::fs;
use std::path::{Path, PathBuf};

/// Module, and the modules it may import.
const ALLOWED: &[(&str, &[&str])] = &[
    ("platform", &[]),
    ("suggest", &[]),
    ("text", &[]),
    ("network", &["text"]),
    ("geometry", &[]),
    ("betza", &["text", "geometry"]),
    ("variant", &["suggest", "text", "network", "geometry", "betza"]),
    ("game", &["text", "geometry", "betza", "variant"]),
    ("position", &["text", "geometry", "game", "variant"]),
    ("teach", &["geometry", "betza", "variant", "game", "position"]),
    ("eval", &["text", "network", "geometry", "variant", "game", "position"]),
    ("solve", &["geometry", "variant", "game", "position"]),
    ("search", &["platform", "network", "geometry", "variant", "game", "position", "eval", "solve"]),
    ("engine", &["game", "position", "eval", "solve", "search"]),
    ("play", &["platform", "geometry", "variant", "game", "position", "search", "engine"]),
    ("xboard", &["geometry", "betza", "variant", "game", "position", "play"]),
    ("lint", &["geometry", "betza", "variant", "teach", "xboard"]),
    ("pgn", &["geometry", "variant", "game", "position"]),
    ("library", &["platform", "text", "pgn"]),
    ("export", &["geometry", "betza", "variant", "game", "position"]),
    (
        "arena",
        &[
            "platform", "network", "geometry", "variant", "game", "position", "eval", "search", "play",
            "xboard", "pgn", "export",
        ],
    ),
    (
        "cecp",
        &["platform", "geometry", "variant", "game", "position", "search", "engine", "play", "xboard", "pgn"],
    ),
    ("uci", &["geometry", "variant", "game", "position", "search", "engine", "play"]),
    (
        "tools",
        &[
            "platform", "suggest", "text", "geometry", "betza", "teach", "lint", "variant", "game",
            "position", "eval", "solve", "search", "engine", "play", "xboard", "pgn", "export", "arena",
            "cecp", "library",
        ],
    ),
    (
        "terminal",
        &[
            "platform", "suggest", "text", "geometry", "variant", "game", "position", "teach", "eval",
            "search", "engine", "play", "pgn", "library", "arena", "tools",
        ],
    ),
    (
        "serve",
        &[
            "platform", "geometry", "betza", "variant", "game", "position", "teach", "search", "engine",
            "play", "pgn", "library", "tools", "terminal",
        ],
    ),
    (
        "lab",
        &[
            "platform", "text", "network", "geometry", "variant", "game", "position", "eval", "search",
            "engine", "play", "pgn", "arena", "tools",
        ],
    ),
    (
        "cli",
        &[
            "platform", "suggest", "geometry", "betza", "variant", "game", "position", "eval", "solve",
            "search", "engine", "play", "export", "arena", "cecp", "uci", "tools", "terminal", "serve",
            "lab",
        ],
    ),
];

/// The modules `text` imports from the crate, each with its line.
fn imports(text: &str) -> Vec<(usize, String)> {
    imports_from(text, "crate::")
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

/// Whether `module` may import `other`.
fn allowed(module: &str, other: &str) -> bool {
    module == other || ALLOWED.iter().any(|(name, list)| *name == module && list.contains(&other))
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
fn modules_import_only_what_the_table_allows() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    files.sort();
    let mut faults = Vec::new();
    for file in &files {
        let inside = file.strip_prefix(&src).unwrap();
        let first = inside.components().next().unwrap().as_os_str().to_str().unwrap();
        let module = first.strip_suffix(".rs").unwrap_or(first);
        if module == "lib" || module == "main" {
            continue;
        }
        assert!(
            ALLOWED.iter().any(|(name, _)| *name == module),
            "{} is in no row of the table",
            file.display()
        );
        for (line, other) in imports(&fs::read_to_string(file).unwrap()) {
            if !allowed(module, &other) {
                faults.push(format!("src/{}:{line} {module} -> {other}", inside.display()));
            }
        }
    }
    assert!(faults.is_empty(), "imports against the order of the layers:\n{}", faults.join("\n"));
}

/// The files that a file imports inside its top module. What a `mod.rs` re-exports from its files is
/// not an import.
fn files_imported(src: &Path, file: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(file).unwrap();
    let text = text.split("#[cfg(test)]\n").next().unwrap();
    let top = file.strip_prefix(src).unwrap().components().next().unwrap().as_os_str().to_str().unwrap();
    let folder = file.parent().unwrap();
    let is_face = file.ends_with("mod.rs");
    let parent = if is_face { folder.parent().unwrap() } else { folder };
    let places = [
        (format!("crate::{top}::"), src.join(top)),
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
fn the_table_has_no_cycle() {
    for (row, (module, list)) in ALLOWED.iter().enumerate() {
        for other in *list {
            let above = ALLOWED[..row].iter().any(|(name, _)| name == other);
            assert!(above, "{module} may import {other}, which does not stand above it");
        }
    }
}

#[test]
fn a_planted_fault_is_found() {
    let text = "//! See crate::search.\nuse \
                crate::{\n    geometry::{Color, Square},\n    cecp::Session,\n};\nfn f() \
                { crate::cli::main() }\n";
    let found = imports(text);
    assert_eq!(found, [(3, "geometry".into()), (4, "cecp".into()), (6, "cli".into())]);
    assert!(!allowed("geometry", "cecp"));
    assert!(allowed("cecp", "geometry"));
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
