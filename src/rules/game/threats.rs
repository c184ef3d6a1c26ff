//! What each piece can do to a royal piece and to the squares around it, in one entry per piece.
//!
//! For every enemy piece, a node needs to know whether it gives check or pins, and which of the royal's
//! flight squares it attacks. The piece's entry answers all of that for distant pieces and for leapers.
//! Only rays that end near the royal need to be followed.

use super::tables::MoveTable;
use super::{Castle, Kind, RayId, RayTable};
use crate::rules::geometry::{Color, Narrow, Shape, Square};

/// A set of a royal's flight squares: bit `i` is the target of stop `i` of its moves, and higher bits
/// are squares of its castling.
pub(crate) type Flights = u16;

/// The number of flight squares that are tracked. Any others are tested one by one.
const MAX_FLIGHTS: usize = Flights::BITS as usize;

/// What a piece on a square can do to a royal on another square, packed so that zero means nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Threat(u64);

impl Threat {
    /// No effect on the royal or the squares around it.
    pub(crate) const NONE: Threat = Threat(0);

    fn new(ray: RayId, leaps: Flights, rays: Flights) -> Threat {
        Threat(u64::from(ray.0) | u64::from(leaps) << 16 | u64::from(rays) << 32)
    }

    /// It attacks a flight square, too.
    fn add_flight(&mut self, id: RayId, bit: usize) {
        let flight = 1 << bit;
        let flights = if id == RayId::LEAP { (flight, 0) } else { (0, flight) };
        self.0 |= Threat::new(RayId::NONE, flights.0, flights.1).0;
    }

    /// Its ray to the royal itself.
    #[inline]
    pub(crate) fn ray(self) -> RayId {
        RayId((self.0 & 0xFFFF).narrow())
    }

    /// The flight squares that it attacks whatever is between.
    #[inline]
    pub(crate) fn leaps(self) -> Flights {
        (self.0 >> 16 & 0xFFFF).narrow()
    }

    /// The flight squares that it attacks if its ray there is open.
    #[inline]
    pub(crate) fn rays(self) -> Flights {
        (self.0 >> 32 & 0xFFFF).narrow()
    }
}

/// The threats to royals, for sides with at most one royal piece type.
#[derive(Clone, Debug)]
pub(crate) struct ThreatTable {
    piece_squares: usize,
    /// By the royal's square and the piece-square of the other piece, which is of the other color.
    threats: Vec<Threat>,
    /// By side and square: the flight squares of its royal.
    flights: [Vec<Vec<u8>>; 2],
    /// By side: the rights to castle, which are the indices of the records.
    castles_of: [u32; 2],
    /// By castling record: the flight squares that must be safe, if no other condition matters;
    /// otherwise 0.
    castles: Vec<Flights>,
    /// Whether a non-royal king castles.
    castles_freely: bool,
}

impl ThreatTable {
    pub(crate) fn new(
        shape: &Shape,
        kinds: &[Kind],
        castles: &[Castle],
        rays: &RayTable,
        moves: &MoveTable,
    ) -> ThreatTable {
        let piece_squares = kinds.len() * shape.cell_count();
        let flights = Color::ALL.map(|color| flights(shape, kinds, castles, moves, color));
        let of_color =
            |piece_square: usize, color: Color| kinds[piece_square / shape.cell_count()].color == color;
        let attackers: Vec<[Vec<(usize, RayId)>; 2]> = (0..shape.cell_count())
            .map(|target| attackers(rays, Square(target.narrow()), of_color))
            .collect();
        let mut threats = vec![Threat::NONE; piece_squares * shape.cell_count()];
        for (royal, threats) in threats.chunks_mut(piece_squares.max(1)).enumerate() {
            for &(piece_square, id) in attackers[royal].iter().flatten() {
                threats[piece_square] = Threat::new(id, 0, 0);
            }
            for victim in Color::ALL {
                for (bit, &target) in flights[victim.index()][royal].iter().enumerate() {
                    for &(piece_square, id) in &attackers[usize::from(target)][(!victim).index()] {
                        threats[piece_square].add_flight(id, bit);
                    }
                }
            }
        }
        let bit_of = |(bit, castle): (usize, &Castle), color| u32::from(castle.color == color) << bit;
        let castles_of =
            Color::ALL.map(|color| castles.iter().enumerate().map(|castle| bit_of(castle, color)).sum());
        let records = castles;
        let castles =
            records.iter().map(|castle| castling_flights(shape, kinds, castle, rays, &flights)).collect();
        let castles_freely = records.iter().any(|castle| castle.safe.is_empty());
        ThreatTable { piece_squares, threats, flights, castles_of, castles, castles_freely }
    }

    /// The threats to a royal on a square: index with [`super::Game::piece_square`].
    #[inline]
    pub(crate) fn against(&self, royal: Square) -> &[Threat] {
        let start = royal.index() * self.piece_squares;
        &self.threats[start..start + self.piece_squares]
    }

    #[inline]
    pub(crate) fn flight_squares(&self, color: Color, royal: Square) -> &[u8] {
        &self.flights[color.index()][royal.index()]
    }

    /// The rights of a side to castle: bit `i` is record `i`.
    #[inline]
    pub(crate) fn castles_of(&self, color: Color) -> u32 {
        self.castles_of[color.index()]
    }

    /// Whether a non-royal king castles, so that castling does not concern royals alone.
    #[inline]
    pub(crate) fn castles_freely(&self) -> bool {
        self.castles_freely
    }

    /// The flight squares that must be safe for castling to be legal, given that the squares that must
    /// be empty are; 0 if that does not suffice.
    #[inline]
    pub(crate) fn castling(&self, index: usize) -> Flights {
        self.castles[index]
    }
}

/// By color, the piece-squares of the pieces that may capture on a square, with their rays.
fn attackers(
    rays: &RayTable,
    target: Square,
    of_color: impl Fn(usize, Color) -> bool,
) -> [Vec<(usize, RayId)>; 2] {
    let ids = rays.towards(target).iter().copied().enumerate().filter(|&(_, id)| id != RayId::NONE);
    Color::ALL.map(|color| ids.clone().filter(|&(piece_square, _)| of_color(piece_square, color)).collect())
}

/// The flight squares of a side's royal on each square.
fn flights(
    shape: &Shape,
    kinds: &[Kind],
    castles: &[Castle],
    moves: &MoveTable,
    color: Color,
) -> Vec<Vec<u8>> {
    let mut royals = (0..kinds.len()).filter(|&id| kinds[id].royal && kinds[id].color == color);
    let (Some(royal), None) = (royals.next(), royals.next()) else {
        return vec![Vec::new(); shape.cell_count()];
    };
    let of_square = |square: usize| {
        let mut flights: Vec<u8> = moves
            .stops(moves.entry(royal * shape.cell_count() + square))
            .iter()
            .map(|stop| stop.to)
            .collect();
        let castles =
            castles.iter().filter(|castle| castle.color == color && castle.king.0.index() == square);
        for target in castles.flat_map(safe_squares) {
            if !flights.contains(&target.0) {
                flights.push(target.0);
            }
        }
        flights.truncate(MAX_FLIGHTS);
        flights
    };
    (0..shape.cell_count()).map(of_square).collect()
}

/// The squares that must be safe besides the king's own; none if it is not royal.
fn safe_squares(castle: &Castle) -> impl Iterator<Item = Square> {
    let reached = Some(castle.king.1).filter(|square| castle.safe.contains(square));
    castle.passed.iter().copied().chain(reached)
}

/// The flight squares that must be safe for castling. They are examined with the king removed and its
/// partner still at home. That suffices if rays only require empty squares, and none of them to the
/// king's new square passes its partner's old one.
fn castling_flights(
    shape: &Shape,
    kinds: &[Kind],
    castle: &Castle,
    rays: &RayTable,
    flights: &[Vec<Vec<u8>>; 2],
) -> Flights {
    let known = &flights[castle.color.index()][castle.king.0.index()];
    let enough = |target: Square, id: RayId| match id {
        RayId::NONE | RayId::LEAP => true,
        id => {
            let ray = rays.ray(id);
            ray.plain && (target != castle.king.1 || !rays.between(ray).contains(&castle.partner.0.0))
        }
    };
    let bit_of = |target: Square| {
        let mut enemies = rays
            .towards(target)
            .iter()
            .enumerate()
            .filter(|(piece_square, _)| kinds[piece_square / shape.cell_count()].color != castle.color);
        let bit = known.iter().position(|&known| known == target.0);
        bit.filter(|_| enemies.all(|(_, &id)| enough(target, id))).map(|bit| 1 << bit)
    };
    safe_squares(castle).map(bit_of).try_fold(0, |set, bit| Some(set | bit?)).unwrap_or(0)
}
