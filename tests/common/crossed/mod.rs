//! Files of variants that combine the words of variant files: every row of rules, every key of a piece, of
//! hands and of zones, and the abilities of the notation, in pairs and in threes and fours. Each seed is
//! another file; the same seed always gives the same file.

mod words;

use fibnif::rules::letter::{DRESS, Letter};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use toml::{Table, Value};

use words::WORDS;

/// A file and the words that it combines.
pub struct Crossed {
    pub words: Vec<&'static str>,
    pub file: String,
}

/// Simple moves, of which the pieces of a file are made.
const MOVES: [&str; 24] = [
    "W", "F", "N", "R", "B", "K", "WF", "FD", "WD", "FA", "R3", "B2", "mRcB", "mBcN", "mNcW", "fNbK", "fRbB",
    "NN", "nN", "zFF", "gR", "pR", "hhR", "fsRbF",
];

/// Pawns. None of them can return to its starting square.
const PAWNS: [&str; 7] =
    ["mfWcfF", "mfWcefFimfnD", "mfWcefFimfnD", "mfFcefWimfnA", "fW", "mfWcfF", "mfWcefKimfnD"];

/// The number of pairs of words.
pub const PAIRS: u64 = (WORDS.len() * (WORDS.len() - 1) / 2) as u64;
/// Coprime to the number of pairs, so that any few seeds in a row have pairs of everything.
const STRIDE: u64 = 677;

/// The file of a seed. The first ones are all the pairs, the others have three or four words.
pub fn cross(seed: u64) -> Crossed {
    let number = if seed < PAIRS { 2 } else { 3 + usize::from(seed.is_multiple_of(4)) };
    let chosen = if seed < PAIRS {
        let (mut rest, mut first) = ((seed * STRIDE % PAIRS) as usize, 0);
        while rest >= WORDS.len() - 1 - first {
            rest -= WORDS.len() - 1 - first;
            first += 1;
        }
        vec![first, first + 1 + rest]
    } else {
        let all: Vec<usize> = (0..WORDS.len()).collect();
        all.sample(&mut Xoshiro256PlusPlus::seed_from_u64(seed), number).copied().collect()
    };
    combine(&chosen.into_iter().map(|word| WORDS[word].0).collect::<Vec<_>>(), seed)
}

/// The file of these words with the random choices of a seed.
pub fn combine(words: &[&str], seed: u64) -> Crossed {
    let mut draft = Draft::new(seed);
    let mut chosen: Vec<usize> =
        words.iter().map(|word| WORDS.iter().position(|known| known.0 == *word).unwrap()).collect();
    // A rule that others ask for comes before them.
    chosen.sort_by_key(|&word| (!WORDS[word].0.starts_with("turn"), word));
    for &word in &chosen {
        WORDS[word].1(&mut draft);
    }
    let words = chosen.into_iter().map(|word| WORDS[word].0).collect();
    Crossed { words, file: toml::to_string(&draft.table).unwrap() }
}

/// A file under construction.
struct Draft {
    random: Xoshiro256PlusPlus,
    files: usize,
    ranks: usize,
    /// Its pieces besides king and pawn.
    roles: Vec<Letter>,
    table: Table,
}

impl Draft {
    fn new(seed: u64) -> Draft {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed ^ 0xC0DE);
        let &(files, ranks) =
            [(5, 5), (5, 6), (6, 6), (6, 7), (7, 6), (8, 8), (8, 6)].choose(&mut random).unwrap();
        // In every other file two of the pieces have the same letter.
        let second = if seed.is_multiple_of(2) { Letter::plain('B') } else { Letter::plain('A').dressed() };
        let roles = ['A'.into(), second, 'C'.into(), 'D'.into()][..random.random_range(2..=4)].to_vec();
        let mut draft = Draft { random, files, ranks, roles: roles.clone(), table: Table::new() };
        draft.set("title", "Crossed");
        for role in roles {
            let parts = if draft.chance(3) { 2 } else { 1 };
            let betza: Vec<&str> = (0..parts).map(|_| draft.one(&MOVES)).collect();
            draft.set(&format!("pieces.{role}.betza"), betza);
        }
        let king = draft.one(&["K", "K", "K", "K", "W", "F", "WN"]);
        draft.set("pieces.K.betza", king);
        draft.set("pieces.K.royal", "check");
        let pawn = draft.one(&PAWNS);
        draft.set("pieces.P.betza", pawn);
        if !draft.chance(4) {
            draft.set("pieces.P.promotes.to", "own");
        }
        let row = draft.row();
        draft.set_start(&row, "-");
        draft
    }

    /// A first rank with its king.
    fn row(&mut self) -> Vec<Letter> {
        let king = self.files / 2;
        let role =
            |at: usize| if at == king { 'K'.into() } else { *self.roles.choose(&mut self.random).unwrap() };
        (0..self.files).map(role).collect()
    }

    fn set_start(&mut self, row: &[Letter], rights: &str) {
        let pawn = if self.chance(6) { 'A' } else { 'P' };
        let pawns = |skip: bool| {
            if skip {
                format!("1{}", pawn.to_string().repeat(self.files - 1))
            } else {
                pawn.to_string().repeat(self.files)
            }
        };
        let first: String = row.iter().copied().collect();
        let empty = vec![self.files.to_string(); self.ranks - 4].join("/");
        let skips = self.files == 8;
        let start = format!(
            "{}/{}/{empty}/{}/{first} w {rights} - 0 1",
            first.to_lowercase(),
            pawns(false).to_lowercase(),
            pawns(skips)
        );
        self.set("start", start);
    }

    fn start(&self) -> String {
        self.table["start"].as_str().unwrap().to_owned()
    }

    /// Sets the value of a key. A table replaces a value that stands for one.
    fn set(&mut self, path: &str, value: impl Into<Value>) {
        let mut keys: Vec<&str> = path.split('.').collect();
        let last = keys.pop().unwrap();
        let mut table = &mut self.table;
        for key in keys {
            let below = table.entry(key).or_insert_with(|| Value::Table(Table::new()));
            if !below.is_table() {
                let short = match key {
                    "stock" => "white",
                    "mate" => "result",
                    _ => "betza",
                };
                *below = Value::Table(Table::from_iter([(short.to_owned(), below.clone())]));
            }
            table = below.as_table_mut().unwrap();
        }
        table.insert(last.to_owned(), value.into());
    }

    /// Whether a turn is a move on the squares of each color.
    fn turns_by_color(&self) -> bool {
        self.table.get("rules").and_then(|rules| rules.get("turn")).is_some_and(Value::is_str)
    }

    fn set_piece(&mut self, key: &str, value: &str) {
        let piece = self.piece();
        self.set(&format!("pieces.{piece}.{key}"), value);
    }

    /// One of these words.
    fn word(&mut self, path: &str, words: &[&'static str]) {
        let word = self.one(words);
        self.set(path, word);
    }

    /// Adds a line to the moves of a piece.
    fn add_moves(&mut self, piece: Letter, betza: &str) {
        let moves = self.table["pieces"][piece.to_string()]["betza"].clone();
        let mut lines = match moves {
            Value::Array(lines) => lines,
            line => vec![line],
        };
        lines.push(betza.into());
        self.set(&format!("pieces.{piece}.betza"), lines);
    }

    fn promotes(&mut self) {
        let piece = self.promoting();
        let key = |key: &str| format!("pieces.{piece}.promotes.{key}");
        match self.number(0, 4) {
            0 => self.set(&key("forced"), false),
            1 => {
                let squares = self.squares();
                self.set(&key("optional"), squares);
            }
            2 => {
                let to = self.piece();
                self.set(&key("white"), vec![to.to_string()]);
                self.set(&key("black"), "own");
            }
            3 => self.set(&key("to"), "both"),
            _ => {
                let squares = self.squares();
                self.set(&key("squares"), squares);
            }
        }
    }

    /// A piece that promotes: the pawn, or another.
    fn promoting(&mut self) -> Letter {
        let piece = if self.chance(2) { 'P'.into() } else { self.piece() };
        if self.table["pieces"][piece.to_string()].get("promotes").is_none() {
            let to: Vec<String> =
                self.roles.iter().filter(|&&role| role != piece).map(Letter::to_string).collect();
            self.set(&format!("pieces.{piece}.promotes.to"), to);
        }
        piece
    }

    fn hands(&mut self) {
        if self.table.contains_key("hands") {
            return;
        }
        self.word("hands.captured", &["captor", "captor", "captor", "owner"]);
        if self.chance(3) {
            let stock = self.piece();
            self.set("hands.stock", stock.to_string());
        }
    }

    /// A new piece type, like the others.
    fn new_piece(&mut self) -> Letter {
        let role = ['E', 'F', 'G', 'H']
            .map(Letter::plain)
            .into_iter()
            .find(|&role| self.table["pieces"].get(role.to_string()).is_none());
        let (role, betza) = (role.unwrap(), self.one(&MOVES));
        self.set(&format!("pieces.{role}.betza"), betza);
        role
    }

    fn second_king(&mut self) {
        let mut start = self.start();
        for king in ['K', 'k'] {
            let at = start.find(king).unwrap();
            // The piece on its left.
            let left = start[..at].trim_end_matches(DRESS).len() - 1;
            start.replace_range(left..at, &king.to_string());
        }
        self.set("start", start);
    }

    /// Gives the start the rights to castle.
    fn castle(&mut self) {
        let mut row = self.row();
        for king in [0, 1, self.files - 2, self.files - 1] {
            row[king] = self.roles[0];
        }
        self.set_start(&row, "KQkq");
    }

    /// A role that is not the king's.
    fn piece(&mut self) -> Letter {
        if self.chance(4) { 'P'.into() } else { *self.roles.choose(&mut self.random).unwrap() }
    }

    fn piece_or_king(&mut self) -> Letter {
        if self.chance(3) { 'K'.into() } else { self.piece() }
    }

    fn pawn(&mut self) -> Letter {
        if self.chance(5) { self.piece() } else { 'P'.into() }
    }

    /// A new zone.
    fn zone(&mut self) -> String {
        let name = format!("z{}", self.table.get("zone").map_or(0, |zones| zones.as_table().unwrap().len()));
        let squares = self.squares();
        self.set(&format!("zone.{name}.squares"), squares);
        name
    }

    fn squares(&mut self) -> String {
        let (last, ranks) = (file(self.files - 1), self.ranks);
        match self.number(0, 5) {
            0 => format!("a{ranks}:{last}{ranks}"),
            1 => format!("a{}:{last}{ranks}", ranks - 1),
            2 => format!("a1:{last}2"),
            3 => format!("a{}:{last}{ranks}", ranks / 2 + 1),
            4 => format!("b2:{}{}", file(self.files - 2), ranks - 1),
            _ => {
                let square = |draft: &mut Draft| {
                    let at = draft.random.random_range(0..draft.files);
                    format!("{}{}", file(at), draft.random.random_range(1..=draft.ranks))
                };
                [square(self), square(self), square(self)].join(" ")
            }
        }
    }

    fn number(&mut self, least: i64, most: i64) -> i64 {
        self.random.random_range(least..=most)
    }

    /// True with a probability of one in this number.
    fn chance(&mut self, times: u32) -> bool {
        self.random.random_ratio(1, times)
    }

    fn one(&mut self, texts: &[&'static str]) -> &'static str {
        texts.choose(&mut self.random).unwrap()
    }
}

/// The letter of a file.
fn file(file: usize) -> String {
    char::from(b'a' + file as u8).to_string()
}
