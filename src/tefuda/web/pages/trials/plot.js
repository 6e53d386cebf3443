// Plots the rate of a run with its interval, and the previous run.

import { h, svg } from "../../frame/dom.js";
import { wilson } from "./interval.js";
import { number, percent, t } from "./words.js";

/** @typedef {import("./run.js").TrialRun} TrialRun */
/** @typedef {{x: number, low: number, high: number, rate: number}} Point */

const HEIGHT = 300;
const LEFT = 52;
const RIGHT = 14;
const TOP = 12;
const BOTTOM = 30;
const STEPS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25];
const MAX_TICKS = 6;
/** Minimum span of the axis, so that small differences look small. */
const MIN_SPAN = 0.1;

/**
 * @param {TrialRun} run
 * @param {TrialRun | null} before
 * @param {number} width in pixels
 */
export function ratePlot(run, before, width) {
  const points = ratePoints(run);
  const old = before ? ratePoints(before) : [];
  const [bottom, top] = rateScale(points, old);
  const inside = width - LEFT - RIGHT;
  const high = HEIGHT - TOP - BOTTOM;
  const x = (/** @type {number} */ played) => LEFT + (inside * played) / run.wanted;
  const y = (/** @type {number} */ rate) => TOP + high * (1 - (rate - bottom) / (top - bottom));
  const step = STEPS.find((one) => (top - bottom) / one <= MAX_TICKS) ?? STEPS[STEPS.length - 1];
  const levels = Array.from({ length: MAX_TICKS + 2 }, (_, at) => Math.ceil(bottom / step - 1e-9) * step + at * step);
  const halves = width < 480 ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1];
  const line = (/** @type {Point[]} */ some) =>
    some.map((one) => `${x(one.x).toFixed(1)},${y(one.rate).toFixed(1)}`).join(" ");
  const shown = old.filter((one) => one.x <= run.wanted);
  const last = points[points.length - 1];
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${HEIGHT}`, class: "plot", role: "img", "aria-label": runSummary(run) },
    svg(
      "clipPath",
      { id: "plot-inside" },
      svg("rect", { x: LEFT, y: TOP - 1, width: inside + RIGHT, height: high + 2 }),
    ),
    ...levels
      .filter((rate) => rate <= top + 1e-9)
      .flatMap((rate) => [
        svg("line", { class: "grid", x1: LEFT, x2: LEFT + inside, y1: y(rate), y2: y(rate) }),
        svg("text", { x: LEFT - 8, y: y(rate) + 4, "text-anchor": "end" }, percent(rate, step < 0.01 ? 1 : 0)),
      ]),
    ...halves.map((part) =>
      svg(
        "text",
        {
          x: x(part * run.wanted),
          y: HEIGHT - 8,
          "text-anchor": part === 0 ? "start" : part === 1 ? "end" : "middle",
        },
        number(Math.round(part * run.wanted)),
      ),
    ),
    svg(
      "g",
      { "clip-path": "url(#plot-inside)" },
      shown.length > 1 && svg("polyline", { class: "before", points: line(shown) }),
      points.length > 0 && svg("polygon", { class: "band", points: bandPoints(points, x, y) }),
      points.length > 1 && svg("polyline", { class: "rate", points: line(points) }),
      last && svg("line", { class: "bar", x1: x(last.x), x2: x(last.x), y1: y(last.low), y2: y(last.high) }),
      last && svg("circle", { class: "now", cx: x(last.x), cy: y(last.rate), r: 4.5 }),
    ),
  );
}

/** @param {TrialRun} run @returns {Point[]} */
function ratePoints(run) {
  return run.counts.map(({ played, won }) => ({ x: played, rate: won / played, ...wilson(won, played) }));
}

/**
 * @param {Point[]} points
 * @param {(played: number) => number} x
 * @param {(rate: number) => number} y
 */
function bandPoints(points, x, y) {
  const there = points.map((one) => `${x(one.x).toFixed(1)},${y(one.high).toFixed(1)}`);
  const back = points.map((one) => `${x(one.x).toFixed(1)},${y(one.low).toFixed(1)}`).reverse();
  return [...there, ...back].join(" ");
}

/**
 * The range of the axis: the interval after the first fifth of the run.
 * @param {Point[]} points
 * @param {Point[]} old
 * @returns {[number, number]}
 */
function rateScale(points, old) {
  const last = points[points.length - 1];
  if (!last) return [0, 1];
  const settled = [...points.filter((one) => one.x >= last.x / 5), ...old.slice(-1)];
  const low = Math.min(...settled.map((one) => one.low));
  const high = Math.max(...settled.map((one) => one.high));
  const pad = Math.max((high - low) * 0.1, (MIN_SPAN - (high - low)) / 2);
  const bottom = Math.max(0, low - pad);
  return [bottom, Math.min(1, Math.max(high + pad, bottom + MIN_SPAN))];
}

/**
 * The result of a run as a sentence.
 * @param {TrialRun} run
 */
export function runSummary(run) {
  if (!run.played) return t("nothing_yet");
  const { low, high } = wilson(run.won, run.played);
  return t("sentence", {
    played: number(run.played),
    won: number(run.won),
    rate: percent(run.won / run.played),
    low: percent(low),
    high: percent(high),
  });
}

/**
 * The interval of a run as a small bar.
 * @param {TrialRun} run
 * @param {number} most top of the scale
 */
export function intervalBar(run, most) {
  const { low, high } = wilson(run.won, run.played);
  const at = (/** @type {number} */ rate) => `${((100 * rate) / most).toFixed(1)}%`;
  return h(
    "div",
    { class: "interval", "aria-hidden": "true" },
    h("div", { class: "reach", style: { left: at(low), right: at(most - high) } }),
    h("div", { class: "found", style: { left: at(run.won / run.played) } }),
  );
}
