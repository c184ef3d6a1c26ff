//! Games in PGN, read leniently: tags, moves in either notation, comments, variations and numbers passed
//! over. What is wrong is said with its line.

use std::iter::Peekable;
use std::str::Chars;

/// A game as it stands in a file; its moves are not looked at yet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// Tags in their order: name and value.
    pub tags: Vec<(String, String)>,
    /// Moves of the main line.
    pub moves: Vec<WrittenMove>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`; empty if there is none.
    pub result: String,
    /// The line it begins on.
    pub line: usize,
}

/// A move as it stands in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenMove {
    /// Its text.
    pub text: String,
    /// The line it stands on.
    pub line: usize,
}

impl Written {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.moves.is_empty() && self.result.is_empty()
    }
}

/// Splits a text into games.
pub fn read(text: &str) -> Vec<Written> {
    let mut reader = Reader { letters: text.chars().peekable(), line: 1, at_line_start: true };
    let mut games = Vec::new();
    let mut game = Written::default();
    while let Some(letter) = reader.letters.peek().copied() {
        let line = reader.line;
        if !letter.is_whitespace() && game.is_empty() {
            game.line = line;
        }
        match letter {
            '%' if reader.at_line_start => reader.pass_line(),
            ';' => reader.pass_line(),
            '{' => reader.pass_until('}'),
            '(' => reader.pass_variation(),
            '[' => {
                // A tag behind moves begins the next game: this one has no result.
                if !game.moves.is_empty() || !game.result.is_empty() {
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
                    games.push(std::mem::take(&mut game));
                } else if let Some(text) = move_of(&word) {
                    game.moves.push(WrittenMove { text: text.to_string(), line });
                }
            }
        }
    }
    if !game.is_empty() {
        games.push(game);
    }
    games
}

/// The move in a word, without its number; `None` for numbers, glyphs and passes.
fn move_of(word: &str) -> Option<&str> {
    let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
    let rest = &word[digits..];
    let text = if digits > 0 && (rest.starts_with('.') || rest.is_empty()) { rest } else { word };
    let text = text.trim_start_matches('.');
    let passed = matches!(text, "" | "--" | "@@@@" | "Z0" | "e.p." | "ep");
    (!passed && !text.starts_with('$')).then_some(text)
}

struct Reader<'a> {
    letters: Peekable<Chars<'a>>,
    line: usize,
    at_line_start: bool,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.letters.next()?;
        self.at_line_start = letter == '\n';
        self.line += usize::from(self.at_line_start);
        Some(letter)
    }

    fn pass_line(&mut self) {
        while self.next().is_some_and(|letter| letter != '\n') {}
    }

    fn pass_until(&mut self, end: char) {
        while self.next().is_some_and(|letter| letter != end) {}
    }

    /// A variation, which may hold others and comments.
    fn pass_variation(&mut self) {
        let mut depth = 0;
        while let Some(letter) = self.letters.peek().copied() {
            match letter {
                '{' => {
                    self.pass_until('}');
                    continue;
                }
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            self.next();
            if depth == 0 {
                return;
            }
        }
    }

    /// `[Name "Value"]`; a backslash takes the next letter as it is.
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
            (2... d5)) 2... Nc6 $1 ; rest\n% escape\n3. Bb5 -- 1-0\n\n[White \"C\"]\n\n1.d4\n[White \"D\"]\n*\n";
        let games = read(text);
        assert_eq!(games.len(), 3);
        assert_eq!(games[0].tag("White"), Some("A \"B\""));
        assert_eq!(moves(&games[0]), ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
        assert_eq!((games[0].result.as_str(), games[0].moves[4].line), ("1-0", 6));
        assert_eq!((moves(&games[1]), games[1].line), (vec!["d4"], 8));
        assert_eq!((games[2].tag("White"), games[2].result.as_str()), (Some("D"), "*"));
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
