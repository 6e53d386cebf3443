// The form: deck, player, number of games and rule settings.

import { h } from "../../frame/dom.js";
import { cpuName } from "../../frame/levels.js";
import { localize } from "../../frame/words.js";
import { number, t } from "./words.js";
import { changedOptions, choiceLabel, deckName, deckSelect, optionFieldName, isDeckOption } from "../option_fields.js";
import { levelNumbers } from "../table_request.js";

/** @typedef {import("../../frame/message_types.js").Game} Game */
/** @typedef {import("../../frame/message_types.js").Option} Option */

const COUNTS = [100, 1000, 10_000];
const MAX_GAMES = 1_000_000;
const MAX_DEAL = 1_000_000_000;
const DEFAULT_LEVEL = 2;
/** Options that are always visible. */
const MAIN_OPTIONS = ["max_turns", "opening_hand"];

/**
 * @param {string} label
 * @param {HTMLElement} input
 * @param {string} [note]
 */
function field(label, input, note) {
  return h("label", { class: "field" }, h("span", null, label), input, note && h("small", { class: "faint" }, note));
}

/**
 * @param {Game} game
 * @param {string | null} deck preselected deck
 */
export function trialForm(game, deck) {
  const [front, behind] = [
    game.options.filter((option) => MAIN_OPTIONS.includes(option.name)),
    game.options.filter((option) => !MAIN_OPTIONS.includes(option.name) && !isDeckOption(option)),
  ];
  const other = h("input", {
    name: "other",
    type: "number",
    min: 1,
    max: MAX_GAMES,
    step: 1,
    placeholder: t("other"),
    "aria-label": `${t("games")}: ${t("other")}`,
  });
  const counts = COUNTS.map((count, at) =>
    h(
      "label",
      null,
      h("input", { type: "radio", name: "games", value: count, checked: at === 1 }),
      h("span", null, number(count)),
    ),
  );
  // A custom number deselects the presets, and the other way round.
  const radios = counts.map((label) => /** @type {HTMLInputElement} */ (label.firstElementChild));
  other.addEventListener("input", () => {
    for (const radio of radios) radio.checked = false;
    if (!other.value) radios[1].checked = true;
  });
  for (const radio of radios) radio.addEventListener("change", () => (other.value = ""));
  return h(
    "form",
    { class: "sheet-like trial-form", id: "trial-form" },
    h(
      "fieldset",
      null,
      h("legend", { class: "visually-hidden" }, t("setup")),
      ...game.options
        .filter(isDeckOption)
        .map((option) =>
          field(localize(option.label), deckSelect(optionFieldName(option), game, deck ?? String(option.default))),
        ),
      field(
        t("level"),
        h(
          "select",
          { name: "level" },
          ...levelNumbers(game).map((n) => h("option", { value: n, selected: n === DEFAULT_LEVEL }, cpuName(n))),
        ),
        t("level_note"),
      ),
      h(
        "fieldset",
        { class: "pick counts" },
        h("legend", null, t("games")),
        h("div", { class: "segments" }, ...counts, other),
      ),
      h("div", { class: "pair" }, ...front.map((option) => field(localize(option.label), optionInput(option)))),
      h(
        "details",
        { class: "numbers" },
        h("summary", null, t("more_rules")),
        h(
          "div",
          { class: "grid" },
          ...behind.map((option) => field(localize(option.label), optionInput(option))),
          field(t("first"), integerInput("first", 0, 0, MAX_DEAL), t("first_note")),
        ),
      ),
    ),
  );
}

/** @param {Option} option */
function optionInput(option) {
  const name = optionFieldName(option);
  if (option.choices)
    return h(
      "select",
      { name },
      ...option.choices.map((one) =>
        h("option", { value: one, selected: one === option.default }, choiceLabel(option, one)),
      ),
    );
  return integerInput(name, Number(option.default), option.low, option.high);
}

/**
 * @param {string} name
 * @param {number} value
 * @param {number | null} min
 * @param {number | null} max
 */
function integerInput(name, value, min, max) {
  return h("input", { name, type: "number", step: 1, min, max, value, required: true });
}

/**
 * Read the form: changed options, level, first deal and number of games.
 * @param {HTMLFormElement} from
 * @param {Game} game
 */
export function readForm(from, game) {
  const data = new FormData(from);
  const options = changedOptions(from, game);
  const wanted = Number(data.get("other") || data.get("games") || COUNTS[1]);
  return { setup: { options, level: Number(data.get("level")), first: Number(data.get("first")) }, wanted };
}

/**
 * Describe the options of a run; decks by name.
 * @param {Record<string, string | number>} options
 * @param {Game} game
 * @returns {string[]}
 */
export function describeOptions(options, game) {
  return game.options.flatMap((option) => {
    const value = options[option.name] ?? option.default;
    if (isDeckOption(option)) return [deckName(game, String(value))];
    return option.name in options ? [`${localize(option.label)} ${choiceLabel(option, value)}`] : [];
  });
}
