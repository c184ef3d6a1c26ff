//! How games end, from the definition and the pieces on the board: the special ends first, in the order of
//! the file, then the lack of moves, then draws. Lack of material is not judged here.

use std::collections::BTreeMap;

use fibnif::rules::geometry::{Color, Square};
use fibnif::rules::letter::Letter;
use fibnif::rules::position::Reason;
use fibnif::rules::variant::{Arrival, Bare, Draws, End, Loss, LossResult, Mate, NoMoves, Repeated};

use super::rules::At;
use super::turns;
use super::{Naive, Worth};

/// The winner, if any, what he wins, and why.
pub type Ended = (Option<Color>, Worth, Reason);

impl Naive {
    /// The end of the game here, if it is over. `successors` are its moves, the position has occurred this
    /// number of times before, and `checker` is the side that has given check with each of its moves since.
    pub fn outcome(
        &self,
        successors: &BTreeMap<String, Naive>,
        earlier: u32,
        checker: Option<Color>,
    ) -> Option<Ended> {
        let (winner, worth, reason) = self.end(successors, earlier, checker)?;
        Some((winner.or_else(|| self.winner_of_draw()), worth, reason))
    }

    /// The side that wins what would be a draw.
    fn winner_of_draw(&self) -> Option<Color> {
        match &self.rules.draws {
            Draws::Drawn => None,
            Draws::Won(winner) => Some(*winner),
            Draws::Points(count) => {
                let mut balance = -i32::from(count.black_half_points);
                for (color, sign) in [(Color::White, 2), (Color::Black, -2)] {
                    for (_, man) in self.men_of(color) {
                        let role = self.kind(man).piece.role;
                        let points = count.points.iter().find(|(known, _)| *known == role);
                        balance += sign * points.map_or(0, |(_, points)| i32::from(*points));
                    }
                }
                match balance {
                    0 => None,
                    1.. => Some(Color::White),
                    _ => Some(Color::Black),
                }
            }
        }
    }

    /// The end before it is decided what a draw counts as.
    fn end(
        &self,
        successors: &BTreeMap<String, Naive>,
        earlier: u32,
        checker: Option<Color>,
    ) -> Option<Ended> {
        if let Some((winner, reason)) = self.special_end(successors) {
            return Some((winner, Worth::Full, reason));
        }
        if let Some(end) = &self.ended {
            return Some(match *end {
                turns::End::Mate(winner, worth) => (Some(winner), worth, Reason::Mate),
                turns::End::Stuck(winner) => (winner, Worth::Full, Reason::NoMoves),
                turns::End::Closed => (None, Worth::Full, Reason::Closed),
            });
        }
        if successors.is_empty() {
            return Some(if self.in_check(self.side) {
                (self.winner_of_mate(), Worth::Full, Reason::Mate)
            } else {
                (self.winner_without_moves(), Worth::Full, Reason::NoMoves)
            });
        }
        let draw = |reason| Some((None, Worth::Full, reason));
        let rules = &self.rules;
        if rules.repetition > 0 && earlier + 1 >= u32::from(rules.repetition) {
            let winner = match rules.repeated {
                Repeated::Draw => Some(None),
                // The side that has just moved has repeated the position.
                Repeated::RepeaterLoses => Some(Some(self.side)),
                // Chases are tested against another program.
                Repeated::PerpetualCheckLoses | Repeated::PerpetualChaseLoses => {
                    Some(checker.map(|checker| !checker))
                }
                Repeated::ClosesColor => None,
            };
            if let Some(winner) = winner {
                return Some((winner, Worth::Full, Reason::Repetition));
            }
        }
        let instead = rules.counting.as_ref().is_some_and(|counting| counting.in_fen) && self.count.is_some();
        if !instead && rules.move_limit > 0 && self.clock >= 2 * u32::from(rules.move_limit) {
            return draw(Reason::MoveLimit);
        }
        if self.count.is_some_and(|(limit, done)| limit > 0 && done >= limit) {
            return draw(Reason::Counted);
        }
        None
    }

    /// The winner if the side to move is mated.
    fn winner_of_mate(&self) -> Option<Color> {
        let rules = &self.rules;
        let winner = if rules.mate == Mate::Wins { self.side } else { !self.side };
        let roles = self.checking_roles();
        if !roles.is_empty() && roles.iter().all(|role| rules.no_mate_by.contains(role)) {
            return Some(!winner);
        }
        let now = roles.iter().any(|role| rules.mate_needs.contains(role));
        Some(winner).filter(|_| rules.mate_needs.is_empty() || now || self.series[(!self.side).index()])
    }

    /// The roles of the pieces that give check to the side to move.
    fn checking_roles(&self) -> Vec<Letter> {
        let attackers = self.royals(self.side).into_iter().flat_map(|at| self.attackers(at, !self.side));
        attackers.filter_map(|at| self.man(at)).map(|man| self.kind(man).piece.role).collect()
    }

    /// The winner if the side to move has no move and is not in check.
    pub(super) fn winner_without_moves(&self) -> Option<Color> {
        let [mine, theirs] = [self.side, !self.side].map(|color| self.men_of(color).count());
        match self.rules.no_moves {
            NoMoves::MoverLoses => Some(!self.side),
            NoMoves::MoverWins => Some(self.side),
            NoMoves::FewerPiecesWins if mine < theirs => Some(self.side),
            NoMoves::FewerPiecesWins if mine > theirs => Some(!self.side),
            NoMoves::FewerPiecesWins | NoMoves::Draw | NoMoves::ClosesColor => None,
        }
    }

    /// The end by a rule of the game's own.
    pub fn special_end(&self, successors: &BTreeMap<String, Naive>) -> Option<(Option<Color>, Reason)> {
        self.rules.ends.iter().find_map(|end| match end {
            End::Reach { roles, squares, when } => self.arrived(roles, squares, *when, successors),
            End::Lost { roles, how, result, enemy_has } => {
                let loser = [self.side, !self.side]
                    .into_iter()
                    .find(|&color| self.has_lost(color, roles, *how, *enemy_has))?;
                Some((Some(if *result == LossResult::Wins { loser } else { !loser }), Reason::Lost))
            }
            End::Checks(enough) => {
                let winner =
                    Color::ALL.into_iter().find(|color| self.checks[color.index()] >= u32::from(*enough))?;
                Some((Some(winner), Reason::Checks))
            }
            End::Facing => (self.passes > 0 && self.kings_face()).then_some((None, Reason::Facing)),
            End::Passes => (self.passes > 1).then_some((None, Reason::Passes)),
            End::Bare(Bare::Nothing) => None,
            End::Bare(Bare::Draws) => {
                let is_bare = |color: Color| self.men_of(color).count() < 2;
                Color::ALL.into_iter().any(is_bare).then_some((None, Reason::Bare))
            }
            End::Bare(Bare::Loses) => {
                let men = [self.side, !self.side].map(|color| self.men_of(color).count());
                let captures = || successors.values().any(|after| after.men_of(!self.side).count() < men[1]);
                match men {
                    [1, 1] => Some((None, Reason::Bare)),
                    // Its next move may bare the other king as well. Without a move it is mated.
                    [1, 2] if captures() => None,
                    [1, _] if !successors.is_empty() => Some((Some(!self.side), Reason::Bare)),
                    [_, 1] if !successors.is_empty() => Some((Some(self.side), Reason::Bare)),
                    _ => None,
                }
            }
        })
    }

    /// The end of a race to some squares. Nobody wins if both have arrived.
    fn arrived(
        &self,
        roles: &[Letter],
        squares: &[Vec<Square>; 2],
        when: Arrival,
        successors: &BTreeMap<String, Naive>,
    ) -> Option<(Option<Color>, Reason)> {
        let there = |naive: &Naive, color: Color| -> Vec<At> {
            let is_goal = |at: At| squares[color.index()].iter().any(|&square| self.rules.at(square) == at);
            let men = naive.men_of(color).filter(|&(_, man)| roles.contains(&naive.kind(man).piece.role));
            men.map(|(at, _)| at).filter(|&at| is_goal(at)).collect()
        };
        let (mine, theirs) = (there(self, self.side), there(self, !self.side));
        let won = |color| Some((Some(color), Reason::Goal));
        let stuck = successors.is_empty();
        match when {
            Arrival::AtOnce if !theirs.is_empty() => won(!self.side),
            Arrival::AtOnce if !mine.is_empty() => won(self.side),
            Arrival::AtOnce => None,
            Arrival::Held if !mine.is_empty() && !stuck => won(self.side),
            Arrival::Held => {
                let is_safe = |at: &At| !self.is_attacked(*at, self.side);
                theirs.iter().any(is_safe).then_some((Some(!self.side), Reason::Goal))
            }
            Arrival::Answered if !mine.is_empty() && !theirs.is_empty() => Some((None, Reason::Goal)),
            Arrival::Answered if !mine.is_empty() => won(self.side),
            Arrival::Answered if theirs.is_empty() => None,
            // The side that moves second in the game may answer.
            Arrival::Answered if self.side != self.rules.first => {
                let answered = successors.values().any(|after| !there(after, self.side).is_empty());
                (!answered && !stuck).then_some((Some(!self.side), Reason::Goal))
            }
            Arrival::Answered => won(!self.side),
        }
    }

    /// Whether a side has lost what it must not lose, or wants to lose. What it never had, it cannot lose.
    pub(super) fn has_lost(&self, color: Color, roles: &[Letter], how: Loss, enemy_has: u8) -> bool {
        let of = |color: Color, role: Letter| {
            let on_board = self.men_of(color).filter(|&(_, man)| self.kind(man).piece.role == role).count();
            let kinds = self.rules.kinds[color.index()].iter().zip(&self.hands[color.index()]);
            let in_hand = kinds.filter(|(kind, _)| kind.piece.role == role).map(|(_, held)| *held as usize);
            on_board + in_hand.sum::<usize>()
        };
        let left = |role: Letter| of(color, role);
        let enemies = |role: Letter| of(!color, role) >= usize::from(enemy_has);
        let all_enemies = roles.iter().map(|&role| of(!color, role)).sum::<usize>() >= usize::from(enemy_has);
        let had =
            |role: Letter| self.rules.at_start[color.index()].iter().filter(|&&other| other == role).count();
        let sum = |number: &dyn Fn(Letter) -> usize| roles.iter().map(|&role| number(role)).sum::<usize>();
        match how {
            Loss::One => sum(&left) < sum(&had) && all_enemies,
            Loss::Role => roles.iter().any(|&role| left(role) == 0 && had(role) > 0 && enemies(role)),
            Loss::All => sum(&left) == 0 && sum(&had) > 0 && all_enemies,
        }
    }

    /// The position after its checks are counted: the side that moved from `before` may have given one.
    pub(super) fn counting_checks(mut self, before: &Naive) -> Naive {
        let given = self.side != before.side && self.in_check(self.side);
        // Without such a rule they are not counted.
        let counts = self.rules.ends.iter().any(|end| matches!(end, End::Checks(_)));
        self.checks[before.side.index()] += u32::from(given && counts);
        if self.side != before.side {
            let roles = self.checking_roles();
            let fits = roles.iter().any(|role| self.rules.mate_needs.contains(role));
            let series = &mut self.series[before.side.index()];
            *series = given && (*series || fits);
        }
        self
    }
}
