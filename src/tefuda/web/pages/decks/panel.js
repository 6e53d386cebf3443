// The deck panel: name, size, problems, cards by type and charts.

import { errorMessage } from "../../frame/api.js";
import { emit, fill, h } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { localize } from "../../frame/words.js";
import { deckCharts, cardColour } from "./plots.js";
import { limitCopies, stepper } from "./stepper.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Card} Card */
/** @typedef {import("../../frame/message_types.js").Problem} Problem */
/** @typedef {import("./deck_editor.js").DeckEditor} DeckEditor */
/** @typedef {import("./check.js").DeckChecker} DeckChecker */
/** @typedef {import("./facts.js").Field} Field */
/** @typedef {{id: string, card: Card | undefined, count: number}} DeckEntry */

/** Labels of problem locations other than cards. @type {Record<string, string>} */
const PROBLEM_LABELS = {
  id: "file_id",
  "name.en": "name_en",
  "name.ja": "name_ja",
  "plan.en": "plan_en",
  "plan.ja": "plan_ja",
};

/** In lower windows the charts are folded at first: the deck list needs the height. */
const TALL_WINDOW = 1200;

/** Emits `add` {card, by}, `about` {card, among}, `tool` name and `begin` deck. */
export class DeckPanel {
  element = h("section", { class: "db-deck" });
  #head = h("header", { class: "db-head" });
  #status = h("p", { class: "db-status", role: "status" });
  #tools = h("div", { class: "db-tools", role: "group" });
  #problemList = h("ul", { class: "db-reasons" });
  #rows = h("div", { class: "db-rows" });
  #charts = h("details", { class: "db-glance", open: innerHeight >= TALL_WINDOW });
  #game;
  #cards;
  #fields;
  #limits;
  /** The order of the cards, by id. @type {Map<string, number>} */
  #order = new Map();

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
      h("div", { class: "db-body" }, this.#problemList, this.#rows),
      this.#charts,
    );
    this.#rows.addEventListener("keydown", (event) => this.#onKeydown(event));
  }

  /**
   * Set the order of the cards in each group.
   * @param {Card[]} sorted
   */
  setOrder(sorted) {
    this.#order = new Map(sorted.map(({ id }, place) => [id, place]));
  }

  /**
   * @param {DeckEditor} editor
   * @param {DeckChecker} check
   * @param {boolean} unsaved
   */
  render(editor, check, unsaved) {
    const tally = { n: editor.size, of: this.#limits.size };
    const full = Math.min(100, (tally.n / tally.of) * 100);
    this.element.setAttribute("aria-label", t("deck"));
    fill(
      this.#head,
      h(
        "div",
        { class: "db-title" },
        h("h2", null, localize(editor.deck.name)),
        this.#toolButton("name", { class: "quiet db-rename" }, t("rename")),
      ),
      h(
        "div",
        { class: "db-tally" },
        h("strong", { class: "db-size", title: t("size_long", tally) }, t("size", tally)),
        h("span", { class: "db-gauge", "aria-hidden": "true" }, h("span", { style: { width: `${full}%` } })),
        this.#status,
      ),
    );
    this.#renderTools(editor, check, unsaved);
    this.#renderRows(editor);
    this.showCheckResult(check);
    const every = editor.cardList(this.#cards);
    fill(
      this.#charts,
      h("summary", null, t("plots")),
      h("div", { class: "db-plots" }, ...deckCharts(every, this.#fields)),
    );
    this.#charts.hidden = every.length === 0;
  }

  /** Show the result of a check. @param {DeckChecker} check */
  showCheckResult(check) {
    const { state, problems, failure } = check.result;
    const says = {
      empty: () => t("empty"),
      asking: () => t("checking"),
      unknown: () => t("unchecked", { why: errorMessage(failure) }),
      known: () =>
        check.isValid ? t(check.isPractice ? "ready_practice" : "ready") : t("not_ready", { n: problems.length }),
    };
    this.element.dataset.state = check.isValid ? "good" : state === "known" ? "wrong" : state;
    const said = says[state]();
    if (this.#status.textContent !== said) this.#status.textContent = said;
    this.#problemList.hidden = problems.length === 0;
    this.#problemList.setAttribute("aria-label", t("reasons"));
    fill(this.#problemList, ...problems.map((problem) => h("li", null, this.#problemText(problem))));
    const wrong = new Set(problems.map(problemCard));
    for (const row of this.#rows.querySelectorAll("li"))
      row.classList.toggle("wrong", wrong.has(row.dataset.card ?? null));
    const play = this.#tools.querySelector("[data-tool=play]");
    if (play instanceof HTMLButtonElement) play.disabled = !check.isValid;
  }

  /** @param {Problem} problem */
  #problemText(problem) {
    const card = this.#cards.get(problemCard(problem) ?? "");
    const about = card ? localize(card.name) : problem.path in PROBLEM_LABELS ? t(PROBLEM_LABELS[problem.path]) : "";
    return about ? [h("strong", null, about), " ", localize(problem)] : localize(problem);
  }

  /**
   * @param {string} name
   * @param {Record<string, any>} props
   * @param {...import("../../frame/dom.js").Child} children
   */
  #toolButton(name, props, ...children) {
    const onclick = () => emit(this.element, "tool", name);
    return h("button", { dataset: { tool: name }, onclick, ...props }, ...children);
  }

  /**
   * @param {DeckEditor} editor
   * @param {DeckChecker} check
   * @param {boolean} unsaved
   */
  #renderTools(editor, check, unsaved) {
    const focused = /** @type {HTMLElement} */ (document.activeElement)?.dataset?.tool;
    this.#tools.setAttribute("aria-label", t("deck"));
    const sign = (/** @type {string} */ name, /** @type {string} */ drawn, /** @type {boolean} */ on) =>
      this.#toolButton(
        name,
        { class: `icon db-${name}`, "aria-label": t(name), title: t(name), disabled: !on },
        icon(drawn),
      );
    fill(
      this.#tools,
      h(
        "div",
        { class: "db-first" },
        this.#toolButton("play", { class: "primary", disabled: !check.isValid }, icon("play"), t("play")),
        this.#toolButton(
          "save",
          { disabled: !unsaved || !editor.size, title: t("save_hint") },
          t(unsaved ? "save" : "saved"),
        ),
        sign("undo", "undo", editor.canUndo),
        sign("redo", "undo", editor.canRedo),
      ),
      h(
        "div",
        { class: "db-second" },
        this.#toolButton("decks", {}, icon("deck"), t("decks")),
        this.#toolButton("hand", { disabled: !editor.size }, icon("eye"), t("hand")),
        this.#toolButton("share", { disabled: !editor.size }, icon("share"), t("share")),
      ),
    );
    const again = focused && this.element.querySelector(`[data-tool=${focused}]:not(:disabled)`);
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {DeckEditor} editor */
  #renderRows(editor) {
    const focused = this.#rows.contains(document.activeElement) ? this.#focusedPart() : null;
    const entries = Object.entries(editor.deck.cards).map(([id, count]) => ({ id, count, card: this.#cards.get(id) }));
    if (!entries.length) return void fill(this.#rows, this.#starterDecks());
    fill(this.#rows, ...this.#groups(entries).map(({ label, inside }) => this.#group(label, inside)));
    if (focused) this.#refocus(focused);
  }

  /**
   * Group cards by type, in the order of the pool. Unknown cards come last.
   * @param {DeckEntry[]} entries
   */
  #groups(entries) {
    const place = (/** @type {DeckEntry} */ { id }) => this.#order.get(id) ?? this.#order.size;
    const types = new Map(Array.from(this.#cards.values(), ({ facts }) => [facts.type, localize(facts.type_name)]));
    types.set(undefined, "?");
    return Array.from(types, ([type, label]) => ({
      label,
      inside: entries.filter(({ card }) => card?.facts.type === type).sort((one, other) => place(one) - place(other)),
    })).filter(({ inside }) => inside.length);
  }

  /**
   * @param {string} label
   * @param {DeckEntry[]} inside
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

  /** @param {DeckEntry} entry */
  #row({ id, card, count }) {
    const name = card ? localize(card.name) : id;
    const some = card ?? { id, name: { en: id, ja: id } };
    const change = (/** @type {number} */ by) => emit(this.element, "add", { card: some, by });
    const copies = stepper(name, h("span", { class: "db-count" }, count), change);
    limitCopies(copies, count, this.#limits.copies);
    return h(
      "li",
      { class: "db-row", dataset: { card: id }, style: { "--tint": cardColour(card) } },
      h(
        "button",
        { class: "db-name", onclick: () => card && emit(this.element, "about", { card, among: [] }) },
        h("span", { class: "db-numbers" }, this.#numbers(card)),
        h("span", null, name),
      ),
      copies,
    );
  }

  /** The small numbers of a card, such as level or ATK and HP. @param {Card | undefined} card */
  #numbers(card) {
    const small = this.#fields.filter((field) => field.kind === "number" && field.values.length <= 10);
    return small.flatMap(({ name }) => card?.facts[name] ?? []).join("/");
  }

  /** The content of an empty deck: starter decks. */
  #starterDecks() {
    return h(
      "div",
      { class: "db-begin" },
      h("p", null, t("empty_hint")),
      ...this.#game.decks.map((deck) =>
        h("button", { onclick: () => emit(this.element, "begin", deck) }, localize(deck.name)),
      ),
    );
  }

  /** @param {KeyboardEvent} event */
  #onKeydown(event) {
    const row = /** @type {HTMLElement} */ (event.target).closest("li");
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const [less, more] = /** @type {HTMLElement[]} */ (Array.from(row.querySelectorAll(".db-step")));
    const rows = Array.from(this.#rows.querySelectorAll("li"));
    const to = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "+" || event.key === "=") more.click();
    else if (event.key === "-" || event.key === "Delete") less.click();
    else if (to) this.#refocus({ at: rows.indexOf(row) + to, part: this.#focusedPart().part, card: "" });
    else return;
    event.preventDefault();
  }

  /** The focused row and element of the list. */
  #focusedPart() {
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
   * Focus the same element of the same card, or of the row at its position.
   * @param {{at: number, card: string, part: number}} held
   */
  #refocus({ at, card, part }) {
    const rows = Array.from(this.#rows.querySelectorAll("li"));
    const row = rows.find((one) => one.dataset.card === card) ?? rows[Math.max(0, Math.min(at, rows.length - 1))];
    row?.querySelectorAll("button")[Math.max(0, part)]?.focus();
  }
}

/** The card of a problem; null for the deck itself. @param {Problem} problem */
function problemCard({ path }) {
  return path.startsWith("cards.") ? path.slice("cards.".length) : null;
}
