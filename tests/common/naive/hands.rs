//! Pieces in hand: captured pieces, drops, and pieces that enter where another leaves.

use super::rules::{At, Castle};
use super::{Deed, Man, Naive};
use fibnif::rules::geometry::Color;
use fibnif::rules::letter::Letter;
use fibnif::rules::variant::{
    Captured, DropColors, DropForm, Dropping, DropsDef, HandsDef, Permission, VariantDef,
};

impl Naive {
    /// What each side has in hand at the start.
    pub(super) fn take_stock(&mut self, def: &VariantDef) {
        for color in Color::ALL {
            let stock = def.hands.iter().flat_map(|hands| &hands.stock[color.index()]);
            stock.for_each(|&kind| self.hands[color.index()][kind] += 1);
        }
    }

    /// Adds the pieces that a deed removes from the board to the hands.
    pub(super) fn catch(&mut self, deed: &Deed, before: &Naive) {
        if deed.puts.is_none() {
            let victims = deed.captures.iter().chain(&deed.on_the_way).filter_map(|&at| before.man(at));
            victims.for_each(|victim| self.catch_man(victim));
        }
    }

    /// Adds a piece that leaves the board to a hand.
    pub(super) fn catch_man(&mut self, victim: Man) {
        let receiver = match self.rules.hands.as_ref().map(|hands| hands.captured) {
            Some(Captured::Captor) => !victim.color,
            Some(Captured::Owner) => victim.color,
            Some(Captured::Nobody | Captured::Elsewhere) | None => return,
        };
        let fallen = &self.kind(victim).piece;
        // A king that does not count, because another one does, is an ordinary piece.
        let counts = fallen.royal && !self.rules.royals.by_place();
        let Some(role) = fallen.in_hand.filter(|_| !counts) else { return };
        let mut kinds = self.rules.kinds[receiver.index()].iter();
        let kind = kinds.position(|kind| kind.piece.role == role && kind.piece.in_hand == Some(role));
        if let Some(kind) = kind {
            self.hands[receiver.index()][kind] += 1;
        }
    }

    /// Whether the side to move may only drop.
    pub(super) fn must_drop(&self) -> bool {
        let forced = self.rules.hands.as_ref().is_some_and(|hands| hands.drops == Dropping::Forced);
        forced && self.held(self.side).next().is_some()
    }

    /// The drops of pieces that must be dropped while they can, as texts.
    pub(super) fn drops_of_due(&self) -> Vec<String> {
        let is_due = |held: usize| {
            let piece = &self.kind(Man { color: self.side, kind: held }).piece;
            piece.drops.as_ref().is_some_and(|drops| drops.forced)
        };
        let forms = self.held(self.side).filter(|&held| is_due(held)).flat_map(|held| self.forms(held));
        let forms: Vec<(usize, usize)> = forms.collect();
        let squares =
            || (0..self.rules.ranks).flat_map(|rank| (0..self.rules.files).map(move |file| (file, rank)));
        let text = |(held, kind): (usize, usize), at: At| {
            let sign = if held == kind { "" } else { "+" };
            format!("{sign}{}@{}", self.kind(Man { color: self.side, kind }).letter, self.rules.name(at))
        };
        forms.iter().flat_map(|&form| squares().map(move |at| text(form, at))).collect()
    }

    /// The kinds that a side has in hand.
    fn held(&self, color: Color) -> impl Iterator<Item = usize> + '_ {
        let counts = self.hands[color.index()].iter().enumerate();
        counts.filter(|(_, count)| **count > 0).map(|(kind, _)| kind)
    }

    /// Every drop, whether or not it leaves a King attacked.
    pub(super) fn drops(&self) -> Vec<(String, Naive)> {
        let enters = |hands: &HandsDef| hands.drops == Dropping::Gates;
        if self.rules.hands.as_ref().is_none_or(enters) {
            return Vec::new();
        }
        let squares =
            (0..self.rules.ranks).flat_map(|rank| (0..self.rules.files).map(move |file| (file, rank)));
        let squares: Vec<At> = squares.filter(|&at| self.is_vacant(at)).collect();
        let mut drops = Vec::new();
        for (held, kind) in self.held(self.side).flat_map(|held| self.forms(held)) {
            let man = Man { color: self.side, kind };
            for &at in squares.iter().filter(|&&at| self.may_enter(man, at)) {
                if !self.has_place(man, at) {
                    continue;
                }
                let mut after = self.moved(&[at]);
                after.progress = true;
                after.put(at, Some(man));
                after.hands[self.side.index()][held] -= 1;
                let rule = self.kind(man).piece.drops.clone();
                if !after.has_room(self.side) || rule.is_some_and(|rule| self.is_forbidden(&rule, &after)) {
                    continue;
                }
                after.settle_in();
                after.close_gates();
                let sign = if held == kind { "" } else { "+" };
                drops.push((format!("{sign}{}@{}", self.kind(man).letter, self.rules.name(at)), after));
            }
        }
        drops
    }

    /// Each kind that a piece in hand may be dropped as, beside that in hand.
    fn forms(&self, held: usize) -> Vec<(usize, usize)> {
        let piece = &self.kind(Man { color: self.side, kind: held }).piece;
        let either = piece.drops.as_ref().is_some_and(|drops| drops.form == DropForm::Either);
        let promoted = self.rules.kinds[self.side.index()].iter().enumerate().filter(|(_, other)| {
            either && other.piece.mark == Some('+') && other.piece.in_hand == Some(piece.role)
        });
        std::iter::once(held).chain(promoted.map(|(kind, _)| kind)).map(|kind| (held, kind)).collect()
    }

    /// Gives castling rights, once all pieces are on the board, to those that were dropped at home.
    fn settle_in(&mut self) {
        let all_dropped = Color::ALL.iter().all(|&color| self.held(color).next().is_none());
        if !self.rules.castles_dropped || !all_dropped {
            return;
        }
        let role = |naive: &Naive, at: At, color: Color| {
            naive.man(at).filter(|man| man.color == color).map(|man| naive.kind(man).piece.role)
        };
        let new: Vec<char> = self
            .rules
            .castles
            .iter()
            .filter(|castle| role(self, castle.king.0, castle.color) == Some('K'.into()))
            .filter(|castle| role(self, castle.partner.0, castle.color) == Some('R'.into()))
            .map(|castle| castle.letter)
            .collect();
        let had: String = std::mem::take(&mut self.rights);
        let letters = self.rules.castles.iter().map(|castle| castle.letter);
        self.rights = letters.filter(|letter| had.contains(*letter) || new.contains(letter)).collect();
    }

    /// Whether a drop gives a check or a checkmate that is illegal.
    fn is_forbidden(&self, rule: &DropsDef, after: &Naive) -> bool {
        after.in_check(!self.side)
            && (rule.check == Permission::Forbidden
                || rule.mate == Permission::Forbidden && after.clone().settled().successors().is_empty())
    }

    /// Whether a piece may be dropped on a square, as far as that square decides.
    fn may_enter(&self, man: Man, at: At) -> bool {
        let piece = &self.kind(man).piece;
        let is_in = |squares: &Vec<_>| squares.iter().any(|&square| self.rules.at(square) == at);
        piece.within.as_ref().is_none_or(is_in)
            && piece.drops.as_ref().is_none_or(|drops| is_in(&drops.squares))
    }

    /// Whether other pieces of its type allow a piece on a square.
    fn has_place(&self, man: Man, at: At) -> bool {
        let Some(rule) = &self.kind(man).piece.drops else { return true };
        let alike: Vec<At> =
            self.men_of(man.color).filter(|(_, other)| *other == man).map(|(at, _)| at).collect();
        let on_file = alike.iter().filter(|other| other.0 == at.0).count();
        let crowded = rule.per_file.is_some_and(|most| on_file > usize::from(most));
        let same_color = alike.iter().any(|&other| self.rules.shade(other) == self.rules.shade(at));
        !(crowded || rule.colors == DropColors::Different && same_color)
    }

    /// Whether a square is left for each piece that needs a color of its own.
    fn has_room(&self, color: Color) -> bool {
        self.held(color).all(|kind| {
            let man = Man { color, kind };
            let choosy = |rule: &DropsDef| rule.colors == DropColors::Different;
            if !self.kind(man).piece.drops.as_ref().is_some_and(choosy) {
                return true;
            }
            let squares =
                || (0..self.rules.ranks).flat_map(|rank| (0..self.rules.files).map(move |file| (file, rank)));
            let open = |shade: i32| {
                let taken =
                    self.men_of(color).any(|(at, other)| other == man && self.rules.shade(at) == shade);
                let free = |at: &At| self.is_vacant(*at) && self.rules.shade(*at) == shade;
                !taken && squares().filter(free).any(|at| self.may_enter(man, at))
            };
            (0..3).filter(|&shade| open(shade)).count() as u32 >= self.hands[color.index()][kind]
        })
    }

    /// A move, written as `written`, with each piece that may enter on a square that it leaves.
    pub(super) fn entries(&self, after: &Naive, left: At, written: &str) -> Vec<(String, Naive)> {
        let gate = self.rules.gates.iter().find(|gate| gate.0 == self.side && gate.1 == left);
        if !gate.is_some_and(|gate| self.rights.contains(gate.2)) {
            return Vec::new();
        }
        let men = self.held(self.side).map(|kind| Man { color: self.side, kind });
        let enter = |man: Man| {
            let mut entered = after.clone();
            entered.progress = true;
            entered.put(left, Some(man));
            entered.hands[self.side.index()][man.kind] -= 1;
            entered.close_gates();
            (format!("{written}{}", self.kind(man).letter.lower()), entered)
        };
        men.filter(|&man| self.may_enter(man, left) && after.man(left).is_none()).map(enter).collect()
    }

    /// Castling with each piece that may enter.
    pub(super) fn castling_entries(&self, castle: &Castle, after: &Naive) -> Vec<(String, Naive)> {
        let (king, to, partner) = (castle.king.0, castle.king.1, castle.partner.0);
        let mut entries = self.entries(after, king, &(self.rules.name(king) + &self.rules.name(to)));
        entries.extend(self.entries(after, partner, &(self.rules.name(partner) + &self.rules.name(king))));
        entries
    }

    /// A side without pieces in hand has no gates.
    pub(super) fn close_gates(&mut self) {
        for color in Color::ALL {
            let captured = self.rules.hands.as_ref().map(|hands| hands.captured);
            let refilled = captured.is_some_and(|captured| captured != Captured::Nobody);
            if self.held(color).next().is_none() && !refilled {
                let closed = self.rules.gates.iter().filter(|gate| gate.0 == color).map(|gate| gate.2);
                // A first move may be the same right.
                let first = |letter: &char| self.rules.first_moves.iter().any(|right| right.2 == *letter);
                let closed: Vec<char> = closed.filter(|letter| !first(letter)).collect();
                self.rights.retain(|letter| !closed.contains(&letter));
            }
        }
    }

    /// The gates that a castling right implies.
    pub(super) fn told_gates(&self) -> Vec<char> {
        let castles: Vec<&Castle> =
            self.rules.castles.iter().filter(|castle| self.rights.contains(castle.letter)).collect();
        let told = |gate: &&(Color, At, char)| {
            castles.iter().any(|castle| {
                castle.color == gate.0 && (castle.king.0 == gate.1 || castle.partner.0 == gate.1)
            })
        };
        self.rules.gates.iter().filter(told).map(|gate| gate.2).collect()
    }

    /// What is in hand, as a FEN has it.
    pub(super) fn hands_text(&self) -> String {
        if self.rules.hands.is_none() {
            return String::new();
        }
        let mut text = String::new();
        for color in Color::ALL {
            let kinds = &self.rules.kinds[color.index()];
            let mut held: Vec<(usize, &u32)> = self.hands[color.index()].iter().enumerate().collect();
            // A king that does not count is another piece type, behind all others.
            held.sort_by_key(|(kind, _)| self.rules.royals.by_place() && kinds[*kind].piece.royal);
            for (kind, &count) in held {
                let letter = kinds[kind].letter.of(color);
                text.extend(std::iter::repeat_n(letter, count as usize));
            }
        }
        format!("[{text}]")
    }

    /// Reads what is in hand.
    pub(super) fn read_hands(&mut self, text: &str) {
        for letter in Letter::all(text).filter(|letter| letter.base().is_alphabetic()) {
            let color = letter.color();
            let mut kinds = self.rules.kinds[color.index()].iter();
            let is_meant = |kind: &super::Kind| kind.mark.is_none() && kind.letter == letter.upper();
            let kind = kinds.position(is_meant).unwrap();
            self.hands[color.index()][kind] += 1;
        }
    }
}
