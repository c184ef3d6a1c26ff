//! Pings that could not be answered at once.

use crate::protocol::cecp::reply::Reply;

/// The pings to be answered, in order.
#[derive(Default)]
pub(super) struct Pings(Vec<Ping>);

/// A ping.
struct Ping {
    text: String,
    /// Whether it waits for the engine's move, too: the ping came after the command to think.
    waits_for_move: bool,
}

impl Pings {
    /// Keeps a ping until everything before it has been done; `thinking` says whether the engine is to move.
    pub fn note(&mut self, text: String, thinking: bool) {
        self.0.push(Ping { text, waits_for_move: thinking });
    }

    /// The answers that are due. A ping from before the command to move does not wait for the move.
    pub fn due(&mut self, thinking: bool) -> impl Iterator<Item = Reply> {
        let due = self.0.extract_if(.., move |ping| !thinking || !ping.waits_for_move);
        due.map(|ping| Reply::Pong(ping.text))
    }
}
