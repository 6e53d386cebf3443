/** Positions of cards and gaps: cards as large as possible, in one or more lines. */

/**
 * @typedef {{x: number, y: number}} CardPosition top left corner of a card
 * @typedef {{card: number, tall: number, gap: number, perLine: number, lines: number, height: number, spots: CardPosition[]}} RowLayout
 * @typedef {{gap: number, most: number, least: number, lines?: number}} RowShape gap between cards in card widths;
 *   widest and narrowest card; maximum number of lines
 */

/** Height of a card in card widths. */
const CARD_RATIO = 1.4;

/** Cards of this width are large enough, unless much larger ones are possible. */
const COMFORTABLE_WIDTH = 58;
const MIN_SHARE = 0.7;

/**
 * The maximum card width for `count` cards in `lines` lines.
 * @param {number} count @param {number} lines @param {number} width @param {number} height @param {RowShape} shape
 */
function maxCardWidth(count, lines, width, height, shape) {
  const perLine = Math.ceil(count / lines);
  const across = width / (perLine * (1 + shape.gap) + shape.gap);
  const down = height / (lines * CARD_RATIO + (lines + 1) * shape.gap * 0.5);
  return Math.min(shape.most, across, down);
}

/**
 * Arrange a row of cards in a box. It is broken into lines only if cards become much larger, since neighbours matter.
 * If the narrowest cards do not fit, the box scrolls.
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
 * Return the centres of the gaps. A gap between two lines is at the start of the lower line; `echo` is its second
 * end.
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
