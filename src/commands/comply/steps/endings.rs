//! The end of a game, and analysis.

use super::{NO_COMPLAINT, NO_REFUSAL, STEP};
use crate::commands::comply::script::LineKind::{Begins, Move, Result, Thinking};
use crate::commands::comply::script::ProtocolStep;
use crate::commands::comply::script::ScriptAct::{Board, Expect, Ping, Play, Send, Wait, Without};

/// Neither side can win.
const BARE: &str = "8/8/4k3/8/8/3K4/8/8 w - - 0 1";

/// The steps.
pub(super) const ENDINGS: &[ProtocolStep] = &[
    ProtocolStep {
        rule: "The checkmated side reports the result",
        why: "XBoard forfeits false claims of wins, but believes every engine that reports its loss; scripts \
            have no other source.",
        needs: &[("playother", "1")],
        acts: &[
            Send("force"),
            Send("st 1"),
            Play("f2f3 e7e5 g2g4"),
            Send("playother"),
            Ping(5000),
            Play("d8h4"),
            Expect(Result, 3000),
        ],
        never: &[Move, Begins("Illegal"), Begins("Error")],
        ..STEP
    },
    ProtocolStep {
        rule: "`go` in a finished game is not answered by a move",
        why: "There is no move. The engine must neither exit nor hang.",
        acts: &[
            Send("force"),
            Play("f2f3 e7e5 g2g4 d8h4"),
            Send("st 1"),
            Send("go"),
            Without(Move, 2000),
            Ping(2000),
            Send("new"),
            Ping(2000),
        ],
        never: NO_REFUSAL,
        ..STEP
    },
    ProtocolStep {
        rule: "The engine does not end the game before the GUI does",
        why: "GUIs count repetitions and material in their own ways. An engine that has ended the game on \
            its own stalls.",
        needs: &[("setboard", "1")],
        acts: &[
            Send("force"),
            Play("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 e2e4"),
            Ping(5000),
            Send("st 1"),
            Send("go"),
            Expect(Move, 5000),
            Send("force"),
            Board(BARE),
            Play("d3e3 e6e5"),
            Ping(5000),
        ],
        never: NO_COMPLAINT,
        ..STEP
    },
    ProtocolStep {
        rule: "`hint`, `bk` and `draw` are accepted without complaint",
        why: "They are menu items of XBoard.",
        acts: &[
            Send("st 1"),
            Play("e2e4"),
            Expect(Move, 5000),
            Send("hint"),
            Send("bk"),
            Send("draw"),
            Ping(5000),
        ],
        never: NO_COMPLAINT,
        ..STEP
    },
    ProtocolStep {
        rule: "`analyze` shows thinking and accepts moves and `undo`, and `exit` ends it",
        why: "This is XBoard's analysis mode, offered for every engine that does not announce `analyze=0`.",
        needs: &[("analyze", "1")],
        acts: &[
            Send("force"),
            Send("analyze"),
            Expect(Thinking, 5000),
            Play("e2e4"),
            Expect(Thinking, 5000),
            Send("undo"),
            Expect(Thinking, 5000),
            Send("exit"),
            Ping(2000),
            Without(Thinking, 500),
        ],
        never: &[Move, Begins("Illegal"), Begins("Error")],
        ..STEP
    },
    ProtocolStep {
        rule: "`.` during analysis is answered by `stat01: ...`",
        why: "XBoard asks every two seconds in order to show the current move.",
        needs: &[("analyze", "1")],
        acts: &[
            Send("force"),
            Send("analyze"),
            Wait(300),
            Send("."),
            Expect(Begins("stat01:"), 2000),
            Send("exit"),
            Ping(2000),
        ],
        never: &[Move, Begins("Illegal")],
        ..STEP
    },
];
