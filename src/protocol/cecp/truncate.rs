//! Lines that fit into a GUI's buffer. A longer line is cut at a place that depends on the reply.

use crate::protocol::xboard::LONGEST_LINE;

/// The replacement for the rest of a text.
const REST: &str = "...";
/// What separates the values of a combo.
const VALUE_MARK: &str = " /// ";
/// What separates the name of a combo from its values.
const COMBO: &str = " -combo ";

/// Where a line that is too long is cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truncate {
    /// Anywhere, with "..." behind.
    Text,
    /// At a space, so that only whole moves remain.
    Words,
    /// In a quoted list with commas, so that only whole names remain.
    Names,
    /// In a quoted list of values. Whole values are left out from the end, but never the chosen one.
    Values,
}

/// The line, cut to what a GUI can read.
pub fn truncated(line: String, at: Truncate) -> String {
    if line.len() <= LONGEST_LINE {
        return line;
    }
    match at {
        Truncate::Text => format!("{}{REST}", start(&line, LONGEST_LINE - REST.len())),
        Truncate::Words => up_to_last(&line, LONGEST_LINE, ' ').to_string(),
        Truncate::Names => format!("{}\"", up_to_last(&line, LONGEST_LINE - 1, ',')),
        Truncate::Values => fit_values(&line)
            .unwrap_or_else(|| format!("{}{REST}\"", start(&line, LONGEST_LINE - REST.len() - 1))),
    }
}

/// The first bytes of a text, up to the end of a letter.
fn start(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|&at| text.is_char_boundary(at));
    text.get(..end.unwrap_or(0)).unwrap_or_default()
}

/// The first bytes of a text, up to a separator that is followed by something.
fn up_to_last(text: &str, most: usize, separator: char) -> &str {
    let start = start(text, most + 1);
    start.rfind(separator).and_then(|end| start.get(..end)).unwrap_or(start)
}

/// A combo with as many of its values as fit, or `None` if the line is not a combo that can be cut this
/// way.
fn fit_values(line: &str) -> Option<String> {
    let (name, values) = line.strip_suffix('"')?.split_once(COMBO)?;
    let mut values: Vec<&str> = values.split(VALUE_MARK).collect();
    let mut length = line.len();
    while length > LONGEST_LINE {
        let last = values.iter().rposition(|value| !value.starts_with('*')).filter(|_| values.len() > 1)?;
        length -= values.remove(last).len() + VALUE_MARK.len();
    }
    Some(format!("{name}{COMBO}{}\"", values.join(VALUE_MARK)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_a_line_is_whole() {
        let letters = "\u{e9}".repeat(3000);
        for (line, cut, last) in [
            (format!("telluser {letters}"), Truncate::Text, "\u{e9}..."),
            (
                format!("feature variants=\"normal,{}\"", "some-name,".repeat(800)),
                Truncate::Names,
                ",some-name\"",
            ),
            (format!("7 0 0 0\t{}", "e2e4 ".repeat(1000)), Truncate::Words, " e2e4"),
            (
                format!("feature option=\"A -combo *b{}\"", " /// value".repeat(900)),
                Truncate::Values,
                " /// value\"",
            ),
            (format!("feature option=\"{letters} -combo *b\""), Truncate::Values, "\u{e9}...\""),
        ] {
            let fitting = truncated(line.clone(), cut);
            assert!(fitting.len() <= LONGEST_LINE, "{} bytes", fitting.len());
            assert!(fitting.len() > LONGEST_LINE - 20, "{} bytes", fitting.len());
            assert!(fitting.ends_with(last), "{fitting}");
            assert_eq!(truncated(fitting.clone(), cut), fitting);
        }
    }

    #[test]
    fn the_chosen_value_stays() {
        let line = format!("feature option=\"A -combo b{} /// *chosen /// d\"", " /// value".repeat(900));
        let fitting = truncated(line, Truncate::Values);
        assert!(fitting.ends_with(" /// *chosen\""), "{fitting}");
    }
}
