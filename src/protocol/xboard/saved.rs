//! Games that XBoard has saved.
//!
//! XBoard writes a game as it was told to show it: on its own board, with its own count of ranks, with the
//! letters of its own table. It shortens moves by what it knows of them, and does not write what it does not
//! know. So a move of such a file may fit several legal moves; the moves that follow decide.
//! [`translate`] turns such a game into one that every reader of PGN understands.

use std::collections::HashMap;
use std::sync::Arc;

use super::announce::{GuiKind, brief, pieces_tag};
use super::dialect::{Dialect, Promoted, castle_of};
use super::names::own_letter;
use super::slots::Pictures;
use crate::rules::game::{Game, KindId};
use crate::rules::geometry::{Color, Square};
use crate::rules::pgn::{Mark, Written, WrittenMove, castles_nearer_to_a, is_null};
use crate::rules::position::{Move, Position, Setup, playable};
use crate::rules::variant::{Catalog, Scope, VariantInfo};
use crate::session::Selected;
use crate::session::play::Translator;

/// The events of XBoard's games, unless its user has named them otherwise.
const EVENTS: [&str; 3] = ["Computer Chess Game", "Edited game", "Edited position"];
/// How the comment begins in which it draws a starting position.
const DRAWING: &str = "--------------";
/// The moves that are tried before a game is given up.
const MOST_TRIES: usize = 5_000;
/// The name of XBoard's chess.
const CHESS: &str = "normal";

/// How a person's session reads what XBoard and WinBoard have saved.
pub const TRANSLATOR: Translator = Translator { variant_of, translate };

/// Makes a game that XBoard has saved readable for everybody: its position becomes the game's own FEN, and
/// its moves become squares. A game that only has XBoard's tag of pieces becomes so where it is not readable
/// without. A game that is not readable either way is translated as far as it goes.
pub fn translate(selected: &Selected, name: &str, written: &mut Written) {
    let is_xboards = is_of_xboard(written);
    let may_be = is_xboards || written.tag("VariantMen").is_some();
    if !may_be || !is_xboards && is_readable(&selected.game, written) {
        return;
    }
    let name = if name == "chess" { CHESS } else { name };
    if let Some(read) = Saved::new(selected, name, written).map(|saved| saved.read(written))
        && (read.is_whole || is_xboards && !is_readable(&selected.game, written))
    {
        read.put_into(written);
    }
}

/// The variant of a written game by its tags, with the armies where they stand. XBoard writes only the name
/// under which it asked for the game, and its user chooses the armies elsewhere.
pub fn variant_of(catalog: &Catalog, written: &Written) -> String {
    let name = written.variant();
    let fen = written.tag("FEN").filter(|_| written.tag("VariantMen").is_some() && is_of_xboard(written));
    fen.and_then(|fen| with_armies(catalog, &name, fen, written.tag("VariantMen"))).unwrap_or(name)
}

/// A variant with the armies that stand on the first ranks of a FEN.
fn with_armies(catalog: &Catalog, name: &str, fen: &str, pieces: Option<&str>) -> Option<String> {
    let is_bare = |info: &VariantInfo| info.id == name || info.aliases.iter().any(|alias| alias == name);
    let info = catalog.info(name).ok().filter(is_bare)?;
    let name = &info.id;
    let armies = info.choices.iter().find(|choice| choice.scope == Scope::Side && choice.from_files)?;
    let game = |name: &str| playable(&catalog.resolve(name).ok()?).ok();
    let ranks =
        |rows: &str| Some((rows.split_once('/')?.0.to_string(), rows.rsplit_once('/')?.1.to_string()));
    let wanted = ranks(fen.split(' ').next()?)?;
    let default = game(name)?;
    if ranks(&default.array_rows())? == wanted {
        return None;
    }
    let own = armies.options.iter().filter_map(|option| {
        let game = game(&format!("{name}:{id}/{id}", id = option.id))?;
        Some((option.id.as_str(), ranks(&game.array_rows())?))
    });
    let own: Vec<(&str, (String, String))> = own.collect();
    let whites = own.iter().filter(|(_, (_, white))| *white == wanted.1).map(|(id, _)| id);
    let forms: Vec<String> = whites
        .flat_map(|white| {
            let blacks = own.iter().filter(|(_, (black, _))| *black == wanted.0);
            blacks.map(move |(black, _)| format!("{name}:{white}/{black}"))
        })
        .collect();
    let has_pieces = |form: &&String| game(form).and_then(|game| pieces_tag(&game)).as_deref() == pieces;
    forms.iter().find(has_pieces).or(forms.first()).cloned()
}

/// Whether the tags or the drawing of the start say that XBoard has saved the game.
fn is_of_xboard(written: &Written) -> bool {
    let is_drawing = |mark: &Mark| matches!(mark, Mark::Comment(text) if text.starts_with(DRAWING));
    written.tag("Event").is_some_and(|event| EVENTS.contains(&event))
        || written.preface.iter().any(is_drawing)
}

/// Whether the game is readable as all other games are.
fn is_readable(game: &Arc<Game>, written: &Written) -> bool {
    let start = Setup::with_notes(Arc::clone(game), written.tag("FEN")).ok();
    start.is_some_and(|(start, _)| {
        written.clone().replay(&start, usize::MAX, &|_, _| String::new()).1.is_none()
    })
}

/// A game as XBoard knows it.
struct Saved {
    start: Position,
    dialect: Dialect,
    name: String,
}

/// A game that has been read.
struct Read {
    fen: Option<String>,
    /// The moves by their place in the file.
    texts: Vec<(usize, String)>,
    is_whole: bool,
}

impl Read {
    fn put_into(self, written: &mut Written) {
        if let Some(fen) = self.fen {
            match written.tags.iter_mut().find(|(name, _)| name == "FEN") {
                Some((_, tag)) => *tag = fen,
                None => written.tags.push(("FEN".to_string(), fen)),
            }
        }
        for (index, text) in self.texts {
            if let Some(m) = written.moves.get_mut(index) {
                m.text = text;
            }
        }
    }
}

/// What XBoard shows on the squares where it differs from the game: the letters of pieces that have become
/// others since.
type Shown = HashMap<Square, String>;

/// A move of the file, the legal moves that fit it, and the one that is tried.
struct Step {
    index: usize,
    fitting: Vec<Move>,
    tried: usize,
    /// What is shown before it.
    shown: Shown,
}

/// The place of the next move. Between the halves of a turn XBoard writes that the other side passes.
fn next_move(place: &Position, written: &Written, from: usize) -> Option<usize> {
    let can_pass = place.moves().iter().any(|m| m.is_pass());
    let skipped = |m: &&WrittenMove| is_null(&m.text) && !can_pass;
    let next = from + written.moves.iter().skip(from).take_while(skipped).count();
    (next < written.moves.len()).then_some(next)
}

impl Saved {
    fn new(selected: &Selected, name: &str, written: &Written) -> Option<Saved> {
        let briefing = brief(selected, name, GuiKind::XBoard(Pictures::XBoard));
        let fen = written.tag("FEN").map(str::to_string).or(briefing.start);
        let dialect = briefing.dialect;
        let start = match fen {
            Some(fen) => dialect.read_fen(&selected.game, &fen).ok()?.0,
            None => Position::start(Arc::clone(&selected.game)),
        };
        Some(Saved { start, dialect, name: name.to_string() })
    }

    /// Reads the moves: each one that fits is tried, until the moves behind it fit, too.
    fn read(&self, written: &Written) -> Read {
        let mut place = self.start.clone();
        let (mut steps, mut shown) = (Vec::<Step>::new(), Shown::new());
        let (mut longest, mut tries) = (Vec::new(), MOST_TRIES);
        let mut index = 0;
        let is_whole = loop {
            let Some(next) = next_move(&place, written, index) else { break true };
            index = next;
            let fitting = written.moves.get(index).map(|m| self.fitting(&place, m, &shown));
            let step = Step { index, fitting: fitting.unwrap_or_default(), tried: 0, shown: shown.clone() };
            if step.fitting.is_empty() && steps.len() >= longest.len() {
                longest = played(&steps);
            }
            steps.push(step);
            // The last move that has another reading.
            while steps.pop_if(|step| step.tried >= step.fitting.len()).is_some() {
                if !steps.is_empty() {
                    place.unmake();
                }
            }
            tries -= 1;
            let Some(step) = steps.last_mut().filter(|_| tries > 0) else { break false };
            let Some(&m) = step.fitting.get(step.tried) else { break false };
            step.tried += 1;
            shown = self.after(&place, m, &step.shown);
            place.make(m);
            index = step.index + 1;
        };
        if is_whole {
            longest = played(&steps);
        }
        let mut place = self.start.clone();
        let mut texts = Vec::new();
        for (index, m) in longest {
            // Castling stays, unless it means another move than for its name.
            let castles = |text: &str| {
                let is_nearer = castles_nearer_to_a(&place) && m.is_castling(place.game());
                text.starts_with("O-O") && (is_nearer || place.parse_move(text) == Ok(m))
            };
            if !m.is_pass() && !written.moves.get(index).is_some_and(|m| castles(&m.text)) {
                texts.push((index, place.move_text(m)));
            }
            place.make(m);
        }
        let fen = Some(self.start.fen()).filter(|_| {
            self.start.fen() != Position::start(Arc::clone(self.start.game())).fen()
                || written.tag("FEN").is_some()
        });
        Read { fen, texts, is_whole }
    }

    /// The legal moves that fit a text, the best first.
    fn fitting(&self, place: &Position, written: &WrittenMove, shown: &Shown) -> Vec<Move> {
        // A promotion to nothing is none.
        let text = written.text.trim_end_matches(['#', '!', '?']).replacen("=.", "", 1);
        let text = text.as_str();
        let bare = text.strip_suffix('+').unwrap_or(text);
        let mut fitting: Vec<(u8, Move)> = place
            .moves()
            .into_iter()
            .filter_map(|m| {
                let fits = [text, bare].into_iter().filter_map(|text| self.fits(place, m, text, shown)).min();
                fits.map(|doubt| (doubt, m))
            })
            .collect();
        fitting.sort_by_key(|(doubt, _)| *doubt);
        // Only where nothing fits exactly is anything else meant.
        let least = fitting.first().map_or(0, |(doubt, _)| *doubt);
        fitting.into_iter().filter(|(doubt, _)| *doubt == least).map(|(_, m)| m).collect()
    }

    /// How doubtful it is that a text means this move, or `None` if it cannot.
    fn fits(&self, place: &Position, m: Move, text: &str, shown: &Shown) -> Option<u8> {
        let game = place.game();
        let name = |square| self.dialect.name(game, square);
        if m.is_pass() {
            return is_null(text).then_some(0);
        }
        if let Some(kind) = m.dropped(game) {
            let (piece, square) = text.split_once('@')?;
            return (square == name(m.to()) && self.is_letter_of(game, kind, piece)).then_some(0);
        }
        let (text, entry) = match text.split_once('/') {
            Some((text, entry)) => (text, Some(entry)),
            None => (text, None),
        };
        let enters = m.entering(game).map(|kind| game.kind(kind).letter.upper().to_string());
        if entry.map(str::to_string) != enters {
            return None;
        }
        if let Some(castle) = castle_of(game, m.without_entry(game)) {
            if text.starts_with("O-O") {
                let shape = self.dialect.shape(game);
                let at = |square| shape.file(self.dialect.show(square));
                let wing = own_wing(shape.files(), at(castle.king.0), at(castle.king.1));
                let right = if at(castle.partner.0) > at(castle.king.0) { "O-O" } else { "O-O-O" };
                return (wing.unwrap_or(right) == text).then_some(0);
            }
            let paths = [vec![castle.king.1], vec![castle.partner.0], vec![castle.partner.0, castle.king.1]];
            return paths.iter().filter_map(|path| self.spells(place, m, path, text, shown)).min();
        }
        if text.starts_with("O-O") {
            return (self.seems_to_castle(place, m) == Some(text)).then_some(0);
        }
        let way = m.on_the_way(game).filter(|&square| square != m.from());
        let path: Vec<Square> = match self.dialect.passing_leg(place, m) {
            Some(victim) if self.dialect.shot(place, m).is_some() => vec![victim, m.from()],
            Some(victim) => vec![victim, m.to()],
            None => way.chain([m.to()]).collect(),
        };
        let spelled = self.spells(place, m, &path, text, shown);
        // XBoard leaves out a middle square that it was not told.
        spelled.or_else(|| self.spells(place, m, &[m.to()], text, shown).map(|doubt| doubt + 4))
    }

    /// What XBoard writes for a king's step of several squares that it takes for castling.
    fn seems_to_castle(&self, place: &Position, m: Move) -> Option<&'static str> {
        let (shape, game) = (self.dialect.shape(place.game()), place.game());
        let (from, to) = (self.dialect.show(m.from()), self.dialect.show(m.to()));
        let is_king = self.is_letter_of(game, place.mover(m)?, "K");
        let is_home = shape.rank(from) == if place.side() == Color::White { 0 } else { shape.ranks() - 1 };
        let wing = || own_wing(shape.files(), shape.file(from), shape.file(to));
        if is_king && is_home && shape.rank(from) == shape.rank(to) { wing() } else { None }
    }

    /// How doubtful it is that a text means the move of a piece by these squares, the last one its target.
    fn spells(&self, place: &Position, m: Move, path: &[Square], text: &str, shown: &Shown) -> Option<u8> {
        let game = place.game();
        let text = text.replace(['x', '-'], "");
        let (rest, doubt) = self.without_promotion(place, m, &text)?;
        let squares: String = path.iter().map(|&square| self.dialect.name(game, square)).collect();
        let rest = rest.strip_suffix(squares.as_str())?;
        let from = self.dialect.name(game, m.from());
        let (file, rank) = from.split_at(1);
        let letters = ["", file, rank, &from].into_iter().filter_map(|origin| rest.strip_suffix(origin));
        let mover = place.mover(m.without_entry(game))?;
        let fits = letters.filter_map(|letter| {
            let is_shown = shown.get(&m.from()).map_or_else(
                || self.is_letter_of(game, mover, letter),
                |shown| letter == shown || letter.is_empty() && shown == "P",
            );
            let is_pawn = game.kind(mover).pawn || shown.get(&m.from()).is_some_and(|shown| shown == "P");
            // A move that XBoard takes for illegal has all of its squares, and perhaps no letter.
            match letter {
                "" if is_pawn || is_shown => Some(0),
                "" if rest == from => Some(2),
                _ => is_shown.then_some(0),
            }
        });
        fits.min().map(|other| other + doubt)
    }

    /// A text without what the piece becomes, and how doubtful that is.
    fn without_promotion<'a>(&self, place: &Position, m: Move, text: &'a str) -> Option<(&'a str, u8)> {
        let game = place.game();
        let Some(kind) = m.promotion(game) else {
            // A piece that declines to promote.
            return Some((text.strip_suffix('=').unwrap_or(text), 0));
        };
        let letter = m.promotion_letter(game).unwrap_or(game.kind(kind).letter).upper().to_string();
        let by_letter = text.strip_suffix(&letter).map(|rest| (rest.strip_suffix('=').unwrap_or(rest), 0));
        let strongest = place.mover(m).and_then(|mover| game.kind(mover).strongest) == Some(kind);
        let by_sign = text.strip_suffix('+').filter(|_| strongest && self.dialect.promoted == Promoted::Plus);
        let by_sign = by_sign.map(|rest| (rest.strip_suffix('=').unwrap_or(rest), 0));
        // XBoard does not write what pieces become that it does not take for pawns.
        by_letter.or(by_sign).or(Some((text, if strongest { 1 } else { 2 })))
    }

    /// Whether XBoard names a kind so.
    fn is_letter_of(&self, game: &Game, kind: KindId, letter: &str) -> bool {
        let kind = game.kind(kind);
        let sign = kind.sign().to_ascii_uppercase();
        let own = own_letter(&self.name, kind.letter.base().to_ascii_uppercase());
        letter == sign
            || letter.is_empty() && (kind.pawn || sign == "P")
            || own.is_some_and(|own| {
                letter == sign.replace(kind.letter.base().to_ascii_uppercase(), &own.to_string())
            })
    }

    /// What is shown after a move: XBoard moves the picture with the piece, and changes it only where it
    /// knows of a promotion.
    fn after(&self, place: &Position, m: Move, shown: &Shown) -> Shown {
        let game = place.game();
        let mut after = shown.clone();
        if self.dialect.shot(place, m).is_some() || m.dropped(game).is_some() || m.is_pass() {
            return after;
        }
        let moved = after.remove(&m.from());
        after.remove(&m.to());
        let Some(mover) = place.mover(m.without_entry(game)).filter(|_| !m.is_castling(game)) else {
            return after;
        };
        let is_seen = m.promotion(game).is_some() && self.dialect.promoted != Promoted::Unseen;
        let mut seen = moved.unwrap_or_else(|| game.kind(mover).sign().to_ascii_uppercase());
        let is_strongest = m.promotion(game).is_some() && game.kind(mover).strongest == m.promotion(game);
        let is_marked = is_strongest && self.dialect.promoted == Promoted::Plus;
        if is_marked {
            seen.insert(0, '+');
        }
        let mut then = place.clone();
        then.make(m);
        let is_other = |kind: KindId| game.kind(kind).sign().to_ascii_uppercase() != seen;
        if (!is_seen || is_marked) && then.kind_at(m.to()).is_some_and(is_other) {
            after.insert(m.to(), seen);
        }
        after
    }
}

/// The moves that are being tried, with their places in the file.
fn played(steps: &[Step]) -> Vec<(usize, Move)> {
    let tried = |step: &Step| Some((step.index, *step.fitting.get(step.tried.checked_sub(1)?)?));
    steps.iter().filter_map(tried).collect()
}

/// How XBoard writes castling by the files of the king's squares, if it recognizes it as such.
fn own_wing(files: u8, from: u8, to: u8) -> Option<&'static str> {
    let behind = [
        (files / 2, 2),
        (files / 2, files - 2),
        ((files - 1) / 2, 1),
        ((files - 1) / 2, files.checked_sub(3)?),
    ];
    let is_own = from.abs_diff(to) > 1 && behind.contains(&(from, to));
    is_own.then_some(if to == 1 || to == files - 2 { "O-O" } else { "O-O-O" })
}
