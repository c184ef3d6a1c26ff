//! Moves as people write them: `Nf3`, `exd5`, `a8=Q+`, `O-O`, in any variant.
//!
//! A piece is named by its letter, which a FEN shows in upper case with its mark after it. A piece that
//! promotes has no letter, unless another kind that promotes could make the same move. Whatever is not
//! needed to distinguish a move from other legal ones is left out by the writer and optional for the reader.
//! A drop names the piece and the square, `N@f3`; a text without `@` is a move on the board. Castling is
//! written `O-O`; `Kg1` is always an ordinary king move.
//!
//! Where pieces promote by a sign, as in Shogi, it follows the square, `Rc7+`, and the promoted piece
//! is `+R`. Check is not written there.
//!
//! A piece that enters where another leaves follows a slash, `Nf3/H`. In castling the square follows as
//! well, because there are two: `O-O/Eh1`. Passing the turn is written `--`.

use super::foreign;
use super::signs::{PASS, is_null};
use crate::rules::game::KindId;
use crate::rules::geometry::{Shape, Square};
use crate::rules::position::{Move, MoveError, Position, castling_wing};
use crate::rules::variant::{FALLEN_MARK, PROMOTED_MARK};

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
        letter: Option<char>,
    },
    /// A capture, by a legal move that captures nothing on this square.
    Capture(Square),
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
    if let Some(kind) = m.entering() {
        let base = m.without_entry();
        // Castling leaves two squares.
        let square = m.entered(position.game()).filter(|_| base.is_castling());
        let square = square.map_or_else(String::new, |square| game.shape.name(square));
        return format!("{}/{}{square}", plain(position, base, naming), name(position, kind));
    }
    if let Some(kind) = m.dropped() {
        return format!("{}@{}", name(position, kind), game.shape.name(m.to()));
    }
    let Some(kind) = position.mover(m) else { return coordinates };
    let captures = takes_man(position, m);
    let is_pawn = game.kind(kind).pawn;
    let origin = match naming {
        Naming::Square => game.shape.name(m.from()),
        Naming::Short | Naming::Letter => origin(position, m, kind, is_pawn && captures),
    };
    let man = if is_pawn && naming == Naming::Short { String::new() } else { name(position, kind) };
    let sign = if captures { "x" } else { "" };
    let mut text = format!("{man}{origin}{sign}{}{}", on_the_way(position, m), game.shape.name(m.to()));
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
        Some(PROMOTED_MARK) => PROMOTED_MARK.to_string(),
        _ => m.promotion().map(|kind| name(position, kind)).unwrap_or_default(),
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
    let lands_on_man = m.to() != m.from() && position.kind_at(m.to()).is_some();
    names.join("x") + if lands_on_man { "x" } else { "-" }
}

/// Whether a move captures a piece, even one of its own side, or moves it elsewhere.
fn takes_man(position: &Position, m: Move) -> bool {
    let own = || !m.is_castling() && m.to() != m.from() && position.kind_at(m.to()).is_some();
    position.captured(m).is_some() || own() || !m.victims(position.game()).is_empty()
}

/// Where a move puts the piece that it displaces: `Rxa5/a1` swaps two pieces.
fn put_down(position: &Position, m: Move) -> String {
    m.put_down(position.game())
        .map_or_else(String::new, |square| format!("/{}", position.game().shape.name(square)))
}

/// Whether the rook on the a-file is the nearer one for a king of the side to move, as in Janus Chess. Programs
/// disagree about which side `O-O` means there, so that castling is written as the king's move.
pub(super) fn castles_nearer_to_a(position: &Position) -> bool {
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
    if !m.is_castling() || castles_nearer_to_a(position) {
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
                && other.dropped().is_none()
                && other.promotion() == m.promotion()
                && !other.is_castling()
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

/// Reads a move in this notation, as squares, or as other programs write it where nothing else is meant.
///
/// # Errors
/// If no legal move fits, or more than one does.
pub fn read(position: &Position, text: &str) -> Result<Move, SanError> {
    let shown = foreign::without_figurines(position, text);
    let plain = shown.as_deref().unwrap_or(text);
    let error = match read_own(position, plain) {
        Ok(m) => return Ok(m),
        Err(error @ SanError::Ambiguous { .. }) => return Err(error),
        Err(error) => error,
    };
    foreign::read(position, plain.trim_end_matches(['+', '#', '!', '?'])).ok_or(error)
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
        .partition(|&&m| !captures || takes_man(position, m));
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
    let moves: Vec<Move> = position.moves().into_iter().filter(|m| m.entering().is_some()).collect();
    let base = moves.first().and_then(|_| read_bare(position, base, base).ok())?;
    let shape = &position.game().shape;
    let is_meant = |m: &&Move| {
        let called = m.entering().map_or_else(String::new, |kind| name(position, kind));
        let square = m.entered(position.game()).map_or_else(String::new, |square| shape.name(square));
        let said =
            entry.split_at_checked(called.len()).filter(|(name, _)| name.eq_ignore_ascii_case(&called));
        m.without_entry() == base && said.is_some_and(|(_, at)| square.starts_with(at))
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
    let letter = behind.chars().last().map(|letter| letter.to_ascii_lowercase());
    let kinds = || game.kind_ids().filter(|&kind| game.kind(kind).color == position.side());
    let named = kinds().filter(|&kind| origin.starts_with(&name(position, kind)));
    let named = named.max_by_key(|&kind| name(position, kind).len());
    let pawn = || kinds().find(|&kind| game.kind(kind).pawn);
    let (kind, origin) = match named {
        Some(kind) => (kind, origin.strip_prefix(&name(position, kind)).unwrap_or_default()),
        None => (pawn().filter(|_| !origin.starts_with(|c: char| c.is_ascii_uppercase()))?, origin),
    };
    let fits = |square: Square| {
        let (file, rank) = split(&game.shape, square);
        origin.is_empty() || origin == file || origin == rank || origin == file + &rank
    };
    let men = position.pieces(position.side()).filter(|&(other, square)| other == kind && fits(square));
    let from: Vec<Square> = men.map(|(_, square)| square).collect();
    Some(Attempt::Piece { kind, from, to, letter })
}

/// Reads a move as people type it, even in the wrong case (`D2D4`, `nf3`) or with spaces or hyphens
/// (`d2 d4`, `b1-c3`). A text that is correct as it is takes precedence: `bxc3` is a pawn's move if a
/// pawn can make it.
///
/// # Errors
/// If no legal move fits, or more than one does.
pub fn read_typed(position: &Position, text: &str) -> Result<Move, SanError> {
    let asked = read(position, text);
    let joined: String = text.split_whitespace().collect();
    let lower = joined.to_ascii_lowercase();
    let squares = lower.replace('-', "");
    let capital: String =
        lower.chars().enumerate().map(|(i, c)| if i == 0 { c.to_ascii_uppercase() } else { c }).collect();
    let wing = joined.to_ascii_uppercase().replace('0', "O");
    let is_open = |read: &Result<Move, SanError>| {
        !matches!(read, Ok(_) | Err(SanError::Ambiguous { .. } | SanError::Form { .. }))
    };
    if !is_open(&asked) {
        return asked;
    }
    // A letter that is not a file means a piece.
    let files = u32::from(position.game().shape.files());
    let is_file =
        |letter: char| u32::from(letter).checked_sub(u32::from('a')).is_some_and(|file| file < files);
    let is_piece = !lower.starts_with(is_file);
    let forms = [joined, lower, squares, wing, capital].map(|form| read(position, &form));
    if let Some(found) = forms.iter().find(|read| !is_open(read)) {
        return found.clone();
    }
    let is_reasoned = |read: &&Result<Move, SanError>| matches!(read, Err(SanError::Illegal { .. }));
    match forms.iter().rfind(is_reasoned) {
        Some(reasoned) if is_piece || !is_reasoned(&&asked) => reasoned.clone(),
        _ => asked,
    }
}

/// Whether a text without its signs means this move, with whatever part of the origin square it gives.
fn is_spelled(position: &Position, m: Move, wanted: &str) -> bool {
    if m.entering().is_some() || m.dropped().is_some() {
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
    if m.dropped().is_some() {
        return spells(&target, m.to()).then(|| ("a drop", plain(position, m, Naming::Short)));
    }
    let squares = m.king_takes_partner(position.game())?;
    let partner = squares.strip_prefix(shape.name(m.from()).as_str())?;
    let wing = wing(position, m)?;
    [target.as_str(), partner].iter().any(|end| spells(end, m.from())).then(|| ("castling", wing.to_string()))
}

/// The text without this ending, in either case.
fn strip_end<'a>(text: &'a str, end: &str) -> Option<&'a str> {
    let at = text.len().checked_sub(end.len())?;
    let (head, tail) = (text.get(..at)?, text.get(at..)?);
    tail.eq_ignore_ascii_case(end).then_some(head)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::compile;
    use crate::rules::geometry::Narrow;
    use crate::rules::variant::Catalog;

    fn position(variant: &str, fen: &str) -> Position {
        let game = compile(&Catalog::builtin().resolve(variant).unwrap()).unwrap();
        if fen.is_empty() { Position::start(game) } else { Position::from_fen(game, fen).unwrap() }
    }

    /// Every legal move is written differently, and read back as itself.
    fn round_trip(position: &Position) {
        let mut texts: Vec<String> = Vec::new();
        for m in position.moves() {
            let text = write(position, m);
            assert_eq!(read(position, &text), Ok(m), "{text} in {}", position.fen());
            assert!(!texts.contains(&text), "{text} twice in {}", position.fen());
            texts.push(text);
        }
    }

    #[test]
    fn the_standard_examples_are_written_as_fide_writes_them() {
        let written = |fen: &str, m: &str| {
            let position = position("chess", fen);
            write(&position, position.parse_move(m).unwrap())
        };
        assert_eq!(written("", "g1f3"), "Nf3");
        assert_eq!(written("", "e2e4"), "e4");
        assert_eq!(written("7k/8/8/3p4/4P3/8/8/K7 w - - 0 1", "e4d5"), "exd5");
        assert_eq!(written("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q"), "a8=Q+");
        assert_eq!(written("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8"), "Rd8#");
        assert_eq!(written("6k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"), "O-O-O");
        assert_eq!(written("k7/8/8/8/8/1N3N2/8/K7 w - - 0 1", "b3d2"), "Nbd2");
        assert_eq!(written("k7/8/8/1N6/8/1N6/8/K7 w - - 0 1", "b3d4"), "N3d4");
        assert_eq!(written("6k1/8/8/Q3Q3/8/8/8/Q3K3 w - - 0 1", "a1c3"), "Q1c3");
        assert_eq!(written("6k1/8/8/4Q3/8/8/8/Q1K1Q3 w - - 0 1", "e1c3"), "Qe1c3");
        assert_eq!(written("k7/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6"), "exd6");
    }

    #[test]
    fn what_is_too_much_or_in_other_forms_is_understood() {
        let position = position("chess", "7k/P7/8/8/8/1N3N2/8/K7 w - - 0 1");
        let squares = |text: &str| read(&position, text).map(|m| position.move_text(m));
        for text in ["Nb3d2", "Nbd2", "N3d2?!", "b3d2", "N3-d2"] {
            if text.starts_with("N3") {
                assert!(matches!(squares(text), Err(SanError::Ambiguous { .. })), "{text}");
            } else {
                assert_eq!(squares(text).unwrap(), "b3d2", "{text}");
            }
        }
        for text in ["a8=Q", "a8Q+", "a7a8q", "axa8=Q"] {
            assert_eq!(squares(text).is_ok(), text != "axa8=Q", "{text}");
        }
        for text in ["Nd3", "O-O", "e4", "Bb5", "a8", "a8=K"] {
            assert!(matches!(squares(text), Err(SanError::Illegal { .. })), "{text}: {:?}", squares(text));
        }
        assert!(matches!(squares("hello"), Err(SanError::Coordinates(MoveError::Form(_)))));
    }

    #[test]
    fn moves_are_understood_as_people_type_them() {
        let squares = |fen: &str, text: &str| {
            let position = position("chess", fen);
            read_typed(&position, text).map(|m| position.move_text(m))
        };
        for (text, means) in [
            ("D2D4", "d2d4"),
            ("d2 d4", "d2d4"),
            ("d2-d4", "d2d4"),
            ("E4", "e2e4"),
            ("nf3", "g1f3"),
            ("NF3", "g1f3"),
            ("b1-c3", "b1c3"),
            ("n c3", "b1c3"),
        ] {
            assert_eq!(squares("", text).as_deref(), Ok(means), "{text}");
        }
        let both = "4k3/8/8/3p4/2P1B3/8/8/4K2R w K - 0 1";
        assert_eq!(squares(both, "bxd5").as_deref(), Ok("e4d5"), "no b-pawn can");
        let pawn = "4k3/8/3p4/2P5/1P3B2/8/8/4K2R w K - 0 1";
        assert_eq!(squares(pawn, "cd6").as_deref(), Ok("c5d6"));
        for castles in ["O-O", "o-o", "0-0"] {
            assert!(squares(pawn, castles).is_ok(), "{castles}");
        }
        let knights = "k7/8/8/8/8/1N3N2/8/K7 w - - 0 1";
        assert!(matches!(squares(knights, "nd2"), Err(SanError::Ambiguous { .. })));
    }

    #[test]
    fn every_move_of_random_games_of_every_variant_is_read_back() {
        use rand::rand_core::{Rng, SeedableRng};
        let catalog = Catalog::builtin();
        let mut dice = rand::rngs::Xoshiro256PlusPlus::seed_from_u64(7);
        for info in catalog.list() {
            let mut position = position(&info.id, "");
            for ply in 0..80 {
                if ply % 4 == 0 {
                    round_trip(&position);
                }
                let moves = position.moves();
                if moves.is_empty() || position.outcome().is_some() {
                    break;
                }
                position.make(moves[Narrow::<usize>::narrow(dice.next_u64()) % moves.len()]);
            }
        }
    }
}
