//! The clock, thinking, pondering, and commands that arrive meanwhile.

use super::{NO_COMPLAINT, NO_REFUSAL, STEP};
use crate::commands::comply::script::LineKind::{Begins, Move, Thinking};
use crate::commands::comply::script::ProtocolStep;
use crate::commands::comply::script::ScriptAct::{
    Close, Ends, Expect, Game, Interrupt, Ping, Play, Send, Wait, Without,
};

/// The steps.
pub(super) const THOUGHT: &[ProtocolStep] = &[
    ProtocolStep {
        rule: "Thinking is shown as depth, score, time, nodes and moves before every move",
        why: "cutechess adjudicates games by these numbers. A move without them resets its count.",
        acts: &[Send("post"), Send("st 1"), Send("go"), Expect(Thinking, 5000), Expect(Move, 5000)],
        ..STEP
    },
    ProtocolStep {
        rule: "`st 1` is respected",
        why: "An engine that thinks longer loses on time.",
        acts: &[Send("st 1"), Play("e2e4"), Expect(Move, 1500), Play("d2d4"), Expect(Move, 1500)],
        ..STEP
    },
    ProtocolStep {
        rule: "`sd 2` is respected, and fast",
        why: "Engines are compared on different machines by games of fixed depth.",
        acts: &[Send("sd 2"), Play("e2e4"), Expect(Move, 3000), Play("d2d4"), Expect(Move, 3000)],
        ..STEP
    },
    ProtocolStep {
        rule: "Base times and increments may be fractions: `level 0 0:01 0.05`",
        why: "cutechess writes them this way. An increment read as 0 wastes time, and an error loses the \
              game.",
        acts: &[
            Send("level 0 0:01 0.05"),
            Send("time 100"),
            Send("otim 100"),
            Play("e2e4"),
            Expect(Move, 1300),
        ],
        never: NO_COMPLAINT,
        ..STEP
    },
    ProtocolStep {
        rule: "`time` sets the time to use, even after `st 0` or `level 0 0 0.1`",
        why: "cutechess rounds half a second down to `st 0` and sends the real time with `time`.",
        acts: &[
            Send("st 0"),
            Send("time 50"),
            Send("otim 50"),
            Play("e2e4"),
            Expect(Move, 1000),
            Send("level 0 0 0.1"),
            Send("time 60"),
            Send("otim 60"),
            Play("d2d4"),
            Expect(Move, 1000),
        ],
        never: NO_COMPLAINT,
        ..STEP
    },
    ProtocolStep {
        rule: "Twenty quick moves are answered one after the other",
        why: "Commands and moves cross. An engine that misses one of them stalls.",
        acts: &[Send("sd 1"), Game(20, 3000)],
        never: NO_REFUSAL,
        ..STEP
    },
    ProtocolStep {
        rule: "`?` makes the engine move at once",
        why: "It is XBoard's *Move Now*, and cutechess sends it before it gives up an engine that exceeds \
              its time.",
        acts: &[Send("st 600"), Send("go"), Wait(700), Send("?"), Expect(Move, 1000)],
        never: NO_COMPLAINT,
        ..STEP
    },
    ProtocolStep {
        rule: "A ping while the engine thinks is answered after the move",
        why: "The pong confirms everything sent before it, including the move.",
        needs: &[("ping", "1")],
        acts: &[
            Send("st 1"),
            Send("go"),
            Wait(200),
            Send("ping 77"),
            Expect(Move, 4000),
            Expect(Begins("pong 77"), 1000),
        ],
        never: &[Begins("pong")],
        ..STEP
    },
    ProtocolStep {
        rule: "`force` while the engine thinks stops it, and no move follows",
        why: "A late move may be taken for one of the next game.",
        acts: &[
            Send("st 600"),
            Send("go"),
            Wait(500),
            Send("force"),
            Ping(1500),
            Without(Move, 500),
            Play("e2e4 e7e5"),
            Ping(1500),
        ],
        never: &[Move, Begins("Illegal"), Begins("Error")],
        ..STEP
    },
    ProtocolStep {
        rule: "`new` while the engine thinks starts a new game with all castling rights",
        why: "After an interrupted game a match continues with the next one in the same process.",
        acts: &[
            Send("st 600"),
            Send("go"),
            Wait(500),
            Send("new"),
            Ping(1500),
            Send("force"),
            Play("e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8"),
            Ping(1500),
        ],
        never: &[Move, Begins("Illegal"), Begins("Error")],
        ..STEP
    },
    ProtocolStep {
        rule: "`result` while the engine thinks stops it, and no move follows",
        why: "Flags fall and GUIs adjudicate while an engine thinks.",
        acts: &[
            Send("st 600"),
            Send("go"),
            Wait(500),
            Send("result 1/2-1/2 {Draw agreed}"),
            Ping(1500),
            Without(Move, 500),
        ],
        never: &[Move, Begins("Illegal"), Begins("Error")],
        ..STEP
    },
    ProtocolStep {
        rule: "An unknown command does not disturb the engine's thinking",
        why: "Newer GUIs send commands that older engines do not know.",
        acts: &[
            Send("st 1"),
            Send("go"),
            Wait(200),
            Send("frobnicate"),
            Expect(Move, 4000),
            Play("a7a6"),
            Expect(Move, 4000),
        ],
        never: NO_REFUSAL,
        ..STEP
    },
    ProtocolStep {
        rule: "`quit` while the engine thinks ends it at once",
        why: "cutechess waits five seconds and XBoard less. A process that stays behind slows down the next \
            game.",
        acts: &[Send("st 600"), Send("go"), Wait(500), Send("quit"), Ends(1500)],
        ..STEP
    },
    ProtocolStep {
        rule: "The end of the input ends the engine, thinking or not",
        why: "When a GUI crashes, no `quit` comes, and the engine would run on for days.",
        acts: &[Send("st 600"), Send("go"), Wait(500), Close, Ends(2500)],
        ..STEP
    },
    ProtocolStep {
        rule: "Ctrl-C does not end an engine that announces `sigint=0`",
        why: "It reaches every process of a terminal: a match could not be stopped without a loss.",
        needs: &[("sigint", "0")],
        acts: &[Interrupt, Wait(200), Send("st 1"), Play("e2e4"), Expect(Move, 5000)],
        ..STEP
    },
    ProtocolStep {
        rule: "A ping while the engine ponders is answered at once",
        why: "The GUI waits for the pong before it hands over the opponent's move.",
        needs: &[("ping", "1")],
        acts: &[Send("hard"), Send("st 2"), Play("e2e4"), Expect(Move, 6000), Wait(300), Ping(1000)],
        never: NO_COMPLAINT,
        ..STEP
    },
    ProtocolStep {
        rule: "After pondering, expected and unexpected moves are answered",
        why: "An interrupted ponder search must leave the game as it is.",
        acts: &[Send("hard"), Send("st 1"), Game(6, 4000)],
        never: NO_COMPLAINT,
        ..STEP
    },
];
