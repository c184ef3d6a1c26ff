//! Games in PGN, read leniently: tags, moves in either notation, and the comments, judgments and variations
//! beside them. Errors name their line.

use std::iter::Peekable;
use std::str::Chars;

/// A game as it is written in a file. Its moves have not been checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// Tags in their order: name and value.
    pub tags: Vec<(String, String)>,
    /// Comments before the first move.
    pub preface: Vec<Mark>,
    /// Moves of the main line.
    pub moves: Vec<WrittenMove>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`; empty if there is none.
    pub result: String,
    /// The line on which it begins.
    pub line: usize,
    /// The number of bytes of the text up to its end.
    pub end: usize,
}

/// A move as it is written in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenMove {
    /// Its text, without `!` and `?`.
    pub text: String,
    /// The marks between it and the next move.
    pub marks: Vec<Mark>,
    /// Its line.
    pub line: usize,
}

/// Text beside the moves of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A comment, without its braces.
    Comment(String),
    /// A judgment of the move: `!?` or `$5`.
    Glyph(String),
    /// Moves that were not played, with their parentheses.
    Variation(String),
}

impl Written {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The result, with `*` where there is none.
    pub fn result_or_star(&self) -> &str {
        if self.result.is_empty() { "*" } else { &self.result }
    }

    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.moves.is_empty() && self.result.is_empty() && self.preface.is_empty()
    }

    /// Adds a mark to the last move, or to the preface.
    fn mark(&mut self, mark: Mark) {
        self.moves.last_mut().map_or(&mut self.preface, |last| &mut last.marks).push(mark);
    }
}

/// Splits a text into games.
pub fn read(text: &str) -> Vec<Written> {
    let mut reader = Reader { letters: text.chars().peekable(), line: 1, bytes: 0, at_line_start: true };
    let mut games = Vec::new();
    let mut game = Written::default();
    while let Some(letter) = reader.letters.peek().copied() {
        let line = reader.line;
        if !letter.is_whitespace() && game.is_empty() {
            game.line = line;
        }
        match letter {
            '%' if reader.at_line_start => reader.pass_line(),
            ';' | '{' => game.mark(Mark::Comment(reader.comment())),
            '(' => game.mark(Mark::Variation(reader.variation())),
            '[' => {
                // A tag after moves begins the next game: this one has no result.
                if !game.moves.is_empty() || !game.result.is_empty() {
                    game.end = reader.bytes;
                    games.push(std::mem::take(&mut game));
                    game.line = line;
                }
                game.tags.extend(reader.tag());
            }
            letter if letter.is_whitespace() => drop(reader.next()),
            _ => {
                let word = reader.word();
                if matches!(word.as_str(), "1-0" | "0-1" | "1/2-1/2" | "*") {
                    game.result = word;
                    game.end = reader.bytes;
                    games.push(std::mem::take(&mut game));
                } else if word.starts_with('$') {
                    game.mark(Mark::Glyph(word));
                } else if let Some(text) = move_of(&word) {
                    let bare = Some(text.trim_end_matches(['!', '?'])).filter(|bare| !bare.is_empty());
                    let (text, glyph) = text.split_at(bare.unwrap_or(text).len());
                    game.moves.push(WrittenMove { text: text.to_string(), marks: Vec::new(), line });
                    if !glyph.is_empty() {
                        game.mark(Mark::Glyph(glyph.to_string()));
                    }
                }
            }
        }
    }
    if !game.is_empty() {
        game.end = reader.bytes;
        games.push(game);
    }
    games
}

/// The move in a word, without its number; `None` for numbers and passes.
fn move_of(word: &str) -> Option<&str> {
    let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
    let rest = &word[digits..];
    let text = if digits > 0 && (rest.starts_with('.') || rest.is_empty()) { rest } else { word };
    let text = text.trim_start_matches('.');
    let passed = matches!(text, "" | "--" | "@@@@" | "Z0" | "e.p." | "ep");
    (!passed).then_some(text)
}

/// Text with single spaces between its words.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

struct Reader<'a> {
    letters: Peekable<Chars<'a>>,
    line: usize,
    bytes: usize,
    at_line_start: bool,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.letters.next()?;
        self.bytes += letter.len_utf8();
        self.at_line_start = letter == '\n';
        self.line += usize::from(self.at_line_start);
        Some(letter)
    }

    fn pass_line(&mut self) {
        while self.next().is_some_and(|letter| letter != '\n') {}
    }

    /// A comment in braces, or one that ends with its line.
    fn comment(&mut self) -> String {
        let end = if self.next() == Some('{') { '}' } else { '\n' };
        let mut text = String::new();
        while let Some(letter) = self.next().filter(|&letter| letter != end) {
            text.push(letter);
        }
        spaced(&text)
    }

    /// A variation, which may contain other variations and comments. All comments are put in braces.
    fn variation(&mut self) -> String {
        let (mut depth, mut text) = (0, String::new());
        while let Some(letter) = self.letters.peek().copied() {
            match letter {
                '{' | ';' => {
                    text.extend(["{", &self.comment().replace('}', "'"), "}"]);
                    continue;
                }
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            text.extend(self.next());
            if depth == 0 {
                return spaced(&text);
            }
        }
        // An unclosed one is closed, so that it can be read again.
        spaced(&text) + &")".repeat(depth)
    }

    /// `[Name "Value"]`; a backslash escapes the next character.
    fn tag(&mut self) -> Option<(String, String)> {
        self.next();
        let mut name = String::new();
        while let Some(letter) = self.letters.peek().copied().filter(|&c| c != '"' && c != ']' && c != '\n') {
            name.push(letter);
            self.next();
        }
        if self.next() != Some('"') {
            return None;
        }
        let mut value = String::new();
        while let Some(letter) = self.next().filter(|&c| c != '"' && c != '\n') {
            match letter {
                '\\' => value.extend(self.next()),
                letter => value.push(letter),
            }
        }
        while self.letters.peek().is_some_and(|&c| c != '\n' && c != '[') {
            self.next();
        }
        Some((name.trim().to_string(), value))
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        let ends = |c: char| c.is_whitespace() || matches!(c, '{' | '(' | ')' | ';' | '[');
        while let Some(letter) = self.letters.peek().copied().filter(|&c| word.is_empty() || !ends(c)) {
            word.push(letter);
            self.next();
        }
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(game: &Written) -> Vec<&str> {
        game.moves.iter().map(|m| m.text.as_str()).collect()
    }

    #[test]
    fn games_are_taken_apart() {
        let text = "[White \"A \\\"B\\\"\"]\n[Result \"1-0\"]\n\n1. e4 {good} e5 2.Nf3 (2. f4 {x)} exf4 \
            (2... d5)) 2... Nc6 $1 ; rest\n% escape\n3. Bb5 -- 1-0\n\n[White \"C\"]\n\n1.d4\n[White \
            \"D\"]\n*\n";
        let games = read(text);
        assert_eq!(games.len(), 3);
        assert_eq!(games[0].tag("White"), Some("A \"B\""));
        assert_eq!(moves(&games[0]), ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
        assert_eq!((games[0].result.as_str(), games[0].moves[4].line), ("1-0", 6));
        assert!(text[..games[0].end].ends_with("-- 1-0"));
        assert_eq!((moves(&games[1]), games[1].line), (vec!["d4"], 8));
        assert_eq!((games[2].tag("White"), games[2].result.as_str()), (Some("D"), "*"));
    }

    #[test]
    fn comments_judgments_and_variations_stay_with_their_moves() {
        let text = "{Before} 1. e4!? {good\nmove} $14 (1. d4 {x)} (1. c4 ;y\n)) e5 ; end\n*";
        let games = read(text);
        let comment = |text: &str| Mark::Comment(text.to_string());
        let glyph = |text: &str| Mark::Glyph(text.to_string());
        assert_eq!(games[0].preface, [comment("Before")]);
        let variation = Mark::Variation("(1. d4 {x)} (1. c4 {y}))".to_string());
        assert_eq!(games[0].moves[0].marks, [glyph("!?"), comment("good move"), glyph("$14"), variation]);
        assert_eq!((moves(&games[0]), &games[0].moves[1].marks), (vec!["e4", "e5"], &vec![comment("end")]));
        assert_eq!(read("1. e4 (1. d4 (")[0].moves[0].marks, [Mark::Variation("(1. d4 ())".to_string())]);
    }

    #[test]
    fn nothing_that_is_no_pgn_does_harm() {
        for text in [
            "",
            "[",
            "[x",
            "[x \"",
            "{",
            "(",
            "(((",
            "1.",
            "...",
            "\\",
            "[a \"b\"]",
            "é ü",
            "]",
            ")",
            "[a \"\\",
        ] {
            read(text);
        }
        assert!(read("  \n ").is_empty());
    }
}
