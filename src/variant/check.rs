//! Looks files over with every option of their choices, as many as can be looked at in a few seconds.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::catalog::{Catalog, Prepared};
use super::choice::ArmyFile;
use super::content::Content;
use super::def::VariantDef;
use super::error::{Place, VariantError};
use super::fault::NameFault;
use super::lint::{Finding, Severity, lint, lint_notation};
use super::read::read;
use super::selection::Selection;

/// The most selections of a file that are looked at.
const MOST_SELECTIONS: usize = 500;

/// A file that was looked over.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The file.
    pub file: PathBuf,
    /// What was found in it; nothing if all is well.
    pub findings: Vec<Finding>,
}

/// A selection to look at: the variant, and which option of which choice is taken besides the defaults.
type Sample = (usize, Option<(usize, usize)>);

impl Catalog {
    /// Reads a file, or every file of a folder, and looks it over with every option of its choices; the
    /// catalog itself stays as it is. `try_out` finds what else is wrong with a definition.
    pub fn check(&self, path: &Path, try_out: &dyn Fn(&VariantDef) -> Vec<Finding>) -> Vec<Checked> {
        let mut catalog = self.clone();
        let error =
            |error: VariantError| vec![Checked { file: path.to_path_buf(), findings: vec![error.into()] }];
        match catalog.add_files(path) {
            Err(fault) => error(fault),
            Ok(files) if files.is_empty() => error(VariantError::File {
                path: path.display().to_string(),
                reason: "expected `.toml` files in this folder, found none".into(),
            }),
            Ok(files) => files
                .into_iter()
                .map(|file| Checked {
                    file: file.path,
                    findings: match file.content {
                        Ok(content) => catalog.look_over(&content, try_out),
                        Err(error) => vec![error.into()],
                    },
                })
                .collect(),
        }
    }

    fn look_over(&self, content: &Content, try_out: &dyn Fn(&VariantDef) -> Vec<Finding>) -> Vec<Finding> {
        let mut findings = lint_notation(content.tree());
        let (variants, samples) = match self.samples(content) {
            Ok(samples) => samples,
            Err(error) => return vec![error.into()],
        };
        for (variant, option) in samples.iter().take(MOST_SELECTIONS) {
            findings.extend(look_at(&variants[*variant], *option, try_out));
        }
        if samples.len() > MOST_SELECTIONS {
            let message = format!("{MOST_SELECTIONS} of its {} options are looked at", samples.len());
            findings.push(Finding { severity: Severity::Warning, place: None, message });
        }
        let mut known = HashSet::new();
        findings.retain(|finding| {
            known.insert((finding.place.as_ref().map(Place::start), finding.message.clone()))
        });
        findings
    }

    /// The selections that use every option of a variant once, or an army in every variant that takes it.
    fn samples(&self, content: &Content) -> Result<(Vec<Prepared>, Vec<Sample>), VariantError> {
        match content {
            Content::Variant(_) => {
                let prepared = self.prepared(content.id())?;
                let choices = prepared.info.choices.iter().enumerate();
                let options = choices.flat_map(|(choice, of)| {
                    (0..of.options.len()).map(move |option| (0, Some((choice, option))))
                });
                let samples = [(0, None)].into_iter().chain(options).collect();
                Ok((vec![prepared], samples))
            }
            Content::Army(army) => {
                let mut variants = Vec::new();
                let mut samples = Vec::new();
                for prepared in self.all_prepared() {
                    let choices = prepared.info.choices.iter().enumerate();
                    for (choice, of) in choices.filter(|(_, choice)| choice.from_files) {
                        let option = of.options.iter().position(|option| option.id == army.id);
                        samples.extend(option.map(|option| (variants.len(), Some((choice, option)))));
                    }
                    variants.push(prepared);
                }
                if samples.is_empty() { Err(self.why_unused(army)) } else { Ok((variants, samples)) }
            }
        }
    }

    /// The error about an army that no variant takes.
    pub(super) fn why_unused(&self, army: &ArmyFile) -> VariantError {
        let roles = army.roles().unwrap_or_default().join(" ");
        if roles.is_empty() {
            return NameFault::NoPieces.into();
        }
        let mut wanted: Vec<String> = Vec::new();
        for prepared in self.all_prepared() {
            for choice in prepared.info.choices.iter().filter(|choice| choice.from_files) {
                let other = choice.options.iter().find_map(|option| self.army(&option.id)?.roles().ok());
                wanted.extend(other.map(|roles| roles.join(" ")).filter(|roles| !wanted.contains(roles)));
            }
        }
        NameFault::UnusedArmy { army: army.id.clone(), roles, wanted }.into()
    }
}

/// Looks at one selection of a variant.
fn look_at(
    variant: &Prepared,
    option: Option<(usize, usize)>,
    try_out: &dyn Fn(&VariantDef) -> Vec<Finding>,
) -> Vec<Finding> {
    let mut selection = Selection::new(&variant.info.choices);
    if let Some((choice, option)) = option {
        selection.0[choice] = [option; 2];
    }
    let looked = variant.merged(&selection).and_then(|merged| {
        let def = read(&merged)?;
        let mut findings = lint(&def, &merged);
        findings.extend(try_out(&def));
        Ok(findings)
    });
    match looked {
        // Not every option goes with every other, and this one does not with the defaults.
        Err(VariantError::Refused(_)) => Vec::new(),
        looked => looked.unwrap_or_else(|error| vec![error.into()]),
    }
}
