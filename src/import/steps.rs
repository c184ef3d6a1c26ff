//! Moves of single steps, put together to a line of Betza notation.

/// A step as its owner sees it: forward, to the right.
pub(super) type Step = (i8, i8);

/// Moves by what they have in common, each with the directions in which it is made.
#[derive(Debug, Default)]
pub(super) struct Moves {
    groups: Vec<(Common, Vec<&'static str>)>,
}

#[derive(PartialEq, Debug)]
struct Common {
    /// The letters before the directions.
    before: String,
    atom: String,
    /// The range, after the atom.
    range: Range,
}

/// How often a step is repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Range {
    Once,
    /// At most so many times.
    Times(u8),
    Unlimited,
}

impl Moves {
    /// Adds a move: the letters before the atom, its step, and how often it is repeated.
    pub(super) fn add(&mut self, before: &str, step: Step, range: Range) {
        let (atom, direction) = atom(step);
        let common = Common { before: before.to_string(), atom, range };
        match self.groups.iter_mut().find(|(known, _)| *known == common) {
            Some((_, directions)) if directions.contains(&direction) => {}
            Some((_, directions)) => directions.push(direction),
            None => self.groups.push((common, vec![direction])),
        }
    }

    /// The line.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for (Common { before, atom, range }, directions) in &self.groups {
            let directions = together(directions, ["W", "F", "D", "A", "H", "G"].contains(&atom.as_str()));
            let range = match range {
                Range::Once => String::new(),
                Range::Times(times) => times.to_string(),
                Range::Unlimited if atom.len() == 1 => atom.clone(),
                Range::Unlimited => "0".to_string(),
            };
            text.extend([before.as_str(), &directions, atom, &range]);
        }
        text
    }
}

/// The letters for directions together: `f` for both diagonal ones forward, `v` for forward and back. An
/// atom that is not straight has eight.
fn together(directions: &[&str], straight: bool) -> String {
    const STRAIGHT: &[(&str, &[&str])] = &[
        ("", &["f", "b", "l", "r"]),
        ("", &["fl", "fr", "bl", "br"]),
        ("v", &["f", "b"]),
        ("s", &["l", "r"]),
        ("f", &["fl", "fr"]),
        ("b", &["bl", "br"]),
        ("l", &["fl", "bl"]),
        ("r", &["fr", "br"]),
    ];
    const OBLIQUE: &[(&str, &[&str])] = &[
        ("", &["fl", "fr", "bl", "br", "lf", "rf", "lb", "rb"]),
        ("fh", &["fl", "fr", "lf", "rf"]),
        ("bh", &["bl", "br", "lb", "rb"]),
        ("ff", &["lf", "rf"]),
        ("bb", &["lb", "rb"]),
        ("fs", &["fl", "fr"]),
        ("bs", &["bl", "br"]),
    ];
    let mut rest: Vec<&str> = directions.to_vec();
    let mut text = String::new();
    for (letters, all) in if straight { STRAIGHT } else { OBLIQUE } {
        if all.iter().all(|direction| rest.contains(direction)) {
            rest.retain(|direction| !all.contains(direction));
            text.push_str(letters);
        }
    }
    text + &rest.concat()
}

/// The letter of a step, or its numbers, and its direction.
pub(super) fn atom((forward, right): Step) -> (String, &'static str) {
    let (long, short) = (forward.abs().max(right.abs()), forward.abs().min(right.abs()));
    let atom = match (long, short) {
        (1, 0) => "W",
        (1, 1) => "F",
        (2, 0) => "D",
        (2, 1) => "N",
        (2, 2) => "A",
        (3, 0) => "H",
        (3, 1) => "C",
        (3, 2) => "Z",
        (3, 3) => "G",
        _ => "",
    };
    let atom = if atom.is_empty() { format!("({short},{long})") } else { atom.to_string() };
    let steep = forward.abs() > right.abs();
    let direction = match (right.signum(), forward.signum()) {
        (0, 1) => "f",
        (0, _) => "b",
        (1, 0) => "r",
        (_, 0) => "l",
        (1, 1) if steep => "rf",
        (1, 1) => "fr",
        (1, _) if steep => "rb",
        (1, _) => "br",
        (_, 1) if steep => "lf",
        (_, 1) => "fl",
        (_, _) if steep => "lb",
        (_, _) => "bl",
    };
    (atom, direction)
}
