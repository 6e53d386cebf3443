// The state of the table, updated event by event. The next view of the server corrects any difference.

/** @typedef {import("../../frame/message_types.js").GameEvent} GameEvent */
/** @typedef {import("../../frame/message_types.js").View} View */
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
/** @typedef {{count: number, top: string[], unknown: string[], bottom: string[]}} Deck */
/** @typedef {{op: string, card: string, zone: string, from: string[], picked: string[], need: number}} Choice */
/** @typedef {{piece: Piece, from: Zone | "deck", to: Zone | "deck"}} MovedPiece */

/** @type {Zone[]} */
const ZONES = ["hand", "board", "field", "limbo", "leaving", "grave", "banish"];
const TABLE_ZONES = ["board", "field"];
let lastKey = 0;

/**
 * The card id of a table name such as `mon_001#2`.
 * @param {string} name
 */
export const cardId = (name) => name.split("#")[0];

export class Model {
  /** @type {Record<Zone, Piece[]>} */
  zones = { hand: [], board: [], field: [], limbo: [], leaving: [], grave: [], banish: [] };
  /** @type {Deck} */
  deck = { count: 0, top: [], unknown: [], bottom: [] };
  /** @type {Choice | null} */
  choice = null;
  /** @type {{card: string, when: string, ability: number}[]} */
  queue = [];
  turn = 1;
  turns = 1;
  spells = 0;
  puzzle = false;
  /** @type {"win" | "loss" | null} */
  result = null;
  /** @type {string | null} */
  reason = null;

  /** All cards on the table, in the order of their copy numbers. */
  get table() {
    return [...this.zones.board, ...this.zones.field];
  }

  /**
   * The table name of a card.
   * @param {Piece} piece
   */
  nameOf(piece) {
    const copies = this.table.filter((other) => other.id === piece.id);
    const at = copies.indexOf(piece);
    return at > 0 ? `${piece.id}#${at + 1}` : piece.id;
  }

  /**
   * @param {string} name
   * @returns {Piece | undefined}
   */
  findPiece(name) {
    const [id, copy = "1"] = name.split("#");
    return this.table.filter((piece) => piece.id === id)[Number(copy) - 1];
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
   * Apply a view or a part of one.
   * @param {View} view
   */
  applyView(view) {
    for (const zone of ZONES) if (view[zone]) this.zones[zone] = matchPieces(this.zones[zone], view[zone]);
    for (const piece of ZONES.flatMap((zone) => (TABLE_ZONES.includes(zone) ? [] : this.zones[zone])))
      resetPiece(piece);
    const things = [...(view.board ?? []), ...(view.field ?? [])];
    things.forEach((thing, at) => {
      const { atk = null, hp = null, counters = {}, used = [], on } = thing;
      Object.assign(this.table[at], { atk, hp, counters, used, host: on ? (this.findPiece(on) ?? null) : null });
    });
    const { mode, max_turns: turns = this.turns, deck, ...rest } = view;
    if (mode) this.puzzle = mode === "puzzle";
    this.turns = turns;
    if (deck) this.deck = { ...deck };
    for (const key of /** @type {const} */ (["turn", "spells", "queue", "choice", "result", "reason"])) {
      if (key in rest) Object.assign(this, { [key]: rest[key] });
    }
  }

  /**
   * Apply an event.
   * @param {GameEvent} event
   * @param {Piece | null} [held] the copy that the player chose
   * @returns {MovedPiece | null} the moved card
   */
  fold(event, held = null) {
    if (event.kind === "setup" || event.kind === "now") {
      this.applyView(event);
      return null;
    }
    if (event.from && event.to) return this.#move(event, held);
    const piece = event.card ? this.findPiece(event.card) : undefined;
    if (event.kind === "shuffle") {
      const { top, unknown, bottom } = this.deck;
      this.deck = { ...this.deck, top: [], unknown: [...top, ...unknown, ...bottom].sort(), bottom: [] };
    } else if (event.kind === "on_top") {
      const { count, top, unknown, bottom } = this.deck;
      const [above, below] = this.puzzle ? [top.slice(0, -1), bottom] : [top, bottom.slice(0, -1)];
      this.deck = { count, top: [event.card, ...above], unknown, bottom: below };
    } else if (!piece) return null;
    else if (event.kind === "attach") piece.host = this.findPiece(event.host) ?? null;
    else if (event.kind === "use") piece.used = [...piece.used, event.ability];
    else if (event.kind === "counter") {
      const { [event.name]: _, ...others } = piece.counters;
      piece.counters = event.value ? { ...others, [event.name]: event.value } : others;
    } else if (event.kind === "stat" && piece.atk !== null && piece.hp !== null) {
      piece.atk = Math.max(0, piece.atk + event.atk);
      piece.hp += event.hp;
    }
    return null;
  }

  /**
   * @param {GameEvent} event
   * @param {Piece | null} held
   * @returns {MovedPiece}
   */
  #move(event, held) {
    const { from, to } = /** @type {Record<"from" | "to", Zone | "deck">} */ (
      /** @type {Record<string, any>} */ (event)
    );
    const id = cardId(event.card);
    /** @type {Piece} */
    let piece;
    if (from === "deck") {
      this.#leaveDeck(id);
      piece = createPiece(id);
    } else {
      const cards = this.zones[from];
      const chosen = held && held.id === id ? cards.indexOf(held) : -1;
      if (chosen >= 0) [cards[chosen], cards[event.at]] = [cards[event.at], cards[chosen]];
      [piece] = cards.splice(event.at, 1);
    }
    if (!TABLE_ZONES.includes(to)) resetPiece(piece);
    if (to === "deck") {
      // Without randomness the whole order is known, from the top.
      const end = this.puzzle ? "top" : "bottom";
      this.deck = { ...this.deck, count: this.deck.count + 1, [end]: [...this.deck[end], id] };
    } else this.zones[to].push(piece);
    if (to === "limbo") this.spells += 1;
    return { piece, from, to };
  }

  /** @param {string} id */
  #leaveDeck(id) {
    const { count, top, unknown, bottom } = this.deck;
    const part = [top, unknown, bottom].find((cards) => cards.includes(id));
    const without = (/** @type {string[]} */ cards) => (cards === part ? cards.toSpliced(cards.indexOf(id), 1) : cards);
    this.deck = { count: count - 1, top: without(top), unknown: without(unknown), bottom: without(bottom) };
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

/**
 * Reset the state that a card has on the table.
 * @param {Piece} piece
 */
function resetPiece(piece) {
  Object.assign(piece, { atk: null, hp: null, counters: {}, used: [], host: null });
}

/**
 * Match the cards of a zone with a view. Existing instances are kept.
 * @param {Piece[]} pieces
 * @param {(string | {id: string})[]} wanted
 */
function matchPieces(pieces, wanted) {
  const left = [...pieces];
  return wanted.map((one) => {
    const id = typeof one === "string" ? one : one.id;
    const at = left.findIndex((piece) => piece.id === id);
    return at < 0 ? createPiece(id) : left.splice(at, 1)[0];
  });
}
