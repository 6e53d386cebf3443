// Stones: colour, emblem and counter. White stones have beads and black ones a groove, so they differ in more than
// colour.

import { fill, h, svg } from "../../frame/dom.js";
import { CARD_OF_MARK, EMBLEMS, LEAVES, strokePaths } from "./emblems.js";

/** @typedef {import("./fold.js").Side} Side */
/** @typedef {{side: Side, marks: {mark: string, left: number}[], sprout: boolean, special: string | null}} StoneLook */

/**
 * Return a key that is equal for equal looks.
 * @param {StoneLook | null} look
 */
export function lookKey(look) {
  if (!look) return "";
  const marks = look.marks.map(({ mark, left }) => `${mark}:${left}`).sort();
  return [look.side, look.sprout ? "sprout" : "", look.special ?? "", ...marks].join(" ");
}

/**
 * Update a stone in place, so that running animations continue.
 * @param {HTMLElement} element
 * @param {StoneLook} look
 * @returns {HTMLElement}
 */
export function applyLook(element, look) {
  const main = look.marks.find(({ mark }) => mark !== "GUARD");
  const guard = look.marks.find(({ mark }) => mark === "GUARD");
  const worn = main?.mark ?? look.special;
  const sign = look.sprout && !main ? LEAVES : worn ? EMBLEMS[CARD_OF_MARK[worn] ?? worn] : null;
  const drawing = svg(
    "svg",
    { viewBox: "0 0 100 100", "aria-hidden": "true" },
    look.side === "white" ? beads() : svg("circle", { cx: 50, cy: 50, r: 40, class: "co-groove" }),
    sign && svg("g", { class: "co-sign", transform: "translate(23 23) scale(1.125)" }, ...strokePaths(sign)),
    guard && svg("circle", { cx: 50, cy: 50, r: 47, class: "co-ward" }),
    guard && badge(79, 20, guard.left, "co-guard"),
    main && main.left > 0 && badge(80, 80, main.left, "co-count"),
  );
  Object.assign(element.dataset, {
    side: look.side,
    marks: look.marks.map(({ mark }) => mark).join(" "),
    special: look.special ?? "",
    sprout: String(look.sprout),
  });
  return fill(element, h("span", { class: "co-body" }, h("span", { class: "co-disc" }), drawing));
}

/**
 * @param {StoneLook} look
 * @returns {HTMLElement}
 */
export function createStone(look) {
  return applyLook(h("span", { class: "co-stone" }), look);
}

/** The rim of a white stone. */
function beads() {
  const dots = Array.from({ length: 16 }, (_, at) => {
    const turn = (at * Math.PI) / 8;
    return svg("circle", { cx: 50 + 40 * Math.cos(turn), cy: 50 + 40 * Math.sin(turn), r: 1.9 });
  });
  return svg("g", { class: "co-beads" }, ...dots);
}

/**
 * A number on a stone.
 * @param {number} x
 * @param {number} y
 * @param {number} number
 * @param {string} kind
 */
function badge(x, y, number, kind) {
  const shape =
    kind === "co-guard"
      ? svg("path", { d: `M${x} ${y - 17}l15 5v11c0 10-6 15-15 19-9-4-15-9-15-19v-11z` })
      : svg("circle", { cx: x, cy: y, r: 15 });
  return svg(
    "g",
    { class: `co-badge ${kind}` },
    shape,
    svg("text", { x, y: y + 7.5, "text-anchor": "middle" }, number),
  );
}
