// A move is chosen by squares: first the piece, then each square on its way. What remains says what may be clicked.
/** The piece that has been chosen, and the squares clicked since. */
let chosen = { from: null, path: [] };

function forget() {
  chosen = { from: null, path: [] };
}

function clearChoice() {
  forget();
  if (known.state) { showBoard(); showChoices(); }
}

/** Where a move comes from: a square, or `@` and the piece in hand. */
const origin = move => move.from === null ? `@${move.drop}` : move.from;
const movable = place => known.state.moves.some(move => origin(move) === place);

/** The legal moves that fit what has been clicked. */
function remaining() {
  if (!chosen.from) return [];
  return known.state.moves.filter(move => origin(move) === chosen.from && chosen.path.every((square, i) => move.path[i] === square));
}

/** Where a click leads on, and where it captures. */
function reachable() {
  const goes = new Set(), takes = new Set(), depth = chosen.path.length;
  for (const move of remaining()) {
    const next = move.path[depth];
    if (next === undefined) continue;
    goes.add(next);
    if (kindOn(next) && next !== move.from && move.captures) takes.add(next);
    else if (move.captures && depth + 1 === move.path.length && move.path.length === 1) takes.add(next);
  }
  return { goes, takes, path: chosen.path };
}

/** A square was clicked, or Enter pressed on it. */
function click(square) {
  focus = square;
  const kind = kindOn(square), { side } = known.state;
  if (!chosen.from) return begin(square, kind, side);
  const depth = chosen.path.length, all = remaining();
  let fits = all.filter(move => move.path[depth] === square);
  // The last square says enough if there is only one way to it; castling is also the partner's square.
  if (!fits.length) fits = all.filter(move => move.path[move.path.length - 1] === square && move.path.length > depth);
  if (!fits.length) fits = all.filter(move => move.partner === chosen.from + square);
  if (fits.length === 1) return play(fits[0].move);
  if (fits.length) return narrow(square, fits, depth);
  const again = all.filter(move => move.path.length === depth && chosen.path[depth - 1] === square);
  if (again.length === 1) return play(again[0].move);
  if (square === chosen.from) return clearChoice();
  if (kind && kind.side === side && movable(square)) return begin(square, kind, side);
  const text = chosen.from.startsWith("@") ? `${known.kinds.kinds[Number(chosen.from.slice(1))].sign.toUpperCase()}@${square}` : chosen.from + square;
  clearChoice();
  return send("moves", { move: text });
}

/** Several moves still fit: the way goes on, or the choice is shown as buttons. */
function narrow(square, fits, depth) {
  if (fits.some(move => move.path[depth] === square)) chosen.path.push(square);
  chosen.ends = fits.every(move => move.path[move.path.length - 1] === square);
  showBoard();
  showChoices(fits);
}

function begin(square, kind, side) {
  forget();
  if (kind) showPiece(known.state.pieces.find(piece => piece.square === square).kind);
  if (kind && kind.side === side && movable(square)) chosen.from = square;
  else if (kind) command(`what ${square}`);
  showBoard();
  showChoices();
}

/** A piece in hand was clicked. */
function clickHand(kind) {
  const place = `@${kind}`, again = chosen.from === place;
  forget();
  if (!again && movable(place)) chosen.from = place;
  else if (!again) tell(`${known.kinds.kinds[kind].name} cannot be dropped now`);
  showPiece(kind);
  show();
}

/** Buttons for what squares cannot tell apart: promotions, a move that ends here or goes on, a pass. */
function showChoices(fits) {
  const all = fits || remaining(), depth = chosen.path.length;
  const here = fits && !fits.some(move => move.path[depth - 1] === chosen.path[depth - 1]) ? fits
    : all.filter(move => move.path.length === depth || move.path[0] === move.from && !depth);
  const shown = chosen.from ? here.slice().reverse() : [];
  const short = shown.some(move => move.entering !== null) ? "Nothing enters" : "Stop here";
  $("choices").hidden = !shown.length;
  $("choices").replaceChildren(...shown.map(move => {
    const kind = known.kinds.kinds[move.promotion ?? move.entering] ?? null;
    const passes = move.path.length === 1 && move.path[0] === move.from;
    const text = move.entering !== null ? `${move.san}: ${kind.name} enters` : kind ? kind.name : passes ? `Pass (${move.san})` : depth ? `${short}: ${move.san}` : move.san;
    return h("button", { type: "button", "aria-label": `Play ${move.san}`, onclick: () => play(move.move) },
      kind ? figure(kind) : null, text);
  }), ...(shown.length ? [h("button", { type: "button", onclick: clearChoice }, "Cancel")] : []));
  placeChoices(shown);
  if (shown.length && depth) $("choices").firstChild.focus();
}

/** Which piece a move makes is asked on its square; anything else below the board. */
function placeChoices(shown) {
  const place = $("choices"), to = shown.length ? shown[0].path[shown[0].path.length - 1] : null;
  const onSquare = !!to && shown.every(move => move.promotion !== null || move.path[move.path.length - 1] === to) && shown.some(move => move.promotion !== null);
  place.classList.toggle("on-square", onSquare);
  place.style.left = place.style.top = "";
  if (!onSquare) return;
  const cell = cells[to].getBoundingClientRect(), play = $("play").getBoundingClientRect();
  place.style.left = `${Math.max(0, Math.min(cell.left - play.left, play.width - place.offsetWidth))}px`;
  const below = cell.top - play.top, room = $("frame").offsetTop + $("frame").offsetHeight - place.offsetHeight;
  place.style.top = `${Math.max($("frame").offsetTop, Math.min(below, room))}px`;
}

/** Clicks and drags with a mouse; taps with a finger. */
function listenToBoard() {
  let from = null, ghost = null, start = null, dropped = false;
  const at = event => {
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-square]");
    return cell ? cell.dataset.square : null;
  };
  const board = $("board");
  board.addEventListener("pointerdown", event => {
    dropped = false;
    const square = at(event);
    if (event.pointerType === "touch" || event.button !== 0 || !square || !kindOn(square)) return;
    [from, start] = [square, [event.clientX, event.clientY]];
  });
  window.addEventListener("pointermove", event => {
    if (!from) return;
    if (!ghost && Math.hypot(event.clientX - start[0], event.clientY - start[1]) > 6) {
      if (chosen.from !== from) { forget(); click(from); }
      if (chosen.from !== from) { from = null; return; }
      const size = cells[from].offsetWidth;
      ghost = h("div", { class: `drag ${$("board").className}` }, figure(kindOn(from)));
      [ghost.style.width, ghost.style.height] = [`${size}px`, `${size}px`];
      document.body.append(ghost);
      cells[from].classList.add("lifted");
    }
    if (ghost) [ghost.style.left, ghost.style.top] = [`${event.clientX}px`, `${event.clientY}px`];
  });
  const drop = event => {
    const square = ghost && event.type === "pointerup" ? at(event) : null;
    if (ghost) { ghost.remove(); dropped = true; cells[from]?.classList.remove("lifted"); }
    if (square && square !== from) { dragged = true; click(square); }
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
