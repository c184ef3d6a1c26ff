//! Turns a merged tree into a [`VariantDef`], part by part.

use std::sync::Arc;

use crate::rules::geometry::{Color, Shape};

use super::augment::{AUGMENT, PRESET};
use super::castling::name_rights_by_side;
use super::choice::CHOICE;
use super::def::VariantDef;
use super::error::{NameFault, VariantError};
use super::hands::{Dropping, HANDS, add_fallen, read_hands};
use super::keys::{Keys, given, keys};
use super::merge::{Merged, Places};
use super::nets::NetChoice;
use super::pieces::{PIECE, read_pieces};
use super::promotion::{read_becomes, read_promotion};
use super::rules::{RULES, add_commoners, read_rules};
use super::side::Draft;
use super::side::{PieceDef, SideDef};
use super::start::{PlacedMan, StartArray, at, span};
use super::tree::Node;
use super::views::read_views;
use super::zones::read_drops;
use super::zones::{ZONE, Zones};

keys! {
    /// A whole variant.
    pub static VARIANT {
        /// The name of the variant, for people.
        title: Label;
        /// Whose game it is and where that is written. `fibnif show` prints it.
        source;
        /// A list of other names it answers to.
        aliases;
        /// A variant that supplies everything this file does not say.
        extends;
        /// The starting position as a FEN of roles. It also gives the board: `*` is a hole, `+R` is a rook
        /// in its promoted form, and numbers may have two digits. A board has at most 26 files and 256
        /// squares, and a position at most 64 pieces. Castling is possible with the rights it names: `-` or
        /// nothing is none.
        start;
        /// The piece types. A role is one capital letter of `start`.
        pieces: Named(&Table(&PIECE));
        /// Named sets of squares.
        zone: Named(&Table(&ZONE));
        /// How the game is played, wherever it differs from chess.
        rules: Table(&RULES);
        /// Pieces in hand that may be dropped on the board.
        hands: Table(&HANDS);
        /// The armies of a game that a person starts without naming any, as in a text form after the colon:
        /// `"clobberers/nutters"`.
        suggested;
        /// Something the players choose before the game.
        choice: Named(&Table(&CHOICE));
        /// Moves that each side adds to its pieces before the game: see greener.toml and
        /// augmented-half.toml.
        augment: Table(&AUGMENT);
        /// A named set of augmenters.
        presets: Named(&Either(&PRESET));
        /// Another board that shows the same game, for programs that cannot show this one. It has a size,
        /// `board = "10x5"`, and says for each file of the real board where its squares are shown, as in `a
        /// = ["a1:j1", "j5:a5"]`. Squares that show nothing are holes, except those of `open`. `xboard`
        /// tells XBoard in its own dialect how every piece moves there, or more than that, so that it
        /// refuses no move.
        views: Named(&Named(&Value));
        /// The neural net that corrects the evaluation: `"proven"` (the default: the chess net if all
        /// pieces are those of chess, else the armies net, where matches have shown that it helps), {nets}
        /// or `"none"`. A name that ends in `.net` is a file beside this one, made by `fibnif lab learn`.
        net;
        /// The weights of the evaluation: `"usual"` (the default, fitted to chess and to games of armies)
        /// or `"betza"` (fitted to Narrow, Half and Colorboundmost Chess).
        weights;
        /// For XBoard.
        xboard: Table(&VARIANT_XBOARD);
    }

    pub(super) static VARIANT_XBOARD {
        /// The FEN XBoard starts this game from, if it has its own.
        start;
    }

    /// An army, as a choice of one side picks it.
    pub static ARMY {
        /// The name of the army, for people.
        title: Label;
        /// Whose army it is and where that is written. `fibnif show` prints it.
        source;
        /// The piece types, by the role they fill.
        pieces: Named(&Table(&PIECE));
        /// Named sets of squares.
        zone: Named(&Table(&ZONE));
    }
}

/// Whether these are the keys of a piece, a zone or the rules, which occur in several places of a file, so
/// that they are explained once.
pub fn is_shared(keys: &Keys) -> bool {
    [&PIECE[..], &ZONE, &RULES].into_iter().any(|shared| std::ptr::eq(keys.keys(), shared))
}

/// Reads a merged definition.
pub(crate) fn read(merged: &Arc<Merged>) -> Result<VariantDef, VariantError> {
    let Some(node) = merged.game.get("start") else {
        return Err(NameFault::NoStart(merged.id.clone()).into());
    };
    let mut start = StartArray::read(node)?;
    let tree = |color: Color| &merged.sides[color.index()].tree;
    let zones_of = |color: Color| Zones::read(tree(color), &start.shape, color);
    let zones = [zones_of(Color::White)?, zones_of(Color::Black)?];
    let pieces_of = |color: Color| read_pieces(tree(color), &zones[color.index()], color);
    let drafts = [pieces_of(Color::White)?, pieces_of(Color::Black)?];
    let side_of = |color: Color| {
        let finished = drafts[color.index()].iter().map(|draft| {
            let promotion = draft
                .promotes
                .map(|node| {
                    let enemy = roles_of_the_enemy(&start, &drafts[color.index()], color);
                    read_promotion(node, color, draft.origin, &drafts, &enemy, &start.shape)
                })
                .transpose()?;
            let becomes = draft
                .becomes
                .map(|node| read_becomes(node, color, draft.origin, &drafts[color.index()], &start.shape))
                .transpose()?;
            let drops = draft.drops.map(|node| read_drops(node, color, &start.shape)).transpose()?;
            Ok(PieceDef { drops, promotion, becomes, ..draft.piece.clone() })
        });
        let pieces = finished.collect::<Result<_, VariantError>>()?;
        Ok::<_, VariantError>(SideDef { army: merged.sides[color.index()].army.clone(), pieces })
    };
    let mut sides = [side_of(Color::White)?, side_of(Color::Black)?];
    let hands = read_hands(&merged.game, &sides)?;
    if hands.as_ref().is_none_or(|hands| hands.drops != Dropping::Gates) {
        name_rights_by_side(&mut start, &sides);
    }
    if hands.is_some() {
        add_fallen(&mut sides, &drafts)?;
    }
    let mut array = Vec::new();
    for man in &start.men {
        let (drafts, zones) = (&drafts[man.color.index()], &zones[man.color.index()]);
        let role = if man.promoted { promoted_form(man, node, drafts)? } else { man.role };
        let mut index = find_man(man, role, node, drafts, zones)?;
        if let Some(left) = drafts[index].left.filter(|_| is_left(man, &start.shape)) {
            index = find_man(man, left, node, drafts, zones)?;
        }
        array.push((man.square, man.color, index));
    }
    let rules = read_rules(&merged.game, &start, &sides)?;
    if rules.royals.by_place() {
        add_commoners(&mut sides, &mut array, rules.royals, &start.shape);
    }
    let views = read_views(&merged.game, &start.shape)?;
    Ok(trim(VariantDef {
        id: merged.id.clone(),
        title: merged.title.clone(),
        shape: start.shape,
        sides,
        array,
        start_fields: start.fields,
        rules,
        hands,
        xboard_start: merged
            .game
            .table("xboard")?
            .map_or(Ok(None), |xboard| xboard.text("start"))?
            .map(str::to_owned),
        views,
        net: NetChoice::read(&merged.game)?,
        weights: merged.game.word("weights")?,
        places: Places::of(merged),
    }))
}

/// The roles that only the enemy has at the start, where each side has some that the other lacks: one
/// table has the pieces of two armies then. A side with fewer roles than the other has lost some.
fn roles_of_the_enemy(start: &StartArray, drafts: &[Draft], color: Color) -> Vec<char> {
    let has = |color: Color, role: char| start.men.iter().any(|man| man.color == color && man.role == role);
    let plain = drafts.iter().filter(|draft| !draft.piece.royal && draft.promotes.is_none());
    let roles: Vec<char> = plain.map(|draft| draft.piece.role).collect();
    let only = |color: Color| {
        let roles = roles.iter().copied().filter(move |&role| has(color, role) && !has(!color, role));
        roles.collect::<Vec<_>>()
    };
    if only(color).is_empty() { Vec::new() } else { only(!color) }
}

/// Whether a piece starts on the left half of the board, as its owner sees it.
fn is_left(man: &PlacedMan, shape: &Shape) -> bool {
    let half = shape.files() / 2;
    match man.color {
        Color::White => shape.file(man.square) < half,
        Color::Black => shape.file(man.square) >= shape.files() - half,
    }
}

/// The role of the promoted form of a starting piece.
fn promoted_form(man: &PlacedMan, start: &Node, drafts: &[Draft]) -> Result<char, VariantError> {
    let original = |draft: &Draft| draft.promoted.and_then(|node| node.text().ok()).map(str::to_owned);
    let form = drafts.iter().find(|draft| original(draft).is_some_and(|role| role == man.role.to_string()));
    form.map(|draft| draft.piece.role).ok_or_else(|| {
        let known: Vec<String> = drafts.iter().filter_map(original).map(|role| format!("+{role}")).collect();
        let expected = match known.len() {
            0 => "no piece here has a promoted form (`promoted = ..`)".to_owned(),
            _ => format!("expected one of {}", known.join(" ")),
        };
        let letter = man.color.case(man.role);
        let message = format!("`+{letter}` is no promoted form of {}: {expected}", man.color);
        span(start, man.at..man.at + 2, message)
    })
}

/// The piece type of a starting piece with a role.
fn find_man(
    man: &PlacedMan,
    role: char,
    start: &Node,
    drafts: &[Draft],
    zones: &Zones,
) -> Result<usize, VariantError> {
    let letter = man.color.case(role);
    let Some(origin) = zones.origin_of(man.square) else {
        return Err(at(
            start,
            man.at,
            format!("`{letter}` stands in no `start` of the zone that asks where pieces start"),
        ));
    };
    drafts.iter().position(|draft| draft.piece.role == role && draft.origin == origin).ok_or_else(|| {
        let mut known: Vec<_> = drafts.iter().map(|draft| draft.piece.role.to_string()).collect();
        known.dedup();
        at(start, man.at, format!("expected a role of {} ({}), found `{letter}`", man.color, known.join(" ")))
    })
}

/// Drops every piece that is neither in the starting position nor the result of a promotion or
/// transformation.
pub(super) fn trim(mut def: VariantDef) -> VariantDef {
    let met = met(&def);
    // The new index of each remaining piece.
    let new = met.each_ref().map(|met| {
        let mut kept = 0..;
        met.iter()
            .map(|&stays| if stays { kept.next() } else { None }.unwrap_or(usize::MAX))
            .collect::<Vec<_>>()
    });
    for (side, (SideDef { pieces, .. }, met)) in def.sides.iter_mut().zip(&met).enumerate() {
        let mut stays = met.iter();
        pieces.retain(|_| stays.next() == Some(&true));
        // A piece stays on its side when its moves transform it.
        let own = &new[side];
        for becomes in pieces.iter_mut().filter_map(|piece| piece.becomes.as_mut()) {
            becomes.piece = own[becomes.piece];
        }
        for target in pieces
            .iter_mut()
            .filter_map(|piece| piece.promotion.as_mut())
            .flat_map(|promotion| &mut promotion.targets)
        {
            target.piece = new[target.from_side.index()][target.piece];
        }
    }
    for (_, color, index) in &mut def.array {
        *index = new[color.index()][*index];
    }
    for (stock, new) in def.hands.iter_mut().flat_map(|hands| hands.stock.iter_mut().zip(&new)) {
        for index in stock {
            *index = new[*index];
        }
    }
    def
}

/// By side and index: the pieces at the start or in hand, everything they may become, and their forms
/// in hand.
fn met(def: &VariantDef) -> [Vec<bool>; 2] {
    let mut met = def.sides.each_ref().map(|side| vec![false; side.pieces.len()]);
    let mut open: Vec<(Color, usize)> = def.array.iter().map(|&(_, color, piece)| (color, piece)).collect();
    let stock = |color: Color| def.hands.iter().flat_map(move |hands| &hands.stock[color.index()]);
    open.extend(Color::ALL.into_iter().flat_map(|color| stock(color).map(move |&piece| (color, piece))));
    while let Some((color, index)) = open.pop() {
        if std::mem::replace(&mut met[color.index()][index], true) {
            continue;
        }
        let piece = &def.sides[color.index()].pieces[index];
        let targets = piece.promotion.iter().flat_map(|promotion| &promotion.targets);
        open.extend(targets.map(|target| (target.from_side, target.piece)));
        open.extend(piece.becomes.as_ref().map(|becomes| (color, becomes.piece)));
        open.extend(def.in_hand(color, piece));
    }
    met
}
