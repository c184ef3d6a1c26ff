// The moves of the game, their comments, and which game of a file is on the board.
import { $, h } from "./dom.js";
import { game } from "./game.js";

/** Numeric judgments of PGN as signs. */
const GLYPHS = {
  $1: "!",
  $2: "?",
  $3: "!!",
  $4: "??",
  $5: "!?",
  $6: "?!",
  $10: "=",
  $14: "+=",
  $15: "=+",
  $16: "±",
  $17: "∓",
  $18: "+−",
  $19: "−+",
};

/** The moves that are shown, each with its button. */
const shown = [];

/** Shows the moves: each is a button that goes there. Only what is new is drawn. */
export function showHistory() {
  const {
    history: { at },
    marks,
    review,
  } = game.state;
  const list = $("history");
  const isSame = (a, b) => a && a.number === b.number && a.side === b.side && a.san === b.san;
  const kept = shown.findIndex(({ move }, index) => !isSame(game.moves[index], move));
  for (const { button } of shown.splice(kept < 0 ? shown.length : kept)) {
    const row = button.closest("li");
    button.remove();
    if (!row.querySelector("button")) row.remove();
  }
  for (const move of game.moves.slice(shown.length))
    shown.push({ move, button: addMove(list, move, shown.length + 1) });
  showMarks(marks, review);
  for (const button of list.querySelectorAll(".at")) {
    button.classList.remove("at");
    button.removeAttribute("aria-current");
  }
  const here = shown[at - 1]?.button;
  if (here) {
    here.classList.add("at");
    here.setAttribute("aria-current", "step");
  }
  list.scrollTop = here ? here.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
  const mark = marks.find(mark => mark.ply === at),
    bad = review?.marks.find(mark => mark.ply === at);
  const words = [...(mark ? [...mark.comments, ...mark.variations] : []), ...(bad ? [bad.better] : [])].join(
    " ",
  );
  $("comment").hidden = !words;
  $("comment").textContent = words;
  showShelf();
}

/** Adds the button of a move to the row of its turn. */
function addMove(list, { number, side, san }, ply) {
  const last = list.lastElementChild;
  const isSameTurn = last && last.dataset.number === String(number);
  const row = isSameTurn
    ? last
    : h("li", { "data-number": number }, h("span", { class: "n" }, `${number}.`), h("span"), h("span"));
  const button = h("button", { type: "button", onclick: () => game.command(`goto ${ply}`) }, san);
  row.children[1 + side].append(button);
  if (!isSameTurn) list.append(row);
  return button;
}

/** Shows the marks that are written behind the moves, or that the evaluation has found. */
function showMarks(marks, review) {
  const found = new Map((review ? review.marks : []).map(({ ply, mark }) => [ply, mark]));
  for (const mark of marks) {
    const glyphs = mark.glyphs.map(glyph => GLYPHS[glyph] || glyph).join(" ");
    const more = mark.comments.length || mark.variations.length ? " •" : "";
    found.set(mark.ply, (glyphs || found.get(mark.ply) || "") + more);
  }
  shown.forEach(({ button }, index) => {
    const mark = found.get(index + 1);
    if (mark !== undefined) button.dataset.mark = mark;
    else if (button.dataset.mark) delete button.dataset.mark;
  });
}

/** Shows which game of a file is on the board. */
function showShelf() {
  const { shelf } = game.state;
  $("shelf").hidden = !shelf;
  if (!shelf) return;
  const go = (text, number, name) =>
    h(
      "button",
      {
        type: "button",
        disabled: number < 1 || number > shelf.of,
        "aria-label": name,
        onclick: () => game.command(`game ${number}`),
      },
      text,
    );
  $("shelf").replaceChildren(
    go("‹", shelf.at - 1, "Game before"),
    h("span", {}, `Game ${shelf.at} of ${shelf.of}`),
    go("›", shelf.at + 1, "Next game"),
  );
}
