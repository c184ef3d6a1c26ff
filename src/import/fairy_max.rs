//! Fairy-Max's `fmax.ini`: games whose pieces are lists of steps.
//!
//! A step is a number on a board sixteen squares wide, as the program sees it from White's side, and a code
//! in hexadecimal that says what happens on the way. The file itself documents them. Codes that only make
//! sense together, as for its bent sliders, are read where they make a piece that has a notation.

use toml::{Table, Value as Toml};

use super::draft::{Draft, roles, table};
use super::region::{Board, Region};
use super::steps::{Moves, Range, Step};
use super::{Imported, Note, name_of};
use crate::rules::geometry::Color;
use crate::rules::letter::Letter;

/// The games of a file.
pub(super) fn games(text: &str) -> Vec<Imported> {
    let lines: Vec<(usize, &str)> =
        text.lines().enumerate().map(|(index, line)| (index + 1, line.trim())).collect();
    let starts = lines.iter().enumerate().filter(|(_, (_, line))| line.starts_with("Game:"));
    let mut games: Vec<Imported> = Vec::new();
    for (index, &(number, header)) in starts {
        let title = header.trim_start_matches("Game:").split('#').next().unwrap_or_default().trim();
        let mut game = Game { refused: Vec::new(), pieces: Vec::new() };
        let rest: Vec<(usize, &str)> =
            lines[index + 1..].iter().copied().take_while(|(_, line)| !line.starts_with("Game:")).collect();
        let text = game.file(title, number, &rest);
        let mut name = name_of(title);
        if games.iter().any(|known| known.name == name) {
            name = format!("{name}-{number}");
        }
        let file = if game.refused.is_empty() { Ok(text) } else { Err(game.refused) };
        games.push(Imported { name, line: number, file, notes: Vec::new() });
    }
    games
}

/// A line of a piece.
struct Piece {
    line: usize,
    letter: char,
    value: i32,
    steps: Vec<Ray>,
}

/// A step and its code.
struct Ray {
    vector: i32,
    code: u32,
    second: Option<i32>,
}

struct Game {
    refused: Vec<Note>,
    /// By number, from 1.
    pieces: Vec<Piece>,
}

/// The number of the pawns of a side.
fn pawn(color: Color) -> usize {
    color.index() + 1
}

/// The number of the piece that pawns promote to.
const QUEEN: usize = 7;
/// A value for a piece whose loss loses the game.
const ROYAL: i32 = -1;

impl Game {
    fn refuse(&mut self, line: usize, text: impl Into<String>) {
        self.refused.push(Note::new(line, text));
    }

    /// Writes the file of a game. `lines` are those after its header.
    fn file(&mut self, title: &str, header: usize, lines: &[(usize, &str)]) -> String {
        let numbers = |text: &str| -> Vec<usize> {
            text.split_whitespace().map_while(|word| word.parse().ok()).collect()
        };
        let [(at, size), (_, white), (_, black), pieces @ ..] = lines else {
            self.refuse(header, "expected a size and the pieces of both sides after it");
            return String::new();
        };
        let Some((board, zone)) = size_of(size) else {
            self.refuse(*at, format!("expected a size of the board like `8x8` or `8x8=3`, found `{size}`"));
            return String::new();
        };
        for &(line, text) in pieces {
            let Some(piece) = self.piece(line, text) else { break };
            self.pieces.push(piece);
        }
        let arrays = [numbers(white), numbers(black)];
        let unknown = arrays.iter().flatten().any(|&number| number > self.pieces.len());
        if self.pieces.len() < 3 || unknown || arrays.iter().any(|array| array.len() > board.files.into()) {
            self.refuse(header, "expected piece types for all numbers of the setup");
            return String::new();
        }
        let mut draft = Draft { title: title.to_string(), ..Draft::default() };
        let types = self.types(&arrays);
        draft.start = start(board, zone, &arrays, &types);
        let castles = types.iter().any(|kind| kind.betza.contains('O'));
        draft.start.push_str(if castles { " w KQkq - 0 1" } else { " w - - 0 1" });
        for kind in &types {
            self.write(kind, &types, board, zone, &mut draft);
        }
        if !castles {
            draft.rules.insert("castling".into(), Toml::from("none"));
        }
        draft.text(&[])
    }

    /// Reads the line of a piece; `None` if it is none.
    fn piece(&mut self, line: usize, text: &str) -> Option<Piece> {
        let (letter, rest) = text.split_once(':')?;
        let letter = letter.trim().chars().next().filter(|_| letter.trim().len() == 1)?.to_ascii_uppercase();
        let mut words = rest.split_whitespace();
        let value = words.next()?.parse().ok()?;
        let mut steps = Vec::new();
        for word in words {
            let mut parts = word.split(',');
            let vector = parts.next().and_then(|part| part.parse().ok());
            let code = parts.next().and_then(|part| u32::from_str_radix(part, 16).ok());
            let (Some(vector), Some(code)) = (vector, code) else {
                self.refuse(line, format!("expected a step and its code like `16,7`, found `{word}`"));
                continue;
            };
            steps.push(Ray { vector, code, second: parts.next().and_then(|part| part.parse().ok()) });
        }
        Some(Piece { line, letter, value, steps })
    }

    /// The piece types: one for each number, or one for two numbers of which each side has one and that move
    /// alike.
    fn types(&mut self, arrays: &[Vec<usize>; 2]) -> Vec<Kind> {
        let mut found: Vec<Kind> = Vec::new();
        for color in Color::ALL {
            let own = &arrays[color.index()];
            let queen = Some(QUEEN).filter(|&queen| self.pieces.len() >= queen);
            let numbers = [pawn(color)].into_iter().chain(own.iter().copied()).chain(queen);
            let mut numbers: Vec<usize> = numbers.filter(|&number| number > 0).collect();
            numbers.sort_unstable();
            numbers.dedup();
            for number in numbers {
                let betza = self.moves(number, color);
                let Piece { letter, value, .. } = self.pieces[number - 1];
                let same = |kind: &&mut Kind| {
                    kind.numbers[color.index()].is_none()
                        && (kind.letter, kind.value, &kind.betza) == (letter, value, &betza)
                };
                if let Some(kind) = found.iter_mut().find(same) {
                    kind.numbers[color.index()] = Some(number);
                    continue;
                }
                let free = |role: &Letter| found.iter().all(|kind| kind.role != *role);
                let Some(role) = [Letter::plain(letter)].into_iter().chain(Letter::alphabet()).find(free)
                else {
                    self.refuse(self.pieces[number - 1].line, "more than 52 piece types");
                    break;
                };
                let mut numbers = [None; 2];
                numbers[color.index()] = Some(number);
                found.push(Kind { role, letter, value, betza, numbers });
            }
        }
        found
    }

    /// The moves of a piece as a side makes them.
    fn moves(&mut self, number: usize, color: Color) -> String {
        let Piece { line, letter, ref steps, .. } = self.pieces[number - 1];
        let mut moves = Moves::default();
        let (mut bent, mut castling, mut unread) = (Vec::new(), None, Vec::new());
        for ray in steps {
            let step = step(ray.vector, color);
            let second = ray.second.unwrap_or_else(|| match ray.code >> 12 {
                0 => ray.vector,
                // The higher digits toggle bits of the step; the sign is the highest.
                _ => ray.vector ^ (ray.code.cast_signed() >> 12),
            });
            let onward = self::step(second, color);
            let cylinder = if ray.code & 0xF00 == 0x100 { "o" } else { "" };
            let straight = step == onward;
            let sum = (step.0 + onward.0, step.1 + onward.1);
            let purpose = |bits: u32| match bits & 3 {
                1 => "c",
                2 => "m",
                _ => "",
            };
            let is_diagonal_capture = letter == 'P' && ray.code & 7 == 5;
            match ray.code & 0xFF {
                // Pawns capture en passant as they capture.
                5 if is_diagonal_capture => moves.add(&format!("ce{cylinder}"), step, Range::Once),
                bits @ 5..=7 => moves.add(&format!("{}{cylinder}", purpose(bits)), step, Range::Once),
                bits @ 1..=3 if straight => {
                    moves.add(&format!("{}{cylinder}", purpose(bits)), step, Range::Unlimited);
                }
                3 => bent.push((step, onward)),
                bits @ 0x41..=0x43 if straight => {
                    let times = 2 + u8::try_from(ray.code >> 10 & 3).unwrap_or(0);
                    moves.add(purpose(bits), step, Range::Times(times));
                }
                0xBA => {
                    moves.add("m", step, Range::Unlimited);
                    moves.add("cp", step, Range::Unlimited);
                }
                0xF8 => moves.add("g", step, Range::Unlimited),
                bits @ (0x50 | 0x60 | 0x70) if ray.code & 0xF00 == 0 => {
                    moves.add(&format!("{}n", purpose(bits >> 4)), sum, Range::Once);
                }
                0x24 => moves.add("imn", sum, Range::Once),
                0x34 => castling = Some(sum.1.unsigned_abs()),
                0xE4 => moves.add("im", sum, Range::Once),
                0xF4 => moves.add("i", sum, Range::Once),
                _ => unread.push(format!("`{},{:X}`", ray.vector, ray.code)),
            }
        }
        let mut text = moves.text();
        match bent_slider(&bent) {
            Some(slider) => text.push_str(slider),
            None => unread.extend(bent.iter().map(|_| "a bent slider".to_string())),
        }
        if let Some(distance) = castling {
            text.push('O');
            text.push_str(&distance.to_string());
        }
        if let Some(first) = unread.first() {
            self.refuse(line, format!("the piece {letter} has {first}, which cannot be expressed"));
        }
        text
    }

    fn write(&mut self, kind: &Kind, types: &[Kind], board: Board, zone: Zone, draft: &mut Draft) {
        let mut entry = table([("betza", Toml::from(kind.betza.as_str()))]);
        if kind.role != kind.letter {
            entry.insert("letters".into(), Toml::from(kind.letter.to_string()));
        }
        if kind.value == ROYAL {
            entry.insert("royal".into(), Toml::from("check"));
        } else if kind.value < 0 {
            let line = kind.numbers.iter().flatten().next().map_or(0, |&number| self.pieces[number - 1].line);
            self.refuse(line, format!("a royal piece of the value {}, by rules of its own", kind.value));
        }
        let is_pawn = Color::ALL.iter().any(|&color| kind.numbers[color.index()] == Some(pawn(color)));
        if is_pawn {
            let targets = |color: Color| -> Vec<Letter> {
                let mine = types.iter().filter(|other| {
                    let number = other.numbers[color.index()];
                    number.is_some_and(|number| number > 2) && other.value > 0 && other.value % 10 != 3
                });
                mine.map(|other| other.role).collect()
            };
            let last = Region::all(board).filter(|(_, rank)| rank + zone.depth >= board.ranks);
            let mut promotes = Table::new();
            let [white, black] = Color::ALL.map(targets);
            if white == black || kind.numbers[1].is_none() {
                promotes.insert("to".into(), roles(white));
            } else if kind.numbers[0].is_none() {
                promotes.insert("to".into(), roles(black));
            } else {
                promotes.insert("white".into(), roles(white));
                promotes.insert("black".into(), roles(black));
            }
            promotes.insert("squares".into(), Toml::from(last.text()));
            entry.insert("promotes".into(), Toml::Table(promotes));
        } else if kind.value > 0 {
            entry.insert("value".into(), Toml::from(i64::from(kind.value)));
        }
        draft.pieces.push((kind.role, entry));
    }
}

/// A piece type of the file that is written.
struct Kind {
    role: Letter,
    letter: char,
    value: i32,
    betza: String,
    /// Its number for each side that has it.
    numbers: [Option<usize>; 2],
}

/// Where pawns start, from 0, and how many ranks their promotion zone has.
#[derive(Clone, Copy)]
struct Zone {
    pawns: u8,
    depth: u8,
}

/// Reads `8x8`, `8x8=3` (pawns start on the third rank and promote on the last three) or `8x8=-2` (pawns
/// start on the third rank).
fn size_of(text: &str) -> Option<(Board, Zone)> {
    let text = text.split_whitespace().next()?;
    let (size, zone) = text.split_once('=').unwrap_or((text, "1"));
    let (files, ranks) = size.split_once('x')?;
    let board = Board { files: files.parse().ok()?, ranks: ranks.parse().ok()? };
    let zone: i8 = zone.parse().ok()?;
    let (pawns, depth) = match zone {
        1 => (1, 1),
        2.. => (zone.unsigned_abs() - 1, zone.unsigned_abs()),
        _ => (zone.unsigned_abs(), 1),
    };
    let fits = (1..=16).contains(&board.files) && (4..=16).contains(&board.ranks) && pawns < board.ranks / 2;
    fits.then_some((board, Zone { pawns, depth }))
}

/// A vector on the board of sixteen files as a step of a side. White's forward is -16.
fn step(vector: i32, color: Color) -> Step {
    let down = vector.saturating_add(8).div_euclid(16);
    let right = vector - 16 * down;
    // Numbers of any size may be written. These are beyond every board, and so are the sums of two.
    let small = |number: i32| i8::try_from(number.clamp(-63, 63)).unwrap_or(63);
    match color {
        Color::White => (small(-down), small(right)),
        Color::Black => (small(down), small(-right)),
    }
}

/// The notation of bent sliders: a step, then a line to either side.
fn bent_slider(rays: &[(Step, Step)]) -> Option<&'static str> {
    if rays.is_empty() {
        return Some("");
    }
    let product = |one: i8, other: i8| i32::from(one) * i32::from(other);
    let outward = |&((a, b), (c, d)): &(Step, Step)| product(a, c) + product(b, d) > 0;
    let is_diagonal = |(a, b): Step| a.abs() == 1 && b.abs() == 1;
    let is_orthogonal = |(a, b): Step| a == 0 || b == 0;
    let diagonal = rays.iter().all(|&(step, onward)| is_diagonal(step) && is_orthogonal(onward));
    let orthogonal = rays.iter().all(|&(step, onward)| is_orthogonal(step) && is_diagonal(onward));
    match rays.len() == 8 && rays.iter().all(outward) {
        true if diagonal => Some("FyafsF"),
        true if orthogonal => Some("WyafsW"),
        _ => None,
    }
}

/// The placement of a FEN in roles.
fn start(board: Board, zone: Zone, arrays: &[Vec<usize>; 2], types: &[Kind]) -> String {
    let role = |color: Color, number: usize| {
        let kind = types.iter().find(|kind| kind.numbers[color.index()] == Some(number));
        kind.map_or('?'.into(), |kind| kind.role).of(color)
    };
    let row = |color: Color| {
        let array = &arrays[color.index()];
        let mut row: String =
            array.iter().map(|&number| if number == 0 { '1'.into() } else { role(color, number) }).collect();
        let missing = usize::from(board.files) - array.len();
        if missing > 0 {
            row.push_str(&missing.to_string());
        }
        row
    };
    let rows = (0..board.ranks).rev().map(|rank| {
        let pawns = |color: Color| role(color, pawn(color)).to_string().repeat(board.files.into());
        match rank {
            0 => row(Color::White),
            _ if rank == board.ranks - 1 => row(Color::Black),
            _ if rank == zone.pawns => pawns(Color::White),
            _ if rank == board.ranks - 1 - zone.pawns => pawns(Color::Black),
            _ => board.files.to_string(),
        }
    });
    rows.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::betza::Movement;

    #[test]
    fn steps_become_notation() {
        for (line, betza) in [
            ("n:259 14,7 31,7 33,7 18,7 -14,7 -31,7 -33,7 -18,7", "N"),
            ("R:444 1,3 16,3 -1,3 -16,3", "R"),
            ("C:400 1,BA 16,BA -1,BA -16,BA", "mRcpR"),
            ("G:200 1,F8 16,F8 15,F8 17,F8 -1,F8 -16,F8 -15,F8 -17,F8", "gQ"),
            ("N:5 16,1070 16,1F070 1,10070 1,FFFF0070 -16,1070 -16,1F070 -1,10070 -1,FFFF0070", "nN"),
            ("E:1 15,70 17,70 -15,70 -17,70", "nA"),
            ("D:375 1,443 16,443 -1,443 -16,443", "R3"),
            (
                "G:830 17,1003 15,1F003 -15,1003 -17,1F003 17,10003 -15,FFFF0003 -17,10003 15,FFFF0003",
                "FyafsF",
            ),
            ("s:300 15,7 17,7 -15,7 -17,7 -16,7", "FfW"),
            ("p:74 -16,24 -16,6 -15,5 -17,5", "mfWcefFimfnD"),
            ("S:500 1,2 16,2 15,2 17,2 -1,2 -16,2 -15,2 -17,2", "mQ"),
        ] {
            let mut game = Game { refused: Vec::new(), pieces: Vec::new() };
            let piece = game.piece(1, line).unwrap();
            game.pieces.push(piece);
            let text = game.moves(1, Color::White);
            assert!(game.refused.is_empty(), "{line}: {:?}", game.refused);
            assert!(Movement::read(&text).unwrap().is_same_as(betza), "{line}: {text}");
        }
    }

    #[test]
    fn steps_beyond_any_board_do_no_harm() {
        for step in ["2040,24", "-2040,24", "1,7FFFF024", "2147483647,F4"] {
            let mut game = Game { refused: Vec::new(), pieces: Vec::new() };
            let Some(piece) = game.piece(1, &format!("x:1 {step}")) else { continue };
            game.pieces.push(piece);
            for color in Color::ALL {
                game.moves(1, color);
            }
        }
    }
}
