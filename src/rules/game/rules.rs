//! What positions need to know about rules that depends on more than one value of a definition.

use super::{Game, Kind, kind_bits};
use crate::rules::variant::{Capture, Castling, Checks, End, LossResult, NoMoves, Partner, Rules};

/// Rules that forbid some moves because of other moves or their consequences, if there are any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Restrictions {
    pub(crate) capture: Capture,
    pub(crate) checks: Checks,
    /// Kinds that must not be traded, as bits.
    pub(crate) untraded: u64,
    /// Whether royal pieces protect those.
    pub(crate) kings_guard: bool,
    /// Kinds that cannot be captured, as bits.
    pub(crate) untaken: u64,
}

impl Restrictions {
    /// Those of a game's rules.
    pub(super) fn of(rules: &Rules, kinds: &[Kind]) -> Option<Restrictions> {
        let bits = |roles: &[char]| kind_bits(kinds, |kind| roles.contains(&kind.role));
        let (untraded, untaken) = (bits(&rules.untraded), bits(&rules.untaken));
        let (capture, checks) = (rules.capture, rules.checks);
        let any = capture != Capture::Optional || checks != Checks::Allowed || untraded | untaken != 0;
        any.then_some(Restrictions { capture, checks, untraded, kings_guard: rules.kings_guard, untaken })
    }
}

impl Game {
    /// The role of the king's castling partners, where both start anywhere on their rank.
    pub(crate) fn shuffled_partner(&self) -> Option<char> {
        match self.def.rules.castling {
            Castling::Corner { partner: Partner::Shuffled(role), .. } => Some(role),
            _ => None,
        }
    }

    /// Whether a side tries to get rid of its pieces: captures are forced, and a side wins if it has
    /// fewer, has lost some, or cannot move.
    pub fn losing_wins(&self) -> bool {
        let rules = &self.def.rules;
        let by_loss = rules.ends.iter().any(|end| matches!(end, End::Lost { result: LossResult::Wins, .. }));
        rules.capture == Capture::Forced
            && (by_loss || matches!(rules.no_moves, NoMoves::MoverWins | NoMoves::FewerMenWins))
    }
}
