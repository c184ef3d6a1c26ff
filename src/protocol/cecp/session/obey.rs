//! Carries out events: one table of every command in every phase.

use std::ops::ControlFlow;
use std::time::Instant;

use super::state::{EngineRole, Event, LiveSession, Outside, Phase};
use crate::protocol::cecp::command::Command;
use crate::protocol::cecp::reply::Reply;
use crate::session::{SearchEvent, SearchHost};

impl LiveSession {
    /// Handles an event. Appends what is to be said to `out`; `Break` ends the program.
    pub fn handle(
        &mut self,
        event: Event,
        now: Instant,
        host: &mut dyn SearchHost,
        out: &mut Vec<Reply>,
    ) -> ControlFlow<()> {
        let mut outside = Outside { now, host, out };
        match event {
            Event::Line(line) => return self.obey(Command::from(line.as_str()), &line, &mut outside),
            Event::Overlong(start) => outside.refuse("line too long", &start),
            Event::Search(message) => match self.core.hear(message, now) {
                SearchEvent::Nothing => {}
                SearchEvent::Ready => self.answer_pings(&mut outside),
                SearchEvent::Line(task, report) => self.show(task, &report, &mut outside),
                SearchEvent::Found(found) => self.finish(&found, &mut outside),
            },
            Event::Eof => return self.end(&mut outside),
        }
        ControlFlow::Continue(())
    }

    /// Every command in every phase.
    #[allow(clippy::match_same_arms)] // the table is in groups, not by what is done
    fn obey(&mut self, command: Command, line: &str, outside: &mut Outside) -> ControlFlow<()> {
        use Command as C;
        use Phase as P;
        if self.wishes.greet(&command, &self.core.settings, outside.out) {
            return ControlFlow::Continue(());
        }
        match (self.phase(), command) {
            // Already obeyed.
            (_, C::Nothing | C::Ignored | C::Xboard | C::Protover(_) | C::Computer) => {}
            (_, C::Accepted(_) | C::Rejected(_) | C::OpponentTime(_)) => {}

            (_, C::New) => self.new_game(outside),
            (_, C::Variant(name)) => self.choose_variant(&name, outside),
            (_, C::SetBoard(fen)) => self.set_board(&fen, outside),
            (_, C::UserMove(text)) if self.game.refused => self.refuse_move(text, outside),
            (_, C::BareMove(text)) if self.game.refused => self.refuse_bare(text, outside),
            (_, C::Go | C::Undo | C::Remove | C::Hint | C::Holding(_) | C::Exclude { .. })
                if self.game.refused =>
            {
                outside.refuse("no position", line);
            }
            (_, C::Holding(held)) => self.hold(&held, line, outside),
            (_, C::Option { name, value }) => self.set_option(&name, &value, line, outside),
            (_, C::Set(name, value)) => self.set(name, value, outside),

            (_, C::Level(level)) => self.wishes.clock.set_level(level),
            (_, C::SecondsPerMove(time)) => self.wishes.clock.set_seconds_per_move(time),
            (_, C::Depth(plies)) => self.wishes.clock.set_depth(plies),
            (_, C::NodesPerSecond(nodes)) => self.wishes.clock.set_nodes_per_second(nodes),
            (_, C::Time(time)) => self.wishes.clock.tell(time),
            (_, C::Post(post)) => self.wishes.post = post,

            (P::Thinking, C::Go) => {}
            (_, C::Go) => self.go(outside),
            (_, C::PlayOther) => self.wait_for(self.core.record.side(), outside),
            (_, C::Turn(color)) if color == self.core.record.side() => self.wait_for(color, outside),
            (_, C::Turn(_)) => outside.refuse("not its turn", line),
            (_, C::Force | C::Result) | (P::Analyzing, C::Exit) => {
                self.abandon(outside);
                self.game.role = EngineRole::Neither;
            }
            (P::Thinking, C::MoveNow) => outside.host.stop(),
            (_, C::MoveNow) => {}
            (_, C::Pause) => self.pause(outside),
            (_, C::Resume) => self.resume(outside),

            (P::Thinking, C::UserMove(text)) => outside.out.push(Reply::IllegalMove(text)),
            (_, C::UserMove(text)) => {
                if !self.play(&text, outside) {
                    self.refuse_move(text, outside);
                }
            }
            (P::Thinking, C::BareMove(text)) => self.refuse_bare(text, outside),
            (_, C::BareMove(text)) => {
                if !self.play(&text, outside) {
                    self.refuse_bare(text, outside);
                }
            }
            (_, C::Undo) => self.take_back(1, line, outside),
            (_, C::Remove) => self.take_back(2, line, outside),

            (_, C::Analyze) => self.begin_analysis(outside),
            (_, C::Exit) => outside.refuse("not analyzing", line),
            (_, C::Status) => self.tell_status(line, outside),
            (_, C::Exclude { out, what }) => self.exclude(&what, out, line, outside),
            (_, C::SetScore) => outside.refuse("not supported", line),

            (_, C::Ping(number)) => {
                self.show_options(outside);
                self.get_ready(outside);
                self.note_ping(number);
                self.answer_pings(outside);
            }
            (_, C::Draw) => self.consider_draw(outside),
            (P::Thinking, C::Hint) => {}
            (_, C::Hint) => self.give_hint(outside),
            (_, C::Lift(text)) => self.lift(&text, outside),
            (_, C::Put(text)) => self.put(&text, outside),
            (_, C::Book) => outside.out.push(Reply::Book(self.book())),

            (_, C::BadArgument { expected, line }) => outside.expected(expected, &line),
            (_, C::Unknown(text)) => outside.out.push(Reply::UnknownCommand(text)),
            (_, C::Quit) => return self.end(outside),
        }
        ControlFlow::Continue(())
    }

    /// Ends the session without waiting for anything.
    fn end(&mut self, outside: &mut Outside) -> ControlFlow<()> {
        self.core.forget_preparing();
        self.abandon(outside);
        ControlFlow::Break(())
    }
}
