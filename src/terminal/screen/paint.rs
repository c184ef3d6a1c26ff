//! Colors of the screen, or what stands for them where there are none.

use ratatui::style::{Color, Modifier, Style};

use super::super::figures::Ink;
use super::super::picture::Marks;
use crate::geometry::Color as Side;

/// Whether there are colors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// Of the 256 that nearly every terminal has.
    Colors,
    /// None: signs tell everything.
    Signs,
}

/// What is special about a square for whoever is about to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Focus {
    /// Nothing.
    None,
    /// The cursor is on it.
    Cursor,
    /// The piece on it has been chosen.
    Chosen,
}

const fn ground(index: u8) -> Style {
    Style::new().bg(Color::Indexed(index))
}

impl Paint {
    /// As `NO_COLOR` and the kind of terminal say.
    pub fn of_terminal() -> Paint {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        if is_set("NO_COLOR") || dumb { Paint::Signs } else { Paint::Colors }
    }

    /// How figures tell the sides apart.
    pub fn ink(self) -> Ink {
        if self == Paint::Colors { Ink::Color } else { Ink::None }
    }

    /// The ground of a square.
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

    /// A piece of a side.
    pub fn man(self, side: Side, marks: Marks) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        match (self, side) {
            (Paint::Signs, _) => style,
            (Paint::Colors, Side::White) if marks.closed => style.fg(Color::Indexed(250)),
            (Paint::Colors, Side::White) => style.fg(Color::Indexed(231)),
            (Paint::Colors, Side::Black) => style.fg(Color::Indexed(16)),
        }
    }

    /// What stands on both sides of a piece, and in the middle of an empty square: all that matters is
    /// told without colors, too.
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
            // Colors say it all but what a piece may capture.
            Paint::Colors if !marks.captures => ([' ', ' '], empty),
            _ => (beside, empty),
        }
    }

    /// Headings and names.
    pub const TITLE: Style = Style::new().add_modifier(Modifier::BOLD);

    /// What is less important.
    pub const FAINT: Style = Style::new().add_modifier(Modifier::DIM);

    /// What went wrong.
    pub fn fault(self) -> Style {
        match self {
            Paint::Colors => Style::new().fg(Color::LightRed),
            Paint::Signs => Style::new().add_modifier(Modifier::BOLD),
        }
    }

    /// What is chosen in a list.
    pub const CHOSEN: Style = Style::new().add_modifier(Modifier::REVERSED);
}
