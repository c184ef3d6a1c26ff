// Lessons: the pieces of an army one after the other. The program sets the tasks and judges the moves.
import { $, figure, h } from "./dom.js";
import { game } from "./game.js";
import { clearNotes } from "./notes.js";
import { showPiece } from "./piece.js";

/** The lesson that is shown, as text; "" if there is none. */
let shown = "";

/** Begins lessons in a variant or an army. */
export function learn(what) {
  clearNotes();
  return game.send("learn", { what });
}

/** Begins lessons in the game on the board. Where the sides have different armies, one is chosen first. */
export function openLearn() {
  const { variant } = game.state;
  const [, name, armies] = /^([^:;]*):([^;]*)/.exec(variant) || [];
  if (!armies?.includes("/")) return learn(variant);
  const options =
    game.about.variants.find(info => info.variant === name)?.choices.flatMap(choice => choice.options) || [];
  const title = army => options.find(option => option.option === army)?.title || army;
  const button = army =>
    h(
      "button",
      {
        type: "button",
        onclick: () => {
          $("page").close();
          learn(`${name}:${army}`);
        },
      },
      title(army),
    );
  $("page-title").textContent = "Which army?";
  $("page-text").replaceChildren(h("div", { class: "tools" }, ...armies.split("/").map(button)));
  $("page").showModal();
}

/** Shows the piece that is learned, what it has to do, and what can be done next. */
export function showLesson() {
  const { lesson } = game.state;
  document.body.classList.toggle("learning", !!lesson);
  $("lesson").hidden = !lesson;
  if (!lesson) {
    shown = "";
    return;
  }
  const key = JSON.stringify(lesson);
  if (key === shown) return;
  const isNewPiece = lesson.piece !== JSON.parse(shown || "{}").piece;
  shown = key;
  const isDone = lesson.found || lesson.answer;
  const task = lesson.found
    ? `Right! ${lesson.answer}`
    : lesson.answer
      ? `The answer: ${lesson.answer}`
      : lesson.goal;
  const button = (text, step, main) =>
    h(
      "button",
      { type: "button", class: main ? "main" : "", onclick: () => game.send("study", { step }) },
      text,
    );
  $("lesson").replaceChildren(
    figure(game.kinds[lesson.kind]),
    h(
      "div",
      {},
      h(
        "h2",
        {},
        `${lesson.name} `,
        h("small", {}, `piece ${lesson.piece} of ${lesson.pieces}, task ${lesson.task} of ${lesson.tasks}`),
      ),
      h("p", { role: "status" }, task),
    ),
    h(
      "div",
      { class: "tools" },
      isDone
        ? button(lesson.last ? "Play a game with them" : "Next", "next", true)
        : button("Show the answer", "answer"),
      lesson.piece < lesson.pieces ? button("Next piece", "piece") : null,
      lesson.piece > 1 ? button("Piece before", "back") : null,
      lesson.last && isDone ? null : button("Play a game", "game"),
      button("Back to my game", "leave"),
    ),
  );
  if (isDone) $("lesson").querySelector("button.main")?.focus({ preventScroll: true });
  if (isNewPiece) showPiece(lesson.kind);
}
