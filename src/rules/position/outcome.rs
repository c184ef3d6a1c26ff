//! How games end: the list of all ends in the order in which they count, with mate, stalemate and the draws.
//! `ends` has the special ends of a game, `repetition` finds earlier occurrences of a position.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use super::sets::PieceSet;
use super::state::State;
use super::{Move, Position};
use crate::rules::game::{KindId, MatingMaterial};
use crate::rules::geometry::Color;
use crate::rules::letter::Letter;
use crate::rules::variant::{Draws, Repeated};

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Color>,
    /// The reason.
    pub reason: Reason,
    /// How much the winner wins.
    pub margin: Margin,
}

impl Outcome {
    /// Whether programs are not asked to play on. Draws that players claim are not final. A repetition that
    /// loses is no claim: the game is over.
    pub const fn is_final(self) -> bool {
        self.winner.is_some() || !self.reason.is_claimed()
    }
}

/// The value of a won game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Margin {
    /// 1-0.
    Full,
    /// 0.75-0.25: one half of the game was drawn before.
    Half,
}

/// Why a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Checkmate.
    Mate,
    /// No legal move without check.
    NoMoves,
    /// The position occurred too often.
    Repetition,
    /// Too many moves without progress.
    MoveLimit,
    /// The ending was not won in time.
    Counted,
    /// Neither side can win any more.
    Material,
    /// Both halves of the game are drawn, or a side has no pieces in the half that is not.
    Closed,
    /// A piece has reached its goal.
    Goal,
    /// Pieces that must not be lost have been lost.
    Lost,
    /// Enough checks have been given.
    Checks,
    /// A king is the last piece of its side.
    Bare,
    /// The kings face each other, and a side has passed.
    Facing,
    /// Both sides have passed.
    Passes,
}

impl Reason {
    /// Whether players claim a draw for such a reason, and programs can be asked to play on.
    pub const fn is_claimed(self) -> bool {
        match self {
            Reason::Repetition | Reason::MoveLimit | Reason::Counted | Reason::Material => true,
            Reason::Mate
            | Reason::NoMoves
            | Reason::Closed
            | Reason::Goal
            | Reason::Lost
            | Reason::Checks
            | Reason::Bare
            | Reason::Facing
            | Reason::Passes => false,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Mate => "checkmate",
            Reason::NoMoves => "stalemate",
            Reason::Repetition => "repetition",
            Reason::MoveLimit => "move limit",
            Reason::Counted => "counting",
            Reason::Material => "insufficient material",
            Reason::Closed => "both halves drawn",
            Reason::Goal => "goal reached",
            Reason::Lost => "pieces lost",
            Reason::Checks => "checks given",
            Reason::Bare => "bare King",
            Reason::Facing => "facing kings",
            Reason::Passes => "two passes",
        })
    }
}

impl fmt::Display for Outcome {
    /// `checkmate, White has won`; `stalemate, a draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{}, {winner} has won", self.reason),
            None => write!(f, "{}, a draw", self.reason),
        }
    }
}

/// White's share of the point in quarters, written as PGN writes results.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Points(u8);

/// The text for any other value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoResult;

impl Points {
    /// A drawn game.
    pub const DRAW: Points = Points(2);

    /// The whole point for the winner.
    pub fn won(winner: Color) -> Points {
        Points(if winner == Color::White { 4 } else { 0 })
    }

    /// In quarters of a point.
    pub fn quarters(self) -> u8 {
        self.0
    }

    /// In points.
    pub fn of_white(self) -> f64 {
        f64::from(self.0) / 4.0
    }

    /// The side with more of them.
    pub fn winner(self) -> Option<Color> {
        match self.0.cmp(&Points::DRAW.0) {
            Ordering::Less => Some(Color::Black),
            Ordering::Equal => None,
            Ordering::Greater => Some(Color::White),
        }
    }

    /// A result that PGN cannot express.
    pub fn uneven(self) -> Option<&'static str> {
        match self.0 {
            1 => Some("0.25-0.75"),
            3 => Some("0.75-0.25"),
            _ => None,
        }
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        })
    }
}

impl FromStr for Points {
    type Err = NoResult;

    fn from_str(text: &str) -> Result<Points, NoResult> {
        let named = |&points: &Points| {
            points.uneven().map_or_else(|| points.to_string() == text, |name| name == text)
        };
        (0..=4).map(Points).find(named).ok_or(NoResult)
    }
}

impl From<Option<Color>> for Points {
    fn from(winner: Option<Color>) -> Points {
        winner.map_or(Points::DRAW, Points::won)
    }
}

impl From<Outcome> for Points {
    fn from(outcome: Outcome) -> Points {
        match (outcome.winner, outcome.margin) {
            (Some(Color::White), Margin::Half) => Points(3),
            (Some(Color::Black), Margin::Half) => Points(1),
            (winner, _) => Points::from(winner),
        }
    }
}

/// How far one looks for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Horizon {
    /// Only what lies on the board: the special ends of this game (a goal reached, pieces lost), after which
    /// no move is listed or counted.
    Board,
    /// As far as a referee: every rule.
    Game,
    /// As a search, so many plies from its root. It finds by itself whether there is a move. One earlier
    /// occurrence within these plies counts as repetition, because a search need not go round twice, even if
    /// the game may. Where positions may repeat without end, the third occurrence counts as well, because
    /// nothing is gained by it.
    Search(usize),
}

/// The number of occurrences of a position that shows a lack of progress, whatever the rules.
const THREE_TIMES: u32 = 3;
/// The number of plies without progress that shows the same.
const IDLE_PLIES: u16 = 128;

impl Position {
    /// The outcome, if the game is over by any rule.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use fibnif::rules::{game, position::Position, variant::Catalog};
    ///
    /// let chess = game::compile(&Catalog::builtin().resolve("chess")?)?;
    /// let stalemate = Position::from_fen(chess, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")?;
    /// let outcome = stalemate.outcome().ok_or("not over")?;
    /// assert_eq!((outcome.winner, outcome.reason.to_string().as_str()), (None, "stalemate"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        self.end(Horizon::Game)
    }

    /// How the game has ended, for somebody who looks that far. This is the list of all ends, in the order in
    /// which they count.
    #[inline]
    pub fn end(&self, horizon: Horizon) -> Option<Outcome> {
        let special = self.game.ends.as_ref().filter(|ends| ends.any).and_then(|ends| self.special_end(ends));
        if special.is_some() {
            return special;
        }
        match horizon {
            Horizon::Board => None,
            Horizon::Game if !self.has_legal_move() => Some(self.without_moves()),
            Horizon::Game => self.repeated(horizon).or_else(|| self.expired()),
            // A position that was left before has a move. Otherwise a mate on the last move of a limit takes
            // precedence.
            Horizon::Search(_) => self.repeated(horizon).or_else(|| {
                let expired = self.expired()?;
                Some(if self.has_legal_move() { expired } else { self.without_moves() })
            }),
        }
    }

    /// An outcome, in a game of which a half may have been drawn before.
    fn over(&self, winner: Option<Color>, reason: Reason) -> Outcome {
        let margin = if self.closed_colors().is_empty() { Margin::Full } else { Margin::Half };
        self.ended(winner, reason, margin)
    }

    /// An outcome by this margin; where the rules say so, a side wins what would be a draw.
    pub(super) fn ended(&self, winner: Option<Color>, reason: Reason, margin: Margin) -> Outcome {
        Outcome { winner: winner.or_else(|| self.winner_of_draw()), reason, margin }
    }

    /// The side that wins what would be a draw.
    #[inline]
    fn winner_of_draw(&self) -> Option<Color> {
        let draws = &self.game.def.rules.draws;
        if draws.decide() { self.winner_by_points(draws) } else { None }
    }

    #[cold]
    fn winner_by_points(&self, draws: &Draws) -> Option<Color> {
        let pieces = |color: Color, role: Letter| {
            let of =
                |kind: &KindId| (self.game.kind(*kind).color, self.game.kind(*kind).role) == (color, role);
            self.game.kind_ids().filter(of).map(|kind| self.count(kind)).sum()
        };
        draws.winner(pieces)
    }

    /// The outcome for a side to move that has no legal move.
    pub fn without_moves(&self) -> Outcome {
        let (side, rules) = (self.state.side, &self.game.def.rules);
        if self.in_check() {
            let winner = rules.mate.winner(side);
            let winner = if rules.limits_mates() { self.winner_of_mate(winner) } else { Some(winner) };
            return self.over(winner, Reason::Mate);
        }
        if self.state.turn.as_ref().is_some_and(|turn| !turn.is_stuck(self.state.side_pieces[side.index()])) {
            return self.over(None, Reason::Closed);
        }
        let pieces = self.state.side_pieces.map(PieceSet::len);
        self.over(rules.no_moves.winner(side, pieces), Reason::NoMoves)
    }

    /// The winner by a mate that would be `usual`, where the pieces count that give it, or have given check
    /// in the series of checks before it.
    #[cold]
    fn winner_of_mate(&self, usual: Color) -> Option<Color> {
        let (game, rules, side) = (&self.game, &self.game.def.rules, self.state.side);
        let is_by = |state: &State, roles: &[Letter], all: bool| {
            let mut checkers = state.checkers(game, side).iter();
            let listed = |slot: usize| roles.contains(&game.kind(state.kind_of[slot]).role);
            if all { checkers.all(listed) } else { checkers.any(listed) }
        };
        if !rules.no_mate_by.is_empty() && is_by(&self.state, &rules.no_mate_by, true) {
            return Some(!usual);
        }
        if rules.mate_needs.is_empty() {
            return Some(usual);
        }
        let mut state = self.state.recent(self.state.history.len());
        loop {
            if is_by(&state, &rules.mate_needs, false) {
                return Some(usual);
            }
            for _ in 0..2 {
                if state.history.last().is_none_or(|undo| undo.played == Move::NONE) {
                    return None;
                }
                state.unmake(game);
            }
            if !state.in_check(game, side) {
                return None;
            }
        }
    }

    /// The end by a position that has occurred too often.
    #[inline]
    fn repeated(&self, horizon: Horizon) -> Option<Outcome> {
        let rules = &self.game.def.rules;
        if rules.repeated.closes_color() {
            return None;
        }
        let count = u32::from(rules.repetition);
        let over = match horizon {
            Horizon::Board => false,
            Horizon::Game => count > 0 && self.counters().repetitions() + 1 >= count,
            Horizon::Search(_) if self.reach() < 4 => false,
            Horizon::Search(plies) => {
                let (all, near) = self.earlier_occurrences(plies);
                near > 0 || all + 1 >= if count == 0 { THREE_TIMES } else { count }
            }
        };
        let winner = || match rules.repeated {
            _ if count == 0 => None,
            Repeated::Draw | Repeated::ClosesColor => None,
            Repeated::RepeaterLoses => Some(!self.first_to_repeat()),
            Repeated::PerpetualCheckLoses | Repeated::PerpetualChaseLoses => {
                self.perpetual_offender(count).map(|offender| !offender)
            }
        };
        over.then(|| self.over(winner(), Reason::Repetition))
    }

    /// A draw by a limit of moves, or because neither side can win any more.
    #[inline]
    fn expired(&self) -> Option<Outcome> {
        let reason = match () {
            () if self.over_move_limit() => Reason::MoveLimit,
            () if self.lacks_material() => Reason::Material,
            () if self.state.now.count.is_up() => Reason::Counted,
            () => return None,
        };
        Some(self.over(None, reason))
    }

    /// The outcome, if no move can follow: programs are not asked to play on.
    pub fn final_outcome(&self) -> Option<Outcome> {
        self.outcome().filter(|outcome| outcome.is_final())
    }

    fn over_move_limit(&self) -> bool {
        let limit = self.state.move_limit;
        limit > 0 && self.state.now.clock >= limit
    }

    /// Whether a side has only its king, and cannot win with it by any legal moves of both sides: the game is
    /// decided by mate alone, and kings do not mate each other.
    pub fn cannot_win(&self, color: Color) -> bool {
        let (game, rules) = (&self.game, &self.game.def.rules);
        let mut pieces = self.pieces(color);
        let (Some((king, _)), None) = (pieces.next(), pieces.next()) else { return false };
        let is_royal = (self.state.alive & self.state.royals).meets(self.state.side_pieces[color.index()]);
        let draws_decide = rules.repeated.decides() || rules.draws.decide();
        let decided_by_mate = !rules.no_moves.matters() && rules.mate.loses() && !draws_decide;
        let may_end = game.ends.as_ref().is_some_and(|ends| {
            ends.may_come([(king, true)].into_iter()) || !ends.least[(!color).index()].is_empty()
        });
        is_royal && decided_by_mate && !may_end && game.hands.is_none() && game.bare_royals_draw()
    }

    /// Whether no sequence of legal moves could win for either side: see `game::material`.
    pub(super) fn lacks_material(&self) -> bool {
        let (state, game) = (&self.state, &self.game);
        if let Some(nobody) = state.turn.as_ref().and_then(|turn| turn.nobody_can_win(state.side_pieces)) {
            return nobody;
        }
        let (royals, extra) = (state.alive & state.royals, state.alive & !state.royals);
        // Captured pieces come back, and those in hand count.
        if game.hands.as_ref().is_some_and(|hands| hands.catches() || state.has_any_in_hand(hands)) {
            return false;
        }
        let rules = &game.def.rules;
        if !rules.material_draw || rules.repeated.decides() || state.alive.len() > 8 {
            return false;
        }
        if royals.len() > 2 {
            return false;
        }
        let pieces = || state.alive.iter().map(|slot| (state.kind_of[slot], royals.contains(slot)));
        if game.ends.as_ref().is_some_and(|ends| ends.may_come(pieces())) {
            return false;
        }
        if extra.is_empty() {
            return royals.len() < 2 || game.bare_royals_draw();
        }
        if game.is_too_weak(&extra.iter().map(|slot| state.kind_of[slot])) {
            return true;
        }
        // If having no move decides the game, every extra piece may decide it.
        if game.def.rules.no_moves.matters() || royals.len() != 2 {
            return false;
        }
        let bound = |slot: usize| {
            let kind = game.kind(state.kind_of[slot]);
            let stays = kind.color_bound && !kind.may_change() && !game.effects.puts_down();
            stays.then(|| game.shape.shade(state.square_of[slot]))
        };
        let mut colors = extra.iter().map(bound);
        let first = colors.next().flatten();
        let one_color = first.is_some() && colors.all(|color| color == first);
        let single = extra.len() == 1;
        if !one_color && !single {
            return false;
        }
        let material = game.material.get_or_init(|| MatingMaterial::compute(game));
        single && extra.iter().all(|slot| !material.mates_alone[state.kind_of[slot].index()])
            || one_color && !material.one_color_mates
    }
}

/// The search treats numbers of remaining plies that differ by less than this as equal.
const PLIES_ALIKE: u16 = 4;

/// Spreads a count over a key.
const COUNT_KEY: u64 = 0xD6E8_FEB8_6659_FD93;

/// What a game counts toward an end of it.
#[derive(Clone, Copy)]
pub struct Counters<'a>(&'a Position);

impl Position {
    /// The counts of occurrences, plies and checks.
    #[inline]
    pub fn counters(&self) -> Counters<'_> {
        Counters(self)
    }
}

impl Counters<'_> {
    /// The number of earlier occurrences of this position since the last irreversible move.
    pub fn repetitions(self) -> u32 {
        self.0.earlier_occurrences(usize::MAX).0
    }

    /// Whether a game that no rule ends makes no progress: a third occurrence if positions may repeat,
    /// or many moves without progress if there is no limit.
    pub fn are_stale(self) -> bool {
        let (state, rules) = (&self.0.state, &self.0.game.def.rules);
        let idle = state.move_limit == 0 && state.now.count.limit == 0 && state.now.clock >= IDLE_PLIES;
        rules.repetition == 0 && (idle || self.repetitions() + 1 >= THREE_TIMES)
    }

    /// Plies (turns, if a side may move more than once in one) that may still be played without a capture or
    /// pawn move, if there is a limit.
    pub fn plies_to_limit(self) -> Option<u16> {
        let limit = self.0.state.move_limit;
        (limit > 0).then(|| limit.saturating_sub(self.0.state.now.clock))
    }

    /// The number of plies the game may still last by the running count, if there is one.
    #[inline]
    pub fn plies_left(self) -> Option<u16> {
        let count = self.0.state.now.count;
        (count.limit > 0).then(|| count.left())
    }

    /// The number of checks that White and Black still have to give, if checks are counted.
    #[inline]
    pub fn checks_left(self) -> Option<[u8; 2]> {
        let enough = self.0.game.checks_to_win();
        (enough > 0).then(|| self.0.state.now.checks.map(|given| enough.saturating_sub(given)))
    }

    /// [`Position::key`] for tables of a search: positions with similar counts share it, because the
    /// counts affect the score.
    #[inline]
    pub fn search_key(self) -> u64 {
        let count = self.0.state.now.count;
        if count.limit == 0 {
            self.0.key()
        } else {
            self.0.key()
                ^ (u64::from(count.limit) << 16 | u64::from(count.left() / PLIES_ALIKE))
                    .wrapping_mul(COUNT_KEY)
        }
    }
}
