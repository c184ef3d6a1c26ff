//! The date.

/// The local date as PGN writes it.
pub fn today() -> String {
    jiff::ZonedDateTime::now().strftime("%Y.%m.%d").to_string()
}
