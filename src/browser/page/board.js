// The board: squares where the program says they lie, the pieces on them, arrows over them.
import { $, figure, h } from "./dom.js";
import { game } from "./game.js";

/** The square that has the keyboard, and the cells by the names of their squares. */
let focus = null;
let cells = {};
/** What the cells were made for. */
let drawn = "";

/** The cell of a square. */
export const cellOf = square => cells[square];

/** The keyboard goes on from this square. */
export function setFocus(square) {
  focus = square;
}

/** Moves the keyboard to the board. */
export function focusBoard() {
  $("board").querySelector("[tabindex='0']")?.focus({ preventScroll: true });
}

/** Makes the cells anew if the board is another one. */
function layBoard() {
  const { board, variant } = game.state;
  const key = JSON.stringify([
    variant,
    board.columns,
    board.rows,
    board.flipped,
    board.lying,
    board.squares.length,
  ]);
  if (key === drawn) return;
  drawn = key;
  const element = $("board");
  element.style.setProperty("--columns", board.extent[0]);
  element.style.setProperty("--rows", board.extent[1]);
  element.className =
    (board.flipped ? "flipped " : "") +
    (board.lying ? "lying" : "") +
    (board.points ? " points" : "") +
    (board.corners ? " hexagons" : "");
  if (board.corners) setOutline(element, board.corners);
  element.setAttribute("aria-rowcount", board.rows);
  element.setAttribute("aria-colcount", board.columns);
  element.replaceChildren();
  cells = {};
  for (let row = 0; row < board.rows; row++) {
    const line = h("div", { role: "row" });
    for (const square of board.squares
      .filter(square => square.row === row)
      .sort((a, b) => a.column - b.column)) {
      const cell = h("button", {
        role: "gridcell",
        type: "button",
        tabindex: "-1",
        "data-square": square.square,
        "aria-colindex": square.column + 1,
      });
      placeCell(cell, square, board);
      cells[square.square] = cell;
      line.append(cell);
    }
    element.append(line);
  }
  for (const { column, row, middle, below, text } of board.labels) {
    const label = h("div", { class: below ? "label below" : "label", "aria-hidden": "true" }, text);
    if (board.corners) placeAt(label, middle);
    else label.style.gridArea = below ? `${board.rows + 1} / ${column + 2}` : `${row + 1} / 1`;
    element.append(label);
  }
  if (board.points) element.append(drawLines(board));
  const arrows = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  arrows.id = "arrows";
  arrows.setAttribute("viewBox", `0 0 ${board.extent.join(" ")}`);
  arrows.setAttribute("aria-hidden", "true");
  element.append(arrows);
  if (!cells[focus]) focus = null;
}

/** Squares lie in the columns and rows of a grid, hexagons around their middles. */
function placeCell(cell, { column, row, middle }, board) {
  if (board.corners) placeAt(cell, middle);
  else cell.style.gridArea = `${row + 1} / ${column + 2}`;
}

function placeAt(element, [x, y]) {
  element.style.setProperty("--x", x);
  element.style.setProperty("--y", y);
}

/** The shape of the squares, whose corners are given from the middle. */
function setOutline(element, corners) {
  const width = 2 * Math.max(...corners.map(([x]) => x));
  const points = corners.map(([x, y]) => `${(50 + (100 * x) / width).toFixed(2)}% ${(50 + 100 * y).toFixed(2)}%`);
  element.style.setProperty("--width", width);
  element.style.setProperty("--outline", `polygon(${points.join(", ")})`);
}

/** The lines of a board whose pieces are on points: ranks, files but for the river, and the palaces. */
function drawLines({ columns, rows, flipped, points: { palaces, river } }) {
  const line = (x1, y1, x2, y2) =>
    `<line x1="${x1 + 0.5}" y1="${y1 + 0.5}" x2="${x2 + 0.5}" y2="${y2 + 0.5}"/>`;
  const bank = river === null ? rows - 1 : flipped ? river : river - 1;
  const lines = [];
  for (let row = 0; row < rows; row++) lines.push(line(0, row, columns - 1, row));
  for (let column = 0; column < columns; column++) {
    const edge = column === 0 || column === columns - 1 || river === null;
    lines.push(
      ...(edge
        ? [line(column, 0, column, rows - 1)]
        : [line(column, 0, column, bank), line(column, bank + 1, column, rows - 1)]),
    );
  }
  for (const [[a, b], [c, d]] of palaces) lines.push(line(a, b, c, d), line(a, d, c, b));
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.id = "lines";
  svg.setAttribute("viewBox", `0 0 ${columns} ${rows}`);
  svg.setAttribute("aria-hidden", "true");
  svg.innerHTML = lines.join("");
  return svg;
}

/** Shows what is on the squares, and where the chosen piece can go. */
export function showBoard(selection) {
  layBoard();
  const { board, moves, pieces, variant } = game.state;
  const on = Object.fromEntries(pieces.map(piece => [piece.square, game.kinds[piece.kind]]));
  const { goes, captures } = selection.reachable(moves, square => on[square]);
  for (const { square, column, row, shade, marks } of board.squares) {
    const cell = cells[square],
      kind = on[square];
    const names = ["square", ...marks];
    if (shade !== 1) names.push(shade === 0 ? "dark" : "third");
    if (board.fences_below.includes(row)) names.push("fence-below");
    if (board.fences_right.includes(column)) names.push("fence-right");
    if (selection.from === square) names.push("chosen");
    if (selection.path.includes(square)) names.push(selection.ends ? "chosen" : "path");
    if (captures.has(square)) names.push("takes");
    else if (goes.has(square)) names.push("goes");
    cell.className = names.join(" ");
    cell.setAttribute(
      "aria-label",
      spoken(square, kind, marks, { chosen: selection.from === square, goes, captures }),
    );
    cell.setAttribute("aria-selected", String(selection.from === square));
    cell.tabIndex = square === (focus || board.squares[0].square) ? 0 : -1;
    const drawnKind = kind ? kind.side + kind.sign + variant : "";
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

/** A piece was dragged to its square: it does not slide there again. */
export function setDragged() {
  dragged = true;
}

/** Lets a piece that is on another square now slide there, unless the user wants no motion. */
function slide(now) {
  const old = before.board === drawn ? before.pieces : now;
  before = { pieces: now, board: drawn };
  const came = Object.keys(now).filter(square => old[square] !== now[square]);
  // A hexagon cuts off what is outside it.
  const cut = Boolean(game.state.board.corners);
  const still = dragged || cut || came.length > 4 || matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (came.length) dragged = false;
  if (still) return;
  const left = new Set(Object.keys(old).filter(square => now[square] !== old[square]));
  for (const square of came) {
    const from = [...left].find(from => old[from] === now[square]);
    if (!from) continue;
    left.delete(from);
    const [a, b] = [cells[from], cells[square]],
      to = { transform: "none", zIndex: 6 };
    const start = `translate(${a.offsetLeft - b.offsetLeft}px, ${a.offsetTop - b.offsetTop}px)`;
    b.querySelector(".figure")?.animate([{ transform: start, zIndex: 6 }, to], {
      duration: 180,
      easing: "ease-out",
    });
  }
}

/** A square in words, for a screen reader. */
function spoken(square, kind, marks, { chosen, goes, captures }) {
  const empty = marks.includes("wall") ? "a wall" : "empty";
  const words = [square, kind ? `${kind.side} ${kind.name}` : empty];
  if (marks.includes("check")) words.push("in check");
  if (marks.includes("closed")) words.push("closed");
  if (chosen) words.push("chosen");
  if (captures.has(square)) words.push("can be captured");
  else if (goes.has(square)) words.push("can be moved to");
  return words.join(", ");
}

/** The middle of a square, in heights of a square. */
function middle(name) {
  const square = game.state.board.squares.find(square => square.square === name);
  return square ? square.middle : null;
}

/** Arrows of the hint and of the analysis, the best line first. */
function showArrows() {
  const { hint, analysis } = game.state;
  const moves = [];
  for (const line of (analysis ? analysis.lines : []).slice().reverse()) {
    const text = line.moves[0];
    const move = game.state.moves.find(move => move.move === text);
    if (move) moves.push([move, line.rank === 1 ? "best" : "other"]);
  }
  if (hint) moves.push([hint, "hint"]);
  const lines = [];
  for (const [move, kind] of moves) {
    let from = middle(move.from);
    for (const to of move.path.map(middle)) {
      if (!from || !to) break;
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]],
        length = Math.hypot(dx, dy) || 1;
      const [ux, uy] = [dx / length, dy / length];
      const tip = [to[0] - ux * 0.12, to[1] - uy * 0.12];
      lines.push(`<line class="${kind}" x1="${from[0]}" y1="${from[1]}" x2="${tip[0]}" y2="${tip[1]}"/>`);
      for (const side of [1, -1]) {
        const x = tip[0] - ux * 0.3 - uy * 0.22 * side,
          y = tip[1] - uy * 0.3 + ux * 0.22 * side;
        lines.push(`<line class="${kind}" x1="${tip[0]}" y1="${tip[1]}" x2="${x}" y2="${y}"/>`);
      }
      from = to;
    }
  }
  $("arrows").innerHTML = lines.join("");
}

/** Arrow keys go from square to square, over holes; Enter chooses. */
function boardKey(event) {
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const { squares, columns, rows } = game.state.board;
  const step = steps[event.key];
  const here = squares.find(square => square.square === event.target.dataset.square);
  if (!step || !here) return;
  event.preventDefault();
  if (game.state.board.corners && step[0]) {
    // The next column of hexagons is half a hexagon higher: to and fro, the keyboard keeps its row.
    const column = here.column + step[0];
    const rows = here.column % 2 ? [here.row - 1, here.row + 1] : [here.row + 1, here.row - 1];
    const beside = rows.map(row => squares.find(square => square.column === column && square.row === row));
    moveFocus(beside.find(Boolean));
    return;
  }
  let [column, row] = [here.column + step[0], here.row + step[1]];
  while (column >= 0 && row >= 0 && column < columns && row < rows) {
    const next = squares.find(square => square.column === column && square.row === row);
    if (next) {
      moveFocus(next);
      return;
    }
    column += step[0];
    row += step[1];
  }
}

function moveFocus(next) {
  if (!next) return;
  focus = next.square;
  for (const name in cells) cells[name].tabIndex = name === focus ? 0 : -1;
  cells[focus].focus();
}

/** Has the board follow the keyboard. */
export function listenToBoardKeys() {
  $("board").addEventListener("keydown", boardKey);
}
