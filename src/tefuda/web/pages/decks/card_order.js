// The order of the cards: as printed, or sorted by type, a number or the name.

import { language, localize } from "../../frame/words.js";

/** @typedef {import("../../frame/message_types.js").Card} Card */
/** @typedef {import("./facts.js").Field} Field */

/** The keys that are not numbers of a card. */
export const PRINTED = "printed";
const NAME = "name";
const TYPE = "type";

/**
 * Return the keys that cards can be sorted by.
 * @param {Field[]} fields
 * @returns {string[]}
 */
export function sortKeys(fields) {
  const numbers = fields.filter(({ kind }) => kind === "number").map(({ name }) => name);
  return [PRINTED, ...numbers, TYPE, NAME];
}

/**
 * Return the cards in order. Cards without the number come last, in either direction; equal ones keep the printed order.
 * @param {Card[]} cards in printed order
 * @param {string} key
 * @param {boolean} descending
 * @returns {Card[]}
 */
export function sortCards(cards, key, descending) {
  const sign = descending ? -1 : 1;
  if (key === PRINTED) return descending ? cards.toReversed() : cards;
  if (key === NAME) {
    const { compare } = new Intl.Collator(language());
    return cards.toSorted((one, other) => sign * compare(localize(one.name), localize(other.name)));
  }
  if (key === TYPE) {
    const types = Array.from(new Set(cards.map(({ facts }) => facts.type)));
    const place = (/** @type {Card} */ { facts }) => types.indexOf(facts.type);
    return cards.toSorted((one, other) => sign * (place(one) - place(other)));
  }
  const number = (/** @type {Card} */ { facts }) => facts[key] ?? Number.POSITIVE_INFINITY * sign;
  return cards.toSorted((one, other) => {
    const [a, b] = [number(one), number(other)];
    return a === b ? 0 : sign * (a - b);
  });
}
