//! What happens before a game: variants, positions, options.

use std::sync::Arc;

use super::state::{Context, EngineRole, LiveSession, Phase};
use crate::protocol::cecp::reply::Reply;
use crate::protocol::xboard::{self, PASS};
use crate::rules::geometry::Color;
use crate::rules::position::Position;
use crate::session::{Audience, Domain, Effect, ORDINARY, Selected, Setting, SettingError};

impl LiveSession {
    /// `new`: the standard game, with the engine as Black and no depth limit.
    pub(super) fn new_game(&mut self, context: &mut Context) {
        let analyzes = self.game.role == EngineRole::Analyst;
        self.game.role = EngineRole::Player(Color::Black);
        self.preferences.renew();
        self.choose_variant(ORDINARY, context);
        if analyzes {
            self.begin_analysis(context);
        }
    }

    /// `variant`: another game, and how it is played if the GUI does not know it. If the game is
    /// impossible, the current one stays. Programs get an error, and people the reason.
    pub(super) fn choose_variant(&mut self, name: &str, context: &mut Context) {
        let Some(selected) = self.preferences.select(name, context.out) else { return };
        self.abandon(context);
        // Earlier requests belong to the previous game: a GUI does not accept a setup for another one.
        self.core.forget_preparing();
        self.answer_pings(context);
        self.begin(selected, name, context);
        self.analyze(context);
    }

    fn begin(&mut self, selected: Selected, name: &str, context: &mut Context) {
        let mut briefing = xboard::brief(&selected, name, self.preferences.gui.kind(&self.core.settings));
        let Selected { game, complaint, .. } = selected;
        let (start, remark) = (briefing.start.take(), briefing.remark.take());
        context.out.extend(self.board.show(briefing));
        let remark = remark.filter(|remark| self.preferences.gui.is_new(remark));
        context.out.extend(complaint.into_iter().chain(remark).map(Reply::TellUser));
        self.thought.prepared = false;
        self.game.chosen = Arc::clone(&game);
        let array = start.and_then(|fen| Position::from_fen(Arc::clone(&game), &fen).ok());
        self.set_position(array.unwrap_or_else(|| Position::start(game)));
    }

    /// Lets the engine prepare for the game, if it has not. This waits until it is needed, because
    /// another variant may follow `new`.
    pub(super) fn get_ready(&mut self, context: &mut Context) {
        if !std::mem::replace(&mut self.thought.prepared, true) {
            self.core.prepare(&Arc::clone(self.core.record.position().game()), context.host);
        }
    }

    /// `setboard`: another position of the same game.
    pub(super) fn set_board(&mut self, fen: &str, context: &mut Context) {
        let game = self.game.compiled(self.core.record.position().game());
        let read = self.board.dialect.read_fen(game, fen);
        if read.as_ref().is_ok_and(|(position, _)| self.is_after_pass(position)) && self.play(PASS, context) {
            return;
        }
        self.abandon(context);
        let Ok((position, notes)) = read else {
            self.forget();
            self.board.refused = true;
            return context.out.push(Reply::TellUserError("Illegal position".to_string()));
        };
        for note in notes.into_iter().filter(|note| self.preferences.gui.is_new(note)) {
            context.out.push(Reply::TellUser(note));
        }
        // With other homes of kings and rooks it is another game for the engine.
        self.thought.prepared &= Arc::ptr_eq(self.core.record.position().game(), position.game());
        self.set_position(position);
        self.analyze(context);
    }

    /// Whether the opponent has passed. XBoard tells that by the position if its parent variant has no
    /// passes.
    fn is_after_pass(&self, position: &Position) -> bool {
        let (EngineRole::Player(engine), mut known) = (self.game.role, self.core.record.position().clone())
        else {
            return false;
        };
        let pass = known.moves().into_iter().find(|m| m.is_pass());
        let Some(pass) = pass.filter(|_| known.side() != engine && self.phase() != Phase::Thinking) else {
            return false;
        };
        known.make(pass);
        known.key() == position.key()
    }

    /// `holding`: what is in hand, where captures at another board put it there. In all other games the moves
    /// tell that. The engine thinks again if it is to move; what was played before cannot be taken back.
    pub(super) fn hold(&mut self, held: &[String; 2], line: &str, context: &mut Context) {
        let position = self.core.record.position();
        let counts =
            position.game().def.hands.as_ref().is_some_and(|hands| hands.captured.leaves_the_board());
        if !counts {
            return;
        }
        let [white, black] = held;
        let held = format!("{}{}", white.to_ascii_uppercase(), black.to_ascii_lowercase());
        let fen = position.fen();
        let changed = match (fen.split_once('['), fen.split_once(']')) {
            (Some((rows, _)), Some((_, fields))) => format!("{rows}[{held}]{fields}"),
            _ => fen,
        };
        let Ok(changed) = Position::from_fen(Arc::clone(position.game()), &changed) else {
            return context.expected("letters of pieces that can be in hand", line);
        };
        if changed.fen() == position.fen() {
            return;
        }
        if self.phase() == Phase::Thinking {
            // Pings go on waiting for the move.
            self.core.give_up(context.host);
            self.set_position(changed);
            self.think(context);
        } else {
            self.abandon(context);
            self.set_position(changed);
            self.analyze(context);
        }
    }

    /// `option`: a choice of the roster, or one of the engine's settings.
    pub(super) fn set_option(&mut self, name: &str, value: &str, line: &str, context: &mut Context) {
        let settings = &mut self.core.settings;
        let set = self.preferences.roster.choose(name, value);
        match set.unwrap_or_else(|| settings.set(name, value, Audience::Cecp)) {
            // An analysis shows the change at once. A game is not affected.
            Ok(()) => self.analyze(context),
            Err(SettingError::Name) => context.refuse("no such option", line),
            Err(SettingError::Value(expected)) => context.expected(expected, line),
        }
    }

    /// `memory`, `cores`, `hard`, `easy`. A search for a move keeps the threads it has.
    pub(super) fn set(&mut self, name: &str, asked: i64, context: &mut Context) {
        let Some(setting) = Setting::of(name) else { return };
        // A number above the range is as good as the highest.
        let most = if let Domain::Spin(_, most) = setting.domain { most } else { 1 };
        let value = i32::try_from(asked).map_or(most, |number| number.min(most));
        let before = setting.value(&self.core.settings);
        let cut = self.core.change(setting, &value.to_string(), context.host);
        // GUIs repeat it for every game.
        if let Ok(Some(granted)) = cut
            && value != before
        {
            context.out.push(Reply::TellUser(format!(
                "{asked} MB are more than this machine can spare: the hash table takes {granted} MB"
            )));
        }
        match setting.effect {
            Effect::Ponder if value != 0 => self.ponder(context),
            Effect::Ponder if self.core.is_pondering() => self.abandon(context),
            Effect::Ponder => {}
            _ => self.analyze(context),
        }
    }
}
