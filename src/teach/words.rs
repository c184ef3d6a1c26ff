//! Moves, squares and lists in words.

use crate::rules::geometry::{Shape, Square};
use crate::rules::pgn::san;
use crate::rules::position::{Move, Position};

/// `a`, `a or b`, `a, b or c`.
pub fn joined(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// Legal moves as a person may type them: one of a pawn and one of another piece in short notation, as far as
/// there are, and one as squares. Empty if there is no legal move.
pub fn examples(position: &Position) -> Vec<String> {
    let (game, moves) = (position.game(), position.moves());
    let shape = &game.shape;
    let steps = |m: &Move| i32::from(shape.rank(m.to())).abs_diff(i32::from(shape.rank(m.from())));
    // Moves near the middle are the ones that people make.
    let aside = |m: &Move| (2 * i32::from(shape.file(m.to())) - i32::from(shape.files() - 1)).abs();
    let plain = |m: &&Move| !m.is_castling(game) && m.dropped(game).is_none() && m.promotion(game).is_none();
    let of = |is_pawn: bool| {
        let is_it = |m: &&Move| position.mover(**m).is_some_and(|kind| game.kind(kind).pawn == is_pawn);
        moves.iter().filter(plain).filter(is_it).max_by_key(|m| (-aside(m), steps(m))).copied()
    };
    let best = [of(true), of(false)];
    let squares = best.iter().flatten().next().or(moves.first());
    let short = best.iter().flatten().map(|&m| san::write(position, m));
    short.chain(squares.map(|&m| position.move_text(m))).collect()
}

/// `a Pawn`, `an Angel`.
pub fn with_article(name: &str) -> String {
    let article = if name.starts_with(|c: char| "AEIOUaeiou".contains(c)) { "an" } else { "a" };
    format!("{article} {name}")
}

/// A set of squares in words: whole ranks or files by their names, a rectangle by its corners, anything else
/// by its runs on each rank.
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
        return span("file", &files, &|file| shape.lattice().file_letter(file).to_string());
    }
    if holds(&|square| files.contains(&shape.file(square)) && ranks.contains(&shape.rank(square)))
        && is_run(&files)
        && is_run(&ranks)
        && let (Some(first), Some(last)) = (squares.iter().min(), squares.iter().max())
    {
        let (first, last) = (shape.name(*first), shape.name(*last));
        return if first == last { first } else { format!("{first}:{last}") };
    }
    joined(&runs(shape, squares), "and")
}

/// Five squares or more beside each other by the first and the last, others each by its name.
fn runs(shape: &Shape, squares: &[Square]) -> Vec<String> {
    let beside =
        |a: &Square, b: &Square| shape.rank(*a) == shape.rank(*b) && shape.file(*a) + 1 == shape.file(*b);
    let named = |run: &[Square]| match *run {
        [first, _, _, _, .., last] => vec![format!("{}:{}", shape.name(first), shape.name(last))],
        _ => run.iter().map(|&square| shape.name(square)).collect(),
    };
    squares.chunk_by(beside).flat_map(named).collect()
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

/// A legal move in words, without its number: `pawn from e2 to e4`, `knight on f3 captures the pawn on
/// e5, check`.
pub fn spoken(position: &Position, m: Move) -> String {
    let (game, shape) = (position.game(), &position.game().shape);
    let Some(mover) = position.mover(m) else { return position.move_text(m) };
    let (name, from, to) = (game.kind(mover).spoken(), shape.name(m.from()), shape.name(m.to()));
    let victims = victims(position, m);
    let mut text = if m.dropped(position.game()).is_some() {
        format!("{name} dropped on {to}")
    } else if m.is_castling(position.game()) {
        format!("castling, the {name} from {from} to {to}")
    } else if victims.is_empty() && m.from() == m.to() {
        format!("pass, the {name} stays on {to}")
    } else if victims.is_empty() {
        format!("{name} from {from} to {to}")
    } else {
        let ends = !victims.iter().any(|victim| victim.ends_with(&format!(" on {to}")));
        let end = if ends { format!(" and ends on {to}") } else { String::new() };
        format!("{name} on {from} captures {}{end}", joined(&victims, "and"))
    };
    if let Some(kind) = m.promotion(position.game()) {
        text.extend([", which becomes ", &with_article(&game.kind(kind).spoken())]);
    }
    let mut after = position.clone();
    after.make(m);
    match after.outcome() {
        Some(end) => text.extend([", ", &end.reason.to_string()]),
        None if after.in_check() && after.side() != position.side() => text += ", check",
        None => {}
    }
    text
}

/// The pieces that a move captures, in its order, with their squares: `the pawn on e5`.
pub(super) fn victims(position: &Position, m: Move) -> Vec<String> {
    let game = position.game();
    let on_the_way = m.victims(position.game()).iter().copied();
    let mut squares: Vec<_> = on_the_way.filter(|&square| position.kind_at(square).is_some()).collect();
    squares.extend(
        position
            .captured(m)
            .map(|victim| victim.square)
            .filter(|square| !m.victims(position.game()).contains(square)),
    );
    let named = |square| {
        let kind = position.kind_at(square)?;
        Some(format!("the {} on {}", game.kind(kind).spoken(), game.shape.name(square)))
    };
    squares.into_iter().filter_map(named).collect()
}
