//! Tells XBoard how a game is played: one `setup` line with the table of pieces and the start
//! array, then one `piece` line for each kind whose moves XBoard would not guess.
//!
//! A piece's place in the table, its *slot*, is its picture, and some slots have rules of their
//! own in XBoard: pawns promote in slot 0, castling rights need the corner men in slot 3, the
//! first slot from 4 up is the usual promotion, and slots 1, 2, 5, 6 and 9 count as too weak to
//! mate. Moves are printed anew in XBoard's dialect; it misreads other notation without a word.

use std::sync::Arc;

use super::claims::Knowledge;
use super::reply::Reply;
use crate::betza::{Leg, Movement, Reach, xboard};
use crate::game::{Castle, Game, Kind, KindId};
use crate::geometry::Color;
use crate::position::Position;
use crate::variant::{PieceDef, VariantDef};

/// The slot of orthodox pawns.
const PAWN: usize = 0;
/// The slot of men that Kings castle with.
const CORNER: usize = 3;
/// The slot of the man one usually promotes to.
const STRONGEST: usize = 4;
/// The slot of the King.
const KING: usize = 65;
/// The built-in rules with orthodox pawns.
const ORTHODOX: &str = "fairy";
/// The built-in rules that a game of the engine's own is grafted on, by the pawns they are made
/// for: XBoard's code for capturing en passant spoils any others.
const PARENTS: &[(&str, &str)] = &[(ORTHODOX, "mfWcefFimfnD"), ("berolina", "mfFcefWimfnA")];
/// Slots without rules of their own, distinct pictures first.
const PLAIN_SLOTS: &[usize] = &[
    8, 7, 12, 20, 53, 28, 25, 16, 11, 13, 14, 23, 24, 26, 29, 32, 10, 15, 22, 27, 30, 31, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44,
    45, 49, 52,
];

/// The most a board may measure, in files and ranks. Larger ones make XBoard end.
const LARGEST: (u8, u8) = (16, 15);
/// A pass for a King whose men XBoard sees in part only: without it, XBoard calls stalemates
/// that do not exist.
const PASS: &str = "mpabK";

/// A kind and the slot it is shown in.
type Placed<'a> = (usize, &'a Kind);

/// What XBoard is told of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Announcement {
    /// The `setup` line, then the `piece` lines.
    pub replies: Vec<Reply>,
    /// What XBoard then knows of the moves.
    pub knowledge: Knowledge,
}

/// Whether XBoard has room for a game, and no rule of its own that would spoil it: it removes
/// what stands behind pawns that move in unusual ways, and takes a King's long step sideways for
/// castling.
pub fn can_show(def: &VariantDef) -> bool {
    let room = def.shape.files() <= LARGEST.0 && def.shape.ranks() <= LARGEST.1;
    let tame = |piece: &PieceDef| {
        let plain = piece.zones.is_empty() && piece.unchecked.legs.is_empty();
        let strides = piece.royal && piece.movement.legs.iter().any(goes_far_sideways);
        plain && !strides && xboard::to_xboard(&piece.movement, &def.shape).is_some()
    };
    room && parent(def).is_some() && def.sides.iter().all(|side| side.pieces.iter().all(tame))
}

/// Whether a leg leads along the rank, and further than a step.
fn goes_far_sideways(leg: &Leg) -> bool {
    leg.steps.iter().all(|step| step.forward == 0) && (leg.reach != Reach::Steps(1) || leg.steps.iter().any(|step| step.right.abs() > 1))
}

/// What XBoard must be told of a game; `None` if it cannot show it.
pub fn announce(game: &Arc<Game>) -> Option<Announcement> {
    if !can_show(&game.def) {
        return None;
    }
    let sides = [place(game, Color::White)?, place(game, Color::Black)?];
    let fen = Position::start(Arc::clone(game)).fen();
    let (files, ranks, parent) = (game.shape.files(), game.shape.ranks(), parent(&game.def)?);
    let mut replies = vec![Reply::Setup(format!("({}) {files}x{ranks}+0_{parent} {fen}", table(&sides)))];
    let mut texts = Vec::new();
    // Of pawns, XBoard knows the orthodox.
    let told = |slot: usize| slot != PAWN || parent != ORTHODOX;
    for &(_, kind) in sides.iter().flatten().filter(|(slot, _)| told(*slot)) {
        // Castling is said more exactly by the game's records.
        let movement = Movement { castles: Vec::new(), ..definition(game, kind)?.movement.clone() };
        texts.push((kind, xboard::to_xboard(&movement, &game.shape)?));
    }
    let exact = texts.iter().all(|(_, text)| !text.superset);
    for (kind, text) in texts {
        let mut moves = text.text;
        if kind.royal {
            moves += &castling(game, kind.color);
            moves += if exact { "" } else { PASS };
        }
        replies.push(Reply::Piece { letter: kind.letter, moves });
    }
    let knowledge = if exact { Knowledge::Exact } else { Knowledge::Superset };
    Some(Announcement { replies, knowledge })
}

/// What the variant says of a kind.
fn definition<'a>(game: &'a Game, kind: &Kind) -> Option<&'a PieceDef> {
    game.def.sides.get(kind.piece.0.index())?.pieces.get(kind.piece.1)
}

/// Gives each kind of a side a slot: as its author wants, else by its part in the game.
fn place(game: &Game, color: Color) -> Option<Vec<Placed<'_>>> {
    let kinds: Vec<(KindId, &Kind)> = (0..).map(KindId).zip(&game.kinds).filter(|(_, kind)| kind.color == color).collect();
    let mut placed: Vec<Placed> = Vec::with_capacity(kinds.len());
    // Own men choose before those that come by promotion only.
    let (own, foreign): (Vec<_>, Vec<_>) = kinds.iter().copied().partition(|(_, kind)| !kind.foreign);
    let mut without = Vec::new();
    for (id, kind) in own.into_iter().chain(foreign) {
        match wanted(game, id, kind).filter(|slot| placed.iter().all(|(taken, _)| taken != slot)) {
            Some(slot) => placed.push((slot, kind)),
            None => without.push(kind),
        }
    }
    for kind in without {
        let free = PLAIN_SLOTS.iter().copied().find(|slot| placed.iter().all(|(taken, _)| taken != slot))?;
        placed.push((free, kind));
    }
    placed.sort_by_key(|&(slot, _)| slot);
    Some(placed)
}

/// The slot a kind should have if it is free.
fn wanted(game: &Game, id: KindId, kind: &Kind) -> Option<usize> {
    let castles = game.castles.iter().any(|castle| castle.partner_kind == id);
    if kind.royal {
        Some(KING)
    } else if kind.pawn {
        Some(PAWN)
    } else if castles {
        Some(CORNER)
    } else if let Some(slot) = kind.xboard_slot.map(usize::from) {
        (slot < KING && slot != PAWN).then_some(slot)
    } else {
        (kind.role == 'Q').then_some(STRONGEST)
    }
}

/// The built-in rules that fit the pawns of a game.
fn parent(def: &VariantDef) -> Option<&'static str> {
    let mut pawns = def.sides.iter().flat_map(|side| &side.pieces).filter(|piece| piece.promotion.is_some());
    let same = |a: &Movement, b: &Movement| a.legs.len() == b.legs.len() && a.legs.iter().all(|leg| b.legs.contains(leg));
    let first = pawns.next().map(|pawn| &pawn.movement);
    let fits = |text: &str| Movement::read(text).is_ok_and(|pawn| first.is_none_or(|first| same(first, &pawn)));
    let parent = PARENTS.iter().find(|(_, pawn)| fits(pawn)).map(|(name, _)| *name);
    parent.filter(|_| pawns.all(|pawn| first.is_some_and(|first| same(first, &pawn.movement))))
}

/// XBoard's table of pieces: for each side the letters by slot, the King's last. Where the corner
/// man or the strongest has another letter than Rook and Queen, it gets theirs as a second name:
/// XBoard asks for promotions by those.
fn table(sides: &[Vec<Placed<'_>>; 2]) -> String {
    let last = sides.iter().flatten().map(|&(slot, _)| slot).filter(|&slot| slot < KING).max().unwrap_or(PAWN);
    // At least twelve entries in all, by XBoard's rule.
    let last = last.max(STRONGEST);
    let mut table = String::new();
    for (color, side) in Color::ALL.into_iter().zip(sides) {
        let at = |slot: usize| side.iter().find(|(taken, _)| *taken == slot).map(|(_, kind)| kind.letter);
        for slot in (0..=last).chain([KING]) {
            let Some(letter) = at(slot) else {
                table.push('.');
                continue;
            };
            table.push(letter);
            let orthodox = match slot {
                CORNER => color.case('R'),
                STRONGEST => color.case('Q'),
                _ => continue,
            };
            if !side.iter().any(|(_, kind)| kind.letter == orthodox) {
                table.push('=');
                table.push(orthodox);
            }
        }
    }
    table
}

/// A King's castlings: `isO2`, or where the wings differ `irO2ilO3`. Right and left are the
/// owner's, and every part needs its own `i`.
fn castling(game: &Game, color: Color) -> String {
    let part = |castle: &Castle| {
        let right = (castle.partner.0 > castle.king.0) == (castle.color == Color::White);
        (if right { 'r' } else { 'l' }, game.shape.file(castle.king.0).abs_diff(game.shape.file(castle.king.1)))
    };
    let parts: Vec<(char, u8)> = game.castles.iter().filter(|castle| castle.color == color).map(part).collect();
    match parts.as_slice() {
        [(one, near), (other, far)] if one != other && near == far => format!("isO{near}"),
        parts => parts.iter().fold(String::new(), |text, (wing, squares)| text + &format!("i{wing}O{squares}")),
    }
}
