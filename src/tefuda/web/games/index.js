// Screens and pictures by game. A new screen needs an entry here and its folder.

import { h } from "../frame/dom.js";
import { loadStyleSheet } from "../frame/screen.js";
import { settings } from "../frame/settings.js";
import { localize } from "../frame/words.js";

/** @typedef {{default: import("../frame/screen.js").ScreenClass, face?: (card: import("../frame/message_types.js").Card) => Node}} ScreenModule */

/** @type {Record<string, () => Promise<ScreenModule>>} */
const SCREENS = {
  "card-othello": () => import("./card-othello/screen.js"),
  catalyst: () => import("./catalyst/screen.js"),
  linkavel: () => import("./linkavel/screen.js"),
  "solitaire-tcg": () => import("./solitaire-tcg/screen.js"),
};

/** Labels of option choices. @type {Record<string, {en: string, ja: string}>} */
const CHOICE_LABELS = {
  both: { en: "rank or suit", ja: "ランクかスート" },
  rank: { en: "rank only", ja: "ランクのみ" },
  suit: { en: "suit only", ja: "スートのみ" },
  random: { en: "random", ja: "ランダムあり" },
  puzzle: { en: "no randomness", ja: "ランダムなし" },
};

/** Games with a card gallery. */
const GAMES_WITH_GALLERY = ["card-othello", "linkavel", "solitaire-tcg"];

/** The order of the lobby, simplest first. Unknown games follow. */
const LOBBY_ORDER = ["card-othello", "catalyst", "linkavel", "solitaire-tcg"];

/**
 * Load a game's screen; the plain one if there is none or the settings ask for lists.
 * @param {string} id
 * @returns {Promise<ScreenModule>}
 */
export async function loadScreen(id) {
  try {
    if (id in SCREENS && !settings.plain) return await SCREENS[id]();
  } catch (failure) {
    console.warn("Cannot load the screen of", id, failure);
  }
  return import("./plain/screen.js");
}

/** @typedef {(card: import("../frame/message_types.js").Card) => Node} CardFace */

/**
 * Load a game's function that draws a card, with its style sheet.
 * @param {string} id
 * @returns {Promise<CardFace>}
 */
export async function loadCardFace(id) {
  const module = await loadScreen(id);
  if (!module.face) return plainFace;
  if (module.default.style) await loadStyleSheet(module.default.style.href);
  return module.face;
}

/** @type {CardFace} */
function plainFace(card) {
  const { line } = card.facts;
  return h(
    "article",
    { class: "face" },
    h("h2", null, localize(card.name)),
    line && h("p", { class: "line" }, localize(line)),
    h("p", { class: "text" }, localize(card.text)),
  );
}

/**
 * The label of an option choice; the choice itself if there is none.
 * @param {string} word
 * @returns {{en: string, ja: string}}
 */
export function choiceLabel(word) {
  return CHOICE_LABELS[word] ?? { en: word, ja: word };
}

/**
 * @param {string} id
 * @returns {boolean}
 */
export function hasCards(id) {
  return GAMES_WITH_GALLERY.includes(id);
}

/**
 * The address of a game's picture; null if there is none.
 * @param {{id: string, picture: string | null}} game
 * @returns {string | null}
 */
export function pictureUrl({ id, picture }) {
  return id in SCREENS ? new URL(`pictures/${id}.svg`, import.meta.url).href : picture;
}

/**
 * @template {{id: string}} G
 * @param {G[]} games
 * @returns {G[]}
 */
export function sortGames(games) {
  const rank = (/** @type {string} */ id) => (LOBBY_ORDER.includes(id) ? LOBBY_ORDER.indexOf(id) : LOBBY_ORDER.length);
  return Array.from(games).sort((one, other) => rank(one.id) - rank(other.id) || (one.id < other.id ? -1 : 1));
}
