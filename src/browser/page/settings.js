// Who plays, how strong the engine is, and the clock: below the moves, and in the window of a new game.
import { $, h } from "./dom.js";
import { game } from "./game.js";

const SIDES = {
  white: "White",
  black: "Black",
  both: "both sides (two people)",
  none: "nobody (engine against engine)",
};

function fill(select, options) {
  $(select).replaceChildren(...options.map(([value, text]) => h("option", { value }, text)));
}

/** Fills the lists with what there is to choose. */
export function fillSettings() {
  const levels = game.about.levels.map(({ level, elo, title }) => [
    String(level),
    `${level}: ${title} (${elo})`,
  ]);
  const sides = game.about.sides.map(name => [name, SIDES[name] || name]);
  for (const place of ["", "begin-"]) {
    fill(`${place}sides`, sides);
    fill(`${place}level`, levels);
    fill(`${place}clock`, [["", "as it is"], ...game.about.clocks]);
  }
}

/** Shows the settings of the game. */
export function showSettings() {
  const { state } = game;
  $("sides").value = state.sides;
  $("level").value = String(state.level);
  $("clock").options[0].text = state.clocks ? state.time : "no clock";
  $("clock").title = state.time;
}

/** Offers the settings of the game for a new one. */
export function offerSettings() {
  $("begin-sides").value = game.state.sides;
  $("begin-level").value = String(game.state.level);
  $("begin-clock").value = "";
}

/** The settings chosen for a new game. */
export const chosenSettings = () => ({
  sides: $("begin-sides").value,
  level: Number($("begin-level").value),
  clock: $("begin-clock").value,
});

/** Has the game follow its settings. */
export function listenToSettings() {
  $("sides").addEventListener("change", () => game.command(`play ${$("sides").value}`));
  $("level").addEventListener("change", () => game.command(`level ${$("level").value}`));
  $("clock").addEventListener("change", async () => {
    if ($("clock").value) await game.command(`clock ${$("clock").value}`);
    $("clock").value = "";
  });
}
