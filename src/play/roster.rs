//! The variants as a user of any protocol sees them: names to ask for, options to choose armies with.
//!
//! What a variant is and what can be chosen in it, the catalog knows; no variant is named here but
//! the ordinary game, and the name under which GUIs know games with armies. How a certain GUI is
//! told of a game is that GUI's room: see [`xboard`](crate::xboard).

use std::sync::Arc;

use super::settings::SettingError;
use crate::game::{Game, compile};
use crate::geometry::Color;
use crate::variant::{Catalog, Choice, ChoiceOption, Origin, Scope, VariantDef, VariantError, VariantInfo};

/// The variant that a session begins with.
pub const ORDINARY: &str = "normal";
/// The name of GUIs for games with pieces of the engine's own, and Fairy-Max's for its armies.
pub const FAIRY: &str = "fairy";
/// How many of the first armies are those of the game's author, whose pairings come first.
const CLASSIC_ARMIES: usize = 4;
/// How many games are kept ready.
const KEPT: usize = 4;

/// A choice as an option of the engine.
#[derive(Clone, Debug)]
struct Selector {
    /// The option's name: `White army`.
    label: String,
    /// The choice's name for the catalog: `white army`.
    choice: String,
    scope: Scope,
    /// The variants that have it.
    variants: Vec<String>,
    /// Names and titles of what can be chosen.
    values: Vec<(String, String)>,
    chosen: usize,
}

/// The variants, and what was chosen in them.
#[derive(Debug)]
pub struct Roster {
    catalog: Catalog,
    variants: Vec<VariantInfo>,
    selectors: Vec<Selector>,
    /// Games made ready: a GUI asks for the same at every `new`.
    ready: Vec<Ready>,
}

/// A game that was made ready.
#[derive(Debug)]
struct Ready {
    name: String,
    selected: Selected,
    /// Whether something was chosen since.
    stale: bool,
}

/// A game to be played.
#[derive(Clone, Debug)]
pub struct Selected {
    /// Its rules.
    pub game: Arc<Game>,
    /// The view that was asked for by its name.
    pub view: Option<String>,
    /// Whether the program ships this very game under the name it was asked for by.
    pub shipped: bool,
    /// Why this is not the game that was chosen, for people.
    pub complaint: Option<String>,
}

impl Roster {
    /// The variants of a catalog.
    pub fn new(catalog: Catalog) -> Roster {
        let variants = catalog.list();
        let mut selectors: Vec<Selector> = Vec::new();
        for variant in &variants {
            for choice in &variant.choices {
                for (label, name) in labels(choice) {
                    add_selector(&mut selectors, variant, choice, label, name);
                }
            }
        }
        Roster { catalog, variants, selectors, ready: Vec::new() }
    }

    /// Every variant, in the order of the catalog.
    pub fn variants(&self) -> &[VariantInfo] {
        &self.variants
    }

    /// The definition a name stands for, with nothing chosen but what the name says.
    ///
    /// # Errors
    /// As [`Catalog::resolve`].
    pub fn resolve(&self, name: &str) -> Result<VariantDef, VariantError> {
        self.catalog.resolve(name)
    }

    /// The options that choose in any of the `shown` variants, as `feature option` describes them.
    pub fn options(&self, shown: &[&str]) -> Vec<String> {
        let works =
            |selector: &&Selector| selector.variants.iter().any(|variant| shown.contains(&variant.as_str()));
        let mut options: Vec<String> = self.selectors.iter().filter(works).map(Selector::describe).collect();
        if let Some(variant) = self.fairy() {
            let chosen = self.chosen_pairing(variant);
            let star =
                |pair: &String| if Some(pair) == chosen.as_ref() { format!("*{pair}") } else { pair.clone() };
            let offered = [PairingRank::Brought, PairingRank::Classic];
            let pairs: Vec<String> = offered
                .into_iter()
                .flat_map(|rank| pairings(variant, rank))
                .map(|(white, black)| star(&format!("{white}-{black}")))
                .collect();
            if !pairs.is_empty() {
                options.push(format!("{} -combo {}", pairing_option(), pairs.join(" /// ")));
            }
        }
        options
    }

    /// Makes a choice; `None` if the option is none of these. It counts from the next game on.
    pub fn choose(&mut self, option: &str, value: &str) -> Option<Result<(), SettingError>> {
        self.ready.iter_mut().for_each(|ready| ready.stale = true);
        if option == pairing_option() {
            return Some(self.choose_pairing(value));
        }
        let selector = self.selectors.iter_mut().find(|selector| selector.label == option)?;
        Some(selector.choose(value))
    }

    /// The game a name stands for, with what was chosen by options. If the choices do not go
    /// together, it is the last game under that name for which they did, with a complaint.
    ///
    /// # Errors
    /// If there is none: a reason for people.
    pub fn select(&mut self, name: &str) -> Result<Selected, String> {
        let known = self.ready.iter().position(|ready| ready.name == name);
        let known = known.map(|index| self.ready.remove(index));
        let (selected, stale) = match known {
            Some(Ready { selected, stale: false, .. }) => (selected, false),
            known => match (self.prepare(name), known) {
                (Ok(selected), _) => (selected, false),
                (Err(complaint), Some(ready)) => {
                    (Selected { complaint: Some(complaint), ..ready.selected }, true)
                }
                (Err(complaint), None) => {
                    let unchosen = self
                        .catalog
                        .resolve(name)
                        .and_then(|def| compile(&def))
                        .map_err(|_| complaint.clone())?;
                    (Selected { complaint: Some(complaint), ..self.selected(unchosen, name) }, true)
                }
            },
        };
        self.ready.truncate(KEPT - 1);
        let kept = Selected { complaint: None, ..selected.clone() };
        self.ready.insert(0, Ready { name: name.to_string(), selected: kept, stale });
        Ok(selected)
    }

    fn prepare(&self, name: &str) -> Result<Selected, String> {
        let named = |variant: &&VariantInfo| {
            variant.id == name || variant.aliases.iter().chain(&variant.views).any(|other| other == name)
        };
        let def = match self.variants.iter().find(named) {
            Some(variant) => {
                self.catalog.resolve_with(name, &self.chosen(&variant.id, &[Scope::Side, Scope::Game]))
            }
            None if name.contains(';') => self.catalog.resolve(name),
            // A name that says which armies leaves only the choices for the whole game open.
            None => self.catalog.resolve(name).and_then(|def| {
                let id = def.id.split([':', ';']).next().unwrap_or_default();
                self.catalog.resolve_with(name, &self.chosen(id, &[Scope::Game]))
            }),
        };
        let game = def.and_then(|def| compile(&def)).map_err(|error| one_line(&error.to_string()))?;
        Ok(self.selected(game, name))
    }

    fn selected(&self, game: Arc<Game>, name: &str) -> Selected {
        let shipped = self.catalog.ships(name, &game.def);
        Selected { game, view: self.catalog.view(name), shipped, complaint: None }
    }

    /// What was chosen for a variant, as the catalog wants to be told.
    fn chosen(&self, variant: &str, scopes: &[Scope]) -> Vec<(&str, &str)> {
        let concerned = |selector: &&Selector| {
            scopes.contains(&selector.scope) && selector.variants.iter().any(|id| id == variant)
        };
        self.selectors
            .iter()
            .filter(concerned)
            .filter_map(|selector| Some((selector.choice.as_str(), selector.chosen()?)))
            .collect()
    }

    /// The variant that GUIs mean by `fairy`.
    pub fn fairy(&self) -> Option<&VariantInfo> {
        self.variants.iter().find(|variant| variant.aliases.iter().any(|alias| alias == FAIRY))
    }

    /// Both sides' selectors of a variant's armies.
    fn army_selectors(&self, variant: &VariantInfo) -> Option<[usize; 2]> {
        let choice = army(variant)?;
        let find = |(label, name): (String, String)| {
            let mine =
                |selector: &Selector| selector.choice == name && selector.variants.contains(&variant.id);
            self.selectors.iter().position(|selector| mine(selector) && selector.label.starts_with(&label))
        };
        let [white, black] = <[_; 2]>::try_from(labels(choice)).ok()?;
        Some([find(white)?, find(black)?])
    }

    fn chosen_pairing(&self, variant: &VariantInfo) -> Option<String> {
        let [white, black] =
            self.army_selectors(variant)?.map(|index| self.selectors.get(index).and_then(Selector::chosen));
        Some(format!("{}-{}", white?, black?))
    }

    fn choose_pairing(&mut self, value: &str) -> Result<(), SettingError> {
        let indices =
            self.fairy().and_then(|variant| self.army_selectors(variant)).ok_or(SettingError::Name)?;
        let (white, black) = value.split_once('-').ok_or(SettingError::Value)?;
        let find =
            |index: usize, army: &str| self.selectors.get(index).and_then(|selector| selector.find(army));
        let [white, black] =
            [find(indices[0], white), find(indices[1], black)].map(|found| found.ok_or(SettingError::Value));
        for (index, chosen) in indices.into_iter().zip([white?, black?]) {
            if let Some(selector) = self.selectors.get_mut(index) {
                selector.chosen = chosen;
            }
        }
        Ok(())
    }
}

impl Selector {
    fn describe(&self) -> String {
        let star = |index: usize| if index == self.chosen { "*" } else { "" };
        let values: Vec<String> = self
            .values
            .iter()
            .enumerate()
            .map(|(index, (_, title))| format!("{}{title}", star(index)))
            .collect();
        format!("{} -combo {}", self.label, values.join(" /// "))
    }

    /// The name of what is chosen.
    fn chosen(&self) -> Option<&str> {
        self.values.get(self.chosen).map(|(id, _)| id.as_str())
    }

    /// What can be chosen by this name or title.
    fn find(&self, value: &str) -> Option<usize> {
        self.values
            .iter()
            .position(|(id, title)| id.eq_ignore_ascii_case(value) || title.eq_ignore_ascii_case(value))
    }

    fn choose(&mut self, value: &str) -> Result<(), SettingError> {
        self.chosen = self.find(value).ok_or(SettingError::Value)?;
        Ok(())
    }
}

/// The option that picks both armies at once.
fn pairing_option() -> String {
    format!("Variant {FAIRY} selects")
}

/// A choice's options: name for people, name for the catalog.
fn labels(choice: &Choice) -> Vec<(String, String)> {
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

/// Adds a variant's choice. Variants that offer the same share one option; another choice under
/// the same name gets the variant's name behind its own.
fn add_selector(
    selectors: &mut Vec<Selector>,
    variant: &VariantInfo,
    choice: &Choice,
    label: String,
    name: String,
) {
    let values: Vec<_> =
        choice.options.iter().map(|option| (option.id.clone(), option.title.clone())).collect();
    if let Some(same) =
        selectors.iter_mut().find(|selector| selector.choice == name && selector.values == values)
    {
        return same.variants.push(variant.id.clone());
    }
    let taken = selectors.iter().any(|selector| selector.label == label);
    let label = if taken { format!("{label} ({})", variant.id) } else { label };
    let variants = vec![variant.id.clone()];
    selectors.push(Selector {
        label,
        choice: name,
        scope: choice.scope,
        variants,
        values,
        chosen: choice.default,
    });
}

/// The choice of a variant's armies.
fn army(variant: &VariantInfo) -> Option<&Choice> {
    variant.choices.iter().find(|choice| choice.scope == Scope::Side && choice.from_files)
}

/// How important a pairing of armies is to a user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairingRank {
    /// One of the armies at least is the user's own.
    Brought,
    /// Both armies are of those the game was made with.
    Classic,
    /// The others.
    Other,
}

/// The pairings of a variant's armies that have a rank; among them those against the classic armies
/// come first.
pub fn pairings(variant: &VariantInfo, rank: PairingRank) -> Vec<(&str, &str)> {
    let armies = army(variant).map_or(&[][..], |choice| choice.options.as_slice());
    let shipped = armies.iter().filter(|army| army.origin == Origin::Shipped);
    let classic: Vec<&str> = shipped.take(CLASSIC_ARMIES).map(|army| army.id.as_str()).collect();
    let is_classic = |army: &ChoiceOption| classic.contains(&army.id.as_str());
    let rank_of = |white: &ChoiceOption, black: &ChoiceOption| {
        if [white, black].iter().any(|army| army.origin == Origin::Brought) {
            PairingRank::Brought
        } else if is_classic(white) && is_classic(black) {
            PairingRank::Classic
        } else {
            PairingRank::Other
        }
    };
    let every = armies.iter().flat_map(|white| armies.iter().map(move |black| (white, black)));
    let (near, far): (Vec<_>, Vec<_>) = every
        .filter(|(white, black)| rank_of(white, black) == rank)
        .partition(|(white, black)| is_classic(white) || is_classic(black));
    near.into_iter().chain(far).map(|(white, black)| (white.id.as_str(), black.id.as_str())).collect()
}

/// The first line of a message, for a protocol of lines.
fn one_line(message: &str) -> String {
    message.lines().next().unwrap_or_default().to_string()
}
