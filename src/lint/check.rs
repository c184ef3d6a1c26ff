//! Checks files with every option of their choices, as many as a few seconds allow.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::{Finding, Severity, lint, lint_notation};
use crate::variant::{
    Catalog, Content, Place, Prepared, Selection, UserFile, VariantDef, VariantError, errors_of, read,
};

/// The maximum number of selections of a file to check.
const MOST_SELECTIONS: usize = 500;

/// The maximum number of errors to look for in a file by leaving out the faulty parts.
const MOST_ERRORS: usize = 20;

/// A checked file.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The file.
    pub file: PathBuf,
    /// The findings; empty if there are none.
    pub findings: Vec<Finding>,
}

/// A selection to check: the variant, and one option of one choice besides the defaults.
type Sample = (usize, Option<(usize, usize)>);

impl Catalog {
    /// Reads a file, or every file of a folder, and checks it with every option of its choices. The
    /// catalog itself does not change. `try_out` finds further faults of a definition.
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
                    findings: match &file.content {
                        Ok(content) => catalog.look_over(content, try_out),
                        Err(error) => catalog.all_errors(&file, error),
                    },
                    file: file.path,
                })
                .collect(),
        }
    }

    /// All errors of an unusable file: each faulty part is left out, and the rest is tried again.
    fn all_errors(&self, file: &UserFile, first: &VariantError) -> Vec<Finding> {
        let mut errors = Vec::new();
        if let Some(source) = &file.source {
            let (of_form, content) = errors_of(&file.path, source, file.folder.clone());
            errors = of_form;
            if let Some(mut content) = content {
                let of_notation = lint_notation(content.tree());
                let own = |place: &&Place| place.file() == source.name;
                let mut left_out: Vec<Place> = Vec::new();
                for _ in 0..MOST_ERRORS {
                    let Err(error) = self.try_out(&content) else { break };
                    let start = error.place().filter(own).map(Place::start);
                    // An error anywhere else may result from what was left out.
                    if !start.is_some_and(|start| content.tree_mut().remove_at(start)) {
                        break;
                    }
                    let place = error.place().cloned();
                    // An entry that lacks a part left out on the same line is not wrong by itself.
                    let follows = |at: &Place| {
                        let before = |left: &Place| left.line() == at.line() && left.start() > at.start();
                        left_out.iter().any(before)
                    };
                    if !place.as_ref().is_some_and(follows) {
                        errors.push(error);
                    }
                    left_out.extend(place);
                }
                let mut findings: Vec<Finding> = errors.into_iter().map(Finding::from).collect();
                findings.extend(of_notation);
                return sorted(findings, first);
            }
        }
        sorted(errors.into_iter().map(Finding::from).collect(), first)
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
        once(&mut findings);
        findings
    }

    /// The selections that use every option of a variant once, or an army in every variant that accepts
    /// it.
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
}

/// Removes duplicate findings.
fn once(findings: &mut Vec<Finding>) {
    let mut known = HashSet::new();
    findings
        .retain(|finding| known.insert((finding.place.as_ref().map(Place::start), finding.message.clone())));
}

/// Findings in the order of the file, without duplicates. They include the error for which the file is
/// refused.
fn sorted(mut findings: Vec<Finding>, first: &VariantError) -> Vec<Finding> {
    findings.push(first.clone().into());
    once(&mut findings);
    findings.sort_by_key(|finding| finding.place.as_ref().map(Place::start));
    findings
}

/// Checks one selection of a variant.
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
        // Not all options can be combined, and this one does not fit the defaults.
        Err(VariantError::Refused(_)) => Vec::new(),
        looked => looked.unwrap_or_else(|error| vec![error.into()]),
    }
}
