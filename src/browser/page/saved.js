// The library of saved games in a window, and the offer to go on with an unfinished one.
import { $, h, openDialog } from "./dom.js";
import { game } from "./game.js";
import { ask } from "./program.js";

/** Opens the window with all saved games. */
export async function openSaved() {
  $("saved-search").value = "";
  await listSaved();
  openDialog("saved");
}

/** Lists the games that have the searched text in them. */
export async function listSaved() {
  const text = $("saved-search").value.trim();
  const { games } = await ask(game.path(`saved?${encodeURIComponent(text)}`)).catch(() => ({ games: [] }));
  if (text !== $("saved-search").value.trim()) return;
  const none = !games
    ? "This system has no folder for saved games."
    : text
      ? "No saved game matches."
      : "No game has been saved yet: each is saved after its first move.";
  $("saved-games").replaceChildren(...(games?.length ? games.map(savedRow) : [h("li", {}, none)]));
}

/** A saved game with what can be done with it. */
function savedRow(entry) {
  const own = !entry.name.startsWith(entry.date.replaceAll(".", "-"));
  const open = entry.state === "open elsewhere",
    here = entry.state === "on the board";
  const resume = () => {
    $("saved").close();
    return openGame(entry.name);
  };
  const rename = async () => {
    const name = prompt("The name of this game:", entry.name);
    if (name && (await manage({ rename: entry.name, to: name.trim() }))) await listSaved();
  };
  const remove = async () => {
    const sure = confirm(`Delete “${entry.name}” (${entry.variant}, ${entry.moves})? This cannot be undone.`);
    if (sure && (await manage({ delete: entry.name }))) await listSaved();
  };
  return h(
    "li",
    {},
    h(
      "div",
      {},
      h("b", {}, own ? entry.name : entry.variant),
      h("span", {}, `${own ? `${entry.variant}, ` : ""}${entry.white} – ${entry.black}`),
      h("small", {}, `${entry.date}, ${entry.moves}, ${entry.state}`),
    ),
    h(
      "div",
      { class: "tools" },
      h(
        "button",
        { type: "button", disabled: open || here, onclick: resume, "aria-label": `Open ${entry.name}` },
        entry.state === "unfinished" ? "Resume" : "Open",
      ),
      h(
        "button",
        { type: "button", disabled: open, onclick: rename, "aria-label": `Rename ${entry.name}` },
        "Rename",
      ),
      h(
        "button",
        { type: "button", disabled: open, onclick: remove, "aria-label": `Delete ${entry.name}` },
        "Delete",
      ),
    ),
  );
}

/** Changes a saved game. A refusal is shown in the window of the games. */
async function manage(request) {
  $("saved-refusal").textContent = "";
  const done = await game.send("saved", request);
  if (!done) $("saved-refusal").textContent = $("refusal").textContent;
  return done;
}

/** Puts a saved game on the board. */
async function openGame(name) {
  const done = await game.send("saved", { open: name });
  if (done) game.forget();
  return done;
}

/** In a new tab: offers to go on with the newest game that is not over. */
export function showOffer() {
  const { offer } = game.state;
  $("offer").hidden = !offer;
  if (!offer || $("offer").dataset.name === offer.name) return;
  $("offer").dataset.name = offer.name;
  $("offer").replaceChildren(
    h("span", {}, `There is an unfinished game: ${offer.variant}, ${offer.moves}.`),
    h("button", { type: "button", class: "main", onclick: () => openGame(offer.name) }, "Continue it"),
  );
}
