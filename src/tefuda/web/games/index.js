// Which screen a game has, its picture, and what it is in one sentence. Adding a game's screen touches this list and its folder.

import { h } from "../frame/dom.js";
import { styled } from "../frame/screen.js";
import { settings } from "../frame/settings.js";
import { both } from "../frame/words.js";

/** @typedef {{default: import("../frame/screen.js").ScreenClass, face?: (card: import("../frame/wire.js").Card) => Node}} ScreenModule */

/** @type {Record<string, () => Promise<ScreenModule>>} */
const SCREENS = {
  "card-othello": () => import("./card-othello/screen.js"),
  catalyst: () => import("./catalyst/screen.js"),
  linkavel: () => import("./linkavel/screen.js"),
  "solitaire-tcg": () => import("./solitaire-tcg/screen.js"),
};

/** @type {Record<string, {en: string, ja: string}>} */
const BLURBS = {
  "card-othello": {
    en: "Othello with thirty cards: every stone you flip pays for dragons, bombs and traps.",
    ja: "30種類のカードで戦うオセロ。反転した石が布石になり、龍も爆弾も罠も呼べる。",
  },
  catalyst: {
    en: "A solitaire in an alchemist's workshop: clear the row by threes of a rank or a suit.",
    ja: "錬金術師の工房の一人遊び。触媒を置き、数字かマークが3枚揃えば場から消える。",
  },
  linkavel: {
    en: "A trading card duel: small monsters pay for greater ones, until somebody has no LP left.",
    ja: "1対1のカードバトル。小さなモンスターを束ねて大きな力へ。相手のLPを0にせよ。",
  },
  "solitaire-tcg": {
    en: "Chains for one: cards cost nothing, and what they trigger resolves by itself. Win this turn.",
    ja: "ひとりで回す連鎖のカードゲーム。コストなし、効果は次々とつながる。このターンで勝て。",
  },
};

/** Choices of options, which the rules name by one word. @type {Record<string, {en: string, ja: string}>} */
const CHOICES = {
  both: { en: "rank or suit", ja: "ランクかスート" },
  rank: { en: "rank only", ja: "ランクのみ" },
  suit: { en: "suit only", ja: "スートのみ" },
  random: { en: "with luck", ja: "運あり" },
  puzzle: { en: "without luck", ja: "運なし" },
};

/** Whose cards have names and texts of their own, for the gallery. */
const WITH_CARDS = ["card-othello", "linkavel", "solitaire-tcg"];

/** The order of the lobby: what is learnt quickest first; unknown games follow. */
const ORDER = ["card-othello", "catalyst", "linkavel", "solitaire-tcg"];

/**
 * A game's screen; plain lists where it has none, or where the reader prefers them.
 * @param {string} id
 * @returns {Promise<ScreenModule>}
 */
export async function screenOf(id) {
  try {
    if (id in SCREENS && !settings.plain) return await SCREENS[id]();
  } catch (failure) {
    console.warn("The screen of", id, "cannot be loaded", failure);
  }
  return import("./plain/screen.js");
}

/** @typedef {(card: import("../frame/wire.js").Card) => Node} Face */

/**
 * How a game draws a card, its style sheet loaded; as name, line and text where it has no way of its own.
 * @param {string} id
 * @returns {Promise<Face>}
 */
export async function faceOf(id) {
  const module = await screenOf(id);
  if (!module.face) return plainFace;
  if (module.default.style) await styled(module.default.style.href);
  return module.face;
}

/** @type {Face} */
function plainFace(card) {
  const { line } = card.facts;
  return h(
    "article",
    { class: "face" },
    h("h2", null, both(card.name)),
    line && h("p", { class: "line" }, both(line)),
    h("p", { class: "text" }, both(card.text)),
  );
}

/**
 * @param {string} id
 * @returns {{en: string, ja: string}}
 */
export function blurb(id) {
  return BLURBS[id] ?? { en: "", ja: "" };
}

/**
 * What a choice of an option is called; by the rules' own word where there is no other.
 * @param {string} word
 * @returns {{en: string, ja: string}}
 */
export function choiceName(word) {
  return CHOICES[word] ?? { en: word, ja: word };
}

/**
 * @param {string} id
 * @returns {boolean}
 */
export function hasCards(id) {
  return WITH_CARDS.includes(id);
}

/**
 * The address of a game's picture; null where it has none.
 * @param {string} id
 * @returns {string | null}
 */
export function picture(id) {
  return id in BLURBS ? new URL(`pictures/${id}.svg`, import.meta.url).href : null;
}

/**
 * @template {{id: string}} G
 * @param {G[]} games
 * @returns {G[]}
 */
export function ordered(games) {
  const rank = (/** @type {string} */ id) => (ORDER.includes(id) ? ORDER.indexOf(id) : ORDER.length);
  return Array.from(games).sort((one, other) => rank(one.id) - rank(other.id) || (one.id < other.id ? -1 : 1));
}
