// The cards of the workshop in the deck builder. A deck with them can be played at a practice table.

import { loadDraftCards } from "../workshop/drafts.js";

/** @typedef {import("../../frame/message_types.js").Card} Card */
/** @typedef {import("../../frame/message_types.js").Deck} Deck */

const WORKSHOP = { id: "workshop", en: "Workshop", ja: "工房" };
const INCLUDED = { id: "included", en: "Included", ja: "収録" };

export class WorkshopCards {
  /** The included cards and those of the workshop. @type {Card[]} */
  all;
  #drafts;

  /**
   * @param {string} game
   * @param {Card[]} included
   */
  constructor(game, included) {
    // A draft with the id of an included card would change the decks with that card.
    const taken = new Set(included.map(({ id }) => id));
    this.#drafts = loadDraftCards(game).map((cards) => cards.filter(({ id }) => !taken.has(id)));
    const own = new Map(this.#drafts.toReversed().flatMap((cards) => cards.map((card) => [card.id, card])));
    const mark = (/** @type {Card} */ card, /** @type {typeof WORKSHOP} */ origin) => ({
      ...card,
      facts: { ...card.facts, origin },
    });
    this.all = own.size
      ? [...included.map((card) => mark(card, INCLUDED)), ...Array.from(own.values(), (card) => mark(card, WORKSHOP))]
      : included;
  }

  /**
   * Return the card files that a deck needs, as YAML; empty if it has no cards of the workshop.
   * @param {Deck} deck
   */
  filesFor(deck) {
    /** @type {Map<string, string>} */
    const files = new Map();
    for (const cards of this.#drafts) {
      // Cards of one draft may refer to each other.
      if (!cards.some(({ id }) => Object.hasOwn(deck.cards, id))) continue;
      for (const { id, yaml } of cards) if (!files.has(id)) files.set(id, yaml);
    }
    return Array.from(files.values(), listItem).join("\n");
  }
}

/** Whether a card is from the workshop. @param {Card} card */
export const isWorkshopCard = (card) => card.facts.origin?.id === WORKSHOP.id;

/** Indent a YAML mapping as an item of a list. @param {string} yaml */
const listItem = (yaml) =>
  yaml
    .trimEnd()
    .split("\n")
    .map((line, number) => (number ? "  " : "- ") + line)
    .join("\n");
