// Shown instead of the board: waiting for an opponent, passing the screen, or an error.

import { copyText } from "../frame/dialog.js";
import { fill, h } from "../frame/dom.js";
import { icon } from "../frame/icons.js";
import { changeSettings, settings } from "../frame/settings.js";
import { localize, t } from "../frame/words.js";
import { deckPreview } from "./deck_preview.js";
import { deckName, deckOptions, deckSelect, describeRules } from "./option_fields.js";
import { deckField, loadChoices, saveChoices, sideText } from "./start_choices.js";
import { nameField } from "./table_request.js";

/** @typedef {import("../frame/message_types.js").Game} Game */
/** @typedef {import("../frame/message_types.js").Table} Table */

/**
 * The link to a table with a copy button.
 * @param {Table} table
 */
export function inviteLink(table) {
  const link = `${location.origin}/table/${table.id}`;
  const field = h("input", { readonly: true, value: link, "aria-label": t("share"), onfocus: () => field.select() });
  const button = h("button", { class: "primary" }, icon("link"), t("copy"));
  button.addEventListener("click", async () => {
    if (await copyText(link)) fill(button, icon("link"), t("copied"));
    else field.select();
  });
  return h("div", { class: "row" }, field, button);
}

/**
 * For the player who waits at an open table.
 * @param {Table} table
 * @param {() => void} cancel
 */
export function waitingPanel(table, cancel) {
  return h(
    "div",
    { class: "waiting" },
    h("h2", null, t(table.quick ? "looking" : "waiting")),
    h("p", null, t(table.quick ? "looking_note" : "send_link")),
    !table.quick && inviteLink(table),
    h("button", { onclick: cancel }, icon("close"), t("cancel_game")),
  );
}

/**
 * While a player's page has not revealed the contribution to the seed.
 * @param {(() => void) | null} cancel null for spectators
 */
export function dealingPanel(cancel) {
  return h(
    "div",
    { class: "waiting" },
    h("h2", null, t("dealing")),
    h("p", null, t("dealing_note")),
    cancel && h("button", { onclick: cancel }, icon("close"), t("cancel_game")),
  );
}

/**
 * For a visitor of an open table: who invites, the rules, and the visitor's own deck and name.
 * @param {Table} table
 * @param {Game} game
 * @param {(request: import("../frame/api.js").JoinRequest) => void} join
 */
export function joinPanel(table, game, join) {
  const host = table.seats.find((seat) => seat.kind === "human")?.name || t("guest");
  const deck = deckOptions(game).length > 1 && deckSelect("deck", game, loadChoices(game).deck);
  const name = h("input", { name: "name", value: settings.name, maxlength: 24, autocomplete: "nickname" });
  name.placeholder = t("name_hint");
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    changeSettings({ name: name.value.trim() });
    if (deck) saveChoices(game, { ...loadChoices(game), deck: deck.value });
    join({ ...nameField(), ...deckField(deck ? deck.value : "") });
  };
  return h(
    "form",
    { class: "waiting join", onsubmit: submit },
    h("h2", null, localize(game.title)),
    h("p", null, t("waits_for", { name: host })),
    h(
      "dl",
      { class: "table-facts" },
      ...tableFacts(table, game).map(([fact, value]) => h("div", null, h("dt", null, fact), h("dd", null, value))),
    ),
    deck && h("label", { class: "field" }, h("span", null, t("your_deck")), deck),
    deck && deckPreview(game, deck),
    h("label", { class: "field" }, h("span", null, t("your_name")), name),
    h("button", { class: "primary big", type: "submit" }, t("join_game")),
  );
}

/**
 * The host's deck, the visitor's side, the clock and the rule settings of an open table.
 * @param {Table} table
 * @param {Game} game
 * @returns {[string, string][]}
 */
function tableFacts(table, game) {
  const host = table.seats.findIndex((seat) => seat.kind === "human");
  const free = table.seats.findIndex((seat) => seat.kind === "open");
  const hostDeck = deckOptions(game)[host];
  const rules = describeRules(game, table.options);
  const { clock } = table;
  return [
    ...(hostDeck ? [pair(t("other_deck"), deckName(game, table.options[hostDeck.name] ?? hostDeck.default))] : []),
    ...(game.coin_toss ? [] : [pair(t("your_side"), sideText(game, free))]),
    ...(clock ? [pair(t("clock"), t("clock_of", { m: clock.initial / 60, s: clock.increment ?? 0 }))] : []),
    pair(t("rule_settings"), rules.length ? rules.join(", ") : t("standard_rules")),
  ];
}

/** @param {string} fact @param {string} value @returns {[string, string]} */
const pair = (fact, value) => [fact, value];

/**
 * Between two players on one screen.
 * @param {string} name the next player
 * @param {() => void} reveal
 */
export function passScreenPanel(name, reveal) {
  return h(
    "div",
    { class: "pass-screen" },
    icon("people"),
    h("h2", null, t("pass_to", { name })),
    h("p", null, t("pass_hint")),
    h("button", { class: "primary big", onclick: reveal }, t("i_am", { name })),
  );
}

/** @param {string} why */
export function tableError(why) {
  return h(
    "div",
    { class: "lost" },
    h("h1", null, t("table")),
    h("p", { class: "notice", role: "alert" }, why),
    h("a", { class: "button", href: "/" }, t("to_lobby")),
  );
}
