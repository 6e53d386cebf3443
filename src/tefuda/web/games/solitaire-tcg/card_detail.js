// The detail panel: the selected card with its state and actions, and the chain log.

import { fill, h } from "../../frame/dom.js";
import { icon } from "../../frame/icons.js";
import { localize } from "../../frame/words.js";
import { about } from "./explanations.js";
import { face } from "./face.js";
import { t } from "./words.js";

/** @typedef {import("../../frame/message_types.js").Card} Card */
/** @typedef {import("./model.js").Piece} Piece */
/** @typedef {{label: string, act: () => void, does: string}} CardAction */

export class CardDetail {
  /** Called when the player closes the panel. */
  onClose = () => {};
  #reading = h("div", { class: "stc-reading" });
  #notes = h("ul", { class: "stc-notes" });
  #actions = h("div", { class: "stc-doings" });
  /** Explains the values of a monster where tooltips do not: on touch screens, and for cards in hand. */
  #stats = h("p", { class: "stc-stats-note", hidden: true });
  #close = h("button", { class: "icon stc-detail-close", onclick: () => this.close() }, icon("close"));
  #title = h("h2");
  #lines = h("ol");
  #scroll = h("div", { class: "stc-lines", tabindex: 0, role: "group" }, this.#lines);
  #log = h("section", { class: "stc-log" }, this.#title, this.#scroll);
  /** The rendered state, to skip equal ones. */
  #renderedKey = "";

  #labelOf;

  /** @param {(name: string) => string} labelOf */
  constructor(labelOf) {
    this.#labelOf = labelOf;
    const parts = [this.#close, this.#reading, this.#notes, this.#actions, this.#stats];
    this.card = h("section", { class: "stc-detail" }, ...parts);
    this.element = h("aside", { class: "stc-side" }, this.card, this.#log);
  }

  get open() {
    return this.card.classList.contains("open");
  }

  /**
   * On narrow screens the panel covers the table while open.
   * @param {boolean} open
   */
  setOpen(open) {
    this.card.classList.toggle("open", open);
  }

  /** Close the panel and forget the card. */
  close() {
    this.setOpen(false);
    this.onClose();
  }

  /**
   * @param {Card | null} card
   * @param {Piece | null} piece
   * @param {CardAction[]} actions
   */
  render(card, piece, actions) {
    const notes = card ? changeNotes(card, piece, this.#labelOf) : [];
    const now = JSON.stringify([card?.id, card && localize(card.name), notes, actions]);
    if (now === this.#renderedKey) return;
    this.#renderedKey = now;
    if (this.#reading.firstElementChild?.getAttribute("data-id") !== card?.id || !card) {
      fill(this.#reading, card ? face(card) : h("p", { class: "stc-no-card" }, t("noCard")));
    }
    this.#stats.hidden = typeof card?.facts.atk !== "number";
    fill(this.#stats, about("stats"));
    fill(this.#notes, ...notes.map((note) => h("li", null, note)));
    fill(
      this.#actions,
      ...actions.map(({ label, act, does }) =>
        h("button", { class: "primary", dataset: { act: does }, onclick: act }, label),
      ),
    );
  }

  /** @param {import("./chain.js").Line[]} lines */
  renderLog(lines) {
    const rows = lines.map(({ line, kind }) => h("li", { dataset: { kind } }, localize(line)));
    fill(this.#lines, ...(rows.length ? rows : [h("li", { class: "stc-none" }, t("chainEmpty"))]));
    this.#scroll.scrollTop = this.#scroll.scrollHeight;
  }

  /** Show or hide the chain log on narrow screens. @returns {boolean} whether it is visible now */
  toggleLog() {
    return this.#log.classList.toggle("open");
  }

  relabel() {
    this.#renderedKey = "";
    fill(this.#reading);
    fill(this.#title, t("chain"));
    this.#scroll.setAttribute("aria-label", t("chain"));
    this.card.setAttribute("aria-label", t("detail"));
    this.#close.setAttribute("aria-label", t("close"));
  }
}

/**
 * Differences from the printed card.
 * @param {Card} card
 * @param {Piece | null} piece
 * @param {(name: string) => string} labelOf
 */
function changeNotes(card, piece, labelOf) {
  if (!piece) return [];
  const { facts } = card;
  const stat = (/** @type {"atk" | "hp"} */ name) => {
    const now = piece[name];
    return now === null || now === facts[name] ? [] : [`${t(name)} ${now} (${t("printed", { n: facts[name] ?? 0 })})`];
  };
  return [
    ...stat("atk"),
    ...stat("hp"),
    ...Object.entries(piece.counters).map(([name, count]) => `${labelOf(name)} × ${count}`),
    ...(piece.used.length ? [t("usedUp")] : []),
  ];
}
