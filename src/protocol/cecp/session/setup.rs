//! What happens before a game: variants, positions, options.

use std::sync::Arc;

use super::state::{Context, EngineRole, LiveSession, Phase, Preferences};
use crate::protocol::cecp::reply::Reply;
use crate::protocol::xboard::{self, taken_for};
use crate::rules::geometry::Color;
use crate::rules::position::Position;
use crate::session::{
    Audience, Domain, Effect, ORDINARY, Record, Selected, Setting, SettingError, first_line,
};

impl LiveSession {
    /// `new`: the standard game, with the engine as Black and no depth limit.
    pub(super) fn new_game(&mut self, context: &mut Context) {
        let analyzes = self.game.role == EngineRole::Analyst;
        self.game.role = EngineRole::Player(Color::Black);
        self.preferences.clock.new_game();
        self.preferences.gui.computer = false;
        self.choose_variant(ORDINARY, context);
        if analyzes {
            self.begin_analysis(context);
        }
    }

    /// `variant`: another game, and how it is played if the GUI does not know it. If the game is
    /// impossible, the current one stays. Programs get an error, and people the reason.
    pub(super) fn choose_variant(&mut self, name: &str, context: &mut Context) {
        let def = Some(&self.preferences.roster).filter(|_| self.preferences.gui.is_xboard());
        let def = def.and_then(|roster| roster.resolve(&roster.meaning(name)).ok());
        if let Some(reason) = def.and_then(|def| xboard::unshowable(&def)) {
            context.refuse("cannot show this variant", &format!("variant {name}"));
            return context.out.push(Reply::TellUser(reason));
        }
        // The button of a variant starts the game with the armies that are suggested everywhere.
        let roster = &mut self.preferences.roster;
        let wanted = if self.preferences.gui.is_xboard() { roster.suggested(name) } else { name.to_string() };
        match roster.select(&wanted) {
            Ok(selected) => {
                self.abandon(context);
                // Earlier requests belong to the previous game: a GUI does not accept a setup for
                // another one.
                self.core.forget_preparing();
                self.answer_pings(context);
                self.begin(selected, name, context);
                self.analyze(context);
            }
            Err(error) => {
                let known = self.preferences.roster.knows(name);
                let fault = if known { "cannot play this variant" } else { "unknown variant" };
                context.refuse(fault, &format!("variant {name}"));
                // The GUI's own game, which we do not have, is not a misspelling.
                let is_the_guis = !known && taken_for(name).is_some_and(|own| own == name);
                let missing =
                    format!("Fibnif does not play {name} yet. `fibnif list` shows the games it plays.");
                context.out.push(Reply::TellUser(if is_the_guis { missing } else { first_line(&error) }));
            }
        }
    }

    fn begin(&mut self, selected: Selected, name: &str, context: &mut Context) {
        let briefing = xboard::brief(&selected, name, self.preferences.gui.kind(&self.core.settings));
        let Selected { game, complaint, .. } = selected;
        self.game.is_declared = briefing.setup.is_some();
        context.out.extend(briefing.setup.map(Reply::Setup));
        context.out.extend(
            briefing.pieces.into_iter().map(|line| Reply::Piece { name: line.name, moves: line.moves }),
        );
        context.out.extend(complaint.map(Reply::TellUser));
        if let Some(remark) = briefing.remark
            && self.preferences.gui.is_new(&remark)
        {
            context.out.push(Reply::TellUser(remark));
        }
        self.thought.prepared = false;
        self.game.knowledge = briefing.knowledge;
        self.game.dialect = briefing.dialect;
        self.game.chosen = Arc::clone(&game);
        let array = briefing.start.and_then(|fen| Position::from_fen(Arc::clone(&game), &fen).ok());
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
        // A game with shuffled pieces is compiled for the squares of the last position. A position of
        // Chess960 does not turn chess into such a game for later positions.
        let chosen = &self.game.chosen;
        let is_shuffled = chosen.def.rules.castling.is_shuffled();
        let game = if is_shuffled { self.core.record.position().game() } else { chosen };
        let read = self.game.dialect.read_fen(game, fen);
        self.abandon(context);
        let Ok((position, notes)) = read else {
            self.forget();
            self.game.refused = true;
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

    pub(super) fn set_position(&mut self, position: Position) {
        self.core.begin(Record::new(position));
        self.game.refused = false;
        self.forget();
    }

    /// Results of the last search no longer apply.
    pub(super) fn forget(&mut self) {
        self.game.lifted = None;
        self.game.excluded.clear();
        self.core.forget();
        self.game.announced = false;
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

    /// Announces the options of the current variant first, if the GUI accepts that.
    pub(super) fn show_options(&mut self, context: &mut Context) {
        let Preferences { roster, announced, gui, .. } = &mut self.preferences;
        if let Some(announced) = announced.as_mut().filter(|_| gui.is_xboard()) {
            announced.refresh(roster, &self.core.settings, context.out);
        }
    }
}
