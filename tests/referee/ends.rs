//! Ends of a game's own (`rules.ends`), judged from the definition and the men on the board.

use fibnif::geometry::Color;
use fibnif::position::{Position, Reason};
use fibnif::variant::{End, Loss, LossResult};

/// Who has won here and why, as the definition has it; `checks` are those each side has given.
/// (`Bare` has an exception that looks a move ahead: it says who is bare and no more.)
pub fn reached(position: &Position, checks: [u32; 2]) -> Vec<(Color, Reason)> {
    let def = &position.game().def;
    let mut found = Vec::new();
    for color in Color::ALL {
        let role = |kind| position.game().kind(kind).role;
        let left = |wanted: char| position.men(color).filter(|&(kind, _)| role(kind) == wanted).count();
        let had = |wanted: char| {
            let pieces = &def.sides[color.index()].pieces;
            def.array.iter().filter(|&&(_, side, piece)| side == color && pieces[piece].role == wanted).count()
        };
        for end in &def.rules.ends {
            let won = match end {
                End::Reach { roles, squares } => {
                    let arrived = position.men(color).any(|(kind, square)| roles.contains(&role(kind)) && squares.contains(&square));
                    arrived.then_some((color, Reason::Goal))
                }
                End::Lost { roles, how, result } => {
                    let mut roles = roles.iter().copied();
                    let lost = match how {
                        Loss::One => roles.any(|role| left(role) < had(role)),
                        Loss::Role => roles.any(|role| left(role) == 0 && had(role) > 0),
                        Loss::All => roles.all(|role| left(role) == 0),
                    };
                    lost.then_some((if *result == LossResult::Wins { color } else { !color }, Reason::Lost))
                }
                End::Checks(enough) => (checks[color.index()] >= u32::from(*enough)).then_some((color, Reason::Checks)),
                End::Bare => (position.men_count(color) == 1).then_some((!color, Reason::Bare)),
            };
            found.extend(won);
        }
    }
    found
}
