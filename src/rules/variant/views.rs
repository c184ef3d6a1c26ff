//! The `views` of a variant file: other boards on which the same game is shown.

use super::board::span;
use super::error::VariantError;
use super::tree::{KeyValue, Node, Tree};
use crate::base::text::fields;
use crate::rules::geometry::{MAX_FILES, MAX_SQUARES, Shape, Square};

/// Another board for the same game. It changes only the names of squares.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewDef {
    /// Its name: `narrow-folded`.
    pub id: String,
    /// The board as it is shown.
    pub shape: Shape,
    /// For every square of the game's board (by index) the square that shows it; `None` for holes.
    pub shown: Vec<Option<Square>>,
    /// The moves of every piece on this board as XBoard is told, in its dialect: at least all moves of
    /// the game.
    pub xboard: Option<String>,
}

/// The longest moves of a piece that fit into XBoard's buffer together with the command.
const LONGEST_MOVES: usize = 480;

/// Reads `views.NAME = { board = "10x5", a = ["a1:j1", "j5:a5"], .. }`: for every file of the game's
/// board, the squares that show it, from the first rank to the last. `open` lists empty squares that
/// are not holes, and `xboard` has the moves for XBoard.
pub(super) fn read_views(game: &Tree, shape: &Shape) -> Result<Vec<ViewDef>, VariantError> {
    game.table("views")?.into_iter().flat_map(Tree::iter).map(|entry| read_view(entry, shape)).collect()
}

fn read_view(entry: &KeyValue, shape: &Shape) -> Result<ViewDef, VariantError> {
    let table = entry.node.table()?;
    let mut board = match table.get("board") {
        Some(node) => read_board(node)?,
        None => {
            return Err(
                entry.error(format!("the view `{}` needs a board, as in `board = \"10x5\"`", entry.key))
            );
        }
    };
    let xboard = table.get("xboard").map(read_moves).transpose()?;
    let mut shown: Vec<Option<Square>> = vec![None; shape.cell_count()];
    let others = ["board", "open", "xboard"];
    for line in table.iter().filter(|line| !others.contains(&line.key.as_str())) {
        let file = match line.key.as_bytes() {
            [letter @ b'a'..=b'z'] if letter - b'a' < shape.files() => letter - b'a',
            _ => {
                return Err(line.error(format!(
                    "expected `board`, `open`, `xboard` or a file of the game's board, found `{}`",
                    line.key
                )));
            }
        };
        let path = read_path(&line.node, &board)?;
        if path.len() != usize::from(shape.ranks()) {
            return Err(line.node.error(format!(
                "expected {} squares, one for each rank, found {}",
                shape.ranks(),
                path.len()
            )));
        }
        for (rank, square) in (0..).zip(path) {
            if shown.contains(&Some(square)) {
                return Err(line.node.error(format!("{} shows two squares", board.name(square))));
            }
            if let Some(of_game) = shape.square(file, rank) {
                shown[of_game.index()] = Some(square);
            }
        }
    }
    if let Some(missing) = shape.squares().find(|square| shown[square.index()].is_none()) {
        return Err(entry.error(format!("nothing shows {}", shape.name(missing))));
    }
    let open = table.get("open").map_or(Ok(Vec::new()), |node| read_path(node, &board))?;
    for square in board.clone().squares().filter(|square| !shown.contains(&Some(*square))) {
        if !open.contains(&square) {
            board.punch(square);
        }
    }
    Ok(ViewDef { id: entry.key.clone(), shape: board, shown, xboard })
}

/// Moves in XBoard's dialect: letters and digits.
fn read_moves(node: &Node) -> Result<String, VariantError> {
    let text = node.text()?;
    if text.len() <= LONGEST_MOVES && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Ok(text.to_string());
    }
    Err(node.expected(&format!("moves in XBoard's dialect, at most {LONGEST_MOVES} letters and digits")))
}

/// `10x5`: files and ranks.
fn read_board(node: &Node) -> Result<Shape, VariantError> {
    let text = node.text()?;
    let measures = text.split_once('x').and_then(|(files, ranks)| files.parse().ok().zip(ranks.parse().ok()));
    measures.and_then(|(files, ranks)| Shape::rectangle(files, ranks)).ok_or_else(|| {
        node.expected(&format!(
            "files and ranks like `10x5`, at most {MAX_FILES} files and {MAX_SQUARES} squares"
        ))
    })
}

/// A sequence of squares: `a1:j1 j5:a5` goes to the right along the first rank and comes back along the
/// fifth.
fn read_path(node: &Node, board: &Shape) -> Result<Vec<Square>, VariantError> {
    let mut path = Vec::new();
    for (node, text) in node.texts()? {
        for (from, stretch) in fields(text) {
            let part = from..from + stretch.len();
            let (first, last) = stretch.split_once(':').unwrap_or((stretch, stretch));
            let ends = board.parse_square(first).zip(board.parse_square(last));
            let squares = ends.and_then(|(first, last)| straight(board, first, last)).ok_or_else(|| {
                let wanted = format!("{} files and {} ranks", board.files(), board.ranks());
                span(
                    node,
                    part,
                    format!(
                        "expected squares of {wanted} along a rank or a file like `a1:j1`, found `{stretch}`"
                    ),
                )
            })?;
            path.extend(squares);
        }
    }
    Ok(path)
}

/// The squares from `first` to `last`, both included, if they are on one rank or file without a hole.
fn straight(board: &Shape, first: Square, last: Square) -> Option<Vec<Square>> {
    let (from, to) = ((board.file(first), board.rank(first)), (board.file(last), board.rank(last)));
    if from.0 != to.0 && from.1 != to.1 {
        return None;
    }
    let between = |a: u8, b: u8| a.min(b)..=a.max(b);
    let mut squares = between(from.1, to.1)
        .flat_map(|rank| between(from.0, to.0).map(move |file| board.square(file, rank)))
        .collect::<Option<Vec<_>>>()?;
    if to < from {
        squares.reverse();
    }
    Some(squares)
}
