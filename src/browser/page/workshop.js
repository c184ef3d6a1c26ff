// The window of inventors: a line of notation and a definition, looked over as they are typed.
import { focusBoard } from "./board.js";
import { $, h, openDialog, plainPicture } from "./dom.js";
import { game } from "./game.js";
import { ask } from "./program.js";

/** How long after the last key the program is asked, in milliseconds. */
const PAUSE = { notation: 120, definition: 400 };

/** A text with its lines as written. */
const asWritten = (text, kind = "") => h("pre", { class: kind }, text);

/** A sentence; what is in backticks is notation. */
const sentence = text => text.split("`").map((part, index) => (index % 2 ? h("code", {}, part) : part));

/** What the program says of a part of a line: its letters, and how other programs read it. */
function partRows({ text, letters, elsewhere }) {
  const meanings = letters.flatMap(({ letters, meaning }) => [h("dt", {}, letters), h("dd", {}, ...sentence(meaning))]);
  const others = elsewhere.map(({ program, reading }) => h("li", {}, ...sentence(`${program} ${reading}.`)));
  return [
    h("h4", {}, text),
    h("dl", {}, ...meanings),
    others.length ? h("ul", {}, ...others) : null,
  ].filter(row => row);
}

/** The picture and the explanation of a line, or its fault with a caret under it. */
function notationRows({ fault, explained, svg }) {
  if (fault) return [asWritten(fault, "fault")];
  const picture = h("div", { class: "moves" });
  picture.innerHTML = plainPicture(svg);
  return [picture, h("div", {}, ...explained.parts.flatMap(partRows))];
}

/** One finding of a definition. A click goes to its line. */
function findingRow({ is_error, line, message, picture }) {
  const where = line ? `Line ${line}: ` : "";
  const text = `${where}${is_error ? "" : "warning: "}${message}`;
  const row = h("li", { class: is_error ? "fault" : "" }, ...sentence(text));
  if (picture) row.append(asWritten(picture));
  if (line) row.addEventListener("click", () => goToLine(line));
  return row;
}

/** Selects a line of the definition. */
function goToLine(line) {
  const field = $("definition"),
    lines = field.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  field.focus();
  field.setSelectionRange(start, start + lines[line - 1].length);
}

/** A game of a definition, with a button that plays it. */
function gameRow({ is_playable, name, title }) {
  const play = h(
    "button",
    { type: "button", class: "main", disabled: !is_playable, onclick: () => playNow(name) },
    "Play",
  );
  return h("li", {}, play, h("b", {}, title), h("code", {}, name));
}

/** What a definition is, its games, and what is wrong with it. */
function definitionRows({ format, findings, games, more }) {
  const rows = [h("p", {}, `This is ${format}.`)];
  if (games.length) rows.push(h("ul", { class: "games" }, ...games.map(gameRow)));
  if (findings.length) rows.push(h("ul", {}, ...findings.map(findingRow)));
  if (more) rows.push(h("p", {}, `And ${more} more.`));
  return rows;
}

/** Shows the answer to what is in a field, a moment after the last change. An older answer is dropped. */
function follow(field, rows) {
  let asked = 0;
  $(field).addEventListener("input", () => {
    asked += 1;
    const mine = asked;
    setTimeout(async () => {
      if (mine !== asked) return;
      const text = $(field).value;
      let found = [];
      try {
        if (text.trim()) found = rows(await ask(field, text, "text/plain"));
      } catch (error) {
        found = [asWritten(error.message, "fault")];
      }
      if (mine === asked) $(`${field}-answer`).replaceChildren(...found);
    }, PAUSE[field]);
  });
}

/** Begins a game of the definition. */
async function playNow(name) {
  try {
    $("workshop-refusal").textContent = "";
    await game.change("invent", { text: $("definition").value, name });
    await game.learnVariants();
    $("workshop").close();
    game.forget();
    focusBoard();
  } catch (error) {
    $("workshop-refusal").textContent = error.message || String(error);
  }
}

/** Has the window follow its fields and buttons. */
export function listenToWorkshop() {
  $("open-workshop").addEventListener("click", () => openDialog("workshop"));
  follow("notation", notationRows);
  follow("definition", definitionRows);
  // Enter does not close the window.
  $("notation").addEventListener("keydown", event => {
    if (event.key === "Enter") event.preventDefault();
  });
  $("definition-file").addEventListener("change", async () => {
    const [file] = $("definition-file").files;
    if (file) $("definition").value = await file.text();
    $("definition-file").value = "";
    $("definition").dispatchEvent(new Event("input"));
  });
}
