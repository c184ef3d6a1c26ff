// What the page asks the program, and what it knows of the game. It knows no rule of any game.
const $ = id => document.getElementById(id);
/** What the program has told: the state of the game, its pieces, what is always the same. */
const known = { state: null, kinds: null, about: null, moves: [], from: 0 };
// Another run of the program has another address, and other games.
const PLACE = `game ${location.pathname}`;
let game = sessionStorage.getItem(PLACE);

/** An element with attributes and children. */
function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

/** A drawn figure of a kind of piece; its drawing comes from the program. */
function figure(kind) {
  const span = h("span", { class: `figure ${kind.side || "White"}`, "aria-hidden": "true" });
  span.innerHTML = `<svg viewBox="0 0 45 45" class="figure">${kind.figure}</svg>`;
  return span;
}

/** Asks the program; what comes back, or an error with the reason. */
async function ask(path, body, type = "application/json") {
  const how = body === undefined ? {} : { method: "POST", body, headers: { "Content-Type": type } };
  let reply;
  try {
    reply = await fetch(path, how);
  } catch {
    throw { code: "gone", reason: "Fibnif has ended: start `fibnif serve` again. The game is saved." };
  }
  if (reply.status === 204) return null;
  const text = await reply.text();
  let value = {};
  try { value = JSON.parse(text); } catch { value = { refused: { code: "answer", reason: text } }; }
  if (value.refused) throw value.refused;
  return value;
}

/** Sends something about this game and shows what has become of it; a refusal is told, and `false` comes back. */
async function send(what, body, type) {
  tell("");
  try {
    await take(await ask(`games/${game}/${what}?${knows()}`, typeof body === "string" ? body : JSON.stringify(body), type));
    return true;
  } catch (refused) {
    await refuse(refused);
    return false;
  }
}

const command = text => send("commands", { command: text });
const play = move => { clearChoice(); return send("moves", { move }); };

/** Tells why something is not done. */
async function refuse(refused) {
  if (refused.code === "missing") {
    await reopen();
  }
  tell(refused.reason ? refused.reason.charAt(0).toUpperCase() + refused.reason.slice(1) : String(refused));
}

function tell(text) {
  $("refusal").textContent = text.replace(/([^.?!])$/, "$1.");
}

/** The program no longer has this game open: another is begun. */
async function reopen() {
  game = (await ask("games", "")).game;
  [known.moves, known.from, shownNotes] = [[], 0, 0];
  forgetNotes();
  sessionStorage.setItem(PLACE, game);
  await take(await ask(`games/${game}`));
}

/** Which moves the page knows: the program tells only the others. */
const knows = () => known.state ? `line=${known.state.history.line}&moves=${known.moves.length}` : "";

/** Takes in what the program tells of the game. */
async function take(state) {
  if (!state) return;
  const { from, moves } = state.history;
  if (from > known.moves.length) return take(await ask(`games/${game}`));
  known.moves = [...known.moves.slice(0, from), ...moves.map(([number, side, san]) => ({ number, side, san }))];
  known.from = Math.min(known.from, from);
  if (!known.kinds || known.kinds.variant !== state.variant) known.kinds = await ask(`games/${game}/kinds`);
  stand(state.board);
  if (known.state && (known.state.variant !== state.variant || known.state.start !== state.start)) forgetNotes();
  const other = !known.state || known.state.fen !== state.fen || known.state.variant !== state.variant;
  known.state = state;
  known.at = performance.now();
  if (other) forget();
  show();
}

/** Asks again and again what is new: often while the engine is at work. */
async function follow() {
  try {
    const since = known.state ? `?since=${known.state.version}&${knows()}` : "";
    await take(await ask(`games/${game}${since}`));
  } catch (refused) {
    await refuse(refused).catch(() => {});
  }
  const { task, clocks } = known.state || {};
  setTimeout(follow, task ? 200 : clocks && clocks.running ? 500 : 1200);
}
