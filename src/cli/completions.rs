//! `fibnif completions`: what a shell completes. It knows the variants and armies, those of `--variants` too.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args};
use clap_complete::Shell;

use super::arguments;
use crate::commands::{Command, Context, Error, ExitStatus};
use crate::rules::variant::Catalog;

/// The arguments of `completions`.
#[derive(Debug, Args)]
pub(super) struct CompletionsRequest {
    /// The shell
    shell: Shell,
}

impl Command for CompletionsRequest {
    const EXAMPLES: &'static [&'static str] = &["fibnif completions bash"];

    fn run(&self, context: &mut Context) -> Result<ExitStatus, Error> {
        let names = names(context.catalog, self.shell);
        let with_names = |arg: Arg| {
            if is_variant(&arg) { arg.value_parser(PossibleValuesParser::new(names.clone())) } else { arg }
        };
        let commands: Vec<String> =
            arguments::grammar().get_subcommands().map(|command| command.get_name().to_string()).collect();
        let mut grammar = commands.into_iter().fold(arguments::command(), |grammar, name| {
            grammar.mut_subcommand(name, |command| command.mut_args(with_names))
        });
        // The generator cannot report a closed pipe. A buffer in between can.
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut grammar, "fibnif", &mut text);
        context.out.write_all(&text)?;
        Ok(ExitStatus::Success)
    }
}

/// Whether an argument is a variant or an army: its placeholder says so.
fn is_variant(arg: &Arg) -> bool {
    let own = arg.get_id().as_str().to_uppercase();
    let shown = arg.get_value_names().and_then(|names| names.first()).map_or(own, ToString::to_string);
    shown.split(|c: char| !c.is_alphabetic()).any(|word| ["VARIANT", "ARMY"].contains(&word))
}

/// The names of the variants, and of the armies as they are chosen. Bash takes `cwda:nutters` for three words.
fn names(catalog: &Catalog, shell: Shell) -> Vec<String> {
    let variants = catalog.list();
    let mut names: Vec<String> = variants.iter().map(|variant| variant.id.clone()).collect();
    for variant in &variants {
        let armies =
            variant.choices.iter().filter(|choice| choice.from_files).flat_map(|choice| &choice.options);
        names.extend(armies.map(|army| match shell {
            Shell::Bash => army.id.clone(),
            _ => format!("{}:{}", variant.id, army.id),
        }));
    }
    names.sort();
    names.dedup();
    names
}
