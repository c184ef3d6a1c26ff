//! Files of variants that combine the words of variant files: every row of rules, every key of a piece, of
//! hands and of zones, and the abilities of the notation, in pairs and in threes and fours. Each seed is
//! another file; the same seed always gives the same file.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use toml::{Table, Value};

use super::invented::{LOANS, PATHS};

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

/// A word, and how a file uses it.
type Word = (&'static str, fn(&mut Draft));

/// All words. The name is the key, or what the notation of a piece can do.
const WORDS: [Word; 72] = [
    // Keys of pieces.
    ("royal", |d| d.set_piece("royal", "check")),
    ("promotes", Draft::promotes),
    ("promotes.instead", |d| {
        let (piece, to) = (d.piece(), d.piece());
        let squares = d.squares();
        d.set(&format!("pieces.{piece}.promotes.to"), vec![to.to_string()]);
        d.set(&format!("pieces.{piece}.promotes.squares"), squares);
        d.set(&format!("pieces.{piece}.promotes.instead"), true);
    }),
    ("promotes.leaving", |d| {
        let (piece, squares) = (d.promoting(), d.squares());
        d.set(&format!("pieces.{piece}.promotes.leaving"), squares);
    }),
    ("promotes.captured", |d| {
        let piece = d.promoting();
        let key = d.one(&["captured", "by_file"]);
        d.set(&format!("pieces.{piece}.promotes.{key}"), true);
    }),
    ("promotes.falls_back", |d| {
        let piece = d.promoting();
        d.hands();
        d.set(&format!("pieces.{piece}.promotes.falls_back"), true);
    }),
    ("becomes", |d| {
        let (piece, to) = (d.piece(), d.piece());
        d.set(&format!("pieces.{piece}.becomes.to"), to.to_string());
        if d.chance(2) {
            let when = d.one(&["moves", "captures"]);
            d.set(&format!("pieces.{piece}.becomes.when"), when);
        }
        if d.chance(3) {
            let squares = d.squares();
            d.set(&format!("pieces.{piece}.becomes.squares"), squares);
        }
    }),
    ("in", |d| {
        let (piece, zone) = (d.piece_or_king(), d.zone());
        let betza = d.one(&["W", "F", "N", "msW", "mpB", "cnA", "mfN", "R2", "cafcfF"]);
        d.set(&format!("pieces.{piece}.in.{zone}.betza"), betza);
    }),
    ("in.keeps_clock", |d| {
        let (piece, zone) = (d.pawn(), d.zone());
        let betza = d.one(&["msW", "mfN", "msW2"]);
        d.set(&format!("pieces.{piece}.in.{zone}.betza"), betza);
        d.set(&format!("pieces.{piece}.in.{zone}.keeps_clock"), true);
    }),
    ("in.en_passant", |d| {
        let (piece, zone) = (d.pawn(), d.zone());
        let betza = d.one(&["mfnD", "mfnA"]);
        d.set(&format!("pieces.{piece}.in.{zone}.betza"), betza);
        d.set(&format!("pieces.{piece}.in.{zone}.en_passant"), true);
    }),
    ("in.inside", |d| {
        let (piece, zone) = (d.piece_or_king(), d.zone());
        let betza = d.one(&["F", "B", "R", "mN", "cW", "pB"]);
        d.set(&format!("pieces.{piece}.in.{zone}.betza"), betza);
        d.set(&format!("pieces.{piece}.in.{zone}.inside"), true);
    }),
    ("never_captures", |d| {
        let (piece, others) = (d.piece_or_king(), [d.piece_or_king(), d.piece()]);
        let others = others.iter().map(char::to_string).collect::<Vec<_>>();
        d.set(&format!("pieces.{piece}.never_captures"), others);
    }),
    ("never_hops", |d| {
        let (piece, other) = (d.piece(), d.piece_or_king());
        let betza = d.one(&["pR", "mRcpR", "gQ", "pN"]);
        d.add_moves(piece, betza);
        d.set(&format!("pieces.{piece}.never_hops"), other.to_string());
    }),
    ("left", |d| {
        let piece = d.piece();
        let twin = d.new_piece();
        d.set(&format!("pieces.{piece}.left"), twin.to_string());
    }),
    ("within", |d| {
        let (piece, zone) = (d.piece_or_king(), d.zone());
        d.set(&format!("pieces.{piece}.within"), zone);
    }),
    ("loans", |d| {
        let (piece, lender) = (d.piece(), d.piece());
        let zone = if d.chance(2) { "none".to_owned() } else { d.zone() };
        d.set(&format!("pieces.{piece}.loans"), zone);
        d.add_moves(lender, "xK");
    }),
    ("unchecked", |d| {
        let betza = d.one(&["mN", "mD", "mA", "mR", "mF", "mafsW", "mQ"]);
        let piece = d.piece_or_king();
        d.set(&format!("pieces.{piece}.unchecked"), betza);
    }),
    ("spacious", |d| {
        let betza = d.one(&["R", "B", "mQcB3", "W", "cF"]);
        let piece = d.piece_or_king();
        d.set(&format!("pieces.{piece}.spacious"), betza);
    }),
    ("after_capture", |d| {
        let betza = d.one(&["N", "W", "D", "fR", "cB", "mQ", "bN", "pR"]);
        let piece = d.piece_or_king();
        d.set(&format!("pieces.{piece}.after_capture"), betza);
    }),
    ("promoted", |d| {
        let piece = d.piece();
        let form = d.new_piece();
        let squares = d.squares();
        d.set(&format!("pieces.{form}.promoted"), piece.to_string());
        d.set(&format!("pieces.{piece}.promotes.to"), vec![form.to_string()]);
        d.set(&format!("pieces.{piece}.promotes.squares"), squares);
        if d.chance(2) {
            d.set(&format!("pieces.{piece}.promotes.forced"), false);
        }
    }),
    ("hand", |d| {
        d.hands();
        let (piece, other) = (d.piece(), d.piece());
        let role = if d.chance(2) { "none".to_owned() } else { other.to_string() };
        d.set(&format!("pieces.{piece}.hand"), role);
    }),
    ("drops.squares", |d| {
        d.hands();
        let (piece, squares) = (d.piece(), d.squares());
        d.set(&format!("pieces.{piece}.drops.squares"), squares);
    }),
    ("drops.per_file", |d| {
        d.hands();
        let (piece, most) = (d.piece(), d.number(0, 1));
        d.set(&format!("pieces.{piece}.drops.per_file"), most);
    }),
    ("drops.mate", |d| {
        d.hands();
        let piece = d.piece();
        d.set(&format!("pieces.{piece}.drops.mate"), "forbidden");
    }),
    ("drops.check", |d| {
        d.hands();
        let piece = d.piece();
        d.set(&format!("pieces.{piece}.drops.check"), "forbidden");
    }),
    ("drops.form", |d| {
        d.hands();
        let (piece, form) = (d.piece(), d.new_piece());
        d.set(&format!("pieces.{form}.promoted"), piece.to_string());
        d.set(&format!("pieces.{piece}.drops.form"), "either");
        d.set("hands.stock", piece.to_string());
    }),
    ("drops.forced", |d| {
        d.hands();
        let piece = d.piece();
        d.set(&format!("pieces.{piece}.drops.forced"), true);
    }),
    ("drops.colors", |d| {
        d.hands();
        let piece = d.piece();
        d.set(&format!("pieces.{piece}.drops.colors"), "different");
        d.set("hands.stock", piece.to_string());
    }),
    ("most", |d| {
        let (piece, more) = (d.piece(), d.number(0, 1));
        let now = d.start().to_uppercase().matches(piece).count() as i64 / 2;
        d.set(&format!("pieces.{piece}.most"), (now + more).max(1));
    }),
    ("marked", |d| {
        let (last, ranks) = (file(d.files - 1), d.ranks);
        let area = |start: String, squares: String| {
            Value::Table(Table::from_iter([
                ("start".to_owned(), start.into()),
                ("squares".to_owned(), squares.into()),
            ]))
        };
        let middle = d.files / 2;
        let (left, right) = (file(middle - 1), file(middle));
        let areas = vec![
            area(format!("a1:{left}{ranks}"), format!("{right}1:{last}{ranks}")),
            area(format!("{right}1:{last}{ranks}"), format!("a1:{left}{ranks}")),
        ];
        d.set("zone.wing.squares", Value::Array(areas));
        d.set("zone.wing.marked", format!("{right}1:{last}{ranks}"));
        let piece = d.piece();
        d.set(&format!("pieces.{piece}.in.wing"), "mN");
    }),
    // Rules.
    ("turn", |d| d.set("rules.turn", "one-move-per-square-color")),
    ("turn series", |d| {
        let key = d.one(&["moves", "first", "white", "black", "more"]);
        let (moves, more) = (d.number(1, 3), d.number(1, 2));
        d.set("rules.turn.moves", moves);
        d.set(&format!("rules.turn.{key}"), more);
        d.word("rules.turn.check", &["ends-turn", "last-move"]);
    }),
    ("walls", |d| {
        d.word("rules.walls.when", &["duck", "after-move"]);
        d.word("rules.walls.at", &["anywhere", "anywhere", "edge"]);
        d.set("pieces.K.royal", "none");
        d.set("rules.ends.lost.pieces", "K");
    }),
    ("walls instead", |d| {
        d.set("rules.walls.when", "instead-of-move");
        d.word("rules.walls.at", &["anywhere", "edge"]);
    }),
    ("pass", |d| d.word("rules.pass", &["always", "no-moves"])),
    ("capture", |d| d.set("rules.capture", "forced")),
    ("captor stays", |d| d.set("rules.captor", "stays")),
    ("captor explodes", |d| {
        d.set("rules.captor", "explodes");
        if d.chance(2) {
            let spared = d.piece();
            d.set("rules.spared", spared.to_string());
        }
        if d.chance(2) {
            let immune = d.piece_or_king();
            d.set("rules.immune", immune.to_string());
        }
        d.set("rules.ends.lost.pieces", "K");
    }),
    ("changes_side", |d| d.word("rules.changes_side", &["captures", "quiet", "always"])),
    ("checks", |d| d.word("rules.checks", &["mate-only", "forbidden"])),
    ("royals not-all", |d| {
        d.set("rules.royals", "not-all");
        d.second_king();
    }),
    ("royals last", |d| {
        d.set("rules.royals", "last");
        d.second_king();
    }),
    ("evasions", |d| d.set("rules.evasions", "no-flight")),
    ("royals by place", |d| {
        d.word("rules.royals", &["leftmost", "leftmost-own-rank"]);
        d.second_king();
    }),
    ("untraded", |d| {
        let piece = d.piece();
        d.set("rules.untraded", vec![piece.to_string()]);
        let guard = d.chance(2);
        d.set("rules.kings_guard", guard);
    }),
    ("untaken", |d| {
        let piece = d.piece();
        d.set("rules.untaken", piece.to_string());
    }),
    ("mate", |d| d.set("rules.mate", "wins")),
    ("mate by pieces", |d| {
        let pieces = [d.piece(), d.piece(), d.piece_or_king()].map(|role| role.to_string());
        if d.chance(2) {
            d.set("rules.mate.not_by", pieces[0].clone());
        }
        d.set("rules.mate.checked_by", pieces[1..].to_vec());
        d.word("rules.mate.result", &["loses", "wins"]);
    }),
    ("no_moves", |d| {
        let double = d.turns_by_color();
        d.word(
            "rules.no_moves",
            &["mover-loses", "mover-wins", "fewer-pieces-wins", "closes-color"][..if double { 4 } else { 3 }],
        );
    }),
    ("repetition", |d| {
        let count = d.number(2, 3);
        d.set("rules.repetition.count", count);
        let double = d.turns_by_color();
        let words = ["closes-color", "draw", "repeater-loses", "perpetual-check-loses"];
        d.word("rules.repetition.result", if double { &words[..1] } else { &words[1..] });
    }),
    ("move_limit", |d| {
        let limit = d.number(2, 6);
        d.set("rules.move_limit", limit);
    }),
    ("material_draw", |d| {
        let pieces = d.piece().to_string();
        d.set("rules.material_draw", vec![pieces]);
    }),
    ("draws", |d| match d.number(0, 2) {
        0 => {
            let (role, points) = (d.piece(), d.number(1, 9));
            d.set(&format!("rules.draws.points.{role}"), points);
            let more = d.number(0, 3);
            d.set("rules.draws.black_half_points", more);
            let limit = d.number(2, 6);
            d.set("rules.move_limit", limit);
        }
        _ => d.word("rules.draws", &["white-wins", "black-wins"]),
    }),
    ("grid", |d| d.word("rules.grid", &["a1:b2", "a1:c2", "b1:c2", "a1:b3"])),
    ("counting", |d| {
        let limits = [d.number(2, 9), d.number(2, 9), d.number(0, 5)];
        let role = d.piece();
        d.set("rules.counting.pawnless", limits[0]);
        d.set("rules.counting.bare.else", limits[1] + 3);
        d.set(&format!("rules.counting.bare.{role}"), limits[1]);
        d.set("rules.counting.with_pawns", limits[2]);
        d.word("rules.counting.from", &["zero", "pieces"]);
        let told = d.chance(2);
        d.set("rules.counting.in_fen", told);
        if told {
            let start = d.start().replace(" - 0 1", " 0 0 1");
            d.set("start", start);
        }
    }),
    ("castling", |d| {
        d.castle();
        let (a, h) = (file(d.files / 2 - 1), file(d.files - 2));
        d.set("rules.castling.king_to", vec![a, h]);
        let keeps = d.chance(2);
        d.set("rules.castling.keep_color", keeps);
    }),
    ("castling shuffled", |d| {
        d.castle();
        let (a, h, role) = (file(d.files / 2 - 1), file(d.files - 2), d.roles[0]);
        d.set("rules.castling.king_to", vec![a, h]);
        d.set("rules.castling.partner", role.to_string());
        d.set("rules.castling.shuffled", true);
        d.set("rules.shuffle.fixed", "K");
        d.set("rules.shuffle.protected", false);
    }),
    ("castling O", |d| {
        d.castle();
        d.add_moves('K', "O2");
    }),
    // Ends.
    ("reach", |d| {
        let (piece, squares) = (d.piece_or_king(), d.squares());
        d.set("rules.ends.reach.pieces", piece.to_string());
        d.set("rules.ends.reach.squares", squares);
        d.word("rules.ends.reach.seen", &["alike", "turned"]);
        d.word("rules.ends.reach.when", &["at-once", "answered", "held"]);
    }),
    ("lost", |d| {
        let pieces = [d.piece_or_king(), d.piece()];
        let roles = pieces[..if d.chance(2) { 1 } else { 2 }].iter().map(char::to_string);
        d.set("rules.ends.lost.pieces", roles.collect::<Vec<_>>());
        d.word("rules.ends.lost.how", &["one", "role", "all"]);
        d.word("rules.ends.lost.result", &["loses", "wins"]);
        if d.chance(3) {
            let number = d.number(1, 3);
            d.set("rules.ends.lost.enemy_has", number);
        }
    }),
    ("no king", |d| {
        d.set("pieces.K.royal", "none");
        d.set("rules.ends.lost.pieces", "K");
    }),
    ("ends.checks", |d| {
        let checks = d.number(1, 3);
        d.set("rules.ends.checks", checks);
    }),
    ("ends.bare", |d| d.word("rules.ends.bare", &["loses", "draws"])),
    ("ends.facing", |d| {
        d.set("rules.ends.facing", true);
        if d.chance(2) {
            d.set("rules.pass", "always");
        }
    }),
    ("ends.passes", |d| {
        d.word("rules.pass", &["always", "no-moves"]);
        d.set("rules.ends.passes", true);
    }),
    // Hands.
    ("hands", Draft::hands),
    ("hands forced", |d| {
        let stock = d.piece();
        d.set("hands.stock.white", stock.to_string());
        d.set("hands.stock.black", stock.to_string());
        d.set("hands.drops", "forced");
        d.word("hands.captured", &["captor", "owner", "nobody", "elsewhere"]);
    }),
    ("gates", |d| {
        let stock = [d.piece(), d.piece()];
        d.set("hands.stock", stock.iter().collect::<String>());
        d.set("hands.drops", "gates");
        d.set("hands.captured", "nobody");
    }),
    ("gates and drops", |d| {
        let stock = [d.piece(), d.piece()];
        d.set("hands.stock", stock.iter().collect::<String>());
        d.set("hands.drops", "also-by-gates");
        let gates = d.one(&["a1:e1", "a1:c1", "b1:d1"]);
        d.set("hands.gates", gates);
        d.word("hands.captured", &["captor", "owner", "nobody", "elsewhere"]);
    }),
    // Abilities of the notation.
    ("path", |d| {
        let paths: Vec<&str> = PATHS.iter().flat_map(|line| line.split(' ')).collect();
        let (piece, path) = (d.piece(), d.one(&paths));
        d.add_moves(piece, path);
    }),
    ("loan", |d| {
        let (piece, loan) = (d.piece(), d.one(&LOANS));
        d.add_moves(piece, loan);
    }),
    ("letters", |d| {
        let betza = d.one(&["dN", "mcdB", "kB", "tQ", "tR", "udR", "ucR", "utcB", "oR", "iN", "imR", "jR"]);
        let piece = d.piece_or_king();
        d.add_moves(piece, betza);
    }),
];

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
    roles: Vec<char>,
    table: Table,
}

impl Draft {
    fn new(seed: u64) -> Draft {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed ^ 0xC0DE);
        let &(files, ranks) =
            [(5, 5), (5, 6), (6, 6), (6, 7), (7, 6), (8, 8), (8, 6)].choose(&mut random).unwrap();
        let roles = ['A', 'B', 'C', 'D'][..random.random_range(2..=4)].to_vec();
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
    fn row(&mut self) -> Vec<char> {
        let king = self.files / 2;
        let role = |at: usize| if at == king { 'K' } else { *self.roles.choose(&mut self.random).unwrap() };
        (0..self.files).map(role).collect()
    }

    fn set_start(&mut self, row: &[char], rights: &str) {
        let pawn = if self.chance(6) { 'A' } else { 'P' };
        let pawns = |skip: bool| {
            if skip {
                format!("1{}", pawn.to_string().repeat(self.files - 1))
            } else {
                pawn.to_string().repeat(self.files)
            }
        };
        let first: String = row.iter().collect();
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
    fn add_moves(&mut self, piece: char, betza: &str) {
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
    fn promoting(&mut self) -> char {
        let piece = if self.chance(2) { 'P' } else { self.piece() };
        if self.table["pieces"][piece.to_string()].get("promotes").is_none() {
            let to: Vec<String> =
                self.roles.iter().filter(|&&role| role != piece).map(char::to_string).collect();
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
    fn new_piece(&mut self) -> char {
        let role = ['E', 'F', 'G', 'H']
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
            start.replace_range(at - 1..at, &king.to_string());
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
    fn piece(&mut self) -> char {
        if self.chance(4) { 'P' } else { *self.roles.choose(&mut self.random).unwrap() }
    }

    fn piece_or_king(&mut self) -> char {
        if self.chance(3) { 'K' } else { self.piece() }
    }

    fn pawn(&mut self) -> char {
        if self.chance(5) { self.piece() } else { 'P' }
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
