/** Where cards and gaps of a row stand: as large as the space allows, in as many lines as that takes. */

/**
 * @typedef {{x: number, y: number}} CardPosition the left upper corner of a card
 * @typedef {{card: number, tall: number, gap: number, perLine: number, lines: number, height: number, spots: CardPosition[]}} RowLayout
 * @typedef {{gap: number, most: number, least: number, lines?: number}} RowShape gap between cards in cards' widths;
 *   widest and narrowest card; how many lines there may be
 */

/** A card's height in widths. */
const CARD_RATIO = 1.4;

/** A card this wide is wide enough, if it is not narrower than this part of what would be possible. */
const COMFORTABLE_WIDTH = 58;
const MIN_SHARE = 0.7;

/**
 * The widest card with which `count` cards stand in `lines` lines.
 * @param {number} count @param {number} lines @param {number} width @param {number} height @param {RowShape} shape
 */
function maxCardWidth(count, lines, width, height, shape) {
  const perLine = Math.ceil(count / lines);
  const across = width / (perLine * (1 + shape.gap) + shape.gap);
  const down = height / (lines * CARD_RATIO + (lines + 1) * shape.gap * 0.5);
  return Math.min(shape.most, across, down);
}

/**
 * A row of cards in a box. It breaks into lines only where that makes cards much larger, since neighbours are what matters.
 * Where even the narrowest card is too wide, the row is higher than the box, and the box scrolls.
 * @param {number} count @param {number} width @param {number} height @param {RowShape} shape
 * @returns {RowLayout}
 */
export function arrangeRow(count, width, height, shape) {
  const wanted = Math.max(count, 1);
  const most = Math.min(wanted, shape.lines ?? wanted);
  const wide = Array.from({ length: most }, (_, more) => maxCardWidth(wanted, more + 1, width, height, shape));
  const best = Math.max(...wide);
  const enough = Math.max(MIN_SHARE * best, Math.min(COMFORTABLE_WIDTH, best));
  let lines = 1 + wide.findIndex((each) => each >= enough);
  let card = wide[lines - 1];
  let perLine = Math.ceil(wanted / lines);
  if (card < shape.least) {
    card = Math.min(shape.least, width / (1 + 2 * shape.gap));
    perLine = Math.max(1, Math.floor((width / card - shape.gap) / (1 + shape.gap)));
    lines = Math.ceil(wanted / perLine);
  }
  card = Math.floor(card);
  const tall = Math.round(card * CARD_RATIO);
  const gap = card * shape.gap;
  const pitch = tall + Math.max(gap * 0.5, 6);
  const needed = lines * pitch - (pitch - tall);
  const top = Math.max((height - needed) / 2, 6);
  const spots = Array.from({ length: count }, (_, place) => {
    const line = Math.floor(place / perLine);
    const inLine = Math.min(perLine, count - line * perLine);
    const left = (width - inLine * (card + gap) + gap) / 2;
    return { x: left + (place % perLine) * (card + gap), y: top + line * pitch };
  });
  return { card, tall, gap, perLine, lines, height: Math.max(height, needed + 12), spots };
}

/**
 * The middle of each gap. One between two lines is at the start of the lower line; `echo` is the other end of it.
 * @param {RowLayout} row
 * @returns {{x: number, y: number, echo: CardPosition | null}[]}
 */
export function gapPositions(row) {
  const { spots, card, gap } = row;
  const middle = row.tall / 2;
  return Array.from({ length: spots.length + 1 }, (_, place) => {
    const before = spots[place - 1];
    const after = spots[place];
    const end = before && { x: before.x + card + gap / 2, y: before.y + middle };
    if (!after) return { ...(end ?? { x: 0, y: middle }), echo: null };
    const start = { x: after.x - gap / 2, y: after.y + middle };
    return { ...start, echo: end && before.y !== after.y ? end : null };
  });
}
