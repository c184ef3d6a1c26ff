//! The piece types of a game of Fairy-Stockfish as pieces of a variant file.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value as Toml};

use super::moves::{FairyMoves, Part};
use super::state::{Sides, State};
use super::types::TypeId;
use super::writer::Writer;
use crate::import::draft::{roles, table};
use crate::import::region::Region;
use crate::rules::betza::Movement;
use crate::rules::geometry::Color;
use crate::rules::letter::Letter;

/// Why regions of the sides do not fit into a file, which has one of them.
pub(super) const HALF_TURN: &str = "squares that are not White's, turned by half a turn";

/// The roles of the types in the variant file: one letter for each type, and one for each type that another
/// one is promoted to. A type whose squares are not the same for both sides, as each counts them, has two.
#[derive(Clone)]
pub(super) struct Roles<'a> {
    pub(super) state: &'a State,
    /// By side.
    of: Sides<BTreeMap<TypeId, Letter>>,
    /// The role of the promoted form of a type, by side.
    promoted: Sides<BTreeMap<TypeId, Letter>>,
    /// Types whose promoted forms have no letter left.
    without_role: Vec<TypeId>,
    /// The side whose pieces are written, if it has types of its own.
    pub(super) side: Option<Color>,
}

impl<'a> Roles<'a> {
    pub(super) fn of(state: &'a State) -> Roles<'a> {
        let mut of: BTreeMap<TypeId, Letter> = state
            .letters
            .iter()
            .map(|(&id, letter)| (id, Letter::plain(letter.to_ascii_uppercase())))
            .collect();
        // The castling piece is the one of role K.
        let king = state.castling_king.filter(|king| of.get(king).is_some_and(|&role| role != 'K'));
        if let Some(king) = king.filter(|_| state.is_on("castling", true)) {
            let own = of[&king];
            if let Some(other) = of.iter().find(|(_, role)| **role == 'K').map(|(&id, _)| id) {
                of.insert(other, own);
            }
            of.insert(king, 'K'.into());
        }
        let (promoted, without_role) = (Default::default(), Vec::new());
        let mut roles = Roles { state, of: [of.clone(), of], promoted, without_role, side: None };
        let pairs: Vec<TypeId> = state.promoted.iter().map(|(&from, _)| from).collect();
        for from in pairs.into_iter().filter(|from| state.letters.contains_key(from)) {
            match roles.free_role() {
                Some(free) => roles.promoted.iter_mut().for_each(|forms| {
                    forms.insert(from, free);
                }),
                None => roles.without_role.push(from),
            }
        }
        for id in roles.one_sided() {
            roles.divide(id);
        }
        roles
    }

    /// Gives Black roles of its own for a type and its promoted form, if letters are left.
    fn divide(&mut self, id: TypeId) {
        let before = self.clone();
        let [_, of] = &mut self.of;
        let Some(free) = before.free_role() else { return };
        of.insert(id, free);
        if before.promoted.iter().any(|forms| forms.contains_key(&id)) {
            match self.free_role() {
                Some(free) => drop(self.promoted[1].insert(id, free)),
                None => *self = before,
            }
        }
    }

    /// The types that both sides have with squares that are not the same, as each side counts them.
    fn one_sided(&self) -> Vec<TypeId> {
        let state = self.state;
        // What is captured becomes a piece of the other side.
        if state.is_on("capturesToHand", false) || state.is_on("twoBoards", false) {
            return Vec::new();
        }
        let castles = |id: &TypeId| {
            let partner = state.castling_rooks.iter().any(|rooks| rooks.contains(id));
            state.is_on("castling", true) && (partner || state.castling_king == Some(*id))
        };
        let differs = |id: &TypeId| {
            let mut scratch = Writer::new(state);
            self.entry(&mut scratch, *id);
            scratch.refused.iter().any(|note| note.text.ends_with(HALF_TURN))
        };
        state.letters.keys().copied().filter(|id| !castles(id) && differs(id)).collect()
    }

    fn free_role(&self) -> Option<Letter> {
        let taken: BTreeSet<Letter> =
            self.of.iter().chain(&self.promoted).flat_map(BTreeMap::values).copied().collect();
        let plain = ('A'..='Z').rev().map(Letter::plain);
        plain.chain(Letter::alphabet()).find(|role| !taken.contains(role))
    }

    /// The role of a type that is written.
    pub(super) fn role(&self, id: TypeId) -> Option<Letter> {
        self.role_of(id, self.side.unwrap_or(Color::White))
    }

    /// The role of a type of a side.
    pub(super) fn role_of(&self, id: TypeId, color: Color) -> Option<Letter> {
        self.of[color.index()].get(&id).copied()
    }

    /// The role of the promoted form of a type that is written.
    pub(super) fn form(&self, id: TypeId) -> Option<Letter> {
        self.promoted[self.side.unwrap_or(Color::White).index()].get(&id).copied()
    }

    /// The roles of a side's pieces that are of a type, with promoted pieces.
    pub(super) fn forms_of(&self, id: TypeId, color: Color) -> BTreeSet<Letter> {
        let promoted = self.promoted[color.index()].iter();
        let promoted = promoted.filter(|(from, _)| self.state.promoted.get(from) == Some(&id));
        self.role_of(id, color).into_iter().chain(promoted.map(|(_, &role)| role)).collect()
    }

    /// The roles of pieces that are of a type, with promoted pieces.
    pub(super) fn all_of(&self, id: TypeId) -> BTreeSet<Letter> {
        Color::ALL.into_iter().flat_map(|color| self.forms_of(id, color)).collect()
    }

    /// Every role.
    pub(super) fn every(&self) -> BTreeSet<Letter> {
        self.of.iter().chain(&self.promoted).flat_map(BTreeMap::values).copied().collect()
    }

    pub(super) fn every_but_kings(&self) -> BTreeSet<Letter> {
        let king = self.role(TypeId::KING);
        self.every().into_iter().filter(|&role| Some(role) != king).collect()
    }

    pub(super) fn has_king(&self) -> bool {
        self.of.iter().all(|of| of.contains_key(&TypeId::KING))
    }

    /// The roles if only a side has pieces of them at the start and by promotion; otherwise none.
    pub(super) fn of_one_side(&self, roles: &BTreeSet<Letter>, color: Color) -> BTreeSet<Letter> {
        let (other, of) = (self.letters_of(!color), &self.of[(!color).index()]);
        let theirs = |role: &Letter| of.iter().any(|(id, known)| known == role && other.contains(id));
        if roles.iter().any(theirs) { BTreeSet::new() } else { roles.clone() }
    }

    /// The types that a side has at the start or may promote to.
    pub(super) fn letters_of(&self, color: Color) -> BTreeSet<TypeId> {
        let board = self.state.start.split_whitespace().next().unwrap_or_default();
        let letters = board.chars().filter(|c| c.is_ascii_uppercase() == (color == Color::White));
        let start = letters.filter_map(|letter| self.state.type_of(letter));
        start.chain(self.state.promotes_to[color.index()].iter().copied()).collect()
    }

    /// Whether a side counts when a type is written: it has such pieces, and no role of its own for them.
    pub(super) fn counts_for(&self, id: TypeId, color: Color) -> bool {
        let changes = self.state.is_on("capturesToHand", false) || self.state.is_on("twoBoards", false);
        match self.side {
            Some(side) => color == side,
            None => changes || self.letters_of(color).contains(&id),
        }
    }

    /// How many pieces of a type each side has at the start.
    pub(super) fn counts(&self, id: TypeId) -> Sides<u16> {
        let board = self.state.start.split_whitespace().next().unwrap_or_default();
        let Some(letter) = self.state.letters.get(&id) else { return [0; 2] };
        Color::ALL.map(|color| u16::try_from(board.matches(color.case(*letter)).count()).unwrap_or(u16::MAX))
    }

    /// The placement of a FEN in roles.
    pub(super) fn spell(&self, board: &str) -> String {
        let mut text = String::new();
        let mut letters = board.chars().peekable();
        while let Some(c) = letters.next() {
            let is_promoted = c == '+';
            let letter = if is_promoted { letters.next().unwrap_or('?') } else { c };
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let id = self.state.type_of(letter);
            match letter {
                '~' => {}
                _ if letter.is_ascii_alphabetic() => {
                    let roles = if is_promoted { &self.promoted } else { &self.of };
                    let role = id.and_then(|id| roles[color.index()].get(&id));
                    text.extend([role.map_or('?'.into(), |role| role.of(color))]);
                }
                other => text.push(other),
            }
        }
        text
    }

    /// Adds the pieces to the file.
    pub(super) fn write(&self, writer: &mut Writer) {
        let state = self.state;
        if !self.without_role.is_empty() {
            writer.refuse("promotedPieceType", "more than 52 piece types, promoted forms included");
        }
        for &id in state.letters.keys() {
            for roles in self.by_side(id) {
                let Some(role) = roles.role(id) else { continue };
                let piece = roles.entry(writer, id);
                writer.draft.pieces.push((role, piece));
            }
        }
        for (&from, &to) in &state.promoted {
            for roles in self.by_side(from) {
                let Some(role) = roles.form(from) else { continue };
                let mut piece = roles.piece(writer, to, from);
                if let Some(plain) = roles.role(from) {
                    piece.insert("promoted".into(), Toml::from(plain.to_string()));
                    roles.demotion(writer, plain, &mut piece);
                }
                roles.limit(writer, to, &mut piece);
                writer.draft.pieces.push((role, piece));
            }
        }
        writer.draft.pieces.sort_by_key(|(role, _)| *role);
    }

    /// These roles, or those of each side if it has its own for a type.
    fn by_side(&self, id: TypeId) -> Vec<Roles<'a>> {
        let [white, black] = &self.of;
        if white.get(&id) == black.get(&id) {
            return vec![self.clone()];
        }
        Color::ALL.map(|color| Roles { side: Some(color), ..self.clone() }).into()
    }

    /// What a file says of a type.
    fn entry(&self, writer: &mut Writer, id: TypeId) -> Table {
        let mut piece = self.piece(writer, id, id);
        let letter = self.state.letters.get(&id).map(|letter| Letter::plain(letter.to_ascii_uppercase()));
        let wanted = letter.into_iter().filter(|&letter| Some(letter) != self.role(id));
        // A side has one type of a letter, even if it never has the other.
        let others = self.role(id).filter(|_| self.side.is_some());
        let letters: String = wanted.chain(others).collect();
        if !letters.is_empty() && Some(&*letters) != self.role(id).map(|role| role.to_string()).as_deref() {
            piece.insert("letters".into(), Toml::from(letters));
        }
        self.promotion(writer, id, &mut piece);
        self.drops(writer, id, &mut piece);
        self.limit(writer, id, &mut piece);
        piece
    }

    /// What the pieces of a type have by their type.
    fn piece(&self, writer: &mut Writer, id: TypeId, from: TypeId) -> Table {
        let state = self.state;
        let mut piece = Table::new();
        let name = id.name().filter(|_| id == from).or_else(|| id.name());
        if let Some(name) = name {
            piece.insert("name".into(), Toml::from(name));
        }
        let moves = FairyMoves::read(state.moves.get(&id).map_or(id.moves(), String::as_str));
        let in_passing = state.en_passant[0].contains(&id) || state.en_passant[1].contains(&id);
        let never = !self.has_double_steps()
            || Color::ALL.iter().all(|&color| state.region("enPassantRegion", color).is_empty());
        let mut lines = match moves.notation(Part::Always, in_passing && !never) {
            Ok(text) => vec![text],
            Err(what) => {
                writer.refuse(&id.key(), &what);
                return piece;
            }
        };
        self.soldier(writer, id, &mut lines, &mut piece);
        self.double_steps(writer, id, &moves, !never, &mut lines, &mut piece);
        if id == TypeId::KING && state.is_on("flyingGeneral", false) {
            lines.push("kR".into());
        }
        lines.retain(|line| !line.is_empty());
        piece.insert("betza".into(), in_one_line(&lines));
        if self.is_royal(writer, id, from) {
            piece.insert("royal".into(), Toml::from("check"));
        }
        self.region(writer, id, &mut piece);
        if id == TypeId::JANGGI_ELEPHANT {
            piece.insert("betza".into(), Toml::from("[W-fsF-F]"));
        }
        self.palace(writer, id, &mut piece);
        if state.mutually_immune.contains(&id) {
            let own: Vec<Toml> =
                self.all_of(id).into_iter().map(|role| Toml::from(role.to_string())).collect();
            piece.insert("never_captures".into(), Toml::Array(own));
        }
        if id == TypeId::JANGGI_CANNON {
            for key in ["never_hops", "never_captures"] {
                piece.insert(key.into(), roles(self.all_of(id)));
            }
        }
        piece
    }

    /// Whether some type has moves by which it can be captured en passant.
    pub(super) fn has_double_steps(&self) -> bool {
        let state = self.state;
        let steps = |&id: &TypeId| {
            let ranks = Color::ALL.iter().any(|&color| !state.region("doubleStepRegion", color).is_empty());
            let moves = state.moves.get(&id).map_or(id.moves(), String::as_str);
            id == TypeId::PAWN && ranks || FairyMoves::read(moves).has_initial()
        };
        state.is_on("doubleStep", true) && state.letters.keys().any(steps)
    }

    /// Moves along the diagonal lines of palaces.
    fn palace(&self, writer: &mut Writer, id: TypeId, piece: &mut Table) {
        let lines = self.state.region("diagonalLines", Color::White);
        let king_moves = self.state.moves.get(&TypeId::KING).map_or("K", String::as_str);
        let moves = match id {
            TypeId::KING if king_moves == "W" => "F",
            TypeId::WAZIR => "F",
            TypeId::ROOK => "B",
            TypeId::SOLDIER => "fF",
            TypeId::JANGGI_CANNON => "pB",
            _ => return,
        };
        if lines.is_empty() {
            return;
        }
        if lines.half_turned(self.state.board) != lines {
            return writer.refuse("diagonalLines", HALF_TURN);
        }
        let zone = writer.draft.zone("lines", lines.text());
        let moves = table([("betza", Toml::from(moves)), ("inside", Toml::from(true))]);
        in_zones(piece, table([(&zone, Toml::Table(moves))]));
    }

    /// Whether a type is royal. Of pieces that are royal only while they are the last, several may exist
    /// where none of them is in check alone; such games are refused.
    fn is_royal(&self, writer: &mut Writer, id: TypeId, from: TypeId) -> bool {
        let state = self.state;
        if id == TypeId::KING {
            return true;
        }
        if !state.is_on("extinctionPseudoRoyal", false) || !state.extinction.contains(&Some(id)) {
            return false;
        }
        let count = state.number("extinctionPieceCount", 0);
        let inside =
            |color| state.region("promotionRegion", color).without(&state.region("flagRegion", color));
        let flags = Color::ALL.iter().all(|&color| !state.region("flagRegion", color).is_empty());
        let wins = flags && Color::ALL.iter().all(|&color| inside(color).is_empty());
        let wins = wins && state.flag_piece == [Some(id); 2];
        if wins && from != id {
            // Its promotion wins at once, and nobody asks whether it is attacked.
            return false;
        }
        let made = state.promotes_to.iter().any(|types| types.contains(&id));
        let grows = !wins
            && state.promoted.iter().any(|(from, to)| *to == id && !state.extinction.contains(&Some(*from)));
        let all_royal =
            count >= 32 || self.counts(id).iter().all(|&known| known <= count + 1) && !made && !grows;
        if !all_royal {
            let alone = state.extinction.len() == 1 && count == 0;
            let duple = state.is_on("dupleCheck", false);
            if alone && !duple {
                writer.draft.rules.insert("royals".into(), Toml::from("last"));
                return true;
            }
            if !(duple || wins) {
                writer.refuse("extinctionPseudoRoyal", "several pieces of which only the last one is royal");
            }
            writer.draft.rules.insert("royals".into(), Toml::from("not-all"));
        }
        true
    }

    /// Whether a side has several pieces of which one may be captured as long as another is left.
    pub(super) fn has_spare_royals(&self) -> bool {
        let several = |&id: &TypeId| self.counts(id).iter().any(|&count| count > 1);
        self.state.is_on("extinctionPseudoRoyal", false)
            && self.state.extinction.iter().flatten().any(several)
    }

    /// The zone that confines a type.
    fn region(&self, writer: &mut Writer, id: TypeId, piece: &mut Table) {
        let [white, black] = Color::ALL.map(|color| self.state.mobility(id, color));
        if white.is_none() && black.is_none() {
            return;
        }
        let all = self.state.squares();
        let (white, black) = (white.unwrap_or_else(|| all.clone()), black.unwrap_or_else(|| all.clone()));
        match self.common(id, white, &black) {
            Some(squares) => {
                let zone = writer.draft.zone("region", squares.text());
                piece.insert("within".into(), Toml::from(zone));
            }
            None => writer.refuse(&format!("mobilityRegionBlack{}", id.capitalized()), HALF_TURN),
        }
    }

    /// Squares that are the same for both sides, as White counts them. A side that never has the piece does
    /// not count.
    pub(super) fn common(&self, id: TypeId, white: Region, black: &Region) -> Option<Region> {
        let turned = black.half_turned(self.state.board);
        let [has_white, has_black] = Color::ALL.map(|color| self.counts_for(id, color));
        match () {
            () if white == turned || !has_black => Some(white),
            () if !has_white => Some(turned),
            () => None,
        }
    }

    /// Soldiers move sideways from some rank on.
    fn soldier(&self, writer: &mut Writer, id: TypeId, lines: &mut [String], piece: &mut Table) {
        let rank = self.state.number("soldierPromotionRank", 1);
        if id != TypeId::SOLDIER || rank <= 1 {
            return;
        }
        lines[0] = "fW".into();
        let beyond = self.state.squares().filter(|(_, at)| u16::from(at) + 1 >= rank);
        let zone = writer.draft.zone("beyond", beyond.text());
        piece.insert("in".into(), Toml::Table(table([(&zone, Toml::from("sW"))])));
    }

    /// Double and triple steps.
    fn double_steps(
        &self,
        writer: &mut Writer,
        id: TypeId,
        moves: &FairyMoves,
        en_passant: bool,
        lines: &mut Vec<String>,
        piece: &mut Table,
    ) {
        let state = self.state;
        if !state.is_on("doubleStep", true) {
            return;
        }
        let steps = match id {
            TypeId::PAWN => "mfnD".to_string(),
            _ => moves.notation(Part::Initial, false).unwrap_or_default(),
        };
        if steps.is_empty() || id != TypeId::PAWN && !moves.has_initial() {
            return;
        }
        let [white, black] = Color::ALL.map(|color| state.region("doubleStepRegion", color));
        let triple = Color::ALL.map(|color| state.region("tripleStepRegion", color));
        if id == TypeId::PAWN && triple.iter().any(|region| !region.is_empty()) {
            self.triple_steps(writer, id, triple, en_passant, piece);
        }
        let (starts, moved) = (self.starts_in(id, [&white, &black]), moves.returns() && id != TypeId::PAWN);
        let captors = Color::ALL.map(|color| state.region("enPassantRegion", color));
        // A lame first move is open to captures en passant.
        if starts
            && !moved
            && (!steps.contains('n') || captors.iter().all(|region| *region == state.squares()))
        {
            lines.push(format!("i{steps}"));
            return;
        }
        let Some(squares) = self.common(id, white, &black) else {
            return writer.refuse("doubleStepRegionBlack", HALF_TURN);
        };
        if squares.is_empty() {
            return;
        }
        let passed = |squares: &Region| {
            let reply = match self.side {
                Some(Color::Black) => captors[0].half_turned(state.board),
                _ => captors[1].clone(),
            };
            squares.filter(|(file, rank)| reply.contains((file, rank + 1)))
        };
        let exposed = if en_passant { passed(&squares) } else { Region::default() };
        let hidden = squares.without(&exposed);
        let mut zones = Table::new();
        for (region, exposes) in [(exposed, true), (hidden, false)] {
            if region.is_empty() {
                continue;
            }
            let zone = writer.draft.zone("start", region.text());
            let mut moves = table([("betza", Toml::from(steps.as_str()))]);
            if exposes {
                moves.insert("en_passant".into(), Toml::from(true));
            }
            zones.insert(zone, Toml::Table(moves));
        }
        in_zones(piece, zones);
    }

    /// Triple steps of pawns.
    fn triple_steps(
        &self,
        writer: &mut Writer,
        id: TypeId,
        [white, black]: Sides<Region>,
        en_passant: bool,
        piece: &mut Table,
    ) {
        let Some(squares) = self.common(id, white, &black) else {
            return writer.refuse("tripleStepRegionBlack", HALF_TURN);
        };
        let zone = writer.draft.zone("start", squares.text());
        let moves = table([("betza", Toml::from("mfnH")), ("en_passant", Toml::from(en_passant))]);
        in_zones(piece, table([(&zone, Toml::Table(moves))]));
    }

    /// Whether the pieces of a type start on all squares of a region and nowhere else.
    fn starts_in(&self, id: TypeId, regions: Sides<&Region>) -> bool {
        let Some(letter) = self.state.letters.get(&id) else { return false };
        let sides = Color::ALL.into_iter().zip(regions);
        sides.filter(|(color, _)| self.side.is_none_or(|side| side == *color)).all(|(color, region)| {
            let found = self.state.cells().filter(|(c, _)| *c == color.case(*letter));
            let found: Region = found.map(|(_, place)| place).collect();
            // Pieces that are dropped begin on any of the squares.
            found == *region || found.is_empty() && !self.state.is_on("pieceDrops", false)
        })
    }
}

/// Adds moves in zones to a piece.
fn in_zones(piece: &mut Table, more: Table) {
    let zones = piece.entry("in").or_insert_with(|| Toml::Table(Table::new()));
    if let Toml::Table(zones) = zones {
        for (zone, moves) in more {
            // Two kinds of moves from one zone are one line.
            match (zones.get_mut(&zone), moves) {
                (Some(Toml::Table(known)), Toml::Table(moves)) => {
                    let both = [&*known, &moves].map(|table| table.get("betza").and_then(Toml::as_str));
                    let both = both.into_iter().flatten().collect::<String>();
                    known.insert("betza".into(), Toml::from(both));
                }
                (_, moves) => drop(zones.insert(zone, moves)),
            }
        }
    }
}

/// Several lines of notation as one where that means the same, otherwise as a list.
pub(super) fn in_one_line(lines: &[String]) -> Toml {
    let whole = lines.concat();
    let parts: Result<Vec<Movement>, _> = lines.iter().map(|line| Movement::read(line)).collect();
    let same = parts.is_ok_and(|parts| {
        Movement::read(&whole).is_ok_and(|movement| movement.goes_as(&Movement::join(&parts)))
    });
    if same || lines.len() < 2 {
        return Toml::from(whole);
    }
    Toml::Array(lines.iter().map(|line| Toml::from(line.as_str())).collect())
}
