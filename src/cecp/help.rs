//! What `help` answers to a person at a terminal or a pipe. GUIs take lines that begin with `#` for
//! remarks.

/// The commands that serve somebody without a GUI.
pub const COMMANDS: &[&str] = &[
    "a move: e4, Nf3, exd5, O-O, a8=Q or as squares, e2e4, a7a8q",
    "new, variant NAME, setboard FEN: begin the ordinary game, another one, from a position",
    "go: the engine plays the side to move; force: it plays neither side; playother: the other side",
    "undo, remove: take back one move, two moves",
    "st SECONDS, level MOVES MINUTES INCREMENT, sd PLIES: how long the engine thinks; ?: it moves now",
    "post, nopost: show what it thinks or do not; analyze, exit: think about the position and stop; hint",
    "option NAME=VALUE: choose armies and settings, named in the answer to protover 2",
    "board: show the board",
    "quit",
];
