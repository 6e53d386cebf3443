/** Badges of attributes and magic, and symbols on the board, from -12 to 12. */

import { svg } from "../../frame/dom.js";

/** @type {Record<string, {colour: string, sign: string}>} */
const BADGES = {
  fire: {
    colour: "#c8371d",
    sign: "M.5-9.500C1.500-5.500 6.500-3.500 6.500 2.200 6.500 6 3.600 8.600 0 8.600S-6.500 6-6.500 2.200C-6.500-.8-5-2.500-3.600-4.200-3.400-2.500-2.600-1.600-1.600-1.200-2.200-4-1.400-7.300.5-9.500ZM.2 1.200C-1.400 2.600-2.300 3.700-2.300 5.100-2.300 6.600-1.200 7.300 0 7.300S2.300 6.600 2.300 5.100C2.300 3.600 1.400 2.600.2 1.200Z",
  },
  water: {
    colour: "#1f6fb2",
    sign: "M0-9.500C2.600-5.400 6.600-1.600 6.600 2.600A6.600 6.600 0 0 1-6.600 2.600C-6.600-1.600-2.600-5.400 0-9.500ZM-4 2.800A4 4 0 0 0-.4 6.800L-.4 5.200A2.400 2.400 0 0 1-2.400 2.800Z",
  },
  grass: {
    colour: "#3c7d2c",
    sign: "M-7.500 8.500C-8 .5-4.500-7 8-8.500 8.500 2.500 2.500 7.500-4 6L-5.600 9ZM5-5.500C-1-3-4 .8-4.600 4.600-2 .5 1-2.500 5-5.500Z",
  },
  light: {
    colour: "#b8860b",
    sign: "M0-4.400A4.400 4.400 0 1 1 0 4.400 4.400 4.400 0 1 1 0-4.400ZM-.9-9.800H.9V-6H-.9ZM-.9 6H.9V9.800H-.9ZM-9.800-.9H-6V.9H-9.800ZM6-.9H9.800V.9H6ZM-7.500-6.300-6.300-7.500-3.600-4.900-4.900-3.600ZM3.600 4.900 4.900 3.600 7.500 6.300 6.300 7.500ZM-7.500 6.300-4.900 3.600-3.600 4.900-6.300 7.500ZM3.600-4.900 6.300-7.500 7.500-6.300 4.900-3.600Z",
  },
  dark: {
    colour: "#54347d",
    sign: "M3.500-8.800A9 9 0 1 0 8.800 3.600 7.400 7.400 0 0 1 3.500-8.800ZM5.600-5.400 6.400-3.200 8.600-2.400 6.400-1.600 5.600.6 4.800-1.600 2.600-2.400 4.800-3.200Z",
  },
  neutral: { colour: "#6d665c", sign: "M0-9 9 0 0 9-9 0ZM0-5-5 0 0 5 5 0Z" },
  magic: {
    colour: "#14121a",
    sign: "M0-9.600 2.200-2.900 9.100-3 3.600 1.100 5.600 7.800 0 3.800-5.600 7.800-3.600 1.100-9.100-3-2.200-2.900Z",
  },
};

/**
 * Return the badge of an attribute or of magic; the neutral one for unknown attributes.
 * @param {string} name
 * @param {string} label accessible label
 */
export function badge(name, label) {
  const { colour, sign } = BADGES[name] ?? BADGES.neutral;
  return svg(
    "svg",
    { class: "lv-badge", viewBox: "-13 -13 26 26", role: "img", "aria-label": label },
    svg("circle", { r: 12.2, fill: colour, stroke: name === "magic" ? "#e6c25a" : "#fff6df", "stroke-width": 1.4 }),
    svg("path", { d: sign, fill: name === "magic" ? "#e6c25a" : "#fffaf0", "fill-rule": "evenodd" }),
  );
}

/**
 * The symbol of an attribute.
 * @param {string} name
 * @param {object} [how]
 */
export const sign = (name, how = {}) =>
  svg("path", { d: (BADGES[name] ?? BADGES.neutral).sign, "fill-rule": "evenodd", ...how });

/** Signs of the classes of effects: a spark, a hand that turns a key, and a loop. @type {Record<string, string>} */
const CLASS_SIGNS = {
  triggered: "M1.500-10-7 2H-.5L-2.500 10 7-3H.5Z",
  activated: "M-7-9 9 0-7 9Z",
  continuous:
    "M-5-5C-8.300-5-10-2.500-10 0S-8.300 5-5 5C-2.400 5-.9 3 0 1.400.9 3 2.400 5 5 5 8.300 5 10 2.500 10 0S8.300-5 5-5C2.400-5 .9-3 0-1.400-.9-3-2.400-5-5-5ZM-5-2C-3.800-2-2.600-.9-1.800 0-2.600.9-3.800 2-5 2S-7 1.100-7 0-6.200-2-5-2ZM5-2C6.200-2 7-1.100 7 0S6.200 2 5 2 2.600.9 1.800 0C2.600-.9 3.800-2 5-2Z",
};

/** The sign of a class of effects. @param {string} name */
export const classSign = (name) =>
  svg(
    "svg",
    { class: "lv-class-sign", viewBox: "-12 -12 24 24", "aria-hidden": "true" },
    svg("path", { d: CLASS_SIGNS[name] ?? "", "fill-rule": "evenodd" }),
  );

/** A level as stars. @param {number} level */
export function stars(level) {
  const star = "M0-5 1.300-1.700 4.800-1.500 2.100.7 3 4.100 0 2.200-3 4.100-2.100.7-4.800-1.500-1.300-1.700Z";
  const all = Array.from({ length: Math.min(level, 12) }, (_, place) =>
    svg("path", { d: star, transform: `translate(${6 + 11 * place} 6)` }),
  );
  return svg("svg", { class: "lv-stars", viewBox: `0 0 ${11 * all.length + 1} 12`, "aria-hidden": "true" }, ...all);
}

/** The card back: two linked rings over a road. */
export function back() {
  return svg(
    "svg",
    { class: "lv-back", viewBox: "0 0 63 88", "aria-hidden": "true", preserveAspectRatio: "none" },
    svg("rect", { width: 63, height: 88, rx: 3.5, fill: "#1f2d4d" }),
    svg("rect", { x: 2.5, y: 2.5, width: 58, height: 83, rx: 2.5, fill: "none", stroke: "#c9a24a", "stroke-width": 1 }),
    svg("path", { d: "M2.500 60 31.500 28 60.500 60V83H2.500Z", fill: "#2b3f6a" }),
    svg("path", { d: "M2.500 28 31.500 60 60.500 28V5H2.500Z", fill: "#24365c" }),
    svg("circle", { cx: 25, cy: 44, r: 11, fill: "none", stroke: "#c9a24a", "stroke-width": 3.2 }),
    svg("circle", { cx: 38, cy: 44, r: 11, fill: "none", stroke: "#e9dcb4", "stroke-width": 3.2 }),
    svg("path", {
      d: "M34.500 48.500A11 11 0 0 0 35.900 42.400",
      fill: "none",
      stroke: "#c9a24a",
      "stroke-width": 3.2,
    }),
    svg("path", {
      d: "M31.500 9 33 13.500 37.500 15 33 16.500 31.500 21 30 16.500 25.500 15 30 13.500ZM31.500 67 33 71.500 37.500 73 33 74.500 31.500 79 30 74.500 25.500 73 30 71.500Z",
      fill: "#c9a24a",
    }),
  );
}
