// The board: squares where the program says they lie, the pieces on them, arrows over them.
/** The square that has the keyboard, and the cells by their names. */
let focus = null;
let cells = {};
let drawn = "";

const kindOn = name => {
  const piece = known.state.pieces.find(piece => piece.square === name);
  return piece ? known.kinds.kinds[piece.kind] : null;
};

/** A board that lies before the player stands upright where there is no room for its length, but for its height. */
function stand(board) {
  const room = innerHeight < 34 * board.columns ? 30 : 34;
  if (!board.lying || innerWidth >= room * board.columns) return;
  for (const square of board.squares) [square.column, square.row] = [square.row, board.columns - 1 - square.column];
  [board.column_labels, board.row_labels] = [board.row_labels, board.column_labels.reverse()];
  const below = board.fences_right.map(column => board.columns - 2 - column);
  [board.fences_right, board.fences_below] = [board.fences_below, below];
  [board.columns, board.rows, board.lying] = [board.rows, board.columns, false];
}

/** Makes the cells anew if the board is another one. */
function layBoard() {
  const { board, variant } = known.state;
  const key = JSON.stringify([variant, board.columns, board.rows, board.flipped, board.lying, board.squares.length]);
  if (key === drawn) return;
  drawn = key;
  const element = $("board");
  element.style.setProperty("--columns", board.columns);
  element.style.setProperty("--rows", board.rows);
  element.className = (board.flipped ? "flipped " : "") + (board.lying ? "lying" : "") + (board.points ? " points" : "");
  element.setAttribute("aria-rowcount", board.rows);
  element.setAttribute("aria-colcount", board.columns);
  element.replaceChildren();
  cells = {};
  for (let row = 0; row < board.rows; row++) {
    const line = h("div", { role: "row" });
    for (const square of board.squares.filter(square => square.row === row).sort((a, b) => a.column - b.column)) {
      const cell = h("button", { role: "gridcell", type: "button", tabindex: "-1", "data-square": square.square,
        "aria-colindex": square.column + 1 });
      cell.style.gridArea = `${row + 1} / ${square.column + 2}`;
      cells[square.square] = cell;
      line.append(cell);
    }
    const label = h("div", { class: "label", "aria-hidden": "true" }, board.row_labels[row]);
    label.style.gridArea = `${row + 1} / 1`;
    element.append(line, label);
  }
  board.column_labels.forEach((text, column) => {
    const label = h("div", { class: "label", "aria-hidden": "true" }, text);
    label.style.gridArea = `${board.rows + 1} / ${column + 2}`;
    element.append(label);
  });
  if (board.points) element.append(drawLines(board));
  const arrows = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  arrows.id = "arrows";
  arrows.setAttribute("viewBox", `0 0 ${board.columns} ${board.rows}`);
  arrows.setAttribute("aria-hidden", "true");
  element.append(arrows);
  if (!cells[focus]) focus = null;
}

/** The lines of a board whose pieces are on points: ranks, files but for the river, and the palaces. */
function drawLines({ columns, rows, flipped, points: { palaces, river } }) {
  const line = (x1, y1, x2, y2) => `<line x1="${x1 + 0.5}" y1="${y1 + 0.5}" x2="${x2 + 0.5}" y2="${y2 + 0.5}"/>`;
  const bank = river === null ? rows - 1 : flipped ? river : river - 1;
  const lines = [];
  for (let row = 0; row < rows; row++) lines.push(line(0, row, columns - 1, row));
  for (let column = 0; column < columns; column++) {
    const edge = column === 0 || column === columns - 1 || river === null;
    lines.push(...(edge ? [line(column, 0, column, rows - 1)] : [line(column, 0, column, bank), line(column, bank + 1, column, rows - 1)]));
  }
  for (const [[a, b], [c, d]] of palaces) lines.push(line(a, b, c, d), line(a, d, c, b));
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.id = "lines";
  svg.setAttribute("viewBox", `0 0 ${columns} ${rows}`);
  svg.setAttribute("aria-hidden", "true");
  svg.innerHTML = lines.join("");
  return svg;
}

/** Shows what is on the squares and what is special about them. */
function showBoard() {
  layBoard();
  const { board, pieces } = known.state;
  const on = Object.fromEntries(pieces.map(piece => [piece.square, known.kinds.kinds[piece.kind]]));
  const { goes, takes, path } = reachable();
  for (const { square, column, row, dark, marks } of board.squares) {
    const cell = cells[square], kind = on[square];
    const names = ["square", ...marks];
    if (dark) names.push("dark");
    if (board.fences_below.includes(row)) names.push("fence-below");
    if (board.fences_right.includes(column)) names.push("fence-right");
    if (chosen.from === square) names.push("chosen");
    if (path.includes(square)) names.push(chosen.ends ? "chosen" : "path");
    if (takes.has(square)) names.push("takes");
    else if (goes.has(square)) names.push("goes");
    cell.className = names.join(" ");
    cell.setAttribute("aria-label", spoken(square, kind, marks, goes, takes));
    cell.setAttribute("aria-selected", String(chosen.from === square));
    cell.tabIndex = square === (focus || board.squares[0].square) ? 0 : -1;
    const drawnKind = kind ? kind.side + kind.sign + known.kinds.variant : "";
    if (cell.dataset.kind !== drawnKind) {
      cell.dataset.kind = drawnKind;
      cell.replaceChildren(...(kind ? [figure(kind)] : []));
    }
  }
  slide(Object.fromEntries(pieces.map(piece => [piece.square, piece.kind])));
  showArrows();
}

/** The pieces that were on the board before, and the board they were on. */
let before = { pieces: {}, board: "" };
/** Whether the piece was dragged to where it is. */
let dragged = false;

/** Lets a piece that is on another square now slide there, unless somebody wants no motion. */
function slide(now) {
  const old = before.board === drawn ? before.pieces : now;
  before = { pieces: now, board: drawn };
  const came = Object.keys(now).filter(square => old[square] !== now[square]);
  const still = dragged || came.length > 4 || matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (came.length) dragged = false;
  if (still) return;
  const left = new Set(Object.keys(old).filter(square => now[square] !== old[square]));
  for (const square of came) {
    const from = [...left].find(from => old[from] === now[square]);
    if (!from) continue;
    left.delete(from);
    const [a, b] = [cells[from], cells[square]], to = { transform: "none", zIndex: 6 };
    const start = `translate(${a.offsetLeft - b.offsetLeft}px, ${a.offsetTop - b.offsetTop}px)`;
    b.querySelector(".figure")?.animate([{ transform: start, zIndex: 6 }, to], { duration: 180, easing: "ease-out" });
  }
}

/** A square in words, for whoever hears the board. */
function spoken(square, kind, marks, goes, takes) {
  const words = [square, kind ? `${kind.side} ${kind.name}` : "empty"];
  if (marks.includes("check")) words.push("in check");
  if (marks.includes("closed")) words.push("closed");
  if (chosen.from === square) words.push("chosen");
  if (takes.has(square)) words.push("can be captured");
  else if (goes.has(square)) words.push("can be moved to");
  return words.join(", ");
}

/** The middle of a square in columns and rows. */
function middle(name) {
  const square = known.state.board.squares.find(square => square.square === name);
  return square ? [square.column + 0.5, square.row + 0.5] : null;
}

/** Arrows of the hint and of the analysis, the best line first. */
function showArrows() {
  const { hint, analysis } = known.state;
  const moves = [];
  for (const line of (analysis ? analysis.lines : []).slice().reverse()) {
    const text = line.moves[0];
    const move = known.state.moves.find(move => move.move === text);
    if (move) moves.push([move, line.rank === 1 ? "best" : "other"]);
  }
  if (hint) moves.push([hint, "hint"]);
  const lines = [];
  for (const [move, kind] of moves) {
    let from = middle(move.from);
    for (const to of move.path.map(middle)) {
      if (!from || !to) break;
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]], length = Math.hypot(dx, dy) || 1;
      const [ux, uy] = [dx / length, dy / length];
      const tip = [to[0] - ux * 0.12, to[1] - uy * 0.12];
      lines.push(`<line class="${kind}" x1="${from[0]}" y1="${from[1]}" x2="${tip[0]}" y2="${tip[1]}"/>`);
      for (const side of [1, -1]) {
        const x = tip[0] - ux * 0.3 - uy * 0.22 * side, y = tip[1] - uy * 0.3 + ux * 0.22 * side;
        lines.push(`<line class="${kind}" x1="${tip[0]}" y1="${tip[1]}" x2="${x}" y2="${y}"/>`);
      }
      from = to;
    }
  }
  $("arrows").innerHTML = lines.join("");
}
