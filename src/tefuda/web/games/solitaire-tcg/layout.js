// Card sizes that fit the available space.

/** Height of a card in card widths. */
export const CARD_ASPECT = 88 / 63;
/** Maximum overlap of hand cards. */
const MAX_OVERLAP = 0.42;

/**
 * Lay out the hand: in one row with overlap, or in several rows.
 * @param {number} count
 * @param {number} wide
 * @param {number} high
 * @param {{most: number, least: number}} limits
 * @returns {{width: number, step: number, rows: number}} width of a card, distance between cards, and rows
 */
export function handLayout(count, wide, high, { most, least }) {
  const gap = 6;
  for (let width = most; width > least; width -= 4) {
    const step = count > 1 ? Math.min(width + gap, (wide - width) / (count - 1)) : width;
    if (step >= width * (1 - MAX_OVERLAP) && width * CARD_ASPECT <= high) return { width, step, rows: 1 };
    const rows = Math.floor((high + gap) / (width * CARD_ASPECT + gap));
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
