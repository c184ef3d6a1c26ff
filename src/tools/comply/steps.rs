//! The steps, in the order in which a GUI meets the rules. All of them are chess: every engine
//! plays it.

use super::script::LineKind::{Begins, Holds, Move, MoveOrResult, Result, Thinking};
use super::script::ScriptAct::{
    Back, Board, Close, Ends, Expect, Features, Game, Interrupt, Offer, Ping, Play, Send, Wait, Without,
};
use super::script::{LineKind, Preparation, ProtocolStep};

/// Lines that GUIs take for a refused move.
const NO_REFUSAL: &[LineKind] = &[Begins("Illegal")];
/// Lines that show that something was not understood.
const NO_COMPLAINT: &[LineKind] = &[Begins("Illegal"), Begins("Error")];

/// One legal move, which promotes.
const PROMOTE: &str = "8/P7/8/8/8/6q1/8/k6K w - - 0 1";
/// Both sides may castle on both wings.
const CASTLE: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
/// Nobody can win.
const BARE: &str = "8/8/4k3/8/8/3K4/8/8 w - - 0 1";

const STEP: ProtocolStep =
    ProtocolStep { rule: "", why: "", needs: &[], opening: Preparation::Game, acts: &[], never: &[] };

/// Every step.
pub(super) const STEPS: &[ProtocolStep] = &[
    ProtocolStep {
        rule: "The features come within two seconds and end with `done=1`",
        why: "XBoard waits two seconds and cutechess eight; what comes later is missed, pings above all.",
        opening: Preparation::Features,
        acts: &[Features(|features| features.require("done"))],
        ..STEP
    },
    ProtocolStep {
        rule: "Features are NAME=VALUE, and values that are no plain words stand in quotes",
        why: "cutechess reads `myname=My-Engine` as `My`, and `variants` without quotes as the first one alone.",
        opening: Preparation::Features,
        acts: &[Features(|features| features.faults.first().map_or(Ok(()), |fault| Err(fault.clone())))],
        ..STEP
    },
    ProtocolStep {
        rule: "`ping=1` is among the features",
        why: "Without it no GUI knows when a command has been obeyed; cutechess waits blindly at the end of every game.",
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
        why: "cutechess rejects a dozen of every engine's; an answer that begins with `Illegal` loses the game.",
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
        why: "It tells the GUI, and the author of a script, that nothing was done. `Illegal` would cost a game.",
        acts: &[Send("frobnicate 7"), Expect(Begins("Error"), 5000), Ping(5000)],
        never: NO_REFUSAL,
        ..STEP
    },
    ProtocolStep {
        rule: "An argument that cannot be read is not answered by `Illegal`",
        why: "cutechess ends the game at once: the engine has claimed that the last move was illegal, and loses.",
        acts: &[Send("level 0 0 x"), Send("st abc"), Send("time soon"), Ping(5000)],
        never: NO_REFUSAL,
        ..STEP
    },
    ProtocolStep {
        rule: "`go` makes the engine move for the side to move",
        why: "It is the way every game begins in which the engine is White.",
        acts: &[Send("st 1"), Send("go"), Expect(Move, 5000)],
        ..STEP
    },
    ProtocolStep {
        rule: "After `new` the engine plays Black and answers White's move unasked",
        why: "No `go` comes before an answer.",
        acts: &[Send("st 1"), Play("e2e4"), Expect(Move, 5000)],
        ..STEP
    },
    ProtocolStep {
        rule: "In force mode moves are played and not answered; `go` then takes the side to move",
        why: "Opening books and games that are loaded come like this.",
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
        why: "The GUI takes the move back on its board; the boards must stay the same.",
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
        rule: "A bare move is not refused with `Illegal` where `usermove` was agreed on",
        why: "cutechess sends a bare `b2b3` before every opening with Black to move, and an `Illegal` loses the game.",
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
        rule: "Castling is understood as the King's move, on both wings and for both sides",
        why: "No GUI writes it otherwise in ordinary chess.",
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
        rule: "Captures in passing are understood",
        why: "A pawn that stays on one of the two boards spoils the game some moves later.",
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
        rule: "A position with Black to move is played from as it stands",
        why: "Openings end after White's move as often as not.",
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
        rule: "A position that cannot be read does no harm",
        why: "Users paste anything; the engine must be there for the next game.",
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
        rule: "`undo` takes back one move in force mode",
        why: "It is the button *Backward* of a game against the engine.",
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
        why: "It is the menu item *Retract Move*.",
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
    ProtocolStep {
        rule: "Thinking is shown as depth, score, time, nodes and moves before every move",
        why: "cutechess ends hopeless and drawn games by these numbers; a move without them resets its count.",
        acts: &[Send("post"), Send("st 1"), Send("go"), Expect(Thinking, 5000), Expect(Move, 5000)],
        ..STEP
    },
    ProtocolStep {
        rule: "`st 1` is obeyed",
        why: "Whoever thinks longer loses on time.",
        acts: &[Send("st 1"), Play("e2e4"), Expect(Move, 1500), Play("d2d4"), Expect(Move, 1500)],
        ..STEP
    },
    ProtocolStep {
        rule: "`sd 2` is obeyed, and fast",
        why: "Games of fixed depth are how engines are compared on unlike machines.",
        acts: &[Send("sd 2"), Play("e2e4"), Expect(Move, 3000), Play("d2d4"), Expect(Move, 3000)],
        ..STEP
    },
    ProtocolStep {
        rule: "Base times and increments may be fractions: `level 0 0:01 0.05`",
        why: "cutechess writes them so; an increment read as 0 wastes time, an error loses the game.",
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
        rule: "The time to use is that of `time`, even where `st 0` or `level 0 0 0.1` says there is none",
        why: "cutechess rounds half a second down to `st 0` and sends the rest by `time`.",
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
        why: "Commands and moves cross; an engine that loses one of them stalls.",
        acts: &[Send("sd 1"), Game(20, 3000)],
        never: NO_REFUSAL,
        ..STEP
    },
    ProtocolStep {
        rule: "`?` makes the engine move at once",
        why: "*Move Now*, and cutechess before it gives an engine up that is over its time.",
        acts: &[Send("st 600"), Send("go"), Wait(700), Send("?"), Expect(Move, 1000)],
        never: NO_COMPLAINT,
        ..STEP
    },
    ProtocolStep {
        rule: "A ping during thought is answered after the move",
        why: "The pong says that everything before it has been done, the move too.",
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
        rule: "`force` during thought stops it, and no move comes",
        why: "A move that comes after all may be taken for one of the next game.",
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
        rule: "`new` during thought begins a new game, with all castling rights",
        why: "A match that is broken off goes on with the next game in the same process.",
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
        rule: "`result` during thought ends it, and no move comes",
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
        rule: "An unknown command during thought does not disturb it",
        why: "Newer GUIs say things that older engines have not heard of.",
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
        rule: "`quit` during thought ends the engine at once",
        why: "cutechess waits five seconds and XBoard less; what stays behind eats the time of the next game.",
        acts: &[Send("st 600"), Send("go"), Wait(500), Send("quit"), Ends(1500)],
        ..STEP
    },
    ProtocolStep {
        rule: "The end of the input ends the engine, thinking or not",
        why: "When a GUI crashes nobody says `quit`, and the engine runs on for days.",
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
        rule: "While pondering a ping is answered at once",
        why: "The GUI waits for the pong before it hands over the opponent's move.",
        needs: &[("ping", "1")],
        acts: &[Send("hard"), Send("st 2"), Play("e2e4"), Expect(Move, 6000), Wait(300), Ping(1000)],
        never: NO_COMPLAINT,
        ..STEP
    },
    ProtocolStep {
        rule: "After pondering, expected and unexpected moves are answered",
        why: "A ponder search that is cut off must leave the game as it is.",
        acts: &[Send("hard"), Send("st 1"), Game(6, 4000)],
        never: NO_COMPLAINT,
        ..STEP
    },
    ProtocolStep {
        rule: "The mated side says so",
        why: "XBoard forfeits false claims of wins, but believes every engine that has lost; scripts have nobody else to ask.",
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
        rule: "`go` in a position that is over brings no move",
        why: "There is none; the engine must not leave the game, or hang.",
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
        rule: "No game is over for the engine before the GUI says so",
        why: "GUIs count repetitions and material in their own ways; a side that has ended the game for itself stalls.",
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
        rule: "`hint`, `bk` and `draw` are taken without complaint",
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
        rule: "`analyze` shows thinking, takes moves and takes them back, and `exit` ends it",
        why: "It is XBoard's analysis mode, offered for every engine that does not say `analyze=0`.",
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
        rule: "`.` in analysis is answered by `stat01: ...`",
        why: "XBoard asks every two seconds to show what is being searched.",
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
