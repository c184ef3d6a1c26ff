//! The special ends of a game (`rules.ends`), derived from the definition and the pieces on the board.

use crate::common::legal;
use fibnif::rules::geometry::{Color, Square};
use fibnif::rules::letter::Letter;
use fibnif::rules::position::{Move, Position, Reason};
use fibnif::rules::variant::{Arrival, Bare, End, Loss, LossResult};

/// The winner here (or a draw) and the reason, according to the definition; `checks` are those each
/// side has given. (`Bare` has an exception that looks a move ahead; here it only says which side is
/// bare.)
pub fn reached(position: &Position, checks: [u32; 2]) -> Vec<(Option<Color>, Reason)> {
    let def = &position.game().def;
    let mut found = Vec::new();
    for color in Color::ALL {
        let role = |kind| position.game().kind(kind).role;
        let number = |side: Color, wanted: Letter| {
            let held = position.in_hand().of(side).filter(|(kind, _)| role(*kind) == wanted);
            let held: usize = held.map(|(_, count)| usize::from(count)).sum();
            position.pieces(side).filter(|&(kind, _)| role(kind) == wanted).count() + held
        };
        let left = |wanted: Letter| number(color, wanted);
        let had = |wanted: Letter| {
            let pieces = &def.sides[color.index()].pieces;
            def.array
                .iter()
                .filter(|&&(_, side, piece)| side == color && pieces[piece].role == wanted)
                .count()
        };
        for end in &def.rules.ends {
            let won = match end {
                End::Reach { roles, squares, when } => {
                    let men: Vec<Square> = runners(position, color, roles)
                        .filter(|square| squares[color.index()].contains(square))
                        .collect();
                    let rivals = runners(position, !color, roles)
                        .any(|square| squares[(!color).index()].contains(&square));
                    let (turn, moves) = (position.side() == color, legal(position));
                    let second =
                        color == if def.start_fields.starts_with('b') { Color::White } else { Color::Black };
                    let arrives = |m: &Move| {
                        position.kind_at(m.from()).is_some_and(|kind| roles.contains(&role(kind)))
                            && squares[color.index()].contains(&m.to())
                    };
                    let won = match when {
                        Arrival::AtOnce => !men.is_empty(),
                        Arrival::Held if turn => !men.is_empty() && !moves.is_empty(),
                        Arrival::Held => men.iter().any(|&square| {
                            !moves
                                .iter()
                                .any(|&m| position.captured(m).map(|victim| victim.square) == Some(square))
                        }),
                        Arrival::Answered if rivals => false,
                        Arrival::Answered if second || turn => !men.is_empty(),
                        Arrival::Answered => {
                            !men.is_empty() && !moves.is_empty() && !moves.iter().any(arrives)
                        }
                    };
                    let drawn = *when == Arrival::Answered && rivals && !men.is_empty();
                    (won || drawn).then_some((Some(color).filter(|_| won), Reason::Goal))
                }
                End::Lost { roles, how, result, enemy_has } => {
                    let owned: usize = roles.iter().map(|&role| number(!color, role)).sum();
                    let mut roles = roles.iter().copied();
                    let lost = match how {
                        Loss::One => roles.any(|role| left(role) < had(role)),
                        Loss::Role => roles.any(|role| left(role) == 0 && had(role) > 0),
                        Loss::All => roles.all(|role| left(role) == 0),
                    };
                    (lost && owned >= usize::from(*enemy_has)).then_some((
                        Some(if *result == LossResult::Wins { color } else { !color }),
                        Reason::Lost,
                    ))
                }
                End::Checks(enough) => {
                    (checks[color.index()] >= u32::from(*enough)).then_some((Some(color), Reason::Checks))
                }
                // These depend on the moves before.
                End::Facing | End::Passes | End::Bare(Bare::Nothing) => None,
                End::Bare(Bare::Draws) => {
                    (position.pieces(color).count() == 1).then_some((None, Reason::Bare))
                }
                End::Bare(Bare::Loses) => {
                    (position.pieces(color).count() == 1).then_some((Some(!color), Reason::Bare))
                }
            };
            found.extend(won);
        }
    }
    found
}

/// Where a side's pieces of these roles stand.
fn runners(position: &Position, color: Color, roles: &[Letter]) -> impl Iterator<Item = Square> {
    position
        .pieces(color)
        .filter(|&(kind, _)| roles.contains(&position.game().kind(kind).role))
        .map(|(_, square)| square)
}
