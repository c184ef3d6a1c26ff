//! Moves as other programs write them, where nothing else is meant: figurines, other letters for a piece,
//! castling with a letter, and the notation of Xiangqi that counts files from the mover's right.
//!
//! Fairy-Stockfish, and so pychess, names a promoted piece of Shogi after the piece that it moves like:
//! `Pa9=G`, then `Ga8`. A piece may also be called by the first letter of its name: `Hc3` in Xiangqi.

use super::short;
use crate::rules::game::KindId;
use crate::rules::geometry::{Color, Square};
use crate::rules::letter::Letter;
use crate::rules::position::{Move, Position};
use crate::rules::variant::PROMOTED_MARK;

/// The symbols of the pieces of chess, and their roles.
const FIGURINES: [(char, char, char); 6] =
    [('♔', '♚', 'K'), ('♕', '♛', 'Q'), ('♖', '♜', 'R'), ('♗', '♝', 'B'), ('♘', '♞', 'N'), ('♙', '♟', 'P')];

/// The move that a text without check signs means, if it is only one.
pub(super) fn read(position: &Position, text: &str) -> Option<Move> {
    let counted = || read_counted(position, text);
    let castled = || read_castling(position, text);
    renamed(position, text).or_else(castled).or_else(counted)
}

/// A text with letters instead of figurines; `None` if there are none.
pub(super) fn without_figurines(position: &Position, text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let game = position.game();
    let of_role = |role: char| {
        let mut kinds = game.kinds.iter().filter(|kind| kind.color == position.side() && kind.mark.is_none());
        kinds.find(|kind| kind.role == role).map_or(Letter::plain(role), |kind| kind.letter.upper())
    };
    let letter = |c: char| {
        let figurine = FIGURINES.iter().find(|(white, black, _)| c == *white || c == *black);
        figurine.map_or(Letter::plain(c), |&(.., role)| of_role(role))
    };
    let shown: String = text.chars().filter(|c| !matches!(c, '\u{fe0e}' | '\u{fe0f}')).map(letter).collect();
    (shown != text).then_some(shown)
}

/// The letters that other programs have for the pieces of the side to move.
fn other_letters(position: &Position) -> Vec<(Letter, KindId)> {
    let game = position.game();
    let own: Vec<KindId> = game.kind_ids().filter(|&kind| game.kind(kind).color == position.side()).collect();
    let is_new = |letter: Letter| game.kind_of_sign(&letter.of(position.side()).to_string()).is_none();
    let mut letters = Vec::new();
    for &id in &own {
        let kind = game.kind(id);
        if kind.mark == Some(PROMOTED_MARK) {
            let alike = own.iter().filter(|&&other| {
                game.kind(other).mark.is_none()
                    && game.kind(other).piece_of(&game.def).movement == kind.piece_of(&game.def).movement
            });
            letters.extend(alike.map(|&other| (game.kind(other).letter.upper(), id)));
            letters.extend(Some((kind.role, id)).filter(|_| is_new(kind.role)));
        } else if let Some(initial) = kind.name.chars().next().filter(char::is_ascii_uppercase)
            && game.kind_of_initial(position.side().case(initial)) == Some(id)
        {
            letters.push((Letter::plain(initial), id));
        }
    }
    letters
}

/// A move that names its piece, or the piece it promotes to, by another letter.
fn renamed(position: &Position, text: &str) -> Option<Move> {
    let letters = other_letters(position);
    let named = |letter: Letter| letters.iter().filter(move |(other, _)| *other == letter).map(|&(_, id)| id);
    let mut heads = vec![text.to_string()];
    if let Some((first, rest)) = Letter::split(text).filter(|(first, _)| first.base().is_ascii_uppercase()) {
        heads.extend(named(first).map(|id| short::name(position, id) + rest));
    }
    let mut found: Vec<Move> = Vec::new();
    for head in &heads {
        let mut forms: Vec<(String, Option<KindId>)> = vec![(head.clone(), None)];
        if let Some((before, letter)) = head.rsplit_once('=')
            && let Some(letter) = Letter::read(letter)
        {
            forms.extend(named(letter).map(|id| {
                let is_signed = position.game().kind(id).mark == Some(PROMOTED_MARK);
                let end = if is_signed { PROMOTED_MARK.to_string() } else { short::name(position, id) };
                (before.to_string() + &end, Some(id))
            }));
        }
        for (form, promotion) in forms.iter().filter(|(form, _)| form != text) {
            let read = short::read_own(position, form).ok();
            found.extend(read.filter(|m| promotion.is_none() || m.promotion(position.game()) == *promotion));
        }
    }
    found.dedup();
    only(&found)
}

/// Castling toward the side on which a piece begins (`O-Q-O`), or with an offered draw behind it (`O-O=`).
fn read_castling(position: &Position, text: &str) -> Option<Move> {
    let text = text.strip_suffix('=').unwrap_or(text);
    if let Ok(m) = short::read_own(position, text)
        && m.is_castling(position.game())
    {
        return Some(m);
    }
    let letter = text.strip_prefix("O-")?.strip_suffix("-O")?.parse::<char>().ok()?;
    let (game, side) = (position.game(), position.side());
    let piece = game.kind_of_sign(&side.case(letter).to_string())?;
    let castles: Vec<Move> =
        position.moves().into_iter().filter(|m| m.is_castling(position.game())).collect();
    let fits = |m: &&Move| {
        let Some(castle) = m.castle_of(game) else { return false };
        let is_own = |&&(_, color, index): &&(Square, Color, usize)| (color, index) == game.kind(piece).piece;
        let mut begins = game.def.array.iter().filter(is_own).peekable();
        let a_side = |square: Square| game.shape.file(square) < game.shape.file(castle.king.0);
        begins.peek().is_some() && begins.all(|&(square, ..)| a_side(square) == castle.is_a_side())
    };
    let fits: Vec<Move> = castles.iter().filter(fits).copied().collect();
    only(&fits)
}

/// A move as the World Xiangqi Federation writes it: the piece, its file, the direction, and the new file or
/// the number of ranks. `C2=5`, `H8+7`; `+C=5` is the front one of two on a file.
fn read_counted(position: &Position, text: &str) -> Option<Move> {
    let (game, side) = (position.game(), position.side());
    let shape = &game.shape;
    let [first, second, way, last] = text.chars().collect::<Vec<_>>()[..] else { return None };
    let (letter, place) = if matches!(first, '+' | '-') { (second, first) } else { (first, second) };
    let letter = side.case(letter);
    let kind = game.kind_of_sign(&letter.to_string()).or_else(|| game.kind_of_initial(letter))?;
    let file = |digit: char| {
        let digit = u8::try_from(digit.to_digit(10)?).ok()?;
        let from_left = if side == Color::White { shape.files().checked_sub(digit)? } else { digit - 1 };
        (1..=shape.files()).contains(&digit).then_some(from_left)
    };
    let (number, target) = (last.to_digit(10)?, file(last));
    let pieces = || position.pieces(side).filter(|&(other, _)| other == kind).map(|(_, square)| square);
    let rank = |square: Square| i32::from(shape.rank_for(square, side));
    let begins = |from: Square| match place {
        '+' | '-' => {
            let beside = |&other: &Square| other != from && shape.file(other) == shape.file(from);
            let others: Vec<Square> = pieces().filter(beside).collect();
            let is_ahead = |other: Square| (rank(from) > rank(other)) == (place == '+');
            !others.is_empty() && others.into_iter().all(is_ahead)
        }
        digit => file(digit) == Some(shape.file(from)),
    };
    let ends = |m: &Move| {
        let ahead = rank(m.to()) - rank(m.from());
        let is_way = match way {
            '=' | '.' => ahead == 0,
            '+' => ahead > 0,
            '-' => ahead < 0,
            _ => false,
        };
        let straight = shape.file(m.to()) == shape.file(m.from());
        let reaches =
            if straight { ahead.unsigned_abs() == number } else { target == Some(shape.file(m.to())) };
        is_way && reaches
    };
    let moves = position.moves().into_iter().filter(|m| m.dropped(position.game()).is_none());
    let fits: Vec<Move> =
        moves.filter(|&m| position.mover(m) == Some(kind) && begins(m.from()) && ends(&m)).collect();
    only(&fits)
}

/// The only move of a list.
fn only(moves: &[Move]) -> Option<Move> {
    if let [m] = moves { Some(*m) } else { None }
}

/// How a file writes its moves, where that is not our way.
#[derive(Clone, Copy, Default)]
pub(super) struct Dialect {
    /// The letters for king, queen, rook, bishop and knight.
    letters: Option<&'static [&'static str; 5]>,
    /// Whether `+` is check even where it is a promotion here.
    plus_is_check: bool,
    /// Whether `O-O` is castling to the nearer side, even toward the a-file.
    short_is_nearer: bool,
}

/// The letters of other languages for king, queen, rook, bishop and knight.
const LANGUAGES: [[&str; 5]; 18] = [
    ["K", "D", "T", "L", "S"],
    ["R", "D", "T", "F", "C"],
    ["R", "D", "T", "A", "C"],
    ["R", "D", "T", "B", "C"],
    ["K", "D", "T", "L", "P"],
    ["K", "D", "T", "L", "R"],
    ["K", "H", "W", "G", "S"],
    ["K", "V", "B", "F", "H"],
    ["K", "D", "V", "S", "J"],
    ["R", "D", "T", "N", "C"],
    ["K", "D", "H", "B", "R"],
    ["K", "L", "V", "O", "R"],
    ["Ş", "V", "K", "F", "A"],
    ["Кр", "Ф", "Л", "С", "К"],
    ["Кр", "Ф", "Т", "С", "К"],
    ["Ц", "Д", "Т", "О", "К"],
    ["К", "Д", "Т", "Л", "С"],
    ["Ρ", "Β", "Π", "Α", "Ι"],
];
/// The same in English.
const ENGLISH: [&str; 5] = ["K", "Q", "R", "B", "N"];

impl Dialect {
    /// The ways in which a file may write its moves, the likeliest first.
    pub(super) fn of(written: &super::Written, start: &Position) -> Vec<Dialect> {
        let tags = || written.tags.iter().map(|(_, value)| value.to_ascii_lowercase());
        let is_of = |program: &str| tags().any(|value| value.contains(program));
        let own = Dialect::default();
        let mut ways = vec![own];
        if short::promotes_by_sign(start) {
            let is_named = |m: &super::WrittenMove| {
                m.text.trim_end_matches(['+', '#']).rsplit_once('=').is_some_and(|(_, end)| !end.is_empty())
            };
            let at = usize::from(!is_of("pychess") && !written.moves.iter().any(is_named));
            ways.insert(at, Dialect { plus_is_check: true, ..own });
        }
        if short::castles_nearer_to_a(start) {
            let at = usize::from(!is_of("computer chess") && !is_of("xboard") && !is_of("cutechess"));
            ways.insert(at, Dialect { short_is_nearer: true, ..own });
        }
        let is_letter = |letters: &[&str; 5], text: &str| {
            let plain = !text.starts_with(char::is_uppercase) || text.starts_with('O');
            plain || letters.iter().any(|letter| text.starts_with(letter))
        };
        let covers = |letters: &&[&str; 5]| written.moves.iter().all(|m| is_letter(letters, &m.text));
        // A game in letters that are all known here is in no other language: its fault is another one.
        let known =
            |letter: char| start.game().kinds.iter().any(|kind| kind.letter.eq_ignore_case(letter.into()));
        let is_odd = |m: &super::WrittenMove| {
            m.text.chars().next().is_some_and(|c| c.is_uppercase() && c != 'O' && !known(c))
        };
        let is_foreign = written.moves.iter().any(is_odd);
        let languages = LANGUAGES
            .iter()
            .filter(|_| is_foreign)
            .filter(covers)
            .map(|letters| Dialect { letters: Some(letters), ..own });
        ways.extend(languages);
        ways
    }

    /// A move as we would write it.
    pub(super) fn translate(self, position: &Position, text: &str) -> String {
        let mut text = text.to_string();
        if self.plus_is_check {
            text.truncate(text.trim_end_matches(['+', '#']).len());
        }
        if self.short_is_nearer && short::castles_nearer_to_a(position) {
            match text.trim_end_matches(['+', '#']).matches(['O', '0']).count() {
                2 if text.starts_with(['O', '0']) => text = "O-O-O".to_string(),
                3 if text.starts_with(['O', '0']) => text = "O-O".to_string(),
                _ => {}
            }
        }
        if let Some(letters) = self.letters {
            let english = |part: &str| {
                let mut known = letters.iter().zip(ENGLISH);
                let found = known.find_map(|(letter, ours)| Some((part.strip_prefix(letter)?, ours)));
                found.map_or_else(|| part.to_string(), |(rest, ours)| ours.to_string() + rest)
            };
            text = match text.split_once('=') {
                Some((before, promotion)) => format!("{}={}", english(before), english(promotion)),
                None => english(&text),
            };
        }
        text
    }

    /// What is to be said of a game read in this way.
    pub(super) fn note(self, start: &Position) -> Option<String> {
        let side = if self.short_is_nearer {
            "the nearer rook, as XBoard and cutechess mean it"
        } else {
            "the last file, as Fairy-Stockfish and pychess mean it"
        };
        short::castles_nearer_to_a(start).then(|| format!("`O-O` is read as castling toward {side}"))
    }
}
