//! What the session tells a GUI about itself, and what it learns about the GUI from the answers.

use std::collections::BTreeSet;

use super::claims;
use super::reply::Reply;
use crate::base::text::one_line;
use crate::protocol::xboard::{GuiKind, Pictures, menu};
use crate::rules::variant::VariantInfo;
use crate::session::{Audience, Domain, FAIRY_OPTION, Offer, Roster, Setting, Settings};

/// Features whose values never change. `san`, `colors` and the signals are refused explicitly,
/// because a GUI takes them for granted.
const FIXED: &[&str] = &[
    "done=0",
    "ping=1 setboard=1 usermove=1 playother=1 reuse=1",
    "time=1 draw=1 name=1 memory=1 smp=1 debug=1 highlight=1",
    "analyze=1 pause=1 exclude=1 nps=1",
    "san=0 colors=0 sigint=0 sigterm=0 ics=0",
    concat!("myname=\"Fibnif ", env!("CARGO_PKG_VERSION"), "\""),
];

/// The largest number of options for which XBoard has room.
const MOST_OPTIONS: usize = 199;

/// What has been announced to the GUI.
#[derive(Debug)]
pub struct Announced {
    /// The variants it can show.
    shown: Vec<String>,
    /// The variants among them that the name `fairy` may stand for.
    defined: Vec<String>,
    /// The variant whose choices are offered, or `None` if the choices of all are.
    variant: Option<String>,
}

impl Announced {
    /// The feature lines, from `done=0` to `done=1`.
    pub fn announce(roster: &Roster, settings: &Settings, out: &mut Vec<Reply>) -> Announced {
        out.extend(FIXED.iter().map(|&text| Reply::Feature(text.to_string())));
        let shown = menu::shown(roster);
        out.push(variants(roster, &menu::announced(roster, &shown), settings));
        let ids = |variants: &[&VariantInfo]| variants.iter().map(|variant| variant.id.clone()).collect();
        let announced = Announced { shown: ids(&shown), defined: ids(&menu::defined(&shown)), variant: None };
        announced.tell_options(roster, settings, out);
        announced
    }

    /// Announces the variants again, to XBoard: without those that it cannot show.
    pub fn narrow(roster: &Roster, settings: &Settings, out: &mut Vec<Reply>) {
        out.push(variants(roster, &menu::shown(roster), settings));
    }

    /// Announces the options of the variant being played and the engine's settings, if others were
    /// announced before. XBoard then starts its list of options anew. How other GUIs react is unknown.
    pub fn refresh(&mut self, roster: &Roster, settings: &Settings, out: &mut Vec<Reply>) {
        if self.variant.as_deref() == Some(roster.variant()) {
            return;
        }
        self.variant = Some(roster.variant().to_string());
        out.push(Reply::Feature("done=0".to_string()));
        self.tell_options(roster, settings, out);
    }

    /// The options: the choices of the current variant, the engine's settings, and the choices of all
    /// variants until one is played.
    fn tell_options(&self, roster: &Roster, settings: &Settings, out: &mut Vec<Reply>) {
        let [shown, defined] =
            [&self.shown, &self.defined].map(|names| names.iter().map(String::as_str).collect::<Vec<&str>>());
        let [own, mut others] = roster.offers(&shown, &defined);
        if self.variant.is_some() {
            others.retain(|offer| offer.label == FAIRY_OPTION);
        }
        let [own, others] = [own, others].map(|offers| offers.iter().map(describe_choice).collect());
        let settings: Vec<String> = Setting::all(Audience::Cecp).map(|row| describe(row, settings)).collect();
        let all: [Vec<String>; 3] = [own, settings, others];
        let options = all.concat().into_iter().take(MOST_OPTIONS);
        out.extend(options.map(|option| Reply::Feature(format!("option=\"{option}\""))));
        out.push(Reply::Feature("done=1".to_string()));
    }
}

/// The list of variants.
fn variants(roster: &Roster, variants: &[&VariantInfo], settings: &Settings) -> Reply {
    let names = menu::names(roster, variants, pictures(settings));
    Reply::Feature(format!("variants=\"{}\"", names.join(",")))
}

/// The program whose pictures are used.
fn pictures(settings: &Settings) -> Pictures {
    if settings.winboard_pictures { Pictures::WinBoard } else { Pictures::XBoard }
}

/// What is known about the program at the other end.
#[derive(Clone, Debug, Default)]
pub struct Gui {
    accepted: BTreeSet<String>,
    rejected: BTreeSet<String>,
    /// What its user has been told about the games.
    remarks: BTreeSet<String>,
    /// Whether the opponent is a program.
    pub computer: bool,
}

impl Gui {
    /// The GUI has accepted a feature.
    pub fn accept(&mut self, feature: String) {
        self.accepted.insert(feature);
    }

    /// The GUI has rejected a feature.
    pub fn reject(&mut self, feature: String) {
        self.rejected.insert(feature);
    }

    /// Whether the user has not been told this yet. Marks it as told.
    pub fn is_new(&mut self, remark: &str) -> bool {
        self.remarks.insert(remark.to_string())
    }

    /// Whether moves come with the word `usermove`.
    pub fn sends_usermove(&self) -> bool {
        self.accepted.contains("usermove")
    }

    /// Whether the GUI is XBoard or WinBoard. No other GUI shows an engine's marks on its board.
    pub fn is_xboard(&self) -> bool {
        self.accepted.contains("highlight")
    }

    /// The kind of GUI, as far as it decides what to tell it.
    pub fn kind(&self, settings: &Settings) -> GuiKind {
        if self.is_xboard() { GuiKind::XBoard(pictures(settings)) } else { GuiKind::Other }
    }

    /// Who is listening. A GUI that does not know draw offers decides its games alone.
    pub fn audience(&self) -> claims::Listener {
        match () {
            () if self.rejected.contains("draw") => claims::Listener::Arbiter,
            () if self.computer => claims::Listener::Match,
            () => claims::Listener::Person,
        }
    }
}

/// A setting as `feature option` describes it.
fn describe(setting: &Setting, settings: &Settings) -> String {
    let (name, value) = (setting.name_for(Audience::Cecp).unwrap_or(setting.name), setting.value(settings));
    match setting.domain {
        Domain::Check => format!("{name} -check {value}"),
        Domain::Spin(least, most) => format!("{name} -spin {value} {least} {most}"),
        Domain::Button => format!("{name} -button"),
    }
}

/// A choice as `feature option` describes it.
fn describe_choice(offer: &Offer) -> String {
    let value = |(index, title): (usize, &String)| {
        let star = if index == offer.chosen { "*" } else { "" };
        format!("{star}{}", harmless(title).trim_start_matches('*'))
    };
    let values: Vec<String> = offer.values.iter().enumerate().map(value).collect();
    format!("{} -combo {}", harmless(&offer.label).replace('=', "-"), values.join(" /// "))
}

/// The text without the characters that have a meaning in an option's line: the quote ends it, and
/// three slashes separate its values. Files with such titles are refused, so this changes nothing for
/// them.
fn harmless(text: &str) -> String {
    one_line(&text.replace('"', "'").replace("///", "/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_cannot_break_the_line() {
        let offer = Offer {
            label: "White \"army\" = x\n (cwda)".to_string(),
            values: vec!["* The \"Best\" /// Army".to_string(), "FIDE\nmove e2e4".to_string()],
            chosen: 1,
        };
        let text = describe_choice(&offer);
        assert_eq!(text, "White 'army' - x  (cwda) -combo  The 'Best' / Army /// *FIDE move e2e4");
        assert_eq!(text.matches(" /// ").count() + 1, offer.values.len());
    }
}
