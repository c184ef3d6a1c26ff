// The panel that shows how a kind of piece moves.
import { $, h, plainPicture } from "./dom.js";
import { game } from "./game.js";
import { ask } from "./program.js";

/** The kind that was asked for last. */
let wanted = null;

/** The picture of the moves of a kind, and its name; `null` if there is none. */
export const movesOf = kind => ask(game.path(`piece/${kind}`)).catch(() => null);

/** Shows how a kind of piece moves. */
export async function showPiece(kind) {
  const key = `${game.state.variant} ${kind}`;
  wanted = key;
  const shown = await movesOf(kind);
  if (!shown || wanted !== key) return;
  $("piece").hidden = false;
  $("piece").replaceChildren(h("h3", {}, `How the ${shown.name} moves`));
  $("piece").insertAdjacentHTML("beforeend", plainPicture(shown.svg));
}

/** The piece belongs to another game. */
export function hidePiece() {
  $("piece").hidden = true;
}
