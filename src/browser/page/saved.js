// The library of saved games, and the rules of a game, each in a window of its own.

async function openSaved() {
  $("saved-search").value = "";
  await listSaved();
  if (!$("saved").open) $("saved").showModal();
}

/** Lists the games that have the searched text in them. */
async function listSaved() {
  const text = $("saved-search").value.trim();
  const { games } = await ask(`games/${game}/saved?${encodeURIComponent(text)}`).catch(() => ({ games: [] }));
  if (text !== $("saved-search").value.trim()) return;
  const none = !games ? "This system has no folder for saved games." : text ? "No saved game has that in it." : "No game has been saved yet: each is saved after its first move.";
  $("saved-games").replaceChildren(...(games && games.length ? games.map(savedRow) : [h("li", {}, none)]));
}

function savedRow(entry) {
  const own = !entry.name.startsWith(entry.date.replaceAll(".", "-"));
  const open = entry.state === "open elsewhere", here = entry.state === "on the board";
  const resume = () => {
    $("saved").close();
    return openGame(entry.name);
  };
  const rename = async () => {
    const name = prompt("The name of this game:", entry.name);
    if (name && await manage({ rename: entry.name, to: name.trim() })) await listSaved();
  };
  const remove = async () => {
    const sure = confirm(`Delete “${entry.name}” (${entry.variant}, ${entry.moves})? This cannot be undone.`);
    if (sure && await manage({ delete: entry.name })) await listSaved();
  };
  return h("li", {},
    h("div", {}, h("b", {}, own ? entry.name : entry.variant), h("span", {}, `${own ? `${entry.variant}, ` : ""}${entry.white} – ${entry.black}`),
      h("small", {}, `${entry.date}, ${entry.moves}, ${entry.state}`)),
    h("div", { class: "tools" },
      h("button", { type: "button", disabled: open || here, onclick: resume, "aria-label": `Open ${entry.name}` }, entry.state === "unfinished" ? "Resume" : "Open"),
      h("button", { type: "button", disabled: open, onclick: rename, "aria-label": `Rename ${entry.name}` }, "Rename"),
      h("button", { type: "button", disabled: open, onclick: remove, "aria-label": `Delete ${entry.name}` }, "Delete")));
}

/** Does something with a saved game; a refusal is told in the window of the games. */
async function manage(wish) {
  $("saved-refusal").textContent = "";
  const done = await send("saved", wish);
  if (!done) $("saved-refusal").textContent = $("refusal").textContent;
  return done;
}

/** A saved game comes on the board, also from another tab. */
async function openGame(name) {
  const done = await send("saved", { open: name });
  if (done) forgetNotes();
  return done;
}

/** In a fresh tab: the newest game that is not over can be gone on with. */
function showOffer() {
  const { offer } = known.state;
  $("offer").hidden = !offer;
  if (!offer || $("offer").dataset.name === offer.name) return;
  $("offer").dataset.name = offer.name;
  $("offer").replaceChildren(h("span", {}, `There is an unfinished game: ${offer.variant}, ${offer.moves}.`),
    h("button", { type: "button", class: "main", onclick: () => openGame(offer.name) }, "Continue it"));
}

/** What is different from chess, as a list. */
function differencesOf(told) {
  return [h("h3", {}, "Different from chess"), h("ul", {}, ...told.map(sentence => h("li", {}, sentence)))];
}

/** The rules: what is different from chess, each piece with its moves, and a page with everything. */
async function openRules() {
  const { variant, title } = known.state;
  const told = await ask(`differences?${encodeURIComponent(variant)}`).catch(() => ({ differences: [] }));
  const kinds = known.kinds.kinds.map((kind, index) => ({ ...kind, index }));
  const alike = kind => kinds.some(other => other.index < kind.index && other.name === kind.name && other.betza === kind.betza);
  const pieces = kinds.filter(kind => !alike(kind)).map(kind => {
    const place = h("div", { class: "moves" });
    const shown = h("details", {}, h("summary", {}, figure(kind), h("b", {}, kind.name), h("code", {}, kind.betza)), place);
    shown.addEventListener("toggle", async () => {
      if (place.firstChild) return;
      const { svg } = await ask(`games/${game}/piece/${kind.index}`).catch(() => ({ svg: "" }));
      place.insertAdjacentHTML("beforeend", bare(svg));
    });
    return shown;
  });
  $("page-title").textContent = title;
  $("page-text").replaceChildren(...differencesOf(told.differences), h("h3", {}, "The pieces"), ...pieces,
    h("p", {}, h("a", { href: `rules?${encodeURIComponent(variant)}`, target: "_blank", rel: "noopener" }, "All rules on one page, with pictures")));
  if (!$("page").open) $("page").showModal();
}
