// What stands beside the board: players and clocks, moves, analysis, the course of the game, messages.
let shownNotes = 0;
let shownPiece = null;

/** Shows the state of the game. */
function show() {
  const { state } = known;
  document.body.className = state.board.columns > 13 ? "wide" : state.board.columns < 5 ? "tall" : "";
  showLesson();
  showOffer();
  document.title = `${state.title} – Fibnif`;
  $("title").replaceChildren(state.title, " ", h("small", {}, state.variant));
  showBoard();
  showChoices();
  showPlayers();
  const thinking = state.task === "move" && !state.looking;
  const status = state.over || (thinking ? `${state.turn}: Fibnif is thinking…` : `${state.turn}.`);
  if ($("status").textContent !== status) $("status").textContent = status;
  $("again").hidden = !state.over || !!state.lesson;
  for (const button of document.querySelectorAll("[data-playing]")) button.disabled = !!state.over;
  const heard = state.last ? state.last.words : "";
  if ($("heard").textContent !== heard) $("heard").textContent = heard;
  showSettings();
  showHistory();
  showAnalysis();
  showCourse();
  showNotes();
  $("typed").placeholder = state.examples.join(", ");
  if (document.activeElement !== $("fen")) $("fen").value = state.fen;
  $("save").href = `games/${game}/pgn`;
  if (state.unsaved) tell(`The game is not being saved: ${state.unsaved}`);
}

/** Who plays, what has been captured, what the clocks show. */
function showPlayers() {
  const { state } = known;
  const order = state.board.flipped ? [0, 1] : [1, 0];
  ["far", "near"].forEach((place, i) => {
    const side = ["White", "Black"][order[i]];
    const clock = state.clocks;
    const running = clock && clock.running === side;
    const taken = state.captured[1 - order[i]];
    $(place).className = `player ${side}`;
    $(place).replaceChildren(
      h("b", {}, `${side}: ${state.players[order[i]]}`),
      state.hands[order[i]].length ? handOf(order[i]) : taken.length ? takenBy(side, taken) : "",
      clock ? h("span", { class: `clock${running ? " runs" : ""}`, "data-side": order[i] }, clock.shown[order[i]]) : "");
  });
}

/** The pieces that a side has captured, as small figures; equal ones overlap. */
function takenBy(side, signs) {
  const drawn = signs.map((sign, i) => {
    const kind = known.kinds.kinds.find(kind => kind.side !== side && kind.sign === sign);
    const one = kind ? figure(kind) : h("span", {}, sign);
    if (i && signs[i - 1] === sign) one.classList.add("again");
    return one;
  });
  return h("span", { class: "men", role: "img", "aria-label": `captured: ${signs.join(" ")}` }, ...drawn);
}

/** The pieces that a side has in hand: a click chooses one, then one on a square drops it. */
function handOf(side) {
  const buttons = known.state.hands[side].map(({ kind, count }) => {
    const piece = known.kinds.kinds[kind], name = ["White", "Black"][side];
    return h("button", { type: "button", class: chosen.from === `@${kind}` ? "chosen" : "", "aria-pressed": String(chosen.from === `@${kind}`),
      "aria-label": `${count} ${piece.name} in ${name}'s hand`, onclick: () => clickHand(kind) }, figure(piece), `${count}`);
  });
  return h("span", { class: "hand", role: "group", "aria-label": "In hand" }, ...buttons);
}

/** Clocks run on between two answers of the program. */
function tickClocks() {
  const clocks = known.state && known.state.clocks;
  if (!clocks || !clocks.running) return;
  const side = clocks.running === "White" ? 0 : 1;
  const left = Math.max(0, clocks.millis[side] - (performance.now() - known.at));
  const seconds = left / 1000, minutes = Math.floor(seconds / 60), rest = seconds - minutes * 60;
  const text = seconds < 20 ? `0:${rest.toFixed(1).padStart(4, "0")}`
    : minutes >= 60 ? `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${String(Math.floor(rest)).padStart(2, "0")}`
    : `${minutes}:${String(Math.floor(rest)).padStart(2, "0")}`;
  const element = document.querySelector(`.clock[data-side="${side}"]`);
  if (element) element.textContent = text;
}

function showSettings() {
  const { state } = known;
  $("seats").value = state.seats;
  $("level").value = String(state.level);
  $("clock").options[0].text = state.clocks ? state.time : "no clock";
  $("clock").title = state.time;
  const analyzing = state.task === "analysis";
  $("analyze").setAttribute("aria-pressed", String(analyzing));
  $("analyze").textContent = analyzing ? "Stop analysis" : "Analyze";
  const thinking = state.task && !analyzing;
  $("now").textContent = thinking ? "Move now" : "Engine move";
}

/** Numeric judgments of PGN as signs. */
const GLYPHS = { $1: "!", $2: "?", $3: "!!", $4: "??", $5: "!?", $6: "?!", $10: "=", $14: "+=", $15: "=+", $16: "±", $17: "∓", $18: "+−", $19: "−+" };

/** The moves as buttons by their half-moves, and the rows of their turns. */
let plies = [];

/** The moves: each is a button that goes there. Only what is new is drawn. */
function showHistory() {
  const { history: { at }, marks, review } = known.state;
  const list = $("history");
  for (const button of plies.splice(known.from)) {
    const row = button.closest("li");
    button.remove();
    if (!row.querySelector("button")) row.remove();
  }
  for (const [index, { number, side, san }] of known.moves.entries()) {
    if (index < plies.length) continue;
    const last = list.lastElementChild;
    const same = last && last.dataset.number === String(number);
    const row = same ? last : h("li", { "data-number": number }, h("span", { class: "n" }, `${number}.`), h("span"), h("span"));
    const button = h("button", { type: "button", onclick: () => command(`goto ${index + 1}`) }, san);
    row.children[1 + side].append(button);
    if (!same) list.append(row);
    plies.push(button);
  }
  known.from = plies.length;
  showMarks(marks, review);
  for (const button of list.querySelectorAll(".at")) { button.classList.remove("at"); button.removeAttribute("aria-current"); }
  const here = plies[at - 1];
  if (here) { here.classList.add("at"); here.setAttribute("aria-current", "step"); }
  list.scrollTop = here ? here.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
  const mark = marks.find(mark => mark.ply === at), bad = review && review.marks.find(mark => mark.ply === at);
  const words = [...(mark ? [...mark.comments, ...mark.variations] : []), ...(bad ? [bad.better] : [])].join(" ");
  $("comment").hidden = !words;
  $("comment").textContent = words;
  showShelf();
}

/** The marks that are written behind the moves, or that the evaluation has found. */
function showMarks(marks, review) {
  const found = new Map((review ? review.marks : []).map(({ ply, mark }) => [ply, mark]));
  for (const mark of marks) {
    const glyphs = mark.glyphs.map(glyph => GLYPHS[glyph] || glyph).join(" ");
    const more = mark.comments.length || mark.variations.length ? " •" : "";
    found.set(mark.ply, (glyphs || found.get(mark.ply) || "") + more);
  }
  for (const button of $("history").querySelectorAll("[data-mark]")) if (button.dataset.mark) { delete button.dataset.mark; }
  for (const [ply, mark] of found) if (plies[ply - 1]) plies[ply - 1].dataset.mark = mark;
}

/** Which game of a file is on the board. */
function showShelf() {
  const { shelf } = known.state;
  $("shelf").hidden = !shelf;
  if (!shelf) return;
  const go = (text, number, name) => h("button", { type: "button", disabled: number < 1 || number > shelf.of, "aria-label": name, onclick: () => command(`game ${number}`) }, text);
  $("shelf").replaceChildren(go("‹", shelf.at - 1, "Game before"), h("span", {}, `Game ${shelf.at} of ${shelf.of}`), go("›", shelf.at + 1, "Next game"));
}

/** What a score of the side to move is for White, in words. */
function forWhite(line) {
  const sign = known.state.side === "White" ? 1 : -1;
  if (line.mate !== undefined) return `#${line.mate * sign}`;
  const score = line.cp * sign / 100;
  return (score > 0 ? "+" : "") + score.toFixed(2);
}

function showAnalysis() {
  const { analysis } = known.state;
  $("analysis").hidden = !analysis;
  if (!analysis) return;
  const rows = analysis.lines.map(line => h("tr", {}, h("td", {}, forWhite(line)), h("td", {}, line.san.slice(0, 10).join(" "))));
  $("analysis").replaceChildren(h("h3", {}, analysis.depth ? `Analysis, depth ${analysis.depth}` : "Analysis"),
    h("table", {}, h("tbody", {}, ...rows)));
}

/** The evaluation over the game: White's above. */
function showCourse() {
  const { scores, history, review } = known.state;
  $("judge").setAttribute("aria-pressed", String(!!scores));
  $("course").hidden = !scores || !scores.length;
  if ($("course").hidden) return;
  const most = Math.max(1, history.of);
  const worth = score => score.winner !== undefined ? { White: 800, Black: -800 }[score.winner] || 0
    : score.mate !== undefined ? Math.sign(score.mate) * 800 : Math.max(-800, Math.min(800, score.cp));
  const y = score => 50 - worth(score) / 800 * 48;
  const points = scores.map(score => `${(score.ply / most * 100).toFixed(2)},${y(score).toFixed(1)}`);
  const first = points[0].split(",")[0], last = points[points.length - 1].split(",")[0];
  const here = (history.at / most * 100).toFixed(2);
  const latest = scores.filter(score => score.ply <= history.at).pop() || scores[0];
  $("course").replaceChildren(h("h3", {}, "Evaluation over the game, for White"), h("p", {}, `${latest.shown} after half-move ${latest.ply}`),
    ...(review ? review.summary.map(text => h("p", {}, text)) : known.state.over ? [h("p", {}, "Looking at each move…")] : []));
  $("course").insertAdjacentHTML("beforeend", `<svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label="Evaluation over the game: ${latest.shown} for White at move ${latest.ply}"><polygon class="w" points="${first},100 ${points.join(" ")} ${last},100"/><line class="z" x1="0" x2="100" y1="50" y2="50"/><line class="p" x1="${here}" x2="${here}" y1="0" y2="100"/></svg>`);
}

/** How a kind of piece moves. */
async function showPiece(kind) {
  shownPiece = `${known.state.variant} ${kind}`;
  const shown = await ask(`games/${game}/piece/${kind}`).catch(() => null);
  if (!shown || shownPiece !== `${known.state.variant} ${kind}`) return;
  $("piece").hidden = false;
  $("piece").replaceChildren(h("h3", {}, `How the ${shown.name} moves`));
  $("piece").insertAdjacentHTML("beforeend", bare(shown.svg));
}

/** A picture of moves without a style and a background of its own. */
const bare = svg => svg.replace(/<style>[^]*?<\/style>/, "").replace(/<rect class="paper"[^>]*>/, "");

/** Another game has begun: what was said of the one before is over. */
function forgetNotes() {
  $("notes").replaceChildren();
  $("said").textContent = "";
  $("piece").hidden = true;
  tell("");
}

/** What the program has said: the newest below the board, all of it in a list. */
function showNotes() {
  const fresh = known.state.notes.filter(note => note.number > shownNotes);
  if (!fresh.length) return;
  shownNotes = fresh[fresh.length - 1].number;
  for (const note of fresh) {
    if (note.lines) { showPage(note); continue; }
    $("notes").prepend(h("li", { class: note.kind }, plain(note.text)));
    if (note.kind === "fault") refuse({ code: "fault", reason: plain(note.text) });
    if (note.kind === "say") $("said").textContent = plain(note.text);
  }
  while ($("notes").children.length > 40) $("notes").lastChild.remove();
}

/** Commands of a terminal that a message names are buttons here. */
function plain(text) {
  return text.replace(/`(\w+)[^`]*`/g, (all, word) => {
    const button = document.querySelector(`[data-command="${word}"]`) || $(word);
    const named = { go: "“Engine move”", stop: "“Move now”", new: "“New game”", yes: "“Resign”", resume: "“Resume”", games: "“Saved games”" }[word];
    return named || (button && button.tagName === "BUTTON" ? `“${button.textContent}”` : all);
  });
}

/** A longer answer in a window of its own. */
function showPage({ text, lines }) {
  $("page-title").textContent = plain(text);
  $("page-text").replaceChildren(h("pre", {}, lines.join("\n")));
  if (!$("page").open) $("page").showModal();
}
