//! Completion of the line being typed: commands, moves, and the arguments of commands.

use super::super::command::{self, TABLE, Verb};
use clap::ValueEnum;

use super::state::{Seats, Session};
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
                let commands = TABLE.iter().filter_map(|row| row.names.first());
                let commands = commands.filter(|_| line.len() > 1).map(ToString::to_string);
                let (first, rest) = (line.get(..0), line);
                // A move typed as squares is completed in short notation, which starts differently.
                let moves = moves.filter(|text| begins_in_any_case(text, line));
                (first.unwrap_or_default(), rest, moves.chain(commands).collect())
            }
            Some(at) => {
                let verb = command::read(line).map(|(verb, _)| verb);
                let at = match verb {
                    Some(Verb::Army) => line.rfind(['/', ' ']).map_or(at, |slash| slash + 1),
                    _ => at,
                };
                let (head, begun) = line.split_at(at);
                (head, begun, verb.map_or_else(Vec::new, |verb| self.names_for(verb)))
            }
        }
    }

    /// The names that a command takes as arguments.
    fn names_for(&self, verb: Verb) -> Vec<String> {
        let texts = |texts: &[&str]| texts.iter().map(ToString::to_string).collect();
        match verb {
            Verb::Variant => self.variants().iter().map(|info| info.id.clone()).collect(),
            Verb::Army => {
                let choices = self.variant().into_iter().flat_map(|info| &info.choices);
                let armies = choices.filter(|choice| choice.scope == Scope::Side && choice.from_files);
                armies.flat_map(|choice| &choice.options).map(|option| option.id.clone()).collect()
            }
            Verb::Man | Verb::Where => {
                let kinds = self.position().game().kinds.iter().filter(|kind| !kind.foreign);
                let mut names: Vec<String> = kinds.map(|kind| kind.name.clone()).collect();
                names.sort();
                names.dedup();
                names
            }
            Verb::Choose => self.choosings().into_iter().map(|choosing| choosing.offer.label).collect(),
            Verb::Help => TABLE.iter().filter_map(|row| row.names.first()).map(ToString::to_string).collect(),
            Verb::Set => self.settings().map(|setting| setting.name.to_string()).collect(),
            Verb::Seats => Seats::value_variants().iter().map(Seats::to_string).collect(),
            Verb::Figures => texts(&["letters", "unicode"]),
            Verb::Quiet => texts(&["on", "off"]),
            _ => Vec::new(),
        }
    }
}
