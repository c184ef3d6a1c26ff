//! The rules of a game other than its moves, in the form that positions need.

use super::{Game, Kind, kind_bits};
use crate::rules::variant::{
    Capture, Castling, Checks, End, LossResult, Mate, NoMoves, Partner, Repeated, Rules, TurnRule,
};

/// How turns work and how games end, without the special ends of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleTable {
    pub(crate) turn: TurnRule,
    /// The result of checkmate for the mated side.
    pub(crate) mate: Mate,
    /// The result of having no legal move out of check.
    pub(crate) no_moves: NoMoves,
    /// The result of a position that occurs too often.
    pub(crate) repeated: Repeated,
    /// The number of occurrences that is too many; 0 where positions may repeat.
    pub(crate) repetition: u32,
    /// The number of plies (turns in games of double moves) without a capture or pawn move that draws;
    /// 0 for no limit.
    pub(crate) move_limit: u16,
    /// Whether a game that neither side can win any more is drawn.
    pub(crate) material_draw: bool,
    /// The role of the king's castling partners, where both start anywhere on their rank.
    pub(crate) shuffled_partner: Option<char>,
}

impl RuleTable {
    /// The table of a variant's rules.
    pub(super) fn of(rules: &Rules) -> RuleTable {
        RuleTable {
            turn: rules.turn,
            mate: rules.mate,
            no_moves: rules.no_moves,
            repeated: rules.repeated,
            repetition: rules.repetition.into(),
            move_limit: 2 * rules.move_limit,
            material_draw: rules.material_draw,
            shuffled_partner: match rules.castling {
                Castling::Corner { partner: Partner::Shuffled(role), .. } => Some(role),
                _ => None,
            },
        }
    }
}

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
    /// Whether a side tries to get rid of its pieces: captures are forced, and a side wins if it has
    /// fewer, has lost some, or cannot move.
    pub fn losing_wins(&self) -> bool {
        let rules = &self.def.rules;
        let by_loss = rules.ends.iter().any(|end| matches!(end, End::Lost { result: LossResult::Wins, .. }));
        rules.capture == Capture::Forced
            && (by_loss || matches!(rules.no_moves, NoMoves::MoverWins | NoMoves::FewerMenWins))
    }
}
