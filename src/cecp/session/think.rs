//! The engine's own moves: starts searches, shows what they find, plays it.

use std::time::Duration;

use rand::rand_core::Rng;

use super::result::Verdict;
use super::{Candidate, Outside, Purpose, Role, Search, Session};
use crate::cecp::command::PASS;
use crate::cecp::reply::{Reply, Thinking, speed};
use crate::engine::SearchId;
use crate::position::{HalfOrder, Move, MoveKind};
use crate::search::{Best, Bound, Clock, Limits, Report};

/// How many moves in a row must look lost before the engine resigns.
const HOPELESS_MOVES: u32 = 3;
/// How many moves to choose from where games are to differ.
const CHOICES: usize = 4;
/// How long to look for a hint.
const HINT_TIME: Duration = Duration::from_millis(300);

impl Session {
    /// Looks for the engine's move, unless the game is over.
    pub(super) fn think(&mut self, outside: &mut Outside) {
        if let Some(outcome) = self.record.position().outcome()
            && self.announce(outcome, self.record.side(), outside) == Verdict::Over
        {
            return;
        }
        let limits = Limits { started: Some(outside.now), lines: self.choices(), ..self.limits() };
        self.start(Purpose::Move, limits, outside);
    }

    /// What a search for a move in this position may spend.
    pub(super) fn limits(&self) -> Limits {
        let (clock, depth) = self.clock.limits(self.played());
        let limits = [self.clock.nodes(self.played()), Some(self.settings.nodes).filter(|&nodes| nodes > 0)];
        let by_nodes = limits[0].is_some();
        Limits {
            clock: if by_nodes { Clock::Unlimited } else { clock },
            depth,
            nodes: limits.into_iter().flatten().min(),
            overhead: self.clock.overhead(self.settings.overhead),
            excluded: self.left_out(),
            ..Limits::default()
        }
    }

    /// How many moves to choose from.
    fn choices(&self) -> usize {
        if self.random && self.settings.variety > 0 { CHOICES } else { 1 }
    }

    /// How many moves the engine has made, as the GUI's clock counts.
    pub(super) fn played(&self) -> u32 {
        u32::try_from(self.record.len() / 2).unwrap_or(u32::MAX)
    }

    /// Moves not to be played, if there are others: those the user has excluded, and those that a
    /// GUI which tests legality refuses or gets wrong.
    fn left_out(&self) -> Vec<Move> {
        let tested = self.settings.gui_tests_legality && self.told;
        let position = self.record.position();
        let mut moves = Vec::new();
        position.legal_moves(MoveKind::All, &mut moves);
        let all = moves.len();
        moves.retain(|m| self.excluded.contains(m) || tested && !self.dialect.can_say(position, *m));
        if moves.len() < all { moves } else { Vec::new() }
    }

    pub(super) fn start(&mut self, purpose: Purpose, limits: Limits, outside: &mut Outside) {
        self.get_ready(outside);
        self.last_id += 1;
        self.search =
            Some(Search { id: self.last_id, purpose, began: outside.now, spoken: false, progress: (0, 0) });
        self.candidates.clear();
        // A turn of two moves begins where the King is in check: GUIs that test moves refuse others.
        let mut position = self.record.position().clone();
        position.set_half_order(HalfOrder::Fixed);
        outside.worker.start(self.last_id, position, limits);
    }

    /// Notes and shows what a search has found so far.
    pub(super) fn show(&mut self, id: SearchId, report: &Report, outside: &mut Outside) {
        let Some(search) =
            self.search.as_mut().filter(|search| search.id == id && search.purpose != Purpose::Hint)
        else {
            return;
        };
        search.progress = (report.depth, report.nodes);
        let purpose = search.purpose;
        if report.bound == Bound::Exact
            && let Some(&m) = report.pv.first()
        {
            if self.candidates.first().is_none_or(|better| better.rank <= report.rank) {
                self.candidates.clear();
            }
            self.candidates.insert(0, Candidate { rank: report.rank, m, score: report.score });
        }
        // In a game there is one line: the GUI notes its score beside the move.
        let wanted = purpose == Purpose::Analysis || self.post && report.rank == 1;
        if !wanted {
            return;
        }
        search.spoken = true;
        let thinking = Thinking {
            depth: report.depth,
            seldepth: report.seldepth,
            score: report.score,
            centiseconds: report.time.as_millis() / 10,
            nodes: report.nodes,
            speed: speed(report.nodes, report.time),
            line: self.line(purpose, &report.pv),
            mark: match report.bound {
                Bound::Exact => "",
                Bound::Lower => "!",
                Bound::Upper => "?",
            },
        };
        outside.out.push(Reply::Thinking(thinking));
    }

    /// The texts of a line of moves from the present position, with the expected move before and
    /// the passes in between; it ends where one is not legal.
    fn line(&mut self, purpose: Purpose, moves: &[Move]) -> Vec<String> {
        let plain = self.dialect.plain();
        let before = self.record.len();
        let mut texts = Vec::with_capacity(moves.len());
        let pondering = self.pondering.as_ref().filter(|_| purpose == Purpose::Ponder);
        let expected = pondering.and_then(|pondering| pondering.expected);
        for &m in expected.iter().chain(moves) {
            if !self.record.position().is_legal(m) {
                break;
            }
            if self.record.pass() {
                texts.push(PASS.to_string());
            }
            texts.push(plain.write_move(self.record.position(), m));
            self.record.play(m);
        }
        self.record.take_back(self.record.len() - before);
        texts
    }

    /// A search has ended.
    pub(super) fn finish(&mut self, id: SearchId, best: &Best, outside: &mut Outside) {
        let Some(search) = self.search.take_if(|search| search.id == id) else { return };
        match (search.purpose, best.best) {
            (Purpose::Hint, Some(m)) => {
                outside.out.push(Reply::Hint(self.dialect.write_move(self.record.position(), m)));
            }
            (Purpose::Move, Some(m)) => {
                let chosen = self.vary(m);
                self.move_or_resign(search, chosen, best, outside);
            }
            // It waits for the opponent.
            (Purpose::Ponder, _) => self.keep_pondered(search, best),
            // Only a game that is over has no move, and `think` has announced that.
            (Purpose::Hint | Purpose::Move, None) | (Purpose::Analysis, _) => {}
        }
        self.answer_pings(outside);
        self.ponder(outside);
    }

    /// The move to play: the best, or if games are to differ one that is hardly worse.
    fn vary(&mut self, best: Move) -> Move {
        let Some(top) = self.candidates.first().filter(|_| self.choices() > 1) else { return best };
        let near = |candidate: &&Candidate| candidate.score.0 >= top.score.0 - self.settings.variety;
        let moves: Vec<Move> = self.candidates.iter().filter(near).map(|candidate| candidate.m).collect();
        let roll = self.dice.next_u64() % u64::try_from(moves.len()).unwrap_or(1).max(1);
        let chosen = usize::try_from(roll).ok().and_then(|roll| moves.get(roll)).copied();
        chosen.filter(|&m| self.record.position().is_legal(m)).unwrap_or(best)
    }

    /// Makes the move a search has found, or gives the game up.
    pub(super) fn move_or_resign(&mut self, search: Search, m: Move, best: &Best, outside: &mut Outside) {
        let engine = self.record.side();
        let text = self.dialect.write_move(self.record.position(), m);
        if self.post && !search.spoken {
            let shown = self.dialect.plain().write_move(self.record.position(), m);
            outside.out.push(Reply::Thinking(Thinking::of_move(best, shown)));
        }
        self.clock.note_delay(outside.now.saturating_duration_since(search.began), self.settings.overhead);
        self.clock.spend(outside.now.saturating_duration_since(search.began), self.played());
        self.score = Some(best.score);
        let lost = best.score < -self.settings.resign_threshold;
        self.hopeless_moves = if lost { self.hopeless_moves + 1 } else { 0 };
        if self.settings.resign && self.hopeless_moves >= HOPELESS_MOVES {
            self.announced = true;
            return outside.out.push(Reply::Resign);
        }
        self.hint = best.ponder.filter(|_| Some(m) == best.best);
        self.record.play(m);
        self.excluded.clear();
        // An offer goes before the move, a result after it.
        let mut afterwards = Vec::new();
        if let Some(outcome) = self.record.position().outcome() {
            self.announce(
                outcome,
                engine,
                &mut Outside { now: outside.now, worker: outside.worker, out: &mut afterwards },
            );
        } else if self.record.position().is_stale() {
            afterwards.push(Reply::OfferDraw);
        }
        let before = afterwards.iter().take_while(|reply| **reply == Reply::OfferDraw).count();
        outside.out.extend(afterwards.drain(..before));
        outside.out.push(Reply::Move(text));
        outside.out.append(&mut afterwards);
    }

    /// `hint`: what the last search expected, or what a short one finds.
    pub(super) fn give_hint(&mut self, outside: &mut Outside) {
        let position = self.record.position();
        if self.record.owes_pass() {
            return outside.out.push(Reply::Hint(PASS.to_string()));
        }
        let analyzed = self.candidates.first().map(|best| best.m).filter(|_| self.role == Role::Analyst);
        match analyzed.or(self.hint).filter(|&m| position.is_legal(m)) {
            Some(m) => outside.out.push(Reply::Hint(self.dialect.write_move(position, m))),
            None if position.outcome().is_some() || self.role == Role::Analyst => {}
            None => self.start(
                Purpose::Hint,
                Limits { clock: Clock::PerMove(HINT_TIME), ..Limits::default() },
                outside,
            ),
        }
    }
}
