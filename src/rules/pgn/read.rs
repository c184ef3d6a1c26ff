//! Games in PGN, read leniently: tags, moves in either notation, and the comments, judgments and variations
//! beside them. Errors name their line. `replay` makes the moves on the board.

use super::signs::{self, is_null};

/// Castling to the king's side, or a game that both sides lose.
const BOTH_LOSE: &str = "0-0";

/// Words that say no more than the move before them.
const SPOKEN: [&str; 5] = ["e.p.", "ep", "ch", "ch.", "mate"];

/// What is wrong with an entry of a file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Its line, counted from 1.
    pub line: usize,
    /// What is wrong, as a clause without capital and period.
    pub reason: String,
}

/// A game as it is written in a file. Its moves have not been checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// Tags in their order: name and value.
    pub tags: Vec<(String, String)>,
    /// Comments before the first move.
    pub preface: Vec<Mark>,
    /// Moves of the main line.
    pub moves: Vec<WrittenMove>,
    /// `1-0`, `0-1`, `1/2-1/2`, `*` or, if both sides lose, `0-0`; empty if there is none.
    pub result: String,
    /// What is wrong with its form: a comment or a variation that is not closed.
    pub fault: Option<Fault>,
    /// What has to be said of the way in which its moves are read.
    pub note: Option<String>,
    /// The line on which it begins.
    pub line: usize,
    /// The number of bytes of the text up to its end.
    pub end: usize,
}

/// A move as it is written in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenMove {
    /// Its text, without the signs that judge it.
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
    /// The value of a tag, unless it is empty.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(known, _)| known == name);
        tag.map(|(_, value)| value.as_str()).filter(|value| !value.trim().is_empty())
    }

    /// The result behind the moves or, where there is none, that of the tag; `*` if neither says.
    pub fn outcome(&self) -> &str {
        let tagged = || self.tagged_result().filter(|tag| result_of(tag).is_some() || *tag == BOTH_LOSE);
        if self.result.is_empty() { tagged().unwrap_or("*") } else { &self.result }
    }

    /// The variant by its tag; chess if there is none, or if its value is unknown (`?`) or left out (`-`).
    /// `Crazyhouse960` is Crazyhouse from a position in which king and rooks begin elsewhere: its FEN says
    /// so.
    pub fn variant(&self) -> String {
        let name = self.tag("Variant").map_or("", str::trim);
        let shuffled = name.strip_suffix("960").filter(|_| self.tag("FEN").is_some());
        let shuffled = shuffled.map(|name| name.trim_end_matches(['-', ' ']));
        // Not `crazyhouse;start=960`.
        let shuffled = shuffled.filter(|name| !name.ends_with('='));
        let name = shuffled.filter(|name| !matches!(*name, "" | "Chess" | "chess")).unwrap_or(name);
        if matches!(name, "" | "?" | "-") { "chess".to_string() } else { name.to_string() }
    }

    /// The result in the tags, written as PGN does.
    pub fn tagged_result(&self) -> Option<&str> {
        self.tag("Result").map(|text| result_of(&typed(text)).unwrap_or(text))
    }

    /// Whether nothing but comments has been read of it.
    fn is_bare(&self) -> bool {
        self.tags.is_empty() && self.moves.is_empty() && self.result.is_empty()
    }

    /// The marks of the last move, or the preface.
    fn last_marks(&mut self) -> &mut Vec<Mark> {
        self.moves.last_mut().map_or(&mut self.preface, |last| &mut last.marks)
    }

    /// Makes the last move the result if it can be one. Returns whether it did.
    pub(super) fn take_result(&mut self) -> bool {
        let is_result = self.result.is_empty() && self.moves.last().is_some_and(|m| m.text == BOTH_LOSE);
        if let Some(last) = self.moves.pop_if(|_| is_result) {
            self.result = last.text;
            self.last_marks().extend(last.marks);
        }
        is_result
    }
}

/// Splits a text into games.
pub fn read(text: &str) -> Vec<Written> {
    let mut reader =
        Reader { text, at: 0, line: 1, gap: 0, is_cut: false, games: Vec::new(), game: Written::default() };
    while reader.read_on() {}
    reader.games
}

/// The result that a word means, as PGN writes it. `0-0` may be castling.
fn result_of(word: &str) -> Option<&'static str> {
    match word.trim_end_matches('.') {
        "1-0" | "1:0" => Some("1-0"),
        "0-1" | "0:1" => Some("0-1"),
        "1/2-1/2" | "1/2:1/2" | "1/2" | "0.5-0.5" => Some("1/2-1/2"),
        "0:0" => Some(BOTH_LOSE),
        "*" => Some("*"),
        _ => None,
    }
}

/// A word with the dashes, dots and halves of a typewriter.
fn typed(word: &str) -> String {
    let dashes = ['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'];
    word.replace(dashes, "-").replace('…', "...").replace('½', "1/2")
}

/// A word without a move number in front, and whether that number is White's first.
fn split_number(word: &str) -> (&str, bool) {
    let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
    let (number, rest) = word.split_at(digits);
    let is_number = !number.is_empty() && (rest.starts_with('.') || rest.is_empty()) && !is_null(word);
    let rest = if is_number { rest } else { word };
    (rest.trim_start_matches('.'), number == "1" && is_number && !rest.starts_with(".."))
}

/// Text with single spaces between its words.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a pawn becomes, in the form `(Q)` right behind its move.
fn promotion_in_parentheses(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('(')?.split_once(')')?.0;
    let is_letter = inside.starts_with(|c: char| c.is_ascii_uppercase()) && inside.len() == 1;
    is_letter.then(|| &text[..inside.len() + 2])
}

/// Whether a character is between words. Files that were joined have byte order marks inside.
fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// The tag at the start of a line, `[Name "Value"]`, and what follows it. `\"` and `\\` stand for the second
/// character. A quote that no `]` follows belongs to the value.
fn tag_at(line: &str) -> Option<((String, String), &str)> {
    let inside = line.strip_prefix('[')?.trim_start();
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_+#=:-".contains(c);
    let (name, rest) = inside.split_at(inside.find(|c| !is_part(c))?);
    let value = rest.trim_start().strip_prefix('"').filter(|_| !name.is_empty())?;
    let ends = value.match_indices('"').filter(|(at, _)| value[at + 1..].trim_start().starts_with(']'));
    let ends: Vec<usize> = ends.map(|(at, _)| at).collect();
    let is_escaped = |at: usize| (at - value[..at].trim_end_matches('\\').len()) % 2 == 1;
    let end = ends.iter().find(|&&at| !is_escaped(at)).or(ends.last());
    // A tag that is not closed ends with its line.
    let (value, rest) = match end {
        Some(&end) => (&value[..end], value[end..].split_once(']').map_or("", |(_, rest)| rest)),
        None => (value.trim_end().trim_end_matches('"'), ""),
    };
    let value = value.replace("\\\\", "\0").replace("\\\"", "\"").replace('\0', "\\");
    Some(((name.to_string(), value), rest))
}

/// Whether this may follow a tag on its line; text that only looks like one goes on with words.
fn is_behind_tag(text: &str) -> bool {
    let text = text.trim_start();
    text.is_empty() || text.starts_with(['[', '{', ';'])
}

struct Reader<'a> {
    text: &'a str,
    /// The number of bytes that have been read.
    at: usize,
    line: usize,
    /// The number of line ends since the last word.
    gap: usize,
    /// Whether what is not closed has ended at the next game.
    is_cut: bool,
    games: Vec<Written>,
    game: Written,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The rest of the line, without its end.
    fn rest_of_line(&self) -> &'a str {
        self.rest().lines().next().unwrap_or_default()
    }

    /// Reads this many bytes.
    fn pass(&mut self, bytes: usize) -> &'a str {
        let passed = self.rest().get(..bytes).unwrap_or_default();
        self.at += passed.len();
        self.line += passed.matches('\n').count();
        passed
    }

    /// Reads one word, tag, comment or variation. Returns false at the end of the text.
    fn read_on(&mut self) -> bool {
        let rest = self.rest();
        let space = self.pass(rest.len() - rest.trim_start_matches(is_space).len());
        self.gap += space.matches('\n').count();
        let is_first = self.gap > 0 || self.text[..self.at].trim_matches(is_space).is_empty();
        let Some(letter) = self.rest().chars().next() else {
            self.close();
            return false;
        };
        if letter == '%' && (self.at == 0 || space.ends_with('\n')) {
            self.pass(self.rest_of_line().len());
            self.gap = self.gap.saturating_sub(1);
            return true;
        }
        if self.game.is_bare() && self.game.preface.is_empty() {
            self.game.line = self.line;
        }
        match letter {
            ';' | '{' => {
                let comment = self.comment();
                self.mark(Mark::Comment(comment));
            }
            '(' => {
                let variation = self.variation();
                self.mark(Mark::Variation(variation));
            }
            '[' => self.bracket(is_first),
            ')' | '}' | ']' => drop(self.pass(1)),
            _ => self.word(),
        }
        self.gap = 0;
        if std::mem::take(&mut self.is_cut) {
            self.close();
            self.gap = 2;
        }
        true
    }

    /// Adds a mark to the last move, or to the preface. Behind a result it belongs to the finished game,
    /// unless an empty line stands between.
    fn mark(&mut self, mark: Mark) {
        match self.games.last_mut() {
            Some(last) if self.gap < 2 && self.game.is_bare() && self.game.preface.is_empty() => {
                last.last_marks().push(mark);
                last.end = self.at;
            }
            _ => self.game.last_marks().push(mark),
        }
    }

    /// Ends the game. Comments alone are not a game if there is one before them.
    fn close(&mut self) {
        let mut game = std::mem::take(&mut self.game);
        game.end = self.at;
        match self.games.last_mut() {
            Some(last) if game.is_bare() => {
                last.last_marks().append(&mut game.preface);
                last.fault = last.fault.take().or(game.fault);
            }
            None if game.is_bare() && game.preface.is_empty() => {}
            _ => {
                if game.tagged_result() == Some(BOTH_LOSE) {
                    game.take_result();
                }
                self.games.push(game);
            }
        }
    }

    /// Notes what is wrong with the form of a game.
    fn fault(&mut self, line: usize, reason: &str) {
        let at_end = self.gap < 2 && self.game.is_bare() && self.game.preface.is_empty();
        let game = self.games.last_mut().filter(|_| at_end).unwrap_or(&mut self.game);
        game.fault.get_or_insert(Fault { line, reason: reason.to_string() });
        self.is_cut = true;
    }

    /// Whether a game begins at this place: behind an empty line there is a tag or, for games without tags,
    /// the first move number.
    fn is_game_at(&self, at: usize, without_tags: bool) -> bool {
        let (before, rest) = self.text.split_at(at);
        let Some(before) = before.strip_suffix('\n') else { return false };
        let line = rest.lines().next().unwrap_or_default();
        let is_first = || split_number(line.split_whitespace().next().unwrap_or_default()).1;
        before.trim_end_matches([' ', '\t', '\r']).ends_with('\n')
            && (tag_at(line).is_some_and(|(_, behind)| is_behind_tag(behind)) || without_tags && is_first())
    }

    /// A comment in braces, or one that ends with its line.
    fn comment(&mut self) -> String {
        let (line, rest) = (self.line, self.rest());
        if rest.starts_with(';') {
            return spaced(self.pass(self.rest_of_line().len()).trim_start_matches(';'));
        }
        let close = rest.find('}');
        let inside = &rest[..close.unwrap_or(rest.len())];
        let next = inside.match_indices('\n').map(|(at, _)| at + 1);
        let next = next.into_iter().find(|at| self.is_game_at(self.at + at, false));
        let text = spaced(self.pass(next.unwrap_or(inside.len())).trim_start_matches('{'));
        match close.filter(|_| next.is_none()) {
            Some(_) => drop(self.pass(1)),
            None => self.fault(line, "the comment that begins here is not closed: expected `}`"),
        }
        text
    }

    /// A variation, which may contain other variations and comments. All comments are put in braces.
    fn variation(&mut self) -> String {
        let (line, mut depth, mut text) = (self.line, 0, String::new());
        while let Some(letter) = self.rest().chars().next() {
            match letter {
                '{' | ';' => {
                    text.extend(["{", &self.comment().replace('}', "'"), "}"]);
                    continue;
                }
                '(' => depth += 1,
                ')' => depth -= 1,
                _ if self.is_game_at(self.at, true) => break,
                _ => {}
            }
            text.push_str(self.pass(letter.len_utf8()));
            if depth == 0 {
                return spaced(&text);
            }
        }
        self.fault(line, "the variation that begins here is not closed: expected `)`");
        // It is closed, so that it can be read again.
        spaced(&text) + &")".repeat(depth)
    }

    /// A tag. It begins the next game if this one has moves, and if it stands behind an empty line and this
    /// one has a tag of that name. Other brackets are passed over.
    fn bracket(&mut self, is_first: bool) {
        let line = self.rest_of_line();
        let Some(((name, value), behind)) = tag_at(line).filter(|_| is_first || !self.has_begun()) else {
            let end = line.find(']').filter(|_| !is_first).map_or(1, |at| at + 1);
            self.pass(if is_first { line.len() } else { end });
            return;
        };
        let is_known = self.game.tag(&name).is_some();
        let is_first_name =
            self.game.tags.len() > 1 && self.game.tags.first().is_some_and(|(n, _)| *n == name);
        let has_preface = !self.game.preface.is_empty() && !self.game.tags.is_empty();
        let apart = self.gap > 2 && !self.game.tags.is_empty();
        if self.has_begun() || has_preface || apart || is_first_name || is_known && self.gap > 1 {
            self.close();
        } else if self.game.is_bare() && !self.games.is_empty() {
            // Comments between games belong to the one before.
            self.close();
        }
        if self.game.tags.is_empty() && self.game.preface.is_empty() {
            self.game.line = self.line;
        }
        self.game.tags.push((name, value));
        self.pass(line.len() - behind.len());
    }

    /// Whether the moves of the game have begun.
    fn has_begun(&self) -> bool {
        !self.game.moves.is_empty()
    }

    /// A move, a number, a result or a sign.
    fn word(&mut self) {
        let line = self.line;
        let ends = |c: char| is_space(c) || "{}();[$".contains(c);
        let rest = self.rest();
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let length = rest[first..].find(ends).map_or(rest.len(), |at| at + first);
        let length = length + promotion_in_parentheses(&rest[length..]).map_or(0, str::len);
        let word = typed(&rest[..length]).replace(['(', ')'], "");
        if self.gap > 1 && self.has_begun() && split_number(&word).1 {
            self.close();
            self.game.line = line;
        }
        self.pass(length);
        if let Some(result) = result_of(&word) {
            // A second result, as in `1/2 - 1/2`, adds nothing.
            if self.gap > 1 || self.games.is_empty() || !self.game.is_bare() || !self.game.preface.is_empty()
            {
                self.game.result = result.to_string();
                self.close();
            }
            return;
        }
        let (text, signs) = signs::split(split_number(&word).0);
        let is_move = text.contains(char::is_alphanumeric) || is_null(text);
        if is_move && !text.starts_with('$') && !SPOKEN.contains(&text) {
            self.game.moves.push(WrittenMove { text: text.to_string(), marks: Vec::new(), line });
        }
        for sign in signs {
            self.mark(Mark::Glyph(sign));
        }
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
        assert_eq!(moves(&games[0]), ["e4", "e5", "Nf3", "Nc6", "Bb5", "--"]);
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
        let variation = Mark::Variation("(1. d4 {x)} (1. c4 {y} ))".to_string());
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
