//! A variant as an Interactive Diagram: the definition that inventors paste into their pages.
//!
//! The diagram's script has one list of piece types for both sides, one royal type, and pawns that promote at
//! the far end of the board. A variant that does not fit is refused with all reasons. Moves are written as
//! the script reads them: the author's text where both read it alike, otherwise what XBoard is told, whose
//! dialect is that of the same author.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::xboard::notation::to_xboard;
use crate::rules::betza::{CastleLeg, Leg, Movement, Wing, parse, push_new};
use crate::rules::game::{Castle, Feature, Game, KindId};
use crate::rules::geometry::{Color, Shape, Square};
use crate::rules::letter::Letter;
use crate::rules::variant::{Bare, End, NoMoves, PieceDef};
use crate::teach::explain::explain;

/// The program, as [`explain`] names it.
const PROGRAM: &str = "The Interactive Diagram";
/// The features it knows besides the rules of chess.
const SUPPORTED: &[Feature] = &[
    Feature::StalemateDecides,
    Feature::OtherEnds,
    Feature::Castling,
    Feature::CastlingMoves,
    Feature::Holes,
    Feature::OptionalPromotion,
    Feature::CapturesOnTheWay,
    Feature::PassesBySide,
];
/// Rules about draws that it does not ask: a diagram has no arbiter. They are named in a comment.
const NOTED: &[Feature] =
    &[Feature::RepetitionLimit, Feature::MoveLimit, Feature::MaterialRule, Feature::CountedEndings];
/// How a page on The Chess Variant Pages shows the pieces.
const LOOKS: &str = "graphicsDir=/membergraphics/MSinteractivedia/\ngraphicsType=png\nsquareSize=36\n\
                     whitePrefix=White\nblackPrefix=Black\n";

/// A definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The element with the definition, for a page that loads the script.
    pub text: String,
    /// The letter of each piece type in it.
    pub letters: Vec<(KindId, char)>,
}

/// A variant that does not fit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an Interactive Diagram cannot express {}", reasons.join("; "))]
pub struct Unfit {
    /// What it cannot express.
    pub reasons: Vec<String>,
}

/// The definition of a game.
///
/// # Errors
/// Everything that cannot be expressed.
pub fn definition(game: &Game) -> Result<Definition, Unfit> {
    let mut writer = Writer { game, reasons: Vec::new(), types: Vec::new() };
    writer.features();
    writer.types();
    let promotion = writer.promotion();
    let royal = writer.royal();
    let rules = writer.rules();
    if !writer.reasons.is_empty() {
        let mut reasons: Vec<String> = Vec::new();
        writer.reasons.into_iter().for_each(|reason| push_new(&mut reasons, reason));
        return Err(Unfit { reasons });
    }
    let shape = &game.shape;
    let mut text = String::new();
    // Writing to a string cannot fail.
    for used in game.features_beyond(SUPPORTED) {
        let _ = writeln!(text, "<!-- Left out: {used}. -->");
    }
    let _ = write!(text, "<div class=\"idiagram\">\ntitle={}\n", plain(&game.def.title));
    let _ = write!(text, "files={}\nranks={}\nsymmetry=none\n", shape.files(), shape.ranks());
    text.extend([LOOKS, &promotion, &royal, &rules]);
    let holes: Vec<Square> =
        shape.cells().filter(|&square| !shape.squares().any(|known| known == square)).collect();
    if !holes.is_empty() {
        let _ = writeln!(text, "hole::::{}", squares(shape, &holes));
    }
    for known in &writer.types {
        let [white, black] = Color::ALL.map(|color| squares(shape, &known.squares(game, color)));
        let Type { name, letter, moves, .. } = known;
        let _ = writeln!(text, "{name}:{letter}:{moves}::{white}:{black}");
    }
    text.push_str("</div>\n");
    let letters = writer.types.iter().flat_map(|known| known.kinds.iter().map(|&kind| (kind, known.letter)));
    Ok(Definition { text, letters: letters.collect() })
}

/// A piece type, which both sides may have.
struct Type {
    name: String,
    letter: char,
    /// The moves as the diagram reads them.
    moves: String,
    movement: Movement,
    castles: Vec<CastleLeg>,
    royal: bool,
    promotes: bool,
    kinds: Vec<KindId>,
}

impl Type {
    /// Where a side has it at the start.
    fn squares(&self, game: &Game, color: Color) -> Vec<Square> {
        let own = |id: KindId| self.kinds.contains(&id) && game.kind(id).color == color;
        game.array.iter().filter(|(_, id)| own(*id)).map(|(square, _)| *square).collect()
    }
}

struct Writer<'a> {
    game: &'a Game,
    reasons: Vec<String>,
    types: Vec<Type>,
}

impl Writer<'_> {
    fn refuse(&mut self, what: impl Into<String>) {
        self.reasons.push(what.into());
    }

    fn features(&mut self) {
        let game = self.game;
        game.features_beyond(&[SUPPORTED, NOTED].concat())
            .iter()
            .for_each(|feature| self.refuse(feature.to_string()));
        if game.def.first_to_move() == Color::Black {
            self.refuse("Black's moving first");
        }
    }

    /// The piece types, those that promote first.
    fn types(&mut self) {
        let game = self.game;
        let promotes = |id: &KindId| !game.kind(*id).promotes_to.is_empty();
        let ids: Vec<KindId> = game.kind_ids().collect();
        let (pawns, others): (Vec<KindId>, Vec<KindId>) = ids.into_iter().partition(promotes);
        for id in pawns.into_iter().chain(others) {
            let kind = game.kind(id);
            let piece = kind.piece_of(&game.def);
            let castles = self.castles(id, piece);
            let promotes = promotes(&id);
            let same = |known: &&mut Type| {
                known.name == plain(&kind.name)
                    && (known.royal, known.promotes) == (kind.royal, promotes)
                    && known.castles == castles
                    && known.movement.goes_as(&piece.movement)
            };
            if let Some(known) = self.types.iter_mut().find(same) {
                known.kinds.push(id);
                continue;
            }
            let Some(moves) = moves(piece, &castles, &game.shape) else {
                self.refuse(format!("the moves of the {} (`{}`)", kind.name, piece.betza));
                continue;
            };
            let free = |letter: &char| self.types.iter().all(|known| known.letter != *letter);
            let wanted = [kind.letter.upper(), kind.role].into_iter().filter_map(Letter::single);
            let Some(letter) = wanted.chain('A'..='Z').find(free) else {
                self.refuse("more than 26 piece types");
                return;
            };
            self.types.push(Type {
                name: plain(&kind.name),
                letter,
                moves,
                movement: piece.movement.clone(),
                castles,
                royal: kind.royal,
                promotes,
                kinds: vec![id],
            });
        }
    }

    /// The castling of a piece type, as its own moves.
    fn castles(&mut self, id: KindId, piece: &PieceDef) -> Vec<CastleLeg> {
        let (shape, own) = (&self.game.shape, |castle: &&Castle| castle.king_kind == id);
        let mut legs = Vec::new();
        let mut fits = true;
        for castle in self.game.castles.iter().filter(own) {
            let ((from, to), (partner, beside)) = (castle.king, castle.partner);
            let files = [from, to, partner, beside].map(|square| shape.file(square));
            let edge = if castle.is_a_side() { 0 } else { shape.files() - 1 };
            // The partner is at the edge and lands beside the king, on the inner side.
            fits &= files[2] == edge && files[1].abs_diff(files[3]) == 1;
            fits &= (files[3] < files[1]) != castle.is_a_side() && files[0] != files[1];
            let left = castle.is_a_side() == (castle.color == Color::White);
            let wing = if left { Wing::Left } else { Wing::Right };
            legs.push(CastleLeg { wing, squares: files[0].abs_diff(files[1]), initial: true });
        }
        if !fits {
            self.refuse(
                "castling with a piece that is not at the edge, or lands elsewhere than beside the king",
            );
        }
        if legs.is_empty() && !piece.movement.castles.is_empty() {
            // Its rights are lost at the start.
            return Vec::new();
        }
        legs.sort_by_key(|leg| leg.wing == Wing::Right);
        legs
    }

    /// The lines about promotion: a zone at the far end, one choice for all pawns.
    fn promotion(&mut self) -> String {
        let game = self.game;
        let pawns = self.types.iter().filter(|known| known.promotes).count();
        if pawns == 0 {
            return "maxPromote=0\n".to_owned();
        }
        let mut choices: BTreeSet<String> = BTreeSet::new();
        let mut depths: BTreeSet<Option<u8>> = BTreeSet::new();
        let letter_of =
            |id: &KindId| self.types.iter().find(|known| known.kinds.contains(id)).map(|known| known.letter);
        for id in self.types.iter().filter(|known| known.promotes).flat_map(|known| &known.kinds) {
            let kind = game.kind(*id);
            let mut letters: Vec<char> = Vec::new();
            for letter in kind.promotes_to.iter().filter_map(letter_of) {
                if !letters.contains(&letter) {
                    letters.push(letter);
                }
            }
            letters.sort_unstable();
            choices.insert(letters.into_iter().collect());
            depths.insert(depth(game, kind.color, kind.piece_of(&game.def)));
        }
        match (choices.pop_first(), depths.pop_first().flatten()) {
            (Some(choice), Some(depth)) if choices.is_empty() && depths.is_empty() => {
                format!("promoZone={depth}\nmaxPromote={pawns}\npromoChoice={choice}\n")
            }
            (_, None) => {
                self.refuse("promotion elsewhere than on the last ranks");
                String::new()
            }
            _ => {
                self.refuse("pawns that promote to different pieces");
                String::new()
            }
        }
    }

    /// The number of the royal type.
    fn royal(&mut self) -> String {
        let royal: Vec<usize> = (1..).zip(&self.types).filter(|(_, it)| it.royal).map(|(at, _)| at).collect();
        match royal[..] {
            [number] => format!("royal={number}\n"),
            [] => {
                self.refuse("a game without a royal piece");
                String::new()
            }
            _ => {
                self.refuse("royal pieces of several types, or kings of the sides that castle differently");
                String::new()
            }
        }
    }

    fn rules(&mut self) -> String {
        let rules = &self.game.def.rules;
        let mut text = String::new();
        match rules.no_moves {
            NoMoves::MoverLoses => text.push_str("stalemate=win\n"),
            NoMoves::MoverWins => text.push_str("stalemate=loss\n"),
            NoMoves::Draw | NoMoves::FewerPiecesWins | NoMoves::ClosesColor => {}
        }
        match &rules.ends[..] {
            [] => {}
            [End::Bare(Bare::Loses)] => text.push_str("baring=1\n"),
            _ => self.refuse(Feature::OtherEnds.text()),
        }
        text
    }
}

/// How many of the last ranks are the zone in which a pawn promotes: on the last one it must.
fn depth(game: &Game, color: Color, piece: &PieceDef) -> Option<u8> {
    let promotion = piece.promotion.as_ref()?;
    let from_elsewhere = promotion.leaving.is_empty() && promotion.entering.is_empty();
    if !promotion.forced || promotion.instead || !from_elsewhere {
        return None;
    }
    let (shape, ranks) = (&game.shape, game.shape.ranks());
    let of = |from: u8, to: u8| -> BTreeSet<Square> {
        let inside = |square: &Square| (from..to).contains(&shape.rank_for(*square, color));
        shape.squares().filter(inside).collect()
    };
    let set = |squares: &[Square]| squares.iter().copied().collect::<BTreeSet<_>>();
    let (forced, optional) = (set(&promotion.squares), set(&promotion.optional));
    let fits = |depth: &u8| forced == of(ranks - 1, ranks) && optional == of(ranks - depth, ranks - 1);
    (1..=ranks / 2).find(fits)
}

/// The moves as the diagram reads them, if it can read them.
fn moves(piece: &PieceDef, castles: &[CastleLeg], board: &Shape) -> Option<String> {
    let movement = Movement { castles: castles.to_vec(), ..piece.movement.clone() };
    let without_castling = Movement { castles: Vec::new(), ..movement.clone() };
    // Half moves are Betza's own, and not known to the script.
    if movement.legs.iter().any(|leg: &Leg| leg.halfling) {
        return None;
    }
    let castling = to_xboard(&Movement { castles: castles.to_vec(), ..Movement::default() }, board)?.text;
    let own =
        piece.betza.split('O').next().map(|text| text.trim_end_matches(['i', 'l', 'r', 's']).to_owned());
    let own = own.filter(|text| piece.movement.castles.is_empty() || !text.contains('['));
    let canonical = own.as_ref().and_then(|text| parse(text).ok()).map(|ast| ast.to_string());
    let told = to_xboard(&without_castling, board).filter(|told| !told.superset).map(|told| told.text);
    let texts = own.into_iter().chain(canonical).chain(told).map(|text| text + &castling);
    texts.into_iter().find(|text| {
        let alike = Movement::read(text)
            .is_ok_and(|read| read.goes_as(&movement) && same_castling(&read.castles, &movement.castles));
        let elsewhere = || {
            let parts = explain(text).unwrap_or_default();
            parts.into_iter().flat_map(|part| part.elsewhere).any(|other| other.program == PROGRAM)
        };
        alike && !text.contains(':') && !elsewhere()
    })
}

fn same_castling(a: &[CastleLeg], b: &[CastleLeg]) -> bool {
    a.len() == b.len() && a.iter().all(|leg| b.contains(leg))
}

/// A name in a field of a definition.
fn plain(name: &str) -> String {
    let kept = |c: char| if c.is_alphanumeric() || " '-+()./".contains(c) { c } else { ' ' };
    name.chars().map(kept).collect::<String>().trim().to_owned()
}

/// Squares with commas, rows of neighbors as `a2-h2`.
fn squares(shape: &Shape, squares: &[Square]) -> String {
    let mut rest: BTreeSet<(u8, u8)> =
        squares.iter().map(|&square| (shape.rank(square), shape.file(square))).collect();
    let name = |(rank, file): (u8, u8)| format!("{}{}", char::from(b'a' + file), rank + 1);
    let mut parts = Vec::new();
    while let Some(first) = rest.pop_first() {
        let mut last = first;
        while rest.remove(&(last.0, last.1 + 1)) {
            last.1 += 1;
        }
        parts.push(if first == last { name(first) } else { format!("{}-{}", name(first), name(last)) });
    }
    parts.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::variant::Catalog;

    fn exported(variant: &str) -> Result<String, String> {
        let game = compile(&Catalog::builtin().resolve(variant).unwrap()).unwrap();
        definition(&game).map(|definition| definition.text).map_err(|unfit| unfit.to_string())
    }

    #[test]
    fn chess_is_what_an_inventor_would_write() {
        let text = exported("chess").unwrap();
        for line in [
            "<div class=\"idiagram\">",
            "promoZone=1",
            "maxPromote=1",
            "promoChoice=BNQR",
            "royal=6",
            "Pawn:P:mfWcefFimfnD::a2-h2:a7-h7",
            "King:K:KisO2::e1:e8",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }

    #[test]
    fn what_cannot_be_expressed_is_named() {
        for (variant, reason) in [
            ("narrow", "moves only out of check"),
            ("atomic", "captors that stay, explode or turn into walls"),
            ("crazyhouse", "pieces in hand"),
            ("half-chess", "the moves of the"),
            ("makruk", "promotion elsewhere"),
            ("cwda:clobberers/nutters", "pawns that promote to different pieces"),
            ("fischerandom", "shuffled"),
        ] {
            let error = exported(variant).unwrap_err();
            assert!(error.contains(reason), "{variant}: {error}");
        }
    }
}
