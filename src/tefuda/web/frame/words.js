// Words in the reader's language. A game's screen makes its own table of them by `words`.

import { en } from "./words_en.js";
import { ja } from "./words_ja.js";

/** @typedef {"en" | "ja"} Language */
/** @typedef {Record<string, string>} Messages */

/** @type {Language} */
let currentLanguage = "en";
/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {Language} */
export function language() {
  return currentLanguage;
}

/** @param {Language} chosen */
export function setLanguage(chosen) {
  currentLanguage = chosen;
  document.documentElement.lang = chosen;
  for (const listener of Array.from(listeners)) listener();
}

/**
 * Be told when the language changes.
 * @param {() => void} listener
 * @returns {() => void} to stop it
 */
export function onLanguageChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The text in the reader's language.
 * @param {{en: string, ja: string} | null | undefined} text
 * @returns {string}
 */
export function localize(text) {
  return text ? text[currentLanguage] || text.en : "";
}

/**
 * A payoff with its sign, in two decimals at most.
 * @param {number} payoff
 */
export function formatSigned(payoff) {
  const rounded = Math.round(payoff * 100) / 100;
  return rounded > 0 ? `+${rounded}` : String(rounded).replace("-", "\u2212");
}

/** @typedef {Record<string, string | number>} TemplateValues */

/**
 * Fill in what a text leaves open: `{n}` is replaced, and `{n|one|many}` chooses by number.
 * @param {string} text
 * @param {TemplateValues} values
 */
function formatTemplate(text, values) {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) => {
    const value = values[name] ?? "";
    return one === undefined ? String(value) : Number(value) === 1 ? one : many;
  });
}

/**
 * A `t` for a table of words.
 * @param {{en: Messages, ja: Messages}} tables
 * @returns {(key: string, values?: TemplateValues) => string}
 */
export function createTranslator(tables) {
  return (key, values = {}) => formatTemplate(tables[currentLanguage][key] ?? tables.en[key] ?? key, values);
}

/** The words of the frame. */
export const t = createTranslator({ en, ja });

/**
 * Words of the frame in both languages, for what outlives a change of language.
 * @param {string} key
 * @param {{en: TemplateValues, ja: TemplateValues}} values
 * @returns {{en: string, ja: string}}
 */
export function translateBoth(key, values) {
  return { en: formatTemplate(en[key], values.en), ja: formatTemplate(ja[key], values.ja) };
}

/**
 * A thing and what is said of it, with the colon of the language.
 * @param {string} one
 * @param {string} other
 */
export const withColon = (one, other) => (language() === "ja" ? `${one}：${other}` : `${one}: ${other}`);
