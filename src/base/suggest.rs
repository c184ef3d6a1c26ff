//! The known name nearest to a mistyped one.

/// Longer words are not compared: nobody mistypes them, and the cost grows with the square of the
/// length.
const LONGEST: usize = 64;

/// The name among `known` that is nearest to `name`, if one is near. A third of the letters may be
/// wrong, missing or swapped, or the end may be missing, or all before a hyphen.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = name.to_lowercase();
    let length = lower.chars().count();
    if length == 0 || length > LONGEST {
        return None;
    }
    let distance = |other: &str| {
        let other = other.to_lowercase();
        let ends = other.strip_suffix(&lower).is_some_and(|start| start.ends_with('-'));
        let is_part = length >= 3 && (other.starts_with(&lower) || ends);
        let wrong = strsim::osa_distance(&lower, &other);
        (is_part || wrong <= length / 3).then_some((!is_part, wrong))
    };
    let near = known.into_iter().filter(|other| other.len() <= LONGEST);
    near.filter_map(|other| Some((distance(other)?, other)))
        .min_by_key(|(rank, _)| *rank)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_is_found_and_nothing_far() {
        let known =
            ["chess", "cwda", "colorboundmost", "nearly-colorboundmost", "check", "cwda-nutters-rookies"];
        for (name, meant) in [
            ("ches", Some("chess")),
            ("Chess", Some("chess")),
            ("chss", Some("chess")),
            ("colorbound", Some("colorboundmost")),
            ("colourboundmost", Some("colorboundmost")),
            ("nutters-rookies", Some("cwda-nutters-rookies")),
            ("rookies", Some("cwda-nutters-rookies")),
            ("x", None),
            ("cw", None),
            ("", None),
            ("draughts", None),
        ] {
            assert_eq!(nearest(name, known), meant, "{name}");
        }
        assert_eq!(nearest(&"a".repeat(1_000_000), known), None);
    }
}
