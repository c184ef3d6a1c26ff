//! Games that XBoard cannot follow, as its own board sees them: it must know every legal move anyway.

use std::collections::BTreeMap;

use fibnif::protocol::xboard::{GuiKind, Pictures, brief};
use fibnif::rules::geometry::Color;
use fibnif::rules::position::{MoveKind, Position};
use fibnif::rules::variant::Catalog;
use fibnif::session::Roster;

use super::Dice;
use super::interpreter::{Board, Man, Moves, Vector, read};

/// What XBoard shows: the name of each piece and its side, by squares.
type Shown = BTreeMap<Vector, (String, Color)>;

/// The squares of a move, from first to last, and whether it promotes by a sign.
fn squares(text: &str, first_rank: i32) -> (Vec<Vector>, bool) {
    let square = |text: &str| {
        let (file, rank) = text.split_at(1);
        (i32::from(file.as_bytes()[0] - b'a'), rank.parse::<i32>().unwrap() - first_rank)
    };
    let mut found = Vec::new();
    for leg in text.trim_end_matches('+').split(',') {
        let second = leg.rfind(|c: char| c.is_ascii_lowercase()).unwrap();
        let (from, to) = leg.split_at(second);
        if found.is_empty() {
            found.push(square(from));
        }
        found.push(square(to));
    }
    (found, text.ends_with('+'))
}

/// XBoard's reaction to a move: it removes pieces between the legs, and swaps with one of its own side.
fn play(shown: &mut Shown, path: &[Vector], promotes: bool) {
    let (from, to) = (path[0], path[path.len() - 1]);
    let (name, color) = shown.remove(&from).unwrap();
    for passed in &path[1..path.len() - 1] {
        shown.remove(passed);
    }
    if let Some(other) = shown.remove(&to).filter(|other| other.1 == color) {
        shown.insert(from, other);
    }
    shown.insert(to, (if promotes { format!("+{name}") } else { name }, color));
}

fn follow(name: &str, dice: &mut Dice) {
    let mut roster = Roster::new(Catalog::builtin());
    let selected = roster.select(name).unwrap();
    let told = brief(&selected, name, GuiKind::XBoard(Pictures::XBoard));
    let moves_of: BTreeMap<&str, _> =
        told.pieces.iter().map(|line| (line.name.as_str(), read(&line.moves))).collect();
    let mut position = Position::start(selected.game.clone());
    let shape = told.dialect.shape(&selected.game);
    let place = |square| (i32::from(shape.file(square)), i32::from(shape.rank(square)));
    let first_rank = i32::from(shape.ranks() != 10);
    let mut shown = Shown::new();
    for square in selected.game.shape.squares() {
        if let Some(kind) = position.kind_at(square).map(|id| selected.game.kind(id)) {
            let name = kind.letter.to_string() + &kind.mark.map(String::from).unwrap_or_default();
            shown.insert(place(told.dialect.show(square)), (name, kind.color));
        }
    }
    for _ in 0..80 {
        let mut moves = Vec::new();
        position.legal_moves(MoveKind::All, &mut moves);
        moves.retain(|&m| told.dialect.can_say(&position, m));
        if moves.is_empty() || position.outcome().is_some() {
            return;
        }
        let mut men = vec![Some(Man::Hole); usize::from(shape.files()) * usize::from(shape.ranks())];
        for square in shape.squares() {
            let (x, y) = place(square);
            let man = shown.get(&(x, y)).map(|(_, color)| *color == position.side());
            men[usize::try_from(y * i32::from(shape.files()) + x).unwrap()] =
                man.map(|own| if own { Man::Own } else { Man::Enemy });
        }
        let (files, ranks) = (shape.files().into(), shape.ranks().into());
        let board = Board { files, ranks, men, en_passant: None, unmoved: false };
        let forward = if position.side() == Color::White { 1 } else { -1 };
        for &m in &moves {
            let text = told.dialect.write_move(&position, m);
            let (path, _) = squares(&text, first_rank);
            let (piece, _) = &shown[&path[0]];
            let mut known = Moves::new();
            moves_of[piece.as_str()].iter().for_each(|atom| board.moves(atom, path[0], forward, &mut known));
            let to = path[path.len() - 1];
            assert!(known.iter().any(|one| one.0 == to), "{name}: {text} by {piece} in {}", position.fen());
        }
        let m = moves[usize::try_from(dice.below(moves.len() as u64)).unwrap()];
        let (path, promotes) = squares(&told.dialect.write_move(&position, m), first_rank);
        play(&mut shown, &path, promotes);
        position.make(m);
    }
}

#[test]
fn every_legal_move_is_among_those_xboard_was_told_of() {
    let mut dice = Dice(20);
    for name in
        ["narrow-folded", "changeover", "gryphon", "simplifiedgryphon", "circulargryphon", "odinsrune"]
    {
        for _ in 0..4 {
            follow(name, &mut dice);
        }
    }
}
