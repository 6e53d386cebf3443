// The deck being built: what can be done to it, and what was done, step by step, to be taken back.

/** @typedef {import("../../frame/message_types.js").Both} Both */
/** @typedef {import("../../frame/message_types.js").Card} Card */
/** @typedef {import("../../frame/message_types.js").Deck} Deck */
/** @typedef {import("../../frame/saved_decks.js").Draft} Draft */

const MOST_STEPS = 500;
const MOST_COPIES = 99;
const LONGEST_ID = 40;

export class Bench {
  /** @type {Draft[]} */
  #past = [];
  /** @type {Draft[]} */
  #future = [];
  /** @type {Draft} */
  #now;
  #changed;

  /**
   * @param {Draft} draft
   * @param {() => void} changed called after every step
   */
  constructor(draft, changed) {
    this.#now = draft;
    this.#changed = changed;
  }

  get deck() {
    return this.#now.deck;
  }

  /** The saved deck that this is a new state of; null where there is none. */
  get key() {
    return this.#now.key;
  }

  get draft() {
    return this.#now;
  }

  get undoable() {
    return this.#past.length > 0;
  }

  get redoable() {
    return this.#future.length > 0;
  }

  /** How many cards there are. */
  get size() {
    return Object.values(this.deck.cards).reduce((sum, n) => sum + n, 0);
  }

  /**
   * Every card as often as it is in the deck; those that nobody knows are left out.
   * @param {Map<string, Card>} known
   * @returns {Card[]}
   */
  listed(known) {
    return Object.entries(this.deck.cards).flatMap(([id, n]) => {
      const card = known.get(id);
      return card ? Array(n).fill(card) : [];
    });
  }

  /** @param {string} card */
  count(card) {
    return Object.hasOwn(this.deck.cards, card) ? this.deck.cards[card] : 0;
  }

  /**
   * Put so many more of a card in, or take some out.
   * @param {string} card
   * @param {number} by
   */
  add(card, by) {
    const count = Math.max(0, Math.min(MOST_COPIES, this.count(card) + by));
    if (count === this.count(card)) return;
    const cards = { ...this.deck.cards, [card]: count };
    if (!count) delete cards[card];
    this.step({ ...this.deck, cards }, this.key);
  }

  /**
   * Go on with another deck, or another state of it.
   * @param {Deck} deck
   * @param {string | null} key
   */
  step(deck, key) {
    this.#past = [...this.#past.slice(-MOST_STEPS), this.#now];
    this.#future = [];
    this.#now = { deck, key };
    this.#changed();
  }

  /**
   * The deck has been saved, or its saved state is gone: no step, since the deck is the same.
   * @param {string | null} key
   */
  bind(key) {
    this.#now = { ...this.#now, key };
    this.#changed();
  }

  undo() {
    const before = this.#past.pop();
    if (!before) return;
    this.#future.push(this.#now);
    this.#now = before;
    this.#changed();
  }

  redo() {
    const after = this.#future.pop();
    if (!after) return;
    this.#past.push(this.#now);
    this.#now = after;
    this.#changed();
  }
}

/**
 * A deck without cards.
 * @param {Both} name
 * @returns {Deck}
 */
export function emptyDeck(name) {
  return { id: idFor(name), name, plan: null, cards: {} };
}

/**
 * The same deck under another name.
 * @param {Deck} deck
 * @param {Both} name
 * @returns {Deck}
 */
export function copyOf(deck, name) {
  return { ...deck, id: idFor(name), name };
}

/**
 * A name for files and commands, made of a deck's name.
 * @param {Both} name
 */
export function idFor(name) {
  const plain = name.en
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST_ID)
    .replace(/^-+|-+$/g, "");
  return plain || "my-deck";
}

/**
 * Whether two decks are the same, in whatever order their cards were put in.
 * @param {Deck} one
 * @param {Deck} other
 */
export function same(one, other) {
  const plain = (/** @type {Deck} */ { id, name, plan, cards }) =>
    JSON.stringify([id, name.en, name.ja, plan?.en, plan?.ja, Object.entries(cards).sort()]);
  return plain(one) === plain(other);
}
