//! The rules of a game besides its moves, as positions ask for them.

use super::{Game, Kind, kind_bits};
use crate::variant::{
    Capture, Castling, Checks, End, LossResult, Mate, NoMoves, Partner, Repeated, Rules, TurnRule,
};

/// How turns go and how games end, besides the ends of a game's own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleTable {
    pub(crate) turn: TurnRule,
    /// What checkmate means for the side that is mated.
    pub(crate) mate: Mate,
    /// What it means that a side has no legal move out of check.
    pub(crate) no_moves: NoMoves,
    /// What happens when a position occurs too often.
    pub(crate) repeated: Repeated,
    /// The occurrences of a position that are too many; 0 where positions may repeat.
    pub(crate) repetition: u32,
    /// The plies (turns in games of double moves) without capture or pawn move that draw; 0 for no limit.
    pub(crate) move_limit: u16,
    /// Whether a game that nobody can win any more is drawn.
    pub(crate) material_draw: bool,
    /// The role of the king's partners in castling, where both begin anywhere on their rank.
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

/// Rules that forbid some moves for others or for what they bring about, where there are any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Restrictions {
    pub(crate) capture: Capture,
    pub(crate) checks: Checks,
    /// Kinds that must not be traded, as bits.
    pub(crate) untraded: u64,
    /// Kinds that nobody may capture, as bits.
    pub(crate) untaken: u64,
}

impl Restrictions {
    /// Those of a game's rules.
    pub(super) fn of(rules: &Rules, kinds: &[Kind]) -> Option<Restrictions> {
        let bits = |roles: &[char]| kind_bits(kinds, |kind| roles.contains(&kind.role));
        let (untraded, untaken) = (bits(&rules.untraded), bits(&rules.untaken));
        let restrictions = Restrictions { capture: rules.capture, checks: rules.checks, untraded, untaken };
        let none =
            Restrictions { capture: Capture::Optional, checks: Checks::Allowed, untraded: 0, untaken: 0 };
        (restrictions != none).then_some(restrictions)
    }
}

impl Game {
    /// Whether a side tries to get rid of its pieces: captures are forced, and a side that has fewer, has
    /// lost some, or has none that can move, wins.
    pub fn men_are_a_burden(&self) -> bool {
        let rules = &self.def.rules;
        let by_loss = rules.ends.iter().any(|end| matches!(end, End::Lost { result: LossResult::Wins, .. }));
        rules.capture == Capture::Forced
            && (by_loss || matches!(rules.no_moves, NoMoves::MoverWins | NoMoves::FewerMenWins))
    }
}
