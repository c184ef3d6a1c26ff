//! All armies side by side: the piece in each role, and its value.

use std::io::Write;

use crate::base::page::{FAINT, PAGE, TITLE, paragraph};
use crate::commands::Error;
use crate::engine::eval::Evaluator;
use crate::rules::betza::Movement;
use crate::rules::game::{self, Game};
use crate::rules::geometry::{Color, Shape};
use crate::rules::letter::Letter;
use crate::rules::variant::{Catalog, ChoiceOption};
use crate::teach::game::choices::has_armies;
use crate::teach::game::pieces::pawns;

/// How the values are computed.
pub(super) const VALUES: &str = "Values are in pawns, as the engine evaluates them, each army playing \
                                 itself; the sum is that of all pieces of the starting position except \
                                 kings and pawns.";

pub(super) struct Army {
    /// Its name in text forms.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// The board it plays on.
    pub shape: Shape,
    /// Its pieces, except kings and pawns.
    pub pieces: Vec<ArmyPiece>,
    /// The total value of the pieces in the starting position.
    pub total: i32,
}

/// The piece of an army in one role.
pub(super) struct ArmyPiece {
    /// The role.
    pub role: Letter,
    /// Its letter.
    pub letter: Letter,
    /// Its name.
    pub name: String,
    /// Its other names.
    pub aliases: Vec<String>,
    /// Its notation.
    pub betza: String,
    /// How it moves.
    pub movement: Movement,
    /// Its value.
    pub value: i32,
}

/// The armies of the first variant that has any, with the variant's name; the strongest first.
pub(super) fn all(catalog: &Catalog) -> Result<(String, Vec<Army>), Error> {
    let variants = catalog.list();
    let Some((variant, choice)) = variants
        .iter()
        .find_map(|info| Some((&info.id, info.choices.iter().find(|choice| has_armies(choice))?)))
    else {
        return Err(Error::usage("there is no variant with armies"));
    };
    let ready = |option: &ChoiceOption| {
        Ok(army(option, &game::compile(&catalog.resolve(&format!("{variant}:{}", option.id))?)?))
    };
    let mut armies = choice.options.iter().map(ready).collect::<Result<Vec<Army>, Error>>()?;
    armies.sort_by_key(|army| -army.total);
    Ok((variant.clone(), armies))
}

/// An army, as White has it in this game.
fn army(option: &ChoiceOption, game: &std::sync::Arc<Game>) -> Army {
    let evaluator = Evaluator::new(game);
    let mut pieces = Vec::new();
    let mut total = 0;
    for (index, kind) in game.kinds.iter().enumerate() {
        if kind.color != Color::White || kind.foreign || kind.royal || kind.pawn {
            continue;
        }
        let (color, piece) = kind.piece;
        let Some(piece) = game.def.sides[color.index()].pieces.get(piece) else { continue };
        let value = piece.value.or_else(|| evaluator.values().get(index).copied()).unwrap_or(0);
        total += game.array.iter().filter(|(_, id)| id.index() == index).map(|_| value).sum::<i32>();
        pieces.push(ArmyPiece {
            role: kind.role,
            letter: kind.letter,
            name: kind.name.clone(),
            aliases: piece.aliases.clone(),
            betza: piece.betza.clone(),
            movement: piece.movement.clone(),
            value,
        });
    }
    Army { id: option.id.clone(), title: option.title.clone(), shape: game.shape.clone(), pieces, total }
}

/// The roles of the pieces, in the order of the armies.
pub(super) fn roles(armies: &[Army]) -> Vec<Letter> {
    let mut roles: Vec<Letter> = Vec::new();
    for piece in armies.iter().flat_map(|army| &army.pieces) {
        if !roles.contains(&piece.role) {
            roles.push(piece.role);
        }
    }
    roles
}

/// Prints a table for each role, and the total value of the pieces of each army.
pub(super) fn compare(variant: &str, armies: &[Army], out: &mut dyn Write) -> Result<(), Error> {
    writeln!(out, "{TITLE}The armies of {variant}{TITLE:#}\n")?;
    paragraph(VALUES, 2, 2, out)?;
    let pieces = || armies.iter().flat_map(|army| &army.pieces);
    let width =
        |texts: &mut dyn Iterator<Item = &str>| texts.map(|text| text.chars().count()).max().unwrap_or(0);
    let ids = width(&mut armies.iter().map(|army| army.id.as_str()));
    let names = width(&mut pieces().map(|piece| piece.name.as_str()));
    for role in roles(armies) {
        writeln!(out, "\n{TITLE}Instead of {role}{TITLE:#}")?;
        for army in armies {
            for ArmyPiece { letter, name, betza, value, .. } in
                army.pieces.iter().filter(|piece| piece.role == role)
            {
                let (id, value) = (&army.id, pawns(*value));
                let line = format!("  {id:ids$}  {letter}  {name:names$}  {value:>5}");
                if line.chars().count() + 2 + betza.chars().count() <= PAGE {
                    writeln!(out, "{line}  {betza}")?;
                } else {
                    writeln!(out, "{line}\n{:8}{betza}", "")?;
                }
            }
        }
    }
    writeln!(out, "\n{TITLE}Sum{TITLE:#} {FAINT}(without kings and pawns){FAINT:#}")?;
    for Army { id, title, total, .. } in armies {
        writeln!(out, "  {id:ids$}  {:>5}  {title}", pawns(*total))?;
    }
    writeln!(
        out,
        "\n{FAINT}`fibnif show ARMY` draws the moves of an army; `--html FILE` draws all armies.{FAINT:#}"
    )?;
    Ok(())
}
