//! The variants as a GUI sees them: names to ask for, options to choose armies with, and what
//! must be told about a game the GUI does not know.
//!
//! What a variant is and what can be chosen in it, the catalog knows; no variant is named here
//! but the ordinary game of `new`, and the name under which GUIs know games with armies.

use std::sync::Arc;

use super::announce;
use super::claims::Knowledge;
use super::options::OptionError;
use super::reply::Reply;
use crate::game::{Game, compile};
use crate::geometry::Color;
use crate::variant::{Catalog, Choice, Scope, VariantInfo};

/// The variant that `new` begins, by the protocol.
pub const ORDINARY: &str = "normal";
/// XBoard's name for games with pieces of the engine's own, and Fairy-Max's for its armies.
const FAIRY: &str = "fairy";
/// Pairings are named one by one for the first so many armies: XBoard has room for 22 buttons.
const PAIRED_ARMIES: usize = 4;
/// How many games are kept ready.
const KEPT: usize = 4;
/// Games XBoard has rules of its own for: it needs to be told nothing.
const XBOARD_KNOWS: &[&str] = &[
    "normal",
    "standard",
    "chess",
    "nocastle",
    "wildcastle",
    "fischerandom",
    "bughouse",
    "crazyhouse",
    "losers",
    "suicide",
    "giveaway",
    "twokings",
    "kriegspiel",
    "atomic",
    "3check",
    "shatranj",
    "xiangqi",
    "shogi",
    "courier",
    "gothic",
    "capablanca",
    "knightmate",
    "cylinder",
    "falcon",
    "caparandom",
    "janus",
    "super",
    "great",
    "makruk",
    "seirawan",
    "grand",
    "spartan",
    "asean",
    "lion",
    "elven",
    "chu",
];

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
    /// Games made ready since the last choice, by name: a GUI asks for the same at every `new`.
    recent: Vec<(String, Selected)>,
}

/// A game to be played.
#[derive(Clone, Debug)]
pub struct Selected {
    /// Its rules.
    pub game: Arc<Game>,
    /// What the GUI must be told of it.
    pub announcement: Vec<Reply>,
    /// What a GUI that checks claims then knows.
    pub knowledge: Knowledge,
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
        Roster { catalog, variants, selectors, recent: Vec::new() }
    }

    /// The names to announce, in XBoard's order of importance: what comes late may get no button.
    pub fn names(&self) -> Vec<String> {
        let ordinary = |variant: &&VariantInfo| variant.aliases.iter().any(|alias| alias == ORDINARY);
        let shown: Vec<&VariantInfo> = self.shown().filter(|variant| !ordinary(variant)).collect();
        let mut names = vec![ORDINARY.to_string()];
        names.extend(shown.iter().map(|variant| variant.id.clone()));
        if let Some(variant) = self.fairy() {
            names.push(FAIRY.to_string());
            names.extend(pairings(variant).map(|(white, black)| format!("{}-{white}-{black}", variant.id)));
        }
        let aliases: Vec<String> =
            shown.iter().flat_map(|variant| variant.aliases.iter().filter(|&alias| alias != FAIRY).cloned()).collect();
        names.extend(aliases);
        names
    }

    /// The variants XBoard can show.
    fn shown(&self) -> impl Iterator<Item = &VariantInfo> {
        self.variants.iter().filter(|variant| self.is_showable(variant))
    }

    /// The options that choose, as `feature option` describes them.
    pub fn options(&self) -> Vec<String> {
        let shown: Vec<&str> = self.shown().map(|variant| variant.id.as_str()).collect();
        let works = |selector: &&Selector| selector.variants.iter().any(|variant| shown.contains(&variant.as_str()));
        let mut options: Vec<String> = self.selectors.iter().filter(works).map(Selector::describe).collect();
        if let Some(variant) = self.fairy() {
            let chosen = self.chosen_pairing(variant);
            let star = |pair: &String| if Some(pair) == chosen.as_ref() { format!("*{pair}") } else { pair.clone() };
            let pairs: Vec<String> = pairings(variant).map(|(white, black)| star(&format!("{white}-{black}"))).collect();
            if !pairs.is_empty() {
                options.push(format!("{} -combo {}", pairing_option(), pairs.join(" /// ")));
            }
        }
        options
    }

    /// Makes a choice; `None` if the option is none of these. It counts from the next game on.
    pub fn choose(&mut self, option: &str, value: &str) -> Option<Result<(), OptionError>> {
        self.recent.clear();
        if option == pairing_option() {
            return Some(self.choose_pairing(value));
        }
        let selector = self.selectors.iter_mut().find(|selector| selector.label == option)?;
        Some(selector.choose(value))
    }

    /// The game a name stands for, with what was chosen by options.
    ///
    /// # Errors
    /// If there is none or the choices do not go together: a reason for people.
    pub fn select(&mut self, name: &str) -> Result<Selected, String> {
        if let Some((_, selected)) = self.recent.iter().find(|(known, _)| known == name) {
            return Ok(selected.clone());
        }
        let selected = self.prepare(name)?;
        self.recent.truncate(KEPT - 1);
        self.recent.insert(0, (name.to_string(), selected.clone()));
        Ok(selected)
    }

    fn prepare(&self, name: &str) -> Result<Selected, String> {
        let plain = self.variants.iter().find(|variant| variant.id == name || variant.aliases.iter().any(|alias| alias == name));
        let def = match plain {
            Some(variant) => self.catalog.resolve_with(name, &self.chosen(&variant.id, &[Scope::Side, Scope::Game])),
            None if name.contains(';') => self.catalog.resolve(name),
            // A name that says which armies leaves only the choices for the whole game open.
            None => self.catalog.resolve(name).and_then(|def| {
                let id = def.id.split([':', ';']).next().unwrap_or_default();
                self.catalog.resolve_with(name, &self.chosen(id, &[Scope::Game]))
            }),
        };
        let game = def.and_then(|def| compile(&def)).map_err(|error| one_line(&error.to_string()))?;
        let announcement = if XBOARD_KNOWS.contains(&name) { None } else { announce::announce(&game) };
        let (announcement, knowledge) = announcement.map_or((Vec::new(), Knowledge::Exact), |told| (told.replies, told.knowledge));
        Ok(Selected { game, announcement, knowledge })
    }

    /// What was chosen for a variant, as the catalog wants to be told.
    fn chosen(&self, variant: &str, scopes: &[Scope]) -> Vec<(&str, &str)> {
        let concerned = |selector: &&Selector| scopes.contains(&selector.scope) && selector.variants.iter().any(|id| id == variant);
        self.selectors.iter().filter(concerned).filter_map(|selector| Some((selector.choice.as_str(), selector.chosen()?))).collect()
    }

    /// Whether XBoard can show a variant, by its own rules or by what it is told.
    fn is_showable(&self, variant: &VariantInfo) -> bool {
        XBOARD_KNOWS.contains(&variant.id.as_str()) || self.catalog.resolve(&variant.id).is_ok_and(|def| announce::can_show(&def))
    }

    /// The variant that GUIs mean by `fairy`.
    fn fairy(&self) -> Option<&VariantInfo> {
        self.variants.iter().find(|variant| variant.aliases.iter().any(|alias| alias == FAIRY))
    }

    /// Both sides' selectors of a variant's armies.
    fn army_selectors(&self, variant: &VariantInfo) -> Option<[usize; 2]> {
        let choice = army(variant)?;
        let find = |(label, name): (String, String)| {
            let mine = |selector: &Selector| selector.choice == name && selector.variants.contains(&variant.id);
            self.selectors.iter().position(|selector| mine(selector) && selector.label.starts_with(&label))
        };
        let [white, black] = <[_; 2]>::try_from(labels(choice)).ok()?;
        Some([find(white)?, find(black)?])
    }

    fn chosen_pairing(&self, variant: &VariantInfo) -> Option<String> {
        let [white, black] = self.army_selectors(variant)?.map(|index| self.selectors.get(index).and_then(Selector::chosen));
        Some(format!("{}-{}", white?, black?))
    }

    fn choose_pairing(&mut self, value: &str) -> Result<(), OptionError> {
        let indices = self.fairy().and_then(|variant| self.army_selectors(variant)).ok_or(OptionError::Name)?;
        let (white, black) = value.split_once('-').ok_or(OptionError::Value)?;
        let find = |index: usize, army: &str| self.selectors.get(index).and_then(|selector| selector.find(army));
        let [white, black] = [find(indices[0], white), find(indices[1], black)].map(|found| found.ok_or(OptionError::Value));
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
        let values: Vec<String> = self.values.iter().enumerate().map(|(index, (_, title))| format!("{}{title}", star(index))).collect();
        format!("{} -combo {}", self.label, values.join(" /// "))
    }

    /// The name of what is chosen.
    fn chosen(&self) -> Option<&str> {
        self.values.get(self.chosen).map(|(id, _)| id.as_str())
    }

    /// What can be chosen by this name or title.
    fn find(&self, value: &str) -> Option<usize> {
        self.values.iter().position(|(id, title)| id.eq_ignore_ascii_case(value) || title.eq_ignore_ascii_case(value))
    }

    fn choose(&mut self, value: &str) -> Result<(), OptionError> {
        self.chosen = self.find(value).ok_or(OptionError::Value)?;
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
            let side = |color: Color| (format!("{color} {}", choice.title.to_lowercase()), format!("{color} {}", choice.id).to_lowercase());
            Color::ALL.map(side).to_vec()
        }
    }
}

/// Adds a variant's choice. Variants that offer the same share one option; another choice under
/// the same name gets the variant's name behind its own.
fn add_selector(selectors: &mut Vec<Selector>, variant: &VariantInfo, choice: &Choice, label: String, name: String) {
    let values: Vec<_> = choice.options.iter().map(|option| (option.id.clone(), option.title.clone())).collect();
    if let Some(same) = selectors.iter_mut().find(|selector| selector.choice == name && selector.values == values) {
        return same.variants.push(variant.id.clone());
    }
    let taken = selectors.iter().any(|selector| selector.label == label);
    let label = if taken { format!("{label} ({})", variant.id) } else { label };
    let variants = vec![variant.id.clone()];
    selectors.push(Selector { label, choice: name, scope: choice.scope, variants, values, chosen: choice.default });
}

/// The choice of a variant's armies.
fn army(variant: &VariantInfo) -> Option<&Choice> {
    variant.choices.iter().find(|choice| choice.scope == Scope::Side && choice.from_files)
}

/// The pairings of a variant's first armies.
fn pairings(variant: &VariantInfo) -> impl Iterator<Item = (&str, &str)> {
    let armies = army(variant).map_or(&[][..], |choice| choice.options.as_slice()).iter().take(PAIRED_ARMIES);
    armies.clone().flat_map(move |white| armies.clone().map(|black| (white.id.as_str(), black.id.as_str())))
}

/// The first line of a message, for a protocol of lines.
fn one_line(message: &str) -> String {
    message.lines().next().unwrap_or_default().to_string()
}
