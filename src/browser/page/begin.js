// The window of a new game: the variant, armies and whatever else it offers, each as cards.
import { focusBoard } from "./board.js";
import { $, figure, h, openDialog } from "./dom.js";
import { game } from "./game.js";
import { learn } from "./lesson.js";
import { ask } from "./program.js";
import { differences } from "./rules.js";
import { chosenSettings, offerSettings } from "./settings.js";

/** What is chosen so far. */
const wanted = { variant: "chess", choices: {} };
/** The armies that have been asked for, by their names. */
const armies = {};

/** A card that can be chosen. */
function card(title, small, chosen, choose, more) {
  return h(
    "button",
    {
      type: "button",
      role: "radio",
      class: "card",
      "aria-checked": String(chosen),
      tabindex: chosen ? "0" : "-1",
      onclick: choose,
    },
    h("b", {}, title),
    small ? h("small", {}, small) : null,
    more || null,
  );
}

/** Opens the window with the game on the board chosen. */
export function openBegin() {
  wanted.variant = game.state.variant.split(/[:;]/)[0];
  const own = game.about.variants.find(info => info.variant === wanted.variant);
  const sides = /:([^;]*)/.exec(game.state.variant);
  wanted.choices = armiesOf(own, sides ? sides[1] : "");
  offerSettings();
  $("begin-refusal").textContent = "";
  $("begin-title").textContent = "New game";
  $("welcome").hidden = true;
  showVariants();
  showOffers();
  openDialog("begin");
}

/**
 * The choices for armies written as behind a colon. Armies that are not named are those of the variant,
 * unless it suggests others.
 */
function armiesOf(info, sides) {
  const army = info?.choices.find(choice => choice.scope === "side" && choice.choice === "army");
  if (!army || (!sides && !info.suggested)) return {};
  const [white, black] = (sides || army.default).split("/");
  const chosen = { "white army": white, "black army": black || white };
  for (const side of Object.keys(chosen))
    if (!army.options.some(o => o.option === chosen[side])) delete chosen[side];
  return chosen;
}

/** Asks somebody who has never played here for the game and the level. */
export function welcome() {
  if (!game.state.first_game || sessionStorage.getItem("welcomed")) return;
  sessionStorage.setItem("welcomed", "yes");
  openBegin();
  $("begin-title").textContent = "Welcome to Fibnif";
  $("welcome").hidden = false;
}

/** The armies of a variant that a searched text names. */
function armiesNamed(info, search) {
  const named = option => [option.option, option.title].some(text => text.toLowerCase().includes(search));
  return info.choices
    .filter(choice => choice.choice === "army" && search.length > 2)
    .flatMap(choice => choice.options.filter(named));
}

/** Shows the variants that fit the search: a name, or that of an army, which is chosen with the variant. */
function showVariants() {
  const search = $("search").value.trim().toLowerCase();
  const is = info =>
    [info.variant, info.title, ...info.aliases].some(text => text.toLowerCase().includes(search));
  const fits = info => is(info) || armiesNamed(info, search).length;
  const choose = info => () => {
    [wanted.variant, wanted.choices] = [info.variant, armiesOf(info, info.suggested || "")];
    const [army] = is(info) ? [] : armiesNamed(info, search);
    if (army) wanted.choices = { "white army": army.option, "black army": army.option };
    showVariants();
    showOffers();
  };
  const cards = game.about.variants
    .filter(fits)
    .map(info => card(info.title, info.variant, info.variant === wanted.variant, choose(info)));
  $("variants").replaceChildren(...cards);
  if (!$("variants").querySelector("[tabindex='0']")) $("variants").firstChild?.setAttribute("tabindex", "0");
  $("variants").querySelector("[aria-checked=true]")?.scrollIntoView({ block: "nearest" });
}

/** The choices of the variant, those of a side for each side. */
function showOffers() {
  const info = game.about.variants.find(info => info.variant === wanted.variant);
  const places = [];
  for (const choice of info ? info.choices : []) {
    if (choice.scope === "game") places.push([choice, choice.choice, choice.title]);
    else
      for (const side of ["White", "Black"])
        places.push([choice, `${side.toLowerCase()} ${choice.choice}`, `${side}: ${choice.title}`]);
  }
  $("offers").replaceChildren(
    ...places.flatMap(([choice, name, title]) => {
      const small = choice.choice === "army" ? "" : " small";
      const cards = choice.options.map(option => {
        const chosen = (wanted.choices[name] ?? choice.default) === option.option;
        const men = small
          ? null
          : h("span", { class: "men", "data-army": `${info.variant}:${option.option}` });
        return card(
          option.title,
          option.remark,
          chosen,
          () => {
            wanted.choices[name] = option.option;
            showOffers();
          },
          men,
        );
      });
      return [
        h("h3", {}, title),
        h("div", { class: `cards${small}`, role: "radiogroup", "aria-label": title }, ...cards),
      ];
    }),
  );
  showArmies();
  showAbout();
}

/** The text form of what is chosen. */
function wantedName() {
  const choices = Object.entries(wanted.choices).map(([name, value]) => `;${name}=${value}`);
  return wanted.variant + choices.join("");
}

/** Shows what is different from chess in what is chosen. */
async function showAbout() {
  const name = wantedName();
  // What is shown until the answer comes is about another game.
  $("about").ariaBusy = "true";
  const about = await differences(name);
  if (name !== wantedName()) return;
  $("about").replaceChildren(...about);
  $("about").ariaBusy = "false";
}

/** Arrow keys go from card to card. */
function cardKey(event) {
  const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  const card = event.target.closest("[role=radio]");
  if (!by || !card) return;
  event.preventDefault();
  const group = card.parentNode,
    label = group.getAttribute("aria-label");
  const next = [...group.children][[...group.children].indexOf(card) + by];
  if (!next) return;
  next.click();
  for (const place of document.querySelectorAll("#begin [role=radiogroup]"))
    if (place.getAttribute("aria-label") === label) place.querySelector("[aria-checked=true]")?.focus();
}

/** Draws the pieces of the armies on their cards, one army after the other. */
async function showArmies() {
  for (const place of document.querySelectorAll("[data-army]")) {
    const name = place.dataset.army;
    armies[name] =
      armies[name] || (await ask(`army?${encodeURIComponent(name)}`).catch(() => ({ pieces: [] })));
    place.replaceChildren(
      ...armies[name].pieces.map(piece => {
        const drawn = figure(piece);
        drawn.title = `${piece.name}: ${piece.betza}`;
        return drawn;
      }),
    );
  }
}

/** Begins the game that is chosen. */
async function beginNow() {
  try {
    await game.change("begin", { ...wanted, ...chosenSettings() });
    $("begin").close();
    game.forget();
    focusBoard();
  } catch (error) {
    $("begin-refusal").textContent = error.message || String(error);
  }
}

/** Begins lessons with the pieces of the game that is chosen. */
async function learnChosen() {
  $("begin").close();
  await learn(wantedName());
}

/** Has the window follow its buttons, its search and its keys. */
export function listenToBegin() {
  $("open-begin").addEventListener("click", openBegin);
  $("begin-now").addEventListener("click", beginNow);
  $("begin-learn").addEventListener("click", learnChosen);
  $("begin").addEventListener("keydown", cardKey);
  $("search").addEventListener("input", showVariants);
  $("search").addEventListener("keydown", event => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    $("variants").firstChild?.click();
  });
}

/**
 * Follows a link: `#fen=...&variant=...` to a position, `#learn=nutters` to lessons. Returns whether there
 * was one.
 */
export async function followLink() {
  const link = new URLSearchParams(location.hash.slice(1));
  if (!["fen", "variant", "learn"].some(name => link.has(name))) return false;
  history.replaceState(null, "", location.pathname);
  if (link.has("learn")) return learn(link.get("learn")).then(() => true);
  return game.send("begin", {
    variant: link.get("variant") || "chess",
    fen: link.get("fen") || "",
    sides: link.get("sides") || "both",
  });
}
