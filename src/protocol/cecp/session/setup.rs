//! What happens before a game: variants, positions, options.

use std::sync::Arc;

use super::state::{EngineRole, LiveSession, Outside, Phase, Preferences};
use crate::protocol::cecp::reply::Reply;
use crate::protocol::xboard::{self, taken_for};
use crate::rules::geometry::Color;
use crate::rules::position::Position;
use crate::session::{Audience, Domain, Effect, ORDINARY, Record, Selected, Setting, SettingError, one_line};

impl LiveSession {
    /// `new`: the standard game, with the engine as Black and no depth limit.
    pub(super) fn new_game(&mut self, outside: &mut Outside) {
        let analyzes = self.game.role == EngineRole::Analyst;
        self.game.role = EngineRole::Player(Color::Black);
        self.wishes.clock.new_game();
        self.wishes.gui.computer = false;
        self.choose_variant(ORDINARY, outside);
        if analyzes {
            self.begin_analysis(outside);
        }
    }

    /// `variant`: another game, and how it is played if the GUI does not know it. If the game is
    /// impossible, the current one stays. Programs get an error, and people the reason.
    pub(super) fn choose_variant(&mut self, name: &str, outside: &mut Outside) {
        let def = Some(&self.wishes.roster).filter(|_| self.wishes.gui.is_xboard());
        let def = def.and_then(|roster| roster.resolve(&roster.meaning(name)).ok());
        if let Some(reason) = def.and_then(|def| xboard::unshowable(&def)) {
            outside.refuse("cannot show this variant", &format!("variant {name}"));
            return outside.out.push(Reply::TellUser(reason));
        }
        // The button of a variant starts the game with the armies that are suggested everywhere.
        let roster = &mut self.wishes.roster;
        let wanted = if self.wishes.gui.is_xboard() { roster.suggested(name) } else { name.to_string() };
        match roster.select(&wanted) {
            Ok(selected) => {
                self.abandon(outside);
                // Earlier requests belong to the previous game: a GUI does not accept a setup for
                // another one.
                self.core.forget_preparing();
                self.answer_pings(outside);
                self.begin(selected, name, outside);
                self.analyze(outside);
            }
            Err(error) => {
                let known = self.wishes.roster.knows(name);
                let fault = if known { "cannot play this variant" } else { "unknown variant" };
                outside.refuse(fault, &format!("variant {name}"));
                // The GUI's own game, which we do not have, is not a misspelling.
                let is_the_guis = !known && taken_for(name).is_some_and(|own| own == name);
                let missing =
                    format!("Fibnif does not play {name} yet. `fibnif list` shows the games it plays.");
                outside.out.push(Reply::TellUser(if is_the_guis { missing } else { one_line(&error) }));
            }
        }
    }

    fn begin(&mut self, selected: Selected, name: &str, outside: &mut Outside) {
        let briefing = xboard::brief(&selected, name, self.wishes.gui.kind(&self.core.settings));
        let Selected { game, complaint, .. } = selected;
        self.game.told = briefing.setup.is_some();
        outside.out.extend(briefing.setup.map(Reply::Setup));
        outside.out.extend(
            briefing.pieces.into_iter().map(|line| Reply::Piece { name: line.name, moves: line.moves }),
        );
        outside.out.extend(complaint.map(Reply::TellUser));
        if let Some(remark) = briefing.remark
            && self.wishes.gui.is_new(&remark)
        {
            outside.out.push(Reply::TellUser(remark));
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
    pub(super) fn get_ready(&mut self, outside: &mut Outside) {
        if !std::mem::replace(&mut self.thought.prepared, true) {
            self.core.prepare(&Arc::clone(self.core.record.position().game()), outside.host);
        }
    }

    /// `setboard`: another position of the same game.
    pub(super) fn set_board(&mut self, fen: &str, outside: &mut Outside) {
        // A game with shuffled pieces is compiled for the squares of the last position. A position of
        // Chess960 does not turn chess into such a game for later positions.
        let chosen = &self.game.chosen;
        let is_shuffled = chosen.def.rules.castling.is_shuffled();
        let game = if is_shuffled { self.core.record.position().game() } else { chosen };
        let read = self.game.dialect.read_fen(game, fen);
        self.abandon(outside);
        let Ok((position, notes)) = read else {
            self.forget();
            self.game.refused = true;
            return outside.out.push(Reply::TellUserError("Illegal position".to_string()));
        };
        for note in notes.into_iter().filter(|note| self.wishes.gui.is_new(note)) {
            outside.out.push(Reply::TellUser(note));
        }
        // With other homes of kings and rooks it is another game for the engine.
        self.thought.prepared &= Arc::ptr_eq(self.core.record.position().game(), position.game());
        self.set_position(position);
        self.analyze(outside);
    }

    /// `holding`: what is in hand, where captures at another board put it there. In all other games the moves
    /// tell that. The engine thinks again if it is to move; what was played before cannot be taken back.
    pub(super) fn hold(&mut self, held: &[String; 2], line: &str, outside: &mut Outside) {
        let position = self.core.record.position();
        let told = position.game().def.hands.as_ref().is_some_and(|hands| hands.captured.leaves_the_board());
        if !told {
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
            return outside.expected("letters of pieces that can be in hand", line);
        };
        if changed.fen() == position.fen() {
            return;
        }
        if self.phase() == Phase::Thinking {
            // Pings go on waiting for the move.
            self.core.give_up(outside.host);
            self.set_position(changed);
            self.think(outside);
        } else {
            self.abandon(outside);
            self.set_position(changed);
            self.analyze(outside);
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
    pub(super) fn set_option(&mut self, name: &str, value: &str, line: &str, outside: &mut Outside) {
        let settings = &mut self.core.settings;
        let set = self.wishes.roster.choose(name, value);
        match set.unwrap_or_else(|| settings.set(name, value, Audience::Cecp)) {
            // An analysis shows the change at once. A game is not affected.
            Ok(()) => self.analyze(outside),
            Err(SettingError::Name) => outside.refuse("no such option", line),
            Err(SettingError::Value(expected)) => outside.expected(expected, line),
        }
    }

    /// `memory`, `cores`, `hard`, `easy`. A search for a move keeps the threads it has.
    pub(super) fn set(&mut self, name: &str, asked: i64, outside: &mut Outside) {
        let Some(setting) = Setting::of(name) else { return };
        // A number above the range is as good as the highest.
        let most = if let Domain::Spin(_, most) = setting.domain { most } else { 1 };
        let value = i32::try_from(asked).map_or(most, |number| number.min(most));
        let before = setting.value(&self.core.settings);
        let cut = self.core.change(setting, &value.to_string(), outside.host);
        // GUIs repeat it for every game.
        if let Ok(Some(granted)) = cut
            && value != before
        {
            outside.out.push(Reply::TellUser(format!(
                "{asked} MB are more than this machine can spare: the hash table takes {granted} MB"
            )));
        }
        match setting.effect {
            Effect::Ponder if value != 0 => self.ponder(outside),
            Effect::Ponder if self.core.is_pondering() => self.abandon(outside),
            Effect::Ponder => {}
            _ => self.analyze(outside),
        }
    }

    /// Announces the options of the current variant first, if the GUI accepts that.
    pub(super) fn show_options(&mut self, outside: &mut Outside) {
        let Preferences { roster, told, gui, .. } = &mut self.wishes;
        if let Some(told) = told.as_mut().filter(|_| gui.is_xboard()) {
            told.refresh(roster, &self.core.settings, outside.out);
        }
    }
}
