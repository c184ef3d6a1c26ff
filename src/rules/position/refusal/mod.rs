//! Why a move is not legal: the one answer that every front end gives.
//!
//! The rules themselves answer. First the generator runs without royal pieces, which finds the moves
//! that only checks and restrictions can forbid. Then come the ways of the piece's own moves, and the
//! obstacles on each of them.

mod castling;
mod drops;

use super::generate::Generator;
use super::notation::castling_wing;
use super::occupancy::Here;
use super::restrict::{self, Objection};
use super::state::Placed;
use super::state::{MenSet, State, slots};
use super::{HalfOrder, Move, MoveKind, Position, Reason};
use crate::rules::game::{Condition, Game, KindId, MaybeIndex, Occupancy, RayId, Target};
use crate::rules::geometry::{Color, ComplexSet, Square};

pub use castling::CastlingFault;
pub use drops::DropFault;

/// Why a move is not legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The text does not have the form of a move.
    Form,
    /// The game is over.
    Over(Reason),
    /// The other side makes both moves of its turn, and this side has to pass in between.
    MustPass,
    /// A pass is not possible now.
    NoPass,
    /// This turn needs a move on the squares of the other color.
    OtherHalf(Square),
    /// The game on these squares is drawn.
    Closed(Square),
    /// No piece is there.
    NoPiece(Square),
    /// The side to move has no piece of that kind where the text says.
    NoSuchPiece(KindId),
    /// None of its pieces of that kind moves there.
    NoneReaches(KindId, Square),
    /// The piece belongs to the other side.
    Enemy(Placed),
    /// The piece does not move like that. These are the targets of its legal moves.
    Unreachable(Placed, Square, Vec<Square>),
    /// A piece is in the way.
    Blocked(Placed, Placed),
    /// The target is a piece of the mover's own side.
    OwnPiece(Placed, Placed),
    /// The piece moves there only by capturing, and there is nothing to capture.
    OnlyCaptures(Placed, Square),
    /// The piece moves there only if the square is empty.
    OnlyMoves(Placed, Placed),
    /// The way requires a piece on a square, of that side if one is given.
    Needs(Placed, Square, Square, Option<Color>),
    /// The way requires exactly one piece in between. This is the actual number.
    Hurdle(Placed, Square, usize),
    /// No piece lends the move.
    NotLent(Placed, Square),
    /// Only as the piece's first move.
    FirstMove(Placed, Square),
    /// Only from one of these squares.
    Zone(Placed, Square, Vec<Square>),
    /// The piece may not leave its part of the board.
    Confined(Placed, Square),
    /// The move stays within a cell of the grid.
    SameCell(Placed, Square),
    /// Only out of check.
    Unchecked(Placed, Square),
    /// Only once its side has captured.
    AfterCapture(Placed, Square),
    /// It would leave a royal piece attacked by a piece.
    Exposed(Placed, Placed),
    /// A royal piece is in check from a piece and would stay so.
    StillInCheck(Placed, Placed),
    /// The royal piece would be attacked on the square by a piece.
    IntoCheck(Placed, Square, Placed),
    /// A restriction forbids it.
    Objection(Objection),
    /// Castling is not possible.
    Castling(CastlingFault),
    /// A piece cannot be dropped, or must be.
    Drop(DropFault),
    /// It promotes, but the text does not name one of these pieces.
    Promotion(Square, String),
    /// It does not promote, and the text has a letter.
    NoPromotion,
    /// It captures nothing on its way to this square, and the text says that it does.
    NoCapture(Square),
    /// The text has the letter of a piece that cannot enter by it. These letters can.
    Entry(Placed, String),
    /// It captures on its way, but the text does not say where. These are the ways.
    OnTheWay(Vec<String>),
    /// Any other rule forbids it.
    Forbidden,
}

impl Position {
    /// Why the move of a text is not legal; `None` if it is.
    pub fn why_not(&self, text: &str) -> Option<Refusal> {
        if self.parse_move(text).is_ok() {
            return None;
        }
        if let Some(a_side) = castling_wing(text) {
            let over = self.ended().map(Refusal::Over);
            return Some(over.unwrap_or_else(|| Refusal::Castling(self.why_no_castling_to(a_side))));
        }
        if let Some(refusal) = self.why_no_drop(text) {
            return Some(self.ended().map_or(refusal, Refusal::Over));
        }
        let refusal = self.ends_of(text).map(|(from, to, letter)| self.why_not_squares(from, to, letter));
        Some(refusal.unwrap_or(Refusal::Form))
    }

    /// Why a move between two squares that cannot be read is not legal; `letter` is that of its promotion.
    pub fn why_not_squares(&self, from: Square, to: Square, letter: Option<char>) -> Refusal {
        self.ended().map_or_else(|| self.find_refusal(from, to, letter), Refusal::Over)
    }

    /// Why none of the pieces of a kind on these squares can move to a square.
    pub fn why_none_of(&self, kind: KindId, from: &[Square], to: Square, letter: Option<char>) -> Refusal {
        let each = from.iter().map(|&from| self.why_not_squares(from, to, letter));
        match each.min_by_key(Refusal::rank) {
            Some(Refusal::Unreachable(..)) if from.len() > 1 => Refusal::NoneReaches(kind, to),
            Some(refusal) => refusal,
            None => Refusal::NoSuchPiece(kind),
        }
    }

    /// Why there are no more moves.
    fn ended(&self) -> Option<Reason> {
        if self.has_legal_move() { None } else { self.outcome().map(|outcome| outcome.reason) }
    }

    fn find_refusal(&self, from: Square, to: Square, letter: Option<char>) -> Refusal {
        let (state, game) = (&self.state, &self.game);
        let Some(kind) = self.kind_at(from) else { return Refusal::NoPiece(from) };
        let piece = Placed { kind, square: from };
        if game.kind(kind).color != state.side {
            return Refusal::Enemy(piece);
        }
        if let Some(refusal) = self.must_drop_first() {
            return refusal;
        }
        let field = state.field(game, from, HalfOrder::Free);
        if field == 0 {
            let closed = self.closed().contains(game.shape.complex(from));
            return if closed { Refusal::Closed(from) } else { Refusal::OtherHalf(from) };
        }
        let mut legal = Vec::new();
        self.legal_moves(MoveKind::All, &mut legal);
        legal.retain(|m| m.from() == from);
        let gates = game.hands.as_ref().is_some_and(|hands| hands.gates.is_some());
        let is_alike = |m: &Move| m.to() == to && (!m.is_castling() || gates && letter.is_some());
        let alike: Vec<Move> = legal.iter().copied().filter(is_alike).collect();
        if !alike.is_empty() {
            return self.misspelled(&alike, letter, gates);
        }
        if let Some(m) = self.pseudo_legal(from, field).into_iter().find(|m| m.to() == to) {
            return self.why_not_pseudo_legal(m, piece, field);
        }
        let ways = game.ways(kind, from, to);
        let closed = ways.iter().map(|way| self.why_not_this_way(piece, to, way));
        if let Some(refusal) = closed.min_by_key(Refusal::rank) {
            return refusal;
        }
        if let Some(fault) = self.why_no_castling(from, to) {
            return Refusal::Castling(fault);
        }
        let mut could: Vec<Square> = legal.iter().map(|m| m.to()).collect();
        could.sort_unstable();
        could.dedup();
        Refusal::Unreachable(piece, to, could)
    }

    /// What is missing or superfluous in a text whose squares are those of these legal moves.
    fn misspelled(&self, alike: &[Move], letter: Option<char>, gates: bool) -> Refusal {
        let letters: String = alike.iter().filter_map(|&m| self.promotion_letter(m)).collect();
        let mover = alike.first().and_then(|m| Some(Placed { kind: self.mover(*m)?, square: m.from() }));
        if let Some(piece) = mover.filter(|_| gates && letter.is_some() && letters.is_empty()) {
            let entries = alike.iter().filter(|m| m.entering().is_some());
            return Refusal::Entry(piece, entries.filter_map(|&m| self.suffix(m)).collect());
        }
        let on_the_way = alike.iter().filter(|&&m| self.on_the_way(m).next().is_some());
        let ways: Vec<String> = on_the_way.map(|&m| self.move_text(m)).collect();
        match alike.first() {
            Some(m) if !letters.is_empty() => Refusal::Promotion(m.to(), letters),
            _ if ways.is_empty() || letter.is_some() => Refusal::NoPromotion,
            _ => Refusal::OnTheWay(ways),
        }
    }

    /// The moves of the piece on a square that would be legal if no piece were royal.
    fn pseudo_legal(&self, from: Square, field: MenSet) -> Vec<Move> {
        let (state, mut found) = (&self.state, Vec::new());
        let mover = 1 << state.board[from.index()].slot();
        let without_royals = field & !state.royals;
        Generator::<_, true, true>::run_for(state, &self.game, &mut found, mover, without_royals);
        found
    }

    /// What forbids a move that would be legal if no piece were royal.
    fn why_not_pseudo_legal(&self, m: Move, piece: Placed, field: MenSet) -> Refusal {
        let (state, game) = (&self.state, &self.game);
        if let Some(refusal) = self.exposure(m, piece, field) {
            return refusal;
        }
        let objection = game.restrictions.and_then(|rules| restrict::objection(state, game, rules, m));
        if let Some(objection) = objection {
            return Refusal::Objection(objection);
        }
        if self.in_check() && m.is_ordinary() {
            return Refusal::Unchecked(piece, m.to());
        }
        Refusal::Forbidden
    }

    /// The royal piece that a move leaves attacked, and its attacker.
    fn exposure(&self, m: Move, piece: Placed, field: MenSet) -> Option<Refusal> {
        let (state, game) = (&self.state, &self.game);
        let mut after = state.clone();
        after.make(game, m);
        let side = state.side;
        let mover = if m.dropped().is_some() { after.board[m.to().index()] } else { state.mover(m) }.slot();
        for royal in slots(state.royals_of(side) & field) {
            let (home, square) = (state.square_of[royal], after.square_of[royal]);
            let now = attackers(&after, game, square, !side, Here(&after));
            let before = attackers(state, game, home, !side, Here(state));
            let Some(by) = slots(if now & before == 0 { now } else { now & before }).next() else { continue };
            let king = Placed { kind: state.kind_of[royal], square: home };
            let enemy = Placed { kind: after.kind_of[by], square: after.square_of[by] };
            return Some(match before >> by & 1 != 0 {
                _ if royal == mover => Refusal::IntoCheck(piece, square, enemy),
                true => Refusal::StillInCheck(king, enemy),
                false => Refusal::Exposed(king, enemy),
            });
        }
        None
    }

    /// The obstacle on one of the ways to a square.
    fn why_not_this_way(&self, piece: Placed, to: Square, way: &Target) -> Refusal {
        let (state, game) = (&self.state, &self.game);
        let placed = |square: Square| self.kind_at(square).map(|kind| Placed { kind, square });
        let has = |right: MaybeIndex| right.get().is_none_or(|bit| state.now.rights >> bit & 1 != 0);
        match way.condition {
            Some(Condition::FirstMove(right)) if !right.is_some_and(has) => {
                return Refusal::FirstMove(piece, to);
            }
            Some(Condition::Zone(index)) => {
                let kind = game.kind(piece.kind);
                let zone = &kind.piece_of(&game.def).zones[usize::from(index)];
                let squares = zone.squares.iter().map(|&square| kind.own_view(&game.shape, square));
                return Refusal::Zone(piece, to, squares.collect());
            }
            Some(Condition::Confined) => return Refusal::Confined(piece, to),
            Some(Condition::SameCell) => return Refusal::SameCell(piece, to),
            Some(Condition::Unchecked) if self.in_check() => return Refusal::Unchecked(piece, to),
            Some(Condition::AfterCapture) if !state.has_captured(game) => {
                return Refusal::AfterCapture(piece, to);
            }
            _ => {}
        }
        if let Some(by) = way.guard.clear.iter().find_map(|&square| placed(Square(square))) {
            return Refusal::Blocked(piece, by);
        }
        if let Some(refusal) = self.missing(piece, to, way) {
            return refusal;
        }
        match placed(to) {
            None if !way.quiet => Refusal::OnlyCaptures(piece, to),
            Some(target) if game.kind(target.kind).color == state.side && !way.own => {
                Refusal::OwnPiece(piece, target)
            }
            Some(target) if game.kind(target.kind).color != state.side && !way.capture => {
                Refusal::OnlyMoves(piece, target)
            }
            _ => Refusal::Forbidden,
        }
    }

    /// The condition of a way that is not met.
    fn missing(&self, piece: Placed, to: Square, way: &Target) -> Option<Refusal> {
        let guard = &way.guard;
        let is_empty = |square: u8| self.kind_at(Square(square)).is_none();
        if let Some(&on) = guard.occupied.iter().find(|&&square| is_empty(square)) {
            return Some(Refusal::Needs(piece, to, Square(on), None));
        }
        let between = guard.hurdle.iter().filter(|&&square| !is_empty(square)).count();
        if !guard.hurdle.is_empty() && between != 1 {
            return Some(Refusal::Hurdle(piece, to, between));
        }
        for (color, squares) in Color::ALL.into_iter().zip([&guard.white, &guard.black]) {
            let lacks = |square: u8| !self.state.board[usize::from(square)].is(color);
            if let Some(&on) = squares.iter().find(|&&square| lacks(square)) {
                return Some(Refusal::Needs(piece, to, Square(on), Some(color)));
            }
        }
        let lends = |&(square, kind): &(u8, u8)| self.kind_at(Square(square)) == Some(KindId(kind));
        let lent = guard.lenders.is_empty() || guard.lenders.iter().any(lends);
        (!lent).then_some(Refusal::NotLent(piece, to))
    }

    /// The first and last square in a text, between which a piece moves, and the letter after them.
    fn ends_of(&self, text: &str) -> Option<(Square, Square, Option<char>)> {
        let mut legs = text.split(',').map(|leg| self.read_squares(leg));
        let (from, mut to, mut letter) = legs.next()??;
        for leg in legs {
            (_, to, letter) = leg?;
        }
        Some((from, to, letter))
    }

    /// The squares on which the side to move still has to move in this turn.
    pub(crate) fn due(&self) -> ComplexSet {
        self.owed().unwrap_or(ComplexSet::NONE)
    }
}

/// The pieces of a side that attack a square of a board, as a set of slots.
fn attackers(state: &State, game: &Game, target: Square, by: Color, board: impl Occupancy) -> MenSet {
    let towards = game.rays.towards(target);
    let attacks = |&slot: &usize| {
        let id = towards[usize::from(state.piece_square_of[slot])];
        id != RayId::NONE && game.rays.open(id, state.now.rights, board)
    };
    slots(state.side_men[by.index()]).filter(attacks).fold(0, |set, slot| set | 1 << slot)
}

impl Refusal {
    /// Of several refusals, the one nearest to a legal move has the lowest rank.
    fn rank(&self) -> u8 {
        match self {
            Refusal::Promotion(..) | Refusal::NoPromotion | Refusal::Entry(..) | Refusal::OnTheWay(_) => 0,
            Refusal::Exposed(..) | Refusal::StillInCheck(..) | Refusal::IntoCheck(..) => 1,
            Refusal::Objection(_) | Refusal::Unchecked(..) | Refusal::AfterCapture(..) => 2,
            Refusal::OwnPiece(..) | Refusal::Blocked(..) => 3,
            Refusal::Needs(..) | Refusal::Hurdle(..) => 4,
            Refusal::OnlyCaptures(..) | Refusal::OnlyMoves(..) => 5,
            Refusal::FirstMove(..) => 6,
            Refusal::Zone(..) | Refusal::Confined(..) | Refusal::SameCell(..) => 7,
            Refusal::NotLent(..) => 8,
            Refusal::Unreachable(..) => 10,
            _ => 9,
        }
    }
}
