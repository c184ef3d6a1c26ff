//! The answer to `help` for a person at a terminal or a pipe. GUIs ignore lines that start with `#`.

/// The commands useful to a person without a GUI.
pub const COMMANDS: &[&str] = &[
    "a move: e4, Nf3, exd5, O-O, a8=Q, or as squares: e2e4, a7a8q",
    "new, variant NAME, setboard FEN: start a game of chess, of a variant, from a position",
    "go: the engine plays the side to move; force: it plays neither side; playother: the other side",
    "undo, remove: take back one ply, two plies",
    "st SECONDS, level MOVES MINUTES INCREMENT, sd PLIES: the engine's time; ?: it moves now",
    "post, nopost: show its thinking or not; analyze, exit: start and stop analyzing; hint",
    "option NAME=VALUE: choose armies and settings, listed in the answer to protover 2",
    "board: show the board",
    "quit",
];
