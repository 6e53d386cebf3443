// Options of a new table: players, clock and rule settings. Only changed values are sent.

import { openDialog } from "../frame/dialog.js";
import { h } from "../frame/dom.js";
import { changeSettings, settings } from "../frame/settings.js";
import { localize, t } from "../frame/words.js";
import { choiceLabel } from "../games/index.js";
import { changedOptions, deckSelect, optionFieldName, isDeckOption } from "./option_fields.js";
import { levelNumbers, nameField } from "./table_request.js";

/** @typedef {import("../frame/message_types.js").Game} Game */
/** @typedef {import("../frame/message_types.js").Option} Option */
/** @typedef {import("./option_fields.js").CustomDeck} CustomDeck */

const CLOCKS = [
  [3, 2],
  [5, 5],
  [10, 10],
  [30, 30],
];

/**
 * @param {Game} game
 * @param {(wish: object) => void} start
 * @param {CustomDeck | null} [deck] deck to preselect
 */
export function openNewTable(game, start, deck = null) {
  const form = h("form", { class: "setup", method: "dialog" });
  const who = game.seats > 1 ? ["cpu", "here", "link", "public"] : ["alone"];
  const count = h("small", { class: "faint" });
  const tally = () => {
    const decks = game.options.filter(isDeckOption).map((option) => option.name);
    const changed = Object.keys(changedOptions(form, game)).filter((name) => !decks.includes(name)).length;
    count.textContent = changed ? t("changed", { n: changed }) : "";
  };
  form.append(
    ...(game.seats > 1
      ? [
          selectField(
            "who",
            t("opponent"),
            who.map((one) => [one, t(`who_${one}`)]),
            "cpu",
          ),
          selectField(
            "level",
            t("level"),
            levelNumbers(game).map((n) => [String(n), t("level_n", { n })]),
            String(settings.level),
          ),
          selectField(
            "seat",
            t("your_seat"),
            [
              ...game.seat_titles.map((title, at) => /** @type {[string, string]} */ ([String(at), localize(title)])),
              ["any", t("any_seat")],
            ],
            "0",
          ),
          selectField(
            "clock",
            t("clock"),
            [
              ["", t("no_clock")],
              ...CLOCKS.map(([m, s]) => /** @type {[string, string]} */ ([`${m}+${s}`, t("clock_of", { m, s })])),
            ],
            "",
          ),
        ]
      : []),
    ...game.options.filter(isDeckOption).map((option) => deckField(option, game, deck)),
    h(
      "label",
      { class: "field" },
      h("span", null, t("your_name")),
      h("input", {
        name: "name",
        value: settings.name,
        maxlength: 24,
        autocomplete: "nickname",
        placeholder: t("name_hint"),
      }),
    ),
    h(
      "details",
      { class: "numbers", ontoggle: tally },
      h("summary", null, t("rule_settings"), " ", count),
      h("div", { class: "grid" }, ...game.options.filter((option) => !isDeckOption(option)).map(optionField)),
      h("button", { type: "reset" }, t("reset")),
    ),
    h("div", { class: "row end" }, h("button", { class: "primary", type: "submit" }, t("start"))),
  );
  form.addEventListener("change", (event) => {
    if (/** @type {HTMLElement} */ (event.target).getAttribute("name") === "seat") moveDeckToSeat(form, game, deck);
  });
  form.addEventListener("input", () => {
    tally();
    updateVisibleFields(form);
  });
  form.addEventListener("reset", () => setTimeout(tally));
  form.addEventListener("submit", () => {
    const name = String(new FormData(form).get("name") ?? "").trim();
    const level = Number(new FormData(form).get("level") ?? settings.level);
    changeSettings({ name, level });
    if (resolveRandomSeat(form, game)) moveDeckToSeat(form, game, deck);
    start(tableRequest(form, game));
  });
  updateVisibleFields(form);
  openDialog(t("options_of", { game: localize(game.title) }), [form], { wide: true });
}

/**
 * Replace a random seat with an actual one; return false if the seat was chosen.
 * @param {HTMLFormElement} form
 * @param {Game} game
 */
function resolveRandomSeat(form, game) {
  const seat = form.elements.namedItem("seat");
  if (!(seat instanceof HTMLSelectElement) || seat.value !== "any") return false;
  seat.value = String(Math.floor(Math.random() * game.seats));
  return true;
}

/**
 * Move the custom deck to the player's seat, swapping it with the deck there.
 * @param {HTMLFormElement} form
 * @param {Game} game
 * @param {CustomDeck | null} deck
 */
function moveDeckToSeat(form, game, deck) {
  const seat = Number(new FormData(form).get("seat") ?? 0) || 0;
  const selects = game.options
    .filter(isDeckOption)
    .map((option) => /** @type {HTMLSelectElement} */ (form.elements.namedItem(optionFieldName(option))));
  const from = selects.find((select) => select.value === deck?.option);
  const to = selects[seat];
  if (!deck || !from || !to || from === to) return;
  from.value = to.value;
  to.value = deck.option;
}

/**
 * Show the level only for CPU games, and the seat only if players do not share a screen.
 * @param {HTMLFormElement} form
 */
function updateVisibleFields(form) {
  const who = new FormData(form).get("who");
  const shown = { level: who === "cpu", seat: who !== "here" };
  for (const [name, on] of Object.entries(shown)) {
    const select = form.elements.namedItem(name);
    if (select instanceof HTMLSelectElement && select.parentElement) select.parentElement.hidden = !on;
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {Game} game
 */
function tableRequest(form, game) {
  const data = new FormData(form);
  const who = data.get("who") ?? "alone";
  const other = who === "cpu" ? { cpu: Number(data.get("level")) } : who === "here" || who === "alone" ? "me" : "open";
  const mine = Number(data.get("seat") ?? 0);
  const [minutes, seconds] = String(data.get("clock") ?? "")
    .split("+")
    .map(Number);
  const options = changedOptions(form, game);
  return {
    game: game.id,
    seats: game.seat_titles.map((_, seat) => (seat === mine ? "me" : other)),
    ...(Object.keys(options).length ? { options } : {}),
    ...nameField(),
    ...(minutes ? { clock: { initial: minutes * 60, increment: seconds } } : {}),
    ...(who === "public" ? { public: true } : {}),
    ...(who !== "link" && who !== "public" && !minutes ? { practice: true } : {}),
  };
}

/**
 * @param {string} name
 * @param {string} label
 * @param {[string, string][]} choices
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

/** @param {Option} option */
function optionField(option) {
  const name = optionFieldName(option);
  const choices = option.choices?.map(
    (one) => /** @type {[string, string]} */ ([String(one), localize(choiceLabel(String(one)))]),
  );
  if (choices) return selectField(name, localize(option.label), choices, String(option.default));
  const range = { min: option.low, max: option.high };
  const input =
    typeof option.default === "number"
      ? h("input", { name, type: "number", step: 1, ...range, value: option.default, required: true })
      : h("input", { name, value: option.default });
  input.defaultValue = String(option.default);
  return h("label", { class: "field" }, h("span", null, localize(option.label)), input);
}

/**
 * A field for a deck option. The custom deck is selected in the first one.
 * @param {Option} option
 * @param {Game} game
 * @param {CustomDeck | null} deck
 */
function deckField(option, game, deck) {
  const isFirst = game.options.find(isDeckOption) === option;
  const selected = deck && isFirst ? deck.option : option.default;
  const select = deckSelect(option, game, selected, deck);
  return h("label", { class: "field" }, h("span", null, localize(option.label)), select);
}
