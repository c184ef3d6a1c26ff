// Lessons: the pieces of an army one after the other. The program sets the tasks and judges the moves.
const study = step => send("study", { step });

/** Begins lessons in a variant or an army. */
async function learn(what) {
  $("notes").replaceChildren();
  if (await send("learn", { what })) shownNotes = known.state.notes.at(-1)?.number ?? shownNotes;
}

/** Which army is to be learned, where the sides have different ones. */
function openLearn() {
  const { variant } = known.state;
  const [, name, armies] = /^([^:;]*):([^;]*)/.exec(variant) || [];
  if (!armies || !armies.includes("/")) return learn(variant);
  const options = known.about.variants.find(info => info.variant === name)?.choices.flatMap(choice => choice.options) || [];
  const title = army => options.find(option => option.option === army)?.title || army;
  const button = army => h("button", { type: "button", onclick: () => { $("page").close(); learn(`${name}:${army}`); } }, title(army));
  $("page-title").textContent = "Which army?";
  $("page-text").replaceChildren(h("div", { class: "tools" }, ...armies.split("/").map(button)));
  $("page").showModal();
}

/** The piece that is learned, what it has to do, and what can be done next. */
function showLesson() {
  const { lesson } = known.state;
  document.body.classList.toggle("learning", !!lesson);
  $("lesson").hidden = !lesson;
  if (!lesson) { shownLesson = ""; return; }
  const key = JSON.stringify(lesson);
  if (key === shownLesson) return;
  const fresh = lesson.piece !== JSON.parse(shownLesson || "{}").piece;
  shownLesson = key;
  const done = lesson.found || lesson.told;
  const kind = known.kinds.kinds[lesson.kind];
  const button = (text, step, main) => h("button", { type: "button", class: main ? "main" : "", onclick: () => study(step) }, text);
  $("lesson").replaceChildren(
    figure(kind),
    h("div", {},
      h("h2", {}, `${lesson.name} `, h("small", {}, `piece ${lesson.piece} of ${lesson.pieces}, task ${lesson.task} of ${lesson.tasks}`)),
      h("p", { role: "status" }, lesson.found ? `Right! ${lesson.told}` : lesson.told ? `The answer: ${lesson.told}` : lesson.goal)),
    h("div", { class: "tools" },
      done ? button(lesson.last ? "Play a game with them" : "Next", "next", true) : button("Show the answer", "answer"),
      lesson.piece < lesson.pieces ? button("Next piece", "piece") : null,
      lesson.piece > 1 ? button("Piece before", "back") : null,
      lesson.last && done ? null : button("Play a game", "game"),
      button("Back to my game", "leave")));
  if (done) $("lesson").querySelector("button.main")?.focus({ preventScroll: true });
  if (fresh) showPiece(lesson.kind);
}
let shownLesson = "";
