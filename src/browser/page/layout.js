// How a board fits into the window.

/** Turns a lying board upright if the window has no room for its length, but for its height. */
export function standUpright(board) {
  const room = innerHeight < 34 * board.columns ? 30 : 34;
  if (!board.lying || innerWidth >= room * board.columns) return;
  for (const square of board.squares) {
    [square.column, square.row] = [square.row, board.columns - 1 - square.column];
    square.middle = [square.column + 0.5, square.row + 0.5];
  }
  for (const label of board.labels) {
    [label.column, label.row] = [label.row, board.columns - 1 - label.column];
    label.below = !label.below;
  }
  board.extent.reverse();
  const below = board.fences_right.map(column => board.columns - 2 - column);
  [board.fences_right, board.fences_below] = [board.fences_below, below];
  [board.columns, board.rows, board.lying] = [board.rows, board.columns, false];
}
