// Random numbers for pictures: a card always gets the same ones.

/** @typedef {() => number} RandomSource numbers from 0 to 1 */

/**
 * Return random numbers that depend only on a text: FNV-1a for the seed, then mulberry32.
 * @param {string} text
 * @returns {RandomSource}
 */
export function seededRandom(text) {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
