//! Puts together what XBoard is told about a game.
//!
//! A piece's place in the table, its *slot*, decides its picture, and XBoard has special rules for some
//! slots. `scheme` chooses among those rules, and `table` assigns the slots. Moves are printed anew in
//! XBoard's dialect, because it silently misreads other notation. Moves it cannot express become a
//! superset. Boards it cannot show (twenty ranks) are shown through a view.

use std::sync::Arc;

use super::dialect::{Dialect, Passing, Promoted, strongest};
use super::hand_slots;
use super::names::{
    are_moves_definable, is_definable, is_own, keeps_rights_to_nothing, misjudged, taken_for,
};
use super::notation::XBoardText;
use super::piece_moves::{castling, describe, movements};
use super::scheme::{
    self, Holdings, KingScheme, PawnScheme, Scheme, definition, hides_changes, is_king, left,
};
use super::slots::{Pictures, Placed, Sizes};
use super::table;
use super::view::View;
use crate::rules::game::{Game, Kind, KindId};
use crate::rules::geometry::{Color, Lattice, Shape, Square};
use crate::rules::letter::Letter;
use crate::rules::position::Position;
use crate::rules::variant::{
    Draws, End, Loss, PROMOTED_MARK, PieceDef, PromotionDef, PromotionTarget, TurnRule, VariantDef, ViewDef,
};
use crate::session::Selected;

/// The maximum number of files and of ranks. Larger boards make XBoard exit.
const LARGEST: (u8, u8) = (16, 15);
/// A null move for a king whose pieces XBoard knows only in part. Without it, XBoard reports stalemates
/// that do not exist.
const PASS: &str = "mpabK";
/// The longest table that XBoard reads.
const LONGEST_TABLE: usize = 500;
/// The moves by each side after which XBoard calls a game drawn, unless its user wants another number.
const XBOARDS_MOVE_LIMIT: u16 = 50;
/// The longest PGN tag that XBoard reads.
const LONGEST_TAG: usize = 511;

/// The GUI that is told about a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuiKind {
    /// XBoard or WinBoard. They differ in their pictures.
    XBoard(Pictures),
    /// Another GUI: it may understand the lines, but does not write moves as XBoard does.
    Other,
}

/// What a GUI that checks claims knows about the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Knowledge {
    /// Every move.
    Exact,
    /// Every move, but not how the game is drawn.
    Mates,
    /// More moves than exist, so it cannot tell whether a side has none.
    Superset,
}

/// A `piece` line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceLine {
    /// The piece's name: its letter in the side's case, with the signs before or after it.
    pub name: String,
    /// Its moves in XBoard's dialect.
    pub moves: String,
}

/// What a GUI is told about a game, and how it writes moves and positions after that.
#[derive(Clone, PartialEq, Debug)]
pub struct Briefing {
    /// The arguments of `setup`; empty if the GUI knows the game or cannot show it.
    pub setup: Option<String>,
    /// The `piece` lines.
    pub pieces: Vec<PieceLine>,
    /// What the GUI then knows about the moves.
    pub knowledge: Knowledge,
    /// How it then writes them.
    pub dialect: Dialect,
    /// The sizes of its board at which it draws every piece.
    pub sizes: Sizes,
    /// The GUI's starting position, if it differs.
    pub start: Option<String>,
    /// What its user should know, because the GUI does not show it.
    pub remark: Option<String>,
}

/// What a GUI must be told about a game that it requested by a name.
pub fn brief(selected: &Selected, name: &str, gui: GuiKind) -> Briefing {
    let Selected { game, view, shipped, .. } = selected;
    let (is_xboard, pictures) = match gui {
        GuiKind::XBoard(pictures) => (true, pictures),
        GuiKind::Other => (false, Pictures::XBoard),
    };
    let by_name = game.def.views.iter().find(|other| Some(&other.id) == view.as_ref());
    let view = by_name.or_else(|| necessary_view(&game.def).filter(|_| is_xboard));
    let view = view.map(|view| Arc::new(View::new(view, &game.shape)));
    let announced = match &view {
        _ if is_own(name) && *shipped && are_moves_definable(name) => Some(define_moves(game)),
        _ if is_own(name) && *shipped => None,
        Some(view) => show(game, view, pictures),
        None => tell(game, pictures),
    };
    let unannounced = || Briefing {
        setup: None,
        pieces: Vec::new(),
        knowledge: Knowledge::Exact,
        dialect: Dialect {
            view,
            short_deferrals: has_short_deferrals(game, name),
            misjudged: misjudged(name),
            rights_to_nothing: keeps_rights_to_nothing(name),
            ..Dialect::default()
        },
        sizes: Sizes::All,
        start: None,
        remark: None,
    };
    let mut briefing = announced.unwrap_or_else(unannounced);
    if is_xboard {
        briefing.start.clone_from(&game.def.xboard_start);
        briefing.remark = remark(selected, name, &briefing, pictures);
        if *shipped && keeps_rights_to_nothing(name) && briefing.knowledge == Knowledge::Exact {
            briefing.knowledge = Knowledge::Mates;
        }
    } else {
        briefing.dialect = briefing.dialect.plain();
    }
    briefing
}

/// The pieces of a game as XBoard writes them into the PGN tag `VariantMen`, or `None` where the tag
/// has no room for them. Without this tag XBoard cannot read the moves of a game that an engine has
/// defined.
pub fn pieces_tag(game: &Arc<Game>) -> Option<String> {
    let pieces: Vec<String> = tell(game, Pictures::XBoard)?
        .pieces
        .iter()
        .map(|line| format!("{}:{}", line.name, line.moves))
        .collect();
    Some(pieces.join(";")).filter(|text| !text.is_empty() && text.len() <= LONGEST_TAG)
}

/// What XBoard's user should know about a game that is offered under this name, one line for each fact.
/// Two backslashes in front make XBoard read `\n` as the end of a line. Otherwise its window would be
/// as wide as the text.
fn remark(selected: &Selected, name: &str, briefing: &Briefing, pictures: Pictures) -> Option<String> {
    const SWITCH: &str = "Switch off Options > General > Test Legality.";
    let Selected { game, shipped, .. } = selected;
    let mut remarks = Vec::new();
    if let Some(own) = taken_for(name).filter(|_| !shipped && !is_definable(name)) {
        remarks.push(format!(
            "XBoard takes the name {name} for its own game {own} and tests moves by its rules."
        ));
        remarks.push(format!("Give the file another name. Or: {SWITCH}"));
    } else if briefing.setup.is_some() {
        let dialect = &briefing.dialect;
        remarks.extend(dialect.folding(game));
        if dialect.view.is_some() && briefing.pieces.is_empty() {
            remarks.push(format!("XBoard cannot test the moves on this board. {SWITCH}"));
        } else if ends_unseen(game) {
            remarks.push(format!("XBoard takes a side without pieces for stalemated. {SWITCH}"));
        } else if let Draws::Won(winner) = game.def.rules.draws
            && game.hands.is_none()
        {
            // Where pieces are dropped it believes who claims a win.
            remarks.push(format!("XBoard does not know that a draw counts as a win for {winner}. {SWITCH}"));
        }
        if hides_changes(&game.def) {
            remarks.push("XBoard goes on showing a piece as it was when it has become another.".to_string());
        }
        if let Some(pawn) = promotes_elsewhere(game).filter(|_| dialect.last_rank_only) {
            remarks.push(format!(
                "XBoard knows no promotion of a {pawn} before the last rank: Fibnif makes none."
            ));
        }
        if dialect.returns {
            remarks.push("To capture, click the piece, then its victim, then the piece again.".to_string());
        }
        if has_armies_in_hand(game) {
            remarks.push("XBoard draws these armies as pieces of chess. Go by their letters.".to_string());
        }
        remarks.extend(later_king(game));
        if game.kinds.iter().any(|kind| definition(game, kind).is_some_and(puts_down)) {
            remarks.push("XBoard does not show where a piece is put that makes way for another.".to_string());
        }
        match game.def.rules.turn {
            TurnRule::Alternate => {}
            TurnRule::OneMovePerSquareColor => {
                remarks.push("A turn is two moves, one on squares of each color.".to_string());
            }
            TurnRule::Series(_) => {
                remarks.push("A turn is several moves: pass while the other side moves again.".to_string());
            }
            TurnRule::MoveAndWall => {
                remarks.push("A turn is a move and a wall, which XBoard does not show.".to_string());
            }
        }
        let sizes = match briefing.sizes {
            Sizes::All => None,
            Sizes::Three => Some("only at the sizes Petite, Middling, and Bulky of View > Colors"),
            Sizes::Two => Some("only at the sizes Middling and Bulky of View > Colors"),
            Sizes::None => Some("at no size of the board"),
        };
        remarks.extend(sizes.map(|sizes| format!("WinBoard draws all the pieces {sizes}.")));
        if !game.def.rules.castling_homes.is_empty() {
            // It compares the corner with that of the setup, where nobody stands.
            remarks.push("XBoard does not let pieces castle that were dropped.".to_string());
        } else if dialect.two_moves_castle && !game.castles.is_empty() {
            remarks
                .push("To castle, click the King, then its partner, then where the King goes.".to_string());
            if pictures == Pictures::WinBoard {
                let reason = "its own king castles with every step of two squares";
                remarks.push(format!("WinBoard draws the King as another piece: {reason}."));
            }
        }
    }
    let limit = game.def.rules.move_limit;
    if limit == 0 || limit > XBOARDS_MOVE_LIMIT {
        remarks.push(format!(
            "XBoard ends a game after {XBOARDS_MOVE_LIMIT} moves without a capture, a drop or a pawn move."
        ));
        let own = if limit == 0 { "no limit".to_string() } else { format!("a limit of {limit}") };
        remarks.push(format!("This game has {own}: start XBoard with -ruleMoves {limit}."));
    }
    (!remarks.is_empty()).then(|| format!("\\\\{}\\n{}", game.def.title, remarks.join("\\n")))
}

/// Why there is no king on the board, if one comes later.
fn later_king(game: &Arc<Game>) -> Option<String> {
    let king_of = |kind: &Kind| kind.becomes.as_ref().map(|becoming| game.kind(becoming.kind));
    let becomes_king = |kind: &&Kind| king_of(kind).is_some_and(|king| king.royal && is_king(game, king));
    let before = game.kinds.iter().find(becomes_king)?;
    let king = king_of(before)?;
    let start = Position::start(Arc::clone(game));
    let stands =
        game.shape.squares().filter_map(|square| start.kind_at(square)).any(|id| game.kind(id) == king);
    let [before, king] = [before, king].map(|kind| definition(game, kind).map(|piece| piece.name.as_str()));
    let (before, king) = (before?, king?);
    (!stands).then(|| format!("No side begins with a {king}: a {before} becomes one by moving."))
}

/// Whether pieces of armies change hands. XBoard counts them by slots that have other pictures.
fn has_armies_in_hand(game: &Game) -> bool {
    let role =
        |kind: &Kind| Letter::all("NBRQ").any(|role| role == kind.role) && kind.letter.upper() != kind.role;
    game.hands.is_some() && game.kinds.iter().any(role)
}

/// The name of a piece that promotes on other ranks than the last.
fn promotes_elsewhere(game: &Game) -> Option<&str> {
    let is_elsewhere = |kind: &&Kind| {
        let before = |&square: &Square| left(&game.shape, kind.color, square) > 0;
        let promotion = definition(game, kind).and_then(|piece| piece.promotion.as_ref());
        promotion
            .is_some_and(|promotion| promotion.squares.iter().chain(promotion.optional_squares()).any(before))
    };
    let kind = game.kinds.iter().find(is_elsewhere)?;
    definition(game, kind).map(|piece| piece.name.as_str())
}

/// Whether a move of a piece relocates a captured piece.
fn puts_down(piece: &PieceDef) -> bool {
    movements(piece).flat_map(|movement| &movement.legs).any(|leg| leg.unload.is_some())
}

/// Whether a side without a king can lose its last piece in a game that is not drawn then. XBoard takes
/// that for stalemate.
fn ends_unseen(game: &Game) -> bool {
    let has_king = |color| game.kinds.iter().any(|kind| kind.color == color && kind.royal);
    let rules = &game.def.rules;
    let last_piece =
        |end: &End| matches!(end, End::Lost { how, roles, .. } if *how == Loss::All || roles.len() == 1);
    let other = rules.no_moves.matters() && !Scheme::of(&game.def).knows_stalemate();
    !Color::ALL.into_iter().all(has_king) && (other || rules.ends.iter().any(last_piece))
}

/// Whether a board fits XBoard.
fn has_room(shape: &Shape) -> bool {
    shape.files() <= LARGEST.0 && shape.ranks() <= LARGEST.1
}

/// The keys that a shipped file has, some with a certain word, if XBoard cannot show what happens in its game,
/// as [`unshowable`] finds, unless the game is its own. No shipped game has letters with an apostrophe.
pub const KEYS_OF_THE_UNSHOWABLE: &[(&str, Option<&str>)] = &[
    ("lattice", Some("hexagons")),
    ("changes_side", None),
    ("captor", Some("explodes")),
    ("captor", Some("petrifies")),
    ("form", Some("either")),
    ("drops", Some("also-by-gates")),
    ("walls", None),
];

/// Why XBoard cannot show what happens in a game, if it cannot.
pub fn unshowable(def: &VariantDef) -> Option<String> {
    let pieces = || def.sides.iter().flat_map(|side| &side.pieces);
    let in_either_form = |piece: &PieceDef| piece.drops.as_ref().is_some_and(|drops| drops.form.is_either());
    let dressed = |piece: &PieceDef| piece.letter.is_dressed();
    let signed = |to: &PromotionTarget| {
        let side = def.sides.get(to.from_side.index());
        let form = side.and_then(|side| side.pieces.get(to.piece));
        form.is_some_and(|form| form.mark == Some(PROMOTED_MARK))
    };
    let becomes_dressed = |piece: &PieceDef| {
        let targets = piece.promotion.iter().flat_map(|promotion| &promotion.targets);
        targets.into_iter().any(|to| to.letter.is_dressed() && !signed(to))
    };
    let reason = if def.shape.lattice() == Lattice::Hexagons {
        "has no boards of hexagons"
    } else if def.rules.changes_side.is_possible() {
        "cannot show that a piece changes sides"
    } else if def.rules.captor.explodes() && !is_own(&def.id) {
        "shows explosions in its own game alone"
    } else if def.rules.may_have_walls() {
        "cannot show walls"
    } else if def
        .hands
        .as_ref()
        .is_some_and(|hands| hands.drops.is_by_gates() && !hands.drops.is_by_gates_alone())
    {
        "does not both drop pieces and let them enter where others leave"
    } else if def.hands.is_some() && pieces().any(in_either_form) {
        "drops no piece in its promoted form"
    } else if def.hands.is_some() && pieces().any(dressed) {
        "drops no piece whose letter has an apostrophe"
    } else if pieces().any(becomes_dressed) {
        "knows no promotion to a letter with an apostrophe"
    } else {
        return None;
    };
    Some(format!(
        "{} cannot be played in XBoard, which {reason}. Play it with `fibnif play {id}`, or in the browser \
         with `fibnif serve`.",
        def.title,
        id = def.id
    ))
}

/// Whether XBoard can show a game as it is or through a view.
pub fn can_show(def: &VariantDef) -> bool {
    if unshowable(def).is_some() {
        return false;
    }
    if !has_room(&def.shape) {
        return def.views.iter().any(|view| has_room(&view.shape));
    }
    let scheme = Scheme::of(def);
    let mut sides = Color::ALL.into_iter().zip(&def.sides);
    sides.all(|(color, side)| side.pieces.iter().all(|piece| describe(def, color, piece, scheme).is_some()))
}

/// The view a game must be shown through, if XBoard has no room for the game's own board.
pub fn necessary_view(def: &VariantDef) -> Option<&ViewDef> {
    def.views.iter().find(|view| !has_room(&def.shape) && has_room(&view.shape))
}

/// Declares a game on its own board.
fn tell(game: &Arc<Game>, pictures: Pictures) -> Option<Briefing> {
    // The dialect has the directions of squares alone.
    if game.shape.lattice() == Lattice::Hexagons {
        return None;
    }
    if !has_room(&game.shape) {
        return None;
    }
    let scheme = Scheme::of(&game.def);
    let sides = table::place(game, scheme, pictures)?;
    let dialect = Dialect {
        view: None,
        unsaid_rights: table::unsaid_rights(game, &sides),
        two_moves_castle: scheme.kings == KingScheme::Seeming,
        en_passant: match scheme.pawns {
            _ if !scheme.captors_move => Passing::OneLeg,
            PawnScheme::Plain | PawnScheme::Lance | PawnScheme::Shown => Passing::TwoLegs,
            PawnScheme::BuiltIn if scheme.knows_pawns() => Passing::OneLeg,
            PawnScheme::BuiltIn => Passing::TwoLegsToTheLeft,
        },
        promoted: match scheme.pawns {
            PawnScheme::Plain => Promoted::Plus,
            PawnScheme::Shown => Promoted::Unseen,
            PawnScheme::BuiltIn | PawnScheme::Lance => Promoted::Letter,
        },
        refused_drops: scheme
            .holdings
            .map_or_else(Vec::new, |holdings| hand_slots::refused_drops(game, &sides, holdings)),
        misjudged: misjudged(scheme.parent),
        refused_promotions: match scheme.holdings {
            Some(Holdings::Signed) => hand_slots::refused_promotions(game, &sides),
            _ => Vec::new(),
        },
        last_rank_only: scheme.promotes_on_last_rank_only(),
        returns: game.def.rules.captor.stays(),
        ..Dialect::default()
    };
    let setup = setup(game, &sides, (scheme, pictures), &dialect)?;
    let sizes = table::sizes(&sides, scheme, pictures);
    let mut pieces = Vec::new();
    let mut texts = Vec::new();
    let placed = sides.iter().flatten().map(|(_, kind)| *kind);
    let signed = game.kinds.iter().filter(|kind| kind.mark == Some(PROMOTED_MARK));
    for kind in placed.chain(signed).filter(|kind| !kind.pawn || !scheme.knows_pawns()) {
        texts.push((kind, describe(&game.def, kind.color, definition(game, kind)?, scheme)?));
    }
    // It knows no forced captures, no forbidden checks, and no zones that confine pieces.
    let confined = game.def.sides.iter().flat_map(|side| &side.pieces).any(|piece| piece.within.is_some());
    let drops = scheme.holdings.is_none_or(|holdings| hand_slots::knows(game, &sides, holdings));
    let moves = texts.iter().all(|(_, text)| !text.superset) && game.restrictions.is_none();
    let exact = moves && drops && !confined;
    let knowledge = match (exact && scheme::sees_check(game, scheme), scheme.passes) {
        (false, _) => Knowledge::Superset,
        (true, true) => Knowledge::Mates,
        (true, false) => Knowledge::Exact,
    };
    for (kind, text) in &texts {
        let mut moves = text.text.clone();
        if is_king(game, kind) {
            moves += &castling(game, kind.color);
        }
        // Where a stalemate is no draw, XBoard must not see it: the loser reports it.
        let unseen = knowledge != Knowledge::Exact || game.def.rules.no_moves.matters();
        let can_pass = unseen && !scheme.knows_stalemate();
        // A capture by a piece that stays ends where it began, as a null move does. So does a promotion in
        // place.
        let in_place = |promotion: &PromotionDef| promotion.instead && scheme.pawns == PawnScheme::Plain;
        let comes_back = dialect.returns || kind.piece_of(&game.def).promotion.as_ref().is_some_and(in_place);
        moves += if comes_back || can_pass && keeps_moving(game, kind) { PASS } else { "" };
        pieces.push(PieceLine { name: kind.sign(), moves });
    }
    if scheme.pawns == PawnScheme::Plain {
        pieces.extend(promoted(game, &texts));
    }
    Some(Briefing { setup: Some(setup), pieces, knowledge, dialect, sizes, start: None, remark: None })
}

/// Declares the moves of a game whose array and whose rules for pawns XBoard has.
fn define_moves(game: &Arc<Game>) -> Briefing {
    let scheme = Scheme::array();
    let line = |kind: &Kind| {
        let text = describe(&game.def, kind.color, definition(game, kind)?, scheme)?;
        let castles = if is_king(game, kind) { castling(game, kind.color) } else { String::new() };
        Some((PieceLine { name: kind.sign(), moves: text.text + &castles }, text.superset))
    };
    let lines: Vec<_> = game.kinds.iter().map(line).collect();
    let exact = lines.iter().all(|line| line.as_ref().is_some_and(|(_, superset)| !superset));
    Briefing {
        setup: None,
        pieces: lines.into_iter().flatten().map(|(line, _)| line).collect(),
        knowledge: if exact { Knowledge::Exact } else { Knowledge::Superset },
        dialect: Dialect::default(),
        sizes: Sizes::All,
        start: None,
        remark: None,
    }
}

/// How pawns decline to promote in one of XBoard's own games: except in shogi, XBoard turns a plain pawn
/// move to the promotion zone into a promotion to queen.
fn has_short_deferrals(game: &Game, name: &str) -> bool {
    let declines =
        |kind: &Kind| kind.pawn && kind.piece_of(&game.def).promotion.as_ref().is_some_and(has_optional);
    is_own(name) && game.hands.is_none() && game.kinds.iter().any(declines)
}

fn has_optional(promotion: &PromotionDef) -> bool {
    promotion.optional_squares().next().is_some()
}

/// Whether a piece type must have a move as long as it is on the board: a king, or any piece of a side
/// that has no king to lose.
fn keeps_moving(game: &Game, kind: &Kind) -> bool {
    is_king(game, kind) || !game.kinds.iter().any(|other| other.color == kind.color && other.royal)
}

/// The moves of promoted pawns that have no letter of their own.
fn promoted(game: &Game, texts: &[(&Kind, XBoardText)]) -> Vec<PieceLine> {
    let line = |id: KindId| {
        let becomes = game.kind(strongest(game, Some(id))?);
        let (_, text) =
            texts.iter().find(|(kind, _)| kind.letter == becomes.letter && kind.mark == becomes.mark)?;
        Some(PieceLine { name: format!("+{}", game.kind(id).sign()), moves: text.text.clone() })
    };
    game.kind_ids().filter(|&id| game.kind(id).pawn).filter_map(line).collect()
}

/// Declares a game on another board. XBoard cannot judge the moves there: it takes the view's moves for
/// those of every piece, or none.
fn show(game: &Arc<Game>, view: &Arc<View>, pictures: Pictures) -> Option<Briefing> {
    let scheme = Scheme::shown(view.xboard().is_some());
    let promoted = if view.xboard().is_some() { Promoted::Plus } else { Promoted::Letter };
    let dialect = Dialect { view: Some(Arc::clone(view)), promoted, ..Dialect::default() };
    let sides = table::place(game, scheme, pictures)?;
    let setup = setup(game, &sides, (scheme, pictures), &dialect)?;
    let sizes = table::sizes(&sides, scheme, pictures);
    let line = |moves: &str, kind: &Kind| {
        let promoted =
            kind.pawn.then(|| PieceLine { name: format!("+{}", kind.sign()), moves: moves.to_string() });
        let pass = if is_king(game, kind) { PASS } else { "" };
        std::iter::once(PieceLine { name: kind.sign(), moves: format!("{moves}{pass}") }).chain(promoted)
    };
    let kinds = sides.iter().flatten().map(|(_, kind)| *kind);
    let pieces = view.xboard().map(|moves| kinds.flat_map(|kind| line(moves, kind)).collect());
    has_room(view.shape()).then_some(Briefing {
        setup: Some(setup),
        pieces: pieces.unwrap_or_default(),
        knowledge: Knowledge::Superset,
        dialect,
        sizes,
        start: None,
        remark: None,
    })
}

fn setup(
    game: &Arc<Game>,
    sides: &[Vec<Placed>; 2],
    (scheme, pictures): (Scheme, Pictures),
    dialect: &Dialect,
) -> Option<String> {
    let table = table::write(game, sides, scheme, pictures);
    let fen = dialect.write_fen(&Position::start(Arc::clone(game)));
    let mut fields = fen.split(' ');
    let (board, side) = (fields.next()?, fields.next()?);
    // XBoard takes every right for a castling right, and knows no fields besides those of chess.
    let rights = fields.next().filter(|_| !game.castles.is_empty()).unwrap_or("-");
    let (shape, parent) = (dialect.shape(game), scheme.parent);
    let held = scheme.holdings.map_or(0, |_| hand_slots::size(game, sides, (scheme, pictures)));
    let text = format!(
        "({table}) {}x{}+{held}_{parent} {board} {side} {rights} - 0 1",
        shape.files(),
        shape.ranks()
    );
    (table.len() < LONGEST_TABLE).then_some(text)
}
