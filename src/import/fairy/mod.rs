//! Fairy-Stockfish's `variants.ini`: its sections, and the games of that program that they inherit from.

mod drops;
mod moves;
mod pieces;
mod promotion;
mod rules;
mod state;
mod types;
mod writer;

use state::State;

use super::ini::{self, Section};
use super::{ImportError, Imported, Note};

/// The games that the program has built in.
const BUILT_IN: &str = include_str!("../built_in.ini");

/// The longest line of ancestors.
const DEEPEST: usize = 32;

/// The games of a file. Each inherits from the sections before it or from the program's own games.
///
/// # Errors
/// If it is no ini file.
pub(super) fn games(text: &str) -> Result<Vec<Imported>, ImportError> {
    let built_in = ini::sections(BUILT_IN)?;
    let own = ini::sections(text)?;
    let mut known: Vec<&Section> = built_in.iter().collect();
    let mut games = Vec::new();
    for section in &own {
        games.push(game(section, &known, built_in.len()));
        known.push(section);
    }
    Ok(games)
}

/// A section as a variant file. `known` are the sections it can inherit from, the program's own first.
fn game(section: &Section, known: &[&Section], built_in: usize) -> Imported {
    let mut notes = Vec::new();
    let file = ancestors(section, known).and_then(|line| {
        let mut state = State::without_pieces();
        for (index, ancestor) in line {
            // Complaints about a section are reported where it is.
            let mut elsewhere = Vec::new();
            let notes = if index.is_none() { &mut notes } else { &mut elsewhere };
            let mut entries = ancestor.entries.clone();
            if index.is_some_and(|index| index < built_in) {
                for entry in &mut entries {
                    entry.line = 0;
                }
            }
            state.apply(&entries, notes);
        }
        rules::file(&section.name, &state, &mut notes)
    });
    Imported { name: super::name_of(&section.name), line: section.line, file, notes }
}

/// A section after those it inherits from, each with its index among the known ones.
fn ancestors<'a>(
    section: &'a Section,
    known: &[&'a Section],
) -> Result<Vec<(Option<usize>, &'a Section)>, Vec<Note>> {
    let mut line = vec![(None, section)];
    let mut before = known.len();
    while let Some(parent) = line.last().and_then(|(_, section)| section.parent.as_deref()) {
        let found = known[..before].iter().rposition(|section| section.name == parent);
        let Some(index) = found.filter(|_| line.len() < DEEPEST) else {
            let text = format!("inherits from `{parent}`, which is neither a game before it nor built in");
            return Err(vec![Note::new(section.line, text)]);
        };
        line.push((Some(index), known[index]));
        before = index;
    }
    line.reverse();
    Ok(line)
}
