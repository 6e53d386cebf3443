// Cards and rows of cards.

import { fill, h } from "../../frame/dom.js";
import { localize } from "../../frame/words.js";
import { emblem } from "./emblems.js";
import { cardTip } from "./explanations.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Card} Card */

/** The highest cost of each colour (section 11). */
const COST_BANDS = /** @type {[number, string][]} */ ([
  [0, "white"],
  [5, "grey"],
  [10, "green"],
  [15, "blue"],
  [20, "purple"],
  [Infinity, "gold"],
]);

/**
 * Return the colour of a cost.
 * @param {number} cost
 * @returns {string}
 */
export function costBand(cost) {
  return (COST_BANDS.find(([highest]) => cost <= highest) ?? COST_BANDS[5])[1];
}

/** All cards and their costs at this table. */
export class Catalogue {
  #cards = new Map(/** @type {[string, {card: Card, at: number}][]} */ ([]));
  /** @type {number[]} */
  costs = [];

  /** @param {Card[]} cards */
  constructor(cards) {
    cards.forEach((card, at) => this.#cards.set(card.id, { card, at }));
  }

  /**
   * @param {string} id
   * @returns {Card | null}
   */
  card(id) {
    return this.#cards.get(id)?.card ?? null;
  }

  /** @param {string} id */
  name(id) {
    return localize(this.card(id)?.name) || id;
  }

  /**
   * The cost of a card at this table.
   * @param {string} id
   * @returns {number}
   */
  cost(id) {
    const known = this.#cards.get(id);
    return known ? (this.costs[known.at] ?? known.card.facts.cost) : 0;
  }

  /**
   * @param {string} id
   * @returns {HTMLElement}
   */
  face(id) {
    return cardFace(id, this.name(id), this.cost(id));
  }
}

/**
 * @param {string} id
 * @param {string} name
 * @param {number} cost
 * @returns {HTMLElement}
 */
function cardFace(id, name, cost) {
  return h(
    "span",
    { class: "co-card", dataset: { band: costBand(cost), card: id } },
    h("span", { class: "co-cost" }, h("span", { class: "co-visually-hidden" }, t("costs")), h("b", null, cost)),
    h("span", { class: "co-art" }, emblem(id)),
    h("span", { class: "co-label" }, name),
  );
}

/**
 * A card with its full text, for the gallery.
 * @param {Card} card
 * @returns {HTMLElement}
 */
export function galleryEntry(card) {
  return h(
    "article",
    { class: "co-entry" },
    cardFace(card.id, localize(card.name), card.facts.cost),
    h(
      "div",
      null,
      h("h2", null, localize(card.name)),
      h("p", { class: "co-summary" }, localize(card.text)),
      h("p", null, localize(card.facts.detail)),
    ),
  );
}

/** A row of selectable cards. */
export class CardRow {
  #title = h("h2");
  #list = h("div", { class: "co-cards", role: "group" });
  #renderedKey = "";
  #select;
  #tooltips;
  #reasonOf;

  /**
   * @param {(place: number) => void} select
   * @param {import("../../frame/tooltips.js").Tooltips} tooltips
   * @param {(card: string) => import("../../frame/message_types.js").LocalizedText | null} reasonOf why a card cannot be used
   */
  constructor(select, tooltips, reasonOf) {
    this.#select = select;
    this.#tooltips = tooltips;
    this.#reasonOf = reasonOf;
    this.element = h("section", { class: "co-hand" }, this.#title, this.#list);
  }

  /**
   * @param {Catalogue} catalogue
   * @param {string[]} cards
   * @param {object} how
   * @param {string} how.title
   * @param {(card: string) => boolean} how.ready whether a card can be used or picked now
   * @param {number | null} how.selected
   * @param {import("./hints.js").Hints} how.hints
   */
  render(catalogue, cards, { title, ready, selected, hints }) {
    this.#title.textContent = title;
    this.#list.ariaLabel = title;
    this.#list.dataset.empty = t("emptyHand");
    this.element.style.setProperty("--count", String(Math.max(1, cards.length)));
    this.element.style.setProperty("--cards", String(Math.max(5, cards.length)));
    this.element.style.setProperty("--across", String(Math.max(3, Math.ceil(cards.length / 2))));
    const key = JSON.stringify(cards.map((card) => [card, catalogue.name(card), catalogue.cost(card)]));
    if (key !== this.#renderedKey) this.#renderCards(catalogue, cards);
    this.#renderedKey = key;
    Array.from(this.#list.children).forEach((button, place) => {
      button.classList.toggle("co-ready", ready(cards[place]));
      button.ariaPressed = String(place === selected);
      hints.mark(button, cards[place]);
    });
  }

  /**
   * @param {Catalogue} catalogue
   * @param {string[]} cards
   */
  #renderCards(catalogue, cards) {
    const focused = Array.from(this.#list.children).indexOf(/** @type {Element} */ (document.activeElement));
    const buttons = cards.map((card, place) =>
      this.#tooltips.explain(
        h("button", { type: "button", class: "co-slot", onclick: () => this.#select(place) }, catalogue.face(card)),
        () => cardTip(catalogue, card, this.#reasonOf(card)),
      ),
    );
    fill(this.#list, ...buttons);
    if (focused >= 0) buttons[Math.min(focused, buttons.length - 1)]?.focus();
  }

  /** The last card. */
  get newest() {
    return /** @type {HTMLElement | null} */ (this.#list.lastElementChild);
  }
}
