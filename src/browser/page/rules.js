// The rules of a game: what is different from chess, each piece with its moves, and a page with everything.
import { $, figure, h, openDialog, plainPicture } from "./dom.js";
import { game } from "./game.js";
import { movesOf } from "./piece.js";
import { ask } from "./program.js";

/** The differences of a variant from chess, as elements; none if there is no such variant. */
export async function differences(variant) {
  const found = await ask(`differences?${encodeURIComponent(variant)}`).catch(() => null);
  return found
    ? [
        h("h3", {}, "Different from chess"),
        h("ul", {}, ...found.differences.map(sentence => h("li", {}, sentence))),
      ]
    : [];
}

/** A kind of piece, with its moves when it is opened. */
function pieceRow(kind, index) {
  const place = h("div", { class: "moves" });
  const row = h(
    "details",
    {},
    h("summary", {}, figure(kind), h("b", {}, kind.name), h("code", {}, kind.betza)),
    place,
  );
  row.addEventListener("toggle", async () => {
    if (place.firstChild) return;
    const moves = await movesOf(index);
    if (moves && !place.firstChild) place.insertAdjacentHTML("beforeend", plainPicture(moves.svg));
  });
  return row;
}

/** Opens the window with the rules of the game on the board. */
export async function openRules() {
  const { variant, title } = game.state;
  const { kinds } = game;
  // The same piece of both sides is shown once.
  const isFirst = (kind, index) =>
    kinds.findIndex(other => other.name === kind.name && other.betza === kind.betza) === index;
  const pieces = kinds
    .map((kind, index) => (isFirst(kind, index) ? pieceRow(kind, index) : null))
    .filter(row => row);
  const link = h(
    "a",
    { href: `rules?${encodeURIComponent(variant)}`, target: "_blank", rel: "noopener" },
    "All rules on one page, with pictures",
  );
  $("page-title").textContent = title;
  $("page-text").replaceChildren(
    ...(await differences(variant)),
    h("h3", {}, "The pieces"),
    ...pieces,
    h("p", {}, link),
  );
  openDialog("page");
}
