// Buttons, fields and keys; and the beginning.

/** Arrow keys go from square to square, over holes; Enter chooses. */
function boardKey(event) {
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const { squares, columns, rows } = known.state.board;
  const step = steps[event.key];
  const here = squares.find(square => square.square === event.target.dataset.square);
  if (!step || !here) return;
  event.preventDefault();
  let [column, row] = [here.column + step[0], here.row + step[1]];
  while (column >= 0 && row >= 0 && column < columns && row < rows) {
    const next = squares.find(square => square.column === column && square.row === row);
    if (next) {
      focus = next.square;
      for (const name in cells) cells[name].tabIndex = name === focus ? 0 : -1;
      return cells[focus].focus();
    }
    column += step[0];
    row += step[1];
  }
}

/** Escape takes back what has been chosen; arrow keys look through the game, where nothing else wants them. */
function pageKey(event) {
  if (event.key === "Escape" && chosen.from && !document.querySelector("dialog[open]")) {
    const square = chosen.from;
    clearChoice();
    return cells[square]?.focus({ preventScroll: true });
  }
  const steps = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  if (event.target !== document.body || !steps[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  command(steps[event.key]);
}

function listen() {
  listenToBoard();
  $("board").addEventListener("keydown", boardKey);
  for (const button of document.querySelectorAll("[data-command]"))
    button.addEventListener("click", () => command(button.dataset.command));
  $("judge").addEventListener("click", () => send("judge", { judge: !known.state.scores }));
  $("analyze").addEventListener("click", () => command(known.state.task === "analysis" ? "stop" : "analyze 3"));
  $("judge-game").addEventListener("click", () => known.state.scores || send("judge", { judge: true }));
  $("open-learn").addEventListener("click", openLearn);
  $("open-saved").addEventListener("click", openSaved);
  $("saved-search").addEventListener("input", listSaved);
  $("open-rules").addEventListener("click", openRules);
  $("now").addEventListener("click", () => command(known.state.task && known.state.task !== "analysis" ? "stop" : "go"));
  $("resign").addEventListener("click", () => { if (confirm("Resign this game?")) command("resign yes"); });
  $("seats").addEventListener("change", () => command(`play ${$("seats").value}`));
  $("level").addEventListener("change", () => command(`level ${$("level").value}`));
  $("clock").addEventListener("change", async () => {
    if ($("clock").value) await command(`clock ${$("clock").value}`);
    $("clock").value = "";
  });
  $("typing").addEventListener("submit", async event => {
    event.preventDefault();
    const text = $("typed").value.trim();
    if (text && await play(text)) $("typed").value = "";
  });
  $("position").addEventListener("submit", event => {
    event.preventDefault();
    send("begin", { variant: known.state.variant, fen: $("fen").value.trim(), seats: known.state.seats });
  });
  $("link").addEventListener("click", async () => {
    const { variant, fen } = known.state;
    const link = `${location.href.split("#")[0]}#fen=${encodeURIComponent(fen)}&variant=${encodeURIComponent(variant)}`;
    await navigator.clipboard.writeText(link).then(() => { $("status").textContent = "The link is copied."; },
      () => prompt("The link to this position:", link));
  });
  $("load").addEventListener("change", async () => {
    const [file] = $("load").files;
    if (file) await send("pgn", await file.text(), "application/x-chess-pgn");
    $("load").value = "";
  });
  $("open-begin").addEventListener("click", openBegin);
  $("begin-now").addEventListener("click", beginNow);
  $("begin-learn").addEventListener("click", learnChosen);
  $("begin").addEventListener("keydown", cardKey);
  document.addEventListener("keydown", pageKey);
  $("search").addEventListener("input", showVariants);
  $("search").addEventListener("keydown", event => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    $("variants").firstChild?.click();
  });
  window.addEventListener("hashchange", followLink);
  // A long board lies or stands as there is room.
  window.addEventListener("resize", () => ask(`games/${game}?${knows()}`).then(take).catch(() => {}));
  setInterval(tickClocks, 100);
  // A closed tab leaves its game to others; the tab that is loaded again keeps it.
  window.addEventListener("pagehide", () => navigator.sendBeacon(`games/${game}/leave`));
}

(async () => {
  try {
    known.about = await ask("about");
    fillSettings();
    if (game) await ask(`games/${game}`).then(take); else await reopen();
    listen();
    if (!await followLink()) welcome();
  } catch (refused) {
    await refuse(refused);
    if (refused.code !== "missing") return;
    listen();
  }
  follow();
})();
