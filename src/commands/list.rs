//! The variants and their choices.

use std::io::Write;

use serde::Serialize;

use super::Error;
use super::{Command, Context, ExitStatus, OutputArgs, json_line};
use crate::base::page::TITLE;
use crate::rules::variant::{Catalog, Choice, ChoiceOption, Scope, VariantInfo};
use crate::teach::game::choices::describe;

/// A variant, as JSON shows it.
#[derive(Serialize)]
struct Listed<'a> {
    variant: &'a str,
    title: &'a str,
    source: Option<&'a str>,
    aliases: &'a [String],
    choices: Vec<ListedChoice<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggested: Option<&'a str>,
}

/// A choice; `scope` is `side` or `game`.
#[derive(Serialize)]
struct ListedChoice<'a> {
    choice: &'a str,
    title: &'a str,
    scope: &'static str,
    default: Option<&'a str>,
    options: Vec<ListedOption<'a>>,
}

#[derive(Serialize)]
struct ListedOption<'a> {
    option: &'a str,
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<&'a str>,
}

impl Listed<'_> {
    fn new(info: &VariantInfo) -> Listed<'_> {
        fn option(option: &ChoiceOption) -> ListedOption<'_> {
            ListedOption { option: &option.id, title: &option.title, remark: option.remark.as_deref() }
        }
        fn choice(choice: &Choice) -> ListedChoice<'_> {
            ListedChoice {
                choice: &choice.id,
                title: &choice.title,
                scope: match choice.scope {
                    Scope::Side => "side",
                    Scope::Game => "game",
                },
                default: choice.options.get(choice.default).map(|option| option.id.as_str()),
                options: choice.options.iter().map(option).collect(),
            }
        }
        Listed {
            variant: &info.id,
            title: &info.title,
            source: info.source.as_deref(),
            aliases: &info.aliases,
            choices: info.choices.iter().map(choice).collect(),
            suggested: info.suggested.as_deref(),
        }
    }
}

/// Every variant with its choices, as data.
pub fn listed(catalog: &Catalog) -> Vec<serde_json::Value> {
    // Serializing strings and lists cannot fail.
    catalog.list().iter().filter_map(|info| serde_json::to_value(Listed::new(info)).ok()).collect()
}

/// The arguments.
#[derive(Debug, clap::Args)]
pub struct ListArgs {
    #[command(flatten)]
    output: OutputArgs,
}

impl Command for ListArgs {
    /// Prints every variant with its choices, including armies.
    fn run(&self, Context { catalog, out }: &mut Context) -> Result<ExitStatus, Error> {
        for variant in catalog.list() {
            if self.output.json {
                json_line(&Listed::new(&variant), out)?;
                continue;
            }
            writeln!(out, "{TITLE}{}{TITLE:#}  {}", variant.id, variant.title)?;
            describe(&variant, out)?;
        }
        Ok(ExitStatus::Success)
    }
}
