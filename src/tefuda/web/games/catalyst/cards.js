/** Drawings of the 52 cards. Suits differ in shape and colour; courts have alchemical emblems. */

import { svg } from "../../frame/dom.js";

/** Suits as paths, from -12 to 12. */
export const SUITS = {
  S: "M0-11.5C3-6.8 10.8-2.2 10.8 3.2 10.8 6.4 8.4 8.2 5.8 8.2 3.8 8.2 2.2 7.2 1.2 5.7 1.4 8.2 2 10 3.8 11.4H-3.8C-2 10-1.4 8.2-1.2 5.7-2.2 7.2-3.8 8.2-5.8 8.2-8.4 8.2-10.8 6.4-10.8 3.2-10.8-2.2-3-6.8 0-11.5Z",
  H: "M0 11C-4 6.8-11.2 1.8-11.2-4-11.2-8-8.2-10.6-5.4-10.6-2.9-10.6-1-9.1 0-7 1-9.1 2.9-10.6 5.4-10.6 8.2-10.6 11.2-8 11.2-4 11.2 1.8 4 6.8 0 11Z",
  D: "M0-12C2.2-7.4 5.4-3.2 9 0 5.4 3.2 2.2 7.4 0 12-2.2 7.4-5.4 3.2-9 0-5.4-3.2-2.2-7.4 0-12Z",
  C: "M-1.2 4.8C-2.3 6.7-4 7.6-5.9 7.6A5 5 0 1 1-3.9-2 5 5 0 1 1 3.9-2 5 5 0 1 1 5.9 7.6C4 7.6 2.3 6.7 1.2 4.8 1.4 7.8 2 10 3.8 11.4H-3.8C-2 10-1.4 7.8-1.2 4.8Z",
};

/** Ranks as strokes, 14 by 20, independent of fonts. */
const RANKS = /** @type {Record<string, string>} */ ({
  A: "M1 20 7 0 13 20M3.4 13.2H10.6",
  2: "M1.5 5.5C1.5 2 4 0 7 0 10.5 0 12.5 2.3 12.5 5.3 12.5 9 9 11.5 1.2 20H13",
  3: "M1.5 3.500C2.5 1.2 4.5 0 7 0 10 0 12.2 1.9 12.2 4.8 12.2 7.8 9.8 9.4 6 9.4 10.2 9.4 13 11.2 13 14.6 13 18 10.2 20 7 20 4 20 1.8 18.6 1 16",
  4: "M10 20V0L1 14H13.5",
  5: "M12 0H3L2 9C3.4 7.8 5 7.2 7 7.2 10.6 7.2 13 9.8 13 13.5 13 17.4 10.2 20 6.8 20 4 20 1.9 18.6 1 16.2",
  6: "M11.5 2.500C10.5.9 9 0 7.2 0 3.4 0 1 4 1 11 1 17 3.4 20 7 20 10.6 20 13 17.4 13 14 13 10.4 10.6 8 7.2 8 4 8 1.6 10 1 13",
  7: "M1 0H13L5 20",
  8: "M7 9.2C4 9.2 1.8 7.4 1.8 4.7 1.8 1.9 4 0 7 0 10 0 12.2 1.9 12.2 4.7 12.2 7.4 10 9.2 7 9.2 3.6 9.2 1 11.4 1 14.6 1 17.9 3.6 20 7 20 10.4 20 13 17.9 13 14.6 13 11.4 10.4 9.2 7 9.2Z",
  9: "M2.5 17.500C3.5 19.1 5 20 6.8 20 10.6 20 13 16 13 9 13 3 10.6 0 7 0 3.4 0 1 2.6 1 6 1 9.6 3.4 12 6.8 12 10 12 12.4 10 13 7",
  T: "M-2.5 3.8 1.5 0V20M10.5 0C13.9 0 15.7 4 15.7 10 15.7 16 13.9 20 10.5 20 7.1 20 5.3 16 5.3 10 5.3 4 7.1 0 10.5 0Z",
  J: "M10 0V14C10 18 8 20 5.2 20 3 20 1.4 18.8 1 16.500M6.5 0H13",
  Q: "M7 0C10.8 0 13 4 13 10 13 16 10.8 20 7 20 3.2 20 1 16 1 10 1 4 3.2 0 7 0ZM8 14.5 13.5 21.5",
  K: "M2 0V20M12.5 0 2.5 11.500M5.8 8.2 13 20",
});

/** Positions of the pips on a face of 100 by 140. The lower half is upside down. */
const PIPS = /** @type {Record<string, [number, number][]>} */ ({
  2: [
    [50, 37],
    [50, 103],
  ],
  3: [
    [50, 37],
    [50, 70],
    [50, 103],
  ],
  4: [
    [37, 43],
    [63, 43],
    [37, 97],
    [63, 97],
  ],
  5: [
    [37, 43],
    [63, 43],
    [50, 70],
    [37, 97],
    [63, 97],
  ],
  6: [
    [37, 43],
    [63, 43],
    [37, 70],
    [63, 70],
    [37, 97],
    [63, 97],
  ],
  7: [
    [35, 41],
    [65, 41],
    [50, 55.5],
    [35, 70],
    [65, 70],
    [35, 99],
    [65, 99],
  ],
  8: [
    [35, 41],
    [65, 41],
    [50, 55.5],
    [35, 70],
    [65, 70],
    [50, 84.5],
    [35, 99],
    [65, 99],
  ],
  9: [
    [35, 33],
    [65, 33],
    [35, 58],
    [65, 58],
    [50, 70],
    [35, 82],
    [65, 82],
    [35, 107],
    [65, 107],
  ],
  T: [
    [35, 33],
    [65, 33],
    [50, 45],
    [35, 58],
    [65, 58],
    [35, 82],
    [65, 82],
    [50, 95],
    [35, 107],
    [65, 107],
  ],
});

/** Emblems of the courts: serpent, flask, moon and sun, around the suit at (50, 70). */
const EMBLEMS = /** @type {Record<string, {line: string, fill: string, suit: [number, number, number]}>} */ ({
  A: {
    line: "M57 41A30 30 0 1 1 43 41M49 47 43 41 50 35 61 37Q63 41 58 44ZM56.5 38.500V39.500M29 58 33 61M29 82 33 79M71 58 67 61M71 82 67 79M44 99 46 94M56 99 54 94",
    fill: "",
    suit: [50, 70, 1.7],
  },
  J: {
    line: "M42 36H58M45 36V58L29 95Q27 102 34 102H66Q73 102 71 95L55 58V36M45 45H51M45 51H49",
    fill: "M38 75 29.5 95Q28 101.5 34 101.500H66Q72 101.5 70.5 95L62 75Q56 71 50 75T38 75Z",
    suit: [50, 87, 0.85],
  },
  Q: {
    line: "M60 38A33 33 0 1 0 60 102 25.5 33 0 1 1 60 38ZM72 44V52M68 48H76M76 88V94M73 91H79",
    fill: "M60 38A33 33 0 1 0 60 102 25.5 33 0 1 1 60 38Z",
    suit: [61, 70, 1.05],
  },
  K: {
    line: "M50 31 54 43 62 34 62.5 46 74 41 70 52 82 52 74 61 85 66 75 70 85 74 74 79 82 88 70 88 74 99 62.5 94 62 106 54 97 50 109 46 97 38 106 37.5 94 26 99 30 88 18 88 26 79 15 74 25 70 15 66 26 61 18 52 30 52 26 41 37.5 46 38 34 46 43Z",
    fill: "M50 49A21 21 0 1 1 50 91 21 21 0 1 1 50 49Z",
    suit: [50, 70, 1.15],
  },
});

/**
 * The rank of a card as text; `T` is 10.
 * @param {string} card
 */
export const rankText = (card) => (card[0] === "T" ? "10" : card[0]);

/**
 * A suit symbol.
 * @param {string} suit @param {number} x @param {number} y @param {number} size @param {boolean} [turned]
 */
function pip(suit, x, y, size, turned = false) {
  const at = `translate(${x} ${y}) scale(${size}${turned ? ` ${-size}` : ""})`;
  return svg("path", { class: "pip", d: SUITS[/** @type {keyof typeof SUITS} */ (suit)], transform: at });
}

/**
 * The rank of a card as strokes.
 * @param {string} card @param {number} x @param {number} y @param {number} size
 */
function rankPath(card, x, y, size) {
  return svg("path", {
    class: "rank",
    d: RANKS[card[0]],
    transform: `translate(${x} ${y}) scale(${size}) translate(-7 0)`,
  });
}

/**
 * The middle of a card: pips or an emblem.
 * @param {string} card
 */
function cardMiddle(card) {
  const [value, suit] = card;
  const pips = PIPS[value];
  if (pips) return pips.map(([x, y]) => pip(suit, x, y, pips.length > 6 ? 0.6 : 0.76, y > 70));
  const {
    line,
    fill,
    suit: [x, y, size],
  } = EMBLEMS[value];
  return [svg("path", { class: "tint", d: fill }), svg("path", { class: "gilt", d: line }), pip(suit, x, y, size)];
}

/**
 * A corner of a card: rank and suit.
 * @param {string} card @param {boolean} turned
 */
function cardCorner(card, turned) {
  // The 10 is wider than other ranks.
  const x = card[0] === "T" ? 16.5 : 14;
  const value = rankPath(card, x, 9.5, 0.86);
  return svg("g", turned ? { transform: "rotate(180 50 70)" } : {}, value, pip(card[1], x, 35.5, 0.54));
}

/**
 * A card face with two drawings: a full one, and a plain one for narrow cards. The style sheet selects one.
 * @param {string} card notation, such as `TH`
 * @returns {SVGElement}
 */
export function cardFace(card) {
  return svg(
    "svg",
    { viewBox: "0 0 100 140", class: `drawn suit-${card[1]}`, "aria-hidden": "true", focusable: "false" },
    svg("rect", { class: "paper", x: 1, y: 1, width: 98, height: 138, rx: 9 }),
    svg(
      "g",
      { class: "full" },
      svg("rect", { class: "rule", x: 5, y: 5, width: 90, height: 130, rx: 6 }),
      ...cardMiddle(card),
      cardCorner(card, false),
      cardCorner(card, true),
    ),
    svg("g", { class: "plain" }, rankPath(card, 50, 15, 2.3), pip(card[1], 50, 101, 2.3)),
  );
}

/** The card back: a hexagram in a brass ring. */
export function cardBack() {
  return svg(
    "svg",
    { viewBox: "0 0 100 140", class: "drawn back", "aria-hidden": "true", focusable: "false" },
    svg("rect", { class: "leather", x: 1, y: 1, width: 98, height: 138, rx: 9 }),
    svg("rect", { class: "gilt", x: 7, y: 7, width: 86, height: 126, rx: 5 }),
    svg("path", {
      class: "gilt",
      d: "M50 36A34 34 0 1 1 50 104 34 34 0 1 1 50 36ZM50 42 74 84H26ZM50 98 26 56H74ZM16 14 24 22M84 14 76 22M16 126 24 118M84 126 76 118M50 14V24M50 116V126",
    }),
  );
}
