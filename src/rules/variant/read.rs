//! A variant after every choice has been made, which is the contract between the files and `game`, and its
//! reading from a merged tree. Nothing in a [`VariantDef`] knows TOML but its `places`, which may be empty.

use std::sync::Arc;

use crate::rules::geometry::{Color, Lattice, Shape, Square};
use crate::rules::letter::Letter;

use super::augment::{AUGMENT, PRESET};
use super::board::{PlacedPiece, StartArray, ZONE, Zones, at, span};
use super::castling::name_rights_by_side;
use super::choice::CHOICE;
use super::error::{NameFault, VariantError};
use super::hands::{Captured, HANDS, HandsDef, add_fallen, read_hands};
use super::keys::{Keys, Words, keys, words};
use super::nets::NetChoice;
use super::pieces::{Draft, PIECE, PieceDef, SideDef, finish, read_pieces};
use super::rules::{RULES, Rules, add_commoners, read_rules};
use super::selection::{Merged, Places};
use super::tree::{KeyValue, Node, Tree};
use super::views::{ViewDef, read_views};

/// Everything `game` needs to know about a variant, with all choices made. Squares and pieces are still
/// names where the file has names.
#[derive(Clone, Debug, PartialEq)]
pub struct VariantDef {
    /// The text form that resolves to this definition, e.g. `cwda:clobberers/nutters`.
    pub id: String,
    /// The name for people.
    pub title: String,
    /// The board.
    pub shape: Shape,
    /// The pieces of each side, White first.
    pub sides: [SideDef; 2],
    /// Pieces at the start: square, side, index into that side's `pieces`.
    pub array: Vec<(Square, Color, usize)>,
    /// The FEN fields after the board (`w KQkq - 0 1`).
    pub start_fields: String,
    /// The rules other than moves.
    pub rules: Rules,
    /// Pieces in hand, if there are any.
    pub hands: Option<HandsDef>,
    /// XBoard's starting FEN, if XBoard has its own starting position for this game and cannot be told
    /// another.
    pub xboard_start: Option<String>,
    /// Other ways to draw the same game, for programs that cannot show its board.
    pub views: Vec<ViewDef>,
    /// What was learned from games like this one.
    pub net: NetChoice,
    /// The games to which its evaluation was fitted.
    pub weights: WeightsChoice,
    /// Where all of this is written.
    pub places: Places,
}

words! {
    /// The evaluation weights of a game.
    pub enum WeightsChoice {
        /// Fitted to chess and games of armies.
        Usual = "usual",
        /// Fitted to Betza's games on other boards and with other turns.
        Betza = "betza",
    }
}

impl VariantDef {
    /// Whether it is the same game as another, regardless of names, pictures and values.
    pub fn plays_as(&self, other: &VariantDef) -> bool {
        self.without_names() == other.without_names()
    }

    fn without_names(&self) -> VariantDef {
        let mut bare = self.clone();
        (bare.id, bare.title) = (String::new(), String::new());
        bare.views.clear();
        bare.places = Places::default();
        (bare.net, bare.weights) = (NetChoice::default(), WeightsChoice::default());
        for side in &mut bare.sides {
            side.army.clear();
            for piece in &mut side.pieces {
                (piece.name, piece.betza) = (String::new(), String::new());
                (piece.value, piece.xboard_slot) = (None, None);
                piece.findings.clear();
                piece.zones.iter_mut().for_each(|zone| zone.betza.clear());
            }
        }
        bare
    }

    /// The side that moves first.
    pub fn first_to_move(&self) -> Color {
        if self.start_fields.starts_with('b') { Color::Black } else { Color::White }
    }

    /// The rights in the starting position, as its FEN has them.
    pub fn start_rights(&self) -> &str {
        self.start_fields.split_whitespace().nth(1).unwrap_or("-")
    }

    /// The form of a captured piece in hand, as a side and an index into its pieces; `None` if it
    /// leaves the game.
    pub fn in_hand(&self, color: Color, piece: &PieceDef) -> Option<(Color, usize)> {
        let receiver = match self.hands.as_ref()?.captured {
            Captured::Captor => !color,
            Captured::Owner => color,
            Captured::Nobody | Captured::Elsewhere => return None,
        };
        let role = piece.in_hand.filter(|_| !piece.royal)?;
        let own = |other: &PieceDef| other.role == role && other.in_hand == Some(role) && !other.royal;
        Some((receiver, self.sides[receiver.index()].pieces.iter().position(own)?))
    }

    /// On each square, the sides whose pieces have additional moves there, except promoting pieces: a
    /// bit for each side.
    pub fn strengthened(&self) -> Vec<u8> {
        let mut sides = vec![0; self.shape.cell_count()];
        for (bit, side) in [1, 2].into_iter().zip(&self.sides) {
            let pieces = side.pieces.iter().filter(|piece| piece.promotion.is_none());
            for square in pieces.flat_map(|piece| &piece.zones).flat_map(|zone| &zone.squares) {
                if let Some(bits) = sides.get_mut(square.index()) {
                    *bits |= bit;
                }
            }
        }
        sides
    }
}

keys! {
    /// A whole variant.
    pub static VARIANT {
        /// The name of the variant, for people.
        title: Label;
        /// Whose game it is and where that is written. `fibnif show` prints it.
        source: Text;
        /// A list of other names it answers to.
        aliases: Texts;
        /// A variant that supplies everything this file does not say.
        extends: Text;
        /// The starting position as a FEN of roles. It also gives the board: `*` is a hole, `+R` is a rook
        /// in its promoted form, and numbers may have two digits. A board has at most 26 files and 256
        /// squares, and a position at most 64 pieces, or 128 if Fibnif is built with the feature `large`.
        /// Castling is possible with the rights it names: `-` or nothing is none.
        start: Text;
        /// The form of the board's squares: `"squares"` (the default) or `"hexagons"`. On hexagons, ranks are
        /// counted along each file from its lowest hexagon, `start` has a row for each rank, and the middle
        /// one of an odd number of files is the highest: see glinski.toml.
        lattice: Word(Lattice::WORDS);
        /// The piece types. A role is a capital letter of `start`, perhaps with an apostrophe after it, which
        /// makes it another one: `"N'"` beside `N`. A promoted form may have a small letter.
        pieces: Roles(&Table(&PIECE));
        /// Named sets of squares.
        zone: Named(&Table(&ZONE));
        /// How the game is played, wherever it differs from chess.
        rules: Table(&RULES);
        /// Pieces in hand that may be dropped on the board.
        hands: Table(&HANDS);
        /// The armies of a game that a person starts without naming any, as in a text form after the colon:
        /// `"clobberers/nutters"`.
        suggested: Text;
        /// Something the players choose before the game.
        choice: Named(&Table(&CHOICE));
        /// Moves that each side adds to its pieces before the game: see greener.toml and
        /// augmented-half.toml.
        augment: Table(&AUGMENT);
        /// A named set of augmenters.
        presets: Named(&Short("picks", &PRESET));
        /// Another board that shows the same game, for programs that cannot show this one. It has a size,
        /// `board = "10x5"`, and says for each file of the real board where its squares are shown, as in `a
        /// = ["a1:j1", "j5:a5"]`. Squares that show nothing are holes, except those of `open`. `xboard`
        /// tells XBoard in its own dialect how every piece moves there, or more than that, so that it
        /// refuses no move.
        views: Named(&Named(&Texts));
        /// The neural net that corrects the evaluation, or replaces it: `"proven"` (the default: the first of
        /// `chess`, `compounds`, `cwda`, `armies` and `general` that knows all pieces, where matches have
        /// shown that it helps), {nets} or `"none"`. A name that ends in `.net` is a file beside this one,
        /// made by `fibnif lab learn`.
        net: Text;
        /// The weights of the evaluation: `"usual"` (the default, fitted to chess and to games of armies)
        /// or `"betza"` (fitted to Narrow, Half and Colorboundmost Chess).
        weights: Word(WeightsChoice::WORDS);
        /// For XBoard.
        xboard: Table(&VARIANT_XBOARD);
    }

    pub(super) static VARIANT_XBOARD {
        /// The FEN XBoard starts this game from, if it has its own.
        start: Text;
    }

    /// An army, as a choice of one side picks it.
    pub static ARMY {
        /// The name of the army, for people.
        title: Label;
        /// Whose army it is and where that is written. `fibnif show` prints it.
        source: Text;
        /// The piece types, by the role they fill.
        pieces: Roles(&Table(&PIECE));
        /// Named sets of squares.
        zone: Named(&Table(&ZONE));
    }
}

/// Whether these are the keys of a piece, a zone or the rules, which occur in several places of a file, so
/// that they are explained once.
pub fn is_shared(keys: &Keys) -> bool {
    [&PIECE[..], &ZONE, &RULES].into_iter().any(|shared| std::ptr::eq(keys.keys(), shared))
}

pub(crate) fn read(merged: &Arc<Merged>) -> Result<VariantDef, VariantError> {
    let Some(node) = merged.game.get("start") else {
        return Err(NameFault::NoStart(merged.id.clone()).into());
    };
    let lattice: Lattice = merged.game.read("lattice")?;
    let mut start = StartArray::read(node, lattice)?;
    let tree = |color: Color| &merged.sides[color.index()].tree;
    for color in Color::ALL {
        if let Some(own) = tree(color).get("start") {
            start.take_pieces(color, StartArray::read(own, lattice)?)?;
        }
    }
    let zones_of = |color: Color| Zones::read(tree(color), &start.shape, color);
    let zones = [zones_of(Color::White)?, zones_of(Color::Black)?];
    let pieces_of = |color: Color| read_pieces(tree(color), &zones[color.index()], color);
    let drafts = [pieces_of(Color::White)?, pieces_of(Color::Black)?];
    let side_of = |color: Color| {
        let army = merged.sides[color.index()].army.clone();
        Ok::<_, VariantError>(SideDef { army, pieces: finish(&drafts, color, &start)? })
    };
    let mut sides = [side_of(Color::White)?, side_of(Color::Black)?];
    let hands = read_hands(&merged.game, &sides, &start.shape)?;
    if hands.as_ref().is_none_or(|hands| !hands.drops.is_by_gates()) {
        name_rights_by_side(&mut start, &sides);
    }
    if hands.is_some() {
        add_fallen(&mut sides, &drafts)?;
    }
    let mut array = Vec::new();
    for piece in &start.pieces {
        let (drafts, zones) = (&drafts[piece.color.index()], &zones[piece.color.index()]);
        let role = if piece.promoted { promoted_form(piece, node, drafts)? } else { piece.role };
        let mut index = find_piece(piece, role, node, drafts, zones)?;
        if let Some(left) = drafts[index].left.filter(|_| is_left(piece, &start.shape)) {
            index = find_piece(piece, left, node, drafts, zones)?;
        }
        array.push((piece.square, piece.color, index));
    }
    let rules = read_rules(&merged.game, &start, &sides)?;
    if rules.royals.by_place() {
        add_commoners(&mut sides, &mut array, rules.royals, &start.shape);
    }
    if lattice == Lattice::Hexagons {
        check_hexagons(&merged.game, &start, &rules)?;
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
        weights: merged.game.read("weights")?,
        places: Places::of(merged),
    }))
}

/// Refuses what is defined on boards of squares only.
fn check_hexagons(game: &Tree, start: &StartArray, rules: &Rules) -> Result<(), VariantError> {
    let refuse = |key: &str, entry: &KeyValue| {
        Err(entry.error(format!("`{key}` needs a board of squares, and `lattice` says hexagons")))
    };
    for key in ["views", "augment"] {
        game.entry(key).map_or(Ok(()), |entry| refuse(key, entry))?;
    }
    if let Some(table) = game.table("rules")? {
        let castling = table.entry("castling").filter(|entry| !matches!(entry.node.text(), Ok("none")));
        castling.map_or(Ok(()), |entry| refuse("castling", entry))?;
        table.entry("grid").map_or(Ok(()), |entry| refuse("grid", entry))?;
        let turn = table.entry("turn").filter(|_| rules.turn.is_by_color());
        turn.map_or(Ok(()), |entry| refuse("turn", entry))?;
    }
    if start.castling().contains(['K', 'Q', 'k', 'q']) {
        return Err(start.error_in(1, "expected `-`: nobody castles on hexagons, whose ranks bend"));
    }
    Ok(())
}

/// Whether a piece starts on the left half of the board, as its owner sees it.
fn is_left(piece: &PlacedPiece, shape: &Shape) -> bool {
    let half = shape.files() / 2;
    match piece.color {
        Color::White => shape.file(piece.square) < half,
        Color::Black => shape.file(piece.square) >= shape.files() - half,
    }
}

/// The role of the promoted form of a starting piece.
fn promoted_form(piece: &PlacedPiece, start: &Node, drafts: &[Draft]) -> Result<Letter, VariantError> {
    let original = |draft: &Draft| draft.promoted.and_then(|node| node.text().ok()).map(str::to_owned);
    let form = drafts.iter().find(|draft| original(draft).is_some_and(|role| role == piece.role.to_string()));
    form.map(|draft| draft.piece.role).ok_or_else(|| {
        let known: Vec<String> = drafts.iter().filter_map(original).map(|role| format!("+{role}")).collect();
        let expected = match known.len() {
            0 => "no piece here has a promoted form (`promoted = ..`)".to_owned(),
            _ => format!("expected one of {}", known.join(" ")),
        };
        let letter = piece.role.of(piece.color);
        let message = format!("`+{letter}` is no promoted form of {}: {expected}", piece.color);
        span(start, piece.at..piece.at + 1 + letter.to_string().len(), message)
    })
}

/// The piece type of a starting piece with a role.
fn find_piece(
    piece: &PlacedPiece,
    role: Letter,
    start: &Node,
    drafts: &[Draft],
    zones: &Zones,
) -> Result<usize, VariantError> {
    let letter = role.of(piece.color);
    let Some(origin) = zones.origin_of(piece.square) else {
        return Err(at(
            start,
            piece.at,
            format!("`{letter}` stands in no `start` of the zone that asks where pieces start"),
        ));
    };
    drafts.iter().position(|draft| draft.piece.role == role && draft.origin == origin).ok_or_else(|| {
        let mut known: Vec<_> = drafts.iter().map(|draft| draft.piece.role.to_string()).collect();
        known.dedup();
        at(
            start,
            piece.at,
            format!("expected a role of {} ({}), found `{letter}`", piece.color, known.join(" ")),
        )
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
