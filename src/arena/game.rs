//! One game: the referee asks, checks and decides.

use std::time::Duration;

use super::control::SideClock;
use super::player::{Answer, ClaimedResult, Forfeit, Player, PlayerScore, RefereedGame, Thought, Trouble};
use crate::geometry::Color;
use crate::position::{Move, Points, Reason};

/// By what the referee ends games besides the rules: how late a move may be, and when a player's own score
/// is believed.
#[derive(Clone, Debug)]
pub struct Adjudication {
    /// How late a move may be.
    pub margin: Duration,
    /// When to take a player at its word that it is lost.
    pub resign: Option<Resign>,
    /// When to take both players at their word that it is a draw.
    pub draw: Option<Draw>,
    /// Plies after which a game is a draw.
    pub longest: usize,
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication { margin: Duration::from_millis(20), resign: None, draw: None, longest: 1000 }
    }
}

/// A player that has called itself so far behind in so many moves in a row has lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resign {
    /// Moves in a row.
    pub moves: u32,
    /// Centipawns.
    pub score: i32,
}

/// A game in which both have called it so even in so many moves in a row is a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    /// Not before this move.
    pub number: u32,
    /// Moves in a row, of each.
    pub moves: u32,
    /// Centipawns.
    pub score: i32,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finish {
    /// By the rules of the game.
    Rules(Reason),
    /// A player resigned.
    Resigned,
    /// The players agreed on a draw.
    Agreed,
    /// The referee took the players' word.
    Adjudicated(&'static str),
    /// A player forfeited it.
    Forfeit(Forfeit),
}

/// A game that has come to its end.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Its moves and positions.
    pub board: RefereedGame,
    /// What the players thought about each move behind the opening.
    pub thoughts: Vec<Thought>,
    /// Its result.
    pub points: Points,
    /// How it ended.
    pub end: Finish,
    /// Who forfeited it, if somebody did.
    pub at_fault: Option<Color>,
    /// The last lines exchanged with whoever forfeited.
    pub transcript: Vec<String>,
}

impl Finished {
    /// How it ended, for people.
    pub fn reason(&self) -> String {
        let loser = !self.points.winner().unwrap_or(Color::White);
        match &self.end {
            Finish::Rules(reason) => reason.to_string(),
            Finish::Resigned => format!("{loser} resigns"),
            Finish::Agreed => "draw by agreement".to_string(),
            Finish::Adjudicated(why) => format!("adjudicated: {why}"),
            Finish::Forfeit(fault) => format!("{loser} {fault}"),
        }
    }

    /// PGN's word for how it ended.
    pub fn termination(&self) -> &'static str {
        match &self.end {
            Finish::Rules(_) | Finish::Resigned | Finish::Agreed => "normal",
            Finish::Adjudicated(_) => "adjudication",
            Finish::Forfeit(Forfeit::Time(_)) => "time forfeit",
            Finish::Forfeit(Forfeit::Illegal(_) | Forfeit::FalseClaim(_) | Forfeit::Refusal(_)) => {
                "rules infraction"
            }
            Finish::Forfeit(Forfeit::Crash(_) | Forfeit::Hang(_) | Forfeit::Unable(_)) => "abandoned",
        }
    }
}

/// The two sides of a game.
pub type Sides<'a> = [&'a mut dyn Player; 2];

/// The match is to end before the game has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BrokenOff;

/// Plays a game from the board's position, White's player first.
///
/// # Errors
/// If the match is to end.
pub fn play(
    board: RefereedGame,
    players: Sides,
    clocks: [SideClock; 2],
    rules: &Adjudication,
) -> Result<Finished, BrokenOff> {
    let mut referee = Referee { board, clocks, thoughts: Vec::new(), lost: [0; 2], even: 0, offered: None };
    match referee.play(players, rules) {
        Ok((end, points)) => Ok(Finished {
            board: referee.board,
            thoughts: referee.thoughts,
            points,
            end,
            at_fault: None,
            transcript: Vec::new(),
        }),
        Err((color, trouble)) => forfeited(referee.board, referee.thoughts, color, trouble),
    }
}

/// A game that a player has lost by its own fault, or has not even begun.
///
/// # Errors
/// If it is not the player's fault: the match is to end.
pub fn forfeited(
    board: RefereedGame,
    thoughts: Vec<Thought>,
    color: Color,
    trouble: Trouble,
) -> Result<Finished, BrokenOff> {
    let fault = match trouble {
        Trouble::Forfeit(fault) => fault,
        Trouble::Unable(reason) => Forfeit::Unable(reason),
        Trouble::Stopped => return Err(BrokenOff),
    };
    Ok(Finished {
        board,
        thoughts,
        points: Points::won(!color),
        end: Finish::Forfeit(fault),
        at_fault: Some(color),
        transcript: Vec::new(),
    })
}

/// The state of a game.
struct Referee {
    board: RefereedGame,
    clocks: [SideClock; 2],
    thoughts: Vec<Thought>,
    /// Moves in a row in which each called itself lost.
    lost: [u32; 2],
    /// Moves in a row that were called even.
    even: u32,
    /// Who has offered a draw with the last move.
    offered: Option<Color>,
}

impl Referee {
    fn play(&mut self, players: Sides, rules: &Adjudication) -> Result<(Finish, Points), (Color, Trouble)> {
        let [white, black] = players;
        for (color, player) in [(Color::White, &mut *white), (Color::Black, &mut *black)] {
            player.begin(&self.board, color, &self.clocks).map_err(|trouble| (color, trouble))?;
        }
        loop {
            if let Some(outcome) = self.board.position.outcome() {
                return Ok((Finish::Rules(outcome.reason), outcome.into()));
            }
            if self.board.position.is_stale() {
                return Ok((Finish::Adjudicated("nothing comes of it"), Points::DRAW));
            }
            if self.board.moves.len() >= rules.longest {
                return Ok((Finish::Adjudicated("too many moves"), Points::DRAW));
            }
            let color = self.board.position.side();
            let player = if color == Color::White { &mut *white } else { &mut *black };
            let blame = |trouble: Trouble| (color, trouble);
            let thought = player.think(&self.board, &self.clocks).map_err(blame)?;
            self.clocks[color.index()]
                .spend(thought.elapsed)
                .map_err(|late| blame(Forfeit::Time(late).into()))?;
            let Answer::Move(m) = thought.answer else {
                return Ok((Finish::Resigned, Points::won(!color)));
            };
            if !self.board.position.is_legal(m) {
                return Err(blame(Forfeit::Illegal(format!("{m:?}")).into()));
            }
            self.board.play(m);
            self.check_claim(thought.claim.as_ref()).map_err(|fault| blame(fault.into()))?;
            let ended = self.note(color, &thought, rules);
            self.thoughts.push(thought);
            if let Some(ended) = ended.filter(|_| self.board.position.outcome().is_none()) {
                return Ok(ended);
            }
        }
    }

    /// A claim made with a move must be true after it.
    fn check_claim(&self, claim: Option<&ClaimedResult>) -> Result<(), Forfeit> {
        let Some(claim) = claim else { return Ok(()) };
        match self.board.position.outcome() {
            Some(outcome) if outcome.winner == claim.winner => Ok(()),
            None if claim.winner.is_none() && self.board.position.is_stale() => Ok(()),
            _ => Err(Forfeit::FalseClaim(claim.text.clone())),
        }
    }

    /// Notes what the players think of the game; the end, if they agree on it.
    fn note(&mut self, color: Color, thought: &Thought, rules: &Adjudication) -> Option<(Finish, Points)> {
        if thought.offers_draw && self.offered == Some(!color) {
            return Some((Finish::Agreed, Points::DRAW));
        }
        self.offered = thought.offers_draw.then_some(color);
        let score = thought.evaluation.map(PlayerScore::centipawns);
        if let Some(resign) = rules.resign {
            let lost = &mut self.lost[color.index()];
            *lost = if score.is_some_and(|score| score <= -resign.score) { *lost + 1 } else { 0 };
            if *lost >= resign.moves {
                return Some((Finish::Adjudicated("hopeless"), Points::won(!color)));
            }
        }
        if let Some(draw) = rules.draw {
            self.even = if score.is_some_and(|score| score.abs() <= draw.score) { self.even + 1 } else { 0 };
            if self.even >= draw.moves * 2 && self.board.position.move_number() >= draw.number {
                return Some((Finish::Adjudicated("even"), Points::DRAW));
            }
        }
        None
    }
}

/// The moves of a game, for whoever writes it down.
pub fn moves(board: &RefereedGame) -> impl Iterator<Item = Move> + '_ {
    board.moves.iter().map(|&(_, m)| m)
}
