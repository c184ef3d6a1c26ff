//! What is installed beside the program: manual pages, XBoard's plugin file, completions for shells.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::builder::Resettable::Reset;
use clap_mangen::Man;

use crate::common::program::{file, prints};
use fibnif::rules::variant::Catalog;

fn packaging() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(".packaging")
}

/// Text as the language of manual pages takes it: no letter has a meaning there.
fn plain(text: &str) -> String {
    let line = |line: &str| {
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        if line.starts_with(['.', '\'']) { format!("\\&{line}\n") } else { format!("{line}\n") }
    };
    text.lines().map(line).collect()
}

/// The pages of a command and of those below it, by their names.
fn pages(command: &clap::Command, above: &str, pages: &mut BTreeMap<String, String>) {
    let name = if above.is_empty() {
        command.get_name().to_string()
    } else {
        format!("{above}-{}", command.get_name())
    };
    let mut page = Vec::new();
    // clap would call the examples something else.
    let bare = command.clone().after_help(Reset).after_long_help(Reset);
    let manual = Man::new(bare.display_name(&name)).title(name.to_uppercase()).section("6").manual("Games");
    let version = format!("fibnif {}", env!("CARGO_PKG_VERSION"));
    manual.source(version).render(&mut page).unwrap();
    let mut page = String::from_utf8(page).unwrap();
    // clap would list every option a second time.
    let (start, end) = (page.find(".SH SYNOPSIS").unwrap(), page.find(".SH DESCRIPTION").unwrap());
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    page.replace_range(start..end, &format!(".SH SYNOPSIS\n.nf\n{}.fi\n", plain(usage)));
    // Each page would end with the version, and the first one with the authors.
    page.truncate(page.find(".SH VERSION").unwrap_or(page.len()));
    let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    if let Some(examples) = examples.strip_prefix("Examples:\n").or(examples.strip_prefix("Example:\n")) {
        let _ = write!(page, ".SH EXAMPLES\n.nf\n{}.fi\n", plain(examples));
    }
    if above.is_empty() {
        page += include_str!("packaged.6");
    } else {
        page += ".SH \"SEE ALSO\"\n.BR fibnif (6)\n";
    }
    for below in command.get_subcommands() {
        self::pages(below, &name, pages);
    }
    pages.insert(format!("{name}.6"), page);
}

/// The manual pages and XBoard's plugin file are those of this version; `UPDATE=1` writes them anew. A program with
/// the feature `lab` has more commands than the packaged one.
#[test]
fn the_packaged_files_are_current() {
    if cfg!(feature = "lab") {
        return;
    }
    let mut files = BTreeMap::new();
    let mut grammar = fibnif::cli::grammar();
    grammar.build();
    pages(&grammar, "", &mut files);
    let mut files: BTreeMap<String, String> =
        files.into_iter().map(|(name, page)| (format!("man/{name}"), page)).collect();
    let names: Vec<String> = Catalog::builtin().list().into_iter().map(|variant| variant.id).collect();
    // The version of its format, the command, and the variants, which XBoard 4.9.1 does not read yet.
    files.insert("fibnif.eng".to_string(), format!("plugin spec 0.0\nfibnif\n{}\n", names.join(",")));
    for (name, text) in &files {
        let path = packaging().join(name);
        if std::env::var_os("UPDATE").is_some() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        assert!(kept == *text, "{name} is not current: run this test with UPDATE=1");
    }
    for entry in fs::read_dir(packaging().join("man")).unwrap() {
        let name = format!("man/{}", entry.unwrap().file_name().display());
        assert!(files.contains_key(&name), "{name} is the page of no command");
    }
}

/// The newest release that users read about is this one.
#[test]
fn the_changes_of_this_version_are_told() {
    let changes = fs::read_to_string(packaging().join("changelog")).unwrap();
    let first = format!("fibnif ({}) ", env!("CARGO_PKG_VERSION"));
    assert!(changes.starts_with(&first), "{changes}");
}

/// What bash would offer for the last of these words.
fn completed(script: &Path, words: &[&str]) -> Vec<String> {
    let (last, command) = (words.len() - 1, words[0]);
    let line = format!(
        "source '{}'; COMP_WORDS=({}); COMP_CWORD={last}; _fibnif {command} '{}' '{}'; echo \"${{COMPREPLY[@]}}\"",
        script.display(),
        words.join(" "),
        words[last],
        words[last - 1]
    );
    let output = Command::new("bash").args(["--norc", "-c", &line]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    said.split_whitespace().map(str::to_string).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes_commands_options_variants_and_armies() {
    let script = file("completions", "fibnif.bash", &prints(["completions", "bash"]));
    for (words, offered) in [
        (&["fibnif", "pl"][..], &["play"][..]),
        (&["fibnif", "play", "knightm"], &["knightmate"]),
        (&["fibnif", "play", "cwda:", "nut"], &["nutters"]),
        (&["fibnif", "learn", "narr"], &["narrow"]),
        (&["fibnif", "serve", "narr"], &["narrow"]),
        (&["fibnif", "match", "narr"], &["narrow"]),
        (&["fibnif", "show", "clobberers2"], &["clobberers2"]),
        (&["fibnif", "analyze", "--lev"], &[]),
        (&["fibnif", "play", "--lev"], &["--level"]),
    ] {
        assert_eq!(completed(&script, words), offered, "{words:?}");
    }
    let own = file("completions", "desert.toml", "extends = \"chess\"\ntitle = \"Desert\"\n");
    let own = own.display().to_string();
    let script = file("completions", "own.bash", &prints(["--variants", &own, "completions", "bash"]));
    assert_eq!(completed(&script, &["fibnif", "play", "des"]), ["desert"]);
}

#[test]
fn other_shells_complete_variants_with_their_armies() {
    for (shell, word) in
        [("zsh", "cwda\\:nutters"), ("fish", "cwda:nutters"), ("elvish", "play"), ("powershell", "play")]
    {
        let text = prints(["completions", shell]);
        assert!(text.contains(word), "{shell}: {text}");
    }
}
