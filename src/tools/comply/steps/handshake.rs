//! What an engine says and hears before the first move.

use super::{NO_COMPLAINT, NO_REFUSAL, STEP};
use crate::tools::comply::script::LineKind::{Begins, Holds, Move};
use crate::tools::comply::script::ScriptAct::{Expect, Features, Ping, Play, Send};
use crate::tools::comply::script::{Preparation, ProtocolStep};

/// The steps.
pub(super) const HANDSHAKE: &[ProtocolStep] = &[
    ProtocolStep {
        rule: "The features come within two seconds and end with `done=1`",
        why: "XBoard waits two seconds and cutechess eight; what comes later is missed, pings above all.",
        opening: Preparation::Features,
        acts: &[Features(|features| features.require("done"))],
        ..STEP
    },
    ProtocolStep {
        rule: "Features are NAME=VALUE, and values that are no plain words stand in quotes",
        why: "cutechess reads `myname=My-Engine` as `My`, and `variants` without quotes as the first one \
            alone.",
        opening: Preparation::Features,
        acts: &[Features(|features| features.faults.first().map_or(Ok(()), |fault| Err(fault.clone())))],
        ..STEP
    },
    ProtocolStep {
        rule: "`ping=1` is among the features",
        why: "Without it no GUI knows when a command has been obeyed; cutechess waits blindly at the end of \
            every game.",
        opening: Preparation::Features,
        acts: &[Features(|features| features.require("ping"))],
        ..STEP
    },
    ProtocolStep {
        rule: "`setboard=1` is among the features",
        why: "The `edit` command it replaces can say neither castling rights nor en passant.",
        opening: Preparation::Features,
        acts: &[Features(|features| features.require("setboard"))],
        ..STEP
    },
    ProtocolStep {
        rule: "`usermove=1` is among the features",
        why: "A bare move cannot be told from an unknown command, so that one of them gets the wrong answer.",
        opening: Preparation::Features,
        acts: &[Features(|features| features.require("usermove"))],
        ..STEP
    },
    ProtocolStep {
        rule: "A newer protocol version is no reason to say nothing",
        why: "`protover 3` would make such an engine useless the day a GUI sends it.",
        opening: Preparation::Nothing,
        acts: &[Send("xboard"), Send("protover 3"), Expect(Begins("feature "), 5000)],
        ..STEP
    },
    ProtocolStep {
        rule: "Rejected features are taken in silence",
        why: "cutechess rejects a dozen of every engine's; an answer that begins with `Illegal` loses the \
            game.",
        opening: Preparation::Features,
        acts: &[
            Send("rejected san"),
            Send("rejected debug"),
            Send("rejected colors"),
            Send("new"),
            Ping(5000),
        ],
        never: NO_COMPLAINT,
        ..STEP
    },
    ProtocolStep {
        rule: "What a GUI says before a game is taken without complaint",
        why: "These lines come before every game, asked for or not.",
        acts: &[
            Send("random"),
            Send("computer"),
            Send("name Somebody Else"),
            Send("rating 1900 2000"),
            Send("ics -"),
            Send("post"),
            Send("hard"),
            Send("easy"),
            Ping(5000),
        ],
        never: NO_COMPLAINT,
        ..STEP
    },
    ProtocolStep {
        rule: "Nothing that is said in passing looks like a failure to start",
        why: "XBoard unloads an engine that prints `not found` and the like, whatever it is about.",
        acts: &[
            Send("egtpath nalimov /nowhere/at/all"),
            Send("hint"),
            Send("bk"),
            Send("st 1"),
            Play("e2e4"),
            Expect(Move, 5000),
        ],
        never: &[
            Holds("not found"),
            Holds("No such file"),
            Holds("Permission denied"),
            Holds("can't alloc"),
            Holds("unknown host"),
        ],
        ..STEP
    },
    ProtocolStep {
        rule: "`memory` and `cores` are obeyed before the next ping",
        why: "They come before every game, and the engine is given up where the pong is late.",
        needs: &[("memory", "1")],
        acts: &[
            Send("memory 32"),
            Send("cores 1"),
            Ping(10_000),
            Send("new"),
            Send("sd 2"),
            Send("go"),
            Expect(Move, 10_000),
        ],
        never: NO_REFUSAL,
        ..STEP
    },
    ProtocolStep {
        rule: "An option that does not exist, or a value out of range, does no harm",
        why: "Settings of one version are sent to the next.",
        acts: &[
            Send("option No Such Option=7"),
            Send("option Hash"),
            Ping(5000),
            Send("sd 2"),
            Send("go"),
            Expect(Move, 10_000),
        ],
        never: NO_REFUSAL,
        ..STEP
    },
    ProtocolStep {
        rule: "An unknown variant does no harm",
        why: "GUIs offer what the user types; the engine must live on and play what it knows.",
        acts: &[
            Send("variant nonesuch"),
            Ping(5000),
            Send("new"),
            Send("sd 2"),
            Play("e2e4"),
            Expect(Move, 10_000),
        ],
        never: NO_REFUSAL,
        ..STEP
    },
    ProtocolStep {
        rule: "An unknown command is answered by `Error (...): ...`",
        why: "It tells the GUI, and the author of a script, that nothing was done. `Illegal` would cost a \
            game.",
        acts: &[Send("frobnicate 7"), Expect(Begins("Error"), 5000), Ping(5000)],
        never: NO_REFUSAL,
        ..STEP
    },
    ProtocolStep {
        rule: "An argument that cannot be read is not answered by `Illegal`",
        why: "cutechess ends the game at once: the engine has claimed that the last move was illegal, and \
            loses.",
        acts: &[Send("level 0 0 x"), Send("st abc"), Send("time soon"), Ping(5000)],
        never: NO_REFUSAL,
        ..STEP
    },
];
