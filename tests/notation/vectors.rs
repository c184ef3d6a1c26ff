//! The notation against vectors computed by an independent program: destinations of single
//! pieces, castlings, and lines that must be refused.

use std::collections::BTreeSet;

use fibnif::rules::betza::{Movement, Wing};
use fibnif::rules::geometry::{Color, Shape, Square};
use fibnif::teach::{Scene, destinations};
use serde_json::Value;

const VECTORS: &str = include_str!("../data/betza/vectors.json");

fn vectors() -> Vec<Value> {
    serde_json::from_str(VECTORS).expect("the vectors are JSON")
}

fn text<'a>(entry: &'a Value, key: &str) -> &'a str {
    entry[key].as_str().unwrap_or_else(|| panic!("{entry}: no {key}"))
}

fn number(entry: &Value, key: &str) -> u8 {
    u8::try_from(entry[key].as_u64().unwrap_or_else(|| panic!("{entry}: no {key}"))).unwrap()
}

fn squares(entry: &Value, key: &str, shape: &Shape) -> Vec<Square> {
    let names = entry[key].as_array().unwrap_or_else(|| panic!("{entry}: no {key}"));
    names.iter().map(|name| shape.parse_square(name.as_str().unwrap()).unwrap()).collect()
}

fn names(squares: &[Square], shape: &Shape) -> BTreeSet<String> {
    squares.iter().map(|&square| shape.name(square)).collect()
}

#[test]
fn every_piece_goes_exactly_where_the_vectors_say() {
    let mut count = 0;
    for entry in vectors().iter().filter(|entry| entry.get("moves").is_some()) {
        let shape = Shape::rectangle(number(entry, "files"), number(entry, "ranks")).unwrap();
        let movement =
            Movement::read(text(entry, "betza")).unwrap_or_else(|error| panic!("{entry}: {error}"));
        let (own, enemy) = (squares(entry, "own", &shape), squares(entry, "enemy", &shape));
        let scene = Scene {
            shape: &shape,
            color: if text(entry, "side") == "white" { Color::White } else { Color::Black },
            own: &own,
            enemy: &enemy,
            en_passant: entry.get("ep").map(|ep| shape.parse_square(text(ep, "square")).unwrap()),
            unmoved: entry["virgin"].as_bool().unwrap(),
        };
        let found = destinations(&movement, &scene, shape.parse_square(text(entry, "square")).unwrap());
        for (key, found) in
            [("moves", &found.quiet), ("captures", &found.captures), ("ep_captures", &found.en_passant)]
        {
            assert_eq!(names(found, &shape), names(&squares(entry, key, &shape), &shape), "{key} of {entry}");
        }
        count += 1;
    }
    assert!(count > 140, "only {count} vectors read");
}

#[test]
fn castling_goes_where_the_vectors_say() {
    for entry in vectors().iter().filter(|entry| entry.get("castles").is_some()) {
        let movement =
            Movement::read(text(entry, "betza")).unwrap_or_else(|error| panic!("{entry}: {error}"));
        let side = |wing| if wing == Wing::Left { "l" } else { "r" };
        let found: BTreeSet<(&str, u64)> =
            movement.castles.iter().map(|castle| (side(castle.wing), castle.squares.into())).collect();
        let wanted = entry["castles"].as_array().unwrap().iter();
        let wanted: BTreeSet<(&str, u64)> =
            wanted.map(|castle| (castle[0].as_str().unwrap(), castle[1].as_u64().unwrap())).collect();
        assert_eq!(found, wanted, "{entry}");
        assert!(movement.castles.iter().all(|castle| castle.initial), "{entry}");
    }
}

#[test]
fn what_the_vectors_refuse_is_refused_with_its_place() {
    for entry in vectors().iter().filter(|entry| entry.get("error").is_some()) {
        let line = text(entry, "betza");
        let error = Movement::read(line).expect_err(&format!("{entry}"));
        assert!(!error.span().is_empty() && error.span().end <= line.len(), "{entry}: {error}");
    }
}

#[test]
fn every_accepted_vector_prints_and_reads_as_the_same_moves() {
    for entry in vectors().iter().filter(|entry| entry.get("error").is_none()) {
        let line = text(entry, "betza");
        let printed = fibnif::rules::betza::parse(line).unwrap().to_string();
        assert_eq!(Movement::read(&printed), Movement::read(line), "{line} printed as {printed}");
    }
}
