//! What the pieces of a game of Fairy-Stockfish promote to, in a variant file.

use toml::{Table, Value as Toml};

use super::moves::FairyMoves;
use super::pieces::{HALF_TURN, Roles, in_one_line};
use super::state::Sides;
use super::types::TypeId;
use super::writer::Writer;
use crate::import::Note;
use crate::import::draft::{roles, table};
use crate::import::region::Region;
use crate::rules::geometry::Color;
use crate::rules::letter::Letter;

impl Roles<'_> {
    /// What a type promotes to: as a pawn, or to its promoted form.
    pub(super) fn promotion(&self, writer: &mut Writer, id: TypeId, piece: &mut Table) {
        let state = self.state;
        let regions = Color::ALL.map(|color| state.region("promotionRegion", color));
        let pawn =
            Color::ALL.map(|color| id == TypeId::PAWN || state.promotion_pawns[color.index()].contains(&id));
        let form = self.form(id);
        if form.is_some() || pawn.contains(&true) {
            self.note_en_passant(writer, id, &regions);
        }
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
        let has = Color::ALL
            .map(|color| self.side.map_or(self.letters_of(color).contains(&id), |side| side == color));
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
                let [white, black] = regions.map(|region| state.squares().without(&region));
                let Some(rest) = self.common(id, white, &black) else {
                    return writer.refuse("promotionRegionBlack", HALF_TURN);
                };
                let zone = writer.draft.zone("before", rest.text());
                piece.insert("within".into(), Toml::from(zone));
                if self.has_spare_royals() {
                    writer.notes.push(Note::new(0, "pawns attack the last rank, which they never reach"));
                    return;
                }
                // It attacks kings on the squares that it never reaches.
                let moves = piece.get("betza").and_then(Toml::as_str).map(str::to_owned);
                let lines = moves.into_iter().chain(["fkF".to_owned()]).collect::<Vec<_>>();
                piece.insert("betza".into(), in_one_line(&lines));
            }
        }
    }

    /// Notes that a pawn of that program does not promote when it captures en passant.
    fn note_en_passant(&self, writer: &mut Writer, id: TypeId, regions: &Sides<Region>) {
        let state = self.state;
        let differs = Color::ALL.into_iter().any(|color| {
            let passed = state.passed_squares(!color).and(&state.region("enPassantRegion", color));
            let captures = state.en_passant[color.index()].contains(&id) && self.counts_for(id, color);
            captures && !passed.and(&regions[color.index()]).is_empty()
        });
        if differs && self.has_double_steps() {
            let text = "pawns do not promote when they capture en passant";
            let note = Note::new(0, text);
            if !writer.notes.contains(&note) {
                writer.notes.push(note);
            }
        }
    }

    /// The promotion of a pawn of a side.
    fn pawn(&self, id: TypeId, color: Color, region: &Region) -> Table {
        let state = self.state;
        let targets = state.promotes_to[color.index()].iter().rev();
        let targets = targets.filter_map(|&to| self.role_of(to, color));
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
    pub(super) fn stuck(&self, id: TypeId) -> Region {
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
    fn both(&self, writer: &mut Writer, id: TypeId, form: Option<Letter>, piece: &mut Table) {
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
    fn shogi(
        &self,
        writer: &mut Writer,
        id: TypeId,
        form: Letter,
        regions: &Sides<Region>,
        piece: &mut Table,
    ) {
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
        piece.insert("promotes".into(), Toml::Table(promotes));
    }

    /// The way back of a promoted form.
    pub(super) fn demotion(&self, writer: &mut Writer, plain: Letter, piece: &mut Table) {
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
    pub(super) fn limit(&self, writer: &mut Writer, id: TypeId, piece: &mut Table) {
        let Some(&most) = self.state.promotion_limit.get(&id) else { return };
        // A plain piece that nobody ever has does not count.
        let plain = Color::ALL.iter().any(|&color| self.letters_of(color).contains(&id));
        let side = self.side.unwrap_or(Color::White);
        if self.forms_of(id, side).len() - usize::from(!plain) > 1 {
            return writer.refuse("promotionLimit", "for several forms of a piece together");
        }
        // A promoted pawn that falls back in hand is another kind for Fibnif, which counts each.
        let falls_back = self.state.is_on("capturesToHand", false) && !self.state.is_on("dropLoop", false);
        if falls_back && self.state.promotes_to.iter().any(|types| types.contains(&id)) {
            return writer.refuse("promotionLimit", "for promoted pawns that are pawns again in hand");
        }
        piece.insert("most".into(), Toml::from(i64::from(most)));
    }
}
