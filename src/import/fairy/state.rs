//! The rules of a game in Fairy-Stockfish's terms, as its files change them entry by entry.

use std::collections::{BTreeMap, BTreeSet};

use super::types::TypeId;
use crate::import::Note;
use crate::import::ini::Entry;
use crate::import::region::{Board, Place, Region, number_of_file};
use crate::rules::geometry::Color;

/// A value for each side, White's first.
pub(super) type Sides<T> = [T; 2];
/// A set of piece types.
pub(super) type Types = BTreeSet<TypeId>;

/// A result for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Win,
    Loss,
    Draw,
    None,
}

/// The rules.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub board: Board,
    /// The letter of each piece type of the game, in lower case.
    pub letters: BTreeMap<TypeId, char>,
    /// The moves of the file's own types, and of the king if the file says them.
    pub moves: BTreeMap<TypeId, String>,
    /// Names of squares; they are read when the size of the board is known.
    pub mobility: BTreeMap<(TypeId, Color), String>,
    regions: BTreeMap<String, String>,
    pub start: String,
    pub promotion_pawns: Sides<Types>,
    pub promotes_to: Sides<Types>,
    pub promotion_limit: BTreeMap<TypeId, u8>,
    pub promoted: BTreeMap<TypeId, TypeId>,
    pub en_passant: Sides<Types>,
    pub castling_king: Option<TypeId>,
    pub castling_rooks: Sides<Types>,
    pub drop_no_doubled: Option<TypeId>,
    pub flag_piece: Sides<Option<TypeId>>,
    /// `None` stands for all pieces together.
    pub extinction: BTreeSet<Option<TypeId>>,
    /// What no explosion removes.
    pub blast_immune: Types,
    pub petrified: Types,
    /// What never captures its own type.
    pub mutually_immune: Types,
    /// What must be dropped first; `None` for any piece.
    pub must_drop: Option<TypeId>,
    /// All other keys with their values, and the lines of those that the file itself has.
    plain: BTreeMap<String, (String, usize)>,
}

/// The regions and what they are without a word in the file.
const REGIONS: &[(&str, &str)] = &[
    ("promotionRegionWhite", "*8"),
    ("promotionRegionBlack", "*1"),
    ("doubleStepRegionWhite", "*2"),
    ("doubleStepRegionBlack", "*7"),
    ("tripleStepRegionWhite", "-"),
    ("tripleStepRegionBlack", "-"),
    ("enPassantRegionWhite", "all"),
    ("enPassantRegionBlack", "all"),
    ("dropRegionWhite", "all"),
    ("dropRegionBlack", "all"),
    ("flagRegionWhite", "-"),
    ("flagRegionBlack", "-"),
    ("diagonalLines", "-"),
];

/// Keys whose value holds for both sides, unless a key for one of them follows.
const FOR_BOTH: &[&str] = &["enPassantRegion", "flagRegion"];

/// Keys of earlier versions of that program.
const OLD_NAMES: &[(&str, &str)] = &[
    ("whiteFlag", "flagRegionWhite"),
    ("blackFlag", "flagRegionBlack"),
    ("whiteDropRegion", "dropRegionWhite"),
    ("blackDropRegion", "dropRegionBlack"),
    ("castlingRookPiece", "castlingRookPieces"),
];

impl State {
    /// The rules of chess without any piece, from which a game without a parent begins.
    pub(super) fn without_pieces() -> State {
        let both = |types: &[TypeId]| [(); 2].map(|()| types.iter().copied().collect::<Types>());
        State {
            board: Board { files: 8, ranks: 8 },
            letters: BTreeMap::new(),
            moves: BTreeMap::new(),
            mobility: BTreeMap::new(),
            regions: REGIONS.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect(),
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
            promotion_pawns: both(&[TypeId::PAWN]),
            promotes_to: both(&[]),
            promotion_limit: BTreeMap::new(),
            promoted: BTreeMap::new(),
            en_passant: both(&[TypeId::PAWN]),
            castling_king: Some(TypeId::KING),
            castling_rooks: both(&[TypeId::ROOK]),
            drop_no_doubled: None,
            flag_piece: [None, None],
            extinction: BTreeSet::new(),
            blast_immune: Types::new(),
            petrified: Types::new(),
            mutually_immune: Types::new(),
            must_drop: None,
            plain: BTreeMap::new(),
        }
    }

    /// Applies the entries of a section, in the order in which that program looks for them. Complaints go to
    /// `notes`.
    pub(super) fn apply(&mut self, entries: &[Entry], notes: &mut Vec<Note>) {
        // The last entry of a key counts.
        let mut last: BTreeMap<&str, &Entry> = BTreeMap::new();
        for entry in entries {
            let current = OLD_NAMES.iter().find(|(old, _)| *old == entry.key).map(|(_, current)| *current);
            last.insert(current.unwrap_or(&entry.key), entry);
        }
        self.board(&mut last, notes);
        self.pieces(&mut last, notes);
        let found = |key: &str, last: &mut BTreeMap<&str, &Entry>| last.remove(key).cloned();
        if let Some(entry) = found("startFen", &mut last) {
            self.start = entry.value;
        }
        self.types(&mut last, notes);
        for key in FOR_BOTH {
            if let Some(entry) = found(key, &mut last) {
                for color in Color::ALL {
                    self.set_region(&format!("{key}{color}"), &entry, notes);
                }
            }
        }
        for (key, _) in REGIONS {
            if let Some(entry) = found(key, &mut last) {
                self.set_region(key, &entry, notes);
            }
        }
        for (key, entry) in last {
            self.plain.insert(key.to_string(), (entry.value.clone(), entry.line));
        }
    }

    fn board(&mut self, last: &mut BTreeMap<&str, &Entry>, notes: &mut Vec<Note>) {
        let number = |entry: &Entry| {
            let letter = entry.value.chars().next().and_then(number_of_file).map(|file| file + 1);
            letter.or_else(|| entry.value.parse().ok()).filter(|size| (1..=26).contains(size))
        };
        for (key, size) in [("maxFile", &mut self.board.files), ("maxRank", &mut self.board.ranks)] {
            let Some(entry) = last.remove(key) else { continue };
            match number(entry) {
                Some(value) => *size = value,
                None => notes.push(unread(entry, "a size of the board")),
            }
        }
    }

    fn pieces(&mut self, last: &mut BTreeMap<&str, &Entry>, notes: &mut Vec<Note>) {
        for id in TypeId::all() {
            if let Some(entry) = last.remove(id.key().as_str()) {
                let (letter, moves) = entry.value.split_once(':').unwrap_or((&entry.value, ""));
                match letter.trim().chars().next() {
                    Some(letter) if letter.is_ascii_alphabetic() => self.add(id, letter.to_ascii_lowercase()),
                    _ => self.remove(id),
                }
                if id.is_custom() {
                    self.moves.insert(id, moves.trim().to_string());
                    if moves.contains('e') {
                        self.en_passant.iter_mut().for_each(|types| types.extend([id]));
                    }
                } else if !moves.is_empty() {
                    match id {
                        TypeId::KING => drop(self.moves.insert(id, moves.trim().to_string())),
                        _ => notes.push(Note::new(
                            entry.line,
                            format!("`{}` has moves of its own: `{}` is ignored", entry.key, entry.value),
                        )),
                    }
                } else if id == TypeId::KING {
                    self.moves.remove(&id);
                }
            }
            for color in Color::ALL {
                let key = format!("mobilityRegion{color}{}", id.capitalized());
                if let Some(entry) = last.remove(key.as_str()) {
                    self.mobility.insert((id, color), entry.value.clone());
                }
            }
        }
    }

    /// Gives a type its letter. A type that had it leaves the game.
    fn add(&mut self, id: TypeId, letter: char) {
        let holder = self.letters.iter().find(|(_, known)| **known == letter).map(|(&other, _)| other);
        if let Some(other) = holder {
            self.remove(other);
        }
        self.letters.insert(id, letter);
    }

    fn remove(&mut self, id: TypeId) {
        self.letters.remove(&id);
        self.promotes_to.iter_mut().for_each(|types| types.retain(|known| *known != id));
    }

    /// The type of a letter.
    pub(super) fn type_of(&self, letter: char) -> Option<TypeId> {
        let letter = letter.to_ascii_lowercase();
        self.letters.iter().find(|(_, known)| **known == letter).map(|(&id, _)| id)
    }

    fn types(&mut self, last: &mut BTreeMap<&str, &Entry>, notes: &mut Vec<Note>) {
        let named = |types: &BTreeSet<Option<TypeId>>| types.iter().copied().flatten().collect::<Types>();
        let mut found: Vec<(&str, BTreeSet<Option<TypeId>>)> = Vec::new();
        for key in [
            "pawnTypes",
            "promotionPawnTypes",
            "promotionPawnTypesWhite",
            "promotionPawnTypesBlack",
            "promotionPieceTypes",
            "promotionPieceTypesWhite",
            "promotionPieceTypesBlack",
            "enPassantTypes",
            "enPassantTypesWhite",
            "enPassantTypesBlack",
            "castlingKingPiece",
            "castlingRookPieces",
            "castlingRookPiecesWhite",
            "castlingRookPiecesBlack",
            "dropNoDoubled",
            "flagPiece",
            "flagPieceWhite",
            "flagPieceBlack",
            "extinctionPieceTypes",
            "blastImmuneTypes",
            "petrifyOnCaptureTypes",
            "mutuallyImmuneTypes",
            "mustDropType",
        ] {
            let Some(entry) = last.remove(key) else { continue };
            let letters = entry.value.chars().filter(|c| c.is_ascii_alphabetic() || *c == '*');
            let types = letters.filter_map(|c| if c == '*' { Some(None) } else { self.type_of(c).map(Some) });
            found.push((key, types.collect()));
        }
        for (key, types) in found {
            let (first, all) = (types.iter().next().copied().flatten(), named(&types));
            let (stem, sides) = match key {
                _ if key.ends_with("White") => (&key[..key.len() - 5], 0..1),
                _ if key.ends_with("Black") => (&key[..key.len() - 5], 1..2),
                _ => (key, 0..2),
            };
            match stem {
                "pawnTypes" => {
                    self.promotion_pawns.fill(all.clone());
                    self.en_passant.fill(all);
                }
                "promotionPawnTypes" => self.promotion_pawns[sides].fill(all),
                "promotionPieceTypes" => self.promotes_to[sides].fill(all),
                "enPassantTypes" => self.en_passant[sides].fill(all),
                "castlingKingPiece" => self.castling_king = first,
                "castlingRookPieces" => self.castling_rooks[sides].fill(all),
                "dropNoDoubled" => self.drop_no_doubled = first,
                "flagPiece" => self.flag_piece[sides].fill(first),
                "blastImmuneTypes" => self.blast_immune = all,
                "petrifyOnCaptureTypes" => self.petrified = all,
                "mutuallyImmuneTypes" => self.mutually_immune = all,
                "mustDropType" => self.must_drop = first,
                _ => self.extinction = types,
            }
        }
        self.pairs(last, notes);
    }

    /// Keys with pairs: `promotionLimit` and `promotedPieceType`.
    fn pairs(&mut self, last: &mut BTreeMap<&str, &Entry>, notes: &mut Vec<Note>) {
        let pairs = |entry: &Entry| -> Vec<(char, String)> {
            let words = entry.value.split_whitespace().filter_map(|word| word.split_once(':'));
            words.filter_map(|(from, to)| Some((from.chars().next()?, to.to_string()))).collect()
        };
        if let Some(entry) = last.remove("promotionLimit") {
            for (letter, limit) in pairs(entry) {
                match (self.type_of(letter), limit.parse()) {
                    (Some(id), Ok(limit)) => drop(self.promotion_limit.insert(id, limit)),
                    _ => notes.push(unread(entry, "letters with numbers, as in `q:1 r:2`")),
                }
            }
        }
        if let Some(entry) = last.remove("promotedPieceType") {
            for (letter, to) in pairs(entry) {
                let to = to.chars().next().unwrap_or('-');
                match (self.type_of(letter), self.type_of(to)) {
                    (Some(id), Some(to)) => drop(self.promoted.insert(id, to)),
                    (Some(id), None) if to == '-' => drop(self.promoted.remove(&id)),
                    _ => notes.push(unread(entry, "pairs of letters, as in `p:g s:g`")),
                }
            }
        }
    }

    fn set_region(&mut self, key: &str, entry: &Entry, notes: &mut Vec<Note>) {
        match Region::read(&entry.value, self.board) {
            Some(_) => drop(self.regions.insert(key.to_string(), entry.value.clone())),
            None => notes.push(unread(entry, "names of squares, as in `d4 e4` or `*8`")),
        }
    }

    /// A region of one side, or of both if the key names no side.
    pub(super) fn region(&self, key: &str, color: Color) -> Region {
        let text = self.regions.get(&format!("{key}{color}")).or_else(|| self.regions.get(key));
        text.and_then(|text| Region::read(text, self.board)).unwrap_or_default().and(&self.squares())
    }

    /// The squares that pawns of a side pass by double and triple steps.
    pub(super) fn passed_squares(&self, color: Color) -> Region {
        let steps = [("doubleStepRegion", 1..2), ("tripleStepRegion", 1..3)];
        let passed = steps.into_iter().flat_map(|(key, ways)| {
            let from = self.region(key, color);
            ways.flat_map(move |way: i8| {
                let forward = if color == Color::White { way } else { -way };
                let places: Vec<Place> = from.places().collect();
                let next = move |(file, rank): Place| Some((file, rank.checked_add_signed(forward)?));
                places.into_iter().filter_map(next)
            })
        });
        passed.collect::<Region>().and(&self.squares())
    }

    /// The squares that a type of a side may be on; `None` for all.
    pub(super) fn mobility(&self, id: TypeId, color: Color) -> Option<Region> {
        let region = Region::read(self.mobility.get(&(id, color))?, self.board)?;
        Some(region.and(&self.squares())).filter(|region| !region.is_empty())
    }

    /// All squares but the holes.
    pub(super) fn squares(&self) -> Region {
        let holes: Region = self.cells().filter(|(c, _)| *c == '*').map(|(_, place)| place).collect();
        Region::all(self.board).without(&holes)
    }

    /// The letters and holes of the starting position, each with its square.
    pub(super) fn cells(&self) -> impl Iterator<Item = (char, Place)> {
        let board = self.start.split([' ', '[']).next().unwrap_or_default();
        let ranks = usize::from(self.board.ranks);
        board.split('/').take(ranks).enumerate().flat_map(move |(row, text)| {
            let (mut file, mut number) = (0, String::new());
            let mut cells = Vec::new();
            for c in text.chars().filter(|c| !"+~".contains(*c)) {
                if c.is_ascii_digit() {
                    number.push(c);
                    continue;
                }
                file += std::mem::take(&mut number).parse().unwrap_or(0);
                let place =
                    (u8::try_from(file).unwrap_or(u8::MAX), u8::try_from(ranks - row - 1).unwrap_or(0));
                cells.push((c, place));
                file += 1;
            }
            cells
        })
    }

    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.plain.get(key).map(|(value, _)| value.as_str())
    }

    /// The line of a key, or 0 if the file does not have it.
    pub(super) fn line(&self, key: &str) -> usize {
        self.plain.get(key).map_or(0, |(_, line)| *line)
    }

    pub(super) fn is_on(&self, key: &str, default: bool) -> bool {
        self.text(key).map_or(default, |value| value == "true")
    }

    pub(super) fn number(&self, key: &str, default: u16) -> u16 {
        self.text(key).and_then(|value| value.parse().ok()).unwrap_or(default)
    }

    pub(super) fn value(&self, key: &str, default: Value) -> Value {
        match self.text(key) {
            Some("win") => Value::Win,
            Some("loss") => Value::Loss,
            Some("draw") => Value::Draw,
            Some("none") => Value::None,
            _ => default,
        }
    }

    /// A file of the board, from 0.
    pub(super) fn file(&self, key: &str, default: u8) -> u8 {
        let text = self.text(key);
        let letter = text.and_then(|value| value.chars().next()).and_then(number_of_file);
        letter.or_else(|| text?.parse::<u8>().ok()?.checked_sub(1)).unwrap_or(default)
    }

    /// The other keys and their lines.
    pub(super) fn keys(&self) -> impl Iterator<Item = (&str, &str, usize)> {
        self.plain.iter().map(|(key, (value, line))| (key.as_str(), value.as_str(), *line))
    }
}

/// Says that a value was not understood.
fn unread(entry: &Entry, expected: &str) -> Note {
    Note::new(entry.line, format!("`{}`: expected {expected}, found `{}`", entry.key, entry.value))
}
