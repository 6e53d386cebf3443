// Card sizes that fit the available space.

/** Height of a card in card widths. */
export const CARD_ASPECT = 88 / 63;
/** Maximum overlap of hand cards. */
const MAX_OVERLAP = 0.3;

/** Maximum rows of the hand without scrolling. */
const MAX_ROWS = 3;
const HAND_GAP = 6;

/**
 * Lay out the hand: in as few rows as show whole cards in a readable size, or in one row with overlap.
 * @param {number} count
 * @param {number} wide
 * @param {number} high
 * @param {{most: number, readable: number, least: number}} limits widths of a card
 * @returns {{width: number, step: number, rows: number}} width of a card, distance between cards, and rows
 */
export function handLayout(count, wide, high, { most, readable, least }) {
  const gap = HAND_GAP;
  const tallest = (/** @type {number} */ rows) => Math.floor(((high + gap) / rows - gap) / CARD_ASPECT);
  const whole = Array.from({ length: MAX_ROWS }, (_, at) => {
    const each = Math.max(1, Math.ceil(count / (at + 1)));
    // The last card of a row that is not the last row has a gap too.
    const width = Math.min(most, tallest(at + 1), Math.floor((at ? wide : wide + gap) / each - gap));
    return { width, step: width + gap, rows: at + 1 };
  });
  const enough = Math.min(readable, tallest(1));
  const found = whole.find(({ width }) => width >= enough);
  if (found) return found;
  const step = (wide - enough) / (count - 1);
  if (step >= enough * (1 - MAX_OVERLAP)) return { width: enough, step, rows: 1 };
  const [widest] = whole.toSorted((one, other) => other.width - one.width);
  if (widest.width >= least) return widest;
  const each = Math.max(1, Math.floor((wide + gap) / (least + gap)));
  return { width: least, step: least + gap, rows: Math.ceil(count / each) };
}

/** Cards in play grow only if they become this much larger. */
const MIN_GROWTH = 1.25;

/**
 * Return the card width that changes least often: a smaller one, or a much larger one.
 * @param {number} width
 * @param {number} last the width so far; 0 if there is none
 */
export function steadyWidth(width, last) {
  return width > last && width < last * MIN_GROWTH ? last : width;
}

/**
 * Lay out the board: groups of a card and its attachments, in rows.
 * @param {number[]} bars number of attachments by group
 * @param {number} wide
 * @param {number} high
 * @param {{most: number, least: number, bar: number, gap: number}} limits
 * @returns {number} width of a card
 */
export function boardCardWidth(bars, wide, high, { most, least, bar, gap }) {
  for (let width = most; width > least; width -= 4) {
    const each = Math.floor((wide + gap) / (width + gap));
    if (each < 1) continue;
    let tall = -gap;
    for (let at = 0; at < bars.length; at += each)
      tall += width * CARD_ASPECT + Math.max(...bars.slice(at, at + each)) * bar + gap;
    if (tall <= high) return width;
  }
  return least;
}
