//! `fibnif completions`: what a shell completes. It knows the variants and armies, those of `--variants` too.

use std::io::Write;

use clap::Arg;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;

use crate::commands::Error;
use crate::rules::variant::Catalog;

/// Prints the completions of a command line for a shell.
pub(super) fn print(
    grammar: clap::Command,
    shell: Shell,
    catalog: &Catalog,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let names = names(catalog, shell);
    let with_names = |arg: Arg| {
        if is_variant(&arg) { arg.value_parser(PossibleValuesParser::new(names.clone())) } else { arg }
    };
    let commands: Vec<String> =
        grammar.get_subcommands().map(|command| command.get_name().to_string()).collect();
    let mut grammar = commands
        .into_iter()
        .fold(grammar, |grammar, name| grammar.mut_subcommand(name, |command| command.mut_args(with_names)));
    // The generator cannot report a closed pipe. A buffer in between can.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut grammar, "fibnif", &mut text);
    Ok(out.write_all(&text)?)
}

/// Whether an argument is a variant or an army: its placeholder says so.
fn is_variant(arg: &Arg) -> bool {
    let own = arg.get_id().as_str().to_uppercase();
    let shown = arg.get_value_names().and_then(|names| names.first()).map_or(own, ToString::to_string);
    shown.split(|c: char| !c.is_alphabetic()).any(|word| ["VARIANT", "ARMY"].contains(&word))
}

/// The names of the variants, and of the armies as they are chosen. Bash takes `cwda:nutters` for three
/// words.
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
