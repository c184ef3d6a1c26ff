//! A variant as an entry of Fairy-Stockfish's `variants.ini`.
//!
//! That program has one letter for a piece of both sides, one royal piece type, one castling file on
//! each wing, and pawns that promote on the last ranks. A variant that does not fit is refused with all
//! reasons. What is written was checked in that program's source and by perft.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::fairy_betza;
use crate::rules::betza::Movement;
use crate::rules::game::{Castle, Feature, Game, KindId};
use crate::rules::geometry::{Color, Square};
use crate::rules::letter::Letter;
use crate::rules::variant::{Draws, NoMoves, PieceDef, Repeated};

/// Files and ranks it can play on.
const BOARD: (u8, u8) = (12, 10);
/// The features it knows besides the rules of chess. Which positions it draws for lack of material is
/// left to it.
const SUPPORTED: &[Feature] = &[
    Feature::StalemateDecides,
    Feature::RepetitionLimit,
    Feature::LosingRepetition,
    Feature::PerpetualCheck,
    Feature::PerpetualChase,
    Feature::MoveLimit,
    Feature::DecidedDraws,
    Feature::MaterialRule,
    Feature::Castling,
];

/// An entry for its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IniEntry {
    /// The name of the variant in it.
    pub name: String,
    /// The entry.
    pub text: String,
    /// The FEN of the starting position.
    pub start: String,
    /// Letters that differ: the side, our letter, and the entry's letter in upper case.
    pub letters: Vec<(Color, Letter, char)>,
}

/// A variant that does not fit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the export to Fairy-Stockfish cannot express {}", reasons.join("; "))]
pub struct ExportError {
    /// What it cannot express.
    pub reasons: Vec<String>,
    /// Whether only castling does not fit, so that the game is the same without these rights.
    pub rights: Option<String>,
}

/// The entry of a game.
///
/// # Errors
/// Everything that cannot be expressed.
pub fn entry(game: &Game) -> Result<IniEntry, ExportError> {
    write_entry(game, &common_castling(game)?)
}

/// The entry of a game in which the sides castle to different files, without the rights that do not
/// fit, and the FEN of its starting position.
///
/// # Errors
/// If something else cannot be expressed.
pub fn entry_without_rights(game: &Game) -> Result<IniEntry, ExportError> {
    let kept = match common_castling(game) {
        Ok(kept) => kept,
        Err(_) => keep_common(game),
    };
    write_entry(game, &kept)
}

/// The castling records, if they can be expressed together.
fn common_castling(game: &Game) -> Result<Vec<&Castle>, ExportError> {
    let kept = keep_common(game);
    if kept.len() == game.castles.len() {
        return Ok(kept);
    }
    let lost: String =
        game.castles.iter().filter(|castle| !kept.contains(castle)).map(|castle| castle.letter).collect();
    let reason = format!("castling to one file by White and to another by Black (rights {lost})");
    Err(ExportError { reasons: vec![reason], rights: Some(lost) })
}

/// For each wing, the records with the most common target file of the king. Of equally common files,
/// the one nearer to the middle counts.
fn keep_common(game: &Game) -> Vec<&Castle> {
    let file = |castle: &Castle| game.shape.file(castle.king.1);
    let mut kept = Vec::new();
    for a_side in [false, true] {
        let wing: Vec<&Castle> = game.castles.iter().filter(|castle| castle.is_a_side() == a_side).collect();
        let count = |wanted: u8| wing.iter().filter(|castle| file(castle) == wanted).count();
        let inner = |at: u8| if a_side { at } else { game.shape.files() - at };
        let best = wing.iter().map(|castle| file(castle)).max_by_key(|&at| (count(at), inner(at)));
        kept.extend(wing.into_iter().filter(|castle| Some(file(castle)) == best));
    }
    kept
}

fn write_entry(game: &Game, castles: &[&Castle]) -> Result<IniEntry, ExportError> {
    let mut writer = Writer { game, reasons: Vec::new(), lines: Vec::new(), types: Vec::new() };
    writer.board();
    writer.rules();
    writer.pieces();
    writer.promotion();
    writer.pawn_ranks();
    writer.castling(castles);
    if !writer.reasons.is_empty() {
        writer.reasons.dedup();
        return Err(ExportError { reasons: writer.reasons, rights: None });
    }
    let start = writer.start(castles);
    let name = section_name(&game.def.id);
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "# {}, written by Fibnif from `{}`", game.def.title, game.def.id);
    let _ = writeln!(text, "[{name}]");
    for (key, value) in &writer.lines {
        let _ = writeln!(text, "{key} = {value}");
    }
    let _ = writeln!(text, "startFen = {start}");
    Ok(IniEntry { name, text, letters: writer.changed_letters(), start })
}

/// The name of an entry. It differs from the names of the program's own games.
fn section_name(id: &str) -> String {
    let plain: String =
        id.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    if id.contains(':') { plain } else { format!("fibnif-{plain}") }
}

/// A piece type that both sides may have.
struct Type {
    letter: char,
    movement: Movement,
    role: FairyRole,
    kinds: Vec<KindId>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FairyRole {
    King,
    Pawn,
    Other,
}

struct Writer<'a> {
    game: &'a Game,
    reasons: Vec<String>,
    lines: Vec<(String, String)>,
    types: Vec<Type>,
}

impl Writer<'_> {
    fn refuse(&mut self, what: impl Into<String>) {
        self.reasons.push(what.into());
    }

    fn line(&mut self, key: &str, value: impl Into<String>) {
        self.lines.push((key.to_string(), value.into()));
    }

    fn board(&mut self) {
        let shape = &self.game.shape;
        let (files, ranks) = (shape.files(), shape.ranks());
        if files > BOARD.0 || ranks > BOARD.1 {
            return self.refuse(format!("a board of {files} by {ranks}: at most {} by {}", BOARD.0, BOARD.1));
        }
        if (files, ranks) != (8, 8) {
            self.line("maxFile", char::from(b'a' + files - 1).to_string());
            self.line("maxRank", ranks.to_string());
        }
    }

    fn rules(&mut self) {
        let game = self.game;
        game.features_beyond(SUPPORTED).iter().for_each(|feature| self.refuse(feature.to_string()));
        let rules = &game.def.rules;
        match rules.no_moves {
            NoMoves::MoverLoses => self.line("stalemateValue", "loss"),
            NoMoves::MoverWins => self.line("stalemateValue", "win"),
            NoMoves::Draw | NoMoves::FewerPiecesWins | NoMoves::ClosesColor => {}
        }
        if rules.move_limit != 50 {
            self.line("nMoveRule", rules.move_limit.to_string());
        }
        if rules.repetition != 3 {
            self.line("nFoldRule", rules.repetition.to_string());
        }
        match rules.repeated {
            // The value is that for the side to move, and the other side has repeated.
            Repeated::RepeaterLoses => self.line("nFoldValue", "win"),
            Repeated::PerpetualCheckLoses => self.line("perpetualCheckIllegal", "true"),
            // It knows what a chase is by the names of its own pieces.
            Repeated::PerpetualChaseLoses => {
                self.line("perpetualCheckIllegal", "true");
                self.line("chasingRule", "axf");
            }
            Repeated::Draw | Repeated::ClosesColor => {}
        }
        match rules.draws {
            Draws::Drawn => {}
            Draws::Won(Color::White) => self.line("materialCounting", "whitedrawodds"),
            Draws::Won(Color::Black) => self.line("materialCounting", "blackdrawodds"),
            Draws::Points(_) => self.refuse("draws decided by points"),
        }
    }

    fn pieces(&mut self) {
        for id in self.game.kind_ids() {
            let kind = self.game.kind(id);
            let piece = kind.piece_of(&self.game.def).clone();
            let role = match (kind.royal, piece.promotion.is_some()) {
                (true, _) => FairyRole::King,
                (false, true) => FairyRole::Pawn,
                (false, false) => FairyRole::Other,
            };
            self.add(id, &piece, role);
        }
        if self.types.iter().filter(|known| known.role == FairyRole::King).count() != 1 {
            self.refuse("royal pieces of several kinds, or none");
        }
        for color in Color::ALL {
            let is_king = |id: KindId| self.game.kind(id).royal && self.game.kind(id).color == color;
            if self.game.array.iter().filter(|(_, id)| is_king(*id)).count() > 1 {
                self.refuse(format!("several kings of {color}"));
            }
        }
        let mut custom = 0;
        for index in 0..self.types.len() {
            let known = &self.types[index];
            let letter = known.letter.to_ascii_lowercase();
            match known.role {
                FairyRole::Pawn if known.movement.is_same_as("mfWcefFimfnD") => self.line("pawn", letter),
                FairyRole::Pawn => self.refuse("pawns of another kind"),
                FairyRole::King if known.movement.is_same_as("K") => self.line("king", letter),
                role => match fairy_betza::print(&known.movement) {
                    Err(reason) => self.refuse(reason),
                    Ok(betza) if role == FairyRole::King => self.line("king", format!("{letter}:{betza}")),
                    Ok(betza) => {
                        custom += 1;
                        self.line(&format!("customPiece{custom}"), format!("{letter}:{betza}"));
                    }
                },
            }
        }
    }

    /// Adds a kind to the type that moves the same way, or as a new type.
    fn add(&mut self, id: KindId, piece: &PieceDef, role: FairyRole) {
        let same = |known: &&mut Type| known.role == role && known.movement.goes_as(&piece.movement);
        if let Some(known) = self.types.iter_mut().find(same) {
            return known.kinds.push(id);
        }
        let wanted = self.game.kind(id).letter.upper().single();
        let free = |letter: &char| self.types.iter().all(|known| known.letter != *letter);
        // A letter of another kind of the game is not available.
        let unused = |letter: &char| self.game.kinds.iter().all(|kind| kind.letter.upper() != *letter);
        let letter = wanted
            .filter(free)
            .or_else(|| ('A'..='Z').find(|letter| free(letter) && unused(letter)))
            .or_else(|| ('A'..='Z').find(free));
        match letter {
            Some(letter) => {
                let movement = piece.movement.clone();
                self.types.push(Type { letter, movement, role, kinds: vec![id] });
            }
            None => self.refuse("more than 26 kinds of pieces"),
        }
    }

    fn letter_of(&self, id: KindId) -> Option<char> {
        self.types.iter().find(|known| known.kinds.contains(&id)).map(|known| known.letter)
    }

    fn promotion(&mut self) {
        for color in Color::ALL {
            let pawns = self.game.kind_ids().filter(|&id| {
                let kind = self.game.kind(id);
                kind.color == color && !kind.promotes_to.is_empty()
            });
            let pawns: Vec<KindId> = pawns.collect();
            let mut sets: Vec<String> = Vec::new();
            for id in pawns {
                let kind = self.game.kind(id);
                let Some(promotion) = kind.piece_of(&self.game.def).promotion.clone() else { continue };
                let shape = &self.game.shape;
                let last = |square| shape.rank_for(square, color) == shape.ranks() - 1;
                let on_last = promotion.squares.len() == usize::from(shape.files())
                    && promotion.squares.iter().all(|&square| last(square));
                if !on_last {
                    self.refuse("promotion elsewhere than on the last rank");
                }
                let mut letters: Vec<char> =
                    kind.promotes_to.iter().filter_map(|&target| self.letter_of(target)).collect();
                letters.sort_unstable();
                letters.dedup();
                sets.push(letters.iter().collect::<String>().to_ascii_lowercase());
            }
            sets.dedup();
            if sets.len() > 1 {
                self.refuse("pawns that promote to different pieces");
            }
            if let Some(set) = sets.pop() {
                self.line(&format!("promotionPieceTypes{color}"), set);
            }
        }
    }

    /// The ranks where pawns promote and from which they move two squares, where those are not the ones of
    /// chess.
    fn pawn_ranks(&mut self) {
        let shape = &self.game.shape;
        for (color, usual) in Color::ALL.into_iter().zip([(2, 8), (7, 1)]) {
            let is_pawn = |id: KindId| {
                let kind = self.game.kind(id);
                kind.color == color && !kind.promotes_to.is_empty()
            };
            let home = |&(square, _): &(Square, KindId)| shape.rank(square) + 1;
            let homes: BTreeSet<u8> =
                self.game.array.iter().filter(|(_, id)| is_pawn(*id)).map(home).collect();
            let last = if color == Color::White { shape.ranks() } else { 1 };
            if !homes.is_empty() && homes != BTreeSet::from([usual.0]) {
                let ranks: Vec<String> = homes.iter().map(|rank| format!("*{rank}")).collect();
                self.line(&format!("doubleStepRegion{color}"), ranks.join(" "));
            }
            if last != usual.1 {
                self.line(&format!("promotionRegion{color}"), format!("*{last}"));
            }
        }
    }

    fn castling(&mut self, castles: &[&Castle]) {
        if castles.is_empty() {
            return self.line("castling", "false");
        }
        let shape = &self.game.shape;
        let mut values: BTreeMap<&str, String> = BTreeMap::new();
        let mut conflicts = Vec::new();
        for castle in castles {
            let file = |square| char::from(b'a' + shape.file(square)).to_string();
            let rank = shape.rank_for(castle.king.0, castle.color) + 1;
            let (to, partner) = if castle.is_a_side() {
                ("castlingQueensideFile", "castlingRookQueensideFile")
            } else {
                ("castlingKingsideFile", "castlingRookKingsideFile")
            };
            let castling_pieces = if castle.color == Color::White {
                "castlingRookPiecesWhite"
            } else {
                "castlingRookPiecesBlack"
            };
            let letter = self.letter_of(castle.partner_kind).unwrap_or('R').to_ascii_lowercase().to_string();
            for (key, value) in [
                (to, file(castle.king.1)),
                (partner, file(castle.partner.0)),
                ("castlingKingFile", file(castle.king.0)),
                ("castlingRank", rank.to_string()),
                (castling_pieces, letter),
            ] {
                if *values.entry(key).or_insert_with(|| value.clone()) != value {
                    conflicts.push(format!("castling that differs between sides or wings ({key})"));
                }
            }
            // The partner lands beside the king, on the side it came from.
            if castle.partner.1.0.abs_diff(castle.king.1.0) != 1 {
                conflicts.push("partners that do not land beside the King".to_string());
            }
        }
        self.reasons.extend(conflicts);
        for (key, value) in values {
            self.line(key, value);
        }
    }

    /// The FEN of the start with the letters of the entry and the remaining rights.
    fn start(&self, castles: &[&Castle]) -> String {
        let shape = &self.game.shape;
        let piece_on = |file: u8, rank: u8| {
            let square = shape.square(file, rank)?;
            let &(_, id) = self.game.array.iter().find(|(at, _)| *at == square)?;
            Some(self.game.kind(id).color.case(self.letter_of(id)?))
        };
        let rows = (0..shape.ranks()).rev().map(|rank| {
            let mut row = String::new();
            let mut empty = 0;
            for file in 0..shape.files() {
                match piece_on(file, rank) {
                    None => empty += 1,
                    Some(letter) => {
                        if empty > 0 {
                            row.push_str(&empty.to_string());
                        }
                        row.push(letter);
                        empty = 0;
                    }
                }
            }
            if empty > 0 { row + &empty.to_string() } else { row }
        });
        let rows: Vec<String> = rows.collect();
        let mut rights: String = castles.iter().map(|castle| castle.letter).collect();
        if rights.is_empty() {
            rights.push('-');
        }
        let side = self.game.def.start_fields.split(' ').next().filter(|side| *side == "b").unwrap_or("w");
        format!("{} {side} {} - 0 1", rows.join("/"), sorted_rights(&rights))
    }

    fn changed_letters(&self) -> Vec<(Color, Letter, char)> {
        let changed = |id: KindId| {
            let kind = self.game.kind(id);
            let (ours, theirs) = (kind.letter.upper(), self.letter_of(id)?);
            (ours != theirs).then_some((kind.color, ours, theirs))
        };
        self.game.kind_ids().filter_map(changed).collect()
    }
}

/// Rights in the usual order.
fn sorted_rights(rights: &str) -> String {
    let mut letters: Vec<char> = rights.chars().collect();
    letters.sort_unstable_by_key(|letter| "KQkq-".find(*letter));
    letters.into_iter().collect()
}

/// A FEN without some castling rights.
pub fn without_rights(fen: &str, rights: &str) -> String {
    let mut fields: Vec<String> = fen.split(' ').map(str::to_string).collect();
    if let Some(field) = fields.get_mut(2) {
        field.retain(|letter| !rights.contains(letter));
        if field.is_empty() {
            field.push('-');
        }
    }
    fields.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::variant::Catalog;

    fn exported(variant: &str) -> Result<IniEntry, ExportError> {
        entry(&compile(&Catalog::builtin().resolve(variant).unwrap()).unwrap())
    }

    #[test]
    fn what_cannot_be_expressed_is_named() {
        for (variant, reason) in [
            ("colorboundmost", "turns of two moves"),
            ("greener", "other moves on some squares"),
            ("narrow", "a board of 2 by 20"),
            ("augmented-half", "half the way"),
            ("nearly-colorboundmost", "turn on their way"),
            ("cwda:clobberers/nutters", "castling to one file by White and to another by Black (rights Q)"),
            ("cwda:fide/clobberers", "(rights q)"),
            ("fischerandom", "shuffled"),
            ("grid", "a grid"),
            ("3check", "other ends than mate"),
        ] {
            let error = exported(variant).unwrap_err().to_string();
            assert!(error.contains(reason), "{variant}: {error}");
        }
    }

    #[test]
    fn pawns_start_and_promote_on_the_ranks_of_the_board() {
        let roman = exported("roman").unwrap().text;
        for line in ["doubleStepRegionBlack = *9", "promotionRegionWhite = *10"] {
            assert!(roman.contains(line), "{roman}");
        }
        assert!(!roman.contains("doubleStepRegionWhite") && !roman.contains("promotionRegionBlack"));
        assert!(!exported("capablanca").unwrap().text.contains("Region"));
    }

    #[test]
    fn letters_are_made_unique() {
        let entry = exported("cwda:nutters/rookies").unwrap();
        assert_eq!(entry.name, "cwda-nutters-rookies");
        let mut letters: Vec<&str> = entry
            .text
            .lines()
            .filter(|line| line.starts_with("customPiece"))
            .filter_map(|line| line.split(" = ").nth(1)?.get(..1))
            .collect();
        assert_eq!(letters.len(), 8, "{}", entry.text);
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), 8, "{}", entry.text);
    }

    #[test]
    fn a_pairing_that_castles_to_other_files_loses_a_right() {
        let game = compile(&Catalog::builtin().resolve("cwda:clobberers/nutters").unwrap()).unwrap();
        let entry = entry_without_rights(&game).unwrap();
        assert!(entry.start.contains(" w Kkq "), "{}", entry.start);
        assert_eq!(without_rights("8/8 w KQkq - 0 1", "Q"), "8/8 w Kkq - 0 1");
        assert_eq!(without_rights("8/8 w Q - 0 1", "Q"), "8/8 w - - 0 1");
    }
}
