//! What a piece becomes: by promotion, which its player chooses, or by moving. Both name other pieces, so they
//! are read when all pieces are known.

use super::board::read_squares;
use super::error::VariantError;
use super::keys::{given, table, words};
use super::pieces::{Draft, PieceDef};
use super::tree::{Node, TomlValue, Tree};
use crate::rules::geometry::{Color, Shape, Square};
use crate::rules::letter::Letter;

words! {
    /// The moves that turn a piece into another.
    pub enum Transforming {
        /// All.
        Moves = "moves",
        /// Captures.
        Captures = "captures",
    }
}

table! {
    /// Promotion of one pawn type. Squares are in board coordinates of its side.
    pub struct PromotionDef: PROMOTION, with Changing<'_>;

    /// `"own"`, `"both"` or a list of roles.
    targets as "to": Vec<PromotionTarget>, by targets, holds Texts,
        or |pawn| Err(pawn.node.error("expected what it promotes to: `to = ..`"));
    /// The squares on which it promotes, by default the last rank, or none with `entering`.
    squares: Vec<Square>, by Changing::squares, holds Texts, or |pawn| Ok(pawn.usual_squares());
    /// `false`: it may decline to promote.
    forced: bool = true;
    /// More squares, on which it may decline.
    optional: Vec<Square>, by Changing::squares, holds Texts;
    keys {
        /// `true`: only to piece types of which one has been captured.
        captured: Flag;
        /// `true`: only to the piece type that starts on the file. Where that is none of them, to the
        /// first.
        by_file: Flag;
    }
    /// `true`: it promotes instead of moving, from one of the squares, or as the last of its type on
    /// its side from anywhere: where it is, or with a move of the new piece that captures nothing. The
    /// new piece may neither attack an enemy piece nor give check by that. As in Sittuyin.
    instead: bool;
    /// Squares from which every move promotes, wherever it ends: as on the `optional` squares if there
    /// are any, else as on `squares`.
    leaving: Vec<Square>, by Changing::squares, holds Texts;
    /// More squares: it may promote when it moves onto them from other squares, and by each capture from
    /// one of them, wherever that ends. As in Chu Shogi.
    entering: Vec<Square>, by Changing::squares, holds Texts;
    keys {
        /// `true`: once captured, what it promoted to is in hand as what it was. It is marked in a FEN:
        /// `Q~`.
        falls_back: Flag;
        /// For White, if the sides differ: any of the above.
        white: Texts;
        /// For Black, likewise.
        black: Texts;
    }

    besides {
        /// The targets available.
        supply: Supply, by supply;
    }
}

table! {
    /// The piece type into which moves turn a piece. It is not chosen, and the notation of the move does
    /// not show it.
    pub struct BecomesDef: BECOMES, with Changing<'_>;

    /// The role it changes to.
    piece as "to": usize, by Changing::role, holds Text,
        or |piece| Err(piece.node.error("expected what it turns into: `to = ..`"));
    /// `"moves"` or `"captures"`.
    when: Transforming;
    /// The squares on which it changes.
    squares: Vec<Square>, by Changing::squares, holds Texts, or |piece| Ok(piece.shape.cells().collect());
}

impl PromotionDef {
    /// The squares on which it may decline, besides `squares`.
    pub fn optional_squares(&self) -> impl Iterator<Item = &Square> {
        self.optional.iter().chain(&self.entering)
    }
}

/// Which pieces are available for promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supply {
    /// The one that starts on the file, or the first of them if none does.
    OfFile,
    /// Any number.
    Unlimited,
    /// Only captured pieces: no more of a kind than the side began with.
    Captured,
}

/// One choice at promotion.
#[derive(Clone, Debug, PartialEq)]
pub struct PromotionTarget {
    /// Whose piece type it is.
    pub from_side: Color,
    /// Index into that side's pieces.
    pub piece: usize,
    /// The letter that shows it for the promoting side.
    pub letter: Letter,
}

/// A piece that becomes another, which the reader of its promotion or transformation knows.
pub(super) struct Changing<'a> {
    /// What the file says about it.
    pub node: &'a Node,
    pub color: Color,
    /// That of the new piece, too.
    pub origin: usize,
    pub drafts: &'a [Vec<Draft<'a>>; 2],
    /// The roles that are not its own.
    pub enemy: &'a [Letter],
    pub shape: &'a Shape,
}

impl<'a> Changing<'a> {
    fn own(&self) -> &'a [Draft<'a>] {
        &self.drafts[self.color.index()]
    }

    fn squares(node: &Node, piece: &Changing<'_>) -> Result<Vec<Square>, VariantError> {
        read_squares(node, piece.shape, piece.color)
    }

    fn usual_squares(&self) -> Vec<Square> {
        let Changing { shape, color, .. } = *self;
        let last = |square: &Square| shape.is_last(*square, color);
        let enters = matches!(&self.node.value, TomlValue::Table(table) if table.get("entering").is_some());
        if enters { Vec::new() } else { shape.squares().filter(last).collect() }
    }

    fn role(role: &Node, piece: &Changing<'_>) -> Result<usize, VariantError> {
        let (text, own) = (role.text()?, piece.own());
        let is_meant = |draft: &Draft| draft.piece.role.to_string() == text && draft.origin == piece.origin;
        own.iter().position(is_meant).ok_or_else(|| {
            let mut known: Vec<_> = own.iter().map(|draft| draft.piece.role.to_string()).collect();
            known.dedup();
            role.error(format!("expected one of {}, found `{text}`", known.join(" ")))
        })
    }
}

/// `promotes = "own"`, `"both"`, `["Q", "R"]`, `{ white = [..], black = [..] }`, or a table with `to` and
/// more.
pub(super) fn read_promotion(pawn: &Changing<'_>) -> Result<PromotionDef, VariantError> {
    let mut table = pawn.node.short("to");
    if ["white", "black"].into_iter().any(|side| table.get(side).is_some()) {
        let to = table.get(if pawn.color == Color::White { "white" } else { "black" }).cloned();
        let table = table.to_mut();
        table.remove("to");
        if let Some(to) = to {
            table.push("to", to);
        }
    }
    let promotion = PromotionDef::read(&table, pawn)?;
    match table.get("entering").filter(|_| promotion.instead) {
        Some(entering) => Err(entering.error("`entering` does not go together with `instead`".to_owned())),
        None => Ok(promotion),
    }
}

fn supply(table: &Tree, pawn: &Changing<'_>) -> Result<Supply, VariantError> {
    // Whoever knows the targets asks for its value.
    table.read::<bool>("falls_back")?;
    match (table.read("captured")?, table.read("by_file")?) {
        (true, true) => Err(pawn.node.error("promotion is to captured pieces or by the file, not both")),
        (true, false) => Ok(Supply::Captured),
        (false, true) => Ok(Supply::OfFile),
        (false, false) => Ok(Supply::Unlimited),
    }
}

fn targets(to: &Node, pawn: &Changing<'_>) -> Result<Vec<PromotionTarget>, VariantError> {
    let (own, color) = (pawn.own(), pawn.color);
    let eligible = |draft: &Draft| {
        let plain = !draft.piece.royal && draft.promotes.is_none() && draft.promoted.is_none();
        plain && draft.origin == pawn.origin
    };
    let target = |piece: usize| PromotionTarget { from_side: color, piece, letter: own[piece].piece.letter };
    let own_army = || (0..own.len()).filter(|&piece| eligible(&own[piece])).map(target);
    let targets: Vec<PromotionTarget> = match &to.value {
        TomlValue::Text(text) if text == "own" => {
            own_army().filter(|target| !pawn.enemy.contains(&own[target.piece].piece.role)).collect()
        }
        TomlValue::Text(text) if text == "both" => {
            let mut targets: Vec<_> = own_army().collect();
            let mut taken: Vec<Letter> = own.iter().map(|draft| draft.piece.letter).collect();
            let foreign = pawn.drafts[(!color).index()].iter().enumerate();
            for (piece, foreign) in foreign.filter(|(_, draft)| eligible(draft)) {
                if own.iter().any(|draft| eligible(draft) && same_moves(&draft.piece, &foreign.piece)) {
                    continue;
                }
                // One of its letters that is free, or else the first of the alphabet.
                let mut letters = foreign.letters.iter().copied().chain(Letter::alphabet());
                let letter = letters
                    .find(|letter| !taken.contains(letter))
                    .ok_or_else(|| to.error("no letter is left for the other army's pieces"))?;
                taken.push(letter);
                targets.push(PromotionTarget { from_side: !color, piece, letter });
            }
            targets
        }
        TomlValue::List(roles) => {
            roles.iter().map(|role| Changing::role(role, pawn).map(target)).collect::<Result<_, _>>()?
        }
        _ => return Err(to.expected("`own`, `both` or a list of roles")),
    };
    if targets.is_empty() { Err(to.error("there is nothing to promote to")) } else { Ok(targets) }
}

/// Whether two pieces are the same, whatever their names and the spelling of their moves.
fn same_moves(a: &PieceDef, b: &PieceDef) -> bool {
    a.movements().into_iter().zip(b.movements()).all(|(a, b)| a.goes_as(b))
        && (&a.within, &a.loans) == (&b.within, &b.loans)
        && (&a.never_hops, &a.never_captures) == (&b.never_hops, &b.never_captures)
        && a.zones.len() == b.zones.len()
        && a.zones.iter().zip(&b.zones).all(|(a, b)| a.movement.goes_as(&b.movement) && a.inside == b.inside)
}
