//! The files built into the program. A test checks that this list is the folder `variants/`.

/// Path and text of every built-in file, in the order they are listed to the user.
pub(super) const FILES: &[(&str, &str)] = &[
    ("variants/chess.toml", include_str!("../../variants/chess.toml")),
    ("variants/cwda.toml", include_str!("../../variants/cwda.toml")),
    ("variants/armies/fide.toml", include_str!("../../variants/armies/fide.toml")),
    ("variants/armies/clobberers.toml", include_str!("../../variants/armies/clobberers.toml")),
    ("variants/armies/nutters.toml", include_str!("../../variants/armies/nutters.toml")),
    ("variants/armies/rookies.toml", include_str!("../../variants/armies/rookies.toml")),
];
