// The card pool: search, filters, order and matching cards.

import { emit, fill, h } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { localize } from "../../frame/words.js";
import { PRINTED, sortCards, sortKeys } from "./card_order.js";
import { CardFilter } from "./facts.js";
import { limitCopies, stepper } from "./stepper.js";
import { fieldName, t } from "./words.js";
import { isWorkshopCard } from "./workshop_cards.js";

/** @typedef {import("../../frame/message_types.js").Card} Card */
/** @typedef {import("./facts.js").Field} Field */
/** @typedef {{tile: HTMLElement, face: HTMLElement, count: HTMLElement}} Tile */

/** Data type of dragged cards. */
export const CARD_DRAG_TYPE = "application/x-tefuda-card";
const WIDE_SCREEN = matchMedia("(min-width: 64rem)");

/** Emits `add` {card, by}, `about` {card, among} and `sort`, when the order has changed. */
export class CardPool {
  element = h("section", { class: "db-pool" });
  #cardFilter = new CardFilter();
  #cards;
  #fields;
  #face;
  #copies;
  /** @type {Map<string, Tile>} */
  #tiles = new Map();
  #list = h("ul", { class: "db-tiles" });
  #count = h("p", { class: "faint db-found", role: "status" });
  #noMatches = h("p", { class: "db-nothing", hidden: true });
  #filters = h("details", { class: "db-filters", open: WIDE_SCREEN.matches });
  /** @type {HTMLInputElement} */
  #search = h("input", { type: "search" });
  #clear = h("button", { class: "quiet", onclick: () => this.#clearAll() });
  #sortKey = PRINTED;
  #descending = false;
  #sortControls = h("div", { class: "db-sort", role: "group" });
  /** @type {Record<string, number>} */
  #counts = {};

  /**
   * @param {Card[]} cards
   * @param {Field[]} fields
   * @param {(card: Card) => Node} face
   * @param {number} copies of a card in a deck at most
   */
  constructor(cards, fields, face, copies) {
    this.#cards = cards;
    this.#fields = fields;
    this.#face = face;
    this.#copies = copies;
    this.#search.addEventListener("input", () => {
      this.#cardFilter.text = this.#search.value;
      this.#update();
    });
    this.#search.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") this.#focus(this.matches[0]);
    });
    this.#list.addEventListener("keydown", (event) => this.#onKeydown(event));
    this.#list.addEventListener("focusin", (event) => this.#updateTabStop(/** @type {HTMLElement} */ (event.target)));
  }

  /** All cards in order. */
  get sorted() {
    return sortCards(this.#cards, this.#sortKey, this.#descending);
  }

  /** The matching cards in order. */
  get matches() {
    return this.sorted.filter((card) => this.#cardFilter.matches(card));
  }

  /** @param {string} heading */
  relabel(heading) {
    this.#search.placeholder = t(WIDE_SCREEN.matches ? "search_key" : "search");
    this.#search.setAttribute("aria-label", t("search"));
    fill(this.#clear, t("clear"));
    fill(this.#noMatches, t("nothing"));
    this.element.setAttribute("aria-label", t("pool"));
    this.#renderFilters();
    this.#renderSort();
    this.#tiles = new Map(this.#cards.map((card) => [card.id, this.#tile(card)]));
    this.#placeTiles();
    fill(
      this.element,
      h(
        "header",
        { class: "db-find" },
        h("h1", null, heading),
        h("label", { class: "db-search" }, icon("search"), this.#search),
        this.#sortControls,
        this.#count,
        this.#clear,
      ),
      this.#filters,
      this.#noMatches,
      this.#list,
      h("p", { class: "faint db-keys" }, t("keys")),
    );
    this.setCounts(this.#counts);
    this.#update();
    this.#updateTabStop(null);
  }

  /** Focus the search field. */
  focusSearch() {
    this.#search.focus();
    this.#search.select();
  }

  /**
   * Show the number of copies in the deck.
   * @param {Record<string, number>} counts
   */
  setCounts(counts) {
    this.#counts = counts;
    for (const card of this.#cards) {
      const { tile, face, count } = /** @type {Tile} */ (this.#tiles.get(card.id));
      const n = counts[card.id] ?? 0;
      count.textContent = String(n);
      tile.classList.toggle("in", n > 0);
      limitCopies(tile, n, this.#copies);
      face.setAttribute("aria-label", t("tile", { card: localize(card.name), n }));
    }
  }

  /** @param {Card} card */
  #tile(card) {
    const face = h("div", {
      class: "db-face",
      role: "button",
      tabindex: "-1",
      dataset: { card: card.id },
      onclick: () => this.#add(card, 1),
    });
    const count = h("span", { class: "db-count" });
    const name = localize(card.name);
    const tile = h(
      "li",
      {
        class: "db-tile",
        draggable: "true",
        ondragstart: (/** @type {DragEvent} */ event) => event.dataTransfer?.setData(CARD_DRAG_TYPE, card.id),
      },
      // The face is decorative; the button on top has the card's name.
      h("div", { class: "db-thumb" }, h("div", { inert: true, "aria-hidden": "true" }, this.#face(card)), face),
      h(
        "div",
        { class: "db-under" },
        stepper(name, count, (by) => this.#add(card, by), { tabindex: "-1" }),
        isWorkshopCard(card) && h("span", { class: "db-origin" }, localize(card.facts.origin)),
        h(
          "button",
          {
            class: "db-about",
            tabindex: "-1",
            "aria-label": t("about", { card: name }),
            onclick: () => this.#openDetails(card),
          },
          "i",
        ),
      ),
    );
    return { tile, face, count };
  }

  /**
   * @param {Card} card
   * @param {number} by
   */
  #add(card, by) {
    emit(this.element, "add", { card, by });
  }

  /** @param {Card} card */
  #openDetails(card) {
    emit(this.element, "about", { card, among: this.matches });
  }

  #update() {
    const found = this.matches;
    const shown = new Set(found.map((card) => card.id));
    for (const [id, { tile }] of this.#tiles) tile.hidden = !shown.has(id);
    this.#count.textContent = t("found", { n: found.length, of: this.#cards.length });
    this.#noMatches.hidden = found.length > 0;
    this.#clear.hidden = !this.#cardFilter.text && !this.#cardFilter.fieldCount;
    const summary = this.#filters.querySelector("summary");
    if (summary)
      fill(summary, this.#cardFilter.fieldCount ? t("filters_n", { n: this.#cardFilter.fieldCount }) : t("filters"));
    this.#updateTabStop(null);
  }

  #clearAll() {
    this.#cardFilter.clear();
    this.#search.value = "";
    this.#renderFilters();
    this.#update();
    this.#search.focus();
  }

  /** Put the tiles in order. */
  #placeTiles() {
    fill(this.#list, ...this.sorted.map(({ id }) => /** @type {Tile} */ (this.#tiles.get(id)).tile));
  }

  #renderSort() {
    const sort = (/** @type {boolean} */ descending) => {
      this.#sortKey = select.value;
      this.#descending = descending;
      direction.setAttribute("aria-pressed", String(descending));
      this.#placeTiles();
      emit(this.element, "sort", null);
    };
    const item = (/** @type {string} */ key) =>
      h("option", { value: key, selected: key === this.#sortKey }, key === PRINTED ? t("printed") : fieldName(key));
    const select = h(
      "select",
      { "aria-label": t("sort"), onchange: () => sort(false) },
      ...sortKeys(this.#fields).map(item),
    );
    const direction = h(
      "button",
      {
        class: "icon",
        "aria-label": t("descending"),
        title: t("descending"),
        "aria-pressed": String(this.#descending),
        onclick: () => sort(!this.#descending),
      },
      icon("descending"),
    );
    this.#sortControls.setAttribute("aria-label", t("sort"));
    fill(this.#sortControls, h("span", null, t("sort")), select, direction);
  }

  /** Render the filters. */
  #renderFilters() {
    fill(
      this.#filters,
      h("summary", null),
      h("div", { class: "db-fields" }, ...this.#fields.map((field) => this.#filterField(field))),
    );
  }

  /** @param {Field} field */
  #filterField(field) {
    const label = fieldName(field.name);
    return h(
      "div",
      { class: `db-field ${fieldClass(field)}`, role: "group", "aria-label": label, dataset: { field: field.name } },
      h("span", null, label),
      field.kind === "number" ? this.#range(field, label) : this.#chips(field),
    );
  }

  /** @param {import("./facts.js").WordField} field */
  #chips({ name, values }) {
    return h(
      "div",
      { class: "db-chips" },
      ...Array.from(values, ([id, label]) => {
        const text = label ? localize(label) : t({ "": "none", true: "yes", false: "no" }[id] ?? id);
        const chip = h(
          "button",
          {
            "aria-pressed": String(this.#cardFilter.selected.get(name)?.has(id) ?? false),
            dataset: { value: id },
            onclick: () => {
              this.#cardFilter.toggle(name, id);
              chip.setAttribute("aria-pressed", String(this.#cardFilter.selected.get(name)?.has(id) ?? false));
              this.#update();
            },
          },
          text,
        );
        return chip;
      }),
    );
  }

  /**
   * @param {import("./facts.js").NumberField} field
   * @param {string} label
   */
  #range({ name, values }, label) {
    const [from, to] = this.#cardFilter.ranges.get(name) ?? [null, null];
    const number = (/** @type {HTMLInputElement} */ input) => (input.value === "" ? null : Number(input.value));
    const box = (/** @type {string} */ key, /** @type {number | null} */ value, /** @type {number} */ hint) =>
      h("input", {
        type: "number",
        inputmode: "numeric",
        step: "any",
        placeholder: hint,
        value: value ?? "",
        "aria-label": t(key, { field: label }),
        oninput: () => {
          this.#cardFilter.setRange(name, number(low), number(high));
          this.#update();
        },
      });
    const low = box("from", from, values[0]);
    const high = box("to", to, values[values.length - 1]);
    return h("div", { class: "db-range" }, low, "–", high);
  }

  /** @param {KeyboardEvent} event */
  #onKeydown(event) {
    const id = /** @type {HTMLElement} */ (event.target).dataset.card;
    const found = this.matches;
    const at = found.findIndex((card) => card.id === id);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const card = found[at];
    const row = this.#columns(found);
    /** @type {Record<string, number>} */
    const ways = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at + row,
      ArrowUp: at - row,
      Home: 0,
      End: found.length - 1,
    };
    if (event.key in ways) this.#focus(found[ways[event.key]]);
    else if (event.key === "Enter" || event.key === "+" || event.key === "=") this.#add(card, 1);
    else if (event.key === "-" || event.key === "Delete") this.#add(card, -1);
    else if (event.key === "i" || event.key === " ") this.#openDetails(card);
    else return;
    event.preventDefault();
  }

  /**
   * The number of cards in a row.
   * @param {Card[]} found
   */
  #columns(found) {
    const tops = found.map((card) => this.#tiles.get(card.id)?.tile.offsetTop);
    const next = tops.findIndex((top) => top !== tops[0]);
    return next < 0 ? found.length : next;
  }

  /** @param {Card | undefined} card */
  #focus(card) {
    if (card) this.#tiles.get(card.id)?.face.focus();
  }

  /**
   * Make one visible card the Tab stop: the focused one, the last focused one, or the first.
   * @param {HTMLElement | null} target
   */
  #updateTabStop(target) {
    const faces = this.matches.map(({ id }) => /** @type {Tile} */ (this.#tiles.get(id)).face);
    const current = faces.find((face) => face === target) ?? faces.find((face) => face.tabIndex === 0) ?? faces[0];
    for (const { face } of this.#tiles.values()) face.tabIndex = face === current ? 0 : -1;
  }
}

/** The CSS class of a filter: named values, numbers or texts. @param {Field} field */
const fieldClass = (field) => (field.kind === "number" ? "number" : field.named ? "named" : "texts");
