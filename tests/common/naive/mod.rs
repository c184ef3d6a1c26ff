//! A second opinion on the rules: a plain, slow move generator for any [`VariantDef`].
//!
//! It walks every leg over a two-dimensional array, plays every move on a copy of the board and
//! looks whether a royal man could then be captured. It shares no code with `game` and
//! `position`: from the product it takes the definition with its parsed legs, and nothing else.

mod acts;
mod fen;
mod hands;
mod loans;
mod paths;
pub mod refused;
mod rules;
mod trades;
mod turns;
mod walk;

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::common::counts::{Count, Men, counted};
use fibnif::betza::Movement;
use fibnif::geometry::{Color, Square};
use fibnif::variant::{
    Captor, Capture, Checks, PROMOTED_MARK, PieceDef, PromotionDef, Royals, Supply, Turning, VariantDef,
};
use rules::{At, COMPLEXES, Castle, Kind, Rules, name};

/// A man on the board: whose it is, and which of that side's kinds.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Man {
    color: Color,
    kind: usize,
}

/// The square a pawn has just passed, and where that pawn stands.
#[derive(Clone, Copy, PartialEq, Eq)]
struct EnPassant {
    passed: At,
    victim: At,
}

/// A position: everything a FEN says, and what has been seen before where that may end something.
///
/// Squares fall into complexes: in an ordinary game all into the first, where a turn is one move on
/// the dark squares and one on the light ones these two.
#[derive(Clone)]
pub struct Naive {
    rules: Rc<Rules>,
    /// `men[rank][file]`.
    men: Vec<Vec<Option<Man>>>,
    side: Color,
    /// By side and kind: how many it has in hand.
    hands: [Vec<u32>; 2],
    /// The letters of the castles still to be had, and of the men that have not moved.
    rights: String,
    /// Of at most one victim for each complex.
    en_passant: Vec<EnPassant>,
    /// Turns since the last capture or pawn move.
    clock: u32,
    number: u32,
    /// The count of an ending, if there is one that the FEN tells.
    count: Option<Count>,
    /// Whether this turn has seen a capture or a pawn move.
    progress: bool,
    /// Where the side to move still has to move in this turn.
    owed: [bool; COMPLEXES],
    /// Where nobody moves any more.
    closed: [bool; COMPLEXES],
    /// How each complex has looked after the moves in it since the last that cannot be undone.
    seen: [Vec<String>; COMPLEXES],
    /// Whether the last move has taken a man that must not be traded by another sort of man.
    lost_untraded: bool,
    /// How many checks lie behind that each answered the one before, where only mate may be checked.
    cross_checks: u8,
    /// How the game has ended, if its turns say so.
    ended: Option<End>,
}

/// How a game ends whose turns are of several moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Mate by that side; with all its worth, or with part of the game drawn before.
    Mate(Color, Worth),
    /// Nobody owes a move, or stalemate in one part draws the whole.
    Draw,
}

/// What a mate is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    Full,
    Half,
}

/// One thing a man may do, castling and promotion left aside.
#[derive(Clone)]
struct Deed {
    from: At,
    to: At,
    /// Where the captured man stands.
    captures: Option<At>,
    /// Where the men stand that it takes on its way.
    on_the_way: Vec<At>,
    /// Where it puts the man down that it takes.
    puts: Option<At>,
    /// The e.p. rights it gives the opponent.
    allows: Vec<EnPassant>,
    /// Whether it keeps the move count going although a pawn does it.
    keeps_clock: bool,
}

impl Naive {
    /// The position a game begins with.
    pub fn start(def: &VariantDef) -> Naive {
        let rules = Rules::new(def);
        let mut position = Naive::empty(Rc::new(rules));
        for &(square, color, kind) in &def.array {
            let at = position.rules.at(square);
            position.put(at, Some(Man { color, kind }));
        }
        position.take_stock(def);
        position.read_fields(def.start_fields.split_whitespace());
        position.rights.extend(
            position
                .rules
                .gates
                .iter()
                .map(|gate| gate.2)
                .filter(|gate| !position.rights.contains(*gate))
                .collect::<Vec<_>>(),
        );
        position
    }

    /// The position without the men that `leaves` picks; royal men and those that castle stay.
    pub fn thinned(mut self, mut leaves: impl FnMut() -> bool) -> Naive {
        for (at, man) in Color::ALL.map(|color| self.men_of(color).collect::<Vec<_>>()).concat() {
            let castles =
                self.rules.castles.iter().any(|castle| castle.partner.0 == at || castle.king.0 == at);
            if !castles && !self.kind(man).piece.royal && leaves() {
                self.put(at, None);
            }
        }
        let gone = |virgin: &&(Color, At, char)| self.man(virgin.1).is_none();
        let unmoved = self.rules.virgins.iter().chain(&self.rules.gates);
        let gone: Vec<char> = unmoved.filter(gone).map(|virgin| virgin.2).collect();
        self.rights.retain(|letter| !gone.contains(&letter));
        self.begin();
        self
    }

    /// The position as if no pawn had just passed a square.
    pub fn without_en_passant(self) -> Naive {
        Naive { en_passant: Vec::new(), ..self }
    }

    /// Every legal move by its name, with the position it leads to.
    pub fn successors(&self) -> BTreeMap<String, Naive> {
        let moves =
            (0..COMPLEXES).filter(|&complex| self.owed[complex]).flat_map(|complex| self.moves_in(complex));
        moves.map(|(text, after)| (text, after.settled().counting(self))).collect()
    }

    /// The legal moves of the side to move in one complex, with the position before anything is
    /// concluded from it: the side is the same still.
    fn moves_in(&self, complex: usize) -> BTreeMap<String, Naive> {
        let mut successors = BTreeMap::new();
        if !self.must_drop() {
            successors.extend(self.board_moves_in(complex));
        }
        successors.extend(self.drops());
        successors.retain(|_, after| self.is_safe(after));
        self.keep_duties(&mut successors);
        successors
    }

    /// The moves of men on the board, with those that enter by them: not if it would not be legal alone.
    fn board_moves_in(&self, complex: usize) -> Vec<(String, Naive)> {
        let calm = !self.in_check(self.side);
        let (mut successors, mut entries) = (BTreeMap::new(), Vec::new());
        for (from, man) in self.men_of(self.side).filter(|man| self.rules.complex_of(man.0) == complex) {
            let mut deeds = self.deeds(from, man);
            if calm {
                deeds.extend(self.deeds_at_times(from, man, |piece| &piece.unchecked));
            }
            if self.has_captured(self.side) {
                deeds.extend(self.deeds_at_times(from, man, |piece| &piece.after_capture));
            }
            // Of two deeds of one name the last is played: the one of the man's own powers.
            deeds.sort_by_key(|deed| !deed.keeps_clock);
            entries.extend(
                self.promotions_instead(from, man).into_iter().filter(|(_, after)| self.is_safe(after)),
            );
            for deed in deeds {
                let acted = |(text, after)| Some((text, self.acted(man, &deed, after)?));
                for (text, after) in self.play(man, &deed).into_iter().filter_map(acted) {
                    if self.is_safe(&after) {
                        entries.extend(self.entries(&after, deed.from, &text));
                    }
                    successors.insert(text, after);
                }
            }
        }
        for castle in &self.rules.castles {
            if let Some((text, after)) = self.castle(castle).filter(|(_, after)| self.is_safe(after)) {
                entries.extend(self.castling_entries(castle, &after));
                successors.insert(text, after);
            }
        }
        successors.into_iter().chain(entries).collect()
    }

    /// Whether a move leaves no King attacked. A King may stay in check where its side is still to move.
    fn is_safe(&self, after: &Naive) -> bool {
        match self.rules.royals {
            _ if after.has_lost_royals(self, !self.side) => true,
            Royals::Each | Royals::Leftmost | Royals::LeftmostOwnRank => {
                !after.royals_in_check(self.side).any(|at| !after.owed[self.rules.complex_of(at)])
            }
            Royals::NotAll => !after.in_check(self.side),
        }
    }

    /// Takes away what gives a check that must not be given, and then what is no capture where one
    /// must be made.
    fn keep_duties(&self, successors: &mut BTreeMap<String, Naive>) {
        match self.rules.checks {
            Checks::Allowed => {}
            Checks::Forbidden => successors.retain(|_, after| !after.in_check(!self.side)),
            Checks::MateOnly => {
                // So many deep nobody looks further, and it is no mate.
                let mates = |after: &Naive| {
                    let checked = Naive { cross_checks: self.cross_checks + 1, ..after.clone().settled() };
                    self.cross_checks < 8 && checked.successors().is_empty()
                };
                successors.retain(|_, after| !after.in_check(!self.side) || mates(after));
            }
        }
        let enemies = |naive: &Naive| naive.men_of(!self.side).count();
        let captures = |after: &Naive| enemies(after) < enemies(self);
        if self.rules.capture == Capture::Forced && successors.values().any(captures) {
            successors.retain(|_, after| captures(after));
        }
    }

    /// Whether a royal man of `color` could be captured if it were the other side's turn, or each of them,
    /// where one may be spared.
    pub fn in_check(&self, color: Color) -> bool {
        let royals = self.royals(color).len();
        match (self.royals_in_check(color).count(), self.rules.royals) {
            (0, _) => false,
            (_, Royals::Each | Royals::Leftmost | Royals::LeftmostOwnRank) => true,
            (attacked, Royals::NotAll) => attacked == royals,
        }
    }

    /// Where the royal men of a side stand that count.
    fn royals(&self, color: Color) -> Vec<At> {
        let mut kings: Vec<At> = self.kings(color).collect();
        let own_rank = self.rules.royals == Royals::LeftmostOwnRank && color == Color::Black;
        if self.rules.royals.by_place() {
            kings.sort_by_key(|&(file, rank)| (file, if own_rank { -rank } else { rank }));
            kings.truncate(1);
        }
        kings
    }

    /// Where men stand of the roles that are royal.
    fn kings(&self, color: Color) -> impl Iterator<Item = At> + '_ {
        let royal = move |role: char| {
            let mut kinds = self.rules.kinds[color.index()].iter();
            kinds.any(|kind| kind.piece.royal && kind.piece.role == role)
        };
        let by_place = self.rules.royals.by_place();
        let counts = move |man: Man| {
            let piece = &self.kind(man).piece;
            piece.royal || by_place && royal(piece.role)
        };
        self.men_of(color).filter(move |&(_, man)| counts(man)).map(|(at, _)| at)
    }

    fn royals_in_check(&self, color: Color) -> impl Iterator<Item = At> {
        self.royals(color)
            .into_iter()
            .filter(move |&at| !self.closed[self.rules.complex_of(at)] && self.is_attacked(at, !color))
    }

    /// Whether `by` could capture the man that stands there.
    fn is_attacked(&self, at: At, by: Color) -> bool {
        if self.shields(at, by) {
            return false;
        }
        let waiting = |(from, man)| self.deeds_at_times(from, man, |piece| &piece.after_capture);
        self.men_of(by)
            .flat_map(|man| self.deeds(man.0, man.1).into_iter().chain(waiting(man)))
            .any(|deed| deed.captures == Some(at) || deed.on_the_way.contains(&at))
    }

    /// What a man may do whether or not its side is in check, legal or not.
    fn deeds(&self, from: At, man: Man) -> Vec<Deed> {
        let mut deeds = Vec::new();
        for other in self.lenders(from, man) {
            deeds.extend(self.deeds_as(&self.kind(other).piece, from, man));
        }
        deeds.extend(self.lent(from, man));
        deeds.retain(|deed| self.may_borrow(man, deed));
        deeds.extend(self.deeds_as(&self.kind(man).piece, from, man));
        // Who can capture in passing on a square does not go there without capturing.
        let passed: Vec<At> = deeds
            .iter()
            .filter(|deed| deed.captures.is_some_and(|at| at != deed.to))
            .map(|deed| deed.to)
            .collect();
        deeds.retain(|deed| deed.captures.is_some() || !passed.contains(&deed.to));
        deeds
    }

    /// What a man may do besides by moves that it has at times only, its own and those that it borrows.
    fn deeds_at_times(&self, from: At, man: Man, moves: impl Fn(&PieceDef) -> &Movement) -> Vec<Deed> {
        let own = &self.kind(man).piece;
        let mut deeds: Vec<Deed> = moves(own).legs.iter().flat_map(|leg| self.walk(from, man, leg)).collect();
        for other in self.lenders(from, man) {
            let legs = &moves(&self.kind(other).piece).legs;
            let borrowed = legs.iter().flat_map(|leg| self.walk(from, man, leg));
            deeds.extend(borrowed.filter(|deed| self.may_borrow(man, deed)));
        }
        deeds
    }

    /// Whether a side has captured: the other one has fewer men than it began with.
    fn has_captured(&self, side: Color) -> bool {
        let began: usize = self.rules.kinds[(!side).index()].iter().map(|kind| kind.homes.len()).sum();
        self.men_of(!side).count() < began
    }

    /// What a man may do if it moves as a piece.
    fn deeds_as(&self, piece: &PieceDef, from: At, man: Man) -> Vec<Deed> {
        let mut deeds: Vec<Deed> =
            piece.movement.legs.iter().flat_map(|leg| self.walk(from, man, leg)).collect();
        for leg in &piece.spacious.legs {
            let step = leg.steps[0].seen_by(man.color);
            let behind = |at: At| (at.0 + i32::from(step.right), at.1 + i32::from(step.forward));
            let is_free = |at: At| at == from || !self.rules.is_on_board(at) || self.man(at).is_none();
            let deeds_here = self.walk(from, man, leg);
            deeds.extend(deeds_here.into_iter().filter(|deed| is_free(behind(deed.to))));
        }
        for zone in
            piece.zones.iter().filter(|zone| zone.squares.iter().any(|&square| self.rules.at(square) == from))
        {
            let added = zone
                .movement
                .legs
                .iter()
                .flat_map(|leg| self.walk_past(from, man, leg, leg.initial || zone.en_passant));
            deeds.extend(added.map(|deed| Deed { keeps_clock: zone.keeps_clock, ..deed }));
        }
        deeds
    }

    /// Plays a deed: one successor, or one for each choice of promotion.
    fn play(&self, man: Man, deed: &Deed) -> Vec<(String, Naive)> {
        let is_pawn = self.is_pawn(man);
        let mut after = self.moved(&[&[deed.from, deed.to], deed.on_the_way.as_slice()].concat());
        if self.rules.royals.by_place() && self.kings(man.color).any(|at| at == deed.from) {
            let castles: Vec<char> = self
                .rules
                .castles
                .iter()
                .filter(|castle| castle.color == man.color)
                .map(|castle| castle.letter)
                .collect();
            after.rights.retain(|letter| !castles.contains(&letter));
        }
        let takes = (deed.captures.is_some() || !deed.on_the_way.is_empty()) && deed.puts.is_none();
        after.progress |= takes || (is_pawn && !deed.keeps_clock);
        after.en_passant.extend(&deed.allows);
        after.put(deed.from, None);
        if let Some(at) = deed.captures {
            after.put(at, None);
        }
        for &at in &deed.on_the_way {
            after.put(at, None);
        }
        after.catch(deed, self);
        after.put(deed.to, Some(man));
        if let Some(at) = deed.puts {
            let shifted = deed.captures.or(deed.on_the_way.first().copied()).and_then(|at| self.man(at));
            if shifted.is_some_and(|shifted| !self.may_be_put(shifted, at)) {
                return Vec::new();
            }
            after.put(at, shifted);
        }
        let untaken = |at: &At| {
            self.man(*at).is_some_and(|other| self.rules.untaken.contains(&self.kind(other).piece.role))
        };
        let takes_untaken = takes && deed.on_the_way.iter().chain(&deed.captures).any(untaken);
        if takes_untaken || !self.may_trade(man, deed, &after) {
            return Vec::new();
        }
        after.lost_untraded = self.takes_untraded(man, deed) && !self.is_untraded(man);

        let mut text = String::new();
        let mut last = deed.from;
        for &at in deed.on_the_way.iter().chain(&deed.puts) {
            text += &[name(last), name(at), ",".to_owned()].concat();
            last = at;
        }
        text += &(name(last) + &name(deed.to));
        let promotion = self.kind(man).piece.promotion.as_ref();
        let lies_in = |squares: &[Square]| squares.iter().any(|&square| self.rules.at(square) == deed.to);
        let stays = takes && self.rules.captor == Captor::Stays;
        let promotion = promotion.filter(|promotion| !promotion.instead);
        let leaves = |p: &PromotionDef| p.leaving.iter().any(|&square| self.rules.at(square) == deed.from);
        let crowned =
            |p: &&PromotionDef| !stays && (lies_in(&p.squares) || lies_in(&p.optional) || leaves(p));
        let Some(promotion) = promotion.filter(crowned) else {
            let takes = deed.captures.is_some() || !deed.on_the_way.is_empty();
            let becomes = self.kind(man).piece.becomes.as_ref();
            let becomes = becomes.filter(|b| lies_in(&b.squares) && (takes || b.when == Turning::Moves));
            if let Some(becomes) = becomes {
                let origin = (self.kind(man).origin.0, becomes.piece);
                if let Some(kind) = self.rules.find_kind(man.color, origin) {
                    if self.is_full(man.color, kind) {
                        return Vec::new();
                    }
                    after.put(deed.to, Some(Man { kind, ..man }));
                }
            }
            return vec![(text, after)];
        };
        // Who could promote has made a pawn's move, whatever took it there.
        after.progress |= is_pawn;
        let mut choices = Vec::new();
        for target in &promotion.targets {
            let mut promoted = after.clone();
            let kind = self.rules.kind_of(man.color, (target.from_side, target.piece));
            let alive = self.men_of(man.color).filter(|(_, other)| other.kind == kind).count();
            let none_left = promotion.supply == Supply::Captured
                && alive >= self.rules.kinds[man.color.index()][kind].homes.len();
            let file_kind = || {
                let homes = |kind: &Kind| {
                    kind.homes
                        .iter()
                        .filter(|home| home.0 == deed.to.0)
                        .map(|home| home.1)
                        .collect::<Vec<_>>()
                };
                let kinds = &self.rules.kinds[man.color.index()];
                let own = (0..kinds.len())
                    .flat_map(|kind| homes(&kinds[kind]).into_iter().map(move |rank| (rank, kind)));
                let home = if man.color == Color::White { own.min() } else { own.max() };
                let listed = |kind: usize| {
                    promotion
                        .targets
                        .iter()
                        .any(|target| self.rules.kind_of(man.color, (target.from_side, target.piece)) == kind)
                };
                let first = &promotion.targets[0];
                let first = self.rules.kind_of(man.color, (first.from_side, first.piece));
                home.map(|home| home.1).filter(|&kind| listed(kind)).unwrap_or(first)
            };
            if promotion.supply == Supply::OfFile && kind != file_kind() {
                continue;
            }
            if none_left || self.is_full(man.color, kind) {
                continue;
            }
            promoted.put(deed.to, Some(Man { kind, ..man }));
            let sign = self.rules.kinds[man.color.index()][kind].mark.filter(|&mark| mark == PROMOTED_MARK);
            let sign = sign.unwrap_or(target.letter.to_ascii_lowercase());
            choices.push((format!("{text}{sign}"), promoted));
        }
        let must = lies_in(&promotion.squares)
            || leaves(promotion) && promotion.optional.is_empty() && !lies_in(&promotion.optional);
        if !promotion.forced || !must {
            choices.push((text, after));
        }
        choices
    }

    /// Whether a man promotes to others: not to a form of its own letter.
    fn is_pawn(&self, man: Man) -> bool {
        let kinds = &self.rules.kinds[man.color.index()];
        let own_form = |target: &fibnif::variant::PromotionTarget| {
            let form = &kinds[self.rules.kind_of(man.color, (target.from_side, target.piece))];
            form.mark == Some(PROMOTED_MARK) && form.letter == self.kind(man).letter
        };
        let promotion = self.kind(man).piece.promotion.as_ref();
        promotion.is_some_and(|promotion| !promotion.targets.iter().all(own_form))
    }

    /// Whether a side has as many men of a kind as it may.
    fn is_full(&self, color: Color, kind: usize) -> bool {
        let alive = self.men_of(color).filter(|(_, other)| other.kind == kind).count();
        let most = self.rules.kinds[color.index()][kind].piece.most;
        most.is_some_and(|most| alive >= usize::from(most))
    }

    /// Castles, if the right is there, nobody stands in the way, the King is not in check, and no square
    /// it passes would be attacked if it stood there and its partner still at home, nor that where it ends.
    fn castle(&self, castle: &Castle) -> Option<(String, Naive)> {
        if castle.color != self.side || !self.rights.contains(castle.letter) {
            return None;
        }
        let (king, partner) = (self.man(castle.king.0), self.man(castle.partner.0));
        let in_the_way = |at| at != castle.king.0 && at != castle.partner.0 && self.man(at).is_some();
        if castle.span().any(in_the_way) {
            return None;
        }
        for at in castle.king_walk().filter(|&at| castle.royal && at != castle.king.1) {
            let mut decoy = self.clone();
            decoy.put(castle.king.0, None);
            decoy.put(at, king);
            if decoy.is_attacked(at, !self.side) {
                return None;
            }
        }
        let mut after = self.moved(&[castle.king.0, castle.partner.0]);
        after.put(castle.king.0, None);
        after.put(castle.partner.0, None);
        after.put(castle.king.1, king);
        after.put(castle.partner.1, partner);
        if castle.royal && after.is_attacked(castle.king.1, !self.side) {
            return None;
        }
        let king = king?;
        let own = self.deeds(castle.king.0, king).into_iter();
        let mut at_times = self.deeds_at_times(castle.king.0, king, |piece| &piece.unchecked);
        at_times.extend(self.deeds_at_times(castle.king.0, king, |piece| &piece.after_capture));
        let alike = |deed: Deed| deed.to == castle.king.1 && deed.on_the_way.is_empty();
        let text = if own.chain(at_times).any(alike) { &castle.wing } else { &castle.text };
        Some((text.clone(), after))
    }

    /// A copy in which the side to move owes no move any more in the complex of the first of the
    /// `touched` squares, and the castles that need one of them are lost.
    fn moved(&self, touched: &[At]) -> Naive {
        let mut next = self.clone();
        next.lost_untraded = false;
        for castle in &self.rules.castles {
            if touched.contains(&castle.king.0) || touched.contains(&castle.partner.0) {
                next.rights.retain(|letter| letter != castle.letter);
            }
        }
        let unmoved = self.rules.virgins.iter().chain(&self.rules.gates);
        for &(_, _, letter) in unmoved.filter(|virgin| touched.contains(&virgin.1)) {
            next.rights.retain(|other| other != letter);
        }
        let complex = self.rules.complex_of(touched[0]);
        next.owed[complex] = false;
        next.en_passant.retain(|right| self.rules.complex_of(right.passed) != complex);
        next
    }

    /// The same with a move counted that began from `before`.
    fn counting(mut self, before: &Naive) -> Naive {
        if let (Some(rule), Some(count)) = (&self.rules.counting, self.count) {
            let pawns = self.rules.kinds.iter().flatten().filter(|kind| kind.piece.promotion.is_some());
            let pawns: Vec<char> = pawns.map(|kind| kind.piece.role).collect();
            self.count = Some(counted(rule, &pawns, before.side, &before.roles(), &self.roles(), count));
        }
        self
    }

    fn roles(&self) -> Men {
        Color::ALL.map(|color| self.men_of(color).map(|(_, man)| self.kind(man).piece.role).collect())
    }

    fn empty(rules: Rc<Rules>) -> Naive {
        let men = vec![vec![None; rules.files as usize]; rules.ranks as usize];
        Naive {
            hands: Color::ALL.map(|color| vec![0; rules.kinds[color.index()].len()]),
            rules,
            men,
            side: Color::White,
            rights: String::new(),
            en_passant: Vec::new(),
            clock: 0,
            number: 1,
            count: None,
            progress: false,
            owed: [false; COMPLEXES],
            closed: [false; COMPLEXES],
            seen: Default::default(),
            lost_untraded: false,
            cross_checks: 0,
            ended: None,
        }
    }

    fn man(&self, (file, rank): At) -> Option<Man> {
        self.men[rank as usize][file as usize]
    }

    fn put(&mut self, (file, rank): At, man: Option<Man>) {
        self.men[rank as usize][file as usize] = man;
    }

    fn kind(&self, man: Man) -> &Kind {
        &self.rules.kinds[man.color.index()][man.kind]
    }

    fn men_of(&self, color: Color) -> impl Iterator<Item = (At, Man)> + '_ {
        let squares =
            (0..self.rules.ranks).flat_map(|rank| (0..self.rules.files).map(move |file| (file, rank)));
        squares.filter_map(move |at| Some((at, self.man(at).filter(|man| man.color == color)?)))
    }
}
