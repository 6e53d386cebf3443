// Words in the reader's language. A game's screen makes its own table of them by `words`.

import { en } from "./words_en.js";
import { ja } from "./words_ja.js";

/** @typedef {"en" | "ja"} Language */
/** @typedef {Record<string, string>} Table */

/** @type {Language} */
let current = "en";
/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {Language} */
export function language() {
  return current;
}

/** @param {Language} chosen */
export function setLanguage(chosen) {
  current = chosen;
  document.documentElement.lang = chosen;
  for (const listener of Array.from(listeners)) listener();
}

/**
 * Be told when the language changes.
 * @param {() => void} listener
 * @returns {() => void} to stop it
 */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The text in the reader's language.
 * @param {{en: string, ja: string} | null | undefined} text
 * @returns {string}
 */
export function both(text) {
  return text ? text[current] || text.en : "";
}

/**
 * A payoff with its sign, in two decimals at most.
 * @param {number} payoff
 */
export function signed(payoff) {
  const rounded = Math.round(payoff * 100) / 100;
  return rounded > 0 ? `+${rounded}` : String(rounded).replace("-", "\u2212");
}

/** @typedef {Record<string, string | number>} Values */

/**
 * Fill in what a text leaves open: `{n}` is replaced, and `{n|one|many}` chooses by number.
 * @param {string} text
 * @param {Values} values
 */
function filled(text, values) {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) => {
    const value = values[name] ?? "";
    return one === undefined ? String(value) : Number(value) === 1 ? one : many;
  });
}

/**
 * A `t` for a table of words.
 * @param {{en: Table, ja: Table}} tables
 * @returns {(key: string, values?: Values) => string}
 */
export function words(tables) {
  return (key, values = {}) => filled(tables[current][key] ?? tables.en[key] ?? key, values);
}

/** The words of the frame. */
export const t = words({ en, ja });

/**
 * Words of the frame in both languages, for what outlives a change of language.
 * @param {string} key
 * @param {{en: Values, ja: Values}} values
 * @returns {{en: string, ja: string}}
 */
export function inBoth(key, values) {
  return { en: filled(en[key], values.en), ja: filled(ja[key], values.ja) };
}

/**
 * A thing and what is said of it, with the colon of the language.
 * @param {string} one
 * @param {string} other
 */
export const coloned = (one, other) => (language() === "ja" ? `${one}：${other}` : `${one}: ${other}`);
