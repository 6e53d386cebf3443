// How large cards can be so that all of them are seen.

/** The height of a card of width 1. */
export const CARD_RATIO = 88 / 63;
/** Cards of a hand may cover this much of the next. */
const MAX_OVERLAP = 0.42;

/**
 * The hand: as large as fits into so many pixels, in one row where the cards may lie over each other, or in several.
 * @param {number} count
 * @param {number} wide
 * @param {number} high
 * @param {{most: number, least: number}} limits
 * @returns {{width: number, step: number, rows: number}} of a card, and from one to the next
 */
export function handLayout(count, wide, high, { most, least }) {
  const gap = 6;
  for (let width = most; width > least; width -= 4) {
    const step = count > 1 ? Math.min(width + gap, (wide - width) / (count - 1)) : width;
    if (step >= width * (1 - MAX_OVERLAP) && width * CARD_RATIO <= high) return { width, step, rows: 1 };
    const rows = Math.floor((high + gap) / (width * CARD_RATIO + gap));
    const each = Math.floor((wide + gap) / (width + gap));
    if (rows > 1 && rows * each >= count) return { width, step: width + gap, rows: Math.ceil(count / each) };
  }
  return {
    width: least,
    step: least + gap,
    rows: Math.ceil(count / Math.max(1, Math.floor((wide + gap) / (least + gap)))),
  };
}

/**
 * The board: groups of a card and what is attached to it, in rows.
 * @param {number[]} bars how many are attached in each group
 * @param {number} wide
 * @param {number} high
 * @param {{most: number, least: number, bar: number, gap: number}} limits
 * @returns {number} the width of a card
 */
export function boardCardWidth(bars, wide, high, { most, least, bar, gap }) {
  for (let width = most; width > least; width -= 4) {
    const each = Math.floor((wide + gap) / (width + gap));
    if (each < 1) continue;
    let tall = -gap;
    for (let at = 0; at < bars.length; at += each)
      tall += width * CARD_RATIO + Math.max(...bars.slice(at, at + each)) * bar + gap;
    if (tall <= high) return width;
  }
  return least;
}
