//! The user's choices in the variants: armies, augmenters, rules. Variants with the same choice share a
//! selector, whose name lists them.

use super::settings::SettingError;
use crate::base::suggest::nearest;
use crate::rules::geometry::Color;
use crate::rules::variant::{Choice, Scope, VariantInfo};

/// A choice of some variants, or of one side in them.
#[derive(Clone, Debug)]
struct Selector {
    /// Its title: `White army`.
    title: String,
    /// The choice's name for the catalog: `white army`.
    choice: String,
    scope: Scope,
    /// The variants that have it.
    variants: Vec<String>,
    /// The names and titles of the options.
    values: Vec<(String, String)>,
    chosen: usize,
    /// The option that was last compatible with the other choices.
    held: usize,
    /// When it was chosen, counted in choices; 0 if never.
    at: u64,
}

/// A choice as it is offered to a user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Its label, with the games it applies to: `White army (cwda)`.
    pub label: String,
    /// The titles of the options.
    pub values: Vec<String>,
    /// The index of the chosen option.
    pub chosen: usize,
}

/// How many games a label lists.
const NAMED: usize = 3;
/// How many values of an option a message lists.
const LISTED: usize = 10;
/// The label's text for more games.
const MANY: &str = "many games";

/// The choices in all variants.
#[derive(Debug, Default)]
pub struct Choices {
    selectors: Vec<Selector>,
    /// The number of choices made so far.
    made: u64,
}

/// Which choices count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Counted {
    /// All.
    All,
    /// Those for the whole game, and for a side those made after this many others.
    After(u64),
}

/// A choice that was made: the selector and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Made {
    selector: usize,
    value: usize,
}

impl Choices {
    /// The choices of these variants, each at its default.
    pub(super) fn new(variants: &[VariantInfo]) -> Choices {
        let mut choices = Choices::default();
        for variant in variants {
            for choice in &variant.choices {
                for (title, name) in titles(choice) {
                    choices.add(variant, choice, title, name);
                }
            }
        }
        choices
    }

    fn add(&mut self, variant: &VariantInfo, choice: &Choice, title: String, name: String) {
        let values: Vec<_> =
            choice.options.iter().map(|option| (option.id.clone(), option.title.clone())).collect();
        let same = |selector: &&mut Selector| selector.choice == name && selector.values == values;
        if let Some(same) = self.selectors.iter_mut().find(same) {
            return same.variants.push(variant.id.clone());
        }
        self.selectors.push(Selector {
            title,
            choice: name,
            scope: choice.scope,
            variants: vec![variant.id.clone()],
            values,
            chosen: choice.default,
            held: choice.default,
            at: 0,
        });
    }

    /// The number of choices made so far.
    pub(super) fn made(&self) -> u64 {
        self.made
    }

    /// The choices of a variant, and those of all other variants in `shown`. Choices that `counted` leaves
    /// out have the values in `named`, by their names for the catalog.
    pub(super) fn offers(
        &self,
        variant: &str,
        shown: &[&str],
        counted: Counted,
        named: &[(String, String)],
    ) -> [Vec<Offer>; 2] {
        let (mut of_variant, mut of_others) = (Vec::new(), Vec::new());
        for selector in &self.selectors {
            let own = selector.is_of(variant);
            if !own && !shown.iter().any(|variant| selector.is_of(variant)) {
                continue;
            }
            let named = named.iter().find(|(choice, _)| own && *choice == selector.choice);
            let named = named.filter(|_| !selector.counts(counted)).and_then(|(_, id)| selector.find(id));
            let label = selector.label(shown);
            let values = selector.values.iter().map(|(_, title)| title.clone()).collect();
            let offer = Offer { label, values, chosen: named.unwrap_or(selector.chosen) };
            if own { of_variant.push(offer) } else { of_others.push(offer) }
        }
        [of_variant, of_others]
    }

    /// Makes a choice, by the label of an offer or by its title alone, in which case `variant` comes first.
    /// `None` if there is no such choice.
    pub(super) fn choose(
        &mut self,
        label: &str,
        value: &str,
        variant: &str,
    ) -> Option<Result<(), SettingError>> {
        let named = |selector: &Selector| {
            selector.title == label
                || label
                    .strip_prefix(selector.title.as_str())
                    .and_then(|rest| rest.strip_prefix(" ("))
                    .and_then(|rest| rest.strip_suffix(')'))
                    .is_some_and(|games| selector.are(games))
        };
        let mut found: Vec<usize> =
            (0..self.selectors.len()).filter(|&index| self.selectors.get(index).is_some_and(named)).collect();
        found
            .sort_by_key(|&index| self.selectors.get(index).is_some_and(|selector| !selector.is_of(variant)));
        let first = self.selectors.get(*found.first()?)?;
        let expected = first.impossible(value);
        let made = found
            .into_iter()
            .find_map(|selector| Some(Made { selector, value: self.selectors.get(selector)?.find(value)? }));
        Some(made.map(|made| self.make(made)).ok_or(expected))
    }

    fn make(&mut self, made: Made) {
        if let Some(selector) = self.selectors.get_mut(made.selector).filter(|it| it.chosen != made.value) {
            self.made += 1;
            (selector.chosen, selector.at) = (made.value, self.made);
        }
    }

    /// The choices in a variant, the oldest first.
    pub(super) fn chosen(&self, variant: &str, counted: Counted) -> Vec<Made> {
        let mut concerned: Vec<(u64, Made)> = self
            .selectors
            .iter()
            .enumerate()
            .filter(|(_, selector)| selector.is_of(variant) && selector.counts(counted))
            .map(|(index, selector)| (selector.at, Made { selector: index, value: selector.chosen }))
            .collect();
        concerned.sort_by_key(|&(at, _)| at);
        concerned.into_iter().map(|(_, made)| made).collect()
    }

    /// The value that was last compatible with the others, if it differs.
    pub(super) fn before(&self, made: Made) -> Option<Made> {
        let held = self.selectors.get(made.selector)?.held;
        (held != made.value).then_some(Made { value: held, ..made })
    }

    /// Records that these choices are compatible.
    pub(super) fn hold(&mut self, all: &[Made]) {
        for made in all {
            if let Some(selector) = self.selectors.get_mut(made.selector) {
                selector.held = made.value;
            }
        }
    }

    /// A choice in the form for the catalog.
    pub(super) fn named(&self, made: Made) -> Option<(&str, &str)> {
        let selector = self.selectors.get(made.selector)?;
        Some((selector.choice.as_str(), selector.values.get(made.value)?.0.as_str()))
    }

    /// Both armies chosen in a variant, by name.
    pub(super) fn armies(&self, variant: &VariantInfo) -> Option<[&str; 2]> {
        let [white, black] = self.army_selectors(variant)?.map(|index| self.selectors.get(index));
        let (white, black) = (white?, black?);
        Some([&white.values.get(white.chosen)?.0, &black.values.get(black.chosen)?.0])
    }

    pub(super) fn choose_armies(
        &mut self,
        variant: &VariantInfo,
        armies: [&str; 2],
    ) -> Result<(), SettingError> {
        let indices = self.army_selectors(variant).ok_or(SettingError::Name)?;
        let find = |index: usize, army: &str| {
            let selector = self.selectors.get(index).ok_or(SettingError::Name)?;
            let made = selector.find(army).map(|value| Made { selector: index, value });
            made.ok_or_else(|| selector.impossible(army))
        };
        let both = [find(indices[0], armies[0])?, find(indices[1], armies[1])?];
        for made in both {
            self.make(made);
        }
        Ok(())
    }

    fn army_selectors(&self, variant: &VariantInfo) -> Option<[usize; 2]> {
        let choice = army(variant)?;
        let find = |name: &str| {
            self.selectors.iter().position(|selector| selector.choice == name && selector.is_of(&variant.id))
        };
        let [(_, white), (_, black)] = <[_; 2]>::try_from(titles(choice)).ok()?;
        Some([find(&white)?, find(&black)?])
    }
}

impl Selector {
    fn is_of(&self, variant: &str) -> bool {
        self.variants.iter().any(|id| id == variant)
    }

    fn counts(&self, counted: Counted) -> bool {
        match counted {
            Counted::All => true,
            Counted::After(moment) => self.scope == Scope::Game || self.at > moment,
        }
    }

    /// The label: the title, and the games among those shown.
    fn label(&self, shown: &[&str]) -> String {
        let games: Vec<&str> =
            self.variants.iter().map(String::as_str).filter(|variant| shown.contains(variant)).collect();
        let games = if (1..=NAMED).contains(&games.len()) { games.join("/") } else { MANY.to_string() };
        format!("{} ({games})", self.title)
    }

    /// Whether the games of a label are among its own.
    fn are(&self, games: &str) -> bool {
        games == MANY && self.variants.len() > NAMED || games.split('/').all(|game| self.is_of(game))
    }

    /// The refusal of a value that is none of its options.
    fn impossible(&self, value: &str) -> SettingError {
        let titles = self.values.iter().map(|(_, title)| title.as_str());
        impossible(value, titles, self.values.iter().map(|(id, _)| id.as_str()))
    }

    /// The option with this name or title.
    fn find(&self, value: &str) -> Option<usize> {
        self.values
            .iter()
            .position(|(id, title)| id.eq_ignore_ascii_case(value) || title.eq_ignore_ascii_case(value))
    }
}

/// The refusal of a value that an option does not have: all its values, or the one most likely meant, which
/// may have another `name`, too.
pub(super) fn impossible<'a>(
    value: &str,
    possible: impl Iterator<Item = &'a str> + Clone,
    names: impl Iterator<Item = &'a str>,
) -> SettingError {
    let count = possible.clone().count();
    let quoted = |value: &str| format!("`{value}`");
    SettingError::Value(if count <= LISTED {
        format!("one of {}", possible.map(quoted).collect::<Vec<_>>().join(", "))
    } else {
        let like =
            nearest(value, possible.clone().chain(names)).or(possible.clone().next()).unwrap_or_default();
        format!("one of the {count} values of the option, such as {}", quoted(like))
    })
}

/// The selectors of a choice: title for people, name for the catalog.
fn titles(choice: &Choice) -> Vec<(String, String)> {
    match choice.scope {
        Scope::Game => vec![(choice.title.clone(), choice.id.clone())],
        Scope::Side => {
            let side = |color: Color| {
                (
                    format!("{color} {}", choice.title.to_lowercase()),
                    format!("{color} {}", choice.id).to_lowercase(),
                )
            };
            Color::ALL.map(side).to_vec()
        }
    }
}

/// The choice of a variant's armies.
pub(super) fn army(variant: &VariantInfo) -> Option<&Choice> {
    variant.choices.iter().find(|choice| choice.scope == Scope::Side && choice.from_files)
}
