// The players above and below the board: what they have captured or hold in hand, and their clocks.
import { clickHand, isInHandChosen } from "./choose.js";
import { $, figure, h } from "./dom.js";
import { game } from "./game.js";

const SIDES = ["White", "Black"];

/** Shows who plays, what has been captured, and what the clocks show. */
export function showPlayers() {
  const { board, captured, clocks, hands, players } = game.state;
  const order = board.flipped ? [0, 1] : [1, 0];
  ["far", "near"].forEach((place, i) => {
    const index = order[i],
      side = SIDES[index];
    const running = clocks && clocks.running === side;
    const lost = captured[1 - index];
    $(place).className = `player ${side}`;
    $(place).replaceChildren(
      h("b", {}, `${side}: ${players[index]}`),
      hands[index].length ? handOf(index) : lost.length ? capturedBy(side, lost) : "",
      clocks
        ? h("span", { class: `clock${running ? " runs" : ""}`, "data-side": index }, clocks.shown[index])
        : "",
    );
  });
}

/** The pieces that a side has captured, as small figures; equal ones overlap. */
function capturedBy(side, signs) {
  const drawn = signs.map((sign, i) => {
    const kind = game.kinds.find(kind => kind.side !== side && kind.sign === sign);
    const one = kind ? figure(kind) : h("span", {}, sign);
    if (i && signs[i - 1] === sign) one.classList.add("again");
    return one;
  });
  return h("span", { class: "men", role: "img", "aria-label": `captured: ${signs.join(" ")}` }, ...drawn);
}

/** The pieces that a side has in hand: a click chooses one, then one on a square drops it. */
function handOf(side) {
  const buttons = game.state.hands[side].map(({ kind, count }) => {
    const piece = game.kinds[kind],
      isChosen = isInHandChosen(kind);
    return h(
      "button",
      {
        type: "button",
        class: isChosen ? "chosen" : "",
        "aria-pressed": String(isChosen),
        "aria-label": `${count} ${piece.name} in ${SIDES[side]}'s hand`,
        onclick: () => clickHand(kind),
      },
      figure(piece),
      `${count}`,
    );
  });
  return h("span", { class: "hand", role: "group", "aria-label": "In hand" }, ...buttons);
}

/** Lets the clocks run on between two answers of the program. */
export function tickClocks() {
  const clocks = game.state?.clocks;
  if (!clocks?.running) return;
  const side = SIDES.indexOf(clocks.running);
  const left = Math.max(0, clocks.millis[side] - (performance.now() - game.receivedAt));
  const element = document.querySelector(`.clock[data-side="${side}"]`);
  if (element) element.textContent = clockText(left / 1000);
}

/** A time in seconds as the program writes it: `1:02:03`, `12:34`, below 20 seconds `0:07.5`. */
function clockText(seconds) {
  const minutes = Math.floor(seconds / 60),
    rest = seconds - minutes * 60;
  const two = number => String(Math.floor(number)).padStart(2, "0");
  if (seconds < 20) return `0:${rest.toFixed(1).padStart(4, "0")}`;
  return minutes >= 60
    ? `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(rest)}`
    : `${minutes}:${two(rest)}`;
}
