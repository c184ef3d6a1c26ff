//! The protocols of graphical interfaces. A protocol translates for the game in [`crate::session`]; what any
//! of them needs stands there.
//!
//! | module | what it does |
//! |---|---|
//! | [`xboard`] | what XBoard is told of a game, and how it writes moves |
//! | [`diagram`] | a variant as an Interactive Diagram |
//! | [`cecp`] | the protocol of XBoard and WinBoard |
//! | `uci` | the protocol of most other GUIs |

pub mod cecp;
pub mod diagram;
pub(crate) mod uci;
pub mod xboard;
