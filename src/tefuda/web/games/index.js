// Screens and folds by game id. A new screen needs an entry here and its folder. Everything else about a game comes from
// the API.

import { h } from "../frame/dom.js";
import { loadStyleSheet } from "../frame/screen.js";
import { settings } from "../frame/settings.js";
import { localize } from "../frame/words.js";

/** @typedef {import("../frame/message_types.js").Card} Card */
/** @typedef {(sign: string, cards: Card[]) => Node} SignDrawing draws a sign in a picture of the introduction */
/** @typedef {{default: import("../frame/screen.js").ScreenClass, face?: (card: Card) => Node, drawSign?: SignDrawing}} ScreenModule */

/** @typedef {{fold: import("../frame/folded_view.js").Fold}} FoldModule */

/** @type {Record<string, {screen: () => Promise<ScreenModule>, fold: () => Promise<FoldModule>}>} */
const GAMES = {
  "card-othello": { screen: () => import("./card-othello/screen.js"), fold: () => import("./card-othello/fold.js") },
  catalyst: { screen: () => import("./catalyst/screen.js"), fold: () => import("./catalyst/fold.js") },
  linkavel: { screen: () => import("./linkavel/screen.js"), fold: () => import("./linkavel/fold.js") },
  "solitaire-tcg": { screen: () => import("./solitaire-tcg/screen.js"), fold: () => import("./solitaire-tcg/fold.js") },
};

/**
 * Load the function that applies a game's events to its views; null if there is none. The server then sends all views.
 * @param {string} id
 * @returns {Promise<import("../frame/folded_view.js").Fold | null>}
 */
export async function loadFold(id) {
  try {
    if (id in GAMES) return (await GAMES[id].fold()).fold;
  } catch (failure) {
    console.warn("Cannot load the fold of", id, failure);
  }
  return null;
}

/**
 * Load a game's screen; the plain one if there is none or the settings ask for lists.
 * @param {string} id
 * @returns {Promise<ScreenModule>}
 */
export async function loadScreen(id) {
  try {
    if (id in GAMES && !settings.plain) return await GAMES[id].screen();
  } catch (failure) {
    console.warn("Cannot load the screen of", id, failure);
  }
  return import("./plain/screen.js");
}

/** @typedef {(card: Card) => Node} CardFace */

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
 * Load a game's function that draws the pictures of its introduction, with its style sheet; null if there is none.
 * @param {string} id
 * @returns {Promise<SignDrawing | null>}
 */
export async function loadSignDrawing(id) {
  const module = await loadScreen(id);
  if (module.drawSign && module.default.style) await loadStyleSheet(module.default.style.href);
  return module.drawSign ?? null;
}
