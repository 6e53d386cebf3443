// The two characters: Kuro, a black cat in a blue coat, and Shiro, a white rabbit in red. Their faces show the state
// of the game.

import { fill, svg } from "../../frame/dom.js";

/** @typedef {"calm" | "glad" | "worried"} Mood */
/** @typedef {import("./fold.js").Side} Side */

/**
 * @param {string} d
 * @param {string} colour
 */
const shape = (d, colour) => svg("path", { d, fill: colour });

/**
 * @param {string} d
 * @param {string} colour
 * @param {number} width
 */
const line = (d, colour, width) =>
  svg("path", {
    d,
    fill: "none",
    stroke: colour,
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  });

/**
 * Draw eyes and mouth of a face centred at 60, 62.
 * @param {Mood} mood
 * @param {string} iris
 * @param {string} ink
 */
function expression(mood, iris, ink) {
  if (mood === "glad")
    return [line("M36 61q7-9 14 0M70 61q7-9 14 0", ink, 3.4), line("M50 76q5 8 10 1q5 7 10-1", ink, 2.8)];
  const eyes = [43, 77].flatMap((x) => [
    svg("ellipse", { cx: x, cy: 60, rx: 7, ry: mood === "calm" ? 8.5 : 7, fill: iris }),
    svg("ellipse", { cx: x, cy: 60.5, rx: 2.6, ry: mood === "calm" ? 6.5 : 4, fill: "#15171b" }),
    svg("circle", { cx: x - 2, cy: 56.5, r: 1.8, fill: "#fff" }),
  ]);
  if (mood === "calm") return [...eyes, line("M53 76q3.5 3.5 7 0q3.5 3.5 7 0", ink, 2.6)];
  return [
    ...eyes,
    line("M33 49l12-4M87 49l-12-4", ink, 3),
    line("M53 79q7-6 14 0", ink, 2.8),
    shape("M92 50c4 6 5 9 2 11s-6-1-5-4c1-2 2-4 3-7z", "#8fd0f0"),
  ];
}

/** @param {Mood} mood */
function cat(mood) {
  return [
    shape("M14 120c2-22 18-32 46-32s44 10 46 32z", "#27406b"),
    shape("M44 90l16 18 16-18 6 4-22 26-22-26z", "#d9a93a"),
    shape(
      "M22 60C20 40 20 22 26 10c10 4 18 10 24 18h20c6-8 14-14 24-18 6 12 6 30 4 50-2 22-18 34-38 34S24 82 22 60z",
      "#262b33",
    ),
    shape(
      "M29 19c6 3 10 7 13 12-5 2-9 5-12 9-1-8-2-14-1-21zM91 19c-6 3-10 7-13 12 5 2 9 5 12 9 1-8 2-14 1-21z",
      "#8d5a6b",
    ),
    shape("M60 34l5 8-5 9-5-9z", "#d9a93a"),
    shape("M56 69h8l-4 5z", "#d98a9a"),
    ...expression(mood, "#f2c84b", "#f3ead8"),
    line("M16 66l14 2M16 76l14-3M104 66l-14 2M104 76l-14-3", "#9aa3ad", 1.6),
  ];
}

/** @param {Mood} mood */
function rabbit(mood) {
  const droop = mood === "worried";
  const ears = droop
    ? "M40 40C18 34 6 44 4 66c10 0 16-4 20-10 8 0 14-6 16-16zM80 40c22-6 34 4 36 26-10 0-16-4-20-10-8 0-14-6-16-16z"
    : "M42 40C32 26 28 12 32 1c12 4 20 18 22 36zM78 40C88 26 92 12 88 1 76 5 68 19 66 37z";
  const inner = droop
    ? "M34 44c-12-1-20 4-24 14 6-1 9-4 12-8 5 0 9-2 12-6zM86 44c12-1 20 4 24 14-6-1-9-4-12-8-5 0-9-2-12-6z"
    : "M42 34c-5-9-7-17-6-25 7 5 11 14 12 24zM78 34c5-9 7-17 6-25-7 5-11 14-12 24z";
  return [
    shape("M14 120c2-22 18-32 46-32s44 10 46 32z", "#a83a3f"),
    shape("M44 90l16 18 16-18 6 4-22 26-22-26z", "#f0e6d2"),
    shape(ears, "#f7f3ea"),
    shape(inner, "#eebcc0"),
    shape("M60 30c24 0 38 14 38 34 0 18-15 30-38 30S22 82 22 64c0-20 14-34 38-34z", "#f7f3ea"),
    shape("M48 34c4-8 20-8 24 0-4 3-8 4-12 4s-8-1-12-4z", "#e3dccb"),
    svg("circle", { cx: 33, cy: 75, r: 6, fill: "#f6cfd0" }),
    svg("circle", { cx: 87, cy: 75, r: 6, fill: "#f6cfd0" }),
    shape("M56 69h8l-4 5z", "#cf6f7c"),
    ...expression(mood, "#c9505b", "#4a3b3f"),
  ];
}

export class Character {
  /** @type {Mood | null} */
  #mood = null;
  #draw;

  /** @param {Side} side */
  constructor(side) {
    this.#draw = side === "black" ? cat : rabbit;
    this.element = svg("svg", { class: "co-character", viewBox: "0 0 120 120", "aria-hidden": "true" });
    this.mood = "calm";
  }

  /** @param {Mood} mood */
  set mood(mood) {
    if (mood === this.#mood) return;
    this.#mood = mood;
    this.element.dataset.mood = mood;
    fill(this.element, ...this.#draw(mood));
  }
}
