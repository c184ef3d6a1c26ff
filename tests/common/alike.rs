//! Whether two games are the same but for names and letters: board, piece types, start, rules, and the moves
//! and ends of random games.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fibnif::rules::betza::Movement;
use fibnif::rules::game::{Game, Kind, KindId};
use fibnif::rules::geometry::Color;
use fibnif::rules::letter::Letter;
use fibnif::rules::position::{Position, Reason, perft};
use fibnif::rules::variant::{Castling, PieceDef, Rules};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::legal;

/// The most nodes that are counted, to keep the tests fast.
const MOST_NODES: u64 = 60_000;
const DEEPEST: u32 = 3;

/// Two games that should be the same.
pub struct Alike<'a> {
    pub ours: &'a Arc<Game>,
    pub theirs: &'a Arc<Game>,
    /// Our kinds with their counterparts.
    kinds: BTreeMap<KindId, KindId>,
    /// Whether the games may differ in when too little material draws.
    any_material: bool,
    /// Whether they may differ in what else is counted for a draw: moves, repetitions, endings.
    any_counts: bool,
}

fn def_of<'a>(game: &'a Game, kind: &Kind) -> &'a PieceDef {
    &game.def.sides[kind.piece.0.index()].pieces[kind.piece.1]
}

impl<'a> Alike<'a> {
    /// Matches the kinds by letters: `letter` turns one of ours into theirs, both in upper case.
    pub fn new(
        ours: &'a Arc<Game>,
        theirs: &'a Arc<Game>,
        letter: impl Fn(&Kind) -> String,
    ) -> Result<Alike<'a>, String> {
        let mut kinds = BTreeMap::new();
        for id in ours.kind_ids() {
            let kind = ours.kind(id);
            let wanted = letter(kind);
            let is_it = |other: &KindId| {
                let other = theirs.kind(*other);
                other.color == kind.color && other.sign().to_ascii_uppercase() == wanted
            };
            match theirs.kind_ids().find(is_it) {
                Some(other) => drop(kinds.insert(id, other)),
                None => return Err(format!("no piece of {} for {} as {wanted}", kind.color, kind.sign())),
            }
        }
        Ok(Alike { ours, theirs, kinds, any_material: false, any_counts: false })
    }

    /// The same, if one of the programs does not ask who can still win.
    pub fn without_material(self) -> Alike<'a> {
        Alike { any_material: true, ..self }
    }

    /// The same, if one of the programs asks for no draws at all.
    pub fn without_draws(self) -> Alike<'a> {
        Alike { any_material: true, any_counts: true, ..self }
    }

    /// Everything that differs, in words.
    pub fn differences(&self) -> Vec<String> {
        let mut found: Vec<String> = self.board().into_iter().collect();
        for (&ours, &theirs) in &self.kinds {
            found.extend(self.piece(ours, theirs));
        }
        found.extend(self.start());
        found.extend(self.rules());
        found.extend(self.counts());
        if found.is_empty() {
            found.extend((0..3).find_map(|seed| self.random_game(seed)));
        }
        found
    }

    fn board(&self) -> Option<String> {
        let squares = |game: &Game| game.shape.squares().map(|at| game.shape.name(at)).collect::<Vec<_>>();
        (squares(self.ours) != squares(self.theirs)).then(|| "another board".to_owned())
    }

    fn piece(&self, ours: KindId, theirs: KindId) -> Vec<String> {
        let (a, b) = (self.ours.kind(ours), self.theirs.kind(theirs));
        let (ours, theirs) = (def_of(self.ours, a), def_of(self.theirs, b));
        let mut found = Vec::new();
        let mut differs = |what: &str, is: bool| {
            if is {
                found
                    .push(format!("{} of {}: {what}: `{}`, `{}`", a.name, a.color, ours.betza, theirs.betza));
            }
        };
        let moves = |piece: &PieceDef| piece.movements().map(Movement::clone);
        let same = |(a, b): (&Movement, &Movement)| a.goes_as(b);
        differs("moves", !moves(ours).iter().zip(&moves(theirs)).all(same));
        let zones = |piece: &PieceDef| {
            let zones = piece.zones.iter().map(|zone| {
                let mut squares = zone.squares.clone();
                squares.sort_unstable();
                (zone.movement.clone(), squares, zone.en_passant, zone.inside)
            });
            zones.collect::<Vec<_>>()
        };
        let same_zones = zones(ours).len() == zones(theirs).len()
            && zones(ours).iter().all(|zone| {
                zones(theirs).iter().any(|other| {
                    zone.0.goes_as(&other.0) && (&zone.1, zone.2, zone.3) == (&other.1, other.2, other.3)
                })
            });
        differs("zones", !same_zones);
        let sorted = |piece: &PieceDef| piece.within.clone().map(BTreeSet::from_iter);
        differs("within", sorted(ours) != sorted(theirs));
        differs("royal", a.royal != b.royal);
        differs("most", ours.most != theirs.most);
        let targets: BTreeSet<KindId> = a.promotes_to.iter().map(|to| self.kinds[to]).collect();
        differs("promotion pieces", targets != b.promotes_to.iter().copied().collect());
        let where_to = |piece: &PieceDef| {
            piece.promotion.as_ref().map(|promotion| {
                let sets = [&promotion.squares, &promotion.optional, &promotion.leaving, &promotion.entering];
                let sets = sets.map(|squares| squares.iter().copied().collect::<BTreeSet<_>>());
                (sets, promotion.forced, promotion.instead, promotion.supply)
            })
        };
        differs("promotion", where_to(ours) != where_to(theirs));
        found
    }

    fn start(&self) -> Vec<String> {
        let mut found = Vec::new();
        let array = |game: &Game, map: &dyn Fn(KindId) -> KindId| {
            game.array.iter().map(|&(at, kind)| (at, map(kind))).collect::<BTreeSet<_>>()
        };
        if array(self.ours, &|kind| self.kinds[&kind]) != array(self.theirs, &|kind| kind) {
            found.push("another starting position".to_owned());
        }
        let castles = |game: &Game, map: &dyn Fn(KindId) -> KindId| {
            let castles = game.castles.iter().map(|castle| {
                let partner = map(castle.partner_kind);
                (castle.color.index(), castle.king, castle.partner, map(castle.king_kind), partner)
            });
            castles.collect::<BTreeSet<_>>()
        };
        if castles(self.ours, &|kind| self.kinds[&kind]) != castles(self.theirs, &|kind| kind) {
            found.push("other castling".to_owned());
        }
        if self.ours.def.first_to_move() != self.theirs.def.first_to_move() {
            found.push("another side begins".to_owned());
        }
        let hands = |game: &Game| {
            let hands = game.def.hands.as_ref();
            hands.map(|hands| (hands.captured, hands.drops, hands.stock.clone().map(|stock| stock.len())))
        };
        if hands(self.ours) != hands(self.theirs) {
            found.push(format!("other hands: {:?}, {:?}", hands(self.ours), hands(self.theirs)));
        }
        found
    }

    /// The rules that name no pieces.
    fn rules(&self) -> Option<String> {
        let plain = |game: &Game| {
            let rules = game.def.rules.clone();
            let material_draw = rules.material_draw && !self.any_material;
            let too_weak = if self.any_material { Vec::new() } else { rules.too_weak.clone() };
            let rules = Rules { castling: Castling::None, material_draw, too_weak, ..rules };
            if self.any_counts {
                return Rules { move_limit: 0, repetition: 0, counting: None, ..rules };
            }
            rules
        };
        // The order of roles does not matter.
        let lines = |game: &Game| {
            let text = format!("{:#?}", plain(game));
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        let (ours, theirs) = (lines(self.ours), lines(self.theirs));
        (ours != theirs).then(|| {
            let only = |a: &[String], b: &[String]| {
                a.iter()
                    .filter(|line| !b.contains(line))
                    .map(|line| line.trim().to_owned())
                    .collect::<Vec<_>>()
            };
            format!("rules: {:?}, {:?}", only(&ours, &theirs), only(&theirs, &ours))
        })
    }

    fn counts(&self) -> Vec<String> {
        let mut found = Vec::new();
        for depth in 1..=DEEPEST {
            let ours = perft(&Position::start(self.ours.clone()), depth);
            let theirs = perft(&Position::start(self.theirs.clone()), depth);
            if ours != theirs {
                found.push(format!("perft {depth} is {ours}, {theirs}"));
                break;
            }
            if ours > MOST_NODES / 30 {
                break;
            }
        }
        found
    }

    /// What differs in a random game.
    fn random_game(&self, seed: u64) -> Option<String> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let [mut ours, mut theirs] = [self.ours, self.theirs].map(|game| Position::start(game.clone()));
        for ply in 0..60 {
            let [a, b] = [&ours, &theirs].map(Position::outcome);
            let counted = |reason| matches!(reason, Reason::Repetition | Reason::MoveLimit | Reason::Counted);
            let drawn = |reason| reason == Reason::Material || self.any_counts && counted(reason);
            if self.any_material && [a, b].iter().flatten().any(|outcome| drawn(outcome.reason)) {
                return None;
            }
            if a.map(|outcome| (outcome.winner, outcome.reason))
                != b.map(|outcome| (outcome.winner, outcome.reason))
            {
                return Some(format!("`{}`: {a:?}, {b:?}", ours.fen()));
            }
            if a.is_some() {
                return None;
            }
            let texts = |position: &Position, map: &dyn Fn(char) -> char| {
                let moves = legal(position).into_iter();
                let text = |m| {
                    let text = position.move_text(m);
                    (relabeled(&text, map), m)
                };
                moves.map(text).collect::<BTreeMap<_, _>>()
            };
            let side = ours.side();
            let (a, b) =
                (texts(&ours, &|letter| self.letter(side, letter)), texts(&theirs, &|letter| letter));
            if !a.keys().eq(b.keys()) {
                let only = |a: &BTreeMap<String, _>, b: &BTreeMap<String, _>| {
                    a.keys().filter(|key| !b.contains_key(*key)).cloned().collect::<Vec<_>>()
                };
                let fen = ours.fen();
                return Some(format!("ply {ply} `{fen}`: only {:?}, only {:?}", only(&a, &b), only(&b, &a)));
            }
            let text = a.keys().nth(random.random_range(0..a.len())).cloned().unwrap_or_default();
            ours.make(a[&text]);
            theirs.make(b[&text]);
        }
        None
    }

    /// Our letter of a piece of a side as theirs.
    fn letter(&self, side: Color, letter: char) -> char {
        let upper = Letter::plain(letter.to_ascii_uppercase());
        let kind = self.kinds.iter().find(|(ours, _)| {
            let kind = self.ours.kind(**ours);
            kind.color == side && kind.letter.upper() == upper
        });
        let theirs = kind.map_or(upper, |(_, theirs)| self.theirs.kind(*theirs).letter.upper());
        let theirs = if letter.is_ascii_lowercase() { theirs.lower() } else { theirs };
        theirs.single().expect("a letter without an apostrophe")
    }
}

/// A move with another letter of the piece that is dropped, or to which it promotes.
fn relabeled(text: &str, map: &dyn Fn(char) -> char) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let dropped = letters.iter().position(|&c| c == '@');
    let at = match dropped {
        Some(at) => at.checked_sub(1),
        None => letters.len().checked_sub(1),
    };
    if let Some(letter) = at.and_then(|at| letters.get_mut(at)).filter(|letter| letter.is_ascii_alphabetic())
    {
        *letter = map(*letter);
    }
    letters.into_iter().collect()
}
