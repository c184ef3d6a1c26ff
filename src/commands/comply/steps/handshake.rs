//! The exchange before the first move.

use super::{NO_COMPLAINT, NO_REFUSAL, STEP};
use crate::commands::comply::script::LineKind::{Begins, Holds, Move};
use crate::commands::comply::script::ScriptAct::{Expect, Features, Ping, Play, Send};
use crate::commands::comply::script::{Preparation, ProtocolStep};

/// The steps.
pub(super) const HANDSHAKE: &[ProtocolStep] = &[
    ProtocolStep {
        rule: "The features come within two seconds and end with `done=1`",
        why: "XBoard waits two seconds and cutechess eight; later features are missed, above all `ping`.",
        opening: Preparation::Features,
        acts: &[Features(|features| features.require("done"))],
        ..STEP
    },
    ProtocolStep {
        rule: "Features are NAME=VALUE, and values other than numbers are in quotes",
        why: "cutechess reads `myname=My-Engine` as `My`, and `variants` without quotes as only the \
            first one.",
        opening: Preparation::Features,
        acts: &[Features(|features| features.faults.first().map_or(Ok(()), |fault| Err(fault.clone())))],
        ..STEP
    },
    ProtocolStep {
        rule: "`ping=1` is among the features",
        why: "Without it a GUI cannot know when a command has been processed; cutechess waits blindly after \
            every game.",
        opening: Preparation::Features,
        acts: &[Features(|features| features.require("ping"))],
        ..STEP
    },
    ProtocolStep {
        rule: "`setboard=1` is among the features",
        why: "The `edit` command that it replaces can express neither castling rights nor en passant.",
        opening: Preparation::Features,
        acts: &[Features(|features| features.require("setboard"))],
        ..STEP
    },
    ProtocolStep {
        rule: "`usermove=1` is among the features",
        why: "Without it a move cannot be told from an unknown command, so one of them gets the wrong \
              answer.",
        opening: Preparation::Features,
        acts: &[Features(|features| features.require("usermove"))],
        ..STEP
    },
    ProtocolStep {
        rule: "The engine also answers a newer protocol version",
        why: "An engine that ignores `protover 3` is useless as soon as a GUI sends it.",
        opening: Preparation::Nothing,
        acts: &[Send("xboard"), Send("protover 3"), Expect(Begins("feature "), 5000)],
        ..STEP
    },
    ProtocolStep {
        rule: "Rejected features are accepted silently",
        why: "cutechess rejects a dozen features of every engine; an answer that starts with `Illegal` \
              loses the game.",
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
        rule: "The lines a GUI sends before a game are accepted without complaint",
        why: "They come before every game, whether the engine wants them or not.",
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
        rule: "No message looks like a failure to start",
        why: "XBoard unloads an engine that prints `not found` or the like, whatever the message is about.",
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
        rule: "`memory` and `cores` are carried out before the next ping",
        why: "They come before every game, and a GUI gives up an engine whose pong is late.",
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
        rule: "An unknown option or a value out of range does no harm",
        why: "A GUI sends the settings of one version to the next.",
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
        why: "GUIs send what the user types. The engine must survive and play the variants it knows.",
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
        why: "This tells the GUI, and the author of a script, that nothing was done. `Illegal` would lose \
              the game.",
        acts: &[Send("frobnicate 7"), Expect(Begins("Error"), 5000), Ping(5000)],
        never: NO_REFUSAL,
        ..STEP
    },
    ProtocolStep {
        rule: "A malformed argument is not answered by `Illegal`",
        why: "cutechess would take it as the claim that the last move was illegal, which loses the game at \
            once.",
        acts: &[Send("level 0 0 x"), Send("st abc"), Send("time soon"), Ping(5000)],
        never: NO_REFUSAL,
        ..STEP
    },
];
