//! Looks a piece up by its name and shows how it moves.

use std::io::Write;

use crate::base::page::{PAGE, TITLE, item};
use crate::commands::Error;
use crate::rules::betza::standard_names;
use crate::rules::geometry::{Color, Shape};
use crate::rules::variant::{Catalog, PieceDef, Scope};
use crate::teach::game::pieces::{Whose, exhibits, pawns};
use crate::teach::game::words::joined;
use crate::teach::game::{gallery, source};

/// A piece of some army or variant.
#[derive(Clone, Debug)]
pub struct NamedPiece {
    /// Where it is from: `nutters`, `chess`.
    pub owners: Vec<String>,
    /// What it is.
    pub piece: PieceDef,
    /// The board it moves on.
    pub shape: Shape,
}

/// The pieces of this name or letter: `Colonel` in any army, `nutters:Colonel` or `nutters:C` in one. A
/// letter alone is notation, not a piece.
pub fn find(catalog: &Catalog, what: &str) -> Vec<NamedPiece> {
    let (owner, name) = what.split_once(':').map_or((None, what), |(owner, name)| (Some(owner), name));
    let is_meant = |piece: &PieceDef| {
        piece.is_called(name)
            || owner.is_some() && name.len() == 1 && name.eq_ignore_ascii_case(&piece.letter.to_string())
    };
    let mut found: Vec<NamedPiece> = Vec::new();
    for (from, shape, pieces) in sets(catalog) {
        if owner.is_some_and(|owner| owner != from) {
            continue;
        }
        for piece in pieces.into_iter().filter(is_meant) {
            match found.iter_mut().find(|known| {
                known.piece.name == piece.name
                    && known.piece.movement == piece.movement
                    && known.piece.zones == piece.zones
            }) {
                Some(known) if known.owners.contains(&from) => {}
                Some(known) => known.owners.push(from.clone()),
                None => found.push(NamedPiece { owners: vec![from.clone()], piece, shape: shape.clone() }),
            }
        }
    }
    found
}

/// The names of all pieces with and without their owners.
pub fn names(catalog: &Catalog) -> Vec<String> {
    let mut names: Vec<String> = standard_names().map(str::to_owned).collect();
    for (owner, _, pieces) in sets(catalog) {
        for name in pieces.iter().flat_map(PieceDef::names) {
            names.extend([format!("{owner}:{name}"), name.to_string()]);
        }
    }
    names
}

/// The names of the pieces of a variant or an army.
pub fn names_of(catalog: &Catalog, owner: &str) -> Vec<String> {
    let set = sets(catalog).into_iter().find(|(from, ..)| from == owner);
    set.into_iter().flat_map(|(_, _, pieces)| pieces.into_iter().map(|piece| piece.name)).collect()
}

/// The names of the variants and armies that have pieces.
pub fn owners(catalog: &Catalog) -> impl Iterator<Item = String> {
    sets(catalog).into_iter().map(|(owner, ..)| owner)
}

/// White's pieces by their owner (a variant, or the army chosen in it), with the board.
fn sets(catalog: &Catalog) -> Vec<(String, Shape, Vec<PieceDef>)> {
    let mut sets = Vec::new();
    for variant in catalog.list() {
        // The text after the colon is all that a side chooses: no army is augmented here.
        let form = |army: &str| format!("{}:{army}", variant.id);
        let armies = variant.choices.iter().find(|choice| choice.from_files && choice.scope == Scope::Side);
        let mut forms = vec![(
            variant.id.clone(),
            armies.map_or(variant.id.clone(), |choice| form(&choice.options[choice.default].id)),
        )];
        forms.extend(
            armies
                .into_iter()
                .flat_map(|choice| &choice.options)
                .map(|option| (option.id.clone(), form(&option.id))),
        );
        for (owner, form) in forms {
            if let Ok(def) = catalog.resolve(&form) {
                let [white, _] = def.sides;
                sets.push((owner, def.shape, white.pieces));
            }
        }
    }
    sets
}

/// Shows a piece: its name, notation and value, and the drawings.
pub fn show(found: &NamedPiece, out: &mut dyn Write) -> Result<(), Error> {
    let NamedPiece { owners, piece, shape } = found;
    write!(out, "{TITLE}{}{TITLE:#} ({})  {}  {}", piece.name, piece.letter, piece.betza, owners.join(", "))?;
    if let Some(value) = piece.value {
        write!(out, "  value {}", pawns(value))?;
    }
    if !piece.aliases.is_empty() {
        write!(out, "\nalso called {}", joined(&piece.aliases, "and"))?;
    }
    writeln!(out, "\n")?;
    let exhibits = exhibits(piece, shape, Whose::Side(Color::White));
    match &exhibits[..] {
        [only] => gallery::one(only, out),
        several => gallery::many(several, PAGE, out),
    }?;
    let found = source::findings([piece]);
    if !found.is_empty() {
        writeln!(out, "\n{TITLE}{}{TITLE:#}", source::SOLVED)?;
    }
    found.iter().try_for_each(|finding| item(finding, out))?;
    Ok(())
}
