//! Why a move is refused, in words.

use super::refusal::{CastlingFault, DropFault, Refusal, WallFault, why_none_of, why_not};
use super::words::{examples, joined, region, with_article};
use crate::rules::game::{Kind, KindId};
use crate::rules::geometry::Square;
use crate::rules::pgn::san::{Attempt, SanError};
use crate::rules::position::{Move, MoveKind, Objection, Placed, Position, SquareColors};

/// The maximum number of squares to list. Of more, only the number is given.
const MOST_LISTED: usize = 8;

impl Refusal {
    /// The reason in one word, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::Form => "form",
            Refusal::Over(_) => "game-over",
            Refusal::MustPass => "must-pass",
            Refusal::NoPass => "no-pass",
            Refusal::OtherHalf(_) => "other-half",
            Refusal::Closed(_) => "closed-half",
            Refusal::NoPiece(_) => "no-piece",
            Refusal::NoSuchPiece(_) | Refusal::NoSuchLetter(_) => "no-such-piece",
            Refusal::Enemy(_) => "not-yours",
            Refusal::Unreachable(..) | Refusal::NoneReaches(..) => "unreachable",
            Refusal::Blocked(..) => "blocked",
            Refusal::OwnPiece(..) => "own-piece",
            Refusal::OnlyCaptures(..) => "only-captures",
            Refusal::OnlyMoves(..) => "only-moves",
            Refusal::Needs(..) | Refusal::Hurdle(..) => "needs-piece",
            Refusal::Spared(..) => "spared",
            Refusal::NotLent(..) => "not-lent",
            Refusal::FirstMove(..) => "first-move-only",
            Refusal::Zone(..) => "zone",
            Refusal::Confined(..) => "confined",
            Refusal::SameCell(..) => "same-cell",
            Refusal::Unchecked(..) => "not-in-check",
            Refusal::AfterCapture(..) => "after-capture",
            Refusal::Exposed(..) => "exposes-king",
            Refusal::StillInCheck(..) => "in-check",
            Refusal::IntoCheck(..) => "into-check",
            Refusal::Objection(Objection::Untaken) => "untouchable",
            Refusal::Objection(Objection::Untraded) => "no-trade",
            Refusal::Objection(Objection::Check | Objection::EarlyCheck | Objection::CheckWithoutMate) => {
                "forbidden-check"
            }
            Refusal::Objection(Objection::MustCapture) => "must-capture",
            Refusal::Objection(Objection::Facing) => "facing",
            Refusal::Objection(Objection::Flight) => "flight",
            Refusal::NoCapture(_) => "no-capture",
            Refusal::Castling(_) => "castling",
            Refusal::Drop(_) => "drop",
            Refusal::Promotion(..) | Refusal::NoPromotion => "promotion",
            Refusal::Entry(..) => "entry",
            Refusal::OnTheWay(_) => "on-the-way",
            Refusal::Wall(_) => "wall",
            Refusal::Forbidden => "forbidden",
        }
    }

    /// Why a move is refused, as a clause without capital and period.
    pub fn explain(&self, position: &Position) -> String {
        self.explain_as(position, &|square| position.game().shape.name(square))
    }

    /// The same with other names for the squares.
    pub fn explain_as(&self, position: &Position, names: &dyn Fn(Square) -> String) -> String {
        Words { position, names }.explain(self)
    }
}

/// Why a written move has the form of a move and is not legal; `None` for any other error.
pub fn refusal_of(position: &Position, error: &SanError) -> Option<Refusal> {
    let SanError::Illegal { attempt, .. } = error else { return None };
    Some(match attempt {
        Attempt::Text(text) => why_not(position, text).unwrap_or(Refusal::Forbidden),
        Attempt::Piece { kind, from, to, letter } => why_none_of(position, *kind, from, *to, *letter),
        Attempt::Capture(square) => Refusal::NoCapture(*square),
        Attempt::Letter(letter) => Refusal::NoSuchLetter(*letter),
    })
}

/// Why a written move cannot be read, with the reason if it is illegal.
pub fn explain_unread(position: &Position, error: &SanError) -> String {
    match refusal_of(position, error) {
        Some(why) => format!("{error}: {}", why.explain(position)),
        None => error.to_string(),
    }
}

/// A position and the names of its squares.
struct Words<'a> {
    position: &'a Position,
    names: &'a dyn Fn(Square) -> String,
}

impl Words<'_> {
    fn explain(&self, why: &Refusal) -> String {
        let (position, game) = (self.position, self.position.game());
        let name = |square: &Square| (self.names)(*square);
        match why {
            Refusal::Form => match examples(position).as_slice() {
                [short, .., squares] => {
                    format!("a move is two squares, like {squares}, or in short notation, like {short}")
                }
                _ => "a move is two squares, perhaps with a promotion letter".to_owned(),
            },
            Refusal::Over(reason) => format!("the game is over: {reason}"),
            Refusal::Wall(WallFault::Due) => {
                let wall = position.moves().into_iter().find(|m| m.is_wall());
                let example = wall.map(|wall| format!(", as in `{}`", position.move_text(wall)));
                format!("this turn still needs its wall{}", example.unwrap_or_default())
            }
            Refusal::Wall(WallFault::InTheWay(square)) => format!("there is a wall on {}", name(square)),
            Refusal::Wall(WallFault::Never) => "no wall is put on a square now".to_owned(),
            Refusal::Wall(WallFault::Filled(square)) => format!("{} is not empty", name(square)),
            Refusal::Wall(WallFault::Inside(square)) => {
                format!("{} is neither at the edge of the board nor beside a wall", name(square))
            }
            Refusal::NoPass => format!("{} has a move to make and cannot pass", position.side()),
            Refusal::MustPass => {
                "the other side makes both moves of its turn, and you have to pass".to_owned()
            }
            Refusal::OtherHalf(square) => {
                let due: Vec<String> = position
                    .rest_of_turn()
                    .colors
                    .unwrap_or(SquareColors::NONE)
                    .iter()
                    .map(|color| color.to_string())
                    .collect();
                let (square, color, due) = (name(square), game.shape.color_of(*square), joined(&due, "or"));
                format!("{square} is a {color} square, and this turn needs a move on a {due} square")
            }
            Refusal::Closed(square) => {
                let (square, color) = (name(square), game.shape.color_of(*square));
                format!("{square} is a {color} square, and the game on the {color} squares is drawn")
            }
            Refusal::NoPiece(square) => format!("there is no piece on {}", name(square)),
            Refusal::NoSuchPiece(kind) => {
                format!("{} has no {} that could make this move", position.side(), game.kind(*kind).spoken())
            }
            Refusal::NoSuchLetter(letter) => {
                let side = position.side();
                let of = |color| game.kinds.iter().filter(move |kind| kind.color == color && !kind.foreign);
                let called = |kind: &&Kind| kind.letter.eq_ignore_case((*letter).into());
                let other = of(!side).find(called);
                let other = other.map_or_else(String::new, |kind| {
                    format!(" ({letter} is {}'s {})", kind.color, kind.spoken())
                });
                let own = of(side).map(|kind| format!("{} {}", kind.sign().to_uppercase(), kind.spoken()));
                let own: Vec<String> = own.collect();
                let own = joined(&own, "and");
                format!("no piece of {side} has the letter {letter}{other}; its pieces are {own}")
            }
            Refusal::NoneReaches(kind, to) => {
                format!("no {} of {} can move to {}", game.kind(*kind).spoken(), position.side(), name(to))
            }
            Refusal::Enemy(piece) => {
                let (color, side) = (game.kind(piece.kind).color, position.side());
                format!("{} belongs to {color}, and {side} is to move", self.the(piece))
            }
            Refusal::Unreachable(piece, to, could) => {
                format!("{} does not move to {}; {}", self.the(piece), name(to), self.what_it_could(could))
            }
            Refusal::Exposed(king, by) => {
                format!("that would leave {} attacked by {}", self.the(king), self.the(by))
            }
            Refusal::StillInCheck(king, by) => {
                let (king, by) = (self.the(king), self.the(by));
                format!("{king} is in check from {by}, and this move does not answer it")
            }
            Refusal::IntoCheck(king, to, by) => {
                let (king, by) = (game.kind(king.kind).spoken(), self.the(by));
                format!("the {king} would be attacked on {} by {by}", name(to))
            }
            Refusal::Objection(objection) => self.objects(*objection),
            Refusal::Castling(fault) => self.why_it_cannot_castle(*fault),
            Refusal::Drop(fault) => self.why_no_drop(fault),
            Refusal::Promotion(to, letters) => {
                let letters: Vec<String> = letters.chars().map(String::from).collect();
                format!("a move to {} promotes: write one of {} behind it", name(to), joined(&letters, "or"))
            }
            Refusal::Entry(piece, letters) if letters.is_empty() => {
                let held = position.in_hand().of(position.side()).next().is_some();
                let why = if held { "it has moved before" } else { "its side has nothing in hand" };
                format!("no piece can enter where {} leaves: {why}", self.the(piece))
            }
            Refusal::Entry(piece, letters) => {
                let letters: Vec<String> = letters.to_ascii_uppercase().chars().map(String::from).collect();
                format!("only {} can enter where {} leaves", joined(&letters, "or"), self.the(piece))
            }
            Refusal::NoPromotion => "that move does not promote: leave the letter out".to_owned(),
            Refusal::NoCapture(to) => {
                format!("{} is empty, and the move captures nothing: leave the `x` out", name(to))
            }
            Refusal::OnTheWay(ways) => {
                format!("say which pieces it captures on its way: {}", joined(ways, "or"))
            }
            Refusal::Forbidden => "another rule forbids it here".to_owned(),
            of_a_way => self.why_that_way_is_closed(of_a_way),
        }
    }

    /// The same for an obstacle on the way of a piece.
    fn why_that_way_is_closed(&self, why: &Refusal) -> String {
        let name = |square: &Square| (self.names)(*square);
        match why {
            Refusal::Blocked(piece, by) => format!("{} is blocked by {}", self.the(piece), self.the(by)),
            Refusal::OwnPiece(piece, target) => {
                format!("{} cannot capture {} of its own side", self.the(piece), self.the(target))
            }
            Refusal::OnlyCaptures(piece, to) => {
                let to = name(to);
                format!("{} moves to {to} only to capture, and {to} is empty", self.the(piece))
            }
            Refusal::OnlyMoves(piece, target) => {
                let (piece, target) = (self.the(piece), self.the(target));
                format!("{piece} cannot capture {target}: it moves there only if the square is empty")
            }
            Refusal::Needs(piece, to, on, whose) => {
                let whose = whose.map_or_else(|| "a piece".to_owned(), |color| format!("a piece of {color}"));
                format!("{} moves to {} only with {whose} on {}", self.the(piece), name(to), name(on))
            }
            Refusal::Hurdle(piece, to, found) => {
                let found = if *found == 0 { "none".to_owned() } else { found.to_string() };
                let (piece, to) = (self.the(piece), name(to));
                format!(
                    "{piece} moves to {to} only over exactly one piece, and between them there is {found}"
                )
            }
            Refusal::Spared(piece, other, to) => {
                let verb = if other.square == *to { "capture" } else { "hop over" };
                format!("{} can never {verb} {}", self.the(piece), self.the(other))
            }
            Refusal::NotLent(piece, to) => {
                format!("{} moves to {} only if another piece lends it the move", self.the(piece), name(to))
            }
            Refusal::FirstMove(piece, to) => {
                format!("{} can move to {} only as its first move", self.the(piece), name(to))
            }
            Refusal::Zone(piece, to, squares) => {
                let from = self.area(squares);
                format!("{} can make the move to {} only from {from}", self.the(piece), name(to))
            }
            Refusal::Confined(piece, _) => {
                let game = self.position.game();
                let may = |square: &Square| game.kind(piece.kind).may_stand(&game.def, *square);
                let squares: Vec<Square> = game.shape.squares().filter(may).collect();
                format!("{} must stay on {}", self.the(piece), self.area(&squares))
            }
            Refusal::SameCell(piece, to) => {
                format!(
                    "every move must cross a line of the grid, and {} is in the cell of {}",
                    name(to),
                    name(&piece.square)
                )
            }
            Refusal::Unchecked(piece, to) => {
                format!("{} can move to {} only when its side is not in check", self.the(piece), name(to))
            }
            Refusal::AfterCapture(piece, to) => {
                format!("{} can move to {} only once its side has captured", self.the(piece), name(to))
            }
            _ => String::new(),
        }
    }

    fn objects(&self, objection: Objection) -> String {
        match objection {
            Objection::Untaken => "it captures a piece that nobody may capture".to_owned(),
            Objection::Untraded => "it trades pieces that must not be traded".to_owned(),
            Objection::Check => "nobody may give check".to_owned(),
            Objection::EarlyCheck => "only the last move of a turn may give check".to_owned(),
            Objection::CheckWithoutMate => "a check is allowed only if it is checkmate".to_owned(),
            Objection::Facing => {
                "the kings face each other: the side to move must end that, or pass".to_owned()
            }
            Objection::Flight => {
                "a king in check may not move, except to capture the only checking piece".to_owned()
            }
            Objection::MustCapture => {
                let mut captures = Vec::new();
                self.position.legal_moves(MoveKind::Noisy, &mut captures);
                let example = captures.iter().find(|&&m| self.position.captured(m).is_some());
                let text = |m: &Move| format!(": {}{}", (self.names)(m.from()), (self.names)(m.to()));
                let example = example.map(text).unwrap_or_default();
                format!("there is a capture, and it must be made{example}")
            }
        }
    }

    fn why_it_cannot_castle(&self, fault: CastlingFault) -> String {
        let (side, name) = (self.position.side(), self.names);
        match fault {
            CastlingFault::Never => format!("{side} cannot castle on that side in this game"),
            CastlingFault::Lost => {
                format!("{side} cannot castle on that side any more: the king or its partner has moved")
            }
            CastlingFault::OtherHalf => "this turn needs a move on the squares of the other color".to_owned(),
            CastlingFault::Blocked(by) => format!("castling is blocked by {}", self.the(&by)),
            CastlingFault::InCheck(by) => {
                format!("{side} cannot castle out of check: {} attacks the king", self.the(&by))
            }
            CastlingFault::Through(square, by) => {
                format!("{side} cannot castle through check: {} attacks {}", self.the(&by), name(square))
            }
            CastlingFault::Into(square, by) => {
                format!("{side} cannot castle into check: {} attacks {}", self.the(&by), name(square))
            }
            CastlingFault::Forbidden => "another rule forbids castling here".to_owned(),
        }
    }

    fn why_no_drop(&self, fault: &DropFault) -> String {
        let (side, game, name) = (self.position.side(), self.position.game(), self.names);
        let called = |kind: &KindId| with_article(&game.kind(*kind).spoken());
        let listed = |letters: &str| joined(&letters.chars().map(String::from).collect::<Vec<_>>(), "and");
        match fault {
            DropFault::Never if game.hands.is_some() => {
                "a piece in hand enters only where another leaves for the first time: write its letter \
                 behind that move"
                    .to_owned()
            }
            DropFault::Never => "no piece is dropped in this game".to_owned(),
            DropFault::NotInHand(kind, letters) => {
                let piece = kind
                    .as_ref()
                    .map_or_else(|| "piece of that letter".to_owned(), |kind| game.kind(*kind).spoken());
                let hand = if letters.is_empty() { "nothing".to_owned() } else { listed(letters) };
                format!("{side} has no {piece} in hand, but {hand}")
            }
            DropFault::Due(letters) => {
                format!("{side} must drop what it has in hand before it moves: {}", listed(letters))
            }
            DropFault::Occupied(there) => {
                format!("{} is there: pieces are dropped on empty squares", self.the(there))
            }
            DropFault::Where(kind, square, squares) => {
                format!(
                    "{} cannot be dropped on {}, only on {}",
                    called(kind),
                    name(*square),
                    self.area(squares)
                )
            }
            DropFault::File(kind, square) => {
                let file = game.shape.file_letter(*square);
                format!("{side} already has {} on the {file}-file", called(kind))
            }
            DropFault::Color(kind, square) => {
                let color = game.shape.color_of(*square);
                format!("{} must not be dropped on another {color} square", called(kind))
            }
            DropFault::Mate(kind) => format!("the drop of {} must not be checkmate", called(kind)),
            DropFault::Check(kind) => format!("the drop of {} must not give check", called(kind)),
        }
    }

    /// `it can move to f3 and h3`.
    fn what_it_could(&self, could: &[Square]) -> String {
        let names: Vec<String> = could.iter().take(MOST_LISTED).map(|&to| (self.names)(to)).collect();
        match could.len().saturating_sub(MOST_LISTED) {
            _ if could.is_empty() => "it has no legal move".to_owned(),
            0 => format!("it can move to {}", joined(&names, "or")),
            more => format!("it can move to {} and {more} other squares", names.join(", ")),
        }
    }

    fn the(&self, piece: &Placed) -> String {
        let kind = self.position.game().kind(piece.kind);
        format!("the {} on {}", kind.spoken(), (self.names)(piece.square))
    }

    /// A set of squares: in few words where they have their own names.
    fn area(&self, squares: &[Square]) -> String {
        let shape = &self.position.game().shape;
        let own = squares.iter().all(|&square| (self.names)(square) == shape.name(square));
        match squares.len() {
            _ if own => region(shape, squares),
            0..=MOST_LISTED => {
                joined(&squares.iter().map(|&square| (self.names)(square)).collect::<Vec<_>>(), "or")
            }
            _ => "another part of the board".to_owned(),
        }
    }
}
