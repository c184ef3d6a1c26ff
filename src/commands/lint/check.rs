//! Checks files with every option of their choices, as many as a few seconds allow.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use super::{Finding, Severity, lint, lint_notation};
use crate::rules::variant::{
    Catalog, Choice, Content, Prepared, RefusedChoice, Scope, Selection, Source, Span, UserFile, VariantDef,
    VariantError, below, blamed, errors_of, read,
};

/// The maximum number of selections of a file to check.
const MOST_SELECTIONS: usize = 500;

/// The maximum number of combinations of them.
const MOST_COMBINATIONS: usize = 100;

/// The maximum number of selections to try until one goes with an option.
const MOST_TRIES: usize = 300;

/// The maximum number of errors to look for in a file by leaving out the faulty parts.
const MOST_ERRORS: usize = 20;

/// A checked file.
#[derive(Clone, Debug)]
pub struct Checked {
    pub file: PathBuf,
    /// The findings; empty if there are none.
    pub findings: Vec<Finding>,
}

/// One option of one choice: indexes into the choices of a variant and the options of the choice.
type Pick = (usize, usize);

impl Catalog {
    /// Reads files, or every file of folders, and checks each with every option of its choices. They may
    /// extend one another. The catalog itself does not change. `try_out` finds further faults of a
    /// definition.
    pub fn check(&self, paths: &[PathBuf], try_out: &dyn Fn(&VariantDef) -> Vec<Finding>) -> Vec<Checked> {
        let mut catalog = self.clone();
        let (mut checked, mut found) = (Vec::new(), Vec::new());
        for path in paths {
            let error = match below(path) {
                Ok(files) if files.is_empty() => VariantError::File {
                    path: path.display().to_string(),
                    reason: "expected `.toml` files in this folder, found none".into(),
                },
                Ok(files) => {
                    found.extend(files);
                    continue;
                }
                Err(error) => error,
            };
            checked.push(Checked { file: path.clone(), findings: vec![error.into()] });
        }
        let files = catalog.add_files(found);
        checked.extend(files.into_iter().map(|file| catalog.checked(file, try_out)));
        checked
    }

    /// The same for the text of a file of this name.
    pub fn check_text(
        &self,
        name: &str,
        source: &Arc<Source>,
        try_out: &dyn Fn(&VariantDef) -> Vec<Finding>,
    ) -> Vec<Finding> {
        let mut catalog = self.clone();
        let files = catalog.add_sources(vec![(name.to_string(), Arc::clone(source))]);
        files.into_iter().flat_map(|file| catalog.checked(file, try_out).findings).collect()
    }

    /// Checks a file that was added.
    fn checked(&self, file: UserFile, try_out: &dyn Fn(&VariantDef) -> Vec<Finding>) -> Checked {
        let mut findings = match &file.content {
            Ok(content) => self.look_over(content, try_out),
            Err(error) => self.all_errors(&file, error),
        };
        // What is wrong with a file as a whole is shown at its beginning.
        let start = || Some(Span::new(file.source.as_ref()?, 0..0));
        let errors = findings.iter_mut().filter(|finding| finding.severity == Severity::Error);
        errors.filter(|error| error.place.is_none()).for_each(|error| error.place = start());
        Checked { findings, file: file.path }
    }

    /// All errors of an unusable file: each faulty part is left out, and the rest is tried again.
    fn all_errors(&self, file: &UserFile, first: &VariantError) -> Vec<Finding> {
        let mut errors = Vec::new();
        if let Some(source) = &file.source {
            let (of_form, content) = errors_of(&file.path, source, file.folder.clone());
            errors = of_form;
            if let Some((mut content, mut left_out)) = content {
                let of_notation = lint_notation(content.tree());
                let own = |place: &&Span| place.file() == source.name;
                for _ in 0..MOST_ERRORS {
                    let Err(error) = self.try_out(&content) else { break };
                    let start = error.place().filter(own).map(Span::start);
                    // An error anywhere else may result from what was left out.
                    let Some(path) = start.and_then(|start| content.tree_mut().remove_at(start)) else {
                        break;
                    };
                    if !left_out.iter().any(|left| follows(&error, &path, left)) {
                        errors.push(error);
                    }
                    left_out.push(path);
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
        match content {
            Content::Variant(_) => match self.prepared(content.id()) {
                Ok(variant) => findings.extend(Sampler::new(&variant, try_out).all(None)),
                Err(error) => findings.push(error.into()),
            },
            Content::Army(army) => {
                let mut is_taken = false;
                for variant in self.all_prepared() {
                    let choices = variant.info.choices.iter().enumerate();
                    for (index, choice) in choices.filter(|(_, choice)| choice.from_files) {
                        let option = choice.options.iter().position(|option| option.id == army.id);
                        let Some(option) = option else { continue };
                        is_taken = true;
                        findings.extend(Sampler::new(&variant, try_out).all(Some((index, option))));
                    }
                }
                if !is_taken {
                    let finding = Finding::from(self.why_unused(army));
                    findings.push(Finding { place: content.place().cloned(), ..finding });
                }
            }
        }
        once(&mut findings);
        findings
    }
}

/// Whether an error at a key results from what was left out: a part of the entry, or the zone or piece that
/// it names.
fn follows(error: &VariantError, path: &[String], left: &[String]) -> bool {
    let VariantError::Written { message, .. } = error else { return false };
    let names = |name: &str| message.to_uppercase().contains(&format!("`{}`", name.to_uppercase()));
    left.starts_with(path)
        || matches!(left, [table, name] if (table == "zone" || table == "pieces") && names(name))
}

/// Checks a variant with selections of its options.
struct Sampler<'a> {
    variant: &'a Prepared,
    try_out: &'a dyn Fn(&VariantDef) -> Vec<Finding>,
    /// The choices of each side, and those of the game: the index of a choice, and the sides it is for.
    slots: Vec<(usize, &'static [usize])>,
    findings: Vec<Finding>,
    left: usize,
}

impl<'a> Sampler<'a> {
    fn new(variant: &'a Prepared, try_out: &'a dyn Fn(&VariantDef) -> Vec<Finding>) -> Sampler<'a> {
        const OF_SIDES: [&[usize]; 2] = [&[0], &[1]];
        let choices = variant.info.choices.iter().enumerate().filter(|(_, choice)| !choice.implied);
        let slots = choices.flat_map(|(index, choice)| match choice.scope {
            Scope::Side => OF_SIDES.iter().map(|&sides| (index, sides)).collect::<Vec<_>>(),
            Scope::Game => vec![(index, &[0, 1][..])],
        });
        Sampler { variant, try_out, slots: slots.collect(), findings: Vec::new(), left: MOST_SELECTIONS }
    }

    fn choices(&self) -> &'a [Choice] {
        &self.variant.info.choices
    }

    fn options(&self, slot: usize) -> usize {
        self.choices()[self.slots[slot].0].options.len()
    }

    /// The findings: with the defaults; with every option, for both sides; and with all selections, or with
    /// pairs of options if there are too many selections. With an `army`, only selections where a side has
    /// it, against itself or the default army.
    fn all(mut self, army: Option<Pick>) -> Vec<Finding> {
        let mut usual = Selection::new(self.choices());
        if let Some((choice, option)) = army {
            usual.0[choice] = [option; 2];
        }
        let is_allowed = self.look(&usual);
        let is_faulty = self.findings.iter().any(|finding| finding.severity == Severity::Error);
        // Every opponent of a faulty army would show the same fault.
        if army.is_some() && (!is_allowed || is_faulty) {
            return self.findings;
        }
        let choices = self.choices().iter().enumerate().filter(|(_, choice)| !choice.implied);
        // An army goes with every option of the game. What else each side chooses is checked with the
        // variant.
        let others = choices.filter(|(_, choice)| army.is_none() || choice.scope == Scope::Game);
        let options =
            others.flat_map(|(choice, of)| (0..of.options.len()).map(move |option| (choice, option)));
        let options: Vec<Pick> = options.collect();
        if options.len() > self.left {
            let message = format!("{MOST_SELECTIONS} of its {} options are looked at", options.len() + 1);
            let place = self.variant.place_of("choice");
            self.findings.push(Finding { severity: Severity::Warning, place, message });
        }
        for &pick in options.iter().take(self.left) {
            self.look_at_option(&usual, pick);
        }
        match army {
            Some((choice, option)) => {
                // Against the army of those who choose none.
                let other = self.choices()[choice].default;
                for sides in [[option, other], [other, option]].into_iter().filter(|_| other != option) {
                    let mut selection = usual.clone();
                    selection.0[choice] = sides;
                    self.look(&selection);
                }
            }
            None => self.look_at_combinations(&usual),
        }
        self.findings
    }

    /// Checks every selection, or as many pairs of options as fit, evenly spread.
    fn look_at_combinations(&mut self, usual: &Selection) {
        self.left = self.left.min(MOST_COMBINATIONS);
        let slots = 0..self.slots.len();
        let number = slots.clone().try_fold(1, |all: usize, slot| all.checked_mul(self.options(slot)));
        if let Some(number) = number.filter(|&number| number <= self.left) {
            for mut rest in 0..number {
                let mut selection = usual.clone();
                for slot in slots.clone() {
                    self.set(&mut selection, slot, rest % self.options(slot));
                    rest /= self.options(slot);
                }
                self.look_if_allowed(&selection);
            }
            return;
        }
        let pairs = || slots.clone().flat_map(|a| (0..a).map(move |b| (a, b)));
        let number: usize = pairs().map(|(a, b)| self.options(a) * self.options(b)).sum();
        let step = number.div_ceil(self.left.max(1)).max(1);
        let mut next = 0;
        for (a, b) in pairs().collect::<Vec<_>>() {
            let (of_a, of_b) = (self.options(a), self.options(b));
            while next < of_a * of_b {
                let mut selection = usual.clone();
                self.set(&mut selection, a, next / of_b);
                self.set(&mut selection, b, next % of_b);
                self.look_if_allowed(&selection);
                next += step;
            }
            next -= of_a * of_b;
        }
    }

    fn set(&self, selection: &mut Selection, slot: usize, option: usize) {
        let (choice, sides) = self.slots[slot];
        for &side in sides {
            selection.0[choice][side] = option;
        }
    }

    /// Checks one option for both sides, together with others if it does not go with the defaults. An option
    /// that goes with none is a mistake.
    fn look_at_option(&mut self, usual: &Selection, (choice, option): Pick) {
        let mut selection = usual.clone();
        selection.0[choice] = [option; 2];
        let all = 0..self.choices().len();
        let others: Vec<usize> =
            all.filter(|&other| other != choice && self.choices()[other].augments).collect();
        let mut tries = MOST_TRIES;
        let refused = self.refused(&selection);
        let Some(refused) = refused.filter(|_| !self.allowed(&mut selection, &others, &mut tries)) else {
            self.look(&selection);
            return;
        };
        let of = &self.choices()[choice].options[option];
        let Some(place) = of.place.clone() else { return };
        let place = blamed([Some(place), self.variant.place_of("augment")]);
        let severity = if of.picks.is_empty() { Severity::Warning } else { Severity::Error };
        let message = format!("`{}` cannot be chosen: {refused}", of.id);
        self.findings.push(Finding { severity, place, message });
    }

    /// Why a selection is refused by the variant's own rules, if it is.
    fn refused(&self, selection: &Selection) -> Option<RefusedChoice> {
        match self.variant.merged(selection) {
            Err(VariantError::Refused(refused)) => Some(refused),
            _ => None,
        }
    }

    /// Whether a selection becomes allowed by changing some of these choices; it is changed so.
    fn allowed(&self, selection: &mut Selection, others: &[usize], tries: &mut usize) -> bool {
        for (index, &choice) in others.iter().enumerate() {
            let before = selection.0[choice];
            for option in 0..self.choices()[choice].options.len() {
                if *tries == 0 {
                    return false;
                }
                *tries -= 1;
                selection.0[choice] = [option; 2];
                if self.refused(selection).is_none() || self.allowed(selection, &others[index + 1..], tries) {
                    return true;
                }
            }
            selection.0[choice] = before;
        }
        false
    }

    fn look_if_allowed(&mut self, selection: &Selection) {
        if self.left > 0 && self.refused(selection).is_none() {
            self.look(selection);
        }
    }

    /// Checks one selection. Returns whether it is allowed.
    fn look(&mut self, selection: &Selection) -> bool {
        self.left = self.left.saturating_sub(1);
        let looked = self.variant.merged(selection).and_then(|merged| {
            let def = read(&merged)?;
            let mut findings = lint(&def, &merged);
            findings.extend((self.try_out)(&def));
            Ok(findings)
        });
        let refused = matches!(&looked, Err(VariantError::Refused(_)));
        let findings = looked.unwrap_or_else(|error| vec![error.into()]);
        let named = self.choices().iter().zip(&selection.0).find_map(|(choice, chosen)| {
            choice.options.get(chosen[0]).filter(|option| !option.picks.is_empty())?.place.clone()
        });
        let named = blamed([named, self.variant.place_of("augment")]).filter(|_| refused);
        let place = |finding: Finding| finding.place.or_else(|| named.clone());
        self.findings
            .extend(findings.into_iter().map(|finding| Finding { place: place(finding.clone()), ..finding }));
        !refused
    }
}

/// Removes duplicate findings.
fn once(findings: &mut Vec<Finding>) {
    let mut known = HashSet::new();
    findings
        .retain(|finding| known.insert((finding.place.as_ref().map(Span::start), finding.message.clone())));
}

/// Findings in the order of the file, without duplicates. The error for which the file is refused is among
/// them, or is in a file that this one extends and shown if there is no other.
fn sorted(mut findings: Vec<Finding>, first: &VariantError) -> Vec<Finding> {
    if !findings.iter().any(|finding| finding.severity == Severity::Error) {
        findings.push(first.clone().into());
    }
    once(&mut findings);
    findings.sort_by_key(|finding| finding.place.as_ref().map(Span::start));
    findings
}
