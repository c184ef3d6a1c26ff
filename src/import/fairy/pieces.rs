//! The piece types of a game of Fairy-Stockfish as pieces of a variant file.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value as Toml};

use super::moves::{FairyMoves, Part};
use super::state::{Sides, State};
use super::types::TypeId;
use super::writer::Writer;
use crate::import::Note;
use crate::import::draft::{roles, table};
use crate::import::region::Region;
use crate::rules::betza::Movement;
use crate::rules::geometry::Color;

/// Why regions of the sides do not fit into a file, which has one of them.
const HALF_TURN: &str = "squares that are not White's, turned by half a turn";

/// The roles of the types in the variant file: one letter for each type, and one for each type that another
/// one is promoted to.
pub(super) struct Roles<'a> {
    state: &'a State,
    of: BTreeMap<TypeId, char>,
    /// The role of the promoted form of a type.
    promoted: BTreeMap<TypeId, char>,
    /// Types whose promoted forms have no letter left.
    without_role: Vec<TypeId>,
}

impl<'a> Roles<'a> {
    pub(super) fn of(state: &'a State) -> Roles<'a> {
        let mut of: BTreeMap<TypeId, char> =
            state.letters.iter().map(|(&id, letter)| (id, letter.to_ascii_uppercase())).collect();
        // The castling piece is the one of role K.
        let king = state.castling_king.filter(|king| of.get(king).is_some_and(|&role| role != 'K'));
        if let Some(king) = king.filter(|_| state.is_on("castling", true)) {
            let own = of[&king];
            if let Some(other) = of.iter().find(|(_, role)| **role == 'K').map(|(&id, _)| id) {
                of.insert(other, own);
            }
            of.insert(king, 'K');
        }
        let mut roles = Roles { state, of, promoted: BTreeMap::new(), without_role: Vec::new() };
        let pairs: Vec<TypeId> = state.promoted.iter().map(|(&from, _)| from).collect();
        for from in pairs.into_iter().filter(|from| state.letters.contains_key(from)) {
            match ('A'..='Z').rev().find(|role| !roles.is_taken(*role)) {
                Some(free) => drop(roles.promoted.insert(from, free)),
                None => roles.without_role.push(from),
            }
        }
        roles
    }

    fn is_taken(&self, role: char) -> bool {
        self.of.values().chain(self.promoted.values()).any(|&known| known == role)
    }

    /// The role of a type.
    pub(super) fn role(&self, id: TypeId) -> Option<char> {
        self.of.get(&id).copied()
    }

    /// The roles of pieces that are of a type, with promoted pieces.
    pub(super) fn all_of(&self, id: TypeId) -> BTreeSet<char> {
        let promoted = self.promoted.iter().filter(|(from, _)| self.state.promoted.get(from) == Some(&id));
        self.role(id).into_iter().chain(promoted.map(|(_, &role)| role)).collect()
    }

    /// Every role.
    pub(super) fn every(&self) -> BTreeSet<char> {
        self.of.values().chain(self.promoted.values()).copied().collect()
    }

    pub(super) fn every_but_kings(&self) -> BTreeSet<char> {
        let king = self.role(TypeId::KING);
        self.every().into_iter().filter(|&role| Some(role) != king).collect()
    }

    pub(super) fn has_king(&self) -> bool {
        self.of.contains_key(&TypeId::KING)
    }

    /// The roles if only a side has pieces of them at the start and by promotion; otherwise none.
    pub(super) fn of_one_side(&self, roles: &BTreeSet<char>, color: Color) -> BTreeSet<char> {
        let other = self.letters_of(!color);
        let theirs = |role: &char| self.of.iter().any(|(id, known)| known == role && other.contains(id));
        if roles.iter().any(theirs) { BTreeSet::new() } else { roles.clone() }
    }

    /// The types that a side has at the start or may promote to.
    fn letters_of(&self, color: Color) -> BTreeSet<TypeId> {
        let board = self.state.start.split_whitespace().next().unwrap_or_default();
        let letters = board.chars().filter(|c| c.is_ascii_uppercase() == (color == Color::White));
        let start = letters.filter_map(|letter| self.state.type_of(letter));
        start.chain(self.state.promotes_to[color.index()].iter().copied()).collect()
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
            let id = self.state.type_of(c);
            let role = match c {
                '+' => {
                    let next = letters.next().unwrap_or('?');
                    let plain = self.state.type_of(next).and_then(|id| self.promoted.get(&id));
                    plain
                        .map(|&role| if next.is_ascii_uppercase() { role } else { role.to_ascii_lowercase() })
                }
                '~' => continue,
                _ if c.is_ascii_alphabetic() => id
                    .and_then(|id| self.role(id))
                    .map(|role| if c.is_ascii_uppercase() { role } else { role.to_ascii_lowercase() }),
                _ => Some(c),
            };
            text.push(role.unwrap_or('?'));
        }
        text
    }

    /// Adds the pieces to the file.
    pub(super) fn write(&self, writer: &mut Writer) {
        let state = self.state;
        if !self.without_role.is_empty() {
            writer.refuse("promotedPieceType", "more than 26 piece types, promoted forms included");
        }
        for (&id, &letter) in &state.letters {
            let Some(role) = self.role(id) else { continue };
            let mut piece = self.piece(writer, id, id);
            if letter.to_ascii_uppercase() != role {
                piece.insert("letters".into(), Toml::from(letter.to_ascii_uppercase().to_string()));
            }
            self.promotion(writer, id, &mut piece);
            self.drops(writer, id, &mut piece);
            self.limit(writer, id, &mut piece);
            writer.draft.pieces.push((role, piece));
        }
        for (&from, &role) in &self.promoted {
            let Some(&to) = state.promoted.get(&from) else { continue };
            let mut piece = self.piece(writer, to, from);
            if let Some(plain) = self.role(from) {
                piece.insert("promoted".into(), Toml::from(plain.to_string()));
                self.demotion(writer, plain, &mut piece);
            }
            self.limit(writer, to, &mut piece);
            writer.draft.pieces.push((role, piece));
        }
        writer.draft.pieces.sort_by_key(|(role, _)| *role);
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
        let never = !state.is_on("doubleStep", true)
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
        if let Some(role) = self.role(id).filter(|_| id == TypeId::JANGGI_CANNON) {
            for key in ["never_hops", "never_captures"] {
                piece.insert(key.into(), Toml::from(role.to_string()));
            }
        }
        piece
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
        let zones = piece.entry("in").or_insert_with(|| Toml::Table(Table::new()));
        if let Toml::Table(zones) = zones {
            zones.insert(zone, Toml::Table(moves));
        }
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
    fn common(&self, id: TypeId, white: Region, black: &Region) -> Option<Region> {
        let turned = black.half_turned(self.state.board);
        let changes = self.state.is_on("capturesToHand", false) || self.state.is_on("twoBoards", false);
        let has = |color| changes || self.letters_of(color).contains(&id);
        let [has_white, has_black] = Color::ALL.map(has);
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
        let [triple, other_triple] = Color::ALL.map(|color| state.region("tripleStepRegion", color));
        if id == TypeId::PAWN && !(triple.is_empty() && other_triple.is_empty()) {
            writer.refuse("tripleStepRegionWhite", "triple steps of pawns");
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
            let [_, reply] = &captors;
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
        piece.insert("in".into(), Toml::Table(zones));
    }

    /// Whether the pieces of a type start on all squares of a region and nowhere else.
    fn starts_in(&self, id: TypeId, regions: Sides<&Region>) -> bool {
        let Some(letter) = self.state.letters.get(&id) else { return false };
        Color::ALL.into_iter().zip(regions).all(|(color, region)| {
            let found = self.state.cells().filter(|(c, _)| *c == color.case(*letter));
            let found: Region = found.map(|(_, place)| place).collect();
            // Pieces that are dropped begin on any of the squares.
            found == *region || found.is_empty() && !self.state.is_on("pieceDrops", false)
        })
    }

    /// What a type promotes to: as a pawn, or to its promoted form.
    fn promotion(&self, writer: &mut Writer, id: TypeId, piece: &mut Table) {
        let state = self.state;
        let regions = Color::ALL.map(|color| state.region("promotionRegion", color));
        let pawn =
            Color::ALL.map(|color| id == TypeId::PAWN || state.promotion_pawns[color.index()].contains(&id));
        let form = self.promoted.get(&id).copied();
        if form.is_some() && pawn.contains(&true) && state.promotes_to.iter().any(|types| !types.is_empty()) {
            return self.both(writer, id, form, piece);
        }
        if let Some(form) = form {
            return self.shogi(writer, id, form, &regions, piece);
        }
        let sides: Vec<Option<Table>> = Color::ALL
            .into_iter()
            .map(|color| {
                let targets = &state.promotes_to[color.index()];
                let region = &regions[color.index()];
                (pawn[color.index()] && !targets.is_empty() && !region.is_empty())
                    .then(|| self.pawn(id, color, region))
            })
            .collect();
        let has = Color::ALL.map(|color| self.letters_of(color).contains(&id));
        match &sides[..] {
            [None, None] => {}
            [Some(white), Some(black)] if white == black => {
                piece.insert("promotes".into(), Toml::Table(white.clone()));
            }
            [Some(white), _] if !has[1] => drop(piece.insert("promotes".into(), Toml::Table(white.clone()))),
            [_, Some(black)] if !has[0] => drop(piece.insert("promotes".into(), Toml::Table(black.clone()))),
            [Some(white), Some(black)] => {
                let (mut rest, mut other) = (white.clone(), black.clone());
                let targets = [rest.remove("to"), other.remove("to")];
                if rest != other {
                    return writer.refuse("promotionRegionBlack", HALF_TURN);
                }
                for (side, to) in ["white", "black"].into_iter().zip(targets) {
                    rest.extend(to.map(|to| (side.to_string(), to)));
                }
                piece.insert("promotes".into(), Toml::Table(rest));
            }
            _ => writer.refuse("promotionPieceTypes", "only one side promotes"),
        }
        if pawn.contains(&true)
            && sides.iter().all(Option::is_none)
            && state.is_on("mandatoryPawnPromotion", true)
        {
            // A pawn that must promote and cannot never gets there.
            if id == TypeId::PAWN && !regions[0].is_empty() {
                let rest = state.squares().without(&regions[0]);
                if rest.half_turned(state.board) == state.squares().without(&regions[1]) {
                    let zone = writer.draft.zone("before", rest.text());
                    piece.insert("within".into(), Toml::from(zone));
                    // It attacks kings on the squares that it never reaches.
                    let moves = piece.get("betza").and_then(Toml::as_str).map(str::to_owned);
                    let lines = moves.into_iter().chain(["fkF".to_owned()]).collect::<Vec<_>>();
                    piece.insert("betza".into(), in_one_line(&lines));
                } else {
                    writer.refuse("promotionRegionBlack", HALF_TURN);
                }
            }
        }
    }

    /// The promotion of a pawn of a side.
    fn pawn(&self, id: TypeId, color: Color, region: &Region) -> Table {
        let state = self.state;
        let targets = state.promotes_to[color.index()].iter().rev().filter_map(|&to| self.role(to));
        let mut promotes = table([("to", roles(targets))]);
        let region = if color == Color::White { region.clone() } else { region.half_turned(state.board) };
        if state.is_on("mandatoryPawnPromotion", true) {
            promotes.insert("squares".into(), Toml::from(region.text()));
        } else {
            self.optional(&mut promotes, &region, &self.stuck(id));
        }
        let hands = state.is_on("capturesToHand", false) || state.is_on("twoBoards", false);
        if hands && !state.is_on("dropLoop", false) {
            promotes.insert("falls_back".into(), Toml::from(true));
        }
        promotes
    }

    /// A promotion that a piece may decline, except where it could never move again.
    fn optional(&self, promotes: &mut Table, region: &Region, stuck: &Region) {
        let forced = region.and(stuck);
        if forced.is_empty() || !self.state.is_on("immobilityIllegal", false) {
            promotes.insert("squares".into(), Toml::from(region.text()));
            promotes.insert("forced".into(), Toml::from(false));
        } else {
            promotes.insert("squares".into(), Toml::from(forced.text()));
            let optional = region.without(&forced);
            if !optional.is_empty() {
                promotes.insert("optional".into(), Toml::from(optional.text()));
            }
        }
    }

    /// The squares from which a type has no move on an empty board, as White counts them.
    fn stuck(&self, id: TypeId) -> Region {
        let state = self.state;
        let moves = FairyMoves::read(state.moves.get(&id).map_or(id.moves(), String::as_str));
        let squares = state.squares();
        squares.filter(|(file, rank)| {
            moves.first_steps().all(|(forward, right)| {
                match (file.checked_add_signed(right), rank.checked_add_signed(forward)) {
                    (Some(file), Some(rank)) => !squares.contains((file, rank)),
                    _ => true,
                }
            })
        })
    }

    /// Pawns with promotion pieces and a promoted form.
    fn both(&self, writer: &mut Writer, id: TypeId, form: Option<char>, piece: &mut Table) {
        let regions = Color::ALL.map(|color| self.state.region("promotionRegion", color));
        let [white, black] = Color::ALL.map(|color| self.pawn(id, color, &regions[color.index()]));
        if white != black || id != TypeId::PAWN {
            return writer.refuse("promotedPieceType", "a pawn that promotes in two ways");
        }
        let mut promotes = white;
        if let Some(Toml::Array(to)) = promotes.get_mut("to") {
            to.extend(form.map(|role| Toml::from(role.to_string())));
        }
        piece.insert("promotes".into(), Toml::Table(promotes));
    }

    /// The promotion of a piece that moves into a region, inside it or out of it.
    fn shogi(&self, writer: &mut Writer, id: TypeId, form: char, regions: &Sides<Region>, piece: &mut Table) {
        let state = self.state;
        let Some(region) = self.common(id, regions[0].clone(), &regions[1]) else {
            return writer.refuse("promotionRegionBlack", HALF_TURN);
        };
        if region.is_empty() {
            return;
        }
        let (forced, captures) =
            (state.is_on("mandatoryPiecePromotion", false), state.is_on("piecePromotionOnCapture", false));
        if region == state.squares() && forced {
            let when = if captures { "captures" } else { "moves" };
            let becomes = table([("to", Toml::from(form.to_string())), ("when", Toml::from(when))]);
            piece.insert("becomes".into(), Toml::Table(becomes));
            return;
        }
        if captures {
            writer.refuse("piecePromotionOnCapture", "in a part of the board, or by choice");
        }
        let mut promotes = table([("to", roles([form]))]);
        if forced {
            promotes.insert("squares".into(), Toml::from(region.text()));
        } else {
            self.optional(&mut promotes, &region, &self.stuck(id));
        }
        promotes.insert("leaving".into(), Toml::from(region.text()));
        let captors = Color::ALL.map(|color| state.region("enPassantRegion", color));
        let passes =
            state.is_on("doubleStep", true) && state.en_passant.iter().any(|types| types.contains(&id));
        if passes && captors.iter().zip(regions).any(|(captors, region)| !captors.and(region).is_empty()) {
            let text = "captures en passant do not promote by `promotedPieceType`";
            writer.notes.push(Note::new(state.line("promotedPieceType"), text));
        }
        piece.insert("promotes".into(), Toml::Table(promotes));
    }

    /// The way back of a promoted form.
    fn demotion(&self, writer: &mut Writer, plain: char, piece: &mut Table) {
        let state = self.state;
        if !state.is_on("pieceDemotion", false) {
            return;
        }
        let all = Color::ALL.iter().all(|&c| state.region("promotionRegion", c) == state.squares());
        if !all || !state.is_on("mandatoryPiecePromotion", false) {
            return writer.refuse("pieceDemotion", "in a part of the board, or by choice");
        }
        let captures = state.is_on("piecePromotionOnCapture", false);
        let when = if captures { "captures" } else { "moves" };
        let becomes = table([("to", Toml::from(plain.to_string())), ("when", Toml::from(when))]);
        piece.insert("becomes".into(), Toml::Table(becomes));
    }

    /// How many pieces of a type a side may have.
    fn limit(&self, writer: &mut Writer, id: TypeId, piece: &mut Table) {
        let Some(&most) = self.state.promotion_limit.get(&id) else { return };
        // A plain piece that nobody ever has does not count.
        let plain = Color::ALL.iter().any(|&color| self.letters_of(color).contains(&id));
        if self.all_of(id).len() - usize::from(!plain) > 1 {
            return writer.refuse("promotionLimit", "for several forms of a piece together");
        }
        // A promoted pawn that falls back in hand is another kind for Fibnif, which counts each.
        let falls_back = self.state.is_on("capturesToHand", false) && !self.state.is_on("dropLoop", false);
        if falls_back && self.state.promotes_to.iter().any(|types| types.contains(&id)) {
            return writer.refuse("promotionLimit", "for promoted pawns that are pawns again in hand");
        }
        piece.insert("most".into(), Toml::from(i64::from(most)));
    }

    /// Where a type may be dropped.
    fn drops(&self, writer: &mut Writer, id: TypeId, piece: &mut Table) {
        let state = self.state;
        if !state.is_on("pieceDrops", false) && !state.is_on("seirawanGating", false) {
            return;
        }
        if id == TypeId::KING && state.is_on("capturesToHand", false) {
            return;
        }
        // What never comes to hand is never dropped.
        let comes = state.is_on("capturesToHand", false) || state.is_on("twoBoards", false);
        let stock = state.start.split_once('[').map_or("", |(_, rest)| rest.split(']').next().unwrap_or(""));
        if !comes && !stock.chars().any(|letter| state.type_of(letter) == Some(id)) {
            return;
        }
        let (board, all) = (state.board, state.squares());
        let mut regions = Color::ALL.map(|color| state.region("dropRegion", color));
        for color in Color::ALL {
            let region = &mut regions[color.index()];
            let first = |rank: u8| if color == Color::White { rank } else { board.ranks - 1 - rank };
            if let Some(zone) = state.mobility(id, color) {
                *region = region.and(&zone);
            }
            if id == TypeId::PAWN {
                if !state.is_on("promotionZonePawnDrops", false) {
                    *region = region.without(&state.region("promotionRegion", color));
                }
                if !state.is_on("firstRankPawnDrops", false) {
                    *region = region.without(&Region::rank(first(0), board));
                }
            }
            if id == TypeId::ROOK && state.is_on("sittuyinRookDrop", false) {
                *region = region.and(&Region::rank(first(0), board));
            }
            if state.is_on("immobilityIllegal", false) {
                let stuck = self.stuck(id);
                *region =
                    region.without(&if color == Color::White { stuck } else { stuck.half_turned(board) });
            }
        }
        let [white, black] = regions;
        // Pieces enter where those of the first rank leave.
        let gates = state.is_on("seirawanGating", false);
        let entries = white.and(&Region::rank(0, board));
        let by_gates_alone = gates && !state.is_on("pieceDrops", false);
        let Some(squares) = (if by_gates_alone { Some(entries) } else { self.common(id, white, &black) })
        else {
            return writer.refuse("dropRegionBlack", HALF_TURN);
        };
        let mut drops = Table::new();
        if squares != all {
            drops.insert("squares".into(), Toml::from(squares.text()));
        }
        if state.is_on("mustDrop", false) && state.must_drop == Some(id) {
            drops.insert("forced".into(), Toml::from(true));
        }
        if state.drop_no_doubled == Some(id) {
            // With none allowed beside it, not even the first may be dropped.
            let Some(count) = state.number("dropNoDoubledCount", 1).checked_sub(1) else {
                piece.insert("hand".into(), Toml::from("none"));
                return;
            };
            drops.insert("per_file".into(), Toml::from(i64::from(count)));
        }
        if id == TypeId::SHOGI_PAWN && state.is_on("shogiPawnDropMateIllegal", false) {
            drops.insert("mate".into(), Toml::from("forbidden"));
        }
        // That program asks it of kings alone, not of pieces that are as royal.
        if !state.is_on("dropChecks", true) && self.has_king() {
            drops.insert("check".into(), Toml::from("forbidden"));
        }
        if id == TypeId::BISHOP && state.is_on("dropOppositeColoredBishop", false) {
            drops.insert("colors".into(), Toml::from("different"));
        }
        if state.is_on("dropPromoted", false) && self.promoted.contains_key(&id) {
            drops.insert("form".into(), Toml::from("either"));
        }
        if squares.is_empty() {
            piece.insert("hand".into(), Toml::from("none"));
        } else if !drops.is_empty() {
            piece.insert("drops".into(), Toml::Table(drops));
        }
    }
}

/// Several lines of notation as one where that means the same, otherwise as a list.
fn in_one_line(lines: &[String]) -> Toml {
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
