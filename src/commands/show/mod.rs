//! A variant or a piece on paper: the starting position, the pieces with their notation, the rules in
//! words, and how each piece moves.
//!
//! Everything is derived from the definition, so what is shown is what is played.

mod armies;
mod data;
mod piece;
mod sheet;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use self::armies::Army;
use self::piece::NamedPiece;
use super::Error;
use super::load::{form_of_army, mistyped};
use super::{Command, Context, ExitStatus, OutputArgs, json_line};
use crate::base::page::TITLE;
use crate::base::suggest::nearest;
use crate::base::text::quoted;
use crate::rules::betza::{BetzaError, Movement, standard};
use crate::rules::game::Game;
use crate::rules::geometry::Color;
use crate::rules::position::playable;
use crate::rules::variant::{Catalog, NameFault, PieceDef, Unknown, VariantDef, VariantError, VariantInfo};
use crate::teach::game::gallery::{self, Exhibit};
use crate::teach::game::{self, picture, pieces};

/// The arguments.
#[derive(Debug, clap::Args)]
pub struct ShowArgs {
    /// A variant (`cwda:nutters/fide`), an army (`nutters`), `armies` for all armies, a piece (`Colonel`,
    /// `nutters:Horse`), or a line of Betza notation (`fRsRKfhN`)
    #[arg(value_name = "PIECE|VARIANT|ARMY")]
    what: String,
    /// Draw the moves of a piece as an SVG picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a self-contained HTML page for browsers and printers
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

impl Command for ShowArgs {
    const EXAMPLES: &'static [&'static str] = &[
        "fibnif show nutters",
        "fibnif show cwda:clobberers/nutters",
        "fibnif show armies",
        "fibnif show nutters:Unicorn --svg unicorn.svg",
        "fibnif show cwda:clobberers/nutters --html game.html",
    ];

    fn run(&self, Context { catalog, out }: &mut Context) -> Result<ExitStatus, Error> {
        if let Some(path) = &self.svg {
            fs::write(path, svg(catalog, &self.what)?).map_err(Error::file(path))?;
        }
        if let Some(path) = &self.html {
            fs::write(path, html(catalog, &self.what)?).map_err(Error::file(path))?;
        }
        if self.svg.is_none() && self.html.is_none() {
            run(catalog, &self.what, self.output.json, out)?;
        }
        Ok(ExitStatus::Success)
    }
}

/// The word for all armies side by side.
const ARMIES: &str = "armies";

/// The things that can be shown.
enum Subject {
    /// A variant, with the choices made and the choices available.
    Variant(Arc<Game>, Box<VariantInfo>),
    /// All armies of a variant.
    Armies(String, Vec<Army>),
    /// Pieces of the same name.
    Pieces(Vec<NamedPiece>),
    /// A line of notation, and its text.
    Notation(String, Movement),
}

/// Finds what `what` names, in this order: a variant, the word `armies`, an army, a piece, a line of
/// notation, the standard name of a piece that no variant has.
fn find(catalog: &Catalog, what: &str) -> Result<Subject, Error> {
    if what.trim().is_empty() {
        return Err(Error::usage("expected a variant, a piece or a line of Betza notation, found nothing"));
    }
    let unknown = match catalog.resolve(what) {
        Ok(def) => return chosen(catalog, &def),
        // The name may be another thing's, or that of a piece after the colon.
        Err(error @ (VariantError::Unknown(_) | VariantError::Name(_))) => error,
        Err(error) => return Err(error.into()),
    };
    if what == ARMIES {
        return armies::all(catalog).map(|(variant, armies)| Subject::Armies(variant, armies));
    }
    if let Some(form) = form_of_army(catalog, what) {
        return chosen(catalog, &catalog.resolve(&form)?);
    }
    let found = piece::find(catalog, what);
    if !found.is_empty() {
        return Ok(Subject::Pieces(found));
    }
    let betza = standard(what).unwrap_or(what);
    Movement::read(betza)
        .map(|movement| Subject::Notation(betza.to_owned(), movement))
        .map_err(|fault| not_found(catalog, what, unknown, &fault))
}

/// A variant with its choices made.
fn chosen(catalog: &Catalog, def: &VariantDef) -> Result<Subject, Error> {
    let name = def.id.split([':', ';']).next().unwrap_or_default();
    let info = catalog.info(name)?;
    Ok(Subject::Variant(playable(def)?, Box::new(info)))
}

/// Shows the variant, army, piece or line of notation named by `what`.
///
/// # Errors
/// If `what` names none of these, or if `out` cannot be written to.
pub fn run(catalog: &Catalog, what: &str, json: bool, out: &mut dyn Write) -> Result<(), Error> {
    let subject = find(catalog, what)?;
    if json {
        return Ok(json_line(&data::Shown::new(what, &subject), out)?);
    }
    match subject {
        Subject::Variant(game, info) => Ok(game::print(&game, &info, out)?),
        Subject::Armies(variant, armies) => armies::compare(&variant, &armies, out),
        Subject::Pieces(found) => {
            for (index, piece) in found.iter().enumerate() {
                if index > 0 {
                    writeln!(out)?;
                }
                piece::show(piece, out)?;
            }
            Ok(())
        }
        Subject::Notation(betza, movement) => {
            let name = if betza == what { String::new() } else { format!("  {betza}") };
            writeln!(out, "{TITLE}{what}{TITLE:#}{name}\n")?;
            notation(&movement, out)
        }
    }
}

/// The same as one self-contained HTML page.
///
/// # Errors
/// If `what` names nothing that can be shown.
pub fn html(catalog: &Catalog, what: &str) -> Result<String, Error> {
    Ok(match find(catalog, what)? {
        Subject::Variant(game, info) => sheet::variant(&game, &info),
        Subject::Armies(variant, armies) => sheet::armies(&variant, &armies),
        Subject::Pieces(found) => sheet::pieces(&found),
        Subject::Notation(_, movement) => sheet::notation(what, Exhibit::new(&movement, '@', None)),
    })
}

/// How a piece moves, as a picture.
///
/// # Errors
/// If `what` is neither a piece nor a line of notation, or names several pieces.
fn svg(catalog: &Catalog, what: &str) -> Result<String, Error> {
    match find(catalog, what)? {
        Subject::Pieces(found) => match &found[..] {
            [NamedPiece { owners, piece, shape }] => {
                let title = format!(
                    "{} ({})  {}  {}",
                    piece.name,
                    pieces::label(piece),
                    piece.betza,
                    owners.join(", ")
                );
                Ok(picture::alone(&title, &pieces::exhibits(piece, shape, pieces::Whose::Side(Color::White))))
            }
            several => {
                let name =
                    |found: &NamedPiece| Some(format!("{}:{}", found.owners.first()?, found.piece.name));
                let names: Vec<String> = several.iter().filter_map(name).collect();
                let (text, names) = (quoted(what), names.join("`, `"));
                Err(Error::Usage(format!("`{text}` names several pieces: expected one of `{names}`")))
            }
        },
        Subject::Notation(_, movement) => Ok(picture::alone(what, &[Exhibit::new(&movement, '@', None)])),
        Subject::Variant(..) | Subject::Armies(..) => Err(Error::Usage(format!(
            "expected a piece or a line of notation to draw, found `{}`. Use `--html` for everything else",
            quoted(what)
        ))),
    }
}

/// The error for a word that names nothing: the most similar name, or else the fault in it as a variant or
/// as notation.
fn not_found(catalog: &Catalog, what: &str, unknown: VariantError, fault: &BetzaError) -> Error {
    let owner = what.split_once(':').map_or("", |(owner, _)| owner);
    if !catalog.knows(owner)
        && !piece::names_of(catalog, owner).is_empty()
        && let Some(of_army) = nearly(catalog, what)
    {
        return of_army;
    }
    if catalog.knows(what)
        || is_near(&unknown)
        || matches!(
            unknown,
            VariantError::Name(
                NameFault::UnusedArmy { .. } | NameFault::Misplaced { .. } | NameFault::TooLarge(_)
            )
        )
    {
        return unknown.into();
    }
    let names = piece::names(catalog).into_iter().chain(piece::owners(catalog));
    match among(&names.collect::<Vec<_>>(), what) {
        Some(nearly) => nearly,
        None if what.contains([':', ';']) => unknown.into(),
        None => unread(what, fault),
    }
}

/// The pieces of this name.
pub fn pieces(catalog: &Catalog, name: &str) -> Vec<PieceDef> {
    piece::find(catalog, name).into_iter().map(|found| found.piece).collect()
}

/// The error for a word that is no notation: that it is a variant or an army, or a piece that an army lacks,
/// or similar to the name of a piece.
pub fn nearly(catalog: &Catalog, what: &str) -> Option<Error> {
    let own = |owner: &str| piece::names_of(catalog, owner);
    if catalog.resolve(what).is_ok() || form_of_army(catalog, what).is_some() {
        let owner = what.rsplit([':', '/']).next().unwrap_or(what);
        let such =
            own(owner).iter().max_by_key(|name| name.len()).map(|name| format!(", such as `{owner}:{name}`"));
        let instead = format!("the name of a piece{}, or a line of notation", such.unwrap_or_default());
        let what_it_is = if own(what).is_empty() || catalog.knows(what) { "a variant" } else { "an army" };
        let fault = NameFault::Misplaced { text: what.to_owned(), what: what_it_is, instead };
        return Some(VariantError::Name(fault).into());
    }
    let names = piece::names(catalog);
    let Some((owner, name)) = what.split_once(':') else { return among(&names, what) };
    let of_owner = names.iter().filter_map(|known| known.strip_prefix(owner)?.strip_prefix(':'));
    if let Some(near) = nearest(name, of_owner) {
        return Some(mistyped(what, &format!("{owner}:{near}")));
    }
    let known = own(owner);
    if known.is_empty() {
        return among(&names, what);
    }
    let (what, name) = (format!("piece of `{owner}`"), name.to_owned());
    Some(VariantError::Unknown(Unknown { what, name, known }).into())
}

/// The error for a word that is neither a known name nor notation.
pub fn unread(what: &str, fault: &BetzaError) -> Error {
    let what = quoted(what);
    Error::Usage(format!(
        "`{what}` is not a known variant or piece, and as notation it has a fault:\n{fault}"
    ))
}

/// The error for a word that is similar to one of these names, and is no notation.
fn among(names: &[String], what: &str) -> Option<Error> {
    let names = if is_like_notation(what) { &[] } else { names };
    nearest(what, names.iter().map(String::as_str)).map(|near| mistyped(what, near))
}

/// Whether a word is written as notation is and names are not: it is short, and letters are followed by a
/// capital.
fn is_like_notation(what: &str) -> bool {
    const LONGEST: usize = 7;
    let mut pairs = what.chars().zip(what.chars().skip(1));
    what.chars().count() <= LONGEST && pairs.any(|(a, b)| a.is_ascii_alphabetic() && b.is_ascii_uppercase())
}

/// Whether the error is an unknown name with a similar known name.
fn is_near(error: &VariantError) -> bool {
    matches!(error, VariantError::Unknown(unknown) if unknown.nearest().is_some())
}

/// Draws the moves of a line of notation.
///
/// # Errors
/// If `out` cannot be written to.
pub fn notation(movement: &Movement, out: &mut dyn Write) -> Result<(), Error> {
    Ok(gallery::one(&Exhibit::new(movement, '@', None), out)?)
}
