//! The short notation itself: moves written and read by its own rules (see [`super::san`]).

use super::signs::{PASS, is_null};
use crate::rules::game::KindId;
use crate::rules::geometry::{Shape, Square};
use crate::rules::letter::Letter;
use crate::rules::position::{Move, MoveError, Position, castling_wing};
use crate::rules::variant::{FALLEN_MARK, PROMOTED_MARK};

/// What [`SanError::Form`] says of castling that is written as the king's move.
pub(super) const CASTLING: &str = "castling";

/// Why a text is not a move here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SanError {
    /// It is neither in this notation nor a pair of squares.
    #[error(transparent)]
    Coordinates(#[from] MoveError),
    /// It has the form of a move, but no legal move fits.
    #[error("illegal move `{text}`")]
    Illegal {
        /// The text as it was given.
        text: String,
        /// The move that it seems to mean.
        attempt: Attempt,
    },
    /// It names castling, or a drop, as if it were an ordinary move of the piece.
    #[error("`{text}` is not an ordinary move here: {what} is written `{form}`")]
    Form {
        /// The text as it was given.
        text: String,
        /// `castling` or `a drop`.
        what: &'static str,
        /// The right form.
        form: String,
    },
    /// Several legal moves fit.
    #[error("`{text}` may be {candidates}")]
    Ambiguous {
        /// The text as it was given.
        text: String,
        /// The possible moves, as squares.
        candidates: String,
    },
}

/// What an illegal move seems to mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// A move as squares, castling or a drop.
    Text(String),
    /// A move of one of the pieces of a kind that are on these squares.
    Piece {
        /// The kind.
        kind: KindId,
        /// The squares.
        from: Vec<Square>,
        /// The target.
        to: Square,
        /// The letter of a promotion.
        letter: Option<Letter>,
    },
    /// A capture, by a legal move that captures nothing on this square.
    Capture(Square),
    /// A move of a piece whose letter no piece of the side has.
    Letter(char),
}

/// How much of its piece a move names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Naming {
    /// What people write.
    Short,
    /// Also the letter of a piece that promotes.
    Letter,
    /// Also the whole square from which it moves.
    Square,
}

/// Writes a legal move, with `+` after it for check and `#` for mate. Reading the text always gives the same
/// move: if the usual form may mean another one as well, the text names more of the piece, or the squares.
pub fn write(position: &Position, m: Move) -> String {
    if m.is_pass() {
        return PASS.to_string();
    }
    if m.is_wall() {
        let wall = position.move_text(m);
        return if position.is_rest_of_move(m) { wall.replacen("*@", ",", 1) } else { wall };
    }
    let forms = [Naming::Short, Naming::Letter, Naming::Square].into_iter();
    let mut forms = forms.map(|naming| plain(position, m, naming));
    let unique = forms.find(|text| read_own(position, text) == Ok(m));
    let mut text = unique.unwrap_or_else(|| position.move_text(m));
    let mut after = position.clone();
    after.make(m);
    let same_side = after.side() == position.side();
    if !same_side && after.in_check() {
        match after.has_legal_move() {
            true if promotes_by_sign(position) => {}
            true => text.push('+'),
            false => text.push('#'),
        }
    }
    text
}

/// A move without its check sign.
fn plain(position: &Position, m: Move, naming: Naming) -> String {
    let coordinates = position.move_text(m);
    if castling_wing(&coordinates).is_some() {
        return coordinates;
    }
    if let Some(wing) = wing(position, m) {
        return wing.to_string();
    }
    let game = position.game();
    if let Some(kind) = m.entering(position.game()) {
        let base = m.without_entry(position.game());
        // Castling leaves two squares.
        let square = m.entered(position.game()).filter(|_| base.is_castling(position.game()));
        let square = square.map_or_else(String::new, |square| game.shape.name(square));
        return format!("{}/{}{square}", plain(position, base, naming), name(position, kind));
    }
    if let Some(kind) = m.dropped(position.game()) {
        return format!("{}@{}", name(position, kind), game.shape.name(m.to()));
    }
    let Some(kind) = position.mover(m) else { return coordinates };
    let captures = takes_piece(position, m);
    let is_pawn = game.kind(kind).pawn;
    let origin = match naming {
        Naming::Square => game.shape.name(m.from()),
        Naming::Short | Naming::Letter => origin(position, m, kind, is_pawn && captures),
    };
    let piece = if is_pawn && naming == Naming::Short { String::new() } else { name(position, kind) };
    let sign = if captures { "x" } else { "" };
    let mut text = format!("{piece}{origin}{sign}{}{}", on_the_way(position, m), game.shape.name(m.to()));
    text += &put_down(position, m);
    let promoted = promoted(position, m);
    if promoted.starts_with(|c: char| c != PROMOTED_MARK) {
        text.push('=');
    }
    text + &promoted
}

/// How a promotion names the new piece: its name, or the sign.
fn promoted(position: &Position, m: Move) -> String {
    match m.promotion_letter(position.game()) {
        Some(sign) if sign == PROMOTED_MARK => sign.to_string(),
        _ => m.promotion(position.game()).map(|kind| name(position, kind)).unwrap_or_default(),
    }
}

/// Whether a sign after a move means a promotion, not a check.
pub(super) fn promotes_by_sign(position: &Position) -> bool {
    position.game().kinds.iter().any(|kind| kind.mark == Some(PROMOTED_MARK))
}

/// The pieces that a move captures on its way, as XBoard writes them: `Lxe5-e4`, `Lxe5xd6`.
fn on_the_way(position: &Position, m: Move) -> String {
    let names: Vec<String> =
        m.victims(position.game()).iter().map(|&square| position.game().shape.name(square)).collect();
    if names.is_empty() {
        return String::new();
    }
    let lands_on_piece = m.to() != m.from() && position.kind_at(m.to()).is_some();
    names.join("x") + if lands_on_piece { "x" } else { "-" }
}

/// Whether a move captures a piece, even one of its own side, or moves it elsewhere.
fn takes_piece(position: &Position, m: Move) -> bool {
    let own = || !m.is_castling(position.game()) && m.to() != m.from() && position.kind_at(m.to()).is_some();
    position.captured(m).is_some() || own() || !m.victims(position.game()).is_empty()
}

/// Where a move puts the piece that it displaces: `Rxa5/a1` swaps two pieces.
fn put_down(position: &Position, m: Move) -> String {
    m.put_down(position.game())
        .map_or_else(String::new, |square| format!("/{}", position.game().shape.name(square)))
}

/// Whether the rook on the a-file is the nearer one for a king of the side to move, as in Janus Chess.
/// Programs disagree about which side `O-O` means there, so that castling is written as the king's move.
pub fn castles_nearer_to_a(position: &Position) -> bool {
    let game = position.game();
    let own = || game.castles.iter().filter(|castle| castle.color == position.side());
    let steps = |a_side: bool| {
        let wing = own().filter(|castle| castle.is_a_side() == a_side);
        wing.map(|castle| game.shape.file(castle.king.0).abs_diff(game.shape.file(castle.partner.0))).min()
    };
    let nearer = steps(true).zip(steps(false)).is_some_and(|(a_side, h_side)| a_side < h_side);
    nearer && !game.def.rules.castling.is_shuffled()
}

/// Castling by its wing, if exactly one castling move goes there.
fn wing(position: &Position, m: Move) -> Option<&'static str> {
    if !m.is_castling(position.game()) || castles_nearer_to_a(position) {
        return None;
    }
    ["O-O", "O-O-O"].into_iter().find(|wing| position.parse_move(wing) == Ok(m))
}

pub(super) fn name(position: &Position, kind: KindId) -> String {
    // A transformed piece counts among all pieces of its current name.
    position.game().kind(kind).sign().trim_end_matches(FALLEN_MARK).to_ascii_uppercase()
}

/// The shortest part of the origin square that distinguishes a piece from others of its kind.
fn origin(position: &Position, m: Move, kind: KindId, with_file: bool) -> String {
    let (shape, called) = (&position.game().shape, name(position, kind));
    let rivals: Vec<Square> = position
        .moves()
        .into_iter()
        .filter(|other| {
            other.to() == m.to()
                && other.from() != m.from()
                && other.dropped(position.game()).is_none()
                && other.promotion(position.game()) == m.promotion(position.game())
                && !other.is_castling(position.game())
                && position.mover(*other).is_some_and(|other| name(position, other) == called)
        })
        .map(Move::from)
        .collect();
    let (file, rank) = split(shape, m.from());
    let same_file = rivals.iter().any(|&rival| split(shape, rival).0 == file);
    let same_rank = rivals.iter().any(|&rival| split(shape, rival).1 == rank);
    match (rivals.is_empty(), same_file, same_rank) {
        (true, ..) if with_file => file,
        (true, ..) => String::new(),
        (false, false, _) => file,
        (false, true, false) if !with_file => rank,
        _ => file + &rank,
    }
}

/// The file and the rank of a square's name.
fn split(shape: &Shape, square: Square) -> (String, String) {
    let name = shape.name(square);
    let digits = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
    let (file, rank) = name.split_at(digits);
    (file.to_string(), rank.to_string())
}

/// Reads a move in this notation or as squares.
pub(super) fn read_own(position: &Position, text: &str) -> Result<Move, SanError> {
    if is_null(text)
        && let Some(pass) = position.moves().into_iter().find(|m| m.is_pass())
    {
        return Ok(pass);
    }
    let judged = text.trim_end_matches(['#', '!', '?']);
    if judged.ends_with(PROMOTED_MARK)
        && promotes_by_sign(position)
        && let Ok(m) = read_bare(position, text, judged)
    {
        return Ok(m);
    }
    read_bare(position, text, text.trim_end_matches(['+', '#', '!', '?']))
}

/// Reads a move whose text has no check signs.
fn read_bare(position: &Position, text: &str, bare: &str) -> Result<Move, SanError> {
    if let Some(m) = read_entry(position, bare) {
        return Ok(m);
    }
    let mut wanted = bare.replace(['=', 'x', ':', '-'], "");
    // Older files write a promotion with a slash. Before a square it means something else.
    if let Some((before, letter)) = wanted.rsplit_once('/')
        && letter.len() == 1
    {
        wanted = format!("{before}{letter}");
    }
    let coordinates = position.parse_move(bare);
    if let Ok(m) = coordinates {
        return Ok(m);
    }
    let illegal = |attempt: Attempt| Err(SanError::Illegal { text: text.to_string(), attempt });
    if castling_wing(bare).is_some() {
        return illegal(Attempt::Text(bare.to_string()));
    }
    let captures = bare.contains('x');
    let moves = position.moves();
    let (fits, others): (Vec<Move>, Vec<Move>) = moves
        .iter()
        .filter(|&&m| is_spelled(position, m, &wanted))
        .partition(|&&m| !captures || takes_piece(position, m));
    match fits.as_slice() {
        [m] => Ok(*m),
        [] if !others.is_empty() => illegal(Attempt::Capture(others[0].to())),
        [] if let Some((what, form)) = moves.iter().find_map(|&m| right_form(position, m, &wanted)) => {
            Err(SanError::Form { text: text.to_string(), what, form })
        }
        [] => match coordinates {
            Err(MoveError::Form(form)) => match attempt(position, &wanted) {
                Some(attempt) => illegal(attempt),
                None => Err(MoveError::Form(form).into()),
            },
            _ => illegal(Attempt::Text(bare.to_string())),
        },
        several => {
            let candidates: Vec<String> = several.iter().map(|&m| position.move_text(m)).collect();
            Err(SanError::Ambiguous { text: text.to_string(), candidates: candidates.join(" or ") })
        }
    }
}

/// A move by which a piece enters, `Nf3/H` or `O-O/Eh1`. Without a square it enters at the king's.
fn read_entry(position: &Position, bare: &str) -> Option<Move> {
    let (base, entry) = bare.split_once('/')?;
    let moves: Vec<Move> =
        position.moves().into_iter().filter(|m| m.entering(position.game()).is_some()).collect();
    let base = moves.first().and_then(|_| read_bare(position, base, base).ok())?;
    let shape = &position.game().shape;
    let is_meant = |m: &&Move| {
        let called = m.entering(position.game()).map_or_else(String::new, |kind| name(position, kind));
        let square = m.entered(position.game()).map_or_else(String::new, |square| shape.name(square));
        let said =
            entry.split_at_checked(called.len()).filter(|(name, _)| name.eq_ignore_ascii_case(&called));
        m.without_entry(position.game()) == base && said.is_some_and(|(_, at)| square.starts_with(at))
    };
    moves.iter().find(is_meant).copied()
}

/// The move that a text without its signs seems to mean; `None` if the text is not a move at all.
fn attempt(position: &Position, wanted: &str) -> Option<Attempt> {
    let game = position.game();
    let last = (0..wanted.len()).rev().find_map(|at| {
        let (to, behind) = game.shape.read_square(wanted.get(at..)?)?;
        Some((wanted.get(..at)?, to, behind))
    });
    let (origin, to, behind) = last?;
    let letter = Letter::all(behind).last().map(Letter::lower);
    let kinds = || game.kind_ids().filter(|&kind| game.kind(kind).color == position.side());
    let named = kinds().filter(|&kind| origin.starts_with(&name(position, kind)));
    let named = named.max_by_key(|&kind| name(position, kind).len());
    let pawn = || kinds().find(|&kind| game.kind(kind).pawn);
    let (kind, origin) = match named {
        Some(kind) => (kind, origin.strip_prefix(&name(position, kind)).unwrap_or_default()),
        None => match foreign_letter(&game.shape, origin).filter(|_| behind.len() <= 1) {
            Some(letter) => return Some(Attempt::Letter(letter)),
            None => (pawn().filter(|_| !origin.starts_with(|c: char| c.is_ascii_uppercase()))?, origin),
        },
    };
    let fits = |square: Square| {
        let (file, rank) = split(&game.shape, square);
        origin.is_empty() || origin == file || origin == rank || origin == file + &rank
    };
    let pieces = position.pieces(position.side()).filter(|&(other, square)| other == kind && fits(square));
    let from: Vec<Square> = pieces.map(|(_, square)| square).collect();
    Some(Attempt::Piece { kind, from, to, letter })
}

/// The letter of a piece, in upper case, before at most a part of a square; `None` if the text is not of that
/// form, or its letter names a file.
fn foreign_letter(shape: &Shape, origin: &str) -> Option<char> {
    let is_file = |letter: char| {
        u32::from(letter).checked_sub(u32::from('a')).is_some_and(|file| file < u32::from(shape.files()))
    };
    let mut letters = origin.chars();
    let letter = letters.next().filter(|&letter| letter.is_ascii_alphabetic() && !is_file(letter))?;
    let rest = letters.as_str();
    let is_part = rest.trim_start_matches(is_file).chars().all(|c| c.is_ascii_digit()) && rest.len() <= 3;
    is_part.then(|| letter.to_ascii_uppercase())
}

/// Whether a text without its signs means this move, with whatever part of the origin square it gives.
fn is_spelled(position: &Position, m: Move, wanted: &str) -> bool {
    if m.entering(position.game()).is_some() || m.dropped(position.game()).is_some() {
        return false;
    }
    let game = position.game();
    let Some(kind) = position.mover(m) else { return false };
    let Some(rest) = strip_end(wanted, &promoted(position, m)) else { return false };
    let Some(rest) = strip_end(rest, &put_down(position, m)) else { return false };
    let Some(rest) = rest.strip_suffix(game.shape.name(m.to()).as_str()) else { return false };
    let way = on_the_way(position, m).replace(['x', '-'], "");
    let Some(rest) = rest.strip_suffix(way.as_str()) else { return false };
    is_named(position, kind, m.from(), rest) && wing(position, m).is_none()
}

/// Whether a text names a piece on a square, with whatever part of the square it gives.
fn is_named(position: &Position, kind: KindId, square: Square, text: &str) -> bool {
    let (file, rank) = split(&position.game().shape, square);
    let letter = name(position, kind);
    let rest = text.strip_prefix(&letter).or(Some(text).filter(|_| position.game().kind(kind).pawn));
    let origins = [String::new(), file.clone(), rank.clone(), file + &rank];
    rest.is_some_and(|rest| origins.iter().any(|origin| origin == rest))
}

/// How castling or a drop is written that a text spells as an ordinary move, and what it is: `Kg1` or
/// `Kxh1` for `O-O`, `Nf3` for `N@f3`.
fn right_form(position: &Position, m: Move, wanted: &str) -> Option<(&'static str, String)> {
    let (kind, shape) = (position.mover(m)?, &position.game().shape);
    let spells = |end: &str, from: Square| {
        wanted.strip_suffix(end).is_some_and(|rest| is_named(position, kind, from, rest))
    };
    let target = shape.name(m.to());
    if m.dropped(position.game()).is_some() {
        return spells(&target, m.to()).then(|| ("a drop", plain(position, m, Naming::Short)));
    }
    let squares = m.king_takes_partner(position.game())?;
    let partner = squares.strip_prefix(shape.name(m.from()).as_str())?;
    let wing = wing(position, m)?;
    [target.as_str(), partner].iter().any(|end| spells(end, m.from())).then(|| (CASTLING, wing.to_string()))
}

/// The text without this ending, in either case.
fn strip_end<'a>(text: &'a str, end: &str) -> Option<&'a str> {
    let at = text.len().checked_sub(end.len())?;
    let (head, tail) = (text.get(..at)?, text.get(at..)?);
    tail.eq_ignore_ascii_case(end).then_some(head)
}
