// A screen for any game: its view as lists, its legal actions as sentences. Knows no rules, and hardly any game.

import { open } from "../../frame/dialog.js";
import { fill, h, rove } from "../../frame/dom.js";
import { Screen } from "../../frame/screen.js";
import { both } from "../../frame/words.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").View} View */
/** @typedef {import("../../frame/message_types.js").Described} Described */

/** So long a line is left to be read before the next. */
const READING = 260;
const MANY = 14;
const SUITS = /^[A2-9TJQK][SHDC]$/;
const SIGNS = /** @type {Record<string, string>} */ ({ S: "♠", H: "♥", D: "♦", C: "♣" });
/** What a reader gains nothing from: it is shown elsewhere, or is for machines. */
const LEFT_OUT = ["seat", "costs", "decides", "unseen", "spent", "asked"];

export default class PlainScreen extends Screen {
  static tag = "plain-screen";
  static style = new URL("style.css", import.meta.url);

  /** @type {View} */
  #view = {};
  /** @type {string[]} */
  #legal = [];
  /** @type {Described[]} */
  #described = [];
  /** @type {Map<string, import("../../frame/message_types.js").Card>} */
  #cards = new Map();
  #state = h("div", { class: "state" });
  #actions = h("section", { class: "actions" });
  #asked = 0;
  /** Whether the focus was among the actions when they went away: then it goes on there. */
  #here = false;

  /** @param {import("../../frame/screen.js").Context} context */
  prepare(context) {
    super.prepare(context);
    this.#cards = new Map(context.cards.map((card) => [card.id, card]));
    this.append(...(context.replay ? [this.#state] : [this.#actions, this.#state]));
    rove(this.#actions, "ul button");
  }

  /** @param {View} view */
  show(view) {
    this.#view = view;
    this.#draw();
  }

  /** @param {import("../../frame/message_types.js").GameEvent} event */
  async play(event) {
    if (!event.text) return false;
    await this.context.motion.wait(READING);
    return true;
  }

  /** @param {string[]} legal */
  offer(legal) {
    this.#legal = legal;
    this.#described = [];
    this.#list();
    if (legal.length) void this.#describe();
  }

  relabel() {
    this.#draw();
    this.#list();
  }

  async #describe() {
    const asked = (this.#asked += 1);
    const described = await this.context.describe();
    if (asked !== this.#asked || !this.#legal.length) return;
    this.#described = described;
    this.#list();
  }

  #list() {
    if (this.context.replay) return;
    this.#here ||= this.#actions.contains(document.activeElement);
    const rows = this.#described.map((one) =>
      h(
        "li",
        null,
        h("button", { dataset: { action: one.action }, onclick: () => this.#act(one.action) }, capital(both(one.text))),
      ),
    );
    const list = h("ul", null, ...rows);
    const filter =
      rows.length > MANY &&
      h("input", {
        type: "search",
        "aria-label": t("filter"),
        placeholder: t("filter"),
        oninput: (/** @type {any} */ event) => sift(list, event.target.value),
      });
    fill(this.#actions, h("h2", null, t("actions")), filter, this.#legal.length ? list : h("p", null, t("not_now")));
    list.querySelectorAll("button").forEach((button, at) => (button.tabIndex = at ? -1 : 0));
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (!rows.length) return;
    if (this.#here && lost) list.querySelector("button")?.focus({ preventScroll: true });
    this.#here = false;
  }

  /** @param {string} action */
  #act(action) {
    this.context.act(action);
  }

  #draw() {
    const entries = Object.entries(this.#view).filter(([key, value]) => !LEFT_OUT.includes(key) && !blank(value));
    const facts = entries.filter(([, value]) => simple(value));
    const rest = entries
      .filter(([, value]) => !simple(value))
      .sort(([one], [other]) => Number(other === "hand") - Number(one === "hand"));
    fill(this.#state, facts.length > 0 && this.#facts(facts), ...rest.map(([key, value]) => this.#part(key, value)));
  }

  /** @param {[string, any][]} facts */
  #facts(facts) {
    return h(
      "dl",
      { class: "facts" },
      ...facts.map(([key, value]) =>
        h("div", null, h("dt", null, t(key === "hand" ? "hands" : key)), h("dd", null, this.#word(value))),
      ),
    );
  }

  /**
   * One entry of a view, under its name.
   * @param {string} key
   * @param {any} value
   * @returns {HTMLElement}
   */
  #part(key, value) {
    const rows =
      Array.isArray(value) && value.length > 3 && value.every((row) => typeof row === "string" && /^[.BW]+$/.test(row));
    const body = rows ? grid(value) : Array.isArray(value) ? this.#shelf(value) : this.#inside(value);
    const count =
      Array.isArray(value) &&
      !rows &&
      value.some((one) => one !== null) &&
      h("small", null, ` ${value.filter((one) => one !== null).length}`);
    if (key === "unknown") return h("details", { class: "part" }, h("summary", null, t(key), count), body);
    return h("section", { class: `part part-${key}` }, h("h3", null, t(key), count), body);
  }

  /** @param {Record<string, any>} value */
  #inside(value) {
    const entries = Object.entries(value).filter(([key, part]) => !LEFT_OUT.includes(key) && !blank(part));
    const facts = entries.filter(([, part]) => simple(part));
    return h(
      "div",
      { class: "inside" },
      facts.length > 0 && this.#facts(facts),
      ...entries.filter(([, part]) => !simple(part)).map(([key, part]) => this.#part(key, part)),
    );
  }

  /** @param {any[]} values */
  #shelf(values) {
    const counts = tally(values);
    return h(
      "ul",
      { class: "cards" },
      ...Array.from(counts, ([value, count]) => h("li", null, this.#thing(value, count))),
    );
  }

  /**
   * @param {any} value
   * @param {number} count
   * @returns {HTMLElement}
   */
  #thing(value, count) {
    if (value === null) return h("span", { class: "card gap" }, t("empty"));
    if (typeof value !== "object") return this.#card(String(value), count > 1 ? [`× ${count}`] : []);
    const { card, id, ...rest } = value;
    const facts = Object.entries(rest)
      .filter(([, part]) => !blank(part))
      .map(([key, part]) => `${t(key)} ${this.#word(part)}`);
    return this.#card(String(id ?? card ?? ""), facts);
  }

  /**
   * @param {string} name
   * @param {string[]} facts
   */
  #card(name, facts) {
    const card = this.#cards.get(name.split("#")[0]);
    const inside = [h("strong", null, this.#word(name)), ...facts.map((fact) => h("small", null, fact))];
    const red = SUITS.test(name) && /[HD]$/.test(name);
    if (!card) return h("span", { class: red ? "card pip red" : SUITS.test(name) ? "card pip" : "card" }, ...inside);
    return h(
      "button",
      {
        class: "card",
        onclick: () =>
          open(both(card.name), [
            h("p", { class: "line" }, both(card.facts.line)),
            h("p", { class: "text" }, both(card.text)),
          ]),
      },
      ...inside,
    );
  }

  /**
   * A simple value as people read it.
   * @param {any} value
   * @returns {string}
   */
  #word(value) {
    if (value === true || value === false) return t(value ? "yes" : "no");
    if (typeof value === "number") return String(value);
    if (Array.isArray(value)) return value.map((one) => this.#word(one)).join(", ");
    if (typeof value === "object")
      return Object.entries(value)
        .map(([key, part]) => `${t(key)} ${this.#word(part)}`)
        .join(", ");
    const card = this.#cards.get(String(value).split("#")[0]);
    if (card) return both(card.name);
    if (SUITS.test(value)) return value[0].replace("T", "10") + SIGNS[value[1]];
    return t(String(value));
  }
}

/** @param {any} value */
function simple(value) {
  return typeof value !== "object";
}

/** @param {any} value */
function blank(value) {
  return (
    value === null ||
    value === "" ||
    value === false ||
    (Array.isArray(value) && !value.length) ||
    (typeof value === "object" && !Object.keys(value).length)
  );
}

/**
 * What lies there, and how often; only names of cards are put together.
 * @param {any[]} values
 * @returns {[any, number][]}
 */
function tally(values) {
  if (values.some((value) => typeof value !== "string")) return values.map((value) => [value, 1]);
  return Array.from(new Set(values), (name) => [name, values.filter((value) => value === name).length]);
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {string[]} rows */
function grid(rows) {
  const cells = rows.flatMap((row, y) =>
    Array.from(row).map((sign, x) =>
      h("span", {
        class: `cell ${sign === "B" ? "black" : sign === "W" ? "white" : ""}`,
        title: `${"abcdefgh"[x]}${y + 1}`,
        role: "img",
        "aria-label": `${"abcdefgh"[x]}${y + 1} ${sign === "." ? "" : t(sign === "B" ? "black" : "white")}`,
      }),
    ),
  );
  return h("div", { class: "grid", style: { "--columns": rows[0].length } }, ...cells);
}

/**
 * @param {HTMLElement} list
 * @param {string} wanted
 */
function sift(list, wanted) {
  for (const row of list.children) {
    /** @type {HTMLElement} */ (row).hidden = !row.textContent?.toLowerCase().includes(wanted.toLowerCase());
  }
}
