//! The moves of pieces that are known by name wherever pieces are invented.

/// Names and notation, one piece a line.
const STANDARD: &str = include_str!("standard.txt");

fn rows() -> impl Iterator<Item = (impl Iterator<Item = &'static str>, &'static str)> {
    let lines = STANDARD.lines().filter(|line| !line.starts_with('#'));
    let row = lines.filter_map(|line| line.rsplit_once(' '));
    row.map(|(names, betza)| (names.split(',').map(str::trim), betza))
}

/// The notation of a piece by its name.
///
/// ```
/// use fibnif::rules::betza::standard;
///
/// assert_eq!(standard("nightrider"), Some("NN"));
/// assert_eq!(standard("Unheard-of"), None);
/// ```
pub fn standard(name: &str) -> Option<&'static str> {
    let is_meant = |known: &str| known.eq_ignore_ascii_case(name.trim());
    rows().find_map(|(mut names, betza)| names.any(is_meant).then_some(betza))
}

/// All names.
pub fn standard_names() -> impl Iterator<Item = &'static str> {
    rows().flat_map(|(names, _)| names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::betza::Movement;

    #[test]
    fn every_name_is_there_once_and_has_moves() {
        let mut names: Vec<String> = standard_names().map(str::to_ascii_lowercase).collect();
        for name in &names {
            let betza = standard(name).unwrap();
            assert!(Movement::read(betza).is_ok(), "{name}: {betza}");
        }
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
