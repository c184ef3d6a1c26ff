//! The chapters of `fibnif help` that are not about a command: the notation, variant files, XBoard, JSON.

use std::io::Write;
use std::str::FromStr;

use super::Error;
use super::explain;
use crate::base::page::{FAINT, TITLE, hanging, paragraph};
use crate::rules::variant::{ARMY, Key, NETS, VARIANT, is_shared, list_of_nets};
use crate::session::{Audience, Domain, Setting, Settings};

/// XBoard, WinBoard and cutechess: settings, names, and the games that need attention there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chapter {
    /// Betza notation, letter by letter.
    Betza,
    /// Every key of a variant file.
    Variant,
    /// XBoard, WinBoard and cutechess: settings, names, and the games that need attention there.
    Xboard,
    /// The fields of answers in JSON.
    Json,
}

impl Chapter {
    /// Every chapter: the word that asks for it, and what it is about.
    pub const ALL: [(&'static str, &'static str, Chapter); 4] = [
        ("betza", "the notation", Chapter::Betza),
        ("variant", "the files", Chapter::Variant),
        ("xboard", "GUIs", Chapter::Xboard),
        ("json", "answers for programs", Chapter::Json),
    ];

    /// How to read the chapters, in a sentence.
    pub fn sentence() -> String {
        let chapters = Chapter::ALL.map(|(word, about, _)| format!("`{word}` ({about})")).join(", ");
        let chapters = chapters.replacen('`', "`fibnif help ", 1);
        format!("`fibnif help COMMAND` explains a command. The chapters of the help: {chapters}.")
    }

    pub fn print(self, out: &mut dyn Write) -> Result<(), Error> {
        match self {
            Chapter::Betza => explain::notation(out),
            Chapter::Variant => variant_files(out),
            Chapter::Json => prose(include_str!("json.md"), out),
            Chapter::Xboard => {
                prose(include_str!("xboard.md"), out)?;
                settings(out)
            }
        }
    }
}

impl FromStr for Chapter {
    type Err = ();

    fn from_str(word: &str) -> Result<Chapter, ()> {
        let word = match word {
            "notation" => "betza",
            "variants" | "army" | "armies" => "variant",
            "cecp" | "uci" | "winboard" | "cutechess" => "xboard",
            word => word,
        };
        Chapter::ALL.iter().find(|row| row.0 == word).map(|row| row.2).ok_or(())
    }
}

/// Prints paragraphs: headings after `#`, items after `-`, everything else filled to the width of the page.
fn prose(text: &str, out: &mut dyn Write) -> Result<(), Error> {
    for block in text.split("\n\n") {
        if let Some(heading) = block.strip_prefix("# ") {
            writeln!(out, "{TITLE}{}{TITLE:#}\n", heading.trim_end())?;
        } else if block.starts_with("    ") {
            writeln!(out, "{}\n", block.trim_end())?;
        } else if block.starts_with("- ") {
            for item in block.trim_start_matches("- ").split("\n- ") {
                hanging("- ", item, out)?;
            }
            writeln!(out)?;
        } else {
            paragraph(block, 0, 0, out)?;
            writeln!(out)?;
        }
    }
    Ok(())
}

/// Prints every setting with its default, its range and what it does.
fn settings(out: &mut dyn Write) -> Result<(), Error> {
    writeln!(out, "{TITLE}Settings{TITLE:#}\n")?;
    for setting in Setting::all(Audience::Cecp) {
        let (Setting { name, about, domain, .. }, value) = (setting, setting.value(&Settings::default()));
        let values = match domain {
            Domain::Check => format!("{value}, or {}", 1 - value),
            Domain::Spin(least, most) => format!("{value}, from {least} to {most}"),
            Domain::Button => domain.to_string(),
        };
        writeln!(out, "{TITLE}{name}{TITLE:#} ({values})")?;
        paragraph(about, 4, 4, out)?;
    }
    Ok(())
}

fn variant_files(out: &mut dyn Write) -> Result<(), Error> {
    prose(include_str!("variant.md"), out)?;
    keys(&VARIANT, 0, out)?;
    writeln!(out, "\n{TITLE}An army file has{TITLE:#}\n")?;
    keys(&ARMY, 0, out)?;
    writeln!(
        out,
        "\n{FAINT}`fibnif check FILE` finds mistakes; `fibnif --variants FILE show NAME` shows the \
         game.{FAINT:#}"
    )?;
    Ok(())
}

/// Prints the keys of a table. Tables of pieces, zones and rules that occur in several places are
/// explained at the first one, at the top of a variant file.
fn keys(table: &'static [Key], depth: usize, out: &mut dyn Write) -> Result<(), Error> {
    for Key { name, about, below } in table {
        let label = format!("{}{}{}", " ".repeat(4 * depth), name, below.label());
        writeln!(out, "{TITLE}{label}{TITLE:#}")?;
        paragraph(&about.replace(NETS, &list_of_nets()), 4 * depth + 4, 4 * depth + 4, out)?;
        let explained = depth > 0 || std::ptr::eq(table, ARMY.as_slice());
        if !(explained && is_shared(below)) {
            keys(below.keys(), depth + 1, out)?;
        }
    }
    Ok(())
}
