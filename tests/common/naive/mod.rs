//! A second opinion on the rules: a plain, slow move generator for any [`VariantDef`].
//!
//! It walks every leg over a two-dimensional array, makes every move on a copy of the board, and tests
//! whether a royal piece could then be captured. It shares no code with `game` and `position`: it uses
//! only the definition with its parsed legs.

mod acts;
mod ends;
mod fen;
mod hands;
mod loans;
mod paths;
mod play;
pub mod refused;
mod rules;
mod series;
mod trades;
mod turns;
mod walk;
mod walls;

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::common::counts::{Count, Men};
#[allow(unused_imports, reason = "each test takes what it needs")]
pub use ends::Ended;
use fibnif::rules::betza::Movement;
use fibnif::rules::geometry::{Color, Square};
use fibnif::rules::letter::Letter;
use fibnif::rules::variant::{Captor, Capture, Checks, End, Evasions, Pass, PieceDef, Royals, VariantDef};
use rules::{At, COMPLEXES, Kind, Rules};

/// A piece on the board: its color, and its kind within that side.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Man {
    color: Color,
    kind: usize,
}

/// The square a pawn has just passed, and the square of that pawn.
#[derive(Clone, Copy, PartialEq, Eq)]
struct EnPassant {
    passed: At,
    victim: At,
}

/// A position: everything in a FEN, and the history as far as it may end the game.
///
/// Squares belong to complexes: all to the first in an ordinary game, and to these two if a turn is one
/// move on the dark squares and one on the light ones.
#[derive(Clone)]
pub struct Naive {
    rules: Rc<Rules>,
    /// `men[rank][file]`.
    men: Vec<Vec<Option<Man>>>,
    walls: Vec<At>,
    side: Color,
    /// By side and kind: the number in hand.
    hands: [Vec<u32>; 2],
    /// The letters of the remaining castling rights, and of the unmoved pieces.
    rights: String,
    /// For each complex at most one.
    en_passant: Vec<EnPassant>,
    /// Turns since the last capture or pawn move.
    clock: u32,
    number: u32,
    /// The count of an ending, if there is one that the FEN tells.
    count: Option<Count>,
    /// Whether this turn has had a capture or a pawn move.
    progress: bool,
    /// The moves that the side to move has left in a turn of several.
    left: u32,
    /// The square where the last move began.
    began_at: Option<At>,
    /// The complexes where the side to move still has to move.
    owed: [bool; COMPLEXES],
    /// The closed complexes.
    closed: [bool; COMPLEXES],
    /// The history of each complex after moves in it, since the last irreversible one.
    seen: [Vec<String>; COMPLEXES],
    /// Whether the piece that has just moved has gone over to the other side.
    defected: bool,
    /// The number of passes in a row that have led here.
    passes: u32,
    /// Where the last move has captured a piece that must not be traded by a different piece type.
    lost_untraded: Option<At>,
    /// The number of preceding checks that each answered the previous one, if only mating checks are
    /// legal.
    cross_checks: u8,
    /// The checks that each side has given.
    checks: [u32; 2],
    /// By side: whether a piece that mates need has given check in its current series of checks.
    series: [bool; 2],
    /// The end of the game by its turns, if any.
    ended: Option<turns::End>,
}

/// The value of a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    Full,
    Half,
}

/// One thing a piece may do, apart from castling and promotion.
#[derive(Clone)]
struct Deed {
    from: At,
    to: At,
    /// The square of the captured piece.
    captures: Option<At>,
    /// The squares of the pieces that it captures on its way.
    on_the_way: Vec<At>,
    /// Where it puts the captured piece.
    puts: Option<At>,
    /// The e.p. rights it gives the opponent.
    allows: Vec<EnPassant>,
    /// Whether it does not reset the move count although a pawn makes it.
    keeps_clock: bool,
}

impl Deed {
    /// A move that does nothing else.
    fn plain(from: At, to: At) -> Deed {
        Deed {
            from,
            to,
            captures: None,
            on_the_way: Vec::new(),
            puts: None,
            allows: Vec::new(),
            keeps_clock: false,
        }
    }
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
        // All gates are open, and all first moves possible, unless the FEN names some of these.
        let first = position.rules.first_moves.iter().map(|right| right.2);
        let named = first.clone().any(|sign| position.rights.contains(sign));
        let gates = position.rules.gates.iter().map(|right| right.2);
        let unmoved: Vec<char> = first.filter(|_| !named).chain(gates).collect();
        for sign in unmoved {
            if !position.rights.contains(sign) {
                position.rights.push(sign);
            }
        }
        position
    }

    /// The position without the pieces that `leaves` selects. Royal pieces and those that castle stay.
    pub fn thinned(mut self, mut leaves: impl FnMut() -> bool) -> Naive {
        for (at, man) in Color::ALL.map(|color| self.men_of(color).collect::<Vec<_>>()).concat() {
            let castles =
                self.rules.castles.iter().any(|castle| castle.partner.0 == at || castle.king.0 == at);
            if !castles && !self.kind(man).piece.royal && leaves() {
                self.put(at, None);
            }
        }
        let gone = |virgin: &&(Color, At, char)| self.man(virgin.1).is_none();
        let unmoved = self.rules.first_moves.iter().chain(&self.rules.gates);
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
        let settled = |after: Naive| match self.rules.series() {
            Some(series) => after.settled_in(self, series),
            None => after.settled(),
        };
        moves.map(|(text, after)| (text, settled(after).counting(self).counting_checks(self))).collect()
    }

    /// The legal moves of the side to move in one complex, with the position before any consequences:
    /// the side is still the same.
    fn moves_in(&self, complex: usize) -> BTreeMap<String, Naive> {
        if self.wall_is_due() {
            return self.new_walls().into_iter().collect();
        }
        let mut successors = BTreeMap::new();
        if !self.must_drop() {
            successors.extend(self.board_moves_in(complex));
        }
        successors.extend(self.drops());
        successors.extend(self.new_walls());
        successors.retain(|_, after| self.is_safe(after));
        let due = self.drops_of_due();
        if successors.keys().any(|text| due.contains(text)) {
            successors.retain(|text, _| due.contains(text));
        }
        if self.rules.evasions == Evasions::NoFlight {
            successors.retain(|_, after| !self.flees(after));
        }
        if self.must_not_face() {
            successors.retain(|_, after| !after.kings_face());
        }
        if self.rules.pass == Pass::Always {
            successors.extend(self.pass());
        }
        self.keep_duties(&mut successors);
        if self.rules.pass == Pass::NoMoves && successors.is_empty() {
            successors.extend(self.pass());
        }
        successors
    }

    /// Whether the side to move must end it that the kings face each other.
    fn must_not_face(&self) -> bool {
        self.rules.ends.contains(&End::Facing) && self.kings_face()
    }

    /// Whether kings of both sides are on a rank or file with nothing in between.
    pub(super) fn kings_face(&self) -> bool {
        let faces = |one: At, other: At| {
            let (dx, dy) = (other.0 - one.0, other.1 - one.1);
            let length = dx.abs().max(dy.abs());
            let between = |n: i32| {
                let at = (one.0 + dx.signum() * n, one.1 + dy.signum() * n);
                self.man(at).is_none() && !self.is_wall(at)
            };
            (dx == 0 || dy == 0) && (1..length).all(between)
        };
        self.kings(Color::White).any(|one| self.kings(Color::Black).any(|other| faces(one, other)))
    }

    /// The king stays where it is, with all its rights.
    fn pass(&self) -> Option<(String, Naive)> {
        // A side without a king passes with its first piece.
        let first = self.men_of(self.side).map(|(at, _)| at).min_by_key(|&(file, rank)| (rank, file));
        let king = self.royals(self.side).into_iter().min_by_key(|&(file, rank)| (rank, file)).or(first);
        let king = king.filter(|_| !self.in_check(self.side) || self.must_not_face())?;
        let (rights, passes) = (self.rights.clone(), self.passes + 1);
        let after = Naive { rights, passes, ..self.moved(&[king]) };
        Some((format!("{0}{0}", self.rules.name(king)), after))
    }

    /// The moves of pieces on the board, including those by which a piece enters. The move must be
    /// legal without it.
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
            // Of deeds with one name a capture en passant is made, then one that is no double step, then the
            // first of the piece's own moves.
            let passing = |deed: &Deed| deed.captures.is_some_and(|at| at != deed.to);
            deeds.sort_by_key(|deed| (deed.keeps_clock, !passing(deed), !deed.allows.is_empty()));
            entries.extend(
                self.promotions_instead(from, man).into_iter().filter(|(_, after)| self.is_safe(after)),
            );
            for deed in deeds {
                let acted = |(text, after)| Some((text, self.acted(man, &deed, after)?));
                for (text, after) in self.play(man, &deed).into_iter().filter_map(acted) {
                    if self.is_safe(&after) {
                        entries.extend(self.entries(&after, deed.from, &text));
                    }
                    successors.entry(text).or_insert(after);
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

    /// Whether a move leaves no king attacked. A king may stay in check if its side is still to move.
    fn is_safe(&self, after: &Naive) -> bool {
        // An explosion of a king that ends the game counts before a check.
        let kings = |naive: &Naive| naive.kings(!self.side).count();
        let explodes = self.rules.captor == Captor::Explodes && kings(after) < kings(self);
        let ends = |end: &End| match end {
            End::Lost { roles, how, enemy_has, .. } => after.has_lost(!self.side, roles, *how, *enemy_has),
            _ => false,
        };
        match self.rules.royals {
            _ if explodes && self.rules.ends.iter().any(ends) => true,
            Royals::Each | Royals::Leftmost | Royals::LeftmostOwnRank => {
                !after.royals_in_check(self.side).any(|at| !after.owed[self.rules.complex_of(at)])
            }
            Royals::NotAll | Royals::Last => !after.in_check(self.side),
        }
    }

    /// Removes illegal checks, and then everything except captures if one is forced.
    fn keep_duties(&self, successors: &mut BTreeMap<String, Naive>) {
        successors.retain(|_, after| self.may_check_now() || !after.in_check(!self.side));
        match self.rules.checks {
            Checks::Allowed => {}
            Checks::Forbidden => successors.retain(|_, after| !after.in_check(!self.side)),
            Checks::MateOnly => {
                // Beyond this depth a check does not count as mate.
                let mates = |after: &Naive| {
                    let checked = Naive { cross_checks: self.cross_checks + 1, ..after.clone().settled() };
                    self.cross_checks < 8 && checked.successors().is_empty()
                };
                successors.retain(|_, after| !after.in_check(!self.side) || mates(after));
            }
        }
        let enemies = |naive: &Naive| naive.men_of(!self.side).count();
        let captures = |after: &Naive| enemies(after) < enemies(self) + usize::from(after.defected);
        if self.rules.capture == Capture::Forced && successors.values().any(captures) {
            successors.retain(|_, after| captures(after));
        }
    }

    /// Whether a royal piece of `color` could be captured if it were the other side's turn, or each of
    /// them, if one may be left attacked.
    pub fn in_check(&self, color: Color) -> bool {
        let royals = self.royals(color).len();
        match (self.royals_in_check(color).count(), self.rules.royals) {
            (0, _) => false,
            (_, Royals::Each | Royals::Leftmost | Royals::LeftmostOwnRank) => true,
            (attacked, Royals::NotAll) => attacked == royals,
            (_, Royals::Last) => royals == 1,
        }
    }

    /// The squares of a side's royal pieces that count.
    fn royals(&self, color: Color) -> Vec<At> {
        let mut kings: Vec<At> = self.kings(color).collect();
        let own_rank = self.rules.royals == Royals::LeftmostOwnRank && color == Color::Black;
        if self.rules.royals.by_place() {
            kings.sort_by_key(|&(file, rank)| (file, if own_rank { -rank } else { rank }));
            kings.truncate(1);
        }
        kings
    }

    /// The squares of pieces whose roles are royal.
    pub(super) fn kings(&self, color: Color) -> impl Iterator<Item = At> + '_ {
        let royal = move |role: Letter| {
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

    /// Whether the piece on a square attacks a royal piece of the other side.
    pub fn checks_from(&self, square: Square) -> bool {
        let from = self.rules.at(square);
        let Some(man) = self.man(from) else { return false };
        let waiting = self.deeds_at_times(from, man, |piece| &piece.after_capture);
        let deeds: Vec<Deed> = self.deeds(from, man).into_iter().chain(waiting).collect();
        let attacks =
            |at: &At| deeds.iter().any(|deed| deed.captures == Some(*at) || deed.on_the_way.contains(at));
        self.royals(!man.color).iter().any(|at| attacks(at) && !self.shields(*at, man.color))
    }

    /// The squares of the pieces that attack a square.
    fn attackers(&self, at: At, by: Color) -> Vec<At> {
        if self.shields(at, by) {
            return Vec::new();
        }
        let attacks = |&(from, man): &(At, Man)| {
            let waiting = self.deeds_at_times(from, man, |piece| &piece.after_capture);
            let mut deeds = self.deeds(from, man).into_iter().chain(waiting);
            deeds.any(|deed| deed.captures == Some(at) || deed.on_the_way.contains(&at))
        };
        self.men_of(by).filter(attacks).map(|(from, _)| from).collect()
    }

    /// Whether a royal piece that was attacked has moved, and not by capturing the only attacker.
    fn flees(&self, after: &Naive) -> bool {
        self.royals(self.side).into_iter().any(|at| {
            let attackers = self.attackers(at, !self.side);
            let stays = after.man(at) == self.man(at);
            let gone = |at: &At| after.man(*at).is_none_or(|man| man.color == self.side);
            let captured = attackers.len() == 1 && gone(&attackers[0]);
            !(stays || attackers.is_empty() || captured)
        })
    }

    /// Whether `by` could capture the piece on a square.
    fn is_attacked(&self, at: At, by: Color) -> bool {
        if self.shields(at, by) {
            return false;
        }
        let waiting = |(from, man)| self.deeds_at_times(from, man, |piece| &piece.after_capture);
        self.men_of(by)
            .flat_map(|man| self.deeds(man.0, man.1).into_iter().chain(waiting(man)))
            .any(|deed| deed.captures == Some(at) || deed.on_the_way.contains(&at))
    }

    /// The deeds of a piece, legal or not, whether or not its side is in check.
    fn deeds(&self, from: At, man: Man) -> Vec<Deed> {
        let mut deeds = Vec::new();
        for other in self.lenders(from, man) {
            deeds.extend(self.deeds_as(&self.kind(other).piece, from, man));
        }
        deeds.extend(self.lent(from, man));
        deeds.retain(|deed| self.may_borrow(man, deed));
        deeds.extend(self.deeds_as(&self.kind(man).piece, from, man));
        deeds = self.without_stone_kings(man, deeds);
        // A piece that can capture en passant on a square does not move there without capturing.
        let passed: Vec<At> = deeds
            .iter()
            .filter(|deed| deed.captures.is_some_and(|at| at != deed.to))
            .map(|deed| deed.to)
            .collect();
        deeds.retain(|deed| deed.captures.is_some() || !passed.contains(&deed.to));
        deeds
    }

    /// The deeds of a piece by conditional moves, its own and those that it borrows.
    fn deeds_at_times(&self, from: At, man: Man, moves: impl Fn(&PieceDef) -> &Movement) -> Vec<Deed> {
        let own = &self.kind(man).piece;
        let mut deeds: Vec<Deed> = moves(own).legs.iter().flat_map(|leg| self.walk(from, man, leg)).collect();
        for other in self.lenders(from, man) {
            let legs = &moves(&self.kind(other).piece).legs;
            let borrowed = legs.iter().flat_map(|leg| self.walk(from, man, leg));
            deeds.extend(borrowed.filter(|deed| self.may_borrow(man, deed)));
        }
        self.without_stone_kings(man, deeds)
    }

    /// Whether a side has captured: the other one has fewer pieces than it began with.
    fn has_captured(&self, side: Color) -> bool {
        let began: usize = self.rules.kinds[(!side).index()].iter().map(|kind| kind.homes.len()).sum();
        let stock = self.rules.hands.iter().map(|hands| hands.stock[(!side).index()].len()).sum::<usize>();
        let held = self.hands[(!side).index()].iter().sum::<u32>() as usize;
        self.men_of(!side).count() + held < began + stock
    }

    /// The deeds of a piece that moves like a piece type.
    fn deeds_as(&self, piece: &PieceDef, from: At, man: Man) -> Vec<Deed> {
        let mut deeds: Vec<Deed> =
            piece.movement.legs.iter().flat_map(|leg| self.walk(from, man, leg)).collect();
        for leg in &piece.spacious.legs {
            let step = leg.steps[0].seen_by(man.color);
            let behind = |at: At| (at.0 + i32::from(step.right), at.1 + i32::from(step.forward));
            let is_free = |at: At| at == from || !self.rules.is_on_board(at) || self.is_vacant(at);
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
            let stays = |deed: &Deed| zone.squares.iter().any(|&square| self.rules.at(square) == deed.to);
            let added = added.filter(|deed| !zone.inside || stays(deed));
            deeds.extend(added.map(|deed| Deed { keeps_clock: zone.keeps_clock, ..deed }));
        }
        deeds
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
            walls: Vec::new(),
            side: Color::White,
            rights: String::new(),
            en_passant: Vec::new(),
            clock: 0,
            number: 1,
            count: None,
            progress: false,
            left: 1,
            began_at: None,
            owed: [false; COMPLEXES],
            closed: [false; COMPLEXES],
            seen: Default::default(),
            defected: false,
            passes: 0,
            lost_untraded: None,
            cross_checks: 0,
            checks: [0; 2],
            series: [false; 2],
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
