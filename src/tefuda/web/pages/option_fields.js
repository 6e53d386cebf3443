// Form fields for the options of a game.

import { h } from "../frame/dom.js";
import { loadDecks } from "../frame/saved_decks.js";
import { localize, t } from "../frame/words.js";

/** @typedef {import("../frame/message_types.js").Game} Game */
/** @typedef {import("../frame/message_types.js").Option} Option */
/** @typedef {{name: import("../frame/message_types.js").LocalizedText, option: string}} CustomDeck a custom deck as an option value */

/** The value of the choice of a random starter deck. */
export const RANDOM_DECK = "?";

/** Whether an option takes a deck. @param {Option} option */
export const isDeckOption = (option) => typeof option.default === "string" && option.name.startsWith("deck");

/** The deck options of a game, one for each seat. @param {Game} game */
export const deckOptions = (game) => game.options.filter(isDeckOption);

/** The options of a game without its decks. @param {Game} game */
export const ruleOptions = (game) => game.options.filter((option) => !isDeckOption(option));

/** The name of the form field of an option. @param {Option} option */
export const optionFieldName = (option) => `option:${option.name}`;

/**
 * The label of one of an option's choices.
 * @param {Option} option
 * @param {string | number} choice
 */
export function choiceLabel(option, choice) {
  const at = option.choices?.indexOf(String(choice)) ?? -1;
  return localize(option.choice_labels?.[at]) || String(choice);
}

/** The saved decks of this device as option values. @param {Game} game @returns {CustomDeck[]} */
function savedDecks(game) {
  return loadDecks(game.id).flatMap(({ deck, option }) => (option ? [{ name: deck.name, option }] : []));
}

/**
 * The name of a deck by its option value: a starter deck, a saved deck or another one.
 * @param {Game} game
 * @param {string} value
 */
export function deckName(game, value) {
  if (value === RANDOM_DECK) return t("random_deck");
  const starter = game.decks.find((one) => one.id === value);
  const name = starter?.name ?? savedDecks(game).find((one) => one.option === value)?.name;
  return name ? localize(name) : t("custom_deck");
}

/** Whether a deck is a starter deck or saved on this device. @param {Game} game @param {string} value */
export const isKnownDeck = (game, value) =>
  game.decks.some((one) => one.id === value) || savedDecks(game).some((one) => one.option === value);

/**
 * A select with the saved decks of this device and the starter decks.
 * @param {string} name of the field
 * @param {Game} game
 * @param {string} selected option value
 * @param {{extra?: CustomDeck | null, random?: boolean}} [more] an unsaved deck; whether a random one can be chosen
 */
export function deckSelect(name, game, selected, { extra = null, random = false } = {}) {
  const saved = savedDecks(game);
  const own = extra && saved.every((one) => one.option !== extra.option) ? [extra, ...saved] : saved;
  const item = (/** @type {string} */ value, /** @type {string} */ text) =>
    h("option", { value, selected: value === selected }, text);
  return h(
    "select",
    { name },
    random && item(RANDOM_DECK, t("random_deck")),
    own.length > 0 &&
      h("optgroup", { label: t("own_decks") }, ...own.map((one) => item(one.option, localize(one.name)))),
    h("optgroup", { label: t("ready_decks") }, ...game.decks.map((one) => item(one.id, localize(one.name)))),
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

/**
 * Describe changed rule settings: "LP at the start: 3000".
 * @param {Game} game
 * @param {Record<string, any>} options
 * @returns {string[]}
 */
export function describeRules(game, options) {
  return ruleOptions(game)
    .filter((option) => option.name in options)
    .map((option) =>
      t("rule_value", { rule: localize(option.label), value: choiceLabel(option, options[option.name]) }),
    );
}
