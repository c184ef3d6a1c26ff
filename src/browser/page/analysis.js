// What the engine thinks: its best lines, and its evaluation of the whole game.
import { $, h } from "./dom.js";
import { game } from "./game.js";

/** A score of the side to move as White sees it, in words. */
function forWhite(line) {
  const sign = game.state.side === "White" ? 1 : -1;
  if (line.mate !== undefined) return `#${line.mate * sign}`;
  const score = (line.cp * sign) / 100;
  return (score > 0 ? "+" : "") + score.toFixed(2);
}

/** Shows the lines of the analysis, and whether it runs. */
export function showAnalysis() {
  const { analysis, task } = game.state;
  const isAnalyzing = task === "analysis";
  $("analyze").setAttribute("aria-pressed", String(isAnalyzing));
  $("analyze").textContent = isAnalyzing ? "Stop analysis" : "Analyze";
  $("now").textContent = task && !isAnalyzing ? "Move now" : "Engine move";
  $("analysis").hidden = !analysis;
  if (!analysis) return;
  const rows = analysis.lines.map(line =>
    h("tr", {}, h("td", {}, forWhite(line)), h("td", {}, line.san.slice(0, 10).join(" "))),
  );
  $("analysis").replaceChildren(
    h("h3", {}, analysis.depth ? `Analysis, depth ${analysis.depth}` : "Analysis"),
    h("table", {}, h("tbody", {}, ...rows)),
  );
}

/** The score at the edge of the curve, in centipawns. */
const HIGHEST = 800;

/** The place of a score on the curve, from -1 (Black wins) to 1. */
function height(score) {
  if (score.winner !== undefined) return { White: 1, Black: -1 }[score.winner] || 0;
  if (score.mate !== undefined) return Math.sign(score.mate);
  return Math.max(-1, Math.min(1, score.cp / HIGHEST));
}

/** Shows the evaluation over the game as a curve: White's above. */
export function showCourse() {
  const { scores, history, review, over } = game.state;
  $("judge").setAttribute("aria-pressed", String(!!scores));
  $("course").hidden = !scores?.length;
  if ($("course").hidden) return;
  const most = Math.max(1, history.of);
  const points = scores.map(
    score => `${((score.ply / most) * 100).toFixed(2)},${(50 - height(score) * 48).toFixed(1)}`,
  );
  const first = points[0].split(",")[0],
    last = points[points.length - 1].split(",")[0];
  const here = ((history.at / most) * 100).toFixed(2);
  const latest = scores.filter(score => score.ply <= history.at).pop() || scores[0];
  $("course").replaceChildren(
    h("h3", {}, "Evaluation over the game, for White"),
    h("p", {}, `${latest.shown} after half-move ${latest.ply}`),
    ...(review
      ? review.summary.map(text => h("p", {}, text))
      : over
        ? [h("p", {}, "Looking at each move…")]
        : []),
  );
  const label = `Evaluation over the game: ${latest.shown} for White at move ${latest.ply}`;
  $("course").insertAdjacentHTML(
    "beforeend",
    `<svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label="${label}">
      <polygon class="w" points="${first},100 ${points.join(" ")} ${last},100"/>
      <line class="z" x1="0" x2="100" y1="50" y2="50"/>
      <line class="p" x1="${here}" x2="${here}" y1="0" y2="100"/>
    </svg>`,
  );
}
