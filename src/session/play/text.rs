//! The game as PGN: annotations kept from its file, and new ones.

use serde::Serialize;

use super::ending::GameEnd;
use super::state::{LEVEL, SEATS, Session};
use crate::base::date::today;
use crate::rules::geometry::Color;
use crate::rules::pgn::{Mark, Played};
use crate::rules::position::{Move, Position};
use crate::rules::variant::is_shipped_as;

/// What is written behind a half-move.
#[derive(Clone, Debug, Serialize)]
pub struct MarkedPly {
    /// Which one; 0 for before the first.
    ply: usize,
    /// `!?`, or as PGN has it in numbers, `$5`.
    glyphs: Vec<String>,
    comments: Vec<String>,
    variations: Vec<String>,
}

impl MarkedPly {
    fn new(ply: usize, marks: &[Mark]) -> MarkedPly {
        let mut marked = MarkedPly { ply, glyphs: Vec::new(), comments: Vec::new(), variations: Vec::new() };
        for mark in marks {
            match mark {
                Mark::Glyph(text) => marked.glyphs.push(text.clone()),
                Mark::Comment(text) => marked.comments.push(text.clone()),
                Mark::Variation(text) => marked.variations.push(text.clone()),
            }
        }
        marked
    }

    pub(super) fn ply(&self) -> usize {
        self.ply
    }

    /// The judgments that follow the move at once, and what is said of it.
    pub(super) fn words(&self) -> (String, String) {
        let said: Vec<&str> = self.comments.iter().chain(&self.variations).map(String::as_str).collect();
        let spaced =
            |glyph: &String| if glyph.starts_with('$') { format!(" {glyph}") } else { glyph.clone() };
        (self.glyphs.iter().map(spaced).collect(), said.join(" "))
    }
}

impl Session {
    /// The moves of the game, including those after the position on the board, without undone moves.
    pub fn game_moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.line.moves(&self.core.record)
    }

    /// What is written in the game besides its moves: behind which half-move, 0 for before the first.
    pub fn marks(&self) -> Vec<MarkedPly> {
        let behind =
            self.line.annotations().marks.iter().enumerate().map(|(index, marks)| (index + 1, marks));
        let all = std::iter::once((0, &self.line.annotations().preface)).chain(behind);
        let marked = all.filter(|(_, marks)| !marks.is_empty());
        marked.map(|(ply, marks)| MarkedPly::new(ply, marks)).collect()
    }

    /// The result of the game, wherever in it the board is.
    fn result(&self) -> String {
        if let Some(result) = &self.line.annotations().result {
            return result.clone();
        }
        let mut end = self.position().clone();
        for &m in self.line.ahead().iter().rev() {
            end.make(m);
        }
        let agreed = self.players.agreed().cloned();
        let ending = agreed.or_else(|| end.outcome().map(GameEnd::of));
        ending.map_or_else(|| "*".to_string(), |ending| ending.points.to_string())
    }

    /// The game as PGN.
    pub fn game_text(&self) -> String {
        self.played().to_pgn()
    }

    /// The game as it is saved in the library, where no move may be lost: with its moves as squares besides.
    pub(super) fn kept_text(&self) -> String {
        self.played().with_squares().to_pgn()
    }

    fn played(&self) -> Played {
        let result = self.result();
        let tags = if self.line.annotations().tags.is_empty() {
            self.own_tags(&result)
        } else {
            self.tags_of_file(&result)
        };
        let marks = self.line.annotations().marks.iter().cloned().chain(std::iter::repeat(Vec::new()));
        Played {
            tags,
            start: self.core.record.start().clone(),
            preface: self.line.annotations().preface.clone(),
            moves: self.game_moves().zip(marks).collect(),
            written: self.course().plies().iter().map(|ply| ply.san.clone()).collect(),
            result,
        }
    }

    /// The tags of a game started here.
    fn own_tags(&self, result: &str) -> Vec<(String, String)> {
        let def = &self.position().game().def;
        let start = self.core.record.start();
        let date = Some(&self.line.annotations().date).filter(|date| !date.is_empty());
        let mut tags = vec![
            ("Event", self.front_end.event().to_string()),
            ("Site", "?".to_string()),
            ("Date", date.cloned().unwrap_or_else(today)),
            ("Round", "-".to_string()),
            ("White", self.player(Color::White)),
            ("Black", self.player(Color::Black)),
            ("Result", result.to_string()),
        ];
        let is_chess = is_shipped_as("chess", def);
        if !is_chess {
            tags.push(("Variant", def.id.clone()));
        }
        if !is_chess || start.fen() != Position::start(start.game().clone()).fen() {
            tags.push(("SetUp", "1".to_string()));
            tags.push(("FEN", start.fen()));
        }
        tags.push(("TimeControl", self.players.clocks.pgn()));
        tags.extend(self.side_tags());
        tags.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
    }

    /// The tags of the file that the game comes from. Once the game is continued, they name the players.
    fn tags_of_file(&self, result: &str) -> Vec<(String, String)> {
        let mut tags = self.line.annotations().tags.clone();
        let mut set = |name: &str, value: String| match tags.iter_mut().find(|tag| tag.0 == name) {
            Some(tag) => tag.1 = value,
            None => tags.push((name.to_string(), value)),
        };
        set("Result", result.to_string());
        if !self.line.annotations().is_as_read() {
            for (name, value) in self.side_tags() {
                set(name, value);
            }
        }
        tags
    }

    /// The players' sides, so that the game can be continued.
    fn side_tags(&self) -> [(&'static str, String); 2] {
        [
            (SEATS, self.players.sides().name().to_string()),
            (LEVEL, self.core.settings.skill.number().to_string()),
        ]
    }
}
