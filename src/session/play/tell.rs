//! Longer answers: the commands, the legal moves, squares and pieces, the rules.

use super::about;
use super::actions::{self, Action, TABLE};
use super::picture::Chosen;
use super::state::Session;
use super::words::{WIDTH, counted};
use crate::base::page::wrapped;
use crate::rules::game::Kind;
use crate::rules::geometry::Color;
use crate::rules::position::Move;
use crate::rules::variant::{ChoiceOption, Scope, SideDef};
use crate::teach;

impl Session {
    pub(super) fn tell_help(&mut self, about: &str) {
        if about.is_empty() {
            let mut lines = match teach::examples(self.position()).as_slice() {
                [short @ .., squares] => wrapped(
                    &format!(
                        "Type a move as squares (`{squares}`) or in short notation (`{}`), or any unambiguous \
                         prefix of a legal move.",
                        short.join("`, `")
                    ),
                    WIDTH,
                ),
                [] => vec!["Type a move as squares or in short notation.".to_string()],
            };
            if self.position().game().hands.is_some() {
                lines.extend(wrapped(
                    "A piece in hand is dropped by its letter, `@` and a square, like `P@e4`. On the full screen \
                     you can also click it and then a square, or select an empty square to see what can be \
                     dropped there.",
                    WIDTH,
                ));
            }
            lines.push(String::new());
            let name = |action: &Action| format!("{} {}", action.name(), action.arguments);
            let width =
                TABLE.iter().map(|row| name(row).len()).filter(|&length| length < 22).max().unwrap_or(0);
            for row in TABLE {
                let key = row.key.map(|key| format!(" ({key})")).unwrap_or_default();
                lines.extend(hanging(&name(row), width, &format!("{}{key}", row.help)));
            }
            return self.voice.page("Commands", lines);
        }
        match actions::read(about).map(|(action, _)| action) {
            Some(row) => {
                let names = row.names.join(", ");
                let key = row
                    .key
                    .map(|key| format!(" On the full screen {key} does the same."))
                    .unwrap_or_default();
                let usage = format!("{names} {}", row.arguments);
                self.say(format!("{}: {}.{key}", usage.trim_end(), row.help));
            }
            None => match actions::nearly(about) {
                Some(name) => self.refuse(format!("Unknown command `{about}`. Did you mean `{name}`?")),
                None => self.refuse(format!("Unknown command `{about}`. `help` lists the commands.")),
            },
        }
    }

    /// How a piece moves, by letter or name.
    pub(super) fn tell_piece(&mut self, what: &str) {
        let pages = about::pages_of(self.position().game(), what);
        if pages.is_empty() {
            return self.refuse(about::unknown(self.position().game(), what));
        }
        for page in pages {
            self.voice.note(page);
        }
    }

    /// `rules`: what is different from chess. `rules all`: everything.
    pub(super) fn tell_rules(&mut self, what: &str) {
        let game = self.position().game().clone();
        if what.is_empty() {
            let mut page: Vec<String> = vec!["Different from chess:".to_string()];
            for sentence in teach::game::differences(self.roster.catalog(), &game).unwrap_or_default() {
                let lines = wrapped(&sentence, WIDTH - 4).into_iter().enumerate();
                page.extend(
                    lines.map(|(index, line)| format!("{}{line}", if index == 0 { "  - " } else { "    " })),
                );
            }
            page.push("`rules all` shows the starting position, the pieces and all rules.".to_string());
            return self.voice.page(game.def.title.clone(), page);
        }
        if what != "all" {
            return self.refuse(format!("expected `rules` or `rules all`, found `{what}`"));
        }
        match teach::game::game_lines(self.roster.catalog(), &game) {
            Some(lines) => self.voice.page(game.def.title.clone(), lines),
            None => self.refuse("the rules of this game cannot be shown"),
        }
    }

    /// What a variant is: its board and its pieces, in a few lines.
    pub fn about_variant(&self, name: &str) -> Vec<String> {
        let Ok(def) = self.roster.catalog().resolve(&self.roster.suggested(name)) else { return Vec::new() };
        let board = format!("{} by {} squares.", def.shape.files(), def.shape.ranks());
        let pieces = |side: usize| def.sides.get(side).map_or_else(String::new, pieces_of);
        let mut lines = vec![board];
        lines.extend(wrapped(&format!("Pieces: {}", pieces(0)), WIDTH));
        if pieces(0) != pieces(1) {
            lines.extend(wrapped(&format!("Black's: {}", pieces(1)), WIDTH));
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

    /// The lost pieces by side, in the order of the start. A piece that has changed its type or its side is
    /// not lost.
    pub fn captured(&self) -> [Vec<String>; 2] {
        let gone = self.course().lost(self.core.record.moves().count());
        let game = self.position().game();
        Color::ALL.map(|side| {
            let own = gone.iter().map(|&kind| game.kind(kind)).filter(|kind| kind.color == side);
            own.map(Kind::sign).collect()
        })
    }
}

/// The pieces of a side with their moves.
fn pieces_of(side: &SideDef) -> String {
    let pieces: Vec<String> =
        side.pieces.iter().map(|piece| format!("{} {}", piece.name, piece.betza)).collect();
    pieces.join(", ")
}

/// A label and a text beside it, wrapped.
fn hanging(label: &str, width: usize, words: &str) -> Vec<String> {
    let text = wrapped(words, WIDTH - width - 2);
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

impl Session {
    /// The legal moves; none in a finished game.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.ending().is_none() { self.position().moves() } else { Vec::new() }
    }

    /// `moves`, `moves e2`: the legal moves, those from a square, or those to it.
    pub(super) fn tell_moves(&mut self, square: &str) {
        let mut moves = self.legal_moves();
        let mut about = String::new();
        if !square.is_empty() {
            let at = match about::square_named(&self.position().game().shape, square) {
                Ok(at) => at,
                Err(reason) => return self.refuse(reason),
            };
            let leaving = moves.iter().any(|&m| Chosen::On(at).makes(self.position().game(), m));
            moves.retain(|&m| {
                if leaving { Chosen::On(at).makes(self.position().game(), m) } else { m.to() == at }
            });
            about = format!(" {} {}", if leaving { "from" } else { "to" }, square.to_ascii_lowercase());
        }
        match moves.len() {
            0 => self.say(format!("There is no legal move{}.", about.replace(" to ", " from or to "))),
            count => {
                let lines = if self.view.quiet {
                    about::spoken(self.position(), &moves)
                } else {
                    wrapped(&about::written(self.position(), &moves), WIDTH)
                };
                self.voice.page(counted(count, "legal move") + &about, lines);
            }
        }
    }

    /// `what e4`: the piece on a square, and its moves.
    pub(super) fn tell_square(&mut self, name: &str) {
        let square = match about::square_named(&self.position().game().shape, asked_about(name)) {
            Ok(square) => square,
            Err(reason) => return self.refuse(reason),
        };
        let position = self.position();
        let name = position.game().shape.name(square);
        let Some(kind) = position.kind_at(square) else {
            return self.say(format!("{name} is empty."));
        };
        let kind = position.game().kind(kind);
        let (side, mut moves) = (kind.color, self.legal_moves());
        moves.retain(|&m| Chosen::On(square).makes(position.game(), m));
        let moves = match moves.as_slice() {
            _ if side != position.side() => String::new(),
            [] => " It has no legal move.".to_string(),
            moves => format!(" It can play {}.", about::written(position, moves)),
        };
        self.say(format!("{name}: {side}'s {} ({}).{moves}", kind.name, kind.sign()));
    }

    /// `where N`, `where Knight`, `where`: the squares of a piece, or of all pieces.
    pub(super) fn tell_places(&mut self, question: &str) {
        match about::places(self.position(), asked_about(question)) {
            Ok(lines) => lines.into_iter().for_each(|line| self.say(line)),
            Err(reason) => self.refuse(reason),
        }
    }
}

/// The object of a question, without the words before it: `stands on e4?`, `are the Horses`.
fn asked_about(question: &str) -> &str {
    let mut rest = question.trim_end_matches('?').trim_end();
    while let Some((word, after)) = rest.split_once(' ') {
        if !["is", "are", "stands", "on", "the"].contains(&word) {
            break;
        }
        rest = after.trim_start();
    }
    rest
}
