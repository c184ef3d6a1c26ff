//! HTML pages: a variant, pieces, or all armies.

use std::sync::Arc;

use maud::{Markup, PreEscaped, html};

use super::armies::{self, Army};
use super::piece::NamedPiece;
use crate::base::html::{list, page, prose, table};
use crate::rules::game::Game;
use crate::rules::geometry::{Color, Shape, Square};
use crate::rules::variant::{Choice, ChoiceOption, Scope, VariantDef, VariantInfo};
use crate::teach::diagram::LegendNote;
use crate::teach::game::board::{in_hand, placed};
use crate::teach::game::gallery::Exhibit;
use crate::teach::game::picture::{self, Furniture};
use crate::teach::game::pieces::{self, PieceRow, Whose, label};
use crate::teach::game::sections::{self, Content, Section};
use crate::teach::game::{choices, rules, source};

/// A variant: everything that the text page has.
pub(super) fn variant(game: &Arc<Game>, info: &VariantInfo) -> String {
    let (def, held) = (&game.def, in_hand(&game.def));
    let shown = |content| match content {
        Content::Pieces(rows) => of_pieces(&rows),
        Content::List(sentences) => list(sentences),
        Content::Castling(castles, note) => {
            html! { (table(&rules::CASTLING, &cells(&castles))) (list(note)) }
        }
        Content::Endings(endings) => {
            table(&["Piece", ""], &cells(endings.into_iter().map(<[String; 2]>::from)))
        }
        Content::View(view) => {
            board(def, &view.shape, |square| view.shown.get(square.index()).copied().flatten())
        }
        Content::Choices(info) => of_choices(info),
        Content::Moves(exhibits) => gallery(&exhibits),
    };
    let body = html! {
        h1 { (def.title) }
        p.faint { code { (def.id) } }
        (board(def, &def.shape, Some))
        @if !held.is_empty() { p { (held) } }
        @for Section { name, more, content } in sections::of(game, info) {
            section { h2 { (prose(&(name + &more))) } (shown(content)) }
        }
    };
    page(&format!("{} ({})", def.title, def.id), &picture::style(), &body)
}

/// The pieces of one side in a table.
fn of_pieces(rows: &[PieceRow]) -> Markup {
    let row = |row: &PieceRow| {
        let PieceRow { piece, remarks, .. } = row;
        let name = html! {
            (piece.name)
            @if !remarks.is_empty() { br; span.faint { (prose(remarks)) } }
        };
        let value = row.value_text();
        vec![html! { (label(piece)) }, name, html! { code { (piece.betza) } }, html! { (value) }]
    };
    table(&["", "Piece", "Moves", "Value#"], &rows.iter().map(row).collect::<Vec<_>>())
}

/// The starting position on a board; `shown` maps a square of the game to its square here. Lines are drawn
/// where the pieces' moves change, and where every move must cross a line.
fn board(def: &VariantDef, shape: &Shape, shown: impl Fn(Square) -> Option<Square>) -> Markup {
    let pieces = placed(def, shown);
    let stronger = def.strengthened();
    let is_same_board = *shape == def.shape;
    let parted = |one: Square, other: Square| {
        is_same_board
            && (stronger.get(one.index()) != stronger.get(other.index())
                || def.rules.grid.is_some_and(|grid| !grid.in_one_cell(shape, one, other)))
    };
    let furniture = Furniture { pieces: &pieces, parted: &parted };
    PreEscaped(picture::board(shape, &furniture, &format!("The board of {} at the start", def.title)))
}

/// The cells of a table of plain text.
fn cells(rows: impl IntoIterator<Item = impl AsRef<[String]>>) -> Vec<Vec<Markup>> {
    rows.into_iter().map(|row| row.as_ref().iter().map(|cell| html! { (cell) }).collect()).collect()
}

/// The choices, and how they are written.
fn of_choices(info: &VariantInfo) -> Markup {
    let whose = |choice: &Choice| match choice.scope {
        Scope::Side => "for each side",
        Scope::Game => "for the game",
    };
    let rows = |choice: &Choice| -> Vec<Vec<Markup>> {
        let row = |(index, option): (usize, &ChoiceOption)| {
            let default = if index == choice.default { "default" } else { "" };
            vec![html! { code { (option.id) } }, html! { (option.title) }, html! { (default) }]
        };
        choice.options.iter().enumerate().map(row).collect()
    };
    html! {
        p { "written " code { (choices::form(info)) } }
        @if let Some(side) = choices::augmented_form(info) {
            p { "WHITE and BLACK are each " code { (side) } " or a part of it" }
        }
        @for choice in &info.choices {
            details {
                summary {
                    (choice.title) " (" code { (choice.id) } ", " (whose(choice)) "): "
                    (choice.options.len()) " to choose from"
                }
                (table(&["", "", ""], &rows(choice)))
            }
        }
    }
}

/// Drawings side by side, each with its own notes, and the legend of all marks.
fn gallery(exhibits: &[Exhibit]) -> Markup {
    let drawings = exhibits.iter().filter_map(|exhibit| exhibit.drawing.as_ref());
    html! {
        .shelf { @for exhibit in exhibits { (figure(exhibit)) } }
        (PreEscaped(picture::legend(drawings)))
    }
}

fn figure(exhibit: &Exhibit) -> Markup {
    let Exhibit { caption, drawing, .. } = exhibit;
    let label = format!("How the {} moves", caption.join(", "));
    html! {
        figure {
            figcaption {
                b { (caption.first().map_or("", String::as_str)) }
                @for (index, line) in caption.iter().skip(1).enumerate() { @if index > 0 { br; } (line) }
            }
            @if let Some(drawing) = drawing {
                (PreEscaped(picture::on_a_page(drawing, &label)))
                @let own = drawing.legend.iter().copied().filter(|note| note.is_of_one());
                (list(own.filter_map(LegendNote::in_a_picture)))
            } @else {
                "(its leaps are too long to draw)"
            }
        }
    }
}

pub(super) fn pieces(found: &[NamedPiece]) -> String {
    let title = found.first().map_or("", |first| first.piece.name.as_str());
    let body = html! {
        h1 { (title) }
        @for NamedPiece { owners, piece, shape } in found {
            section {
                h2 { (piece.name) " (" (label(piece)) ") " code { (piece.betza) } }
                p.faint {
                    (owners.join(", "))
                    @if let Some(value) = piece.value { ", value " (pieces::pawns(value)) }
                }
                (gallery(&pieces::exhibits(piece, shape, Whose::Side(Color::White))))
                (list(source::findings([piece])))
            }
        }
    };
    page(title, &picture::style(), &body)
}

pub(super) fn notation(line: &str, exhibit: Exhibit) -> String {
    page(line, &picture::style(), &html! { h1 { code { (line) } } (gallery(&[exhibit])) })
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
    let title = format!("The armies of {variant}");
    let about = "The letter to the right of a piece is its role: R for the rook's, N for the knight's.";
    let mut drawings = Vec::new();
    let body = html! {
        h1 { (title) }
        p.faint { (armies::VALUES) " " (about) }
        @for army in all {
            h2 { (army.title) " " code { (army.id) } span.faint { " sum " (pieces::pawns(army.total)) } }
            .army {
                @for role in &roles { @for piece in army.pieces.iter().filter(|piece| piece.role == *role) {
                    @let drawing = Exhibit::new(&piece.movement, piece.letter.base(), Some(&army.shape)).drawing;
                    figure {
                        figcaption {
                            span.role { (piece.role) }
                            b { (piece.letter) " " (piece.name) }
                            code { (piece.betza) } " " (pieces::pawns(piece.value))
                        }
                        @if let Some(drawing) = &drawing {
                            (PreEscaped(picture::on_a_page(drawing, &format!("How the {} moves", piece.name))))
                        }
                    }
                    @let () = drawings.extend(drawing);
                } }
            }
        }
        (PreEscaped(picture::legend(&drawings)))
    };
    page(&title, &format!("{}{ARMIES}\n", picture::style()), &body)
}
