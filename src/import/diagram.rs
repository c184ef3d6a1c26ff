//! Interactive Diagrams: a definition as a variant file.
//!
//! A definition has a line for each parameter, `files=10`, and one for each piece type,
//! `name:id:moves:image:squares:squares of Black`. Missing fields have defaults: the id is a letter of the
//! name, and moves and image are those of the name.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value as Toml};

use super::Note;
use super::draft::{Draft, roles, table};
use super::region::{Board, Place, Region, number_of_file};
use crate::rules::betza::{Movement, Wing, standard};
use crate::rules::geometry::Color;
use crate::rules::letter::Letter;

/// Parameters that only concern how the diagram looks.
const LOOKS: &[&str] = &[
    "graphicsdir",
    "graphicstype",
    "squaresize",
    "whiteprefix",
    "blackprefix",
    "satellite",
    "theme",
    "lightshade",
    "darkshade",
    "oddshade",
    "rimcolor",
    "coordcolor",
    "borders",
    "border",
    "usemarkers",
    "newclick",
    "firstrank",
    "startshade",
    "trackpieces",
    "rimshade",
    "scale",
    "showkey",
    "coords",
    "rotate",
    "flip",
    "useai",
    "hints",
];

/// Whether a line defines a piece type.
pub(super) fn is_piece(line: &str) -> bool {
    let mut fields = line.split(':');
    let (Some(name), Some(_), Some(_), Some(_), Some(_)) =
        (fields.next(), fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return false;
    };
    let name = name.trim();
    !name.is_empty()
        && name.chars().all(|c| c.is_alphanumeric() || " '-+()./".contains(c))
        && !line.contains("://")
        && fields.count() <= 2
}

/// A piece type of a diagram.
struct Piece {
    line: usize,
    name: String,
    id: String,
    moves: String,
    white: Vec<Place>,
    black: Option<Vec<Place>>,
    /// How many each side has in hand.
    in_hand: Option<u8>,
    role: Letter,
}

/// The title of a diagram if it has one, and its variant file or what cannot be expressed.
pub(super) fn file(text: &str, notes: &mut Vec<Note>) -> (Option<String>, Result<String, Vec<Note>>) {
    let mut diagram = Diagram::read(text);
    let title = diagram.take("title").or_else(|| diagram.take("name")).map(|(value, _)| value);
    let mut draft = Draft { title: title.clone().unwrap_or_else(|| "Diagram".into()), ..Draft::default() };
    diagram.write(&mut draft);
    notes.append(&mut diagram.notes);
    if diagram.refused.is_empty() {
        let lines: Vec<String> = notes.iter().map(|note| format!("Left out: {}.", note.text)).collect();
        (title, Ok(draft.text(&lines)))
    } else {
        (title, Err(diagram.refused))
    }
}

/// A definition while it is turned into a file.
struct Diagram {
    parameters: BTreeMap<String, (String, usize)>,
    pieces: Vec<Piece>,
    holes: Region,
    notes: Vec<Note>,
    refused: Vec<Note>,
}

impl Diagram {
    fn read(text: &str) -> Diagram {
        let mut diagram = Diagram {
            parameters: BTreeMap::new(),
            pieces: Vec::new(),
            holes: Region::default(),
            notes: Vec::new(),
            refused: Vec::new(),
        };
        let lines = || text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
        for (number, line) in lines() {
            if let Some((key, value)) = line.split_once('=').filter(|(key, _)| !key.contains(':')) {
                let key = key.trim().to_ascii_lowercase();
                diagram.parameters.insert(key, (value.trim().to_string(), number));
            }
        }
        let board = diagram.board();
        for (number, line) in lines().filter(|(_, line)| is_piece(line)) {
            diagram.piece(number, line, board);
        }
        for (number, line) in lines().filter(|(_, line)| line.contains(':') && !is_piece(line)) {
            if !line.contains('=') && !line.starts_with("//") {
                diagram.notes.push(Note::new(number, format!("`{line}`, which is no piece")));
            }
        }
        diagram
    }

    fn take(&mut self, key: &str) -> Option<(String, usize)> {
        self.parameters.remove(key)
    }

    fn number(&self, key: &str) -> Option<u8> {
        self.parameters.get(key)?.0.parse().ok()
    }

    fn board(&self) -> Board {
        let size = |key| self.number(key).filter(|size| (1..=26).contains(size)).unwrap_or(8);
        Board { files: size("files"), ranks: size("ranks") }
    }

    fn refuse(&mut self, line: usize, text: impl Into<String>) {
        self.refused.push(Note::new(line, text));
    }

    /// Reads a line of a piece type, or of holes.
    fn piece(&mut self, line: usize, text: &str, board: Board) {
        let fields: Vec<&str> = text.split(':').map(str::trim).collect();
        let field = |index: usize| fields.get(index).copied().unwrap_or_default();
        let (name, id, moves) = (field(0), field(1), field(2));
        let mut in_hand = None;
        let mut squares = |text: &str| -> Vec<Place> {
            let mut found = Vec::new();
            for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
                if let Ok(count) = word.parse::<u8>() {
                    in_hand = Some(count);
                    continue;
                }
                match places(word, self.firstrank(), board) {
                    Some(places) => found.extend(places),
                    None => self.refused.push(Note::new(
                        line,
                        format!("expected squares of this board like `b1,g1` or `a2-h2`, found `{word}`"),
                    )),
                }
            }
            found
        };
        let white = squares(field(4));
        let black = Some(field(5)).filter(|text| text.chars().any(char::is_alphabetic)).map(&mut squares);
        if field(5).parse::<u8>().is_ok() {
            squares(field(5));
        }
        if name.eq_ignore_ascii_case("hole") {
            self.holes = self.holes.places().chain(white).chain(black.unwrap_or_default()).collect();
            return;
        }
        let taken: Vec<Letter> = self.pieces.iter().map(|piece| piece.role).collect();
        let free = |c: &Letter| c.base().is_ascii_uppercase() && !taken.contains(c);
        let wanted = Letter::read(id).into_iter().chain(id.chars().chain(name.chars()).map(Letter::plain));
        let Some(role) = wanted.map(Letter::upper).chain(Letter::alphabet()).find(free) else {
            return self.refuse(line, "more than 52 piece types");
        };
        let moves = match (moves.is_empty(), standard(name)) {
            (false, _) => moves.to_string(),
            (true, Some(moves)) => moves.to_string(),
            (true, None) => {
                self.refuse(line, format!("`{name}` has no moves, and Fibnif knows no piece of that name"));
                String::new()
            }
        };
        let (name, id) = (name.to_string(), id.to_string());
        self.pieces.push(Piece { line, name, id, moves, white, black, in_hand, role });
    }

    fn firstrank(&self) -> u8 {
        self.number("firstrank").unwrap_or(1)
    }

    fn write(&mut self, draft: &mut Draft) {
        if self.pieces.is_empty() {
            return self.refuse(0, "a diagram without pieces");
        }
        let board = self.board();
        self.start(draft, board);
        let royal = self.royals();
        let promotion = self.promotion(board);
        self.hands(draft);
        self.rules(draft);
        let mut castles = false;
        for index in 0..self.pieces.len() {
            let mut entry = Table::new();
            let piece = &self.pieces[index];
            entry.insert("name".into(), Toml::from(capital(&piece.name)));
            let letter = Letter::all(&piece.id).next().filter(|letter| letter.base().is_ascii_uppercase());
            if letter.is_some_and(|letter| letter != piece.role) {
                entry.insert("letters".into(), Toml::from(letter.unwrap_or(piece.role).to_string()));
            }
            let line = piece.line;
            let moves = piece.moves.clone();
            match self.moves(&moves, line) {
                Ok(text) => {
                    castles |= text.contains('O');
                    entry.insert("betza".into(), Toml::from(text));
                }
                Err(()) => continue,
            }
            if royal.contains(&index) {
                entry.insert("royal".into(), Toml::from("check"));
            }
            entry.extend(
                promotion.get(&index).map(|table| ("promotes".to_string(), Toml::Table(table.clone()))),
            );
            draft.pieces.push((self.pieces[index].role, entry));
        }
        let castling =
            if castles { Toml::Table(table([("partner", Toml::from("corner"))])) } else { "none".into() };
        if !castles {
            draft.rules.insert("castling".into(), castling);
        }
        let unread: Vec<(String, (String, usize))> =
            std::mem::take(&mut self.parameters).into_iter().collect();
        for (key, (value, line)) in unread {
            if !LOOKS.contains(&key.as_str()) && !["files", "ranks", "symmetry"].contains(&key.as_str()) {
                self.notes.push(Note::new(line, format!("`{key}={value}`")));
            }
        }
    }

    /// The moves of a piece as Fibnif reads them.
    fn moves(&mut self, text: &str, line: usize) -> Result<String, ()> {
        match Movement::read(text) {
            Ok(_) => Ok(text.to_string()),
            Err(error) => {
                self.refuse(line, format!("`{text}`: {error}"));
                Err(())
            }
        }
    }

    /// The starting position.
    fn start(&mut self, draft: &mut Draft, board: Board) {
        let symmetry =
            self.parameters.get("symmetry").map_or("mirror", |(value, _)| value.as_str()).to_string();
        let reflected = |(file, rank): Place| match symmetry.as_str() {
            "none" => None,
            "rotate" => Some((board.files - 1 - file, board.ranks - 1 - rank)),
            _ => Some((file, board.ranks - 1 - rank)),
        };
        let mut cells: BTreeMap<Place, Letter> =
            self.holes.places().map(|place| (place, Letter::plain('*'))).collect();
        for piece in &self.pieces {
            let black = match &piece.black {
                Some(black) => black.clone(),
                None => piece.white.iter().copied().filter_map(reflected).collect(),
            };
            let own = piece.white.iter().map(|&place| (place, piece.role));
            cells.extend(own.chain(black.into_iter().map(|place| (place, piece.role.lower()))));
        }
        let mut rows = Vec::new();
        for rank in (0..board.ranks).rev() {
            let (mut row, mut empty) = (String::new(), 0);
            for file in 0..board.files {
                match cells.get(&(file, rank)) {
                    None => empty += 1,
                    Some(&c) => {
                        if empty > 0 {
                            row.push_str(&std::mem::take(&mut empty).to_string());
                        }
                        row.extend([c]);
                    }
                }
            }
            if empty > 0 {
                row.push_str(&empty.to_string());
            }
            rows.push(row);
        }
        draft.start = format!("{} w {} - 0 1", rows.join("/"), self.rights(reflected));
    }

    /// The castling rights of the pieces on the board that castle.
    fn rights(&self, reflected: impl Fn(Place) -> Option<Place>) -> String {
        let mut rights = BTreeSet::new();
        for piece in &self.pieces {
            let castles = Movement::read(&piece.moves).map(|movement| movement.castles).unwrap_or_default();
            let mirrored = piece.white.iter().any(|&place| reflected(place).is_some());
            let present =
                [!piece.white.is_empty(), piece.black.as_ref().map_or(mirrored, |it| !it.is_empty())];
            for color in Color::ALL.into_iter().filter(|color| present[color.index()]) {
                // Each side has its king side on the other hand.
                let king_side = if color == Color::White { Wing::Right } else { Wing::Left };
                rights.extend(
                    castles.iter().map(|leg| color.case(if leg.wing == king_side { 'K' } else { 'Q' })),
                );
            }
        }
        if rights.is_empty() { "-".into() } else { rights.into_iter().collect() }
    }

    /// The indices of the royal pieces: those the diagram names by number, letter or name, or the king.
    fn royals(&mut self) -> Vec<usize> {
        let Some((value, line)) = self.take("royal") else {
            let king = |piece: &Piece| piece.name.eq_ignore_ascii_case("king");
            return self.pieces.iter().position(king).into_iter().collect();
        };
        let mut found = Vec::new();
        for word in value.split([',', ' ']).filter(|word| !word.is_empty()) {
            match self.find(word) {
                Some(index) => found.push(index),
                None => self.refuse(line, format!("`royal={value}`: there is no piece `{word}`")),
            }
        }
        found
    }

    /// The piece of a number from 1, an id or a name.
    fn find(&self, word: &str) -> Option<usize> {
        let number = word.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        if let Some(index) = number.filter(|index| *index < self.pieces.len()) {
            return Some(index);
        }
        self.pieces.iter().position(|piece| {
            piece.id == word || piece.name.eq_ignore_ascii_case(word) || piece.role.to_string() == word
        })
    }

    /// What each piece promotes to, by its index.
    fn promotion(&mut self, board: Board) -> BTreeMap<usize, Table> {
        let depth = self.number("promozone").unwrap_or(1);
        let most = usize::from(self.number("maxpromote").unwrap_or(1));
        let offset = self.number("promooffset").map(usize::from);
        let choice = self.take("promochoice");
        for key in ["promozone", "maxpromote", "promooffset"] {
            self.take(key);
        }
        let zone = self.zone(board.ranks.saturating_sub(depth), board);
        let last = self.zone(board.ranks - 1, board);
        let mut found = BTreeMap::new();
        for index in 0..most.min(self.pieces.len()) {
            if zone.is_empty() {
                break;
            }
            if let Some(offset) = offset {
                let Some(to) = self.pieces.get(index + offset).map(|piece| piece.role) else { continue };
                found.insert(
                    index,
                    table([
                        ("to", roles([to])),
                        ("squares", Toml::from(zone.text())),
                        ("forced", Toml::from(false)),
                        ("leaving", Toml::from(zone.text())),
                    ]),
                );
                continue;
            }
            let mut to = Vec::new();
            if let Some((ids, line)) = &choice {
                for id in Letter::all(ids).filter(|id| id.base().is_ascii_alphabetic()) {
                    match self.find(&id.upper().to_string()) {
                        Some(target) => to.push(self.pieces[target].role),
                        None => self.refuse(*line, format!("`promoChoice`: there is no piece `{id}`")),
                    }
                }
            } else {
                let others = self.pieces.iter().skip(most);
                let others = others.filter(|piece| !piece.name.eq_ignore_ascii_case("king"));
                to.extend(others.map(|piece| piece.role));
            }
            if to.is_empty() {
                continue;
            }
            let mut promotes = table([("to", roles(to)), ("squares", Toml::from(last.text()))]);
            if depth > 1 {
                let before = zone.without(&last);
                promotes.insert("optional".into(), Toml::from(before.text()));
            }
            found.insert(index, promotes);
        }
        found
    }

    /// The squares of the ranks from one on that are no holes.
    fn zone(&self, from: u8, board: Board) -> Region {
        Region::all(board).without(&self.holes).filter(|(_, rank)| rank >= from)
    }

    fn hands(&mut self, draft: &mut Draft) {
        let holdings = self.take("holdings");
        let kept = holdings.is_some_and(|(value, _)| value != "0");
        let stock: String = self
            .pieces
            .iter()
            .flat_map(|piece| std::iter::repeat_n(piece.role, usize::from(piece.in_hand.unwrap_or(0))))
            .collect();
        if kept || !stock.is_empty() {
            draft.hands = table([("captured", Toml::from(if kept { "captor" } else { "nobody" }))]);
            if !stock.is_empty() {
                draft.hands.insert("stock".into(), Toml::from(stock));
            }
        }
    }

    fn rules(&mut self, draft: &mut Draft) {
        if let Some((value, line)) = self.take("stalemate") {
            match value.to_ascii_lowercase().as_str() {
                "win" | "won" => drop(draft.rules.insert("no_moves".into(), Toml::from("mover-loses"))),
                "loss" | "lose" | "lost" => {
                    drop(draft.rules.insert("no_moves".into(), Toml::from("mover-wins")));
                }
                "draw" => {}
                _ => self.refuse(line, format!("`stalemate={value}`: expected win, loss or draw")),
            }
        }
        if let Some((value, line)) = self.take("baring") {
            match value.to_ascii_lowercase().as_str() {
                "0" | "no" | "none" => {}
                "draw" => self.refuse(line, "`baring=draw`: a bare king that draws"),
                _ => {
                    let ends = table([("bare", Toml::from(true))]);
                    draft.rules.insert("ends".into(), Toml::Table(ends));
                }
            }
        }
        if let Some((value, line)) = self.take("shuffle") {
            self.notes.push(Note::new(line, format!("`shuffle={value}`: the game starts from the diagram")));
        }
    }
}

/// A name with a capital letter, as in `Iron General`.
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The squares of a word: `b1`, or `a2-h2` for all squares between two.
fn places(word: &str, first_rank: u8, board: Board) -> Option<Vec<Place>> {
    let place = |text: &str| {
        let mut letters = text.chars();
        let file = number_of_file(letters.next()?.to_ascii_lowercase())?;
        let rank = letters.as_str().parse::<u8>().ok()?.checked_sub(first_rank)?;
        (file < board.files && rank < board.ranks).then_some((file, rank))
    };
    let Some((from, to)) = word.split_once('-') else { return Some(vec![place(word)?]) };
    let (from, to) = (place(from)?, place(to)?);
    let files = from.0.min(to.0)..=from.0.max(to.0);
    let ranks = from.1.min(to.1)..=from.1.max(to.1);
    Some(ranks.flat_map(|rank| files.clone().map(move |file| (file, rank))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::region::name;

    #[test]
    fn a_line_of_five_fields_is_a_piece() {
        for line in ["pawn::::a2-h2", "king::KisO2::e1", "Lion:::::2", "knight:N:N:knight:b1,g1:b8"] {
            assert!(is_piece(line), "{line}");
        }
        for line in ["files=8", "title = \"a:b:c:d:e\"", "https://a:b:c:d", "a:b", "[a:b]"] {
            assert!(!is_piece(line), "{line}");
        }
        assert_eq!(name(places("b2-c3", 1, Board { files: 8, ranks: 8 }).unwrap()[3]), "c3");
    }
}
