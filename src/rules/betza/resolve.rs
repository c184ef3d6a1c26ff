//! Derives the meaning of a parsed line: one [`Leg`](super::Leg) for each direction of each move.

use super::ast::{Ast, Direction, Modifier, Syntax, Term};
use super::error::quoted;
use super::path::Path;
use super::{BetzaError, CastleLeg, Loan, Movement, Wing, push_new};

/// Derives the moves.
///
/// # Errors
/// The first combination of modifiers, directions and atom that has no single meaning.
pub fn resolve(ast: &Ast) -> Result<Movement, BetzaError> {
    let mut movement = Movement::default();
    for term in &ast.moves {
        if let Syntax::Castling(squares) = term.syntax {
            for wing in wings(&ast.text, term)? {
                let initial = term.prefix.has(Modifier::Initial);
                push_new(&mut movement.castles, CastleLeg { wing, squares, initial });
            }
        }
        for path in Path::all_of(&ast.text, term)? {
            let legs = path.resolve()?;
            let lent_behind = path.lent_behind().and_then(|index| u8::try_from(index).ok());
            match path.lender() {
                None => legs.into_iter().for_each(|leg| push_new(&mut movement.legs, leg)),
                Some(_) => {
                    legs.into_iter().for_each(|leg| push_new(&mut movement.loans, Loan { leg, lent_behind }));
                }
            }
        }
    }
    Ok(movement)
}

/// The sides to which a king castles.
fn wings(text: &str, term: &Term) -> Result<Vec<Wing>, BetzaError> {
    let refuse = |span, expected: &str, found: String| Err(BetzaError::new(text, span, expected, found));
    let prefix = &term.prefix;
    if let Some((modifier, span)) =
        prefix.modifiers.iter().find(|(modifier, _)| *modifier != Modifier::Initial)
    {
        return refuse(span.clone(), "`i`, `l`, `r` or `s` before castling", quoted(modifier.text()));
    }
    let mut wings = Vec::new();
    for (index, &direction) in prefix.directions.iter().enumerate() {
        let span = prefix.direction_span(index, index + 1);
        let named: &[Wing] = match direction {
            Direction::Left => &[Wing::Left],
            Direction::Right => &[Wing::Right],
            Direction::Sideways => &[Wing::Left, Wing::Right],
            _ => {
                return refuse(span, "castling to the left, right or both sides", quoted(direction.letter()));
            }
        };
        if prefix.directions[..index].contains(&direction) {
            return refuse(span, "each side once", format!("a second `{}`", direction.letter()));
        }
        named.iter().for_each(|&wing| push_new(&mut wings, wing));
    }
    Ok(if wings.is_empty() { vec![Wing::Left, Wing::Right] } else { wings })
}
