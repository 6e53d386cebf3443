// Numbers that follow from a text, always the same ones: how a card's picture differs from the next.

/** @typedef {{next: () => number, between: (low: number, high: number) => number, whole: (low: number, high: number) => number, pick: <T>(all: T[]) => T}} RandomSource */

/**
 * @param {string} text
 * @returns {RandomSource}
 */
export function seededRandom(text) {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const between = (/** @type {number} */ low, /** @type {number} */ high) => low + (high - low) * next();
  const whole = (/** @type {number} */ low, /** @type {number} */ high) => Math.floor(between(low, high + 1));
  return { next, between, whole, pick: (all) => all[whole(0, all.length - 1)] };
}
