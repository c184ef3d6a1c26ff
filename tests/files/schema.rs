//! The JSON Schema of variant files.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::program::prints;

/// Why a value does not fit a schema, if so. It knows the words that the schema has, and no other.
fn fault(root: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
    let fits = |schema: &Value| fault(root, schema, value, at).is_none();
    let length = value.as_str().map(|text| text.chars().count().try_into().unwrap());
    let failed = |word: &str, what: &Value| match (word, what) {
        (
            "$schema"
            | "title"
            | "description"
            | "definitions"
            | "properties"
            | "additionalProperties"
            | "items",
            _,
        ) => false,
        ("$ref", path) => !fits(root.pointer(path.as_str().unwrap().trim_start_matches('#')).unwrap()),
        ("allOf", all) => !all.as_array().unwrap().iter().all(fits),
        ("anyOf", any) => !any.as_array().unwrap().iter().any(fits),
        ("type", Value::Array(types)) => !types.iter().any(|one| fits(&serde_json::json!({ "type": one }))),
        ("type", one) => match one.as_str().unwrap() {
            "object" => !value.is_object(),
            "array" => !value.is_array(),
            "string" => !value.is_string(),
            "integer" => !value.is_i64(),
            "boolean" => !value.is_boolean(),
            other => panic!("unknown type {other}"),
        },
        ("enum", words) => !words.as_array().unwrap().contains(value),
        ("minimum", least) => value.as_i64() < least.as_i64(),
        ("maximum", most) => value.as_i64() > most.as_i64(),
        ("minLength", least) => length.is_some_and(|length: u64| length < least.as_u64().unwrap()),
        ("maxLength", most) => length.is_some_and(|length: u64| length > most.as_u64().unwrap()),
        ("propertyNames", names) => {
            let pattern = names["pattern"].as_str().unwrap();
            let allowed = |c: char| c.is_ascii_alphanumeric() || (c != '^' && pattern.contains(c));
            !value.as_object().unwrap().keys().all(|key| key.chars().all(allowed))
        }
        (word, _) => panic!("unknown word {word}"),
    };
    if let Some((word, what)) = schema.as_object().unwrap().iter().find(|(word, what)| failed(word, what)) {
        return Some(format!("{at}: {word} {what}: {value}"));
    }
    let of_items =
        value.as_array().into_iter().flatten().find_map(|item| {
            schema.get("items").and_then(|items| fault(root, items, item, &format!("{at}[]")))
        });
    of_items.or_else(|| {
        value.as_object().into_iter().flatten().find_map(|(key, below)| {
            let at = format!("{at}.{key}");
            match (schema["properties"].get(key), schema.get("additionalProperties")) {
                (None, Some(Value::Bool(false))) => Some(format!("{at}: unknown key")),
                (Some(schema), _) | (None, Some(schema)) => fault(root, schema, below, &at),
                (None, None) => None,
            }
        })
    })
}

fn toml(text: &str) -> Value {
    toml::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn the_schema_fits_every_shipped_file() {
    let schema: Value = serde_json::from_str(&prints(["schema"])).unwrap();
    let mut files = 0;
    for folder in ["variants", "variants/armies"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.extension().is_some_and(|ending| ending == "toml") {
                let text = fs::read_to_string(&path).unwrap();
                assert_eq!(fault(&schema, &schema, &toml(&text), ""), None, "{}", path.display());
                files += 1;
            }
        }
    }
    assert!(files > 100, "{files} files");
}

#[test]
fn the_schema_refuses_what_the_reader_refuses() {
    let schema: Value = serde_json::from_str(&prints(["schema"])).unwrap();
    for (line, place) in [
        ("titel = 'Mine'", ".titel: unknown key"),
        ("title = 3", ".title: type"),
        ("pieces.N.beta = 'N'", ".pieces"),
        ("pieces.N.betza = 1", ".pieces"),
        ("pieces.N.value = 10001", ".pieces"),
        ("pieces.P.promotes = 8", ".pieces"),
        ("pieces.P.promotes = { too = 'own' }", ".pieces"),
        ("pieces.'n n'.betza = 'N'", ".pieces: propertyNames"),
        ("rules.move_limit = 'fifty'", ".rules"),
        ("rules.castling = 'some'", ".rules"),
        ("rules.turn = 'double'", ".rules"),
        ("rules.ends.bare = 1", ".rules"),
        ("zone.far.squares = [{ start = 'a1', squares = 'a2', stop = 'b1' }]", ".zone"),
        ("hands.stock = { white = 'Q', blakc = 'Q' }", ".hands.stock: anyOf"),
        ("choice.army.options.mine.rules.turns = 'alternate'", ".choice.army.options.mine.rules"),
    ] {
        let found = fault(&schema, &schema, &toml(line), "");
        assert!(found.as_ref().is_some_and(|found| found.starts_with(place)), "{line}: {found:?}");
    }
}

/// Each key has its meaning, which an editor shows.
#[test]
fn the_schema_says_what_keys_mean() {
    let schema: Value = serde_json::from_str(&prints(["schema"])).unwrap();
    let of = |path: &str| schema.pointer(path).and_then(|it| it["description"].as_str()).unwrap_or_default();
    assert!(of("/properties/extends").starts_with("A variant that supplies everything"));
    assert!(of("/definitions/pieces/properties/betza").starts_with("Its moves in Betza notation"));
    assert!(of("/definitions/rules/properties/move_limit").starts_with("The number of moves"));
    assert!(of("/properties/net").contains("`\"chess\"`"), "{}", of("/properties/net"));
}
