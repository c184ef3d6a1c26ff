//! The variants as a GUI sees them: names to ask for, options to choose armies with, and what
//! must be told about a game the GUI does not know.
//!
//! What a variant is and what can be chosen in it, the catalog knows; no variant is named here
//! but the ordinary game of `new`, and the name under which GUIs know games with armies.

use std::sync::Arc;

use super::announce::{self, Announcement};
use super::claims::Knowledge;
use super::dialect::Dialect;
use super::features::Gui;
use super::reply::Reply;
use super::view::View;
use crate::game::{Game, compile};
use crate::geometry::Color;
use crate::play::SettingError;
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
    /// Games made ready: a GUI asks for the same at every `new`.
    ready: Vec<Ready>,
}

/// A game that was made ready.
#[derive(Debug)]
struct Ready {
    name: String,
    for_xboard: bool,
    selected: Selected,
    /// Whether something was chosen since.
    stale: bool,
}

/// A game to be played.
#[derive(Clone, Debug)]
pub struct Selected {
    /// Its rules.
    pub game: Arc<Game>,
    /// Where the GUI begins it, if it has an array of its own.
    pub start: Option<String>,
    /// What the GUI must be told of it.
    pub announcement: Vec<Reply>,
    /// What a GUI that checks claims then knows.
    pub knowledge: Knowledge,
    /// How the GUI then writes moves.
    pub dialect: Dialect,
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

    /// The names to announce, in XBoard's order of importance: what comes late may get no button.
    pub fn names(&self) -> Vec<String> {
        let ordinary = |variant: &&VariantInfo| variant.aliases.iter().any(|alias| alias == ORDINARY);
        let shown: Vec<&VariantInfo> = self.shown().filter(|variant| !ordinary(variant)).collect();
        let mut names = vec![ORDINARY.to_string()];
        // A game that must be shown through a view goes by the view's name.
        let by_view = |variant: &VariantInfo| {
            self.catalog
                .resolve(&variant.id)
                .ok()
                .and_then(|def| Some(announce::necessary_view(&def)?.id.clone()))
        };
        names.extend(shown.iter().map(|variant| by_view(variant).unwrap_or_else(|| variant.id.clone())));
        if let Some(variant) = self.fairy() {
            names.push(FAIRY.to_string());
            names.extend(pairings(variant).map(|(white, black)| format!("{}-{white}-{black}", variant.id)));
        }
        for variant in shown {
            let others = variant.views.iter().chain([&variant.id]).chain(&variant.aliases);
            let new: Vec<String> = others.filter(|name| !names.contains(name)).cloned().collect();
            names.extend(new);
        }
        names
    }

    /// The variants XBoard can show.
    fn shown(&self) -> impl Iterator<Item = &VariantInfo> {
        self.variants.iter().filter(|variant| self.is_showable(variant))
    }

    /// The options that choose, as `feature option` describes them.
    pub fn options(&self) -> Vec<String> {
        let shown: Vec<&str> = self.shown().map(|variant| variant.id.as_str()).collect();
        let works =
            |selector: &&Selector| selector.variants.iter().any(|variant| shown.contains(&variant.as_str()));
        let mut options: Vec<String> = self.selectors.iter().filter(works).map(Selector::describe).collect();
        if let Some(variant) = self.fairy() {
            let chosen = self.chosen_pairing(variant);
            let star =
                |pair: &String| if Some(pair) == chosen.as_ref() { format!("*{pair}") } else { pair.clone() };
            let pairs: Vec<String> =
                pairings(variant).map(|(white, black)| star(&format!("{white}-{black}"))).collect();
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
    pub fn select(&mut self, name: &str, gui: &Gui) -> Result<Selected, String> {
        let for_xboard = gui.is_xboard();
        let known = self.ready.iter().position(|ready| ready.name == name && ready.for_xboard == for_xboard);
        let known = known.map(|index| self.ready.remove(index));
        let (selected, stale) = match known {
            Some(Ready { selected, stale: false, .. }) => (selected, false),
            known => match (self.prepare(name, for_xboard), known) {
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
                    (Selected { complaint: Some(complaint), ..self.tell(unchosen, name, for_xboard) }, true)
                }
            },
        };
        self.ready.truncate(KEPT - 1);
        let kept = Selected { complaint: None, ..selected.clone() };
        self.ready.insert(0, Ready { name: name.to_string(), for_xboard, selected: kept, stale });
        Ok(selected)
    }

    fn prepare(&self, name: &str, for_xboard: bool) -> Result<Selected, String> {
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
        Ok(self.tell(game, name, for_xboard))
    }

    /// What the GUI must be told of a game it calls by a name.
    fn tell(&self, game: Arc<Game>, name: &str, for_xboard: bool) -> Selected {
        let wanted = self.catalog.view(name);
        let by_name = game.def.views.iter().find(|view| Some(&view.id) == wanted.as_ref());
        let view = by_name.or_else(|| announce::necessary_view(&game.def).filter(|_| for_xboard));
        let view = view.map(|view| Arc::new(View::new(view, &game.shape)));
        let told = if XBOARD_KNOWS.contains(&name) { None } else { announce::announce(&game, view.as_ref()) };
        let unsaid = Announcement {
            replies: Vec::new(),
            knowledge: Knowledge::Exact,
            dialect: Dialect { view, ..Dialect::default() },
        };
        let Announcement { replies, knowledge, dialect } = told.unwrap_or(unsaid);
        let dialect = if for_xboard { dialect } else { dialect.plain() };
        let start = game.def.xboard_start.clone().filter(|_| for_xboard);
        Selected { game, start, announcement: replies, knowledge, dialect, complaint: None }
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

    /// Whether XBoard can show a variant, by its own rules or by what it is told.
    fn is_showable(&self, variant: &VariantInfo) -> bool {
        XBOARD_KNOWS.contains(&variant.id.as_str())
            || self.catalog.resolve(&variant.id).is_ok_and(|def| announce::can_show(&def))
    }

    /// The variant that GUIs mean by `fairy`.
    fn fairy(&self) -> Option<&VariantInfo> {
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

/// The pairings of a variant's first armies.
fn pairings(variant: &VariantInfo) -> impl Iterator<Item = (&str, &str)> {
    let armies = army(variant).map_or(&[][..], |choice| choice.options.as_slice()).iter().take(PAIRED_ARMIES);
    armies.clone().flat_map(move |white| armies.clone().map(|black| (white.id.as_str(), black.id.as_str())))
}

/// The first line of a message, for a protocol of lines.
fn one_line(message: &str) -> String {
    message.lines().next().unwrap_or_default().to_string()
}
