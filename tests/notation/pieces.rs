//! Named pieces against the descriptions of their authors (`data/betza/men.txt`).

use std::collections::BTreeSet;

use fibnif::rules::betza::Movement;
use fibnif::rules::betza::walk::lent_trips;
use fibnif::rules::geometry::{Shape, Square};
use fibnif::teach::{Destinations, Scene, destinations};

/// The content of a line of the table.
struct Man<'a> {
    name: &'a str,
    betza: &'a str,
    from: &'a str,
    others: &'a str,
    goes: BTreeSet<String>,
    takes: BTreeSet<String>,
}

fn table() -> Vec<Man<'static>> {
    let set = |text: &str| text.split(' ').filter(|&word| word != "-").map(str::to_owned).collect();
    let lines = include_str!("../data/betza/men.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let [name, betza, from, others, goes, takes, _source] = fields[..] else {
                panic!("seven fields: {line}")
            };
            Man { name, betza, from, others, goes: set(goes), takes: set(takes) }
        })
        .collect()
}

/// The result in the words of the table.
fn takes(found: &Destinations, board: &Shape, enemies: &[Square]) -> BTreeSet<String> {
    let names =
        |squares: &[Square]| squares.iter().map(|&square| board.name(square)).collect::<Vec<_>>().join("+");
    let captures = found.captures.iter().map(|&square| board.name(square));
    let on_the_way = found.takes.iter().map(|(victims, end)| {
        let end_taken = enemies.contains(end) && !victims.contains(end);
        let taken: Vec<Square> = victims.iter().copied().chain(end_taken.then_some(*end)).collect();
        format!("{}>{}", names(&taken), board.name(*end))
    });
    let own = found.own.iter().map(|&square| format!("={}", board.name(square)));
    let put = found
        .puts
        .iter()
        .map(|&(man, put, end)| format!("{}@{}>{}", board.name(man), board.name(put), board.name(end)));
    captures.chain(own).chain(on_the_way).chain(put).collect()
}

/// The lent and borrowed moves in the words of the table.
fn loans(movement: &Movement, scene: &Scene<'_>, from: Square) -> BTreeSet<String> {
    let name = |square: Square| scene.shape.name(square);
    let mut found = BTreeSet::new();
    for loan in &movement.loans {
        if loan.lent_behind.is_none() {
            let alone = Movement { legs: vec![loan.leg.clone()], ..Movement::default() };
            found
                .extend(destinations(&alone, scene, from).own.into_iter().map(|at| format!("~{}", name(at))));
        }
        let lent = lent_trips(loan, scene.shape, scene.color, from);
        for (man, trip) in lent.into_iter().filter(|(man, _)| scene.own.contains(man)) {
            let own = trip.to == from || scene.own.contains(&trip.to);
            let may = if scene.enemy.contains(&trip.to) { trip.capture } else { trip.quiet && !own };
            found.extend(may.then(|| format!("{}:{}", name(man), name(trip.to))));
        }
    }
    found
}

#[test]
fn named_men_go_where_their_authors_say_and_take_whom_they_may() {
    let board = Shape::rectangle(8, 8).unwrap();
    let squares =
        |text: &str| text.split(' ').map(|name| board.parse_square(name).unwrap()).collect::<Vec<_>>();
    let mut wrong = Vec::new();
    for man in table() {
        let (enemies, own): (Vec<&str>, Vec<&str>) =
            man.others.split(' ').filter(|&other| other != "-").partition(|other| other.starts_with('x'));
        let enemies: Vec<Square> = enemies.iter().flat_map(|name| squares(&name[1..])).collect();
        let own: Vec<Square> = own.iter().flat_map(|name| squares(name)).collect();
        let scene = Scene { enemy: &enemies, own: &own, ..Scene::empty(&board) };
        let movement = Movement::read(man.betza).unwrap_or_else(|error| panic!("{}: {error}", man.name));
        let found = destinations(&movement, &scene, squares(man.from)[0]);
        let goes: BTreeSet<String> = found.quiet.iter().map(|&square| board.name(square)).collect();
        let mut taken = takes(&found, &board, &enemies);
        taken.extend(loans(&movement, &scene, squares(man.from)[0]));
        if (&goes, &taken) != (&man.goes, &man.takes) {
            let said = (&man.goes, &man.takes);
            wrong.push(format!("{} {}: {:?}\n  but is said to {said:?}", man.name, man.betza, (goes, taken)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_has_more_than_sixty_men() {
    let names: BTreeSet<&str> = table().iter().map(|man| man.name).collect();
    assert!(names.len() > 60, "{}", names.len());
}
