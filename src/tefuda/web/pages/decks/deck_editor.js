// The deck being edited, with undo and redo.

/** @typedef {import("../../frame/message_types.js").LocalizedText} LocalizedText */
/** @typedef {import("../../frame/message_types.js").Card} Card */
/** @typedef {import("../../frame/message_types.js").Deck} Deck */
/** @typedef {import("../../frame/saved_decks.js").DeckDraft} DeckDraft */

const MAX_UNDO_STEPS = 500;
const MAX_ID_LENGTH = 40;

export class DeckEditor {
  /** @type {DeckDraft[]} */
  #undoStack = [];
  /** @type {DeckDraft[]} */
  #redoStack = [];
  /** @type {DeckDraft} */
  #current;
  #copies;
  #onChange;

  /**
   * @param {DeckDraft} draft
   * @param {number} copies of a card in a deck at most; an imported deck may have more
   * @param {() => void} changed called after every change
   */
  constructor(draft, copies, changed) {
    this.#current = draft;
    this.#copies = copies;
    this.#onChange = changed;
  }

  get deck() {
    return this.#current.deck;
  }

  /** The key of the saved deck; null if it is not saved. */
  get key() {
    return this.#current.key;
  }

  get draft() {
    return this.#current;
  }

  get canUndo() {
    return this.#undoStack.length > 0;
  }

  get canRedo() {
    return this.#redoStack.length > 0;
  }

  /** The number of cards. */
  get size() {
    return Object.values(this.deck.cards).reduce((sum, n) => sum + n, 0);
  }

  /**
   * All cards, one entry for each copy. Unknown cards are omitted.
   * @param {Map<string, Card>} known
   * @returns {Card[]}
   */
  cardList(known) {
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
   * Add copies of a card up to the limit, or remove some.
   * @param {string} card
   * @param {number} by
   */
  add(card, by) {
    const before = this.count(card);
    const count = Math.max(0, Math.min(Math.max(before, this.#copies), before + by));
    if (count === before) return;
    const cards = { ...this.deck.cards, [card]: count };
    if (!count) delete cards[card];
    this.replace({ ...this.deck, cards }, this.key);
  }

  /**
   * Replace the deck.
   * @param {Deck} deck
   * @param {string | null} key
   */
  replace(deck, key) {
    this.#undoStack = [...this.#undoStack.slice(-MAX_UNDO_STEPS), this.#current];
    this.#redoStack = [];
    this.#current = { deck, key };
    this.#onChange();
  }

  /**
   * Set the key after saving or deleting. This is not an undo step.
   * @param {string | null} key
   */
  setKey(key) {
    this.#current = { ...this.#current, key };
    this.#onChange();
  }

  undo() {
    const before = this.#undoStack.pop();
    if (!before) return;
    this.#redoStack.push(this.#current);
    this.#current = before;
    this.#onChange();
  }

  redo() {
    const after = this.#redoStack.pop();
    if (!after) return;
    this.#undoStack.push(this.#current);
    this.#current = after;
    this.#onChange();
  }
}

/**
 * Return an empty deck.
 * @param {LocalizedText} name
 * @returns {Deck}
 */
export function emptyDeck(name) {
  return { id: deckId(name), name, plan: null, cards: {} };
}

/**
 * Return the deck with another name.
 * @param {Deck} deck
 * @param {LocalizedText} name
 * @returns {Deck}
 */
export function copyDeck(deck, name) {
  return { ...deck, id: deckId(name), name };
}

/**
 * Return an id for files and commands, derived from a name.
 * @param {LocalizedText} name
 */
export function deckId(name) {
  const plain = name.en
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_ID_LENGTH)
    .replace(/^-+|-+$/g, "");
  return plain || "my-deck";
}

/**
 * Whether two decks are equal, ignoring the order of cards.
 * @param {Deck} one
 * @param {Deck} other
 */
export function isSameDeck(one, other) {
  const plain = (/** @type {Deck} */ { id, name, plan, cards }) =>
    JSON.stringify([id, name.en, name.ja, plan?.en, plan?.ja, Object.entries(cards).sort()]);
  return plain(one) === plain(other);
}
