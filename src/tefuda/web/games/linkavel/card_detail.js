/** The detail panel: the selected card with its state on the field. */

import { openDialog } from "../../frame/dialog.js";
import { fill, h } from "../../frame/dom.js";
import { cardTerms } from "./explanations.js";
import { Catalogue, face, isMagic } from "./face.js";
import { t } from "./words.js";

/** @typedef {import("./fold.js").FieldCard} FieldCard */

export class CardDetail {
  element = h("div", { class: "lv-detail" });
  cards = new Catalogue([]);
  /** @type {{id: string, place: string | null} | null} */
  selected = null;

  /** @param {(place: string | null) => FieldCard | null} fieldCard the card at a place of the field */
  constructor(fieldCard) {
    this.fieldCard = fieldCard;
  }

  /** Whether there is room for the panel. */
  get isVisible() {
    return this.element.getClientRects().length > 0;
  }

  /** Whether there is room for the meaning of badges too. */
  get explainsBadges() {
    return this.isVisible && getComputedStyle(this.element).getPropertyValue("--explains").trim() === "1";
  }

  /** @param {string} id @param {string | null} place */
  select(id, place) {
    this.selected = { id, place };
  }

  clear() {
    this.selected = null;
  }

  /** Follow the pointer and the focus within an element. @param {HTMLElement} root */
  follow(root) {
    root.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.#inspect(event.target));
    root.addEventListener("focusin", (event) => this.#inspect(event.target));
    root.addEventListener("contextmenu", (event) => {
      // A long press opens a tooltip.
      if (/** @type {PointerEvent} */ (event).pointerType === "touch") event.preventDefault();
      else this.#openAt(event);
    });
  }

  /** Show the card under the pointer or the focus. @param {EventTarget | null} target */
  #inspect(target) {
    const card = cardUnder(target);
    if (!card) return;
    this.selected = card;
    this.render();
  }

  /** Open the card under a right click. @param {MouseEvent} event */
  #openAt(event) {
    const card = cardUnder(event.target);
    if (!card) return;
    event.preventDefault();
    this.open(card.id, card.place);
  }

  /** @returns {boolean} whether a card was selected */
  openSelected() {
    if (this.selected) this.open(this.selected.id, this.selected.place);
    return this.selected !== null;
  }

  /** Open a dialog with a card. @param {string} id @param {string | null} place */
  open(id, place) {
    const parts = cardDetail(id, this.fieldCard(place), this.cards);
    openDialog(this.cards.name(id), [h("div", { class: "lv-reading" }, ...parts)]);
  }

  /** Render the panel, only if it changed. */
  render() {
    const now = this.selected;
    const thing = this.fieldCard(now?.place ?? null);
    const key = JSON.stringify([now, thing, document.documentElement.lang]);
    if (this.element.dataset.key === key && this.element.firstChild) return;
    this.element.dataset.key = key;
    if (now) fill(this.element, ...cardDetail(now.id, thing?.card === now.id ? thing : null, this.cards));
    else
      fill(
        this.element,
        h("p", { class: "lv-hintline" }, t("emptyDetail")),
        h("p", { class: "lv-hintline" }, t("help")),
      );
  }
}

/** The card of an element, and its place on the field. @param {EventTarget | null} target */
function cardUnder(target) {
  const element = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-look]"));
  const { look, place = null } = element?.dataset ?? {};
  return look ? { id: look, place } : null;
}

/**
 * A power value and its sources.
 * @param {FieldCard} thing @param {Catalogue} cards
 */
function powerBreakdown(thing, cards) {
  const { power = 0, printed = 0, changed = 0, sources = [], lasting = [] } = thing;
  const signed = (/** @type {number} */ amount) => (amount > 0 ? `+${amount}` : String(amount));
  const row = (/** @type {string} */ name, /** @type {string | number} */ amount) =>
    h("div", null, h("dt", null, name), h("dd", null, amount));
  const named = [...sources, ...lasting].map(({ card, amount }) => row(cards.name(card), signed(amount)));
  const brief = sources.length ? 0 : changed;
  const rest = power - lasting.reduce((sum, { amount }) => sum + amount, printed + changed);
  return [
    h("strong", { class: "lv-now" }, t("powerNow", { n: power })),
    h(
      "dl",
      null,
      row(t("printed"), printed),
      ...named,
      brief ? row(t("changes"), signed(brief)) : null,
      rest ? row(t("floor"), signed(rest)) : null,
    ),
  ];
}

/**
 * What happened to a card on the field this turn, and what protects it.
 * @param {FieldCard} thing @param {Catalogue} cards
 */
export function statusNotes(thing, cards) {
  const { attacks = 0, extra = 0, shielded, saved_by: sources = [], used } = thing;
  const left = extra + 1 - attacks;
  return [
    attacks || extra ? (left > 0 ? t("moreAttacks", { n: left }) : t("attackedAlready")) : "",
    shielded ? t("isShielded") : "",
    ...sources.map((source) => t("usedProtection", { card: cards.name(source) })),
    used?.length ? t("usedEffect") : "",
  ].filter(Boolean);
}

/** What is printed on a card, explained. @param {import("../../frame/message_types.js").Card} card */
function termList(card) {
  const terms = cardTerms(card).map(([term, text]) => h("div", null, h("dt", null, term), h("dd", null, text)));
  return h("dl", { class: "lv-terms" }, ...terms);
}

/**
 * A card's full face, its state on the field, and what its badges mean.
 * @param {string} id @param {FieldCard | null} thing @param {Catalogue} cards
 * @returns {HTMLElement[]}
 */
export function cardDetail(id, thing, cards) {
  const card = cards.get(id);
  const parts = [face(card)];
  if (!thing) return [...parts, termList(card)];
  const notes = statusNotes(thing, cards);
  const changed = !isMagic(card) && (thing.power !== thing.printed || thing.changed || thing.lasting);
  if (changed || notes.length)
    parts.push(
      h(
        "div",
        { class: "lv-state" },
        ...(changed ? powerBreakdown(thing, cards) : []),
        ...notes.map((note) => h("p", null, note)),
      ),
    );
  return [...parts, termList(card)];
}
