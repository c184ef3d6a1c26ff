//! Answers about squares and pieces, for playing without seeing the board.

use super::super::picture::Chosen;
use super::state::{Note, Session, Talk};
use super::words::{WIDTH, broken, counted};
use crate::rules::game::{Kind, KindId};
use crate::rules::geometry::{Color, Square};
use crate::rules::pgn::san;
use crate::rules::position::Move;
use crate::rules::variant::VariantDef;
use crate::teach;

impl Session {
    /// The square with a name, or a refusal.
    fn square_named(&self, name: &str) -> Result<Square, String> {
        let shape = &self.position().game().shape;
        let lower = name.to_ascii_lowercase();
        shape.parse_square(&lower).ok_or_else(|| format!("`{name}` is not a square of this board"))
    }

    /// The legal moves; none in a finished game.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.ending().is_none() { self.position().moves() } else { Vec::new() }
    }

    /// Moves in short notation, sorted.
    fn written(&self, moves: &[Move]) -> String {
        let mut names: Vec<String> = moves.iter().map(|&m| san::write(self.position(), m)).collect();
        names.sort();
        names.join(" ")
    }

    /// Moves in words, each in a line.
    fn spoken(&self, moves: &[Move]) -> Vec<String> {
        let position = self.position();
        let line = |&m: &Move| format!("{}: {}", san::write(position, m), teach::spoken(position, m));
        let mut lines: Vec<String> = moves.iter().map(line).collect();
        lines.sort();
        lines
    }

    /// `moves`, `moves e2`: the legal moves, those from a square, or those to it.
    pub(super) fn tell_moves(&mut self, square: &str) {
        let mut moves = self.legal_moves();
        let mut about = String::new();
        if !square.is_empty() {
            let at = match self.square_named(square) {
                Ok(at) => at,
                Err(reason) => return self.refuse(reason),
            };
            let leaving = moves.iter().any(|&m| Chosen::On(at).makes(m));
            moves.retain(|&m| if leaving { Chosen::On(at).makes(m) } else { m.to() == at });
            about = format!(" {} {}", if leaving { "from" } else { "to" }, square.to_ascii_lowercase());
        }
        match moves.len() {
            0 => self.say(format!("There is no legal move{}.", about.replace(" to ", " from or to "))),
            count => {
                let lines = match self.talk {
                    Talk::Boards => broken(&self.written(&moves), WIDTH),
                    Talk::Quiet => self.spoken(&moves),
                };
                self.notes.push_back(Note::Page(counted(count, "legal move") + &about, lines));
            }
        }
    }

    /// `what e4`: the piece on a square, and its moves.
    pub(super) fn tell_square(&mut self, name: &str) {
        let square = match self.square_named(asked_about(name)) {
            Ok(square) => square,
            Err(reason) => return self.refuse(reason),
        };
        let position = self.position();
        let name = position.game().shape.name(square);
        let Some(kind) = position.kind_at(square) else {
            return self.say(format!("{name} is empty."));
        };
        let kind = position.game().kind(kind);
        let (side, mut moves) = (kind.color, self.legal_moves());
        moves.retain(|&m| Chosen::On(square).makes(m));
        let moves = match moves.as_slice() {
            _ if side != position.side() => String::new(),
            [] => " It has no legal move.".to_string(),
            moves => format!(" It can play {}.", self.written(moves)),
        };
        self.say(format!("{name}: {side}'s {} ({}).{moves}", kind.name, kind.sign()));
    }

    /// `where N`, `where Knight`, `where`: the squares of a piece, or of all pieces.
    pub(super) fn tell_places(&mut self, question: &str) {
        let what = asked_about(question);
        let position = self.position();
        let game = position.game();
        let fits = |kind: &Kind| what.is_empty() || is_called(kind, &game.def, what);
        if !game.kinds.iter().any(fits) {
            return self.refuse(format!("`{what}` is not a piece of this game: {}", self.all_pieces()));
        }
        let mut lines = Vec::new();
        for side in Color::ALL {
            let mut here: Vec<(KindId, Square)> = position.pieces(side).collect();
            here.sort_by_key(|man| (man.0.index(), man.1));
            for kind in game.kind_ids().filter(|&id| fits(game.kind(id))) {
                let on = here.iter().filter(|man| man.0 == kind);
                let mut squares: Vec<String> = on.map(|man| game.shape.name(man.1)).collect();
                let held = position.in_hand().of(side).find(|held| held.0 == kind);
                squares.extend(held.map(|(_, count)| in_hand(count)));
                let kind = game.kind(kind);
                if !squares.is_empty() {
                    lines.push(format!("{side}'s {} ({}): {}", kind.name, kind.sign(), squares.join(" ")));
                }
            }
        }
        if lines.is_empty() {
            let or_in_hand = if game.hands.is_some() { " or in hand" } else { "" };
            return self.say(format!("There is no {what} on the board{or_in_hand}."));
        }
        for line in lines {
            self.say(line);
        }
    }

    /// The pieces of the game, for a person who named an unknown one.
    pub(super) fn all_pieces(&self) -> String {
        let kinds = self.position().game().kinds.iter().filter(|kind| !kind.foreign);
        let names: Vec<String> = kinds.map(|kind| format!("{} {}", kind.sign(), kind.name)).collect();
        names.join(", ")
    }
}

/// The number of pieces of a type in hand.
fn in_hand(held: u8) -> String {
    if held == 1 { "in hand".to_owned() } else { format!("{held} in hand") }
}

/// The object of a question, without the words before it: `stands on e4?`, `are the Horses`.
fn asked_about(question: &str) -> &str {
    let mut rest = question.trim_end_matches('?').trim_end();
    while let Some((word, after)) = rest.split_once(' ') {
        if !["is", "are", "stands", "on", "the"].contains(&word) {
            break;
        }
        rest = after.trim_start();
    }
    rest
}

/// Whether a text is the letter or the name (singular or plural) of a piece type, ignoring case.
pub(super) fn is_called(kind: &Kind, def: &VariantDef, what: &str) -> bool {
    let is = |text: &str| kind.piece_of(def).is_called(text);
    let plural = what.strip_suffix('s').or_else(|| what.strip_suffix('S'));
    kind.sign().eq_ignore_ascii_case(what) || is(what) || plural.is_some_and(is)
}
