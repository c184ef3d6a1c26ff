//! The choices before a game: variant, armies, augmenters, level, clocks. Without an argument each command
//! lists the possible values.

use super::clocks::Clocks;
use super::line::Annotations;
use super::start::{Start, first_position};
use super::state::Session;
use super::voice::Note;
use super::words::WIDTH;
use crate::base::page::wrapped;
use crate::rules::geometry::Color;
use crate::rules::position::Position;
use crate::rules::variant::{Catalog, ChoiceOption, Scope, VariantInfo};
use crate::session::{Audience, Context, Domain, Error, Offer, Record, SearchHost, Setting, Skill};

/// One of the choices of the current variant, with the meaning of each value.
#[derive(Clone, Debug)]
pub struct Choosing {
    /// The choice, as [`Session::choose`] gets it.
    pub offer: Offer,
    /// The meaning of each value, in a few words.
    pub meanings: Vec<String>,
}

impl Session {
    /// Knows the variants of another catalog from now on, with one that the person has just written.
    pub fn know(&mut self, catalog: Catalog) {
        self.roster.know(catalog);
    }

    /// Starts a game of a variant. If there is no variant of this name, the current game stays.
    pub(super) fn begin(&mut self, name: &str, context: &mut Context) {
        let name = self.roster.suggested(name);
        let selected = match self.roster.select(&name) {
            Ok(selected) => selected,
            Err(error) => return self.refuse(error.to_string()),
        };
        self.name = name;
        self.voice.say_all(selected.complaint, None);
        self.set_up(first_position(&selected.game), context.host);
        let (title, id) = self.title();
        self.say(format!("A new game: {title} ({id})."));
        self.voice.note(Note::Board);
        self.proceed(context);
    }

    /// Starts a game with everything chosen at once; the level only if one is given. If that is impossible,
    /// the current game stays.
    pub fn begin_as(&mut self, start: &Start, context: &mut Context) -> Result<(), Error> {
        let clocks = start.clock.as_deref().map(Clocks::read).transpose()?;
        let (name, position, [faults, notes]) = start.position(&mut self.roster)?;
        self.name = name;
        self.voice.say_all(faults, notes);
        self.players.assign(start.sides);
        self.view.flipped = start.sides.person() == Some(Color::Black);
        if let Some(clocks) = clocks {
            self.players.clocks = clocks;
        }
        start.settings.store(&mut self.core.settings);
        self.set_up(position, context.host);
        self.voice.note(Note::Board);
        self.proceed(context);
        Ok(())
    }

    /// Puts a new game on the board.
    pub(super) fn set_up(&mut self, position: Position, host: &mut dyn SearchHost) {
        self.give_up(host);
        self.core.prepare(position.game(), host);
        self.core.begin(Record::new(position));
        self.line.begin(Annotations::default(), Vec::new());
        self.players.begin(false);
        self.keeper.turn_to(None);
        self.shelf.close();
    }

    /// The variants, with their titles.
    pub fn variants(&self) -> &[VariantInfo] {
        self.roster.variants()
    }

    /// The current variant, as the catalog describes it.
    pub fn variant(&self) -> Option<&VariantInfo> {
        self.roster.variants().iter().find(|info| info.id == self.roster.variant())
    }

    pub(super) fn choose_variant(&mut self, name: &str, context: &mut Context) {
        if !name.is_empty() {
            return self.begin(name, context);
        }
        let lines = self.variants().iter().map(|info| format!("{:24} {}", info.id, info.title)).collect();
        self.voice.page("Variants: `variant NAME` starts a game", lines);
    }

    pub(super) fn choose_armies(&mut self, armies: &str, context: &mut Context) {
        let Some(info) = self.variant().cloned() else { return };
        let Some(choice) =
            info.choices.iter().find(|choice| choice.scope == Scope::Side && choice.from_files)
        else {
            return self.refuse(format!("{} has no armies to choose; `variant cwda` has them", info.title));
        };
        if !armies.is_empty() {
            return self.begin(&format!("{}:{}", info.id, armies.replace(' ', "")), context);
        }
        let lines =
            choice.options.iter().map(|option| format!("{:16} {}", option.id, option.title)).collect();
        let title = "Armies: `army WHITE/BLACK` starts a game, `army BOTH` gives both sides the same";
        self.voice.page(title, lines);
    }

    /// The choices of the current variant.
    pub fn choosings(&self) -> Vec<Choosing> {
        let Some(info) = self.variant() else { return Vec::new() };
        let [own, _] = self.roster.offers(&[info.id.as_str()], &[]);
        let of_game = own.into_iter().filter(|offer| offer.label.ends_with(')'));
        of_game
            .map(|offer| {
                let meanings = offer.values.iter().map(|value| meaning(info, value)).collect();
                Choosing { offer, meanings }
            })
            .collect()
    }

    pub(super) fn choose(&mut self, what: &str, context: &mut Context) {
        let choosings = self.choosings();
        if choosings.is_empty() {
            return self.refuse("this game has no choices");
        }
        let Some((what, value)) = what.split_once('=') else {
            return self.list_choices(what, &choosings);
        };
        let (what, value) = (what.trim(), value.trim());
        let Some(choosing) = named(&choosings, what) else {
            return self.refuse(format!("`{what}` is not a choice: `choose` lists them"));
        };
        if self.roster.choose(&choosing.offer.label, value) == Some(Ok(())) {
            let name = self.with_army(&choosing.offer.label, value).unwrap_or_else(|| {
                let asked = Some(&self.name).filter(|name| !name.contains(';'));
                asked.map_or(self.roster.variant(), String::as_str).to_string()
            });
            self.begin(&name, context);
        } else {
            let values = choosing.offer.values.join(", ");
            self.refuse(format!("`{value}` is not a value of {what}: expected one of {values}"));
        }
    }

    /// The name of the current game with another army for one side, if its armies are named.
    fn with_army(&self, label: &str, value: &str) -> Option<String> {
        let info = self.variant()?;
        let choice = info.choices.iter().find(|choice| choice.scope == Scope::Side && choice.from_files)?;
        let side = Color::ALL
            .into_iter()
            .find(|side| short(label).eq_ignore_ascii_case(&format!("{side} {}", choice.title)))?;
        let is_meant = |option: &&ChoiceOption| {
            [&option.id, &option.title].iter().any(|name| name.eq_ignore_ascii_case(value))
        };
        let army = choice.options.iter().find(is_meant)?.id.as_str();
        let (_, id) = self.title();
        let sides = id.split_once(':')?.1.split(';').next()?;
        let (white, black) = sides.split_once('/').unwrap_or((sides, sides));
        let [white, black] = if side == Color::White { [army, black] } else { [white, army] };
        Some(format!("{}:{white}/{black}", info.id))
    }

    /// Lists all choices, or the values of one.
    fn list_choices(&mut self, what: &str, choosings: &[Choosing]) {
        let (title, lines) = match named(choosings, what.trim()).filter(|_| !what.is_empty()) {
            Some(Choosing { offer, meanings }) => (
                format!("{}: `choose {} = VALUE` starts a game with it", offer.label, short(&offer.label)),
                offer
                    .values
                    .iter()
                    .zip(meanings)
                    .map(|(value, means)| format!("{value:24} {means}"))
                    .collect(),
            ),
            None => (
                "Choices: `choose WHAT` lists the values, `choose WHAT = VALUE` starts a game with it"
                    .to_string(),
                choosings
                    .iter()
                    .map(|Choosing { offer, .. }| {
                        let chosen = offer.values.get(offer.chosen).map_or("", String::as_str);
                        format!("{:28} {chosen}", short(&offer.label))
                    })
                    .collect(),
            ),
        };
        self.voice.page(title, lines);
    }

    pub(super) fn choose_level(&mut self, number: &str) {
        if number.is_empty() {
            let mark = |skill: Skill| if skill == self.core.settings.skill { '*' } else { ' ' };
            let line = |skill: Skill| {
                format!(
                    "{}{:>2}  about {:4} Elo  {}",
                    mark(skill),
                    skill.number(),
                    skill.elo(),
                    skill.title()
                )
            };
            let lines = Skill::all().map(line).collect();
            return self.voice.page("Levels: `level NUMBER` chooses one", lines);
        }
        match number.parse().ok().and_then(Skill::new) {
            Some(skill) => {
                self.core.settings.skill = skill;
                self.say(format!("Fibnif plays at {skill}."));
            }
            None => {
                self.refuse(format!("expected a level from 1 to {}, found `{number}`", Skill::FULL.number()));
            }
        }
    }

    /// What a setting does.
    pub fn about_setting(name: &str) -> Vec<String> {
        Setting::named(name, Audience::Person).map_or_else(Vec::new, |setting| wrapped(setting.about, WIDTH))
    }

    /// `set`, `set Variety`, `set Variety 0`: the settings of the engine.
    pub(super) fn set(&mut self, what: &str, host: &mut dyn SearchHost) {
        let shown = |setting: &Setting, session: &Session| setting.shown(&session.core.settings);
        if what.is_empty() {
            let about = |setting: &Setting| {
                let about = wrapped(setting.about, WIDTH - 6).into_iter().map(|line| format!("    {line}"));
                [format!("{:24} {}", setting.name, shown(setting, self))].into_iter().chain(about)
            };
            let lines = Setting::all(Audience::Person).flat_map(about).collect();
            return self.voice.page("Settings: `set NAME = VALUE` changes one".to_string(), lines);
        }
        if let Some(setting) = Setting::named(what, Audience::Person) {
            return self.say(format!("{} is {}. {}", setting.name, shown(setting, self), setting.about));
        }
        let (name, value) = what.rsplit_once(['=', ' ']).unwrap_or((what, ""));
        let name = name.trim_end_matches(['=', ' ']);
        let Some(setting) = Setting::named(name, Audience::Person) else {
            return self.refuse(format!("`{name}` is not a setting: `set` lists them"));
        };
        let number = match value {
            "on" => "1",
            "off" => "0",
            number => number,
        };
        match (self.core.change(setting, number, host), setting.domain) {
            (Ok(_), _) => self.say(format!("{} is now {}.", setting.name, shown(setting, self))),
            (Err(_), Domain::Check) => self.refuse(format!("expected `on` or `off`, found `{value}`")),
            (Err(_), domain) => self.refuse(format!("expected {domain}, found `{value}`")),
        }
    }

    pub(super) fn choose_clock(&mut self, text: &str) {
        if text.is_empty() {
            return self.say(format!("Time: {}.", self.players.clocks.title()));
        }
        match Clocks::read(text) {
            Ok(clocks) => {
                self.players.clocks = clocks;
                self.say(format!("Time: {}, from the next move on.", self.players.clocks.title()));
            }
            Err(reason) => self.refuse(reason.to_string()),
        }
    }
}

/// The choice with a name: its label, or the label without the games it applies to.
fn named<'a>(choosings: &'a [Choosing], name: &str) -> Option<&'a Choosing> {
    choosings.iter().find(|choosing| {
        let label = &choosing.offer.label;
        label.eq_ignore_ascii_case(name) || short(label).eq_ignore_ascii_case(name)
    })
}

/// A label without the games it applies to.
fn short(label: &str) -> &str {
    label.rsplit_once(" (").map_or(label, |(name, _)| name)
}

/// The meaning of a value: its name in text forms, or the variant's remark about it.
fn meaning(info: &VariantInfo, value: &str) -> String {
    let options = info.choices.iter().flat_map(|choice| &choice.options);
    let mut found = options.filter(|option| option.title == value || option.id == value);
    let Some(option) = found.next() else { return String::new() };
    match &option.remark {
        Some(remark) => remark.clone(),
        None if option.id == value => String::new(),
        None => option.id.clone(),
    }
}
