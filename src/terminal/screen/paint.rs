//! The colors of the screen, the signs that replace them, and text in rows.

use ratatui::style::{Color, Modifier, Style};

use crate::base::page::wrapped;
use crate::base::text::one_line;
use crate::rules::geometry::Color as Side;
use crate::session::play::Marks;

/// Lines in rows of this many columns.
pub fn rows_of(lines: &[String], width: usize) -> Vec<String> {
    lines.iter().flat_map(|line| wrapped(&one_line(line), width)).collect()
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

    /// The background of a square of a color.
    pub fn ground(self, shade: u8, marks: Marks, focus: Focus) -> Style {
        if self == Paint::Signs {
            return if focus == Focus::Cursor {
                Style::new().add_modifier(Modifier::REVERSED)
            } else {
                Style::new()
            };
        }
        let by_shade = |[dark, light, third]: [u8; 3]| {
            ground(match shade {
                0 => dark,
                1 => light,
                _ => third,
            })
        };
        match focus {
            Focus::Cursor => ground(133),
            Focus::Chosen => ground(29),
            Focus::None if marks.check => ground(160),
            Focus::None if marks.captures => ground(131),
            Focus::None if marks.last => by_shade([94, 101, 100]),
            Focus::None if marks.closed => by_shade([242, 244, 243]),
            Focus::None => by_shade([61, 67, 65]),
        }
    }

    /// The style of a side's piece.
    pub fn piece(self, side: Side) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        match (self, side) {
            (Paint::Signs, _) => style,
            (Paint::Colors, Side::White) => style.fg(Color::Indexed(231)),
            (Paint::Colors, Side::Black) => style.fg(Color::Indexed(16)),
        }
    }

    /// The signs on both sides of a piece and in the middle of an empty square. Everything that matters is
    /// also shown without colors.
    pub fn signs(self, shade: u8, marks: Marks, focus: Focus) -> ([char; 2], char) {
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
            Paint::Signs if shade == 0 => ':',
            Paint::Signs if shade == 2 => '.',
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The luminance of one of the 256 colors, as WCAG 2 defines it.
    fn luminance(index: u8) -> f64 {
        let channels = match index {
            16..=231 => {
                let level = |digit: u8| if digit == 0 { 0 } else { 55 + 40 * digit };
                let index = index - 16;
                [level(index / 36), level(index / 6 % 6), level(index % 6)]
            }
            232.. => [8 + 10 * (index - 232); 3],
            _ => panic!("the first sixteen colors are the user's"),
        };
        let [red, green, blue] = channels.map(|level| {
            let level = f64::from(level) / 255.0;
            if level <= 0.04045 { level / 12.92 } else { ((level + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn index(color: Option<Color>) -> u8 {
        match color {
            Some(Color::Indexed(index)) => index,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn pieces_of_both_sides_stand_out_on_every_square() {
        let marks = [
            Marks::default(),
            Marks { check: true, ..Marks::default() },
            Marks { captures: true, ..Marks::default() },
            Marks { last: true, ..Marks::default() },
            Marks { closed: true, ..Marks::default() },
        ];
        for (marks, shade) in marks.into_iter().flat_map(|marks| [0, 1, 2].map(|shade| (marks, shade))) {
            for focus in [Focus::None, Focus::Cursor, Focus::Chosen] {
                for side in Side::ALL {
                    let ground = luminance(index(Paint::Colors.ground(shade, marks, focus).bg));
                    let piece = luminance(index(Paint::Colors.piece(side).fg));
                    let contrast = (ground.max(piece) + 0.05) / (ground.min(piece) + 0.05);
                    assert!(contrast >= 3.6, "{side} {shade} {marks:?} {focus:?}: {contrast:.2}");
                }
            }
        }
    }
}
