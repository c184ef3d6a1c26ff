//! A move, packed into 32 bits.

use crate::rules::game::{Castle, EffectId, Game, KindId, MoveEffect};
use crate::rules::geometry::{Narrow, Square};
use crate::rules::letter::Letter;
use crate::rules::variant::PROMOTED_MARK;

/// A move: from, to, and its effect, an index into a table of its game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move(u32);

impl Move {
    /// Not a move; never legal.
    pub const NONE: Move = Move(0);

    #[inline]
    pub(crate) fn new(from: u8, to: u8, effect: EffectId) -> Move {
        Move(u32::from(from) | u32::from(to) << 8 | u32::from(effect.0) << 16)
    }

    /// The move of a piece to a square, where it captures.
    #[inline]
    pub(crate) fn plain(from: Square, to: Square) -> Move {
        Move::new(from.0, to.0, EffectId::ORDINARY)
    }

    /// Passing the turn: a piece stays where it is and captures nothing.
    pub(crate) fn pass(of: Square) -> Move {
        Move::new(of.0, of.0, EffectId::PASS)
    }

    /// Whether it passes the turn.
    #[inline]
    pub fn is_pass(self) -> bool {
        self.effect_id() == EffectId::PASS
    }

    /// A wall on a square: the duck from another square, or else a new one.
    pub(crate) fn wall(duck: Option<Square>, to: Square) -> Move {
        Move::new(duck.unwrap_or(to).0, to.0, EffectId::WALL)
    }

    /// Whether it puts a wall on its target.
    #[inline]
    pub fn is_wall(self) -> bool {
        self.effect_id() == EffectId::WALL
    }

    /// Castling by the record of an index.
    pub(crate) fn castling(castle: &Castle, index: usize) -> Move {
        Move::new(castle.king.0.0, castle.king.1.0, EffectId::castling(index.narrow()))
    }

    /// The drop of a piece on a square, which is both start and target.
    pub(crate) fn drop(kind: KindId, square: Square) -> Move {
        Move::new(square.0, square.0, EffectId::drop(kind))
    }

    /// The square of the moving piece.
    #[inline]
    pub const fn from(self) -> Square {
        Square(self.0.to_le_bytes()[0])
    }

    /// The target. Castling is the king's move.
    #[inline]
    pub const fn to(self) -> Square {
        Square(self.0.to_le_bytes()[1])
    }

    #[inline]
    pub(crate) fn effect_id(self) -> EffectId {
        EffectId((self.0 >> 16).narrow())
    }

    /// Whether the move has no effect besides moving the piece and capturing on the target square.
    #[inline]
    pub(crate) const fn is_ordinary(self) -> bool {
        self.0 >> 16 == 0
    }

    /// The move as a number, for storage in a table. [`Move::from_bits`] is its inverse.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The move of a number. Whether it is legal is for [`super::Position::is_legal`] to decide.
    pub const fn from_bits(bits: u32) -> Move {
        Move(bits)
    }
}

/// What a move does, by the tables of its game.
impl Move {
    /// Everything that it does besides moving a piece.
    #[inline]
    pub(crate) fn effect(self, game: &Game) -> &MoveEffect {
        game.effects.get(self.effect_id())
    }

    /// The promotion piece.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use fibnif::rules::{game, position::Position, variant::Catalog};
    ///
    /// let chess = game::compile(&Catalog::builtin().resolve("chess")?)?;
    /// let position = Position::from_fen(chess.clone(), "7k/P7/8/8/8/8/8/K7 w - - 0 1")?;
    /// let promotion = position.parse_move("a7a8n")?.promotion(&chess).ok_or("no promotion")?;
    /// assert_eq!(chess.kind(promotion).name, "Knight");
    /// # Ok(())
    /// # }
    /// ```
    #[inline]
    pub fn promotion(self, game: &Game) -> Option<KindId> {
        if self.is_ordinary() { None } else { self.effect(game).promotion() }
    }

    /// The dropped piece.
    #[inline]
    pub fn dropped(self, game: &Game) -> Option<KindId> {
        if self.is_ordinary() { None } else { self.effect(game).drops }
    }

    /// The piece in hand that is dropped, as itself or in its promoted form.
    pub fn held(self, game: &Game) -> Option<KindId> {
        self.dropped(game).map(|kind| game.hands.as_ref().map_or(kind, |hands| hands.held_as(kind)))
    }

    /// The piece that enters from the hand by it.
    #[inline]
    pub fn entering(self, game: &Game) -> Option<KindId> {
        self.effect(game).enters.map(|entering| entering.kind)
    }

    /// The square on which a piece from the hand enters by it.
    pub fn entered(self, game: &Game) -> Option<Square> {
        self.effect(game).enters.map(|entering| entering.square)
    }

    /// The move without the entering piece.
    #[must_use]
    pub fn without_entry(self, game: &Game) -> Move {
        let without = self.effect(game).enters.map(|entering| entering.without);
        Move::new(self.from().0, self.to().0, without.unwrap_or(self.effect_id()))
    }

    /// Whether a piece enters by it on the square of the king's partner in castling.
    pub(crate) fn enters_by_partner(self, game: &Game) -> bool {
        self.entered(game).is_some_and(|square| square != self.from())
    }

    /// Whether it is a castling move.
    #[inline]
    pub fn is_castling(self, game: &Game) -> bool {
        !self.is_ordinary() && self.effect(game).castle.is_some()
    }

    /// The castling record it follows.
    pub(crate) fn castle_of(self, game: &Game) -> Option<&Castle> {
        self.effect(game).castle.of(&game.castles)
    }

    /// The squares of the pieces that it captures on its way, in order.
    pub fn victims(self, game: &Game) -> &[Square] {
        &self.effect(game).victims
    }

    /// The square on which it puts the piece that it shifts; `None` if it shifts none.
    pub fn put_down(self, game: &Game) -> Option<Square> {
        self.effect(game).put
    }

    /// The squares between its legs: where it captures on its way, and where it puts a captured piece.
    pub fn on_the_way(self, game: &Game) -> impl Iterator<Item = Square> + '_ {
        self.victims(game).iter().copied().chain(self.put_down(game))
    }

    /// Castling as the king's move to its partner's square, as shuffled games write it; `None` if it is not
    /// castling.
    pub fn king_takes_partner(self, game: &Game) -> Option<String> {
        let castle = self.castle_of(game)?;
        Some(format!("{}{}", game.shape.name(castle.king.0), game.shape.name(castle.partner.0)))
    }

    /// The squares written for it if a piece enters by it. When castling, these are the partner's and the
    /// king's if it enters by the partner.
    pub(crate) fn entry_squares(self, game: &Game) -> Option<(Square, Square)> {
        let entered = self.entered(game)?;
        let castle = self.castle_of(game).filter(|castle| castle.partner.0 == entered);
        Some(castle.map_or((self.from(), self.to()), |castle| (castle.partner.0, castle.king.0)))
    }

    /// The last letter of its text if it promotes.
    pub(crate) fn promotion_letter(self, game: &Game) -> Option<Letter> {
        let kind = game.kind(self.promotion(game)?);
        match kind.mark {
            Some(PROMOTED_MARK) => Some(Letter::plain(PROMOTED_MARK)),
            _ => Some(kind.letter.lower()),
        }
    }
}
