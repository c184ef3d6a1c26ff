//! The moves of a game: whose turn it is, what the opponent plays, what is taken back, and how it ends.
//!
//! Where a turn has two moves, the opponent of the moving side passes in between; see
//! [`Record`](crate::session::Record). The engine passes without thinking.

use super::state::{Context, EngineRole, LiveSession};
use crate::protocol::cecp::claims::{Claim, claim};
use crate::protocol::cecp::reply::Reply;
use crate::protocol::xboard::PASS;
use crate::rules::geometry::Color;
use crate::rules::position::{Outcome, Reason};

impl LiveSession {
    /// Gives the side to move to the opponent, and the other side to the engine.
    pub(super) fn wait_for(&mut self, opponent: Color, context: &mut Context) {
        self.abandon(context);
        self.game.role = EngineRole::Player(!opponent);
    }

    /// Plays a move of the opponent (in force mode, of either side), and answers it if it is the
    /// engine's turn. Returns false if the move is not legal.
    pub(super) fn play(&mut self, text: &str, context: &mut Context) -> bool {
        // Between the halves of a turn a pass is no move of the game.
        let owes_pass = self.core.record.owes_pass();
        let m = if owes_pass { None } else { self.board.read(&mut self.core.record, text) };
        if m.is_none() && !(owes_pass && text == PASS) {
            return false;
        }
        let expected = self.core.expects(m);
        if !expected {
            self.abandon(context);
        }
        match m {
            Some(m) => self.core.record.play(m),
            None => drop(self.core.record.pass()),
        }
        self.board.put_back();
        self.game.excluded.clear();
        if expected {
            self.ponder_hit(context);
        } else {
            self.take_turn(context);
        }
        true
    }

    /// `go`: the engine plays the side to move.
    pub(super) fn go(&mut self, context: &mut Context) {
        self.abandon(context);
        self.game.role = EngineRole::Player(self.core.record.side());
        self.take_turn(context);
    }

    /// If the engine makes the next ply, it passes or thinks. In analysis mode it searches the new
    /// position.
    pub(super) fn take_turn(&mut self, context: &mut Context) {
        if self.game.role != EngineRole::Player(self.core.record.side()) {
            return self.analyze(context);
        }
        if self.core.record.pass() {
            context.out.push(Reply::Move(PASS.to_string()));
        } else {
            self.think(context);
        }
    }

    /// Refuses a move. XBoard shows its user only the bare move, so the reason is sent in a message. An
    /// engine as the opponent needs no reason.
    pub(super) fn refuse_move(&self, text: String, context: &mut Context) {
        let explained = self.preferences.has_person_in_xboard();
        let explained =
            explained.then(|| format!("{text}: {}", self.board.why_not(&self.core.record, &text)));
        context.out.push(Reply::IllegalMove(text));
        context.out.extend(explained.map(Reply::TellUser));
    }

    /// A line that looks like a move but is not legal. A GUI that marks its moves meant something else,
    /// and cutechess takes any text about illegal moves for a claim of the game.
    pub(super) fn refuse_bare(&self, text: String, context: &mut Context) {
        context.out.push(if self.preferences.gui.sends_usermove() {
            Reply::UnknownCommand(text)
        } else {
            Reply::IllegalMove(text)
        });
    }

    /// Takes back `plies` plies, or reports that there are not that many.
    pub(super) fn take_back(&mut self, plies: usize, line: &str, context: &mut Context) {
        if !self.core.record.take_back(plies) {
            return context.refuse("nothing to take back", line);
        }
        self.abandon(context);
        self.forget();
        self.analyze(context);
    }

    /// Announces the end of the game. If a rule has ended it while there are legal moves, it continues
    /// when the GUI asks again, or if the GUI was not told. Returns whether it is over.
    pub(super) fn announce(&mut self, outcome: Outcome, engine: Color, context: &mut Context) -> bool {
        let stuck = matches!(outcome.reason, Reason::Mate | Reason::NoMoves)
            || self.core.record.position().moves().is_empty();
        if self.game.announced && !stuck {
            return false;
        }
        let limit = self.core.record.position().game().def.rules.move_limit;
        match claim(outcome, engine, self.preferences.gui.audience(), self.board.knowledge, limit) {
            Claim::Result(reply) => {
                self.game.announced = true;
                context.out.push(reply);
                return true;
            }
            Claim::Offer => {
                self.game.announced = true;
                context.out.push(Reply::OfferDraw);
            }
            Claim::Silence => {}
        }
        stuck
    }

    /// The opponent offers a draw.
    pub(super) fn consider_draw(&mut self, context: &mut Context) {
        if self.core.takes_draw() {
            context.out.push(Reply::OfferDraw);
        }
    }
}
