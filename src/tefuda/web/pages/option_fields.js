// Form fields for the options of a game.

import { h } from "../frame/dom.js";
import { loadDecks } from "../frame/saved_decks.js";
import { localize, t } from "../frame/words.js";

/** @typedef {import("../frame/message_types.js").Game} Game */
/** @typedef {import("../frame/message_types.js").Option} Option */
/** @typedef {{name: import("../frame/message_types.js").LocalizedText, option: string}} CustomDeck a custom deck as an option value */

/** Whether an option takes a deck. @param {Option} option */
export const isDeckOption = (option) => typeof option.default === "string" && option.name.startsWith("deck");

/** The name of the form field of an option. @param {Option} option */
export const optionFieldName = (option) => `option:${option.name}`;

/**
 * A select with the saved decks of this device and the starter decks.
 * @param {Option} option
 * @param {Game} game
 * @param {string} selected option value
 * @param {CustomDeck | null} [extra] an unsaved deck
 */
export function deckSelect(option, game, selected, extra = null) {
  const saved = loadDecks(game.id).flatMap(({ deck, option: value }) =>
    value ? [{ name: deck.name, option: value }] : [],
  );
  const own = extra && saved.every((one) => one.option !== extra.option) ? [extra, ...saved] : saved;
  const item = (/** @type {string} */ value, /** @type {CustomDeck["name"]} */ name) =>
    h("option", { value, selected: value === selected }, localize(name));
  return h(
    "select",
    { name: optionFieldName(option) },
    own.length > 0 && h("optgroup", { label: t("own_decks") }, ...own.map((one) => item(one.option, one.name))),
    h("optgroup", { label: t("ready_decks") }, ...game.decks.map((one) => item(one.id, one.name))),
  );
}

/**
 * The options of a form that differ from the defaults.
 * @param {HTMLFormElement} form
 * @param {Game} game
 * @returns {Record<string, string | number>}
 */
export function changedOptions(form, game) {
  const data = new FormData(form);
  /** @type {Record<string, string | number>} */
  const changed = {};
  for (const option of game.options) {
    const text = String(data.get(optionFieldName(option)) ?? "");
    const value = typeof option.default === "number" ? Number(text) : text;
    if (text !== "" && value !== option.default) changed[option.name] = value;
  }
  return changed;
}
