// The start panel of a game: opponent, decks, clock and rule settings.

import { openDialog } from "../frame/dialog.js";
import { h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { chosenLevel, levelName, saveLevel } from "../frame/levels.js";
import { changeSettings, settings } from "../frame/settings.js";
import { localize, t } from "../frame/words.js";
import { deckPreview } from "./deck_preview.js";
import { changedOptions, choiceLabel, deckOptions, deckSelect, optionFieldName, ruleOptions } from "./option_fields.js";
import { CLOCKS, countRuleChanges, loadChoices, opponentsOf, saveChoices, sideText } from "./start_choices.js";
import { levelNumbers } from "./table_request.js";

/** @typedef {import("../frame/message_types.js").Game} Game */
/** @typedef {import("../frame/message_types.js").Option} Option */
/** @typedef {import("./option_fields.js").CustomDeck} CustomDeck */
/** @typedef {import("./start_choices.js").StartChoices} StartChoices */
/** @typedef {[value: string, label: string, sign?: string]} Choice */

/** Marks a bot among the levels. */
const BOT = "bot:";

const OPPONENT_ICONS = { alone: "person", cpu: "chip", here: "people", link: "link", quick: "bolt" };

/**
 * Open the panel with the last choices.
 * @param {Game} game
 * @param {(choices: StartChoices) => void} start
 * @param {CustomDeck | null} [deck] deck to preselect
 */
export function openStartPanel(game, start, deck = null) {
  const choices = loadChoices(game);
  const form = h("form", { class: "setup", method: "dialog" });
  form.append(
    ...opponentFields(game, choices),
    ...deckFields(game, choices, deck),
    ...(game.seats > 1 ? [sideField(game, choices), clockField(choices), listedField(choices)] : []),
    nameInput(),
    ...(ruleOptions(game).length ? [rulesField(game, choices, form)] : []),
    h("div", { class: "row end" }, h("button", { class: "primary", type: "submit" }, icon("play"), t("start"))),
  );
  const update = () => showFields(form, readOpponent(form, choices));
  form.addEventListener("input", update);
  form.addEventListener("submit", () => {
    const data = new FormData(form);
    const name = String(data.get("name") ?? "").trim();
    const level = Number(data.get("level"));
    changeSettings({ name });
    if (level) saveLevel(game.id, level);
    const chosen = readChoices(form, game, choices);
    saveChoices(game, chosen);
    start(chosen);
  });
  update();
  openDialog(t("set_up_of", { game: localize(game.title) }), [form], { wide: true });
}

/**
 * @param {HTMLFormElement} form
 * @param {StartChoices} before
 */
function readOpponent(form, before) {
  return /** @type {StartChoices["opponent"]} */ (new FormData(form).get("opponent") ?? before.opponent);
}

/** The bot of a chosen level; empty for other levels. @param {string} level */
const readBot = (level) => (level.startsWith(BOT) ? level.slice(BOT.length) : "");

/**
 * @param {HTMLFormElement} form
 * @param {Game} game
 * @param {StartChoices} before
 * @returns {StartChoices}
 */
function readChoices(form, game, before) {
  const data = new FormData(form);
  const text = (/** @type {string} */ name, /** @type {string} */ old) => String(data.get(name) ?? old);
  return {
    opponent: readOpponent(form, before),
    bot: readBot(text("level", before.bot && BOT + before.bot)),
    seat: text("seat", before.seat),
    clock: text("clock", before.clock),
    listed: data.has("listed"),
    deck: text("deck", before.deck),
    otherDeck: text("other_deck", before.otherDeck),
    options: changedOptions(form, game),
  };
}

/**
 * Show the fields that matter for the chosen opponent.
 * @param {HTMLFormElement} form
 * @param {StartChoices["opponent"]} opponent
 */
function showFields(form, opponent) {
  form.noValidate = opponent === "quick";
  for (const field of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-for]"))) {
    field.hidden = !field.dataset.for?.split(" ").includes(opponent);
  }
}

/**
 * @param {Game} game
 * @param {StartChoices} choices
 */
function opponentFields(game, choices) {
  const opponents = opponentsOf(game);
  if (opponents.length === 1) return [];
  const level = choices.bot ? BOT + choices.bot : String(chosenLevel(game));
  const levels = levelNumbers(game).map((n) => /** @type {Choice} */ ([String(n), levelName(n)]));
  const bots = game.bots.map((name) => /** @type {Choice} */ ([BOT + name, name]));
  const cards = opponents.map((one) => /** @type {Choice} */ ([one, t(`who_${one}`), OPPONENT_ICONS[one]]));
  const opponent = radioField("opponent", t("opponent"), cards, choices.opponent);
  opponent.classList.add("opponents");
  return [
    opponent,
    forOpponent("cpu", radioField("level", t("level"), [...levels, ...bots], level)),
    ...opponents.slice(1).map((one) => forOpponent(one, h("p", { class: "faint" }, t(`note_${one}`)))),
  ];
}

/**
 * @param {Game} game
 * @param {StartChoices} choices
 * @param {CustomDeck | null} extra
 */
function deckFields(game, choices, extra) {
  const decks = deckOptions(game);
  if (!decks.length) return [];
  const field = (/** @type {string} */ label, /** @type {HTMLSelectElement} */ select) =>
    h(
      "div",
      { class: "deck-choice" },
      h("label", { class: "field" }, h("span", null, label), select),
      deckPreview(game, select),
    );
  const own = field(t("your_deck"), deckSelect("deck", game, extra?.option ?? choices.deck, { extra }));
  if (decks.length === 1) return [own];
  const other = field(t("other_deck"), deckSelect("other_deck", game, choices.otherDeck, { extra, random: true }));
  return [own, forOpponent("cpu here", other)];
}

/**
 * The player's side, or how the first player is chosen.
 * @param {Game} game
 * @param {StartChoices} choices
 */
function sideField(game, choices) {
  if (game.coin_toss) return h("p", { class: "faint toss-note" }, icon("coin"), t("toss_note"));
  const titles = game.seat_titles.map((_, at) => /** @type {Choice} */ ([String(at), sideText(game, at)]));
  return forOpponent("cpu link", radioField("seat", t("your_side"), [...titles, ["any", t("any_side")]], choices.seat));
}

/** @param {StartChoices} choices */
function clockField(choices) {
  const clocks = CLOCKS.map((clock) => {
    const [m, s] = clock.split("+");
    return /** @type {Choice} */ ([clock, t("clock_of", { m, s })]);
  });
  return forOpponent(
    "cpu here link",
    selectField("clock", t("clock"), [["", t("no_clock")], ...clocks], choices.clock),
  );
}

/** @param {StartChoices} choices */
function listedField(choices) {
  const box = h("input", { type: "checkbox", name: "listed", checked: choices.listed });
  return forOpponent("link", h("label", { class: "check" }, box, h("span", null, t("listed"))));
}

/** The display name, for games with other people. */
function nameInput() {
  const name = { name: "name", value: settings.name, maxlength: 24 };
  const input = h("input", { ...name, autocomplete: "nickname", placeholder: t("name_hint") });
  return forOpponent("link quick", h("label", { class: "field" }, h("span", null, t("your_name")), input));
}

/**
 * The rule settings, with a count of the changed ones.
 * @param {Game} game
 * @param {StartChoices} choices
 * @param {HTMLFormElement} form
 */
function rulesField(game, choices, form) {
  const rules = ruleOptions(game);
  const countText = (/** @type {StartChoices["options"]} */ options) => {
    const n = countRuleChanges(game, options);
    return n ? t("changed", { n }) : "";
  };
  const count = h("small", { class: "faint" }, countText(choices.options));
  const reset = () => {
    for (const option of rules) {
      const field = form.elements.namedItem(optionFieldName(option));
      /** @type {HTMLInputElement | HTMLSelectElement} */ (field).value = String(option.quick_start);
    }
    form.dispatchEvent(new Event("input"));
  };
  form.addEventListener("input", () => (count.textContent = countText(changedOptions(form, game))));
  const details = h(
    "details",
    { class: "numbers" },
    h("summary", null, t("rule_settings"), " ", count),
    h("div", { class: "grid" }, ...rules.map((option) => optionField(option, choices.options[option.name]))),
    h("button", { type: "button", onclick: reset }, t("reset")),
  );
  // The browser can only point at a wrong value that is visible.
  details.addEventListener("invalid", () => (details.open = true), { capture: true });
  return forOpponent("alone cpu here link", details);
}

/**
 * @param {Option} option
 * @param {string | number} [chosen] the default if undefined
 */
function optionField(option, chosen = option.default) {
  const name = optionFieldName(option);
  const choices = option.choices?.map((one) => /** @type {Choice} */ ([one, choiceLabel(option, one)]));
  if (choices) return selectField(name, localize(option.label), choices, String(chosen));
  const range = { min: option.low, max: option.high };
  const input =
    typeof option.default === "number"
      ? h("input", { name, type: "number", step: 1, ...range, value: chosen, required: true })
      : h("input", { name, value: chosen });
  return h("label", { class: "field" }, h("span", null, localize(option.label)), input);
}

/**
 * @param {string} name
 * @param {string} label
 * @param {Choice[]} choices
 * @param {string} chosen
 */
function selectField(name, label, choices, chosen) {
  return h(
    "label",
    { class: "field" },
    h("span", null, label),
    h("select", { name }, ...choices.map(([value, text]) => h("option", { value, selected: value === chosen }, text))),
  );
}

/**
 * @param {string} name
 * @param {string} label
 * @param {Choice[]} choices
 * @param {string} chosen
 */
function radioField(name, label, choices, chosen) {
  const radios = choices.map(([value, text, sign]) =>
    h(
      "label",
      null,
      h("input", { type: "radio", name, value, checked: value === chosen }),
      h("span", null, sign && icon(sign), text),
    ),
  );
  return h("fieldset", { class: "pick" }, h("legend", null, label), h("div", { class: "segments" }, ...radios));
}

/**
 * Show a field only for some opponents.
 * @template {HTMLElement} E
 * @param {string} opponents
 * @param {E} field
 */
function forOpponent(opponents, field) {
  field.dataset.for = opponents;
  return field;
}
