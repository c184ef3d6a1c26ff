//! Which of XBoard's own rules a game is based on, and how its pawns and kings must be declared so that
//! these rules leave them alone.
//!
//! XBoard 4.9.1 has special code for pieces in some slots of its table. Pawns in slot 0 capture en
//! passant as in the *parent* variant, and remove a piece behind any other pawn move that looks
//! similar. A king in slot 65 that moves two squares along its rank takes the nearest piece with it.
//!
//! It shows the pieces in hand beside the board, in *holdings*, and updates them by itself, by the rules of
//! the parent variant.

use super::slots::{Pictures, Sizes};
use crate::rules::betza::{Leg, Movement, Reach};
use crate::rules::game::{Game, Kind};
use crate::rules::geometry::{Color, Shape, Square};
use crate::rules::letter::Letter;
use crate::rules::variant::{
    CASTLING_ROLE, Captured, End, HandsDef, NoMoves, PROMOTED_MARK, PieceDef, PromotionDef, SideDef,
    VariantDef,
};

/// The slot of pawns to which XBoard's own rules apply.
const BUILT_IN_PAWN: usize = 0;
/// The slots of other pawns, with those of their promoted forms, which look like queens. Only pieces in
/// slots up to 10 may have a promoted form.
const PLAIN_PAWNS: &[(usize, usize)] = &[(10, 51), (7, 64)];
/// The same for slots for which WinBoard has pictures at most sizes.
const WINBOARD_PAWNS: &[(usize, usize)] = &[(8, 15), (7, 11)];
/// The slot of Kings.
pub const KING: usize = 65;
/// The slot of pieces that only look like kings, so that XBoard knows no check.
pub const SEEMING_KING: usize = 50;

/// The slot of pawns that promote to a piece of the user's choice, and the built-in rules that leave
/// their other moves alone. It is the lance's slot, which is a pawn there without en passant.
const LANCE: (usize, &str) = (18, "spartan");

/// The built-in rules with orthodox pawns.
const ORTHODOX: &str = "fairy";
/// The built-in rules that a game may be based on, by the pawns they are made for.
const PARENTS: &[(&str, &str)] = &[(ORTHODOX, "mfWcefFimfnD"), ("berolina", "mfFcefWimfnA")];
/// The built-in rules with pawns of one step that become one kind of piece on the last three ranks, and
/// these pawns. XBoard knows that promotion by its letter, as other engines write it.
const DEEP: (&str, &str) = ("makruk", "mfWcfF");
/// The slot of what those pawns become. XBoard offers the first slot behind the queen's.
const DEEP_PROMOTED: usize = 7;
/// The same where captures are forced and no king is royal, by the result for a side that cannot move.
/// Under other rules XBoard calls that a draw.
const FORCED: &[(NoMoves, &str)] = &[(NoMoves::MoverWins, "giveaway"), (NoMoves::FewerPiecesWins, "suicide")];
/// The built-in rules in which a piece that captures one of its own side swaps places with it. In
/// others the captured piece disappears, because a king may castle that way there.
const SWAPPING: &str = "asean";
/// The built-in rules in which a side may pass.
const PASSING: &str = "lion";

/// The built-in rules for which WinBoard draws no board at sizes other than Petite, Middling, and
/// Bulky.
const THREE_SIZES: &[&str] = &[ORTHODOX, LANCE.1, PASSING];

/// How pawns are declared to XBoard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PawnScheme {
    /// As its own pawns of the parent variant.
    BuiltIn,
    /// As pieces that promote on the last rank or by a sign, and capture en passant in two legs.
    Lance,
    /// As pieces that become `+P` and capture en passant in two legs.
    Plain,
    /// As ordinary pieces.
    Shown,
}

/// How kings are declared to XBoard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingScheme {
    /// As its own kings.
    BuiltIn,
    /// As its own kings with an additional initial move, which keeps them from castling by themselves.
    Strolling,
    /// As ordinary pieces that castle in two legs.
    Seeming,
}

/// How a game is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scheme {
    /// The built-in rules.
    pub parent: &'static str,
    /// The pawns.
    pub pawns: PawnScheme,
    /// The Kings.
    pub kings: KingScheme,
    /// Whether a turn may have several moves, with passes between them.
    pub passes: bool,
    /// How pieces in hand or signs of promotion are handled, if there are any.
    pub holdings: Option<Holdings>,
    /// Whether pieces capture as XBoard expects: by moving to the victim's square.
    pub captors_move: bool,
}

impl Scheme {
    /// How a game on its own board is declared.
    pub fn of(def: &VariantDef) -> Scheme {
        let passes = !def.rules.turn.is_one_move();
        let holdings = Holdings::of(def);
        let signed = holdings == Some(Holdings::Signed);
        let early = promote_early(def);
        let fitting = parent(def)
            .filter(|&parent| !passes && (holdings.is_none() || parent == ORTHODOX))
            .filter(|&parent| !early || parent == DEEP.0);
        let pawns = match fitting.filter(|_| !signed) {
            None if holdings == Some(Holdings::Stock) && early => PawnScheme::Plain,
            None if holdings.is_some() => PawnScheme::Lance,
            _ if hides_changes(def) => PawnScheme::Shown,
            Some(_) => PawnScheme::BuiltIn,
            None if !passes && promote_as_lances(def) && !pawns_return(def) => PawnScheme::Lance,
            None => PawnScheme::Plain,
        };
        Scheme {
            parent: match fitting {
                _ if let Some(holdings) = holdings => holdings.parent(),
                _ if passes => PASSING,
                _ if pawns == PawnScheme::Shown => ORTHODOX,
                Some(ORTHODOX) if swaps(def) => SWAPPING,
                Some(ORTHODOX) => orthodox(def),
                Some(other) => other,
                None if pawns == PawnScheme::Lance => LANCE.1,
                None => ORTHODOX,
            },
            pawns,
            kings: kings(def),
            passes,
            holdings,
            captors_move: !def.rules.captor.stays(),
        }
    }

    /// How a game is declared on another board. Pawns promote there only if XBoard is told any moves at
    /// all.
    pub fn shown(judged: bool) -> Scheme {
        let pawns = if judged { PawnScheme::Plain } else { PawnScheme::Shown };
        Scheme { pawns, ..Scheme::array() }
    }

    /// How the moves of a game are declared whose array XBoard has, and whose pawns and Kings are its own.
    pub fn array() -> Scheme {
        let (pawns, kings) = (PawnScheme::BuiltIn, KingScheme::BuiltIn);
        Scheme { parent: ORTHODOX, pawns, kings, passes: false, holdings: None, captors_move: true }
    }

    /// The slots of pawns, each with the slot of its promoted form, if any.
    pub fn pawn_slots(self, pictures: Pictures) -> impl Iterator<Item = (usize, Option<usize>)> {
        let single = match self.pawns {
            PawnScheme::BuiltIn => Some(BUILT_IN_PAWN),
            PawnScheme::Lance => Some(LANCE.0),
            PawnScheme::Plain | PawnScheme::Shown => None,
        };
        let plain = match pictures {
            Pictures::XBoard => PLAIN_PAWNS,
            Pictures::WinBoard => WINBOARD_PAWNS,
        };
        let plain = plain.iter().filter(move |_| single.is_none());
        let promotes = self.pawns == PawnScheme::Plain;
        let promoted = move |&(pawn, promoted): &(usize, usize)| (pawn, Some(promoted).filter(|_| promotes));
        single.map(|slot| (slot, None)).into_iter().chain(plain.map(promoted))
    }

    /// Among the board sizes possible for a piece that has a picture at `sizes`, those at which it is
    /// visible.
    pub fn seen_at(self, sizes: Sizes) -> Sizes {
        let all = sizes == Sizes::Three && THREE_SIZES.contains(&self.parent);
        if all { Sizes::All } else { sizes }
    }

    /// Whether pawns capture en passant in two legs, by moves that XBoard takes for others.
    pub fn passes_in_two_legs(self) -> bool {
        matches!(self.pawns, PawnScheme::Plain | PawnScheme::Lance | PawnScheme::Shown)
    }

    /// The slot of Kings.
    pub fn king_slot(self) -> usize {
        if self.kings == KingScheme::Seeming { SEEMING_KING } else { KING }
    }

    /// The slot of the only piece that pawns become, where XBoard looks for it in a certain one.
    pub fn promoted_slot(self) -> Option<usize> {
        (self.parent == DEEP.0).then_some(DEEP_PROMOTED)
    }

    /// Whether XBoard knows these pawns without being told.
    pub fn knows_pawns(self) -> bool {
        let orthodox = [ORTHODOX, DEEP.0].contains(&self.parent) || self.knows_stalemate();
        let orthodox = orthodox || self.holdings.is_some();
        self.pawns == PawnScheme::BuiltIn && orthodox && self.captors_move
    }

    /// Whether XBoard knows promotion by a letter on the last rank only.
    pub fn promotes_on_last_rank_only(self) -> bool {
        match self.holdings {
            _ if self.pawns == PawnScheme::Plain => false,
            Some(Holdings::Signed) => false,
            Some(_) => true,
            None => self.parent == ORTHODOX && self.pawns == PawnScheme::BuiltIn,
        }
    }

    /// Whether XBoard knows the result for a side without a move, where that is not a draw.
    pub fn knows_stalemate(self) -> bool {
        let forced = FORCED.iter().any(|(_, forced)| *forced == self.parent);
        forced || self.holdings == Some(Holdings::Signed)
    }
}

/// Whether pieces become others by moving. XBoard continues to show their first form.
pub fn hides_changes(def: &VariantDef) -> bool {
    def.sides.iter().flat_map(|side| &side.pieces).any(|piece| piece.becomes.is_some())
}

/// Whether pieces swap places with others of their side, in a game without castling.
fn swaps(def: &VariantDef) -> bool {
    let mut pieces = def.sides.iter().flat_map(|side| &side.pieces);
    !castles(def) && pieces.any(|piece| ways(piece).any(|leg| leg.unload.is_some() && leg.purpose.own))
}

/// The built-in rules that fit the pawns of a game and change nothing else.
fn parent(def: &VariantDef) -> Option<&'static str> {
    let mut pawns = def.sides.iter().flat_map(|side| &side.pieces).filter(|piece| piece.promotion.is_some());
    let first = pawns.next().map(|pawn| &pawn.movement);
    let fits =
        |text: &str| Movement::read(text).is_ok_and(|pawn| first.is_none_or(|first| first.goes_as(&pawn)));
    let deep = Some(DEEP.0).filter(|_| fits(DEEP.1) && promote_deep(def));
    let parent = PARENTS.iter().find(|(_, pawn)| fits(pawn)).map(|(name, _)| *name).or(deep);
    let plain = def
        .sides
        .iter()
        .flat_map(|side| &side.pieces)
        .filter(|piece| piece.promotion.is_some())
        .all(has_no_condition);
    parent.filter(|_| plain && pawns.all(|pawn| first.is_some_and(|first| first.goes_as(&pawn.movement))))
}

/// Whether each side has one type of pawn, which must become one kind of piece on the last three ranks, and
/// nothing before.
fn promote_deep(def: &VariantDef) -> bool {
    Color::ALL.into_iter().zip(&def.sides).all(|(color, side)| {
        let mut promotions = side.pieces.iter().filter_map(|piece| piece.promotion.as_ref());
        let is_deep = |promotion: &PromotionDef| {
            let squares = &promotion.squares;
            let all = def.shape.squares().filter(|&square| left(&def.shape, color, square) < 3).count();
            let within = squares.iter().all(|&square| left(&def.shape, color, square) < 3);
            promotion.forced && promotion.targets.len() == 1 && within && squares.len() == all
        };
        promotions.next().is_some_and(is_deep) && promotions.next().is_none()
    })
}

/// Whether a pawn must promote before the last rank, or promotes instead of moving. XBoard knows that by a
/// sign only.
fn promote_early(def: &VariantDef) -> bool {
    Color::ALL.into_iter().zip(&def.sides).any(|(color, side)| {
        let is_before = |square: &Square| left(&def.shape, color, *square) > 0;
        let mut promotions = side.pieces.iter().filter_map(|piece| piece.promotion.as_ref());
        promotions
            .any(|promotion| promotion.instead || promotion.forced && promotion.squares.iter().any(is_before))
    })
}

/// Whether each side has one type of pawn, which promotes on the last rank and nowhere else.
fn promote_as_lances(def: &VariantDef) -> bool {
    Color::ALL.into_iter().zip(&def.sides).all(|(color, side)| {
        let last = if color == Color::White { def.shape.ranks() - 1 } else { 0 };
        let mut promotions = side.pieces.iter().filter_map(|piece| piece.promotion.as_ref());
        let on_last = |promotion: &PromotionDef| {
            let squares = &promotion.squares;
            promotion.forced
                && promotion.optional_squares().next().is_none()
                && squares.iter().all(|&square| def.shape.rank(square) == last)
        };
        promotions.next().is_none_or(on_last) && promotions.next().is_none()
    })
}

/// Whether pawns can go back or sideways without capturing, on most of the board. XBoard counts no
/// repetition across a move of what is in its slots of pawns. Where they can do so on half of it, as in
/// Greener Chess, the choice of what a pawn becomes is worth more.
fn pawns_return(def: &VariantDef) -> bool {
    let mut pawns = def.sides.iter().flat_map(|side| &side.pieces).filter(|piece| piece.promotion.is_some());
    let returns = |leg: &Leg| leg.purpose.quiet && leg.steps.iter().any(|step| step.forward <= 0);
    let most = def.shape.squares().count() / 2;
    pawns.any(|pawn| {
        let zones = pawn.zones.iter().filter(|zone| zone.squares.len() > most);
        pawn.movement.legs.iter().chain(zones.flat_map(|zone| &zone.movement.legs)).any(returns)
    })
}

fn has_no_condition(piece: &PieceDef) -> bool {
    piece.within.is_none() && piece.zones.is_empty() && piece.has_no_other_moves() && piece.mark.is_none()
}

/// The built-in rules with orthodox pawns that know the result for a side without a move.
fn orthodox(def: &VariantDef) -> &'static str {
    let royal = def.sides.iter().flat_map(|side| &side.pieces).any(|piece| piece.royal);
    let forced = def.rules.capture.is_forced() && !royal;
    let fitting = FORCED.iter().find(|(no_moves, _)| forced && def.rules.no_moves == *no_moves);
    fitting.map_or(ORTHODOX, |&(_, parent)| parent)
}

/// How the kings must be declared.
fn kings<'a>(def: &'a VariantDef) -> KingScheme {
    let royals_of = |side: &'a SideDef| {
        let crowned = side.pieces.iter().any(|piece| piece.royal && piece.role == CASTLING_ROLE);
        side.pieces.iter().filter(move |piece| piece.royal && (piece.role == CASTLING_ROLE || !crowned))
    };
    let royals = || def.sides.iter().flat_map(royals_of);
    let far = royals().any(|king| ways(king).any(goes_far_sideways));
    // XBoard accepts no sign after the king's letter, and its own kings may not be captured. It knows
    // nothing about a grid, so it would see checks within a cell.
    let captured = castles(def) && royals().next().is_none();
    // It takes a side without a king of XBoard's own for one in check.
    let comes_later = hides_changes(def);
    // It tries a capture by a piece that stays as a move to the victim's square, and so misjudges checks.
    let stays = def.rules.captor.stays();
    if captured
        || comes_later
        || stays
        || hides_king(def)
        || def.rules.grid.is_some()
        || wins_alone(def)
        // It would claim mates that do not count, and see checks where only the last king counts.
        || def.rules.limits_mates()
        || def.rules.royals.only_last_counts()
        || royals().any(|king| king.mark.is_some())
    {
        KingScheme::Seeming
    } else if !far {
        KingScheme::BuiltIn
    } else if castles(def) || !royals().all(|king| stroll(king).is_some()) {
        KingScheme::Seeming
    } else {
        KingScheme::Strolling
    }
}

/// Whether a lone king can still win by reaching a goal. XBoard gives no win to a side with one piece
/// against a king of XBoard's own. A king that castles remains one, because castling would otherwise
/// take the user three clicks.
fn wins_alone(def: &VariantDef) -> bool {
    let royal = |role: &Letter| {
        def.sides.iter().flat_map(|side| &side.pieces).any(|piece| piece.royal && piece.role == *role)
    };
    let reaches = |end: &End| matches!(end, End::Reach { roles, .. } if roles.iter().any(royal));
    !castles(def) && def.rules.ends.iter().any(reaches)
}

/// Every leg that a piece can ever have.
fn ways(piece: &PieceDef) -> impl Iterator<Item = &Leg> {
    let zones = piece.zones.iter().flat_map(|zone| &zone.movement.legs);
    piece.movements().into_iter().flat_map(|movement| &movement.legs).chain(zones)
}

fn castles(def: &VariantDef) -> bool {
    let by_notation =
        def.sides.iter().flat_map(|side| &side.pieces).any(|piece| !piece.movement.castles.is_empty());
    by_notation || def.rules.castling != crate::rules::variant::Castling::None
}

/// Whether a leg moves along the rank by more than one square.
fn goes_far_sideways(leg: &Leg) -> bool {
    let along = leg.steps.iter().all(|step| step.forward == 0);
    leg.is_path()
        || along && (leg.reach != Reach::Steps(1) || leg.steps.iter().any(|step| step.right.abs() > 1))
}

/// An initial move that is among a king's moves anyway.
pub fn stroll(king: &PieceDef) -> Option<&'static str> {
    let has = |notation: &str| {
        let wanted = Movement::read(notation).unwrap_or_default();
        !wanted.legs.is_empty() && wanted.legs.iter().all(|leg| king.movement.legs.contains(leg))
    };
    [("F", "imF"), ("W", "imW")].into_iter().find(|(moves, _)| has(moves)).map(|(_, initial)| initial)
}

/// Whether XBoard can know whether a side is in check: it has one type of royal piece, which is
/// XBoard's king.
pub fn sees_check(game: &Game, scheme: Scheme) -> bool {
    let royals = |color| game.kinds.iter().filter(move |kind| kind.royal && kind.color == color);
    scheme.kings != KingScheme::Seeming && Color::ALL.into_iter().all(|color| royals(color).count() == 1)
}

/// Whether XBoard is told that a piece type is a king: one that castles, or a royal piece. Beside a
/// royal king it knows no other.
pub fn is_king(game: &Game, kind: &Kind) -> bool {
    let crowned = |other: &Kind| other.royal && other.role == CASTLING_ROLE && other.color == kind.color;
    let royal = kind.royal && (kind.role == CASTLING_ROLE || !game.kinds.iter().any(crowned));
    royal || game.castles.iter().any(|castle| game.kind(castle.king_kind) == kind)
}

/// The variant's definition of a kind.
pub fn definition<'a>(game: &'a Game, kind: &Kind) -> Option<&'a PieceDef> {
    game.def.sides.get(kind.piece.0.index())?.pieces.get(kind.piece.1)
}

/// The rules by which XBoard updates the holdings, if a game has any, and reads promotions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holdings {
    /// Captured pieces change sides.
    Captured,
    /// They do if there are hands, and many promote by a sign within a zone.
    Signed,
    /// Nothing is added, and any dropped piece is assumed to be there.
    Stock,
    /// Nothing is added, and pieces enter as others leave the back rank.
    Gates,
}

impl Holdings {
    /// The rules nearest to those of a game with pieces in hand, or whose pieces promote by a sign.
    pub fn of(def: &VariantDef) -> Option<Holdings> {
        let mut pieces = def.sides.iter().flat_map(|side| &side.pieces);
        let signed = pieces.any(|piece| piece.mark == Some(PROMOTED_MARK));
        let Some(HandsDef { captured, drops, .. }) = def.hands.as_ref() else {
            // Only where it thinks of Shogi does XBoard read the sign behind a move, and pass it on.
            return signed.then_some(Holdings::Signed);
        };
        match captured {
            _ if drops.is_by_gates() => enter_from_the_back(def).then_some(Holdings::Gates),
            Captured::Captor if signed => Some(Holdings::Signed),
            Captured::Captor => Some(Holdings::Captured),
            Captured::Owner | Captured::Nobody | Captured::Elsewhere => Some(Holdings::Stock),
        }
    }

    /// The built-in rules on which to base a game.
    pub fn parent(self) -> &'static str {
        match self {
            Holdings::Captured => "crazyhouse",
            Holdings::Signed => "shogi",
            Holdings::Stock => "bughouse",
            Holdings::Gates => "seirawan",
        }
    }

    /// The squares on which XBoard lets a piece in a slot be dropped.
    pub fn allows(self, slot: usize, shape: &Shape, color: Color, square: Square) -> bool {
        let left = left(shape, color, square);
        match (self, slot) {
            (Holdings::Signed, 0 | 4) => left > 0,
            (Holdings::Signed, 1) => left > 1,
            (Holdings::Signed, _) => true,
            (Holdings::Gates, _) => left + 1 == shape.ranks(),
            (_, 0) => left > 0 && left + 1 < shape.ranks(),
            _ => true,
        }
    }
}

/// Whether pieces in hand enter nowhere but on the back rank.
fn enter_from_the_back(def: &VariantDef) -> bool {
    let stock = Color::ALL.into_iter().zip(&def.sides).zip(def.hands.iter().flat_map(|hands| &hands.stock));
    stock.into_iter().all(|((color, side), stock)| {
        stock.iter().filter_map(|&piece| side.pieces.get(piece)).all(|piece| {
            let is_back = |&square: &Square| left(&def.shape, color, square) + 1 == def.shape.ranks();
            piece.drops.as_ref().is_some_and(|drops| drops.squares.iter().all(is_back))
        })
    })
}

/// The number of ranks in front of a piece on a square.
pub fn left(shape: &Shape, color: Color, square: Square) -> u8 {
    let rank = shape.rank(square);
    if color == Color::White { shape.ranks() - 1 - rank } else { rank }
}

/// Whether XBoard must not see a king in a game. If a king may be dropped, XBoard considers its side
/// mated before the drop. If XBoard does not know what is in hand, it does not know which drops answer
/// a check.
pub fn hides_king(def: &VariantDef) -> bool {
    let Some(hands) = &def.hands else { return false };
    let royal = |color: Color| {
        let side = def.sides.get(color.index());
        move |&piece: &usize| side.and_then(|side| side.pieces.get(piece)).is_some_and(|piece| piece.royal)
    };
    let stock = Color::ALL.into_iter().zip(&hands.stock);
    hands.captured.returns() || stock.into_iter().any(|(color, stock)| stock.iter().any(royal(color)))
}
