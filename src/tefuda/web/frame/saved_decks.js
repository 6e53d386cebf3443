// Decks on this device: saved decks, and the deck being built for each game.

/** @typedef {import("./message_types.js").Both} Both */
/** @typedef {import("./message_types.js").Deck} Deck */
/**
 * @typedef {object} Own
 * @property {string} key
 * @property {string} game
 * @property {number} when it was saved, in milliseconds
 * @property {string | null} option how an option takes it; null until the server has found nothing wrong with it
 * @property {Deck} deck
 */
/** @typedef {{deck: Deck, key: string | null}} Draft `key`: the saved deck that it is, or is to become */

const SAVED = "tefuda.decks";
const DRAFTS = "tefuda.drafts";

/** The most cards, and the most of one card, that a deck file can hold. */
const MOST_KINDS = 1000;
const MOST_OF_A_CARD = 99;

/**
 * @param {string} place
 * @returns {any}
 */
function stored(place) {
  try {
    return JSON.parse(localStorage.getItem(place) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} place
 * @param {unknown} value
 * @returns {boolean} false where the browser keeps nothing, or nothing more
 */
function store(place, value) {
  try {
    localStorage.setItem(place, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** @param {any} value */
const isBoth = (value) => typeof value?.en === "string" && typeof value?.ja === "string";

/**
 * Whether something that was stored is a deck by its form; what is in it, the server judges.
 * @param {any} value
 * @returns {value is Deck}
 */
function isDeck(value) {
  if (typeof value?.id !== "string" || !isBoth(value.name) || typeof value.cards !== "object" || !value.cards)
    return false;
  if (value.plan !== null && !isBoth(value.plan)) return false;
  const numbers = Object.values(value.cards);
  return numbers.length <= MOST_KINDS && numbers.every((n) => Number.isInteger(n) && n >= 1 && n <= MOST_OF_A_CARD);
}

/** @returns {Own[]} */
function all() {
  const found = stored(SAVED);
  return Array.isArray(found) ? found.filter((own) => typeof own?.key === "string" && isDeck(own.deck)) : [];
}

/**
 * The saved decks of a game, the newest first.
 * @param {string} game
 * @returns {Own[]}
 */
export function ownDecks(game) {
  return all()
    .filter((own) => own.game === game)
    .sort((one, other) => other.when - one.when);
}

/**
 * @param {string | null} key
 * @returns {Own | null}
 */
export function ownDeck(key) {
  return all().find((own) => own.key === key) ?? null;
}

/**
 * Keep a deck, in place of the one that had its key.
 * @param {Own} own
 * @returns {boolean} false where there is no room
 */
export function keepDeck(own) {
  return store(SAVED, [...all().filter((one) => one.key !== own.key), own]);
}

/**
 * @param {string} key
 * @returns {boolean}
 */
export function dropDeck(key) {
  return store(
    SAVED,
    all().filter((one) => one.key !== key),
  );
}

/** A key that no other deck has. */
export function newKey() {
  return crypto.getRandomValues(new Uint32Array(2)).join("-");
}

/**
 * The deck that was being built when the page was left.
 * @param {string} game
 * @returns {Draft | null}
 */
export function draftOf(game) {
  const draft = stored(DRAFTS)?.[game];
  if (!isDeck(draft?.deck)) return null;
  return { deck: draft.deck, key: typeof draft.key === "string" ? draft.key : null };
}

/**
 * @param {string} game
 * @param {Draft} draft
 * @returns {boolean} false where there is no room
 */
export function keepDraft(game, draft) {
  const drafts = stored(DRAFTS);
  return store(DRAFTS, { ...(typeof drafts === "object" ? drafts : {}), [game]: draft });
}
