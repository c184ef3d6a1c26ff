//! Setting up positions.

use std::time::Instant;

use super::state::{Note, Session};
use crate::rules::position::Position;
use crate::session::SearchHost;

impl Session {
    pub(super) fn set_fen(&mut self, fen: &str, now: Instant, host: &mut dyn SearchHost) {
        if fen.is_empty() {
            return self.say(self.position().fen());
        }
        match Position::from_fen(self.position().game().clone(), fen) {
            Ok(position) => {
                self.set_up(position, host);
                self.notes.push_back(Note::Board);
                self.proceed(now, host);
            }
            Err(error) => self.refuse(error.to_string()),
        }
    }
}
