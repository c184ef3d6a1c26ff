//! The JSON Schema of variant files, from the same rows as their reader and their help, so that an editor
//! completes the keys of a file and shows what they mean.

use serde_json::{Map, Value, json};

use super::{Command, Context, Error, ExitStatus};
use crate::rules::variant::{Key, Keys, NETS, VARIANT, is_shared, list_of_nets};

/// The arguments.
#[derive(Debug, clap::Args)]
pub struct SchemaArgs {}

impl Command for SchemaArgs {
    /// Prints the schema. It also holds for files of armies, whose keys are some of those of variants.
    fn run(&self, context: &mut Context) -> Result<ExitStatus, Error> {
        let mut shared = Map::new();
        let mut schema = table(&VARIANT, &mut shared);
        schema["$schema"] = "http://json-schema.org/draft-07/schema#".into();
        schema["title"] = "Fibnif: a chess variant or an army".into();
        schema["definitions"] = shared.into();
        writeln!(context.out, "{schema:#}")?;
        Ok(ExitStatus::Success)
    }
}

/// A table with these keys. `shared` has the tables that occur in several places.
fn table(keys: &[Key], shared: &mut Map<String, Value>) -> Value {
    let mut properties = Map::new();
    for Key { name, about, below } in keys {
        let mut content = content(name, below, shared);
        content["description"] = about.replace(NETS, &list_of_nets()).trim().into();
        properties.insert((*name).to_string(), content);
    }
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

/// The content of a key.
fn content(name: &str, keys: &Keys, shared: &mut Map<String, Value>) -> Value {
    match *keys {
        Keys::Text => json!({ "type": "string" }),
        Keys::Texts => json!({ "type": ["string", "array"], "items": { "type": "string" } }),
        Keys::Label => json!({ "type": "string", "minLength": 1, "maxLength": 80 }),
        Keys::Word(words) => json!({ "enum": words }),
        Keys::Number(first, last) => json!({ "type": "integer", "minimum": first, "maximum": last }),
        Keys::Flag => json!({ "type": "boolean" }),
        Keys::List(keys) => json!({ "type": "array", "items": table(keys, shared) }),
        Keys::Table(known) if is_shared(keys) => {
            if !shared.contains_key(name) {
                let table = table(known, shared);
                shared.insert(name.to_string(), table);
            }
            // A description beside a reference would be ignored.
            json!({ "allOf": [{ "$ref": format!("#/definitions/{name}") }] })
        }
        Keys::Table(known) => table(known, shared),
        Keys::Named(below) => named("^[A-Za-z0-9_-]{1,40}$", &content(name, below, shared)),
        Keys::Roles(below) => named("^[A-Za-z0-9'_-]{1,40}$", &content(name, below, shared)),
        Keys::Joined(below) => named("^[A-Za-z0-9_+-]+$", &content(name, below, shared)),
        Keys::Short(first, known) => {
            let value = known.iter().find(|key| key.name == first);
            let value = value.map(|key| content(first, &key.below, shared));
            json!({ "anyOf": [value, table(known, shared)] })
        }
        Keys::Either(forms) => {
            let forms: Vec<Value> = forms.iter().map(|form| content(name, form, shared)).collect();
            json!({ "anyOf": forms })
        }
    }
}

/// A table whose keys the author names.
fn named(pattern: &str, below: &Value) -> Value {
    json!({ "type": "object", "propertyNames": { "pattern": pattern }, "additionalProperties": below })
}
