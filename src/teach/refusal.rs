//! Why a move is not legal: the one answer that every front end gives.
//!
//! The rules themselves answer. First the generator runs without royal pieces, which finds the moves
//! that only checks and restrictions can forbid. Then come the ways of the piece's own moves, and the
//! obstacles on each of them.

use crate::rules::game::{Barrier, Castle, Condition, DropRule, KindId, MaybeIndex, Target, Test, Way};
use crate::rules::geometry::{Color, Square};
use crate::rules::letter::Letter;
use crate::rules::position::{
    Move, Objection, Placed, Position, Reason, castling_wing, moves_without_royals, objection, read_squares,
};
use crate::rules::variant::Permission;

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
    /// The side to move has no piece with that letter.
    NoSuchLetter(char),
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
    /// The piece never hops over another on its way, or never captures it.
    Spared(Placed, Placed, Square),
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
    /// It has to do with the walls that players put on squares.
    Wall(WallFault),
    /// Any other rule forbids it.
    Forbidden,
}

/// What is wrong with a wall, or with a move because of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WallFault {
    /// The wall of this turn comes before any other move.
    Due,
    /// There is one in the way of a piece.
    InTheWay(Square),
    /// No wall is put now.
    Never,
    /// The square is not empty.
    Filled(Square),
    /// The square is neither at the edge of the board nor beside a wall.
    Inside(Square),
}

/// Why castling is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingFault {
    /// The side never castles on that wing in this game.
    Never,
    /// The king or its partner has moved.
    Lost,
    /// It has to wait for the other half of the turn, or that half is drawn.
    OtherHalf,
    /// A piece is in the way.
    Blocked(Placed),
    /// The king is in check from a piece.
    InCheck(Placed),
    /// The king would pass a square that a piece attacks.
    Through(Square, Placed),
    /// The king would be attacked by a piece on its target.
    Into(Square, Placed),
    /// Another rule forbids it.
    Forbidden,
}

/// Why a drop is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DropFault {
    /// Nothing is ever in hand, or it is not dropped as a move.
    Never,
    /// No piece with this letter is in hand. The letters are those of the pieces in hand.
    NotInHand(Option<KindId>, String),
    /// Pieces are dropped as long as there are any in hand.
    Due(String),
    /// A piece is there.
    Occupied(Placed),
    /// It is never dropped there. It may be on these squares.
    Where(KindId, Square, Vec<Square>),
    /// Too many of its type are on the file already.
    File(KindId, Square),
    /// One of its type is on a square of the same color, or would find no square later.
    Color(KindId, Square),
    /// It would be checkmate.
    Mate(KindId),
    /// It would be check.
    Check(KindId),
}

/// Why the move of a text is not legal; `None` if it is.
pub fn why_not(position: &Position, text: &str) -> Option<Refusal> {
    if position.parse_move(text).is_ok() {
        return None;
    }
    let refused = Refused(position);
    let over = || refused.ended().map(Refusal::Over);
    if let Some(a_side) = castling_wing(text) {
        return Some(over().unwrap_or_else(|| Refusal::Castling(refused.why_no_castling_to(a_side))));
    }
    if let Some(fault) = refused.why_no_wall(text) {
        return Some(over().unwrap_or(Refusal::Wall(fault)));
    }
    if let Some(refusal) = refused.why_no_drop(text) {
        return Some(over().unwrap_or(refusal));
    }
    let refusal = refused.ends_of(text).map(|(from, to, letter)| why_not_squares(position, from, to, letter));
    Some(refusal.unwrap_or(Refusal::Form))
}

/// Why a move between two squares that cannot be read is not legal; `letter` is that of its promotion.
pub fn why_not_squares(position: &Position, from: Square, to: Square, letter: Option<Letter>) -> Refusal {
    let refused = Refused(position);
    refused.ended().map_or_else(|| refused.find_refusal(from, to, letter), Refusal::Over)
}

/// Why none of the pieces of a kind on these squares can move to a square.
pub fn why_none_of(
    position: &Position,
    kind: KindId,
    from: &[Square],
    to: Square,
    letter: Option<Letter>,
) -> Refusal {
    let each = from.iter().map(|&from| why_not_squares(position, from, to, letter));
    match each.min_by_key(Refusal::rank) {
        Some(Refusal::Unreachable(..)) if from.len() > 1 => Refusal::NoneReaches(kind, to),
        Some(refusal) => refusal,
        None => Refusal::NoSuchPiece(kind),
    }
}

/// The position in which a move is refused.
#[derive(Clone, Copy)]
struct Refused<'a>(&'a Position);

impl Refused<'_> {
    /// Why there are no more moves.
    fn ended(self) -> Option<Reason> {
        if self.0.has_legal_move() { None } else { self.0.outcome().map(|outcome| outcome.reason) }
    }

    fn find_refusal(self, from: Square, to: Square, letter: Option<Letter>) -> Refusal {
        let (position, game) = (self.0, self.0.game());
        let Some(kind) = position.kind_at(from) else { return Refusal::NoPiece(from) };
        let piece = Placed { kind, square: from };
        if game.kind(kind).color != position.side() {
            return Refusal::Enemy(piece);
        }
        if position.wall_is_due() {
            return Refusal::Wall(WallFault::Due);
        }
        if let Some(refusal) = self.must_drop_first() {
            return refusal;
        }
        if !position.may_move_from(from) {
            let closed = position.is_closed(from);
            return if closed { Refusal::Closed(from) } else { Refusal::OtherHalf(from) };
        }
        let mut legal = position.moves();
        legal.retain(|m| m.from() == from);
        let gates = game.hands.as_ref().is_some_and(|hands| hands.gates.is_some());
        let is_alike = |m: &Move| m.to() == to && (!m.is_castling(game) || gates && letter.is_some());
        let alike: Vec<Move> = legal.iter().copied().filter(is_alike).collect();
        if !alike.is_empty() {
            return self.misspelled(&alike, letter, gates);
        }
        if let Some(m) = moves_without_royals(position, from).into_iter().find(|m| m.to() == to) {
            return self.why_not_pseudo_legal(m, piece);
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

    fn is_wall(self, square: Square) -> bool {
        self.0.walls().any(|wall| wall == square)
    }

    /// What is wrong with the wall that a text names; `None` if it names none.
    fn why_no_wall(self, text: &str) -> Option<WallFault> {
        let position = self.0;
        let shape = &position.game().shape;
        let square = text.strip_prefix("*@").or_else(|| text.strip_prefix(','))?;
        let to = shape.parse_square(square)?;
        Some(match position.kind_at(to) {
            _ if !position.moves().iter().any(|m| m.is_wall()) => WallFault::Never,
            None if !self.is_wall(to) => WallFault::Inside(to),
            _ => WallFault::Filled(to),
        })
    }

    /// What is missing or superfluous in a text whose squares are those of these legal moves.
    fn misspelled(self, alike: &[Move], letter: Option<Letter>, gates: bool) -> Refusal {
        let letters: String = alike.iter().filter_map(|&m| m.promotion_letter(self.0.game())).collect();
        let mover = alike.first().and_then(|m| Some(Placed { kind: self.0.mover(*m)?, square: m.from() }));
        if let Some(piece) = mover.filter(|_| gates && letter.is_some() && letters.is_empty()) {
            let entries = alike.iter().filter(|m| m.entering(self.0.game()).is_some());
            return Refusal::Entry(piece, entries.map(|&m| self.0.suffix(m)).collect());
        }
        let on_the_way = alike.iter().filter(|&&m| m.on_the_way(self.0.game()).next().is_some());
        let ways: Vec<String> = on_the_way.map(|&m| self.0.move_text(m)).collect();
        match alike.first() {
            Some(m) if !letters.is_empty() => Refusal::Promotion(m.to(), letters),
            _ if ways.is_empty() || letter.is_some() => Refusal::NoPromotion,
            _ => Refusal::OnTheWay(ways),
        }
    }

    /// What forbids a move that would be legal if no piece were royal.
    fn why_not_pseudo_legal(self, m: Move, piece: Placed) -> Refusal {
        if let Some(refusal) = self.exposure(m, piece) {
            return refusal;
        }
        match objection(self.0, m) {
            Some(objection) => Refusal::Objection(objection),
            None if self.0.in_check() && m.is_ordinary() => Refusal::Unchecked(piece, m.to()),
            None => Refusal::Forbidden,
        }
    }

    /// The royal piece that a move leaves attacked, and its attacker.
    fn exposure(self, m: Move, piece: Placed) -> Option<Refusal> {
        let (position, after) = (self.0, self.0.after_any(m));
        let (board, then) = (position.board(), after.board());
        let (game, side) = (position.game(), position.side());
        // A drop has no mover before it, and after it the piece is on the target.
        let mover = if m.dropped(game).is_some() { then.slot_on(m.to()) } else { board.slot_on(m.from()) };
        let by_color = position.rest_of_turn().colors.is_some();
        let concerned =
            |square: Square| !by_color || game.shape.color_of(square) == game.shape.color_of(piece.square);
        for royal in board.royals(side) {
            let (king, moved) = (board.piece(royal), then.piece(royal));
            if !concerned(king.square) {
                continue;
            }
            let (now, before) = (then.attackers(moved.square, !side), board.attackers(king.square, !side));
            let Some(by) = (if now.meets(before) { now & before } else { now }).lowest() else { continue };
            let enemy = then.piece(by);
            return Some(match before.contains(by) {
                _ if Some(royal) == mover => Refusal::IntoCheck(piece, moved.square, enemy),
                true => Refusal::StillInCheck(king, enemy),
                false => Refusal::Exposed(king, enemy),
            });
        }
        None
    }

    /// The obstacle on one of the ways to a square.
    fn why_not_this_way(self, piece: Placed, to: Square, Way { target: way, barrier }: &Way) -> Refusal {
        let (position, game) = (self.0, self.0.game());
        let (side, right) = (position.side(), |bit: u8| position.rights().unmoved >> bit & 1 != 0);
        let placed = |square: Square| position.kind_at(square).map(|kind| Placed { kind, square });
        let has = |bit: MaybeIndex| bit.get().is_none_or(right);
        match *barrier {
            Some(Barrier::FirstMove(bit)) if !bit.is_some_and(has) => {
                return Refusal::FirstMove(piece, to);
            }
            Some(Barrier::Zone(index)) => {
                let kind = game.kind(piece.kind);
                let zone = kind.piece_of(&game.def).zones.get(usize::from(index));
                let squares = zone.into_iter().flat_map(|zone| &zone.squares);
                let squares = squares.map(|&square| kind.own_view(&game.shape, square));
                return Refusal::Zone(piece, to, squares.collect());
            }
            Some(Barrier::Confined) => return Refusal::Confined(piece, to),
            Some(Barrier::SameCell) => return Refusal::SameCell(piece, to),
            Some(Barrier::FirstMove(_)) | None => {}
        }
        if way.condition().requires(Condition::UNCHECKED) && position.in_check() {
            return Refusal::Unchecked(piece, to);
        }
        if way.condition().requires(Condition::AFTER_CAPTURE) && !position.has_captured(side) {
            return Refusal::AfterCapture(piece, to);
        }
        let on_the_way = way.guard.squares(Test::Empty).iter().map(|&square| Square(square)).chain([to]);
        if let Some(wall) = on_the_way.into_iter().find(|&square| self.is_wall(square)) {
            return Refusal::Wall(WallFault::InTheWay(wall));
        }
        if let Some(by) = way.guard.squares(Test::Empty).iter().find_map(|&square| placed(Square(square))) {
            return Refusal::Blocked(piece, by);
        }
        if let Some(refusal) = self.missing(piece, to, way) {
            return refusal;
        }
        match placed(to) {
            None if !way.quiet => Refusal::OnlyCaptures(piece, to),
            Some(target) if game.kind(target.kind).color == side && !way.own => {
                Refusal::OwnPiece(piece, target)
            }
            Some(target) if game.kind(target.kind).color != side && !way.capture => {
                Refusal::OnlyMoves(piece, target)
            }
            _ => Refusal::Forbidden,
        }
    }

    /// The condition of a way that is not met.
    fn missing(self, piece: Placed, to: Square, way: &Target) -> Option<Refusal> {
        let guard = &way.guard;
        let (position, game) = (self.0, self.0.game());
        let is_empty =
            |square: u8| position.kind_at(Square(square)).is_none() && !self.is_wall(Square(square));
        if let Some(&on) = guard.squares(Test::Occupied).iter().find(|&&square| is_empty(square)) {
            return Some(Refusal::Needs(piece, to, Square(on), None));
        }
        let hurdles = guard.squares(Test::Hurdle);
        let between = hurdles.iter().filter(|&&square| !is_empty(square)).count();
        if !hurdles.is_empty() && between != 1 {
            return Some(Refusal::Hurdle(piece, to, between));
        }
        for color in Color::ALL {
            let squares = guard.squares(Test::side(color));
            let owner = |square: u8| position.kind_at(Square(square)).map(|kind| game.kind(kind).color);
            let lacks = |square: u8| owner(square) != Some(color);
            if let Some(&on) = squares.iter().find(|&&square| lacks(square)) {
                return Some(Refusal::Needs(piece, to, Square(on), Some(color)));
            }
        }
        let is_there = |&[square, kind]: &[u8; 2]| position.kind_at(Square(square)) == Some(KindId(kind));
        let (spared, _) = guard.squares(Test::Absent).as_chunks();
        if let Some(&[square, kind]) = spared.iter().find(|pair| is_there(pair)) {
            return Some(Refusal::Spared(piece, Placed { kind: KindId(kind), square: Square(square) }, to));
        }
        let (lenders, _) = guard.squares(Test::Lender).as_chunks();
        let lent = lenders.is_empty() || lenders.iter().any(is_there);
        (!lent).then_some(Refusal::NotLent(piece, to))
    }

    /// The first and last square in a text, between which a piece moves, and the letter after them.
    fn ends_of(self, text: &str) -> Option<(Square, Square, Option<Letter>)> {
        let mut legs = text.split(',').map(|leg| read_squares(&self.0.game().shape, leg));
        let (from, mut to, mut letter) = legs.next()??;
        for leg in legs {
            (_, to, letter) = leg?;
        }
        Some((from, to, letter))
    }

    /// Why the side to move cannot castle on a wing.
    fn why_no_castling_to(self, a_side: bool) -> CastlingFault {
        let mut castles = self.0.game().castles.iter().enumerate();
        let wanted = castles
            .find(|(_, castle)| castle.color == self.0.side() && castle.is_a_side() == a_side)
            .map(|(index, castle)| self.castling_fault(index, castle));
        wanted.unwrap_or(CastlingFault::Never)
    }

    /// The same for a king's move between two squares, if it would be castling.
    fn why_no_castling(self, from: Square, to: Square) -> Option<CastlingFault> {
        let mut castles = self.0.game().castles.iter().enumerate();
        let meant = |castle: &Castle| {
            castle.color == self.0.side()
                && castle.king.0 == from
                && (castle.king.1 == to || castle.partner.0 == to)
        };
        castles.find(|(_, castle)| meant(castle)).map(|(index, castle)| self.castling_fault(index, castle))
    }

    fn castling_fault(self, index: usize, castle: &Castle) -> CastlingFault {
        let position = self.0;
        if position.rights().unmoved >> index & 1 == 0 {
            return CastlingFault::Lost;
        }
        if !self.0.may_move_from(castle.king.0) {
            return CastlingFault::OtherHalf;
        }
        let between = |&square: &Square| position.kind_at(square).map(|kind| Placed { kind, square });
        if let Some(by) = castle.empty.iter().find_map(between) {
            return CastlingFault::Blocked(by);
        }
        if castle.safe.is_empty() {
            return CastlingFault::Forbidden;
        }
        let attacker = |place: &Position, square: Square| {
            let board = place.board();
            board.attackers(square, !position.side()).lowest().map(|slot| board.piece(slot))
        };
        if let Some(by) = attacker(position, castle.king.0) {
            return CastlingFault::InCheck(by);
        }
        let passes = |&square: &Square| {
            let there = position.after_any(Move::plain(castle.king.0, square));
            Some((square, attacker(&there, square)?))
        };
        if let Some((square, by)) = castle.passed.iter().find_map(passes) {
            return CastlingFault::Through(square, by);
        }
        let into = attacker(&position.after_any(Move::castling(castle, index)), castle.king.1);
        into.map_or(CastlingFault::Forbidden, |by| CastlingFault::Into(castle.king.1, by))
    }

    /// Why the drop of a text, `P@e4`, is not legal; `None` if the text is not a drop.
    fn why_no_drop(self, text: &str) -> Option<Refusal> {
        let (piece, square) = text.split_once('@')?;
        let game = self.0.game();
        let square = game.shape.parse_square(square)?;
        let own = |&id: &KindId| game.kind(id).color == self.0.side();
        let called = |&id: &KindId| {
            let kind = game.kind(id);
            kind.dropped_sign().eq_ignore_ascii_case(piece) || piece.is_empty() && kind.pawn
        };
        let kinds = game.hands.iter().flat_map(|hands| hands.droppable.iter().flatten().copied());
        let kind = kinds.filter(own).find(called);
        Some(self.why_not_dropped(kind, square))
    }

    /// Why a piece of a kind, if there is one, cannot be dropped on a square.
    fn why_not_dropped(self, kind: Option<KindId>, square: Square) -> Refusal {
        let (position, game) = (self.0, self.0.game());
        let dropping = game.hands.as_ref().filter(|hands| !hands.dropping.is_by_gates_alone());
        let Some(hands) = dropping else { return Refusal::Drop(DropFault::Never) };
        let Some(kind) = kind.filter(|&kind| position.in_hand().count(hands.held_as(kind)) > 0) else {
            return Refusal::Drop(DropFault::NotInHand(kind, self.letters_in_hand()));
        };
        let rule = hands.rule(kind);
        if let Some(there) = position.kind_at(square) {
            return Refusal::Drop(DropFault::Occupied(Placed { kind: there, square }));
        }
        if rule.allowed.get(square.index()) != Some(&true) {
            return Refusal::Drop(DropFault::Where(kind, square, rule.squares.clone()));
        }
        if let Some(fault) = self.crowded(rule, kind, square) {
            return Refusal::Drop(fault);
        }
        let m = Move::drop(kind, square);
        if let Some(refusal) = self.exposure(m, Placed { kind, square }) {
            return refusal;
        }
        let after = position.after_any(m);
        match (rule.check, rule.mate) {
            (Permission::Forbidden, _) if after.in_check() => Refusal::Drop(DropFault::Check(kind)),
            (_, Permission::Forbidden) if after.in_check() && !after.has_legal_move() => {
                Refusal::Drop(DropFault::Mate(kind))
            }
            _ => Refusal::Forbidden,
        }
    }

    /// The pieces elsewhere that keep a piece from a square.
    fn crowded(self, rule: &DropRule, kind: KindId, square: Square) -> Option<DropFault> {
        let (position, shape) = (self.0, &self.0.game().shape);
        let on_file = position
            .pieces(position.side())
            .filter(|&(other, at)| other == kind && shape.file(at) == shape.file(square));
        if rule.per_file.is_some_and(|most| on_file.count() > usize::from(most)) {
            return Some(DropFault::File(kind, square));
        }
        let is_free =
            || position.moves().iter().any(|m| m.to() == square && m.dropped(position.game()) == Some(kind));
        (rule.colors.must_differ() && !is_free()).then_some(DropFault::Color(kind, square))
    }

    /// Why a piece may not move while there are others to drop.
    fn must_drop_first(self) -> Option<Refusal> {
        let due = self.0.in_hand().due();
        (!due.is_empty()).then(|| Refusal::Drop(DropFault::Due(self.letters_of(|kind| due.contains(&kind)))))
    }

    /// The hand of the side to move, by letters.
    fn letters_in_hand(self) -> String {
        self.letters_of(|_| true)
    }

    /// Those that are meant.
    fn letters_of(self, is_meant: impl Fn(KindId) -> bool) -> String {
        let letter = |kind: KindId| self.0.game().kind(kind).letter.upper();
        self.0
            .in_hand()
            .of(self.0.side())
            .filter(|(kind, _)| is_meant(*kind))
            .flat_map(|(kind, count)| std::iter::repeat_n(letter(kind), usize::from(count)))
            .collect()
    }
}

impl Refusal {
    /// Of several refusals, the one nearest to a legal move has the lowest rank.
    fn rank(&self) -> u8 {
        match self {
            Refusal::Promotion(..) | Refusal::NoPromotion | Refusal::Entry(..) | Refusal::OnTheWay(_) => 0,
            Refusal::Exposed(..) | Refusal::StillInCheck(..) | Refusal::IntoCheck(..) => 1,
            Refusal::Objection(_) | Refusal::Unchecked(..) | Refusal::AfterCapture(..) => 2,
            Refusal::OwnPiece(..) | Refusal::Blocked(..) => 3,
            Refusal::Needs(..) | Refusal::Hurdle(..) | Refusal::Spared(..) => 4,
            Refusal::OnlyCaptures(..) | Refusal::OnlyMoves(..) => 5,
            Refusal::FirstMove(..) => 6,
            Refusal::Zone(..) | Refusal::Confined(..) | Refusal::SameCell(..) => 7,
            Refusal::NotLent(..) => 8,
            Refusal::Unreachable(..) => 10,
            _ => 9,
        }
    }
}
