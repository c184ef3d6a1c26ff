//! Rules other than moves, compiled: ways for a game to end other than mate (squares to reach, pieces to
//! keep, checks to count, endings to win in time), and rules that forbid some moves.

use super::{Compiler, Game, Kind, KindId, KindSet};
use crate::rules::geometry::{Color, Narrow, Square};
use crate::rules::letter::Letter;
use crate::rules::variant::{
    Arrival, Bare, Capture, Checks, CountFrom, CountingRule, End, Loss, LossResult, Rules, VariantDef,
};

/// The special ends of a game.
#[derive(Clone, Debug)]
pub(crate) struct Ends {
    /// By side: the kinds whose pieces win on one of the squares.
    pub(crate) runners: [Vec<KindId>; 2],
    /// By side and square: whether its runners win there.
    pub(crate) goal: [Vec<bool>; 2],
    /// By kind and square: whether such a runner may reach its goal with one move.
    pub(crate) approach: Vec<bool>,
    /// When they win.
    pub(crate) arrival: Option<Arrival>,
    /// By side: the pieces that it may not lose, or that it wins by losing.
    pub(crate) least: [Vec<Least>; 2],
    /// The number of checks that wins; 0 if they are not counted.
    pub(crate) checks: u8,
    /// The result of a bare king.
    pub(crate) bare: Bare,
    /// Whether kings that face each other end it, if the side to move passes.
    pub(crate) facing: bool,
    /// Whether two passes in a row end it.
    pub(crate) passes: bool,
    /// Whether any of these may end the game.
    pub(crate) any: bool,
    /// Endings that must be won in time.
    pub(crate) counting: Option<CountLimits>,
}

/// The minimum number of pieces of some kinds with which the game continues.
#[derive(Clone, Debug)]
pub(crate) struct Least {
    pub(crate) kinds: Vec<KindId>,
    pub(crate) count: u8,
    /// The result for a side with fewer.
    pub(crate) result: LossResult,
    /// The other side's kinds of the same roles, and how many of them it must have for that.
    pub(crate) enemies: (Vec<KindId>, u8),
}

impl Least {
    /// Whether a side with fewer has lost.
    pub(crate) fn is_fatal(&self) -> bool {
        self.result.loses()
    }
}

/// The ends of a definition; `supplies` are the pieces of each kind at the start.
pub(super) fn ends(compiler: &Compiler, supplies: &[u8]) -> Option<Ends> {
    let Compiler { def, kinds, .. } = *compiler;
    let mut ends = Ends {
        runners: [Vec::new(), Vec::new()],
        goal: Color::ALL.map(|_| vec![false; def.shape.cell_count()]),
        approach: Vec::new(),
        arrival: None,
        least: [Vec::new(), Vec::new()],
        checks: 0,
        bare: Bare::Nothing,
        facing: false,
        passes: false,
        any: !def.rules.ends.is_empty(),
        counting: counting(def, kinds),
    };
    let of = |color: Color, roles: &[Letter]| -> Vec<KindId> {
        let fits = |kind: &Kind| kind.color == color && roles.contains(&kind.role);
        (0..kinds.len().narrow()).map(KindId).filter(|id| fits(&kinds[id.index()])).collect()
    };
    let had = |kinds: &[KindId]| kinds.iter().map(|id| supplies[id.index()]).sum::<u8>();
    for end in &def.rules.ends {
        match end {
            End::Reach { roles, squares, when } => {
                ends.arrival = Some(*when);
                ends.runners = Color::ALL.map(|color| of(color, roles));
                for (goal, squares) in ends.goal.iter_mut().zip(squares) {
                    for square in squares {
                        goal[square.index()] = true;
                    }
                }
                ends.approach = approach(compiler, &ends);
            }
            End::Lost { roles, how, result, enemy_has } => {
                for color in Color::ALL {
                    let all = of(color, roles);
                    let groups: Vec<(Vec<KindId>, u8, Vec<KindId>)> = match how {
                        Loss::One => vec![(all.clone(), had(&all), of(!color, roles))],
                        Loss::All => vec![(all, 1, of(!color, roles))],
                        Loss::Role => {
                            let group = |&role: &Letter| (of(color, &[role]), 1, of(!color, &[role]));
                            roles.iter().map(group).collect()
                        }
                    };
                    // A side that never had such pieces cannot lose by lacking them.
                    let groups = groups.into_iter().filter(|(group, ..)| had(group) > 0);
                    ends.least[color.index()].extend(groups.map(|(kinds, count, enemies)| Least {
                        kinds,
                        count,
                        result: *result,
                        enemies: (enemies, *enemy_has),
                    }));
                }
            }
            End::Checks(checks) => ends.checks = *checks,
            End::Bare(result) => ends.bare = *result,
            End::Facing => ends.facing = true,
            End::Passes => ends.passes = true,
        }
    }
    (ends.any || ends.counting.is_some()).then_some(ends)
}

/// From which squares a runner of each kind may reach its goal with one move.
fn approach(compiler: &Compiler, ends: &Ends) -> Vec<bool> {
    let reaches = |id: KindId, from: Square| {
        let kind = compiler.kind(id);
        let goal = &ends.goal[kind.color.index()];
        ends.runners[kind.color.index()].contains(&id)
            && compiler.reachable(kind, from).iter().any(|reached| goal[reached.square.index()])
    };
    let ids = (0..compiler.kinds.len().narrow()).map(KindId);
    ids.flat_map(|id| compiler.shape.cells().map(move |from| reaches(id, from))).collect()
}

/// The counts of a game, in plies.
#[derive(Clone, Debug)]
pub(crate) struct CountLimits {
    pub(crate) pawns: Vec<KindId>,
    /// Without pawns; 0 if not counted.
    pub(crate) pawnless: u16,
    /// Against a bare king while there are pawns; 0 if not counted.
    pub(crate) with_pawns: u16,
    /// Against a bare king without pawns: by side the required pieces, and the limit. Lowest limits
    /// first.
    pub(crate) bare: [Vec<(Needs, u16)>; 2],
    /// The first number of the count against a bare king.
    pub(crate) from: CountFrom,
    /// Whether a FEN has limit and count.
    pub(crate) in_fen: bool,
}

/// Kinds, and the required number of pieces of each.
pub(crate) type Needs = Vec<(KindId, u8)>;

pub(super) fn counting(def: &VariantDef, kinds: &[Kind]) -> Option<CountLimits> {
    let CountingRule { pawnless, bare, with_pawns, from, in_fen } = def.rules.counting.as_ref()?;
    let ids = || (0..kinds.len().narrow()).map(KindId);
    let limits = |color: Color| {
        let kind = |role: Letter| {
            ids().find(|id| kinds[id.index()].color == color && kinds[id.index()].role == role)
        };
        let needs = |roles: &[Letter]| -> Option<Needs> {
            let mut needs = Needs::new();
            for &role in roles {
                let kind = kind(role)?;
                match needs.iter_mut().find(|(known, _)| *known == kind) {
                    Some((_, count)) => *count += 1,
                    None => needs.push((kind, 1)),
                }
            }
            Some(needs)
        };
        // A side that can never have such pieces does not need their limit.
        let mut limits: Vec<(Needs, u16)> =
            bare.iter().filter_map(|limit| Some((needs(&limit.roles)?, 2 * limit.moves))).collect();
        limits.sort_by_key(|(_, plies)| *plies);
        limits
    };
    Some(CountLimits {
        pawns: ids().filter(|id| kinds[id.index()].pawn).collect(),
        pawnless: 2 * pawnless,
        with_pawns: 2 * with_pawns,
        bare: Color::ALL.map(limits),
        from: *from,
        in_fen: *in_fen,
    })
}

/// Rules that forbid some moves because of other moves or their consequences, if there are any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Restrictions {
    pub(crate) capture: Capture,
    pub(crate) checks: Checks,
    /// Kinds that must not be traded.
    pub(crate) untraded: KindSet,
    /// Whether royal pieces protect those.
    pub(crate) kings_guard: bool,
    /// Kinds whose capture on the way permits no trade.
    pub(crate) cheap: KindSet,
    /// Kinds that cannot be captured.
    pub(crate) untaken: KindSet,
    /// Whether a side must end it that the kings face each other.
    pub(crate) facing: bool,
    /// Whether a royal piece that is attacked must stay.
    pub(crate) no_flight: bool,
}

impl Restrictions {
    /// None.
    pub(crate) const NONE: Restrictions = Restrictions {
        capture: Capture::Optional,
        checks: Checks::Allowed,
        untraded: KindSet::EMPTY,
        kings_guard: false,
        cheap: KindSet::EMPTY,
        untaken: KindSet::EMPTY,
        facing: false,
        no_flight: false,
    };

    /// Those of a game's rules.
    pub(super) fn of(rules: &Rules, kinds: &[Kind]) -> Option<Restrictions> {
        let of = |roles: &[Letter]| KindSet::of(kinds, |kind| roles.contains(&kind.role));
        let (untraded, untaken) = (of(&rules.untraded), of(&rules.untaken));
        let pawns = || KindSet::of(kinds, |kind| kind.pawn);
        let cheap = if rules.cheap.is_empty() { pawns() } else { of(&rules.cheap) };
        let (capture, checks) = (rules.capture, rules.checks);
        let (facing, kings_guard) = (rules.ends.contains(&End::Facing), rules.kings_guard);
        let no_flight = rules.evasions.forbid_flight();
        let pieces = !(untraded | untaken).is_empty();
        let any = capture.is_forced() || !checks.are_free() || pieces || facing || no_flight;
        let rules =
            Restrictions { capture, checks, untraded, kings_guard, cheap, untaken, facing, no_flight };
        any.then_some(rules)
    }
}

impl Game {
    /// Whether some pieces must not be traded.
    pub(crate) fn has_untraded(&self) -> bool {
        self.restrictions.is_some_and(|rules| !rules.untraded.is_empty())
    }

    /// The number of checks that wins; 0 if they are not counted.
    #[inline]
    pub(crate) fn checks_to_win(&self) -> u8 {
        self.ends.as_ref().map_or(0, |ends| ends.checks)
    }

    /// Whether pieces besides the royal ones are within a group with which the game is drawn.
    pub(crate) fn is_too_weak(&self, pieces: &(impl Iterator<Item = KindId> + Clone)) -> bool {
        self.too_weak.iter().any(|group| {
            let within = |&(kinds, most): &(KindSet, u8)| {
                let of = pieces.clone().filter(|&kind| kinds.contains(kind)).count();
                (of <= usize::from(most)).then_some(of)
            };
            group.iter().map(within).sum::<Option<usize>>() == Some(pieces.clone().count())
        })
    }

    /// Whether a side tries to get rid of its pieces: captures are forced, and a side wins if it has
    /// fewer, has lost some, or cannot move.
    pub fn losing_wins(&self) -> bool {
        let rules = &self.def.rules;
        let by_loss = rules.ends.iter().any(|end| matches!(end, End::Lost { result, .. } if !result.loses()));
        rules.capture.is_forced() && (by_loss || rules.no_moves.rewards_few())
    }
}
