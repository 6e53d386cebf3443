// Stars that were earned, and each puzzle's own constellation: as many stars as its par, lit once it is solved.

import { h, svg } from "../../frame/dom.js";
import { t } from "./words.js";

const STAR =
  "M12 2.600l2.700 6.100 6.600.7-4.900 4.500 1.300 6.500-5.700-3.300-5.700 3.300 1.300-6.500L2.700 9.400l6.600-.7z";
const MOST_STARS = 3;

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
export function stars(earned, size = "small") {
  return h(
    "span",
    { class: `stars ${size}`, role: "img", "aria-label": t("stars", { n: earned }) },
    ...Array.from({ length: MOST_STARS }, (_, at) => star(at < earned)),
  );
}

/**
 * Numbers from a text, the same every time: FNV-1a to begin with, then a xorshift.
 * @param {string} text
 * @returns {() => number} from 0 to 1
 */
function dice(text) {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619);
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const WIDE = 120;
const HIGH = 64;
const EDGE = 9;

/**
 * The sky of a puzzle: its stars stand from left to right, for a line of plays is what it is.
 * @param {import("../../frame/message_types.js").Puzzle} puzzle
 * @param {number} earned 0 where it is not solved
 */
export function constellation(puzzle, earned) {
  const roll = dice(puzzle.id);
  roll();
  const count = Math.max(2, puzzle.par ?? 2);
  const step = (WIDE - 2 * EDGE) / (count - 1);
  let y = EDGE + roll() * (HIGH - 2 * EDGE);
  const points = Array.from({ length: count }, (_, at) => {
    const inner = at > 0 && at < count - 1;
    const x = EDGE + step * at + (inner ? (roll() - 0.5) * step * 0.6 : 0);
    const rise = (0.3 + 0.7 * roll()) * 26;
    const up = y - rise >= EDGE;
    const down = y + rise <= HIGH - EDGE;
    if (at > 0) y += up && (!down || roll() < 0.5) ? -rise : down ? rise : 0;
    return [x, y, 1.8 + roll() * 1.6];
  });
  const dust = Array.from({ length: 16 }, () => [roll() * WIDE, roll() * HIGH, 0.3 + roll() * 0.5]);
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "sky", dataset: { stars: earned }, "aria-hidden": "true" },
    ...dust.map(([cx, cy, r]) => svg("circle", { class: "dust", cx, cy, r })),
    svg("polyline", { points: points.map(([x, at]) => `${x.toFixed(1)},${at.toFixed(1)}`).join(" ") }),
    ...points.map(([cx, cy, r]) => svg("circle", { class: "light", cx, cy, r })),
  );
}
