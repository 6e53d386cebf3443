// Updates a view event by event, as `fold` in the game's view.py does. It contains no rules.

/**
 * @typedef {"black" | "white"} Side
 * @typedef {{at: string, mark: string, owner: Side, left: number}} Mark
 * @typedef {object} Choice
 * @property {Side} seat
 * @property {string | null} pending
 * @property {string[]} picked
 * @property {number} sacrificed
 * @property {boolean} card_used
 * @property {number} placed
 * @property {number} placements
 * @property {string[]} [cells]
 * @property {string[]} [cards]
 * @property {string[]} [others]
 */
/**
 * @typedef {object} OthelloView
 * @property {string[]} board
 * @property {Mark[]} marks
 * @property {string[]} sprouts
 * @property {Record<Side, number>} charge
 * @property {Record<Side, number>} hands
 * @property {Record<Side, number>} decks
 * @property {Record<Side, string[]>} discard
 * @property {Record<Side, number>} snares
 * @property {number[]} costs
 * @property {number} cap
 * @property {boolean} cards_on
 * @property {Side | null} seat
 * @property {string[]} hand
 * @property {string[]} shown
 * @property {Choice | null} choice
 * @property {{black: number, white: number, winner: Side | null} | null} result
 */
/** @typedef {import("../../frame/message_types.js").GameEvent} GameEvent */

/** @type {Side[]} */
export const SIDES = ["black", "white"];

/** The names of the cells, row by row from the top. */
export const CELLS = Array.from({ length: 64 }, (_, cell) => "abcdefgh"[cell % 8] + String(1 + Math.floor(cell / 8)));

/**
 * @param {Side} side
 * @returns {Side}
 */
export const opponentOf = (side) => (side === "black" ? "white" : "black");

/**
 * Return the colour of the stone on a cell.
 * @param {OthelloView} view
 * @param {string} cell
 * @returns {Side | null}
 */
export function stoneAt(view, cell) {
  const sign = view.board[Number(cell[1]) - 1][cell.charCodeAt(0) - 97];
  return sign === "B" ? "black" : sign === "W" ? "white" : null;
}

/**
 * @param {OthelloView} view
 * @param {Side} side
 */
export function countStones(view, side) {
  return view.board.join("").split(side === "black" ? "B" : "W").length - 1;
}

/**
 * @param {OthelloView} view
 * @param {string[]} cells
 * @param {Side | null} side
 */
function putStones(view, cells, side) {
  const sign = side === "black" ? "B" : side === "white" ? "W" : ".";
  for (const cell of cells) {
    const row = Number(cell[1]) - 1;
    const column = cell.charCodeAt(0) - 97;
    view.board[row] = view.board[row].slice(0, column) + sign + view.board[row].slice(column + 1);
  }
}

/** @param {string[]} cells sorted row by row from the top */
const sortCells = (cells) => cells.toSorted((a, b) => CELLS.indexOf(a) - CELLS.indexOf(b));

/**
 * @param {OthelloView} view
 * @param {string[]} cells
 */
function removeSprouts(view, cells) {
  view.sprouts = view.sprouts.filter((cell) => !cells.includes(cell));
}

/**
 * Move cards from a hand to its discard pile.
 * @param {OthelloView} view
 * @param {Side} side
 * @param {string[]} cards
 */
function discardFromHand(view, side, cards) {
  view.hands[side] -= cards.length;
  view.discard[side].push(...cards);
  if (view.seat === side) for (const card of cards) view.hand.splice(view.hand.indexOf(card), 1);
}

/**
 * @param {OthelloView} view
 * @param {GameEvent} event
 */
function addToHand(view, event) {
  view.hands[/** @type {Side} */ (event.side)] += 1;
  if (event.card) view.hand.push(event.card);
}

/**
 * @param {OthelloView} view
 * @param {GameEvent} event
 */
function confiscate(view, event) {
  const [from, to] = /** @type {Side[]} */ ([event.from, event.side]);
  view.hands[from] -= event.count;
  view.hands[to] += event.to_hand;
  view.decks[to] += event.count - event.to_hand;
  if (view.seat === from) view.hand.splice(0, event.count);
  else if (view.seat === to) view.hand.push(...event.cards.slice(0, event.to_hand));
}

/**
 * @param {OthelloView} view
 * @param {GameEvent} event
 */
function moveStones(view, event) {
  const ways = new Map(/** @type {[string, string][]} */ (event.moves));
  const landing = Array.from(ways, ([start, end]) => /** @type {const} */ ([end, stoneAt(view, start)]));
  putStones(view, Array.from(ways.keys()), null);
  for (const [end, side] of landing) putStones(view, [end], side);
  for (const mark of view.marks) mark.at = ways.get(mark.at) ?? mark.at;
  view.sprouts = sortCells(view.sprouts.map((cell) => ways.get(cell) ?? cell));
}

/**
 * @param {OthelloView} view
 * @param {(mark: Mark) => boolean} gone
 */
function removeMarks(view, gone) {
  view.marks = view.marks.filter((mark) => !gone(mark));
}

/** @type {Record<string, (view: OthelloView, event: GameEvent) => void>} */
const FOLDS = {
  turn(view, event) {
    removeSprouts(
      view,
      view.sprouts.filter((cell) => stoneAt(view, cell) === event.side),
    );
    view.snares[/** @type {Side} */ (event.side)] = 0;
    view.choice = {
      seat: event.side,
      pending: null,
      picked: [],
      sacrificed: 0,
      card_used: false,
      placed: 0,
      placements: 1,
    };
  },
  place(view, event) {
    putStones(view, [event.at], event.side);
  },
  spawn(view, event) {
    putStones(view, [event.at], event.side);
    view.sprouts = sortCells([...view.sprouts, event.at]);
  },
  flip(view, event) {
    // A reviving stone is never shown in the opponent's colour (12.9).
    const cells = event.cells.filter((/** @type {string} */ cell) => !event.reviving.includes(cell));
    putStones(view, cells, event.side);
    removeSprouts(view, event.cells);
  },
  revive(view, event) {
    putStones(view, [event.at], event.side);
    removeMarks(view, (mark) => mark.at === event.at && mark.mark === "REGEN");
  },
  destroy(view, event) {
    putStones(view, event.cells, null);
    removeSprouts(view, event.cells);
    removeMarks(view, (mark) => event.cells.includes(mark.at));
  },
  move: moveStones,
  tempt(view, event) {
    putStones(view, [event.at], event.side);
    removeSprouts(view, [event.at]);
    for (const mark of view.marks) if (mark.at === event.at) mark.owner = event.side;
  },
  mark(view, event) {
    view.marks.push({ at: event.at, mark: event.mark, owner: event.owner, left: event.left });
  },
  tick(view, event) {
    for (const mark of view.marks) if (mark.at === event.at && mark.mark === event.mark) mark.left = event.left;
  },
  unmark: (view, event) => removeMarks(view, (mark) => mark.at === event.at && mark.mark === event.mark),
  draw(view, event) {
    view.decks[/** @type {Side} */ (event.side)] -= 1;
    addToHand(view, event);
  },
  blessed: addToHand,
  use: (view, event) => discardFromHand(view, event.side, [event.card]),
  sell: (view, event) => discardFromHand(view, event.side, [event.card]),
  condemn(view, event) {
    discardFromHand(view, event.from, [event.card]);
    view.shown = [];
  },
  steal: (view, event) => discardFromHand(view, event.from, event.cards),
  confiscate,
  show(view, event) {
    view.shown = event.cards ?? [];
  },
  pass(view) {
    view.shown = [];
  },
  charge(view, event) {
    view.charge[/** @type {Side} */ (event.side)] = event.now;
  },
  snare(view, event) {
    view.snares[/** @type {Side} */ (event.side)] += 1;
  },
  trap_sprung(view, event) {
    view.snares[/** @type {Side} */ (event.owner)] -= 1;
  },
  choice(view, event) {
    const { kind, text, channel, ...choice } = event;
    view.choice = /** @type {Choice} */ (/** @type {unknown} */ (choice));
  },
  end(view, event) {
    view.choice = null;
    view.result = { black: event.black, white: event.white, winner: event.winner };
  },
  // No change of their own.
  no_draw() {},
  treasure() {},
  absorb() {},
  earn() {},
  multiply() {},
  free_placement() {},
  extra_placement() {},
  chain() {},
  trap_unsprung() {},
  forfeit() {},
  offers() {},
};

/**
 * Update a view with an event; return false for an unknown kind.
 * @param {OthelloView} view
 * @param {GameEvent} event
 */
export function fold(view, event) {
  const write = FOLDS[event.kind];
  write?.(view, event);
  return write !== undefined;
}
