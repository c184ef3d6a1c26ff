//! The colors of the screen, the signs that replace them, and text in rows.

use ratatui::style::{Color, Modifier, Style};

use crate::base::text::safe;
use crate::rules::geometry::Color as Side;
use crate::session::play::{Marks, wrapped};

/// Lines in rows of this many columns.
pub fn rows_of(lines: &[String], width: usize) -> Vec<String> {
    lines.iter().flat_map(|line| wrapped(&safe(line, '?'), width)).collect()
}

/// A message in rows of this many columns.
pub fn message_rows(text: &str, width: usize) -> Vec<String> {
    rows_of(&text.lines().map(str::to_string).collect::<Vec<_>>(), width)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// The 256 colors that nearly every terminal has.
    Colors,
    Signs,
}

/// The highlight of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Focus {
    None,
    Cursor,
    /// The piece on it is selected.
    Chosen,
}

const fn ground(index: u8) -> Style {
    Style::new().bg(Color::Indexed(index))
}

impl Paint {
    /// The paint that `NO_COLOR` and the type of terminal ask for.
    pub fn of_terminal() -> Paint {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        if is_set("NO_COLOR") || dumb { Paint::Signs } else { Paint::Colors }
    }

    /// The background of a square.
    pub fn ground(self, dark: bool, marks: Marks, focus: Focus) -> Style {
        if self == Paint::Signs {
            return if focus == Focus::Cursor {
                Style::new().add_modifier(Modifier::REVERSED)
            } else {
                Style::new()
            };
        }
        let by_shade = |light: u8, shaded: u8| ground(if dark { shaded } else { light });
        match focus {
            Focus::Cursor => ground(136),
            Focus::Chosen => ground(29),
            Focus::None if marks.check => ground(124),
            Focus::None if marks.captures => ground(131),
            Focus::None if marks.last => by_shade(101, 58),
            Focus::None if marks.closed => by_shade(243, 239),
            Focus::None => by_shade(67, 60),
        }
    }

    /// The style of a side's piece.
    pub fn man(self, side: Side, marks: Marks) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        match (self, side) {
            (Paint::Signs, _) => style,
            (Paint::Colors, Side::White) if marks.closed => style.fg(Color::Indexed(250)),
            (Paint::Colors, Side::White) => style.fg(Color::Indexed(231)),
            (Paint::Colors, Side::Black) => style.fg(Color::Indexed(16)),
        }
    }

    /// The signs on both sides of a piece and in the middle of an empty square. Everything that matters is
    /// also shown without colors.
    pub fn signs(self, dark: bool, marks: Marks, focus: Focus) -> ([char; 2], char) {
        let beside = match focus {
            Focus::Cursor | Focus::Chosen => ['<', '>'],
            Focus::None if marks.captures => ['x', ' '],
            Focus::None if marks.check => ['!', ' '],
            Focus::None if marks.last => ['[', ']'],
            Focus::None => [' ', ' '],
        };
        let empty = match self {
            _ if marks.goes => '•',
            _ if marks.captures => 'x',
            _ if marks.closed => '╳',
            Paint::Signs if dark => ':',
            _ => ' ',
        };
        match self {
            // With colors, only captures need a sign.
            Paint::Colors if !marks.captures => ([' ', ' '], empty),
            _ => (beside, empty),
        }
    }

    pub const TITLE: Style = Style::new().add_modifier(Modifier::BOLD);

    pub const FAINT: Style = Style::new().add_modifier(Modifier::DIM);

    pub fn fault(self) -> Style {
        match self {
            Paint::Colors => Style::new().fg(Color::LightRed),
            Paint::Signs => Style::new().add_modifier(Modifier::BOLD),
        }
    }

    /// The selected item of a list.
    pub const CHOSEN: Style = Style::new().add_modifier(Modifier::REVERSED);
}
