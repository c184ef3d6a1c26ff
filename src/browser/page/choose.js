// Moves chosen on the board: by clicks, by dragging, with pieces in hand, and with buttons.
import { cellOf, setDragged, setFocus, showBoard } from "./board.js";
import { $, figure, h } from "./dom.js";
import { game } from "./game.js";
import { tell } from "./notes.js";
import { showPiece } from "./piece.js";
import { endOf, originOf, Selection, WALL } from "./selection.js";

const selection = new Selection();

const isMovable = origin => game.state.moves.some(move => originOf(move) === origin);

/** Whether a kind in hand is chosen. */
export const isInHandChosen = kind => selection.from === `@${kind}`;

/** Plays a move in any notation. Returns whether it was legal. */
export function play(move) {
  clearSelection();
  return game.send("moves", { move });
}

/** Forgets what has been chosen. Returns the square of the piece that was. */
export function clearSelection() {
  const { from } = selection;
  selection.clear();
  if (game.state) showSelection();
  return from;
}

/** Shows the board with what has been chosen, and the moves among `left` (or all) that need a button. */
export function showSelection(left = null) {
  showBoard(selection);
  showChoices(left);
}

/** Another position is on the board. */
export function forgetSelection() {
  selection.clear();
}

/** A square was clicked, or Enter pressed on it. */
function click(square) {
  setFocus(square);
  const kind = game.kindOn(square),
    { moves, side } = game.state;
  if (!selection.from && !kind && isMovable(WALL)) {
    selection.choose(WALL);
    // Where a wall may also stand for a move, the first click shows the squares for it.
    if (!moves.every(move => originOf(move) === WALL)) return showSelection();
  }
  if (!selection.from) return begin(square, kind);
  const fits = selection.after(moves, square);
  if (fits.length === 1) return play(fits[0].move);
  if (fits.length) {
    selection.extend(square, fits);
    return showSelection(fits);
  }
  const ending = selection.endingHere(moves, square);
  if (ending) return play(ending.move);
  if (square === selection.from) return clearSelection();
  if (kind && kind.side === side && isMovable(square)) return begin(square, kind);
  return play(refusedText(square));
}

/** The text of a move that is not legal, so that the program explains it. */
function refusedText(square) {
  const { from } = selection;
  if (from === WALL) return `*@${square}`;
  return from.startsWith("@")
    ? `${game.kinds[Number(from.slice(1))].sign.toUpperCase()}@${square}`
    : from + square;
}

/** A piece is chosen, or the program says why it cannot be. */
function begin(square, kind) {
  const { pieces, side } = game.state;
  selection.clear();
  if (kind) showPiece(pieces.find(piece => piece.square === square).kind);
  if (kind && kind.side === side && isMovable(square)) selection.choose(square);
  else if (kind) game.command(`what ${square}`);
  showSelection();
}

/** A piece in hand was clicked. */
export function clickHand(kind) {
  const origin = `@${kind}`,
    wasChosen = selection.from === origin;
  selection.clear();
  if (!wasChosen && isMovable(origin)) selection.choose(origin);
  else if (!wasChosen) tell(`${game.kinds[kind].name} cannot be dropped now`);
  showPiece(kind);
  game.redraw();
}

/** Buttons for what squares cannot tell apart: promotions, a move that ends here or goes on, a pass. */
function showChoices(left) {
  const depth = selection.path.length;
  const shown = selection.buttons(game.state.moves, left);
  $("choices").hidden = !shown.length;
  const cancel = h("button", { type: "button", onclick: clearSelection }, "Cancel");
  const short = shown.some(move => move.entering !== null) ? "Nothing enters" : "Stop here";
  $("choices").replaceChildren(
    ...shown.map(move => choice(move, depth ? `${short}: ${move.san}` : move.san)),
    ...(shown.length ? [cancel] : []),
  );
  placeChoices(shown);
  if (shown.length && depth) $("choices").firstChild.focus();
}

/** The button that plays a move; `otherwise` is its text if the move makes no piece and is no pass. */
function choice(move, otherwise) {
  const kind = game.kinds[move.promotion ?? move.entering] ?? null;
  const isPass = move.path.length === 1 && move.path[0] === move.from;
  const text =
    move.entering !== null
      ? `${move.san}: ${kind.name} enters`
      : kind
        ? kind.name
        : isPass
          ? `Pass (${move.san})`
          : otherwise;
  return h(
    "button",
    { type: "button", "aria-label": `Play ${move.san}`, onclick: () => play(move.move) },
    kind ? figure(kind) : null,
    text,
  );
}

/** Which piece a move makes is asked on its square; anything else below the board. */
function placeChoices(shown) {
  const place = $("choices"),
    to = shown.length ? endOf(shown[0]) : null;
  const onSquare =
    !!to &&
    shown.every(move => move.promotion !== null || endOf(move) === to) &&
    shown.some(move => move.promotion !== null);
  place.classList.toggle("on-square", onSquare);
  place.style.left = place.style.top = "";
  if (!onSquare) return;
  const cell = cellOf(to).getBoundingClientRect(),
    around = $("play").getBoundingClientRect();
  place.style.left = `${Math.max(0, Math.min(cell.left - around.left, around.width - place.offsetWidth))}px`;
  const below = cell.top - around.top,
    room = $("frame").offsetTop + $("frame").offsetHeight - place.offsetHeight;
  place.style.top = `${Math.max($("frame").offsetTop, Math.min(below, room))}px`;
}

/** The square at the place of an event. */
function squareAt(event) {
  const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-square]");
  return cell ? cell.dataset.square : null;
}

/** Has the board follow clicks and drags with a mouse, and taps with a finger. */
export function listenToBoard() {
  let from = null,
    ghost = null,
    start = null,
    dropped = false;
  const board = $("board");
  board.addEventListener("pointerdown", event => {
    dropped = false;
    const square = squareAt(event);
    if (event.pointerType === "touch" || event.button !== 0 || !square || !game.kindOn(square)) return;
    [from, start] = [square, [event.clientX, event.clientY]];
  });
  window.addEventListener("pointermove", event => {
    if (!from) return;
    if (!ghost && Math.hypot(event.clientX - start[0], event.clientY - start[1]) > 6) {
      if (selection.from !== from) {
        selection.clear();
        click(from);
      }
      if (selection.from !== from) {
        from = null;
        return;
      }
      const size = cellOf(from).offsetWidth;
      ghost = h("div", { class: `drag ${board.className}` }, figure(game.kindOn(from)));
      [ghost.style.width, ghost.style.height] = [`${size}px`, `${size}px`];
      document.body.append(ghost);
      cellOf(from).classList.add("lifted");
    }
    if (ghost) [ghost.style.left, ghost.style.top] = [`${event.clientX}px`, `${event.clientY}px`];
  });
  const drop = event => {
    const square = ghost && event.type === "pointerup" ? squareAt(event) : null;
    if (ghost) {
      ghost.remove();
      dropped = true;
      cellOf(from)?.classList.remove("lifted");
    }
    if (square && square !== from) {
      setDragged();
      click(square);
    }
    [from, ghost] = [null, null];
  };
  window.addEventListener("pointerup", drop);
  window.addEventListener("pointercancel", drop);
  board.addEventListener("click", event => {
    const cell = event.target.closest("[data-square]");
    if (cell && !dropped) click(cell.dataset.square);
    dropped = false;
  });
}
