// Texts in the current language. Pages and game screens create their own translators.

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
 * Call a listener when the language changes.
 * @param {() => void} listener
 * @returns {() => void} removes the listener
 */
export function onLanguageChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Return a text in the current language.
 * @param {{en: string, ja: string} | null | undefined} text
 * @returns {string}
 */
export function localize(text) {
  return text ? text[currentLanguage] || text.en : "";
}

/**
 * Format a payoff with its sign and at most two decimals.
 * @param {number} payoff
 */
export function formatSigned(payoff) {
  const rounded = Math.round(payoff * 100) / 100;
  return rounded > 0 ? `+${rounded}` : String(rounded).replace("-", "\u2212");
}

/** @typedef {Record<string, string | number>} TemplateValues */

/**
 * Fill in a template: `{n}` is replaced, `{n|one|many}` selects by number.
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
 * Create the `t` function for a set of messages.
 * @param {{en: Messages, ja: Messages}} tables
 * @returns {(key: string, values?: TemplateValues) => string}
 */
export function createTranslator(tables) {
  return (key, values = {}) => formatTemplate(tables[currentLanguage][key] ?? tables.en[key] ?? key, values);
}

/** The texts of the frame. */
export const t = createTranslator({ en, ja });

/**
 * Translate a text of the frame into both languages, for logs that outlive a change of language.
 * @param {string} key
 * @param {{en: TemplateValues, ja: TemplateValues}} values
 * @returns {{en: string, ja: string}}
 */
export function translateBoth(key, values) {
  return { en: formatTemplate(en[key], values.en), ja: formatTemplate(ja[key], values.ja) };
}

/**
 * Join a label and a text with the colon of the language.
 * @param {string} one
 * @param {string} other
 */
export const withColon = (one, other) => (language() === "ja" ? `${one}：${other}` : `${one}: ${other}`);

/** A text with a capital letter and a full stop. @param {string} text */
export function asSentence(text) {
  const stop = /[.!?。！？]$/.test(text) ? "" : language() === "ja" ? "。" : ".";
  return capitalize(text) + stop;
}

/** A sentence with a capital letter; Japanese has none, so that a cell at its start stays "f5". @param {string} text */
export const capitalize = (text) => (language() === "ja" ? text : text.charAt(0).toUpperCase() + text.slice(1));
