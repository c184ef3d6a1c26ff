// The choices before a game: the variant, armies and whatever else it offers, each as cards.
const CLOCKS = [["", "as it is"], ["off", "no clock"], ["move 0.3", "0.3 s a move"], ["move 5", "5 s a move"],
  ["1+1", "1 min + 1 s"], ["3+2", "3 min + 2 s"], ["5+3", "5 min + 3 s"], ["10+5", "10 min + 5 s"], ["30+10", "30 min + 10 s"]];
const SEATS = { white: "White", black: "Black", both: "both sides (two people)", none: "nobody (engine against engine)" };
const wanted = { variant: "chess", choices: {} };
const armies = {};

function fill(select, options) {
  $(select).replaceChildren(...options.map(([value, text]) => h("option", { value }, text)));
}

function fillSettings() {
  const levels = known.about.levels.map(({ level, elo, title }) => [String(level), `${level}: ${title} (${elo})`]);
  const seats = known.about.seats.map(name => [name, SEATS[name] || name]);
  for (const place of ["", "begin-"]) {
    fill(`${place}seats`, seats);
    fill(`${place}level`, levels);
    fill(`${place}clock`, CLOCKS);
  }
}

/** A card that can be chosen. */
function card(title, small, chosen, choose, more) {
  return h("button", { type: "button", role: "radio", class: "card", "aria-checked": String(chosen), tabindex: chosen ? "0" : "-1", onclick: choose },
    h("b", {}, title), small ? h("small", {}, small) : null, more || null);
}

function openBegin() {
  wanted.variant = known.state.variant.split(/[:;]/)[0];
  const own = known.about.variants.find(info => info.variant === wanted.variant);
  const sides = /:([^;]*)/.exec(known.state.variant);
  wanted.choices = armiesOf(own, sides ? sides[1] : "");
  $("begin-seats").value = known.state.seats;
  $("begin-level").value = String(known.state.level);
  $("begin-clock").value = "";
  $("begin-refusal").textContent = "";
  $("begin-title").textContent = "New game";
  $("welcome").hidden = true;
  showVariants();
  showOffers();
  $("begin").showModal();
}

/** The choices for armies written as behind a colon. Armies that are not said are those of the variant, unless it suggests others. */
function armiesOf(info, sides) {
  const army = info && info.choices.find(choice => choice.scope === "side" && choice.choice === "army");
  if (!army || !sides && !info.suggested) return {};
  const [white, black] = (sides || army.default).split("/");
  const chosen = { "white army": white, "black army": black || white };
  for (const side of Object.keys(chosen)) if (!army.options.some(o => o.option === chosen[side])) delete chosen[side];
  return chosen;
}

/** Somebody who has never played here is asked for the game and the level first. */
function welcome() {
  if (!known.state.first_game || sessionStorage.getItem("welcomed")) return;
  sessionStorage.setItem("welcomed", "yes");
  openBegin();
  $("begin-title").textContent = "Welcome to Fibnif";
  $("welcome").hidden = false;
}

/** The armies of a variant that a searched text names. */
function armiesNamed(info, search) {
  const named = option => [option.option, option.title].some(text => text.toLowerCase().includes(search));
  return info.choices.filter(choice => choice.choice === "army" && search.length > 2).flatMap(choice => choice.options.filter(named));
}

/** Cards of the variants that fit what is searched: a name, or that of an army, which is chosen with the variant. */
function showVariants() {
  const search = $("search").value.trim().toLowerCase();
  const is = info => [info.variant, info.title, ...info.aliases].some(text => text.toLowerCase().includes(search));
  const fits = info => is(info) || armiesNamed(info, search).length;
  const choose = info => () => {
    [wanted.variant, wanted.choices] = [info.variant, armiesOf(info, info.suggested || "")];
    const [army] = is(info) ? [] : armiesNamed(info, search);
    if (army) wanted.choices = { "white army": army.option, "black army": army.option };
    showVariants();
    showOffers();
  };
  const cards = known.about.variants.filter(fits).map(info =>
    card(info.title, info.variant, info.variant === wanted.variant, choose(info)));
  $("variants").replaceChildren(...cards);
  if (!$("variants").querySelector("[tabindex='0']")) $("variants").firstChild?.setAttribute("tabindex", "0");
  $("variants").querySelector("[aria-checked=true]")?.scrollIntoView({ block: "nearest" });
}

/** The choices of the variant, those of a side for each side. */
function showOffers() {
  const info = known.about.variants.find(info => info.variant === wanted.variant);
  const places = [];
  for (const choice of info ? info.choices : []) {
    if (choice.scope === "game") places.push([choice, choice.choice, choice.title]);
    else for (const side of ["White", "Black"]) places.push([choice, `${side.toLowerCase()} ${choice.choice}`, `${side}: ${choice.title}`]);
  }
  $("offers").replaceChildren(...places.flatMap(([choice, name, title]) => {
    const small = choice.choice === "army" ? "" : " small";
    const cards = choice.options.map(option => {
      const chosen = (wanted.choices[name] ?? choice.default) === option.option;
      const men = small ? null : h("span", { class: "men", "data-army": `${info.variant}:${option.option}` });
      return card(option.title, option.remark, chosen, () => { wanted.choices[name] = option.option; showOffers(); }, men);
    });
    return [h("h3", {}, title), h("div", { class: `cards${small}`, role: "radiogroup", "aria-label": title }, ...cards)];
  }));
  showArmies();
  showAbout();
}

/** The text form of what is chosen. */
function wantedName() {
  const choices = Object.entries(wanted.choices).map(([name, value]) => `;${name}=${value}`);
  return wanted.variant + choices.join("");
}

/** What is different from chess in what is chosen. */
async function showAbout() {
  const name = wantedName();
  const told = await ask(`differences?${encodeURIComponent(name)}`).catch(() => null);
  if (name !== wantedName()) return;
  $("about").replaceChildren(...(told ? differencesOf(told.differences) : []));
}

/** Arrow keys go from card to card. */
function cardKey(event) {
  const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  const card = event.target.closest("[role=radio]");
  if (!by || !card) return;
  event.preventDefault();
  const group = card.parentNode, label = group.getAttribute("aria-label");
  const next = [...group.children][[...group.children].indexOf(card) + by];
  if (!next) return;
  next.click();
  for (const place of document.querySelectorAll("#begin [role=radiogroup]"))
    if (place.getAttribute("aria-label") === label) place.querySelector("[aria-checked=true]")?.focus();
}

/** Draws the men of the armies on their cards, one army after the other. */
async function showArmies() {
  for (const place of document.querySelectorAll("[data-army]")) {
    const name = place.dataset.army;
    armies[name] = armies[name] || await ask(`army?${encodeURIComponent(name)}`).catch(() => ({ pieces: [] }));
    place.replaceChildren(...armies[name].pieces.map(piece => {
      const drawn = figure(piece);
      drawn.title = `${piece.name}: ${piece.betza}`;
      return drawn;
    }));
  }
}

async function beginNow() {
  const body = { variant: wanted.variant, choices: wanted.choices, seats: $("begin-seats").value,
    level: Number($("begin-level").value), clock: $("begin-clock").value };
  try {
    await take(await ask(`games/${game}/begin?${knows()}`, JSON.stringify(body)));
    $("begin").close();
    forgetNotes();
    $("board").querySelector("[tabindex='0']")?.focus({ preventScroll: true });
  } catch (refused) {
    $("begin-refusal").textContent = refused.reason || String(refused);
  }
}

/** The pieces of what is chosen are learned. */
async function learnChosen() {
  $("begin").close();
  await learn(wantedName());
}

/** `#fen=...&variant=...` is a link to a position, `#learn=nutters` one to lessons; whether there is one. */
async function followLink() {
  const link = new URLSearchParams(location.hash.slice(1));
  if (!["fen", "variant", "learn"].some(name => link.has(name))) return false;
  history.replaceState(null, "", location.pathname);
  if (link.has("learn")) return learn(link.get("learn")).then(() => true);
  return send("begin", { variant: link.get("variant") || "chess", fen: link.get("fen") || "", seats: link.get("seats") || "both" });
}
