// The deck: its name, how far it is, what is not right, its cards by type, and what it looks like at a glance.

import { sentence } from "../../frame/api.js";
import { emit, fill, h } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { both } from "../../frame/words.js";
import { plots, tintOf } from "./plots.js";
import { stepper } from "./stepper.js";
import { w } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Card} Card */
/** @typedef {import("../../frame/message_types.js").Problem} Problem */
/** @typedef {import("./deck_editor.js").Bench} Bench */
/** @typedef {import("./check.js").Check} Check */
/** @typedef {import("./facts.js").Field} Field */
/** @typedef {{id: string, card: Card | undefined, count: number}} Entry */

/** Where a problem that is not about a card is, in the reader's words. @type {Record<string, string>} */
const PLACES = {
  id: "file_id",
  "name.en": "name_en",
  "name.ja": "name_ja",
  "plan.en": "plan_en",
  "plan.ja": "plan_ja",
};

/** Where the window is less high, the drawings are folded up at first, so that the deck is seen. */
const ROOMY = 900;

/** Tells `add` {card, by}, `about` card, `tool` name, `begin` deck. */
export class Panel {
  element = h("section", { class: "db-deck" });
  #head = h("header", { class: "db-head" });
  #said = h("p", { class: "db-status", role: "status" });
  #tools = h("div", { class: "db-tools", role: "group" });
  #reasons = h("ul", { class: "db-reasons" });
  #rows = h("div", { class: "db-rows" });
  #glance = h("details", { class: "db-glance", open: innerHeight >= ROOMY });
  #game;
  #cards;
  #fields;
  #limits;

  /**
   * @param {import("../../frame/message_types.js").Game} game
   * @param {Map<string, Card>} cards
   * @param {Field[]} fields
   * @param {{size: number, copies: number}} limits
   */
  constructor(game, cards, fields, limits) {
    this.#game = game;
    this.#cards = cards;
    this.#fields = fields;
    this.#limits = limits;
    this.element.append(
      this.#head,
      this.#tools,
      h("div", { class: "db-body" }, this.#reasons, this.#glance, this.#rows),
    );
    this.#rows.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * @param {Bench} bench
   * @param {Check} check
   * @param {boolean} unsaved
   */
  show(bench, check, unsaved) {
    const tally = { n: bench.size, of: this.#limits.size };
    const full = Math.min(100, (tally.n / tally.of) * 100);
    this.element.setAttribute("aria-label", w("deck"));
    fill(
      this.#head,
      h(
        "div",
        { class: "db-title" },
        h("h2", null, both(bench.deck.name)),
        this.#tool("name", { class: "quiet db-rename" }, w("rename")),
      ),
      h(
        "div",
        { class: "db-tally" },
        h("strong", { class: "db-size", title: w("size_long", tally) }, w("size", tally)),
        h("span", { class: "db-gauge", "aria-hidden": "true" }, h("span", { style: { width: `${full}%` } })),
        this.#said,
      ),
    );
    this.#equip(bench, check, unsaved);
    this.#list(bench);
    this.judge(check);
    const every = bench.listed(this.#cards);
    fill(this.#glance, h("summary", null, w("plots")), h("div", { class: "db-plots" }, ...plots(every, this.#fields)));
    this.#glance.hidden = every.length === 0;
  }

  /** Show what the server says. @param {Check} check */
  judge(check) {
    const { state, problems, failure } = check.verdict;
    const says = {
      empty: () => w("empty"),
      asking: () => w("checking"),
      unknown: () => w("unchecked", { why: sentence(failure) }),
      known: () => (check.good ? w("ready") : w("not_ready", { n: problems.length })),
    };
    this.element.dataset.state = check.good ? "good" : state === "known" ? "wrong" : state;
    const said = says[state]();
    if (this.#said.textContent !== said) this.#said.textContent = said;
    this.#reasons.hidden = problems.length === 0;
    this.#reasons.setAttribute("aria-label", w("reasons"));
    fill(this.#reasons, ...problems.map((problem) => h("li", null, this.#reason(problem))));
    const wrong = new Set(problems.map(cardOf));
    for (const row of this.#rows.querySelectorAll("li"))
      row.classList.toggle("wrong", wrong.has(row.dataset.card ?? null));
    const play = this.#tools.querySelector("[data-tool=play]");
    if (play instanceof HTMLButtonElement) play.disabled = !check.good;
  }

  /** @param {Problem} problem */
  #reason(problem) {
    const card = this.#cards.get(cardOf(problem) ?? "");
    const about = card ? both(card.name) : problem.path in PLACES ? w(PLACES[problem.path]) : "";
    return about ? [h("strong", null, about), " ", both(problem)] : both(problem);
  }

  /**
   * @param {string} name
   * @param {Record<string, any>} props
   * @param {...import("../../frame/dom.js").Child} children
   */
  #tool(name, props, ...children) {
    const onclick = () => emit(this.element, "tool", name);
    return h("button", { dataset: { tool: name }, onclick, ...props }, ...children);
  }

  /**
   * @param {Bench} bench
   * @param {Check} check
   * @param {boolean} unsaved
   */
  #equip(bench, check, unsaved) {
    const focused = /** @type {HTMLElement} */ (document.activeElement)?.dataset?.tool;
    this.#tools.setAttribute("aria-label", w("deck"));
    const sign = (/** @type {string} */ name, /** @type {string} */ drawn, /** @type {boolean} */ on) =>
      this.#tool(name, { class: `icon db-${name}`, "aria-label": w(name), title: w(name), disabled: !on }, icon(drawn));
    fill(
      this.#tools,
      h(
        "div",
        { class: "db-first" },
        this.#tool("play", { class: "primary", disabled: !check.good }, icon("play"), w("play")),
        this.#tool("save", { disabled: !unsaved || !bench.size, title: w("save_hint") }, w(unsaved ? "save" : "saved")),
        sign("undo", "undo", bench.undoable),
        sign("redo", "undo", bench.redoable),
      ),
      h(
        "div",
        { class: "db-second" },
        this.#tool("decks", {}, icon("deck"), w("decks")),
        this.#tool("hand", { disabled: !bench.size }, icon("eye"), w("hand")),
        this.#tool("share", { disabled: !bench.size }, icon("share"), w("share")),
      ),
    );
    const again = focused && this.element.querySelector(`[data-tool=${focused}]:not(:disabled)`);
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {Bench} bench */
  #list(bench) {
    const focused = this.#rows.contains(document.activeElement) ? this.#held() : null;
    const entries = Object.entries(bench.deck.cards).map(([id, count]) => ({ id, count, card: this.#cards.get(id) }));
    if (!entries.length) return void fill(this.#rows, this.#beginnings());
    fill(this.#rows, ...this.#groups(entries).map(({ label, inside }) => this.#group(label, inside)));
    if (focused) this.#refocus(focused);
  }

  /**
   * Cards by type, in the order in which the pool has them; those that nobody knows come last.
   * @param {Entry[]} entries
   */
  #groups(entries) {
    const order = Array.from(this.#cards.keys());
    const place = (/** @type {Entry} */ { id }) => (order.includes(id) ? order.indexOf(id) : order.length);
    const types = new Map(Array.from(this.#cards.values(), ({ facts }) => [facts.type, both(facts.type_name)]));
    types.set(undefined, "?");
    return Array.from(types, ([type, label]) => ({
      label,
      inside: entries.filter(({ card }) => card?.facts.type === type).sort((one, other) => place(one) - place(other)),
    })).filter(({ inside }) => inside.length);
  }

  /**
   * @param {string} label
   * @param {Entry[]} inside
   */
  #group(label, inside) {
    const sum = inside.reduce((total, { count }) => total + count, 0);
    return h(
      "section",
      { class: "db-group" },
      h("h3", null, h("span", { class: "db-kind" }, label), h("span", null, sum)),
      h("ul", null, ...inside.map((entry) => this.#row(entry))),
    );
  }

  /** @param {Entry} entry */
  #row({ id, card, count }) {
    const name = card ? both(card.name) : id;
    const some = card ?? { id, name: { en: id, ja: id } };
    const change = (/** @type {number} */ by) => emit(this.element, "add", { card: some, by });
    return h(
      "li",
      { class: "db-row", dataset: { card: id }, style: { "--tint": tintOf(card) } },
      h(
        "button",
        { class: "db-name", onclick: () => card && emit(this.element, "about", { card, among: [] }) },
        h("span", { class: "db-numbers" }, this.#numbers(card)),
        h("span", null, name),
      ),
      stepper(name, h("span", { class: "db-count" }, count), change),
    );
  }

  /** A card's small numbers: a level, or attack and health. @param {Card | undefined} card */
  #numbers(card) {
    const small = this.#fields.filter((field) => field.kind === "number" && field.values.length <= 10);
    return small.flatMap(({ name }) => card?.facts[name] ?? []).join("/");
  }

  /** An empty deck: what to begin with. */
  #beginnings() {
    return h(
      "div",
      { class: "db-begin" },
      h("p", null, w("empty_hint")),
      ...this.#game.decks.map((deck) =>
        h("button", { onclick: () => emit(this.element, "begin", deck) }, both(deck.name)),
      ),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const row = /** @type {HTMLElement} */ (event.target).closest("li");
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const [less, more] = /** @type {HTMLElement[]} */ (Array.from(row.querySelectorAll(".db-step")));
    const rows = Array.from(this.#rows.querySelectorAll("li"));
    const to = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "+" || event.key === "=") more.click();
    else if (event.key === "-" || event.key === "Delete") less.click();
    else if (to) this.#refocus({ at: rows.indexOf(row) + to, part: this.#held().part, card: "" });
    else return;
    event.preventDefault();
  }

  /** What in the list has the focus: which row, and which part of it. */
  #held() {
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    const row = focused.closest("li");
    const rows = Array.from(this.#rows.querySelectorAll("li"));
    return {
      at: row ? rows.indexOf(row) : 0,
      card: row?.dataset.card ?? "",
      part: Array.from(row?.querySelectorAll("button") ?? []).indexOf(/** @type {HTMLButtonElement} */ (focused)),
    };
  }

  /**
   * The same part of the same card's row, or of the one that stands there now.
   * @param {{at: number, card: string, part: number}} held
   */
  #refocus({ at, card, part }) {
    const rows = Array.from(this.#rows.querySelectorAll("li"));
    const row = rows.find((one) => one.dataset.card === card) ?? rows[Math.max(0, Math.min(at, rows.length - 1))];
    row?.querySelectorAll("button")[Math.max(0, part)]?.focus();
  }
}

/** The card that a problem is about; null for the deck. @param {Problem} problem */
function cardOf({ path }) {
  return path.startsWith("cards.") ? path.slice("cards.".length) : null;
}
