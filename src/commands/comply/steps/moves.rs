//! Moves and positions, sent and undone.

use super::{NO_COMPLAINT, NO_REFUSAL, STEP};
use crate::commands::comply::script::LineKind::{Begins, Move, MoveOrResult};
use crate::commands::comply::script::ProtocolStep;
use crate::commands::comply::script::ScriptAct::{Back, Board, Expect, Offer, Ping, Play, Send, Without};

/// A position with one legal move, a promotion.
const PROMOTE: &str = "8/P7/8/8/8/6q1/8/k6K w - - 0 1";

/// Both sides can castle on both wings.
const CASTLE: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";

/// The steps.
pub(super) const MOVES: &[ProtocolStep] = &[
    ProtocolStep {
        rule: "`go` makes the engine move for the side to move",
        why: "Every game with the engine as White starts this way.",
        acts: &[Send("st 1"), Send("go"), Expect(Move, 5000)],
        ..STEP
    },
    ProtocolStep {
        rule: "After `new` the engine plays Black and answers White's move unasked",
        why: "A GUI sends no `go` before the answer.",
        acts: &[Send("st 1"), Play("e2e4"), Expect(Move, 5000)],
        ..STEP
    },
    ProtocolStep {
        rule: "In force mode moves are played and not answered; `go` then gives the engine the side to move",
        why: "Opening books and loaded games arrive this way.",
        acts: &[
            Send("force"),
            Send("st 1"),
            Play("e2e4 e7e5 g1f3"),
            Without(MoveOrResult, 700),
            Send("go"),
            Expect(Move, 5000),
            Play("f1c4"),
            Expect(Move, 5000),
        ],
        never: NO_REFUSAL,
        ..STEP
    },
    ProtocolStep {
        rule: "`playother` gives the engine the side that is not to move",
        why: "*Machine White* and *Machine Black* in the middle of a game use it.",
        needs: &[("playother", "1")],
        acts: &[
            Send("force"),
            Send("st 1"),
            Play("e2e4"),
            Send("playother"),
            Without(Move, 500),
            Play("e7e5"),
            Expect(Move, 5000),
        ],
        never: NO_REFUSAL,
        ..STEP
    },
    ProtocolStep {
        rule: "An illegal move is answered by `Illegal move: ...` and changes nothing",
        why: "The GUI undoes the move on its board, and the two boards must stay the same.",
        acts: &[
            Send("st 1"),
            Offer("e2e5"),
            Expect(Begins("Illegal move"), 5000),
            Play("e2e4"),
            Expect(Move, 5000),
        ],
        ..STEP
    },
    ProtocolStep {
        rule: "With `usermove` agreed on, a bare move is not answered by `Illegal`",
        why: "cutechess sends a bare `b2b3` before every opening with Black to move, and an `Illegal` loses \
            the game.",
        needs: &[("usermove", "1"), ("setboard", "1")],
        acts: &[
            Send("force"),
            Send("b2b3"),
            Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
            Send("st 1"),
            Ping(5000),
            Send("go"),
            Expect(Move, 5000),
        ],
        never: NO_REFUSAL,
        ..STEP
    },
    ProtocolStep {
        rule: "Castling is understood as the king's move, on both wings and for both sides",
        why: "GUIs write it only this way in ordinary chess.",
        needs: &[("setboard", "1")],
        acts: &[
            Send("force"),
            Board(CASTLE),
            Play("e1g1 e8c8"),
            Ping(5000),
            Board(CASTLE),
            Play("e1c1 e8g8"),
            Ping(5000),
        ],
        never: NO_COMPLAINT,
        ..STEP
    },
    ProtocolStep {
        rule: "En passant captures are understood",
        why: "A pawn that remains on one of the two boards spoils the game some moves later.",
        acts: &[
            Send("force"),
            Send("st 1"),
            Play("e2e4 a7a6 e4e5 d7d5 e5d6 c7d6"),
            Ping(5000),
            Send("go"),
            Expect(Move, 5000),
        ],
        never: NO_COMPLAINT,
        ..STEP
    },
    ProtocolStep {
        rule: "A pawn promotes with a letter behind the move, its own and the opponent's",
        why: "cutechess forfeits a promotion without a letter, and sends underpromotions.",
        needs: &[("setboard", "1")],
        acts: &[
            Send("force"),
            Board(PROMOTE),
            Send("sd 4"),
            Send("go"),
            Expect(Move, 10_000),
            Send("force"),
            Board(PROMOTE),
            Play("a7a8n"),
            Ping(5000),
            Send("go"),
            Expect(Move, 10_000),
        ],
        never: NO_COMPLAINT,
        ..STEP
    },
    ProtocolStep {
        rule: "A position with Black to move is accepted",
        why: "Half of all openings end after White's move.",
        needs: &[("setboard", "1")],
        acts: &[
            Send("force"),
            Board("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"),
            Send("st 1"),
            Send("go"),
            Expect(Move, 5000),
            Play("f1b5"),
            Expect(Move, 5000),
        ],
        never: NO_REFUSAL,
        ..STEP
    },
    ProtocolStep {
        rule: "A malformed position does no harm",
        why: "Users paste anything. The engine must still be there for the next game.",
        needs: &[("setboard", "1")],
        acts: &[
            Send("force"),
            Send("setboard 9/what/is w this"),
            Send("setboard"),
            Send("setboard 8/8/8/8/8/8/8/8 w - - 0 1"),
            Ping(5000),
            Send("new"),
            Send("st 1"),
            Play("e2e4"),
            Expect(Move, 5000),
        ],
        ..STEP
    },
    ProtocolStep {
        rule: "`undo` takes back one ply in force mode",
        why: "The button *Backward* uses it in games against the engine.",
        acts: &[
            Send("force"),
            Play("e2e4 e7e5"),
            Back("undo", 1),
            Play("c7c5"),
            Back("undo", 1),
            Back("undo", 1),
            Play("d2d4"),
            Ping(5000),
        ],
        never: NO_COMPLAINT,
        ..STEP
    },
    ProtocolStep {
        rule: "`remove` takes back the user's move and the engine's",
        why: "The menu item *Retract Move* uses it.",
        acts: &[
            Send("st 1"),
            Play("e2e4"),
            Expect(Move, 5000),
            Back("remove", 2),
            Play("d2d4"),
            Expect(Move, 5000),
        ],
        never: NO_COMPLAINT,
        ..STEP
    },
];
