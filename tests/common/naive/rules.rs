//! The facts that the naive generator needs to know about a variant before the first move: the kinds of
//! pieces of each side, the empty board, and the castling moves.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use fibnif::rules::betza::{CastleLeg, Leg, Loan, Movement, Obstacle, Reach, Wing};
use fibnif::rules::geometry::{Color, Lattice, Offset, Shape, Square};
use fibnif::rules::letter::Letter;
use fibnif::rules::variant::{
    Captor, Capture, Captured, Castling, Checks, CountingRule, Draws, Dropping, End, Evasions, Grid,
    HandsDef, Mate, NoMoves, Partner, Pass, PieceDef, Repeated, Royals, SideChange, TurnRule, VariantDef,
    Walls,
};

/// File and rank from 0, as White counts.
pub type At = (i32, i32);

/// The number of complexes of squares: dark and light.
pub const COMPLEXES: usize = 2;

/// The name of a square.
pub fn name((file, rank): At) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// A kind of piece in one side's hands.
pub struct Kind {
    /// The side in whose table it is defined, and its place there.
    pub origin: (Color, usize),
    /// Its letter, upper case.
    pub letter: Letter,
    /// The mark after the letter in a FEN. A promoted piece has the pawn's origin.
    pub mark: Option<char>,
    /// Its definition, with squares as the side that has it sees them.
    pub piece: PieceDef,
    /// Its squares at the start.
    pub homes: Vec<At>,
}

/// One way to castle.
pub struct Castle {
    pub color: Color,
    pub letter: char,
    pub text: String,
    /// Its text if the king has another move with the same text.
    pub wing: String,
    /// From and to.
    pub king: (At, At),
    /// Whether it is royal.
    pub royal: bool,
    /// From and to.
    pub partner: (At, At),
}

/// A variant as the naive generator sees it.
pub struct Rules {
    shape: Shape,
    /// Whether its squares are hexagons: then ranks are counted along each file, and the middle file is the lowest.
    hexagons: bool,
    pub files: i32,
    pub ranks: i32,
    /// By color: the side's own pieces in their order, then those it can only promote to.
    pub kinds: [Vec<Kind>; 2],
    pub castles: Vec<Castle>,
    pub turn: TurnRule,
    pub walls: Walls,
    pub pass: Pass,
    pub capture: Capture,
    pub captor: Captor,
    pub spared: Vec<Letter>,
    pub immune: Vec<Letter>,
    pub changes_side: SideChange,
    pub checks: Checks,
    pub royals: Royals,
    pub draws: Draws,
    pub untraded: Vec<Letter>,
    pub kings_guard: bool,
    pub cheap: Vec<Letter>,
    pub untaken: Vec<Letter>,
    grid: Option<Grid>,
    pub no_moves: NoMoves,
    pub repetition: u8,
    pub repeated: Repeated,
    /// Pieces with a first move that could return to their starting squares: side, square, and the
    /// sign of that right.
    pub first_moves: Vec<(Color, At, char)>,
    /// Pieces that let another enter when they leave, likewise.
    pub gates: Vec<(Color, At, char)>,
    pub hands: Option<HandsDef>,
    /// Whether dropped pieces may castle.
    pub castles_dropped: bool,
    pub counting: Option<CountingRule>,
    pub ends: Vec<End>,
    pub mate: Mate,
    pub no_mate_by: Vec<Letter>,
    pub mate_needs: Vec<Letter>,
    pub evasions: Evasions,
    pub move_limit: u16,
    /// The side that moves first in the game.
    pub first: Color,
    /// By side: the roles of its pieces at the start.
    pub at_start: [Vec<Letter>; 2],
}

impl Rules {
    pub fn new(def: &VariantDef) -> Rules {
        let mut rules = Rules {
            shape: def.shape.clone(),
            hexagons: def.shape.lattice() == Lattice::Hexagons,
            files: def.shape.files().into(),
            ranks: def.shape.ranks().into(),
            kinds: Color::ALL.map(|color| kinds(def, color)),
            castles: Vec::new(),
            turn: def.rules.turn,
            walls: def.rules.walls,
            pass: def.rules.pass,
            capture: def.rules.capture,
            captor: def.rules.captor,
            spared: def.rules.spared.clone(),
            immune: def.rules.immune.clone(),
            changes_side: def.rules.changes_side,
            checks: def.rules.checks,
            royals: def.rules.royals,
            draws: def.rules.draws.clone(),
            untraded: def.rules.untraded.clone(),
            kings_guard: def.rules.kings_guard,
            cheap: def.rules.cheap.clone(),
            untaken: def.rules.untaken.clone(),
            grid: def.rules.grid,
            no_moves: def.rules.no_moves,
            repetition: def.rules.repetition,
            repeated: def.rules.repeated,
            first_moves: Vec::new(),
            gates: Vec::new(),
            hands: def.hands.clone(),
            castles_dropped: !def.rules.castling_homes.is_empty(),
            counting: def.rules.counting.clone(),
            ends: def.rules.ends.clone(),
            mate: def.rules.mate,
            no_mate_by: def.rules.no_mate_by.clone(),
            mate_needs: def.rules.mate_needs.clone(),
            evasions: def.rules.evasions,
            move_limit: def.rules.move_limit,
            first: if def.start_fields.starts_with('b') { Color::Black } else { Color::White },
            at_start: Color::ALL.map(|color| {
                let own = def.array.iter().filter(|man| man.1 == color);
                own.map(|man| def.sides[color.index()].pieces[man.2].role).collect()
            }),
        };
        for &(square, color, kind) in &def.array {
            let piece = &rules.kinds[color.index()][kind].piece;
            let movement = Movement::join(&[
                piece.movement.clone(),
                piece.unchecked.clone(),
                piece.after_capture.clone(),
            ]);
            let at = rules.at(square);
            let side = || rules.kinds[color.index()].iter().map(|kind| &kind.piece);
            let initial = |movement: &Movement| movement.legs.iter().any(|leg| leg.initial);
            let lends = side().any(|piece| loans_of(piece).next().is_some());
            let borrows = loans_of(piece).any(|loan| loan.lent_behind.is_none());
            let borrowed =
                borrows && side().any(|piece| initial(&piece.movement) || initial(&piece.unchecked));
            let homes = || rules.kinds[color.index()][kind].homes.iter().copied();
            if (initial(&movement) || borrowed)
                && (lends || homes().any(|home| rules.comes(piece, color, home, at)))
            {
                rules.first_moves.push((color, at, ' '));
            }
            let gates = [Dropping::Gates, Dropping::AlsoByGates];
            let hands = def.hands.iter().find(|hands| gates.contains(&hands.drops));
            let enters = |hands: &HandsDef| {
                let pieces = &def.sides[color.index()].pieces;
                (0..pieces.len()).any(|kind| {
                    let piece = &pieces[kind];
                    let caught = hands.captured != Captured::Nobody
                        && piece.in_hand == Some(piece.role)
                        && !piece.royal;
                    let here = piece.drops.as_ref().is_none_or(|drops| drops.squares.contains(&square));
                    let open = hands.gates.as_ref();
                    let open = open.is_none_or(|gates| gates[color.index()].contains(&square));
                    open && here && (caught || hands.stock[color.index()].contains(&kind))
                })
            };
            if hands.is_some_and(enters) {
                rules.gates.push((color, at, ' '));
            }
        }
        let shuffled = matches!(def.rules.castling, Castling::Corner { partner: Partner::Shuffled(_), .. });
        // Each square has a sign of its own, whichever text shows it.
        let unmoved: Vec<(Color, At)> =
            rules.first_moves.iter().chain(&rules.gates).map(|right| (right.0, right.1)).collect();
        for right in rules.first_moves.iter_mut().chain(&mut rules.gates) {
            right.2 = sign(right.0, right.1, &unmoved, shuffled);
        }
        if let Castling::Corner { a_side, h_side, partner, keep_color } = def.rules.castling {
            for color in Color::ALL {
                rules.castles.extend(rules.corner_castle(
                    def,
                    color,
                    ('K', "O-O", 1, i32::from(h_side)),
                    partner,
                    keep_color,
                ));
                rules.castles.extend(rules.corner_castle(
                    def,
                    color,
                    ('Q', "O-O-O", -1, i32::from(a_side)),
                    partner,
                    keep_color,
                ));
            }
        }
        for color in Color::ALL {
            let home = def.array.iter().find(|man| {
                man.1 == color && !rules.kinds[color.index()][man.2].piece.movement.castles.is_empty()
            });
            let Some(&(square, _, kind)) = home else { continue };
            let legs = rules.kinds[color.index()][kind].piece.movement.castles.clone();
            for CastleLeg { wing, squares, initial: _ } in legs {
                let outward = if (wing == Wing::Left) == (color == Color::White) { -1 } else { 1 };
                let (letter, text) = if outward > 0 { ('K', "O-O") } else { ('Q', "O-O-O") };
                let file = rules.at(square).0 + outward * i32::from(squares);
                let castle = (letter, text, outward, file);
                rules.castles.extend(rules.corner_castle(def, color, castle, Partner::Corner, false));
            }
        }
        rules
    }

    /// Whether a grid forbids a move between two squares.
    pub fn in_one_cell(&self, a: At, b: At) -> bool {
        let Some(Grid { size: (width, height), corner: (file, rank) }) = self.grid else { return false };
        let cell = |at: At| {
            (
                (at.0 - i32::from(file)).div_euclid(i32::from(width)),
                (at.1 - i32::from(rank)).div_euclid(i32::from(height)),
            )
        };
        cell(a) == cell(b)
    }

    /// Castling towards `outward` (1 or -1) with the piece in that corner of the king's rank, or with
    /// the outermost one of a role.
    fn corner_castle(
        &self,
        def: &VariantDef,
        color: Color,
        (letter, text, outward, king_file): (char, &str, i32, i32),
        partner: Partner,
        keep_color: bool,
    ) -> Option<Castle> {
        let rank = if color == Color::White { 0 } else { def.shape.ranks() - 1 };
        let homes = (0..).zip(&def.rules.castling_homes).filter_map(|(file, role)| {
            let kind = self.kinds[color.index()].iter().position(|kind| Some(kind.piece.role) == *role)?;
            Some((def.shape.square(file, rank)?, color, kind))
        });
        let homes: Vec<_> = homes.collect();
        let array = if homes.is_empty() { &def.array } else { &homes };
        let starts =
            |at: At| array.iter().find(|man| man.1 == color && self.at(man.0) == at).map(|man| man.2);
        // The piece of role K castles, or else a royal one.
        let mut men = array
            .iter()
            .filter(|man| man.1 == color)
            .map(|man| (man, &self.kinds[color.index()][man.2].piece));
        let crowned = men.clone().find(|(_, piece)| piece.role == 'K');
        let (&(square, _, king), _) = crowned.or_else(|| men.find(|(_, piece)| piece.royal))?;
        let home = self.at(square);
        let mut corner = (if outward > 0 { self.files - 1 } else { 0 }, home.1);
        if let Partner::Outermost(role) | Partner::Shuffled(role) = partner {
            while corner != home
                && starts(corner).is_none_or(|kind| self.kinds[color.index()][kind].piece.role != role)
            {
                corner.0 -= outward;
            }
        }
        let partner = starts(corner).filter(|_| corner != home)?;

        let mut king_to = (king_file, home.1);
        let mut partner_to = (king_file - outward, home.1);
        let movement = &self.kinds[color.index()][partner].piece.movement;
        if keep_color
            && is_dark(corner) != is_dark(partner_to)
            && self.is_color_bound(movement, color, corner)
        {
            king_to.0 += outward;
            partner_to.0 += outward;
        }
        // If the king has an ordinary move to the same square, castling needs another name, and also
        // where it may start anywhere.
        let king = &self.kinds[color.index()][king].piece;
        let zones =
            king.zones.iter().filter(|zone| zone.squares.contains(&square)).map(|zone| &zone.movement);
        let own = [&king.movement, &king.unchecked, &king.after_capture];
        let mut legs = own.into_iter().chain(zones).flat_map(|movement| &movement.legs);
        let needs_men =
            |leg: &Leg| matches!(leg.obstacle, Obstacle::Hop | Obstacle::Grasshopper | Obstacle::Jump);
        // What only gives check does not move.
        let checks = |leg: &Leg| leg.kings && self.royals != Royals::NotAll;
        let ordinary =
            legs.any(|leg| !needs_men(leg) && !checks(leg) && self.ends(home, color, leg).contains(&king_to));
        let shuffled = matches!(def.rules.castling, Castling::Corner { partner: Partner::Shuffled(_), .. });
        let wing = text.to_owned();
        let text = if ordinary || shuffled { wing.clone() } else { name(home) + &name(king_to) };
        if self.in_one_cell(home, king_to) {
            return None;
        }
        // A piece that is confined to a zone does not castle out of it.
        let stays = |piece: &PieceDef, to: At| {
            piece.within.as_ref().is_none_or(|squares| squares.iter().any(|&square| self.at(square) == to))
        };
        if !stays(king, king_to) || !stays(&self.kinds[color.index()][partner].piece, partner_to) {
            return None;
        }
        Some(Castle {
            color,
            letter: color.case(letter),
            text,
            wing,
            king: (home, king_to),
            royal: king.royal,
            partner: (corner, partner_to),
        })
    }

    /// Whether a piece that starts on `from` can reach squares of one color only, wherever the others
    /// are: floods the empty board with every square of every leg.
    fn is_color_bound(&self, movement: &Movement, color: Color, from: At) -> bool {
        let mut reached = BTreeSet::from([from]);
        let mut waiting = vec![from];
        while let Some(at) = waiting.pop() {
            for leg in &movement.legs {
                let ends = self.ends(at, color, leg).into_iter();
                waiting.extend(ends.filter(|&to| reached.insert(to)).collect::<Vec<_>>());
            }
        }
        let borrows = movement.loans.iter().any(|loan| loan.lent_behind.is_none());
        !borrows && reached.iter().all(|&at| self.shade(at) == self.shade(from))
    }

    /// The text of the right of an unmoved piece: its file, and its rank if others have one on that file.
    pub fn right_text(&self, sign: char) -> String {
        let mut rights = self.first_moves.iter().chain(&self.gates);
        let right = rights.find(|right| right.2 == sign && !sign.is_ascii());
        right.map_or(sign.to_string(), |&(color, at, _)| {
            let name = name(at);
            format!("{}{}", color.case(name.chars().next().unwrap()), &name[1..])
        })
    }

    /// Whether a piece could come from one square to another.
    fn comes(&self, piece: &PieceDef, color: Color, from: At, wanted: At) -> bool {
        let may_go = |at: At, to: At| {
            let within = piece.within.as_ref();
            within.is_none_or(|squares| squares.iter().any(|&square| self.at(square) == to))
                && !self.in_one_cell(at, to)
        };
        let mut reached = BTreeSet::new();
        let mut waiting = vec![from];
        while let Some(at) = waiting.pop() {
            let here = |squares: &[Square]| squares.iter().any(|&square| self.at(square) == at);
            let zones = piece.zones.iter().filter(|zone| here(&zone.squares)).map(|zone| &zone.movement);
            let own = [&piece.movement, &piece.unchecked, &piece.spacious, &piece.after_capture];
            for leg in own.into_iter().chain(zones).flat_map(|movement| &movement.legs) {
                let ends = self.ends(at, color, leg).into_iter();
                waiting.extend(ends.filter(|&to| may_go(at, to) && reached.insert(to)).collect::<Vec<_>>());
            }
        }
        reached.contains(&wanted)
    }

    /// Where a leg may end, wherever the others are: a superset for one with bends, but on the right
    /// colors.
    fn ends(&self, from: At, color: Color, leg: &Leg) -> Vec<At> {
        let mut open = vec![(from, leg.steps[0], 0, 0)];
        if !leg.is_path() {
            return self.path(from, color, leg).into_iter().map(|step| step.0).collect();
        }
        let mut ends = BTreeSet::new();
        while let Some((at, step, index, length)) = open.pop() {
            let line = match index {
                0 => Leg { bends: Vec::new(), ..leg.clone() },
                n => Leg {
                    steps: vec![step],
                    reach: leg.bends[n - 1].reach,
                    cylinder: leg.bends[n - 1].cylinder,
                    bends: Vec::new(),
                    ..leg.clone()
                },
            };
            let as_far = index > 0 && leg.bends[index - 1].as_far;
            for (n, (to, _)) in (1..).zip(self.path(at, color, &line)) {
                if as_far && n != length {
                    continue;
                }
                let length = if line.reach == Reach::Steps(1) { length } else { n };
                match leg.bends.get(index) {
                    Some(bend) => {
                        open.extend(bend.onward(step).map(|onward| (to, onward, index + 1, length)));
                    }
                    None => drop(ends.insert(to)),
                }
            }
        }
        ends.into_iter().collect()
    }

    /// The squares a leg leads to on an empty board, each with the squares that its last leap
    /// passes, holes included.
    pub fn path(&self, from: At, color: Color, leg: &Leg) -> Vec<(At, Vec<At>)> {
        let limit = match leg.reach {
            Reach::Steps(steps) => usize::from(steps),
            Reach::Edge => usize::MAX,
        };
        let mut path = Vec::new();
        let mut at = from;
        for step in leg.steps.iter().cycle().take(limit).map(|step| step.seen_by(color)) {
            let between = self.shape.lattice().between(step).unwrap_or_default();
            let between = between.into_iter().map(|part| self.beyond(at, part, leg.cylinder)).collect();
            at = self.beyond(at, step, leg.cylinder);
            if at == from || !self.is_on_board(at) {
                break;
            }
            path.push((at, between));
        }
        if leg.halfling {
            path.truncate(path.len().div_ceil(2));
        }
        path
    }

    /// Where a leap leads, on or off the board, and whether it goes around it.
    pub fn onward(&self, (file, rank): At, leap: At, cylinder: bool) -> (At, bool) {
        let (to, rank) = (file + leap.0, rank + leap.1);
        let around = if cylinder { to.rem_euclid(self.files) } else { to };
        ((around, rank + self.foot(file) - self.foot(to)), around != to)
    }

    /// How much higher the first hexagon of a file is than that of a file as far to the left of the middle, along
    /// the line of neighbors that rises to the right.
    fn foot(&self, file: i32) -> i32 {
        if self.hexagons { (file - self.files / 2).max(0) } else { 0 }
    }

    /// The color of a square, as a number.
    pub fn shade(&self, (file, rank): At) -> i32 {
        if self.hexagons { (file + rank + self.foot(file)) % 3 } else { (file + rank) % 2 }
    }

    /// The name of a square.
    pub fn name(&self, at: At) -> String {
        let letters = if self.hexagons { "abcdefghiklmnopqrstuvwxyz_" } else { "abcdefghijklmnopqrstuvwxyz" };
        format!("{}{}", letters.as_bytes()[at.0 as usize] as char, at.1 + 1)
    }

    /// Where a step leads, on or off the board.
    fn beyond(&self, at: At, step: Offset, cylinder: bool) -> At {
        self.onward(at, (step.right.into(), step.forward.into()), cylinder).0
    }

    /// Whether there is such a square, and no hole.
    pub fn is_on_board(&self, (file, rank): At) -> bool {
        let inside = (0..self.files).contains(&file) && (0..self.ranks).contains(&rank);
        inside && !self.shape.is_hole(Square((rank * self.files + file) as u8))
    }

    /// Which of the parts of the board that have moves of their own a square belongs to.
    pub fn complex_of(&self, at: At) -> usize {
        match self.turn {
            TurnRule::Alternate | TurnRule::Series(_) | TurnRule::MoveAndWall => 0,
            TurnRule::OneMovePerSquareColor => usize::from(!is_dark(at)),
        }
    }

    /// A square of the definition.
    pub fn at(&self, square: Square) -> At {
        (i32::from(square.0) % self.files, i32::from(square.0) / self.files)
    }

    /// The index of a kind from one of the tables in `color`'s hands.
    pub fn kind_of(&self, color: Color, origin: (Color, usize)) -> usize {
        self.find_kind(color, origin).unwrap()
    }

    /// The same, if the side may have such a piece.
    pub fn find_kind(&self, color: Color, origin: (Color, usize)) -> Option<usize> {
        self.kinds[color.index()].iter().position(|kind| kind.origin == origin)
    }
}

impl Castle {
    /// The squares that may be occupied only by king and partner.
    pub fn span(&self) -> impl Iterator<Item = At> + use<> {
        let files = [self.king.0.0, self.king.1.0, self.partner.0.0, self.partner.1.0];
        squares(*files.iter().min().unwrap()..=*files.iter().max().unwrap(), self.king.0.1)
    }

    /// The squares of the king while it castles, the first and the last included.
    pub fn king_walk(&self) -> impl Iterator<Item = At> + use<> {
        let (from, to) = (self.king.0.0, self.king.1.0);
        squares(from.min(to)..=from.max(to), self.king.0.1)
    }
}

fn squares(files: RangeInclusive<i32>, rank: i32) -> impl Iterator<Item = At> {
    files.map(move |file| (file, rank))
}

fn is_dark((file, rank): At) -> bool {
    (file + rank) % 2 == 0
}

/// The sign of the right of an unmoved piece: the letter of its file, if no other right has that letter.
fn sign(color: Color, at: At, unmoved: &[(Color, At)], shuffled: bool) -> char {
    let other = |right: &&(Color, At)| right.0 == color && right.1.0 == at.0 && right.1.1 != at.1;
    match unmoved.iter().find(other) {
        None if !shuffled => color.case(name(at).chars().next().unwrap()),
        _ => char::from_u32(0xE000 + 0x1000 * color.index() as u32 + (at.1 * 32 + at.0) as u32).unwrap(),
    }
}

/// The kinds of one side: its own, and those of the other side to which it can promote.
fn kinds(def: &VariantDef, color: Color) -> Vec<Kind> {
    let own = &def.sides[color.index()].pieces;
    let files = i32::from(def.shape.files());
    let at = |square: Square| (i32::from(square.0) % files, i32::from(square.0) / files);
    let homes =
        |kind| def.array.iter().filter(|man| man.1 == color && man.2 == kind).map(|man| at(man.0)).collect();
    let mut kinds: Vec<Kind> = own
        .iter()
        .enumerate()
        .map(|(i, piece)| Kind {
            origin: (color, i),
            letter: piece.letter,
            mark: piece.mark,
            piece: piece.clone(),
            homes: homes(i),
        })
        .collect();
    let promotions = own.iter().filter_map(|piece| Some((piece.mark, piece.promotion.as_ref()?)));
    for (mark, target) in
        promotions.flat_map(|(mark, promotion)| promotion.targets.iter().map(move |target| (mark, target)))
    {
        let origin = (target.from_side, target.piece);
        if kinds.iter().any(|kind| kind.origin == origin) {
            continue;
        }
        let mut piece = def.sides[target.from_side.index()].pieces[target.piece].clone();
        for square in piece.zones.iter_mut().flat_map(|zone| &mut zone.squares) {
            *square = def.shape.opposite(*square);
        }
        for square in piece.within.iter_mut().chain(&mut piece.loans).flatten() {
            *square = def.shape.opposite(*square);
        }
        for square in piece.becomes.iter_mut().flat_map(|becomes| &mut becomes.squares) {
            *square = def.shape.opposite(*square);
        }
        kinds.push(Kind { origin, letter: target.letter, mark, piece, homes: Vec::new() });
    }
    kinds
}

/// All that a piece lends and borrows anywhere.
pub fn loans_of(piece: &PieceDef) -> impl Iterator<Item = &Loan> {
    piece.movement.loans.iter().chain(piece.zones.iter().flat_map(|zone| &zone.movement.loans))
}
