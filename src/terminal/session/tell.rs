//! Longer answers: the commands, the legal moves, how a piece moves, the rules.

use super::super::command::{self, CommandRow, TABLE};
use super::places::is_called;
use super::state::{Note, Session};
use super::words::{WIDTH, broken};
use crate::commands::show;
use crate::rules::game::{Kind, KindId};
use crate::rules::geometry::Color;
use crate::rules::variant::{ChoiceOption, Scope, SideDef};

impl Session {
    pub(super) fn tell_help(&mut self, about: &str) {
        if about.is_empty() {
            let mut lines = vec![
                "Type a move as squares (`e2e4`) or in short notation (`Nf3`, `O-O`, `e8=Q`),".to_string(),
                "or any unambiguous prefix of a legal move.".to_string(),
            ];
            if self.in_hand(Color::White).is_some() {
                lines.push(
                    "`N@f3` drops a knight that you have in hand. On the full screen you can also"
                        .to_string(),
                );
                lines.push(
                    "click it and then a square, or select an empty square to see what can be dropped there."
                        .to_string(),
                );
            }
            lines.push(String::new());
            let name = |row: &CommandRow| format!("{} {}", row.names.first().unwrap_or(&""), row.arguments);
            let width =
                TABLE.iter().map(|row| name(row).len()).filter(|&length| length < 22).max().unwrap_or(0);
            for row in TABLE {
                let key = row.key.map(|key| format!(" ({key})")).unwrap_or_default();
                lines.extend(hanging(&name(row), width, &format!("{}{key}", row.help)));
            }
            return self.notes.push_back(Note::Page("Commands".to_string(), lines));
        }
        match command::read(about).and_then(|(verb, _)| command::row_of(verb)) {
            Some(row) => {
                let names = row.names.join(", ");
                let key = row
                    .key
                    .map(|key| format!(" On the full screen {key} does the same."))
                    .unwrap_or_default();
                self.say(format!("{names} {}: {}.{key}", row.arguments, row.help));
            }
            None => match command::nearly(about) {
                Some(name) => self.refuse(format!("Unknown command `{about}`. Did you mean `{name}`?")),
                None => self.refuse(format!("Unknown command `{about}`. `help` lists the commands.")),
            },
        }
    }

    /// How a piece moves, by letter or name.
    pub(super) fn tell_man(&mut self, what: &str) {
        let pages = self.pages_of(what);
        if pages.is_empty() {
            return self.refuse(format!("`{what}` is not a piece of this game: {}", self.all_pieces()));
        }
        self.notes.extend(pages);
    }

    /// The pages about the pieces with a letter or a name.
    fn pages_of(&self, what: &str) -> Vec<Note> {
        let game = self.position().game();
        let meant = |kind: &&Kind| !kind.foreign && is_called(kind, &game.def, what);
        let exact = |kind: &&Kind| kind.sign() == what;
        let mut kinds: Vec<&Kind> = game.kinds.iter().filter(meant).collect();
        // A capital letter names White's piece if both sides have one.
        if kinds.iter().any(exact) {
            kinds.retain(exact);
        }
        kinds.truncate(2);
        if let [first, second] = kinds.as_slice()
            && first.name == second.name
        {
            kinds.truncate(1);
        }
        kinds
            .into_iter()
            .filter_map(|kind| {
                let piece = game.def.sides.get(kind.piece.0.index())?.pieces.get(kind.piece.1)?;
                let mut text = Vec::new();
                show::man(piece, &game.shape, kind.color, &mut text).ok()?;
                let whose = if game.def.sides.first()?.army == game.def.sides.last()?.army {
                    String::new()
                } else {
                    format!(" of {}", kind.color)
                };
                let title = format!("{} ({}){whose}: {}", kind.name, kind.sign(), kind.betza);
                Some(Note::Page(title, lines(&text)))
            })
            .collect()
    }

    /// `rules`: what is different from chess. `rules all`: everything.
    pub(super) fn tell_rules(&mut self, what: &str) {
        let game = self.position().game().clone();
        if what.is_empty() {
            let mut page: Vec<String> = vec!["Different from chess:".to_string()];
            for sentence in self.differences() {
                let lines = broken(&sentence, WIDTH - 4).into_iter().enumerate();
                page.extend(
                    lines.map(|(index, line)| format!("{}{line}", if index == 0 { "  - " } else { "    " })),
                );
            }
            page.push("`rules all` shows the starting position, the pieces and all rules.".to_string());
            return self.notes.push_back(Note::Page(game.def.title.clone(), page));
        }
        if what != "all" {
            return self.refuse(format!("expected `rules` or `rules all`, found `{what}`"));
        }
        let id = game.def.id.split([':', ';']).next().unwrap_or_default().to_string();
        let mut text = Vec::new();
        let shown = self.catalog.info(&id).ok().and_then(|info| show::variant(&game, &info, &mut text).ok());
        match shown {
            Some(()) => self.notes.push_back(Note::Page(game.def.title.clone(), lines(&text))),
            None => self.refuse("the rules of this game cannot be shown"),
        }
    }

    /// What is different from chess in the game that is played, in a few sentences.
    fn differences(&self) -> Vec<String> {
        show::differences(&self.catalog, self.position().game()).unwrap_or_default()
    }

    /// What a variant is: its board and its pieces, in a few lines.
    pub fn about_variant(&self, name: &str) -> Vec<String> {
        let Ok(def) = self.catalog.resolve(&self.roster.suggested(name)) else { return Vec::new() };
        let board = format!("{} by {} squares.", def.shape.files(), def.shape.ranks());
        let men = |side: usize| def.sides.get(side).map_or_else(String::new, men_of);
        let mut lines = vec![board];
        lines.extend(broken(&format!("Pieces: {}", men(0)), WIDTH));
        if men(0) != men(1) {
            lines.extend(broken(&format!("Black's: {}", men(1)), WIDTH));
        }
        lines.truncate(6);
        lines
    }

    /// The pieces that a value of a choice brings: those of its army.
    pub fn about_choice(&self, label: &str, value: &str) -> Vec<String> {
        let Some(info) = self.variant() else { return Vec::new() };
        let is_army =
            |choice: &&crate::rules::variant::Choice| choice.from_files && choice.scope == Scope::Side;
        let Some(choice) = info.choices.iter().find(is_army) else { return Vec::new() };
        let named = label.to_lowercase().contains(&choice.title.to_lowercase());
        let is_it = |option: &&ChoiceOption| named && option.title == value;
        let Some(option) = choice.options.iter().find(is_it) else { return Vec::new() };
        self.about_variant(&format!("{}:{}", info.id, option.id)).into_iter().skip(1).collect()
    }

    /// Whose turn it is, in a sentence.
    pub fn turn(&self) -> String {
        let position = self.position();
        let side = position.side();
        let mut text = format!("{side} to move");
        let halves = position.halves().owed.filter(|owed| !owed.is_empty()).map(|owed| {
            let names: Vec<String> = owed.iter().map(|complex| format!("{complex}")).collect();
            format!(" on the {} squares", names.join(" and the "))
        });
        text.push_str(&halves.unwrap_or_default());
        if position.in_check() {
            text.push_str(", in check");
        }
        if !position.halves().closed.is_empty() {
            let names: Vec<String> =
                position.halves().closed.iter().map(|complex| format!("{complex}")).collect();
            text.extend(["; the ", &names.join(" and the "), " squares are closed"]);
        }
        text
    }

    /// The pieces a side has in hand, with their numbers; `None` in a game without hands.
    pub fn in_hand(&self, side: Color) -> Option<Vec<(KindId, u8)>> {
        let position = self.position();
        position.game().hands.as_ref().map(|_| position.in_hand().of(side).collect())
    }

    /// The lost pieces by side, in the order of the start. A piece that has changed its type or its side is
    /// not lost.
    pub fn captured(&self) -> [Vec<String>; 2] {
        let mut place = self.core.record.start().clone();
        let mut gone: Vec<KindId> = Vec::new();
        for m in self.core.record.moves() {
            place.make(m);
            let appears = place.last_changes().any(|change| change.before.is_none());
            let left = place.last_changes().filter(|change| change.after.is_none());
            let lost = left.filter_map(|change| change.before).filter(|at| !appears || at.square != m.from());
            gone.extend(lost.map(|at| at.kind));
        }
        gone.sort_by_key(|kind| kind.index());
        let game = place.game();
        Color::ALL.map(|side| {
            let own = gone.iter().map(|&kind| game.kind(kind)).filter(|kind| kind.color == side);
            own.map(Kind::sign).collect()
        })
    }
}

/// The pieces of a side with their moves.
fn men_of(side: &SideDef) -> String {
    let men: Vec<String> =
        side.pieces.iter().map(|piece| format!("{} {}", piece.name, piece.betza)).collect();
    men.join(", ")
}

/// The lines of a page without color codes.
fn lines(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    anstream::adapter::strip_str(&text).to_string().lines().map(str::to_string).collect()
}

/// A label and a text beside it, wrapped.
fn hanging(label: &str, width: usize, words: &str) -> Vec<String> {
    let text = broken(words, WIDTH - width - 2);
    let mut lines = Vec::new();
    if label.len() > width {
        lines.push(label.trim_end().to_string());
    }
    for (index, line) in text.into_iter().enumerate() {
        let beside = if index == 0 && label.len() <= width { label } else { "" };
        lines.push(format!("{beside:width$}  {line}"));
    }
    lines
}
