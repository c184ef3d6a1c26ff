//! Plays games and trusts nothing: after every move the position is checked for consistency, and every
//! end (of a game, or of one square color in a game of double moves) is checked against the referee's
//! own record.

mod ends;

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::ops::AddAssign;
use std::sync::atomic::AtomicBool;

use crate::common::counts::{Count, Men, counted};
use crate::common::{legal, same};
use fibnif::engine::search::{Limits, Report, Searcher};
use fibnif::rules::geometry::{Color, SquareColor};
use fibnif::rules::letter::Letter;
use fibnif::rules::position::{Horizon, Margin, Move, Outcome, Position, Reason, SquareColors, perft};
use fibnif::rules::variant::{End, Repeated, TurnRule};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt};

/// Who makes a side's moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// Random moves, preferring captures and promotions.
    Chance,
    /// The engine with this number of nodes, and sometimes a random move.
    Engine(u64),
}

/// Statistics of some games.
#[derive(Clone, Default)]
pub struct Tally {
    pub games: u32,
    pub plies: usize,
    pub castles: u32,
    pub en_passant: u32,
    pub promotions: u32,
    /// Square colors closed by stalemate and by repetition.
    pub half_draws: [u32; 2],
    /// Mates worth three quarters.
    pub half_wins: u32,
    /// Games by what ended them.
    pub ends: BTreeMap<String, u32>,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.games += other.games;
        self.plies += other.plies;
        self.castles += other.castles;
        self.en_passant += other.en_passant;
        self.promotions += other.promotions;
        for (sum, number) in self.half_draws.iter_mut().zip(other.half_draws) {
            *sum += number;
        }
        self.half_wins += other.half_wins;
        for (reason, number) in other.ends {
            *self.ends.entry(reason).or_default() += number;
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally {
            games,
            plies,
            castles,
            en_passant,
            promotions,
            half_draws: [stalemates, repetitions],
            half_wins,
            ends,
        } = self;
        write!(f, "{games} games of {} plies:", plies / (*games).max(1) as usize)?;
        for (i, (reason, number)) in ends.iter().enumerate() {
            write!(f, "{} {number} {reason}", if i == 0 { "" } else { "," })?;
        }
        write!(f, "; {castles} castled, {en_passant} e.p., {promotions} promotions")?;
        if stalemates + repetitions > 0 {
            write!(
                f,
                "; half-draws: {stalemates} stalemate, {repetitions} repetition; {half_wins} half wins"
            )?;
        }
        Ok(())
    }
}

/// One game while it is played.
pub struct Referee<'a, R> {
    position: Position,
    random: &'a mut R,
    /// How often each position, identified by its FEN, has occurred since the game began.
    seen: HashMap<String, u32>,
    /// The same for the pieces on the squares of one color and the side that moves there next.
    seen_parts: HashMap<String, u32>,
    /// The checks each side has given.
    checks: [u32; 2],
    /// The count of an ending, if these are counted.
    count: Option<Count>,
    tally: Tally,
}

impl<'a, R: Rng> Referee<'a, R> {
    pub fn new(position: Position, random: &'a mut R) -> Referee<'a, R> {
        let count = first_count(&position);
        Referee {
            position,
            random,
            seen: HashMap::new(),
            seen_parts: HashMap::new(),
            checks: [0; 2],
            count,
            tally: Tally::default(),
        }
    }

    /// Plays the game to its end. An error is a fault of the program, with the position.
    pub fn play(mut self, searcher: &mut Searcher, players: [Player; 2]) -> Result<Tally, String> {
        let most = self.most_plies();
        self.tally.games = 1;
        for complex in SquareColor::ALL {
            let side = self.position.side();
            let due = self.position.rest_of_turn().colors.is_some_and(|colors| colors.contains(complex));
            self.note_part(complex, if due { side } else { !side });
        }
        loop {
            let fen = self.position.fen();
            let moves = self.check().map_err(|fault| format!("`{fen}`: {fault}"))?;
            if let Some(outcome) = self.outcome().map_err(|fault| format!("`{fen}`: {fault}"))? {
                self.tally.half_wins += u32::from(outcome.winner.is_some() && outcome.margin == Margin::Half);
                *self.tally.ends.entry(outcome.reason.to_string()).or_default() += 1;
                return Ok(self.tally);
            }
            match most {
                Some(most) if self.tally.plies > most => {
                    return Err(format!("`{fen}`: no end after {most} plies"));
                }
                None if self.tally.plies > 1000 => {
                    *self.tally.ends.entry("broken off".into()).or_default() += 1;
                    return Ok(self.tally);
                }
                _ => {}
            }
            let player = players[self.position.side().index()];
            let played =
                self.choose(searcher, player, &moves).map_err(|fault| format!("`{fen}`: {fault}"))?;
            let text = self.position.move_text(played);
            self.make(played).map_err(|fault| format!("`{fen}` {text}: {fault}"))?;
        }
    }

    /// The maximum number of plies of a game, if there is a limit to moves without progress: every
    /// piece can be captured once, and a pawn advances from rank to rank.
    fn most_plies(&self) -> Option<usize> {
        let def = &self.position.game().def;
        let limit = usize::from(self.move_limit());
        let progress = def.array.len() * (1 + usize::from(def.shape.ranks()));
        // A turn is two moves at most.
        (limit > 0).then_some((progress + 1) * 2 * limit * 2)
    }

    /// Checks everything that a position must be consistent with. Returns its moves.
    fn check(&mut self) -> Result<Vec<Move>, String> {
        let position = &mut self.position;
        position.validate()?;
        // The pass that ended the game may have been one in check, and no FEN tells that.
        if position.outcome().is_some_and(|outcome| outcome.reason == Reason::Facing) {
            return Ok(moves_of(position));
        }
        let (fen, key) = (position.fen(), position.key());
        let reread = Position::from_fen(position.game().clone(), &fen).map_err(|error| error.to_string())?;
        same("FEN read again", &reread.fen(), &fen)?;
        let moves = moves_of(position);
        same("key of the FEN", reread.key(), key)?;
        same("moves of the FEN", moves_of(&reread), moves.clone())?;
        if position.end(Horizon::Board).is_none() {
            same("number of moves", perft(position, 1), moves.len() as u64)?;
        }
        for &m in &moves {
            position.make(m);
            position.unmake();
            same(&format!("key after taking {m:?} back"), position.key(), key)?;
        }
        same("FEN after taking back every move", &position.fen(), &fen)?;
        position.validate()?;
        Ok(moves)
    }

    /// Whether the game is over, which must be right.
    fn outcome(&mut self) -> Result<Option<Outcome>, String> {
        let position = &self.position;
        let rules = &position.game().def.rules;
        let limit = 2 * u32::from(self.move_limit());
        let late = self.count.is_some_and(|(limit, done)| limit > 0 && done >= limit);
        let identity = identity(position)?;
        let occurrences = self.seen.entry(identity).or_default();
        *occurrences += 1;
        let times = *occurrences;
        // Who has given perpetual check is known to the naive generator.
        let ends = match rules.repeated {
            Repeated::Draw
            | Repeated::RepeaterLoses
            | Repeated::PerpetualCheckLoses
            | Repeated::PerpetualChaseLoses => true,
            Repeated::ClosesColor => false,
        };
        let repeated = ends && rules.repetition > 0 && times >= u32::from(rules.repetition);
        let lasted = limit > 0 && u32::from(position.clock()) >= limit;
        let reached = ends::reached(position, self.checks);
        let Some(outcome) = position.outcome() else {
            let own = reached.iter().any(|(_, reason)| *reason != Reason::Bare);
            return if repeated || lasted || late || own || !position.has_legal_move() {
                Err(format!("the game goes on: {times} occurrences, clock {}, {reached:?}", position.clock()))
            } else {
                Ok(None)
            };
        };
        // A reader of the FEN that makes whole turns must find everything that needs no history.
        let fresh = || {
            let mut fen = position.fen();
            if rules.turn == TurnRule::OneMovePerSquareColor {
                fen.truncate(fen.rfind(' ').and_then(|end| fen[..end].rfind(' ')).unwrap_or(fen.len()));
                let mut open = SquareColors::ALL;
                position.closed_colors().iter().for_each(|complex| open.remove(complex));
                fen = format!("{fen} {open} {}", position.closed_colors());
            }
            Position::from_fen(position.game().clone(), &fen).map_err(|error| error.to_string())
        };
        let pawns = || {
            Color::ALL
                .into_iter()
                .flat_map(|color| position.pieces(color))
                .any(|(kind, _)| position.game().kind(kind).pawn)
        };
        let explained = match outcome.reason {
            Reason::Mate => {
                let here = fresh()?.outcome();
                // The checks before it may decide what it is worth.
                let same = here == Some(outcome)
                    || rules.limits_mates() && here.is_some_and(|here| here.reason == Reason::Mate);
                !position.has_legal_move() && position.in_check() && same
            }
            Reason::NoMoves => {
                !position.has_legal_move() && !position.in_check() && fresh()?.outcome() == Some(outcome)
            }
            Reason::Repetition => repeated,
            Reason::MoveLimit => lasted,
            Reason::Counted => late,
            Reason::Material => {
                fresh()?.outcome() == Some(outcome) && (rules.turn != TurnRule::Alternate || !pawns())
            }
            Reason::Facing => rules.ends.contains(&End::Facing),
            Reason::Passes => rules.ends.contains(&End::Passes),
            Reason::Closed => self.nothing_open(),
            Reason::Goal | Reason::Lost | Reason::Checks => {
                reached.contains(&(outcome.winner, outcome.reason))
            }
            Reason::Bare => match outcome.winner {
                Some(_) => reached.contains(&(outcome.winner, Reason::Bare)),
                None if reached.contains(&(None, Reason::Bare)) => true,
                None => Color::ALL.into_iter().all(|color| reached.contains(&(Some(color), Reason::Bare))),
            },
        };
        if explained {
            Ok(Some(outcome))
        } else {
            Err(format!("nothing explains {outcome:?} ({times} occurrences)"))
        }
    }

    /// Moves without progress that draw the game: none where a FEN says that endings are counted.
    fn move_limit(&self) -> u16 {
        let rules = &self.position.game().def.rules;
        let instead = rules.counting.as_ref().is_some_and(|counting| counting.in_fen) && self.count.is_some();
        if instead { 0 } else { rules.move_limit }
    }

    /// Whether the side to move has no piece on an open square.
    fn nothing_open(&self) -> bool {
        let position = &self.position;
        let open = |square| !position.closed_colors().contains(position.game().shape.color_of(square));
        !position.pieces(position.side()).any(|(_, square)| open(square))
    }

    fn choose(&mut self, searcher: &mut Searcher, player: Player, moves: &[Move]) -> Result<Move, String> {
        let opening = self.tally.plies < 6;
        let nodes = match player {
            Player::Engine(nodes) if !opening && !self.random.random_ratio(1, 10) => nodes,
            _ => return Ok(self.by_chance(moves)),
        };
        let mut position = self.position.clone();
        let (fen, key) = (position.fen(), position.key());
        let mut fault = None;
        let start = position.clone();
        let mut report = |report: &Report| {
            if fault.is_none() {
                fault = line_fault(&start, &report.pv);
            }
        };
        let limits = Limits { nodes: Some(self.random.random_range(1..=nodes)), ..Limits::default() };
        let best = searcher.run(&mut position, &limits, &AtomicBool::new(false), &mut report);
        if let Some(fault) = fault {
            return Err(fault);
        }
        same("FEN after the search", &position.fen(), &fen)?;
        same("key after the search", position.key(), key)?;
        let played = best
            .best_move
            .filter(|m| moves.contains(m))
            .ok_or(format!("the engine plays {:?}", best.best_move))?;
        line_fault(&start, &[played].into_iter().chain(best.ponder).collect::<Vec<_>>())
            .map_or(Ok(played), Err)
    }

    /// Any move; every third time one that captures or promotes, if there is one.
    fn by_chance(&mut self, moves: &[Move]) -> Move {
        let eager = self.random.random_ratio(1, 3);
        let promotes = |m: Move| m.promotion(self.position.game()).is_some();
        let lively = |m: &&Move| eager && (promotes(**m) || self.position.captured(**m).is_some());
        let choice: Vec<&Move> = moves.iter().filter(lively).collect();
        if choice.is_empty() {
            moves[self.random.random_range(0..moves.len())]
        } else {
            *choice[self.random.random_range(0..choice.len())]
        }
    }

    fn make(&mut self, m: Move) -> Result<(), String> {
        let position = &mut self.position;
        self.tally.plies += 1;
        let castles = m.is_castling(position.game());
        self.tally.castles += u32::from(castles);
        self.tally.promotions += u32::from(m.promotion(position.game()).is_some());
        self.tally.en_passant +=
            u32::from(!castles && position.captured(m).is_some() && position.kind_at(m.to()).is_none());
        let closed = position.closed_colors();
        let moved = position.game().shape.color_of(m.from());
        let next = !position.side();
        let mover = position.side();
        let before = roles(position);
        position.make(m);
        if let (Some(count), Some(rule)) = (&mut self.count, &position.game().def.rules.counting) {
            let pawns: Vec<Letter> =
                position.game().kinds.iter().filter(|kind| kind.pawn).map(|kind| kind.role).collect();
            *count = counted(rule, &pawns, mover, &before, &roles(position), *count);
            let left = (count.0 > 0).then(|| count.0.saturating_sub(count.1));
            same("plies left", position.counters().plies_left().map(u32::from), left)?;
        }
        self.checks[mover.index()] += u32::from(position.side() != mover && position.in_check());
        self.note_part(moved, next);
        for complex in self.position.closed_colors().iter().filter(|&complex| !closed.contains(complex)) {
            self.explain_closing(complex, closed)?;
        }
        Ok(())
    }

    /// Counts the current arrangement on the squares of one color, where `next` moves next.
    fn note_part(&mut self, complex: SquareColor, next: Color) {
        if self.position.game().def.rules.turn == TurnRule::OneMovePerSquareColor {
            let part = self.part(complex, next);
            *self.seen_parts.entry(part).or_default() += 1;
        }
    }

    fn part(&self, complex: SquareColor, next: Color) -> String {
        let position = &self.position;
        let men = Color::ALL.into_iter().flat_map(|color| position.pieces(color));
        let mut men: Vec<String> = men
            .filter(|&(_, square)| position.game().shape.color_of(square) == complex)
            .map(|(kind, square)| {
                format!("{}{}", position.game().kind(kind).letter, position.game().shape.name(square))
            })
            .collect();
        men.sort();
        format!("{complex} {next} {}", men.join(" "))
    }

    /// Why a square color is closed that was not among `closed` before: the side to move is stalemated
    /// there, or its pieces have had the same arrangement three times.
    fn explain_closing(&mut self, complex: SquareColor, closed: SquareColors) -> Result<(), String> {
        let position = &self.position;
        let fen = position.fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        let due = SquareColors::only(complex);
        let fen = format!("{} {} - - 0 1 {due} {closed}", fields[0], fields[1]);
        let fresh = Position::from_fen(position.game().clone(), &fen).map_err(|error| error.to_string())?;
        let stalemate = fresh.closed_colors().contains(complex);
        let times =
            Color::ALL.map(|next| self.seen_parts.get(&self.part(complex, next)).copied().unwrap_or(0));
        let repetition =
            times.into_iter().any(|times| times >= u32::from(position.game().def.rules.repetition));
        self.tally.half_draws[usize::from(!stalemate)] += 1;
        if stalemate || repetition {
            Ok(())
        } else {
            Err(format!("nothing explains that the {complex} squares are closed"))
        }
    }
}

/// What has been counted where a game begins, if endings are counted.
fn first_count(position: &Position) -> Option<Count> {
    let rule = position.game().def.rules.counting.as_ref()?;
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    if rule.in_fen { Some((fields[3].parse().ok()?, fields[4].parse().unwrap())) } else { Some((0, 0)) }
}

/// The roles of the pieces on the board.
fn roles(position: &Position) -> Men {
    Color::ALL.map(|color| position.pieces(color).map(|(kind, _)| position.game().kind(kind).role).collect())
}

/// What makes a position the same as another: pieces, side, rights, and the en passant square if it
/// makes a difference.
fn identity(position: &Position) -> Result<String, String> {
    let fen = position.fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    if fields[3] != "-" && !fields[3].starts_with('x') {
        let mut without = fields.clone();
        without[3] = "-";
        let without = Position::from_fen(position.game().clone(), &without.join(" "))
            .map_err(|error| error.to_string())?;
        if without.moves().len() == position.moves().len() {
            fields[3] = "-";
        }
    }
    // Behind checks still to be given come clock and move number.
    let clock = if fields[4].contains('+') { 5 } else { 4 };
    fields.drain(clock..clock + 2);
    Ok(fields.join(" "))
}

/// The first move of a line that is not legal.
fn line_fault(start: &Position, line: &[Move]) -> Option<String> {
    let mut position = start.clone();
    for &m in line {
        if !position.is_legal(m) {
            return Some(format!("{m:?} of the line {line:?} is not legal in `{}`", position.fen()));
        }
        position.make(m);
    }
    None
}

fn moves_of(position: &Position) -> Vec<Move> {
    let mut moves = legal(position);
    // The order is that of the pieces' slots, which a FEN does not determine.
    let game = position.game();
    let promotion = |m: &Move| m.promotion(game).map(|kind| kind.0);
    let by_squares = |m: &Move| (m.from(), m.to(), m.is_castling(game), promotion(m));
    // Some pieces have several ways to a square.
    moves.sort_by_cached_key(|m| (by_squares(m), format!("{m:?}")));
    moves
}

/// The chance that a game's seed brings.
pub type Chance = Xoshiro256PlusPlus;
