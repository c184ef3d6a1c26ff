//! The text form of a selection, `NAME[:WHITE[/BLACK]][;CHOICE=VALUE[/VALUE]]`, and its meaning.
//!
//! After the colon come the army (the first choice of a side) and its augmenters:
//! `[ARMY][+ROLE=PICK,ROLE=PICK]`. Every choice may also be given by name. One value applies to both
//! sides.
//!
//! And what it selects: the trees of the game and of each side, with the places of their parts in files.

use std::convert::Infallible;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use super::choice::{Choice, ChoiceOption, Pick, Scope};
use super::error::{NameFault, Origin, Span, Unknown, VariantError};
use super::tree::{KeyValue, TomlValue, Tree};
use crate::rules::geometry::Color;
use crate::rules::letter::Letter;

/// The parts of a text form, before it is known whether they exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TextForm {
    pub name: String,
    /// The text after the colon.
    pub sides: Option<String>,
    /// `CHOICE=VALUE` pairs in order.
    pub values: Vec<(String, String)>,
}

impl TextForm {
    /// Splits a text form into its parts.
    pub fn parse(text: &str) -> Result<TextForm, VariantError> {
        let mut pieces = text.split(';');
        let head = pieces.next().unwrap_or_default();
        let (name, sides) = match head.split_once(':') {
            Some((name, sides)) => (name, Some(sides.trim().to_string())),
            None => (head, None),
        };
        let values = pieces.map(|piece| match piece.split_once('=') {
            Some((choice, value)) => Ok((choice.trim().to_string(), value.trim().to_string())),
            None => Err(NameFault::NoValue { text: text.to_string(), part: piece.to_string() }),
        });
        Ok(TextForm { name: name.trim().to_string(), sides, values: values.collect::<Result<_, _>>()? })
    }
}

/// Text forms separated by commas, for commands that take several variants at once.
///
/// Commas between augmenters do not count: `chess,greener:fide+R=A,N=C/nutters` are two variants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantList(Vec<String>);

impl VariantList {
    /// The text forms, at least one.
    pub fn names(&self) -> &[String] {
        &self.0
    }
}

impl FromStr for VariantList {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<VariantList, Infallible> {
        let mut names: Vec<String> = Vec::new();
        for part in text.split(',') {
            let is_pick = part.find('=').is_some_and(|end| !part[..end].contains([':', ';']));
            match names.last_mut().filter(|_| is_pick) {
                Some(name) => {
                    name.push(',');
                    name.push_str(part);
                }
                None => names.push(part.trim().to_string()),
            }
        }
        Ok(VariantList(names))
    }
}

/// The selection: for every choice the option of each side, White's first. Both are equal in a choice
/// for the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Selection(pub Vec<[usize; 2]>);

impl Selection {
    /// Every default.
    pub fn new(choices: &[Choice]) -> Selection {
        Selection(choices.iter().map(|choice| [choice.default; 2]).collect())
    }

    /// Makes the choices after the colon of a text form.
    pub fn set_sides(&mut self, choices: &[Choice], variant: &str, value: &str) -> Result<(), VariantError> {
        if choices.iter().all(|choice| choice.scope == Scope::Game) {
            return Err(no_choice(variant, "nothing for a side to choose", format!(":{value}")));
        }
        let (white, black) = value.split_once('/').unwrap_or((value, value));
        if black.contains('/') {
            return Err(no_choice(variant, "two sides", format!(":{value}")));
        }
        self.set_side(choices, variant, Color::White, white)?;
        self.set_side(choices, variant, Color::Black, black)
    }

    /// Chooses for one side: `nutters`, `nutters+R=Crab,N=A` or `R=Crab,N=A`.
    fn set_side(
        &mut self,
        choices: &[Choice],
        variant: &str,
        color: Color,
        text: &str,
    ) -> Result<(), VariantError> {
        let (army, picks) = split_side(text);
        for (choice, chosen) in choices.iter().zip(&mut self.0).filter(|(choice, _)| choice.augments) {
            chosen[color.index()] = choice.default_when_army_named;
        }
        if let Some(army) = army {
            let Some(index) = army_choice(choices) else {
                return Err(no_choice(variant, "no armies", army.to_string()));
            };
            self.0[index][color.index()] = choices[index].find(army)?;
        }
        for (index, option) in read_picks(choices, picks)? {
            self.0[index][color.index()] = option;
        }
        Ok(())
    }

    /// Chooses by name: `army`, `white army`, `promotion`.
    pub fn set(
        &mut self,
        choices: &[Choice],
        variant: &str,
        name: &str,
        value: &str,
    ) -> Result<(), VariantError> {
        let (side, id) = match name.split_once(' ') {
            Some((color, id)) => {
                (Color::ALL.into_iter().find(|side| side.name().eq_ignore_ascii_case(color)), id.trim())
            }
            None => (None, name),
        };
        let Some(index) = choices.iter().position(|choice| choice.id.eq_ignore_ascii_case(id)) else {
            if choices.is_empty() {
                return Err(no_choice(variant, "nothing to choose", format!("{name}={value}")));
            }
            let known = choices.iter().map(|choice| choice.id.clone()).collect();
            let what = format!("choice of `{variant}`");
            return Err(VariantError::Unknown(Unknown { what, name: name.to_string(), known }));
        };
        let choice = &choices[index];
        self.0[index] = match (side, choice.scope, value.split_once('/')) {
            (Some(_), Scope::Game, _) => {
                return Err(NameFault::OfTheGame(id.to_string()).into());
            }
            (Some(side), Scope::Side, _) => {
                let mut chosen = self.0[index];
                chosen[side.index()] = choice.find(value)?;
                chosen
            }
            (None, Scope::Side, Some((white, black))) => [choice.find(white)?, choice.find(black)?],
            (None, ..) => [choice.find(value)?; 2],
        };
        Ok(())
    }

    /// This selection with every pick that is left to the army replaced by the army's.
    pub fn settled(&self, choices: &[Choice]) -> Selection {
        let mut settled = self.clone();
        for (choice, chosen) in choices.iter().zip(&self.0) {
            for (side, &option) in chosen.iter().enumerate() {
                for (role, pick) in choice.options.get(option).into_iter().flat_map(|option| &option.picks) {
                    let Some(index) = choices.iter().position(|choice| choice.augments && choice.id == *role)
                    else {
                        continue;
                    };
                    if choices[index].deferred_option == Some(self.0[index][side]) {
                        settled.0[index][side] = *pick;
                    }
                }
            }
        }
        settled
    }

    /// The options of one side (0 is White), in the order of the choices.
    pub fn options<'a>(&self, choices: &'a [Choice], side: usize) -> impl Iterator<Item = &'a ChoiceOption> {
        choices.iter().zip(&self.0).filter_map(move |(choice, chosen)| choice.options.get(chosen[side]))
    }

    /// The picks of one side (0 is White) to augment its roles.
    pub fn picks<'a>(&self, choices: &'a [Choice], side: usize) -> Vec<&'a Pick> {
        self.options(choices, side).filter_map(|option| option.pick.as_ref()).collect()
    }

    /// The shortest text form of this selection. For a settled selection it is the same for every way
    /// to make the same choices.
    pub fn text(&self, choices: &[Choice], variant: &str) -> String {
        let usual = Selection::new(choices).settled(choices);
        let [white, black] = Color::ALL.map(|color| self.side_text(choices, color));
        let mut text = match (white == black, white == usual.side_text(choices, Color::White)) {
            (true, true) => variant.to_string(),
            (true, false) => format!("{variant}:{white}"),
            (false, _) => format!("{variant}:{white}/{black}"),
        };
        let army = army_choice(choices);
        for (index, (choice, &[white, black])) in choices.iter().zip(&self.0).enumerate() {
            if choice.augments || Some(index) == army || [white, black] == [choice.default; 2] {
                continue;
            }
            text = format!("{text};{}={}", choice.id, choice.options[white].id);
            if white != black {
                text = format!("{text}/{}", choice.options[black].id);
            }
        }
        text
    }

    /// The name of a side's army for people: the picks for its roles if no army has these.
    pub fn army(&self, choices: &[Choice], color: Color) -> Option<String> {
        let army = &choices[army_choice(choices)?];
        if army.from_files {
            return Some(army.options[self.0[army_choice(choices)?][color.index()]].title.clone());
        }
        if let Some((choice, preset)) = self.preset(choices, color) {
            return Some(choices[choice].options[preset].title.clone());
        }
        let picks: Vec<_> = self
            .options(choices, color.index())
            .filter(|option| option.pick.is_some())
            .map(|option| option.id.as_str())
            .collect();
        (!picks.is_empty()).then(|| picks.join(", "))
    }

    /// The army of a side and its augmenters.
    fn side_text(&self, choices: &[Choice], color: Color) -> String {
        let side = color.index();
        let army = army_choice(choices).and_then(|index| choices[index].options.get(self.0[index][side]));
        if let Some(preset) = self.preset(choices, color) {
            return choices[preset.0].options[preset.1].id.clone();
        }
        let picked = choices.iter().enumerate().filter(|(_, choice)| choice.augments);
        // In an army's file, a role without an augmenter need not be mentioned.
        let by_file = army.filter(|army| army.picks.is_empty());
        let mentioned = picked.filter(|&(index, choice)| {
            by_file.is_none() || self.0[index][side] != choice.default_when_army_named
        });
        let picks: Vec<_> = mentioned
            .filter_map(|(index, choice)| Some((choice, choice.options.get(self.0[index][side])?)))
            .map(|(choice, option)| format!("{}={}", choice.id, option.id))
            .collect();
        match by_file {
            Some(army) if picks.is_empty() => army.id.clone(),
            Some(army) => format!("{}+{}", army.id, picks.join(",")),
            None => picks.join(","),
        }
    }

    /// The army whose own picks a side has: its choice and option.
    pub fn preset(&self, choices: &[Choice], color: Color) -> Option<(usize, usize)> {
        let index = army_choice(choices)?;
        let as_picked = |(role, pick): &(String, usize)| {
            let picked =
                choices.iter().zip(&self.0).find(|(choice, _)| choice.augments && choice.id == *role);
            picked.is_some_and(|(_, chosen)| chosen[color.index()] == *pick)
        };
        let fits = |army: &ChoiceOption| !army.picks.is_empty() && army.picks.iter().all(as_picked);
        choices[index].options.iter().position(fits).map(|option| (index, option))
    }
}

/// The choice after the colon of a text form: the first of a side that does not augment.
fn army_choice(choices: &[Choice]) -> Option<usize> {
    choices.iter().position(|choice| choice.scope == Scope::Side && !choice.augments)
}

/// The parts of a side's choice: its army, and the picks after the plus.
fn split_side(text: &str) -> (Option<&str>, &str) {
    let Some((before, _)) = text.split_once('=') else {
        return (Some(text), "");
    };
    match before.rfind('+') {
        Some(0) => (None, &text[1..]),
        Some(plus) => (Some(&text[..plus]), &text[plus + 1..]),
        None => (None, text),
    }
}

/// The error about a choice that a variant does not offer.
fn no_choice(variant: &str, what: &'static str, found: String) -> VariantError {
    NameFault::NoChoice { variant: variant.to_string(), what, found }.into()
}

/// Reads `R=Crab,N=A`: choices and their options.
pub(super) fn read_picks(choices: &[Choice], text: &str) -> Result<Vec<(usize, usize)>, VariantError> {
    let known = || choices.iter().enumerate().filter(|(_, choice)| choice.augments);
    let read_pick = |pick: &str| {
        let Some((role, value)) = pick.split_once('=') else {
            return Err(NameFault::NoPick(pick.to_string()).into());
        };
        let Some((index, choice)) = known().find(|(_, choice)| choice.id.eq_ignore_ascii_case(role.trim()))
        else {
            let roles = known().map(|(_, choice)| choice.id.clone()).collect();
            let (role, pick) = (role.trim().to_string(), pick.to_string());
            return Err(NameFault::NoRole { role, pick, roles }.into());
        };
        Ok((index, choice.find(value)?))
    };
    text.split(',').filter(|pick| !pick.trim().is_empty()).map(read_pick).collect()
}

/// A definition with all choices merged in, still as a tree.
#[derive(Debug)]
pub(crate) struct Merged {
    /// The text form that leads to it.
    pub id: String,
    /// The variant's name for people.
    pub title: String,
    /// The definition for the game: board, starting position, rules.
    pub game: Tree,
    /// The definitions of the sides.
    pub sides: [MergedSide; 2],
}

#[derive(Debug)]
pub(crate) struct MergedSide {
    /// Its army's name for people.
    pub army: String,
    /// The definition for this side.
    pub tree: Tree,
}

impl Merged {
    /// Merges the chosen options into `variant` in the order of the choices: those of the game into
    /// everything, those of a side into that side.
    pub fn new(id: String, title: &str, variant: &Tree, choices: &[Choice], selection: &Selection) -> Merged {
        let mut game = variant
            .only(&["start", "lattice", "rules", "hands", "views", "net", "weights", "xboard", "augment"]);
        let mut sides = Color::ALL.map(|color| {
            let army = selection.army(choices, color).unwrap_or_else(|| title.to_string());
            MergedSide { army, tree: variant.only(&["pieces", "zone"]) }
        });
        for (choice, chosen) in choices.iter().zip(&selection.0) {
            for (side, &index) in sides.iter_mut().zip(chosen) {
                if let Some(option) = choice.options.get(index) {
                    side.tree.merge(&option.patch);
                }
            }
            if let Some(option) = choice.options.get(chosen[0])
                && choice.scope == Scope::Game
            {
                game.merge(&option.patch);
            }
        }
        Merged { id, title: title.to_string(), game, sides }
    }
}

/// The files' keys behind a definition; none if it comes from no file. Definitions are equal wherever they
/// are written, so all places are equal.
#[derive(Clone, Debug, Default)]
pub struct Places(Option<Arc<Merged>>);

impl PartialEq for Places {
    fn eq(&self, _: &Places) -> bool {
        true
    }
}

impl Places {
    pub(super) fn of(merged: &Arc<Merged>) -> Places {
        Places(Some(Arc::clone(merged)))
    }

    /// The place of a key of the game, such as `["rules", "captor"]`: its value, or else the table that
    /// should hold it, or else `start`.
    pub fn place_of(&self, path: &[&str]) -> Option<Span> {
        let game = &self.0.as_ref()?.game;
        found(game, path).or_else(|| found(game, &["start"]))
    }

    /// The place of a key of a piece (`betza`), or of the piece if it does not have that key.
    pub fn place_of_piece(&self, color: Color, role: Letter, key: &str) -> Option<Span> {
        let side = &self.0.as_ref()?.sides[color.index()].tree;
        found(side, &["pieces", &role.to_string(), key]).or_else(|| self.place_of(&["start"]))
    }

    /// The places of these keys of a piece that it has.
    pub(crate) fn places_of_piece(&self, color: Color, role: Letter, keys: &[&str]) -> Vec<Option<Span>> {
        let pieces = self.0.as_ref().and_then(|merged| merged.sides[color.index()].tree.get("pieces"));
        let piece = pieces.and_then(|node| node.table().ok()?.get(&role.to_string()));
        let table = piece.and_then(|node| node.table().ok());
        keys.iter().map(|key| Some(table?.get(key)?.place.clone())).collect()
    }

    /// The place of a part of a starting position, `["start"]` or `["xboard", "start"]`; `part` finds its
    /// bytes.
    pub fn place_in(&self, path: &[&str], part: impl Fn(&str) -> Range<usize>) -> Option<Span> {
        let (last, tables) = path.split_last()?;
        let game = &self.0.as_ref()?.game;
        let table = tables.iter().try_fold(game, |tree, key| tree.table(key).ok()?)?;
        let node = table.get(last)?;
        let text = node.text().ok()?;
        Some(node.place.within(text, part(text)))
    }
}

/// Of places that are at fault together the first in a file of the user, who cannot fix a shipped one; or
/// else the first.
pub fn blamed(places: impl IntoIterator<Item = Option<Span>>) -> Option<Span> {
    let places: Vec<Span> = places.into_iter().flatten().collect();
    let own = places.iter().find(|place| place.origin() == Origin::Brought);
    own.or(places.first()).cloned()
}

/// The place of the value at a path, or of the deepest key on the way.
fn found(tree: &Tree, path: &[&str]) -> Option<Span> {
    let (key, below) = path.split_first()?;
    let entry: &KeyValue = tree.entry(key)?;
    match &entry.node.value {
        TomlValue::Table(table) => found(table, below).or_else(|| Some(entry.place.clone())),
        _ => Some(entry.node.place.clone()),
    }
}
