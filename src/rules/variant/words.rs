//! The words of rules, and what each means, asked by methods: a new word does not compile until each of them
//! has an answer for it. Words of ends, turns and walls stand beside their tables.

use std::cmp::Ordering;

use super::board::{DropColors, DropForm, Permission};
use super::hands::{Captured, Dropping};
use super::keys::words;
use super::pieces::{Supply, Transforming};
use crate::rules::geometry::{Color, Shape, Square};

words! {
    /// Whether a side may pass its turn. It never may in check.
    pub enum Pass {
        /// It may not.
        Never = "never",
        /// It may whenever it is not in check.
        Always = "always": Passes,
        /// It may if it has no other legal move.
        NoMoves = "no-moves": Passes,
    }

    /// Whether capturing is forced.
    pub enum Capture {
        /// A side may always choose.
        Optional = "optional",
        /// A side that has a legal capture must make one, but may choose which. Not with
        /// [`TurnRule::OneMovePerSquareColor`](super::TurnRule).
        Forced = "forced": ForcedCaptures,
    }

    /// What happens to a capturing piece.
    pub enum Captor {
        /// It takes the place of its victim.
        Moves = "moves",
        /// It stays where it is.
        Stays = "stays": Captors,
        /// It is removed, together with everything adjacent to its victim's square. A royal piece never
        /// explodes by a move of its own side.
        Explodes = "explodes": Captors,
        /// It is removed, and there is a wall on the square that it has reached. A royal piece captures
        /// nothing.
        Petrifies = "petrifies": Captors,
    }

    /// The moves that make a piece change sides.
    pub enum SideChange {
        /// None.
        Never = "never",
        /// Captures.
        Captures = "captures": SideChanges,
        /// All except captures.
        Quiet = "quiet": SideChanges,
        /// All.
        Always = "always": SideChanges,
    }

    /// Whether a side may give check. All but the first not with
    /// [`TurnRule::OneMovePerSquareColor`](super::TurnRule).
    pub enum Checks {
        /// Yes.
        Allowed = "allowed",
        /// Only if it is mate by these same rules: the reply to a check must not be a check either.
        MateOnly = "mate-only": RestrictedChecks,
        /// Never: there is no mate.
        Forbidden = "forbidden": RestrictedChecks,
    }

    /// Which of a side's royal pieces must not be left attacked.
    pub enum Royals {
        /// Each of them.
        Each = "each",
        /// Not all at once. While there are several, one may be left attacked and captured. Not with
        /// [`TurnRule::OneMovePerSquareColor`](super::TurnRule).
        NotAll = "not-all": SpareRoyals,
        /// Only the one nearest to the a-file, and of those the one nearest to White's first rank.
        Leftmost = "leftmost": RoyalsByPlace,
        /// The same, but for Black the one nearest to Black's first rank on a file.
        LeftmostOwnRank = "leftmost-own-rank": RoyalsByPlace,
        /// Only the last one. While there are several, all may be left attacked and captured. Not with
        /// [`TurnRule::OneMovePerSquareColor`](super::TurnRule).
        Last = "last": LastRoyals,
    }

    /// What a side may do about a check.
    pub enum Evasions {
        /// Whatever ends it.
        Any = "any",
        /// A royal piece that is attacked does not move, unless it captures the only piece that attacks it.
        /// Not with [`TurnRule::OneMovePerSquareColor`](super::TurnRule).
        NoFlight = "no-flight": RestrictedEvasions,
    }

    /// The result of having no legal move in check.
    pub enum Mate {
        /// The mated side loses.
        Loses = "loses",
        /// The mated side wins.
        Wins = "wins": MateWins,
    }

    /// The result of having no legal move.
    pub enum NoMoves {
        /// A draw.
        Draw = "draw",
        /// The side that cannot move loses.
        MoverLoses = "mover-loses": StalemateDecides,
        /// The side that cannot move wins.
        MoverWins = "mover-wins": StalemateDecides,
        /// The side with fewer pieces wins; a draw if they have the same number.
        FewerPiecesWins = "fewer-pieces-wins" | "fewer-men-wins": UnusualStalemate,
        /// The squares of one color are closed: nobody moves there again, and half the game is drawn. Only
        /// with [`TurnRule::OneMovePerSquareColor`](super::TurnRule).
        ClosesColor = "closes-color" | "closes-complex": UnusualStalemate,
    }

    /// The result of a position that has occurred too often.
    pub enum Repeated {
        /// A draw.
        Draw = "draw",
        /// The side whose move has repeated the position loses. Only with
        /// [`TurnRule::Alternate`](super::TurnRule).
        RepeaterLoses = "repeater-loses": LosingRepetition,
        /// A draw, but a side that has given check with each of its moves since the first occurrence loses.
        /// Only with [`TurnRule::Alternate`](super::TurnRule).
        PerpetualCheckLoses = "perpetual-check-loses": PerpetualCheck,
        /// The same, and if neither side has given perpetual check, a side loses that has chased the same
        /// piece with each of its moves. Only with [`TurnRule::Alternate`](super::TurnRule).
        PerpetualChaseLoses = "perpetual-chase-loses": PerpetualChase,
        /// The arrangement of pieces on one square color has occurred too often: that color is closed. Only
        /// with [`TurnRule::OneMovePerSquareColor`](super::TurnRule).
        ClosesColor = "closes-color" | "closes-complex": ClosingRepetition,
    }
}

impl Captor {
    /// Whether it takes the place of its victim.
    #[must_use]
    pub fn moves(self) -> bool {
        match self {
            Captor::Moves => true,
            Captor::Stays | Captor::Explodes | Captor::Petrifies => false,
        }
    }

    /// Whether it stays where it is.
    #[must_use]
    pub fn stays(self) -> bool {
        match self {
            Captor::Stays => true,
            Captor::Moves | Captor::Explodes | Captor::Petrifies => false,
        }
    }

    /// Whether it explodes.
    #[must_use]
    pub fn explodes(self) -> bool {
        match self {
            Captor::Explodes => true,
            Captor::Moves | Captor::Stays | Captor::Petrifies => false,
        }
    }

    /// Whether it turns into a wall.
    #[must_use]
    pub fn petrifies(self) -> bool {
        match self {
            Captor::Petrifies => true,
            Captor::Moves | Captor::Stays | Captor::Explodes => false,
        }
    }

    /// Whether it leaves the board.
    #[must_use]
    pub fn leaves(self) -> bool {
        self.explodes() || self.petrifies()
    }
}

impl SideChange {
    /// Whether a move makes its piece change sides: one that captures, or one that does not.
    #[must_use]
    pub fn happens(self, captures: bool) -> bool {
        match self {
            SideChange::Never => false,
            SideChange::Captures => captures,
            SideChange::Quiet => !captures,
            SideChange::Always => true,
        }
    }

    /// Whether some moves make a piece change sides.
    #[must_use]
    pub fn is_possible(self) -> bool {
        match self {
            SideChange::Captures | SideChange::Quiet | SideChange::Always => true,
            SideChange::Never => false,
        }
    }
}

impl Capture {
    /// Whether a side that can capture must.
    #[must_use]
    pub fn is_forced(self) -> bool {
        match self {
            Capture::Forced => true,
            Capture::Optional => false,
        }
    }
}

impl Checks {
    /// Whether every check is allowed.
    #[must_use]
    pub fn are_free(self) -> bool {
        match self {
            Checks::Allowed => true,
            Checks::MateOnly | Checks::Forbidden => false,
        }
    }

    /// Whether no check is allowed.
    #[must_use]
    pub fn are_forbidden(self) -> bool {
        match self {
            Checks::Forbidden => true,
            Checks::Allowed | Checks::MateOnly => false,
        }
    }
}

impl Evasions {
    /// Whether a royal piece that is attacked must stay.
    #[must_use]
    pub fn forbid_flight(self) -> bool {
        match self {
            Evasions::NoFlight => true,
            Evasions::Any => false,
        }
    }
}

impl Royals {
    /// Whether only one of several royal pieces of a side counts, depending on its square.
    #[must_use]
    pub fn by_place(self) -> bool {
        match self {
            Royals::Leftmost | Royals::LeftmostOwnRank => true,
            Royals::Each | Royals::NotAll | Royals::Last => false,
        }
    }

    /// The order of a side's royal pieces on these squares: the lowest counts.
    #[must_use]
    pub fn order(self, shape: &Shape, color: Color, square: Square) -> (u8, u8) {
        let rank = match self {
            Royals::LeftmostOwnRank => shape.rank_for(square, color),
            Royals::Each | Royals::NotAll | Royals::Last | Royals::Leftmost => shape.rank(square),
        };
        (shape.file(square), rank)
    }

    /// Whether one of several may be left attacked and captured.
    #[must_use]
    pub fn may_lose_one(self) -> bool {
        match self {
            Royals::NotAll | Royals::Last => true,
            Royals::Each | Royals::Leftmost | Royals::LeftmostOwnRank => false,
        }
    }

    /// Whether all of several may be left attacked.
    #[must_use]
    pub fn only_last_counts(self) -> bool {
        match self {
            Royals::Last => true,
            Royals::Each | Royals::NotAll | Royals::Leftmost | Royals::LeftmostOwnRank => false,
        }
    }
}

impl Pass {
    /// Whether a side may ever pass.
    #[must_use]
    pub fn is_possible(self) -> bool {
        match self {
            Pass::Always | Pass::NoMoves => true,
            Pass::Never => false,
        }
    }
}

impl Captured {
    /// Whether captured pieces come to some hand.
    #[must_use]
    pub fn is_kept(self) -> bool {
        match self {
            Captured::Captor | Captured::Owner | Captured::Elsewhere => true,
            Captured::Nobody => false,
        }
    }

    /// Whether they come back to the side that lost them.
    #[must_use]
    pub fn returns(self) -> bool {
        match self {
            Captured::Owner => true,
            Captured::Captor | Captured::Nobody | Captured::Elsewhere => false,
        }
    }

    /// Whether they come to a hand at another board.
    #[must_use]
    pub fn leaves_the_board(self) -> bool {
        match self {
            Captured::Elsewhere => true,
            Captured::Captor | Captured::Owner | Captured::Nobody => false,
        }
    }
}

impl Dropping {
    /// Whether pieces in hand must be dropped before any move.
    #[must_use]
    pub fn is_forced(self) -> bool {
        match self {
            Dropping::Forced => true,
            Dropping::Optional | Dropping::Gates | Dropping::AlsoByGates => false,
        }
    }

    /// Whether pieces enter where others leave.
    #[must_use]
    pub fn is_by_gates(self) -> bool {
        match self {
            Dropping::Gates | Dropping::AlsoByGates => true,
            Dropping::Optional | Dropping::Forced => false,
        }
    }

    /// Whether pieces are never dropped instead of a move.
    #[must_use]
    pub fn is_by_gates_alone(self) -> bool {
        match self {
            Dropping::Gates => true,
            Dropping::Optional | Dropping::Forced | Dropping::AlsoByGates => false,
        }
    }
}

impl DropColors {
    /// Whether the color of its square must be another one.
    #[must_use]
    pub fn must_differ(self) -> bool {
        match self {
            DropColors::Different => true,
            DropColors::Any => false,
        }
    }
}

impl Permission {
    /// Whether it may not be.
    #[must_use]
    pub fn is_forbidden(self) -> bool {
        match self {
            Permission::Forbidden => true,
            Permission::Allowed => false,
        }
    }
}

impl DropForm {
    /// Whether the player chooses the form.
    #[must_use]
    pub fn is_either(self) -> bool {
        match self {
            DropForm::Either => true,
            DropForm::Own => false,
        }
    }
}

impl Supply {
    /// Whether the file decides what a piece becomes.
    #[must_use]
    pub fn is_of_file(self) -> bool {
        match self {
            Supply::OfFile => true,
            Supply::Unlimited | Supply::Captured => false,
        }
    }

    /// Whether there may be any number.
    #[must_use]
    pub fn is_unlimited(self) -> bool {
        match self {
            Supply::Unlimited => true,
            Supply::OfFile | Supply::Captured => false,
        }
    }

    /// Whether only captured pieces come back.
    #[must_use]
    pub fn is_captured(self) -> bool {
        match self {
            Supply::Captured => true,
            Supply::OfFile | Supply::Unlimited => false,
        }
    }
}

impl Transforming {
    /// Whether any move does it.
    #[must_use]
    pub fn is_by_any_move(self) -> bool {
        match self {
            Transforming::Moves => true,
            Transforming::Captures => false,
        }
    }
}

impl Mate {
    /// Whether the mated side loses.
    #[must_use]
    pub fn loses(self) -> bool {
        match self {
            Mate::Loses => true,
            Mate::Wins => false,
        }
    }

    /// The winner if a side is mated.
    #[must_use]
    pub fn winner(self, mated: Color) -> Color {
        match self {
            Mate::Loses => !mated,
            Mate::Wins => mated,
        }
    }
}

impl NoMoves {
    /// The winner if a side has no move and is not in check; the sides have this number of pieces.
    #[must_use]
    pub fn winner(self, side: Color, pieces: [u32; 2]) -> Option<Color> {
        match self {
            NoMoves::Draw | NoMoves::ClosesColor => None,
            NoMoves::MoverLoses => Some(!side),
            NoMoves::MoverWins => Some(side),
            NoMoves::FewerPiecesWins => match pieces[side.index()].cmp(&pieces[(!side).index()]) {
                Ordering::Less => Some(side),
                Ordering::Equal => None,
                Ordering::Greater => Some(!side),
            },
        }
    }

    /// Whether having no move is anything but a draw.
    #[must_use]
    pub fn matters(self) -> bool {
        match self {
            NoMoves::Draw => false,
            NoMoves::MoverLoses | NoMoves::MoverWins | NoMoves::FewerPiecesWins | NoMoves::ClosesColor => {
                true
            }
        }
    }

    /// Whether a side may gain by having no move, so that it tries to get rid of its pieces.
    #[must_use]
    pub fn rewards_few(self) -> bool {
        match self {
            NoMoves::MoverWins | NoMoves::FewerPiecesWins => true,
            NoMoves::Draw | NoMoves::MoverLoses | NoMoves::ClosesColor => false,
        }
    }

    /// Whether the squares of one color are closed by it.
    #[must_use]
    pub fn closes_color(self) -> bool {
        match self {
            NoMoves::ClosesColor => true,
            NoMoves::Draw | NoMoves::MoverLoses | NoMoves::MoverWins | NoMoves::FewerPiecesWins => false,
        }
    }
}

impl Repeated {
    /// Whether a side may win by repetition.
    #[must_use]
    pub fn decides(self) -> bool {
        match self {
            Repeated::Draw | Repeated::ClosesColor => false,
            Repeated::RepeaterLoses | Repeated::PerpetualCheckLoses | Repeated::PerpetualChaseLoses => true,
        }
    }

    /// Whether it matters which pieces have been chased.
    #[must_use]
    pub fn counts_chases(self) -> bool {
        match self {
            Repeated::PerpetualChaseLoses => true,
            Repeated::Draw
            | Repeated::RepeaterLoses
            | Repeated::PerpetualCheckLoses
            | Repeated::ClosesColor => false,
        }
    }

    /// Whether arrangements on the squares of one color repeat, which are closed by it, and not positions.
    #[must_use]
    pub fn closes_color(self) -> bool {
        match self {
            Repeated::ClosesColor => true,
            Repeated::Draw
            | Repeated::RepeaterLoses
            | Repeated::PerpetualCheckLoses
            | Repeated::PerpetualChaseLoses => false,
        }
    }
}
