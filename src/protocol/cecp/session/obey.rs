//! Carries out events: one table of every command in every phase.

use std::ops::ControlFlow;
use std::time::Instant;

use super::state::{Context, EngineRole, Event, LiveSession, Phase};
use crate::engine::search::TimeControl;
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
        let mut context = Context { now, host, out };
        match event {
            Event::Line(line) => return self.obey(Command::from(line.as_str()), &line, &mut context),
            Event::Overlong(start) => context.refuse("line too long", &start),
            Event::Search(message) => match self.core.on_message(message, now) {
                SearchEvent::Nothing => {}
                SearchEvent::Ready => self.answer_pings(&mut context),
                SearchEvent::Line(task, report) => self.show(task, &report, &mut context),
                SearchEvent::Found(found) => self.finish(&found, &mut context),
            },
            Event::Eof => return self.end(&mut context),
        }
        ControlFlow::Continue(())
    }

    /// Every command in every phase.
    #[allow(clippy::match_same_arms)] // the table is in groups, not by what is done
    fn obey(&mut self, command: Command, line: &str, context: &mut Context) -> ControlFlow<()> {
        use Command as C;
        use Phase as P;
        if self.preferences.greet(&command, &self.core.settings, context.out) {
            return ControlFlow::Continue(());
        }
        match (self.phase(), command) {
            // Already obeyed.
            (_, C::Nothing | C::Ignored | C::Xboard | C::Protover(_) | C::Computer) => {}
            (_, C::Accepted(_) | C::Rejected(_) | C::OpponentTime(_)) => {}

            (_, C::New) => self.new_game(context),
            (_, C::Variant(name)) => self.choose_variant(&name, context),
            (_, C::SetBoard(fen)) => self.set_board(&fen, context),
            (_, C::UserMove(text)) if self.board.refused => self.refuse_move(text, context),
            (_, C::BareMove(text)) if self.board.refused => self.refuse_bare(text, context),
            (_, C::Go | C::Undo | C::Remove | C::Hint | C::Holding(_) | C::Exclude { .. })
                if self.board.refused =>
            {
                context.refuse("no position", line);
            }
            (_, C::Holding(held)) => self.hold(&held, line, context),
            (_, C::Option { name, value }) => self.set_option(&name, &value, line, context),
            (_, C::Set(name, value)) => self.set(name, value, context),

            (_, C::Level(level)) => self.preferences.clock.set_control(TimeControl::Level(level)),
            (_, C::SecondsPerMove(time)) => self.preferences.clock.set_control(TimeControl::PerMove(time)),
            (_, C::Depth(plies)) => self.preferences.clock.set_depth(plies),
            (_, C::NodesPerSecond(nodes)) => self.preferences.clock.set_nodes_per_second(nodes),
            (_, C::Time(time)) => self.preferences.clock.tell(time),
            (_, C::Post(post)) => self.preferences.post = post,

            (P::Thinking, C::Go) => {}
            (_, C::Go) => self.go(context),
            (_, C::PlayOther) => self.wait_for(self.core.record.side(), context),
            (_, C::Turn(color)) if color == self.core.record.side() => self.wait_for(color, context),
            (_, C::Turn(_)) => context.refuse("not its turn", line),
            (_, C::Force | C::Result) | (P::Analyzing, C::Exit) => {
                self.abandon(context);
                self.game.role = EngineRole::Neither;
            }
            (P::Thinking, C::MoveNow) => context.host.stop(),
            (_, C::MoveNow) => {}
            (_, C::Pause) => self.pause(context),
            (_, C::Resume) => self.resume(context),

            (P::Thinking, C::UserMove(text)) => context.out.push(Reply::IllegalMove(text)),
            (_, C::UserMove(text)) => {
                if !self.play(&text, context) {
                    self.refuse_move(text, context);
                }
            }
            (P::Thinking, C::BareMove(text)) => self.refuse_bare(text, context),
            (_, C::BareMove(text)) => {
                if !self.play(&text, context) {
                    self.refuse_bare(text, context);
                }
            }
            (_, C::Undo) => self.take_back(1, line, context),
            (_, C::Remove) => self.take_back(2, line, context),

            (_, C::Analyze) => self.begin_analysis(context),
            (_, C::Exit) => context.refuse("not analyzing", line),
            (_, C::Status) => self.tell_status(line, context),
            (_, C::Exclude { out, what }) => self.exclude(&what, out, line, context),
            (_, C::SetScore) => context.refuse("not supported", line),

            (_, C::Ping(number)) => {
                self.preferences.show_options(&self.core.settings, context.out);
                self.get_ready(context);
                self.pings.note(number, self.phase() == P::Thinking);
                self.answer_pings(context);
            }
            (_, C::Draw) => self.consider_draw(context),
            (P::Thinking, C::Hint) => {}
            (_, C::Hint) => self.give_hint(context),
            (_, C::Lift(text)) if self.preferences.gui.is_xboard() => {
                context.out.extend(self.board.lift(&self.core.record, &text));
            }
            (_, C::Put(text))
                if self.preferences.gui.is_xboard() && !self.core.settings.gui_tests_legality =>
            {
                context.out.extend(self.board.put(self.core.record.position(), &text));
            }
            (_, C::Lift(_) | C::Put(_)) => {}
            (_, C::Book) => context.out.push(Reply::Book(self.book())),

            (_, C::BadArgument { expected, line }) => context.expected(expected, &line),
            (_, C::Unknown(text)) => context.out.push(Reply::UnknownCommand(text)),
            (_, C::Quit) => return self.end(context),
        }
        ControlFlow::Continue(())
    }

    /// Ends the session without waiting for anything.
    fn end(&mut self, context: &mut Context) -> ControlFlow<()> {
        self.core.forget_preparing();
        self.abandon(context);
        ControlFlow::Break(())
    }
}
