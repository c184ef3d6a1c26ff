//! The keys of a variant file and what each one means: the table by which files are checked, and from
//! which `fibnif help variant` is printed.

use super::keys::{Key, Keys};
use Keys::{Either, Joined, Label, Named, Table, Value};

const fn key(name: &'static str, below: &'static Keys, about: &'static str) -> Key {
    Key { name, about, below }
}

/// A whole variant.
pub static VARIANT: Keys = Table(&[
    key("title", &Label, "The name of the variant, for people."),
    key("source", &Value, "Whose game it is and where that is written. `fibnif show` prints it."),
    key("aliases", &Value, "A list of other names it answers to."),
    key("extends", &Value, "A variant that supplies everything this file does not say."),
    key(
        "start",
        &Value,
        "The starting position as a FEN of roles. It also gives the board: `*` is a hole, and numbers may have \
         two digits. A board has at most 26 files and 256 squares, and a position at most 64 pieces.",
    ),
    key("pieces", &PIECES, "The piece types. A role is one capital letter of `start`."),
    key("zone", &ZONES, "Named sets of squares."),
    key("rules", &RULES, "How the game is played, wherever it differs from chess."),
    key("choice", &Named(&CHOICE), "Something the players choose before the game."),
    key(
        "augment",
        &AUGMENT,
        "Moves that each side adds to its pieces before the game: see greener.toml and augmented-half.toml.",
    ),
    key("presets", &Named(&PRESET), "A named set of augmenters."),
    key(
        "views",
        &Named(&Named(&Value)),
        "Another board that shows the same game, for programs that cannot show this one. It has a size, \
         `board = \"10x5\"`, and says for each file of the real board where its squares are shown, as in \
         `a = [\"a1:j1\", \"j5:a5\"]`.",
    ),
    key(
        "net",
        &Value,
        "The neural net that corrects the evaluation: `\"proven\"` (the default: the chess net if all pieces are \
         those of chess, else the armies net, where matches have shown that it helps), `\"chess\"`, `\"armies\"`, \
         `\"betza\"` (Narrow and Colorboundmost Chess), `\"half\"` (Half Chess and its relatives) or `\"none\"`.",
    ),
    key(
        "weights",
        &Value,
        "The weights of the evaluation: `\"usual\"` (the default, fitted to chess and to games of armies) or \
         `\"betza\"` (fitted to Narrow, Half and Colorboundmost Chess).",
    ),
    key(
        "xboard",
        &Table(&[key("start", &Value, "The FEN XBoard starts this game from, if it has its own.")]),
        "For XBoard.",
    ),
]);

/// An army: what a choice of one side picks.
pub static ARMY: Keys = Table(&[
    key("title", &Label, "The name of the army, for people."),
    key("source", &Value, "Whose army it is and where that is written. `fibnif show` prints it."),
    key("pieces", &PIECES, "The piece types, by the role they fill."),
    key("zone", &ZONES, "Named sets of squares."),
]);

static CHOICE: Keys = Table(&[
    key("title", &Label, "The name of the choice, for people."),
    key("scope", &Value, "`\"side\"` (each side chooses for itself) or `\"game\"`."),
    key(
        "options",
        &Named(&PATCH),
        "The options. Each has a `title` and whatever it changes: `pieces`, `zone`, and for the game `start` and \
         `rules`.",
    ),
    key(
        "files",
        &Value,
        "Instead of options: the army files of a folder (`\"armies\"`), or a list of army files.",
    ),
    key("fills", &Value, "The roles that an army file fills."),
    key("default", &Value, "The option used if nobody chooses; otherwise the first."),
]);

static PATCH: Keys = Table(&[
    key("title", &Label, "The name of the option, for people."),
    key("start", &Value, "Replaces `start`."),
    key("pieces", &PIECES, "Replaces or adds piece types."),
    key("zone", &ZONES, "Replaces or adds zones."),
    key("rules", &RULES, "Replaces or adds rules."),
    key(
        "augment",
        &Table(&[key("refuse", &Value, "Replaces `augment.refuse`.")]),
        "Changes what augmenters are refused.",
    ),
]);

static PRESET: Keys = Either(&[
    key("title", &Label, "The name of the set, for people."),
    key("picks", &Value, "The augmenters, as in `\"R=hhR+F,N=Crab+A\"`."),
]);

static PIECES: Keys = Named(&Table(&[
    key("name", &Label, "The name of the piece, for people."),
    key("betza", &Value, "Its moves in Betza notation: a line, or a list of lines that are all its moves."),
    key(
        "letters",
        &Value,
        "The capital letters it may be shown by, best first: where one is taken, the next is used. The default is \
         the role.",
    ),
    key(
        "royal",
        &Value,
        "`\"check\"` (it may not be left in check, and can be checkmated) or `\"none\"`. If a side has several \
         royal pieces, the rule holds for each.",
    ),
    key(
        "promotes",
        &PROMOTION,
        "What it promotes to on the last rank: `\"own\"` pieces, `\"both\"` (also the enemy's piece types) or a list of roles; \
         or a table:",
    ),
    key(
        "becomes",
        &Either(&[
            key("to", &Value, "The role it changes to."),
            key("when", &Value, "`\"moves\"` or `\"captures\"`."),
            key("squares", &Value, "The squares on which it changes."),
        ]),
        "The role it changes to by moving, or a table:",
    ),
    key(
        "in",
        &Named(&Either(&[
            key("betza", &Value, "The additional moves."),
            key("keeps_clock", &Value, "`true`: these moves do not reset the count of `move_limit`."),
            key(
                "en_passant",
                &Value,
                "`true`: a pawn can be captured on the squares it passes by these moves.",
            ),
        ])),
        "Additional moves inside a zone: a line of Betza notation, or a table:",
    ),
    key(
        "left",
        &Value,
        "The role of the pieces that start in its place on the left half of the board, as their owner sees it: see \
         armies/fizzies.toml.",
    ),
    key(
        "within",
        &Value,
        "A zone it never leaves and never attacks outside of, as in a palace or on its side of a river.",
    ),
    key(
        "loans",
        &Value,
        "A zone: moves lent to it by other pieces (`x` in the notation) must end there. Or `\"none\"`.",
    ),
    key("unchecked", &Value, "Additional moves without capture while its side is not in check."),
    key(
        "spacious",
        &Value,
        "Additional straight moves, allowed where the square beyond the last one is empty: see armies/cannoneers.toml.",
    ),
    key(
        "after_capture",
        &Value,
        "Additional moves once its side has captured something, that is, while the other side has fewer pieces than \
         at the start. They attack squares before that, too.",
    ),
    key("most", &Value, "The most a side may have of it. With that many, no move creates another."),
    key("value", &Value, "Its value in centipawns, up to 10,000. The default is computed from its moves."),
    key(
        "findings",
        &Value,
        "What solved endings say about it where published claims differ: a text or a list of texts, printed by `show`.",
    ),
    key("xboard", &Table(&[key("slot", &Value, "The number of its picture in XBoard.")]), "For XBoard."),
]));

static PROMOTION: Keys = Either(&[
    key("to", &Value, "`\"own\"`, `\"both\"` or a list of roles."),
    key("squares", &Value, "The squares on which it promotes."),
    key("forced", &Value, "`false`: it may decline to promote."),
    key("optional", &Value, "More squares, on which it may decline."),
    key("captured", &Value, "`true`: only to piece types of which one has been captured."),
    key("white", &Value, "For White, if the sides differ: any of the above."),
    key("black", &Value, "For Black, likewise."),
]);

static ZONES: Keys = Named(&Table(&[
    key(
        "squares",
        &Value,
        "The squares as White counts them, `\"a5:h8 e4\"` or a list. Black's squares are the same, turned by half a \
         turn. Or a list of tables with `start` and `squares`: the squares for pieces that start there.",
    ),
    key(
        "marked",
        &Value,
        "With such tables: pieces that start here have an apostrophe after their letter in a FEN.",
    ),
]));

/// One line of a zone that depends on where pieces start.
pub(super) static ZONE_OF_START: Keys = Table(&[
    key("start", &Value, "Where the pieces start."),
    key("squares", &Value, "The squares of the zone for those pieces."),
]);

static AUGMENT: Keys = Table(&[
    key("roles", &Named(&Label), "The roles that are augmented, with their names."),
    key("where", &Value, "The zone in which the added moves can be used, or `\"always\"`."),
    key("table", &Named(&Value), "The augmenters by name, with their moves."),
    key("optional", &Value, "`true`: a role may stay as it is."),
    key(
        "default",
        &Named(&Value),
        "The augmenter of each role if nothing is said about a side, as in `{ R = \"Crab\" }`. A side whose army is \
         named (`greener:fide`) starts without.",
    ),
    key(
        "refuse",
        &Value,
        "A list of what a side may not pick: `\"repeated\"` (an augmenter twice), `\"no-op\"` (one that adds no move), \
         `\"base-used\"` (one that is itself a basic piece).",
    ),
    key("base", &Named(&Joined(&BASE)), "The basic pieces of each role, by name."),
]);

/// The keys of a basic piece that augmenters are added to.
static BASE: Keys = Table(&[
    key("name", &Label, "The name of the piece, for people."),
    key("letters", &Value, "As in `pieces`."),
    key("betza", &Value, "As in `pieces`."),
    key("value", &Value, "As in `pieces`."),
    key("xboard", &Table(&[key("slot", &Value, "As in `pieces`.")]), "As in `pieces`."),
    key("with", &Value, "The augmenters that can be added to it."),
    key("weak", &Value, "Those that are allowed, but weak."),
    key("refused", &Joined(&Value), "Those that are not allowed, with the reasons."),
]);

static RULES: Keys = Table(&[
    key(
        "turn",
        &Value,
        "`\"alternate\"` (the default) or `\"one-move-per-square-color\"`: two moves a turn.",
    ),
    key("capture", &Value, "`\"optional\"` (the default) or `\"forced\"`: a side that can capture must."),
    key(
        "checks",
        &Value,
        "`\"allowed\"` (the default), `\"mate-only\"` (a check must be checkmate) or `\"forbidden\"`.",
    ),
    key(
        "royals",
        &Value,
        "`\"each\"` (the default: no royal piece may be left in check) or `\"not-all\"`: of several, one may be left in \
         check and captured.",
    ),
    key(
        "untraded",
        &Value,
        "A role or a list: pieces that may not be traded, as Lions in Chu Shogi. From two squares away one captures \
         another only if nothing but a king could recapture, or together with more than a pawn. After another piece \
         type has captured one, the next move may not capture one.",
    ),
    key("untaken", &Value, "A role or a list: pieces that cannot be captured."),
    key("mate", &Value, "Whether a side that is checkmated `\"loses\"` (the default) or `\"wins\"`."),
    key(
        "no_moves",
        &Value,
        "The result of stalemate: `\"draw\"` (the default), `\"mover-loses\"`, `\"mover-wins\"`, `\"fewer-men-wins\"` \
         (equal numbers draw) or, with two moves a turn, `\"closes-complex\"` (half a draw).",
    ),
    key(
        "repetition",
        &Either(&[
            key("count", &Value, "The occurrence that ends the game."),
            key("result", &Value, "`\"draw\"` or `\"closes-complex\"`."),
        ]),
        "The occurrence of a position that ends the game, 0 for never; or a table:",
    ),
    key(
        "move_limit",
        &Value,
        "The number of moves by each side without a capture or pawn move that draws the game, 0 for no limit.",
    ),
    key(
        "material_draw",
        &Value,
        "`true`: the game is drawn when neither side can win any more. Or a list of pieces, `[\"N\", \"BB\"]`: also with \
         one of these groups, or less, besides the kings.",
    ),
    key("grid", &Value, "One cell of a grid, like `\"a1:b2\"`. Every move must leave its cell."),
    key("ends", &ENDS, "Other ways to end the game."),
    key("counting", &COUNTING, "Endings that must be won within a number of moves, as in Makruk."),
    key("shuffle", &SHUFFLE, "Games start with the first-rank pieces in a random order."),
    key(
        "castling",
        &CASTLING,
        "`\"none\"`, or a table. A king with `O` in its notation castles as that says. The castling piece is the one \
         of role K; if it is not royal, checks do not prevent it.",
    ),
]);

static SHUFFLE: Keys = Table(&[
    key("colors", &Value, "Pairs of roles that start on different square colors, as in `[\"BB\"]`."),
    key("apart", &Value, "Pairs of roles that do not start next to each other."),
    key("protected", &Value, "`true`: every pawn is protected."),
    key("never", &Value, "Orders that are never used."),
]);

static CASTLING: Keys = Either(&[
    key("king_to", &Value, "The king's two target files, as in `[\"c\", \"g\"]`."),
    key("partner", &Value, "`\"corner\"`, or a role: the outermost piece of it."),
    key("shuffled", &Value, "`true`: king and partner may start anywhere on their rank, as the FEN says."),
    key(
        "keep_color",
        &Value,
        "`true`: if the corner piece is bound to one square color, the king moves one square further.",
    ),
]);

static ENDS: Keys = Table(&[
    key(
        "reach",
        &Table(&[
            key("pieces", &Value, "The pieces that win."),
            key("squares", &Value, "The squares they must reach."),
            key(
                "when",
                &Value,
                "`\"at-once\"`, `\"answered\"` (the side that moved second in the game draws if it follows with its next \
                 move) or `\"held\"` (the piece cannot be captured there, or was not).",
            ),
        ]),
        "A piece that reaches a square wins.",
    ),
    key(
        "lost",
        &Table(&[
            key("pieces", &Value, "The pieces that count."),
            key("how", &Value, "Losing `\"one\"`, the last of a `\"role\"`, or `\"all\"`."),
            key("result", &Value, "`\"loses\"` or `\"wins\"`."),
        ]),
        "Losing these pieces ends the game.",
    ),
    key("checks", &Value, "The number of checks that wins."),
    key("bare", &Value, "`true`: a bare king loses."),
]);

static COUNTING: Keys = Table(&[
    key("pawnless", &Value, "Moves by each side once there are no pawns."),
    key(
        "bare",
        &Named(&Value),
        "Moves against a bare king when there are no pawns, by the pieces of the stronger side: \
         `{ RR = 8, R = 16, else = 64 }`. The lowest number that applies counts.",
    ),
    key("with_pawns", &Value, "The same while there are pawns; 0: not counted."),
    key("from", &Value, "`\"zero\"`, or `\"men\"`: the count starts with the number of pieces on the board."),
    key(
        "in_fen",
        &Value,
        "`true`: a FEN has the limit in place of the en passant square and the count in place of the clock, in plies. \
         With `-` for the limit, `move_limit` applies.",
    ),
]);

/// Whether these keys stand in several places of a file: they are explained once.
pub fn is_shared(keys: &'static Keys) -> bool {
    [&PIECES, &ZONES, &RULES].into_iter().any(|shared| std::ptr::eq(keys, shared))
}
