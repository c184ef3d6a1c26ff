//! Finds what a definition may say but its author probably did not mean. Returns findings, never
//! prints.

mod check;

use std::fmt;

pub use check::Checked;

use crate::protocol::xboard::is_for_pawns;
use crate::rules::betza::Movement;
use crate::rules::geometry::{Color, Lattice};
use crate::rules::letter::Letter;
use crate::rules::variant::{
    Castling, End, KeyValue, Merged, Node, PieceDef, Rules, SideDef, Span, TomlValue, Tree, VariantDef,
    VariantError, lattice_of, read_moves,
};
use crate::teach::explain::{Instead, explain};

/// The severity of a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The variant cannot be played.
    Error,
    /// It can, but something is probably a mistake.
    Warning,
}

/// Something `check` found in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub severity: Severity,
    /// Where it is in the file, if it is in one place.
    pub place: Option<Span>,
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

/// Reads every notation of a file, even one that a choice always replaces, so that no definition shows
/// it.
fn lint_notation(tree: &Tree) -> Vec<Finding> {
    lint_below(tree, lattice_of(tree))
}

fn lint_below(tree: &Tree, lattice: Lattice) -> Vec<Finding> {
    let mut findings = Vec::new();
    for entry in tree.iter() {
        match &entry.node.value {
            TomlValue::Table(table) => findings.extend(lint_below(table, lattice)),
            _ if matches!(entry.key.as_str(), "betza" | "unchecked" | "spacious" | "after_capture") => {
                match read_moves(&entry.node, lattice) {
                    // Other programs do not read notation on hexagons.
                    Ok(_) if lattice == Lattice::Hexagons => {}
                    Ok(_) => findings.extend(lint_dialect(&entry.node)),
                    Err(error) => findings.push(error.into()),
                }
            }
            _ => {}
        }
    }
    findings
}

/// Warns about lines that people copy from XBoard or the Interactive Diagram and that mean something
/// else here.
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
                "XBoard and the Interactive Diagram read `{}` in another way: they change a slider to a \
                 leaper at `y` and `g`, or a leaper to a slider, whatever is on that square. Fibnif does \
                 so only where the square is empty (`y`), or a piece is hopped over (`g`); {advice}",
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

/// Checks a definition.
fn lint(def: &VariantDef, merged: &Merged) -> Vec<Finding> {
    let mut lint = Lint { def, merged, findings: Vec::new() };
    for color in Color::ALL {
        lint.side(color);
    }
    lint.rules();
    lint.castling();
    lint.findings
}

/// A definition being checked.
struct Lint<'a> {
    def: &'a VariantDef,
    merged: &'a Merged,
    findings: Vec<Finding>,
}

impl Lint<'_> {
    fn warn(&mut self, place: Option<Span>, message: String) {
        self.findings.push(Finding { severity: Severity::Warning, place, message });
    }

    /// The table of a piece as it is in the file.
    fn table(&self, color: Color, piece: &PieceDef) -> Option<&KeyValue> {
        self.merged.sides[color.index()].tree.table("pieces").ok()??.entry(&piece.role.to_string())
    }

    fn warn_of(&mut self, color: Color, piece: &PieceDef, message: String) {
        let place = self.table(color, piece).map(|entry| entry.place.clone());
        self.warn(place, message);
    }

    fn side(&mut self, color: Color) {
        let def = self.def;
        let (pieces, others) = (&def.sides[color.index()].pieces, &def.sides[(!color).index()].pieces);
        // A piece that never meets another is left out.
        let mated = pieces.iter().any(|piece| piece.royal);
        let lost = def.rules.ends.iter().any(|end| matches!(end, End::Lost { .. } | End::Reach { .. }));
        let ends = def.rules.no_moves.matters() || lost;
        if !mated && !ends {
            let id = &def.id;
            let message = format!(
                "`{id}`: {color} starts without a royal piece (`royal = \"check\"`) and cannot be mated"
            );
            self.warn(def.places.place_of(&["start"]), message);
        }
        for (index, piece) in pieces.iter().enumerate() {
            self.piece(color, piece, &pieces[..index]);
            if piece.passes() && !others.iter().any(captures_in_passing) {
                let name = &piece.name;
                let message =
                    format!("the {name} may be captured en passant, but no piece of {} has `e`", !color);
                self.warn_of(color, piece, message);
            }
        }
        for entry in unused(def, self.merged, color) {
            let name = entry.node.table().ok().and_then(|piece| piece.text("name").ok().flatten());
            let message =
                format!("the {} is neither in the array nor promoted to", name.unwrap_or(&entry.key));
            self.warn(Some(entry.place.clone()), message);
        }
        let capturer = pieces.iter().find(|piece| captures_in_passing(piece));
        if let Some(piece) = capturer.filter(|_| !others.iter().any(PieceDef::passes)) {
            let name = &piece.name;
            let message = format!(
                "the {name} captures en passant, but nothing of {} exposes itself to that: a first step of \
                     several squares does if it is written as a leap with `i` and `n`, like `imfnD`",
                !color
            );
            self.warn_of(color, piece, message);
        }
    }

    /// Checks a piece by itself and against the `earlier` ones of its side.
    fn piece(&mut self, color: Color, piece: &PieceDef, earlier: &[PieceDef]) {
        let PieceDef { name, letter, .. } = piece;
        if piece.movement == Movement::default() && piece.zones.is_empty() {
            self.warn_of(color, piece, format!("the {name} has no moves"));
        }
        let letters =
            self.table(color, piece).and_then(|entry| entry.node.table().ok()?.text("letters").ok()?);
        if letters.and_then(|letters| Letter::all(letters).next()).is_some_and(|first| first != *letter) {
            let message = format!("the {name} is shown as `{letter}`: its first letter is another piece's");
            self.warn_of(color, piece, message);
        }
        self.hidden_form(color, piece);
        let slot = piece.xboard_slot.filter(|&slot| is_for_pawns(slot) && piece.promotion.is_none());
        if let Some(slot) = slot {
            let message =
                format!("XBoard takes whatever is in slot {slot} for a pawn, and the {name} is none");
            self.warn_of(color, piece, message);
        }
        if let Some(value @ 1..30) = piece.value {
            let message =
                format!("the {name} is worth {value} centipawns: are {value} pawns, `{value}00`, meant?");
            self.warn_of(color, piece, message);
        }
        let in_slot = |other: &&PieceDef| {
            other.role != piece.role && other.xboard_slot.is_some() && other.xboard_slot == piece.xboard_slot
        };
        if let Some(twin) = earlier.iter().find(in_slot) {
            self.warn_of(color, piece, format!("the {name} has the {}'s slot in XBoard", twin.name));
        }
    }

    /// Warns of a piece that is still the promoted form of another, as a file that this one extends says.
    fn hidden_form(&mut self, color: Color, piece: &PieceDef) {
        let table = self.table(color, piece).and_then(|entry| entry.node.table().ok());
        let Some((betza, form)) = table.and_then(|table| table.entry("betza").zip(table.get("promoted")))
        else {
            return;
        };
        if betza.place.file() == form.place.file() {
            return;
        }
        let (name, role, of) = (&piece.name, piece.role, form.text().unwrap_or_default());
        let message = format!(
            "the {name} is the promoted form of `{of}`, because {} says so of `{role}`: choose another role, or \
             write `promoted = \"{of}\"` here as well if it is meant",
            form.place.file()
        );
        self.warn(Some(betza.place.clone()), message);
    }

    /// Looks for rules that have no effect in this game.
    fn rules(&mut self) {
        let Rules { checks, mate, no_moves, pass, captor, untraded, kings_guard, evasions, .. } =
            &self.def.rules;
        let Rules { spared, immune, cheap, .. } = &self.def.rules;
        let royal = |side: &SideDef| side.pieces.iter().any(|piece| piece.royal);
        let no_royal = !self.def.sides.iter().any(royal);
        let counts_checks = self.def.rules.ends.iter().any(|end| matches!(end, End::Checks(_)));
        let passes = pass.is_possible() && self.def.sides.iter().all(royal);
        let without_royal = "where no piece is royal (`royal = \"check\"`)";
        let without_check = "where nobody may give a check that is not mate (`checks`)";
        let without_untraded = "where no piece is `untraded`";
        let silent: [(&[&str], bool, &str); 11] = [
            (&["checks"], no_royal && !checks.are_free(), without_royal),
            (&["mate"], no_royal && !mate.loses(), without_royal),
            (&["ends", "checks"], no_royal && counts_checks, without_royal),
            (&["mate"], !no_royal && checks.are_forbidden() && !mate.loses(), without_check),
            (&["ends", "checks"], !no_royal && !checks.are_free() && counts_checks, without_check),
            (&["no_moves"], passes && no_moves.matters(), "where a side without a move passes (`pass`)"),
            (&["spared"], !captor.explodes() && !spared.is_empty(), "where no captor explodes"),
            (&["immune"], !captor.leaves() && !immune.is_empty(), "where no captor explodes or petrifies"),
            (&["evasions"], no_royal && evasions.forbid_flight(), without_royal),
            (&["kings_guard"], *kings_guard && untraded.is_empty(), without_untraded),
            (&["cheap"], !cheap.is_empty() && untraded.is_empty(), without_untraded),
        ];
        for (key, _, why) in silent.into_iter().filter(|(_, is_silent, _)| *is_silent) {
            let message = format!("`{}` says nothing {why}", key.join("."));
            self.warn(self.place_of_rule(key), message);
        }
        self.exploding_royals();
    }

    /// Warns of royal pieces that may explode without an end of the game.
    fn exploding_royals(&mut self) {
        let rules = &self.def.rules;
        let ends = |role: Letter| {
            rules.ends.iter().any(|end| matches!(end, End::Lost { roles, .. } if roles.contains(&role)))
        };
        let pieces = self.def.sides.iter().flat_map(|side| &side.pieces);
        let mut royals = pieces.filter(|piece| piece.royal).map(|piece| piece.role);
        let lost = royals.find(|role| {
            ![&rules.spared, &rules.immune].iter().any(|set| set.contains(role)) && !ends(*role)
        });
        if let Some(role) = lost.filter(|_| rules.captor.explodes()) {
            let message = format!(
                "an explosion removes the royal piece `{role}`, and the game goes on without it: add \
                 `rules.ends.lost = {{ pieces = \"{role}\" }}` if its side has then lost"
            );
            self.warn(self.place_of_rule(&["captor"]), message);
        }
    }

    /// Where a rule is in the file.
    fn place_of_rule(&self, key: &[&str]) -> Option<Span> {
        let (last, path) = key.split_last()?;
        let mut table = self.merged.game.table("rules").ok()??;
        for key in path {
            table = table.table(key).ok()??;
        }
        table.entry(last).map(|entry| entry.place.clone())
    }

    /// Compares the castling rights of the starting position with the possible castling moves.
    fn castling(&mut self) {
        let def = self.def;
        let pieces = || def.sides.iter().flat_map(|side| &side.pieces);
        let castles =
            def.rules.castling != Castling::None || pieces().any(|piece| !piece.movement.castles.is_empty());
        let rights = def.start_fields.split(' ').nth(1).unwrap_or("-");
        if castles && rights == "-" && def.rules.castling_homes.is_empty() {
            let message = "there is castling, but the array gives no rights to it".to_owned();
            self.warn(def.places.place_of(&["start"]), message);
        }
    }
}

/// The pieces of a side that the file defines beside the starting position but that never occur. Pieces
/// of a file that is extended by another one are allowed to be useless there.
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

fn captures_in_passing(piece: &PieceDef) -> bool {
    piece.movement.legs.iter().any(|leg| leg.purpose.en_passant)
}
