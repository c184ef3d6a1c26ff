//! One game: the referee asks for moves, checks them, and decides the result.

use std::time::Duration;

use super::player::{
    ClaimedResult, Forfeit, Player, PlayerError, PlayerScore, RefereedGame, Response, Thought,
};
use crate::rules::geometry::Color;
use crate::rules::position::{Move, Points, Reason};
use crate::session::SideClock;

/// The referee's rules for adjudication, besides the rules of the game: how late a move may be, and when
/// the players' own scores are believed.
#[derive(Clone, Debug)]
pub struct Adjudication {
    /// How late a move may be.
    pub margin: Duration,
    /// When a player's own scores count as a loss.
    pub resign: Option<Resign>,
    /// When both players' scores count as a draw.
    pub draw: Option<Draw>,
    /// The number of plies after which a game is drawn.
    pub longest: usize,
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication { margin: Duration::from_millis(20), resign: None, draw: None, longest: 1000 }
    }
}

/// A player loses after this many consecutive moves in which its own score is that low.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resign {
    /// Consecutive moves.
    pub moves: u32,
    /// Centipawns.
    pub score: i32,
}

/// A game is drawn after this many consecutive moves in which both scores are that close to zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    /// The first move number at which this can happen.
    pub number: u32,
    /// Consecutive moves by each side.
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
    /// The flag of this player has fallen, and the other cannot win.
    FlagDraw(Color),
    /// The referee adjudicated it.
    Adjudicated(&'static str),
    /// A player forfeited.
    Forfeit(Forfeit),
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Its moves and positions.
    pub board: RefereedGame,
    /// The players' thoughts about each move after the opening.
    pub thoughts: Vec<Thought>,
    /// Its result.
    pub points: Points,
    /// How it ended.
    pub end: Finish,
    /// The player that forfeited, if one did.
    pub at_fault: Option<Color>,
    /// The last lines exchanged with that player.
    pub transcript: Vec<String>,
}

impl Finished {
    /// The end of the game, for people.
    pub fn reason(&self) -> String {
        let loser = !self.points.winner().unwrap_or(Color::White);
        match &self.end {
            Finish::Rules(reason) => reason.to_string(),
            Finish::Resigned => format!("{loser} resigns"),
            Finish::Agreed => "draw by agreement".to_string(),
            Finish::FlagDraw(color) => format!("{color} ran out of time, {} cannot win", !*color),
            Finish::Adjudicated(why) => format!("adjudicated: {why}"),
            Finish::Forfeit(fault) => format!("{loser} {fault}"),
        }
    }

    /// PGN's word for the kind of end.
    pub fn termination(&self) -> &'static str {
        match &self.end {
            Finish::Rules(_) | Finish::Resigned | Finish::Agreed => "normal",
            Finish::Adjudicated(_) => "adjudication",
            Finish::Forfeit(Forfeit::Time(_)) | Finish::FlagDraw(_) => "time forfeit",
            Finish::Forfeit(Forfeit::Illegal(_) | Forfeit::FalseClaim(_) | Forfeit::Refusal(_)) => {
                "rules infraction"
            }
            Finish::Forfeit(Forfeit::Crash(_) | Forfeit::Hang(_) | Forfeit::Unable(_)) => "abandoned",
        }
    }
}

/// The two sides of a game.
pub type Sides<'a> = [&'a mut dyn Player; 2];

/// The match was stopped before the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BrokenOff;

/// Plays a game from the position on the board, White's player first.
pub fn play(
    board: RefereedGame,
    players: Sides,
    clocks: [SideClock; 2],
    rules: &Adjudication,
) -> Result<Finished, BrokenOff> {
    let mut referee = Referee { board, clocks, thoughts: Vec::new(), lost: [0; 2], even: 0 };
    let ended = match referee.play(players, rules) {
        // FIDE's article 6.9.
        Err((color, PlayerError::Forfeit(Forfeit::Time(_)))) if referee.board.position.cannot_win(!color) => {
            Ok((Finish::FlagDraw(color), Points::DRAW))
        }
        ended => ended,
    };
    match ended {
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

/// A game that a player loses by its own fault, perhaps before the first move.
pub fn forfeited(
    board: RefereedGame,
    thoughts: Vec<Thought>,
    color: Color,
    trouble: PlayerError,
) -> Result<Finished, BrokenOff> {
    let fault = match trouble {
        PlayerError::Forfeit(fault) => fault,
        PlayerError::Unable(reason) => Forfeit::Unable(reason),
        PlayerError::Stopped => return Err(BrokenOff),
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
    /// Consecutive moves in which each player considered itself lost.
    lost: [u32; 2],
    /// Consecutive moves with a score close to zero.
    even: u32,
}

impl Referee {
    fn play(
        &mut self,
        players: Sides,
        rules: &Adjudication,
    ) -> Result<(Finish, Points), (Color, PlayerError)> {
        let [white, black] = players;
        for (color, player) in [(Color::White, &mut *white), (Color::Black, &mut *black)] {
            player.begin(&self.board, color, &self.clocks).map_err(|trouble| (color, trouble))?;
        }
        loop {
            if let Some(outcome) = self.board.position.outcome() {
                return Ok((Finish::Rules(outcome.reason), outcome.into()));
            }
            if self.board.position.counters().are_stale() {
                return Ok((Finish::Adjudicated("no progress"), Points::DRAW));
            }
            if self.board.moves.len() >= rules.longest {
                return Ok((Finish::Adjudicated("too many moves"), Points::DRAW));
            }
            let color = self.board.position.side();
            let player = if color == Color::White { &mut *white } else { &mut *black };
            let blame = |trouble: PlayerError| (color, trouble);
            let thought = player.think(&self.board, &self.clocks).map_err(blame)?;
            self.clocks[color.index()]
                .spend(thought.elapsed)
                .map_err(|late| blame(Forfeit::Time(late).into()))?;
            let m = match thought.answer {
                Response::Move(m) => m,
                Response::Resign => return Ok((Finish::Resigned, Points::won(!color))),
                Response::Accept => return Ok((Finish::Agreed, Points::DRAW)),
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
            None if claim.winner.is_none() && self.board.position.counters().are_stale() => Ok(()),
            _ => Err(Forfeit::FalseClaim(claim.text.clone())),
        }
    }

    /// Notes the players' scores. Returns the end of the game if they decide it.
    fn note(&mut self, color: Color, thought: &Thought, rules: &Adjudication) -> Option<(Finish, Points)> {
        self.board.offered = thought.offers_draw.then_some(color);
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

/// The moves of a game, for writing it down.
pub fn moves(board: &RefereedGame) -> impl Iterator<Item = Move> + '_ {
    board.moves.iter().map(|&(_, m)| m)
}
