//! What the words of rules mean, asked by methods: a new word does not compile until each of them has an
//! answer for it. Words of ends and turns have theirs beside them.

use super::board::{DropColors, DropForm, Permission};
use super::hands::{Captured, Dropping};
use super::pieces::{Supply, Transforming};
use super::rules::{Captor, Capture, Checks, Evasions, Pass, Royals, SideChange};

impl Captor {
    /// Whether it takes the place of its victim.
    #[must_use]
    pub fn moves(self) -> bool {
        match self {
            Captor::Moves => true,
            Captor::Stays | Captor::Explodes => false,
        }
    }

    /// Whether it stays where it is.
    #[must_use]
    pub fn stays(self) -> bool {
        match self {
            Captor::Stays => true,
            Captor::Moves | Captor::Explodes => false,
        }
    }

    /// Whether it explodes.
    #[must_use]
    pub fn explodes(self) -> bool {
        match self {
            Captor::Explodes => true,
            Captor::Moves | Captor::Stays => false,
        }
    }
}

impl SideChange {
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
