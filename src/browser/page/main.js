// The page: its parts show the game whenever it changes, and its buttons and keys change the game.
import { showAnalysis, showCourse } from "./analysis.js";
import { followLink, listenToBegin, welcome } from "./begin.js";
import { cellOf, listenToBoardKeys } from "./board.js";
import { clearSelection, forgetSelection, listenToBoard, play, showSelection } from "./choose.js";
import { $, h } from "./dom.js";
import { game } from "./game.js";
import { showHistory } from "./history.js";
import { openLearn, showLesson } from "./lesson.js";
import { forgetNotes, restartNotes, showNotes, tell } from "./notes.js";
import { hidePiece } from "./piece.js";
import { showPlayers, tickClocks } from "./players.js";
import { openRules } from "./rules.js";
import { listSaved, openSaved, showOffer } from "./saved.js";
import { fillSettings, listenToSettings, showSettings } from "./settings.js";
import { listenToWorkshop } from "./workshop.js";

/** Shows the state of the game. */
function show() {
  const { board, examples, fen, title, unsaved, variant } = game.state;
  document.body.className = board.columns > 13 ? "wide" : board.columns < 5 ? "tall" : "";
  showLesson();
  showOffer();
  document.title = `${title} – Fibnif`;
  $("title").replaceChildren(title, " ", h("small", {}, variant));
  showSelection();
  showPlayers();
  showStatus();
  showSettings();
  showHistory();
  showAnalysis();
  showCourse();
  showNotes();
  $("typed").placeholder = examples.join(", ");
  if (document.activeElement !== $("fen")) $("fen").value = fen;
  $("save").href = game.path("pgn");
  if (unsaved) tell(`The game is not being saved: ${unsaved}`);
}

/** Shows whose turn it is, or how the game has ended. A screen reader hears the last move. */
function showStatus() {
  const { last, lesson, looking, over, task, turn } = game.state;
  const isThinking = task === "move" && !looking;
  const status = over || (isThinking ? `${turn}: Fibnif is thinking…` : `${turn}.`);
  if ($("status").textContent !== status) $("status").textContent = status;
  $("again").hidden = !over || !!lesson;
  for (const button of document.querySelectorAll("[data-playing]")) button.disabled = !!over;
  const heard = last ? last.words : "";
  if ($("heard").textContent !== heard) $("heard").textContent = heard;
}

/** Escape takes back what has been chosen; arrow keys look through the game, where nothing else uses them. */
function pageKey(event) {
  if (event.key === "Escape" && !document.querySelector("dialog[open]")) {
    const from = clearSelection();
    if (from) cellOf(from)?.focus({ preventScroll: true });
    return;
  }
  const steps = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  if (event.target !== document.body || !steps[event.key] || event.ctrlKey || event.altKey || event.metaKey)
    return;
  event.preventDefault();
  game.command(steps[event.key]);
}

function listenToButtons() {
  const onClick = (id, listener) => $(id).addEventListener("click", listener);
  for (const button of document.querySelectorAll("[data-command]"))
    button.addEventListener("click", () => game.command(button.dataset.command));
  onClick("judge", () => game.send("judge", { judge: !game.state.scores }));
  onClick("judge-game", () => game.state.scores || game.send("judge", { judge: true }));
  onClick("analyze", () => game.command(game.state.task === "analysis" ? "stop" : "analyze 3"));
  onClick("now", () => game.command(game.state.task && game.state.task !== "analysis" ? "stop" : "go"));
  onClick("resign", () => {
    if (confirm("Resign this game?")) game.command("resign yes");
  });
  onClick("open-learn", openLearn);
  onClick("open-saved", openSaved);
  onClick("open-rules", openRules);
  $("saved-search").addEventListener("input", listSaved);
}

/** The fields for moves, positions and games as text. */
function listenToTexts() {
  $("typing").addEventListener("submit", async event => {
    event.preventDefault();
    const text = $("typed").value.trim();
    if (text && (await play(text))) $("typed").value = "";
  });
  $("position").addEventListener("submit", event => {
    event.preventDefault();
    const { variant, sides } = game.state;
    game.send("begin", { variant, fen: $("fen").value.trim(), sides });
  });
  $("link").addEventListener("click", async () => {
    const { variant, fen } = game.state;
    const place = `fen=${encodeURIComponent(fen)}&variant=${encodeURIComponent(variant)}`;
    const link = `${location.href.split("#")[0]}#${place}`;
    await navigator.clipboard.writeText(link).then(
      () => {
        $("status").textContent = "The link is copied.";
      },
      () => prompt("The link to this position:", link),
    );
  });
  $("load").addEventListener("change", async () => {
    const [file] = $("load").files;
    if (file) await game.send("pgn", await file.text(), "application/x-chess-pgn");
    $("load").value = "";
  });
}

function listen() {
  listenToBoard();
  listenToBoardKeys();
  listenToBegin();
  listenToSettings();
  listenToButtons();
  listenToTexts();
  listenToWorkshop();
  document.addEventListener("keydown", pageKey);
  window.addEventListener("hashchange", followLink);
  // A long board lies or stands as there is room.
  window.addEventListener("resize", () => game.reload().catch(() => {}));
  setInterval(tickClocks, 100);
  // A closed tab leaves its game to others; a tab that is loaded again keeps it.
  window.addEventListener("pagehide", () => game.leave());
}

game.on("opened", () => {
  restartNotes();
  hidePiece();
});
game.on("game", () => {
  forgetNotes();
  hidePiece();
});
game.on("position", forgetSelection);
game.on("refusal", tell);
game.on("change", show);

try {
  await game.start(fillSettings);
  listen();
  if (!(await followLink())) welcome();
  game.follow();
} catch (error) {
  await game.refuse(error);
  if (error.code === "missing") {
    listen();
    game.follow();
  }
}
