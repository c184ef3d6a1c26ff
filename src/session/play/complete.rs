//! Completion of the line being typed: commands, moves, and the arguments of commands.

use super::actions::{self, Action};
use super::state::Session;
use super::turn::begins_in_any_case;
use crate::rules::variant::Scope;

/// The most completions that are listed.
const MOST: usize = 40;

impl Session {
    /// The completions of the last word of a line.
    pub fn completions(&self, line: &str) -> Vec<String> {
        let (_, begun, words) = self.endings(line);
        let mut found: Vec<String> =
            words.into_iter().filter(|word| begins_in_any_case(word, begun)).take(MOST).collect();
        found.dedup();
        found
    }

    /// A line with its last word completed as far as it is unambiguous.
    pub fn completed(&self, line: &str) -> String {
        let (head, begun, _) = self.endings(line);
        let found = self.completions(line);
        let Some((first, others)) = found.split_first() else { return line.to_string() };
        let shared = |word: &String| {
            let same = first.chars().zip(word.chars()).take_while(|(a, b)| a.eq_ignore_ascii_case(b));
            same.count()
        };
        let length = others.iter().map(shared).min().unwrap_or(first.chars().count());
        let word: String = first.chars().take(length).collect();
        if word.len() < begun.len() { line.to_string() } else { format!("{head}{word}") }
    }

    /// The text before the word being typed, that word, and its completions.
    fn endings<'a>(&self, line: &'a str) -> (&'a str, &'a str, Vec<String>) {
        let after_question = line.starts_with('?').then_some(1);
        match line.find(char::is_whitespace).map(|at| at + 1).or(after_question) {
            None => {
                let moves = self.moves_beginning(line).into_iter().map(|(_, text)| text);
                let commands = actions::names().into_iter().filter(|_| line.len() > 1);
                let (first, rest) = (line.get(..0), line);
                // A move typed as squares is completed in short notation, which starts differently.
                let moves = moves.filter(|text| begins_in_any_case(text, line));
                (first.unwrap_or_default(), rest, moves.chain(commands).collect())
            }
            Some(at) => {
                let action = actions::read(line).map(|(action, _)| action);
                let at = match action.map(Action::name) {
                    Some("army") => line.rfind(['/', ' ']).map_or(at, |slash| slash + 1),
                    _ => at,
                };
                let (head, begun) = line.split_at(at);
                (head, begun, action.map_or_else(Vec::new, |action| (action.values)(self)))
            }
        }
    }

    pub(super) fn variant_names(&self) -> Vec<String> {
        self.variants().iter().map(|info| info.id.clone()).collect()
    }

    pub(super) fn army_names(&self) -> Vec<String> {
        let choices = self.variant().into_iter().flat_map(|info| &info.choices);
        let armies = choices.filter(|choice| choice.scope == Scope::Side && choice.from_files);
        armies.flat_map(|choice| &choice.options).map(|option| option.id.clone()).collect()
    }

    pub(super) fn piece_names(&self) -> Vec<String> {
        let kinds = self.position().game().kinds.iter().filter(|kind| !kind.foreign);
        let mut names: Vec<String> = kinds.map(|kind| kind.name.clone()).collect();
        names.sort();
        names.dedup();
        names
    }

    pub(super) fn choice_names(&self) -> Vec<String> {
        self.choosings().into_iter().map(|choosing| choosing.offer.label).collect()
    }

    pub(super) fn setting_names(&self) -> Vec<String> {
        self.settings().map(|setting| setting.name.to_string()).collect()
    }
}
