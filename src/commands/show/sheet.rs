//! HTML pages: a variant, pieces, or all armies.

use std::fmt::Write as _;
use std::sync::Arc;

use super::armies::{self, Army};
use super::piece::NamedPiece;
use crate::base::html::{escaped, list, page, prose, table};
use crate::rules::game::Game;
use crate::rules::geometry::{Color, Shape, Square};
use crate::rules::variant::{Choice, Scope, VariantDef, VariantInfo};
use crate::teach::diagram::{Drawing, LegendNote};
use crate::teach::game::board::{in_hand, placed};
use crate::teach::game::gallery::Exhibit;
use crate::teach::game::picture::{self, Furniture};
use crate::teach::game::pieces::{self, PieceRow, Whose, label};
use crate::teach::game::sections::{self, Content, Section};
use crate::teach::game::{choices, rules, source};

fn code(text: &str) -> String {
    format!("<code>{}</code>", escaped(text))
}

/// A variant: everything that the text page has.
pub(super) fn variant(game: &Arc<Game>, info: &VariantInfo) -> String {
    let def = &game.def;
    let mut body = format!("<h1>{}</h1>\n<p class=\"faint\">{}</p>\n", escaped(&def.title), code(&def.id));
    body += &board(def, &def.shape, Some);
    let held = in_hand(def);
    if !held.is_empty() {
        body += &["<p>", &escaped(&held), "</p>\n"].concat();
    }
    for Section { name, more, content } in sections::of(game, info) {
        let html = match content {
            Content::Pieces(rows) => of_pieces(&rows),
            Content::List(sentences) => list(sentences),
            Content::Castling(castles, note) => table(&rules::CASTLING, &cells(&castles)) + &list(note),
            Content::Endings(endings) => {
                table(&["Piece", ""], &cells(endings.into_iter().map(<[String; 2]>::from)))
            }
            Content::View(view) => {
                board(def, &view.shape, |square| view.shown.get(square.index()).copied().flatten())
            }
            Content::Choices(info) => of_choices(info),
            Content::Moves(exhibits) => gallery(&exhibits),
        };
        body.extend(["<section><h2>", &prose(&(name + &more)), "</h2>\n", &html, "</section>\n"]);
    }
    page(&format!("{} ({})", def.title, def.id), &picture::style(), &body)
}

/// The pieces of one side in a table.
fn of_pieces(rows: &[PieceRow]) -> String {
    let row = |row: &PieceRow| {
        let remarks = if row.remarks.is_empty() {
            String::new()
        } else {
            format!("<br><span class=\"faint\">{}</span>", prose(&row.remarks))
        };
        let name = escaped(&row.piece.name) + &remarks;
        vec![escaped(&label(row.piece)), name, code(&row.piece.betza), escaped(&row.value_text())]
    };
    table(&["", "Piece", "Moves", "Value#"], &rows.iter().map(row).collect::<Vec<_>>())
}

/// The starting position on a board; `shown` maps a square of the game to its square here. Lines are drawn
/// where the pieces' moves change, and where every move must cross a line.
fn board(def: &VariantDef, shape: &Shape, shown: impl Fn(Square) -> Option<Square>) -> String {
    let pieces = placed(def, shown);
    let stronger = def.strengthened();
    let is_same_board = *shape == def.shape;
    let parted = |one: Square, other: Square| {
        is_same_board
            && (stronger.get(one.index()) != stronger.get(other.index())
                || def.rules.grid.is_some_and(|grid| !grid.in_one_cell(shape, one, other)))
    };
    let furniture = Furniture { pieces: &pieces, parted: &parted };
    picture::board(shape, &furniture, &format!("The board of {} at the start", def.title))
}

/// The cells of a table of plain text.
fn cells(rows: impl IntoIterator<Item = impl AsRef<[String]>>) -> Vec<Vec<String>> {
    rows.into_iter().map(|row| row.as_ref().iter().map(|cell| escaped(cell)).collect()).collect()
}

/// The choices, and how they are written.
fn of_choices(info: &VariantInfo) -> String {
    let mut body = format!("<p>written {}</p>\n", code(&choices::form(info)));
    if let Some(side) = choices::augmented_form(info) {
        body.extend(["<p>WHITE and BLACK are each ", &code(&side), " or a part of it</p>\n"]);
    }
    let one = |choice: &Choice| {
        let whose = match choice.scope {
            Scope::Side => "for each side",
            Scope::Game => "for the game",
        };
        let rows: Vec<Vec<String>> = choice
            .options
            .iter()
            .enumerate()
            .map(|(index, option)| {
                let said = if index == choice.default { "default" } else { "" };
                vec![code(&option.id), escaped(&option.title), said.to_owned()]
            })
            .collect();
        format!(
            "<details><summary>{} ({}, {whose}): {} to choose from</summary>\n{}</details>\n",
            escaped(&choice.title),
            code(&choice.id),
            rows.len(),
            table(&["", "", ""], &rows)
        )
    };
    body.extend(info.choices.iter().map(one));
    body
}

/// Drawings side by side, each with its own notes, and the legend of all marks.
fn gallery(exhibits: &[Exhibit]) -> String {
    let figures: String = exhibits.iter().map(figure).collect();
    let drawings = exhibits.iter().filter_map(|exhibit| exhibit.drawing.as_ref());
    format!("<div class=\"shelf\">\n{figures}</div>\n{}", picture::legend(drawings))
}

fn figure(exhibit: &Exhibit) -> String {
    let caption: Vec<String> = exhibit.caption.iter().map(|line| escaped(line)).collect();
    let (name, more) =
        caption.split_first().map_or(("", String::new()), |(name, more)| (name.as_str(), more.join("<br>")));
    let label = format!("How the {} moves", exhibit.caption.join(", "));
    let Some(drawing) = &exhibit.drawing else {
        return format!(
            "<figure><figcaption><b>{name}</b>{more}</figcaption>(its leaps are too long to draw)</figure>\n"
        );
    };
    let own: Vec<LegendNote> = drawing.legend.iter().copied().filter(|note| note.is_of_one()).collect();
    format!(
        "<figure><figcaption><b>{name}</b>{more}</figcaption>\n{}{}</figure>\n",
        picture::on_a_page(drawing, &label),
        list(own.into_iter().filter_map(LegendNote::in_a_picture))
    )
}

pub(super) fn pieces(found: &[NamedPiece]) -> String {
    let title = found.first().map_or("", |first| first.piece.name.as_str());
    let mut body = format!("<h1>{}</h1>\n", escaped(title));
    for NamedPiece { owners, piece, shape } in found {
        // Writing to a string cannot fail.
        let value = piece.value.map(|value| format!(", value {}", pieces::pawns(value))).unwrap_or_default();
        let _ = write!(
            body,
            "<section><h2>{} ({}) {}</h2>\n<p class=\"faint\">{}{value}</p>\n",
            escaped(&piece.name),
            escaped(&label(piece)),
            code(&piece.betza),
            escaped(&owners.join(", "))
        );
        body += &gallery(&pieces::exhibits(piece, shape, Whose::Side(Color::White)));
        body += &list(source::findings([piece]));
        body += "</section>\n";
    }
    page(title, &picture::style(), &body)
}

pub(super) fn notation(line: &str, exhibit: Exhibit) -> String {
    let body = format!("<h1>{}</h1>\n{}", code(line), gallery(&[exhibit]));
    page(line, &picture::style(), &body)
}

/// The layout of the armies: as many columns as the page is wide, so that nothing is cut off on a narrow
/// screen or on paper.
const ARMIES: &str = ".army{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:1rem}\
                      .army figcaption{overflow-wrap:anywhere}.army svg{width:8.5rem}\
                      .role{float:right;color:inherit;opacity:.65}\
                      @media print{.army{grid-template-columns:repeat(4,1fr)}}";

/// All armies: the pieces in each role, and their values.
pub(super) fn armies(variant: &str, all: &[Army]) -> String {
    let roles = armies::roles(all);
    let mut drawings: Vec<Drawing> = Vec::new();
    let mut body = String::new();
    for army in all {
        let (title, total) = (escaped(&army.title), pieces::pawns(army.total));
        let _ = write!(
            body,
            "<h2>{title} {}<span class=\"faint\"> sum {total}</span></h2>\n<div class=\"army\">\n",
            code(&army.id)
        );
        let of_role = |&role: &char| army.pieces.iter().filter(move |piece| piece.role == role);
        for piece in roles.iter().flat_map(of_role) {
            let Exhibit { drawing, .. } = Exhibit::new(&piece.movement, piece.letter, Some(&army.shape));
            let about = format!("How the {} moves", piece.name);
            let drawn = drawing.as_ref().map(|drawing| picture::on_a_page(drawing, &about));
            let _ = writeln!(
                body,
                "<figure><figcaption><span class=\"role\">{}</span><b>{} {}</b>{} {}</figcaption>{}</figure>",
                piece.role,
                piece.letter,
                escaped(&piece.name),
                code(&piece.betza),
                pieces::pawns(piece.value),
                drawn.unwrap_or_default()
            );
            drawings.extend(drawing);
        }
        body.push_str("</div>\n");
    }
    let title = format!("The armies of {variant}");
    let about = "The letter to the right of a piece is its role: R for the rook's, N for the knight's.";
    let body = format!(
        "<h1>{}</h1>\n<p class=\"faint\">{} {about}</p>\n{body}{}",
        escaped(&title),
        escaped(armies::VALUES),
        picture::legend(&drawings)
    );
    page(&title, &format!("{}{ARMIES}\n", picture::style()), &body)
}
