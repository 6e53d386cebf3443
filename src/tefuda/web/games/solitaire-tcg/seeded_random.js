// Random numbers for the picture of a card.

import { seededRandom } from "../../frame/seeded_random.js";

/** @typedef {{next: () => number, between: (low: number, high: number) => number, whole: (low: number, high: number) => number, pick: <T>(all: T[]) => T}} CardRandom */

/**
 * @param {string} text
 * @returns {CardRandom}
 */
export function cardRandom(text) {
  const next = seededRandom(text);
  const between = (/** @type {number} */ low, /** @type {number} */ high) => low + (high - low) * next();
  const whole = (/** @type {number} */ low, /** @type {number} */ high) => Math.floor(between(low, high + 1));
  return { next, between, whole, pick: (all) => all[whole(0, all.length - 1)] };
}
