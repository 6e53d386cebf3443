// Star ratings, and a constellation for each puzzle with as many stars as its par.

import { h, svg } from "../../frame/dom.js";
import { t } from "./words.js";

const STAR =
  "M12 2.600l2.700 6.100 6.600.7-4.900 4.500 1.300 6.500-5.700-3.300-5.700 3.300 1.300-6.500L2.700 9.400l6.600-.7z";
const MAX_STARS = 3;

/** @param {boolean} full */
function star(full) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: full ? "star full" : "star", "aria-hidden": "true" },
    svg("path", { d: STAR }),
  );
}

/**
 * @param {number} earned
 * @param {string} [size] "small" or "big"
 */
export function starRow(earned, size = "small") {
  return h(
    "span",
    { class: `stars ${size}`, role: "img", "aria-label": t("stars", { n: earned }) },
    ...Array.from({ length: MAX_STARS }, (_, at) => star(at < earned)),
  );
}

/**
 * Return random numbers that depend only on a text: FNV-1a for the seed, then xorshift.
 * @param {string} text
 * @returns {() => number} from 0 to 1
 */
function starRandom(text) {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619);
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const WIDTH = 120;
const HEIGHT = 64;
const MARGIN = 9;

/**
 * Draw the constellation of a puzzle, from left to right.
 * @param {import("../../frame/message_types.js").Puzzle} puzzle
 * @param {number} earned 0 if not solved
 */
export function constellation(puzzle, earned) {
  const roll = starRandom(puzzle.id);
  roll();
  const count = Math.max(2, puzzle.par ?? 2);
  const step = (WIDTH - 2 * MARGIN) / (count - 1);
  let y = MARGIN + roll() * (HEIGHT - 2 * MARGIN);
  const points = Array.from({ length: count }, (_, at) => {
    const inner = at > 0 && at < count - 1;
    const x = MARGIN + step * at + (inner ? (roll() - 0.5) * step * 0.6 : 0);
    const rise = (0.3 + 0.7 * roll()) * 26;
    const up = y - rise >= MARGIN;
    const down = y + rise <= HEIGHT - MARGIN;
    if (at > 0) y += up && (!down || roll() < 0.5) ? -rise : down ? rise : 0;
    return [x, y, 1.8 + roll() * 1.6];
  });
  const dust = Array.from({ length: 16 }, () => [roll() * WIDTH, roll() * HEIGHT, 0.3 + roll() * 0.5]);
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "sky", dataset: { stars: earned }, "aria-hidden": "true" },
    ...dust.map(([cx, cy, r]) => svg("circle", { class: "dust", cx, cy, r })),
    svg("polyline", { points: points.map(([x, at]) => `${x.toFixed(1)},${at.toFixed(1)}`).join(" ") }),
    ...points.map(([cx, cy, r]) => svg("circle", { class: "light", cx, cy, r })),
  );
}
