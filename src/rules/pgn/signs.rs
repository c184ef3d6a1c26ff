//! Words of a game that are no moves on the board: signs that annotate, as programs and books print them,
//! and null moves.

/// The tag that holds the moves as squares. With it a game can be read even where its moves cannot.
pub const SQUARES: &str = "MovesAsSquares";

/// Passing the turn, as PGN writes it.
pub(super) const PASS: &str = "--";
/// Null moves, as other programs write them.
const NULL_MOVES: [&str; 7] = [PASS, "Z0", "0000", "@@@@", "null", "pass", "<>"];
/// Each sign with the number that PGN has for it. A sign that another one ends with is behind it.
const SIGNS: [(&str, u8); 42] = [
    ("+--", 18),
    ("--+", 19),
    ("+/-", 16),
    ("-/+", 17),
    ("+/=", 14),
    ("=/+", 15),
    ("=/∞", 44),
    ("+-", 18),
    ("-+", 19),
    ("+=", 14),
    ("=+", 15),
    ("=∞", 44),
    ("∞=", 44),
    ("±", 16),
    ("∓", 17),
    ("⩲", 14),
    ("⩱", 15),
    ("∞", 13),
    ("=", 10),
    ("~", 13),
    ("□", 7),
    ("⊙", 22),
    ("○", 26),
    ("⟳", 32),
    ("↑↑", 32),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
    ("⇄", 132),
    ("⊕", 138),
    ("⨁", 138),
    ("∆", 140),
    ("△", 140),
    ("⌓", 142),
    ("≤", 143),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("N", 146),
    ("TN", 146),
    ("D", 220),
];

/// Whether a word of a game is a null move.
pub fn is_null(word: &str) -> bool {
    NULL_MOVES.iter().any(|null| null.eq_ignore_ascii_case(word))
}

/// The sign in a word of its own, as PGN writes it: `$16` for `±`.
pub(super) fn sign(word: &str) -> Option<String> {
    let digits = word.strip_prefix('$').unwrap_or_default();
    let judges = !word.is_empty() && word.chars().all(|c| matches!(c, '!' | '?'));
    let judges = judges || !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    let numbered = SIGNS.iter().find(|(sign, _)| *sign == word).map(|(_, number)| format!("${number}"));
    numbered.or_else(|| judges.then(|| word.to_string()))
}

/// A word without the signs glued to its end, and these signs in their order. A letter is not split off: it
/// may be a promotion. Nor is `=`: it may follow a piece that does not promote.
pub(super) fn split(word: &str) -> (&str, Vec<String>) {
    let is_glued = |sign: &&str| *sign != "=" && !sign.ends_with(char::is_alphanumeric);
    let (mut bare, mut signs) = (word, Vec::new());
    loop {
        let judged = bare.trim_end_matches(['!', '?']);
        let mut ends = SIGNS.iter().map(|(sign, _)| *sign).filter(is_glued).chain(["e.p.", "ep"]);
        let rest = if judged.len() < bare.len() {
            Some(judged)
        } else {
            ends.find_map(|end| bare.strip_suffix(end))
        };
        let Some(rest) = rest.filter(|rest| rest.contains(char::is_alphanumeric)) else { break };
        signs.extend(sign(&bare[rest.len()..]));
        bare = rest;
    }
    // Of what is left, `D!` is nothing but signs.
    if let Some(sign) = sign(bare) {
        signs.push(sign);
        bare = "";
    }
    signs.reverse();
    (bare, signs)
}
