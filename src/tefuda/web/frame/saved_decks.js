// Decks on this device: saved decks, and one draft for each game.

import { readStored, writeStored } from "./storage.js";

/** @typedef {import("./message_types.js").LocalizedText} LocalizedText */
/** @typedef {import("./message_types.js").Deck} Deck */
/**
 * @typedef {object} SavedDeck
 * @property {string} key
 * @property {string} game
 * @property {number} when of saving, in milliseconds
 * @property {string | null} option option value; null until the server has validated the deck
 * @property {Deck} deck
 */
/** @typedef {{deck: Deck, key: string | null}} DeckDraft `key` of the saved deck, or null for a new one */

const DECKS_KEY = "tefuda.decks";
const DRAFTS_KEY = "tefuda.drafts";

/** Limits of a deck file. */
const MAX_DIFFERENT_CARDS = 1000;
const MAX_COPIES = 99;

/** @param {any} value */
const isLocalizedText = (value) => typeof value?.en === "string" && typeof value?.ja === "string";

/**
 * Whether a stored value has the form of a deck. The server validates its content.
 * @param {any} value
 * @returns {value is Deck}
 */
function isDeck(value) {
  if (typeof value?.id !== "string" || !isLocalizedText(value.name) || typeof value.cards !== "object" || !value.cards)
    return false;
  if (value.plan !== null && !isLocalizedText(value.plan)) return false;
  const numbers = Object.values(value.cards);
  return (
    numbers.length <= MAX_DIFFERENT_CARDS && numbers.every((n) => Number.isInteger(n) && n >= 1 && n <= MAX_COPIES)
  );
}

/** @returns {SavedDeck[]} */
function loadAllDecks() {
  const found = readStored(DECKS_KEY);
  return Array.isArray(found) ? found.filter((own) => typeof own?.key === "string" && isDeck(own.deck)) : [];
}

/**
 * Load the saved decks of a game, newest first.
 * @param {string} game
 * @returns {SavedDeck[]}
 */
export function loadDecks(game) {
  return loadAllDecks()
    .filter((own) => own.game === game)
    .sort((one, other) => other.when - one.when);
}

/**
 * @param {string | null} key
 * @returns {SavedDeck | null}
 */
export function findDeck(key) {
  return loadAllDecks().find((own) => own.key === key) ?? null;
}

/**
 * Save a deck, replacing the one with the same key.
 * @param {SavedDeck} own
 * @returns {boolean} false if storage is full
 */
export function saveDeck(own) {
  return writeStored(DECKS_KEY, [...loadAllDecks().filter((one) => one.key !== own.key), own]);
}

/**
 * @param {string} key
 * @returns {boolean}
 */
export function deleteDeck(key) {
  return writeStored(
    DECKS_KEY,
    loadAllDecks().filter((one) => one.key !== key),
  );
}

/** Return a random key. */
export function newDeckKey() {
  return crypto.getRandomValues(new Uint32Array(2)).join("-");
}

/**
 * Load the deck that was being edited.
 * @param {string} game
 * @returns {DeckDraft | null}
 */
export function loadDraft(game) {
  const draft = readStored(DRAFTS_KEY)?.[game];
  if (!isDeck(draft?.deck)) return null;
  return { deck: draft.deck, key: typeof draft.key === "string" ? draft.key : null };
}

/**
 * @param {string} game
 * @param {DeckDraft} draft
 * @returns {boolean} false if storage is full
 */
export function saveDraft(game, draft) {
  const drafts = readStored(DRAFTS_KEY);
  return writeStored(DRAFTS_KEY, { ...(typeof drafts === "object" ? drafts : {}), [game]: draft });
}
