//! What knows nothing of chess: the operating system, text of files, suggestions for mistyped names, and the
//! container of a trained net.
//!
//! | module | what it does |
//! |---|---|
//! | `platform` | differences between operating systems: processes, signals, clocks, memory, folders |
//! | `suggest` | the known name nearest to a mistyped one |
//! | `text` | whether a file is text, and texts that can be shown |
//! | `date` | today |
//! | `page` | the layout of pages in a terminal |
//! | `html` | pages for browsers |
//! | [`network`] | a net that describes pieces, and its file |
//! | [`trained`] | a trained net of either kind |

pub(crate) mod date;
pub(crate) mod html;
pub mod network;
pub(crate) mod page;
pub(crate) mod platform;
pub(crate) mod suggest;
pub(crate) mod text;
pub mod trained;
