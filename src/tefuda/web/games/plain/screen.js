// A screen for any game: its view as lists, its legal actions as sentences.

import { openDialog } from "../../frame/dialog.js";
import { fill, h, enableRovingFocus } from "../../frame/dom.js";
import { Screen } from "../../frame/screen.js";
import { capitalize, localize } from "../../frame/words.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").View} View */
/** @typedef {import("../../frame/message_types.js").LegalAction} LegalAction */

/** Reading time of a log line. */
const LINE_PAUSE_MS = 260;
const FILTER_THRESHOLD = 14;
const CARD_NOTATION = /^[A2-9TJQK][SHDC]$/;
const SUIT_SYMBOLS = /** @type {Record<string, string>} */ ({ S: "♠", H: "♥", D: "♦", C: "♣" });
/** Keys of views that are not shown. */
const HIDDEN_KEYS = ["seat", "costs", "decides", "unseen", "spent", "asked"];

export default class PlainScreen extends Screen {
  static tag = "plain-screen";
  static style = new URL("style.css", import.meta.url);

  /** @type {View} */
  #view = {};
  /** @type {string[]} */
  #legal = [];
  /** The choice that the player is asked to make. @type {import("../../frame/message_types.js").LocalizedText | null} */
  #question = null;
  /** @type {LegalAction[]} */
  #described = [];
  /** @type {Map<string, import("../../frame/message_types.js").Card>} */
  #cards = new Map();
  #state = h("div", { class: "state" });
  #actions = h("section", { class: "actions" });
  #requestId = 0;
  /** Whether the actions had the focus, to restore it. */
  #hadFocus = false;

  /** @param {import("../../frame/screen.js").ScreenContext} context */
  prepare(context) {
    super.prepare(context);
    this.#cards = new Map(context.cards.map((card) => [card.id, card]));
    this.append(...(context.replay ? [this.#state] : [this.#actions, this.#state]));
    enableRovingFocus(this.#actions, "ul button");
  }

  /** @param {View} view */
  show(view) {
    this.#view = view;
    this.#render();
  }

  /** @param {import("../../frame/message_types.js").GameEvent} event */
  async playEvent(event) {
    if (!event.text) return false;
    await this.context.motion.wait(LINE_PAUSE_MS);
    return true;
  }

  /** @param {string[]} legal @param {View} _ @param {import("../../frame/message_types.js").LocalizedText | null} prompt */
  offerActions(legal, _, prompt) {
    this.#legal = legal;
    this.#question = prompt;
    this.#described = [];
    this.#renderActions();
    if (legal.length) void this.#describe();
  }

  relabel() {
    this.#render();
    this.#renderActions();
  }

  async #describe() {
    const requestId = (this.#requestId += 1);
    const described = await this.context.describe();
    if (requestId !== this.#requestId || !this.#legal.length) return;
    this.#described = described;
    this.#renderActions();
  }

  #renderActions() {
    if (this.context.replay) return;
    this.#hadFocus ||= this.#actions.contains(document.activeElement);
    const rows = this.#described.map((one) =>
      h(
        "li",
        null,
        h(
          "button",
          { dataset: { action: one.action }, onclick: () => this.#act(one.action) },
          capitalize(localize(one.text)),
        ),
      ),
    );
    const list = h("ul", null, ...rows);
    const filter =
      rows.length > FILTER_THRESHOLD &&
      h("input", {
        type: "search",
        "aria-label": t("filter"),
        placeholder: t("filter"),
        oninput: (/** @type {any} */ event) => filterList(list, event.target.value),
      });
    fill(
      this.#actions,
      h("h2", null, t("actions")),
      this.#question && h("p", { class: "question" }, localize(this.#question)),
      filter,
      this.#legal.length ? list : h("p", null, t("not_now")),
    );
    list.querySelectorAll("button").forEach((button, at) => (button.tabIndex = at ? -1 : 0));
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (!rows.length) return;
    if (this.#hadFocus && lost) list.querySelector("button")?.focus({ preventScroll: true });
    this.#hadFocus = false;
  }

  /** @param {string} action */
  #act(action) {
    this.context.act(action);
  }

  #render() {
    const entries = Object.entries(this.#view).filter(([key, value]) => !HIDDEN_KEYS.includes(key) && !isBlank(value));
    const facts = entries.filter(([, value]) => isSimple(value));
    const rest = entries
      .filter(([, value]) => !isSimple(value))
      .sort(([one], [other]) => Number(other === "hand") - Number(one === "hand"));
    fill(
      this.#state,
      facts.length > 0 && this.#factList(facts),
      ...rest.map(([key, value]) => this.#section(key, value)),
    );
  }

  /** @param {[string, any][]} facts */
  #factList(facts) {
    return h(
      "dl",
      { class: "facts" },
      ...facts.map(([key, value]) =>
        h(
          "div",
          null,
          h("dt", null, key === "hand" ? t("hands") : this.#word(key)),
          h("dd", null, this.#valueText(value)),
        ),
      ),
    );
  }

  /**
   * A section for a value of the view.
   * @param {string} key
   * @param {any} value
   * @returns {HTMLElement}
   */
  #section(key, value) {
    const rows =
      Array.isArray(value) && value.length > 3 && value.every((row) => typeof row === "string" && /^[.BW]+$/.test(row));
    const body = rows
      ? this.#boardGrid(value)
      : Array.isArray(value)
        ? this.#itemList(value)
        : this.#nestedSections(value);
    const count =
      Array.isArray(value) &&
      !rows &&
      value.some((one) => one !== null) &&
      h("small", null, ` ${value.filter((one) => one !== null).length}`);
    if (key === "unknown") return h("details", { class: "part" }, h("summary", null, this.#word(key), count), body);
    return h("section", { class: `part part-${key}` }, h("h3", null, this.#word(key), count), body);
  }

  /** @param {Record<string, any>} value */
  #nestedSections(value) {
    const entries = Object.entries(value).filter(([key, part]) => !HIDDEN_KEYS.includes(key) && !isBlank(part));
    const facts = entries.filter(([, part]) => isSimple(part));
    return h(
      "div",
      { class: "inside" },
      facts.length > 0 && this.#factList(facts),
      ...entries.filter(([, part]) => !isSimple(part)).map(([key, part]) => this.#section(key, part)),
    );
  }

  /** @param {any[]} values */
  #itemList(values) {
    const counts = countValues(values);
    return h(
      "ul",
      { class: "cards" },
      ...Array.from(counts, ([value, count]) => h("li", null, this.#item(value, count))),
    );
  }

  /**
   * @param {any} value
   * @param {number} count
   * @returns {HTMLElement}
   */
  #item(value, count) {
    if (value === null) return h("span", { class: "card gap" }, t("empty"));
    if (typeof value !== "object") return this.#card(String(value), count > 1 ? [`× ${count}`] : []);
    const { card, id, ...rest } = value;
    const facts = Object.entries(rest)
      .filter(([, part]) => !isBlank(part))
      .map(([key, part]) => `${this.#word(key)} ${this.#valueText(part)}`);
    return this.#card(String(id ?? card ?? ""), facts);
  }

  /**
   * @param {string} name
   * @param {string[]} facts
   */
  #card(name, facts) {
    const card = this.#cards.get(name.split("#")[0]);
    const inside = [h("strong", null, this.#valueText(name)), ...facts.map((fact) => h("small", null, fact))];
    const red = CARD_NOTATION.test(name) && /[HD]$/.test(name);
    if (!card)
      return h("span", { class: red ? "card pip red" : CARD_NOTATION.test(name) ? "card pip" : "card" }, ...inside);
    return h(
      "button",
      {
        class: "card",
        onclick: () =>
          openDialog(localize(card.name), [
            h("p", { class: "line" }, localize(card.facts.line)),
            h("p", { class: "text" }, localize(card.text)),
          ]),
      },
      ...inside,
    );
  }

  /** A key or value in words: the game's label, or a word that many games share. @param {string} name */
  #word(name) {
    return name in this.context.game.labels ? this.label(name) : t(name);
  }

  /** @param {string[]} rows */
  #boardGrid(rows) {
    const cells = rows.flatMap((row, y) =>
      Array.from(row).map((sign, x) =>
        h("span", {
          class: `cell ${sign === "B" ? "black" : sign === "W" ? "white" : ""}`,
          title: `${"abcdefgh"[x]}${y + 1}`,
          role: "img",
          "aria-label": `${"abcdefgh"[x]}${y + 1} ${sign === "." ? "" : this.label(sign === "B" ? "black" : "white")}`,
        }),
      ),
    );
    return h("div", { class: "grid", style: { "--columns": rows[0].length } }, ...cells);
  }

  /**
   * A value as text.
   * @param {any} value
   * @returns {string}
   */
  #valueText(value) {
    if (value === true || value === false) return t(value ? "yes" : "no");
    if (typeof value === "number") return String(value);
    if (Array.isArray(value)) return value.map((one) => this.#valueText(one)).join(", ");
    if (typeof value === "object")
      return Object.entries(value)
        .map(([key, part]) => `${this.#word(key)} ${this.#valueText(part)}`)
        .join(", ");
    const card = this.#cards.get(String(value).split("#")[0]);
    if (card) return localize(card.name);
    if (CARD_NOTATION.test(value)) return value[0].replace("T", "10") + SUIT_SYMBOLS[value[1]];
    return this.#word(String(value));
  }
}

/** @param {any} value */
function isSimple(value) {
  return typeof value !== "object";
}

/** @param {any} value */
function isBlank(value) {
  return (
    value === null ||
    value === "" ||
    value === false ||
    (Array.isArray(value) && !value.length) ||
    (typeof value === "object" && !Object.keys(value).length)
  );
}

/**
 * Count equal card names.
 * @param {any[]} values
 * @returns {[any, number][]}
 */
function countValues(values) {
  if (values.some((value) => typeof value !== "string")) return values.map((value) => [value, 1]);
  return Array.from(new Set(values), (name) => [name, values.filter((value) => value === name).length]);
}

/**
 * @param {HTMLElement} list
 * @param {string} wanted
 */
function filterList(list, wanted) {
  for (const row of list.children) {
    /** @type {HTMLElement} */ (row).hidden = !row.textContent?.toLowerCase().includes(wanted.toLowerCase());
  }
}
