//! Alpha-beta search.

pub mod clock;
pub mod limits;
pub mod score;

pub use clock::{Budget, Clock, Level, budget};
pub use limits::{Best, Bound, Limits, Report};
pub use score::Score;
