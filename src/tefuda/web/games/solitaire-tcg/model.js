// The table on the screen: a view, and an instance of every visible card that keeps its identity while it moves.

import { cardId, fold } from "./fold.js";

/** @typedef {import("../../frame/message_types.js").GameEvent} GameEvent */
/** @typedef {import("../../frame/message_types.js").View} View */
/** @typedef {import("./fold.js").SolitaireView} SolitaireView */
/** @typedef {import("./fold.js").Choice} Choice */
/** @typedef {"hand" | "board" | "field" | "limbo" | "leaving" | "grave" | "banish"} Zone */
/**
 * A card instance.
 * @typedef {object} Piece
 * @property {number} key
 * @property {string} id
 * @property {number | null} atk
 * @property {number | null} hp
 * @property {Record<string, number>} counters
 * @property {number[]} used abilities used this turn
 * @property {Piece | null} host the card it is attached to
 */
/** @typedef {{piece: Piece, from: Zone | "deck", to: Zone | "deck"}} MovedPiece */

/** @type {Zone[]} */
const ZONES = ["hand", "board", "field", "limbo", "leaving", "grave", "banish"];
/** @type {SolitaireView} */
const EMPTY_VIEW = {
  hand: [],
  grave: [],
  banish: [],
  limbo: [],
  leaving: [],
  board: [],
  field: [],
  deck: { count: 0, top: [], unknown: [], bottom: [] },
  queue: [],
  choice: null,
  mode: "random",
  max_turns: 1,
  turn: 1,
  spells: 0,
  result: null,
  reason: null,
};
let lastKey = 0;

export class Model {
  /** @type {SolitaireView} */
  view = { ...EMPTY_VIEW };
  /** @type {Record<Zone, Piece[]>} */
  zones = { hand: [], board: [], field: [], limbo: [], leaving: [], grave: [], banish: [] };

  /** All cards on the table, in the order of their copy numbers. */
  get table() {
    return [...this.zones.board, ...this.zones.field];
  }

  /**
   * The table name of a card.
   * @param {Piece} piece
   */
  nameOf(piece) {
    const things = [...this.view.board, ...this.view.field];
    return things[this.table.indexOf(piece)]?.card ?? piece.id;
  }

  /**
   * @param {string} name
   * @returns {Piece | undefined}
   */
  findPiece(name) {
    return this.table[[...this.view.board, ...this.view.field].findIndex(({ card }) => card === name)];
  }

  /**
   * The attachments of a card, recursively, in order of arrival.
   * @param {Piece} host
   * @returns {Piece[]}
   */
  attached(host) {
    return this.zones.board.filter((piece) => piece.host === host).flatMap((piece) => [piece, ...this.attached(piece)]);
  }

  /**
   * Show a view. Existing instances are kept.
   * @param {View} view
   */
  applyView(view) {
    this.view = { ...EMPTY_VIEW, ...view };
    for (const zone of ZONES) {
      const left = [...this.zones[zone]];
      this.zones[zone] = this.view[zone].map((card) => {
        const id = typeof card === "string" ? card : card.id;
        const at = left.findIndex((piece) => piece.id === id);
        return at < 0 ? createPiece(id) : left.splice(at, 1)[0];
      });
    }
    this.#readValues();
    for (const [at, { on }] of [...this.view.board, ...this.view.field].entries())
      this.table[at].host = on ? (this.findPiece(on) ?? null) : null;
  }

  /**
   * Apply an event.
   * @param {GameEvent} event
   * @param {Piece | null} [held] the copy that the player chose
   * @returns {MovedPiece | null} the moved card
   */
  fold(event, held = null) {
    const moved = event.to ? this.#move(event, held) : null;
    fold(this.view, event);
    if (event.kind === "setup") this.applyView(this.view);
    const equip = event.kind === "attach" ? this.findPiece(event.card) : undefined;
    if (equip) equip.host = this.findPiece(event.host) ?? null;
    this.#readValues();
    return moved;
  }

  /**
   * Move the instance of a card.
   * @param {GameEvent} event
   * @param {Piece | null} held
   * @returns {MovedPiece}
   */
  #move(event, held) {
    const { from, to } = /** @type {Record<"from" | "to", Zone | "deck">} */ (
      /** @type {Record<string, any>} */ (event)
    );
    const id = cardId(event.card);
    let piece = createPiece(id);
    if (from !== "deck") {
      const cards = this.zones[from];
      const chosen = held && held.id === id ? cards.indexOf(held) : -1;
      if (chosen >= 0) [cards[chosen], cards[event.at]] = [cards[event.at], cards[chosen]];
      [piece] = cards.splice(event.at, 1);
    }
    if (to !== "deck") this.zones[to].push(piece);
    return { piece, from, to };
  }

  /** Read the values of all cards from the view. */
  #readValues() {
    for (const zone of ZONES) {
      this.zones[zone].forEach((piece, at) => {
        const thing = this.view[zone][at];
        const { atk = null, hp = null, counters = {}, used = [] } = typeof thing === "string" ? {} : thing;
        Object.assign(piece, { atk, hp, counters, used });
        if (typeof thing === "string") piece.host = null;
      });
    }
  }
}

/**
 * Create a card instance.
 * @param {string} id
 * @returns {Piece}
 */
function createPiece(id) {
  lastKey += 1;
  return { key: lastKey, id, atk: null, hp: null, counters: {}, used: [], host: null };
}
