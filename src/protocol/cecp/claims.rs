//! What the engine says about the end of a game. A false claim loses the game, and GUIs differ in what they
//! can verify. So a loss is always reported, since nobody disputes it. A win is reported only to people,
//! since a program that lost reports it itself. A draw that a GUI cannot verify is offered instead. If the
//! GUI is the arbiter, it alone declares wins and draws.

use super::reply::Reply;
use crate::protocol::xboard::Knowledge;
use crate::rules::geometry::Color;
use crate::rules::position::{Margin, Outcome, Points, Reason};

/// The moves after which GUIs declare a draw.
const CHESS_MOVE_LIMIT: u16 = 50;

/// Who reads the session's statements about results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listener {
    /// A person, or a GUI that believes its engines.
    Person,
    /// A match between programs, whose GUI may check the claims of the winner.
    Match,
    /// A GUI that knows the rules, ends games by itself and punishes claims.
    Arbiter,
}

/// What the engine says about the end of a game.
#[derive(Clone, PartialEq, Debug)]
pub enum Claim {
    /// Nothing; it plays on if it can.
    Silence,
    /// It offers a draw and plays on if it can.
    Offer,
    /// It states the result.
    Result(Reply),
}

/// What the player of `engine` says about an outcome.
pub fn claim(
    outcome: Outcome,
    engine: Color,
    audience: Listener,
    knowledge: Knowledge,
    move_limit: u16,
) -> Claim {
    let stated = Claim::Result(Reply::Result {
        result: Points::from(outcome),
        comment: comment(outcome, engine, move_limit),
    });
    let unverifiable = match outcome.reason {
        // A GUI cannot verify draws of these kinds. It knows goals and the like only as wins.
        Reason::Material
        | Reason::Closed
        | Reason::Counted
        | Reason::Goal
        | Reason::Lost
        | Reason::Checks
        | Reason::Bare
        | Reason::Facing
        | Reason::Passes => true,
        Reason::NoMoves => knowledge != Knowledge::Exact,
        Reason::Repetition => knowledge == Knowledge::Mates,
        // With another limit, other moves may count, too.
        Reason::MoveLimit => knowledge == Knowledge::Mates || move_limit != CHESS_MOVE_LIMIT,
        Reason::Mate => false,
    };
    match (audience, outcome.winner) {
        (_, Some(winner)) if winner != engine => stated,
        (Listener::Match, Some(_)) | (Listener::Arbiter, _) => Claim::Silence,
        (Listener::Match, None) if unverifiable => Claim::Offer,
        (Listener::Match, None) | (Listener::Person, _) => stated,
    }
}

/// How the game ended, for people.
fn comment(outcome: Outcome, engine: Color, move_limit: u16) -> String {
    match (outcome.reason, outcome.winner) {
        (Reason::Mate, None) => "Drawn by the rules for mate".to_string(),
        (Reason::Mate, winner) => {
            let share = if outcome.margin == Margin::Half { ", 0.75-0.25" } else { "" };
            format!("{} mates{share}", winner.unwrap_or(engine))
        }
        (Reason::NoMoves, None) => "Stalemate".to_string(),
        (Reason::NoMoves, Some(winner)) => format!("{winner} wins by stalemate"),
        (Reason::Repetition, None) => "Draw by repetition".to_string(),
        (Reason::Repetition, Some(winner)) => format!("{winner} wins by repetition"),
        // Where a side wins what would be a draw.
        (
            Reason::MoveLimit
            | Reason::Counted
            | Reason::Material
            | Reason::Facing
            | Reason::Closed
            | Reason::Passes,
            Some(winner),
        ) => format!("{winner} wins: {}", outcome.reason),
        (Reason::MoveLimit, _) => format!("Draw by {move_limit}-move rule"),
        (Reason::Counted, _) => "Draw by counting rules".to_string(),
        (Reason::Material, _) => "Insufficient material".to_string(),
        (Reason::Goal, winner) => format!("{} reaches the goal", winner.unwrap_or(engine)),
        (Reason::Lost, winner) => format!("{} wins: pieces lost", winner.unwrap_or(engine)),
        (Reason::Checks, winner) => format!("{} has given the last check", winner.unwrap_or(engine)),
        (Reason::Bare, Some(winner)) => format!("{winner} wins by bare king"),
        (Reason::Bare, None) => "Both kings bare".to_string(),
        (Reason::Closed, _) => "Both halves drawn".to_string(),
        (Reason::Facing, _) => "Facing kings".to_string(),
        (Reason::Passes, _) => "Both sides have passed".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(winner: Option<Color>, reason: Reason, audience: Listener) -> String {
        said_of(Knowledge::Exact, winner, reason, audience)
    }

    fn said_of(knowledge: Knowledge, winner: Option<Color>, reason: Reason, audience: Listener) -> String {
        match claim(Outcome { winner, reason, margin: Margin::Full }, Color::White, audience, knowledge, 50) {
            Claim::Silence => "silence".to_string(),
            Claim::Offer => "offer".to_string(),
            Claim::Result(reply) => reply.to_string(),
        }
    }

    #[test]
    fn the_loser_reports_to_everyone() {
        for audience in [Listener::Person, Listener::Match, Listener::Arbiter] {
            assert_eq!(said(Some(Color::Black), Reason::Mate, audience), "0-1 {Black mates}");
        }
    }

    #[test]
    fn the_winner_reports_to_people_only() {
        assert_eq!(said(Some(Color::White), Reason::Mate, Listener::Person), "1-0 {White mates}");
        assert_eq!(said(Some(Color::White), Reason::Mate, Listener::Match), "silence");
        assert_eq!(said(Some(Color::White), Reason::Mate, Listener::Arbiter), "silence");
    }

    #[test]
    fn draws_that_cannot_be_verified_are_offered() {
        assert_eq!(said(None, Reason::Material, Listener::Match), "offer");
        assert_eq!(said(None, Reason::Material, Listener::Person), "1/2-1/2 {Insufficient material}");
        assert_eq!(said(None, Reason::MoveLimit, Listener::Match), "1/2-1/2 {Draw by 50-move rule}");
        assert_eq!(said(None, Reason::Repetition, Listener::Arbiter), "silence");
        let outcome = Outcome { winner: None, reason: Reason::MoveLimit, margin: Margin::Full };
        let long = claim(outcome, Color::White, Listener::Match, Knowledge::Exact, 60);
        assert_eq!(long, Claim::Offer, "Xiangqi, whose pawns do not set back the count of the rules");
        // Both kings have reached their goal, or both sides have lost their last piece.
        assert_eq!(said(None, Reason::Goal, Listener::Match), "offer");
        assert_eq!(said(None, Reason::Lost, Listener::Match), "offer");
        assert_eq!(said(None, Reason::NoMoves, Listener::Match), "1/2-1/2 {Stalemate}");
        assert_eq!(said_of(Knowledge::Superset, None, Reason::NoMoves, Listener::Match), "offer");
    }
}
