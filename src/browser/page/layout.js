// How a board fits into the window.

/** Turns a lying board upright if the window has no room for its length, but for its height. */
export function standUpright(board) {
  const room = innerHeight < 34 * board.columns ? 30 : 34;
  if (!board.lying || innerWidth >= room * board.columns) return;
  for (const square of board.squares)
    [square.column, square.row] = [square.row, board.columns - 1 - square.column];
  [board.column_labels, board.row_labels] = [board.row_labels, board.column_labels.reverse()];
  const below = board.fences_right.map(column => board.columns - 2 - column);
  [board.fences_right, board.fences_below] = [board.fences_below, below];
  [board.columns, board.rows, board.lying] = [board.rows, board.columns, false];
}
