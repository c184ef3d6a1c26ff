//! How a piece moves, drawn on an empty board.

use std::io::Write;

use anstyle::{AnsiColor, Style};

use super::ToolError;
use crate::betza::diagram::{self, Scene};
use crate::betza::{Leg, Movement, Obstacle, Purpose, Reach, Wing};
use crate::geometry::{Color, Shape, Square};
use crate::variant::{Catalog, PieceDef};

/// A piece of some army or variant.
#[derive(Clone, Debug)]
pub struct Found {
    /// Where it is from: `nutters`, `chess`.
    pub owners: Vec<String>,
    /// What it is.
    pub piece: PieceDef,
}

/// The pieces of this name or letter: `Colonel` in any army, `nutters:Colonel` or `nutters:C` in
/// one. A letter alone is notation, not a piece.
pub fn find(catalog: &Catalog, what: &str) -> Vec<Found> {
    let (owner, name) = what.split_once(':').map_or((None, what), |(owner, name)| (Some(owner), name));
    let is_meant = |piece: &PieceDef| {
        piece.name.eq_ignore_ascii_case(name) || owner.is_some() && name.len() == 1 && name.eq_ignore_ascii_case(&piece.letter.to_string())
    };
    let mut found: Vec<Found> = Vec::new();
    for (from, pieces) in sets(catalog) {
        if owner.is_some_and(|owner| owner != from) {
            continue;
        }
        for piece in pieces.into_iter().filter(is_meant) {
            match found.iter_mut().find(|known| known.piece.name == piece.name && known.piece.movement == piece.movement) {
                Some(known) if known.owners.contains(&from) => {}
                Some(known) => known.owners.push(from.clone()),
                None => found.push(Found { owners: vec![from.clone()], piece }),
            }
        }
    }
    found
}

/// White's pieces by where they are from: the variant, or the army chosen in it.
fn sets(catalog: &Catalog) -> Vec<(String, Vec<PieceDef>)> {
    let mut sets = Vec::new();
    for variant in catalog.list() {
        let mut forms = vec![(variant.id.clone(), variant.id.clone())];
        for choice in variant.choices.iter().filter(|choice| choice.from_files) {
            forms.extend(choice.options.iter().map(|option| (option.id.clone(), format!("{};{}={}", variant.id, choice.id, option.id))));
        }
        for (owner, form) in forms {
            if let Ok(def) = catalog.resolve(&form) {
                let [white, _] = def.sides;
                sets.push((owner, white.pieces));
            }
        }
    }
    sets
}

/// Shows a piece found: who it is, and the drawing.
///
/// # Errors
/// If `out` cannot be written to.
pub fn show(found: &Found, out: &mut dyn Write) -> Result<(), ToolError> {
    let Found { owners, piece } = found;
    let bold = Style::new().bold();
    write!(out, "{bold}{}{bold:#} ({})  {}  {}", piece.name, piece.letter, piece.betza, owners.join(", "))?;
    if let Some(value) = piece.value {
        write!(out, "  value {}.{:02}", value / 100, value % 100)?;
    }
    writeln!(out, "\n")?;
    draw(&piece.movement, piece.letter, out)
}

/// What a square of the drawing shows.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Mark {
    /// How the square is reached.
    way: Way,
    /// What may be done there.
    purpose: Purpose,
}

/// How a square is reached; the first that fits is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Leap,
    Line(char),
    Crooked,
    Lame,
    Hurdle,
    First,
}

impl Way {
    /// The way of a leg. `First` holds for all that only an unmoved piece can do.
    fn of(leg: &Leg) -> Way {
        match (leg.obstacle, &leg.steps[..]) {
            _ if leg.initial => Way::First,
            (Obstacle::Hop | Obstacle::Grasshopper | Obstacle::Jump, _) => Way::Hurdle,
            (_, [_, _, ..]) => Way::Crooked,
            (_, [step]) if leg.reach != Reach::Steps(1) && step.right.abs() <= 1 && step.forward.abs() <= 1 => {
                Way::Line(match (step.right, step.forward) {
                    (0, _) => '|',
                    (_, 0) => '-',
                    (right, forward) if right == forward => '/',
                    _ => '\\',
                })
            }
            (Obstacle::Lame, _) => Way::Lame,
            _ => Way::Leap,
        }
    }
}

/// Draws where a White piece can go on a board of its own, and explains the signs.
///
/// # Errors
/// If `out` cannot be written to.
pub fn draw(movement: &Movement, letter: char, out: &mut dyn Write) -> Result<(), ToolError> {
    let radius = radius(movement);
    let side = 2 * radius + 1;
    let Some((shape, center)) = Shape::rectangle(side, side).and_then(|shape| shape.square(radius, radius).map(|center| (shape, center)))
    else {
        return Ok(());
    };
    let marks = marks(movement, &shape, center);
    let mut used: Vec<(char, &str)> = Vec::new();
    for rank in (0..side).rev() {
        write!(out, " ")?;
        for file in 0..side {
            let Some(square) = shape.square(file, rank) else { continue };
            let (style, sign) = match marks[square.index()] {
                _ if square == center => (Style::new().bold(), letter),
                None => (Style::new().dimmed(), '.'),
                Some(mark) => {
                    let (style, sign, words) = picture(mark);
                    if !used.contains(&(sign, words)) {
                        used.push((sign, words));
                    }
                    (style, sign)
                }
            };
            write!(out, " {style}{sign}{style:#}")?;
        }
        writeln!(out)?;
    }
    explain(&used, movement, out)
}

/// The signs used, in words, and what cannot be drawn.
fn explain(used: &[(char, &str)], movement: &Movement, out: &mut dyn Write) -> Result<(), ToolError> {
    writeln!(out)?;
    let mut meanings: Vec<&str> = used.iter().map(|&(_, words)| words).collect();
    meanings.sort_unstable();
    meanings.dedup();
    for words in meanings {
        let signs: Vec<String> = used.iter().filter(|&&(_, other)| other == words).map(|(sign, _)| sign.to_string()).collect();
        writeln!(out, "  {}  {words}", signs.join(" "))?;
    }
    if movement.legs.iter().any(|leg| leg.halfling) {
        writeln!(out, "  At most half of the squares to the edge of the board, rounded up.")?;
    }
    if movement.legs.iter().any(|leg| leg.purpose.en_passant) {
        writeln!(out, "  Captures en passant.")?;
    }
    if movement.legs.iter().any(|leg| leg.cylinder) {
        writeln!(out, "  The left and right edges of the board are joined.")?;
    }
    for castle in &movement.castles {
        let wing = match castle.wing {
            Wing::Left => "left",
            Wing::Right => "right",
        };
        writeln!(out, "  Castles {} squares to the {wing}.", castle.squares)?;
    }
    Ok(())
}

/// The sign of a mark, and what it means.
fn picture(mark: Mark) -> (Style, char, &'static str) {
    let color = |color: AnsiColor| Style::new().fg_color(Some(color.into()));
    let (quiet, capture) = (mark.purpose.quiet, mark.purpose.capture);
    match mark.way {
        Way::First => (color(AnsiColor::Yellow), 'i', "only with its first move"),
        Way::Hurdle => (color(AnsiColor::Magenta), 'h', "needs a man to jump over"),
        _ if quiet && !capture => (color(AnsiColor::Green), 'm', "moves there, does not capture"),
        _ if !quiet => (color(AnsiColor::Red), 'x', "captures there, does not move"),
        Way::Leap => (color(AnsiColor::Cyan), 'o', "moves or captures, whatever stands between"),
        Way::Line(sign) => (color(AnsiColor::Cyan), sign, "moves or captures along a free line"),
        Way::Crooked => (color(AnsiColor::Cyan), 'z', "moves or captures along a free crooked line"),
        Way::Lame => (color(AnsiColor::Cyan), 'n', "moves or captures, not over a man"),
    }
}

/// How far the board must reach from the piece to show its moves.
fn radius(movement: &Movement) -> u8 {
    let reach = movement.legs.iter().map(|leg| {
        let step = leg.steps.iter().map(|step| step.right.unsigned_abs().max(step.forward.unsigned_abs())).max().unwrap_or(1);
        match leg.reach {
            Reach::Steps(steps) => steps.saturating_mul(step),
            Reach::Edge => step.saturating_mul(2).max(4),
        }
    });
    // 15 by 15 squares are as many as a board can have.
    reach.max().unwrap_or(3).clamp(3, 7)
}

/// What each square shows.
fn marks(movement: &Movement, shape: &Shape, center: Square) -> Vec<Option<Mark>> {
    let mut marks: Vec<Option<Mark>> = vec![None; shape.len()];
    for leg in &movement.legs {
        let way = Way::of(leg);
        for square in landings(leg, shape, center) {
            let mark = &mut marks[square.index()];
            *mark = match *mark {
                Some(old) if way == Way::First || old.way < Way::First => Some(Mark {
                    way: old.way.min(way),
                    purpose: if way == Way::First { old.purpose } else { either(old.purpose, leg.purpose) },
                }),
                _ => Some(Mark { way, purpose: leg.purpose }),
            };
        }
    }
    marks
}

/// What may be done by one or the other.
fn either(a: Purpose, b: Purpose) -> Purpose {
    Purpose { quiet: a.quiet || b.quiet, capture: a.capture || b.capture, en_passant: a.en_passant || b.en_passant }
}

/// The squares a leg can reach on a board that is empty but for what it must jump over.
fn landings(leg: &Leg, shape: &Shape, center: Square) -> Vec<Square> {
    let leg = Leg { purpose: Purpose { quiet: true, capture: false, en_passant: false }, ..leg.clone() };
    let movement = Movement { legs: vec![leg.clone()], castles: Vec::new() };
    let empty = Scene { unmoved: true, ..Scene::empty(shape) };
    let reach = |own: &[Square]| diagram::destinations(&movement, &Scene { own, ..empty }, center).quiet;
    match leg.obstacle {
        Obstacle::Free | Obstacle::Lame | Obstacle::SkipFirst => reach(&[]),
        Obstacle::Jump => {
            let between: Vec<Square> = leg.steps[0]
                .between()
                .unwrap_or_default()
                .into_iter()
                .filter_map(|part| shape.step(center, part.seen_by(Color::White), leg.cylinder))
                .collect();
            reach(&between)
        }
        Obstacle::Hop | Obstacle::Grasshopper => {
            let mut squares: Vec<Square> = shape.squares().flat_map(|hurdle| reach(&[hurdle])).collect();
            squares.sort_unstable();
            squares.dedup();
            squares
        }
    }
}
