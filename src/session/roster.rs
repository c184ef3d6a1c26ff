//! The variants as a user of any protocol sees them: names, and options that choose armies.
//!
//! The catalog knows the variants and their choices. No variant is named here except chess, and the name
//! under which GUIs know games with armies. What a particular GUI is told about a game belongs in
//! [`xboard`](crate::protocol::xboard).

use std::iter;
use std::sync::Arc;

use super::choices::{Choices, Counted, Made, Offer, army, impossible};
use super::settings::SettingError;
use crate::rules::game::Game;
use crate::rules::position::playable;
use crate::rules::variant::{Catalog, ChoiceOption, Origin, VariantDef, VariantError, VariantInfo};

/// The variant that a session starts with.
pub const ORDINARY: &str = "normal";
/// The name that GUIs use for games with the engine's own pieces, and Fairy-Max for its armies.
pub const FAIRY: &str = "fairy";
/// The option that chooses the meaning of that name.
pub const FAIRY_OPTION: &str = "Variant fairy selects";
/// The number of armies by the game's own author, whose pairings come first.
const CLASSIC_ARMIES: usize = 4;
/// How many games are kept ready.
const KEPT: usize = 4;

/// The variants, and what was chosen in them.
#[derive(Debug, Default)]
pub struct Roster {
    catalog: Catalog,
    variants: Vec<VariantInfo>,
    choices: Choices,
    /// The name under which a game was last requested, other than the one of `new`, and how many choices
    /// had been made then.
    named: Option<(String, u64)>,
    /// The name under which a game was last requested, including the initial one.
    asked: String,
    /// The game behind the name `fairy`, if the user has chosen one other than that with armies.
    fairy_game: Option<String>,
    /// The id of that game's definition.
    current: String,
    /// Games compiled since the last choice: GUIs request the same game at every `new`.
    ready: Vec<(String, Selected)>,
}

/// A game to play.
#[derive(Clone, Debug)]
pub struct Selected {
    /// Its rules.
    pub game: Arc<Game>,
    /// The view that was requested by its name.
    pub view: Option<String>,
    /// Whether the program ships exactly this game under the requested name.
    pub shipped: bool,
    /// Why some choices were not possible, for people.
    pub complaint: Option<String>,
}

impl Roster {
    /// The variants of a catalog.
    pub fn new(catalog: Catalog) -> Roster {
        let variants = catalog.list();
        let choices = Choices::new(&variants);
        let mut roster = Roster { catalog, variants, choices, ..Roster::default() };
        roster.asked = ORDINARY.to_string();
        roster.current = roster.find(ORDINARY).map(|variant| variant.id.clone()).unwrap_or_default();
        roster
    }

    /// Knows the variants of another catalog from now on. What was chosen is forgotten, the name that was
    /// asked for is not.
    pub fn know(&mut self, catalog: Catalog) {
        let Roster { named, asked, fairy_game, current, .. } = std::mem::take(self);
        *self = Roster { named, asked, fairy_game, current, ..Roster::new(catalog) };
    }

    /// Whether all games come from shipped files.
    pub fn ships_all(&self) -> bool {
        self.catalog.ships_all()
    }

    /// Every variant, in the order of the catalog.
    pub fn variants(&self) -> &[VariantInfo] {
        &self.variants
    }

    /// The definition for a name, with only the choices in the name.
    ///
    /// # Errors
    /// As [`Catalog::resolve`].
    pub fn resolve(&self, name: &str) -> Result<VariantDef, VariantError> {
        self.catalog.resolve(name)
    }

    /// As [`Catalog::mentions`].
    pub fn mentions(&self, id: &str, keys: &[(&str, Option<&str>)]) -> bool {
        self.catalog.mentions(id, keys)
    }

    /// The choices of the current variant, and those of the others in `shown`. The name `fairy` may mean
    /// each pairing of armies and each of `games`.
    pub fn offers(&self, shown: &[&str], games: &[&str]) -> [Vec<Offer>; 2] {
        let id = self.variant();
        let [mut own, mut others] =
            self.choices.offers(id, shown, self.counted(&self.asked), &self.named_armies());
        if let Some((variant, offer)) =
            self.fairy().and_then(|variant| Some((variant, self.fairy_selects(variant, games)?)))
        {
            // Before a game with choices of its own is chosen, the armies come first.
            let mut chosen = self.variants.iter().filter(|variant| variant.id == id);
            let first =
                variant.id == id || chosen.all(|variant| variant.choices.iter().all(|choice| choice.implied));
            if first { own.insert(0, offer) } else { others.insert(0, offer) }
        }
        [own, others]
    }

    /// Makes a choice for the next game; `None` if there is no such option.
    pub fn choose(&mut self, option: &str, value: &str) -> Option<Result<(), SettingError>> {
        self.ready.clear();
        if option == FAIRY_OPTION {
            return Some(self.choose_fairy(value));
        }
        let variant = self.variant().to_string();
        self.choices.choose(option, value, &variant)
    }

    /// The game for a name with the choices made by options. If choices conflict, the oldest ones hold, and
    /// a later one returns to its previous value. The complaint about that comes once.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn select(&mut self, name: &str) -> Result<Selected, VariantError> {
        let name = self.meaning(name);
        let name = name.as_str();
        let known = self.ready.iter().position(|(ready, _)| ready == name);
        let selected = match known {
            Some(index) => self.ready.remove(index).1,
            None => self.prepare(name)?,
        };
        if name != ORDINARY && self.named.as_ref().is_none_or(|(named, _)| named != name) {
            self.named = Some((name.to_string(), self.choices.made()));
        }
        self.asked = name.to_string();
        self.current.clone_from(&selected.game.def.id);
        self.ready.truncate(KEPT - 1);
        let kept = Selected { complaint: None, ..selected.clone() };
        self.ready.insert(0, (name.to_string(), kept));
        Ok(selected)
    }

    /// The name under which a person starts a game: if it names only a variant, with the armies suggested
    /// there, unless some have been chosen.
    pub fn suggested(&self, name: &str) -> String {
        let variant = self.find(name);
        let sides = variant.and_then(|variant| {
            let usual = army(variant)?.options.get(army(variant)?.default)?.id.as_str();
            variant.suggested.as_ref().filter(|_| self.choices.armies(variant) == Some([usual; 2]))
        });
        match (variant, sides) {
            (Some(variant), Some(sides)) => format!("{}:{sides}", variant.id),
            _ => name.to_string(),
        }
    }

    /// Whether a text form names a variant and nothing else.
    pub fn is_bare(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// Whether there is a variant with that name, even one that cannot be played.
    pub fn knows(&self, name: &str) -> bool {
        self.find(name).is_some() || self.catalog.resolve(name).is_ok()
    }

    fn prepare(&mut self, name: &str) -> Result<Selected, VariantError> {
        let wanted = self.wanted(name);
        let mut refused = None;
        let mut kept = wanted.clone();
        let mut game = self.play(name, &kept);
        if game.is_err() {
            (kept, refused) = self.reconcile(name, &wanted);
            game = self.play(name, &kept);
        }
        let game = game?;
        self.choices.hold(&kept);
        let shipped = self.catalog.ships(name, &game.def);
        Ok(Selected { game, view: self.catalog.view(name), shipped, complaint: refused })
    }

    /// The choices that count for a name.
    fn wanted(&self, name: &str) -> Vec<Made> {
        if let Some(variant) = self.find(name) {
            return self.choices.chosen(&variant.id, Counted::All);
        }
        match self.catalog.resolve(name) {
            Ok(def) if !name.contains(';') => self.choices.chosen(base(&def.id), self.counted(name)),
            _ => Vec::new(),
        }
    }

    /// What a name stands for: `fairy` for the game that was chosen, an abbreviated pairing for the full one,
    /// `crazyhouse960` for the game with a shuffled start.
    pub fn meaning(&self, name: &str) -> String {
        let chosen = self.fairy_game.clone().filter(|_| name == FAIRY);
        let full = chosen.or_else(|| self.unabbreviated(name)).or_else(|| self.catalog.shuffled_form(name));
        full.unwrap_or_else(|| name.to_string())
    }

    /// The full name of an abbreviated pairing, unless something else has the name.
    fn unabbreviated(&self, name: &str) -> Option<String> {
        let variant = self.fairy().filter(|_| !self.knows(name))?;
        let full = |(at, dash): (usize, &str)| {
            let (white, black) = (name.get(..at)?, name.get(at + dash.len()..)?);
            Some(format!("{}-{}-{}", variant.id, meant_by(variant, white)?, meant_by(variant, black)?))
        };
        name.match_indices('-').find_map(full)
    }

    /// The variant of a name without armies.
    fn find(&self, name: &str) -> Option<&VariantInfo> {
        let id = self.catalog.id_of(name)?;
        self.variants.iter().find(|variant| variant.id == id)
    }

    /// Which choices count in addition to a name. A name with armies leaves open the choices for the whole
    /// game, and choices made after the game was selected.
    fn counted(&self, name: &str) -> Counted {
        if self.find(name).is_some() {
            return Counted::All;
        }
        let here = self.named.as_ref().filter(|(named, _)| named == name);
        Counted::After(here.map_or(self.choices.made(), |&(_, made)| made))
    }

    /// The compatible ones of the wanted choices, and why the others are not compatible.
    fn reconcile(&self, name: &str, wanted: &[Made]) -> (Vec<Made>, Option<String>) {
        let mut kept: Vec<Made> = Vec::new();
        let mut reasons: Vec<String> = Vec::new();
        for &made in wanted {
            kept.push(made);
            let Err(error) = self.play(name, &kept) else { continue };
            kept.pop();
            let reason = first_line(&error);
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
            if let Some(before) = self.choices.before(made) {
                kept.push(before);
                if self.play(name, &kept).is_err() {
                    kept.pop();
                }
            }
        }
        (kept, (!reasons.is_empty()).then(|| reasons.join("; ")))
    }

    /// The game for a name with these choices.
    fn play(&self, name: &str, made: &[Made]) -> Result<Arc<Game>, VariantError> {
        let named: Vec<(&str, &str)> = made.iter().filter_map(|&made| self.choices.named(made)).collect();
        self.catalog.resolve_with(name, &named).and_then(|def| playable(&def))
    }

    /// The variants and armies that it chooses from.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The current variant.
    pub fn variant(&self) -> &str {
        base(&self.current)
    }

    /// The armies in the current game's name, as choices.
    fn named_armies(&self) -> Vec<(String, String)> {
        let sides = self.current.split_once(':').and_then(|(_, rest)| rest.split(';').next());
        let Some(sides) = sides else { return Vec::new() };
        let (white, black) = sides.split_once('/').unwrap_or((sides, sides));
        vec![("white army".to_string(), white.to_string()), ("black army".to_string(), black.to_string())]
    }

    /// The variant that GUIs mean by `fairy`.
    pub fn fairy(&self) -> Option<&VariantInfo> {
        self.variants.iter().find(|variant| variant.aliases.iter().any(|alias| alias == FAIRY))
    }

    /// The meaning of the name `fairy` as one choice under Fairy-Max's name for it: both armies, or another
    /// game.
    fn fairy_selects(&self, variant: &VariantInfo, games: &[&str]) -> Option<Offer> {
        let [white, black] = self.choices.armies(variant)?;
        let offered = [PairingRank::Brought, PairingRank::Classic];
        let mut values: Vec<String> =
            offered.into_iter().flat_map(|rank| pairings(variant, rank)).map(pairing).collect();
        values.extend(games.iter().map(|game| (*game).to_string()));
        let chosen = self.fairy_game.clone().unwrap_or_else(|| pairing((white, black)));
        let chosen = values.iter().position(|value| *value == chosen).unwrap_or(0);
        (!values.is_empty()).then(|| Offer { label: FAIRY_OPTION.to_string(), values, chosen })
    }

    fn choose_fairy(&mut self, value: &str) -> Result<(), SettingError> {
        let variant = self.fairy().cloned().ok_or(SettingError::Name)?;
        let ranks = [PairingRank::Brought, PairingRank::Classic, PairingRank::Other];
        let all: Vec<_> = ranks.into_iter().flat_map(|rank| pairings(&variant, rank)).collect();
        if let Some(&(white, black)) = all.iter().find(|&&pair| pairing(pair).eq_ignore_ascii_case(value)) {
            self.fairy_game = None;
            return self.choices.choose_armies(&variant, [white, black]);
        }
        let game = value.to_ascii_lowercase();
        if self.find(&game).is_none() {
            let names: Vec<String> = all.into_iter().map(pairing).collect();
            let games = self.variants.iter().map(|variant| variant.id.as_str());
            return Err(impossible(value, names.iter().map(String::as_str).chain(games), iter::empty()));
        }
        self.fairy_game = Some(game).filter(|game| game != FAIRY);
        Ok(())
    }
}

/// The fewest letters of an army in an abbreviated pairing that is offered, and that is understood.
const OFFERED_LETTERS: usize = 4;
const UNDERSTOOD_LETTERS: usize = 3;

/// A pairing by the first letters of its armies: `clob-nutt`.
pub fn abbreviation(variant: &VariantInfo, (white, black): (&str, &str)) -> String {
    let first = |army: &str| {
        let mut ends = (OFFERED_LETTERS..army.len()).filter_map(|end| army.get(..end));
        let own = |start: &&str| meant_by(variant, start) == Some(army);
        ends.find(own).unwrap_or(army).to_owned()
    };
    format!("{}-{}", first(white), first(black))
}

/// The first army whose name begins with a text.
fn meant_by<'a>(variant: &'a VariantInfo, start: &str) -> Option<&'a str> {
    let mut armies = army(variant)?.options.iter().map(|army| army.id.as_str());
    armies.find(|army| army.starts_with(start) && start.len() >= UNDERSTOOD_LETTERS.min(army.len()))
}

/// Both armies as that option writes them.
fn pairing((white, black): (&str, &str)) -> String {
    format!("{white}-{black}")
}

/// The variant in the id of a definition: `cwda` in `cwda:fide/nutters;promotion=either`.
fn base(id: &str) -> &str {
    id.split([':', ';']).next().unwrap_or(id)
}

/// The rank of a pairing of armies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairingRank {
    /// At least one of the armies is the user's own.
    Brought,
    /// Both armies are by the game's author.
    Classic,
    /// The others.
    Other,
}

/// The pairings of a variant's armies with a rank. Pairings against the classic armies come first among
/// them, then those of the user's armies with each other.
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
    let (near, mut far): (Vec<_>, Vec<_>) = every
        .filter(|(white, black)| rank_of(white, black) == rank)
        .partition(|(white, black)| is_classic(white) || is_classic(black));
    far.sort_by_key(|(white, black)| {
        [white, black].into_iter().filter(|army| army.origin != Origin::Brought).count()
    });
    near.into_iter().chain(far).map(|(white, black)| (white.id.as_str(), black.id.as_str())).collect()
}

/// Why a variant cannot be played: the first line of a longer message.
pub fn first_line(error: &VariantError) -> String {
    error.to_string().lines().next().unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roster() -> Roster {
        let mut roster = Roster::new(Catalog::builtin());
        roster.select(ORDINARY).unwrap();
        roster
    }

    fn choose(roster: &mut Roster, option: &str, value: &str) {
        assert_eq!(roster.choose(option, value), Some(Ok(())), "{option}={value}");
    }

    fn id(roster: &mut Roster, name: &str) -> String {
        roster.select(ORDINARY).unwrap();
        roster.select(name).unwrap().game.def.id.clone()
    }

    #[test]
    fn an_army_chosen_after_a_pairing_takes_the_place_of_the_one_named() {
        let mut roster = roster();
        // A pairing requested by its name overrides earlier choices.
        choose(&mut roster, "White army", "rookies");
        assert_eq!(id(&mut roster, "cwda-clobberers-nutters"), "cwda:clobberers/nutters");
        choose(&mut roster, "White army", "nutters");
        assert_eq!(id(&mut roster, "cwda-clobberers-nutters"), "cwda:nutters");
        // The name of another pairing is a choice, too; a name without armies is not.
        assert_eq!(id(&mut roster, "cwda-fide-rookies"), "cwda:fide/rookies");
        assert_eq!(id(&mut roster, "cwda"), "cwda:nutters/fide");
    }

    #[test]
    fn what_is_refused_leaves_the_other_choices() {
        let mut roster = roster();
        choose(&mut roster, "White army", "clobberers");
        choose(&mut roster, "White king augmenter", "Barc");
        choose(&mut roster, "White rook augmenter", "F");
        let selected = roster.select("greener").unwrap();
        assert!(
            selected.complaint.as_ref().is_some_and(|text| text.contains("R+F")),
            "{:?}",
            selected.complaint
        );
        let kept = roster.catalog.resolve("greener;white army=clobberers;white king=barc").unwrap();
        assert_eq!(selected.game.def.id, kept.id);
        assert_eq!(roster.select("greener").unwrap().complaint, None, "once is enough");
    }

    #[test]
    fn the_name_fairy_stands_for_what_is_chosen() {
        let mut roster = roster();
        choose(&mut roster, "Variant fairy selects", "clobberers-nutters");
        assert_eq!(id(&mut roster, FAIRY), "cwda:clobberers/nutters");
        choose(&mut roster, "Variant fairy selects", "omega");
        assert_eq!(id(&mut roster, FAIRY), "omega");
        assert_eq!(id(&mut roster, "cwda"), "cwda:clobberers/nutters", "the game with armies keeps its name");
        let [own, _] = roster.offers(&[], &["gryphon", "omega"]);
        let offer = own.iter().find(|offer| offer.label == FAIRY_OPTION).unwrap();
        assert_eq!(offer.values[offer.chosen], "omega");
        let refused = roster.choose("Variant fairy selects", "omegga").unwrap().unwrap_err();
        assert!(matches!(refused, SettingError::Value(expected) if expected.ends_with("such as `omega`")));
        choose(&mut roster, "Variant fairy selects", "fide-pizza");
        assert_eq!(id(&mut roster, FAIRY), "cwda:fide/pizza");
    }

    #[test]
    fn offers_name_their_games_and_those_of_the_game_that_is_played_come_first() {
        let mut roster = roster();
        let shown: Vec<String> = roster.variants().iter().map(|variant| variant.id.clone()).collect();
        let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
        let [own, others] = roster.offers(&shown, &[]);
        assert_eq!(own.len(), 2, "before a game is chosen, the armies, and the start of chess: {own:?}");
        let labels: Vec<&String> = own.iter().chain(&others).skip(1).map(|offer| &offer.label).collect();
        assert!(labels.iter().all(|label| label.ends_with(')')), "{labels:?}");
        let distinct: std::collections::BTreeSet<_> = labels.iter().collect();
        assert_eq!(distinct.len(), labels.len(), "{labels:?}");
        roster.select("greener").unwrap();
        let [own, others] = roster.offers(&shown, &[]);
        let is_own = |offer: &Offer| offer.label.contains("greener") || offer.label == "Start (many games)";
        assert!(own.iter().all(is_own), "{own:?}");
        assert!(others.iter().all(|offer| !offer.label.contains("greener")), "{others:?}");
        // Each can be chosen by its label.
        for offer in own.iter().chain(&others).filter(|offer| offer.label != FAIRY_OPTION) {
            assert_eq!(roster.choose(&offer.label, &offer.values[0]), Some(Ok(())), "{}", offer.label);
        }
        // The armies of a pairing are shown as chosen.
        roster.select("cwda-rookies-nutters").unwrap();
        let [own, _] = roster.offers(&shown, &[]);
        let army = own.iter().find(|offer| offer.label.starts_with("White army")).unwrap();
        assert_eq!(army.values[army.chosen], "Remarkable Rookies");
    }
}
