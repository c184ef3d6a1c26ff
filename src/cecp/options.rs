//! The engine's settings as the protocol announces them. Those that choose a variant's armies belong
//! to `roster`.

use crate::play::{Domain, Setting};

/// A setting as `feature option` describes it.
pub fn describe(setting: Setting) -> String {
    let Setting { name, domain, value } = setting;
    match domain {
        Domain::Check => format!("{name} -check {value}"),
        Domain::Spin(least, most) => format!("{name} -spin {value} {least} {most}"),
    }
}
