//! Men of several legs against what their authors say of them (`data/betza/men.txt`).

use std::collections::BTreeSet;

use fibnif::betza::Movement;
use fibnif::betza::diagram::{Scene, destinations};
use fibnif::geometry::{Color, Shape};

#[test]
fn named_men_go_where_their_authors_say() {
    let board = Shape::rectangle(8, 8).unwrap();
    let lines = include_str!("data/betza/men.txt").lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [name, betza, from, squares, _source] = fields[..] else { panic!("five fields: {line}") };
        let movement = Movement::read(betza).unwrap_or_else(|error| panic!("{name}: {error}"));
        let found = destinations(&movement, &Scene::empty(&board), board.parse_square(from).unwrap());
        let found: BTreeSet<String> = found.quiet.iter().map(|&square| board.name(square)).collect();
        let expected: BTreeSet<String> = squares.split(' ').map(str::to_owned).collect();
        assert_eq!(found, expected, "{name}, {betza}");
    }
}

#[test]
fn men_are_taken_on_the_way() {
    let board = Shape::rectangle(8, 8).unwrap();
    let square = |name: &str| board.parse_square(name).unwrap();
    let takes = |betza: &str, enemies: &[&str]| {
        let enemy: Vec<_> = enemies.iter().map(|name| square(name)).collect();
        let scene = Scene { color: Color::White, enemy: &enemy, ..Scene::empty(&board) };
        let found = destinations(&Movement::read(betza).unwrap(), &scene, square("e4")).takes;
        let text = |(victims, to): &(Vec<_>, _)| {
            let names: Vec<String> = victims.iter().map(|&victim| board.name(victim)).collect();
            format!("{}-{}", names.join("+"), board.name(*to))
        };
        found.iter().map(text).collect::<BTreeSet<_>>()
    };
    let set = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(takes("cafmF", &["f5", "d5", "c6"]), set(&["f5-g6"]), "a checker needs room behind");
    assert_eq!(takes("cabK", &["e5", "g4"]), set(&["e5-e4"]), "a rifle takes from where it stands");
    let lion = takes("caK", &["e5", "e6"]);
    assert_eq!(lion, set(&["e5-d4", "e5-d5", "e5-d6", "e5-e6", "e5-f4", "e5-f5", "e5-f6"]));
}
