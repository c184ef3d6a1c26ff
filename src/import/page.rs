//! Pages with Interactive Diagrams: where their definitions are, between the tags of an element of the class
//! `idiagram`.

use super::diagram;
use super::{Imported, Note, name_of};

/// The class of an element that holds a definition.
const CLASS: &str = "idiagram";

/// A definition, with the number of lines before it.
struct Definition {
    text: String,
    lines_before: usize,
}

/// Whether a text is a page with a diagram.
pub(super) fn has_diagram(text: &str) -> bool {
    text.contains('<') && !definitions(text).is_empty()
}

/// The games of a page, or of the text of one diagram. A game without a title is called `stem`, and from the
/// second on has a number.
pub(super) fn games(text: &str, stem: &str) -> Vec<Imported> {
    let mut found = definitions(text);
    if found.is_empty() {
        found.push(Definition { text: text.to_string(), lines_before: 0 });
    }
    let mut games: Vec<Imported> = Vec::new();
    for Definition { text, lines_before } in found {
        let mut notes = Vec::new();
        let (title, file) = diagram::file(&text, &mut notes);
        let mut name = name_of(title.as_deref().unwrap_or(stem));
        if name.is_empty() {
            name = "diagram".into();
        }
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let free = |name: &String| games.iter().all(|game: &Imported| game.name != *name);
        let name = std::iter::once(name.clone()).chain(numbered).find(free).unwrap_or_default();
        let shift =
            |note: Note| Note { line: if note.line == 0 { 0 } else { note.line + lines_before }, ..note };
        games.push(Imported {
            name,
            line: lines_before + 1,
            file: file.map_err(|refused| refused.into_iter().map(shift).collect()),
            notes: notes.into_iter().map(shift).collect(),
        });
    }
    games
}

/// The definitions of a page, in order.
fn definitions(page: &str) -> Vec<Definition> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = page[from..].find(CLASS).map(|at| from + at) {
        from = at + CLASS.len();
        let Some(open) = page[..at].rfind('<') else { continue };
        let tag: String = page[open + 1..].chars().take_while(char::is_ascii_alphanumeric).collect();
        let is_class = page[open..at].to_ascii_lowercase().contains("class") && !page[open..at].contains('>');
        let Some(start) = page[at..].find('>').map(|end| at + end + 1) else { break };
        if tag.is_empty() || !is_class {
            continue;
        }
        let close = format!("</{}", tag.to_ascii_lowercase());
        let end = page[start..].to_ascii_lowercase().find(&close).map_or(page.len(), |end| start + end);
        let lines_before = page[..start].matches('\n').count();
        found.push(Definition { text: plain(&page[start..end]), lines_before });
        from = end;
    }
    found
}

/// The text of a part of a page: without tags, with the characters that entities stand for. Its lines stay.
fn plain(page: &str) -> String {
    let mut text = String::new();
    let mut rest = page;
    while let Some(c) = rest.chars().next() {
        match c {
            '<' => {
                let end = rest.find('>').map_or(rest.len(), |end| end + 1);
                text.extend(rest[..end].chars().filter(|c| *c == '\n'));
                rest = &rest[end..];
            }
            '&' => {
                let known = [("&lt;", '<'), ("&gt;", '>'), ("&amp;", '&'), ("&quot;", '"'), ("&nbsp;", ' ')];
                let entity = known.into_iter().find(|(entity, _)| rest.starts_with(entity));
                let (entity, c) = entity.unwrap_or(("&", '&'));
                text.push(c);
                rest = &rest[entity.len()..];
            }
            _ => {
                text.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_found_in_pages() {
        let page = "<html><p>An idiagram</p>\n<div class=\"idiagram\" style=\"x\">\nfiles=8<br>\nking::KisO2::e1\n\
                    </div><div class='idiagram'>ranks=9</div>";
        let found = definitions(page);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].text.as_str(), found[0].lines_before), ("\nfiles=8\nking::KisO2::e1\n", 1));
        assert_eq!(found[1].text, "ranks=9");
        assert!(!has_diagram("title = \"idiagram\""));
        assert_eq!(plain("a &lt; b &amp; c &x"), "a < b & c &x");
    }
}
