//! Squares and lists in words.

use crate::rules::geometry::{Shape, Square};

/// `a`, `a or b`, `a, b or c`.
pub fn joined(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// `a Pawn`, `an Angel`.
pub fn with_article(name: &str) -> String {
    let article = if name.starts_with(|c: char| "AEIOUaeiou".contains(c)) { "an" } else { "a" };
    format!("{article} {name}")
}

/// A set of squares in words: whole ranks or files by their names, a rectangle by its corners,
/// anything else square by square.
pub fn region(shape: &Shape, squares: &[Square]) -> String {
    let lines = |line: fn(&Shape, Square) -> u8| {
        let mut lines: Vec<u8> = squares.iter().map(|&square| line(shape, square)).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    };
    let (ranks, files) = (lines(Shape::rank), lines(Shape::file));
    let holds = |is_in: &dyn Fn(Square) -> bool| {
        shape.squares().filter(|&square| is_in(square)).all(|square| squares.contains(&square))
    };
    if squares.is_empty() {
        return "no square".to_owned();
    }
    if holds(&|_| true) {
        return "every square".to_owned();
    }
    if holds(&|square| ranks.contains(&shape.rank(square))) {
        return span("rank", &ranks, &|rank| (rank + 1).to_string());
    }
    if holds(&|square| files.contains(&shape.file(square))) {
        return span("file", &files, &|file| char::from(b'a' + file).to_string());
    }
    if holds(&|square| files.contains(&shape.file(square)) && ranks.contains(&shape.rank(square)))
        && is_run(&files)
        && is_run(&ranks)
        && let (Some(first), Some(last)) = (squares.iter().min(), squares.iter().max())
    {
        let (first, last) = (shape.name(*first), shape.name(*last));
        return if first == last { first } else { format!("{first}:{last}") };
    }
    joined(&squares.iter().map(|&square| shape.name(square)).collect::<Vec<_>>(), "and")
}

/// Whether sorted numbers follow each other without a gap.
fn is_run(numbers: &[u8]) -> bool {
    numbers.windows(2).all(|pair| pair[0] + 1 == pair[1])
}

/// `rank 8`, `ranks 5-8`, `files a, c and h`.
fn span(line: &str, numbers: &[u8], name: &dyn Fn(u8) -> String) -> String {
    match *numbers {
        [one] => format!("{line} {}", name(one)),
        [first, .., last] if is_run(numbers) => format!("{line}s {}-{}", name(first), name(last)),
        _ => format!(
            "{line}s {}",
            joined(&numbers.iter().map(|&number| name(number)).collect::<Vec<_>>(), "and")
        ),
    }
}
