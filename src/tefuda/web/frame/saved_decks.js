// Decks on this device: saved decks, and the deck being built for each game.

import { readStored, writeStored } from "./storage.js";

/** @typedef {import("./message_types.js").LocalizedText} LocalizedText */
/** @typedef {import("./message_types.js").Deck} Deck */
/**
 * @typedef {object} SavedDeck
 * @property {string} key
 * @property {string} game
 * @property {number} when it was saved, in milliseconds
 * @property {string | null} option how an option takes it; null until the server has found nothing wrong with it
 * @property {Deck} deck
 */
/** @typedef {{deck: Deck, key: string | null}} DeckDraft `key`: the saved deck that it is, or is to become */

const DECKS_KEY = "tefuda.decks";
const DRAFTS_KEY = "tefuda.drafts";

/** The most cards, and the most of one card, that a deck file can hold. */
const MAX_DIFFERENT_CARDS = 1000;
const MAX_COPIES = 99;

/** @param {any} value */
const isLocalizedText = (value) => typeof value?.en === "string" && typeof value?.ja === "string";

/**
 * Whether something that was stored is a deck by its form; what is in it, the server judges.
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
 * The saved decks of a game, the newest first.
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
 * Keep a deck, in place of the one that had its key.
 * @param {SavedDeck} own
 * @returns {boolean} false where there is no room
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

/** A key that no other deck has. */
export function newDeckKey() {
  return crypto.getRandomValues(new Uint32Array(2)).join("-");
}

/**
 * The deck that was being built when the page was left.
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
 * @returns {boolean} false where there is no room
 */
export function saveDraft(game, draft) {
  const drafts = readStored(DRAFTS_KEY);
  return writeStored(DRAFTS_KEY, { ...(typeof drafts === "object" ? drafts : {}), [game]: draft });
}
