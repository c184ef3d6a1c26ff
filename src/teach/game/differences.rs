//! What is different from chess, a sentence for each difference.

use std::sync::Arc;

use super::draws::draws;
use super::pieces::Whose;
use super::rules::sentences;
use super::words::{joined, spoken, with_article};
use crate::rules::game::{Game, compile};
use crate::rules::geometry::{Color, Lattice, Square};
use crate::rules::variant::{Catalog, PieceDef, SideDef, VariantDef, VariantError};

/// What a sentence about promotion begins with.
const PROMOTION: &str = "Promotion: ";

/// What a sentence begins with that tells only how pieces are written.
const SIGNS: &str = "The mark ";

/// What is different from chess, the most important first.
///
/// # Errors
/// If chess itself is not what it should be: a file of the user has replaced it.
pub fn differences(catalog: &Catalog, game: &Arc<Game>) -> Result<Vec<String>, VariantError> {
    let chess = compile(&catalog.resolve("chess")?)?;
    let mut lines = board(&game.def, &chess.def);
    lines.extend(pieces(&game.def, &chess.def));
    lines.extend(rules(game, &chess));
    if lines.is_empty() {
        lines.push("Nothing: this is chess.".to_owned());
    }
    Ok(lines)
}

fn board(def: &VariantDef, chess: &VariantDef) -> Vec<String> {
    let (files, ranks) = (def.shape.files(), def.shape.ranks());
    if def.shape != chess.shape {
        return match def.shape.lattice() {
            Lattice::Squares => vec![format!("The board has {files} files and {ranks} ranks.")],
            Lattice::Hexagons => {
                vec![format!("The board has {} hexagons in {files} files.", def.shape.squares().count())]
            }
        };
    }
    let placed = |def: &VariantDef| {
        let name = |(square, color, piece): &(Square, Color, usize)| {
            let side = def.sides.get(color.index())?;
            Some((*square, *color, side.pieces.get(*piece)?.name.clone()))
        };
        let mut placed: Vec<_> = def.array.iter().filter_map(name).collect();
        placed.sort_by(|a, b| (a.0, &a.2).cmp(&(b.0, &b.2)));
        placed
    };
    let same_names =
        def.sides.iter().flat_map(|side| &side.pieces).all(|piece| of_chess(chess, piece).is_some());
    if same_names && placed(def) != placed(chess) {
        return vec!["The starting position is another one.".to_owned()];
    }
    Vec::new()
}

/// The piece of chess that has the name of a piece.
fn of_chess<'a>(chess: &'a VariantDef, piece: &PieceDef) -> Option<&'a PieceDef> {
    chess.sides.iter().flat_map(|side| &side.pieces).find(|known| known.name == piece.name)
}

/// The pieces that chess does not have, and those that move otherwise.
fn pieces(def: &VariantDef, chess: &VariantDef) -> Vec<String> {
    let of = |&whose: &Whose| (whose, pieces_of(def, chess, whose));
    let mut lines: Vec<(Whose, String)> = Whose::of(def).iter().map(of).collect();
    lines.retain(|(_, text)| !text.is_empty());
    // The sides may differ in something else.
    lines.dedup_by(|later, first| {
        let alike = later.1 == first.1;
        if alike {
            first.0 = Whose::Both;
        }
        alike
    });
    let line = |(whose, text)| match whose {
        Whose::Both => text,
        Whose::Side(color) => format!("{color}: {text}"),
    };
    lines.into_iter().map(line).collect()
}

fn pieces_of(def: &VariantDef, chess: &VariantDef, whose: Whose) -> String {
    let Some(side) = def.sides.get(whose.color().index()) else { return String::new() };
    let known = |piece: &&PieceDef| of_chess(chess, piece);
    // A piece of chess under another name is known, too.
    let nature = |piece: &PieceDef| (piece.royal, piece.promotion.is_some());
    let alike = |piece: &PieceDef| {
        let is = |other: &PieceDef| moves_as(other, piece) && nature(other) == nature(piece);
        chess.sides.iter().flat_map(|side| &side.pieces).any(is)
    };
    let new = names(side, |piece| known(piece).is_none() && !alike(piece));
    let changed = names(side, |piece| known(piece).is_some_and(|known| !moves_as(known, piece)));
    let is_stronger = |piece: &&PieceDef| {
        let moves_as_known = known(piece).map_or_else(|| alike(piece), |known| moves_as(known, piece));
        !piece.zones.is_empty() && moves_as_known
    };
    let stronger = names(side, is_stronger);
    let mut parts = Vec::new();
    match new.as_slice() {
        [] => {}
        [one] => parts.push(format!("{one} is a new piece.")),
        several => parts.push(format!("{} are new pieces.", joined(several, "and"))),
    }
    let list = |names: &[String], one: &str, several: &str| {
        let verb = if names.len() == 1 { one } else { several };
        format!("The {} {verb}", joined(names, "and").to_lowercase())
    };
    if !changed.is_empty() {
        parts.push(list(&changed, "moves differently.", "move differently."));
    }
    if let Some(zone) = side.pieces.iter().filter(is_stronger).find_map(|piece| piece.zones.first()) {
        let there = whose.region(&def.shape, &zone.squares);
        parts.push(list(&stronger, "has", "have") + &format!(" more moves on {there}."));
    }
    for (at, within) in
        side.pieces.iter().enumerate().filter_map(|(at, piece)| Some((at, piece.within.as_ref()?)))
    {
        if side.pieces.iter().take(at).any(|before| before.within.as_ref() == Some(within)) {
            continue;
        }
        let confined = names(side, |piece| piece.within.as_ref() == Some(within));
        parts.push(list(&confined, "stays", "stay") + &format!(" on {}.", whose.region(&def.shape, within)));
    }
    parts.join(" ")
}

/// Whether two pieces have the same moves outside their zones.
fn moves_as(known: &PieceDef, piece: &PieceDef) -> bool {
    known.movements().into_iter().zip(piece.movements()).all(|(known, own)| known.goes_as(own))
}

fn names(side: &SideDef, is_meant: impl Fn(&&PieceDef) -> bool) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for piece in side.pieces.iter().filter(|piece| is_meant(piece)) {
        if !names.contains(&piece.name) {
            names.push(piece.name.clone());
        }
    }
    names
}

/// The rules that chess does not have, then those of chess that are missing.
fn rules(game: &Game, chess: &Game) -> Vec<String> {
    let (own, usual) = (sentences(game), sentences(chess));
    let renamed = |sentence: &str| as_in_chess(&game.def, sentence);
    let ends = draws(&game.def);
    let promotes_as_usual = promotes_as_usual(&game.def);
    let is_new = |sentence: &&String| {
        let is_usual = promotes_as_usual && sentence.starts_with(PROMOTION) || sentence.starts_with(SIGNS);
        !is_usual && !usual.contains(&renamed(sentence))
    };
    let new = own.iter().filter(is_new);
    let (later, mut lines): (Vec<&String>, Vec<&String>) =
        new.partition(|sentence| ends.contains(sentence) || sentence.starts_with(PROMOTION));
    let missing = missing(&own);
    lines.extend(&missing);
    lines.extend(later);
    lines.into_iter().cloned().collect()
}

/// A sentence with the names that chess has for the king and the pawn.
fn as_in_chess(def: &VariantDef, sentence: &str) -> String {
    let mut sentence = sentence.to_owned();
    for piece in def.sides.iter().flat_map(|side| &side.pieces) {
        let usual = if piece.royal { "king" } else { "pawn" };
        if piece.royal || piece.promotion.is_some() {
            let name = spoken(&piece.name);
            sentence = sentence.replace(&with_article(&name), &with_article(usual)).replace(&name, usual);
        }
    }
    sentence
}

/// Whether pawns promote as in chess: on the last rank, to any other piece of their side but the king.
fn promotes_as_usual(def: &VariantDef) -> bool {
    let last_rank =
        |color: Color| if color == Color::White { def.shape.ranks().saturating_sub(1) } else { 0 };
    Color::ALL.into_iter().zip(&def.sides).all(|(color, side)| {
        side.pieces.iter().all(|piece| {
            let Some(promotion) = &piece.promotion else { return true };
            let others = side.pieces.iter().filter(|other| !other.royal && other.promotion.is_none());
            promotion.forced
                && promotion.optional.is_empty()
                && promotion.supply.is_unlimited()
                && promotion.squares.iter().all(|&square| def.shape.rank(square) == last_rank(color))
                && promotion.targets.iter().all(|target| target.from_side == color)
                && others.count() == promotion.targets.len()
        })
    })
}

fn missing(own: &[String]) -> Vec<String> {
    let mut lines = Vec::new();
    if !own.iter().any(|sentence| sentence.starts_with("En passant")) {
        lines.push("There is no en passant.".to_owned());
    }
    if !own.iter().any(|sentence| sentence.starts_with(PROMOTION)) {
        lines.push("There is no promotion.".to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_is_different_is_listed() {
        let catalog = Catalog::builtin();
        let differences =
            |name: &str| differences(&catalog, &compile(&catalog.resolve(name).unwrap()).unwrap()).unwrap();
        for info in catalog.list() {
            assert!(!differences(&info.id).is_empty(), "{}", info.id);
        }
        assert_eq!(differences("chess"), ["Nothing: this is chess."]);
        assert_eq!(
            differences("cwda:fide/nutters"),
            ["Black: Turret, Horse, Unicorn and Colonel are new pieces."]
        );
        assert_eq!(differences("berolina"), ["Berolina Pawn is a new piece."]);
        let greener = differences("greener");
        assert!(greener[0].contains("more moves on ranks 5-8 (Black on ranks 1-4)"), "{greener:?}");
        let narrow = differences("narrow");
        assert_eq!(narrow[0], "The board has 2 files and 20 ranks.");
        assert!(narrow.iter().any(|line| line.starts_with("Stalemate loses")), "{narrow:?}");
        assert!(narrow.iter().any(|line| line.contains("The pawn and king move differently")), "{narrow:?}");
        let makruk = differences("makruk");
        assert!(makruk.iter().any(|line| line.contains("Bia, Khon and Met are new pieces.")), "{makruk:?}");
        assert!(differences("antichess")[0].starts_with("There is no check"));

        // Moves count, not their spelling; and all moves are others on hexagons.
        let okisaki = differences("okisakishogi");
        assert!(!okisaki.iter().any(|line| line.contains("queen")), "{okisaki:?}");
        let glinski = differences("glinski");
        assert!(glinski[0].starts_with("The board has 91 hexagons in 11 files"), "{glinski:?}");
        assert!(glinski[1].starts_with("The pawn, knight, bishop, rook, queen and king move"), "{glinski:?}");
        let janggi = differences("janggi").join(" ");
        for part in [
            "The chariot has more moves on d1, f1, e2, d3, f3, d8",
            "The general and guard stay on d1:f3 (Black on d8:f10).",
        ] {
            assert!(janggi.contains(part), "{part}: {janggi}");
        }
    }
}
