//! What a definition allows but its author hardly meant. Returns findings, never prints.

use std::fmt;

use crate::betza::Movement;
use crate::betza::explain::{Instead, explain};
use crate::geometry::Color;

use super::def::{PieceDef, VariantDef};
use super::error::{Place, VariantError};
use super::law::{Castling, Checks, End, Mate, NoMoves};
use super::merge::Merged;
use super::pieces::read_moves;
use super::tree::{KeyValue, Node, TomlValue, Tree};

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The variant cannot be played.
    Error,
    /// It can, but something is probably not as meant.
    Warning,
}

/// Something `check` found in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// Where it is written, if that is one place.
    pub place: Option<Place>,
    /// What it is.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        match &self.place {
            Some(place) => write!(f, "{place}: {severity}: {}\n{}", self.message, place.picture()),
            None => write!(f, "{severity}: {}", self.message),
        }
    }
}

impl From<VariantError> for Finding {
    fn from(error: VariantError) -> Finding {
        match error {
            VariantError::Written { place, message } => {
                Finding { severity: Severity::Error, place: Some(place), message }
            }
            other => Finding { severity: Severity::Error, place: None, message: other.to_string() },
        }
    }
}

/// Reads every notation of a file, also what a choice always replaces and no definition shows.
pub(super) fn lint_notation(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for entry in tree.iter() {
        match &entry.node.value {
            TomlValue::Table(table) => findings.extend(lint_notation(table)),
            _ if matches!(entry.key.as_str(), "betza" | "unchecked" | "spacious" | "after_capture") => {
                match read_moves(&entry.node) {
                    Ok(_) => findings.extend(lint_dialect(&entry.node)),
                    Err(error) => findings.push(error.into()),
                }
            }
            _ => {}
        }
    }
    findings
}

/// Warns of lines that people copy from XBoard or the Interactive Diagram and that mean something else here.
fn lint_dialect(node: &Node) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (place, line) in node.texts().unwrap_or_default() {
        for part in explain(line).unwrap_or_default() {
            let Some(instead) = part.instead else { continue };
            let advice = match instead {
                Instead::Line(line) => format!("for what they read, write `{line}`"),
                Instead::Nothing => "no line says here what they read".to_owned(),
            };
            let message = format!(
                "XBoard and the Interactive Diagram read `{}` in another way: they change a slider to a leaper \
                 at `y` and `g`, or a leaper to a slider, whatever is on that square. Fibnif does so only where \
                 the square is empty (`y`), or a piece is hopped over (`g`); {advice}",
                part.text
            );
            let place = match place.error("") {
                VariantError::Written { place, .. } => Some(place),
                _ => None,
            };
            findings.push(Finding { severity: Severity::Warning, place, message });
        }
    }
    findings
}

/// Looks a definition over.
pub(super) fn lint(def: &VariantDef, merged: &Merged) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut warn = |place: Option<Place>, message: String| {
        findings.push(Finding { severity: Severity::Warning, place, message });
    };
    let place = |color: Color, piece: &PieceDef| place_of(&merged.sides[color.index()].tree, piece.role);
    for color in Color::ALL {
        let pieces = &def.sides[color.index()].pieces;
        // A piece that nobody ever meets is not there.
        let mated = pieces.iter().any(|piece| piece.royal);
        let lost = def.rules.ends.iter().any(|end| matches!(end, End::Lost { .. } | End::Reach { .. }));
        let ends = def.rules.no_moves != NoMoves::Draw || lost;
        if !mated && !ends {
            warn(
                None,
                format!(
                    "`{}`: {color} starts without a royal piece (`royal = \"check\"`) and cannot be mated",
                    def.id
                ),
            );
        }
        for (index, piece) in pieces.iter().enumerate() {
            if piece.movement == Movement::default() && piece.zones.is_empty() {
                warn(place(color, piece), format!("the {} has no moves", piece.name));
            }
            if first_letter(&merged.sides[color.index()].tree, piece.role)
                .is_some_and(|first| first != piece.letter)
            {
                let message = format!(
                    "the {} is shown as `{}`: its first letter is another piece's",
                    piece.name, piece.letter
                );
                warn(place(color, piece), message);
            }
            if let Some(slot @ (0 | 18)) = piece.xboard_slot.filter(|_| piece.promotion.is_none()) {
                warn(
                    place(color, piece),
                    format!(
                        "XBoard takes whatever is in slot {slot} for a pawn, and the {} is none",
                        piece.name
                    ),
                );
            }
            if let Some(value @ 1..30) = piece.value {
                let message = format!(
                    "the {} is worth {value} centipawns: are {value} pawns, `{value}00`, meant?",
                    piece.name
                );
                warn(place(color, piece), message);
            }
            let twin = pieces[..index].iter().find(|other| {
                other.role != piece.role
                    && other.xboard_slot.is_some()
                    && other.xboard_slot == piece.xboard_slot
            });
            if let Some(twin) = twin {
                warn(
                    place(color, piece),
                    format!("the {} has the {}'s slot in XBoard", piece.name, twin.name),
                );
            }
            if piece.passes() && !def.sides[(!color).index()].pieces.iter().any(captures_in_passing) {
                warn(
                    place(color, piece),
                    format!(
                        "the {} may be captured en passant, but no piece of {} has `e`",
                        piece.name, !color
                    ),
                );
            }
        }
        for entry in unused(def, merged, color) {
            let name = entry.node.table().ok().and_then(|piece| piece.text("name").ok().flatten());
            let message =
                format!("the {} is neither in the array nor promoted to", name.unwrap_or(&entry.key));
            warn(Some(entry.place.clone()), message);
        }
        if let Some(piece) = pieces.iter().find(|piece| captures_in_passing(piece))
            && !def.sides[(!color).index()].pieces.iter().any(PieceDef::passes)
        {
            let message = format!(
                "the {} captures en passant, but no pawn of {} has an `in` double step",
                piece.name, !color
            );
            warn(place(color, piece), message);
        }
    }
    let royal = def.sides.iter().flat_map(|side| &side.pieces).any(|piece| piece.royal);
    for (key, usual) in
        [("checks", def.rules.checks == Checks::Allowed), ("mate", def.rules.mate == Mate::Loses)]
    {
        if !usual && !royal {
            let rules = merged.game.table("rules").ok().flatten();
            let place = rules.and_then(|rules| rules.entry(key)).map(|entry| entry.place.clone());
            warn(place, format!("`{key}` says nothing where no piece is royal (`royal = \"check\"`)"));
        }
    }
    let castles = |piece: &PieceDef| !piece.movement.castles.is_empty();
    let by_notation = def.sides.iter().flat_map(|side| &side.pieces).any(castles);
    let rights = def.start_fields.split(' ').nth(1).unwrap_or("-");
    if rights != "-"
        && def.rules.castling == Castling::None
        && !by_notation
        && !def.sides.iter().flat_map(|side| &side.pieces).any(has_first_move)
    {
        let place = merged.game.get("start").map(|node| node.place.clone());
        warn(place, format!("the array gives the castling rights `{rights}`, but there is no castling"));
    }
    if rights == "-" && (def.rules.castling != Castling::None || by_notation) {
        let place = merged.game.get("start").map(|node| node.place.clone());
        warn(place, "there is castling, but the array gives no rights to it".into());
    }
    findings
}

fn place_of(side: &Tree, role: char) -> Option<Place> {
    Some(side.table("pieces").ok()??.entry(&role.to_string())?.place.clone())
}

fn first_letter(side: &Tree, role: char) -> Option<char> {
    side.table("pieces").ok()??.table(&role.to_string()).ok()??.text("letters").ok()??.chars().next()
}

/// The pieces of a side that are written beside the array, but that nobody plays with. (Those of a
/// file that is extended by another may well be of no use there.)
fn unused<'a>(def: &VariantDef, merged: &'a Merged, color: Color) -> Vec<&'a KeyValue> {
    let file = merged.game.get("start").map(|start| start.place.file());
    let pieces = merged.sides[color.index()].tree.table("pieces").ok().flatten();
    let met = |role: &str| {
        def.sides.iter().flat_map(|side| &side.pieces).any(|piece| piece.role.to_string() == role)
    };
    pieces
        .into_iter()
        .flat_map(Tree::iter)
        .filter(|piece| Some(piece.place.file()) == file && !met(&piece.key))
        .collect()
}

/// Whether a piece that does not promote has moves of its own while it has not moved.
fn has_first_move(piece: &PieceDef) -> bool {
    let mut legs = piece.movement.legs.iter().chain(&piece.unchecked.legs);
    piece.promotion.is_none() && legs.any(|leg| leg.initial)
}

fn captures_in_passing(piece: &PieceDef) -> bool {
    piece.movement.legs.iter().any(|leg| leg.purpose.en_passant)
}
