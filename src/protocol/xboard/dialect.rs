//! Moves and positions as GUIs write them, and back.
//!
//! It accepts more than the rules' own texts: the GUI's numbering of ranks, promotion to `q` where the
//! strongest piece has another letter, and a starting position whose castling rights the GUI has lost.
//! It never accepts an illegal move. What a GUI was told about a game decides how it writes moves that
//! have no standard form: see [`Dialect`].

mod fen;
mod moves;

use std::sync::Arc;

use fen::{complete, strongest_for_plus, with_rights, without_rights_to_nothing};
use moves::{
    Parts, declines_promotion, is_in_place, is_last_rank, is_plain_swap, leaves_seeming_check,
    postpones_check, promotes_by_other_moves, read_in_place, read_legs, read_plain, read_relayed, read_swap,
};
pub use moves::{castle_of, passing_victim, strongest};

use super::names::Misjudged;
use super::view::View;
use crate::rules::game::{Castle, Game, KindId};
use crate::rules::geometry::{Offset, Shape, Square};
use crate::rules::letter::Letter;
use crate::rules::position::{FenError, Move, MoveKind, Position, Setup, castling_wing};
use crate::teach::{Refusal, why_not, why_not_squares};

/// How passing the turn is written.
pub const PASS: &str = "@@@@";

/// How en passant captures are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Passing {
    /// As the pawn's move.
    #[default]
    OneLeg,
    /// First to the captured piece, and then to the target square.
    TwoLegs,
    /// In two legs if the captured piece is to the left of the pawn. XBoard 4.9.1 plays Berolina Chess
    /// and always removes the piece on the right.
    TwoLegsToTheLeft,
}

/// How promotion to the strongest piece is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Promoted {
    /// By its letter, like any other.
    #[default]
    Letter,
    /// `+`, and in a FEN `+P`.
    Plus,
    /// Not at all: the GUI continues to show the pawn.
    Unseen,
}

/// How a GUI writes the moves and positions of a game.
#[derive(Clone, PartialEq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "what XBoard can do: none depends on another")]
pub struct Dialect {
    /// The board it shows, if that differs from the game's own.
    pub view: Option<Arc<View>>,
    /// The letters of the rights that it cannot write in a FEN. Pieces on their first squares have these
    /// rights.
    pub unsaid_rights: Vec<char>,
    /// Whether castling is two moves with a comma between, the king's and its partner's: `e1g1,h1f1`.
    pub two_moves_castle: bool,
    /// En passant captures.
    pub en_passant: Passing,
    /// Promotion.
    pub promoted: Promoted,
    /// The drops that it considers illegal: kind and square.
    pub refused_drops: Vec<(KindId, Square)>,
    /// The pieces that have no promoted form for it.
    pub refused_promotions: Vec<KindId>,
    /// Whether a pawn's move that could promote it and does not is in short notation: `h7`, `gxh7`. Of one by
    /// its squares, XBoard makes a promotion in Grand Chess.
    pub short_deferrals: bool,
    /// The moves that it gets wrong in a game of its own, or in one that it plays by the rules of such a
    /// game.
    pub misjudged: Option<Misjudged>,
    /// Whether its FENs have castling rights where there is nothing to castle with.
    pub rights_to_nothing: bool,
    /// Whether it knows promotion by a letter on the last rank only.
    pub last_rank_only: bool,
    /// Whether a capture by a piece that stays where it is has two legs: to the victim and back.
    pub returns: bool,
}

impl Dialect {
    /// The same board without a GUI's own way of writing.
    pub fn plain(&self) -> Dialect {
        Dialect { view: self.view.clone(), ..Dialect::default() }
    }

    /// The board as the GUI shows it.
    pub fn shape<'a>(&'a self, game: &'a Game) -> &'a Shape {
        self.view.as_ref().map_or(&game.shape, |view| view.shape())
    }

    /// The GUI's square that shows a square of the game.
    pub fn show(&self, square: Square) -> Square {
        self.view.as_ref().and_then(|view| view.show(square)).unwrap_or(square)
    }

    /// On which squares of the GUI's board each file of the game runs, if it is another board: a line of
    /// text for each file.
    pub fn folding(&self, game: &Game) -> Vec<String> {
        let Some(view) = &self.view else { return Vec::new() };
        let (own, shape) = (&game.shape, view.shape());
        let at = |square| (shape.file(self.show(square)), shape.rank(self.show(square)));
        let goes_on = |(start, end): (Square, Square), next| {
            let ((files, ranks), (file, rank), to) = (at(start), at(end), at(next));
            (ranks == rank && rank == to.1 && file.abs_diff(to.0) == 1)
                || (files == file && file == to.0 && rank.abs_diff(to.1) == 1)
        };
        let of_file = |file: u8| {
            let mut runs: Vec<(Square, Square)> = Vec::new();
            for square in (0..own.ranks()).filter_map(|rank| own.square(file, rank)) {
                match runs.last_mut() {
                    Some(run) if goes_on(*run, square) => run.1 = square,
                    _ => runs.push((square, square)),
                }
            }
            let run = |(start, end): &(Square, Square)| {
                format!("from {} to {}", self.name(game, *start), self.name(game, *end))
            };
            let runs: Vec<String> = runs.iter().map(run).collect();
            format!("The {}-file of the game runs {}.", char::from(b'a' + file), runs.join(", then "))
        };
        (0..own.files()).map(of_file).collect()
    }

    /// The name of a square of the game.
    pub(super) fn name(&self, game: &Game, square: Square) -> String {
        let (shape, square) = (self.shape(game), self.show(square));
        format!("{}{}", shape.file_letter(square), u32::from(shape.rank(square)) + first_rank(shape))
    }

    /// The square of the game a text begins with.
    pub fn read_square<'a>(&self, game: &Game, text: &'a str) -> Option<(Square, &'a str)> {
        self.read_counted_square(game, text, first_rank(self.shape(game)))
    }

    fn read_counted_square<'a>(&self, game: &Game, text: &'a str, first: u32) -> Option<(Square, &'a str)> {
        let shape = self.shape(game);
        let file = shape.lattice().file_of(text.chars().next()?)?;
        let rest = text.get(1..)?;
        let (digits, rest) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
        let rank = digits.parse::<u32>().ok()?.checked_sub(first)?;
        let square = shape.square(file, u8::try_from(rank).ok()?)?;
        Some((self.view.as_ref().map_or(Some(square), |view| view.find(square))?, rest))
    }

    /// The text of a legal move. The legs of a two-leg move are separated by a comma.
    pub fn write_move(&self, position: &Position, m: Move) -> String {
        if m.is_pass() {
            return PASS.to_string();
        }
        let game = position.game();
        let name = |square| self.name(game, square);
        if let Some((from, to)) = m.entry_squares(position.game()) {
            return name(from) + &name(to) + &position.suffix(m);
        }
        if let Some(castle) = castle_of(game, m) {
            if self.two_moves_castle {
                let ((king, king_to), (partner, partner_to)) = (castle.king, castle.partner);
                return format!("{}{},{}{}", name(king), name(king_to), name(partner), name(partner_to));
            }
            let text = position.move_text(m);
            if text.starts_with('O') {
                return text;
            }
        }
        if self.short_deferrals && declines_promotion(position, m) {
            let file = game.shape.file_letter(m.from());
            let from = position.captured(m).map(|victim| victim.square).map(|_| format!("{file}x"));
            return from.unwrap_or_default() + &name(m.to());
        }
        if let Some(between) = self.passing_leg(position, m) {
            let to = if self.shot(position, m).is_some() { m.from() } else { m.to() };
            let legs = format!("{}{},{}{}", name(m.from()), name(between), name(between), name(to));
            let in_place = is_in_place(position, m);
            return if in_place { legs + "+" } else { legs + &self.promotion(position, m) };
        }
        if m.dropped(position.game()).is_some() {
            let text = position.move_text(m);
            let piece = text.split_once('@').map_or("", |(piece, _)| piece);
            return format!("{piece}@{}", name(m.to()));
        }
        let mut text = String::new();
        let mut at = m.from();
        let way = m.on_the_way(position.game()).filter(|_| !is_plain_swap(position, m));
        for victim in way {
            text += &[name(at), name(victim), ",".to_owned()].concat();
            at = victim;
        }
        text + &name(at) + &name(m.to()) + &self.promotion(position, m)
    }

    /// What is behind the squares of a move that promotes.
    fn promotion(&self, position: &Position, m: Move) -> String {
        let game = position.game();
        let Some(kind) = m.promotion(game) else { return String::new() };
        let is_strongest = strongest(game, position.mover(m)) == Some(kind);
        let letter = match self.promoted {
            Promoted::Plus if is_strongest => Some(Letter::plain('+')),
            Promoted::Unseen if is_strongest => None,
            _ => m.promotion_letter(game),
        };
        letter.into_iter().collect()
    }

    /// The legal move that a text stands for, if any.
    pub fn read_move(&self, position: &Position, text: &str) -> Option<Move> {
        if text == PASS {
            return position.moves().into_iter().find(|m| m.is_pass());
        }
        if castling_wing(text).is_some() {
            return position.parse_move(text).ok();
        }
        // Where its table has no queen, XBoard asks for a promotion to nothing.
        let text = text.strip_suffix('.').unwrap_or(text);
        if let Some((piece, square)) = text.split_once('@') {
            let (square, rest) = self.read_square(position.game(), square)?;
            let drop = format!("{piece}@{}", position.game().shape.name(square));
            return position.parse_move(&drop).ok().filter(|_| rest.is_empty());
        }
        let mut moves = Vec::new();
        position.legal_moves(MoveKind::All, &mut moves);
        // What stands for a move exactly stands for no other one.
        if let Some(&exact) = moves.iter().find(|&&m| self.write_move(position, m) == text) {
            return Some(exact);
        }
        // On boards of ten ranks, ranks counted from 1 are understood if the GUI's numbers make no
        // legal move.
        let first = first_rank(self.shape(position.game()));
        let mut counts = [first, 1].into_iter().take(if first == 1 { 1 } else { 2 });
        counts.find_map(|first| self.read_counted(position, &moves, text, first))
    }

    /// Why the move of a text is not legal, in words with the squares of the GUI's board.
    pub fn why_not(&self, position: &Position, text: &str) -> String {
        let game = position.game();
        let legs: Vec<Option<Parts>> =
            text.split(',').map(|leg| self.take_apart(game, leg, first_rank(self.shape(game)))).collect();
        let castles = |from: Square, to: Square| game.castles.iter().any(|castle| castle.king == (from, to));
        let refusal = match legs.as_slice() {
            // For castling the king's leg is enough.
            [Some((from, to, behind))] | [Some((from, to, behind)), _]
                if legs.len() == 1 || castles(*from, *to) =>
            {
                why_not_squares(position, *from, *to, Letter::all(behind).next())
            }
            [Some((from, ..)), .., Some((_, to, behind))] => {
                why_not_squares(position, *from, *to, Letter::all(behind).next())
            }
            _ => why_not(position, text).unwrap_or(Refusal::Form),
        };
        self.explain(position, &refusal)
    }

    /// A reason in words with the squares of the GUI's board.
    pub fn explain(&self, position: &Position, refusal: &Refusal) -> String {
        refusal.explain_as(position, &|square| self.name(position.game(), square))
    }

    /// The legal move of a text that counts the first rank as `first`. `moves` are all legal moves.
    fn read_counted(&self, position: &Position, moves: &[Move], text: &str, first: u32) -> Option<Move> {
        let game = position.game();
        let mut legs = text.split(',').map(|leg| self.take_apart(game, leg, first));
        match (legs.next()?, legs.next(), legs.next()) {
            (Some(leg), None, None) => {
                let m = read_plain(position, moves, leg)?;
                // If another leg should follow, the GUI means something else: an ordinary move.
                let castling = self.two_moves_castle && m.is_castling(position.game());
                let whole = self.passing_leg(position, m).is_none() || is_in_place(position, m);
                (!castling && whole).then_some(m)
            }
            // A swap in legs, or a promotion in place. What follows that is another piece's move, perhaps off
            // the board.
            (Some(first), Some(second), None) if first.0 == first.1 => {
                let swap = second.and_then(|second| read_swap(position, moves, first.0, second));
                swap.or_else(|| read_in_place(position, moves, first))
            }
            (Some(first), Some(Some(second)), None) => read_legs(position, moves, first, second)
                .or_else(|| read_in_place(position, moves, (first.0, second.1, second.2)))
                .or_else(|| read_relayed(position, moves, first, second)),
            _ => None,
        }
    }

    /// The victim's square, if the capturing piece goes there and back.
    pub fn shot(&self, position: &Position, m: Move) -> Option<Square> {
        position.captured(m).map(|victim| victim.square).filter(|_| self.returns)
    }

    /// The middle square of an en passant capture in two legs, of a capture by a piece that stays, or of a
    /// promotion in place, for which XBoard needs a move to a free square and back.
    pub fn passing_leg(&self, position: &Position, m: Move) -> Option<Square> {
        if let Some(victim) = self.shot(position, m) {
            return Some(victim);
        }
        if self.promoted == Promoted::Plus && is_in_place(position, m) {
            let shape = &position.game().shape;
            let others = position.moves().into_iter().filter(|other| other.from() == m.from());
            let targets: Vec<Square> = others.map(Move::to).collect();
            let free = shape.squares().filter(|&square| position.kind_at(square).is_none());
            // One near by that no other move of the piece ends on.
            return free.min_by_key(|&square| {
                let files = shape.file(square).abs_diff(shape.file(m.from()));
                let ranks = shape.rank(square).abs_diff(shape.rank(m.from()));
                (targets.contains(&square), files.max(ranks))
            });
        }
        let victim = passing_victim(position, m)?;
        let shape = &position.game().shape;
        let two = match self.en_passant {
            Passing::OneLeg => false,
            Passing::TwoLegs => true,
            Passing::TwoLegsToTheLeft => shape.file(victim) < shape.file(m.from()),
        };
        two.then_some(victim)
    }

    /// Whether any GUI understands a legal move: for XBoard, a promotion without a move is no move.
    pub fn can_write(&self, position: &Position, m: Move) -> bool {
        !self.last_rank_only || m.promotion(position.game()).is_none() || m.from() != m.to()
    }

    /// Whether a GUI that tests legality understands a legal move correctly.
    pub fn can_say(&self, position: &Position, m: Move) -> bool {
        let game = position.game();
        if m.dropped(position.game()).is_some_and(|kind| self.refused_drops.contains(&(kind, m.to()))) {
            return false;
        }
        let promoted = position.mover(m).filter(|_| m.promotion(game).is_some());
        if promoted.is_some_and(|kind| self.refused_promotions.contains(&kind)) {
            return false;
        }
        let misjudged = self.misjudged.is_some_and(|moves| match moves {
            Misjudged::CastlingOf(color) => m.is_castling(position.game()) && position.side() == color,
            Misjudged::EntryByPartner => m.enters_by_partner(position.game()),
        });
        if misjudged {
            return false;
        }
        // For XBoard, a king or rook that comes back has moved, and does not castle any more.
        let castles = |castle: &Castle| castle.king.0 == m.from() || castle.partner.0 == m.from();
        if self.shot(position, m).is_some() && game.castles.iter().any(castles) {
            return false;
        }
        let is_known = || is_last_rank(position, m) && !promotes_by_other_moves(position, m);
        if self.last_rank_only && m.promotion(game).is_some() && !is_known() {
            return false;
        }
        if self.promoted != Promoted::Letter && m.promotion(game).is_some() {
            return m.promotion(game) == strongest(game, position.mover(m));
        }
        // For XBoard, a king that was dropped has moved.
        if m.is_castling(position.game())
            && self.two_moves_castle
            && !game.def.rules.castling_homes.is_empty()
        {
            return false;
        }
        // It knows one kind of check, which every move must answer, even half of a turn.
        if postpones_check(position, m) || leaves_seeming_check(position, m) {
            return false;
        }
        // It removes a relocated piece from the board, or puts it where the move began.
        if m.put_down(position.game()).is_some() && !is_plain_swap(position, m) {
            return false;
        }
        // The victim goes with the first leg, but so does the piece on the right.
        let right = game.shape.step(m.from(), Offset::new(1, 0), false);
        let spared = right.is_none_or(|square| position.kind_at(square).is_none());
        self.en_passant != Passing::TwoLegsToTheLeft || spared || self.passing_leg(position, m).is_none()
    }

    fn take_apart<'a>(&self, game: &Game, text: &'a str, first: u32) -> Option<Parts<'a>> {
        let (from, rest) = self.read_counted_square(game, text, first)?;
        let (to, rest) = self.read_counted_square(game, rest, first)?;
        Some((from, to, rest.strip_prefix('=').unwrap_or(rest)))
    }

    /// The position of a GUI's FEN, and what of it is left out, in words.
    ///
    /// # Errors
    /// Those of [`Position::from_fen`].
    pub fn read_fen(&self, game: &Arc<Game>, fen: &str) -> Result<(Position, Vec<String>), FenError> {
        let shown = self.view.as_ref().and_then(|view| view.find_fen(fen.trim()));
        let mut text = shown.unwrap_or_else(|| fen.trim().to_string());
        if let Some((board, rest)) = text.split_once(' ') {
            // XBoard also lists there what pawns can promote to.
            let board = if game.hands.is_some() { board } else { board.split('[').next().unwrap_or(board) };
            // It writes an empty holdings field where nothing is in hand.
            text = format!("{} {rest}", strongest_for_plus(game, board).replace("[-]", "[]"));
        }
        text = with_rights(&self.unsaid_rights, game, complete(&text, game));
        if self.rights_to_nothing {
            text = without_rights_to_nothing(game, text);
        }
        let setup = Setup::read(Arc::clone(game), &text)?;
        // XBoard never counts, and cutechess does not where the limit is missing.
        let uncounted = text.split(' ').nth(3).is_none_or(|limit| limit == "-");
        let counted = game.counting().is_some_and(|counting| counting.in_fen);
        (if counted && uncounted { setup.without_counting() } else { setup }).position_and_notes()
    }

    /// The FEN of a position on the GUI's board.
    pub fn write_fen(&self, position: &Position) -> String {
        let fen = position.fen();
        self.view.as_ref().and_then(|view| view.show_fen(&fen)).unwrap_or(fen)
    }
}

/// The number of the first rank. On boards of exactly ten ranks GUIs count from 0, so that each rank
/// has one digit.
fn first_rank(shape: &Shape) -> u32 {
    u32::from(shape.ranks() != 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::variant::Catalog;

    fn start(name: &str) -> Position {
        Position::start(compile(&Catalog::builtin().resolve(name).unwrap()).unwrap())
    }

    fn at(name: &str, fen: &str) -> Position {
        Position::from_fen(start(name).game().clone(), fen).unwrap()
    }

    const LEGS: Dialect = Dialect {
        view: None,
        unsaid_rights: Vec::new(),
        two_moves_castle: true,
        en_passant: Passing::TwoLegs,
        promoted: Promoted::Plus,
        refused_drops: Vec::new(),
        refused_promotions: Vec::new(),
        short_deferrals: false,
        misjudged: None,
        rights_to_nothing: false,
        last_rank_only: false,
        returns: false,
    };

    #[test]
    fn castling_beside_a_step_of_the_king_has_two_legs() {
        let position = at("nearly-colorboundmost", "cnbqkbnc/pppppppp/8/8/8/8/PPPPPPPP/CNBQK2C w KQkq - 0 1");
        let castles = LEGS.read_move(&position, "e1g1,h1f1").unwrap();
        assert!(castles.is_castling(position.game()));
        assert_eq!(LEGS.write_move(&position, castles), "e1g1,h1f1");
        assert_eq!(Dialect::default().write_move(&position, castles), "O-O");
        let step = LEGS.read_move(&position, "e1g1").unwrap();
        assert!(!step.is_castling(position.game()));
    }

    #[test]
    fn captures_in_passing_go_by_the_victim() {
        let position = at("chess", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1");
        let m = LEGS.read_move(&position, "d5e5,e5e6").unwrap();
        assert_eq!(LEGS.write_move(&position, m), "d5e5,e5e6");
        assert_eq!(LEGS.read_move(&position, "d5e6"), None);
        assert_eq!(Dialect::default().read_move(&position, "d5e6"), Some(m));
        assert_eq!(LEGS.read_move(&position, "d5d6,d6e6"), None);
    }

    #[test]
    fn xboard_takes_the_wrong_berolina_pawn_unless_it_is_told_where_the_right_one_stands() {
        let berolina = Dialect { en_passant: Passing::TwoLegsToTheLeft, ..Dialect::default() };
        let position = at("berolina", "4k3/8/8/2pP4/8/8/8/4K3 w - d6c5 0 1");
        let m = berolina.read_move(&position, "d5c5,c5d6").unwrap();
        assert_eq!(berolina.write_move(&position, m), "d5c5,c5d6");
        assert!(berolina.can_say(&position, m) && berolina.read_move(&position, "d5d6").is_none());
        let position = at("berolina", "4k3/8/8/2pPP3/8/8/8/4K3 w - d6c5 0 1");
        assert!(!berolina.can_say(&position, m));
        let position = at("berolina", "4k3/8/8/3Pp3/8/8/8/4K3 w - d6e5 0 1");
        let m = berolina.read_move(&position, "d5d6").unwrap();
        assert_eq!(berolina.write_move(&position, m), "d5d6");
    }

    /// XBoard passes a pawn's move by its squares on as `h6h7q`, and one in short notation as `h6h7`.
    #[test]
    fn in_xboards_grand_chess_pawns_decline_promotion_in_short_notation() {
        let xboard = Dialect { short_deferrals: true, ..Dialect::default() };
        let rows = "rnbqcabnr1/10/k5n3/7P2/10/10/10/10/K9/RNBQCABNR1";
        let nothing_captured = at("grand", &format!("{rows} w - - 0 1"));
        assert_eq!(xboard.write_move(&nothing_captured, nothing_captured.parse_move("h7h8").unwrap()), "h7");
        let position = at("grand", "10/10/k5n3/7P2/10/10/10/10/K9/10 w - - 0 1");
        for (text, plain) in [("h7", "h6h7"), ("hxg7", "h6g7")] {
            let m = Dialect::default().read_move(&position, plain).unwrap();
            assert_eq!(xboard.write_move(&position, m), text);
            assert_eq!(xboard.read_move(&position, plain), Some(m));
        }
        let promoted = xboard.read_move(&position, "h6h7q").unwrap();
        assert_eq!(xboard.write_move(&position, promoted), "h6h7q");
        let other = position.parse_move("a2a3").unwrap();
        assert_eq!(xboard.write_move(&position, other), "a1a2");
    }

    #[test]
    fn rights_to_castle_with_nothing_are_dropped_where_xboard_writes_them() {
        let xboard = Dialect { rights_to_nothing: true, ..Dialect::default() };
        let game = start("super").game().clone();
        let fen = "rnsvkbae/pppppppp/8/8/8/8/PPPPPPPP/RNSVKBAE[NBRQnbrq] w KQkq - 0 1";
        assert_eq!(Dialect::default().read_fen(&game, fen).unwrap().1.len(), 1, "a note");
        let (read, notes) = xboard.read_fen(&game, fen).unwrap();
        assert_eq!(notes, [""; 0]);
        assert_eq!(read.fen(), "rnsvkbae/pppppppp/8/8/8/8/PPPPPPPP/RNSVKBAE w Qq - 0 1");
    }

    #[test]
    fn a_plus_is_the_strongest_piece() {
        let position = at("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
        let queen = LEGS.read_move(&position, "a7a8+").unwrap();
        assert_eq!(LEGS.write_move(&position, queen), "a7a8+");
        let knight = LEGS.read_move(&position, "a7a8n").unwrap();
        assert_eq!(LEGS.write_move(&position, knight), "a7a8n");
        let read = LEGS.read_fen(position.game(), "4k3/8/8/8/8/8/8/+P3K3 b - - 0 1").unwrap().0;
        assert_eq!(read.fen(), "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1");
    }

    #[test]
    fn pieces_left_behind_are_understood_as_xboard_passes_them_on_and_spared_it() {
        let position = at("odinsrune", "10/10/10/10/10/v2p6/10/10/10/1K8 b - - 0 1");
        let odin = Dialect::default();
        let left = odin.read_move(&position, "a4c4,c4d4").unwrap();
        assert_eq!(odin.write_move(&position, left), "a4c4,c4d4");
        // XBoard puts the piece between the legs beside the target square.
        assert_eq!(odin.read_move(&position, "a4d4,c4c4"), Some(left));
        assert!(!odin.can_say(&position, left));
        assert!(odin.can_say(&position, odin.read_move(&position, "a4d4").unwrap()));
    }

    #[test]
    fn xboard_takes_no_half_of_a_turn_that_leaves_the_check_to_the_other_even_if_it_mates() {
        let fen = "c1b4c/1kn2Pp1/pp3qQ1/1p6/3PP2b/CP2N2C/PB1P2BP/1N4K1 w - - 1 13 dl -";
        let position = at("colorboundmost", fen);
        let can_say = |text: &str| LEGS.can_say(&position, LEGS.read_move(&position, text).unwrap());
        assert!(!can_say("g6d5") && can_say("e3f4"));
    }

    #[test]
    fn the_start_array_has_what_the_gui_forgot() {
        let game = start("colorboundmost").game().clone();
        let read = LEGS.read_fen(&game, "cnbqkbnc/pppppppp/8/8/8/8/PPPPPPPP/CNBQKBNC w Ee - 0 1");
        assert!(read.is_ok_and(|(position, _)| position.fen() == Position::start(game).fen()));
        let game = start("cwda:dragons/fide").game().clone();
        let fen = format!("{} w KQkq - 0 1", game.array_rows());
        let read = LEGS.read_fen(&game, &fen).unwrap().0;
        assert_eq!(read.fen(), Position::start(game).fen(), "Dragoons have initial moves");
        let game = start("odinsrune").game().clone();
        let array = game.array_rows().clone();
        assert!(LEGS.read_fen(&game, &format!("{array} w - 0 1")).is_ok());
        let game = start("cwda").game().clone();
        let read = LEGS.read_fen(&game, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
        assert!(read.is_ok_and(|(position, _)| position.fen().contains("KQkq")));
    }

    #[test]
    fn folded_squares_have_the_names_of_the_folded_board() {
        let position = start("narrow");
        let view = View::new(&position.game().def.views[0], &position.game().shape);
        let folded = Dialect { view: Some(Arc::new(view)), ..Dialect::default() };
        let fen = folded.write_fen(&position);
        assert!(fen.starts_with("qrdp1p4/krdp1p4/*********1/KRDP1P4/QRDP1P4 "), "{fen}");
        assert_eq!(folded.read_fen(position.game(), &fen).unwrap().0.fen(), position.fen());
        let m = folded.read_move(&position, "f1h1").unwrap();
        assert_eq!(position.move_text(m), "a6a8");
        assert_eq!(folded.write_move(&position, m), "f1h1");
        assert_eq!(folded.read_move(&position, "a6a8"), None);
    }

    /// XBoard knows a promotion in place as a move to a free square and back, and writes Black's as a move
    /// that stays and another piece's.
    #[test]
    fn promotions_in_place_are_moves_there_and_back() {
        let white = at("sittuyin", "7k/8/4P3/8/8/8/8/R3K3[] w - - 0 1");
        let black = at("sittuyin", "r3k3/8/8/8/8/4p3/8/7K[] b - - 0 1");
        for (position, own, written, passed_on) in [
            (&white, "e6e6f", "e6e5,e5e6+", "e6d5,d5e6+"),
            (&black, "e3e3f", "e3d3,d3e3+", "e3e3,d3f3"),
            (&black, "e3e3f", "e3d3,d3e3+", "e3e3,f2`3"),
            (&white, "e6d7f", "e6d7+", "e6d7+"),
        ] {
            let m = position.parse_move(own).unwrap();
            assert_eq!(LEGS.write_move(position, m), written);
            assert!(LEGS.can_say(position, m) && LEGS.can_write(position, m));
            for text in [written, passed_on] {
                assert_eq!(LEGS.read_move(position, text), Some(m), "{text}");
            }
        }
        assert_eq!(LEGS.read_move(&white, "e6d5,d5e7+"), None);
        assert_eq!(LEGS.read_move(&white, "a1a2,a2a1+"), None);
    }
}
