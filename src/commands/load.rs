//! Games and positions named on the command line, and the entries of files. Bad entries are reported on
//! standard error and left out.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use super::Error;
use super::wild;
use crate::base::page::Printable;
use crate::base::suggest::nearest;
use crate::base::text::{self, quoted};
use crate::protocol::xboard;
use crate::rules::game::Game;
use crate::rules::pgn::{Fault, Written};
use crate::rules::position::{Outcome, Position, Setup, playable};
use crate::rules::variant::{Catalog, VariantInfo};
use crate::session::Selected;
use crate::teach::game::choices::has_armies;

/// The position that a command works on.
#[derive(Debug, clap::Args)]
pub(super) struct PositionArgs {
    /// The variant, such as `cwda:clobberers/nutters`
    variant: String,
    /// The position; by default the start
    #[arg(long)]
    fen: Option<String>,
}

impl PositionArgs {
    pub(super) fn position(&self, catalog: &Catalog) -> Result<Position, Error> {
        position(game(catalog, &self.variant)?, self.fen.as_deref())
    }
}

/// Reports on standard error how a game is over, if it is. Standard output is for the moves.
pub(super) fn tell_end(over: Option<Outcome>) -> io::Result<()> {
    over.map_or(Ok(()), |outcome| say(&format!("the game is over: {outcome}")))
}

/// The game that a text form names.
///
/// # Errors
/// If the catalog does not know it, or if it cannot be played.
pub fn game(catalog: &Catalog, variant: &str) -> Result<Arc<Game>, Error> {
    Ok(playable(&wild::with_armies(catalog, variant)?.resolve(variant)?)?)
}

/// The starting position of a game, or the position of a FEN. Standard error says what of it is left out.
///
/// # Errors
/// If the FEN is not a position of this game.
pub fn position(game: Arc<Game>, fen: Option<&str>) -> Result<Position, Error> {
    let (position, notes) = Setup::with_notes(game, fen)?;
    notes.iter().try_for_each(|note| say(&format!("note: {note}")))?;
    Ok(position)
}

/// The text of a file, or of standard input if it is named `-`.
///
/// # Errors
/// If it cannot be read, or is no text.
pub(super) fn text_of(file: &Path) -> Result<String, Error> {
    let text = if file == Path::new("-") { text::read_input() } else { text::read(file) };
    text.map_err(Error::file(file))
}

/// The game of a text form as a session would select it.
pub(super) fn selected(catalog: &Catalog, name: &str, game: Arc<Game>) -> Selected {
    let (view, shipped) = (catalog.view(name), catalog.ships(name, &game.def));
    Selected { game, view, shipped, complaint: None }
}

/// The games in which written games are played: those of their tags, unless one is given.
pub(super) struct Starts<'a> {
    catalog: &'a Catalog,
    variant: Option<&'a str>,
    games: Vec<(String, Selected)>,
}

impl<'a> Starts<'a> {
    pub(super) fn new(catalog: &'a Catalog, variant: Option<&'a str>) -> Starts<'a> {
        Starts { catalog, variant, games: Vec::new() }
    }

    /// The position in which a written game starts, and what of its FEN is left out. A game that XBoard has
    /// saved is translated.
    pub(super) fn of(&mut self, written: &mut Written) -> Result<(Position, Vec<String>), Fault> {
        let line = written.line;
        let fault = |error: Error| Fault { line, reason: error.to_string() };
        let name = self.variant.map_or_else(|| xboard::variant_of(self.catalog, written), str::to_string);
        let known = self.games.iter().find(|(known, _)| *known == name).map(|(_, found)| found.clone());
        let found = if let Some(found) = known {
            found
        } else {
            let found = selected(self.catalog, &name, game(self.catalog, &name).map_err(fault)?);
            self.games.push((name.clone(), found.clone()));
            found
        };
        xboard::translate(&found, &name, written);
        Setup::with_notes(found.game, written.tag("FEN")).map_err(|error| fault(error.into()))
    }
}

/// The armies with the first variant that has each, as text forms: `nutters` and `cwda:nutters`.
fn armies(catalog: &Catalog) -> Vec<(String, String)> {
    let of_variant = |info: &VariantInfo| {
        let options =
            info.choices.iter().filter(|choice| has_armies(choice)).flat_map(|choice| &choice.options);
        options.map(|option| (option.id.clone(), format!("{}:{}", info.id, option.id))).collect::<Vec<_>>()
    };
    catalog.list().iter().flat_map(of_variant).collect()
}

/// The text form of an army in the first variant that has it.
pub(crate) fn form_of_army(catalog: &Catalog, army: &str) -> Option<String> {
    armies(catalog).into_iter().find(|(name, _)| name == army).map(|(_, form)| form)
}

/// The game that a text form names, or the game of an army in the first variant that has it.
pub(crate) fn game_or_army(catalog: &Catalog, what: &str) -> Result<Arc<Game>, Error> {
    let unknown = match game(catalog, what) {
        Ok(game) => return Ok(game),
        Err(error) if catalog.knows(what) => return Err(error),
        Err(error) => error,
    };
    if let Some(form) = form_of_army(catalog, what) {
        return game(catalog, &form);
    }
    let armies = armies(catalog);
    Err(match nearest(what, armies.iter().map(|(name, _)| name.as_str())) {
        Some(near) => mistyped(what, near),
        None => unknown,
    })
}

/// The error for a word that is similar to a known name.
pub(super) fn mistyped(what: &str, near: &str) -> Error {
    let what = quoted(what);
    Error::Usage(format!("`{what}` is not a variant, a piece or a line of notation. Did you mean `{near}`?"))
}

/// The entries of a file as they are read.
pub(crate) struct Entries<'a> {
    file: &'a Path,
    /// What they are called: `games`.
    what: &'static str,
    number: usize,
    faults: Vec<Fault>,
}

impl<'a> Entries<'a> {
    /// The entries of a file, called `what`.
    pub(crate) fn new(file: &'a Path, what: &'static str) -> Entries<'a> {
        Entries { file, what, number: 0, faults: Vec::new() }
    }

    /// No file, no entries.
    pub(crate) fn none() -> Entries<'static> {
        Entries::new(Path::new(""), "")
    }

    /// Reports what of the entry on a line is left out, after what `out` holds.
    pub(crate) fn note(&self, line: usize, notes: &[String], out: &mut dyn Write) -> io::Result<()> {
        for note in notes {
            out.flush()?;
            say(&format!("{}:{line}: note: {note}", self.file.display()))?;
        }
        Ok(())
    }

    /// The entry, or `None` if it is bad. Then it is reported after what `out` holds, but not twice.
    pub(crate) fn keep<T>(&mut self, entry: Result<T, Fault>, out: &mut dyn Write) -> io::Result<Option<T>> {
        self.number += 1;
        match entry {
            Ok(entry) => Ok(Some(entry)),
            Err(fault) => {
                if !self.faults.contains(&fault) {
                    out.flush()?;
                    say(&format!("{}:{}: {}", self.file.display(), fault.line, fault.reason))?;
                }
                self.faults.push(fault);
                Ok(None)
            }
        }
    }

    /// Reports how many entries were left out, if any, after what `out` holds. Returns their number.
    pub(crate) fn close(&self, out: &mut dyn Write) -> io::Result<usize> {
        let left_out = self.faults.len();
        if left_out > 0 {
            out.flush()?;
            let (file, of, what) = (self.file.display(), self.number, self.what);
            say(&format!("{file}: {left_out} of {of} {what} left out"))?;
        }
        Ok(left_out)
    }
}

/// Says something about the input on standard error.
pub(super) fn say(text: &str) -> io::Result<()> {
    writeln!(Printable::new(anstream::stderr()), "fibnif: {text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_army_is_found_in_its_variant_and_a_wrong_name_is_reported() {
        let catalog = Catalog::builtin();
        assert_eq!(game_or_army(&catalog, "nutters").unwrap().def.id, "cwda:nutters");
        assert!(game_or_army(&catalog, "nuters").unwrap_err().to_string().contains("nuters"));
    }
}
