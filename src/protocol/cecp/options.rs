//! Choices and settings as the protocol announces them.

use crate::session::{Audience, Domain, Offer, Setting, Settings};

/// A setting as `feature option` describes it.
pub fn describe(setting: &Setting, settings: &Settings) -> String {
    let (name, value) = (setting.name_for(Audience::Cecp).unwrap_or(setting.name), setting.value(settings));
    match setting.domain {
        Domain::Check => format!("{name} -check {value}"),
        Domain::Spin(least, most) => format!("{name} -spin {value} {least} {most}"),
        Domain::Button => format!("{name} -button"),
    }
}

/// A choice as `feature option` describes it.
pub fn describe_choice(offer: &Offer) -> String {
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
pub fn harmless(text: &str) -> String {
    text.replace('"', "'").replace("///", "/").chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
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
