// What the program says: the newest below the board, all of it in a list, longer answers in a window.
import { $, h, openDialog } from "./dom.js";
import { game } from "./game.js";

/** How many messages the list keeps. */
const KEPT = 40;
/** The number of the last message that was shown. */
let shown = 0;

/** Shows why something was refused; "" when it no longer holds. */
export function tell(text) {
  $("refusal").textContent = text.replace(/([^.?!])$/, "$1.");
}

/** Another game has begun: what was said of the one before is over. */
export function forgetNotes() {
  clearNotes();
  $("said").textContent = "";
  tell("");
}

/** The program counts its messages from the beginning. */
export function restartNotes() {
  shown = 0;
  forgetNotes();
}

/** Empties the list of messages. */
export function clearNotes() {
  $("notes").replaceChildren();
}

/** Shows what the program has said since. */
export function showNotes() {
  const fresh = game.state.notes.filter(note => note.number > shown);
  if (!fresh.length) return;
  shown = fresh[fresh.length - 1].number;
  for (const note of fresh) {
    if (note.lines) {
      showPage(note);
      continue;
    }
    const text = inButtons(note.text);
    $("notes").prepend(h("li", { class: note.kind }, text));
    if (note.kind === "fault") tell(text.charAt(0).toUpperCase() + text.slice(1));
    if (note.kind === "say") $("said").textContent = text;
  }
  while ($("notes").children.length > KEPT) $("notes").lastChild.remove();
}

/** The names of buttons for commands that have another name there. */
const BUTTONS = {
  go: "Engine move",
  stop: "Move now",
  new: "New game",
  yes: "Resign",
  resume: "Resume",
  games: "Saved games",
};

/** A message with the names of buttons in place of the terminal's commands. */
function inButtons(text) {
  return text.replace(/`(\w+)[^`]*`/g, (all, word) => {
    const button = document.querySelector(`[data-command="${word}"]`) || $(word);
    const name = BUTTONS[word] || (button && button.tagName === "BUTTON" ? button.textContent : null);
    return name ? `“${name}”` : all;
  });
}

/** A longer answer in a window of its own. */
function showPage({ text, lines }) {
  $("page-title").textContent = inButtons(text);
  $("page-text").replaceChildren(h("pre", {}, lines.join("\n")));
  openDialog("page");
}
