// The emblems of the cards on a 48 by 48 grid. Marks on the board use the same drawings.
//
// An emblem is a list of strokes with a tone: `a` and `b` fill with the first and second colour, `k` cuts a dark
// hole, `l` and `m` are lines in the first and second colour.

import { svg } from "../../frame/dom.js";

/** @typedef {["a" | "b" | "k" | "l" | "m", string]} Stroke */

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
const disc = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

const SHIELD = "M24 5l15 5v12c0 10-6 17-15 21C15 39 9 32 9 22V10z";

/** @type {Record<string, Stroke[]>} */
export const EMBLEMS = {
  TREASURE_BOX: [
    ["b", "M7 21c0-8 5-12 17-12s17 4 17 12z"],
    ["a", "M7 23h34v14a3 3 0 0 1-3 3H10a3 3 0 0 1-3-3z"],
    ["k", "M20 19h8v8a4 4 0 0 1-8 0z"],
    ["b", disc(24, 26, 1.8)],
  ],
  FREE_PLACEMENT: [
    [
      "a",
      "M23 41c-1-10-5-15-18-17 6-1 10-1 13 1C16 18 12 13 5 9c11 1 17 6 19 14 2-8 8-13 19-14-7 4-11 9-13 16 3-2 7-2 13-1-13 2-17 7-18 17z",
    ],
    ["b", disc(24, 11, 4.5)],
  ],
  PROTECTED_NEXT_STONE: [
    ["l", "M24 7l13 4.5v11c0 8-5 14-13 18-8-4-13-10-13-18v-11z"],
    ["b", disc(24, 23, 6.5)],
  ],
  SWAP_WITH_ENEMY: [
    ["a", "M24 12a12 12 0 0 0 0 24z"],
    ["b", "M24 12a12 12 0 0 1 0 24z"],
    ["l", "M9 12C13 6 19 4 26 5"],
    ["a", "M25 .5l7 5.5-8 4z"],
    ["m", "M39 36c-4 6-10 8-17 7"],
    ["b", "M23 47.5L16 42l8-4z"],
  ],
  POSITION_SWAP_WILL: [
    ["a", disc(12, 24, 8)],
    ["b", disc(36, 24, 8)],
    ["l", "M12 12C18 4 28 4 34 9"],
    ["a", "M37 4.5L38 13l-8-2z"],
    ["m", "M36 36c-6 8-16 8-22 3"],
    ["b", "M11 43.5L10 35l8 2z"],
  ],
  SACRIFICE_WILL: [
    ["b", "M25 3c1 6 8 9 8 16a8.5 8.5 0 0 1-17 0c0-4 2-6 4-9 1 2 2 3 3 4 2-3 2-6 2-11z"],
    ["a", "M7 29h34c0 6-6 9-13 10v3h5v3H15v-3h5v-3C13 38 7 35 7 29z"],
  ],
  PERMA_PROTECT_NEXT_STONE: [
    ["a", SHIELD],
    ["k", "M18 22h12v10H18z"],
    ["b", "M20 22h8v8h-8z"],
    ["m", "M20.5 21v-3a3.5 3.5 0 0 1 7 0v3"],
  ],
  STRONG_WIND_WILL: [
    ["l", "M5 18h21a6 6 0 1 0-6-6"],
    ["l", "M10 26h25a6.5 6.5 0 1 1-6.5 6.5"],
    ["m", "M5 34h13a4.5 4.5 0 1 1-4.5 4.5"],
  ],
  TRAP_WILL: [
    ["a", "M5 8h38v5l-4 10-5-7-5 9-5-9-5 9-5-9-5 7-4-10z"],
    ["b", "M5 42h38v-5l-4-10-5 7-5-9-5 9-5-9-5 9-5-7-4 10z"],
  ],
  TEMPT_WILL: [
    ["a", "M24 43C10 33 5 25 5 17.5A9.5 9.5 0 0 1 24 14a9.5 9.5 0 0 1 19 3.5C43 25 38 33 24 43z"],
    ["k", "M11 22c4-6 8-8 13-8s9 2 13 8c-4 6-8 8-13 8s-9-2-13-8z"],
    ["b", disc(24, 22, 5.5)],
    ["k", "M24 18.5c1.5 2 1.5 5 0 7-1.5-2-1.5-5 0-7z"],
  ],
  CHAIN_WILL: [
    ["l", disc(12, 12, 8.5)],
    ["m", disc(24, 24, 8.5)],
    ["l", disc(36, 36, 8.5)],
  ],
  REGEN_WILL: [
    ["l", "M38 15.5a16.5 16.5 0 1 0 2.5 9.5"],
    ["a", "M43 6l-1 13-11-6z"],
    ["b", "M25 13c.5 5 6 7 6 13a7 7 0 0 1-14 0c0-3 2-5 3.5-8 .5 2 1 3 2 3.5 1.5-2 2.5-4.5 2.5-8.5z"],
  ],
  DESTROY_ONE_STONE: [
    ["a", "M21 9.5A15 15 0 0 0 16 38l6-9-7-4 6-15.5z"],
    ["a", "M29 10a15 15 0 0 1-6 29.5L31 27l-7-3z"],
    ["b", "M33 1L21.5 22.5 29 26 17 46l4-17.5-7-4L25 3z"],
  ],
  TIME_BOMB: [
    ["a", disc(21, 29, 14)],
    ["a", "M26 13l7 5-3 4-7-5z"],
    ["l", "M31 16c2-5 4-6 8-6"],
    ["b", "M41 2l1.5 4.5L47 8l-4.5 2L41 15l-2-5-5-2 5-1.5z"],
    ["k", disc(21, 29, 9)],
    ["m", "M21 23v6l4 3"],
  ],
  ULTIMATE_REVERSE_DRAGON: [
    [
      "a",
      "M43 25c-2-9-8-14-16-14l4-8c-8 1-13 5-15 11C9 16 5 23 6 33c2-4 4-6 7-7-2 6 0 12 6 17 0-5 1-8 4-9 1 3 3 5 7 6l-1-5c7 1 12-1 14-6l-7 0c4-1 6-2 7-4z",
    ],
    ["k", "M26 19l8 2c-2 3-6 3-8-2z"],
    ["b", disc(30, 20.8, 1.7)],
    ["b", "M31 3c-8 1-13 5-15 11l6-2c1-4 4-7 9-9z"],
    ["b", "M19 43c0-5 1-8 4-9l-2-6c-4 5-5 10-2 15z"],
  ],
  BREEDING_WILL: [
    ["l", "M24 44V24"],
    ["a", "M24 28C12 29 5 22 5 9c12 0 19 6 19 19z"],
    ["b", "M24 24c0-10 6-16 19-17 0 12-7 18-19 17z"],
  ],
  CROSS_BOMB: [
    ["a", "M24 1l8 10h-4v9h9v-4l10 8-10 8v-4h-9v9h4l-8 10-8-10h4v-9h-9v4L1 24l10-8v4h9v-9h-4z"],
    ["k", disc(24, 24, 8)],
    ["b", disc(24, 24, 5.5)],
  ],
  HYPERACTIVE_WILL: [
    ["a", disc(33, 15, 9)],
    ["m", "M4 43l8-9 6 7 9-12"],
    ["l", "M5 12h13M3 19h13M9 5h13"],
    ["b", disc(32, 39, 2.6)],
    ["b", disc(41, 33, 2.6)],
  ],
  SELL_CARD_WILL: [
    ["a", "M10 4h18a3 3 0 0 1 3 3v11a14 14 0 0 0-11 20H10a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3z"],
    ["b", disc(33, 32, 11)],
    [
      "k",
      "M31.5 25h3v3l3 1-1 2.5c-3-1-5-.5-5 .7 0 2 6 1 6 4.8 0 2-1 3-3 3.5V43h-3v-2.5l-3.5-1.5 1-2.5c3 1.5 5.5 1 5.5-.3 0-2-6-1-6-5 0-2 1-2.8 3-3.200z",
    ],
  ],
  PLUNDER_WILL: [
    ["l", "M24 24c0-3 5-3 5 1 0 5-8 6-10 0-2-8 6-13 13-10 9 4 9 16 2 21-10 7-25 2-26-11C7 15 13 7 23 5"],
    ["b", disc(24.5, 24.5, 3.4)],
    ["b", disc(36, 7, 3)],
    ["b", disc(42, 13, 2)],
  ],
  WORK_WILL: [
    ["l", "M9 42L33 14"],
    ["a", "M20 6c10-2 18 3 22 14-5-4-9-6-13-6-3 0-6-3-9-8z"],
    ["b", disc(36, 37, 7.5)],
    ["k", "M34.7 33h2.6v8h-2.6z"],
  ],
  DOUBLE_PLACE: [
    ["a", disc(17, 23, 8.5)],
    ["b", disc(33, 35, 8.5)],
    ["l", "M11 8v4M17 7v4M23 8v4"],
    ["m", "M27 19v4M33 18v4M39 19v4"],
  ],
  HEAVEN_BLESSING: [
    ["m", "M24 2v6M9 8l4 4M39 8l-4 4"],
    ["b", disc(24, 19, 8)],
    ["a", "M12 41a8 8 0 0 1-1-16c1-5 8-6 11-2 5-5 14-2 14 5 9 1 8 13 0 13z"],
  ],
  CONDEMN_WILL: [
    ["a", "M3 24c6-9 13-13 21-13s15 4 21 13c-6 9-13 13-21 13S9 33 3 24z"],
    ["k", disc(24, 24, 9.5)],
    ["b", "M22 2h4v29l-2 6-2-6z"],
    ["b", "M16 15h16v4H16z"],
  ],
  GOLD_STONE: [
    ["b", disc(24, 24, 19)],
    ["k", disc(24, 24, 14.5)],
    ["a", "M24 10l4 9.5 10 .8-7.7 6.6 2.400 10L24 31.5l-8.7 5.400 2.400-10L10 20.300l10-.8z"],
  ],
  SILVER_STONE: [
    ["a", disc(24, 24, 19)],
    ["k", disc(24, 24, 14.5)],
    ["b", "M28 11.5A13 13 0 1 0 36.5 28 11 11 0 0 1 28 11.5z"],
  ],
  STEAL_CARD: [
    ["a", "M8 9l15-5a3 3 0 0 1 4 2l7 20a3 3 0 0 1-2 4l-15 5a3 3 0 0 1-4-2L6 13a3 3 0 0 1 2-4z"],
    ["k", "M12 14l10-3.5 4.5 13-10 3.5z"],
    ["b", "M22 34h12v-6l12 10-12 10v-6H22z"],
  ],
  GUARD_WILL: [
    ["m", "M7 32a17 17 0 0 1 34 0"],
    ["m", "M24 8V3M11 12.5L7.5 9M37 12.5L40.5 9"],
    ["a", disc(24, 30, 9)],
    ["b", "M5 39h38v4H5z"],
  ],
  ULTIMATE_DESTROY_GOD: [
    ["b", "M12 20C5 17 2 10 4 2c3 6 7 8 13 9zM36 20c7-3 10-10 8-18-3 6-7 8-13 9z"],
    ["a", "M24 8c10 0 16 6 16 15 0 5-2 8-5 10v6l-4 5H17l-4-5v-6c-3-2-5-5-5-10 0-9 6-15 16-15z"],
    ["k", "M12 22l9 3c0 5-8 6-9-3zM36 22l-9 3c0 5 8 6 9-3z"],
    ["k", "M24 30l2.5 5h-5zM18.5 38h2.5v4h-2.5zM27 38h2.5v4H27zM22.8 38h2.5v4h-2.5z"],
  ],
  ULTIMATE_HYPERACTIVE_GOD: [
    [
      "a",
      "M20 30C10 31 3 26 2 13c4 3 7 4 10 4-1-3-1-5 0-8 6 5 9 11 10 18zM28 30c10 1 17-4 18-17-4 3-7 4-10 4 1-3 1-5 0-8-6 5-9 11-10 18z",
    ],
    ["b", disc(24, 31, 8.5)],
    ["m", "M16 7c0-5 16-5 16 0s-16 5-16 0z"],
    ["l", "M14 43l4-3M24 46v-4M34 43l-4-3"],
  ],
};

/** The two leaves of a new sprout (12.10). */
/** @type {Stroke[]} */
export const LEAVES = [
  ["l", "M24 40V25"],
  ["a", "M24 28C13 29 7 23 7 12c11 0 17 5 17 16z"],
  ["b", "M24 26c0-9 6-14 17-15 0 11-6 16-17 15z"],
];

/** The card whose emblem a mark uses. */
/** @type {Record<string, string>} */
export const CARD_OF_MARK = {
  PROTECTED: "PROTECTED_NEXT_STONE",
  PERMA_PROTECTED: "PERMA_PROTECT_NEXT_STONE",
  GUARD: "GUARD_WILL",
  TRAP: "TRAP_WILL",
  TIME_BOMB: "TIME_BOMB",
  DRAGON: "ULTIMATE_REVERSE_DRAGON",
  BREEDING: "BREEDING_WILL",
  UDG: "ULTIMATE_DESTROY_GOD",
  WORK: "WORK_WILL",
  REGEN: "REGEN_WILL",
  HYPERACTIVE: "HYPERACTIVE_WILL",
  ULTIMATE_HYPERACTIVE: "ULTIMATE_HYPERACTIVE_GOD",
};

/**
 * Return an emblem as SVG paths.
 * @param {Stroke[]} strokes
 * @returns {SVGPathElement[]}
 */
export function strokePaths(strokes) {
  return strokes.map(([tone, d]) => svg("path", { class: `co-${tone}`, d }));
}

/**
 * Return the emblem of a card; a plain disc for unknown cards.
 * @param {string} card
 * @returns {SVGSVGElement}
 */
export function emblem(card) {
  const strokes = EMBLEMS[card] ?? [["a", disc(24, 24, 14)]];
  return svg("svg", { class: "co-emblem", viewBox: "0 0 48 48", "aria-hidden": "true" }, ...strokePaths(strokes));
}
