//! Lists to choose from. An item carries out a line of the command language or opens another list.

use crate::rules::position::Move;
use crate::session::play::{Clocks, List, Session, TABLE};
use crate::session::{Audience, Domain, Setting, Skill};

/// The topic of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Topic {
    Commands,
    List(List),
    /// The values of one of the choices before a game.
    Choice(String),
    /// Moves from one square to another.
    Moves(Vec<Move>),
    Saved(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    Line(String),
    /// Writes the start of a line for the person to finish.
    Write(String),
    Open(Topic),
    Close,
}

#[derive(Clone, Debug)]
pub struct Item {
    pub label: String,
    /// What it means, in a few words.
    pub about: String,
    pub act: Act,
}

/// A list on the screen.
#[derive(Clone, Debug)]
pub struct Menu {
    pub topic: Topic,
    title: String,
    all: Vec<Item>,
    /// The index of the item that the cursor starts on.
    home: usize,
    /// What has been typed: only items that contain it are shown.
    typed: String,
    /// The items shown, the best match first.
    pub items: Vec<Item>,
    /// The index of the item under the cursor.
    pub at: usize,
}

fn item(label: impl Into<String>, about: impl Into<String>, act: Act) -> Item {
    Item { label: label.into(), about: about.into(), act }
}

impl Menu {
    /// The list of a topic.
    pub fn new(topic: Topic, session: &Session) -> Menu {
        let (title, all, home) = match &topic {
            Topic::Commands => ("Commands".to_string(), commands(), 0),
            Topic::List(List::Variants) => variants(session),
            Topic::List(List::Levels) => levels(session),
            Topic::List(List::Clocks) => (session.players.clocks.title(), clocks(), 0),
            Topic::List(List::Settings) => ("Settings of the engine".to_string(), settings(session), 0),
            Topic::List(List::Choices) => choices(session),
            Topic::Choice(label) => choice(label, session),
            Topic::Moves(moves) => ("Which move?".to_string(), which(moves, session), 0),
            Topic::Saved(game) => (format!("There is a saved game: {game}"), saved(), 0),
            Topic::List(List::Resign) => ("Resign this game?".to_string(), resign(), 0),
        };
        Menu { topic, title, items: all.clone(), all, home, typed: String::new(), at: home }
    }

    pub fn step(&mut self, by: isize) {
        let last = self.items.len().saturating_sub(1);
        self.at = self.at.saturating_add_signed(by).min(last);
    }

    /// The heading, with what has been typed.
    pub fn heading(&self) -> String {
        match (self.typed.as_str(), self.items.is_empty()) {
            ("", _) => self.title.clone(),
            (typed, false) => format!("{} > {typed}", self.title),
            (typed, true) => format!("{} > {typed} (nothing fits)", self.title),
        }
    }

    /// Goes to the answer of a question that a letter gives: `y` or `n`, or how the answer begins. Returns
    /// whether there is one.
    pub fn answer(&mut self, letter: char) -> bool {
        let (yes, no) = match self.topic {
            Topic::Saved(_) => (0, 1),
            Topic::List(List::Resign) => (1, 0),
            _ => return false,
        };
        let letter = letter.to_ascii_lowercase();
        let begins = |item: &Item| item.label.to_lowercase().starts_with(letter);
        let found = match letter {
            'y' => Some(yes),
            'n' => Some(no),
            _ => self.items.iter().position(begins),
        };
        self.at = found.unwrap_or(self.at);
        found.is_some()
    }

    /// Adds a letter to what has been typed. A question has too few answers to look for one.
    pub fn write(&mut self, letter: char) {
        if matches!(self.topic, Topic::Saved(_) | Topic::List(List::Resign)) {
            return;
        }
        self.typed.extend(letter.to_lowercase());
        self.narrow();
    }

    /// Deletes the last letter typed, or all of them.
    pub fn delete(&mut self, all: bool) {
        let _ = self.typed.pop();
        if all {
            self.typed.clear();
        }
        self.narrow();
    }

    /// Shows the items that contain what has been typed: first those whose label it is, then those whose
    /// label starts with it, contains it, and those that are explained with it.
    fn narrow(&mut self) {
        if self.typed.is_empty() {
            (self.items, self.at) = (self.all.clone(), self.home);
            return;
        }
        let typed = self.typed.as_str();
        let rank = |item: &Item| {
            let (label, about) = (item.label.to_lowercase(), item.about.to_lowercase());
            let ranks =
                [label == typed, label.starts_with(typed), label.contains(typed), about.contains(typed)];
            ranks.iter().position(|fits| *fits)
        };
        let mut fitting: Vec<(usize, &Item)> =
            self.all.iter().filter_map(|item| Some((rank(item)?, item))).collect();
        fitting.sort_by_key(|(rank, _)| *rank);
        self.items = fitting.into_iter().map(|(_, item)| item.clone()).collect();
        self.at = 0;
    }

    /// The item under the cursor.
    pub fn item(&self) -> Option<&Item> {
        self.items.get(self.at)
    }

    /// More about the item under the cursor.
    pub fn details(&self, session: &Session) -> Vec<String> {
        let Some(item) = self.item() else { return Vec::new() };
        match (&self.topic, &item.act) {
            (Topic::List(List::Variants), Act::Line(line)) => {
                line.strip_prefix("variant ").map_or_else(Vec::new, |name| session.about_variant(name))
            }
            (Topic::List(List::Settings), _) => Session::about_setting(&item.label),
            (Topic::Choice(label), _) => session.about_choice(label, &item.label),
            _ => Vec::new(),
        }
    }
}

/// All actions of the table. Those without arguments are carried out at once.
fn commands() -> Vec<Item> {
    let mut items: Vec<Item> = TABLE
        .iter()
        .map(|action| {
            let name = action.name();
            let key = action.key.map(|key| format!(" ({key})")).unwrap_or_default();
            let act = match action.list {
                Some(list) => Act::Open(Topic::List(list)),
                None if action.arguments.is_empty() || action.arguments.starts_with('[') => {
                    Act::Line(name.to_string())
                }
                None => Act::Write(format!("{name} ")),
            };
            item(name, format!("{}{key}", action.help), act)
        })
        .collect();
    items.sort_by_key(|item| !matches!(item.act, Act::Open(_)));
    items
}

fn variants(session: &Session) -> (String, Vec<Item>, usize) {
    let own = session.variant().map(|info| info.id.clone());
    let infos = session.variants();
    let at = infos.iter().position(|info| Some(&info.id) == own.as_ref()).unwrap_or(0);
    let items = infos
        .iter()
        .map(|info| item(info.id.clone(), info.title.clone(), Act::Line(format!("variant {}", info.id))));
    ("Variants: Enter starts a game".to_string(), items.collect(), at)
}

fn levels(session: &Session) -> (String, Vec<Item>, usize) {
    let items = Skill::all().map(|skill| {
        let about = format!("about {:4} Elo, {}", skill.elo(), skill.title());
        item(format!("level {}", skill.number()), about, Act::Line(format!("level {}", skill.number())))
    });
    let at = usize::try_from(session.core.settings.skill.number() - 1).unwrap_or(0);
    ("How strong should Fibnif play?".to_string(), items.collect(), at)
}

fn clocks() -> Vec<Item> {
    let known = Clocks::offered().map(|(text, title)| item(text, title, Act::Line(format!("clock {text}"))));
    known
        .chain([item(
            "another",
            "type it: minutes:seconds, then + and the seconds per move",
            Act::Write("clock ".to_string()),
        )])
        .collect()
}

fn settings(session: &Session) -> Vec<Item> {
    let own = &session.core.settings;
    let change = |setting: &Setting| match (setting.domain, setting.value(own)) {
        (Domain::Check, 0) => Act::Line(format!("set {} = on", setting.name)),
        (Domain::Check, _) => Act::Line(format!("set {} = off", setting.name)),
        _ => Act::Write(format!("set {} = ", setting.name)),
    };
    Setting::all(Audience::Person).map(|row| item(row.name, row.shown(own), change(row))).collect()
}

fn choices(session: &Session) -> (String, Vec<Item>, usize) {
    let items: Vec<Item> = session
        .choosings()
        .into_iter()
        .map(|choosing| {
            let offer = choosing.offer;
            let chosen = offer.values.get(offer.chosen).cloned().unwrap_or_default();
            let label =
                offer.label.rsplit_once(" (").map_or(offer.label.clone(), |(name, _)| name.to_string());
            item(label, chosen, Act::Open(Topic::Choice(offer.label)))
        })
        .collect();
    let title = if items.is_empty() { "This game has no choices" } else { "Choices before the game" };
    (title.to_string(), items, 0)
}

fn choice(label: &str, session: &Session) -> (String, Vec<Item>, usize) {
    let Some(choosing) = session.choosings().into_iter().find(|choosing| choosing.offer.label == label)
    else {
        return (label.to_string(), Vec::new(), 0);
    };
    let values = choosing.offer.values.iter().zip(&choosing.meanings);
    let items = values.map(|(value, means)| {
        item(value.clone(), means.clone(), Act::Line(format!("choose {label} = {value}")))
    });
    (format!("{label}: Enter starts a game"), items.collect(), choosing.offer.chosen)
}

fn which(moves: &[Move], session: &Session) -> Vec<Item> {
    let position = session.position();
    let named = moves.iter().map(|&m| {
        let text = position.move_text(m);
        let about = m.promotion(position.game()).or_else(|| m.entering(position.game()));
        let about = about.map_or_else(String::new, |kind| position.game().kind(kind).name.clone());
        item(crate::rules::pgn::san::write(position, m), about, Act::Line(text))
    });
    named.collect()
}

fn saved() -> Vec<Item> {
    vec![
        item("Continue it", "", Act::Line("resume".to_string())),
        item("New game", "keeps the saved game; `games` lists all", Act::Close),
    ]
}

fn resign() -> Vec<Item> {
    vec![
        item("Play on", "", Act::Close),
        item("Resign", "your opponent wins", Act::Line("resign yes".to_string())),
    ]
}
