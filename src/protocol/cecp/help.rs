//! The answer to `help` for a person at a terminal or a pipe. GUIs ignore lines that start with `#`.

/// The commands useful to a person without a GUI, for a window of 80 columns.
pub const COMMANDS: &[&str] = &[
    "a move: e4, Nf3, exd5, O-O, a8=Q, or as squares: e2e4, a7a8q",
    "new, variant NAME, setboard FEN: start a game of chess, of a variant, or from",
    "    a position",
    "go: the engine plays the side to move; playother: it plays the other side;",
    "    force: it plays neither side",
    "undo, remove: take back one ply, two plies",
    "st SECONDS, level MOVES MINUTES INCREMENT, sd PLIES: the engine's time;",
    "    ?: it moves now",
    "post, nopost: show its thinking or not",
    "analyze, exit: start and stop analyzing",
    "hint: show a good move",
    "option NAME=VALUE: choose armies and settings; `protover 2` lists them",
    "board: show the board",
    "quit",
];
